//! Interpolants of worked examples: the stated ones, or ones that are no larger; and what a query
//! may ask for.

use crate::interpolation::{Random, brute_force, read};
use adumbra_interpolate::definition::{Finding, Flaw, check, describe};
use adumbra_interpolate::{Interpolation, Query, Sequence, run};
use adumbra_sat::Limits;
use adumbra_solver::options::Options;
use adumbra_stop::Stop;
use adumbra_terms::smtlib::term_to_string;
use adumbra_terms::walk::tree_size;
use adumbra_terms::{Term, Terms};

fn words(names: &str, width: u32) -> String {
    names.split(' ').map(|name| format!("(declare-const {name} (_ BitVec {width}))")).collect()
}

/// The answers to a query, checked.
fn answers(terms: &mut Terms, parts: &[Vec<Term>], candidates: usize) -> Vec<Sequence> {
    let query = Query { parts: parts.to_vec(), tree: None, candidates, check: true };
    match run(terms, &query, &Limits::none(), &Options::default().settings()).expect("no fault") {
        Interpolation::Found(sequences) => {
            for sequence in &sequences {
                let finding =
                    check(terms, parts, &sequence.interpolants, &Limits::none(), &Options::default().settings());
                assert_eq!(finding, Finding::Holds, "{}", describe(terms, &sequence.interpolants));
            }
            sequences
        }
        other => panic!("no interpolant: {other:?}"),
    }
}

fn texts(terms: &Terms, sequence: &Sequence) -> Vec<String> {
    sequence.interpolants.iter().map(|term| term_to_string(terms, *term)).collect()
}

/// The best answer of a script.
fn best(text: &str) -> Vec<String> {
    let (mut terms, parts) = read(text);
    let sequences = answers(&mut terms, &parts, 1);
    texts(&terms, &sequences[0])
}

/// The best answer has no formula larger than the stated ones.
fn no_larger(text: &str, stated: &[&str]) {
    let (mut terms, parts) = read(text);
    let sequence = answers(&mut terms, &parts, 1).remove(0);
    let declarations: String = text.split("(assert").next().unwrap_or_default().into();
    let assertions: String = stated.iter().map(|formula| format!("(assert {formula})")).collect();
    let (other, expected) = read(&format!("{declarations}{assertions}"));
    assert_eq!(sequence.interpolants.len(), expected.len());
    for (found, stated) in sequence.interpolants.iter().zip(expected) {
        let text = || format!("{} for {}", term_to_string(&terms, *found), term_to_string(&other, stated[0]));
        assert!(tree_size(&terms, *found) <= tree_size(&other, stated[0]), "{}", text());
    }
}

/// The list of ones that ends in zero: the path that leaves both loops at once, with fields of
/// pointers as variables.
#[test]
fn the_list_of_ones() {
    let text = words("a1 adata1 anext1 p2 pdata2 pnext2 pdata3 adata3 anext3 p4 pdata4 pnext4 x5", 32)
        + "(assert true)
        (assert (and (= p2 a1) (= pdata2 adata1) (= pnext2 anext1)))
        (assert (and (= pdata3 #x00000000) (= anext3 anext1) (ite (= a1 p2) (= adata3 pdata3) (= adata3 adata1))))
        (assert (and (= p4 a1) (= pdata4 adata3) (= pnext4 anext3)))
        (assert (= x5 pdata4))
        (assert (not (= x5 #x00000001)))
        (assert (not (= x5 #x00000000)))";
    let zero = "#x00000000";
    let stated = [
        "true".to_owned(),
        "(= p2 a1)".into(),
        format!("(= adata3 {zero})"),
        format!("(= pdata4 {zero})"),
        format!("(= x5 {zero})"),
        format!("(= x5 {zero})"),
    ];
    let stated: Vec<&str> = stated.iter().map(String::as_str).collect();
    no_larger(&text, &stated);
    let found = best(&text);
    assert!(found[1] == "(= p2 a1)" || found[1] == "(= a1 p2)", "{found:?}");
    assert_eq!(
        found[2..],
        [
            format!("(= adata3 {zero})"),
            format!("(= pdata4 {zero})"),
            format!("(= x5 {zero})"),
            format!("(= x5 {zero})")
        ]
    );
}

/// The counterexample of recursion depth 1, along the path.
#[test]
fn the_recursive_counterexample_as_a_sequence() {
    let text = words("a0 p0 x0 p1 x1 r0 tmp0 r1 b0", 32)
        + "(assert (= a0 #x00000002))
        (assert (= p0 a0))
        (assert (and (= x0 p0) (bvsgt x0 #x00000000)))
        (assert (= p1 (bvsub x0 #x00000001)))
        (assert (and (= x1 p1) (bvsle x1 #x00000000) (= r0 x1)))
        (assert (= tmp0 r0))
        (assert (= r1 (bvadd tmp0 #x00000001)))
        (assert (= b0 r1))
        (assert (not (= b0 #x00000002)))";
    let (mut terms, parts) = read(&text);
    let sequence = answers(&mut terms, &parts, 1).remove(0);
    // Like the stated interpolants of the tree: bounds, and `false` once the contradiction is
    // there.
    for (place, found) in sequence.interpolants.iter().enumerate() {
        let allowed = if place < 4 { 4 } else { 1 };
        assert!(tree_size(&terms, *found) <= allowed, "{}", describe(&terms, &sequence.interpolants));
    }
    let first = term_to_string(&terms, sequence.interpolants[0]);
    assert!(["(not (bvult a0 #x00000002))", "(not (bvslt a0 #x00000002))"].contains(&&*first), "{first}");
}

#[test]
fn a_value_that_is_never_reached() {
    let text = words("x y", 8) + "(assert (and (= x #x00) (= y (bvadd x #x01)))) (assert (= y #x05))";
    assert_eq!(best(&text), ["(not (bvult #x01 y))"]);
}

#[test]
fn steps_of_two_keep_the_parity() {
    let names: Vec<String> = (0..=20).map(|k| format!("x{k}")).collect();
    let mut text = words(&names.join(" "), 32) + "(assert (= x0 #x00000000))";
    for k in 0..20 {
        text += &format!("(assert (= x{} (bvadd x{k} #x00000002)))", k + 1);
    }
    text += "(assert (= (bvand x20 #x00000001) #x00000001))";
    let expected: Vec<String> = (0..=20).map(|k| format!("(= ((_ extract 0 0) x{k}) #b0)")).collect();
    assert_eq!(best(&text), expected);
}

#[test]
fn counters_that_go_together_stay_equal() {
    let names: Vec<String> = (0..=50).map(|k| format!("x{k} y{k}")).collect();
    let mut text = words(&names.join(" "), 32) + "(assert (and (= x0 #x00000000) (= y0 #x00000000)))";
    for k in 0..50 {
        let n = k + 1;
        text += &format!("(assert (and (= x{n} (bvadd x{k} #x00000001)) (= y{n} (bvadd y{k} #x00000001))))");
    }
    text += "(assert (not (= x50 y50)))";
    let expected: Vec<String> = (0..=50).map(|k| format!("(= x{k} y{k})")).collect();
    assert_eq!(best(&text), expected);
}

#[test]
fn a_sum_that_is_kept() {
    let names: Vec<String> = (0..=10).map(|k| format!("x{k} y{k}")).collect();
    let mut text = words(&format!("z {}", names.join(" ")), 32) + "(assert (= (bvadd x0 y0) z))";
    for k in 0..10 {
        let n = k + 1;
        text += &format!("(assert (and (= x{n} (bvadd x{k} #x00000001)) (= y{n} (bvsub y{k} #x00000001))))");
    }
    text += "(assert (not (= (bvadd x10 y10) z)))";
    for (k, formula) in best(&text).into_iter().enumerate() {
        let sums = [format!("(= (bvadd x{k} y{k}) z)"), format!("(= z (bvadd x{k} y{k}))")];
        assert!(sums.contains(&formula), "{formula}");
    }
}

#[test]
fn a_loop_up_to_a_bound() {
    let names: Vec<String> = (0..=10).map(|k| format!("i{k}")).collect();
    let mut text =
        words(&format!("n {}", names.join(" ")), 32) + "(assert (and (= i0 #x00000000) (bvsge n #x00000000)))";
    for k in 0..10 {
        text += &format!("(assert (and (bvslt i{k} n) (= i{} (bvadd i{k} #x00000001))))", k + 1);
    }
    text += "(assert (and (not (bvslt i10 n)) (not (= i10 n))))";
    let found = best(&text);
    assert_eq!(found[10], "(not (bvslt n i10))");
    // The last round alone gives it.
    assert!(found[..10].iter().all(|formula| formula == "true"), "{found:?}");
}

/// One counter goes up to a bound, another down from it: their sum is the bound, in every round.
#[test]
fn counters_in_opposite_directions() {
    let text = words("n x0 y0 x1 y1 x2 y2", 32)
        + "(assert (and (= x0 #x00000000) (= y0 n) (bvsle #x00000000 n)))
        (assert (and (bvslt x0 n) (= x1 (bvadd x0 #x00000001)) (= y1 (bvsub y0 #x00000001))))
        (assert (and (bvslt x1 n) (= x2 (bvadd x1 #x00000001)) (= y2 (bvsub y1 #x00000001))))
        (assert (and (not (bvslt x2 n)) (not (= y2 #x00000000))))";
    for (k, formula) in best(&text).into_iter().enumerate() {
        let sums = [format!("(= n (bvadd x{k} y{k}))"), format!("(= (bvadd x{k} y{k}) n)")];
        assert!(sums.iter().any(|sum| formula.contains(sum)), "{formula}");
        assert!(!formula.contains(&format!("(= x{k} #x")), "{formula}");
    }
}

/// A loop with a branch in it, whose condition and temporary nobody else knows.
#[test]
fn facts_pass_through_branches() {
    let names: Vec<String> = (0..=4).map(|k| format!("x{k} y{k} t{k}")).collect();
    let mut text = words(&names.join(" "), 32) + "(assert (and (= x0 #x00000000) (= y0 #x00000000)))";
    for k in 0..4 {
        let n = k + 1;
        text += &format!(
            "(declare-const b{k} Bool)
            (assert (or (and b{k} (= t{k} #x00000001) (= x{n} (bvadd x{k} t{k})) (= y{n} (bvadd y{k} #x00000002)))
                (and (not b{k}) (= t{k} #x00000003) (= x{n} (bvadd x{k} t{k})) (= y{n} (bvadd y{k} #x00000006)))))"
        );
    }
    text += "(assert (not (= y4 (bvadd x4 x4))))";
    for (k, formula) in best(&text).into_iter().enumerate() {
        assert_eq!(formula, format!("(= y{k} (bvshl x{k} #x00000001))"));
    }
}

/// Three variables, whose order only the sum of two parts gives.
#[test]
fn linear_arithmetic_adds_up() {
    let text = words("a b c d e", 8)
        + "(assert (and (bvult a #x10) (bvult b #x10) (bvult c #x10) (bvult d #x10) (bvult e #x10)
                (bvule (bvadd a b) (bvadd c d))))
        (assert (and (bvult a #x10) (bvult b #x10) (bvult c #x10) (bvult d #x10) (bvult (bvadd c d) e)))
        (assert (and (bvult a #x10) (bvult b #x10) (bvule e (bvadd a b))))";
    let (mut terms, parts) = read(&text);
    let sequences = answers(&mut terms, &parts, 3);
    let size: u128 = sequences[0].interpolants.iter().map(|term| tree_size(&terms, *term)).sum();
    assert!(size <= 15, "{}: {}", sequences[0].source, describe(&terms, &sequences[0].interpolants));
}

#[test]
fn memory_is_written_before_and_read_after() {
    let text =
        "(declare-const m0 (Array (_ BitVec 32) (_ BitVec 8))) (declare-const m1 (Array (_ BitVec 32) (_ BitVec 8)))"
            .to_owned()
            + &words("p q i", 32)
            + "(assert (and (= i (bvadd p #x00000004)) (= m1 (store m0 i #x07))))
        (assert (= q p))
        (assert (not (= (select m1 (bvadd q #x00000004)) #x07)))";
    let found = best(&text);
    assert_eq!(found[0], "(= (select m1 (bvadd p #x00000004)) #x07)");
    assert_eq!(found[1], "(= (select m1 (bvadd q #x00000004)) #x07)");
}

#[test]
fn functions_are_shared_symbols() {
    let text = "(declare-fun f ((_ BitVec 8)) (_ BitVec 8))".to_owned()
        + &words("x y z", 8)
        + "(assert (and (= x y) (= (f x) z))) (assert (and (= y #x03) (not (= (f y) z))))";
    assert_eq!(best(&text), ["(= z (f y))"]);
}

#[test]
fn several_answers_are_different_and_ordered() {
    let text = words("x y", 8) + "(assert (and (= x #x00) (= y (bvadd x #x01)))) (assert (= y #x05))";
    let (mut terms, parts) = read(&text);
    let sequences = answers(&mut terms, &parts, 4);
    assert!(sequences.len() >= 3, "{}", sequences.len());
    for (i, a) in sequences.iter().enumerate() {
        assert!(sequences[i + 1..].iter().all(|b| a.interpolants != b.interpolants));
    }
}

#[test]
fn what_is_no_contradiction_has_a_model() {
    let text = words("x y", 8) + "(assert (bvult x y)) (assert (bvult y #x05))";
    let (mut terms, parts) = read(&text);
    let query = Query { parts: parts.clone(), tree: None, candidates: 1, check: true };
    let answer = run(&mut terms, &query, &Limits::none(), &Options::default().settings()).expect("no fault");
    let Interpolation::Satisfiable(model) = answer else { panic!("{answer:?}") };
    for conjunct in parts.concat() {
        assert_eq!(adumbra_terms::evaluate(&terms, &model, conjunct).as_bool(), Some(true));
    }
    let query = Query { parts: parts[..1].to_vec(), tree: None, candidates: 1, check: true };
    assert!(matches!(
        run(&mut terms, &query, &Limits::none(), &Options::default().settings()),
        Ok(Interpolation::None(_))
    ));
}

#[test]
fn limits_and_cancellation_end_a_query() {
    // Factoring: hard for every source.
    let text = words("a b c", 40)
        + "(assert (and (= c (bvmul a b)) (bvult #x0000000001 a) (bvult #x0000000001 b) (bvult a #x0000100000) (bvult b #x0000100000)))
        (assert (= c #x00ffffffef))";
    let (mut terms, parts) = read(&text);
    let query = Query { parts, tree: None, candidates: 1, check: true };
    let start = std::time::Instant::now();
    let mut limits = Limits::none();
    limits.stop = Stop::never().by(start + std::time::Duration::from_millis(300));
    let answer = run(&mut terms, &query, &limits, &Options::default().settings()).expect("no fault");
    assert!(matches!(answer, Interpolation::None(_) | Interpolation::Satisfiable(_)), "{answer:?}");
    assert!(start.elapsed() < std::time::Duration::from_secs(5), "{:?}", start.elapsed());
    let limits = Limits::until(Stop::never().when(&std::sync::Arc::new(true.into())));
    let answer = run(&mut terms, &query, &limits, &Options::default().settings()).expect("no fault");
    assert!(matches!(answer, Interpolation::None(_)), "{answer:?}");
}

/// Changes of a formula that may make it wrong.
fn mutations(terms: &mut Terms, interpolant: Term, local: Term, random: &mut Random) -> Vec<Term> {
    use adumbra_terms::walk::{Substitution, free_variables, reachable};
    let mut mutants = vec![terms.not(interpolant)];
    for constant in reachable(terms, &[interpolant]) {
        if terms.constant(constant).is_none() {
            continue;
        }
        let width = terms.width(constant);
        let bit = random.below(width as usize) as u32;
        let mut flip = adumbra_terms::Bits::zero(width);
        flip.set_bit(bit);
        let flipped = terms.constant(constant).map(|value| value.xor(&flip)).map(|value| terms.bv(&value));
        if let Some(flipped) = flipped {
            mutants.push(Substitution::new(terms, [(constant, flipped)]).apply(terms, interpolant));
        }
    }
    if let adumbra_terms::Op::And = terms.op(interpolant) {
        mutants.extend_from_slice(terms.operands(interpolant));
    }
    for variable in free_variables(terms, &[interpolant]) {
        if terms.sort(variable) == terms.sort(local) {
            mutants.push(Substitution::new(terms, [(variable, local)]).apply(terms, interpolant));
        }
    }
    mutants
}

#[test]
fn mutated_interpolants_are_rejected_exactly_when_they_are_none() {
    let mut random = Random(0xBAD_5EED);
    let (mut rejected, mut accepted) = (0, 0);
    let scripts = [
        "(assert (and (= l x) (bvult x y))) (assert (bvult y z)) (assert (bvule z x))",
        "(assert (and (= l #b010) (= x (bvadd l #b001)))) (assert (= y (bvadd x #b010))) (assert (= y #b000))",
        "(assert (and (= l x) (= x y))) (assert (= (bvxor y #b101) z)) (assert (= z x))",
        "(assert (and (bvult l x) (bvult x #b011))) (assert (= (bvand x y) #b100))",
        "(assert (and (= l #b100) (= x #b001) (= y #b010))) (assert (= z (bvadd x y))) (assert (not (= z #b011)))",
    ];
    for script in scripts {
        let (mut terms, parts) = read(&(words("l x y z", 3) + script));
        let sort = terms.bv_sort(3);
        let local = terms.var("l", sort);
        let mut settings = Options::default().settings();
        for use_words in [true, false] {
            settings.interpolation.words = use_words;
            let query = Query { parts: parts.clone(), tree: None, candidates: 6, check: true };
            let answer = run(&mut terms, &query, &Limits::none(), &settings).expect("no fault");
            let Interpolation::Found(sequences) = answer else { panic!("{answer:?}") };
            for sequence in sequences {
                for place in 0..sequence.interpolants.len() {
                    for mutant in mutations(&mut terms, sequence.interpolants[place], local, &mut random) {
                        let mut interpolants = sequence.interpolants.clone();
                        interpolants[place] = mutant;
                        let finding = check(&mut terms, &parts, &interpolants, &Limits::none(), &settings);
                        let expected = brute_force(&terms, &parts, &interpolants);
                        assert_eq!(finding == Finding::Holds, expected, "{}", describe(&terms, &interpolants));
                        if expected { accepted += 1 } else { rejected += 1 }
                    }
                }
            }
        }
    }
    assert!(rejected > 100, "{rejected} rejected, {accepted} accepted");
}

#[test]
fn a_check_names_the_condition_that_fails() {
    let text = words("x y z", 8) + "(assert (= x #x01)) (assert (= y x)) (assert (= y #x02))";
    let (mut terms, parts) = read(&text);
    let sort = terms.bv_sort(8);
    let (x, y, one) = (terms.var("x", sort), terms.var("y", sort), terms.bv_u64(8, 1));
    let (top, bottom) = (terms.bool(true), terms.bool(false));
    let (x_one, y_one) = (terms.eq(x, one), terms.eq(y, one));
    let mut find = |interpolants: &[Term]| {
        check(&mut terms, &parts, interpolants, &Limits::none(), &Options::default().settings())
    };
    assert_eq!(find(&[x_one, y_one]), Finding::Holds);
    assert_eq!(find(&[x_one]), Finding::Fails(Flaw::Count { expected: 2, found: 1 }));
    assert_eq!(find(&[y_one, y_one]), Finding::Fails(Flaw::Symbol { place: 0, symbol: "y".into() }));
    assert_eq!(find(&[x_one, one]), Finding::Fails(Flaw::Sort(1)));
    assert_eq!(find(&[bottom, y_one]), Finding::Fails(Flaw::Step(0)));
    assert_eq!(find(&[top, y_one]), Finding::Fails(Flaw::Step(1)));
    assert_eq!(find(&[x_one, top]), Finding::Fails(Flaw::Step(2)));
}
