//! What a value is: a bit-vector, a float or an address, with its width.

/// Floating-point formats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatFormat {
    /// IEEE binary16.
    Half,
    /// bfloat16.
    BFloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// The 80-bit format of the x87.
    X87,
    /// IEEE binary128.
    Quad,
}

impl FloatFormat {
    /// Width of the format in bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatFormat::Half | FloatFormat::BFloat => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87 => 80,
            FloatFormat::Quad => 128,
        }
    }

    /// Number of bits of the stored significand; `None` for the x87, whose leading bit is explicit.
    pub fn fraction_bits(self) -> Option<u32> {
        match self {
            FloatFormat::Half => Some(10),
            FloatFormat::BFloat => Some(7),
            FloatFormat::Single => Some(23),
            FloatFormat::Double => Some(52),
            FloatFormat::Quad => Some(112),
            FloatFormat::X87 => None,
        }
    }
}

/// The sort of a concrete value that an abstract value stands for. Whether a bit-vector is signed
/// is a matter of the operator, not of the sort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// A bit-vector of this width, at least 1.
    Int(u32),
    /// A floating-point number.
    Float(FloatFormat),
    /// An address of this width. A domain of numbers treats it as a bit-vector.
    Pointer(u32),
}

impl Sort {
    /// The sort of truth values.
    pub const BOOL: Sort = Sort::Int(1);

    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Sort::Int(w) | Sort::Pointer(w) => w,
            Sort::Float(f) => f.bits(),
        }
    }

    /// The width of a bit-vector or an address that fits a machine word: between 1 and 64.
    pub fn word(self) -> Option<u32> {
        match self {
            Sort::Int(w) | Sort::Pointer(w) if (1..=64).contains(&w) => Some(w),
            _ => None,
        }
    }
}

/// The largest unsigned number of a width between 1 and 64; also the mask of its bits.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

/// The number that the low `width` bits denote in two's complement.
pub fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((bits << unused) as i64) >> unused
}
