//! Formulas about a state: terms over its registers and its memory.
//!
//! A formula is a term of the shared term language, in an arena of its own. Its variables are
//! *leaves*; each says what of a state it stands for. Pointers are two leaves: the number of the
//! object that the pointer points into, by a table of names that belongs to the formulas, and the
//! offset in it; a pointer into no object has number 0 and its address as the offset.
//!
//! # What a leaf is where the state does not say it
//!
//! The number of an object that has no name here, the offset of a pointer into an unknown object,
//! bytes outside of an object and bytes that are part of a pointer are *open*. Formulas hold of a
//! state for certain if they hold whatever such leaves are, and perhaps if they hold for some
//! choice. Who starts from a state assumes the second, who comes to one proves the first; so every
//! state that is proved to be described is among those that are started from.

use super::ObjectName;
use adumbra_program::Register;
use adumbra_terms::walk::free_symbols;
use adumbra_terms::{Copier, SortKind, Substitution, Term, Terms};
use rustc_hash::FxHashMap;
use std::fmt;

/// Bits of the number of an object.
pub const OBJECT_BITS: u32 = 32;

/// A place that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// A register of an activation; 0 is the outermost.
    Register(u32, Register),
    /// A result of the function at whose exit the state is.
    Result(u32),
    /// A variable argument of an activation.
    Argument(u32, u32),
    /// Bytes of an object: the offset, and how many.
    Cell(ObjectName, u64, u32),
}

/// What a variable of a formula stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaf {
    /// The integer, or the bits of the float, at a place.
    Value(Place),
    /// The number of the object that the pointer at a place points into.
    Object(Place),
    /// The offset of the pointer at a place in its object.
    Offset(Place),
    /// Bytes of an object: its number and the offset, as terms over leaves that were made before,
    /// and how many.
    Read {
        /// The number of the object.
        object: Term,
        /// Where the bytes begin.
        offset: Term,
        /// How many there are.
        bytes: u32,
    },
    /// What an earlier leaf, given by its variable, was when the activation of a contract began,
    /// with all that it is made of: see `contract.rs`. Formulas about one state alone have no such
    /// leaves.
    AtEntry(Term),
}

/// Formulas that hold of one state.
///
/// ```
/// use adumbra_program::Register;
/// use adumbra_verdict::{Formulas, Leaf, Place};
///
/// let mut formulas = Formulas::new();
/// let [x, y] = [0, 1].map(|n| formulas.leaf(Leaf::Value(Place::Register(0, Register::from_u32(n))), 32));
/// let less = formulas.terms.bv_slt(x, y);
/// formulas.hold(less);
/// assert!(formulas.is_well_formed());
/// ```
#[derive(Clone, Default)]
pub struct Formulas {
    /// The arena of the formulas.
    pub terms: Terms,
    leaves: Vec<(Term, Leaf)>,
    by_leaf: FxHashMap<Leaf, Term>,
    by_variable: FxHashMap<Term, Leaf>,
    numbers: Vec<(u64, ObjectName)>,
    all: Vec<Term>,
}

impl Formulas {
    /// No formulas.
    pub fn new() -> Formulas {
        Formulas::default()
    }

    /// The variable of a leaf of so many bits.
    pub fn leaf(&mut self, leaf: Leaf, width: u32) -> Term {
        if let Some(term) = self.by_leaf.get(&leaf) {
            return *term;
        }
        let sort = self.terms.bv_sort(width);
        let term = self.terms.fresh_var(&format!("leaf {}", self.leaves.len()), sort);
        self.leaves.push((term, leaf));
        self.by_leaf.insert(leaf, term);
        self.by_variable.insert(term, leaf);
        term
    }

    /// Gives an object a number other than 0, which stands for none.
    pub fn number(&mut self, number: u64, object: ObjectName) {
        if !self.numbers.contains(&(number, object)) {
            self.numbers.push((number, object));
        }
    }

    /// Demands that a formula holds.
    pub fn hold(&mut self, formula: Term) {
        self.all.push(formula);
    }

    /// The formulas, all of which hold.
    pub fn all(&self) -> &[Term] {
        &self.all
    }

    /// Only those formulas, by their numbers, that are wanted; the leaves stay.
    #[must_use]
    pub fn only(&self, wanted: impl Fn(usize) -> bool) -> Formulas {
        let mut some = self.clone();
        let mut number = 0..;
        some.all.retain(|_| number.next().is_some_and(&wanted));
        some
    }

    /// Demands what other formulas demand, too. Answers these demands, by their order there; none
    /// if a leaf is as wide as here in one alone, or a number is another object's.
    pub fn absorb(&mut self, other: &Formulas) -> Vec<Term> {
        let is_number =
            |(number, name): &(u64, ObjectName)| self.numbers.iter().all(|(n, known)| (n == number) == (known == name));
        if !other.numbers.iter().all(is_number) {
            return Vec::new();
        }
        let mut copier = Copier::new();
        let mut pairs: Vec<(Term, Term)> = Vec::new();
        for (variable, leaf) in &other.leaves {
            let Some(width) = other.width(*variable) else { return Vec::new() };
            let leaf = self.moved(*leaf, other, &mut copier, &pairs);
            let own = self.leaf(leaf, width);
            if self.width(own) != Some(width) {
                return Vec::new();
            }
            pairs.push((copier.copy(&other.terms, &mut self.terms, *variable), own));
        }
        other.numbers.iter().for_each(|(number, name)| self.number(*number, *name));
        let mut substitution = Substitution::new(&self.terms, pairs);
        let all = other.all.iter().map(|formula| {
            let copied = copier.copy(&other.terms, &mut self.terms, *formula);
            substitution.apply(&mut self.terms, copied)
        });
        let all: Vec<Term> = all.collect();
        self.all.extend(all.iter().copied());
        all
    }

    /// A leaf of other formulas, given what the copies of leaves before it are here.
    fn moved(&mut self, leaf: Leaf, other: &Formulas, copier: &mut Copier, pairs: &[(Term, Term)]) -> Leaf {
        let mut moved = |term: Term| {
            let copied = copier.copy(&other.terms, &mut self.terms, term);
            Substitution::new(&self.terms, pairs.iter().copied()).apply(&mut self.terms, copied)
        };
        match leaf {
            Leaf::Read { object, offset, bytes } => {
                let [object, offset] = [object, offset].map(moved);
                Leaf::Read { object, offset, bytes }
            }
            Leaf::AtEntry(now) => Leaf::AtEntry(moved(now)),
            leaf => leaf,
        }
    }

    /// The formulas about other places and objects. Those that speak of what has no other place are
    /// left out.
    #[must_use]
    pub fn renamed(
        &self,
        place: &dyn Fn(Place) -> Option<Place>,
        object: &dyn Fn(ObjectName) -> Option<ObjectName>,
    ) -> Formulas {
        let mut renamed = Formulas::new();
        let mut numbered = true;
        for (number, name) in &self.numbers {
            match object(*name) {
                Some(name) => renamed.number(*number, name),
                None => numbered = false,
            }
        }
        let mut copier = Copier::new();
        let mut pairs: Vec<(Term, Term)> = Vec::new();
        for (variable, leaf) in &self.leaves {
            let known = self.are_known(leaf, &pairs, &mut copier, &mut renamed);
            let leaf = match leaf {
                Leaf::Value(at) => place(*at).map(Leaf::Value),
                Leaf::Object(at) => place(*at).filter(|_| numbered).map(Leaf::Object),
                Leaf::Offset(at) => place(*at).map(Leaf::Offset),
                Leaf::Read { .. } => (known && numbered).then(|| renamed.moved(*leaf, self, &mut copier, &pairs)),
                Leaf::AtEntry(_) => known.then(|| renamed.moved(*leaf, self, &mut copier, &pairs)),
            };
            if let (Some(leaf), Some(width)) = (leaf, self.width(*variable)) {
                let own = renamed.leaf(leaf, width);
                pairs.push((copier.copy(&self.terms, &mut renamed.terms, *variable), own));
            }
        }
        let mut substitution = Substitution::new(&renamed.terms, pairs);
        for formula in &self.all {
            let copied = copier.copy(&self.terms, &mut renamed.terms, *formula);
            let formula = substitution.apply(&mut renamed.terms, copied);
            if renamed.is_over_leaves(&[formula]) {
                renamed.all.push(formula);
            }
        }
        renamed
    }

    /// Are all leaves that a leaf is made of among those that have a variable in other formulas?
    fn are_known(&self, leaf: &Leaf, pairs: &[(Term, Term)], copier: &mut Copier, other: &mut Formulas) -> bool {
        let made_of: &[Term] = match leaf {
            Leaf::Read { object, offset, .. } => &[*object, *offset],
            Leaf::AtEntry(now) => &[*now],
            Leaf::Value(_) | Leaf::Object(_) | Leaf::Offset(_) => &[],
        };
        let moved = made_of.iter().map(|term| {
            let copied = copier.copy(&self.terms, &mut other.terms, *term);
            Substitution::new(&other.terms, pairs.iter().copied()).apply(&mut other.terms, copied)
        });
        let moved: Vec<Term> = moved.collect();
        other.is_over_leaves(&moved)
    }

    /// The leaves, each behind those that it is made of, with their variables.
    pub fn leaves(&self) -> &[(Term, Leaf)] {
        &self.leaves
    }

    /// The leaf that a variable stands for.
    pub fn leaf_of(&self, variable: Term) -> Option<Leaf> {
        self.by_variable.get(&variable).copied()
    }

    /// The numbers of objects.
    pub fn numbers(&self) -> &[(u64, ObjectName)] {
        &self.numbers
    }

    /// Is nothing said?
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Are the formulas truth values over leaves alone, and leaves made of leaves before them?
    pub fn is_well_formed(&self) -> bool {
        let numbered = |(index, (n, object)): (usize, &(u64, ObjectName))| {
            *n != 0
                && *n <= u64::from(u32::MAX)
                && self.numbers[..index].iter().all(|(other, named)| other != n && named != object)
        };
        self.all.iter().all(|t| self.terms.is_bool(*t))
            && self.is_over_leaves(&self.all)
            && self.numbers.iter().enumerate().all(numbered)
            && (0..self.leaves.len()).all(|index| self.is_leaf(index))
    }

    /// Is a leaf made of leaves before it, and as wide as what it stands for?
    fn is_leaf(&self, index: usize) -> bool {
        let (before, (term, leaf)) = (&self.leaves[..index], &self.leaves[index]);
        match leaf {
            Leaf::Value(_) | Leaf::Offset(_) => true,
            Leaf::Object(_) => self.width(*term) == Some(OBJECT_BITS),
            Leaf::Read { object, offset, bytes } => {
                self.are_over(&[*object, *offset], before)
                    && self.width(*object) == Some(OBJECT_BITS)
                    && self.width(*term) == bytes.checked_mul(8)
            }
            Leaf::AtEntry(now) => {
                before.iter().any(|(variable, leaf)| variable == now && !matches!(leaf, Leaf::AtEntry(_)))
                    && self.terms.sort(*term) == self.terms.sort(*now)
            }
        }
    }

    /// Are terms of the arena over leaves alone?
    pub fn is_over_leaves(&self, terms: &[Term]) -> bool {
        self.are_over(terms, &self.leaves)
    }

    fn are_over(&self, terms: &[Term], leaves: &[(Term, Leaf)]) -> bool {
        free_symbols(&self.terms, terms).into_iter().all(|symbol| {
            let data = self.terms.symbol(symbol);
            data.parameters.is_empty() && leaves.iter().any(|(t, _)| self.is_symbol(*t, symbol))
        })
    }

    /// The bits of a term, if it is a bit-vector.
    pub fn width(&self, term: Term) -> Option<u32> {
        match self.terms.sort_kind(self.terms.sort(term)) {
            SortKind::BitVec(width) => Some(width),
            _ => None,
        }
    }

    fn texts(&self) -> Vec<String> {
        self.all.iter().map(|t| adumbra_terms::smtlib::term_to_string(&self.terms, *t)).collect()
    }

    fn is_symbol(&self, term: Term, symbol: adumbra_terms::Symbol) -> bool {
        self.terms.op(term) == adumbra_terms::Op::Var(symbol)
    }
}

impl fmt::Debug for Formulas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Formulas").field("leaves", &self.leaves).field("all", &self.texts()).finish()
    }
}

/// Formulas that are written in the same way.
impl PartialEq for Formulas {
    fn eq(&self, other: &Self) -> bool {
        self.leaves == other.leaves && self.numbers == other.numbers && self.texts() == other.texts()
    }
}

impl Eq for Formulas {}
