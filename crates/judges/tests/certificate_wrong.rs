//! No certificate is accepted for a program that goes wrong, whatever it says.
//!
//! The facts come from runs of the program that do not go wrong, so that most of them are true of
//! something.

use crate::feasibility_support;
use adumbra_interpreter::memory::{Life, Object, ObjectOrigin};
use adumbra_interpreter::*;
use adumbra_judges::certificate::{CheckLimits, check};
use adumbra_program::*;
use adumbra_testing::Random;
use adumbra_verdict::{
    Argument, Certificate, ClosedSet, Known, Lives, ObjectFacts, ObjectKind, ObjectName, Point, StateFacts,
};

/// Writes down the states of a run.
struct Watch {
    calls: Vec<Edge>,
    states: Vec<StateFacts>,
}

impl Watch {
    fn note(&mut self, view: &View<'_>, location: Location) {
        let program = view.program();
        let depth = self.calls.len() as u32;
        let mut objects = Vec::new();
        let mut names = Vec::new();
        for object in view.memory().objects() {
            let name = match object.origin() {
                ObjectOrigin::Global(g) => ObjectName::Global(g),
                ObjectOrigin::Function(f) => ObjectName::Function(f),
                ObjectOrigin::Heap { site, .. } => {
                    let lives = if object.life() == Life::Live { Lives::Yes } else { Lives::No };
                    let size = Some(object.size());
                    let kind = ObjectKind::Allocated(site, AllocationKind::Heap);
                    objects.push(ObjectFacts { kind, activation: None, size, lives });
                    ObjectName::Allocated(objects.len() as u32 - 1)
                }
                _ => continue,
            };
            names.push((object.id(), name, object.base()));
        }
        let pointer = |value: u128| {
            if value == 0 {
                return Some(Known::Null);
            }
            let (_, name, base) = names.iter().find(|(id, ..)| u128::from(*id) == value >> 64)?;
            Some(Known::Pointer(*name, (value as u64).wrapping_sub(*base)))
        };
        let mut registers = Vec::new();
        for register in program.body(program.function_of(location)).into_iter().flat_map(Body::register_ids) {
            let Some(value) = view.register(register).map(|v| v.low()) else { continue };
            let known = match program.registers[register].ty {
                Type::Ptr => pointer(value),
                _ => Some(Known::Bits(vec![value as u64, (value >> 64) as u64])),
            };
            registers.extend(known.map(|k| (depth, register, k)));
        }
        let mut cells = Vec::new();
        for object in view.memory().objects().filter(|o| o.life() == Life::Live && o.size() <= 64) {
            let Some((_, name, _)) = names.iter().find(|(id, ..)| *id == object.id()) else { continue };
            cells.extend(cells_of(object).into_iter().map(|(offset, length, value)| {
                let known = if length == 8 { pointer(value) } else { None };
                (*name, offset, length, known.unwrap_or(Known::Bits(vec![value as u64])))
            }));
        }
        let point = Point { location, calls: self.calls.clone() };
        self.states.push(StateFacts { objects, registers, cells, all_heap: true, ..StateFacts::at(point) });
    }
}

/// Words of an object, pointers with their object above the address.
fn cells_of(object: &Object) -> Vec<(u64, u32, u128)> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < object.size() {
        let pointer = object.pointer_at(at);
        let length = if pointer.is_some() { 8 } else { 4.min(object.size() - at) };
        let bytes: Option<Vec<u8>> = (at..at + length).map(|i| object.byte(i)).collect();
        if let Some(bytes) = bytes {
            let mut buffer = [0; 16];
            buffer[..bytes.len()].copy_from_slice(&bytes);
            buffer[8..].copy_from_slice(&pointer.unwrap_or(0).to_le_bytes());
            out.push((at, length as u32, u128::from_le_bytes(buffer)));
        }
        at += length;
    }
    out
}

impl Tracer for Watch {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let program = view.program();
        match &program.edges[edge].op {
            Op::Call { .. } => self.calls.push(edge),
            Op::Return { .. } | Op::Violation(_) | Op::End { .. } => {}
            _ => self.note(view, program.edges[edge].to),
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.calls.pop();
        self.note(view, view.program().edges[edge].to);
    }
}

/// Leaves out members of a list, one in so many.
fn drop_some<T>(random: &mut Random, list: &mut Vec<T>, one_in: usize) {
    list.retain(|_| !random.one_in(one_in.max(1)));
}

/// Certificates made of what runs saw, with facts left out and changed.
fn never_accepted(text: &str, rounds: usize) -> usize {
    let program = feasibility_support::program(text);
    let mut seen = Vec::new();
    for seed in 0..10 {
        let mut watch = Watch { calls: Vec::new(), states: Vec::new() };
        let options = Options { max_steps: 150, ..Options::new(program.property.clone()) };
        let mut environment = Seeded::new(Some(seed), &["program"], Captured::new(b"ab"));
        Interpreter::new(&program, options).run(&mut environment, Some(&mut watch));
        seen.extend(watch.states);
    }
    let mut random = Random(rounds as u64);
    let mut farthest = 0;
    for round in 0..rounds {
        let mut states = seen.clone();
        drop_some(&mut random, &mut states, 4);
        for state in &mut states {
            let forget = 1 + random.below(6);
            if round % 3 != 0 {
                drop_some(&mut random, &mut state.registers, forget);
                drop_some(&mut random, &mut state.cells, forget);
            }
            state.all_heap = round % 4 != 2;
            if round % 4 == 3
                && let Some(object) = state.objects.last_mut()
            {
                object.lives = [Lives::Yes, Lives::No, Lives::Perhaps][random.below(3)];
            }
            if round % 5 == 1
                && let Some((.., known)) = state.cells.first_mut()
            {
                *known = Known::Bits(vec![random.below(4) as u64]);
            }
        }
        let limits = CheckLimits { moves: 300, ..CheckLimits::default() };
        let certificate = Certificate::from(Argument::ClosedSet(ClosedSet { states }));
        match check(&program, &certificate, &limits) {
            Ok(checks) => panic!("round {round}: a wrong proof is accepted: {checks:?}"),
            Err(rejected) => farthest += usize::from(rejected.state.is_some()),
        }
    }
    farthest
}

macro_rules! never {
    ($($name:ident: $file:literal;)*) => {
        $(#[test]
        fn $name() {
            let far = never_accepted(include_str!(concat!("programs/", $file, ".cfa")), 16);
            assert!(far > 1, "the checks got beyond the start: {far}");
        })*
    };
}

never! {
    broken_machine: "broken";
    integers: "values";
    memory: "memory";
    calls: "calls";
    invalid_accesses: "violations";
    overflows: "overflow";
    leaks: "leaks";
}

/// A program with the error in reach, and the same one with a guard: only the guarded one is
/// proved.
#[test]
fn a_guard_makes_the_difference() {
    let text = |bound: u32| {
        format!(
            "program 1\nlayout LP64 64 \"x\"\nproperty assertions errors \"reach_error\"\nentry @main
global @g size 4 align 4 = b\"\"
function @main() -> i32 {{
  entry l0 exit l1
  reg %0 %1: i32
  l0 -> l2: nop
  l2 -> l3: %0 = input nondet \"any\"
  l3 -> l4: [%0 <u {bound}]
  l3 -> l2: [!(%0 <u {bound})]
  l4 -> l5: store %0 to @g
  l5 -> l6: %1 = load @g
  l6 -> l2: [%1 <u 8]
  l6 -> l7: [!(%1 <u 8)]
  l7 -> l8: violation assertion
  l8 stop
}}
symbol sym0 \"any\"
"
        )
    };
    let state = StateFacts::at(Point { location: Location::from_u32(2), calls: Vec::new() });
    let certificate = Certificate::from(Argument::ClosedSet(ClosedSet { states: vec![state] }));
    for (bound, holds) in [(7, true), (8, true), (9, false), (100, false)] {
        let program = feasibility_support::program(&text(bound));
        assert_eq!(check(&program, &certificate, &CheckLimits::default()).is_ok(), holds, "{bound}");
    }
}
