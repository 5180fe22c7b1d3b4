//! What the tests share: formulas, a solver whose proofs are checked as they are made, and an
//! oracle.
#![allow(dead_code, reason = "examples, benchmarks and trials use parts of it")]

use std::sync::{Arc, Mutex};

use adumbra_sat::dimacs::Cnf;
use adumbra_sat::lrat_check::Checker;
use adumbra_sat::{Answer, Limits, Lit, Sat, SatOptions, Stats, Tracer, Var};

/// A pseudo-random generator.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn lit(&mut self, vars: usize) -> Lit {
        Var::new(self.below(vars)).literal(self.next() & 1 == 0)
    }
}

/// A tracer that checks every step.
#[derive(Default)]
pub struct Checking {
    pub checker: Checker,
    pub conclusions: usize,
}

fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}

impl Tracer for Checking {
    fn original(&mut self, id: u64, lits: &[Lit]) {
        self.checker.original(id, &numbers(lits)).unwrap();
    }

    fn derived(&mut self, id: u64, lits: &[Lit], antecedents: &[u64]) {
        if let Err(error) = self.checker.derived(id, &numbers(lits), antecedents) {
            let used: Vec<_> = antecedents.iter().map(|&id| (id, self.checker.clause(id))).collect();
            panic!("{error}: {lits:?} from {used:?}");
        }
    }

    fn deleted(&mut self, id: u64) {
        self.checker.deleted(id).unwrap();
    }

    fn concluded(&mut self, core: &[Lit], clause: Option<u64>) {
        self.conclusions += 1;
        match clause {
            None => assert!(core.iter().any(|lit| core.contains(&!*lit))),
            Some(id) => {
                for lit in self.checker.clause(id).expect("the clause of the core") {
                    assert!(core.iter().any(|assumed| assumed.to_dimacs() == -lit), "{lit} is not in {core:?}");
                }
            }
        }
    }
}

/// A solver whose proof steps are checked while it runs, and whose models are checked against the
/// clauses.
pub struct Checked {
    pub sat: Sat,
    pub cnf: Cnf,
    tracer: Arc<Mutex<Checking>>,
}

impl Checked {
    pub fn new(options: SatOptions) -> Self {
        let tracer = Arc::new(Mutex::new(Checking::default()));
        Self { sat: Sat::with_tracer(options, Box::new(tracer.clone())), cnf: Cnf::default(), tracer }
    }

    pub fn of(cnf: &Cnf, options: SatOptions) -> Self {
        let mut checked = Self::new(options);
        checked.vars(cnf.vars);
        for clause in &cnf.clauses {
            checked.add(clause);
        }
        checked
    }

    pub fn vars(&mut self, count: usize) {
        for _ in 0..count {
            self.sat.new_var();
        }
        self.cnf.vars += count;
    }

    pub fn add(&mut self, clause: &[Lit]) {
        self.cnf.clauses.push(clause.to_vec());
        self.sat.add_clause(clause);
    }

    pub fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.solve_within(assumptions, &Limits::none())
    }

    pub fn solve_within(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer {
        let before = self.tracer.lock().unwrap().conclusions;
        let answer = self.sat.solve(assumptions, limits);
        let after = self.tracer.lock().unwrap().conclusions;
        assert_eq!(after - before, usize::from(answer == Answer::Unsat), "an answer without its proof");
        match answer {
            Answer::Sat => {
                let model = self.sat.model().expect("a model");
                assert!(self.cnf.is_satisfied_by(&model), "the model is wrong");
                for &lit in assumptions {
                    assert_eq!(self.sat.value(lit), Some(true), "assumption {lit} does not hold");
                }
            }
            Answer::Unsat => {
                for lit in self.sat.failed_assumptions() {
                    assert!(assumptions.contains(lit), "{lit} was not assumed");
                }
            }
            Answer::Unknown(_) => {}
        }
        answer
    }
}

/// Whether a formula of few variables is satisfiable, by trying everything.
pub fn brute_force(cnf: &Cnf, assumptions: &[Lit]) -> bool {
    assert!(cnf.vars <= 20);
    let clauses: Vec<(u32, u32)> = cnf
        .clauses
        .iter()
        .map(|clause| clause.as_slice())
        .chain(assumptions.iter().map(std::slice::from_ref))
        .map(|clause| {
            clause.iter().fold((0, 0), |(positive, negative), lit| {
                let bit = 1 << lit.var().index();
                if lit.is_negative() { (positive, negative | bit) } else { (positive | bit, negative) }
            })
        })
        .collect();
    (0..1u32 << cnf.vars)
        .any(|model| clauses.iter().all(|(positive, negative)| model & positive != 0 || !model & negative != 0))
}

/// A random formula of mixed clause sizes around the given size.
pub fn random_cnf(rng: &mut Rng, vars: usize, clauses: usize, size: usize) -> Cnf {
    let clauses = (0..clauses)
        .map(|_| {
            let size = match rng.below(10) {
                0 => size - 1,
                1 => size + 1,
                _ => size,
            };
            (0..size.max(1)).map(|_| rng.lit(vars)).collect()
        })
        .collect();
    Cnf { vars, clauses }
}

/// Uniform random 3-SAT.
pub fn random_3sat(rng: &mut Rng, vars: usize, clauses: usize) -> Cnf {
    let clauses = (0..clauses)
        .map(|_| {
            let mut clause: Vec<Lit> = Vec::new();
            while clause.len() < 3 {
                let lit = rng.lit(vars);
                if clause.iter().all(|other| other.var() != lit.var()) {
                    clause.push(lit);
                }
            }
            clause
        })
        .collect();
    Cnf { vars, clauses }
}

/// So many pigeons in so many holes.
pub fn pigeons(pigeons: usize, holes: usize) -> Cnf {
    let var = |pigeon: usize, hole: usize| Var::new(pigeon * holes + hole);
    let mut clauses: Vec<Vec<Lit>> =
        (0..pigeons).map(|pigeon| (0..holes).map(|hole| var(pigeon, hole).positive()).collect()).collect();
    for hole in 0..holes {
        for first in 0..pigeons {
            for second in 0..first {
                clauses.push(vec![var(first, hole).negative(), var(second, hole).negative()]);
            }
        }
    }
    Cnf { vars: pigeons * holes, clauses }
}

/// A random graph in so many colours.
pub fn colouring(rng: &mut Rng, nodes: usize, edges: usize, colours: usize) -> Cnf {
    let var = |node: usize, colour: usize| Var::new(node * colours + colour);
    let mut clauses: Vec<Vec<Lit>> =
        (0..nodes).map(|node| (0..colours).map(|colour| var(node, colour).positive()).collect()).collect();
    for _ in 0..edges {
        let (first, second) = (rng.below(nodes), rng.below(nodes));
        if first != second {
            for colour in 0..colours {
                clauses.push(vec![var(first, colour).negative(), var(second, colour).negative()]);
            }
        }
    }
    Cnf { vars: nodes * colours, clauses }
}

/// Two chains of exclusive ors over the same inputs in different order that are to differ.
pub fn parity(rng: &mut Rng, inputs: usize, differ: bool) -> Cnf {
    let mut circuit = Circuit::new(inputs);
    let mut order: Vec<Lit> = (0..inputs).map(|index| Var::new(index).positive()).collect();
    let first = order.clone().into_iter().reduce(|a, b| circuit.xor(a, b)).unwrap();
    for index in (1..inputs).rev() {
        order.swap(index, rng.below(index + 1));
    }
    let second = order.into_iter().reduce(|a, b| circuit.xor(a, b)).unwrap();
    let difference = circuit.xor(first, second);
    circuit.cnf.clauses.push(vec![if differ { difference } else { !difference }]);
    circuit.cnf
}

/// `a + b` and `b + a`, built with different adders, differ in some bit. Unsatisfiable; satisfiable
/// when the carry of one starts at 1.
pub fn adders(bits: usize, carry: bool) -> Cnf {
    let mut circuit = Circuit::new(2 * bits + 1);
    let input = |index: usize| Var::new(index).positive();
    let constant = input(2 * bits);
    circuit.cnf.clauses.push(vec![constant]);
    let left: Vec<Lit> = (0..bits).map(input).collect();
    let right: Vec<Lit> = (bits..2 * bits).map(input).collect();
    let first = circuit.add(&left, &right, !constant);
    let second = circuit.add_by_generate(&right, &left, if carry { constant } else { !constant });
    circuit.differ(&first, &second);
    circuit.cnf
}

/// `a * b` and `b * a` by shift and add differ in some bit.
pub fn multipliers(bits: usize) -> Cnf {
    let mut circuit = Circuit::new(2 * bits + 1);
    let input = |index: usize| Var::new(index).positive();
    let constant = input(2 * bits);
    circuit.cnf.clauses.push(vec![constant]);
    let left: Vec<Lit> = (0..bits).map(input).collect();
    let right: Vec<Lit> = (bits..2 * bits).map(input).collect();
    let first = circuit.multiply(&left, &right, !constant);
    let second = circuit.multiply(&right, &left, !constant);
    circuit.differ(&first, &second);
    circuit.cnf
}

/// Gates as clauses.
pub struct Circuit {
    pub cnf: Cnf,
}

impl Circuit {
    pub fn new(inputs: usize) -> Self {
        Self { cnf: Cnf { vars: inputs, clauses: Vec::new() } }
    }

    pub fn fresh(&mut self) -> Lit {
        self.cnf.vars += 1;
        Var::new(self.cnf.vars - 1).positive()
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let out = self.fresh();
        self.cnf.clauses.extend([vec![!out, a], vec![!out, b], vec![out, !a, !b]]);
        out
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let out = self.fresh();
        self.cnf.clauses.extend([vec![!out, a, b], vec![!out, !a, !b], vec![out, !a, b], vec![out, a, !b]]);
        out
    }

    pub fn add(&mut self, left: &[Lit], right: &[Lit], mut carry: Lit) -> Vec<Lit> {
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

    pub fn add_by_generate(&mut self, left: &[Lit], right: &[Lit], mut carry: Lit) -> Vec<Lit> {
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

    pub fn multiply(&mut self, left: &[Lit], right: &[Lit], zero: Lit) -> Vec<Lit> {
        let bits = left.len();
        let mut product = vec![zero; bits];
        for (shift, &bit) in right.iter().enumerate() {
            let row: Vec<Lit> =
                (0..bits).map(|index| if index < shift { zero } else { self.and(left[index - shift], bit) }).collect();
            product = self.add(&product, &row, zero);
        }
        product
    }

    pub fn differ(&mut self, left: &[Lit], right: &[Lit]) {
        let differences: Vec<Lit> = left.iter().zip(right).map(|(&a, &b)| self.xor(a, b)).collect();
        self.cnf.clauses.push(differences);
    }
}

/// Options at random, most of them extreme, so that rare things happen often.
pub fn random_options(rng: &mut Rng) -> SatOptions {
    use adumbra_options::{Kind, OptionTable, Value};
    let mut options = eager();
    // Each style of search gets half of the runs, since many options matter to one of them only.
    options.search_style = if rng.chance(2) { "spear" } else { "modern" };
    for spec in SatOptions::TABLE {
        if !rng.chance(3) || matches!(spec.kind, Kind::Choice(_)) {
            continue;
        }
        let value = match spec.range {
            Some((Value::Int(low), Value::Int(high))) => {
                let high = high.min(low + [1, 3, 10, 100][rng.below(4)]);
                Value::Int(low + rng.below((high - low + 1) as usize) as i128)
            }
            Some((Value::Real(low), Value::Real(high))) => Value::Real(low + (high - low) * rng.below(5) as f64 / 4.0),
            _ => Value::Flag(rng.next() & 1 == 0),
        };
        options.set_value(spec.name, value).unwrap();
    }
    options
}

/// Options that let everything happen after a few conflicts.
pub fn eager() -> SatOptions {
    SatOptions {
        inprocess_interval: 2,
        reduce_interval: 10,
        rephase_interval: 7,
        stabilize_interval: 11,
        reluctant_period: 4,
        sp_first_restart: 3,
        sp_max_res_runs: 1000,
        sp_learned_size_factor: 0.1,
        ..SatOptions::default()
    }
}

fn assumptions(rng: &mut Rng, vars: usize) -> Vec<Lit> {
    let count = rng.below(5);
    (0..count).map(|_| rng.lit(vars)).collect()
}

/// A random session; every answer is compared with brute force, every core is enough.
pub fn session(seed: u64, options: SatOptions) -> Stats {
    let mut rng = Rng(seed);
    let mut checked = Checked::new(options);
    checked.vars(4);
    let mut frozen = Vec::new();
    for _ in 0..30 {
        match rng.below(8) {
            0 if checked.cnf.vars < 14 => checked.vars(1 + rng.below(3)),
            1 => {
                let var = Var::new(rng.below(checked.cnf.vars));
                checked.sat.freeze(var);
                frozen.push(var);
            }
            2 if !frozen.is_empty() => {
                let var = frozen.swap_remove(rng.below(frozen.len()));
                checked.sat.melt(var);
            }
            3 | 4 => {
                let assumed = assumptions(&mut rng, checked.cnf.vars);
                let expected = if brute_force(&checked.cnf, &assumed) { Answer::Sat } else { Answer::Unsat };
                assert_eq!(checked.solve(&assumed), expected, "seed {seed}, {assumed:?}\n{}", checked.cnf.to_dimacs());
                if expected == Answer::Unsat {
                    let core = checked.sat.failed_assumptions().to_vec();
                    assert!(!brute_force(&checked.cnf, &core), "seed {seed}: core {core:?} is not enough");
                }
            }
            _ => {
                for _ in 0..1 + rng.below(8) {
                    let size = 2 + rng.below(3);
                    let clause: Vec<Lit> = (0..size).map(|_| rng.lit(checked.cnf.vars)).collect();
                    checked.add(&clause);
                }
            }
        }
    }
    *checked.sat.stats()
}
