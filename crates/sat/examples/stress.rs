//! Random formulas without end: `stress [COUNT [SEED]]`.
//!
//! Each round solves a random formula under random options, compares with a plain solver and, where
//! it is small, with brute force, and runs a random incremental session. All proof steps and models
//! are checked on the way.

#[path = "../tests/common/mod.rs"]
mod common;

use adumbra_sat::{Answer, Limits, Sat, SatOptions};
use adumbra_testing::Random;
use common::Checked;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let count: u64 = words.next().map_or(Ok(1000), |word| word.parse())?;
    let seed: u64 = words.next().map_or(Ok(0), |word| word.parse())?;
    let (mut satisfiable, mut unsatisfiable) = (0, 0);
    for round in 0..count {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(round);
        let mut rng = Random(seed);
        let cnf = match rng.below(6) {
            0 => common::random_3sat(&mut rng, 80, 340),
            1 => common::colouring(&mut rng, 25, 55, 3),
            2 => common::adders(5, round % 2 == 0),
            3 => common::parity(&mut rng, 8, round % 2 == 0),
            _ => {
                let vars = 5 + rng.below(40);
                let clauses = vars * (25 + rng.below(25)) / 10;
                common::random_cnf(&mut rng, vars, clauses, 3)
            }
        };
        let options = common::random_options(&mut rng);
        let answer = Checked::of(&cnf, options.clone()).solve(&[]);
        let mut plain = Sat::new(SatOptions { inprocess: false, ..SatOptions::default() });
        for _ in 0..cnf.vars {
            plain.new_var();
        }
        cnf.clauses.iter().for_each(|clause| plain.add_clause(clause));
        let expected = plain.solve(&[], &Limits::none());
        if answer != expected || cnf.vars <= 16 && (answer == Answer::Sat) != common::brute_force(&cnf, &[]) {
            return Err(format!("seed {seed}: {answer:?} under {options:?}\n{}", cnf.to_dimacs()).into());
        }
        match answer {
            Answer::Sat => satisfiable += 1,
            _ => unsatisfiable += 1,
        }
        common::session(seed, common::random_options(&mut rng));
    }
    println!("{count} rounds agree: {satisfiable} satisfiable, {unsatisfiable} unsatisfiable");
    Ok(())
}
