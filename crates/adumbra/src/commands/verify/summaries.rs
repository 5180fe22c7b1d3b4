//! `--summaries`: a file in which runs leave what they proved for the next.
//!
//! The file has a section for each question: the program, where it starts, the property, the data
//! model, and the options that change what is meant. Its second line is a sum of all that follows,
//! so that damage is noticed. It is replaced as a whole, by one run after the other: who writes
//! reads it anew and keeps what others left.

use super::VerifyArgs;
use crate::failure::{Exit, Failure};
use crate::{progress, whole_file};
use adumbra_frontend::LoadOptions;
use adumbra_program::Program;
use adumbra_strategies::Summaries;
use adumbra_witness::format::metadata::sha256;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const OPTION: &str = "--summaries";

/// The first line of a file.
const VERSION: &str = "; adumbra summaries 1";

/// What the second line begins with, and that which begins a section.
const SUM: &str = "; sum ";
const SECTION: &str = "; section";

/// The lines that say what a section is about, and how a difference is told.
const PARTS: [(&str, &str); 5] = [
    ("program", "another program"),
    ("entry", "another entry function"),
    ("property", "another property"),
    ("data-model", "another data model"),
    ("options", "other options"),
];

/// Larger files are not read.
const LARGEST: u64 = 256 << 20;

/// What a section is about.
#[derive(Clone, PartialEq, Eq, Debug)]
struct About(Vec<String>);

/// A section: what it is about, and its text.
type Section = (About, String);

/// A question, with the file.
pub(super) struct Kept {
    file: PathBuf,
    about: About,
    pub(super) summaries: Arc<Summaries>,
}

/// Refuses a file that cannot be written.
pub(super) fn refuse(arguments: &VerifyArgs) -> Result<(), Failure> {
    let Some(file) = &arguments.summaries else { return Ok(()) };
    whole_file::check(file)
        .map_err(|e| Failure::new(Exit::Input, format!("{OPTION}: {} cannot be written: {e}", file.display())))
}

impl Kept {
    /// What the file says about a question.
    pub(super) fn of(arguments: &VerifyArgs, load: &LoadOptions, program: &Program) -> Option<Kept> {
        let file = arguments.summaries.clone()?;
        let about = about(arguments, load, program);
        let given = match read(&file) {
            Ok(sections) => {
                let found = sections.iter().find(|(other, _)| *other == about).map(|(_, text)| text.clone());
                if let (None, Some(why)) = (&found, nearest(&sections, &about)) {
                    progress::say(&format!("{OPTION}: {} is about {why}: it is not used", file.display()));
                }
                found
            }
            Err(why) => {
                progress::say(&format!("{OPTION}: {} {why}: it is not used", file.display()));
                None
            }
        };
        Some(Kept { file, about, summaries: Arc::new(Summaries::new(given)) })
    }

    /// Writes what this run leaves.
    pub(super) fn write(&self) {
        for remark in self.summaries.remarks() {
            progress::say(&format!("{OPTION}: {}: {remark}: it is not used", self.file.display()));
        }
        let Some(found) = self.summaries.found() else { return };
        if let Err(error) = self.replace(&found) {
            progress::say(&format!("{OPTION}: {} cannot be written: {error}", self.file.display()));
        }
    }

    /// Puts the section into the file. No other run does so meanwhile.
    fn replace(&self, found: &str) -> std::io::Result<()> {
        // A folder can be locked, and no file is left behind.
        let file = std::fs::canonicalize(&self.file).unwrap_or_else(|_| self.file.clone());
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let lock = std::fs::File::open(folder)?;
        lock.lock()?;
        let mut sections = read(&self.file).unwrap_or_default();
        let other = sections.iter().position(|(about, _)| *about == self.about).map(|at| sections.remove(at).1);
        let text = other.map_or_else(|| found.to_owned(), |other| Summaries::with(found, &other));
        sections.push((self.about.clone(), text));
        whole_file::replace(&self.file, render(&sections).as_bytes())
    }
}

fn about(arguments: &VerifyArgs, load: &LoadOptions, program: &Program) -> About {
    let inputs: Vec<String> = load.inputs.iter().map(|path| path.display().to_string()).collect();
    let options = format!(
        "externals {:?}, malloc-may-fail {}, promote {}, unroll {:?} {}, slice {}, flags {:?}",
        arguments.externals,
        load.malloc_may_fail,
        load.promote,
        arguments.unroll_recursion,
        arguments.skip_recursion,
        arguments.slice_first,
        load.compiler_flags,
    );
    let parts = [
        inputs.join(" "),
        load.entry.clone(),
        format!("{:?}", program.property),
        program.layout.model.name().to_owned(),
        options,
    ];
    About(parts.map(|part| part.replace(['\n', '\r'], " ")).to_vec())
}

/// How the section that is most like the wanted one differs; none if there is no section.
fn nearest(sections: &[Section], about: &About) -> Option<&'static str> {
    let difference = |other: &About| other.0.iter().zip(&about.0).position(|(a, b)| a != b);
    let furthest = sections.iter().filter_map(|(other, _)| difference(other)).max()?;
    PARTS.get(furthest).map(|(_, words)| *words)
}

fn render(sections: &[Section]) -> String {
    let mut body = String::new();
    for (about, text) in sections {
        body += SECTION;
        body.push('\n');
        for ((name, _), value) in PARTS.iter().zip(&about.0) {
            body += &format!("; {name} {value}\n");
        }
        body += text;
    }
    format!("{VERSION}\n{SUM}{}\n{body}", sha256(body.as_bytes()))
}

/// The sections of a file; none if there is no file. Else what is wrong with it.
fn read(file: &Path) -> Result<Vec<Section>, String> {
    match std::fs::metadata(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Ok(known) if known.len() > LARGEST => return Err("is too large".into()),
        _ => {}
    }
    let bytes = std::fs::read(file).map_err(|e| format!("cannot be read: {e}"))?;
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let text = String::from_utf8(bytes).map_err(|_| "is no text")?;
    sections(&text)
}

fn sections(text: &str) -> Result<Vec<Section>, String> {
    let (version, rest) = text.split_once('\n').ok_or("is cut off")?;
    if version != VERSION {
        return Err(match version.starts_with("; adumbra summaries ") {
            true => "is of another version".into(),
            false => "is no file of summaries".into(),
        });
    }
    let (sum, body) = rest.split_once('\n').ok_or("is cut off")?;
    if sum.strip_prefix(SUM) != Some(&sha256(body.as_bytes())) {
        return Err("is damaged".into());
    }
    let mut found = Vec::new();
    let mut lines = body.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if line.trim_end() != SECTION {
            return Err("is damaged".into());
        }
        let mut about = Vec::new();
        for (name, _) in PARTS {
            let value = lines.next().and_then(|line| line.strip_prefix(&format!("; {name} ")));
            about.push(value.ok_or("is damaged")?.trim_end_matches('\n').to_owned());
        }
        let mut text = String::new();
        while let Some(line) = lines.next_if(|line| line.trim_end() != SECTION) {
            text += line;
        }
        found.push((About(about), text));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(property: &str) -> About {
        About(["a.c", "main", property, "LP64", "none"].map(str::to_owned).to_vec())
    }

    #[test]
    fn sections_are_read_as_they_were_written() {
        let all = vec![(about("p"), "; contract f\n(x)\n".to_owned()), (about("q"), String::new())];
        assert_eq!(sections(&render(&all)), Ok(all.clone()));
        assert_eq!(nearest(&all, &about("r")), Some("another property"));
        assert_eq!(nearest(&[], &about("r")), None);
    }

    #[test]
    fn every_cut_and_every_flip_is_noticed() {
        let text = render(&[(about("p"), "; contract f\n(assert true)\n".to_owned())]);
        for at in 0..text.len() {
            assert!(sections(&text[..at]).is_err(), "cut at {at}");
            for bit in [0, 3, 5] {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let read = String::from_utf8(bytes).map_err(|_| String::new()).and_then(|text| sections(&text));
                assert!(read.is_err(), "bit {bit} of byte {at}");
            }
        }
    }
}
