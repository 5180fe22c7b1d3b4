//! Files that a verdict is written to. A file that cannot be written is refused before the work; if
//! it cannot be written any more after it, that is a message, and the verdict stands.

use super::host::VerifyHost;
use super::{VerifyArgs, annotate, summaries, witness};
use crate::failure::Failure;
use crate::{heaps, pixels, progress, whole_file};
use adumbra_judges::{Answer, Counterexample, harness};
use adumbra_program::Program;
use adumbra_report::{heap, pixel};
use adumbra_stop::Stop;
use adumbra_strategies::Verified;
use adumbra_witness::format::{graphml_write, yaml_write};
use std::path::Path;
use std::time::Duration;

/// Refuses outputs that cannot be written, before there is work to be lost.
pub(super) fn refuse(arguments: &VerifyArgs) -> Result<(), Failure> {
    whole_file::refuse([
        ("--script", arguments.script.as_deref()),
        ("--harness", arguments.harness.as_deref()),
        ("--witness", arguments.witness.as_deref()),
        ("--graphml-witness", arguments.graphml_witness.as_deref()),
        ("--graph", arguments.graph.as_deref()),
        ("--pixel-tree", arguments.pixel_tree.as_deref()),
        ("--heap-graph", arguments.heap_graph.as_deref()),
        ("--export-predicates", arguments.export_predicates.as_deref()),
        ("--write-bitcode", arguments.load.write_bitcode.as_deref()),
    ])?;
    annotate::refuse(arguments)?;
    summaries::refuse(arguments)?;
    match &arguments.export_tests {
        Some(directory) => whole_file::refuse_directory("--export-tests", directory),
        None => Ok(()),
    }
}

/// Writes what was asked for.
pub(super) fn write(arguments: &VerifyArgs, host: &VerifyHost, program: &Program, verified: &Verified) {
    match (&arguments.graph, &verified.graph) {
        (Some(file), Some(graph)) => save("--graph", file, graph),
        (Some(file), None) => not_written("--graph", file, "there is nothing to draw"),
        (None, _) => {}
    }
    let formats = [("--witness", &arguments.witness), ("--graphml-witness", &arguments.graphml_witness)];
    if formats.iter().any(|(_, file)| file.is_some()) {
        let witness = witness::of(host, program, verified);
        for (option, file) in formats {
            match (file, &witness) {
                (Some(file), Ok(witness)) if option == "--witness" => save(option, file, yaml_write::write(witness)),
                (Some(file), Ok(witness)) => save(option, file, graphml_write::write(witness, host.entry())),
                (Some(file), Err(why)) => not_written(option, file, why),
                (None, _) => {}
            }
        }
    }
    let counterexample = match &verified.verdict.answer {
        Answer::False(counterexample) => Ok(counterexample.as_ref()),
        _ => Err("there is no counterexample".to_owned()),
    };
    let script = |c: &Counterexample| Ok(c.script.to_json());
    let native = |c: &Counterexample| {
        let program = host.program()?;
        harness(&program, c, &host.options(&program, &Stop::never())).map_err(|e| e.to_string())
    };
    of_counterexample("--script", arguments.script.as_deref(), &counterexample, script);
    of_counterexample("--harness", arguments.harness.as_deref(), &counterexample, native);
}

fn of_counterexample(
    option: &str,
    file: Option<&Path>,
    counterexample: &Result<&Counterexample, String>,
    text: impl FnOnce(&Counterexample) -> Result<String, String>,
) {
    let Some(file) = file else { return };
    match counterexample.clone().and_then(text) {
        Ok(text) => save(option, file, &text),
        Err(why) => not_written(option, file, &why),
    }
}

fn not_written(option: &str, file: &Path, why: &str) {
    progress::say(&format!("{option}: {} is not written: {why}", file.display()));
}

pub(super) fn save(option: &str, file: &Path, content: impl AsRef<[u8]>) {
    if let Err(error) = whole_file::replace(file, content.as_ref()) {
        progress::say(&format!("{option}: {} cannot be written: {error}", file.display()));
    }
}

/// Writes the picture of what was reached.
pub(super) fn write_pixels(arguments: &VerifyArgs, verified: &Verified, elapsed: Duration) {
    let Some(file) = &arguments.pixel_tree else { return };
    let option = "--pixel-tree";
    let Some(levels) = &verified.levels else {
        let why = format!("the configuration `{}` explores no states", verified.configuration);
        return not_written(option, file, &why);
    };
    let task = pixels::task(&arguments.load.files);
    let answer = format!("{}, {:.2} s", verified.verdict.answer, elapsed.as_secs_f64());
    let picture = pixels::reached(levels, vec![task, verified.configuration.clone(), answer]);
    let drawn = pixel::Format::of(file).and_then(|format| pixel::draw(&[picture], &arguments.pixels.options(), format));
    match drawn {
        Ok(bytes) => save(option, file, bytes),
        Err(why) => not_written(option, file, &why.to_string()),
    }
}

/// Writes the heaps that were reached.
pub(super) fn write_heaps(arguments: &VerifyArgs, verified: &Verified) {
    let Some(file) = &arguments.heap_graph else { return };
    let option = "--heap-graph";
    let Some(reached) = &verified.heaps else {
        let why = format!("the configuration `{}` explores no states", verified.configuration);
        return not_written(option, file, &why);
    };
    let task = pixels::task(&arguments.load.files);
    let caption = vec![format!("{task}, {}, {}", verified.configuration, verified.verdict.answer)];
    match heap::Format::of(file) {
        Ok(format) => save(option, file, heaps::draw(reached, caption, format)),
        Err(why) => not_written(option, file, &why.to_string()),
    }
}
