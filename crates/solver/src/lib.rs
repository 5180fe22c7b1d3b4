//! The embedded solver, and the trait that it shares with others.
//!
//! - [`solver`] is the trait every solver answers to;
//! - [`engine`] is the embedded one: floating point, bit-vectors, arrays and functions, over
//!   encoder and SAT core;
//! - [`preprocess`] and [`polynomial`] use up equations before they are encoded; [`products`] asks
//!   whether something follows whatever products are;
//! - [`layer`] answers queries from earlier ones, in front of any solver;
//! - [`process`] speaks SMT-LIB with other solvers; [`record`] writes down what a solver is asked;
//! - [`script`] executes SMT-LIB commands on any solver;
//! - [`options`] are all options by name, [`configurations`] named settings of them.
//!
//! The SAT core is `adumbra_sat`, terms become clauses in `adumbra_encode`, interpolants are found
//! in `adumbra_interpolate`.

pub mod configurations;
mod declare;
pub mod engine;
pub mod layer;
pub mod options;
pub mod polynomial;
pub mod preprocess;
pub mod process;
pub mod products;
pub mod record;
pub mod script;
pub mod solver;
