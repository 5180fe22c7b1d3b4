//! And-inverter graphs: the formulas that are built while a proof is read, shared by structure and
//! simplified as they grow.
//!
//! A. Kuehlmann, V. Paruthi, F. Krohm and M. K. Ganai, "Robust Boolean Reasoning for Equivalence
//! Checking and Functional Property Verification", IEEE Transactions on CAD 2002.

use rustc_hash::FxHashMap;

/// A node or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Edge(u32);

impl Edge {
    pub const TRUE: Edge = Edge(0);
    pub const FALSE: Edge = Edge(1);

    /// The node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the node is negated.
    pub fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }
}

impl std::ops::Not for Edge {
    type Output = Edge;

    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Node {
    /// True; the first node only.
    True,
    /// An input, by number.
    Input(u32),
    /// A conjunction.
    And(Edge, Edge),
}

/// A graph. Operands have smaller numbers than the nodes over them.
#[derive(Debug)]
pub(super) struct Aig {
    nodes: Vec<Node>,
    inputs: FxHashMap<u32, Edge>,
    ands: FxHashMap<(Edge, Edge), Edge>,
}

impl Aig {
    pub fn new() -> Aig {
        Aig { nodes: vec![Node::True], inputs: FxHashMap::default(), ands: FxHashMap::default() }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, index: usize) -> Node {
        self.nodes[index]
    }

    pub fn input(&mut self, number: u32) -> Edge {
        if let Some(edge) = self.inputs.get(&number) {
            return *edge;
        }
        let edge = self.push(Node::Input(number));
        self.inputs.insert(number, edge);
        edge
    }

    fn push(&mut self, node: Node) -> Edge {
        let edge = Edge((self.nodes.len() as u32) << 1);
        self.nodes.push(node);
        edge
    }

    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    /// `then` if the condition holds, else `otherwise`.
    pub fn choose(&mut self, condition: Edge, then: Edge, otherwise: Edge) -> Edge {
        if then == otherwise {
            return then;
        }
        let (yes, no) = (self.or(!condition, then), self.or(condition, otherwise));
        self.and(yes, no)
    }

    fn parts(&self, edge: Edge) -> Option<(Edge, Edge)> {
        match self.nodes[edge.node()] {
            Node::And(a, b) => Some((a, b)),
            _ => None,
        }
    }

    pub fn and(&mut self, a: Edge, b: Edge) -> Edge {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == Edge::FALSE || a == !b {
            return Edge::FALSE;
        }
        if a == Edge::TRUE || a == b {
            return b;
        }
        for (x, y) in [(a, b), (b, a)] {
            let Some((p, q)) = self.parts(y) else { continue };
            if y.is_negative() {
                // x ∧ ¬(x ∧ q) is x ∧ ¬q; x ∧ ¬(¬x ∧ q) is x.
                if p == !x || q == !x {
                    return x;
                }
                if p == x {
                    return self.and(x, !q);
                }
                if q == x {
                    return self.and(x, !p);
                }
                if let Some((r, s)) = self.parts(x) {
                    if x.is_negative() {
                        // (¬p ∨ ¬q) ∧ (p ∨ ¬q) is ¬q.
                        for (one, other) in [(p, q), (q, p)] {
                            if (r == !one && s == other) || (s == !one && r == other) {
                                return !other;
                            }
                        }
                    } else {
                        // (r ∧ s) ∧ ¬(p ∧ q) with p = ¬r is r ∧ s.
                        if [p, q].iter().any(|e| *e == !r || *e == !s) {
                            return x;
                        }
                        if p == r || p == s {
                            return self.and(x, !q);
                        }
                        if q == r || q == s {
                            return self.and(x, !p);
                        }
                    }
                }
            } else {
                if p == x || q == x {
                    return y;
                }
                if p == !x || q == !x {
                    return Edge::FALSE;
                }
            }
        }
        if let Some(known) = self.ands.get(&(a, b)) {
            return *known;
        }
        let edge = self.push(Node::And(a, b));
        self.ands.insert((a, b), edge);
        edge
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_testing::Random;

    fn holds(aig: &Aig, edge: Edge, inputs: u32) -> bool {
        let value = match aig.node(edge.node()) {
            Node::True => true,
            Node::Input(number) => inputs >> number & 1 == 1,
            Node::And(a, b) => holds(aig, a, inputs) && holds(aig, b, inputs),
        };
        value != edge.is_negative()
    }

    #[test]
    fn simplification_preserves_the_function() {
        let mut random = Random(0x1234_5678_9abc_def1);
        let mut below = |bound: usize| random.below(bound);
        for _ in 0..200 {
            let mut aig = Aig::new();
            // Each edge with its truth table over four inputs.
            let mut pool: Vec<(Edge, u16)> = (0..4)
                .map(|i| (aig.input(i), (0..16).filter(|row| row >> i & 1 == 1).map(|row: u16| 1 << row).sum()))
                .collect();
            for _ in 0..40 {
                let ((a, ta), (b, tb)) = (pool[below(pool.len())], pool[below(pool.len())]);
                let (a, ta) = if below(2) == 0 { (a, ta) } else { (!a, !ta) };
                pool.push((aig.and(a, b), ta & tb));
            }
            for (edge, table) in pool {
                for row in 0..16 {
                    assert_eq!(holds(&aig, edge, row), table >> row & 1 == 1);
                }
            }
        }
    }
}
