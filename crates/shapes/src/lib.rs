//! # Shapes
//!
//! Shape graphs in two- and three-valued logic, their operators, and descriptions of linked data
//! structures. The crate knows no programs: whoever does gives pointers, fields, assertions and
//! conditions numbers ([`names`]), and asks for posts of operations.
//!
//! A graph ([`graph`]) has nodes, each for one cell or more, and predicates with the values 0, ½
//! and 1 ([`truth`]). A class ([`class`]) says which predicates: where pointers point, links,
//! assertions, and derived ones with definitions, which come from descriptions ([`description`]).
//! Canonical abstraction ([`canonical`]) makes one node of those that agree on some predicates, so
//! there are finitely many graphs. The post of an operation ([`post`]) is focus, update and coerce.
//! The store ([`Shapes`]) gives everything a number, and computes nothing twice.
//!
//! ```
//! use adumbra_shapes::*;
//! use adumbra_shapes::operation::{Condition, Fresh, Operation};
//!
//! // Lists with one link, told by where x and y point and what x reaches.
//! let library = description::Library::shipped()?;
//! let sll = library.structure_named("sll").unwrap();
//! let (x, y, next) = (Pointer(0), Pointer(1), Field(0));
//! let generator = Generator::finest(&library, Binding { structure: sll, fields: vec![next] });
//! let pointers: std::collections::BTreeSet<_> = [x, y].into();
//! let tracking = Tracking { separating: pointers.clone(), pointers, ..Tracking::default() };
//! let parts = generator.parts(&library, &tracking);
//!
//! let mut shapes = Shapes::new(library);
//! let class = shapes.class_of_parts(parts)?;
//! let mut graphs = vec![shapes.empty(class)];
//! for operation in [
//!     Operation::Null(y),
//!     Operation::Malloc(x, Fresh::Null),
//!     Operation::Malloc(y, Fresh::Null),
//!     Operation::Store(x, next, y),
//!     Operation::Load(y, x, next),
//! ] {
//!     let operation = shapes.operation(operation);
//!     let sets: Vec<_> = graphs.iter().map(|g| shapes.post_abstracted(*g, operation)).collect::<Result<_, _>>()?;
//!     graphs = sets.iter().flat_map(|set| shapes.graphs(*set).to_vec()).collect();
//! }
//! // y points to what x->next leads to, and that is not null.
//! assert_eq!(graphs.len(), 1);
//! assert_eq!(shapes.ask(graphs[0], Condition::FieldEqual(x, next, y)), Truth::True);
//! assert_eq!(shapes.ask(graphs[0], Condition::Null(y)), Truth::False);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Invariant: no heap is lost.** Whatever an operation makes of a heap for which a graph stands,
//! one graph of the post stands for it; canonical abstraction, adjustment and coerce keep every
//! heap. The tests follow heaps through random operations.
//!
//! **Invariant: an update formula is what its definition says.** The shipped ones are proved for
//! heaps of up to six cells; those of a user are checked when they are read ([`check`]).

pub mod canonical;
pub mod check;
pub mod class;
pub mod coerce;
pub mod coverage;
pub mod description;
pub mod embedding;
pub mod evaluate;
pub mod explicit;
mod fine_tune;
pub mod focus;
pub mod formula;
pub mod generator;
pub mod graph;
pub mod names;
pub mod operation;
pub mod post;
mod region;
pub mod relation;
mod show;
mod store;
pub mod truth;
pub mod update;
mod written;

pub use explicit::{Heap, Place};
pub use fine_tune::fine_tune;
pub use generator::{Binding, Generator, Tracking};
pub use graph::{Graph, TooLarge};
pub use names::{Assertion, ClassId, Field, GraphId, Names, Nullary, Numbers, OperationId, Pointer, SetId};
pub use region::Region;
pub use show::{meaning, show};
pub use store::{Counts, Shapes};
pub use truth::Truth;
pub use written::WrittenHeap;
