//! What a new part, domain, wrapper and strategy has to say of itself: each is a few lines and an
//! entry in a registry, and nothing else knows of it.

use crate::asking::{Nobody, count};
use adumbra_analyses::location;
use adumbra_analyses::numeric::registered::{self as numeric, CAN, OPTIONS};
use adumbra_analyses::registry::{Beside, Can, PartEntry, WrapperEntry, single};
use adumbra_dependence::{Outside, Trivial};
use adumbra_domains::Sign;
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_judges::{Answer, Counterexample};
use adumbra_laws::programs::main_with;
use adumbra_options::{OptionSet, choices, group, options};
use adumbra_program::{Move, Op, Program, Property, PropertyKind, Violation};
use adumbra_stop::Stop;
use adumbra_strategies::configuration::{Registry, StrategyEntry, read_with};
use adumbra_strategies::registry::REGISTRY;
use adumbra_strategies::task::{Finished, Outcome, Strategy, Task};
use adumbra_strategies::{Request, Verified, configuration, facts, property_slice, verify};
use adumbra_verdict::Reason;
use std::sync::Arc;

choices! {
    /// What is counted.
    pub enum Counted {
        /// Assumptions.
        Assumptions = "assumptions",
        /// Assignments.
        Assignments = "assignments",
    }
}

options! {
    /// Options of the toy part.
    pub struct CountingOptions {
        counted: choice(Counted) = Assumptions, fixed, "What is counted.";
        most_counted: count = 3 in 0..=10, fixed, "Where counting ends.";
    }
}

/// A toy part: how many edges of a kind were taken, up to a number.
struct Counting {
    program: Arc<Program>,
    options: CountingOptions,
}

impl Analysis for Counting {
    type State = u64;
    type Precision = ();

    fn name(&self) -> &'static str {
        "counting"
    }

    fn initial(&mut self) -> (u64, ()) {
        (0, ())
    }

    fn transfer(&mut self, state: &mut u64, _: &(), step: Move, _: &Siblings<'_>) -> Flow<u64> {
        let is_counted = match self.options.counted {
            Counted::Assumptions => matches!(self.program.edges[step.edge()].op, Op::Assume { .. }),
            Counted::Assignments => matches!(self.program.edges[step.edge()].op, Op::Assign(_)),
        };
        *state = (*state + u64::from(is_counted)).min(self.options.most_counted);
        Flow::On
    }

    fn show(&self, state: &u64) -> String {
        format!("{state} counted")
    }
}

const COUNTING: PartEntry = PartEntry {
    name: "counting",
    can: Can { in_sets: true, ..Can::NONE },
    beside: Beside::Locations,
    options: &[group::<CountingOptions>],
    make: |setting| {
        let (program, options) = (Arc::clone(setting.program), setting.options.of());
        setting.operated(Counting { program, options })
    },
};

/// A toy domain has a line: the type is the whole analysis.
const OTHER_SIGNS: PartEntry =
    PartEntry { name: "other-signs", can: CAN, beside: Beside::Calls, options: OPTIONS, make: numeric::make::<Sign> };

/// A toy wrapper: the part in it takes every step.
struct Whole;

impl Control for Whole {
    type State = ();
    type Precision = ();

    fn name(&self) -> &'static str {
        "whole"
    }

    fn initial(&mut self) -> ((), ()) {
        ((), ())
    }

    fn passes(&mut self, (): &mut (), (): &(), _: Move) -> bool {
        true
    }

    fn show(&self, (): &()) -> String {
        String::new()
    }
}

const WHOLE: WrapperEntry = WrapperEntry {
    name: "whole",
    several: true,
    takes: |can| !can.place,
    sets: false,
    reduces: true,
    options: &[],
    make: |_, inner| Box::new(Wrapper::new(Whole, single(inner))),
};

/// A toy strategy: it does not know.
struct Shrugging;

impl Strategy for Shrugging {
    fn run(&mut self, _: &mut dyn Judge<Counterexample>, _: &Stop) -> Outcome {
        Outcome::Unknown(vec![Reason::Incomplete("who knows".into())])
    }

    fn finish(&mut self) -> Finished {
        Finished { counts: vec![("shrugs".into(), "1".into())], ..Finished::default() }
    }
}

const SHRUGGING: StrategyEntry =
    StrategyEntry { name: "shrugging", options: &[], keeps: false, make: |_: Task<'_>, _| Box::new(Shrugging) };

const TOYS: Registry = Registry {
    parts: &[&location::PART, &adumbra_analyses::callstack::PART, &COUNTING, &OTHER_SIGNS, &numeric::SIGN],
    wrappers: &[&WHOLE],
    strategies: &[&SHRUGGING],
    ..REGISTRY
};

fn program() -> Arc<Program> {
    main_with(
        "reg %0: i32",
        "  l0 -> l2: %0 = 5\n  l2 -> l3: [%0 == 0]\n  l2 -> l4: [!(%0 == 0)]\n  l3 -> l5: violation error-call\n  l4 -> l1: return 0:i32\n  l5 stop",
    )
}

#[track_caller]
fn ask(text: &str) -> Verified {
    let configuration = read_with(&TOYS, "toy", text).unwrap_or_else(|e| panic!("{e}"));
    verify(&program(), &Request::new(configuration), &Nobody)
}

#[test]
fn a_part_is_an_entry() {
    let facts_of = |text: &str| {
        let configuration = read_with(&TOYS, "toy", text).unwrap();
        facts::facts(&program(), &configuration, None, &Stop::never()).unwrap()
    };
    let shown = facts_of("parts = location counting");
    assert!(shown.iter().any(|state| state.contains("1 counted")), "{shown:?}");
    let shown = facts_of("parts = location counting\nmost-counted = 0");
    assert!(shown.iter().all(|state| state.contains("0 counted")), "{shown:?}");
}

#[test]
fn options_of_a_part_are_among_all_options() {
    let options: OptionSet = TOYS.options();
    assert!(options.table().any(|spec| spec.name == "most-counted"));
    assert!(REGISTRY.options().table().all(|spec| spec.name != "most-counted"));
    let errors = [
        ("parts = counting\ncounted = calls", "test: line 2: counted: `calls` is not one of assumptions, assignments"),
        ("parts = countin", "test: line 1: no option is called `countin`; nearest: counting"),
        (
            "parts = counting\nmerge = join",
            "test: merge = join: the part `counting` has no join of states that could be chosen",
        ),
        ("parts = whole(location)", "test: line 1: no option is called `location`"),
    ];
    for (text, error) in errors {
        assert!(read_with(&TOYS, "test", text).unwrap_err().to_string().starts_with(error), "{text}");
    }
}

#[test]
fn a_domain_is_a_type() {
    for part in ["sign", "other-signs"] {
        let verified = ask(&format!("parts = location callstack {part}"));
        assert!(matches!(verified.verdict.answer, Answer::True(_)), "{:?}", verified.verdict.answer);
    }
}

#[test]
fn a_wrapper_goes_around_parts() {
    for part in ["whole(sign)", "whole(counting,sign)"] {
        let verified = ask(&format!("parts = location callstack {part}"));
        assert!(matches!(verified.verdict.answer, Answer::True(_)), "{part}: {:?}", verified.verdict.answer);
    }
}

#[test]
fn a_strategy_works_alone() {
    let verified = ask("parts = shrugging");
    assert_eq!(verified.verdict.answer.to_string(), "UNKNOWN(incomplete)");
    assert_eq!(count(&verified, "shrugs"), 1);
}

/// A property is an entry in the table of properties; analyses check violations and know no
/// property. Whatever the entry says is what is done.
#[test]
fn a_property_is_an_entry() {
    for (kind, name) in PropertyKind::NAMES {
        assert_eq!(Property::by_name(name), Some(Property::of(&[*kind])));
        let mut asked = Program::clone(&program());
        asked.property = Property::of(&[*kind]);
        let asked = Arc::new(asked);
        let answer = verify(&asked, &Request::new(configuration::find("value").unwrap()), &Nobody).verdict.answer;
        let fits = match (kind.about().violations, &answer) {
            ([], Answer::Unknown(reasons)) => *reasons == [Reason::Property((*name).into())],
            // The rules of a specification are another part's.
            ([Violation::Specification], Answer::Unknown(_)) => true,
            ([] | [Violation::Specification], _) => false,
            (_, answer) => matches!(answer, Answer::True(_)),
        };
        assert!(fits, "{name}: {answer:?}");
        let slice = property_slice::targets(&asked, Externals::Pure, &Trivial::new(&asked, Outside::Pure)).err();
        assert_eq!(slice, kind.about().unsliced.map(|why| format!("there is no slice for {name}: {why}")));
    }
}
