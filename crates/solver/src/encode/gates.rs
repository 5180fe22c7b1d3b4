//! Gates: literals for Boolean functions, hashed by structure, with constants folded away.

use crate::sat::{Lit, Sat};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Mux(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

/// Builds gates in a SAT solver.
pub struct Gates {
    /// The solver that holds the clauses.
    pub sat: Sat,
    top: Lit,
    gates: FxHashMap<Gate, Lit>,
}

impl Gates {
    /// Gates over a fresh solver.
    pub fn new(mut sat: Sat) -> Gates {
        let top = sat.new_var().positive();
        sat.add_clause(&[top]);
        Gates { sat, top, gates: FxHashMap::default() }
    }

    /// The literal of a constant.
    pub fn constant(&self, value: bool) -> Lit {
        if value { self.top } else { !self.top }
    }

    /// The constant that a literal is, if it is one.
    pub fn known(&self, lit: Lit) -> Option<bool> {
        if lit == self.top {
            Some(true)
        } else if lit == !self.top {
            Some(false)
        } else {
            None
        }
    }

    /// A fresh literal.
    pub fn fresh(&mut self) -> Lit {
        self.sat.new_var().positive()
    }

    /// Number of gates that were built.
    pub fn count(&self) -> usize {
        self.gates.len()
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
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if let Some(known) = self.gates.get(&Gate::And(a, b)) {
            return *known;
        }
        let g = self.fresh();
        self.sat.add_clause(&[!g, a]);
        self.sat.add_clause(&[!g, b]);
        self.sat.add_clause(&[g, !a, !b]);
        self.gates.insert(Gate::And(a, b), g);
        g
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
        let g = match self.gates.get(&Gate::Xor(a, b)) {
            Some(known) => *known,
            None => {
                let g = self.fresh();
                self.sat.add_clause(&[!g, a, b]);
                self.sat.add_clause(&[!g, !a, !b]);
                self.sat.add_clause(&[g, !a, b]);
                self.sat.add_clause(&[g, a, !b]);
                self.gates.insert(Gate::Xor(a, b), g);
                g
            }
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
        let (condition, then, otherwise) =
            if condition.is_negative() { (!condition, otherwise, then) } else { (condition, then, otherwise) };
        if let Some(known) = self.gates.get(&Gate::Mux(condition, then, otherwise)) {
            return *known;
        }
        let g = self.fresh();
        self.sat.add_clause(&[!condition, !then, g]);
        self.sat.add_clause(&[!condition, then, !g]);
        self.sat.add_clause(&[condition, !otherwise, g]);
        self.sat.add_clause(&[condition, otherwise, !g]);
        // Redundant, but they propagate when the condition is open.
        self.sat.add_clause(&[!then, !otherwise, g]);
        self.sat.add_clause(&[then, otherwise, !g]);
        self.gates.insert(Gate::Mux(condition, then, otherwise), g);
        g
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
        if let Some(known) = self.gates.get(&Gate::Majority(a, b, c)) {
            return *known;
        }
        let g = self.fresh();
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.sat.add_clause(&[g, !x, !y]);
            self.sat.add_clause(&[!g, x, y]);
        }
        self.gates.insert(Gate::Majority(a, b, c), g);
        g
    }

    /// Conjunction of many.
    pub fn all(&mut self, lits: &[Lit]) -> Lit {
        let mut kept: Vec<Lit> = Vec::with_capacity(lits.len());
        for lit in lits {
            match self.known(*lit) {
                Some(true) => {}
                Some(false) => return self.constant(false),
                None => kept.push(*lit),
            }
        }
        kept.sort();
        kept.dedup();
        match kept[..] {
            [] => return self.constant(true),
            [only] => return only,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        let g = self.fresh();
        let mut long: Vec<Lit> = kept.iter().map(|l| !*l).collect();
        for lit in &kept {
            self.sat.add_clause(&[!g, *lit]);
        }
        long.push(g);
        self.sat.add_clause(&long);
        g
    }
}
