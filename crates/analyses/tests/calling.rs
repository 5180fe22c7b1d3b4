//! Random programs that call functions with and without a body, and random specifications over what
//! they do.

use adumbra_analyses::automaton::*;
use adumbra_laws::Random;
use adumbra_program::*;
use std::sync::Arc;

/// Makes the body of `main` from random statements.
struct Maker<'b> {
    body: BodyBuilder<'b>,
    registers: Vec<Register>,
    at: Location,
    line: u32,
    file: SourceFile,
    nondet: Symbol,
    inputs: bool,
    functions: Functions,
    globals: [Global; 2],
}

#[derive(Clone, Copy)]
struct Functions {
    lock: Function,
    unlock: Function,
    get: Function,
    next: Function,
    touch: Function,
}

impl Maker<'_> {
    fn emit(&mut self, op: Op) {
        self.line += 1;
        let position = Some(Position { file: self.file, line: self.line, column: 1 });
        let to = self.body.location();
        self.body.edge(self.at, to, op, position, None);
        self.at = to;
    }

    fn integer(&mut self, random: &mut Random) -> ExprId {
        let register = random.pick(&self.registers);
        let program = self.body.program();
        match random.below(3) {
            0 => program.exprs.int(random.below(3) as u64, 32),
            1 => program.register_expr(register),
            _ => {
                let (a, b) = (program.register_expr(register), program.exprs.int(random.below(3) as u64, 32));
                program.binary(BinaryOp::Add, a, b)
            }
        }
    }

    fn pointer(&mut self, random: &mut Random) -> ExprId {
        let global = random.pick(&self.globals);
        let pool = &mut self.body.program().exprs;
        match random.below(4) {
            0 => pool.intern(Expr::Null, Type::Ptr),
            1 => {
                let base = pool.intern(Expr::GlobalAddr(global), Type::Ptr);
                let by = pool.int(4, 64);
                pool.intern(Expr::Binary(BinaryOp::PtrAdd, base, by), Type::Ptr)
            }
            _ => pool.intern(Expr::GlobalAddr(global), Type::Ptr),
        }
    }

    fn call(&mut self, function: Function, arguments: Vec<ExprId>, results: Vec<Register>) {
        self.emit(Op::Call { callee: Callee::Direct(function), arguments: arguments.into(), results: results.into() });
    }

    fn branch(&mut self, condition: ExprId) -> (Location, Location) {
        self.line += 1;
        let position = Some(Position { file: self.file, line: self.line, column: 1 });
        let (then, otherwise) = (self.body.location(), self.body.location());
        for (to, truth) in [(then, true), (otherwise, false)] {
            self.body.edge(self.at, to, Op::Assume { condition, truth }, position, None);
        }
        (then, otherwise)
    }

    fn statement(&mut self, random: &mut Random, depth: u32) {
        let register = random.pick(&self.registers);
        match random.below(if depth == 0 { 7 } else { 9 }) {
            0 => {
                let value = self.integer(random);
                self.emit(Op::Assign(Box::new([(register, value)])));
            }
            1 if self.inputs => self.emit(Op::Input { register, source: InputSource::Nondet(self.nondet) }),
            4 if self.inputs => self.call(self.functions.get, vec![], vec![register]),
            5 if self.inputs => {
                let argument = self.integer(random);
                self.call(self.functions.next, vec![argument], vec![register]);
            }
            1 | 2 => {
                let argument = self.integer(random);
                self.call(self.functions.lock, vec![argument], vec![]);
            }
            3..=5 => {
                let argument = self.integer(random);
                self.call(self.functions.unlock, vec![argument], vec![]);
            }
            6 => {
                let argument = self.pointer(random);
                self.call(self.functions.touch, vec![argument], vec![]);
            }
            _ => {
                let (left, right) = (self.integer(random), self.integer(random));
                let condition = self.body.program().binary(BinaryOp::Eq, left, right);
                let (then, otherwise) = self.branch(condition);
                self.at = then;
                self.statements(random, depth - 1);
                let end = self.at;
                self.at = otherwise;
                self.statements(random, depth - 1);
                self.body.edge(end, self.at, Op::Nop, None, None);
            }
        }
    }

    fn statements(&mut self, random: &mut Random, depth: u32) {
        for _ in 0..1 + random.below(4) {
            self.statement(random, depth);
        }
        // So that no branch ends where it began.
        self.emit(Op::Nop);
    }
}

/// A random program that calls `lock`, `next` and `touch`, which have bodies, and `unlock` and
/// `get`, which have none; `next` and `get` only if there are to be inputs.
pub fn program(random: &mut Random, inputs: bool) -> Arc<Program> {
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
    let nondet = b.symbol("__VERIFIER_nondet_int");
    let file = b.file(FileData { path: "dir/random.c".into(), line_markers: Vec::new() });
    let int = Type::Int(32);
    let main = b.declare_function("main", &[], &[int], false);
    let functions = Functions {
        lock: b.declare_function("lock", &[int], &[], false),
        unlock: b.declare_function("unlock", &[int], &[], false),
        get: b.declare_function("get", &[], &[int], false),
        next: b.declare_function("next", &[int], &[int], false),
        touch: b.declare_function("touch", &[Type::Ptr], &[], false),
    };
    let mut global = |name: &str| {
        b.global(GlobalData {
            name: name.into(),
            size: 8,
            align: 8,
            constant: false,
            literal: false,
            open: false,
            library: false,
            init: Some(Initializer { bytes: Vec::new(), relocations: Vec::new() }),
            variable: None,
        })
    };
    let globals = [global("g"), global("h")];
    for function in [functions.lock, functions.touch] {
        let mut body = b.begin_body(function);
        let (entry, exit) = (body.entry(), body.exit());
        body.edge(entry, exit, Op::Return { values: Box::new([]) }, None, None);
        body.finish();
    }
    let mut body = b.begin_body(functions.next);
    let parameter = body.parameters()[0];
    let (entry, exit) = (body.entry(), body.exit());
    let (x, one) = (body.program().register_expr(parameter), body.program().exprs.int(1, 32));
    let sum = body.program().binary(BinaryOp::Add, x, one);
    body.edge(entry, exit, Op::Return { values: Box::new([sum]) }, None, None);
    body.finish();

    let mut body = b.begin_body(main);
    let registers: Vec<Register> = (0..3).map(|_| body.register(int, None)).collect();
    let (at, exit) = (body.entry(), body.exit());
    let zero = body.program().exprs.int(0, 32);
    let mut maker = Maker { body, registers: registers.clone(), at, line: 0, file, nondet, inputs, functions, globals };
    maker.emit(Op::Assign(registers.iter().map(|r| (*r, zero)).collect()));
    for _ in 0..3 {
        maker.statements(random, 2);
    }
    let end = maker.at;
    maker.body.edge(end, exit, Op::Return { values: Box::new([zero]) }, None, None);
    maker.body.finish();
    Arc::new(b.finish(main).expect("a valid program"))
}

/// A random specification over what these programs do.
pub fn specification(random: &mut Random) -> Specification {
    let parameter = random.below(2) == 0;
    let own = if parameter { "$p" } else { "_" };
    let conditions = ["", "", " assuming x > 0", " assuming x != 1 && x < 3", " assuming !(x == 0 || x >= 2)"];
    let mut text = format!("automaton a{} {{\n", if parameter { "($p)" } else { "" });
    let states = 1 + random.below(3);
    for state in 0..states {
        text += &format!("state s{state} {{\n");
        for _ in 0..1 + random.below(4) {
            let argument = random.pick(&[own, own, "_", "1", "-1", "x"]).to_string();
            let function = random.pick(&["lock", "unlock", "*lock", "next"]);
            let result = random.pick(&["get", "next", "__VERIFIER_nondet_*"]);
            let pointer = random.pick(&[own, "null", "x", "_"]).to_string();
            let mut trigger = match random.below(7) {
                0 | 1 => format!("call {function}({argument})"),
                2 => format!("return {result} = {argument}"),
                3 => format!("call touch({pointer})"),
                4 => format!("branch \"random.c\":{} {}", 1 + random.below(30), random.below(2) == 0),
                5 => format!("line {}", 1 + random.below(30)),
                _ => random.pick(&["exit", "return main", "return lock", "call get()"]).to_string(),
            };
            if trigger.contains("(x)") || trigger.ends_with("= x") {
                trigger += random.pick(&conditions);
            }
            let action = match random.below(6) {
                0 => "stop".to_owned(),
                1 | 2 => format!("error \"e{}\"", random.below(3)),
                _ => format!("s{}", random.below(states)),
            };
            text += &format!("{trigger} -> {action};\n");
        }
        text += "}\n";
    }
    text += "}\n";
    parse("random", &text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}
