//! Refinement guided by counterexamples, around any part that can refine its precision.
//!
//! A path to a target is first shown to the parts: one that can exclude it does so with a finer
//! precision, and the exploration goes on from where the precision has changed, or from the start.
//! A path that no part can exclude goes to the [`Judge`], who says whether it is real. One that can
//! be neither excluded nor confirmed is given up: the exploration goes on, but the property will
//! not be proved. An exploration without covering follows every path on its own; there it is enough
//! that the judge finds each path to a target infeasible.

use crate::algorithm::Algorithm;
use crate::explore::Ended;
use crate::node::{NodeId, Status};
use crate::part::{PrecisionId, StateId};
use crate::path::{FoundPath, Place};
use crate::refinement::{ErrorPath, Refinement};
use adumbra_program::{Move, Path, Position, Program, Violation};
use adumbra_stop::{Limit, MILLISECOND, Meter, SECOND, Stop};
use adumbra_verdict::place::own_place;
use adumbra_verdict::{Reason, Target, TargetKind};
use rustc_hash::{FxBuildHasher, FxHashMap as HashMap, FxHashSet as HashSet};
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Who decides whether a path is real. `F` is what he finds: the engine hands it on and knows
/// nothing of it.
pub trait Judge<F> {
    /// Is there an execution along the path that ends in the target?
    fn judge(&mut self, path: &Path, target: Target, stop: &Stop) -> Judgement<F>;

    /// Is what happens at the end of the path no target any more, because it was found before?
    fn passes(&self, _path: &[Move], _target: Target) -> bool {
        false
    }

    /// Does it want to be told where executions end?
    fn wants_ends(&self) -> bool {
        false
    }

    /// Is told of a path to a state from which no move is possible; `None` if there was no time to
    /// find the path.
    fn ends(&mut self, _path: Option<&Path>, _stop: &Stop) {}

    /// Is told which configuration has its turn.
    fn begins(&mut self, _name: &str) {}

    /// Is told now and then how things are.
    fn progress(&mut self, _progress: &Progress) {}
}

/// What a judge says about a path.
#[derive(Clone, Debug)]
pub enum Judgement<F> {
    /// There is one: this.
    Real(Box<F>),
    /// There was one. It was noted, and its place is no target any more.
    Noted,
    /// There is none.
    Infeasible,
    /// Not known, for this reason.
    Undecided(String),
}

/// How things are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Nodes in the reached set.
    pub reached: usize,
    /// Nodes that wait.
    pub waiting: usize,
    /// Refinements so far.
    pub refinements: u64,
}

/// How to refine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refining {
    /// Ask the parts to exclude paths at all?
    pub enabled: bool,
    /// Begin anew after each refinement, instead of keeping what the refinement does not concern?
    pub restart: bool,
    /// Ask the judge about a path before it is refined away? What he finds real is not refined, and
    /// what he finds infeasible is, even if no analysis can tell.
    pub judge_first: bool,
    /// How many targets to give up before giving up altogether.
    pub max_undecided: usize,
}

impl Default for Refining {
    fn default() -> Self {
        Refining { enabled: true, restart: false, judge_first: false, max_undecided: 1000 }
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub enum Outcome<F> {
    /// No target can be reached; the reached set proves it.
    Proved,
    /// A target is reached by a real execution.
    Refuted(Box<F>),
    /// Neither.
    Unknown(Vec<Reason>),
    /// The work that it was given is done; it can go on.
    Paused,
}

/// What refinement counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Targets that were reached.
    pub targets: u64,
    /// Refinements that excluded a path.
    pub refinements: u64,
    /// Paths that went to the judge.
    pub judged: u64,
    /// Time spent on looking for finer precisions.
    pub refining: Duration,
    /// Time that the judge took.
    pub judging: Duration,
}

/// Why the judge does not find a path real.
#[derive(Clone, Debug)]
enum Doubt {
    Infeasible,
    Undecided(String),
}

/// Exploration and refinement in turn.
pub struct Cegar {
    program: Arc<Program>,
    algorithm: Algorithm,
    refining: Refining,
    counts: Counts,
    /// Hashes of the paths that were excluded.
    excluded: HashSet<u64>,
    /// Of those, the ones that were back, so that all was begun anew.
    anew: HashSet<u64>,
    /// Targets that were given up, and why. Those that are not in the graph any more do not count.
    open: Vec<(NodeId, Reason)>,
    /// Hashes of the paths that the judge does not find real, and why.
    doubted: HashMap<u64, Doubt>,
    /// The least work that the next refinement may take, because the last one was broken off.
    patience: u64,
    /// The least work that a step of the exploration may take, and until when the one in hand may.
    longest_step: u64,
    asking: Stop,
    /// Where violations were reached: of which kind, where, and how many paths there were refined
    /// away.
    met: Vec<(Violation, Option<Position>, u64)>,
    /// The precision of the last refinement. The next one adds to it, whatever precision the path
    /// was found with.
    precision: Option<PrecisionId>,
}

impl Cegar {
    /// Around an exploration.
    pub fn new(program: &Arc<Program>, algorithm: Algorithm, refining: Refining) -> Self {
        Cegar {
            program: Arc::clone(program),
            algorithm,
            refining,
            counts: Counts::default(),
            excluded: HashSet::default(),
            anew: HashSet::default(),
            open: Vec::new(),
            doubted: HashMap::default(),
            met: Vec::new(),
            patience: 0,
            longest_step: LONGEST_STEP,
            asking: Stop::never(),
            precision: None,
        }
    }

    /// The exploration.
    pub fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// The exploration, to ask for what it has to compute.
    pub fn algorithm_mut(&mut self) -> &mut Algorithm {
        &mut self.algorithm
    }

    /// The exploration alone.
    pub fn into_algorithm(self) -> Algorithm {
        self.algorithm
    }

    /// What was counted.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Is it settled that what is explored now proves nothing, because a target was given up or the
    /// way was cut off? It can still find a real path.
    pub fn cannot_prove(&self) -> bool {
        !self.reasons().is_empty()
    }

    /// Explores and refines until there is an answer or a limit is reached. After a limit it can be
    /// called again.
    pub fn run<F>(&mut self, judge: &mut dyn Judge<F>, stop: &Stop) -> Outcome<F> {
        self.wait_for_answers(stop);
        let most = if judge.wants_ends() { ENDS } else { PROGRESS };
        if judge.wants_ends() {
            // From now on they are noted.
            self.show_ends(judge, stop);
        }
        loop {
            let ended = self.algorithm.run(&stop.within(most));
            if judge.wants_ends() {
                self.show_ends(judge, stop);
            }
            match ended {
                Ended::Fixpoint => return self.fixpoint(),
                Ended::Target(node) => {
                    if let Some(outcome) = self.target(node, judge, stop) {
                        return outcome;
                    }
                }
                // What waits is as the part likes it now. A part that only interrupts has nothing
                // more to say.
                Ended::Interrupted(_) if self.algorithm.resume() => {}
                Ended::Interrupted(reason) => return self.stopped(Reason::Incomplete(reason.to_owned())),
                Ended::Limit(Limit::Work) if self.asking.is_done() => {
                    self.longest_step = self.longest_step.saturating_mul(2);
                    return Outcome::Paused;
                }
                Ended::Limit(Limit::Work) => {}
                Ended::Limit(Limit::Time) => return self.stopped(Reason::Timeout),
                Ended::Limit(Limit::Cancelled) => return self.stopped(Reason::Cancelled),
            }
            if stop.is_done() {
                return Outcome::Paused;
            }
            let (reached, waiting) = self.algorithm.size();
            judge.progress(&Progress { reached, waiting, refinements: self.counts.refinements });
        }
    }

    /// What is asked while exploring is not broken off as soon as the work is done, for a step that
    /// is nearly done would be done again. One that takes much longer is: its turn comes again,
    /// with twice as much.
    fn wait_for_answers(&mut self, stop: &Stop) {
        let left = stop.left().unwrap_or(u64::MAX);
        let most = left.saturating_add(self.longest_step.max(left.min(SECOND)));
        self.asking = stop.at_any_cost().within(most);
        self.algorithm.wait_until(self.asking.clone());
    }

    /// Shows the judge the paths to where executions end.
    fn show_ends<F>(&mut self, judge: &mut dyn Judge<F>, stop: &Stop) {
        for node in self.algorithm.take_ends() {
            if self.algorithm.reached().node(node).status == Status::Removed {
                continue;
            }
            let path = match stop.interrupted() {
                Some(_) => None,
                None => self.algorithm.path_to(node, stop).map(|path| Path { moves: path.moves }),
            };
            judge.ends(path.as_ref(), stop);
        }
    }

    fn fixpoint<F>(&self) -> Outcome<F> {
        let reasons = self.reasons();
        if reasons.is_empty() { Outcome::Proved } else { Outcome::Unknown(reasons) }
    }

    /// The exploration stopped before its end.
    fn stopped<F>(&self, reason: Reason) -> Outcome<F> {
        let reasons = if matches!(reason, Reason::Incomplete(_)) { self.reasons() } else { self.open() };
        Outcome::Unknown(std::iter::once(reason).chain(reasons).collect())
    }

    /// What was given up so far, and the other violations that were met: paths to them were
    /// excluded, but nobody knows whether all.
    pub fn open(&self) -> Vec<Reason> {
        let mut reasons = self.reasons();
        for (violation, position, paths) in self.met.iter().copied() {
            let is_known = |reason: &Reason| match reason {
                Reason::Undecided { violation: v, position: p, .. } => (*v, *p) == (violation, position),
                _ => false,
            };
            if !reasons.iter().any(is_known) {
                let why = match paths {
                    0 => "a path to it was not yet excluded".to_owned(),
                    1 => "a path to it was excluded, and there may be others".to_owned(),
                    paths => format!("{paths} paths to it were excluded, and there may be others"),
                };
                reasons.push(Reason::Undecided { violation, position, why });
            }
        }
        reasons
    }

    /// Notes where a violation is reached.
    fn meet(&mut self, target: Target, moves: &[Move]) -> Option<usize> {
        let TargetKind::Violation(violation) = target.kind else { return None };
        let position = own_place(&self.program, moves, target.edge);
        let known = self.met.iter().position(|(v, p, _)| (*v, *p) == (violation, position));
        known.or_else(|| {
            self.met.push((violation, position, 0));
            Some(self.met.len() - 1)
        })
    }

    /// Why the reached set proves nothing, whatever is still to come.
    fn reasons(&self) -> Vec<Reason> {
        let reached = self.algorithm.reached();
        let open = self.open.iter().filter(|(node, _)| reached.node(*node).status == Status::GivenUp);
        let mut reasons = Vec::new();
        for reason in open.map(|(_, reason)| reason).chain(self.algorithm.cuts()) {
            if !reasons.contains(reason) {
                reasons.push(reason.clone());
            }
        }
        reasons
    }

    /// Excludes, confirms or gives up a target; or leaves it for later, if its refinement takes
    /// longer than the work that is left.
    fn target<F>(&mut self, node: NodeId, judge: &mut dyn Judge<F>, stop: &Stop) -> Option<Outcome<F>> {
        self.counts.targets += 1;
        let target = self.algorithm.reached().node(node).target?;
        let Some(FoundPath { mut moves, places }) = self.algorithm.path_to(node, stop) else {
            if stop.interrupted().is_some() {
                self.give_up(node, target, &[], "time ran out while its path was computed");
                return None;
            }
            self.give_up(node, target, &[], "its path could not be found again, or is too long");
            return None;
        };
        let stations = stations(&places);
        let nodes: Vec<usize> = stations.iter().map(|station| station.at.moves).collect();
        let chain: Vec<Place> = stations.iter().map(|station| station.at).collect();
        if judge.passes(&moves, target) {
            return None;
        }
        let met = self.meet(target, &moves);
        if self.refining.enabled {
            let hash = FxBuildHasher.hash_one((&moves, target));
            if self.refining.judge_first
                && let Some(outcome) = self.judge_early(node, hash, &moves, target, judge, stop)
            {
                return Some(outcome);
            }
            if judge.passes(&moves, target) {
                return None;
            }
            // A path that is back was not excluded after all: conjunctions may be too weak for what
            // was found, answers of solvers may be missing. Where paths are merged, one of them
            // says little about all; where precisions are adjusted, what excluded a path may have
            // been given up since.
            if self.algorithm.is_by_blocks() && self.excluded.contains(&hash) && self.anew.insert(hash) {
                // It may have come by way of what is older than the precision.
                let precision = self.precision.unwrap_or(self.algorithm.reached().node(node).precision);
                self.open.clear();
                self.algorithm.begin_anew(precision);
                return None;
            }
            let part = self.algorithm.part();
            let repeated = self.excluded.contains(&hash) && !part.profile().merges && !part.profile().adjusts;
            let clock = Instant::now();
            let precision = self.precision.unwrap_or(self.algorithm.reached().node(node).precision);
            let path = ErrorPath { moves: &moves, nodes: &nodes, skipped: &[], target };
            let at = |place: Place| self.algorithm.node(place.set, place.node);
            let used: Vec<PrecisionId> = stations[1..].iter().map(|s| at(s.reached).taken_from.1).collect();
            let states: Vec<StateId> = chain.iter().map(|place| at(*place).state).collect();
            let refinement = if repeated {
                Refinement::Powerless
            } else {
                let (limited, meter) = (self.patiently(stop), Meter::start());
                let part = self.algorithm.part_mut();
                part.limit(&limited);
                let refinement = part.refine(&path, precision, &used, &states);
                self.wait_for_answers(stop);
                if matches!(refinement, Refinement::Powerless) && limited.reached() == Some(Limit::Work) {
                    self.counts.refining += clock.elapsed();
                    return Some(self.later(node, meter));
                }
                refinement
            };
            self.counts.refining += clock.elapsed();
            match refinement {
                Refinement::Excluded { precision, from } => {
                    self.patience = 0;
                    self.excluded.insert(hash);
                    if let Some(met) = met {
                        self.met[met].2 += 1;
                    }
                    self.counts.refinements += 1;
                    self.precision = Some(precision);
                    self.cut(&nodes, &places, &chain, precision, from);
                    return None;
                }
                Refinement::Finer { precision, from } => {
                    self.counts.refinements += 1;
                    self.precision = Some(precision);
                    self.cut(&nodes, &places, &chain, precision, from);
                    return None;
                }
                Refinement::Possible { moves: others } => moves = others,
                Refinement::Powerless => {}
            }
        }
        if !matches!(target.kind, TargetKind::Violation(_)) {
            self.give_up(node, target, &moves, "");
            return self.too_many();
        }
        let judgement = match self.doubted.get(&FxBuildHasher.hash_one((&moves, target))) {
            Some(Doubt::Infeasible) => Judgement::Infeasible,
            Some(Doubt::Undecided(why)) => Judgement::Undecided(why.clone()),
            None => match self.judge(&moves, target, judge, stop) {
                Ok(judgement) => judgement,
                Err(meter) => return Some(self.later(node, meter)),
            },
        };
        self.patience = 0;
        match judgement {
            Judgement::Real(counterexample) => return Some(Outcome::Refuted(counterexample)),
            Judgement::Noted => {}
            // Where every path is followed on its own, one that is infeasible needs no precision
            // that excludes it.
            Judgement::Infeasible if !self.algorithm.exploration().covering => {}
            Judgement::Infeasible => {
                self.give_up(
                    node,
                    target,
                    &moves,
                    "no execution takes the path, but no analysis of the configuration can tell",
                );
            }
            Judgement::Undecided(why) => self.give_up(node, target, &moves, &why),
        }
        self.too_many()
    }

    /// The limits of a refinement or a judgement in a turn: what is left of it, and if that is next
    /// to nothing, twice what was tried in vain before. So in the end there is enough.
    fn patiently(&self, stop: &Stop) -> Stop {
        stop.at_any_cost().within(stop.left().unwrap_or(u64::MAX).max(self.patience))
    }

    /// Leaves a target for the next turn, because what was tried since a moment was not enough.
    fn later<F>(&mut self, node: NodeId, since: Meter) -> Outcome<F> {
        self.patience = since.read().saturating_mul(2);
        self.algorithm.ask_again(node);
        Outcome::Paused
    }

    /// What the judge says; since when he tried, if the work was too little.
    fn judge<F>(
        &mut self,
        moves: &[Move],
        target: Target,
        judge: &mut dyn Judge<F>,
        stop: &Stop,
    ) -> Result<Judgement<F>, Meter> {
        self.counts.judged += 1;
        let (limited, meter) = (self.patiently(stop), Meter::start());
        let clock = Instant::now();
        let judgement = judge.judge(&Path { moves: moves.to_vec() }, target, &limited);
        self.counts.judging += clock.elapsed();
        match judgement {
            Judgement::Undecided(_) if limited.reached() == Some(Limit::Work) => Err(meter),
            judgement => Ok(judgement),
        }
    }

    /// Asks the judge about a path before it is refined. The answer is remembered if it is not that
    /// the path is real.
    fn judge_early<F>(
        &mut self,
        node: NodeId,
        hash: u64,
        moves: &[Move],
        target: Target,
        judge: &mut dyn Judge<F>,
        stop: &Stop,
    ) -> Option<Outcome<F>> {
        if self.doubted.contains_key(&hash) || !matches!(target.kind, TargetKind::Violation(_)) {
            return None;
        }
        let doubt = match self.judge(moves, target, judge, stop) {
            Err(meter) => return Some(self.later(node, meter)),
            Ok(Judgement::Real(counterexample)) => return Some(Outcome::Refuted(counterexample)),
            Ok(Judgement::Noted) => return None,
            Ok(Judgement::Infeasible) => Doubt::Infeasible,
            Ok(Judgement::Undecided(why)) => Doubt::Undecided(why),
        };
        self.doubted.insert(hash, doubt);
        None
    }

    fn too_many<F>(&self) -> Option<Outcome<F>> {
        (self.open.len() > self.refining.max_undecided).then(|| Outcome::Unknown(self.reasons()))
    }

    /// Removes what a new precision concerns.
    fn cut(&mut self, nodes: &[usize], places: &[Place], chain: &[Place], precision: PrecisionId, from: usize) {
        let at = nodes.iter().position(|n| *n >= from.max(1)).unwrap_or(nodes.len() - 1).max(1);
        let place = places.iter().position(|place| *place == chain[at]);
        match place.filter(|_| !self.refining.restart && at > 1) {
            Some(place) if self.algorithm.cut(places, place, precision) => {}
            Some(_) => self.open.clear(),
            // By blocks, what a refinement does not concern stays in the cache.
            None => {
                self.open.clear();
                self.algorithm.restart(precision);
            }
        }
    }

    fn give_up(&mut self, node: NodeId, target: Target, moves: &[Move], why: &str) {
        let position = own_place(&self.program, moves, target.edge);
        let reason = match target.kind {
            TargetKind::Unsupported(what) => {
                Reason::Unsupported { what: self.program.symbol(what).to_owned(), position }
            }
            TargetKind::UnknownCallee => {
                Reason::Unsupported { what: "a call through a pointer of which nothing is known".into(), position }
            }
            TargetKind::TooDeep => Reason::Recursion {
                function: self.program.functions[self.program.function_of(self.program.edges[target.edge].from)]
                    .name
                    .clone(),
            },
            TargetKind::Violation(violation) => Reason::Undecided { violation, position, why: why.to_owned() },
        };
        self.open.push((node, reason));
        let (reached, _) = self.algorithm.graph();
        reached.give_up(node);
    }
}

/// Places of a path between which there are no moves.
#[derive(Clone, Copy)]
struct Station {
    /// The one that counts: the node at the entry of a block, or the one behind it.
    at: Place,
    /// The one to which the moves before it lead: behind a block that is the exit.
    reached: Place,
}

/// The stations of a path. The root of the set of a block is where its entry is, and an exit where
/// the node behind it is.
fn stations(places: &[Place]) -> Vec<Station> {
    let mut stations: Vec<Station> = Vec::with_capacity(places.len());
    for place in places.iter().copied() {
        match stations.last_mut() {
            Some(last) if last.at.moves == place.moves && last.at.set != place.set => {
                let enters = place.node == ROOT;
                last.at = if enters { last.at } else { place };
            }
            _ => stations.push(Station { at: place, reached: place }),
        }
    }
    stations
}

/// The first node of every set.
const ROOT: NodeId = 0;

/// What a step may take beyond a turn at first, if the turn is not longer. Some go on for long,
/// each move with questions; one that is taken back is taken again with twice as much.
const LONGEST_STEP: u64 = 125 * MILLISECOND;

/// After how much work progress is told, and how often ends of executions are looked at.
const PROGRESS: u64 = 100 * MILLISECOND;
const ENDS: u64 = 4 * MILLISECOND;
