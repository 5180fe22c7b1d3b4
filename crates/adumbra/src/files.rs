//! Files that commands write.

use std::path::Path;

/// Writes a file as a whole or not at all: whoever reads it meanwhile sees the old one. What is no plain file is written to.
pub fn replace(file: &Path, text: &str) -> std::io::Result<()> {
    if std::fs::metadata(file).is_ok_and(|known| !known.is_file()) {
        return std::fs::write(file, text);
    }
    // The file behind a link, not the link, is replaced.
    let file = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let mut name = std::ffi::OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    let draft = file.with_file_name(name);
    let done = std::fs::write(&draft, text).and_then(|()| std::fs::rename(&draft, &file));
    if done.is_err() {
        // It is of no use to anybody; where it cannot be removed, it was not made.
        let _ = std::fs::remove_file(&draft);
    }
    done
}
