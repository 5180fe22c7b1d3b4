//! Scripts: recording and replaying. What happens when they do not fit is in `filetests/scripts`.

use crate::common::*;
use adumbra_interpreter::memory::ObjectKey;
use adumbra_interpreter::script::*;
use adumbra_interpreter::*;
use adumbra_program::*;

/// Mixes all kinds of inputs into the exit status.
fn everything_from_outside() -> Program {
    main(
        "symbol sym0 \"__VERIFIER_nondet_int\"
         site s0 in @main variable \"u\"
         site s1 in @main
         site s2 in @main variable \"l\"
         function @mystery(i32) -> i64",
        "reg %0 %1.u: i32
         reg %2.heap: ptr
         reg %3: i32
         reg %4.l: ptr
         reg %5: i32
         reg %6: i64
         reg %7.byte %8.count %9.argument: i32
         reg %10.fails: i1
         l0 -> l2: %0 = input nondet \"__VERIFIER_nondet_int\"
         l2 -> l3: %1.u = input indeterminate s0
         l3 -> l4: %2.heap = allocate heap 8 align 8 site s1
         l4 -> l5: %3 = load %2.heap
         l5 -> l6: free %2.heap
         l6 -> l7: %4.l = allocate stack 8 align 8 site s2
         l7 -> l8: %5 = load %4.l + 4
         l8 -> l9: %6 = call @mystery(%0)
         l9 -> l10: %7.byte = input read-byte
         l10 -> l11: %8.count = input argument-count
         l11 -> l12: %9.argument = input argument-byte
         l12 -> l13: %10.fails = input allocation-fails
         let $0 = (((((((%0 * 31) + %1.u) * 31) + %3) * 31) + %5) * 31) + trunc(%6, i32)
         let $1 = ((((((($0 * 31) + %7.byte) * 31) + %8.count) * 31) + %9.argument) * 31) + zext(%10.fails, i32)
         l13 -> l14: output $1 to 1
         l14 -> l1: return $1
        ",
    )
}

#[test]
fn a_recorded_run_is_replayed_exactly() {
    let p = everything_from_outside();
    let interpreter = Interpreter::new(&p, Options::new(Property::unspecified()));
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let mut environment = Seeded::new(Some(seed), &["prog", "x"], Captured::new(b"hello \xff\n"));
        let first = interpreter.run(&mut environment, None);
        let script = Script::from_json(&first.script.to_json()).unwrap();
        assert_eq!(script, first.script, "the text form keeps everything");
        let mut replay = Scripted::new(&script, Captured::default());
        let second = interpreter.run(&mut replay, None);
        assert_eq!(first.outcome, second.outcome);
        assert_eq!(first.steps, second.steps);
        assert_eq!(first.script, second.script);
        assert_eq!(second.leftover, Vec::<String>::new());
        assert_eq!(environment.streams.stdout(), replay.streams.stdout());
        assert_eq!(first.externals, ["mystery"]);
        seen.insert(format!("{:?}", first.outcome));
    }
    assert!(seen.len() > 40, "seeds give different runs");
}

#[test]
fn a_script_decides_the_run() {
    let p = everything_from_outside();
    let json = r#"{
        "version": 1,
        "inputs": [{"name": "__VERIFIER_nondet_int", "value": "-1"}],
        "externals": [{"name": "mystery", "value": "0x100000002"}],
        "indeterminate": [{"site": 0, "occurrence": 0, "value": "3"}],
        "memory": [
            {"object": {"heap": 0}, "offset": 0, "byte": 4}, {"object": {"heap": 0}, "offset": 1, "byte": 0},
            {"object": {"heap": 0}, "offset": 2, "byte": 0}, {"object": {"heap": 0}, "offset": 3, "byte": 0},
            {"object": {"stack": {"site": 2, "occurrence": 0}}, "offset": 4, "byte": 5},
            {"object": {"stack": {"site": 2, "occurrence": 0}}, "offset": 5, "byte": 0},
            {"object": {"stack": {"site": 2, "occurrence": 0}}, "offset": 6, "byte": 0},
            {"object": {"stack": {"site": 2, "occurrence": 0}}, "offset": 7, "byte": 0}
        ],
        "allocation-fails": [true],
        "stdin": "A",
        "arguments": ["p"]
    }"#;
    let want = [-1i32, 3, 4, 5, 2, 65, 1, 112, 1].iter().fold(0i32, |s, v| s.wrapping_mul(31).wrapping_add(*v));
    let script = Script::from_json(json).unwrap();
    let interpreter = Interpreter::new(&p, Options::new(Property::unspecified()));
    let result = interpreter.run(&mut Scripted::new(&script, Captured::default()), None);
    assert_eq!(result.outcome, Outcome::Exited { status: want });
    assert!(result.leftover.is_empty());
}

#[test]
fn scripts_of_another_format_are_rejected() {
    assert!(Script::from_json(r#"{"version": 2}"#).is_err());
    assert!(Script::from_json(r#"{"version": 1, "nonsense": 2}"#).is_err());
}

#[test]
fn recorded_bases_place_objects_again() {
    let p = main(
        "site s0 in @main variable \"x\"",
        "reg %0.x: ptr
         l0 -> l2: %0.x = allocate stack 4 align 8 site s0
         l2 -> l1: return trunc(ptrtoint(%0.x, i64), i32)
        ",
    );
    let options = Options { record_bases: true, ..Options::new(Property::unspecified()) };
    let first = Interpreter::new(&p, options).run(&mut zero(), None);
    let mut script = first.script.clone();
    let again = run_script(&p, &script);
    assert_eq!(first.outcome, again);
    for base in &mut script.bases {
        if matches!(base.object, ObjectKey::Stack { .. }) {
            base.base = "0x70000".into();
        }
    }
    assert_eq!(run_script(&p, &script), Outcome::Exited { status: 0x70000 });
}

fn run_script(p: &Program, script: &Script) -> Outcome {
    let interpreter = Interpreter::new(p, Options::new(Property::unspecified()));
    interpreter.run(&mut Scripted::new(script, Captured::default()), None).outcome
}
