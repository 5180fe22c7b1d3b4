//! The worked examples of the specifications about predicates: their formulas, interpolants and
//! abstractions.

use adumbra_formula::{Block, Chain, Stepped, Value};
use adumbra_interpolate::{Interpolation, Query};
use adumbra_judges::feasibility;
use adumbra_judges::feasibility::Feasibility;
use adumbra_laws::sources::{self as value_common, builder};
use adumbra_predicates::{Abstractor, Interned, Literal, PredicateId, Predicates, atoms};
use adumbra_program::*;
use adumbra_sat::Limits;
use adumbra_solver::engine::Embedded;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_terms::{Term, Terms};
use std::rc::Rc;
use std::sync::Arc;

fn embedded() -> Embedded {
    Embedded::new(adumbra_solver::options::Options::default())
}

#[track_caller]
fn satisfiable(terms: &mut Terms, formulas: &[Term]) -> bool {
    let mut solver = embedded();
    for formula in formulas {
        solver.assert(terms, *formula).unwrap();
    }
    match solver.check(terms, &[], &Limits::none()).unwrap() {
        Verdict::Sat => true,
        Verdict::Unsat => false,
        Verdict::Unknown(why) => panic!("{why:?}"),
    }
}

/// The path of the list of ones that leaves both loops at once:
/// `a=malloc; p=a; p->data=0; p=a; x=p->data; x!=1; x!=0`. The edges from `l9` on are there to say
/// `a->data` and `p->data`.
const LIST: &str = "program 1
layout LP64 64 \"x86_64-pc-linux-gnu\"
property unreach-call errors \"reach_error\"
entry @main

function @main() -> i32 {
  entry l0 exit l1
  reg %0.a %1.p: ptr
  reg %2.x %3 %4: i32
  l0 -> l2: %0.a = allocate heap 16 align 8 site s0
  l2 -> l3: %1.p = %0.a
  l3 -> l4: store 0:i32 to %1.p
  l4 -> l5: %1.p = %0.a
  l5 -> l6: %2.x = load %1.p
  l6 -> l7: [%2.x != 1]
  l6 -> l9: [!(%2.x != 1)]
  l7 -> l8: [%2.x != 0]
  l7 -> l9: [!(%2.x != 0)]
  l8 -> l9: nop
  l9 -> l10: %3 = load %0.a
  l10 -> l11: %4 = load %1.p
  l11 -> l1: return %3 + %4
}

site s0 in @main
";

fn edge(program: &Program, from: u32, to: u32) -> Edge {
    let found = program.edges.iter().find(|(_, data)| (data.from.as_u32(), data.to.as_u32()) == (from, to));
    found.unwrap_or_else(|| panic!("no edge from l{from} to l{to}")).0
}

fn bits(value: Value) -> Term {
    match value {
        Value::Bits(term) => term,
        Value::Pointer { .. } => panic!("a pointer"),
    }
}

/// The stated interpolants of the list of ones are inductive for our formulas of its operations,
/// and ours are over the same states.
#[test]
fn the_list_of_ones() {
    let program = Arc::new(text::parse(LIST).unwrap_or_else(|e| panic!("{e}")));
    let mut builder = builder(&program);
    let moves: Vec<Move> = [(0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8)]
        .map(|(from, to)| Move::Edge(edge(&program, from, to)))
        .to_vec();
    // What is stated after each operation, as formulas about the state.
    let [a, p, x, from_a, from_p] = [0, 1, 2, 3, 4].map(|r| builder.register_value(0, Register::from_u32(r)));
    let same = match (a, p) {
        (Value::Pointer { object: o, offset: i }, Value::Pointer { object: q, offset: j }) => {
            let terms = &mut builder.build.terms;
            let (objects, offsets) = (terms.eq(o, q), terms.eq(i, j));
            terms.and(objects, offsets)
        }
        _ => panic!("a and p are pointers"),
    };
    let loads = [(9, 10), (10, 11)].map(|(from, to)| Move::Edge(edge(&program, from, to)));
    let mut looks = Block::empty(Rc::new(Vec::new()));
    for load in loads {
        assert_eq!(builder.step(&mut looks, load), Stepped::On);
    }
    let zero = builder.build.terms.bv_u64(32, 0);
    let [a_data, p_data] = [from_a, from_p].map(|loaded| {
        let is_zero = builder.build.terms.eq(bits(loaded), zero);
        builder.before(&looks, is_zero)
    });
    let x_is_zero = builder.build.terms.eq(bits(x), zero);
    let (yes, no) = (builder.build.terms.bool(true), builder.build.terms.bool(false));
    let stated = [yes, same, a_data, p_data, x_is_zero, x_is_zero, no];
    let (mut chain, mut parts, mut ends) = (Chain::new(), Vec::new(), Vec::new());
    let mut before = yes;
    for (place, (step, stated)) in moves.iter().zip(stated).enumerate() {
        let mut block = if place == 0 { builder.initial() } else { Block::empty(Rc::new(Vec::new())) };
        assert_eq!(builder.step(&mut block, *step), Stepped::On);
        let formula = chain.add(&mut builder, &block);
        let after = chain.now(&mut builder, stated);
        let not = builder.build.terms.not(after);
        let question = [&formula[..], &[before, not]].concat();
        assert!(!satisfiable(&mut builder.build.terms, &question), "operation {place} does not lead to what is stated");
        if place == 4 {
            // What is stated before is needed. The object exists once, so that its data is one
            // variable whatever points to it.
            assert!(satisfiable(&mut builder.build.terms, &[&formula[..], &[not]].concat()), "{place}");
        }
        parts.push(formula);
        ends.push(chain.clone());
        before = after;
    }
    // The prefix is feasible, the path is not.
    let all: Vec<Term> = parts.iter().flatten().copied().collect();
    let prefix: Vec<Term> = parts[..6].iter().flatten().copied().collect();
    assert!(satisfiable(&mut builder.build.terms, &prefix));
    assert!(!satisfiable(&mut builder.build.terms, &all));
    // What we find speaks of the state where it stands, and is enough.
    let query = Query { check: true, ..Query::sequence(parts) };
    let found = embedded().interpolate(&mut builder.build.terms, &query, &Limits::none()).unwrap();
    let Interpolation::Found(sequences) = found else { panic!("{found:?}") };
    let of_states: Vec<Term> = (sequences[0].interpolants.iter().zip(&ends))
        .map(|(interpolant, end)| end.state(&mut builder, *interpolant).expect("over the state alone"))
        .collect();
    let last = *of_states.last().unwrap();
    assert_eq!(atoms(&builder.build.terms, last), [x_is_zero]);
}

/// CPA-2, X1: the judge of paths finds the path of the list of ones infeasible, and each of its
/// prefixes feasible, with inputs that the interpreter follows along it.
#[test]
fn cpa_2_the_path_of_the_list_of_ones_is_judged() {
    let program = Arc::new(text::parse(LIST).unwrap_or_else(|e| panic!("{e}")));
    let moves: Vec<Move> = [(0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8)]
        .map(|(from, to)| Move::Edge(edge(&program, from, to)))
        .to_vec();
    let judge = |length: usize| {
        let path = Path { moves: moves[..length].to_vec() };
        feasibility::check(&program, &path, None, &feasibility::Options::default())
    };
    for length in 1..moves.len() {
        assert!(matches!(judge(length), Feasibility::Feasible(_)), "the prefix of {length}: {:?}", judge(length));
    }
    assert!(matches!(judge(moves.len()), Feasibility::Infeasible { .. }), "{:?}", judge(moves.len()));
}

/// The same from C, with the loops of the example and cells from an array: the path that leaves
/// both at once, with one cell and with two.
#[test]
fn cpa_2_paths_of_the_list_of_ones_in_c_are_judged() {
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        struct L { int data; struct L *next; } cells[9], *fresh = cells;
        int main(void) { struct L *a = fresh++, *p = a, *t;
          while (__VERIFIER_nondet_int()) { p->data = 1; t = fresh++; p->next = t; p = p->next; }
          p->data = 0; p = a; int x = p->data; while (x == 1) { p = p->next; x = p->data; } if (x != 0) reach_error(); return 0; }";
    let program = value_common::load_c(text, "unreach-call", true);
    for (choices, feasible) in [
        // One cell: its data is 0, so that the second loop is left at once and the error is not
        // reached.
        (&[false, false][..], true),
        (&[false, false, true], false),
        (&[false, true], false),
        // Two cells: 1, then 0.
        (&[true, false, true, false], true),
        (&[true, false, true, false, true], false),
        (&[true, false, false], false),
        (&[true, false, true, true], false),
    ] {
        let mut moves = walk(&program, choices);
        // An execution ends where the error function is called.
        let error = moves.iter().position(|step| matches!(program.edges[step.edge()].op, Op::Violation(_)));
        moves.truncate(error.map_or(moves.len(), |at| at + 1));
        let path = Path { moves };
        let answer = feasibility::check(&program, &path, None, &feasibility::Options::default());
        match answer {
            Feasibility::Feasible(_) => assert!(feasible, "{choices:?}"),
            Feasibility::Infeasible { .. } => assert!(!feasible, "{choices:?}"),
            Feasibility::Unknown(why) => panic!("{choices:?}: {why}"),
        }
    }
}

/// The path that takes these sides of branches.
fn walk(program: &Program, choices: &[bool]) -> Vec<Move> {
    let (mut moves, mut choices) = (Vec::new(), choices.iter());
    let mut at = program.body(program.entry).unwrap().entry;
    let mut calls: Vec<(Edge, Function)> = Vec::new();
    loop {
        let out: Vec<Edge> = program.out_edges(at).collect();
        let step = match out[..] {
            [] => match calls.pop() {
                Some((call, callee)) => Move::Leave { call, callee },
                None => return moves,
            },
            [only] => match program.edges[only].op {
                Op::Call { callee: Callee::Direct(f), .. } if program.body(f).is_some() => {
                    calls.push((only, f));
                    Move::Enter { call: only, callee: f }
                }
                _ => Move::Edge(only),
            },
            _ => {
                let Some(choice) = choices.next() else { return moves };
                let taken = |e: &&Edge| matches!(program.edges[**e].op, Op::Assume { truth, .. } if truth == *choice);
                Move::Edge(*out.iter().find(taken).unwrap())
            }
        };
        at = step.to(program).unwrap();
        moves.push(step);
    }
}

/// The recursive function that is the identity on what is not negative, asked for 2.
const RECURSIVE: &str = "extern void reach_error(void);
    int f(int x) { if (x <= 0) return x; else { int tmp = f(x - 1); return tmp + 1; } }
    int main(void) { int a = 2; int b = f(a); if (b != 2) reach_error(); return 0; }";

fn is_feasible(program: &Arc<Program>, choices: &[bool]) -> bool {
    let mut builder = builder(program);
    let (mut block, mut chain, mut all) = (builder.initial(), Chain::new(), Vec::new());
    for step in walk(program, choices) {
        if builder.step(&mut block, step) == Stepped::Dead {
            return false;
        }
        // A block ends where a function is entered or left.
        if !matches!(step, Move::Edge(_)) {
            let next = Block::empty(Rc::clone(block.calls()));
            all.extend(chain.add(&mut builder, &std::mem::replace(&mut block, next)));
        }
    }
    all.extend(chain.add(&mut builder, &block));
    satisfiable(&mut builder.build.terms, &all)
}

/// Activations have x = 2, 1 and 0: the counterexample of recursion depth 1 contradicts itself
/// where the inner call returns at once, and what a caller knew before a call it knows after it.
#[test]
fn the_recursive_counterexample() {
    let program = value_common::load_c(RECURSIVE, "unreach-call", true);
    for (choices, feasible) in [
        (&[false][..], true),
        // Depth 1: `x1 <= 0` although `x1` is 1.
        (&[false, true], false),
        (&[false, true, true], false),
        (&[true], false),
        // Depth 2 is the one that is taken; then `b` is 2.
        (&[false, false], true),
        (&[false, false, true], true),
        (&[false, false, true, true], false),
        (&[false, false, true, false], true),
        (&[false, false, false], false),
    ] {
        assert_eq!(is_feasible(&program, choices), feasible, "{choices:?}");
    }
}

fn literal(interned: Interned) -> Literal {
    match interned {
        Interned::Literal(literal) => literal,
        Interned::Constant(value) => panic!("always {value}"),
    }
}

/// The predicates of `a = 3 and (b = 4 or c > d)` are `a = 3`, `b = 4` and `c > d`; `x = x + 1` and
/// `a < a` are none.
#[test]
fn predicates_are_the_atoms_of_interpolants() {
    let mut terms = Terms::new();
    let word = terms.bv_sort(32);
    let [a, b, c, d, x] = ["a", "b", "c", "d", "x"].map(|name| terms.var(name, word));
    let [one, three, four] = [1, 3, 4].map(|n| terms.bv_u64(32, n));
    let expected = [terms.eq(a, three), terms.eq(b, four), terms.bv_slt(d, c)];
    let either = terms.or(expected[1], expected[2]);
    let formula = terms.and(expected[0], either);
    assert_eq!(atoms(&terms, formula), expected);
    let mut predicates = Predicates::new();
    let ids: Vec<PredicateId> =
        expected.iter().map(|atom| literal(predicates.intern(&mut terms, *atom)).predicate).collect();
    assert_eq!(ids, [0, 1, 2].map(PredicateId));
    let next = terms.bv_add(x, one);
    for nonsense in [terms.eq(x, next), terms.bv_slt(a, a)] {
        assert_eq!(predicates.intern(&mut terms, nonsense), Interned::Constant(false));
    }
    assert_eq!(predicates.len(), 3);
}

/// `a@2 < a@3` is about two moments: it never becomes a predicate about one.
#[test]
fn formulas_about_two_moments_are_no_predicates() {
    let text = "int main(void) { int a = 0; while (a < 9) a = a + 1; return a; }";
    let program = value_common::load_c(text, "unreach-call", true);
    let mut builder = builder(&program);
    let a = (0..program.registers.len() as u32).map(Register::from_u32);
    let a = a.filter(|r| program.registers[*r].variable.as_ref().is_some_and(|v| v.name == "a")).min().unwrap();
    let term = bits(builder.register_value(0, a));
    let round = walk(&program, &[true, true, true]);
    let (mut block, mut chain, mut copies) = (builder.initial(), Chain::new(), Vec::new());
    for step in round {
        assert_eq!(builder.step(&mut block, step), Stepped::On);
        if builder.program().in_edges(step.to(&program).unwrap()).len() > 1 {
            let next = Block::empty(Rc::clone(block.calls()));
            chain.add(&mut builder, &std::mem::replace(&mut block, next));
            copies.push(chain.now(&mut builder, term));
        }
    }
    let [.., old, new] = copies[..] else { panic!("{copies:?}") };
    assert_ne!(old, new);
    let five = builder.build.terms.bv_u64(32, 5);
    let (both, only) = (builder.build.terms.bv_slt(old, new), builder.build.terms.bv_slt(new, five));
    assert_eq!(chain.state(&mut builder, both), None);
    let stated = builder.build.terms.bv_slt(term, five);
    assert_eq!(chain.state(&mut builder, only), Some(stated));
}

/// `y = 1, x = 1, z = 0` or `y != 1, x = 0, z = 1`, as in the example of the division by `x - z`:
/// the strongest Boolean combination of `x = 0`, `z = 0` and `x = z` has the two cases; the
/// strongest conjunction says that `x` is not `z`, since that holds in both, and no more.
#[test]
fn boolean_and_cartesian_abstraction_of_the_division() {
    let mut terms = Terms::new();
    let word = terms.bv_sort(32);
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.var(name, word));
    let (zero, one) = (terms.bv_u64(32, 0), terms.bv_u64(32, 1));
    let [y1, x1, z0, x0, z1] = [(y, one), (x, one), (z, zero), (x, zero), (z, one)].map(|(v, c)| terms.eq(v, c));
    let not_y1 = terms.not(y1);
    let cases = [[y1, x1, z0], [not_y1, x0, z1]].map(|case| {
        let two = terms.and(case[0], case[1]);
        terms.and(two, case[2])
    });
    let formula = terms.or(cases[0], cases[1]);
    let same = terms.eq(x, z);
    let mut predicates = Predicates::new();
    let tracked = [x0, z0, same].map(|p| (literal(predicates.intern(&mut terms, p)).predicate, p));
    let mut abstractor = Abstractor::new(Box::new(embedded()), Default::default());
    let name = |p: PredicateId| ["x=0", "z=0", "x=z"][p.0 as usize].to_owned();
    let boolean = abstractor.boolean(&mut terms, &[formula], &tracked, &Limits::none()).unwrap().region;
    assert_eq!(abstractor.regions.show(boolean, name), "x=0 & !z=0 & !x=z | !x=0 & z=0 & !x=z");
    let cartesian = abstractor.cartesian(&mut terms, &[formula], &tracked, &Limits::none()).unwrap().region;
    assert_eq!(abstractor.regions.show(cartesian, name), "!x=z");
}
