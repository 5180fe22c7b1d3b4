//! Steps: what moves do to a state.

use super::Pointing;
use super::access::{Access, Use};
use super::state::{Contents, Frame, Ground, Life, Places, PointerState};
use super::value::{Object, Offset, Target, Val};
use crate::validity::Validity;
use adumbra_dependence::{AbstractObject, PointsTo};
use adumbra_engine::Flow;
use adumbra_interpreter::Externals;
use adumbra_program::*;
use adumbra_stop::spend;
use adumbra_verdict::{Reason, Target as Goal, TargetKind};
use std::rc::Rc;

/// The work of a move.
const TAKE: u64 = 800;

/// How many bytes of a copy are looked at one by one.
const MOST_COPIED: u64 = 4096;

impl Pointing {
    pub(super) fn take(&self, state: &mut PointerState, step: Move) -> Flow<PointerState> {
        spend(TAKE);
        // An execution ends where it violates the property.
        if state.violated.is_some() {
            return Flow::Dead;
        }
        if state.lost {
            let kind = TargetKind::Violation(Violation::LostMemory);
            state.violated = Some(Goal { kind, edge: step.edge() });
            return Flow::On;
        }
        match step {
            Move::Edge(edge) => self.along(state, edge),
            Move::Enter { call, callee } => self.enter(state, call, callee),
            Move::Leave { call, callee } => self.leave(state, call, callee),
        }
    }

    fn enter(&self, state: &mut PointerState, call: Edge, callee: Function) -> Flow<PointerState> {
        let edge = &self.program.edges[call];
        let (Op::Call { callee: named, arguments, results }, Some(body)) = (&edge.op, self.program.body(callee)) else {
            return Flow::Dead;
        };
        if let Callee::Indirect(pointer) = named
            && self.functions(state, *pointer).is_some_and(|functions| !functions.contains(&callee))
        {
            return Flow::Dead;
        }
        let passed: Vec<Option<Val>> = arguments.iter().map(|argument| self.evaluate(state, *argument)).collect();
        self.drop_dead(state, edge.to, results);
        let mut frame = Frame::new(callee, Some(call), Some(Rc::clone(&state.top)));
        for ((parameter, value), argument) in body.parameters.iter().zip(passed).zip(arguments.iter()) {
            if self.program.registers[*parameter].ty == self.program.exprs.ty(*argument)
                && let Some(value) = value
            {
                frame.registers.insert(*parameter, value);
            }
        }
        state.top = Rc::new(frame);
        Flow::On
    }

    fn leave(&self, state: &mut PointerState, call: Edge, callee: Function) -> Flow<PointerState> {
        if state.top.call != Some(call) || state.top.function != callee {
            return Flow::Dead;
        }
        let Some(caller) = state.top.caller.clone() else { return Flow::Dead };
        self.bury(state);
        let left = std::mem::replace(&mut state.top, caller);
        if let Op::Call { results, .. } = &self.program.edges[call].op {
            let types = &self.program.functions[callee].result_types;
            for (index, register) in results.iter().enumerate() {
                let fits = types.get(index) == Some(&self.program.registers[*register].ty);
                let value = left.results.get(index).cloned().flatten().filter(|_| fits);
                state.set(*register, value);
            }
        }
        Flow::On
    }

    /// The objects of the innermost activation die.
    fn bury(&self, state: &mut PointerState) {
        let depth = state.top.depth;
        self.end_owned(state, |contents| match contents.owner {
            _ if contents.kind.is_none() || contents.is_heap() => None,
            Some(owner) if owner == depth => Some(Life::Gone),
            Some(_) => None,
            None => Some(Life::Perhaps),
        });
    }

    /// Objects may end: says for each what becomes of it.
    fn end_owned(&self, state: &mut PointerState, becomes: impl Fn(&Contents) -> Option<Life>) {
        let ends: Vec<(Object, Life)> = state
            .memory
            .iter()
            .filter_map(|(object, contents)| Some((*object, becomes(contents)?)))
            .filter(|(object, life)| state.memory[object].life != *life)
            .collect();
        for (object, life) in ends {
            state.part_from(object);
            if let Some(contents) = state.contents(object) {
                contents.life = if contents.life == Life::Gone { Life::Gone } else { life };
                if contents.life == Life::Gone {
                    contents.forget_all();
                }
            }
        }
    }

    fn along(&self, state: &mut PointerState, edge: Edge) -> Flow<PointerState> {
        let data = &self.program.edges[edge];
        match &data.op {
            Op::Nop | Op::Output { .. } => {}
            Op::Assign(pairs) => {
                let new: Vec<_> =
                    pairs.iter().map(|(r, e)| (*r, self.evaluate(state, *e), self.equal_to(state, *e))).collect();
                for (register, value, equal) in new {
                    state.set(register, value);
                    if let Some(cell) = equal {
                        state.top().equal.insert(register, cell);
                    }
                }
            }
            Op::Assume { condition, truth } => {
                if !self.assume(state, *condition, *truth) {
                    return Flow::Dead;
                }
            }
            Op::Load { register, address } => {
                let ty = self.program.registers[*register].ty;
                let access = self.access(state, *address, Use::Read(Some(self.length(ty))));
                return self.accessed(state, edge, access.validity, |state| {
                    self.survived(state, *address, &access);
                    let value = self.load(state, &access.places, ty);
                    state.set(*register, value);
                    if let Some(cell) = access.places.single() {
                        state.top().equal.insert(*register, cell);
                    }
                    true
                });
            }
            Op::Store { address, value } => {
                let ty = self.program.exprs.ty(*value);
                let stored = self.evaluate(state, *value);
                let access = self.access(state, *address, Use::Write(Some(self.length(ty))));
                return self.accessed(state, edge, access.validity, |state| {
                    self.survived(state, *address, &access);
                    self.store(state, &access.places, ty, stored);
                    if let (Expr::Register(register), Some(cell)) =
                        (self.program.exprs.get(*value), access.places.single())
                    {
                        state.top().equal.insert(register, cell);
                    }
                    true
                });
            }
            Op::Allocate { register, size, kind, site, .. } => {
                self.allocate(state, edge, *register, *size, *kind, *site)
            }
            Op::Free { address, allocator } => return self.free(state, edge, *address, *allocator),
            Op::ScopeBegin { address } => self.scope(state, *address, Life::Live),
            Op::ScopeEnd { address } => self.scope(state, *address, Life::Gone),
            Op::StackSave { register } => state.set(*register, None),
            Op::StackRestore { .. } => {
                let depth = state.top.depth;
                self.end_owned(state, |contents| match contents.kind {
                    Some((AllocationKind::Dynamic, _)) if contents.owner.is_none_or(|owner| owner == depth) => {
                        Some(Life::Perhaps)
                    }
                    _ => None,
                });
            }
            Op::Copy { to, from, length } => return self.copy(state, edge, *to, *from, *length),
            Op::Fill { to, byte, length } => {
                let zero = self.evaluate(state, *byte) == Some(Val::Bits(0));
                return self.fill(state, edge, *to, *length, zero);
            }
            Op::Havoc { to, length } => return self.fill(state, edge, *to, *length, false),
            Op::ObjectSize { register, address } => {
                let size = self.evaluate(state, *address).and_then(|value| match value.single()?.object {
                    Some(object) => match self.extent(state, object) {
                        (Some(size), Life::Live) if !matches!(object, Object::Function(_)) => Some(Val::Bits(size)),
                        _ => None,
                    },
                    None => None,
                });
                state.set(*register, size);
            }
            Op::Call { callee, arguments, results } => return self.external(state, edge, *callee, arguments, results),
            Op::Return { values } => {
                let results: Vec<_> = values.iter().map(|value| self.evaluate(state, *value)).collect();
                if state.top.caller.is_none() {
                    state.top().registers.clear();
                    state.top().equal.clear();
                    self.bury(state);
                    self.ends_program(state, edge);
                }
                let top = state.top();
                top.registers.clear();
                top.equal.clear();
                top.results = results;
            }
            Op::VaStart { list } => {
                let length = if self.program.layout.model == DataModel::Lp64 { 24 } else { 4 };
                let access = self.access(state, *list, Use::Write(Some(length)));
                return self.accessed(state, edge, access.validity, |state| {
                    self.scribble(state, &access.places, Some(length));
                    true
                });
            }
            Op::Input { register, .. } => state.set(*register, None),
            Op::Violation(kind) => {
                if self.program.property.monitors(*kind) {
                    state.violated = Some(Goal { kind: TargetKind::Violation(*kind), edge });
                } else if self.is_end(data.to) {
                    self.ends.borrow_mut().entry(*kind).or_insert(edge);
                }
            }
            Op::End { .. } => self.ends_program(state, edge),
            Op::Unsupported(what) => {
                state.violated = Some(Goal { kind: TargetKind::Unsupported(*what), edge });
            }
        }
        Flow::On
    }

    fn length(&self, ty: Type) -> u64 {
        ty.store_size(&self.program.layout)
    }

    fn is_end(&self, location: Location) -> bool {
        !self.goes_on[location.index()]
    }

    /// The cell that an expression, a register, is equal to.
    fn equal_to(&self, state: &PointerState, expr: ExprId) -> Option<(Object, u64)> {
        match self.program.exprs.get(expr) {
            Expr::Register(register) => state.top.equal.get(&register).copied(),
            _ => None,
        }
    }

    /// The functions that a pointer may point to, if they are known.
    pub(super) fn functions(&self, state: &PointerState, pointer: ExprId) -> Option<Vec<Function>> {
        let value = self.evaluate(state, pointer)?;
        let function = |target: &Target| match target {
            Target { object: Some(Object::Function(function)), offset: Offset::Exact(0) } => Some(*function),
            _ => None,
        };
        value.targets()?.iter().map(function).collect()
    }

    fn allocate(
        &self,
        state: &mut PointerState,
        edge: Edge,
        register: Register,
        size: ExprId,
        kind: AllocationKind,
        site: Site,
    ) {
        let size = self.evaluate(state, size).and_then(|size| size.bits());
        let mut calls: Vec<Edge> = state.top.chain().filter_map(|frame| frame.call).collect();
        calls.reverse();
        let named = self.points_to().allocated(edge, &calls).unwrap_or(AbstractObject::Site(site));
        let name = self.name(named);
        state.age(name, |a, b| self.join_contents(a, b));
        let heap = matches!(kind, AllocationKind::Heap | AllocationKind::ZeroedHeap);
        let contents = Contents {
            life: Life::Live,
            kind: Some((kind, site)),
            owner: Some(state.top.depth).filter(|_| !heap),
            size,
            ground: if kind == AllocationKind::ZeroedHeap { Ground::Zero } else { Ground::Unknown },
            cells: Default::default(),
        };
        let object = Object::Recent(name);
        state.memory.insert(object, Rc::new(contents));
        state.set(register, Some(Val::pointer(Target::to(object))));
    }

    fn free(&self, state: &mut PointerState, edge: Edge, address: ExprId, allocator: Allocator) -> Flow<PointerState> {
        let access = self.access(state, address, Use::Free(allocator));
        let nothing = self.evaluate(state, address).and_then(|value| value.single()) == Some(Target::NULL);
        self.accessed(state, edge, access.validity, |state| {
            if nothing {
                return true;
            }
            self.survived(state, address, &access);
            let certain = match (&*access.places.targets, access.places.elsewhere) {
                ([(object, _)], false) => object.is_one() && !self.may_be_null(state, address),
                _ => false,
            };
            for (object, _) in &access.places.targets {
                state.part_from(*object);
                let Some(contents) = state.contents(*object).filter(|contents| contents.is_heap()) else { continue };
                contents.life = match certain {
                    true => Life::Gone,
                    false => contents.life.join(Life::Gone),
                };
                if certain {
                    contents.forget_all();
                }
            }
            true
        })
    }

    fn may_be_null(&self, state: &PointerState, pointer: ExprId) -> bool {
        let value = self.evaluate(state, pointer);
        let targets = value.as_ref().and_then(Val::targets);
        targets.is_none_or(|targets| targets.iter().any(|target| target.object.is_none()))
    }

    /// The scope of an object of the stack begins or ends.
    fn scope(&self, state: &mut PointerState, address: ExprId, life: Life) {
        let value = self.evaluate(state, address);
        let places = match value.as_ref().and_then(Val::targets) {
            Some(targets) => Places::of(targets),
            None => self.anywhere(state, address),
        };
        let certain = places.single().is_some();
        for (object, _) in &places.targets {
            state.part_from(*object);
            let Some(contents) = state.contents(*object).filter(|c| c.kind.is_some() && !c.is_heap()) else { continue };
            contents.life = if certain { life } else { contents.life.join(life) };
            contents.forget_all();
        }
    }

    fn copy(
        &self,
        state: &mut PointerState,
        edge: Edge,
        to: ExprId,
        from: ExprId,
        length: ExprId,
    ) -> Flow<PointerState> {
        let length = self.evaluate(state, length).and_then(|length| length.bits());
        if length == Some(0) {
            return Flow::On;
        }
        let source = self.access(state, from, Use::Read(length));
        let target = self.access(state, to, Use::Write(length));
        let validity = certainly(length, source.validity.and(target.validity));
        self.accessed(state, edge, validity, |state| {
            self.copy_bytes(state, &target, &source, length);
            true
        })
    }

    fn copy_bytes(&self, state: &mut PointerState, target: &Access, source: &Access, length: Option<u64>) {
        let mut copied = Vec::new();
        if let (Some((object, from)), Some(length @ ..=MOST_COPIED)) = (source.places.single(), length)
            && let Some(contents) = self.contents(state, object)
        {
            let inside = |at: u64, cell: u64| at >= from && at + cell <= from + length;
            for at in contents.touching(from, length) {
                let cell = &contents.cells[&at];
                if inside(at, cell.length) && cell.value.is_some() {
                    copied.push((at - from, cell.clone()));
                }
            }
        }
        self.scribble(state, &target.places, length);
        if let Some((object, to)) = target.places.single() {
            self.change(state, object, |contents| {
                for (at, cell) in copied {
                    contents.write(to + at, cell.length, cell.ty, cell.value);
                }
            });
        }
    }

    fn fill(&self, state: &mut PointerState, edge: Edge, to: ExprId, length: ExprId, zero: bool) -> Flow<PointerState> {
        let length = self.evaluate(state, length).and_then(|length| length.bits());
        if length == Some(0) {
            return Flow::On;
        }
        let access = self.access(state, to, Use::Write(length));
        let validity = certainly(length, access.validity);
        self.accessed(state, edge, validity, |state| {
            self.scribble(state, &access.places, length);
            if let (true, Some((object, 0))) = (zero, access.places.single()) {
                self.change(state, object, |contents| {
                    if length.is_some() && contents.size == length {
                        contents.cells.clear();
                        contents.ground = Ground::Zero;
                    }
                });
            }
            true
        })
    }

    /// A call along its edge: of a function without a body, or of none.
    fn external(
        &self,
        state: &mut PointerState,
        edge: Edge,
        callee: Callee,
        arguments: &[ExprId],
        results: &[Register],
    ) -> Flow<PointerState> {
        let function = match callee {
            Callee::Direct(function) => Some(function),
            Callee::Indirect(pointer) => match self.evaluate(state, pointer) {
                Some(value) => match (self.functions(state, pointer), value.targets()) {
                    (Some(functions), _) if functions.len() == 1 => Some(functions[0]),
                    (Some(functions), _) if functions.iter().all(|f| self.program.body(*f).is_some()) => {
                        return Flow::Dead;
                    }
                    (None, Some(targets)) if targets.iter().all(|target| !self.is_function(*target)) => {
                        let kind = match value.single() == Some(Target::NULL) {
                            true => Violation::NullAccess,
                            false => Violation::WildAccess,
                        };
                        return self.accessed(state, edge, Validity::Invalid(kind), |_| true);
                    }
                    _ => None,
                },
                None => None,
            },
        };
        // A function that has a body is entered.
        if function.is_some_and(|function| self.program.body(function).is_some()) {
            return Flow::Dead;
        }
        match self.externals {
            Externals::Pure => {}
            Externals::HavocArgs => {
                for argument in arguments.iter().filter(|a| self.program.exprs.ty(**a) == Type::Ptr) {
                    let value = self.evaluate(state, *argument);
                    let places = match value.as_ref().and_then(Val::targets) {
                        Some(targets) => Places::of(targets),
                        None => self.anywhere(state, *argument),
                    };
                    self.scribble(state, &places, None);
                }
            }
            Externals::HavocAll => {
                let mut all: Vec<Object> = state.memory.keys().copied().collect();
                all.extend(self.program.globals.keys().map(Object::Global));
                let places = Places { targets: all.into_iter().map(|o| (o, Offset::Any)).collect(), elsewhere: true };
                self.scribble(state, &places, None);
            }
            Externals::Unknown => {
                let name = function.map_or("?", |f| self.program.functions[f].name.as_str());
                let what = format!("a call of `{name}`, which is not defined");
                return Flow::Cut(Reason::Unsupported { what, position: self.program.edges[edge].position });
            }
        }
        results.iter().for_each(|register| state.set(*register, None));
        Flow::On
    }

    fn is_function(&self, target: Target) -> bool {
        matches!(target.object, Some(Object::Function(_)))
    }

    /// Supposes a condition; says whether it can hold.
    fn assume(&self, state: &mut PointerState, condition: ExprId, truth: bool) -> bool {
        let pool = &self.program.exprs;
        if let Some(bits) = self.evaluate(state, condition).and_then(|value| value.bits()) {
            return (bits != 0) == truth;
        }
        match pool.get(condition) {
            Expr::Register(register) => {
                self.learn(state, register, Some(Val::Bits(truth.into())));
                true
            }
            Expr::Binary(BinaryOp::And, a, b) if truth && pool.ty(condition) == Type::BOOL => {
                self.assume(state, a, true) && self.assume(state, b, true)
            }
            Expr::Binary(BinaryOp::Or, a, b) if !truth && pool.ty(condition) == Type::BOOL => {
                self.assume(state, a, false) && self.assume(state, b, false)
            }
            Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) => {
                let equal = (op == BinaryOp::Eq) == truth;
                let bits = |expr: ExprId| match pool.get(expr) {
                    Expr::Const(bits) => Some(bits),
                    _ => None,
                };
                match (pool.ty(a), bits(a).or(bits(b))) {
                    (Type::BOOL, Some(bit)) => {
                        let other = if bits(a).is_some() { b } else { a };
                        self.assume(state, other, (bit != 0) == equal)
                    }
                    _ => self.suppose(state, a, b, equal) && self.suppose(state, b, a, equal),
                }
            }
            _ => true,
        }
    }

    /// Supposes that a register is equal to a value, or is not; says whether that can be.
    fn suppose(&self, state: &mut PointerState, expr: ExprId, other: ExprId, equal: bool) -> bool {
        let Some(value) = self.evaluate(state, other) else { return true };
        let own = self.evaluate(state, expr);
        if let (Some(own), Val::Pointer(_)) = (&own, &value)
            && own.targets().is_some()
        {
            let left = self.possible(state, own, &value, equal);
            if left.is_empty() {
                return false;
            }
            if let Expr::Register(register) = self.program.exprs.get(expr) {
                self.learn(state, register, Val::pointers(left));
            }
        } else if let (None, Expr::Register(register), Val::Bits(_), true) =
            (&own, self.program.exprs.get(expr), &value, equal)
        {
            self.learn(state, register, Some(value));
        }
        true
    }

    /// The program ends: is there heap memory that should not be?
    fn ends_program(&self, state: &mut PointerState, edge: Edge) {
        let monitors = |kind| self.program.property.monitors(kind);
        let lives = |contents: &Rc<Contents>| contents.is_heap() && contents.life != Life::Gone;
        let kind = if monitors(Violation::UnfreedMemory) && state.memory.values().any(lives) {
            Violation::UnfreedMemory
        } else if monitors(Violation::LostMemory) && self.loses(state) {
            Violation::LostMemory
        } else {
            return;
        };
        state.violated = Some(Goal { kind: TargetKind::Violation(kind), edge });
    }
}

/// Without a length there may be nothing to access.
fn certainly(length: Option<u64>, validity: Validity) -> Validity {
    if length.is_none() { validity.perhaps() } else { validity }
}
