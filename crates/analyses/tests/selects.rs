//! What is known of a condition decides which side of a selection is taken.

use adumbra_analyses::numeric::IntervalAnalysis;
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_laws::programs::*;
use adumbra_stop::Stop;

/// What is known behind a selection between 3 and 8, of a number up to 9.
fn behind(condition: &str) -> String {
    let program = main_with(
        "reg %0.x %1.y: i32",
        &format!(
            "  l0 -> l2: %0.x = input nondet \"nondet\"
  l2 -> l3: [%0.x <u 10]
  l2 -> l5: [!(%0.x <u 10)]
  l3 -> l4: %1.y = select({condition}, 3, 8)
  l4 -> l1: return %1.y
  l5 -> l1: return 0:i32"
        ),
    );
    let numbers: Box<dyn Part> = Box::new(Component::new(IntervalAnalysis::new(&program, Externals::Pure, 3)));
    let exploration = Exploration { granularity: Granularity::Edge, ..Exploration::default() };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(vec![location(&program), numbers])), exploration);
    assert_eq!(algorithm.run(&Stop::never()), Ended::Fixpoint);
    shown(&algorithm).into_iter().find(|state| state.starts_with("l4")).expect("a state")
}

#[test]
fn ins_8_a_known_condition_takes_one_side() {
    let [always, never, sometimes] = ["%0.x <u 20", "%0.x == 50", "%0.x <u 4"].map(behind);
    assert!(always.contains('3') && !always.contains('8'), "{always}");
    assert!(never.contains('8') && !never.contains('3'), "{never}");
    assert!(sometimes.contains('3') && sometimes.contains('8'), "{sometimes}");
}
