//! Executions, watched at the heads of loops.

use super::candidates::{Table, guess};
use super::{Guesses, Observable};
use adumbra_analyses::location::Places;
use adumbra_interpreter::memory::{ObjectId, ObjectOrigin};
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Seeded, Tracer, View};
use adumbra_program::graph::Liveness;
use adumbra_program::*;
use adumbra_stop::{MILLISECOND, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Executions, and the steps of each.
const EXECUTIONS: u64 = 150;
const STEPS: u64 = 20_000;

/// All of them together may take so long.
const WORK: u64 = 500 * MILLISECOND;

/// Rows of a table.
const MOST_ROWS: usize = 500;

/// Visits of a head that one execution adds to its table, besides a few later ones.
const FIRST_VISITS: u32 = 24;

/// Integers that are observed at a head.
const MOST_COLUMNS: usize = 20;

/// One head.
struct Head {
    columns: Vec<(Observable, u32)>,
    rows: Vec<Vec<u64>>,
    seen: FxHashSet<Vec<u64>>,
    visits: u32,
}

/// Watches executions.
pub struct Watch {
    program: Arc<Program>,
    heads: FxHashMap<Location, Head>,
    globals: FxHashMap<Global, ObjectId>,
}

impl Watch {
    /// Watches the heads of a program's loops.
    fn new(program: &Arc<Program>) -> Self {
        let places = Places::new(program);
        let mut heads = FxHashMap::default();
        let written = written(program);
        for (_, _, body) in program.defined_functions() {
            let mut liveness = None;
            for location in body.location_ids().filter(|l| places.is_loop_head(*l)) {
                let liveness = liveness.get_or_insert_with(|| Liveness::new(program, body));
                let registers = liveness.live(program, location).into_iter().filter_map(|register| {
                    match program.registers[register].ty {
                        Type::Int(width) if width <= 64 => Some((Observable::Register(register), width)),
                        _ => None,
                    }
                });
                let globals = written.iter().map(|(global, bytes)| (Observable::Global(*global, *bytes), 8 * bytes));
                let columns = registers.chain(globals).take(MOST_COLUMNS).collect();
                let head = Head { columns, rows: Vec::new(), seen: FxHashSet::default(), visits: 0 };
                heads.insert(location, head);
            }
        }
        Watch { program: Arc::clone(program), heads, globals: FxHashMap::default() }
    }

    /// What fits the visits of heads in some executions.
    pub fn guesses(program: &Arc<Program>, externals: Externals, stop: &Stop) -> Guesses {
        let mut watch = Watch::new(program);
        if watch.heads.is_empty() {
            return Guesses::default();
        }
        let stop = stop.at_any_cost().within(WORK);
        let mut options = Options::new(program.property.clone());
        options.externals = externals;
        options.max_steps = STEPS;
        options.max_memory = 64 << 20;
        options.max_frames = 1000;
        options.stop = stop.clone();
        let interpreter = Interpreter::new(program, options);
        for execution in 0..EXECUTIONS {
            if stop.reached().is_some() {
                break;
            }
            let mut environment = Seeded::new(execution.checked_sub(1), &["program"], Captured::default());
            watch.globals.clear();
            watch.heads.values_mut().for_each(|head| head.visits = 0);
            interpreter.run(&mut environment, Some(&mut watch));
        }
        let unsigned = program.exprs.iter().any(|(_, expr, ty)| {
            ty == Type::Int(1)
                && matches!(expr, Expr::Binary(BinaryOp::Ult | BinaryOp::Ule, a, _) if program.exprs.ty(a) != Type::Ptr)
        });
        let mut constants: FxHashMap<Function, BTreeSet<i64>> = FxHashMap::default();
        let heads = watch.heads.iter().map(|(location, head)| {
            let function = program.function_of(*location);
            let constants = constants.entry(function).or_insert_with(|| spoken_of(program, function));
            let table = Table { columns: &head.columns, rows: &head.rows, constants, unsigned };
            (*location, guess(&table))
        });
        heads.collect()
    }

    fn visit(&mut self, view: &View<'_>, location: Location) {
        let Some(head) = self.heads.get_mut(&location) else { return };
        head.visits += 1;
        let wanted = head.visits <= FIRST_VISITS || head.visits.is_power_of_two() || head.visits.is_multiple_of(97);
        if !wanted || head.rows.len() >= MOST_ROWS {
            return;
        }
        let mut row = Vec::with_capacity(head.columns.len());
        for (observable, _) in &head.columns {
            let value = match observable {
                Observable::Register(register) => view.register(*register).map(|value| value.low() as u64),
                Observable::Global(global, bytes) => {
                    let known = self.globals.get(global).copied().or_else(|| {
                        let origin = ObjectOrigin::Global(*global);
                        let id = view.memory().objects().find(|o| o.origin() == origin)?.id();
                        self.globals.insert(*global, id);
                        Some(id)
                    });
                    known.and_then(|id| view.memory().object(id)).and_then(|object| {
                        (0..u64::from(*bytes)).rev().try_fold(0u64, |v, at| Some(v << 8 | u64::from(object.byte(at)?)))
                    })
                }
            };
            match value {
                Some(value) => row.push(value),
                None => return,
            }
        }
        if head.seen.insert(row.clone()) {
            head.rows.push(row);
        }
    }
}

impl Tracer for Watch {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let data = &self.program.edges[edge];
        // Calls are reported when they begin.
        if !matches!(data.op, Op::Call { .. }) {
            self.visit(view, data.to);
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.visit(view, self.program.edges[edge].to);
    }
}

/// Globals that are integers, as far as sizes tell, and may change.
fn written(program: &Program) -> Vec<(Global, u32)> {
    let sized = program.globals.iter().filter(|(_, data)| !data.constant && matches!(data.size, 1 | 2 | 4 | 8));
    sized.map(|(global, data)| (global, data.size as u32)).collect()
}

/// The numbers that a function speaks of, with those next to them.
fn spoken_of(program: &Program, function: Function) -> BTreeSet<i64> {
    let mut found = BTreeSet::from([0]);
    let Some(body) = program.body(function) else { return found };
    let mut seen: FxHashSet<ExprId> = FxHashSet::default();
    let mut work: Vec<ExprId> = Vec::new();
    for edge in body.edge_ids() {
        program.edges[edge].op.for_each_use(|expr| work.push(expr));
    }
    while let Some(expr) = work.pop() {
        if !seen.insert(expr) {
            continue;
        }
        work.extend(program.exprs.operands(expr));
        if let (Expr::Const(bits), Type::Int(width @ 2..=64)) = (program.exprs.get(expr), program.exprs.ty(expr)) {
            let number = super::signed(bits, width);
            found.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
        }
    }
    found
}
