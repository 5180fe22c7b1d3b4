//! Programs that say their verdict in their first lines, as those in `tasks/verify` do.
//!
//! A line reads `// verify [PROPERTY] [OPTIONS] => VERDICT [by INPUTS]`; in LLVM files it begins
//! with `;`. Without a property it is the default one, or that the rules of a `--spec` are kept.
//! Each line is a task.

use super::property;
use crate::model::{DataModel, Expected};
use std::path::{Path, PathBuf};

/// One such line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its line.
    pub line: u32,
    /// The options as written, with spaces between them.
    pub options: String,
    /// The property.
    pub property: &'static str,
    /// The data model, if there is `--32` or `--64`.
    pub data_model: Option<DataModel>,
    /// The other options.
    pub arguments: Vec<String>,
    /// What is known.
    pub expected: Expected,
}

/// Endings of programs.
pub const PROGRAMS: &[&str] = &["c", "i", "cpp", "cc", "cxx", "ii", "rs", "ll", "bc"];

/// The labels of a program; an error has its line.
pub fn read(text: &str) -> Vec<Result<Label, (u32, String)>> {
    let lines = (1..).zip(text.lines());
    lines
        .map_while(|(number, line)| {
            let rest = line.strip_prefix("// verify").or_else(|| line.strip_prefix("; verify"))?;
            (rest.is_empty() || rest.starts_with(' ')).then(|| parse(number, rest).map_err(|cause| (number, cause)))
        })
        .collect()
}

fn parse(line: u32, text: &str) -> Result<Label, String> {
    let (before, after) = text.split_once("=>").ok_or("no `=> VERDICT` in the line")?;
    let verdict = after.split_once(" by ").map_or(after, |(verdict, _)| verdict).trim();
    let (options, properties): (Vec<&str>, Vec<&str>) = before.split_whitespace().partition(|w| w.starts_with('-'));
    let property = match properties.as_slice() {
        [] if options.iter().any(|option| option.starts_with("--spec=")) => "specification",
        [] => "default",
        [one] => property::canonical(one).ok_or_else(|| format!("unknown property `{one}`"))?,
        several => return Err(format!("more than one property: {}", several.join(" "))),
    };
    let expected = match verdict {
        "TRUE" => Expected::True,
        "FALSE" => Expected::False(None),
        // No answer is known to be right, and every one to be wrong: there is nothing to be gained
        // by it.
        "UNKNOWN" => Expected::Nothing,
        other => match other.strip_prefix("FALSE(").and_then(|rest| rest.strip_suffix(')')) {
            Some(part) if part == property => Expected::False(None),
            Some(part) => Expected::False(Some(part.to_owned())),
            None => return Err(format!("`{other}` is no verdict (TRUE and FALSE(PROPERTY) are)")),
        },
    };
    let (mut data_model, mut arguments) = (None, Vec::new());
    for option in &options {
        match *option {
            "--32" => data_model = Some(DataModel::Ilp32),
            "--64" => data_model = Some(DataModel::Lp64),
            other => arguments.push(other.to_owned()),
        }
    }
    Ok(Label { line, options: options.join(" "), property, data_model, arguments, expected })
}

/// The file that an argument such as `--spec=specs/lock.spec` names: relative to the program's
/// directory or one above it. `None` if the argument names no file.
pub fn file_of(argument: &str, program: &Path) -> Option<Result<PathBuf, String>> {
    let written = argument.strip_prefix("--spec=")?;
    let found = program.ancestors().skip(1).map(|above| above.join(written)).find(|path| path.is_file());
    Some(found.ok_or_else(|| format!("the file of `{argument}` is in no directory above the program")))
}

/// An argument with the file it names, if it names one, by its absolute path.
pub fn resolved(argument: &str, program: &Path) -> String {
    match (file_of(argument, program), argument.split_once('=')) {
        (Some(Ok(path)), Some((name, _))) => format!("{name}={}", path.display()),
        _ => argument.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read() {
        let text = "// verify unreach-call => FALSE(unreach-call) by int=3\n// verify memsafety --64 => FALSE(valid-deref)\n\
                    // verify => TRUE\n\
                    // verify --spec=specs/lock.spec --malloc-may-fail => FALSE(specification)\n\
                    // Something else.\n// verify => FALSE\n";
        let labels: Vec<Label> = read(text).into_iter().map(Result::unwrap).collect();
        let found: Vec<_> = labels.iter().map(|l| (l.line, l.property, l.data_model, l.expected.clone())).collect();
        let part = Expected::False(Some("valid-deref".into()));
        assert_eq!(
            found,
            [
                (1, "unreach-call", None, Expected::False(None)),
                (2, "valid-memsafety", Some(DataModel::Lp64), part),
                (3, "default", None, Expected::True),
                (4, "specification", None, Expected::False(None)),
            ]
        );
        assert_eq!(labels[3].arguments, ["--spec=specs/lock.spec", "--malloc-may-fail"]);
        assert_eq!(labels[1].options, "--64");
        assert_eq!(read("; verify unreach-call => TRUE").len(), 1);
        assert_eq!(read("// verifying is hard => TRUE").len(), 0);
    }

    #[test]
    fn bad_labels_have_their_line() {
        for (text, line, part) in [
            ("// verify unreach-call TRUE", 1, "no `=> VERDICT`"),
            ("// verify => TRUE\n// verify reachable => TRUE", 2, "`reachable`"),
            ("// verify => MAYBE", 1, "`MAYBE`"),
            ("// verify termination no-overflow => TRUE", 1, "more than one"),
        ] {
            let (found, cause) = read(text).pop().unwrap().unwrap_err();
            assert!(found == line && cause.contains(part), "{text}: {found} {cause}");
        }
    }
}
