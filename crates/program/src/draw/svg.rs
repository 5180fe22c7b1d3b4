//! Automata as SVG.

use super::layout::{Input, Layout, Route, layout};
use super::{Arrow, Drawing, Kind, Node, Options, drawings};
use crate::ids::Function;
use crate::model::Program;
use std::fmt::Write;

const CHAR: f64 = 7.23;
const LINE: f64 = 15.0;
const PAD: f64 = 8.0;
const MARGIN: f64 = 24.0;
const TITLE: f64 = 34.0;

/// One function, or all functions with a body one below the other, as an SVG document.
pub fn svg(program: &Program, function: Option<Function>, options: &Options) -> String {
    let mut content = String::new();
    let (mut width, mut y) = (200.0, MARGIN);
    for drawing in drawings(program, function, options) {
        let picture = Picture::new(&drawing);
        let (w, h) = picture.layout.size;
        let title_width = drawing.title.chars().count() as f64 * 8.5;
        width = f64::max(width, w.max(title_width) + 2.0 * MARGIN);
        let _ = writeln!(content, "<g transform=\"translate({MARGIN:.0},{y:.1})\">");
        let _ = writeln!(content, "<text class=\"title\" y=\"14\">{}</text>", one_line(&drawing.title));
        let _ = writeln!(content, "<g transform=\"translate(0,{TITLE:.0})\">");
        picture.write(&mut content);
        content.push_str("</g>\n</g>\n");
        y += h + TITLE + MARGIN;
    }
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{y:.0}\" \
         viewBox=\"0 0 {width:.0} {y:.0}\">\n"
    );
    out.push_str(STYLE);
    out.push_str("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    out.push_str(&content);
    out.push_str("</svg>\n");
    out
}

const STYLE: &str = "<style>
text { font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; font-size: 12px; fill: #111827; white-space: pre }
text.title { font-size: 14px; font-weight: bold }
text.head { font-size: 10px; fill: #6b7280 }
text.number { fill: #9ca3af; text-anchor: end }
text.label { font-size: 11px; fill: #374151; text-anchor: middle }
rect.box { fill: #ffffff; stroke: #4b5563; stroke-width: 1 }
rect.entry { fill: #dcfce7; stroke: #15803d }
rect.exit { fill: #e5e7eb; stroke: #111827; stroke-width: 2 }
rect.loop { fill: #dbeafe; stroke: #1d4ed8; stroke-width: 2 }
rect.stop { stroke-dasharray: 4 3 }
rect.violation { fill: #fecaca; stroke: #b91c1c; stroke-width: 2 }
rect.unsupported { fill: #ffedd5; stroke: #c2410c; stroke-width: 2 }
path.edge { fill: none; stroke: #4b5563; stroke-width: 1.2 }
path.back { stroke: #1d4ed8; stroke-width: 1.6 }
path.bad { stroke: #b91c1c; stroke-width: 1.6 }
path.tip { fill: #4b5563 }
path.tip.back { fill: #1d4ed8; stroke: none }
path.tip.bad { fill: #b91c1c; stroke: none }
</style>
";

/// A drawing with its layout. Labels are boxes of the layout, so that nothing overlaps them.
struct Picture<'a> {
    drawing: &'a Drawing,
    layout: Layout,
    /// For each edge of the layout its arrow and whether it ends at a box (and not at a label).
    parts: Vec<(&'a Arrow, bool)>,
    /// For each label its arrow.
    labels: Vec<&'a Arrow>,
}

impl<'a> Picture<'a> {
    fn new(drawing: &'a Drawing) -> Self {
        let mut input = Input {
            sizes: drawing.nodes.iter().map(size).collect(),
            keys: drawing.nodes.iter().map(|n| u64::from(n.place) * 2).collect(),
            edges: Vec::new(),
        };
        let mut parts = Vec::new();
        let mut labels = Vec::new();
        for arrow in &drawing.arrows {
            let Some(label) = &arrow.label else {
                input.edges.push((arrow.from, arrow.to));
                parts.push((arrow, true));
                continue;
            };
            let id = input.sizes.len() as u32;
            input.sizes.push((label.chars().count() as f64 * CHAR * 11.0 / 12.0 + 8.0, 14.0));
            input.keys.push(input.keys[arrow.from as usize] + 1);
            input.edges.extend([(arrow.from, id), (id, arrow.to)]);
            parts.extend([(arrow, false), (arrow, true)]);
            labels.push(arrow);
        }
        Picture { drawing, layout: layout(&input), parts, labels }
    }

    fn write(&self, out: &mut String) {
        for (route, (arrow, tip)) in self.layout.routes.iter().zip(&self.parts) {
            self.route(route, arrow, *tip, out);
        }
        let (boxes, labels) = self.layout.corners.split_at(self.drawing.nodes.len());
        for ((x, y), arrow) in labels.iter().zip(&self.labels) {
            let label = arrow.label.as_deref().unwrap_or_default();
            let width = label.chars().count() as f64 * CHAR * 11.0 / 12.0 + 8.0;
            let _ = writeln!(
                out,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"14\" fill=\"white\"/>\
                 <text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + width / 2.0,
                y + 11.0,
                one_line(label)
            );
        }
        for (node, corner) in self.drawing.nodes.iter().zip(boxes) {
            write_node(node, *corner, out);
        }
    }

    fn route(&self, route: &Route, arrow: &Arrow, tip: bool, out: &mut String) {
        let bad = matches!(self.drawing.nodes[arrow.to as usize].kind, Kind::Violation);
        let class = if arrow.back {
            " back"
        } else if bad {
            " bad"
        } else {
            ""
        };
        let mut path = String::new();
        let end = match route {
            Route::Curve(points) => curve(points, &mut path),
            Route::Lane(points) => lane(points, &mut path),
        };
        let Some((x, y)) = end else { return };
        let _ = writeln!(out, "<path class=\"edge{class}\" d=\"{path}\"/>");
        if tip {
            let _ = writeln!(out, "<path class=\"tip{class}\" d=\"M{x:.1} {y:.1}l-3.5 -7h7z\"/>");
        }
    }
}

/// Vertical pieces joined by curves with vertical ends.
fn curve(points: &[(f64, f64, f64)], path: &mut String) -> Option<(f64, f64)> {
    let (first, rest) = points.split_first()?;
    let _ = write!(path, "M{:.1} {:.1}V{:.1}", first.0, first.1, first.2);
    let mut at = (first.0, first.2);
    for (x, top, bottom) in rest {
        let middle = (at.1 + top) / 2.0;
        if (at.0 - x).abs() < 0.5 {
            let _ = write!(path, "L{x:.1} {top:.1}");
        } else {
            let _ = write!(path, "C{:.1} {middle:.1} {x:.1} {middle:.1} {x:.1} {top:.1}", at.0);
        }
        if bottom > top {
            let _ = write!(path, "V{bottom:.1}");
        }
        at = (*x, *bottom);
    }
    Some(at)
}

/// Straight pieces with rounded corners.
fn lane(points: &[(f64, f64)], path: &mut String) -> Option<(f64, f64)> {
    let first = points.first()?;
    let _ = write!(path, "M{:.1} {:.1}", first.0, first.1);
    for corner in points.windows(3) {
        let (a, b, c) = (corner[0], corner[1], corner[2]);
        let toward = |p: (f64, f64), q: (f64, f64)| {
            let length = ((q.0 - p.0).powi(2) + (q.1 - p.1).powi(2)).sqrt();
            let r = f64::min(5.0, length / 2.0);
            if length == 0.0 { p } else { (p.0 + (q.0 - p.0) * r / length, p.1 + (q.1 - p.1) * r / length) }
        };
        let (before, after) = (toward(b, a), toward(b, c));
        let _ = write!(path, "L{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", before.0, before.1, b.0, b.1, after.0, after.1);
    }
    let last = points.last()?;
    let _ = write!(path, "L{:.1} {:.1}", last.0, last.1);
    Some(*last)
}

/// Characters that line numbers take in a box.
fn gutter(node: &Node) -> usize {
    node.lines.iter().filter_map(|l| l.number).max().map_or(0, |n| n.to_string().len() + 1)
}

fn head(node: &Node) -> String {
    format!("{}{}{}", node.location, node.mark, node.entered)
}

fn size(node: &Node) -> (f64, f64) {
    let longest = node.lines.iter().map(|l| l.text.chars().count()).max().unwrap_or(0) + gutter(node);
    let width = f64::max(longest as f64 * CHAR, head(node).chars().count() as f64 * 6.1) + 2.0 * PAD;
    let height = 12.0 + node.lines.len() as f64 * LINE + PAD;
    (width.max(36.0), height)
}

fn write_node(node: &Node, (x, y): (f64, f64), out: &mut String) {
    let (width, height) = size(node);
    let (class, radius) = match node.kind {
        Kind::Entry => ("entry", 9.0),
        Kind::Exit => ("exit", 9.0),
        Kind::LoopHead => ("loop", 2.0),
        Kind::DeadEnd => ("stop", 2.0),
        Kind::Violation => ("violation", 2.0),
        Kind::Unsupported => ("unsupported", 2.0),
        Kind::Plain => ("plain", 2.0),
    };
    let _ = writeln!(
        out,
        "<rect class=\"box {class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{radius}\"/>\
         <text class=\"head\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        x + PAD,
        y + 12.0,
        one_line(&head(node))
    );
    let text_x = x + PAD + gutter(node) as f64 * CHAR;
    for (i, line) in node.lines.iter().enumerate() {
        let text_y = y + 12.0 + (i as f64 + 1.0) * LINE - 1.0;
        if let Some(number) = line.number {
            let _ = write!(out, "<text class=\"number\" x=\"{:.1}\" y=\"{text_y:.1}\">{number}</text>", text_x - CHAR);
        }
        let _ = writeln!(out, "<text x=\"{text_x:.1}\" y=\"{text_y:.1}\">{}</text>", one_line(&line.text));
    }
}

/// The text of an element that has one line.
fn one_line(text: &str) -> String {
    adumbra_text::markup(&text.replace(['\n', '\t'], "\u{fffd}"))
}
