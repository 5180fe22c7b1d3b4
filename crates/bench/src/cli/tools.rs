//! `adumbra bench tools`.

use super::Stop;

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct Tools {}

pub(super) fn tools(_: &Tools) -> Result<u8, Stop> {
    Err(Stop::input("not there yet"))
}
