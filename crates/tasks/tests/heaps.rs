//! The programs about heaps in `tasks/heaps`: each that holds has a twin that is broken, or three,
//! and executions do what the labels say.

use adumbra_tasks::label::{self, Label};
use adumbra_tasks::loaded::Loaded;
use adumbra_tasks::{execute, in_large_stack};
use std::collections::BTreeMap;

/// So many tests share the executions.
const PARTS: usize = 4;
/// Inputs decide how large a heap becomes: with some of these nothing is built.
const SEEDS: [u64; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

fn executions_of_part(part: usize) {
    in_large_stack(|| {
        let labels = label::below(&label::heaps()).into_iter().skip(part).step_by(PARTS);
        let check = |label| Loaded::new(&label).and_then(|task| execute::check_with(&task, &SEEDS));
        let wrong: Vec<String> = labels.filter_map(|label| check(label).err()).collect();
        assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    });
}

#[test]
fn executions_agree_with_the_first_quarter() {
    executions_of_part(0);
}

#[test]
fn executions_agree_with_the_second_quarter() {
    executions_of_part(1);
}

#[test]
fn executions_agree_with_the_third_quarter() {
    executions_of_part(2);
}

#[test]
fn executions_agree_with_the_last_quarter() {
    executions_of_part(3);
}

/// The broken twins of `FAMILY/NAME.c` are `FAMILY/NAME_bug.c`, in `gdsl` `NAME_bug1.c` to
/// `NAME_bug3.c`, about the same property. Of `shapes` only four have one.
#[test]
fn each_program_that_holds_has_broken_twins() {
    let labels: BTreeMap<String, Label> =
        label::below(&label::heaps()).into_iter().map(|label| (label.name.clone(), label)).collect();
    let mut twins: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut holds, mut alone) = (0, 0);
    for label in labels.values().filter(|label| label.verdict == "TRUE") {
        let (stem, rest) = label.name.split_once('.').unwrap();
        let endings: &[&str] = if stem.starts_with("gdsl/") { &["1", "2", "3"] } else { &[""] };
        let broken = endings.iter().filter_map(|end| labels.get_key_value(&format!("{stem}_bug{end}.{rest}")));
        let found =
            broken.inspect(|(name, twin)| assert!(twin.violated().is_some(), "{name} holds")).map(|(name, _)| {
                *twins.entry(name).or_default() += 1;
            });
        match found.count() {
            0 if stem.starts_with("shapes/") => alone += 1,
            count => assert_eq!(count, endings.len(), "{} has too few broken twins", label.name),
        }
        holds += 1;
    }
    assert!(holds - alone >= 90, "{holds} programs hold, {alone} of them without a twin");
    assert!(twins.values().all(|count| *count == 1) && twins.len() + holds == labels.len(), "a broken one has no twin");
}
