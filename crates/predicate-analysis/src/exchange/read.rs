//! Reading files of predicates.

use super::place::PredicatePlace;
use adumbra_terms::smtlib::{Command, ReadError, Reader};
use adumbra_terms::{Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Predicates that an analysis begins with, as a file has them.
///
/// ```
/// use adumbra_predicate_analysis::GivenPredicates;
/// let text = "(declare-const |main::i| (_ BitVec 32))\n(set-info :place \"main loop 1\")\n(assert (bvult |main::i| #x0000000a))";
/// let given = GivenPredicates::read("loop.preds", text)?;
/// assert_eq!((given.list.len(), given.list[0].line), (1, 3));
/// let error = GivenPredicates::read("loop.preds", "(assert true)\n(assert (= x x))").unwrap_err();
/// assert_eq!(error.to_string(), "loop.preds:2:12: unknown symbol x");
/// # Ok::<(), adumbra_predicate_analysis::GivenPredicatesError>(())
/// ```
#[derive(Debug)]
pub struct GivenPredicates {
    /// The file's name.
    pub name: String,
    /// The arena of the predicates.
    pub terms: Terms,
    /// The predicates.
    pub list: Vec<GivenPredicate>,
    /// What functions looked like when the file was written.
    pub(super) looked: FxHashMap<String, u64>,
    /// What did not fit the program: line and why.
    remarks: Mutex<BTreeSet<(usize, String)>>,
}

/// One predicate of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenPredicate {
    /// Where it is tracked.
    pub place: PredicatePlace,
    /// The predicate.
    pub term: Term,
    /// The line on which it begins, from 1.
    pub line: usize,
}

/// Why a file of predicates cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name}:{line}:{column}: {cause}")]
pub struct GivenPredicatesError {
    /// The file.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub cause: String,
}

impl GivenPredicates {
    /// Reads the text of a file.
    pub fn read(name: &str, text: &str) -> Result<GivenPredicates, GivenPredicatesError> {
        let mut terms = Terms::new();
        let mut reader = Reader::new(text);
        let mut lines = Lines { text, at: 0, line: 1 };
        let (mut list, mut looked) = (Vec::new(), FxHashMap::default());
        let mut place = PredicatePlace::Everywhere;
        let failed = |line, column, cause| GivenPredicatesError { name: name.to_owned(), line, column, cause };
        loop {
            let next = reader.next(&mut terms);
            let command = next.map_err(|ReadError { line, column, cause }| failed(line, column, cause.to_string()))?;
            let Some(command) = command else { break };
            let (line, column) = lines.of(reader.begun());
            let wrong = |cause: String| failed(line, column, cause);
            match command {
                Command::SetLogic(_) | Command::Declare(_) | Command::Define(..) | Command::DefineSort(_) => {}
                Command::Assert(term, _) => list.push(GivenPredicate { place: place.clone(), term, line }),
                Command::SetInfo(key, value) if key.trim_start_matches(':') == "place" => {
                    place = unquoted(&value).parse().map_err(wrong)?;
                }
                Command::SetInfo(key, value) if key.trim_start_matches(':') == "function" => {
                    let known = unquoted(&value).rsplit_once(' ');
                    let known = known.and_then(|(f, looks)| Some((f, u64::from_str_radix(looks, 16).ok()?)));
                    let Some((function, looks)) = known else {
                        return Err(wrong(format!("{value} is not a function and a hexadecimal number")));
                    };
                    looked.insert(function.to_owned(), looks);
                }
                Command::SetInfo(..) => {}
                Command::Exit => break,
                _ => {
                    return Err(wrong(
                        "only declarations, definitions, assertions and set-info make sense here".into(),
                    ));
                }
            }
        }
        Ok(GivenPredicates { name: name.to_owned(), terms, list, looked, remarks: Mutex::default() })
    }

    /// Notes what did not fit the program.
    pub(super) fn remark(&self, line: usize, why: String) {
        if let Ok(mut remarks) = self.remarks.lock() {
            remarks.insert((line, why));
        }
    }

    /// What did not fit the program, as `file:line: why`, in the order of lines.
    pub fn remarks(&self) -> Vec<String> {
        let remarks = self.remarks.lock().map(|remarks| remarks.clone()).unwrap_or_default();
        remarks.into_iter().map(|(line, why)| format!("{}:{line}: {why}", self.name)).collect()
    }
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

/// Lines and columns of ascending places in a text.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, offset: usize) -> (usize, usize) {
        let passed = &self.text.as_bytes()[self.at.min(offset)..offset];
        self.line += passed.iter().filter(|byte| **byte == b'\n').count();
        self.at = self.at.max(offset);
        let before = &self.text[..offset];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (self.line, before[start..].chars().count() + 1)
    }
}
