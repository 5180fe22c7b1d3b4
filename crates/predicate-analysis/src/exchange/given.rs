//! Predicates of a file become those of an analysis.

use super::super::PredicateAnalysis;
use super::super::precision::PredicatePrecision;
use super::{GivenPredicate, GivenPredicates, PredicatePlace, function_named, looks};
use crate::PredicateScope;
use adumbra_predicates::{Interned, PredicateId};
use adumbra_program::Location;
use adumbra_terms::walk::{Substitution, free_symbols};
use adumbra_terms::{Copier, Symbol, Term};

/// Most predicates that one of a file may stand for.
const MOST_MEANT: usize = 64;

impl PredicateAnalysis {
    /// The precision that tracks what is given.
    pub(in super::super) fn take(&mut self, given: &GivenPredicates) -> PredicatePrecision {
        let mut precision = PredicatePrecision::default();
        for predicate in &given.list {
            if let Err(why) = self.take_one(given, predicate, &mut precision) {
                given.remark(predicate.line, why);
            }
        }
        precision
    }

    fn take_one(
        &mut self,
        given: &GivenPredicates,
        predicate: &GivenPredicate,
        precision: &mut PredicatePrecision,
    ) -> Result<(), String> {
        let (scope, locations) = self.places_of(given, &predicate.place)?;
        for id in self.meant(given, predicate.term)? {
            for location in &locations {
                precision.add(&self.program, scope, *location, id);
            }
        }
        Ok(())
    }

    /// Where a place is; of a function or the program, one location of it.
    fn places_of(
        &self,
        given: &GivenPredicates,
        place: &PredicatePlace,
    ) -> Result<(PredicateScope, Vec<Location>), String> {
        let program = &self.program;
        let (PredicatePlace::Function(name) | PredicatePlace::At(name, _)) = place else {
            let entry = program.body(program.entry).map(|body| body.entry);
            return Ok((PredicateScope::Global, entry.into_iter().collect()));
        };
        let function = function_named(program, name);
        let Some((function, body)) = function.and_then(|f| Some((f, program.body(f)?))) else {
            return Err(format!("there is no function `{name}`"));
        };
        let same = given.looked.get(name).is_none_or(|then| *then == looks(program, function));
        Ok(match place.locations(program, &self.places, same)? {
            Some(locations) => (PredicateScope::Location, locations),
            None => (PredicateScope::Function, vec![body.entry]),
        })
    }

    /// The predicates that a term of a file may mean: one for each choice of variables with the
    /// names in it.
    fn meant(&mut self, given: &GivenPredicates, term: Term) -> Result<Vec<PredicateId>, String> {
        let symbols = free_symbols(&given.terms, &[term]);
        let mut choices: Vec<Vec<Term>> = vec![Vec::new()];
        for symbol in &symbols {
            let variables = self.variables_named(given, *symbol)?;
            choices = choices.iter().flat_map(|c| variables.iter().map(|v| [c.as_slice(), &[*v]].concat())).collect();
            if choices.len() > MOST_MEANT {
                return Err("its names have too many meanings".into());
            }
        }
        let terms = &mut self.builder.build.terms;
        let mut copier = Copier::new();
        let copy = copier.copy(&given.terms, terms, term);
        let mut names = Vec::new();
        for symbol in &symbols {
            let symbol = copier.symbol(&given.terms, terms, *symbol);
            names.push(terms.symbol_var(symbol));
        }
        let mut found = Vec::new();
        for choice in choices {
            let pairs = names.iter().copied().zip(choice);
            let meant = Substitution::new(terms, pairs).apply(terms, copy);
            if let Interned::Literal(literal) = self.predicates.intern(terms, meant) {
                found.push(literal.predicate);
            }
        }
        if found.is_empty() { Err("it is always true, or always false".into()) } else { Ok(found) }
    }

    /// The variables of a name, which must have its sort.
    fn variables_named(&mut self, given: &GivenPredicates, symbol: Symbol) -> Result<Vec<Term>, String> {
        let data = given.terms.symbol(symbol);
        if !data.parameters.is_empty() {
            return Err(format!("`{}` is a function, not a variable", data.name));
        }
        let sort = given.terms.sort_name(data.result);
        let mut other = None;
        let mut found = Vec::new();
        for (place, part) in self.names().find(&data.name, &given.looked) {
            let Some(var) = self.builder.variable_at(place, part) else { continue };
            let term = self.builder.variables.term(var);
            let terms = &self.builder.build.terms;
            let its = terms.sort_name(terms.sort(term));
            if its == sort { found.push(term) } else { other = Some(its) }
        }
        match (found.is_empty(), other) {
            (false, _) => Ok(found),
            (true, None) => Err(format!("there is no variable `{}`", data.name)),
            (true, Some(its)) => Err(format!("`{}` is of the sort {its}, not {sort}", data.name)),
        }
    }
}
