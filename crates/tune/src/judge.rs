//! Which answers are right.
//!
//! What is known of an instance comes first; where nothing is known, what the base configuration
//! answers. A configuration whose answer contradicts that is out, however quick it is. Two
//! configurations that contradict each other where neither of these is known show that one of them
//! is wrong: this is said, and nothing is trusted.

use adumbra_bench::model::{Answer, Class, Expected};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A wrong answer, or two that contradict each other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct WrongAnswer {
    /// The instance.
    pub instance: String,
    /// The configuration, by name and changes.
    pub configuration: String,
    /// What it said.
    pub answer: String,
    /// What is known.
    pub against: String,
}

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongAnswer { instance, configuration, answer, against } = self;
        write!(f, "WRONG ANSWER: {instance}: {answer}, {against}; configuration {configuration}")
    }
}

/// Is an answer wrong by what is known?
pub fn contradicts(answer: &Answer, expected: &Expected) -> bool {
    Class::of(answer, expected).is_wrong()
}

/// An answer as it is written to a journal.
pub fn written(answer: &Answer) -> String {
    match answer {
        Answer::Answers(said) => format!("{ANSWERS}{said}"),
        other => other.to_string(),
    }
}

/// Before answers to several questions.
const ANSWERS: &str = "answers: ";

/// An answer as it was written to a journal.
pub fn parse(text: &str) -> Answer {
    match text {
        "true" => Answer::True,
        "false" => Answer::False(None),
        "sat" => Answer::Sat,
        "unsat" => Answer::Unsat,
        other if other.starts_with(ANSWERS) => Answer::Answers(other[ANSWERS.len()..].to_owned()),
        other => match other.strip_prefix("false(").and_then(|rest| rest.strip_suffix(')')) {
            Some(part) => Answer::False(Some(part.to_owned())),
            None => Answer::Unknown(other.to_owned()),
        },
    }
}

/// Finds instances for which answers contradict each other. Each answer comes with its instance and
/// who gave it.
pub fn disagreements<'a>(answers: impl Iterator<Item = (&'a str, String, Answer)>) -> Vec<WrongAnswer> {
    let mut first: BTreeMap<&str, (String, Answer)> = BTreeMap::new();
    let mut found = Vec::new();
    for (instance, who, answer) in answers.filter(|(_, _, answer)| !matches!(answer, Answer::Unknown(_))) {
        match first.get(instance) {
            Some((other, before)) if before.contradicts(&answer) => found.push(WrongAnswer {
                instance: instance.to_owned(),
                configuration: who,
                answer: answer.to_string(),
                against: format!("but {before} by {other}"),
            }),
            Some(_) => {}
            None => {
                first.insert(instance, (who, answer));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_contradict_by_what_they_say_about_the_property() {
        assert!(Answer::Sat.contradicts(&Answer::Unsat) && Answer::True.contradicts(&Answer::False(None)));
        assert!(!Answer::Sat.contradicts(&Answer::Sat) && !Answer::Sat.contradicts(&Answer::Unknown("timeout".into())));
        assert!(!Answer::False(Some("a".into())).contradicts(&Answer::False(None)));
        for answer in [
            Answer::True,
            Answer::False(None),
            Answer::False(Some("valid-free".into())),
            Answer::Sat,
            Answer::Unsat,
            Answer::Answers("sat unsat".into()),
        ] {
            assert_eq!(parse(&written(&answer)), answer);
        }
        let answers = [
            ("a", "x", Answer::Sat),
            ("a", "y", Answer::Unknown("?".into())),
            ("b", "x", Answer::Sat),
            ("a", "z", Answer::Unsat),
        ];
        let found = disagreements(answers.into_iter().map(|(i, w, a)| (i, w.to_owned(), a)));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].to_string(), "WRONG ANSWER: a: unsat, but sat by x; configuration z");
    }
}
