//! Copying DAGs between arenas, as crossing threads requires.

use crate::arena::Terms;
use crate::sort::{Sort, SortKind};
use crate::term::{Op, Symbol, SymbolData, Term};
use crate::walk::reachable_until;
use rustc_hash::FxHashMap;

/// Copies terms from one arena to another and remembers what it copied. Use one for each pair of
/// arenas and direction.
#[derive(Clone, Debug, Default)]
pub struct Copier {
    terms: FxHashMap<Term, Term>,
    sorts: FxHashMap<Sort, Sort>,
    symbols: FxHashMap<Symbol, Symbol>,
}

impl Copier {
    /// A copier that has copied nothing.
    pub fn new() -> Copier {
        Copier::default()
    }

    /// The sort of `to` that is like `sort` of `from`.
    pub fn sort(&mut self, from: &Terms, to: &mut Terms, sort: Sort) -> Sort {
        if let Some(done) = self.sorts.get(&sort) {
            return *done;
        }
        let copy = match from.sort_kind(sort) {
            SortKind::BitVec(width) => to.bv_sort(width),
            SortKind::Array { index, element } => {
                let (index, element) = (self.sort(from, to, index), self.sort(from, to, element));
                to.array_sort(index, element).unwrap_or_else(|error| unreachable!("a sort of an arena: {error}"))
            }
            SortKind::RoundingMode => to.rounding_mode_sort(),
            _ => from.sort_format(sort).map_or(to.bool_sort(), |format| to.float_sort(format)),
        };
        self.sorts.insert(sort, copy);
        copy
    }

    /// The symbol of `to` with the name and signature of `symbol` of `from`.
    pub fn symbol(&mut self, from: &Terms, to: &mut Terms, symbol: Symbol) -> Symbol {
        if let Some(done) = self.symbols.get(&symbol) {
            return *done;
        }
        let data = from.symbol(symbol);
        let parameters: Vec<Sort> = data.parameters.iter().map(|s| self.sort(from, to, *s)).collect();
        let result = self.sort(from, to, data.result);
        let (name, hidden) = (data.name.clone(), data.hidden);
        let copy = to.declare_symbol(SymbolData { name, parameters: parameters.into(), result, hidden });
        self.symbols.insert(symbol, copy);
        copy
    }

    /// The term of `to` that is like `root` of `from`.
    pub fn copy(&mut self, from: &Terms, to: &mut Terms, root: Term) -> Term {
        let mut operands = Vec::new();
        for term in reachable_until(from, &[root], |term| self.terms.contains_key(&term)) {
            if self.terms.contains_key(&term) {
                continue;
            }
            operands.clear();
            operands.extend(from.operands(term).iter().map(|operand| self.terms[operand]));
            let copy = match from.op(term) {
                Op::Const(_) => match from.constant(term) {
                    Some(bits) => to.bv(&bits),
                    None => unreachable!("a constant has a value"),
                },
                Op::Float(_) => match from.float_value(term) {
                    Some(value) => to.float(&value),
                    None => unreachable!("a constant has a value"),
                },
                op => {
                    let op = match op {
                        Op::Var(symbol) => Op::Var(self.symbol(from, to, symbol)),
                        Op::Apply(symbol) => Op::Apply(self.symbol(from, to, symbol)),
                        other => other,
                    };
                    let sort = self.sort(from, to, from.sort(term));
                    to.intern(op, sort, &operands)
                }
            };
            self.terms.insert(term, copy);
            if let Some(core) = from.whole(term).and_then(|core| self.terms.get(&core)) {
                to.note_whole(copy, *core);
            }
        }
        self.terms[&root]
    }
}
