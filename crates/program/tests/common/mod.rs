//! Random valid programs, decided by a sequence of bytes, so that a failing one shrinks with its
//! bytes.

use adumbra_program::*;

/// Decisions, taken from bytes; all zero once these are used up.
pub struct Choices<'a>(std::slice::Iter<'a, u8>);

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices(bytes.iter())
    }

    pub fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        match n {
            0 | 1 => 0,
            2..=256 => usize::from(self.byte()) % n,
            _ => usize::from(u16::from_le_bytes([self.byte(), self.byte()])) % n,
        }
    }

    pub fn flag(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    pub fn wide(&mut self) -> u64 {
        (0..8).fold(0, |a, _| a << 8 | u64::from(self.byte()))
    }

    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

const TYPES: &[Type] = &[
    Type::Int(32),
    Type::Int(1),
    Type::Int(8),
    Type::Int(64),
    Type::Ptr,
    Type::Int(7),
    Type::Int(128),
    Type::Int(65),
    Type::Float(FloatKind::Single),
    Type::Float(FloatKind::Double),
    Type::Float(FloatKind::Half),
    Type::Float(FloatKind::BFloat),
    Type::Float(FloatKind::X87),
    Type::Float(FloatKind::Quad),
];

const NAMES: &[&str] =
    &["x", "i", "main.c", "a b", "\"quoted\\\"", "tab\tnew\nline", "größe", "", "fn0", "file1", "let", "%1", "\0\r"];

fn types(c: &mut Choices, max: usize) -> Vec<Type> {
    (0..c.below(max + 1)).map(|_| c.pick(TYPES)).collect()
}

fn position(c: &mut Choices, b: &ProgramBuilder) -> Option<Position> {
    let files = b.tables().files.len();
    if files == 0 || !c.flag() {
        return None;
    }
    Some(Position { file: SourceFile::new(c.below(files)), line: u32::from(c.byte()), column: u32::from(c.byte()) })
}

fn variable(c: &mut Choices, b: &ProgramBuilder) -> Option<Variable> {
    let ctypes = b.tables().ctypes.len();
    c.flag().then(|| Variable {
        name: c.pick(NAMES).to_owned(),
        ctype: (ctypes > 0 && c.flag()).then(|| CTypeId::new(c.below(ctypes))),
        declared: position(c, b),
        parameter: c.flag(),
    })
}

/// A random program that obeys the rules.
pub fn program(c: &mut Choices) -> Program {
    let layout = DataLayout::of(if c.flag() { DataModel::Ilp32 } else { DataModel::Lp64 });
    let property = match c.below(3) {
        0 => Property::unspecified(),
        1 => Property::Everything { error_functions: vec![c.pick(NAMES).to_owned()] },
        _ => Property::Conjunction {
            kinds: (0..c.below(4)).map(|_| c.pick(PropertyKind::NAMES).0).collect(),
            error_functions: Vec::new(),
        },
    };
    let mut b = ProgramBuilder::new(layout, property);
    tables(c, &mut b);
    let main = c.below(3);
    let count = main + 1 + c.below(3);
    for i in 0..count {
        let name = if c.flag() { format!("f{i}") } else { c.pick(NAMES).to_owned() };
        let (parameters, variadic) = if i == main { (vec![], false) } else { (types(c, 3), c.flag()) };
        let results = types(c, 2);
        let f = b.declare_function(&name, &parameters, &results, variadic);
        let at = position(c, &b);
        let data = b.function_mut(f);
        (data.address_taken, data.library, data.position) = (c.flag(), c.flag(), at);
    }
    for _ in 0..c.below(3) {
        let site = SiteData {
            function: Function::new(c.below(count)),
            position: position(c, &b),
            variable: variable(c, &b),
            allocator: allocator(c),
        };
        b.site(site);
    }
    globals(c, &mut b, count);
    let mut order: Vec<usize> = (0..count).filter(|i| *i == main || c.flag()).collect();
    if c.flag() {
        order.reverse();
    }
    for i in order {
        body(c, &mut b, Function::new(i));
    }
    b.finish(Function::new(main)).expect("a generated program is valid")
}

fn tables(c: &mut Choices, b: &mut ProgramBuilder) {
    for _ in 0..c.below(4) {
        let line_markers = (0..c.below(3)).map(|i| (i as u32, c.pick(NAMES).to_owned(), u32::from(c.byte()))).collect();
        b.file(FileData { path: c.pick(NAMES).to_owned(), line_markers });
    }
    let count = c.below(5);
    for _ in 0..count {
        let some = CTypeId::new(c.below(count));
        let name = c.pick(NAMES).to_owned();
        b.ctype(match c.below(7) {
            0 => CType::Int { name, signed: c.flag(), bits: u32::from(c.byte()) },
            1 => CType::Float { name, bits: u32::from(c.byte()) },
            2 => CType::Pointer(c.flag().then_some(some)),
            3 => {
                CType::Record { name, fields: vec![("f".into(), some, 3, 4), ("".into(), some, 5, 6)], size: c.wide() }
            }
            4 => CType::Record { name, fields: vec![], size: 0 },
            5 => CType::Array { element: some, count: c.flag().then(|| c.wide()) },
            _ => CType::Other(name),
        });
    }
    for _ in 0..c.below(4) {
        let name = c.pick(NAMES);
        b.symbol(name);
    }
}

fn globals(c: &mut Choices, b: &mut ProgramBuilder, functions: usize) {
    let count = c.below(4);
    for _ in 0..count {
        let bytes: Vec<u8> = (0..c.below(20)).map(|_| c.byte()).collect();
        let size = bytes.len() as u64 + u64::from(c.byte());
        let pointer = b.layout().pointer_bytes();
        let relocations = (0..c.below(3))
            .map(|_| Relocation {
                offset: 0,
                target: if c.flag() {
                    RelocationTarget::Global(Global::new(c.below(count)))
                } else {
                    RelocationTarget::Function(Function::new(c.below(functions)))
                },
                addend: c.wide() as i64,
            })
            .filter(|_| size >= pointer)
            .collect();
        let global = GlobalData {
            name: c.pick(NAMES).to_owned(),
            size,
            align: 1 << c.below(5),
            constant: c.flag(),
            literal: false,
            library: c.flag(),
            open: c.flag(),
            init: c.flag().then_some(Initializer { bytes, relocations }),
            variable: variable(c, b),
        };
        b.global(global);
    }
}

fn allocator(c: &mut Choices) -> Allocator {
    [Allocator::Malloc, Allocator::New, Allocator::NewArray][c.below(3)]
}

fn body(c: &mut Choices, b: &mut ProgramBuilder, function: Function) {
    let extra: Vec<(Type, Option<Variable>)> = (0..c.below(6)).map(|_| (c.pick(TYPES), variable(c, b))).collect();
    let mut body = b.begin_body(function);
    let mut registers = body.parameters().to_vec();
    for (ty, variable) in extra {
        registers.push(body.register(ty, variable));
    }
    let mut locations: Vec<Location> = (0..c.below(8)).map(|_| body.location()).collect();
    locations.push(body.entry());
    let targets: Vec<Location> = locations.iter().copied().filter(|l| *l != body.entry()).collect();
    let mut shared = Vec::new();
    for from in locations {
        let origin = c.flag().then(|| Origin { instruction: u32::from(c.byte()) });
        let at = position(c, body.program());
        match c.below(5) {
            0 => {}
            1 if !targets.is_empty() => {
                let condition = expr(c, body.program(), &registers, &mut shared, Type::BOOL, 4);
                let first = c.flag();
                for truth in [first, !first] {
                    body.edge(from, c.pick(&targets), Op::Assume { condition, truth }, at, origin);
                }
            }
            2 => {
                let types = body.program().tables().functions[function].result_types.clone();
                let values = types.iter().map(|t| expr(c, body.program(), &registers, &mut shared, *t, 3)).collect();
                let exit = body.exit();
                body.edge(from, exit, Op::Return { values }, at, origin);
            }
            _ if !targets.is_empty() => {
                let op = op(c, body.program(), &registers, &mut shared);
                body.edge(from, c.pick(&targets), op, at, origin);
            }
            _ => {}
        }
    }
    body.finish();
}

fn op(c: &mut Choices, b: &mut ProgramBuilder, registers: &[Register], shared: &mut Vec<ExprId>) -> Op {
    let word = Type::Int(b.layout().pointer_bits);
    let of = |b: &ProgramBuilder, ty: Type| registers.iter().copied().find(|r| b.register_type(*r) == ty);
    let any = registers.get(c.below(registers.len())).copied();
    let (symbols, sites, functions) = (b.tables().symbols.len(), b.tables().sites.len(), b.tables().functions.len());
    let symbol = (symbols > 0).then(|| Symbol::new(c.below(symbols)));
    let site = (sites > 0).then(|| Site::new(c.below(sites)));
    let mut e = |c: &mut Choices, b: &mut ProgramBuilder, ty: Type| expr(c, b, registers, shared, ty, 4);
    match (c.below(26), any) {
        (0, Some(_)) => {
            let pairs: Vec<_> = registers.iter().map(|r| (*r, b.register_type(*r))).take(c.below(4)).collect();
            Op::Assign(pairs.into_iter().map(|(r, t)| (r, e(c, b, t))).collect())
        }
        (1..=3, Some(r)) => {
            let ty = b.register_type(r);
            Op::Assign(Box::new([(r, e(c, b, ty))]))
        }
        (4, Some(register)) => Op::Load { register, address: e(c, b, Type::Ptr) },
        (5, _) => {
            let ty = c.pick(TYPES);
            Op::Store { address: e(c, b, Type::Ptr), value: e(c, b, ty) }
        }
        (6, _) => match (of(b, Type::Ptr), site) {
            (Some(register), Some(site)) => Op::Allocate {
                register,
                size: e(c, b, word),
                align: 1 << c.below(6),
                kind: c.pick(&[
                    AllocationKind::Stack,
                    AllocationKind::Dynamic,
                    AllocationKind::Heap,
                    AllocationKind::ZeroedHeap,
                ]),
                site,
            },
            _ => Op::Nop,
        },
        (7, _) => Op::Free { address: e(c, b, Type::Ptr), allocator: allocator(c) },
        (8, _) => Op::ScopeBegin { address: e(c, b, Type::Ptr) },
        (9, _) => Op::ScopeEnd { address: e(c, b, Type::Ptr) },
        (10, _) => of(b, Type::Ptr).map_or(Op::Nop, |register| Op::StackSave { register }),
        (11, _) => Op::StackRestore { token: e(c, b, Type::Ptr) },
        (12, _) => Op::Copy { to: e(c, b, Type::Ptr), from: e(c, b, Type::Ptr), length: e(c, b, word) },
        (13, _) => Op::Fill { to: e(c, b, Type::Ptr), byte: e(c, b, Type::Int(8)), length: e(c, b, word) },
        (14, _) => Op::Havoc { to: e(c, b, Type::Ptr), length: e(c, b, word) },
        (15, _) => of(b, word).map_or(Op::Nop, |register| Op::ObjectSize { register, address: e(c, b, Type::Ptr) }),
        (16 | 17, _) => {
            let f = Function::new(c.below(functions));
            let data = b.tables().functions[f].clone();
            let results: Option<Vec<_>> = data.result_types.iter().map(|t| of(b, *t)).collect();
            let Some(results) = results else { return Op::Nop };
            let mut arguments: Vec<_> = data.parameter_types.iter().map(|t| e(c, b, *t)).collect();
            if data.variadic && c.flag() {
                let ty = c.pick(TYPES);
                arguments.push(e(c, b, ty));
            }
            Op::Call { callee: Callee::Direct(f), arguments: arguments.into(), results: results.into() }
        }
        (18, _) => {
            let arguments = (0..c.below(3)).map(|_| c.pick(TYPES)).collect::<Vec<_>>();
            Op::Call {
                callee: Callee::Indirect(e(c, b, Type::Ptr)),
                arguments: arguments.into_iter().map(|t| e(c, b, t)).collect(),
                results: registers.iter().copied().take(c.below(3)).collect(),
            }
        }
        (19, _) => Op::VaStart { list: e(c, b, Type::Ptr) },
        (20, Some(register)) => match (c.below(3), symbol, site) {
            (0, Some(s), _) => Op::Input { register, source: InputSource::Nondet(s) },
            (1, Some(s), _) => Op::Input { register, source: InputSource::External(s) },
            (2, _, Some(s)) => Op::Input { register, source: InputSource::Indeterminate(s) },
            _ => Op::Nop,
        },
        (21, _) => match (of(b, Type::Int(32)), of(b, Type::BOOL)) {
            (_, Some(register)) if c.flag() => Op::Input { register, source: InputSource::AllocationFails },
            (Some(register), _) => {
                let sources = [InputSource::ReadByte, InputSource::ArgumentCount, InputSource::ArgumentByte];
                Op::Input { register, source: c.pick(&sources) }
            }
            _ => Op::Nop,
        },
        (22, _) => Op::Output { descriptor: e(c, b, Type::Int(32)), byte: e(c, b, Type::Int(32)) },
        (23, _) => Op::Violation(c.pick(Violation::NAMES).0),
        (24, _) => Op::End { status: e(c, b, Type::Int(32)) },
        (25, _) => symbol.map_or(Op::Nop, Op::Unsupported),
        _ => Op::Nop,
    }
}

/// A random expression of a type. `shared` holds expressions made before, so that dense sharing
/// arises.
pub fn expr(
    c: &mut Choices,
    b: &mut ProgramBuilder,
    registers: &[Register],
    shared: &mut Vec<ExprId>,
    ty: Type,
    depth: u32,
) -> ExprId {
    let e = fresh_expr(c, b, registers, shared, ty, depth);
    shared.push(e);
    e
}

fn leaf(c: &mut Choices, b: &mut ProgramBuilder, registers: &[Register], ty: Type) -> ExprId {
    let fitting: Vec<_> = registers.iter().copied().filter(|r| b.register_type(*r) == ty).collect();
    if !fitting.is_empty() && c.flag() {
        let r = c.pick(&fitting);
        return b.register_expr(r);
    }
    match ty {
        Type::Ptr => {
            let (globals, functions) = (b.tables().globals.len(), b.tables().functions.len());
            match c.below(3) {
                0 if globals > 0 => b.exprs.intern(Expr::GlobalAddr(Global::new(c.below(globals))), ty),
                1 => b.exprs.intern(Expr::FunctionAddr(Function::new(c.below(functions))), ty),
                _ => b.exprs.intern(Expr::Null, ty),
            }
        }
        _ => {
            let words = if c.flag() { [c.wide(), c.wide()] } else { [u64::from(c.byte()), 0] };
            let bits = ty.bits(b.layout());
            b.exprs.constant(&words, ty, bits)
        }
    }
}

fn fresh_expr(
    c: &mut Choices,
    b: &mut ProgramBuilder,
    registers: &[Register],
    shared: &mut Vec<ExprId>,
    ty: Type,
    depth: u32,
) -> ExprId {
    if depth == 0 {
        return leaf(c, b, registers, ty);
    }
    let bits = b.layout().pointer_bits;
    let mut e = |c: &mut Choices, b: &mut ProgramBuilder, ty: Type| expr(c, b, registers, shared, ty, depth - 1);
    match c.below(7) {
        0 | 1 => leaf(c, b, registers, ty),
        2 => {
            let known: Vec<_> = shared.iter().copied().filter(|s| b.exprs.ty(*s) == ty).collect();
            if known.is_empty() { leaf(c, b, registers, ty) } else { c.pick(&known) }
        }
        3 => {
            let (op, _) = c.pick(BinaryOp::NAMES);
            if op == BinaryOp::PtrAdd && ty == Type::Ptr {
                let (p, offset) = (e(c, b, Type::Ptr), e(c, b, Type::Int(bits)));
                return b.binary(op, p, offset);
            }
            let operand = if op.result(ty, ty, bits) == Some(ty) { ty } else { c.pick(TYPES) };
            if op == BinaryOp::PtrAdd || op.result(operand, operand, bits) != Some(ty) {
                return leaf(c, b, registers, ty);
            }
            let (x, y) = (e(c, b, operand), e(c, b, operand));
            b.binary(op, x, y)
        }
        4 => {
            let (op, _) = c.pick(UnaryOp::NAMES);
            let operand = if op.result(ty) == Some(ty) { ty } else { c.pick(TYPES) };
            if op.result(operand) != Some(ty) {
                return leaf(c, b, registers, ty);
            }
            let x = e(c, b, operand);
            b.unary(op, x)
        }
        5 => {
            let ((op, _), from) = (c.pick(CastOp::NAMES), c.pick(TYPES));
            if !op.fits(from, ty, bits) {
                return leaf(c, b, registers, ty);
            }
            let x = e(c, b, from);
            b.cast(op, ty, x)
        }
        _ => {
            if matches!(ty, Type::Float(_)) && c.flag() {
                let (x, y, z) = (e(c, b, ty), e(c, b, ty), e(c, b, ty));
                return b.exprs.intern(Expr::FMulAdd(x, y, z), ty);
            }
            let (x, y, z) = (e(c, b, Type::BOOL), e(c, b, ty), e(c, b, ty));
            b.select(x, y, z)
        }
    }
}

/// Reads a program whose header and tables do not matter; the entry function is `@main`.
pub fn read(functions: &str) -> Program {
    try_read(functions).unwrap_or_else(|e| panic!("{e}"))
}

/// Like [`read`], for texts that may be wrong.
pub fn try_read(functions: &str) -> Result<Program, text::ParseError> {
    let head =
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"error\"\nentry @main\n";
    text::parse(&format!("{head}{functions}"))
}
