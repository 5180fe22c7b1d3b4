//! Formulas in conjunctive normal form over the literals of the SAT core. Files are read and
//! written by [`adumbra_terms::dimacs`].

use crate::{Lit, Var};
use adumbra_terms::dimacs;
pub use adumbra_terms::dimacs::{DimacsCause, DimacsError};

/// A formula in conjunctive normal form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    /// The number of variables.
    pub vars: usize,
    /// The clauses.
    pub clauses: Vec<Vec<Lit>>,
}

// Every literal of a file is one of the core.
const _: () = assert!(dimacs::MAX_VARIABLES as usize <= Var::MAX);

impl Cnf {
    /// Reads a file's contents.
    pub fn parse(text: &[u8]) -> Result<Cnf, DimacsError> {
        Ok(Cnf::from(&dimacs::Cnf::read(text)?))
    }

    /// The formula as text.
    pub fn to_dimacs(&self) -> String {
        let mut numbers = dimacs::Cnf::new(self.vars as u32);
        for clause in &self.clauses {
            numbers.push(&clause.iter().map(|lit| lit.to_dimacs()).collect::<Vec<i32>>());
        }
        numbers.to_string()
    }

    /// Whether an assignment, by variable, makes every clause true.
    pub fn is_satisfied_by(&self, model: &[bool]) -> bool {
        self.clauses.iter().all(|clause| clause.iter().any(|lit| model[lit.var().index()] != lit.is_negative()))
    }
}

impl From<&dimacs::Cnf> for Cnf {
    fn from(numbers: &dimacs::Cnf) -> Cnf {
        let lits = |clause: &[i32]| clause.iter().filter_map(|number| Lit::from_dimacs((*number).into())).collect();
        Cnf { vars: numbers.variables() as usize, clauses: numbers.clauses().map(lits).collect() }
    }
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
        assert!(!cnf.is_satisfied_by(&[true, true, true]));
    }
}
