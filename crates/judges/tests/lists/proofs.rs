//! Proofs of small programs about lists.

use super::*;
use adumbra_judges::certificate::Why;

/// A run of ones in a list that is linked in one direction.
fn ones(behind: Known) -> Many {
    run("list", 0, Some(behind), &[(0, 4, bits(1))])
}

/// A list of ones: it is built, looked through, turned around, and freed.
pub(super) fn singly() -> Example {
    let text = "function @main() -> i32 {
  entry l0 exit l1
  reg %0.head %1.p %2.n: ptr
  reg %3.c %4.v: i32
  l0 -> l2: %0.head = null
  l2 -> l3: %3.c = input nondet \"any\"
  l3 -> l4: [%3.c != 0]
  l3 -> l8: [!(%3.c != 0)]
  l4 -> l5: %2.n = allocate heap 16:i64 align 8 site s0
  l5 -> l6: store 1:i32 to %2.n
  l6 -> l7: store %0.head to (%2.n + 8)
  l7 -> l2: %0.head = %2.n
  l8 -> l9: %1.p = %0.head
  l9 -> l20: [%1.p == null]
  l9 -> l11: [!(%1.p == null)]
  l11 -> l12: %4.v = load %1.p
  l12 -> l13: [%4.v == 1]
  l12 -> l14: [!(%4.v == 1)]
  l13 -> l9: %1.p = load (%1.p + 8)
  l14 -> l15: violation assertion
  l15 stop
  l20 -> l21: %1.p = null
  l21 -> l22: [%0.head == null]
  l21 -> l23: [!(%0.head == null)]
  l23 -> l24: %2.n = load (%0.head + 8)
  l24 -> l25: store %1.p to (%0.head + 8)
  l25 -> l26: %1.p = %0.head
  l26 -> l21: %0.head = %2.n
  l22 -> l10: %0.head = %1.p
  l10 -> l16: [%0.head == null]
  l10 -> l17: [!(%0.head == null)]
  l17 -> l18: %1.p = load (%0.head + 8)
  l18 -> l19: free %0.head
  l19 -> l10: %0.head = %1.p
  l16 -> l1: return 0:i32
}
site s0 in @main
symbol sym0 \"any\"
";
    let one = |state| having(state, &[ones(Known::Null)]);
    let two = |state| having(state, &[ones(Known::Null), ones(Known::Null)]);
    let states = vec![
        with(at(2), &[(0, Known::Null)]),
        one(with(at(2), &[(0, first(0))])),
        one(with(at(9), &[(0, first(0)), (1, first(0))])),
        having(with(at(9), &[(0, first(0)), (1, first(1))]), &[ones(first(1)), ones(Known::Null)]),
        one(with(at(21), &[(0, first(0)), (1, Known::Null)])),
        two(with(at(21), &[(0, first(0)), (1, first(1))])),
        one(with(at(10), &[(0, first(0))])),
    ];
    Example { text: text.into(), descriptions: vec![description("list", 16, (8, 0), None)], states }
}

#[test]
fn a_list_is_built_looked_through_turned_around_and_freed() {
    let checks = singly().check().unwrap();
    assert_eq!(checks.needed, [true; 7], "{checks:?}");
}

/// A list that is linked in both directions: it is built, looked through from its end, and freed.
pub(super) fn doubly() -> Example {
    let text = "function @main() -> i32 {
  entry l0 exit l1
  reg %0.head %1.tail %2.p %3.n: ptr
  reg %4.c %5.v: i32
  l0 -> l2: %0.head = null, %1.tail = null
  l2 -> l3: %4.c = input nondet \"any\"
  l3 -> l4: [%4.c != 0]
  l3 -> l8: [!(%4.c != 0)]
  l4 -> l5: %3.n = allocate heap 24:i64 align 8 site s0
  l5 -> l6: store 1:i32 to %3.n
  l6 -> l7: store %0.head to (%3.n + 8)
  l7 -> l20: store null to (%3.n + 16)
  l20 -> l21: [%0.head == null]
  l20 -> l22: [!(%0.head == null)]
  l21 -> l23: %1.tail = %3.n
  l22 -> l23: store %3.n to (%0.head + 16)
  l23 -> l2: %0.head = %3.n
  l8 -> l9: %2.p = %1.tail
  l9 -> l10: [%2.p == null]
  l9 -> l11: [!(%2.p == null)]
  l11 -> l12: %5.v = load %2.p
  l12 -> l13: [%5.v == 1]
  l12 -> l14: [!(%5.v == 1)]
  l13 -> l9: %2.p = load (%2.p + 16)
  l14 -> l15: violation assertion
  l15 stop
  l10 -> l16: [%0.head == null]
  l10 -> l17: [!(%0.head == null)]
  l17 -> l18: %2.p = load (%0.head + 8)
  l18 -> l19: free %0.head
  l19 -> l10: %0.head = %2.p
  l16 -> l1: return 0:i32
}
site s0 in @main
symbol sym0 \"any\"
";
    let many = |before: Option<Known>, behind| Many { before, ..run("list", 0, Some(behind), &[(0, 4, bits(1))]) };
    let whole = || many(Some(Known::Null), Known::Null);
    let states = vec![
        with(at(2), &[(0, Known::Null), (1, Known::Null)]),
        having(with(at(2), &[(0, first(0)), (1, last(0))]), &[whole()]),
        having(with(at(9), &[(0, first(0)), (2, last(0))]), &[whole()]),
        having(
            with(at(9), &[(0, first(0)), (2, last(0))]),
            &[many(Some(Known::Null), first(1)), many(Some(last(0)), Known::Null)],
        ),
        having(with(at(10), &[(0, first(0))]), &[many(None, Known::Null)]),
    ];
    Example { text: text.into(), descriptions: vec![description("list", 24, (8, 0), Some((16, 0)))], states }
}

#[test]
fn a_list_with_links_back() {
    let checks = doubly().check().unwrap();
    assert_eq!(checks.needed, [true; 5], "{checks:?}");
}

/// A list that goes around, through a global, with links to the inside of objects.
pub(super) fn around() -> Example {
    let text = "global @h size 16 align 8 = b\"\"
function @main() -> i32 {
  entry l0 exit l1
  reg %0.p %1.n: ptr
  reg %2.c %3.v: i32
  l0 -> l4: store @h to @h
  l4 -> l2: store @h to (@h + 8)
  l2 -> l3: %2.c = input nondet \"any\"
  l3 -> l5: [%2.c != 0]
  l3 -> l8: [!(%2.c != 0)]
  l5 -> l6: %1.n = allocate heap 24:i64 align 8 site s0
  l6 -> l7: store 1:i32 to %1.n
  l7 -> l20: %0.p = load (@h + 8)
  l20 -> l21: store @h to (%1.n + 8)
  l21 -> l22: store %0.p to (%1.n + 16)
  l22 -> l23: store (%1.n + 8) to %0.p
  l23 -> l2: store (%1.n + 8) to (@h + 8)
  l8 -> l9: %0.p = load @h
  l9 -> l10: [%0.p == @h]
  l9 -> l11: [!(%0.p == @h)]
  l11 -> l12: %3.v = load (%0.p + -8)
  l12 -> l13: [%3.v == 1]
  l12 -> l14: [!(%3.v == 1)]
  l13 -> l9: %0.p = load %0.p
  l14 -> l15: violation assertion
  l15 stop
  l10 -> l16: %0.p = load @h
  l16 -> l17: [%0.p == @h]
  l16 -> l18: [!(%0.p == @h)]
  l18 -> l19: %1.n = load %0.p
  l19 -> l24: free (%0.p + -8)
  l24 -> l16: %0.p = %1.n
  l17 -> l1: return 0:i32
}
site s0 in @main
symbol sym0 \"any\"
";
    let h = ObjectName::Global(Global::from_u32(0));
    let head = Known::Pointer(h, 0);
    let inside = |name: ObjectName| Known::Pointer(name, 8);
    let [first, last] = [ObjectName::First, ObjectName::Last].map(|of| move |run: u32| inside(of(run)));
    let many = |before, behind| Many { before, ..run("ring", 0, Some(behind), &[(0, 4, bits(1))]) };
    let hung = |mut state: StateFacts, next: Known, back: Known| {
        state.cells.extend([(h, 0, 8, next), (h, 8, 8, back)]);
        state
    };
    let whole = || many(Some(head.clone()), head.clone());
    let states = vec![
        hung(at(2), head.clone(), head.clone()),
        having(hung(at(2), first(0), last(0)), &[whole()]),
        having(with(hung(at(9), first(0), last(0)), &[(0, first(0))]), &[whole()]),
        having(
            with(hung(at(9), first(0), last(1)), &[(0, first(1))]),
            &[many(Some(head.clone()), first(1)), many(Some(last(0)), head.clone())],
        ),
        having(with(at(16), &[(0, first(0))]), &[many(None, head.clone())]),
    ];
    Example { text: text.into(), descriptions: vec![description("ring", 24, (8, 8), Some((16, 8)))], states }
}

#[test]
fn a_list_that_goes_around() {
    let checks = around().check().unwrap();
    assert_eq!(checks.needed, [true; 5], "{checks:?}");
}

/// A list of lists of ones, with an object of its own behind each outer one that may be missing.
pub(super) fn nested() -> Example {
    let text = "function @main() -> i32 {
  entry l0 exit l1
  reg %0.head %1.o %2.i %3.t: ptr
  reg %4.c %5.v: i32
  l0 -> l2: %0.head = null
  l2 -> l3: %4.c = input nondet \"any\"
  l3 -> l4: [%4.c != 0]
  l3 -> l15: [!(%4.c != 0)]
  l4 -> l5: %1.o = allocate heap 16:i64 align 8 site s0
  l5 -> l6: store null to %1.o
  l6 -> l7: store %0.head to (%1.o + 8)
  l7 -> l8: %4.c = input nondet \"any\"
  l8 -> l9: [%4.c != 0]
  l8 -> l13: [!(%4.c != 0)]
  l9 -> l10: %2.i = allocate heap 16:i64 align 8 site s1
  l10 -> l11: store 1:i32 to %2.i
  l11 -> l12: %3.t = load %1.o
  l12 -> l14: store %3.t to (%2.i + 8)
  l14 -> l7: store %2.i to %1.o
  l13 -> l2: %0.head = %1.o
  l15 -> l16: %1.o = %0.head
  l16 -> l25: [%1.o == null]
  l16 -> l17: [!(%1.o == null)]
  l17 -> l18: %2.i = load %1.o
  l18 -> l19: [%2.i == null]
  l18 -> l20: [!(%2.i == null)]
  l20 -> l21: %5.v = load %2.i
  l21 -> l22: [%5.v == 1]
  l21 -> l23: [!(%5.v == 1)]
  l22 -> l18: %2.i = load (%2.i + 8)
  l23 -> l24: violation assertion
  l24 stop
  l19 -> l16: %1.o = load (%1.o + 8)
  l25 -> l26: [%0.head == null]
  l25 -> l27: [!(%0.head == null)]
  l27 -> l28: %2.i = load %0.head
  l28 -> l29: [%2.i == null]
  l28 -> l30: [!(%2.i == null)]
  l30 -> l31: %3.t = load (%2.i + 8)
  l31 -> l32: free %2.i
  l32 -> l28: %2.i = %3.t
  l29 -> l33: %3.t = load (%0.head + 8)
  l33 -> l34: free %0.head
  l34 -> l25: %0.head = %3.t
  l26 -> l1: return 0:i32
}
site s0 in @main
site s1 in @main
symbol sym0 \"any\"
";
    let inner = |behind| run("inner", 1, Some(behind), &[(0, 4, bits(1))]);
    // A run of outer objects, and the one that belongs to each; the index of the second is given.
    let outer = |own: u32, behind| {
        let owned = Many { least: 0, owner: Some(own - 1), ..inner(Known::Null) };
        [run("outer", 0, Some(behind), &[(0, 8, first(own))]), owned]
    };
    let mut states = vec![
        with(at(2), &[(0, Known::Null)]),
        having(with(at(2), &[(0, first(0))]), &outer(1, Known::Null)),
        having(with(at(16), &[(0, first(0)), (1, first(0))]), &outer(1, Known::Null)),
        having(having(with(at(16), &[(0, first(0)), (1, first(2))]), &outer(1, first(2))), &outer(3, Known::Null)),
        having(with(at(25), &[(0, first(0))]), &outer(1, Known::Null)),
    ];
    let named = |state: StateFacts, next: Known, inside: Known| {
        let name = ObjectName::Allocated(0);
        let cells = vec![(name, 0, 8, inside), (name, 8, 8, next)];
        StateFacts { objects: vec![live(0, 16)], cells, ..state }
    };
    // An outer object is built: what is built before it and in it.
    for has_next in [false, true] {
        for has_inner in [false, true] {
            let (next, inside) = (if has_next { first(0) } else { Known::Null }, if has_inner { 2 } else { 9 });
            let inside = if has_inner { first(if has_next { inside } else { 0 }) } else { Known::Null };
            let mut state = named(with(at(7), &[(1, object(0))]), next, inside);
            if has_next {
                state = having(state, &outer(1, Known::Null));
            }
            if has_inner {
                state = having(state, &[inner(Known::Null)]);
            }
            states.push(state);
        }
    }
    // Its inner list is looked through: what is before and behind it, and before that place in it.
    for has_before in [false, true] {
        for has_next in [false, true] {
            for is_inside in [false, true] {
                let mut runs: Vec<Many> = Vec::new();
                let mut head = object(0);
                if has_before {
                    runs.extend(outer(1, object(0)));
                    head = first(0);
                }
                let mut next = Known::Null;
                if has_next {
                    let here = runs.len() as u32;
                    runs.extend(outer(here + 1, Known::Null));
                    next = first(here);
                }
                let here = runs.len() as u32;
                let mut place = first(here);
                if is_inside {
                    runs.push(inner(first(here + 1)));
                    place = first(here + 1);
                }
                runs.push(inner(Known::Null));
                let state = with(at(18), &[(0, head), (1, object(0)), (2, place)]);
                states.push(having(named(state, next, first(here)), &runs));
            }
        }
    }
    // It is freed: what is left of it, and what is behind the outer object.
    for has_next in [false, true] {
        let mut runs: Vec<Many> = Vec::new();
        let mut next = Known::Null;
        if has_next {
            runs.extend(outer(1, Known::Null));
            next = first(0);
        }
        let place = first(runs.len() as u32);
        runs.push(inner(Known::Null));
        let mut state = named(with(at(28), &[(0, object(0)), (2, place)]), next, Known::Null);
        state.cells.remove(0);
        states.push(having(state, &runs));
    }
    let descriptions = vec![description("outer", 16, (8, 0), None), description("inner", 16, (8, 0), None)];
    Example { text: text.into(), descriptions, states }
}

#[test]
fn a_list_of_lists() {
    let checks = nested().check().unwrap();
    assert!(checks.needed.iter().all(|needed| *needed), "{checks:?}");
}

/// What is left out is needed, or what is left is a proof by longer paths.
#[test]
fn states_that_are_needed() {
    for (example, needless) in [(singly(), [0, 2, 4].as_slice()), (doubly(), &[0, 2]), (around(), &[0, 2])] {
        let mut accepted = Vec::new();
        for state in 0..example.states.len() {
            let mut states = example.states.clone();
            states.remove(state);
            let checked = Example { states, text: example.text.clone(), ..example_of(&example) }.check();
            match checked {
                Ok(_) => accepted.push(state),
                Err(rejected) => assert!(
                    matches!(rejected.why, Why::Uncovered(_) | Why::GaveUp(_) | Why::Violation(_)),
                    "{rejected}"
                ),
            }
        }
        assert_eq!(accepted, needless);
    }
}

fn example_of(example: &Example) -> Example {
    Example { text: String::new(), descriptions: example.descriptions.clone(), states: Vec::new() }
}
