//! Sets of tasks of the software verification competition: which data model does a set give its
//! tasks?
//!
//! Task files of format 1.0 name none. It stands in the `.cfg` beside each `.set` that lists the
//! task, in the folder above the task's.

use crate::files;
use adumbra_program::DataModel;
use std::path::Path;

/// Most sets that are looked at.
const MOST_SETS: usize = 1_000;

/// The data model that the sets give a task; none if there are none, or if they disagree.
pub(crate) fn data_model(task: &Path) -> Option<DataModel> {
    let task = std::path::absolute(task).ok()?;
    let folder = task.parent()?;
    let name = format!("{}/{}", folder.file_name()?.to_str()?, task.file_name()?.to_str()?);
    let entries = std::fs::read_dir(folder.parent()?).ok()?;
    let mut found = None;
    for entry in entries.take(MOST_SETS).flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "set") {
            continue;
        }
        let Ok(list) = files::read_text(&path) else { continue };
        if !list.lines().any(|pattern| matches(pattern.trim(), &name)) {
            continue;
        }
        let Some(model) = files::read_text(&path.with_extension("cfg")).ok().and_then(|text| architecture(&text))
        else {
            continue;
        };
        if *found.get_or_insert(model) != model {
            return None;
        }
    }
    found
}

/// The data model that a `.cfg` names.
fn architecture(text: &str) -> Option<DataModel> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("Architecture:"))?;
    match line.split_whitespace().next()? {
        "32" => Some(DataModel::Ilp32),
        "64" => Some(DataModel::Lp64),
        _ => None,
    }
}

/// Does a name match a pattern with `*` and `?`, neither of which stands for a slash?
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut at, mut here) = (0, 0);
    // The last star, and where the name goes on if that stands for one more.
    let mut star: Option<(usize, usize)> = None;
    while here < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, here));
                at += 1;
            }
            Some(b'?') if name[here] != b'/' => {
                at += 1;
                here += 1;
            }
            Some(byte) if *byte == name[here] => {
                at += 1;
                here += 1;
            }
            _ => match star {
                Some((before, from)) if name[from] != b'/' => {
                    star = Some((before, from + 1));
                    at = before + 1;
                    here = from + 1;
                }
                _ => return false,
            },
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("loops/*.yml", "loops/a.yml", true),
            ("loops/*.yml", "loops/a.c", false),
            ("loops/*.yml", "loops-ext/a.yml", false),
            ("loops*/*.yml", "loops-ext/a.yml", true),
            ("*.yml", "loops/a.yml", false),
            ("loops/a*b*c.yml", "loops/aXbXbXc.yml", true),
            ("loops/a*b*c.yml", "loops/aXcXbX.yml", false),
            ("loops/?.yml", "loops/a.yml", true),
            ("loops?a.yml", "loops/a.yml", false),
            ("loops/a.yml", "loops/a.yml", true),
            ("loops/a.yml*", "loops/a.yml", true),
            ("", "loops/a.yml", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn the_set_that_lists_a_task_gives_its_data_model() {
        let root = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            path
        };
        let (narrow, wide) = (write("loops/a.yml", ""), write("drivers/b.yml", ""));
        assert_eq!(data_model(&narrow), None);
        write("Loops.set", "# all\nloops/*.yml\n");
        assert_eq!(data_model(&narrow), None, "a set without a configuration");
        write("Loops.cfg", "Description: loops.\nArchitecture: 32 bit\n");
        write("Drivers.set", "drivers/*.yml\n");
        write("Drivers.cfg", "Architecture: 64 bit\n");
        assert_eq!(data_model(&narrow), Some(DataModel::Ilp32));
        assert_eq!(data_model(&wide), Some(DataModel::Lp64));
        write("More.set", "drivers/b*\n");
        write("More.cfg", "Architecture: 32 bit\n");
        assert_eq!(data_model(&wide), None, "the sets disagree");
        assert_eq!(data_model(&narrow), Some(DataModel::Ilp32));
        assert_eq!(data_model(Path::new("/")), None);
    }
}
