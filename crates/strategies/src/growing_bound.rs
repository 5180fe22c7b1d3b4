//! Bounds on loops that grow: analyses with the part `bound`, again and again with twice the bound.
//!
//! A round that ends with nothing open but the bound says that there is no violation within it.
//! Then the next one begins, until a violation is found, the bound is beyond all loops, which is a
//! proof, or it is the largest that is wanted.

use crate::exploring::Exploring;
use crate::task::Outcome;
use crate::task::composition::{Single, StrategyEntry};
use crate::task::{Finished, Strategy, Task};
use adumbra_analyses::bound;
use adumbra_analyses::bound::BoundOptions;
use adumbra_engine::Judge;
use adumbra_judges::Counterexample;
use adumbra_stop::Stop;
use adumbra_verdict::Reason;

/// Analyses within a bound that grows.
struct GrowingBound<'a> {
    task: Task<'a>,
    /// The configuration, with the bound of the current round.
    single: Single,
    exploring: Exploring<'a>,
    rounds: u64,
}

/// The strategy of configurations that ask for a bound that grows.
pub(crate) const STRATEGY: StrategyEntry = StrategyEntry {
    name: "growing bound",
    options: &[],
    keeps: false,
    make: |task, single| Box::new(GrowingBound::new(task, single)),
};

/// Does a configuration ask for a bound that grows?
pub(crate) fn grows(single: &Single) -> bool {
    let options: BoundOptions = single.options.of();
    single.has(&bound::PART) && options.max_loop_bound > options.loop_bound
}

impl<'a> GrowingBound<'a> {
    fn new(task: Task<'a>, single: &Single) -> Self {
        let exploring = Exploring::new(task.clone(), single);
        GrowingBound { task, single: single.clone(), exploring, rounds: 1 }
    }

    /// Begins the next round.
    fn grow(&mut self) {
        let twice = |options: &mut BoundOptions| {
            options.loop_bound = options.loop_bound.saturating_mul(2).min(options.max_loop_bound);
        };
        self.single.options.change(twice);
        self.rounds += 1;
        self.exploring = Exploring::new(self.task.clone(), &self.single);
    }
}

impl Strategy for GrowingBound<'_> {
    /// Runs rounds until one ends otherwise than at the bound.
    fn run(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        loop {
            let outcome = self.exploring.run(judge, stop);
            if !is_bounded(&outcome) || !grows(&self.single) {
                return outcome;
            }
            self.grow();
            if stop.is_done() {
                return Outcome::Paused;
            }
        }
    }

    fn open(&mut self) -> Vec<Reason> {
        self.exploring.open()
    }

    fn finish(&mut self) -> Finished {
        let mut finished = self.exploring.finish();
        let bound = self.single.options.of::<BoundOptions>().loop_bound;
        finished.counts.push(("loop bound".to_owned(), bound.to_string()));
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
