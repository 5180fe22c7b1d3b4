//! Pictures: everything is there, nothing overlaps, and the documents are well formed whatever the
//! names are.

use crate::common::{self, Choices};
use adumbra_program::Location;
use adumbra_program::draw::{Cluster, Options, dot, svg};
use proptest::prelude::*;

const LOOPING: &str = "file file0 \"main.c\"
function @main() -> i32 {
  entry l0 exit l1
  reg %0.i: i32 variable \"i\"
  l0 -> l2: %0.i = 0  ; main.c:4:7
  l2 -> l3: [%0.i <s 10]
  l2 -> l5: [!(%0.i <s 10)]
  l3 -> l4: %0.i = %0.i + 1  ; main.c:5:3
  l4 -> l2: nop
  l5 -> l6: [%0.i == 10]
  l5 -> l8: [!(%0.i == 10)]
  l6 -> l7: %0.i = 7
  l7 -> l1: return %0.i
  l8 -> l9: violation error-call
  l9 stop
}
function @other(ptr) -> i32
";

fn single() -> Options {
    Options { single_edges: true, ..Options::default() }
}

#[test]
fn dot_merges_straight_lines_and_labels_branches() {
    let text = dot(&common::read(LOOPING), None, &Options::default());
    let count = |piece: &str| text.matches(piece).count();
    assert_eq!((count(" [label="), count(" -> \"")), (7 + 4, 7), "{text}");
    assert!(text.contains("label=\"l6\\l%0.i = 7\\lreturn %0.i\\l\""), "{text}");
    assert!(text.contains("\"l2\" -> \"l3\" [label=\"[%0.i <s 10]\"]"), "{text}");
    assert!(text.contains("\"l3\" -> \"l2\" [color"), "the back edge stands out: {text}");
    for shape in ["l0 entry", "l1 exit", "l2 loop", "shape=octagon", "shape=hexagon"] {
        assert_eq!(count(shape), 1, "{shape}: {text}");
    }
}

#[test]
fn dot_draws_single_edges_on_request() {
    let text = dot(&common::read(LOOPING), None, &single());
    assert_eq!(text.matches(" -> \"").count(), 10, "{text}");
    assert!(text.contains("\"l6\" -> \"l7\" [label=\"%0.i = 7\"]"), "{text}");
}

/// A cluster without boxes of its own, one inside it, and another one that comes later.
#[test]
fn clusters_are_frames_or_names() {
    let cluster = |label: &str, locations: &[u32], within| {
        let locations: Vec<Location> = locations.iter().map(|l| Location::from_u32(*l)).collect();
        Cluster { label: label.to_owned(), entry: locations[0], locations, within }
    };
    let clusters =
        vec![cluster("outer", &[2, 3, 4], None), cluster("inner<", &[2, 3, 4], Some(0)), cluster("end", &[8, 9], None)];
    let options = Options { clusters, ..Options::default() };
    let program = common::read(LOOPING);
    let text = dot(&program, None, &options);
    let at = |piece: &str| text.find(piece).unwrap_or_else(|| panic!("{piece}: {text}"));
    let order =
        [at("label=\"outer\""), at("label=\"inner"), at("\"l2\" [label"), at("label=\"end\""), at("\"l8\" [label")];
    assert!(order.is_sorted(), "{text}");
    assert!(at("\"l5\" [label") < order[0], "{text}");
    let between = &text[order[2]..order[3]];
    assert_eq!(between.matches("    }\n").count(), 2, "both frames are closed: {text}");
    assert_eq!(text.matches('{').count(), text.matches('}').count(), "{text}");
    let picture = svg(&program, None, &options);
    assert!(picture.contains("l2 loop outer inner&lt;") && picture.contains("l8 end"), "{picture}");
    check_svg(&picture);
}

#[test]
fn one_function_or_all() {
    let program = common::read(
        "function @main() { entry l0 exit l1\n l0 -> l1: return\n}\nfunction @f() { entry l2 exit l3\n l2 -> l3: return\n}\n",
    );
    let f = program.function_named("f").unwrap();
    for draw in [dot, svg] {
        let (all, one) = (draw(&program, None, &Options::default()), draw(&program, Some(f), &Options::default()));
        assert!(all.contains("main()") && all.contains("f()"));
        assert!(!one.contains("main()") && one.contains("f()"));
    }
}

#[test]
fn svg_shows_loops_back_edges_violations_and_lines() {
    let text = svg(&common::read(LOOPING), None, &Options::default());
    let count = |piece: &str| text.matches(piece).count();
    assert_eq!(count("<rect class=\"box "), 7);
    assert_eq!(count("class=\"box loop\""), 1);
    assert_eq!(count("class=\"box violation\""), 1);
    assert_eq!(count("class=\"edge back\""), 1);
    assert_eq!(count("class=\"edge bad\""), 2, "to the label and from it");
    assert_eq!(count("class=\"label\""), 4);
    assert_eq!(count("class=\"number\""), 2);
    assert_eq!(count("class=\"tip"), 7);
    check_svg(&text);
}

#[test]
fn an_entry_that_is_not_modelled_is_still_an_entry() {
    let program = common::read(
        "symbol sym0 \"asm\"\nfunction @main() { entry l0 exit l1\n l0 -> l2: unsupported \"asm\"\n l2 stop\n}\n",
    );
    let text = svg(&program, None, &Options::default());
    assert!(text.contains("class=\"box unsupported\"") && text.contains(">l0 entry<"), "{text}");
}

fn attribute(tag: &str, name: &str) -> Option<f64> {
    let rest = &tag[tag.find(&format!(" {name}=\""))? + name.len() + 3..];
    rest[..rest.find('"')?].parse().ok()
}

/// Tags are closed in order, text has no bare special characters, boxes and labels of one function
/// do not overlap.
fn check_svg(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut boxes: Vec<(f64, f64, f64, f64)> = Vec::new();
    for piece in text.split('<').skip(1) {
        let (tag, content) = piece.split_once('>').expect("a tag ends");
        assert!(!content.contains('>') && !tag.contains('&'));
        for entity in content.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|e| entity.starts_with(e)), "{entity}");
        }
        assert!(content.chars().all(|c| !c.is_control() || c == '\n'));
        let name = tag.split(' ').next().unwrap_or_default();
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            if name == "g" {
                boxes.clear();
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        } else if name == "rect" && attribute(tag, "x").is_some() {
            let [x, y, w, h] = ["x", "y", "width", "height"].map(|a| attribute(tag, a).unwrap());
            for (x2, y2, w2, h2) in &boxes {
                let apart = x + w <= *x2 || x2 + w2 <= x || y + h <= *y2 || y2 + h2 <= y;
                assert!(apart, "boxes overlap at {x},{y} and {x2},{y2}");
            }
            assert!(x >= 0.0 && y >= 0.0);
            boxes.push((x, y, w, h));
        }
    }
    assert!(open.is_empty());
}

/// Every line is a statement, and quotes are closed with only known escapes between them.
fn check_dot(text: &str) {
    for line in text.lines() {
        assert!(line.ends_with(['{', '}', ';']), "{line}");
        let mut chars = line.chars();
        let mut quoted = false;
        while let Some(c) = chars.next() {
            match c {
                '"' => quoted = !quoted,
                '\\' => assert!(quoted && matches!(chars.next(), Some('"' | '\\' | 'l')), "{line}"),
                c => assert!(!c.is_control()),
            }
        }
        assert!(!quoted, "{line}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pictures_of_random_programs_are_well_formed(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        let program = common::program(&mut Choices::new(&bytes));
        for options in [Options::default(), single(), Options { max_line: 5, ..Options::default() }] {
            check_svg(&svg(&program, None, &options));
            check_dot(&dot(&program, None, &options));
        }
    }
}

/// A thousand branches, each of which may go to one far place: more long edges than there is room
/// for dummies.
#[test]
fn large_functions_are_drawn_in_time() {
    let n = 1000;
    let mut text =
        String::from("function @main() { entry l0 exit l1\n reg %0: i32\n l2 -> l1: return\n l0 -> l3: nop\n");
    for i in 3..n + 3 {
        text += &format!(" l{i} -> l2: [%0 == {i}]\n l{i} -> l{}: [!(%0 == {i})]\n", i + 1);
    }
    text += &format!(" l{} -> l1: return\n}}\n", n + 3);
    let program = common::read(&text);
    let start = std::time::Instant::now();
    let picture = svg(&program, None, &Options::default());
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    assert_eq!(picture.matches("class=\"label\"").count(), 2 * n);
    assert_eq!(picture.matches("class=\"tip").count(), 2 * n + 2);
    check_svg(&picture);
}
