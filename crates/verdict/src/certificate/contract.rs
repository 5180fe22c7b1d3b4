//! Contracts of functions: what holds at entry, what may be written, and how the exit relates to
//! the entry.
//!
//! A contract speaks of one activation of its function, whose number is 0, whoever called it. It
//! says that the function is only entered in states of which `entry` holds; that an activation
//! which begins in one violates nothing, and writes no bytes that existed before but those of
//! `writes`; and that `exit` holds where it ends. Nothing is said of activations that do not end.
//! In `exit`, a leaf is a value at the exit, or, as [`Leaf::AtEntry`], at the entry; a result is
//! [`Place::Result`].
//!
//! States inside the function, such as invariants of its loops, are part of its contract: there the
//! function is the outermost activation, and a formula may speak of values at the entry, too.
//!
//! # Numbers of objects
//!
//! Each object has a number of its own. Those that have no name here have numbers that nobody
//! knows: two of them can be compared, and bytes can be read through a pointer, but nothing else
//! can be said of them ([`Contract::is_well_formed`]). So what is said is the same for all numbers
//! that they could have.

use super::formula::{Formulas, Leaf, OBJECT_BITS, Place};
use super::{ObjectName, StateFacts, Term};
use adumbra_program::Function;
use adumbra_terms::walk::reachable;
use adumbra_terms::{Op, Terms};

/// What a function demands and promises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contract {
    /// The function.
    pub function: Function,
    /// What holds whenever it is entered.
    pub entry: Formulas,
    /// What it may write of what existed before.
    pub writes: Writes,
    /// What holds whenever it ends.
    pub exit: Formulas,
    /// States between entry and exit, in which the function is the outermost activation.
    pub states: Vec<StateFacts>,
}

/// What may be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Writes {
    /// Anything.
    Anything,
    /// These bytes and no others.
    Only(Vec<Extent>),
}

/// Bytes of an object, as terms over the leaves of [`Contract::entry`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The number of the object.
    pub object: Term,
    /// Where the bytes begin.
    pub offset: Term,
    /// How many there are.
    pub bytes: Term,
}

impl Contract {
    /// A contract that says nothing.
    pub fn of(function: Function) -> Contract {
        Contract {
            function,
            entry: Formulas::new(),
            writes: Writes::Anything,
            exit: Formulas::new(),
            states: Vec::new(),
        }
    }

    /// Are the formulas well formed, about one activation and named objects that every state has,
    /// and those of the entry about the entry alone?
    pub fn is_well_formed(&self) -> bool {
        let [entry, exit] = [&self.entry, &self.exit];
        let before = entry.leaves().iter().all(|(_, leaf)| is_of_entry(leaf));
        let named = |f: &Formulas| f.numbers().iter().all(|(_, name)| is_standing(name));
        let placed = |f: &Formulas| f.leaves().iter().all(|(_, leaf)| is_of_one_activation(leaf));
        [entry, exit].into_iter().all(|f| f.is_well_formed() && named(f) && placed(f) && compares_objects(f))
            && before
            && self.are_extents()
    }

    fn are_extents(&self) -> bool {
        let Writes::Only(extents) = &self.writes else { return true };
        extents.iter().all(|Extent { object, offset, bytes }| {
            self.entry.is_over_leaves(&[*object, *offset, *bytes])
                && self.entry.width(*object) == Some(OBJECT_BITS)
                && self.entry.width(*offset).is_some()
                && self.entry.width(*bytes).is_some()
        })
    }
}

/// Are numbers of objects only compared, with each other or with numbers that have a name, and used
/// to read?
fn compares_objects(formulas: &Formulas) -> bool {
    let is_object = |term: Term| match formulas.leaf_of(term) {
        Some(Leaf::Object(_)) => true,
        Some(Leaf::AtEntry(now)) => matches!(formulas.leaf_of(now), Some(Leaf::Object(_))),
        _ => false,
    };
    let terms = &formulas.terms;
    let is_named = |term: Term| {
        let number = terms.constant(term).and_then(|bits| bits.to_u64());
        number.is_some_and(|number| number == 0 || formulas.numbers().iter().any(|(known, _)| *known == number))
    };
    let roots: Vec<Term> = formulas.all().to_vec();
    let mut compared = roots.iter().all(|root| !is_object(*root));
    for term in reachable(terms, &roots) {
        let operands = terms.operands(term);
        if !operands.iter().any(|operand| is_object(*operand)) {
            continue;
        }
        compared &= terms.op(term) == Op::Eq && operands.iter().all(|o| is_object(*o) || is_named(*o));
    }
    compared && formulas.leaves().iter().all(|(_, leaf)| reads_at_a_place(terms, formulas, leaf, &is_object))
}

/// Does a leaf that reads do so through one pointer, or in one object?
fn reads_at_a_place(terms: &Terms, formulas: &Formulas, leaf: &Leaf, is_object: &dyn Fn(Term) -> bool) -> bool {
    let Leaf::Read { object, offset, .. } = leaf else { return true };
    (is_object(*object) || terms.is_constant(*object))
        && !reachable(terms, &[*offset]).into_iter().any(is_object)
        && formulas.leaf_of(*object).is_none_or(|leaf| !matches!(leaf, Leaf::AtEntry(_)))
}

/// The place that a leaf speaks of, if it is one.
fn place(leaf: &Leaf) -> Option<Place> {
    match leaf {
        Leaf::Value(place) | Leaf::Object(place) | Leaf::Offset(place) => Some(*place),
        Leaf::Read { .. } | Leaf::AtEntry(_) => None,
    }
}

fn is_of_entry(leaf: &Leaf) -> bool {
    !matches!(leaf, Leaf::AtEntry(_)) && !matches!(place(leaf), Some(Place::Result(_)))
}

fn is_of_one_activation(leaf: &Leaf) -> bool {
    match place(leaf) {
        Some(Place::Register(activation, _) | Place::Argument(activation, _)) => activation == 0,
        Some(Place::Cell(name, ..)) => is_standing(&name),
        Some(Place::Result(_)) | None => true,
    }
}

/// Does every state have the object?
fn is_standing(name: &ObjectName) -> bool {
    matches!(name, ObjectName::Global(_) | ObjectName::Function(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_program::Register;

    /// `void increment(int *p)`: it writes `*p` alone, and that is one more than at entry.
    fn increment() -> Contract {
        let pointer = Place::Register(0, Register::from_u32(0));
        let mut contract = Contract::of(Function::from_u32(0));
        let [object, offset] = [(Leaf::Object(pointer), OBJECT_BITS), (Leaf::Offset(pointer), 64)]
            .map(|(leaf, width)| contract.entry.leaf(leaf, width));
        let bytes = contract.entry.terms.bv_u64(64, 4);
        contract.writes = Writes::Only(vec![Extent { object, offset, bytes }]);
        let exit = &mut contract.exit;
        let [object, offset] = [(Leaf::Object(pointer), OBJECT_BITS), (Leaf::Offset(pointer), 64)]
            .map(|(leaf, width)| exit.leaf(leaf, width));
        let now = exit.leaf(Leaf::Read { object, offset, bytes: 4 }, 32);
        let before = exit.leaf(Leaf::AtEntry(now), 32);
        let one = exit.terms.bv_u64(32, 1);
        let more = exit.terms.bv_add(before, one);
        let equal = exit.terms.eq(now, more);
        exit.hold(equal);
        contract
    }

    #[test]
    fn a_contract_relates_the_exit_to_the_entry() {
        assert!(increment().is_well_formed());
        assert!(Contract::of(Function::from_u32(0)).is_well_formed());
    }

    #[test]
    fn an_entry_has_neither_results_nor_an_entry_before_it() {
        let mut contract = increment();
        contract.entry.leaf(Leaf::Value(Place::Result(0)), 32);
        assert!(!contract.is_well_formed());
        let mut contract = increment();
        let now = contract.entry.leaf(Leaf::Value(Place::Register(0, Register::from_u32(1))), 32);
        contract.entry.leaf(Leaf::AtEntry(now), 32);
        assert!(!contract.is_well_formed());
    }

    /// What is said of objects must not depend on which numbers they have.
    #[test]
    fn numbers_of_objects_are_only_compared() {
        let [one, other] = [0, 1].map(|n| Leaf::Object(Place::Register(0, Register::from_u32(n))));
        let mut contract = increment();
        let entry = &mut contract.entry;
        let [one, other] = [one, other].map(|leaf| entry.leaf(leaf, OBJECT_BITS));
        let same = entry.terms.eq(one, other);
        let apart = entry.terms.not(same);
        entry.hold(apart);
        assert!(contract.is_well_formed());
        let entry = &mut contract.entry;
        let (null, seven) = (entry.terms.bv_u64(OBJECT_BITS, 0), entry.terms.bv_u64(OBJECT_BITS, 7));
        let is_null = entry.terms.eq(one, null);
        entry.hold(is_null);
        assert!(contract.is_well_formed());
        let mut ordered = contract.clone();
        let less = ordered.entry.terms.bv_ult(one, other);
        ordered.entry.hold(less);
        assert!(!ordered.is_well_formed());
        let entry = &mut contract.entry;
        let numbered = entry.terms.eq(one, seven);
        entry.hold(numbered);
        assert!(!contract.is_well_formed(), "no object has the name 7");
        contract.entry.number(7, ObjectName::Function(Function::from_u32(0)));
        assert!(contract.is_well_formed());
    }

    #[test]
    fn a_contract_knows_one_activation_and_no_objects_of_a_state() {
        let places = [Place::Register(1, Register::from_u32(0)), Place::Cell(ObjectName::Allocated(0), 0, 4)];
        for place in places.into_iter().chain([Place::Cell(ObjectName::First(0), 0, 4)]) {
            let mut contract = increment();
            contract.exit.leaf(Leaf::Value(place), 32);
            assert!(!contract.is_well_formed(), "{place:?}");
        }
    }

    #[test]
    fn what_was_at_entry_is_a_leaf_of_the_same_width() {
        let mut formulas = Formulas::new();
        let now = formulas.leaf(Leaf::Value(Place::Result(0)), 32);
        formulas.leaf(Leaf::AtEntry(now), 16);
        assert!(!formulas.is_well_formed());
        let mut formulas = Formulas::new();
        let number = formulas.terms.bv_u64(32, 7);
        formulas.leaf(Leaf::AtEntry(number), 32);
        assert!(!formulas.is_well_formed());
    }
}
