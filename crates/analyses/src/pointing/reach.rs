//! What is reached from what the program can name: which objects need not be kept, and whether heap
//! memory is lost.

use super::Pointing;
use super::state::{Contents, Life, PointerState};
use super::value::{Object, Offset, Target, Val};
use adumbra_program::*;
use std::collections::BTreeSet;

impl Pointing {
    /// Drops objects that no known pointer leads to and that no question is about: those that are
    /// gone, and those of the heap unless somebody asks who frees them. Notes whether heap memory
    /// may be lost.
    pub(super) fn sweep(&self, state: &mut PointerState) {
        if !state.memory.keys().any(|object| matches!(object, Object::Recent(_) | Object::Older(_))) {
            return;
        }
        if self.program.property.monitors(Violation::LostMemory) && !state.lost {
            state.lost = self.loses(state);
        }
        let is_root = |object: &Object, contents: &Contents| match object {
            Object::Global(_) | Object::Function(_) => true,
            _ => contents.life != Life::Gone && (!contents.is_heap() || self.leaks),
        };
        let roots = state.memory.iter().filter(|(object, contents)| is_root(object, contents));
        let mut reached: BTreeSet<Object> = roots.map(|(object, _)| *object).collect();
        let mut work: Vec<Object> = reached.iter().copied().collect();
        let all = |value: &Val| -> Vec<Object> {
            value.targets().unwrap_or_default().iter().filter_map(|target| target.object).collect()
        };
        for object in state.in_registers().flat_map(all) {
            if reached.insert(object) {
                work.push(object);
            }
        }
        while let Some(object) = work.pop() {
            let Some(contents) = state.memory.get(&object) else { continue };
            for to in contents.cells.values().filter_map(|cell| cell.value.as_ref()).flat_map(all) {
                if reached.insert(to) {
                    work.push(to);
                }
            }
        }
        let gone: Vec<Object> = state.memory.keys().filter(|object| !reached.contains(object)).copied().collect();
        for object in gone {
            state.part_from(object);
            state.memory.remove(&object);
        }
    }

    /// Is there an object of the heap that lives, or may, and that no pointer surely leads to? Only
    /// a pointer into one object that can be nowhere else is sure.
    pub(super) fn loses(&self, state: &PointerState) -> bool {
        let lives = |contents: &Contents| contents.is_heap() && contents.life != Life::Gone;
        if !state.memory.values().any(|contents| lives(contents)) {
            return false;
        }
        let surely = |value: &Val| match value.single() {
            Some(Target { object: Some(object @ Object::Recent(_)), offset: Offset::Exact(offset) }) => {
                let size = state.memory.get(&object).and_then(|contents| contents.size);
                (offset == 0 || size.is_some_and(|size| offset <= size)).then_some(object)
            }
            _ => None,
        };
        let is_root = |object: &Object, contents: &Contents| match object {
            Object::Global(_) => true,
            Object::Recent(_) => !contents.is_heap() && contents.life == Life::Live,
            _ => false,
        };
        let roots = state.memory.iter().filter(|(object, contents)| is_root(object, contents));
        let mut work: Vec<Object> = roots.map(|(object, _)| *object).collect();
        let mut reached: BTreeSet<Object> = work.iter().copied().collect();
        for object in state.in_registers().filter_map(surely) {
            if reached.insert(object) {
                work.push(object);
            }
        }
        while let Some(object) = work.pop() {
            let Some(contents) = state.memory.get(&object).filter(|contents| contents.life == Life::Live) else {
                continue;
            };
            for to in contents.cells.values().filter_map(|cell| cell.value.as_ref()).filter_map(surely) {
                if reached.insert(to) {
                    work.push(to);
                }
            }
        }
        state.memory.iter().any(|(object, contents)| lives(contents) && !reached.contains(object))
    }
}
