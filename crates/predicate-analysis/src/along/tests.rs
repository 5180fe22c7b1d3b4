//! Paths of programs as trees.

use super::*;
use crate::{PredicateOptions, PredicateScope};
use adumbra_dependence::{Andersen, Outside, Regions};
use adumbra_interpolate::definition::{Finding, check_tree};
use adumbra_interpreter::Externals;
use adumbra_judges::Oracle;
use adumbra_laws::sources::load_c;
use adumbra_program::{Op, Program};
use adumbra_stop::Stop;
use std::sync::Arc;

/// From two, one is added as often as it was taken away.
const FIRST: &str = "extern void reach_error(void);
    int f(int x) { if (x <= 0) return x; else { int tmp = f(x - 1); return tmp + 1; } }
    int main(void) { int a = 2; int b = f(a); if (b != 2) reach_error(); }";

fn analysis(program: &Arc<Program>, interpolants: PathInterpolants) -> PredicateAnalysis {
    let regions = Arc::new(Regions::new(program, &Andersen::new(program, Outside::Pure)));
    let options = PredicateOptions {
        blocks: crate::Blocks::Functions,
        cartesian: false,
        watched: false,
        scope: PredicateScope::Location,
        by_blocks: true,
        interpolants,
        conflicts: 10_000,
        externals: Externals::Pure,
        stop: Stop::never(),
        oracle: Oracle::default(),
        strengthened: false,
        given: None,
        found: None,
    };
    PredicateAnalysis::new(program, &regions, options)
}

/// The path of a program that takes branches in an order, with abstractions at exits of
/// functions and behind calls.
fn walk(program: &Program, mut branches: &[bool]) -> Vec<Item> {
    let (mut items, mut calls) = (Vec::new(), Vec::new());
    let mut at = program.body(program.entry).unwrap().entry;
    loop {
        let edges: Vec<_> = program.out_edges(at).collect();
        let edge = match *edges {
            [] => {
                let Some((call, callee)) = calls.pop() else { return items };
                items.push(Item::Abstracted(at));
                items.push(Item::Step(Move::Leave { call, callee }, false));
                at = program.edges[call].to;
                items.push(Item::Abstracted(at));
                continue;
            }
            [only] => only,
            [..] => {
                let (taken, rest) = branches.split_first().unwrap();
                branches = rest;
                let is_taken = |op: &Op| matches!(op, Op::Assume { truth, .. } if truth == taken);
                *edges.iter().find(|edge| is_taken(&program.edges[**edge].op)).unwrap()
            }
        };
        match &program.edges[edge].op {
            Op::Call { callee: adumbra_program::Callee::Direct(callee), .. } if program.body(*callee).is_some() => {
                calls.push((edge, *callee));
                items.push(Item::Step(Move::Enter { call: edge, callee: *callee }, false));
                at = program.body(*callee).unwrap().entry;
            }
            op => {
                items.push(Item::Step(Move::Edge(edge), false));
                if matches!(op, Op::Violation(_)) {
                    return items;
                }
                at = program.edges[edge].to;
            }
        }
    }
}

/// The published tree of the path on which the recursive function is entered twice: nine
/// formulas, of which those of the calls are above what they call.
#[test]
fn a_path_with_calls_is_a_tree() {
    use Position::{Entry, Exit, Middle};
    let program = load_c(FIRST, "unreach-call", true);
    for source in [PathInterpolants::Tree, PathInterpolants::FromBinary, PathInterpolants::Nested] {
        let mut analysis = analysis(&program, source);
        let items = walk(&program, &[false, true, true]);
        let along = analysis.along(&items).unwrap();
        assert_eq!(along.kinds, [Middle, Entry, Middle, Entry, Exit, Middle, Exit, Middle, Middle]);
        let tree = PathTree::new(&along.kinds).unwrap();
        assert_eq!(tree.tree.starts(), [0, 1, 2, 1, 1, 1, 0, 0, 0]);
        let all: Vec<Term> = along.formulas.iter().flatten().copied().collect();
        assert!(analysis.model_of(&all, &Limits::none()).is_none());
        let flat = analysis.by_position(&along, &Limits::none()).unwrap().remove(0);
        let asked = analysis.counted.asked;
        match source {
            PathInterpolants::Tree => assert_eq!(asked, 1),
            // One for each part but the root, but for those whose answers are absurd.
            _ => assert!((3..=8).contains(&asked), "{asked}"),
        }
        let terms = &mut analysis.builder.build.terms;
        assert_eq!(flat.len(), 9);
        for (kind, formula) in along.kinds.iter().zip(&flat) {
            assert!(*kind != Entry || terms.truth(*formula) == Some(true));
        }
        assert_eq!(terms.truth(flat[8]), Some(false));
        // All of the path excludes it.
        assert!(analysis.model_of(&[flat[7]], &Limits::none()).is_none() || source != PathInterpolants::Tree);
    }
}

/// What the tree of the path says satisfies the definition, as the published answer does.
#[test]
fn interpolants_of_a_path_with_calls() {
    let program = load_c(FIRST, "unreach-call", true);
    let mut analysis = analysis(&program, PathInterpolants::Tree);
    let along = analysis.along(&walk(&program, &[false, true, true])).unwrap();
    let tree = PathTree::new(&along.kinds).unwrap();
    let parts = tree.parts(&along.formulas);
    let terms = &mut analysis.builder.build.terms;
    let query = Query::tree(parts.clone(), tree.tree.clone());
    let Ok(Interpolation::Found(answers)) = analysis.solver.interpolate(terms, &query, &Limits::none()) else {
        panic!("no interpolants");
    };
    let settings = adumbra_solver::options::Options::default().settings();
    for answer in &answers {
        let found = check_tree(terms, &parts, &tree.tree, &answer.interpolants, &Limits::none(), &settings);
        assert_eq!(found, Finding::Holds);
    }
}

/// A formula about a variable in two activations would be about the same one twice, if it were
/// about the function by itself: it is none.
#[test]
fn formulas_about_two_activations_are_no_predicates() {
    let program = load_c(FIRST, "unreach-call", true);
    let mut analysis = analysis(&program, PathInterpolants::Sequence);
    let along = analysis.along(&walk(&program, &[false, true, true])).unwrap();
    // What both calls hand over.
    let handed: Vec<Term> = (0..along.kinds.len())
        .filter(|place| along.kinds[*place] == Position::Entry)
        .map(|place| analysis.builder.build.terms.operands(along.formulas[place][0])[0])
        .collect();
    let [outer, inner] = *handed else { panic!("{handed:?}") };
    let exits: Vec<usize> = (0..along.kinds.len()).filter(|p| along.kinds[*p] == Position::Exit).collect();
    let (location, view) = along.tracked[exits[0]].clone().unwrap();
    let mixed = analysis.builder.build.slt(outer, inner);
    assert_eq!(analysis.about(mixed, &view, location), None);
    assert_eq!(analysis.counted.mixed, 1);
    let five = analysis.builder.build.word(32, 5);
    let own = analysis.builder.build.slt(inner, five);
    assert!(analysis.about(own, &view, location).is_some());
    let callers = analysis.builder.build.slt(outer, five);
    assert_eq!(analysis.about(callers, &view, location), None);
}

/// A call that is not left is part of the way.
#[test]
fn a_call_that_stays_open_is_no_subtree() {
    let text = "extern void reach_error(void);
        void f(int n) { if (n < 3) reach_error(); f(n - 1); } int main(void) { f(4); }";
    let program = load_c(text, "unreach-call", true);
    let mut analysis = analysis(&program, PathInterpolants::Tree);
    let along = analysis.along(&walk(&program, &[false, true])).unwrap();
    assert!(along.kinds.iter().all(|kind| *kind == Position::Middle), "{:?}", along.kinds);
}
