//! How states of several parts merge, and when one is covered: what each operator owes, and the
//! worked examples with constants, and sets of them.

use adumbra_engine::*;
use adumbra_laws::Random;
use adumbra_laws::programs::{Constants, location, main_with};
use adumbra_program::*;
use adumbra_stop::Stop;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const MERGES: [ProductMerge; 5] =
    [ProductMerge::Parts, ProductMerge::Sep, ProductMerge::PredJoin, ProductMerge::JoinShape, ProductMerge::Join];
const STOPS: [ProductStop; 4] = [ProductStop::Parts, ProductStop::Sep, ProductStop::PredJoin, ProductStop::Join];

/// What a state of [`Digits`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// One place.
    Place,
    /// A range of numbers: the join of two means more than both.
    Range,
    /// A set of numbers.
    Set,
    /// A set of numbers that merges as it likes, which loses nothing.
    Merging,
}

/// A set of the numbers 0, 1, 2 as bits. A move along an edge sets it to three bits of the edge's
/// number.
struct Digits {
    kind: Kind,
    shift: u32,
}

impl Digits {
    fn closed(&self, bits: u8) -> u8 {
        match self.kind {
            Kind::Range if bits == 0b101 => 0b111,
            Kind::Place => 1 << bits.trailing_zeros().min(2),
            _ => bits.max(1),
        }
    }
}

impl Analysis for Digits {
    type State = u8;
    type Precision = ();

    fn name(&self) -> &'static str {
        "digits"
    }

    fn initial(&mut self) -> (u8, ()) {
        (1, ())
    }

    fn order(&self) -> Order {
        if self.kind == Kind::Place { Order::Flat } else { Order::General }
    }

    fn covers(&mut self, general: &u8, special: &u8) -> bool {
        general & special == *special
    }

    fn join(&mut self, a: &u8, b: &u8) -> Option<u8> {
        (self.kind != Kind::Place).then(|| self.closed(a | b))
    }

    fn joins_exactly(&self) -> bool {
        matches!(self.kind, Kind::Set | Kind::Merging)
    }

    fn merges(&self) -> bool {
        matches!(self.kind, Kind::Merging | Kind::Range)
    }

    fn merges_exactly(&self) -> bool {
        self.kind == Kind::Merging
    }

    fn merge(&mut self, new: &u8, old: &u8, _: &()) -> Option<u8> {
        if self.merges() { self.join(new, old) } else { None }
    }

    fn transfer(&mut self, state: &mut u8, _: &(), step: Move, _: &Siblings<'_>) -> Flow<u8> {
        *state = self.closed((step.edge().as_u32() >> self.shift & 7) as u8);
        Flow::On
    }

    fn show(&self, state: &u8) -> String {
        format!("{state:03b}")
    }
}

/// The concrete states of a state that is shown: a number from each set.
fn meaning(shown: &str) -> BTreeSet<Vec<u32>> {
    let mut all = BTreeSet::from([Vec::new()]);
    for line in shown.lines() {
        let bits = u32::from_str_radix(line, 2).unwrap();
        let longer = |tuple: &Vec<u32>| {
            let tuple = tuple.clone();
            (0..3).filter(move |n| bits >> n & 1 == 1).map(move |n| [tuple.clone(), vec![n]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Merging covers the old state, and what the others are said to cover they stand for: whatever the
/// operators and the parts are.
#[test]
fn every_combination_owes_what_merge_and_stop_owe() {
    let mut random = Random(7);
    let (mut weakened, mut by_several) = (BTreeMap::new(), BTreeMap::new());
    for round in 0..4000 {
        let operators = ProductOperators { merge: random.pick(&MERGES), stop: random.pick(&STOPS) };
        let kinds = [Kind::Range, Kind::Set, Kind::Merging];
        let kinds = [Kind::Place, random.pick(&kinds), random.pick(&kinds)];
        let choices = [random.pick(&[Merge::Own, Merge::Join, Merge::Sep]), random.pick(&[Merge::Own, Merge::Join])];
        let stops = [random.pick(&[Coverage::Sep, Coverage::Join]), random.pick(&[Coverage::Sep, Coverage::Join])];
        let parts = (0..3).map(|i| {
            let digits = Digits { kind: kinds[i], shift: 3 * i as u32 };
            let part = match i {
                0 => Component::new(digits),
                _ => Component::with(digits, choices[i - 1], stops[i - 1]),
            };
            Box::new(part) as Box<dyn Part>
        });
        let mut part = Composite::operated(parts.collect(), operators);
        let (start, precision) = part.initial();
        let mut state = |part: &mut Composite, place: u32| {
            let edge = place | (random.below(64) as u32) << 3;
            part.load(start);
            assert_eq!(part.step(precision, Move::Edge(Edge::from_u32(edge)), &Siblings::NONE), Flow::On);
            part.save()
        };
        let others: Vec<StateId> = (0..1 + round % 4).map(|i| state(&mut part, 1 + (i / 3) as u32)).collect();
        let new = state(&mut part, 1);
        let shown = |part: &Composite, state: StateId| meaning(&part.show(state));
        for old in &others {
            let Some(merged) = part.merge(new, *old, precision) else { continue };
            let (merged_means, old_means) = (shown(&part, merged), shown(&part, *old));
            assert!(merged_means.is_superset(&old_means) && part.covers(merged, *old), "{operators:?} {kinds:?}");
            assert!(merged == *old || part.profile().merges, "{operators:?} {kinds:?} {choices:?}");
            if merged != *old {
                *weakened.entry(format!("{:?}", operators.merge)).or_insert(0) += 1;
            }
        }
        let covered = match part.profile().stop {
            Coverage::Join => part.covered_by_join(new, &others),
            Coverage::Sep => others.iter().any(|other| part.covers(*other, new)),
        };
        let union: BTreeSet<Vec<u32>> = others.iter().flat_map(|other| shown(&part, *other)).collect();
        if covered {
            assert!(union.is_superset(&shown(&part, new)), "{operators:?} {kinds:?}");
            if !others.iter().any(|other| part.covers(*other, new)) {
                *by_several.entry(format!("{:?}", operators.stop)).or_insert(0) += 1;
            }
        }
    }
    let names: Vec<&str> = weakened.keys().map(String::as_str).collect();
    assert_eq!(names, ["Join", "JoinShape", "Parts", "PredJoin", "Sep"], "{weakened:?}");
    let names: Vec<&str> = by_several.keys().map(String::as_str).collect();
    assert_eq!(names, ["Join", "Parts", "PredJoin"], "{by_several:?}");
}

/// Constants of some registers.
struct Few {
    inner: Constants,
    registers: Vec<u32>,
}

/// A valuation.
type Valuation = BTreeMap<Register, u64>;

impl Few {
    fn new(program: &Arc<Program>, registers: &[u32]) -> Self {
        Few { inner: Constants { program: Arc::clone(program) }, registers: registers.to_vec() }
    }
}

impl Analysis for Few {
    type State = Valuation;
    type Precision = ();

    fn name(&self) -> &'static str {
        "some"
    }

    fn initial(&mut self) -> (Valuation, ()) {
        self.inner.initial()
    }

    fn order(&self) -> Order {
        Order::General
    }

    fn covers(&mut self, general: &Valuation, special: &Valuation) -> bool {
        self.inner.covers(general, special)
    }

    fn join(&mut self, a: &Valuation, b: &Valuation) -> Option<Valuation> {
        self.inner.join(a, b)
    }

    fn decide(&mut self, state: &Valuation, condition: ExprId) -> Option<bool> {
        self.inner.decide(state, condition)
    }

    fn transfer(&mut self, state: &mut Valuation, _: &(), step: Move, siblings: &Siblings<'_>) -> Flow<Valuation> {
        let flow = self.inner.transfer(state, &(), step, siblings);
        state.retain(|register, _| self.registers.contains(&register.as_u32()));
        flow
    }

    fn show(&self, state: &Valuation) -> String {
        self.inner.show(state)
    }
}

/// Sets of valuations of some registers, as regions are sets of graphs.
struct Regions(Few);

impl Analysis for Regions {
    type State = BTreeSet<Valuation>;
    type Precision = ();

    fn name(&self) -> &'static str {
        "regions"
    }

    fn initial(&mut self) -> (Self::State, ()) {
        (BTreeSet::from([Valuation::new()]), ())
    }

    fn order(&self) -> Order {
        Order::General
    }

    fn covers(&mut self, general: &Self::State, special: &Self::State) -> bool {
        general.is_superset(special)
    }

    fn join(&mut self, a: &Self::State, b: &Self::State) -> Option<Self::State> {
        Some(a | b)
    }

    fn joins_exactly(&self) -> bool {
        true
    }

    fn decide(&mut self, state: &Self::State, condition: ExprId) -> Option<bool> {
        let mut all = state.iter().map(|one| self.0.decide(one, condition));
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    fn transfer(&mut self, state: &mut Self::State, _: &(), step: Move, siblings: &Siblings<'_>) -> Flow<Self::State> {
        let mut next = BTreeSet::new();
        for mut one in std::mem::take(state) {
            if self.0.transfer(&mut one, &(), step, siblings) == Flow::On {
                next.insert(one);
            }
        }
        *state = next;
        if state.is_empty() { Flow::Dead } else { Flow::On }
    }

    fn show(&self, state: &Self::State) -> String {
        let shown: Vec<String> = state.iter().map(|one| self.0.show(one)).collect();
        format!("{{{}}}", shown.join(", "))
    }
}

/// All states that are reached, with edges as steps.
fn reached(
    program: &Arc<Program>,
    parts: Vec<Box<dyn Part>>,
    merge: ProductMerge,
    stop: ProductStop,
) -> (Algorithm, impl Fn(&Algorithm, &str) -> Vec<String>) {
    let mut all = vec![location(program)];
    all.extend(parts);
    let how =
        Exploration { granularity: Granularity::Edge, traversal: Traversal::BreadthFirst, ..Exploration::default() };
    let part = Composite::operated(all, ProductOperators { merge, stop });
    let mut algorithm = Algorithm::new(Box::new(part), how);
    assert_eq!(algorithm.run_past_targets(&Stop::never()), Ended::Fixpoint);
    let at = |algorithm: &Algorithm, place: &str| {
        let prefix = format!("{place} in main");
        let shown = adumbra_laws::programs::shown(algorithm);
        shown.iter().filter_map(|s| s.strip_prefix(&prefix)).map(|s| s.trim().to_owned()).collect()
    };
    (algorithm, at)
}

/// Constants of some registers as a part that joins where it is asked to.
fn some(program: &Arc<Program>, registers: &[u32]) -> Box<dyn Part> {
    Box::new(Component::with(Few::new(program, registers), Merge::Join, Coverage::Sep))
}

fn regions(program: &Arc<Program>, registers: &[u32]) -> Box<dyn Part> {
    Box::new(Component::with(Regions(Few::new(program, registers)), Merge::Join, Coverage::Join))
}

/// X4: division by zero. What keeps the two branches apart is `y`, which only one part knows; they
/// are joined where that does not matter to the merge.
#[test]
fn x4_a_division_by_a_difference() {
    let program = main_with(
        "reg %0 %1 %2: i32",
        "  l0 -> l2: %1 = input nondet \"nondet\"
  l2 -> l3: %0 = 0, %2 = 0
  l3 -> l4: [%1 == 1]
  l3 -> l5: [!(%1 == 1)]
  l4 -> l6: %0 = 1
  l5 -> l6: %2 = 1
  l6 -> l7: [(%0 - %2) == 0]
  l6 -> l8: [!((%0 - %2) == 0)]
  l7 -> l9: violation error-call
  l9 stop
  l8 -> l1: return 0:i32",
    );
    let expected = [
        (ProductMerge::Sep, 2, false),
        (ProductMerge::PredJoin, 2, false),
        (ProductMerge::JoinShape, 2, true),
        (ProductMerge::Join, 1, true),
    ];
    for (merge, states, alarm) in expected {
        let (algorithm, at) =
            reached(&program, vec![some(&program, &[1]), some(&program, &[0, 2])], merge, ProductStop::Sep);
        assert_eq!((at(&algorithm, "l6").len(), !at(&algorithm, "l9").is_empty()), (states, alarm), "{merge:?}");
    }
}

/// X6 in miniature: a flag says whether 1 or 2 is written into the cells of a list; of the list its
/// length up to 2 and the data are known. `%0` is the flag, `%1` the data, `%2` the length.
const FLAG_LIST: &str = "  l0 -> l9: %3 = input nondet \"nondet\"
  l9 -> l10: [%3 == 0]
  l9 -> l11: [!(%3 == 0)]
  l10 -> l2: %0 = 0, %1 = 0, %2 = 0
  l11 -> l2: %0 = 1, %1 = 0, %2 = 0
  l2 -> l12: %3 = input nondet \"nondet\"
  l12 -> l3: [%3 == 0]
  l12 -> l8: [!(%3 == 0)]
  l3 -> l4: [%0 == 1]
  l3 -> l5: [!(%0 == 1)]
  l4 -> l6: %1 = 1
  l5 -> l6: %1 = 2
  l6 -> l2: [%2 == 2]
  l6 -> l7: [!(%2 == 2)]
  l7 -> l2: %2 = (%2 + 1)
  l8 -> l1: return 0:i32";

#[test]
fn x6_six_ways_to_combine() {
    let program = main_with("reg %0 %1 %2 %3: i32", FLAG_LIST);
    let run = |merge, stop| {
        let (algorithm, at) = reached(&program, vec![some(&program, &[0]), regions(&program, &[1, 2])], merge, stop);
        at(&algorithm, "l8")
    };
    let [ones, twos] = [1, 2].map(|data| format!("r1={data} r2=1, r1={data} r2=2"));
    // A: the last part is joined for each value of the flag.
    let a = run(ProductMerge::PredJoin, ProductStop::Sep);
    assert_eq!(a, [format!("r0=0 {{r1=0 r2=0, {twos}}}"), format!("r0=1 {{r1=0 r2=0, {ones}}}")]);
    // B: nothing is joined.
    let b = run(ProductMerge::Sep, ProductStop::Sep);
    let single = |flag: u64, data: u64, length: u64| format!("r0={flag} {{r1={data} r2={length}}}");
    let all = [single(0, 0, 0), single(0, 2, 1), single(0, 2, 2), single(1, 0, 0), single(1, 1, 1), single(1, 1, 2)];
    assert_eq!(b, all);
    // D: the same states; what several of them cover is covered.
    assert_eq!(run(ProductMerge::Sep, ProductStop::PredJoin), all);
    // E: the flag is kept, and nothing depends on it any more.
    let everything = "{r1=0 r2=0, r1=1 r2=1, r1=1 r2=2, r1=2 r2=1, r1=2 r2=2}";
    let e = run(ProductMerge::JoinShape, ProductStop::PredJoin);
    assert_eq!(e, [format!("r0=0 {everything}"), format!("r0=1 {everything}")]);
    // F: one state.
    assert_eq!(run(ProductMerge::Join, ProductStop::Join), [everything]);
}

/// In D a state of two graphs is covered by two states of one graph each, which it is not in B.
#[test]
fn x6_several_states_cover_one() {
    let program = main_with("reg %0 %1 %2 %3: i32", FLAG_LIST);
    for (stop, covers) in [(ProductStop::Sep, false), (ProductStop::PredJoin, true), (ProductStop::Join, true)] {
        let parts = vec![location(&program), some(&program, &[0]), regions(&program, &[1, 2])];
        let mut part = Composite::operated(parts, ProductOperators { merge: ProductMerge::PredJoin, stop });
        let (start, precision) = part.initial();
        let after = |part: &mut Composite, from: StateId, edges: &[u32]| {
            part.load(from);
            for (from, to) in edges.iter().zip(&edges[1..]) {
                let leads = |data: &EdgeData| (data.from.as_u32(), data.to.as_u32()) == (*from, *to);
                let edge = program.edges.iter().find(|(_, data)| leads(data)).unwrap().0;
                let step = Move::Edge(edge);
                assert_eq!(part.step(precision, step, &Siblings::NONE), Flow::On, "{edge}");
            }
            part.save()
        };
        let empty = after(&mut part, start, &[0, 9, 11, 2]);
        let one = after(&mut part, start, &[0, 9, 11, 2, 12, 3, 4, 6, 7, 2]);
        let other_flag = after(&mut part, start, &[0, 9, 10, 2, 12, 3, 5, 6, 7, 2]);
        let two = part.merge(one, empty, precision).unwrap();
        assert_eq!(part.show(two), "l2 in main\nr0=1\n{r1=0 r2=0, r1=1 r2=1}");
        let mut is_covered = |by: &[StateId]| match part.profile().stop {
            Coverage::Join => part.covered_by_join(two, by),
            Coverage::Sep => by.iter().any(|state| part.covers(*state, two)),
        };
        assert_eq!(is_covered(&[empty, one]), covers, "{stop:?}");
        assert!(!is_covered(&[empty, other_flag]) && !is_covered(&[one]) && is_covered(&[one, two]), "{stop:?}");
    }
}
