//! The solver against one that shares and collapses nothing, on random programs.
//!
//! They agree in all they say, as long as pointers stay at multiples of their size. Where numbers
//! and pointers overlap in memory that is copied, it depends on the order in which copies are met
//! how much is taken for a number, and either may be more precise.

use super::*;
use std::collections::BTreeMap;

#[path = "../../tests/common/generated.rs"]
mod generated;

use generated::{Style, program};

/// What an analysis says of all expressions and calls, without numbers of objects, and with what is
/// reached as exposed.
fn said(program: &Program, points_to: &Andersen) -> Vec<String> {
    let objects = points_to.objects();
    let mut said = Vec::new();
    for (expr, _, ty) in program.exprs.iter() {
        let mut targets: BTreeMap<AbstractObject, Offsets> = BTreeMap::new();
        if ty == Type::Ptr {
            points_to.for_each_target(program, expr, &mut |object, offsets| {
                let now = targets.entry(objects.object(object)).or_insert_with(|| offsets.clone());
                now.add(offsets, program.layout.pointer_bits);
            });
        }
        let set = points_to.pointers(expr);
        said.push(format!("{expr}: {targets:?} {} {}", set.unknown, set.indeterminate));
    }
    for (edge, data) in program.edges.iter() {
        if matches!(data.op, Op::Call { .. }) {
            said.push(format!("{edge}: {:?}", points_to.callees(edge)));
        }
    }
    let mut exposed: Vec<AbstractObject> = points_to.exposed().iter().map(|o| objects.object(*o)).collect();
    exposed.sort_unstable();
    said.push(format!("exposed: {exposed:?}"));
    said
}

fn check(seed: u64, style: Style) -> usize {
    let program = program(seed, style);
    let outside = [Outside::Pure, Outside::Arguments, Outside::Everything][seed as usize % 3];
    let (quick, plain) = (Andersen::new(&program, outside), Andersen::plain(&program, outside));
    let (quick, plain) = (said(&program, &quick), said(&program, &plain));
    for (quick, plain) in quick.iter().zip(&plain) {
        assert_eq!(quick, plain, "seed {seed}, {style:?}");
    }
    quick.iter().filter(|line| line.contains("Exact")).count()
}

#[test]
fn sharing_changes_no_answer() {
    let mut known = 0;
    for seed in 0..600 {
        let numbers = [0, 0, 3, 20][seed as usize % 4];
        known +=
            check(seed, Style { functions: 4, operations: 14, globals: 5, near: 9, numbers, copies: 2 + seed % 12 });
    }
    assert!(known > 1000, "{known}");
}
