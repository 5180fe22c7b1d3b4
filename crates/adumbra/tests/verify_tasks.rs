//! The command line on tasks of `tasks/verify`: `default` on a part of all, every other
//! configuration on a few. What all configurations answer to all tasks is tested in `crates/tasks`,
//! without processes; here the last line and the exit code are.

use crate::common::{adumbra, need_llvm};
use adumbra_tasks::compare::{Answered, Findings, unknown};
use adumbra_tasks::label::{self, Label};
use adumbra_tasks::record;

/// What the command answers within the work that was allowed when the record was made.
fn verify(label: &Label, configuration: &str) -> Result<String, String> {
    need_llvm();
    let mut command = adumbra();
    command.args(["verify", "--config", configuration, "--work", "1s"]);
    if let Some(property) = &label.property {
        command.args(["--property", property]);
    }
    let output = command.args(&label.options).arg(&label.path).output().map_err(|e| e.to_string())?;
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let last = text.lines().next_back().unwrap_or_default();
    let verdict = last
        .strip_prefix("Verification result: ")
        .ok_or_else(|| format!("the last line is no verdict: {text}{errors}"))?;
    let code = match verdict {
        "TRUE" => 0,
        _ if verdict.starts_with("FALSE(") => 10,
        _ if unknown(verdict).is_some() => 5,
        _ => return Err(format!("`{verdict}` is no verdict")),
    };
    match output.status.code() == Some(code) {
        true => Ok(verdict.to_owned()),
        false => Err(format!("{verdict} with exit code {:?}: {errors}", output.status.code())),
    }
}

fn check(questions: &[(Label, String)]) {
    let mut findings = Findings::default();
    for (label, configuration) in questions {
        match verify(label, configuration) {
            Ok(verdict) => {
                let answer = Answered { label, configuration, verdict };
                findings.compare(&answer, &record::read(configuration));
            }
            Err(why) => findings.wrong.push(format!("{configuration}: {}: {why}", label.name)),
        }
    }
    assert!(findings.wrong.is_empty(), "{}:\n{}", findings.wrong.len(), findings.wrong.join("\n"));
}

#[test]
fn the_command_answers_with_the_default() {
    let questions: Vec<_> = label::all().into_iter().step_by(7).map(|label| (label, "default".to_owned())).collect();
    assert!(questions.len() > 40);
    check(&questions);
}

#[test]
fn the_command_answers_with_every_configuration() {
    let labels = label::all();
    let mut questions = Vec::new();
    for (place, (name, _)) in adumbra_strategies::configuration::SHIPPED.iter().enumerate() {
        let known = record::read(name);
        let fits = |label: &&Label| !known.contains_key(&label.name);
        let some = labels.iter().skip(5 * place).filter(fits).step_by(31).take(3);
        questions.extend(some.map(|label| (label.clone(), (*name).to_owned())));
    }
    check(&questions);
}
