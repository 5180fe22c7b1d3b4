//! Which variables valuations have: registers, results of functions, and regions of memory that are
//! plain variables, all of at most 64 bits.
//!
//! Calls that may be open at the same time are of different functions (programs with recursion are
//! refused), so that a register is one variable. Registers are above memory in the order: they are
//! local to few moves, and a condition on them then splits a set at its top.
//!
//! **Definitions instead of variables.** Most registers hold what was just computed or loaded, for
//! the next edge. Such a register is no variable: where it is read, its definition is read. That is
//! right if what the definition reads does not change between the two, which is looked for along
//! the paths behind the definition, as far as no other path meets them and no call is made.

use super::diagram::Level;
use adumbra_dependence::{Content, RegionId, Regions, Shape};
use adumbra_program::graph::Liveness;
use adumbra_program::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Variable {
    /// A register of the only activation of its function.
    Register(Register),
    /// A result of a function that returns.
    Result(Function, u32),
    /// A region of memory that is a plain variable.
    Cell(RegionId),
}

/// What stands for a register where it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A variable.
    Level(Level),
    /// The value of an expression.
    Defined(ExprId),
    /// Nothing: it may have any value.
    Unknown,
}

/// The variables of a program.
pub(super) struct Variables {
    program: Arc<Program>,
    regions: Arc<Regions>,
    table: Vec<(Variable, u32)>,
    index: FxHashMap<Variable, Level>,
    sources: SecondaryMap<Register, Option<Source>>,
    /// Of each function, the levels of its registers.
    own: FxHashMap<Function, Range<Level>>,
    liveness: FxHashMap<Function, Rc<Liveness>>,
    dead: FxHashMap<Location, Rc<[Level]>>,
}

/// Most variables.
pub(super) const MOST: usize = 4000;

/// The width of what is tracked.
fn width(ty: Type) -> Option<u32> {
    match ty {
        Type::Int(width) if width <= 64 => Some(width),
        _ => None,
    }
}

impl Variables {
    pub(super) fn new(program: &Arc<Program>, regions: &Arc<Regions>) -> Self {
        let mut variables = Variables {
            program: Arc::clone(program),
            regions: Arc::clone(regions),
            table: Vec::new(),
            index: FxHashMap::default(),
            sources: SecondaryMap::new(),
            own: FxHashMap::default(),
            liveness: FxHashMap::default(),
            dead: FxHashMap::default(),
        };
        let mut definitions = Definitions::new(program, regions);
        for (function, data, body) in program.defined_functions() {
            let first = variables.table.len() as Level;
            for register in body.register_ids() {
                let Some(width) = width(program.registers[register].ty) else {
                    variables.sources[register] = Some(Source::Unknown);
                    continue;
                };
                variables.sources[register] = match definitions.of(register) {
                    Some(Meaning::Expr(expr)) => Some(Source::Defined(expr)),
                    // Loads are resolved when all cells have their levels.
                    Some(Meaning::Cell(_)) => None,
                    None => Some(Source::Level(variables.add(Variable::Register(register), width))),
                };
            }
            variables.own.insert(function, first..variables.table.len() as Level);
            for (number, ty) in (0..).zip(&data.result_types) {
                if let Some(width) = width(*ty) {
                    variables.add(Variable::Result(function, number), width);
                }
            }
        }
        for id in by_first_access(program, regions) {
            let region = regions.get(id);
            if (region.shape, region.content) == (Shape::Scalar, Content::Bits) && region.size <= 8 && !region.unknown {
                variables.add(Variable::Cell(id), 8 * region.size);
            }
        }
        for (register, meaning) in definitions.found {
            if let Some(Meaning::Cell(region)) = meaning {
                let level = variables.index.get(&Variable::Cell(region));
                variables.sources[register] = Some(level.map_or(Source::Unknown, |level| Source::Level(*level)));
            }
        }
        variables
    }

    fn add(&mut self, variable: Variable, width: u32) -> Level {
        let level = self.table.len() as Level;
        self.table.push((variable, width));
        self.index.insert(variable, level);
        level
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// The level of a variable.
    pub(super) fn level(&self, variable: Variable) -> Option<Level> {
        self.index.get(&variable).copied()
    }

    /// What a level stands for.
    pub(super) fn variable(&self, level: Level) -> Variable {
        self.table[level as usize].0
    }

    /// The bits of a variable.
    pub(super) fn width(&self, level: Level) -> u32 {
        self.table[level as usize].1
    }

    /// What stands for a register.
    pub(super) fn source(&self, register: Register) -> Source {
        self.sources[register].unwrap_or(Source::Unknown)
    }

    /// The levels of the registers of a function.
    pub(super) fn own(&self, function: Function) -> Range<Level> {
        self.own.get(&function).cloned().unwrap_or(0..0)
    }

    /// The region that an access with a constant address touches, if it is a variable of this type.
    pub(super) fn direct(&self, edge: Edge, address: ExprId, ty: Type) -> Option<RegionId> {
        direct(&self.program, &self.regions, edge, address, ty)
    }

    /// The levels of registers that are not read any more at a location, in ascending order.
    pub(super) fn dead(&mut self, location: Location) -> Rc<[Level]> {
        if let Some(dead) = self.dead.get(&location) {
            return Rc::clone(dead);
        }
        let function = self.program.function_of(location);
        let Some(body) = self.program.body(function) else { return Rc::default() };
        let program = &self.program;
        let liveness = self.liveness.entry(function).or_insert_with(|| Rc::new(Liveness::new(program, body)));
        let live: FxHashSet<Register> = liveness.live(program, location).into_iter().collect();
        let own = self.own.get(&function).cloned().unwrap_or(0..0);
        let is_dead =
            |level: &Level| matches!(self.table[*level as usize].0, Variable::Register(r) if !live.contains(&r));
        let dead: Rc<[Level]> = own.filter(is_dead).collect();
        self.dead.insert(location, Rc::clone(&dead));
        dead
    }
}

/// The regions in the order in which the text of the program comes to them: what belongs together
/// is often close there.
fn by_first_access(program: &Program, regions: &Regions) -> Vec<RegionId> {
    let accessed = program.edges.keys().filter_map(|edge| regions.access(edge));
    let mut seen: FxHashSet<RegionId> = FxHashSet::default();
    let all = accessed.chain(regions.iter().map(|(id, _)| id));
    all.filter(|id| seen.insert(*id)).collect()
}

/// The region that an access with a constant address touches, if it is a plain variable of this
/// type.
fn direct(program: &Program, regions: &Regions, edge: Edge, address: ExprId, ty: Type) -> Option<RegionId> {
    let pool = &program.exprs;
    let mut offset = 0u64;
    let mut base = address;
    while let Expr::Binary(BinaryOp::PtrAdd, pointer, by) = pool.get(base) {
        let Expr::Const(by) = pool.get(by) else { return None };
        offset = offset.wrapping_add(by);
        base = pointer;
    }
    let Expr::GlobalAddr(global) = pool.get(base) else { return None };
    let id = regions.access(edge)?;
    let region = regions.get(id);
    let whole = matches!(ty, Type::Int(width) if width == 8 * region.size);
    let there =
        region.only == Some(adumbra_dependence::AbstractObject::Global(global)) && region.residue == Some(offset);
    ((region.shape, region.content) == (Shape::Scalar, Content::Bits) && !region.unknown && whole && there)
        .then_some(id)
}

/// What a register is where it is read.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Expr(ExprId),
    Cell(RegionId),
}

/// The registers that their definitions can stand for.
struct Definitions<'a> {
    program: &'a Program,
    regions: &'a Regions,
    /// The only definition of each register that has one, and how many edges read it.
    only: SecondaryMap<Register, Option<Edge>>,
    readers: SecondaryMap<Register, u32>,
    found: FxHashMap<Register, Option<Meaning>>,
    /// What registers that have a meaning read in the end.
    reads: FxHashMap<Register, Rc<Reads>>,
}

#[derive(Default, Debug)]
struct Reads {
    registers: Vec<Register>,
    regions: Vec<RegionId>,
}

/// Edges that are looked at behind a definition.
const MOST_EDGES: usize = 200;

/// Registers that one definition may rest on.
const MOST_READS: usize = 16;

impl<'a> Definitions<'a> {
    fn new(program: &'a Program, regions: &'a Regions) -> Self {
        let mut only = SecondaryMap::new();
        let mut seen: FxHashSet<Register> = FxHashSet::default();
        let mut readers: SecondaryMap<Register, u32> = SecondaryMap::new();
        for (edge, data) in program.edges.iter() {
            data.op.for_each_definition(|r| only[r] = seen.insert(r).then_some(edge));
            registers_of(program, &data.op).into_iter().for_each(|r| readers[r] += 1);
        }
        for (_, _, body) in program.defined_functions() {
            body.parameters.iter().for_each(|r| only[*r] = None);
        }
        Definitions { program, regions, only, readers, found: FxHashMap::default(), reads: FxHashMap::default() }
    }

    /// The meaning of a register, if it needs no variable.
    fn of(&mut self, register: Register) -> Option<Meaning> {
        // Definitions before those that rest on them, without recursion.
        let mut open = vec![register];
        while let Some(register) = open.last().copied() {
            if self.found.contains_key(&register) {
                open.pop();
                continue;
            }
            let below = self.rests_on(register);
            let missing: Vec<Register> = below.into_iter().filter(|r| !self.found.contains_key(r)).collect();
            if missing.is_empty() || open.len() > self.program.registers.len() {
                let meaning = self.find(register);
                self.found.insert(register, meaning);
                open.pop();
            } else {
                open.extend(missing);
            }
        }
        self.found.get(&register).copied().flatten()
    }

    fn definition(&self, register: Register) -> Option<(Edge, Meaning)> {
        width(self.program.registers[register].ty)?;
        let edge = self.only[register]?;
        match &self.program.edges[edge].op {
            Op::Assign(pairs) => {
                let (_, expr) = pairs.iter().find(|(r, _)| *r == register)?;
                // What is assigned at the same time has other values behind the edge.
                let parallel = expr_registers(self.program, *expr).iter().any(|r| pairs.iter().any(|(d, _)| d == r));
                (!parallel).then_some((edge, Meaning::Expr(*expr)))
            }
            Op::Load { address, .. } => {
                let region = direct(self.program, self.regions, edge, *address, self.program.registers[register].ty)?;
                Some((edge, Meaning::Cell(region)))
            }
            _ => None,
        }
    }

    fn rests_on(&self, register: Register) -> Vec<Register> {
        match self.definition(register) {
            Some((_, Meaning::Expr(expr))) => expr_registers(self.program, expr),
            _ => Vec::new(),
        }
    }

    fn find(&mut self, register: Register) -> Option<Meaning> {
        let (edge, meaning) = self.definition(register)?;
        let mut reads = Reads::default();
        match meaning {
            Meaning::Cell(region) => reads.regions.push(region),
            Meaning::Expr(expr) => {
                for r in expr_registers(self.program, expr) {
                    match self.reads.get(&r) {
                        Some(below) => {
                            reads.registers.extend(&below.registers);
                            reads.regions.extend(&below.regions);
                        }
                        None => reads.registers.push(r),
                    }
                }
            }
        }
        if reads.registers.len() + reads.regions.len() > MOST_READS || !self.stays(register, edge, &reads) {
            return None;
        }
        self.reads.insert(register, Rc::new(reads));
        Some(meaning)
    }

    /// Is a register read only where what its definition reads has not changed?
    fn stays(&self, register: Register, edge: Edge, reads: &Reads) -> bool {
        let program = self.program;
        let mut left = self.readers[register];
        let mut open = vec![program.edges[edge].to];
        let mut looked = 0;
        while let Some(location) = open.pop() {
            if program.in_edges(location).len() > 1 {
                continue;
            }
            for edge in program.out_edges(location) {
                looked += 1;
                if looked > MOST_EDGES {
                    return left == 0;
                }
                let data = &program.edges[edge];
                // A call reads its arguments before anything changes.
                left -= u32::from(registers_of(program, &data.op).contains(&register));
                if left == 0 {
                    return true;
                }
                if !self.changes(edge, reads) {
                    open.push(data.to);
                }
            }
        }
        left == 0
    }

    /// May an edge change what is read?
    fn changes(&self, edge: Edge, reads: &Reads) -> bool {
        let op = &self.program.edges[edge].op;
        let mut changes = matches!(op, Op::Call { .. } | Op::Return { .. });
        op.for_each_definition(|r| changes |= reads.registers.contains(&r));
        let touched = self.regions.written(edge).iter().copied().chain(match op {
            Op::Store { .. } => self.regions.access(edge),
            _ => None,
        });
        changes || touched.into_iter().any(|region| reads.regions.contains(&region))
    }
}

/// The registers that an expression reads, each once.
fn expr_registers(program: &Program, expr: ExprId) -> Vec<Register> {
    let mut found = Vec::new();
    let mut open = vec![expr];
    let mut seen: FxHashSet<ExprId> = open.iter().copied().collect();
    while let Some(expr) = open.pop() {
        if let Expr::Register(register) = program.exprs.get(expr)
            && !found.contains(&register)
        {
            found.push(register);
        }
        open.extend(program.exprs.operands(expr).filter(|o| seen.insert(*o)));
    }
    found
}

/// The registers that an operation reads, each once.
fn registers_of(program: &Program, op: &Op) -> Vec<Register> {
    let mut found = Vec::new();
    op.for_each_use(|expr| found.extend(expr_registers(program, expr)));
    found.sort_unstable();
    found.dedup();
    found
}
