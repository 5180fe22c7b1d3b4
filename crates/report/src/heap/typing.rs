//! Which C types objects have.
//!
//! Globals and locals have that of their variable. Memory of the heap has no type in C until
//! somebody uses it: it gets the type to which the pointers are declared that lead to its start,
//! if that is a structure which fits, or the only one that has at some place what the pointers that
//! lead there are declared to point to; and where nobody points to it any more, the type of the
//! other objects of its site and size, if these have only one.

use super::source::{Key, Source};
use super::types;
use adumbra_program::{CTypeId, Program, Site};
use adumbra_verdict::{Known, ObjectKind};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The types of objects of one state.
pub(super) type Types = BTreeMap<Key, CTypeId>;

/// The types of objects by their sites and sizes, over all states.
#[derive(Default)]
pub(super) struct SiteTypes(BTreeMap<(Site, Option<u64>), BTreeSet<CTypeId>>);

impl SiteTypes {
    /// Learns from a state.
    pub(super) fn learn(&mut self, source: &Source<'_>, types: &Types) {
        for (key, ctype) in types {
            if let (Some(ObjectKind::Allocated(site, _)), size) = source.kind_and_size(*key) {
                self.0.entry((site, size)).or_default().insert(*ctype);
            }
        }
    }

    /// Gives types to those of a state that have none.
    pub(super) fn complete(&self, source: &Source<'_>, types: &mut Types) {
        for key in source.keys() {
            let (Some(ObjectKind::Allocated(site, _)), size) = source.kind_and_size(key) else { continue };
            if let Some(known) = self.0.get(&(site, size))
                && let (Some(ctype), 1) = (known.first(), known.len())
            {
                types.entry(key).or_insert(*ctype);
            }
        }
    }
}

/// The types of the objects of a state that follow from variables and pointers.
pub(super) fn types(program: &Program, source: &Source<'_>) -> Types {
    let mut types = Types::new();
    let mut waiting: VecDeque<Key> = VecDeque::new();
    for key in source.keys() {
        if let Some(ctype) = source.variable(key).and_then(|variable| variable.ctype) {
            types.insert(key, ctype);
            waiting.push_back(key);
        }
    }
    for (_, register, known) in &source.facts.registers {
        let ctype = program.registers[*register].variable.as_ref().and_then(|variable| variable.ctype);
        point(program, source, known, ctype, None, &mut types, &mut waiting);
    }
    while let Some(key) = waiting.pop_front() {
        let Some(ctype) = types.get(&key).copied() else { continue };
        for (offset, size, all) in source.bytes(key).cells() {
            let inner = types::path(program, ctype, offset, size).and_then(|(_, ctype)| ctype);
            for known in all {
                point(program, source, known, inner, Some(key), &mut types, &mut waiting);
            }
        }
        // The members of a run have what leads from one to the next.
        for known in source.around(key) {
            let next = source.link(key).and_then(|link| types::path(program, ctype, link.at, source.pointer_size()));
            point(program, source, known, next.and_then(|(_, ctype)| ctype), Some(key), &mut types, &mut waiting);
        }
    }
    types
}

/// A value of a pointer type says what it points to.
fn point(
    program: &Program,
    source: &Source<'_>,
    known: &Known,
    ctype: Option<CTypeId>,
    from: Option<Key>,
    types: &mut Types,
    waiting: &mut VecDeque<Key>,
) {
    let Known::Pointer(name, offset) = known else { return };
    let (Some(key), Some(to)) = (source.key(*name, from), ctype.and_then(|c| types::pointee(program, c))) else {
        return;
    };
    let (_, size) = source.kind_and_size(key);
    let to = match (*offset, size) {
        (0, _) => to,
        // A pointer to a part, as in lists whose links lead from link to link.
        (offset, Some(size)) => match types::around(program, to, offset, size) {
            Some(around) => around,
            None => return,
        },
        (_, None) => return,
    };
    let fits = match (size, types::size_of(program, to)) {
        (Some(size), Some(needed)) => needed <= size,
        _ => true,
    };
    if fits && types::is_record(program, to) && !types.contains_key(&key) {
        types.insert(key, to);
        waiting.push_back(key);
    }
}
