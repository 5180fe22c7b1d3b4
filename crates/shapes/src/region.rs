//! Shape regions: for each class a set of graphs, all of which speak of the same heaps.
//!
//! A region stands for the heaps that some graph of each class stands for. Join is union, class by
//! class. A region covers another if for each of its classes the other has a class that is at least
//! as fine and whose graphs are embedded in its own, seen in the finer class.

use crate::names::{ClassId, SetId};
use crate::store::Shapes;
use std::collections::BTreeMap;

/// A region.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Region {
    /// The graphs of each class.
    pub parts: BTreeMap<ClassId, SetId>,
}

impl Region {
    /// Every heap, in these classes.
    pub fn top(shapes: &mut Shapes, classes: &[ClassId]) -> Region {
        Region { parts: classes.iter().map(|class| (*class, shapes.anything(*class))).collect() }
    }

    /// No heap, in these classes.
    pub fn bottom(shapes: &mut Shapes, classes: &[ClassId]) -> Region {
        let none = shapes.set(Vec::new());
        Region { parts: classes.iter().map(|class| (*class, none)).collect() }
    }

    /// Does it surely stand for no heap?
    pub fn is_bottom(&self, shapes: &Shapes) -> bool {
        self.parts.values().any(|set| shapes.graphs(*set).is_empty())
    }

    /// A region that covers both. A class that one of them does not have says nothing of it.
    pub fn join(&self, other: &Region, shapes: &mut Shapes) -> Region {
        if self.is_bottom(shapes) {
            return other.clone();
        }
        if other.is_bottom(shapes) {
            return self.clone();
        }
        let both = self.parts.iter().filter_map(|(class, set)| Some((*class, *set, *other.parts.get(class)?)));
        Region { parts: both.map(|(class, a, b)| (class, shapes.union(a, b))).collect() }
    }

    /// Does it stand for all heaps for which the other does?
    pub fn covers(&self, other: &Region, shapes: &mut Shapes) -> bool {
        other.is_bottom(shapes)
            || self.parts.iter().all(|(class, set)| {
                other.parts.iter().any(|(finer, graphs)| {
                    let refines = shapes.class(*finer).parts.refines(&shapes.class(*class).parts);
                    refines && {
                        let adjusted = shapes.adjust_set(*set, *finer);
                        shapes.covers(adjusted, *graphs)
                    }
                })
            })
    }
}
