//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod automaton_cases;
mod automaton_language;
mod automaton_observes;
mod calling;
mod coverage;
mod dataflow;
mod dependence_forms;
mod engine_blocks;
mod engine_shape;
mod filetests;
mod footprints;
mod laws;
mod laws_more;
mod memo;
mod memo_covers;
mod memo_loops;
mod memo_random;
mod missing_operations;
mod name_patterns;
mod persistent_map;
mod pointing;
mod product;
mod selects;
mod structures;
