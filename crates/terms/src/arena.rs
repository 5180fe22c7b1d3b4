//! The arena: terms stored once each, in compact nodes over shared pools.
//!
//! A node is sixteen bytes: operator with parameter, sort, and the start of its operands in one
//! pool. Constants keep their words in another. A table of ids, hashed by content, finds an
//! existing node, so structurally equal terms are equal ids and the terms form a maximally shared
//! graph. Operands precede their users, which makes the order of ids a topological order: every
//! walk over a DAG is a loop over sorted ids.

use crate::bits::{Bits, word_count};
use crate::float::{Float, Format, RoundingMode};
use crate::sort::{Sort, SortError, SortKind, SortTable};
use crate::term::{ConstantId, Kind, Op, Symbol, SymbolData, Term};
use adumbra_stop::spend;
use cranelift_entity::{EntityRef, PrimaryMap};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// The work of making a term.
const INTERN: u64 = 60;

#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    operands: u32,
}

/// An arena of sorts, symbols and hash-consed terms.
///
/// One run and thread owns one arena; [`crate::copy::Copier`] carries terms to another. Ids of one
/// arena mean nothing in another.
#[derive(Clone, Debug)]
pub struct Terms {
    sorts: SortTable,
    symbols: PrimaryMap<Symbol, SymbolData>,
    symbol_ids: FxHashMap<SymbolData, Symbol>,
    names: FxHashMap<Box<str>, Symbol>,
    nodes: PrimaryMap<Term, Node>,
    operands: Vec<Term>,
    words: Vec<u64>,
    table: HashTable<Term>,
    sharing: bool,
    fresh: u64,
    /// Choices that are an operator of SMT-LIB whole, by the operator of the core in them.
    wholes: FxHashMap<Term, Term>,
    identity: Identity,
}

/// The number of an arena. A clone of an arena is another one: their terms differ from then on.
#[derive(Debug)]
struct Identity(u64);

impl Identity {
    fn new() -> Identity {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Identity(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Identity {
    fn clone(&self) -> Identity {
        Identity::new()
    }
}

/// Why operands do not fit an operator.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TypeError {
    /// Too few or too many operands.
    #[error("{op} takes {expected} operand(s), found {found}")]
    Arity {
        /// The operator.
        op: String,
        /// What it takes.
        expected: String,
        /// What it was given.
        found: usize,
    },
    /// An operand has the wrong sort.
    #[error("operand {position} of {op} has sort {found}, expected {expected}")]
    Operand {
        /// The operator.
        op: String,
        /// Number of the operand, from 1.
        position: usize,
        /// The sort it takes there.
        expected: String,
        /// The sort it was given.
        found: String,
    },
    /// An index of an operator is out of range.
    #[error("{op}: {cause}")]
    Index {
        /// The operator.
        op: String,
        /// What is wrong with the index.
        cause: String,
    },
    /// The result would have an impossible sort.
    #[error(transparent)]
    Sort(#[from] SortError),
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

impl Terms {
    /// An empty arena.
    pub fn new() -> Terms {
        Terms {
            sorts: SortTable::new(),
            symbols: PrimaryMap::new(),
            symbol_ids: FxHashMap::default(),
            names: FxHashMap::default(),
            nodes: PrimaryMap::new(),
            operands: Vec::new(),
            words: Vec::new(),
            table: HashTable::new(),
            sharing: true,
            fresh: 0,
            wholes: FxHashMap::default(),
            identity: Identity::new(),
        }
    }

    /// An arena that builds every compound term anew. It exists to measure what sharing is worth.
    pub fn without_sharing() -> Terms {
        Terms { sharing: false, ..Terms::new() }
    }

    /// A number that no other arena of the process has. Ids of terms mean nothing in another arena,
    /// so what is remembered by them is remembered with this.
    pub fn id(&self) -> u64 {
        self.identity.0
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    // --- sorts ---

    /// The sort of truth values.
    pub fn bool_sort(&self) -> Sort {
        SortTable::BOOL
    }

    /// The sort of bit-vectors of `width` bits.
    pub fn try_bv_sort(&mut self, width: u64) -> Result<Sort, SortError> {
        self.sorts.bit_vec(width)
    }

    /// The sort of bit-vectors of `width` bits.
    ///
    /// # Panics
    /// When the width is zero or above [`crate::sort::MAX_WIDTH`].
    pub fn bv_sort(&mut self, width: u32) -> Sort {
        self.try_bv_sort(u64::from(width)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The sort of arrays from `index` to `element`.
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Result<Sort, SortError> {
        self.sorts.array(index, element)
    }

    pub(crate) fn intern_float_sort(&mut self, format: Format) -> Sort {
        self.sorts.float(format)
    }

    /// The sort of rounding modes.
    pub fn rounding_mode_sort(&mut self) -> Sort {
        self.sorts.rounding_mode()
    }

    /// Whether any sort is of floating point: numbers or rounding modes. If not, no term is.
    pub fn has_floats(&self) -> bool {
        self.sorts.has_floats()
    }

    /// What a sort is.
    pub fn sort_kind(&self, sort: Sort) -> SortKind {
        self.sorts.kind(sort)
    }

    /// A sort in SMT-LIB's notation.
    pub fn sort_name(&self, sort: Sort) -> String {
        let mut name = String::new();
        // Writing to a string cannot fail.
        let _ = self.sorts.write(sort, &mut name);
        name
    }

    // --- symbols ---

    /// The symbol with this name and signature. The same name with another signature is another
    /// symbol.
    pub fn declare(&mut self, name: &str, parameters: &[Sort], result: Sort) -> Symbol {
        self.declare_symbol(SymbolData { name: name.into(), parameters: parameters.into(), result, hidden: None })
    }

    pub(crate) fn declare_symbol(&mut self, data: SymbolData) -> Symbol {
        if let Some(symbol) = self.symbol_ids.get(&data) {
            return *symbol;
        }
        let symbol = self.symbols.push(data.clone());
        if data.hidden.is_none() {
            self.names.entry(data.name.clone()).or_insert(symbol);
        }
        self.symbol_ids.insert(data, symbol);
        symbol
    }

    /// A variable with a name that no symbol has.
    pub fn fresh_var(&mut self, prefix: &str, sort: Sort) -> Term {
        loop {
            let name = format!("{prefix}!{}", self.fresh);
            self.fresh += 1;
            if self.find_symbol(&name).is_none() {
                return self.var(&name, sort);
            }
        }
    }

    /// The first symbol declared with this name; never a hidden one.
    pub fn find_symbol(&self, name: &str) -> Option<Symbol> {
        self.names.get(name).copied()
    }

    /// Name and signature.
    pub fn symbol(&self, symbol: Symbol) -> &SymbolData {
        &self.symbols[symbol]
    }

    /// All symbols in order of declaration.
    pub fn symbols(&self) -> impl Iterator<Item = (Symbol, &SymbolData)> {
        self.symbols.iter()
    }

    /// The variable of this name and sort.
    pub fn var(&mut self, name: &str, sort: Sort) -> Term {
        let symbol = self.declare(name, &[], sort);
        self.symbol_var(symbol)
    }

    /// The variable of a symbol that takes no arguments.
    ///
    /// # Panics
    /// When the symbol takes arguments.
    pub fn symbol_var(&mut self, symbol: Symbol) -> Term {
        assert!(self.symbols[symbol].parameters.is_empty(), "a function is not a variable");
        let sort = self.symbols[symbol].result;
        self.intern(Op::Var(symbol), sort, &[])
    }

    // --- nodes ---

    /// The operator of a term.
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term].op
    }

    /// The operator of a term without its parameters.
    pub fn kind(&self, term: Term) -> Kind {
        self.nodes[term].op.kind()
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term].sort
    }

    /// The operands of a term.
    pub fn operands(&self, term: Term) -> &[Term] {
        let node = self.nodes[term];
        let start = node.operands as usize;
        &self.operands[start..start + self.arity(node.op)]
    }

    fn arity(&self, op: Op) -> usize {
        match op {
            Op::Apply(symbol) => self.symbols[symbol].parameters.len(),
            _ => op.kind().arity().unwrap_or(0),
        }
    }

    /// Whether a term is a truth value.
    pub fn is_bool(&self, term: Term) -> bool {
        self.sort(term) == SortTable::BOOL
    }

    /// The width of a bit-vector term.
    pub fn bv_width(&self, term: Term) -> Option<u32> {
        match self.sort_kind(self.sort(term)) {
            SortKind::BitVec(width) => Some(width),
            _ => None,
        }
    }

    /// The width of a bit-vector term.
    ///
    /// # Panics
    /// When the term is none.
    pub fn width(&self, term: Term) -> u32 {
        self.bv_width(term).unwrap_or_else(|| panic!("a term of sort {} has no width", self.sort_name(self.sort(term))))
    }

    /// The words of a bit-vector constant, least significant first.
    pub fn constant_words(&self, term: Term) -> Option<&[u64]> {
        match self.op(term) {
            Op::Const(ConstantId(start)) => {
                let start = start as usize;
                Some(&self.words[start..start + word_count(self.width(term))])
            }
            _ => None,
        }
    }

    /// The value of a bit-vector constant.
    pub fn constant(&self, term: Term) -> Option<Bits> {
        let words = self.constant_words(term)?;
        Some(Bits::from_words(self.width(term), words.iter().copied()))
    }

    /// The words of a constant of any sort.
    fn pool_words(&self, term: Term) -> Option<&[u64]> {
        match self.op(term) {
            Op::Float(ConstantId(start)) => {
                let start = start as usize;
                Some(&self.words[start..start + word_count(self.float_format(term)?.width())])
            }
            _ => self.constant_words(term),
        }
    }

    /// The value of a floating-point constant.
    pub fn float_value(&self, term: Term) -> Option<Float> {
        let Op::Float(_) = self.op(term) else { return None };
        let (format, words) = (self.float_format(term)?, self.pool_words(term)?);
        Some(Float::from_bits(format, Bits::from_words(format.width(), words.iter().copied())))
    }

    /// The value of a rounding mode.
    pub fn mode_value(&self, term: Term) -> Option<RoundingMode> {
        match self.op(term) {
            Op::RoundingMode(mode) => Some(mode),
            _ => None,
        }
    }

    /// The value of a Boolean constant.
    pub fn truth(&self, term: Term) -> Option<bool> {
        match self.op(term) {
            Op::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a term is a constant: of any sort but an array.
    pub fn is_constant(&self, term: Term) -> bool {
        matches!(self.op(term), Op::Bool(_) | Op::Const(_) | Op::Float(_) | Op::RoundingMode(_))
    }

    /// All terms, operands first.
    pub fn iter(&self) -> impl Iterator<Item = Term> + use<> {
        (0..self.nodes.len()).map(Term::new)
    }

    /// A Boolean constant.
    pub fn bool(&mut self, value: bool) -> Term {
        self.intern(Op::Bool(value), SortTable::BOOL, &[])
    }

    /// A bit-vector constant.
    ///
    /// # Panics
    /// When the value is wider than [`crate::sort::MAX_WIDTH`].
    pub fn bv(&mut self, value: &Bits) -> Term {
        let sort = self.bv_sort(value.width());
        self.constant_of(sort, value, Op::Const)
    }

    pub(crate) fn float_constant(&mut self, value: &Float) -> Term {
        let sort = self.sorts.float(value.format());
        self.constant_of(sort, value.bits(), Op::Float)
    }

    pub(crate) fn rounding_constant(&mut self, mode: RoundingMode) -> Term {
        let sort = self.sorts.rounding_mode();
        self.intern(Op::RoundingMode(mode), sort, &[])
    }

    /// The constant of a sort with these words; the sort decides the operator.
    fn constant_of(&mut self, sort: Sort, value: &Bits, op: fn(ConstantId) -> Op) -> Term {
        let mut hasher = FxHasher::default();
        (sort, value.words()).hash(&mut hasher);
        let hash = hasher.finish();
        let Terms { nodes, words, table, .. } = self;
        let found = table.find(hash, |&term| match nodes[term] {
            Node { op: Op::Const(ConstantId(start)) | Op::Float(ConstantId(start)), sort: other, .. } => {
                other == sort && words[start as usize..].starts_with(value.words())
            }
            _ => false,
        });
        if let Some(term) = found {
            return *term;
        }
        let start = ConstantId(self.words.len() as u32);
        self.words.extend_from_slice(value.words());
        self.insert(hash, Node { op: op(start), sort, operands: 0 })
    }

    /// A bit-vector constant, modulo 2^width.
    pub fn bv_u64(&mut self, width: u32, value: u64) -> Term {
        self.bv(&Bits::from_u64(width, value))
    }

    pub(crate) fn intern(&mut self, op: Op, sort: Sort, operands: &[Term]) -> Term {
        spend(INTERN);
        let hash = hash_node(op, sort, operands);
        if self.sharing || operands.is_empty() {
            let Terms { nodes, operands: pool, table, .. } = &*self;
            let found = table.find(hash, |&term| {
                let node = nodes[term];
                node.op == op && node.sort == sort && pool[node.operands as usize..].starts_with(operands)
            });
            if let Some(term) = found {
                return *term;
            }
        }
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        self.insert(hash, Node { op, sort, operands: start })
    }

    fn insert(&mut self, hash: u64, node: Node) -> Term {
        let term = self.nodes.push(node);
        let mut table = std::mem::take(&mut self.table);
        table.insert_unique(hash, term, |&term| self.hash_of(term));
        self.table = table;
        term
    }

    fn hash_of(&self, term: Term) -> u64 {
        let node = self.nodes[term];
        match self.pool_words(term) {
            Some(words) => {
                let mut hasher = FxHasher::default();
                (node.sort, words).hash(&mut hasher);
                hasher.finish()
            }
            None => hash_node(node.op, node.sort, self.operands(term)),
        }
    }

    /// Notes that a term is SMT-LIB's operator, open results and all, that `core` is part of.
    pub(crate) fn note_whole(&mut self, term: Term, core: Term) {
        self.wholes.insert(term, core);
    }

    /// The operator of the core in a term that is SMT-LIB's operator whole.
    pub(crate) fn whole(&self, term: Term) -> Option<Term> {
        self.wholes.get(&term).copied()
    }
}

fn hash_node(op: Op, sort: Sort, operands: &[Term]) -> u64 {
    let mut hasher = FxHasher::default();
    (op, sort, operands).hash(&mut hasher);
    hasher.finish()
}
