//! `--annotate`: the sources with what was proved, as ACSL.
//!
//! One source file is written to a file; several are written to a directory, each under its own
//! name. No input is written over.

use super::host::VerifyHost;
use super::{VerifyArgs, files, witness};
use crate::failure::{Exit, Failure};
use crate::{progress, whole_file};
use adumbra_frontend::{DatabaseFilter, inputs};
use adumbra_judges::Answer;
use adumbra_program::Program;
use adumbra_strategies::Verified;
use adumbra_witness::annotate::annotated;
use adumbra_witness::contracts::worded;
use adumbra_witness::invariants::Language;
use adumbra_witness::sources::Sources;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

const OPTION: &str = "--annotate";

/// Refuses what cannot be written, and what would be written over an input.
pub(super) fn refuse(arguments: &VerifyArgs) -> Result<(), Failure> {
    let Some(output) = &arguments.annotate else { return Ok(()) };
    // Inputs that cannot be read are refused where they are loaded.
    let Ok(expanded) = inputs::expand(&arguments.load.files, &DatabaseFilter::default()) else { return Ok(()) };
    let given: Vec<PathBuf> = expanded.units.iter().map(|unit| unit.path.clone()).collect();
    if given.len() > 1 {
        whole_file::refuse_directory(OPTION, output)?;
    }
    let targets = targets(output, &given).map_err(|why| Failure::new(Exit::Usage, format!("{OPTION}: {why}")))?;
    for target in &targets {
        if let Some(input) = given.iter().chain(&arguments.load.files).find(|input| is_same(input, target)) {
            let message = format!("{OPTION}: {} is the input {}", target.display(), input.display());
            return Err(Failure::new(Exit::Usage, message));
        }
    }
    whole_file::refuse(targets.iter().map(|target| (OPTION, Some(target.as_path()))))
}

/// Where each of the sources is written.
fn targets(output: &Path, sources: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    if let [_] = sources {
        return Ok(vec![output.to_owned()]);
    }
    let mut targets: Vec<PathBuf> = Vec::new();
    for source in sources {
        let target = output.join(source.file_name().unwrap_or_default());
        if targets.contains(&target) {
            return Err(format!("two inputs would be written to {}", target.display()));
        }
        targets.push(target);
    }
    Ok(targets)
}

/// Are two paths the same file?
fn is_same(one: &Path, other: &Path) -> bool {
    let identity = |path: &Path| std::fs::metadata(path).ok().map(|known| (known.dev(), known.ino()));
    identity(one).is_some_and(|id| identity(other) == Some(id))
}

/// Writes the sources of a program that was proved.
pub(super) fn write(arguments: &VerifyArgs, host: &VerifyHost, program: &Program, verified: &Verified) {
    let Some(output) = &arguments.annotate else { return };
    let not_written = |why: &str| progress::say(&format!("{OPTION}: {} is not written: {why}", output.display()));
    let Answer::True(proof) = &verified.verdict.answer else { return not_written("there is no proof") };
    let units = match witness::files(host) {
        Ok(units) => units,
        Err(why) => return not_written(&why),
    };
    let paths: Vec<PathBuf> = units.iter().map(|(path, _)| PathBuf::from(path)).collect();
    let targets = match targets(output, &paths) {
        Ok(targets) => targets,
        Err(why) => return not_written(&why),
    };
    let sources = Sources::new(units);
    let contracts: Vec<_> =
        proof.certificate.iter().flat_map(|c| worded(program, &c.contracts, Some(&sources))).collect();
    for lost in contracts.iter().filter(|worded| worded.definition.is_none()) {
        progress::say(&format!("{OPTION}: the text does not show where {} is defined", lost.function));
    }
    let invariants = witness::invariants(program, proof, &sources, Language::Acsl);
    if contracts.is_empty() && invariants.is_empty() {
        progress::say(&format!("{OPTION}: the proof has neither contracts nor invariants; nothing is annotated"));
    }
    for (target, text) in targets.iter().zip(annotated(&sources, &contracts, &invariants)) {
        files::save(OPTION, target, text);
    }
}
