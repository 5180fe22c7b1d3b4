//! Programs in textual form, and a small constant propagation to try the engine with.

use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_engine::*;
use adumbra_program::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A program whose only function is `main`, from the lines of its body.
pub fn main_with(registers: &str, body: &str) -> Arc<Program> {
    let text = format!(
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\nentry @main\n\n\
         function @main() -> i32 {{\n  entry l0 exit l1\n  {registers}\n{body}\n}}\n\nsymbol sym0 \"nondet\"\n"
    );
    Arc::new(text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}")))
}

/// Constants of registers: what is not in the map is unknown. The textbook example of a domain.
pub struct Constants {
    pub program: Arc<Program>,
}

impl Constants {
    pub fn of(&self, state: &BTreeMap<Register, u64>, expr: ExprId) -> Option<u64> {
        let pool = &self.program.exprs;
        let mask = |width: u32| if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        match (pool.get(expr), pool.ty(expr)) {
            (Expr::Register(r), _) => state.get(&r).copied(),
            (Expr::Const(c), _) => Some(c),
            (Expr::Binary(op, a, b), ty) => {
                let (x, y) = (self.of(state, a)?, self.of(state, b)?);
                let width = ty.fixed_bits()?;
                match op {
                    BinaryOp::Add => Some(x.wrapping_add(y) & mask(width)),
                    BinaryOp::Sub => Some(x.wrapping_sub(y) & mask(width)),
                    BinaryOp::Eq => Some((x == y).into()),
                    BinaryOp::Ne => Some((x != y).into()),
                    BinaryOp::Ult => Some((x < y).into()),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl Analysis for Constants {
    type State = BTreeMap<Register, u64>;
    type Precision = ();

    fn name(&self) -> &'static str {
        "constants"
    }

    fn initial(&mut self) -> (Self::State, ()) {
        (BTreeMap::new(), ())
    }

    fn order(&self) -> Order {
        Order::General
    }

    fn covers(&mut self, general: &Self::State, special: &Self::State) -> bool {
        general.iter().all(|(r, v)| special.get(r) == Some(v))
    }

    fn join(&mut self, a: &Self::State, b: &Self::State) -> Option<Self::State> {
        Some(a.iter().filter(|(r, v)| b.get(r) == Some(v)).map(|(r, v)| (*r, *v)).collect())
    }

    fn decide(&mut self, state: &Self::State, condition: ExprId) -> Option<bool> {
        self.of(state, condition).map(|v| v == 1)
    }

    fn transfer(&mut self, state: &mut Self::State, _: &(), step: Move, _: &Siblings<'_>) -> Flow<Self::State> {
        let program = Arc::clone(&self.program);
        match &program.edges[step.edge()].op {
            Op::Assume { condition, truth } => {
                if self.of(state, *condition).is_some_and(|v| (v == 1) != *truth) {
                    return Flow::Dead;
                }
                if let (Expr::Binary(BinaryOp::Eq, a, b), true) = (program.exprs.get(*condition), *truth)
                    && let (Expr::Register(r), Some(value)) = (program.exprs.get(a), self.of(state, b))
                {
                    state.insert(r, value);
                }
            }
            Op::Assign(pairs) => {
                let values: Vec<_> = pairs.iter().map(|(r, e)| (*r, self.of(state, *e))).collect();
                for (register, value) in values {
                    match value {
                        Some(value) => state.insert(register, value),
                        None => state.remove(&register),
                    };
                }
            }
            op => op.for_each_definition(|r| {
                state.remove(&r);
            }),
        }
        Flow::On
    }

    fn answer(&self, state: &Self::State, question: Question) -> Option<Fact> {
        match question {
            Question::Constant(expr) => self.of(state, expr).map(|v| Fact::Constant(v.into())),
            _ => None,
        }
    }

    fn show(&self, state: &Self::State) -> String {
        state.iter().map(|(r, v)| format!("{r}={v}")).collect::<Vec<_>>().join(" ")
    }
}

/// The states of a part in the reached set, as text, sorted.
pub fn shown(algorithm: &Algorithm) -> Vec<String> {
    let mut states: Vec<String> =
        algorithm.reached().reached().map(|(_, n)| algorithm.part().show(n.state).replace('\n', " ")).collect();
    states.sort();
    states
}

/// Locations, as a component.
pub fn location(program: &Arc<Program>) -> Box<dyn Part> {
    Box::new(Component::new(LocationAnalysis::new(program, ExternalCalls::Followed)))
}
