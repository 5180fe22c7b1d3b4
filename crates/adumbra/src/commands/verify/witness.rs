//! The witness of a verdict.

use super::host::VerifyHost;
use adumbra_frontend::inputs;
use adumbra_judges::Answer;
use adumbra_program::{Program, PropertyKind};
use adumbra_strategies::Verified;
use adumbra_verdict::Proof;
use adumbra_witness::contracts::{Worded, worded};
use adumbra_witness::format::{Content, Invariant, Metadata, Task, Witness, metadata};
use adumbra_witness::invariants::{Language, of_proof};
use adumbra_witness::sources::Sources;
use adumbra_witness::violation::segments;
use std::time::SystemTime;

/// What a proof knows at the heads of loops. Only a check tells that executions do not come there
/// otherwise.
pub(super) fn invariants(program: &Program, proof: &Proof, sources: &Sources, language: Language) -> Vec<Invariant> {
    match (&proof.certificate, &proof.passed) {
        (Some(certificate), Some(passed)) => of_proof(program, certificate, passed, sources, language),
        _ => Vec::new(),
    }
}

/// What the proof of a C program knows at the heads of its loops.
pub(super) fn invariants_of(host: &VerifyHost, program: &Program, proof: &Proof) -> Vec<Invariant> {
    files(host).map_or(Vec::new(), |files| invariants(program, proof, &Sources::new(files), Language::C))
}

/// The contracts that a proof rests on, in words.
pub(super) fn contracts_of(host: &VerifyHost, program: &Program, proof: &Proof) -> Vec<Worded> {
    let Some(certificate) = &proof.certificate else { return Vec::new() };
    let sources = files(host).ok().map(Sources::new);
    worded(program, &certificate.contracts, sources.as_ref())
}

/// The files of a C program, with their names; or why it is none.
pub(super) fn files(host: &VerifyHost) -> Result<Vec<(String, Vec<u8>)>, String> {
    let load = host.load_options();
    let expanded = inputs::expand(&load.inputs, &load.database).map_err(|e| e.to_string())?;
    if let Some(unit) = expanded.units.iter().find(|u| !u.language.is_c()) {
        return Err(format!("witnesses are about C programs, and {} is none", unit.display));
    }
    let read = |unit: &inputs::Unit| {
        let text = std::fs::read(&unit.path).map_err(|e| format!("{}: {e}", unit.display))?;
        Ok((unit.display.clone(), text))
    };
    expanded.units.iter().map(read).collect()
}

/// The witness, or why there is none.
pub(super) fn of(host: &VerifyHost, program: &Program, verified: &Verified) -> Result<Witness, String> {
    if program.property.contains(PropertyKind::Specification) {
        return Err("the formats of witnesses have no rules of one's own".into());
    }
    let files = files(host)?;
    let sources = Sources::new(files.clone());
    let content = match &verified.verdict.answer {
        Answer::False(counterexample) => {
            let replayed = host.program()?;
            let (script, report) = (&counterexample.script, &counterexample.report);
            Content::Violation(segments(&replayed, script, report, host.externals(), &sources))
        }
        Answer::True(proof) => {
            let worded = contracts_of(host, program, proof);
            let contracts = worded.iter().filter_map(|worded| worded.in_witness(&sources)).collect();
            Content::Correctness(invariants(program, proof, &sources, Language::C), contracts)
        }
        Answer::Unknown(_) => return Err("there is no verdict".into()),
    };
    let hashed: Vec<(String, &[u8])> = files.iter().map(|(name, text)| (name.clone(), text.as_slice())).collect();
    let specification = metadata::specification(program, host.entry());
    let task = Task::new(&hashed, specification, program.layout.model);
    let metadata = Metadata::new(task, SystemTime::now(), Some(verified.configuration.clone()), &content);
    Ok(Witness { metadata, content, hints: Vec::new() })
}
