//! Arrays and functions against all assignments: random formulas over domains so small that every
//! array and every function can be tried.

use adumbra_sat::{Limits, SatOptions};
use adumbra_solver::engine::Embedded;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_terms::smtlib::script;
use adumbra_terms::{ArrayValue, Bits, FunctionValue, IndexSort, Model, Op, Plan, Symbol, Term, Terms, Value};
use adumbra_testing::Random;

/// Two arrays, three words (of the index and element sort alike), a truth value and a function.
struct World {
    terms: Terms,
    width: u32,
    arrays: Vec<Term>,
    words: Vec<Term>,
    truths: Vec<Term>,
    function: Symbol,
}

impl World {
    fn new(width: u32) -> World {
        let mut terms = Terms::new();
        let word = terms.bv_sort(width);
        let array = terms.array_sort(word, word).expect("an array sort");
        let arrays = ["m", "n"].iter().map(|name| terms.var(name, array)).collect();
        let words = ["i", "j", "k"].iter().map(|name| terms.var(name, word)).collect();
        let truth = terms.bool_sort();
        let truths = vec![terms.var("p", truth)];
        let function = terms.declare("f", &[word], word);
        World { terms, width, arrays, words, truths, function }
    }

    /// Grows the pools of terms.
    fn grow(&mut self, random: &mut Random, steps: usize) {
        for _ in 0..steps {
            let (m, n) = (random.pick(&self.arrays), random.pick(&self.arrays));
            let (i, x, p) = (random.pick(&self.words), random.pick(&self.words), random.pick(&self.truths));
            let t = &mut self.terms;
            match random.below(12) {
                0 | 1 => self.arrays.push(t.store(m, i, x)),
                2 => self.arrays.push(t.ite(p, m, n)),
                3 => {
                    let sort = t.sort(m);
                    self.arrays.push(t.const_array(sort, x));
                }
                4 | 5 => self.words.push(t.select(m, i)),
                6 => self.words.push(t.apply(self.function, &[i])),
                7 => self.words.push(t.bv_add(i, x)),
                8 => self.words.push(t.ite(p, i, x)),
                9 => self.truths.push(t.eq(m, n)),
                10 => self.truths.push(t.eq(i, x)),
                _ => self.words.push(t.bv_u64(self.width, random.below(1 << self.width) as u64)),
            }
        }
    }

    fn fact(&mut self, random: &mut Random) -> Term {
        let p = random.pick(&self.truths);
        let (m, n) = (random.pick(&self.arrays), random.pick(&self.arrays));
        let (i, x) = (random.pick(&self.words), random.pick(&self.words));
        let t = &mut self.terms;
        let fact = match random.below(5) {
            0 => p,
            1 | 2 => t.eq(m, n),
            3 => t.bv_ult(i, x),
            _ => t.eq(i, x),
        };
        if random.below(2) == 0 { fact } else { self.terms.not(fact) }
    }

    fn bits(&self, value: u64) -> Value {
        Value::Bits(Bits::from_u64(self.width, value))
    }

    /// The table whose elements are the digits of a number.
    fn table(&self, mut code: u64) -> Vec<(Value, Value)> {
        let size = 1u64 << self.width;
        (0..size)
            .map(|place| {
                let digit = code % size;
                code /= size;
                (self.bits(place), self.bits(digit))
            })
            .collect()
    }

    /// Is there an assignment under which all facts hold?
    fn satisfiable(&self, facts: &[Term]) -> bool {
        let size = 1u64 << self.width;
        let tables = size.pow(size as u32);
        let symbol = |name: &str| self.terms.find_symbol(name).expect("declared");
        let names: Vec<Symbol> = ["m", "n", "i", "j", "k", "p"].iter().map(|name| symbol(name)).collect();
        let mut plan = Plan::new(&self.terms, facts);
        let total = tables * tables * size.pow(3) * 2 * tables;
        (0..total).any(|mut code| {
            let mut digit = |base: u64| {
                let digit = code % base;
                code /= base;
                digit
            };
            let mut model = Model::new();
            for name in &names[..2] {
                let table = self.table(digit(tables));
                let array = ArrayValue::new(IndexSort::Bits(self.width), self.bits(0), table);
                model.set(*name, Value::Array(array));
            }
            for name in &names[2..5] {
                model.set(*name, self.bits(digit(size)));
            }
            model.set(names[5], Value::Bool(digit(2) == 1));
            let table = self.table(digit(tables)).into_iter().map(|(i, x)| (vec![i], x)).collect();
            model.functions.insert(self.function, FunctionValue { table, default: self.bits(0) });
            plan.run(&model);
            (0..facts.len()).all(|root| *plan.value(root) == Value::Bool(true))
        })
    }
}

#[test]
fn one_bit_arrays_and_functions_agree_with_all_assignments() {
    let mut random = Random(0x51ED_270B_1357_9BDF);
    let (mut satisfiable, mut refuted) = (0, 0);
    for _ in 0..400 {
        let mut world = World::new(1);
        world.grow(&mut random, 14);
        let facts: Vec<Term> = (0..5).map(|_| world.fact(&mut random)).collect();
        let expected = world.satisfiable(&facts);
        let mut solver = Embedded::new(SatOptions::default());
        for fact in &facts {
            solver.assert(&mut world.terms, *fact).expect("asserted");
        }
        let verdict = solver.check(&mut world.terms, &[], &Limits::none());
        let verdict = verdict.unwrap_or_else(|e| panic!("{e}: {}", script(&world.terms, "QF_AUFBV", &facts)));
        assert_eq!(verdict, if expected { Verdict::Sat } else { Verdict::Unsat });
        *(if expected { &mut satisfiable } else { &mut refuted }) += 1;
    }
    assert!(satisfiable > 50 && refuted > 50, "{satisfiable} satisfiable, {refuted} not");
}

/// Levels, assumptions and cores: every answer again by a solver that is asked nothing else.
#[test]
fn levels_and_cores_agree_with_a_fresh_solver() {
    let mut random = Random(0x0DDB_1A5E_5BAD_5EED);
    let mut refuted = 0;
    for _ in 0..80 {
        let mut world = World::new(2);
        world.grow(&mut random, 24);
        let mut solver = Embedded::new(SatOptions::default());
        let mut levels: Vec<Vec<Term>> = vec![Vec::new()];
        for _ in 0..12 {
            match random.below(5) {
                0 => {
                    solver.push().expect("pushed");
                    levels.push(Vec::new());
                }
                1 if levels.len() > 1 => {
                    solver.pop(1).expect("popped");
                    levels.pop();
                }
                _ => {
                    let fact = world.fact(&mut random);
                    solver.assert(&mut world.terms, fact).expect("asserted");
                    levels.last_mut().expect("a level").push(fact);
                }
            }
            let assumptions: Vec<Term> = (0..random.below(4)).map(|_| world.fact(&mut random)).collect();
            let verdict = solver.check(&mut world.terms, &assumptions, &Limits::none()).expect("a verdict");
            let all: Vec<Term> = levels.concat().into_iter().chain(assumptions.iter().copied()).collect();
            assert_eq!(verdict, fresh(&mut world.terms, &all));
            if verdict == Verdict::Unsat {
                refuted += 1;
                let core = solver.minimize_core(&mut world.terms, &Limits::none()).expect("a core").cloned();
                let places = core.expect("a core").assumptions;
                let picked = |leave: Option<usize>| -> Vec<Term> {
                    let kept = places.iter().filter(|place| Some(**place) != leave).map(|place| assumptions[*place]);
                    levels.concat().into_iter().chain(kept).collect()
                };
                assert_eq!(fresh(&mut world.terms, &picked(None)), Verdict::Unsat);
                for leave in &places {
                    // The same term may be assumed twice; one of them is enough then.
                    let rest = picked(Some(*leave));
                    assert_eq!(fresh(&mut world.terms, &rest), Verdict::Sat, "a core that is not minimal");
                }
            }
        }
    }
    assert!(refuted > 50, "{refuted} unsatisfiable");
}

fn fresh(terms: &mut Terms, all: &[Term]) -> Verdict {
    let mut solver = Embedded::new(SatOptions::default());
    for term in all {
        solver.assert(terms, *term).expect("asserted");
    }
    solver.check(terms, &[], &Limits::none()).expect("a verdict")
}

#[test]
fn constant_arrays_differ_where_nobody_has_looked() {
    let mut terms = Terms::new();
    let word = terms.bv_sort(32);
    let sort = terms.array_sort(word, word).expect("an array sort");
    let (zero, one) = (terms.bv_u64(32, 0), terms.bv_u64(32, 1));
    let (zeros, ones) = (terms.const_array(sort, zero), terms.const_array(sort, one));
    let mut array = zeros;
    for place in 0..20 {
        let index = terms.bv_u64(32, place);
        array = terms.store(array, index, one);
    }
    let m = terms.var("m", sort);
    let (left, right) = (terms.eq(m, array), terms.eq(m, ones));
    assert_eq!(fresh(&mut terms, &[left, right]), Verdict::Unsat);
    assert_eq!(fresh(&mut terms, &[left]), Verdict::Sat);

    // With one-bit indices two stores replace the whole array.
    let bit = terms.bv_sort(1);
    let sort = terms.array_sort(bit, word).expect("an array sort");
    let (zeros, ones) = (terms.const_array(sort, zero), terms.const_array(sort, one));
    let (off, on) = (terms.bv_u64(1, 0), terms.bv_u64(1, 1));
    let (m, i, j) = (terms.var("s", sort), terms.var("i", bit), terms.var("j", bit));
    let first = terms.store(zeros, i, one);
    let both = terms.store(first, j, one);
    let facts = [terms.eq(m, both), terms.eq(m, ones)];
    assert_eq!(fresh(&mut terms, &facts), Verdict::Sat);
    let same = terms.eq(i, j);
    assert_eq!(fresh(&mut terms, &[facts[0], facts[1], same]), Verdict::Unsat);
    let (is_off, is_on) = (terms.eq(i, off), terms.eq(j, on));
    assert_eq!(fresh(&mut terms, &[facts[0], facts[1], is_off, is_on]), Verdict::Sat);
}

/// Stores separate two constant arrays at each place, but not at the same places along every way.
#[test]
fn constant_arrays_are_compared_at_places_that_others_look_at() {
    let mut terms = Terms::new();
    let bit = terms.bv_sort(1);
    let sort = terms.array_sort(bit, bit).expect("an array sort");
    let (off, on) = (terms.bv_u64(1, 0), terms.bv_u64(1, 1));
    let (a, b) = (terms.var("a", bit), terms.var("b", bit));
    let (all_a, all_b) = (terms.const_array(sort, a), terms.const_array(sort, b));
    let (left, right) = (terms.store(all_a, on, off), terms.store(all_b, on, off));
    let first = terms.eq(left, right);
    let (left, right) = (terms.store(all_a, off, off), terms.store(all_b, off, off));
    let left = terms.store(left, on, off);
    let second = terms.eq(left, right);
    let differ = terms.distinct(&[a, b]);
    assert_eq!(fresh(&mut terms, &[first, second, differ]), Verdict::Unsat);
    assert_eq!(fresh(&mut terms, &[first, second]), Verdict::Sat);
}

#[test]
fn what_is_not_done_is_said() {
    let mut terms = Terms::new();
    let word = terms.bv_sort(8);
    let inner = terms.array_sort(word, word).expect("an array sort");
    let outer = terms.array_sort(word, inner).expect("an array sort");
    let (m, i) = (terms.var("m", outer), terms.var("i", word));
    let row = terms.select(m, i);
    let element = terms.mk(Op::Select, &[row, i]);
    let fact = terms.eq(element, i);
    let verdict = fresh(&mut terms, &[fact]);
    assert!(
        matches!(&verdict, Verdict::Unknown(reason) if reason.to_string().contains("arrays of arrays")),
        "{verdict:?}"
    );
}
