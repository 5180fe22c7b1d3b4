//! The search: iterated local search over configurations.
//!
//! From the best of the configuration to begin with and some random ones, walk to neighbours that
//! are at least as good until there is none; then change a few parameters at random, walk again,
//! and keep what is at least as good; now and then begin anew somewhere.
//!
//! What is *better* is a matter of runs on a fixed sequence of trials (instance and seed), the same
//! for all configurations. `N(c)` is how many runs configuration `c` has had.
//!
//! - **BasicILS(N)** compares the sums of the first N runs.
//! - **FocusedILS** spends runs where they matter. `a` *dominates* `b` if it has at least as many
//!   runs and is not worse on the first N(b) of them. To compare, the one with fewer runs gets one
//!   more (both if they have the same number), until one dominates. A winner gets as many further
//!   runs as there were comparisons since the last win, so that good configurations become well
//!   known and bad ones are dropped after few runs.
//!
//! **Adaptive capping** stops a run as soon as its configuration can no longer win
//! ([`compare`](self)). Trajectory-preserving capping stops when the sum is over that of the
//! opponent, so that no decision changes. Aggressive capping stops also when it is over a multiple
//! of what the incumbent needs for the same trials.
//!
//! All decisions depend on the seed and the answers of the [`Target`] alone.

mod compare;

pub use compare::Measure;

use crate::random::Random;
use crate::space::{Configuration, Space};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

/// After so many steps in which no configuration was given a run, there is nothing left to find.
const IDLE_STEPS: usize = 300;

/// One of the runs that all configurations make in the same order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// Which instance.
    pub instance: usize,
    /// Which seed the tool gets.
    pub seed: u64,
}

/// What a run costs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Cost {
    /// So much; of a run without an answer, what that counts as.
    Exact(f64),
    /// More than this, at which it was stopped.
    MoreThan(f64),
    /// The answer was wrong: the configuration must not be used.
    Wrong,
}

/// Why a search ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stop {
    /// The budget is used up.
    Budget,
    /// There is nothing left to measure.
    Exhausted,
    /// It was interrupted.
    Cancelled,
    /// It cannot go on, for this reason.
    Failed(String),
}

/// What is tuned.
pub trait Target {
    /// Runs a configuration. A run that costs more than `cap` may be stopped; the answer may be
    /// [`Cost::MoreThan`] only then.
    fn evaluate(&mut self, configuration: &Configuration, trial: Trial, cap: f64) -> Result<Cost, Stop>;

    /// Hears of a new best configuration, its mean cost and the number of its runs.
    fn incumbent(&mut self, _configuration: &Configuration, _mean: f64, _runs: usize) -> Result<(), Stop> {
        Ok(())
    }
}

/// How configurations are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Algorithm {
    /// As many runs as it takes.
    Focused,
    /// This many runs of each.
    Basic(usize),
}

/// When runs are stopped.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Capping {
    /// At the cutoff.
    None,
    /// When they cannot win any more.
    Preserving,
    /// Also when they need this many times as much as the incumbent.
    Aggressive(f64),
}

/// How to search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How configurations are compared.
    pub algorithm: Algorithm,
    /// When runs are stopped.
    pub capping: Capping,
    /// How many random configurations are tried at first.
    pub initial: usize,
    /// How many parameters a perturbation changes.
    pub perturbation: usize,
    /// How likely a step is followed by a new beginning.
    pub restart: f64,
    /// The seed of all decisions.
    pub seed: u64,
    /// The trials, in the order in which configurations make them; no more than these.
    pub sequence: Vec<Trial>,
    /// What a run may cost at most.
    pub cutoff: f64,
    /// No run is stopped before this: less cannot be measured.
    pub floor: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            algorithm: Algorithm::Focused,
            capping: Capping::Aggressive(2.0),
            initial: 10,
            perturbation: 3,
            restart: 0.01,
            seed: 1,
            sequence: Vec::new(),
            cutoff: f64::INFINITY,
            floor: 0.0,
        }
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The best configuration.
    pub incumbent: Configuration,
    /// Its mean cost, as far as it is known.
    pub mean: f64,
    /// How many runs it has had.
    pub runs: usize,
    /// How many steps were finished: perturbation and walk.
    pub steps: usize,
    /// How many runs were asked for.
    pub evaluations: usize,
    /// Why it ended.
    pub stop: Stop,
}

/// What is known of a configuration.
#[derive(Clone, Debug, Default)]
struct History {
    /// How many runs it has had. Of those that were not needed to decide, the cost is not known.
    runs: usize,
    costs: Vec<Option<Cost>>,
}

/// A search.
pub struct Search<'a, T> {
    space: &'a Space,
    settings: Settings,
    target: T,
    random: Random,
    histories: FxHashMap<Configuration, History>,
    incumbent: Configuration,
    /// Comparisons since the last win.
    bonus: usize,
    evaluations: usize,
    /// The sum of all numbers of runs.
    all_runs: usize,
    steps: usize,
}

impl<'a, T: Target> Search<'a, T> {
    /// A search that has not begun.
    pub fn new(space: &'a Space, settings: Settings, target: T) -> Self {
        let random = Random::new(settings.seed);
        Search {
            random,
            incumbent: space.start(),
            space,
            settings,
            target,
            histories: FxHashMap::default(),
            bonus: 0,
            evaluations: 0,
            all_runs: 0,
            steps: 0,
        }
    }

    /// Searches until the target says stop.
    pub fn run(mut self) -> Found {
        let stop = match self.settings.sequence.is_empty() {
            true => Stop::Exhausted,
            false => self.search().err().unwrap_or(Stop::Exhausted),
        };
        let runs = self.runs(&self.incumbent);
        Found {
            mean: self.known_mean(&self.incumbent),
            incumbent: self.incumbent,
            runs,
            steps: self.steps,
            evaluations: self.evaluations,
            stop,
        }
    }

    fn search(&mut self) -> Result<(), Stop> {
        let mut best = self.space.start();
        // What is to be beaten is tried first, then random ones.
        let mut rivals = vec![self.space.base()];
        for _ in 0..self.settings.initial {
            rivals.push(self.space.random(&mut self.random));
        }
        self.first_run(&best)?;
        for rival in rivals {
            if rival != best && self.better(&rival, &best)? {
                best = rival;
            }
        }
        let mut current = self.walk(best)?;
        let mut idle = 0;
        while idle < IDLE_STEPS {
            let before = self.all_runs;
            let mut next = current.clone();
            for _ in 0..self.settings.perturbation {
                next = self.random_neighbour(next);
            }
            let next = self.walk(next)?;
            if self.better(&next, &current)? {
                current = next;
            }
            if self.random.chance(self.settings.restart) {
                current = self.space.random(&mut self.random);
            }
            self.steps += 1;
            idle = if self.all_runs == before { idle + 1 } else { 0 };
        }
        Ok(())
    }

    /// Walks to neighbours that are at least as good, the first that is found, until there is none.
    /// No configuration is visited twice, so that the walk ends also where many are equally good.
    fn walk(&mut self, mut current: Configuration) -> Result<Configuration, Stop> {
        let mut visited = FxHashSet::default();
        visited.insert(current.clone());
        loop {
            let mut neighbours = self.space.neighbours(&current);
            self.random.shuffle(&mut neighbours);
            let mut improved = None;
            for neighbour in neighbours {
                if visited.insert(neighbour.clone()) && self.better(&neighbour, &current)? {
                    improved = Some(neighbour);
                    break;
                }
            }
            match improved {
                Some(neighbour) => current = neighbour,
                None => return Ok(current),
            }
        }
    }

    fn random_neighbour(&mut self, configuration: Configuration) -> Configuration {
        let mut neighbours = self.space.neighbours(&configuration);
        let chosen = self.random.below(neighbours.len());
        if neighbours.is_empty() { configuration } else { neighbours.swap_remove(chosen) }
    }
}
