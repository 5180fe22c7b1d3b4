//! Where the boxes of a state go, and how arrows run.
//!
//! Boxes stand in columns. Arrows that close a cycle, found by a depth-first search from the
//! frames, are put aside; the column of a box is the length of the longest way to it along the
//! others. So a list is a row from the left to the right, also one with links back. In a column,
//! boxes are placed at the height of what leads to them.
//!
//! An arrow to the next column, or back to the last one, is a curve between the two. Any other runs
//! along corners: down between columns, along a lane of its own below all boxes, and up. So no
//! arrow crosses a box.

use super::model::Heap;

/// The size of letters and what is around them.
pub(super) const LETTER: f64 = 7.0;
pub(super) const LINE: f64 = 17.0;
pub(super) const MARGIN: f64 = 7.0;

/// Between boxes of a column, and between columns: at least so much.
const BELOW: f64 = 22.0;
const BESIDE: f64 = 56.0;

/// Between arrows that run beside each other, and from a box to the first of them.
const LANE: f64 = 7.0;
const FIRST: f64 = 22.0;

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// How an arrow runs.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Route {
    /// A curve from one point to another.
    Curve((f64, f64), (f64, f64)),
    /// Along these corners.
    Corners(Vec<(f64, f64)>),
}

/// A state with places.
pub(super) struct Layout {
    pub(super) boxes: Vec<Rect>,
    /// The height of the middle of each row.
    pub(super) rows: Vec<Vec<f64>>,
    pub(super) routes: Vec<Route>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// How many letters wide the names of rows are in a box.
pub(super) fn label_width(heap: &Heap, node: usize) -> usize {
    heap.nodes[node].rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0)
}

/// The boxes directly in another.
fn inner(heap: &Heap, node: usize) -> impl Iterator<Item = usize> + '_ {
    (0..heap.nodes.len()).filter(move |n| heap.nodes[*n].inside == Some(node))
}

/// The size of a box with those inside, and how high its own part is.
fn size(heap: &Heap, node: usize) -> (f64, f64, f64) {
    let data = &heap.nodes[node];
    let letters = |text: &str| text.chars().count();
    let rows = data.rows.iter().map(|row| letters(&row.text)).max().unwrap_or(0) + label_width(heap, node) + 3;
    let most = rows.max(letters(&data.title)).max(letters(&data.subtitle));
    let lines = data.rows.len() + 1 + usize::from(!data.subtitle.is_empty());
    let own = lines as f64 * LINE + 1.5 * MARGIN;
    let (mut width, mut height) = (most as f64 * LETTER + 2.0 * MARGIN, own);
    for inner in inner(heap, node) {
        let (w, h, _) = size(heap, inner);
        width = width.max(w + 4.0 * MARGIN);
        height += h + 2.0 * MARGIN;
    }
    (width, height, own)
}

/// The outermost box around each.
fn outermost(heap: &Heap) -> Vec<usize> {
    let mut outer: Vec<usize> = (0..heap.nodes.len()).collect();
    for outermost in &mut outer {
        while let Some(around) = heap.nodes[*outermost].inside {
            *outermost = around;
        }
    }
    outer
}

/// The column of each box that is in no other.
fn columns(heap: &Heap, outer: &[usize]) -> Vec<usize> {
    let count = heap.nodes.len();
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    for arrow in &heap.arrows {
        let (from, to) = (outer[arrow.from], outer[arrow.to]);
        if from != to {
            next[from].push(to);
        }
    }
    // A depth-first search: what is finished first is last in the order of the ways.
    let (mut state, mut order, mut back) = (vec![0u8; count], Vec::new(), vec![Vec::new(); count]);
    for root in 0..count {
        let mut stack = vec![(root, 0)];
        while let Some((node, at)) = stack.pop() {
            if at == 0 && std::mem::replace(&mut state[node], 1) != 0 {
                continue;
            }
            match next[node].get(at) {
                Some(to) => {
                    stack.push((node, at + 1));
                    match state[*to] {
                        0 => stack.push((*to, 0)),
                        1 => back[node].push(*to),
                        _ => {}
                    }
                }
                None => {
                    state[node] = 2;
                    order.push(node);
                }
            }
        }
    }
    let mut column = vec![0; count];
    for node in order.into_iter().rev() {
        for to in &next[node] {
            if !back[node].contains(to) {
                column[*to] = column[*to].max(column[node] + 1);
            }
        }
    }
    column
}

/// Lays out a state.
pub(super) fn layout(heap: &Heap) -> Layout {
    let outer = outermost(heap);
    let column = columns(heap, &outer);
    let tops: Vec<usize> = (0..heap.nodes.len()).filter(|node| outer[*node] == *node).collect();
    let last = tops.iter().map(|node| column[*node]).max().unwrap_or(0);
    let mut layout = Layout {
        boxes: vec![Rect::default(); heap.nodes.len()],
        rows: vec![Vec::new(); heap.nodes.len()],
        routes: Vec::new(),
        width: 0.0,
        height: 0.0,
    };
    let is_near = |from: usize, to: usize| {
        let (from, to) = (column[outer[from]], column[outer[to]]);
        from.abs_diff(to) == 1
    };
    // How many arrows run down behind each column, and before it.
    let (mut behind, mut before) = (vec![0usize; last + 2], vec![0usize; last + 2]);
    for arrow in heap.arrows.iter().filter(|arrow| !is_near(arrow.from, arrow.to)) {
        let (from, to) = (column[outer[arrow.from]], column[outer[arrow.to]]);
        behind[from] += 1;
        if from != to {
            before[to] += 1;
        }
    }
    let mut x = LANE * before[0] as f64 + if before[0] > 0 { FIRST } else { 0.0 };
    let mut sides = vec![(0.0, 0.0); last + 1];
    for (at, side) in sides.iter_mut().enumerate() {
        let mut nodes: Vec<(f64, usize)> = tops
            .iter()
            .filter(|node| column[**node] == at)
            .map(|node| (wanted(heap, &outer, &layout, *node, &column), *node))
            .collect();
        nodes.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut y: f64 = 0.0;
        let mut widest: f64 = 0.0;
        for (wanted, node) in nodes {
            let (width, height, _) = size(heap, node);
            let top = y.max(wanted);
            place(heap, node, Rect { x, y: top, width, height }, &mut layout);
            y = top + height + BELOW;
            widest = widest.max(width);
        }
        *side = (x, x + widest);
        layout.height = layout.height.max(y - BELOW);
        x += widest + BESIDE + LANE * (behind[at] + before[at + 1]) as f64;
    }
    layout.width = sides.last().map_or(0.0, |side| side.1)
        + if behind[last] > 0 || has_unknown(heap) { FIRST + 14.0 + LANE * behind[last] as f64 } else { 0.0 };
    run(heap, &outer, &column, &sides, &mut layout);
    layout
}

fn has_unknown(heap: &Heap) -> bool {
    heap.nodes.iter().any(|node| node.rows.iter().any(|row| row.unknown))
}

/// The height at which a box would like to begin: that of what leads to it from the left.
fn wanted(heap: &Heap, outer: &[usize], layout: &Layout, node: usize, column: &[usize]) -> f64 {
    let leading =
        heap.arrows.iter().filter(|arrow| outer[arrow.to] == node && column[outer[arrow.from]] < column[node]);
    let heights: Vec<f64> = leading.filter_map(|arrow| layout.rows[arrow.from].get(arrow.row).copied()).collect();
    match heights.is_empty() {
        true => 0.0,
        false => (heights.iter().sum::<f64>() / heights.len() as f64 - LINE).max(0.0),
    }
}

/// Places a box and those inside.
fn place(heap: &Heap, node: usize, rect: Rect, layout: &mut Layout) {
    let data = &heap.nodes[node];
    let above = 1 + usize::from(!data.subtitle.is_empty());
    layout.boxes[node] = rect;
    let middle = |row: usize| rect.y + MARGIN + (above + row) as f64 * LINE + LINE / 2.0;
    layout.rows[node] = (0..data.rows.len()).map(middle).collect();
    let (_, _, own) = size(heap, node);
    let mut y = rect.y + own;
    for inner in inner(heap, node) {
        let (_, height, _) = size(heap, inner);
        let within = Rect { x: rect.x + 2.0 * MARGIN, y, width: rect.width - 4.0 * MARGIN, height };
        place(heap, inner, within, layout);
        y += height + 2.0 * MARGIN;
    }
}

/// Finds the way of each arrow.
fn run(heap: &Heap, outer: &[usize], column: &[usize], sides: &[(f64, f64)], layout: &mut Layout) {
    let (mut behind, mut before) = (vec![0usize; sides.len()], vec![0usize; sides.len()]);
    let mut lane = layout.height + FIRST / 2.0;
    for arrow in &heap.arrows {
        let (from, to) = (layout.boxes[arrow.from], layout.boxes[arrow.to]);
        let y = layout.rows[arrow.from].get(arrow.row).copied().unwrap_or(from.y);
        let end = arrow.to_row.and_then(|row| layout.rows[arrow.to].get(row).copied());
        let end = end.unwrap_or(to.y + MARGIN + LINE / 2.0);
        let (a, b) = (column[outer[arrow.from]], column[outer[arrow.to]]);
        let route = if b == a + 1 {
            Route::Curve((from.x + from.width, y), (to.x, end))
        } else if a == b + 1 {
            Route::Curve((from.x, y), (to.x + to.width, end))
        } else {
            let down = sides[a].1 + FIRST + LANE * behind[a] as f64;
            behind[a] += 1;
            if a == b {
                Route::Corners(vec![(from.x + from.width, y), (down, y), (down, end), (to.x + to.width, end)])
            } else {
                let up = sides[b].0 - FIRST - LANE * before[b] as f64;
                before[b] += 1;
                lane += LANE;
                Route::Corners(vec![
                    (from.x + from.width, y),
                    (down, y),
                    (down, lane),
                    (up, lane),
                    (up, end),
                    (to.x, end),
                ])
            }
        };
        layout.routes.push(route);
    }
    if before.iter().any(|count| *count > 0) {
        layout.height = lane + LANE;
    }
}
