//! # Written
//!
//! Programs that a test writes from top to bottom, operation by operation, for what the textual
//! form is too long. It knows the program model alone, so that tests of all crates above can use
//! it.

#![allow(missing_docs, reason = "the names of helpers for tests say what they are")]

use adumbra_program::*;

pub const I1: Type = Type::Int(1);
pub const I8: Type = Type::Int(8);
pub const I16: Type = Type::Int(16);
pub const I32: Type = Type::Int(32);
pub const I64: Type = Type::Int(64);
pub const F64: Type = Type::Float(FloatKind::Double);

/// A function body that is written from top to bottom.
pub struct Fun<'a> {
    pub body: BodyBuilder<'a>,
    pub at: Location,
}

impl<'a> Fun<'a> {
    pub fn new(builder: &'a mut ProgramBuilder, function: Function) -> Self {
        let body = builder.begin_body(function);
        let at = body.entry();
        Fun { body, at }
    }

    pub fn op(&mut self, op: Op) {
        self.at = self.body.edge_to_new(self.at, op, None, None);
    }

    pub fn reg(&mut self, ty: Type) -> Register {
        self.body.register(ty, None)
    }

    pub fn parameter(&mut self, index: usize) -> ExprId {
        let register = self.body.parameters()[index];
        self.get(register)
    }

    pub fn get(&mut self, register: Register) -> ExprId {
        self.body.program().register_expr(register)
    }

    pub fn int(&mut self, value: i64, ty: Type) -> ExprId {
        let bits = ty.bits(self.body.program().layout());
        self.body.program().exprs.constant(&[value as u64], ty, bits)
    }

    pub fn word(&mut self, value: i64) -> ExprId {
        let bits = self.body.program().layout().pointer_bits;
        self.int(value, Type::Int(bits))
    }

    pub fn bin(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        self.body.program().binary(op, a, b)
    }

    pub fn cast(&mut self, op: CastOp, to: Type, a: ExprId) -> ExprId {
        self.body.program().cast(op, to, a)
    }

    pub fn add(&mut self, pointer: ExprId, offset: i64) -> ExprId {
        let offset = self.word(offset);
        self.bin(BinaryOp::PtrAdd, pointer, offset)
    }

    /// A new register with the value of an expression.
    pub fn let_(&mut self, value: ExprId) -> ExprId {
        let ty = self.body.program().exprs.ty(value);
        let register = self.reg(ty);
        self.op(Op::Assign(Box::new([(register, value)])));
        self.get(register)
    }

    pub fn load(&mut self, ty: Type, address: ExprId) -> ExprId {
        let register = self.reg(ty);
        self.op(Op::Load { register, address });
        self.get(register)
    }

    pub fn store(&mut self, address: ExprId, value: ExprId) {
        self.op(Op::Store { address, value });
    }

    pub fn site(&mut self, name: &str) -> Site {
        let function = self.body.function();
        let variable = (!name.is_empty()).then(|| Variable {
            name: name.to_owned(),
            ctype: None,
            declared: None,
            parameter: false,
        });
        self.body.program().site(SiteData { function, position: None, variable, allocator: Allocator::Malloc })
    }

    pub fn allocate(&mut self, kind: AllocationKind, size: i64, site: Site) -> ExprId {
        let size = self.word(size);
        let register = self.reg(Type::Ptr);
        self.op(Op::Allocate { register, size, align: 8, kind, site });
        self.get(register)
    }

    pub fn malloc(&mut self, size: i64) -> ExprId {
        let site = self.site("");
        self.allocate(AllocationKind::Heap, size, site)
    }

    pub fn local(&mut self, name: &str, size: i64) -> ExprId {
        let site = self.site(name);
        self.allocate(AllocationKind::Stack, size, site)
    }

    pub fn free(&mut self, address: ExprId) {
        self.op(Op::Free { address, allocator: Allocator::Malloc });
    }

    pub fn nondet(&mut self, name: &str, ty: Type) -> ExprId {
        let symbol = self.body.program().symbol(name);
        let register = self.reg(ty);
        self.op(Op::Input { register, source: InputSource::Nondet(symbol) });
        self.get(register)
    }

    pub fn indeterminate(&mut self, site: Site, ty: Type) -> ExprId {
        let register = self.reg(ty);
        self.op(Op::Input { register, source: InputSource::Indeterminate(site) });
        self.get(register)
    }

    pub fn call(&mut self, callee: Callee, arguments: &[ExprId], results: &[Type]) -> Vec<ExprId> {
        let registers: Vec<Register> = results.iter().map(|t| self.reg(*t)).collect();
        self.op(Op::Call { callee, arguments: arguments.into(), results: registers.clone().into() });
        registers.into_iter().map(|r| self.get(r)).collect()
    }

    /// Branches: returns (where the condition holds, where it does not).
    pub fn branch(&mut self, condition: ExprId) -> (Location, Location) {
        let yes = self.body.edge_to_new(self.at, Op::Assume { condition, truth: true }, None, None);
        let no = self.body.edge_to_new(self.at, Op::Assume { condition, truth: false }, None, None);
        (yes, no)
    }

    pub fn goto(&mut self, to: Location) {
        self.body.edge(self.at, to, Op::Nop, None, None);
    }

    /// Goes on only if the condition holds; else the assertion fails.
    pub fn assert(&mut self, condition: ExprId) {
        let (yes, no) = self.branch(condition);
        self.body.edge_to_new(no, Op::Violation(Violation::Assertion), None, None);
        self.at = yes;
    }

    pub fn ret(mut self, values: &[ExprId]) {
        let exit = self.body.exit();
        self.body.edge(self.at, exit, Op::Return { values: values.into() }, None, None);
        self.at = exit;
        self.body.finish();
    }

    pub fn ret_int(mut self, value: i64) {
        let value = self.int(value, I32);
        self.ret(&[value]);
    }

    pub fn finish(self) {
        self.body.finish();
    }
}

pub fn builder(model: DataModel) -> ProgramBuilder {
    ProgramBuilder::new(DataLayout::of(model), Property::everything())
}

/// A program with one function, `main`, that returns an `i32`.
pub fn program_for(model: DataModel, build: impl FnOnce(Fun<'_>)) -> Program {
    let mut b = builder(model);
    let main = b.declare_function("main", &[], &[I32], false);
    build(Fun::new(&mut b, main));
    b.finish(main).unwrap()
}

pub fn program(build: impl FnOnce(Fun<'_>)) -> Program {
    program_for(DataModel::Lp64, build)
}

/// The layout of a machine with pointers of 64 bits.
pub fn layout() -> DataLayout {
    DataLayout::of(DataModel::Lp64)
}
