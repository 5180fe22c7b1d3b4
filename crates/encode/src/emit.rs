//! Clauses of gates, direction by direction.
//!
//! A gate that a clause uses positively needs only that it implies its function; negatively, only
//! the converse (Plaisted and Greenbaum). The clauses are emitted when a literal is demanded, for
//! the gates below it too, and once each; a gate that is later used the other way gets the rest
//! then. **Invariant:** under any values of the inputs, giving every gate the value of its function
//! satisfies all clauses of gates, so they add and remove no model of the inputs.

use super::gates::{Gate, Gates};
use adumbra_sat::Lit;

impl Gates {
    /// Sees that a literal, when true, makes its function true. Without the option `polarity` the
    /// converse too.
    #[inline]
    pub fn demand(&mut self, lit: Lit) {
        let index = lit.var().index();
        if self.emitted.get(index).is_some_and(|mask| *mask != 3) {
            self.emit_below(lit);
        }
    }

    /// Sees that a literal has the value of its function.
    pub fn demand_both(&mut self, lit: Lit) {
        self.demand(lit);
        self.demand(!lit);
    }

    fn emit_below(&mut self, lit: Lit) {
        self.work.push(lit);
        if !self.options.polarity {
            self.work.push(!lit);
        }
        self.emit_rest();
    }

    /// Emits what is due. A limit leaves the rest for later.
    pub(super) fn emit_rest(&mut self) {
        while let Some(lit) = self.work.pop() {
            if self.stop() {
                self.work.push(lit);
                return;
            }
            let index = lit.var().index();
            let direction = if lit.is_negative() { 2 } else { 1 };
            match self.emitted.get_mut(index) {
                Some(mask) if *mask & direction == 0 => *mask |= direction,
                _ => continue,
            }
            self.emit(lit, self.nodes[index]);
        }
    }

    /// The clauses that say what a gate's literal implies.
    fn emit(&mut self, lit: Lit, gate: Gate) {
        let positive = !lit.is_negative();
        // Negating a monotone gate is the dual gate over negated inputs.
        let signed = |input: Lit| if positive { input } else { !input };
        match gate {
            Gate::Input => {}
            Gate::And(a, b) if positive => {
                self.imply(lit, [a]);
                self.imply(lit, [b]);
            }
            Gate::And(a, b) => self.imply(lit, [!a, !b]),
            Gate::All(start, len) => self.emit_all(lit, start as usize, len as usize),
            Gate::Xor(a, b) => {
                let b = signed(b);
                self.imply(lit, [a, b]);
                self.imply(lit, [!a, !b]);
            }
            Gate::Xor3(a, b, c) => {
                let c = signed(c);
                self.imply(lit, [a, b, c]);
                self.imply(lit, [a, !b, !c]);
                self.imply(lit, [!a, b, !c]);
                self.imply(lit, [!a, !b, c]);
            }
            Gate::Mux(c, then, otherwise) => {
                let (then, otherwise) = (signed(then), signed(otherwise));
                self.imply(lit, [!c, then]);
                self.imply(lit, [c, otherwise]);
                // Redundant, but it propagates while the condition is open.
                self.imply(lit, [then, otherwise]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (signed(a), signed(b), signed(c));
                self.imply(lit, [a, b]);
                self.imply(lit, [a, c]);
                self.imply(lit, [b, c]);
            }
            Gate::Determined(constraint) => {
                self.emitted[lit.var().index()] = 3;
                if self.sat.fixed(constraint) != Some(true) {
                    self.sat.add_clause(&[constraint]);
                }
                self.want(constraint);
            }
        }
    }

    fn emit_all(&mut self, lit: Lit, start: usize, len: usize) {
        if !lit.is_negative() {
            for position in start..start + len {
                self.imply(lit, [self.pool[position]]);
            }
            return;
        }
        let mut clause = Vec::with_capacity(len + 1);
        clause.push(!lit);
        for position in start..start + len {
            let input = !self.pool[position];
            clause.push(input);
            self.want(input);
        }
        self.sat.add_clause(&clause);
    }

    /// Adds the clause that a literal implies one of others.
    fn imply<const N: usize>(&mut self, lit: Lit, others: [Lit; N]) {
        let mut clause = [!lit; 4];
        clause[1..=N].copy_from_slice(&others);
        self.sat.add_clause(&clause[..=N]);
        for other in others {
            self.want(other);
        }
    }

    #[inline]
    fn want(&mut self, lit: Lit) {
        if self.emitted.get(lit.var().index()).is_some_and(|mask| *mask != 3) {
            self.work.push(lit);
            if !self.options.polarity {
                self.work.push(!lit);
            }
        }
    }
}
