//! The builder: what it knows of a program, and the way in.

use crate::block::{Block, conjunction};
use crate::build::Build;
use crate::effects::Effects;
use crate::value::Value;
use crate::variable::{OBJECT_BITS, Part, Place, Var, Variables};
use adumbra_dependence::{AbstractObject, Regions};
use adumbra_interpreter::Externals;
use adumbra_program::callgraph::CallGraph;
use adumbra_program::graph::{Components, FunctionGraph, Liveness};
use adumbra_program::*;
use adumbra_terms::walk::Substitution;
use adumbra_terms::{Sort, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// What came of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stepped {
    /// The block goes on.
    On,
    /// No execution makes the move.
    Dead,
    /// The builder does not know what the move means.
    Unsupported(String),
}

/// Makes blocks of a program.
pub struct Builder {
    pub(crate) program: Arc<Program>,
    pub(crate) regions: Arc<Regions>,
    /// Terms and their simplifier.
    pub build: Build,
    /// The variables met so far.
    pub variables: Variables,
    pub(crate) externals: Externals,
    /// Who calls whom.
    pub(crate) call_graph: CallGraph,
    /// Which functions may be open more than once at a time.
    pub(crate) recursive: Vec<bool>,
    /// Which locations are in a cycle of their function.
    pub(crate) cyclic: Vec<bool>,
    pub(crate) function_of_register: Vec<Function>,
    /// Which registers are parameters that nobody writes.
    pub(crate) kept: Vec<bool>,
    /// Objects with fixed numbers, in the order of these.
    pub(crate) fixed: Vec<AbstractObject>,
    pub(crate) numbers: FxHashMap<AbstractObject, u64>,
    pub(crate) site_sizes: FxHashMap<Site, u64>,
    /// Registers that never hold anything but the address of an object that exists once.
    pub(crate) addresses: FxHashMap<Register, AbstractObject>,
    /// Are there objects without fixed numbers that do not live to the end?
    pub(crate) objects_end: bool,
    /// How many literals there are, and how many constants with them: a literal may share bytes
    /// with any. They have the first numbers.
    pub(crate) literals: u64,
    pub(crate) constants: u64,
    pub(crate) once_edges: FxHashMap<Edge, bool>,
    liveness: FxHashMap<Function, Rc<Liveness>>,
    live: FxHashMap<Location, Rc<FxHashSet<Register>>>,
    live_across: FxHashMap<Edge, Rc<FxHashSet<Register>>>,
    inputs: FxHashMap<(u32, Sort), Term>,
    input_terms: FxHashSet<Term>,
    /// Values of expressions in the state at hand.
    pub(crate) memo: Vec<(u32, Option<Value>)>,
    pub(crate) stamp: u32,
    /// Violations that are not monitored, at which executions were taken to end.
    pub(crate) ends: BTreeMap<Violation, Edge>,
    /// Is one place of each array followed only?
    pub(crate) watches: bool,
    /// Is the outermost activation of a block any, so that nobody knows which calls are around it?
    pub(crate) any_calls: bool,
    /// What functions with all that they call may change.
    pub(crate) effects: FxHashMap<Function, Rc<Effects>>,
}

impl Builder {
    /// A builder for a program.
    pub fn new(program: &Arc<Program>, regions: &Arc<Regions>, externals: Externals) -> Builder {
        let calls = CallGraph::new(program);
        let mut cyclic = vec![false; program.locations.len()];
        let mut function_of_register = vec![program.entry; program.registers.len()];
        for (function, _, body) in program.defined_functions() {
            for register in body.register_ids() {
                function_of_register[register.index()] = function;
            }
            let graph = FunctionGraph::of_body(program, function, body);
            let components = Components::new(&graph.graph);
            for location in body.location_ids() {
                cyclic[location.index()] = components.is_cyclic(components.of(graph.node(location)));
            }
        }
        let fixed: Vec<AbstractObject> = regions.single();
        let first = |holds: fn(&GlobalData) -> bool| {
            let holds =
                |object: &&AbstractObject| matches!(object, AbstractObject::Global(g) if holds(&program.globals[*g]));
            fixed.iter().take_while(holds).count() as u64
        };
        let (literals, constants) = (first(|global| global.literal), first(|global| global.literal || global.constant));
        let numbers = (1..).zip(&fixed).map(|(number, object)| (*object, number)).collect();
        let mut site_sizes = FxHashMap::default();
        let objects_end = program.edges.values().any(|edge| match &edge.op {
            Op::Free { .. } => true,
            Op::Allocate { site, kind: AllocationKind::Stack | AllocationKind::Dynamic, .. } => {
                !regions.once(AbstractObject::Site(*site))
            }
            _ => false,
        });
        let mut addresses: FxHashMap<Register, AbstractObject> = FxHashMap::default();
        for edge in program.edges.values() {
            let Op::Allocate { size, site, register, .. } = &edge.op else { continue };
            if let Expr::Const(size) = program.exprs.get(*size) {
                site_sizes.insert(*site, size);
            }
            if regions.once(AbstractObject::Site(*site)) {
                addresses.insert(*register, AbstractObject::Site(*site));
            }
        }
        let mut definitions = vec![0u8; program.registers.len()];
        for edge in program.edges.values() {
            edge.op.for_each_definition(|register| {
                let count = &mut definitions[register.index()];
                *count = count.saturating_add(1);
            });
        }
        addresses.retain(|register, _| definitions[register.index()] == 1);
        let mut kept = vec![false; program.registers.len()];
        for parameter in program.defined_functions().flat_map(|(_, _, body)| &body.parameters) {
            kept[parameter.index()] = definitions[parameter.index()] == 0;
        }
        Builder {
            program: Arc::clone(program),
            regions: Arc::clone(regions),
            build: Build::default(),
            variables: Variables::default(),
            externals,
            recursive: program.functions.keys().map(|f| calls.is_recursive(f)).collect(),
            call_graph: calls,
            cyclic,
            function_of_register,
            kept,
            fixed,
            numbers,
            site_sizes,
            addresses,
            objects_end,
            literals,
            constants,
            once_edges: FxHashMap::default(),
            liveness: FxHashMap::default(),
            live: FxHashMap::default(),
            live_across: FxHashMap::default(),
            inputs: FxHashMap::default(),
            input_terms: FxHashSet::default(),
            memo: vec![(0, None); program.exprs.len()],
            stamp: 0,
            ends: BTreeMap::new(),
            watches: false,
            any_calls: false,
            effects: FxHashMap::default(),
        }
    }

    /// Violations that are not monitored and at which executions were taken to end, each with the
    /// first edge where one was.
    pub fn ends_at(&self) -> &BTreeMap<Violation, Edge> {
        &self.ends
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    // --- variables ---

    /// The next input of a block.
    pub(crate) fn input(&mut self, block: &mut Block, width: u32) -> Term {
        let sort = self.build.terms.bv_sort(width);
        self.input_of(block, sort)
    }

    /// The next input of a block, of any sort.
    pub(crate) fn input_of(&mut self, block: &mut Block, sort: Sort) -> Term {
        let number = block.inputs;
        block.inputs += 1;
        self.numbered_input(number, sort)
    }

    fn numbered_input(&mut self, number: u32, sort: Sort) -> Term {
        if let Some(term) = self.inputs.get(&(number, sort)) {
            return *term;
        }
        let term = self.build.terms.fresh_var(&format!("input{number}"), sort);
        self.inputs.insert((number, sort), term);
        self.input_terms.insert(term);
        term
    }

    /// Is a term an input?
    pub fn is_input(&self, term: Term) -> bool {
        self.input_terms.contains(&term)
    }

    /// An input of a type.
    pub(crate) fn any(&mut self, block: &mut Block, ty: Type) -> Value {
        match ty {
            Type::Ptr => {
                let width = self.program.layout.pointer_bits;
                let object = self.input(block, OBJECT_BITS);
                let offset = self.input(block, width);
                Value::Pointer { object, offset }
            }
            _ => Value::Bits(self.input(block, ty.bits(&self.program.layout))),
        }
    }

    /// The variables of a place that holds a value of bits or a pointer.
    pub(crate) fn place(&mut self, place: Place, ty: Type) -> (Var, Option<Var>) {
        let program = Arc::clone(&self.program);
        let of_register = |register: Register| match &program.registers[register].variable {
            Some(variable) => format!("{}_{}", variable.name, register.as_u32()),
            None => format!("r{}", register.as_u32()),
        };
        let name = || match place {
            Place::Register(register, 0) => of_register(register),
            Place::Register(register, activation) => format!("{}#{activation}", of_register(register)),
            Place::EnteredRegister(register) => format!("{}.entry", of_register(register)),
            Place::EnteredCell(region) => format!("cell{}.entry", region.as_u32()),
            Place::EnteredArray(region) => format!("array{}.entry", region.as_u32()),
            Place::Cell(region) => format!("cell{}", region.as_u32()),
            Place::Array(region) => format!("array{}", region.as_u32()),
            Place::Result(number, width) => format!("result{number}_{width}"),
            Place::NextObject => "objects".into(),
            Place::Watched(region) => format!("watched{}", region.as_u32()),
            Place::WatchedIndex(_) => "place".into(),
            Place::WatchedLast(_) => "read_last".into(),
        };
        let terms = &mut self.build.terms;
        match ty {
            Type::Ptr => {
                let object = terms.bv_sort(OBJECT_BITS);
                let offset = terms.bv_sort(self.program.layout.pointer_bits);
                let object = self.variables.get(terms, place, Part::Object, object, name);
                (object, Some(self.variables.get(terms, place, Part::Offset, offset, name)))
            }
            _ => {
                let sort = terms.bv_sort(ty.bits(&self.program.layout));
                (self.variables.get(terms, place, Part::Bits, sort, name), None)
            }
        }
    }

    /// The variable that is a part of a place, made if it was not met yet; `None` if the place has
    /// no such part.
    pub fn variable_at(&mut self, place: Place, part: Part) -> Option<Var> {
        match place {
            Place::Register(register, _) | Place::EnteredRegister(register) => {
                self.place(place, self.program.registers[register].ty);
            }
            Place::Cell(region) | Place::EnteredCell(region) => {
                let ty = self.cell_type(region)?;
                self.place(place, ty);
            }
            Place::Array(region) => {
                self.arrays(region);
            }
            Place::EnteredArray(region) => {
                for (var, _) in self.arrays(region) {
                    self.entered_of(var);
                }
            }
            Place::Result(_, width) => {
                self.place(place, if part == Part::Bits { Type::Int(width) } else { Type::Ptr });
            }
            Place::NextObject => {
                self.counter();
            }
            // Watched places are named by no file.
            Place::Watched(_) | Place::WatchedIndex(_) | Place::WatchedLast(_) => {}
        }
        self.variables.find(place, part)
    }

    /// Reads a place.
    pub(crate) fn read_place(&mut self, block: &Block, place: Place, ty: Type) -> Value {
        match self.place(place, ty) {
            (object, Some(offset)) => Value::Pointer {
                object: block.value(&self.variables, object),
                offset: block.value(&self.variables, offset),
            },
            (bits, None) => Value::Bits(block.value(&self.variables, bits)),
        }
    }

    /// Writes a place.
    pub(crate) fn write_place(&mut self, block: &mut Block, place: Place, ty: Type, value: Value) {
        match (self.place(place, ty), value) {
            ((first, Some(second)), Value::Pointer { object, offset }) => {
                block.set(&self.variables, first, object);
                block.set(&self.variables, second, offset);
            }
            ((bits, None), Value::Bits(term)) => block.set(&self.variables, bits, term),
            // Types fit in a program that is valid.
            ((first, second), _) => {
                for var in std::iter::once(first).chain(second) {
                    let sort = self.build.terms.sort(self.variables.term(var));
                    let any = self.input_of(block, sort);
                    block.set(&self.variables, var, any);
                }
            }
        }
    }

    /// The activation that a register of the current function has.
    pub(crate) fn activation(&self, block: &Block, register: Register) -> u32 {
        let function = self.function_of_register[register.index()];
        if self.recursive[function.index()] { block.calls.len() as u32 } else { 0 }
    }

    // --- liveness ---

    fn liveness(&mut self, function: Function) -> Option<Rc<Liveness>> {
        if let Some(known) = self.liveness.get(&function) {
            return Some(Rc::clone(known));
        }
        let new = Rc::new(Liveness::new(&self.program, self.program.body(function)?));
        self.liveness.insert(function, Rc::clone(&new));
        Some(new)
    }

    fn live_at(&mut self, location: Location) -> Rc<FxHashSet<Register>> {
        if let Some(known) = self.live.get(&location) {
            return Rc::clone(known);
        }
        let function = self.program.function_of(location);
        let live = self.liveness(function).map(|l| l.live(&self.program, location)).unwrap_or_default();
        let live: Rc<FxHashSet<Register>> = Rc::new(live.into_iter().collect());
        self.live.insert(location, Rc::clone(&live));
        live
    }

    pub(crate) fn live_across(&mut self, call: Edge) -> Rc<FxHashSet<Register>> {
        if let Some(known) = self.live_across.get(&call) {
            return Rc::clone(known);
        }
        let function = self.program.function_of(self.program.edges[call].from);
        let live = self.liveness(function).map(|l| l.live_across(&self.program, call)).unwrap_or_default();
        let live: Rc<FxHashSet<Register>> = Rc::new(live.into_iter().collect());
        self.live_across.insert(call, Rc::clone(&live));
        live
    }

    /// May the value of a variable at a place still be read?
    pub fn is_live(&mut self, var: Var, calls: &[Edge], location: Location) -> bool {
        match self.variables.data(var).place {
            Place::Register(register, activation) => {
                let function = self.function_of_register[register.index()];
                let recursive = self.recursive[function.index()];
                if function == self.program.function_of(location) && (!recursive || activation == calls.len() as u32) {
                    // What a function began with belongs to what is known of it.
                    if self.any_calls && calls.is_empty() && self.kept[register.index()] {
                        return true;
                    }
                    return self.live_at(location).contains(&register);
                }
                let frame = calls.iter().enumerate().rev().find(|(depth, call)| {
                    self.program.function_of(self.program.edges[**call].from) == function
                        && (!recursive || *depth == activation as usize)
                });
                match frame {
                    Some((_, call)) => self.live_across(*call).contains(&register),
                    None => false,
                }
            }
            Place::Result(..) => {
                let function = self.program.function_of(location);
                self.program.body(function).is_some_and(|body| body.exit == location)
            }
            Place::EnteredRegister(register) => {
                calls.is_empty() && self.function_of_register[register.index()] == self.program.function_of(location)
            }
            Place::EnteredCell(_) | Place::EnteredArray(_) => calls.is_empty(),
            _ => true,
        }
    }

    /// The number of calls around the activation whose register a variable is, if it is one of an
    /// activation that is open.
    pub fn depth_of(&self, var: Var, calls: &[Edge], location: Location) -> Option<u32> {
        let Place::Register(register, activation) = self.variables.data(var).place else { return None };
        let function = self.function_of_register[register.index()];
        if self.recursive[function.index()] {
            return Some(activation);
        }
        if function == self.program.function_of(location) {
            return Some(calls.len() as u32);
        }
        let caller = |call: &Edge| self.program.function_of(self.program.edges[*call].from) == function;
        calls.iter().rposition(caller).map(|depth| depth as u32)
    }

    /// Forgets what will not be read any more behind a location.
    pub fn settle(&mut self, block: &mut Block, location: Location) {
        let function = self.program.function_of(location);
        let live = self.live_at(location);
        let depth = block.calls.len() as u32;
        let at_exit = self.program.body(function).is_some_and(|body| body.exit == location);
        let (variables, recursive, owner) = (&self.variables, &self.recursive, &self.function_of_register);
        block.forget(|var| match variables.data(var).place {
            Place::Register(register, activation) => {
                owner[register.index()] == function
                    && (!recursive[function.index()] || activation == depth)
                    && !live.contains(&register)
            }
            Place::Result(..) => !at_exit,
            _ => false,
        });
    }

    /// Forgets the registers of an activation that do not satisfy a condition.
    pub(crate) fn keep_registers(
        &self,
        block: &mut Block,
        function: Function,
        depth: u32,
        keep: impl Fn(Register) -> bool,
    ) {
        let recursive = self.recursive[function.index()];
        block.forget(|var| match self.variables.data(var).place {
            Place::Register(register, activation) => {
                self.function_of_register[register.index()] == function
                    && (!recursive || activation == depth)
                    && !keep(register)
            }
            _ => false,
        });
    }

    // --- states ---

    /// The block that begins in any state in which conditions about it hold, with open calls.
    pub fn anywhere(&mut self, calls: Vec<Edge>, conditions: &[Term]) -> Block {
        let mut block = Block::empty(Rc::new(calls));
        for condition in conditions {
            if !block.demand(&mut self.build, *condition) {
                // Nowhere: the condition stays, false as it is.
                Rc::make_mut(&mut block.conditions).push(*condition);
            }
        }
        block
    }

    /// The value of a register in a state, of the activation with so many open calls around it.
    pub fn register_value(&mut self, depth: u32, register: Register) -> Value {
        if let Some((object, offset)) = self.addresses.get(&register).copied().and_then(|o| self.pointer_to(o)) {
            return Value::Pointer { object, offset };
        }
        let function = self.function_of_register[register.index()];
        let activation = if self.recursive[function.index()] { depth } else { 0 };
        let ty = self.program.registers[register].ty;
        self.read_place(&Block::default(), Place::Register(register, activation), ty)
    }

    /// The value of some bytes of a global in a state, if they are one variable.
    pub fn global_value(&mut self, global: Global, offset: u64, length: u64) -> Option<Value> {
        let regions = Arc::clone(&self.regions);
        let [region] = *regions.touched(AbstractObject::Global(global), offset, length) else { return None };
        let data = regions.get(region);
        let same = data.residue == Some(offset) && u64::from(data.size) == length;
        let ty = self.cell_type(region).filter(|_| same)?;
        Some(self.read_place(&Block::default(), Place::Cell(region), ty))
    }

    /// The pointer to a place in a global or a function.
    pub fn fixed_pointer(&mut self, object: AbstractObject, offset: u64) -> Option<Value> {
        let (object, _) = self.pointer_to(object)?;
        Some(Value::Pointer { object, offset: self.offset(offset) })
    }

    /// The null pointer.
    pub fn null_pointer(&mut self) -> Value {
        let (object, offset) = self.null();
        Value::Pointer { object, offset }
    }

    // --- formulas ---

    /// The block of those who take one or the other of two that begin in the same state and came to
    /// the same place.
    pub fn merge(&mut self, a: &Block, b: &Block) -> Block {
        Block::merge(&mut self.build, &self.variables, a, b)
    }

    /// All conditions of a block.
    pub fn condition(&mut self, block: &Block) -> Term {
        conjunction(&mut self.build, &block.conditions)
    }

    /// What a formula about the state after a block says about the state before it.
    pub fn before(&mut self, block: &Block, formula: Term) -> Term {
        let pairs: Vec<(Term, Term)> = block.values.iter().map(|(v, t)| (self.variables.term(*v), *t)).collect();
        let mut substitution = Substitution::new(&self.build.terms, pairs);
        let replaced = substitution.apply(&mut self.build.terms, formula);
        self.build.simple(replaced)
    }
}
