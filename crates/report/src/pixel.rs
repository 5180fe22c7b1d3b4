//! Pixel trees: the shape of a graph at a glance.
//!
//! A graph with a root becomes rows. Row r is a line of as many units as there are nodes at
//! distance r from the root, so one breadth-first search is all it takes. Every line is centred,
//! and what is left or right in it means nothing: edges and labels are dropped. What remains is how
//! deep and how wide the graph is, where it grows and where it stops growing, and by colour what
//! its nodes are. A state space of a million states is one look.
//!
//! The pictures know nothing of programs: a [`Tree`] is rows of [`Kind`]s, made of the levels of
//! any graph. [`draw`] puts one or several of them side by side, in one scale, with caption and
//! legend.
//!
//! - `layout.rs`: which colours are where; rows that are too wide or too many share pixels;
//! - `scene.rs`: panels, captions and legends, as rectangles and texts;
//! - `svg.rs`, `raster.rs`: scenes in the two formats; `font.rs`: letters for the second.

mod font;
mod layout;
mod raster;
mod scene;
mod svg;

use adumbra_program::graph::{Graph, levels};
use std::path::Path;
use thiserror::Error;

/// What a node is. Where nodes share a pixel, a target is always seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Nothing of the below.
    Plain,
    /// Marked by whoever drew it.
    Highlighted,
    /// Another node covers it.
    Covered,
    /// It was merged with another and replaced.
    Replaced,
    /// Its successors are not known yet.
    Waiting,
    /// A target.
    Target,
}

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// Behind everything.
pub const BACKGROUND: Rgb = [0xd3, 0xd3, 0xd3];

/// Where something was left out.
pub const CUT: Rgb = [0xff, 0xff, 0xff];

impl Kind {
    /// All kinds, in the order of legends.
    pub const ALL: [Kind; 6] =
        [Kind::Plain, Kind::Highlighted, Kind::Covered, Kind::Replaced, Kind::Waiting, Kind::Target];

    /// Its colour.
    pub fn colour(self) -> Rgb {
        match self {
            Kind::Plain => [0x00, 0x00, 0x00],
            Kind::Highlighted => [0x1e, 0x5a, 0xff],
            Kind::Covered => [0x00, 0x96, 0x1e],
            Kind::Replaced => [0xff, 0xe6, 0x00],
            Kind::Waiting => [0xff, 0x82, 0x00],
            Kind::Target => [0xe6, 0x00, 0x14],
        }
    }
}

/// Rows of nodes: the one with the root first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    rows: Vec<Row>,
    counts: [u64; Kind::ALL.len()],
}

/// A row, as runs of equal kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Row {
    runs: Vec<(Kind, u64)>,
    width: u64,
}

impl Row {
    fn push(&mut self, kind: Kind, count: u64) {
        match self.runs.last_mut() {
            Some((last, length)) if *last == kind => *length += count,
            _ => self.runs.push((kind, count)),
        }
        self.width += count;
    }
}

impl Tree {
    /// Of rows of kinds.
    pub fn new<R: IntoIterator<Item = Kind>>(rows: impl IntoIterator<Item = R>) -> Self {
        let mut tree = Tree::default();
        for kinds in rows {
            let mut row = Row::default();
            for kind in kinds {
                row.push(kind, 1);
                tree.counts[kind as usize] += 1;
            }
            tree.rows.push(row);
        }
        tree
    }

    /// Of the nodes that the root of a graph reaches.
    pub fn of_graph(graph: &Graph, kind: impl Fn(u32) -> Kind) -> Self {
        let levels = levels(graph.len(), graph.root(), |node| graph.successors(node).iter().copied());
        Tree::new(levels.rows().map(|row| row.iter().map(|node| kind(*node))))
    }

    /// How many nodes each row has.
    pub fn widths(&self) -> impl ExactSizeIterator<Item = u64> {
        self.rows.iter().map(|row| row.width)
    }

    /// How many nodes there are of a kind.
    pub fn count(&self, kind: Kind) -> u64 {
        self.counts[kind as usize]
    }

    /// How many nodes there are.
    pub fn len(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Is there no node?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A tree with what is said about it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The tree.
    pub tree: Tree,
    /// Lines above it: what it is of.
    pub caption: Vec<String>,
    /// What a node is, in the plural: states, locations.
    pub nodes: &'static str,
    /// The kinds that its legend explains, with their names.
    pub legend: Vec<(Kind, &'static str)>,
}

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Pixels of a node, in both directions.
    pub unit: u32,
    /// Pixels around it all.
    pub padding: u32,
    /// Leave out rows below this one.
    pub rows: Option<u64>,
    /// Leave out, at both sides, what is more than this many nodes in a row.
    pub trim: Option<u64>,
    /// Most pixels of all trees in width. What is wider gets smaller, and if need be nodes share
    /// pixels.
    pub max_width: u32,
    /// Most pixels of a tree in height.
    pub max_height: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options { unit: 2, padding: 2, rows: None, trim: None, max_width: 2400, max_height: 3200 }
    }
}

/// A format of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text that browsers show.
    Svg,
    /// Pixels.
    Png,
}

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PixelError {
    /// The name of the file says no format.
    #[error("{0}: a pixel tree is written as .svg or .png")]
    Format(String),
    /// The picture could not be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(#[from] png::EncodingError),
}

impl Format {
    /// The format that the name of a file asks for.
    pub fn of(file: &Path) -> Result<Self, PixelError> {
        let extension = file.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("svg") => Ok(Format::Svg),
            Some("png") => Ok(Format::Png),
            _ => Err(PixelError::Format(file.display().to_string())),
        }
    }
}

/// Draws pictures side by side, in one scale.
pub fn draw(pictures: &[Picture], options: &Options, format: Format) -> Result<Vec<u8>, PixelError> {
    let scene = scene::compose(pictures, options);
    match format {
        Format::Svg => Ok(svg::write(&scene).into_bytes()),
        Format::Png => Ok(raster::png(&scene)?),
    }
}

#[cfg(test)]
mod tests;
