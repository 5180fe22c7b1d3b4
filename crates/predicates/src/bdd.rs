//! Reduced ordered binary decision diagrams.
//!
//! A node stands for the function "if its variable then `high` else `low`". Along every path
//! variables grow, no node has two equal children, and no two nodes are alike. So each Boolean
//! function has exactly one node (Bryant: Graph-based algorithms for Boolean function manipulation,
//! 1986), and equality of functions is equality of numbers.
//!
//! Operations recurse over pairs of nodes and remember what they computed in a table that forgets
//! when two entries meet. Their depth is the number of variables, never the number of nodes.
//!
//! Nodes are kept as long as the store: functions are numbers that anyone may hold. What asks only
//! for a truth value ([`Diagrams::implies`]) makes no nodes.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A function: the number of its node.
pub(crate) type Function = u32;

/// The function that is false everywhere.
pub(crate) const FALSE: Function = 0;

/// The function that is true everywhere.
pub(crate) const TRUE: Function = 1;

/// The variable of the two constants: below all others.
const NO_VARIABLE: u32 = u32::MAX;

/// In the place of a third operand: the two others are a function and a set of variables.
const EXISTS: u32 = u32::MAX;

/// In the place of a third operand: does the first function imply the second?
const IMPLIES: u32 = u32::MAX - 1;

/// Entries that the table of results has at first and at most.
const RESULTS: [usize; 2] = [1 << 10, 1 << 18];

/// If the variable then `high` else `low`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Node {
    pub(crate) variable: u32,
    pub(crate) low: Function,
    pub(crate) high: Function,
}

/// Three operands, or two and a mark.
type Question = (u32, u32, u32);

#[derive(Clone, Copy, Debug)]
struct Known {
    question: Question,
    answer: Function,
}

/// Nothing is asked with this: a choice on a constant is never looked up.
const UNUSED: Known = Known { question: (0, 0, 0), answer: 0 };

/// A store of diagrams.
#[derive(Clone, Debug)]
pub(crate) struct Diagrams {
    nodes: Vec<Node>,
    unique: HashTable<Function>,
    results: Vec<Known>,
}

impl Diagrams {
    pub(crate) fn new() -> Diagrams {
        let constants = [FALSE, TRUE].map(|value| Node { variable: NO_VARIABLE, low: value, high: value });
        Diagrams { nodes: constants.to_vec(), unique: HashTable::new(), results: vec![UNUSED; RESULTS[0]] }
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node of a function that is not constant. Children have smaller numbers.
    pub(crate) fn node(&self, function: Function) -> Node {
        self.nodes[function as usize]
    }

    fn variable(&self, function: Function) -> u32 {
        self.nodes[function as usize].variable
    }

    /// The function "if the variable then `high` else `low`", both over later variables only.
    pub(crate) fn make(&mut self, variable: u32, low: Function, high: Function) -> Function {
        if low == high {
            return low;
        }
        debug_assert!(variable < self.variable(low) && variable < self.variable(high));
        let node = Node { variable, low, high };
        let Diagrams { nodes, unique, results } = self;
        let hash = hash_of(&node);
        if let Some(found) = unique.find(hash, |other| nodes[*other as usize] == node) {
            return *found;
        }
        let function = nodes.len() as u32;
        nodes.push(node);
        unique.insert_unique(hash, function, |other| hash_of(&nodes[*other as usize]));
        if nodes.len() > results.len() && results.len() < RESULTS[1] {
            *results = vec![UNUSED; 4 * results.len()];
        }
        function
    }

    fn known(&self, question: Question) -> Option<Function> {
        let known = &self.results[self.place(question)];
        (known.question == question).then_some(known.answer)
    }

    fn remember(&mut self, question: Question, answer: Function) -> Function {
        let place = self.place(question);
        self.results[place] = Known { question, answer };
        answer
    }

    fn place(&self, question: Question) -> usize {
        hash_of(&question) as usize & (self.results.len() - 1)
    }

    /// The two halves of a function at a variable that is not behind its first.
    fn split(&self, function: Function, variable: u32) -> (Function, Function) {
        let node = self.node(function);
        if node.variable == variable { (node.low, node.high) } else { (function, function) }
    }

    /// If `c` then `f` else `g`.
    pub(crate) fn choose(&mut self, c: Function, f: Function, g: Function) -> Function {
        // What the condition says of itself.
        let f = if f == c { TRUE } else { f };
        let g = if g == c { FALSE } else { g };
        match (c, f, g) {
            (TRUE, _, _) => return f,
            (FALSE, _, _) => return g,
            (_, TRUE, FALSE) => return c,
            _ if f == g => return f,
            _ => {}
        }
        // Conjunction and disjunction do not care which comes first.
        let question = match (f, g) {
            (_, FALSE) if f < c => (f, c, FALSE),
            (TRUE, _) if g < c => (g, TRUE, c),
            _ => (c, f, g),
        };
        if let Some(answer) = self.known(question) {
            return answer;
        }
        let variable = self.variable(c).min(self.variable(f)).min(self.variable(g));
        let ((c0, c1), (f0, f1), (g0, g1)) =
            (self.split(c, variable), self.split(f, variable), self.split(g, variable));
        let (low, high) = (self.choose(c0, f0, g0), self.choose(c1, f1, g1));
        let answer = self.make(variable, low, high);
        self.remember(question, answer)
    }

    pub(crate) fn and(&mut self, f: Function, g: Function) -> Function {
        self.choose(f, g, FALSE)
    }

    pub(crate) fn or(&mut self, f: Function, g: Function) -> Function {
        self.choose(f, TRUE, g)
    }

    pub(crate) fn not(&mut self, f: Function) -> Function {
        self.choose(f, FALSE, TRUE)
    }

    /// Is `g` true wherever `f` is?
    pub(crate) fn implies(&mut self, f: Function, g: Function) -> bool {
        if f == FALSE || g == TRUE || f == g {
            return true;
        }
        if f == TRUE || g == FALSE {
            return false;
        }
        let question = (f, g, IMPLIES);
        if let Some(answer) = self.known(question) {
            return answer == TRUE;
        }
        let variable = self.variable(f).min(self.variable(g));
        let ((f0, f1), (g0, g1)) = (self.split(f, variable), self.split(g, variable));
        let holds = self.implies(f0, g0) && self.implies(f1, g1);
        self.remember(question, if holds { TRUE } else { FALSE });
        holds
    }

    /// The conjunction of variables, which are sorted.
    pub(crate) fn conjunction(&mut self, variables: &[u32]) -> Function {
        variables.iter().rev().fold(TRUE, |rest, variable| self.make(*variable, FALSE, rest))
    }

    /// True where some values of the variables make `f` true; the variables are given as their
    /// conjunction.
    pub(crate) fn exists(&mut self, f: Function, mut variables: Function) -> Function {
        while self.variable(variables) < self.variable(f) {
            variables = self.node(variables).high;
        }
        if f <= TRUE || variables == TRUE {
            return f;
        }
        let question = (f, variables, EXISTS);
        if let Some(answer) = self.known(question) {
            return answer;
        }
        let Node { variable, low, high } = self.node(f);
        let (low, high) = (self.exists(low, variables), self.exists(high, variables));
        let answer =
            if self.variable(variables) == variable { self.or(low, high) } else { self.make(variable, low, high) };
        self.remember(question, answer)
    }

    /// The nodes of a function without the constants, children first.
    pub(crate) fn reachable(&self, function: Function) -> Vec<Function> {
        let mut seen: rustc_hash::FxHashSet<Function> = std::iter::once(function).collect();
        let mut order = vec![function];
        let mut next = 0;
        while let Some(&function) = order.get(next) {
            next += 1;
            if function > TRUE {
                let node = self.node(function);
                order.extend([node.low, node.high].into_iter().filter(|child| seen.insert(*child)));
            }
        }
        order.retain(|function| *function > TRUE);
        order.sort_unstable();
        order
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
