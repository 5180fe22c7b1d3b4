//! `adumbra bench compare`.

use super::Stop;

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct Compare {}

pub(super) fn compare(_: &Compare) -> Result<u8, Stop> {
    Err(Stop::input("not there yet"))
}
