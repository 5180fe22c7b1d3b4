//! `adumbra bench report`.

use super::Stop;

/// The arguments.
#[derive(Debug, clap::Args)]
pub struct Report {}

pub(super) fn report(_: &Report) -> Result<u8, Stop> {
    Err(Stop::input("not there yet"))
}
