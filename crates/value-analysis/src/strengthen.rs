//! What siblings know of registers and cells, and what they are told of them.

use super::memory::Spot;
use super::precision::{At, Key, Precision, Tracks};
use super::scalar::{Content, ObjectRef, Value};
use super::state::ValueState;
use super::{ValueAnalysis, code::Layout};
use adumbra_engine::{Flow, Valued};
use adumbra_program::*;

impl ValueAnalysis {
    /// The bits of a register of an activation that may still be read.
    pub(super) fn register_bits(&self, state: &ValueState, depth: u32, register: Register) -> Option<u128> {
        let program = &self.context.program;
        let mut inner = None;
        let frame = state.top.chain().find(|frame| {
            let found = frame.depth == depth;
            if !found {
                inner = frame.call;
            }
            found
        })?;
        // Registers that are not alive share their places with others.
        let live = match inner {
            Some(call) => self.context.slots.live_across(program, call),
            None => self.context.slots.live(program, state.location),
        };
        let (slot, _) = live.iter().find(|(_, r)| *r == register)?;
        let value = frame.slots[*slot as usize];
        match value.content() {
            Content::Bits(bits) => Some(bits.into()),
            Content::Wide(_) if program.registers[register].ty.bits(&program.layout) <= 128 => {
                self.wide_bits(value).map(|v| v.low())
            }
            _ => None,
        }
    }

    /// Some bytes of a global.
    pub(super) fn global_bits(&self, state: &ValueState, global: Global, offset: u64, length: u32) -> Option<u64> {
        let (bytes, start) = self.context.bytes(state, ObjectRef::global(global))?;
        if length > 8 { None } else { bytes.read(start.wrapping_add(offset), length.into()) }
    }

    /// Takes over what siblings found to be equal to constants, as far as it is tracked.
    pub(super) fn take_over(
        &mut self,
        state: &mut ValueState,
        precision: &Precision,
        equalities: &[(Valued, u128)],
    ) -> Flow<ValueState> {
        if state.violated.is_some() {
            return Flow::On;
        }
        let location = state.location;
        let function = self.context.program.function_of(location);
        let tracks = At { precision, location, function };
        for (valued, bits) in equalities {
            let Ok(bits) = u64::try_from(*bits) else { continue };
            match *valued {
                Valued::Register(depth, register) if depth == state.top.depth => {
                    let live = self.context.slots.live(&self.context.program, location);
                    let Some((slot, _)) = live.iter().find(|(_, r)| *r == register) else { continue };
                    let known = state.top.slots[*slot as usize];
                    match known.content() {
                        Content::Bits(other) if other != bits => return Flow::Dead,
                        _ if known.is_known() => {}
                        _ if tracks.register(depth, register) => state.set(*slot, Value::bits(bits)),
                        _ => {}
                    }
                }
                Valued::Register(..) => {}
                Valued::Cell(global, offset, length @ 1..=8) => match self.global_bits(state, global, offset, length) {
                    Some(other) if other != bits => return Flow::Dead,
                    Some(_) => {}
                    None => {
                        let layout = Layout::Small { bytes: length as u8, mask: u64::MAX, float: None };
                        let spot = Spot::Exact(ObjectRef::global(global), offset);
                        let scratch = self.scratch.get_mut();
                        self.context.write(scratch, state, spot, layout, Value::bits(bits), &tracks);
                    }
                },
                Valued::Cell(..) => {}
            }
        }
        Flow::On
    }

    /// Has a key had too many values at a location to be tracked there again?
    pub(super) fn is_given_up(&self, key: Key, location: Location) -> bool {
        let at = (!self.options.threshold_is_global).then_some(location);
        self.options.threshold.is_some_and(|threshold| self.counters.exceeded(at, key, threshold))
    }
}
