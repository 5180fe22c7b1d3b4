//! The labels themselves, and the records of what is expected to be unknown.

use adumbra_tasks::{execute, label, record};
use std::collections::BTreeSet;

#[test]
fn there_are_enough_of_both_kinds_for_every_property() {
    let tasks = label::programs(&label::folder()).len();
    assert!(tasks >= 160, "{tasks} tasks");
    let labels = label::all();
    let names: BTreeSet<&str> = labels.iter().map(|l| l.name.as_str()).collect();
    assert_eq!(names.len(), labels.len(), "a label stands twice in a task");
    let missing = execute::missing(&labels);
    assert!(missing.is_empty(), "{missing:?}");
}

/// Every recorded unknown is a label that exists, of a configuration that is shipped.
#[test]
fn the_record_is_about_tasks_that_exist() {
    let labels = label::all();
    let names: BTreeSet<&str> = labels.iter().map(|l| l.name.as_str()).collect();
    let configurations: Vec<&str> =
        adumbra_strategies::configuration::SHIPPED.iter().map(|(configuration, _)| *configuration).collect();
    for configuration in &configurations {
        for name in record::read(configuration).keys() {
            assert!(names.contains(name.as_str()), "{configuration} has a record of `{name}`, which does not exist");
        }
    }
    for entry in std::fs::read_dir(record::records(&label::folder())).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        assert!(configurations.contains(&name.as_str()), "{} is about no configuration", path.display());
    }
}
