//! Clauses of contracts, as witnesses have them: what they mean when they are read is what the
//! compiler makes of them, and in ACSL what they mean in numbers that do not wrap.

use crate::common::{Place, need_llvm};
use adumbra_frontend::{LoadOptions, load};
use adumbra_program::{DataModel, Program, Property};
use adumbra_terms::{Bits, Model, Op, Value, evaluate};
use adumbra_testing::Random;
use adumbra_verdict::{Formulas, Leaf, ObjectName, Place as InState};
use adumbra_witness::clause::suspected;
use adumbra_witness::format::{ExpressionLanguage, FunctionContract, Place as Where};
use adumbra_witness::sources::Sources;
use std::fmt::Write;
use std::process::Command;

const PROGRAM: &str = "int x, y; unsigned u; unsigned char c; short s; long long l; unsigned long long v;
int f(int n) { x += y + u + c + s + l + v; return n ? f(n - 1) : x; }
int main(void) { return f(3); }
";

const NAMES: [&str; 7] = ["x", "y", "u", "c", "s", "l", "v"];

const TYPES: [&str; 8] =
    ["int", "unsigned int", "char", "unsigned char", "short", "unsigned short", "long long", "unsigned long long"];

/// An expression, and the same where every number is one of 512 bits.
fn expression(random: &mut Random, depth: u32) -> (String, String) {
    if depth == 0 || random.below(6) == 0 {
        let leaf = match random.below(3) {
            0 => ["0", "1", "7", "255U", "2147483647", "4294967295U", "0x10", "9LL", "3ULL"][random.below(9)],
            _ => NAMES[random.below(7)],
        };
        return (leaf.to_owned(), format!("((_BitInt(512)){leaf})"));
    }
    let (a, wide_a) = expression(random, depth - 1);
    let (b, wide_b) = expression(random, depth - 1);
    let both = |op: &str| (format!("({a} {op} {b})"), format!("({wide_a} {op} {wide_b})"));
    let truth = |(text, wide): (String, String)| (text, format!("((_BitInt(512)){wide})"));
    match random.below(14) {
        0..3 => both(["+", "-", "*"][random.below(3)]),
        3 => both(["&", "|", "^"][random.below(3)]),
        4..7 => truth(both(["<", "<=", "==", "!=", ">", ">="][random.below(6)])),
        7 => truth(both(["&&", "||"][random.below(2)])),
        8 => {
            let by = ["3", "10U", "7LL"][random.below(3)];
            let op = ["/", "%"][random.below(2)];
            (format!("({a} {op} {by})"), format!("({wide_a} {op} (_BitInt(512)){by})"))
        }
        9 => {
            let (op, by) = (["<<", ">>"][random.below(2)], random.below(9));
            (format!("({a} {op} {by})"), format!("({wide_a} {op} {by})"))
        }
        10 => {
            let op = ["-", "~", "+"][random.below(3)];
            (format!("({op}{a})"), format!("({op}{wide_a})"))
        }
        11 => truth((format!("(!{a})"), format!("(!{wide_a})"))),
        12 => {
            let ty = TYPES[random.below(8)];
            (format!("(({ty}){a})"), format!("((_BitInt(512))({ty}){wide_a})"))
        }
        _ => (format!("({a} ? {b} : {a})"), format!("({wide_a} ? {wide_b} : {wide_a})")),
    }
}

/// The formulas of a clause.
fn read(program: &Program, sources: &Sources, text: &str, language: ExpressionLanguage) -> Option<Formulas> {
    let place = Where { file: "a.c".into(), line: 2, column: None, function: Some("f".into()) };
    let given = FunctionContract { place, requires: Some(text.to_owned()), ensures: None, language, line: 1 };
    let read = suspected(program, sources, &given).unwrap_or_else(|e| panic!("{text}: {e}"));
    read.ok().map(|suspected| suspected.contract.entry)
}

/// Does everything hold if the variables have these values?
fn holds(program: &Program, formulas: &Formulas, values: &[u64]) -> bool {
    let mut model = Model::new();
    for (variable, leaf) in formulas.leaves() {
        let Leaf::Value(InState::Cell(ObjectName::Global(global), 0, bytes)) = leaf else { panic!("{leaf:?}") };
        let name = NAMES.iter().position(|name| *name == program.globals[*global].name).unwrap();
        if let Op::Var(symbol) = formulas.terms.op(*variable) {
            let bits = values[name] & (u64::MAX >> (64 - 8 * bytes));
            model.set(symbol, Value::Bits(Bits::from_u64(8 * bytes, bits)));
        }
    }
    formulas.all().iter().all(|formula| evaluate(&formulas.terms, &model, *formula) == Value::Bool(true))
}

const ROWS: usize = 24;

/// The truth of expressions in rows of values, as native code has it.
fn native(place: &Place, expressions: &[String], rows: &[Vec<u64>]) -> Vec<bool> {
    let mut text = "#include <stdio.h>\nint x, y; unsigned u; unsigned char c; short s; long long l;\n".to_owned();
    text += "unsigned long long v;\n";
    for (number, expression) in expressions.iter().enumerate() {
        let _ = writeln!(text, "static int e{number}(void) {{ return ({expression}) != 0; }}");
    }
    text += "int main(void) {\n";
    for row in rows {
        for (name, value) in NAMES.iter().zip(row) {
            let _ = write!(text, "{name} = {value}ULL; ");
        }
        for number in 0..expressions.len() {
            let _ = write!(text, "putchar('0' + e{number}());");
        }
        text.push('\n');
    }
    text += "return 0; }\n";
    std::fs::write(place.path("native.c"), text).unwrap();
    let out = place.path("native");
    let mut compiler = Command::new("clang-22");
    compiler.args(["-w", "-fwrapv", "-O0", "-o"]).arg(&out).arg(place.path("native.c"));
    assert!(compiler.status().unwrap().success());
    Command::new(out).output().unwrap().stdout.into_iter().map(|byte| byte == b'1').collect()
}

#[test]
fn clauses_mean_what_the_compiler_makes_of_them() {
    need_llvm();
    let place = Place::new(&[("a.c", PROGRAM.as_bytes())]);
    let mut options = LoadOptions::new([place.path("a.c")]).property(Property::unspecified());
    options.data_model = Some(DataModel::Lp64);
    let loaded = load(&options.promote(true)).unwrap();
    let program = loaded.program();
    // The program knows the file by its whole name.
    let path = place.path("a.c").display().to_string();
    let sources = Sources::new([(path, PROGRAM.as_bytes().to_vec())]);
    let mut random = Random(7);
    let texts: Vec<(String, String)> = (0..250).map(|_| expression(&mut random, 3)).collect();
    let value = |random: &mut Random| match random.below(4) {
        0 => random.below(5) as u64,
        1 => (random.below(4) as u64).wrapping_sub(2),
        2 => 1 << random.below(64),
        _ => random.next(),
    };
    let rows: Vec<Vec<u64>> = (0..ROWS).map(|_| (0..7).map(|_| value(&mut random)).collect()).collect();
    for (language, wide) in [(ExpressionLanguage::ExtendedC, false), (ExpressionLanguage::Acsl, true)] {
        let natives: Vec<String> = texts.iter().map(|(c, exact)| if wide { exact } else { c }.clone()).collect();
        let truths = native(&place, &natives, &rows);
        let (mut decided, mut asked) = (0, 0);
        for (number, (text, _)) in texts.iter().enumerate() {
            let yes = read(program, &sources, text, language);
            let no = read(program, &sources, &format!("!({text})"), language);
            let (Some(yes), Some(no)) = (yes, no) else { continue };
            for (row, values) in rows.iter().enumerate() {
                let truth = truths[row * texts.len() + number];
                let (is, is_not) = (holds(program, &yes, values), holds(program, &no, values));
                assert!(!(is && !truth) && !(is_not && truth), "{text} is {truth} for {values:?} ({language:?})");
                // What is undefined neither holds nor does not.
                decided += usize::from(is || is_not);
                asked += 1;
            }
        }
        assert!(asked > 4_000, "{asked}");
        assert!(if wide { decided == asked } else { decided * 10 > asked * 6 }, "{decided} of {asked}");
    }
}

#[test]
fn clauses_that_are_none_are_refused() {
    need_llvm();
    let place = Place::new(&[("a.c", PROGRAM.as_bytes())]);
    let loaded = load(&LoadOptions::new([place.path("a.c")]).property(Property::unspecified()).promote(true)).unwrap();
    let sources = Sources::new([(place.path("a.c").display().to_string(), PROGRAM.as_bytes().to_vec())]);
    let deep = format!("{}x{}", "(".repeat(3_000), ")".repeat(3_000));
    let long = format!("x{}", " + x".repeat(20_000));
    for (text, part) in [
        ("", "it ends too early"),
        ("x ==", "it ends too early"),
        ("x = 1", "`=` is an effect"),
        ("x++ > 0", "`++` is an effect"),
        ("f(x)", "is a call"),
        ("x y", "`y` is not expected"),
        ("(x", "`)` is missing"),
        ("x ? y", "`:` is missing"),
        ("nothing == 1", "`nothing` is not visible"),
        ("\\result == 1", "belong into `ensures`"),
        ("\\forall == 1", "`\\` does not belong"),
        ("x; y", "`;` is not expected"),
    ] {
        let place = Where { file: "a.c".into(), line: 2, column: Some(1), function: None };
        let language = ExpressionLanguage::C;
        let given = FunctionContract { place, requires: Some(text.into()), ensures: None, language, line: 5 };
        let error = suspected(loaded.program(), &sources, &given).unwrap_err();
        assert!(error.message.contains(part) && error.line == Some(5), "{text}: {error:?}");
    }
    for text in [deep.as_str(), "sizeof(x) == 4", "x << y", "(float)x > 1", "'a' == c", "1.5 < x"] {
        assert!(read(loaded.program(), &sources, text, ExpressionLanguage::C).is_none(), "{text}");
    }
    // Whatever happens, it ends.
    let _ = read(loaded.program(), &sources, &long, ExpressionLanguage::Acsl);
}
