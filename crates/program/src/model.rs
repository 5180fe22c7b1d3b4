//! The program: functions as control-flow automata, globals, and the tables around them.

use crate::expr::ExprPool;
use crate::ids::*;
use crate::op::Allocator;
use crate::op::Op;
use crate::property::Property;
use crate::source::{CType, FileData, Position, Variable};
use crate::types::{DataLayout, Type};
use cranelift_entity::{EntityRef, PrimaryMap};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The instruction in the normalised bitcode from which an edge was made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// Number of the instruction within its function, counted over all blocks in order.
    pub instruction: u32,
}

/// A control-flow edge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EdgeData {
    /// Where it starts.
    pub from: Location,
    /// Where it leads.
    pub to: Location,
    /// What it does.
    pub op: Op,
    /// Where it stands in the source.
    pub position: Option<Position>,
    /// The instruction it came from; none for what the front end added at a function's entry.
    pub origin: Option<Origin>,
}

/// A register.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RegisterData {
    /// Its type.
    pub ty: Type,
    /// The C variable whose value it holds, if it holds one.
    pub variable: Option<Variable>,
}

/// The body of a function: one entry, one exit, locations, edges and registers contiguous in the
/// program's tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Body {
    /// Where executions of the function start. No edge leads here.
    pub entry: Location,
    /// Where they return. No edge leaves it; return edges lead here.
    pub exit: Location,
    /// The formal parameters, one register a leaf; arguments of a call are assigned to them in
    /// order.
    pub parameters: Vec<Register>,
    /// First location and one past the last.
    pub locations: (Location, Location),
    /// First edge and one past the last.
    pub edges: (Edge, Edge),
    /// First register and one past the last.
    pub registers: (Register, Register),
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FunctionData {
    /// The linker's name.
    pub name: String,
    /// Types of the fixed parameters, one a leaf.
    pub parameter_types: Vec<Type>,
    /// Types of the results, one a leaf; empty for `void`.
    pub result_types: Vec<Type>,
    /// Does it take a variable argument list?
    pub variadic: bool,
    /// Is its address taken, so that an indirect call may reach it?
    pub address_taken: bool,
    /// Is it one of the models of library functions that come with the front end?
    pub library: bool,
    /// Where it is defined in the source.
    pub position: Option<Position>,
    /// Its automaton; `None` if it is only declared.
    pub body: Option<Body>,
}

/// Where a global's initial bytes hold a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Relocation {
    /// Offset of the pointer in the global.
    pub offset: u64,
    /// What it points to.
    pub target: RelocationTarget,
    /// Added to the target's address.
    pub addend: i64,
}

/// What an initial pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RelocationTarget {
    /// A global object.
    Global(Global),
    /// A function.
    Function(Function),
}

/// The initial contents of a global.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Initializer {
    /// The first bytes; the rest of the object is zero.
    pub bytes: Vec<u8>,
    /// Pointers in it, sorted by offset.
    pub relocations: Vec<Relocation>,
}

/// A global object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GlobalData {
    /// The linker's name.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Alignment, a power of two.
    pub align: u32,
    /// May the program not write it?
    pub constant: bool,
    /// Is it a literal, which may share bytes with other constants?
    pub literal: bool,
    /// Is it one of the objects of the library models?
    pub library: bool,
    /// Is it only declared, with an incomplete type, so that it may go on behind its size?
    pub open: bool,
    /// The initial contents; `None` if the object is only declared: then they are indeterminate.
    pub init: Option<Initializer>,
    /// The C variable, if it is one.
    pub variable: Option<Variable>,
}

/// Where and as what an object or an indeterminate value arises.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SiteData {
    /// The function that contains the site.
    pub function: Function,
    /// Where it stands in the source.
    pub position: Option<Position>,
    /// The C variable, if it is one.
    pub variable: Option<Variable>,
    /// Of heap memory, the family of functions that made it.
    pub allocator: Allocator,
}

/// A program: what every analysis walks. Built by [`ProgramBuilder`](crate::ProgramBuilder),
/// read-only afterwards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The target's data layout.
    pub layout: DataLayout,
    /// The property it was loaded for; it decides the compile line.
    pub property: Property,
    /// The function where executions start. It has no parameters.
    pub entry: Function,
    /// All functions.
    pub functions: PrimaryMap<Function, FunctionData>,
    /// All globals.
    pub globals: PrimaryMap<Global, GlobalData>,
    /// The function of each location.
    pub locations: PrimaryMap<Location, Function>,
    /// All edges, sorted by the location they start from.
    pub edges: PrimaryMap<Edge, EdgeData>,
    /// All registers.
    pub registers: PrimaryMap<Register, RegisterData>,
    /// All expressions.
    pub exprs: ExprPool,
    /// All sites.
    pub sites: PrimaryMap<Site, SiteData>,
    /// All source files.
    pub files: PrimaryMap<SourceFile, FileData>,
    /// All C types.
    pub ctypes: PrimaryMap<CTypeId, CType>,
    /// All interned strings.
    pub symbols: PrimaryMap<Symbol, String>,
    /// For each location the first of its outgoing edges, and one more entry at the end.
    #[serde(skip)]
    pub(crate) out_start: Vec<u32>,
    /// The incoming edges of all locations, grouped by location.
    #[serde(skip)]
    pub(crate) in_edges: Vec<Edge>,
    /// For each location the start of its group in `in_edges`, and one more entry at the end.
    #[serde(skip)]
    pub(crate) in_start: Vec<u32>,
}

impl Program {
    /// At which distances the second of two constants may begin behind the start of the first, or
    /// before it, so that they share bytes: one of them is a literal, and all that both have there
    /// is equal. Compilers merge a literal with any constant that is equal, linkers with a literal
    /// that ends alike; large ones are merged as a whole only.
    pub fn shared_at(&self, a: Global, b: Global) -> Vec<i64> {
        const LARGE: i64 = 4096;
        let (one, other) = (&self.globals[a], &self.globals[b]);
        if a == b || !one.constant || !other.constant || !(one.literal || other.literal) {
            return Vec::new();
        }
        let (Some(x), Some(y)) = (&one.init, &other.init) else { return Vec::new() };
        let (Ok(m), Ok(n)) = (i64::try_from(one.size), i64::try_from(other.size)) else { return Vec::new() };
        if !x.relocations.is_empty() || !y.relocations.is_empty() {
            return if m == n && x == y { vec![0] } else { Vec::new() };
        }
        let byte = |init: &Initializer, at: i64| {
            usize::try_from(at).ok().and_then(|at| init.bytes.get(at)).copied().unwrap_or(0)
        };
        let agree = |distance: &i64| {
            let (from, to) = ((*distance).max(0), m.min(distance + n));
            (from..to).all(|at| byte(x, at) == byte(y, at - distance))
        };
        if m > LARGE || n > LARGE {
            return if m == n && agree(&0) { vec![0] } else { Vec::new() };
        }
        (1 - n..m).filter(agree).collect()
    }

    /// The edges that start at a location: none, one, or two that assume a condition and its
    /// negation.
    pub fn out_edges(&self, location: Location) -> impl ExactSizeIterator<Item = Edge> + DoubleEndedIterator + use<> {
        let i = location.index();
        (self.out_start[i]..self.out_start[i + 1]).map(Edge::from_u32)
    }

    /// The edges that lead to a location.
    pub fn in_edges(&self, location: Location) -> &[Edge] {
        let i = location.index();
        &self.in_edges[self.in_start[i] as usize..self.in_start[i + 1] as usize]
    }

    /// The function of a location.
    pub fn function_of(&self, location: Location) -> Function {
        self.locations[location]
    }

    /// The body of a function that is defined.
    pub fn body(&self, function: Function) -> Option<&Body> {
        self.functions[function].body.as_ref()
    }

    /// The functions that have a body.
    pub fn defined_functions(&self) -> impl Iterator<Item = (Function, &FunctionData, &Body)> {
        self.functions.iter().filter_map(|(id, f)| f.body.as_ref().map(|b| (id, f, b)))
    }

    /// The function with this linker name.
    pub fn function_named(&self, name: &str) -> Option<Function> {
        self.functions.iter().find(|(_, f)| f.name == name).map(|(id, _)| id)
    }

    /// The global with this linker name.
    pub fn global_named(&self, name: &str) -> Option<Global> {
        self.globals.iter().find(|(_, g)| g.name == name).map(|(id, _)| id)
    }

    /// The text of an interned string.
    pub fn symbol(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol]
    }

    /// A position as `file:line:column`.
    pub fn show_position(&self, position: Position) -> String {
        let path = &self.files[position.file].path;
        if position.column == 0 {
            format!("{path}:{}", position.line)
        } else {
            format!("{path}:{}:{}", position.line, position.column)
        }
    }

    /// About how many bytes the model occupies: its tables and what they own.
    pub fn memory(&self) -> usize {
        let owned = |op: &Op| match op {
            Op::Assign(pairs) => pairs.len() * size_of::<(Register, ExprId)>(),
            Op::Call { arguments, results, .. } => (arguments.len() + results.len()) * 4,
            Op::Return { values } => values.len() * 4,
            _ => 0,
        };
        let variable = |v: &Option<Variable>| v.as_ref().map_or(0, |v| v.name.capacity());
        let edges: usize = self.edges.values().map(|e| size_of::<EdgeData>() + owned(&e.op)).sum();
        let registers: usize = self.registers.values().map(|r| size_of::<RegisterData>() + variable(&r.variable)).sum();
        let sites: usize = self.sites.values().map(|s| size_of::<SiteData>() + variable(&s.variable)).sum();
        let globals: usize = self
            .globals
            .values()
            .map(|g| {
                let init =
                    g.init.as_ref().map_or(0, |i| i.bytes.capacity() + i.relocations.len() * size_of::<Relocation>());
                size_of::<GlobalData>() + g.name.capacity() + init + variable(&g.variable)
            })
            .sum();
        let functions: usize = self.functions.values().map(|f| size_of::<FunctionData>() + f.name.capacity()).sum();
        let adjacency = (self.out_start.len() + self.in_start.len() + self.in_edges.len() + self.locations.len()) * 4;
        edges + registers + sites + globals + functions + adjacency + self.exprs.memory()
    }

    /// Rebuilds what is derived from the tables: the adjacency of locations. Edges must be sorted
    /// by their start.
    pub(crate) fn index(&mut self) {
        let n = self.locations.len();
        self.out_start = vec![0; n + 1];
        self.in_start = vec![0; n + 1];
        for edge in self.edges.values() {
            self.out_start[edge.from.index() + 1] += 1;
            self.in_start[edge.to.index() + 1] += 1;
        }
        for i in 0..n {
            self.out_start[i + 1] += self.out_start[i];
            self.in_start[i + 1] += self.in_start[i];
        }
        let mut next = self.in_start.clone();
        self.in_edges = vec![Edge::from_u32(0); self.edges.len()];
        for (id, edge) in self.edges.iter() {
            let slot = &mut next[edge.to.index()];
            self.in_edges[*slot as usize] = id;
            *slot += 1;
        }
    }
}

impl Body {
    /// The locations of the function.
    pub fn location_ids(&self) -> impl ExactSizeIterator<Item = Location> + DoubleEndedIterator + use<> {
        range(self.locations).map(Location::from_u32)
    }

    /// The edges of the function.
    pub fn edge_ids(&self) -> impl ExactSizeIterator<Item = Edge> + DoubleEndedIterator + use<> {
        range(self.edges).map(Edge::from_u32)
    }

    /// The registers of the function.
    pub fn register_ids(&self) -> impl ExactSizeIterator<Item = Register> + DoubleEndedIterator + use<> {
        range(self.registers).map(Register::from_u32)
    }
}

fn range<T: EntityRef>((start, end): (T, T)) -> Range<u32> {
    start.index() as u32..end.index() as u32
}
