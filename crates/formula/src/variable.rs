//! What the state of a program is made of, in formulas.
//!
//! A variable is a register of an activation, a place in memory that is always accessed as a whole,
//! or a whole region of memory as an array. Each has one symbol that stands for its value in *the*
//! state that a formula is about.

use adumbra_dependence::RegionId;
use adumbra_program::Register;
use adumbra_terms::{Sort, Symbol, Term, Terms};
use rustc_hash::FxHashMap;

/// Width of the number of an object.
pub(crate) const OBJECT_BITS: u32 = 32;

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(u32);

/// Which regions share a watched place: those of elements of a size, or a single one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WatchClass {
    /// Regions indexed by offset, by the size of elements and the residue of their offsets.
    Elements(u32, u64),
    /// A region of its own.
    Region(RegionId),
}

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// A register of an activation: the number of open calls for functions that are recursive, 0
    /// for others.
    Register(Register, u32),
    /// A region that is one variable.
    Cell(RegionId),
    /// A region that is an array.
    Array(RegionId),
    /// A result of a width on the way from a function to its caller.
    Result(u32, u32),
    /// The number of the next object.
    NextObject,
    /// The place of arrays that is watched.
    WatchedIndex(WatchClass),
    /// What the watched place of a region holds.
    Watched(RegionId),
    /// Was the watched place the one that was read last?
    WatchedLast(WatchClass),
    /// What a parameter was where the outermost activation began.
    EnteredRegister(Register),
    /// What a region that is one variable held there.
    EnteredCell(RegionId),
    /// What a region that is an array held there.
    EnteredArray(RegionId),
}

/// What of a value a variable has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// All of it.
    Bits,
    /// The object of a pointer.
    Object,
    /// The offset of a pointer.
    Offset,
}

/// What is known of a variable.
#[derive(Clone, Copy, Debug)]
pub struct VarData {
    /// Where it is.
    pub place: Place,
    /// What of it.
    pub part: Part,
    /// The term that stands for its value.
    pub term: Term,
}

/// All variables, as they are met.
#[derive(Default)]
pub struct Variables {
    table: Vec<VarData>,
    index: FxHashMap<(Place, Part), Var>,
    by_term: FxHashMap<Term, Var>,
}

impl Variables {
    /// The variable of a place; a new one gets a symbol of the sort and the name.
    pub fn get(
        &mut self,
        terms: &mut Terms,
        place: Place,
        part: Part,
        sort: Sort,
        name: impl FnOnce() -> String,
    ) -> Var {
        if let Some(found) = self.index.get(&(place, part)) {
            return *found;
        }
        let var = Var(self.table.len() as u32);
        let name = name();
        let name = match part {
            Part::Bits => name,
            Part::Object => format!("{name}.object"),
            Part::Offset => format!("{name}.offset"),
        };
        let term = terms.fresh_var(&name, sort);
        self.table.push(VarData { place, part, term });
        self.index.insert((place, part), var);
        self.by_term.insert(term, var);
        var
    }

    /// What is known of a variable.
    pub fn data(&self, var: Var) -> &VarData {
        &self.table[var.0 as usize]
    }

    /// The term that stands for a variable's value.
    pub fn term(&self, var: Var) -> Term {
        self.data(var).term
    }

    /// The variable that a term stands for.
    pub fn of_term(&self, term: Term) -> Option<Var> {
        self.by_term.get(&term).copied()
    }

    /// The variable of a place, if it was met.
    pub fn find(&self, place: Place, part: Part) -> Option<Var> {
        self.index.get(&(place, part)).copied()
    }

    /// The variables that occur in formulas.
    pub fn occurring(&self, terms: &mut Terms, formulas: &[Term]) -> Vec<Var> {
        let symbols: Vec<Symbol> = adumbra_terms::walk::free_symbols(terms, formulas);
        let mut found = Vec::new();
        for symbol in symbols {
            if terms.symbol(symbol).parameters.is_empty() {
                let term = terms.symbol_var(symbol);
                found.extend(self.of_term(term));
            }
        }
        found
    }
}
