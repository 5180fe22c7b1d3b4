//! The binary form: how a program crosses a process boundary. Not a file format; both ends are of
//! one build.

use crate::model::Program;
use crate::validate::{Invalid, validate};
use thiserror::Error;

/// Why bytes are not a program.
#[derive(Debug, Error)]
pub enum DecodeError {
    /// The bytes cannot be decoded.
    #[error("not a program in binary form: {0}")]
    Malformed(#[from] postcard::Error),
    /// They decode to something that breaks the rules.
    #[error("the program breaks a rule: {0}")]
    Invalid(#[from] Invalid),
}

/// Encodes a program.
pub fn encode(program: &Program) -> Vec<u8> {
    postcard::to_allocvec(program).expect("a program has no maps of unknown length")
}

/// Decodes a program and checks it.
pub fn decode(bytes: &[u8]) -> Result<Program, DecodeError> {
    let mut program: Program = postcard::from_bytes(bytes)?;
    if program.edges.values().all(|e| program.locations.is_valid(e.from) && program.locations.is_valid(e.to)) {
        program.index();
    }
    validate(&program)?;
    Ok(program)
}
