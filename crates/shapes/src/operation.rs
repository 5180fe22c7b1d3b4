//! What can happen to a heap, as far as shapes can tell.

use crate::names::{Assertion, Field, Nullary, Pointer};
use crate::truth::Truth;

/// A value that is stored into a predicate about data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Data {
    /// This one.
    Is(Truth),
    /// That of a condition.
    As(Nullary),
    /// The opposite of a condition's.
    Not(Nullary),
}

/// What the links of a new node hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fresh {
    /// Null, as after `calloc`.
    Null,
    /// Anything: any node, or null.
    Unknown,
}

/// An assumption.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Condition {
    /// `x == null`
    Null(Pointer),
    /// `x == y`
    Equal(Pointer, Pointer),
    /// `x->f == null`
    FieldNull(Pointer, Field),
    /// `x->f == y`
    FieldEqual(Pointer, Field, Pointer),
    /// The assertion holds on the node that `x` points to.
    Asserted(Pointer, Assertion),
    /// The node that `x` points to was freed.
    Freed(Pointer),
    /// The condition holds.
    Holds(Nullary),
}

/// An operation. One that goes through a pointer has no successor where the pointer is null: who
/// checks accesses asks before ([`crate::Shapes::ask`]).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operation {
    /// Nothing.
    Nothing,
    /// `x = null`
    Null(Pointer),
    /// `x = y`
    Copy(Pointer, Pointer),
    /// `x = y->f`
    Load(Pointer, Pointer, Field),
    /// `x->f = null`
    StoreNull(Pointer, Field),
    /// `x->f = y`
    Store(Pointer, Field, Pointer),
    /// `x = malloc()`
    Malloc(Pointer, Fresh),
    /// `free(x)`: the node stays, and is known to be freed. Freeing null does nothing.
    Free(Pointer),
    /// `x` may be null or point to any node.
    Forget(Pointer),
    /// `x->f` may be null or lead to any node.
    ForgetField(Pointer, Field),
    /// Assertions on the node that `x` points to.
    SetData(Pointer, Vec<(Assertion, Data)>),
    /// An assertion may or may not hold on every node: a variable that it mentions changed.
    ForgetData(Assertion),
    /// A condition.
    SetNullary(Nullary, Data),
    /// The condition becomes what an assertion is on the node that `x` points to.
    LoadNullary(Nullary, Pointer, Assertion),
    /// Go on where the condition holds, or where it does not.
    Assume(Condition, bool),
}
