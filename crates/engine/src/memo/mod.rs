//! Block-abstraction memoization: each block is explored once for all calls that look alike inside.
//!
//! The set of the whole program and the sets of blocks are explored over one part. Where a block is
//! entered, the state is reduced to what matters inside; the block, the reduced state and the
//! reduced precision are the key of a cache. What is not in it is explored in a set of its own,
//! and what that set ends with is expanded for everyone who entered with this key.
//!
//! **No native recursion.** The sets that are being explored are a *chain*, the outermost first. A
//! set that comes to its end gives its exits to its users, and the one below it goes on. So all of
//! it can be interrupted anywhere and goes on with the same result.
//!
//! **Recursion.** A call that a set of the chain covers is not explored again. It takes the exits
//! that this set has so far, perhaps none, and more of them when there are more, until nothing
//! changes: the least solution. What grows for ever is widened, entries along the chain and exits
//! of functions that are recursive. With [`Fixpoint::Rounds`] a recursive call takes what the last
//! round came to, and the rounds are counted.
//!
//! **Targets** inside a block are brought up to the outermost set, through everyone who uses the
//! block, shortest ways first (`targets.rs`). There each is a node like any other, with a path that
//! leads through the sets.
//!
//! - `entry.rs`: what is remembered of a set; `call.rs`: what happens where a block is entered;
//!   `cut.rs`: what a refinement removes; `flat.rs`: states of the whole program;
//!   `live.rs`: which sets the outermost one rests on.
//!
//! The theory is Friedberger's "Block-Abstraction Memoization as an Approach to Verify Recursive
//! Procedures" (2015), which builds on Wonisch and Wehrheim, "Predicate Analysis with
//! Block-Abstraction Memoization" (2012).

mod call;
mod cut;
mod entry;
mod flat;
mod live;
mod targets;

use crate::block::{BlockId, BlockKind, BlockTable};
use crate::explore::{Ended, Exploration, Explored, explore, through_more};
use crate::node::{NodeId, SetId, Status};
use crate::part::{Part, Point, PrecisionId, StateId};
use crate::set::{Counts, Set};
use adumbra_stop::{Stop, spend};
use adumbra_verdict::Reason;
use entry::{Entry, User};
use rustc_hash::FxHashMap as HashMap;
use std::sync::Arc;
use targets::Targets;

/// What becomes of functions that call themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Recursion {
    /// Their exits are a fixpoint.
    #[default]
    Fixpoint,
    /// They are refused: the result is not complete.
    Off,
}

/// When a recursive call is told of new exits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fixpoint {
    /// As soon as there are some.
    #[default]
    Dependents,
    /// In the next round, when all that can be found without them was found.
    Rounds,
}

/// How to explore by blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memoizing {
    /// What becomes of functions that call themselves.
    pub recursion: Recursion,
    /// When a recursive call is told of new exits.
    pub fixpoint: Fixpoint,
    /// So many calls of a block are explored inside each other before their entries are widened.
    pub entries_apart: u32,
    /// So many exits of a recursive block are told before they are widened.
    pub exits_apart: u32,
}

impl Default for Memoizing {
    fn default() -> Self {
        Memoizing {
            recursion: Recursion::Fixpoint,
            fixpoint: Fixpoint::Dependents,
            entries_apart: 128,
            exits_apart: 32,
        }
    }
}

/// What was counted of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoCounts {
    /// Entries into blocks for which there was no set.
    pub misses: u64,
    /// Entries for which there was a set to which nothing is to come.
    pub full_hits: u64,
    /// Entries for which there was a set that was not explored to its end.
    pub partial_hits: u64,
    /// Recursive calls that took what was known so far.
    pub covered: u64,
    /// Rounds of the fixpoint; one if nobody asked for rounds.
    pub rounds: u64,
    /// How often an entry was widened.
    pub widened_entries: u64,
    /// How often an exit was widened.
    pub widened_exits: u64,
    /// Sets of which a refinement kept a part.
    pub cut: u64,
}

/// The cache, and who is being explored.
pub(crate) struct Memo {
    table: Arc<BlockTable>,
    options: Memoizing,
    counts: MemoCounts,
    /// One for each set.
    entries: Vec<Entry>,
    /// Sets that can be used again.
    free: Vec<SetId>,
    known: HashMap<(BlockId, Point), SetId>,
    /// The sets that are being explored, the outermost first; each at most once.
    chain: Vec<SetId>,
    /// Those of the chain, by block.
    nested: HashMap<BlockId, Vec<SetId>>,
    /// Sets that rest on some of the chain, so that something may still come to them.
    pending: Vec<SetId>,
    /// What was counted in sets that were given back.
    past: Counts,
    targets: Targets,
}

/// The outermost set.
pub(crate) const OUTERMOST: SetId = 0;

/// The work of expanding an exit for a user.
const EXPAND: u64 = 2_000;

/// Everything that an exploration by blocks acts on.
pub(crate) struct Pass<'a> {
    pub(crate) part: &'a mut dyn Part,
    pub(crate) sets: &'a mut Vec<Set>,
    pub(crate) how: &'a Exploration,
    pub(crate) memo: &'a mut Memo,
    /// Until when the part has answers.
    pub(crate) patience: Option<&'a Stop>,
}

impl Memo {
    /// Nothing is explored yet.
    pub(crate) fn new(table: &Arc<BlockTable>, options: Memoizing) -> Self {
        Memo {
            table: Arc::clone(table),
            options,
            counts: MemoCounts { rounds: 1, ..MemoCounts::default() },
            entries: vec![Entry::outermost()],
            free: Vec::new(),
            known: HashMap::default(),
            chain: vec![OUTERMOST],
            nested: HashMap::default(),
            pending: Vec::new(),
            past: Counts::default(),
            targets: Targets::default(),
        }
    }

    /// What was counted.
    pub(crate) fn counts(&self) -> MemoCounts {
        self.counts
    }

    /// What was counted in sets that nobody uses any more.
    pub(crate) fn past(&self) -> Counts {
        self.past
    }

    /// The blocks.
    pub(crate) fn table(&self) -> &BlockTable {
        &self.table
    }

    /// The block that a set explores, and the point that it began with.
    pub(crate) fn key(&self, set: SetId) -> Option<(BlockId, Point)> {
        self.entries.get(set as usize)?.key
    }

    /// Which nodes of a set use which sets.
    pub(crate) fn uses<'a>(&'a self, sets: &'a [Set], set: SetId) -> impl Iterator<Item = (NodeId, SetId)> + 'a {
        let reached = sets[set as usize].reached();
        let all = self.entries[set as usize].uses.iter().map(|(node, inner)| (*node, *inner));
        all.filter(move |(node, _)| reached.node(*node).status != Status::Removed)
    }

    /// Does a node of a set use its block as a recursive call does?
    pub(crate) fn is_covered(&self, set: SetId, node: NodeId) -> bool {
        let inner = self.entries[set as usize].uses.get(&node);
        let users = inner.map(|inner| &self.entries[*inner as usize].users);
        users.into_iter().flatten().any(|user| (user.set, user.node) == (set, node) && user.covered)
    }

    /// The points of the exits that a set has told of, as text is made of them for tests.
    pub(crate) fn published(&self, set: SetId) -> &[(NodeId, Point)] {
        &self.entries[set as usize].published
    }

    /// How many sets there are, those that were given back left out.
    pub(crate) fn count_sets(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// The next exploration ends at this target again.
    pub(crate) fn ask_again(&mut self, target: NodeId) {
        self.targets.ask_again(target);
    }

    /// Ways to targets that nobody was told of, in a set that counts.
    fn lost(&self, set: SetId) -> Option<&'static Reason> {
        static LOST: std::sync::OnceLock<Reason> = std::sync::OnceLock::new();
        let why = "a violation in a function can be reached in more ways than are looked at";
        self.entries[set as usize].lost.then(|| LOST.get_or_init(|| Reason::Incomplete(why.to_owned())))
    }

    /// Why the result is not complete: what was cut off in any set that counts.
    pub(crate) fn cuts<'a>(&'a self, sets: &'a [Set]) -> impl Iterator<Item = &'a Reason> {
        let live = self.live(sets);
        live.into_iter().flat_map(move |set| sets[set as usize].cuts().chain(self.lost(set)))
    }
}

impl Entry {
    fn outermost() -> Self {
        Entry { place: Some(0), low: u32::MAX, ..Entry::default() }
    }
}

impl Pass<'_> {
    /// Explores until nothing waits, a target is reached in the outermost set, or it is time to
    /// stop.
    pub(crate) fn run(&mut self, stop: &Stop) -> Ended {
        loop {
            if let Some(target) = self.next_target() {
                return Ended::Target(target);
            }
            let set = self.innermost();
            if let Some(patience) = self.patience {
                self.sets[set as usize].wait_until(patience.clone());
            }
            match explore(self.part, &mut self.sets[set as usize], self.how, stop) {
                Explored::Enters(node, block) => self.enter(set, node, block),
                Explored::Ended(Ended::Target(node)) => self.found_target(set, node),
                Explored::Ended(Ended::Fixpoint) => {
                    if self.comes_to_its_end(set) {
                        return Ended::Fixpoint;
                    }
                }
                Explored::Ended(ended) => return ended,
            }
        }
    }

    fn innermost(&self) -> SetId {
        self.memo.chain.last().copied().unwrap_or(OUTERMOST)
    }

    fn entry(&mut self, set: SetId) -> &mut Entry {
        &mut self.memo.entries[set as usize]
    }

    /// Nothing waits in the innermost set. Says whether nothing waits anywhere.
    fn comes_to_its_end(&mut self, set: SetId) -> bool {
        if set == OUTERMOST {
            if self.go_on_elsewhere() || self.begin_round() {
                return false;
            }
            self.memo.forget_other_targets(self.sets);
            return !self.tell_targets(u32::MAX);
        }
        self.publish(set);
        let rounds = self.memo.options.fixpoint == Fixpoint::Rounds;
        let woken = self.tell_users(set, |user| !(rounds && user.covered));
        if let Some(next) = woken.into_iter().find(|user| self.entry(*user).place.is_none()) {
            self.push(next);
        } else if self.sets[set as usize].reached().waiting() == 0 || self.yields(set) {
            self.pop(set);
        }
        false
    }

    /// Does a set to which there is more to come let those who use it go on first?
    fn yields(&mut self, set: SetId) -> bool {
        let entry = self.entry(set);
        if entry.published.len() < entry.yields_at {
            return false;
        }
        entry.yields_at = entry.yields_at.saturating_mul(2);
        true
    }

    /// A set is explored from now on.
    fn push(&mut self, set: SetId) {
        let place = self.memo.chain.len() as u32;
        self.memo.chain.push(set);
        self.entry(set).place = Some(place);
        if let Some(block) = self.entry(set).block() {
            self.memo.nested.entry(block).or_default().push(set);
        }
    }

    /// The innermost set was explored as far as possible.
    fn pop(&mut self, set: SetId) {
        self.memo.chain.pop();
        let Some(place) = self.entry(set).place.take() else { return };
        let block = self.entry(set).block();
        if let Some(nested) = block.and_then(|block| self.memo.nested.get_mut(&block)) {
            nested.pop();
        }
        let waits = self.sets[set as usize].reached().waiting() > 0;
        let low = if waits { 0 } else { self.rests_on(set) };
        self.entry(set).low = low;
        if low < place {
            self.memo.pending.push(set);
            return;
        }
        self.entry(set).complete = true;
        let pending = std::mem::take(&mut self.memo.pending);
        let (done, left): (Vec<SetId>, Vec<SetId>) =
            pending.into_iter().partition(|set| self.memo.entries[*set as usize].low >= place);
        done.into_iter().for_each(|set| self.entry(set).complete = true);
        self.memo.pending = left;
    }

    /// The lowest place in the chain that a set rests on; 0 if it rests on something that is not
    /// explored to its end and not in the chain.
    fn rests_on(&self, set: SetId) -> u32 {
        let entries = &self.memo.entries;
        let of = |used: &SetId| {
            let used_entry = &entries[*used as usize];
            match used_entry.place {
                _ if *used == set => u32::MAX,
                Some(place) => place,
                None if used_entry.complete => u32::MAX,
                None if used_entry.low == u32::MAX => 0,
                None => used_entry.low,
            }
        };
        entries[set as usize].uses.values().map(of).min().unwrap_or(u32::MAX)
    }

    /// Notes the exits of a set that were found since the last time, for its users.
    fn publish(&mut self, set: SetId) {
        let looked = self.entry(set).looked;
        let left: Vec<NodeId> = self.sets[set as usize].left_since(looked).to_vec();
        self.entry(set).looked += left.len();
        for exit in left {
            let node = self.sets[set as usize].reached().node(exit);
            // One that was weakened again comes to its exit once more.
            if node.status != Status::Left {
                continue;
            }
            let point = (node.state, node.precision);
            if let Some(point) = self.apart_or_widened(set, exit, point) {
                self.entry(set).told.insert((exit, point));
                self.entry(set).published.push((exit, point));
            }
        }
    }

    /// What users are told of an exit: after many of them, something that stands for more. Nothing
    /// if they were told before.
    fn apart_or_widened(&mut self, set: SetId, exit: NodeId, point: Point) -> Option<Point> {
        let entry = &self.memo.entries[set as usize];
        if entry.told.contains(&(exit, point)) {
            return None;
        }
        let recursive = entry.block().is_some_and(|block| self.memo.table.is_recursive(block));
        if !recursive || entry.published.len() < self.memo.options.exits_apart as usize {
            return Some(point);
        }
        let (state, precision) = point;
        let partition = self.part.partition(state);
        let before: Vec<StateId> = entry.published.iter().rev().map(|(_, (state, _))| *state).collect();
        let like = |part: &dyn Part, other: StateId| part.partition(other) == partition;
        let Some(before) = before.into_iter().find(|other| like(self.part, *other)) else { return Some(point) };
        match self.part.widen(before, state) {
            // Everything that it stands for was told.
            Some(widened) if widened == before => None,
            Some(widened) => {
                self.memo.counts.widened_exits += 1;
                Some((widened, precision))
            }
            None => Some(point),
        }
    }

    /// Gives users of a set the exits that they do not have yet. Returns the sets in which
    /// something waits now.
    fn tell_users(&mut self, set: SetId, wants: impl Fn(&User) -> bool) -> Vec<SetId> {
        let mut woken = Vec::new();
        for index in 0..self.entry(set).users.len() {
            let user = self.entry(set).users[index];
            if wants(&user) {
                self.entry(set).users[index].given = self.tell(set, user);
                if self.sets[user.set as usize].reached().waiting() > 0 && !woken.contains(&user.set) {
                    woken.push(user.set);
                }
            }
        }
        woken
    }

    /// Gives a user the exits of a set that it does not have yet. Returns how many it has now.
    fn tell(&mut self, set: SetId, user: User) -> usize {
        let Some((block, _)) = self.entry(set).key else { return user.given };
        let all = self.memo.entries[set as usize].published.len();
        let node = self.sets[user.set as usize].reached().node(user.node);
        // A node that stands for more by now enters anew, and takes everything then.
        if !matches!(node.status, Status::Inside | Status::Expanded) {
            return all;
        }
        if node.status == Status::Expanded && user.given == all {
            return all;
        }
        let before = (node.state, node.precision);
        let table = Arc::clone(&self.memo.table);
        let published = &self.memo.entries[set as usize].published;
        let mut exits = Vec::with_capacity(all - user.given);
        for (exit, inner) in &published[user.given..] {
            spend(EXPAND);
            exits.push((*exit, expanded(self.part, &table, block, before, *inner)));
        }
        through_more(self.part, &mut self.sets[user.set as usize], self.how, user.node, set, &exits);
        all
    }

    /// Where rounds are asked for: all recursive calls are told what the last round came to. Says
    /// whether there was something to tell.
    fn begin_round(&mut self) -> bool {
        if self.memo.options.fixpoint == Fixpoint::Dependents {
            return false;
        }
        let behind = |entry: &Entry| entry.users.iter().any(|u| u.covered && u.given < entry.published.len());
        let live = self.memo.live(self.sets);
        let sets: Vec<SetId> = live.into_iter().filter(|set| behind(&self.memo.entries[*set as usize])).collect();
        for set in &sets {
            self.tell_users(*set, |user| user.covered);
        }
        self.memo.counts.rounds += u64::from(!sets.is_empty());
        !sets.is_empty()
    }

    /// Lets sets be explored in which something waits and that nobody is exploring. Says whether
    /// there are any.
    fn go_on_elsewhere(&mut self) -> bool {
        let sets = &*self.sets;
        let way = self.memo.way_to(sets, |set| sets[set as usize].reached().waiting() > 0);
        let Some(way) = way else { return false };
        way.into_iter().filter(|set| *set != OUTERMOST).for_each(|set| self.push(set));
        true
    }

    /// Begins anew with another precision. What the outermost set has rested on stays in the cache.
    pub(crate) fn restart(&mut self, precision: PrecisionId) {
        self.memo.keep_what_counts(self.sets);
        self.memo.entries[OUTERMOST as usize] = Entry::outermost();
        self.leave_all();
        self.memo.entries.iter_mut().skip(1).for_each(|entry| entry.users.retain(|user| user.set != OUTERMOST));
        self.memo.targets.forget_outermost();
        self.sets[OUTERMOST as usize].restart(self.part, precision);
    }
}

/// What is behind a block for a state before it.
fn expanded(part: &mut dyn Part, table: &BlockTable, block: BlockId, before: Point, inner: Point) -> Point {
    // Whoever explores by blocks has asked whether the part reduces.
    let Some(reducer) = part.reducer() else { return inner };
    let exit = reducer.expand(before, table.block(block), inner);
    match table.kind(block) {
        // The caller's activation is in the state at the entry.
        BlockKind::Function => reducer.rebuild(before, before, exit),
        BlockKind::Loop => exit,
    }
}
