//! A slice seen from the source: which lines are kept, which are removed, and how much that is.
//!
//! A line has code if one of its edges does something, or if a variable is declared on it that the
//! program knows: the constant that a variable begins with has no edge of its own. Jumps do nothing
//! by themselves: they are the shape of an automaton, which a slice leaves as it is, so their lines
//! are neither kept nor removed.

use adumbra_dependence::Slice;
use adumbra_program::{Edge, Function, Op, Position, Program, SourceFile, Violation};
use std::collections::{BTreeMap, BTreeSet};

/// What a slice does to a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Mark {
    /// Nothing on it is in the slice.
    Removed,
    /// Something on it is in the slice.
    Kept,
    /// It is what the slice is about.
    Criterion,
}

/// How much of something is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Share {
    pub(super) kept: usize,
    pub(super) all: usize,
}

/// What was kept and removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    pub(super) edges: Share,
    pub(super) instructions: Share,
    pub(super) functions: Share,
    pub(super) lines: Share,
}

impl Counts {
    /// The counts with their names.
    pub(super) fn rows(&self) -> [(&'static str, Share); 4] {
        let Counts { edges, instructions, functions, lines } = *self;
        [("edges", edges), ("instructions", instructions), ("functions", functions), ("lines", lines)]
    }
}

/// The lines of each file that have code.
pub(super) type Lines = BTreeMap<SourceFile, BTreeMap<u32, Mark>>;

/// Does the edge do something that stands in the source? That an error function is one stands
/// nowhere there.
pub(super) fn acts(program: &Program, edge: Edge) -> bool {
    match &program.edges[edge].op {
        Op::Nop | Op::Violation(Violation::ErrorCall) => false,
        Op::Return { values } => !values.is_empty(),
        _ => true,
    }
}

/// Is the function the program's own, not one of the models of library functions?
pub(super) fn is_own(program: &Program, function: Function) -> bool {
    !program.functions[function].library
}

/// The edges of the program's own functions, with their lines.
pub(super) fn own_edges(program: &Program) -> impl Iterator<Item = Edge> {
    program.edges.iter().filter(|(_, data)| is_own(program, program.function_of(data.from))).map(|(edge, _)| edge)
}

/// Marks lines; `wanted` are the edges that the slice is about.
pub(super) fn mark(program: &Program, slice: &Slice, wanted: &[Edge]) -> Lines {
    let mut lines = Lines::new();
    let mut set = |edge: Edge, mark: Mark| {
        if let Some(position) = program.edges[edge].position {
            let known = lines.entry(position.file).or_default().entry(position.line).or_insert(mark);
            *known = mark.max(*known);
        }
    };
    for edge in own_edges(program).filter(|e| acts(program, *e)) {
        set(edge, if slice.contains(edge) { Mark::Kept } else { Mark::Removed });
    }
    for (position, kept) in declarations(program, slice) {
        let mark = if kept { Mark::Kept } else { Mark::Removed };
        let known = lines.entry(position.file).or_default().entry(position.line).or_insert(mark);
        *known = mark.max(*known);
    }
    let mut set = |edge: Edge, mark: Mark| {
        if let Some(position) = program.edges[edge].position {
            lines.entry(position.file).or_default().insert(position.line, mark);
        }
    };
    for &edge in wanted {
        if is_own(program, program.function_of(program.edges[edge].from)) {
            set(edge, Mark::Criterion);
        }
    }
    lines
}

/// Where local variables are declared, and whether the slice reads or writes them.
fn declarations(program: &Program, slice: &Slice) -> BTreeMap<Position, bool> {
    let mut out = BTreeMap::new();
    let mut registers = BTreeSet::new();
    for (edge, data) in program.edges.iter() {
        if !is_own(program, program.function_of(data.from)) {
            continue;
        }
        registers.clear();
        data.op.for_each_definition(|r| _ = registers.insert(r));
        data.op.for_each_use(|e| program.exprs.registers(e, &mut registers));
        let held = registers.iter().map(|r| &program.registers[*r].variable);
        let object = match data.op {
            Op::Allocate { site, .. } => Some(&program.sites[site].variable),
            _ => None,
        };
        for variable in held.chain(object).flatten().filter(|v| !v.parameter) {
            if let Some(position) = variable.declared {
                *out.entry(position).or_default() |= slice.contains(edge);
            }
        }
    }
    out
}

/// Counts what is kept of the program's own functions, and of all edges.
pub(super) fn count(program: &Program, slice: &Slice, lines: &Lines) -> Counts {
    let (kept, all) = slice.share(program);
    let mut counts = Counts { edges: Share { kept, all }, ..Counts::default() };
    let mut instructions: BTreeSet<(Function, u32)> = BTreeSet::new();
    let mut kept_instructions = instructions.clone();
    let mut functions: BTreeSet<Function> = BTreeSet::new();
    for (edge, data) in program.edges.iter() {
        if !acts(program, edge) {
            continue;
        }
        let kept = slice.contains(edge);
        let function = program.function_of(data.from);
        if !is_own(program, function) {
            continue;
        }
        if let Some(origin) = data.origin {
            instructions.insert((function, origin.instruction));
            if kept {
                kept_instructions.insert((function, origin.instruction));
            }
        }
        if kept {
            functions.insert(function);
        }
    }
    counts.instructions = Share { kept: kept_instructions.len(), all: instructions.len() };
    let own = program.defined_functions().filter(|(id, ..)| is_own(program, *id)).count();
    counts.functions = Share { kept: functions.len(), all: own };
    for mark in lines.values().flat_map(|file| file.values()) {
        counts.lines.all += 1;
        counts.lines.kept += usize::from(*mark != Mark::Removed);
    }
    counts
}
