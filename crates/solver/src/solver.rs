//! The trait every solver answers to: the embedded one, and others behind adapters.
//!
//! Terms live in an arena of the caller's, which every call is given. Assertions stand on levels;
//! assumptions hold for one query. **Invariant:** [`Verdict::Sat`] is said only of a model under
//! which the evaluator finds every active assertion and assumption true, whoever found the model;
//! what broke on the way is a [`SolverError`], never a verdict.

use adumbra_interpolate::{Fault, Interpolation, Query};
use adumbra_sat::{Limits, StopReason};
use adumbra_terms::{Model, Term, Terms};

/// The answer to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// There is a model; [`Solver::model`] gives it.
    Sat,
    /// There is none; [`Solver::core`] says what it took.
    Unsat,
    /// Not known, and why.
    Unknown(Unknown),
}

/// Why a query was not answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// A limit was reached first.
    #[error("{0}")]
    Stopped(StopReason),
    /// The solver does not do this.
    #[error("{0}")]
    Unsupported(String),
    /// Another solver said so, with the reason it gave.
    #[error("{0}")]
    Said(String),
}

/// What broke. After an error the solver gives no verdicts any more.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The model does not satisfy the assertions: a fault of the solver.
    #[error("{solver} gave a model under which an assertion is false")]
    WrongModel {
        /// The solver.
        solver: String,
    },
    /// An interpolant does not satisfy its definition: a fault of the solver.
    #[error("{solver} gave a formula that is no interpolant: {reason}")]
    WrongInterpolant {
        /// The solver.
        solver: String,
        /// Which condition fails.
        reason: String,
    },
    /// A process could not be started, ended, fell silent, or answered with what is no answer.
    #[error("{solver}: {reason}")]
    Broken {
        /// The solver.
        solver: String,
        /// What happened.
        reason: String,
    },
}

impl From<Fault> for SolverError {
    /// A fault of interpolation, which is always ours.
    fn from(fault: Fault) -> SolverError {
        let solver = "adumbra".to_owned();
        match fault {
            Fault::WrongModel => SolverError::WrongModel { solver },
            Fault::WrongInterpolant(reason) => SolverError::WrongInterpolant { solver, reason },
        }
    }
}

/// A tracked assertion, by which a core names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tracked(pub u32);

/// What made a query unsatisfiable, apart from the assertions that are not tracked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Core {
    /// Tracked assertions, in the order they were made.
    pub assertions: Vec<Tracked>,
    /// Assumptions, by their place in the query.
    pub assumptions: Vec<usize>,
}

/// A solver of quantifier-free formulas over bit-vectors, arrays and uninterpreted functions.
pub trait Solver {
    /// What to call it in messages.
    fn name(&self) -> &str;

    /// Forgets all assertions and levels.
    fn reset(&mut self) -> Result<(), SolverError>;

    /// Opens a level.
    fn push(&mut self) -> Result<(), SolverError>;

    /// Closes levels, with all that was asserted on them; at most as many as are open.
    fn pop(&mut self, levels: usize) -> Result<(), SolverError>;

    /// Number of open levels.
    fn levels(&self) -> usize;

    /// Asserts a truth value on the innermost level.
    fn assert(&mut self, terms: &mut Terms, term: Term) -> Result<(), SolverError>;

    /// Asserts a truth value such that cores can name it.
    fn assert_tracked(&mut self, terms: &mut Terms, term: Term) -> Result<Tracked, SolverError>;

    /// Is there a model of the assertions and the assumptions?
    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], limits: &Limits) -> Result<Verdict, SolverError>;

    /// The model of the last query, if it was satisfiable and nothing was asserted, pushed or
    /// popped since.
    fn model(&self) -> Option<&Model>;

    /// What the last query took, if it was unsatisfiable and nothing was asserted, pushed or popped
    /// since.
    fn core(&self) -> Option<&Core>;

    /// Removes from the core what is not needed, as far as the limits allow.
    fn minimize_core(&mut self, terms: &mut Terms, limits: &Limits) -> Result<Option<&Core>, SolverError>;

    /// Interpolants of the parts of a query, which has nothing to do with what is asserted.
    fn interpolate(&mut self, terms: &mut Terms, query: &Query, limits: &Limits) -> Result<Interpolation, SolverError>;
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn reset(&mut self) -> Result<(), SolverError> {
        (**self).reset()
    }

    fn push(&mut self) -> Result<(), SolverError> {
        (**self).push()
    }

    fn pop(&mut self, levels: usize) -> Result<(), SolverError> {
        (**self).pop(levels)
    }

    fn levels(&self) -> usize {
        (**self).levels()
    }

    fn assert(&mut self, terms: &mut Terms, term: Term) -> Result<(), SolverError> {
        (**self).assert(terms, term)
    }

    fn assert_tracked(&mut self, terms: &mut Terms, term: Term) -> Result<Tracked, SolverError> {
        (**self).assert_tracked(terms, term)
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], limits: &Limits) -> Result<Verdict, SolverError> {
        (**self).check(terms, assumptions, limits)
    }

    fn model(&self) -> Option<&Model> {
        (**self).model()
    }

    fn core(&self) -> Option<&Core> {
        (**self).core()
    }

    fn minimize_core(&mut self, terms: &mut Terms, limits: &Limits) -> Result<Option<&Core>, SolverError> {
        (**self).minimize_core(terms, limits)
    }

    fn interpolate(&mut self, terms: &mut Terms, query: &Query, limits: &Limits) -> Result<Interpolation, SolverError> {
        (**self).interpolate(terms, query, limits)
    }
}
