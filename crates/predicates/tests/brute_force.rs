//! Abstractions against their definition: all assignments of the variables are tried.

use crate::common::{self, abstractor, formula};
use adumbra_predicates::{AbstractionOptions, Abstractor, Literal, PredicateId, Region};
use adumbra_sat::Limits;
use adumbra_terms::{Bits, Model, Plan, Term, Terms, Value};
use adumbra_testing::Random;
use std::collections::BTreeSet;

/// Formulas and predicates over a few small variables.
struct Problem {
    terms: Terms,
    variables: Vec<Term>,
    formulas: Vec<Term>,
    predicates: Vec<(PredicateId, Term)>,
}

const BITS: u32 = 3;

fn problem(random: &mut Random) -> Problem {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(BITS);
    let variables: Vec<Term> = ["a", "b", "c"].map(|name| terms.var(name, sort)).to_vec();
    let depth = random.below(4);
    let formulas = (0..random.below(4)).map(|_| formula(&mut terms, random, &variables, depth)).collect();
    let depth = random.below(2);
    let ids: BTreeSet<u32> = (0..random.below(6)).map(|_| random.below(8) as u32).collect();
    let predicates = ids.iter().map(|id| (PredicateId(*id), formula(&mut terms, random, &variables, depth))).collect();
    Problem { terms, variables, formulas, predicates }
}

/// The valuations of the predicates that are possible, by definition.
fn possible(problem: &Problem) -> BTreeSet<Vec<bool>> {
    let Problem { terms, variables, formulas, predicates } = problem;
    let roots: Vec<Term> = formulas.iter().copied().chain(predicates.iter().map(|(_, term)| *term)).collect();
    let mut plan = Plan::new(terms, &roots);
    let mut found = BTreeSet::new();
    let symbols: Vec<_> = ["a", "b", "c"].iter().map(|name| terms.find_symbol(name).unwrap()).collect();
    for number in 0..1u64 << (BITS * variables.len() as u32) {
        let mut model = Model::new();
        for (place, symbol) in symbols.iter().enumerate() {
            let value = number >> (BITS * place as u32) & ((1 << BITS) - 1);
            model.set(*symbol, Value::Bits(Bits::from_u64(BITS, value)));
        }
        plan.run(&model);
        let truths: Vec<bool> = (0..roots.len()).map(|root| *plan.value(root) == Value::Bool(true)).collect();
        if truths[..formulas.len()].iter().all(|truth| *truth) {
            found.insert(truths[formulas.len()..].to_vec());
        }
    }
    found
}

fn all_valuations(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1usize << count).map(move |number| (0..count).map(|place| number >> place & 1 == 1).collect())
}

fn contains(abstractor: &Abstractor, region: Region, predicates: &[(PredicateId, Term)], values: &[bool]) -> bool {
    abstractor.regions.contains(region, |id| values[predicates.iter().position(|(other, _)| *other == id).unwrap()])
}

/// The literals that all valuations agree on.
fn agreed(predicates: &[(PredicateId, Term)], valuations: &BTreeSet<Vec<bool>>) -> Vec<Literal> {
    let agree = |place: usize, value: bool| valuations.iter().all(|valuation| valuation[place] == value);
    let mut literals = Vec::new();
    for (place, (predicate, _)) in predicates.iter().enumerate() {
        literals.extend(
            [true, false]
                .into_iter()
                .filter(|value| agree(place, *value))
                .map(|positive| Literal { predicate: *predicate, positive }),
        );
    }
    literals
}

#[test]
fn boolean_and_cartesian_abstraction_are_the_strongest() {
    let mut random = Random(0x5eed_0001);
    let (mut refuted, mut cubes, mut others, mut open) = (0, 0, 0, 0);
    for round in 0..600 {
        let mut problem = problem(&mut random);
        let expected = possible(&problem);
        let mut abstractor = abstractor();
        let result =
            abstractor.boolean(&mut problem.terms, &problem.formulas, &problem.predicates, &Limits::none()).unwrap();
        assert!(result.exact);
        for valuation in all_valuations(problem.predicates.len()) {
            let found = contains(&abstractor, result.region, &problem.predicates, &valuation);
            assert_eq!(found, expected.contains(&valuation), "round {round}: {valuation:?}");
        }
        let cartesian =
            abstractor.cartesian(&mut problem.terms, &problem.formulas, &problem.predicates, &Limits::none()).unwrap();
        assert!(cartesian.exact);
        let literals = agreed(&problem.predicates, &expected);
        let cube = if expected.is_empty() { Region::FALSE } else { abstractor.regions.cube(literals) };
        assert_eq!(cartesian.region, cube, "round {round}");
        assert!(abstractor.regions.implies(result.region, cartesian.region));
        match (result.region, cartesian.region) {
            (Region::FALSE, _) => refuted += 1,
            (Region::TRUE, _) => open += 1,
            (a, b) if a == b => cubes += 1,
            _ => others += 1,
        }
    }
    assert!(refuted > 20 && cubes > 20 && others > 20 && open > 20, "{refuted} {cubes} {others} {open}");
}

/// Where valuations are not listed, everything that two or three predicates say together is found,
/// and nothing is lost.
#[test]
fn clauses_of_two_and_three_are_the_strongest() {
    let mut random = Random(0x5eed_0007);
    let (mut weaker, mut stronger) = (0, 0);
    for round in 0..600 {
        let mut problem = problem(&mut random);
        let expected = possible(&problem);
        let mut abstractor =
            common::abstractor_with(AbstractionOptions { abstraction_models: 1, ..AbstractionOptions::default() });
        let (terms, formulas, predicates) = (&mut problem.terms, &problem.formulas, &problem.predicates);
        let result = abstractor.boolean(terms, formulas, predicates, &Limits::none()).unwrap();
        let cartesian = abstractor.cartesian(terms, formulas, predicates, &Limits::none()).unwrap();
        let found: Vec<Vec<bool>> = all_valuations(predicates.len())
            .filter(|valuation| contains(&abstractor, result.region, predicates, valuation))
            .collect();
        assert!(expected.iter().all(|valuation| found.contains(valuation)), "round {round}: something is lost");
        for valuation in &found {
            // Every choice of three places has values in some model: otherwise their negation is a
            // clause that was missed.
            let count = predicates.len();
            for [a, b, c] in (0..count).flat_map(|a| (a..count).flat_map(move |b| (b..count).map(move |c| [a, b, c]))) {
                let same = |other: &&Vec<bool>| [a, b, c].iter().all(|place| other[*place] == valuation[*place]);
                assert!(expected.iter().any(|other| same(&other)), "round {round}: {valuation:?} at {a}, {b}, {c}");
            }
        }
        weaker += usize::from(found.len() > expected.len());
        stronger += usize::from(!result.exact && result.region != cartesian.region);
    }
    assert!(weaker > 0 && stronger > 20, "{weaker} {stronger}");
}

/// One abstractor for all, as an analysis has it: levels, switches and what is remembered do not
/// get in each other's way.
#[test]
fn one_abstractor_answers_many_questions() {
    let mut random = Random(0x5eed_0002);
    let mut abstractor = abstractor();
    let mut terms = Terms::new();
    let sort = terms.bv_sort(BITS);
    let variables: Vec<Term> = ["a", "b", "c"].map(|name| terms.var(name, sort)).to_vec();
    let pool: Vec<Term> = (0..12).map(|_| formula(&mut terms, &mut random, &variables, 2)).collect();
    let mut problem = Problem { terms, variables, formulas: Vec::new(), predicates: Vec::new() };
    for _ in 0..500 {
        problem.formulas = (0..1 + random.below(2)).map(|_| random.pick(&pool)).collect();
        let ids: BTreeSet<u32> = (0..random.below(5)).map(|_| random.below(6) as u32).collect();
        problem.predicates = ids.iter().map(|id| (PredicateId(*id), random.pick(&pool))).collect();
        let expected = possible(&problem);
        let Problem { terms, formulas, predicates, variables } = &mut problem;
        let goal = random.pick(&pool);
        match random.below(4) {
            0 => {
                let found = abstractor.satisfiable(terms, formulas, &Limits::none()).unwrap();
                assert_eq!(found, Some(!expected.is_empty()));
            }
            1 => {
                let found = abstractor.entails(terms, formulas, goal, &Limits::none()).unwrap();
                let about_goal = Problem {
                    terms: terms.clone(),
                    variables: variables.clone(),
                    formulas: formulas.clone(),
                    predicates: vec![(PredicateId(0), goal)],
                };
                assert_eq!(found, Some(possible(&about_goal).iter().all(|valuation| valuation[0])));
            }
            _ => {
                let result = abstractor.boolean(terms, formulas, predicates, &Limits::none()).unwrap();
                for valuation in all_valuations(predicates.len()) {
                    let found = contains(&abstractor, result.region, predicates, &valuation);
                    assert_eq!(found, expected.contains(&valuation));
                }
                // The same question in another order.
                let hits = abstractor.counts().cached;
                formulas.reverse();
                predicates.reverse();
                let again = abstractor.boolean(terms, formulas, predicates, &Limits::none()).unwrap();
                assert_eq!(again, result);
                assert_eq!(abstractor.counts().cached, hits + 1);
            }
        }
    }
    let counts = abstractor.counts();
    assert!(counts.questions_cached > 10 && counts.queries > 100 && counts.models > 100, "{counts:?}");
    assert!(counts.solving <= counts.total);
}

/// Few models are not enough, or the solver gives no answers: what comes out is weaker, never
/// wrong.
#[test]
fn what_is_not_decided_is_left_out() {
    let mut random = Random(0x5eed_0003);
    let (mut weaker, mut same) = (0, 0);
    for round in 0..300 {
        let mut problem = problem(&mut random);
        let expected = possible(&problem);
        let few = AbstractionOptions { abstraction_models: 1 + random.below(3) as i64, ..Default::default() };
        let limits = match round % 3 {
            0 => Limits::none(),
            1 => Limits { propagations: Some(random.below(60) as u64), ..Limits::none() },
            _ => Limits::conflicts(random.below(3) as u64),
        };
        let mut abstractor = common::abstractor_with(few);
        let Problem { terms, formulas, predicates, .. } = &mut problem;
        for boolean in [true, false] {
            let result = if boolean {
                abstractor.boolean(terms, formulas, predicates, &limits).unwrap()
            } else {
                abstractor.cartesian(terms, formulas, predicates, &limits).unwrap()
            };
            for valuation in &expected {
                assert!(contains(&abstractor, result.region, predicates, valuation), "round {round}");
            }
            let all: Vec<Vec<bool>> = all_valuations(predicates.len())
                .filter(|valuation| contains(&abstractor, result.region, predicates, valuation))
                .collect();
            if boolean && result.exact {
                assert_eq!(all.len(), expected.len(), "round {round}");
                same += 1;
            } else if boolean && all.len() > expected.len() {
                weaker += 1;
            }
        }
    }
    assert!(weaker > 10 && same > 30, "{weaker} {same}");
}
