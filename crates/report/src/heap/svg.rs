//! Heaps as SVG: the states of a place beside each other, as long as there is room.

use super::Cluster;
use super::layout::{LETTER, LINE, Layout, MARGIN, Rect, Route, label_width, layout};
use super::model::{Arrow, Heap, Look};
use adumbra_text::markup;
use std::fmt::Write;

/// What is wider than this goes below.
const WIDEST: f64 = 1800.0;

/// Around pictures.
const AROUND: f64 = 16.0;

/// How large letters are.
const SIZE: f64 = 11.5;

/// All states as one drawing.
pub(super) fn write(caption: &[String], clusters: &[Cluster]) -> String {
    let mut body = String::new();
    let (mut width, mut y) = (0f64, AROUND);
    for line in caption {
        text(&mut body, (AROUND, y + LINE - 5.0), line, "");
        width = width.max(line.chars().count() as f64 * LETTER + 2.0 * AROUND);
        y += LINE;
    }
    if clusters.is_empty() {
        text(&mut body, (AROUND, y + LINE), "no loop of the program was reached, and no violation", "");
        (width, y) = (width.max(420.0), y + 2.0 * LINE);
    }
    for (place, cluster) in clusters.iter().enumerate() {
        y += AROUND / 2.0;
        let (wide, high) = write_cluster(&mut body, cluster, place, y);
        width = width.max(wide + 2.0 * AROUND);
        y += high;
    }
    let height = y + AROUND;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"monospace\" font-size=\"{SIZE}\">\n\
         <defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    )
}

/// A place with a frame around it; how large it is.
fn write_cluster(out: &mut String, cluster: &Cluster, place: usize, top: f64) -> (f64, f64) {
    let mut inside = String::new();
    let (mut x, mut y) = (2.0 * AROUND, top + LINE + AROUND);
    let (mut widest, mut row) = (0f64, 0f64);
    for (state, heap) in cluster.heaps.iter().enumerate() {
        let layout = layout(heap);
        let (width, height) = extent(heap, &layout);
        if x > 2.0 * AROUND && x + width > WIDEST {
            (x, y, row) = (2.0 * AROUND, y + row + AROUND, 0.0);
        }
        write_heap(&mut inside, heap, &layout, &format!("p{place}s{state}"), Rect { x, y, width, height });
        x += width + AROUND;
        widest = widest.max(x);
        row = row.max(height);
    }
    y += row + AROUND;
    if let Some(more) = &cluster.more {
        text(&mut inside, (2.0 * AROUND, y), more, " font-weight=\"bold\"");
        y += LINE;
    }
    let title = cluster.title.chars().count() as f64 * LETTER + 2.0 * AROUND;
    let (width, height) = ((widest - AROUND).max(title), y - top);
    let _ = writeln!(
        out,
        "<g id=\"p{place}\"><rect x=\"{AROUND}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"4\" fill=\"#f8fafc\" stroke=\"#94a3b8\"/>"
    );
    text(out, (1.5 * AROUND, top + LINE), &cluster.title, " font-weight=\"bold\"");
    let _ = writeln!(out, "{inside}</g>");
    (width, height)
}

/// How large a state is with its title and its notes.
fn extent(heap: &Heap, layout: &Layout) -> (f64, f64) {
    let letters = heap.notes.iter().chain([&heap.title]).map(|line| line.chars().count()).max().unwrap_or(0);
    let width = layout.width.max(letters as f64 * LETTER).max(120.0) + 2.0 * AROUND;
    (width, layout.height + (heap.notes.len() + 1) as f64 * LINE + 2.0 * AROUND)
}

fn write_heap(out: &mut String, heap: &Heap, layout: &Layout, prefix: &str, at: Rect) {
    let _ = writeln!(
        out,
        "<g id=\"{prefix}\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#ffffff\" stroke=\"#cbd5e1\"/>",
        at.x, at.y, at.width, at.height
    );
    text(out, (at.x + AROUND / 2.0, at.y + LINE - 3.0), &heap.title, " fill=\"#475569\"");
    let _ = writeln!(out, "<g transform=\"translate({:.1} {:.1})\">", at.x + AROUND, at.y + LINE + AROUND / 2.0);
    if heap.nodes.is_empty() {
        text(out, (0.0, LINE), "nothing is known", " fill=\"#475569\"");
    }
    for index in 0..heap.nodes.len() {
        write_node(out, heap, layout, index, prefix);
    }
    for (arrow, route) in heap.arrows.iter().zip(&layout.routes) {
        write_arrow(out, route, &arrow.label, arrow.dashed);
    }
    out.push_str("</g>\n");
    let below = at.y + LINE + layout.height + AROUND + LINE;
    for (line, note) in heap.notes.iter().enumerate() {
        text(out, (at.x + AROUND / 2.0, below + line as f64 * LINE), note, "");
    }
    out.push_str("</g>\n");
}

fn write_node(out: &mut String, heap: &Heap, layout: &Layout, index: usize, prefix: &str) {
    let (node, rect) = (&heap.nodes[index], layout.boxes[index]);
    let style = match node.look {
        Look::Frame => "rx=\"6\" fill=\"#eff6ff\" stroke=\"#1d4ed8\"",
        Look::Lives => "fill=\"#ffffff\" stroke=\"#000000\"",
        Look::Perhaps => "fill=\"#ffffff\" stroke=\"#000000\" stroke-dasharray=\"2 3\"",
        Look::Dead => "fill=\"#d4d4d4\" stroke=\"#737373\"",
        Look::Run => "fill=\"#fefce8\" stroke=\"#000000\"",
    };
    let place =
        |r: Rect| format!("x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"", r.x, r.y, r.width, r.height);
    let _ = writeln!(out, "<g id=\"{prefix}n{index}\">");
    if node.look == Look::Run {
        let around = Rect { x: rect.x - 3.0, y: rect.y - 3.0, width: rect.width + 6.0, height: rect.height + 6.0 };
        let _ = writeln!(out, "<rect {} {style}/>", place(around));
    }
    let _ = writeln!(out, "<rect {} {style}/>", place(rect));
    let left = rect.x + MARGIN;
    let base = |line: usize| rect.y + MARGIN + (line + 1) as f64 * LINE - 5.0;
    text(out, (left, base(0)), &node.title, " font-weight=\"bold\"");
    let mut above = 1;
    if !node.subtitle.is_empty() {
        text(out, (left, base(1)), &node.subtitle, " fill=\"#475569\"");
        above = 2;
    }
    if !node.rows.is_empty() {
        let y = rect.y + MARGIN + above as f64 * LINE - 1.0;
        let _ = writeln!(out, "<path d=\"M{:.1} {y:.1}h{:.1}\" stroke=\"#94a3b8\" fill=\"none\"/>", rect.x, rect.width);
    }
    let values = left + (label_width(heap, index) + 2) as f64 * LETTER;
    for (at, row) in node.rows.iter().enumerate() {
        text(out, (left, base(above + at)), &row.label, " fill=\"#334155\"");
        if !row.text.is_empty() {
            text(out, (values, base(above + at)), &row.text, "");
        }
        let (x, y) = (rect.x + rect.width, layout.rows[index][at]);
        let forward = |route: &Route| match route {
            Route::Curve(from, to) => from.0 < to.0,
            Route::Corners(_) => true,
        };
        let own = |arrow: &Arrow| (arrow.from, arrow.row) == (index, at);
        if heap.arrows.iter().zip(&layout.routes).any(|(arrow, route)| own(arrow) && forward(route)) {
            let _ = writeln!(out, "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"2.5\"/>", x - MARGIN);
        }
        if row.unknown {
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {y:.1}h12\" stroke=\"#000000\" stroke-dasharray=\"3 2\" fill=\"none\"/>"
            );
            text(out, (x + 13.0, y + 4.0), "?", " font-weight=\"bold\"");
        }
    }
    out.push_str("</g>\n");
}

fn write_arrow(out: &mut String, route: &Route, label: &str, dashed: bool) {
    let (path, end) = match route {
        Route::Curve((x, y), (to_x, to_y)) => {
            let middle = (x + to_x) / 2.0;
            (
                format!("M{x:.1} {y:.1}C{middle:.1} {y:.1} {middle:.1} {to_y:.1} {to_x:.1} {to_y:.1}"),
                (*to_x, *to_y, x < to_x),
            )
        }
        Route::Corners(corners) => {
            let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            let last = corners.last().copied().unwrap_or_default();
            let from = corners.iter().rev().nth(1).map_or(last.0, |corner| corner.0);
            (format!("M{}", points.join("L")), (last.0, last.1, from < last.0))
        }
    };
    let dashes = if dashed { " stroke-dasharray=\"4 3\"" } else { "" };
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#000000\" stroke-linejoin=\"round\"{dashes} marker-end=\"url(#arrow)\"/>"
    );
    if !label.is_empty() {
        let (x, y, rightward) = end;
        let anchor = if rightward { " text-anchor=\"end\"" } else { "" };
        let x = if rightward { x - 9.0 } else { x + 9.0 };
        text(out, (x, y - 4.0), label, &format!(" fill=\"#b45309\"{anchor}"));
    }
}

/// A text at a place, with attributes of its own.
fn text(out: &mut String, (x, y): (f64, f64), text: &str, attributes: &str) {
    let text = markup(text);
    let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" xml:space=\"preserve\"{attributes}>{text}</text>");
}
