//! Traces: what an edge did, as a C programmer reads it.

use crate::common::*;
use adumbra_interpreter::*;
use adumbra_program::*;

struct Lines(Vec<String>);

impl Tracer for Lines {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        if !matches!(view.program().edges[edge].op, Op::Call { .. }) {
            self.0.extend(view.describe(edge));
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.0.extend(view.describe(edge).into_iter().map(|l| format!("{}: {l}", view.depth())));
    }
}

fn variable(name: &str, ctype: CTypeId) -> Option<Variable> {
    Some(Variable { name: name.into(), ctype: Some(ctype), declared: None, parameter: false })
}

#[test]
fn values_by_c_type() {
    let mut b = builder(DataModel::Lp64);
    let int =
        |b: &mut ProgramBuilder, name: &str, signed, bits| b.ctype(CType::Int { name: name.into(), signed, bits });
    let signed = int(&mut b, "int", true, 32);
    let unsigned = int(&mut b, "unsigned int", false, 32);
    let character = int(&mut b, "char", true, 8);
    let double = b.ctype(CType::Float { name: "double".into(), bits: 64 });
    let pointer = b.ctype(CType::Pointer(Some(signed)));
    let array = b.ctype(CType::Array { element: signed, count: Some(3) });
    let fields = vec![("c".into(), character, 0, 8), ("a".into(), array, 32, 96), ("p".into(), pointer, 128, 64)];
    let record = b.ctype(CType::Record { name: "struct s".into(), fields, size: 24 });
    let f = b.declare_function("f", &[], &[I32], false);
    let main = b.declare_function("main", &[], &[I32], false);
    let mut g = Fun::new(&mut b, f);
    let three = g.int(3, I32);
    g.ret(&[three]);
    let mut g = Fun::new(&mut b, main);
    let site = g.body.program().site(SiteData {
        function: main,
        position: None,
        variable: variable("s", record),
        allocator: Allocator::Malloc,
    });
    let s = g.allocate(AllocationKind::Stack, 24, site);
    let set = |g: &mut Fun<'_>, name: &str, ty: Type, ctype, value: ExprId| {
        let register = g.body.register(ty, variable(name, ctype));
        g.op(Op::Assign(Box::new([(register, value)])));
    };
    let minus = g.int(-1, I32);
    set(&mut g, "i", I32, signed, minus);
    set(&mut g, "u", I32, unsigned, minus);
    let letter = g.int(65, I8);
    set(&mut g, "c", I8, character, letter);
    let number = g.int(2.5f64.to_bits() as i64, F64);
    set(&mut g, "d", F64, double, number);
    let inner = g.add(s, 8);
    set(&mut g, "p", Type::Ptr, pointer, inner);
    let null = g.body.program().exprs.intern(Expr::Null, Type::Ptr);
    set(&mut g, "n", Type::Ptr, pointer, null);
    let function = g.body.program().exprs.intern(Expr::FunctionAddr(f), Type::Ptr);
    set(&mut g, "h", Type::Ptr, pointer, function);
    g.store(s, letter);
    g.store(inner, minus);
    let last = g.add(s, 16);
    g.store(last, s);
    let r = g.body.register(I32, variable("r", signed));
    g.op(Op::Call { callee: Callee::Direct(f), arguments: Box::new([]), results: Box::new([r]) });
    g.ret_int(0);
    let p = b.finish(main).unwrap();
    let mut lines = Lines(Vec::new());
    let interpreter = Interpreter::new(&p, Options::new(Property::everything()));
    let traced = interpreter.run(&mut zero(), Some(&mut lines));
    let want = [
        "i = -1",
        "u = 4294967295",
        "c = 65 'A'",
        "d = 2.5",
        "p = &s+8",
        "n = NULL",
        "h = f",
        "s.c = 65 'A'",
        "s.a[1] = -1",
        "s.p = &s",
        "1: r = 3",
    ];
    assert_eq!(lines.0, want);
    assert_eq!(traced.outcome, run(&p).outcome);
    assert_eq!(traced.steps, run(&p).steps, "tracing does not change the count");
}

/// The contents of an object, one level deep, with `?` for what has no value.
#[test]
fn contents_of_objects() {
    struct Last(String);
    impl Tracer for Last {
        fn edge(&mut self, view: &View<'_>, edge: Edge) {
            if let Op::Store { .. } = view.program().edges[edge].op {
                let printer = Printer::new(view.program(), view.memory());
                let object = view.memory().objects().last().unwrap();
                self.0 = printer.contents(object, 0, CTypeId::from_u32(2));
            }
        }
    }
    let mut b = builder(DataModel::Lp64);
    let int = b.ctype(CType::Int { name: "int".into(), signed: true, bits: 32 });
    let array = b.ctype(CType::Array { element: int, count: Some(2) });
    let fields =
        vec![("x".into(), int, 0, 3), ("y".into(), int, 3, 29), ("z".into(), int, 32, 32), ("a".into(), array, 64, 64)];
    b.ctype(CType::Record { name: "struct s".into(), fields, size: 16 });
    let main = b.declare_function("main", &[], &[I32], false);
    let mut f = Fun::new(&mut b, main);
    let s = f.local("s", 16);
    let bits = f.int(0b1_0111, I32);
    f.store(s, bits);
    f.ret_int(0);
    let p = b.finish(main).unwrap();
    let mut last = Last(String::new());
    Interpreter::new(&p, Options::new(Property::everything())).run(&mut zero(), Some(&mut last));
    assert_eq!(last.0, "{x = -1, y = 2, z = ?, a = {…}}");
}
