//! What is known of one scalar: bits, a pointer, a term over unknowns, or nothing.

use adumbra_interpreter::eval;
use adumbra_program::{DataLayout, FloatKind, Function, Global, Type, UnaryOp};
use adumbra_terms::Term;
use std::fmt;

/// An object that a pointer can point into.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectRef(u32);

/// What an [`ObjectRef`] names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// No object: the pointer is a mere address; null is the address 0.
    None,
    /// A function.
    Function(Function),
    /// A global.
    Global(Global),
    /// An allocated object, by its place in the state's table.
    Allocated(u32),
}

const INDEX: u32 = (1 << 29) - 1;
const SOMEWHERE: u32 = 1 << 29;
const KIND: u32 = 3 << 30;

impl ObjectRef {
    /// No object.
    pub const NONE: ObjectRef = ObjectRef(4);

    /// A function.
    pub fn function(f: Function) -> Self {
        ObjectRef(1 << 30 | f.as_u32() & INDEX)
    }

    /// A global.
    pub fn global(g: Global) -> Self {
        ObjectRef(2 << 30 | g.as_u32() & INDEX)
    }

    /// An allocated object.
    pub fn allocated(index: u32) -> Self {
        ObjectRef(3 << 30 | index & INDEX)
    }

    /// What it names.
    pub fn target(self) -> Target {
        let index = self.0 & INDEX;
        match self.0 >> 30 {
            0 => Target::None,
            1 => Target::Function(Function::from_u32(index)),
            2 => Target::Global(Global::from_u32(index)),
            _ => Target::Allocated(index),
        }
    }
}

impl fmt::Debug for ObjectRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.target())
    }
}

/// What is known of a scalar. Two values are equal if the same is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    tag: u32,
    bits: u64,
}

/// A [`Value`], to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Nothing is known.
    Unknown,
    /// The bits of an integer or float of at most 64 bits.
    Bits(u64),
    /// A wider integer or float, by its number in the analysis.
    Wide(u32),
    /// A pointer: object and offset (for [`ObjectRef::NONE`] the address).
    Pointer(ObjectRef, u64),
    /// A pointer into an object, at an offset that is not known, or that is a term.
    Somewhere(ObjectRef),
    /// The bits of an integer or float as a term over unknowns, and how many the term has: zeros
    /// are to be put in front if there are fewer than the type has.
    Symbolic(Term, u32),
}

const UNKNOWN: u32 = 0;
const BITS: u32 = 1;
const WIDE: u32 = 2;
const SYMBOLIC: u32 = 3;

impl Value {
    /// Nothing is known.
    pub const UNKNOWN: Value = Value { tag: UNKNOWN, bits: 0 };
    /// The null pointer.
    pub const NULL: Value = Value { tag: ObjectRef::NONE.0, bits: 0 };

    /// An integer or float of at most 64 bits; bits above its width are zero.
    #[inline(always)]
    pub fn bits(bits: u64) -> Self {
        Value { tag: BITS, bits }
    }

    /// A wide value by its number.
    pub fn wide(number: u32) -> Self {
        Value { tag: WIDE, bits: number.into() }
    }

    /// A pointer.
    #[inline(always)]
    pub fn pointer(object: ObjectRef, offset: u64) -> Self {
        Value { tag: object.0, bits: offset }
    }

    /// A pointer into an object at an unknown offset. Nothing is known of a pointer without an
    /// object.
    pub fn somewhere(object: ObjectRef) -> Self {
        if object == ObjectRef::NONE { Self::UNKNOWN } else { Value { tag: object.0 | SOMEWHERE, bits: 0 } }
    }

    /// A pointer into an object at an offset that is a term of as many bits as a pointer has.
    pub(super) fn offset(object: ObjectRef, offset: Term) -> Self {
        if object == ObjectRef::NONE {
            Self::UNKNOWN
        } else {
            Value { tag: object.0 | SOMEWHERE, bits: u64::from(offset.as_u32()) + 1 }
        }
    }

    /// A term of so many bits.
    pub(super) fn symbolic(term: Term, width: u32) -> Self {
        Value { tag: SYMBOLIC, bits: u64::from(term.as_u32()) | u64::from(width) << 32 }
    }

    /// Is it a term?
    #[inline(always)]
    pub(super) fn is_symbolic(self) -> bool {
        self.tag == SYMBOLIC
    }

    /// The offset of a pointer, if it is a term.
    pub(super) fn offset_term(self) -> Option<Term> {
        let has = self.tag & KIND != 0 && self.tag & SOMEWHERE != 0 && self.bits != 0;
        if has { Some(Term::from_u32((self.bits - 1) as u32)) } else { None }
    }

    /// The term in it, be it the value or an offset.
    pub(super) fn any_term(self) -> Option<Term> {
        if self.tag == SYMBOLIC { Some(Term::from_u32(self.bits as u32)) } else { self.offset_term() }
    }

    /// How many bytes it takes in memory, if pointers take so many and it is not kept as bytes.
    #[inline]
    pub(super) fn extent(self, size: u64) -> u64 {
        if self.tag == SYMBOLIC { (self.bits >> 32).div_ceil(8) } else { size }
    }

    /// Is anything known?
    #[inline(always)]
    pub fn is_known(self) -> bool {
        self.tag != UNKNOWN
    }

    /// The bits of an integer or float of at most 64 bits.
    #[inline(always)]
    pub fn as_bits(self) -> Option<u64> {
        if self.tag == BITS { Some(self.bits) } else { None }
    }

    /// A pointer whose offset is known.
    #[inline(always)]
    pub fn as_pointer(self) -> Option<(ObjectRef, u64)> {
        if self.tag > SYMBOLIC && (self.tag & KIND == 0 || self.tag & SOMEWHERE == 0) {
            Some((ObjectRef(self.tag), self.bits))
        } else {
            None
        }
    }

    /// The object of a pointer.
    pub fn object(self) -> Option<ObjectRef> {
        match self.content() {
            Content::Pointer(object, _) | Content::Somewhere(object) => Some(object),
            _ => None,
        }
    }

    /// The index of the allocated object that the value points into.
    pub fn allocated(self) -> Option<u32> {
        if self.tag & KIND == KIND { Some(self.tag & INDEX) } else { None }
    }

    /// The same pointer into the allocated object with another index.
    pub fn renamed(self, index: u32) -> Self {
        Value { tag: self.tag & !INDEX | index & INDEX, bits: self.bits }
    }

    /// What it is.
    pub fn content(self) -> Content {
        match self.tag {
            UNKNOWN => Content::Unknown,
            BITS => Content::Bits(self.bits),
            WIDE => Content::Wide(self.bits as u32),
            SYMBOLIC => Content::Symbolic(Term::from_u32(self.bits as u32), (self.bits >> 32) as u32),
            tag if tag & KIND != 0 && tag & SOMEWHERE != 0 => Content::Somewhere(ObjectRef(tag & !SOMEWHERE)),
            tag => Content::Pointer(ObjectRef(tag), self.bits),
        }
    }

    /// 0 if nothing is known, 1 if a pointer's object is known and its offset not, else 2.
    pub(super) fn degree(self) -> u64 {
        match self.content() {
            Content::Unknown => 0,
            Content::Somewhere(_) if self.bits == 0 => 1,
            _ => 2,
        }
    }

    /// What remains of a value if no more is to be known than in the example; `None` if less is
    /// known.
    pub(super) fn project(self, example: Value) -> Option<Value> {
        match (example.degree(), self.degree()) {
            (0, _) => Some(Value::UNKNOWN),
            (2, 2) | (1, 1) => Some(self),
            (1, 2) => match self.content() {
                Content::Pointer(object, _) | Content::Somewhere(object) if object != ObjectRef::NONE => {
                    Some(Value::somewhere(object))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// What is known if it is one of two values.
    pub(super) fn join(self, other: Value) -> Value {
        match (self, other) {
            (a, b) if a == b => a,
            (a, b) => match (a.object(), b.object()) {
                (Some(x), Some(y)) if x == y => Value::somewhere(x),
                _ => Value::UNKNOWN,
            },
        }
    }

    #[inline]
    pub(super) fn mix(self) -> u64 {
        mix(u64::from(self.tag), self.bits)
    }
}

impl Default for Value {
    fn default() -> Self {
        Value::UNKNOWN
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.content() {
            Content::Unknown => f.write_str("?"),
            Content::Bits(b) => write!(f, "{b}"),
            Content::Wide(n) => write!(f, "wide{n}"),
            Content::Pointer(object, offset) => write!(f, "{object:?}+{}", offset as i64),
            Content::Somewhere(object) => match self.offset_term() {
                Some(term) => write!(f, "{object:?}+{term}"),
                None => write!(f, "{object:?}+?"),
            },
            Content::Symbolic(term, width) => write!(f, "{term}:{width}"),
        }
    }
}

/// Mixes a number into a hash.
#[inline(always)]
pub(super) fn mix(hash: u64, value: u64) -> u64 {
    let product = u128::from(hash ^ 0x9e37_79b9_7f4a_7c15) * u128::from(value ^ 0xd1b5_4a32_d192_ed03);
    (product as u64) ^ ((product >> 64) as u64) ^ value.rotate_left(29)
}

/// Is a bit pattern a NaN?
pub(super) fn is_nan(kind: FloatKind, value: &eval::Value, layout: &DataLayout) -> bool {
    !matches!(eval::unary(UnaryOp::FIsNan, Type::Float(kind), value, layout), Ok(v) if v.is_zero())
}
