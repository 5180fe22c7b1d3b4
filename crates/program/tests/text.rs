//! The textual and the binary form give back the program they were made from; the parser survives
//! any input.

use crate::common::{self, Choices};
use adumbra_program::text::{Cause, parse, print};
use adumbra_program::*;
use proptest::prelude::*;

fn round_trip(program: &Program) {
    let text = print(program);
    let back = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert!(back == program.clone().canonical(), "{text}\n{}", print(&back));
    assert_eq!(print(&back), text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sli_1_random_programs_round_trip_through_text(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        round_trip(&common::program(&mut Choices::new(&bytes)));
    }

    #[test]
    fn sli_1_random_programs_round_trip_through_bytes(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        let program = common::program(&mut Choices::new(&bytes));
        prop_assert_eq!(&binary::decode(&binary::encode(&program)).unwrap(), &program);
    }

    #[test]
    fn canonical_form_is_idempotent_and_valid(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        let canonical = common::program(&mut Choices::new(&bytes)).canonical();
        prop_assert!(validate(&canonical).is_ok());
        prop_assert_eq!(&canonical.clone().canonical(), &canonical);
    }
}

const SMALL: &str = r#"program 1
layout LP64 64 "x86_64-pc-linux-gnu"
property unreach-call assertions errors "reach_error"
entry @main

global @counter size 4 align 4 variable "counter" ctype0 at main.c:1:5 = b"\n\0\0\0"
global @table size 16 align 8 constant = b"" {
  0: @counter 0
  8: @main -4
}

function @main() -> i32 at main.c:3:1 {
  entry l0 exit l1
  reg %0.i: i32 variable "i" ctype0 at main.c:4:7
  reg %1 %2: ptr
  l0 -> l2: %0.i = 0  ; main.c:4:7 #1
  l2 -> l3: [%0.i <s 10]  ; main.c:5:12 #4
  l2 -> l5: [!(%0.i <s 10)]  ; main.c:5:12 #4
  l3 -> l4: %0.i = %0.i + 1, %1 = @counter + 4  ; #6
  l4 -> l2: store zext(%0.i, i64) to @counter
  l5 -> l6: [%0.i == 10]
  l5 -> l7: [!(%0.i == 10)]
  l6 -> l1: return 0:i32
  l7 -> l8: violation error-call
  l8 stop
}

ctype ctype0 = int "int" signed 32
file file0 "main.c"
"#;

#[test]
fn sli_1_a_small_program_reads_and_prints_as_written() {
    let program = parse(SMALL).unwrap();
    assert_eq!(print(&program), SMALL);
    let main = program.body(program.entry).unwrap();
    assert_eq!((main.location_ids().len(), main.edge_ids().len()), (9, 9));
    round_trip(&program);
}

#[test]
fn comments_order_of_items_and_untyped_names_do_not_matter() {
    let (head, tables) = SMALL.split_at(SMALL.find("ctype ctype0").unwrap());
    let text = format!("// first\n; second\n{tables} // last\n  ; program 2\n{head}")
        .replace("%0.i", "%0")
        .replace("-> l2: %0 = 0", "-> l2: %0.j = 0:i32");
    assert_eq!(parse(&text).unwrap(), parse(SMALL).unwrap());
}

/// x1 = x0 + x0, x2 = x1 + x1, …: 2^n leaves as a tree, n nodes as a DAG.
fn doubling(n: u32) -> Program {
    let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), Property::unspecified());
    let main = b.declare_function("main", &[], &[Type::Int(32)], false);
    let mut body = b.begin_body(main);
    let r = body.register(Type::Int(32), None);
    let mut x = body.program().register_expr(r);
    for _ in 0..n {
        x = body.program().binary(BinaryOp::Add, x, x);
    }
    let (entry, exit) = (body.entry(), body.exit());
    let middle = body.edge_to_new(entry, Op::Assign(Box::new([(r, x)])), None, None);
    body.edge(middle, exit, Op::Return { values: Box::new([x]) }, None, None);
    body.finish();
    b.finish(main).unwrap()
}

#[test]
fn shared_expressions_are_named_not_copied() {
    let program = doubling(10_000);
    assert!(print(&program).len() < 1_000_000);
    round_trip(&program);
}

fn error(text: &str) -> (u32, u32, Cause) {
    let e = parse(text).expect_err("this text is wrong");
    (e.line, e.column, e.cause)
}

#[test]
fn errors_say_where_and_why() {
    let wrong = |from: &str, to: &str| {
        assert!(SMALL.contains(from));
        error(&SMALL.replacen(from, to, 1))
    };
    assert_eq!(wrong("[%0.i == 10]", "[%9 == 10]"), (21, 14, Cause::Unknown("register %9".into())));
    assert_eq!(wrong("return 0:i32", "return 0"), (23, 20, Cause::UntypedConstant));
    assert_eq!(wrong("%0.i = 0 ", "%0.i = 4294967296 "), (16, 20, Cause::NumberRange("4294967296".into())));
    assert_eq!(wrong("%0.i + 1,", "%0.i + %1,").2, Cause::TypeMismatch { found: Type::Ptr, expected: Type::Int(32) });
    assert_eq!(wrong("zext(%0.i, i64)", "zext(%0.i, i32)").2, Cause::IllTyped("zext".into()));
    assert_eq!(wrong("entry @main", "entry @start").2, Cause::Unknown("@start".into()));
    assert_eq!(wrong("; main.c:5:12", "; other.c:5:12").2, Cause::Unknown("file \"other.c\"".into()));
    assert!(matches!(wrong("l8 stop", "l9 stop").2, Cause::Numbering(_)));
    assert!(matches!(wrong("%1 %2: ptr", "%1 %3: ptr").2, Cause::Numbering(_)));
    assert!(matches!(wrong("l0 -> l2", "l0 -> l99").2, Cause::Numbering(_)));
    assert!(matches!(wrong("l7 -> l8: violation", "l7 -> l8: explode").2, Cause::Unknown(_)));
    assert!(matches!(wrong("[!(%0.i == 10)]", "[%0.i == 10]").2, Cause::Invalid(_)));
    assert!(matches!(wrong("ctype0 at", "ctype7 at").2, Cause::Invalid(_)));
    assert_eq!(wrong("b\"\\n\\0", "b\"\\q\\0").2, Cause::BadString);
    assert_eq!(error("").2, Cause::Once("program"));
    assert_eq!(error(&format!("{SMALL}entry @main\n")).2, Cause::Once("entry"));
    assert_eq!(error("program 1\nsymbol sym0 \"x").2, Cause::UnclosedString);
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    for (open, close) in [("(", ")"), ("popcount(", ")")] {
        let nested = format!("{}%0.i{}", open.repeat(1_000_000), close.repeat(1_000_000));
        let text = SMALL.replacen("%0.i + 1", &nested, 1);
        assert_eq!(error(&text).2, Cause::TooDeep);
    }
}

#[test]
fn short_texts_cannot_ask_for_much_memory() {
    let text = SMALL.replacen("return 0:i32", "return 0x0:i8388608", 1);
    assert!(matches!(error(&text).2, Cause::NumberRange(_)));
    assert!(matches!(error(&SMALL.replacen("l8 stop", "l4000000000 stop", 1)).2, Cause::Numbering(_)));
}

/// Whatever the parser accepts prints and reads back to the same program.
fn survives(text: &str) {
    if let Ok(program) = parse(text) {
        round_trip(&program);
    }
}

#[test]
fn pointers_are_whole_bytes() {
    for bits in ["0", "7", "128", "4294967295"] {
        let text = SMALL.replacen("LP64 64", &format!("LP64 {bits}"), 1);
        assert_eq!(error(&text), (2, 13, Cause::NumberRange(bits.into())));
    }
}

/// More decisions than the fuzzer gives: its bytes again and again, changed each time.
fn stretched(seed: &[u8]) -> Vec<u8> {
    (0..20u8).flat_map(|round| seed.iter().map(move |b| b.rotate_left(round.into()).wrapping_add(round))).collect()
}

/// Bytes that decode are a program like any other: it prints, reads back and can be drawn.
#[test]
fn fuzz_mutated_binary_form() {
    bolero::check!().with_iterations(8_000).with_type::<(Vec<u8>, Vec<(u16, u8)>)>().for_each(|(seed, edits)| {
        let mut bytes = binary::encode(&common::program(&mut Choices::new(&stretched(seed))));
        for (at, byte) in edits.iter().take(4) {
            let at = usize::from(*at) % bytes.len();
            bytes[at] = *byte;
        }
        if let Ok(program) = binary::decode(&bytes) {
            round_trip(&program);
            draw::svg(&program, None, &draw::Options::default());
        }
    });
}

#[test]
fn fuzz_arbitrary_bytes() {
    bolero::check!().with_iterations(20_000).for_each(|bytes: &[u8]| survives(&String::from_utf8_lossy(bytes)));
}

#[test]
fn fuzz_mutated_texts() {
    const PIECES: &[&str] = &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\n",
        " ",
        "%0",
        "%1",
        "$0",
        "l0",
        "l1",
        "l2",
        "0",
        "-1",
        "0x0",
        ":i32",
        ":i1",
        "i8388608",
        "@main",
        "\"",
        "let $0 = ",
        "stop",
        "; ",
        "#3",
        "+",
        "==",
        "select(",
        "fn0",
        "g1",
        "file0",
        "s0",
        "4294967295",
        "18446744073709551616",
        "reg ",
        "double",
        "1e999",
        "b\"",
        "\\x",
        "ü",
        "program 1\n",
        "->",
    ];
    bolero::check!().with_iterations(8_000).with_type::<(Vec<u8>, Vec<(u16, u8, u8)>)>().for_each(|(seed, edits)| {
        let mut text = if seed.len() % 2 == 0 {
            SMALL.into()
        } else {
            print(&common::program(&mut Choices::new(&stretched(seed))))
        };
        for (at, what, length) in edits.iter().take(8) {
            let boundary = |at: usize, text: &str| (0..=at.min(text.len())).rev().find(|i| text.is_char_boundary(*i));
            let start = boundary(usize::from(*at) % (text.len() + 1), &text).unwrap_or(0);
            let end = boundary(start + usize::from(*length % 8), &text).unwrap_or(start).max(start);
            text.replace_range(start..end, PIECES[usize::from(*what) % PIECES.len()]);
        }
        survives(&text);
    });
}
