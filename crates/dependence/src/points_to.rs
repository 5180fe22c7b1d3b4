//! What a points-to analysis tells.

use crate::object::{AbstractObject, ObjectId, Objects};
use crate::offsets::Offsets;
use crate::set::PointerSet;
use adumbra_program::*;
use std::borrow::Cow;

/// What functions without a body may write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Outside {
    /// Nothing.
    #[default]
    Pure,
    /// The objects that their arguments point into.
    Arguments,
    /// All memory.
    Everything,
}

/// What a call may enter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Callees {
    /// The functions, in ascending order, those without a body included.
    pub functions: Vec<Function>,
    /// May the pointer come from an integer or from outside? Then it may also be one of a function
    /// that is not listed, as far as the model is concerned.
    pub unknown: bool,
}

/// A points-to analysis of one program. It covers all executions: whatever pointer an expression
/// evaluates to is in its set.
pub trait PointsTo: Send + Sync {
    /// What functions without a body are taken to write.
    fn outside(&self) -> Outside;

    /// The abstract objects.
    fn objects(&self) -> &Objects;

    /// The pointers that an expression of pointer type may evaluate to. The registers in it say in
    /// which function it stands.
    fn pointers(&self, expr: ExprId) -> Cow<'_, PointerSet>;

    /// The objects that a pointer made from a number may point into, in ascending order: those
    /// whose addresses have become numbers.
    fn exposed(&self) -> &[ObjectId];

    /// The objects that pointers stored in an object may point into, exposed ones aside, in
    /// ascending order.
    fn stored(&self, object: ObjectId) -> &[ObjectId];

    /// What a call may enter.
    fn callees(&self, call: Edge) -> Callees;

    /// The functions that an execution may enter.
    fn reachable(&self, function: Function) -> bool;

    /// The object that an allocation creates while these calls are open, the innermost last.
    fn allocated(&self, allocation: Edge, calls: &[Edge]) -> Option<AbstractObject>;

    /// Are objects that the function allocates named by the call that enters it from outside?
    fn by_call(&self, _function: Function) -> bool {
        false
    }

    /// Calls `f` with every object and the offsets into it that an expression may evaluate to,
    /// exposed objects included.
    fn for_each_target(&self, program: &Program, expr: ExprId, f: &mut dyn FnMut(ObjectId, &Offsets)) {
        let set = self.pointers(expr);
        set.entries().iter().for_each(|(object, offsets)| f(*object, offsets));
        if set.reaches_exposed() {
            let any = Offsets::any(program.layout.pointer_bits);
            self.exposed().iter().for_each(|object| f(*object, &any));
        }
    }
}
