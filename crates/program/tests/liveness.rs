//! Liveness of registers.

use adumbra_program::graph::Liveness;
use adumbra_program::*;
use std::collections::{BTreeSet, HashMap};

/// A program from the lines of its body, whose locations are numbered to before `first`.
fn program(first: u32, body: &str) -> Program {
    let text = format!(
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\nentry @main\n\n\
         function @main() -> i32 {{\n  entry l0 exit l1\n  reg %0 %1 %2 %3 %4: i32\n{body}\n}}\n\n\
         function @f(%5: i32) -> i32 {{\n  entry l{first} exit l{last}\n  reg %5: i32\n  l{first} -> l{last}: return %5\n}}\n",
        last = first + 1
    );
    text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The textbook fixpoint, location by location.
fn by_definition(program: &Program, body: &Body) -> HashMap<Location, BTreeSet<Register>> {
    let mut live: HashMap<Location, BTreeSet<Register>> = HashMap::new();
    loop {
        let mut changed = false;
        for edge in body.edge_ids() {
            let data = &program.edges[edge];
            let mut before = live.get(&data.to).cloned().unwrap_or_default();
            data.op.for_each_definition(|r| {
                before.remove(&r);
            });
            data.op.for_each_use(|e| program.exprs.registers(e, &mut before));
            let at = live.entry(data.from).or_default();
            let count = at.len();
            at.extend(before);
            changed |= at.len() != count;
        }
        if !changed {
            return live;
        }
    }
}

fn check(program: &Program) -> Liveness {
    let body = program.body(program.entry).unwrap();
    let liveness = Liveness::new(program, body);
    let expected = by_definition(program, body);
    for location in body.location_ids() {
        let expected: Vec<Register> = expected.get(&location).into_iter().flatten().copied().collect();
        assert_eq!(liveness.live(program, location), expected, "{location}");
    }
    // Registers that are live at one place have ranges that meet.
    let ranges = liveness.ranges(program, body);
    for location in body.location_ids() {
        let live = liveness.live(program, location);
        for (i, a) in live.iter().enumerate() {
            for b in &live[i + 1..] {
                let (Some(a), Some(b)) = (ranges[a.index()], ranges[b.index()]) else { panic!("no range") };
                assert!(a.0 <= b.1 && b.0 <= a.1);
            }
        }
    }
    liveness
}

#[test]
fn agrees_with_the_definition_on_a_loop_with_a_call() {
    let program = program(
        8,
        "  l0 -> l2: %0 = 0, %1 = 5\n  l2 -> l3: [%0 <s %1]\n  l2 -> l4: [!(%0 <s %1)]\n  l3 -> l5: %2 = call @f(%0)\n  \
         l5 -> l6: %3 = %2 + 1\n  l6 -> l7: %4 = %3 * %1\n  l7 -> l2: %0 = %4\n  l4 -> l1: return %0",
    );
    let liveness = check(&program);
    let names = |list: Vec<Register>| list.iter().map(|r| r.as_u32()).collect::<Vec<_>>();
    let body = program.body(program.entry).unwrap();
    assert_eq!(names(liveness.live(&program, body.entry)), []);
    let call = program.edges.iter().find(|(_, e)| matches!(e.op, Op::Call { .. })).unwrap().0;
    assert_eq!(names(liveness.live_across(&program, call)), [1]);
}

#[test]
fn agrees_with_the_definition_on_straight_lines_and_branches() {
    check(&program(
        9,
        "  l0 -> l2: %0 = 1\n  l2 -> l3: %1 = %0 + 2\n  l3 -> l4: %2 = %1 + %0\n  l4 -> l5: [%2 == 3]\n  l4 -> l6: [!(%2 == 3)]\n  \
         l5 -> l7: %3 = %1\n  l6 -> l7: %3 = %0\n  l7 -> l8: %4 = 9\n  l8 -> l1: return %3",
    ));
    // A register that is read before it is written, a circle, and code that is not reached.
    check(&program(
        7,
        "  l0 -> l2: nop\n  l2 -> l3: [%0 == 1]\n  l2 -> l4: [!(%0 == 1)]\n  l3 -> l2: %0 = %0 + %1\n  l4 -> l1: return %2\n  \
         l5 -> l6: %3 = %4\n  l6 -> l5: %4 = %3",
    ));
}
