//! The validator rejects each way of breaking the rules of an automaton.

use crate::common;
use adumbra_program::text::Cause;
use adumbra_program::*;

/// The rule that a main function with this body breaks.
fn broken(body: &str) -> String {
    let text = format!("function @main() -> i32 {{\n entry l0 exit l1\n reg %0 %1: i32\n{body}}}\n");
    match common::try_read(&text).expect_err("the body breaks a rule").cause {
        Cause::Invalid(invalid) => invalid.rule,
        other => panic!("{other}"),
    }
}

#[test]
fn sli_1_accepts_an_automaton_that_obeys_the_rules() {
    common::read(
        "function @main() -> i32 {\n entry l0 exit l1\n reg %0: i32\n l0 -> l2: nop\n l2 -> l1: return %0\n}\n",
    );
}

#[test]
fn sli_1_rejects_more_than_two_outgoing_edges() {
    let body = "l0 -> l2: [%0 == 0]\n l0 -> l2: [!(%0 == 0)]\n l0 -> l2: [!(%0 == 0)]\n l2 stop\n";
    assert_eq!(broken(body), "more than two outgoing edges");
}

#[test]
fn sli_1_rejects_two_outgoing_edges_without_assumptions() {
    assert_eq!(broken("l0 -> l2: nop\n l0 -> l2: nop\n l2 stop\n"), "two outgoing edges that are not assumptions");
}

#[test]
fn sli_1_rejects_a_second_exit() {
    let body = "l0 -> l2: return %0\n l2 stop\n";
    assert_eq!(broken(body), "return edges, and no others, lead to the exit");
}

#[test]
fn sli_1_rejects_other_edges_into_the_exit() {
    assert_eq!(broken("l0 -> l1: nop\n"), "return edges, and no others, lead to the exit");
}

#[test]
fn sli_1_rejects_an_edge_from_the_exit() {
    assert_eq!(broken("l0 -> l1: return %0\n l1 -> l2: nop\n l2 stop\n"), "an edge leaves the exit");
}

#[test]
fn sli_1_rejects_an_edge_into_the_entry() {
    assert_eq!(broken("l0 -> l2: nop\n l2 -> l0: nop\n"), "an edge enters the entry");
}

#[test]
fn sli_1_rejects_an_assumption_without_its_negation() {
    assert_eq!(broken("l0 -> l2: [%0 == 0]\n l2 stop\n"), "an assumption without its negation");
    let body = "l0 -> l2: [%0 == 0]\n l0 -> l2: [!(%1 == 0)]\n l2 stop\n";
    assert_eq!(broken(body), "two assumptions that are not a condition and its negation");
    let body = "l0 -> l2: [%0 == 0]\n l0 -> l2: [%0 == 0]\n l2 stop\n";
    assert_eq!(broken(body), "two assumptions that are not a condition and its negation");
}

#[test]
fn sli_1_rejects_an_edge_into_another_function() {
    let text = "function @main() {\n entry l0 exit l1\n l0 -> l2: nop\n}\nfunction @f() {\n entry l2 exit l3\n}\n";
    let Cause::Invalid(invalid) = common::try_read(text).unwrap_err().cause else { panic!() };
    assert_eq!(invalid.rule, "the edge leaves its function");
}

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
