//! Scenes as SVG.

use super::scene::{Rectangle, Scene};
use super::{Rgb, font};
use adumbra_text::markup;
use std::fmt::Write;

fn hexadecimal([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A path for each colour, with a piece for each rectangle. Those of the picture do not overlap,
/// and what is behind all of them is first.
fn paths(out: &mut String, boxes: &[Rectangle]) {
    let mut colours: Vec<(Rgb, String)> = Vec::new();
    for b in boxes {
        let index = colours.iter().position(|(colour, _)| *colour == b.colour).unwrap_or(colours.len());
        if index == colours.len() {
            colours.push((b.colour, String::new()));
        }
        let _ = write!(colours[index].1, "M{} {}h{}v{}h-{}z", b.x, b.y, b.width, b.height, b.width);
    }
    for (colour, pieces) in colours {
        let _ = writeln!(out, "<path fill=\"{}\" d=\"{pieces}\"/>", hexadecimal(colour));
    }
}

/// Above this many rectangles they are written shorter, as pieces of paths.
const MOST_RECTANGLES: usize = 20_000;

/// The picture as text: a rectangle for each run of one colour.
pub(super) fn write(scene: &Scene) -> String {
    let (width, height) = (scene.width, scene.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <g shape-rendering=\"crispEdges\">\n"
    );
    if scene.boxes.len() <= MOST_RECTANGLES {
        for b in &scene.boxes {
            let colour = hexadecimal(b.colour);
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\"/>",
                b.x, b.y, b.width, b.height
            );
        }
    } else {
        paths(&mut out, &scene.boxes);
    }
    let size = font::HEIGHT + 4;
    let _ = writeln!(out, "</g>\n<g font-family=\"monospace\" font-size=\"{size}\">");
    for text in &scene.texts {
        let y = text.y + font::HEIGHT;
        let _ = writeln!(out, "<text x=\"{}\" y=\"{y}\">{}</text>", text.x, markup(&text.text));
    }
    out.push_str("</g>\n</svg>\n");
    out
}
