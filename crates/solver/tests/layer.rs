//! The query layer against the solver behind it: verdicts, models and cores of random scripts, with
//! every option, before two solvers.

use adumbra_interpolate::{Interpolation, Query};
use adumbra_sat::{Limits, StopReason};
use adumbra_solver::engine::Embedded;
use adumbra_solver::layer::{Layer, LayerOptions, LayerStats};
use adumbra_solver::options::Options;
use adumbra_solver::process::{CommandLine, ProcessSolver};
use adumbra_solver::solver::{Core, Solver, SolverError, Tracked, Unknown, Verdict};
use adumbra_terms::{Model, Op, Term, Terms, Value, evaluate};
use adumbra_testing::{Random, rounds};

fn embedded() -> Embedded {
    Embedded::new(Options::default())
}

fn layer(options: LayerOptions) -> Layer<Embedded> {
    Layer::new(embedded(), options)
}

/// Constraints over a few groups of symbols, some over two groups, few enough that they come again.
fn constraints(terms: &mut Terms, random: &mut Random) -> Vec<Term> {
    let word = terms.bv_sort(3);
    let array = terms.array_sort(word, word).expect("a sort");
    let function = terms.declare("f", &[word], word);
    let bool_sort = terms.bool_sort();
    let mut found = Vec::new();
    for _ in 0..24 {
        let group = random.below(5);
        let near = if random.below(6) == 0 { random.below(5) } else { group };
        let mut pool = vec![terms.var(&format!("x{group}"), word), terms.var(&format!("y{near}"), word)];
        let constant = random.below(8) as u64;
        pool.push(terms.bv_u64(3, constant));
        match random.below(8) {
            0 => {
                let memory = terms.var(&format!("m{group}"), array);
                let changed = terms.store(memory, pool[0], pool[1]);
                pool.push(terms.select(changed, pool[2]));
            }
            1 => pool.push(terms.apply(function, &[pool[0]])),
            _ => {}
        }
        let op = random.pick(&[Op::BvAdd, Op::BvAnd, Op::BvMul]);
        let (a, b) = (random.pick(&pool), random.pick(&pool));
        pool.push(terms.try_mk(op, word, &[a, b]).expect("words"));
        let mut atom = |terms: &mut Terms| {
            let (a, b) = (random.pick(&pool), random.pick(&pool));
            let op = random.pick(&[Op::Eq, Op::Eq, Op::BvUlt, Op::BvSlt]);
            let atom = terms.try_mk(op, bool_sort, &[a, b]).expect("words");
            if random.below(3) == 0 { terms.not(atom) } else { atom }
        };
        let first = atom(terms);
        let second = atom(terms);
        found.push(match random.below(4) {
            0 => terms.or(first, second),
            1 => terms.and(first, second),
            _ => first,
        });
    }
    found
}

/// What is asserted, as the test sees it.
#[derive(Default)]
struct Mirror {
    assertions: Vec<(Term, Option<Tracked>)>,
    levels: Vec<usize>,
}

fn verdict<S: Solver>(solver: &mut S, terms: &mut Terms, assumptions: &[Term]) -> Verdict {
    solver.check(terms, assumptions, &Limits::none()).expect("no fault")
}

/// Whether the assertions without names and those of a core have no model, by a solver of its own.
fn is_core(terms: &mut Terms, mirror: &Mirror, assumptions: &[Term], core: &Core) -> bool {
    let mut fresh = embedded();
    for (term, tracked) in &mirror.assertions {
        if tracked.is_none_or(|name| core.assertions.contains(&name)) {
            fresh.assert(terms, *term).expect("no fault");
        }
    }
    let assumed: Vec<Term> = core.assumptions.iter().map(|place| assumptions[*place]).collect();
    verdict(&mut fresh, terms, &assumed) == Verdict::Unsat
}

/// A random script for a layer and a plain solver. Gives what the layer counted.
fn script<S: Solver>(mut layered: Layer<S>, random: &mut Random, steps: usize) -> LayerStats {
    let mut terms = Terms::new();
    let pool = constraints(&mut terms, random);
    let mut plain = embedded();
    let mut mirror = Mirror::default();
    for _ in 0..steps {
        match random.below(9) {
            0 => {
                layered.push().expect("no fault");
                plain.push().expect("no fault");
                mirror.levels.push(mirror.assertions.len());
            }
            1 => {
                let count = random.below(3).min(mirror.levels.len());
                layered.pop(count).expect("no fault");
                plain.pop(count).expect("no fault");
                let left = mirror.levels.len() - count;
                if let Some(assertions) = mirror.levels.get(left) {
                    mirror.assertions.truncate(*assertions);
                }
                mirror.levels.truncate(left);
                assert_eq!((layered.levels(), plain.levels()), (left, left));
            }
            2 => {
                let term = random.pick(&pool);
                layered.assert(&mut terms, term).expect("no fault");
                plain.assert(&mut terms, term).expect("no fault");
                mirror.assertions.push((term, None));
            }
            3 => {
                let term = random.pick(&pool);
                let name = layered.assert_tracked(&mut terms, term).expect("no fault");
                plain.assert_tracked(&mut terms, term).expect("no fault");
                mirror.assertions.push((term, Some(name)));
            }
            _ => {
                let assumptions: Vec<Term> = (0..random.below(4)).map(|_| random.pick(&pool)).collect();
                let expected = verdict(&mut plain, &mut terms, &assumptions);
                assert_eq!(verdict(&mut layered, &mut terms, &assumptions), expected);
                if expected == Verdict::Sat {
                    let model = layered.model().expect("a model");
                    for term in mirror.assertions.iter().map(|(term, _)| term).chain(&assumptions) {
                        assert_eq!(evaluate(&terms, model, *term), Value::Bool(true));
                    }
                    assert!(layered.core().is_none());
                } else {
                    let core = layered.core().expect("a core").clone();
                    assert!(is_core(&mut terms, &mirror, &assumptions, &core), "{core:?}");
                    assert!(layered.model().is_none());
                    if random.below(3) == 0 {
                        let least = layered.minimize_core(&mut terms, &Limits::none()).expect("no fault");
                        let least = least.expect("a core").clone();
                        assert!(is_core(&mut terms, &mirror, &assumptions, &least), "{least:?}");
                        for place in 0..least.assertions.len() + least.assumptions.len() {
                            let mut less = least.clone();
                            match place.checked_sub(least.assertions.len()) {
                                None => drop(less.assertions.remove(place)),
                                Some(place) => drop(less.assumptions.remove(place)),
                            }
                            assert!(!is_core(&mut terms, &mirror, &assumptions, &less), "{least:?} without {place}");
                        }
                    }
                }
            }
        }
    }
    layered.stats()
}

#[test]
fn random_scripts_get_the_answers_of_the_solver() {
    let usual = LayerOptions::default();
    let all = [
        usual.clone(),
        LayerOptions { split: false, ..usual.clone() },
        LayerOptions { cache_size: 0, ..usual.clone() },
        LayerOptions { cache_size: 12, renew_nodes: 20, ..usual.clone() },
        LayerOptions { model_reuse: 0, ..usual.clone() },
        LayerOptions { split: false, cache_size: 0, model_reuse: 0, algebra: false, ..usual },
    ];
    let mut random = Random(0x1A7E_0001);
    let mut sums = vec![LayerStats::default(); all.len()];
    for _ in 0..rounds(40) {
        for (options, sum) in all.iter().zip(&mut sums) {
            *sum = sum.plus(&script(layer(options.clone()), &mut random, 60));
        }
    }
    let full = sums[0];
    for count in [full.held, full.exact, full.subset, full.superset, full.reused, full.algebra, full.asked] {
        assert!(count > 0, "{full:?}");
    }
    assert!(full.asked * 2 < full.slices, "{full:?}");
    assert_eq!((sums[2].exact, sums[2].subset, sums[2].superset), (0, 0, 0));
    assert!(sums[3].dropped > 0, "{:?}", sums[3]);
    assert_eq!((sums[4].held, sums[4].reused), (0, 0));
    assert_eq!(sums[5].hits(), 0);
}

#[test]
fn another_solver_behind_the_layer() {
    let Ok(command) = CommandLine::parse("z3 -in") else { panic!("a command line") };
    if std::process::Command::new("z3").arg("--version").output().is_err() {
        return;
    }
    let mut random = Random(0x1A7E_0002);
    let mut sum = LayerStats::default();
    for _ in 0..rounds(3) {
        let solver = ProcessSolver::new(command.clone());
        sum = sum.plus(&script(Layer::new(solver, LayerOptions::default()), &mut random, 60));
    }
    assert!(sum.hits() > sum.asked, "{sum:?}");
}

/// A solver that at times does not answer, or answers with a wrong model.
struct Moody {
    inner: Embedded,
    silent: bool,
    lies: bool,
    empty: Model,
    asked: usize,
}

impl Moody {
    fn new() -> Moody {
        Moody { inner: embedded(), silent: false, lies: false, empty: Model::new(), asked: 0 }
    }
}

impl Solver for Moody {
    fn name(&self) -> &str {
        "moody"
    }
    fn reset(&mut self) -> Result<(), SolverError> {
        self.inner.reset()
    }
    fn push(&mut self) -> Result<(), SolverError> {
        self.inner.push()
    }
    fn pop(&mut self, levels: usize) -> Result<(), SolverError> {
        self.inner.pop(levels)
    }
    fn levels(&self) -> usize {
        self.inner.levels()
    }
    fn assert(&mut self, terms: &mut Terms, term: Term) -> Result<(), SolverError> {
        self.inner.assert(terms, term)
    }
    fn assert_tracked(&mut self, terms: &mut Terms, term: Term) -> Result<Tracked, SolverError> {
        self.inner.assert_tracked(terms, term)
    }
    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], limits: &Limits) -> Result<Verdict, SolverError> {
        self.asked += 1;
        if self.silent {
            return Ok(Verdict::Unknown(Unknown::Stopped(StopReason::Conflicts)));
        }
        self.inner.check(terms, assumptions, limits)
    }
    fn model(&self) -> Option<&Model> {
        if self.lies { Some(&self.empty) } else { self.inner.model() }
    }
    fn core(&self) -> Option<&Core> {
        self.inner.core()
    }
    fn minimize_core(&mut self, terms: &mut Terms, limits: &Limits) -> Result<Option<&Core>, SolverError> {
        self.inner.minimize_core(terms, limits)
    }
    fn interpolate(&mut self, terms: &mut Terms, query: &Query, limits: &Limits) -> Result<Interpolation, SolverError> {
        self.inner.interpolate(terms, query, limits)
    }
}

/// `x > 5`, `x < 3`, `y > 6` over bytes.
fn three(terms: &mut Terms) -> [Term; 3] {
    let byte = terms.bv_sort(8);
    let (x, y) = (terms.var("x", byte), terms.var("y", byte));
    let [three, five, six] = [3, 5, 6].map(|value| terms.bv_u64(8, value));
    [terms.bv_ult(five, x), terms.bv_ult(x, three), terms.bv_ult(six, y)]
}

#[test]
fn what_is_unknown_is_asked_again() {
    let mut terms = Terms::new();
    let [above, below, other] = three(&mut terms);
    let mut solver = Layer::new(Moody { silent: true, ..Moody::new() }, LayerOptions::default());
    solver.assert(&mut terms, above).expect("no fault");
    for asked in 1..4 {
        assert!(matches!(verdict(&mut solver, &mut terms, &[]), Verdict::Unknown(_)));
        assert_eq!(solver.inner().asked, asked);
        assert!(solver.model().is_none() && solver.core().is_none());
    }
    let mut solver = Layer::new(Moody::new(), LayerOptions::default());
    solver.assert(&mut terms, above).expect("no fault");
    assert_eq!(verdict(&mut solver, &mut terms, &[below]), Verdict::Unsat);
    // One slice is refuted; that nothing is known of the other does not matter.
    assert_eq!(verdict(&mut solver, &mut terms, &[other, below]), Verdict::Unsat);
    assert_eq!(solver.core(), Some(&Core { assertions: vec![], assumptions: vec![1] }));
    assert_eq!(verdict(&mut solver, &mut terms, &[other]), Verdict::Sat);
}

#[test]
fn a_wrong_model_is_an_error() {
    let mut terms = Terms::new();
    let [above, ..] = three(&mut terms);
    let mut solver = Layer::new(Moody { lies: true, ..Moody::new() }, LayerOptions::default());
    solver.assert(&mut terms, above).expect("no fault");
    let answer = solver.check(&mut terms, &[], &Limits::none());
    assert_eq!(answer, Err(SolverError::WrongModel { solver: "moody".into() }));
}

#[test]
fn terms_of_another_arena_mean_something_else() {
    let mut solver = layer(LayerOptions::default());
    let mut one = Terms::new();
    let [above, below, _] = three(&mut one);
    assert_eq!(verdict(&mut solver, &mut one, &[above, below]), Verdict::Unsat);
    // The same ids, but the second bound is no contradiction.
    let mut two = Terms::new();
    let byte = two.bv_sort(8);
    let (x, _) = (two.var("x", byte), two.var("y", byte));
    let [three, five, _] = [30, 5, 6].map(|value| two.bv_u64(8, value));
    let same = [two.bv_ult(five, x), two.bv_ult(x, three)];
    assert_eq!(same, [above, below]);
    assert_eq!(verdict(&mut solver, &mut two, &same), Verdict::Sat);
    // A clone goes its own way.
    assert_ne!(two.id(), two.clone().id());
}

#[test]
fn slices_that_nothing_was_added_to_are_not_looked_at() {
    let mut terms = Terms::new();
    let byte = terms.bv_sort(8);
    let mut solver = layer(LayerOptions::default());
    let mut variables = Vec::new();
    for i in 0..50 {
        let (x, y) = (terms.var(&format!("x{i}"), byte), terms.var(&format!("y{i}"), byte));
        let bound = terms.bv_u64(8, 100 + i);
        let product = terms.bv_mul(x, y);
        let facts = [terms.eq(product, bound), terms.bv_ult(x, y)];
        for fact in facts {
            solver.assert(&mut terms, fact).expect("no fault");
        }
        variables.push(x);
    }
    assert_eq!(verdict(&mut solver, &mut terms, &[]), Verdict::Sat);
    let before = solver.stats();
    assert_eq!(before.slices, 50);
    for x in &variables {
        solver.push().expect("no fault");
        let two = terms.bv_u64(8, 2);
        let small = terms.bv_ult(*x, two);
        solver.assert(&mut terms, small).expect("no fault");
        verdict(&mut solver, &mut terms, &[]);
        solver.pop(1).expect("no fault");
    }
    let after = solver.stats();
    assert_eq!(after.slices - before.slices, 50, "one slice a query");
    // The model is one of all slices.
    assert_eq!(verdict(&mut solver, &mut terms, &[]), Verdict::Sat);
    assert_eq!(solver.model().map(|model| model.values.len()), Some(100));
}
