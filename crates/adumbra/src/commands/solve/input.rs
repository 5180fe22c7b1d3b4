//! What is to be solved, and with which options.

use super::Format;
use crate::failure::{Exit, Failure};
use adumbra_solver::configurations;
use adumbra_solver::options::Options;
use std::io::Read;
use std::path::Path;

/// The options of a configuration with settings on top.
pub(in crate::commands) fn options(config: Option<&str>, settings: &[String]) -> Result<Options, Failure> {
    let mut options = match config {
        None => Options::default(),
        Some(name) => configuration(name)?,
    };
    for setting in settings {
        let (name, value) =
            setting.split_once('=').ok_or_else(|| Failure::new(Exit::Usage, format!("{setting}: not option=value")))?;
        options.set(name, value).map_err(|e| {
            Failure::new(Exit::Usage, format!("--set {e}")).hint("adumbra solve --list-options shows all of them")
        })?;
    }
    Ok(options)
}

/// A named configuration, or a file: what has a directory or an extension.
fn configuration(name: &str) -> Result<Options, Failure> {
    let path = Path::new(name);
    if path.extension().is_none() && path.components().count() == 1 {
        let found = configurations::find(name).map_err(|e| {
            Failure::new(Exit::Usage, e.to_string()).hint("adumbra solve --list-configs shows all of them")
        })?;
        return Ok(found.options());
    }
    let text = std::fs::read_to_string(path).map_err(|e| Failure::new(Exit::Input, format!("{name}: {e}")))?;
    let mut options = Options::default();
    options.apply(&text).map_err(|e| Failure::new(Exit::Input, format!("{name}: {e}")))?;
    Ok(options)
}

/// The name, the format and the contents of the file.
pub(super) fn read(file: Option<&Path>, format: Option<Format>) -> Result<(String, Format, Vec<u8>), Failure> {
    let file = file.ok_or_else(|| Failure::new(Exit::Usage, "which file?"))?;
    if file.as_os_str() == "-" {
        let mut text = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut text);
        read.map_err(|e| Failure::new(Exit::Input, format!("standard input: {e}")))?;
        return Ok(("standard input".to_owned(), format.unwrap_or(Format::Smt2), text));
    }
    let path = file.display().to_string();
    let by_name = match file.extension().and_then(|e| e.to_str()) {
        Some("cnf" | "dimacs") => Some(Format::Cnf),
        Some("smt2" | "smt") => Some(Format::Smt2),
        Some("sf") => Some(Format::Sf),
        _ => None,
    };
    let format = format.or(by_name).ok_or_else(|| {
        Failure::new(Exit::Usage, format!("{path}: neither .smt2 nor .cnf nor .sf")).hint("say which with --format")
    })?;
    let text = std::fs::read(file).map_err(|e| Failure::new(Exit::Input, format!("{path}: {e}")))?;
    Ok((path, format, text))
}
