//! Families of formulas in clauses, in the numbers of DIMACS: a variable is a number from 1 on, its
//! negation the negative number.

use crate::Random;

/// A formula.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// How many variables it has.
    pub vars: usize,
    /// Its clauses.
    pub clauses: Vec<Vec<i32>>,
}

impl Clauses {
    /// The text in DIMACS.
    pub fn to_dimacs(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.vars, self.clauses.len());
        for clause in &self.clauses {
            for literal in clause {
                text += &format!("{literal} ");
            }
            text += "0\n";
        }
        text
    }
}

/// The variable in a place, counted from 0.
pub fn variable(index: usize) -> i32 {
    index as i32 + 1
}

/// A random literal of so many variables.
pub fn literal(random: &mut Random, vars: usize) -> i32 {
    let variable = variable(random.below(vars));
    if random.next() & 1 == 0 { variable } else { -variable }
}

/// A random formula of mixed clause sizes around the given size.
pub fn random_cnf(random: &mut Random, vars: usize, clauses: usize, size: usize) -> Clauses {
    let clauses = (0..clauses)
        .map(|_| {
            let size = match random.below(10) {
                0 => size - 1,
                1 => size + 1,
                _ => size,
            };
            (0..size.max(1)).map(|_| literal(random, vars)).collect()
        })
        .collect();
    Clauses { vars, clauses }
}

/// Uniform random 3-SAT.
pub fn random_3sat(random: &mut Random, vars: usize, clauses: usize) -> Clauses {
    let clauses = (0..clauses)
        .map(|_| {
            let mut clause: Vec<i32> = Vec::new();
            while clause.len() < 3 {
                let lit = literal(random, vars);
                if clause.iter().all(|other| other.abs() != lit.abs()) {
                    clause.push(lit);
                }
            }
            clause
        })
        .collect();
    Clauses { vars, clauses }
}

/// So many pigeons in so many holes.
pub fn pigeons(pigeons: usize, holes: usize) -> Clauses {
    let var = |pigeon: usize, hole: usize| variable(pigeon * holes + hole);
    let mut clauses: Vec<Vec<i32>> =
        (0..pigeons).map(|pigeon| (0..holes).map(|hole| var(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for first in 0..pigeons {
            for second in 0..first {
                clauses.push(vec![-var(first, hole), -var(second, hole)]);
            }
        }
    }
    Clauses { vars: pigeons * holes, clauses }
}

/// A random graph in so many colours.
pub fn colouring(random: &mut Random, nodes: usize, edges: usize, colours: usize) -> Clauses {
    let var = |node: usize, colour: usize| variable(node * colours + colour);
    let mut clauses: Vec<Vec<i32>> =
        (0..nodes).map(|node| (0..colours).map(|colour| var(node, colour)).collect()).collect();
    for _ in 0..edges {
        let (first, second) = (random.below(nodes), random.below(nodes));
        if first != second {
            for colour in 0..colours {
                clauses.push(vec![-var(first, colour), -var(second, colour)]);
            }
        }
    }
    Clauses { vars: nodes * colours, clauses }
}

/// Two chains of exclusive ors over the same inputs in different order that are to differ.
pub fn parity(random: &mut Random, inputs: usize, differ: bool) -> Clauses {
    let mut circuit = Circuit::new(inputs);
    let mut order: Vec<i32> = (0..inputs).map(variable).collect();
    let first = order.clone().into_iter().reduce(|a, b| circuit.xor(a, b)).unwrap_or(1);
    for index in (1..inputs).rev() {
        order.swap(index, random.below(index + 1));
    }
    let second = order.into_iter().reduce(|a, b| circuit.xor(a, b)).unwrap_or(1);
    let difference = circuit.xor(first, second);
    circuit.require(vec![if differ { difference } else { -difference }]);
    circuit.formula
}

/// `a + b` and `b + a`, built with different adders, differ in some bit. Unsatisfiable; satisfiable
/// when the carry of one starts at 1.
pub fn adders(bits: usize, carry: bool) -> Clauses {
    let mut circuit = Circuit::new(2 * bits + 1);
    let constant = variable(2 * bits);
    circuit.require(vec![constant]);
    let left: Vec<i32> = (0..bits).map(variable).collect();
    let right: Vec<i32> = (bits..2 * bits).map(variable).collect();
    let first = circuit.add(&left, &right, -constant);
    let second = circuit.add_by_generate(&right, &left, if carry { constant } else { -constant });
    circuit.differ(&first, &second);
    circuit.formula
}

/// `a * b` and `b * a` by shift and add differ in some bit.
pub fn multipliers(bits: usize) -> Clauses {
    let mut circuit = Circuit::new(2 * bits + 1);
    let constant = variable(2 * bits);
    circuit.require(vec![constant]);
    let left: Vec<i32> = (0..bits).map(variable).collect();
    let right: Vec<i32> = (bits..2 * bits).map(variable).collect();
    let first = circuit.multiply(&left, &right, -constant);
    let second = circuit.multiply(&right, &left, -constant);
    circuit.differ(&first, &second);
    circuit.formula
}

/// Gates as clauses.
pub struct Circuit {
    /// What was built so far.
    pub formula: Clauses,
}

impl Circuit {
    /// A circuit without gates.
    pub fn new(inputs: usize) -> Self {
        Self { formula: Clauses { vars: inputs, clauses: Vec::new() } }
    }

    /// Demands a clause.
    pub fn require(&mut self, clause: Vec<i32>) {
        self.formula.clauses.push(clause);
    }

    /// A new variable.
    pub fn fresh(&mut self) -> i32 {
        self.formula.vars += 1;
        variable(self.formula.vars - 1)
    }

    /// Both.
    pub fn and(&mut self, a: i32, b: i32) -> i32 {
        let out = self.fresh();
        self.formula.clauses.extend([vec![-out, a], vec![-out, b], vec![out, -a, -b]]);
        out
    }

    /// One or both.
    pub fn or(&mut self, a: i32, b: i32) -> i32 {
        -self.and(-a, -b)
    }

    /// One and not both.
    pub fn xor(&mut self, a: i32, b: i32) -> i32 {
        let out = self.fresh();
        self.formula.clauses.extend([vec![-out, a, b], vec![-out, -a, -b], vec![out, -a, b], vec![out, a, -b]]);
        out
    }

    /// The sum of two words and a carry, by half adders.
    pub fn add(&mut self, left: &[i32], right: &[i32], mut carry: i32) -> Vec<i32> {
        let mut sum = Vec::new();
        for (&a, &b) in left.iter().zip(right) {
            let half = self.xor(a, b);
            sum.push(self.xor(half, carry));
            let generated = self.and(a, b);
            let propagated = self.and(half, carry);
            carry = self.or(generated, propagated);
        }
        sum
    }

    /// The same, each carry from three products.
    pub fn add_by_generate(&mut self, left: &[i32], right: &[i32], mut carry: i32) -> Vec<i32> {
        let mut sum = Vec::new();
        for (&a, &b) in left.iter().zip(right) {
            let half = self.xor(b, carry);
            sum.push(self.xor(half, a));
            let (ab, ac, bc) = (self.and(a, b), self.and(a, carry), self.and(b, carry));
            let some = self.or(ab, ac);
            carry = self.or(some, bc);
        }
        sum
    }

    /// The product of two words, by shift and add.
    pub fn multiply(&mut self, left: &[i32], right: &[i32], zero: i32) -> Vec<i32> {
        let bits = left.len();
        let mut product = vec![zero; bits];
        for (shift, &bit) in right.iter().enumerate() {
            let row: Vec<i32> =
                (0..bits).map(|index| if index < shift { zero } else { self.and(left[index - shift], bit) }).collect();
            product = self.add(&product, &row, zero);
        }
        product
    }

    /// Demands that two words differ.
    pub fn differ(&mut self, left: &[i32], right: &[i32]) {
        let differences: Vec<i32> = left.iter().zip(right).map(|(&a, &b)| self.xor(a, b)).collect();
        self.require(differences);
    }
}
