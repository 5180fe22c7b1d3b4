//! Input that is too wide, too deep, too long, cut off or no text: a clear answer, quickly, on a
//! small stack.

use adumbra_terms::dimacs::Cnf;
use adumbra_terms::smtlib::Reader;
use adumbra_terms::{Terms, sf};

const MANY: usize = 1_000_000;

/// What the reader says of a script, on a stack that recursion on depth would overflow.
fn outcome(text: String) -> Result<usize, String> {
    let read = move || {
        let mut terms = Terms::new();
        let mut reader = Reader::new(&text);
        let mut commands = 0;
        loop {
            match reader.next(&mut terms) {
                Ok(Some(_)) => commands += 1,
                Ok(None) => return Ok(commands),
                Err(error) => return Err(error.to_string()),
            }
        }
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(read).unwrap().join().unwrap()
}

fn refused(text: impl Into<String>, expected: &str) {
    let text = text.into();
    let shown: String = text.chars().take(80).collect();
    let error = outcome(text).expect_err(&shown);
    assert!(error.contains(expected), "{shown}: {error}");
    assert!(error.len() < 400, "{shown}: a message of {} bytes", error.len());
}

#[test]
fn widths_that_nobody_means() {
    let limit = "wider than the limit";
    refused("(declare-const x (_ BitVec 2147483648))", limit);
    refused("(declare-const x (_ BitVec 16777217))", limit);
    refused("(declare-const x (_ BitVec 99999999999999999999999))", "too large");
    refused("(declare-const x (_ BitVec 0))", "at least one bit");
    refused("(declare-const x (_ BitVec 8)) (assert (= x ((_ extract 7 0) ((_ zero_extend 2147483648) x))))", limit);
    refused("(declare-const x (_ BitVec 8)) (assert (= x ((_ extract 7 0) ((_ repeat 2147483648) x))))", limit);
    refused("(declare-const x (_ BitVec 8)) (assert (= x ((_ extract 2147483648 0) x)))", "bits");
    refused("(assert (= (_ bv5 2147483648) (_ bv5 2147483648)))", limit);
    refused("(declare-const x (_ BitVec 16777216)) (assert (= x (concat x x)))", limit);
    refused("(declare-const x (_ BitVec 16777216)) (assert (bvumulo x x))", limit);
    assert_eq!(outcome("(declare-const x (_ BitVec 16777216)) (assert (= x (bvnot x)))".into()), Ok(2));
}

#[test]
fn a_million_of_everything() {
    refused("(".repeat(MANY), "expected");
    refused(format!("(assert {}", "(not ".repeat(MANY)), "ends inside");
    refused(format!("(assert {}", "(let ((a true)) ".repeat(MANY)), "ends inside");
    refused(format!("(assert {}", "(! ".repeat(MANY)), "ends inside");
    refused(format!("(assert {}true", "((".repeat(MANY)), "");
    refused(format!("(set-info :status {}", "(".repeat(MANY)), "ends inside");
    refused(format!("(declare-const x {}", "(Array Bool ".repeat(MANY)), "nested deeper");
    refused(format!("(declare-const {} Bool) (assert y)", "x".repeat(MANY)), "unknown symbol y");
    refused(format!("(assert {})", "x".repeat(MANY)), "unknown symbol");
    refused(format!("(assert (= (_ bv{} 8) (_ bv1 8)))", "9".repeat(MANY)), "does not fit in 8 bits");
    refused(format!("(push {})", "9".repeat(MANY)), "too large");
    let lets = format!("(assert {} a {})", "(let ((a true)) ".repeat(MANY), ")".repeat(MANY));
    assert_eq!(outcome(lets), Ok(1));
    let nots = format!("(assert {} true {})", "(not ".repeat(MANY), ")".repeat(MANY));
    assert_eq!(outcome(nots), Ok(1));
    let bindings: String = (0..MANY / 10).map(|n| format!("(a{n} true)")).collect();
    assert_eq!(outcome(format!("(assert (let ({bindings}) (and a0 a7)))")), Ok(1));
    let operands = "true ".repeat(MANY);
    assert_eq!(outcome(format!("(assert (and {operands}))")), Ok(1));
    assert_eq!(outcome(format!("{}(check-sat)", "; a comment\n".repeat(MANY))), Ok(1));
}

#[test]
fn unknown_things_are_named() {
    refused("(set-logic QF_LIA)", "unsupported logic QF_LIA");
    refused("(set-logic QF_BVX)", "unsupported logic QF_BVX");
    refused("(frobnicate)", "unknown command frobnicate");
    refused("(declare-sort S 0)", "declare-sort is not supported");
    refused("(assert (forall ((x Bool)) x))", "");
    refused("(declare-const x Real)", "unknown sort Real");
}

/// A good script cut off anywhere is refused, or ends between two commands; the place is in the
/// text.
#[test]
fn cut_off_anywhere() {
    let text = "(set-logic QF_ABV)\n(declare-fun m () (Array (_ BitVec 2) (_ BitVec 8)))\n(define-fun f ((x (_ BitVec 8))) Bool \
                (= x #xff))\n(push 1)\n(assert (! (f (select m #b01)) :named |a b|))\n(check-sat-assuming ((not true)))\n(get-value (m))\n\
                (echo \"say \"\"hi\"\"\")\n(pop)\n(exit)";
    assert_eq!(outcome(text.into()), Ok(10));
    for end in 0..text.len() {
        let mut terms = Terms::new();
        let mut reader = Reader::new(&text[..end]);
        loop {
            match reader.next(&mut terms) {
                Ok(Some(_)) => {}
                Ok(None) => {
                    assert!(end == 0 || text[..end].trim_end().ends_with(')'), "{end}");
                    break;
                }
                Err(error) => {
                    let lines: Vec<&str> = text[..end].split('\n').collect();
                    assert!((1..=lines.len()).contains(&error.line), "{end}: {error}");
                    assert!(error.column <= lines[error.line - 1].chars().count() + 1, "{end}: {error}");
                    break;
                }
            }
        }
    }
}

#[test]
fn bytes_that_are_no_text() {
    let error = Reader::from_bytes(b"(set-logic QF_BV)\n(echo \"\xff\")").map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 8: the text is not valid UTF-8");
    assert!(Reader::from_bytes(b"\xef\xbb\xbf(check-sat)").is_ok_and(|mut r| r.next(&mut Terms::new()).is_err()));
    assert!(sf::read(&mut Terms::new(), b"v 1.0\nd \xff:i8\n").is_err());
    assert!(Cnf::read(b"p cnf 1 1\n\xff 0\n").is_err());
    assert!(Cnf::read(b"p cnf 99999999999999999999 1\n1 0\n").is_err());
    assert!(Cnf::read(b"p cnf 3 1\n1 2").is_err());
    assert!(Cnf::read(&b"1 ".repeat(MANY)).is_err());
}
