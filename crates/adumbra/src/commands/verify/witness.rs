//! The witness of a verdict.

use super::host::VerifyHost;
use adumbra_analyses::Verified;
use adumbra_frontend::inputs;
use adumbra_program::{Program, PropertyKind};
use adumbra_report::invariants::of_closed_set;
use adumbra_report::sources::Sources;
use adumbra_report::violation::segments;
use adumbra_report::witness::{Content, Metadata, Task, Witness, metadata};
use adumbra_verdict::{Answer, Certificate};
use std::time::SystemTime;

/// The witness, or why there is none.
pub(super) fn of(host: &VerifyHost, program: &Program, verified: &Verified) -> Result<Witness, String> {
    let load = host.load_options();
    let expanded = inputs::expand(&load.inputs, &load.database).map_err(|e| e.to_string())?;
    if let Some(unit) = expanded.units.iter().find(|u| !u.language.is_c()) {
        return Err(format!("witnesses are about C programs, and {} is none", unit.display));
    }
    if program.property.contains(PropertyKind::Specification) {
        return Err("the formats of witnesses have no rules of one's own".into());
    }
    let mut files = Vec::new();
    for unit in &expanded.units {
        let text = std::fs::read(&unit.path).map_err(|e| format!("{}: {e}", unit.display))?;
        files.push((unit.display.clone(), text));
    }
    let sources = Sources::new(files.clone());
    let content = match &verified.verdict.answer {
        Answer::False(counterexample) => {
            let replayed = host.program()?;
            let (script, report) = (&counterexample.script, &counterexample.report);
            Content::Violation(segments(&replayed, script, report, host.externals(), &sources))
        }
        Answer::True(proof) => Content::Correctness(match &proof.certificate {
            Some(Certificate::ClosedSet(set)) => of_closed_set(program, set, &sources),
            Some(Certificate::Induction(_)) => Vec::new(),
            Some(Certificate::Unwinding) | None => Vec::new(),
        }),
        Answer::Unknown(_) => return Err("there is no verdict".into()),
    };
    let hashed: Vec<(String, &[u8])> = files.iter().map(|(name, text)| (name.clone(), text.as_slice())).collect();
    let specification = metadata::specification(program, host.entry());
    let task = Task::new(&hashed, specification, program.layout.model);
    let metadata = Metadata::new(task, SystemTime::now(), Some(verified.configuration.clone()), &content);
    Ok(Witness { metadata, content, hints: Vec::new() })
}
