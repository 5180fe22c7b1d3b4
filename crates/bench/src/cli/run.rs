//! `adumbra bench SET…`: runs task sets.

use super::Stop;
use std::path::PathBuf;

/// What to run.
#[derive(Debug, clap::Args)]
pub struct Run {
    /// Task definitions (.yml), sets (.set), directories of tasks, programs or formulas
    #[arg(required = true, value_name = "SET")]
    sets: Vec<PathBuf>,
}

pub(super) fn run(run: &Run) -> Result<u8, Stop> {
    Err(Stop::input(format!("{:?}: nothing runs yet", run.sets)))
}
