//! Every program in `tasks/verify` gets the verdicts that its first lines say, or none, from every
//! shipped configuration; those in `tasks/recursion` and `tasks/heaps` behave as their first lines
//! say.
//! Executions of all of them stay within the footprints of the blocks that they pass.

mod answers;
mod blocks;
mod encodings;
mod footprints;
mod heaps;
mod labels;
mod pairs;
mod recursion;
mod unrolled;
