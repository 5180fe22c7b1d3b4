//! Small questions about bit-vectors: a few facts, and what follows from them.

use adumbra_encode::Encoder;
use adumbra_sat::{Answer, Limits, Lit, Sat, SatOptions};
use adumbra_terms::walk::free_variables;
use adumbra_terms::{Bits, Model, Op, Simplifier, Term, Terms, Value};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;

/// What all questions together may take.
#[derive(Debug, Default)]
pub(super) struct Effort {
    /// Conflicts that are left.
    pub conflicts: Cell<u64>,
    /// Whether a question was given up.
    pub gave_up: Cell<bool>,
}

/// Facts, and questions about them under assumptions.
pub(super) struct Oracle {
    encoder: Encoder,
    /// The variables with their literals.
    variables: FxHashMap<Term, Vec<Lit>>,
    effort: Option<Rc<Effort>>,
    /// A fact could not be encoded; nothing is answered any more.
    broken: bool,
}

impl Oracle {
    /// No facts, and a share in the effort of all questions if there is one.
    pub fn new(options: &SatOptions, effort: Option<Rc<Effort>>) -> Oracle {
        let encoder = Encoder::new(Sat::new(options.clone()));
        Oracle { encoder, variables: FxHashMap::default(), effort, broken: false }
    }

    /// The literal of a truth value.
    pub fn literal(&mut self, terms: &mut Terms, simplifier: &mut Simplifier, term: Term) -> Option<Lit> {
        let simple = simplifier.simplify(terms, term);
        let lit = self.encoder.literal(terms, simple).ok()?;
        for variable in free_variables(terms, &[simple]) {
            if !self.variables.contains_key(&variable) {
                let word = self.encoder.word(terms, variable).ok()?.to_vec();
                self.variables.insert(variable, word);
            }
        }
        Some(lit)
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
        let mut limits = limits.clone();
        if let Some(effort) = &self.effort {
            let left = effort.conflicts.get();
            limits.conflicts = Some(limits.conflicts.map_or(left, |count| count.min(left)));
        }
        let sat = &mut self.encoder.gates.sat;
        let before = sat.stats().conflicts;
        let answer = match sat.solve(assumptions, &limits) {
            Answer::Sat => Some(true),
            Answer::Unsat => Some(false),
            Answer::Unknown(_) => None,
        };
        if let Some(effort) = &self.effort {
            effort.conflicts.set(effort.conflicts.get().saturating_sub(sat.stats().conflicts - before));
            effort.gave_up.set(effort.gave_up.get() || answer.is_none());
        }
        answer
    }

    /// The model of the last question.
    pub fn model(&self, terms: &Terms) -> Model {
        let mut model = Model::new();
        for (variable, word) in &self.variables {
            let Op::Var(symbol) = terms.op(*variable) else { continue };
            let bit = |lit: &Lit| self.encoder.gates.sat.value(*lit) == Some(true);
            let value = if terms.is_bool(*variable) {
                Value::Bool(word.iter().any(bit))
            } else {
                let mut bits = Bits::zero(word.len() as u32);
                word.iter().enumerate().filter(|(_, lit)| bit(lit)).for_each(|(i, _)| bits.set_bit(i as u32));
                Value::Bits(bits)
            };
            model.set(symbol, value);
        }
        model
    }

    /// The assumptions that were needed.
    pub fn core(&self) -> &[Lit] {
        self.encoder.gates.sat.failed_assumptions()
    }
}
