//! Sorts and values without floating point in place of those with it: a number is its encoding, a
//! rounding mode its number in three bits.

use adumbra_terms::float::{Float as Number, RoundingMode};
use adumbra_terms::{ArrayValue, Bits, IndexSort, Sort, SortKind, Terms, Value};

/// The bits of a rounding mode.
pub(super) const MODE_BITS: u32 = 3;

/// Is there floating point in the sort? Nothing recurses on more than the depth of sorts, which is
/// bounded.
pub(super) fn has_floats(terms: &Terms, sort: Sort) -> bool {
    match terms.sort_kind(sort) {
        SortKind::Float { .. } | SortKind::RoundingMode => true,
        SortKind::Array { index, element } => has_floats(terms, index) || has_floats(terms, element),
        _ => false,
    }
}

/// The sort without floating point.
pub(super) fn lowered(terms: &mut Terms, sort: Sort) -> Sort {
    match terms.sort_kind(sort) {
        SortKind::Float { exponent, significand } => terms.bv_sort(exponent + significand),
        SortKind::RoundingMode => terms.bv_sort(MODE_BITS),
        SortKind::Array { index, element } => {
            let (index, element) = (lowered(terms, index), lowered(terms, element));
            // As deep as the other, and the index is no array.
            terms.array_sort(index, element).unwrap_or(sort)
        }
        _ => sort,
    }
}

/// The value of a sort with floating point that a value without it stands for.
pub(super) fn raised(terms: &Terms, sort: Sort, value: &Value) -> Value {
    match (terms.sort_kind(sort), value) {
        (SortKind::Float { .. }, Value::Bits(bits)) => match terms.sort_format(sort) {
            Some(format) => Value::Float(Number::from_bits(format, bits.clone())),
            None => value.clone(),
        },
        (SortKind::RoundingMode, Value::Bits(bits)) => {
            let mode = bits.to_u64().and_then(RoundingMode::from_number);
            Value::RoundingMode(mode.unwrap_or(RoundingMode::TowardZero))
        }
        (SortKind::Array { index, element }, Value::Array(array)) => {
            let default = raised(terms, element, array.default_value());
            // Only the one encoding of a number that lowered terms ever ask for.
            let entries = array.entries().filter(|(place, _)| is_canonical(terms, index, place));
            let entries: Vec<(Value, Value)> =
                entries.map(|(place, value)| (raised(terms, index, place), raised(terms, element, value))).collect();
            Value::Array(ArrayValue::new(IndexSort::of(terms, index), default, entries))
        }
        _ => value.clone(),
    }
}

/// Is this value what a value of the sort is lowered to?
fn is_canonical(terms: &Terms, sort: Sort, value: &Value) -> bool {
    match (raised(terms, sort, value), value) {
        (Value::Float(number), Value::Bits(bits)) => number.bits() == bits,
        (Value::RoundingMode(mode), Value::Bits(bits)) => *bits == Bits::from_u64(MODE_BITS, u64::from(mode.number())),
        _ => true,
    }
}
