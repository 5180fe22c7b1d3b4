//! Making a formula small: what is wrong with it stays wrong while steps go and nodes become
//! simpler ones.

use super::Rivals;
use super::formula::{Formula, Head, Sort, Step};
use crate::run::{Counts, TrialError};
use adumbra_solver::options::Options;

/// Most formulas that are tried.
const ATTEMPTS: usize = 2000;

/// A smaller formula with which something is wrong too, and what.
pub fn shrink(
    rivals: &mut Rivals,
    formula: Formula,
    options: &Options,
    what: String,
) -> Result<(Formula, String), TrialError> {
    let mut ignored = Counts::default();
    let mut what = what;
    let smaller = minimize(formula, |candidate| {
        let still = rivals.judge(candidate, options, true, &mut ignored)?;
        Ok(match still {
            Some(still) => {
                what = still;
                true
            }
            None => false,
        })
    })?;
    Ok((smaller, what))
}

/// The same for any property that a formula has.
pub fn minimize<E>(mut formula: Formula, mut keeps: impl FnMut(&Formula) -> Result<bool, E>) -> Result<Formula, E> {
    let mut attempts = 0;
    loop {
        let before = measure(&formula);
        let mut candidate = 0;
        while attempts < ATTEMPTS
            && let Some(smaller) = nth_candidate(&formula, candidate)
        {
            candidate += 1;
            if measure(&smaller) >= measure(&formula) {
                continue;
            }
            attempts += 1;
            if keeps(&smaller)? {
                formula = smaller;
                // What was tried before is mostly still in vain; the next round will see.
                candidate = candidate.saturating_sub(1);
            }
        }
        if measure(&formula) >= before || attempts >= ATTEMPTS {
            return Ok(formula);
        }
    }
}

/// Steps, nodes, and how much the nodes do.
fn measure(formula: &Formula) -> (usize, usize, usize) {
    let used = formula.used();
    let weight = formula.nodes.iter().zip(used).filter(|(_, uses)| *uses > 0).map(|(node, _)| match &node.head {
        Head::Literal(text) => text.len(),
        Head::Symbol(_) if node.operands.is_empty() => 100,
        _ => 1000,
    });
    let assumptions = formula.steps.iter().map(|step| match step {
        Step::Check(assumed) => 1 + assumed.len(),
        _ => 1,
    });
    (formula.size(), assumptions.sum(), weight.sum())
}

/// Candidate number `n`: first a step left out, then an assumption, then each node replaced.
fn nth_candidate(formula: &Formula, n: usize) -> Option<Formula> {
    let mut n = n;
    if n < formula.steps.len() {
        return Some(without_step(formula, formula.steps.len() - 1 - n));
    }
    n -= formula.steps.len();
    for (at, step) in formula.steps.iter().enumerate() {
        if let Step::Check(assumed) = step {
            if n < assumed.len() {
                let mut smaller = formula.clone();
                let mut rest = assumed.clone();
                rest.remove(n);
                smaller.steps[at] = Step::Check(rest);
                return Some(smaller);
            }
            n -= assumed.len();
        }
    }
    for at in (0..formula.nodes.len()).rev() {
        let replacements = replacements(formula, at);
        if n < replacements.len() {
            let mut smaller = formula.clone();
            match &replacements[n] {
                Replacement::Node(other) => redirect(&mut smaller, at, *other),
                Replacement::Literal(text) => {
                    smaller.nodes[at].head = Head::Literal(text.clone());
                    smaller.nodes[at].operands.clear();
                }
            }
            return Some(smaller);
        }
        n -= replacements.len();
    }
    None
}

fn without_step(formula: &Formula, at: usize) -> Formula {
    let mut smaller = formula.clone();
    match smaller.steps.remove(at) {
        // With a level goes the step that closes it.
        Step::Push => {
            let mut depth = 0;
            for i in at..smaller.steps.len() {
                match &mut smaller.steps[i] {
                    Step::Push => depth += 1,
                    Step::Pop(count) if *count > depth => {
                        *count -= 1;
                        if *count == 0 {
                            smaller.steps.remove(i);
                        }
                        break;
                    }
                    Step::Pop(count) => depth -= *count,
                    _ => {}
                }
            }
        }
        Step::Pop(_) => return formula.clone(),
        _ => {}
    }
    smaller
}

enum Replacement {
    Node(usize),
    Literal(String),
}

/// What may stand for a node: a node of the same sort below it or before it that does less, or a
/// literal.
fn replacements(formula: &Formula, at: usize) -> Vec<Replacement> {
    let node = &formula.nodes[at];
    if matches!(node.head, Head::Literal(_)) {
        return Vec::new();
    }
    let mut found: Vec<Replacement> = Vec::new();
    match node.sort {
        Sort::Bool => found.extend(["true", "false"].map(|text| Replacement::Literal(text.into()))),
        Sort::Bits(width) => {
            found.extend(["0", "1"].map(|bit| Replacement::Literal(format!("#b{}", bit.repeat(width as usize)))));
        }
        Sort::Float(exponent, significand) => {
            let literal = |name| Replacement::Literal(format!("(_ {name} {exponent} {significand})"));
            found.extend(["+zero", "NaN"].map(literal));
        }
        Sort::Mode => found.push(Replacement::Literal("RNE".into())),
        Sort::Array(..) => {}
    }
    let same = |other: usize| formula.nodes[other].sort == node.sort;
    found.extend(node.operands.iter().copied().filter(|o| same(*o)).map(Replacement::Node));
    if !node.operands.is_empty() {
        found.extend((0..at).filter(|o| same(*o) && formula.nodes[*o].operands.is_empty()).map(Replacement::Node));
    }
    found
}

fn redirect(formula: &mut Formula, from: usize, to: usize) {
    let change = |node: &mut usize| {
        if *node == from {
            *node = to;
        }
    };
    formula.nodes.iter_mut().flat_map(|node| &mut node.operands).for_each(change);
    for step in &mut formula.steps {
        match step {
            Step::Assert(node, _) => change(node),
            Step::Check(assumed) => assumed.iter_mut().for_each(change),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::{answers, trial};

    /// A formula that contains a product is shrunk to one product, and still read and solved.
    #[test]
    fn a_formula_shrinks_to_what_matters() {
        let has_product = |formula: &Formula| {
            let used = formula.used();
            formula.nodes.iter().zip(used).any(|(node, uses)| uses > 0 && node.head == Head::Operator("bvmul"))
        };
        let mut seen = 0;
        for number in 0..200 {
            let (_, formula, options) = trial(5, number);
            if !has_product(&formula) || formula.size() < 12 {
                continue;
            }
            seen += 1;
            let small = minimize(formula, |candidate| Ok::<_, ()>(has_product(candidate))).unwrap();
            assert!(small.size() <= 8, "{}", small.script());
            assert!(answers(&small, &options).is_ok());
        }
        assert!(seen > 5, "{seen}");
    }
}
