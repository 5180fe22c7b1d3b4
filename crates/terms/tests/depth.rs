//! A million operations in a row: nothing recurses on the depth of a term.

use adumbra_terms::smtlib::{Command, Reader, script};
use adumbra_terms::walk::{dag_size, free_variables, tree_size};
use adumbra_terms::{Bits, Copier, Model, Simplifier, Substitution, Term, Terms, Value, evaluate};

const LENGTH: u64 = 1_000_000;

/// Runs on a thread with a small stack, so that recursion is caught at any build's frame size.
fn with_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 * 1024).spawn(test).unwrap().join().unwrap();
}

/// x*x + 0, *x + 1, ...: nothing that a rule would shorten away.
fn chain(terms: &mut Terms) -> (Term, Term) {
    let word = terms.bv_sort(16);
    let x = terms.var("x", word);
    let mut sum = x;
    for n in 0..LENGTH / 2 {
        let constant = terms.bv_u64(16, n | 1);
        let product = terms.bv_mul(sum, x);
        sum = terms.bv_xor(product, constant);
    }
    (x, sum)
}

#[test]
fn build_evaluate_copy_substitute_measure_drop() {
    with_small_stack(|| {
        let mut terms = Terms::new();
        let (x, root) = chain(&mut terms);
        assert!(dag_size(&terms, &[root]) as u64 >= LENGTH);
        assert!(tree_size(&terms, root) > u128::from(LENGTH));
        assert_eq!(free_variables(&terms, &[root]), [x]);
        let mut expected = 7u16;
        for n in 0..LENGTH / 2 {
            expected = expected.wrapping_mul(7) ^ (n | 1) as u16;
        }
        let mut model = Model::new();
        model.set(terms.find_symbol("x").unwrap(), Value::Bits(Bits::from_u64(16, 7)));
        assert_eq!(evaluate(&terms, &model, root), Value::Bits(Bits::from_u64(16, u64::from(expected))));
        let seven = terms.bv_u64(16, 7);
        let fixed = Substitution::new(&terms, [(x, seven)]).apply(&mut terms, root);
        let simple = Simplifier::new().simplify(&mut terms, fixed);
        assert_eq!(terms.constant(simple), Some(Bits::from_u64(16, u64::from(expected))));
        let mut other = Terms::new();
        let copy = Copier::new().copy(&terms, &mut other, root);
        assert_eq!(dag_size(&other, &[copy]), dag_size(&terms, &[root]));
    });
}

#[test]
fn simplify_print_read() {
    with_small_stack(|| {
        let mut terms = Terms::new();
        let (x, root) = chain(&mut terms);
        let mut simplifier = Simplifier::new();
        let simple = simplifier.simplify(&mut terms, root);
        assert_eq!(simplifier.exhausted(), 0);
        let equal = terms.eq(simple, x);
        let text = script(&terms, "QF_BV", &[equal]);
        let mut reader = Reader::new(&text);
        let mut found = None;
        while let Some(command) = reader.next(&mut terms).unwrap() {
            if let Command::Assert(term, _) = command {
                found = Some(term);
            }
        }
        assert_eq!(found, Some(equal));
    });
}

#[test]
fn nested_lets_and_stores() {
    with_small_stack(|| {
        let mut text = String::from("(declare-const x (_ BitVec 8))(assert (= x ");
        for n in 0..LENGTH {
            text.push_str(if n % 2 == 0 { "(let ((a (bvmul x x))) " } else { "(let ((x (bvadd x a))) " });
        }
        text.push('x');
        text.push_str(&")".repeat(LENGTH as usize + 2));
        let mut terms = Terms::new();
        let mut reader = Reader::new(&text);
        reader.next(&mut terms).unwrap();
        assert!(matches!(reader.next(&mut terms).unwrap(), Some(Command::Assert(..))));

        let byte = terms.bv_sort(8);
        let word = terms.bv_sort(32);
        let sort = terms.array_sort(word, byte).unwrap();
        let mut memory = terms.var("memory", sort);
        let start = memory;
        for n in 0..LENGTH {
            let (index, value) = (terms.bv_u64(32, n % 50_000), terms.bv_u64(8, n));
            memory = terms.store(memory, index, value);
        }
        let index = terms.bv_u64(32, 60_000);
        let element = terms.select(memory, index);
        let below = terms.select(start, index);
        assert_eq!(Simplifier::new().simplify(&mut terms, element), below);
        assert_eq!(evaluate(&terms, &Model::new(), element), Value::Bits(Bits::zero(8)));
        let Value::Array(array) = evaluate(&terms, &Model::new(), memory) else { panic!("an array") };
        assert!(array.entries().len() <= 50_000);
    });
}
