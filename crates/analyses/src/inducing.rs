//! Induction as a configuration: invariants first, then base cases by analyses with steps in between.
//!
//! Invariants are what intervals know at the heads of loops, and of what executions showed there that which holds in all of them.

use crate::callstack::CallStackAnalysis;
use crate::certify::{Asked, Certified, checked, induction, without_judged};
use crate::configuration::{AnalysisOptions, Single};
use crate::guess::{Guess, Guesses, Watch};
use crate::induction::{Induction, Stepped};
use crate::judge::Outcome;
use crate::pointers::Pointers;
use crate::predicate::Survivors;
use crate::verify::{Exploring, Finished, Request, predicate};
use adumbra_engine::*;
use adumbra_judges::Counterexample;
use adumbra_program::{Edge, Location, Program};
use adumbra_stop::{Limit, MILLISECOND, Meter, SECOND, Stop};
use adumbra_verdict::{Argument, Certificate, Proof, Reason, StateFacts};
use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

/// Induction at work: base cases by analyses, steps in between.
pub(crate) struct Inducing {
    program: Arc<Program>,
    pointers: Arc<Pointers>,
    name: String,
    single: Single,
    request: Request,
    started: Meter,
    induction: Induction,
    /// What is done before the first base case, until it is.
    ahead: Ahead,
    /// The work of all turns so far, and the least that the next step may take, because the last one was broken off.
    work: u64,
    patience: u64,
    /// The base case of the current depth, until it holds.
    base: Option<Box<Exploring>>,
    base_holds: bool,
    proof: Option<Proof>,
    /// What its check counted.
    checked: Vec<(String, String)>,
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
    /// Guesses about heads, of which those that hold are looked for, with the work that it took so far.
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

/// Work in which guesses that are not needed are looked for: at least, at most, and the part of the work so far.
const MINIMISING: (u64, u64, u64) = (20 * MILLISECOND, 400 * MILLISECOND, 3);

/// Conflicts of the solver after which a guess is given up.
const CONFLICTS: u64 = 1000;

impl Inducing {
    pub(crate) fn new(
        program: &Arc<Program>,
        pointers: &Arc<Pointers>,
        name: String,
        single: &Single,
        request: Request,
        started: Meter,
    ) -> Self {
        let depth = u32::try_from(single.options.call_depth).unwrap_or(u32::MAX);
        let induction = Induction::new(program, pointers, request.externals.into(), depth);
        let mut inducing = Inducing {
            program: Arc::clone(program),
            pointers: Arc::clone(pointers),
            name,
            single: single.clone(),
            request,
            started,
            induction,
            ahead: Ahead::Nothing,
            work: 0,
            patience: 0,
            base: None,
            base_holds: false,
            proof: None,
            checked: Vec::new(),
            steps: 0,
            guesses: Guesses::default(),
            guessed: 0,
            inferred: 0,
        };
        let intervals = inducing.exploring(&["location", "callstack", "interval"], |_| {});
        inducing.ahead = Ahead::Invariants(Box::new(intervals.cegar.into_algorithm()), 0);
        inducing
    }

    /// Parts at work, with the options of the configuration and some changes.
    fn exploring(&self, parts: &[&str], change: impl FnOnce(&mut AnalysisOptions)) -> Box<Exploring> {
        let mut options = self.single.options.clone();
        options.traversal = "reverse-postorder";
        options.refinement = "none";
        change(&mut options);
        let single = Single { parts: parts.iter().map(|p| (*p).to_owned()).collect(), options };
        let parts = Exploring::parts(&self.program, &self.pointers, &single, &self.request);
        let (name, request) = (self.name.clone(), self.request.clone());
        Box::new(Exploring::new(&self.program, name, parts, &single.options, request, self.started))
    }

    /// What base cases met and neither excluded nor confirmed.
    pub(crate) fn open(&self) -> Vec<Reason> {
        self.base.as_ref().map(|base| base.cegar.open()).unwrap_or_default()
    }

    pub(crate) fn run(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        let meter = Meter::start();
        let outcome = self.turn(judge, stop);
        self.work += meter.read();
        outcome
    }

    fn turn(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        if self.request.specification.is_some() {
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
                    None => self.exploring(&["location", "callstack", "bound", "predicate"], |options| {
                        options.blocks = "never";
                        options.refinement = "lazy";
                        options.loop_bound = depth.into();
                    }),
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
            // A step that is broken off begins anew the next time, so it may take longer than there is left, and twice as long then.
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

    /// Goes on with what is done before the first base case. An analysis that takes too long is given up.
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
                let guesses = Watch::guesses(&self.program, self.request.externals, stop);
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
        let options = AnalysisOptions { blocks: "loops", query_conflicts: CONFLICTS, ..self.single.options.clone() };
        let request = Request { found_predicates: None, initial_predicates: None, ..self.request.clone() };
        let formulas = predicate(&self.program, &self.pointers, &options, &request, false);
        let depth = u32::try_from(options.call_depth).unwrap_or(u32::MAX);
        let (guesses, survivors) = (Arc::new(guesses), Survivors::default());
        let parts: Vec<Box<dyn Part>> = vec![
            Box::new(Component::new(self.induction.location())),
            Box::new(Component::new(CallStackAnalysis::new(&self.program, depth))),
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

    /// Leaves out guesses that a step of the current depth does not need, as far as that is seen soon: a proof that says less is easier
    /// to check and to read.
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
        let (program, pointers) = (&self.program, &self.pointers);
        let (request, options) = (&self.request, &self.single.options);
        let make = |calls: &[Edge], known: &[StateFacts]| -> Box<dyn Part> {
            let options = AnalysisOptions { blocks: "never", ..options.clone() };
            let analysis = predicate(program, pointers, &options, request, false).starting_with(calls, known);
            Box::new(Component::new(analysis))
        };
        self.steps += 1;
        self.induction.step(&make, stop)
    }

    fn asked<'a>(&'a self, stop: &'a Stop) -> Asked<'a> {
        let (program, request, pointers) = (&self.program, &self.request, Some(&*self.pointers));
        Asked { program, request, started: self.started, stop, pointers }
    }

    /// Checks the certificate of a proof; a proof that is rejected is none.
    fn prove(&mut self, method: &'static str, certificate: Certificate, stop: &Stop) -> Outcome {
        let excluded = match (&certificate.argument, &self.base) {
            (Argument::Unwinding, Some(base)) => base.cegar.counts().judged,
            _ => 0,
        };
        let Certified { result, counts } =
            without_judged(checked(&self.asked(stop), method, certificate, u64::MAX), excluded);
        self.checked = counts;
        match result {
            Ok(proof) => {
                self.proof = Some(proof);
                Outcome::Proved
            }
            Err(why) => Outcome::Unknown(vec![Reason::Rejected { configuration: self.name.clone(), why }]),
        }
    }

    pub(crate) fn finish(&mut self) -> Finished {
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
        finished.counts.append(&mut self.checked);
        finished.proof = self.proof.take();
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
