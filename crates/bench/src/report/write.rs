//! Files that are whole or not there: written beside their place, then moved.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {cause}")]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub cause: io::Error,
}

/// Writes a file; `-` is standard output. What was there before stays until the new content is on
/// the disk.
pub fn write(path: &Path, content: &str) -> Result<(), WriteError> {
    let fail = |cause| WriteError { path: path.to_owned(), cause };
    if path == Path::new("-") {
        return match io::stdout().write_all(content.as_bytes()).and_then(|()| io::stdout().flush()) {
            // A reader such as `head` has had enough.
            Err(cause) if cause.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            done => done.map_err(fail),
        };
    }
    let name = path.file_name().ok_or_else(|| fail(io::Error::from(io::ErrorKind::InvalidInput)))?;
    if path.is_dir() {
        return Err(fail(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    // A link stays one: what it points to is replaced.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut temporary = name.to_owned();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary = place.with_file_name(temporary);
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&temporary)?;
        file.write_all(content.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, &place)
    })();
    if written.is_err() {
        // The disk may be full; what was written of it is of no use.
        let _ = fs::remove_file(&temporary);
    }
    written.map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.html");
        write(&path, "one").unwrap();
        write(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        assert!(write(directory.path(), "x").is_err());
        assert!(write(&directory.path().join("no/such/place"), "x").is_err());
        // A directory in place of the temporary file: the old content stays.
        fs::create_dir(directory.path().join(format!("a.html.{}.part", std::process::id()))).unwrap();
        assert!(write(&path, "three").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    }
}
