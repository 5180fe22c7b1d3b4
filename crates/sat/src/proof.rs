//! Proofs: who derives a clause says from which others.
//!
//! The antecedents of a derived clause come in an order in which they propagate to a conflict under
//! the negation of the clause, as LRAT wants it. From the last to the first they are a linear
//! resolution: each resolves with the result so far on one variable.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::Sat;
use super::clause::ClauseRef;
use super::lit::{Lit, Var};

/// Is told of every clause.
pub trait Tracer {
    /// A clause as the caller gave it.
    fn original(&mut self, id: u64, lits: &[Lit]);

    /// A clause that follows from earlier ones. Propagating them in the given order refutes its
    /// negation.
    fn derived(&mut self, id: u64, lits: &[Lit], antecedents: &[u64]);

    /// A clause that is not used any more.
    fn deleted(&mut self, id: u64);

    /// An answer `Unsat`: the clause with this id consists of negated assumptions, those of the
    /// core. There is no clause if the assumptions contradict each other.
    fn concluded(&mut self, core: &[Lit], clause: Option<u64>);
}

impl<T: Tracer> Tracer for Arc<Mutex<T>> {
    fn original(&mut self, id: u64, lits: &[Lit]) {
        self.lock().unwrap_or_else(PoisonError::into_inner).original(id, lits);
    }

    fn derived(&mut self, id: u64, lits: &[Lit], antecedents: &[u64]) {
        self.lock().unwrap_or_else(PoisonError::into_inner).derived(id, lits, antecedents);
    }

    fn deleted(&mut self, id: u64) {
        self.lock().unwrap_or_else(PoisonError::into_inner).deleted(id);
    }

    fn concluded(&mut self, core: &[Lit], clause: Option<u64>) {
        self.lock().unwrap_or_else(PoisonError::into_inner).concluded(core, clause);
    }
}

/// What a tracer was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// See [`Tracer::original`].
    Original(u64, Box<[Lit]>),
    /// See [`Tracer::derived`].
    Derived(u64, Box<[Lit]>, Box<[u64]>),
    /// See [`Tracer::deleted`].
    Deleted(u64),
    /// See [`Tracer::concluded`].
    Concluded(Box<[Lit]>, Option<u64>),
}

/// A proof in memory.
#[derive(Debug, Default)]
pub struct MemoryProof {
    /// All events in order.
    pub events: Vec<Event>,
}

impl Tracer for MemoryProof {
    fn original(&mut self, id: u64, lits: &[Lit]) {
        self.events.push(Event::Original(id, lits.into()));
    }

    fn derived(&mut self, id: u64, lits: &[Lit], antecedents: &[u64]) {
        self.events.push(Event::Derived(id, lits.into(), antecedents.into()));
    }

    fn deleted(&mut self, id: u64) {
        self.events.push(Event::Deleted(id));
    }

    fn concluded(&mut self, core: &[Lit], clause: Option<u64>) {
        self.events.push(Event::Concluded(core.into(), clause));
    }
}

/// Writes LRAT, as text or in the binary form.
///
/// Ids of original clauses must be the numbers of the clauses in the file the proof is for: see
/// [`Sat::reserve_ids`].
pub struct Lrat<W: Write> {
    out: W,
    binary: bool,
    line: Vec<u8>,
    last: u64,
    error: Option<io::Error>,
}

impl<W: Write> Lrat<W> {
    /// A writer of text.
    pub fn text(out: W) -> Self {
        Self { out, binary: false, line: Vec::new(), last: 0, error: None }
    }

    /// A writer of the binary form.
    pub fn binary(out: W) -> Self {
        Self { binary: true, ..Self::text(out) }
    }

    /// Flushes and tells the first error there was.
    pub fn finish(&mut self) -> io::Result<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    /// Flushes and gives the underlying writer back, or the first error there was.
    pub fn into_inner(mut self) -> io::Result<W> {
        self.finish()?;
        Ok(self.out)
    }

    /// The number with its sign: twice the size plus the sign, seven bits a byte.
    fn put(&mut self, number: u64, negative: bool) {
        let mut rest = u128::from(number) << 1 | u128::from(negative);
        while rest > 127 {
            self.line.push(rest as u8 | 128);
            rest >>= 7;
        }
        self.line.push(rest as u8);
    }

    fn put_lit(&mut self, lit: Lit) {
        self.put(lit.var().index() as u64 + 1, lit.is_negative());
    }

    fn end_line(&mut self) {
        if self.error.is_none()
            && let Err(error) = self.out.write_all(&self.line)
        {
            self.error = Some(error);
        }
        self.line.clear();
    }

    fn print(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a vector cannot fail.
        let _ = self.line.write_fmt(arguments);
    }
}

impl<W: Write> Tracer for Lrat<W> {
    fn original(&mut self, id: u64, _lits: &[Lit]) {
        self.last = self.last.max(id);
    }

    fn derived(&mut self, id: u64, lits: &[Lit], antecedents: &[u64]) {
        self.last = self.last.max(id);
        if self.binary {
            self.line.push(b'a');
            self.put(id, false);
            lits.iter().for_each(|&lit| self.put_lit(lit));
            self.line.push(0);
            antecedents.iter().for_each(|&id| self.put(id, false));
            self.line.push(0);
        } else {
            self.print(format_args!("{id}"));
            lits.iter().for_each(|lit| self.print(format_args!(" {lit}")));
            self.print(format_args!(" 0"));
            antecedents.iter().for_each(|id| self.print(format_args!(" {id}")));
            self.print(format_args!(" 0\n"));
        }
        self.end_line();
    }

    fn deleted(&mut self, id: u64) {
        if self.binary {
            self.line.push(b'd');
            self.put(id, false);
            self.line.push(0);
        } else {
            let last = self.last;
            self.print(format_args!("{last} d {id} 0\n"));
        }
        self.end_line();
    }

    fn concluded(&mut self, _core: &[Lit], _clause: Option<u64>) {}
}

/// The solver's side of a proof: ids, and the chain of antecedents being collected.
pub(super) struct Proof {
    tracer: Box<dyn Tracer>,
    next_id: u64,
    reserved: std::ops::Range<u64>,
    /// The ids of unit clauses, by variable.
    pub(super) unit_ids: Vec<u64>,
    pub(super) chain: Vec<u64>,
    /// Reasons with their place on the trail.
    reasons: Vec<(u32, u64)>,
}

impl Proof {
    pub(super) fn new(tracer: Box<dyn Tracer>) -> Self {
        Self { tracer, next_id: 1, reserved: 0..0, unit_ids: Vec::new(), chain: Vec::new(), reasons: Vec::new() }
    }

    fn fresh_id(&mut self) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    pub(super) fn original(&mut self, lits: &[Lit]) -> u64 {
        let id = self.reserved.next().unwrap_or_else(|| self.fresh_id());
        self.tracer.original(id, lits);
        id
    }

    /// Derives a clause from the chain, which is used up.
    pub(super) fn derive(&mut self, lits: &[Lit]) -> u64 {
        let id = self.fresh_id();
        self.tracer.derived(id, lits, &self.chain);
        self.chain.clear();
        id
    }

    pub(super) fn delete(&mut self, id: u64) {
        self.tracer.deleted(id);
    }

    pub(super) fn conclude(&mut self, core: &[Lit], clause: Option<u64>) {
        self.tracer.concluded(core, clause);
    }

    /// Adds a unit clause to the chain: these come first.
    #[inline]
    pub(super) fn chain_unit(&mut self, var: Var) {
        self.chain.push(self.unit_ids[var.index()]);
    }

    /// Adds the reason of a literal with its place on the trail.
    #[inline]
    pub(super) fn chain_reason(&mut self, position: u32, id: u64) {
        self.reasons.push((position, id));
    }

    /// Appends the reasons in the order of the trail, and the clause they make false.
    pub(super) fn finish_chain(&mut self, conflict: u64) {
        self.reasons.sort_unstable_by_key(|&(position, _)| position);
        self.chain.extend(self.reasons.drain(..).map(|(_, id)| id));
        self.chain.push(conflict);
    }
}

impl Sat {
    /// Reserves the ids for clauses to be added next, so that they are numbered as in a file.
    pub fn reserve_ids(&mut self, count: u64) {
        if let Some(proof) = &mut self.proof {
            proof.reserved = proof.next_id..proof.next_id + count;
            proof.next_id += count;
        }
    }

    /// Ends the proof; the solver does not trace any further, and must not be used any more for
    /// answers with proofs.
    pub fn take_tracer(&mut self) -> Option<Box<dyn Tracer>> {
        self.proof.as_mut().map(|proof| std::mem::replace(&mut proof.tracer, Box::new(MemoryProof::default())))
    }

    /// Derives the empty clause from one whose literals are all false at level 0.
    pub(super) fn derive_empty(&mut self, clause: ClauseRef) {
        if self.unsat {
            return;
        }
        self.unsat = true;
        if let Some(proof) = &mut self.proof {
            for lit in self.arena.lits(clause) {
                proof.chain.push(proof.unit_ids[lit.var().index()]);
            }
            proof.chain.push(self.arena.id(clause));
            self.empty_id = proof.derive(&[]);
        }
    }

    /// Derives a clause with antecedents given by ids, the unit clauses of false literals first.
    pub(super) fn derive_from(&mut self, lits: &[Lit], units: impl Iterator<Item = Lit>, ids: &[u64]) -> u64 {
        match &mut self.proof {
            None => 0,
            Some(proof) => {
                for lit in units {
                    proof.chain_unit(lit.var());
                }
                proof.chain.extend_from_slice(ids);
                proof.derive(lits)
            }
        }
    }

    pub(super) fn delete_id(&mut self, id: u64) {
        if let Some(proof) = &mut self.proof {
            proof.delete(id);
        }
    }
}
