//! Floating point through the embedded solver: verdicts, models, cores, levels and interpolants.

use adumbra_encode::float::{Circuit, Format};
use adumbra_interpolate::{Interpolation, Query};
use adumbra_sat::{Limits, SatOptions};
use adumbra_solver::engine::Embedded;
use adumbra_solver::solver::{Solver, Unknown, Verdict};
use adumbra_terms::float::RoundingMode;
use adumbra_terms::{Bits, Model, Op, Plan, Simplifier, Term, Terms, Value};

fn solver() -> Embedded {
    Embedded::new(SatOptions::default())
}

/// The verdict on a formula, by both ways through the solver: as the only query, and on a level.
fn verdict(terms: &mut Terms, formula: Term) -> Verdict {
    let mut once = solver();
    once.assert(terms, formula).unwrap();
    let first = once.check(terms, &[], &Limits::none()).unwrap();
    let mut levels = solver();
    levels.push().unwrap();
    levels.assert(terms, formula).unwrap();
    let second = levels.check(terms, &[], &Limits::none()).unwrap();
    assert_eq!(first, second);
    if first == Verdict::Sat {
        // The model names the variables as they were given, and nothing of bits.
        for solver in [&once, &levels] {
            let model = solver.model().unwrap();
            assert!(model.values.keys().all(|symbol| !terms.symbol(*symbol).name.contains("bits")));
            assert_eq!(adumbra_terms::evaluate(terms, model, formula), Value::Bool(true));
        }
    }
    first
}

struct Script {
    terms: Terms,
    format: Format,
}

impl Script {
    fn new(exponent: u64, significand: u64) -> Script {
        Script { terms: Terms::new(), format: Format::new(exponent, significand).unwrap() }
    }

    fn var(&mut self, name: &str) -> Term {
        let sort = self.terms.float_sort(self.format);
        self.terms.var(name, sort)
    }

    fn nearest(&mut self) -> Term {
        self.terms.rounding_mode(RoundingMode::NearestEven)
    }

    fn check(&mut self, formula: Term, expected: Verdict) {
        assert_eq!(verdict(&mut self.terms, formula), expected);
    }
}

#[test]
fn sums_commute_but_do_not_associate() {
    let mut s = Script::new(4, 7);
    let (x, y, z, mode) = (s.var("x"), s.var("y"), s.var("z"), s.nearest());
    let t = &mut s.terms;
    let (xy, yx) = (t.fp_add(mode, x, y), t.fp_add(mode, y, x));
    let differ = t.ne(xy, yx);
    let (yz, left) = (t.fp_add(mode, y, z), t.fp_add(mode, xy, z));
    let right = t.fp_add(mode, x, yz);
    let finite = t.fp_is_normal(left);
    let other = t.ne(left, right);
    let not_associative = t.and(finite, other);
    s.check(differ, Verdict::Unsat);
    s.check(not_associative, Verdict::Sat);
}

#[test]
fn nan_is_one_value_and_not_equal_to_itself() {
    let mut s = Script::new(8, 24);
    let (x, y) = (s.var("x"), s.var("y"));
    let t = &mut s.terms;
    let not_self = t.fp_eq(x, x);
    let not_self = t.not(not_self);
    let (nan_x, nan_y) = (t.fp_is_nan(x), t.fp_is_nan(y));
    let number = t.not(nan_x);
    let wrong = t.and(not_self, number);
    let differ = t.ne(x, y);
    let nans = t.and_all([nan_x, nan_y, differ]);
    let (bits_x, bits_y) = (t.fp_to_bits(x), t.fp_to_bits(y));
    let bits = t.ne(bits_x, bits_y);
    let bits = t.and_all([nan_x, nan_y, bits]);
    s.check(not_self, Verdict::Sat);
    s.check(wrong, Verdict::Unsat);
    s.check(nans, Verdict::Unsat);
    s.check(bits, Verdict::Unsat);
}

#[test]
fn rounding_modes_are_five() {
    let mut s = Script::new(3, 4);
    let sort = s.terms.rounding_mode_sort();
    let mode = s.terms.var("mode", sort);
    let (x, y) = (s.var("x"), s.var("y"));
    let t = &mut s.terms;
    let mut others = Vec::new();
    for named in RoundingMode::ALL {
        let named = t.rounding_mode(named);
        others.push(t.ne(mode, named));
    }
    let none = t.and_all(others.clone());
    let last = t.and_all(others[..4].to_vec());
    // Only upward and downward can a sum differ so much.
    let (up, down) = (t.rounding_mode(RoundingMode::TowardPositive), t.rounding_mode(RoundingMode::TowardNegative));
    let (sum, most, least) = (t.fp_add(mode, x, y), t.fp_add(up, x, y), t.fp_add(down, x, y));
    let (above, below) = (t.fp_lt(most, sum), t.fp_lt(sum, least));
    let outside = t.or(above, below);
    s.check(none, Verdict::Unsat);
    s.check(last, Verdict::Sat);
    s.check(outside, Verdict::Unsat);
}

#[test]
fn functions_and_arrays_take_numbers() {
    let mut s = Script::new(3, 3);
    let (x, y) = (s.var("x"), s.var("y"));
    let t = &mut s.terms;
    let sort = t.sort(x);
    let byte = t.bv_sort(4);
    let f = t.declare("f", &[sort], sort);
    let (fx, fy) = (t.apply(f, &[x]), t.apply(f, &[y]));
    let (same, differ) = (t.eq(x, y), t.ne(fx, fy));
    let wrong = t.and(same, differ);
    let (nan_x, nan_y) = (t.fp_is_nan(x), t.fp_is_nan(y));
    let nans = t.and_all([nan_x, nan_y, differ]);
    let equal = t.fp_eq(x, y);
    let zeros = t.and(equal, differ);
    // An element at a number, and a number as an element.
    let by_number = t.array_sort(sort, byte).unwrap();
    let m = t.var("m", by_number);
    let (mx, my) = (t.select(m, x), t.select(m, y));
    let element = t.ne(mx, my);
    let at_nan = t.and_all([nan_x, nan_y, element]);
    let numbers = t.array_sort(byte, sort).unwrap();
    let (a, b, i) = (t.var("a", numbers), t.var("b", numbers), t.var("i", byte));
    let (ai, bi) = (t.select(a, i), t.select(b, i));
    let (nan_a, nan_b) = (t.fp_is_nan(ai), t.fp_is_nan(bi));
    let (not_same, elements) = (t.ne(a, b), t.ne(ai, bi));
    let equal = t.eq(a, b);
    let contradiction = t.and(equal, elements);
    let nan_elements = t.and_all([nan_a, nan_b, elements]);
    let stored = t.store(a, i, x);
    let stored_nan = t.store(b, i, y);
    let (left, right) = (t.eq(stored, a), t.eq(stored_nan, a));
    let all_nan = t.and_all([left, right, nan_x, nan_y, not_same]);
    let only_nan_differs = t.and_all([equal, nan_x, left, elements]);
    let by_numbers = t.array_sort(sort, sort).unwrap();
    let (p, q) = (t.var("p", by_numbers), t.var("q", by_numbers));
    let unsupported = t.ne(p, q);
    for formula in [wrong, nans, at_nan, contradiction, nan_elements, only_nan_differs] {
        s.check(formula, Verdict::Unsat);
    }
    for formula in [zeros, element, not_same, all_nan] {
        s.check(formula, Verdict::Sat);
    }
    let unsupported = verdict(&mut s.terms, unsupported);
    assert!(matches!(unsupported, Verdict::Unknown(Unknown::Unsupported(_))), "{unsupported:?}");
}

#[test]
fn cores_assumptions_and_levels() {
    let mut s = Script::new(8, 24);
    let (x, y, mode) = (s.var("x"), s.var("y"), s.nearest());
    let t = &mut s.terms;
    let zero = t.float_zero(Format::F32, false);
    let (positive, large) = (t.fp_lt(zero, x), t.fp_lt(x, y));
    let product = t.fp_mul(mode, x, y);
    let negative = t.fp_lt(product, zero);
    let sane = t.fp_is_normal(y);
    let mut solver = solver();
    let first = solver.assert_tracked(t, positive).unwrap();
    let second = solver.assert_tracked(t, large).unwrap();
    let third = solver.assert_tracked(t, sane).unwrap();
    assert_eq!(solver.check(t, &[], &Limits::none()).unwrap(), Verdict::Sat);
    solver.push().unwrap();
    solver.assert(t, negative).unwrap();
    assert_eq!(solver.check(t, &[], &Limits::none()).unwrap(), Verdict::Unsat);
    let core = solver.minimize_core(t, &Limits::none()).unwrap().unwrap().clone();
    assert_eq!(core.assertions, [first, second]);
    assert!(!core.assertions.contains(&third));
    solver.pop(1).unwrap();
    assert_eq!(solver.check(t, &[negative, sane], &Limits::none()).unwrap(), Verdict::Unsat);
    assert_eq!(solver.core().unwrap().assumptions, [0]);
    assert_eq!(solver.check(t, &[sane], &Limits::none()).unwrap(), Verdict::Sat);
}

#[test]
fn conversions_hold() {
    let mut t = Terms::new();
    let word = t.bv_sort(16);
    let i = t.var("i", word);
    let (zero, nearest) = (t.rounding_mode(RoundingMode::TowardZero), t.rounding_mode(RoundingMode::NearestEven));
    // Every integer of 16 bits is a number of single precision, but not of half precision.
    for (format, expected) in [(Format::F32, Verdict::Unsat), (Format::F16, Verdict::Sat)] {
        let number = t.fp_from_signed(format, nearest, i);
        let back = t.fp_to_signed(16, zero, number);
        let lost = t.ne(back, i);
        assert_eq!(verdict(&mut t, lost), expected);
    }
    // To a wider format and back is the same number.
    let half = t.float_sort(Format::F16);
    let x = t.var("x", half);
    let wide = t.fp_from_fp(Format::F32, nearest, x);
    let back = t.fp_from_fp(Format::F16, zero, wide);
    let differ = t.ne(back, x);
    assert_eq!(verdict(&mut t, differ), Verdict::Unsat);
}

#[test]
fn interpolants_speak_of_numbers() {
    let mut s = Script::new(3, 4);
    let (x, y, z, mode) = (s.var("x"), s.var("y"), s.var("z"), s.nearest());
    let t = &mut s.terms;
    let zero = t.float_zero(s.format, false);
    let sum = t.fp_add(mode, x, y);
    let (positive_x, positive_y) = (t.fp_lt(zero, x), t.fp_lt(zero, y));
    let is_sum = t.eq(z, sum);
    let negative = t.fp_lt(z, zero);
    let query = Query {
        parts: vec![vec![positive_x, positive_y, is_sum], vec![negative]],
        tree: None,
        candidates: 1,
        check: true,
    };
    let Interpolation::Found(found) = solver().interpolate(t, &query, &Limits::none()).unwrap() else {
        panic!("there is an interpolant")
    };
    let symbols = adumbra_terms::walk::free_symbols(t, &found[0].interpolants);
    assert_eq!(symbols.iter().map(|symbol| &*t.symbol(*symbol).name).collect::<Vec<_>>(), ["z"]);
    // Without the sum there is a model, of numbers.
    let query =
        Query { parts: vec![vec![positive_x, positive_y], vec![negative]], tree: None, candidates: 1, check: true };
    let Interpolation::Satisfiable(model) = solver().interpolate(t, &query, &Limits::none()).unwrap() else {
        panic!("there is a model")
    };
    let Op::Var(symbol) = t.op(z) else { panic!("a variable") };
    assert!(model.values[&symbol].as_float().unwrap().is_negative());
}

/// The circuits, as terms, are the machine's arithmetic.
#[test]
fn circuits_are_the_machines_arithmetic() {
    let (mut terms, mut simplifier) = (Terms::new(), Simplifier::new());
    let word = terms.bv_sort(32);
    let (x, y, mode) = (terms.var("x", word), terms.var("y", word), terms.bv_u64(3, 0));
    let mut c = Circuit::new(&mut terms, &mut simplifier);
    let (a, b, mode) = (c.unpack(Format::F32, x), c.unpack(Format::F32, y), c.mode(mode));
    let numbers =
        [c.float_add(&mode, &a, &b), c.float_mul(&mode, &a, &b), c.float_div(&mode, &a, &b), c.float_sqrt(&mode, &a)];
    let roots: Vec<Term> = numbers.iter().map(|number| c.pack(number)).collect();
    let mut plan = Plan::new(&terms, &roots);
    let mut state = 1u64;
    for round in 0..300 {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        let (p, mut q) = (next(), next());
        if round % 3 == 0 {
            q = p ^ (q & 0x8000_0007);
        }
        let mut model = Model::new();
        for (name, value) in [("x", p), ("y", q)] {
            model.set(terms.find_symbol(name).unwrap(), Value::Bits(Bits::from_u64(32, value.into())));
        }
        plan.run(&model);
        let (f, g) = (f32::from_bits(p), f32::from_bits(q));
        for (root, expected) in [f + g, f * g, f / g, f.sqrt()].into_iter().enumerate() {
            let bits = if expected.is_nan() { 0x7fc0_0000 } else { expected.to_bits() };
            let expected = Value::Bits(Bits::from_u64(32, bits.into()));
            assert_eq!(plan.value(root), &expected, "operation {root} of {f} and {g}");
        }
    }
}

/// A script, from its text to what is printed.
#[test]
fn scripts_with_floating_point_are_answered() {
    use adumbra_solver::script::Session;
    use adumbra_terms::smtlib::Reader;
    let text = "(set-logic QF_BVFP) (set-option :produce-unsat-cores true)
        (declare-const x (_ FloatingPoint 4 5)) (declare-const y (_ FloatingPoint 4 5)) (declare-const r RoundingMode)
        (assert (! (fp.eq x ((_ to_fp 4 5) RNE 1.5)) :named one-and-a-half))
        (assert (! (= y (fp.add RTZ x x)) :named twice))
        (check-sat) (get-value (x y))
        (push 1) (assert (! (fp.gt y ((_ to_fp 4 5) RNE 3.0)) :named above)) (check-sat) (get-unsat-core) (pop 1)
        (check-sat-assuming ((fp.isNaN x))) (get-unsat-assumptions)
        (assert (not (= (fp.add r y ((_ to_fp 4 5) RNE 0.01)) y))) (check-sat) (get-value (r))";
    let mut terms = Terms::new();
    let mut reader = Reader::new(text);
    let mut session = Session::new(solver(), Limits::none());
    let mut said = Vec::new();
    while let Some(command) = reader.next(&mut terms).unwrap() {
        said.extend(session.execute(&mut terms, command).unwrap());
    }
    let expected = [
        "sat",
        "((x (fp #b0 #b0111 #b1000))\n (y (fp #b0 #b1000 #b1000)))",
        "unsat",
        "(one-and-a-half twice above)",
        "unsat",
        "((fp.isNaN x))",
        "sat",
        "((r RTP))",
    ];
    assert_eq!(said, expected);
}
