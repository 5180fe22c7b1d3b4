//! What is asked: one property, or several in one run.
//!
//! Each property is a question of its own, with its own answer. They share what was compiled
//! ([`Loader`](adumbra_frontend::Loader)), the time and the work: a question gets an equal share of
//! what those before it left.

use super::{VerifyArgs, rules};
use crate::commands::Context;
use crate::failure::{Exit, Failure};
use adumbra_analyses::automaton::Specification;
use adumbra_frontend::LoadOptions;
use adumbra_program::{Property, PropertyKind};
use adumbra_stop::Stop;
use std::time::Instant;

/// One question.
pub(super) struct Question {
    /// The property as it was given; the default has no name.
    pub(super) name: String,
    /// How its program is loaded.
    pub(super) load: LoadOptions,
}

/// The questions of a command line.
pub(super) fn of(arguments: &VerifyArgs, rules: Option<&Specification>) -> Result<Vec<Question>, Failure> {
    let default = if rules.is_some() { Property::of(&[PropertyKind::Specification]) } else { Property::unspecified() };
    let named = arguments.load.properties(default, false)?;
    if named.len() > 1 {
        refuse(arguments, named.len())?;
    }
    let question = |named: crate::arguments::Named| {
        let name = named.name.clone().unwrap_or_default();
        let mut load = arguments.load.options_for(named);
        rules::prepare(&mut load, rules)?;
        Ok(Question { name, load })
    };
    named.into_iter().map(question).collect()
}

/// Options that are about one answer do not go with several.
fn refuse(arguments: &VerifyArgs, properties: usize) -> Result<(), Failure> {
    let given = [
        ("--spec", arguments.spec.is_some()),
        ("--script", arguments.script.is_some()),
        ("--harness", arguments.harness.is_some()),
        ("--witness", arguments.witness.is_some()),
        ("--graphml-witness", arguments.graphml_witness.is_some()),
        ("--annotate", arguments.annotate.is_some()),
        ("--graph", arguments.graph.is_some()),
        ("--pixel-tree", arguments.pixel_tree.is_some()),
        ("--export-tests", arguments.export_tests.is_some()),
        ("--export-predicates", arguments.export_predicates.is_some()),
        ("--write-bitcode", arguments.load.write_bitcode.is_some()),
        ("--keep-temps", arguments.load.keep_temps.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => {
            let message = format!("{option} is about one property, and {properties} are asked about");
            Err(Failure::new(Exit::Usage, message).hint("one run for each property"))
        }
    }
}

/// The share of the first of so many questions that are left: of the time in the context, of the
/// work in the token.
pub(super) fn share(context: &Context, work: &Stop, left: usize) -> (Context, Stop) {
    if left <= 1 {
        return (context.clone(), work.clone());
    }
    let (now, parts) = (Instant::now(), u32::try_from(left).unwrap_or(u32::MAX));
    let time = context.deadline.map(|deadline| deadline.saturating_duration_since(now) / parts);
    let work = work.left().map_or(work.clone(), |all| work.within(all / u64::from(parts)));
    let share = time.map(|time| time.as_secs_f64());
    (Context { deadline: time.map(|time| now + time), limits: context.limits.clone(), share }, work)
}
