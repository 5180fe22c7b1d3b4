//! What expressions and bytes of memory are in a state.

use super::Pointing;
use super::state::{Contents, Ground, Life, PointerState};
use super::value::{Object, Offset, Target, Val, join};
use adumbra_interpreter::eval;
use adumbra_program::*;

/// How deep in an expression is looked.
const DEEPEST: u32 = 100;

impl Pointing {
    /// The value of an expression of the innermost activation.
    pub(super) fn evaluate(&self, state: &PointerState, expr: ExprId) -> Option<Val> {
        self.evaluate_within(state, expr, DEEPEST)
    }

    fn evaluate_within(&self, state: &PointerState, expr: ExprId, deep: u32) -> Option<Val> {
        let deep = deep.checked_sub(1)?;
        let pool = &self.program.exprs;
        let of = |expr: ExprId| self.evaluate_within(state, expr, deep);
        match (pool.get(expr), pool.ty(expr)) {
            (Expr::Register(register), _) => state.register(register).cloned(),
            (Expr::Const(bits), Type::Int(_)) => Some(Val::Bits(bits)),
            (Expr::Null, _) => Some(Val::pointer(Target::NULL)),
            (Expr::GlobalAddr(global), _) => Some(Val::pointer(Target::to(Object::Global(global)))),
            (Expr::FunctionAddr(function), _) => Some(Val::pointer(Target::to(Object::Function(function)))),
            (Expr::Binary(BinaryOp::PtrAdd, a, b), _) => self.moved(&of(a)?, of(b).and_then(|by| by.bits())),
            (Expr::Binary(op, a, b), _) if pool.ty(a) == Type::Ptr => {
                self.compare(state, op, &of(a)?, &of(b)?).map(|truth| Val::Bits(truth.into()))
            }
            (Expr::Select(condition, a, b), _) => match of(condition).and_then(|c| c.bits()) {
                Some(0) => of(b),
                Some(_) => of(a),
                None => join(of(a).as_ref(), of(b).as_ref()),
            },
            (Expr::Cast(CastOp::IntToPtr, a), _) => (of(a)?.bits()? == 0).then(|| Val::pointer(Target::NULL)),
            (Expr::Cast(CastOp::PtrToInt, a), Type::Int(width)) => match of(a)?.single()? {
                Target { object: None, offset: Offset::Exact(address) }
                    if width >= self.program.layout.pointer_bits =>
                {
                    Some(Val::Bits(address))
                }
                _ => None,
            },
            (node, Type::Int(1..=64)) => self.computed(node, pool.ty(expr), of),
            _ => None,
        }
    }

    /// The result of an operator on integers of at most 64 bits.
    fn computed(&self, node: Expr, ty: Type, of: impl Fn(ExprId) -> Option<Val>) -> Option<Val> {
        let (pool, layout) = (&self.program.exprs, &self.program.layout);
        let number = |expr: ExprId| match pool.ty(expr) {
            Type::Int(1..=64) => of(expr)?.bits().map(|bits| eval::Value::Small(bits.into())),
            _ => None,
        };
        let result = match node {
            Expr::Unary(op, a) => eval::unary(op, pool.ty(a), &number(a)?, layout),
            Expr::Binary(op, a, b) => eval::binary(op, pool.ty(a), &number(a)?, &number(b)?, layout),
            Expr::Cast(op, a) => eval::cast(op, pool.ty(a), ty, &number(a)?, layout),
            _ => return None,
        };
        Some(Val::Bits(result.ok()?.low() as u64))
    }

    /// A pointer that is moved by a number of bytes.
    fn moved(&self, pointer: &Val, by: Option<u64>) -> Option<Val> {
        let mask = self.address_mask;
        let moved = |target: &Target| match (target.offset, by) {
            (offset, Some(0)) => Target { offset, ..*target },
            (Offset::Exact(offset), Some(by)) => {
                Target { offset: Offset::Exact(offset.wrapping_add(by) & mask), ..*target }
            }
            _ => Target { offset: Offset::Any, ..*target },
        };
        Val::pointers(pointer.targets()?.iter().map(moved))
    }

    /// Size and life of an object, as far as they are known.
    pub(super) fn extent(&self, state: &PointerState, object: Object) -> (Option<u64>, Life) {
        match object {
            Object::Function(_) => (Some(0), Life::Live),
            Object::Global(global) => (Some(self.program.globals[global].size), Life::Live),
            _ => state.memory.get(&object).map_or((None, Life::Perhaps), |contents| (contents.size, contents.life)),
        }
    }

    /// Is the pointer within the bounds of its object, the end included, so that it is not null?
    fn is_within(&self, state: &PointerState, object: Object, offset: u64) -> bool {
        offset == 0 || self.extent(state, object).0.is_some_and(|size| offset <= size)
    }

    /// Is it strictly inside, and does the object live?
    fn is_inside(&self, state: &PointerState, object: Object, offset: u64) -> bool {
        let (size, life) = self.extent(state, object);
        life == Life::Live && size.is_some_and(|size| offset < size || offset == 0)
    }

    /// Compares pointers by their addresses, where that does not depend on where objects are.
    pub(super) fn compare(&self, state: &PointerState, op: BinaryOp, a: &Val, b: &Val) -> Option<bool> {
        let mut truth = None;
        for x in a.targets()? {
            for y in b.targets()? {
                let this = self.compare_targets(state, op, *x, *y)?;
                if *truth.get_or_insert(this) != this {
                    return None;
                }
            }
        }
        truth
    }

    fn compare_targets(&self, state: &PointerState, op: BinaryOp, x: Target, y: Target) -> Option<bool> {
        let (Offset::Exact(a), Offset::Exact(b)) = (x.offset, y.offset) else { return None };
        if x.object == y.object {
            if !x.is_one() {
                return None;
            }
            return match op {
                BinaryOp::Eq => Some(a == b),
                BinaryOp::Ne => Some(a != b),
                BinaryOp::Ult | BinaryOp::Ule => {
                    let size = match x.object {
                        None => u64::MAX,
                        Some(object) => self.extent(state, object).0?,
                    };
                    let ordered = a <= size && b <= size || a == b;
                    ordered.then_some(if op == BinaryOp::Ult { a < b } else { a <= b })
                }
                _ => None,
            };
        }
        let different = match (x.object, y.object) {
            (None, Some(object)) => a == 0 && self.is_within(state, object, b),
            (Some(object), None) => b == 0 && self.is_within(state, object, a),
            (Some(Object::Global(one)), Some(Object::Global(other)))
                if !self.program.shared_at(one, other).is_empty() =>
            {
                false
            }
            (Some(one), Some(other)) => self.is_inside(state, one, a) && self.is_inside(state, other, b),
            (None, None) => false,
        };
        match op {
            _ if !different => None,
            BinaryOp::Eq => Some(false),
            BinaryOp::Ne => Some(true),
            // Null is below every object.
            BinaryOp::Ult | BinaryOp::Ule if x.object.is_none() => Some(true),
            BinaryOp::Ult | BinaryOp::Ule if y.object.is_none() => Some(false),
            _ => None,
        }
    }

    /// The pointers of one value that may be equal to one of the other, or differ from it.
    pub(super) fn possible(&self, state: &PointerState, a: &Val, b: &Val, equal: bool) -> Vec<Target> {
        let (Some(list), Some(others)) = (a.targets(), b.targets()) else { return Vec::new() };
        let may =
            |x: &&Target| others.iter().any(|y| self.compare_targets(state, BinaryOp::Eq, **x, *y) != Some(!equal));
        list.iter().filter(may).copied().collect()
    }

    /// What a global holds that nobody has written.
    pub(super) fn first_contents(&self, global: Global) -> Contents {
        let data = &self.program.globals[global];
        let ground = if data.init.is_some() { Ground::Initial(global) } else { Ground::Unknown };
        Contents { life: Life::Live, kind: None, owner: None, size: Some(data.size), ground, cells: Default::default() }
    }

    /// What is known of an object; nothing of one that is not listed.
    pub(super) fn contents(&self, state: &PointerState, object: Object) -> Option<std::rc::Rc<Contents>> {
        match (state.memory.get(&object), object) {
            (Some(contents), _) => Some(std::rc::Rc::clone(contents)),
            (None, Object::Global(global)) => Some(std::rc::Rc::new(self.first_contents(global))),
            (None, _) => None,
        }
    }

    /// The value of a type at a place.
    pub(super) fn read(&self, contents: &Contents, offset: u64, ty: Type) -> Option<Val> {
        let length = ty.store_size(&self.program.layout);
        match *contents.touching(offset, length) {
            [] => self.read_ground(contents.ground, offset, length, ty),
            [at] => {
                let cell = &contents.cells[&at];
                if at == offset && cell.length == length && cell.ty == ty { cell.value.clone() } else { None }
            }
            _ => None,
        }
    }

    fn read_ground(&self, ground: Ground, offset: u64, length: u64, ty: Type) -> Option<Val> {
        let bits = ty.bits(&self.program.layout);
        if length > 8 || matches!(ty, Type::Float(_)) {
            return None;
        }
        let mut bytes = [0u8; 8];
        match ground {
            Ground::Unknown => return None,
            Ground::Zero => {}
            Ground::Initial(global) => {
                let data = &self.program.globals[global];
                let init = data.init.as_ref()?;
                let end = offset.checked_add(length).filter(|end| *end <= data.size)?;
                let width = self.program.layout.pointer_bytes();
                let relocation = init.relocations.iter().find(|r| r.offset < end && offset < r.offset + width);
                if let Some(relocation) = relocation {
                    if ty != Type::Ptr || relocation.offset != offset {
                        return None;
                    }
                    let object = match relocation.target {
                        RelocationTarget::Global(global) => Object::Global(global),
                        RelocationTarget::Function(function) => Object::Function(function),
                    };
                    let offset = Offset::Exact(relocation.addend as u64 & self.address_mask);
                    return Some(Val::pointer(Target { object: Some(object), offset }));
                }
                for (i, byte) in (offset..end).zip(&mut bytes) {
                    *byte = usize::try_from(i).ok().and_then(|i| init.bytes.get(i)).copied().unwrap_or(0);
                }
            }
        }
        let word = u64::from_le_bytes(bytes);
        match ty {
            // An address that is not null may be that of any object.
            Type::Ptr => (word == 0).then(|| Val::pointer(Target::NULL)),
            // The bits above the width are no part of the value.
            _ if bits < 64 => Some(Val::Bits(word & ((1 << bits) - 1))),
            _ => Some(Val::Bits(word)),
        }
    }

    /// What is known of an object in both of two states.
    pub(super) fn join_contents(&self, a: &Contents, b: &Contents) -> Contents {
        let mut joined = Contents {
            life: a.life.join(b.life),
            kind: a.kind,
            owner: a.owner.filter(|owner| b.owner == Some(*owner)),
            size: a.size.filter(|size| b.size == Some(*size)),
            ground: if a.ground == b.ground { a.ground } else { Ground::Unknown },
            cells: Default::default(),
        };
        let places: std::collections::BTreeMap<u64, (u64, Type)> =
            a.cells.iter().chain(&b.cells).map(|(at, cell)| (*at, (cell.length, cell.ty))).collect();
        for (at, (length, ty)) in places {
            let alike = [a, b].iter().all(|side| match *side.touching(at, length) {
                [] => true,
                [only] => only == at && side.cells[&at].length == length,
                _ => false,
            });
            if !alike {
                // The same bytes as different things: what is there is not known.
                for side in [a, b] {
                    for touched in side.touching(at, length) {
                        let length = side.cells[&touched].length;
                        joined.forget(touched, length);
                    }
                }
                continue;
            }
            let value = join(self.read(a, at, ty).as_ref(), self.read(b, at, ty).as_ref());
            joined.write(at, length, ty, value);
        }
        joined
    }

    /// Does one stand for all that the other does?
    pub(super) fn contents_cover(&self, general: &Contents, special: &Contents) -> bool {
        let grounds = general.ground == Ground::Unknown
            || general.ground == special.ground
                && special.cells.iter().all(|(at, cell)| match *general.touching(*at, cell.length) {
                    [over] => {
                        let own = &general.cells[&over];
                        let holds = own.value.is_none() && over <= *at && at + cell.length <= over + own.length;
                        holds || over == *at && own.length == cell.length
                    }
                    _ => false,
                });
        grounds
            && (general.life == special.life || general.life == Life::Perhaps)
            && general.kind == special.kind
            && (general.owner.is_none() || general.owner == special.owner)
            && (general.size.is_none() || general.size == special.size)
            && general.cells.iter().all(|(at, cell)| match &cell.value {
                None => true,
                Some(value) => self.read(special, *at, cell.ty).is_some_and(|own| value.covers(&own)),
            })
    }
}
