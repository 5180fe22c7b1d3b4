//! What the checker does not know it says so of: it never accepts it, and never takes it for a
//! fault.

use crate::certificate_support::HEAD;
use adumbra_judges::certificate::{CheckLimits, NEWEST, NotKnown, Rejected, Why, check};
use adumbra_program::*;
use adumbra_verdict::*;

/// A loop that violates nothing: the set of its head alone is closed.
fn program() -> Program {
    let main = "\nfunction @main() -> i32 {
  entry l0 exit l1
  reg %0.x: i32
  l0 -> l2: %0.x = 0
  l2 -> l3: [%0.x <u 9]
  l2 -> l4: [!(%0.x <u 9)]
  l3 -> l2: %0.x = %0.x + 1
  l4 -> l1: return 0:i32
}\n";
    text::parse(&format!("{HEAD}{main}")).unwrap()
}

fn head() -> StateFacts {
    StateFacts::at(Point { location: Location::from_u32(2), calls: Vec::new() })
}

fn arguments(state: StateFacts) -> [Argument; 2] {
    let set = ClosedSet { states: vec![state.clone()] };
    [Argument::ClosedSet(set), Argument::Induction(Induction { depth: 1, heads: vec![state] })]
}

fn answer(certificate: &Certificate) -> Rejected {
    let rejected = check(&program(), certificate, &CheckLimits::default()).unwrap_err();
    assert!(rejected.gave_up(), "{rejected}");
    rejected
}

/// Each argument holds as it is; with the change it is answered that this is not known.
fn not_known(change: impl Fn(&mut Certificate), expected: NotKnown) {
    for argument in arguments(head()).into_iter().chain([Argument::Unwinding]) {
        let mut certificate = Certificate::from(argument);
        check(&program(), &certificate, &CheckLimits::default()).unwrap();
        change(&mut certificate);
        assert_eq!(answer(&certificate).why, Why::NotKnown(expected));
    }
}

fn many() -> Many {
    let kind = ObjectKind::Allocated(Site::from_u32(0), AllocationKind::Heap);
    let (before, behind, cells) = (None, Some(Known::Null), Vec::new());
    Many { description: "list".into(), kind, least: 1, most: None, owner: None, before, behind, cells }
}

#[test]
fn facts_about_many_objects_are_not_known_in_contracts() {
    let inside = StateFacts { many: vec![many()], ..head() };
    let contract = Contract { states: vec![inside], ..Contract::of(Function::from_u32(0)) };
    not_known(|certificate| certificate.contracts.push(contract.clone()), NotKnown::ManyObjects);
}

/// Also in a state that the check would never come to.
#[test]
fn facts_in_states_that_are_not_needed_are_not_known_either() {
    let elsewhere = Point { location: Location::from_u32(4), calls: vec![Edge::from_u32(0)] };
    let mut formulas = Formulas::new();
    let now = formulas.leaf(Leaf::Value(Place::Register(0, Register::from_u32(0))), 32);
    formulas.leaf(Leaf::AtEntry(now), 32);
    let far = StateFacts { formulas: Some(Box::new(formulas)), ..StateFacts::at(elsewhere) };
    let rejected = answer(&Argument::ClosedSet(ClosedSet { states: vec![head(), far] }).into());
    assert_eq!((rejected.why, rejected.state), (Why::NotKnown(NotKnown::AtEntry), Some(1)));
}

#[test]
fn values_at_the_entry_are_not_known_in_states() {
    let mut formulas = Formulas::new();
    let now = formulas.leaf(Leaf::Value(Place::Register(0, Register::from_u32(0))), 32);
    let before = formulas.leaf(Leaf::AtEntry(now), 32);
    let same = formulas.terms.eq(before, before);
    formulas.hold(same);
    assert!(formulas.is_well_formed());
    for argument in arguments(StateFacts { formulas: Some(Box::new(formulas.clone())), ..head() }) {
        assert_eq!(answer(&argument.into()).why, Why::NotKnown(NotKnown::AtEntry));
    }
}

/// A state that speaks of a run that it does not have is not well formed.
#[test]
fn a_name_without_an_object_is_wrong() {
    let zero = (ObjectName::First(0), 0, 4, Known::Bits(vec![0]));
    for argument in arguments(StateFacts { cells: vec![zero], ..head() }) {
        let rejected = check(&program(), &argument.into(), &CheckLimits::default()).unwrap_err();
        assert!(matches!(rejected.why, Why::Unsupported(_)), "{rejected}");
    }
}

#[test]
fn another_version_is_not_known() {
    for version in [0, NEWEST + 1, u32::MAX] {
        not_known(|certificate| certificate.version = version, NotKnown::Version(version));
    }
    assert_eq!(VERSION, NEWEST, "what is made is known");
    let newer = Certificate { version: NEWEST + 1, ..Argument::Unwinding.into() };
    let text = answer(&newer).to_string();
    assert_eq!(text, "the checker does not know certificates of version 4, but those up to version 3");
}
