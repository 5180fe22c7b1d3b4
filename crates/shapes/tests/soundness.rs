//! No heap is lost: random heaps followed through random operations, beside the graphs that stand
//! for them.
//!
//! The concrete semantics is written here a second time, on heaps as vectors of cells, with nothing
//! of the crate but the predicates of a class evaluated on two-valued graphs.

use crate::common::{library, tracking};
use adumbra_shapes::coerce::coerce;
use adumbra_shapes::embedding::is_embedded;
use adumbra_shapes::focus::{Focus, focus};
use adumbra_shapes::generator::{bindings, generators};
use adumbra_shapes::operation::{Condition, Data, Fresh, Operation};
use adumbra_shapes::*;
use adumbra_testing::{Random, rounds};

const POINTERS: usize = 4;
const FIELDS: usize = 3;
const DATA: usize = 2;
const FLAGS: usize = 2;

/// A heap of cells.
#[derive(Clone, Debug)]
struct State {
    pointers: [Option<usize>; POINTERS],
    cells: Vec<Cell>,
    flags: [bool; FLAGS],
}

#[derive(Clone, Debug)]
struct Cell {
    fields: [Option<usize>; FIELDS],
    data: [bool; DATA],
    freed: bool,
}

fn place(target: Option<usize>) -> Place {
    target.map_or(Place::Null, Place::Cell)
}

impl State {
    fn random(random: &mut Random, most: usize) -> State {
        let count = random.below(most + 1);
        let target = |random: &mut Random| Some(random.below(count + 1)).filter(|to| *to < count);
        let cell = |random: &mut Random| Cell {
            fields: std::array::from_fn(|_| target(random)),
            data: std::array::from_fn(|_| random.below(2) == 0),
            freed: random.below(5) == 0,
        };
        State {
            pointers: std::array::from_fn(|_| target(random)),
            cells: (0..count).map(|_| cell(random)).collect(),
            flags: std::array::from_fn(|_| random.below(2) == 0),
        }
    }

    fn heap(&self) -> Heap {
        let cells = |f: &dyn Fn(&Cell) -> Truth| self.cells.iter().map(f).collect::<Vec<_>>();
        let field = |number: usize| self.cells.iter().map(|cell| place(cell.fields[number])).collect();
        Heap {
            count: self.cells.len(),
            pointers: (0..POINTERS).map(|p| (Pointer(p as u32), place(self.pointers[p]))).collect(),
            fields: (0..FIELDS).map(|f| (Field(f as u32), field(f))).collect(),
            assertions: (0..DATA).map(|d| (Assertion(d as u32), cells(&|cell| cell.data[d].into()))).collect(),
            nullaries: (0..FLAGS).map(|c| (Nullary(c as u32), self.flags[c].into())).collect(),
            freed: (0..self.cells.len()).filter(|cell| self.cells[*cell].freed).collect(),
        }
    }

    /// What holds, if it can be asked.
    fn holds(&self, condition: Condition) -> Option<bool> {
        let p = |pointer: Pointer| self.pointers[pointer.0 as usize];
        Some(match condition {
            Condition::Null(x) => p(x).is_none(),
            Condition::Equal(x, y) => p(x) == p(y),
            Condition::FieldNull(x, f) => self.cells[p(x)?].fields[f.0 as usize].is_none(),
            Condition::FieldEqual(x, f, y) => self.cells[p(x)?].fields[f.0 as usize] == p(y),
            Condition::Asserted(x, d) => self.cells[p(x)?].data[d.0 as usize],
            Condition::Freed(x) => self.cells[p(x)?].freed,
            Condition::Holds(c) => self.flags[c.0 as usize],
        })
    }

    /// The state behind an operation, one of several if it leaves something open; nothing if there
    /// is none.
    fn step(&self, operation: &Operation, random: &mut Random) -> Option<State> {
        let mut after = self.clone();
        let count = self.cells.len();
        let p = |pointer: &Pointer| self.pointers[pointer.0 as usize];
        let any = |random: &mut Random, count: usize| Some(random.below(count + 1)).filter(|to| *to < count);
        let data = |data: &Data, random: &mut Random| match data {
            Data::Is(Truth::Unknown) => random.below(2) == 0,
            Data::Is(value) => value.must(),
            Data::As(c) => self.flags[c.0 as usize],
            Data::Not(c) => !self.flags[c.0 as usize],
        };
        match operation {
            Operation::Nothing => {}
            Operation::Null(x) => after.pointers[x.0 as usize] = None,
            Operation::Copy(x, y) => after.pointers[x.0 as usize] = p(y),
            Operation::Load(x, y, f) => after.pointers[x.0 as usize] = self.cells[p(y)?].fields[f.0 as usize],
            Operation::StoreNull(x, f) => after.cells[p(x)?].fields[f.0 as usize] = None,
            Operation::Store(x, f, y) => after.cells[p(x)?].fields[f.0 as usize] = p(y),
            Operation::Malloc(x, fresh) => {
                let unknown = *fresh == Fresh::Unknown;
                after.cells.push(Cell {
                    fields: std::array::from_fn(|_| if unknown { any(random, count + 1) } else { None }),
                    data: std::array::from_fn(|_| random.below(2) == 0),
                    freed: false,
                });
                after.pointers[x.0 as usize] = Some(count);
            }
            Operation::Free(x) => {
                if let Some(cell) = p(x) {
                    after.cells[cell].freed = true;
                }
            }
            Operation::Forget(x) => after.pointers[x.0 as usize] = any(random, count),
            Operation::ForgetField(x, f) => after.cells[p(x)?].fields[f.0 as usize] = any(random, count),
            Operation::SetData(x, changes) => {
                let cell = p(x)?;
                for (d, value) in changes {
                    after.cells[cell].data[d.0 as usize] = data(value, random);
                }
            }
            Operation::ForgetData(d) => {
                after.cells.iter_mut().for_each(|cell| cell.data[d.0 as usize] = random.below(2) == 0);
            }
            Operation::SetNullary(c, value) => after.flags[c.0 as usize] = data(value, random),
            Operation::LoadNullary(c, x, d) => after.flags[c.0 as usize] = self.cells[p(x)?].data[d.0 as usize],
            Operation::Assume(condition, holds) => {
                if self.holds(*condition)? != *holds {
                    return None;
                }
            }
        }
        Some(after)
    }
}

fn random_condition(random: &mut Random) -> Condition {
    let [x, y] = std::array::from_fn(|_| Pointer(random.below(POINTERS) as u32));
    let f = Field(random.below(FIELDS) as u32);
    match random.below(7) {
        0 => Condition::Null(x),
        1 => Condition::Equal(x, y),
        2 => Condition::FieldNull(x, f),
        3 => Condition::FieldEqual(x, f, y),
        4 => Condition::Asserted(x, Assertion(random.below(DATA) as u32)),
        5 => Condition::Freed(x),
        _ => Condition::Holds(Nullary(random.below(FLAGS) as u32)),
    }
}

fn random_operation(random: &mut Random) -> Operation {
    let [x, y] = std::array::from_fn(|_| Pointer(random.below(POINTERS) as u32));
    let f = Field(random.below(FIELDS) as u32);
    let d = Assertion(random.below(DATA) as u32);
    let c = Nullary(random.below(FLAGS) as u32);
    let data = match random.below(5) {
        0 => Data::Is(Truth::True),
        1 => Data::Is(Truth::False),
        2 => Data::Is(Truth::Unknown),
        3 => Data::As(c),
        _ => Data::Not(c),
    };
    match random.below(18) {
        0 => Operation::Null(x),
        1 => Operation::Copy(x, y),
        2..=4 => Operation::Load(x, y, f),
        5 => Operation::StoreNull(x, f),
        6..=8 => Operation::Store(x, f, y),
        9 => Operation::Malloc(x, if random.below(2) == 0 { Fresh::Null } else { Fresh::Unknown }),
        10 => Operation::Free(x),
        11 => Operation::Forget(x),
        12 => Operation::ForgetField(x, f),
        13 => Operation::SetData(x, vec![(d, data)]),
        14 => Operation::ForgetData(d),
        15 => Operation::SetNullary(c, data),
        16 => Operation::LoadNullary(c, x, d),
        _ => Operation::Assume(random_condition(random), random.below(2) == 0),
    }
}

/// A class of any shipped structure, with any of its families, that tracks some of everything.
fn random_class(shapes: &mut Shapes, random: &mut Random) -> ClassId {
    let fields: Vec<Field> = (0..FIELDS as u32).map(Field).collect();
    let bindings = bindings(shapes.library(), &fields);
    let binding = &bindings[random.below(bindings.len())];
    let generators = generators(shapes.library(), binding);
    let generator = &generators[random.below(generators.len())];
    let tracked: Vec<u32> = (0..POINTERS as u32).filter(|_| random.below(4) > 0).collect();
    let separating: Vec<u32> = tracked.iter().copied().filter(|_| random.below(3) > 0).collect();
    let some = |random: &mut Random, most: usize| (0..most as u32).filter(|_| random.below(2) == 0).collect::<Vec<_>>();
    let tracking = Tracking {
        assertions: some(random, DATA).into_iter().map(Assertion).collect(),
        nullaries: some(random, FLAGS).into_iter().map(Nullary).collect(),
        lives: random.below(2) == 0,
        ..tracking(&tracked, &separating)
    };
    let parts = generator.parts(shapes.library(), &tracking);
    shapes.class_of_parts(parts).unwrap()
}

/// Is the state among those that a graph of the set stands for?
fn covered(shapes: &Shapes, class: ClassId, state: &State, set: &[GraphId]) -> Option<GraphId> {
    let concrete = state.heap().graph(shapes.class(class)).unwrap();
    set.iter().copied().find(|graph| is_embedded(&concrete, shapes.graph(*graph)))
}

#[test]
fn cpa_12_posts_cover_what_heaps_become() {
    let library = library();
    let (mut posts, mut large) = (0, 0);
    for seed in 0..rounds(400) {
        let mut random = Random(seed as u64);
        let mut shapes = Shapes::new(library.clone());
        let class = random_class(&mut shapes, &mut random);
        let mut state = State::random(&mut random, 6);
        // A graph that stands for the state, and for others: the abstraction of its heap.
        let mut graph = state.heap().to_shape(&mut shapes, class).unwrap();
        for _ in 0..30 {
            let operation = random_operation(&mut random);
            let Some(next) = state.step(&operation, &mut random) else { continue };
            let number = shapes.operation(operation.clone());
            let Ok(set) = shapes.post(graph, number) else {
                large += 1;
                break;
            };
            let graphs = shapes.graphs(set).to_vec();
            let Some(found) = covered(&shapes, class, &next, &graphs) else {
                let before = crate::common::text(&shapes, graph);
                let after: Vec<String> = graphs.iter().map(|graph| crate::common::text(&shapes, *graph)).collect();
                panic!("seed {seed}: {operation:?} of {state:?}\n{before}\ngives none of\n{}", after.join("\n"));
            };
            (state, graph) = (next, found);
            if random.below(3) > 0 {
                graph = shapes.abstracted(graph);
                assert!(covered(&shapes, class, &state, &[graph]).is_some(), "seed {seed}: abstraction");
            }
            posts += 1;
            let condition = random_condition(&mut random);
            if let Some(holds) = state.holds(condition) {
                let answer = shapes.ask(graph, condition);
                assert!(Truth::from(holds).within(answer), "seed {seed}: {condition:?} is {answer:?}");
            }
        }
    }
    println!("{posts} posts, {large} ended for too many nodes");
    assert!(posts > 1000 && large < posts / 100);
}

/// Focus and coerce keep every heap; what focus gives is definite.
#[test]
fn cpa_12_focus_and_coerce_keep_heaps() {
    let library = library();
    for seed in 0..rounds(300) {
        let mut random = Random(seed as u64);
        let mut shapes = Shapes::new(library.clone());
        let class = random_class(&mut shapes, &mut random);
        let state = State::random(&mut random, 5);
        let id = state.heap().to_shape(&mut shapes, class).unwrap();
        let (graph, class_of) = (shapes.graph(id).clone(), shapes.class(class).clone());
        if graph.layout().unary == 0 || graph.count() == 0 {
            continue;
        }
        let node = random.below(graph.count());
        let on = match random.below(3) {
            0 => Focus::Unary(random.below(graph.layout().unary)),
            1 => Focus::From(random.below(graph.layout().binary), node),
            _ => Focus::To(random.below(graph.layout().binary), node),
        };
        // A summary node as the source of a relation need not be split alike for all its cells.
        if !matches!(on, Focus::Unary(_)) && graph.summary() >> node & 1 == 1 {
            continue;
        }
        let focused = focus(graph, on, false).unwrap();
        let coerced: Vec<Graph> = focused.iter().filter_map(|graph| coerce(&class_of, graph.clone())).collect();
        let concrete = state.heap().graph(&class_of).unwrap();
        assert!(focused.iter().any(|graph| is_embedded(&concrete, graph)), "seed {seed}: focus");
        assert!(coerced.iter().any(|graph| is_embedded(&concrete, graph)), "seed {seed}: coerce");
        for graph in &focused {
            let value = match on {
                Focus::Unary(predicate) => graph.unary(predicate),
                Focus::From(predicate, from) => graph.row(predicate, from),
                Focus::To(predicate, to) => graph.relation(predicate).converse().rows[to],
                Focus::Nullary(_) => continue,
            };
            assert_eq!(value.open(), 0, "seed {seed}: {on:?}");
        }
    }
}

/// Adjusting to any other class keeps the heap, and so does a region over several classes.
#[test]
fn cpa_13_adjusting_keeps_heaps() {
    let library = library();
    for seed in 0..rounds(300) {
        let mut random = Random(seed as u64);
        let mut shapes = Shapes::new(library.clone());
        let [one, two] = [random_class(&mut shapes, &mut random), random_class(&mut shapes, &mut random)];
        let state = State::random(&mut random, 6);
        let graph = state.heap().to_shape(&mut shapes, one).unwrap();
        let adjusted = shapes.adjust(graph, two);
        assert!(covered(&shapes, two, &state, &[adjusted]).is_some(), "seed {seed}");
        // What it does not tell of is found again where the rest of it decides.
        let coerced = shapes.coerced(adjusted).expect("there is a heap");
        assert!(covered(&shapes, two, &state, &[coerced]).is_some(), "seed {seed}: coerce");
        let abstracted = shapes.abstracted(adjusted);
        assert!(covered(&shapes, two, &state, &[abstracted]).is_some(), "seed {seed}");
        // Adjusting to the same class changes nothing; embedding is reflexive, and top is above
        // all.
        assert_eq!(shapes.adjust(graph, one), graph);
        assert!(shapes.embedded(graph, graph));
        let anything = shapes.anything(one);
        let set = shapes.set(vec![graph]);
        assert!(shapes.covers(anything, set), "seed {seed}");
    }
}
