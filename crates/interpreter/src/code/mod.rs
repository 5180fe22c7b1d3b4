//! The bytecode that a function is compiled to before it runs.
//!
//! A frame is a row of 128-bit slots: registers, then constants and temporaries. Instructions name
//! slots by number; what is frequent has an instruction of its own, the rest is in side tables.
//! Edges are counted a block at a time: each instruction that leaves a block says how many edges
//! the block has executed.

mod compile;
mod expression;

pub(crate) use compile::compile;

use adumbra_program::*;

/// A slot of a frame.
pub(crate) type Slot = u32;

/// An instruction. Integers have at most 64 bits; `sh` is 64 less the width.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Insn {
    Move {
        dst: Slot,
        a: Slot,
    },
    /// `if c { dst = a }`
    MoveIf {
        dst: Slot,
        c: Slot,
        a: Slot,
    },
    Add {
        sh: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Sub {
        sh: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Mul {
        sh: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    UDiv {
        sh: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SDiv {
        sh: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    URem {
        sh: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SRem {
        sh: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Shl {
        sh: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    LShr {
        sh: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    AShr {
        sh: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    And {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Or {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Xor {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Compare {
        test: Test,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    CompareSigned {
        sh: u8,
        strict: bool,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Overflow {
        test: OverflowTest,
        sh: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Trunc {
        sh: u8,
        dst: Slot,
        a: Slot,
    },
    SExt {
        from: u8,
        to: u8,
        dst: Slot,
        a: Slot,
    },
    PtrAdd {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    PtrToInt {
        dst: Slot,
        a: Slot,
    },
    IntToPtr {
        dst: Slot,
        a: Slot,
    },
    Float64 {
        op: FloatOp,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Float32 {
        op: FloatOp,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Load8 {
        dst: Slot,
        a: Slot,
    },
    Load16 {
        dst: Slot,
        a: Slot,
    },
    Load32 {
        dst: Slot,
        a: Slot,
    },
    Load64 {
        dst: Slot,
        a: Slot,
    },
    LoadPtr {
        dst: Slot,
        a: Slot,
    },
    Store8 {
        a: Slot,
        b: Slot,
    },
    Store16 {
        a: Slot,
        b: Slot,
    },
    Store32 {
        a: Slot,
        b: Slot,
    },
    Store64 {
        a: Slot,
        b: Slot,
    },
    StorePtr {
        a: Slot,
        b: Slot,
    },
    Jump {
        n: u16,
        target: u32,
    },
    Branch {
        n: u16,
        truth: bool,
        a: Slot,
        target: u32,
    },
    BranchEq {
        n: u16,
        a: Slot,
        b: Slot,
        target: u32,
    },
    BranchNe {
        n: u16,
        a: Slot,
        b: Slot,
        target: u32,
    },
    BranchUlt {
        n: u16,
        a: Slot,
        b: Slot,
        target: u32,
    },
    BranchUle {
        n: u16,
        a: Slot,
        b: Slot,
        target: u32,
    },
    BranchSlt {
        n: u16,
        sh: u8,
        a: Slot,
        b: Slot,
        target: u32,
    },
    BranchSle {
        n: u16,
        sh: u8,
        a: Slot,
        b: Slot,
        target: u32,
    },
    /// An expression node from the side table.
    Pure {
        index: u32,
    },
    /// An operation from the side table.
    Effect {
        index: u32,
    },
}

/// Unsigned comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    Eq,
    Ne,
    Ult,
    Ule,
}

/// Does an operation overflow?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OverflowTest {
    UAdd,
    SAdd,
    USub,
    SSub,
    UMul,
    SMul,
}

/// Frequent operators on floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Eq,
    Lt,
    Le,
}

/// Expression nodes that have no instruction of their own.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pure {
    Unary {
        op: UnaryOp,
        ty: Type,
        dst: Slot,
        a: Slot,
    },
    Binary {
        op: BinaryOp,
        ty: Type,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Cast {
        op: CastOp,
        from: Type,
        to: Type,
        dst: Slot,
        a: Slot,
    },
    MultiplyAdd {
        ty: Type,
        dst: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    /// Several slots.
    Move {
        count: u32,
        dst: Slot,
        a: Slot,
    },
    /// Several slots.
    Select {
        count: u32,
        dst: Slot,
        c: Slot,
        a: Slot,
        b: Slot,
    },
}

/// A call.
#[derive(Clone, Debug)]
pub(crate) struct CallInfo {
    pub(crate) direct: Option<Function>,
    /// The pointer of an indirect call.
    pub(crate) pointer: Slot,
    pub(crate) arguments: Vec<(Slot, Type)>,
    pub(crate) results: Vec<(Slot, Type)>,
    pub(crate) n: u32,
}

/// Operations that have no instruction of their own.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    Load {
        ty: Type,
        dst: Slot,
        a: Slot,
    },
    Store {
        ty: Type,
        a: Slot,
        b: Slot,
    },
    Allocate {
        dst: Slot,
        size: Slot,
        align: u32,
        kind: AllocationKind,
        site: Site,
    },
    Free {
        a: Slot,
        allocator: Allocator,
    },
    ScopeBegin {
        a: Slot,
    },
    ScopeEnd {
        a: Slot,
    },
    StackSave {
        dst: Slot,
    },
    StackRestore {
        a: Slot,
    },
    Copy {
        to: Slot,
        from: Slot,
        length: Slot,
    },
    Fill {
        to: Slot,
        byte: Slot,
        length: Slot,
    },
    Havoc {
        to: Slot,
        length: Slot,
    },
    ObjectSize {
        dst: Slot,
        a: Slot,
    },
    Call(Box<CallInfo>),
    Return {
        values: Vec<(Slot, Type)>,
        n: u32,
    },
    VaStart {
        a: Slot,
    },
    /// An indeterminate value that is only stored.
    StoreIndeterminate {
        ty: Type,
        a: Slot,
        site: Site,
    },
    Input {
        dst: Slot,
        ty: Type,
        source: InputSource,
    },
    Output {
        descriptor: Slot,
        byte: Slot,
    },
    /// `ends`: nothing follows.
    Violation {
        kind: Violation,
        ends: bool,
    },
    End {
        status: Slot,
    },
    Unsupported(Symbol),
    /// A location that no edge leaves.
    Stuck,
    /// Tells the tracer; `after_call` if the edge is a call that has returned.
    Trace {
        edge: Edge,
        after_call: bool,
    },
}

/// Where an instruction came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) edge: Edge,
    /// Edges of the block that were executed before this one and are not counted yet.
    pub(crate) done: u32,
}

/// A compiled function.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) insns: Vec<Insn>,
    pub(crate) sources: Vec<Source>,
    pub(crate) pures: Vec<Pure>,
    pub(crate) effects: Vec<Effect>,
    /// What a new frame contains: zeros and constants.
    pub(crate) template: Vec<u128>,
    /// Slots of the parameters.
    pub(crate) parameters: Vec<(Slot, Type)>,
    /// Slots of the registers, from the first of the function on.
    pub(crate) registers: Vec<Slot>,
}

/// Number of slots of a value.
pub(crate) fn slot_count(ty: Type) -> u32 {
    match ty {
        Type::Int(w) => w.div_ceil(128).max(1),
        _ => 1,
    }
}
