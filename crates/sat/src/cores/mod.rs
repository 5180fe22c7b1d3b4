//! SAT cores: ours, and others that can take its place below the encoder.
//!
//! Whoever holds an [`AnyCore`] needs no more of a SAT solver than [`SatCore`] says. Without other
//! cores compiled in the enumeration has one case and costs nothing.

#[cfg(feature = "cadical")]
pub mod cadical;

use crate::{Answer, Limits, Lit, Sat, SatOptions, Stats, Var};
#[cfg(feature = "cadical")]
use cadical::Cadical;

/// An incremental SAT solver, as the encoder and the engine need it.
pub trait SatCore {
    /// A new variable.
    fn new_var(&mut self) -> Var;

    /// Adds a clause for good.
    fn add_clause(&mut self, lits: &[Lit]);

    /// Looks for a model in which the assumptions hold.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer;

    /// The value of a literal in the model of the last call, if there is one.
    fn value(&self, lit: Lit) -> Option<bool>;

    /// The assumptions that the last answer [`Answer::Unsat`] rests on.
    fn failed_assumptions(&self) -> &[Lit];

    /// The value a literal has in all models, as far as is known.
    fn fixed(&self, lit: Lit) -> Option<bool>;

    /// The number of variables.
    fn num_vars(&self) -> usize;

    /// The number of clauses, without learned ones.
    fn num_clauses(&self) -> usize;

    /// What was counted so far; a core leaves at zero what it does not count.
    fn stats(&self) -> Stats;

    /// Adds a unit clause on a literal that no query will assume the negation of again, now or
    /// later.
    fn retire(&mut self, lit: Lit) {
        self.add_clause(&[lit]);
    }

    /// Says that a variable is a bit of an input word, and which: 0 is the least significant one.
    fn set_significance(&mut self, var: Var, bit: u32) {
        let _ = (var, bit);
    }

    /// The number of variables that clauses use, or an estimate from above.
    fn num_used_vars(&self) -> usize {
        self.num_vars()
    }

    /// An estimate of the bytes it holds.
    fn memory(&self) -> usize {
        self.num_vars() * 200 + self.num_clauses() * 60
    }
}

/// One of the cores.
pub enum AnyCore {
    /// Ours.
    Own(Sat),
    /// CaDiCaL.
    #[cfg(feature = "cadical")]
    Cadical(Cadical),
}

impl From<Sat> for AnyCore {
    fn from(sat: Sat) -> AnyCore {
        AnyCore::Own(sat)
    }
}

#[cfg(feature = "cadical")]
impl From<Cadical> for AnyCore {
    fn from(cadical: Cadical) -> AnyCore {
        AnyCore::Cadical(cadical)
    }
}

/// Calls a method of whichever core it is.
macro_rules! each {
    ($core:expr, $name:ident => $call:expr) => {
        match $core {
            AnyCore::Own($name) => $call,
            #[cfg(feature = "cadical")]
            AnyCore::Cadical($name) => $call,
        }
    };
}

impl AnyCore {
    /// A core of the same kind and with the same options, without clauses and without a tracer.
    pub fn fresh(&self) -> AnyCore {
        match self {
            AnyCore::Own(sat) => AnyCore::Own(Sat::new(sat.options().clone())),
            #[cfg(feature = "cadical")]
            AnyCore::Cadical(_) => AnyCore::Cadical(Cadical::new()),
        }
    }

    /// Our own core, if it is that.
    pub fn into_own(self) -> Option<Sat> {
        match self {
            AnyCore::Own(sat) => Some(sat),
            #[cfg(feature = "cadical")]
            AnyCore::Cadical(_) => None,
        }
    }

    /// The options of our own core; the default ones for others.
    pub fn options(&self) -> SatOptions {
        match self {
            AnyCore::Own(sat) => sat.options().clone(),
            #[cfg(feature = "cadical")]
            AnyCore::Cadical(_) => SatOptions::default(),
        }
    }

    /// A new variable.
    #[inline]
    pub fn new_var(&mut self) -> Var {
        each!(self, core => core.new_var())
    }

    /// Adds a clause for good.
    #[inline]
    pub fn add_clause(&mut self, lits: &[Lit]) {
        each!(self, core => core.add_clause(lits))
    }

    /// Looks for a model in which the assumptions hold.
    pub fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer {
        each!(self, core => core.solve(assumptions, limits))
    }

    /// The value of a literal in the model of the last call, if there is one.
    #[inline]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        each!(self, core => core.value(lit))
    }

    /// The assumptions that the last answer [`Answer::Unsat`] rests on.
    pub fn failed_assumptions(&self) -> &[Lit] {
        each!(self, core => core.failed_assumptions())
    }

    /// The value a literal has in all models, as far as is known.
    #[inline]
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        each!(self, core => core.fixed(lit))
    }

    /// Adds a unit clause on a literal that no query will assume the negation of again, now or
    /// later.
    pub fn retire(&mut self, lit: Lit) {
        each!(self, core => SatCore::retire(core, lit))
    }

    /// The number of variables that clauses use, or an estimate from above.
    pub fn num_used_vars(&self) -> usize {
        each!(self, core => SatCore::num_used_vars(core))
    }

    /// An estimate of the bytes it holds.
    pub fn memory(&self) -> usize {
        each!(self, core => SatCore::memory(core))
    }

    /// The number of variables.
    pub fn num_vars(&self) -> usize {
        each!(self, core => core.num_vars())
    }

    /// Says that a variable is a bit of an input word, and which: 0 is the least significant one.
    #[inline]
    pub fn set_significance(&mut self, var: Var, bit: u32) {
        each!(self, core => SatCore::set_significance(core, var, bit));
    }

    /// The number of clauses, without learned ones.
    pub fn num_clauses(&self) -> usize {
        each!(self, core => core.num_clauses())
    }

    /// What was counted so far; a core leaves at zero what it does not count.
    pub fn stats(&self) -> Stats {
        each!(self, core => SatCore::stats(core))
    }
}

impl SatCore for Sat {
    fn new_var(&mut self) -> Var {
        Sat::new_var(self)
    }

    fn add_clause(&mut self, lits: &[Lit]) {
        Sat::add_clause(self, lits);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer {
        Sat::solve(self, assumptions, limits)
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        Sat::value(self, lit)
    }

    fn failed_assumptions(&self) -> &[Lit] {
        Sat::failed_assumptions(self)
    }

    fn fixed(&self, lit: Lit) -> Option<bool> {
        Sat::fixed(self, lit)
    }

    fn num_vars(&self) -> usize {
        Sat::num_vars(self)
    }

    fn num_clauses(&self) -> usize {
        Sat::num_clauses(self)
    }

    fn stats(&self) -> Stats {
        *Sat::stats(self)
    }

    fn retire(&mut self, lit: Lit) {
        Sat::retire(self, lit);
    }

    fn set_significance(&mut self, var: Var, bit: u32) {
        Sat::set_significance(self, var, bit);
    }

    fn num_used_vars(&self) -> usize {
        Sat::num_used_vars(self)
    }

    fn memory(&self) -> usize {
        Sat::memory(self)
    }
}
