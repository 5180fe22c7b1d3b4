//! Random programs that run long: functions that call each other and themselves, directly and
//! through pointers, with loops, and pointers to their own locals, to those of their callers, to
//! the heap and to globals.
//!
//! Every object has a number and, behind it, a pointer that always points to some object, so that
//! few accesses go wrong. What ends an execution is a pointer to what is not there any more.

use adumbra_program::*;
use adumbra_testing::Random;

const SIZE: u64 = 16;
/// Where the pointer of an object is.
const LINK: u64 = 8;

struct Maker<'a, 'b> {
    body: BodyBuilder<'a>,
    random: &'b mut Random,
    functions: &'b [Function],
    globals: &'b [Global],
    input: Symbol,
    depth: Register,
    pointers: Vec<Register>,
    number: Register,
}

/// The program of a seed, with so many functions besides `main`.
pub fn program(seed: u64, functions: u32) -> Program {
    let mut random = Random(seed);
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::by_name("memsafety").unwrap());
    let main = b.declare_function("main", &[], &[Type::Int(32)], false);
    let parameters = [Type::Int(32), Type::Ptr, Type::Ptr];
    let declare = |i| b.declare_function(&format!("f{i}"), &parameters, &[Type::Ptr], false);
    let declared: Vec<Function> = (0..functions).map(declare).collect();
    let input = b.symbol("nondet");
    let mut globals = Vec::new();
    for i in 0..3u32 {
        // Each links to the next one.
        let target = RelocationTarget::Global(Global::from_u32((i + 1) % 3));
        let init = Initializer { bytes: Vec::new(), relocations: vec![Relocation { offset: LINK, target, addend: 0 }] };
        globals.push(b.global(GlobalData {
            name: format!("g{i}"),
            size: SIZE,
            align: 8,
            constant: false,
            literal: false,
            open: false,
            library: false,
            init: Some(init),
            variable: None,
        }));
    }
    for function in declared.iter().copied().chain([main]) {
        let mut body = b.begin_body(function);
        let given = body.parameters().to_vec();
        let depth = given.first().copied().unwrap_or_else(|| body.register(Type::Int(32), None));
        let mut pointers: Vec<Register> = given.into_iter().skip(1).collect();
        pointers.resize_with(5, || body.register(Type::Ptr, None));
        let number = body.register(Type::Int(64), None);
        let (functions, globals) = (&declared[..], &globals[..]);
        let mut maker = Maker { body, random: &mut random, functions, globals, input, depth, pointers, number };
        maker.fill(function, function == main);
        maker.body.finish();
    }
    b.finish(main).unwrap_or_else(|e| panic!("{e}"))
}

impl Maker<'_, '_> {
    fn fill(&mut self, function: Function, is_main: bool) {
        let mut at = self.body.entry();
        if is_main {
            let depth = self.body.program().exprs.int(6, 32);
            at = self.body.edge_to_new(at, Op::Assign(Box::new([(self.depth, depth)])), None, None);
        }
        let zero = self.body.program().exprs.int(0, 64);
        at = self.body.edge_to_new(at, Op::Assign(Box::new([(self.number, zero)])), None, None);
        let given = if is_main { 0 } else { 2 };
        for i in given..self.pointers.len() {
            at = self.make(function, self.pointers[i], i, at);
        }
        let steps = 8 + self.random.below(10);
        let mut places = vec![at];
        for _ in 0..steps {
            at = self.step(at, &places);
            places.push(at);
        }
        let value = match is_main {
            true => self.body.program().exprs.int(0, 32),
            false => self.pointer(),
        };
        let exit = self.body.exit();
        self.body.edge(at, exit, Op::Return { values: Box::new([value]) }, None, None);
    }

    /// A register gets a new object, or a global; objects link to an earlier one.
    fn make(&mut self, function: Function, register: Register, index: usize, at: Location) -> Location {
        let global = self.random.pick(self.globals);
        let global = self.body.program().exprs.intern(Expr::GlobalAddr(global), Type::Ptr);
        if self.random.one_in(4) {
            return self.body.edge_to_new(at, Op::Assign(Box::new([(register, global)])), None, None);
        }
        let earlier = match index {
            0 => global,
            _ => {
                let earlier = self.pointers[self.random.below(index)];
                self.body.program().register_expr(earlier)
            }
        };
        self.allocate(function, register, earlier, at)
    }

    fn allocate(&mut self, function: Function, register: Register, link: ExprId, at: Location) -> Location {
        let kind = self.random.pick(&[AllocationKind::Stack, AllocationKind::Stack, AllocationKind::Heap]);
        let data = SiteData { function, position: None, variable: None, allocator: Allocator::Malloc };
        let b = self.body.program();
        let (site, size, zero) = (b.site(data), b.exprs.int(SIZE, 64), b.exprs.int(0, 64));
        let address = b.register_expr(register);
        let at = self.body.edge_to_new(at, Op::Allocate { register, size, align: 8, kind, site }, None, None);
        let at = self.body.edge_to_new(at, Op::Store { address, value: zero }, None, None);
        let link_at = self.link(address);
        self.body.edge_to_new(at, Op::Store { address: link_at, value: link }, None, None)
    }

    fn link(&mut self, address: ExprId) -> ExprId {
        let b = self.body.program();
        let offset = b.exprs.int(LINK, 64);
        b.binary(BinaryOp::PtrAdd, address, offset)
    }

    fn pointer(&mut self) -> ExprId {
        let register = self.random.pick(&self.pointers);
        self.body.program().register_expr(register)
    }

    /// One step on from a location.
    fn step(&mut self, at: Location, places: &[Location]) -> Location {
        match self.random.below(12) {
            0..3 => self.call(at),
            3 => {
                let (back, on) = (self.random.pick(places), self.body.location());
                self.branch(at, back, on);
                on
            }
            _ => {
                let op = self.operation();
                self.body.edge_to_new(at, op, None, None)
            }
        }
    }

    /// One of two ways, once in four times the first.
    fn branch(&mut self, at: Location, one: Location, other: Location) {
        let source = InputSource::Nondet(self.input);
        let at = self.body.edge_to_new(at, Op::Input { register: self.number, source }, None, None);
        let b = self.body.program();
        let (number, three, zero) = (b.register_expr(self.number), b.exprs.int(3, 64), b.exprs.int(0, 64));
        let masked = b.binary(BinaryOp::And, number, three);
        let condition = b.binary(BinaryOp::Eq, masked, zero);
        for (truth, to) in [(true, one), (false, other)] {
            self.body.edge(at, to, Op::Assume { condition, truth }, None, None);
        }
    }

    /// A call, if the depth is not used up.
    fn call(&mut self, at: Location) -> Location {
        let (on, behind) = (self.body.location(), self.body.location());
        let (callee, other) = (self.random.pick(self.functions), self.random.pick(self.functions));
        let b = self.body.program();
        let (depth, zero, one) = (b.register_expr(self.depth), b.exprs.int(0, 32), b.exprs.int(1, 32));
        let condition = b.binary(BinaryOp::Slt, zero, depth);
        let less = b.binary(BinaryOp::Sub, depth, one);
        for (truth, to) in [(true, on), (false, behind)] {
            self.body.edge(at, to, Op::Assume { condition, truth }, None, None);
        }
        let callee = match self.random.below(3) {
            0 => {
                let b = self.body.program();
                let [f, g] = [callee, other].map(|f| b.exprs.intern(Expr::FunctionAddr(f), Type::Ptr));
                let (number, zero) = (b.register_expr(self.number), b.exprs.int(0, 64));
                let condition = b.binary(BinaryOp::Eq, number, zero);
                Callee::Indirect(b.select(condition, f, g))
            }
            _ => Callee::Direct(callee),
        };
        let arguments = Box::new([less, self.pointer(), self.pointer()]);
        let results = Box::new([self.random.pick(&self.pointers)]);
        self.body.edge(on, behind, Op::Call { callee, arguments, results }, None, None);
        behind
    }

    fn operation(&mut self) -> Op {
        let register = self.random.pick(&self.pointers);
        let (p, q) = (self.pointer(), self.pointer());
        let value = self.body.program().register_expr(self.number);
        match self.random.below(16) {
            0..3 => Op::Load { register: self.number, address: p },
            3..6 => Op::Store { address: p, value },
            6 | 7 => Op::Load { register, address: self.link(p) },
            8 | 9 => Op::Store { address: self.link(p), value: q },
            10 | 11 => {
                let length = self.body.program().exprs.int(SIZE, 64);
                Op::Copy { to: p, from: q, length }
            }
            12 => {
                let b = self.body.program();
                let (byte, length) = (b.exprs.int(7, 8), b.exprs.int(LINK, 64));
                Op::Fill { to: p, byte, length }
            }
            13 => Op::ObjectSize { register: self.number, address: p },
            14 if self.random.one_in(3) => Op::Free { address: p, allocator: Allocator::Malloc },
            _ => Op::Assign(Box::new([(register, p)])),
        }
    }
}
