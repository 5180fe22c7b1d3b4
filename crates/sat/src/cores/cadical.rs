//! CaDiCaL as a SAT core, compiled in with the feature `cadical`.
//!
//! Of the limits, conflicts, time and cancellation are kept, by a callback that CaDiCaL calls now
//! and then; propagations and memory are not. There are no proofs.

use super::SatCore;
use crate::{Answer, Limits, Lit, Stats, StopReason, Var};
use cadical_sys::{CaDiCal, Status, Terminator};

/// A solver that CaDiCaL is.
pub struct Cadical {
    solver: CaDiCal,
    vars: usize,
    clauses: usize,
    solves: u64,
    /// By variable, after an answer `Sat`.
    model: Option<Vec<bool>>,
    failed: Vec<Lit>,
}

/// Ends a call at its limits.
struct Stop(Limits);

impl Terminator for Stop {
    fn terminated(&mut self) -> bool {
        self.0.reached().is_some()
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Cadical::new()
    }
}

impl Cadical {
    /// A solver without clauses.
    pub fn new() -> Cadical {
        let mut solver = CaDiCal::new();
        // Variables are ours to number: CaDiCaL must not add any.
        solver.set("factor", 0);
        solver.set("factorcheck", 0);
        Cadical { solver, vars: 0, clauses: 0, solves: 0, model: None, failed: Vec::new() }
    }

    /// The variables that CaDiCaL has seen.
    fn seen(&mut self) -> usize {
        usize::try_from(self.solver.vars()).unwrap_or(0).min(self.vars)
    }
}

impl SatCore for Cadical {
    fn new_var(&mut self) -> Var {
        self.model = None;
        self.vars += 1;
        Var::new(self.vars - 1)
    }

    fn add_clause(&mut self, lits: &[Lit]) {
        self.model = None;
        self.clauses += 1;
        let numbers: Vec<i32> = lits.iter().map(|lit| lit.to_dimacs()).collect();
        self.solver.clause6(&numbers);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer {
        self.solves += 1;
        (self.model, self.failed) = (None, Vec::new());
        if let Some(reason) = limits.reached() {
            return Answer::Unknown(reason);
        }
        for lit in assumptions {
            self.solver.assume(lit.to_dimacs());
        }
        if let Some(conflicts) = limits.conflicts {
            self.solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        self.solver.connect_terminator(Stop(limits.clone()));
        let status = self.solver.solve();
        let answer = match status {
            Status::SATISFIABLE => {
                let seen = self.seen();
                let mut model = vec![false; self.vars];
                for (index, value) in model.iter_mut().enumerate().take(seen) {
                    *value = self.solver.val(index as i32 + 1) > 0;
                }
                self.model = Some(model);
                Answer::Sat
            }
            Status::UNSATISFIABLE => {
                self.failed = assumptions.iter().copied().filter(|lit| self.solver.failed(lit.to_dimacs())).collect();
                Answer::Unsat
            }
            Status::UNKNOWN => Answer::Unknown(limits.reached().unwrap_or(StopReason::Conflicts)),
        };
        self.solver.disconnect_terminator();
        answer
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.model.as_ref().and_then(|model| model.get(lit.var().index())).map(|value| *value != lit.is_negative())
    }

    fn failed_assumptions(&self) -> &[Lit] {
        &self.failed
    }

    fn fixed(&self, _lit: Lit) -> Option<bool> {
        // Asking would be right only for variables that CaDiCaL has seen; nobody needs the answer.
        None
    }

    fn num_vars(&self) -> usize {
        self.vars
    }

    fn num_clauses(&self) -> usize {
        self.clauses
    }

    fn stats(&self) -> Stats {
        Stats { solves: self.solves, ..Stats::default() }
    }
}
