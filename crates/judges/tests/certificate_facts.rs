//! Certificates about leaks, results and variable arguments, and when a proof is rejected rather
//! than not followed.

use adumbra_judges::certificate::{CheckLimits, Checks, Rejected, Why, check};
use adumbra_program::*;
use adumbra_verdict::*;

fn program(property: &str, text: &str) -> Program {
    let head = "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"";
    let text = format!("{head}\nproperty {property} errors \"reach_error\"\nentry @main\n{text}symbol sym0 \"any\"\n");
    text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn at(location: u32, calls: &[Edge]) -> StateFacts {
    StateFacts::at(Point { location: Location::from_u32(location), calls: calls.to_vec() })
}

fn checked(program: &Program, states: &[&StateFacts]) -> Result<Checks, Rejected> {
    let states = states.iter().map(|s| (*s).clone()).collect();
    let limits = CheckLimits { moves: 1_000, ..CheckLimits::default() };
    check(program, &Certificate::from(Argument::ClosedSet(ClosedSet { states })), &limits)
}

fn changed(state: &StateFacts, change: impl FnOnce(&mut StateFacts)) -> StateFacts {
    let mut state = state.clone();
    change(&mut state);
    state
}

fn object(kind: AllocationKind, activation: Option<u32>, size: u64) -> ObjectFacts {
    let kind = ObjectKind::Allocated(Site::from_u32(0), kind);
    ObjectFacts { kind, activation, size: Some(size), lives: Lives::Yes }
}

fn bits(value: u64) -> Known {
    Known::Bits(vec![value])
}

/// Allocates, waits for an input, and does something before it ends.
fn allocates(property: &str, last: &str) -> Program {
    program(
        property,
        &format!(
            "global @g size 8 align 8 = b\"\"
function @main() -> i32 {{
  entry l0 exit l1
  reg %0: ptr
  reg %1: i32
  l0 -> l2: %0 = allocate heap 8:i64 align 8 site s0
  l2 -> l3: %1 = input nondet \"any\"
  l3 -> l2: [%1 == 0]
  l3 -> l4: [!(%1 == 0)]
  l4 -> l5: {last}
  l5 -> l1: return 0:i32
}}
site s0 in @main
"
        ),
    )
}

/// What is known at the loop of `allocates`.
fn one_heap_object() -> StateFacts {
    let mut state = at(2, &[]);
    state.objects.push(object(AllocationKind::Heap, None, 8));
    state.registers.push((0, Register::from_u32(0), Known::Pointer(ObjectName::Allocated(0), 0)));
    state.all_heap = true;
    state
}

fn why(result: Result<Checks, Rejected>) -> Why {
    result.unwrap_err().why
}

#[test]
fn memory_that_is_not_freed() {
    let state = one_heap_object();
    let freed = allocates("valid-memcleanup", "free %0");
    checked(&freed, &[&state]).unwrap();
    let kept = allocates("valid-memcleanup", "store %0 to @g");
    assert_eq!(why(checked(&kept, &[&state])), Why::Violation(Violation::UnfreedMemory));
    // It matters that there are no others.
    let others = changed(&state, |s| s.all_heap = false);
    assert_eq!(why(checked(&freed, &[&others])), Why::Violation(Violation::LostMemory));
    // A set that leaves an object out is not closed.
    let none = changed(&at(2, &[]), |s| s.all_heap = true);
    assert_eq!(why(checked(&kept, &[&none])), Why::Violation(Violation::UnfreedMemory));
    assert!(matches!(why(checked(&freed, &[&none])), Why::Uncovered(_)));
    // Perhaps it lives: then it may not be freed by then.
    let perhaps = changed(&state, |s| s.objects[0].lives = Lives::Perhaps);
    assert_eq!(why(checked(&kept, &[&perhaps])), Why::Violation(Violation::UnfreedMemory));
}

#[test]
fn memory_that_is_lost() {
    let state = one_heap_object();
    // The registers of the entry function are gone when it has returned.
    let lost = allocates("valid-memtrack", "nop");
    assert_eq!(why(checked(&lost, &[&state])), Why::Violation(Violation::LostMemory));
    let kept = allocates("valid-memtrack", "store %0 to @g");
    checked(&kept, &[&state]).unwrap();
    let freed = allocates("valid-memtrack", "free %0");
    checked(&freed, &[&state]).unwrap();
    // Nobody reads the register again, so that the object is lost in the loop already.
    let ended = allocates("valid-memtrack", "end 0:i32");
    assert_eq!(why(checked(&ended, &[&state])), Why::Violation(Violation::LostMemory));
    for program in [&kept, &freed] {
        let others = changed(&state, |s| s.all_heap = false);
        assert_eq!(why(checked(program, &[&others])), Why::Violation(Violation::LostMemory));
    }
    // Nothing is known of the pointer that would keep it.
    let unknown = changed(&state, |s| drop(s.registers.pop()));
    assert_eq!(why(checked(&kept, &[&unknown])), Why::Violation(Violation::LostMemory));
}

/// A listed state at the exit of a function says what that returns.
#[test]
fn results() {
    let program = program(
        "assertions",
        "function @main() -> i32 {
  entry l0 exit l1
  reg %0: i32
  l0 -> l2: %0 = call @small()
  l2 -> l3: [%0 <u 3]
  l2 -> l4: [!(%0 <u 3)]
  l3 -> l1: return 0:i32
  l4 -> l5: violation assertion
  l5 stop
}
function @small() -> i32 {
  entry l6 exit l7
  reg %1 %2: i32
  l6 -> l8: %1 = input nondet \"any\"
  l8 -> l9: [%1 == 0]
  l8 -> l10: [!(%1 == 0)]
  l9 -> l11: %2 = 1
  l10 -> l11: %2 = 2
  l11 -> l7: return %2
}
",
    );
    let call = program.edges.iter().find(|(_, e)| matches!(e.op, Op::Call { .. })).unwrap().0;
    let exit = |known: &[Known]| {
        changed(&at(7, &[call]), |s| s.results = known.iter().map(|known| (0, known.clone())).collect())
    };
    let run = |states: &[&StateFacts]| checked(&program, states);
    let one = run(&[&exit(&[Known::Unsigned(1, 2)])]).unwrap();
    assert_eq!(one.states, 1, "both ways lead to the listed state");
    assert_eq!(run(&[&exit(&[bits(1)]), &exit(&[bits(2)])]).unwrap().states, 2);
    assert_eq!(run(&[&exit(&[Known::Unsigned(0, 8), Known::Signed(1, 2)])]).unwrap().states, 1);
    assert_eq!(why(run(&[&exit(&[Known::Unsigned(0, 3)])])), Why::Violation(Violation::Assertion));
    assert_eq!(why(run(&[&exit(&[])])), Why::Violation(Violation::Assertion));
    // A state that nothing comes to is not looked at; the others run through the exit.
    assert_eq!(run(&[&exit(&[bits(5)])]).unwrap().states, 0);
    // Results where there are none.
    let within = changed(&at(11, &[call]), |s| s.results.push((0, bits(1))));
    assert_eq!(run(&[&within]).unwrap().states, 0);
    let second = changed(&at(7, &[call]), |s| s.results.push((1, bits(1))));
    assert_eq!(run(&[&second]).unwrap().states, 0);
}

/// Adds its variable arguments, after it has waited for an input.
fn adds() -> (Program, Edge) {
    let program = program(
        "assertions",
        "function @main() -> i32 {
  entry l0 exit l1
  reg %0: i32
  l0 -> l2: %0 = call @sum(2:i32, 10:i32, 20:i64)
  l2 -> l3: [%0 == 30]
  l2 -> l4: [!(%0 == 30)]
  l3 -> l1: return 0:i32
  l4 -> l5: violation assertion
  l5 stop
}
function @sum(%1: i32, ...) -> i32 {
  entry l6 exit l7
  reg %1: i32
  reg %2: ptr
  reg %3: i32
  reg %4: ptr
  reg %5 %6: i32
  l6 -> l8: %2 = allocate stack 24:i64 align 8 site s0
  l8 -> l9: %3 = input nondet \"any\"
  l9 -> l8: [%3 == 0]
  l9 -> l10: [!(%3 == 0)]
  l10 -> l11: vastart %2
  l11 -> l12: %3 = input nondet \"any\"
  l12 -> l11: [%3 == 0]
  l12 -> l13: [!(%3 == 0)]
  l13 -> l14: %4 = load %2 + 8
  l14 -> l15: %5 = load %4
  l15 -> l16: %6 = load %4 + 8
  l16 -> l7: return %5 + %6
}
site s0 in @sum
",
    );
    let call = program.edges.iter().find(|(_, e)| matches!(e.op, Op::Call { .. })).unwrap().0;
    (program, call)
}

#[test]
fn variable_arguments() {
    let (program, call) = adds();
    let mut before = at(8, &[call]);
    before.objects.push(object(AllocationKind::Stack, Some(1), 24));
    before.registers.push((1, Register::from_u32(2), Known::Pointer(ObjectName::Allocated(0), 0)));
    before.arguments = vec![(1, 0, bits(10)), (1, 1, bits(20))];
    let area = ObjectFacts { kind: ObjectKind::Arguments, activation: Some(1), size: Some(16), lives: Lives::Yes };
    let after = changed(&before, |s| {
        s.point.location = Location::from_u32(11);
        s.arguments.clear();
        s.objects.push(area);
        s.cells.push((ObjectName::Allocated(0), 8, 8, Known::Pointer(ObjectName::Allocated(1), 0)));
        s.cells.push((ObjectName::Allocated(1), 0, 4, bits(10)));
        s.cells.push((ObjectName::Allocated(1), 8, 8, bits(20)));
    });
    let run = |before: &StateFacts, after: &StateFacts| checked(&program, &[before, after]);
    assert_eq!(run(&before, &after).unwrap().states, 2);
    // Another value, or one that is not known.
    let violation = Why::Violation(Violation::Assertion);
    for index in 0..2 {
        let other = changed(&before, |s| s.arguments[index].2 = bits(7));
        assert!(matches!(why(run(&other, &after)), Why::Uncovered(_)), "no listed state describes the call");
        let none = changed(&before, |s| drop(s.arguments.remove(index)));
        assert!(run(&none, &after).is_err());
        let cell = changed(&after, |s| drop(s.cells.remove(1 + index)));
        assert_eq!(why(run(&before, &cell)), violation);
    }
    // An object that the facts do not speak of may hold anything.
    let silent = changed(&before, |s| s.arguments.clear());
    let unknown = changed(&after, |s| drop(s.cells.drain(1..)));
    assert_eq!(why(run(&silent, &unknown)), violation);
    // Without the object nothing leads to what it holds.
    let without = changed(&after, |s| {
        s.objects.pop();
        s.cells.clear();
    });
    assert!(run(&before, &without).is_err());
    // No more arguments than the call has, and none of the entry function.
    for (depth, index) in [(1, 2), (0, 0), (2, 0)] {
        let more = changed(&before, |s| s.arguments.push((depth, index, bits(0))));
        assert!(run(&more, &after).is_err());
    }
}

/// What a listed state does not exclude is wrong; where the facts are less than what was known, or
/// the checker takes more to be possible than is, it cannot tell.
#[test]
fn rejected_or_not_followed() {
    let with = |write: &str| {
        program(
            "assertions",
            &format!(
                "global @g size 4 align 4 = b\"\"
global @p size 8 align 8 = b\"\" {{
  0: @g 0
}}
function @main() -> i32 {{
  entry l0 exit l1
  reg %0: i32
  reg %1: ptr
  l0 -> l2: nop
  l2 -> l3: %0 = input nondet \"any\"
  l3 -> l2: [%0 == 0]
  l3 -> l4: [!(%0 == 0)]
  l4 -> l5: %1 = load @p
  l5 -> l6: {write}
  l6 -> l7: %0 = load @g
  l7 -> l8: [%0 == 0]
  l7 -> l9: [!(%0 == 0)]
  l8 -> l2: nop
  l9 -> l10: violation assertion
  l10 stop
}}
"
            ),
        )
    };
    let (writes, reads) = (with("store 0:i32 to %1"), with("nop"));
    let zero = (ObjectName::Global(Global::from_u32(0)), 0, 4, bits(0));
    let points = (ObjectName::Global(Global::from_u32(1)), 0, 8, Known::Pointer(zero.0, 0));
    let both = changed(&at(2, &[]), |s| s.cells = vec![zero.clone(), points.clone()]);
    checked(&reads, &[&both]).unwrap();
    checked(&writes, &[&both]).unwrap();
    let pointer = changed(&at(2, &[]), |s| s.cells = vec![points]);
    checked(&writes, &[&pointer]).unwrap();
    let rejected = checked(&reads, &[&pointer]).unwrap_err();
    assert_eq!(rejected.why, Why::Violation(Violation::Assertion));
    assert!(!rejected.gave_up());
    // The same facts, said to be a part of what was known.
    let part = checked(&reads, &[&changed(&pointer, |s| s.partial = true)]).unwrap_err();
    assert!(part.gave_up(), "{part}");
    assert!(part.to_string().contains("assertion is not excluded"), "{part}");
    // Nothing is known of the pointer, so the checker does not know what the write leaves as it is.
    let value = changed(&at(2, &[]), |s| s.cells = vec![zero]);
    checked(&reads, &[&value]).unwrap();
    let blurred = checked(&writes, &[&value]).unwrap_err();
    assert!(blurred.gave_up(), "{blurred}");
}

/// Without listed states all paths are followed from the start; where that has no end, nothing is
/// wrong with the proof.
#[test]
fn complete_unwindings() {
    let counts_to = |bound: u32, most: u32| {
        program(
            "assertions",
            &format!(
                "function @main() -> i32 {{
  entry l0 exit l1
  reg %0 %1: i32
  l0 -> l2: %0 = 0
  l2 -> l3: [%0 <u {bound}]
  l2 -> l4: [!(%0 <u {bound})]
  l3 -> l5: %1 = input nondet \"any\"
  l5 -> l6: [%1 == 7]
  l5 -> l4: [!(%1 == 7)]
  l6 -> l2: %0 = %0 + 1
  l4 -> l7: [%0 <=u {most}]
  l4 -> l8: [!(%0 <=u {most})]
  l7 -> l1: return 0:i32
  l8 -> l9: violation assertion
  l9 stop
}}
"
            ),
        )
    };
    let unwound = |program: &Program| {
        let limits = CheckLimits { moves: 1_000, ..CheckLimits::default() };
        check(program, &Argument::Unwinding.into(), &limits)
    };
    assert_eq!(unwound(&counts_to(20, 20)).unwrap().states, 0);
    let rejected = unwound(&counts_to(20, 19)).unwrap_err();
    assert_eq!((rejected.why.clone(), rejected.gave_up()), (Why::Violation(Violation::Assertion), false));
    let endless = unwound(&counts_to(1_000_000, 1_000_000)).unwrap_err();
    assert!(endless.gave_up(), "{endless}");
}
