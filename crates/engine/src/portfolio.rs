//! Several configurations for one question.
//!
//! In sequence, by default: each gets a budget of work, and those that are not finished go on in the next round with more. In
//! parallel, on request: each in a thread of its own; the first answer stops the others. Either way an answer is one that
//! was proved or replayed, so it does not matter who gives it.

use crate::budget::{Budget, Limit};
use crate::cegar::{Judge, Outcome};
use adumbra_verdict::Reason;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One of several that try to answer.
pub trait Contender {
    /// Goes on until there is an answer, or the budget is used up ([`Outcome::Paused`]).
    fn run(&mut self, judge: &mut dyn Judge, budget: &Budget) -> Outcome;
}

/// Makes a contender when its turn comes.
pub type Maker<'a, C> = Box<dyn FnOnce() -> C + Send + 'a>;

/// A configuration in a portfolio.
pub struct Entry<'a, C> {
    /// Its name.
    pub name: String,
    /// The moves it may take in the first round.
    pub work: u64,
    /// Makes it.
    pub make: Maker<'a, C>,
}

/// Who answered, and what.
pub struct Answered<C> {
    /// The name of the configuration.
    pub name: String,
    /// The outcome; proved or refuted, or unknown with everybody's reasons.
    pub outcome: Outcome,
    /// The contender that answered, or the last one that had its turn.
    pub contender: Option<C>,
}

enum Turn<'a, C> {
    Made(C),
    Unmade(Maker<'a, C>),
    Finished,
}

/// Runs configurations in sequence, in rounds of growing budgets.
pub fn in_sequence<'a, C: Contender>(
    entries: Vec<Entry<'a, C>>,
    judge: &mut dyn Judge,
    budget: &Budget,
) -> Answered<C> {
    let mut reasons: Vec<Reason> = Vec::new();
    let mut turns: Vec<(String, u64, Turn<'a, C>)> =
        entries.into_iter().map(|e| (e.name, e.work, Turn::Unmade(e.make))).collect();
    let mut last: (String, Option<C>) = (String::new(), None);
    loop {
        let mut going = false;
        let alone = turns.iter().filter(|(_, _, turn)| !matches!(turn, Turn::Finished)).count() == 1;
        for (name, work, turn) in &mut turns {
            let mut contender = match std::mem::replace(turn, Turn::Finished) {
                Turn::Finished => continue,
                Turn::Made(contender) => contender,
                Turn::Unmade(make) => make(),
            };
            last.0.clone_from(name);
            judge.begins(name);
            // The last one that is left need not stop for the others.
            let work_now = if alone { budget.work } else { Some(budget.work.map_or(*work, |w| w.min(*work))) };
            match contender.run(judge, &Budget { work: work_now, ..budget.clone() }) {
                outcome @ (Outcome::Proved | Outcome::Refuted(_)) => {
                    return Answered { name: name.clone(), outcome, contender: Some(contender) };
                }
                Outcome::Unknown(why) => {
                    add(&mut reasons, why);
                    last.1 = Some(contender);
                }
                Outcome::Paused => {
                    *work = work.saturating_mul(2);
                    *turn = Turn::Made(contender);
                    going = true;
                }
            }
            let limit = match budget.interrupted() {
                Some(Limit::Time) => Some(Reason::Timeout),
                Some(Limit::Cancelled) => Some(Reason::Cancelled),
                _ => None,
            };
            if let Some(limit) = limit {
                let mut all = vec![limit];
                add(&mut all, reasons);
                let contender = match std::mem::replace(turn, Turn::Finished) {
                    Turn::Made(contender) => Some(contender),
                    _ => last.1,
                };
                return Answered { name: last.0, outcome: Outcome::Unknown(all), contender };
            }
        }
        if !going {
            return Answered { name: last.0, outcome: Outcome::Unknown(reasons), contender: last.1 };
        }
    }
}

/// Runs configurations in parallel. What the threads make cannot leave them, so `finish` turns a contender that answered
/// into something that can.
pub fn in_parallel<'a, C: Contender, R: Send>(
    entries: Vec<Entry<'a, C>>,
    judge: &(dyn Fn() -> Box<dyn Judge + 'a> + Sync + 'a),
    budget: &Budget,
    finish: &(dyn Fn(&mut C, &Outcome) -> R + Sync),
) -> Answered<R> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut shared = budget.clone();
    shared.cancel.push(Arc::clone(&stop));
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let count = entries.len();
        for entry in entries {
            let (sender, shared) = (sender.clone(), &shared);
            let builder = std::thread::Builder::new().name(entry.name.clone()).stack_size(64 << 20);
            let work = move || {
                let mut contender = (entry.make)();
                let mut judge = judge();
                judge.begins(&entry.name);
                let outcome = contender.run(&mut *judge, shared);
                let result = finish(&mut contender, &outcome);
                // The receiver is gone if somebody else answered.
                let _ = sender.send((entry.name, outcome, result));
            };
            // Without a thread the others still can answer.
            let _ = builder.spawn_scoped(scope, work);
        }
        drop(sender);
        let mut reasons = Vec::new();
        let mut last = (String::new(), None);
        for _ in 0..count {
            let Ok((name, outcome, result)) = receiver.recv() else { break };
            match outcome {
                outcome @ (Outcome::Proved | Outcome::Refuted(_)) => {
                    stop.store(true, Ordering::Relaxed);
                    return Answered { name, outcome, contender: Some(result) };
                }
                Outcome::Unknown(why) => add(&mut reasons, why),
                Outcome::Paused => {}
            }
            last = (name, Some(result));
        }
        Answered { name: last.0, outcome: Outcome::Unknown(reasons), contender: last.1 }
    })
}

fn add(reasons: &mut Vec<Reason>, more: Vec<Reason>) {
    for reason in more {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
}
