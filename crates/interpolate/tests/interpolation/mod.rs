//! What the tests of interpolants share: random numbers, random atoms, and the definition by all
//! assignments.

use adumbra_interpolate::Tree;
use adumbra_terms::smtlib::{Command, Reader};
use adumbra_terms::walk::free_symbols;
use adumbra_terms::{Bits, Model, Op, Plan, SortKind, Symbol, Term, Terms, Value};
pub use adumbra_testing::Random;

/// A random comparison, truth value, or clause of two.
pub fn random_atom(terms: &mut Terms, random: &mut Random, words: &[Term], flags: &[Term]) -> Term {
    let bool_sort = terms.bool_sort();
    let literal = |terms: &mut Terms, random: &mut Random| {
        let first = random.below(words.len());
        let (a, b) = (words[first], words[(first + 1 + random.below(words.len() - 1)) % words.len()]);
        let atom = match random.below(8) {
            0 if !flags.is_empty() => flags[random.below(flags.len())],
            1 | 2 => terms.try_mk(Op::BvUlt, bool_sort, &[a, b]).expect("words"),
            3 => terms.try_mk(Op::BvSlt, bool_sort, &[a, b]).expect("words"),
            _ => terms.eq(a, b),
        };
        if random.below(3) == 0 { terms.not(atom) } else { atom }
    };
    let first = literal(terms, random);
    if random.below(4) > 0 {
        return first;
    }
    let second = literal(terms, random);
    terms.or(first, second)
}

/// Whether formulas are interpolants, by all assignments. For few symbols of few bits.
pub fn brute_force(terms: &Terms, parts: &[Vec<Term>], interpolants: &[Term]) -> bool {
    for (place, interpolant) in interpolants.iter().enumerate() {
        let before: Vec<Term> = parts[..=place].concat();
        let after: Vec<Term> = parts[place + 1..].concat();
        let (before, after) = (free_symbols(terms, &before), free_symbols(terms, &after));
        if free_symbols(terms, &[*interpolant]).iter().any(|s| !before.contains(s) || !after.contains(s)) {
            return false;
        }
    }
    (0..parts.len()).all(|place| {
        let mut premises = parts[place].clone();
        premises.extend(place.checked_sub(1).map(|before| interpolants[before]));
        implies(terms, &premises, interpolants.get(place).copied())
    })
}

/// Whether under all assignments some premises imply a conclusion, or are contradictory if there is
/// none.
fn implies(terms: &Terms, premises: &[Term], conclusion: Option<Term>) -> bool {
    let roots: Vec<Term> = premises.iter().copied().chain(conclusion).collect();
    let symbols = free_symbols(terms, &roots);
    let mut plan = Plan::new(terms, &roots);
    let sizes: Vec<u32> = symbols.iter().map(|s| bits_of(terms, *s)).collect();
    let total: u32 = sizes.iter().sum();
    assert!(total <= 18, "too many assignments");
    (0..1u64 << total).all(|mut all| {
        let mut model = Model::new();
        for (symbol, size) in symbols.iter().zip(&sizes) {
            let value = all & ((1 << size) - 1);
            all >>= size;
            model.set(
                *symbol,
                match terms.sort_kind(terms.symbol(*symbol).result) {
                    SortKind::Bool => Value::Bool(value == 1),
                    _ => Value::Bits(Bits::from_u64(*size, value)),
                },
            );
        }
        plan.run(&model);
        let holds = |i: usize| plan.value(i).as_bool() == Some(true);
        !(0..premises.len()).all(holds) || (conclusion.is_some() && holds(premises.len()))
    })
}

fn bits_of(terms: &Terms, symbol: Symbol) -> u32 {
    match terms.sort_kind(terms.symbol(symbol).result) {
        SortKind::BitVec(width) => width,
        _ => 1,
    }
}

/// Whether z3 finds all conditions of the definition to hold; nothing if it cannot be run.
pub fn z3_agrees(terms: &mut Terms, parts: &[Vec<Term>], interpolants: &[Term]) -> Option<bool> {
    use std::io::Write;
    let mut script = String::new();
    let roots: Vec<Term> = parts.iter().flatten().chain(interpolants).copied().collect();
    for symbol in free_symbols(terms, &roots) {
        let data = terms.symbol(symbol);
        let parameters: Vec<String> = data.parameters.iter().map(|sort| terms.sort_name(*sort)).collect();
        let result = terms.sort_name(data.result);
        script += &format!("(declare-fun |{}| ({}) {result})\n", data.name, parameters.join(" "));
    }
    for (place, part) in parts.iter().enumerate() {
        let mut conjuncts = part.clone();
        conjuncts.extend(place.checked_sub(1).map(|before| interpolants[before]));
        if let Some(after) = interpolants.get(place) {
            conjuncts.push(terms.not(*after));
        }
        script += "(push 1)\n";
        for conjunct in conjuncts {
            script += &format!("(assert {})\n", adumbra_terms::smtlib::term_to_string(terms, conjunct));
        }
        script += "(check-sat)\n(pop 1)\n";
    }
    let mut file = tempfile::NamedTempFile::with_suffix(".smt2").ok()?;
    file.write_all(script.as_bytes()).ok()?;
    let output = std::process::Command::new("z3").arg(file.path()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(text.lines().count() == parts.len() && text.lines().all(|line| line == "unsat"))
}

/// A random tree in post-order: each part takes some of the finished subtrees before it.
pub fn random_tree(random: &mut Random, parts: usize, most: usize) -> Tree {
    let (mut open, mut starts): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for part in 0..parts {
        let taken =
            if part + 1 == parts { open.len() } else { random.below(open.len() + 1).min(random.below(most + 1)) };
        let start = if taken == 0 { part } else { starts[open[open.len() - taken]] };
        open.truncate(open.len() - taken);
        open.push(part);
        starts.push(start);
    }
    Tree::from_starts(starts).expect("a tree by construction")
}

/// Whether formulas are interpolants of a tree, by all assignments. For few symbols of few bits.
pub fn brute_force_tree(terms: &Terms, parts: &[Vec<Term>], tree: &Tree, interpolants: &[Term]) -> bool {
    for (place, interpolant) in interpolants.iter().enumerate() {
        let side = |inside: bool| -> Vec<Symbol> {
            let of_side: Vec<Term> = (0..parts.len())
                .filter(|part| tree.subtree(place).contains(part) == inside)
                .flat_map(|part| parts[part].clone())
                .collect();
            free_symbols(terms, &of_side)
        };
        let (inside, outside) = (side(true), side(false));
        if free_symbols(terms, &[*interpolant]).iter().any(|s| !inside.contains(s) || !outside.contains(s)) {
            return false;
        }
    }
    (0..parts.len()).all(|place| {
        let mut premises = parts[place].clone();
        premises.extend(tree.children(place).map(|child| interpolants[child]));
        implies(terms, &premises, interpolants.get(place).copied())
    })
}

/// Declarations and one assertion for each part.
pub fn read(text: &str) -> (Terms, Vec<Vec<Term>>) {
    let mut terms = Terms::new();
    let mut reader = Reader::new(text);
    let mut parts = Vec::new();
    while let Some(command) = reader.next(&mut terms).expect("a valid script") {
        if let Command::Assert(term, _) = command {
            parts.push(vec![term]);
        }
    }
    (terms, parts)
}
