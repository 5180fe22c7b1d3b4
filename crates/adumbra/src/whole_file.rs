//! Files that are written as a whole or not at all.

use crate::failure::{Exit, Failure};
use std::path::{Path, PathBuf};

/// Can the file be written? Finds out before there is something to write.
pub fn check(file: &Path) -> std::io::Result<()> {
    match std::fs::metadata(file) {
        Ok(known) if known.is_dir() => return Err(std::io::ErrorKind::IsADirectory.into()),
        Ok(known) if !known.is_file() => return Ok(()),
        _ => {}
    }
    let file = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let draft = draft(&file);
    std::fs::write(&draft, b"")?;
    std::fs::remove_file(draft)
}

/// Refuses a command whose outputs, by their options, cannot be written.
pub fn refuse<'f>(outputs: impl IntoIterator<Item = (&'static str, Option<&'f Path>)>) -> Result<(), Failure> {
    for (option, file) in outputs {
        let Some(file) = file else { continue };
        check(file)
            .map_err(|e| Failure::new(Exit::Usage, format!("{option}: {} cannot be written: {e}", file.display())))?;
    }
    Ok(())
}

/// The same for a directory, which is made.
pub fn refuse_directory(option: &str, directory: &Path) -> Result<(), Failure> {
    let made = std::fs::create_dir_all(directory).and_then(|()| check(&directory.join("draft")));
    made.map_err(|e| Failure::new(Exit::Usage, format!("{option}: {} cannot be written: {e}", directory.display())))
}

/// Where a file is written before it takes its place.
fn draft(file: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    file.with_file_name(name)
}

/// Replaces a file: whoever reads it meanwhile sees the old one. What is no plain file is written
/// to.
pub fn replace(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if std::fs::metadata(file).is_ok_and(|known| !known.is_file()) {
        return std::fs::write(file, bytes);
    }
    // The file behind a link, not the link, is replaced.
    let file = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let draft = draft(&file);
    let done = std::fs::write(&draft, bytes).and_then(|()| std::fs::rename(&draft, &file));
    if done.is_err() {
        // It is of no use to anybody; where it cannot be removed, it was not made.
        let _ = std::fs::remove_file(&draft);
    }
    done
}
