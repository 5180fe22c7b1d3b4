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

fn with(changes: &[(&str, &str)]) -> (String, Configuration) {
    let mut configuration = configuration::find("interval-blocks").unwrap();
    for (option, value) in changes {
        configuration.set(option, value).unwrap();
    }
    (format!("interval-blocks {changes:?}"), configuration)
}

/// Compares the answers to tasks with each other and the labels. So many must be proved and
/// refuted by blocks.
fn check(labels: Vec<Label>, least: (usize, usize)) {
    in_large_stack(|| {
        let without = configuration::find("interval").unwrap();
        let all = [
            ("interval".to_owned(), without),
            with(&[]),
            with(&[("fixpoint", "rounds")]),
            with(&[("entries-apart", "2"), ("exits-apart", "2"), ("merge", "join")]),
        ];
        let (mut proved, mut refuted, mut wrong) = (0, 0, Vec::new());
        for label in labels {
            let task = Loaded::new(&label).unwrap_or_else(|e| panic!("{e}"));
            for (name, configuration) in &all {
                let answer = task.answer(configuration, LITTLE);
                if unknown(&answer).is_some() {
                    continue;
                }
                if answer != label.verdict {
                    wrong.push(format!("{} => {}, but {name}: {answer}", label.name, label.verdict));
                }
                let by_blocks = usize::from(name == "interval-blocks []");
                *(if answer == "TRUE" { &mut proved } else { &mut refuted }) += by_blocks;
            }
        }
        println!("{proved} proved, {refuted} refuted");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        // Otherwise nothing is compared.
        assert!(proved >= least.0 && refuted >= least.1, "{proved} proved, {refuted} refuted");
    });
}

/// Every fourth task: `answers.rs` has all of them with one configuration.
#[test]
fn answers_by_blocks_are_those_without() {
    let is_checked = |label: &Label| !matches!(label.property.as_deref(), Some(name) if name.starts_with("valid"));
    check(label::all().into_iter().filter(is_checked).step_by(4).collect(), (10, 12));
}

#[test]
fn answers_by_blocks_to_recursive_programs_are_right() {
    check(label::below(&label::recursion()).into_iter().step_by(6).collect(), (0, 1));
}
