//! The encoder against the evaluator: every operator on every pair of operands of small width, and
//! random formulas against all assignments.

use adumbra_encode::{EncodeOptions, Encoder, Polarity};
use adumbra_options::OptionTable;
use adumbra_sat::{Answer, Limits, Lit, Sat, SatOptions};
use adumbra_solver::engine::Embedded;
use adumbra_solver::script::Session;
use adumbra_terms::smtlib::Command;
use adumbra_terms::{Bits, Kind, Model, Op, Term, Terms, Value, evaluate};
use adumbra_testing::Random;

/// Assumptions that give a word a value.
fn equal_to(word: &[Lit], value: u64) -> Vec<Lit> {
    word.iter().enumerate().map(|(i, lit)| if value >> i & 1 == 1 { *lit } else { !*lit }).collect()
}

fn read(encoder: &Encoder, word: &[Lit]) -> u64 {
    let bit = |lit: &Lit| u64::from(encoder.gates.sat.value(*lit) == Some(true));
    word.iter().enumerate().map(|(i, lit)| bit(lit) << i).sum()
}

/// All settings of the options, or as many as make a difference.
fn all_options() -> impl Iterator<Item = EncodeOptions> {
    (0..1u32 << EncodeOptions::TABLE.len()).map(|setting| {
        let mut options = EncodeOptions::default();
        for (i, spec) in EncodeOptions::TABLE.iter().enumerate() {
            options.set(spec.name, if setting >> i & 1 == 1 { "on" } else { "off" }).expect("a flag");
        }
        options
    })
}

fn encoder_with(options: EncodeOptions) -> Encoder {
    Encoder::with_options(Sat::new(SatOptions::default()), options)
}

/// One operator on all operands of a width.
fn check_operator(kind: Kind, width: u32, options: EncodeOptions) {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(width);
    let (x, y) = (terms.var("x", sort), terms.var("y", sort));
    let op = kind.plain().expect("an operator without parameters");
    let operands = if kind.arity() == Some(1) { vec![x] } else { vec![x, y] };
    let result = match kind {
        Kind::SignExtend => terms.bv_sort(width + 2),
        _ => terms.result_sort(kind, &operands).expect("operands that fit"),
    };
    let term = terms.try_mk(op, result, &operands).expect("operands that fit");
    let mut encoder = encoder_with(options);
    let mut word_of = |term| encoder.word(&terms, term).expect("encodable").to_vec();
    let (word, wx, wy) = (word_of(term), word_of(x), word_of(y));
    let (sx, sy) = (terms.find_symbol("x").expect("x"), terms.find_symbol("y").expect("y"));
    for a in 0..1u64 << width {
        for b in 0..1u64 << width {
            let assumptions = [equal_to(&wx, a), equal_to(&wy, b)].concat();
            assert_eq!(encoder.gates.sat.solve(&assumptions, &Limits::none()), Answer::Sat);
            let mut model = Model::new();
            model.set(sx, Value::Bits(Bits::from_u64(width, a)));
            model.set(sy, Value::Bits(Bits::from_u64(width, b)));
            let expected = match evaluate(&terms, &model, term) {
                Value::Bool(value) => u64::from(value),
                Value::Bits(bits) => bits.to_u64().expect("a small width"),
                other => panic!("{other:?}"),
            };
            assert_eq!(read(&encoder, &word), expected, "{} {a} {b} at {width} bits", kind.name());
        }
    }
}

const WORD_OPERATORS: &[Kind] = &[
    Kind::BvNot,
    Kind::BvNeg,
    Kind::BvAnd,
    Kind::BvOr,
    Kind::BvXor,
    Kind::BvAdd,
    Kind::BvMul,
    Kind::BvUdiv,
    Kind::BvUrem,
    Kind::BvSdiv,
    Kind::BvSrem,
    Kind::BvShl,
    Kind::BvLshr,
    Kind::BvAshr,
    Kind::BvUlt,
    Kind::BvSlt,
    Kind::Eq,
    Kind::Concat,
    Kind::SignExtend,
];

#[test]
fn every_operator_at_every_small_width() {
    for kind in WORD_OPERATORS {
        for width in 1..=4 {
            check_operator(*kind, width, EncodeOptions::default());
        }
    }
}

#[test]
fn complex_operators_at_six_bits() {
    for kind in [Kind::BvMul, Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem, Kind::BvShl, Kind::BvAshr] {
        check_operator(kind, 6, EncodeOptions::default());
    }
}

#[test]
fn complex_operators_under_all_options() {
    for options in all_options() {
        for kind in [Kind::BvMul, Kind::BvUdiv, Kind::BvSrem, Kind::BvAdd, Kind::BvSlt] {
            check_operator(kind, 3, options.clone());
        }
    }
}

/// One operator with each constant on one side.
fn check_constants(kind: Kind, width: u32, options: &EncodeOptions) {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(width);
    let x = terms.var("x", sort);
    let symbol = terms.find_symbol("x").expect("x");
    let op = kind.plain().expect("an operator without parameters");
    for constant in 0..1u64 << width {
        let c = terms.bv_u64(width, constant);
        for operands in [[x, c], [c, x]] {
            let result = terms.result_sort(kind, &operands).expect("operands that fit");
            let term = terms.try_mk(op, result, &operands).expect("operands that fit");
            let mut encoder = encoder_with(options.clone());
            let word = encoder.word(&terms, term).expect("encodable").to_vec();
            let input = encoder.word(&terms, x).expect("encodable").to_vec();
            for a in 0..1u64 << width {
                assert_eq!(encoder.gates.sat.solve(&equal_to(&input, a), &Limits::none()), Answer::Sat);
                let mut model = Model::new();
                model.set(symbol, Value::Bits(Bits::from_u64(width, a)));
                let expected = match evaluate(&terms, &model, term) {
                    Value::Bool(value) => u64::from(value),
                    Value::Bits(bits) => bits.to_u64().expect("a small width"),
                    other => panic!("{other:?}"),
                };
                assert_eq!(read(&encoder, &word), expected, "{} {constant} {a} at {width} bits", kind.name());
            }
        }
    }
}

#[test]
fn constants_on_either_side() {
    let binary = WORD_OPERATORS.iter().filter(|kind| kind.arity() == Some(2));
    for kind in binary {
        for width in 1..=4 {
            check_constants(*kind, width, &EncodeOptions::default());
        }
        for options in all_options() {
            check_constants(*kind, 2, &options);
        }
    }
    let width = if cfg!(debug_assertions) { 5 } else { 7 };
    for kind in [Kind::BvMul, Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem] {
        check_constants(kind, width, &EncodeOptions::default());
    }
}

/// `op(x, y) = z` used positively, negatively, and one after the other.
#[test]
fn each_polarity_says_what_it_must() {
    let width = 2;
    for kind in WORD_OPERATORS.iter().filter(|kind| kind.arity() == Some(2)) {
        for (first, second) in [(true, false), (false, true)] {
            let mut terms = Terms::new();
            let sort = terms.bv_sort(width);
            let (x, y) = (terms.var("x", sort), terms.var("y", sort));
            let term = terms.mk(kind.plain().expect("plain"), &[x, y]);
            let z = terms.var("z", terms.sort(term));
            let fact = terms.eq(term, z);
            let mut encoder = encoder_with(EncodeOptions { polarity: true, ..EncodeOptions::default() });
            let bits = terms.bv_width(z).unwrap_or(1);
            for wanted in [first, second] {
                let polarity = if wanted { Polarity::Positive } else { Polarity::Negative };
                let lit = encoder.literal_in(&terms, fact, polarity).expect("encodable");
                let lit = if wanted { lit } else { !lit };
                let words: Vec<Vec<Lit>> =
                    [x, y, z].iter().map(|t| encoder.word(&terms, *t).expect("encodable").to_vec()).collect();
                for all in 0..1u64 << (2 * width + bits) {
                    let values = [all & 3, all >> 2 & 3, all >> 4];
                    let mut assumptions: Vec<Lit> =
                        words.iter().zip(values).flat_map(|(w, v)| equal_to(w, v)).collect();
                    assumptions.push(lit);
                    let mut model = Model::new();
                    for (name, (value, variable)) in ["x", "y", "z"].iter().zip(values.iter().zip([x, y, z])) {
                        let value = match terms.bv_width(variable) {
                            Some(width) => Value::Bits(Bits::from_u64(width, *value)),
                            None => Value::Bool(*value == 1),
                        };
                        model.set(terms.find_symbol(name).expect("declared"), value);
                    }
                    let holds = evaluate(&terms, &model, fact) == Value::Bool(wanted);
                    let answer = encoder.gates.sat.solve(&assumptions, &Limits::none());
                    assert_eq!(answer, if holds { Answer::Sat } else { Answer::Unsat }, "{} {values:?}", kind.name());
                }
            }
        }
    }
}

/// A random truth value over three words of three bits.
fn random_formula(terms: &mut Terms, random: &mut Random) -> Term {
    let sort = terms.bv_sort(3);
    let mut pool: Vec<Term> = ["a", "b", "c"].iter().map(|name| terms.var(name, sort)).collect();
    pool.push(terms.bv_u64(3, 5));
    for _ in 0..6 {
        let (x, y) = (pool[random.below(pool.len())], pool[random.below(pool.len())]);
        let ops = [
            Op::BvAdd,
            Op::BvMul,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvShl,
            Op::BvAshr,
            Op::BvLshr,
            Op::BvXor,
            Op::BvAnd,
        ];
        let op = ops[random.below(ops.len())];
        pool.push(terms.try_mk(op, sort, &[x, y]).expect("operands that fit"));
    }
    let bool_sort = terms.bool_sort();
    let mut facts = Vec::new();
    for _ in 0..5 {
        let (x, y) = (pool[random.below(pool.len())], pool[random.below(pool.len())]);
        let op = [Op::Eq, Op::BvUlt, Op::BvSlt][random.below(3)];
        let fact = terms.try_mk(op, bool_sort, &[x, y]).expect("operands that fit");
        let negated = terms.try_mk(Op::Not, bool_sort, &[fact]).expect("a truth value");
        facts.push(if random.below(2) == 0 { fact } else { negated });
    }
    facts
        .into_iter()
        .reduce(|f, g| {
            let op = if random.below(4) == 0 { Op::Or } else { Op::And };
            terms.try_mk(op, bool_sort, &[f, g]).expect("truth values")
        })
        .expect("facts")
}

#[test]
fn random_formulas_agree_with_all_assignments() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut satisfiable, mut refuted) = (0, 0);
    for _ in 0..600 {
        let mut terms = Terms::new();
        let formula = random_formula(&mut terms, &mut random);
        let symbols: Vec<_> = ["a", "b", "c"].iter().filter_map(|name| terms.find_symbol(name)).collect();
        let expected = (0..512u64).any(|all| {
            let mut model = Model::new();
            for (i, symbol) in symbols.iter().enumerate() {
                model.set(*symbol, Value::Bits(Bits::from_u64(3, all >> (3 * i) & 7)));
            }
            evaluate(&terms, &model, formula) == Value::Bool(true)
        });
        let mut session = Session::new(Embedded::new(SatOptions::default()), Limits::none());
        session.execute(&mut terms, Command::Assert(formula, None)).expect("an assertion");
        let answer = session.execute(&mut terms, Command::CheckSat).expect("a right model");
        assert_eq!(answer.as_deref(), Some(if expected { "sat" } else { "unsat" }));
        // Unsimplified, under other options, asserted and as a literal.
        let mut options = EncodeOptions::default();
        for spec in EncodeOptions::TABLE {
            options.set(spec.name, if random.below(2) == 0 { "on" } else { "off" }).expect("a flag");
        }
        let mut encoder = encoder_with(options);
        let guard = encoder.gates.fresh();
        encoder.assert(&terms, formula, Some(guard)).expect("encodable");
        let answer = if expected { Answer::Sat } else { Answer::Unsat };
        assert_eq!(encoder.gates.sat.solve(&[guard], &Limits::none()), answer);
        if expected {
            assert_eq!(evaluate(&terms, &encoder.model(&terms), formula), Value::Bool(true));
        }
        assert_eq!(encoder.gates.sat.solve(&[!guard], &Limits::none()), Answer::Sat);
        let lit = encoder.literal_in(&terms, formula, Polarity::Positive).expect("encodable");
        assert_eq!(encoder.gates.sat.solve(&[lit], &Limits::none()), answer);
        encoder.literal(&terms, formula).expect("encodable");
        assert_eq!(encoder.gates.sat.solve(&[lit], &Limits::none()), answer);
        if expected { satisfiable += 1 } else { refuted += 1 }
    }
    assert!(satisfiable > 50 && refuted > 50, "{satisfiable} satisfiable, {refuted} not");
}

#[test]
fn levels_names_and_what_is_not_encoded() {
    let script = "(declare-const x (_ BitVec 8)) (declare-const m (Array (_ BitVec 8) (Array (_ BitVec 8) (_ BitVec 8))))
        (assert (! (bvult x #x05) :named small)) (check-sat)
        (push 1) (assert (! (bvugt x #x10) :named large)) (check-sat) (get-unsat-core) (pop 1) (check-sat)
        (push 1) (assert (= (select (select m x) x) x)) (check-sat) (get-info :reason-unknown) (push 1) (pop 1) (check-sat) (pop 1)
        (check-sat-assuming ((= x #x06))) (check-sat)";
    let mut terms = Terms::new();
    let mut reader = adumbra_terms::smtlib::Reader::new(script);
    let mut session = Session::new(Embedded::new(SatOptions::default()), Limits::none());
    let mut answers = Vec::new();
    while let Some(command) = reader.next(&mut terms).expect("a valid script") {
        answers.extend(session.execute(&mut terms, command).expect("right answers"));
    }
    let unknown = "(:reason-unknown \"arrays of arrays are not encoded\")";
    assert_eq!(answers, ["sat", "unsat", "(small large)", "sat", "unknown", unknown, "unknown", "unsat", "sat"]);
}
