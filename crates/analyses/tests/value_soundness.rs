//! What the interpreter does is covered by what the value analysis says, with any precision.
//!
//! Runs of the interpreter are followed move by move: each known register and cell has the concrete value, conditions that are
//! decided are decided as the run decides them, the path never ends before the run does, and a violation is reported.

mod value_common;

use adumbra_analyses::value::*;
use adumbra_engine::Flow;
use adumbra_interpreter as interp;
use adumbra_interpreter::{Captured, Interpreter, Options, Outcome, Seeded, Tracer, View};
use adumbra_program::*;
use std::collections::HashMap;
use std::sync::Arc;
use value_common::{load_c, programs};

/// Follows a run.
struct Follower {
    analysis: ValueAnalysis,
    precision: Precision,
    state: ValueState,
    pending: Option<Edge>,
    returning: Vec<Function>,
    /// How often states are trimmed: every n-th move.
    trim: u64,
    moves: u64,
    problem: Option<String>,
    name: String,
}

impl Follower {
    fn new(name: &str, program: &Arc<Program>, precision: Precision, trim: u64) -> Self {
        let analysis = ValueAnalysis::new(program, ValueOptions::default());
        let mut state = analysis.start();
        let mut analysis = analysis;
        analysis.trim(&mut state, &precision);
        Follower {
            state,
            analysis,
            precision,
            pending: None,
            returning: Vec::new(),
            trim,
            moves: 0,
            problem: None,
            name: name.to_owned(),
        }
    }

    fn fail(&mut self, what: String) {
        if self.problem.is_none() {
            let state = adumbra_engine::Analysis::show(&self.analysis, &self.state);
            self.problem = Some(format!("{}: move {}: {what}\nin {state}", self.name, self.moves));
        }
    }

    fn go(&mut self, step: Move) {
        if self.problem.is_some() || self.state.violated().is_some() {
            return;
        }
        self.moves += 1;
        let program = Arc::clone(self.analysis.program());
        if let (Move::Edge(edge), Op::Assume { condition, truth }) = (step, &program.edges[step.edge()].op) {
            let decided = self.analysis.decide_in(&self.state, *condition);
            if decided == Some(!truth) {
                return self.fail(format!("{edge} is taken, but it was decided that it is not"));
            }
        }
        match self.analysis.apply(&mut self.state, &self.precision, step) {
            Flow::On => {}
            // The run ends here, too.
            Flow::Dead if matches!(program.edges[step.edge()].op, Op::Violation(_)) => {}
            Flow::Dead => self.fail(format!("{step} is dead: {:?}", program.edges[step.edge()].op)),
            Flow::Cut(reason) => self.fail(format!("{step} was cut: {reason:?}")),
            Flow::Split(states) => match states.into_iter().find(|s| s.violated().is_none()) {
                Some(next) => self.state = next,
                None => self.fail(format!("{step} goes nowhere")),
            },
        }
        if self.state.violated().is_none() && self.moves.is_multiple_of(self.trim) {
            self.analysis.trim(&mut self.state, &self.precision);
        }
    }

    /// Compares everything that is known with the run.
    fn compare(&mut self, view: &View<'_>) {
        if self.problem.is_some() || self.state.violated().is_some() {
            return;
        }
        // Later in a run a look now and then will do.
        if self.moves > 200 && !self.moves.is_multiple_of(9) {
            return;
        }
        let program = Arc::clone(self.analysis.program());
        let mut names: HashMap<u32, u64> = HashMap::new();
        let depth = self.state.depth();
        if depth as usize + 1 != view.depth() {
            return self.fail(format!("{} calls are open, not {}", view.depth() - 1, depth));
        }
        let mut pointers: Vec<(Value, u128, String)> = Vec::new();
        for (at, register, value) in self.analysis.registers(&self.state) {
            if at != depth {
                continue;
            }
            let Some(concrete) = view.register(register) else {
                return self.fail(format!("{register} does not exist"));
            };
            match value.content() {
                Content::Bits(bits) => {
                    if concrete.low() != u128::from(bits) {
                        return self.fail(format!("{register} is {concrete}, not {bits:#x}"));
                    }
                }
                Content::Wide(_) => {
                    if self.analysis.wide_bits(value).as_ref() != Some(&concrete) {
                        return self.fail(format!("{register} is {concrete}"));
                    }
                }
                _ => pointers.push((value, concrete.low(), register.to_string())),
            }
        }
        let memory = view.memory();
        let mut checked = 0;
        let cells = self.analysis.cells(&self.state);
        // Names are found along pointers, so cells of objects come after the pointers to them.
        let mut rounds = 0;
        loop {
            for (value, concrete, what) in std::mem::take(&mut pointers) {
                if let Err(problem) = self.pointer(&program, view, value, concrete, &mut names) {
                    return self.fail(format!("{what}: {problem}"));
                }
            }
            let before = checked;
            for (object, offset, cell) in cells.iter().skip(if rounds == 0 { 0 } else { usize::MAX }) {
                let concrete = match object.target() {
                    Target::Global(g) => {
                        memory.objects().find(|o| o.origin() == interp::memory::ObjectOrigin::Global(g))
                    }
                    Target::Allocated(index) => names.get(&index).and_then(|id| memory.object(*id)),
                    _ => None,
                };
                let Some(concrete) = concrete else { continue };
                checked += 1;
                match cell {
                    Ok((length, bits)) => {
                        for i in 0..u64::from(*length) {
                            let known = (bits >> (8 * i)) as u8;
                            if concrete.byte(offset + i) != Some(known) {
                                let byte = concrete.byte(offset + i);
                                return self.fail(format!("{object:?}+{} is {byte:?}, not {known}", offset + i));
                            }
                        }
                    }
                    Err(value) => {
                        let size = program.layout.pointer_bytes();
                        let mut address = 0;
                        for i in 0..size {
                            address |= u64::from(concrete.byte(offset + i).unwrap_or(0)) << (8 * i);
                        }
                        let id = concrete.pointer_at(*offset).unwrap_or(0);
                        let pointer = u128::from(id) << 64 | u128::from(address);
                        pointers.push((*value, pointer, format!("{object:?}+{offset}")));
                    }
                }
            }
            rounds += 1;
            if pointers.is_empty() || checked == before {
                break;
            }
        }
        for (value, concrete, what) in pointers {
            if let Err(problem) = self.pointer(&program, view, value, concrete, &mut names) {
                return self.fail(format!("{what}: {problem}"));
            }
        }
    }

    fn pointer(
        &self,
        program: &Program,
        view: &View<'_>,
        value: Value,
        concrete: u128,
        names: &mut HashMap<u32, u64>,
    ) -> Result<(), String> {
        let (id, address) = ((concrete >> 64) as u64, concrete as u64);
        let (object, offset) = match value.content() {
            Content::Pointer(object, offset) => (object, Some(offset)),
            Content::Somewhere(object) => (object, None),
            _ => return Ok(()),
        };
        let origin = view.memory().object(id).map(|o| o.origin());
        let fits = match (object.target(), origin) {
            (Target::None, None) => id == 0,
            (Target::Function(f), Some(interp::memory::ObjectOrigin::Function(g))) => f == g,
            (Target::Global(f), Some(interp::memory::ObjectOrigin::Global(g))) => f == g,
            (Target::Allocated(index), _) => {
                let known = self.analysis.allocated(&self.state);
                let Some((_, site, life, size)) = known.iter().find(|(i, ..)| *i == index) else {
                    return Err(format!("object {index} is not in the table"));
                };
                let concrete = view.memory().object(id);
                let same_site = match origin {
                    Some(
                        interp::memory::ObjectOrigin::Stack { site: s, .. }
                        | interp::memory::ObjectOrigin::Heap { site: s, .. },
                    ) => *site == Some(s),
                    Some(interp::memory::ObjectOrigin::Arguments(_)) => site.is_none(),
                    // It died long ago.
                    None => !matches!(life, Life::Live),
                    _ => false,
                };
                let alive = concrete.map(|o| o.life());
                let same_life = match life {
                    Life::Live => alive == Some(interp::memory::Life::Live),
                    Life::Maybe => true,
                    Life::Freed => alive.is_none_or(|l| l == interp::memory::Life::Freed),
                    Life::OutOfScope => alive == Some(interp::memory::Life::OutOfScope),
                    Life::Returned => alive.is_none_or(|l| l == interp::memory::Life::Returned),
                };
                let same_size = match (size, concrete) {
                    (Some(size), Some(o)) => *size == o.size(),
                    _ => true,
                };
                if !same_size || !same_life {
                    return Err(format!("object {index} is {life:?} of size {size:?}, the run's {alive:?}"));
                }
                same_site && *names.entry(index).or_insert(id) == id
            }
            _ => false,
        };
        let base = view.memory().object(id).map(|o| o.base());
        let mask = u64::MAX >> (64 - program.layout.pointer_bits);
        let offset_fits = match (offset, object.target(), base) {
            (None, ..) => true,
            (Some(offset), Target::None, _) => offset == address,
            (Some(offset), _, Some(base)) => address.wrapping_sub(base) & mask == offset,
            (Some(_), _, None) => true,
        };
        if fits && offset_fits { Ok(()) } else { Err(format!("{value:?} against {id:#x}:{address:#x} of {origin:?}")) }
    }
}

impl Tracer for Follower {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if let Some(call) = self.pending.take()
            && let Some(callee) = view.function()
        {
            self.go(Move::Enter { call, callee });
            self.returning.push(callee);
        }
        let program = Arc::clone(self.analysis.program());
        match program.edges[edge].op {
            Op::Call { .. } => self.pending = Some(edge),
            Op::Return { .. } => self.go(Move::Edge(edge)),
            Op::Violation(_) | Op::End { .. } | Op::Unsupported(_) => self.go(Move::Edge(edge)),
            _ => {
                self.go(Move::Edge(edge));
                self.compare(view);
            }
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        if self.pending.take().is_some() {
            self.go(Move::Edge(edge));
        } else if let Some(callee) = self.returning.pop() {
            self.go(Move::Leave { call: edge, callee });
        }
        self.compare(view);
    }
}

/// A small generator of numbers.
fn next(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

fn random_precision(program: &Program, seed: u64) -> Precision {
    let mut random = seed | 1;
    let mut precision = Precision::nothing();
    let (start, function) = (Location::from_u32(0), program.entry);
    let mut add = |key: Key, random: &mut u64| {
        if !next(random).is_multiple_of(4) {
            precision.set(key, Scope::Global, start, function, true);
        }
    };
    for (register, _) in program.registers.iter() {
        add(Key::Register(register), &mut random);
    }
    for (global, data) in program.globals.iter() {
        for word in 0..data.size.div_ceil(8).min(64) {
            add(Key::Cell(Base::Global(global), word), &mut random);
        }
    }
    for (site, _) in program.sites.iter() {
        for word in 0..8 {
            add(Key::Cell(Base::Site(site), word), &mut random);
        }
    }
    precision
}

fn follow(name: &str, program: &Arc<Program>, seed: Option<u64>, precision: Precision, trim: u64) -> u64 {
    let mut options = Options::new(program.property.clone());
    options.max_steps = 1000;
    let interpreter = Interpreter::new(program, options);
    let mut follower = Follower::new(name, program, precision, trim);
    let result = interpreter.run(&mut Seeded::new(seed, &["program", "one"], Captured::default()), Some(&mut follower));
    if let Some(problem) = follower.problem {
        panic!("seed {seed:?}: {problem}");
    }
    if let Outcome::Violation(report) = &result.outcome
        && !matches!(report.kind, Violation::IndeterminateBranch | Violation::StackOverflow)
        && follower.state.violated().is_none()
    {
        // An access that failed was not traced.
        let flow = follower.analysis.apply(&mut follower.state, &follower.precision, Move::Edge(report.edge));
        let seen = match &flow {
            Flow::On => follower.state.violated().is_some(),
            Flow::Split(states) => states.iter().any(|s| s.violated().is_some()),
            // A call of no function is left to the one who knows the callees.
            _ => false,
        };
        assert!(seen, "{name}: {report:?} is not reported: {flow:?}");
    }
    follower.moves
}

#[test]
fn runs_are_covered_with_any_precision() {
    let mut moves = 0;
    for (name, program) in programs() {
        moves += follow(&name, &program, None, Precision::everything(), 3);
        moves += follow(&name, &program, None, Precision::nothing(), 5);
        for seed in [1, 7] {
            moves += follow(&name, &program, Some(seed), Precision::everything(), 4);
            moves += follow(&name, &program, Some(seed), random_precision(&program, seed * 77), 2);
        }
    }
    assert!(moves > 10_000, "{moves}");
}

#[test]
fn the_follower_notices_a_wrong_step() {
    // The analysis of another program: its constants differ.
    let right = load_c("int main(void) { int x = 3; int y = x + 4; return y; }", "everything", false);
    let wrong = load_c("int main(void) { int x = 3; int y = x + 5; return y; }", "everything", false);
    assert_eq!(right.edges.len(), wrong.edges.len());
    let interpreter = Interpreter::new(&right, Options::new(Property::everything()));
    let mut follower = Follower::new("wrong", &wrong, Precision::everything(), 1);
    interpreter.run(&mut Seeded::new(None, &["program"], Captured::default()), Some(&mut follower));
    assert!(follower.problem.is_some());
}
