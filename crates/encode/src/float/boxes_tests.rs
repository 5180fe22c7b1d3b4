//! The ranges of terms against their values.

use super::*;
use adumbra_terms::float::Format;
use adumbra_testing::Random;

/// Bits of a number, often of a usual one.
fn bits(random: &mut Random, native: Native) -> u64 {
    let usual = [0.0, 1.0, -1.0, 0.5, 3.0, 1e-3, -7.25, 1e30, f64::INFINITY, -0.0, 1e-40, 16_777_216.0];
    match random.below(3) {
        0 => random.next() >> (64 - native.width()),
        1 => native.bits(random.pick(&usual)),
        _ => native.bits(random.pick(&usual)).wrapping_add(random.next() % 5) & (u64::MAX >> (64 - native.width())),
    }
}

/// Random terms over two inputs: numbers, words, truth values.
fn random_terms(terms: &mut Terms, random: &mut Random, native: Native) -> (Vec<Term>, [Term; 2]) {
    let single = Format::new(8, 24).expect("a format");
    let double = Format::new(11, 53).expect("a format");
    let format = if native == Native::Single { single } else { double };
    let sort = terms.bv_sort(native.width());
    let inputs = ["x", "y"].map(|name| terms.var(name, sort));
    let mut numbers: Vec<Term> = inputs.map(|input| terms.fp_from_bits(format, input)).to_vec();
    for _ in 0..3 {
        let bits = bits(random, native);
        let bits = terms.bv_u64(native.width(), bits);
        numbers.push(terms.fp_from_bits(format, bits));
    }
    let mut words = inputs.to_vec();
    let mut truths = Vec::new();
    let modes = RoundingMode::ALL.map(|mode| terms.rounding_mode(mode));
    for _ in 0..14 {
        let mode = if random.below(4) == 0 { random.pick(&modes) } else { modes[0] };
        let (a, b) = (random.pick(&numbers), random.pick(&numbers));
        match random.below(19) {
            0 => numbers.push(terms.fp_add(mode, a, b)),
            1 | 2 => numbers.push(terms.fp_mul(mode, a, b)),
            3 => numbers.push(terms.fp_div(mode, a, b)),
            4 => numbers.push(terms.fp_sqrt(mode, a)),
            5 => numbers.push(terms.fp_sub(mode, a, b)),
            6 => numbers.push(terms.fp_neg(a)),
            7 => numbers.push(terms.fp_abs(a)),
            8 => numbers.push(terms.fp_min(a, b)),
            9 => numbers.push(terms.fp_max(a, b)),
            10 => numbers.push(terms.fp_round_to_integral(mode, a)),
            11 => {
                let other = terms.fp_from_fp(if native == Native::Single { double } else { single }, mode, a);
                numbers.push(terms.fp_from_fp(format, modes[0], other));
            }
            12 => {
                let word = random.pick(&words);
                numbers.push(match random.below(2) {
                    0 => terms.fp_from_signed(format, mode, word),
                    _ => terms.fp_from_unsigned(format, mode, word),
                });
            }
            13 => words.push(match random.below(2) {
                0 => terms.fp_to_signed(native.width(), mode, a),
                _ => terms.fp_to_unsigned(native.width(), mode, a),
            }),
            14 => words.push(terms.fp_to_bits(a)),
            15 => {
                let low = random.below(native.width() as usize) as u32;
                let word = random.pick(&words);
                words.push(terms.extract(native.width() - 1, low, word));
                words.retain(|word| terms.bv_width(*word) == Some(native.width()));
            }
            16 => {
                let word = random.pick(&words);
                numbers.push(terms.fp_from_bits(format, word));
            }
            17 => {
                let truth = match random.below(8) {
                    0 => terms.fp_le(a, b),
                    1 => terms.fp_lt(a, b),
                    2 => terms.fp_eq(a, b),
                    3 => terms.fp_is_nan(a),
                    4 => terms.fp_is_infinite(a),
                    5 => terms.fp_is_zero(a),
                    6 => terms.eq(a, b),
                    _ => {
                        let (v, w) = (random.pick(&words), random.pick(&words));
                        terms.bv_ult(v, w)
                    }
                };
                truths.push(truth);
            }
            _ => {
                if let Some(&truth) = truths.last() {
                    numbers.push(terms.ite(truth, a, b));
                    truths.push(terms.not(truth));
                }
            }
        }
    }
    truths.extend([terms.fp_le(numbers[0], numbers[1]), terms.fp_is_nan(numbers[numbers.len() - 1])]);
    let all = numbers.into_iter().chain(words).chain(truths).collect();
    (all, inputs)
}

fn contains(range: Range, value: &Value) -> bool {
    match (range, value) {
        (Any, _) => true,
        (Truth(yes, no), Value::Bool(truth)) => {
            if *truth {
                yes
            } else {
                no
            }
        }
        (Range::Bits(low, high), Value::Bits(bits)) => bits.to_u64().is_some_and(|n| low <= n && n <= high),
        (Float(low, high, nan), Value::Float(number)) => {
            let bits = number.bits().to_u64().expect("a native format");
            let native = if number.format().width() == 32 { Native::Single } else { Native::Double };
            let value = native.number(bits);
            if value.is_nan() { nan } else { low <= value && value <= high }
        }
        _ => false,
    }
}

#[test]
fn values_at_points_of_a_box_are_in_the_ranges() {
    let mut random = Random(7);
    let mut looked = 0;
    for round in 0..1500 {
        let native = if round % 2 == 0 { Native::Single } else { Native::Double };
        let mut terms = Terms::new();
        let (all, inputs) = random_terms(&mut terms, &mut random, native);
        let order = reachable(&terms, &all);
        let Some(mut boxes) = Boxes::new(&terms, &all) else { continue };
        let mut ranges: Ranges =
            boxes.inputs.iter().map(|_| (bits(&mut random, native), bits(&mut random, native))).collect();
        for range in &mut ranges {
            *range = match random.below(3) {
                0 => (range.0, range.0),
                1 => (range.0, range.0.saturating_add(random.next() % 1000).min(u64::MAX >> (64 - native.width()))),
                _ => (range.0.min(range.1), range.0.max(range.1)),
            };
        }
        boxes.look(&ranges);
        let mut plan = Plan::new(&terms, &order);
        for _ in 0..30 {
            let mut model = Model::new();
            for (input, (low, high)) in boxes.inputs.iter().zip(&ranges) {
                let bits = match random.below(4) {
                    0 => *low,
                    1 => *high,
                    _ => low + ((u128::from(high - low) * u128::from(random.next() >> 32)) >> 32) as u64,
                };
                model.set(input.symbol, Value::Bits(Bits::from_u64(native.width(), bits)));
            }
            for input in inputs {
                if let Op::Var(symbol) = terms.op(input)
                    && boxes.inputs.iter().all(|known| known.symbol != symbol)
                {
                    model.set(symbol, Value::Bits(Bits::from_u64(native.width(), bits(&mut random, native))));
                }
            }
            plan.run(&model);
            for (place, term) in order.iter().enumerate() {
                let (range, value) = (boxes.ranges[place], plan.value(place));
                if matches!(value, Value::RoundingMode(_)) {
                    continue;
                }
                assert!(
                    contains(range, value),
                    "{range:?} {value:?} {}",
                    adumbra_terms::smtlib::term_to_string(&terms, *term)
                );
                looked += 1;
            }
        }
    }
    assert!(looked > 100_000, "{looked}");
}

fn read(terms: &mut Terms, text: &str) -> Vec<Term> {
    let text =
        format!("(declare-const x (_ BitVec 32)) (define-fun f () (_ FloatingPoint 8 24) ((_ to_fp 8 24) x)) {text}");
    let mut reader = adumbra_terms::smtlib::Reader::new(&text);
    let mut result = Vec::new();
    while let Some(command) = reader.next(terms).expect("a valid script") {
        if let adumbra_terms::smtlib::Command::Assert(term, _) = command {
            result.push(term);
        }
    }
    result
}

#[test]
fn magnitudes_decide() {
    let between = "(assert (fp.leq (fp #b1 #x7f #b00000000000000000000000) f)) (assert (fp.leq f (fp #b0 #x7f #b00000000000000000000000)))";
    // From -1 to 1 no square is above 1, and some sum of a number with itself is.
    for (what, exists) in [("(fp.mul RNE f f)", false), ("(fp.add RNE f f)", true)] {
        let mut terms = Terms::new();
        let given =
            read(&mut terms, &format!("{between} (assert (fp.lt (fp #b0 #x7f #b00000000000000000000000) {what}))"));
        let found = Boxes::new(&terms, &given).expect("one input").decide(&terms, &given, 1_000_000, &Limits::none());
        match found {
            Boxed::Empty => assert!(!exists, "{what}"),
            Boxed::Model(_) => assert!(exists, "{what}"),
            Boxed::Open => panic!("{what} is left open"),
        }
    }
}
