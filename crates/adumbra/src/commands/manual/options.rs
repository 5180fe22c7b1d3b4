//! The page of all options: name, values, default and meaning, from the tables that the executable
//! reads.

use super::{MANUAL, NO_DATE, source};
use crate::option_text;
use adumbra_options::OptionSpec;
use adumbra_solver::{configurations, options::Options};
use adumbra_strategies::configuration;
use adumbra_strategies::registry::REGISTRY;
use clap_mangen::roff::{Roff, bold, italic, roman};

/// The text of `adumbra-options.5`.
pub(super) fn page() -> String {
    let mut roff = Roff::new();
    roff.control("TH", ["ADUMBRA-OPTIONS", "5", NO_DATE, &source(), MANUAL]);
    section(&mut roff, "NAME", "adumbra-options - options and configurations of the analyses and the solver");
    section(
        &mut roff,
        "DESCRIPTION",
        "A configuration is a named set of options. Those below are built in and are chosen with --config; a file of lines \
         `option = value` is one too. Single options are set with --set OPTION=VALUE. Flags are true, on, 1 or false, off, 0; \
         whole numbers may have _ between digits and a suffix k, M or G for powers of 1024. An option that is tunable may be \
         moved by adumbra tune.",
    );
    section(&mut roff, "CONFIGURATIONS OF THE ANALYSES", "For adumbra verify --config and adumbra compare --config:");
    for configuration in configuration::shipped() {
        entry(&mut roff, &configuration.name, &configuration.description);
    }
    section(&mut roff, "OPTIONS OF THE ANALYSES", "For adumbra verify --set and adumbra compare --set:");
    REGISTRY.options().table().for_each(|spec| option(&mut roff, spec));
    section(
        &mut roff,
        "CONFIGURATIONS OF THE SOLVER",
        "For adumbra solve --config and adumbra verify --solver-config:",
    );
    for configuration in configurations::ALL {
        entry(&mut roff, configuration.name, configuration.description());
    }
    section(&mut roff, "OPTIONS OF THE SOLVER", "For adumbra solve --set and adumbra verify --solver-set:");
    Options::table().for_each(|spec| option(&mut roff, spec));
    section(
        &mut roff,
        "SEE ALSO",
        "adumbra(1), adumbra-verify(1), adumbra-compare(1), adumbra-solve(1), adumbra-tune(1)",
    );
    roff.render()
}

fn section(roff: &mut Roff, title: &str, text: &str) {
    roff.control("SH", [title]);
    roff.text([roman(text)]);
}

fn entry(roff: &mut Roff, name: &str, text: &str) {
    roff.control("TP", []);
    roff.text([bold(name)]);
    roff.text([roman(text)]);
}

fn option(roff: &mut Roff, spec: &OptionSpec) {
    roff.control("TP", []);
    roff.text([bold(spec.name), roman(" = "), italic(spec.default.to_string())]);
    let conditions = option_text::conditions(spec).map_or(String::new(), |c| format!(" Has an effect if {c}."));
    let tunable = if spec.tunable { " Tunable." } else { "" };
    roff.text([roman(format!("{} Values: {}.{conditions}{tunable}", spec.help, option_text::range(spec)))]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_there_with_its_default_and_range() {
        let page = page().replace("\\-", "-");
        for spec in REGISTRY.options().table().chain(Options::table()) {
            // A name may be in both tables, with values of its own.
            let head = format!("\\fB{}\\fR = \\fI{}\\fR\n", spec.name, spec.default);
            let range = format!(" Values: {}.", option_text::range(spec));
            let mut rows =
                page.match_indices(&head).map(|(at, _)| page[at + head.len()..].lines().next().unwrap_or(""));
            assert!(rows.any(|row| row.starts_with(spec.help) && row.contains(&range)), "{} is missing", spec.name);
        }
    }
}
