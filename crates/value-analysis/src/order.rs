//! Which states cover which.
//!
//! A state covers another if it knows no more and nothing else. What a state knows is its *shape*;
//! of all states of a shape one at most covers a given state, and projection finds it.

use super::conditions;
use super::scalar::Value;
use super::settle::chain;
use super::state::{Frame, ValueState};
use std::rc::Rc;

fn values(mine: &[Value], example: &[Value], f: impl Fn(Value, Value) -> Option<Value>) -> Option<Vec<Value>> {
    if mine.len() != example.len() {
        return None;
    }
    mine.iter().zip(example).map(|(a, b)| f(*a, *b)).collect()
}

/// Combines two stacks of activations of the same shape.
fn frames(
    mine: &Rc<Frame>,
    example: &Rc<Frame>,
    f: impl Fn(Value, Value) -> Option<Value> + Copy,
) -> Option<Rc<Frame>> {
    if mine.depth != example.depth {
        return None;
    }
    let mut pairs = Vec::new();
    let mut below = None;
    for (a, b) in chain(mine).into_iter().zip(chain(example)) {
        if Rc::ptr_eq(a, b) {
            below = Some(Rc::clone(a));
            break;
        }
        if a.function != b.function
            || a.call != b.call
            || a.owned != b.owned
            || a.rest_object != b.rest_object
            || a.blurred != b.blurred
        {
            return None;
        }
        pairs.push((a, b));
    }
    while let Some((a, b)) = pairs.pop() {
        let slots = values(&a.slots, &b.slots, f)?;
        let results = values(&a.results, &b.results, f)?;
        let rest_a: Vec<Value> = a.rest.iter().map(|(_, v)| *v).collect();
        let rest_b: Vec<Value> = b.rest.iter().map(|(_, v)| *v).collect();
        let rest = values(&rest_a, &rest_b, f)?;
        let unchanged_below = match (&a.caller, &below) {
            (Some(x), Some(y)) => Rc::ptr_eq(x, y),
            (x, y) => x.is_none() && y.is_none(),
        };
        if unchanged_below && slots[..] == a.slots[..] && results[..] == a.results[..] && rest == rest_a {
            below = Some(Rc::clone(a));
            continue;
        }
        let mut frame = Frame::clone(a);
        frame.touch();
        frame.slots = slots.into_boxed_slice();
        frame.results = results.into();
        if rest != rest_a {
            frame.rest = a.rest.iter().zip(rest).map(|((ty, _), v)| (*ty, v)).collect();
        }
        frame.caller = below.take();
        below = Some(Rc::new(frame));
    }
    below
}

/// What remains of a state if no more is to be known than in the example; `None` if less is known.
pub(super) fn project(state: &ValueState, example: &ValueState) -> Option<ValueState> {
    if state.location != example.location
        || state.violated != example.violated
        || state.count != example.count
        || (state.others && !example.others)
        || !state.outside.is_within(example.outside)
    {
        return None;
    }
    Some(ValueState {
        location: state.location,
        violated: state.violated,
        others: example.others,
        has_runs: example.has_runs,
        outside: example.outside,
        count: state.count,
        top: frames(&state.top, &example.top, Value::project)?,
        private: state.private.project(&example.private)?,
        shared: state.shared.project(&example.shared)?,
        objects: state.objects.project(&example.objects)?,
        unknowns: conditions::project(state, example)?,
    })
}

/// Does one state stand for everything that another stands for?
pub(super) fn covers(general: &ValueState, special: &ValueState) -> bool {
    project(special, general).is_some_and(|projected| projected == *general)
}

/// The conditions that two states have in common, if that is all in which they differ; `None` if
/// values differ, too. What a recursion returns after any number of calls is often the same term,
/// with conditions that say how many calls there were.
pub(super) fn widen(old: &ValueState, new: &ValueState) -> Option<ValueState> {
    if old == new {
        return Some(old.clone());
    }
    if old.unknowns.is_none() && new.unknowns.is_none() {
        return None;
    }
    let joined = join(old, new)?;
    let unconditional = |state: &ValueState| ValueState {
        unknowns: None,
        others: joined.others,
        outside: joined.outside,
        ..state.clone()
    };
    (unconditional(&joined) == unconditional(new)).then_some(joined)
}

/// What is known in both states; `None` if they have different activations or objects.
pub(super) fn join(a: &ValueState, b: &ValueState) -> Option<ValueState> {
    if a.location != b.location || a.violated != b.violated || a.count != b.count || !a.outside.is_like(b.outside) {
        return None;
    }
    let objects = a.objects.join(&b.objects);
    // An object that is not the same in both is in neither: then the states stay apart.
    let mut present = 0;
    objects.for_each(|_, _, _| present += 1);
    if present != a.count {
        return None;
    }
    Some(ValueState {
        location: a.location,
        violated: a.violated,
        others: a.others || b.others,
        has_runs: a.has_runs || b.has_runs,
        outside: a.outside.with(b.outside),
        count: a.count,
        top: frames(&a.top, &b.top, |x, y| Some(x.join(y)))?,
        private: a.private.join(&b.private),
        shared: a.shared.join(&b.shared),
        objects,
        unknowns: conditions::join(a, b),
    })
}
