//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod asking;
mod configurations;
mod engine_calls;
mod engine_identity;
mod engine_resume;
mod guesses;
mod lazy_blocks;
mod only_execution;
mod pointers;
mod predicate;
mod predicate_blocks;
mod predicate_files;
mod recursive_profile;
mod reference;
mod reference_support;
mod refinement;
mod slicing;
mod spec_cpa_values;
mod stray_pointers;
mod symbolic_blocks;
mod symbolic_golden;
mod toys;
mod value_blocks;
mod value_predicate;
mod watched_arrays;
mod wrong_proofs;
