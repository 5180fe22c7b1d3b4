//! Random programs: each can be judged, all kinds of faults occur, and the judge is deterministic.
//! `scripts/test` asks the verifier about a hundred, `scripts/trials programs --count 10000` about
//! more.

use adumbra_trials::programs::judge::{Judge, Truth};
use adumbra_trials::programs::{Kind, program_of};
use std::collections::BTreeSet;

#[test]
fn programs_are_judged_and_have_all_faults() {
    let judge = Judge::new().unwrap();
    let (mut violated, mut constructs, mut harmless) = (BTreeSet::new(), BTreeSet::new(), 0);
    for number in 0..80 {
        let program = program_of(Kind::Mixed, 7, number);
        std::fs::write(judge.path("program.c"), program.text()).unwrap();
        let judgement = judge.judge("program.c").unwrap_or_else(|e| panic!("program {number}: {e}"));
        if number % 10 == 0 {
            assert_eq!(judge.judge("program.c").as_ref(), Ok(&judgement), "program {number}");
        }
        let faults = judgement.truths.iter().filter(|(_, truth)| matches!(truth, Truth::Violated(..)));
        violated.extend(faults.map(|(property, _)| property.clone()));
        harmless += u64::from(judgement.truths.is_empty());
        constructs.extend(program.constructs);
    }
    let all = ["assertions", "no-overflow", "unreach-call", "valid-deref", "valid-free", "valid-memcleanup"];
    assert!(all.iter().all(|property| violated.contains(*property)), "{violated:?}");
    assert!(constructs.len() > 15, "{constructs:?}");
    assert!(harmless > 10, "{harmless} programs without a fault");
}

/// What the first sixty programs of a kind are.
#[derive(Default)]
struct Kinds {
    violated: BTreeSet<String>,
    constructs: BTreeSet<&'static str>,
    judged: usize,
    /// Of those that were judged, how many have no fault.
    harmless: usize,
}

fn sixty(kind: Kind) -> Kinds {
    let judge = Judge::new().unwrap();
    let mut found = Kinds::default();
    for number in 0..60 {
        let program = program_of(kind, 7, number);
        std::fs::write(judge.path("program.c"), program.text()).unwrap();
        // Some run for too long.
        match judge.judge("program.c") {
            Ok(judgement) => {
                let faults = judgement.truths.iter().filter(|(_, truth)| matches!(truth, Truth::Violated(..)));
                found.violated.extend(faults.map(|(property, _)| property.clone()));
                found.harmless += usize::from(judgement.truths.is_empty());
                found.judged += 1;
            }
            Err(why) => assert!(!why.contains("error:"), "program {number}: {why}"),
        }
        found.constructs.extend(program.constructs);
    }
    found
}

#[test]
fn recursive_programs_are_judged_and_some_fail() {
    let Kinds { violated, constructs, judged, harmless } = sixty(Kind::Recursive);
    assert!(["assertions", "unreach-call"].iter().all(|property| violated.contains(*property)), "{violated:?}");
    assert!(constructs.len() > 8, "{constructs:?}");
    assert!(judged > 50 && harmless > 5, "{judged} judged, {harmless} without a fault");
}

#[test]
fn programs_over_lists_are_judged_and_some_fail() {
    let Kinds { violated, constructs, judged, harmless } = sixty(Kind::Lists);
    let all = ["assertions", "valid-deref", "valid-free", "valid-memcleanup"];
    assert!(all.iter().all(|property| violated.contains(*property)), "{violated:?}");
    assert!(constructs.len() > 6, "{constructs:?}");
    assert!(judged > 45 && harmless > 10, "{judged} judged, {harmless} without a fault");
}
