//! The worked examples: abstraction and embedding of a list, focus and coerce, the list with a
//! flag, explicit heaps, and doubly linked lists.

use crate::common::{NEXT, library, store, text, tracking};
use adumbra_shapes::coerce::coerce;
use adumbra_shapes::embedding::is_embedded;
use adumbra_shapes::focus::{Focus, focus};
use adumbra_shapes::truth::Mask;
use adumbra_shapes::*;

const A: Pointer = Pointer(0);
const P: Pointer = Pointer(1);
const POSITIVE: Assertion = Assertion(0);
const ZERO: Assertion = Assertion(1);

/// Five cells in a row; a points to the first, p to the last, whose data is 0.
fn list_of_five() -> Heap {
    let next = (1..5).map(Place::Cell).chain([Place::Null]).collect();
    let positive: Vec<Truth> = (0..5).map(|cell| Truth::from(cell < 4)).collect();
    let zero = positive.iter().map(|value| !*value).collect();
    Heap {
        count: 5,
        pointers: vec![(A, Place::Cell(0)), (P, Place::Cell(4))],
        fields: vec![(NEXT, next)],
        assertions: vec![(POSITIVE, positive), (ZERO, zero)],
        ..Heap::default()
    }
}

fn data(separating: &[u32]) -> Tracking {
    let assertions = [POSITIVE, ZERO].into();
    Tracking { assertions, exclusive: [(POSITIVE, ZERO)].into(), ..tracking(&[0, 1], separating) }
}

const BOTH: &str = "\
0: x0 d0 reach[x0,f0] f0->2?
1: x1 d1 reach[x0,f0] reach[x1,f0]
2+: d0 reach[x0,f0] f0->1? f0->2?
";

#[test]
fn cpa_11_the_list_of_five_is_abstracted() {
    let (mut shapes, both) = store("sll", &["reachability"], &data(&[0, 1]));
    let heap = list_of_five();
    let first = heap.to_shape(&mut shapes, both).unwrap();
    assert_eq!(text(&shapes, first), BOTH);
    let concrete = heap.graph(shapes.class(both)).unwrap();
    assert!(concrete.is_two_valued());
    assert!(is_embedded(&concrete, shapes.graph(first)));
    assert!(!is_embedded(shapes.graph(first), &concrete));

    // Only a keeps nodes apart.
    let library = library();
    let parts = crate::common::generator(&library, "sll", &["reachability"]).parts(&library, &data(&[0]));
    let one = shapes.class_of_parts(parts).unwrap();
    let second = heap.to_shape(&mut shapes, one).unwrap();
    let expected = "\
0: x0 d0 reach[x0,f0] f0->1?
1+: x1? d0? d1? reach[x0,f0] reach[x1,f0]? f0->1?
";
    assert_eq!(text(&shapes, second), expected);
    // The classes differ in what keeps nodes apart alone, so their graphs have the same predicates.
    assert!(is_embedded(shapes.graph(first), shapes.graph(second)));
    assert!(is_embedded(&concrete, shapes.graph(second)));
    assert!(!is_embedded(shapes.graph(second), shapes.graph(first)));
    let adjusted = shapes.adjust(second, both);
    assert!(shapes.embedded(first, adjusted));
}

#[test]
fn cpa_11_a_heap_means_a_conjunction() {
    let (shapes, class) = store("sll", &[], &tracking(&[0], &[0]));
    let heap = Heap {
        count: 2,
        pointers: vec![(A, Place::Cell(0))],
        fields: vec![(NEXT, vec![Place::Cell(1), Place::Null])],
        ..Heap::default()
    };
    let graph = heap.graph(shapes.class(class)).unwrap();
    let literals = meaning(shapes.library(), shapes.class(class), &graph, &Numbers).unwrap();
    let expected = [
        "alloc(v0)",
        "x0 == v0",
        "v0->f0 != v0",
        "v0->f0 == v1",
        "alloc(v1)",
        "v0 != v1",
        "x0 != v1",
        "v1->f0 != v0",
        "v1->f0 != v1",
    ];
    assert_eq!(literals, expected);
}

#[test]
fn cpa_12_focus_gives_three_graphs_and_coerce_leaves_two() {
    let (mut shapes, class) = store("sll", &["reachability"], &data(&[0, 1]));
    let list = list_of_five().to_shape(&mut shapes, class).unwrap();
    let graph = shapes.graph(list).clone();
    let class_of = shapes.class(class).clone();
    let next = class_of.field(NEXT).unwrap();
    let a = graph.unary(class_of.pointer(A).unwrap()).must.trailing_zeros() as usize;

    let focused = focus(graph, Focus::From(next, a), true).unwrap();
    assert_eq!(focused.len(), 3);
    let mut shown: Vec<String> =
        focused.iter().map(|graph| show(shapes.library(), &class_of, graph, &Numbers)).collect();
    shown.sort();
    let none = "\
0: x0 d0 reach[x0,f0]
1: x1 d1 reach[x0,f0] reach[x1,f0]
2+: d0 reach[x0,f0] f0->1? f0->2?
";
    let whole = none.replacen("0: x0 d0 reach[x0,f0]", "0: x0 d0 reach[x0,f0] f0->2", 1);
    let split = "\
0: x0 d0 reach[x0,f0] f0->3
1: x1 d1 reach[x0,f0] reach[x1,f0]
2+: d0 reach[x0,f0] f0->1? f0->2? f0->3?
3+: d0 reach[x0,f0] f0->1? f0->2? f0->3?
";
    assert_eq!(shown, [none, &whole, split]);

    let mut coerced: Vec<String> = focused
        .into_iter()
        .filter_map(|graph| coerce(&class_of, graph))
        .map(|graph| show(shapes.library(), &class_of, &graph, &Numbers))
        .collect();
    coerced.sort();
    // The node behind a is one cell; it is the only one in the middle, or there are more behind it.
    assert_eq!(coerced.len(), 2);
    assert_eq!(
        coerced[0],
        "\
0: x0 d0 reach[x0,f0] f0->2
1: x1 d1 reach[x0,f0] reach[x1,f0]
2: d0 reach[x0,f0] f0->1? f0->2?
"
    );
    assert_eq!(
        coerced[1],
        "\
0: x0 d0 reach[x0,f0] f0->3
1: x1 d1 reach[x0,f0] reach[x1,f0]
2+: d0 reach[x0,f0] f0->1? f0->2? f0->3?
3: d0 reach[x0,f0] f0->1? f0->2? f0->3?
"
    );

    // The same by the post of p = a->next, after which p points to that node.
    let load = shapes.operation(operation::Operation::Load(P, A, NEXT));
    let after = shapes.post(list, load).unwrap();
    assert_eq!(shapes.graphs(after).len(), 2);
}

/// The list of the flag: cells with h = 1 up to the one that p points to, where h = 3.
fn flags(count: usize, flag: u32) -> Heap {
    let next = (1..count).map(Place::Cell).chain([Place::Null]).collect();
    let value = |number: u32| {
        let cell = move |cell: usize| if cell + 1 == count { 3 } else { flag };
        (Assertion(number), (0..count).map(|at| Truth::from(cell(at) == number)).collect::<Vec<_>>())
    };
    Heap {
        count,
        pointers: vec![(A, Place::Cell(0)), (P, Place::Cell(count - 1))],
        fields: vec![(NEXT, next)],
        assertions: (1..=3).map(value).collect(),
        ..Heap::default()
    }
}

#[test]
fn cpa_13_the_graphs_of_the_list_with_a_flag() {
    let tracking = Tracking { assertions: (1..=3).map(Assertion).collect(), ..tracking(&[0, 1], &[0, 1]) };
    let (mut shapes, class) = store("sll", &[], &tracking);
    let graph = |shapes: &mut Shapes, count, flag| flags(count, flag).to_shape(shapes, class).unwrap();
    let g1 = graph(&mut shapes, 1, 1);
    let [mut same, mut other] = [Vec::new(), Vec::new()];
    for count in 1..8 {
        same.push(graph(&mut shapes, count, 1));
        other.push(graph(&mut shapes, count, 2));
    }
    assert_eq!(text(&shapes, g1), "0: x0 x1 d3\n");
    assert_eq!(text(&shapes, same[1]), "0: x0 d1 f0->1\n1: x1 d3\n");
    assert_eq!(text(&shapes, same[2]), "0: x0 d1 f0->1\n1: x1 d3\n2: d1 f0->1\n".replace("f0->1\n1", "f0->2\n1"));
    assert_eq!(text(&shapes, same[3]), "0: x0 d1 f0->2?\n1: x1 d3\n2+: d1 f0->1? f0->2?\n");
    // Four graphs for each value of the flag, of which the first is shared; three cells are covered
    // by four or more, and nothing else is covered.
    assert_eq!(same[3..], [same[3]; 4]);
    let all = [g1, same[1], same[2], same[3], other[1], other[2], other[3]];
    for (at, one) in all.iter().enumerate() {
        for (to, more) in all.iter().enumerate() {
            let expected = at == to || (at, to) == (2, 3) || (at, to) == (5, 6);
            assert_eq!(shapes.embedded(*one, *more), expected, "{at} {to}");
        }
    }

    // Coverage by the union of two states, but by neither of them.
    let [first, second] = [shapes.set(vec![g1]), shapes.set(vec![same[1]])];
    let both = shapes.set(vec![g1, same[1]]);
    let union = shapes.union(first, second);
    assert_eq!(union, both);
    assert!(shapes.covers(union, both) && !shapes.covers(first, both) && !shapes.covers(second, both));
}

/// The explicit heap of the threshold example: 1, 1, 1, 0.
#[test]
fn cpa_13_an_explicit_heap_becomes_a_shape() {
    let (mut shapes, class) = store("sll", &["reachability"], &data(&[0, 1]));
    let next = (1..4).map(Place::Cell).chain([Place::Null]).collect();
    let zero: Vec<Truth> = (0..4).map(|cell| Truth::from(cell == 3)).collect();
    let heap = Heap {
        count: 4,
        pointers: vec![(A, Place::Cell(0)), (P, Place::Cell(3))],
        fields: vec![(NEXT, next)],
        assertions: vec![(POSITIVE, zero.iter().map(|value| !*value).collect()), (ZERO, zero)],
        ..Heap::default()
    };
    let shape = heap.to_shape(&mut shapes, class).unwrap();
    assert_eq!(text(&shapes, shape), BOTH);
    // What the heap does not tell of is unknown.
    let heap = Heap { assertions: Vec::new(), ..heap };
    let shape = heap.to_shape(&mut shapes, class).unwrap();
    assert_eq!(text(&shapes, shape), BOTH.replace(" d0", " d0? d1?").replace(" d1 ", " d0? d1? "));
    let far = Heap { count: 65, ..Heap::default() };
    assert_eq!(far.to_shape(&mut shapes, class), Err(TooLarge));
}

/// Five cells with links both ways are lists by either field and doubly linked, and no tree.
#[test]
fn cpa_31_the_heap_of_a_doubly_linked_list_is_recognised() {
    let library = library();
    let (succ, pred) = (Field(0), Field(1));
    let heap = Heap {
        count: 5,
        pointers: vec![(A, Place::Cell(0))],
        fields: vec![
            (succ, (1..5).map(Place::Cell).chain([Place::Null]).collect()),
            (pred, [Place::Null].into_iter().chain((0..4).map(Place::Cell)).collect()),
        ],
        ..Heap::default()
    };
    let bindings = generator::bindings(&library, &[succ, pred]);
    let found = heap.looks_like(&library, &bindings).unwrap();
    let name = |binding: &Binding| (library.structure(binding.structure).name.clone(), binding.fields.clone());
    let expected = [("sll", vec![succ]), ("sll", vec![pred]), ("dll", vec![succ, pred]), ("dll", vec![pred, succ])];
    let expected: Vec<_> = expected.into_iter().map(|(name, fields)| (name.to_owned(), fields)).collect();
    assert_eq!(found.iter().map(name).collect::<Vec<_>>(), expected);
    // A heap that does not tell of pred may be one.
    let heap = Heap { fields: heap.fields[..1].to_vec(), ..heap };
    let dll = Binding { structure: library.structure_named("dll").unwrap(), fields: vec![succ, pred] };
    assert_eq!(heap.obeys(&library, &dll), Ok(Truth::Unknown));
}

/// Heaps of each kind, and the structures that they look like.
#[test]
fn cpa_31_heaps_of_each_structure_are_recognised() {
    let library = library();
    let check = |count: usize, edges: &[(u32, usize, usize)], expected: &[&str]| {
        let field = |number| {
            let mut places = vec![Place::Null; count];
            edges.iter().filter(|edge| edge.0 == number).for_each(|edge| places[edge.1] = Place::Cell(edge.2));
            (Field(number), places)
        };
        let heap = Heap { count, fields: (0..3).map(field).collect(), ..Heap::default() };
        let all = ["sll", "circular", "dll", "tree", "tree_parent"];
        let obeys = |name: &&str| heap.obeys(&library, &crate::common::binding(&library, name)).unwrap().must();
        let found: Vec<&str> = all.into_iter().filter(|name| obeys(name)).collect();
        assert_eq!(found, expected, "{edges:?}");
    };
    check(1, &[], &["sll", "dll", "tree", "tree_parent"]);
    check(3, &[(0, 0, 1), (0, 1, 2)], &["sll", "tree"]);
    check(3, &[(0, 0, 1), (0, 1, 2), (0, 2, 0)], &["sll", "circular", "tree"]);
    check(3, &[(0, 0, 1), (1, 0, 2)], &["sll", "tree"]);
    check(3, &[(0, 0, 1), (1, 0, 2), (2, 1, 0), (2, 2, 0)], &["sll", "tree", "tree_parent"]);
    check(2, &[(0, 0, 1), (1, 0, 1)], &["sll"]);
    check(2, &[(0, 0, 1), (1, 1, 0)], &["sll", "dll", "tree"]);
    check(3, &[(0, 0, 1), (0, 1, 2), (1, 1, 0), (1, 2, 1)], &["sll", "dll"]);
}

#[test]
fn masks_are_kleenes() {
    let all = 0b111;
    // Node 0 has 0, node 1 has ½, node 2 has 1.
    let three = Mask { must: 0b100, may: 0b110 };
    assert_eq!(three.not(all), Mask { must: 0b001, may: 0b011 });
    assert_eq!(three.and(three.not(all)), Mask::unknown(0b010));
    assert_eq!(Mask::choose(Mask::unknown(all), three, three), three);
}
