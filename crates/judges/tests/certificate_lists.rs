//! Proofs about many objects: those that hold are accepted, and what is no proof is rejected.

use crate::feasibility_support::program;
use adumbra_judges::certificate::{CheckLimits, Checks, Rejected, check};
use adumbra_program::*;
use adumbra_verdict::*;

/// What stands before the functions of a program about memory.
const HEAD: &str = "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty assertions valid-deref valid-free valid-memtrack valid-memcleanup errors \"reach_error\"\nentry @main\n";

fn limits() -> CheckLimits {
    CheckLimits { moves: 300, ..CheckLimits::default() }
}

/// A list of ones: it is built, looked through, and freed.
const ONES: &str = "function @main() -> i32 {
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
  l9 -> l10: [%1.p == null]
  l9 -> l11: [!(%1.p == null)]
  l11 -> l12: %4.v = load %1.p
  l12 -> l13: [%4.v == 1]
  l12 -> l14: [!(%4.v == 1)]
  l13 -> l9: %1.p = load (%1.p + 8)
  l14 -> l15: violation assertion
  l15 stop
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

fn at(location: u32) -> StateFacts {
    let point = Point { location: Location::from_u32(location), calls: Vec::new() };
    StateFacts { all_heap: true, ..StateFacts::at(point) }
}

fn register(mut state: StateFacts, register: u32, known: Known) -> StateFacts {
    state.registers.push((0, Register::from_u32(register), known));
    state
}

fn first(run: u32) -> Known {
    Known::Pointer(ObjectName::First(run), 0)
}

fn last(run: u32) -> Known {
    Known::Pointer(ObjectName::Last(run), 0)
}

fn bits(number: u64) -> Known {
    Known::Bits(vec![number])
}

fn heap(site: u32) -> ObjectKind {
    ObjectKind::Allocated(Site::from_u32(site), AllocationKind::Heap)
}

/// A run of at least one object with the number one.
fn ones(behind: Known) -> Many {
    Many {
        description: "list".into(),
        kind: heap(0),
        least: 1,
        most: None,
        owner: None,
        before: None,
        behind: Some(behind),
        cells: vec![(0, 4, bits(1))],
    }
}

fn list() -> Description {
    Description { name: "list".into(), size: 16, next: Link { at: 8, to: 0 }, back: None }
}

fn closed(descriptions: Vec<Description>, states: Vec<StateFacts>) -> Certificate {
    Certificate { descriptions, ..Argument::ClosedSet(ClosedSet { states }).into() }
}

fn checked(text: &str, certificate: &Certificate) -> Result<Checks, Rejected> {
    check(&program(&format!("{HEAD}{text}")), certificate, &limits())
}

fn proof_of_ones() -> Vec<StateFacts> {
    let many = |mut state: StateFacts, runs: Vec<Many>| {
        state.many = runs;
        state
    };
    let one = |state| many(state, vec![ones(Known::Null)]);
    vec![
        register(at(2), 0, Known::Null),
        one(register(at(2), 0, first(0))),
        one(register(register(at(9), 0, first(0)), 1, first(0))),
        many(register(register(at(9), 0, first(0)), 1, first(1)), vec![ones(first(1)), ones(Known::Null)]),
        one(register(at(10), 0, first(0))),
    ]
}

#[test]
fn a_list_is_built_looked_through_and_freed() {
    let checks = checked(ONES, &closed(vec![list()], proof_of_ones())).unwrap();
    assert_eq!(checks.needed, [true; 5], "{checks:?}");
}
