//! What an abstractor does beside abstracting: limits, what it remembers, other arenas, other
//! solvers, arrays and functions.

use crate::common::{self, abstractor, abstractor_with};
use adumbra_interpolate::{Interpolation, Query};
use adumbra_predicates::{Abstraction, AbstractionOptions, Abstractor, PredicateId, Region};
use adumbra_sat::Limits;
use adumbra_solver::engine::Embedded;
use adumbra_solver::layer::{Layer, LayerOptions};
use adumbra_solver::options::Options;
use adumbra_solver::solver::{Core, Solver, SolverError, Tracked, Unknown, Verdict};
use adumbra_stop::Stop;
use adumbra_terms::smtlib::{Command, Reader};
use adumbra_terms::{Model, Term, Terms};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The first so many assertions of a script are formulas, the others instances of predicates.
fn read(text: &str, formulas: usize) -> (Terms, Vec<Term>, Vec<(PredicateId, Term)>) {
    let mut terms = Terms::new();
    let mut reader = Reader::new(text);
    let mut asserted = Vec::new();
    while let Some(command) = reader.next(&mut terms).unwrap() {
        if let Command::Assert(term, _) = command {
            asserted.push(term);
        }
    }
    let predicates = asserted.split_off(formulas);
    (terms, asserted, (0..).map(PredicateId).zip(predicates).collect())
}

const WORDS: &str = "(declare-const x (_ BitVec 32)) (declare-const y (_ BitVec 32)) (declare-const z (_ BitVec 32))
    (declare-const m (Array (_ BitVec 32) (_ BitVec 8))) (declare-const n (Array (_ BitVec 32) (_ BitVec 8)))
    (declare-const p Bool) (declare-fun f ((_ BitVec 32)) (_ BitVec 32))";

fn show(abstractor: &Abstractor, result: Abstraction) -> String {
    abstractor.regions.show(result.region, |predicate| predicate.0.to_string())
}

/// Formulas, predicates, and the region: Boolean, Cartesian.
fn check(formulas: &[&str], predicates: &[&str], boolean: &str, cartesian: &str) {
    let all: Vec<String> = formulas.iter().chain(predicates).map(|term| format!("(assert {term})")).collect();
    let (mut terms, given, predicates) = read(&(WORDS.to_owned() + &all.concat()), formulas.len());
    let mut abstractor = abstractor();
    let limits = Limits::none();
    let result = abstractor.boolean(&mut terms, &given, &predicates, &limits).unwrap();
    assert_eq!((show(&abstractor, result).as_str(), result.exact), (boolean, true), "{formulas:?}");
    let result = abstractor.cartesian(&mut terms, &given, &predicates, &limits).unwrap();
    assert_eq!((show(&abstractor, result).as_str(), result.exact), (cartesian, true), "{formulas:?}");
}

#[test]
fn words_arrays_and_functions() {
    // Unsatisfiable, by search and at once.
    check(&["(bvult x y)", "(bvult y z)", "(bvult z x)"], &["p"], "false", "false");
    check(&["(= x #x00000001)", "(= x #x00000002)"], &["p"], "false", "false");
    // No formulas: what predicates say about each other.
    check(&[], &["(= x #x00000003)", "(bvult x #x00000005)"], "0 & 1 | !0", "true");
    check(&[], &["p", "(not p)"], "0 & !1 | !0 & 1", "true");
    // Definitions in a circle.
    check(
        &["(= x (bvor y #x00000001))", "(= y (bvor x #x00000001))"],
        &["(= x y)", "(= x #x00000000)"],
        "0 & !1",
        "0 & !1",
    );
    // The formulas contain a predicate, and the negation of one.
    check(&["(bvult x y)", "(not (bvult y z))"], &["(bvult x y)", "(bvult y z)", "(bvult z y)"], "0 & !1", "0 & !1");
    // Memory.
    check(
        &["(= n (store m x #x07))"],
        &["(= (select n x) #x07)", "(= (select n y) #x07)", "(= x y)"],
        "0 & 1 | 0 & !1 & !2",
        "0",
    );
    // A function has one value for one argument.
    check(&["(= x y)"], &["(= (f x) z)", "(= (f y) z)"], "0 & 1 | !0 & !1", "true");
    check(&["(not (= (f x) (f y)))"], &["(= x y)", "p"], "!0", "!0");
    // Parts that have nothing to do with each other.
    check(&["(or p (bvult x y))"], &["p", "(bvult x y)", "(= z #x00000000)"], "0 | !0 & 1", "true");
}

/// Everything is forgotten that is of another arena, where the same numbers are other terms.
#[test]
fn an_abstractor_may_be_used_with_another_arena() {
    let mut abstractor = abstractor();
    for (formula, expected) in [("(= x #x00000003)", "0"), ("(= x #x00000004)", "!0"), ("(= x x)", "true")] {
        let text = format!("{WORDS}(assert {formula})(assert (= x #x00000003))");
        let (mut terms, formulas, predicates) = read(&text, 1);
        let result = abstractor.boolean(&mut terms, &formulas, &predicates, &Limits::none()).unwrap();
        assert_eq!(show(&abstractor, result), expected);
    }
}

/// A formula that takes search, and predicates that it implies, leaves open and settles at once.
fn hard() -> (Terms, Vec<Term>, Vec<(PredicateId, Term)>) {
    let formula = "(= (bvadd (bvand x y) (bvor x z)) (bvshl z #x00000001)) (bvult y (bvand x #x000000ff))";
    let implied = "(bvult y #x00000100)";
    let predicates =
        [implied, "(= x #x00000003)", "(= z #x00000006)", "(= p p)", "(bvult y (bvor x #x00000001))", "(bvugt x y)"];
    let asserted: Vec<String> = predicates.iter().map(|term| format!("(assert {term})")).collect();
    read(&format!("{WORDS}(assert (and {formula})){}", asserted.concat()), 1)
}

#[test]
fn a_cancelled_solver_gives_a_weaker_result_that_is_not_remembered() {
    let (mut terms, formulas, predicates) = hard();
    let mut abstractor = abstractor();
    let cancelled = Limits::until(Stop::never().when(&Arc::new(AtomicBool::new(true))));
    let weak = abstractor.boolean(&mut terms, &formulas, &predicates, &cancelled).unwrap();
    assert!(!weak.exact);
    assert_eq!(show(&abstractor, weak), "3");
    assert_eq!(abstractor.satisfiable(&mut terms, &formulas, &cancelled).unwrap(), None);
    assert_eq!(abstractor.entails(&mut terms, &formulas, predicates[0].1, &cancelled).unwrap(), None);
    assert_eq!((abstractor.counts().queries, abstractor.counts().weakened), (0, 1));
    let strong = abstractor.boolean(&mut terms, &formulas, &predicates, &Limits::none()).unwrap();
    assert!(strong.exact && strong != weak);
    assert!(abstractor.regions.implies(strong.region, weak.region));
    assert_eq!(abstractor.entails(&mut terms, &formulas, predicates[0].1, &Limits::none()).unwrap(), Some(true));
    // What is remembered needs no solver.
    assert_eq!(abstractor.boolean(&mut terms, &formulas, &predicates, &cancelled).unwrap(), strong);
    assert_eq!(abstractor.counts().cached, 1);
}

#[test]
fn too_many_models_leave_what_is_implied() {
    let predicates: Vec<String> = (0..8).map(|bit| format!("(assert (= ((_ extract {bit} {bit}) x) #b1))")).collect();
    let text = format!("{WORDS}(assert (bvult x (bvmul y z))){}(assert (bvult x #xffffffff))", predicates.concat());
    let (mut terms, formulas, predicates) = read(&text, 1);
    let options = AbstractionOptions { abstraction_models: 1, ..AbstractionOptions::default() };
    let mut abstractor = abstractor_with(options);
    let few = abstractor.boolean(&mut terms, &formulas, &predicates, &Limits::none()).unwrap();
    assert!(!few.exact);
    assert_eq!(show(&abstractor, few), "8");
    // More effort of the solver would not help, so that this is remembered.
    assert_eq!(abstractor.boolean(&mut terms, &formulas, &predicates, &Limits::none()).unwrap(), few);
    assert_eq!(abstractor.counts().cached, 1);
    let mut patient = common::abstractor();
    let all = patient.boolean(&mut terms, &formulas, &predicates, &Limits::none()).unwrap();
    assert_eq!((show(&patient, all).as_str(), all.exact), ("8", true));
}

/// Of a predicate that is given twice the first instance counts.
#[test]
fn a_predicate_has_one_instance() {
    let (mut terms, formulas, mut predicates) = read(&format!("{WORDS}(assert p)(assert p)(assert (not p))"), 1);
    predicates[1].0 = predicates[0].0;
    let mut abstractor = abstractor();
    let result = abstractor.boolean(&mut terms, &formulas, &predicates, &Limits::none()).unwrap();
    assert_eq!(show(&abstractor, result), "0");
}

#[test]
fn a_query_layer_may_stand_in_front() {
    let (mut terms, formulas, predicates) = hard();
    let layer = Layer::new(Embedded::new(Options::default()), LayerOptions::default());
    let mut layered = Abstractor::new(Box::new(layer), AbstractionOptions::default());
    let found = layered.boolean(&mut terms, &formulas, &predicates, &Limits::none()).unwrap();
    let mut plain = abstractor();
    let expected = plain.boolean(&mut terms, &formulas, &predicates, &Limits::none()).unwrap();
    assert_eq!((show(&layered, found), found.exact), (show(&plain, expected), true));
}

/// A solver that gives an answer only every so many queries, and then breaks.
struct Moody {
    inner: Embedded,
    queries: usize,
    answers_every: usize,
    breaks_at: usize,
}

impl Solver for Moody {
    fn name(&self) -> &str {
        "moody"
    }
    fn reset(&mut self) -> Result<(), SolverError> {
        self.inner.reset()
    }
    fn push(&mut self) -> Result<(), SolverError> {
        self.inner.push()
    }
    fn pop(&mut self, levels: usize) -> Result<(), SolverError> {
        self.inner.pop(levels)
    }
    fn levels(&self) -> usize {
        self.inner.levels()
    }
    fn assert(&mut self, terms: &mut Terms, term: Term) -> Result<(), SolverError> {
        self.inner.assert(terms, term)
    }
    fn assert_tracked(&mut self, terms: &mut Terms, term: Term) -> Result<Tracked, SolverError> {
        self.inner.assert_tracked(terms, term)
    }
    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], limits: &Limits) -> Result<Verdict, SolverError> {
        self.queries += 1;
        if self.queries == self.breaks_at {
            return Err(SolverError::Broken { solver: "moody".to_owned(), reason: "enough".to_owned() });
        }
        let verdict = self.inner.check(terms, assumptions, limits)?;
        let answers = self.queries.is_multiple_of(self.answers_every);
        Ok(if answers { verdict } else { Verdict::Unknown(Unknown::Said("not now".to_owned())) })
    }
    fn model(&self) -> Option<&Model> {
        self.inner.model()
    }
    fn core(&self) -> Option<&Core> {
        self.inner.core()
    }
    fn minimize_core(&mut self, terms: &mut Terms, limits: &Limits) -> Result<Option<&Core>, SolverError> {
        self.inner.minimize_core(terms, limits)
    }
    fn interpolate(&mut self, terms: &mut Terms, query: &Query, limits: &Limits) -> Result<Interpolation, SolverError> {
        self.inner.interpolate(terms, query, limits)
    }
}

/// Whatever is left unanswered, and when: the result is implied, and exact if it says so. An error
/// leaves an abstractor that goes on.
#[test]
fn unanswered_queries_make_results_weaker_only() {
    let (mut terms, formulas, predicates) = hard();
    let mut plain = abstractor();
    let best = [
        plain.boolean(&mut terms, &formulas, &predicates, &Limits::none()).unwrap(),
        plain.cartesian(&mut terms, &formulas, &predicates, &Limits::none()).unwrap(),
    ];
    let (mut weaker, mut same, mut broken) = (0, 0, 0);
    for answers_every in 1..4 {
        for breaks_at in [1, 2, 3, 4, 6, 9, 14] {
            let moody = Moody { inner: Embedded::new(Options::default()), queries: 0, answers_every, breaks_at };
            let mut abstractor = Abstractor::new(Box::new(moody), AbstractionOptions::default());
            for round in 0..6 {
                let result = if round % 2 == 0 {
                    abstractor.boolean(&mut terms, &formulas, &predicates, &Limits::none())
                } else {
                    abstractor.cartesian(&mut terms, &formulas, &predicates, &Limits::none())
                };
                let Ok(result) = result else {
                    broken += 1;
                    continue;
                };
                // Regions of one store are not those of another, but terms are.
                let found =
                    abstractor.regions.to_term(result.region, &mut terms, &mut |_, p| predicates[p.0 as usize].1);
                let sound = plain.entails(&mut terms, &formulas, found, &Limits::none()).unwrap();
                assert_eq!(sound, Some(true));
                if result.exact {
                    assert_eq!(show(&abstractor, result), show(&plain, best[round % 2]));
                    same += 1;
                } else {
                    assert_ne!(result.region, Region::FALSE);
                    weaker += 1;
                }
            }
        }
    }
    assert!(weaker > 5 && same > 5 && broken > 5, "{weaker} {same} {broken}");
}
