//! What analyses know at the locations of a program, without a question about it.
//!
//! A fact is what remains of the states at a location: most analyses join them, so there is one.
//! The exploration goes along every edge and ends at nothing, so that every location that is
//! reached has its facts.

use crate::configuration::{self, Configuration, ConfigurationError, Named, Plan};
use crate::exploring;
use crate::registry::REGISTRY;
use crate::task::{Host, Request, Task};
use adumbra_analyses::registry::Beside;
use adumbra_analyses::textbook::backward;
use adumbra_engine::*;
use adumbra_interpreter::Script;
use adumbra_judges::Counterexample;
use adumbra_program::{Function, Location, Program};
use adumbra_stop::Stop;
use std::sync::Arc;

/// Why there are no facts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoFacts {
    /// The configuration is no composition of analyses.
    #[error("{0}: a portfolio has no states of its own; name one of its configurations")]
    Portfolio(String),
    /// What runs by itself has no states at locations.
    #[error("{0}: `{1}` runs by itself and has no states at locations")]
    Alone(String, String),
    /// A limit was reached first.
    #[error("the limit was reached before all was explored")]
    Limit,
}

/// Analyses that are parts together, by the name of what they compute.
const COMPOSED: &[(&str, &str)] = &[("post-dominators", "backward dominators")];

/// The names of analyses that have facts.
pub fn analyses() -> impl Iterator<Item = &'static str> {
    REGISTRY.parts.iter().map(|entry| entry.name).chain(COMPOSED.iter().map(|(name, _)| *name))
}

/// A configuration for facts: a shipped one, or one of the analyses beside locations.
/// `post-dominators` are dominators backwards.
pub fn configuration_for(name: &str) -> Result<Configuration, ConfigurationError> {
    let parts = match REGISTRY.parse(name) {
        Ok(Named::Part(entry)) => match entry.beside {
            Beside::Nothing => name.to_owned(),
            Beside::Locations => format!("location {name}"),
            Beside::Calls => format!("location callstack {name}"),
        },
        Ok(Named::Wrapped(wrapper, _)) if wrapper.sets => name.to_owned(),
        _ => match COMPOSED.iter().find(|(composed, _)| *composed == name) {
            Some((_, parts)) => (*parts).to_owned(),
            None => return configuration::find(name),
        },
    };
    configuration::read(name, &format!("parts = {parts}\ntraversal = reverse-postorder"))
}

/// The states that a configuration reaches, as text, in the order of their locations. Backward
/// analyses go from the end of the function that is given, or of the one where the program starts;
/// of others, states in other functions are left out.
pub fn facts(
    program: &Arc<Program>,
    configuration: &Configuration,
    function: Option<Function>,
    stop: &Stop,
) -> Result<Vec<String>, NoFacts> {
    let Plan::Single(single) = &configuration.plan else {
        return Err(NoFacts::Portfolio(configuration.name.clone()));
    };
    if let Some(alone) = single.alone() {
        return Err(NoFacts::Alone(configuration.name.clone(), alone.name.to_owned()));
    }
    let mut program = Arc::clone(program);
    if let Some(function) = function
        && single.has(&backward::PART)
    {
        Arc::make_mut(&mut program).entry = function;
    }
    let request = Request::new(configuration.clone());
    let parts = exploring::parts(&Task::new(&program, &request, &Nobody), single);
    let exploration = Exploration { granularity: Granularity::Edge, ..single.general().exploration() };
    let mut algorithm = Algorithm::new(Box::new(Composite::operated(parts, single.general().product())), exploration);
    loop {
        match algorithm.run(stop) {
            Ended::Fixpoint => break,
            // An execution ends at a violation; others go on.
            Ended::Target(_) => {}
            Ended::Interrupted(_) if algorithm.resume() => {}
            Ended::Interrupted(_) | Ended::Limit(_) => return Err(NoFacts::Limit),
        }
    }
    let mut found: Vec<(Option<Location>, String)> = Vec::new();
    let states: Vec<StateId> = algorithm.reached().reached().map(|(_, node)| node.state).collect();
    for state in states {
        algorithm.part_mut().load(state);
        let location = match algorithm.part().answer(Question::Location) {
            Some(Fact::At(location)) => Some(location),
            _ => None,
        };
        let elsewhere = |location: Location| function.is_some_and(|f| program.function_of(location) != f);
        if !location.is_some_and(elsewhere) {
            found.push((location, algorithm.part().show(state).replace('\n', " ")));
        }
    }
    found.sort();
    found.dedup();
    Ok(found.into_iter().map(|(_, state)| state).collect())
}

/// Nobody asks for a verdict.
struct Nobody;

impl Host for Nobody {
    fn replay(&self, _: &Script, _: &Stop) -> Result<Counterexample, String> {
        Err("facts have no counterexamples".into())
    }
}
