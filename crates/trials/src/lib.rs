//! # Trials
//!
//! The solver against other solvers and its own definitions, and the verifier against native runs,
//! many times over:
//!
//! - [`cnf`]: random clauses against minisat and cadical, in steps, under assumptions and random
//!   options;
//! - [`terms`]: random formulas over bit-vectors, arrays and functions against Z3 and cvc5, and
//!   scripts of push and pop;
//! - [`operators`]: the clauses of every operator against arithmetic, for all operands;
//! - [`floats`]: the floating-point evaluator against the processor and another implementation;
//! - [`encoded`]: the circuits of floating-point arithmetic against the machine, a software library
//!   and the definition;
//! - [`programs`]: random small programs, the verifier's answers against native runs on all inputs;
//! - [`rules`]: every simplification rule at 32 and 64 bits, proved where a solver can.
//!
//! **Invariant:** an answer counts as right only when it stands by itself (a model evaluated on the
//! formula as read, a proof checked step by step by a checker that shares no code with the core)
//! and no other solver contradicts it. What is wrong is made small and written to a file.

pub mod cnf;
pub mod encoded;
pub mod floats;
pub mod operators;
pub mod programs;
pub mod proof;
pub mod random;
pub mod rival;
pub mod rules;
pub mod run;
pub mod simulate;
pub mod terms;
