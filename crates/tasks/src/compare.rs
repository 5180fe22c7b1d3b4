//! What is wrong with answers.

use crate::label::Label;
use crate::record::Record;
use std::collections::BTreeMap;

/// What a configuration answered to a label.
#[derive(Clone, Debug)]
pub struct Answered<'a> {
    /// The label.
    pub label: &'a Label,
    /// The configuration.
    pub configuration: &'a str,
    /// As in the last line of the command.
    pub verdict: String,
}

/// Why a verdict is unknown, if it is.
pub fn unknown(verdict: &str) -> Option<&str> {
    verdict.strip_prefix("UNKNOWN(")?.strip_suffix(')')
}

/// What was found.
#[derive(Default, Debug)]
pub struct Findings {
    /// What must not be.
    pub wrong: Vec<String>,
}

impl Findings {
    /// Compares an answer with its label and the record of its configuration.
    pub fn compare(&mut self, answer: &Answered<'_>, expected: &Record) {
        let Answered { label, configuration, verdict } = answer;
        let what = format!("{configuration}: {} => {}", label.name, label.verdict);
        match (unknown(verdict), expected.get(&label.name)) {
            (Some(_), _) if label.is_open() => {}
            (None, _) if *verdict != label.verdict => self.wrong.push(format!("{what}, but the answer is {verdict}")),
            // A record that says less than is true would not notice when it is lost again.
            (None, Some(reason)) => self.wrong.push(format!(
                "{what}: solved, but recorded as unknown ({reason}): scripts/tasks --record writes the record"
            )),
            (Some(reason), None) => self.wrong.push(format!("{what}: newly unknown ({reason})")),
            _ => {}
        }
    }

    /// Two configurations never contradict each other, whatever the label says.
    pub fn contradictions(&mut self, answers: &[Answered<'_>]) {
        let mut first: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
        for answer in answers.iter().filter(|a| unknown(&a.verdict).is_none()) {
            let Answered { label, configuration, verdict } = answer;
            let (other, before) = *first.entry(&label.name).or_insert((*configuration, verdict.as_str()));
            if before != verdict {
                self.wrong.push(format!("{}: {other} says {before}, {configuration} says {verdict}", label.name));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered<'a>(label: &'a Label, configuration: &'a str, verdict: &str) -> Answered<'a> {
        Answered { label, configuration, verdict: verdict.to_owned() }
    }

    #[test]
    fn what_is_wrong_is_found() {
        let text = "// verify => TRUE\n// verify no-overflow => FALSE(no-overflow)\n";
        let labels = crate::label::read(&crate::label::folder(), "a.c", text).unwrap();
        let recorded = Record::from([("a.c no-overflow".to_owned(), "bounded".to_owned())]);
        let mut findings = Findings::default();
        findings.compare(&answered(&labels[0], "value", "TRUE"), &recorded);
        findings.compare(&answered(&labels[1], "value", "UNKNOWN(bounded)"), &recorded);
        assert!(findings.wrong.is_empty(), "{findings:?}");
        findings.compare(&answered(&labels[1], "value", "FALSE(no-overflow)"), &recorded);
        assert!(findings.wrong[0].contains("solved, but recorded as unknown (bounded)"), "{findings:?}");
        for verdict in ["FALSE(unreach-call)", "UNKNOWN(timeout)"] {
            let before = findings.wrong.len();
            findings.compare(&answered(&labels[0], "value", verdict), &recorded);
            assert_eq!(findings.wrong.len(), before + 1, "{verdict}");
        }
        let both = [answered(&labels[0], "value", "TRUE"), answered(&labels[0], "bmc", "FALSE(unreach-call)")];
        let mut findings = Findings::default();
        findings.contradictions(&both);
        assert_eq!(findings.wrong, ["a.c: value says TRUE, bmc says FALSE(unreach-call)"]);
    }
}
