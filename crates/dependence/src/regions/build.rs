//! From accesses to regions: cells are collected, copies ask for cells in their sources, cells are
//! joined.

use super::cells::{Layout, Transfer};
use super::*;
use crate::offsets::Offsets;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// A cell of an object.
type Cell = (ObjectId, (u64, u64));

/// What is known before pieces are made.
pub(super) struct Built {
    pub(super) regions: PrimaryMap<RegionId, Region>,
    pub(super) accesses: FxHashMap<Edge, RegionId>,
    pub(super) stray: FxHashSet<Edge>,
    pub(super) layouts: Vec<Layout>,
    pub(super) cells: Vec<FxHashMap<(u64, u64), RegionId>>,
    pub(super) copies: Vec<CopyEnds>,
}

/// Where a copy of constant length leads.
pub(super) struct CopyEnds {
    pub(super) edge: Edge,
    pub(super) length: u64,
    pub(super) from: Vec<(ObjectId, u64)>,
    pub(super) to: Vec<(ObjectId, u64)>,
}

/// One load or store: the places it may touch.
struct Access {
    edge: Edge,
    length: u64,
    places: SmallVec<[(ObjectId, u64); 2]>,
    exposed: bool,
    stray: bool,
}

pub(super) fn build(program: &Program, points_to: &dyn PointsTo, once: &[bool]) -> Built {
    let objects = points_to.objects();
    let mut layouts: Vec<Layout> =
        objects.iter().map(|(_, data)| Layout { size: data.size, ..Layout::default() }).collect();
    let (mut accesses, mut copies) = (Vec::new(), Vec::new());
    // What accesses by numbers transfer, by length.
    let mut unknown: BTreeMap<u64, Transfer> = BTreeMap::new();
    for (function, _, body) in program.defined_functions() {
        if !points_to.reachable(function) {
            continue;
        }
        for edge in body.edge_ids() {
            let (address, ty) = match &program.edges[edge].op {
                Op::Load { register, address } => (*address, program.registers[*register].ty),
                Op::Store { address, value } => (*address, program.exprs.ty(*value)),
                Op::Copy { to, from, length } => {
                    if let Expr::Const(length) = program.exprs.get(*length) {
                        let ends = |expr, layouts: &mut _| places(points_to, expr, length, layouts);
                        if let (Some(from), Some(to)) = (ends(*from, &mut layouts), ends(*to, &mut layouts)) {
                            copies.push(CopyEnds { edge, length, from, to });
                        }
                    }
                    continue;
                }
                _ => continue,
            };
            let length = ty.store_size(&program.layout);
            let transfer = Transfer { bits: ty != Type::Ptr, pointer: ty == Type::Ptr };
            let set = points_to.pointers(address);
            let exposed = set.reaches_exposed() && !points_to.exposed().is_empty();
            let mut list = SmallVec::new();
            for (object, offsets) in set.entries() {
                for start in starts(*object, offsets, length, &mut layouts) {
                    layouts[object.index()].add(start, length, transfer);
                    list.push((*object, start));
                }
            }
            if exposed {
                let all = unknown.entry(length).or_default();
                *all = all.join(transfer);
            }
            let open = |object: ObjectId| match points_to.objects().object(object) {
                AbstractObject::Global(global) => program.globals[global].open,
                _ => false,
            };
            let stray = set.reaches_exposed() || set.entries().iter().any(|(object, _)| open(*object));
            accesses.push(Access { edge, length, places: list, exposed, stray });
        }
    }
    let any_exposed = accesses.iter().any(|a| a.exposed);
    if any_exposed {
        for object in points_to.exposed() {
            let layout = &mut layouts[object.index()];
            layout.lower(1);
            unknown.iter().for_each(|(length, transfer)| _ = layout.add(0, *length, *transfer));
        }
    }
    demand(&copies, &mut layouts);
    let mut joined = Joined::new(&layouts);
    let mut everything = None;
    if any_exposed {
        for object in points_to.exposed() {
            let Some(cell) = joined.first(*object) else { continue };
            everything = Some(everything.map_or(cell, |other| joined.union(other, cell)));
        }
    }
    for access in &accesses {
        let mut first = if access.exposed { everything } else { None };
        for (object, start) in &access.places {
            if let Some(cell) = joined.cell(&layouts, *object, *start, access.length) {
                first = Some(first.map_or(cell, |other| joined.union(other, cell)));
            }
        }
    }
    let everything = everything.map(|cell| joined.find(cell));
    joined.into_regions(program, points_to, once, layouts, accesses, copies, everything)
}

/// Where an access of `length` bytes to an object may start. Residue classes of which several
/// members fit lower the modulus.
fn starts(object: ObjectId, offsets: &Offsets, length: u64, layouts: &mut [Layout]) -> SmallVec<[u64; 4]> {
    let layout = &mut layouts[object.index()];
    match offsets {
        Offsets::Exact(values) => values.iter().copied().filter(|v| layout.fits(*v, length)).collect(),
        Offsets::Strided { modulus, residue, .. } => {
            if !layout.fits(*residue, length) {
                return SmallVec::new();
            }
            if residue.checked_add(*modulus).is_some_and(|next| layout.fits(next, length)) {
                layout.lower(*modulus);
            }
            smallvec::smallvec![*residue]
        }
    }
}

/// All places that a range of constant length may start at; `None` if they are not known or overlap
/// each other.
fn places(points_to: &dyn PointsTo, expr: ExprId, length: u64, layouts: &mut [Layout]) -> Option<Vec<(ObjectId, u64)>> {
    let set = points_to.pointers(expr);
    if set.reaches_exposed() {
        return None;
    }
    let apart = |offsets: &Offsets| !matches!(offsets, Offsets::Strided { modulus, .. } if *modulus < length);
    if !set.entries().iter().all(|(_, offsets)| apart(offsets)) {
        return None;
    }
    let mut list = Vec::new();
    for (object, offsets) in set.entries() {
        list.extend(starts(*object, offsets, length, layouts).into_iter().map(|start| (*object, start)));
    }
    Some(list)
}

/// Gives the source of every copy the cells that its destination has.
fn demand(copies: &[CopyEnds], layouts: &mut [Layout]) {
    let mut changed = true;
    while changed {
        changed = false;
        for copy in copies {
            for (to, to_start) in &copy.to {
                for (from, from_start) in &copy.from {
                    changed |= pull(layouts, copy.length, (*to, *to_start), (*from, *from_start));
                }
            }
        }
    }
}

fn pull(layouts: &mut [Layout], length: u64, to: (ObjectId, u64), from: (ObjectId, u64)) -> bool {
    let mut changed = false;
    if to.0 == from.0 && to.1 != from.1 {
        changed |= layouts[to.0.index()].lower(to.1.abs_diff(from.1));
    }
    let target = &layouts[to.0.index()];
    let mut wanted = Vec::new();
    let mut modulus = 0;
    for (cell, transfer) in &target.cells {
        let Some((mut at, step)) = target.relative(*cell, to.1) else { continue };
        if at < 0 {
            at += i128::from(step);
        }
        let fits = |at: i128| at >= 0 && at + i128::from(cell.1) <= i128::from(length);
        if fits(at) {
            wanted.push((at as u64, cell.1, *transfer));
            if step != 0 && fits(at + i128::from(step)) {
                modulus = step;
            }
        }
    }
    let source = &mut layouts[from.0.index()];
    if modulus != 0 {
        changed |= source.lower(modulus);
    }
    for (at, size, transfer) in wanted {
        if let Some(start) = from.1.checked_add(at) {
            changed |= source.add(start, size, transfer);
        }
    }
    changed
}

/// Cells in a union-find structure.
struct Joined {
    numbers: Vec<FxHashMap<(u64, u64), u32>>,
    cells: Vec<Cell>,
    parent: Vec<u32>,
    /// Do cells overlap?
    overlap: Vec<bool>,
}

impl Joined {
    fn new(layouts: &[Layout]) -> Joined {
        let mut joined = Joined {
            numbers: Vec::with_capacity(layouts.len()),
            cells: Vec::new(),
            parent: Vec::new(),
            overlap: Vec::new(),
        };
        for (i, layout) in layouts.iter().enumerate() {
            let mut numbers = FxHashMap::default();
            for key in layout.cells.keys() {
                numbers.insert(*key, joined.parent.len() as u32);
                joined.parent.push(joined.parent.len() as u32);
                joined.overlap.push(layout.overlaps_itself(*key));
                joined.cells.push((ObjectId::new(i), *key));
            }
            for group in layout.groups() {
                let [first, rest @ ..] = group.as_slice() else { continue };
                for other in rest {
                    let root = joined.union(numbers[first], numbers[other]);
                    joined.overlap[root as usize] = true;
                }
            }
            joined.numbers.push(numbers);
        }
        joined
    }

    fn find(&mut self, mut cell: u32) -> u32 {
        while self.parent[cell as usize] != cell {
            let up = self.parent[self.parent[cell as usize] as usize];
            self.parent[cell as usize] = up;
            cell = up;
        }
        cell
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.find(a), self.find(b));
        let (a, b) = (a.min(b), a.max(b));
        self.parent[b as usize] = a;
        self.overlap[a as usize] |= self.overlap[b as usize];
        a
    }

    /// The first cell of an object.
    fn first(&self, object: ObjectId) -> Option<u32> {
        self.numbers[object.index()].values().min().copied()
    }

    /// The number of the cell of an access.
    fn cell(&self, layouts: &[Layout], object: ObjectId, start: u64, length: u64) -> Option<u32> {
        self.numbers[object.index()].get(&layouts[object.index()].key(start, length)).copied()
    }

    #[allow(clippy::too_many_arguments)]
    fn into_regions(
        mut self,
        program: &Program,
        points_to: &dyn PointsTo,
        once: &[bool],
        layouts: Vec<Layout>,
        accesses: Vec<Access>,
        copies: Vec<CopyEnds>,
        everything: Option<u32>,
    ) -> Built {
        let mut number: FxHashMap<u32, RegionId> = FxHashMap::default();
        let mut members: PrimaryMap<RegionId, Vec<Cell>> = PrimaryMap::new();
        let mut roots: Vec<u32> = Vec::new();
        let mut cells: Vec<FxHashMap<(u64, u64), RegionId>> = vec![FxHashMap::default(); layouts.len()];
        for i in 0..self.parent.len() as u32 {
            let root = self.find(i);
            let region = *number.entry(root).or_insert_with(|| {
                roots.push(root);
                members.push(Vec::new())
            });
            let (object, key) = self.cells[i as usize];
            members[region].push((object, key));
            cells[object.index()].insert(key, region);
        }
        let mut regions = PrimaryMap::new();
        for (region, list) in members.iter() {
            let root = roots[region.index()];
            let overlap = self.overlap[root as usize];
            let mut data = describe(program, points_to, once, &layouts, list, overlap);
            data.unknown = everything == Some(root);
            regions.push(data);
        }
        let (mut by_edge, mut stray) = (FxHashMap::default(), FxHashSet::default());
        for access in accesses {
            if access.stray {
                stray.insert(access.edge);
            }
            let mut touched = access.places.iter().filter_map(|(object, start)| {
                let key = layouts[object.index()].key(*start, access.length);
                cells[object.index()].get(&key).copied()
            });
            let exposed = if access.exposed { everything.and_then(|root| number.get(&root).copied()) } else { None };
            if let Some(region) = touched.next().or(exposed) {
                by_edge.insert(access.edge, region);
            }
        }
        Built { regions, accesses: by_edge, stray, layouts, cells, copies }
    }
}

/// Describes the region that consists of these cells.
fn describe(
    program: &Program,
    points_to: &dyn PointsTo,
    once: &[bool],
    layouts: &[Layout],
    cells: &[Cell],
    overlap: bool,
) -> Region {
    let mut objects: Vec<ObjectId> = cells.iter().map(|(object, _)| *object).collect();
    objects.dedup();
    let only = match objects[..] {
        [one] if once[one.index()] => Some(one),
        _ => None,
    };
    let mut transfer = Transfer::default();
    for (object, key) in cells {
        let layout = &layouts[object.index()];
        transfer = transfer.join(layout.cells.get(key).copied().unwrap_or_default());
        transfer = transfer.join(initially(program, points_to.objects().object(*object), layout, *key));
    }
    let size = cells.first().map_or(1, |(_, (_, size))| *size);
    let one_place = |(object, key): &Cell| layouts[object.index()].is_one_place(*key);
    let residue = |(object, key): &Cell| {
        let modulus = layouts[object.index()].modulus;
        (modulus.is_multiple_of(size) || layouts[object.index()].is_one_place(*key)).then_some(key.0 % size)
    };
    let (shape, residue) = match (cells, only) {
        ([cell], Some(_)) if !overlap && one_place(cell) => (Shape::Scalar, Some(cell.1.0)),
        _ if !overlap && cells.iter().all(|(_, key)| key.1 == size) => {
            let first = cells.first().and_then(residue);
            (Shape::Elements, first.filter(|_| cells.iter().all(|cell| residue(cell) == first)))
        }
        _ => (Shape::Bytes, None),
    };
    Region {
        shape,
        size: if shape == Shape::Bytes { 1 } else { size.try_into().unwrap_or(u32::MAX) },
        content: match transfer {
            Transfer { bits: false, pointer: true } => Content::Pointer,
            Transfer { bits: true, pointer: true } => Content::Mixed,
            _ => Content::Bits,
        },
        objects: objects.iter().map(|id| points_to.objects().object(*id)).collect(),
        only: only.map(|id| points_to.objects().object(id)),
        residue,
        unknown: false,
    }
}

/// What the initial contents of a global put into a cell.
fn initially(program: &Program, object: AbstractObject, layout: &Layout, key: (u64, u64)) -> Transfer {
    let mut transfer = Transfer::default();
    let AbstractObject::Global(global) = object else { return transfer };
    let Some(init) = &program.globals[global].init else { return transfer };
    let wide = layout.cells.get(&key).copied().unwrap_or_default();
    if !wide.pointer {
        let size = program.layout.pointer_bytes();
        let touched = |offset: u64| layout.relative(key, offset).is_some_and(|(at, _)| at < i128::from(size));
        transfer.pointer = init.relocations.iter().any(|r| touched(r.offset));
    } else if !init.bytes.is_empty() {
        // A number where a pointer is expected.
        let mut at = key.0;
        while let Some(bytes) = init.bytes.get(at as usize..init.bytes.len().min(at.saturating_add(key.1) as usize)) {
            let number = bytes.iter().any(|b| *b != 0);
            if bytes.is_empty() || number && init.relocations.binary_search_by_key(&at, |r| r.offset).is_err() {
                transfer.bits |= number;
                break;
            }
            if layout.modulus == 0 {
                break;
            }
            at = at.saturating_add(layout.modulus);
        }
    }
    transfer
}
