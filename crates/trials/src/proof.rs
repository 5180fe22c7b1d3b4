//! The proofs of our solver, checked step by step while it runs.

use adumbra_sat::lrat_check::Checker;
use adumbra_sat::{Lit, Sat, SatOptions, Tracer};
use std::sync::{Arc, Mutex, PoisonError};

/// Checks every step it is told of.
#[derive(Default)]
pub struct Checking {
    checker: Checker,
    /// The clauses as given, as numbers, unless they are not wanted.
    originals: Option<Vec<Vec<i32>>>,
    conclusions: usize,
    fault: Option<String>,
}

/// The proof of one solver.
#[derive(Clone, Default)]
pub struct CheckedProof(Arc<Mutex<Checking>>);

impl CheckedProof {
    /// What a solver is to tell of its clauses, and the proof that comes of it.
    pub fn tracer() -> (Box<dyn Tracer>, CheckedProof) {
        let proof = CheckedProof::default();
        (Box::new(Arc::clone(&proof.0)), proof)
    }

    /// A SAT core and its proof.
    pub fn solver(options: SatOptions) -> (Sat, CheckedProof) {
        let (tracer, proof) = CheckedProof::tracer();
        (Sat::with_tracer(options, tracer), proof)
    }

    /// The same, and the clauses are kept.
    pub fn recording(options: SatOptions) -> (Sat, CheckedProof) {
        let (sat, proof) = CheckedProof::solver(options);
        proof.with(|checking| checking.originals = Some(Vec::new()));
        (sat, proof)
    }

    fn with<T>(&self, f: impl FnOnce(&mut Checking) -> T) -> T {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How many answers `Unsat` were proved, or the first step that is wrong.
    pub fn conclusions(&self) -> Result<usize, String> {
        self.with(|checking| match &checking.fault {
            None => Ok(checking.conclusions),
            Some(fault) => Err(fault.clone()),
        })
    }

    /// The clauses given so far.
    pub fn originals(&self) -> Vec<Vec<i32>> {
        self.with(|checking| checking.originals.clone().unwrap_or_default())
    }
}

fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}

impl Checking {
    fn note(&mut self, result: Result<(), String>) {
        if let Err(fault) = result
            && self.fault.is_none()
        {
            self.fault = Some(fault);
        }
    }
}

impl Tracer for Checking {
    fn original(&mut self, id: u64, lits: &[Lit]) {
        let lits = numbers(lits);
        let result = self.checker.original(id, &lits).map_err(|error| error.to_string());
        self.note(result);
        if let Some(originals) = &mut self.originals {
            originals.push(lits);
        }
    }

    fn derived(&mut self, id: u64, lits: &[Lit], antecedents: &[u64]) {
        let result = self.checker.derived(id, &numbers(lits), antecedents).map_err(|error| error.to_string());
        self.note(result);
    }

    fn deleted(&mut self, id: u64) {
        let result = self.checker.deleted(id).map_err(|error| error.to_string());
        self.note(result);
    }

    fn concluded(&mut self, core: &[Lit], clause: Option<u64>) {
        self.conclusions += 1;
        let result = match clause {
            None if core.iter().any(|lit| core.contains(&!*lit)) => Ok(()),
            None => Err(format!("no clause concludes, and {core:?} is no contradiction")),
            Some(id) => match self.checker.clause(id) {
                None => Err(format!("the concluding clause {id} does not exist")),
                Some(lits) => match lits.iter().find(|lit| !core.iter().any(|assumed| assumed.to_dimacs() == -**lit)) {
                    None => Ok(()),
                    Some(lit) => Err(format!("{lit} of the concluding clause is not in the core {core:?}")),
                },
            },
        };
        self.note(result);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_steps_are_seen() {
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let mut right = Checking::default();
        right.original(1, &[lit(1), lit(2)]);
        right.original(2, &[lit(-1), lit(2)]);
        right.derived(3, &[lit(2)], &[1, 2]);
        right.concluded(&[lit(-2)], Some(3));
        assert_eq!((right.conclusions, &right.fault), (1, &None));
        right.concluded(&[lit(-1)], Some(3));
        assert!(right.fault.is_some());
        let mut wrong = Checking::default();
        wrong.original(1, &[lit(1), lit(2)]);
        wrong.derived(2, &[lit(2)], &[1]);
        assert!(wrong.fault.is_some());
        let mut wrong = Checking::default();
        wrong.concluded(&[lit(-1), lit(2)], None);
        assert!(wrong.fault.is_some());
    }
}
