//! How far trials came, in a file, so that a run that was ended goes on.

use crate::run::{Counts, TrialError};
use std::path::Path;

/// What was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The seed of the trials.
    pub seed: u64,
    /// The number of the first trial that was not run.
    pub next: u64,
    /// Trials that were wrong.
    pub wrong: u64,
    /// What was counted.
    pub counts: Counts,
}

impl State {
    /// The lines of a file: `seed`, `next` and `wrong` with their numbers, then a count and its
    /// name each.
    pub fn text(&self) -> String {
        format!("seed {}\nnext {}\nwrong {}\n{}", self.seed, self.next, self.wrong, self.counts)
    }

    /// Reads what [`State::text`] wrote.
    ///
    /// ```
    /// use adumbra_trials::programs::state::State;
    /// let mut state = State { seed: 1, next: 50, wrong: 0, ..State::default() };
    /// state.counts.add_many("native runs", 700);
    /// assert_eq!(State::read(&state.text()), Some(state));
    /// assert_eq!(State::read("seed 1"), None);
    /// ```
    pub fn read(text: &str) -> Option<State> {
        let mut lines = text.lines();
        let mut number = |name: &str| lines.next()?.strip_prefix(name)?.trim().parse::<u64>().ok();
        let (seed, next, wrong) = (number("seed ")?, number("next ")?, number("wrong ")?);
        let mut counts = Counts::default();
        for line in lines {
            let (count, name) = line.trim().split_once("  ")?;
            counts.add_many(name, count.parse().ok()?);
        }
        Some(State { seed, next, wrong, counts })
    }

    /// The state in a file, or one that begins with a trial if there is no file.
    pub fn load(path: &Path, seed: u64, first: u64) -> Result<State, TrialError> {
        let failed = |error: std::io::Error| TrialError::File { path: path.to_owned(), error };
        let other = |what: &str| failed(std::io::Error::other(what.to_owned()));
        match std::fs::read_to_string(path) {
            Ok(text) => match State::read(&text) {
                Some(state) if state.seed == seed => Ok(state),
                Some(_) => Err(other("the trials in it had another seed")),
                None => Err(other("this is no state of trials")),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Ok(State { seed, next: first, ..State::default() })
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// Writes the state, all of it or nothing.
    pub fn save(&self, path: &Path) -> Result<(), TrialError> {
        let failed = |error: std::io::Error| TrialError::File { path: path.to_owned(), error };
        let new = path.with_extension("new");
        std::fs::write(&new, self.text()).map_err(failed)?;
        std::fs::rename(&new, path).map_err(failed)
    }
}
