//! Reading files with errors that say what is wrong.

use crate::error::FrontendError;
use std::io::ErrorKind;
use std::path::Path;

/// Checks that a path names a readable file.
pub(crate) fn check(path: &Path) -> Result<(), FrontendError> {
    let meta = std::fs::metadata(path).map_err(|cause| not_read(path, cause))?;
    if meta.is_dir() {
        return Err(FrontendError::Directory { path: path.into() });
    }
    std::fs::File::open(path).map(drop).map_err(|cause| not_read(path, cause))
}

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, FrontendError> {
    check(path)?;
    std::fs::read(path).map_err(|cause| not_read(path, cause))
}

/// The text of a file that must be UTF-8.
pub(crate) fn read_text(path: &Path) -> Result<String, FrontendError> {
    String::from_utf8(read(path)?).map_err(|e| {
        let good = e.utf8_error().valid_up_to();
        let line = e.as_bytes()[..good].iter().filter(|b| **b == b'\n').count() as u32 + 1;
        FrontendError::Malformed { path: path.into(), line: Some(line), message: "not valid UTF-8 text".into() }
    })
}

fn not_read(path: &Path, cause: std::io::Error) -> FrontendError {
    match cause.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => FrontendError::Missing { path: path.into() },
        _ => FrontendError::Unreadable { path: path.into(), cause },
    }
}
