//! Floating point in scripts: literals, operators, errors with their places, models, and results
//! that SMT-LIB leaves open.

use adumbra_terms::RoundingMode::{NearestEven, TowardZero};
use adumbra_terms::smtlib::{Command, Reader, model_to_string, script, term_to_string};
use adumbra_terms::walk::free_symbols;
use adumbra_terms::{
    Bits, Copier, Float, Format, FunctionValue, Kind, Model, Op, RoundingMode, Simplifier, Term, Terms, Value, evaluate,
};

const DECLARED: &str = "(declare-const x Float32) (declare-const y (_ FloatingPoint 8 24)) (declare-const d Float64)
    (declare-const r RoundingMode) (declare-const n (_ BitVec 32)) (declare-const h (_ FloatingPoint 5 11))
    (declare-const p Bool)";

fn read(terms: &mut Terms, text: &str) -> Result<Vec<Command>, String> {
    let mut reader = Reader::new(text);
    let mut commands = Vec::new();
    while let Some(command) = reader.next(terms).map_err(|error| error.to_string())? {
        commands.push(command);
    }
    Ok(commands)
}

/// A term over the declared names.
fn term(terms: &mut Terms, text: &str) -> Term {
    match read(terms, &format!("{DECLARED} (get-value ({text}))")).unwrap_or_else(|e| panic!("{text}: {e}")).pop() {
        Some(Command::GetValue(list)) => list[0].0,
        other => panic!("{other:?}"),
    }
}

/// The text of a term that was read, and that it reads back as itself.
fn check(text: &str, expected: &str) {
    let mut terms = Terms::new();
    let found = term(&mut terms, text);
    assert_eq!(term_to_string(&terms, found), expected, "{text}");
    assert_eq!(term(&mut terms, expected), found, "{text}");
}

fn value(text: &str) -> String {
    let mut terms = Terms::new();
    let found = term(&mut terms, text);
    let folded = Simplifier::new().simplify(&mut terms, found);
    let value = evaluate(&terms, &Model::new(), found);
    assert_eq!(evaluate(&terms, &Model::new(), folded), value, "{text}");
    value.to_string()
}

fn error(text: &str) -> String {
    read(&mut Terms::new(), text).expect_err(text)
}

#[test]
fn sorts() {
    let mut terms = Terms::new();
    let commands = read(
        &mut terms,
        "(declare-const a Float16) (declare-const b (_ FloatingPoint 8 24)) (declare-const c (_ FloatingPoint 15 113))
         (declare-const d (_ FloatingPoint 15 64)) (declare-const e RoundingMode)
         (declare-const f (Array Float64 (Array RoundingMode Float16))) (define-sort F (X) (Array X Float32))
         (declare-fun g (Float32 RoundingMode) (F Bool))",
    )
    .unwrap();
    let names: Vec<String> = commands
        .iter()
        .filter_map(|command| match command {
            Command::Declare(symbol) => Some(terms.sort_name(terms.symbol(*symbol).result)),
            _ => None,
        })
        .collect();
    let expected = [
        "Float16",
        "Float32",
        "Float128",
        "(_ FloatingPoint 15 64)",
        "RoundingMode",
        "(Array Float64 (Array RoundingMode Float16))",
        "(Array Bool Float32)",
    ];
    assert_eq!(names, expected);
}

#[test]
fn literals() {
    check("(fp #b0 #x7f #b00000000000000000000000)", "(fp #b0 #b01111111 #b00000000000000000000000)");
    check("(fp #b1 #b00000 #b0000000001)", "(fp #b1 #b00000 #b0000000001)");
    check("(fp #b1 #b00000 #b0000000000)", "(_ -zero 5 11)");
    check("(fp #b0 #b11111 #b0000000000)", "(_ +oo 5 11)");
    check("(fp #b1 #b11111 #b0000000001)", "(_ NaN 5 11)");
    for name in ["+oo", "-oo", "+zero", "-zero", "NaN"] {
        check(&format!("(_ {name} 8 24)"), &format!("(_ {name} 8 24)"));
    }
    for mode in RoundingMode::ALL {
        check(mode.name(), mode.name());
        check(mode.long_name(), mode.name());
    }
    check("((_ to_fp 8 24) RNE 1.5)", "(fp #b0 #b01111111 #b10000000000000000000000)");
    check("((_ to_fp 8 24) RNE (- 1.5))", "(fp #b1 #b01111111 #b10000000000000000000000)");
    check("((_ to_fp 8 24) RNE 3)", "(fp #b0 #b10000000 #b10000000000000000000000)");
    check("((_ to_fp 5 11) RTZ (/ 1 3))", "(fp #b0 #b01101 #b0101010101)");
    check("((_ to_fp 5 11) RTP (/ 1 3))", "(fp #b0 #b01101 #b0101010110)");
    check("((_ to_fp 5 11) RTN (- (/ 1.0 3)))", "(fp #b1 #b01101 #b0101010110)");
    check("((_ to_fp 5 11) RNE (/ (- 7) (- 2)))", "(fp #b0 #b10000 #b1100000000)");
    check("((_ to_fp 5 11) RNE 65519.99)", "(fp #b0 #b11110 #b1111111111)");
    check("((_ to_fp 5 11) RNE 65520)", "(_ +oo 5 11)");
    check("((_ to_fp 5 11) RTN 0.00000000001)", "(_ +zero 5 11)");
    check("((_ to_fp 5 11) RTN (- 0.0))", "(_ +zero 5 11)");
}

/// Decimals, against the library's reading of them.
#[test]
fn decimals_are_rounded_correctly() {
    for text in [
        "0.1",
        "0.3",
        "2.675",
        "1.000000059604644775390625",
        "1.00000005960464477539062500000001",
        "340282356779733661637539395458142568447.9",
        "340282356779733661637539395458142568448.0",
        "0.00000000000000000000000000000000000000000000140129846432481707092372958328991613128026194187651577175706828388979108268586060148663818836212158203125",
        "0.00000000000000000000000000000000000000000000070064923216240853546186479164495806564013097093825788587853414194489554134293030074331909418106079101562",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880.0",
        "123456789.987654321",
        "16777217.0",
        "9007199254740993.0",
    ] {
        let bits = |value: u64, width| {
            Float::from_bits(if width == 32 { Format::F32 } else { Format::F64 }, Bits::from_u64(width, value))
        };
        let single: f32 = text.parse().unwrap();
        let double: f64 = text.parse().unwrap();
        let check = |sort: &str, expected: Float| {
            assert_eq!(value(&format!("((_ to_fp {sort}) RNE {text})")), expected.to_string(), "{text}");
        };
        check("8 24", bits(u64::from(single.to_bits()), 32));
        check("11 53", bits(double.to_bits(), 64));
    }
}

#[test]
fn a_mode_that_is_not_known_rounds_literals_later() {
    let mut terms = Terms::new();
    let found = term(&mut terms, "((_ to_fp 5 11) r 0.1)");
    for mode in RoundingMode::ALL {
        let mut model = Model::new();
        model.set(terms.find_symbol("r").unwrap(), Value::RoundingMode(mode));
        let expected = term(&mut terms, &format!("((_ to_fp 5 11) {mode} 0.1)"));
        assert_eq!(evaluate(&terms, &model, found), evaluate(&terms, &model, expected));
    }
}

#[test]
fn operators() {
    for text in [
        "(fp.abs x)",
        "(fp.neg x)",
        "(fp.add RNE x y)",
        "(fp.mul r x y)",
        "(fp.div RTZ x y)",
        "(fp.fma r x y x)",
        "(fp.sqrt r x)",
        "(fp.rem x y)",
        "(fp.roundToIntegral r x)",
        "(fp.min x y)",
        "(fp.max y x)",
        "(fp.leq x y)",
        "(fp.lt x y)",
        "(fp.eq x y)",
        "(fp.isNormal x)",
        "(fp.isSubnormal x)",
        "(fp.isZero x)",
        "(fp.isInfinite x)",
        "(fp.isNaN x)",
        "(fp.isNegative x)",
        "(fp.isPositive x)",
        "((_ to_fp 8 24) n)",
        "((_ to_fp 8 24) r d)",
        "((_ to_fp 11 53) r n)",
        "((_ to_fp_unsigned 11 53) r n)",
        "((_ fp.to_ubv 8) r x)",
        "((_ fp.to_sbv 16) RTZ x)",
        "(fp.to_ieee_bv x)",
        "(= x y)",
        "(ite p x y)",
        "(= r RNE)",
    ] {
        check(text, text);
    }
    check("(fp.sub r x y)", "(fp.add r x (fp.neg y))");
    check("(fp.gt x y)", "(fp.lt y x)");
    check("(fp.geq x y)", "(fp.leq y x)");
    check("(fp.lt x y x)", "(and (fp.lt x y) (fp.lt y x))");
    check(
        "(fp ((_ extract 0 0) n) ((_ extract 8 1) n) ((_ extract 31 9) n))",
        "((_ to_fp 8 24) (concat (concat ((_ extract 0 0) n) ((_ extract 8 1) n)) ((_ extract 31 9) n)))",
    );
    check("(fp.min (fp.min x y) (fp.min x y))", "(let ((?0 (fp.min x y))) (fp.min ?0 ?0))");
    check("(distinct x y)", "(not (= x y))");
}

#[test]
fn values() {
    assert_eq!(
        value("(fp.add RNE ((_ to_fp 8 24) RNE 0.1) ((_ to_fp 8 24) RNE 0.2))"),
        Float::from_bits(Format::F32, Bits::from_u64(32, u64::from((0.1f32 + 0.2f32).to_bits()))).to_string()
    );
    assert_eq!(value("(= (_ NaN 8 24) (fp #b1 #xff #b00000000000000000000001))"), "true");
    assert_eq!(value("(fp.eq (_ NaN 8 24) (_ NaN 8 24))"), "false");
    assert_eq!(value("(= (_ +zero 8 24) (_ -zero 8 24))"), "false");
    assert_eq!(value("(fp.eq (_ +zero 8 24) (_ -zero 8 24))"), "true");
    assert_eq!(value("(fp.to_ieee_bv (_ NaN 5 11))"), "#x7e00");
    assert_eq!(value("((_ fp.to_ubv 8) RNE ((_ to_fp 5 11) RNE 2.5))"), "#x02");
    assert_eq!(value("((_ fp.to_sbv 8) RTN ((_ to_fp 5 11) RNE (- 2.5)))"), "#xfd");
    assert_eq!(value("((_ to_fp 5 11) RNE #xff)"), "(fp #b1 #b01111 #b0000000000)");
    assert_eq!(value("((_ to_fp_unsigned 5 11) RNE #xff)"), "(fp #b0 #b10110 #b1111111000)");
    assert_eq!(value("(fp.isNegative (_ -zero 5 11))"), "true");
    assert_eq!(value("(fp.isNegative (fp #b1 #b11111 #b1000000000))"), "false");
}

#[test]
fn logics() {
    for logic in ["QF_FP", "QF_BVFP", "QF_ABVFP", "QF_UFBVFP", "QF_AUFBVFP", "QF_UFFP", "QF_BV", "ALL"] {
        assert!(read(&mut Terms::new(), &format!("(set-logic {logic})")).is_ok(), "{logic}");
    }
    for logic in ["QF_FPLRA", "FP", "QF_FPBV", "QF_LRA"] {
        assert!(error(&format!("(set-logic {logic})")).starts_with("line 1, column 12: unsupported logic"), "{logic}");
    }
}

/// Names of the theory are those of the user in logics without it.
#[test]
fn names_of_other_logics() {
    let script_text =
        "(set-logic QF_BV) (declare-const fp (_ BitVec 8)) (declare-fun RNE () Bool) (assert (and RNE (= fp #x01)))";
    let mut terms = Terms::new();
    let commands = read(&mut terms, script_text).unwrap();
    let Some(Command::Assert(asserted, _)) = commands.last() else { panic!("{commands:?}") };
    assert_eq!(term_to_string(&terms, *asserted), "(and RNE!1 (= fp!1 #x01))");
    let refused = error("(set-logic QF_BVFP)\n(declare-const fp (_ BitVec 8))");
    assert_eq!(refused, "line 2, column 16: fp is a name of the theory and cannot be declared");
    assert!(error("(set-logic QF_FP) (declare-const RTZ Bool)").contains("RTZ is a name of the theory"));
    assert!(error("(set-logic QF_FP) (define-sort Float32 () Bool)").contains("Float32 is already declared"));
    assert!(
        read(&mut Terms::new(), "(set-logic QF_BV) (define-sort Float32 () Bool) (declare-const a Float32) (assert a)")
            .is_ok()
    );
}

#[test]
fn errors() {
    let check = |text: &str, expected: &str| assert_eq!(error(&format!("{DECLARED}\n(assert {text})")), expected);
    check("(fp.add RNE x d)", "line 4, column 9: operand 3 of fp.add has sort Float64, expected Float32");
    check("(fp.add x y)", "line 4, column 9: fp.add takes 3 operand(s), found 2");
    check("(fp.sub x x y)", "line 4, column 9: operand 1 of fp.sub has sort Float32, expected RoundingMode");
    check(
        "(fp.min x n)",
        "line 4, column 9: operand 2 of fp.min has sort (_ BitVec 32), expected a floating-point number",
    );
    check("(fp.lt x)", "line 4, column 9: fp.lt takes 2 or more operand(s), found 1");
    check("(fp.lt x x d)", "line 4, column 9: operand 3 of fp.lt has sort Float64, expected Float32");
    check(
        "(fp.isNaN n)",
        "line 4, column 9: operand 1 of fp.isNaN has sort (_ BitVec 32), expected a floating-point number",
    );
    check(
        "(fp.eq x ((_ to_fp 8 24) RNE))",
        "line 4, column 18: operand 1 of to_fp has sort RoundingMode, expected a bit-vector",
    );
    check("(fp.eq x ((_ to_fp 8 25) n))", "line 4, column 18: to_fp: a number of 33 bits from a bit-vector of 32 bits");
    check(
        "(fp.eq x ((_ to_fp 8 24) x 1.5))",
        "line 4, column 18: operand 1 of to_fp has sort Float32, expected RoundingMode",
    );
    check("(fp.eq x ((_ to_fp 8) n))", "line 4, column 18: to_fp: it takes 2 index(es), found 1");
    check("(fp.eq x ((_ to_fp 8 24) r 1.5 2))", "line 4, column 40: expected ), found 2");
    check("(fp.eq x ((_ to_fp 8 24) r (/ 1 0)))", "line 4, column 41: division by zero in a literal is not supported");
    check("(fp.eq x 1.5)", "line 4, column 18: the literal 1.5 is not supported");
    check("(fp.to_real x)", "line 4, column 9: fp.to_real: real numbers are not supported");
    check("(= x y d)", "line 4, column 9: operand 3 of = has sort Float64, expected Float32");
    check(
        "(= (fp #b11 #x00 #b1) x)",
        "line 4, column 12: operand 1 of fp has sort (_ BitVec 2), expected (_ BitVec 1)",
    );
    check("x", "line 4, column 9: expected a term of sort Bool, found sort Float32");
    let format = |e: &str, s: &str, at: &str| {
        format!(
            "{at}: there is no floating-point format with {e} exponent and {s} significand bits; both are at least 2, at most 30 and 65536"
        )
    };
    assert_eq!(error("(declare-const a (_ FloatingPoint 1 5))"), format("1", "5", "line 1, column 37"));
    assert_eq!(error("(declare-const a (_ FloatingPoint 31 5))"), format("31", "5", "line 1, column 38"));
    assert_eq!(error("(assert (fp.isNaN (_ NaN 5 1)))"), format("5", "1", "line 1, column 28"));
    assert_eq!(error("(assert (fp.isNaN ((_ to_fp 5 99999) RNE 1)))"), format("5", "99999", "line 1, column 19"));
    assert_eq!(error("(assert (fp.isNaN (fp #b0 #b1 #b1)))"), format("1", "2", "line 1, column 19"));
    assert_eq!(error("(declare-const a (_ FloatingPoint 8))"), "line 1, column 36: expected a numeral, found )");
    assert!(error("(assert (fp.isNaN ((_ to_fp 5 11) RNE (- (/ 1 x)))))").contains("expected a real number, found x"));
    let deep = format!("(assert (fp.isNaN ((_ to_fp 5 11) RNE {}1{})))", "(- ".repeat(100_000), ")".repeat(100_000));
    assert!(error(&deep).contains("nested so deep"));
    let long = format!("(assert (fp.isNaN ((_ to_fp 5 11) RNE {})))", "9".repeat(100_000));
    assert!(error(&long).contains("too large"));
}

/// The model chooses what the standard leaves open, as a function of the operands, and prints
/// nothing of it.
#[test]
fn open_results() {
    let mut terms = Terms::new();
    let min = term(&mut terms, "(fp.min (_ +zero 8 24) (_ -zero 8 24))");
    let swapped = term(&mut terms, "(fp.min (_ -zero 8 24) (_ +zero 8 24))");
    let conversion = term(&mut terms, "((_ fp.to_ubv 8) RNE (_ NaN 8 24))");
    let signed = term(&mut terms, "((_ fp.to_sbv 8) RNE (_ NaN 8 24))");
    let symbols = free_symbols(&terms, &[min, conversion, signed]);
    assert_eq!(symbols.len(), 3);
    assert!(symbols.iter().all(|symbol| terms.symbol(*symbol).hidden.is_some()));
    let hidden = |kind: Kind| *symbols.iter().find(|symbol| terms.symbol(**symbol).hidden == Some(kind)).unwrap();
    let (positive, negative) = (Float::zero(Format::F32, false), Float::zero(Format::F32, true));
    let mut model = Model::new();
    assert_eq!(evaluate(&terms, &model, min), Value::Float(negative.clone()));
    assert_eq!(evaluate(&terms, &model, conversion), Value::Bits(Bits::zero(8)));
    let arguments = vec![Value::Float(positive.clone()), Value::Float(negative)];
    let table = [(arguments, Value::Bool(true))].into();
    model.functions.insert(hidden(Kind::FpMin), FunctionValue { table, default: Value::Bool(false) });
    let default = Value::Bits(Bits::from_u64(8, 77));
    model.functions.insert(hidden(Kind::FpToUnsigned), FunctionValue { table: [].into(), default: default.clone() });
    assert_eq!(evaluate(&terms, &model, min), Value::Float(positive.clone()));
    assert_eq!(evaluate(&terms, &model, swapped), Value::Float(positive));
    assert_eq!(evaluate(&terms, &model, conversion), default);
    assert_eq!(evaluate(&terms, &model, signed), Value::Bits(Bits::zero(8)));
    // The simplifier keeps the choice.
    for open in [min, conversion] {
        let simple = Simplifier::new().simplify(&mut terms, open);
        assert_eq!(evaluate(&terms, &model, simple), evaluate(&terms, &model, open));
    }
    let x = terms.declare("fp.to_ubv", &[], terms.sort(conversion));
    assert_eq!(
        model_to_string(&terms, &model, &[symbols, vec![x]].concat()),
        "(\n  (define-fun fp.to_ubv!1 () (_ BitVec 8) #x00)\n)"
    );
    let mut other = Terms::new();
    let copy = Copier::new().copy(&terms, &mut other, conversion);
    assert_eq!(term_to_string(&other, copy), "((_ fp.to_ubv 8) RNE (_ NaN 8 24))");
}

/// Where the result is specified, no hidden function counts; the range of conversions is exact.
#[test]
fn open_results_are_only_those() {
    let mut terms = Terms::new();
    let (eb, sb) = (4, 4);
    let format = Format::new(eb, sb).unwrap();
    let float = terms.float_sort(format);
    let rounding = terms.rounding_mode_sort();
    let (x, y, r) = (terms.var("x", float), terms.var("y", float), terms.var("r", rounding));
    let symbol = |terms: &Terms, name: &str| terms.find_symbol(name).unwrap();
    let (sx, sy, sr) = (symbol(&terms, "x"), symbol(&terms, "y"), symbol(&terms, "r"));
    let values: Vec<Float> = (0..256).map(|n| Float::from_bits(format, Bits::from_u64(8, n))).collect();
    for width in [1, 2, 3, 8, 9] {
        for signed in [false, true] {
            let whole = if signed { terms.smt_to_signed(width, r, x) } else { terms.smt_to_unsigned(width, r, x) };
            let any = *free_symbols(&terms, &[whole]).iter().find(|s| terms.symbol(**s).hidden.is_some()).unwrap();
            for mode in RoundingMode::ALL {
                let constant = terms.rounding_mode(mode);
                let fixed = if signed {
                    terms.smt_to_signed(width, constant, x)
                } else {
                    terms.smt_to_unsigned(width, constant, x)
                };
                for value in &values {
                    let exact = if signed { value.to_signed(width, mode) } else { value.to_unsigned(width, mode) };
                    for default in [Bits::zero(width), Bits::ones(width)] {
                        let mut model = Model::new();
                        model.set(sx, Value::Float(value.clone()));
                        model.set(sr, Value::RoundingMode(mode));
                        let function = FunctionValue { table: [].into(), default: Value::Bits(default.clone()) };
                        model.functions.insert(any, function);
                        let expected = Value::Bits(exact.clone().unwrap_or(default));
                        assert_eq!(evaluate(&terms, &model, whole), expected, "{value} {mode} {width} {signed}");
                        assert_eq!(evaluate(&terms, &model, fixed), expected, "{value} {mode} {width} {signed}");
                    }
                }
            }
        }
    }
    let (min, max) = (terms.smt_min(x, y), terms.smt_max(x, y));
    for a in &values {
        for b in &values {
            for first in [false, true] {
                let mut model = Model::new();
                model.set(sx, Value::Float(a.clone()));
                model.set(sy, Value::Float(b.clone()));
                for symbol in free_symbols(&terms, &[min, max]) {
                    if terms.symbol(symbol).hidden.is_some() {
                        let function = FunctionValue { table: [].into(), default: Value::Bool(first) };
                        model.functions.insert(symbol, function);
                    }
                }
                let open = a.is_zero() && b.is_zero() && a != b;
                let choice = if first { a } else { b };
                let least = if open { choice.clone() } else { a.lesser(b) };
                let greatest = if open { choice.clone() } else { a.greater(b) };
                assert_eq!(evaluate(&terms, &model, min), Value::Float(least));
                assert_eq!(evaluate(&terms, &model, max), Value::Float(greatest));
            }
        }
    }
}

/// Operators of the core are written so that their fixed meaning is kept, whatever another solver
/// chooses.
#[test]
fn the_core_alone() {
    let mut terms = Terms::new();
    let (x, y) = (term(&mut terms, "x"), term(&mut terms, "y"));
    let r = term(&mut terms, "r");
    let rtz = terms.rounding_mode(TowardZero);
    let cores = [terms.fp_min(x, y), terms.fp_max(x, y), terms.fp_to_unsigned(8, rtz, x), terms.fp_to_signed(8, r, y)];
    assert_eq!(
        term_to_string(&terms, cores[0]),
        "(let ((?a x) (?b y)) (ite (and (fp.isZero ?a) (fp.isZero ?b)) ?b (fp.min ?a ?b)))"
    );
    let zeros = |sign| Float::zero(Format::F32, sign);
    let values = [zeros(false), zeros(true), Float::nan(Format::F32), Float::infinity(Format::F32, true)];
    let numbers = [255.5f32, 256.0, -0.9, -1.0, -128.5, 127.9, 3.0]
        .map(|number| Float::from_bits(Format::F32, Bits::from_u64(32, u64::from(number.to_bits()))));
    for core in cores {
        let text = term_to_string(&terms, core);
        let again = term(&mut terms, &text);
        for a in values.iter().chain(&numbers) {
            for b in values.iter().chain(&numbers) {
                for mode in RoundingMode::ALL {
                    let mut model = Model::new();
                    model.set(terms.find_symbol("x").unwrap(), Value::Float(a.clone()));
                    model.set(terms.find_symbol("y").unwrap(), Value::Float(b.clone()));
                    model.set(terms.find_symbol("r").unwrap(), Value::RoundingMode(mode));
                    // Another choice of open results than the core's.
                    for symbol in free_symbols(&terms, &[again]) {
                        if terms.symbol(symbol).hidden.is_some() {
                            let default = match terms.sort(again) == terms.sort(x) {
                                true => Value::Bool(true),
                                false => Value::Bits(Bits::ones(8)),
                            };
                            model.functions.insert(symbol, FunctionValue { table: [].into(), default });
                        }
                    }
                    assert_eq!(evaluate(&terms, &model, core), evaluate(&terms, &model, again), "{text} {a} {b}");
                }
            }
        }
    }
}

/// A hidden function that the simplifier left alone is written as the operator, and the script says
/// the same.
#[test]
fn hidden_functions_alone() {
    let mut terms = Terms::new();
    let x = term(&mut terms, "x");
    let open = term(&mut terms, "((_ fp.to_ubv 8) RNE x)");
    let [_, _, hidden] = *terms.operands(open) else { panic!() };
    assert!(matches!(terms.op(hidden), Op::Apply(_)));
    assert_eq!(term_to_string(&terms, hidden), "(let ((?a RNE) (?b x)) ((_ fp.to_ubv 8) ?a ?b))");
    let min = term(&mut terms, "(fp.min x y)");
    let alone = terms.operands(terms.operands(min)[0])[1];
    assert_eq!(term_to_string(&terms, alone), "(let ((?a x) (?b y)) (= (fp.min ?a ?b) ?a))");
    let truth = terms.fp_is_nan(x);
    let text = script(&terms, "QF_BVFP", &[alone, truth]);
    assert!(!text.contains("declare-fun fp"), "{text}");
    assert!(read(&mut Terms::new(), &text).is_ok(), "{text}");
}

#[test]
fn models() {
    let mut terms = Terms::new();
    read(&mut terms, "(declare-fun f (Float16 RoundingMode) Float16) (declare-const m (Array RoundingMode Float16)) (declare-const r RoundingMode) (declare-const x Float16)").unwrap();
    let find = |name: &str| terms.find_symbol(name).unwrap();
    let one = Float::from_unsigned(Format::F16, NearestEven, &Bits::one(8));
    let mut model = Model::new();
    model.set(find("x"), Value::Float(one.clone()));
    let table =
        [(vec![Value::Float(one), Value::RoundingMode(TowardZero)], Value::Float(Float::nan(Format::F16)))].into();
    let default = Value::Float(Float::zero(Format::F16, true));
    model.functions.insert(find("f"), FunctionValue { table, default });
    let text = model_to_string(&terms, &model, &["f", "m", "r", "x"].map(find));
    let expected = "(
  (define-fun f ((?0 Float16) (?1 RoundingMode)) Float16 (ite (and (= ?0 (fp #b0 #b01111 #b0000000000)) (= ?1 RTZ)) (_ NaN 5 11) (_ -zero 5 11)))
  (define-fun m () (Array RoundingMode Float16) ((as const (Array RoundingMode Float16)) (_ +zero 5 11)))
  (define-fun r () RoundingMode RNE)
  (define-fun x () Float16 (fp #b0 #b01111 #b0000000000))
)";
    assert_eq!(text, expected);
    let inner = text.strip_prefix("(").and_then(|text| text.strip_suffix(")")).unwrap();
    assert!(read(&mut Terms::new(), inner).is_ok());
}

/// Arrays indexed by the few values of a small sort are equal exactly when all elements are.
#[test]
fn small_index_sorts() {
    let mut terms = Terms::new();
    let text = "(declare-const a (Array RoundingMode Bool)) (declare-const b (Array (_ FloatingPoint 2 2) Bool))
        (get-value ((= (store (store (store (store (store a RNE true) RNA true) RTP true) RTN true) RTZ true)
                       ((as const (Array RoundingMode Bool)) true))))";
    let Some(Command::GetValue(list)) = read(&mut terms, text).unwrap().pop() else { panic!() };
    assert_eq!(evaluate(&terms, &Model::new(), list[0].0), Value::Bool(true));
    let tiny = Format::new(2, 2).unwrap();
    let sort = terms.float_sort(tiny);
    let truth = terms.bool_sort();
    let array = terms.array_sort(sort, truth).unwrap();
    let mut filled = terms.var("b", array);
    let (yes, mut count) = (terms.bool(true), 0);
    let all = terms.const_array(array, yes);
    for n in 0..16 {
        let different = terms.eq(filled, all);
        assert_eq!(evaluate(&terms, &Model::new(), different), Value::Bool(count == 15), "{n}");
        let place = Float::from_bits(tiny, Bits::from_u64(4, n));
        count += u32::from(!place.is_nan() || n == 7);
        let place = terms.float(&place);
        filled = terms.store(filled, place, yes);
    }
    let same = terms.eq(filled, all);
    assert_eq!((evaluate(&terms, &Model::new(), same), count), (Value::Bool(true), 15));
}

/// The 80 bits of the x87: all kinds of patterns.
#[test]
fn x87_patterns() {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(80);
    let bits = terms.var("bits", sort);
    let number = terms.x87_from_bits(bits);
    let back = terms.x87_to_bits(number);
    let symbol = terms.find_symbol("bits").unwrap();
    let check = |sign: u64, exponent: u64, significand: u64, expected: Option<(u64, u64)>| {
        let mut model = Model::new();
        model.set(symbol, Value::Bits(Bits::from_words(80, [significand, sign << 15 | exponent])));
        let expected = match expected {
            Some((exponent, fraction)) => {
                let high = sign << 14 | exponent >> 1;
                Float::from_bits(Format::X87, Bits::from_words(79, [exponent << 63 | fraction, high]))
            }
            None => Float::nan(Format::X87),
        };
        let text = format!("{sign} {exponent:x} {significand:x}");
        assert_eq!(evaluate(&terms, &model, number), Value::Float(expected.clone()), "{text}");
        let expected_back = match (expected.is_nan(), exponent, significand >> 63) {
            (true, ..) => Bits::from_words(80, [0xc000_0000_0000_0000, 0x7fff]),
            (_, 0, 1) => Bits::from_words(80, [significand, sign << 15 | 1]),
            _ => Bits::from_words(80, [significand, sign << 15 | exponent]),
        };
        assert_eq!(evaluate(&terms, &model, back), Value::Bits(expected_back), "{text}");
    };
    const INTEGER: u64 = 1 << 63;
    for sign in [0, 1] {
        check(sign, 0, 0, Some((0, 0)));
        check(sign, 0, 5, Some((0, 5)));
        check(sign, 0, INTEGER | 5, Some((1, 5)));
        check(sign, 1, INTEGER | 5, Some((1, 5)));
        check(sign, 0x3fff, INTEGER, Some((0x3fff, 0)));
        check(sign, 0x7ffe, u64::MAX, Some((0x7ffe, u64::MAX >> 1)));
        check(sign, 0x7fff, INTEGER, Some((0x7fff, 0)));
        check(sign, 0x7fff, INTEGER | 1, None);
        check(sign, 0x7fff, 0, None);
        check(sign, 0x7fff, 1, None);
        check(sign, 0x3fff, 0, None);
        check(sign, 0x3fff, u64::MAX >> 1, None);
    }
}
