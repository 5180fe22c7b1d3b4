//! Configurations and options of the analyses.

use crate::failure::{Exit, Failure};
use adumbra_strategies::configuration::{self, Configuration, ConfigurationError};
use adumbra_strategies::registry::REGISTRY;
use std::io::Write;
use std::path::Path;

/// A configuration with settings on top.
pub(crate) fn configuration(name: &str, settings: &[String]) -> Result<Configuration, Failure> {
    let mut configuration = named(name)?;
    for setting in settings {
        let (option, value) =
            setting.split_once('=').ok_or_else(|| Failure::new(Exit::Usage, format!("{setting}: not option=value")))?;
        configuration.set(option, value).map_err(|e| {
            Failure::new(Exit::Usage, format!("--set {e}")).hint("adumbra verify --list-options shows all of them")
        })?;
    }
    Ok(configuration)
}

/// A shipped configuration, or a file: what has a directory or an extension.
fn named(name: &str) -> Result<Configuration, Failure> {
    let path = Path::new(name);
    if path.extension().is_none() && path.components().count() == 1 {
        return configuration::find(name).map_err(|e| {
            Failure::new(Exit::Usage, format!("--config: {e}")).hint("adumbra verify --list-configs shows all of them")
        });
    }
    let text = std::fs::read_to_string(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => Failure::new(Exit::Input, format!("{name}: no such file")),
        _ => Failure::new(Exit::Input, format!("{name}: cannot be read: {e}")),
    })?;
    configuration::read(name, &text).map_err(|e: ConfigurationError| Failure::new(Exit::Input, e.to_string()))
}

/// The shipped configurations with their purpose and analyses.
pub(super) fn configurations() -> String {
    let row = |c: Configuration| format!("{:<20} {}\n{:21}{}\n", c.name, c.description, "", parts(&c));
    configuration::shipped().map(row).collect()
}

fn parts(configuration: &Configuration) -> String {
    match &configuration.plan {
        configuration::Plan::Single(single) => {
            let changes: Vec<String> = single.options.changes().lines().map(str::to_owned).collect();
            let parts = single.names().join(" ");
            if changes.is_empty() { parts } else { format!("{parts}; {}", changes.join(", ")) }
        }
        configuration::Plan::Portfolio(turns) => turns.iter().map(described).collect::<Vec<_>>().join(", then "),
    }
}

/// A run of a portfolio, and the programs that it is for.
fn described(turn: &configuration::Turn) -> String {
    let needs: Vec<String> = turn
        .needs
        .iter()
        .map(|(feature, wanted)| format!("{}{}", if *wanted { "" } else { "no-" }, feature.word()))
        .collect();
    let name = &turn.configuration.name;
    if needs.is_empty() { name.clone() } else { format!("{name} (if {})", needs.join(" ")) }
}

/// The options of the analyses.
pub(super) fn options() -> String {
    let mut out = format!("{:<22} {:>12}  {:<26} {:<8} {}\n", "option", "default", "range", "tunable", "help");
    for spec in REGISTRY.options().table() {
        let range = match spec.range {
            Some((low, high)) => format!("{low} to {high}"),
            None => spec.kind.expected().to_string().replace('`', ""),
        };
        let tunable = if spec.tunable { "yes" } else { "no" };
        out.push_str(&format!(
            "{:<22} {:>12}  {range:<26} {tunable:<8} {}\n",
            spec.name,
            spec.default.to_string(),
            spec.help
        ));
    }
    out
}

/// Prints a listing.
pub(super) fn print(text: &str) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    let done = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    done.map(|()| Exit::Success).map_err(|e| Failure::output("standard output", &e))
}
