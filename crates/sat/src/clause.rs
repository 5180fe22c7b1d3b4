//! The clause arena: all clauses in one `Vec<u32>`.
//!
//! A clause is two header words (size; flags and glue) followed by its literals. When proofs are
//! recorded, the two words in front of the header hold the clause's id; without proofs they do not
//! exist. In front of these, if the search scores clauses, are four words for its activity, the
//! conflicts it took part in and its age.

use super::lit::Lit;
use super::sys::prefetch;

/// A clause, by the position of its header in the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ClauseRef(pub(super) u32);

impl ClauseRef {
    /// No clause.
    pub(super) const NONE: ClauseRef = ClauseRef(u32::MAX);

    #[inline]
    pub(super) fn is_some(self) -> bool {
        self != Self::NONE
    }
}

const HEADER: usize = 2;
const SCORES: usize = 4;
const REDUNDANT: u32 = 1;
const GARBAGE: u32 = 1 << 1;
const REASON: u32 = 1 << 2;
const KEEP_IN_PROOF: u32 = 1 << 3;
const VIVIFIED: u32 = 1 << 4;
const MOVED: u32 = 1 << 5;
const USED_SHIFT: u32 = 6;
const USED_MASK: u32 = 3 << USED_SHIFT;
const GLUE_SHIFT: u32 = 8;
const GLUE_MAX: u32 = (1 << 24) - 1;

/// All clauses, back to back.
#[derive(Debug, Default)]
pub(super) struct Arena {
    words: Vec<u32>,
    with_ids: bool,
    with_scores: bool,
    wasted: usize,
    /// Clauses added so far, if they are scored.
    births: u32,
}

impl Arena {
    /// The largest arena: references keep their top bit free.
    pub(super) const MAX_WORDS: usize = (1 << 31) - 1;

    pub(super) fn new(with_ids: bool, with_scores: bool) -> Self {
        Self { words: Vec::new(), with_ids, with_scores, wasted: 0, births: 0 }
    }

    /// Words in front of a header.
    fn front(&self) -> usize {
        (if self.with_ids { 2 } else { 0 }) + if self.with_scores { SCORES } else { 0 }
    }

    pub(super) fn has_room(&self, literals: usize) -> bool {
        self.words.len() + literals + HEADER + SCORES + 2 < Self::MAX_WORDS
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * 4
    }

    /// Whether enough of the arena is dead that copying it pays.
    pub(super) fn should_compact(&self) -> bool {
        self.wasted * 4 > self.words.len()
    }

    pub(super) fn add(&mut self, lits: &[Lit], redundant: bool, glue: u32, id: u64) -> ClauseRef {
        if self.with_scores {
            self.words.extend([0, 0, 0, self.births]);
            self.births = self.births.saturating_add(1);
        }
        if self.with_ids {
            self.words.push(id as u32);
            self.words.push((id >> 32) as u32);
        }
        let clause = ClauseRef(self.words.len() as u32);
        self.words.push(lits.len() as u32);
        self.words.push(u32::from(redundant) | glue.min(GLUE_MAX) << GLUE_SHIFT);
        self.words.extend(lits.iter().map(|lit| lit.code()));
        clause
    }

    #[inline]
    pub(super) fn len(&self, clause: ClauseRef) -> usize {
        self.words[clause.0 as usize] as usize
    }

    #[inline]
    fn range(&self, clause: ClauseRef) -> std::ops::Range<usize> {
        let start = clause.0 as usize;
        start + HEADER..start + HEADER + self.words[start] as usize
    }

    /// The literals as codes.
    #[inline]
    pub(super) fn codes(&self, clause: ClauseRef) -> &[u32] {
        &self.words[self.range(clause)]
    }

    #[inline]
    pub(super) fn codes_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let range = self.range(clause);
        &mut self.words[range]
    }

    #[inline]
    pub(super) fn lits(&self, clause: ClauseRef) -> impl ExactSizeIterator<Item = Lit> + Clone + '_ {
        self.codes(clause).iter().map(|&code| Lit::from_code(code))
    }

    #[inline]
    pub(super) fn lit(&self, clause: ClauseRef, position: usize) -> Lit {
        Lit::from_code(self.words[clause.0 as usize + HEADER + position])
    }

    #[inline]
    pub(super) fn id(&self, clause: ClauseRef) -> u64 {
        if !self.with_ids {
            return 0;
        }
        let at = clause.0 as usize;
        u64::from(self.words[at - 2]) | u64::from(self.words[at - 1]) << 32
    }

    pub(super) fn set_id(&mut self, clause: ClauseRef, id: u64) {
        if self.with_ids {
            let at = clause.0 as usize;
            self.words[at - 2] = id as u32;
            self.words[at - 1] = (id >> 32) as u32;
        }
    }

    /// Asks for a clause before it is read.
    #[inline]
    pub(super) fn prefetch(&self, clause: ClauseRef) {
        prefetch(&self.words, clause.0 as usize);
    }

    #[inline]
    fn flags(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1]
    }

    #[inline]
    fn flags_mut(&mut self, clause: ClauseRef) -> &mut u32 {
        &mut self.words[clause.0 as usize + 1]
    }

    #[inline]
    fn set(&mut self, clause: ClauseRef, flag: u32, on: bool) {
        let flags = self.flags_mut(clause);
        *flags = if on { *flags | flag } else { *flags & !flag };
    }

    #[inline]
    pub(super) fn is_redundant(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & REDUNDANT != 0
    }

    pub(super) fn make_irredundant(&mut self, clause: ClauseRef) {
        self.set(clause, REDUNDANT, false);
    }

    #[inline]
    pub(super) fn is_garbage(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & GARBAGE != 0
    }

    /// Marks a clause for collection. Its proof line is deleted when it is collected, since until
    /// then it may still propagate.
    pub(super) fn mark_garbage(&mut self, clause: ClauseRef) {
        self.wasted += self.len(clause) + HEADER + self.front();
        self.set(clause, GARBAGE, true);
    }

    /// Keeps the clause's id alive in the proof although the clause itself is collected.
    pub(super) fn keep_in_proof(&mut self, clause: ClauseRef) {
        self.set(clause, KEEP_IN_PROOF, true);
    }

    pub(super) fn is_kept_in_proof(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & KEEP_IN_PROOF != 0
    }

    pub(super) fn set_reason(&mut self, clause: ClauseRef, on: bool) {
        self.set(clause, REASON, on);
    }

    pub(super) fn is_reason(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & REASON != 0
    }

    pub(super) fn set_vivified(&mut self, clause: ClauseRef, on: bool) {
        self.set(clause, VIVIFIED, on);
    }

    pub(super) fn is_vivified(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & VIVIFIED != 0
    }

    #[inline]
    pub(super) fn glue(&self, clause: ClauseRef) -> u32 {
        self.flags(clause) >> GLUE_SHIFT
    }

    pub(super) fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        let flags = self.flags_mut(clause);
        *flags = *flags & ((1 << GLUE_SHIFT) - 1) | glue.min(GLUE_MAX) << GLUE_SHIFT;
    }

    /// How many reductions the clause survives for having been used.
    #[inline]
    pub(super) fn used(&self, clause: ClauseRef) -> u32 {
        (self.flags(clause) & USED_MASK) >> USED_SHIFT
    }

    #[inline]
    pub(super) fn set_used(&mut self, clause: ClauseRef, used: u32) {
        let flags = self.flags_mut(clause);
        *flags = *flags & !USED_MASK | used << USED_SHIFT;
    }

    /// Replaces the literals by fewer ones.
    pub(super) fn shrink(&mut self, clause: ClauseRef, lits: &[Lit]) {
        let old = self.len(clause);
        debug_assert!(lits.len() <= old);
        self.wasted += old - lits.len();
        self.words[clause.0 as usize] = lits.len() as u32;
        for (code, lit) in self.codes_mut(clause).iter_mut().zip(lits) {
            *code = lit.code();
        }
    }

    /// Copies a clause into another arena and leaves its new place behind.
    pub(super) fn move_to(&mut self, clause: ClauseRef, target: &mut Arena) -> ClauseRef {
        let start = clause.0 as usize;
        let end = start + HEADER + self.len(clause);
        let front = start - self.front();
        let moved = ClauseRef((target.words.len() + start - front) as u32);
        target.words.extend_from_slice(&self.words[front..end]);
        self.words[start] = moved.0;
        self.words[start + 1] |= MOVED;
        moved
    }

    /// Where [`Arena::move_to`] put a clause; nothing if it was not moved.
    pub(super) fn moved(&self, clause: ClauseRef) -> Option<ClauseRef> {
        (self.flags(clause) & MOVED != 0).then(|| ClauseRef(self.words[clause.0 as usize]))
    }

    pub(super) fn empty_like(&self) -> Arena {
        let alive = self.words.len() - self.wasted.min(self.words.len());
        Arena { words: Vec::with_capacity(alive + alive / 4), wasted: 0, ..*self }
    }

    /// Where the scores of a clause begin. Only if clauses are scored.
    fn scores(&self, clause: ClauseRef) -> usize {
        debug_assert!(self.with_scores);
        clause.0 as usize - self.front()
    }

    pub(super) fn activity(&self, clause: ClauseRef) -> f64 {
        let at = self.scores(clause);
        f64::from_bits(u64::from(self.words[at]) | u64::from(self.words[at + 1]) << 32)
    }

    pub(super) fn set_activity(&mut self, clause: ClauseRef, activity: f64) {
        let at = self.scores(clause);
        let bits = activity.to_bits();
        self.words[at] = bits as u32;
        self.words[at + 1] = (bits >> 32) as u32;
    }

    /// The number of conflicts the clause took part in.
    pub(super) fn conflicts(&self, clause: ClauseRef) -> u32 {
        self.words[self.scores(clause) + 2]
    }

    pub(super) fn count_conflict(&mut self, clause: ClauseRef) {
        let at = self.scores(clause) + 2;
        self.words[at] = self.words[at].saturating_add(1);
    }

    /// How many clauses were there before it.
    pub(super) fn birth(&self, clause: ClauseRef) -> u32 {
        self.words[self.scores(clause) + 3]
    }
}

#[cfg(test)]
mod tests {
    use super::super::lit::Var;
    use super::*;

    fn lits(numbers: &[i64]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number).unwrap()).collect()
    }

    #[test]
    fn clauses_keep_their_parts() {
        let mut arena = Arena::new(true, false);
        let first = arena.add(&lits(&[1, -2, 3]), true, 7, 1 << 40 | 5);
        let second = arena.add(&lits(&[4, 5]), false, 0, 9);
        arena.set_used(first, 2);
        arena.set_glue(first, 3);
        assert_eq!((arena.id(first), arena.id(second)), (1 << 40 | 5, 9));
        assert_eq!((arena.glue(first), arena.used(first), arena.is_redundant(first)), (3, 2, true));
        assert!(!arena.is_redundant(second));
        assert_eq!(arena.lits(first).collect::<Vec<_>>(), lits(&[1, -2, 3]));
        assert_eq!(arena.lit(second, 1), Var::new(4).positive());
    }

    #[test]
    fn moving_keeps_contents_and_leaves_a_trace() {
        let mut arena = Arena::new(true, false);
        let dead = arena.add(&lits(&[1, 2]), false, 0, 1);
        let live = arena.add(&lits(&[-1, 2, 4]), true, 5, 2);
        arena.mark_garbage(dead);
        let mut next = arena.empty_like();
        let moved = arena.move_to(live, &mut next);
        assert_eq!(arena.moved(live), Some(moved));
        assert_eq!(arena.moved(dead), None);
        assert_eq!((next.id(moved), next.glue(moved)), (2, 5));
        assert_eq!(next.lits(moved).collect::<Vec<_>>(), lits(&[-1, 2, 4]));
    }

    #[test]
    fn shrinking_counts_as_waste() {
        let mut arena = Arena::new(false, false);
        let clause = arena.add(&lits(&[1, 2, 3, 4, 5, 6, 7, 8]), false, 0, 0);
        arena.shrink(clause, &lits(&[2, 8]));
        assert_eq!(arena.lits(clause).collect::<Vec<_>>(), lits(&[2, 8]));
        assert!(arena.should_compact());
    }
}
