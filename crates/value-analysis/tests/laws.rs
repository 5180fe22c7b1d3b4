//! The laws of the value analysis, alone and beside others. The interpreter is the oracle;
//! `adumbra_laws` says what is checked.

use crate::precision::random_precision;
use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::numeric::*;
use adumbra_domains::Interval;
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_laws::programs::location;
use adumbra_laws::*;
use adumbra_program::*;
use adumbra_value_analysis::{Precision, Scope, ValueAnalysis, ValueOptions};
use std::sync::Arc;

#[test]
fn values_obey_the_laws_with_any_precision() {
    let done = check(60, true, |program, random| {
        let precisions =
            vec![Precision::nothing(), random_precision(program, random), random_precision(program, random)];
        let (threshold, heap_depth) = (random.one_in(2).then_some(2), random.one_in(2).then_some(1));
        let options = ValueOptions { threshold, heap_depth, ..ValueOptions::default() };
        (ValueAnalysis::new(program, options), Facts::new(Naming::ByPointers), precisions)
    });
    assert!(done.facts as u64 > 500 * programs(60), "{done:?}");
}

#[test]
fn values_obey_the_laws_with_refined_precisions() {
    let done = check(60, true, |program, random| {
        let scope = random.pick(&[Scope::Location, Scope::Function, Scope::Global]);
        let options = ValueOptions { refined: true, scope, ..ValueOptions::default() };
        (ValueAnalysis::new(program, options), Facts::new(Naming::ByPointers), vec![])
    });
    assert!(done.refined as u64 > programs(60), "{done:?}");
}

fn stack(program: &Arc<Program>) -> Box<dyn Part> {
    Box::new(Component::new(CallStackAnalysis::new(program, 1000)))
}

fn number<D: Numbers + 'static>(program: &Arc<Program>, merge: Merge) -> Box<dyn Part> {
    Box::new(Component::with(Numeric::<D>::new(program, Externals::Pure, 1), merge, Coverage::Sep))
}

fn value(program: &Arc<Program>, options: ValueOptions) -> Box<dyn Part> {
    Box::new(Component::new(ValueAnalysis::new(program, options)))
}

#[test]
fn composites_obey_the_laws() {
    let done = check(30, false, |program, random| {
        let refined = random.one_in(2);
        let threshold = random.one_in(3).then_some(2);
        let options = ValueOptions { refined, threshold, ..ValueOptions::default() };
        let merge = random.pick(&[Merge::Own, Merge::Sep, Merge::Join]);
        let inner = Composite::new(vec![value(program, options), number::<Interval>(program, merge)]);
        let part = match random.below(3) {
            0 => Composite::new(vec![location(program), stack(program), value(program, options)]),
            1 => Composite::new(vec![location(program), stack(program), number::<Interval>(program, merge)]),
            _ => Composite::new(vec![location(program), stack(program), Box::new(inner)]),
        };
        (Erased::new(part), Facts::new(Naming::Several), vec![])
    });
    assert!(done.refined as u64 > 0, "{done:?}");
}
