//! Scripts in and out: commands, scopes, errors with their places.

use adumbra_terms::smtlib::{
    Command, Interpolation, Names, Partition, Reader, model_to_string, script, term_to_string, write_term,
};
use adumbra_terms::walk::free_symbols;
use adumbra_terms::{ArrayValue, Bits, FunctionValue, IndexSort, Model, Terms, Value, evaluate};

fn commands(terms: &mut Terms, text: &str) -> Result<Vec<Command>, String> {
    let mut reader = Reader::new(text);
    let mut commands = Vec::new();
    while let Some(command) = reader.next(terms).map_err(|error| error.to_string())? {
        commands.push(command);
    }
    Ok(commands)
}

/// The last assertion, printed.
fn asserted(text: &str) -> String {
    let mut terms = Terms::new();
    let commands = commands(&mut terms, text).unwrap();
    let term = commands.iter().rev().find_map(|c| if let Command::Assert(t, _) = c { Some(*t) } else { None }).unwrap();
    term_to_string(&terms, term)
}

fn error(text: &str) -> String {
    commands(&mut Terms::new(), text).unwrap_err()
}

#[test]
fn terms() {
    let check = |text: &str, expected: &str| {
        let script = format!(
            "(declare-const x (_ BitVec 8)) (declare-fun |a b| () (_ BitVec 8)) (declare-const p Bool)
             (declare-fun f ((_ BitVec 8) Bool) Bool) (declare-const m (Array (_ BitVec 8) (_ BitVec 4)))
             (assert {text})"
        );
        assert_eq!(asserted(&script), expected, "{text}");
    };
    check("(= x #x0f)", "(= x #x0f)");
    check("(bvult x (_ bv200 8))", "(bvult x #xc8)");
    check("(= x |a b|)", "(= x |a b|)");
    check("(= x |x|)", "(= x x)");
    check("(bvule x #b00000001)", "(not (bvult #x01 x))");
    check("(=> p p (f x true))", "(let ((?0 (not p))) (or ?0 (or ?0 (f x true))))");
    check("(= x x x)", "(let ((?0 (= x x))) (and ?0 ?0))");
    check("(let ((y (bvadd x x)) (x #x01)) (= y x))", "(= (bvadd x x) #x01)");
    check("(let ((x #x01)) (let ((x (bvadd x x))) (= x x)))", "(let ((?0 (bvadd #x01 #x01))) (= ?0 ?0))");
    check("(! (= ((_ extract 3 0) x) (select m x)) :pattern (a b) :weight 3)", "(= ((_ extract 3 0) x) (select m x))");
    check(
        "(= m ((as const (Array (_ BitVec 8) (_ BitVec 4))) #x1))",
        "(= m ((as const (Array (_ BitVec 8) (_ BitVec 4))) #x1))",
    );
    check("(= ((_ sign_extend 2) x) ((_ zero_extend 2) x))", "(= ((_ sign_extend 2) x) (concat #b00 x))");
    check("(= (_ bv18446744073709551616 65) (_ bv0 65))", &format!("(= #b1{} #b{})", "0".repeat(64), "0".repeat(65)));
}

#[test]
fn commands_of_scripts() {
    let text = "(set-logic QF_AUFBV) (set-info :status sat) (set-option :produce-models true)
        (define-sort Word () (_ BitVec 8)) (define-sort Map (X Y) (Array X Y))
        (declare-const m (Map Word (Map Bool Word)))
        (define-fun inc ((x Word) (y Word)) Word (bvadd x (bvmul y #x02)))
        (declare-fun x () Word)
        (assert (! (= (inc x #x03) (inc #x01 x)) :named A1))
        (push) (push 2) (declare-const z Word) (assert A1) (pop 3)
        (declare-const z Bool)
        (check-sat) (check-sat-assuming (z (not z)))
        (get-value (x (bvadd x  #x01)))
        (assert (! z :named |B 1|))
        (get-interpolant (A1)) (get-interpolants A1 (and A1 |B 1|)) (get-interpolant I (not z))
        (get-model) (get-unsat-core) (get-unsat-assumptions) (get-assertions) (echo \"he said \"\"no\"\"\")
        (get-info :version) (reset-assertions) (declare-const z Bool) (reset) (declare-const x Bool) (exit)";
    let mut terms = Terms::new();
    let found = commands(&mut terms, text).unwrap();
    let Command::Assert(first, Some(name)) = &found[8] else { panic!("{:?}", found[8]) };
    assert_eq!(name, "A1");
    assert_eq!(term_to_string(&terms, *first), "(= (bvadd x (bvmul #x03 #x02)) (bvadd #x01 (bvmul x #x02)))");
    assert_eq!(found[9..11], [Command::Push(1), Command::Push(2)]);
    assert_eq!(found[12], Command::Assert(*first, None));
    assert_eq!(found[13], Command::Pop(3));
    let Command::GetValue(list) = &found[17] else { panic!("{:?}", found[17]) };
    assert_eq!(list[1].1, "(bvadd x  #x01)");
    let groups = |groups: &[&[&str]]| {
        let groups = groups.iter().map(|group| group.iter().map(|name| (*name).to_owned()).collect()).collect();
        Command::GetInterpolant(Interpolation::Groups(Partition::sequence(groups)))
    };
    assert_eq!(found[19], groups(&[&["A1"]]));
    assert_eq!(found[20], groups(&[&["A1"], &["A1", "B 1"]]));
    assert!(matches!(&found[21], Command::GetInterpolant(Interpolation::Conjecture(name, _)) if name == "I"));
    assert_eq!(found.last(), Some(&Command::Exit));
}

#[test]
fn errors_tell_line_column_and_cause() {
    let check = |text: &str, expected: &str| assert_eq!(error(text), expected, "{text}");
    check("(check-sat)\n  (chek-sat)", "line 2, column 4: unknown command chek-sat");
    check("(assert true", "line 1, column 13: the text ends inside a command");
    check("(assert (and true x))", "line 1, column 19: unknown symbol x");
    check("(assert (bvadd #b1 #b1))", "line 1, column 9: expected a term of sort Bool, found sort (_ BitVec 1)");
    check(
        "(set-logic QF_NIA)",
        "line 1, column 12: unsupported logic QF_NIA; supported are QF_BV, QF_FP and QF_BVFP, with arrays (QF_ABV), functions (QF_UFBV) or both (QF_AUFBV), and ALL restricted to these",
    );
    check(
        "(declare-const x (_ BitVec 2147483648))",
        "line 1, column 28: a bit-vector of 2147483648 bits is wider than the limit of 16777216 bits",
    );
    check("(declare-const x (_ BitVec 0))", "line 1, column 28: a bit-vector has at least one bit");
    check(
        "(declare-const x (_ BitVec 99999999999999999999))",
        "line 1, column 28: the numeral 99999999999999999999 is too large",
    );
    check(
        "(assert (= ((_ zero_extend 2147483648) #b1) #b1))",
        "line 1, column 12: a bit-vector of 2147483649 bits is wider than the limit of 16777216 bits",
    );
    check(
        "(assert (= ((_ repeat 16777217) #b1) #b1))",
        "line 1, column 12: a bit-vector of 16777217 bits is wider than the limit of 16777216 bits",
    );
    check(
        "(assert (bvult #b1 #b11))",
        "line 1, column 9: operand 2 of bvult has sort (_ BitVec 2), expected (_ BitVec 1)",
    );
    check(
        "(assert (= ((_ extract 1 2) #b111) #b1))",
        "line 1, column 12: extract: bits 1 down to 2 of a bit-vector of 3 bits",
    );
    check("(assert (= (_ bv9 3) #b111))", "line 1, column 15: 9 does not fit in 3 bits");
    check("(assert (let ((x true) (x false)) x))", "line 1, column 33: x is bound twice");
    check("(declare-const x Bool)\n(declare-const x Bool)", "line 2, column 16: x is already declared");
    check("(declare-const bvadd Bool)", "line 1, column 16: bvadd is a name of the theory and cannot be declared");
    check("(push 2)(pop 3)", "line 1, column 14: pop 3 with 2 level(s) pushed");
    check("(assert (forall ((x Bool)) x))", "line 1, column 10: forall is not supported");
    check("(declare-const é Bool)", "line 1, column 16: unexpected character 'é'");
    check("(assert \"open", "line 1, column 9: the text ends inside a string");
    check("(assert |open", "line 1, column 9: the text ends inside a quoted symbol");
    check("(assert ())", "line 1, column 10: expected a term, found )");
    check("(assert (not))", "line 1, column 9: expected operands, found )");
    check("(declare-const x (Array (Array Bool Bool) Bool))", "line 1, column 47: an array index must not be an array");
    check("(push 99999999)", "line 1, column 7: the numeral 99999999 is too large");
    check("(declare-sort S 0)", "line 1, column 2: declare-sort is not supported");
    check(")", "line 1, column 1: expected a command, found )");
    let bytes = Reader::from_bytes(b"(check-sat)\n(echo \"\xff\")").unwrap_err();
    assert_eq!(bytes.to_string(), "line 2, column 8: the text is not valid UTF-8");
}

/// Definitions that unfold to an exponential sort are refused, not computed.
#[test]
fn sorts_do_not_explode() {
    let mut text = String::from("(define-sort S0 (X) X)");
    for n in 1..40 {
        text.push_str(&format!("(define-sort S{n} (X) (S{} (S{} X)))", n - 1, n - 1));
    }
    assert!(error(&text).ends_with("array sorts are nested deeper than the limit of 64"), "{}", error(&text));
}

#[test]
fn shared_parts_are_written_once() {
    let mut terms = Terms::new();
    let word = terms.bv_sort(8);
    let mut sum = terms.var("x", word);
    for _ in 0..100 {
        sum = terms.bv_mul(sum, sum);
    }
    let text = term_to_string(&terms, sum);
    assert!(text.len() < 4000, "{} characters", text.len());
    let zero = terms.bv_u64(8, 0);
    let assertions = [terms.eq(sum, zero), terms.bv_ult(sum, zero)];
    assert!(script(&terms, "QF_BV", &assertions).len() < 8000);
}

#[test]
fn strange_names_are_written_so_that_they_can_be_read() {
    let mut terms = Terms::new();
    let (bool_sort, word) = (terms.bool_sort(), terms.bv_sort(8));
    let names = ["and", "a b", "?0", "let", "", "x|y\\z", "0", "x", "a\u{1}b", "é"];
    let mut variables: Vec<_> = names.iter().map(|name| terms.var(name, bool_sort)).collect();
    let again = terms.var("x", word);
    let zero = terms.bv_u64(8, 0);
    variables.push(terms.eq(again, zero));
    let all = terms.and_all(variables);
    let text = script(&terms, "QF_BV", &[all, all]);
    let mut fresh = Terms::new();
    let found = commands(&mut fresh, &text).unwrap();
    assert_eq!(found.iter().filter(|command| matches!(command, Command::Declare(_))).count(), names.len() + 1);
}

#[test]
fn models_are_definitions() {
    let text = "(declare-const x (_ BitVec 8)) (declare-const m (Array (_ BitVec 2) Bool))
        (declare-fun f ((_ BitVec 8) Bool) Bool) (assert (and (= x #x05) (select m #b01) (f x true)))";
    let mut terms = Terms::new();
    let Some(Command::Assert(term, _)) = commands(&mut terms, text).unwrap().pop() else { panic!("an assertion") };
    let symbols = free_symbols(&terms, &[term]);
    let mut model = Model::new();
    let bits = |width, n| Value::Bits(Bits::from_u64(width, n));
    model.set(symbols[0], bits(8, 5));
    model.set(
        symbols[1],
        ArrayValue::new(IndexSort::Bits(2), Value::Bool(false), [(bits(2, 1), Value::Bool(true))]).into(),
    );
    let table = [(vec![bits(8, 5), Value::Bool(true)], Value::Bool(true))].into_iter().collect();
    model.functions.insert(symbols[2], FunctionValue { table, default: Value::Bool(false) });
    assert_eq!(evaluate(&terms, &model, term), Value::Bool(true));
    let text = model_to_string(&terms, &model, &symbols);
    assert_eq!(
        text,
        "(\n  (define-fun x () (_ BitVec 8) #x05)
  (define-fun m () (Array (_ BitVec 2) Bool) (store ((as const (Array (_ BitVec 2) Bool)) false) #b01 true))
  (define-fun f ((?0 (_ BitVec 8)) (?1 Bool)) Bool (ite (and (= ?0 #x05) (= ?1 true)) true false))\n)"
    );
    // The definitions make the assertion true.
    let body = text.trim_start_matches('(').trim_end_matches(')');
    let script = format!("{body} (assert (and (= x #x05) (select m #b01) (f x true)))");
    let mut fresh = Terms::new();
    let Some(Command::Assert(term, _)) = commands(&mut fresh, &script).unwrap().pop() else { panic!("an assertion") };
    assert_eq!(evaluate(&fresh, &Model::new(), term), Value::Bool(true));
}

#[test]
fn names_are_shared_between_terms() {
    let mut terms = Terms::new();
    let bool_sort = terms.bool_sort();
    let (p, q) = (terms.var("p", bool_sort), terms.var("q q", bool_sort));
    let names = Names::new(&terms, &free_symbols(&terms, &[p, q]));
    let mut text = String::new();
    write_term(&mut text, &terms, &names, q).unwrap();
    assert_eq!(text, "|q q|");
}

/// A script of 100 MB is read in one pass, and its terms take less memory than its text.
#[test]
#[ignore = "100 MB of text"]
fn a_large_script_is_read() {
    let mut text = String::from("(set-logic QF_BV)\n");
    let mut count = 0u64;
    while text.len() < 100_000_000 {
        if count.is_multiple_of(1000) {
            text.push_str(&format!("(declare-const x{} (_ BitVec 32))\n", count / 1000));
        }
        let (x, y) = (count / 1000, count * 7 % (count / 1000 + 1));
        text.push_str(&format!("(assert (let ((a (bvadd x{x} (_ bv{count} 32)))) (bvult (bvmul a x{y}) a)))\n"));
        count += 1;
    }
    let mut terms = Terms::new();
    let mut reader = Reader::new(&text);
    let mut assertions = 0;
    while let Some(command) = reader.next(&mut terms).unwrap() {
        assertions += u64::from(matches!(command, Command::Assert(..)));
    }
    assert_eq!(assertions, count);
}
