//! Pointers in formulas.
//!
//! An object's address is a function of its number of which nothing is known, so that whatever
//! depends on where objects lie is possible. What is known: the places of an object, one past its
//! end included, are different from null, do not wrap, and are different from the places of objects
//! that exist at the same time, except that one may begin where another ends, and that a literal
//! may share bytes with a constant. Objects with fixed numbers exist as long as there are pointers
//! to them; of two others one may be gone, if the program has objects that end.

use crate::builder::Builder;
use crate::variable::OBJECT_BITS;
use adumbra_dependence::AbstractObject;
use adumbra_program::BinaryOp;
use adumbra_terms::{Op, Term};

/// A pointer's object and offset.
pub(crate) type Pair = (Term, Term);

/// How many alternatives of an object are looked at.
const ALTERNATIVES: u32 = 8;

impl Builder {
    /// A number of pointer width.
    pub(crate) fn offset(&mut self, value: u64) -> Term {
        let width = self.program.layout.pointer_bits;
        self.build.word(width, value)
    }

    /// The null pointer.
    pub(crate) fn null(&mut self) -> Pair {
        (self.build.word(OBJECT_BITS, 0), self.offset(0))
    }

    /// The pointer to the start of an object that exists once.
    pub(crate) fn pointer_to(&mut self, object: AbstractObject) -> Option<Pair> {
        Some((self.object_number(object)?, self.offset(0)))
    }

    /// The address of a pointer.
    pub(crate) fn address(&mut self, (object, offset): Pair) -> Term {
        let none = self.build.word(OBJECT_BITS, 0);
        let is_none = self.build.eq(object, none);
        if self.build.terms.truth(is_none) == Some(true) {
            return offset;
        }
        let (numbers, addresses) =
            (self.build.terms.bv_sort(OBJECT_BITS), self.build.terms.bv_sort(self.program.layout.pointer_bits));
        let base = self.build.terms.declare("base", &[numbers], addresses);
        let base = self.build.terms.apply(base, &[object]);
        let sum = self.build.add(base, offset);
        self.build.ite(is_none, offset, sum)
    }

    /// What holds of an object, told for each of the alternatives that it is chosen from.
    fn of_each(&mut self, object: Term, depth: u32, leaf: &dyn Fn(&mut Self, Term) -> Term) -> Term {
        if let Op::Ite = self.build.terms.op(object)
            && let [condition, yes, no] = *self.build.terms.operands(object)
            && depth < ALTERNATIVES
        {
            let (yes, no) = (self.of_each(yes, depth + 1, leaf), self.of_each(no, depth + 1, leaf));
            return self.build.ite(condition, yes, no);
        }
        leaf(self, object)
    }

    /// Is a pointer null, or within the bounds of its object for certain?
    fn inside(&mut self, (object, offset): Pair) -> Term {
        self.of_each(object, 0, &|builder, object| match builder
            .object_of(object)
            .and_then(|object| builder.size_of(object))
        {
            Some(size) => {
                let size = builder.offset(size);
                builder.build.ule(offset, size)
            }
            None => {
                let zero = builder.offset(0);
                builder.build.eq(offset, zero)
            }
        })
    }

    /// Is a pointer the end of its object, which may be the start of another?
    fn ends(&mut self, (object, offset): Pair) -> Term {
        self.of_each(object, 0, &|builder, object| match builder
            .object_of(object)
            .and_then(|object| builder.size_of(object))
        {
            Some(size) if size > 0 => {
                let size = builder.offset(size);
                builder.build.eq(offset, size)
            }
            _ => builder.build.bool(false),
        })
    }

    /// Does one of two pointers point to the end of its object, and the other to the start of its?
    fn touch(&mut self, a: Pair, b: Pair) -> Term {
        let (none, zero) = self.null();
        let mut touch = self.build.bool(false);
        for (one, other) in [(a, b), (b, a)] {
            let ends = self.ends(one);
            let (absent, start) = (self.build.eq(other.0, none), self.build.eq(other.1, zero));
            let present = self.build.not(absent);
            let starts = self.build.and(present, start);
            let both = self.build.and(ends, starts);
            touch = self.build.or(touch, both);
        }
        touch
    }

    /// Is one of two pointers to a literal, and the other to a constant, which may share bytes?
    fn share(&mut self, a: Term, b: Term) -> Term {
        let mut share = self.build.bool(false);
        for (one, other) in [(a, b), (b, a)] {
            let (literal, constant) = (self.is_among(one, self.literals), self.is_among(other, self.constants));
            let both = self.build.and(literal, constant);
            share = self.build.or(share, both);
        }
        share
    }

    /// Is it one of the objects with the first numbers?
    fn is_among(&mut self, object: Term, first: u64) -> Term {
        self.of_each(object, 0, &|builder, object| {
            let (one, count) = (builder.build.word(OBJECT_BITS, 1), builder.build.word(OBJECT_BITS, first));
            let place = builder.build.sub(object, one);
            builder.build.ult(place, count)
        })
    }

    /// Does one of two objects exist as long as there are pointers to it, or is it none?
    fn lasts(&mut self, a: Term, b: Term) -> Term {
        if !self.objects_end {
            return self.build.bool(true);
        }
        let last = self.build.word(OBJECT_BITS, self.fixed.len() as u64);
        let (a, b) = (self.build.ule(a, last), self.build.ule(b, last));
        self.build.or(a, b)
    }

    /// Compares addresses.
    pub(crate) fn compare(&mut self, op: BinaryOp, a: Pair, b: Pair) -> Term {
        match op {
            BinaryOp::Ne => {
                let equal = self.compare(BinaryOp::Eq, a, b);
                return self.build.not(equal);
            }
            BinaryOp::Ule => {
                let less = self.compare(BinaryOp::Ult, b, a);
                return self.build.not(less);
            }
            _ => {}
        }
        let same = self.build.eq(a.0, b.0);
        if op == BinaryOp::Eq {
            let equal = self.build.eq(a.1, b.1);
            if self.build.terms.truth(same) == Some(true) {
                return equal;
            }
            let (inside_a, inside_b) = (self.inside(a), self.inside(b));
            let inside = self.build.and(inside_a, inside_b);
            let lasts = self.lasts(a.0, b.0);
            let (touch, share) = (self.touch(a, b), self.share(a.0, b.0));
            let meets = self.build.or(touch, share);
            let clear = self.build.not(meets);
            let apart = self.build.and(inside, lasts);
            let apart = self.build.and(apart, clear);
            let others = if self.build.terms.truth(apart) == Some(true) {
                self.build.bool(false)
            } else {
                let (x, y) = (self.address(a), self.address(b));
                let meet = self.build.eq(x, y);
                let not_apart = self.build.not(apart);
                self.build.and(not_apart, meet)
            };
            return self.build.ite(same, equal, others);
        }
        let less = self.build.ult(a.1, b.1);
        let (x, y) = (self.address(a), self.address(b));
        let by_address = self.build.ult(x, y);
        let (inside_a, inside_b) = (self.inside(a), self.inside(b));
        let within = self.build.and(inside_a, inside_b);
        let known = self.build.and(same, within);
        self.build.ite(known, less, by_address)
    }
}
