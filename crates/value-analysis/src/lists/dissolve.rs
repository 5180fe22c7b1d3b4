//! Giving up runs where their members may be changed one by one, nobody knows where.
//!
//! The objects are still there, but nothing is known of them, not even that pointers lead to them.

use crate::context::Context;
use crate::scalar::Value;
use crate::shift::map_values;
use crate::state::ValueState;
use rustc_hash::FxHashSet;

impl Context {
    /// Gives up all runs and what belongs to them.
    #[inline]
    pub(crate) fn dissolve(&self, state: &mut ValueState) {
        if state.has_runs {
            self.dissolve_all(state);
        }
    }

    #[inline(never)]
    fn dissolve_all(&self, state: &mut ValueState) {
        let gone: FxHashSet<u32> =
            state.objects().into_iter().filter(|(_, o)| o.many.is_some()).map(|(index, _)| index).collect();
        state.has_runs = false;
        if gone.is_empty() {
            return;
        }
        map_values(state, self.pointer_size, |value| match value.allocated() {
            Some(index) if gone.contains(&index) => Value::UNKNOWN,
            _ => value,
        });
        for index in gone {
            state.remove(index);
        }
        state.others |= self.leaks;
    }
}
