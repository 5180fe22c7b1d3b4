//! Several configurations for one question.
//!
//! In sequence, by default: each gets a budget of work, and those that are not finished go on in the next round with more. In
//! parallel, on request: each in a thread of its own; the first answer stops the others. Either way an answer is one that
//! was proved or replayed, so it does not matter who gives it.
//!
//! Those in sequence share the memory of the process. When it is short, the one that holds most of it is given up, with all that it reached, and the others go on.

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

enum State<'a, C> {
    Made(C),
    Unmade(Maker<'a, C>),
    Finished,
}

/// A configuration in its turns.
struct Turn<'a, C> {
    name: String,
    /// The moves of its next turn.
    work: u64,
    state: State<'a, C>,
    /// The memory that it has taken in its turns so far.
    holds: usize,
}

/// Runs configurations in sequence, in rounds of growing budgets.
pub fn in_sequence<'a, C: Contender>(
    entries: Vec<Entry<'a, C>>,
    judge: &mut dyn Judge,
    budget: &Budget,
) -> Answered<C> {
    let mut reasons: Vec<Reason> = Vec::new();
    let turn = |e: Entry<'a, C>| Turn { name: e.name, work: e.work, state: State::Unmade(e.make), holds: 0 };
    let mut turns: Vec<Turn<'a, C>> = entries.into_iter().map(turn).collect();
    let mut last: (String, Option<C>) = (String::new(), None);
    let held = || budget.memory.as_ref().map_or(0, |memory| (memory.held)());
    loop {
        let mut going = false;
        for at in 0..turns.len() {
            let alone = turns.iter().filter(|turn| !matches!(turn.state, State::Finished)).count() == 1;
            let before = held();
            let turn = &mut turns[at];
            let mut contender = match std::mem::replace(&mut turn.state, State::Finished) {
                State::Finished => continue,
                State::Made(contender) => contender,
                State::Unmade(make) => make(),
            };
            last.0.clone_from(&turn.name);
            judge.begins(&turn.name);
            // The last one that is left need not stop for the others, and need not leave them memory.
            let work = if alone { budget.work } else { Some(budget.work.map_or(turn.work, |w| w.min(turn.work))) };
            let mut limited = Budget { work, ..budget.clone() };
            let shared = budget.memory.as_ref().filter(|_| !alone);
            limited.cancel.extend(shared.map(|memory| Arc::clone(&memory.short)));
            let outcome = contender.run(judge, &limited);
            turn.holds = (turn.holds + held()).saturating_sub(before);
            let short = shared.is_some_and(|memory| memory.short.load(Ordering::Relaxed));
            match outcome {
                outcome @ (Outcome::Proved | Outcome::Refuted(_)) => {
                    return Answered { name: turn.name.clone(), outcome, contender: Some(contender) };
                }
                Outcome::Unknown(why) if !short || !why.contains(&Reason::Cancelled) => {
                    turn.holds = 0;
                    add(&mut reasons, why);
                    last.1 = Some(contender);
                }
                // If it was broken off for want of memory, it goes on where it was.
                outcome => {
                    if matches!(outcome, Outcome::Paused) {
                        turn.work = turn.work.saturating_mul(2);
                    }
                    turn.state = State::Made(contender);
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
                let contender = match std::mem::replace(&mut turn.state, State::Finished) {
                    State::Made(contender) => Some(contender),
                    _ => last.1,
                };
                return Answered { name: last.0, outcome: Outcome::Unknown(all), contender };
            }
            if let Some(memory) = shared.filter(|_| short) {
                last.1 = None;
                let made = turns.iter_mut().filter(|turn| matches!(turn.state, State::Made(_)));
                if let Some(turn) = made.max_by_key(|turn| turn.holds) {
                    turn.state = State::Finished;
                    turn.holds = 0;
                }
                add(&mut reasons, vec![Reason::Memory]);
                memory.short.store(false, Ordering::Relaxed);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Memory;
    use crate::cegar::Judgement;
    use adumbra_program::Path;
    use adumbra_verdict::Target;
    use std::cell::Cell;

    thread_local! {
        /// The memory of a test.
        static HELD: Cell<usize> = const { Cell::new(0) };
    }

    /// Beyond this much memory is short.
    const MUCH: usize = 100;

    struct Nobody;

    impl Judge for Nobody {
        fn judge(&mut self, _: &Path, _: Target, _: &Budget) -> Judgement {
            Judgement::Infeasible
        }
    }

    /// Takes memory in each turn, and proves in its last one.
    struct Taker {
        turns: usize,
        takes: usize,
        holds: usize,
        short: Arc<AtomicBool>,
    }

    impl Contender for Taker {
        fn run(&mut self, _: &mut dyn Judge, budget: &Budget) -> Outcome {
            self.holds += self.takes;
            HELD.set(HELD.get() + self.takes);
            if HELD.get() > MUCH {
                self.short.store(true, Ordering::Relaxed);
            }
            if budget.interrupted().is_some() {
                return Outcome::Unknown(vec![Reason::Cancelled]);
            }
            self.turns -= 1;
            if self.turns == 0 { Outcome::Proved } else { Outcome::Paused }
        }
    }

    impl Drop for Taker {
        fn drop(&mut self) {
            HELD.set(HELD.get() - self.holds);
        }
    }

    /// Runs takers, each with its turns and what it takes in each, and looks who proves.
    fn check(takers: &[(&str, usize, usize)], expected: &str) {
        let short: Arc<AtomicBool> = Arc::default();
        let entry = |&(name, turns, takes): &(&str, usize, usize)| {
            let short = Arc::clone(&short);
            let make: Maker<'static, Taker> = Box::new(move || Taker { turns, takes, holds: 0, short });
            Entry { name: name.to_owned(), work: 1, make }
        };
        let memory = Some(Memory { short: Arc::clone(&short), held: || HELD.get() });
        let budget = Budget { memory, ..Budget::none() };
        let answered = in_sequence(takers.iter().map(entry).collect(), &mut Nobody, &budget);
        assert!(matches!(answered.outcome, Outcome::Proved), "{:?}", answered.outcome);
        assert_eq!(answered.name, expected);
        drop(answered);
        assert_eq!(HELD.get(), 0, "all memory was given back");
    }

    #[test]
    fn the_first_that_ends_answers() {
        check(&[("slow", 5, 1), ("quick", 2, 1)], "quick");
    }

    #[test]
    fn who_takes_most_memory_is_given_up() {
        check(&[("greedy", 9, 60), ("modest", 5, 1)], "modest");
    }

    #[test]
    fn who_is_broken_off_for_the_memory_of_another_goes_on() {
        // The second one comes to the limit, the first one holds most.
        check(&[("large", 9, 80), ("small", 3, 25), ("other", 9, 0)], "small");
    }

    #[test]
    fn all_but_one_give_way() {
        check(&[("first", 9, 101), ("second", 9, 101), ("third", 2, 50)], "third");
    }

    #[test]
    fn the_last_one_need_not_leave_memory() {
        check(&[("only", 3, 60)], "only");
    }

    #[test]
    fn a_limit_from_outside_ends_all() {
        let stop = Arc::new(AtomicBool::new(true));
        let budget = Budget { cancel: vec![stop], ..Budget::none() };
        let short: Arc<AtomicBool> = Arc::default();
        let make = || -> Vec<Entry<'static, Taker>> {
            let entry = |name: &str| {
                let short = Arc::clone(&short);
                let make: Maker<'static, Taker> = Box::new(move || Taker { turns: 2, takes: 1, holds: 0, short });
                Entry { name: name.to_owned(), work: 1, make }
            };
            vec![entry("one"), entry("two")]
        };
        let answered = in_sequence(make(), &mut Nobody, &budget);
        let Outcome::Unknown(reasons) = &answered.outcome else { panic!("an answer after the end") };
        assert_eq!((reasons.as_slice(), answered.name.as_str()), (&[Reason::Cancelled][..], "one"));
    }
}
