//! Certificates: right ones are accepted, and every mutant that proves nothing is rejected.

use crate::certificate_support::{self, HEAD};
use crate::feasibility_support::program;
use adumbra_judges::certificate::{CheckLimits, Checks, Rejected, Why, check};
use adumbra_program::*;
use adumbra_verdict::*;

fn limits() -> CheckLimits {
    CheckLimits { moves: 1_000, ..CheckLimits::default() }
}

fn states(certificate: &Certificate) -> &[StateFacts] {
    certificate.states()
}

fn closed(states: Vec<StateFacts>) -> Certificate {
    Certificate::from(Argument::ClosedSet(ClosedSet { states }))
}

fn at(location: u32, calls: &[u32]) -> StateFacts {
    let calls = calls.iter().map(|c| Edge::from_u32(*c)).collect();
    StateFacts::at(Point { location: Location::from_u32(location), calls })
}

fn register(mut state: StateFacts, depth: u32, register: u32, known: Known) -> StateFacts {
    state.registers.push((depth, Register::from_u32(register), known));
    state
}

/// All states of a state machine, then mutants.
#[test]
fn explicit_states_of_a_machine() {
    let program = program(include_str!("programs/machine.cfa"));
    let certificate = certificate_support::explore(&program, 10_000);
    let checks = check(&program, &certificate, &limits()).unwrap();
    assert!(checks.states > 50, "{checks:?}");
    assert!(checks.queries < checks.states as u64, "constants need no solver, inputs seldom: {checks:?}");
    // Only the loop heads: the rest is run through.
    let head = Location::from_u32(2);
    let heads: Vec<StateFacts> = states(&certificate).iter().filter(|s| s.point.location == head).cloned().collect();
    assert!(heads.len() > 4);
    check(&program, &closed(heads.clone()), &limits()).unwrap();
    // Without those of one round of the machine that may go on for ever, the set is not closed.
    let in_state = |s: &StateFacts, state: u64| {
        s.cells.iter().any(|(o, .., known)| {
            *o == ObjectName::Global(program.global_named("state").unwrap()) && *known == Known::Bits(vec![state, 0])
        })
    };
    let without = |state| closed(heads.iter().filter(|s| !in_state(s, state)).cloned().collect());
    assert!(matches!(check(&program, &without(0), &limits()).unwrap_err().why, Why::Uncovered(_)));
    // The others are on the way to listed ones.
    check(&program, &without(2), &limits()).unwrap();
    // Another value, or one fact less, where the value matters.
    let (mut changed, mut forgotten) = (0, 0);
    for state in 0..heads.len() {
        for fact in 0..heads[state].cells.len() {
            let mut some = heads.clone();
            if let Known::Bits(words) = &mut some[state].cells[fact].3 {
                words[0] ^= 1;
                changed += usize::from(check(&program, &closed(some), &limits()).is_err());
            }
            let mut some = heads.clone();
            some[state].cells.remove(fact);
            forgotten += usize::from(check(&program, &closed(some), &limits()).is_err());
        }
    }
    assert!(changed >= 6, "{changed}");
    assert!(forgotten >= 6, "{forgotten}");
}

/// Counts up to 10 as long as an input says so.
fn counter() -> Program {
    program(&format!(
        "{HEAD}function @main() -> i32 {{
  entry l0 exit l1
  reg %0 %1: i32
  l0 -> l2: %0 = 0
  l2 -> l3: %1 = input nondet \"any\"
  l3 -> l4: [%1 == 0]
  l3 -> l5: [!(%1 == 0)]
  l4 -> l6: [%0 <s 10]
  l4 -> l2: [!(%0 <s 10)]
  l5 -> l7: [%0 <=s 10]
  l5 -> l8: [!(%0 <=s 10)]
  l6 -> l2: %0 = %0 + 1
  l7 -> l1: return 0:i32
  l8 -> l9: violation assertion
  l9 stop
}}
symbol sym0 \"any\"
"
    ))
}

#[test]
fn bounds_that_hold_and_bounds_that_do_not() {
    let program = counter();
    let with = |known: Known| check(&program, &closed(vec![register(at(2, &[]), 0, 0, known)]), &limits());
    with(Known::Signed(0, 10)).unwrap();
    with(Known::Unsigned(0, 10)).unwrap();
    with(Known::Signed(-5, 10)).unwrap();
    let why = |r: Result<Checks, Rejected>| r.unwrap_err().why;
    assert_eq!(why(with(Known::Signed(0, 11))), Why::Violation(Violation::Assertion));
    assert!(matches!(why(with(Known::Signed(0, 9))), Why::Uncovered(_)));
    // The start is run through.
    with(Known::Signed(1, 10)).unwrap();
    assert!(matches!(why(with(Known::Signed(2, 9))), Why::Uncovered(_)));
    assert!(matches!(why(with(Known::Bits(vec![0]))), Why::Uncovered(_)));
    // The program is not finite for the checker: what it does not stop at, it must come to an end
    // of.
    assert!(check(&program, &closed(vec![]), &limits()).is_err());
    // Nothing known: the assertion may fail.
    assert_eq!(why(check(&program, &closed(vec![at(2, &[])]), &limits())), Why::Violation(Violation::Assertion));
    // Two states, each of which leads into the other.
    let halves = |low, high| {
        let half = |low, high| register(at(2, &[]), 0, 0, Known::Signed(low, high));
        check(&program, &closed(vec![half(0, low), half(high, 10)]), &limits())
    };
    halves(4, 5).unwrap();
    halves(4, 10).unwrap();
}

#[test]
fn facts_that_make_no_sense() {
    let program = counter();
    let bad = [
        register(at(2, &[]), 0, 0, Known::Null),
        register(at(2, &[]), 0, 0, Known::Bits(vec![0, 1])),
        register(at(2, &[]), 0, 0, Known::Signed(0, 1 << 40)),
        register(at(2, &[]), 1, 0, Known::Bits(vec![0])),
        register(at(2, &[]), 0, 17, Known::Bits(vec![0])),
        register(at(2, &[3]), 0, 0, Known::Bits(vec![0])),
        at(99, &[]),
    ];
    for state in bad {
        let set = vec![state.clone(), at(2, &[])];
        assert!(check(&program, &closed(set), &limits()).is_err(), "{state:?}");
    }
}

/// Two kinds of memory: a global behind a pointer, and a list cell on the heap.
fn heap() -> Program {
    program(&format!(
        "{HEAD}global @g size 4 align 4 = b\"\\x05\\0\\0\\0\"
global @k size 4 align 4 constant = b\"\\x07\\0\\0\\0\"
function @main() -> i32 {{
  entry l0 exit l1
  reg %0: ptr
  reg %1 %2 %3 %4: i32
  reg %5: ptr
  l0 -> l2: %0 = allocate heap 8:i64 align 8 site s0
  l2 -> l3: store 1:i32 to %0
  l3 -> l4: %5 = @g
  l4 -> l5: %1 = input nondet \"any\"
  l5 -> l6: [%1 == 0]
  l5 -> l7: [!(%1 == 0)]
  l6 -> l4: store %1 to %0 + 4
  l7 -> l8: %2 = load %0
  l8 -> l9: %3 = load %5
  l9 -> l10: %4 = load @k
  l10 -> l11: [((%2 + %3) + %4) == 13]
  l10 -> l12: [!(((%2 + %3) + %4) == 13)]
  l11 -> l1: return 0:i32
  l12 -> l13: violation assertion
  l13 stop
}}
site s0 in @main
symbol sym0 \"any\"
"
    ))
}

fn heap_facts() -> StateFacts {
    let mut state = at(4, &[]);
    state.objects.push(ObjectFacts {
        kind: ObjectKind::Allocated(Site::from_u32(0), AllocationKind::Heap),
        activation: None,
        size: Some(8),
        lives: Lives::Yes,
    });
    let (object, global) = (ObjectName::Allocated(0), ObjectName::Global(Global::from_u32(0)));
    state.registers.push((0, Register::from_u32(0), Known::Pointer(object, 0)));
    state.registers.push((0, Register::from_u32(5), Known::Pointer(global, 0)));
    state.cells.push((object, 0, 4, Known::Bits(vec![1])));
    state.cells.push((global, 0, 4, Known::Bits(vec![5])));
    state
}

#[test]
fn memory_and_pointers() {
    let program = heap();
    let accepted = |change: &dyn Fn(&mut StateFacts)| {
        let mut state = heap_facts();
        change(&mut state);
        check(&program, &closed(vec![state]), &limits()).is_ok()
    };
    assert!(accepted(&|_| {}));
    // The size is not needed.
    assert!(accepted(&|s| s.objects[0].size = None));
    // Wrong facts.
    assert!(!accepted(&|s| s.objects[0].size = Some(4)));
    assert!(!accepted(&|s| s.objects[0].kind = ObjectKind::Allocated(Site::from_u32(0), AllocationKind::Stack)));
    assert!(!accepted(&|s| s.objects[0].lives = Lives::No));
    assert!(!accepted(&|s| s.cells[0].3 = Known::Bits(vec![2])));
    assert!(!accepted(&|s| s.registers[0].2 = Known::Pointer(ObjectName::Allocated(0), 4)));
    assert!(!accepted(&|s| s.registers[1].2 = Known::Pointer(ObjectName::Global(Global::from_u32(1)), 0)));
    assert!(!accepted(&|s| s.registers[0].2 = Known::Null));
    // Another object that there is not.
    assert!(!accepted(&|s| s.objects.push(s.objects[0].clone())));
    // Facts that are needed.
    for fact in 0..2 {
        assert!(!accepted(&|s| drop(s.cells.remove(fact))));
        assert!(!accepted(&|s| drop(s.registers.remove(fact))));
    }
    // A constant needs no fact, and a wrong one about it is not believed.
    let constant = ObjectName::Global(Global::from_u32(1));
    assert!(accepted(&|s| s.cells.push((constant, 0, 4, Known::Bits(vec![7])))));
    assert!(!accepted(&|s| s.cells.push((constant, 0, 4, Known::Bits(vec![8])))));
}

/// Calls: a listed state within a call, and memory of the stack that dies with it.
#[test]
fn calls_and_locals() {
    let program = program(&format!(
        "{HEAD}function @main() -> i32 {{
  entry l0 exit l1
  reg %0 %1: i32
  l0 -> l2: %0 = 3
  l2 -> l3: %1 = call @count(%0)
  l3 -> l4: [%1 == 3]
  l3 -> l5: [!(%1 == 3)]
  l4 -> l2: nop
  l5 -> l6: violation assertion
  l6 stop
}}
function @count(%2: i32) -> i32 {{
  entry l7 exit l8
  reg %2: i32
  reg %3: ptr
  reg %4 %5: i32
  l7 -> l9: %3 = allocate stack 4:i64 align 4 site s0
  l9 -> l10: store %2 to %3
  l10 -> l11: %4 = input nondet \"any\"
  l11 -> l10: [%4 == 0]
  l11 -> l12: [!(%4 == 0)]
  l12 -> l13: %5 = load %3
  l13 -> l8: return %5
}}
site s0 in @count
symbol sym0 \"any\"
"
    ));
    let call = program.edges.iter().find(|(_, e)| matches!(e.op, Op::Call { .. })).unwrap().0.as_u32();
    let outer = register(at(2, &[]), 0, 0, Known::Bits(vec![3]));
    let mut inner = register(at(10, &[call]), 0, 0, Known::Bits(vec![3]));
    inner.objects.push(ObjectFacts {
        kind: ObjectKind::Allocated(Site::from_u32(0), AllocationKind::Stack),
        activation: Some(1),
        size: Some(4),
        lives: Lives::Yes,
    });
    inner.registers.push((1, Register::from_u32(3), Known::Pointer(ObjectName::Allocated(0), 0)));
    inner.cells.push((ObjectName::Allocated(0), 0, 4, Known::Bits(vec![3])));
    check(&program, &closed(vec![outer.clone(), inner.clone()]), &limits()).unwrap();
    let rejected = |set: Vec<StateFacts>| check(&program, &closed(set), &limits()).is_err();
    assert!(rejected(vec![outer.clone()]), "the inner loop may go on for ever");
    check(&program, &closed(vec![inner.clone()]), &limits()).unwrap();
    let changed = |change: &dyn Fn(&mut StateFacts)| {
        let mut state = inner.clone();
        change(&mut state);
        vec![outer.clone(), state]
    };
    assert!(rejected(changed(&|s| s.objects[0].activation = Some(0))));
    assert!(rejected(changed(&|s| s.objects[0].activation = None)));
    assert!(rejected(changed(&|s| s.cells[0].3 = Known::Bits(vec![4]))));
    assert!(rejected(changed(&|s| drop(s.cells.pop()))));
    assert!(rejected(changed(&|s| drop(s.registers.remove(0)))));
    assert!(rejected(changed(&|s| s.point.calls.push(Edge::from_u32(call)))));
}

/// A write through an unknown pointer may hit everything that can be written.
#[test]
fn unknown_pointers() {
    let text = |property: &str| {
        format!(
            "program 1\nlayout LP64 64 \"x\"\nproperty {property} errors \"reach_error\"\nentry @main
global @g size 4 align 4 = b\"\"
global @k size 4 align 4 constant = b\"\"
global @p size 8 align 8 = b\"\" {{
  0: @g 0
}}
function @main() -> i32 {{
  entry l0 exit l1
  reg %0: ptr
  reg %1 %2: i32
  l0 -> l2: nop
  l2 -> l3: %0 = load @p
  l3 -> l4: store 1:i32 to %0
  l4 -> l5: %1 = load @g
  l5 -> l6: %2 = load @k
  l6 -> l7: [(%1 | %2) <=u 1]
  l6 -> l8: [!((%1 | %2) <=u 1)]
  l7 -> l2: nop
  l8 -> l9: violation assertion
  l9 stop
}}
"
        )
    };
    let plain = program(&text("unreach-call assertions"));
    let (g, p) = (ObjectName::Global(Global::from_u32(0)), ObjectName::Global(Global::from_u32(2)));
    let mut state = at(2, &[]);
    state.cells.push((p, 0, 8, Known::Pointer(g, 0)));
    check(&plain, &closed(vec![state.clone()]), &limits()).unwrap();
    let blind = closed(vec![at(2, &[])]);
    assert!(check(&plain, &blind, &limits()).is_err(), "the pointer may point anywhere");
    // With accesses monitored, an unknown pointer is a violation by itself; a known one is not.
    let careful = program(&text("assertions valid-deref"));
    check(&careful, &closed(vec![state]), &limits()).unwrap();
    let why = check(&careful, &blind, &limits()).unwrap_err().why;
    assert_eq!(why, Why::Violation(Violation::WildAccess));
}

/// An index within bounds makes an access valid, one beyond does not.
#[test]
fn accesses_within_bounds() {
    let program = program(
        "program 1\nlayout LP64 64 \"x\"\nproperty valid-deref errors \"reach_error\"\nentry @main
global @a size 40 align 4 = b\"\"
function @main() -> i32 {
  entry l0 exit l1
  reg %0: i64
  reg %1: i32
  l0 -> l2: %0 = 0
  l2 -> l3: [%0 <u 10]
  l2 -> l4: [!(%0 <u 10)]
  l3 -> l5: store 1:i32 to @a + (%0 * 4)
  l4 -> l2: %0 = 0
  l5 -> l2: %0 = %0 + 1
}
",
    );
    let with = |known: Known| check(&program, &closed(vec![register(at(3, &[]), 0, 0, known)]), &limits());
    with(Known::Unsigned(0, 9)).unwrap();
    assert!(with(Known::Unsigned(0, 10)).is_err());
    // What is not listed is run through: from 8 over 9 back to 0.
    with(Known::Unsigned(0, 8)).unwrap();
}

/// A write to an unknown place of a large array forgets the array, but nothing else.
#[test]
fn large_arrays() {
    let text = |watched: &str| {
        format!(
            "{HEAD}global @a size 4000 align 4 = b\"\"
global @b size 4 align 4 = b\"\"
function @main() -> i32 {{
  entry l0 exit l1
  reg %0: i64
  reg %1: i32
  l0 -> l2: nop
  l2 -> l3: %0 = input nondet \"any\"
  l3 -> l4: [%0 <u 1000]
  l3 -> l2: [!(%0 <u 1000)]
  l4 -> l5: store 1:i32 to @a + (%0 * 4)
  l5 -> l6: %1 = load @{watched}
  l6 -> l2: [%1 == 0]
  l6 -> l7: [!(%1 == 0)]
  l7 -> l8: violation assertion
  l8 stop
}}
symbol sym0 \"any\"
"
        )
    };
    let zero = |global: u32| (ObjectName::Global(Global::from_u32(global)), 0, 4, Known::Bits(vec![0]));
    let mut state = at(2, &[]);
    state.cells = vec![zero(1)];
    check(&program(&text("b")), &closed(vec![state.clone()]), &limits()).unwrap();
    state.cells = vec![zero(0)];
    assert!(check(&program(&text("a")), &closed(vec![state]), &limits()).is_err());
}

/// What the checker does not look for it gives up on; what the program must not reach is wrong.
#[test]
fn giving_up_is_not_rejecting() {
    let mut branching = heap();
    branching.property = Property::everything();
    let rejected = check(&branching, &closed(vec![heap_facts()]), &limits()).unwrap_err();
    assert!(rejected.gave_up(), "{rejected}");
    let reaches = |condition: &str| {
        let program = program(&format!(
            "{HEAD}function @main() -> i32 {{
  entry l0 exit l1
  reg %0: i32
  l0 -> l2: %0 = 4
  l2 -> l3: [%0 {condition}]
  l2 -> l4: [!(%0 {condition})]
  l3 -> l5: unsupported \"threads\"
  l4 -> l1: return 0:i32
  l5 stop
}}
symbol sym0 \"threads\"
"
        ));
        check(&program, &closed(vec![]), &limits())
    };
    reaches("== 5").unwrap();
    let rejected = reaches("== 4").unwrap_err();
    assert_eq!(rejected.why, Why::Unsupported("threads".into()));
    assert!(!rejected.gave_up());
}

/// Explores and checks a program that an environment variable names: a `.cfa` file, which
/// `adumbra cfa` writes.
#[test]
#[ignore = "wants a program"]
fn speed() {
    let file = std::env::var("ADUMBRA_PROGRAM").unwrap();
    let program = program(&std::fs::read_to_string(file).unwrap());
    let certificate = certificate_support::explore(&program, 1_000_000);
    let start = std::time::Instant::now();
    let checks = check(&program, &certificate, &CheckLimits::default());
    println!("{} states: {checks:?} in {:?}", states(&certificate).len(), start.elapsed());
}
