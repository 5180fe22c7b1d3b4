//! Follows the bytes of an execution: who wrote what is read.

use adumbra_dependence::*;
use adumbra_interpreter::memory::ObjectOrigin;
use adumbra_interpreter::{Tracer, View};
use adumbra_program::*;
use std::collections::{HashMap, HashSet};

/// Compares every flow through memory with a dependence graph.
pub struct Shadow<'a> {
    program: &'a Program,
    graph: &'a DependenceGraph,
    /// By object and byte, the last writer.
    bytes: HashMap<(u64, u64), Edge>,
    /// By object, who made its bytes what they are where nobody wrote since.
    made: HashMap<u64, Edge>,
    arguments: HashSet<u64>,
    pub checked: usize,
    known: HashSet<(Edge, Edge)>,
}

impl<'a> Shadow<'a> {
    pub fn new(program: &'a Program, graph: &'a DependenceGraph) -> Self {
        Shadow {
            program,
            graph,
            bytes: HashMap::new(),
            made: HashMap::new(),
            arguments: HashSet::new(),
            checked: 0,
            known: HashSet::new(),
        }
    }

    fn place(&self, view: &View<'_>, address: ExprId) -> Option<(u64, u64)> {
        let value = view.evaluate(address)?;
        let id = (value.low() >> 64) as u64;
        let object = view.memory().object(id)?;
        let bits = self.program.layout.pointer_bits;
        let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        Some((id, (value.low() as u64).wrapping_sub(object.base()) & mask))
    }

    fn read(&mut self, edge: Edge, (object, offset): (u64, u64), length: u64) {
        for byte in offset..offset + length {
            let writer = self.bytes.get(&(object, byte)).or_else(|| self.made.get(&object));
            let Some(writer) = writer.copied() else { continue };
            self.checked += 1;
            if self.known.insert((edge, writer)) {
                let show = |e: Edge| format!("{e} {:?}", self.program.edges[e].op);
                assert!(
                    self.graph.flows_through_memory(writer, edge),
                    "{} reads what {} wrote",
                    show(edge),
                    show(writer)
                );
            }
        }
    }

    fn write(&mut self, edge: Edge, (object, offset): (u64, u64), length: u64) {
        for byte in offset..offset + length {
            self.bytes.insert((object, byte), edge);
        }
    }

    fn whole(&mut self, edge: Edge, object: u64) {
        self.made.insert(object, edge);
        self.bytes.retain(|(o, _), _| *o != object);
    }
}

impl Tracer for Shadow<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let program = self.program;
        let length = |e: ExprId| view.evaluate(e).map(|v| v.low() as u64);
        match &program.edges[edge].op {
            Op::Load { register, address } => {
                let mut used = std::collections::BTreeSet::new();
                program.exprs.registers(*address, &mut used);
                if !used.contains(register)
                    && let Some(place) = self.place(view, *address)
                {
                    self.read(edge, place, program.registers[*register].ty.store_size(&program.layout));
                }
            }
            Op::Store { address, value } => {
                if let Some(place) = self.place(view, *address) {
                    self.write(edge, place, program.exprs.ty(*value).store_size(&program.layout));
                }
            }
            Op::Copy { to, from, length: n } => {
                if let (Some(to), Some(from), Some(n)) = (self.place(view, *to), self.place(view, *from), length(*n)) {
                    self.read(edge, from, n);
                    self.write(edge, to, n);
                }
            }
            Op::Fill { to, length: n, .. } | Op::Havoc { to, length: n } => {
                if let (Some(to), Some(n)) = (self.place(view, *to), length(*n)) {
                    self.write(edge, to, n);
                }
            }
            Op::Allocate { register, .. } => {
                if let Some(value) = view.register(*register) {
                    self.made.insert((value.low() >> 64) as u64, edge);
                }
            }
            Op::ScopeBegin { address } => {
                if let Some((object, _)) = self.place(view, *address) {
                    self.whole(edge, object);
                }
            }
            Op::VaStart { list } => {
                if let Some((object, _)) = self.place(view, *list) {
                    self.whole(edge, object);
                }
                for object in view.memory().objects() {
                    if matches!(object.origin(), ObjectOrigin::Arguments(_)) && self.arguments.insert(object.id()) {
                        self.made.insert(object.id(), edge);
                    }
                }
            }
            _ => {}
        }
    }
}
