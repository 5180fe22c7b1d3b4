//! The move-to-front queue of variables: a doubly linked list by time of the last bump.
//!
//! Moving to the front: L. Ryan, "Efficient Algorithms for Clause-Learning SAT Solvers", master's
//! thesis, Simon Fraser University 2004. The list with times of bumps: A. Biere and A. Fröhlich,
//! "Evaluating CDCL Variable Scoring Schemes", SAT 2015.

use super::lit::Var;

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Link {
    prev: u32,
    next: u32,
    stamp: u64,
}

/// Variables by the time they were bumped last; the search for an unassigned one starts at a cursor
/// behind which all are assigned.
#[derive(Debug)]
pub(super) struct BumpQueue {
    links: Vec<Link>,
    first: u32,
    last: u32,
    cursor: u32,
    clock: u64,
}

impl Default for BumpQueue {
    fn default() -> Self {
        Self { links: Vec::new(), first: NONE, last: NONE, cursor: NONE, clock: 0 }
    }
}

impl BumpQueue {
    /// Adds the next variable, at the end where decisions start.
    pub(super) fn add_var(&mut self) {
        let index = self.links.len() as u32;
        self.links.push(Link { prev: NONE, next: NONE, stamp: 0 });
        self.append(index);
        self.cursor = index;
    }

    #[inline]
    pub(super) fn stamp(&self, var: Var) -> u64 {
        self.links[var.index()].stamp
    }

    /// Moves a variable to the end.
    pub(super) fn bump(&mut self, var: Var, unassigned: bool) {
        let index = var.index() as u32;
        if self.last != index {
            self.detach(index);
            self.append(index);
        }
        if unassigned {
            self.cursor = index;
        }
    }

    /// Tells that a variable has become unassigned.
    #[inline]
    pub(super) fn unassigned(&mut self, var: Var) {
        if self.cursor == NONE || self.links[var.index()].stamp > self.links[self.cursor as usize].stamp {
            self.cursor = var.index() as u32;
        }
    }

    /// The variable bumped last among those the test accepts. All variables behind the result must
    /// fail the test until told otherwise.
    pub(super) fn next(&mut self, mut free: impl FnMut(Var) -> bool) -> Option<Var> {
        while self.cursor != NONE {
            let var = Var::new(self.cursor as usize);
            if free(var) {
                return Some(var);
            }
            self.cursor = self.links[self.cursor as usize].prev;
        }
        None
    }

    /// Takes a variable out.
    pub(super) fn remove(&mut self, var: Var) {
        let index = var.index() as u32;
        if self.cursor == index {
            // What lies behind is assigned or will tell.
            self.cursor = self.links[index as usize].prev;
        }
        self.detach(index);
    }

    /// Puts a variable back that was taken out.
    pub(super) fn restore(&mut self, var: Var) {
        self.append(var.index() as u32);
        self.unassigned(var);
    }

    fn append(&mut self, index: u32) {
        self.clock += 1;
        self.links[index as usize] = Link { prev: self.last, next: NONE, stamp: self.clock };
        match self.last {
            NONE => self.first = index,
            last => self.links[last as usize].next = index,
        }
        self.last = index;
    }

    fn detach(&mut self, index: u32) {
        let Link { prev, next, .. } = self.links[index as usize];
        // The cursor moves on with the list; variables bumped while assigned leave it behind.
        if self.cursor == index {
            self.cursor = if prev == NONE { next } else { prev };
        }
        match prev {
            NONE => self.first = next,
            prev => self.links[prev as usize].next = next,
        }
        match next {
            NONE => self.last = prev,
            next => self.links[next as usize].prev = prev,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bumped_comes_first() {
        let mut queue = BumpQueue::default();
        for _ in 0..4 {
            queue.add_var();
        }
        assert_eq!(queue.next(|_| true), Some(Var::new(3)));
        queue.bump(Var::new(1), true);
        assert_eq!(queue.next(|_| true), Some(Var::new(1)));
        assert_eq!(queue.next(|var| var != Var::new(1)), Some(Var::new(3)));
        queue.unassigned(Var::new(1));
        assert_eq!(queue.next(|_| true), Some(Var::new(1)));
    }

    #[test]
    fn removed_variables_are_not_offered() {
        let mut queue = BumpQueue::default();
        for _ in 0..3 {
            queue.add_var();
        }
        queue.remove(Var::new(2));
        assert_eq!(queue.next(|_| true), Some(Var::new(1)));
        queue.remove(Var::new(0));
        queue.remove(Var::new(1));
        assert_eq!(queue.next(|_| true), None);
        queue.restore(Var::new(0));
        assert_eq!(queue.next(|_| true), Some(Var::new(0)));
    }
}
