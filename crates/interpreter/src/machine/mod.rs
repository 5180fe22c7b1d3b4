//! The machine: memory, frames and what a run has used so far.

mod call;
mod effect;
mod finish;
mod input;
mod lost;
mod run;
pub use run::WORK_OF_STEP;
mod taint;
pub mod trace;

use crate::code::{Code, Slot, compile, slot_count};
use crate::environment::Environment;
use crate::eval::Value;
use crate::memory::{Chooser, Contents, Life, Memory, Object, ObjectId, ObjectOrigin, Request, Trouble, pointer_to};
use crate::outcome::*;
use crate::script::{MemoryByte, ObjectBase, Script, Unlisted};
use adumbra_program::graph::Liveness;
use adumbra_program::*;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use trace::Tracer;

/// An activation of a function.
pub(crate) struct Frame {
    pub(crate) function: Function,
    pub(crate) code: Rc<Code>,
    /// Its first slot.
    pub(crate) base: usize,
    /// The instruction to go on with; while a callee runs, the call.
    pub(crate) pc: usize,
    /// May one of its slots be tainted?
    tainted: bool,
    /// How many stack objects there were before.
    mark: usize,
    /// The stack's address before.
    top: u64,
    /// Arguments beyond the parameters, with their taint.
    rest: Vec<(Type, Vec<u128>, Vec<u128>)>,
    /// The object that holds them once `va_start` was executed.
    rest_object: ObjectId,
}

/// A stack object that lives.
struct StackObject {
    id: ObjectId,
    dynamic: bool,
    /// The stack's address before.
    top: u64,
}

/// Why the machine stops.
pub(crate) enum Stop {
    Outcome(Outcome),
    /// A violation at the current instruction, monitored or not.
    Violation(Violation, String),
    Trouble(Trouble),
    Unsupported(String),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        Stop::Trouble(trouble)
    }
}

/// Everything that a run consists of.
pub(crate) struct Machine<'a> {
    pub(crate) program: &'a Program,
    options: &'a Options,
    pub(crate) memory: Memory,
    pub(crate) slots: Vec<u128>,
    /// Bits of `slots` that depend on indeterminate values; empty unless monitored.
    taints: Vec<u128>,
    taint: bool,
    pub(crate) frames: Vec<Frame>,
    codes: Vec<Option<Rc<Code>>>,
    globals: PrimaryMap<Global, u128>,
    functions: PrimaryMap<Function, u128>,
    outside: Outside<'a>,
    tracer: Option<&'a mut dyn Tracer>,
    stack_objects: Vec<StackObject>,
    stack_bytes: u64,
    site_objects: Vec<u64>,
    site_values: Vec<u64>,
    heap_objects: u64,
    argument_objects: u64,
    argument_bytes: Option<Vec<u8>>,
    next_argument_byte: usize,
    pub(crate) steps: u64,
    next_check: u64,
    /// When to look for lost memory; never, unless that is monitored.
    next_search: u64,
    liveness: HashMap<Function, Rc<Liveness>>,
    /// The steps that were counted as work.
    counted_steps: u64,
    externals: BTreeSet<String>,
    peak_memory: u64,
}

/// The environment, and the record of what it said.
struct Outside<'a> {
    program: &'a Program,
    environment: &'a mut dyn Environment,
    has_bases: bool,
    record: Script,
}

impl Chooser for Outside<'_> {
    fn byte(&mut self, object: &Object, offset: u64) -> Result<u8, String> {
        let key = object.origin().key(self.program);
        let epoch = object.epoch();
        let byte = self.environment.memory_byte(&key, epoch, offset).map_err(|e| e.0)?;
        if byte != 0 {
            self.record.memory.push(MemoryByte { object: key, epoch, offset, byte });
        }
        Ok(byte)
    }
}

impl<'a> Machine<'a> {
    pub(crate) fn new(
        program: &'a Program,
        options: &'a Options,
        environment: &'a mut dyn Environment,
        tracer: Option<&'a mut dyn Tracer>,
    ) -> Self {
        let taint = options.property.monitors(Violation::IndeterminateBranch);
        let has_bases = environment.has_bases();
        Machine {
            program,
            options,
            memory: Memory::new(program.layout.model, options.max_memory, taint),
            slots: Vec::new(),
            taints: Vec::new(),
            taint,
            frames: Vec::new(),
            codes: vec![None; program.functions.len()],
            globals: PrimaryMap::new(),
            functions: PrimaryMap::new(),
            outside: Outside {
                program,
                environment,
                has_bases,
                record: Script { unlisted: Unlisted::Zero, ..Script::default() },
            },
            tracer,
            stack_objects: Vec::new(),
            stack_bytes: 0,
            site_objects: vec![0; program.sites.len()],
            site_values: vec![0; program.sites.len()],
            heap_objects: 0,
            argument_objects: 0,
            argument_bytes: None,
            next_argument_byte: 0,
            steps: 0,
            next_check: 0,
            next_search: if options.property.monitors(Violation::LostMemory) { 0 } else { u64::MAX },
            liveness: HashMap::new(),
            counted_steps: 0,
            externals: BTreeSet::new(),
            peak_memory: 0,
        }
    }

    /// Runs the program to its end.
    pub(crate) fn execute(mut self) -> RunResult {
        let program = self.program;
        let outcome = match self.start() {
            Ok(()) => self.run(),
            Err(stop) => {
                let edge = program.body(program.entry).map_or(Edge::from_u32(0), |b| b.edges.0);
                self.outcome_at(edge, stop)
            }
        };
        RunResult {
            outcome,
            steps: self.steps,
            leftover: self.outside.environment.leftover(),
            externals: self.externals.into_iter().collect(),
            havocked_read: self.memory.havocked_read,
            peak_memory: self.peak_memory,
            script: self.outside.record,
        }
    }

    /// Creates functions and globals, and enters the entry function.
    fn start(&mut self) -> Result<(), Stop> {
        let program = self.program;
        if self.outside.has_bases {
            let constants = program.globals.iter().filter(|(_, data)| data.constant);
            self.memory.set_constants(constants.map(|(global, data)| (global, data.literal)).collect());
        }
        for (function, _) in program.functions.iter() {
            let id = self.create(ObjectOrigin::Function(function), 0, 16, Contents::Nothing)?;
            self.functions.push(self.pointer(id));
        }
        for (global, data) in program.globals.iter() {
            let contents = if data.init.is_some() { Contents::Zero } else { Contents::Indeterminate };
            let id = self.create(ObjectOrigin::Global(global), data.size, data.align.into(), contents)?;
            self.globals.push(self.pointer(id));
        }
        if self.outside.has_bases {
            self.check_constants()?;
        }
        let size = program.layout.pointer_bytes() as usize;
        for (global, data) in program.globals.iter() {
            let pointer = self.globals[global];
            if let Some(init) = &data.init {
                if !init.bytes.is_empty() {
                    self.memory.write(pointer, &init.bytes, 0, None)?;
                }
                for relocation in &init.relocations {
                    let target = match relocation.target {
                        RelocationTarget::Global(g) => self.globals[g],
                        RelocationTarget::Function(f) => self.functions[f],
                    };
                    let address = (target as u64).wrapping_add_signed(relocation.addend);
                    let at = pointer + u128::from(relocation.offset);
                    self.memory.write(at, &address.to_le_bytes()[..size], (target >> 64) as u64, None)?;
                }
            }
            if data.constant {
                self.memory.make_constant((pointer >> 64) as u64);
            }
        }
        let code = self.code(program.entry)?;
        self.enter(program.entry, code, Vec::new())
    }

    fn pointer(&self, id: ObjectId) -> u128 {
        pointer_to(id, self.memory.object(id).map_or(0, Object::base))
    }

    /// Where constants share bytes, they are equal.
    fn check_constants(&self) -> Result<(), Stop> {
        let constants: Vec<Global> = self.program.globals.iter().filter(|(_, d)| d.constant).map(|(g, _)| g).collect();
        for (place, a) in constants.iter().enumerate() {
            for b in &constants[..place] {
                let (start, other) = (self.globals[*a] as u64, self.globals[*b] as u64);
                let distance = other.wrapping_sub(start) as i64;
                let (size, other_size) = (self.program.globals[*a].size, self.program.globals[*b].size);
                let apart = start + size.max(1) <= other || other + other_size.max(1) <= start;
                if !apart && !self.program.shared_at(*a, *b).contains(&distance) {
                    let (name, other) = (&self.program.globals[*a].name, &self.program.globals[*b].name);
                    let why = format!("the constants `{name}` and `{other}` differ where they would share bytes");
                    return Err(Stop::Trouble(Trouble::BadBase(why)));
                }
            }
        }
        Ok(())
    }

    /// Creates an object at the base that the environment wants.
    fn create(&mut self, origin: ObjectOrigin, size: u64, align: u64, contents: Contents) -> Result<ObjectId, Stop> {
        let mut base = None;
        if self.outside.has_bases {
            let key = origin.key(self.program);
            base = self.outside.environment.base(&key).map_err(|e| Stop::Trouble(Trouble::Undetermined(e.0)))?;
        }
        let scripted = base.is_some();
        let id = self.memory.allocate(Request { origin, size, align, base, contents })?;
        self.peak_memory = self.peak_memory.max(self.memory.live_bytes());
        if scripted || self.options.record_bases {
            let base = format!("{:#x}", self.pointer(id) as u64);
            self.outside.record.bases.push(ObjectBase { object: origin.key(self.program), base });
        }
        Ok(id)
    }

    fn code(&mut self, function: Function) -> Result<Rc<Code>, Stop> {
        let program = self.program;
        if let Some(code) = &self.codes[function.index()] {
            return Ok(Rc::clone(code));
        }
        let Some(body) = program.body(function) else {
            return Err(Stop::Unsupported(format!("`{}` is not defined", program.functions[function].name)));
        };
        let code = Rc::new(compile(program, body, &self.globals, &self.functions, self.tracer.is_some()));
        self.codes[function.index()] = Some(Rc::clone(&code));
        Ok(code)
    }

    /// The current activation. There is one as long as the machine runs.
    fn frame(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    fn at(&self, slot: Slot) -> usize {
        self.frame().base + slot as usize
    }

    fn get(&self, slot: Slot) -> u128 {
        self.slots[self.at(slot)]
    }

    fn set(&mut self, slot: Slot, value: u128, taint: u128) {
        let at = self.at(slot);
        self.slots[at] = value;
        if self.taint {
            self.taints[at] = taint;
            self.mark(taint != 0);
        }
    }

    /// Notes that a slot of the current frame got tainted.
    fn mark(&mut self, tainted: bool) {
        if tainted && let Some(frame) = self.frames.last_mut() {
            frame.tainted = true;
        }
    }

    fn taint_of(&self, slot: Slot) -> u128 {
        if self.taint { self.taints[self.at(slot)] } else { 0 }
    }

    /// The slots of a value.
    fn get_all(&self, slot: Slot, ty: Type) -> &[u128] {
        let at = self.at(slot);
        &self.slots[at..at + slot_count(ty) as usize]
    }

    fn set_value(&mut self, slot: Slot, ty: Type, value: &Value, taint: u128) {
        let at = self.at(slot);
        let count = slot_count(ty) as usize;
        store_value(&mut self.slots[at..at + count], value);
        if self.taint {
            self.taints[at..at + count].fill(taint);
            self.mark(taint != 0);
        }
    }

    fn width(&self, ty: Type) -> u32 {
        ty.bits(&self.program.layout)
    }

    /// Kills the stack objects above a mark.
    fn pop_stack_objects(&mut self, mark: usize) {
        while self.stack_objects.len() > mark {
            if let Some(object) = self.stack_objects.pop() {
                self.stack_bytes -= self.memory.kill(object.id, Life::Returned);
            }
        }
    }
}

/// The value in some slots.
pub(crate) fn load_value(slots: &[u128], width: u32) -> Value {
    match slots {
        [one] => Value::Small(*one),
        many => {
            let words: Vec<u64> = many.iter().flat_map(|s| [*s as u64, (*s >> 64) as u64]).collect();
            Value::from_words(&words, width)
        }
    }
}

/// Puts a value into slots.
pub(crate) fn store_value(slots: &mut [u128], value: &Value) {
    match (slots, value) {
        ([one], value) => *one = value.low(),
        (many, Value::Small(v)) => {
            many.fill(0);
            many[0] = *v;
        }
        (many, Value::Wide(v)) => {
            many.fill(0);
            for (i, digit) in v.iter_u64_digits().enumerate().take(2 * many.len()) {
                many[i / 2] |= u128::from(digit) << (64 * (i % 2));
            }
        }
    }
}
