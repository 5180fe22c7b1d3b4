//! Cycles of the constraint graph.
//!
//! Nodes on a cycle of edges without shift have the same solution and become one. On a cycle with
//! shifts, let `d` be the sum of shifts on a way from some node of its component to each other
//! node; then every edge `a → b` with shift `k` adds `d(a) + k − d(b)` to what the component's
//! solutions are closed under. If all of these are 0 (a list whose links point at a member, so that
//! addresses move forth and back), nothing is lost.

use super::*;
use crate::offsets::{gcd, signed};
use adumbra_program::graph::{Components, Graph};

impl Solver<'_> {
    /// Collapses cycles, and numbers the nodes so that sources come first.
    pub(super) fn collapse(&mut self) {
        self.forget();
        let plain = self.components(|shift| shift == 0);
        for c in 0..plain.len() as u32 {
            let members = plain.members(c);
            if let [first, rest @ ..] = members {
                for other in rest {
                    self.unify(Node::from_u32(*first), Node::from_u32(*other));
                }
            }
        }
        let all = self.components(|_| true);
        for c in 0..all.len() as u32 {
            if all.is_cyclic(c) {
                self.close_component(all.members(c), &all);
            }
        }
        let last = all.len() as u32;
        for node in self.nodes.keys() {
            self.order[node] = last - all.of(node.as_u32());
        }
    }

    /// Takes out of sets what was exposed since it came there, and goes without saying now.
    fn forget(&mut self) {
        for data in self.nodes.values_mut().filter(|data| data.set.reaches_exposed()) {
            data.set.forget(&self.is_exposed);
        }
    }

    fn components(&mut self, keep: impl Fn(u32) -> bool) -> Components {
        let mut edges = Vec::new();
        for node in self.nodes.keys() {
            for i in 0..self.nodes[node].edges.len() {
                let (to, shift) = self.nodes[node].edges[i];
                if keep(shift) {
                    edges.push((node.as_u32(), self.find(to).as_u32()));
                }
            }
        }
        Components::new(&Graph::new(self.nodes.len(), self.exposed.as_u32(), &edges))
    }

    /// Finds out what the solutions of a component are closed under.
    fn close_component(&mut self, members: &[u32], components: &Components) {
        let Some(first) = members.first() else { return };
        let component = components.of(*first);
        let mut distance: FxHashMap<Node, i128> = FxHashMap::default();
        let root = Node::from_u32(*first);
        distance.insert(root, 0);
        let mut stack = vec![root];
        let mut step = 0u64;
        while let Some(node) = stack.pop() {
            let here = distance[&node];
            for i in 0..self.nodes[node].edges.len() {
                let (to, shift) = self.nodes[node].edges[i];
                let to = self.find(to);
                if components.of(to.as_u32()) != component {
                    continue;
                }
                let (modulus, value) = self.shifts[shift as usize].class(self.bits);
                step = gcd(step, modulus);
                let value = if modulus == 0 { signed(value, self.bits) } else { i128::from(value) };
                let there = here.saturating_add(value);
                match distance.get(&to) {
                    None => {
                        distance.insert(to, there);
                        stack.push(to);
                    }
                    Some(before) => {
                        let apart = u64::try_from((there - before).unsigned_abs()).unwrap_or(1);
                        step = gcd(step, apart);
                    }
                }
            }
        }
        if step != 0 {
            for member in members {
                let node = Node::from_u32(*member);
                let closure = gcd(self.nodes[node].closure, step);
                self.close(node, closure);
            }
        }
    }
}
