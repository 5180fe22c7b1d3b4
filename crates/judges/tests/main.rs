//! The tests of this crate. Every file is a module, so that one executable is linked and not one
//! for each.

mod certificate;
mod certificate_contracts;
mod certificate_facts;
mod certificate_formulas;

mod certificate_not_known;
mod certificate_support;
mod certificate_wrong;
mod feasibility;
mod feasibility_operators;
mod feasibility_support;
mod layers;
mod lists;
mod repeat;
mod replay;
