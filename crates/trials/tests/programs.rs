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

#[test]
fn recursive_programs_are_judged_and_some_fail() {
    let judge = Judge::new().unwrap();
    let (mut violated, mut constructs, mut harmless, mut judged) = (BTreeSet::new(), BTreeSet::new(), 0, 0);
    for number in 0..60 {
        let program = program_of(Kind::Recursive, 7, number);
        std::fs::write(judge.path("program.c"), program.text()).unwrap();
        // Some run for too long.
        match judge.judge("program.c") {
            Ok(judgement) => {
                let faults = judgement.truths.iter().filter(|(_, truth)| matches!(truth, Truth::Violated(..)));
                violated.extend(faults.map(|(property, _)| property.clone()));
                harmless += u64::from(judgement.truths.is_empty());
                judged += 1;
            }
            Err(why) => assert!(!why.contains("error:"), "program {number}: {why}"),
        }
        constructs.extend(program.constructs);
    }
    assert!(["assertions", "unreach-call"].iter().all(|property| violated.contains(*property)), "{violated:?}");
    assert!(constructs.len() > 8, "{constructs:?}");
    assert!(judged > 50 && harmless > 5, "{judged} judged, {harmless} without a fault");
}

#[test]
fn programs_over_lists_are_judged_and_some_fail() {
    let judge = Judge::new().unwrap();
    let (mut violated, mut constructs, mut harmless, mut judged) = (BTreeSet::new(), BTreeSet::new(), 0, 0);
    for number in 0..60 {
        let program = program_of(Kind::Lists, 7, number);
        std::fs::write(judge.path("program.c"), program.text()).unwrap();
        match judge.judge("program.c") {
            Ok(judgement) => {
                let faults = judgement.truths.iter().filter(|(_, truth)| matches!(truth, Truth::Violated(..)));
                violated.extend(faults.map(|(property, _)| property.clone()));
                harmless += u64::from(judgement.truths.is_empty());
                judged += 1;
            }
            // Where a part is missing, some run for too long, and others do not compile.
            Err(why) => assert!(!why.contains("syntax"), "program {number}: {why}"),
        }
        constructs.extend(program.constructs);
    }
    let all = ["assertions", "valid-deref", "valid-free", "valid-memcleanup"];
    assert!(all.iter().all(|property| violated.contains(*property)), "{violated:?}");
    assert!(constructs.len() > 6, "{constructs:?}");
    assert!(judged > 45 && harmless > 10, "{judged} judged, {harmless} without a fault");
}
