//! Panels with captions, trees and legends, as rectangles and texts.

use super::layout::{Scale, kept_rows, lines};
use super::{BACKGROUND, CUT, Kind, Options, Picture, Rgb, font};

/// What is to be drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    pub width: u64,
    pub height: u64,
    pub boxes: Vec<Rectangle>,
    pub texts: Vec<Text>,
}

/// A rectangle of one colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    pub x: u64,
    pub y: u64,
    pub width: u64,
    pub height: u64,
    pub colour: Rgb,
}

/// A line of text; its place is the upper left corner.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub x: u64,
    pub y: u64,
    pub text: String,
}

/// Between panels, and between what is said and what is drawn.
const GAP: u64 = 12;

/// Most characters of a line.
const MOST_CHARACTERS: usize = 60;

/// A number with its digits in groups.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// One of something or several.
fn counted(number: u64, plural: &str) -> String {
    let noun = if number == 1 { plural.strip_suffix('s').unwrap_or(plural) } else { plural };
    format!("{} {noun}", grouped(number))
}

/// The lines above a tree.
fn caption(picture: &Picture, scale: Scale, options: &Options) -> Vec<String> {
    let tree = &picture.tree;
    let rows = tree.rows.len() as u64;
    let mut texts = picture.caption.clone();
    let widest = tree.widths().max().unwrap_or(0);
    texts.push(format!(
        "{} in {}, widest {}",
        counted(tree.len(), picture.nodes),
        counted(rows, "rows"),
        grouped(widest)
    ));
    if scale.nodes > 1 {
        texts.push(format!("a pixel is {}", counted(scale.nodes, picture.nodes)));
    }
    if scale.rows > 1 {
        texts.push(format!("a line is {}", counted(scale.rows, "rows")));
    }
    let shown = kept_rows(tree, options) as u64;
    if shown < rows {
        texts.push(format!("cut off below row {}", grouped(shown)));
    }
    if let Some(trim) = options.trim.filter(|trim| widest > *trim) {
        texts.push(format!("rows trimmed to {}", grouped(trim)));
    }
    let shorten = |text: &String| match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}...", &text[..end - 3]),
        None => text.clone(),
    };
    texts.iter().map(shorten).collect()
}

/// The kinds that a picture has, with their numbers.
fn legend(picture: &Picture) -> Vec<(Kind, String)> {
    let count = |kind| grouped(picture.tree.count(kind));
    picture.legend.iter().map(|(kind, name)| (*kind, format!("{name}: {}", count(*kind)))).collect()
}

fn width_of(text: &str) -> u64 {
    text.chars().count() as u64 * font::ADVANCE
}

/// Puts pictures side by side.
pub(super) fn compose(pictures: &[Picture], options: &Options) -> Scene {
    let trees: Vec<_> = pictures.iter().map(|p| &p.tree).collect();
    let scale = Scale::of(&trees, options);
    let padding = u64::from(options.padding);
    let captions: Vec<Vec<String>> = pictures.iter().map(|p| caption(p, scale, options)).collect();
    // Trees that are compared begin at one height.
    let top = padding + captions.iter().map(Vec::len).max().unwrap_or(0) as u64 * font::LINE + GAP;
    let mut scene = Scene { width: padding, ..Scene::default() };
    for (picture, caption) in pictures.iter().zip(captions) {
        let left = scene.width;
        let legend = legend(picture);
        let lines = lines(&picture.tree, scale, options);
        let (cell_width, cell_height) = (u64::from(scale.width), u64::from(scale.height));
        // At each side of a trimmed line there is a mark.
        let mark = if lines.iter().any(|l| l.trimmed) { 2 * cell_width } else { 0 };
        let drawn = lines.iter().map(|l| l.width).max().unwrap_or(0) * cell_width + 2 * mark;
        let texts = caption.iter().map(|t| width_of(t));
        let swatches = legend.iter().map(|(_, t)| width_of(t) + font::LINE);
        let width = texts.chain(swatches).chain([drawn]).max().unwrap_or(0);
        let mut y = padding;
        for text in caption {
            scene.texts.push(Text { x: left, y, text });
            y += font::LINE;
        }
        y = top;
        for line in &lines {
            let own = line.width * cell_width;
            let mut x = left + width / 2 - own / 2;
            if line.trimmed {
                for x in [x - mark, x + own] {
                    scene.boxes.push(Rectangle { x, y, width: mark, height: cell_height, colour: CUT });
                }
            }
            for (colour, length) in &line.runs {
                let width = length * cell_width;
                scene.boxes.push(Rectangle { x, y, width, height: cell_height, colour: *colour });
                x += width;
            }
            y += cell_height;
        }
        if kept_rows(&picture.tree, options) < picture.tree.rows.len() {
            scene.boxes.push(Rectangle { x: left, y: y + cell_height, width, height: cell_height, colour: CUT });
            y += 2 * cell_height;
        }
        y += GAP;
        for (kind, text) in legend {
            let side = font::HEIGHT;
            scene.boxes.push(Rectangle { x: left, y, width: side, height: side, colour: kind.colour() });
            scene.texts.push(Text { x: left + font::LINE, y, text });
            y += font::LINE;
        }
        scene.height = scene.height.max(y + padding);
        scene.width = left + width + 2 * GAP;
    }
    scene.width = (scene.width + padding).saturating_sub(2 * GAP).max(1);
    scene.height = scene.height.max(1);
    let (width, height) = (scene.width, scene.height);
    scene.boxes.insert(0, Rectangle { x: 0, y: 0, width, height, colour: BACKGROUND });
    scene
}
