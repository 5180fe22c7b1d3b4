//! # Tuning parameters
//!
//! Searches the values of a tool's parameters that make it quick on a set of tasks, by ParamILS
//! (Hutter, Hoos, Leyton-Brown and Stützle, JAIR 2009): an iterated local search over
//! configurations that changes one parameter at a time. What is quick on the training half is
//! measured on a test half that the search has never seen.
//!
//! - [`space`]: parameters, their values, when they have an effect, and configurations;
//! - [`ils`]: the search, over any [`Target`](ils::Target): BasicILS and FocusedILS, with adaptive
//!   capping;
//! - [`journal`]: all that was measured, in a file that survives a kill at any time;
//! - [`session`]: several searches at once over one journal, with budgets; what was killed ends as
//!   if it had not been;
//! - [`judge`]: which answers are right; a configuration that gives a wrong one is out;
//! - [`evaluate`]: measuring a configuration on a task through `bench`, here or on a cluster;
//! - [`split`]: training and test sets;
//! - [`outcome`]: what configurations cost on whole sets;
//! - [`report`]: the page, the trajectory and the configuration file;
//! - [`cli`]: the command `adumbra tune`.
//!
//! **Invariant: a search decides by what is recorded and its seed alone.** So a search that is
//! repeated over the same journal takes the same decisions, and going on after a kill is nothing
//! but that.
//!
//! A target of two parameters, searched:
//!
//! ```
//! use adumbra_tune::ils::{Cost, Search, Settings, Stop, Target, Trial};
//! use adumbra_tune::space::{Configuration, Space};
//!
//! struct Bowl<'a>(&'a Space, usize);
//! impl Target for Bowl<'_> {
//!     fn evaluate(&mut self, configuration: &Configuration, _: Trial, _: f64) -> Result<Cost, Stop> {
//!         self.1 += 1;
//!         if self.1 > 500 {
//!             return Err(Stop::Budget);
//!         }
//!         let value = |name| self.0.value(configuration, name).and_then(|v| v.parse::<f64>().ok()).unwrap_or(0.0);
//!         Ok(Cost::Exact(1.0 + (value("x") - 3.0).abs() + (value("y") - value("x")).abs()))
//!     }
//! }
//!
//! let space = Space::read("x {0,1,2,3,4}[0]\ny {0,1,2,3,4}[4]\n")?;
//! let settings = Settings { sequence: vec![Trial { instance: 0, seed: 0 }], cutoff: 100.0, ..Settings::default() };
//! let found = Search::new(&space, settings, Bowl(&space, 0)).run();
//! assert_eq!(space.changes(&found.incumbent), "x=3, y=3");
//! # Ok::<(), adumbra_tune::space::SpaceError>(())
//! ```

pub mod cli;
pub mod evaluate;
pub mod ils;
pub mod journal;
pub mod judge;
pub mod outcome;
pub mod random;
pub mod report;
pub mod session;
pub mod space;
pub mod split;
