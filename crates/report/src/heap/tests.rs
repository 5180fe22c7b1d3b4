//! Heaps from facts that are written down, in all formats, and from random ones.

use super::*;
use crate::heap::layout::{Rect, layout};
use adumbra_program::{AllocationKind, Edge, Global, Location, Program, Register, Site, text};
use adumbra_testing::Random;
use adumbra_verdict::{Known, Link, Lives, Many, ObjectFacts, ObjectKind, ObjectName, Place as At, Point};
use std::collections::BTreeSet;

/// A list, its nodes, and a caller; nothing of it is executed.
const PROGRAM: &str = r#"program 1
layout LP64 64 "x86_64-pc-linux-gnu"
property unreach-call assertions errors "reach_error" "__VERIFIER_error"
entry @main

global @list size 8 align 8 variable "list" ctype0 at list.c:2:0 = b""
global @<odd>&"name" size 16 align 8 = b""

function @main() -> i32 at list.c:4:0 {
  entry l0 exit l1
  reg %0.n: ptr variable "n" ctype0 at list.c:4:0
  reg %1: ptr
  reg %2.i: i32 variable "i" ctype2 at list.c:4:0
  l0 -> l2: %0.n = load @list  ; list.c:4:35 #0
  l2 -> l1: return 0:i32  ; list.c:5:68 #8
}

site s0 in @main
site s1 in @main at list.c:4:18 variable "local" ctype1 at list.c:4:0
ctype ctype0 = pointer ctype1
ctype ctype1 = record "struct node" size 24 {
  "data" ctype2 offset 0 width 32
  "next" ctype0 offset 64 width 64
  "prev" ctype0 offset 128 width 64
}
ctype ctype2 = int "int" signed 32
ctype ctype3 = record "struct item" size 40 {
  "key" ctype2 offset 0 width 32
  "link" ctype1 offset 128 width 192
}
file file0 "list.c"
"#;

fn program() -> Program {
    let text = PROGRAM.replace("@<odd>&\"name\"", "@odd");
    let mut program = text::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    program.globals[Global::from_u32(1)].name = "<odd>&\"name\"".into();
    program
}

fn facts() -> StateFacts {
    StateFacts::at(Point { location: Location::from_u32(2), calls: Vec::new() })
}

fn heap_object(lives: Lives) -> ObjectFacts {
    let kind = ObjectKind::Allocated(Site::from_u32(0), AllocationKind::Heap);
    ObjectFacts { kind, activation: None, size: Some(24), lives }
}

fn bits(number: u64) -> Known {
    Known::Bits(vec![number])
}

fn to(object: u32) -> Known {
    Known::Pointer(ObjectName::Allocated(object), 0)
}

/// The global `list`.
fn list() -> ObjectName {
    ObjectName::Global(Global::from_u32(0))
}

/// Says nothing but how many formulas there are.
fn no_words(formulas: &Formulas, _: &Names<'_>) -> Vec<String> {
    (!formulas.is_empty()).then(|| format!("{} formulas", formulas.all().len())).into_iter().collect()
}

fn drawn(states: &[StateFacts], descriptions: &[Description], format: Format) -> String {
    let program = program();
    let place = Place { title: "list.c:4: loop in main".into(), states, more: 12 };
    let picture = Picture { program: &program, caption: vec!["list.c <&>".into()], descriptions, places: vec![place] };
    draw(&picture, &no_words, format)
}

/// What the boxes of a state say.
fn check(state: StateFacts, expected: &[&str]) {
    check_with(state, &[], expected);
}

fn check_with(state: StateFacts, descriptions: &[Description], expected: &[&str]) {
    let states = [state];
    let text = drawn(&states, descriptions, Format::Text);
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    assert_eq!(lines, expected, "{text}");
    is_well_formed(&states, descriptions);
}

/// Is the SVG XML in which every id is there once and is defined where it is used, do no two boxes
/// overlap, and does the DOT only speak of boxes that it has?
fn is_well_formed(states: &[StateFacts], descriptions: &[Description]) {
    let svg = drawn(states, descriptions, Format::Svg);
    let document = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{e}\n{svg}"));
    let ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "{svg}");
    for node in document.descendants() {
        for value in node.attributes().filter_map(|a| a.value().strip_prefix("url(#")) {
            assert!(unique.contains(value.trim_end_matches(')')), "{value}");
        }
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let dot = drawn(states, descriptions, Format::Dot);
    let own = |line: &str| line.split([' ', ':']).next().unwrap_or_default().to_owned();
    let lines: Vec<&str> = dot.lines().map(str::trim_start).collect();
    let declared: BTreeSet<String> =
        lines.iter().filter(|l| l.contains(" [") && !l.contains(" -> ")).map(|l| own(l)).collect();
    for (from, rest) in
        lines.iter().filter_map(|line| line.split_once(" -> ")).filter(|(from, _)| from.starts_with('p'))
    {
        assert!(
            declared.contains(&own(from)) && declared.contains(&own(rest.trim_end_matches(';'))),
            "{from} {rest}\n{dot}"
        );
    }
    let program = program();
    let place = Place { title: String::new(), states, more: 0 };
    let picture = Picture { program: &program, caption: Vec::new(), descriptions, places: vec![place] };
    for heap in clusters(&picture, &no_words).iter().flat_map(|cluster| &cluster.heaps) {
        let placed = layout(heap);
        let apart = |a: &Rect, b: &Rect| {
            a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
        };
        for (a, one) in placed.boxes.iter().enumerate() {
            for (b, other) in placed.boxes.iter().enumerate().skip(a + 1) {
                let nested = heap.nodes[a].inside.is_some() || heap.nodes[b].inside.is_some();
                assert!(nested || apart(one, other), "{a} {b}");
            }
            assert!(one.x >= 0.0 && one.y + one.height <= placed.height && one.x + one.width <= placed.width + 1.0);
        }
    }
}

/// A list of two cells with links back, in a global, and a register of `main`.
fn two() -> StateFacts {
    let mut state = facts();
    state.objects = vec![heap_object(Lives::Yes), heap_object(Lives::Yes)];
    let [first, second] = [1, 0].map(ObjectName::Allocated);
    state.cells = vec![
        (list(), 0, 8, to(1)),
        (first, 0, 4, bits(7)),
        (first, 8, 8, to(0)),
        (first, 16, 8, Known::Null),
        (second, 0, 4, bits(u64::from(u32::MAX))),
        (second, 8, 8, Known::Null),
        (second, 16, 8, to(1)),
    ];
    state.registers = vec![(0, Register::from_u32(0), to(0)), (0, Register::from_u32(2), bits(2))];
    state
}

#[test]
fn objects_have_the_fields_of_what_points_to_them_and_numbers_along_the_list() {
    check(
        two(),
        &[
            "globals: list -> struct node #1",
            "main(): n -> struct node #2, i = 2",
            "struct node #1 (24 bytes): data = 7, next -> struct node #2, prev = NULL",
            "struct node #2 (24 bytes): data = -1, next = NULL, prev -> struct node #1",
        ],
    );
}

#[test]
fn without_types_bytes_have_offsets() {
    let mut state = facts();
    state.objects = vec![heap_object(Lives::Yes)];
    let odd = ObjectName::Global(Global::from_u32(1));
    state.cells = vec![(odd, 8, 8, to(0)), (ObjectName::Allocated(0), 4, 2, bits(5))];
    check(state, &["<odd>&\"name\" (global): +8 -> object #1", "object #1 (24 bytes): +4 = 5"]);
}

/// A list whose links lead from link to link: the structure around them is the only one of the size
/// that has such a part there.
#[test]
fn a_pointer_to_a_part_says_what_is_around_it() {
    let mut state = facts();
    state.objects = vec![ObjectFacts { size: Some(40), ..heap_object(Lives::Yes) }];
    let at = |offset| Known::Pointer(ObjectName::Allocated(0), offset);
    state.cells = vec![(list(), 0, 8, at(16)), (ObjectName::Allocated(0), 24, 8, at(16))];
    check(
        state.clone(),
        &[
            "globals: list -> struct item #1 (+16 .link)",
            "struct item #1 (40 bytes): key = ?, link.data = ?, link.next -> struct item #1 (+16 .link), link.prev = ?",
        ],
    );
    state.cells.truncate(1);
    state.cells[0].3 = at(8);
    check(state, &["globals: list -> object #1 (+8)", "object #1 (40 bytes)"]);
}

#[test]
fn what_does_not_live_and_what_is_not_known_is_said() {
    let mut state = two();
    state.objects[0].lives = Lives::No;
    state.objects[1].lives = Lives::Perhaps;
    state.cells.truncate(1);
    state.registers = vec![(0, Register::from_u32(0), Known::Into(vec![Some(ObjectName::Allocated(0)), None]))];
    check(
        state,
        &[
            "globals: list -> struct node #1",
            "main(): n -> struct node #2 (+?) or ?",
            "struct node #1 (24 bytes, perhaps freed): data = ?, next = ?, prev = ?",
            "struct node #2 (24 bytes, freed)",
        ],
    );
}

#[test]
fn a_pointer_into_an_object_says_where_and_bounds_are_in_words() {
    let mut state = facts();
    state.objects = vec![heap_object(Lives::Yes)];
    state.cells = vec![(list(), 0, 8, to(0)), (ObjectName::Allocated(0), 0, 4, Known::Signed(-3, 4))];
    state.registers = vec![(0, Register::from_u32(1), Known::Pointer(ObjectName::Allocated(0), 8))];
    let mut formulas = Formulas::new();
    let leaf = formulas.leaf(Leaf::Value(At::Register(0, Register::from_u32(2))), 32);
    let zero = formulas.terms.bv_u64(32, 0);
    let is_zero = formulas.terms.eq(leaf, zero);
    formulas.hold(is_zero);
    state.formulas = Some(Box::new(formulas));
    check(
        state,
        &[
            "globals: list -> struct node #1",
            "main(): (temporary) -> struct node #1 (+8 .next)",
            "struct node #1 (24 bytes): data = -3 … 4, next = ?, prev = ?",
            "1 formulas",
        ],
    );
}

/// Leaves of formulas have the names of variables and fields.
#[test]
fn leaves_are_named() {
    let mut state = two();
    let mut formulas = Formulas::new();
    let place = At::Cell(ObjectName::Allocated(1), 0, 4);
    let [data, i] = [place, At::Register(0, Register::from_u32(2))].map(|place| formulas.leaf(Leaf::Value(place), 32));
    let less = formulas.terms.bv_slt(data, i);
    formulas.hold(less);
    state.formulas = Some(Box::new(formulas));
    let program = program();
    let states = [state];
    let place = Place { title: String::new(), states: &states, more: 0 };
    let picture = Picture { program: &program, caption: Vec::new(), descriptions: &[], places: vec![place] };
    let names = |formulas: &Formulas, names: &Names<'_>| {
        formulas
            .leaves()
            .iter()
            .filter_map(|(_, leaf)| names(*leaf))
            .map(|(name, signed)| format!("{name} {signed}"))
            .collect()
    };
    let text = draw(&picture, &names, Format::Text);
    assert!(text.ends_with("    #1.data true\n    i true\n"), "{text}");
}

fn nodes() -> Description {
    let back = Some(Link { at: 16, to: 0 });
    Description { name: "nodes".into(), size: 24, next: Link { at: 8, to: 0 }, back }
}

fn run(owner: Option<u32>, most: Option<u64>, behind: Option<Known>) -> Many {
    let kind = ObjectKind::Allocated(Site::from_u32(0), AllocationKind::Heap);
    let cells = vec![(0, 4, bits(1))];
    let before = Some(Known::Null);
    Many { description: "nodes".into(), kind, least: 2, most, owner, before, behind, cells }
}

/// Many objects are one box, with what each has, and what is at the ends; runs that belong to the
/// members are inside.
#[test]
fn runs_have_ends_and_what_is_inside() {
    let mut state = facts();
    let first = |run| Known::Pointer(ObjectName::First(run), 0);
    state.many = vec![run(None, None, Some(first(0))), run(Some(0), Some(2), None)];
    state.many[0].cells = vec![(0, 4, bits(1)), (4, 4, first(1))];
    state.cells = vec![(list(), 0, 8, first(0))];
    state.registers = vec![(0, Register::from_u32(0), Known::Pointer(ObjectName::Last(0), 0))];
    check_with(
        state,
        &[nodes()],
        &[
            "globals: list -> struct node #1 (first)",
            "main(): n -> struct node #1 (last)",
            "run of struct node #1 (k ≥ 2, 24 bytes): data = 1, +4 -> struct node #2 (first), next = to the next, \
             prev = back to the one before, first.prev = NULL, last.next -> struct node #1 (first)",
            "run of struct node #2 (k = 2, 24 bytes) in each of struct node #1: data = 1, next = to the next, \
             prev = back to the one before, first.prev = NULL, last.next = ?",
        ],
    );
}

#[test]
fn how_many_are_left_out_is_said() {
    let states = [two()];
    for format in [Format::Svg, Format::Dot, Format::Text] {
        let text = drawn(&states, &[], format);
        assert!(text.contains("… and 12 more"), "{text}");
    }
}

#[test]
fn the_name_of_the_file_says_the_format() {
    let of = |name: &str| Format::of(Path::new(name)).ok();
    assert_eq!(["a.svg", "a.DOT", "a.txt"].map(of), [Some(Format::Svg), Some(Format::Dot), Some(Format::Text)]);
    assert!(Format::of(Path::new("a.png")).is_err_and(|e| e.to_string().contains(".svg, .dot or .txt")));
}

/// Whatever facts say, also of objects that are not there, can be drawn.
#[test]
fn random_facts_can_be_drawn() {
    for seed in 0..300 {
        let mut random = Random(seed + 1);
        let mut below = move |n: u64| random.next() % n;
        let mut state = facts();
        for _ in 0..below(6) {
            let lives = [Lives::Yes, Lives::No, Lives::Perhaps][below(3) as usize];
            let (site, kind) = match below(3) {
                0 => (1, AllocationKind::Stack),
                1 => (0, AllocationKind::ZeroedHeap),
                _ => (0, AllocationKind::Heap),
            };
            let kind = ObjectKind::Allocated(Site::from_u32(site), kind);
            let activation = (below(2) == 0).then_some(0);
            state.objects.push(ObjectFacts { kind, activation, size: (below(4) > 0).then_some(24), lives });
        }
        let name = |n: u64, m: u64| match n {
            0 => ObjectName::Global(Global::from_u32(m as u32 % 2)),
            1 => ObjectName::First(m as u32),
            2 => ObjectName::Last(m as u32),
            3 => ObjectName::Owner,
            _ => ObjectName::Allocated(m as u32),
        };
        for n in 0..below(3) {
            let owner = (n > 0 && below(2) == 0).then(|| below(n) as u32);
            let behind = (below(2) == 0).then(|| Known::Pointer(name(below(9), below(3)), 0));
            state.many.push(run(owner, None, behind));
        }
        let value = |below: &mut dyn FnMut(u64) -> u64| match below(6) {
            0 => bits(below(u64::MAX)),
            1 => Known::Null,
            2 => Known::Into(vec![Some(name(below(9), below(7))), None]),
            3 => Known::Unsigned(0, u128::from(below(9))),
            _ => Known::Pointer(name(below(9), below(7)), 8 * below(4)),
        };
        for _ in 0..below(20) {
            let cell = (name(below(9), below(7)), below(4) * 8, [4, 8][below(2) as usize]);
            state.cells.push((cell.0, cell.1, cell.2, value(&mut below)));
        }
        for _ in 0..below(4) {
            state.registers.push((0, Register::from_u32(below(3) as u32), value(&mut below)));
        }
        let descriptions = if below(2) == 0 { vec![nodes()] } else { Vec::new() };
        is_well_formed(&[state], &descriptions);
    }
}

/// Activations that are open have frames of their own, by the names of their functions.
#[test]
fn callers_are_named() {
    let mut state = two();
    state.point.calls = vec![Edge::from_u32(0)];
    state.registers.push((1, Register::from_u32(2), bits(9)));
    let text = drawn(&[state], &[], Format::Text);
    assert!(text.contains("  state 1, called by main()\n"), "{text}");
    assert!(text.contains("    main(): i = 9\n"), "{text}");
}
