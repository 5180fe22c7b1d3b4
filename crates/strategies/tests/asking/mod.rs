//! Questions to `verify`: configurations, a host, and what came out.

use adumbra_interpreter::Script;
use adumbra_judges::{Answer, Counterexample};
use adumbra_stop::Stop;
use adumbra_strategies::configuration::Configuration;
use adumbra_strategies::{Host, Verified, configuration};

/// What programs declare that have inputs and an error.
pub const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";

/// A host that replays nothing.
pub struct Nobody;

impl Host for Nobody {
    fn replay(&self, _: &Script, _: &Stop) -> Result<Counterexample, String> {
        Err("nothing is replayed here".into())
    }
}

/// A configuration with other values of some options.
pub fn with(name: &str, options: &[(&str, &str)]) -> Configuration {
    let mut configuration = configuration::find(name).unwrap();
    for (option, value) in options {
        configuration.set(option, value).unwrap();
    }
    configuration
}

/// A number that was counted.
pub fn count(verified: &Verified, name: &str) -> u64 {
    let found = verified.counts.iter().find(|(n, _)| n == name);
    found.unwrap_or_else(|| panic!("{name} is not counted: {:?}", verified.counts)).1.parse().unwrap()
}

/// The answer is that the property holds.
#[track_caller]
pub fn proved(verified: &Verified) {
    assert!(matches!(verified.verdict.answer, Answer::True(_)), "{:?}", verified.verdict.answer);
}
