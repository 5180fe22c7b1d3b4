//! The laws of the order on all states that were seen.

use super::Subject;
use super::meaning::Meaning;
use adumbra_engine::*;

impl<A: Analysis, M: Meaning<A>> Subject<'_, A, M> {
    /// Reflexive; transitive; antisymmetric where states are compared by what they know; a join is
    /// below what covers both of its arguments, if it is the least bound that there is.
    pub fn check_order(&mut self, least: bool) {
        let pool = self.pool.clone();
        let precise = matches!(self.analysis.order(), Order::Flat | Order::Shaped);
        for a in &pool {
            assert!(self.covers(a, a), "a state does not cover itself");
            assert!(self.analysis.covers(a, a), "a state does not cover itself");
            for b in &pool {
                if a == b || !self.covers(a, b) {
                    continue;
                }
                if precise && self.covers(b, a) {
                    let (a, b) = (self.analysis.show(a), self.analysis.show(b));
                    panic!("two states cover each other:\n{a}\n{b}");
                }
                for c in pool.iter().filter(|c| *c != a && *c != b) {
                    if self.covers(b, c) {
                        self.followed.laws += 1;
                        assert!(self.covers(a, c), "covering is not transitive");
                    }
                    if least
                        && self.covers(a, c)
                        && let Some(join) = self.analysis.join(b, c)
                    {
                        self.followed.laws += 1;
                        assert!(self.covers(a, &join), "a join is not the least bound");
                    }
                }
            }
        }
    }
}
