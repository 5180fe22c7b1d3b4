//! What two members of a run have in common.
//!
//! Two members are alike if they hold the same, but for their links and for bytes that are
//! forgotten in runs of their kind.

use super::Link;
use crate::bytes::Bytes;
use crate::state::{Object, Origin, ValueState};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The bytes of members that are forgotten, by level of precision, origin and size.
pub(super) type Blurred = FxHashMap<(u32, Origin, u64), BTreeSet<u64>>;

/// What a member holds besides its links, as far as it is kept.
pub(super) fn content(
    (pointer_size, level): (u64, u32),
    blurred: &Blurred,
    object: &Object,
    (next, back): (Link, Option<Link>),
) -> Bytes {
    let mut bytes = object.bytes.clone();
    for at in [Some(next.at), back.map(|back| back.at)].into_iter().flatten() {
        bytes.forget(at, pointer_size, pointer_size);
    }
    if let Some(size) = object.size
        && let Some(gone) = blurred.get(&(level, object.origin, size))
    {
        gone.iter().for_each(|at| bytes.forget(*at, 1, pointer_size));
    }
    bytes.tidy();
    bytes
}

/// The places where two members differ that may be forgotten: what is there is no pointer to the
/// heap. `None` if they differ elsewhere, too.
pub(super) fn differences(state: &ValueState, a: &Bytes, b: &Bytes, size: u64, pointer_size: u64) -> Option<BTreeSet<u64>> {
    let mut found = BTreeSet::new();
    for at in 0..size {
        if a.read(at, 1) != b.read(at, 1) {
            found.insert(at);
        }
    }
    let mut forgets = true;
    for (mine, other) in [(a, b), (b, a)] {
        mine.for_each_pointer(|at, value| {
            let is_same = matches!(other.pointer_at(at), Some(v) if v == value);
            if !is_same {
                let heap = |index: u32| state.object(index).is_some_and(|o| o.origin.is_heap());
                forgets &= !value.allocated().is_some_and(heap);
                found.extend(at..at + value.extent(pointer_size));
            }
        });
    }
    forgets.then_some(found)
}
