//! Pictures of heaps on the command line: what was reached, with places and formulas in words.

use crate::failure::{Exit, Failure};
use crate::source_view::{SourceView, readable};
use adumbra_program::Program;
use adumbra_report::heap::{Format, Names, Picture, Place, draw as drawn};
use adumbra_strategies::heaps::{Heaps, HeapsAt};
use adumbra_terms::{Term, smtlib};
use adumbra_verdict::place::{own_place_in, place_of_loop};
use adumbra_verdict::{Formulas, described};
use adumbra_witness::formulas::{Named, Writer};
use std::path::Path;

/// The format of a picture by the name of its file.
pub fn format(file: &Path) -> Result<Format, Failure> {
    Format::of(file).map_err(|e| Failure::new(Exit::Usage, e.to_string()))
}

/// Draws what was reached.
pub fn draw(heaps: &Heaps, caption: Vec<String>, format: Format) -> String {
    let program = &heaps.program;
    let place = |at| Place { title: title(program, at), states: &at.states, more: at.more };
    let places = heaps.places.iter().map(place).collect();
    let picture = Picture { program, caption, descriptions: &heaps.descriptions, places };
    drawn(&picture, &words, format)
}

/// What is written above the states at a place.
fn title(program: &Program, at: &HeapsAt) -> String {
    let source = SourceView::new(program);
    let function = readable(&program.functions[program.function_of(at.location)].name);
    match at.violation {
        None => format!("{}: loop in {function}", source.line_of(place_of_loop(program, at.location))),
        Some(violation) => {
            let calls = at.states.first().map_or(&[][..], |facts| &facts.point.calls);
            let edge = program.out_edges(at.location).next();
            let position = edge.and_then(|edge| own_place_in(program, calls.iter().rev().copied(), edge));
            format!("{}: before {}", source.line_of(position), described(violation))
        }
    }
}

/// Formulas in words: as C, or, where C has no words for them, as terms.
fn words(formulas: &Formulas, names: &Names<'_>) -> Vec<String> {
    let named = |term: Term| names(formulas.leaf_of(term)?).map(|(name, signed)| Named { name, signed });
    let writer = Writer::new(&formulas.terms, &named);
    let said = |formula: &Term| writer.consequence(*formula).unwrap_or_else(|| as_term(formulas, *formula, names));
    formulas.all().iter().map(said).collect()
}

/// A formula as a term, with the names of its leaves.
fn as_term(formulas: &Formulas, formula: Term, names: &Names<'_>) -> String {
    let mut text = smtlib::term_to_string(&formulas.terms, formula);
    // Names of leaves end in their numbers: the longer ones first.
    for (variable, leaf) in formulas.leaves().iter().rev() {
        if let Some((name, _)) = names(*leaf) {
            text = text.replace(&smtlib::term_to_string(&formulas.terms, *variable), &name);
        }
    }
    text
}
