//! The shipped descriptions, and what is said of wrong ones.

use crate::common::library;
use adumbra_shapes::check::{Effort, Refuted, check};
use adumbra_shapes::description::Library;
use adumbra_shapes::{Binding, Field, Heap, Place, Truth};

#[test]
fn shipped_structures_are_checked() {
    let library = library();
    let names: Vec<&str> = library.structures().map(|id| library.structure(id).name.as_str()).collect();
    assert_eq!(names, ["sll", "circular", "dll", "tree", "tree_parent"]);
    for structure in library.structures() {
        match check(&library, structure, Effort::default()) {
            Ok(tried) => println!("{} {tried:?}", library.structure(structure).name),
            Err(refuted) => panic!("{}: {refuted}", library.structure(structure).name),
        }
    }
}

/// Reads a description behind the shipped ones and gives the message.
fn problem(text: &str) -> String {
    let mut library = library();
    let problem = library.read("mine.shape", text).expect_err("the description is wrong");
    assert_eq!(library, crate::common::library());
    problem.to_string()
}

#[test]
fn wrong_descriptions_are_refused_with_a_line() {
    let check = |text: &str, message: &str| assert_eq!(problem(text), message, "{text}");
    check("structure list(next)\n  family r: reach[*, nxt]", "mine.shape:2: unknown field nxt");
    check("structure list(next)\n  link nxt: field n", "mine.shape:2: unknown field nxt");
    check("structure list(next)\n invariant forall v. exists w. prev(v, w)", "mine.shape:2: unknown field prev");
    check("structure list(next)\n  family r: rich[*, next]", "mine.shape:2: unknown predicate rich");
    check("structure list(next)\n\n invariant forall v. q[next](v)", "mine.shape:3: unknown predicate q");
    check("structure list(next)\n  refines array(next)", "mine.shape:2: unknown structure array");
    check("structure sll(next)", "mine.shape:1: sll is already defined");
    check("structure list(next)\n  family r: reach[next]", "mine.shape:2: reach does not take these arguments");
    check(
        "predicate a[g: link](v) := b[g](v)\npredicate b[g: link](v) := exists w. g(v, w) & a[g](w)",
        "mine.shape:1: the definition of a is cyclic: a -> b -> a",
    );
    check("predicate a[g: link](v) := exists w. g(v, u)", "mine.shape:1: unknown variable u");
    check(
        "predicate a[g: link](v) :=\n exists p, q, r. g(p, q) & g(q, r) & g(r, p) & g(v, p) & g(v, q) & g(v, r)",
        "mine.shape:2: a part of this formula is about more than two nodes, and is no conjunction below a quantifier",
    );
    check("predicate a(v) := recompute", "mine.shape:1: unknown predicate new or recompute");
    check("structure list(next", "mine.shape:1: expected ), found the end of the file");
    check("structure list(next)\n §", "mine.shape:2: expected a name or an operator, found §");
    check(&format!("predicate a(v) := {}true", "!".repeat(100_000)), "mine.shape:1: formulas are nested too deeply");
    let nested = format!("{}true{}", "(true <=> ".repeat(60), ")".repeat(60));
    check(&format!("predicate a(v) := {nested}"), "mine.shape:1: formulas are nested too deeply");
    check(&format!("predicate a(v) := {}true", "(".repeat(100_000)), "mine.shape:1: formulas are nested too deeply");
}

/// An update formula that forgets something is refuted, with a heap of few cells.
#[test]
fn a_wrong_update_is_refuted() {
    let text = "
        predicate seen[z: pointer, g: link](v) := exists u. z(u) & g*(u, v)
          on x->g = y: seen[z, g](v) | seen[y, g](v)
        structure list(next)
          family seen: seen[*, next]";
    let mut library = library();
    let (_, structures) = library.read("mine.shape", text).expect("it makes sense");
    let refuted = check(&library, structures[0], Effort::default()).expect_err("it is wrong");
    let Refuted::Update { predicate, line, operation, before, .. } = &refuted else { panic!("{refuted}") };
    assert_eq!((predicate.as_str(), *line, operation.as_str()), ("seen", 2, "x->next = x"), "{refuted}");
    assert!(before.lines().count() <= 3, "{refuted}");
}

/// So is one for an operation that leaves something open.
#[test]
fn a_wrong_update_for_anything_is_refuted() {
    let text = "
        predicate seen[z: pointer, g: link](v) := exists u. z(u) & g*(u, v)
          on x->g = ?: if seen[x, g](v) then recompute else seen[z, g](v)
        structure list(next)
          family seen: seen[*, next]";
    let mut library = library();
    let (_, structures) = library.read("mine.shape", text).expect("it makes sense");
    let refuted = check(&library, structures[0], Effort::default()).expect_err("it is wrong");
    let Refuted::Update { operation, .. } = &refuted else { panic!("{refuted}") };
    assert_eq!(operation, "x->next = ?", "{refuted}");
}

/// So is a rule that does not follow from the definition.
#[test]
fn a_wrong_rule_is_refuted() {
    let text = "
        predicate seen[z: pointer, g: link](v) := exists u. z(u) & g*(u, v)
          rule seen[z, g](v) & g(u, v) => seen[z, g](u)
        structure list(next)
          family seen: seen[*, next]";
    let mut library = library();
    let (_, structures) = library.read("mine.shape", text).expect("it makes sense");
    let refuted = check(&library, structures[0], Effort::default()).expect_err("it is wrong");
    assert!(matches!(refuted, Refuted::Rule { .. }), "{refuted}");
}

/// Whatever is cut out of a description, it is read or refused.
#[test]
fn cut_descriptions_do_no_harm() {
    for (file, text) in adumbra_shapes::description::SHIPPED {
        let words: Vec<&str> = text.split_whitespace().collect();
        for from in (0..words.len()).step_by(7) {
            let cut = [&words[..from], &words[(from + 3).min(words.len())..]].concat().join(" ");
            let _ = Library::default().read(file, &cut);
            let _ = Library::default().read(file, &words[..from].join(" "));
        }
    }
}

/// A path of steps backwards is a path of steps forwards, from the other end.
#[test]
fn paths_go_backwards() {
    let text = "
        structure ways(next, prev)
          invariant forall u, v. (~next)*(u, v) <=> next*(v, u)
          invariant forall u, v. (~next | prev)+(u, v) <=> (next | ~prev)+(v, u)
        structure never(next)
          invariant forall u, v. (~next)+(u, v) <=> next+(u, v)";
    let mut library = library();
    let (_, structures) = library.read("mine.shape", text).expect("it makes sense");
    let field = |places: &[Option<usize>]| places.iter().map(|to| to.map_or(Place::Null, Place::Cell)).collect();
    let heap = Heap {
        count: 3,
        fields: vec![(Field(0), field(&[Some(1), Some(2), None])), (Field(1), field(&[None, Some(0), Some(2)]))],
        ..Heap::default()
    };
    let obeys = |structure, fields: &[u32]| {
        let fields = fields.iter().copied().map(Field).collect();
        heap.obeys(&library, &Binding { structure, fields }).unwrap()
    };
    assert_eq!(obeys(structures[0], &[0, 1]), Truth::True);
    assert_eq!(obeys(structures[1], &[0]), Truth::False);
}
