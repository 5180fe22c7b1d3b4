//! Rules of a specification: read, put into the property, and watched in replays.

use crate::failure::{Exit, Failure};
use adumbra_analyses::automaton::{self, Observer as OnProgram, Specification, Watch};
use adumbra_frontend::LoadOptions;
use adumbra_interpreter::{Report, Tracer, View};
use adumbra_program::{Edge, Program, Property, PropertyKind};
use adumbra_verdict::Observer;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
        return Err(Failure::new(Exit::Usage, "everything: not a property that a program can have")
            .hint("one of the others, or adumbra run, which watches for everything"));
    };
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
        eprintln!("note: nothing in the program is what this rule waits for: {rule}");
    }
}

/// The rules in a replay.
pub(super) struct Rules<'a> {
    watch: Watch<'a>,
    enough: Arc<AtomicBool>,
    cancel: Arc<AtomicBool>,
}

impl<'a> Rules<'a> {
    /// Watches a replay until a rule is broken or the flag is set.
    pub(super) fn new(rules: &'a OnProgram, cancel: &Arc<AtomicBool>) -> Self {
        let enough = Arc::new(AtomicBool::new(false));
        Rules { watch: Watch::new(rules, Arc::clone(&enough)), enough, cancel: Arc::clone(cancel) }
    }
}

impl Tracer for Rules<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        self.watch.edge(view, edge);
        if self.cancel.load(Ordering::Relaxed) {
            self.enough.store(true, Ordering::Relaxed);
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.watch.returned(view, edge);
    }
}

impl Observer for Rules<'_> {
    /// Who missed a step of an automaton cannot tell what it does later.
    fn seen(&self) -> Option<&Report> {
        self.watch.broken.as_ref().filter(|_| !self.watch.blind).map(|(_, report)| report)
    }

    fn enough(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.enough)
    }
}
