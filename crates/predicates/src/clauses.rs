//! Clauses that models have in common: when there are too many valuations to list them, the clauses
//! of two and three literals that hold in all models still say most of it.
//!
//! All clauses are candidates, until a model is seen in which they are false. The solver is then
//! asked, for some of those left at a time, for a model in which at least one of them is false.
//! Each answer is a model that takes candidates from the list, or says that all that were asked
//! about hold.

use crate::enumerate::{Asker, Enumeration};
use crate::sample::Values;
use adumbra_solver::solver::SolverError;
use adumbra_terms::{Term, Terms};
use rustc_hash::FxHashSet;

/// Some switches, by place, with the value that at least one of them has.
pub(crate) type Clause = Vec<(usize, bool)>;

/// Among more switches than this only clauses of two are looked for.
const MOST_FOR_TRIPLES: usize = 64;

/// Models that the search for clauses of one length takes at most.
const MOST_MODELS: usize = 150;

/// Candidates that one question is about: the solver has to read all of them.
const BATCH: usize = 256;

/// Candidates of one length at most.
const MOST_CANDIDATES: usize = 20_000;

/// The truth of switches in all models seen: by switch a bit for each model.
struct Columns {
    bits: Vec<Vec<u64>>,
    models: usize,
}

impl Columns {
    fn new(group: &[usize], seen: &[Values]) -> Columns {
        let words = seen.len().div_ceil(64);
        let column = |place: &usize| {
            let mut bits = vec![0u64; words];
            for (model, values) in seen.iter().enumerate() {
                bits[model / 64] |= u64::from(values[*place]) << (model % 64);
            }
            bits
        };
        Columns { bits: group.iter().map(column).collect(), models: seen.len() }
    }

    /// Is a clause over switches, by their number in the group, true in all models?
    fn holds(&self, clause: &[(usize, bool)]) -> bool {
        (0..self.models.div_ceil(64)).all(|word| {
            let last = self.models - word * 64;
            let all = if last >= 64 { u64::MAX } else { (1 << last) - 1 };
            let truth = clause.iter().fold(0, |truth, (switch, value)| {
                let bits = self.bits[*switch][word];
                truth | if *value { bits } else { !bits }
            });
            truth & all == all
        })
    }
}

/// All values of so many Booleans.
fn values(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0u32..1 << count).map(move |number| (0..count).map(|bit| number >> bit & 1 == 1).collect())
}

/// Known clauses of two literals.
#[derive(Default)]
struct Pairs(FxHashSet<[(usize, bool); 2]>);

impl Pairs {
    fn add(&mut self, clauses: &[Clause]) {
        self.0.extend(clauses.iter().filter_map(|clause| <[(usize, bool); 2]>::try_from(clause.as_slice()).ok()));
    }

    /// Does one of them imply a clause? Literals of clauses are in the order of their switches.
    fn imply(&self, clause: &[(usize, bool)]) -> bool {
        let mut pairs = clause.iter().enumerate().flat_map(|(i, a)| clause[i + 1..].iter().map(move |b| [*a, *b]));
        pairs.any(|pair| self.0.contains(&pair))
    }
}

/// All clauses over a group that hold in the models seen and that no known one implies.
fn candidates(length: usize, group: usize, columns: &Columns, known: &Pairs) -> Vec<Clause> {
    let mut found = Vec::new();
    let mut places: Vec<usize> = (0..length).collect();
    if group < length {
        return found;
    }
    loop {
        for values in values(length) {
            let clause: Clause = places.iter().copied().zip(values).collect();
            if columns.holds(&clause) && !known.imply(&clause) {
                found.push(clause);
                if found.len() >= MOST_CANDIDATES {
                    return found;
                }
            }
        }
        // The next choice of places, in order.
        let Some(last) = (0..length).rev().find(|i| places[*i] < group - length + i) else { return found };
        places[last] += 1;
        for later in last + 1..length {
            places[later] = places[later - 1] + 1;
        }
    }
}

impl Enumeration<'_> {
    /// Clauses over the switches of a group that hold in all models; not all of them, if that takes
    /// too many questions.
    pub(crate) fn clauses(
        &mut self,
        terms: &mut Terms,
        asker: &mut Asker,
        group: &[usize],
    ) -> Result<Vec<Clause>, SolverError> {
        let (mut known, mut pairs): (Vec<Clause>, _) = (Vec::new(), Pairs::default());
        let lengths = if group.len() > MOST_FOR_TRIPLES { 2..=2 } else { 2..=3 };
        for length in lengths {
            let columns = Columns::new(group, self.seen());
            let mut left = candidates(length, group.len(), &columns, &pairs);
            let complete = self.settle(terms, asker, group, &mut left)?;
            pairs.add(&left);
            known.append(&mut left);
            if !complete {
                break;
            }
        }
        let named = |clause: Clause| clause.into_iter().map(|(number, value)| (group[number], value)).collect();
        Ok(known.into_iter().map(named).collect())
    }

    /// Leaves those of some candidates that hold in all models, in their order; says whether those
    /// that it cannot tell of are none.
    fn settle(
        &mut self,
        terms: &mut Terms,
        asker: &mut Asker,
        group: &[usize],
        left: &mut Vec<Clause>,
    ) -> Result<bool, SolverError> {
        // The first ones hold.
        let mut settled = 0;
        let mut models = 0;
        while settled < left.len() {
            let end = left.len().min(settled + BATCH);
            let broken: Vec<Term> =
                left[settled..end].iter().map(|clause| self.negation(terms, group, clause)).collect();
            let one = terms.or_all(broken);
            asker.solver.push()?;
            asker.solver.assert(terms, one)?;
            let answer = asker.check(terms, &[])?;
            let new = answer == Some(true) && models < MOST_MODELS && self.note(asker).is_some();
            asker.solver.pop(1)?;
            if answer == Some(false) {
                settled = end;
            } else if new {
                models += 1;
                let columns = Columns::new(group, self.seen());
                left.retain(|clause| columns.holds(clause));
            } else {
                left.truncate(settled);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// No literal of a clause holds.
    fn negation(&self, terms: &mut Terms, group: &[usize], clause: &[(usize, bool)]) -> Term {
        terms.and_all(clause.iter().map(|(number, value)| self.switch(group[*number], !value)))
    }
}
