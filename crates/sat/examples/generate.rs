//! Writes generated formulas in DIMACS: `generate random VARS CLAUSES SEED`,
//! `generate multipliers BITS`, `generate adders BITS`, `generate pigeons COUNT`,
//! `generate parity INPUTS SEED`, `generate colouring NODES EDGES COLOURS SEED`.

#[path = "../tests/common/mod.rs"]
mod common;

use common::Rng;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| -> Result<usize, Box<dyn std::error::Error>> {
        Ok(words.get(index).ok_or("a number is missing")?.parse()?)
    };
    let cnf = match words.first().map(String::as_str) {
        Some("random") => common::random_3sat(&mut Rng(number(3)? as u64), number(1)?, number(2)?),
        Some("multipliers") => common::multipliers(number(1)?),
        Some("adders") => common::adders(number(1)?, false),
        Some("pigeons") => common::pigeons(number(1)? + 1, number(1)?),
        Some("parity") => common::parity(&mut Rng(number(2)? as u64), number(1)?, true),
        Some("colouring") => common::colouring(&mut Rng(number(4)? as u64), number(1)?, number(2)?, number(3)?),
        _ => return Err("which family?".into()),
    };
    print!("{}", cnf.to_dimacs());
    Ok(())
}
