//! Random programs: two functions that compute, branch, loop, call, and use memory by known and
//! unknown pointers.

use super::Random;
use adumbra_program::*;

const WIDTHS: [u32; 4] = [1, 8, 32, 64];

struct Gen<'a, 'b> {
    body: BodyBuilder<'a>,
    random: &'b mut Random,
    registers: Vec<Register>,
    globals: Vec<Global>,
    callee: Function,
    input: Symbol,
    /// Only what formulas say exactly: numbers, all of them initialised, and one variable in
    /// memory?
    exact: bool,
}

fn data(name: &str, size: u64, constant: bool, bytes: &[u8], relocations: Vec<Relocation>) -> GlobalData {
    GlobalData {
        name: name.into(),
        size,
        align: 8,
        constant,
        literal: false,
        open: false,
        library: false,
        init: Some(Initializer { bytes: bytes.to_vec(), relocations }),
        variable: None,
    }
}

/// A random program.
pub fn random_program(random: &mut Random) -> Program {
    make(random, false)
}

/// A random program without pointers: registers that are initialised, one global variable, a
/// function that is called.
pub fn random_exact_program(random: &mut Random) -> Program {
    make(random, true)
}

fn make(random: &mut Random, exact: bool) -> Program {
    let property = Property::unspecified();
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), property);
    let i32s = [Type::Int(32)];
    let main = b.declare_function("main", &[], &i32s, false);
    let parameters = [Type::Int(32), Type::Ptr];
    let helper = b.declare_function("helper", if exact { &parameters[..1] } else { &parameters }, &i32s, false);
    let number = b.global(data("number", 8, false, &[5], vec![]));
    let pair = b.global(data("pair", 16, false, &[1, 0, 0, 0, 2], vec![]));
    let table = b.global(data("table", 16, true, &[3, 0, 0, 0, 7, 0, 0, 0, 9], vec![]));
    let relocation = Relocation { offset: 0, target: RelocationTarget::Global(pair), addend: 8 };
    let link = b.global(data("link", 8, false, &[], vec![relocation]));
    let globals = vec![number, pair, table, link];
    let input = b.symbol("nondet");
    for function in [main, helper] {
        let body = b.begin_body(function);
        let mut registers = body.parameters().to_vec();
        let mut body = body;
        for _ in 0..2 {
            registers.extend(WIDTHS.map(|w| body.register(Type::Int(w), None)));
            if !exact {
                registers.push(body.register(Type::Ptr, None));
            }
        }
        registers.push(body.register(Type::Int(32), None));
        let mut g = Gen { body, random, registers, globals: globals.clone(), callee: helper, input, exact };
        g.fill(function);
        g.body.finish();
    }
    b.finish(main).unwrap_or_else(|e| panic!("{e}"))
}

impl Gen<'_, '_> {
    fn fill(&mut self, function: Function) {
        let pointers: Vec<Register> =
            self.registers.clone().into_iter().filter(|r| self.body.program().register_type(*r) == Type::Ptr).collect();
        let given = self.body.parameters().len();
        let setup: Vec<Register> = match self.exact {
            false => pointers.into_iter().skip(usize::from(given > 0)).collect(),
            true => self.registers[given..].to_vec(),
        };
        let count = setup.len() + 12 + self.random.below(14);
        let mut locations = vec![self.body.entry()];
        locations.extend((0..count).map(|_| self.body.location()));
        let exit = self.body.exit();
        for i in 0..count {
            let (from, to) = (locations[i], locations[i + 1]);
            // Nothing leads back to the entry; now and then a local is allocated again.
            let first = if self.random.below(8) == 0 { 1 } else { setup.len() };
            let other = locations[first + self.random.below(count + 1 - first)];
            if let Some(register) = setup.get(i) {
                let op = if self.exact { self.initialise(*register) } else { self.allocate(function, *register) };
                self.body.edge(from, to, op, None, None);
            } else if self.random.below(4) == 0 {
                let condition = self.expr(Type::BOOL, 2);
                for (truth, to) in [(true, to), (false, other)] {
                    self.body.edge(from, to, Op::Assume { condition, truth }, None, None);
                }
            } else {
                let op = self.operation(function);
                self.body.edge(from, to, op, None, None);
            }
        }
        let result = self.expr(Type::Int(32), 1);
        let op = Op::Return { values: Box::new([result]) };
        self.body.edge(locations[count], exit, op, None, None);
    }

    fn register(&mut self, ty: Type) -> Register {
        let body = &mut self.body;
        let fitting: Vec<_> =
            self.registers.iter().copied().filter(|r| body.program().register_type(*r) == ty).collect();
        self.random.pick(&fitting)
    }

    fn some_type(&mut self) -> Type {
        match self.random.below(5) {
            0 => Type::Ptr,
            i => Type::Int(WIDTHS[i - 1]),
        }
    }

    fn number(&mut self, width: u32) -> ExprId {
        let bits = match self.random.below(5) {
            0 => self.random.next(),
            1 => 1 << self.random.below(width as usize),
            2 => (self.random.below(4) as u64).wrapping_neg(),
            _ => self.random.below(12) as u64,
        };
        self.body.program().exprs.int(bits, width)
    }

    fn pointer(&mut self, depth: usize) -> ExprId {
        let base = if self.random.below(3) == 0 {
            let global = self.random.pick(&self.globals.clone());
            self.body.program().exprs.intern(Expr::GlobalAddr(global), Type::Ptr)
        } else {
            let register = self.register(Type::Ptr);
            self.body.program().register_expr(register)
        };
        match self.random.below(12) {
            0 if depth > 0 => {
                let seven = self.body.program().exprs.int(7, 64);
                let offset = self.expr(Type::Int(64), depth - 1);
                let offset = self.body.program().binary(BinaryOp::And, offset, seven);
                self.body.program().binary(BinaryOp::PtrAdd, base, offset)
            }
            1 | 2 => {
                let offset = 4 * self.random.below(3) as u64;
                let offset = self.body.program().exprs.int(offset, 64);
                self.body.program().binary(BinaryOp::PtrAdd, base, offset)
            }
            3 | 4 if depth > 0 => {
                let (condition, other) = (self.expr(Type::BOOL, depth - 1), self.pointer(depth - 1));
                self.body.program().select(condition, base, other)
            }
            _ => base,
        }
    }

    fn expr(&mut self, ty: Type, depth: usize) -> ExprId {
        use BinaryOp::*;
        let Type::Int(width) = ty else {
            return if self.random.below(20) == 0 {
                self.body.program().exprs.intern(Expr::Null, Type::Ptr)
            } else {
                self.pointer(depth)
            };
        };
        let kind = self.random.below(if depth == 0 { 3 } else { 9 });
        if kind == 0 {
            return self.number(width);
        }
        if kind < 3 {
            let register = self.register(ty);
            return self.body.program().register_expr(register);
        }
        let operands = |g: &mut Self, ty: Type| (g.expr(ty, depth - 1), g.expr(ty, depth - 1));
        if width == 1 && self.random.below(3) > 0 {
            if !self.exact && self.random.below(5) == 0 {
                let (a, b) = operands(self, Type::Ptr);
                let op = self.random.pick(&[Eq, Ne, Ult, Ule]);
                return self.body.program().binary(op, a, b);
            }
            let ty = Type::Int(self.random.pick(&WIDTHS));
            let (a, b) = operands(self, ty);
            let overflow = [UAddOverflow, SAddOverflow, USubOverflow, SSubOverflow, UMulOverflow, SMulOverflow];
            let order = [Eq, Ne, Ult, Ule, Slt, Sle];
            let op = if self.random.below(4) == 0 { self.random.pick(&overflow) } else { self.random.pick(&order) };
            return self.body.program().binary(op, a, b);
        }
        match kind {
            3 => {
                let from = self.random.pick(&WIDTHS);
                let op = match from.cmp(&width) {
                    std::cmp::Ordering::Less => self.random.pick(&[CastOp::ZExt, CastOp::SExt]),
                    std::cmp::Ordering::Greater => CastOp::Trunc,
                    std::cmp::Ordering::Equal => return self.expr(ty, depth - 1),
                };
                let a = self.expr(Type::Int(from), depth - 1);
                self.body.program().cast(op, ty, a)
            }
            4 => {
                let condition = self.expr(Type::BOOL, depth - 1);
                let (a, b) = operands(self, ty);
                self.body.program().select(condition, a, b)
            }
            5 => {
                let ops = [UnaryOp::PopCount, UnaryOp::LeadingZeros, UnaryOp::TrailingZeros, UnaryOp::BitReverse];
                let (op, a) = (self.random.pick(&ops), self.expr(ty, depth - 1));
                self.body.program().unary(op, a)
            }
            _ => {
                let ops = [Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, Add, Sub, And];
                let (op, (a, b)) = (self.random.pick(&ops), operands(self, ty));
                self.body.program().binary(op, a, b)
            }
        }
    }

    fn allocate(&mut self, function: Function, register: Register) -> Op {
        let site = self.body.program().site(SiteData {
            function,
            position: None,
            variable: None,
            allocator: Allocator::Malloc,
        });
        let size = self.random.pick(&[8, 16, 16]);
        let size = self.body.program().exprs.int(size, 64);
        let kind = self.random.pick(&[AllocationKind::Stack, AllocationKind::Stack, AllocationKind::Heap]);
        Op::Allocate { register, size, align: 8, kind, site }
    }

    fn initialise(&mut self, register: Register) -> Op {
        let ty = self.body.program().register_type(register);
        match (self.random.below(3), ty) {
            (0, Type::Int(width)) => Op::Assign(Box::new([(register, self.number(width))])),
            _ => Op::Input { register, source: InputSource::Nondet(self.input) },
        }
    }

    /// An operation on numbers, or on the one variable in memory.
    fn exact_operation(&mut self) -> Op {
        let ty = Type::Int(self.random.pick(&WIDTHS));
        let number = self.globals[0];
        let address = self.body.program().exprs.intern(Expr::GlobalAddr(number), Type::Ptr);
        match self.random.below(8) {
            0..4 => Op::Assign(Box::new([(self.register(ty), self.expr(ty, 3))])),
            4 => Op::Input { register: self.register(ty), source: InputSource::Nondet(self.input) },
            5 => Op::Store { address, value: self.expr(Type::Int(32), 2) },
            6 => Op::Load { register: self.register(Type::Int(32)), address },
            _ => {
                let (arguments, results) = ([self.expr(Type::Int(32), 2)], [self.register(Type::Int(32))]);
                let (arguments, results) = (Box::new(arguments), Box::new(results));
                Op::Call { callee: Callee::Direct(self.callee), arguments, results }
            }
        }
    }

    fn operation(&mut self, function: Function) -> Op {
        if self.exact {
            return self.exact_operation();
        }
        match self.random.below(14) {
            0..4 => {
                let ty = self.some_type();
                Op::Assign(Box::new([(self.register(ty), self.expr(ty, 3))]))
            }
            4 => {
                let (a, b) = (self.register(Type::Int(32)), self.register(Type::Int(64)));
                Op::Assign(Box::new([(a, self.expr(Type::Int(32), 2)), (b, self.expr(Type::Int(64), 2))]))
            }
            5 | 6 => {
                let ty = Type::Int(self.random.pick(&WIDTHS));
                Op::Load { register: self.register(ty), address: self.pointer(1) }
            }
            7 | 8 => {
                let ty = self.some_type();
                Op::Store { address: self.pointer(1), value: self.expr(ty, 2) }
            }
            9 => {
                let ty = Type::Int(self.random.pick(&WIDTHS));
                Op::Input { register: self.register(ty), source: InputSource::Nondet(self.input) }
            }
            10 if self.random.below(3) == 0 => {
                let register = self.register(Type::Ptr);
                self.allocate(function, register)
            }
            // A pointer is stored where others can find it, or taken from there.
            10 => {
                let link = self.globals[3];
                let link = self.body.program().exprs.intern(Expr::GlobalAddr(link), Type::Ptr);
                if self.random.below(2) == 0 {
                    Op::Store { address: link, value: self.pointer(1) }
                } else {
                    Op::Load { register: self.register(Type::Ptr), address: link }
                }
            }
            11 => {
                let length = self.random.pick(&[4u64, 8, 16]);
                let length = self.body.program().exprs.int(length, 64);
                let (to, from) = (self.pointer(0), self.pointer(0));
                match self.random.below(3) {
                    0 => Op::Copy { to, from, length },
                    1 => Op::Fill { to, byte: self.number(8), length },
                    _ => Op::Havoc { to, length },
                }
            }
            12 => Op::ObjectSize { register: self.register(Type::Int(64)), address: self.pointer(0) },
            _ => {
                let arguments = Box::new([self.expr(Type::Int(32), 2), self.expr(Type::Ptr, 1)]);
                let results = Box::new([self.register(Type::Int(32))]);
                Op::Call { callee: Callee::Direct(self.callee), arguments, results }
            }
        }
    }
}
