//! Which objects pointers reach.

use super::*;
use std::collections::HashSet;

impl Memory {
    /// The live objects that the given ones reach, themselves included: over pointers in memory,
    /// and to exposed objects over any integer in memory that is an address in them.
    pub(crate) fn reachable(&self, roots: impl IntoIterator<Item = ObjectId>) -> HashSet<ObjectId> {
        let mut seen = HashSet::new();
        let mut work: Vec<ObjectId> = roots.into_iter().collect();
        let by_address = self.exposed_objects().any(|o| o.life == Life::Live);
        while let Some(id) = work.pop() {
            // A pointer that may be one of two objects reaches both.
            if id & EITHER != 0 {
                work.extend(self.object(id).and_then(|o| self.ends_at(o.base)).map(|o| o.id));
            }
            let Some(object) = self.object(id).filter(|o| o.life == Life::Live) else { continue };
            if !seen.insert(object.id) {
                continue;
            }
            if let Some(provenance) = &object.provenance {
                provenance.for_each(0, object.bytes.len(), |_, id| work.push(id));
            }
            if by_address {
                for chunk in object.bytes.chunks_exact(self.pointer_size) {
                    let mut buffer = [0; 8];
                    buffer[..chunk.len()].copy_from_slice(chunk);
                    let target = origin_of(self.pointer_from_address(u64::from_le_bytes(buffer)));
                    if target != 0 {
                        work.push(target);
                    }
                }
            }
        }
        seen
    }
}
