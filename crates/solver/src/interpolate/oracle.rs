//! Small questions about bit-vectors: a few facts, and what follows from them.

use crate::encode::Encoder;
use crate::sat::{Answer, Limits, Lit, Sat, SatOptions};
use adumbra_terms::{Model, Simplifier, Term, Terms};

/// Facts, and questions about them under assumptions.
pub(super) struct Oracle {
    encoder: Encoder,
    /// A fact could not be encoded; nothing is answered any more.
    broken: bool,
}

impl Oracle {
    /// No facts.
    pub fn new(options: &SatOptions) -> Oracle {
        Oracle { encoder: Encoder::new(Sat::new(options.clone())), broken: false }
    }

    /// The literal of a truth value.
    pub fn literal(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, term: Term) -> Option<Lit> {
        let simple = simplifier.simplify(terms, term);
        self.encoder.literal(terms, simple).ok()
    }

    /// Adds a fact.
    pub fn assert(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, term: Term) {
        match self.literal(terms, simplifier, term) {
            Some(lit) => self.encoder.gates.sat.add_clause(&[lit]),
            None => self.broken = true,
        }
    }

    /// Adds a clause.
    pub fn clause(&mut self, lits: &[Lit]) {
        self.encoder.gates.sat.add_clause(lits);
    }

    /// A new literal.
    pub fn fresh(&mut self) -> Lit {
        self.encoder.gates.fresh()
    }

    /// Whether the facts and assumptions have a model; nothing if that is not known.
    pub fn satisfiable(&mut self, assumptions: &[Lit], limits: &Limits) -> Option<bool> {
        if self.broken {
            return None;
        }
        match self.encoder.gates.sat.solve(assumptions, limits) {
            Answer::Sat => Some(true),
            Answer::Unsat => Some(false),
            Answer::Unknown(_) => None,
        }
    }

    /// The model of the last question.
    pub fn model(&self, terms: &Terms) -> Model {
        self.encoder.model(terms)
    }

    /// The assumptions that were needed.
    pub fn core(&self) -> &[Lit] {
        self.encoder.gates.sat.failed_assumptions()
    }
}
