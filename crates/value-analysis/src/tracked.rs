//! What a precision tracks, as people call it.

use super::ValueAnalysis;
use super::precision::{Base, Key, Precision};
use adumbra_program::text::Printer;
use adumbra_program::*;
use std::collections::BTreeSet;

/// More things than these are counted, not listed.
const LISTED: usize = 12;

impl ValueAnalysis {
    /// The values and the conditions that a precision tracks, or does not track where it tracks all
    /// others.
    pub(super) fn tracked_by(&self, precision: &Precision) -> Vec<(&'static str, String)> {
        let (mut values, mut conditions) = (BTreeSet::new(), BTreeSet::new());
        for key in precision.exceptions() {
            match key {
                Key::Condition(edge) => conditions.insert(self.condition_text(edge)),
                Key::Register(register) => values.insert(self.register_text(register)),
                Key::Cell(base, word) => values.insert(self.cell_text(base, word)),
            };
        }
        let mut rows = vec![("tracked values", listed(&values))];
        if self.is_symbolic() {
            rows.push(("tracked conditions", listed(&conditions)));
        }
        rows
    }

    fn condition_text(&self, edge: Edge) -> String {
        let program = &self.context.program;
        Printer::new(program).op(&program.edges[edge].op)
    }

    fn register_text(&self, register: Register) -> String {
        let program = &self.context.program;
        match &program.registers[register].variable {
            Some(variable) => variable.name.clone(),
            None => format!("%{}", register.as_u32()),
        }
    }

    fn cell_text(&self, base: Base, word: u64) -> String {
        let program = &self.context.program;
        let name = match base {
            Base::Global(global) => {
                let data = &program.globals[global];
                data.variable.as_ref().map_or_else(|| data.name.clone(), |variable| variable.name.clone())
            }
            Base::Site(site) => match &program.sites[site].variable {
                Some(variable) => variable.name.clone(),
                None => format!("site {}", site.as_u32()),
            },
            Base::Arguments => "variable arguments".to_owned(),
        };
        if word == 0 { name } else { format!("{name}+{}", 8 * word) }
    }
}

fn listed(names: &BTreeSet<String>) -> String {
    let mut shown: Vec<String> = names.iter().take(LISTED).cloned().collect();
    match names.len().saturating_sub(LISTED) {
        0 if names.is_empty() => "none".to_owned(),
        0 => shown.join(", "),
        more => {
            shown.push(format!("and {more} more"));
            shown.join(", ")
        }
    }
}
