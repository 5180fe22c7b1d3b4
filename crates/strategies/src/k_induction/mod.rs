//! Induction as a configuration: invariants first, then base cases by analyses with steps in
//! between.
//!
//! Invariants are what intervals know at the heads of loops, and of what executions showed there
//! that which holds in all of them.

mod step;

use crate::certify::{Asked, Proving, checked, induction, without_judged};
use crate::exploring::Exploring;
use crate::task::composition::{Single, StrategyEntry};
use crate::task::{Finished, Outcome, Strategy, Task};
use adumbra_analyses::bound::BoundOptions;
use adumbra_analyses::callstack::{CallStackAnalysis, CallStackOptions};
use adumbra_analyses::numeric::registered::INTERVAL;
use adumbra_analyses::registry::{ExplorationOptions, Order, PartEntry, Refined, Setting};
use adumbra_analyses::{bound, callstack, location};
use adumbra_engine::*;
use adumbra_judges::Counterexample;
use adumbra_options::{OptionSet, group};
use adumbra_predicate_analysis::Survivors;
use adumbra_predicate_analysis::guess::{Guess, Guesses, Watch};
use adumbra_predicate_analysis::registered::{self as predicate, BlockEnds, PredicateTable};
use adumbra_program::{Edge, Location};
use adumbra_stop::{Limit, MILLISECOND, Meter, SECOND, Stop};
use adumbra_verdict::{Argument, Certificate, Reason, StateFacts};
use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};
use step::{Induction, Stepped};

/// Induction at work: base cases by analyses, steps in between.
struct KInduction<'a> {
    task: Task<'a>,
    single: Single,
    induction: Induction,
    /// What is done before the first base case, until it is.
    ahead: Ahead,
    /// The work of all turns so far, and the least that the next step may take, because the last
    /// one was broken off.
    work: u64,
    patience: u64,
    /// The base case of the current depth, until it holds.
    base: Option<Box<Exploring<'a>>>,
    base_holds: bool,
    proving: Proving,
    steps: u64,
    /// What was guessed about heads and holds.
    guesses: Guesses,
    /// How many guesses there were, and how many of them hold.
    guessed: usize,
    inferred: usize,
}

/// What is done before the first base case.
enum Ahead {
    /// The analysis that gives invariants, with the work that it took so far.
    Invariants(Box<Algorithm>, u64),
    /// Guesses about heads, of which those that hold are looked for, with the work that it took so
    /// far.
    Inference(Box<Inference>, u64),
    /// Nothing.
    Nothing,
}

/// Guesses about heads, of which those that hold are looked for.
struct Inference {
    algorithm: Algorithm,
    guesses: Arc<Guesses>,
    survivors: Survivors,
}

/// Work that the analysis for invariants may take.
const INVARIANTS: u64 = 300 * MILLISECOND;

/// Work in which those guesses that hold must be found.
const INFERENCE: u64 = 2 * SECOND;

/// Work in which guesses that are not needed are looked for: at least, at most, and the part of the
/// work so far.
const MINIMISING: (u64, u64, u64) = (20 * MILLISECOND, 400 * MILLISECOND, 3);

/// Conflicts of the solver after which a guess is given up.
const CONFLICTS: u64 = 1000;

/// Induction in configurations.
pub(crate) const STRATEGY: StrategyEntry = StrategyEntry {
    name: "induction",
    options: &[group::<CallStackOptions>, group::<BoundOptions>, group::<PredicateTable>],
    keeps: false,
    make: |task, single| Box::new(KInduction::new(task, single)),
};

impl<'a> KInduction<'a> {
    fn new(task: Task<'a>, single: &Single) -> Self {
        let depth = single.options.of::<CallStackOptions>().depth();
        let induction = Induction::new(&task.program, &task.pointers, task.request.externals.into(), depth);
        let mut inducing = KInduction {
            task,
            single: single.clone(),
            induction,
            ahead: Ahead::Nothing,
            work: 0,
            patience: 0,
            base: None,
            base_holds: false,
            proving: Proving::default(),
            steps: 0,
            guesses: Guesses::default(),
            guessed: 0,
            inferred: 0,
        };
        let intervals = inducing.exploring(&[&location::PART, &callstack::PART, &INTERVAL], |_| {});
        inducing.ahead = Ahead::Invariants(Box::new(intervals.cegar.into_algorithm()), 0);
        inducing
    }

    /// Parts at work, with the options of the configuration and some changes.
    fn exploring(&self, parts: &[&'static PartEntry], change: impl FnOnce(&mut OptionSet)) -> Box<Exploring<'a>> {
        let mut options = self.single.options.clone();
        options.change(|general: &mut ExplorationOptions| {
            general.traversal = Order::ReversePostorder;
            general.refinement = Refined::None;
        });
        change(&mut options);
        Box::new(Exploring::new(self.task.clone(), &Single::of(parts, options)))
    }

    /// The options of the configuration with other blocks of predicates.
    fn with_blocks(&self, blocks: BlockEnds) -> OptionSet {
        let mut options = self.single.options.clone();
        options.change(|table: &mut PredicateTable| table.blocks = blocks);
        options
    }

    fn turn(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        if self.task.request.specification.is_some() {
            let why = "induction is for properties of the program itself, not for rules";
            return Outcome::Unknown(vec![Reason::Incomplete(why.into())]);
        }
        if let Err(why) = self.induction.prepare(stop) {
            return Outcome::Unknown(vec![why]);
        }
        while !matches!(self.ahead, Ahead::Nothing) {
            if let Some(limit) = stop.reached() {
                return stopped(limit);
            }
            self.prepare(stop);
        }
        while let Some(depth) = self.induction.depth() {
            if !self.base_holds {
                let mut base = match self.base.take() {
                    Some(base) => base,
                    None => self.base_case(depth),
                };
                if !base.unchecked.is_empty() {
                    return base.run(judge, stop);
                }
                match base.cegar.run(judge, stop) {
                    // All loops end before the bound.
                    Outcome::Proved => {
                        self.base = Some(base);
                        return self.prove("complete unwinding", Argument::Unwinding.into(), stop);
                    }
                    Outcome::Unknown(reasons) if reasons.iter().all(|r| matches!(r, Reason::Bounded { .. })) => {
                        self.base_holds = true;
                    }
                    Outcome::Paused => {
                        self.base = Some(base);
                        return Outcome::Paused;
                    }
                    outcome => {
                        self.base = Some(base);
                        return outcome;
                    }
                }
                self.base = Some(base);
            }
            if stop.is_done() {
                return Outcome::Paused;
            }
            // A step that is broken off begins anew the next time, so it may take longer than there
            // is left, and twice as long then.
            let left = stop.left().map_or(u64::MAX, |left| left.saturating_mul(2));
            let (limited, begun) = (stop.at_any_cost().within(left.max(self.patience)), Meter::start());
            match self.step(&limited) {
                Stepped::Holds => {
                    self.minimise(stop);
                    let certificate = induction(&self.asked(stop), depth, self.induction.heads());
                    return self.prove("k-induction", certificate, stop);
                }
                Stepped::Stopped(limit) => {
                    self.patience = begun.read().saturating_mul(2);
                    return stopped(limit);
                }
                Stepped::Fails => {
                    self.patience = 0;
                    self.induction.deepen();
                    (self.base, self.base_holds) = (None, false);
                }
            }
        }
        Outcome::Unknown(vec![Reason::Incomplete("the property is not inductive, as far as was looked".into())])
    }

    /// The base case of a depth.
    fn base_case(&self, depth: u32) -> Box<Exploring<'a>> {
        let parts = [&location::PART, &callstack::PART, &bound::PART, &predicate::PART];
        self.exploring(&parts, |options| {
            options.change(|table: &mut PredicateTable| table.blocks = BlockEnds::Never);
            options.change(|general: &mut ExplorationOptions| general.refinement = Refined::Lazy);
            options.change(|bound: &mut BoundOptions| bound.loop_bound = depth.into());
        })
    }

    /// Goes on with what is done before the first base case. An analysis that takes too long is
    /// given up.
    fn prepare(&mut self, stop: &Stop) {
        let meter = Meter::start();
        match std::mem::replace(&mut self.ahead, Ahead::Nothing) {
            // Targets do not matter: what it knows of other states holds.
            Ahead::Invariants(mut algorithm, used) => {
                let ended = algorithm.run_past_targets(&stop.within(INVARIANTS.saturating_sub(used)));
                let used = used + meter.read();
                if ended == Ended::Limit(Limit::Work) && used < INVARIANTS {
                    self.ahead = Ahead::Invariants(algorithm, used);
                    return;
                }
                if ended == Ended::Fixpoint {
                    self.induction.use_invariants(&algorithm);
                }
                let guesses = Watch::guesses(&self.task.program, self.task.request.externals, stop);
                self.guessed = guesses.values().map(|guessed| guessed.guesses.len()).sum();
                if self.guessed > 0 {
                    self.ahead = Ahead::Inference(Box::new(self.inference(guesses)), 0);
                }
            }
            Ahead::Inference(mut inference, used) => {
                let ended = inference.run(&stop.within(INFERENCE.saturating_sub(used)));
                let used = used + meter.read();
                if ended == Ended::Limit(Limit::Work) && used < INFERENCE {
                    self.ahead = Ahead::Inference(inference, used);
                } else if let Some((guesses, formulas)) = self.found(*inference, &ended) {
                    self.inferred = guesses.values().map(|guessed| guessed.guesses.len()).sum();
                    self.guesses = guesses;
                    self.induction.add_formulas(formulas);
                }
            }
            Ahead::Nothing => {}
        }
    }

    /// Begins to look for those guesses about heads that hold.
    fn inference(&self, guesses: Guesses) -> Inference {
        let mut options = self.with_blocks(BlockEnds::Loops);
        options.change(|general: &mut ExplorationOptions| general.query_conflicts = CONFLICTS);
        let setting = Setting { extras: &[], ..self.task.setting(&options, &[]) };
        let formulas = predicate::analysis(&setting, false);
        let depth = options.of::<CallStackOptions>().depth();
        let (guesses, survivors) = (Arc::new(guesses), Survivors::default());
        let parts: Vec<Box<dyn Part>> = vec![
            Box::new(Component::new(self.induction.location())),
            Box::new(Component::new(CallStackAnalysis::new(&self.task.program, depth))),
            Box::new(Component::new(formulas.inferring(&guesses, self.induction.intervals(), &survivors))),
        ];
        let exploration = Exploration { traversal: Traversal::ReversePostorder, ..Exploration::default() };
        let algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
        Inference { algorithm, guesses, survivors }
    }

    /// The guesses that hold, and what they say at heads, if looking for them has come to its end.
    fn found(&self, inference: Inference, ended: &Ended) -> Option<(Guesses, Vec<StateFacts>)> {
        let Inference { algorithm, mut guesses, survivors } = inference;
        if *ended != Ended::Fixpoint {
            return None;
        }
        let formulas = self.induction.formulas(&algorithm)?;
        drop(algorithm);
        let left = survivors.lock().unwrap_or_else(PoisonError::into_inner);
        for (location, guessed) in Arc::make_mut(&mut guesses) {
            let at = |(place, _): &(&(Vec<Edge>, Location), &Vec<usize>)| place.1 == *location;
            let kept: BTreeSet<usize> = left.iter().filter(at).flat_map(|(_, left)| left.iter().copied()).collect();
            let mut number = 0..;
            guessed.guesses.retain(|_| number.next().is_some_and(|number| kept.contains(&number)));
        }
        Some((Arc::unwrap_or_clone(guesses), formulas))
    }

    /// Leaves out guesses that a step of the current depth does not need, as far as that is seen
    /// soon: a proof that says less is easier to check and to read.
    fn minimise(&mut self, stop: &Stop) {
        let (least, most, part) = MINIMISING;
        let stop = stop.at_any_cost().within((self.work / part).clamp(least, most));
        let mut all: Vec<(Location, Guess)> = Vec::new();
        for (location, guessed) in &self.guesses {
            all.extend(guessed.guesses.iter().map(|guess| (*location, guess.clone())));
        }
        // The most complicated goes first.
        all.sort_by_cached_key(|(location, guess)| (std::cmp::Reverse(guess.size()), *location));
        let mut size = all.len();
        while size > 0 && !all.is_empty() {
            let mut start = 0;
            while start < all.len() {
                if stop.reached().is_some() {
                    return;
                }
                let end = (start + size).min(all.len());
                let rest: Vec<(Location, Guess)> = [&all[..start], &all[end..]].concat();
                if self.is_enough(&rest, &stop) {
                    let left = |(location, guess): &(Location, Guess)| {
                        self.guesses.get(location).is_some_and(|guessed| guessed.guesses.contains(guess))
                    };
                    all.retain(left);
                } else {
                    start += size;
                }
            }
            size /= 2;
        }
    }

    /// Do some guesses hold without the others, and a step with them? Then they are what is known.
    fn is_enough(&mut self, some: &[(Location, Guess)], stop: &Stop) -> bool {
        let mut guesses = self.guesses.clone();
        for (location, guessed) in &mut guesses {
            guessed.guesses.retain(|guess| some.iter().any(|(at, kept)| at == location && kept == guess));
        }
        let mut inference = self.inference(guesses);
        let ended = inference.run(stop);
        let Some((guesses, formulas)) = self.found(inference, &ended) else { return false };
        let before = self.induction.known();
        self.induction.add_formulas(formulas);
        if self.step(stop) == Stepped::Holds {
            self.guesses = guesses;
            return true;
        }
        self.induction.restore(before);
        false
    }

    /// The step of the current depth.
    fn step(&mut self, stop: &Stop) -> Stepped {
        let options = self.with_blocks(BlockEnds::Never);
        let setting = self.task.setting(&options, &[]);
        let make = |calls: &[Edge], known: &[StateFacts]| -> Box<dyn Part> {
            Box::new(Component::new(predicate::analysis(&setting, false).starting_with(calls, known)))
        };
        self.steps += 1;
        self.induction.step(&make, stop)
    }

    fn asked<'s>(&'s self, stop: &'s Stop) -> Asked<'s> {
        Asked { task: &self.task, stop, pointers: Some(&self.task.pointers) }
    }

    /// Checks the certificate of a proof; a proof that is rejected is none.
    fn prove(&mut self, method: &'static str, certificate: Certificate, stop: &Stop) -> Outcome {
        let excluded = match (&certificate.argument, &self.base) {
            (Argument::Unwinding, Some(base)) => base.cegar.counts().judged,
            _ => 0,
        };
        let certified = without_judged(checked(&self.asked(stop), method, certificate, u64::MAX), excluded);
        self.proving.prove(&self.task.name, certified)
    }
}

impl Strategy for KInduction<'_> {
    fn run(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        let meter = Meter::start();
        let outcome = self.turn(judge, stop);
        self.work += meter.read();
        outcome
    }

    /// What base cases met and neither excluded nor confirmed.
    fn open(&mut self) -> Vec<Reason> {
        self.base.as_ref().map(|base| base.cegar.open()).unwrap_or_default()
    }

    fn finish(&mut self) -> Finished {
        let mut finished = match &mut self.base {
            Some(base) => base.finish(),
            None => Finished::default(),
        };
        finished.counts.push(("induction steps".into(), self.steps.to_string()));
        finished.counts.push(("guesses at loop heads".into(), self.guessed.to_string()));
        finished.counts.push(("guesses that hold".into(), self.inferred.to_string()));
        if let Some(depth) = self.induction.depth() {
            finished.counts.push(("induction depth".into(), depth.to_string()));
        }
        finished.counts.append(&mut self.proving.counts);
        finished.proof = self.proving.proof.take();
        finished
    }
}

impl Inference {
    fn run(&mut self, stop: &Stop) -> Ended {
        self.algorithm.part_mut().limit(&stop.at_any_cost());
        self.algorithm.run_past_targets(stop)
    }
}

/// The outcome when it is time to stop.
fn stopped(limit: Limit) -> Outcome {
    match limit {
        Limit::Work => Outcome::Paused,
        Limit::Time => Outcome::Unknown(vec![Reason::Timeout]),
        Limit::Cancelled => Outcome::Unknown(vec![Reason::Cancelled]),
    }
}
