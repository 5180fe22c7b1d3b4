//! Every program in `tasks/verify` gets the verdicts that its first lines say, or none, from every
//! shipped configuration.

mod answers;
mod encodings;
mod labels;
mod pairs;
