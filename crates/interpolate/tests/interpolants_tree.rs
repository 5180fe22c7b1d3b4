//! Interpolants of trees: the worked example, random trees by every strategy, and the check of
//! their definition.

use crate::interpolation::{Random, brute_force_tree, random_atom, random_tree, read};
use adumbra_interpolate::definition::{Finding, Flaw, check, check_tree, describe};
use adumbra_interpolate::nested::{PathTree, Position};
use adumbra_interpolate::{Interpolation, Query, Sequence, Settings, Tree, from_binary, run};
use adumbra_sat::Limits;
use adumbra_solver::engine::Embedded;
use adumbra_solver::options::Options;
use adumbra_solver::process::{CommandLine, ProcessSolver};
use adumbra_solver::script::Session;
use adumbra_solver::solver::Solver;
use adumbra_terms::smtlib::Reader;
use adumbra_terms::walk::tree_size;
use adumbra_terms::{Op, Term, Terms};
use adumbra_testing::rounds;

const STRATEGIES: [&str; 3] = ["direct", "from-binary", "nested"];

fn settings(strategy: &'static str) -> Settings {
    let mut settings = Options::default().settings();
    settings.interpolation.tree_strategy = strategy;
    settings
}

/// The counterexample of recursion depth 1, its formulas in the order of the tree.
const RECURSIVE: &str = "
    (declare-const a0 (_ BitVec 32)) (declare-const p0 (_ BitVec 32)) (declare-const x0 (_ BitVec 32))
    (declare-const p1 (_ BitVec 32)) (declare-const x1 (_ BitVec 32)) (declare-const r0 (_ BitVec 32))
    (declare-const tmp0 (_ BitVec 32)) (declare-const r1 (_ BitVec 32)) (declare-const b0 (_ BitVec 32))
    (assert (! (= a0 #x00000002) :named F1))
    (assert (! (and (= x0 p0) (bvsgt x0 #x00000000)) :named F2))
    (assert (! (and (= x1 p1) (bvsle x1 #x00000000) (= r0 x1)) :named F3))
    (assert (! (= p1 (bvsub x0 #x00000001)) :named F4))
    (assert (! (= tmp0 r0) :named F5))
    (assert (! (= r1 (bvadd tmp0 #x00000001)) :named F6))
    (assert (! (= p0 a0) :named F7))
    (assert (! (= b0 r1) :named F8))
    (assert (! (not (= b0 #x00000002)) :named F9))";

fn recursive_tree() -> Tree {
    Tree::from_starts(vec![0, 1, 2, 1, 1, 1, 0, 0, 0]).expect("a tree")
}

fn found(terms: &mut Terms, query: &Query, settings: &Settings) -> Vec<Sequence> {
    match run(terms, query, &Limits::none(), settings).expect("no fault") {
        Interpolation::Found(found) => found,
        other => panic!("no interpolants: {other:?}"),
    }
}

fn assert_checked(terms: &mut Terms, parts: &[Vec<Term>], tree: &Tree, answer: &Sequence) {
    let finding = check_tree(terms, parts, tree, &answer.interpolants, &Limits::none(), &Options::default().settings());
    assert_eq!(finding, Finding::Holds, "{}: {} of {tree:?}", answer.source, describe(terms, &answer.interpolants));
}

#[test]
fn the_recursive_counterexample_as_a_tree() {
    let (mut terms, parts) = read(RECURSIVE);
    let tree = recursive_tree();
    for strategy in STRATEGIES {
        let query = Query { check: true, ..Query::tree(parts.clone(), tree.clone()) };
        let answer = found(&mut terms, &query, &settings(strategy)).remove(0);
        assert_checked(&mut terms, &parts, &tree, &answer);
        // As small as the stated ones: a bound each, and `false` where all is known.
        for interpolant in &answer.interpolants {
            assert!(tree_size(&terms, *interpolant) <= 9, "{strategy}: {}", describe(&terms, &answer.interpolants));
        }
    }
}

#[test]
fn the_stated_interpolants_of_the_recursive_counterexample_hold() {
    let stated = [
        "(bvsge a0 #x00000002)",
        "(bvsle p0 x0)",
        "(bvsle p1 #x00000000)",
        "(bvsle p0 #x00000001)",
        "(bvsle p0 #x00000001)",
        "(bvsle p0 #x00000001)",
        "false",
        "false",
    ];
    let text: String = stated.iter().map(|formula| format!("(assert {formula})")).collect();
    let (mut terms, parts) = read(&format!("{RECURSIVE}{text}"));
    let (labels, answers) = parts.split_at(9);
    let answers: Vec<Term> = answers.iter().map(|part| part[0]).collect();
    let mut find = |answers: &[Term]| {
        check_tree(&mut terms, labels, &recursive_tree(), answers, &Limits::none(), &Options::default().settings())
    };
    assert_eq!(find(&answers), Finding::Holds);
    // None of them can be left out, nor stand where another stands.
    for place in 0..6 {
        let mut damaged = answers.clone();
        damaged[place] = answers[(place + 1) % 3];
        assert!(matches!(find(&damaged), Finding::Fails(_)), "{place}");
    }
}

/// Each part speaks of the variables of the edges around it, and at times of one that all know.
fn random_parts(terms: &mut Terms, random: &mut Random, tree: &Tree, width: u32) -> Vec<Vec<Term>> {
    let sort = terms.bv_sort(width);
    (0..tree.len())
        .map(|part| {
            let mut near: Vec<usize> = tree.children(part).collect();
            near.push(part);
            let mut pool: Vec<Term> = near.iter().map(|edge| terms.var(&format!("x{edge}"), sort)).collect();
            pool.push(terms.var(&format!("x{}", near[random.below(near.len())]), sort));
            if random.below(3) == 0 {
                pool.push(terms.var("g", sort));
            }
            let constant = random.below(1 << width.min(8)) as u64;
            pool.push(terms.bv_u64(width, constant));
            for _ in 0..random.below(2) {
                let (a, b) = (pool[random.below(pool.len())], pool[random.below(pool.len())]);
                let op = [Op::BvAdd, Op::BvXor, Op::BvAnd, Op::BvMul][random.below(4)];
                pool.push(terms.try_mk(op, sort, &[a, b]).expect("operands that fit"));
            }
            (0..1 + random.below(3)).map(|_| random_atom(terms, random, &pool, &[])).collect()
        })
        .collect()
}

#[test]
fn random_trees_by_every_strategy() {
    let mut random = Random(0x7EE5_0001);
    let (mut contradictions, mut sources) = (0, Vec::new());
    for round in 0..rounds(600) {
        let mut terms = Terms::new();
        let width = 1 + (round % 5) as u32;
        let count = 3 + random.below(7);
        let tree = random_tree(&mut random, count, 3);
        let parts = random_parts(&mut terms, &mut random, &tree, width);
        let mut satisfiable = Vec::new();
        for strategy in STRATEGIES {
            for words in [true, false] {
                let mut settings = settings(strategy);
                settings.interpolation.words = words;
                let query = Query { candidates: 4, ..Query::tree(parts.clone(), tree.clone()) };
                match run(&mut terms, &query, &Limits::none(), &settings).expect("no fault") {
                    Interpolation::Found(answers) => {
                        for answer in &answers {
                            assert_checked(&mut terms, &parts, &tree, answer);
                            if width == 1 {
                                assert!(brute_force_tree(&terms, &parts, &tree, &answer.interpolants));
                            }
                            if !sources.contains(&answer.source) {
                                sources.push(answer.source);
                            }
                        }
                        satisfiable.push(false);
                    }
                    Interpolation::Satisfiable(_) => satisfiable.push(true),
                    Interpolation::None(reason) => panic!("{strategy}: {reason}"),
                }
            }
        }
        assert!(satisfiable.iter().all(|one| *one == satisfiable[0]), "strategies disagree");
        contradictions += usize::from(!satisfiable[0]);
    }
    assert!(contradictions > 40, "{contradictions} contradictions");
    for source in ["words", "proof (McMillan)", "proof (Pudlák)", "tree from two sides", "nested"] {
        assert!(sources.contains(&source), "{source} is missing in {sources:?}");
    }
}

/// Parts with an array for each edge, written to and read.
fn random_array_parts(terms: &mut Terms, random: &mut Random, tree: &Tree) -> Vec<Vec<Term>> {
    let word = terms.bv_sort(2);
    let array = terms.array_sort(word, word).expect("a sort");
    (0..tree.len())
        .map(|part| {
            let mut near: Vec<usize> = tree.children(part).collect();
            near.push(part);
            let mut words: Vec<Term> = near.iter().map(|edge| terms.var(&format!("x{edge}"), word)).collect();
            let mut memories: Vec<Term> = near.iter().map(|edge| terms.var(&format!("m{edge}"), array)).collect();
            let constant = random.below(4) as u64;
            words.push(terms.bv_u64(2, constant));
            for _ in 0..2 {
                let (x, y) = (words[random.below(words.len())], words[random.below(words.len())]);
                let memory = memories[random.below(memories.len())];
                words.push(terms.select(memory, x));
                if random.below(2) == 0 {
                    memories.push(terms.store(memory, x, y));
                }
            }
            let mut conjuncts = vec![random_atom(terms, random, &words, &[])];
            let (a, b) = (memories[random.below(memories.len())], memories[random.below(memories.len())]);
            if a != b && random.below(3) > 0 {
                conjuncts.push(terms.eq(a, b));
            }
            conjuncts
        })
        .collect()
}

#[test]
fn trees_with_arrays_give_interpolants_or_none() {
    let mut random = Random(0x7EE5_0002);
    let (mut answered, mut none) = (0, 0);
    for _ in 0..rounds(100) {
        let mut terms = Terms::new();
        let count = 3 + random.below(5);
        let tree = random_tree(&mut random, count, 3);
        let parts = random_array_parts(&mut terms, &mut random, &tree);
        for strategy in STRATEGIES {
            let query = Query { candidates: 2, ..Query::tree(parts.clone(), tree.clone()) };
            match run(&mut terms, &query, &Limits::none(), &settings(strategy)).expect("no fault") {
                Interpolation::Found(answers) => {
                    answered += 1;
                    answers.iter().for_each(|answer| assert_checked(&mut terms, &parts, &tree, answer));
                }
                Interpolation::Satisfiable(_) => {}
                Interpolation::None(_) => none += 1,
            }
        }
    }
    assert!(answered > 30 && none < answered, "{answered} answered, {none} without answer");
}

#[test]
fn a_degenerate_tree_is_a_sequence() {
    let mut random = Random(0x7EE5_0003);
    let mut contradictions = 0;
    for _ in 0..rounds(60) {
        let mut terms = Terms::new();
        let count = 2 + random.below(5);
        let tree = Tree::sequence(count);
        let parts = random_parts(&mut terms, &mut random, &tree, 3);
        let as_sequence = Query { candidates: 3, ..Query::sequence(parts.clone()) };
        let answer = run(&mut terms, &as_sequence, &Limits::none(), &settings("direct")).expect("no fault");
        let Interpolation::Found(sequences) = answer else { continue };
        contradictions += 1;
        let as_tree = Query { candidates: 3, ..Query::tree(parts.clone(), tree.clone()) };
        let of_tree = found(&mut terms, &as_tree, &settings("direct"));
        assert_eq!(of_tree, sequences);
        for strategy in ["from-binary", "nested"] {
            let answer = found(&mut terms, &as_tree, &settings(strategy)).remove(0);
            let finding =
                check(&mut terms, &parts, &answer.interpolants, &Limits::none(), &Options::default().settings());
            assert_eq!(finding, Finding::Holds, "{strategy}");
        }
    }
    assert!(contradictions > 10, "{contradictions} contradictions");
}

/// Along the path that a tree stands for, the same questions are asked as in post-order.
#[test]
fn nested_and_from_binary_ask_once_for_each_part_but_the_root() {
    let (mut terms, parts) = read(RECURSIVE);
    let tree = recursive_tree();
    let mut answers = Vec::new();
    for split in [from_binary, adumbra_interpolate::nested::nested] {
        let mut asked: Vec<Vec<Vec<Term>>> = Vec::new();
        let mut ask = |terms: &mut Terms, query: &Query| {
            asked.push(query.parts.iter().map(|part| sorted(terms, part)).collect());
            run(terms, query, &Limits::none(), &Options::default().settings())
        };
        match split(&mut terms, &parts, &tree, &mut ask).expect("no fault") {
            Interpolation::Found(found) => assert_checked(&mut terms, &parts, &tree, &found[0]),
            other => panic!("{other:?}"),
        }
        // `false` below a part leaves nothing to ask.
        assert!(asked.len() < parts.len(), "{} questions", asked.len());
        answers.push(asked);
    }
    assert_eq!(answers[0], answers[1]);
}

fn sorted(terms: &Terms, part: &[Term]) -> Vec<Term> {
    let mut part: Vec<Term> = part.iter().copied().filter(|term| terms.truth(*term) != Some(true)).collect();
    part.sort_unstable();
    part.dedup();
    part
}

#[test]
fn a_path_with_calls_gets_a_formula_for_each_position() {
    use Position::{Entry, Exit, Middle};
    let (mut terms, parts) = read(RECURSIVE);
    let path = PathTree::new(&[Middle, Entry, Middle, Entry, Exit, Middle, Exit, Middle, Middle]).expect("a path");
    assert_eq!(path.tree, recursive_tree());
    // Formulas in the order of the path: F1 F7 F2 F4 F3 F5 F6 F8 F9.
    let along: Vec<Vec<Term>> = [0, 6, 1, 3, 2, 4, 5, 7, 8].iter().map(|part: &usize| parts[*part].clone()).collect();
    assert_eq!(path.parts(&along), parts);
    let query = Query::tree(parts.clone(), path.tree.clone());
    let answer = found(&mut terms, &query, &Options::default().settings()).remove(0);
    let flat = path.flatten(&mut terms, &answer.interpolants);
    let (top, bottom) = (terms.bool(true), terms.bool(false));
    assert_eq!((flat[1], flat[3], flat[8]), (top, top, bottom), "nothing is known at entries, all at the end");
    assert_eq!((flat[0], flat[2], flat[5]), (answer.interpolants[0], answer.interpolants[1], answer.interpolants[4]));
}

#[test]
fn the_check_finds_each_way_to_be_wrong() {
    // a = 1 and b = 2 below c = a + b, below c = 4.
    let text = "(declare-const a (_ BitVec 8)) (declare-const b (_ BitVec 8)) (declare-const c (_ BitVec 8))
        (declare-const l (_ BitVec 8))
        (assert (and (= a #x01) (= l a))) (assert (= b #x02)) (assert (= c (bvadd a b))) (assert (= c #x04))
        (assert (= a #x01)) (assert (= b #x02)) (assert (= c #x03)) (assert (bvult c #x10)) (assert (= l #x01))";
    let (mut terms, all) = read(text);
    let tree = Tree::from_starts(vec![0, 1, 0, 0]).expect("a tree");
    let parts = all[..4].to_vec();
    let [a, b, c, weak, local] = [4, 5, 6, 7, 8].map(|place: usize| all[place][0]);
    let (top, bottom) = (terms.bool(true), terms.bool(false));
    let mut find = |answers: &[Term], tree: &Tree| {
        check_tree(&mut terms, &parts, tree, answers, &Limits::none(), &Options::default().settings())
    };
    let scope = |place: usize, symbol: &str| Finding::Fails(Flaw::Symbol { place, symbol: symbol.into() });
    assert_eq!(find(&[a, b, c], &tree), Finding::Holds);
    assert_eq!(find(&[a, b], &tree), Finding::Fails(Flaw::Count { expected: 3, found: 2 }));
    assert_eq!(find(&[a, b, c], &Tree::sequence(3)), Finding::Fails(Flaw::Shape { tree: 3, parts: 4 }));
    // A leaf says more than it knows; the children say too little; the root is not contradicted.
    assert_eq!(find(&[bottom, b, c], &tree), Finding::Fails(Flaw::Step(0)));
    assert_eq!(find(&[a, top, c], &tree), Finding::Fails(Flaw::Step(2)));
    assert_eq!(find(&[a, b, weak], &tree), Finding::Fails(Flaw::Step(3)));
    // Symbols of the subtree alone, of the outside alone, and of the subtree beside.
    assert_eq!(find(&[local, b, c], &tree), scope(0, "l"));
    assert_eq!(find(&[a, c, c], &tree), scope(1, "c"));
    assert_eq!(find(&[a, a, c], &tree), scope(1, "a"));
    assert_eq!(find(&[a, b, a], &tree), scope(2, "a"));
    // The same formulas are none of the sequence: there b is not known at the first place, but a is
    // at the second.
    assert_eq!(find(&[a, b, c], &Tree::sequence(4)), Finding::Fails(Flaw::Step(2)));
}

#[test]
fn damaged_answers_are_rejected_exactly_when_they_are_none() {
    let mut random = Random(0x7EE5_0004);
    let (mut rejected, mut accepted) = (0, 0);
    for _ in 0..rounds(60) {
        let mut terms = Terms::new();
        let count = 3 + random.below(4);
        let tree = random_tree(&mut random, count, 2);
        let parts = random_parts(&mut terms, &mut random, &tree, 1);
        let query = Query::tree(parts.clone(), tree.clone());
        let Interpolation::Found(answers) =
            run(&mut terms, &query, &Limits::none(), &Options::default().settings()).expect("no fault")
        else {
            continue;
        };
        for place in 0..count - 1 {
            for damage in 0..3 {
                let mut damaged = answers[0].interpolants.clone();
                damaged[place] = match damage {
                    0 => terms.not(damaged[place]),
                    1 => terms.bool(true),
                    _ => damaged[random.below(count - 1)],
                };
                let finding =
                    check_tree(&mut terms, &parts, &tree, &damaged, &Limits::none(), &Options::default().settings());
                let expected = brute_force_tree(&terms, &parts, &tree, &damaged);
                assert_eq!(finding == Finding::Holds, expected, "{}", describe(&terms, &damaged));
                if expected { accepted += 1 } else { rejected += 1 }
            }
        }
    }
    assert!(rejected > 50 && accepted > 10, "{rejected} rejected, {accepted} accepted");
}

/// A sum over a tree with many leaves: each leaf gives a value, each other part adds what is below
/// it.
fn sums(terms: &mut Terms, tree: &Tree) -> Vec<Vec<Term>> {
    let sort = terms.bv_sort(16);
    let root = tree.len() - 1;
    (0..tree.len())
        .map(|part| {
            let value = terms.var(&format!("s{part}"), sort);
            let below: Vec<Term> = tree.children(part).map(|child| terms.var(&format!("s{child}"), sort)).collect();
            let one = terms.bv_u64(16, 1);
            let sum = below.into_iter().reduce(|a, b| terms.bv_add(a, b)).unwrap_or(one);
            let mut conjuncts = vec![terms.eq(value, sum)];
            if part == root {
                let leaves = (0..tree.len()).filter(|leaf| tree.subtree(*leaf).len() == 1).count() as u64;
                let wrong = terms.bv_u64(16, leaves + 1);
                conjuncts.push(terms.eq(value, wrong));
            }
            conjuncts
        })
        .collect()
}

#[test]
fn large_trees() {
    // 100 leaves, two or three below each other part; and a chain of 200.
    let mut random = Random(0x7EE5_0005);
    let (mut starts, mut open, mut leaves): (Vec<usize>, Vec<usize>, usize) = (Vec::new(), Vec::new(), 0);
    while leaves < 100 || open.len() > 1 {
        let start = if open.len() > 1 && (leaves == 100 || random.below(2) == 0) {
            let taken = (2 + random.below(2)).min(open.len());
            let first = open[open.len() - taken];
            open.truncate(open.len() - taken);
            starts[first]
        } else {
            leaves += 1;
            starts.len()
        };
        open.push(starts.len());
        starts.push(start);
    }
    let tree = Tree::from_starts(starts).expect("a tree by construction");
    for tree in [tree, Tree::sequence(200)] {
        let mut terms = Terms::new();
        let parts = sums(&mut terms, &tree);
        let answer =
            found(&mut terms, &Query::tree(parts.clone(), tree.clone()), &Options::default().settings()).remove(0);
        assert_checked(&mut terms, &parts, &tree, &answer);
    }
}

/// What a script prints.
fn answers<S: Solver>(solver: S, text: &str) -> Vec<String> {
    let mut terms = Terms::new();
    let mut session = Session::new(solver, Limits::none());
    session.set_check_interpolants(true);
    let mut reader = Reader::new(text);
    let mut printed = Vec::new();
    while let Some(command) = reader.next(&mut terms).expect("a valid script") {
        printed.extend(session.execute(&mut terms, command).expect("no fault"));
    }
    printed
}

#[test]
fn scripts_ask_for_trees() {
    let script = format!("{RECURSIVE} (check-sat) (get-interpolants F1 (F2 (F3) F4 F5 F6) F7 F8 F9)");
    for strategy in STRATEGIES {
        let mut options = Options::default();
        options.set("tree-strategy", strategy).expect("an option");
        let printed = answers(Embedded::new(options), &script);
        assert_eq!(printed[0], "unsat");
        // The answer is a list of eight formulas, the root's left out; read again, they are
        // interpolants.
        let list = printed[1].strip_prefix('(').and_then(|text| text.strip_suffix(')')).expect("a list");
        let again: String = list.lines().map(|line| format!("(assert {line})\n")).collect();
        let (mut terms, parts) = read(&(RECURSIVE.to_owned() + &again));
        let interpolants: Vec<Term> = parts[9..].iter().map(|part| part[0]).collect();
        assert_eq!(interpolants.len(), 8, "{printed:?}");
        let answer = Sequence { interpolants, source: "script" };
        assert_checked(&mut terms, &parts[..9], &recursive_tree(), &answer);
    }
    let satisfiable =
        "(declare-const p Bool) (assert (! p :named A)) (assert (! true :named B)) (assert (! p :named C))
        (get-interpolants A (B) C)";
    let printed = answers(Embedded::new(Options::default()), satisfiable);
    assert!(printed[0].contains("satisfiable"), "{printed:?}");
}

/// Other solvers have no command for trees. Scripts get answers all the same, and so does who has a
/// solver that knows two sides.
#[test]
fn other_solvers_answer_trees() {
    let Ok(command) = CommandLine::parse("z3 -in") else { panic!("a command line") };
    let script = format!("{RECURSIVE} (check-sat) (get-interpolants F1 (F2 (F3) F4 F5 F6) F7 F8 F9)");
    if std::process::Command::new("z3").arg("--version").output().is_err() {
        return;
    }
    let printed = answers(ProcessSolver::new(command.clone()), &script);
    assert_eq!((printed[0].as_str(), printed[1].lines().count()), ("unsat", 8));
    let (mut terms, parts) = read(RECURSIVE);
    let mut solver = ProcessSolver::new(command);
    let mut ask = |terms: &mut Terms, query: &Query| solver.interpolate(terms, query, &Limits::none());
    match from_binary(&mut terms, &parts, &recursive_tree(), &mut ask).expect("no fault") {
        Interpolation::Found(found) => assert_checked(&mut terms, &parts, &recursive_tree(), &found[0]),
        other => panic!("{other:?}"),
    }
}
