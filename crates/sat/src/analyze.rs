//! Conflict analysis: learns the clause of the first unique implication point.
//!
//! Going back along the trail from the conflict, literals of the conflicting level are resolved
//! away until one is left. For a proof, the reasons that took part are collected with their place
//! on the trail; in that order they propagate to the conflict, which is what a checker wants, and
//! read backwards they are a linear resolution.
//!
//! Learning: J. P. Marques-Silva and K. A. Sakallah, "GRASP: A Search Algorithm for Propositional
//! Satisfiability", IEEE Transactions on Computers 1999. The first unique implication point: L.
//! Zhang, C. F. Madigan, M. W. Moskewicz and S. Malik, "Efficient Conflict Driven Learning in a
//! Boolean Satisfiability Solver", ICCAD 2001. Glue: G. Audemard and L. Simon, "Predicting Learnt
//! Clauses Quality in Modern SAT Solvers", IJCAI 2009.

use super::Sat;
use super::clause::ClauseRef;
use super::lit::{Lit, Var};

/// The variable is in the learned clause or was resolved away.
pub(super) const SEEN: u8 = 1;
/// The variable is not implied by the learned clause's literals.
pub(super) const POISON: u8 = 1 << 1;
/// The variable is implied by them.
pub(super) const REMOVABLE: u8 = 1 << 2;
/// The variable's reason is in the chain.
pub(super) const CHAINED: u8 = 1 << 3;

/// Working memory of the analysis; everything touched is cleared after use, so a conflict costs
/// what it touches.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    pub(super) flags: Vec<u8>,
    pub(super) flagged: Vec<Var>,
    /// Variables seen, to be bumped.
    pub(super) seen: Vec<Var>,
    /// The learned clause, its asserting literal first.
    pub(super) learned: Vec<Lit>,
    /// Levels of the learned clause, by stamp.
    pub(super) level_stamp: Vec<u64>,
    pub(super) stamp: u64,
    pub(super) stack: Vec<(Var, u32)>,
    pub(super) glue: u32,
}

impl Analysis {
    pub(super) fn add_var(&mut self) {
        self.flags.push(0);
    }

    pub(super) fn add_level(&mut self, level: usize) {
        if self.level_stamp.len() <= level {
            self.level_stamp.resize(level + 1, 0);
        }
    }

    #[inline]
    pub(super) fn flag(&mut self, var: Var, flag: u8) {
        let flags = &mut self.flags[var.index()];
        if *flags == 0 {
            self.flagged.push(var);
        }
        *flags |= flag;
    }

    #[inline]
    pub(super) fn has(&self, var: Var, flag: u8) -> bool {
        self.flags[var.index()] & flag != 0
    }

    pub(super) fn clear(&mut self) {
        for var in self.flagged.drain(..) {
            self.flags[var.index()] = 0;
        }
        self.seen.clear();
    }
}

impl Sat {
    /// Learns from a conflict of the search, goes back and assigns the asserting literal. A
    /// conflict at level 0 makes the formula unsatisfiable.
    pub(super) fn learn_from(&mut self, conflict: ClauseRef) {
        self.stats.conflicts += 1;
        if self.opts.chrono && self.settle_conflict_level(conflict) {
            return;
        }
        if self.level() == 0 {
            self.derive_empty(conflict);
            return;
        }
        if self.restarts.stable || self.opts.target_phases == 2 && self.spear.is_none() {
            self.update_target();
        }
        self.analyze(conflict);
        self.minimize();
        self.bump();
        let glue = self.learned_glue();
        self.restarts.record(glue);
        let id = self.derive_learned(conflict);
        self.analysis.clear();
        let target = self.jump_target();
        self.backtrack(target);
        let learned = std::mem::take(&mut self.analysis.learned);
        self.stats.learned += 1;
        self.stats.learned_literals += learned.len() as u64;
        if let [unit] = learned[..] {
            // A chronological backtrack goes to level 0 too: units are for good.
            self.assign_unit(unit, id);
        } else {
            let clause = self.new_clause(&learned, true, glue, id);
            self.arena.set_used(clause, 1 + u32::from(glue <= self.opts.tier2_glue as u32));
            if self.spear.is_some() {
                self.start_clause(clause);
            }
            self.assign(learned[0], clause);
        }
        self.analysis.learned = learned;
    }

    /// With chronological backtracking a conflict may lie below the current level, and even imply
    /// its highest literal. Goes back to the conflict's level; true if the conflict is thereby
    /// resolved.
    fn settle_conflict_level(&mut self, conflict: ClauseRef) -> bool {
        let mut highest = 0;
        let mut count = 0;
        for lit in self.arena.lits(conflict) {
            let level = self.state(lit.var()).level as usize;
            if level > highest {
                (highest, count) = (level, 1);
            } else if level == highest {
                count += 1;
            }
        }
        self.watch_highest(conflict);
        self.backtrack(highest);
        if count != 1 || highest == 0 {
            return false;
        }
        // Only one literal at the highest level: it should have been implied lower.
        let first = self.arena.lit(conflict, 0);
        let forced =
            if self.state(first.var()).level as usize == highest { first } else { self.arena.lit(conflict, 1) };
        self.backtrack(highest - 1);
        self.assign(forced, conflict);
        true
    }

    /// Lets a false clause watch literals of the two highest levels, since these become unassigned
    /// first.
    fn watch_highest(&mut self, clause: ClauseRef) {
        if self.arena.len(clause) == 2 {
            return;
        }
        let mut lits: Vec<Lit> = self.arena.lits(clause).collect();
        let old = [lits[0], lits[1]];
        lits.sort_by_key(|&lit| std::cmp::Reverse(self.state(lit.var()).level));
        if lits[..2] == old {
            return;
        }
        for watched in old {
            self.watches[watched.index()].retain(|watch| watch.clause() != clause);
        }
        self.arena.shrink(clause, &lits);
        self.attach(clause);
    }

    /// Resolves back to the first unique implication point. Leaves the clause in
    /// `analysis.learned`.
    pub(super) fn analyze(&mut self, conflict: ClauseRef) {
        let level = self.level() as u32;
        self.analysis.learned.clear();
        self.analysis.learned.push(Lit::from_code(0));
        self.analysis.stamp += 1;
        let mut open = 0;
        let mut clause = conflict;
        let mut position = self.trail.len();
        let asserting = loop {
            self.note_use(clause);
            open += self.analyze_clause(clause, level);
            let lit = loop {
                position -= 1;
                let lit = self.trail[position];
                let var = lit.var();
                if self.analysis.has(var, SEEN) && self.vars[var.index()].level == level {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                break lit;
            }
            clause = self.vars[lit.var().index()].reason;
            self.chain_reason(lit.var(), clause);
        };
        self.analysis.learned[0] = !asserting;
        let stamp = self.analysis.stamp;
        self.analysis.level_stamp[level as usize] = stamp;
    }

    /// Marks the literals of a clause; returns how many new ones are on the conflicting level.
    fn analyze_clause(&mut self, clause: ClauseRef, level: u32) -> u32 {
        let Self { arena, vars, analysis, proof, opts, .. } = self;
        let mut open = 0;
        for &code in arena.codes(clause) {
            let lit = Lit::from_code(code);
            let var = lit.var();
            if analysis.flags[var.index()] & SEEN != 0 {
                continue;
            }
            let at = vars[var.index()].level;
            if at == 0 {
                if let Some(proof) = proof {
                    analysis.flag(var, SEEN);
                    proof.chain_unit(var);
                }
                continue;
            }
            analysis.flag(var, SEEN);
            analysis.seen.push(var);
            if at == level {
                open += 1;
                if opts.prefetch {
                    // It is resolved away later, after what was assigned behind it.
                    arena.prefetch(vars[var.index()].reason);
                }
            } else {
                analysis.learned.push(lit);
                analysis.level_stamp[at as usize] = analysis.stamp;
            }
        }
        open
    }

    #[inline]
    pub(super) fn chain_reason(&mut self, var: Var, reason: ClauseRef) {
        if let Some(proof) = &mut self.proof {
            proof.chain_reason(self.vars[var.index()].position, self.arena.id(reason));
        }
    }

    /// Gives a learned clause that takes part in a conflict more time to live, and a smaller glue
    /// if it has one by now.
    fn note_use(&mut self, clause: ClauseRef) {
        if self.spear.is_some() {
            self.bump_clause(clause);
            return;
        }
        if !self.arena.is_redundant(clause) {
            return;
        }
        let mut glue = self.arena.glue(clause);
        if glue > self.opts.tier1_glue as u32 {
            let now = self.glue_of(clause);
            if now < glue {
                self.arena.set_glue(clause, now);
                glue = now;
            }
        }
        self.arena.set_used(clause, 1 + u32::from(glue <= self.opts.tier2_glue as u32));
    }

    fn glue_of(&mut self, clause: ClauseRef) -> u32 {
        let bound = self.arena.glue(clause);
        let Self { arena, vars, restarts, .. } = self;
        restarts.glue_counter.count(arena.lits(clause).map(|lit| vars[lit.var().index()].level), bound)
    }

    fn learned_glue(&mut self) -> u32 {
        let Self { analysis, vars, restarts, .. } = self;
        let glue =
            restarts.glue_counter.count(analysis.learned.iter().map(|lit| vars[lit.var().index()].level), u32::MAX);
        // Levels other than the asserting literal's.
        analysis.glue = glue.saturating_sub(1).max(1);
        analysis.glue
    }

    /// Puts a literal of the highest level below the asserting one second, and says where to go
    /// back to.
    fn jump_target(&mut self) -> usize {
        let learned = &mut self.analysis.learned;
        let mut target = 0;
        for position in 1..learned.len() {
            let level = self.vars[learned[position].var().index()].level as usize;
            if level > target {
                target = level;
                learned.swap(1, position);
            }
        }
        let level = self.control.len();
        if self.opts.chrono && learned.len() > 1 && level - target > self.opts.chrono_distance as usize {
            self.stats.chronological += 1;
            return level - 1;
        }
        target
    }

    /// Derives the learned clause in the proof.
    pub(super) fn derive_learned(&mut self, conflict: ClauseRef) -> u64 {
        match &mut self.proof {
            None => 0,
            Some(proof) => {
                proof.finish_chain(self.arena.id(conflict));
                proof.derive(&self.analysis.learned)
            }
        }
    }
}
