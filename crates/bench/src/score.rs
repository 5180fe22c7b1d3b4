//! How results are turned into a score: schemes are data.
//!
//! A scheme gives points to each class of results, or counts the time spent with a penalty for what
//! was not solved. Categories may have weights. A *normalised* total gives each category the same
//! say, however many tasks it has: a category with `n` of all `N` tasks and the score `s` counts
//! `s / n`, and the weighted mean of these is multiplied with `N`.

use crate::model::{Class, Expected};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The schemes that are built in, as text.
const SHIPPED: [&str; 4] = [
    include_str!("../../../scores/sv-comp.toml"),
    include_str!("../../../scores/sv-comp-2015.toml"),
    include_str!("../../../scores/solved.toml"),
    include_str!("../../../scores/par-2.toml"),
];

/// Why a scheme cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SchemeError {
    /// There is none of that name, and no such file.
    #[error("there is no score named `{name}`, and no such file; there are {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The file cannot be read.
    #[error("{path}: {cause}")]
    File {
        /// The file.
        path: String,
        /// Why.
        cause: std::io::Error,
    },
    /// The text is not a scheme.
    #[error("{origin}: {cause}")]
    Content {
        /// Where the text is from.
        origin: String,
        /// What is wrong with it.
        cause: String,
    },
}

/// A way to score.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scheme {
    /// Its name.
    pub name: String,
    /// One line about it.
    #[serde(default)]
    pub description: String,
    /// Points for each class; more is better.
    pub points: Option<Points>,
    /// Time with penalties; less is better.
    pub penalised_time: Option<PenalisedTime>,
    /// Does each category have the same say in the total?
    #[serde(default)]
    pub normalise: bool,
    /// Weights of categories; 1 where nothing is said.
    #[serde(default)]
    pub weights: BTreeMap<String, f64>,
}

/// Points for each class of results.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Points {
    /// For a correct proof.
    pub correct_true: f64,
    /// For a correct alarm.
    pub correct_false: f64,
    /// For a wrong proof.
    pub wrong_true: f64,
    /// For a wrong alarm.
    pub wrong_false: f64,
    /// For an answer where nothing is known.
    pub unjudged: f64,
    /// For no answer.
    pub unknown: f64,
}

/// Time spent, with a penalty for what was not solved.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PenalisedTime {
    /// What was not solved counts this many times the limit.
    pub factor: f64,
    /// Which time.
    pub time: Clock,
    /// The limit in seconds; where it is not given, the longest limit of the columns.
    pub limit: Option<f64>,
    /// Does an answer count as solved where nothing is known?
    #[serde(default)]
    pub unjudged_solved: bool,
}

/// Which time counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// Processor time.
    Cpu,
    /// Time on the clock.
    Wall,
}

/// What a scheme looks at in a result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scored {
    /// How the answer compares with what is known.
    pub class: Class,
    /// Seconds of processor time.
    pub cpu: f64,
    /// Seconds on the clock.
    pub wall: f64,
}

impl Scheme {
    /// The schemes that are built in.
    pub fn shipped() -> Vec<Scheme> {
        // A test reads all of them.
        SHIPPED.iter().filter_map(|text| Scheme::parse(text, "built in").ok()).collect()
    }

    /// A built-in scheme by its name, or one from a file.
    pub fn find(name: &str) -> Result<Scheme, SchemeError> {
        let shipped = Scheme::shipped();
        if let Some(scheme) = shipped.iter().find(|scheme| scheme.name == name) {
            return Ok(scheme.clone());
        }
        let path = Path::new(name);
        if !path.exists() {
            let known: Vec<_> = shipped.iter().map(|scheme| format!("`{}`", scheme.name)).collect();
            return Err(SchemeError::Unknown { name: name.to_owned(), known: known.join(", ") });
        }
        let text = std::fs::read_to_string(path).map_err(|cause| SchemeError::File { path: name.to_owned(), cause })?;
        Scheme::parse(&text, name)
    }

    /// Reads a scheme.
    pub fn parse(text: &str, origin: &str) -> Result<Scheme, SchemeError> {
        let wrong = |cause: String| SchemeError::Content { origin: origin.to_owned(), cause };
        let scheme: Scheme = toml::from_str(text).map_err(|cause| wrong(cause.to_string().trim_end().to_owned()))?;
        if scheme.points.is_some() == scheme.penalised_time.is_some() {
            return Err(wrong("a score has either `points` or `penalised-time`".into()));
        }
        let mut numbers: Vec<f64> = Vec::new();
        if let Some(p) = &scheme.points {
            numbers.extend([p.correct_true, p.correct_false, p.wrong_true, p.wrong_false, p.unjudged, p.unknown]);
        }
        if let Some(time) = &scheme.penalised_time {
            numbers.extend([time.factor, time.limit.unwrap_or(1.0)]);
            if time.factor < 0.0 || time.limit.is_some_and(|limit| limit <= 0.0) {
                return Err(wrong("`factor` and `limit` must be positive".into()));
            }
        }
        if scheme.weights.values().any(|weight| *weight < 0.0) {
            return Err(wrong("a weight must not be negative".into()));
        }
        numbers.extend(scheme.weights.values());
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(wrong("every number must be finite".into()));
        }
        Ok(scheme)
    }

    /// Is a smaller score the better one?
    pub fn less_is_better(&self) -> bool {
        self.penalised_time.is_some()
    }

    /// The weight of a category.
    pub fn weight(&self, category: &str) -> f64 {
        self.weights.get(category).copied().unwrap_or(1.0)
    }

    /// The score of one result. `limit` is the longest limit of the columns; without any, what was
    /// not solved counts its own time, multiplied with the factor.
    pub fn score(&self, result: Scored, limit: Option<f64>) -> f64 {
        if let Some(points) = &self.points {
            return points.of(result.class);
        }
        let Some(rule) = &self.penalised_time else { return 0.0 };
        let time = match rule.time {
            Clock::Cpu => result.cpu,
            Clock::Wall => result.wall,
        };
        let solved = result.class.is_correct() || (rule.unjudged_solved && result.class == Class::Unjudged);
        if solved { time } else { rule.factor * rule.limit.or(limit).unwrap_or(time) }
    }

    /// The best score that a task allows; nothing where time counts.
    pub fn best(&self, expected: &Expected) -> Option<f64> {
        let points = self.points.as_ref()?;
        Some(match expected {
            Expected::True | Expected::Unsat | Expected::Answers(_) => points.correct_true,
            Expected::False(_) | Expected::Sat => points.correct_false,
            Expected::Nothing => points.unjudged.max(points.unknown),
        })
    }

    /// What the score of a task is multiplied with in the total, by category. `sizes` are the
    /// categories with their numbers of tasks.
    pub fn factors(&self, sizes: &[(String, usize)]) -> Vec<f64> {
        let filled = || sizes.iter().filter(|(_, size)| *size > 0);
        let tasks: usize = filled().map(|(_, size)| size).sum();
        let weights: f64 = filled().map(|(category, _)| self.weight(category)).sum();
        sizes
            .iter()
            .map(|(category, size)| match self.normalise {
                false => self.weight(category),
                true if *size == 0 || weights == 0.0 => 0.0,
                true => self.weight(category) / weights * tasks as f64 / *size as f64,
            })
            .collect()
    }
}

impl Points {
    /// The points of a class.
    pub fn of(&self, class: Class) -> f64 {
        match class {
            Class::CorrectTrue => self.correct_true,
            Class::CorrectFalse => self.correct_false,
            Class::WrongTrue => self.wrong_true,
            Class::WrongFalse => self.wrong_false,
            Class::Unjudged => self.unjudged,
            Class::Unknown => self.unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(class: Class, cpu: f64) -> Scored {
        Scored { class, cpu, wall: cpu * 2.0 }
    }

    #[test]
    fn every_shipped_scheme_can_be_read() {
        assert_eq!(Scheme::shipped().len(), SHIPPED.len());
    }

    #[test]
    fn sv_comp_gives_2_1_minus_16_minus_32() {
        let scheme = Scheme::find("sv-comp").unwrap();
        let points = Class::ALL.map(|class| scheme.score(scored(class, 1.0), None));
        assert_eq!(points, [2.0, 1.0, -32.0, -16.0, 0.0, 0.0]);
    }

    #[test]
    fn penalised_time_counts_what_is_unsolved_twice() {
        let scheme = Scheme::find("par-2").unwrap();
        assert!(scheme.less_is_better());
        assert_eq!(scheme.score(scored(Class::CorrectTrue, 3.0), Some(60.0)), 3.0);
        assert_eq!(scheme.score(scored(Class::Unjudged, 3.0), Some(60.0)), 3.0);
        assert_eq!(scheme.score(scored(Class::Unknown, 3.0), Some(60.0)), 120.0);
        assert_eq!(scheme.score(scored(Class::WrongTrue, 3.0), Some(60.0)), 120.0);
    }

    #[test]
    fn a_normalised_total_gives_categories_the_same_say() {
        let mut scheme = Scheme::find("sv-comp").unwrap();
        scheme.normalise = true;
        let sizes = [("big".to_owned(), 90), ("small".to_owned(), 10), ("empty".to_owned(), 0)];
        // All proofs of `small` and none of `big`: half of what can be had.
        let factors = scheme.factors(&sizes);
        assert!((factors[1] * 10.0 * 2.0 - 100.0).abs() < 1e-9, "{factors:?}");
        scheme.weights.insert("small".into(), 3.0);
        let factors = scheme.factors(&sizes);
        assert!((factors[1] * 10.0 * 2.0 - 150.0).abs() < 1e-9, "{factors:?}");
    }

    #[test]
    fn bad_schemes_are_refused() {
        let refused = |text: &str| Scheme::parse(text, "test").unwrap_err().to_string();
        assert!(refused("name = \"x\"").contains("either"));
        assert!(refused("name = \"x\"\n[points]\nwrong = 3").contains("wrong"));
        assert!(refused("name = \"x\"\n[points]\ncorrect-true = nan").contains("finite"));
        assert!(refused("name = \"x\"\n[points]\n[weights]\na = -1").contains("negative"));
        assert!(Scheme::find("no-such-score").unwrap_err().to_string().contains("`sv-comp`"));
    }
}
