//! Files that a verdict is written to. A file that cannot be written is a message; the verdict stands.

use super::VerifyArgs;
use super::host::VerifyHost;
use adumbra_verdict::{Counterexample, harness};
use std::path::Path;

/// Writes what was asked for.
pub(super) fn write(
    arguments: &VerifyArgs,
    host: &VerifyHost,
    counterexample: Option<&Counterexample>,
    graph: Option<&str>,
) {
    match (&arguments.graph, graph) {
        (Some(file), Some(graph)) => save("--graph", file, graph),
        (Some(file), None) => eprintln!("--graph: there is nothing to draw, {} is not written", file.display()),
        (None, _) => {}
    }
    let Some(counterexample) = counterexample else {
        for (option, file) in [("--script", &arguments.script), ("--harness", &arguments.harness)] {
            if let Some(file) = file {
                eprintln!("{option}: there is no counterexample, {} is not written", file.display());
            }
        }
        return;
    };
    if let Some(file) = &arguments.script {
        save("--script", file, &counterexample.script.to_json());
    }
    if let Some(file) = &arguments.harness {
        let text = host.program().and_then(|program| {
            harness(&program, counterexample, &host.options(&program, None)).map_err(|e| e.to_string())
        });
        match text {
            Ok(text) => save("--harness", file, &text),
            Err(why) => eprintln!("--harness: {} is not written: {why}", file.display()),
        }
    }
}

fn save(option: &str, file: &Path, text: &str) {
    if let Err(error) = std::fs::write(file, text) {
        eprintln!("{option}: {} cannot be written: {error}", file.display());
    }
}
