//! Random programs that do nothing but move pointers: through registers and structures, by copies
//! and calls, as numbers.
//!
//! The analyses of this crate that are tested with them do not look at the order of operations, so
//! every function is a line of them.

use adumbra_program::*;
use adumbra_testing::Random;

/// What a random program looks like.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// How many functions it has, besides `main`, which calls all of them.
    pub functions: u32,
    /// How many operations a function has.
    pub operations: u32,
    /// How many globals it has.
    pub globals: u32,
    /// Up to how far, by number, a function uses globals and calls other functions.
    pub near: u32,
    /// How many of 100 operations turn pointers into numbers, or numbers into pointers.
    pub numbers: u64,
    /// How many of 100 operations copy memory.
    pub copies: u64,
}

const POINTERS: usize = 6;
const SIZES: [u64; 5] = [8, 16, 24, 48, 400];
const STEPS: [u64; 4] = [0, 8, 16, 24];

/// What a function knows of the others.
struct Known<'a> {
    functions: &'a [Function],
    globals: &'a [Global],
}

/// The part of a list around a number.
fn around<T>(list: &[T], at: usize, near: u32) -> &[T] {
    let near = near as usize;
    &list[at.saturating_sub(near).min(list.len())..(at + near + 1).min(list.len())]
}

/// The program of a seed.
pub fn program(seed: u64, style: Style) -> Program {
    let mut random = Random(seed);
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
    let main = b.declare_function("main", &[], &[Type::Int(32)], false);
    let declare = |i| b.declare_function(&format!("f{i}"), &[Type::Ptr, Type::Ptr], &[Type::Ptr], false);
    let functions: Vec<Function> = (0..style.functions).map(declare).collect();
    let mut globals = Vec::new();
    for i in 0..style.globals {
        let size = random.pick(&SIZES);
        let relocation = match random.below(4) {
            0 if i > 0 => Some(RelocationTarget::Global(random.pick(around(&globals, i as usize, style.near)))),
            1 => match around(&functions, i as usize, style.near) {
                [] => None,
                functions => Some(RelocationTarget::Function(random.pick(functions))),
            },
            _ => None,
        };
        let relocations = relocation.map(|target| Relocation { offset: 0, target, addend: 0 });
        let init = Initializer { bytes: Vec::new(), relocations: relocations.into_iter().collect() };
        let name = format!("g{i}");
        globals.push(b.global(GlobalData {
            name,
            size,
            align: 8,
            constant: false,
            literal: false,
            open: false,
            library: false,
            init: Some(init),
            variable: None,
        }));
    }
    let mut body = b.begin_body(main);
    let (null, mut at) = (body.program().exprs.intern(Expr::Null, Type::Ptr), body.entry());
    for function in &functions {
        let result = body.register(Type::Ptr, None);
        let call = Op::Call {
            callee: Callee::Direct(*function),
            arguments: Box::new([null, null]),
            results: Box::new([result]),
        };
        at = body.edge_to_new(at, call, None, None);
    }
    let zero = body.program().exprs.int(0, 32);
    let exit = body.exit();
    body.edge(at, exit, Op::Return { values: Box::new([zero]) }, None, None);
    body.finish();
    for (i, function) in functions.iter().enumerate() {
        let known = Known { functions: around(&functions, i, style.near), globals: around(&globals, i, style.near) };
        define(&mut b, *function, &known, style, &mut random);
    }
    b.finish(main).unwrap()
}

fn define(b: &mut ProgramBuilder, function: Function, known: &Known<'_>, style: Style, random: &mut Random) {
    let mut body = b.begin_body(function);
    let mut pointers = body.parameters().to_vec();
    pointers.resize_with(POINTERS, || body.register(Type::Ptr, None));
    let (index, word) = (body.register(Type::Int(32), None), body.register(Type::Int(64), None));
    let mut at = body.entry();
    for _ in 0..style.operations {
        let target = random.pick(&pointers[2..]);
        let number = if random.below(2) == 0 { index } else { word };
        let site = SiteData { function, position: None, variable: None, allocator: Allocator::Malloc };
        let b = body.program();
        let [p, q] = [(); 2].map(|_| b.register_expr(random.pick(&pointers)));
        let assign = |e: ExprId| Op::Assign(Box::new([(target, e)]));
        let op = match random.next() % 100 {
            n if n < style.numbers => match random.below(2) {
                0 => Op::Assign(Box::new([(word, b.cast(CastOp::PtrToInt, Type::Int(64), p))])),
                _ => {
                    let number = b.register_expr(word);
                    assign(b.cast(CastOp::IntToPtr, Type::Ptr, number))
                }
            },
            n if n < style.numbers + style.copies => {
                Op::Copy { to: p, from: q, length: b.exprs.int(random.pick(&[8, 16, 24]), 64) }
            }
            _ => match random.below(20) {
                0..=2 if !known.globals.is_empty() => {
                    assign(b.exprs.intern(Expr::GlobalAddr(random.pick(known.globals)), Type::Ptr))
                }
                3 => assign(b.exprs.intern(Expr::FunctionAddr(random.pick(known.functions)), Type::Ptr)),
                4 | 5 => Op::Allocate {
                    register: target,
                    size: b.exprs.int(random.pick(&SIZES), 64),
                    align: 8,
                    kind: random.pick(&[AllocationKind::Stack, AllocationKind::Heap, AllocationKind::ZeroedHeap]),
                    site: b.site(site),
                },
                6 | 7 => assign(p),
                8 | 9 => {
                    let step = b.exprs.int(random.pick(&STEPS), 64);
                    assign(b.binary(BinaryOp::PtrAdd, p, step))
                }
                10 => {
                    let index = b.register_expr(index);
                    let wide = b.cast(CastOp::SExt, Type::Int(64), index);
                    let stride = b.exprs.int(random.pick(&[8, 12, 24]), 64);
                    let offset = b.binary(BinaryOp::Mul, wide, stride);
                    assign(b.binary(BinaryOp::PtrAdd, p, offset))
                }
                11..=13 | 18 => Op::Load { register: target, address: p },
                14..=16 => Op::Store { address: p, value: q },
                17 if random.next() % 100 < style.numbers => Op::Load { register: number, address: p },
                17 if random.next() % 100 < style.numbers => Op::Store { address: p, value: b.register_expr(number) },
                _ => Op::Call {
                    callee: match random.below(4) {
                        0 => Callee::Indirect(b.register_expr(random.pick(&pointers))),
                        _ => Callee::Direct(random.pick(known.functions)),
                    },
                    arguments: Box::new([p, q]),
                    results: Box::new([target]),
                },
            },
        };
        at = body.edge_to_new(at, op, None, None);
    }
    let value = body.program().register_expr(random.pick(&pointers));
    let exit = body.exit();
    body.edge(at, exit, Op::Return { values: Box::new([value]) }, None, None);
    body.finish();
}
