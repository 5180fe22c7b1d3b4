//! A domain of one's own as an analysis: it runs where it has what is needed, and says what it
//! lacks where it has not.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_analyses::numeric::{Numbers, Numeric};
use adumbra_domains::{Answer, Binary, Domain, Sort, Tristate};
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_laws::programs::main_with;
use adumbra_program::*;
use adumbra_stop::{MILLISECOND, Stop};
use adumbra_verdict::{Known, Reason};
use std::sync::Arc;

/// Even, odd, or any. There are sums and comparisons, and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Parity {
    Even,
    Odd,
    Any,
}

use Parity::*;

impl Domain for Parity {
    type Context = ();
    const NAME: &'static str = "parity";

    fn any(_: &mut (), _: Sort) -> Answer<Parity> {
        Ok(Any)
    }

    fn any_range(_: &mut (), _: Sort, _: i128, _: i128) -> Answer<Parity> {
        Ok(Any)
    }

    fn lift(_: &mut (), _: Sort, words: &[u64]) -> Answer<Parity> {
        Ok(if words[0] & 1 == 0 { Even } else { Odd })
    }

    fn binary(_: &mut (), op: Binary, _: Sort, a: &Parity, b: &Parity) -> Answer<Parity> {
        match op {
            Binary::Add if *a != Any && *b != Any => Ok(if a == b { Even } else { Odd }),
            Binary::Eq if *a != Any && *b != Any && a != b => Ok(Even),
            Binary::Add | Binary::Eq => Ok(Any),
            _ => Self::unsupported("product"),
        }
    }

    fn to_tristate(_: &mut (), sort: Sort, value: &Parity) -> Answer<Tristate> {
        Ok(match value {
            Odd => Tristate::True,
            Even if sort == Sort::BOOL => Tristate::False,
            _ => Tristate::Maybe,
        })
    }

    fn assume(ctx: &mut (), sort: Sort, value: &Parity, nonzero: bool) -> Answer<Option<Parity>> {
        Ok(Self::to_tristate(ctx, sort, value)?.admits(nonzero).then_some(*value))
    }

    fn join(_: &mut (), _: Sort, a: &Parity, b: &Parity) -> Answer<Parity> {
        Ok(if a == b { *a } else { Any })
    }

    fn meet(_: &mut (), _: Sort, a: &Parity, b: &Parity) -> Answer<Option<Parity>> {
        Ok(match (a, b) {
            (Any, x) | (x, Any) => Some(*x),
            _ => (a == b).then_some(*a),
        })
    }

    fn widen(ctx: &mut (), sort: Sort, old: &Parity, new: &Parity) -> Answer<Parity> {
        Self::join(ctx, sort, old, new)
    }

    fn is_below(_: &mut (), _: Sort, a: &Parity, b: &Parity) -> Answer<bool> {
        Ok(a == b || *b == Any)
    }
}

impl Numbers for Parity {
    const ANALYSIS: &'static str = "parity";

    fn context(_: &Program) {}

    fn known(&self, _: Type, _: &DataLayout) -> Vec<Known> {
        Vec::new()
    }

    fn show(&self, _: u32) -> String {
        format!("{self:?}")
    }
}

/// How the exploration of a program ends, and why it was cut off.
fn explore(program: &Arc<Program>) -> (Ended, Vec<Reason>) {
    let parts: Vec<Box<dyn Part>> = vec![
        Box::new(Component::new(LocationAnalysis::new(program, ExternalCalls::Followed))),
        Box::new(Component::new(CallStackAnalysis::new(program, 50))),
        Box::new(Component::new(Numeric::<Parity>::new(program, Externals::Pure, 3))),
    ];
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), Exploration::default());
    let ended = algorithm.run(&Stop::never().within(20 * MILLISECOND));
    (ended, algorithm.cuts().cloned().collect())
}

/// `x <- 0; while any { x <- x OP 2 }; if x = 1 error`.
fn program(op: &str) -> Arc<Program> {
    main_with(
        "reg %0 %1: i32",
        &format!(
            "  l0 -> l2: %0 = 0
  l2 -> l3: %1 = input nondet \"nondet\"
  l3 -> l4: [%1 == 7]
  l3 -> l5: [!(%1 == 7)]
  l4 -> l2: %0 = %0 {op} 2
  l5 -> l6: [%0 == 1]
  l5 -> l7: [!(%0 == 1)]
  l6 -> l8: violation error-call
  l8 stop
  l7 -> l1: return 0:i32"
        ),
    )
}

#[test]
fn a_domain_of_ones_own_runs_as_an_analysis() {
    assert_eq!(explore(&program("+")), (Ended::Fixpoint, Vec::new()), "an even number is not 1");
}

#[test]
fn an_operation_that_the_domain_lacks_is_a_defined_error() {
    let (_, cuts) = explore(&program("*"));
    let lacks = |reason: &Reason| matches!(reason, Reason::Unsupported { what, .. } if what == "the domain parity has no product");
    assert!(!cuts.is_empty() && cuts.iter().all(lacks), "{cuts:?}");
}
