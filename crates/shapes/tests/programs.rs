//! Small programs, explored to a fixpoint by posts and abstraction alone, as an analysis would.

use crate::common::{binding, library, tracking};
use adumbra_shapes::coverage::Coverage;
use adumbra_shapes::operation::{Condition, Data, Fresh, Operation};
use adumbra_shapes::*;
use std::collections::BTreeMap;

/// Edges between locations; the first location is 0.
pub type Program = Vec<(u32, Operation, u32)>;

/// The graphs at each location that is reached. States that are covered are left out.
pub fn explore(shapes: &mut Shapes, class: ClassId, program: &Program) -> BTreeMap<u32, Vec<GraphId>> {
    let start = shapes.empty(class);
    let mut reached: BTreeMap<u32, (Coverage, Vec<GraphId>)> = BTreeMap::new();
    let mut open = vec![(0, start)];
    while let Some((at, graph)) = open.pop() {
        let (coverage, graphs) = reached.entry(at).or_default();
        if shapes.covering(coverage, graph).is_some() {
            continue;
        }
        coverage.insert(graph, shapes.signature(graph));
        graphs.push(graph);
        assert!(graphs.len() < 5_000, "too many graphs at {at}");
        for (from, operation, to) in program {
            if *from == at {
                let operation = shapes.operation(operation.clone());
                let after = shapes.post_abstracted(graph, operation).unwrap();
                open.extend(shapes.graphs(after).iter().map(|graph| (*to, *graph)));
            }
        }
    }
    reached.into_iter().map(|(at, (_, graphs))| (at, graphs)).collect()
}

const ERROR: u32 = 99;
const SUCC: Field = Field(0);
const PRED: Field = Field(1);

/// Two doubly linked lists are built and concatenated; then every link forward has one back.
fn concatenation() -> Program {
    let [l1, l2, p, t, q] = std::array::from_fn(|number| Pointer(number as u32));
    let mut program: Program = Vec::new();
    let mut block = |from: u32, operations: Vec<Operation>, to: u32| {
        let last = operations.len() as u32 - 1;
        for (number, operation) in (0..).zip(operations) {
            let place = |number: u32| if number == 0 { from } else { 100 * from + 100 + number };
            program.push((place(number), operation, if number == last { to } else { place(number + 1) }));
        }
    };
    block(0, [l1, l2, p, t, q].map(Operation::Null).to_vec(), 1);
    for (start, list) in [(1, l1), (3, l2)] {
        block(start, vec![Operation::Malloc(list, Fresh::Null), Operation::Copy(p, list)], start + 1);
        let grow = [
            Operation::Malloc(t, Fresh::Null),
            Operation::Store(p, SUCC, t),
            Operation::Store(t, PRED, p),
            Operation::Load(p, p, SUCC),
            Operation::Null(t),
        ];
        block(start + 1, grow.to_vec(), start + 1);
        block(start + 1, vec![Operation::Nothing], start + 2);
    }
    block(5, vec![Operation::Copy(p, l1)], 6);
    block(6, vec![Operation::Assume(Condition::FieldNull(p, SUCC), false), Operation::Load(p, p, SUCC)], 6);
    block(6, vec![Operation::Assume(Condition::FieldNull(p, SUCC), true)], 7);
    block(7, vec![Operation::Store(p, SUCC, l2), Operation::Store(l2, PRED, p), Operation::Copy(p, l1)], 8);
    block(8, vec![Operation::Assume(Condition::Null(p), false)], 9);
    block(9, vec![Operation::Assume(Condition::FieldNull(p, SUCC), false), Operation::Load(q, p, SUCC)], 10);
    block(10, vec![Operation::Assume(Condition::FieldEqual(q, PRED, p), false)], ERROR);
    block(
        10,
        vec![Operation::Assume(Condition::FieldEqual(q, PRED, p), true), Operation::Copy(p, q), Operation::Null(q)],
        8,
    );
    program
}

/// Does the exploration with this generator leave the error out?
fn is_safe(library: &description::Library, generator: &Generator, program: &Program, tracking: &Tracking) -> bool {
    let mut shapes = Shapes::new(library.clone());
    let class = shapes.class_of_parts(generator.parts(library, tracking)).unwrap();
    let reached = explore(&mut shapes, class, program);
    assert!(reached.contains_key(&0));
    println!("{generator:?}: {} graphs, {:?}", reached.values().map(Vec::len).sum::<usize>(), shapes.counts());
    !reached.contains_key(&ERROR)
}

#[test]
fn cpa_30_inverse_links_are_what_the_concatenation_needs() {
    let library = library();
    let program = concatenation();
    let tracking = tracking(&[0, 1, 2, 3, 4], &[0, 1, 2, 3, 4]);
    let members = generator::generators(&library, &binding(&library, "dll"));
    let (mut asked, mut safe) = (0, Vec::new());
    let answer = fine_tune(
        &members,
        |a, b| b.refines(&library, a),
        |member| member.parts(&library, &tracking).size(),
        |member| {
            asked += 1;
            let is_safe = is_safe(&library, member, &program, &tracking);
            safe.push(is_safe);
            is_safe
        },
    );
    let found = &members[answer.expect("one of them is enough")];
    let families = &library.structure(found.binding.as_ref().unwrap().structure).families;
    let names: Vec<&str> = families
        .iter()
        .enumerate()
        .filter(|(f, _)| found.families >> f & 1 == 1)
        .map(|(_, f)| f.name.as_str())
        .collect();
    assert_eq!(names, ["inverse"]);
    assert!(asked < members.len(), "{asked} of {}", members.len());
}

/// Without the link back from the second list, the error is reached, whatever is told.
#[test]
fn a_missing_link_is_never_ruled_out() {
    let library = library();
    let mut program = concatenation();
    let l2 = Pointer(1);
    for (_, operation, _) in &mut program {
        if *operation == Operation::Store(l2, PRED, Pointer(2)) {
            *operation = Operation::Nothing;
        }
    }
    let tracking = tracking(&[0, 1, 2, 3, 4], &[0, 1, 2, 3, 4]);
    let finest = Generator::finest(&library, binding(&library, "dll"));
    assert!(!is_safe(&library, &finest, &program, &tracking));
    assert!(is_safe(&library, &finest, &concatenation(), &tracking));
}

/// The list of ones that ends in a zero: a walk to the first cell that is no one finds the zero.
#[test]
fn cpa_12_the_list_of_ones_is_safe() {
    let library = library();
    let [a, p, t] = std::array::from_fn(|number| Pointer(number as u32));
    let [one, zero] = [Assertion(0), Assertion(1)];
    let next = SUCC;
    let data = |value: bool| {
        let [one_is, zero_is] = [Data::Is(value.into()), Data::Is((!value).into())];
        Operation::SetData(p, vec![(one, one_is), (zero, zero_is)])
    };
    let is = |x: Pointer, assertion, holds| Operation::Assume(Condition::Asserted(x, assertion), holds);
    let program = |last: Operation| -> Program {
        vec![
            (0, Operation::Null(t), 1),
            (1, Operation::Malloc(a, Fresh::Unknown), 2),
            (2, Operation::Copy(p, a), 3),
            (3, data(true), 4),
            (4, Operation::Malloc(t, Fresh::Unknown), 5),
            (5, Operation::Store(p, next, t), 6),
            (6, Operation::Load(p, p, next), 3),
            (3, last, 7),
            (7, Operation::Copy(p, a), 8),
            (8, is(p, one, true), 9),
            (9, Operation::Load(p, p, next), 8),
            (8, is(p, one, false), 10),
            (10, is(p, zero, false), ERROR),
        ]
    };
    let tracking = Tracking {
        assertions: [one, zero].into(),
        exclusive: [(one, zero)].into(),
        ..tracking(&[0, 1, 2], &[0, 1, 2])
    };
    let generator = crate::common::generator(&library, "sll", &["reachability"]);
    assert!(is_safe(&library, &generator, &program(data(false)), &tracking));
    // If the last cell may hold anything, so may what is found.
    let anything = Operation::SetData(p, vec![(one, Data::Is(Truth::Unknown)), (zero, Data::Is(Truth::Unknown))]);
    assert!(!is_safe(&library, &generator, &program(anything), &tracking));
}

/// Cells are freed one after the other; none is used behind that.
#[test]
fn cpa_12_use_after_free_is_told() {
    let library = library();
    let [a, p, t] = std::array::from_fn(|number| Pointer(number as u32));
    let next = SUCC;
    let program = |first: Operation, second: Operation| -> Program {
        vec![
            (0, Operation::Null(a), 1),
            (1, Operation::Null(t), 2),
            (2, Operation::Null(p), 3),
            (3, Operation::Malloc(t, Fresh::Null), 4),
            (4, Operation::Store(t, next, a), 5),
            (5, Operation::Copy(a, t), 3),
            (3, Operation::Null(t), 6),
            (6, Operation::Copy(p, a), 7),
            (7, Operation::Null(a), 8),
            (8, Operation::Assume(Condition::Null(p), false), 9),
            (9, first, 10),
            (10, Operation::Assume(Condition::Freed(p), true), ERROR),
            (10, second, 11),
            (11, Operation::Copy(p, t), 12),
            (12, Operation::Null(t), 8),
        ]
    };
    let tracking = Tracking { lives: true, ..tracking(&[0, 1, 2], &[0, 1, 2]) };
    let generator = crate::common::generator(&library, "sll", &["reachability", "cyclicity"]);
    let [free, load] = [Operation::Free(p), Operation::Load(t, p, next)];
    assert!(is_safe(&library, &generator, &program(load.clone(), free.clone()), &tracking));
    assert!(!is_safe(&library, &generator, &program(free, load), &tracking));
}
