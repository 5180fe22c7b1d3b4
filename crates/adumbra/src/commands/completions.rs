//! `adumbra completions`: what a shell needs to complete this command line.
//!
//! The scripts are made from the definition of the command line. For them alone, arguments that
//! take names of tables or of configurations get these names as values, so that `--set` and
//! `--config` are completed too.

use crate::failure::{Exit, Failure};
use adumbra_program::{Property, PropertyKind};
use adumbra_solver::{configurations, options::Options};
use adumbra_strategies::configuration;
use adumbra_strategies::registry::REGISTRY;
use clap::builder::PossibleValuesParser;
use clap::{Args, Command, ValueEnum, ValueHint};
use clap_complete::Shell;
use std::io::Write;

/// What `adumbra completions` takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: ShellArg,
}

/// The shells that are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ShellArg {
    /// GNU Bash
    Bash,
    /// The Z shell
    Zsh,
    /// The friendly interactive shell
    Fish,
}

const EXAMPLES: &str = "\
Examples:
  adumbra completions bash >~/.local/share/bash-completion/completions/adumbra
  adumbra completions zsh >~/.zfunc/_adumbra              where ~/.zfunc is in fpath
  adumbra completions fish >~/.config/fish/completions/adumbra.fish";

/// Runs the command; `command` is the command line.
pub fn run(arguments: &CompletionsArgs, command: Command) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    let shell = match arguments.shell {
        ShellArg::Bash => Shell::Bash,
        ShellArg::Zsh => Shell::Zsh,
        ShellArg::Fish => Shell::Fish,
    };
    clap_complete::generate(shell, &mut with_names(command), "adumbra", &mut text);
    let mut out = std::io::stdout().lock();
    let done = out.write_all(&text).and_then(|()| out.flush());
    done.map(|()| Exit::Success).map_err(|e| Failure::output("standard output", &e))
}

/// The command line, where arguments that take a name have the known ones as values.
fn with_names(command: Command) -> Command {
    let analyses: Vec<&str> = REGISTRY.options().table().map(|spec| spec.name).collect();
    let solver: Vec<&str> = Options::table().map(|spec| spec.name).collect();
    let plans: Vec<String> = configuration::shipped().map(|c| c.name).collect();
    let plans: Vec<&str> = plans.iter().map(String::as_str).collect();
    let solver_plans: Vec<&str> = configurations::ALL.iter().map(|c| c.name).collect();
    let groups = Property::GROUPS.iter().map(|(name, _)| *name).chain(["everything"]);
    let properties: Vec<&str> = PropertyKind::NAMES.iter().map(|(_, name)| *name).chain(groups).collect();
    let mut command = command;
    for (name, argument, names) in [
        ("verify", "set", &analyses),
        ("verify", "solver_set", &solver),
        ("compare", "set", &analyses),
        ("solve", "set", &solver),
    ] {
        command = with_values(command, name, argument, names.iter().map(|n| format!("{n}=")).collect(), true);
    }
    for (name, argument, names) in [
        ("verify", "config", &plans),
        ("verify", "solver_config", &solver_plans),
        ("compare", "config", &plans),
        ("solve", "config", &solver_plans),
        ("verify", "property", &properties),
        ("compare", "property", &properties),
        ("run", "property", &properties),
        ("slice", "property", &properties),
    ] {
        command = with_values(command, name, argument, names.iter().map(ToString::to_string).collect(), false);
    }
    command
}

/// Gives an argument of a command its values; after a value that is `open`, something must follow.
fn with_values(
    command: Command,
    name: &'static str,
    argument: &'static str,
    values: Vec<String>,
    open: bool,
) -> Command {
    command.mut_subcommand(name, |command| {
        command.mut_arg(argument, |argument| {
            let argument = argument.value_parser(PossibleValuesParser::new(values)).default_value(None::<&str>);
            if open { argument.value_hint(ValueHint::Other) } else { argument }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    #[test]
    fn names_of_tables_are_values() {
        let command = with_names(Cli::command());
        let values = |name: &str, argument: &str| -> Vec<String> {
            let command = command.find_subcommand(name).unwrap();
            let argument = command.get_arguments().find(|a| a.get_id() == argument).unwrap();
            argument.get_possible_values().iter().map(|v| v.get_name().to_owned()).collect()
        };
        assert_eq!(values("verify", "set").len(), REGISTRY.options().table().count());
        assert_eq!(values("solve", "set").len(), Options::table().count());
        assert!(values("verify", "set").iter().all(|v| v.ends_with('=')));
        assert!(values("compare", "config").contains(&"default".to_owned()));
        assert!(values("slice", "property").contains(&"memsafety".to_owned()));
    }
}
