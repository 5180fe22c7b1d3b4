//! What operations on ranges do, piece by piece, and which regions operations may change.

use super::build::{Built, CopyEnds};
use super::*;
use crate::points_to::Outside;

/// How many pieces an operation may have before it is no longer told piece by piece.
const MOST: usize = 1024;

/// Makes the answers of [`Regions`] from what was built.
pub(super) fn complete(program: &Program, points_to: &dyn PointsTo, once: &[bool], built: Built) -> Regions {
    let Built { regions, accesses, stray, layouts, cells, copies } = built;
    let objects = points_to.objects();
    // Literals come first, then other constants, so that a number tells whether it is one.
    let mut single = vec![None; once.len()];
    let mut next = 0;
    for wanted in 0..3 {
        for (id, data) in objects.iter() {
            let rank = match data.object {
                AbstractObject::Global(global) if program.globals[global].literal => 0,
                AbstractObject::Global(global) if program.globals[global].constant => 1,
                _ => 2,
            };
            if rank == wanted && once[id.index()] {
                single[id.index()] = Some(next);
                next += 1;
            }
        }
    }
    let mut all = Regions {
        regions,
        accesses,
        stray,
        written: FxHashMap::default(),
        read: FxHashMap::default(),
        copies: FxHashMap::default(),
        fills: FxHashMap::default(),
        initial: vec![Vec::new(); program.globals.len()],
        layouts,
        cells,
        ids: objects.iter().map(|(id, data)| (data.object, id)).collect(),
        single,
    };
    for copy in &copies {
        if let Some(pieces) = copied(&all, copy) {
            all.copies.insert(copy.edge, pieces);
        }
    }
    let mut sites: FxHashMap<Site, Vec<ObjectId>> = FxHashMap::default();
    for (id, data) in objects.iter() {
        match data.object {
            AbstractObject::Site(site) | AbstractObject::Called(site, _) => sites.entry(site).or_default().push(id),
            _ => {}
        }
    }
    for (function, _, body) in program.defined_functions() {
        if points_to.reachable(function) {
            for edge in body.edge_ids() {
                operation(program, points_to, &mut all, &sites, function, edge);
            }
        }
    }
    for global in program.globals.keys() {
        if let Some(id) = objects.id(AbstractObject::Global(global)) {
            all.initial[global.index()] = runs(&all, id);
        }
    }
    all
}

fn operation(
    program: &Program,
    points_to: &dyn PointsTo,
    all: &mut Regions,
    sites: &FxHashMap<Site, Vec<ObjectId>>,
    function: Function,
    edge: Edge,
) {
    let mut written: Vec<RegionId> = Vec::new();
    let whole = |all: &Regions, id: ObjectId, out: &mut Vec<RegionId>| out.extend(all.cells[id.index()].values());
    if let Op::Copy { from, length, .. } = &program.edges[edge].op {
        let length = constant(program, *length);
        let mut read: Vec<RegionId> = Vec::new();
        for (object, start) in ends(program, points_to, all, *from, length) {
            let i = object.index();
            read.extend(overlapping(&all.layouts[i], &all.cells[i], start, length));
        }
        read.sort_unstable();
        read.dedup();
        all.read.insert(edge, read);
    }
    match &program.edges[edge].op {
        Op::Store { .. } => written.extend(all.access(edge)),
        Op::Copy { to, length, .. } | Op::Fill { to, length, .. } | Op::Havoc { to, length } => {
            let length = constant(program, *length);
            let ends = ends(program, points_to, all, *to, length);
            for (object, start) in &ends {
                let i = object.index();
                written.extend(overlapping(&all.layouts[i], &all.cells[i], *start, length));
            }
            if let (Op::Fill { .. }, Some(length)) = (&program.edges[edge].op, length)
                && let Some(elements) = agreed(all, &ends, length)
            {
                let piece = |(offset, size, to)| Piece { offset, size, from: to, to };
                all.fills.insert(edge, elements.into_iter().map(piece).collect());
            }
        }
        Op::Allocate { site, .. } => {
            sites.get(site).into_iter().flatten().for_each(|id| whole(all, *id, &mut written));
        }
        Op::ScopeBegin { address } | Op::Free { address, .. } => {
            points_to.for_each_target(program, *address, &mut |id, _| whole(all, id, &mut written));
        }
        Op::VaStart { list } => {
            points_to.for_each_target(program, *list, &mut |id, _| whole(all, id, &mut written));
            if let Some(id) = points_to.objects().id(AbstractObject::Arguments(function)) {
                whole(all, id, &mut written);
            }
        }
        Op::Call { arguments, .. } => {
            let callees = points_to.callees(edge);
            let external = callees.functions.iter().any(|f| program.body(*f).is_none());
            if external && points_to.outside() == Outside::Everything {
                written.extend(all.regions.keys());
            } else if external && points_to.outside() == Outside::Arguments {
                for argument in arguments.iter().filter(|a| program.exprs.ty(**a) == Type::Ptr) {
                    points_to.for_each_target(program, *argument, &mut |id, _| whole(all, id, &mut written));
                }
            }
        }
        _ => {}
    }
    if !written.is_empty() {
        written.sort_unstable();
        written.dedup();
        all.written.insert(edge, written);
    }
}

fn constant(program: &Program, expr: ExprId) -> Option<u64> {
    match program.exprs.get(expr) {
        Expr::Const(value) => Some(value),
        _ => None,
    }
}

/// Where a range may start.
fn ends(
    program: &Program,
    points_to: &dyn PointsTo,
    all: &Regions,
    expr: ExprId,
    length: Option<u64>,
) -> Vec<(ObjectId, u64)> {
    let mut list = Vec::new();
    points_to.for_each_target(program, expr, &mut |object, offsets| {
        let layout = &all.layouts[object.index()];
        let fits = |start: &u64| layout.fits(*start, length.unwrap_or(1));
        match offsets {
            crate::Offsets::Exact(values) => list.extend(values.iter().filter(|v| fits(v)).map(|v| (object, *v))),
            crate::Offsets::Strided { modulus, residue, .. } => {
                // The cells may be finer than the steps of the pointer: then it may start at any of
                // several.
                let mut start = *residue;
                for _ in 0..MOST {
                    if !fits(&start) {
                        break;
                    }
                    list.push((object, start));
                    if layout.modulus != 0 && modulus % layout.modulus == 0 {
                        break;
                    }
                    let Some(next) = start.checked_add(*modulus) else { break };
                    start = next;
                }
                if list.len() >= MOST {
                    list.push((object, u64::MAX));
                }
            }
        }
    });
    list
}

/// The regions of the cells that a range may touch; a range without a length goes on to the end of
/// the object.
pub(super) fn overlapping(
    layout: &Layout,
    cells: &FxHashMap<(u64, u64), RegionId>,
    start: u64,
    length: Option<u64>,
) -> Vec<RegionId> {
    let mut found = Vec::new();
    for (key, region) in cells {
        let touches = match length {
            _ if start == u64::MAX => true,
            None => layout.relative(*key, start).is_some(),
            Some(n) => layout.relative(*key, start).is_some_and(|(at, _)| at < i128::from(n)),
        };
        if touches {
            found.push(*region);
        }
    }
    found
}

/// The elements in a range: relative offset, size, region. `None` if one is cut or there are too
/// many.
fn elements(all: &Regions, object: ObjectId, start: u64, length: u64) -> Option<Vec<(u64, u32, RegionId)>> {
    let layout = &all.layouts[object.index()];
    let mut found = Vec::new();
    if start == u64::MAX {
        return None;
    }
    for (key, region) in &all.cells[object.index()] {
        let Some((mut at, step)) = layout.relative(*key, start) else { continue };
        let bytes = all.regions[*region].shape == Shape::Bytes;
        while at < i128::from(length) {
            let end = at + i128::from(key.1);
            let inside = at >= 0 && end <= i128::from(length);
            if found.len() > MOST || !inside && !bytes {
                return None;
            }
            if bytes {
                let (first, last) = (at.max(0), end.min(i128::from(length)));
                found.extend((first..last).take(MOST + 1).map(|byte| (byte as u64, 1, *region)));
            } else {
                found.push((at as u64, key.1 as u32, *region));
            }
            if step == 0 {
                break;
            }
            at += i128::from(step);
        }
    }
    found.sort_unstable();
    found.dedup();
    (found.len() <= MOST).then_some(found)
}

/// The elements in a range that may start in several places, if they are the same everywhere.
fn agreed(all: &Regions, ends: &[(ObjectId, u64)], length: u64) -> Option<Vec<(u64, u32, RegionId)>> {
    let (object, start) = ends.first()?;
    let first = elements(all, *object, *start, length)?;
    let same =
        ends.iter().skip(1).all(|(object, start)| elements(all, *object, *start, length).as_ref() == Some(&first));
    same.then_some(first)
}

/// What a copy does.
fn copied(all: &Regions, copy: &CopyEnds) -> Option<Vec<Piece>> {
    let targets = agreed(all, &copy.to, copy.length)?;
    let sources = agreed(all, &copy.from, copy.length)?;
    let source = |offset: u64, size: u32| {
        let at = sources.partition_point(|(o, ..)| *o < offset);
        let (o, s, region) = *sources.get(at)?;
        if o != offset {
            return None;
        }
        if s == size {
            return Some(region);
        }
        // The bytes of an element.
        let bytes = sources.get(at..at + size as usize)?;
        let run = bytes.iter().zip(offset..).all(|((o, s, r), expected)| *o == expected && *s == 1 && *r == region);
        run.then_some(region)
    };
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some((offset, size, to)) = targets.get(at).copied() {
        if let Some(from) = source(offset, size) {
            pieces.push(Piece { offset, size, from, to });
            at += 1;
            continue;
        }
        // An element that becomes bytes.
        let from = sources.partition_point(|(o, ..)| *o < offset);
        let (o, whole, from) = *sources.get(from)?;
        let bytes = targets.get(at..at + whole as usize)?;
        if o != offset || !bytes.iter().zip(offset..).all(|((o, s, r), want)| *o == want && *s == 1 && *r == to) {
            return None;
        }
        pieces.push(Piece { offset, size: whole, from, to });
        at += whole as usize;
    }
    Some(pieces)
}

/// The parts of an object by region.
fn runs(all: &Regions, id: ObjectId) -> Vec<Run> {
    let layout = &all.layouts[id.index()];
    let mut runs: Vec<Run> = Vec::new();
    let mut keys: Vec<((u64, u64), RegionId)> = all.cells[id.index()].iter().map(|(k, r)| (*k, *r)).collect();
    keys.sort_unstable();
    for ((start, size), region) in keys {
        let bytes = all.regions[region].shape == Shape::Bytes;
        let stride = layout.modulus;
        if bytes && stride != 0 && size >= stride {
            runs.push(Run { offset: 0, size: layout.size, stride: layout.size, count: 1, region });
            continue;
        }
        let room = layout.size.saturating_sub(start).saturating_sub(size);
        let count = room.checked_div(stride).map_or(1, |n| n + 1);
        runs.push(Run { offset: start, size, stride: if stride == 0 { size } else { stride }, count, region });
    }
    runs
}
