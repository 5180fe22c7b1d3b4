//! Configurations: which analyses work together, and how. Each is a short file in `configs/`.
//!
//! A file sets `parts`, a list of analyses, and options of the table below; `slicing(ANALYSIS)` and `powerset(ANALYSIS,ANALYSIS)` are
//! analyses too; or it has lines `run = NAME`, one for each configuration of a
//! portfolio, in the order of their turns. `run = NAME 2` has twice the work of others in each round; `run = NAME from 100ms` joins when a
//! round has that much work; `run = NAME if FEATURES` is for programs only that have all these [features](Features::NAMES), or with
//! `no-FEATURE` have not. All of these go together, in this order. What rounds are is said in [`adumbra_engine::portfolio`].
//!
//! ```
//! use adumbra_analyses::configuration;
//! let value = configuration::find("value")?;
//! assert_eq!(value.parts(), ["location", "callstack", "value"]);
//! assert!(configuration::find("vaule").unwrap_err().to_string().ends_with("nearest: value"));
//! # Ok::<(), configuration::ConfigurationError>(())
//! ```

use crate::features::Features;
use adumbra_engine::{Coverage, Exploration, Granularity, Merge, Refining, Traversal};
use adumbra_options::{ConfigError, OptionError, OptionTable, apply_with, nearest, options};
use adumbra_stop::{MILLISECOND, SECOND};

options! {
    /// How analyses explore and refine.
    pub struct AnalysisOptions {
        traversal: choice = "depth-first" of ["depth-first", "breadth-first", "reverse-postorder", "call-depth", "loop-iteration", "random-path", "coverage", "mix"], fixed, "Which of the waiting states is explored next.";
        mix_depth_first: count = 1 in 0..=1_000_000, tunable, "With traversal = mix: the weight of depth-first.";
        mix_breadth_first: count = 1 in 0..=1_000_000, tunable, "With traversal = mix: the weight of breadth-first.";
        mix_reverse_postorder: count = 0 in 0..=1_000_000, tunable, "With traversal = mix: the weight of reverse-postorder.";
        mix_call_depth: count = 0 in 0..=1_000_000, tunable, "With traversal = mix: the weight of call-depth.";
        mix_loop_iteration: count = 0 in 0..=1_000_000, tunable, "With traversal = mix: the weight of loop-iteration.";
        mix_random_path: count = 0 in 0..=1_000_000, tunable, "With traversal = mix: the weight of random-path.";
        mix_coverage: count = 0 in 0..=1_000_000, tunable, "With traversal = mix: the weight of coverage.";
        seed: count = 0 in 0..=(u64::MAX), fixed, "What is random in an order of exploration: another seed, another order.";
        covering: flag = true, fixed, "Leave out states that others cover; without it every path is followed on its own, and nothing is merged.";
        granularity: choice = "decided" of ["decided", "edge"], fixed, "Where states are kept: where the way is open, or after every edge.";
        refinement: choice = "none" of ["none", "lazy", "restart"], fixed, "Refine the precision by paths that are not real: keep what the refinement does not concern, or begin anew.";
        precision_scope: choice = "location" of ["location", "function", "global"], fixed, "Where a thing that refinement asks for is tracked.";
        merge: choice = "own" of ["sep", "join", "own"], fixed, "Merge of states that are not locations or stacks: never, by joining, or as the analysis likes.";
        stop: choice = "sep" of ["sep", "join"], fixed, "A state is covered by one state, or by the join of several.";
        call_depth: count = 1000 in 1..=1_000_000, fixed, "Most open calls that are followed.";
        values: choice = "as-needed" of ["as-needed", "all"], fixed, "With refinement: which values are tracked at first: none, until a path asks for them, or all of them; then other parts refine.";
        symbolic: flag = false, fixed, "Values may be terms over unknowns, with the conditions of the branches that were taken: symbolic execution.";
        symbolic_shift: flag = true, fixed, "Symbolic values: states that differ by what an unknown is shifted by are made the same, so that counts from an input end.";
        symbolic_branches: flag = false, fixed, "Symbolic values with refinement: the condition of the branch at which a path cannot go on is tracked, besides what it rests on.";
        symbolic_places: count = 64 in 0..=65536, tunable, "Symbolic values: most places that an access at an unknown offset is followed to.";
        value_threshold: count = (u64::MAX) in 1..=(u64::MAX), tunable, "A thing with more values than this at a location is not tracked any more.";
        heap_depth: count = (u64::MAX) in 0..=(u64::MAX), tunable, "What points into a structure of more heap objects in a row than this is not tracked any more.";
        too_deep: choice = "forget" of ["forget", "interrupt"], fixed, "With heap-depth: the state at hand forgets a structure that is too deep; or the exploration is interrupted, and all states that wait forget what points into it.";
        interval_ranges: flag = false, tunable, "Keep states apart in which a global is in different ranges between the numbers that it is compared with.";
        compare: flag = false, fixed, "Parts that know numbers drop those whose one value another part knows: fewer states are different, but what is computed from a dropped number is not known to the part.";
        widen_after: count = 3 in 0..=1_000_000, tunable, "Joins at a place before intervals are widened.";
        blocks: choice = "loops" of ["single", "loops", "functions", "length", "never"], fixed, "Predicates: where abstractions are computed: after every move, at the heads of loops, there and where functions are entered and left, after a number of moves, or nowhere.";
        block_length: count = 20 in 1..=1_000_000, tunable, "Predicates: moves of a block with blocks = length.";
        abstraction: choice = "boolean" of ["boolean", "cartesian"], fixed, "Predicates: any Boolean combination of them, or conjunctions only.";
        arrays: choice = "whole" of ["whole", "watched"], fixed, "Predicates: arrays are followed as a whole, or at one watched place that may be any, with predicates guessed about it.";
        query_conflicts: count = 20_000 in 1..=(u64::MAX), tunable, "Predicates: conflicts that a question to the solver may take before its answer is left open.";
        loop_bound: count = 8 in 1..=1_000_000, tunable, "Iterations for which the part `bound` follows each loop.";
        max_loop_bound: count = 1 in 1..=1_000_000, fixed, "As long as nothing but the bound on loops is in the way of a proof, it is doubled, up to this; not at all if this is not above loop-bound.";
        slicing_criterion: choice = "target-path" of ["target-path", "target-location"], fixed, "Slicing: what a path that is not real makes relevant: its assumptions and its last edge, or the last edge alone.";
        slicing_order: choice = "slice-then-inner" of ["slice-then-inner", "slice-first"], fixed, "Slicing: refine the slice and the wrapped analysis by the same path, or the wrapped analysis only if the slice is large enough.";
        check_path: choice = "slice" of ["slice", "program"], fixed, "Whether a path is first looked at by the analyses, on the slice if there is one, or first judged on the whole program.";
        random_executions: count = 300 in 1..=(u64::MAX), fixed, "Random executions: how many.";
        random_steps: count = 200_000 in 1..=(u64::MAX), fixed, "Random executions: how many steps each at most.";
        max_undecided: count = 200 in 0..=1_000_000, fixed, "Paths that can be neither excluded nor confirmed before the configuration gives up.";
    }
}

/// A configuration.
#[derive(Clone, PartialEq, Debug)]
pub struct Configuration {
    /// Its name, or the path of its file.
    pub name: String,
    /// What it is for, in one line.
    pub description: String,
    /// What it does.
    pub plan: Plan,
}

/// What a configuration does.
#[derive(Clone, PartialEq, Debug)]
pub enum Plan {
    /// Analyses that work together.
    Single(Box<Single>),
    /// Configurations one after the other.
    Portfolio(Vec<Turn>),
}

/// A configuration in a portfolio.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// The configuration.
    pub configuration: Configuration,
    /// How much more work than others it has in a round.
    pub share: f64,
    /// It joins when a round has this much work.
    pub from: u64,
    /// The features that a program must have, or must not have.
    pub needs: Vec<(&'static str, bool)>,
}

impl Turn {
    /// Is it for programs with these features?
    pub fn fits(&self, features: &Features) -> bool {
        self.needs.iter().all(|(name, wanted)| features.get(name) == Some(*wanted))
    }

    /// Reads `NAME SHARE from WORK if FEATURES`.
    fn parse(text: &str) -> Result<Turn, OptionError> {
        let malformed = |text: &str, expected: String| {
            let text = text.to_owned();
            Err(OptionError::Malformed { name: "run", text, expected })
        };
        let (start, condition) = text.split_once(" if ").unwrap_or((text, ""));
        let (start, from) = start.split_once(" from ").unwrap_or((start, "0ms"));
        let (name, share) = start.trim().split_once(' ').unwrap_or((start.trim(), "1"));
        let share = match share.trim().parse::<f64>() {
            Ok(share) if (0.01..=100.0).contains(&share) => share,
            _ => return malformed(text, "a configuration and a share between 0.01 and 100".into()),
        };
        let Some(from) = work(from.trim()) else {
            return malformed(from.trim(), "an amount of work such as 100ms or 2s".into());
        };
        let mut needs = Vec::new();
        for word in condition.split([' ', ',']).filter(|word| !word.is_empty()) {
            let (feature, wanted) = word.strip_prefix("no-").map_or((word, true), |feature| (feature, false));
            match Features::NAMES.iter().find(|(known, _)| *known == feature) {
                Some((known, _)) => needs.push((*known, wanted)),
                None => {
                    let known: Vec<&str> = Features::NAMES.iter().map(|(known, _)| *known).collect();
                    return malformed(word, format!("a feature of programs, or `no-` and one: {}", known.join(", ")));
                }
            }
        }
        match find(name) {
            Ok(configuration) => Ok(Turn { configuration, share, from, needs }),
            Err(e) => malformed(name, format!("a configuration: {e}")),
        }
    }
}

/// Reads an amount of work: `100ms`, `2s`.
pub fn work(text: &str) -> Option<u64> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, MILLISECOND),
        None => (text.strip_suffix('s')?, SECOND),
    };
    let number: f64 = number.trim().parse().ok()?;
    (0.0..=1e9).contains(&number).then_some((number * unit as f64) as u64)
}

/// Analyses that work together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Single {
    /// The names of the analyses, in the order in which they take a step.
    pub parts: Vec<String>,
    /// The options.
    pub options: AnalysisOptions,
}

impl Single {
    /// Can all parts merge and stop as the options say?
    fn check_operators(&self, name: &str) -> Result<(), ConfigurationError> {
        let (merge, stop) = (self.options.merge, self.options.stop);
        for part in &self.parts {
            let data = sliced(part).unwrap_or(part);
            let set = in_powerset(part).is_some();
            if PLACES.contains(&data) {
                continue;
            }
            let refused = if merge == "join" && !set && !JOINED.contains(&data) {
                Some(("merge", merge, "has no join of states that could be chosen"))
            } else if merge != "own" && ALONE.contains(&data) {
                Some(("merge", merge, "has no states to merge"))
            } else if stop == "join" && !set {
                Some(("stop", stop, "has joins that mean more than both states, so that they prove nothing"))
            } else {
                None
            };
            if let Some((option, value, why)) = refused {
                let (name, part) = (name.to_owned(), part.clone());
                return Err(ConfigurationError::Operator { name, option, value, part, why });
            }
        }
        Ok(())
    }
}

/// Why a configuration cannot be used.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ConfigurationError {
    /// There is none of this name.
    #[error("no configuration is called `{name}`{}", if nearest.is_empty() { String::new() } else { format!("; nearest: {}", nearest.join(", ")) })]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        nearest: Vec<&'static str>,
    },
    /// A line cannot be used.
    #[error("{name}: {cause}")]
    Line {
        /// The configuration.
        name: String,
        /// What is wrong.
        cause: ConfigError,
    },
    /// A part has not the operator that is asked for.
    #[error("{name}: {option} = {value}: the part `{part}` {why}")]
    Operator {
        /// The configuration.
        name: String,
        /// The option.
        option: &'static str,
        /// Its value.
        value: &'static str,
        /// The part.
        part: String,
        /// Why it cannot.
        why: &'static str,
    },
    /// It does nothing.
    #[error("{name}: it has neither `parts` nor `run`")]
    Empty {
        /// The configuration.
        name: String,
    },
    /// An option that is set from outside cannot be.
    #[error(transparent)]
    Option(#[from] OptionError),
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// The configurations that come with Adumbra, with their files; the default one first.
        pub const SHIPPED: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../configs/", $name, ".conf"))),)*];
    };
}

shipped!(
    "default",
    "value",
    "value-refined",
    "interval",
    "value-interval",
    "value-then-interval",
    "value-interval-refined",
    "value-predicate",
    "value-sliced",
    "predicate-sliced",
    "paths",
    "symbolic",
    "symbolic-refined",
    "symbolic-sliced",
    "symbolic-sliced-refined",
    "predicate",
    "predicate-lbe",
    "predicate-watched",
    "bmc",
    "k-induction",
    "valuations",
    "random"
);

/// The analyses that a configuration can name.
pub const PARTS: &[&str] = &[
    "location",
    "callstack",
    "bound",
    "value",
    "interval",
    "constant",
    "constant-propagation",
    "sign",
    "unit",
    "predicate",
    "reaching",
    "uninitialised",
    "flow",
    "dominators",
    "backward",
    "induction",
    "valuations",
    "random",
];

/// The analyses that slicing can go around: those that know data, and nothing of where the execution is.
pub const SLICED: &[&str] = &["value", "interval", "constant", "sign", "predicate"];

/// The analyses whose states can be in sets: all that explore states by steps.
const IN_SETS: &[&str] = &[
    "location",
    "callstack",
    "value",
    "interval",
    "constant",
    "constant-propagation",
    "sign",
    "unit",
    "reaching",
    "uninitialised",
];

/// The analyses whose states have a join.
const JOINED: &[&str] = &[
    "value",
    "interval",
    "constant",
    "constant-propagation",
    "sign",
    "unit",
    "reaching",
    "uninitialised",
    "flow",
    "dominators",
];

/// The analyses that do not merge states at all: what is between their states is their own affair.
const ALONE: &[&str] = &["induction", "valuations", "random"];

/// The analyses that only say where an execution is: their states are never merged.
const PLACES: &[&str] = &["location", "callstack", "bound", "backward"];

/// The analysis in `slicing(ANALYSIS)`.
pub fn sliced(part: &str) -> Option<&str> {
    part.strip_prefix("slicing(")?.strip_suffix(')')
}

/// The analyses in `powerset(ANALYSIS,ANALYSIS…)`.
pub fn in_powerset(part: &str) -> Option<Vec<&str>> {
    Some(part.strip_prefix("powerset(")?.strip_suffix(')')?.split(',').collect())
}

/// Is there an analysis of this name? If not, says which may be meant.
fn known_part(part: &str) -> Result<(), OptionError> {
    let named = match (sliced(part), in_powerset(part)) {
        (Some(inner), _) => vec![(inner, SLICED)],
        (None, Some(inner)) => inner.into_iter().map(|inner| (inner, IN_SETS)).collect(),
        _ => vec![(part, PARTS)],
    };
    for (name, known) in named {
        if !known.contains(&name) {
            let near = nearest(name, known.iter().copied()).into_iter().map(str::to_owned).collect();
            return Err(OptionError::Unknown { name: name.to_owned(), nearest: near });
        }
    }
    Ok(())
}

/// A shipped configuration.
pub fn find(name: &str) -> Result<Configuration, ConfigurationError> {
    match SHIPPED.iter().find(|(n, _)| *n == name) {
        Some((_, text)) => read(name, text),
        None => Err(ConfigurationError::Unknown {
            name: name.to_owned(),
            nearest: nearest(name, SHIPPED.iter().map(|(n, _)| *n)),
        }),
    }
}

/// All shipped configurations. Each is read in the tests, so that none has an error.
pub fn shipped() -> impl Iterator<Item = Configuration> {
    SHIPPED.iter().filter_map(|(name, _)| find(name).ok())
}

/// Reads a configuration. Portfolios name shipped ones.
pub fn read(name: &str, text: &str) -> Result<Configuration, ConfigurationError> {
    let mut single = Single::default();
    let mut runs = Vec::new();
    let applied = apply_with(text, |key, value| match key {
        "parts" => {
            for part in value.split_whitespace() {
                known_part(part)?;
                single.parts.push(part.to_owned());
            }
            Ok(())
        }
        "run" => {
            runs.push(Turn::parse(value)?);
            Ok(())
        }
        _ => single.options.set(key, value),
    });
    applied.map_err(|cause| ConfigurationError::Line { name: name.to_owned(), cause })?;
    let description =
        text.lines().next().filter(|l| l.starts_with('#')).unwrap_or_default().trim_start_matches('#').trim();
    let plan = match (runs.is_empty(), single.parts.is_empty()) {
        (false, _) => Plan::Portfolio(runs),
        (true, false) => {
            single.check_operators(name)?;
            Plan::Single(Box::new(single))
        }
        (true, true) => return Err(ConfigurationError::Empty { name: name.to_owned() }),
    };
    Ok(Configuration { name: name.to_owned(), description: description.to_owned(), plan })
}

impl Configuration {
    /// The names of the analyses, of all runs in a portfolio.
    pub fn parts(&self) -> Vec<&str> {
        match &self.plan {
            Plan::Single(single) => single.parts.iter().map(String::as_str).collect(),
            Plan::Portfolio(runs) => runs.iter().flat_map(|turn| turn.configuration.parts()).collect(),
        }
    }

    /// Sets an option, in all runs of a portfolio.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigurationError> {
        match &mut self.plan {
            Plan::Single(single) => {
                single.options.set(name, value)?;
                single.check_operators(&self.name)?;
            }
            Plan::Portfolio(runs) => {
                for turn in runs {
                    turn.configuration.set(name, value)?;
                }
            }
        }
        Ok(())
    }
}

impl AnalysisOptions {
    /// How to explore.
    pub fn exploration(&self) -> Exploration {
        let traversal = if self.traversal == "mix" {
            let weights = [
                self.mix_depth_first,
                self.mix_breadth_first,
                self.mix_reverse_postorder,
                self.mix_call_depth,
                self.mix_loop_iteration,
                self.mix_random_path,
                self.mix_coverage,
            ];
            let mix: Vec<_> = Traversal::NAMES
                .iter()
                .zip(weights)
                .filter(|(_, weight)| *weight > 0)
                .map(|((_, order), weight)| (order.clone(), weight as u32))
                .collect();
            if mix.is_empty() { Traversal::DepthFirst } else { Traversal::Mix(mix) }
        } else {
            Traversal::parse(self.traversal).unwrap_or(Traversal::DepthFirst)
        };
        let traversal = traversal.seeded(self.seed);
        let granularity = if self.granularity == "edge" { Granularity::Edge } else { Granularity::Decided };
        Exploration { traversal, granularity, covering: self.covering }
    }

    /// How numbers merge.
    pub fn merge(&self) -> Merge {
        match self.merge {
            "sep" => Merge::Sep,
            "join" => Merge::Join,
            _ => Merge::Own,
        }
    }

    /// When numbers are covered.
    pub fn stop(&self) -> Coverage {
        if self.stop == "join" { Coverage::Join } else { Coverage::Sep }
    }

    /// How to refine.
    pub fn refining(&self) -> Refining {
        Refining {
            enabled: self.refinement != "none",
            restart: self.refinement == "restart",
            judge_first: self.check_path == "program",
            max_undecided: usize::try_from(self.max_undecided).unwrap_or(usize::MAX),
        }
    }
}
