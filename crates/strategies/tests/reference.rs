//! The reference of abstract interpretation: its tables are those of the worked examples, it covers
//! what runs do, and the analyses of numbers are nowhere less precise.

use crate::asking::Nobody;
use crate::reference_support::*;
use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_analyses::numeric::*;
use adumbra_domains::{Constant, Domain, Interval, Sign, Unit, mask, signed};
use adumbra_engine::*;
use adumbra_interpreter::{Captured, Externals, Interpreter, Options, Seeded, Tracer, View};
use adumbra_judges::Answer;
use adumbra_laws::programs::main_with;
use adumbra_laws::{Random, random_program};
use adumbra_program::*;
use adumbra_stop::{MILLISECOND, Stop};
use adumbra_strategies::{Request, configuration, verify};
use adumbra_verdict::{Known, Point, StateFacts};
use std::collections::BTreeMap;
use std::sync::Arc;

/// `x <- 0; while x < 3 do x <- x + 2`: head l2, body l3, behind the addition l4, behind the loop
/// l5.
fn counting() -> Arc<Program> {
    main_with(
        "reg %0: i32",
        "  l0 -> l2: %0 = 0
  l2 -> l3: [%0 <s 3]
  l2 -> l5: [!(%0 <s 3)]
  l3 -> l4: %0 = %0 + 2
  l4 -> l2: nop
  l5 -> l1: return 0:i32",
    )
}

/// `x <- 0; y <- 1; while x < y do x <- x + 2; y <- y + 1`.
fn racing() -> Arc<Program> {
    main_with(
        "reg %0 %1: i32",
        "  l0 -> l2: %0 = 0, %1 = 1
  l2 -> l3: [%0 <s %1]
  l2 -> l5: [!(%0 <s %1)]
  l3 -> l4: %0 = %0 + 2
  l4 -> l2: %1 = %1 + 1
  l5 -> l1: return 0:i32",
    )
}

type Solution<D> = BTreeMap<Location, Vec<Environment<D>>>;

fn solve<D: Numbers>(program: &Program, meeting: Meeting, rounds: usize) -> Option<Solution<D>> {
    Reference::<D> { program, context: D::context(program), meeting }.solve(rounds)
}

/// The values that the registers have at a location in the collecting semantics, in order.
fn collected(program: &Program, location: u32) -> Vec<Vec<u64>> {
    let solution = solve::<Constant>(program, Meeting::Apart, 100).unwrap();
    let value = |v: &Constant| if let Constant::Known(bits) = v { *bits } else { panic!("{v:?}") };
    let at = &solution[&Location::from_u32(location)];
    let mut found: Vec<Vec<u64>> = at.iter().map(|e| e.values().map(value).collect()).collect();
    found.sort();
    found
}

#[test]
fn collecting_semantics_of_two_loops() {
    // T07 (a) and (b).
    let program = counting();
    assert_eq!(collected(&program, 2), [[0], [2], [4]]);
    assert_eq!(collected(&program, 3), [[0], [2]]);
    assert_eq!(collected(&program, 4), [[2], [4]]);
    assert_eq!(collected(&program, 5), [[4]]);
    let program = racing();
    assert_eq!(collected(&program, 2), [[0, 1], [2, 2]]);
    assert_eq!(collected(&program, 3), [[0, 1]]);
    assert_eq!(collected(&program, 5), [[2, 2]]);
}

#[test]
fn intervals_of_a_loop() {
    // T07 (a) and (c): the equations give [3,4] behind the loop. The table has [4,4], which is the
    // concrete set.
    let program = counting();
    let solution = solve::<Interval>(&program, Meeting::Joined, 100).unwrap();
    let expected = [(2, (0, 4)), (3, (0, 2)), (4, (2, 4)), (5, (3, 4))];
    for (location, bounds) in expected {
        let at = &solution[&Location::from_u32(location)];
        assert_eq!(at[0].values().next().unwrap().signed_bounds(32), bounds, "l{location}");
    }
    // The analysis finds the same.
    let mut compared = 0;
    for facts in explored::<Interval>(&program).unwrap() {
        let Some((_, (low, high))) = expected.iter().find(|(l, _)| Location::from_u32(*l) == facts.point.location)
        else {
            continue;
        };
        let bounds = Known::Signed((*low).into(), (*high).into());
        assert!(facts.registers.iter().any(|(_, _, known)| *known == bounds), "{facts:?}");
        compared += 1;
    }
    assert_eq!(compared, 4);
}

/// The states that an analysis of numbers reaches with single edges, as facts; `None` if it does
/// not come to an end soon.
fn explored<D: Numbers + 'static>(program: &Arc<Program>) -> Option<Vec<StateFacts>> {
    let parts: Vec<Box<dyn Part>> = vec![
        Box::new(Component::new(LocationAnalysis::new(program, ExternalCalls::Followed))),
        Box::new(Component::new(CallStackAnalysis::new(program, 50))),
        Box::new(Component::new(Numeric::<D>::new(program, Externals::Pure, u32::MAX).keep_dead())),
    ];
    let exploration = Exploration { granularity: Granularity::Edge, ..Exploration::default() };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    if algorithm.run(&Stop::never().within(20 * MILLISECOND)) != Ended::Fixpoint {
        return None;
    }
    let facts = |state: StateId| {
        let point = Point { location: Location::from_u32(0), calls: Vec::new() };
        let mut facts = StateFacts::at(point);
        algorithm.part().facts(state, &mut facts);
        facts
    };
    Some(algorithm.reached().reached().map(|(_, node)| facts(node.state)).collect())
}

/// Does everything that is known admit the bits?
fn admitted(known: &[&Known], bits: u64, width: u32) -> bool {
    known.iter().all(|known| match known {
        Known::Bits(words) => words[0] == bits,
        Known::Unsigned(low, high) => (*low..=*high).contains(&bits.into()),
        Known::Signed(low, high) => (*low..=*high).contains(&signed(bits, width).into()),
        Known::Pointer(..) | Known::Null | Known::Into(_) => true,
    })
}

/// All bits of a narrow width; of others the extremes and some in between.
fn samples(width: u32, random: &mut Random) -> Vec<u64> {
    if width <= 8 {
        return (0..1 << width).collect();
    }
    let near = |n: u64| [n.wrapping_sub(1), n, n.wrapping_add(1)];
    let mut all: Vec<u64> = (0..width).step_by(5).flat_map(|i| near(1 << i)).chain(near(0)).collect();
    all.extend(near(1 << (width - 1)));
    all.extend((0..8).map(|_| random.next()));
    all.iter().map(|bits| bits & mask(width)).collect()
}

/// The values that runs have are admitted by the solution.
struct Watch<'a, D: Domain> {
    solution: &'a Solution<D>,
    context: D::Context,
    seen: usize,
}

impl<D: Domain> Watch<'_, D> {
    fn at(&mut self, view: &View<'_>, location: Location) {
        let program = view.program();
        let known = self.solution.get(&location).unwrap_or_else(|| panic!("{location} of {}", text::print(program)));
        for (register, value) in &known[0] {
            let ty = program.registers[*register].ty;
            let Some(bits) = view.register(*register).filter(|_| ty.is_int()) else { continue };
            self.seen += 1;
            let admitted = D::admits(&mut self.context, sort(program, ty), value, bits.low() as u64);
            assert!(admitted, "{register} is {bits}, not {value:?}, at {location} of {}", text::print(program));
        }
    }
}

impl<D: Domain> Tracer for Watch<'_, D> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let data = &view.program().edges[edge];
        if !matches!(data.op, Op::Call { .. } | Op::Return { .. } | Op::Violation(_) | Op::End { .. }) {
            self.at(view, data.to);
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        self.at(view, view.program().edges[edge].to);
    }
}

/// The reference against runs, and the analysis against the reference. Answers how many programs
/// and values were compared.
fn compare<D: Numbers + 'static>(count: u64) -> (usize, usize) {
    let (mut programs, mut values) = (0, 0);
    for number in 0..count {
        let mut random = Random(7000 + number);
        let program = Arc::new(random_program(&mut random));
        let Some(solution) = solve::<D>(&program, Meeting::Joined, 40) else { continue };
        for seed in 0..3 {
            let mut watch = Watch { solution: &solution, context: D::context(&program), seen: 0 };
            let options = Options { max_steps: 200, ..Options::new(Property::unspecified()) };
            let mut environment = Seeded::new(Some(seed), &["program"], Captured::default());
            Interpreter::new(&program, options).run(&mut environment, Some(&mut watch));
            values += watch.seen;
        }
        let Some(states) = explored::<D>(&program) else { continue };
        programs += 1;
        let mut context = D::context(&program);
        for facts in states {
            let location = facts.point.location;
            let depth = facts.point.calls.len() as u32;
            for (register, value) in &solution[&location][0] {
                let Type::Int(width) = program.registers[*register].ty else { continue };
                let known = facts.registers.iter().filter(|(at, r, _)| *at == depth && r == register);
                let known: Vec<&Known> = known.map(|(_, _, known)| known).collect();
                for bits in samples(width, &mut random) {
                    let both = !admitted(&known, bits, width)
                        || D::admits(&mut context, sort(&program, Type::Int(width)), value, bits);
                    let text = || text::print(&program);
                    assert!(both, "{register} at {location}: {known:?} admits {bits}, {value:?} does not\n{}", text());
                }
            }
        }
    }
    (programs, values)
}

#[test]
fn constants_are_as_precise_as_the_reference() {
    let (programs, values) = compare::<Constant>(80);
    assert!(programs > 20 && values > 1000, "{programs} {values}");
}

#[test]
fn signs_are_as_precise_as_the_reference() {
    let (programs, values) = compare::<Sign>(80);
    assert!(programs > 20 && values > 1000, "{programs} {values}");
}

#[test]
fn intervals_are_as_precise_as_the_reference() {
    let (programs, values) = compare::<Interval>(80);
    assert!(programs > 20 && values > 1000, "{programs} {values}");
}

/// T14: `x` and `y` are inputs; the error behind `z == 0` and `x == 0` cannot be reached, since
/// `x == 0` has returned before.
fn two_inputs() -> Arc<Program> {
    main_with(
        "reg %0 %1 %2: i32",
        "  l0 -> l2: %0 = input nondet \"nondet\"
  l2 -> l3: %1 = input nondet \"nondet\"
  l3 -> l4: [%0 == 0]
  l3 -> l5: [!(%0 == 0)]
  l4 -> l1: return 0:i32
  l5 -> l6: %2 = %1 + 1
  l6 -> l7: [%2 == 0]
  l6 -> l8: [!(%2 == 0)]
  l7 -> l9: [%0 == 0]
  l7 -> l8: [!(%0 == 0)]
  l9 -> l10: violation error-call
  l10 stop
  l8 -> l1: return 1:i32",
    )
}

/// Is the error reached?
fn alarms<D: Numbers + 'static>() -> bool {
    let program = two_inputs();
    let reference = solve::<D>(&program, Meeting::Joined, 100).unwrap();
    let reached = reference.contains_key(&Location::from_u32(9));
    assert_eq!(explored::<D>(&program).is_none(), reached, "the analysis agrees");
    reached
}

#[test]
fn the_unit_domain_gives_a_false_alarm() {
    assert!(alarms::<Unit>());
    assert!(!alarms::<Interval>());
}

/// A configuration with the unit domain: the false alarm is no answer, and what no data decides is
/// proved.
#[test]
fn the_unit_domain_in_a_configuration() {
    let answer = |program: &Arc<Program>, part: &str| {
        let configuration = configuration::read("own", &format!("parts = location callstack {part}")).unwrap();
        verify(program, &Request::new(configuration), &Nobody).verdict.answer
    };
    assert!(matches!(answer(&two_inputs(), "unit"), Answer::Unknown(_)));
    assert!(matches!(answer(&two_inputs(), "interval"), Answer::True(_)));
    assert!(matches!(answer(&racing(), "unit"), Answer::True(_)));
}
