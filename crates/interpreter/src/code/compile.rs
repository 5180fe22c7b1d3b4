//! From a control-flow automaton to bytecode.

use super::*;
use std::collections::HashMap;

/// Edges that one counting instruction can stand for.
const BLOCK_LIMIT: u32 = 60_000;

/// The state of compiling one function.
pub(super) struct Compiler<'a> {
    pub(super) program: &'a Program,
    pub(super) globals: &'a PrimaryMap<Global, u128>,
    pub(super) functions: &'a PrimaryMap<Function, u128>,
    pub(super) code: Code,
    /// Expressions computed on the current edge.
    pub(super) cached: HashMap<ExprId, Slot>,
    first_register: u32,
    constants: HashMap<Vec<u128>, Slot>,
    free_temporaries: Vec<Slot>,
    used_temporaries: Vec<Slot>,
    addresses: HashMap<Location, u32>,
    patches: Vec<(usize, Location)>,
    edge: Edge,
    done: u32,
    trace: bool,
    /// How often registers are read, if that matters.
    uses: Option<HashMap<Register, u32>>,
    /// An indeterminate value that the next edge stores.
    pending: Option<(Register, Site)>,
}

/// Compiles a function. `globals` and `functions` are the pointers to them; with `trace` the tracer
/// is told of edges.
pub(crate) fn compile(
    program: &Program,
    body: &Body,
    globals: &PrimaryMap<Global, u128>,
    functions: &PrimaryMap<Function, u128>,
    trace: bool,
) -> Code {
    let mut code = Code::default();
    let mut next = 0;
    for register in body.register_ids() {
        code.registers.push(next);
        next += slot_count(program.registers[register].ty);
    }
    code.template = vec![0; next as usize];
    let mut compiler = Compiler {
        program,
        globals,
        functions,
        code,
        cached: HashMap::new(),
        first_register: body.registers.0.as_u32(),
        constants: HashMap::new(),
        free_temporaries: Vec::new(),
        used_temporaries: Vec::new(),
        addresses: HashMap::new(),
        patches: Vec::new(),
        edge: body.edges.0,
        done: 0,
        trace,
        uses: None,
        pending: None,
    };
    compiler.code.parameters =
        body.parameters.iter().map(|r| (compiler.register(*r), program.registers[*r].ty)).collect();
    compiler.run(body.entry);
    compiler.code
}

impl Compiler<'_> {
    pub(super) fn register(&self, register: Register) -> Slot {
        self.code.registers[(register.as_u32() - self.first_register) as usize]
    }

    pub(super) fn constant(&mut self, slots: &[u128]) -> Slot {
        if let Some(slot) = self.constants.get(slots) {
            return *slot;
        }
        let slot = self.code.template.len() as Slot;
        self.code.template.extend_from_slice(slots);
        self.constants.insert(slots.to_vec(), slot);
        slot
    }

    pub(super) fn temporary(&mut self, count: u32) -> Slot {
        if count == 1
            && let Some(slot) = self.free_temporaries.pop()
        {
            self.used_temporaries.push(slot);
            return slot;
        }
        let slot = self.code.template.len() as Slot;
        self.code.template.resize(self.code.template.len() + count as usize, 0);
        if count == 1 {
            self.used_temporaries.push(slot);
        }
        slot
    }

    pub(super) fn emit(&mut self, insn: Insn) {
        self.code.insns.push(insn);
        self.code.sources.push(Source { edge: self.edge, done: self.done });
    }

    pub(super) fn pure(&mut self, pure: Pure) {
        let index = self.code.pures.len() as u32;
        self.code.pures.push(pure);
        self.emit(Insn::Pure { index });
    }

    fn effect(&mut self, effect: Effect) {
        let index = self.code.effects.len() as u32;
        self.code.effects.push(effect);
        self.emit(Insn::Effect { index });
    }

    fn jump(&mut self, to: Location, n: u32) {
        self.patches.push((self.code.insns.len(), to));
        self.emit(Insn::Jump { n: n as u16, target: 0 });
    }

    fn run(&mut self, entry: Location) {
        let mut work = vec![entry];
        while let Some(location) = work.pop() {
            if !self.addresses.contains_key(&location) {
                self.chain(location, &mut work);
            }
        }
        for (at, location) in std::mem::take(&mut self.patches) {
            set_target(&mut self.code.insns[at], self.addresses[&location]);
        }
    }

    /// Emits code from a location on until control goes elsewhere.
    fn chain(&mut self, start: Location, work: &mut Vec<Location>) {
        let program = self.program;
        let mut location = start;
        self.done = 0;
        loop {
            let joins = program.in_edges(location).len() > 1;
            if self.addresses.contains_key(&location) {
                return self.jump(location, self.done);
            }
            if self.done > 0 && (joins || self.done >= BLOCK_LIMIT) {
                self.jump(location, self.done);
                self.done = 0;
            }
            self.addresses.insert(location, self.code.insns.len() as u32);
            let mut out = program.out_edges(location);
            let (first, second) = (out.next(), out.next());
            let Some(edge) = first else {
                return self.effect(Effect::Stuck);
            };
            self.start_edge(edge);
            if let (Op::Assume { condition, truth }, Some(other)) = (&program.edges[edge].op, second) {
                let pair = if *truth { (edge, other) } else { (other, edge) };
                match self.assume(*condition, pair, work) {
                    Some(near) => location = near,
                    None => return,
                }
                self.done = 0;
                continue;
            }
            if !self.operation(edge) {
                return;
            }
            self.done += 1;
            if let Op::Call { .. } = program.edges[edge].op {
                self.done = 0;
            }
            location = program.edges[edge].to;
        }
    }

    fn start_edge(&mut self, edge: Edge) {
        self.edge = edge;
        self.cached.clear();
        self.free_temporaries.append(&mut self.used_temporaries);
    }

    /// Emits a branch and returns the location that must follow, if one must.
    fn assume(&mut self, condition: ExprId, (yes, no): (Edge, Edge), work: &mut Vec<Location>) -> Option<Location> {
        let edges = &self.program.edges;
        let n = (self.done + 1) as u16;
        if self.trace {
            let at = self.branch(condition, true, n);
            self.done = 0;
            for edge in [no, yes] {
                if edge == yes {
                    let here = self.code.insns.len() as u32;
                    set_target(&mut self.code.insns[at], here);
                }
                self.start_edge(edge);
                self.effect(Effect::Trace { edge, after_call: false });
                self.jump(edges[edge].to, 0);
                work.push(edges[edge].to);
            }
            return None;
        }
        // What is not yet emitted follows; if both are there, a jump to it does.
        let (far, near, truth) =
            if self.addresses.contains_key(&edges[yes].to) { (yes, no, true) } else { (no, yes, false) };
        let (far, near) = (edges[far].to, edges[near].to);
        let at = self.branch(condition, truth, n);
        self.patches.push((at, far));
        work.push(far);
        Some(near)
    }

    /// Emits an operation; `false` if control does not go on to the edge's target.
    fn operation(&mut self, edge: Edge) -> bool {
        let program = self.program;
        let data = &program.edges[edge];
        let n = self.done + 1;
        let before = matches!(
            data.op,
            Op::Call { .. } | Op::Return { .. } | Op::End { .. } | Op::Violation(_) | Op::Unsupported(_)
        );
        if self.trace && before {
            self.effect(Effect::Trace { edge, after_call: false });
        }
        match &data.op {
            Op::Nop | Op::Assume { .. } => {}
            Op::Assign(pairs) => self.assign(pairs),
            Op::Load { register, address } => self.load(*register, *address),
            Op::Store { address, value } => self.store(*address, *value),
            Op::Allocate { register, size, align, kind, site } => {
                let size = self.operand(*size);
                let dst = self.register(*register);
                self.effect(Effect::Allocate { dst, size, align: *align, kind: *kind, site: *site });
            }
            Op::Free { address, allocator } => {
                let a = self.operand(*address);
                self.effect(Effect::Free { a, allocator: *allocator });
            }
            Op::ScopeBegin { address } => {
                let a = self.operand(*address);
                self.effect(Effect::ScopeBegin { a });
            }
            Op::ScopeEnd { address } => {
                let a = self.operand(*address);
                self.effect(Effect::ScopeEnd { a });
            }
            Op::StackSave { register } => self.effect(Effect::StackSave { dst: self.register(*register) }),
            Op::StackRestore { token } => {
                let a = self.operand(*token);
                self.effect(Effect::StackRestore { a });
            }
            Op::Copy { to, from, length } => {
                let (to, from, length) = (self.operand(*to), self.operand(*from), self.operand(*length));
                self.effect(Effect::Copy { to, from, length });
            }
            Op::Fill { to, byte, length } => {
                let (to, byte, length) = (self.operand(*to), self.operand(*byte), self.operand(*length));
                self.effect(Effect::Fill { to, byte, length });
            }
            Op::Havoc { to, length } => {
                let (to, length) = (self.operand(*to), self.operand(*length));
                self.effect(Effect::Havoc { to, length });
            }
            Op::ObjectSize { register, address } => {
                let a = self.operand(*address);
                self.effect(Effect::ObjectSize { dst: self.register(*register), a });
            }
            Op::Call { callee, arguments, results } => {
                let (direct, pointer) = match callee {
                    Callee::Direct(f) => (Some(*f), 0),
                    Callee::Indirect(e) => (None, self.operand(*e)),
                };
                let arguments = arguments.iter().map(|e| (self.operand(*e), program.exprs.ty(*e))).collect();
                let results = results.iter().map(|r| (self.register(*r), program.registers[*r].ty)).collect();
                self.effect(Effect::Call(Box::new(CallInfo { direct, pointer, arguments, results, n })));
            }
            Op::Return { values } => {
                let values = values.iter().map(|e| (self.operand(*e), program.exprs.ty(*e))).collect();
                self.effect(Effect::Return { values, n });
                return false;
            }
            Op::VaStart { list } => {
                let a = self.operand(*list);
                self.effect(Effect::VaStart { a });
            }
            Op::Input { register, source: InputSource::Indeterminate(site) } if self.only_stored(*register, edge) => {
                self.pending = Some((*register, *site));
            }
            Op::Input { register, source } => {
                let (dst, ty) = (self.register(*register), program.registers[*register].ty);
                self.effect(Effect::Input { dst, ty, source: *source });
            }
            Op::Output { descriptor, byte } => {
                let (descriptor, byte) = (self.operand(*descriptor), self.operand(*byte));
                self.effect(Effect::Output { descriptor, byte });
            }
            Op::Violation(kind) => {
                let ends = program.out_edges(data.to).len() == 0;
                self.effect(Effect::Violation { kind: *kind, ends });
                return !ends;
            }
            Op::End { status } => {
                let status = self.operand(*status);
                self.effect(Effect::End { status });
                return false;
            }
            Op::Unsupported(reason) => {
                self.effect(Effect::Unsupported(*reason));
                return false;
            }
        }
        if self.trace {
            let after_call = matches!(data.op, Op::Call { .. });
            if !before || after_call {
                if after_call {
                    self.done = 0;
                }
                self.effect(Effect::Trace { edge, after_call });
            }
        }
        true
    }

    /// A parallel assignment. A register is written at once if nothing that comes later reads it.
    fn assign(&mut self, pairs: &[(Register, ExprId)]) {
        let pool = &self.program.exprs;
        if let [(register, expr)] = pairs {
            let dst = self.register(*register);
            return self.compute(*expr, dst);
        }
        let mut later = std::collections::BTreeMap::new();
        let reads: Vec<_> = pairs
            .iter()
            .map(|(_, e)| {
                let mut set = std::collections::BTreeSet::new();
                pool.registers(*e, &mut set);
                set
            })
            .collect();
        for r in reads.iter().flatten() {
            *later.entry(*r).or_insert(0u32) += 1;
        }
        let mut moves = Vec::new();
        for ((register, expr), reads) in pairs.iter().zip(&reads) {
            for r in reads {
                if let Some(count) = later.get_mut(r) {
                    *count -= 1;
                }
            }
            let dst = self.register(*register);
            if later.get(register).is_none_or(|c| *c == 0) {
                self.compute(*expr, dst);
            } else {
                let count = slot_count(pool.ty(*expr));
                let a = self.temporary(count);
                self.compute(*expr, a);
                moves.push((count, dst, a));
            }
        }
        for (count, dst, a) in moves {
            if count == 1 {
                self.emit(Insn::Move { dst, a });
            } else {
                self.pure(Pure::Move { count, dst, a });
            }
        }
    }

    fn load(&mut self, register: Register, address: ExprId) {
        let ty = self.program.registers[register].ty;
        let a = self.operand(address);
        let dst = self.register(register);
        match access(ty, &self.program.layout) {
            Access::Pointer => self.emit(Insn::LoadPtr { dst, a }),
            Access::Bytes(1) => self.emit(Insn::Load8 { dst, a }),
            Access::Bytes(2) => self.emit(Insn::Load16 { dst, a }),
            Access::Bytes(4) => self.emit(Insn::Load32 { dst, a }),
            Access::Bytes(8) => self.emit(Insn::Load64 { dst, a }),
            _ => self.effect(Effect::Load { ty, dst, a }),
        }
    }

    /// Is the register, written by this edge, read only as the value of a store on the next one?
    /// Unpromoted locals start so; a value that never gets into a register does not taint the
    /// frame.
    fn only_stored(&mut self, register: Register, edge: Edge) -> bool {
        let program = self.program;
        let to = program.edges[edge].to;
        let mut out = program.out_edges(to);
        let (Some(next), None, 1) = (out.next(), out.next(), program.in_edges(to).len()) else { return false };
        let Op::Store { value, .. } = &program.edges[next].op else { return false };
        if self.trace || program.exprs.get(*value) != Expr::Register(register) {
            return false;
        }
        let uses = self.uses.get_or_insert_with(|| count_uses(program, program.function_of(to)));
        uses.get(&register) == Some(&1)
    }

    fn store(&mut self, address: ExprId, value: ExprId) {
        let ty = self.program.exprs.ty(value);
        if let Some((_, site)) = self.pending.take() {
            let a = self.operand(address);
            return self.effect(Effect::StoreIndeterminate { ty, a, site });
        }
        let (a, b) = (self.operand(address), self.operand(value));
        match access(ty, &self.program.layout) {
            Access::Pointer => self.emit(Insn::StorePtr { a, b }),
            Access::Bytes(1) => self.emit(Insn::Store8 { a, b }),
            Access::Bytes(2) => self.emit(Insn::Store16 { a, b }),
            Access::Bytes(4) => self.emit(Insn::Store32 { a, b }),
            Access::Bytes(8) => self.emit(Insn::Store64 { a, b }),
            _ => self.effect(Effect::Store { ty, a, b }),
        }
    }
}

/// How many edges of a function read each register.
fn count_uses(program: &Program, function: Function) -> HashMap<Register, u32> {
    let mut uses = HashMap::new();
    for edge in program.body(function).into_iter().flat_map(Body::edge_ids) {
        let mut read = std::collections::BTreeSet::new();
        program.edges[edge].op.for_each_use(|e| program.exprs.registers(e, &mut read));
        for register in read {
            *uses.entry(register).or_insert(0) += 1;
        }
    }
    uses
}

enum Access {
    Pointer,
    Bytes(u32),
    Other,
}

fn access(ty: Type, layout: &DataLayout) -> Access {
    match ty {
        Type::Ptr => Access::Pointer,
        _ => match ty.bits(layout) {
            bits @ (8 | 16 | 32 | 64) => Access::Bytes(bits / 8),
            _ => Access::Other,
        },
    }
}

fn set_target(insn: &mut Insn, to: u32) {
    match insn {
        Insn::Jump { target, .. }
        | Insn::Branch { target, .. }
        | Insn::BranchEq { target, .. }
        | Insn::BranchNe { target, .. }
        | Insn::BranchUlt { target, .. }
        | Insn::BranchUle { target, .. }
        | Insn::BranchSlt { target, .. }
        | Insn::BranchSle { target, .. } => *target = to,
        _ => {}
    }
}
