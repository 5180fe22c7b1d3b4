//! Numbers with many values are forgotten where they have them; pointers are kept.
//!
//! A loop that counts while it builds a list has ever new states, though its lists are runs. So
//! where a register or a place in memory has had more different numbers at a location than the
//! option says, its number is forgotten there from then on.

use crate::context::Context;
use crate::memory::Spot;
use crate::precision::Base;
use crate::scalar::{Content, ObjectRef, Value};
use crate::state::ValueState;
use adumbra_program::*;
use adumbra_stop::spend;
use rustc_hash::{FxHashMap, FxHashSet};

/// The work of looking at a number.
const LOOK: u64 = 60;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Register(u32, Register),
    Cell(Base, u64),
}

/// The numbers that were seen, by location and level of precision.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    seen: FxHashMap<(Location, u32), FxHashMap<Place, FxHashSet<u64>>>,
}

impl Numbers {
    /// Forgets what has had more numbers than the threshold at the location of a state.
    pub(crate) fn forget(&mut self, context: &Context, state: &mut ValueState, level: u32, threshold: u64) {
        let seen = self.seen.entry((state.location, level)).or_default();
        let mut is_many = |place: Place, number: u64| {
            let numbers = seen.entry(place).or_default();
            if numbers.len() as u64 <= threshold {
                numbers.insert(number);
            }
            numbers.len() as u64 > threshold
        };
        for (slot, register) in context.slots.live(&context.program, state.location).iter() {
            if let Content::Bits(bits) = state.top.slots[*slot as usize].content()
                && !context.always.contains(*register)
                && is_many(Place::Register(state.top.depth, *register), bits)
            {
                state.set(*slot, Value::UNKNOWN);
            }
        }
        let mut gone: Vec<(ObjectRef, u64, u64)> = Vec::new();
        let mut looked = 0;
        context.for_each_cell(state, 64, |object, base, at, cell| {
            looked += LOOK;
            let Ok((length, bits)) = cell else { return };
            // A null pointer beside a number is no part of it.
            let cut = (4 - at % 4).min(length.into());
            for (from, length) in [(0, cut), (cut, u64::from(length) - cut)] {
                let mask = if length == 0 { 0 } else { u64::MAX >> (64 - 8 * length) };
                if length > 0 && is_many(Place::Cell(base, at + from), bits >> (8 * from) & mask) {
                    gone.push((object, at + from, length));
                }
            }
        });
        spend(looked);
        if gone.is_empty() {
            return;
        }
        for (object, at, length) in gone {
            context.forget(state, Spot::Exact(object, at), 0, Some(length));
        }
        state.private.tidy();
        state.shared.tidy();
        state.objects.tidy();
    }
}
