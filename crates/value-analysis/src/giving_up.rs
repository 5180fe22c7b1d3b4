//! What is handed over when a structure on the heap is given up.
//!
//! The places that are switched off, as far as siblings can name them (registers of the innermost
//! activation, words of globals), with the heap objects that known pointers lead to from there and
//! all that is known in these. What is said held in the state before anything was forgotten.

use super::context::Context;
use super::precision::{Base, Key};
use super::scalar::{Content, Target, Value};
use super::state::ValueState;
use adumbra_engine::{Given, GivenObject, GivenUp, Valued};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// What a state knows of the structures that some keys lead to; `None` if there is none.
pub(super) fn given_up(context: &Context, state: &ValueState, is_off: impl Fn(Key) -> bool) -> Option<GivenUp> {
    let mut heap: BTreeMap<u32, Vec<(u64, Given)>> = state
        .objects()
        .into_iter()
        .filter(|(_, object)| object.origin.is_heap())
        .map(|(index, _)| (index, Vec::new()))
        .collect();
    if heap.is_empty() {
        return None;
    }
    let known: FxHashSet<u32> = heap.keys().copied().collect();
    let given = |value: Value| match value.content() {
        Content::Pointer(object, offset) if object == super::scalar::ObjectRef::NONE => {
            Some(Given::Bits(context.pointer_size as u32, offset))
        }
        Content::Pointer(_, offset) => {
            value.allocated().filter(|index| known.contains(index)).map(|index| Given::Pointer(index, offset))
        }
        _ => None,
    };
    let mut places = Vec::new();
    for (slot, register) in context.slots.live(&context.program, state.location).iter() {
        let value = state.top.slots[*slot as usize];
        if let Some(pointer @ Given::Pointer(..)) = given(value).filter(|_| is_off(Key::Register(*register))) {
            places.push((Valued::Register(state.top.depth, *register), pointer));
        }
    }
    context.for_each_cell(state, 0, |object, base, at, cell| {
        let value = match cell {
            Ok((length, bits)) => Some(Given::Bits(length, bits)),
            Err(value) => given(value),
        };
        let Some(value) = value else { return };
        match (object.target(), base, value) {
            (Target::Allocated(index), ..) if known.contains(&index) => {
                heap.entry(index).or_default().push((at, value));
            }
            (_, Base::Global(global), Given::Pointer(..)) if is_off(Key::Cell(base, at / 8)) => {
                places.push((Valued::Cell(global, at, context.pointer_size as u32), value));
            }
            _ => {}
        }
    });
    let pointees = |cells: &[(u64, Given)]| -> Vec<u32> {
        cells.iter().filter_map(|(_, given)| if let Given::Pointer(to, _) = given { Some(*to) } else { None }).collect()
    };
    let starts: Vec<(u64, Given)> = places.iter().map(|(_, given)| (0, *given)).collect();
    let (mut work, mut reached) = (pointees(&starts), FxHashSet::default());
    while let Some(index) = work.pop() {
        if reached.insert(index) {
            work.extend(heap.get(&index).map(|cells| pointees(cells)).unwrap_or_default());
        }
    }
    heap.retain(|index, _| reached.contains(index));
    let objects = heap.into_iter().map(|(number, mut cells)| {
        cells.sort_by_key(|(at, _)| *at);
        GivenObject { number, cells }
    });
    (!places.is_empty()).then(|| GivenUp { places, objects: objects.collect() })
}
