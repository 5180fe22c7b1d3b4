//! Options of a table as arguments of the command line.

use adumbra_options::{Kind, OptionTable};
use clap::{Arg, ArgMatches, Command, Error, FromArgMatches, error::ErrorKind};

/// The options of a table, each as `--name VALUE`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TableArgs<T>(pub T);

impl<T: OptionTable> FromArgMatches for TableArgs<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut arguments = TableArgs(T::default());
        arguments.update_from_arg_matches(matches)?;
        Ok(arguments)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for spec in T::TABLE {
            if let Some(text) = matches.get_one::<String>(spec.name) {
                self.0.set(spec.name, text).map_err(|e| Error::raw(ErrorKind::ValueValidation, format!("--{e}\n")))?;
            }
        }
        Ok(())
    }
}

impl<T: OptionTable> clap::Args for TableArgs<T> {
    fn augment_args(command: Command) -> Command {
        T::TABLE.iter().fold(command, |command, spec| {
            let kind = match spec.kind {
                Kind::Flag => "BOOL",
                Kind::Int | Kind::Count => "N",
                Kind::Real => "NUMBER",
                Kind::Choice(_) => "WORD",
            };
            let help = format!("{} [default: {}]", spec.help, spec.default);
            command.arg(Arg::new(spec.name).long(spec.name).value_name(kind).help(help))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
