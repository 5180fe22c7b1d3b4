//! From a counterexample to the waypoints of a violation witness.
//!
//! The counterexample is replayed and watched. Every value that comes from a call becomes a
//! waypoint; so does what a variable holds that was declared without a value, before the statement
//! behind its declaration; and, where there are not too many, the way that each branching takes. A
//! place that the text does not show, as inside a macro, has no waypoint: the witness then says
//! less.

use crate::c_values::{constant, is_unsigned_function, variable_constant};
use crate::format::{Decision, Place, Segment, Waypoint, WaypointKind};
use crate::source::StatementKind;
use crate::sources::Sources;
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Outcome, Report, Script, Scripted, Tracer, View};
use adumbra_judges::trace::own_position;
use adumbra_program::{CTypeId, Callee, Edge, InputSource, Op, Position, Program, Type};
use std::collections::HashMap;

/// Most waypoints of a witness.
const MOST_WAYPOINTS: usize = 5_000;

/// With more branchings than this, none is written.
const MOST_BRANCHINGS: usize = 100;

/// Longer runs are not watched; the witness then has the target only.
const MOST_STEPS: u64 = 50_000_000;

/// The segments of the witness for a run that ends in a violation. The program is the one with its
/// locals in memory, on which the script was replayed.
pub fn segments(
    program: &Program,
    script: &Script,
    report: &Report,
    externals: Externals,
    sources: &Sources,
) -> Vec<Segment> {
    let mut recorder = Recorder::new(program, sources);
    let mut options = Options::new(program.property.clone());
    options.externals = externals;
    options.max_steps = MOST_STEPS;
    let interpreter = Interpreter::new(program, options);
    let result = interpreter.run(&mut Scripted::new(script, Captured::default()), Some(&mut recorder));
    let same = matches!(&result.outcome, Outcome::Violation(again) if again.edge == report.edge);
    let waypoints = if same { std::mem::take(&mut recorder.waypoints) } else { Vec::new() };
    let keep_branchings = waypoints.iter().filter(|w| is_branching(w)).count() <= MOST_BRANCHINGS;
    let target = target(program, report, recorder.last, sources);
    waypoints
        .into_iter()
        .filter(|w| keep_branchings || !is_branching(w))
        .take(MOST_WAYPOINTS)
        .chain([Waypoint { kind: WaypointKind::Target, place: target, called: None, line: 0 }])
        .map(|follow| Segment { avoid: Vec::new(), follow })
        .collect()
}

fn is_branching(waypoint: &Waypoint) -> bool {
    matches!(waypoint.kind, WaypointKind::Branching(_))
}

/// The first character of the statement or full expression whose evaluation violates the property.
fn target(program: &Program, report: &Report, last: Option<Position>, sources: &Sources) -> Place {
    let position = own_position(program, report).or(report.position).or(last);
    let token = position.and_then(|p| sources.token(program, p));
    let place = token.and_then(|(file, token)| sources.place(file, expression_start(sources, file, token)));
    place.unwrap_or_else(|| Place {
        file: position.map_or_else(
            || sources.files().next().map(|(name, _)| name.to_owned()).unwrap_or_default(),
            |p| program.files[p.file].path.clone(),
        ),
        line: position.map_or(1, |p| p.line.max(1)),
        column: position.map(|p| p.column).filter(|c| *c > 0),
        function: None,
    })
}

/// The first token of the innermost statement or full expression around a token.
fn expression_start(sources: &Sources, file: usize, token: usize) -> usize {
    let Some((_, source)) = sources.file(file) else { return token };
    let Some(statement) = source.statement_around(token).map(|s| &source.statements[s]) else { return token };
    match (statement.kind, statement.head) {
        (StatementKind::Simple, _) => statement.first,
        (_, Some((open, close))) if open < token && token < close => {
            let before = source.separators(open).into_iter().rfind(|s| *s < token);
            before.unwrap_or(open) + 1
        }
        (StatementKind::Block, _) => token,
        _ => statement.first,
    }
}

/// A variable declared without a value, and the statement behind its declaration.
struct Pending {
    depth: usize,
    file: usize,
    statement: usize,
    facts: Vec<String>,
}

struct Recorder<'a> {
    program: &'a Program,
    sources: &'a Sources,
    waypoints: Vec<Waypoint>,
    decisions: HashMap<Edge, Option<(usize, usize, bool)>>,
    pending: Vec<Pending>,
    /// The last position in the user's code.
    last: Option<Position>,
}

impl<'a> Recorder<'a> {
    fn new(program: &'a Program, sources: &'a Sources) -> Self {
        Recorder { program, sources, waypoints: Vec::new(), decisions: HashMap::new(), pending: Vec::new(), last: None }
    }

    fn push(&mut self, kind: WaypointKind, file: usize, token: usize, called: Option<String>) {
        // Branchings may be dropped later; so more are kept for now.
        if self.waypoints.len() < 4 * MOST_WAYPOINTS
            && let Some(place) = self.sources.place(file, token)
        {
            self.waypoints.push(Waypoint { kind, place, called, line: 0 });
        }
    }

    /// A call of this function gave a value.
    fn returned(&mut self, name: &str, position: Option<Position>, ty: Type, value: &Value) {
        let Some((file, token)) = position.and_then(|p| self.sources.token(self.program, p)) else { return };
        let Some((_, source)) = self.sources.file(file) else { return };
        let Some(call) = source.call_named_at(token).filter(|_| source.word(token) == name) else { return };
        let unsigned = is_unsigned_function(name, source);
        if let Some(constant) = constant(self.program, ty, value, unsigned) {
            self.push(
                WaypointKind::FunctionReturn(format!("\\result == {constant}")),
                file,
                call.close,
                Some(name.into()),
            );
        }
    }

    /// A variable was declared and given an indeterminate value.
    fn declared(
        &mut self,
        view: &View<'_>,
        name: &str,
        ctype: Option<CTypeId>,
        position: Option<Position>,
        value: &Value,
    ) {
        let program = self.program;
        let Some((file, token)) = position.and_then(|p| self.sources.token(program, p)) else { return };
        let Some((_, source)) = self.sources.file(file) else { return };
        let Some(declaration) = source.statement_around(token) else { return };
        let statement = &source.statements[declaration];
        let mut names = (statement.first..=statement.last).filter(|t| source.word(*t) == name);
        let (Some(declared), None) = (names.next(), names.next()) else { return };
        let plain = statement.kind == StatementKind::Simple && matches!(source.word(declared + 1), ";" | ",");
        let Some(behind) = source.statement_starting(statement.last + 1) else { return };
        let Some(constant) = variable_constant(program, ctype, value) else { return };
        // In a `switch` or before a label the statement may be reached another way.
        if !plain || source.statements[behind].kind == StatementKind::Label {
            return;
        }
        let fact = format!("{name} == {constant}");
        let depth = view.depth();
        match self.pending.last_mut() {
            Some(p) if (p.depth, p.file, p.statement) == (depth, file, behind) => p.facts.push(fact),
            _ => self.pending.push(Pending { depth, file, statement: behind, facts: vec![fact] }),
        }
    }

    /// Writes the assumptions whose statement is reached.
    fn flush(&mut self, depth: usize, file: usize, token: usize) {
        while let Some(pending) = self.pending.last() {
            let reached = pending.depth == depth && pending.file == file && {
                let statement = self.sources.file(file).and_then(|(_, s)| s.statements.get(pending.statement));
                statement.is_some_and(|s| s.first <= token && token <= s.last)
            };
            if !reached && pending.depth <= depth {
                break;
            }
            let Some(pending) = self.pending.pop() else { break };
            let first = self.sources.file(file).and_then(|(_, s)| s.statements.get(pending.statement)).map(|s| s.first);
            if let (true, Some(first)) = (reached, first) {
                self.push(WaypointKind::Assumption(pending.facts.join(" && ")), file, first, None);
            }
        }
    }
}

/// How an edge decides a branching of the text: file, token of the keyword, truth.
///
/// An edge with an assumption decides a branching if it belongs to the controlling expression and
/// the first thing that follows does not. The branch is the true one if what follows lies in the
/// body, and the other edge must say the opposite.
pub fn decision(program: &Program, sources: &Sources, edge: Edge) -> Option<(usize, usize, bool)> {
    let data = &program.edges[edge];
    let Op::Assume { .. } = data.op else { return None };
    let (file, token) = sources.token(program, data.position?)?;
    let (_, source) = sources.file(file)?;
    let at = source.statement_around(token)?;
    let statement = &source.statements[at];
    let branching = source.branching_at(statement.first)?;
    let (open, close) = statement.head?;
    if branching.switch || !(token == statement.first || open <= token && token <= close) {
        return None;
    }
    let body = &source.statements[statement.body?];
    // Operators that branch by themselves leave it open which edge decides.
    let condition = branching.condition.0..branching.condition.1;
    if condition.is_empty() || condition.clone().any(|t| matches!(source.word(t), "&&" | "||" | "?")) {
        return None;
    }
    let in_body = |edge: Edge| -> Option<bool> {
        let mut at = edge;
        for _ in 0..64 {
            let mut next = program.out_edges(program.edges[at].to);
            at = next.next()?;
            let Some((f, token)) = program.edges[at].position.and_then(|p| sources.token(program, p)) else { continue };
            let condition = token == statement.first || open <= token && token <= close;
            if f != file || condition && matches!(program.edges[at].op, Op::Assume { .. } | Op::Violation(_)) {
                return None;
            }
            if body.first <= token && token <= body.last {
                return Some(true);
            }
            if !condition {
                return Some(false);
            }
        }
        None
    };
    let other = program.out_edges(data.from).find(|e| *e != edge)?;
    let (here, there) = (in_body(edge)?, in_body(other)?);
    (here != there).then_some((file, statement.first, here))
}

impl Tracer for Recorder<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let program = self.program;
        if view.function().is_none_or(|f| program.functions[f].library) {
            return;
        }
        let data = &program.edges[edge];
        if let Some(position) = data.position {
            self.last = Some(position);
            if !self.pending.is_empty()
                && let Some((file, token)) = self.sources.token(program, position)
            {
                self.flush(view.depth(), file, token);
            }
        }
        match &data.op {
            Op::Input { register, source: InputSource::Nondet(name) | InputSource::External(name) } => {
                if let Some(value) = view.register(*register) {
                    self.returned(program.symbol(*name), data.position, program.registers[*register].ty, &value);
                }
            }
            Op::Input { register, source: InputSource::Indeterminate(site) } => {
                if let (Some(variable), Some(value)) = (&program.sites[*site].variable, view.register(*register)) {
                    let position = program.sites[*site].position;
                    self.declared(view, &variable.name, variable.ctype, position, &value);
                }
            }
            Op::Assume { .. } => {
                let (sources, decisions) = (self.sources, &mut self.decisions);
                let decided = *decisions.entry(edge).or_insert_with(|| decision(program, sources, edge));
                if let Some((file, token, truth)) = decided {
                    self.push(WaypointKind::Branching(Decision::Truth(truth)), file, token, None);
                }
            }
            _ => {}
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        let program = self.program;
        let data = &program.edges[edge];
        if let Op::Call { callee: Callee::Direct(function), results, .. } = &data.op
            && program.body(*function).is_none()
            && view.function().is_some_and(|f| !program.functions[f].library)
            && let [register] = results[..]
            && let Some(value) = view.register(register)
        {
            self.returned(&program.functions[*function].name, data.position, program.registers[register].ty, &value);
        }
    }
}
