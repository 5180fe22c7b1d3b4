//! Values of more than 64 bits have numbers.

use super::scalar::{Content, Value};
use adumbra_interpreter::eval;
use rustc_hash::FxHashMap;

/// The wide values that occurred.
#[derive(Debug, Default)]
pub(super) struct Wides {
    values: Vec<eval::Value>,
    index: FxHashMap<eval::Value, u32>,
}

impl Wides {
    /// A concrete bit pattern of a width as a value.
    pub(super) fn value(&mut self, value: eval::Value, width: u32) -> Value {
        if width <= 64 {
            return Value::bits(value.low() as u64);
        }
        let next = self.values.len() as u32;
        let number = *self.index.entry(value.clone()).or_insert_with(|| {
            self.values.push(value);
            next
        });
        Value::wide(number)
    }

    /// The bit pattern of a value that is not a pointer and is known.
    pub(super) fn concrete(&self, value: Value) -> Option<eval::Value> {
        match value.content() {
            Content::Bits(bits) => Some(eval::Value::Small(bits.into())),
            Content::Wide(number) => self.values.get(number as usize).cloned(),
            _ => None,
        }
    }
}
