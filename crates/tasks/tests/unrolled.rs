//! Recursion unrolled, on the programs in `tasks/recursion`: executions are what they were, and
//! whoever answers, with what is deeper skipped or not, answers what the label says.

use adumbra_program::callgraph::CallGraph;
use adumbra_program::unroll::{Beyond, unroll};
use adumbra_stop::{MILLISECOND, Stop};
use adumbra_strategies::{Request, configuration, unrolled, verify};
use adumbra_tasks::compare::unknown;
use adumbra_tasks::label::{self, Label};
use adumbra_tasks::loaded::Loaded;
use adumbra_tasks::{execute, in_large_stack};
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
        let Ok(unrolled) = unroll(&task.program, 40, &Beyond::Stop) else { continue };
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
                    let Ok(program) = unrolled::unrolled(&task.program, &request, 2, skip) else { continue };
                    let answer = verify(&Arc::new(program), &request, &task).verdict.answer.to_string();
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
