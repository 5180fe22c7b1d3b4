//! The state of the machine, its constraints, and questions to the solver.

use super::input::Input;
use super::object::*;
use super::run::Run;
use super::value::*;
use super::watch::Watched;
use crate::oracle::{Oracle, PathSolver};
use adumbra_formula::build::Build;
use adumbra_interpreter::Externals;
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_program::graph::Liveness;
use adumbra_program::{Edge, Function, Global, Program, Property, Register, RelocationTarget, Site, Type, Violation};
use adumbra_sat::Limits;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_terms::walk::free_symbols;
use adumbra_terms::{Model, Symbol, Term, Terms, Value, evaluate};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Why the machine does not go on.
#[derive(Clone, Debug)]
pub(crate) enum Stop {
    /// No execution makes the move.
    Infeasible,
    /// The violation that is aimed at happens under the constraints.
    Reached,
    /// A monitored violation cannot be excluded.
    Violation(Violation),
    /// Something that the machine cannot do.
    Unsupported(String),
    /// A limit was reached, or the solver has no answer.
    Limit(String),
    /// Something is written that the function is not known to write.
    Writes,
    /// A member of a run is looked into: the move is to be made in the states in which it is an
    /// object by itself.
    Unfold(ObjectId),
}

/// How the machine is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// It follows a path from the start: all objects are known, and values may be chosen.
    Path,
    /// It starts anywhere: registers and bytes without a value are unknown, there may be other
    /// objects, nothing may be chosen.
    Anywhere,
}

/// An activation.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) first: u32,
    pub(crate) registers: Vec<Option<Sym>>,
    /// How many stack objects there were before.
    pub(crate) mark: usize,
    /// Arguments beyond the parameters.
    pub(crate) rest: Rest,
    /// The object that holds them once `va_start` was executed.
    pub(crate) rest_object: Option<ObjectId>,
    /// The results, once it returns.
    pub(crate) returned: Option<Vec<Sym>>,
}

/// The arguments of an activation beyond its parameters.
#[derive(Clone, Debug)]
pub(crate) enum Rest {
    /// Their types and values.
    Known(Vec<(Type, Sym)>),
    /// Their types alone; the object that holds them may exist already.
    Types(Vec<Type>),
}

/// Something that must hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    /// The move that needs it.
    pub(crate) at: usize,
    pub(crate) term: Term,
    /// Does it only say what addresses are like?
    pub(crate) axiom: bool,
}

/// What changes while the machine runs.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) frames: Vec<Rc<Frame>>,
    pub(crate) objects: Objects,
    /// Stack objects that live, and whether a stack restore ends them.
    pub(crate) stack: Vec<(ObjectId, bool)>,
    pub(crate) constraints: Vec<Constraint>,
    pub(crate) inputs: Vec<(Input, Term)>,
    pub(crate) site_objects: FxHashMap<Site, u64>,
    pub(crate) site_values: FxHashMap<Site, u64>,
    pub(crate) heap_objects: u64,
    /// May there be heap objects that live and are not in the table?
    pub(crate) other_heap: bool,
    /// Many objects at once, by number; none where all of them became objects like others.
    pub(crate) runs: Vec<Option<Rc<Run>>>,
    pub(crate) argument_objects: u64,
    pub(crate) argument_count: Option<Term>,
    pub(crate) argument_zeros: Option<Term>,
    pub(crate) last_byte: Option<Term>,
    pub(crate) clock: u32,
    /// The room that objects take of which it is said where they are.
    pub(crate) placed: u64,
    /// What the machine took for less than it is, where it starts anywhere: then what it cannot
    /// exclude may be impossible.
    pub(crate) blurred: Option<&'static str>,
    /// Has the execution ended?
    pub(crate) ended: bool,
    /// The first move at which a value was chosen that could be another.
    pub(crate) guessed: Option<usize>,
    /// The first move that may access memory that is no object of the program.
    pub(crate) stray: Option<usize>,
    /// Values under which the first constraints hold, and how many of them.
    pub(crate) witness: Rc<Model>,
    pub(crate) witnessed: usize,
}

/// The machine.
pub(crate) struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) property: &'p Property,
    /// Violations of the property that are not looked for at the current step: executions that do
    /// this end there.
    pub(crate) passed: Vec<Violation>,
    pub(crate) mode: Mode,
    /// Does it come from the start of the program, so that all objects are known, although it could
    /// start anywhere?
    pub(crate) from_start: bool,
    /// Of a function that is executed on its own, what it may write. It has any caller, and its
    /// exit is no end of the program.
    pub(crate) watched: Option<Watched>,
    /// What functions without a body do besides returning any value.
    pub(crate) externals: Externals,
    pub(crate) build: Build,
    pub(crate) state: State,
    pub(crate) limits: Limits,
    /// The current move.
    pub(crate) at: usize,
    /// The violation that the current move should commit.
    pub(crate) aim: Option<Violation>,
    /// Which registers are read again, in the functions that were asked for.
    pub(crate) liveness: FxHashMap<Function, Rc<Liveness>>,
    /// What a model should satisfy if it can.
    pub(crate) wishes: Vec<Term>,
    pub(crate) always: Term,
    pub(crate) memo: Vec<(u32, Option<Sym>)>,
    pub(crate) stamp: u32,
    /// Applications of float operators, by their result: checked against the evaluator when there
    /// is a model.
    pub(crate) floats: Vec<super::float::Application>,
    pub(crate) solver: PathSolver,
    /// A member of a run that a comparison would have to look at.
    pub(crate) unclear: Option<ObjectId>,
    symbols: FxHashMap<Term, Rc<[Symbol]>>,
    /// The edge of the current move.
    pub(crate) edge: Option<Edge>,
    /// Where executions may end silently, as far as the machine looked: violations that nobody
    /// looks for, and their edges.
    pub(crate) ends: Vec<(Violation, Edge)>,
    /// Moves that were tried.
    pub(crate) steps: u32,
    /// Queries that the solver was asked.
    pub(crate) queries: u64,
}

impl<'p> Machine<'p> {
    /// A machine at the start of a program, in its entry function.
    pub(crate) fn new(
        program: &'p Program,
        property: &'p Property,
        mode: Mode,
        limits: Limits,
        oracle: &Oracle,
    ) -> Self {
        let mut build = Build::default();
        let always = build.bool(true);
        let state = State {
            frames: Vec::new(),
            objects: Vec::new(),
            stack: Vec::new(),
            constraints: Vec::new(),
            inputs: Vec::new(),
            site_objects: FxHashMap::default(),
            site_values: FxHashMap::default(),
            heap_objects: 0,
            other_heap: false,
            runs: Vec::new(),
            argument_objects: 0,
            argument_count: None,
            argument_zeros: None,
            last_byte: None,
            clock: 1,
            placed: 0,
            blurred: None,
            ended: false,
            guessed: None,
            stray: None,
            witness: Rc::default(),
            witnessed: 0,
        };
        let mut machine = Machine {
            program,
            property,
            passed: Vec::new(),
            mode,
            from_start: true,
            watched: None,
            externals: Externals::Pure,
            build,
            state,
            limits,
            at: 0,
            aim: None,
            liveness: FxHashMap::default(),
            wishes: Vec::new(),
            always,
            memo: vec![(0, None); program.exprs.len()],
            stamp: 0,
            floats: Vec::new(),
            solver: oracle.path_solver(),
            unclear: None,
            symbols: FxHashMap::default(),
            edge: None,
            ends: Vec::new(),
            steps: 0,
            queries: 0,
        };
        machine.create_fixed();
        machine.push_frame(program.entry, Rest::Known(Vec::new()));
        machine
    }

    /// Creates functions and globals, in the order of their numbers.
    fn create_fixed(&mut self) {
        let program = self.program;
        for (function, _) in program.functions.iter() {
            let size = self.offset(0);
            let object = self.object_of(ObjectOrigin::Function(function), size, 16, Content::Unset);
            self.state.objects.push(Rc::new(object));
        }
        let zero = self.build.word(8, 0);
        for (global, data) in program.globals.iter() {
            let size = self.offset(data.size);
            let rest = if data.init.is_some() { Content::Fill(zero) } else { Content::Unset };
            let mut object = self.object_of(ObjectOrigin::Global(global), size, data.align, rest);
            object.writable = !data.constant;
            if let Some(init) = &data.init
                && !init.bytes.is_empty()
            {
                let content = Content::Bytes(init.bytes.clone().into(), 0);
                object.cells.insert(0, Cell { length: init.bytes.len() as u64, content });
            }
            self.state.objects.push(Rc::new(object));
        }
        for (global, data) in program.globals.iter() {
            for relocation in data.init.iter().flat_map(|i| &i.relocations) {
                let target = match relocation.target {
                    RelocationTarget::Global(g) => self.global(g),
                    RelocationTarget::Function(f) => self.function(f),
                };
                let offset = self.offset(relocation.addend as u64);
                let pointer = Pointer::one(self.always, Base::Object(target), offset);
                let length = program.layout.pointer_bytes();
                self.put(self.global(global), relocation.offset, length, Content::Pointer(pointer));
            }
        }
    }

    /// An object that lives from now on.
    pub(crate) fn object_of(&self, origin: ObjectOrigin, size: Term, align: u32, rest: Content) -> Object {
        Object {
            origin,
            size,
            align,
            life: Life::Live,
            doubtful: false,
            writable: true,
            epoch: 0,
            exposed: Exposed::No,
            base: None,
            placed: None,
            around: None,
            part: None,
            born: self.state.clock,
            died: u32::MAX,
            rest,
            cells: BTreeMap::new(),
        }
    }

    /// The object of a function.
    pub(crate) fn function(&self, function: Function) -> ObjectId {
        ObjectId(function.as_u32())
    }

    /// The object of a global.
    pub(crate) fn global(&self, global: Global) -> ObjectId {
        ObjectId(self.program.functions.len() as u32 + global.as_u32())
    }

    pub(crate) fn object(&self, id: ObjectId) -> &Object {
        object(&self.state.objects, id)
    }

    pub(crate) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(&mut self.state.objects[id.0 as usize])
    }

    /// Width of a pointer in bits.
    pub(crate) fn pointer_bits(&self) -> u32 {
        self.program.layout.pointer_bits
    }

    /// A number of pointer width.
    pub(crate) fn offset(&mut self, value: u64) -> Term {
        let width = self.pointer_bits();
        self.build.word(width, value)
    }

    /// The null pointer.
    pub(crate) fn null(&mut self) -> Pointer {
        let zero = self.offset(0);
        Pointer::one(self.always, Base::Nothing, zero)
    }

    /// The current activation. There is one as long as the machine runs.
    pub(crate) fn frame(&self) -> &Frame {
        &self.state.frames[self.state.frames.len() - 1]
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        let last = self.state.frames.len() - 1;
        Rc::make_mut(&mut self.state.frames[last])
    }

    /// Enters a function.
    pub(crate) fn push_frame(&mut self, function: Function, rest: Rest) {
        let (first, count) = match self.program.body(function) {
            Some(body) => (body.registers.0.as_u32(), body.registers.1.as_u32() - body.registers.0.as_u32()),
            None => (0, 0),
        };
        let registers = vec![None; count as usize];
        let mark = self.state.stack.len();
        let frame = Frame { first, registers, mark, rest, rest_object: None, returned: None };
        self.state.frames.push(Rc::new(frame));
    }

    /// Writes a register of the current activation.
    pub(crate) fn set(&mut self, register: Register, value: Sym) {
        let frame = self.frame_mut();
        let index = (register.as_u32() - frame.first) as usize;
        frame.registers[index] = Some(value);
    }

    // --- constraints ---

    /// Demands a condition; the execution goes on only where it holds.
    pub(crate) fn assume(&mut self, condition: Term) -> Result<(), Stop> {
        let term = self.build.simple(condition);
        match self.build.terms.truth(term) {
            Some(true) => Ok(()),
            truth => {
                self.state.constraints.push(Constraint { at: self.at, term, axiom: false });
                if truth == Some(false) { Err(Stop::Infeasible) } else { Ok(()) }
            }
        }
    }

    /// States what holds anyway.
    pub(crate) fn axiom(&mut self, condition: Term) {
        let term = self.build.simple(condition);
        if self.build.terms.truth(term) != Some(true) {
            self.state.constraints.push(Constraint { at: self.at, term, axiom: true });
        }
    }

    /// Demands that the operation is valid; if its violation is aimed at, that it is not.
    pub(crate) fn demand(&mut self, valid: Term, violation: Violation) -> Result<(), Stop> {
        if self.aim.is_some() {
            let invalid = self.build.not(valid);
            self.assume(invalid)?;
            return Err(Stop::Reached);
        }
        if self.mode == Mode::Anywhere && self.monitors(violation) && !self.implied(valid)? {
            return Err(Stop::Violation(violation));
        }
        if self.build.terms.truth(valid) != Some(true) {
            self.may_end(violation);
        }
        self.assume(valid)
    }

    /// Notes that executions may end at the current move.
    pub(crate) fn may_end(&mut self, violation: Violation) {
        let Some(edge) = self.edge.filter(|_| self.mode == Mode::Anywhere && !self.monitors(violation)) else { return };
        if !self.ends.contains(&(violation, edge)) {
            self.ends.push((violation, edge));
        }
    }

    /// Is it a violation that is looked for here?
    pub(crate) fn monitors(&self, violation: Violation) -> bool {
        self.property.monitors(violation) && !self.passed.contains(&violation)
    }

    /// Do the constraints imply the condition?
    pub(crate) fn implied(&mut self, condition: Term) -> Result<bool, Stop> {
        match self.build.terms.truth(condition) {
            Some(truth) if truth || self.state.constraints.is_empty() => Ok(truth),
            _ => {
                if self.state.constraints.iter().any(|c| c.term == condition) {
                    return Ok(true);
                }
                let not = self.build.not(condition);
                Ok(self.ask_related(&[not])?.0.is_none())
            }
        }
    }

    /// A model of the constraints, without some of them, under which a condition does not hold, if
    /// there is one.
    pub(crate) fn counterexample_without(
        &mut self,
        condition: Term,
        left_out: &FxHashSet<Term>,
    ) -> Result<Option<Model>, Stop> {
        let not = self.build.not(condition);
        Ok(self.ask_related_without(&[not], left_out)?.0)
    }

    /// Are the constraints with these conditions satisfiable? A model if so.
    pub(crate) fn ask(&mut self, more: &[Term]) -> Result<Option<Model>, Stop> {
        let mut assumptions: Vec<Term> = self.state.constraints.iter().map(|c| c.term).collect();
        assumptions.extend(more);
        self.solve(&assumptions)
    }

    /// Are these conditions satisfiable with the constraints that they have to do with? The other
    /// constraints are taken to be satisfiable; if they are not, what is said of the conditions is
    /// true of more than there is. Also says which symbols the question was about.
    fn ask_related(&mut self, conditions: &[Term]) -> Result<(Option<Model>, FxHashSet<Symbol>), Stop> {
        self.ask_related_without(conditions, &FxHashSet::default())
    }

    fn ask_related_without(
        &mut self,
        conditions: &[Term],
        left_out: &FxHashSet<Term>,
    ) -> Result<(Option<Model>, FxHashSet<Symbol>), Stop> {
        let mut assumptions = conditions.to_vec();
        let mut known: FxHashSet<Symbol> = FxHashSet::default();
        for condition in conditions {
            known.extend(self.symbols_of(*condition).iter().copied());
        }
        let mut open: Vec<(Term, Rc<[Symbol]>)> = Vec::new();
        for index in 0..self.state.constraints.len() {
            let term = self.state.constraints[index].term;
            if left_out.contains(&term) {
                continue;
            }
            open.push((term, self.symbols_of(term)));
        }
        loop {
            let before = open.len();
            open.retain(|(term, symbols)| {
                let related = symbols.iter().any(|s| known.contains(s));
                if related {
                    known.extend(symbols.iter().copied());
                    assumptions.push(*term);
                }
                !related
            });
            if open.len() == before {
                break;
            }
        }
        Ok((self.solve(&assumptions)?, known))
    }

    /// Can the constraints be satisfied? Asks the solver only if the values that are known to
    /// satisfy the first ones do not satisfy the others.
    pub(crate) fn feasible(&mut self) -> Result<bool, Stop> {
        let new: Vec<Term> = self.state.constraints[self.state.witnessed..].iter().map(|c| c.term).collect();
        let witness = Rc::clone(&self.state.witness);
        let holds = |terms: &Terms, t: Term| evaluate(terms, &witness, t) == Value::Bool(true);
        if !new.iter().all(|t| holds(&self.build.terms, *t)) {
            let (Some(model), about) = self.ask_related(&new)? else { return Ok(false) };
            if !model.functions.is_empty() || !witness.functions.is_empty() {
                // Functions are not put together from two models.
                (self.state.witness, self.state.witnessed) = (Rc::default(), 0);
                return Ok(true);
            }
            let merged = Rc::make_mut(&mut self.state.witness);
            for symbol in about {
                match model.values.get(&symbol) {
                    Some(value) => merged.values.insert(symbol, value.clone()),
                    None => merged.values.remove(&symbol),
                };
            }
        }
        self.state.witnessed = self.state.constraints.len();
        Ok(true)
    }

    fn symbols_of(&mut self, term: Term) -> Rc<[Symbol]> {
        let terms = &self.build.terms;
        Rc::clone(self.symbols.entry(term).or_insert_with(|| free_symbols(terms, &[term]).into()))
    }

    /// Are these conditions satisfiable by themselves? A model if so.
    pub(crate) fn solve(&mut self, assumptions: &[Term]) -> Result<Option<Model>, Stop> {
        self.queries += 1;
        match self.solver.check(&mut self.build.terms, assumptions, &self.limits) {
            Ok(Verdict::Sat) => Ok(Some(self.solver.model().cloned().unwrap_or_default())),
            Ok(Verdict::Unsat) => Ok(None),
            Ok(Verdict::Unknown(why)) => Err(Stop::Limit(why.to_string())),
            Err(error) => Err(Stop::Limit(error.to_string())),
        }
    }

    /// Starts again with other constraints; what the solver knows is kept.
    pub(crate) fn restart(&mut self, state: State) {
        self.state = state;
        self.wishes.clear();
    }

    /// The number that a term is under the constraints; if there are several, one is chosen.
    pub(crate) fn pin(&mut self, term: Term) -> Result<u64, Stop> {
        if let Some(number) = self.build.number(term) {
            return Ok(number);
        }
        let Some(model) = self.ask(&[])? else { return Err(Stop::Infeasible) };
        let number = match evaluate(&self.build.terms, &model, term) {
            Value::Bits(bits) => bits.to_u64(),
            _ => None,
        };
        let Some(number) = number else {
            return Err(Stop::Unsupported("a number of more than 64 bits where memory is accessed".into()));
        };
        let width = self.build.width(term);
        let constant = self.build.word(width, number);
        let same = self.build.eq(term, constant);
        let other = self.build.not(same);
        if self.ask(&[other])?.is_some() {
            self.guess("an offset or length that is not a constant")?;
        }
        self.assume(same)?;
        Ok(number)
    }

    /// Notes that more is taken to be possible than is.
    pub(crate) fn blur(&mut self, why: &'static str) {
        if self.mode == Mode::Anywhere {
            self.state.blurred.get_or_insert(why);
        }
    }

    /// Notes that something is chosen.
    pub(crate) fn guess(&mut self, what: &str) -> Result<(), Stop> {
        if self.mode == Mode::Anywhere {
            return Err(Stop::Unsupported(what.to_owned()));
        }
        self.state.guessed.get_or_insert(self.at);
        Ok(())
    }
}
