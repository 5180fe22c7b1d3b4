//! The validator rejects what the reader of the textual form would not let through to it. The
//! rules of automata are in `filetests/rules`.

use adumbra_program::*;

#[test]
fn rejects_a_register_of_another_function() {
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
    let f = b.declare_function("f", &[Type::Int(32)], &[], false);
    let main = b.declare_function("main", &[], &[Type::Int(32)], false);
    let body = b.begin_body(f);
    let foreign = body.parameters()[0];
    body.finish();
    let foreign = b.register_expr(foreign);
    let mut body = b.begin_body(main);
    let (entry, exit) = (body.entry(), body.exit());
    body.edge(entry, exit, Op::Return { values: Box::new([foreign]) }, None, None);
    body.finish();
    assert_eq!(b.finish(main).unwrap_err().rule, "the operation reads a register of another function");
}

/// The error for one operation between the entry and a second location.
fn ill_typed(make: impl FnOnce(&mut ProgramBuilder, Register) -> Op) -> String {
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
    let main = b.declare_function("main", &[], &[], false);
    let mut body = b.begin_body(main);
    let r = body.register(Type::Int(32), None);
    let op = make(body.program(), r);
    let entry = body.entry();
    body.edge_to_new(entry, op, None, None);
    body.finish();
    b.finish(main).expect_err("the operation is ill typed").rule
}

#[test]
fn sli_1_rejects_ill_typed_operations() {
    const RULE: &str = "the operation is not well typed";
    let assign = |b: &mut ProgramBuilder, r| Op::Assign(Box::new([(r, b.exprs.int(1, 8))]));
    assert_eq!(ill_typed(assign), RULE);
    assert_eq!(ill_typed(|b, r| Op::Load { register: r, address: b.register_expr(r) }), RULE);
    assert_eq!(ill_typed(|b, r| Op::Store { address: b.register_expr(r), value: b.register_expr(r) }), RULE);
    assert_eq!(ill_typed(|b, _| Op::End { status: b.exprs.int(0, 64) }), RULE);
    assert_eq!(ill_typed(|_, r| Op::StackSave { register: r }), RULE);
    assert_eq!(ill_typed(|_, _| Op::Unsupported(Symbol::new(7))), RULE);
    let call = |b: &mut ProgramBuilder, r| Op::Call {
        callee: Callee::Direct(Function::new(0)),
        arguments: Box::new([b.register_expr(r)]),
        results: Box::new([]),
    };
    assert_eq!(ill_typed(call), RULE);
}

#[test]
fn sli_1_rejects_ill_typed_expressions() {
    let bad = |b: &mut ProgramBuilder, r| {
        let (wide, narrow) = (b.register_expr(r), b.exprs.int(1, 8));
        Op::Assign(Box::new([(r, b.exprs.intern(Expr::Binary(BinaryOp::Add, wide, narrow), Type::Int(32)))]))
    };
    assert_eq!(ill_typed(bad), "the expression is not well typed");
}

#[test]
fn rejects_ids_that_do_not_exist() {
    let variable = Variable { name: "x".into(), ctype: Some(CTypeId::new(3)), declared: None, parameter: false };
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
    let main = b.declare_function("main", &[], &[], false);
    let mut body = b.begin_body(main);
    body.register(Type::Ptr, Some(variable));
    body.finish();
    assert_eq!(b.finish(main).unwrap_err().rule, "the C type does not exist");
}

#[test]
fn rejects_a_body_that_was_begun_and_dropped() {
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
    let main = b.declare_function("main", &[], &[], false);
    let f = b.declare_function("f", &[], &[], false);
    b.begin_body(main).finish();
    drop(b.begin_body(f));
    assert_eq!(b.finish(main).unwrap_err().rule, "a location, edge or register belongs to no body");
}
