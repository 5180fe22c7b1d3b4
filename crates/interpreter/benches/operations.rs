//! Operations a second on synthetic loops. Counters are executed edges.

use adumbra_interpreter::*;
use adumbra_program::*;
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const ROUNDS: u64 = 200_000;

/// `for (i = 0; i != ROUNDS; i++) s = (s ^ i) * 3 + 1;` in registers or, like unoptimised code, in
/// memory.
fn arithmetic(in_memory: bool) -> Program {
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
    let main = b.declare_function("main", &[], &[Type::Int(32)], false);
    let mut f = b.begin_body(main);
    let int = Type::Int(32);
    let names = ["i", "s"];
    let registers = names.map(|_| f.register(int, None));
    let pointers = names.map(|_| f.register(Type::Ptr, None));
    let zero = f.program().exprs.int(0, 32);
    let mut at = f.entry();
    for k in 0..2 {
        let site =
            f.program().site(SiteData { function: main, position: None, variable: None, allocator: Allocator::Malloc });
        let size = f.program().exprs.int(4, 64);
        let kind = AllocationKind::Stack;
        at = f.edge_to_new(at, Op::Allocate { register: pointers[k], size, align: 4, kind, site }, None, None);
        at = f.edge_to_new(at, Op::Assign(Box::new([(registers[k], zero)])), None, None);
        let address = f.program().register_expr(pointers[k]);
        at = f.edge_to_new(at, Op::Store { address, value: zero }, None, None);
    }
    let head = f.location();
    f.edge(at, head, Op::Nop, None, None);
    let read = |f: &mut BodyBuilder<'_>, at: &mut Location, k: usize| {
        if in_memory {
            let register = f.register(int, None);
            let address = f.program().register_expr(pointers[k]);
            *at = f.edge_to_new(*at, Op::Load { register, address }, None, None);
            f.program().register_expr(register)
        } else {
            f.program().register_expr(registers[k])
        }
    };
    at = head;
    let i = read(&mut f, &mut at, 0);
    let limit = f.program().exprs.int(ROUNDS, 32);
    let condition = f.program().binary(BinaryOp::Ne, i, limit);
    let mut at_body = f.edge_to_new(at, Op::Assume { condition, truth: true }, None, None);
    let end = f.edge_to_new(at, Op::Assume { condition, truth: false }, None, None);
    let mut value = read(&mut f, &mut at_body, 1);
    let other = read(&mut f, &mut at_body, 0);
    for (op, constant) in [(BinaryOp::Xor, None), (BinaryOp::Mul, Some(3)), (BinaryOp::Add, Some(1))] {
        let operand = constant.map_or(other, |c| f.program().exprs.int(c, 32));
        let result = f.program().binary(op, value, operand);
        let register = f.register(int, None);
        at_body = f.edge_to_new(at_body, Op::Assign(Box::new([(register, result)])), None, None);
        value = f.program().register_expr(register);
    }
    let one = f.program().exprs.int(1, 32);
    let counter = read(&mut f, &mut at_body, 0);
    let next = f.program().binary(BinaryOp::Add, counter, one);
    for (k, value) in [(1, value), (0, next)] {
        let op = if in_memory {
            Op::Store { address: f.program().register_expr(pointers[k]), value }
        } else {
            Op::Assign(Box::new([(registers[k], value)]))
        };
        at_body = f.edge_to_new(at_body, op, None, None);
    }
    f.edge(at_body, head, Op::Nop, None, None);
    let status = f.program().exprs.int(0, 32);
    let exit = f.exit();
    f.edge(end, exit, Op::Return { values: Box::new([status]) }, None, None);
    f.finish();
    b.finish(main).expect("the program is valid")
}

/// The naive Fibonacci function, with its argument and result in memory as in unoptimised code.
fn fibonacci(n: u64) -> Program {
    let int = Type::Int(32);
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
    let fib = b.declare_function("fib", &[int], &[int], false);
    let main = b.declare_function("main", &[], &[int], false);
    let mut f = b.begin_body(fib);
    let parameter = f.parameters()[0];
    let mut at = f.entry();
    let places = [0, 1].map(|_| {
        let register = f.register(Type::Ptr, None);
        let site =
            f.program().site(SiteData { function: fib, position: None, variable: None, allocator: Allocator::Malloc });
        let size = f.program().exprs.int(4, 64);
        let kind = AllocationKind::Stack;
        at = f.edge_to_new(at, Op::Allocate { register, size, align: 4, kind, site }, None, None);
        f.program().register_expr(register)
    });
    let value = f.program().register_expr(parameter);
    at = f.edge_to_new(at, Op::Store { address: places[0], value }, None, None);
    let load = |f: &mut BodyBuilder<'_>, at: &mut Location, address: ExprId| {
        let register = f.register(int, None);
        *at = f.edge_to_new(*at, Op::Load { register, address }, None, None);
        f.program().register_expr(register)
    };
    let value = load(&mut f, &mut at, places[0]);
    let two = f.program().exprs.int(2, 32);
    let condition = f.program().binary(BinaryOp::Slt, value, two);
    let mut small = f.edge_to_new(at, Op::Assume { condition, truth: true }, None, None);
    let mut large = f.edge_to_new(at, Op::Assume { condition, truth: false }, None, None);
    let done = f.location();
    let value = load(&mut f, &mut small, places[0]);
    f.edge(small, done, Op::Store { address: places[1], value }, None, None);
    let parts = [1, 2].map(|k| {
        let value = load(&mut f, &mut large, places[0]);
        let k = f.program().exprs.int(k, 32);
        let less = f.program().binary(BinaryOp::Sub, value, k);
        let result = f.register(int, None);
        let op = Op::Call { callee: Callee::Direct(fib), arguments: Box::new([less]), results: Box::new([result]) };
        large = f.edge_to_new(large, op, None, None);
        f.program().register_expr(result)
    });
    let value = f.program().binary(BinaryOp::Add, parts[0], parts[1]);
    f.edge(large, done, Op::Store { address: places[1], value }, None, None);
    let mut done = done;
    let value = load(&mut f, &mut done, places[1]);
    let exit = f.exit();
    f.edge(done, exit, Op::Return { values: Box::new([value]) }, None, None);
    f.finish();
    let mut f = b.begin_body(main);
    let n = f.program().exprs.int(n, 32);
    let result = f.register(int, None);
    let op = Op::Call { callee: Callee::Direct(fib), arguments: Box::new([n]), results: Box::new([result]) };
    let (entry, exit) = (f.entry(), f.exit());
    let at = f.edge_to_new(entry, op, None, None);
    let value = f.program().register_expr(result);
    f.edge(at, exit, Op::Return { values: Box::new([value]) }, None, None);
    f.finish();
    b.finish(main).expect("the program is valid")
}

#[divan::bench]
fn calls(bencher: Bencher<'_, '_>) {
    bench(bencher, fibonacci(20), Property::unspecified());
}

#[divan::bench]
fn calls_all_monitors(bencher: Bencher<'_, '_>) {
    bench(bencher, fibonacci(20), Property::everything());
}

fn bench(bencher: Bencher<'_, '_>, program: Program, property: Property) {
    let run = || {
        let options = Options::new(property.clone());
        let mut environment = Seeded::new(None, &["program"], Captured::default());
        Interpreter::new(&program, options).run(&mut environment, None)
    };
    let steps = run().steps;
    bencher.counter(ItemsCount::new(steps)).bench(run);
}

#[divan::bench]
fn registers(bencher: Bencher<'_, '_>) {
    bench(bencher, arithmetic(false), Property::unspecified());
}

#[divan::bench]
fn memory(bencher: Bencher<'_, '_>) {
    bench(bencher, arithmetic(true), Property::unspecified());
}

#[divan::bench]
fn registers_all_monitors(bencher: Bencher<'_, '_>) {
    bench(bencher, arithmetic(false), Property::everything());
}

#[divan::bench]
fn memory_all_monitors(bencher: Bencher<'_, '_>) {
    bench(bencher, arithmetic(true), Property::everything());
}
