//! Executions, watched where functions are entered and left, and at the heads of loops.

use super::shape::Shape;
use super::table::{Column, Table, What, When};
use adumbra_analyses::location::Places;
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::memory::{ObjectId, ObjectKey, ObjectOrigin};
use adumbra_interpreter::{
    Captured, Environment, Externals, Interpreter, Options, Question, Seeded, Tracer, Undetermined, View,
};
use adumbra_program::graph::Liveness;
use adumbra_program::*;
use adumbra_stop::{MILLISECOND, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Executions, and the steps of each.
const EXECUTIONS: u64 = 400;
const STEPS: u64 = 15_000;

/// All of them together may take so long.
const WORK: u64 = 600 * MILLISECOND;

/// Rows of a table.
const MOST_ROWS: usize = 300;

/// The kinds of tables.
const ENTRY: u8 = 0;
const EXIT: u8 = 1;
const HEAD: u8 = 2;

/// Visits that one execution adds to a table, besides a few later ones.
const FIRST_VISITS: u32 = 12;

/// Where a pointer that was handed over leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Target {
    Nowhere,
    Function(Function, u64),
    Global(Global, u64),
    /// Another object, by its number in the execution, and the offset.
    Other(u64, u64),
}

/// What was seen of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub(super) entry: Table,
    pub(super) exit: Table,
    /// Where its pointers led to, by parameter.
    pub(super) pointers: Vec<Register>,
    pub(super) targets: BTreeSet<Vec<Target>>,
}

/// What was seen of all functions with contracts, and at heads.
#[derive(Clone, Debug, Default)]
pub(super) struct Observed {
    pub(super) functions: FxHashMap<Function, Seen>,
    pub(super) heads: FxHashMap<Location, Table>,
}

/// An activation that is watched.
struct Activation {
    call: Edge,
    function: Option<Function>,
    /// The values of the columns of its entry.
    entry: Option<Row>,
    /// Its arguments, with their objects.
    arguments: Vec<Value>,
}

struct Watch<'p> {
    program: &'p Program,
    observed: Observed,
    visits: FxHashMap<(u8, u32), u32>,
    rows: FxHashMap<(u8, u32), Rows>,
    globals: FxHashMap<Global, ObjectId>,
    stack: Vec<Activation>,
}

/// A row while it is collected: what has no value yet is none.
type Row = Vec<Option<u64>>;

/// Watches executions of a program.
pub(super) fn watch(program: &Program, shape: &Shape, externals: Externals, stop: &Stop) -> Observed {
    let observed = empty(program, shape);
    let mut watch = Watch {
        program,
        observed,
        visits: FxHashMap::default(),
        rows: FxHashMap::default(),
        globals: FxHashMap::default(),
        stack: Vec::new(),
    };
    let stop = stop.at_any_cost().within(WORK);
    let mut options = Options::new(program.property.clone());
    (options.externals, options.max_steps, options.stop) = (externals, STEPS, stop.clone());
    (options.max_memory, options.max_frames) = (64 << 20, 5_000);
    let interpreter = Interpreter::new(program, options);
    let constants = spoken_of(program);
    for seed in 0..EXECUTIONS {
        if stop.reached().is_some() {
            break;
        }
        let mut inputs = Inputs::new(seed, &constants);
        interpreter.run(&mut inputs, Some(&mut watch));
        watch.stack.clear();
        watch.visits.clear();
        watch.globals.clear();
    }
    watch.finished()
}

/// Rows without those that are seen again.
#[derive(Default)]
struct Rows {
    all: Vec<Row>,
    known: FxHashSet<Row>,
}

/// Tables without rows.
fn empty(program: &Program, shape: &Shape) -> Observed {
    let mut observed = Observed::default();
    let places = Places::new(program);
    for function in &shape.functions {
        let Some(body) = program.body(*function) else { continue };
        let (seen, entered) = empty_function(program, shape, *function, body);
        for location in body.location_ids().filter(|l| places.is_loop_head(*l)) {
            observed.heads.insert(location, head(program, body, location, &seen, entered.clone()));
        }
        observed.functions.insert(*function, seen);
    }
    if let Some(body) = program.body(program.entry)
        && !observed.functions.contains_key(&program.entry)
    {
        let cells = shape.cells(program, program.entry);
        let entry: Vec<Column> = cells.iter().filter_map(|what| now(program, *what)).collect();
        let seen = Seen { entry: Table { columns: entry, rows: Vec::new() }, ..Seen::default() };
        for location in body.location_ids().filter(|l| places.is_loop_head(*l)) {
            observed.heads.insert(location, head(program, body, location, &seen, Vec::new()));
        }
    }
    observed
}

fn now(program: &Program, what: What) -> Option<Column> {
    let width = match what {
        What::Register(register) => match program.registers[register].ty {
            Type::Int(width) if width <= 64 => width,
            _ => return None,
        },
        What::Cell(_, _, bytes) | What::Behind(_, _, bytes) => 8 * bytes,
        What::Result(_) => return None,
    };
    (1..=64).contains(&width).then_some(Column { what, when: When::Now, width })
}

fn empty_function(program: &Program, shape: &Shape, function: Function, body: &Body) -> (Seen, Vec<Column>) {
    let parameters = body.parameters.iter().map(|register| What::Register(*register));
    let cells = shape.cells(program, function);
    let columns: Vec<Column> = parameters.chain(cells.iter().copied()).filter_map(|what| now(program, what)).collect();
    let before = columns.iter().map(|column| Column { when: When::Before, ..*column });
    let entered: Vec<Column> = before.collect();
    let results = program.functions[function].result_types.iter().enumerate();
    let results = results.filter_map(|(index, ty)| match ty {
        Type::Int(width) if *width <= 64 => {
            Some(Column { what: What::Result(index as u32), when: When::Now, width: *width })
        }
        _ => None,
    });
    let after = columns.iter().filter(|column| !matches!(column.what, What::Register(_))).copied();
    let exit: Vec<Column> = entered.iter().copied().chain(results).chain(after).collect();
    let is_pointer = |register: &Register| program.registers[*register].ty == Type::Ptr;
    let seen = Seen {
        entry: Table { columns, rows: Vec::new() },
        exit: Table { columns: exit, rows: Vec::new() },
        pointers: body.parameters.iter().copied().filter(is_pointer).collect(),
        targets: BTreeSet::new(),
    };
    (seen, entered)
}

/// Integers that live at a head, cells, and what was at the entry.
fn head(program: &Program, body: &Body, location: Location, seen: &Seen, entered: Vec<Column>) -> Table {
    let live = Liveness::new(program, body).live(program, location);
    let mut whats: Vec<What> = live.into_iter().map(What::Register).collect();
    let parameters = body.parameters.iter().map(|register| What::Register(*register));
    whats.extend(parameters.filter(|what| !whats.contains(what)).collect::<Vec<_>>());
    let cells = seen.entry.columns.iter().map(|column| column.what);
    whats.extend(cells.filter(|what| matches!(what, What::Cell(..))));
    let columns = whats.into_iter().filter_map(|what| now(program, what));
    let entered = entered.into_iter().filter(|column| !matches!(column.what, What::Behind(..)));
    Table { columns: entered.chain(columns).collect(), rows: Vec::new() }
}

impl Watch<'_> {
    fn note(&mut self, kind: u8, place: u32, row: Row) {
        let rows = self.rows.entry((kind, place)).or_default();
        if rows.all.len() >= MOST_ROWS || rows.known.contains(&row) {
            return;
        }
        // What is new in an execution counts, and not all of it.
        let visits = self.visits.entry((kind, place)).or_default();
        *visits += 1;
        if *visits <= FIRST_VISITS || visits.is_power_of_two() {
            rows.known.insert(row.clone());
            rows.all.push(row);
        }
    }

    /// The tables. Columns that had no value in some row are left out.
    fn finished(mut self) -> Observed {
        for (function, seen) in &mut self.observed.functions {
            fill(&mut seen.entry, self.rows.remove(&(ENTRY, function.as_u32())));
            fill(&mut seen.exit, self.rows.remove(&(EXIT, function.as_u32())));
        }
        for (location, table) in &mut self.observed.heads {
            fill(table, self.rows.remove(&(HEAD, location.as_u32())));
        }
        self.observed
    }

    fn cell(&mut self, view: &View<'_>, global: Global, offset: u64, bytes: u32) -> Option<u64> {
        let id = match self.globals.get(&global) {
            Some(id) => *id,
            None => {
                let origin = ObjectOrigin::Global(global);
                let id = view.memory().objects().find(|o| o.origin() == origin)?.id();
                self.globals.insert(global, id);
                id
            }
        };
        read(view, id, offset, bytes)
    }

    /// The value of a column in an activation with these arguments.
    fn value(&mut self, view: &View<'_>, column: &Column, function: Function, arguments: &[Value]) -> Option<u64> {
        let argument = |register: Register| {
            let place = self.program.body(function)?.parameters.iter().position(|p| *p == register)?;
            arguments.get(place)
        };
        match column.what {
            What::Register(register) => argument(register).map(|value| value.low() as u64),
            What::Cell(global, offset, bytes) => self.cell(view, global, offset, bytes),
            What::Behind(register, by, bytes) => {
                let pointer = argument(register)?.low();
                let id = (pointer >> 64) as ObjectId;
                let base = view.memory().object(id)?.base();
                read(view, id, (pointer as u64).wrapping_sub(base).wrapping_add(by), bytes)
            }
            What::Result(_) => None,
        }
    }

    fn enter(&mut self, view: &View<'_>, call: Edge) {
        let Op::Call { callee, arguments, .. } = &self.program.edges[call].op else { return };
        let function = match callee {
            Callee::Direct(function) => Some(*function),
            Callee::Indirect(expr) => view.evaluate(*expr).and_then(|value| function_at(view, &value)),
        };
        let mut activation = Activation { call, function, entry: None, arguments: Vec::new() };
        if let Some(function) = function.filter(|f| self.observed.functions.contains_key(f)) {
            let values: Option<Vec<Value>> = arguments.iter().map(|argument| view.evaluate(*argument)).collect();
            activation.arguments = values.unwrap_or_default();
            self.entered(view, function, &mut activation);
        }
        self.stack.push(activation);
    }

    fn entered(&mut self, view: &View<'_>, function: Function, activation: &mut Activation) {
        let Some(seen) = self.observed.functions.get(&function) else { return };
        let (columns, pointers) = (seen.entry.columns.clone(), seen.pointers.clone());
        let row: Row = columns.iter().map(|column| self.value(view, column, function, &activation.arguments)).collect();
        activation.entry = Some(row.clone());
        self.note(ENTRY, function.as_u32(), row);
        let parameters = self.program.body(function).map_or(&[][..], |body| &body.parameters);
        let target = |register: &Register| {
            let place = parameters.iter().position(|p| p == register)?;
            Some(target(view, activation.arguments.get(place)?.low()))
        };
        let targets: Option<Vec<Target>> = pointers.iter().map(target).collect();
        if let Some(seen) = self.observed.functions.get_mut(&function)
            && seen.targets.len() < MOST_ROWS
        {
            seen.targets.extend(targets);
        }
    }

    fn left(&mut self, view: &View<'_>, call: Edge) {
        while let Some(activation) = self.stack.pop() {
            if activation.call != call {
                continue;
            }
            if let (Some(function), Some(entry)) = (activation.function, activation.entry) {
                self.exited(view, call, function, entry, &activation.arguments);
            }
            return;
        }
    }

    fn exited(&mut self, view: &View<'_>, call: Edge, function: Function, entry: Row, arguments: &[Value]) {
        let Op::Call { results, .. } = &self.program.edges[call].op else { return };
        let Some(seen) = self.observed.functions.get(&function) else { return };
        let columns = seen.exit.columns.clone();
        let mut row = entry;
        for column in &columns[row.len()..] {
            let value = match column.what {
                What::Result(index) => {
                    results.get(index as usize).and_then(|r| view.register(*r)).map(|value| value.low() as u64)
                }
                _ => self.value(view, column, function, arguments),
            };
            row.push(value);
        }
        self.note(EXIT, function.as_u32(), row);
    }

    /// The values at the entry that a head is told.
    fn entered_with(&self, location: Location, columns: &[Column], entry: &Row) -> Row {
        let function = self.program.function_of(location);
        let known = self.observed.functions.get(&function).map_or(&[][..], |seen| &seen.entry.columns);
        let value = |column: &Column| {
            let place = known.iter().position(|other| other.what == column.what)?;
            entry.get(place).copied().flatten()
        };
        columns.iter().map(value).collect()
    }

    fn head(&mut self, view: &View<'_>, location: Location) {
        let Some(table) = self.observed.heads.get(&location) else { return };
        let columns = table.columns.clone();
        let entry = self.stack.last().and_then(|activation| activation.entry.clone()).unwrap_or_default();
        let kept = columns.iter().filter(|column| column.when == When::Before).count();
        let mut row = self.entered_with(location, &columns[..kept], &entry);
        for column in &columns[kept..] {
            row.push(match column.what {
                What::Register(register) => view.register(register).map(|value| value.low() as u64),
                What::Cell(global, offset, bytes) => self.cell(view, global, offset, bytes),
                What::Behind(..) | What::Result(_) => None,
            });
        }
        self.note(HEAD, location.as_u32(), row);
    }
}

/// Puts rows into a table, with the columns that always had a value.
fn fill(table: &mut Table, rows: Option<Rows>) {
    let rows = rows.map_or(Vec::new(), |rows| rows.all);
    let kept: Vec<usize> =
        (0..table.columns.len()).filter(|column| rows.iter().all(|row| row[*column].is_some())).collect();
    table.rows = rows.iter().map(|row| kept.iter().filter_map(|column| row[*column]).collect()).collect();
    table.columns = kept.iter().map(|column| table.columns[*column]).collect();
}

/// Bytes of an object, if all have a value.
fn read(view: &View<'_>, id: ObjectId, offset: u64, bytes: u32) -> Option<u64> {
    let object = view.memory().object(id)?;
    (0..u64::from(bytes)).rev().try_fold(0u64, |v, at| Some(v << 8 | u64::from(object.byte(offset.checked_add(at)?)?)))
}

fn function_at(view: &View<'_>, pointer: &Value) -> Option<Function> {
    match view.memory().object((pointer.low() >> 64) as ObjectId)?.origin() {
        ObjectOrigin::Function(function) => Some(function),
        _ => None,
    }
}

fn target(view: &View<'_>, pointer: u128) -> Target {
    let id = (pointer >> 64) as ObjectId;
    let Some(object) = view.memory().object(id) else { return Target::Nowhere };
    let offset = (pointer as u64).wrapping_sub(object.base());
    match object.origin() {
        ObjectOrigin::Function(function) => Target::Function(function, offset),
        ObjectOrigin::Global(global) => Target::Global(global, offset),
        _ => Target::Other(id, offset),
    }
}

impl Tracer for Watch<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let data = &self.program.edges[edge];
        if matches!(data.op, Op::Call { .. }) {
            self.enter(view, edge);
        } else {
            self.head(view, data.to);
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.left(view, edge);
        self.head(view, self.program.edges[edge].to);
    }
}

/// Small numbers, and those that the program speaks of, as inputs.
struct Inputs<'c> {
    inner: Seeded<Captured>,
    style: u64,
    state: u64,
    constants: &'c [u64],
}

impl<'c> Inputs<'c> {
    fn new(seed: u64, constants: &'c [u64]) -> Self {
        let inner = Seeded::new(Some(seed), &["program"], Captured::default());
        Inputs { inner, style: seed % 8, state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, constants }
    }

    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    /// A number of this execution; none if it is one of any.
    fn number(&mut self) -> Option<u64> {
        let (number, other) = (self.next() >> 8, self.next() >> 8);
        Some(match self.style {
            0 => number % 5,
            1 => number % 12,
            2 => (number % 17).wrapping_sub(8),
            3 => number % 40,
            4 if self.constants.is_empty() => number % 100,
            4 => {
                let constant = self.constants[(number % self.constants.len() as u64) as usize];
                constant.wrapping_add(other % 5).wrapping_sub(2)
            }
            5 => match number % 4 {
                0 => (other % 9).wrapping_sub(4),
                1 if !self.constants.is_empty() => self.constants[(other % self.constants.len() as u64) as usize],
                _ => other % 7,
            },
            6 => number % 200,
            _ => return None,
        })
    }
}

impl Environment for Inputs<'_> {
    fn value(&mut self, question: Question<'_>, ty: Type, width: u32) -> Result<Value, Undetermined> {
        let is_number = matches!(ty, Type::Int(_)) && matches!(question, Question::Nondet(_) | Question::External(_));
        match is_number.then(|| self.number()).flatten() {
            Some(number) if width <= 64 => Ok(Value::Small(u128::from(number & u64::MAX >> (64 - width.max(1))))),
            _ => self.inner.value(question, ty, width),
        }
    }

    fn memory_byte(&mut self, object: &ObjectKey, epoch: u32, offset: u64) -> Result<u8, Undetermined> {
        self.inner.memory_byte(object, epoch, offset)
    }

    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined> {
        self.inner.read_byte()
    }

    fn arguments(&mut self) -> Result<Vec<Vec<u8>>, Undetermined> {
        self.inner.arguments()
    }

    fn write_byte(&mut self, descriptor: i32, byte: u8) {
        self.inner.write_byte(descriptor, byte);
    }
}

/// The numbers of the program's own functions.
pub(super) fn spoken_of(program: &Program) -> Vec<u64> {
    let mut found = BTreeSet::new();
    let mut seen: FxHashSet<ExprId> = FxHashSet::default();
    for (_, data, body) in program.defined_functions() {
        if data.library {
            continue;
        }
        let mut work: Vec<ExprId> = Vec::new();
        for edge in body.edge_ids() {
            program.edges[edge].op.for_each_use(|expr| work.push(expr));
        }
        while let Some(expr) = work.pop() {
            if !seen.insert(expr) {
                continue;
            }
            work.extend(program.exprs.operands(expr));
            if let (Expr::Const(bits), Type::Int(8..=64)) = (program.exprs.get(expr), program.exprs.ty(expr)) {
                found.insert(bits);
            }
        }
    }
    found.into_iter().collect()
}
