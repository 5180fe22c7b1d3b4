//! Before a step: members of runs that it accesses become objects of their own.

use crate::ValueAnalysis;
use crate::code::Action;
use crate::precision::Tracks;
use crate::scalar::Value;
use crate::state::ValueState;
use adumbra_engine::Flow;
use adumbra_interpreter::Externals;
use adumbra_program::*;
use std::collections::BTreeSet;
use std::rc::Rc;

impl ValueAnalysis {
    /// Takes a step from a state in which it would access a member of a run, in each of the cases
    /// in which the member is an object of its own. `None` if it accesses none.
    #[inline(never)]
    pub(crate) fn step_unfolded(
        &mut self,
        state: &mut ValueState,
        tracks: &impl Tracks,
        step: Move,
        to: Location,
    ) -> Option<Flow<ValueState>> {
        let member = self.member_wanted(state, step)?;
        let mut cases = self.context.unfold(state, member);
        self.unfolds += 1;
        if cases.len() == 1 {
            *state = cases.pop()?;
            return Some(self.step(state, tracks, step, to));
        }
        let mut reached = Vec::new();
        for mut case in cases {
            match self.step(&mut case, tracks, step, to) {
                Flow::On => reached.push(case),
                Flow::Dead => {}
                Flow::Split(list) => reached.extend(list),
                Flow::Cut(reason) => return Some(Flow::Cut(reason)),
            }
        }
        Some(match reached.len() {
            0 => Flow::Dead,
            1 => {
                *state = reached.pop()?;
                Flow::On
            }
            _ => Flow::Split(reached),
        })
    }

    /// An entry that a step accesses, or tells from another one, and that is no single object.
    fn member_wanted(&mut self, state: &ValueState, step: Move) -> Option<u32> {
        let Move::Edge(edge) = step else { return None };
        let actions = Rc::clone(&self.context.actions);
        let is_many = |value: Value| value.allocated().filter(|index| state.run_of(*index).is_some());
        let scratch = self.scratch.get_mut();
        let mut look = |code| is_many(self.context.evaluate(scratch, state, code));
        match &actions[edge.index()] {
            Action::Load { address, .. }
            | Action::Store { address, .. }
            | Action::Free { address, .. }
            | Action::Fill { to: address, .. }
            | Action::Havoc { to: address, .. }
            | Action::ScopeBegin { address }
            | Action::ScopeEnd { address }
            | Action::VaStart { list: address } => look(&address.code),
            Action::Copy { to, from, .. } => look(&to.code).or_else(|| look(&from.code)),
            Action::Call { arguments, .. } if self.externals == Externals::HavocArgs => {
                arguments.iter().filter(|(ty, _)| *ty == Type::Ptr).find_map(|(_, code)| look(code))
            }
            Action::Assume { .. } | Action::AssignOne(..) | Action::Assign(..) => self.ends_compared(state, edge),
            _ => None,
        }
    }

    /// The first member of a run of which a step knows the last one, too.
    fn ends_compared(&self, state: &ValueState, edge: Edge) -> Option<u32> {
        let lasts = |value: &Value| {
            value.allocated().filter(|index| matches!(state.run_of(*index), Some((of, _)) if of != *index))
        };
        if !state.top.slots.iter().any(|value| lasts(value).is_some()) {
            return None;
        }
        let mut registers = BTreeSet::new();
        let pool = &self.context.program.exprs;
        match &self.context.program.edges[edge].op {
            Op::Assume { condition, .. } => pool.registers(*condition, &mut registers),
            Op::Assign(pairs) => pairs.iter().for_each(|(_, expr)| pool.registers(*expr, &mut registers)),
            _ => {}
        }
        let named: Vec<u32> = registers
            .into_iter()
            .filter_map(|register| state.top.slots[self.context.slots.of(register) as usize].allocated())
            .collect();
        named.iter().copied().find(|last| match state.run_of(*last) {
            Some((of, _)) => of != *last && named.contains(&of),
            None => false,
        })
    }
}
