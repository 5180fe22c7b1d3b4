//! Programs in their textual form (`.cfa`): what `adumbra cfa` prints, read back.
//!
//! Such a file is a whole program. What compiling has put into it cannot be changed any more: the
//! checks that a property needs, the functions that are errors, the data model. Whoever asks for
//! others is refused.

use super::about;
use crate::error::FrontendError;
use crate::files;
use crate::options::LoadOptions;
use adumbra_program::{Program, Property, text};
use std::path::Path;
use std::sync::Arc;

/// Is it such a file, by its name?
pub(crate) fn is_one(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "cfa")
}

/// The program in the only input of options, if that is such a file; `None` if no input is one.
pub(crate) fn read(options: &LoadOptions) -> Result<Option<Program>, FrontendError> {
    let Some(path) = options.inputs.iter().find(|path| is_one(path)) else { return Ok(None) };
    let refuse = |why: &str| Err(FrontendError::Usage(format!("{}: {why}", path.display())));
    if options.inputs.len() > 1 {
        return refuse("a program in textual form is not linked with others");
    }
    if !options.compiler_flags.is_empty() || options.normalised.is_some() {
        return refuse("a program in textual form is not compiled");
    }
    parse(path).map(Some)
}

/// The program as options ask for it, if it can be had.
pub(crate) fn program_for(program: &Arc<Program>, options: &LoadOptions) -> Result<Arc<Program>, FrontendError> {
    let path = options.inputs.first().map(|path| path.display().to_string()).unwrap_or_default();
    let refuse = |why: String| Err(FrontendError::Usage(format!("{path}: {why}")));
    if !same_checks(&program.property, &options.property) {
        return refuse("it was made for a property with other checks; the line `property` names it".into());
    }
    let model = program.layout.model;
    if options.data_model.is_some_and(|asked| asked != model) {
        return refuse(format!("its data model is {}", model.name()));
    }
    let entry = &program.functions[program.entry].name;
    if *entry != options.entry {
        return refuse(format!("it begins in {entry}"));
    }
    Ok(about(program, &options.property))
}

fn parse(path: &Path) -> Result<Program, FrontendError> {
    files::check(path)?;
    text::parse(&files::read_text(path)?).map_err(|error| FrontendError::Malformed {
        path: path.into(),
        line: (error.line > 0).then_some(error.line),
        message: error.cause.to_string(),
    })
}

/// Does a program for one property have what another one asks about?
fn same_checks(made_for: &Property, asked: &Property) -> bool {
    let checks = |property: &Property| (property.needs_overflow_checks(), property.needs_scopes());
    checks(made_for) == checks(asked) && made_for.error_functions() == asked.error_functions()
}
