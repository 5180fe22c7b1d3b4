//! Writes generated formulas in DIMACS: `generate random VARS CLAUSES SEED`,
//! `generate multipliers BITS`, `generate adders BITS`, `generate pigeons COUNT`,
//! `generate parity INPUTS SEED`, `generate colouring NODES EDGES COLOURS SEED`.

use adumbra_testing::{Random, clauses};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| -> Result<usize, Box<dyn std::error::Error>> {
        Ok(words.get(index).ok_or("a number is missing")?.parse()?)
    };
    let cnf = match words.first().map(String::as_str) {
        Some("random") => clauses::random_3sat(&mut Random(number(3)? as u64), number(1)?, number(2)?),
        Some("multipliers") => clauses::multipliers(number(1)?),
        Some("adders") => clauses::adders(number(1)?, false),
        Some("pigeons") => clauses::pigeons(number(1)? + 1, number(1)?),
        Some("parity") => clauses::parity(&mut Random(number(2)? as u64), number(1)?, true),
        Some("colouring") => clauses::colouring(&mut Random(number(4)? as u64), number(1)?, number(2)?, number(3)?),
        _ => return Err("which family?".into()),
    };
    print!("{}", cnf.to_dimacs());
    Ok(())
}
