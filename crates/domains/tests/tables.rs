//! The tables and examples of the specification, with the published errors corrected.

use adumbra_domains::sign::unbounded::Table;
use adumbra_domains::*;

const ROWS: [Sign; 4] = [Sign::Positive, Sign::Zero, Sign::Negative, Sign::Any];

/// Rows and columns in the order >0, 0, <0, any; `+ 0 - ? !` for a cell, `!` for no result.
fn check_table(table: Table, rows: [&str; 4]) {
    for (a, row) in ROWS.into_iter().zip(rows) {
        let cells: String = ROWS
            .into_iter()
            .map(|b| match table.at(a, b) {
                Some(Sign::Positive) => '+',
                Some(Sign::Zero) => '0',
                Some(Sign::Negative) => '-',
                Some(Sign::Any) => '?',
                None => '!',
            })
            .collect();
        assert_eq!(cells, row, "{table:?} {a:?}");
    }
}

#[test]
fn sign_tables_are_the_corrected_ones() {
    check_table(Table::Add, ["++??", "+0-?", "?--?", "????"]);
    check_table(Table::Sub, ["?++?", "-0+?", "--??", "????"]);
    check_table(Table::Mul, ["+0-?", "0000", "-0+?", "?0??"]);
    check_table(Table::Eq, ["?00?", "0+0?", "00??", "????"]);
    check_table(Table::Ne, ["?++?", "+0+?", "++??", "????"]);
    check_table(Table::Lt, ["?00?", "+00?", "++??", "????"]);
    check_table(Table::Div, ["?!??", "0!00", "?!??", "?!??"]);
    check_table(Table::Rem, ["?!??", "0!00", "?!??", "?!??"]);
    check_table(Table::Shl, ["?+??", "0000", "?-??", "????"]);
}

/// A cell is the sign of all results: the best that the domain can say, for the tables where the
/// specification asks for it.
#[test]
fn sign_tables_agree_with_brute_force() {
    let numbers = -6i128..=6;
    for table in Table::ALL {
        for a in Sign::ALL {
            for b in Sign::ALL {
                let mut best: Option<Sign> = None;
                for x in numbers.clone().filter(|n| a.has(*n)) {
                    for y in numbers.clone().filter(|n| b.has(*n)) {
                        let result = match table {
                            Table::Add => x + y,
                            Table::Sub => x - y,
                            Table::Mul => x * y,
                            Table::Div | Table::Rem if y == 0 => continue,
                            Table::Div => x / y,
                            Table::Rem => x % y,
                            Table::Shl if y < 0 => x >> -y,
                            Table::Shl => x << y,
                            Table::Eq => (x == y).into(),
                            Table::Ne => (x != y).into(),
                            Table::Lt => (x < y).into(),
                        };
                        let sign = Sign::of(result);
                        assert!(table.at(a, b).is_some_and(|s| s.has(result)), "{table:?} {a:?} {b:?} lacks {result}");
                        best = Some(best.map_or(sign, |s| if s == sign { s } else { Sign::Any }));
                    }
                }
                if !matches!(table, Table::Shl) {
                    assert_eq!(table.at(a, b), best, "{table:?} {a:?} {b:?}");
                }
            }
        }
    }
}

/// The cells that were printed wrong.
#[test]
fn sign_tables_have_the_corrections() {
    use Sign::*;
    assert_eq!(Table::Sub.at(Zero, Positive), Some(Negative));
    assert_eq!(Table::Sub.at(Zero, Negative), Some(Positive));
    assert_eq!(Table::Eq.at(Any, Positive), Some(Any));
    assert_eq!(Table::Lt.at(Negative, Positive), Some(Positive));
    assert_eq!(Table::Div.at(Positive, Positive), Some(Any), "1 / 2 is 0");
    // Negative times positive is known; any times positive is not.
    assert_eq!(Table::Mul.at(Negative, Positive), Some(Negative));
    assert_eq!(Table::Mul.at(Any, Positive), Some(Any));
}

/// Where nothing can wrap the machine's signs are those of the tables, elsewhere they are any.
#[test]
fn machine_signs_give_up_where_arithmetic_wraps() {
    use Sign::*;
    let run = |op, a, b| Sign::binary(&mut (), op, Sort::Int(32), &a, &b).unwrap();
    for (table, op) in [(Table::Add, Binary::Add), (Table::Sub, Binary::Sub), (Table::Mul, Binary::Mul)] {
        for a in Sign::ALL {
            for b in Sign::ALL {
                let (ideal, machine) = (table.at(a, b).unwrap(), run(op, a, b));
                assert!(machine == ideal || machine == Any, "{op:?} {a:?} {b:?}");
            }
        }
    }
    assert_eq!(run(Binary::Add, Positive, Positive), Any);
    assert_eq!(run(Binary::Add, Positive, Zero), Positive);
    assert_eq!(run(Binary::Sub, Zero, Negative), Any, "the smallest number has no opposite");
    assert_eq!(run(Binary::Sub, Zero, Positive), Negative);
    assert_eq!(run(Binary::Mul, Any, Zero), Zero);
}

#[test]
fn truth_of_signs() {
    let truth = |s| Sign::to_tristate(&mut (), Sort::Int(32), &s).unwrap();
    assert_eq!(truth(Sign::Negative), Tristate::True);
    assert_eq!(truth(Sign::Positive), Tristate::True);
    assert_eq!(truth(Sign::Zero), Tristate::False);
    assert_eq!(truth(Sign::Any), Tristate::Maybe);
}

/// The domain that analyses run with: each cell is the sign of all results at a machine width,
/// where they wrap, and so that of the table wherever nothing wraps.
#[test]
fn machine_signs_agree_with_brute_force() {
    let (width, sort) = (5, Sort::Int(5));
    let members = |sign: Sign| (0..1u64 << width).filter(move |bits| sign.has(signed(*bits, width).into()));
    let tables = [
        (Table::Add, Binary::Add),
        (Table::Sub, Binary::Sub),
        (Table::Mul, Binary::Mul),
        (Table::Eq, Binary::Eq),
        (Table::Ne, Binary::Ne),
        (Table::Lt, Binary::Slt),
    ];
    let mut as_in_the_table = 0;
    for (table, op) in tables {
        let truth = matches!(table, Table::Eq | Table::Ne | Table::Lt);
        for (a, b) in ROWS.into_iter().flat_map(|a| ROWS.map(|b| (a, b))) {
            let result = Sign::binary(&mut (), op, sort, &a, &b).unwrap();
            let all: Vec<u64> =
                members(a).flat_map(|x| members(b).filter_map(move |y| concrete::binary(op, sort, x, y))).collect();
            let sign = |bits: &u64| Sign::of(signed(*bits, if truth { 1 } else { width }).into());
            let first = sign(&all[0]);
            let best = if all.iter().all(|bits| sign(bits) == first) { first } else { Sign::Any };
            assert_eq!(result, best, "{op:?} {a:?} {b:?}");
            // A truth value is 1 in the tables and the 1-bit number -1 here.
            let cell = table.at(a, b).map(|cell| if truth && cell == Sign::Positive { Sign::Negative } else { cell });
            as_in_the_table += usize::from(cell == Some(result));
        }
    }
    // 0 - <0, >0 + >0, >0 - <0, <0 + <0, <0 - >0 and four products can wrap.
    assert_eq!(as_in_the_table, 6 * 16 - 9);
}

#[test]
fn three_valued_logic() {
    use Tristate::*;
    let all = [False, True, Maybe];
    for a in all {
        assert_eq!(a.negate().negate(), a);
        for b in all {
            for (x, y) in [(false, false), (false, true), (true, false), (true, true)] {
                if a.admits(x) && b.admits(y) {
                    assert!(a.and(b).admits(x && y) && a.or(b).admits(x || y));
                }
            }
            let definite = a != Maybe && b != Maybe;
            assert!(!definite || a.and(b) != Maybe);
        }
    }
    assert_eq!((False.and(Maybe), True.or(Maybe), Maybe.and(Maybe)), (False, True, Maybe));
}

const WIDTH: u32 = 32;

fn iv(low: i128, high: i128) -> Interval {
    Interval::range(low, high, WIDTH)
}

fn op(op: Binary, a: Interval, b: Interval) -> Interval {
    Interval::binary(&mut Thresholds::default(), op, Sort::Int(WIDTH), &a, &b).unwrap()
}

fn back(op: Binary, result: Interval, a: Interval, b: Interval) -> Option<(Interval, Interval)> {
    Interval::refine_binary(&mut Thresholds::default(), op, Sort::Int(WIDTH), &result, &a, &b).unwrap()
}

fn truth(value: Interval, width: u32) -> Tristate {
    Interval::to_tristate(&mut Thresholds::default(), Sort::Int(width), &value).unwrap()
}

fn yes() -> Interval {
    Interval::of(1, 1)
}

#[test]
fn truth_of_intervals() {
    assert_eq!(truth(Interval::Any, WIDTH), Tristate::Maybe);
    assert_eq!(truth(iv(1, 5), WIDTH), Tristate::True);
    assert_eq!(truth(iv(0, 0), WIDTH), Tristate::False);
    assert_eq!(truth(iv(-3, -1), WIDTH), Tristate::True);
    assert_eq!(truth(op(Binary::Slt, iv(0, 20), iv(10, 10)), 1), Tristate::Maybe);
}

/// Increment is exact, doubling the best an interval can say.
#[test]
fn increment_and_doubling() {
    assert_eq!(op(Binary::Add, iv(3, 7), iv(1, 1)), iv(4, 8));
    assert_eq!(op(Binary::Mul, iv(1, 2), iv(2, 2)), iv(2, 4));
}

/// The formulas that were printed wrong: difference, quotient, remainder, equality, casts.
#[test]
fn corrected_interval_formulas() {
    assert_eq!(op(Binary::Sub, iv(-1, 1), iv(1, 2)), iv(-3, 0));
    assert_eq!(op(Binary::SDiv, iv(1, 10), iv(2, 3)), iv(0, 5));
    assert_eq!(op(Binary::SRem, iv(-7, 4), iv(-3, 3)), iv(-7, 4), "a divisor may be zero");
    assert_eq!(op(Binary::SRem, iv(-7, 4), iv(2, 3)), iv(-2, 2));
    assert_eq!(op(Binary::Eq, iv(1, 1), iv(1, 1)), yes());
    assert_eq!(op(Binary::Eq, iv(1, 2), iv(1, 1)), Interval::Any);
    assert_eq!(op(Binary::Eq, iv(1, 2), iv(3, 9)), Interval::of(0, 1));
    let cast = |op, from: u32, to: u32, value: Interval| {
        Interval::cast(&mut Thresholds::default(), op, Sort::Int(from), Sort::Int(to), &value).unwrap()
    };
    assert_eq!(cast(Cast::ZExt, 8, WIDTH, Interval::range(-2, -1, 8)), iv(254, 255));
    assert_eq!(cast(Cast::ZExt, 8, WIDTH, Interval::range(-2, 3, 8)).unsigned_bounds(WIDTH), (0, 255));
    assert_eq!(cast(Cast::SExt, 8, WIDTH, Interval::range(-2, 3, 8)), iv(-2, 3));
    assert_eq!(cast(Cast::Trunc, WIDTH, 8, iv(250, 260)), Interval::range(-6, 4, 8));
    assert_eq!(cast(Cast::Trunc, WIDTH, 8, iv(0, 300)), Interval::Any);
}

/// Backward "less than" and "at most", whose right operand was printed wrong.
#[test]
fn backward_order() {
    assert_eq!(back(Binary::Slt, yes(), iv(1, 2), iv(3, 3)), Some((iv(1, 2), iv(3, 3))));
    assert_eq!(back(Binary::Slt, yes(), iv(3, 4), iv(2, 2)), None);
    assert_eq!(back(Binary::Slt, yes(), iv(2, 5), iv(1, 4)), Some((iv(2, 3), iv(3, 4))));
    assert_eq!(back(Binary::Sle, yes(), iv(2, 5), iv(1, 4)), Some((iv(2, 4), iv(2, 4))));
    assert_eq!(back(Binary::Slt, Interval::of(0, 1), iv(1, 4), iv(2, 5)), Some((iv(2, 4), iv(2, 4))));
    assert_eq!(back(Binary::Ne, yes(), iv(1, 4), iv(4, 4)), Some((iv(1, 3), iv(4, 4))));
}

/// The chain of the discriminating example: w = x + y, w < z.
#[test]
fn backward_through_a_sum() {
    let (x, y, z) = (iv(1, 2), iv(0, 1), iv(1, 2));
    let w = op(Binary::Add, x, y);
    assert_eq!(w, iv(1, 3));
    let (w, z) = back(Binary::Slt, yes(), w, z).unwrap();
    assert_eq!((w, z), (iv(1, 1), iv(2, 2)));
    assert_eq!(back(Binary::Add, w, x, y), Some((iv(1, 1), iv(0, 0))));
}

#[test]
fn backward_difference() {
    // c = a - b, then c = 0.
    assert_eq!(back(Binary::Sub, iv(0, 0), iv(-1, 1), iv(1, 2)), Some((iv(1, 1), iv(1, 1))));
    // c = a + 5 above 10, then b - a = 2.
    let (a, _) = back(Binary::Add, iv(11, 15), iv(1, 10), iv(5, 5)).unwrap();
    assert_eq!(a, iv(6, 10));
    assert_eq!(op(Binary::Sub, iv(1, 10), a), iv(-9, 4));
    assert_eq!(back(Binary::Sub, iv(2, 2), iv(1, 10), a), Some((iv(8, 10), iv(6, 8))));
    // Without splitting, one step of refinement.
    assert_eq!(back(Binary::Add, iv(2, 5), iv(0, 5), iv(2, 5)), Some((iv(0, 3), iv(2, 5))));
}

/// Signs: c = a - b is zero and b positive, so a is.
#[test]
fn backward_signs() {
    let refined =
        Sign::refine_binary(&mut (), Binary::Sub, Sort::Int(32), &Sign::Zero, &Sign::Any, &Sign::Positive).unwrap();
    assert_eq!(refined, Some((Sign::Positive, Sign::Positive)));
}

/// Both readings of a number stay useful, and wrap-around is what it is.
#[test]
fn signed_and_unsigned_readings() {
    let around_zero = iv(-2, 3);
    assert_eq!(around_zero.signed_bounds(WIDTH), (-2, 3));
    assert_eq!(op(Binary::Slt, around_zero, iv(4, 4)), yes());
    let around_top = iv((1 << 31) - 2, (1 << 31) + 1);
    assert_eq!(around_top.unsigned_bounds(WIDTH), ((1 << 31) - 2, (1 << 31) + 1));
    assert_eq!(op(Binary::Add, iv(i128::from(u32::MAX), i128::from(u32::MAX)), iv(1, 1)), iv(0, 0));
    // An unsigned test against a small bound excludes negative numbers.
    assert_eq!(back(Binary::Ult, yes(), Interval::Any, iv(10, 10)).unwrap().0, iv(0, 9));
    assert_eq!(op(Binary::And, Interval::Any, iv(7, 7)), iv(0, 7));
}

#[test]
fn widening_goes_to_thresholds_and_then_to_the_end() {
    let thresholds = Thresholds::new(vec![100, 10]);
    assert_eq!(iv(0, 0).widened(&iv(0, 1), &thresholds, WIDTH), iv(0, 10));
    assert_eq!(iv(0, 10).widened(&iv(0, 11), &thresholds, WIDTH), iv(0, 100));
    assert_eq!(iv(0, 100).widened(&iv(0, 101), &thresholds, WIDTH), iv(0, i128::from(i32::MAX)));
    assert_eq!(iv(10, 10).widened(&iv(9, 10), &Thresholds::default(), WIDTH), iv(0, 10));
}

#[test]
fn constants_of_floats_are_never_nan() {
    let double = Sort::Float(FloatKind::Double);
    let lift = |x: f64| Constant::lift(&mut (), double, &[x.to_bits()]).unwrap();
    let run = |op, a: &Constant, b: &Constant| Constant::binary(&mut (), op, double, a, b).unwrap();
    assert_eq!(run(Binary::FAdd, &lift(1.5), &lift(2.0)), lift(3.5));
    assert_eq!(run(Binary::FSub, &lift(f64::INFINITY), &lift(f64::INFINITY)), Constant::Any);
    assert_eq!(lift(f64::NAN), Constant::Any);
    assert_eq!(run(Binary::FLt, &lift(1.0), &lift(2.0)), Constant::Known(1));
    let to_int = Constant::cast(&mut (), Cast::FloatToSInt, double, Sort::Int(8), &lift(-1000.0)).unwrap();
    assert_eq!(to_int, Constant::Known(0x80));
}

/// The unit domain: every operator returns its only value, and every branch on it goes both ways.
#[test]
fn the_unit_domain_knows_nothing() {
    let (sort, ctx) = (Sort::Int(32), &mut ());
    let one = Unit::lift(ctx, sort, &[1]).unwrap();
    assert_eq!(Unit::any(ctx, sort), Ok(one));
    for op in Binary::ALL {
        assert_eq!(Unit::binary(ctx, op, sort, &one, &one), Ok(Unit));
    }
    for op in Unary::ALL {
        assert_eq!(Unit::unary(ctx, op, sort, &one), Ok(Unit));
    }
    for op in Cast::ALL {
        assert_eq!(Unit::cast(ctx, op, sort, Sort::Int(8), &one), Ok(Unit));
    }
    assert_eq!(Unit::to_tristate(ctx, sort, &one), Ok(Tristate::Maybe));
    for nonzero in [true, false] {
        assert_eq!(Unit::assume(ctx, sort, &one, nonzero), Ok(Some(Unit)));
    }
}
