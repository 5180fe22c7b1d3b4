//! A binary heap of variables by activity.

use super::lit::Var;

const OUTSIDE: u32 = u32::MAX;
const RESCALE: f64 = 1e150;

/// Variables ordered by activity, the most active on top.
#[derive(Debug)]
pub(super) struct ActivityHeap {
    heap: Vec<Var>,
    position: Vec<u32>,
    activity: Vec<f64>,
    increment: f64,
}

impl Default for ActivityHeap {
    fn default() -> Self {
        Self { heap: Vec::new(), position: Vec::new(), activity: Vec::new(), increment: 1.0 }
    }
}

impl ActivityHeap {
    pub(super) fn add_var(&mut self) {
        let var = Var::new(self.position.len());
        self.position.push(OUTSIDE);
        self.activity.push(0.0);
        self.insert(var);
    }

    #[inline]
    pub(super) fn activity(&self, var: Var) -> f64 {
        self.activity[var.index()]
    }

    #[inline]
    pub(super) fn contains(&self, var: Var) -> bool {
        self.position[var.index()] != OUTSIDE
    }

    #[inline]
    pub(super) fn insert(&mut self, var: Var) {
        if !self.contains(var) {
            self.position[var.index()] = self.heap.len() as u32;
            self.heap.push(var);
            self.up(self.heap.len() - 1);
        }
    }

    pub(super) fn top(&self) -> Option<Var> {
        self.heap.first().copied()
    }

    pub(super) fn pop(&mut self) -> Option<Var> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.position[top.index()] = OUTSIDE;
        if last != top {
            self.heap[0] = last;
            self.position[last.index()] = 0;
            self.down(0);
        }
        Some(top)
    }

    pub(super) fn bump(&mut self, var: Var) {
        let activity = self.activity[var.index()] + self.increment;
        self.activity[var.index()] = activity;
        if activity > RESCALE {
            self.rescale();
        }
        let position = self.position[var.index()];
        if position != OUTSIDE {
            self.up(position as usize);
        }
    }

    pub(super) fn decay(&mut self, factor: f64) {
        self.increment /= factor;
        if self.increment > RESCALE {
            self.rescale();
        }
    }

    /// Scaling keeps the order, so the heap stays one.
    fn rescale(&mut self) {
        for activity in &mut self.activity {
            *activity /= RESCALE;
        }
        self.increment /= RESCALE;
    }

    fn up(&mut self, mut at: usize) {
        let var = self.heap[at];
        let activity = self.activity[var.index()];
        while at > 0 {
            let parent = (at - 1) / 2;
            let above = self.heap[parent];
            if self.activity[above.index()] >= activity {
                break;
            }
            self.heap[at] = above;
            self.position[above.index()] = at as u32;
            at = parent;
        }
        self.heap[at] = var;
        self.position[var.index()] = at as u32;
    }

    fn down(&mut self, mut at: usize) {
        let var = self.heap[at];
        let activity = self.activity[var.index()];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            let right = child + 1;
            if right < self.heap.len()
                && self.activity[self.heap[right].index()] > self.activity[self.heap[child].index()]
            {
                child = right;
            }
            let below = self.heap[child];
            if self.activity[below.index()] <= activity {
                break;
            }
            self.heap[at] = below;
            self.position[below.index()] = at as u32;
            at = child;
        }
        self.heap[at] = var;
        self.position[var.index()] = at as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_leave_by_activity() {
        let mut heap = ActivityHeap::default();
        for _ in 0..50 {
            heap.add_var();
        }
        for round in 0..50 {
            for index in 0..50 {
                if index * 7 % 50 > round {
                    heap.bump(Var::new(index));
                }
            }
            heap.decay(0.5);
        }
        let mut last = f64::INFINITY;
        let mut count = 0;
        while let Some(var) = heap.pop() {
            assert!(heap.activity(var) <= last);
            assert!(!heap.contains(var));
            last = heap.activity(var);
            count += 1;
        }
        assert_eq!(count, 50);
    }

    #[test]
    fn rescaling_keeps_the_order() {
        let mut heap = ActivityHeap::default();
        for _ in 0..3 {
            heap.add_var();
        }
        for _ in 0..3000 {
            heap.bump(Var::new(1));
            heap.bump(Var::new(1));
            heap.bump(Var::new(2));
            heap.decay(0.8);
        }
        assert!(heap.activity(Var::new(1)).is_finite());
        let order: Vec<_> = std::iter::from_fn(|| heap.pop()).collect();
        assert_eq!(order, [1, 2, 0].map(Var::new));
    }
}
