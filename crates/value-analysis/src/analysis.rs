//! The face to the engine.

use super::interpolate::is_of_rule;
use super::precision::{Precision, Scope};
use super::scalar::{Content, ObjectRef};
use super::state::ValueState;
use super::{ValueAnalysis, depth, order};
use adumbra_engine::*;
use adumbra_program::*;
use adumbra_stop::Stop;
use adumbra_verdict::certificate::Description;
use adumbra_verdict::{StateFacts, Target};

impl ValueAnalysis {
    fn look(&self, state: &ValueState, expr: ExprId) -> super::Value {
        let mut scratch = self.scratch.borrow_mut();
        let scratch = &mut *scratch;
        let code = {
            let context = &self.context;
            let mut compiler = super::code::Compiler {
                program: &context.program,
                slots: &context.slots,
                escape: &context.escape,
                wides: &mut scratch.wides,
            };
            compiler.code(expr)
        };
        self.context.evaluate(scratch, state, &code)
    }
}

impl Analysis for ValueAnalysis {
    type State = ValueState;
    type Precision = Precision;

    fn name(&self) -> &'static str {
        "value"
    }

    fn abilities(&self) -> Abilities {
        Abilities { decide: true, target: true, pause: self.lists.is_some(), ..Abilities::NONE }
    }

    fn initial(&mut self) -> (ValueState, Precision) {
        let precision = if self.options.refined { Precision::nothing() } else { Precision::everything() };
        (self.start(), precision)
    }

    fn order(&self) -> Order {
        Order::Shaped
    }

    fn covers(&mut self, general: &ValueState, special: &ValueState) -> bool {
        order::covers(general, special)
    }

    fn join(&mut self, a: &ValueState, b: &ValueState) -> Option<ValueState> {
        order::join(a, b)
    }

    fn widen(&mut self, old: &ValueState, new: &ValueState) -> Option<ValueState> {
        order::widen(old, new)
    }

    fn shape(&self, state: &ValueState) -> u64 {
        state.digest().shape
    }

    fn project(&mut self, state: &ValueState, example: &ValueState) -> Option<ValueState> {
        order::project(state, example)
    }

    fn decide(&mut self, state: &ValueState, condition: ExprId) -> Option<bool> {
        self.decide_in(state, condition)
    }

    fn transfer(
        &mut self,
        state: &mut ValueState,
        precision: &Precision,
        step: Move,
        _: &Siblings<'_>,
    ) -> Flow<ValueState> {
        self.apply(state, precision, step)
    }

    fn skip(&mut self, state: &mut ValueState, _: &Precision, step: Move, _: &Siblings<'_>) -> Flow<ValueState> {
        self.pass(state, step)
    }

    fn settle(&mut self, state: &mut ValueState, precision: &Precision, _: &Siblings<'_>) {
        self.context.trim(state, precision);
        if let Some(lists) = &mut self.lists {
            lists.settle(&self.context, state, precision.lists());
        }
        self.prune(state, precision);
        self.shift(state);
    }

    /// Objects become runs wherever a loop comes back to its head.
    fn pause(&self, state: &ValueState) -> Pause {
        let folds = |lists: &super::lists::Lists| state.count > 0 && lists.folds_at(state.location);
        if self.lists.as_ref().is_some_and(|lists| folds(lists)) { Pause::Must } else { Pause::No }
    }

    fn limit(&mut self, stop: &Stop) {
        if let Some(deciding) = &mut self.deciding {
            deciding.limits.stop = stop.clone();
        }
    }

    fn strengthens(&self) -> bool {
        self.options.strengthened
    }

    fn strengthen(
        &mut self,
        state: &mut ValueState,
        precision: &Precision,
        _step: Move,
        siblings: &Siblings<'_>,
    ) -> Flow<ValueState> {
        match siblings.ask(Question::Equalities) {
            Some(Fact::Equal(equalities)) => self.take_over(state, precision, &equalities),
            _ => Flow::On,
        }
    }

    fn adjusts(&self) -> bool {
        self.options.threshold.is_some() || self.options.heap_depth.is_some() || self.options.numbers.is_some()
    }

    fn adjust(
        &mut self,
        state: &mut ValueState,
        precision: &mut Precision,
        _peers: &mut dyn Iterator<Item = &ValueState>,
    ) -> Adjusted {
        if let Some(threshold) = self.options.threshold {
            let global = self.options.threshold_is_global;
            self.counters.adjust(&self.context, state, precision, threshold, global);
        }
        if let Some(threshold) = self.options.numbers {
            self.numbers.forget(&self.context, state, precision.lists(), threshold);
        }
        if let Some(deepest) = self.options.heap_depth {
            let everywhere = self.options.threshold_is_global || self.options.heap_interrupts;
            let scope = if everywhere { Scope::Global } else { Scope::Location };
            let off = depth::adjust(&self.context, state, precision, deepest, scope);
            if self.options.heap_interrupts && self.switched_off.note(off, state.location) {
                return Adjusted::Interrupt("a structure on the heap is deeper than heap-depth");
            }
        }
        Adjusted::Done
    }

    fn resume(&mut self, state: &mut ValueState, precision: &mut Precision) {
        self.switched_off.apply(&self.context, precision);
        self.trim(state, precision);
    }

    fn target(&self, state: &ValueState) -> Option<Target> {
        state.violated
    }

    fn answer(&self, state: &ValueState, question: Question) -> Option<Fact> {
        match question {
            Question::Callees(pointer) => {
                let value = self.look(state, pointer);
                self.context.callee(value).map(|f| Fact::Functions(f.into_iter().collect()))
            }
            Question::Constant(expr) => match self.look(state, expr).content() {
                Content::Bits(bits) => Some(Fact::Constant(bits.into())),
                Content::Wide(_) if self.context.program.exprs.ty(expr).bits(&self.context.program.layout) <= 128 => {
                    let value = self.look(state, expr);
                    self.wide_bits(value).map(|v| Fact::Constant(v.low()))
                }
                _ => None,
            },
            Question::Bounds { expr, signed } => {
                let width = self.context.program.exprs.ty(expr).fixed_bits().filter(|w| (1..=64).contains(w))?;
                let bits = self.look(state, expr).as_bits()?;
                Some(if signed {
                    let value = i128::from((bits << (64 - width)) as i64 >> (64 - width));
                    Fact::Signed(value, value)
                } else {
                    Fact::Unsigned(bits.into(), bits.into())
                })
            }
            Question::IsNull(pointer) => match self.look(state, pointer).content() {
                Content::Pointer(ObjectRef::NONE, address) => Some(Fact::Truth(address == 0)),
                Content::Pointer(object, offset) => {
                    let size = self.context.extent(state, object)?.0?;
                    (offset <= size).then_some(Fact::Truth(false))
                }
                _ => None,
            },
            Question::Register { depth, register } => self.register_bits(state, depth, register).map(Fact::Constant),
            Question::Cell { global, offset, length } => {
                self.global_bits(state, global, offset, length).map(|bits| Fact::Constant(bits.into()))
            }
            Question::Location | Question::OpenCall | Question::CallDepth => None,
            Question::BeyondBound | Question::Assumed | Question::RuleBroken | Question::Equalities => None,
        }
    }

    fn checks(&self, violation: Violation) -> bool {
        !matches!(violation, Violation::IndeterminateBranch | Violation::StackOverflow | Violation::Specification)
    }

    fn ends_at(&self) -> Vec<(Violation, Edge)> {
        self.ends.iter().map(|(violation, edge)| (*violation, *edge)).collect()
    }

    fn refine(
        &mut self,
        path: &ErrorPath<'_>,
        precision: &Precision,
        used: &[&Precision],
        _states: &[&ValueState],
    ) -> Refinement<Precision> {
        if self.lists.is_some()
            && let Some(finer) = self.refine_lists(path, precision)
        {
            return Refinement::Finer { precision: finer, from: 1 };
        }
        if !self.options.refines {
            return Refinement::Powerless;
        }
        // The precision with which the state behind a number of moves was computed.
        let used_at = |position: usize| {
            let step = path.nodes.partition_point(|n| *n < position).saturating_sub(1);
            used.get(step).copied()
        };
        if let Some(excluded) = self.exclude_used(path, precision, &used_at) {
            self.asked = Some(excluded.precision.clone());
            return Refinement::Excluded { precision: excluded.precision, from: excluded.from };
        }
        let informed = match is_of_rule(path.target) {
            true => self.inform(path, precision, &used_at),
            false => None,
        };
        let Some(informed) = informed else { return Refinement::Powerless };
        self.asked = Some(informed.precision.clone());
        Refinement::Finer { precision: informed.precision, from: informed.from }
    }

    fn facts(&self, state: &ValueState, facts: &mut StateFacts) {
        self.add_facts(state, facts);
    }

    fn descriptions(&self) -> Vec<Description> {
        self.descriptions.borrow().values().cloned().collect()
    }

    fn show(&self, state: &ValueState) -> String {
        self.text(state)
    }

    fn tracked(&self) -> Vec<(&'static str, String)> {
        self.asked.as_ref().map(|precision| self.tracked_by(precision)).unwrap_or_default()
    }

    fn counts(&self) -> Vec<(&'static str, u64)> {
        let mut counts = vec![("value refinements", self.refinements)];
        if let Some(lists) = &self.lists {
            counts.push(("lists folded", lists.folds));
            counts.push(("members unfolded", self.unfolds));
            counts.push(("most runs in a state", lists.runs));
        }
        if let Some(deciding) = &self.deciding {
            counts.push(("feasibility queries", deciding.queries));
            counts.push(("feasibility not decided", deciding.open));
            counts.push(("feasibility time in µs", deciding.time.as_micros() as u64));
        }
        counts
    }
}
