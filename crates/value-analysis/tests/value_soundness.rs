//! The laws of the value analysis on C programs: whatever is known after a move is so in a run of
//! the interpreter, with any precision, and violations of runs are reported.

use crate::precision::random_precision;
use adumbra_laws::sources::{load_c, programs};
use adumbra_laws::{Facts, Naming, Random, Subject};
use adumbra_program::*;
use adumbra_value_analysis::*;
use std::sync::Arc;

fn subject<'a>(program: &'a Arc<Program>, analysed: &Arc<Program>) -> Subject<'a, ValueAnalysis, Facts<ValueAnalysis>> {
    let analysis = ValueAnalysis::new(analysed, ValueOptions::default());
    let mut subject = Subject::new(program, analysis, Facts::new(Naming::ByPointers));
    subject.refining = false;
    subject
}

#[test]
fn runs_are_covered_with_any_precision() {
    let (mut steps, mut facts, mut laws) = (0, 0, 0);
    for (name, program) in programs() {
        println!("{name}");
        let mut subject = subject(&program, &program);
        for seed in [None, Some(7)] {
            subject.run(&program.property, seed, 1000);
            let mut random = Random(seed.unwrap_or(5));
            subject.precisions = vec![Precision::nothing(), random_precision(&program, &mut random)];
            subject.run(&program.property, seed, 1000);
            subject.precisions = vec![Precision::everything()];
        }
        subject.check_order(false);
        steps += subject.followed.steps;
        facts += subject.followed.facts;
        laws += subject.followed.laws;
    }
    assert!(steps > 10_000 && facts > 100_000 && laws > 10_000, "{steps} {facts} {laws}");
}

#[test]
#[should_panic(expected = "Constant(8), but 0x7")]
fn the_follower_notices_a_wrong_step() {
    // The analysis of another program: its constants differ.
    let right = load_c("int main(void) { int x = 3; int y = x + 4; return y; }", "everything", false);
    let wrong = load_c("int main(void) { int x = 3; int y = x + 5; return y; }", "everything", false);
    assert_eq!(right.edges.len(), wrong.edges.len());
    subject(&right, &wrong).run(&Property::everything(), None, 1000);
}
