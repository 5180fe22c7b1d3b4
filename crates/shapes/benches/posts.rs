//! Benchmarks: posts a second on graphs of lists that are linked both ways, and what a graph costs,
//! interned and looked up for cover, when there are a thousand, ten thousand, a hundred thousand.

use adumbra_shapes::check::heap;
use adumbra_shapes::coverage::Coverage;
use adumbra_shapes::description::Library;
use adumbra_shapes::operation::{Fresh, Operation};
use adumbra_shapes::{Binding, ClassId, Field, Generator, Graph, GraphId, Pointer, Shapes, Tracking};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// A store with a class of a structure with all its families, and so many pointers.
fn store(name: &str, pointers: u32) -> (Shapes, ClassId) {
    let library = Library::shipped().expect("the shipped descriptions");
    let structure = library.structure_named(name).expect("a shipped structure");
    let links = library.structure(structure).links.len() as u32;
    let binding = Binding { structure, fields: (0..links).map(Field).collect() };
    let pointers: std::collections::BTreeSet<_> = (0..pointers).map(Pointer).collect();
    let tracking = Tracking { separating: pointers.clone(), pointers, ..Tracking::default() };
    let parts = Generator::finest(&library, binding).parts(&library, &tracking);
    let mut shapes = Shapes::new(library);
    let class = shapes.class_of_parts(parts).expect("a small class");
    (shapes, class)
}

/// Random heaps of so many cells.
fn heaps(shapes: &Shapes, class: ClassId, cells: usize, count: usize, mut state: u64) -> Vec<Graph> {
    let mut digit = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % (cells + 1)
    };
    (0..count).map(|_| heap(shapes.class(class), cells, &mut digit).expect("few cells")).collect()
}

/// Posts of the operations that a loop over a list is made of, none of them known before.
#[divan::bench(args = ["sll", "dll", "tree"])]
fn posts(bencher: Bencher<'_, '_>, name: &str) {
    let [x, y] = [Pointer(0), Pointer(1)];
    let f = Field(0);
    let operations = [
        Operation::Load(x, y, f),
        Operation::Store(x, f, y),
        Operation::Malloc(x, Fresh::Null),
        Operation::StoreNull(y, f),
        Operation::Copy(x, y),
    ];
    bencher
        .with_inputs(|| {
            let (mut shapes, class) = store(name, 3);
            let heaps = heaps(&shapes, class, 6, 100, 7);
            let graphs: Vec<GraphId> = heaps.iter().map(|graph| shapes.intern(class, graph)).collect();
            let graphs: Vec<GraphId> = graphs.iter().map(|graph| shapes.abstracted(*graph)).collect();
            let operations: Vec<_> = operations.iter().map(|operation| shapes.operation(operation.clone())).collect();
            (shapes, graphs, operations)
        })
        .input_counter(|(_, graphs, operations)| ItemsCount::new(graphs.len() * operations.len()))
        .bench_values(|(mut shapes, graphs, operations)| {
            for graph in &graphs {
                for operation in &operations {
                    let _ = divan::black_box(shapes.post_abstracted(*graph, *operation));
                }
            }
            shapes
        });
}

/// A thousand new graphs beside so many others: abstracted, interned, and looked up for cover.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 10)]
fn interning_and_covering(bencher: Bencher<'_, '_>, others: usize) {
    bencher
        .with_inputs(|| {
            let (mut shapes, class) = store("dll", 4);
            let mut coverage = Coverage::default();
            let mut seed = 1;
            while coverage.count() < others {
                seed += 2;
                for heap in heaps(&shapes, class, 9, 1_000, seed) {
                    let before = shapes.count();
                    let id = shapes.intern(class, &heap);
                    if shapes.count() > before {
                        coverage.insert(id, shapes.signature(id));
                    }
                }
            }
            let new = heaps(&shapes, class, 9, 1_000, 1 << 40);
            (shapes, class, coverage, new)
        })
        .input_counter(|(.., new)| ItemsCount::new(new.len()))
        .bench_values(|(mut shapes, class, coverage, new)| {
            for graph in &new {
                let id = shapes.intern(class, graph);
                divan::black_box(shapes.covering(&coverage, id));
            }
            shapes
        });
}
