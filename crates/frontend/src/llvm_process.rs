//! Talking to the `adumbra-llvm` process.

use crate::error::FrontendError;
use crate::process;
use crate::protocol::{LoadFailure, LoadRequest};
use adumbra_program::{Program, binary};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Finds the executable: the one that `ADUMBRA_LLVM` names, or the one beside this executable.
pub(crate) fn find() -> Result<PathBuf, FrontendError> {
    if let Some(named) = std::env::var_os("ADUMBRA_LLVM").filter(|v| !v.is_empty()) {
        let path = PathBuf::from(named);
        return if path.is_file() { Ok(path) } else { Err(FrontendError::NoLlvmProcess { looked: path }) };
    }
    let own = std::env::current_exe().map_err(FrontendError::system("finding this executable"))?;
    let directory = own.parent().unwrap_or(Path::new("."));
    // Cargo puts test executables one directory below.
    let directory = if directory.ends_with("deps") { directory.parent().unwrap_or(directory) } else { directory };
    let path = directory.join("adumbra-llvm");
    if path.is_file() { Ok(path) } else { Err(FrontendError::NoLlvmProcess { looked: path }) }
}

/// Sends a request and reads the program.
pub(crate) fn run(executable: &Path, request: &LoadRequest, limit: Duration) -> Result<Program, FrontendError> {
    ask(executable, request, limit)?;
    let bytes = std::fs::read(&request.output)
        .map_err(FrontendError::system(format!("reading {}", request.output.display())))?;
    binary::decode(&bytes).map_err(|e| FrontendError::Protocol(e.to_string()))
}

/// Sends a request whose answer is a file.
pub(crate) fn ask(executable: &Path, request: &LoadRequest, limit: Duration) -> Result<(), FrontendError> {
    let files = || request.modules.iter().map(|m| m.display.as_str()).collect::<Vec<_>>().join(", ");
    let json = serde_json::to_vec(request).map_err(|e| FrontendError::Protocol(e.to_string()))?;
    let done = process::run(&mut Command::new(executable), json, limit)
        .map_err(FrontendError::system(format!("starting {}", executable.display())))?;
    let Some(status) = done.status else {
        return Err(FrontendError::CompilerTimeout { file: files(), tool: "adumbra-llvm", seconds: limit.as_secs() });
    };
    match status.code() {
        Some(0) => Ok(()),
        Some(2) => {
            let failure: LoadFailure =
                serde_json::from_slice(&done.stdout).map_err(|e| FrontendError::Protocol(e.to_string()))?;
            Err(FrontendError::Load { file: failure.file, line: failure.line, message: failure.message })
        }
        _ => Err(FrontendError::LlvmDied {
            file: files(),
            how: process::describe(status),
            output: process::tail(&done.stderr, 20),
        }),
    }
}
