//! Where in memory an operation reads or writes, and whether two operations may meet there.

use crate::object::ObjectId;
use crate::offsets::{Offsets, gcd};
use crate::points_to::PointsTo;
use adumbra_program::*;

/// What an access may touch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// Objects in ascending order, where ranges in them may start, and how long they are; one
    /// without a length goes on to the end.
    list: Vec<(ObjectId, Offsets, Option<u64>)>,
    /// May it touch objects whose addresses have become numbers, anywhere?
    exposed: bool,
}

impl Places {
    /// What lies behind a pointer.
    pub(crate) fn of(points_to: &dyn PointsTo, address: ExprId, length: Option<u64>) -> Places {
        let set = points_to.pointers(address);
        Places {
            list: set.entries().iter().map(|(o, offsets)| (*o, offsets.clone(), length)).collect(),
            exposed: set.reaches_exposed(),
        }
    }

    /// The whole of the objects that a pointer may point into.
    pub(crate) fn objects_of(points_to: &dyn PointsTo, address: ExprId) -> Places {
        let mut places = Places::of(points_to, address, None);
        places.list.iter_mut().for_each(|(_, offsets, _)| *offsets = Offsets::exactly(0));
        places
    }

    /// Whole objects.
    pub(crate) fn whole(objects: impl IntoIterator<Item = ObjectId>) -> Places {
        let mut list: Vec<_> = objects.into_iter().map(|o| (o, Offsets::exactly(0), None)).collect();
        list.sort_unstable_by_key(|(o, ..)| *o);
        Places { list, exposed: false }
    }

    /// Everything.
    pub(crate) fn anywhere() -> Places {
        Places { list: Vec::new(), exposed: true }
    }

    /// The same places and others.
    pub(crate) fn and(mut self, other: Places) -> Places {
        self.list.extend(other.list);
        self.list.sort_by_key(|(o, ..)| *o);
        self.exposed |= other.exposed;
        self
    }

    /// The objects, exposed ones aside.
    pub(crate) fn objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.list.iter().map(|(o, ..)| *o)
    }

    pub(crate) fn is_exposed(&self) -> bool {
        self.exposed
    }

    /// May the two touch the same byte?
    pub(crate) fn meet(&self, other: &Places) -> bool {
        if self.exposed || other.exposed {
            return true;
        }
        let (mut i, mut k) = (0, 0);
        while let (Some((a, ..)), Some((b, ..))) = (self.list.get(i), other.list.get(k)) {
            match a.cmp(b) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => k += 1,
                std::cmp::Ordering::Equal => {
                    let object = *a;
                    let mine = self.list[i..].iter().take_while(|(o, ..)| *o == object);
                    let theirs = other.list[k..].iter().take_while(|(o, ..)| *o == object);
                    for (_, x, lx) in mine.clone() {
                        if theirs.clone().any(|(_, y, ly)| overlap(x, *lx, y, *ly)) {
                            return true;
                        }
                    }
                    i += mine.count();
                    k += theirs.count();
                }
            }
        }
        false
    }
}

/// May ranges of these lengths that start at these offsets overlap?
fn overlap(a: &Offsets, a_length: Option<u64>, b: &Offsets, b_length: Option<u64>) -> bool {
    let end = |start: u64, length: Option<u64>| length.map_or(u64::MAX, |n| start.saturating_add(n));
    match (a, b) {
        (Offsets::Exact(a), Offsets::Exact(b)) => {
            a.iter().any(|x| b.iter().any(|y| *x < end(*y, b_length) && *y < end(*x, a_length)))
        }
        _ => {
            let (Some(a_length), Some(b_length)) = (a_length, b_length) else { return true };
            let class = |o: &Offsets| match o {
                Offsets::Exact(values) => values.iter().map(|v| (0, *v)).collect::<Vec<_>>(),
                Offsets::Strided { modulus, residue, .. } => vec![(*modulus, *residue)],
            };
            class(a).into_iter().any(|(m, x)| {
                class(b).into_iter().any(|(n, y)| {
                    let g = i128::from(gcd(m, n));
                    // Is there a number congruent to y - x between -b_length and a_length?
                    let least = 1 - i128::from(b_length);
                    let difference = i128::from(y) - i128::from(x);
                    least + (difference - least).rem_euclid(g) < i128::from(a_length)
                })
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_are_those_of_the_members() {
        let exact = |v: &[u64]| Offsets::Exact(v.iter().copied().collect());
        let strided = |modulus, residue| Offsets::Strided { modulus, residue, reach: 32 };
        let sets =
            [exact(&[0]), exact(&[4, 9]), exact(&[24]), strided(8, 0), strided(8, 4), strided(12, 8), strided(1, 0)];
        // A class has the negative members, too.
        let members = |o: &Offsets| -> Vec<i64> {
            match o {
                Offsets::Exact(v) => v.iter().map(|v| *v as i64).collect(),
                Offsets::Strided { modulus, residue, .. } => {
                    (-40..40).map(|k| *residue as i64 + k * *modulus as i64).collect()
                }
            }
        };
        for a in &sets {
            for b in &sets {
                for (la, lb) in [(1i64, 1i64), (4, 4), (8, 4), (2, 9)] {
                    let expected = members(a).iter().any(|x| members(b).iter().any(|y| *x < y + lb && *y < x + la));
                    assert_eq!(overlap(a, Some(la as u64), b, Some(lb as u64)), expected, "{a:?} {la} {b:?} {lb}");
                }
            }
        }
        assert!(overlap(&exact(&[4]), None, &exact(&[100]), Some(1)));
        assert!(!overlap(&exact(&[4]), None, &exact(&[0]), Some(4)));
    }
}
