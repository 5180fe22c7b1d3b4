//! Changed proofs and changed programs: where the interpreter finds a violation, no certificate is
//! accepted.

use super::proofs::{around, doubly, nested, singly};
use super::*;
use adumbra_interpreter::script::{NamedValue, Unlisted};
use adumbra_interpreter::{Captured, Interpreter, Options, Outcome, Script, Scripted};
use adumbra_testing::{Random, rounds};

/// Does an execution with so many inputs, each of them 0 or 1, violate the property?
pub(super) fn is_violated(program: &Program, inputs: u32) -> bool {
    (0..1u32 << inputs).any(|choice| {
        let value = |bit: u32| NamedValue { name: "any".into(), value: (choice >> bit & 1).to_string() };
        let script = Script { unlisted: Unlisted::Zero, inputs: (0..inputs).map(value).collect(), ..Script::default() };
        let options = Options { max_steps: 10_000, ..Options::new(program.property.clone()) };
        let result = Interpreter::new(program, options).run(&mut Scripted::new(&script, Captured::default()), None);
        matches!(result.outcome, Outcome::Violation(_))
    })
}

/// Another value, near the first.
fn change_value(random: &mut Random, known: &mut Known, runs: usize, objects: usize) {
    let run = random.below(runs.max(1)) as u32;
    *known = match (random.below(7), &*known) {
        (0, _) => Known::Null,
        (1, _) => first(run),
        (2, _) => last(run),
        (3, Known::Pointer(name, offset)) => Known::Pointer(*name, offset ^ 8),
        (3, Known::Bits(words)) => bits(words[0] ^ 1),
        (4, Known::Pointer(ObjectName::First(run), offset)) => Known::Pointer(ObjectName::Last(*run), *offset),
        (4, Known::Pointer(ObjectName::Last(run), offset)) => Known::Pointer(ObjectName::First(*run), *offset),
        (5, Known::Pointer(..) | Known::Null) if objects > 0 => object(random.below(objects) as u32),
        (6, Known::Pointer(_, offset)) => Known::Pointer(ObjectName::Owner, *offset),
        _ => return,
    };
}

fn change_run(random: &mut Random, many: &mut Many, runs: usize, objects: usize) {
    match random.below(10) {
        0 => many.least += 1,
        1 => many.least = many.least.saturating_sub(1),
        2 => many.most = [None, Some(1), Some(2), Some(3)][random.below(4)],
        3 => many.owner = random.pick(&[None, Some(0), Some(2)]),
        4 => many.behind = None,
        5 => many.before = None,
        6 => {
            let known = many.behind.get_or_insert(Known::Null);
            change_value(random, known, runs, objects);
        }
        7 => {
            let known = many.before.get_or_insert(Known::Null);
            change_value(random, known, runs, objects);
        }
        8 if !many.cells.is_empty() => {
            let cell = random.below(many.cells.len());
            match random.one_in(2) {
                true => drop(many.cells.remove(cell)),
                false => change_value(random, &mut many.cells[cell].2, runs, objects),
            }
        }
        _ => many.cells.push((4 * random.below(6) as u64, 4, bits(random.below(2) as u64))),
    }
}

pub(super) fn change_state(random: &mut Random, state: &mut StateFacts) {
    let (runs, objects) = (state.many.len(), state.objects.len());
    match random.below(10) {
        0 if !state.registers.is_empty() => drop(state.registers.remove(random.below(state.registers.len()))),
        1 | 2 if !state.registers.is_empty() => {
            let register = random.below(state.registers.len());
            change_value(random, &mut state.registers[register].2, runs, objects);
        }
        3 if !state.cells.is_empty() => {
            let cell = random.below(state.cells.len());
            change_value(random, &mut state.cells[cell].3, runs, objects);
        }
        4 => state.all_heap ^= true,
        5 if runs > 0 => {
            let many = state.many[random.below(runs)].clone();
            state.many.push(many);
        }
        _ if runs > 0 => {
            let run = random.below(runs);
            change_run(random, &mut state.many[run], runs, objects);
        }
        _ => {}
    }
}

fn change(random: &mut Random, example: &mut Example) {
    match random.below(8) {
        0 if example.states.len() > 1 => drop(example.states.remove(random.below(example.states.len()))),
        1 => {
            let number = random.below(example.descriptions.len());
            let description = &mut example.descriptions[number];
            match random.below(4) {
                0 => description.next.to ^= 8,
                1 => description.size += 8,
                2 => description.back = None,
                _ => description.next.at ^= 24,
            }
        }
        2 => {
            let mut state = example.states[random.below(example.states.len())].clone();
            change_state(random, &mut state);
            example.states.push(state);
        }
        _ => {
            let state = random.below(example.states.len());
            change_state(random, &mut example.states[state]);
        }
    }
}

/// Changes of a program that break it.
fn faults(example: usize) -> &'static [(&'static str, &'static str)] {
    match example {
        0 => &[
            ("store 1:i32 to %2.n", "store 0:i32 to %2.n"),
            ("store %0.head to (%2.n + 8)", "store null to (%2.n + 8)"),
            ("l18 -> l19: free %0.head", "l18 -> l19: nop"),
            ("l18 -> l19: free %0.head", "l18 -> l19: free %1.p"),
            ("l25 -> l26: %1.p = %0.head", "l25 -> l26: nop"),
            ("l24 -> l25: store %1.p to", "l24 -> l25: store %0.head to"),
            ("l22 -> l10: %0.head = %1.p", "l22 -> l10: nop"),
            ("allocate heap 16:i64", "allocate heap 12:i64"),
            ("l13 -> l9: %1.p = load (%1.p + 8)", "l13 -> l9: %1.p = (%1.p + 8)"),
        ],
        1 => &[
            ("l22 -> l23: store %3.n to (%0.head + 16)", "l22 -> l23: store %3.n to (%0.head + 8)"),
            ("l5 -> l6: store 1:i32 to %3.n", "l5 -> l6: store 0:i32 to %3.n"),
            ("l19 -> l10: %0.head = %2.p", "l19 -> l10: %0.head = null"),
            ("l13 -> l9: %2.p = load (%2.p + 16)", "l13 -> l9: %2.p = (%2.p + 16)"),
            ("l18 -> l19: free %0.head", "l18 -> l19: free %2.p"),
            (
                "l9 -> l10: [%2.p == null]\n  l9 -> l11: [!(%2.p == null)]",
                "l9 -> l10: [%2.p != null]\n  l9 -> l11: [!(%2.p != null)]",
            ),
            (
                "l10 -> l16: [%0.head == null]\n  l10 -> l17: [!(%0.head == null)]",
                "l10 -> l16: [%0.head == %1.tail]\n  l10 -> l17: [!(%0.head == %1.tail)]",
            ),
        ],
        2 => &[
            ("l22 -> l23: store (%1.n + 8) to %0.p", "l22 -> l23: store (%1.n + 8) to @h"),
            ("l23 -> l2: store (%1.n + 8) to (@h + 8)", "l23 -> l2: nop"),
            ("l20 -> l21: store @h to (%1.n + 8)", "l20 -> l21: store null to (%1.n + 8)"),
            ("l19 -> l24: free (%0.p + -8)", "l19 -> l24: free %0.p"),
            ("l6 -> l7: store 1:i32 to %1.n", "l6 -> l7: store 2:i32 to %1.n"),
        ],
        _ => &[
            ("l6 -> l7: store %0.head to (%1.o + 8)", "l6 -> l7: store %1.o to (%1.o + 8)"),
            ("l10 -> l11: store 1:i32 to %2.i", "l10 -> l11: store %4.c to (%2.i + 4)"),
            ("l12 -> l14: store %3.t to (%2.i + 8)", "l12 -> l14: store null to (%2.i + 8)"),
            ("l32 -> l28: %2.i = %3.t", "l32 -> l28: %2.i = null"),
            ("l29 -> l33: %3.t = load (%0.head + 8)", "l29 -> l33: %3.t = null"),
            ("l14 -> l7: store %2.i to %1.o", "l14 -> l7: store %2.i to (%1.o + 8)"),
            ("l5 -> l6: store null to %1.o", "l5 -> l6: store %0.head to %1.o"),
        ],
    }
}

fn example(number: usize) -> Example {
    [singly, doubly, around, nested][number]()
}

/// What is violated is not proved, by no certificate that is near a proof.
#[test]
fn no_certificate_of_a_broken_program_is_accepted() {
    let mut random = Random(11);
    let mut broken = 0;
    for number in 0..4 {
        for (from, to) in faults(number) {
            let text = example(number).text.replace(from, to);
            assert_ne!(text, example(number).text, "{from}");
            assert!(is_violated(&parsed(&text), 7), "{to} does not break the program");
            broken += 1;
            for round in 0..rounds(40) {
                let mut mutant = Example { text: text.clone(), ..example(number) };
                for _ in 0..round % 4 {
                    change(&mut random, &mut mutant);
                }
                let checked = mutant.check();
                assert!(checked.is_err(), "{to}: {:#?}", mutant.states);
            }
        }
    }
    assert!(broken > 20);
}

/// With other facts, what is accepted of the program that holds is a proof nevertheless: the same
/// facts do not prove a broken one. Most changes are noticed.
#[test]
fn changed_facts_are_noticed() {
    let mut random = Random(5);
    let (mut accepted, mut rejected) = (0, 0);
    for number in 0..4 {
        for _ in 0..rounds(60) {
            let mut mutant = example(number);
            change(&mut random, &mut mutant);
            match mutant.check() {
                Ok(_) => accepted += 1,
                Err(_) => rejected += 1,
            }
        }
    }
    assert!(accepted > 0 && rejected > accepted, "{accepted} accepted, {rejected} rejected");
}
