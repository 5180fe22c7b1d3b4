//! `adumbra tune`: what the tuner does not know by itself, the options of our own tools.

use adumbra_interpolate::InterpolationOptions;
use adumbra_options::{OptionSet, OptionSpec, OptionTable, Value};
use adumbra_sat::SatOptions;
use adumbra_solver::configurations;
use adumbra_solver::options::Options;
use adumbra_strategies::configuration;
use adumbra_strategies::configuration::{Plan, SHIPPED};
use adumbra_strategies::registry::REGISTRY;
use adumbra_tune::cli::{Own, Tune};
use adumbra_tune::space::Known;
use std::path::Path;
use std::process::ExitCode;

/// Runs the command. It watches processes itself, as `bench` does, so that it has no worker.
pub fn run(tune: Tune) -> ExitCode {
    let own = Own {
        known: &|tool, configuration, endings| match tool {
            "adumbra-solve" => Some(of_solver(configuration, endings)),
            "adumbra" => Some(of_verifier(configuration)),
            _ => None,
        },
        configuration: &|tool, name| match tool {
            "adumbra-solve" => Some(solver_text(name)),
            "adumbra" => Some(verifier_options(Some(name)).map(|options| options.changes())),
            _ => None,
        },
    };
    adumbra_tune::cli::execute(tune, &["bench"], &own)
}

/// The text of a configuration of the solver: a name or a file.
fn solver_text(name: &str) -> Result<String, String> {
    if is_file(name) {
        return std::fs::read_to_string(name).map_err(|e| format!("{name}: {e}"));
    }
    configurations::find(name).map(|found| found.settings().to_owned()).map_err(|e| e.to_string())
}

fn is_file(name: &str) -> bool {
    Path::new(name).extension().is_some() || Path::new(name).components().count() > 1
}

/// The options of the solver that matter: for DIMACS those of the SAT core, for other formulas all
/// but those of interpolation, which change nothing about queries.
fn of_solver(configuration: Option<&str>, endings: &[&str]) -> Result<Known, String> {
    let text = configuration.map(solver_text).transpose()?.unwrap_or_default();
    let mut options = Options::default();
    options.apply(&text).map_err(|e| e.to_string())?;
    let matters = |spec: &&OptionSpec| match endings {
        ["cnf"] => SatOptions::index(spec.name).is_ok(),
        _ => InterpolationOptions::index(spec.name).is_err(),
    };
    let specs: Vec<&OptionSpec> = Options::table().filter(matters).collect();
    let values = specs.iter().map(|spec| options.get(spec.name).unwrap_or(spec.default)).collect();
    Ok(Known { specs, values, text })
}

fn verifier_options(name: Option<&str>) -> Result<OptionSet, String> {
    let Some(name) = name else { return Ok(REGISTRY.options()) };
    let found = if is_file(name) {
        let text = std::fs::read_to_string(name).map_err(|e| format!("{name}: {e}"))?;
        configuration::read(name, &text).map_err(|e| e.to_string())?
    } else {
        configuration::find(name).map_err(|e| e.to_string())?
    };
    match found.plan {
        Plan::Single(single) => Ok(single.options),
        Plan::Portfolio(_) => Err(format!("{name} is a portfolio; tune one of its configurations")),
    }
}

fn of_verifier(configuration: Option<&str>) -> Result<Known, String> {
    let name = configuration.ok_or("which configuration of the verifier? say --tool adumbra:NAME")?;
    let options = verifier_options(Some(name))?;
    let specs: Vec<&OptionSpec> = options.table().collect();
    let values: Vec<Value> = specs.iter().map(|spec| options.get(spec.name).unwrap_or(spec.default)).collect();
    let text = match is_file(name) {
        true => std::fs::read_to_string(name).map_err(|e| format!("{name}: {e}"))?,
        false => SHIPPED.iter().find(|(shipped, _)| *shipped == name).map_or("", |(_, text)| *text).to_owned(),
    };
    Ok(Known { specs, values, text })
}
