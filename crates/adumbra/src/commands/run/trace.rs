//! What a run does, line by line.

use crate::source_view::SourceView;
use adumbra_interpreter::{Tracer, View};
use adumbra_program::{Edge, Op, Position, Program};
use std::collections::{HashMap, VecDeque};

/// Prints every source line when it is reached, and the variables whose values change.
pub struct PrintTrace<'a> {
    source: SourceView<'a>,
    last: Option<(usize, Position)>,
    known: Known,
}

/// The last value of each variable that was shown, by the depth of the call stack.
#[derive(Default)]
struct Known(HashMap<(usize, String), String>, usize);

impl Known {
    /// Is this `name = value` new? A register may be copied where paths meet, which is no
    /// assignment of the program.
    fn is_new(&mut self, depth: usize, assignment: &str) -> bool {
        if depth < self.1 {
            self.0.retain(|(d, _), _| *d <= depth);
        }
        self.1 = depth;
        let Some((name, value)) = assignment.split_once(" = ") else { return true };
        self.0.insert((depth, name.into()), value.into()).is_none_or(|old| old != value)
    }
}

impl<'a> PrintTrace<'a> {
    /// A tracer for a program.
    pub fn new(program: &'a Program) -> Self {
        PrintTrace { source: SourceView::new(program), last: None, known: Known::default() }
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
        // Before a call its results are still those of the call before.
        let call = !values_only && matches!(program.edges[edge].op, Op::Call { .. });
        for value in if call { Vec::new() } else { view.describe(edge) } {
            if self.known.is_new(depth, &value) {
                eprintln!("{indent}    {value}");
            }
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
    known: Known,
}

impl<'a> LastValues<'a> {
    /// A tracer for a program.
    pub fn new(program: &'a Program) -> Self {
        LastValues { source: SourceView::new(program), values: VecDeque::new(), known: Known::default() }
    }

    /// The values, the last one at the end.
    pub fn lines(&self) -> Vec<String> {
        self.values.iter().map(|(position, value)| format!("{}: {value}", self.source.place(Some(*position)))).collect()
    }

    fn keep(&mut self, view: &View<'_>, edge: Edge) {
        let Some(position) = position(view, edge) else { return };
        for value in view.describe(edge) {
            // What the source of cannot be shown is not the user's, as the standard library of
            // Rust.
            if !self.known.is_new(view.depth(), &value) || self.source.line(position).is_none() {
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
        if !matches!(view.program().edges[edge].op, Op::Call { .. }) {
            self.keep(view, edge);
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.keep(view, edge);
    }
}
