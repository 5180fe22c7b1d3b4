//! A checker of LRAT proofs that knows nothing of the solver: literals are DIMACS numbers, clauses
//! are looked up by id.
//!
//! A derived clause is accepted when propagating its antecedents in the given order, under the
//! negation of the clause, makes one of them false. Only clauses added by propagation are accepted,
//! no resolution asymmetric tautologies.
//!
//! The format: L. Cruz-Filipe, M. J. H. Heule, W. A. Hunt, M. Kaufmann and P. Schneider-Kamp,
//! "Efficient Certified RAT Verification", CADE 2017.

use std::collections::HashMap;
use std::fmt;

/// What is wrong with a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofError {
    /// The step: the id of the clause.
    pub id: u64,
    /// The cause.
    pub cause: Cause,
}

/// Why a step is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// The id is taken.
    Duplicate,
    /// An antecedent does not exist or was deleted.
    Missing(u64),
    /// An antecedent neither propagates nor is false.
    NotUnit(u64),
    /// The antecedents end without a conflict.
    NoConflict,
    /// A line that cannot be read.
    Malformed,
    /// The proof ends without the empty clause.
    NotRefuted,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id;
        match &self.cause {
            Cause::Duplicate => write!(f, "clause {id}: the id is taken"),
            Cause::Missing(other) => write!(f, "clause {id}: there is no clause {other}"),
            Cause::NotUnit(other) => write!(f, "clause {id}: antecedent {other} does not propagate"),
            Cause::NoConflict => write!(f, "clause {id}: the antecedents do not lead to a conflict"),
            Cause::Malformed => write!(f, "after clause {id}: a line that cannot be read"),
            Cause::NotRefuted => write!(f, "the proof does not end in the empty clause"),
        }
    }
}

impl std::error::Error for ProofError {}

/// The clauses derived so far.
#[derive(Debug, Default)]
pub struct Checker {
    clauses: HashMap<u64, Box<[i32]>>,
    /// By variable: the stamp of the step that assigned it, negative if false.
    assigned: Vec<i64>,
    stamp: i64,
    empty: Option<u64>,
}

impl Checker {
    /// A checker without clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a clause of the formula.
    pub fn original(&mut self, id: u64, lits: &[i32]) -> Result<(), ProofError> {
        self.insert(id, lits)
    }

    /// Checks a derived clause and adds it.
    pub fn derived(&mut self, id: u64, lits: &[i32], antecedents: &[u64]) -> Result<(), ProofError> {
        self.check(id, lits, antecedents)?;
        self.insert(id, lits)
    }

    /// Deletes a clause.
    pub fn deleted(&mut self, id: u64) -> Result<(), ProofError> {
        match self.clauses.remove(&id) {
            Some(_) => Ok(()),
            None => Err(ProofError { id, cause: Cause::Missing(id) }),
        }
    }

    /// The literals of a clause that was added and not deleted.
    pub fn clause(&self, id: u64) -> Option<&[i32]> {
        self.clauses.get(&id).map(|lits| &**lits)
    }

    /// Whether the empty clause was derived or given.
    pub fn is_refuted(&self) -> bool {
        self.empty.is_some()
    }

    fn insert(&mut self, id: u64, lits: &[i32]) -> Result<(), ProofError> {
        if lits.is_empty() {
            self.empty = Some(id);
        }
        match self.clauses.insert(id, lits.into()) {
            None => Ok(()),
            Some(_) => Err(ProofError { id, cause: Cause::Duplicate }),
        }
    }

    /// 1 true, -1 false, 0 open.
    fn value(&self, lit: i32) -> i32 {
        match self.assigned.get(lit.unsigned_abs() as usize) {
            Some(&stamp) if stamp == self.stamp => lit.signum(),
            Some(&stamp) if stamp == -self.stamp => -lit.signum(),
            _ => 0,
        }
    }

    fn assign(&mut self, lit: i32) {
        let var = lit.unsigned_abs() as usize;
        if self.assigned.len() <= var {
            self.assigned.resize(var + 1, 0);
        }
        self.assigned[var] = if lit > 0 { self.stamp } else { -self.stamp };
    }

    fn check(&mut self, id: u64, lits: &[i32], antecedents: &[u64]) -> Result<(), ProofError> {
        self.stamp += 1;
        for &lit in lits {
            self.assign(-lit);
        }
        for &antecedent in antecedents {
            let fail = |cause| ProofError { id, cause };
            let clause = self.clauses.get(&antecedent).ok_or_else(|| fail(Cause::Missing(antecedent)))?;
            let mut open = None;
            for &lit in clause {
                match self.value(lit) {
                    -1 => {}
                    0 if open.is_none() || open == Some(lit) => open = Some(lit),
                    _ => return Err(fail(Cause::NotUnit(antecedent))),
                }
            }
            match open {
                None => return Ok(()),
                Some(lit) => self.assign(lit),
            }
        }
        Err(ProofError { id, cause: Cause::NoConflict })
    }

    /// Checks a proof in text form and that it ends in the empty clause. The original clauses must
    /// have been added, numbered from 1.
    pub fn check_text(&mut self, proof: &str) -> Result<(), ProofError> {
        let mut last = 0;
        for line in proof.lines().filter(|line| !line.starts_with('c') && !line.trim().is_empty()) {
            let malformed = || ProofError { id: last, cause: Cause::Malformed };
            let mut words = line.split_ascii_whitespace();
            let id: u64 = words.next().and_then(|word| word.parse().ok()).ok_or_else(malformed)?;
            let rest: Vec<&str> = words.collect();
            if rest.first() == Some(&"d") {
                let ids = numbers::<u64>(&rest[1..]).filter(|ids| ids.len() == 1).ok_or_else(malformed)?;
                for &id in &ids[0] {
                    self.deleted(id)?;
                }
                continue;
            }
            let split = rest.iter().position(|&word| word == "0").ok_or_else(malformed)?;
            let lits = numbers::<i32>(&rest[..=split]).filter(|lits| lits.len() == 1).ok_or_else(malformed)?;
            let ids = numbers::<u64>(&rest[split + 1..]).filter(|ids| ids.len() == 1).ok_or_else(malformed)?;
            self.derived(id, &lits[0], &ids[0])?;
            last = id;
        }
        if self.is_refuted() { Ok(()) } else { Err(ProofError { id: last, cause: Cause::NotRefuted }) }
    }

    /// The same for the binary form.
    pub fn check_binary(&mut self, proof: &[u8]) -> Result<(), ProofError> {
        let mut rest = proof;
        let mut last = 0;
        while let Some((&kind, after)) = rest.split_first() {
            rest = after;
            let before = last;
            let malformed = || ProofError { id: before, cause: Cause::Malformed };
            match kind {
                b'a' => {
                    let id = number(&mut rest).ok_or_else(malformed)?;
                    let lits: Option<Vec<i32>> =
                        list(&mut rest).ok_or_else(malformed)?.into_iter().map(|lit| i32::try_from(lit).ok()).collect();
                    let ids = ids(&list(&mut rest).ok_or_else(malformed)?).ok_or_else(malformed)?;
                    last = u64::try_from(id).map_err(|_| malformed())?;
                    self.derived(last, &lits.ok_or_else(malformed)?, &ids)?;
                }
                b'd' => {
                    for id in ids(&list(&mut rest).ok_or_else(malformed)?).ok_or_else(malformed)? {
                        self.deleted(id)?;
                    }
                }
                _ => return Err(malformed()),
            }
        }
        if self.is_refuted() { Ok(()) } else { Err(ProofError { id: last, cause: Cause::NotRefuted }) }
    }
}

/// Lists of numbers, each ended by 0.
fn numbers<T: std::str::FromStr + Default + PartialEq>(words: &[&str]) -> Option<Vec<Vec<T>>> {
    let mut lists = Vec::new();
    let mut current = Vec::new();
    for word in words {
        let number: T = word.parse().ok()?;
        if number == T::default() {
            lists.push(std::mem::take(&mut current));
        } else {
            current.push(number);
        }
    }
    current.is_empty().then_some(lists)
}

fn ids(numbers: &[i64]) -> Option<Vec<u64>> {
    numbers.iter().map(|&number| u64::try_from(number).ok()).collect()
}

/// Twice the size plus the sign, seven bits a byte.
fn number(rest: &mut &[u8]) -> Option<i64> {
    let mut value: u64 = 0;
    let mut shift = 0;
    loop {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        if shift > 56 {
            return None;
        }
        value |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte & 128 == 0 {
            let size = (value >> 1) as i64;
            return Some(if value & 1 == 0 { size } else { -size });
        }
    }
}

fn list(rest: &mut &[u8]) -> Option<Vec<i64>> {
    let mut numbers = Vec::new();
    loop {
        match number(rest)? {
            0 => return Some(numbers),
            value => numbers.push(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula() -> Checker {
        let mut checker = Checker::new();
        for (id, lits) in [[1, 2], [-1, 2], [1, -2], [-1, -2]].iter().enumerate() {
            checker.original(id as u64 + 1, lits).unwrap();
        }
        checker
    }

    #[test]
    fn a_refutation_is_accepted() {
        formula().check_text("5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n").unwrap();
        let binary = [b'a', 10, 4, 0, 2, 4, 0, b'd', 2, 4, 0, b'a', 12, 0, 10, 6, 8, 0];
        formula().check_binary(&binary).unwrap();
    }

    #[test]
    fn wrong_steps_are_refused() {
        let cause = |proof| formula().check_text(proof).unwrap_err().cause;
        assert_eq!(cause("5 2 0 1 0\n"), Cause::NoConflict);
        assert_eq!(cause("5 2 0 3 4 0\n"), Cause::NotUnit(3));
        assert_eq!(cause("5 0 1 2 0\n"), Cause::NotUnit(1));
        assert_eq!(cause("5 2 0 1 2 0\n5 d 1 0\n6 0 5 1 0\n"), Cause::Missing(1));
        assert_eq!(cause("4 2 0 1 2 0\n"), Cause::Duplicate);
        assert_eq!(cause("5 2 0 1 2 0\n"), Cause::NotRefuted);
        assert_eq!(cause("5 x 0 1 2 0\n"), Cause::Malformed);
        assert_eq!(cause("5 2 0 1 2\n"), Cause::Malformed);
        assert_eq!(formula().check_binary(&[b'a', 10, 4, 0, 2]).unwrap_err().cause, Cause::Malformed);
        assert_eq!(
            formula().check_binary(&[b'a', 255, 255, 255, 255, 255, 255, 255, 255, 255, 255]).unwrap_err().cause,
            Cause::Malformed
        );
    }
}
