//! Facts about many objects, of which nobody knows how many there are, such as the cells of a list.
//!
//! A [`Description`] says how such objects hang together; its name is unique in a certificate. A
//! [`Many`] is a fact of one state: from one end to the other there are objects of a description,
//! at least so many, each of them different from the others and from all objects that have a name,
//! and something holds of each.

use super::formula::{Formulas, Leaf, OBJECT_BITS};
use super::{ObjectName, Place, Term};

/// How many objects hang together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// What it is called.
    pub name: String,
    /// The bytes of each object.
    pub size: u64,
    /// Where in each of them the pointers begin that lead to the next ones.
    pub links: Vec<u64>,
}

/// Many objects in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Many {
    /// The name of their description.
    pub description: String,
    /// Where they begin, and what lies behind them: pointers, as terms over the leaves of `each`.
    pub ends: Vec<End>,
    /// There are not less than so many.
    pub least: u64,
    /// What holds of each: formulas about the state in which [`ObjectName::Member`] is any one of
    /// the objects.
    pub each: Formulas,
}

/// A pointer as terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// The number of the object.
    pub object: Term,
    /// The offset in it.
    pub offset: Term,
}

impl Many {
    /// Are the formulas well formed, and the ends pointers that are the same for all members?
    pub fn is_well_formed(&self) -> bool {
        let is_pointer = |end: &End| {
            self.each.is_over_leaves(&[end.object, end.offset])
                && self.each.width(end.object) == Some(OBJECT_BITS)
                && self.each.width(end.offset).is_some()
                && !self.each.leaves_of(&[end.object, end.offset]).iter().any(is_of_member)
        };
        self.each.is_well_formed() && !self.ends.is_empty() && self.ends.iter().all(is_pointer)
    }
}

/// Is it a part of a member? One that reads memory by a number may be.
fn is_of_member(leaf: &Leaf) -> bool {
    match leaf {
        Leaf::Value(place) | Leaf::Object(place) | Leaf::Offset(place) => {
            matches!(place, Place::Cell(ObjectName::Member, ..))
        }
        Leaf::Read { .. } | Leaf::AtEntry(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_program::Register;

    /// A list from a register on to null, with a one in each cell.
    fn ones() -> Many {
        let mut each = Formulas::new();
        let head = Place::Register(0, Register::from_u32(0));
        let first =
            End { object: each.leaf(Leaf::Object(head), OBJECT_BITS), offset: each.leaf(Leaf::Offset(head), 64) };
        let null = End { object: each.terms.bv_u64(OBJECT_BITS, 0), offset: each.terms.bv_u64(64, 0) };
        let value = each.leaf(Leaf::Value(Place::Cell(ObjectName::Member, 0, 4)), 32);
        let one = each.terms.bv_u64(32, 1);
        let is_one = each.terms.eq(value, one);
        each.hold(is_one);
        Many { description: "list".into(), ends: vec![first, null], least: 1, each }
    }

    #[test]
    fn many_objects_have_ends_that_are_no_parts_of_them() {
        assert!(ones().is_well_formed());
        assert!(!Many { ends: Vec::new(), ..ones() }.is_well_formed());
        let mut many = ones();
        let link = Place::Cell(ObjectName::Member, 8, 8);
        let each = &mut many.each;
        let end = End { object: each.leaf(Leaf::Object(link), OBJECT_BITS), offset: each.leaf(Leaf::Offset(link), 64) };
        many.ends.push(end);
        assert!(!many.is_well_formed());
    }
}
