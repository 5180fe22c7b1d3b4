//! The trivial points-to analysis: a pointer may point anywhere into any object whose address is
//! taken.
//!
//! The address of an object is *taken* if it is more than the address of an access: stored,
//! assigned, passed, returned, converted, or part of an initial value. Addresses that are written
//! as such in the program are known.

use crate::numbers::Numbers;
use crate::object::{AbstractObject, ObjectId, Objects};
use crate::offsets::Offsets;
use crate::points_to::{Callees, Outside, PointsTo};
use crate::set::{Marks, Moving, PointerSet};
use adumbra_program::*;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The result of the analysis.
#[derive(Debug)]
pub struct Trivial {
    objects: Objects,
    /// The set of every constant expression.
    constants: FxHashMap<ExprId, PointerSet>,
    anything: PointerSet,
    taken: Vec<ObjectId>,
    functions: Vec<Function>,
    calls: FxHashMap<Edge, Callee>,
    sites: FxHashMap<Edge, Site>,
    outside: Outside,
}

impl Trivial {
    /// Looks at a program. Pointers that functions without a body write are unknown, as all are.
    pub fn new(program: &Program, outside: Outside) -> Trivial {
        let mut objects = Objects::default();
        program.globals.keys().for_each(|g| _ = objects.global(program, g));
        program.functions.keys().for_each(|f| _ = objects.function(f));
        let constants = constants(program, &objects);
        let mut taken = vec![false; objects.len()];
        let (mut calls, mut sites) = (FxHashMap::default(), FxHashMap::default());
        for data in program.globals.values() {
            for relocation in data.init.iter().flat_map(|i| &i.relocations) {
                let target = match relocation.target {
                    RelocationTarget::Global(g) => AbstractObject::Global(g),
                    RelocationTarget::Function(f) => AbstractObject::Function(f),
                };
                objects.id(target).into_iter().for_each(|id| taken[id.index()] = true);
            }
        }
        let mut seen = vec![false; program.exprs.len()];
        for (edge, data) in program.edges.iter() {
            match &data.op {
                Op::Call { callee, .. } => _ = calls.insert(edge, *callee),
                Op::Allocate { size, kind, site, .. } => {
                    let size = if let Expr::Const(size) = program.exprs.get(*size) { size } else { u64::MAX };
                    let indeterminate = *kind != AllocationKind::ZeroedHeap;
                    objects.intern(AbstractObject::Site(*site), size, indeterminate);
                    sites.insert(edge, *site);
                }
                Op::VaStart { .. } => {
                    let function = program.function_of(data.from);
                    objects.intern(AbstractObject::Arguments(function), u64::MAX, false);
                }
                _ => {}
            }
            let accessed = match &data.op {
                Op::Load { address, .. } | Op::Store { address, .. } => Some(*address),
                _ => None,
            };
            let mut stack = Vec::new();
            data.op.for_each_use(|e| {
                if Some(e) != accessed || !constants.contains_key(&e) {
                    stack.push(e);
                }
            });
            if let Op::Store { address, value } = &data.op
                && address == value
            {
                stack.push(*value);
            }
            while let Some(next) = stack.pop() {
                if std::mem::replace(&mut seen[next.index()], true) {
                    continue;
                }
                for (object, _) in constants.get(&next).map_or(&[][..], PointerSet::entries) {
                    taken[object.index()] = true;
                }
                stack.extend(program.exprs.operands(next));
            }
        }
        let globals = taken.len();
        let taken: Vec<ObjectId> =
            objects.iter().map(|(id, _)| id).filter(|id| id.index() >= globals || taken[id.index()]).collect();
        let functions = taken.iter().filter_map(|id| match objects.object(*id) {
            AbstractObject::Function(f) => Some(f),
            _ => None,
        });
        let functions = functions.collect();
        let anything = PointerSet { unknown: true, indeterminate: true, ..PointerSet::default() };
        Trivial { objects, constants, anything, taken, functions, calls, sites, outside }
    }
}

/// The sets of expressions that are an address and a constant.
fn constants(program: &Program, objects: &Objects) -> FxHashMap<ExprId, PointerSet> {
    let numbers = Numbers::new(program);
    let mut constants: FxHashMap<ExprId, PointerSet> = FxHashMap::default();
    let bits = program.layout.pointer_bits;
    for (id, expr, _) in program.exprs.iter() {
        let set = match expr {
            Expr::Null => Some(PointerSet::default()),
            Expr::GlobalAddr(g) => objects.id(AbstractObject::Global(g)).map(|o| PointerSet::to(o, 0)),
            Expr::FunctionAddr(f) => objects.id(AbstractObject::Function(f)).map(|o| PointerSet::to(o, 0)),
            Expr::Binary(BinaryOp::PtrAdd, a, b) => constants.get(&a).map(|set| {
                let mut moved = PointerSet::default();
                let moving = Moving { shift: Some(&numbers.of(program, b)), closure: 0, bits };
                moved.absorb(set, &moving, &Marks::default(), &mut PointerSet::default());
                moved
            }),
            _ => None,
        };
        set.into_iter().for_each(|set| _ = constants.insert(id, set));
    }
    constants
}

impl PointsTo for Trivial {
    fn outside(&self) -> Outside {
        self.outside
    }

    fn objects(&self) -> &Objects {
        &self.objects
    }

    fn pointers(&self, expr: ExprId) -> Cow<'_, PointerSet> {
        Cow::Borrowed(self.constants.get(&expr).unwrap_or(&self.anything))
    }

    fn exposed(&self) -> &[ObjectId] {
        &self.taken
    }

    fn stored(&self, _: ObjectId) -> &[ObjectId] {
        &self.taken
    }

    fn callees(&self, call: Edge) -> Callees {
        match self.calls.get(&call) {
            None => Callees::default(),
            Some(Callee::Direct(function)) => Callees { functions: vec![*function], unknown: false },
            Some(Callee::Indirect(pointer)) => match self.constants.get(pointer) {
                None => Callees { functions: self.functions.clone(), unknown: true },
                Some(set) => {
                    let function = |(id, offsets): &(ObjectId, Offsets)| match self.objects.object(*id) {
                        AbstractObject::Function(f) if offsets.is_zero() => Some(f),
                        _ => None,
                    };
                    Callees { functions: set.entries().iter().filter_map(function).collect(), unknown: false }
                }
            },
        }
    }

    fn reachable(&self, _: Function) -> bool {
        true
    }

    fn allocated(&self, allocation: Edge, _: &[Edge]) -> Option<AbstractObject> {
        self.sites.get(&allocation).map(|site| AbstractObject::Site(*site))
    }
}
