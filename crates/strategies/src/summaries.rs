//! What is kept between runs: texts that strategies write and read.
//!
//! A text is about one question: a program, a property, and what else changes the meaning. Who reads
//! it takes it for a guess.

use std::sync::Mutex;

/// What an earlier run left, and what this one leaves.
#[derive(Debug, Default)]
pub struct Summaries {
    given: Option<String>,
    found: Mutex<Option<String>>,
    remarks: Mutex<Vec<String>>,
}

impl Summaries {
    /// With the text that an earlier run left about the same question, if one did.
    pub fn new(given: Option<String>) -> Summaries {
        Summaries { given, ..Summaries::default() }
    }

    /// What an earlier run left.
    pub fn given(&self) -> Option<&str> {
        self.given.as_deref()
    }

    /// Leaves a text.
    pub fn leave(&self, text: String) {
        if let Ok(mut found) = self.found.lock() {
            *found = Some(text);
        }
    }

    /// What this run leaves, if it found something.
    pub fn found(&self) -> Option<String> {
        self.found.lock().ok()?.clone()
    }

    /// What this run leaves, with what another one left about the same question meanwhile.
    pub fn with(found: &str, other: &str) -> String {
        crate::contracts::merged(other, found)
    }

    /// Notes what was wrong with the text.
    pub(crate) fn remark(&self, remark: String) {
        if let Ok(mut remarks) = self.remarks.lock() {
            remarks.push(remark);
        }
    }

    /// What was wrong with the text.
    pub fn remarks(&self) -> Vec<String> {
        self.remarks.lock().map(|remarks| remarks.clone()).unwrap_or_default()
    }
}
