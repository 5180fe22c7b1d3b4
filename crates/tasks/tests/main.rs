//! Every program in `tasks/verify` gets the verdicts that its first lines say, or none, from every
//! shipped configuration; those in `tasks/recursion` behave as their first lines say.

mod answers;
mod blocks;
mod encodings;
mod labels;
mod pairs;
mod recursion;
