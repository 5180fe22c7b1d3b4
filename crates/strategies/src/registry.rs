//! The list of all that configurations can name. A new part, wrapper or strategy has a line here,
//! and the rest in its folder.

use crate::block_options::BlockOptions;
use crate::contracts;
use crate::k_induction;
use crate::random;
use crate::task::composition::Registry;
use crate::valuations;
use adumbra_analyses::numeric::registered as numeric;
use adumbra_analyses::registry::ExplorationOptions;
use adumbra_analyses::textbook::{backward, constant, dominators, flow, reaching, uninitialised};
use adumbra_analyses::{bound, callstack, location, pointing, powerset, slicing};
use adumbra_options::group;
use adumbra_predicate_analysis::registered as predicate;
use adumbra_value_analysis::registered as value;

/// All that configurations can name.
pub const REGISTRY: Registry = Registry {
    parts: &[
        &location::PART,
        &callstack::PART,
        &bound::PART,
        &value::PART,
        &numeric::INTERVAL,
        &numeric::CONSTANT,
        &constant::PART,
        &numeric::SIGN,
        &numeric::UNIT,
        &predicate::PART,
        &pointing::PART,
        &reaching::PART,
        &uninitialised::PART,
        &flow::PART,
        &dominators::PART,
        &backward::PART,
    ],
    wrappers: &[&slicing::WRAPPER, &powerset::WRAPPER],
    strategies: &[&k_induction::STRATEGY, &valuations::STRATEGY, &random::STRATEGY, &contracts::STRATEGY],
    general: &[group::<ExplorationOptions>, group::<BlockOptions>],
};
