//! Readers survive anything: they answer or refuse, and never panic.

use crate::common;
use adumbra_terms::dimacs::Cnf;
use adumbra_terms::smtlib::{Command, Reader, script};
use adumbra_terms::{Simplifier, Terms, sf};

fn read_script(text: &str) {
    let mut terms = Terms::new();
    let mut simplifier = Simplifier::new();
    let mut reader = Reader::new(text);
    while let Ok(Some(command)) = reader.next(&mut terms) {
        if let Command::Assert(term, _) = command {
            simplifier.simplify(&mut terms, term);
            let again = script(&terms, "QF_AUFBV", &[term]);
            let mut copy = Terms::new();
            let mut reader = Reader::new(&again);
            while reader.next(&mut copy).unwrap_or_else(|error| panic!("{error} in {again}")).is_some() {}
        }
    }
}

/// Texts made of the words of a format, which come further than bytes do.
fn text_of(words: &[&str], choices: &[u8]) -> String {
    choices.iter().map(|choice| words[usize::from(*choice) % words.len()]).collect::<Vec<_>>().join(" ")
}

#[test]
fn smtlib_bytes() {
    bolero::check!().with_iterations(20_000).for_each(|bytes: &[u8]| {
        if let Ok(mut reader) = Reader::from_bytes(bytes) {
            let mut terms = Terms::new();
            while let Ok(Some(_)) = reader.next(&mut terms) {}
        }
    });
}

#[test]
fn smtlib_words() {
    const WORDS: &[&str] = &[
        "(",
        ")",
        "(",
        ")",
        "(",
        ")",
        "assert",
        "declare-const",
        "declare-fun",
        "define-fun",
        "define-sort",
        "push",
        "pop",
        "check-sat",
        "let",
        "!",
        ":named",
        "_",
        "as",
        "const",
        "Array",
        "Bool",
        "BitVec",
        "x",
        "y",
        "|z|",
        "f",
        "A",
        "true",
        "false",
        "#b1",
        "#xff",
        "bv5",
        "0",
        "1",
        "8",
        "16777216",
        "4294967296",
        "and",
        "or",
        "not",
        "=",
        "ite",
        "distinct",
        "select",
        "store",
        "bvadd",
        "bvmul",
        "bvudiv",
        "bvult",
        "bvsmod",
        "concat",
        "extract",
        "repeat",
        "sign_extend",
        "rotate_left",
        "bvsmulo",
        "(assert",
        "(declare-const x (_ BitVec 8))",
        "(declare-const y Bool)",
        "((_ extract 3 1) x)",
        "(let ((y (bvneg x)))",
        "get-value",
        "get-interpolant",
        "check-sat-assuming",
        "set-info",
        "\"s\"",
        ";c\n",
        "reset",
        "(= x x)",
        "FloatingPoint",
        "Float16",
        "RoundingMode",
        "RNE",
        "+oo",
        "NaN",
        "1.5",
        "(- 2.5)",
        "(/ 1 3)",
        "fp",
        "fp.add",
        "fp.fma",
        "fp.min",
        "fp.lt",
        "fp.isNaN",
        "to_fp",
        "fp.to_ubv",
        "((_ to_fp 5 11) RNE",
        "((_ to_fp 3 5) x)",
        "((_ fp.to_sbv 8) RTZ",
        "(declare-const z Float16)",
        "(fp.sub RNE z z)",
    ];
    bolero::check!()
        .with_iterations(20_000)
        .with_type::<Vec<u8>>()
        .for_each(|choices| read_script(&text_of(WORDS, choices)));
}

/// A correct script with a few bytes changed.
#[test]
fn smtlib_edits() {
    bolero::check!().with_iterations(5_000).with_type::<(Vec<u8>, Vec<(u16, u8)>)>().for_each(|(recipe, edits)| {
        let mut terms = Terms::new();
        let roots = common::build(&mut terms, &recipe[..recipe.len().min(120)]);
        let roots: Vec<_> = roots.into_iter().filter(|root| terms.is_bool(*root)).collect();
        let mut bytes = script(&terms, "QF_AUFBV", &roots).into_bytes();
        for (position, byte) in edits.iter().take(4) {
            let length = bytes.len();
            bytes[usize::from(*position) % length] = *byte % 128;
        }
        read_script(&String::from_utf8_lossy(&bytes));
    });
}

#[test]
fn dimacs_bytes_and_words() {
    bolero::check!().with_iterations(20_000).for_each(|bytes: &[u8]| {
        if let Ok(cnf) = Cnf::read(bytes) {
            assert_eq!(Cnf::read(cnf.to_string().as_bytes()), Ok(cnf));
        }
    });
    const WORDS: &[&str] = &["p cnf 3 2\n", "p", "cnf", "0", "1", "-2", "3", "\n", "c", "%", "99999999999", "-", "0\n"];
    bolero::check!().with_iterations(20_000).with_type::<Vec<u8>>().for_each(|choices| {
        let _ = Cnf::read(text_of(WORDS, choices).as_bytes());
    });
}

#[test]
fn sf_bytes_and_words() {
    bolero::check!().with_iterations(20_000).for_each(|bytes: &[u8]| {
        let _ = sf::read(&mut Terms::new(), bytes);
    });
    const WORDS: &[&str] = &[
        "\n",
        "\n",
        "v 1.0",
        "e 0",
        "d x:i8 y:i8 b:i1 w:i64\n",
        "\nc x",
        "\nc b",
        "\nc w",
        "\np",
        "+",
        "-",
        "&",
        "~",
        "=>",
        "=",
        "ult",
        "ite",
        "/s",
        "%u",
        "<<",
        ">>a",
        "trun",
        "sext",
        "zext",
        "conc",
        "extr",
        "x",
        "y",
        "b",
        "w",
        "1:i1",
        "7:i8",
        "-3:i8",
        "64:i8",
        "#",
        ":",
        "i8",
    ];
    bolero::check!().with_iterations(20_000).with_type::<Vec<u8>>().for_each(|choices| {
        let mut terms = Terms::new();
        if let Ok(formula) = sf::read(&mut terms, text_of(WORDS, choices).as_bytes()) {
            let text = sf::write(&terms, &formula.assertions).unwrap();
            assert!(sf::read(&mut Terms::new(), text.as_bytes()).is_ok(), "{text}");
        }
    });
}
