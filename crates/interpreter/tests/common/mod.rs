//! Helpers to write programs and run them.

use adumbra_interpreter::*;
use adumbra_program::*;

pub const I1: Type = Type::Int(1);
pub const I8: Type = Type::Int(8);
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

    pub fn local(&mut self, name: &str, size: i64) -> ExprId {
        let site = self.site(name);
        self.allocate(AllocationKind::Stack, size, site)
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

pub fn zero() -> Seeded<Captured> {
    Seeded::new(None, &["program"], Captured::default())
}

/// Runs with all monitors and zeros as inputs.
pub fn run(program: &Program) -> RunResult {
    Interpreter::new(program, Options::new(Property::everything())).run(&mut zero(), None)
}

pub fn run_with(program: &Program, property: Property) -> RunResult {
    Interpreter::new(program, Options::new(property)).run(&mut zero(), None)
}

pub fn status(program: &Program) -> i32 {
    match run(program).outcome {
        Outcome::Exited { status } => status,
        other => panic!("no exit: {other:?}"),
    }
}

/// A program in the textual form that monitors everything: items such as sites and symbols, and the
/// body of `main`, which starts at `l0` and returns an `i32` to `l1`.
#[track_caller]
pub fn main(items: &str, body: &str) -> Program {
    let text = format!(
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty everything errors \"reach_error\"\nentry @main\n\
         {items}\nfunction @main() -> i32 {{\n entry l0 exit l1\n {body}}}\n"
    );
    text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// A small generator of random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A float's bits with many special cases.
    pub fn f64(&mut self) -> f64 {
        let r = self.next();
        match r % 8 {
            0 => [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE]
                [(r >> 8) as usize % 8],
            1 => (self.next() as i64 >> ((r >> 8) % 64)) as f64,
            2 => f64::from_bits(self.next() & 0x800f_ffff_ffff_ffff),
            3 => f64::from(f32::from_bits(self.next() as u32)),
            4 => (self.next() % 1000) as f64 / 8.0 - 60.0,
            _ => f64::from_bits(self.next()),
        }
    }
}

/// The layout of a machine with pointers of 64 bits.
pub fn layout() -> DataLayout {
    DataLayout::of(DataModel::Lp64)
}
