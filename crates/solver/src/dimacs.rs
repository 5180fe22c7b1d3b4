//! DIMACS CNF, read and written.

use std::fmt::Write as _;

use crate::sat::{Lit, Var};

/// A formula in conjunctive normal form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    /// The number of variables.
    pub vars: usize,
    /// The clauses.
    pub clauses: Vec<Vec<Lit>>,
}

/// What is wrong with a DIMACS file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct DimacsError {
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
    /// The cause.
    pub problem: Problem,
}

/// The causes a file can be refused for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// There is no header.
    #[error("the header `p cnf VARIABLES CLAUSES` is missing")]
    NoHeader,
    /// The header is none.
    #[error("the header is not `p cnf VARIABLES CLAUSES`")]
    BadHeader,
    /// Something other than a number.
    #[error("`{0}` is not a number")]
    NotANumber(String),
    /// A variable the header did not announce.
    #[error("variable {0} is above the {1} of the header")]
    TooLarge(i64, usize),
    /// The file ends within a clause.
    #[error("the last clause is not ended by 0")]
    OpenClause,
    /// The number of clauses differs from the header's.
    #[error("{0} clauses instead of the {1} of the header")]
    WrongCount(usize, usize),
}

impl Cnf {
    /// Reads a file's contents.
    pub fn parse(text: &[u8]) -> Result<Cnf, DimacsError> {
        let mut cnf = Cnf::default();
        let mut expected = None;
        let mut clause = Vec::new();
        let mut line_number = 0;
        for line in text.split(|&byte| byte == b'\n') {
            line_number += 1;
            let at = |column, problem| DimacsError { line: line_number, column, problem };
            if line.first() == Some(&b'c') {
                continue;
            }
            if line.first() == Some(&b'%') {
                break;
            }
            if line.first() == Some(&b'p') {
                let (vars, count) = header(line).ok_or_else(|| at(1, Problem::BadHeader))?;
                if expected.is_some() {
                    return Err(at(1, Problem::BadHeader));
                }
                cnf.vars = vars;
                expected = Some(count);
                continue;
            }
            for (column, word) in words(line) {
                if expected.is_none() {
                    return Err(at(column, Problem::NoHeader));
                }
                let number: i64 = std::str::from_utf8(word)
                    .ok()
                    .and_then(|word| word.parse().ok())
                    .ok_or_else(|| at(column, Problem::NotANumber(String::from_utf8_lossy(word).into_owned())))?;
                if number == 0 {
                    cnf.clauses.push(std::mem::take(&mut clause));
                    continue;
                }
                match Lit::from_dimacs(number) {
                    Some(lit) if lit.var().index() < cnf.vars => clause.push(lit),
                    _ => return Err(at(column, Problem::TooLarge(number, cnf.vars))),
                }
            }
        }
        let end = |problem| DimacsError { line: line_number, column: 1, problem };
        let expected = expected.ok_or_else(|| end(Problem::NoHeader))?;
        if !clause.is_empty() {
            return Err(end(Problem::OpenClause));
        }
        if cnf.clauses.len() != expected {
            return Err(end(Problem::WrongCount(cnf.clauses.len(), expected)));
        }
        Ok(cnf)
    }

    /// The formula as text.
    pub fn to_dimacs(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.vars, self.clauses.len());
        for clause in &self.clauses {
            for lit in clause {
                // Writing to a string cannot fail.
                let _ = write!(text, "{lit} ");
            }
            text.push_str("0\n");
        }
        text
    }

    /// Whether an assignment, by variable, makes every clause true.
    pub fn is_satisfied_by(&self, model: &[bool]) -> bool {
        self.clauses.iter().all(|clause| clause.iter().any(|lit| model[lit.var().index()] != lit.is_negative()))
    }
}

fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    line.split(|byte| byte.is_ascii_whitespace()).filter_map(move |word| {
        let column = at + 1;
        at += word.len() + 1;
        (!word.is_empty()).then_some((column, word))
    })
}

fn header(line: &[u8]) -> Option<(usize, usize)> {
    let text = std::str::from_utf8(line).ok()?;
    let mut words = text.split_ascii_whitespace();
    if (words.next(), words.next()) != (Some("p"), Some("cnf")) {
        return None;
    }
    let vars = words.next()?.parse().ok().filter(|&vars| vars <= Var::MAX)?;
    let clauses = words.next()?.parse().ok()?;
    words.next().is_none().then_some((vars, clauses))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        let text = "p cnf 3 3\n1 -2 0\n3 0\n0\n";
        let cnf = Cnf::parse(b"c hello\np cnf 3 3\n1 -2\n0 3 0\n  0\n").unwrap();
        assert_eq!(cnf.to_dimacs(), text);
        assert_eq!(Cnf::parse(text.as_bytes()).unwrap(), cnf);
    }

    #[test]
    fn errors_name_place_and_cause() {
        let error = |text: &str| Cnf::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error("1 0\n"), "line 1, column 1: the header `p cnf VARIABLES CLAUSES` is missing");
        assert_eq!(error("p cnf 1\n"), "line 1, column 1: the header is not `p cnf VARIABLES CLAUSES`");
        assert_eq!(error("p cnf 2 1\n1 x 0\n"), "line 2, column 3: `x` is not a number");
        assert_eq!(error("p cnf 2 1\n1 -3 0\n"), "line 2, column 3: variable -3 is above the 2 of the header");
        assert_eq!(error("p cnf 2 1\n1 2\n"), "line 3, column 1: the last clause is not ended by 0");
        assert_eq!(error("p cnf 2 2\n1 2 0\n"), "line 3, column 1: 1 clauses instead of the 2 of the header");
        assert_eq!(error("p cnf 9999999999 2\n"), "line 1, column 1: the header is not `p cnf VARIABLES CLAUSES`");
        assert_eq!(error(""), "line 1, column 1: the header `p cnf VARIABLES CLAUSES` is missing");
    }
}
