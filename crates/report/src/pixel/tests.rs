//! Widths, colours and both formats of pixel trees.

use super::*;
use adumbra_program::graph::distances_from;
use adumbra_testing::Random;

/// Numbers from a seed.
fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut random = Random(seed);
    move |below| random.next() % below
}

fn kind_of(node: u32) -> Kind {
    Kind::ALL[node as usize % Kind::ALL.len()]
}

fn random_tree(seed: u64) -> (Tree, Graph) {
    let mut next = numbers(seed + 1);
    let len = 1 + next(60) as usize;
    let edges: Vec<(u32, u32)> = (0..next(150)).map(|_| (next(len as u64) as u32, next(len as u64) as u32)).collect();
    let graph = Graph::new(len, next(len as u64) as u32, &edges);
    (Tree::of_graph(&graph, kind_of), graph)
}

fn picture(tree: Tree) -> Picture {
    let legend = vec![(Kind::Plain, "explored"), (Kind::Covered, "covered"), (Kind::Target, "target")];
    Picture { tree, caption: vec!["task.c".into(), "value: TRUE".into()], nodes: "states", legend }
}

/// SLI-33: a row is as wide as there are nodes at its distance, and the kinds are those of the
/// nodes.
#[test]
fn sli_33_rows_are_the_levels_of_a_breadth_first_search() {
    for seed in 0..200 {
        let (tree, graph) = random_tree(seed);
        let distances = distances_from(&graph, graph.root());
        let mut widths = Vec::new();
        let mut counts = [0; Kind::ALL.len()];
        for (node, distance) in distances.iter().enumerate() {
            let Some(distance) = distance else { continue };
            widths.resize(widths.len().max(*distance as usize + 1), 0);
            widths[*distance as usize] += 1;
            counts[kind_of(node as u32) as usize] += 1;
        }
        assert_eq!(tree.widths().collect::<Vec<u64>>(), widths, "seed {seed}");
        assert_eq!(Kind::ALL.map(|kind| tree.count(kind)), counts, "seed {seed}");
        assert_eq!(tree.len(), widths.iter().sum::<u64>());
    }
}

/// The pixels of a PNG.
fn decoded(file: &[u8]) -> (usize, usize, Vec<Rgb>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
    (info.width as usize, info.height as usize, pixels)
}

/// Without a legend, every pixel of a colour but that of letters is one of a node.
#[test]
fn sli_33_a_png_has_four_pixels_a_node_in_its_colour() {
    for seed in 0..40 {
        let (tree, _) = random_tree(seed);
        let bare = Picture { caption: Vec::new(), legend: Vec::new(), ..picture(tree.clone()) };
        let (width, height, pixels) = decoded(&draw(&[bare], &Options::default(), Format::Png).unwrap());
        assert_eq!(pixels.len(), width * height);
        for kind in Kind::ALL.into_iter().filter(|k| *k != Kind::Plain) {
            let seen = pixels.iter().filter(|p| **p == kind.colour()).count() as u64;
            assert_eq!(seen, 4 * tree.count(kind), "seed {seed}, {kind:?}");
        }
        // Lines are centred, without gaps. Above them is one line of text.
        let first = 2 + font::LINE as usize + 12;
        for (index, units) in tree.widths().enumerate() {
            let row = &pixels[(first + 2 * index) * width..][..width];
            let (start, end) = (width / 2 - units as usize, width / 2 + units as usize);
            let node = |p: &Rgb| *p != BACKGROUND;
            assert!(row[start..end].iter().all(node), "seed {seed}, row {index}");
            assert!(!row[..start].iter().chain(&row[end..]).any(node), "seed {seed}, row {index}");
        }
    }
}

#[test]
fn sli_33_a_small_tree_as_svg() {
    use Kind::{Covered as C, Plain as P, Target as T};
    let tree = Tree::new([vec![P], vec![P, P], vec![C, P, P, T]]);
    let text = String::from_utf8(draw(&[picture(tree)], &Options::default(), Format::Svg).unwrap()).unwrap();
    assert_eq!(text, include_str!("golden.svg"));
    roxmltree::Document::parse(&text).unwrap();
}

#[test]
fn captions_are_escaped() {
    let mut shown = picture(Tree::new([vec![Kind::Plain]]));
    shown.caption = vec!["a<b>&\u{7}\"c\".c".into()];
    let text = String::from_utf8(draw(&[shown], &Options::default(), Format::Svg).unwrap()).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    assert!(document.descendants().any(|n| n.text() == Some("a<b>&\u{fffd}\"c\".c")));
}

/// A run is one rectangle, however long; a million nodes in a row stay a picture of a few thousand
/// pixels.
#[test]
fn wide_rows_share_pixels_and_runs_are_one_rectangle() {
    let mut wide = vec![Kind::Plain; 1_000_000];
    wide[700_000] = Kind::Target;
    let tree = Tree::new([vec![Kind::Plain], wide]);
    let options = Options::default();
    let text = String::from_utf8(draw(&[picture(tree.clone())], &options, Format::Svg).unwrap()).unwrap();
    assert!(text.matches("<rect").count() < 12, "{text}");
    assert!(text.contains("a pixel is 417 states"), "{text}");
    assert_eq!(text.matches("#e60014").count(), 2, "the target is seen, and in the legend");
    let (width, _, pixels) = decoded(&draw(&[picture(tree)], &options, Format::Png).unwrap());
    assert!(width <= 2400 + 2 * 2);
    assert!(pixels.contains(&Kind::Target.colour()));
}

#[test]
fn many_rows_share_lines() {
    let tree = Tree::new((0..100_000).map(|row| vec![if row == 5 { Kind::Target } else { Kind::Plain }; 2]));
    let (_, height, _) = decoded(&draw(&[picture(tree)], &Options::default(), Format::Png).unwrap());
    assert!(height < 3600, "{height}");
}

/// What shares a pixel is mixed: nodes of two kinds in turn are neither black nor green.
#[test]
fn shared_pixels_are_mixed() {
    let row = (0..9_600).map(|i| if i % 2 == 0 { Kind::Plain } else { Kind::Covered });
    let text = draw(&[picture(Tree::new([row]))], &Options::default(), Format::Svg).unwrap();
    assert!(String::from_utf8(text).unwrap().contains("fill=\"#004b0f\""));
}

#[test]
fn rows_are_cut_off_and_trimmed_with_a_mark() {
    let tree = Tree::new((0..30).map(|row| vec![Kind::Plain; row + 1]));
    let options = Options { rows: Some(12), trim: Some(10), ..Options::default() };
    let text = String::from_utf8(draw(&[picture(tree)], &options, Format::Svg).unwrap()).unwrap();
    assert!(text.contains("cut off below row 12") && text.contains("rows trimmed to 10"), "{text}");
    assert!(text.contains("465 states in 30 rows, widest 30"), "{text}");
    // Two marks at each of the rows 11 and 12, and the line below.
    assert_eq!(text.matches("fill=\"#ffffff\"").count(), 5);
    let widest = text.lines().filter(|l| l.contains("height=\"2\" fill=\"#000000\"")).map(|l| {
        let width = l.split("width=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        width.parse::<u64>().unwrap()
    });
    assert_eq!(widest.max(), Some(20));
}

/// Trees that are compared have one scale and begin at one height.
#[test]
fn trees_side_by_side_have_one_scale() {
    let small = Tree::new([vec![Kind::Target]]);
    let large = Tree::new([vec![Kind::Plain; 3000]]);
    let text = String::from_utf8(draw(&[picture(small), picture(large)], &Options::default(), Format::Svg).unwrap());
    let text = text.unwrap();
    assert_eq!(text.matches("a pixel is 3 states").count(), 2, "{text}");
    assert!(text.lines().any(|l| l.contains("width=\"1\" height=\"2\" fill=\"#e60014\"")), "{text}");
}

#[test]
fn the_name_of_a_file_says_its_format() {
    assert_eq!(Format::of(Path::new("a/b.SVG")).unwrap(), Format::Svg);
    assert_eq!(Format::of(Path::new("b.png")).unwrap(), Format::Png);
    let error = Format::of(Path::new("b.jpeg")).unwrap_err().to_string();
    assert_eq!(error, "b.jpeg: a pixel tree is written as .svg or .png");
}

#[test]
fn every_letter_is_different() {
    let mut seen = std::collections::HashSet::new();
    for letter in ' '..='~' {
        let mut points = Vec::new();
        font::points(letter, |x, y| points.push((x, y)));
        assert_eq!(points.is_empty(), letter == ' ');
        assert!(seen.insert(points), "{letter}");
    }
}
