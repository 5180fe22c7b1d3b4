//! What the tests share: formulas of `adumbra-testing` as the core reads them, a solver whose
//! proofs are checked as they are made, and an oracle.
#![allow(dead_code, reason = "examples and benchmarks use parts of it")]

use std::sync::{Arc, Mutex};

use adumbra_sat::dimacs::Cnf;
use adumbra_sat::lrat_check::Checker;
use adumbra_sat::{Answer, Limits, Lit, Sat, SatOptions, Stats, Tracer, Var};
use adumbra_testing::Random;
use adumbra_testing::clauses::{self, Clauses};

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

/// A literal of a number of DIMACS.
pub fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number.into()).expect("a literal")
}

/// A random literal of so many variables.
pub fn random_lit(random: &mut Random, vars: usize) -> Lit {
    lit(clauses::literal(random, vars))
}

/// A formula of the families that all tests share.
pub fn cnf(formula: Clauses) -> Cnf {
    let clauses = formula.clauses.iter().map(|clause| clause.iter().copied().map(lit).collect());
    Cnf { vars: formula.vars, clauses: clauses.collect() }
}

/// See [`clauses::random_cnf`].
pub fn random_cnf(random: &mut Random, vars: usize, clauses: usize, size: usize) -> Cnf {
    cnf(clauses::random_cnf(random, vars, clauses, size))
}

/// See [`clauses::random_3sat`].
pub fn random_3sat(random: &mut Random, vars: usize, clauses: usize) -> Cnf {
    cnf(clauses::random_3sat(random, vars, clauses))
}

/// See [`clauses::pigeons`].
pub fn pigeons(pigeons: usize, holes: usize) -> Cnf {
    cnf(clauses::pigeons(pigeons, holes))
}

/// See [`clauses::colouring`].
pub fn colouring(random: &mut Random, nodes: usize, edges: usize, colours: usize) -> Cnf {
    cnf(clauses::colouring(random, nodes, edges, colours))
}

/// See [`clauses::parity`].
pub fn parity(random: &mut Random, inputs: usize, differ: bool) -> Cnf {
    cnf(clauses::parity(random, inputs, differ))
}

/// See [`clauses::adders`].
pub fn adders(bits: usize, carry: bool) -> Cnf {
    cnf(clauses::adders(bits, carry))
}

/// See [`clauses::multipliers`].
pub fn multipliers(bits: usize) -> Cnf {
    cnf(clauses::multipliers(bits))
}

/// Options at random, most of them extreme, so that rare things happen often.
pub fn random_options(random: &mut Random) -> SatOptions {
    use adumbra_options::{Kind, OptionTable, Value};
    let mut options = eager();
    // Each style of search gets half of the runs, since many options matter to one of them only.
    options.search_style = if random.one_in(2) { "spear" } else { "modern" };
    for spec in SatOptions::TABLE {
        if !random.one_in(3) || matches!(spec.kind, Kind::Choice(_)) {
            continue;
        }
        let value = match spec.range {
            Some((Value::Int(low), Value::Int(high))) => {
                let high = high.min(low + [1, 3, 10, 100][random.below(4)]);
                Value::Int(low + random.below((high - low + 1) as usize) as i128)
            }
            Some((Value::Real(low), Value::Real(high))) => {
                Value::Real(low + (high - low) * random.below(5) as f64 / 4.0)
            }
            _ => Value::Flag(random.next() & 1 == 0),
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

fn assumptions(random: &mut Random, vars: usize) -> Vec<Lit> {
    let count = random.below(5);
    (0..count).map(|_| random_lit(random, vars)).collect()
}

/// A random session; every answer is compared with brute force, every core is enough.
pub fn session(seed: u64, options: SatOptions) -> Stats {
    let mut random = Random(seed);
    let mut checked = Checked::new(options);
    checked.vars(4);
    let mut frozen = Vec::new();
    for _ in 0..30 {
        match random.below(8) {
            0 if checked.cnf.vars < 14 => checked.vars(1 + random.below(3)),
            1 => {
                let var = Var::new(random.below(checked.cnf.vars));
                checked.sat.freeze(var);
                frozen.push(var);
            }
            2 if !frozen.is_empty() => {
                let var = frozen.swap_remove(random.below(frozen.len()));
                checked.sat.melt(var);
            }
            3 | 4 => {
                let assumed = assumptions(&mut random, checked.cnf.vars);
                let expected = if brute_force(&checked.cnf, &assumed) { Answer::Sat } else { Answer::Unsat };
                assert_eq!(checked.solve(&assumed), expected, "seed {seed}, {assumed:?}\n{}", checked.cnf.to_dimacs());
                if expected == Answer::Unsat {
                    let core = checked.sat.failed_assumptions().to_vec();
                    assert!(!brute_force(&checked.cnf, &core), "seed {seed}: core {core:?} is not enough");
                }
            }
            _ => {
                for _ in 0..1 + random.below(8) {
                    let size = 2 + random.below(3);
                    let clause: Vec<Lit> = (0..size).map(|_| random_lit(&mut random, checked.cnf.vars)).collect();
                    checked.add(&clause);
                }
            }
        }
    }
    *checked.sat.stats()
}
