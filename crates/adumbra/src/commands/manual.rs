//! `adumbra manual`: the manual pages.
//!
//! A page a command is made from the definition of the command line, and one page from the tables
//! of options ([`options`]), so that what they say is what the executable does.

mod options;

use crate::failure::{Exit, Failure};
use crate::whole_file;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io::Write;
use std::path::PathBuf;

/// What `adumbra manual` takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ManualArgs {
    /// Where the pages are written; made if it is not there
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  adumbra manual pages && man pages/adumbra-verify.1
  adumbra manual pages && man pages/adumbra-options.5     every option of the analyses and the solver";

/// A page: the name of its file and its text.
type Page = (String, Vec<u8>);

/// Runs the command; `command` is the command line.
pub fn run(arguments: &ManualArgs, command: Command) -> Result<Exit, Failure> {
    let directory = &arguments.directory;
    let failed = |path: &std::path::Path, e: &std::io::Error| Failure::output(&path.display().to_string(), e);
    std::fs::create_dir_all(directory).map_err(|e| failed(directory, &e))?;
    for (name, text) in
        pages(command).map_err(|e| Failure::new(Exit::Internal, format!("a page cannot be made: {e}")))?
    {
        let path = directory.join(name);
        whole_file::replace(&path, &text).map_err(|e| failed(&path, &e))?;
    }
    Ok(Exit::Success)
}

/// All pages.
fn pages(command: Command) -> std::io::Result<Vec<Page>> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = vec![("adumbra-options.5".to_owned(), options::page().into_bytes())];
    add(&command, None, &mut pages)?;
    Ok(pages)
}

/// Adds the page of a command and those of the commands below it.
fn add(command: &Command, parent: Option<&str>, pages: &mut Vec<Page>) -> std::io::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    pages.push((format!("{name}.1"), page(command, &name, parent)?));
    command.get_subcommands().filter(|c| !c.is_hide_set()).try_for_each(|c| add(c, Some(&name), pages))
}

/// The page of one command.
fn page(command: &Command, name: &str, parent: Option<&str>) -> std::io::Result<Vec<u8>> {
    let man = Man::new(command.clone()).title(name.to_uppercase()).date(NO_DATE).source(source()).manual(MANUAL);
    let mut out = Vec::new();
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    synopsis(command).to_writer(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut out)?;
    }
    let mut rest = Roff::new();
    if let Some(text) = command.get_after_long_help().or(command.get_after_help()) {
        rest.control("SH", ["NOTES"]);
        verbatim(&mut rest, &text.to_string());
    }
    rest.control("SH", ["SEE ALSO"]);
    let mut others: Vec<String> = parent.map(|parent| format!("{parent}(1), ")).into_iter().collect();
    others.extend(command.get_subcommands().filter_map(Command::get_display_name).map(|name| format!("{name}(1), ")));
    rest.text([roman(others.concat() + "adumbra-options(5)")]);
    rest.to_writer(&mut out)?;
    out.flush()?;
    Ok(out)
}

/// How the command is called, in one line: the options have a section of their own.
fn synopsis(command: &Command) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    let usage = command.clone().render_usage().to_string();
    for (i, line) in usage.trim_start_matches("Usage:").lines().map(str::trim).filter(|l| !l.is_empty()).enumerate() {
        if i > 0 {
            roff.control("br", []);
        }
        let name = command.get_bin_name().unwrap_or(command.get_name());
        match line.strip_prefix(name) {
            Some(rest) => roff.text([bold(name), roman(rest)]),
            None => roff.text([roman(line)]),
        };
    }
    roff
}

/// Lines as they are: tables and examples.
fn verbatim(roff: &mut Roff, text: &str) {
    roff.control("nf", []);
    for line in text.lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
}

/// In the place of a date: pages are the same whenever they are made. An empty text would be left
/// out, and the next be taken for it.
const NO_DATE: &str = " ";

/// The name of the manual, at the head of each page.
const MANUAL: &str = "Adumbra";

/// Which program and version a page is about.
fn source() -> String {
    format!("adumbra {}", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    #[test]
    fn every_command_has_a_page() {
        let pages = pages(Cli::command()).unwrap();
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        for command in Cli::command().get_subcommands() {
            assert!(names.contains(&format!("adumbra-{}.1", command.get_name()).as_str()), "{names:?}");
        }
        assert!(names.contains(&"adumbra.1") && names.contains(&"adumbra-bench-report.1"), "{names:?}");
    }
}
