//! Values and models: what variables, arrays and functions may be assigned.

use crate::arena::Terms;
use crate::bits::Bits;
use crate::float::{Float, Format, RoundingMode};
use crate::sort::{Sort, SortKind};
use crate::term::Symbol;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;

/// A value of some sort. Equality is equality of meaning, for arrays too.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    Bits(Bits),
    /// A floating-point number.
    Float(Float),
    /// A rounding mode.
    RoundingMode(RoundingMode),
    /// An array.
    Array(ArrayValue),
}

/// An array as a finite table and a default.
///
/// The form is canonical: the default is the most frequent element (the smallest of the most
/// frequent ones) and no entry holds it. So two arrays are equal exactly when their tables are.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArrayValue {
    index: IndexSort,
    default: Box<Value>,
    entries: BTreeMap<Value, Value>,
}

/// What an array is indexed by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum IndexSort {
    /// Two elements.
    Bool,
    /// 2^width elements.
    Bits(u32),
    /// One element a number of the format, one for NaN.
    Float(Format),
    /// Five elements.
    RoundingMode,
}

impl IndexSort {
    fn size(self) -> Option<usize> {
        match self {
            IndexSort::Bool => Some(2),
            IndexSort::Bits(width) => 1usize.checked_shl(width).filter(|_| width < usize::BITS - 1),
            IndexSort::Float(format) => {
                let (all, fractions) = (IndexSort::Bits(format.width()).size()?, 1 << format.fraction_bits());
                // Both signs of the highest exponent have an infinity; all other fractions are the
                // one NaN.
                Some(all - 2 * (fractions - 1) + 1)
            }
            IndexSort::RoundingMode => Some(RoundingMode::ALL.len()),
        }
    }

    /// All values, one after the other; the first 2^64 where there are more.
    pub fn values(self) -> impl Iterator<Item = Value> {
        let last = self.size().map_or(usize::MAX, |size| size - 1);
        (0..=last).map(move |n| self.nth(n))
    }

    fn nth(self, n: usize) -> Value {
        match self {
            IndexSort::Bool => Value::Bool(n == 1),
            IndexSort::Bits(width) => Value::Bits(Bits::from_u64(width, n as u64)),
            IndexSort::Float(format) => {
                // Patterns of one sign up to infinity, those of the other, NaN. In a wide format no
                // one counts so far.
                let infinity = Float::infinity(format, false).bits().to_u64().unwrap_or(u64::MAX - 1);
                let (count, n) = (infinity + 1, n as u64);
                let magnitude = Float::from_bits(format, Bits::from_u64(format.width(), n % count));
                Value::Float(match n / count {
                    0 => magnitude,
                    1 => magnitude.neg(),
                    _ => Float::nan(format),
                })
            }
            IndexSort::RoundingMode => Value::RoundingMode(RoundingMode::ALL[n % RoundingMode::ALL.len()]),
        }
    }
}

impl ArrayValue {
    /// The array with these entries, later ones winning, and `default` elsewhere.
    pub fn new(index: IndexSort, default: Value, entries: impl IntoIterator<Item = (Value, Value)>) -> ArrayValue {
        let entries = entries.into_iter().collect();
        ArrayValue { index, default: Box::new(default), entries }.canonical()
    }

    fn canonical(mut self) -> ArrayValue {
        let ArrayValue { index, default, entries } = &mut self;
        entries.retain(|_, value| *value != **default);
        // With fewer entries than half of the indices, the default is the only majority.
        let Some(size) = index.size().filter(|size| entries.len() >= size.div_ceil(2)) else { return self };
        let mut counts: BTreeMap<&Value, usize> = BTreeMap::new();
        for value in entries.values() {
            *counts.entry(value).or_default() += 1;
        }
        if entries.len() < size {
            *counts.entry(&**default).or_default() += size - entries.len();
        }
        let most = counts.values().copied().max().unwrap_or(0);
        let best = counts.iter().find(|(_, count)| **count == most).map(|(value, _)| (*value).clone());
        if let Some(best) = best.filter(|best| *best != **default) {
            for n in 0..size {
                entries.entry(index.nth(n)).or_insert_with(|| (**default).clone());
            }
            entries.retain(|_, value| *value != best);
            **default = best;
        }
        self
    }

    /// What the array is indexed by.
    pub fn index_sort(&self) -> IndexSort {
        self.index
    }

    /// The element at `index`.
    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The element of all indices without an entry.
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// The entries, by index.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// The array with one element replaced.
    pub fn store(mut self, index: Value, value: Value) -> ArrayValue {
        self.entries.insert(index, value);
        self.canonical()
    }

    pub(crate) fn store_all(mut self, entries: impl IntoIterator<Item = (Value, Value)>) -> ArrayValue {
        self.entries.extend(entries);
        self.canonical()
    }
}

impl Value {
    /// The zero of a sort: false, 0, positive zero, to nearest even, the array of zeros.
    pub fn zero(terms: &Terms, sort: Sort) -> Value {
        match terms.sort_kind(sort) {
            SortKind::BitVec(width) => Value::Bits(Bits::zero(width)),
            SortKind::Array { index, element } => {
                // The depth of sorts is bounded.
                Value::Array(ArrayValue::new(IndexSort::of(terms, index), Value::zero(terms, element), []))
            }
            SortKind::Float { .. } => match terms.sort_format(sort) {
                Some(format) => Value::Float(Float::zero(format, false)),
                None => Value::Bool(false),
            },
            SortKind::RoundingMode => Value::RoundingMode(RoundingMode::NearestEven),
            SortKind::Bool => Value::Bool(false),
        }
    }

    /// Whether this is a value of the sort.
    pub fn has_sort(&self, terms: &Terms, sort: Sort) -> bool {
        match (self, terms.sort_kind(sort)) {
            (Value::Bool(_), SortKind::Bool) => true,
            (Value::Bits(bits), SortKind::BitVec(width)) => bits.width() == width,
            (Value::Float(float), SortKind::Float { .. }) => Some(float.format()) == terms.sort_format(sort),
            (Value::RoundingMode(_), SortKind::RoundingMode) => true,
            (Value::Array(array), SortKind::Array { index, element }) => {
                let fits = |value: &Value| value.has_sort(terms, element);
                array.index == IndexSort::of(terms, index)
                    && fits(&array.default)
                    && array.entries.iter().all(|(i, v)| i.has_sort(terms, index) && fits(v))
            }
            _ => false,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The bit-vector, if it is one.
    pub fn as_bits(&self) -> Option<&Bits> {
        match self {
            Value::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// The floating-point number, if it is one.
    pub fn as_float(&self) -> Option<&Float> {
        match self {
            Value::Float(float) => Some(float),
            _ => None,
        }
    }

    /// The rounding mode, if it is one.
    pub fn as_mode(&self) -> Option<RoundingMode> {
        match self {
            Value::RoundingMode(mode) => Some(*mode),
            _ => None,
        }
    }
}

impl IndexSort {
    /// The index sort of a sort; arrays never index arrays.
    pub fn of(terms: &Terms, sort: Sort) -> IndexSort {
        match terms.sort_kind(sort) {
            SortKind::BitVec(width) => IndexSort::Bits(width),
            SortKind::RoundingMode => IndexSort::RoundingMode,
            _ => terms.sort_format(sort).map_or(IndexSort::Bool, IndexSort::Float),
        }
    }
}

/// Truth values, bit-vectors and floating point as SMT-LIB writes them; arrays as a table.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Bits(bits) => write!(f, "{bits}"),
            Value::Float(float) => write!(f, "{float}"),
            Value::RoundingMode(mode) => write!(f, "{mode}"),
            Value::Array(array) => {
                f.write_str("{")?;
                for (index, value) in &array.entries {
                    write!(f, "{index}: {value}, ")?;
                }
                write!(f, "else {}}}", array.default)
            }
        }
    }
}

/// The meaning of an uninterpreted function: a finite table and a default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionValue {
    /// Result by arguments.
    pub table: BTreeMap<Vec<Value>, Value>,
    /// Result of all other arguments.
    pub default: Value,
}

impl FunctionValue {
    /// The result for these arguments.
    pub fn get(&self, arguments: &[Value]) -> &Value {
        self.table.get(arguments).unwrap_or(&self.default)
    }
}

/// An assignment of variables and functions. What is not assigned is zero everywhere.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    /// Variables.
    pub values: FxHashMap<Symbol, Value>,
    /// Functions.
    pub functions: FxHashMap<Symbol, FunctionValue>,
}

impl Model {
    /// Nothing assigned.
    pub fn new() -> Model {
        Model::default()
    }

    /// Assigns a variable.
    pub fn set(&mut self, symbol: Symbol, value: Value) {
        self.values.insert(symbol, value);
    }
}
