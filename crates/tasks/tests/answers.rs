//! Executions and every shipped configuration on all tasks. Those whose work was too much when the
//! record was made are left out.

use adumbra_strategies::configuration;
use adumbra_tasks::compare::{Answered, Findings};
use adumbra_tasks::label::{self, Label};
use adumbra_tasks::loaded::{Loaded, counted};
use adumbra_tasks::{WORK, execute, in_large_stack, record};

/// So many tests share the tasks.
const PARTS: usize = 8;

fn check_part(part: usize) {
    in_large_stack(|| {
        let labels: Vec<Label> = label::all().into_iter().skip(part).step_by(PARTS).collect();
        let configurations: Vec<_> =
            configuration::shipped().map(|c| (c.name.clone(), record::read(&c.name), c)).collect();
        let mut findings = Findings::default();
        let mut answers = Vec::new();
        for label in &labels {
            let task = match Loaded::new(label) {
                Ok(task) => task,
                Err(why) => {
                    findings.wrong.push(why);
                    continue;
                }
            };
            findings.wrong.extend(execute::check(&task).err());
            for (name, expected, configuration) in &configurations {
                if expected.get(&label.name).is_some_and(|reason| record::is_limit(reason)) {
                    continue;
                }
                let verdict = task.answer(configuration, WORK);
                let answer = Answered { label, configuration: name, verdict };
                findings.compare(&answer, expected);
                answers.push(answer);
            }
        }
        findings.contradictions(&answers);
        println!("{} answers", answers.len());
        assert!(findings.wrong.is_empty(), "{}:\n{}", findings.wrong.len(), findings.wrong.join("\n"));
    });
}

#[test]
fn every_configuration_is_right_on_part_1() {
    check_part(0);
}

#[test]
fn every_configuration_is_right_on_part_2() {
    check_part(1);
}

#[test]
fn every_configuration_is_right_on_part_3() {
    check_part(2);
}

#[test]
fn every_configuration_is_right_on_part_4() {
    check_part(3);
}

#[test]
fn every_configuration_is_right_on_part_5() {
    check_part(4);
}

#[test]
fn every_configuration_is_right_on_part_6() {
    check_part(5);
}

#[test]
fn every_configuration_is_right_on_part_7() {
    check_part(6);
}

#[test]
fn every_configuration_is_right_on_part_8() {
    check_part(7);
}

/// Counted work makes the same run each time: the same answer by the same configuration after the
/// same turns.
#[test]
fn the_same_run_does_the_same() {
    in_large_stack(|| {
        let labels: Vec<Label> = label::all().into_iter().step_by(23).collect();
        let default = configuration::find("default").unwrap();
        for label in &labels {
            let task = Loaded::new(label).unwrap();
            let run = || {
                let verified = task.verified(&default, WORK / 4);
                let counts = counted(&verified);
                (verified.verdict.answer.to_string(), verified.configuration, counts)
            };
            assert_eq!(run(), run(), "{}", label.name);
        }
    });
}
