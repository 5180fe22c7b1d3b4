//! The bytes that no cell is about, as facts.

use super::Numeric;
use super::memory::Object;
use super::numbers::Numbers;
use super::state::*;
use adumbra_program::*;
use adumbra_verdict::Known;
use std::collections::BTreeSet;

/// Most bytes of a local that are listed.
const LISTED: u64 = 1 << 14;

/// Most bytes of a global that are listed: every state lists all that were not written yet.
const LISTED_GLOBAL: u64 = 256;

/// The variables outside functions that are accessed elsewhere than at places that loads and stores
/// name.
pub(super) fn indirect_accesses(program: &Program, shares: impl Fn(Global) -> bool) -> Vec<Global> {
    let pool = &program.exprs;
    let base = |mut address: ExprId| {
        let mut named = true;
        while let Expr::Binary(BinaryOp::PtrAdd, pointer, offset) = pool.get(address) {
            named &= matches!(pool.get(offset), Expr::Const(_));
            address = pointer;
        }
        (address, named)
    };
    let mut all = BTreeSet::new();
    let mut access = |address: ExprId, scalar: bool| {
        let (base, named) = base(address);
        if let Expr::GlobalAddr(global) = pool.get(base)
            && !(named && scalar)
        {
            all.insert(global);
        }
    };
    for edge in program.edges.values() {
        match &edge.op {
            Op::Load { address, .. } | Op::Store { address, .. } => access(*address, true),
            Op::Fill { to, .. } | Op::Havoc { to, .. } => access(*to, false),
            Op::Copy { to, from, .. } => [*to, *from].into_iter().for_each(|place| access(place, false)),
            _ => {}
        }
    }
    all.extend(program.globals.keys().filter(|global| shares(*global)));
    all.into_iter().filter(|global| !program.globals[*global].constant).collect()
}

impl<D: Numbers> Numeric<D> {
    /// Calls `f` with the offset, the length and the value of what is known of an object besides
    /// its cells. Says whether that is all.
    pub(super) fn for_each_ground(
        &self,
        object: ObjectId,
        cells: &Cells<D>,
        mut f: impl FnMut(u64, u32, Known),
    ) -> bool {
        let (size, most) = match self.values.object(object) {
            Object::Stack { size, .. } => (size, LISTED),
            Object::Global(global) => (self.program().globals[global].size, LISTED_GLOBAL),
            Object::Function(_) | Object::Outer { .. } => return true,
        };
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
        let mut all = size <= most;
        let mut at = 0;
        while at < size.min(most) {
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
