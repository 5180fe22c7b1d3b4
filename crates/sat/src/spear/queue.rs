//! The queue of decisions: variables by a scoring function.
//!
//! An activity is shown in the queue at once, or only when the queue is refreshed at a restart.

use super::scores::Function;
use crate::heap::{Heap, Priority, RESCALE};
use crate::lit::Var;

/// Scores of variables. Activities are sums of increments that grow from conflict to conflict.
#[derive(Debug)]
pub(super) struct Ranks {
    activity: Vec<f64>,
    /// The activities that the order is by, if it is by activity.
    shown: Vec<f64>,
    rank: Vec<f64>,
    increment: f64,
    by_activity: bool,
    at_once: bool,
}

impl Priority for Ranks {
    type Key = (f64, f64);

    #[inline]
    fn key(&self, var: Var) -> (f64, f64) {
        (self.shown[var.index()], self.rank[var.index()])
    }

    #[inline]
    fn before(first: (f64, f64), second: (f64, f64)) -> bool {
        first.0 > second.0 || first.0 == second.0 && first.1 > second.1
    }
}

/// The queue.
pub(super) type DecisionQueue = Heap<Ranks>;

impl Ranks {
    /// A queue of no variables that is ordered by a function, and follows activities at once or
    /// not.
    pub(super) fn queue(function: Function, at_once: bool) -> DecisionQueue {
        let by_activity = function.is_by_activity();
        let ranks =
            Ranks { activity: Vec::new(), shown: Vec::new(), rank: Vec::new(), increment: 1.0, by_activity, at_once };
        Heap::of(ranks)
    }

    pub(super) fn activity(&self, var: Var) -> f64 {
        self.activity[var.index()]
    }

    pub(super) fn decay(&mut self, factor: f64) {
        self.increment *= factor;
        if self.increment > RESCALE {
            self.rescale();
        }
    }

    /// Scaling keeps the order, so the heap stays one.
    fn rescale(&mut self) {
        for activity in self.activity.iter_mut().chain(&mut self.shown) {
            *activity /= RESCALE;
        }
        self.increment /= RESCALE;
    }
}

impl DecisionQueue {
    pub(super) fn add(&mut self) {
        self.priority.activity.push(0.0);
        self.priority.shown.push(0.0);
        self.priority.rank.push(0.0);
        self.add_var();
    }

    pub(super) fn bump(&mut self, var: Var, amount: f64) {
        let ranks = &mut self.priority;
        let activity = &mut ranks.activity[var.index()];
        *activity += amount * ranks.increment;
        if *activity > RESCALE {
            ranks.rescale();
        }
        if ranks.by_activity && ranks.at_once {
            ranks.shown[var.index()] = ranks.activity[var.index()];
            self.raise(var);
        }
    }

    /// Shows all activities.
    pub(super) fn refresh(&mut self) {
        let Ranks { activity, shown, by_activity, .. } = &mut self.priority;
        if *by_activity {
            shown.clone_from(activity);
        }
        self.rebuild();
    }

    /// Ranks all variables anew, as if in the order of their numbers.
    pub(super) fn rank(&mut self, mut rank: impl FnMut(Var) -> f64) {
        for (index, place) in self.priority.rank.iter_mut().enumerate() {
            *place = rank(Var::new(index));
        }
        self.refresh();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spear::scores::function;

    fn queue(number: i64, at_once: bool) -> DecisionQueue {
        let mut queue = Ranks::queue(function(number), at_once);
        for _ in 0..4 {
            queue.add();
        }
        queue.rank(|var| [2.0, 9.0, 4.0, 4.0][var.index()]);
        queue
    }

    fn order(mut queue: DecisionQueue) -> Vec<usize> {
        std::iter::from_fn(|| queue.pop()).map(Var::index).collect()
    }

    #[test]
    fn ties_of_activity_are_broken_by_rank() {
        let mut ties = queue(2, true);
        assert_eq!(ties.top(), Some(Var::new(1)));
        ties.bump(Var::new(0), 1.0);
        ties.bump(Var::new(2), 1.0);
        let order = order(ties);
        assert_eq!(order, [2, 0, 1, 3]);
    }

    #[test]
    fn other_functions_do_not_look_at_activities() {
        let mut fixed = queue(8, true);
        fixed.bump(Var::new(0), 100.0);
        assert_eq!(order(fixed)[0], 1);
    }

    #[test]
    fn without_updates_activities_show_after_a_refresh() {
        let mut late = queue(0, false);
        late.bump(Var::new(3), 1.0);
        assert_eq!(late.top(), Some(Var::new(1)));
        late.refresh();
        assert_eq!(late.top(), Some(Var::new(3)));
    }

    #[test]
    fn recent_bumps_weigh_more_and_scaling_keeps_the_order() {
        let mut queue = queue(0, true);
        for _ in 0..4000 {
            queue.bump(Var::new(0), 1.0);
            queue.priority.decay(1.4);
            queue.bump(Var::new(2), 0.5);
        }
        assert!(queue.priority.activity(Var::new(0)).is_finite());
        queue.bump(Var::new(3), 5.0);
        assert_eq!(order(queue), [3, 0, 2, 1]);
    }
}
