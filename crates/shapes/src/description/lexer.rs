//! Words of descriptions, and what can be wrong with a description.

use std::fmt;

/// What is wrong with a description, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}: {cause}")]
pub struct Problem {
    /// The file, as it was given.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// What is wrong.
    pub cause: Cause,
}

/// What is wrong with a description.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Cause {
    /// Something else was expected.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What could stand here.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// A link that is not declared.
    #[error("unknown field {0}")]
    UnknownField(String),
    /// A name that is neither a pointer nor a link nor a predicate.
    #[error("unknown predicate {0}")]
    UnknownPredicate(String),
    /// A variable that no quantifier binds.
    #[error("unknown variable {0}")]
    UnknownVariable(String),
    /// A structure that is not described.
    #[error("unknown structure {0}")]
    UnknownStructure(String),
    /// A definition that rests on itself.
    #[error("the definition of {} is cyclic: {}", .0.first().map_or("", String::as_str), .0.join(" -> "))]
    CyclicDefinition(Vec<String>),
    /// A name that is taken.
    #[error("{0} is already defined")]
    Doubled(String),
    /// Too many or too few arguments, or of the wrong kind.
    #[error("{0} does not take these arguments")]
    Arguments(String),
    /// A formula that relates three nodes at once.
    #[error("a part of this formula is about more than two nodes, and is no conjunction below a quantifier")]
    TooWide,
    /// A rule without a predicate that it could sharpen.
    #[error("the rule has no conclusion that is a predicate or a field, or too many")]
    NoConclusion,
    /// Formulas that are nested too deeply.
    #[error("formulas are nested too deeply")]
    TooDeep,
    /// Too many names or variables for one formula.
    #[error("too many names")]
    TooMany,
}

/// A word of a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// A name or a keyword.
    Name(String),
    /// A number.
    Number(u64),
    /// Punctuation.
    Mark(&'static str),
    /// The end of the text.
    End,
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Name(name) => f.write_str(name),
            Word::Number(number) => write!(f, "{number}"),
            Word::Mark(mark) => f.write_str(mark),
            Word::End => f.write_str("the end of the file"),
        }
    }
}

/// Longer marks before their beginnings.
const MARKS: [&str; 21] =
    ["<=>", ":=", "->", "=>", "!=", "=", "(", ")", "[", "]", ",", ":", ".", "|", "&", "!", "*", "+", "~", "?", ";"];

/// The words of a text with their lines. `#` begins a comment.
pub fn words(file: &str, text: &str) -> Result<Vec<(Word, u32)>, Problem> {
    let mut words = Vec::new();
    let mut last = 1;
    for (number, line) in (1..).zip(text.lines()) {
        last = number;
        let mut rest = line.split('#').next().unwrap_or_default().trim_start();
        while let Some(first) = rest.chars().next() {
            let length = if first.is_ascii_alphabetic() || first == '_' {
                let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                words.push((Word::Name(rest[..length].to_owned()), number));
                length
            } else if first.is_ascii_digit() {
                let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let value =
                    rest[..length].parse().map_err(|_| unexpected(file, number, "a number", &rest[..length]))?;
                words.push((Word::Number(value), number));
                length
            } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                words.push((Word::Mark(mark), number));
                mark.len()
            } else {
                return Err(unexpected(file, number, "a name or an operator", &first.to_string()));
            };
            rest = rest[length..].trim_start();
        }
    }
    words.push((Word::End, last));
    Ok(words)
}

fn unexpected(file: &str, line: u32, expected: &'static str, found: &str) -> Problem {
    Problem { file: file.to_owned(), line, cause: Cause::Unexpected { expected, found: found.to_owned() } }
}
