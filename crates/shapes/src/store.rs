//! The store: classes, graphs, sets of graphs and operations, each by a number, and what was
//! computed of them.
//!
//! Two graphs of one class have the same number if their words in canonical order are the same. So
//! the post of an operation, the abstraction of a graph, the union of two sets are computed once.

use crate::canonical::{blur, order, signature};
use crate::class::{Class, Parts};
use crate::coerce::coerce;
use crate::coverage::{Coverage, SignatureId};
use crate::description::Library;
use crate::embedding::is_embedded;
use crate::graph::{Graph, TooLarge};
use crate::names::{ClassId, GraphId, OperationId, SetId};
use crate::operation::{Condition, Operation};
use crate::post::{Plans, Poster};
use crate::truth::{Mask, Truth};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

struct Record {
    class: ClassId,
    graph: Graph,
    signature: Option<SignatureId>,
}

/// How often something was computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Posts that were computed.
    pub posts: u64,
    /// Posts that were known.
    pub known_posts: u64,
    /// Pairs of graphs of which it was checked whether one covers the other.
    pub embeddings: u64,
}

/// The store.
pub struct Shapes {
    library: Library,
    classes: Vec<Class>,
    plans: Vec<Plans>,
    class_ids: FxHashMap<Parts, ClassId>,
    graphs: Vec<Record>,
    table: HashTable<GraphId>,
    signatures: FxHashMap<(ClassId, Vec<u64>), SignatureId>,
    sets: Vec<Box<[GraphId]>>,
    set_ids: FxHashMap<Box<[GraphId]>, SetId>,
    operations: Vec<Operation>,
    operation_ids: FxHashMap<Operation, OperationId>,
    posts: FxHashMap<(GraphId, OperationId), Result<SetId, TooLarge>>,
    abstracted: FxHashMap<GraphId, GraphId>,
    adjusted: FxHashMap<(GraphId, ClassId), GraphId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
    coverages: FxHashMap<SetId, Coverage>,
    counts: Counts,
}

impl Shapes {
    /// An empty store over these descriptions.
    pub fn new(library: Library) -> Self {
        Shapes {
            library,
            classes: Vec::new(),
            plans: Vec::new(),
            class_ids: FxHashMap::default(),
            graphs: Vec::new(),
            table: HashTable::new(),
            signatures: FxHashMap::default(),
            sets: Vec::new(),
            set_ids: FxHashMap::default(),
            operations: Vec::new(),
            operation_ids: FxHashMap::default(),
            posts: FxHashMap::default(),
            abstracted: FxHashMap::default(),
            adjusted: FxHashMap::default(),
            unions: FxHashMap::default(),
            coverages: FxHashMap::default(),
            counts: Counts::default(),
        }
    }

    /// The descriptions.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// What was computed so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The number of a class.
    pub fn class_of_parts(&mut self, parts: Parts) -> Result<ClassId, TooLarge> {
        if let Some(id) = self.class_ids.get(&parts) {
            return Ok(*id);
        }
        let class = Class::new(&self.library, parts.clone())?;
        let id = match self.class_ids.get(&class.parts) {
            Some(id) => *id,
            None => {
                let id = ClassId(self.classes.len() as u32);
                self.class_ids.insert(class.parts.clone(), id);
                self.classes.push(class);
                self.plans.push(Plans::default());
                id
            }
        };
        self.class_ids.insert(parts, id);
        Ok(id)
    }

    /// A class.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    /// The number of a graph of a class, whose predicates are numbered as the class says.
    pub fn intern(&mut self, class: ClassId, graph: &Graph) -> GraphId {
        let graph = order(self.class(class), graph);
        let hasher = |class: ClassId, graph: &Graph| FxBuildHasher.hash_one((class, graph));
        let hash = hasher(class, &graph);
        let records = &self.graphs;
        let same = |id: &GraphId| {
            let record = &records[id.0 as usize];
            record.class == class && record.graph == graph
        };
        if let Some(id) = self.table.find(hash, same) {
            return *id;
        }
        let id = GraphId(self.graphs.len() as u32);
        let next = SignatureId(self.signatures.len() as u32);
        let words = signature(&self.classes[class.0 as usize], &graph);
        let signature = words.map(|words| *self.signatures.entry((class, words)).or_insert(next));
        self.graphs.push(Record { class, graph, signature });
        let records = &self.graphs;
        self.table.insert_unique(hash, id, |id| {
            let record = &records[id.0 as usize];
            hasher(record.class, &record.graph)
        });
        id
    }

    /// A graph.
    pub fn graph(&self, id: GraphId) -> &Graph {
        &self.graphs[id.0 as usize].graph
    }

    /// The class of a graph.
    pub fn class_of(&self, id: GraphId) -> ClassId {
        self.graphs[id.0 as usize].class
    }

    /// By what graphs that may cover each other are found. Nothing if abstraction predicates are
    /// unknown.
    pub fn signature(&self, id: GraphId) -> Option<SignatureId> {
        self.graphs[id.0 as usize].signature
    }

    /// The number of graphs.
    pub fn count(&self) -> usize {
        self.graphs.len()
    }

    /// The graph of a class that says nothing, but that there is a node.
    pub fn top(&mut self, class: ClassId) -> GraphId {
        let graph = Graph::top(self.class(class).layout);
        self.intern(class, &graph)
    }

    /// The heap without nodes, in which all pointers are null, nothing being known of conditions.
    pub fn empty(&mut self, class: ClassId) -> GraphId {
        let layout = self.class(class).layout;
        let mut graph = Graph::top(layout).merged(&[]);
        graph.set_summary(0);
        self.intern(class, &graph)
    }

    /// Every heap: with nodes and without.
    pub fn anything(&mut self, class: ClassId) -> SetId {
        let graphs = vec![self.top(class), self.empty(class)];
        self.set(graphs)
    }

    /// The canonical abstraction of a graph.
    pub fn abstracted(&mut self, id: GraphId) -> GraphId {
        if let Some(known) = self.abstracted.get(&id) {
            return *known;
        }
        let class = self.class_of(id);
        let blurred = blur(self.class(class), self.graph(id));
        let result = self.intern(class, &blurred);
        self.abstracted.insert(id, result);
        result
    }

    /// The graph with all that the constraints of its class decide; nothing if it stands for no
    /// heap.
    pub fn coerced(&mut self, id: GraphId) -> Option<GraphId> {
        let class = self.class_of(id);
        let coerced = coerce(self.class(class), self.graph(id).clone())?;
        Some(self.intern(class, &coerced))
    }

    /// The number of a set of graphs.
    pub fn set(&mut self, mut graphs: Vec<GraphId>) -> SetId {
        graphs.sort_unstable();
        graphs.dedup();
        let graphs = graphs.into_boxed_slice();
        if let Some(id) = self.set_ids.get(&graphs) {
            return *id;
        }
        let id = SetId(self.sets.len() as u32);
        self.sets.push(graphs.clone());
        self.set_ids.insert(graphs, id);
        id
    }

    /// The graphs of a set, in the order of their numbers.
    pub fn graphs(&self, set: SetId) -> &[GraphId] {
        &self.sets[set.0 as usize]
    }

    /// The union of two sets.
    pub fn union(&mut self, a: SetId, b: SetId) -> SetId {
        let key = (a.min(b), a.max(b));
        if a == b {
            return a;
        }
        if let Some(known) = self.unions.get(&key) {
            return *known;
        }
        let graphs = self.graphs(a).iter().chain(self.graphs(b)).copied().collect();
        let result = self.set(graphs);
        self.unions.insert(key, result);
        result
    }

    /// The number of an operation.
    pub fn operation(&mut self, operation: Operation) -> OperationId {
        if let Some(id) = self.operation_ids.get(&operation) {
            return *id;
        }
        let id = OperationId(self.operations.len() as u32);
        self.operations.push(operation.clone());
        self.operation_ids.insert(operation, id);
        id
    }

    /// The graphs behind an operation, not abstracted: no heap behind it is left out.
    pub fn post(&mut self, id: GraphId, operation: OperationId) -> Result<SetId, TooLarge> {
        if let Some(known) = self.posts.get(&(id, operation)) {
            self.counts.known_posts += 1;
            return *known;
        }
        self.counts.posts += 1;
        let class = self.class_of(id);
        let at = class.0 as usize;
        let mut poster = Poster { library: &self.library, class: &self.classes[at], plans: &mut self.plans[at] };
        let graphs = poster.post(&self.graphs[id.0 as usize].graph, &self.operations[operation.0 as usize]);
        let result = graphs.map(|graphs| {
            let graphs = graphs.iter().map(|graph| self.intern(class, graph)).collect();
            self.set(graphs)
        });
        self.posts.insert((id, operation), result);
        result
    }

    /// The abstractions of the graphs behind an operation.
    pub fn post_abstracted(&mut self, id: GraphId, operation: OperationId) -> Result<SetId, TooLarge> {
        let after = self.post(id, operation)?;
        let graphs = self.graphs(after).to_vec();
        let graphs = graphs.into_iter().map(|graph| self.abstracted(graph)).collect();
        Ok(self.set(graphs))
    }

    /// Does a condition hold in the heaps for which a graph stands? One that goes through a pointer
    /// is asked of those in which the pointer is not null.
    pub fn ask(&mut self, id: GraphId, condition: Condition) -> Truth {
        let possible = |shapes: &mut Shapes, holds: bool| {
            let operation = shapes.operation(Operation::Assume(condition, holds));
            shapes.post(id, operation).map_or(true, |set| !shapes.graphs(set).is_empty())
        };
        match (possible(self, true), possible(self, false)) {
            (true, false) => Truth::True,
            (false, true) => Truth::False,
            // Both, or none: then nothing is asked.
            _ => Truth::Unknown,
        }
    }

    /// Does the second graph, of the same class, stand for all heaps that the first stands for?
    pub fn embedded(&mut self, id: GraphId, other: GraphId) -> bool {
        if id == other || self.class_of(id) != self.class_of(other) {
            return id == other;
        }
        self.counts.embeddings += 1;
        is_embedded(self.graph(id), self.graph(other))
    }

    /// The graph that covers another among those of a coverage.
    pub fn covering(&mut self, coverage: &Coverage, id: GraphId) -> Option<GraphId> {
        let signature = self.signature(id);
        coverage.candidates(signature).find(|other| self.embedded(id, *other))
    }

    /// Is every graph of a set embedded in one of another?
    pub fn covers(&mut self, by: SetId, set: SetId) -> bool {
        if by == set {
            return true;
        }
        let coverage = self.coverages.remove(&by).unwrap_or_else(|| {
            let mut coverage = Coverage::default();
            for graph in self.graphs(by) {
                coverage.insert(*graph, self.signature(*graph));
            }
            coverage
        });
        let graphs = self.graphs(set).to_vec();
        let all = graphs.into_iter().all(|graph| self.covering(&coverage, graph).is_some());
        self.coverages.insert(by, coverage);
        all
    }

    /// The graph in another class: predicates that only the other tells of are unknown, those that
    /// it does not tell of are forgotten.
    pub fn adjust(&mut self, id: GraphId, to: ClassId) -> GraphId {
        let from = self.class_of(id);
        if from == to {
            return id;
        }
        if let Some(known) = self.adjusted.get(&(id, to)) {
            return *known;
        }
        let adjusted = adjust(self.class(from), self.class(to), self.graph(id));
        let result = self.intern(to, &adjusted);
        self.adjusted.insert((id, to), result);
        result
    }

    /// A set of graphs in another class.
    pub fn adjust_set(&mut self, set: SetId, to: ClassId) -> SetId {
        let graphs = self.graphs(set).to_vec();
        let graphs = graphs.into_iter().map(|graph| self.adjust(graph, to)).collect();
        self.set(graphs)
    }
}

/// A graph of one class in another.
fn adjust(from: &Class, to: &Class, graph: &Graph) -> Graph {
    use crate::evaluate::Predicate;
    let all = graph.all();
    let mut result = graph.unknown(to.layout);
    let mut nullary = result.nullary();
    for (at, condition) in to.nullaries.iter().enumerate() {
        if let Some(known) = from.nullary(*condition) {
            nullary = nullary.with(at, graph.nullary().at(known));
        }
    }
    result.set_nullary(nullary);
    let mut unary = |target: Option<usize>, source: Option<usize>| {
        if let Some(target) = target {
            result.set_unary(target, source.map_or(Mask::unknown(all), |source| graph.unary(source)));
        }
    };
    to.pointers.iter().for_each(|pointer| unary(to.pointer(*pointer), from.pointer(*pointer)));
    to.assertions.iter().for_each(|assertion| unary(to.assertion(*assertion), from.assertion(*assertion)));
    unary(to.freed(), from.freed());
    for derived in &to.derived {
        if let (Predicate::Unary(target), Some(Predicate::Unary(source))) =
            (derived.predicate, from.instance(&derived.instance))
        {
            unary(Some(usize::from(target)), Some(usize::from(source)));
        }
    }
    for field in &to.fields {
        if let (Some(target), Some(source)) = (to.field(*field), from.field(*field)) {
            result.set_relation(target, &graph.relation(source));
        }
    }
    for derived in &to.derived {
        if let (Predicate::Binary(target), Some(Predicate::Binary(source))) =
            (derived.predicate, from.instance(&derived.instance))
        {
            result.set_relation(usize::from(target), &graph.relation(usize::from(source)));
        }
    }
    result
}
