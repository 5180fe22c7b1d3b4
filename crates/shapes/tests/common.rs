//! What the tests share: classes of shipped structures, heaps, and runs of operations.

use adumbra_shapes::description::Library;
use adumbra_shapes::*;
use std::collections::BTreeSet;

pub const NEXT: Field = Field(0);

pub fn library() -> Library {
    Library::shipped().expect("the shipped descriptions make sense")
}

pub fn binding(library: &Library, name: &str) -> Binding {
    let structure = library.structure_named(name).expect("a shipped structure");
    let links = library.structure(structure).links.len() as u32;
    Binding { structure, fields: (0..links).map(Field).collect() }
}

/// The generator with these families.
pub fn generator(library: &Library, name: &str, families: &[&str]) -> Generator {
    let binding = binding(library, name);
    let all = &library.structure(binding.structure).families;
    let bit = |family: &&str| 1 << all.iter().position(|own| own.name == **family).expect("a family");
    let families = families.iter().fold(0, |bits, family| bits | bit(family));
    Generator { binding: Some(binding), families }
}

pub fn pointers(numbers: &[u32]) -> BTreeSet<Pointer> {
    numbers.iter().copied().map(Pointer).collect()
}

/// Pointers, of which the second ones keep nodes apart.
pub fn tracking(tracked: &[u32], separating: &[u32]) -> Tracking {
    Tracking { pointers: pointers(tracked), separating: pointers(separating), ..Tracking::default() }
}

/// A store with one class.
pub fn store(name: &str, families: &[&str], tracking: &Tracking) -> (Shapes, ClassId) {
    let library = library();
    let parts = generator(&library, name, families).parts(&library, tracking);
    let mut shapes = Shapes::new(library);
    let class = shapes.class_of_parts(parts).expect("a small class");
    (shapes, class)
}

pub fn text(shapes: &Shapes, graph: GraphId) -> String {
    show(shapes.library(), shapes.class(shapes.class_of(graph)), shapes.graph(graph), &Numbers)
}
