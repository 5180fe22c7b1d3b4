//! Which solver answers the questions about paths and certificates, and in which configuration.

use adumbra_solver::configurations;
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;

/// A configuration of the embedded solver. By default the one for verification conditions of programs.
///
/// ```
/// use adumbra_verdict::SolverChoice;
/// assert_eq!(SolverChoice::default().name, "software");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SolverChoice {
    /// What it is called.
    pub name: String,
    /// The options.
    pub options: Options,
}

impl Default for SolverChoice {
    fn default() -> Self {
        let configuration = configurations::for_verification();
        SolverChoice { name: configuration.name.to_owned(), options: configuration.options() }
    }
}

impl SolverChoice {
    /// A solver without assertions.
    pub fn solver(&self) -> Embedded {
        Embedded::new(self.options.clone())
    }
}
