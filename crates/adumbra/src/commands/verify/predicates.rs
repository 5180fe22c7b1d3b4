//! Predicates from a file and to a file.

use super::{VerifyArgs, files};
use crate::failure::{Exit, Failure};
use crate::progress;
use adumbra_predicate_analysis::GivenPredicates;
use adumbra_strategies::Request;
use adumbra_strategies::configuration::Configuration;
use std::path::Path;
use std::sync::Arc;

/// Most remarks that are printed.
const SHOWN: usize = 20;

/// Reads the predicates that analyses begin with.
pub(super) fn read(path: &Path) -> Result<Arc<GivenPredicates>, Failure> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => Failure::new(Exit::Input, format!("{name}: no such file")),
        _ => Failure::new(Exit::Input, format!("{name}: cannot be read: {e}")),
    })?;
    let read = GivenPredicates::read(&name, &text).map(Arc::new);
    read.map_err(|e| Failure::new(Exit::Input, e.to_string()))
}

/// Says if no analysis will look at predicates.
pub(super) fn remark_unused(arguments: &VerifyArgs, configuration: &Configuration) {
    let asked = arguments.initial_predicates.is_some() || arguments.export_predicates.is_some();
    if asked && !configuration.has(&adumbra_predicate_analysis::registered::PART) {
        progress::say(&format!("warning: no analysis of the configuration {} tracks predicates", configuration.name));
    }
}

/// Says which predicates did not fit the program.
pub(super) fn remark(request: &Request) {
    let remarks = request.initial_predicates.as_ref().map(|given| given.remarks()).unwrap_or_default();
    for remark in remarks.iter().take(SHOWN) {
        progress::say(&format!("warning: {remark}"));
    }
    if remarks.len() > SHOWN {
        progress::say(&format!("warning: and {} more predicates are left out", remarks.len() - SHOWN));
    }
}

/// Writes what was tracked.
pub(super) fn write(arguments: &VerifyArgs, request: &Request) {
    if let (Some(file), Some(found)) = (&arguments.export_predicates, &request.found_predicates) {
        files::save("--export-predicates", file, found.to_smtlib());
    }
}
