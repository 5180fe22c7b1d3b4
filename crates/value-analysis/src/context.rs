//! What the analysis knows about the program before it starts.

use super::bytes::Bytes;
use super::code::{Action, Code, Compiler, Refinement};
use super::escape::Escape;
use super::precision::Base;
use super::scalar::{ObjectRef, Target, Value};
use super::scratch::Scratch;
use super::slots::Slots;
use super::state::{Frame, Object, Origin, ValueState};
use adumbra_program::*;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Where the bytes of a global are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    /// Among the constants.
    Constant,
    /// In the state, from this position on.
    Private(u64),
    /// The same, where unknown pointers may point.
    Shared(u64),
}

/// The parts of the analysis that do not change.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) program: Arc<Program>,
    pub(super) slots: Slots,
    pub(super) escape: Escape,
    pub(super) actions: Rc<[Action]>,
    pub(super) conditions: Vec<Code>,
    /// The number of a condition among them, or `u32::MAX`.
    pub(super) condition_of: Vec<u32>,
    pub(super) homes: PrimaryMap<Global, Home>,
    pub(super) constants: FxHashMap<Global, Bytes>,
    pub(super) address_mask: u64,
    pub(super) pointer_size: u64,
    /// Is the result of pointer arithmetic ever kept, rather than accessed at once?
    pub(super) keeps_moved_pointers: bool,
    /// Are lost or unfreed heap objects monitored?
    pub(super) leaks: bool,
    /// Is it a violation when memory is lost?
    pub(super) losses: bool,
    /// Are names of objects never used again? For executions of single paths.
    pub(super) keep_names: bool,
    pub(super) entry: Rc<Frame>,
    pub(super) private: Bytes,
    pub(super) shared: Bytes,
    pub(super) start: Location,
    /// Registers that are tracked whatever the precision says: addresses of locals, tokens of the
    /// stack.
    pub(super) always: EntitySet<Register>,
    /// Registers and globals that count: they get their own value plus or minus a constant.
    pub(super) counting: (EntitySet<Register>, EntitySet<Global>),
    /// The globals of the state in order of place.
    pub(super) private_order: Vec<(u64, Global)>,
    pub(super) shared_order: Vec<(u64, Global)>,
}

/// Globals in the state are stored out up to this size; beyond, zeros are only noted.
const STORED_OUT: u64 = 16 << 10;

impl Context {
    pub(super) fn new(program: &Arc<Program>, scratch: &mut Scratch) -> Self {
        let slots = Slots::new(program);
        let escape = Escape::new(program);
        let mut compiler = Compiler { program, slots: &slots, escape: &escape, wides: &mut scratch.wides };
        let mut conditions = Vec::new();
        let mut condition_of = vec![u32::MAX; program.exprs.len()];
        let mut always = EntitySet::new();
        // What gets other values too is not: those follow the precision.
        let mut otherwise = EntitySet::new();
        for (_, _, body) in program.defined_functions() {
            body.parameters.iter().for_each(|r| {
                otherwise.insert(*r);
            });
        }
        for edge in program.edges.values() {
            if !matches!(
                edge.op,
                Op::Allocate { kind: AllocationKind::Stack | AllocationKind::Dynamic, .. } | Op::StackSave { .. }
            ) {
                edge.op.for_each_definition(|r| {
                    otherwise.insert(r);
                });
            }
        }
        for edge in program.edges.values() {
            match &edge.op {
                Op::Assume { condition, .. } if condition_of[condition.index()] == u32::MAX => {
                    condition_of[condition.index()] = conditions.len() as u32;
                    conditions.push(compiler.code(*condition));
                }
                Op::Allocate { register, kind: AllocationKind::Stack | AllocationKind::Dynamic, .. }
                | Op::StackSave { register }
                    if !otherwise.contains(*register) =>
                {
                    always.insert(*register);
                }
                _ => {}
            }
        }
        let actions: Rc<[Action]> = program.edges.keys().map(|e| compiler.action(e, &condition_of)).collect();
        let pointer_bits = program.layout.pointer_bits;
        let body = program.body(program.entry);
        let mut context = Context {
            homes: PrimaryMap::new(),
            constants: FxHashMap::default(),
            address_mask: u64::MAX >> (64 - pointer_bits),
            pointer_size: program.layout.pointer_bytes(),
            keeps_moved_pointers: super::escape::keeps_moved_pointers(program),
            losses: program.property.monitors(Violation::LostMemory),
            leaks: program.property.monitors(Violation::LostMemory)
                || program.property.monitors(Violation::UnfreedMemory),
            keep_names: false,
            entry: Rc::new(Frame::new(program.entry, slots.count(program.entry))),
            private: Bytes::default(),
            shared: Bytes::default(),
            start: body.map_or(Location::from_u32(0), |b| b.entry),
            program: Arc::clone(program),
            slots,
            escape,
            actions,
            conditions,
            condition_of,
            always,
            counting: counting(program),
            private_order: Vec::new(),
            shared_order: Vec::new(),
        };
        context.place_globals();
        context.order_globals();
        context
    }

    fn place_globals(&mut self) {
        let program = Arc::clone(&self.program);
        let (mut private, mut shared) = (0u64, 0u64);
        for (global, data) in program.globals.iter() {
            let home = if data.constant {
                Home::Constant
            } else {
                let is_private = self.escape.is_private_global(global);
                let end = if is_private { &mut private } else { &mut shared };
                let at = *end;
                *end = at.saturating_add(data.size.max(1)).saturating_add(7) & !7;
                if is_private { Home::Private(at) } else { Home::Shared(at) }
            };
            self.homes.push(home);
        }
        for (global, data) in program.globals.iter() {
            let home = self.homes[global];
            let size = self.pointer_size;
            let mut constant = Bytes::default();
            let (bytes, at, total) = match home {
                Home::Constant => (&mut constant, 0, data.size),
                Home::Private(at) => (&mut self.private, at, private),
                Home::Shared(at) => (&mut self.shared, at, shared),
            };
            if let Some(init) = &data.init {
                zero(bytes, at, data.size, total <= STORED_OUT, size);
                for (i, byte) in (0u64..).zip(&init.bytes) {
                    if *byte != 0 {
                        bytes.write(at + i, 1, (*byte).into(), size);
                    }
                }
                for relocation in &init.relocations {
                    let object = match relocation.target {
                        RelocationTarget::Global(g) => ObjectRef::global(g),
                        RelocationTarget::Function(f) => ObjectRef::function(f),
                    };
                    let value = Value::pointer(object, relocation.addend as u64 & self.address_mask);
                    bytes.write_pointer(at + relocation.offset, size, value);
                }
            }
            if home == Home::Constant {
                self.constants.insert(global, constant);
            }
        }
    }

    /// The state at the start of the program.
    pub(super) fn initial(&self) -> ValueState {
        ValueState {
            location: self.start,
            violated: None,
            others: false,
            has_runs: false,
            outside: super::outside::Outside::default(),
            count: 0,
            top: Rc::clone(&self.entry),
            private: self.private.clone(),
            shared: self.shared.clone(),
            objects: super::trie::Trie::default(),
            unknowns: None,
        }
    }

    /// What a move along an edge does.
    pub(super) fn refinements(&self, edge: Edge) -> &[Refinement] {
        match &self.actions[edge.index()] {
            Action::Assume { refine, .. } => refine,
            _ => &[],
        }
    }

    /// The bytes of an object, and where they begin.
    #[inline]
    pub(super) fn bytes<'a>(&'a self, state: &'a ValueState, object: ObjectRef) -> Option<(&'a Bytes, u64)> {
        match object.target() {
            Target::Global(g) => Some(match self.homes[g] {
                Home::Constant => (self.constants.get(&g)?, 0),
                Home::Private(at) => (&state.private, at),
                Home::Shared(at) => (&state.shared, at),
            }),
            Target::Allocated(index) => Some((&state.object(index)?.bytes, 0)),
            _ => None,
        }
    }

    /// The same, to be written.
    #[inline]
    pub(super) fn bytes_mut<'a>(&self, state: &'a mut ValueState, object: ObjectRef) -> Option<(&'a mut Bytes, u64)> {
        match object.target() {
            Target::Global(g) => match self.homes[g] {
                Home::Constant => None,
                Home::Private(at) => Some((&mut state.private, at)),
                Home::Shared(at) => Some((&mut state.shared, at)),
            },
            Target::Allocated(index) => Some((&mut state.object_mut(index)?.bytes, 0)),
            _ => None,
        }
    }

    /// By what the cells of an object are tracked.
    pub(super) fn base(&self, state: &ValueState, object: ObjectRef) -> Base {
        match object.target() {
            Target::Global(g) => Base::Global(g),
            Target::Allocated(index) => match state.object(index).map(|o| o.origin) {
                Some(Origin::Site(site, _)) => Base::Site(site),
                _ => Base::Arguments,
            },
            _ => Base::Arguments,
        }
    }

    /// Can an unknown pointer point to the object?
    pub(super) fn is_shared(&self, object: &Object) -> bool {
        match object.origin {
            Origin::Site(site, _) => !self.escape.is_private_site(site),
            Origin::Arguments => true,
        }
    }
}

fn zero(bytes: &mut Bytes, at: u64, length: u64, stored_out: bool, size: u64) {
    if stored_out {
        // In small pieces, so that pages are stored out.
        let mut done = 0;
        while done < length {
            let step = (length - done).min(32);
            bytes.fill(at + done, step, 0, size);
            done += step;
        }
    } else {
        bytes.fill(at, length, 0, size);
    }
}

/// What counts: `x = x ± c`, with copies in between.
fn counting(program: &Program) -> (EntitySet<Register>, EntitySet<Global>) {
    // From where a register has its value, up to a constant.
    let mut from: SecondaryMap<Register, Vec<Register>> = SecondaryMap::new();
    let mut loaded: SecondaryMap<Register, Option<Global>> = SecondaryMap::new();
    let step = |expr: ExprId| match program.exprs.get(expr) {
        Expr::Register(r) => Some((r, false)),
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => match (program.exprs.get(a), program.exprs.get(b)) {
            (Expr::Register(r), Expr::Const(_)) => Some((r, true)),
            _ => None,
        },
        _ => None,
    };
    let mut steps = Vec::new();
    for edge in program.edges.values() {
        match &edge.op {
            Op::Assign(pairs) => {
                for (register, expr) in pairs.iter() {
                    if let Some((source, moves)) = step(*expr) {
                        from[*register].push(source);
                        if moves {
                            steps.push((*register, source));
                        }
                    }
                }
            }
            Op::Load { register, address } => {
                if let Expr::GlobalAddr(g) = program.exprs.get(*address) {
                    loaded[*register] = Some(g);
                }
            }
            _ => {}
        }
    }
    let mut registers = EntitySet::new();
    for (register, source) in steps {
        // Does the source have its value from the register, over a few copies?
        let mut seen = vec![source];
        let mut at = 0;
        while at < seen.len() && seen.len() < 32 {
            for next in &from[seen[at]] {
                if !seen.contains(next) {
                    seen.push(*next);
                }
            }
            at += 1;
        }
        if seen.contains(&register) {
            registers.insert(register);
            registers.insert(source);
        }
    }
    let mut globals = EntitySet::new();
    for edge in program.edges.values() {
        if let Op::Store { address, value } = &edge.op
            && let Expr::GlobalAddr(g) = program.exprs.get(*address)
            && let Some((source, true)) = step(*value)
            && loaded[source] == Some(g)
        {
            globals.insert(g);
        }
    }
    (registers, globals)
}
