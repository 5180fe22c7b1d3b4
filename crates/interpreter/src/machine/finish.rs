//! How a run ends: violations, leaks, and what is said about them.

use super::*;
use crate::memory::{Fault, id_of};
use crate::outcome::beyond_declared;

impl Machine<'_> {
    /// The outcome of stopping at an edge.
    pub(super) fn outcome_at(&mut self, edge: Edge, stop: Stop) -> Outcome {
        let position = self.program.edges.get(edge).and_then(|e| e.position);
        match stop {
            Stop::Outcome(outcome) => outcome,
            Stop::Unsupported(reason) => Outcome::Unsupported { reason, edge, position },
            Stop::Trouble(Trouble::Undetermined(reason) | Trouble::BadBase(reason)) => Outcome::Undetermined { reason },
            Stop::Trouble(Trouble::Exhausted) => Outcome::Limit(Limit::Memory),
            Stop::Trouble(Trouble::Fault(fault)) if self.is_beyond_declared(fault) => {
                let object = self.memory.object(id_of(fault.pointer));
                let name = object.map(|o| o.origin().describe(self.program)).unwrap_or_default();
                Outcome::Unsupported { reason: beyond_declared(&name), edge, position }
            }
            Stop::Trouble(Trouble::Fault(fault)) => {
                let message = self.describe_fault(fault);
                self.violation(edge, fault.kind, message)
            }
            Stop::Violation(kind, message) => self.violation(edge, kind, message),
        }
    }

    /// Is it an access behind the known part of an object that is only declared?
    fn is_beyond_declared(&self, fault: Fault) -> bool {
        let origin = self.memory.object(id_of(fault.pointer)).map(|o| o.origin());
        let open = matches!(origin, Some(ObjectOrigin::Global(global)) if self.program.globals[global].open);
        open && fault.kind == Violation::OutOfBounds
    }

    fn violation(&self, edge: Edge, kind: Violation, message: String) -> Outcome {
        let stack = self.frames.iter().rev().map(|frame| {
            let edge = frame.code.sources.get(frame.pc).map_or(edge, |s| s.edge);
            StackEntry { function: frame.function, edge, position: self.program.edges[edge].position }
        });
        let position = self.program.edges.get(edge).and_then(|e| e.position);
        let report = Box::new(Report { kind, edge, position, stack: stack.collect(), message });
        if self.options.property.monitors(kind) {
            Outcome::Violation(report)
        } else {
            Outcome::Ended { cause: Some(report) }
        }
    }

    /// An invalid access or free in words.
    fn describe_fault(&self, fault: Fault) -> String {
        let address = fault.pointer as u64;
        let object = match self.memory.object(id_of(fault.pointer)) {
            Some(o) => {
                let offset = address.wrapping_sub(o.base()) as i64;
                format!("`{}` ({} bytes) at offset {offset}", o.describe(self.program), o.size())
            }
            None if id_of(fault.pointer) != 0 => "an object that died long ago".to_owned(),
            None => format!("address {address:#x}"),
        };
        let bytes = |n: u64| if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") };
        let length = bytes(fault.length);
        match fault.kind {
            Violation::NullAccess => format!("access of {length} through a null pointer ({object})"),
            Violation::WildAccess => format!("access of {length} to {object}, where no object may be accessed"),
            Violation::OutOfBounds => format!("access of {length} outside the bounds of {object}"),
            Violation::UseAfterFree => format!("access of {length} to freed memory: {object}"),
            Violation::UseAfterScope => format!("access of {length} to a variable that is gone: {object}"),
            Violation::WriteToConstant => format!("write of {length} to a constant: {object}"),
            Violation::DoubleFree => format!("{object} is freed twice"),
            Violation::InvalidFree => match self.memory.object(id_of(fault.pointer)).map(|o| (o.origin(), o.base())) {
                Some((ObjectOrigin::Heap { site, .. }, base)) if base == address => {
                    let made = self.program.sites[site].allocator.functions().0;
                    format!("free of {object}, which was made by {made}, by a function of another family")
                }
                _ => format!("free of {object}, which is not the base of a heap object"),
            },
            other => format!("{other}: {object}"),
        }
    }

    /// The program ends: looks for leaks.
    pub(super) fn exit(&mut self, status: i32) -> Stop {
        if self.options.property.monitors(Violation::LostMemory)
            && let Err(stop) = self.find_lost()
        {
            return stop;
        }
        let live: Vec<(u64, ObjectId, u64)> = self
            .memory
            .objects()
            .filter(|o| o.life() == Life::Live)
            .filter_map(|o| match o.origin() {
                ObjectOrigin::Heap { number, .. } => Some((number, o.id(), o.size())),
                _ => None,
            })
            .collect();
        if self.options.property.monitors(Violation::UnfreedMemory)
            && let Some((_, id, size)) = live.iter().min()
        {
            let name = self.memory.object(*id).map(|o| o.describe(self.program)).unwrap_or_default();
            let message = format!("`{name}` ({size} bytes) is not freed when the program ends");
            return Stop::Violation(Violation::UnfreedMemory, message);
        }
        Stop::Outcome(Outcome::Exited { status })
    }
}
