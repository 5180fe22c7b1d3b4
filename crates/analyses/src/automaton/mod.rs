//! Specification automata: rules about what a program may do, written by its users.
//!
//! A specification is a set of state machines that observe a program: its calls, returns, branches,
//! lines and its end. The language is described in `docs/specifications.md`; `specs/` has some to
//! begin with.
//!
//! ```
//! use adumbra_analyses::automaton::parse;
//! let lock = parse("lock.spec", r#"
//!     automaton lock($l) {
//!         state free { call lock($l) -> held; call unlock($l) -> error "unlocked without being locked"; }
//!         state held { call unlock($l) -> free; call lock($l) -> error "locked twice"; }
//!     }"#)?;
//! assert_eq!(lock.automata[0].states.len(), 2);
//! assert_eq!(parse("again.spec", &lock.to_string())?, lock);
//! let error = parse("bad.spec", "automaton a { state s { call f -> t; } }").unwrap_err();
//! assert_eq!(error.to_string(), "bad.spec:1:35: there is no state `t`; there are s");
//! # Ok::<(), adumbra_analyses::automaton::SpecificationError>(())
//! ```
//!
//! - `syntax.rs`, `lex.rs`, `parse.rs`: the language, read and written;
//! - `value.rs`: what is known of arguments and results, exactly or not;
//! - `observer.rs`: a specification put on a program: what an automaton does at an edge. The
//!   analysis and the run below both use it, on what they know;
//! - `analysis.rs`: the analysis;
//! - `run.rs`: automata along a run of the interpreter, which confirms a counterexample.

mod analysis;
mod lex;
mod observer;
mod parse;
mod run;
mod syntax;
mod value;

pub use analysis::{Automata, Observed};
pub use observer::{Callable, Happening, HappeningKind, Instance, Next, Observer, RuleId, name_fits};
pub use parse::{SpecificationError, parse};
pub use run::{Observation, Rules, Watch, observe};
pub use syntax::*;
pub use value::{Truth, Value};
