//! What a run does, line by line.

use crate::source_view::SourceView;
use adumbra_interpreter::{Tracer, View};
use adumbra_program::{Edge, Position, Program};
use std::collections::VecDeque;

/// Prints every source line when it is reached and the values that it assigns.
pub struct PrintTrace<'a> {
    source: SourceView<'a>,
    last: Option<(usize, Position)>,
}

impl<'a> PrintTrace<'a> {
    /// A tracer for a program.
    pub fn new(program: &'a Program) -> Self {
        PrintTrace { source: SourceView::new(program), last: None }
    }

    fn show(&mut self, view: &View<'_>, edge: Edge, values_only: bool) {
        let program = view.program();
        let Some(position) = position(view, edge) else { return };
        let depth = view.depth();
        let same = self.last.is_some_and(|(d, p)| d == depth && p.file == position.file && p.line == position.line);
        let indent = "  ".repeat(depth.saturating_sub(1).min(20));
        if !same && !values_only {
            let line = self.source.line(position).unwrap_or_default();
            let path = &program.files[position.file].path;
            eprintln!("{path}:{}:{indent} {line}", position.line);
            self.last = Some((depth, position));
        }
        for value in view.describe(edge) {
            eprintln!("{indent}    {value}");
        }
    }
}

/// The position of an edge, unless it belongs to the models of the library.
fn position(view: &View<'_>, edge: Edge) -> Option<Position> {
    let library = view.function().is_some_and(|f| view.program().functions[f].library);
    if library { None } else { view.program().edges[edge].position }
}

impl Tracer for PrintTrace<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        self.show(view, edge, false);
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.show(view, edge, true);
    }
}

/// How many values are kept.
const KEPT: usize = 8;

/// Keeps the last values that were assigned.
pub struct LastValues<'a> {
    source: SourceView<'a>,
    values: VecDeque<(Position, String)>,
}

impl<'a> LastValues<'a> {
    /// A tracer for a program.
    pub fn new(program: &'a Program) -> Self {
        LastValues { source: SourceView::new(program), values: VecDeque::new() }
    }

    /// The values, the last one at the end.
    pub fn lines(&self) -> Vec<String> {
        self.values.iter().map(|(position, value)| format!("{}: {value}", self.source.place(Some(*position)))).collect()
    }

    fn keep(&mut self, view: &View<'_>, edge: Edge) {
        let Some(position) = position(view, edge) else { return };
        for value in view.describe(edge) {
            if self.values.back().is_some_and(|(_, v)| *v == value) {
                continue;
            }
            if self.values.len() == KEPT {
                self.values.pop_front();
            }
            self.values.push_back((position, value));
        }
    }
}

impl Tracer for LastValues<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        self.keep(view, edge);
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.keep(view, edge);
    }
}
