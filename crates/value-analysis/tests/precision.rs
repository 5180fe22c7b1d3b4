//! Random precisions of the value analysis.

use adumbra_laws::Random;
use adumbra_program::*;
use adumbra_value_analysis::{Base, Key, Precision, Scope};

/// Everything or nothing, with random exceptions, everywhere or in places.
pub fn random_precision(program: &Program, random: &mut Random) -> Precision {
    let mut precision = if random.one_in(2) { Precision::nothing() } else { Precision::everything() };
    let track = precision == Precision::nothing();
    let mut keys: Vec<Key> = program.registers.keys().map(Key::Register).collect();
    for (global, data) in program.globals.iter() {
        keys.extend((0..data.size.div_ceil(8).min(64)).map(|word| Key::Cell(Base::Global(global), word)));
    }
    for site in program.sites.keys() {
        keys.extend((0..8).map(|word| Key::Cell(Base::Site(site), word)));
    }
    let locations: Vec<Location> = program.locations.keys().collect();
    for key in keys {
        for _ in 0..random.below(4) {
            let scope = random.pick(&[Scope::Global, Scope::Function, Scope::Location, Scope::Location]);
            let at = random.pick(&locations);
            precision.set(key, scope, at, program.function_of(at), track);
        }
    }
    precision
}
