//! Predicate states by the definitions of their operators: when one covers another, when two are
//! merged, and what the result stands for.

use adumbra_dependence::{Andersen, Outside, Regions};
use adumbra_engine::{Analysis, Flow, Siblings};
use adumbra_interpreter::Externals;
use adumbra_judges::Oracle;
use adumbra_laws::programs::main_with;
use adumbra_predicate_analysis::{
    Blocks, GivenPredicates, PredicateAnalysis, PredicateOptions, PredicatePrecision, PredicateScope, PredicateState,
};
use adumbra_program::*;
use adumbra_stop::Stop;
use std::sync::Arc;

/// `x` and `y` are inputs. Four ways lead from l4 to l9, which is no place where blocks end if
/// these are loops; behind l9 is a loop that counts `y` up.
fn program() -> Arc<Program> {
    main_with(
        "reg %0.x %1.y: i32",
        "  l0 -> l2: %0.x = input nondet \"nondet\"
  l2 -> l4: %1.y = 0
  l3 stop
  l4 -> l5: [%0.x <u 10]
  l4 -> l6: [!(%0.x <u 10)]
  l5 -> l7: [%0.x <u 5]
  l5 -> l8: [!(%0.x <u 5)]
  l6 -> l9: nop
  l7 -> l9: nop
  l8 -> l9: nop
  l9 -> l10: nop
  l10 -> l11: [%1.y <u %0.x]
  l10 -> l12: [!(%1.y <u %0.x)]
  l11 -> l10: %1.y = %1.y + 1
  l12 -> l1: return %0.x + %1.y",
    )
}

const GIVEN: &str = "(declare-fun |main::%0| () (_ BitVec 32))\n(declare-fun |main::%1| () (_ BitVec 32))\n\
    (assert (bvult |main::%0| #x0000000a))\n(assert (bvult |main::%0| #x00000005))\n(assert (= |main::%1| #x00000000))\n";

/// The analysis with its precision, to take moves one by one.
struct Walker {
    program: Arc<Program>,
    analysis: PredicateAnalysis,
    precision: PredicatePrecision,
    start: PredicateState,
}

impl Walker {
    fn new(blocks: Blocks) -> Walker {
        let program = program();
        let regions = Arc::new(Regions::new(&program, &Andersen::new(&program, Outside::Pure)));
        let given = Arc::new(GivenPredicates::read("given.smt2", GIVEN).unwrap());
        let options = PredicateOptions {
            by_blocks: false,
            interpolants: Default::default(),
            blocks,
            cartesian: false,
            watched: false,
            scope: PredicateScope::Global,
            conflicts: 10_000,
            externals: Externals::Pure,
            stop: Stop::never(),
            oracle: Oracle::default(),
            strengthened: false,
            given: Some(Arc::clone(&given)),
            found: None,
        };
        let mut analysis = PredicateAnalysis::new(&program, &regions, options);
        let (start, precision) = analysis.initial();
        assert!(given.remarks().is_empty(), "{:?}", given.remarks());
        Walker { program, analysis, precision, start }
    }

    /// The state after the edges between these locations; `None` if no execution goes there.
    fn walk(&mut self, from: Option<&PredicateState>, locations: &[u32]) -> Option<PredicateState> {
        let mut state = from.unwrap_or(&self.start).clone();
        for pair in locations.windows(2) {
            let ends = |data: &EdgeData| [data.from.as_u32(), data.to.as_u32()] == *pair;
            let (edge, _) = self.program.edges.iter().find(|(_, data)| ends(data)).unwrap();
            match self.analysis.transfer(&mut state, &self.precision, Move::Edge(edge), &Siblings::NONE) {
                Flow::On => {}
                _ => return None,
            }
        }
        Some(state)
    }

    fn covers(&mut self, general: &PredicateState, special: &PredicateState) -> bool {
        self.analysis.covers(general, special)
    }

    fn merge(&mut self, new: &PredicateState, old: &PredicateState) -> Option<PredicateState> {
        let precision = self.precision.clone();
        self.analysis.merge(new, old, &precision)
    }
}

/// Where blocks end after every move, a state is an abstraction, and one covers another if that
/// entails it.
#[test]
fn bam_28_an_abstraction_covers_what_entails_it() {
    let mut walker = Walker::new(Blocks::Single);
    let any = walker.walk(None, &[0, 2, 4]).unwrap();
    let below_ten = walker.walk(None, &[0, 2, 4, 5]).unwrap();
    let below_five = walker.walk(None, &[0, 2, 4, 5, 7]).unwrap();
    let ten = walker.walk(None, &[0, 2, 4, 6]).unwrap();
    let chain = [&any, &below_ten, &below_five];
    for (i, general) in chain.iter().enumerate() {
        for (k, special) in chain.iter().enumerate() {
            assert_eq!(walker.covers(general, special), i <= k, "{i} {k}");
        }
    }
    assert!(walker.covers(&any, &ten) && !walker.covers(&below_ten, &ten) && !walker.covers(&ten, &below_five));
    // Two ways to the same abstraction cover each other, whatever way they came.
    let again = walker.walk(None, &[0, 2, 4, 5, 7, 9]).unwrap();
    assert!(walker.covers(&again, &below_five) && walker.covers(&below_five, &again));
    // Abstractions are never merged.
    assert!(!walker.analysis.merges());
    assert!(walker.merge(&ten, &below_five).is_none());
}

/// Within a block that began with the same abstraction, ways to the same place become one: the
/// disjunction of what happened. It covers both and whatever they cover; neither of them covers the
/// other or the result.
#[test]
fn bam_28_blocks_from_one_abstraction_become_their_disjunction() {
    let mut walker = Walker::new(Blocks::Loops);
    let ways = [[0, 2, 4, 5, 7, 9], [0, 2, 4, 5, 8, 9]].map(|way| walker.walk(None, &way).unwrap());
    let third = walker.walk(None, &[0, 2, 4, 6, 9]).unwrap();
    let [a, b] = &ways;
    assert!(!walker.covers(a, b) && !walker.covers(b, a));
    assert!(walker.covers(a, a));
    let either = walker.merge(a, b).unwrap();
    assert!(walker.covers(&either, a) && walker.covers(&either, b));
    assert!(!walker.covers(a, &either) && !walker.covers(b, &either) && !walker.covers(&either, &third));
    let all = walker.merge(&third, &either).unwrap();
    for part in [a, b, &third, &either] {
        assert!(walker.covers(&all, part));
        assert!(!walker.covers(part, &all));
    }
    // What is part of a state already does not change it.
    let same = walker.merge(a, &all);
    assert!(same.is_none_or(|same| walker.covers(&same, &all) && walker.covers(&all, &same)));
    // The disjunction of the formulas: its abstraction is the disjunction of theirs, x below 10,
    // and of all of them nothing about x.
    let to_head = |walker: &mut Walker, state: &PredicateState| walker.walk(Some(state), &[9, 10]).unwrap();
    let [low, middle, below_ten, any] = [a, b, &either, &all].map(|state| to_head(&mut walker, state));
    assert!(walker.covers(&below_ten, &low) && walker.covers(&below_ten, &middle) && !walker.covers(&low, &below_ten));
    assert!(walker.covers(&any, &below_ten) && !walker.covers(&below_ten, &any));
    assert!(!walker.covers(&low, &middle) && !walker.covers(&middle, &low));
}

/// Blocks that began with different abstractions are never merged and never cover each other, also
/// at the same location.
#[test]
fn bam_28_different_abstractions_stay_apart() {
    let mut walker = Walker::new(Blocks::Loops);
    let first = walker.walk(None, &[0, 2, 4, 5, 8, 9, 10]).unwrap();
    let second = walker.walk(Some(&first), &[10, 11, 10]).unwrap();
    // y is 0 at first, and then it is not.
    assert!(!walker.covers(&first, &second) && !walker.covers(&second, &first));
    let [a, b] = [&first, &second].map(|head| walker.walk(Some(head), &[10, 11]).unwrap());
    assert!(walker.merge(&a, &b).is_none() && walker.merge(&b, &a).is_none());
    assert!(!walker.covers(&a, &b) && !walker.covers(&b, &a));
    assert_ne!(walker.analysis.partition(&a), walker.analysis.partition(&b));
    // A block and an abstraction are not compared, and abstractions not merged.
    assert!(!walker.covers(&first, &a) && !walker.covers(&a, &first));
    assert!(walker.merge(&first, &second).is_none() && walker.merge(&a, &first).is_none());
    // The third time at the head nothing is new: y is not 0.
    let third = walker.walk(Some(&second), &[10, 11, 10]).unwrap();
    assert!(walker.covers(&second, &third));
}

/// An abstraction that is contradictory has no successor.
#[test]
fn bam_28_what_cannot_be_is_no_state() {
    let mut walker = Walker::new(Blocks::Loops);
    let ten = walker.walk(None, &[0, 2, 4, 6, 9, 10]).unwrap();
    // y is 0 and x is at least 10, so the loop is not left at once.
    assert!(walker.walk(Some(&ten), &[10, 12]).is_some(), "inside a block nothing is asked");
    let mut walker = Walker::new(Blocks::Single);
    let ten = walker.walk(None, &[0, 2, 4, 6, 9, 10]).unwrap();
    assert!(walker.walk(Some(&ten), &[10, 12]).is_none());
}

/// Where blocks pass the heads of loops, a block may be the beginning of another that comes to the
/// same place. They took no different sides of a branch, so that they are not alternatives, in
/// whatever order they are met.
#[test]
fn iterations_within_a_block_are_no_alternatives() {
    let mut walker = Walker::new(Blocks::Never);
    let once = walker.walk(None, &[0, 2, 4, 6, 9, 10]).unwrap();
    let twice = walker.walk(Some(&once), &[10, 11, 10]).unwrap();
    assert!(walker.merge(&once, &twice).is_none() && walker.merge(&twice, &once).is_none());
    assert!(!walker.covers(&once, &twice) && !walker.covers(&twice, &once));
    assert_ne!(walker.analysis.partition(&once), walker.analysis.partition(&twice));
    // In the same iteration they are.
    let other = walker.walk(None, &[0, 2, 4, 5, 8, 9, 10]).unwrap();
    assert!(walker.merge(&once, &other).is_some());
}
