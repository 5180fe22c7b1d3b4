//! What was found: a page with tables and plots, the trajectory, the configuration file.

mod page;
pub mod plots;

pub use page::page;

use crate::journal::{Record, Run, Subject};
use crate::judge::WrongAnswer;
use crate::outcome::Summary;
use crate::session::Rules;
use crate::space::{Configuration, Space};
use adumbra_bench::report::text::decimal;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// What configurations need on a set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// The names of the instances.
    pub instances: Vec<String>,
    /// The configurations: name and runs, one for each instance. The first is what is compared
    /// with, the second what was found.
    pub rows: Vec<(String, Vec<Run>)>,
}

/// All there is to report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Findings {
    /// What was tuned.
    pub subject: Subject,
    /// What a run may cost.
    pub rules: Rules,
    /// What differs from the base: name, base value, tuned value.
    pub differences: Vec<(String, String, String)>,
    /// The training set; empty if it was not measured yet.
    pub train: Measured,
    /// The test set; empty if it was not measured yet.
    pub test: Measured,
    /// Random configurations on the test set.
    pub random: Vec<(String, Vec<Run>)>,
    /// The estimates of the incumbents, by search: seconds of tuning and mean.
    pub trajectory: Vec<Vec<(f64, f64)>>,
    /// Runs of the tool in the search.
    pub evaluations: usize,
    /// Seconds of tuning.
    pub elapsed: f64,
    /// Wrong answers.
    pub wrong: Vec<WrongAnswer>,
}

impl Findings {
    /// How many times as much the base needs as what was found, on the test set, by the mean that
    /// was tuned.
    pub fn ratio(&self) -> Option<f64> {
        let [(_, base), (_, tuned), ..] = self.test.rows.as_slice() else { return None };
        let (base, tuned) = (self.rules.summary(base).tuned_by, self.rules.summary(tuned).tuned_by);
        Some(base / tuned).filter(|ratio| ratio.is_finite())
    }

    /// The result in a few lines.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let cost = &self.subject.cost;
        for (title, set) in [("training", &self.train), ("test", &self.test)] {
            for (name, runs) in set.rows.iter().take(2) {
                let Summary { solved, total, mean, par10, .. } = self.rules.summary(runs);
                let (mean, par10) = (decimal(mean), decimal(par10));
                let _ =
                    writeln!(text, "{title:<9} {name:<8} {solved}/{total} solved, mean {mean}, PAR10 {par10} ({cost})");
            }
        }
        if let Some(ratio) = self.ratio() {
            let _ = writeln!(text, "default / tuned on the test set: {}", decimal(ratio));
        }
        let by_tuning = |runs: &Vec<Run>| self.rules.summary(runs).tuned_by;
        let best = self.random.iter().map(|(_, runs)| by_tuning(runs)).reduce(f64::min);
        if let (Some(best), Some((_, tuned))) = (best, self.test.rows.get(1)) {
            let (count, share) = (self.random.len(), decimal(by_tuning(tuned) / best));
            let _ = writeln!(
                text,
                "the best of {count} random configurations needs {}; tuned needs {share} times as much",
                decimal(best)
            );
        }
        text
    }
}

/// The incumbents in the order in which they were found, as a table for machines.
pub fn trajectory_csv(records: &[Record], space: &Space) -> String {
    let mut text = "search,evaluations,runs,mean,configuration,changes\n".to_owned();
    for record in records {
        if let Record::Incumbent { search, ask, configuration, mean, runs, .. } = record {
            let mean = mean.map(|mean| mean.to_string()).unwrap_or_default();
            let (name, changes) = (space.name(configuration), space.changes(configuration));
            let _ = writeln!(text, "{},{ask},{runs},{mean},{name},{}", search + 1, adumbra_text::csv(&changes));
        }
    }
    text
}

/// A configuration as a file: `before` is what it is based on. The first line says what it is for.
pub fn configuration_file(space: &Space, configuration: &Configuration, before: &str, purpose: &str) -> String {
    let purpose = purpose.replace(['\n', '\r'], " ");
    let mut text = format!("# {purpose}\n");
    for line in before.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#')) {
        let _ = writeln!(text, "{line}");
    }
    for (name, value) in space.settings(configuration) {
        let _ = writeln!(text, "{name} = {value}");
    }
    text
}
