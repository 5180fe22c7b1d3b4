//! Blocks analysed apart from those who use them: reducing and expanding states.
//!
//! - `cut.rs`: what the block sees of a state; `join.rs`: the way back;
//! - `outside.rs`: the activation that stands for all those around the block, and how what comes
//!   about outside is noted;
//! - `terms.rs`: unknowns.
//!
//! In a block its function is the outermost activation, at depth 0 and without a call. Below it is
//! one that stands for all around the block. It tells the end of the block from that of the
//! program, and keeps what both sides have in common: objects, and unknowns. The precision in a
//! block is what may be asked for in functions of the block.
//!
//! A block that is a loop has its function's activation as the outermost one. It is given those
//! registers that it uses; the others are put back behind it. Where leaks are asked about it is
//! given all of the activation, with which the program may end inside.
//!
//! `expand(e, reduce(e))` covers `e`: with nothing done in the block, every object gets back its
//! name and every unknown too. An execution through the block from `e` is covered by what is made
//! of the exits: it does to what was kept what the block did, under other names; and to what was
//! left out it can only do what is noted, since no known pointer leads there.

mod cut;
mod join;
mod outside;
mod terms;

use super::ValueAnalysis;
use super::precision::Precision;
use super::state::ValueState;
use adumbra_analyses::mentions::Mentions;
use adumbra_engine::{Block, Reducing};
use cut::Cut;
use std::rc::Rc;
use terms::{Given, Leaving};

/// What was found out about a state at the entry of a block.
#[derive(Debug)]
pub(super) struct Entered {
    before: ValueState,
    mentions: Rc<Mentions>,
    cut: Cut,
    given: Given,
}

impl ValueAnalysis {
    /// Why blocks cannot be analysed apart from those who use them, if they cannot.
    pub fn refuses_blocks(&self) -> Option<&'static str> {
        if self.options.threshold.is_some() {
            return Some("with value-threshold what a block ends with depends on what was explored before");
        }
        if self.options.heap_depth.is_some() && self.options.heap_interrupts {
            return Some("with too-deep = interrupt what a block ends with depends on what was explored before");
        }
        if self.options.numbers.is_some() {
            return Some("with number-threshold what a block ends with depends on what was explored before");
        }
        if self.options.lists.is_some() {
            return Some("with lists = fold a block would have to know runs");
        }
        None
    }

    /// Cuts a state at the entry of a block; the last result is kept.
    fn entered(&mut self, before: &ValueState, mentions: &Rc<Mentions>) -> Rc<Entered> {
        if let Some(last) = &self.entered
            && Rc::ptr_eq(&last.mentions, mentions)
            && last.before == *before
        {
            return Rc::clone(last);
        }
        let mut cut = self.context.cut(before, mentions);
        let given = match &mut self.scratch.get_mut().symbols {
            Some(symbols) => {
                let shifted = self.deciding.as_ref().is_some_and(|deciding| deciding.shift);
                terms::enter(symbols, self.context.pointer_size, before, &mut cut.inner, shifted)
            }
            None => Given::default(),
        };
        let entered = Rc::new(Entered { before: before.clone(), mentions: Rc::clone(mentions), cut, given });
        self.entered = Some(Rc::clone(&entered));
        entered
    }

    /// The state behind a block; `None` if the state inside was not entered from the one before.
    fn left(&mut self, before: &ValueState, mentions: &Rc<Mentions>, inner: &ValueState) -> Option<ValueState> {
        let entered = self.entered(before, mentions);
        let leaving = match &mut self.scratch.get_mut().symbols {
            Some(symbols) => Leaving::new(symbols, before, &entered.given, inner),
            None => Leaving::nothing(),
        };
        let mut state = self.context.rejoin(before, (&entered.cut, mentions), inner, &|value| leaving.value(value))?;
        if let Some(symbols) = &mut self.scratch.get_mut().symbols {
            leaving.finish(symbols, &mut state);
        }
        Some(state)
    }
}

/// A state that knows nothing of what is around its block can be given no place behind it.
#[cold]
fn break_invariant() -> ! {
    unreachable!("what leaves a block was reached from what entered it")
}

impl Reducing for ValueAnalysis {
    fn reduce(&mut self, (state, precision): (&ValueState, &Precision), block: &Block) -> (ValueState, Precision) {
        let mentions = self.mentions.of(&self.context.program, block);
        let entered = self.entered(state, &mentions);
        let precision = precision.within(&self.context.program, &mentions);
        (entered.cut.inner.clone(), precision)
    }

    fn expand(
        &mut self,
        before: (&ValueState, &Precision),
        block: &Block,
        inner: (&ValueState, &Precision),
    ) -> (ValueState, Precision) {
        let mentions = self.mentions.of(&self.context.program, block);
        let precision = before.1.around(inner.1, &self.context.program, &mentions);
        let state = self.left(before.0, &mentions, inner.0);
        (state.unwrap_or_else(|| break_invariant()), precision)
    }
}
