//! Pictures of heaps: what is known in states, as boxes and arrows.
//!
//! A state is drawn from its facts ([`StateFacts`]) alone, so whoever made them, whether an
//! analysis of values, of intervals or of shapes, is drawn by the same code. The names of fields
//! and variables are those of the debug information; where there is none, bytes have their offset.
//!
//! - `source.rs`, `bytes.rs`: the facts of a state, asked for by object and by bytes;
//! - `typing.rs`, `types.rs`: which C types objects have, and what these say about bytes;
//! - `values.rs`: one value in words and arrows;
//! - `build.rs`: a state as boxes and arrows (`model.rs`);
//! - `layout.rs`: where they go; `svg.rs`, `dot.rs`, `listing.rs`: the formats.

mod build;
mod bytes;
mod dot;
mod layout;
mod listing;
mod model;
mod source;
mod svg;
mod types;
mod typing;
mod values;

use adumbra_program::Program;
use adumbra_verdict::{Description, Formulas, Leaf, StateFacts};
use build::Builder;
use model::Heap;
use source::Source;
use std::path::Path;
use thiserror::Error;
use typing::SiteTypes;

/// What is drawn.
pub struct Picture<'a> {
    /// The program that the facts speak of.
    pub program: &'a Program,
    /// Lines above it all.
    pub caption: Vec<String>,
    /// How objects hang together of which the facts speak as many.
    pub descriptions: &'a [Description],
    /// The places, each with its states.
    pub places: Vec<Place<'a>>,
}

/// A place of a program with the states that are drawn.
pub struct Place<'a> {
    /// What is written above it.
    pub title: String,
    /// The states.
    pub states: &'a [StateFacts],
    /// How many more there are.
    pub more: usize,
}

/// Says formulas, given what their leaves are called and whether these have a sign.
pub type Words<'a> = dyn Fn(&Formulas, &Names<'_>) -> Vec<String> + 'a;

/// What leaves are called, and whether they have a sign.
pub type Names<'a> = dyn Fn(Leaf) -> Option<(String, bool)> + 'a;

/// A format of pictures of heaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A drawing that browsers show.
    Svg,
    /// For Graphviz.
    Dot,
    /// Lines of text.
    Text,
}

/// The name of a file says no format.
#[derive(Debug, Error)]
#[error("{0}: heaps are written as .svg, .dot or .txt")]
pub struct NoFormat(String);

impl Format {
    /// The format that the name of a file asks for.
    pub fn of(file: &Path) -> Result<Format, NoFormat> {
        let extension = file.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("svg") => Ok(Format::Svg),
            Some("dot") => Ok(Format::Dot),
            Some("txt") => Ok(Format::Text),
            _ => Err(NoFormat(file.display().to_string())),
        }
    }
}

/// All states at a place, ready to be drawn.
struct Cluster {
    title: String,
    heaps: Vec<Heap>,
    /// What is said of those that are left out.
    more: Option<String>,
}

impl<'a> Picture<'a> {
    fn source(&self, facts: &'a StateFacts) -> Source<'a> {
        Source::new(self.program, facts, self.descriptions)
    }
}

/// Draws heaps.
pub fn draw(picture: &Picture<'_>, words: &Words<'_>, format: Format) -> String {
    let clusters = clusters(picture, words);
    match format {
        Format::Svg => svg::write(&picture.caption, &clusters),
        Format::Dot => dot::write(&picture.caption, &clusters),
        Format::Text => listing::write(&picture.caption, &clusters),
    }
}

fn clusters<'a>(picture: &Picture<'a>, words: &Words<'_>) -> Vec<Cluster> {
    let mut known = SiteTypes::default();
    for facts in picture.places.iter().flat_map(|place| place.states) {
        let source = picture.source(facts);
        known.learn(&source, &typing::types(picture.program, &source));
    }
    let heap = |(index, facts)| {
        let source = picture.source(facts);
        let mut types = typing::types(picture.program, &source);
        known.complete(&source, &mut types);
        let mut heap = Builder::new(&source, &types).build(words);
        heap.title = title(picture.program, index + 1, facts);
        heap
    };
    let cluster = |place: &Place<'a>| {
        let heaps = place.states.iter().enumerate().map(heap).collect();
        let more = (place.more > 0).then(|| format!("… and {} more", place.more));
        Cluster { title: place.title.clone(), heaps, more }
    };
    picture.places.iter().map(cluster).collect()
}

/// What a state is called: its number, and who called whom.
fn title(program: &Program, number: usize, facts: &StateFacts) -> String {
    let calls = facts.point.calls.iter().rev().map(|call| program.function_of(program.edges[*call].from));
    let callers: Vec<String> = calls.map(|function| format!("{}()", program.functions[function].name)).collect();
    match callers.is_empty() {
        true => format!("state {number}"),
        false => format!("state {number}, called by {}", callers.join(", called by ")),
    }
}

#[cfg(test)]
mod tests;
