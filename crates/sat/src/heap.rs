//! A binary heap of variables by priority.
//!
//! Activities of variables: M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang and S. Malik,
//! "Chaff: Engineering an Efficient SAT Solver", DAC 2001. Raising what is added instead of
//! lowering all: N. Eén and N. Sörensson, "An Extensible SAT-solver", SAT 2003.

use super::lit::Var;

const OUTSIDE: u32 = u32::MAX;
/// Activities beyond this are scaled down.
pub(super) const RESCALE: f64 = 1e150;

/// What the variables in a heap are ordered by.
pub(super) trait Priority {
    /// What is compared.
    type Key: Copy;

    /// The key of a variable.
    fn key(&self, var: Var) -> Self::Key;

    /// Whether a variable with the first key comes before one with the second.
    fn before(first: Self::Key, second: Self::Key) -> bool;
}

/// Variables ordered by priority, the first on top.
#[derive(Debug, Default)]
pub(super) struct Heap<P> {
    heap: Vec<Var>,
    position: Vec<u32>,
    /// The order. Who changes a key calls [`Heap::raise`] or [`Heap::rebuild`].
    pub(super) priority: P,
}

impl<P: Priority> Heap<P> {
    /// A heap without variables.
    pub(super) fn of(priority: P) -> Self {
        Heap { heap: Vec::new(), position: Vec::new(), priority }
    }

    /// Adds the next variable, which has a key.
    pub(super) fn add_var(&mut self) {
        let var = Var::new(self.position.len());
        self.position.push(OUTSIDE);
        self.insert(var);
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

    /// Moves a variable up whose priority has grown.
    #[inline]
    pub(super) fn raise(&mut self, var: Var) {
        let position = self.position[var.index()];
        if position != OUTSIDE {
            self.up(position as usize);
        }
    }

    /// Orders everything anew.
    pub(super) fn rebuild(&mut self) {
        for at in (0..self.heap.len() / 2).rev() {
            self.down(at);
        }
    }

    fn up(&mut self, mut at: usize) {
        let var = self.heap[at];
        let key = self.priority.key(var);
        while at > 0 {
            let parent = (at - 1) / 2;
            let above = self.heap[parent];
            if !P::before(key, self.priority.key(above)) {
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
        let key = self.priority.key(var);
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            let right = child + 1;
            if right < self.heap.len()
                && P::before(self.priority.key(self.heap[right]), self.priority.key(self.heap[child]))
            {
                child = right;
            }
            let below = self.heap[child];
            if !P::before(self.priority.key(below), key) {
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

/// Activities of variables: sums of increments that grow from conflict to conflict.
#[derive(Debug)]
pub(super) struct Activities {
    activity: Vec<f64>,
    increment: f64,
}

impl Default for Activities {
    fn default() -> Self {
        Self { activity: Vec::new(), increment: 1.0 }
    }
}

impl Priority for Activities {
    type Key = f64;

    #[inline]
    fn key(&self, var: Var) -> f64 {
        self.activity[var.index()]
    }

    #[inline]
    fn before(first: f64, second: f64) -> bool {
        first > second
    }
}

/// Variables ordered by activity, the most active on top.
pub(super) type ActivityHeap = Heap<Activities>;

impl ActivityHeap {
    /// Adds the next variable, without activity.
    pub(super) fn add_inactive(&mut self) {
        self.priority.activity.push(0.0);
        self.add_var();
    }

    #[inline]
    pub(super) fn activity(&self, var: Var) -> f64 {
        self.priority.activity[var.index()]
    }

    pub(super) fn bump(&mut self, var: Var) {
        let activity = &mut self.priority.activity[var.index()];
        *activity += self.priority.increment;
        if *activity > RESCALE {
            self.rescale();
        }
        self.raise(var);
    }

    pub(super) fn decay(&mut self, factor: f64) {
        self.priority.increment /= factor;
        if self.priority.increment > RESCALE {
            self.rescale();
        }
    }

    /// Scaling keeps the order, so the heap stays one.
    fn rescale(&mut self) {
        for activity in &mut self.priority.activity {
            *activity /= RESCALE;
        }
        self.priority.increment /= RESCALE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_leave_by_activity() {
        let mut heap = ActivityHeap::default();
        for _ in 0..50 {
            heap.add_inactive();
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
            heap.add_inactive();
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
