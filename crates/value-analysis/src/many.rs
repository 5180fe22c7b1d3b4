//! What an entry of the table of objects stands for that is no single object: see `lists/`.

use crate::scalar::mix;
use smallvec::SmallVec;

/// How the members of a run are linked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Link {
    /// Where the pointer is.
    pub(crate) at: u64,
    /// Where in the other member it leads.
    pub(crate) to: u64,
}

/// Members in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Run {
    pub(crate) next: Link,
    pub(crate) back: Option<Link>,
    /// There are not less; 0 only where it is owned.
    pub(crate) least: u32,
    /// There are not more.
    pub(crate) most: Option<u32>,
    /// The entry that stands for the last member, if there is a link back.
    pub(crate) last: Option<u32>,
}

impl Run {
    /// The links, if they are the same.
    pub(crate) fn has_links_of(&self, other: &Run) -> bool {
        self.next == other.next && self.back == other.back
    }
}

/// What an entry of the table stands for that is no single object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Role {
    /// One object for each member of the owner.
    One,
    /// Members in a row.
    Run(Run),
    /// The last member of a run.
    Last(u32),
}

/// That an entry of the table stands for many objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Many {
    /// The run whose members each have their own.
    pub(crate) owner: Option<u32>,
    pub(crate) role: Role,
}

impl Many {
    /// The run, if it is one.
    pub(crate) fn run(&self) -> Option<&Run> {
        if let Role::Run(run) = &self.role { Some(run) } else { None }
    }

    /// The entries that it speaks of.
    pub(crate) fn others(&self) -> SmallVec<[u32; 3]> {
        let of_role = match self.role {
            Role::One => None,
            Role::Run(run) => run.last,
            Role::Last(of) => Some(of),
        };
        of_role.into_iter().chain(self.owner).collect()
    }

    /// The same with other names of entries.
    pub(crate) fn renamed(&self, name: impl Fn(u32) -> u32) -> Many {
        let role = match self.role {
            Role::One => Role::One,
            Role::Run(run) => Role::Run(Run { last: run.last.map(&name), ..run }),
            Role::Last(of) => Role::Last(name(of)),
        };
        Many { owner: self.owner.map(&name), role }
    }

    /// As a number, for hashes.
    pub(crate) fn mix(&self) -> u64 {
        let number = |index: Option<u32>| index.map_or(0, |i| u64::from(i) + 1);
        let link = |link: Link| mix(link.at, link.to);
        let role = match self.role {
            Role::One => 1,
            Role::Last(of) => mix(2, of.into()),
            Role::Run(run) => {
                let length = u64::from(run.least) << 32 | number(run.most);
                let links = mix(link(run.next), run.back.map_or(0, link));
                mix(mix(length, number(run.last)), links)
            }
        };
        mix(role, number(self.owner))
    }

    /// What remains if no more is to be known than in the example; `None` if less is known. An
    /// object by itself is a run of one.
    pub(crate) fn project(mine: Option<&Many>, example: Option<&Many>) -> Option<Option<Many>> {
        if mine == example {
            return Some(mine.copied());
        }
        let example = example?;
        let (owner, mine) = mine.map_or((None, Role::One), |many| (many.owner, many.role));
        let run = example.run().filter(|_| owner == example.owner)?;
        let covers = match mine {
            Role::One => run.back.is_none() && run.least <= 1,
            Role::Run(own) => {
                let is_short = run.most.is_none_or(|most| own.most.is_some_and(|own| own <= most));
                own.has_links_of(run) && own.last == run.last && run.least <= own.least && is_short
            }
            Role::Last(_) => false,
        };
        covers.then_some(Some(*example))
    }

    /// What is known of both; `None` if they do not go together.
    pub(crate) fn join(a: Option<&Many>, b: Option<&Many>) -> Option<Option<Many>> {
        if a == b {
            return Some(a.copied());
        }
        let (Some(Many { owner, role: Role::Run(x) }), Some(Many { owner: other, role: Role::Run(y) })) = (a, b) else {
            return None;
        };
        let most = x.most.zip(y.most).map(|(x, y)| x.max(y));
        let run = Run { least: x.least.min(y.least), most, ..*x };
        let goes = owner == other && x.has_links_of(y) && x.last == y.last;
        goes.then_some(Some(Many { owner: *owner, role: Role::Run(run) }))
    }
}
