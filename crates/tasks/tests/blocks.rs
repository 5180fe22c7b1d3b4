//! Functions that are explored once for all calls: the answers are those without blocks, and what
//! the labels say, also of recursive programs and however the fixpoint is computed.

use adumbra_stop::MILLISECOND;
use adumbra_strategies::configuration::{self, Configuration};
use adumbra_tasks::compare::unknown;
use adumbra_tasks::in_large_stack;
use adumbra_tasks::label::{self, Label};
use adumbra_tasks::loaded::Loaded;

/// The work of a configuration for a task.
const LITTLE: u64 = 60 * MILLISECOND;

fn with(name: &str, changes: &[(&str, &str)]) -> (String, Configuration) {
    let mut configuration = configuration::find(name).unwrap();
    for (option, value) in changes {
        configuration.set(option, value).unwrap();
    }
    (format!("{name} {changes:?}"), configuration)
}

/// Intervals, without blocks and with them in several ways; the second is counted.
fn intervals() -> Vec<(String, Configuration)> {
    vec![
        with("interval", &[]),
        with("interval-blocks", &[]),
        with("interval-blocks", &[("fixpoint", "rounds")]),
        with("interval-blocks", &[("entries-apart", "2"), ("exits-apart", "2"), ("merge", "join")]),
        with("interval-blocks", &[("memoize", "both")]),
        with("interval-blocks", &[("memoize", "loops")]),
    ]
}

/// The same for values.
fn values() -> Vec<(String, Configuration)> {
    vec![
        with("value", &[]),
        with("value-blocks", &[]),
        with("value-blocks", &[("fixpoint", "rounds"), ("refinement", "none")]),
        with("symbolic", &[("memoize", "functions")]),
        with("value-blocks", &[("refinement", "restart")]),
        with("value-blocks", &[("memoize", "both")]),
        with("value-blocks", &[("memoize", "auto"), ("refinement", "restart")]),
        with("value-sliced", &[("memoize", "functions")]),
        with("symbolic-sliced-refined", &[("memoize", "functions")]),
    ]
}

/// The same for predicates, with each source of interpolants.
fn predicates() -> Vec<(String, Configuration)> {
    vec![
        with("predicate", &[]),
        with("predicate-blocks", &[]),
        with("predicate-blocks", &[("interpolants", "nested"), ("blocks", "loops")]),
        with(
            "predicate-blocks",
            &[("interpolants", "from-binary"), ("fixpoint", "rounds"), ("abstraction", "cartesian")],
        ),
        with("predicate-blocks", &[("interpolants", "sequence"), ("blocks", "single")]),
        with("predicate-sliced", &[("memoize", "functions")]),
    ]
}

/// Compares the answers to tasks with each other and the labels. So many must be proved and
/// refuted by blocks.
fn check(all: Vec<(String, Configuration)>, labels: Vec<Label>, least: (usize, usize)) {
    in_large_stack(|| {
        let (mut proved, mut refuted, mut wrong) = (0, 0, Vec::new());
        for label in labels {
            let task = Loaded::new(&label).unwrap_or_else(|e| panic!("{e}"));
            for (place, (name, configuration)) in all.iter().enumerate() {
                let answer = task.answer(configuration, LITTLE);
                if unknown(&answer).is_some() {
                    continue;
                }
                if answer != label.verdict {
                    wrong.push(format!("{} => {}, but {name}: {answer}", label.name, label.verdict));
                }
                let by_blocks = usize::from(place == 1);
                *(if answer == "TRUE" { &mut proved } else { &mut refuted }) += by_blocks;
            }
        }
        println!("{proved} proved, {refuted} refuted");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        // Otherwise nothing is compared.
        assert!(proved >= least.0 && refuted >= least.1, "{proved} proved, {refuted} refuted");
    });
}

/// Every so many tasks: `answers.rs` has all of them with one configuration.
fn some_tasks(every: usize) -> Vec<Label> {
    let is_checked = |label: &Label| !matches!(label.property.as_deref(), Some(name) if name.starts_with("valid"));
    label::all().into_iter().filter(is_checked).step_by(every).collect()
}

/// Programs that hold and broken ones, which follow each other.
fn some_recursive_tasks() -> Vec<Label> {
    label::below(&label::recursion()).into_iter().step_by(5).collect()
}

#[test]
fn answers_by_blocks_are_those_without() {
    check(intervals(), some_tasks(4), (10, 12));
}

#[test]
fn answers_by_blocks_to_recursive_programs_are_right() {
    check(intervals(), some_recursive_tasks(), (2, 1));
}

#[test]
fn bam_22_values_by_blocks_answer_as_without() {
    check(values(), some_tasks(5), (10, 10));
}

#[test]
fn values_by_blocks_are_right_about_recursive_programs() {
    check(values(), some_recursive_tasks(), (1, 3));
}

#[test]
fn bam_42_predicates_by_blocks_answer_as_without() {
    check(predicates(), some_tasks(6), (6, 6));
}

#[test]
fn bam_42_predicates_by_blocks_are_right_about_recursive_programs() {
    check(predicates(), some_recursive_tasks(), (2, 2));
}
