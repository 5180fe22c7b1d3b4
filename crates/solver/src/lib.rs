//! The embedded solver.
//!
//! What is here so far is the SAT core, [`sat::Sat`]: conflict-driven clause learning that keeps what it learned between calls, with
//! inprocessing, bounded variable elimination that undoes itself when a variable is used again, unsatisfiable cores, and a proof of every answer.
//!
//! - [`sat::SatOptions`] is the typed table every number of the search comes from;
//! - [`sat`] is the core, one technique per file;
//! - [`configurations`] are named settings of it;
//! - [`dimacs`] reads and writes clauses;
//! - [`certify`] has every unsatisfiable answer checked while it is found;
//! - [`process`] speaks SMT-LIB with other solvers;
//! - [`lrat_check`] checks proofs and shares no code with the core.
//!
//! ```
//! use adumbra_solver::sat::{Answer, Limits, Sat, SatOptions};
//!
//! let mut sat = Sat::new(SatOptions::default());
//! let (a, b) = (sat.new_var().positive(), sat.new_var().positive());
//! sat.add_clause(&[a, b]);
//! sat.add_clause(&[!a, b]);
//! assert_eq!(sat.solve(&[], &Limits::none()), Answer::Sat);
//! assert_eq!(sat.value(b), Some(true));
//! assert_eq!(sat.solve(&[a, !b], &Limits::none()), Answer::Unsat);
//! assert_eq!(sat.minimize_core(&Limits::none()), [!b]);
//! ```
//!
//! **Invariants.** A clause is derived only with the antecedents that derive it, so every `Unsat` can be checked. The learned clauses
//! follow from the irredundant ones alone. An answer depends on the input, the options and the seed only, unless a limit ends the search.

#[cfg(feature = "cadical")]
pub mod cadical;
pub mod certify;
pub mod configurations;
pub mod core;
mod declare;
pub mod dimacs;
pub mod encode;
pub mod engine;
pub mod float;
pub mod interpolate;
pub mod layer;
pub mod lrat_check;
pub mod options;
pub mod polynomial;
pub mod preprocess;
pub mod process;
pub mod record;
pub mod sat;
pub mod script;
pub mod solver;
