//! All block encodings and both abstractions on all tasks, each with little work: whoever answers,
//! answers what the label says, so that no two contradict each other.

use adumbra_stop::MILLISECOND;
use adumbra_strategies::configuration::{self, Configuration};
use adumbra_tasks::compare::unknown;
use adumbra_tasks::in_large_stack;
use adumbra_tasks::label::{self, Label};
use adumbra_tasks::loaded::Loaded;

/// The work of an encoding for a task.
const LITTLE: u64 = 60 * MILLISECOND;

/// So many tests share the tasks.
const PARTS: usize = 4;

fn encodings() -> Vec<(String, Configuration)> {
    let mut all = Vec::new();
    for blocks in ["single", "loops", "functions", "length"] {
        for abstraction in ["boolean", "cartesian"] {
            let mut configuration = configuration::find("predicate").unwrap();
            configuration.set("blocks", blocks).unwrap();
            configuration.set("abstraction", abstraction).unwrap();
            all.push((format!("{blocks} {abstraction}"), configuration));
        }
    }
    all
}

/// The first question of each C program that predicates are for.
fn questions() -> Vec<Label> {
    let fits = |label: &Label| {
        label.path.extension().is_some_and(|e| e == "c")
            && label.options.is_empty()
            && matches!(label.property.as_deref(), None | Some("unreach-call" | "no-overflow"))
    };
    let mut labels: Vec<Label> = label::all().into_iter().filter(fits).collect();
    labels.dedup_by(|next, first| next.path == first.path);
    labels
}

fn check_part(part: usize) {
    in_large_stack(|| {
        let labels: Vec<Label> = questions().into_iter().skip(part).step_by(PARTS).collect();
        let encodings = encodings();
        let mut solved = vec![0; encodings.len()];
        let mut wrong = Vec::new();
        for label in &labels {
            let task = Loaded::new(label).unwrap_or_else(|e| panic!("{e}"));
            for (place, (name, configuration)) in encodings.iter().enumerate() {
                let answer = task.answer(configuration, LITTLE);
                if unknown(&answer).is_none() {
                    solved[place] += 1;
                    if answer != label.verdict {
                        wrong.push(format!("{} => {}, but {name}: {answer}", label.name, label.verdict));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        for ((name, _), solved) in encodings.iter().zip(solved) {
            println!("{name}: {solved} of {}", labels.len());
            // Otherwise nothing is compared.
            assert!(solved >= 5, "{name} solves {solved} tasks only");
        }
    });
}

#[test]
fn encodings_agree_with_each_other_and_the_labels_on_the_first_quarter() {
    check_part(0);
}

#[test]
fn encodings_agree_with_each_other_and_the_labels_on_the_second_quarter() {
    check_part(1);
}

#[test]
fn encodings_agree_with_each_other_and_the_labels_on_the_third_quarter() {
    check_part(2);
}

#[test]
fn encodings_agree_with_each_other_and_the_labels_on_the_last_quarter() {
    check_part(3);
}
