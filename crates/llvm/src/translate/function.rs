//! One function: blocks in reverse post-order, φ as parallel assignments on edges, terminators.

use super::Shared;
use super::intrinsics::guards_unsigned_shift;
use crate::debug::DebugInfo;
use crate::layout::{Leaf, leaves};
use crate::order::reverse_post_order;
use crate::prepare::UNCHECKED_MARK;
use crate::sys::{Block, LLVMOpcode as Opcode, LLVMValueKind as Kind, Meta, Ty, Value};
use adumbra_program::{
    AllocationKind, Allocator, BinaryOp, BodyBuilder, Expr, ExprId, Function, InputSource, Location, Op, Origin,
    Position, ProgramBuilder, Register, Site, SiteData, Type, Variable, Violation,
};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Expressions deeper than this are cut by a register.
const MAX_DEPTH: u32 = 10;

/// The expressions of a value's leaves.
pub(crate) type Leaves = Box<[ExprId]>;

/// What the translation of an instruction needs.
pub(crate) struct Translator<'t, 's> {
    pub(crate) shared: &'t mut Shared<'s>,
    pub(crate) debug: &'t mut DebugInfo<'s>,
    pub(crate) body: BodyBuilder<'t>,
    pub(crate) function: Value,
    values: HashMap<Value, Leaves>,
    depth: HashMap<ExprId, u32>,
    names: HashMap<Value, Meta>,
    starts: HashMap<Block, Location>,
    reached: HashSet<Block>,
    phis: HashMap<Value, Box<[Register]>>,
    /// Locals that are new objects where their scopes begin, with what makes one.
    pub(crate) renewed: HashMap<Value, Op>,
    /// Where the next edge starts; `None` after something that execution does not pass.
    at: Option<Location>,
    pub(crate) block: Option<Block>,
    pub(crate) instruction: Option<Value>,
    position: Option<Position>,
    origin: Option<Origin>,
    /// Were the checks for overflow not compiled in, though the property wants them?
    pub(crate) check_nsw: bool,
}

/// Translates a function's body.
pub(crate) fn translate<'s>(
    shared: &mut Shared<'s>,
    builder: &mut ProgramBuilder,
    debug: &mut DebugInfo<'s>,
    function: Value,
    id: Function,
) {
    let check_nsw = shared.overflow_checks && function.has_mark(UNCHECKED_MARK);
    let body = builder.begin_body(id);
    let entry = body.entry();
    let mut translator = Translator {
        shared,
        debug,
        body,
        function,
        values: HashMap::default(),
        depth: HashMap::default(),
        names: HashMap::default(),
        starts: HashMap::default(),
        reached: HashSet::default(),
        phis: HashMap::default(),
        renewed: HashMap::default(),
        at: Some(entry),
        block: None,
        instruction: None,
        position: None,
        origin: None,
        check_nsw,
    };
    translator.run();
    translator.body.finish();
}

impl Translator<'_, '_> {
    fn run(&mut self) {
        self.position = self.debug.function_position(self.function, self.body.program());
        if self.shared.error_functions.contains(&self.function.name()) {
            self.emit(Op::Violation(Violation::ErrorCall));
            let property = &self.builder().tables().property;
            if property.monitors(Violation::UnfreedMemory) && !property.monitors(Violation::ErrorCall) {
                // What it does further is no matter: the program ends as by `abort`.
                let status = self.builder().exprs.int(super::ABORTED, 32);
                return self.emit_last(Op::End { status });
            }
        }
        self.collect_names();
        self.bind_parameters();
        self.load_weak_addresses();
        let blocks: Vec<Block> = self.function.blocks().collect();
        let mut first_instruction = HashMap::default();
        let mut count = 0;
        for &block in &blocks {
            first_instruction.insert(block, count);
            count += block.instructions().count() as u32;
        }
        let order = reverse_post_order(blocks[0]);
        let mut done = HashSet::default();
        self.reached.insert(blocks[0]);
        // A block whose only reached predecessor comes later in the order needs another round.
        loop {
            let before = done.len();
            for &block in &order {
                if self.reached.contains(&block) && done.insert(block) {
                    if block != blocks[0] {
                        self.at = Some(self.start_of(block));
                    }
                    self.translate_block(block, first_instruction[&block]);
                }
            }
            if done.len() == before {
                break;
            }
        }
    }

    fn collect_names(&mut self) {
        for instruction in self.function.blocks().flat_map(|b| b.instructions()) {
            for (value, variable, declare) in instruction.debug_records() {
                if let (Some(value), false) = (value, declare) {
                    self.names.entry(value).or_insert(variable);
                }
            }
        }
    }

    fn variable_of(&mut self, value: Value) -> Option<Variable> {
        let meta = *self.names.get(&value)?;
        self.debug.variable(meta, self.body.program())
    }

    /// Maps LLVM's parameters to registers; a byval parameter is copied into an object of this
    /// activation.
    fn bind_parameters(&mut self) {
        let registers = self.body.parameters().to_vec();
        let mut next = 0;
        for (index, parameter) in self.function.parameters().into_iter().enumerate() {
            let count = leaves(self.shared.symbols.target, parameter.ty()).map_or(0, |l| l.len());
            let own = &registers[next..next + count];
            next += count;
            let exprs: Vec<ExprId> = own.iter().map(|r| self.body.program().register_expr(*r)).collect();
            if let ([register], Some(mut variable)) = (own, self.variable_of(parameter)) {
                variable.parameter = true;
                self.body.program().set_register_variable(*register, variable);
            }
            self.values.insert(parameter, exprs.clone().into());
            if let (Some(ty), [pointer]) = (self.function.type_attribute(index as u32 + 1, "byval"), &exprs[..]) {
                self.copy_byval(index, parameter, ty, *pointer);
            }
        }
    }

    fn copy_byval(&mut self, index: usize, parameter: Value, ty: Ty, pointer: ExprId) {
        let Some(&site) = self.shared.byval_sites.get(&(self.function, index)) else { return };
        let target = self.shared.symbols.target;
        let size = self.word(target.abi_size(ty));
        let register = self.body.register(Type::Ptr, None);
        let align = target.abi_align(ty).max(1);
        self.emit(Op::Allocate { register, size, align, kind: AllocationKind::Stack, site });
        let copy = self.body.program().register_expr(register);
        self.emit(Op::Copy { to: copy, from: pointer, length: size });
        self.values.insert(parameter, Box::new([copy]));
    }

    fn translate_block(&mut self, block: Block, first: u32) {
        self.block = Some(block);
        for (index, instruction) in block.instructions().enumerate() {
            if self.at.is_none() {
                break;
            }
            self.instruction = Some(instruction);
            self.origin = Some(Origin { instruction: first + index as u32 });
            self.position = self.debug.position(instruction, self.body.program());
            if let Err(reason) = self.translate_instruction(instruction) {
                self.unsupported(&reason);
            }
        }
    }

    // --- what instructions are made of ---

    /// Adds an edge with an operation.
    pub(crate) fn emit(&mut self, op: Op) {
        if let Some(at) = self.at {
            self.at = Some(self.body.edge_to_new(at, op, self.position, self.origin));
        }
    }

    /// Adds a last edge: execution does not pass it.
    pub(crate) fn emit_last(&mut self, op: Op) {
        self.emit(op);
        self.at = None;
    }

    /// Marks what is not modelled.
    pub(crate) fn unsupported(&mut self, reason: &str) {
        let symbol = self.body.program().symbol(reason);
        self.emit_last(Op::Unsupported(symbol));
    }

    /// The program under construction.
    pub(crate) fn builder(&mut self) -> &mut ProgramBuilder {
        self.body.program()
    }

    /// A constant of pointer width.
    pub(crate) fn word(&mut self, value: u64) -> ExprId {
        let bits = self.builder().layout().pointer_bits;
        self.builder().exprs.int(value, bits)
    }

    /// The site of the current instruction.
    pub(crate) fn site(&mut self) -> Site {
        let number = self.instruction.and_then(|i| self.shared.session.number(i, self.shared.site_kind));
        match number.and_then(|n| self.shared.sites.get(n as usize)) {
            Some(site) => *site,
            None => {
                let data = SiteData {
                    function: self.body.function(),
                    position: self.position,
                    variable: None,
                    allocator: Allocator::Malloc,
                };
                self.builder().site(data)
            }
        }
    }

    /// An indeterminate value.
    pub(crate) fn indeterminate(&mut self, ty: Type) -> ExprId {
        let site = self.site();
        self.input(ty, InputSource::Indeterminate(site))
    }

    /// An input in a new register.
    pub(crate) fn input(&mut self, ty: Type, source: InputSource) -> ExprId {
        let register = self.body.register(ty, None);
        self.emit(Op::Input { register, source });
        self.builder().register_expr(register)
    }

    /// Goes on only where the condition holds; elsewhere `otherwise` is emitted, ending in a
    /// location that is returned if execution goes on from there.
    pub(crate) fn guard(&mut self, condition: ExprId, otherwise: impl FnOnce(&mut Self)) -> Option<Location> {
        let from = self.at?;
        let (yes, no) = self.branch(from, condition);
        self.at = Some(no);
        otherwise(self);
        let end = self.at;
        self.at = Some(yes);
        end
    }

    fn branch(&mut self, from: Location, condition: ExprId) -> (Location, Location) {
        let (position, origin) = (self.position, self.origin);
        let yes = self.body.edge_to_new(from, Op::Assume { condition, truth: true }, position, origin);
        let no = self.body.edge_to_new(from, Op::Assume { condition, truth: false }, position, origin);
        (yes, no)
    }

    /// Joins another path into the current one.
    pub(crate) fn join(&mut self, other: Option<Location>) {
        if let (Some(other), Some(at)) = (other, self.at) {
            self.body.edge(other, at, Op::Nop, self.position, self.origin);
        }
    }

    /// The current location.
    pub(crate) fn here(&self) -> Option<Location> {
        self.at
    }

    /// Continues elsewhere.
    pub(crate) fn continue_at(&mut self, at: Option<Location>) {
        self.at = at;
    }

    /// The scalar parts of a type.
    pub(crate) fn leaves_of(&self, ty: Ty) -> Result<Vec<Leaf>, String> {
        leaves(self.shared.symbols.target, ty)
    }

    /// The expressions of a value's leaves.
    pub(crate) fn value(&mut self, value: Value) -> Result<Leaves, String> {
        if let Some(known) = self.values.get(&value) {
            return Ok(known.clone());
        }
        if value.is_constant() {
            return self.constant(value);
        }
        if value.is_instruction() && value.opcode() == Opcode::LLVMPHI {
            let registers = self.phi_registers(value)?;
            return Ok(self.registers_as_exprs(&registers));
        }
        Err(format!("use of {}", value.show().trim()))
    }

    /// The expression of a scalar value.
    pub(crate) fn scalar(&mut self, value: Value) -> Result<ExprId, String> {
        match self.value(value)?[..] {
            [only] => Ok(only),
            _ => Err(format!("use of a value of type {}", value.ty().show())),
        }
    }

    fn constant(&mut self, value: Value) -> Result<Leaves, String> {
        if value.is_undef() && !(value.is_poison() && crate::layout::scalar(value.ty()).is_some()) {
            let parts = self.leaves_of(value.ty())?;
            return Ok(parts.into_iter().map(|leaf| self.indeterminate(leaf.ty)).collect());
        }
        let composed = matches!(
            value.kind(),
            Kind::LLVMConstantStructValueKind | Kind::LLVMConstantVectorValueKind | Kind::LLVMConstantArrayValueKind
        );
        if composed {
            let mut out = Vec::new();
            for i in 0..value.operand_count() {
                out.extend(self.constant(value.operand(i))?);
            }
            return Ok(out.into());
        }
        let mut undefined = |_: &mut ProgramBuilder, _| Err("undefined value inside a constant expression".to_owned());
        let exprs = self.shared.symbols.expressions(value, self.body.program(), &mut undefined)?;
        Ok(exprs.into())
    }

    /// Gives an instruction its value: the expressions themselves where they are used once nearby,
    /// else registers.
    pub(crate) fn define(&mut self, instruction: Value, exprs: Vec<ExprId>) {
        let named = self.names.contains_key(&instruction);
        let foldable = !named && self.used_once_here(instruction);
        if foldable && exprs.iter().all(|e| self.depth_of(*e) < MAX_DEPTH) {
            self.values.insert(instruction, exprs.into());
            return;
        }
        let mut pairs = Vec::new();
        let mut out = Vec::new();
        let single = exprs.len() == 1;
        for expr in exprs {
            let trivial = matches!(
                self.builder().exprs.get(expr),
                Expr::Register(_)
                    | Expr::Const(_)
                    | Expr::Wide(_)
                    | Expr::Null
                    | Expr::GlobalAddr(_)
                    | Expr::FunctionAddr(_)
            );
            if trivial && !named {
                out.push(expr);
                continue;
            }
            let ty = self.builder().exprs.ty(expr);
            let variable = if single { self.variable_of(instruction) } else { None };
            let register = self.body.register(ty, variable);
            pairs.push((register, expr));
            out.push(self.builder().register_expr(register));
        }
        if !pairs.is_empty() {
            self.emit(Op::Assign(pairs.into()));
        }
        self.values.insert(instruction, out.into());
    }

    /// New registers for the leaves of an instruction's result, to be written by an operation.
    pub(crate) fn result_registers(&mut self, instruction: Value) -> Result<Box<[Register]>, String> {
        let parts = self.leaves_of(instruction.ty())?;
        let variable = if parts.len() == 1 { self.variable_of(instruction) } else { None };
        let registers: Box<[Register]> =
            parts.iter().map(|leaf| self.body.register(leaf.ty, variable.clone())).collect();
        let exprs = self.registers_as_exprs(&registers);
        self.values.insert(instruction, exprs);
        Ok(registers)
    }

    fn registers_as_exprs(&mut self, registers: &[Register]) -> Leaves {
        registers.iter().map(|r| self.body.program().register_expr(*r)).collect()
    }

    /// Puts an expression into a register unless it is simple.
    pub(crate) fn in_register(&mut self, expr: ExprId) -> ExprId {
        if self.depth_of(expr) == 0 {
            return expr;
        }
        let ty = self.builder().exprs.ty(expr);
        let register = self.body.register(ty, None);
        self.emit(Op::Assign(Box::new([(register, expr)])));
        self.builder().register_expr(register)
    }

    fn used_once_here(&self, instruction: Value) -> bool {
        let mut users = instruction.users();
        match (users.next(), users.next()) {
            (Some(user), None) => {
                user.is_instruction() && user.opcode() != Opcode::LLVMPHI && Some(user.parent()) == self.block
            }
            (Some(_), Some(_)) => false,
            // Without users it has no effect at all.
            _ => true,
        }
    }

    fn depth_of(&mut self, expr: ExprId) -> u32 {
        if let Some(depth) = self.depth.get(&expr) {
            return *depth;
        }
        // Expressions deeper than the limit are never built on, so this recursion is shallow.
        let operands: Vec<ExprId> = self.builder().exprs.operands(expr).collect();
        let depth = operands.into_iter().map(|o| self.depth_of(o) + 1).max().unwrap_or(0);
        self.depth.insert(expr, depth);
        depth
    }

    // --- control flow ---

    fn start_of(&mut self, block: Block) -> Location {
        if let Some(location) = self.starts.get(&block) {
            return *location;
        }
        let location = self.body.location();
        self.starts.insert(block, location);
        location
    }

    fn phi_registers(&mut self, phi: Value) -> Result<Box<[Register]>, String> {
        if let Some(known) = self.phis.get(&phi) {
            return Ok(known.clone());
        }
        let parts = self.leaves_of(phi.ty())?;
        let variable = if parts.len() == 1 { self.variable_of(phi) } else { None };
        let registers: Box<[Register]> =
            parts.iter().map(|leaf| self.body.register(leaf.ty, variable.clone())).collect();
        self.phis.insert(phi, registers.clone());
        let exprs = self.registers_as_exprs(&registers);
        self.values.insert(phi, exprs);
        Ok(registers)
    }

    /// Leads from the current location to a block, assigning its φ on the way.
    pub(crate) fn goto(&mut self, target: Block) -> Result<(), String> {
        let mut pairs = Vec::new();
        let here = self.block;
        for phi in target.instructions().take_while(|i| i.opcode() == Opcode::LLVMPHI) {
            let registers = self.phi_registers(phi)?;
            let incoming = phi.incoming().into_iter().find(|(_, block)| Some(*block) == here);
            let Some((value, _)) = incoming else { return Err("malformed φ".into()) };
            let saved = self.instruction.replace(phi);
            let exprs = self.value(value)?;
            self.instruction = saved;
            pairs.extend(registers.iter().copied().zip(exprs.iter().copied()));
        }
        pairs.retain(|(register, expr)| self.body.program().register_expr(*register) != *expr);
        let op = if pairs.is_empty() { Op::Nop } else { Op::Assign(pairs.into()) };
        self.reached.insert(target);
        let to = self.start_of(target);
        if let Some(at) = self.at.take() {
            self.body.edge(at, to, op, self.position, self.origin);
        }
        Ok(())
    }

    /// Leads from the current location to one of two blocks.
    fn branch_to(&mut self, condition: ExprId, yes: Block, no: Block) -> Result<(), String> {
        if yes == no {
            return self.goto(yes);
        }
        let Some(from) = self.at else { return Ok(()) };
        for (target, truth) in [(yes, true), (no, false)] {
            let has_phi = target.instructions().next().is_some_and(|i| i.opcode() == Opcode::LLVMPHI);
            let op = Op::Assume { condition, truth };
            if has_phi {
                self.at = Some(self.body.edge_to_new(from, op, self.position, self.origin));
                if let Err(reason) = self.goto(target) {
                    self.unsupported(&reason);
                }
            } else {
                self.reached.insert(target);
                let to = self.start_of(target);
                self.body.edge(from, to, op, self.position, self.origin);
            }
        }
        self.at = None;
        Ok(())
    }

    /// Translates the instruction that ends a block.
    pub(crate) fn terminator(&mut self, instruction: Value) -> Result<(), String> {
        match instruction.opcode() {
            Opcode::LLVMRet => {
                let values =
                    if instruction.operand_count() == 0 { Box::new([]) } else { self.value(instruction.operand(0))? };
                let exit = self.body.exit();
                if let Some(at) = self.at.take() {
                    self.body.edge(at, exit, Op::Return { values }, self.position, self.origin);
                }
                Ok(())
            }
            Opcode::LLVMBr if !instruction.is_conditional() => self.goto(instruction.successors()[0]),
            // The amount of an unsigned shift is checked where the shift is.
            Opcode::LLVMBr if guards_unsigned_shift(instruction) => self.goto(instruction.successors()[0]),
            Opcode::LLVMBr => {
                let condition = self.scalar(instruction.operand(0))?;
                let successors = instruction.successors();
                match self.builder().exprs.get(condition) {
                    Expr::Const(0) => self.goto(successors[1]),
                    Expr::Const(_) => self.goto(successors[0]),
                    _ => self.branch_to(condition, successors[0], successors[1]),
                }
            }
            Opcode::LLVMSwitch => {
                let scrutinee = self.scalar(instruction.operand(0))?;
                let scrutinee = self.in_register(scrutinee);
                let default = instruction.successors()[0];
                for (case, target) in instruction.switch_cases() {
                    let case = self.scalar(case)?;
                    let condition = self.builder().binary(BinaryOp::Eq, scrutinee, case);
                    self.branch_chain(condition, target)?;
                }
                self.goto(default)
            }
            Opcode::LLVMIndirectBr => {
                let address = self.scalar(instruction.operand(0))?;
                let address = self.in_register(address);
                for target in instruction.successors() {
                    // A label whose address nobody takes cannot be the target.
                    let Some(&number) = self.shared.symbols.block_numbers.get(&(self.function, target)) else {
                        continue;
                    };
                    let number = self.word(number);
                    let label = crate::constants::int_to_ptr(self.builder(), number);
                    let condition = self.builder().binary(BinaryOp::Eq, address, label);
                    self.branch_chain(condition, target)?;
                }
                self.emit_last(Op::Violation(Violation::WildAccess));
                Ok(())
            }
            Opcode::LLVMUnreachable => {
                // After an external function that never returns, control simply does not get here.
                let after_noreturn = instruction.previous().is_some_and(|call| {
                    call.opcode() == Opcode::LLVMCall
                        && call.callee().is_function()
                        && call.callee().is_declaration()
                        && (call.call_attribute(u32::MAX, "noreturn")
                            || call.callee().has_attribute(u32::MAX, "noreturn"))
                });
                if after_noreturn {
                    self.at = None;
                } else {
                    self.emit_last(Op::Violation(Violation::Unreachable));
                }
                Ok(())
            }
            other => Err(format!("instruction {}", opcode_name(other))),
        }
    }

    /// Leads to a block if the condition holds, and goes on otherwise.
    fn branch_chain(&mut self, condition: ExprId, target: Block) -> Result<(), String> {
        let Some(from) = self.at else { return Ok(()) };
        match self.builder().exprs.get(condition) {
            Expr::Const(0) => return Ok(()),
            Expr::Const(_) => return self.goto(target),
            _ => {}
        }
        let (yes, no) = self.branch(from, condition);
        self.at = Some(yes);
        self.goto(target)?;
        self.at = Some(no);
        Ok(())
    }
}

/// The name of an opcode as LLVM's assembly has it.
pub(crate) fn opcode_name(opcode: Opcode) -> String {
    format!("{opcode:?}").trim_start_matches("LLVM").to_lowercase()
}
