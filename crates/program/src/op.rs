//! Operations on control-flow edges.

use crate::ids::{ExprId, Function, Register, Site, Symbol};
use crate::property::Violation;
use serde::{Deserialize, Serialize};

/// Where an input value comes from. Together with the order of execution this is the key by which a
/// counterexample script supplies the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum InputSource {
    /// A call of a nondeterministic function such as `__VERIFIER_nondet_int`, by name.
    Nondet(Symbol),
    /// An indeterminate value: an uninitialised local, an out-of-range shift, an `undef` of given
    /// bitcode.
    Indeterminate(Site),
    /// The result of an undefined function or of a library function whose result is not specified
    /// exactly, by name.
    External(Symbol),
    /// The next byte of a file descriptor as an `int`, or -1 at the end.
    ReadByte,
    /// Does the next allocation fail? Only with `--malloc-may-fail`.
    AllocationFails,
    /// The number of command-line arguments.
    ArgumentCount,
    /// The next byte of the command-line arguments, each ended by a zero byte.
    ArgumentByte,
}

/// What an allocated object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum AllocationKind {
    /// A local variable: dies when the activation returns.
    Stack,
    /// Memory of `alloca` or a variable-length array: dies when the activation returns or at a
    /// stack restore.
    Dynamic,
    /// Memory of `malloc`: lives until freed; contents indeterminate.
    Heap,
    /// Memory of `calloc`: lives until freed; contents zero.
    ZeroedHeap,
}

/// The family of functions that made heap memory, one of which must free it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Allocator {
    /// `malloc` and its like, `free`.
    #[default]
    Malloc,
    /// `new`, `delete`.
    New,
    /// `new[]`, `delete[]`.
    NewArray,
}

impl Allocator {
    /// Names in the text form.
    pub const NAMES: &'static [(Allocator, &'static str)] =
        &[(Allocator::Malloc, "malloc"), (Allocator::New, "new"), (Allocator::NewArray, "new-array")];

    /// What makes memory, and what frees it, in C or C++.
    pub fn functions(self) -> (&'static str, &'static str) {
        match self {
            Allocator::Malloc => ("malloc", "free"),
            Allocator::New => ("new", "delete"),
            Allocator::NewArray => ("new[]", "delete[]"),
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(a, _)| *a == self).map_or("?", |(_, name)| name)
    }
}

/// The function that a call enters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Callee {
    /// A known function, defined or only declared.
    Direct(Function),
    /// A function pointer.
    Indirect(ExprId),
}

/// The operation of an edge.
///
/// Only [`Assume`](Op::Assume) can block; a location has either one outgoing edge or two that
/// assume a condition and its negation. [`Return`](Op::Return) edges lead to the function's exit
/// location. An execution ends at a location without outgoing edges that is not an exit.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Op {
    /// Nothing happens.
    Nop,
    /// Parallel assignment: all right-hand sides are evaluated, then all registers are written.
    Assign(Box<[(Register, ExprId)]>),
    /// Continue only if the `i1` expression has the given truth value.
    Assume {
        /// The condition.
        condition: ExprId,
        /// The value it must have.
        truth: bool,
    },
    /// Read a value of the register's type from memory.
    Load {
        /// The register that receives the value.
        register: Register,
        /// The address.
        address: ExprId,
    },
    /// Write a value to memory.
    Store {
        /// The address.
        address: ExprId,
        /// The value.
        value: ExprId,
    },
    /// Create an object. Never fails.
    Allocate {
        /// Receives the pointer to the new object.
        register: Register,
        /// Number of bytes, an integer of pointer width.
        size: ExprId,
        /// Alignment of the base, a power of two.
        align: u32,
        /// Lifetime and initial contents.
        kind: AllocationKind,
        /// The allocation's site; objects are named by site and occurrence.
        site: Site,
    },
    /// End the life of a heap object. The pointer must be null or the base of a live heap object.
    Free {
        /// The pointer.
        address: ExprId,
        /// The family of the function that frees.
        allocator: Allocator,
    },
    /// The scope of a stack object begins: its contents become indeterminate.
    ScopeBegin {
        /// Pointer to the base of the object.
        address: ExprId,
    },
    /// The scope of a stack object ends: it may not be accessed until the scope begins again.
    ScopeEnd {
        /// Pointer to the base of the object.
        address: ExprId,
    },
    /// Remember which dynamic stack objects exist.
    StackSave {
        /// Receives a token.
        register: Register,
    },
    /// End the life of the dynamic stack objects created since the token was made.
    StackRestore {
        /// The token.
        token: ExprId,
    },
    /// Copy bytes with their initialisation and pointers; the ranges may overlap.
    Copy {
        /// The destination.
        to: ExprId,
        /// The source.
        from: ExprId,
        /// Number of bytes, an integer of pointer width.
        length: ExprId,
    },
    /// Set bytes.
    Fill {
        /// The destination.
        to: ExprId,
        /// The byte, an `i8`.
        byte: ExprId,
        /// Number of bytes, an integer of pointer width.
        length: ExprId,
    },
    /// Make bytes of memory arbitrary.
    Havoc {
        /// The destination.
        to: ExprId,
        /// Number of bytes, an integer of pointer width.
        length: ExprId,
    },
    /// The size of the object that a pointer points into; zero if it points into none.
    ObjectSize {
        /// Receives the number of bytes, an integer of pointer width.
        register: Register,
        /// The pointer.
        address: ExprId,
    },
    /// Call a function; this edge is also the summary edge from the call site to the location after
    /// the call.
    Call {
        /// The function.
        callee: Callee,
        /// The arguments, those of a variable argument list included.
        arguments: Box<[ExprId]>,
        /// Registers that receive the results: one a leaf of the result type, none for `void`.
        results: Box<[Register]>,
    },
    /// Leave the function with these results.
    Return {
        /// One value a leaf of the result type.
        values: Box<[ExprId]>,
    },
    /// Initialise a `va_list` with the variable arguments of the current activation.
    VaStart {
        /// Pointer to the `va_list`.
        list: ExprId,
    },
    /// Read any value of the register's type, or what the script says.
    Input {
        /// The register that receives the value.
        register: Register,
        /// Where the value comes from.
        source: InputSource,
    },
    /// Write one byte to a file descriptor.
    Output {
        /// The descriptor, an `i32`.
        descriptor: ExprId,
        /// The byte, an `i32` of which the low 8 bits count.
        byte: ExprId,
    },
    /// Being here violates the property if it monitors this kind; otherwise the execution goes on
    /// to the edge's target (which has no outgoing edges where the execution cannot go on).
    Violation(Violation),
    /// The program ends with this exit status (an `i32`).
    End {
        /// The exit status.
        status: ExprId,
    },
    /// Something that is not modelled; whoever gets here must answer UNKNOWN with this reason.
    Unsupported(Symbol),
}

impl Op {
    /// Calls `f` with every expression that the operation reads.
    pub fn for_each_use(&self, mut f: impl FnMut(ExprId)) {
        match self {
            Op::Nop | Op::StackSave { .. } | Op::Input { .. } | Op::Violation(_) | Op::Unsupported(_) => {}
            Op::Assign(pairs) => pairs.iter().for_each(|(_, e)| f(*e)),
            Op::Assume { condition, .. } => f(*condition),
            Op::Load { address, .. }
            | Op::Free { address, .. }
            | Op::ScopeBegin { address }
            | Op::ScopeEnd { address }
            | Op::ObjectSize { address, .. } => f(*address),
            Op::Store { address, value } => {
                f(*address);
                f(*value);
            }
            Op::Allocate { size, .. } => f(*size),
            Op::StackRestore { token } => f(*token),
            Op::Copy { to, from, length } => [to, from, length].into_iter().for_each(|e| f(*e)),
            Op::Fill { to, byte, length } => [to, byte, length].into_iter().for_each(|e| f(*e)),
            Op::Havoc { to, length } => [to, length].into_iter().for_each(|e| f(*e)),
            Op::Call { callee, arguments, .. } => {
                if let Callee::Indirect(e) = callee {
                    f(*e);
                }
                arguments.iter().for_each(|e| f(*e));
            }
            Op::Return { values } => values.iter().for_each(|e| f(*e)),
            Op::VaStart { list } => f(*list),
            Op::Output { descriptor, byte } => {
                f(*descriptor);
                f(*byte);
            }
            Op::End { status } => f(*status),
        }
    }

    /// Calls `f` with every expression that the operation reads, to replace it.
    pub fn for_each_use_mut(&mut self, mut f: impl FnMut(&mut ExprId)) {
        match self {
            Op::Nop | Op::StackSave { .. } | Op::Input { .. } | Op::Violation(_) | Op::Unsupported(_) => {}
            Op::Assign(pairs) => pairs.iter_mut().for_each(|(_, e)| f(e)),
            Op::Assume { condition, .. } => f(condition),
            Op::Load { address, .. }
            | Op::Free { address, .. }
            | Op::ScopeBegin { address }
            | Op::ScopeEnd { address }
            | Op::ObjectSize { address, .. } => f(address),
            Op::Store { address, value } => {
                f(address);
                f(value);
            }
            Op::Allocate { size, .. } => f(size),
            Op::StackRestore { token } => f(token),
            Op::Copy { to, from, length } => [to, from, length].into_iter().for_each(f),
            Op::Fill { to, byte, length } => [to, byte, length].into_iter().for_each(f),
            Op::Havoc { to, length } => [to, length].into_iter().for_each(f),
            Op::Call { callee, arguments, .. } => {
                if let Callee::Indirect(e) = callee {
                    f(e);
                }
                arguments.iter_mut().for_each(f);
            }
            Op::Return { values } => values.iter_mut().for_each(f),
            Op::VaStart { list } => f(list),
            Op::Output { descriptor, byte } => {
                f(descriptor);
                f(byte);
            }
            Op::End { status } => f(status),
        }
    }

    /// Calls `f` with every register that the operation writes.
    pub fn for_each_definition(&self, mut f: impl FnMut(Register)) {
        match self {
            Op::Assign(pairs) => pairs.iter().for_each(|(r, _)| f(*r)),
            Op::Load { register, .. }
            | Op::Allocate { register, .. }
            | Op::StackSave { register }
            | Op::ObjectSize { register, .. }
            | Op::Input { register, .. } => f(*register),
            Op::Call { results, .. } => results.iter().for_each(|r| f(*r)),
            _ => {}
        }
    }

    /// Calls `f` with every register that the operation writes, to replace it.
    pub fn for_each_definition_mut(&mut self, mut f: impl FnMut(&mut Register)) {
        match self {
            Op::Assign(pairs) => pairs.iter_mut().for_each(|(r, _)| f(r)),
            Op::Load { register, .. }
            | Op::Allocate { register, .. }
            | Op::StackSave { register }
            | Op::ObjectSize { register, .. }
            | Op::Input { register, .. } => f(register),
            Op::Call { results, .. } => results.iter_mut().for_each(f),
            _ => {}
        }
    }
}
