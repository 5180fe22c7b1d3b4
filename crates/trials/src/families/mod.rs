//! Families of formulas for measuring solvers: what verifiers ask, in sizes that take a while.

mod arithmetic;
mod cnf;
mod loops;
mod memory;
mod paths;

use std::io;
use std::path::Path;

/// A formula or a script.
pub struct Instance {
    /// Within its family.
    pub name: String,
    /// The text.
    pub text: String,
    /// Answers that are known.
    pub status: Vec<String>,
    /// How many answers there should be.
    pub queries: usize,
}

impl Instance {
    /// An instance of one query.
    pub fn new(name: String, text: String, status: Option<&str>) -> Instance {
        Instance { name, text, status: status.iter().map(|s| (*s).to_owned()).collect(), queries: 1 }
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

/// The category of formulas with nothing to do, by which the start of a solver is measured.
pub const START: &str = "start";

/// Writes all families as files, and one of formulas with nothing to do; the number of files, and
/// of queries in them.
pub fn write_all(directory: &Path, quick: bool) -> io::Result<(usize, usize)> {
    let start = directory.join(START);
    std::fs::create_dir_all(&start)?;
    for number in 1..=5 {
        std::fs::write(start.join(format!("{number}.cnf")), "c status sat\np cnf 1 1\n1 0\n")?;
        let script = "(set-logic QF_BV)\n(set-info :status sat)\n(check-sat)\n";
        std::fs::write(start.join(format!("{number}.smt2")), script)?;
    }
    let (mut files, mut queries) = (10, 10);
    for family in all(quick) {
        let folder = directory.join(&family.name);
        std::fs::create_dir_all(&folder)?;
        for instance in &family.instances {
            let (extension, text) = if family.is_cnf {
                let status = instance.status.first().map(|status| format!("c status {status}\n")).unwrap_or_default();
                ("cnf", format!("{status}{}", instance.text))
            } else {
                ("smt2", with_status(&instance.text, &instance.status))
            };
            std::fs::write(folder.join(format!("{}.{extension}", instance.name)), text)?;
            files += 1;
            queries += instance.queries;
        }
    }
    Ok((files, queries))
}

/// A script that says before each query what is known of it, if that is all.
fn with_status(script: &str, status: &[String]) -> String {
    let queries = || script.lines().filter(|line| line.starts_with("(check-sat"));
    if queries().count() != status.len() || script.contains(":status") {
        return script.to_owned();
    }
    let mut status = status.iter();
    let mut text = String::new();
    for line in script.lines() {
        if line.starts_with("(check-sat")
            && let Some(status) = status.next()
        {
            text.push_str(&format!("(set-info :status {status})\n"));
        }
        text.push_str(line);
        text.push('\n');
    }
    text
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
                assert_eq!(queries, instance.queries, "{}/{}", family.name, instance.name);
            }
        }
    }
}
