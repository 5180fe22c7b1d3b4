//! Interpolation systems: how a refutation is read.
//!
//! Each clause of the refutation gets a partial interpolant, the empty one the interpolant. What a
//! clause of the first or the second side starts with, and how the two sides of a resolution are
//! joined, depends on the system and on whether the variable belongs to the first side, to the
//! second, or to both. Read for every cut of one refutation by one system, the results form a
//! sequence: a variable passes from the second side over both to the first as the cut moves up, and
//! never back.
//!
//! In a tree a part may have several below it, and what they say together must, with the part,
//! imply what is said above it. By induction over the refutation, for each clause: the partial
//! interpolants below the part imply the one above it, or a literal of the clause that does not
//! count for the second side there. At a resolution on `p`, each cut joins its two partial
//! interpolants by `∧` if `p` counts for the second side, by a choice on `p` if it counts for both,
//! by `∨` if it counts for the first. With `∧` and with choices, the cuts below the part all speak
//! of the same case. With `∨` they do so as long as only one of these cuts has it: if `p` occurs
//! below that cut only, which is to say that it does not occur beside it, but not if it is shared.
//! So McMillan's and Pudlák's systems read trees, and McMillan's inverse reads sequences only.
//!
//! The systems: K. L. McMillan, "Interpolation and SAT-Based Model Checking", CAV 2003; P. Pudlák,
//! "Lower Bounds for Resolution and Cutting Plane Proofs and Monotone Computations", Journal of
//! Symbolic Logic 1997; the inverse of McMillan's: V. D'Silva, D. Kroening, M. Purandare and G.
//! Weissenbacher, "Interpolant Strength", VMCAI 2010. Which systems give sequences and trees: A.
//! Gurfinkel, S. F. Rollini and N. Sharygina, "Interpolation Properties and SAT-Based Model
//! Checking", ATVA 2013.

use super::aig::{Aig, Edge};
use super::proof::{Inference, Refutation};
use adumbra_sat::{Limits, Lit, StopReason};
use std::ops::Range;

/// How a refutation is read, from the strongest interpolants to the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// McMillan's: shared variables count for the second side.
    McMillan,
    /// Pudlák's, which is symmetric.
    Pudlak,
    /// McMillan's with the sides exchanged.
    Inverse,
}

impl System {
    /// All systems.
    pub const ALL: [System; 3] = [System::McMillan, System::Pudlak, System::Inverse];

    /// Whether the results form interpolants of trees, not only of sequences.
    pub fn reads_trees(self) -> bool {
        self != System::Inverse
    }

    /// What to call the source of an answer.
    pub fn source(self) -> &'static str {
        match self {
            System::McMillan => "proof (McMillan)",
            System::Pudlak => "proof (Pudlák)",
            System::Inverse => "proof (McMillan, inverse)",
        }
    }
}

/// Where a variable occurs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    First,
    Second,
    Both,
}

/// Inferences between looks at the clock.
const POLL: usize = 4096;

/// The interpolant above some parts, which are a subtree; inputs of the graph are variables of the
/// solver.
pub(super) fn interpolant(
    refutation: &Refutation,
    system: System,
    below: &Range<usize>,
    aig: &mut Aig,
    nodes: usize,
    limits: &Limits,
) -> Result<Edge, StopReason> {
    let mut sides: Vec<Side> = Vec::new();
    for (var, scope) in &refutation.scopes {
        if sides.len() <= var.index() {
            sides.resize(var.index() + 1, Side::First);
        }
        sides[var.index()] = match (scope.meets(below), scope.leaves(below)) {
            (true, true) => Side::Both,
            (false, true) => Side::Second,
            _ => Side::First,
        };
    }
    let side = |lit: Lit| sides.get(lit.var().index()).copied().unwrap_or(Side::First);
    let mut partial: Vec<Edge> = Vec::with_capacity(refutation.inferences.len());
    for (index, inference) in refutation.inferences.iter().enumerate() {
        if index % POLL == POLL - 1 {
            if let Some(reason) = limits.reached() {
                return Err(reason);
            }
            if aig.len() > nodes {
                return Err(StopReason::Memory);
            }
        }
        let edge = match inference {
            Inference::Original { lits, part } if below.contains(&(*part as usize)) => {
                let mut edge = Edge::FALSE;
                if system == System::McMillan {
                    for lit in lits.iter().filter(|lit| side(**lit) == Side::Both) {
                        let input = literal(aig, *lit);
                        edge = aig.or(edge, input);
                    }
                }
                edge
            }
            Inference::Original { lits, .. } => {
                let mut edge = Edge::TRUE;
                if system == System::Inverse {
                    for lit in lits.iter().filter(|lit| side(**lit) == Side::Both) {
                        let input = literal(aig, !*lit);
                        edge = aig.and(edge, input);
                    }
                }
                edge
            }
            Inference::Resolution(first, rest) => {
                let mut edge = partial[*first as usize];
                for (pivot, clause) in rest {
                    let other = partial[*clause as usize];
                    edge = match (side(*pivot), system) {
                        (Side::First, _) | (Side::Both, System::Inverse) => aig.or(edge, other),
                        (Side::Second, _) | (Side::Both, System::McMillan) => aig.and(edge, other),
                        (Side::Both, System::Pudlak) => {
                            // The clause with the literal speaks for the case in which it is false.
                            let condition = literal(aig, *pivot);
                            aig.choose(condition, edge, other)
                        }
                    };
                }
                edge
            }
        };
        partial.push(edge);
    }
    Ok(partial.last().copied().unwrap_or(Edge::TRUE))
}

fn literal(aig: &mut Aig, lit: Lit) -> Edge {
    let input = aig.input(lit.var().index() as u32);
    if lit.is_negative() { !input } else { input }
}
