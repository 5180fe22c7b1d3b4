//! Several configurations for one question.
//!
//! In sequence, by default, they take turns. A turn is an amount of work ([`adumbra_stop`]), and
//! who is stopped goes on where it was. Turns begin small and grow: in each round a configuration
//! may come to twice the work, in all its turns together, that it could come to before. So one that
//! needs little answers soon, wherever it stands in the list, and what the others had until then is
//! a multiple of what it needs. A configuration with a larger *share* has as much more of every
//! round; one may also join *from* a round on only, when those that answer small questions have had
//! theirs. Who cannot prove anything any more, because it met something that is not modelled or a
//! path that it can neither exclude nor confirm, may still find a violation, but sinks: it comes
//! last, with a fraction of its share. Work is counted, so that order and turns are the same each
//! time.
//!
//! In parallel, on request: each in a thread of its own; the first answer stops the others. Either
//! way an answer is one that was proved or replayed, so it does not matter who gives it.
//!
//! Those in sequence share the memory of the process. When it is short, the one that holds most of
//! it is given up, with all that it reached, and the others go on.

use crate::cegar::{Judge, Outcome};
use adumbra_stop::{Limit, MILLISECOND, Meter, Stop, carry_on, spent};
use adumbra_verdict::Reason;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// One of several that try to answer; what refutes the property is an `F`.
pub trait Contender<F> {
    /// Goes on until there is an answer, or it is time to stop; after [`Outcome::Paused`] it can go
    /// on.
    fn run(&mut self, judge: &mut dyn Judge<F>, stop: &Stop) -> Outcome<F>;

    /// Is it settled that it will prove nothing? It may still find a violation.
    fn cannot_prove(&self) -> bool {
        false
    }

    /// What it has met so far and neither excluded nor confirmed.
    fn open(&mut self) -> Vec<Reason> {
        Vec::new()
    }
}

/// Makes a contender when its turn comes.
pub type Maker<'a, C> = Box<dyn FnOnce() -> C + Send + 'a>;

/// A configuration in a portfolio.
pub struct Entry<'a, C> {
    /// Its name.
    pub name: String,
    /// How much more work than others it has in a round.
    pub share: f64,
    /// It joins when a round has this much work for a share of one.
    pub from: u64,
    /// Makes it.
    pub make: Maker<'a, C>,
}

/// The memory of the process, as somebody watches it.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Becomes true when little is left, and when all work is to end. Whoever made room sets it to
    /// false again.
    pub short: Arc<AtomicBool>,
    /// The bytes that the process holds.
    pub held: fn() -> usize,
}

/// What a configuration did in its turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worked {
    /// Its name.
    pub name: String,
    /// How many turns it had.
    pub turns: u32,
    /// The work of all of them.
    pub work: u64,
    /// How long they took, for comparison.
    pub time: Duration,
}

/// Who answered, and what.
pub struct Answered<C, F> {
    /// The name of the configuration.
    pub name: String,
    /// The outcome; proved or refuted, or unknown with everybody's reasons.
    pub outcome: Outcome<F>,
    /// The contender that answered, or the last one that had its turn.
    pub contender: Option<C>,
    /// What those who had turns did in them.
    pub worked: Vec<Worked>,
}

/// What a share of one may come to in the first round.
const FIRST: u64 = 5 * MILLISECOND;

/// Less than this is no turn: there is more in the next round.
const LEAST: u64 = MILLISECOND;

/// By how much the share of one that cannot prove anything is less.
const SUNK: f64 = 0.125;

enum State<'a, C> {
    Made(C),
    Unmade(Maker<'a, C>),
    Finished,
}

/// A configuration in its turns.
struct Turn<'a, C> {
    worked: Worked,
    share: f64,
    from: u64,
    state: State<'a, C>,
    /// The memory that it has taken in its turns so far.
    holds: usize,
    /// It cannot prove anything any more.
    sunk: bool,
}

impl<'a, C> Turn<'a, C> {
    fn new(entry: Entry<'a, C>) -> Self {
        let worked = Worked { name: entry.name, turns: 0, work: 0, time: Duration::ZERO };
        let (share, from, state) = (entry.share, entry.from, State::Unmade(entry.make));
        Turn { worked, share, from, state, holds: 0, sunk: false }
    }

    fn is_finished(&self) -> bool {
        matches!(self.state, State::Finished)
    }

    /// The work of a turn in a round with this much for a share of one; nothing if it has none.
    fn work(&self, round: u64) -> Option<u64> {
        if self.is_finished() || round < self.from {
            return None;
        }
        let share = self.share * if self.sunk { SUNK } else { 1.0 };
        let all = (round as f64 * share) as u64;
        all.checked_sub(self.worked.work).filter(|work| *work >= LEAST)
    }
}

/// Runs configurations in sequence, in turns that grow.
pub fn in_sequence<'a, C: Contender<F>, F>(
    entries: Vec<Entry<'a, C>>,
    judge: &mut dyn Judge<F>,
    stop: &Stop,
    memory: Option<&Memory>,
) -> Answered<C, F> {
    let mut reasons: Vec<Reason> = Vec::new();
    let mut turns: Vec<Turn<'a, C>> = entries.into_iter().map(Turn::new).collect();
    let mut last: (String, Option<C>) = (String::new(), None);
    let held = || memory.map_or(0, |memory| (memory.held)());
    let worked = |turns: Vec<Turn<'a, C>>| turns.into_iter().map(|t| t.worked).filter(|w| w.turns > 0).collect();
    let mut round = FIRST;
    loop {
        let going = turns.iter().filter(|turn| !turn.is_finished()).count();
        if going == 0 {
            return Answered {
                name: last.0,
                outcome: Outcome::Unknown(reasons),
                contender: last.1,
                worked: worked(turns),
            };
        }
        // The last one that is left need not stop for the others, and need not leave them memory.
        let alone = going == 1;
        let (sunk, others): (Vec<usize>, Vec<usize>) = (0..turns.len()).partition(|at| turns[*at].sunk);
        for at in others.into_iter().chain(sunk) {
            let turn = &mut turns[at];
            let Some(work) = (if alone && !turn.is_finished() { Some(u64::MAX) } else { turn.work(round) }) else {
                continue;
            };
            let before = held();
            let began = Instant::now();
            let (meter, limited) = (Meter::start(), if alone { stop.clone() } else { stop.within(work) });
            let mut contender = match std::mem::replace(&mut turn.state, State::Finished) {
                State::Finished => continue,
                State::Made(contender) => contender,
                State::Unmade(make) => make(),
            };
            last.0.clone_from(&turn.worked.name);
            judge.begins(&turn.worked.name);
            let shared = memory.filter(|_| !alone);
            let limited = shared.map_or(limited.clone(), |memory| limited.when(&memory.short));
            let outcome = contender.run(judge, &limited);
            turn.worked.turns += 1;
            turn.worked.work += meter.read();
            turn.worked.time += began.elapsed();
            turn.holds = (turn.holds + held()).saturating_sub(before);
            let short = shared.is_some_and(|memory| memory.short.load(Ordering::Relaxed));
            match outcome {
                outcome @ (Outcome::Proved | Outcome::Refuted(_)) => {
                    let name = turn.worked.name.clone();
                    return Answered { name, outcome, contender: Some(contender), worked: worked(turns) };
                }
                Outcome::Unknown(why) if !short || !why.contains(&Reason::Cancelled) => {
                    turn.holds = 0;
                    add(&mut reasons, why);
                    last.1 = Some(contender);
                }
                // If it was broken off for want of memory, it goes on where it was.
                _ => {
                    turn.sunk = contender.cannot_prove();
                    turn.state = State::Made(contender);
                }
            }
            let limit = match stop.reached() {
                Some(Limit::Time) => Some(Reason::Timeout),
                Some(Limit::Cancelled) => Some(Reason::Cancelled),
                Some(Limit::Work) => Some(Reason::Work),
                None => None,
            };
            if let Some(limit) = limit {
                let mut all = vec![limit];
                add(&mut all, reasons);
                for turn in &mut turns {
                    if let State::Made(contender) = &mut turn.state {
                        add(&mut all, contender.open());
                    }
                }
                let turn = &mut turns[at];
                let contender = match std::mem::replace(&mut turn.state, State::Finished) {
                    State::Made(contender) => Some(contender),
                    _ => last.1,
                };
                let outcome = Outcome::Unknown(all);
                return Answered { name: last.0, outcome, contender, worked: worked(turns) };
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
        round = round.saturating_mul(2);
    }
}

/// Runs configurations in parallel. What the threads make cannot leave them, so `finish` turns a
/// contender that answered into something that can.
pub fn in_parallel<'a, C: Contender<F>, F: Send, R: Send>(
    entries: Vec<Entry<'a, C>>,
    judge: &(dyn Fn() -> Box<dyn Judge<F> + 'a> + Sync + 'a),
    stop: &Stop,
    finish: &(dyn Fn(&mut C, &Outcome<F>) -> R + Sync),
) -> Answered<R, F> {
    let answered = Arc::new(AtomicBool::new(false));
    let (shared, reading) = (stop.when(&answered), spent());
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let count = entries.len();
        for entry in entries {
            let (sender, shared) = (sender.clone(), &shared);
            let builder = std::thread::Builder::new().name(entry.name.clone()).stack_size(64 << 20);
            let work = move || {
                carry_on(reading);
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
                    answered.store(true, Ordering::Relaxed);
                    return Answered { name, outcome, contender: Some(result), worked: Vec::new() };
                }
                Outcome::Unknown(why) => add(&mut reasons, why),
                Outcome::Paused => add(&mut reasons, vec![Reason::Work]),
            }
            last = (name, Some(result));
        }
        Answered { name: last.0, outcome: Outcome::Unknown(reasons), contender: last.1, worked: Vec::new() }
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
    use crate::cegar::Judgement;
    use adumbra_program::Path;
    use adumbra_stop::spend;
    use adumbra_verdict::Target;
    use std::cell::Cell;

    thread_local! {
        /// The memory of a test.
        static HELD: Cell<usize> = const { Cell::new(0) };
    }

    /// Beyond this much memory is short.
    const MUCH: usize = 100;

    struct Nobody;

    impl Judge<()> for Nobody {
        fn judge(&mut self, _: &Path, _: Target, _: &Stop) -> Judgement<()> {
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

    impl Contender<()> for Taker {
        fn run(&mut self, _: &mut dyn Judge<()>, stop: &Stop) -> Outcome<()> {
            self.holds += self.takes;
            HELD.set(HELD.get() + self.takes);
            if HELD.get() > MUCH {
                self.short.store(true, Ordering::Relaxed);
            }
            if stop.interrupted().is_some() {
                return Outcome::Unknown(vec![Reason::Cancelled]);
            }
            self.turns -= 1;
            spend(stop.left().unwrap_or(0));
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
            Entry { name: name.to_owned(), share: 1.0, from: 0, make }
        };
        let memory = Some(Memory { short: Arc::clone(&short), held: || HELD.get() });
        let entries = takers.iter().map(entry).collect();
        let answered = in_sequence(entries, &mut Nobody, &Stop::never(), memory.as_ref());
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

    thread_local! {
        /// Who had turns, and the milliseconds that each was given.
        static TURNS: std::cell::RefCell<Vec<(&'static str, u64)>> = const { std::cell::RefCell::new(Vec::new()) };
    }

    /// Does the work of its turns, or more in the first one, until it has had so many.
    struct Worker {
        name: &'static str,
        turns: usize,
        first: u64,
        hopeless: bool,
    }

    impl Contender<()> for Worker {
        fn run(&mut self, _: &mut dyn Judge<()>, stop: &Stop) -> Outcome<()> {
            let Some(left) = stop.left() else { return Outcome::Proved };
            TURNS.with_borrow_mut(|turns| turns.push((self.name, left / MILLISECOND)));
            spend(left.max(std::mem::take(&mut self.first)));
            self.turns -= 1;
            if self.turns == 0 { Outcome::Unknown(Vec::new()) } else { Outcome::Paused }
        }

        fn cannot_prove(&self) -> bool {
            self.hopeless
        }
    }

    /// Runs workers, each with its share and the milliseconds from which it joins, and looks at the
    /// first turns.
    fn check_turns(workers: Vec<(Worker, f64, u64)>, expected: &[(&str, u64)]) {
        let entry = |(worker, share, from): (Worker, f64, u64)| {
            let (name, make): (_, Maker<'static, Worker>) = (worker.name.to_owned(), Box::new(move || worker));
            Entry { name, share, from: from * MILLISECOND, make }
        };
        let answered =
            in_sequence(workers.into_iter().map(entry).collect(), &mut Nobody, &Stop::never(), None::<&Memory>);
        let turns = TURNS.take();
        assert_eq!(turns[..expected.len()], *expected);
        let counted: u32 = answered.worked.iter().map(|worked| worked.turns).sum();
        assert!(counted as usize >= turns.len());
    }

    fn worker(name: &'static str) -> Worker {
        Worker { name, turns: 9, first: 0, hopeless: false }
    }

    #[test]
    fn turns_grow_and_shares_count() {
        let workers = vec![(worker("one"), 1.0, 0), (worker("two"), 2.0, 0)];
        check_turns(
            workers,
            &[("one", 5), ("two", 10), ("one", 5), ("two", 10), ("one", 10), ("two", 20), ("one", 20)],
        );
    }

    #[test]
    fn who_joins_late_has_no_turns_before() {
        let workers = vec![(worker("late"), 1.0, 20), (worker("early"), 1.0, 0)];
        check_turns(workers, &[("early", 5), ("early", 5), ("late", 20), ("early", 10), ("late", 20), ("early", 20)]);
    }

    #[test]
    fn who_takes_more_than_a_turn_waits_for_the_others() {
        let slow = Worker { first: 25 * MILLISECOND, ..worker("slow") };
        let workers = vec![(slow, 1.0, 0), (worker("other"), 1.0, 0)];
        check_turns(workers, &[("slow", 5), ("other", 5), ("other", 5), ("other", 10), ("slow", 15), ("other", 20)]);
    }

    #[test]
    fn who_cannot_prove_anything_comes_last_with_little() {
        let sunk = Worker { hopeless: true, ..worker("sunk") };
        let workers = vec![(sunk, 1.0, 0), (worker("other"), 1.0, 0)];
        let expected =
            [("sunk", 5), ("other", 5), ("other", 5), ("other", 10), ("other", 20), ("other", 40), ("sunk", 5)];
        check_turns(workers, &expected);
    }

    #[test]
    fn a_limit_from_outside_ends_all() {
        let stop = Arc::new(AtomicBool::new(true));
        let short: Arc<AtomicBool> = Arc::default();
        let make = || -> Vec<Entry<'static, Taker>> {
            let entry = |name: &str| {
                let short = Arc::clone(&short);
                let make: Maker<'static, Taker> = Box::new(move || Taker { turns: 2, takes: 1, holds: 0, short });
                Entry { name: name.to_owned(), share: 1.0, from: 0, make }
            };
            vec![entry("one"), entry("two")]
        };
        let answered = in_sequence(make(), &mut Nobody, &Stop::never().when(&stop), None);
        let Outcome::Unknown(reasons) = &answered.outcome else { panic!("an answer after the end") };
        assert_eq!((reasons.as_slice(), answered.name.as_str()), (&[Reason::Cancelled][..], "one"));
    }
}
