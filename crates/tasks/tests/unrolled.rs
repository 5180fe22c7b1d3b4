//! Recursion unrolled, on the programs in `tasks/recursion`: executions are what they were, and
//! whoever answers, with what is deeper skipped or not or with more and more levels, answers what
//! the label says.

use adumbra_judges::Answer;
use adumbra_program::callgraph::CallGraph;
use adumbra_program::unroll::{Beyond, Unrolled, unroll};
use adumbra_stop::{MILLISECOND, Stop};
use adumbra_strategies::{Request, configuration, unrolled, verify};
use adumbra_tasks::compare::unknown;
use adumbra_tasks::label::{self, Label};
use adumbra_tasks::loaded::Loaded;
use adumbra_tasks::{execute, in_large_stack};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The work of an analysis for a task.
const LITTLE: u64 = 40 * MILLISECOND;

fn labels() -> Vec<Label> {
    label::below(&label::recursion())
}

/// The broken programs fail in the same runs when no call is recursive any more.
#[test]
fn executions_stay_what_they_were() {
    let mut run = 0;
    for label in labels().iter().filter(|label| label.violated().is_some()) {
        let mut task = Loaded::new(label).unwrap();
        let Ok(Unrolled { program: unrolled, .. }) = unroll(&task.program, 40, &Beyond::Stop) else { continue };
        let calls = CallGraph::new(&unrolled);
        assert!(unrolled.functions.keys().all(|f| !calls.is_recursive(f)), "{}", label.name);
        task.program = Arc::new(unrolled);
        match execute::check(&task) {
            Ok(()) => run += 1,
            Err(why) => assert!(why.contains("a call deeper than 40 levels"), "{}: {why}", label.name),
        }
    }
    assert!(run >= 60, "{run} programs were run");
}

/// Analyses of programs without recursion are right about those with it.
#[test]
fn answers_are_right_with_calls_skipped_or_not() {
    in_large_stack(|| {
        let (mut proved, mut refuted) = ([0, 0], [0, 0]);
        for label in labels() {
            let task = Loaded::new(&label).unwrap();
            for skip in [false, true] {
                for name in ["value-then-interval", "predicate"] {
                    let mut request = Request::new(configuration::find(name).unwrap());
                    request.stop = Stop::never().within(LITTLE);
                    let Ok(unrolled) = unrolled::unrolled(&task.program, &request, 2, skip) else { continue };
                    let answer = verify(&Arc::new(unrolled.program), &request, &task).verdict.answer.to_string();
                    if unknown(&answer).is_some() {
                        continue;
                    }
                    assert_eq!(answer, label.verdict, "{} by {name}, calls skipped: {skip}", label.name);
                    let solved = if answer == "TRUE" { &mut proved } else { &mut refuted };
                    solved[usize::from(skip)] += 1;
                }
            }
        }
        // Otherwise nothing is compared.
        assert!(refuted[0] >= 10 && refuted[1] >= 10, "refuted: {refuted:?}, proved: {proved:?}");
    });
}

/// With more and more levels, all steps of a round answer now and then, and are right.
#[test]
fn bam_49_answers_are_right_with_more_and_more_levels() {
    in_large_stack(|| {
        let (mut methods, mut refuted, mut deepest) = (BTreeMap::<&str, usize>::new(), 0, 0);
        for label in labels().into_iter().step_by(3) {
            let task = Loaded::new(&label).unwrap();
            for name in ["predicate", "predicate-blocks"] {
                let mut configuration = configuration::find(name).unwrap();
                configuration.set("unwind-recursion", "9").unwrap();
                let verified = task.verified(&configuration, LITTLE);
                let answer = verified.verdict.answer.to_string();
                if unknown(&answer).is_some() {
                    continue;
                }
                assert_eq!(answer, label.verdict, "{} by {name}", label.name);
                match verified.verdict.answer {
                    Answer::True(proof) => *methods.entry(proof.method).or_default() += 1,
                    _ => refuted += 1,
                }
                let levels = verified.counts.iter().find(|(what, _)| what == "unwindings").map(|(_, count)| count);
                deepest = deepest.max(levels.and_then(|count| count.parse().ok()).unwrap_or(0));
            }
        }
        // Otherwise nothing is compared.
        let inductive = methods.get("summaries of unwindings").copied().unwrap_or(0);
        assert!(inductive >= 2 && refuted >= 15 && deepest >= 4, "{methods:?} {refuted} {deepest}");
    });
}
