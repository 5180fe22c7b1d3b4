//! Where objects are placed when no script says so.

use adumbra_program::DataModel;
use std::collections::BTreeMap;

/// Three regions: functions and globals upwards, the heap upwards, the stack downwards. Between two
/// objects there is at least one byte here, though scripts may place one where another ends. In 32
/// bits the heap starts again from below when it reaches its end.
#[derive(Debug)]
pub(super) struct AddressSpace {
    fixed: u64,
    heap: u64,
    heap_start: u64,
    heap_end: u64,
    stack: u64,
    stack_end: u64,
    /// The first address behind all objects.
    end: u64,
    /// Live heap objects as base and end; only where addresses are scarce.
    live: Option<BTreeMap<u64, u64>>,
}

/// The address behind all objects: the last 64 KiB are empty, in 32 bits the last 8 KiB.
pub fn end_of_addresses(model: DataModel) -> u64 {
    match model {
        DataModel::Lp64 => u64::MAX - 0xffff,
        DataModel::Ilp32 => 0x1_0000_0000 - 0x2000,
    }
}

fn up(value: u64, align: u64) -> Option<u64> {
    Some(value.checked_add(align - 1)? & !(align - 1))
}

impl AddressSpace {
    pub(super) fn new(model: DataModel) -> Self {
        match model {
            DataModel::Lp64 => AddressSpace {
                fixed: 0x40_0000,
                heap: 0x5555_0000_0000,
                heap_start: 0x5555_0000_0000,
                heap_end: 0x7000_0000_0000,
                stack: 0x7fff_f000_0000,
                stack_end: 0x7000_0000_0000,
                end: end_of_addresses(model),
                live: None,
            },
            DataModel::Ilp32 => AddressSpace {
                fixed: 0x0804_8000,
                heap: 0x3000_0000,
                heap_start: 0x3000_0000,
                heap_end: 0xb000_0000,
                stack: 0xfff0_0000,
                stack_end: 0xb000_0000,
                end: end_of_addresses(model),
                live: Some(BTreeMap::new()),
            },
        }
    }

    pub(super) fn end(&self) -> u64 {
        self.end
    }

    pub(super) fn stack_top(&self) -> u64 {
        self.stack
    }

    pub(super) fn unwind(&mut self, top: u64) {
        self.stack = top;
    }

    pub(super) fn fixed(&mut self, size: u64, align: u64) -> Option<u64> {
        let base = up(self.fixed, align.max(16))?;
        let end = base.checked_add(size)?.checked_add(1)?;
        if end > self.heap_start {
            return None;
        }
        self.fixed = end;
        Some(base)
    }

    pub(super) fn heap(&mut self, size: u64, align: u64) -> Option<u64> {
        let (mut at, mut wrapped) = (self.heap, false);
        loop {
            let base = up(at, align.max(16))?;
            let end = base.checked_add(size)?.checked_add(1)?;
            if end > self.heap_end {
                if wrapped || self.live.is_none() {
                    return None;
                }
                (at, wrapped) = (self.heap_start, true);
                continue;
            }
            if let Some(live) = &mut self.live {
                if let Some((_, other)) = live.range(..end).next_back().filter(|(_, other)| **other > base) {
                    at = *other;
                    continue;
                }
                live.insert(base, end);
            }
            self.heap = end;
            return Some(base);
        }
    }

    pub(super) fn release(&mut self, base: u64) {
        if let Some(live) = &mut self.live {
            live.remove(&base);
        }
    }

    pub(super) fn stack(&mut self, size: u64, align: u64) -> Option<u64> {
        let base = self.stack.checked_sub(size)?.checked_sub(1)? & !(align.max(8) - 1);
        if base < self.stack_end {
            return None;
        }
        self.stack = base;
        Some(base)
    }
}
