//! Predicates in files: given at the start, and saved for another time.
//!
//! A file is an SMT-LIB script. `declare-fun` names the variables of the program that predicates
//! speak of ([`names`]); `set-info :place` says where the predicates behind it are tracked
//! ([`place`]); each `assert` is a predicate. `set-info :function` remembers what a function looked
//! like: as long as it still does, numbered variables and locations mean what they meant. If it
//! changed, they are taken to mean any variable of the name, and the whole function. So a file
//! helps after small changes too; where a variable is gone, its predicates are left out with a
//! remark.
//!
//! Predicates are a matter of precision: whatever a file says, what is proved with it holds.

mod found;
mod given;
mod names;
mod place;
mod read;

pub use found::FoundPredicates;
pub use place::{PredicatePlace, Spot};
pub use read::{GivenPredicate, GivenPredicates, GivenPredicatesError};

pub(crate) use names::Names;

use adumbra_program::{Function, Program};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// What numbers in names rest on: the registers of a function with their types and variables, and
/// how many locations it has.
fn looks(program: &Program, function: Function) -> u64 {
    let mut hasher = FxHasher::default();
    if let Some(body) = program.body(function) {
        body.location_ids().len().hash(&mut hasher);
        for register in body.register_ids() {
            let data = &program.registers[register];
            data.ty.to_string().hash(&mut hasher);
            data.variable.as_ref().map(|variable| variable.name.as_str()).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// A name as it stands in files: without the characters that have a meaning there.
fn clean(name: &str) -> String {
    name.chars()
        .map(|c| if matches!(c, '|' | '\\' | '"' | '~' | '#') || c.is_control() || c.is_whitespace() { '_' } else { c })
        .collect()
}

/// The function of a name in a file.
fn function_named(program: &Program, name: &str) -> Option<Function> {
    program.defined_functions().find(|(_, data, _)| clean(&data.name) == name).map(|(function, _, _)| function)
}
