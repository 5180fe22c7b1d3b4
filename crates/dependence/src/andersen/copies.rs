//! Copies of memory: whatever is at the source is at the destination, at the same distance from the
//! start.
//!
//! A copy with few ends links each source with each destination. Of many, each is linked with a
//! *buffer* that lies between them: as large as the copy, with cells of its own. That tells apart
//! no less, but where a copy within an object moves bytes.
//!
//! A copy through a pointer that may come from a number has all exposed objects as ends. Where
//! these are many, all such copies of one length read the same places, so these are gathered in one
//! buffer from which the copies read; and they write the same places, so the copies write to one
//! buffer that is scattered to them. Thus a copy and an exposed object each cost a link, and not
//! each pair of them.

use super::cells::{Kind, Length};
use super::*;

/// How many pairs of ends of a copy, or exposed objects that are ends, are linked one by one.
const PAIRS: usize = 64;

/// The most bytes of a length.
fn most(length: Length) -> u64 {
    match length {
        Length::Exactly(n) => n,
        Length::Multiple { .. } => u64::MAX,
    }
}

impl Solver<'_> {
    /// A copy has a new end.
    pub(super) fn add_end(&mut self, copy: usize, object: ObjectId, start: u64, source: bool) {
        let data = &mut self.copies[copy];
        let (length, edge) = (data.length, data.edge);
        if !data.ends.insert((source, object, start)) {
            return;
        }
        if source { &mut data.from } else { &mut data.to }.push((object, start));
        let between = data.between;
        let crowded = data.from.len() * data.to.len() > PAIRS;
        let others = match (between, source) {
            (Some(buffer), _) => vec![(buffer, 0)],
            (None, true) => data.to.clone(),
            (None, false) => data.from.clone(),
        };
        if !source {
            self.affect(object, start, length, Kind::Write { unknown: false, indeterminate: false });
        }
        if between.is_none() && crowded {
            let buffer = self.objects.buffer(edge, most(length));
            let data = &mut self.copies[copy];
            data.between = Some(buffer);
            let (from, to) = (data.from.clone(), data.to.clone());
            for (other, start) in from {
                self.connect(other, start, buffer, 0, length);
            }
            for (other, start) in to {
                self.connect(buffer, 0, other, start, length);
            }
            return;
        }
        for (other, other_start) in others {
            match source {
                true => self.connect(object, start, other, other_start, length),
                false => self.connect(other, other_start, object, start, length),
            }
        }
    }

    /// Are there so many exposed objects that copies should share what lies between them?
    pub(super) fn many_exposed(&self) -> bool {
        !self.plain && self.nodes[self.exposed].set.entries().len() > PAIRS
    }

    /// A copy has all exposed objects as ends.
    pub(super) fn add_exposed_ends(&mut self, copy: usize, source: bool) {
        let CopyData { edge, length, .. } = self.copies[copy];
        let objects = &mut self.objects;
        let buffer = *self.exchanges.entry((length, source)).or_insert_with(|| objects.buffer(edge, most(length)));
        self.add_end(copy, buffer, 0, source);
        self.watch(self.exposed, if source { Watch::Gather(length) } else { Watch::Scatter(length) });
    }

    /// Bytes of an exposed object go to the buffer of a length.
    pub(super) fn gather(&mut self, object: ObjectId, start: u64, length: Length) {
        if let Some(buffer) = self.exchanges.get(&(length, true)) {
            self.connect(object, start, *buffer, 0, length);
        }
    }

    /// The buffer of a length goes to an exposed object.
    pub(super) fn scatter(&mut self, object: ObjectId, start: u64, length: Length) {
        if let Some(buffer) = self.exchanges.get(&(length, false)).copied() {
            self.affect(object, start, length, Kind::Write { unknown: false, indeterminate: false });
            self.connect(buffer, 0, object, start, length);
        }
    }
}
