//! Running the files of a folder.

use crate::{Run, problems, updated};
use std::fs;
use std::path::{Path, PathBuf};

/// Checks all files of a folder of a crate's `filetests/`, given the folder of the crate. With
/// `UPDATE=1` in the environment, expected outputs are written first.
///
/// # Panics
///
/// If a check is not fulfilled, or a file is wrong; the message has all of them.
#[track_caller]
pub fn check_group(crate_folder: &str, group: &str, run: Run<'_>) {
    let folder = Path::new(crate_folder).join("filetests").join(group);
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    let mut wrong = Vec::new();
    for path in files(&folder) {
        let mut text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        // Seen only if the test fails, as by a panic in what is tested.
        println!("{}", path.display());
        if update && let Ok(new) = updated(&text, run) {
            fs::write(&path, &new).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            text = new;
        }
        let shown = path.display();
        wrong.extend(problems(&text, run).into_iter().map(|(line, message)| format!("{shown}:{line}: {message}")));
    }
    assert!(wrong.is_empty(), "{} checks of `{group}` fail:\n\n{}\n", wrong.len(), wrong.join("\n\n"));
}

/// The files of a group, sorted. There is at least one, and nothing else.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    let other = files.iter().find(|path| path.extension().is_none_or(|e| e != "cfa"));
    assert!(other.is_none(), "{other:?} is no test");
    files
}
