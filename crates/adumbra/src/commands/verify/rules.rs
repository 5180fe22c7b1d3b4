//! Rules of a specification: read, and put into the property.

use crate::failure::{Exit, Failure};
use crate::progress;
use adumbra_analyses::automaton::{self, Observer as OnProgram, Specification};
use adumbra_frontend::LoadOptions;
use adumbra_program::{Program, Property, PropertyKind};
use std::path::Path;
use std::sync::Arc;

/// Reads a specification.
pub(super) fn read(path: &Path) -> Result<Specification, Failure> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => Failure::new(Exit::Input, format!("{name}: no such file")),
        _ => Failure::new(Exit::Input, format!("{name}: cannot be read: {e}")),
    })?;
    automaton::parse(&name, &text).map_err(|e| Failure::new(Exit::Input, e.to_string()))
}

/// The property of a verdict: a conjunction, with the rules where there are some.
pub(super) fn prepare(load: &mut LoadOptions, rules: Option<&Specification>) -> Result<(), Failure> {
    let Property::Conjunction { kinds, .. } = &mut load.property else {
        return Err(Failure::new(Exit::Usage, "everything: not a property that a program can have"));
    };
    // How a program reads and writes decides about no property, but rules may speak of such calls,
    // and bitcode is to have them.
    load.calls_as_written = rules.is_some() || load.normalised.is_some();
    let Some(rules) = rules else {
        if kinds.contains(&PropertyKind::Specification) {
            return Err(Failure::new(Exit::Usage, "specification: which one?").hint("--spec FILE.spec"));
        }
        return Ok(());
    };
    kinds.push(PropertyKind::Specification);
    kinds.sort();
    kinds.dedup();
    // Moving locals to registers removes statements.
    load.promote &= !rules.speaks_of_lines();
    Ok(())
}

/// Says which rules fit nothing in the program: a name may be misspelt.
pub(super) fn remark(program: &Arc<Program>, rules: &Specification) {
    for rule in OnProgram::new(Arc::clone(program), rules.clone()).idle_rules() {
        progress::say(&format!("note: nothing in the program is what this rule waits for: {rule}"));
    }
}
