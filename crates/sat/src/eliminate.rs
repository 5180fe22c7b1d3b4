//! Bounded variable elimination by resolution.
//!
//! The clauses of a variable are replaced by their resolvents when these are not many more. When
//! some of the clauses define the variable, only resolvents of one of these with another clause are
//! needed. Learned clauses with the variable are dropped, or their resolvents with the others are
//! learned. A pure literal needs no resolvents. Runs at level 0 and leaves the watches out of
//! order.
//!
//! Elimination by resolution: M. Davis and H. Putnam, "A Computing Procedure for Quantification
//! Theory", Journal of the ACM 1960. With a bound, and by definitions: N. Eén and A. Biere,
//! "Effective Preprocessing in SAT Through Variable and Clause Elimination", SAT 2005.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Sat;
use super::clause::ClauseRef;
use super::lit::{Lit, Var};
use super::spear::scores::{Function, function, ordered};

/// What may be eliminated, and in which order.
#[derive(Debug, Clone, Copy)]
struct Rules {
    /// Eliminate by resolution, within what follows.
    resolve: bool,
    /// Eliminate variables that occur in one polarity only, whatever follows.
    pure: bool,
    /// Resolve with learned clauses too.
    learned: bool,
    /// Most clauses of a variable.
    occurrences: usize,
    /// Most literals in them.
    literals: usize,
    /// Largest resolvent.
    clause_size: usize,
    /// Resolvents allowed per clause replaced.
    growth: f64,
    /// Resolvents allowed besides.
    extra: usize,
    /// Look for definitions.
    gates: bool,
    /// The variable of the lowest score goes first; by default that with the fewest clauses.
    order: Option<Function>,
}

/// What variables are ordered by: a score and what breaks ties.
type Score = (i64, i64);

/// Irredundant clauses by literal, and marks for resolving.
pub(super) struct Occurrences {
    pub(super) lists: Vec<Vec<ClauseRef>>,
    pub(super) marked: Vec<bool>,
    /// Learned clauses by literal, if they are resolved too.
    learned: Vec<Vec<ClauseRef>>,
    queue: BinaryHeap<(Reverse<Score>, Reverse<Var>)>,
}

/// The clauses of a variable: with it and with its negation.
struct Sides<'a> {
    with: &'a [ClauseRef],
    without: &'a [ClauseRef],
}

impl Sat {
    pub(super) fn eliminate(&mut self, effort: u64) {
        if self.schedule.eliminate_runs >= self.opts.eliminate_runs {
            return;
        }
        self.schedule.eliminate_runs += 1;
        let opts = &self.opts;
        let rules = Rules {
            resolve: true,
            pure: false,
            learned: false,
            occurrences: opts.eliminate_occurrences as usize,
            literals: opts.eliminate_literals as usize,
            clause_size: opts.eliminate_clause_size as usize,
            growth: opts.eliminate_growth,
            extra: self.schedule.eliminate_extra as usize,
            gates: opts.eliminate_gates,
            order: None,
        };
        let (_, complete) = self.eliminate_by(&rules, effort);
        let extra = &mut self.schedule.eliminate_extra;
        if complete && *extra < self.opts.eliminate_extra {
            *extra = (*extra * 2).max(1).min(self.opts.eliminate_extra);
            self.schedule.eliminable.fill(true);
        }
    }

    /// Eliminates by resolution within the cutoffs, as long as there are runs left; pure literals
    /// at any time.
    pub(super) fn eliminate_spear(&mut self) {
        let opts = &self.opts;
        let runs = self.spear.as_ref().map_or(0, |spear| spear.runs);
        let rules = Rules {
            resolve: opts.sp_resolution > 0 && runs < opts.sp_max_res_runs,
            pure: opts.sp_use_pure_literal_rule,
            learned: opts.sp_resolution == 2,
            occurrences: opts.sp_res_cutoff_cls as usize,
            // The sum of the literals is to stay below the cutoff.
            literals: opts.sp_res_cutoff_lits as usize - 1,
            clause_size: opts.sp_res_cutoff_lits as usize,
            growth: opts.sp_max_res_lit_inc,
            extra: 0,
            gates: false,
            order: Some(function(opts.sp_res_order_heur)),
        };
        if !rules.resolve && !rules.pure {
            return;
        }
        let (tried, _) = self.eliminate_by(&rules, u64::MAX - self.stats.ticks);
        if let Some(spear) = &mut self.spear
            && rules.resolve
            && tried
        {
            spear.runs += 1;
        }
    }

    /// Eliminates by the rules. Says whether there was something to try, and whether all of it was
    /// tried.
    fn eliminate_by(&mut self, rules: &Rules, effort: u64) -> (bool, bool) {
        let limit = self.stats.ticks.saturating_add(effort);
        let mut occurrences = self.connect(rules);
        let before = self.extension.eliminated();
        let (mut tried, mut complete) = (false, self.stop.is_none());
        while let Some((_, Reverse(var))) = occurrences.queue.pop() {
            if self.stats.ticks >= limit || !self.goes_on() {
                complete = false;
                break;
            }
            if std::mem::take(&mut self.schedule.eliminable[var.index()]) && self.may_eliminate(var) {
                tried = true;
                self.try_eliminate(var, rules, &mut occurrences);
            }
        }
        if self.extension.eliminated() > before {
            self.drop_learned_with_eliminated();
        }
        (tried, complete)
    }

    fn may_eliminate(&self, var: Var) -> bool {
        self.val(var.positive()) == 0
            && self.frozen[var.index()] == 0
            && !self.extension.is_eliminated(var)
            && !self.extension.has_returned(var)
    }

    fn connect(&mut self, rules: &Rules) -> Occurrences {
        let mut lists: Vec<Vec<ClauseRef>> = vec![Vec::new(); self.values.len()];
        let mut learned = if rules.learned { lists.clone() } else { Vec::new() };
        for index in 0..self.irredundant.len() {
            if self.pause(index) {
                break;
            }
            let clause = self.irredundant[index];
            if !self.arena.is_garbage(clause) {
                for lit in self.arena.lits(clause) {
                    lists[lit.index()].push(clause);
                }
            }
        }
        if rules.learned {
            for &clause in self.redundant.iter().filter(|&&clause| !self.arena.is_garbage(clause)) {
                for lit in self.arena.lits(clause) {
                    learned[lit.index()].push(clause);
                }
            }
        }
        self.stats.ticks += self.irredundant.len() as u64;
        let marked = vec![false; self.values.len()];
        let mut occurrences = Occurrences { lists, marked, learned, queue: BinaryHeap::new() };
        // Without all clauses nothing may be eliminated.
        let vars = if self.stop.is_some() { 0 } else { self.vars.len() };
        for var in (0..vars).map(Var::new) {
            if self.schedule.eliminable[var.index()] && self.may_eliminate(var) {
                self.enqueue(var, rules, &mut occurrences);
            }
        }
        occurrences
    }

    fn enqueue(&mut self, var: Var, rules: &Rules, occurrences: &mut Occurrences) {
        let [with, without] = [var.positive(), var.negative()].map(|lit| occurrences.lists[lit.index()].len());
        let score = match (rules.order, &self.spear) {
            (Some(order), Some(spear)) => {
                let rank = spear.counts().of_counted(order, var, [with, without], &mut self.random);
                (if order.is_by_activity() { ordered(spear.activity(var)) } else { 0 }, ordered(rank))
            }
            _ => ((with + without) as i64, 0),
        };
        occurrences.queue.push((Reverse(score), Reverse(var)));
    }

    /// The clauses with a literal that are not satisfied.
    fn live(&mut self, lit: Lit, occurrences: &mut Occurrences) -> Vec<ClauseRef> {
        let mut list = std::mem::take(&mut occurrences.lists[lit.index()]);
        self.stats.ticks += 1 + list.len() as u64;
        list.retain(|&clause| {
            if !self.arena.is_garbage(clause) && self.arena.lits(clause).any(|other| self.values[other.index()] > 0) {
                self.arena.mark_garbage(clause);
            }
            !self.arena.is_garbage(clause)
        });
        list
    }

    fn try_eliminate(&mut self, var: Var, rules: &Rules, occurrences: &mut Occurrences) {
        let (positive, negative) = (var.positive(), var.negative());
        let with = self.live(positive, occurrences);
        let without = self.live(negative, occurrences);
        let sides = Sides { with: &with, without: &without };
        if !with.is_empty() || !without.is_empty() {
            let learned = self.learned_sides(var, occurrences);
            let pairs = self.plan(var, rules, &sides, &learned, occurrences);
            if let Some(pairs) = pairs {
                self.stats.pure_literals += u64::from(with.is_empty() || without.is_empty());
                for (first, second) in pairs {
                    if !self.unsat {
                        self.add_resolvent(positive, rules, [first, second], occurrences);
                    }
                }
                for (first, second) in self.learned_pairs(&sides, &learned) {
                    if !self.unsat {
                        self.add_resolvent(positive, rules, [first, second], occurrences);
                    }
                }
                self.put_away(var, rules, &sides, occurrences);
                return;
            }
        }
        occurrences.lists[positive.index()] = with;
        occurrences.lists[negative.index()] = without;
    }

    /// The learned clauses of a variable, if they are resolved too: those that no literal
    /// satisfies, and without eliminated variables.
    fn learned_sides(&self, var: Var, occurrences: &Occurrences) -> [Vec<ClauseRef>; 2] {
        let usable = |clause: ClauseRef| {
            !self.arena.is_garbage(clause)
                && self.arena.lits(clause).all(|lit| self.val(lit) <= 0 && !self.extension.is_eliminated(lit.var()))
        };
        [var.positive(), var.negative()].map(|lit| {
            let list = occurrences.learned.get(lit.index());
            list.into_iter().flatten().copied().filter(|&clause| usable(clause)).collect()
        })
    }

    /// Each learned clause with each other clause of the opposite side.
    fn learned_pairs(&self, sides: &Sides, learned: &[Vec<ClauseRef>; 2]) -> Vec<(ClauseRef, ClauseRef)> {
        let mut pairs = Vec::new();
        for &first in &learned[0] {
            pairs.extend(sides.without.iter().map(|&second| (first, second)));
        }
        for &second in &learned[1] {
            pairs.extend(sides.with.iter().map(|&first| (first, second)));
        }
        pairs
    }

    /// The pairs of clauses to resolve, unless they are too many.
    fn plan(
        &mut self,
        var: Var,
        rules: &Rules,
        &Sides { with, without }: &Sides,
        learned: &[Vec<ClauseRef>; 2],
        occurrences: &mut Occurrences,
    ) -> Option<Vec<(ClauseRef, ClauseRef)>> {
        if rules.pure && (with.is_empty() || without.is_empty()) {
            return Some(Vec::new());
        }
        let count = with.len() + without.len();
        if !rules.resolve || count + learned[0].len() + learned[1].len() > rules.occurrences {
            return None;
        }
        let all = with.iter().chain(without).chain(learned.iter().flatten());
        let literals: usize = all.map(|&clause| self.arena.len(clause)).sum();
        if literals > rules.literals {
            return None;
        }
        let bound = (count as f64 * rules.growth) as usize + rules.extra;
        let gate = if rules.gates { self.find_gate(var, with, without, &mut occurrences.marked) } else { Vec::new() };
        let mut pairs = Vec::new();
        for &first in with {
            for lit in self.arena.lits(first) {
                occurrences.marked[lit.index()] = true;
            }
            let mut fits = true;
            for &second in without {
                if !gate.is_empty() && gate.contains(&first) == gate.contains(&second) {
                    continue;
                }
                self.stats.ticks += 1;
                if let Some(size) = self.resolvent_size(var, first, second, &occurrences.marked) {
                    pairs.push((first, second));
                    if pairs.len() > bound || size > rules.clause_size {
                        fits = false;
                        break;
                    }
                }
            }
            for lit in self.arena.lits(first) {
                occurrences.marked[lit.index()] = false;
            }
            if !fits {
                return None;
            }
        }
        if !gate.is_empty() {
            self.stats.gates += 1;
        }
        Some(pairs)
    }

    /// The size of a resolvent with a clause whose literals are marked; nothing for a tautology.
    fn resolvent_size(&self, var: Var, first: ClauseRef, second: ClauseRef, marked: &[bool]) -> Option<usize> {
        let mut size = self.arena.len(first) - 1;
        for lit in self.arena.lits(second).filter(|lit| lit.var() != var) {
            if marked[(!lit).index()] {
                return None;
            }
            size += usize::from(!marked[lit.index()]);
        }
        Some(size)
    }

    /// Adds the resolvent of two clauses, learned if one of them is.
    fn add_resolvent(
        &mut self,
        pivot: Lit,
        rules: &Rules,
        [first, second]: [ClauseRef; 2],
        occurrences: &mut Occurrences,
    ) {
        let mut lits: Vec<Lit> = self
            .arena
            .lits(first)
            .filter(|&lit| lit != pivot)
            .chain(self.arena.lits(second).filter(|&lit| lit != !pivot))
            .collect();
        lits.sort_unstable();
        lits.dedup();
        if lits.iter().any(|&lit| self.val(lit) > 0) || lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        let falsified: Vec<Lit> = lits.iter().copied().filter(|&lit| self.val(lit) < 0).collect();
        lits.retain(|&lit| self.val(lit) == 0);
        let ids = [self.arena.id(first), self.arena.id(second)];
        let id = self.derive_from(&lits, falsified.into_iter(), &ids);
        let learned = self.arena.is_redundant(first) || self.arena.is_redundant(second);
        match lits[..] {
            [] => (self.unsat, self.empty_id) = (true, id),
            [unit] => self.assign_unit(unit, id),
            _ => {
                let clause = self.store_clause(&lits, learned, if learned { lits.len() as u32 } else { 0 }, id);
                for lit in lits {
                    if learned {
                        occurrences.learned[lit.index()].push(clause);
                    } else {
                        occurrences.lists[lit.index()].push(clause);
                        self.requeue(lit.var(), rules, occurrences);
                    }
                }
            }
        }
    }

    fn requeue(&mut self, var: Var, rules: &Rules, occurrences: &mut Occurrences) {
        if self.may_eliminate(var) {
            self.schedule.eliminable[var.index()] = true;
            self.enqueue(var, rules, occurrences);
        }
    }

    /// Moves the clauses of an eliminated variable to the extension stack.
    fn put_away(&mut self, var: Var, rules: &Rules, sides: &Sides, occurrences: &mut Occurrences) {
        self.stats.eliminated += 1;
        self.extension.start(var);
        self.queue.remove(var);
        for (witness, list) in [(var.positive(), sides.with), (var.negative(), sides.without)] {
            for &clause in list {
                self.extension.push(witness, self.arena.lits(clause), self.arena.id(clause));
                self.arena.keep_in_proof(clause);
                self.arena.mark_garbage(clause);
                for position in 0..self.arena.len(clause) {
                    let other = self.arena.lit(clause, position).var();
                    self.requeue(other, rules, occurrences);
                }
            }
        }
    }

    fn drop_learned_with_eliminated(&mut self) {
        let Self { arena, redundant, extension, .. } = self;
        for &clause in redundant.iter() {
            if !arena.is_garbage(clause) && arena.lits(clause).any(|lit| extension.is_eliminated(lit.var())) {
                arena.mark_garbage(clause);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{clauses, formula, lits};
    use super::*;

    #[test]
    fn clauses_are_replaced_by_resolvents() {
        let mut sat = formula(5, &[&[1, 2], &[1, 3], &[-1, 4], &[-1, 5]]);
        for index in 1..5 {
            sat.freeze(Var::new(index));
        }
        sat.eliminate(10_000);
        assert_eq!(clauses(&sat), [vec![2, 4], vec![2, 5], vec![3, 4], vec![3, 5]]);
        assert_eq!(sat.extension.eliminated(), 1);
        sat.rebuild_watches();
        // Asking for the variable brings its clauses back.
        sat.freeze(Var::new(0));
        assert_eq!(sat.extension.eliminated(), 0);
        assert!(clauses(&sat).contains(&vec![-1, 5]));
    }

    #[test]
    fn growth_is_bounded() {
        let mut sat = formula(7, &[&[1, 2], &[1, 3], &[1, 4], &[-1, 5], &[-1, 6], &[-1, 7]]);
        for index in 1..7 {
            sat.freeze(Var::new(index));
        }
        sat.eliminate(10_000);
        assert_eq!(sat.extension.eliminated(), 0);
        sat.schedule.eliminate_extra = 3;
        sat.schedule.eliminable.fill(true);
        sat.eliminate(10_000);
        assert_eq!(sat.extension.eliminated(), 1);
    }

    #[test]
    fn learned_clauses_with_the_variable_go() {
        let mut sat = formula(3, &[&[1, 2], &[-1, 3]]);
        sat.freeze(Var::new(1));
        sat.freeze(Var::new(2));
        sat.new_clause(&lits(&[1, 2, 3]), true, 2, 0);
        sat.eliminate(10_000);
        sat.rebuild_watches();
        sat.drop_garbage();
        assert!(sat.redundant.is_empty());
    }
}
