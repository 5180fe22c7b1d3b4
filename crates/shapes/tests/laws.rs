//! Laws: of embedding, of canonical graphs, of regions, of generators, and of the search for the
//! coarsest one.

use crate::common::{binding, library, pointers, store, tracking};
use adumbra_shapes::canonical::{blur, order};
use adumbra_shapes::embedding::is_embedded;
use adumbra_shapes::generator::{bindings, generators};
use adumbra_shapes::truth::Mask;
use adumbra_shapes::*;
use adumbra_testing::{Random, rounds};
use std::collections::BTreeSet;

/// A graph with any values.
fn random_graph(random: &mut Random, class: &class::Class, count: usize) -> Graph {
    let mut graph = Graph::new(class.layout, count).unwrap();
    let mask = |random: &mut Random| {
        let may = random.next() & random.next() & ((1 << count) - 1);
        Mask { must: may & random.next(), may }
    };
    graph.set_summary(random.next() & random.next() & ((1 << count) - 1));
    for predicate in 0..class.layout.unary {
        graph.set_unary(predicate, mask(random));
    }
    for predicate in 0..class.layout.binary {
        (0..count).for_each(|node| graph.set_row(predicate, node, mask(random)));
    }
    graph
}

/// A permutation of the nodes.
fn shuffled(random: &mut Random, graph: &Graph) -> Graph {
    let mut from: Vec<usize> = (0..graph.count()).collect();
    (1..from.len()).for_each(|at| from.swap(at, random.below(at + 1)));
    graph.select(&from).unwrap()
}

/// Embedding by its definition: all functions from nodes to nodes are tried.
fn embedded_by_definition(graph: &Graph, other: &Graph) -> bool {
    let (count, targets) = (graph.count() as u32, other.count());
    let functions = (0..targets.pow(count))
        .map(|code| (0..count).map(|node| code / targets.pow(node) % targets).collect::<Vec<usize>>());
    let equal = |graph: &Graph, u: usize, v: usize| graph.equality().rows[u].at(v);
    functions.into_iter().any(|f| {
        let surjective = f.iter().collect::<BTreeSet<_>>().len() == targets;
        let unary = |p: usize, v: usize| graph.unary(p).at(v).within(other.unary(p).at(f[v]));
        let binary = |p: usize, u: usize, v: usize| graph.edge(p, u, v).within(other.edge(p, f[u], f[v]));
        let mut nodes = 0..graph.count();
        surjective
            && nodes.all(|u| {
                (0..graph.layout().unary).all(|p| unary(p, u))
                    && (0..graph.count()).all(|v| {
                        equal(graph, u, v).within(equal(other, f[u], f[v]))
                            && (0..graph.layout().binary).all(|p| binary(p, u, v))
                    })
            })
    })
}

#[test]
fn cpa_11_embedding_is_what_its_definition_says() {
    let (shapes, class) = store("sll", &[], &tracking(&[0, 1], &[0]));
    let class = shapes.class(class);
    let mut held = 0;
    for seed in 0..rounds(3_000) {
        let mut random = Random(seed as u64);
        let count = 1 + random.below(4);
        let graph = random_graph(&mut random, class, count);
        // Abstractions and graphs made less definite, so that it often holds, and any graph.
        let mut other = match random.below(3) {
            0 => random_graph(&mut random, class, count),
            1 => blur(class, &graph),
            _ => shuffled(&mut random, &graph),
        };
        for _ in 0..random.below(4) {
            if other.count() > 0 {
                let node = random.below(other.count());
                let value = if random.one_in(3) { Truth::True } else { Truth::Unknown };
                other.set_unary(0, other.unary(0).with(node, value));
                other.set_edge(0, node, 0, Truth::Unknown);
            }
        }
        let expected = embedded_by_definition(&graph, &other);
        assert_eq!(is_embedded(&graph, &other), expected, "seed {seed}: {graph:?} {other:?}");
        held += usize::from(expected);
    }
    assert!(held > 300, "{held}");
}

/// However the nodes of a graph are numbered, its abstraction has one number, and so has a graph
/// whose nodes are told apart.
#[test]
fn cpa_11_equality_is_a_number() {
    let (mut shapes, class) = store("sll", &["reachability"], &tracking(&[0, 1], &[0, 1]));
    for seed in 0..rounds(1_000) {
        let mut random = Random(seed as u64);
        let count = 1 + random.below(8);
        let graph = random_graph(&mut random, shapes.class(class), count);
        let other = shuffled(&mut random, &graph);
        let [one, two] = [&graph, &other].map(|graph| blur(shapes.class(class), graph));
        let ids = [shapes.intern(class, &one), shapes.intern(class, &two)];
        assert_eq!(ids[0], ids[1], "seed {seed}");
        assert_eq!(shapes.abstracted(ids[0]), ids[0]);
        assert!(is_embedded(&graph, shapes.graph(ids[0])), "seed {seed}");
        // In any order, a graph is the same.
        let ordered = order(shapes.class(class), &graph);
        assert!(is_embedded(&graph, &ordered) && is_embedded(&ordered, &graph), "seed {seed}");
    }
}

#[test]
fn cpa_11_there_are_only_so_many_nodes() {
    let (mut shapes, class) = store("sll", &[], &tracking(&[0], &[0]));
    let mut graph = shapes.empty(class);
    let malloc = shapes.operation(operation::Operation::Malloc(Pointer(0), operation::Fresh::Null));
    for count in 1..=64 {
        let set = shapes.post(graph, malloc).unwrap();
        graph = shapes.graphs(set)[0];
        assert_eq!(shapes.graph(graph).count(), count);
    }
    assert_eq!(shapes.post(graph, malloc), Err(TooLarge));
    // Abstracted, two nodes are left, and there is room again.
    let graph = shapes.abstracted(graph);
    assert_eq!(shapes.graph(graph).count(), 2);
    assert!(shapes.post(graph, malloc).is_ok());
}

#[test]
fn cpa_13_regions_are_joined_and_covered() {
    let library = library();
    let mut shapes = Shapes::new(library.clone());
    let coarse = generators(&library, &binding(&library, "sll"))[0].parts(&library, &tracking(&[0], &[0]));
    let fine = Generator::finest(&library, binding(&library, "sll")).parts(&library, &tracking(&[0, 1], &[0, 1]));
    let [coarse, fine] = [coarse, fine].map(|parts| shapes.class_of_parts(parts).unwrap());
    let region = |shapes: &mut Shapes, class: ClassId, lengths: &[usize]| {
        let heap = |count: usize| Heap {
            count,
            pointers: vec![(Pointer(0), Place::Cell(0)), (Pointer(1), Place::Cell(count - 1))],
            fields: vec![(Field(0), (1..count).map(Place::Cell).chain([Place::Null]).collect())],
            ..Heap::default()
        };
        let graphs = lengths.iter().map(|count| heap(*count).to_shape(shapes, class).unwrap()).collect();
        Region { parts: [(class, shapes.set(graphs))].into() }
    };
    let short = region(&mut shapes, fine, &[1, 2]);
    let long = region(&mut shapes, fine, &[4]);
    let three = region(&mut shapes, fine, &[3]);
    let view = region(&mut shapes, coarse, &[1, 2]);
    let all = region(&mut shapes, coarse, &[1, 2, 3]);
    let joined = short.join(&long, &mut shapes);
    assert!(joined.covers(&short, &mut shapes) && joined.covers(&long, &mut shapes));
    assert!(!short.covers(&long, &mut shapes) && !short.covers(&joined, &mut shapes));
    assert!(long.covers(&three, &mut shapes) && !three.covers(&long, &mut shapes));
    // What is told less covers what is told more, if it stands for it; never the other way round.
    assert!(view.covers(&short, &mut shapes) && !view.covers(&long, &mut shapes));
    assert!(all.covers(&long, &mut shapes) && !short.covers(&view, &mut shapes));
    let (top, bottom) = (Region::top(&mut shapes, &[fine]), Region::bottom(&mut shapes, &[fine]));
    assert!(top.covers(&joined, &mut shapes) && joined.covers(&bottom, &mut shapes));
    assert!(!bottom.covers(&short, &mut shapes) && !short.covers(&top, &mut shapes));
    assert_eq!(short.join(&bottom, &mut shapes), short);
    // Two classes speak of the same heaps: a region of both is covered by one of either.
    let both = Region { parts: short.parts.iter().chain(&view.parts).map(|(c, s)| (*c, *s)).collect() };
    assert!(short.covers(&both, &mut shapes) && view.covers(&both, &mut shapes));
    assert!(both.covers(&short, &mut shapes) && !both.covers(&view, &mut shapes));
}

/// More tracked or more families is a finer class, and the order of generators is that of classes.
#[test]
fn cpa_14_a_finer_definition_gives_a_finer_class() {
    let library = library();
    let fields: Vec<Field> = (0..3).map(Field).collect();
    let mut all: Vec<Generator> =
        bindings(&library, &fields).iter().flat_map(|binding| generators(&library, binding)).collect();
    all.push(Generator::coarsest());
    let some = |random: &mut Random, most: u32| (0..most).filter(|_| random.one_in(2)).collect::<Vec<_>>();
    let random_tracking = |random: &mut Random| {
        let tracked = some(random, 4);
        let separating: Vec<u32> = tracked.iter().copied().filter(|_| random.one_in(2)).collect();
        Tracking {
            pointers: pointers(&tracked),
            separating: pointers(&separating),
            assertions: some(random, 3).into_iter().map(Assertion).collect(),
            nullaries: some(random, 3).into_iter().map(Nullary).collect(),
            lives: random.one_in(2),
            ..Tracking::default()
        }
    };
    let union = |a: &Tracking, b: &Tracking| Tracking {
        pointers: &a.pointers | &b.pointers,
        separating: &a.separating | &b.separating,
        assertions: &a.assertions | &b.assertions,
        exclusive: BTreeSet::new(),
        nullaries: &a.nullaries | &b.nullaries,
        lives: a.lives || b.lives,
    };
    let mut finer = 0;
    for seed in 0..rounds(2_000) {
        let mut random = Random(seed as u64);
        let one = random_tracking(&mut random);
        let two = union(&one, &random_tracking(&mut random));
        let [m, n] = [&all[random.below(all.len())], &all[random.below(all.len())]];
        assert!(two.refines(&one));
        assert!(m.parts(&library, &two).refines(&m.parts(&library, &one)), "seed {seed}");
        if m.refines(&library, n) {
            assert!(m.parts(&library, &two).refines(&n.parts(&library, &one)), "seed {seed}");
            finer += 1;
        } else if !two.pointers.is_empty() {
            assert!(!m.parts(&library, &two).refines(&n.parts(&library, &two)), "seed {seed}");
        }
    }
    assert!(finer > 20, "{finer}");
    let name = |name: &str| binding(&library, name);
    let finest = |binding: Binding| Generator::finest(&library, binding);
    // A doubly linked list tells all that a list by either of its fields tells; a tree with parents
    // what a tree does.
    assert!(finest(name("dll")).refines(&library, &finest(name("sll"))));
    assert!(finest(name("tree_parent")).refines(&library, &finest(name("tree"))));
    assert!(!finest(name("tree")).refines(&library, &finest(name("sll"))));
    assert!(!finest(name("sll")).refines(&library, &finest(name("dll"))));
    assert!(all.iter().all(|member| member.refines(&library, &Generator::coarsest())));
}

/// Families are closed under what definitions rest on: what lies below in a tree needs a step down.
#[test]
fn cpa_14_generators_are_closed_under_definitions() {
    let library = library();
    let check = |name: &str, count: usize| {
        let members = generators(&library, &binding(&library, name));
        assert_eq!(members.len(), count, "{name}");
        let sets: BTreeSet<u64> = members.iter().map(|member| member.families).collect();
        assert!(sets.iter().all(|a| sets.iter().all(|b| sets.contains(&(a | b)) && sets.contains(&(a & b)))));
    };
    check("sll", 4);
    check("dll", 8);
    check("tree", 12);
    check("tree_parent", 24);
}

#[test]
fn cpa_30_the_search_finds_the_coarsest() {
    let library = library();
    let fields: Vec<Field> = (0..3).map(Field).collect();
    let all: Vec<Generator> =
        bindings(&library, &fields).iter().flat_map(|binding| generators(&library, binding)).collect();
    let tracking = tracking(&[0, 1], &[0]);
    let size = |member: &Generator| member.parts(&library, &tracking).size();
    let coarser = |a: &Generator, b: &Generator| b.refines(&library, a);
    let (mut asked, mut members_asked_of) = (0, 0);
    for seed in 0..rounds(150) {
        let mut random = Random(seed as u64);
        let mut members: Vec<Generator> =
            (0..1 + random.below(20)).map(|_| all[random.below(all.len())].clone()).collect();
        members.push(Generator::coarsest());
        // What is finer than one of these rules the path out; perhaps none of them is a member.
        let enough: Vec<Generator> = (0..random.below(4)).map(|_| all[random.below(all.len())].clone()).collect();
        let rules_out = |member: &Generator| enough.iter().any(|enough| member.refines(&library, enough));
        let found = fine_tune(&members, coarser, size, |member| {
            asked += 1;
            rules_out(member)
        });
        members_asked_of += members.len();
        let exhaustive =
            (0..members.len()).filter(|at| rules_out(&members[*at])).min_by_key(|at| (size(&members[*at]), *at));
        assert_eq!(found, exhaustive, "seed {seed}");
        if let Some(found) = found {
            let strictly = |member: &Generator| {
                coarser(member, &members[found]) && !coarser(&members[found], member) && rules_out(member)
            };
            assert!(!members.iter().any(strictly), "seed {seed}: there is a coarser one");
        }
    }
    println!("{asked} questions about {members_asked_of} members");
    assert!(asked * 3 < members_asked_of * 2);
}
