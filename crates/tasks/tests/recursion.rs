//! The recursive programs in `tasks/recursion`: each that holds has a twin that is broken, and
//! executions do what the labels say.

use adumbra_strategies::configuration;
use adumbra_tasks::label::{self, Label};
use adumbra_tasks::loaded::Loaded;
use adumbra_tasks::{WORK, execute, in_large_stack};
use std::collections::BTreeMap;

/// So many tests share the executions.
const PARTS: usize = 4;

fn executions_of_part(part: usize) {
    in_large_stack(|| {
        let labels = label::below(&label::recursion()).into_iter().skip(part).step_by(PARTS);
        let wrong: Vec<String> =
            labels.filter_map(|label| Loaded::new(&label).and_then(|task| execute::check(&task)).err()).collect();
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

/// `FAMILY/NAME.c => TRUE` stands beside `FAMILY/NAME_bug.c => FALSE(…)`, about the same property.
#[test]
fn each_program_that_holds_has_a_broken_twin() {
    let labels: BTreeMap<String, Label> =
        label::below(&label::recursion()).into_iter().map(|label| (label.name.clone(), label)).collect();
    let holds = |label: &&Label| label.verdict == "TRUE";
    for label in labels.values().filter(holds) {
        let (stem, rest) = label.name.split_once('.').unwrap();
        let twin = labels.get(&format!("{stem}_bug.{rest}"));
        assert!(twin.is_some_and(|twin| twin.violated().is_some()), "{} has no broken twin", label.name);
    }
    let unbounded = labels.values().filter(holds).filter(|label| !label.name.starts_with("bounded/")).count();
    assert!(unbounded >= 40, "{unbounded} programs need a contract");
    assert_eq!(labels.len(), 2 * labels.values().filter(holds).count(), "a broken program has no twin that holds");
}

/// Products, quotients and remainders in what functions promise; what is handed down and returned
/// in the end.
#[test]
fn contracts_prove_what_products_and_remainders_are() {
    let names = ["direct/divide", "direct/square_root", "mutual/remainder_of_three", "nonlinear/parity_of_fibonacci"];
    let contracts = configuration::find("contracts").unwrap();
    in_large_stack(|| {
        let mut asked = 0;
        for label in label::below(&label::recursion()) {
            let Some((stem, _)) = label.name.split_once('.') else { continue };
            if !names.contains(&stem.trim_end_matches("_bug")) {
                continue;
            }
            let answer = Loaded::new(&label).unwrap().answer(&contracts, 2 * WORK);
            assert_eq!(answer == "TRUE", label.verdict == "TRUE", "{}: {answer}", label.name);
            asked += 1;
        }
        assert_eq!(asked, 2 * names.len());
    });
}
