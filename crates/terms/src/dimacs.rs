//! DIMACS: propositional formulas in conjunctive normal form, in and out.
//!
//! The header is binding: a literal beyond the declared variables, and more or fewer clauses than
//! declared, are errors, because a truncated file must not be taken for a satisfiable formula.

use std::fmt::{self, Write};

/// So many variables a formula may have.
pub const MAX_VARIABLES: u32 = 1 << 30;

/// A formula in conjunctive normal form. Literals are non-zero numbers, negative ones negated.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Cnf {
    variables: u32,
    literals: Vec<i32>,
    ends: Vec<usize>,
}

/// Why a file was refused, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {cause}")]
pub struct DimacsError {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// What is wrong there.
    pub cause: DimacsCause,
}

/// What is wrong with a DIMACS file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DimacsCause {
    /// There is no `p cnf` line before the first clause.
    #[error("expected the header `p cnf VARIABLES CLAUSES`")]
    Header,
    /// More variables than a formula may have.
    #[error("{0} variables are too many, {MAX_VARIABLES} are allowed")]
    TooMany(u64),
    /// A word that is no literal.
    #[error("expected a literal, found {0}")]
    Literal(String),
    /// A literal beyond the header.
    #[error("literal {literal} with {variables} variable(s) declared")]
    Undeclared {
        /// The literal.
        literal: i64,
        /// How many variables there are.
        variables: u32,
    },
    /// The file ends within a clause.
    #[error("the last clause is not ended by 0")]
    Unterminated,
    /// The number of clauses is not that of the header.
    #[error("{declared} clause(s) declared, {found} found")]
    Count {
        /// In the header.
        declared: u64,
        /// In the file.
        found: usize,
    },
}

impl Cnf {
    /// No clauses over so many variables.
    pub fn new(variables: u32) -> Cnf {
        Cnf { variables, ..Cnf::default() }
    }

    /// How many variables there are.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a clause; variables beyond the known ones become known.
    ///
    /// # Panics
    /// When a literal is zero or beyond [`MAX_VARIABLES`].
    pub fn push(&mut self, clause: &[i32]) {
        for literal in clause {
            assert!((1..=MAX_VARIABLES).contains(&literal.unsigned_abs()), "a literal is a variable or its negation");
            self.variables = self.variables.max(literal.unsigned_abs());
        }
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    /// The clauses in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.literals[start..*end])
    }

    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Cnf, DimacsError> {
        let mut cnf = Cnf::default();
        let mut declared: Option<u64> = None;
        // Where the last word stood: an error about the whole is reported there.
        let mut last = (1, 1);
        for (number, text) in bytes.split(|byte| *byte == b'\n').enumerate() {
            let line = number + 1;
            let error = |column, cause| Err(DimacsError { line, column, cause });
            let mut words = words(text).peekable();
            match words.peek() {
                None | Some((_, [b'c', ..])) => continue,
                // The end of the formula in some collections.
                Some((_, b"%")) => break,
                Some((start, b"p")) if declared.is_none() => match header(text) {
                    Some((variables, clauses)) => {
                        cnf.variables = match u32::try_from(variables) {
                            Ok(count @ 0..=MAX_VARIABLES) => count,
                            _ => return error(start + 1, DimacsCause::TooMany(variables)),
                        };
                        declared = Some(clauses);
                        continue;
                    }
                    None => return error(start + 1, DimacsCause::Header),
                },
                Some((start, _)) if declared.is_none() => return error(start + 1, DimacsCause::Header),
                Some(_) => {}
            }
            for (start, word) in words {
                let column = start + 1;
                last = (line, column);
                let literal = std::str::from_utf8(word).ok().and_then(|word| word.parse::<i64>().ok());
                match literal {
                    None => {
                        return error(
                            column,
                            DimacsCause::Literal(String::from_utf8_lossy(&word[..word.len().min(40)]).into()),
                        );
                    }
                    Some(0) => cnf.ends.push(cnf.literals.len()),
                    Some(literal) if literal.unsigned_abs() > u64::from(cnf.variables) => {
                        return error(column, DimacsCause::Undeclared { literal, variables: cnf.variables });
                    }
                    Some(literal) => cnf.literals.push(literal as i32),
                }
            }
        }
        let error = |cause| Err(DimacsError { line: last.0, column: last.1, cause });
        let open = cnf.ends.last().copied().unwrap_or(0) != cnf.literals.len();
        match declared {
            None => error(DimacsCause::Header),
            Some(_) if open => error(DimacsCause::Unterminated),
            Some(declared) if declared != cnf.ends.len() as u64 => {
                error(DimacsCause::Count { declared, found: cnf.ends.len() })
            }
            Some(_) => Ok(cnf),
        }
    }

    /// Writes a file.
    pub fn write(&self, out: &mut impl Write) -> fmt::Result {
        writeln!(out, "p cnf {} {}", self.variables, self.ends.len())?;
        for clause in self.clauses() {
            for literal in clause {
                write!(out, "{literal} ")?;
            }
            out.write_str("0\n")?;
        }
        Ok(())
    }
}

impl fmt::Display for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// Words of a line with their positions.
fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut position = 0;
    std::iter::from_fn(move || {
        while line.get(position).is_some_and(u8::is_ascii_whitespace) {
            position += 1;
        }
        let start = position;
        while line.get(position).is_some_and(|byte| !byte.is_ascii_whitespace()) {
            position += 1;
        }
        (position > start).then(|| (start, &line[start..position]))
    })
}

fn header(line: &[u8]) -> Option<(u64, u64)> {
    let words: Vec<&str> = words(line).map(|(_, word)| std::str::from_utf8(word).ok()).collect::<Option<_>>()?;
    match words[..] {
        ["p", "cnf", variables, clauses] => Some((variables.parse().ok()?, clauses.parse().ok()?)),
        _ => None,
    }
}
