//! The evaluator: the meaning of terms, and the oracle of everything that transforms them.
//!
//! A [`Plan`] lists the steps of a DAG once, operands first, and runs them for any number of
//! models. Arrays are not built while selects can be answered by walking down the stores; they are
//! built where they are compared, passed on or asked for. So a chain of stores costs what its
//! selects visit and never a copy per store.

use crate::arena::Terms;
use crate::bits::Bits;
use crate::float_terms;
use crate::sort::SortKind;
use crate::term::{Op, Symbol, Term};
use crate::value::{ArrayValue, IndexSort, Model, Value};
use crate::walk::reachable;
use adumbra_stop::spend;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The work of planning and of evaluating a term.
const PLAN: u64 = 90;
const STEP: u64 = 60;

#[derive(Clone, Debug)]
enum Action {
    Constant(Value),
    Variable(Symbol, Value),
    Apply(Symbol, Value),
    /// An array that only selects and stores look at.
    Lazy,
    /// An array that is needed as a value; the sort of its index.
    Materialise(IndexSort),
    /// Any other operator, with the sort of its result.
    Plain(Op, SortKind),
}

#[derive(Clone, Debug)]
struct Step {
    op: Op,
    action: Action,
    operands: std::ops::Range<usize>,
}

/// The steps that evaluate some roots.
#[derive(Clone, Debug)]
pub struct Plan {
    steps: Vec<Step>,
    operands: Vec<usize>,
    roots: Vec<usize>,
    values: Vec<Option<Value>>,
}

/// The value of one term.
pub fn evaluate(terms: &Terms, model: &Model, root: Term) -> Value {
    let mut plan = Plan::new(terms, &[root]);
    plan.run(model);
    plan.value(0).clone()
}

/// Applies an operator of the core language to values; `sort` is that of the result, which only
/// counts for operators whose operands do not decide it. `None` when the values do not fit, and for
/// constants, symbols and constant arrays.
pub fn apply(op: Op, sort: SortKind, operands: &[&Value]) -> Option<Value> {
    use Value as V;
    let bits = |i: usize| operands.get(i).and_then(|value| value.as_bits());
    let truth = |i: usize| operands.get(i).and_then(|value| value.as_bool());
    let two = |f: fn(&Bits, &Bits) -> Bits| Some(V::Bits(f(bits(0)?, bits(1)?)));
    match op {
        Op::Not => Some(V::Bool(!truth(0)?)),
        Op::And => Some(V::Bool(truth(0)? && truth(1)?)),
        Op::Or => Some(V::Bool(truth(0)? || truth(1)?)),
        Op::Eq => Some(V::Bool(operands.first()? == operands.get(1)?)),
        Op::Ite => Some((**operands.get(if truth(0)? { 1 } else { 2 })?).clone()),
        Op::BvNot => Some(V::Bits(bits(0)?.not())),
        Op::BvNeg => Some(V::Bits(bits(0)?.neg())),
        Op::BvAnd => two(Bits::and),
        Op::BvOr => two(Bits::or),
        Op::BvXor => two(Bits::xor),
        Op::BvAdd => two(Bits::add),
        Op::BvMul => two(Bits::mul),
        Op::BvUdiv => two(Bits::udiv),
        Op::BvUrem => two(Bits::urem),
        Op::BvSdiv => two(Bits::sdiv),
        Op::BvSrem => two(Bits::srem),
        Op::BvShl => two(Bits::shl),
        Op::BvLshr => two(Bits::lshr),
        Op::BvAshr => two(Bits::ashr),
        Op::BvUlt => Some(V::Bool(bits(0)?.ult(bits(1)?))),
        Op::BvSlt => Some(V::Bool(bits(0)?.slt(bits(1)?))),
        Op::Concat => two(Bits::concat),
        Op::Extract(low) => match sort {
            SortKind::BitVec(width) if low + width <= bits(0)?.width() => {
                Some(V::Bits(bits(0)?.extract(low + width - 1, low)))
            }
            _ => None,
        },
        Op::SignExtend => match sort {
            SortKind::BitVec(width) if width >= bits(0)?.width() => Some(V::Bits(bits(0)?.sign_extend(width))),
            _ => None,
        },
        Op::Select => match operands {
            [V::Array(array), index] => Some(array.get(index).clone()),
            _ => None,
        },
        Op::Store => match operands {
            [V::Array(array), index, value] => Some(V::Array(array.clone().store((*index).clone(), (*value).clone()))),
            _ => None,
        },
        _ => float_terms::apply(op, sort, operands),
    }
}

impl Plan {
    /// Plans the evaluation of `roots`.
    pub fn new(terms: &Terms, roots: &[Term]) -> Plan {
        let order = reachable(terms, roots);
        spend(order.len() as u64 * PLAN);
        let position: FxHashMap<Term, usize> = order.iter().enumerate().map(|(i, term)| (*term, i)).collect();
        let mut needed = vec![false; order.len()];
        for root in roots {
            needed[position[root]] = true;
        }
        for term in &order {
            // Everything but the array that a select reads, a store changes or a choice passes on.
            let lazy: &[usize] = match terms.op(*term) {
                Op::Select | Op::Store => &[0],
                Op::Ite => &[1, 2],
                _ => &[],
            };
            for (i, operand) in terms.operands(*term).iter().enumerate() {
                needed[position[operand]] |= !lazy.contains(&i);
            }
        }
        let mut plan = Plan {
            steps: Vec::with_capacity(order.len()),
            operands: Vec::new(),
            roots: roots.iter().map(|root| position[root]).collect(),
            values: vec![None; order.len()],
        };
        for (i, term) in order.iter().enumerate() {
            let start = plan.operands.len();
            plan.operands.extend(terms.operands(*term).iter().map(|operand| position[operand]));
            let action = Plan::action(terms, *term, needed[i]);
            plan.steps.push(Step { op: terms.op(*term), action, operands: start..plan.operands.len() });
        }
        plan
    }

    fn action(terms: &Terms, term: Term, needed: bool) -> Action {
        let sort = terms.sort(term);
        let kind = terms.sort_kind(sort);
        match (terms.op(term), kind) {
            (Op::Bool(value), _) => Action::Constant(Value::Bool(value)),
            (Op::Const(_), _) => Action::Constant(terms.constant(term).map_or(Value::Bool(false), Value::Bits)),
            (Op::Float(_), _) => Action::Constant(terms.float_value(term).map_or(Value::Bool(false), Value::Float)),
            (Op::RoundingMode(mode), _) => Action::Constant(Value::RoundingMode(mode)),
            (Op::Var(symbol), _) => Action::Variable(symbol, Value::zero(terms, sort)),
            (Op::Apply(symbol), _) => Action::Apply(symbol, Value::zero(terms, sort)),
            (Op::Store | Op::ConstArray | Op::Ite, SortKind::Array { index, .. }) => {
                if needed {
                    Action::Materialise(IndexSort::of(terms, index))
                } else {
                    Action::Lazy
                }
            }
            (op, sort) => Action::Plain(op, sort),
        }
    }

    /// Evaluates the roots under a model. A value of the model that has the wrong sort is taken as
    /// the zero of the sort.
    pub fn run(&mut self, model: &Model) {
        spend(self.steps.len() as u64 * STEP);
        for i in 0..self.steps.len() {
            if !matches!(self.steps[i].action, Action::Constant(_)) || self.values[i].is_none() {
                let value = self.step(i, model);
                self.values[i] = value;
            }
        }
    }

    fn get(&self, step: usize, operand: usize) -> &Value {
        const FALSE: &Value = &Value::Bool(false);
        let range = &self.steps[step].operands;
        self.values[self.operands[range.start + operand]].as_ref().unwrap_or(FALSE)
    }

    fn step(&self, i: usize, model: &Model) -> Option<Value> {
        let step = &self.steps[i];
        match &step.action {
            Action::Constant(value) => Some(value.clone()),
            Action::Variable(symbol, zero) => {
                Some(model.values.get(symbol).filter(|value| same_shape(value, zero)).unwrap_or(zero).clone())
            }
            Action::Apply(symbol, zero) => {
                let arguments: Vec<Value> = (0..step.operands.len()).map(|n| self.get(i, n).clone()).collect();
                let result = model.functions.get(symbol).map(|function| function.get(&arguments));
                Some(result.filter(|value| same_shape(value, zero)).unwrap_or(zero).clone())
            }
            Action::Lazy => None,
            Action::Materialise(index) => Some(Value::Array(self.materialise(i, *index))),
            Action::Plain(Op::Select, _) => Some(self.select(i)),
            Action::Plain(op, sort) => {
                let operands: SmallVec<[&Value; 4]> = (0..step.operands.len()).map(|n| self.get(i, n)).collect();
                apply(*op, *sort, &operands)
            }
        }
    }

    fn select(&self, i: usize) -> Value {
        let index = self.get(i, 1);
        let mut at = self.operands[self.steps[i].operands.start];
        loop {
            if let Some(Value::Array(array)) = &self.values[at] {
                return array.get(index).clone();
            }
            match self.steps[at].op {
                Op::Store if self.get(at, 1) == index => return self.get(at, 2).clone(),
                Op::ConstArray => return self.get(at, 0).clone(),
                _ => at = self.below(at),
            }
        }
    }

    /// The array below a lazy one.
    fn below(&self, at: usize) -> usize {
        let operands = &self.operands[self.steps[at].operands.clone()];
        match self.steps[at].op {
            Op::Ite => operands[if self.get(at, 0).as_bool() == Some(true) { 1 } else { 2 }],
            _ => operands[0],
        }
    }

    fn materialise(&self, step: usize, index: IndexSort) -> ArrayValue {
        let mut stores = Vec::new();
        let mut at = step;
        let base = loop {
            match (&self.values[at], self.steps[at].op) {
                (Some(Value::Array(array)), _) if at != step => break array.clone(),
                (_, Op::ConstArray) => break ArrayValue::new(index, self.get(at, 0).clone(), []),
                (_, Op::Store) => {
                    stores.push((self.get(at, 1).clone(), self.get(at, 2).clone()));
                    at = self.below(at);
                }
                _ => at = self.below(at),
            }
        };
        base.store_all(stores.into_iter().rev())
    }

    /// The value of root number `root` in the last run.
    ///
    /// # Panics
    /// When nothing was run yet.
    pub fn value(&self, root: usize) -> &Value {
        self.values[self.roots[root]].as_ref().unwrap_or_else(|| panic!("the plan has not been run"))
    }
}

fn same_shape(value: &Value, zero: &Value) -> bool {
    match (value, zero) {
        (Value::Bool(_), Value::Bool(_)) => true,
        (Value::Bits(a), Value::Bits(b)) => a.width() == b.width(),
        (Value::Float(a), Value::Float(b)) => a.format() == b.format(),
        (Value::RoundingMode(_), Value::RoundingMode(_)) => true,
        (Value::Array(a), Value::Array(b)) => a.index_sort() == b.index_sort(),
        _ => false,
    }
}
