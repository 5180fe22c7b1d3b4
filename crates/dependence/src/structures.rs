//! Structures on the heap: which objects point to which others, at which offsets.
//!
//! The nodes of a graph are the names of heap objects, that is the calls that asked for memory; an
//! edge says that a pointer at an offset of one may point to the other. A *family* is a strongly
//! connected part of it: objects that lead to each other. It is *recursive* if a pointer leads from
//! the family into itself, so that there may be any number of its objects in a row: a list, a tree.
//! A list whose elements own lists is two families with a link from the one to the other.
//!
//! The graph has an edge wherever an execution may have such a pointer: stores are looked at one by
//! one, with the offsets that points-to sets tell; what copies of bytes bring along is known by the
//! object only, and has no offset.
//!
//! C types give names and nothing else: a family is called after the record that variables which
//! point to its objects are declared to point to.

use crate::object::{AbstractObject, ObjectId};
use crate::points_to::PointsTo;
use adumbra_program::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The number of a family.
pub type FamilyId = u32;

/// Pointers from a family.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Link {
    /// Where in an object; nothing if that is not known.
    pub offset: Option<u64>,
    /// To which family.
    pub to: FamilyId,
}

/// Objects that lead to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    /// The objects, in ascending order.
    pub objects: Vec<ObjectId>,
    /// Its pointers to objects of families, itself included, in ascending order.
    pub links: Vec<Link>,
    /// The record that variables say its objects are.
    pub record: Option<CTypeId>,
    /// The globals that point to its objects.
    pub globals: Vec<Global>,
}

/// The structures of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Structures {
    families: Vec<Family>,
}

impl Family {
    /// May there be any number of its objects in a row?
    pub fn is_recursive(&self, own: FamilyId) -> bool {
        self.links.iter().any(|link| link.to == own)
    }
}

impl Structures {
    /// Those of a program.
    pub fn new(program: &Program, points_to: &dyn PointsTo) -> Structures {
        let heap = heap_objects(program, points_to);
        let nodes: Vec<ObjectId> = heap.iter().copied().collect();
        let number = |object: ObjectId| nodes.binary_search(&object).ok();
        let links = links(program, points_to, &heap);
        let successors: Vec<Vec<usize>> = nodes
            .iter()
            .map(|from| links.iter().filter(|(f, ..)| f == from).filter_map(|(.., to)| number(*to)).collect())
            .collect();
        let component = components(&successors);
        let count = component.iter().max().map_or(0, |most| most + 1);
        let mut families: Vec<Family> = (0..count)
            .map(|_| Family { objects: Vec::new(), links: Vec::new(), record: None, globals: Vec::new() })
            .collect();
        for (object, family) in nodes.iter().zip(&component) {
            families[*family].objects.push(*object);
        }
        for (from, offset, to) in &links {
            if let (Some(from), Some(to)) = (number(*from), number(*to)) {
                families[component[from]].links.push(Link { offset: *offset, to: component[to] as FamilyId });
            }
        }
        for family in &mut families {
            family.links.sort_unstable();
            family.links.dedup();
            // A link whose offset is known says more.
            let known: BTreeSet<FamilyId> = family.links.iter().filter(|l| l.offset.is_some()).map(|l| l.to).collect();
            family.links.retain(|link| link.offset.is_some() || !known.contains(&link.to));
        }
        let mut structures = Structures { families };
        structures.name(program, points_to);
        structures
    }

    /// The families, in the order of their numbers: what is pointed to comes before what points.
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// The family of an object of the heap.
    pub fn family_of(&self, object: ObjectId) -> Option<FamilyId> {
        let found = self.families.iter().position(|family| family.objects.binary_search(&object).is_ok());
        found.map(|family| family as FamilyId)
    }

    /// Asks variables what they point to.
    fn name(&mut self, program: &Program, points_to: &dyn PointsTo) {
        let mut votes: Vec<BTreeMap<CTypeId, usize>> = vec![BTreeMap::new(); self.families.len()];
        let record = |variable: &Option<Variable>| -> Option<CTypeId> {
            let CType::Pointer(Some(to)) = program.ctypes.get(variable.as_ref()?.ctype?)? else { return None };
            matches!(program.ctypes.get(*to)?, CType::Record { .. }).then_some(*to)
        };
        for (expr, node, _) in program.exprs.iter() {
            let Expr::Register(register) = node else { continue };
            let Some(record) = record(&program.registers[register].variable) else { continue };
            for (object, _) in points_to.pointers(expr).entries().iter().filter(|(_, offsets)| offsets.is_zero()) {
                if let Some(family) = self.family_of(*object) {
                    *votes[family as usize].entry(record).or_insert(0) += 1;
                }
            }
        }
        let id = |global| points_to.objects().id(AbstractObject::Global(global));
        for (global, data) in program.globals.iter() {
            let Some(stored) = id(global).map(|id| points_to.stored(id)) else { continue };
            for family in stored.iter().filter_map(|object| self.family_of(*object)).collect::<BTreeSet<_>>() {
                if !data.library {
                    self.families[family as usize].globals.push(global);
                }
                if let Some(record) = record(&data.variable) {
                    *votes[family as usize].entry(record).or_insert(0) += 1;
                }
            }
        }
        for (family, votes) in self.families.iter_mut().zip(votes) {
            let most = votes.iter().max_by_key(|(record, count)| (**count, std::cmp::Reverse(**record)));
            family.record = most.map(|(record, _)| *record);
        }
    }

    /// All families that point somewhere or are pointed to by others, for people to read.
    pub fn show(&self, program: &Program, points_to: &dyn PointsTo) -> String {
        let mut out = String::new();
        for (id, family) in (0..).zip(&self.families) {
            let linked = !family.links.is_empty()
                || self.families.iter().any(|other| other.links.iter().any(|link| link.to == id));
            let kind = match (family.is_recursive(id), linked) {
                (true, _) => "recursive",
                (false, true) => "linked",
                (false, false) => "apart",
            };
            let size = family.objects.iter().map(|object| points_to.objects().data(*object).size).max();
            let size = size.filter(|size| *size != u64::MAX).map_or(String::new(), |size| format!(", {size} bytes"));
            let record = family.record.and_then(|record| program.ctypes.get(record));
            let called = match record {
                Some(CType::Record { name, .. }) => format!(" {name}"),
                _ => String::new(),
            };
            let _ = writeln!(out, "S{id}:{called} {kind}{size}");
            for link in &family.links {
                let at = match link.offset {
                    Some(offset) => format!("at {offset}{}", field(record, offset)),
                    None => "somewhere".to_owned(),
                };
                let _ = writeln!(out, "  {at}: to S{}", link.to);
            }
            let asked: Vec<String> = family.objects.iter().map(|object| asked(program, points_to, *object)).collect();
            let _ = writeln!(out, "  made by {}", asked.join(", "));
            let globals: Vec<&str> = family.globals.iter().map(|g| program.globals[*g].name.as_str()).collect();
            if !globals.is_empty() {
                let _ = writeln!(out, "  pointed to by {}", globals.join(", "));
            }
        }
        if out.is_empty() {
            out.push_str("no memory of the heap\n");
        }
        out
    }
}

/// The name of the field of a record at an offset, in brackets.
fn field(record: Option<&CType>, offset: u64) -> String {
    let Some(CType::Record { fields, .. }) = record else { return String::new() };
    let found = fields.iter().find(|(_, _, at, _)| *at == 8 * offset);
    found.map_or(String::new(), |(name, ..)| format!(" ({name})"))
}

/// Who asked for an object.
fn asked(program: &Program, points_to: &dyn PointsTo, object: ObjectId) -> String {
    let edge = match points_to.objects().object(object) {
        AbstractObject::Called(_, call) => Some(call),
        _ => None,
    };
    let function = |edge: Edge| program.functions[program.function_of(program.edges[edge].from)].name.clone();
    match edge {
        Some(edge) => {
            let line = program.edges[edge].position.map(|p| format!(" line {}", p.line)).unwrap_or_default();
            format!("{edge} in {}{line}", function(edge))
        }
        None => points_to.objects().object(object).show(program),
    }
}

/// The objects of the heap.
fn heap_objects(program: &Program, points_to: &dyn PointsTo) -> BTreeSet<ObjectId> {
    let mut sites = BTreeSet::new();
    for edge in program.edges.values() {
        if let Op::Allocate { kind: AllocationKind::Heap | AllocationKind::ZeroedHeap, site, .. } = edge.op {
            sites.insert(site);
        }
    }
    let is_heap = |object| matches!(object, AbstractObject::Site(site) | AbstractObject::Called(site, _) if sites.contains(&site));
    points_to.objects().iter().filter(|(_, data)| is_heap(data.object)).map(|(id, _)| id).collect()
}

/// Which objects of the heap may have pointers to which, at which offsets.
fn links(
    program: &Program,
    points_to: &dyn PointsTo,
    heap: &BTreeSet<ObjectId>,
) -> BTreeSet<(ObjectId, Option<u64>, ObjectId)> {
    let mut links = BTreeSet::new();
    let mut told: BTreeSet<(ObjectId, ObjectId)> = BTreeSet::new();
    for edge in program.edges.values() {
        let Op::Store { address, value } = edge.op else { continue };
        if program.exprs.ty(value) != Type::Ptr {
            continue;
        }
        let mut stored = BTreeSet::new();
        points_to.for_each_target(program, value, &mut |object, _| {
            stored.extend(Some(object).filter(|object| heap.contains(object)));
        });
        if stored.is_empty() {
            continue;
        }
        points_to.for_each_target(program, address, &mut |from, offsets| {
            if !heap.contains(&from) {
                return;
            }
            let at: Vec<Option<u64>> = match offsets {
                crate::Offsets::Exact(values) => values.iter().map(|offset| Some(*offset)).collect(),
                crate::Offsets::Strided { .. } => vec![None],
            };
            for to in &stored {
                told.insert((from, *to));
                links.extend(at.iter().map(|offset| (from, *offset, *to)));
            }
        });
    }
    for from in heap {
        for to in points_to.stored(*from).iter().filter(|to| heap.contains(to) && !told.contains(&(*from, **to))) {
            links.insert((*from, None, *to));
        }
    }
    links
}

/// The strongly connected components of a graph (Tarjan), numbered so that successors come first.
fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let count = successors.len();
    let (mut index, mut low, mut component) = (vec![NONE; count], vec![0; count], vec![NONE; count]);
    let (mut open, mut path, mut next, mut found) = (Vec::new(), Vec::new(), 0, 0);
    for start in 0..count {
        if index[start] == NONE {
            path.push((start, 0));
        }
        while let Some((node, tried)) = path.pop() {
            if tried == 0 {
                (index[node], low[node]) = (next, next);
                next += 1;
                open.push(node);
            }
            match successors[node].get(tried) {
                Some(to) => {
                    path.push((node, tried + 1));
                    if index[*to] == NONE {
                        path.push((*to, 0));
                    } else if component[*to] == NONE {
                        low[node] = low[node].min(index[*to]);
                    }
                }
                None => {
                    if low[node] == index[node] {
                        while let Some(top) = open.pop() {
                            component[top] = found;
                            if top == node {
                                break;
                            }
                        }
                        found += 1;
                    }
                    if let Some((parent, _)) = path.last() {
                        low[*parent] = low[*parent].min(low[node]);
                    }
                }
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn components_are_what_leads_to_each_other() {
        // 0 → 1 ⇄ 2 → 3, 3 → 3, 4 alone.
        let successors = [vec![1], vec![2], vec![1, 3], vec![3], vec![]];
        let found = components(&successors);
        assert_eq!(found[1], found[2]);
        assert!(found[3] < found[1] && found[1] < found[0], "{found:?}");
        let different: std::collections::BTreeSet<usize> = found.iter().copied().collect();
        assert_eq!(different.len(), 4);
    }
}
