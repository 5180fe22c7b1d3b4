//! The bytes of locals that no cell is about, as facts.

use super::Numeric;
use super::memory::Object;
use super::numbers::Numbers;
use super::state::*;
use adumbra_verdict::Known;

/// Most bytes of an object that are listed.
const LISTED: u64 = 1 << 14;

impl<D: Numbers> Numeric<D> {
    /// Calls `f` with the offset, the length and the value of what is known of a local besides its cells. Says whether that is all.
    pub(super) fn for_each_ground(
        &self,
        object: ObjectId,
        cells: &Cells<D>,
        mut f: impl FnMut(u64, u32, Known),
    ) -> bool {
        let Object::Stack { size, .. } = self.values.object(object) else { return true };
        let init = match cells.ground {
            Ground::Any => return true,
            Ground::Byte(_) => None,
            Ground::Like(global) => match &self.program().globals[global].init {
                Some(init) => Some(init),
                None => return true,
            },
        };
        let pointer = self.program().layout.pointer_bytes();
        let is_pointer =
            |at: u64| init.is_some_and(|i| i.relocations.iter().any(|r| r.offset <= at && at < r.offset + pointer));
        let byte = |at: u64| match (cells.ground, init) {
            (Ground::Byte(byte), _) => byte,
            (_, Some(init)) => init.bytes.get(at as usize).copied().unwrap_or(0),
            _ => 0,
        };
        let mut all = size <= LISTED;
        let mut at = 0;
        while at < size.min(LISTED) {
            // Up to the next word, or the next cell.
            let word = (at / 8 + 1) * 8;
            let next = cells.cells[cells.touching(at, word - at)].first();
            if let Some(cell) = next.filter(|c| c.offset <= at) {
                at = cell.offset + cell.length;
                continue;
            }
            let end = next.map_or(word, |c| c.offset).min(size);
            if (at..end).any(is_pointer) {
                all = false;
            } else {
                let bits = (at..end).rev().fold(0, |bits, i| bits << 8 | u64::from(byte(i)));
                f(at, (end - at) as u32, Known::Bits(vec![bits]));
            }
            at = end;
        }
        all
    }
}
