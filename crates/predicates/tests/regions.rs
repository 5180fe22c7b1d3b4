//! Regions against truth tables.

use adumbra_predicates::{Literal, PredicateId, Region, Regions};
use adumbra_terms::{Model, Term, Terms, Value, evaluate};
use adumbra_testing::Random;

const COUNT: usize = 5;

/// A function of five predicates: one bit for each of the 32 valuations.
type Table = u32;

/// A region and what it must be.
type Pair = (Region, Table);

fn table(region: Region, regions: &Regions) -> Table {
    (0..32).filter(|n| regions.contains(region, |p| n >> p.0 & 1 == 1)).map(|n| 1 << n).sum()
}

fn variable(place: usize) -> Table {
    (0..32).filter(|n| n >> place & 1 == 1).map(|n| 1 << n).sum()
}

/// Random functions, each built by an operation from earlier ones.
fn functions(regions: &mut Regions, random: &mut Random, count: usize) -> Vec<Pair> {
    let mut all: Vec<Pair> = vec![(Region::FALSE, 0), (Region::TRUE, !0)];
    for place in 0..COUNT {
        all.push((regions.literal(PredicateId(place as u32), true), variable(place)));
        all.push((regions.literal(PredicateId(place as u32), false), !variable(place)));
    }
    while all.len() < count {
        let [(a, ta), (b, tb), (c, tc)] = [(); 3].map(|()| random.pick(&all));
        let made = match random.below(5) {
            0 => (regions.and(a, b), ta & tb),
            1 => (regions.or(a, b), ta | tb),
            2 => (regions.not(a), !ta),
            3 => (regions.ite(a, b, c), ta & tb | !ta & tc),
            _ => {
                let place = random.below(COUNT);
                let shift = 1 << place;
                let (with, without) = (ta & variable(place), ta & !variable(place));
                let table = with | with >> shift | without | without << shift;
                (regions.exists(a, [PredicateId(place as u32)]), table)
            }
        };
        all.push(made);
    }
    all
}

#[test]
fn operations_are_those_of_truth_tables() {
    let mut random = Random(0x5eed_0011);
    for _ in 0..20 {
        let mut regions = Regions::new();
        let all = functions(&mut regions, &mut random, 300);
        for &(a, ta) in &all {
            assert_eq!(table(a, &regions), ta);
            assert_eq!((a.is_false(), a.is_true()), (ta == 0, ta == !0));
        }
        for _ in 0..3000 {
            let [(a, ta), (b, tb)] = [(); 2].map(|()| random.pick(&all));
            assert_eq!(regions.implies(a, b), ta & !tb == 0);
            assert_eq!(a == b, ta == tb, "a function has one region");
        }
    }
}

#[test]
fn several_predicates_are_forgotten_at_once() {
    let mut random = Random(0x5eed_0012);
    let mut regions = Regions::new();
    for (a, _) in functions(&mut regions, &mut random, 300) {
        let some: Vec<PredicateId> = (0..random.below(4)).map(|_| PredicateId(random.below(COUNT) as u32)).collect();
        let one_by_one = some.iter().fold(a, |region, p| regions.exists(region, [*p]));
        let at_once = regions.exists(a, some.iter().copied());
        assert_eq!(at_once, one_by_one);
        assert!(regions.support(at_once).iter().all(|p| !some.contains(p)));
    }
}

#[test]
fn the_support_is_what_matters() {
    let mut random = Random(0x5eed_0013);
    let mut regions = Regions::new();
    for (a, table) in functions(&mut regions, &mut random, 300) {
        let matters = |place: &usize| {
            let shift = 1 << place;
            (table & variable(*place)) >> shift != table & !variable(*place)
        };
        let expected: Vec<PredicateId> = (0..COUNT).filter(matters).map(|place| PredicateId(place as u32)).collect();
        assert_eq!(regions.support(a), expected);
    }
}

#[test]
fn a_term_is_true_where_the_region_is() {
    let mut random = Random(0x5eed_0014);
    let mut regions = Regions::new();
    let mut terms = Terms::new();
    let bool_sort = terms.bool_sort();
    let symbols: Vec<_> = (0..COUNT).map(|place| terms.declare(&format!("p{place}"), &[], bool_sort)).collect();
    for (a, table) in functions(&mut regions, &mut random, 300) {
        let term = regions.to_term(a, &mut terms, &mut |terms, p| terms.symbol_var(symbols[p.0 as usize]));
        for number in 0..32 {
            let mut model = Model::new();
            for (place, symbol) in symbols.iter().enumerate() {
                model.set(*symbol, Value::Bool(number >> place & 1 == 1));
            }
            assert_eq!(evaluate(&terms, &model, term), Value::Bool(table >> number & 1 == 1));
        }
    }
}

/// The parity of many predicates has two nodes a predicate and twice as many cubes with each more.
#[test]
fn terms_are_as_large_as_diagrams() {
    let count = 200;
    let mut regions = Regions::new();
    let mut parity = Region::FALSE;
    for place in (0..count).rev() {
        let (p, not_parity) = (regions.literal(PredicateId(place), true), regions.not(parity));
        parity = regions.ite(p, not_parity, parity);
    }
    let mut terms = Terms::new();
    let bool_sort = terms.bool_sort();
    let variables: Vec<Term> = (0..count).map(|place| terms.var(&format!("p{place}"), bool_sort)).collect();
    let term = regions.to_term(parity, &mut terms, &mut |_, p| variables[p.0 as usize]);
    assert!(adumbra_terms::walk::dag_size(&terms, &[term]) < 4 * count as usize);
    assert_eq!(regions.cubes(parity, 10).len(), 10);
    assert_eq!(regions.support(parity).len(), count as usize);
}

#[test]
fn cubes_are_disjoint_and_cover_the_region() {
    let mut random = Random(0x5eed_0015);
    let mut regions = Regions::new();
    for (a, table) in functions(&mut regions, &mut random, 300) {
        let mut seen: Table = 0;
        for cube in regions.cubes(a, usize::MAX) {
            let value = |l: &Literal| {
                if l.positive { variable(l.predicate.0 as usize) } else { !variable(l.predicate.0 as usize) }
            };
            let here = cube.iter().fold(!0, |table, literal| table & value(literal));
            assert_eq!(here & seen, 0);
            seen |= here;
            let as_region = regions.cube(cube);
            assert!(regions.implies(as_region, a));
        }
        assert_eq!(seen, table);
    }
}

#[test]
fn regions_are_shown() {
    let mut regions = Regions::new();
    let [p, q, r] = [0, 1, 2].map(|n| regions.literal(PredicateId(n), true));
    let not_q = regions.not(q);
    let some = regions.and(p, not_q);
    let some = regions.or(some, r);
    let name = |id: PredicateId| ["x = 0", "y < z", "c"][id.0 as usize].to_owned();
    assert_eq!(regions.show(some, name), "x = 0 & y < z & c | x = 0 & !y < z | !x = 0 & c");
    assert_eq!(regions.show(Region::TRUE, name), "true");
    assert_eq!(regions.show(Region::FALSE, name), "false");
}
