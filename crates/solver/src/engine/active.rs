//! Which elements of arrays, functions and equalities of arrays the active assertions speak of.
//!
//! A term becomes active with the level that first reaches it and is forgotten with that level.
//! **Invariant:** the lists hold each term once, and every operand of a listed term that is an
//! array is listed too.

use adumbra_terms::{EntityRef, Op, SortKind, Symbol, Term, Terms};
use rustc_hash::FxHashMap;

/// The index at which two arrays differ if they are not equal.
#[derive(Clone, Copy)]
pub struct Witness {
    /// Elements of the two arrays there.
    pub elements: [Term; 2],
}

/// The active terms, as a stack.
#[derive(Default)]
pub struct Active {
    seen: Vec<bool>,
    /// Everything that was seen, in order.
    trail: Vec<Term>,
    /// Variables that are not arrays.
    pub variables: Vec<(Symbol, Term)>,
    /// Elements that are read.
    pub selects: Vec<Term>,
    /// Applications of functions.
    pub applications: Vec<Term>,
    /// Equalities of arrays.
    pub equalities: Vec<Term>,
    /// Arrays, operands first.
    pub arrays: Vec<Term>,
    witnesses: FxHashMap<Term, Witness>,
    /// Witnesses whose meaning is not yet asserted: equality, elements.
    pub fresh_witnesses: Vec<(Term, Witness)>,
}

/// How far the stack was filled.
#[derive(Clone, Copy, Default)]
pub struct Mark {
    trail: usize,
    variables: usize,
    selects: usize,
    applications: usize,
    equalities: usize,
    arrays: usize,
}

impl Active {
    /// Are there arrays or functions at all?
    pub fn has_theories(&self) -> bool {
        !self.arrays.is_empty() || !self.applications.is_empty()
    }

    /// Is this term reached by an assertion?
    pub fn contains(&self, term: Term) -> bool {
        self.seen.get(term.index()).copied().unwrap_or(false)
    }

    /// Where the stack stands.
    pub fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            variables: self.variables.len(),
            selects: self.selects.len(),
            applications: self.applications.len(),
            equalities: self.equalities.len(),
            arrays: self.arrays.len(),
        }
    }

    /// Forgets what was added since.
    pub fn undo(&mut self, mark: Mark) {
        for term in self.trail.drain(mark.trail..) {
            self.seen[term.index()] = false;
        }
        self.variables.truncate(mark.variables);
        self.selects.truncate(mark.selects);
        self.applications.truncate(mark.applications);
        self.equalities.truncate(mark.equalities);
        self.arrays.truncate(mark.arrays);
    }

    /// Forgets everything, for a solver that knows nothing yet.
    pub fn reset(&mut self) {
        *self = Active::default();
    }

    /// Adds a term and what it is made of.
    pub fn add(&mut self, terms: &mut Terms, root: Term) {
        let mut stack = vec![(root, false)];
        while let Some((term, done)) = stack.pop() {
            if self.seen.len() < terms.len() {
                self.seen.resize(terms.len(), false);
            }
            if done {
                self.list(terms, term, &mut stack);
                continue;
            }
            if std::mem::replace(&mut self.seen[term.index()], true) {
                continue;
            }
            self.trail.push(term);
            stack.push((term, true));
            stack.extend(terms.operands(term).iter().filter(|o| !self.seen[o.index()]).map(|o| (*o, false)));
        }
    }

    fn list(&mut self, terms: &mut Terms, term: Term, stack: &mut Vec<(Term, bool)>) {
        let is_array = |terms: &Terms, t: Term| matches!(terms.sort_kind(terms.sort(t)), SortKind::Array { .. });
        if is_array(terms, term) {
            self.arrays.push(term);
            return;
        }
        match terms.op(term) {
            Op::Var(symbol) => self.variables.push((symbol, term)),
            Op::Select => self.selects.push(term),
            Op::Apply(_) => self.applications.push(term),
            Op::Eq if is_array(terms, terms.operands(term)[0]) => {
                self.equalities.push(term);
                let witness = self.witness(terms, term);
                stack.extend(witness.elements.map(|element| (element, false)));
            }
            _ => {}
        }
    }

    fn witness(&mut self, terms: &mut Terms, equality: Term) -> Witness {
        if let Some(known) = self.witnesses.get(&equality) {
            return *known;
        }
        let [a, b] = *terms.operands(equality) else { unreachable!("an equality has two operands") };
        let SortKind::Array { index, .. } = terms.sort_kind(terms.sort(a)) else {
            unreachable!("an equality of arrays")
        };
        // No symbol of a script can have a backslash.
        let index = terms.fresh_var("\\difference", index);
        let witness = Witness { elements: [terms.select(a, index), terms.select(b, index)] };
        self.witnesses.insert(equality, witness);
        self.fresh_witnesses.push((equality, witness));
        witness
    }
}
