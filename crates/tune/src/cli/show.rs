//! Writing what was found.

use super::{SUCCESS, Stop, WRONG};
use crate::journal::{self, Record};
use crate::report::{self, Findings, Measured};
use crate::session::Rules;
use adumbra_bench::report::write::write;
use std::path::Path;

/// The names of the files in the directory of a tuning.
pub(super) const JOURNAL: &str = "journal.jsonl";
pub(super) const RESULTS: &str = "results.db";
pub(super) const CLUSTER: &str = "cluster.db";
pub(super) const FINDINGS: &str = "findings.json";
pub(super) const CONFIGURATION: &str = "tuned.conf";
pub(super) const TRAJECTORY: &str = "trajectory.csv";
pub(super) const PAGE: &str = "report.html";

/// Writes a file into the directory of a tuning.
pub(super) fn put(directory: &Path, name: &str, text: &str) -> Result<(), Stop> {
    write(&directory.join(name), text).map_err(|e| Stop { code: super::FAILED, message: e.to_string() })
}

/// The estimates of the incumbents by search, the number of runs, and the seconds that were taken.
pub(super) fn history(records: &[Record]) -> (Vec<Vec<(f64, f64)>>, usize, f64) {
    let (mut trajectory, mut evaluations, mut last): (Vec<Vec<(f64, f64)>>, usize, f64) = (Vec::new(), 0, 0.0);
    for record in records {
        match record {
            Record::Evaluation(evaluation) => {
                evaluations += 1;
                last = last.max(evaluation.elapsed);
            }
            Record::Incumbent { search, mean, elapsed, .. } => {
                if trajectory.len() <= *search {
                    trajectory.resize(search + 1, Vec::new());
                }
                trajectory[*search].extend(mean.map(|mean| (*elapsed, mean)));
                last = last.max(*elapsed);
            }
            _ => {}
        }
    }
    (trajectory, evaluations, last)
}

/// Makes the report again from what the directory has.
pub(super) fn again(directory: &Path) -> Result<u8, Stop> {
    let path = directory.join(FINDINGS);
    let findings: Findings = match std::fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text).map_err(|e| Stop::input(format!("{}: {e}", path.display())))?,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => so_far(directory)?,
        Err(e) => return Err(Stop::input(format!("{}: {e}", path.display()))),
    };
    put(directory, PAGE, &report::page(&findings))?;
    print!("{}", findings.text());
    println!("The report is {}", directory.join(PAGE).display());
    Ok(if findings.wrong.is_empty() { SUCCESS } else { WRONG })
}

/// What is known of a tuning that is not finished.
fn so_far(directory: &Path) -> Result<Findings, Stop> {
    let records = journal::read(&directory.join(JOURNAL)).map_err(Stop::input)?;
    let Some(Record::Header { subject, .. }) = records.first() else {
        return Err(Stop::input(format!("{}: there is no journal of a tuning", directory.display())));
    };
    let best = records.iter().filter_map(|record| match record {
        Record::Incumbent { configuration, mean: Some(mean), runs, .. } => Some((*runs, -*mean, configuration)),
        _ => None,
    });
    let best = best.max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut differences = Vec::new();
    if let Some((_, _, configuration)) = best {
        for ((name, values, base, _), place) in subject.parameters.iter().zip(configuration.places()) {
            let text = |place: u16| values.get(usize::from(place)).cloned().unwrap_or_default();
            if place != base {
                differences.push((name.clone(), text(*base), text(*place)));
            }
        }
    }
    let (trajectory, evaluations, elapsed) = history(&records);
    Ok(Findings {
        rules: Rules { cutoff: subject.cutoff, penalty: subject.penalty },
        subject: subject.clone(),
        differences,
        train: Measured::default(),
        test: Measured::default(),
        random: Vec::new(),
        trajectory,
        evaluations,
        elapsed,
        wrong: Vec::new(),
    })
}
