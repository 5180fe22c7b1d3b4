//! A program with less in it that does the same.
//!
//! Slices leave much behind that does nothing: conditions that are constant, branches whose sides
//! do nothing and meet again, chains of edges without an effect, functions that nobody calls any
//! more. An analysis walks through all of it, and takes the head of a loop that is never repeated
//! for one that is. Here it is taken away:
//!
//! 1. A register with one definition, which is a constant, is replaced by it where the definition
//!    dominates the use; operators on constants are evaluated. In SSA form these are all registers
//!    that are constant by themselves (`constants.rs`).
//! 2. A branch on a constant goes one way. A branch whose two ways come to the same place with
//!    nothing on them has no condition.
//! 3. An edge that leads into a chain of edges that do nothing leads to its end.
//! 4. What the entry does not reach any more does nothing.
//!
//! **Why this is right.** Expressions are total and have no effect, so it changes nothing not to
//! evaluate them; each execution of the program is one of the result without the steps that did
//! nothing, and the other way round. Nothing is concluded from what C leaves undefined: where that
//! may happen there is a branch to a violation, and such an edge does something.
//!
//! **Numbers stay.** Locations, edges and registers keep theirs, so that places in certificates,
//! origins of edges and slices mean the same in both programs. An edge that cannot be taken is not
//! removed but leads where the other one leads.

mod constants;

use adumbra_program::*;

/// Evaluates a node whose operands are constants: little-endian words of the result.
pub type Evaluate<'a> = &'a dyn Fn(&ExprPool, Expr, Type) -> Option<Vec<u64>>;

/// What was simplified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Simplified {
    /// Uses of registers and conditions that became constants.
    pub constants: usize,
    /// Branches that go one way.
    pub branches: usize,
    /// Edges that did something and are not in the way of any execution any more.
    pub edges: usize,
}

/// Simplifies a program.
pub fn simplify(program: &Program, evaluate: Evaluate<'_>) -> (Program, Simplified) {
    let before = acting(program);
    let mut result = program.clone();
    let constants = constants::propagate(&mut result, evaluate);
    let mut branches = 0;
    loop {
        let decided = decide(&mut result);
        branches += decided;
        if decided == 0 {
            break;
        }
    }
    let reached = reached(&result);
    silence(&mut result, &reached);
    // What is derived from edges is made anew by the reader, which also checks the result.
    let Ok(result) = binary::decode(&binary::encode(&result)) else {
        return (program.clone(), Simplified::default());
    };
    let edges = before.saturating_sub(acting(&result));
    (result, Simplified { constants, branches, edges })
}

/// The value of a condition that is constant.
fn truth(program: &Program, condition: ExprId) -> Option<bool> {
    match program.exprs.get(condition) {
        Expr::Const(value) => Some(value == 1),
        _ => None,
    }
}

/// Where a location leads without anything being done, if it leads anywhere.
fn next(program: &Program, location: Location) -> Option<Location> {
    let mut out = program.out_edges(location);
    let first = &program.edges[out.next()?];
    match (&first.op, out.next()) {
        (Op::Nop, None) => Some(first.to),
        (Op::Assume { condition, truth: wanted }, Some(second)) => {
            let second = &program.edges[second];
            match truth(program, *condition)? == *wanted {
                true => Some(first.to),
                false => Some(second.to),
            }
        }
        _ => None,
    }
}

/// For each location the one at the end of the chain that begins there; itself if the chain has no
/// end.
fn ends(program: &Program) -> Vec<Location> {
    let mut ends: Vec<Option<Location>> = vec![None; program.locations.len()];
    let mut walked = vec![u32::MAX; program.locations.len()];
    for start in program.locations.keys() {
        let (mut at, mut way) = (start, Vec::new());
        let end = loop {
            if let Some(end) = ends[at.index()] {
                break Some(end);
            }
            if walked[at.index()] == start.as_u32() {
                break None;
            }
            walked[at.index()] = start.as_u32();
            way.push(at);
            match next(program, at) {
                Some(to) => at = to,
                None => break Some(at),
            }
        };
        way.into_iter().for_each(|location| ends[location.index()] = Some(end.unwrap_or(location)));
    }
    program.locations.keys().map(|l| ends[l.index()].unwrap_or(l)).collect()
}

/// Lets edges lead to the ends of chains and decides branches; how many are new?
fn decide(program: &mut Program) -> usize {
    let ends = ends(program);
    let edges: Vec<Edge> = program.edges.keys().collect();
    for edge in edges {
        let to = program.edges[edge].to;
        program.edges[edge].to = ends[to.index()];
    }
    let always = program.exprs.int(1, 1);
    let mut decided = 0;
    for location in program.locations.keys() {
        let out: Vec<Edge> = program.out_edges(location).collect();
        let [a, b] = out[..] else { continue };
        let Op::Assume { condition, truth: wanted } = program.edges[a].op else { continue };
        let (to, other) = (program.edges[a].to, program.edges[b].to);
        let known = truth(program, condition);
        match known {
            None if to == other => {
                for (edge, truth) in [(a, true), (b, false)] {
                    program.edges[edge].op = Op::Assume { condition: always, truth };
                }
                decided += 1;
            }
            Some(value) if to != other => {
                let (taken, dead) = if value == wanted { (a, b) } else { (b, a) };
                program.edges[dead].to = program.edges[taken].to;
                decided += 1;
            }
            _ => {}
        }
    }
    decided
}

/// The locations that executions may come to, as far as the shape of the program tells.
fn reached(program: &Program) -> Vec<bool> {
    let mut reached = vec![false; program.locations.len()];
    let start = |function: Function| program.body(function).map(|body| body.entry);
    let mut work: Vec<Location> = start(program.entry).into_iter().collect();
    while let Some(location) = work.pop() {
        if std::mem::replace(&mut reached[location.index()], true) {
            continue;
        }
        for edge in program.out_edges(location) {
            let data = &program.edges[edge];
            work.push(data.to);
            if let Op::Call { callee, .. } = &data.op {
                match callee {
                    Callee::Direct(function) => work.extend(start(*function)),
                    Callee::Indirect(_) => {
                        // A pointer from anywhere: whatever has its address taken.
                        let taken = program.functions.iter().filter(|(_, f)| f.address_taken);
                        work.extend(taken.filter_map(|(f, _)| start(f)));
                    }
                }
            }
        }
    }
    reached
}

/// Takes what edges do from those that are not reached.
fn silence(program: &mut Program, reached: &[bool]) {
    let always = program.exprs.int(1, 1);
    for location in program.locations.keys().filter(|l| !reached[l.index()]) {
        let out: Vec<Edge> = program.out_edges(location).collect();
        match out[..] {
            [only] if !matches!(program.edges[only].op, Op::Return { .. }) => program.edges[only].op = Op::Nop,
            [a, b] => {
                program.edges[a].op = Op::Assume { condition: always, truth: true };
                program.edges[b].op = Op::Assume { condition: always, truth: false };
            }
            _ => {}
        }
    }
}

/// How many edges do something and may be taken.
pub fn acting(program: &Program) -> usize {
    let reached = reached(program);
    let acts = |data: &&EdgeData| match data.op {
        Op::Nop => false,
        Op::Assume { condition, .. } => truth(program, condition).is_none(),
        _ => true,
    };
    program.edges.values().filter(|data| reached[data.from.index()]).filter(acts).count()
}
