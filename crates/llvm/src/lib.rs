//! # The LLVM process
//!
//! The executable `adumbra-llvm`, which calls [`run`] and nothing else, reads a [`LoadRequest`]
//! from standard input, reads and normalises the modules (`prepare`), translates them (`translate`)
//! and writes the program in binary form, or writes what remains of them if some of it is to be
//! left out (`remain`). It is the only executable that links LLVM, so an abort of LLVM on malformed
//! bitcode is an input error of the caller and nothing more.

mod constants;
mod debug;
mod formats;
mod layout;
mod lifetimes;
mod order;
mod prepare;
mod remain;
mod sys;
mod translate;
mod watchdog;

use adumbra_frontend::protocol::{LoadFailure, LoadRequest};
use adumbra_program::binary;
use std::io::{Read, Write};
use std::process::ExitCode;

fn load(request: &LoadRequest) -> Result<(), LoadFailure> {
    let fail = |message: String| LoadFailure { file: String::new(), line: None, message };
    let session = sys::Session::new();
    let prepared = prepare::prepare(&session, request)?;
    if let Some(path) = &request.normalised {
        prepared.module.write_bitcode(path).map_err(fail)?;
    }
    if let Some(remainder) = &request.remainder {
        return remain::write(&session, &prepared, request, remainder);
    }
    let program = translate::translate(&session, &prepared, request)?;
    std::fs::write(&request.output, binary::encode(&program))
        .map_err(|e| fail(format!("cannot write {}: {e}", request.output.display())))
}

/// Reads a request from standard input, does it and answers the exit code: 0 if it is done, 2 if
/// the modules cannot be loaded, with the [`LoadFailure`] on standard output, 6 if there was no
/// request.
pub fn run() -> ExitCode {
    let mut text = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut text) {
        eprintln!("adumbra-llvm: cannot read the request: {error}");
        return ExitCode::from(6);
    }
    let request: LoadRequest = match serde_json::from_str(&text) {
        Ok(request) => request,
        Err(error) => {
            eprintln!("adumbra-llvm: not a request: {error}");
            return ExitCode::from(6);
        }
    };
    match load(&request) {
        Ok(()) => ExitCode::SUCCESS,
        Err(mut failure) => {
            if failure.file.is_empty() {
                failure.file = request.modules.iter().map(|m| m.display.as_str()).collect::<Vec<_>>().join(", ");
            }
            let answer = serde_json::to_string(&failure).unwrap_or_default();
            let _ = std::io::stdout().write_all(answer.as_bytes());
            ExitCode::from(2)
        }
    }
}
