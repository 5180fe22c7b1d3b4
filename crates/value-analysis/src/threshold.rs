//! Keys with too many values are not tracked any more.

use super::context::Context;
use super::memory::Spot;
use super::precision::{Base, Key, Precision, Scope};
use super::scalar::{ObjectRef, Value, mix};
use super::state::ValueState;
use adumbra_program::*;
use adumbra_stop::spend;
use rustc_hash::{FxHashMap, FxHashSet};

/// The values that keys had, by location or everywhere.
#[derive(Debug, Default)]
pub(super) struct Counters {
    seen: FxHashMap<Option<Location>, Seen>,
}

/// The work of counting a value.
const COUNT: u64 = 80;

/// The values that keys had at one place.
type Seen = FxHashMap<Key, FxHashSet<u64>>;

/// Counts a value; is it one too many?
fn exceeds(seen: &mut Seen, key: Key, value: u64, threshold: u64) -> bool {
    let seen = seen.entry(key).or_default();
    if seen.len() as u64 <= threshold {
        seen.insert(value);
    }
    seen.len() as u64 > threshold
}

impl Counters {
    /// Has a key had more values than the threshold, at a location or everywhere?
    pub(super) fn exceeded(&self, location: Option<Location>, key: Key, threshold: u64) -> bool {
        let seen = self.seen.get(&location).and_then(|seen| seen.get(&key));
        seen.is_some_and(|seen| seen.len() as u64 > threshold)
    }

    /// Counts the values of a state, and switches off what has more than the threshold.
    pub(super) fn adjust(
        &mut self,
        context: &Context,
        state: &mut ValueState,
        precision: &mut Precision,
        threshold: u64,
        global: bool,
    ) {
        let location = state.location;
        let function = context.program.function_of(location);
        let scope = if global { Scope::Global } else { Scope::Location };
        let seen = self.seen.entry((!global).then_some(location)).or_default();
        for (slot, register) in context.slots.live(&context.program, location).iter() {
            let value = state.top.slots[*slot as usize];
            let key = Key::Register(*register);
            if value.is_known() && !context.always.contains(*register) && exceeds(seen, key, value.mix(), threshold) {
                precision.set(key, scope, location, function, false);
                state.set(*slot, Value::UNKNOWN);
            }
        }
        let mut gone = Vec::new();
        let words = words(context, state);
        spend(words.len() as u64 * COUNT);
        for (object, base, word, hash) in words {
            if exceeds(seen, Key::Cell(base, word), hash, threshold) {
                precision.set(Key::Cell(base, word), scope, location, function, false);
                gone.push((object, word));
            }
        }
        for (object, word) in gone {
            context.forget(state, Spot::Exact(object, 8 * word), 0, Some(8));
        }
    }
}

/// The words of which something is known, each with a hash of what that is.
fn words(context: &Context, state: &ValueState) -> Vec<(ObjectRef, Base, u64, u64)> {
    let mut out: Vec<(ObjectRef, Base, u64, u64)> = Vec::new();
    context.for_each_cell(state, 64, |object, base, at, cell| {
        let hash = match cell {
            Ok((length, bits)) => mix((u64::from(length) << 8) | (at % 8), bits),
            Err(value) => mix(at % 8, value.mix()),
        };
        match out.last_mut() {
            Some((o, _, word, sum)) if *o == object && *word == at / 8 => *sum = mix(*sum, hash),
            _ => out.push((object, base, at / 8, hash)),
        }
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many different values are allowed; one more is too many, and so is every one after it.
    #[test]
    fn different_values_are_counted() {
        let mut seen = Seen::default();
        let [one, other] = [0, 1].map(|n| Key::Register(Register::from_u32(n)));
        assert_eq!([7, 7, 8, 7].map(|value| exceeds(&mut seen, one, value, 2)), [false; 4]);
        assert_eq!([9, 7].map(|value| exceeds(&mut seen, one, value, 2)), [true; 2]);
        assert!(!exceeds(&mut seen, other, 9, 2) && exceeds(&mut seen, other, 9, 0));
    }
}
