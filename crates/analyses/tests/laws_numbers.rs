//! Soundness of the transfer of numbers, and the laws of their states: the interpreter is the oracle.

mod laws_common;

use adumbra_analyses::dataflow::MoveTable;
use adumbra_analyses::interval::*;
use adumbra_domains::{Constant, Interval, Sign};
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_program::*;
use laws_common::*;
use std::sync::Arc;

/// `LAWS=N` asks for N times as many programs.
fn programs(usual: u64) -> u64 {
    usual * std::env::var("LAWS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Follows several executions of random programs, with and without merging on the way.
fn check<D: Numbers>(programs: u64) {
    let (mut steps, mut facts) = (0, 0);
    for number in 0..programs {
        let mut random = Random(number);
        let program = Arc::new(random_program(&mut random));
        for seed in 0..6 {
            let weaken = if seed % 2 == 0 { Weaken::Never } else { Weaken::Sometimes };
            let mut analysis = Numeric::<D>::new(&program, Externals::Pure, 1);
            let (s, f) = follow(&mut analysis, &program, number * 100 + seed, weaken);
            steps += s;
            facts += f;
        }
    }
    assert!(steps as u64 > 20 * programs && facts as u64 > 100 * programs, "{steps} steps, {facts} facts");
}

#[test]
fn intervals_follow_executions() {
    check::<Interval>(programs(60));
}

#[test]
fn constants_follow_executions() {
    check::<Constant>(programs(30));
}

#[test]
fn signs_follow_executions() {
    check::<Sign>(programs(30));
}

/// The laws of the order and of the operators on states that occur: reflexive, transitive, joins are upper bounds, merging
/// covers the old state, coverage is decided by what states mean.
#[test]
fn states_obey_the_laws() {
    for number in 0..programs(25) {
        let program = Arc::new(random_program(&mut Random(900 + number)));
        let mut analysis = Numeric::<Interval>::new(&program, Externals::Pure, 1);
        let states = states_of(&mut analysis, &program, 24);
        for a in &states {
            assert!(analysis.covers(a, a));
            for b in &states {
                let a_over_b = analysis.covers(a, b);
                let joined = analysis.join(a, b);
                assert_eq!(joined.is_some(), analysis.join(b, a).is_some());
                if let Some(join) = &joined {
                    assert!(analysis.covers(join, a) && analysis.covers(join, b));
                    // What covers is its own join, up to how often it has grown.
                    assert!(!a_over_b || analysis.covers(a, join));
                    let merged = analysis.merge(a, b, &()).unwrap_or_else(|| b.clone());
                    assert!(analysis.covers(&merged, b));
                }
                let mut adjusted = a.clone();
                analysis.adjust(&mut adjusted, &mut (), &mut [b].into_iter());
                assert!(analysis.covers(&adjusted, a));
                for c in states.iter().step_by(5) {
                    if a_over_b && analysis.covers(b, c) {
                        assert!(analysis.covers(a, c));
                    }
                }
            }
        }
    }
}

/// States that are reached by single steps, and some of their joins.
fn states_of<D: Numbers>(analysis: &mut Numeric<D>, program: &Arc<Program>, most: usize) -> Vec<State<D>> {
    let moves = MoveTable::new(program);
    let (state, ()) = analysis.initial();
    let mut found = vec![(program.body(program.entry).unwrap().entry, state)];
    let mut next = 0;
    while next < found.len() && found.len() < 3 * most {
        let (location, state) = found[next].clone();
        next += 1;
        for step in moves.at(location) {
            let mut state = state.clone();
            let open = analysis.calls(&state).first().copied();
            if matches!(step, Move::Leave { call, .. } if open != Some(*call)) {
                continue;
            }
            let to = step.to(program).unwrap();
            match analysis.transfer(&mut state, &(), *step, &Siblings::NONE) {
                Flow::On => found.push((to, state)),
                Flow::Split(states) => found.extend(states.into_iter().map(|s| (to, s))),
                _ => {}
            }
        }
    }
    let mut states: Vec<State<D>> = found.into_iter().map(|(_, s)| s).collect();
    let joins: Vec<State<D>> = states.windows(3).step_by(4).filter_map(|w| analysis.join(&w[0], &w[2])).collect();
    states.extend(joins);
    let step = states.len().div_ceil(most).max(1);
    states.into_iter().step_by(step).collect()
}
