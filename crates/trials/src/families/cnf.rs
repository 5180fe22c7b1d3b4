//! Formulas in clauses: random ones, puzzles, and circuits.

use super::Instance;
use adumbra_testing::Random;
use adumbra_testing::clauses::{self, Circuit, Clauses, variable};

fn instance(name: String, cnf: &Clauses, status: Option<&str>) -> Instance {
    Instance::new(name, cnf.to_dimacs(), status)
}

/// All of them by name.
pub fn families(quick: bool) -> Vec<(&'static str, Vec<Instance>)> {
    let seeds = if quick { 2 } else { 8 };
    let mut random = Vec::new();
    for seed in 0..seeds {
        for (vars, tenths) in [(150, 42), (200, 43), (250, 40), (220, 46)] {
            let cnf = clauses::random_3sat(&mut Random(seed), vars, vars * tenths / 10);
            random.push(instance(format!("{vars}-{tenths}-{seed}"), &cnf, None));
        }
    }
    let pigeons = (6..=if quick { 8 } else { 10 })
        .map(|count| instance(format!("{count}"), &clauses::pigeons(count + 1, count), Some("unsat")))
        .collect();
    let parity = (0..seeds)
        .flat_map(|seed| [12, 16, 20].map(|inputs| (seed, inputs)))
        .map(|(seed, inputs)| {
            instance(format!("{inputs}-{seed}"), &clauses::parity(&mut Random(seed), inputs, true), Some("unsat"))
        })
        .collect();
    let mut circuits = Vec::new();
    for bits in 4..=if quick { 6 } else { 8 } {
        circuits.push(instance(format!("multipliers-{bits}"), &clauses::multipliers(bits), Some("unsat")));
    }
    for bits in [16, 32, 64] {
        circuits.push(instance(format!("adders-{bits}"), &clauses::adders(bits, false), Some("unsat")));
        circuits.push(instance(format!("adders-carry-{bits}"), &clauses::adders(bits, true), Some("sat")));
    }
    let colouring = (0..seeds)
        .flat_map(|seed| [(150, 330, 3), (100, 440, 4), (300, 660, 3)].map(|shape| (seed, shape)))
        .map(|(seed, (nodes, edges, colours))| {
            let cnf = clauses::colouring(&mut Random(seed), nodes, edges, colours);
            instance(format!("{nodes}-{edges}-{colours}-{seed}"), &cnf, None)
        })
        .collect();
    let mut machines = Vec::new();
    for (bits, steps) in [(8, 30), (12, 60), (16, 60), (16, 120), (24, 100)] {
        if quick && steps > 60 {
            continue;
        }
        machines.push(instance(format!("counter-{bits}-{steps}"), &counter(bits, steps, steps), Some("unsat")));
        machines.push(instance(
            format!("counter-{bits}-{steps}-reached"),
            &counter(bits, steps, steps - 1),
            Some("sat"),
        ));
        machines.push(instance(format!("register-{bits}-{steps}"), &register(bits, steps), None));
    }
    vec![
        ("random", random),
        ("pigeons", pigeons),
        ("parity", parity),
        ("circuits", circuits),
        ("colouring", colouring),
        ("machines", machines),
    ]
}

/// A counter that may stand still at each step: does it reach a number within fewer steps than
/// that?
fn counter(bits: usize, steps: usize, goal: usize) -> Clauses {
    let mut circuit = Circuit::new(1);
    let zero = -variable(0);
    circuit.require(vec![-zero]);
    let mut state = vec![zero; bits];
    for _ in 0..steps - 1 {
        let step = circuit.fresh();
        let zeros = vec![zero; bits];
        state = circuit.add(&state, &zeros, step);
    }
    for (bit, lit) in state.iter().enumerate() {
        circuit.require(vec![if bit < 63 && goal >> bit & 1 == 1 { *lit } else { -lit }]);
    }
    circuit.formula
}

/// Two feedback registers from unknown starts: one ends as the other began, mixed by a product.
fn register(bits: usize, steps: usize) -> Clauses {
    let mut circuit = Circuit::new(2 * bits);
    let start: Vec<i32> = (0..bits).map(variable).collect();
    let other: Vec<i32> = (bits..2 * bits).map(variable).collect();
    let mut state = start.clone();
    for step in 0..steps {
        let feedback = circuit.xor(state[0], state[bits / 2]);
        let mixed = circuit.and(state[1], other[step % bits]);
        let input = circuit.xor(feedback, mixed);
        state.rotate_left(1);
        state[bits - 1] = input;
    }
    for (a, b) in state.iter().zip(&start) {
        let differ = circuit.xor(*a, *b);
        circuit.require(vec![-differ]);
    }
    circuit.require(start);
    circuit.require(other);
    circuit.formula
}
