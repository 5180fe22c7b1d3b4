//! Bounds on loops that grow: analyses with the part `bound`, again and again with twice the bound.
//!
//! A round that ends with nothing open but the bound says that there is no violation within it. Then the next one begins,
//! until a violation is found, the bound is beyond all loops, which is a proof, or it is the largest that is wanted.

use crate::configuration::Single;
use crate::judge::Outcome;
use crate::verify::{Exploring, Finished, Request};
use adumbra_analyses::pointers::Pointers;
use adumbra_engine::*;
use adumbra_judges::Counterexample;
use adumbra_program::Program;
use adumbra_stop::{Meter, Stop};
use adumbra_verdict::Reason;
use std::sync::Arc;

/// Analyses within a bound that grows.
pub(crate) struct Bounding {
    program: Arc<Program>,
    pointers: Arc<Pointers>,
    name: String,
    /// The configuration, with the bound of the current round.
    single: Single,
    request: Request,
    started: Meter,
    exploring: Exploring,
    rounds: u64,
}

impl Bounding {
    /// Does a configuration ask for a bound that grows?
    pub(crate) fn grows(single: &Single) -> bool {
        single.parts.iter().any(|part| part == "bound") && single.options.max_loop_bound > single.options.loop_bound
    }

    pub(crate) fn new(
        program: &Arc<Program>,
        pointers: &Arc<Pointers>,
        name: String,
        single: &Single,
        request: Request,
        started: Meter,
    ) -> Self {
        let exploring = Exploring::of(program, pointers, name.clone(), single, request.clone(), started);
        let (program, pointers, single) = (Arc::clone(program), Arc::clone(pointers), single.clone());
        Bounding { program, pointers, name, single, request, started, exploring, rounds: 1 }
    }

    /// The analyses of the current round.
    pub(crate) fn exploring(&self) -> &Exploring {
        &self.exploring
    }

    /// Runs rounds until one ends otherwise than at the bound.
    pub(crate) fn run(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        loop {
            let outcome = self.exploring.run(judge, stop);
            if !is_bounded(&outcome) || !Self::grows(&self.single) {
                return outcome;
            }
            self.grow();
            if stop.is_done() {
                return Outcome::Paused;
            }
        }
    }

    /// Begins the next round.
    fn grow(&mut self) {
        let options = &mut self.single.options;
        options.loop_bound = options.loop_bound.saturating_mul(2).min(options.max_loop_bound);
        self.rounds += 1;
        let (name, request) = (self.name.clone(), self.request.clone());
        self.exploring = Exploring::of(&self.program, &self.pointers, name, &self.single, request, self.started);
    }

    pub(crate) fn finish(&mut self) -> Finished {
        let mut finished = self.exploring.finish();
        finished.counts.push(("loop bound".to_owned(), self.single.options.loop_bound.to_string()));
        finished.counts.push(("rounds of the loop bound".to_owned(), self.rounds.to_string()));
        finished
    }
}

/// Is the bound on loops all that is open?
fn is_bounded(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Unknown(reasons) => {
            !reasons.is_empty() && reasons.iter().all(|reason| matches!(reason, Reason::Bounded { .. }))
        }
        _ => false,
    }
}
