//! Which colours are where in a tree.
//!
//! As long as there is room, every node is a square of its own. A picture that would be too wide
//! gets smaller squares, and when they are one pixel, several neighbours share it; one that would
//! be too high has several rows in a line. A *cell* is what is drawn as one. It is red if there is
//! a target in it, and otherwise a mix of the colours of its nodes, in eighths, so that
//! neighbouring cells have a chance to be equal and to be drawn as one run.

use super::{Kind, Options, Rgb, Row, Tree};

/// How trees become cells: the same for all that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scale {
    /// Pixels of a cell.
    pub width: u32,
    pub height: u32,
    /// Nodes of a row in a cell.
    pub nodes: u64,
    /// Rows in a line of cells.
    pub rows: u64,
}

/// A line of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// Runs of equal colour with their numbers of cells.
    pub runs: Vec<(Rgb, u64)>,
    /// Cells in all.
    pub width: u64,
    /// Was something left out at both sides?
    pub trimmed: bool,
}

/// The nodes of a row that are drawn, and those of the widest.
fn kept(row: &Row, options: &Options) -> u64 {
    row.width.min(options.trim.unwrap_or(u64::MAX).max(1))
}

/// How many rows are drawn.
pub(super) fn kept_rows(tree: &Tree, options: &Options) -> usize {
    let most = options.rows.map_or(usize::MAX, |rows| usize::try_from(rows).unwrap_or(usize::MAX));
    tree.rows.len().min(most.max(1))
}

impl Scale {
    /// The scale in which all trees fit.
    pub(super) fn of(trees: &[&Tree], options: &Options) -> Self {
        let rows = |tree: &Tree| kept_rows(tree, options);
        let widest = |tree: &Tree| tree.rows[..rows(tree)].iter().map(|r| kept(r, options)).max().unwrap_or(1);
        let wide = trees.iter().map(|tree| widest(tree)).max().unwrap_or(1).max(1);
        let high = trees.iter().map(|tree| rows(tree) as u64).max().unwrap_or(1).max(1);
        let fit = |count: u64, most: u32| -> (u32, u64) {
            let pixels = (u64::from(most) / count).min(u64::from(options.unit.max(1))) as u32;
            if pixels > 0 { (pixels, 1) } else { (1, count.div_ceil(u64::from(most.max(1)))) }
        };
        let share = (options.max_width / trees.len().max(1) as u32).max(64);
        let (width, nodes) = fit(wide, share);
        let (height, rows) = fit(high, options.max_height.max(64));
        // Squares, unless several nodes share one.
        let side = width.min(height);
        Scale {
            width: if nodes > 1 || rows > 1 { width } else { side },
            height: if nodes > 1 || rows > 1 { height } else { side },
            nodes,
            rows,
        }
    }
}

/// The nodes of each kind in a cell.
type Counts = [u64; Kind::ALL.len()];

fn mixed(counts: &Counts) -> Rgb {
    if counts[Kind::Target as usize] > 0 {
        return Kind::Target.colour();
    }
    let all: u64 = counts.iter().sum();
    let eighths = counts.map(|count| (count * 16 + all) / (2 * all.max(1)));
    let sum: u64 = eighths.iter().sum();
    let mut colour = [0; 3];
    for (channel, value) in colour.iter_mut().enumerate() {
        let weighted = Kind::ALL.iter().map(|k| eighths[*k as usize] * u64::from(k.colour()[channel]));
        *value = (weighted.sum::<u64>() / sum.max(1)) as u8;
    }
    colour
}

/// Adds a row to the cells of a line, centred.
fn add(cells: &mut [Counts], row: &Row, kept: u64, nodes: u64) {
    let own = kept.div_ceil(nodes) as usize;
    let start = cells.len() / 2 - own / 2;
    // What is trimmed is left out at both sides.
    let skip = (row.width - kept) / 2;
    let mut at = 0;
    for (kind, length) in &row.runs {
        let (from, to) = (at.max(skip), (at + length).min(skip + kept));
        at += length;
        let mut node = from;
        while node < to {
            let cell = (node - skip) / nodes;
            let until = to.min(skip + (cell + 1) * nodes);
            cells[start + cell as usize][*kind as usize] += until - node;
            node = until;
        }
    }
}

/// The lines of a tree.
pub(super) fn lines(tree: &Tree, scale: Scale, options: &Options) -> Vec<Line> {
    let rows = &tree.rows[..kept_rows(tree, options)];
    let line = |rows: &[Row]| {
        let trimmed = rows.iter().any(|row| kept(row, options) < row.width);
        if let ([row], false) = (rows, trimmed || scale.nodes > 1) {
            let runs = row.runs.iter().map(|(kind, length)| (kind.colour(), *length)).collect();
            return Line { runs, width: row.width, trimmed };
        }
        let width = rows.iter().map(|row| kept(row, options).div_ceil(scale.nodes)).max().unwrap_or(0);
        let mut cells = vec![Counts::default(); width as usize];
        for row in rows {
            add(&mut cells, row, kept(row, options), scale.nodes);
        }
        let mut runs: Vec<(Rgb, u64)> = Vec::new();
        for colour in cells.iter().map(mixed) {
            match runs.last_mut() {
                Some((last, length)) if *last == colour => *length += 1,
                _ => runs.push((colour, 1)),
            }
        }
        Line { runs, width, trimmed }
    };
    rows.chunks(scale.rows.max(1) as usize).map(line).collect()
}
