//! Random formulas in conjunctive normal form, of kinds that take a solver down different ways.

use crate::random::Rng;
use adumbra_sat::dimacs::Cnf;
use adumbra_sat::{Lit, Var};

/// Makes formulas of one kind.
pub type Make = fn(&mut Rng) -> Cnf;

/// The kinds of formulas.
pub const KINDS: &[(&str, Make)] = &[
    ("uniform", uniform),
    ("small", small),
    ("pigeons", pigeons),
    ("parity", parity),
    ("planted", planted),
    ("circuit", circuit),
];

/// A formula of a random kind, with the kind's name.
pub fn formula(rng: &mut Rng) -> (&'static str, Cnf) {
    let (name, make) = *rng.pick(KINDS);
    let mut cnf = make(rng);
    if rng.one_in(3) {
        disguise(rng, &mut cnf);
    }
    (name, cnf)
}

fn var(index: usize) -> Lit {
    Var::new(index).positive()
}

fn signed(rng: &mut Rng, lit: Lit) -> Lit {
    if rng.one_in(2) { lit } else { !lit }
}

fn any(rng: &mut Rng, vars: usize) -> Lit {
    let lit = var(rng.below(vars));
    signed(rng, lit)
}

/// Clauses of one length near the ratio at which half of the formulas are satisfiable.
fn uniform(rng: &mut Rng) -> Cnf {
    let (length, ratio, most) = *rng.pick(&[(2, 10, 120), (3, 43, 110), (4, 99, 50), (5, 211, 28)]);
    let vars = rng.between(length, most);
    let spread = rng.between(85, 115);
    let count = (vars * ratio * spread / 1000).max(1);
    let clauses = (0..count).map(|_| (0..length).map(|_| any(rng, vars)).collect()).collect();
    Cnf { vars, clauses }
}

/// Few variables, clauses of all lengths, many units and pairs, also empty clauses and repeated
/// literals.
fn small(rng: &mut Rng) -> Cnf {
    let vars = rng.between(1, 25);
    let count = rng.between(0, 4 * vars);
    let longest = *rng.pick(&[2, 3, 3, 4, 8]);
    let clauses = (0..count)
        .map(|_| {
            let length = if rng.one_in(2) { 2 } else { rng.between(1, longest) };
            let length = if rng.one_in(400) { 0 } else { length };
            (0..length).map(|_| any(rng, vars)).collect()
        })
        .collect();
    Cnf { vars, clauses }
}

/// Pigeons in holes, with some clauses left out or some added.
fn pigeons(rng: &mut Rng) -> Cnf {
    let holes = rng.between(1, 6);
    let pigeons = rng.between(1, holes + 1);
    let at = |pigeon: usize, hole: usize| var(pigeon * holes + hole);
    let mut clauses: Vec<Vec<Lit>> = (0..pigeons).map(|p| (0..holes).map(|h| at(p, h)).collect()).collect();
    for hole in 0..holes {
        for p in 0..pigeons {
            clauses.extend((0..p).map(|q| vec![!at(p, hole), !at(q, hole)]));
        }
    }
    let vars = pigeons * holes;
    for _ in 0..rng.below(3) {
        let gone = rng.below(clauses.len());
        clauses.swap_remove(gone);
        if clauses.is_empty() {
            break;
        }
    }
    for _ in 0..rng.below(4) {
        clauses.push(vec![any(rng, vars), any(rng, vars)]);
    }
    Cnf { vars, clauses }
}

/// Sums modulo two over a few variables each.
fn parity(rng: &mut Rng) -> Cnf {
    let vars = rng.between(3, 26);
    let count = vars * rng.between(60, 115) / 100;
    let hidden: Vec<bool> = (0..vars).map(|_| rng.one_in(2)).collect();
    let consistent = rng.one_in(2);
    let mut clauses = Vec::new();
    for _ in 0..count {
        let length = rng.between(2, 4.min(vars));
        let mut chosen: Vec<usize> = (0..vars).collect();
        rng.shuffle(&mut chosen);
        chosen.truncate(length);
        let sum = if consistent { chosen.iter().filter(|v| hidden[**v]).count() % 2 == 1 } else { rng.one_in(2) };
        for signs in 0..1u32 << length {
            // A clause forbids the assignment in which all of its literals are false.
            if (signs.count_ones() % 2 == 1) != sum {
                clauses
                    .push(chosen.iter().enumerate().map(|(i, v)| Var::new(*v).literal(signs >> i & 1 == 0)).collect());
            }
        }
    }
    Cnf { vars, clauses }
}

/// Many clauses, all true under one assignment.
fn planted(rng: &mut Rng) -> Cnf {
    let vars = rng.between(3, 200);
    let hidden: Vec<Lit> = (0..vars).map(|v| signed(rng, var(v))).collect();
    let count = vars * rng.between(20, 70) / 10;
    let clauses = (0..count)
        .map(|_| {
            let length = rng.between(2, 4);
            let mut clause: Vec<Lit> = (0..length).map(|_| any(rng, vars)).collect();
            if !clause.iter().any(|lit| hidden[lit.var().index()] == *lit) {
                let flip = rng.below(length);
                clause[flip] = !clause[flip];
            }
            clause
        })
        .collect();
    Cnf { vars, clauses }
}

/// Two random circuits over the same inputs, or one twice with a gate changed, asked to differ in
/// an output.
fn circuit(rng: &mut Rng) -> Cnf {
    let inputs = rng.between(2, 10);
    let gates = rng.between(3, 40);
    let mut cnf = Cnf { vars: inputs, clauses: Vec::new() };
    let recipe: Vec<(usize, usize, usize, usize, bool)> = (0..gates)
        .map(|g| (rng.below(4), rng.below(inputs + g), rng.below(inputs + g), rng.below(inputs + g), rng.one_in(2)))
        .collect();
    let changed = if rng.one_in(2) { rng.below(gates) } else { gates };
    let first = build(&mut cnf, inputs, &recipe, gates);
    let second = build(&mut cnf, inputs, &recipe, changed);
    let differ = var(cnf.vars);
    cnf.vars += 1;
    gate(&mut cnf, 2, differ, [first, second, first]);
    cnf.clauses.push(vec![differ]);
    cnf
}

/// The last gate of a circuit; the signs of the operands of gate `changed` are exchanged.
fn build(cnf: &mut Cnf, inputs: usize, recipe: &[(usize, usize, usize, usize, bool)], changed: usize) -> Lit {
    let mut wires: Vec<Lit> = (0..inputs).map(var).collect();
    for (number, &(kind, a, b, c, flip)) in recipe.iter().enumerate() {
        let output = var(cnf.vars);
        cnf.vars += 1;
        let flip = flip != (number == changed);
        let first = if flip { !wires[a] } else { wires[a] };
        gate(cnf, kind, output, [first, wires[b], wires[c]]);
        wires.push(output);
    }
    wires[wires.len() - 1]
}

/// `g` is a conjunction, disjunction, exclusive disjunction or choice.
fn gate(cnf: &mut Cnf, kind: usize, g: Lit, [a, b, c]: [Lit; 3]) {
    let clauses: &[&[Lit]] = match kind {
        0 => &[&[!g, a], &[!g, b], &[g, !a, !b]],
        1 => &[&[g, !a], &[g, !b], &[!g, a, b]],
        2 => &[&[!g, a, b], &[!g, !a, !b], &[g, !a, b], &[g, a, !b]],
        _ => &[&[!a, !b, g], &[!a, b, !g], &[a, !c, g], &[a, c, !g]],
    };
    cnf.clauses.extend(clauses.iter().map(|clause| clause.to_vec()));
}

/// Renames, reorders and doubles, which changes nothing.
fn disguise(rng: &mut Rng, cnf: &mut Cnf) {
    let mut names: Vec<Lit> = (0..cnf.vars).map(|v| signed(rng, var(v))).collect();
    rng.shuffle(&mut names);
    for lit in cnf.clauses.iter_mut().flatten() {
        let name = names[lit.var().index()];
        *lit = if lit.is_negative() { !name } else { name };
    }
    for _ in 0..rng.below(3) {
        if !cnf.clauses.is_empty() {
            let again = rng.pick(&cnf.clauses).clone();
            cnf.clauses.push(again);
        }
    }
    rng.shuffle(&mut cnf.clauses);
    for clause in &mut cnf.clauses {
        rng.shuffle(clause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_makes_formulas_over_its_variables() {
        for (name, make) in KINDS {
            for trial in 0..50 {
                let cnf = make(&mut Rng::new(3, trial));
                assert!(cnf.clauses.iter().flatten().all(|lit| lit.var().index() < cnf.vars), "{name}");
                assert_eq!(Cnf::parse(cnf.to_dimacs().as_bytes()).unwrap(), cnf, "{name}");
            }
        }
    }
}
