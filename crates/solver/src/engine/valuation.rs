//! The value of terms under the literals of the SAT core: open terms take what the core gave them,
//! all others are computed.
//!
//! Computing rather than reading the literals of gates means that a gate may be encoded in one
//! direction only.

use super::active::Active;
use adumbra_encode::Encoder;
use adumbra_terms::{EntityRef, Kind, Op, SortKind, Term, Terms, Value, evaluate};

/// Where the values of open terms come from.
#[derive(Clone, Copy)]
pub struct Open<'a> {
    /// Has them as literals of the SAT core.
    pub encoder: &'a Encoder,
    /// Says which of them matter; the others are zero, as in the model.
    pub active: &'a Active,
}

/// Values, each computed once a round.
#[derive(Default)]
pub struct Valuation {
    /// By term id; with the round in which it was computed.
    values: Vec<(u32, Value)>,
    round: u32,
    stack: Vec<Term>,
    /// An element of an array, a function or an array itself was met: its value is the core's, not
    /// that of the model.
    met_theories: bool,
}

impl Valuation {
    /// Forgets all values: the core has a new model.
    pub fn start(&mut self) {
        if self.round == u32::MAX {
            self.values.clear();
            self.round = 0;
        }
        self.round += 1;
        self.met_theories = false;
    }

    /// Were all values those of the evaluator, with variables as in the model?
    pub fn is_evaluation(&self) -> bool {
        !self.met_theories
    }

    fn known(&self, term: Term) -> Option<&Value> {
        self.values.get(term.index()).filter(|(round, _)| *round == self.round).map(|(_, value)| value)
    }

    /// The value of a term; that of an array is meaningless, and so is that of a term over array
    /// variables.
    pub fn value(&mut self, terms: &Terms, from: Open, term: Term) -> &Value {
        if self.values.len() < terms.len() {
            self.values.resize(terms.len(), (0, Value::Bool(false)));
        }
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(term);
        while let Some(&next) = stack.last() {
            if self.known(next).is_some() {
                stack.pop();
                continue;
            }
            let open = Encoder::is_open(terms, next);
            self.met_theories |= (open && terms.kind(next) != Kind::Var)
                || matches!(terms.sort_kind(terms.sort(next)), SortKind::Array { .. });
            let height = stack.len();
            if !open {
                stack.extend(terms.operands(next).iter().filter(|operand| self.known(**operand).is_none()));
            }
            if stack.len() == height {
                let value = if open { open_value(terms, from, next) } else { self.compute(terms, next) };
                self.values[next.index()] = (self.round, value);
                stack.pop();
            }
        }
        self.stack = stack;
        &self.values[term.index()].1
    }

    /// The truth of a term.
    pub fn truth(&mut self, terms: &Terms, from: Open, term: Term) -> bool {
        self.value(terms, from, term).as_bool() == Some(true)
    }

    fn compute(&self, terms: &Terms, term: Term) -> Value {
        let operand = |i: usize| &self.values[terms.operands(term)[i].index()].1;
        let computed = match (terms.op(term), terms.sort_kind(terms.sort(term))) {
            (_, SortKind::Array { .. }) => None,
            (Op::Bool(value), _) => Some(Value::Bool(value)),
            (Op::Const(_), _) => terms.constant(term).map(Value::Bits),
            (Op::Float(_), _) => terms.float_value(term).map(Value::Float),
            (Op::RoundingMode(mode), _) => Some(Value::RoundingMode(mode)),
            (op, sort) => match *terms.operands(term) {
                [_] => evaluate::apply(op, sort, &[operand(0)]),
                [_, _] => evaluate::apply(op, sort, &[operand(0), operand(1)]),
                [_, _, _] => evaluate::apply(op, sort, &[operand(0), operand(1), operand(2)]),
                [_, _, _, _] => evaluate::apply(op, sort, &[operand(0), operand(1), operand(2), operand(3)]),
                _ => None,
            },
        };
        computed.unwrap_or(Value::Bool(false))
    }
}

fn open_value(terms: &Terms, from: Open, term: Term) -> Value {
    let known = if from.active.contains(term) { from.encoder.value(terms, term) } else { None };
    known.unwrap_or_else(|| match terms.sort_kind(terms.sort(term)) {
        SortKind::Array { .. } => Value::Bool(false),
        _ => Value::zero(terms, terms.sort(term)),
    })
}
