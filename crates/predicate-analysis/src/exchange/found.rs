//! Predicates that analyses found, as a file.

use super::super::PredicateAnalysis;
use super::super::precision::{PredicatePrecision, Tracked};
use super::place::PredicatePlace;
use super::{clean, looks};
use adumbra_predicates::PredicateId;
use adumbra_program::{Location, Program};
use adumbra_terms::smtlib::{Names as Written, write_term};
use adumbra_terms::walk::{Substitution, free_symbols, free_variables};
use adumbra_terms::{Copier, Simplifier, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Mutex;

/// Collects the predicates that analyses track, for a file. Several analyses may add to it.
#[derive(Debug, Default)]
pub struct FoundPredicates {
    all: Mutex<All>,
}

#[derive(Debug, Default)]
struct All {
    /// The functions that names speak of, and what they look like.
    functions: BTreeMap<String, u64>,
    /// The variables, with their sorts.
    variables: BTreeMap<String, String>,
    /// The places with their lines, and the predicates at them.
    places: BTreeMap<PredicatePlace, (Option<u32>, BTreeSet<String>)>,
}

impl FoundPredicates {
    /// How many pairs of a place and a predicate there are.
    pub fn len(&self) -> usize {
        self.all.lock().map(|all| all.places.values().map(|(_, predicates)| predicates.len()).sum()).unwrap_or(0)
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The file.
    pub fn to_smtlib(&self) -> String {
        let mut out = String::from("; Predicates for `adumbra verify --initial-predicates`.\n(set-logic ALL)\n");
        let Ok(all) = self.all.lock() else { return out };
        for (function, looks) in &all.functions {
            let _ = writeln!(out, "(set-info :function \"{function} {looks:x}\")");
        }
        for (name, sort) in &all.variables {
            let _ = writeln!(out, "(declare-fun {name} () {sort})");
        }
        for (place, (line, predicates)) in &all.places {
            let line = line.map(|line| format!(" ; line {line}")).unwrap_or_default();
            let _ = writeln!(out, "\n(set-info :place \"{place}\"){line}");
            for predicate in predicates {
                let _ = writeln!(out, "(assert {predicate})");
            }
        }
        out
    }
}

impl PredicateAnalysis {
    /// Tells which predicates are tracked, if anybody collects them.
    pub(in super::super) fn tell(&mut self, precision: &PredicatePrecision) {
        let Some(found) = self.options.found.clone() else { return };
        for (tracked, predicate) in precision.iter() {
            if !self.told.insert((tracked, predicate)) {
                continue;
            }
            let (place, line) = match tracked {
                Tracked::Everywhere => (PredicatePlace::Everywhere, None),
                Tracked::In(function) => {
                    let data = &self.program.functions[function];
                    (PredicatePlace::Function(clean(&data.name)), data.position.map(|p| p.line))
                }
                Tracked::At(location) => {
                    (PredicatePlace::of(&self.program, &self.places, location), line_of(&self.program, location))
                }
            };
            let Some(written) = self.written(predicate) else { continue };
            let Ok(mut all) = found.all.lock() else { return };
            if let PredicatePlace::Function(name) | PredicatePlace::At(name, _) = &place {
                all.functions.extend(self.look_of(name));
            }
            for (name, sort) in written.variables {
                let function = name.trim_matches('|').rsplit_once("::").map(|(function, _)| function);
                all.functions.extend(function.and_then(|function| self.look_of(function)));
                all.variables.insert(name, sort);
            }
            all.places.entry(place).or_insert_with(|| (line, BTreeSet::new())).1.insert(written.text);
        }
    }

    fn look_of(&self, name: &str) -> Option<(String, u64)> {
        let function = super::function_named(&self.program, name)?;
        Some((name.to_owned(), looks(&self.program, function)))
    }

    /// A predicate in the names of files; `None` if it is about what has no name.
    fn written(&mut self, predicate: PredicateId) -> Option<InWords> {
        let term = self.predicates.term(predicate);
        let variables = free_variables(&self.builder.build.terms, &[term]);
        let mut named = BTreeMap::new();
        for variable in variables {
            let data = *self.builder.variables.data(self.builder.variables.of_term(variable)?);
            named.insert(self.names().name(data.place, data.part)?, variable);
        }
        // In the order of names, on which the order of operands depends.
        let terms = &self.builder.build.terms;
        let (mut scratch, mut copier) = (Terms::new(), Copier::new());
        let mut new = Vec::new();
        for (name, variable) in &named {
            let sort = copier.sort(terms, &mut scratch, terms.sort(*variable));
            new.push(scratch.var(name, sort));
        }
        let copy = copier.copy(terms, &mut scratch, term);
        let old = named.values().map(|variable| copier.copy(terms, &mut scratch, *variable)).collect::<Vec<_>>();
        let pairs = old.into_iter().zip(new);
        let renamed = Substitution::new(&scratch, pairs).apply(&mut scratch, copy);
        let renamed = Simplifier::new().simplify(&mut scratch, renamed);
        let symbols = free_symbols(&scratch, &[renamed]);
        let names = Written::new(&scratch, &symbols);
        let mut text = String::new();
        write_term(&mut text, &scratch, &names, renamed).ok()?;
        let declared = |symbol: &adumbra_terms::Symbol| {
            let sort = scratch.symbol(*symbol).result;
            (names.get(*symbol).to_owned(), scratch.sort_name(sort))
        };
        let variables = symbols.iter().filter(|s| scratch.symbol(**s).hidden.is_none()).map(declared).collect();
        Some(InWords { text, variables })
    }
}

/// A predicate as text, and its variables with their sorts.
struct InWords {
    text: String,
    variables: Vec<(String, String)>,
}

/// The line of what comes next behind a location.
fn line_of(program: &Program, location: Location) -> Option<u32> {
    program.out_edges(location).find_map(|edge| program.edges[edge].position).map(|position| position.line)
}
