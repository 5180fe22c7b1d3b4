//! Numbers in registers and in memory, in any domain of numbers.
//!
//! [`Numeric`] lets a domain of `adumbra-domains` run as an analysis: [`IntervalAnalysis`],
//! constants, [`SignAnalysis`] and [`UnitAnalysis`] are the same code. A state knows the registers
//! of all open activations, and cells of memory at known offsets of globals and local variables.
//! Pointers are an object and an offset, or an address.
//!
//! - A store through a pointer that nothing is known of forgets every cell that such a pointer may
//!   reach (`privacy.rs`).
//! - States merge by joining where location and open calls agree. Where a condition is put into a
//!   register, the state is split by its outcome as long as the register is live, so that
//!   conjunctions of conditions are not blurred.
//! - Widening is in the adjustment of precision: at the head of a loop, after the state there has
//!   grown a few times.
//!
//! Nothing is assumed to end an execution: an access that is invalid reads any value, so no answer
//! rests on it.

mod classes;
mod ground;
mod live;
mod loaded;
pub mod map;
mod memory;
mod numbers;
mod privacy;
mod reduce;
pub mod registered;
mod state;
mod transfer;
mod values;

pub(crate) use live::Live;
pub use numbers::Numbers;
pub use state::State;
pub(crate) use transfer::direct_accesses;

use crate::location::Places;
use crate::mentions::AllMentions;
use adumbra_domains::{Interval, Sign, Tristate, Unit};
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_program::*;
use adumbra_verdict::{Known, Lives, ObjectFacts, ObjectKind, ObjectName, Reason, StateFacts};
use classes::Classes;
use loaded::LoadedBefore;
use memory::Object;
use rustc_hash::FxHashMap;
use state::*;
use std::rc::Rc;
use std::sync::Arc;
use values::Values;

/// Intervals with widening.
pub type IntervalAnalysis = Numeric<Interval>;

/// Signs.
pub type SignAnalysis = Numeric<Sign>;

/// Numbers of which nothing is known.
pub type UnitAnalysis = Numeric<Unit>;

/// How often a state may grow by thresholds before it is widened without them.
const THRESHOLD_ROUNDS: u32 = 8;

/// Makes one value of two.
type Combine<'a, D> = dyn Fn(Type, Option<Val<D>>, Option<Val<D>>) -> Option<Val<D>> + 'a;

/// The analysis of numbers in a domain.
pub struct Numeric<D: Numbers> {
    values: Values<D>,
    live: Live,
    places: Places,
    externals: Externals,
    /// How often the state at a loop head may grow before it is widened.
    widen_after: u32,
    /// The places of globals that the program accesses directly.
    accessed: Vec<(Global, u64, Type)>,
    /// The globals that it accesses in other ways too.
    indirect: Vec<Global>,
    /// What branches say about memory.
    loaded: LoadedBefore,
    /// Globals whose ranges keep states apart.
    classes: Vec<Classes>,
    /// Keep what is known of registers that are not read any more?
    keeps_dead: bool,
    /// The expressions of registers, if numbers that a sibling knows are dropped.
    compared: Option<FxHashMap<Register, ExprId>>,
    /// What runs in blocks.
    mentions: AllMentions,
    /// Where the last step led.
    at: Option<Location>,
    widenings: u64,
}

impl<D: Numbers> Numeric<D> {
    /// The analysis of a program.
    pub fn new(program: &Arc<Program>, externals: Externals, widen_after: u32) -> Self {
        let values = Values::new(program, D::context(program));
        let indirect = ground::indirect_accesses(program, |global| values.privacy.shares_global(global));
        Numeric {
            values,
            live: Live::new(program),
            places: Places::new(program),
            externals,
            widen_after,
            accessed: direct_accesses(program),
            indirect,
            loaded: LoadedBefore::new(program),
            classes: Vec::new(),
            keeps_dead: false,
            compared: None,
            mentions: AllMentions::default(),
            at: None,
            widenings: 0,
        }
    }

    /// Keeps what is known of registers that are not read any more.
    pub fn keep_dead(mut self) -> Self {
        self.keeps_dead = true;
        self
    }

    /// For an exploration by blocks: notes where something is written through pointers that nothing
    /// is known of, which may be those of activations around a block.
    pub fn by_blocks(mut self) -> Self {
        self.values.by_blocks = true;
        self
    }

    /// Keeps states apart in which a global is in different ranges between the numbers that it is
    /// compared with.
    pub fn in_ranges(mut self) -> Self {
        self.classes = Classes::of(&self.values.program);
        self
    }

    /// Drops numbers of which a sibling knows the value: what both stand for together stays the
    /// same, and fewer states are different.
    pub fn compared(mut self) -> Self {
        let register = |(id, expr, _): (ExprId, Expr, Type)| match expr {
            Expr::Register(register) => Some((register, id)),
            _ => None,
        };
        self.compared = Some(self.values.program.exprs.iter().filter_map(register).collect());
        self
    }

    /// Drops registers of the current activation whose value a sibling knows.
    fn drop_implied(&self, state: &mut State<D>, siblings: &Siblings<'_>) {
        let (Some(expressions), Some(body)) = (&self.compared, self.program().body(state.frame.function)) else {
            return;
        };
        let first = body.registers.0.as_u32();
        // What has one value elsewhere is not known better here: it is that value, or there is no
        // such state.
        let implied = |index: u32, value: &Val<D>| {
            let register = Register::from_u32(first + index);
            let (Val::Number(number), Some(expr)) = (value, expressions.get(&register)) else { return false };
            let Some(Fact::Constant(known)) = siblings.ask(Question::Constant(*expr)) else { return false };
            let sort = self.values.sort(self.program().registers[register].ty);
            let known = u64::try_from(known);
            known.is_ok_and(|bits| D::admits(&mut self.values.context.borrow_mut(), sort, number, bits))
        };
        let mut gone = Vec::new();
        state.frame.registers.for_each(|index, value| {
            if implied(index, value) {
                gone.push(index);
            }
        });
        if !gone.is_empty() {
            state.top().registers.retain(|index, _| !gone.contains(&index));
        }
    }

    fn program(&self) -> &Arc<Program> {
        &self.values.program
    }

    fn register_type(&self, frame: &Frame<D>, index: u32) -> Type {
        match self.program().body(frame.function) {
            Some(body) => self.program().registers[Register::from_u32(body.registers.0.as_u32() + index)].ty,
            None => Type::BOOL,
        }
    }

    /// Combines two states with the same open calls.
    fn combine(&self, a: &State<D>, b: &State<D>, with: &Combine<'_, D>) -> Option<State<D>> {
        if a.frame.call_hash() != b.frame.call_hash() {
            return None;
        }
        // The activations from the innermost that differ, then the new ones from the outside in.
        let mut pairs = Vec::new();
        let (mut x, mut y) = (Some(&a.frame), Some(&b.frame));
        let mut below = None;
        while let (Some(f), Some(g)) = (x, y) {
            if Rc::ptr_eq(f, g) {
                below = Some(Rc::clone(f));
                break;
            }
            if f.call != g.call || f.function != g.function {
                return None;
            }
            pairs.push((f, g));
            (x, y) = (f.caller.as_ref(), g.caller.as_ref());
        }
        for (f, g) in pairs.into_iter().rev() {
            let mut joined = f.above(below.take());
            joined.registers =
                f.registers.zip(&g.registers, &mut |i, p, q| with(self.register_type(f, i), p.copied(), q.copied()));
            joined.results = if f.results.len() == g.results.len() {
                let types = &self.program().functions[f.function].result_types;
                let both = f.results.iter().zip(&g.results);
                both.zip(types).map(|((p, q), ty)| with(*ty, *p, *q)).collect()
            } else {
                Vec::new()
            };
            joined.allocated.extend(g.allocated.iter().filter(|s| !f.allocated.contains(s)));
            joined.allocated.sort_unstable();
            below = Some(Rc::new(joined));
        }
        let trust = a.trust.max(b.trust);
        let values = &self.values;
        let memory = a.memory.zip(&b.memory, &mut |object, p, q| {
            let default = |trust| Cells::new(values.default_ground(object, trust));
            let (p, q) = (p.map(|p| (**p).clone()), q.map(|q| (**q).clone()));
            let (p, q) = (p.unwrap_or_else(|| default(a.trust)), q.unwrap_or_else(|| default(b.trust)));
            let joined = values.join_cells(&p, &q, with);
            (joined != default(trust)).then(|| Rc::new(joined))
        });
        let scribbled = a.scribbled.max(b.scribbled);
        Some(State { frame: below?, memory, trust, rounds: a.rounds.max(b.rounds), scribbled })
    }

    fn is_within(&self, special: &State<D>, general: &State<D>) -> bool {
        if special.trust > general.trust || special.scribbled > general.scribbled {
            return false;
        }
        let (mut x, mut y) = (Some(&special.frame), Some(&general.frame));
        loop {
            match (x, y) {
                (None, None) => break,
                (Some(f), Some(g)) if Rc::ptr_eq(f, g) => break,
                (Some(f), Some(g)) => {
                    let types = &self.program().functions[f.function].result_types;
                    let fits = f.call == g.call
                        && f.function == g.function
                        && f.allocated.iter().all(|s| g.allocated.contains(s))
                        && (g.results.is_empty()
                            || f.results.len() == g.results.len()
                                && f.results
                                    .iter()
                                    .zip(&g.results)
                                    .zip(types)
                                    .all(|((p, q), ty)| self.values.within(*ty, *p, *q)))
                        && f.registers.all(&g.registers, &mut |i, p, q| {
                            self.values.within(self.register_type(f, i), p.copied(), q.copied())
                        });
                    if !fits {
                        return false;
                    }
                    (x, y) = (f.caller.as_ref(), g.caller.as_ref());
                }
                _ => return false,
            }
        }
        let values = &self.values;
        special.memory.all(&general.memory, &mut |object, p, q| {
            let default = |trust| Rc::new(Cells::new(values.default_ground(object, trust)));
            let p = p.cloned().unwrap_or_else(|| default(special.trust));
            let q = q.cloned().unwrap_or_else(|| default(general.trust));
            values.cells_within(&p, &q, |ty, p, q| values.within(ty, p, q))
        })
    }

    fn show_value(&self, ty: Type, value: &Val<D>) -> String {
        let bits = self.program().layout.pointer_bits;
        match value {
            Val::Number(number) => number.show(ty.bits(&self.program().layout)),
            Val::Pointer(object, offset) => format!("&{}+{}", self.object_text(*object), offset.show(bits)),
        }
    }

    fn object_text(&self, object: ObjectId) -> String {
        match self.values.object(object) {
            Object::Global(g) => self.program().globals[g].name.clone(),
            Object::Function(f) => self.program().functions[f].name.clone(),
            Object::Stack { depth, site, .. } => format!("{site}/{depth}"),
            Object::Outer { number, .. } => format!("outer{number}"),
        }
    }

    /// What is known of a register of the current activation, as text; for tests and reports.
    pub fn show_register(&self, state: &State<D>, register: Register) -> String {
        let body = self.program().body(state.frame.function);
        let index = body.and_then(|b| register.as_u32().checked_sub(b.registers.0.as_u32()));
        let value = index.and_then(|i| state.frame.registers.get(i));
        value.map_or("any".to_owned(), |v| self.show_value(self.program().registers[register].ty, v))
    }

    /// May the register of the activation at a depth have these bits? Never wrongly false.
    pub fn admits_register(&self, state: &State<D>, depth: u32, register: Register, bits: u64) -> bool {
        let frame = state.frame.chain().find(|f| f.depth == depth);
        let known = frame.and_then(|f| {
            let body = self.program().body(f.function)?;
            f.registers.get(register.as_u32().checked_sub(body.registers.0.as_u32())?)
        });
        match known {
            Some(Val::Number(value)) => {
                let sort = self.values.sort(self.program().registers[register].ty);
                D::admits(&mut self.values.context.borrow_mut(), sort, value, bits)
            }
            _ => true,
        }
    }

    /// The open calls of a state, the innermost first.
    pub fn calls(&self, state: &State<D>) -> Vec<Edge> {
        state.frame.chain().filter_map(|f| f.call).collect()
    }

    /// A value as facts of a certificate.
    fn known(&self, ty: Type, value: &Val<D>, objects: &mut Vec<ObjectFacts>) -> Vec<Known> {
        match value {
            Val::Number(number) => number.known(ty, &self.program().layout),
            Val::Pointer(object, offset) => {
                let word = self.values.word();
                let Some(offset) = D::constant(&mut self.values.context.borrow_mut(), word, offset) else {
                    return Vec::new();
                };
                self.object_name(*object, objects).map(|name| Known::Pointer(name, offset)).into_iter().collect()
            }
        }
    }

    fn object_name(&self, object: ObjectId, objects: &mut Vec<ObjectFacts>) -> Option<ObjectName> {
        Some(match self.values.object(object) {
            Object::Global(global) => ObjectName::Global(global),
            Object::Function(function) => ObjectName::Function(function),
            Object::Stack { depth, site, size } => {
                let facts = ObjectFacts {
                    kind: ObjectKind::Allocated(site, AllocationKind::Stack),
                    activation: Some(depth),
                    size: Some(size),
                    lives: Lives::Yes,
                };
                // Another analysis may know more of it; an activation has one object of such a site
                // that lives. Those of earlier rounds of a loop may be listed too.
                let same = |o: &&ObjectFacts| o.kind == facts.kind && o.activation == facts.activation;
                let lives = |o: &ObjectFacts| same(&o) && o.lives == Lives::Yes;
                let index = objects.iter().position(lives).or_else(|| objects.iter().position(|o| same(&o)));
                let index = index.unwrap_or_else(|| {
                    objects.push(facts);
                    objects.len() - 1
                });
                ObjectName::Allocated(index as u32)
            }
            Object::Outer { .. } => return None,
        })
    }
}

/// The bounds of a number, signed or not, whichever say more.
fn tighter<D: Numbers>(value: &D, width: u32) -> Option<Fact> {
    let ((low, high), (least, most)) = (value.bounds(width, false)?, value.bounds(width, true)?);
    let signed = most - least < high - low;
    Some(if signed { Fact::Signed(least, most) } else { Fact::Unsigned(low as u128, high as u128) })
}

impl<D: Numbers> Analysis for Numeric<D> {
    type State = State<D>;
    type Precision = ();

    fn name(&self) -> &'static str {
        D::ANALYSIS
    }

    fn abilities(&self) -> Abilities {
        Abilities { decide: true, ..Abilities::NONE }
    }

    fn initial(&mut self) -> (State<D>, ()) {
        let frame = Rc::new(Frame::new(self.program().entry, None, None));
        (State { frame, memory: map::Map::default(), trust: Trust::All, rounds: None, scribbled: Trust::All }, ())
    }

    fn order(&self) -> Order {
        Order::General
    }

    fn covers(&mut self, general: &State<D>, special: &State<D>) -> bool {
        self.is_within(special, general)
    }

    fn join(&mut self, a: &State<D>, b: &State<D>) -> Option<State<D>> {
        // The second is the old one: what does not change is shared with it.
        self.combine(b, a, &|ty, p, q| self.values.join_values(ty, p, q))
    }

    fn widen(&mut self, old: &State<D>, new: &State<D>) -> Option<State<D>> {
        D::use_thresholds(&mut self.values.context.borrow_mut(), true);
        self.combine(old, new, &|ty, p, q| self.values.widen_values(ty, p, q))
    }

    fn partition(&self, state: &State<D>) -> u64 {
        // The open calls, and the outcomes of conditions that are still to be used.
        let mut key = state.frame.call_hash();
        state.frame.registers.for_each(|index, value| {
            if self.register_type(&state.frame, index) == Type::BOOL {
                let truth = self.values.truth(Some(*value));
                key = key.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (u64::from(index) << 2 | truth as u64);
            }
        });
        for classes in &self.classes {
            let (first, last) = classes.range(&self.values, state);
            key = key.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((first as u64) << 8 | last as u64);
        }
        key
    }

    fn decide(&mut self, state: &State<D>, condition: ExprId) -> Option<bool> {
        match self.values.truth(self.values.evaluate(state, condition)) {
            Tristate::True => Some(true),
            Tristate::False => Some(false),
            Tristate::Maybe => None,
        }
    }

    fn transfer(&mut self, state: &mut State<D>, _: &(), step: Move, _: &Siblings<'_>) -> Flow<State<D>> {
        let flow = self.take(state, step);
        if let Some(missing) = self.values.missing() {
            let position = self.program().edges[step.edge()].position;
            return Flow::Cut(Reason::Unsupported { what: missing.to_string(), position });
        }
        self.at = step.to(self.program());
        let head = self.at.is_some_and(|to| self.places.pause(to) == Pause::LoopHead);
        state.rounds = head.then_some(0);
        match flow {
            Flow::Split(mut states) => {
                states.iter_mut().for_each(|s| s.rounds = state.rounds);
                Flow::Split(states)
            }
            flow => flow,
        }
    }

    fn skip(&mut self, state: &mut State<D>, _: &(), step: Move, _: &Siblings<'_>) -> Flow<State<D>> {
        self.at = step.to(self.program());
        let head = self.at.is_some_and(|to| self.places.pause(to) == Pause::LoopHead);
        state.rounds = head.then_some(0);
        Flow::On
    }

    fn settle(&mut self, state: &mut State<D>, _: &(), siblings: &Siblings<'_>) {
        // A state is settled right after the step that led to it.
        if let Some(location) = self.at {
            self.drop_dead(state, location, &[]);
        }
        self.drop_implied(state, siblings);
    }

    fn merges(&self) -> bool {
        true
    }

    fn merge(&mut self, new: &State<D>, old: &State<D>, _: &()) -> Option<State<D>> {
        if self.is_within(new, old) { None } else { self.join(new, old) }
    }

    fn adjusts(&self) -> bool {
        true
    }

    fn adjust(
        &mut self,
        state: &mut State<D>,
        _: &mut (),
        peers: &mut dyn Iterator<Item = &State<D>>,
        _: &Siblings<'_>,
    ) -> Adjusted {
        if state.rounds.is_none() {
            return Adjusted::Done;
        }
        let peers: Vec<&State<D>> = peers.filter(|p| p.rounds.is_some()).collect();
        if peers.iter().any(|p| self.is_within(state, p)) {
            return Adjusted::Done;
        }
        let rounds = peers.iter().filter_map(|p| p.rounds).max().unwrap_or(0);
        let most = self.widen_after.saturating_add(THRESHOLD_ROUNDS);
        if rounds >= self.widen_after {
            D::use_thresholds(&mut self.values.context.borrow_mut(), rounds < most);
            for peer in peers {
                let widened = self.combine(peer, state, &|ty, p, q| self.values.widen_values(ty, p, q));
                if let Some(widened) = widened {
                    self.widenings += 1;
                    *state = widened;
                }
            }
        }
        state.rounds = Some(rounds.saturating_add(1).min(most));
        Adjusted::Done
    }

    fn answer(&self, state: &State<D>, question: Question) -> Option<Fact> {
        let word = |expr: ExprId| self.program().exprs.ty(expr).bits(&self.program().layout);
        match question {
            Question::OpenCall => Some(Fact::OpenCall(state.frame.call)),
            Question::CallDepth => Some(Fact::Count(state.frame.depth.into())),
            Question::Constant(expr) if self.program().exprs.ty(expr) != Type::Ptr => {
                self.values.constant(state, expr).map(|bits| Fact::Constant(bits.into()))
            }
            Question::Bounds { expr, signed } if self.program().exprs.ty(expr).is_int() => {
                let Some(Val::Number(value)) = self.values.evaluate(state, expr) else { return None };
                let (low, high) = value.bounds(word(expr), signed)?;
                Some(if signed { Fact::Signed(low, high) } else { Fact::Unsigned(low as u128, high as u128) })
            }
            Question::Register { depth, register } => {
                let frame = state.frame.chain().find(|frame| frame.depth == depth)?;
                let body = self.program().body(frame.function)?;
                let index = register.as_u32().checked_sub(body.registers.0.as_u32())?;
                let Some(Val::Number(value)) = frame.registers.get(index) else { return None };
                self.program().registers[register].ty.fixed_bits().and_then(|width| tighter(value, width))
            }
            Question::IsNull(expr) => match self.values.evaluate(state, expr)? {
                Val::Number(value) => {
                    let sort = self.values.sort(Type::Ptr);
                    match self.values.had(D::to_tristate(&mut self.values.context.borrow_mut(), sort, &value))? {
                        Tristate::True => Some(Fact::Truth(false)),
                        Tristate::False => Some(Fact::Truth(true)),
                        Tristate::Maybe => None,
                    }
                }
                Val::Pointer(..) => None,
            },
            Question::Callees(expr) => match self.values.evaluate(state, expr)? {
                Val::Pointer(object, offset) => {
                    let Object::Function(function) = self.values.object(object) else { return None };
                    let zero = D::constant(&mut self.values.context.borrow_mut(), self.values.word(), &offset)? == 0;
                    zero.then(|| Fact::Functions(vec![function]))
                }
                Val::Number(_) => None,
            },
            _ => None,
        }
    }

    fn facts(&self, state: &State<D>, facts: &mut StateFacts) {
        let mut objects = std::mem::take(&mut facts.objects);
        let mut partial = false;
        for frame in state.frame.chain() {
            let Some(body) = self.program().body(frame.function) else { continue };
            frame.registers.for_each(|index, value| {
                let register = Register::from_u32(body.registers.0.as_u32() + index);
                let all = self.known(self.program().registers[register].ty, value, &mut objects);
                partial |= all.is_empty();
                facts.registers.extend(all.into_iter().map(|known| (frame.depth, register, known)));
            });
        }
        let types = &self.program().functions[state.frame.function].result_types;
        for (index, (value, ty)) in (0..).zip(state.frame.results.iter().zip(types)) {
            if let Some(value) = value {
                let all = self.known(*ty, value, &mut objects);
                partial |= all.is_empty();
                facts.results.extend(all.into_iter().map(|known| (index, known)));
            }
        }
        let mut tell = |object: ObjectId, offset: u64, ty: Type, value: Option<Val<D>>| {
            let Some(value) = value else { return };
            let length = ty.store_size(&self.program().layout) as u32;
            let Some(name) = self.object_name(object, &mut objects) else { return };
            let all = self.known(ty, &value, &mut objects);
            partial |= all.is_empty();
            facts.cells.extend(all.into_iter().map(|known| (name, offset, length, known)));
        };
        state.memory.for_each(|object, cells| {
            cells.cells.iter().for_each(|cell| tell(object, cell.offset, cell.ty, cell.value));
        });
        // What still has its initial contents, where the program looks.
        for (global, offset, ty) in &self.accessed {
            let object = self.values.object_id(Object::Global(*global));
            let cells = self.values.cells(state, object);
            let known = cells.cells.iter().any(|c| c.offset == *offset && c.ty == *ty);
            // A narrow value is not all of its bytes.
            let whole = ty.bits(&self.program().layout).is_multiple_of(8);
            if !known && whole && !self.program().globals[*global].constant {
                tell(object, *offset, *ty, self.values.read(&cells, *offset, *ty));
            }
        }
        let mut ground = |object: ObjectId, cells: &Cells<D>| {
            let Some(name) = self.object_name(object, &mut objects) else { return };
            let tell = |at, length, known| facts.cells.push((name, at, length, known));
            partial |= !self.for_each_ground(object, cells, tell);
        };
        state.memory.for_each(|object, cells| {
            if matches!(self.values.object(object), Object::Stack { .. }) {
                ground(object, cells);
            }
        });
        for global in &self.indirect {
            let object = self.values.object_id(Object::Global(*global));
            ground(object, &self.values.cells(state, object));
        }
        facts.objects = objects;
        partial |= !self.tell_loads(state, facts);
        facts.partial |= partial;
    }

    fn show(&self, state: &State<D>) -> String {
        let mut parts = Vec::new();
        for frame in state.frame.chain() {
            let Some(body) = self.program().body(frame.function) else { continue };
            frame.registers.for_each(|index, value| {
                let register = Register::from_u32(body.registers.0.as_u32() + index);
                let data = &self.program().registers[register];
                let name = data.variable.as_ref().map_or_else(|| register.to_string(), |v| v.name.clone());
                parts.push(format!("{name}={}", self.show_value(data.ty, value)));
            });
        }
        state.memory.for_each(|object, cells| {
            for cell in &cells.cells {
                let Some(value) = &cell.value else { continue };
                let name = match self.values.object(object) {
                    Object::Stack { site, .. } => self.program().sites[site].variable.as_ref().map(|v| v.name.clone()),
                    _ => None,
                };
                let name = name.unwrap_or_else(|| self.object_text(object));
                let at = if cell.offset == 0 { String::new() } else { format!("+{}", cell.offset) };
                parts.push(format!("{name}{at}={}", self.show_value(cell.ty, value)));
            }
        });
        parts.join(" ")
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        vec![("widenings", self.widenings)]
    }
}
