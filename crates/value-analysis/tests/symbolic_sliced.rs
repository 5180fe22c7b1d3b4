//! Slicing and refinement of symbolic execution on the example that needs both.
//!
//! The first loop counts an unknown down, the second counts up to another one. Without a slice the
//! second is followed for ever, without a precision the first is; together they leave of the first
//! loop that it ends, and of the second nothing.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_analyses::pointers::Pointers;
use adumbra_analyses::slicing::{Slicing, SlicingOptions};
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_program::*;
use adumbra_stop::{MILLISECOND, Stop};
use adumbra_value_analysis::*;
use adumbra_verdict::Target;
use std::sync::Arc;

/// Lines are locations; l1 is the exit, and l20 is behind the error.
const EXAMPLE: &str = "program 1
layout LP64 64 \"x86_64-pc-linux-gnu\"
property unreach-call errors \"reach_error\"
entry @main
function @main() -> i32 {
  entry l0 exit l1
  reg %0.x %1.w %2.y: i32
  l0 -> l2: %0.x = input nondet \"nondet\"
  l2 -> l3: %1.w = input nondet \"nondet\"
  l3 -> l4: %2.y = 1
  l4 -> l5: [0:i32 <s %0.x]
  l4 -> l6: [!(0:i32 <s %0.x)]
  l5 -> l4: %0.x = %0.x - 1
  l6 -> l7: %1.w = %1.w + 1
  l7 -> l8: [(%0.x <s 0) & (%2.y <s 0)]
  l7 -> l9: [!((%0.x <s 0) & (%2.y <s 0))]
  l8 -> l12: violation error-call
  l9 -> l10: [%2.y <s %1.w]
  l9 -> l11: [!(%2.y <s %1.w)]
  l10 -> l9: %2.y = %2.y + 1
  l11 -> l1: return 0:i32
  l12 stop
}
symbol sym0 \"nondet\"
";

struct Nobody;

impl Judge<()> for Nobody {
    fn judge(&mut self, _: &Path, _: Target, _: &Stop) -> Judgement<()> {
        Judgement::Undecided("nobody judges here".into())
    }
}

/// What came out, how many refinements it took, and how many states are at each distance from the
/// start; covered ones, too.
struct Explored {
    outcome: Outcome<()>,
    refinements: u64,
    rows: Vec<usize>,
    covered: usize,
}

fn explore(sliced: bool, refined: bool, shift: bool, work: u64) -> Explored {
    let program = Arc::new(text::parse(EXAMPLE).unwrap_or_else(|e| panic!("{e}")));
    let options = ValueOptions { refined, refines: refined, scope: Scope::Global, ..ValueOptions::default() };
    let analysis =
        ValueAnalysis::new(&program, options).symbolic(&SymbolicOptions { shift, ..SymbolicOptions::default() });
    let value: Box<dyn Part> = Box::new(Component::new(analysis));
    let pointers = Pointers::new(&program, Externals::Pure);
    let value = match sliced {
        true => Box::new(Wrapper::new(Slicing::new(&program, &pointers, SlicingOptions::default()), value)),
        false => value,
    };
    let parts: Vec<Box<dyn Part>> = vec![
        Box::new(Component::new(LocationAnalysis::new(&program, ExternalCalls::Followed))),
        Box::new(Component::new(CallStackAnalysis::new(&program, 1000))),
        value,
    ];
    let exploration =
        Exploration { traversal: Traversal::BreadthFirst, granularity: Granularity::Edge, ..Exploration::default() };
    let algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    let refining = Refining { restart: true, ..Refining::default() };
    let mut cegar = Cegar::new(&program, algorithm, refining);
    let outcome = cegar.run(&mut Nobody, &Stop::never().within(work * MILLISECOND));
    let reached = cegar.algorithm().reached();
    let mut rows: Vec<usize> = Vec::new();
    let mut covered = 0;
    for (id, node) in reached.nodes() {
        let depth = reached.ancestors(id).len() - 1;
        rows.resize(rows.len().max(depth + 1), 0);
        rows[depth] += 1;
        covered += usize::from(matches!(node.status, Status::Covered(_)));
    }
    Explored { outcome, refinements: cegar.counts().refinements, rows, covered }
}

#[test]
fn sli_24_the_combination_proves_it_after_one_refinement() {
    let explored = explore(true, true, false, 1000);
    assert!(matches!(explored.outcome, Outcome::Proved), "{:?}", explored.outcome);
    assert_eq!(explored.refinements, 1);
    // One row a distance: l0 / l2 / l3 / l4 / l5 l6 / l4* l7 / l9 / l10 l11 / l9* l1.
    assert_eq!(explored.rows, [1, 1, 1, 1, 2, 2, 1, 2, 2]);
    assert_eq!(explored.covered, 2);
}

#[test]
fn sli_24_each_alone_goes_on_for_ever() {
    for (sliced, refined, refinements) in [(false, false, 0), (true, false, 1), (false, true, 1)] {
        let explored = explore(sliced, refined, false, 15);
        assert!(matches!(explored.outcome, Outcome::Paused), "{sliced} {refined}: {:?}", explored.outcome);
        assert_eq!(explored.refinements, refinements, "{sliced} {refined}");
        let start: &[usize] = match (sliced, refined) {
            // Both loops are unrolled. Once `x` is dead, what was found in the second loop after
            // one round of the first covers the next.
            (false, false) => &[1, 1, 1, 1, 2, 2, 3, 4, 5],
            // The second loop has few states for each round of the first.
            (true, _) => &[1, 1, 1, 1, 2, 2, 3],
            // The first loop is one round, the second goes on.
            (false, true) => &[1, 1, 1, 1, 2, 2, 1, 2, 2, 2],
        };
        assert!(explored.rows.starts_with(start), "{sliced} {refined}: {:?}", explored.rows);
        assert!(explored.rows.len() > 30, "{sliced} {refined}: {:?}", explored.rows);
    }
}

/// If unknowns are shifted, the first loop ends by itself: then slicing alone is enough, and
/// refinement alone still is not.
#[test]
fn with_shifted_unknowns_a_slice_is_enough() {
    for (sliced, refined, ends) in
        [(false, false, false), (true, false, true), (false, true, false), (true, true, true)]
    {
        let explored = explore(sliced, refined, true, 15);
        let is_right = match ends {
            true => matches!(explored.outcome, Outcome::Proved),
            false => matches!(explored.outcome, Outcome::Paused),
        };
        assert!(is_right, "{sliced} {refined}: {:?}", explored.outcome);
    }
}
