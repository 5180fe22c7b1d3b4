//! Gates: literals for Boolean functions, hashed by structure, with constants folded away.
//!
//! A gate is a variable and the function it stands for. Its clauses come later, when the literal is
//! [demanded](Gates::demand), and then only those of the polarities in which it is used.

use adumbra_sat::cores::AnyCore;
use adumbra_sat::{Limits, Lit, StopReason};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Gate {
    /// Nothing: it is free.
    Input,
    And(Lit, Lit),
    /// Conjunction of a range of the pool.
    All(u32, u32),
    Xor(Lit, Lit),
    Xor3(Lit, Lit, Lit),
    Mux(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
    /// What a constraint leaves as the only value; the constraint has solutions whatever its inputs
    /// are.
    Determined(Lit),
}

adumbra_options::options! {
    /// The options of an [`Encoder`](super::Encoder).
    pub struct EncodeOptions {
        polarity: flag = true, tunable, "Emit the clauses of a gate only for the polarities in which it is used.";
        flatten: flag = true, tunable, "Encode nested conjunctions and disjunctions as one gate.";
        signed_digits: flag = true, tunable, "Multiply by constants with digits -1, 0 and 1.";
        divide_by_product: flag = true, tunable, "Divide by constants through the product with the quotient, not by an array.";
        sharing: flag = true, fixed, "Build equal gates once, and in `adumbra solve` equal terms: without, one sees what sharing is worth.";
    }
}

/// Builds gates in a SAT solver.
///
/// Gates built by a caller have their clauses at once; within an [`Encoder`](super::Encoder) they
/// are deferred.
pub struct Gates {
    /// The solver that holds the clauses.
    pub sat: AnyCore,
    pub(super) options: EncodeOptions,
    top: Lit,
    /// By variable; inputs at the end may be missing.
    pub(super) nodes: Vec<Gate>,
    /// By variable: which directions have their clauses, 1 for the gate implies its function, 2 for
    /// the other.
    pub(super) emitted: Vec<u8>,
    pub(super) pool: Vec<Lit>,
    table: HashTable<u32>,
    /// How many gates were built.
    built: usize,
    pub(super) work: Vec<Lit>,
    pub(super) deferred: bool,
    scratch: Vec<Lit>,
    limits: Limits,
    /// Gates and clauses until the next look at the limits.
    until_look: u32,
    stopped: Option<StopReason>,
}

/// Gates or clauses between two looks at the limits: well below a millisecond of work.
const LOOK_INTERVAL: u32 = 1024;

impl Gates {
    /// Gates over a fresh solver.
    pub fn new(sat: impl Into<AnyCore>) -> Gates {
        Gates::with_options(sat, EncodeOptions::default())
    }

    /// Gates over a fresh solver.
    pub fn with_options(sat: impl Into<AnyCore>, options: EncodeOptions) -> Gates {
        let mut sat = sat.into();
        let top = sat.new_var().positive();
        sat.add_clause(&[top]);
        Gates {
            sat,
            options,
            top,
            nodes: Vec::new(),
            emitted: Vec::new(),
            pool: Vec::new(),
            table: HashTable::new(),
            built: 0,
            work: Vec::new(),
            deferred: false,
            scratch: Vec::new(),
            limits: Limits::none(),
            until_look: LOOK_INTERVAL,
            stopped: None,
        }
    }

    /// Keeps within these limits from now on, and goes on with the clauses that earlier ones cut
    /// off.
    pub fn keep_within(&mut self, limits: &Limits) {
        self.limits.clone_from(limits);
        self.stopped = None;
        self.until_look = 0;
        self.emit_rest();
    }

    /// Why gates are not built any more: those that were asked for since have no meaning, and
    /// clauses may be missing.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Counts a gate or clause; true if there should be no more.
    #[inline]
    pub(super) fn stop(&mut self) -> bool {
        if self.until_look == 0 {
            self.look();
        }
        self.until_look -= 1;
        self.stopped.is_some()
    }

    #[cold]
    fn look(&mut self) {
        self.until_look = LOOK_INTERVAL;
        let memory = self.limits.memory.is_some_and(|most| self.sat.memory() + self.nodes.len() * 32 > most);
        self.stopped = self.stopped.or(self.limits.reached()).or(memory.then_some(StopReason::Memory));
    }

    /// The literal of a constant.
    pub fn constant(&self, value: bool) -> Lit {
        if value { self.top } else { !self.top }
    }

    /// The constant that a literal is, if it is one.
    #[inline]
    pub fn known(&self, lit: Lit) -> Option<bool> {
        (lit.var() == self.top.var()).then_some(lit == self.top)
    }

    /// A fresh literal.
    pub fn fresh(&mut self) -> Lit {
        self.sat.new_var().positive()
    }

    /// Number of gates that were built.
    pub fn count(&self) -> usize {
        self.built
    }

    /// Adds a clause, with the clauses of the gates that its literals need.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        lits.iter().for_each(|lit| self.demand(*lit));
        self.sat.add_clause(lits);
    }

    fn hash(&self, gate: Gate) -> u64 {
        let mut hasher = FxHasher::default();
        match gate {
            Gate::All(start, len) => self.pool[start as usize..][..len as usize].hash(&mut hasher),
            other => other.hash(&mut hasher),
        }
        hasher.finish()
    }

    fn same(&self, a: Gate, b: Gate) -> bool {
        let range = |start: u32, len: u32| &self.pool[start as usize..][..len as usize];
        match (a, b) {
            (Gate::All(s, n), Gate::All(t, m)) => range(s, n) == range(t, m),
            _ => a == b,
        }
    }

    /// The literal of a gate that may be there already.
    fn gate(&mut self, gate: Gate) -> Lit {
        let hash = self.hash(gate);
        let found = self.table.find(hash, |var| self.same(self.nodes[*var as usize], gate)).copied();
        let lit = match found {
            Some(var) => {
                let var = var as usize;
                if let (Gate::All(start, _), Gate::All(other, _)) = (gate, self.nodes[var])
                    && start != other
                {
                    self.pool.truncate(start as usize);
                }
                adumbra_sat::Var::new(var).positive()
            }
            None if self.stop() => return self.top,
            None => {
                let lit = self.define(gate);
                self.built += 1;
                if self.options.sharing {
                    let mut table = std::mem::take(&mut self.table);
                    table.insert_unique(hash, lit.var().index() as u32, |var| self.hash(self.nodes[*var as usize]));
                    self.table = table;
                }
                lit
            }
        };
        if !self.deferred {
            self.demand(lit);
            self.demand(!lit);
        }
        lit
    }

    /// A new variable with this meaning.
    pub(super) fn define(&mut self, gate: Gate) -> Lit {
        let lit = self.fresh();
        let index = lit.var().index();
        self.nodes.resize(index, Gate::Input);
        self.emitted.resize(index, 3);
        self.nodes.push(gate);
        self.emitted.push(0);
        lit
    }

    fn node(&self, lit: Lit) -> Gate {
        self.nodes.get(lit.var().index()).copied().unwrap_or(Gate::Input)
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.known(a), self.known(b)) {
            (Some(false), _) | (_, Some(false)) => return self.constant(false),
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            _ if a == b => return a,
            _ if a == !b => return self.constant(false),
            _ => {}
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Gate::And(p, q) = self.node(y) {
                if y.is_negative() {
                    // x ∧ ¬(x ∧ q) = x ∧ ¬q and x ∧ ¬(¬x ∧ q) = x.
                    if x == !p || x == !q {
                        return x;
                    }
                    if x == p {
                        return self.and(x, !q);
                    }
                    if x == q {
                        return self.and(x, !p);
                    }
                } else if x == p || x == q {
                    return y;
                } else if x == !p || x == !q {
                    return self.constant(false);
                }
            }
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.gate(Gate::And(a, b))
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exclusive disjunction.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        match (self.known(a), self.known(b)) {
            (Some(value), _) => return if value { !b } else { b },
            (_, Some(value)) => return if value { !a } else { a },
            _ if a == b => return self.constant(false),
            _ if a == !b => return self.constant(true),
            _ => {}
        }
        // Signs move out of the gate, so that its four variants are one.
        let flip = a.is_negative() != b.is_negative();
        let (a, b) = (a.var().positive(), b.var().positive());
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let g = self.gate(Gate::Xor(a, b));
        if flip { !g } else { g }
    }

    /// Exclusive disjunction of three: the sum bit of an adder.
    pub fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        for (x, y, z) in [(a, b, c), (b, a, c), (c, a, b)] {
            if let Some(value) = self.known(x) {
                let g = self.xor(y, z);
                return if value { !g } else { g };
            }
        }
        let flip = a.is_negative() ^ b.is_negative() ^ c.is_negative();
        let mut lits = [a.var().positive(), b.var().positive(), c.var().positive()];
        lits.sort();
        let [x, y, z] = lits;
        let g = if x == y {
            z
        } else if y == z {
            x
        } else {
            self.gate(Gate::Xor3(x, y, z))
        };
        if flip { !g } else { g }
    }

    /// `then` if the condition holds, else `otherwise`.
    pub fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        match self.known(condition) {
            Some(true) => return then,
            Some(false) => return otherwise,
            None => {}
        }
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return !self.xor(condition, then);
        }
        match (self.known(then), self.known(otherwise)) {
            (Some(true), _) => return self.or(condition, otherwise),
            (Some(false), _) => return self.and(!condition, otherwise),
            (_, Some(true)) => return self.or(!condition, then),
            (_, Some(false)) => return self.and(condition, then),
            _ => {}
        }
        if then == condition {
            return self.or(condition, otherwise);
        }
        if then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == condition {
            return self.and(condition, then);
        }
        if otherwise == !condition {
            return self.or(!condition, then);
        }
        let (condition, then, otherwise) =
            if condition.is_negative() { (!condition, otherwise, then) } else { (condition, then, otherwise) };
        // A negative `then` moves its sign out.
        if then.is_negative() {
            return !self.gate(Gate::Mux(condition, !then, !otherwise));
        }
        self.gate(Gate::Mux(condition, then, otherwise))
    }

    /// Are at least two of three true? The carry of an adder.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut lits = [a, b, c];
        lits.sort();
        let [a, b, c] = lits;
        for (x, y, z) in [(a, b, c), (b, a, c), (c, a, b)] {
            match self.known(x) {
                Some(true) => return self.or(y, z),
                Some(false) => return self.and(y, z),
                None => {}
            }
        }
        for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
            if x == y {
                return x;
            }
            if x == !y {
                return z;
            }
        }
        // Majority is its own dual: an even number of negations stays inside.
        let negations = lits.iter().filter(|l| l.is_negative()).count();
        if negations >= 2 {
            let mut lits = [!a, !b, !c];
            lits.sort();
            return !self.gate(Gate::Majority(lits[0], lits[1], lits[2]));
        }
        self.gate(Gate::Majority(a, b, c))
    }

    /// Conjunction of many.
    pub fn all(&mut self, lits: &[Lit]) -> Lit {
        let mut kept = std::mem::take(&mut self.scratch);
        kept.clear();
        let mut empty = false;
        for lit in lits {
            match self.known(*lit) {
                Some(true) => {}
                Some(false) => empty = true,
                None => kept.push(*lit),
            }
        }
        kept.sort_unstable();
        kept.dedup();
        empty |= kept.windows(2).any(|pair| pair[0] == !pair[1]);
        let result = match kept[..] {
            _ if empty => self.constant(false),
            [] => self.constant(true),
            [only] => only,
            [a, b] => self.and(a, b),
            _ => {
                let start = self.pool.len() as u32;
                self.pool.extend_from_slice(&kept);
                self.gate(Gate::All(start, kept.len() as u32))
            }
        };
        self.scratch = kept;
        result
    }

    /// Disjunction of many.
    pub fn any(&mut self, lits: &[Lit]) -> Lit {
        let flipped: Vec<Lit> = lits.iter().map(|l| !*l).collect();
        !self.all(&flipped)
    }

    /// Literals that a constraint leaves one value for, whatever else holds: the constraint stands
    /// as soon as one of them is used.
    pub(super) fn determined(&mut self, free: &[Lit], constraint: Lit) {
        for lit in free {
            let index = lit.var().index();
            if self.nodes.len() <= index {
                self.nodes.resize(index + 1, Gate::Input);
                self.emitted.resize(index + 1, 3);
            }
            self.nodes[index] = Gate::Determined(constraint);
            self.emitted[index] = 0;
        }
        if !self.deferred {
            free.iter().for_each(|lit| self.demand(*lit));
        }
    }
}
