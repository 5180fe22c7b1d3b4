//! DIMACS and SF.

use adumbra_terms::dimacs::Cnf;
use adumbra_terms::{Model, Simplifier, Terms, Value, evaluate, sf, smtlib};
use proptest::prelude::*;

#[test]
fn dimacs_is_read_and_written() {
    let cnf = Cnf::read(b"c a comment\np cnf 3 2\n1 -2\n 0\t3 0\nc end\n").unwrap();
    assert_eq!(cnf.variables(), 3);
    assert_eq!(cnf.clauses().collect::<Vec<_>>(), [&[1, -2][..], &[3]]);
    assert_eq!(cnf.to_string(), "p cnf 3 2\n1 -2 0\n3 0\n");
    let uniform = Cnf::read(b"p cnf 1 1\n1 0\n%\n0\n").unwrap();
    assert_eq!(uniform.len(), 1);
}

#[test]
fn dimacs_errors() {
    let check = |text: &str, expected: &str| assert_eq!(Cnf::read(text.as_bytes()).unwrap_err().to_string(), expected);
    check("1 2 0", "line 1, column 1: expected the header `p cnf VARIABLES CLAUSES`");
    check("c\np dnf 1 1\n", "line 2, column 1: expected the header `p cnf VARIABLES CLAUSES`");
    check("p cnf 2 1\n1 3 0", "line 2, column 3: literal 3 with 2 variable(s) declared");
    check("p cnf 2 1\n1 x 0", "line 2, column 3: expected a literal, found x");
    check("p cnf 2 1\n1 2", "line 2, column 3: the last clause is not ended by 0");
    check("p cnf 2 3\n1 2 0\n", "line 2, column 5: 3 clause(s) declared, 1 found");
    check("p cnf 4294967296 3\n", "line 1, column 1: 4294967296 variables are too many, 1073741824 are allowed");
    check("p cnf x 3\n", "line 1, column 1: expected the header `p cnf VARIABLES CLAUSES`");
    check("", "line 1, column 1: expected the header `p cnf VARIABLES CLAUSES`");
}

proptest! {
    #[test]
    fn dimacs_round_trip(clauses in proptest::collection::vec(proptest::collection::vec((1i32..50, any::<bool>()), 0..6), 0..40)) {
        let mut cnf = Cnf::new(7);
        for clause in &clauses {
            let clause: Vec<i32> = clause.iter().map(|(v, negated)| if *negated { -v } else { *v }).collect();
            cnf.push(&clause);
        }
        prop_assert_eq!(Cnf::read(cnf.to_string().as_bytes()).unwrap(), cnf);
    }
}

fn sf_term(text: &str) -> String {
    let mut terms = Terms::new();
    let formula = sf::read(&mut terms, text.as_bytes()).unwrap();
    let all = terms.and_all(formula.assertions);
    let simple = Simplifier::new().simplify(&mut terms, all);
    smtlib::term_to_string(&terms, simple)
}

#[test]
fn sf_is_read() {
    let declared = "v 1.0 # version\ne 0\nd x:i32 y:i32 b:i1 n:i4 s:i8\n";
    let check = |line: &str, expected: &str| assert_eq!(sf_term(&format!("{declared}{line}\n")), expected, "{line}");
    check("c y + x 7:i32", "(= y (bvadd x #x00000007))");
    check("c y + x -1:i32", "(= y (bvadd x #xffffffff))");
    check("p ult x y", "(bvult x y)");
    check("p uge x y", "(not (bvult x y))");
    check("p => b 0:i1", "(= (bvnot b) #b1)".replace("(= (bvnot b) #b1)", "(= b #b0)").as_str());
    check("c y ite b x 1:i32", "(= y (ite (= b #b1) x #x00000001))");
    check("c n trun x", "(= n ((_ extract 3 0) x))");
    check("c x sext n", "(= x ((_ sign_extend 28) n))");
    check("c n extr x 4:i8 8:i8", "(= n ((_ extract 7 4) x))");
    check("c s conc n 3:i4", "(= s (concat n #x3))");
    check("c y << x s", "(= y (bvshl x (concat #x000000 s)))");
    check("c y >>a x 3:i8", "(= y (bvashr x #x00000003))");
}

/// Shifts of values narrower than their amount keep the meaning of every amount.
#[test]
fn sf_shifts_of_narrow_values() {
    for (operator, expected) in [("<<", [8, 0]), (">>l", [2, 0]), (">>a", [14, 15])] {
        for (amount, expected) in [(2, expected[0]), (250, expected[1])] {
            // 1010 shifted; the second amount is beyond the width.
            let text = format!("v 1.0\nd z:i4\nc z {operator} 10:i4 {amount}:i8\n");
            let mut terms = Terms::new();
            let formula = sf::read(&mut terms, text.as_bytes()).unwrap();
            let mut model = Model::new();
            let value = adumbra_terms::Bits::from_u64(4, expected);
            model.set(terms.find_symbol("z").unwrap(), Value::Bits(value));
            assert_eq!(evaluate(&terms, &model, formula.assertions[0]), Value::Bool(true), "{operator} {amount}");
        }
    }
}

#[test]
fn sf_errors() {
    let check = |text: &str, expected: &str| {
        assert_eq!(sf::read(&mut Terms::new(), text.as_bytes()).unwrap_err().to_string(), expected, "{text}");
    };
    check("v 2.0", "line 1, column 3: version 2.0 is not supported; 1.0 is");
    check("\nq", "line 2, column 1: expected v, e, d, c or p, found q");
    check("d x:i65", "line 1, column 3: expected a type from i1 to i64, found i65");
    check("d x:i8 x:i8", "line 1, column 8: x is declared twice");
    check("d x:i8\nc x + x", "line 2, column 8: the line ends where an operand is expected");
    check("d x:i8\nc x + x y", "line 2, column 9: y is not declared");
    check("d x:i8\nc x + x 256:i8", "line 2, column 9: 256:i8 is no number of its type");
    check("d x:i8\nc x ! x x", "line 2, column 5: unknown operator !");
    check("d x:i8 y:i9\np = x y", "line 2, column 3: =: operands of 8 and 9 bits");
    check("d x:i8 y:i9\nc x ~ y", "line 2, column 3: a value of 9 bits for a variable of 8 bits");
    check("d x:i8\np + x x", "line 2, column 1: a predicate is a value of one bit");
    check("d x:i8\np = x x x", "line 2, column 9: unexpected x at the end of the line");
    check("d x:i40\nc x conc x x", "line 2, column 5: conc: a result of 80 bits");
}

#[test]
fn sf_cannot_say_everything() {
    let mut terms = Terms::new();
    let (byte, wide) = (terms.bv_sort(8), terms.bv_sort(65));
    let array = terms.array_sort(byte, byte).unwrap();
    let (m, w) = (terms.var("m", array), terms.var("w", wide));
    let f = terms.declare("f", &[byte], byte);
    let x = terms.var("x", byte);
    let fx = terms.apply(f, &[x]);
    let assertions = [terms.eq(m, m), terms.eq(w, w), terms.eq(fx, x)];
    let messages = assertions.map(|assertion| sf::write(&terms, &[assertion]).unwrap_err().to_string());
    assert_eq!(
        messages,
        ["SF has no (Array (_ BitVec 8) (_ BitVec 8))", "SF has no (_ BitVec 65)", "SF has no functions"]
    );
}
