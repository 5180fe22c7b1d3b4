//! Families of instances: generated ones, and directories of scripts.

mod arithmetic;
mod cnf;
mod loops;
mod memory;
mod paths;

use std::error::Error;
use std::path::{Path, PathBuf};

/// An instance: its text, or where it is.
pub struct Instance {
    /// Within its family.
    pub name: String,
    /// The text, unless there is a path.
    pub text: String,
    /// The file.
    pub path: Option<PathBuf>,
    /// Answers that are known.
    pub status: Vec<String>,
    /// How many answers there should be, if that is known.
    pub queries: Option<usize>,
}

impl Instance {
    /// An instance of one query.
    pub fn new(name: String, text: String, status: Option<&str>) -> Instance {
        Instance { name, text, path: None, status: status.iter().map(|s| (*s).to_owned()).collect(), queries: Some(1) }
    }
}

/// Instances of one kind.
pub struct Family {
    /// The name in the table.
    pub name: String,
    /// DIMACS rather than SMT-LIB.
    pub is_cnf: bool,
    /// The instances.
    pub instances: Vec<Instance>,
}

/// All generated families.
pub fn all(quick: bool) -> Vec<Family> {
    let mut result = Vec::new();
    for (name, instances) in cnf::families(quick) {
        result.push(Family { name: format!("cnf-{name}"), is_cnf: true, instances });
    }
    let smt = [
        ("multipliers", arithmetic::multipliers(quick)),
        ("adders", arithmetic::adders(quick)),
        ("divisions", arithmetic::divisions(quick)),
        ("loops", loops::counters(quick)),
        ("array-loops", loops::arrays(quick)),
        ("memory", memory::formulas(quick)),
        ("paths", paths::words(quick)),
        ("memory-paths", paths::memory(quick)),
    ];
    result.extend(smt.into_iter().map(|(name, instances)| Family { name: name.to_owned(), is_cnf: false, instances }));
    result
}

/// Writes all families as files.
pub fn write_all(directory: &Path, quick: bool) -> Result<(), Box<dyn Error>> {
    for family in all(quick) {
        let folder = directory.join(&family.name);
        std::fs::create_dir_all(&folder)?;
        let extension = if family.is_cnf { "cnf" } else { "smt2" };
        for instance in &family.instances {
            std::fs::write(folder.join(format!("{}.{extension}", instance.name)), &instance.text)?;
        }
    }
    Ok(())
}

/// The scripts below a directory in logics that are read, by logic.
pub fn directory(root: &Path) -> Result<Vec<Family>, Box<dyn Error>> {
    let (mut words, mut arrays) = (Vec::new(), Vec::new());
    let mut folders = vec![root.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "smt2") {
                files.push(path);
            }
        }
    }
    files.sort();
    for path in files {
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let family = match word_after(&text, "set-logic").as_deref() {
            Some("QF_BV") => &mut words,
            Some("QF_ABV" | "QF_UFBV" | "QF_AUFBV") => &mut arrays,
            _ => continue,
        };
        let queries = text.matches("(check-sat").count();
        let status = match word_after(&text, ":status") {
            Some(status) if queries == 1 => vec![status],
            _ => Vec::new(),
        };
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        family.push(Instance { name, text: String::new(), path: Some(path), status, queries: None });
    }
    Ok(vec![
        Family { name: "regressions-bv".into(), is_cnf: false, instances: words },
        Family { name: "regressions-abv".into(), is_cnf: false, instances: arrays },
    ])
}

fn word_after(text: &str, key: &str) -> Option<String> {
    let rest = &text[text.find(key)? + key.len()..];
    let word: String = rest.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_terms::Terms;
    use adumbra_terms::smtlib::{Command, Reader};

    #[test]
    fn generated_scripts_are_read_and_ask_what_they_say() {
        for family in all(true).iter().filter(|family| !family.is_cnf) {
            for instance in &family.instances {
                let mut terms = Terms::new();
                let mut reader = Reader::new(&instance.text);
                let mut queries = 0;
                loop {
                    match reader.next(&mut terms) {
                        Ok(Some(Command::CheckSat | Command::CheckSatAssuming(_))) => queries += 1,
                        Ok(Some(_)) => {}
                        Ok(None) => break,
                        Err(error) => panic!("{}/{}: {error}", family.name, instance.name),
                    }
                }
                assert_eq!(Some(queries), instance.queries, "{}/{}", family.name, instance.name);
            }
        }
    }
}
