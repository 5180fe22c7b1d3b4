//! Induction as a configuration: invariants first, then base cases by analyses with steps in between.
//!
//! Invariants are what intervals know at the heads of loops, and of what executions showed there that which holds in all of them.

use crate::callstack::CallStackAnalysis;
use crate::certify::{Asked, Certified, checked, induction, without_judged};
use crate::configuration::{AnalysisOptions, Single};
use crate::guess::{Guess, Guesses, Watch};
use crate::induction::{Induction, Stepped};
use crate::pointers::Pointers;
use crate::predicate::Survivors;
use crate::verify::{Exploring, Finished, Request, predicate};
use adumbra_engine::*;
use adumbra_program::{Edge, Location, Program};
use adumbra_verdict::{Certificate, Proof, Reason, StateFacts};
use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

/// Induction at work: base cases by analyses, steps in between.
pub(crate) struct Inducing {
    program: Arc<Program>,
    pointers: Arc<Pointers>,
    name: String,
    single: Single,
    request: Request,
    started: Instant,
    induction: Induction,
    /// The analysis that gives invariants, until it has come to an end.
    invariants: Option<Box<Exploring>>,
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
    /// Work of finding them, in moves.
    inference: u64,
}

/// Work that the analysis for invariants may take.
const INVARIANTS: u64 = 300_000;

/// Work, in moves, in which those guesses that hold must be found.
const INFERENCE: u64 = 2_000_000;

/// Work in which guesses that are not needed are looked for.
const MINIMISING: u64 = 400_000;

/// Conflicts of the solver after which a guess is given up.
const CONFLICTS: u64 = 1000;

impl Inducing {
    pub(crate) fn new(
        program: &Arc<Program>,
        pointers: &Arc<Pointers>,
        name: String,
        single: &Single,
        request: Request,
        started: Instant,
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
            invariants: None,
            base: None,
            base_holds: false,
            proof: None,
            checked: Vec::new(),
            steps: 0,
            guesses: Guesses::default(),
            guessed: 0,
            inferred: 0,
            inference: 0,
        };
        inducing.invariants = Some(inducing.exploring(&["location", "callstack", "interval"], |_| {}));
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

    pub(crate) fn run(&mut self, judge: &mut dyn Judge, budget: &Budget) -> Outcome {
        if self.request.specification.is_some() {
            let why = "induction is for properties of the program itself, not for rules";
            return Outcome::Unknown(vec![Reason::Incomplete(why.into())]);
        }
        if let Err(why) = self.induction.prepare(budget) {
            return Outcome::Unknown(vec![why]);
        }
        let inferred = self.inference;
        if let Some(exploring) = self.invariants.take() {
            self.take_invariants(*exploring, budget);
            self.guess(budget);
        }
        let mut used = self.inference - inferred;
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
                    return base.run(judge, budget);
                }
                let before = base.cegar.work();
                let left = budget.work.map(|most| most.saturating_sub(used));
                let outcome = base.cegar.run(judge, &Budget { work: left, ..budget.clone() });
                used += base.cegar.work() - before;
                match outcome {
                    // All loops end before the bound.
                    Outcome::Proved => {
                        self.base = Some(base);
                        return self.prove("complete unwinding", Certificate::Unwinding, budget);
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
            if budget.work.is_some_and(|most| used >= most) {
                return Outcome::Paused;
            }
            let before = self.induction.work();
            // A step is not left in the middle, so it must not take much longer than there is left.
            let left = budget.work.map(|most| most.saturating_sub(used).saturating_mul(2));
            let stepped = self.step(&Budget { work: left, ..budget.clone() }.as_time());
            used += self.induction.work() - before;
            if matches!(stepped, Stepped::Stopped(Reason::Timeout)) && budget.interrupted().is_none() {
                return Outcome::Paused;
            }
            match stepped {
                Stepped::Holds => {
                    self.minimise(budget);
                    let certificate = induction(&self.asked(budget), depth, self.induction.heads());
                    return self.prove("k-induction", certificate, budget);
                }
                Stepped::Stopped(reason) => return Outcome::Unknown(vec![reason]),
                Stepped::Fails => {
                    self.induction.deepen();
                    (self.base, self.base_holds) = (None, false);
                }
            }
        }
        Outcome::Unknown(vec![Reason::Incomplete("the property is not inductive, as far as was looked".into())])
    }

    /// Lets the analysis for invariants come to an end, if it does soon. Targets do not matter: what it knows of other states holds.
    fn take_invariants(&mut self, exploring: Exploring, budget: &Budget) {
        let mut algorithm = exploring.cegar.into_algorithm();
        if algorithm.run_past_targets(&Budget { work: Some(INVARIANTS), ..budget.clone() }) == Ended::Fixpoint {
            self.induction.use_invariants(&algorithm);
        }
    }

    /// Guesses what holds at heads, and finds what of it does.
    fn guess(&mut self, budget: &Budget) {
        let guesses = Watch::guesses(&self.program, self.request.externals, budget);
        self.guessed = guesses.values().map(|guessed| guessed.guesses.len()).sum();
        if self.guessed > 0
            && let Some((guesses, formulas)) = self.infer(guesses, INFERENCE, budget)
        {
            self.inferred = guesses.values().map(|guessed| guessed.guesses.len()).sum();
            self.guesses = guesses;
            self.induction.add_formulas(formulas);
        }
    }

    /// Finds those guesses about heads that hold, if that takes no more than some work: the guesses, and what they say at heads.
    fn infer(&mut self, guesses: Guesses, work: u64, budget: &Budget) -> Option<(Guesses, Vec<StateFacts>)> {
        let options = AnalysisOptions { blocks: "loops", query_conflicts: CONFLICTS, ..self.single.options.clone() };
        let request = Request { found_predicates: None, initial_predicates: None, ..self.request.clone() };
        let formulas = predicate(&self.program, &self.pointers, &options, &request, false);
        let depth = u32::try_from(options.call_depth).unwrap_or(u32::MAX);
        let (mut guesses, survivors) = (Arc::new(guesses), Survivors::default());
        let parts: Vec<Box<dyn Part>> = vec![
            Box::new(Component::new(self.induction.location())),
            Box::new(Component::new(CallStackAnalysis::new(&self.program, depth))),
            Box::new(Component::new(formulas.inferring(&guesses, self.induction.intervals(), &survivors))),
        ];
        let exploration = Exploration { traversal: Traversal::ReversePostorder, ..Exploration::default() };
        let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
        algorithm.part_mut().limit(budget);
        let complete = algorithm.run_past_targets(&Budget { work: Some(work), ..budget.clone() }) == Ended::Fixpoint;
        self.inference += algorithm.counts().moves + algorithm.part().effort();
        if !complete {
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
    fn minimise(&mut self, budget: &Budget) {
        let limit = self.inference + self.induction.work() + MINIMISING;
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
                if self.inference + self.induction.work() > limit || budget.interrupted().is_some() {
                    return;
                }
                let end = (start + size).min(all.len());
                let rest: Vec<(Location, Guess)> = [&all[..start], &all[end..]].concat();
                if self.is_enough(&rest, budget) {
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
    fn is_enough(&mut self, some: &[(Location, Guess)], budget: &Budget) -> bool {
        let mut guesses = self.guesses.clone();
        for (location, guessed) in &mut guesses {
            guessed.guesses.retain(|guess| some.iter().any(|(at, kept)| at == location && kept == guess));
        }
        let Some((guesses, formulas)) = self.infer(guesses, MINIMISING, budget) else { return false };
        let before = self.induction.known();
        self.induction.add_formulas(formulas);
        if self.step(budget) == Stepped::Holds {
            self.guesses = guesses;
            return true;
        }
        self.induction.restore(before);
        false
    }

    /// The step of the current depth.
    fn step(&mut self, budget: &Budget) -> Stepped {
        let (program, pointers) = (&self.program, &self.pointers);
        let (request, options) = (&self.request, &self.single.options);
        let make = |calls: &[Edge], known: &[StateFacts]| -> Box<dyn Part> {
            let options = AnalysisOptions { blocks: "never", ..options.clone() };
            let analysis = predicate(program, pointers, &options, request, false).starting_with(calls, known);
            Box::new(Component::new(analysis))
        };
        self.steps += 1;
        self.induction.step(&make, budget)
    }

    fn asked<'a>(&'a self, budget: &'a Budget) -> Asked<'a> {
        let (program, request, pointers) = (&self.program, &self.request, Some(&*self.pointers));
        Asked { program, request, started: self.started, budget, pointers }
    }

    /// Checks the certificate of a proof; a proof that is rejected is none.
    fn prove(&mut self, method: &'static str, certificate: Certificate, budget: &Budget) -> Outcome {
        let excluded = match (&certificate, &self.base) {
            (Certificate::Unwinding, Some(base)) => base.cegar.counts().judged,
            _ => 0,
        };
        let Certified { result, counts } = without_judged(checked(&self.asked(budget), method, certificate), excluded);
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
