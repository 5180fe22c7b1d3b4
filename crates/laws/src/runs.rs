//! What a run among the facts of a state stands for: objects of the heap one behind the other.
//!
//! From the first member on the links are followed until what is behind the run is met, and what is
//! said of each member must be so, with what belongs to it. Where it is met in several places, any
//! of them will do.

use super::meaning::{Comparison, Inside};
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::memory::{Life, Object, ObjectOrigin};
use adumbra_verdict::certificate::{Description, Link, Many};
use adumbra_verdict::{ObjectKind, ObjectName};

/// The most members that are looked at.
const MOST: usize = 2000;

impl<'a> Comparison<'a> {
    fn many(&self, run: u32) -> Result<&'a Many, String> {
        self.facts.many.get(run as usize).ok_or_else(|| format!("there is no run {run}"))
    }

    fn description(&self, many: &Many) -> Result<&'a Description, String> {
        let found = self.descriptions.iter().find(|description| description.name == many.description);
        found.ok_or_else(|| format!("nothing describes `{}`", many.description))
    }

    /// A pointer to the first or last of a run, or to the owner of one, with the number of the
    /// object that it points to; the offset is compared elsewhere.
    pub(crate) fn pointer_to_run(&mut self, name: ObjectName, id: u64, value: u128) -> Result<(), String> {
        let (run, is_last) = match name {
            ObjectName::First(run) => (run, false),
            ObjectName::Last(run) => (run, true),
            _ => {
                let owner = self.inside.and_then(|inside| inside.owner);
                return if owner == Some(id) {
                    Ok(())
                } else {
                    Err(format!("it points to {id}, not to the owner {owner:?}"))
                };
            }
        };
        let many = self.many(run)?;
        let Some(owner) = many.owner else {
            let ends = if is_last { &mut self.lasts } else { &mut self.firsts };
            let known = *ends.entry(run).or_insert(id);
            return if known == id { Ok(()) } else { Err(format!("{name:?} is {known} and {id}")) };
        };
        let inside = self.inside.filter(|inside| inside.run == owner).ok_or("an owned run outside of its owner")?;
        if let Some(end) = self.ends.get(&(run, inside.member)) {
            let expected = if is_last { end.1 } else { end.0 };
            return if expected == id { Ok(()) } else { Err(format!("{name:?} is {expected} and {id}")) };
        }
        if is_last {
            return Ok(());
        }
        let mut there = self.clone();
        let walked = there.walk(run, id, Some(inside.member));
        if let Ok(last) = walked {
            there.ends.insert((run, inside.member), (id, last));
            there.inside = self.inside;
            *self = there;
            return Ok(());
        }
        if many.least > 0 {
            return walked.map(drop);
        }
        // It may be empty.
        let behind = many.behind.as_ref().ok_or("nothing is known behind an empty run")?;
        let within = Inside { run, member: 0, owner: Some(inside.member) };
        let kept = self.inside.replace(within);
        let width = 128;
        let empty = self.compare(behind, &Value::Small(value), width);
        self.inside = kept;
        empty
    }

    /// Compares all runs of whose first member it is known which it is.
    pub(crate) fn runs(&mut self, checked: &mut usize) -> Result<(), String> {
        let mut done: Vec<u32> = Vec::new();
        loop {
            let open = self.firsts.iter().map(|(run, id)| (*run, *id)).find(|(run, _)| !done.contains(run));
            let Some((run, first)) = open else { return Ok(()) };
            done.push(run);
            *checked += 1;
            let last = self.walk(run, first, None).map_err(|why| format!("run {run} from {first}: {why}"))?;
            if *self.lasts.entry(run).or_insert(last) != last {
                return Err(format!("the last of run {run} is {last}"));
            }
        }
    }

    /// The last member of a run that begins with an object.
    fn walk(&mut self, run: u32, first: u64, owner: Option<u64>) -> Result<u64, String> {
        // The farthest member that may be the last.
        let mut found = None;
        let ended = self.clone().walk_on(run, first, owner, &mut found);
        let Some((last, there)) = found else { return ended };
        *self = *there;
        self.inside = None;
        Ok(last)
    }

    fn walk_on(
        &mut self,
        run: u32,
        first: u64,
        owner: Option<u64>,
        found: &mut Option<(u64, Box<Self>)>,
    ) -> Result<u64, String> {
        let many = self.many(run)?;
        let description = self.description(many)?;
        let pointer = self.concrete.program.layout.pointer_bytes() as u32;
        let wanted = if owner.is_none() { self.lasts.get(&run).copied() } else { None };
        let mut at = first;
        for count in 1..=MOST as u64 {
            let object = self.member(many, description, at)?;
            self.inside = Some(Inside { run, member: at, owner });
            if let (1, Some(back), Some(before)) = (count, description.back, &many.before) {
                self.cell(object, back.at, pointer, before).map_err(|why| format!("before: {why}"))?;
            }
            for (offset, length, known) in &many.cells {
                self.inside = Some(Inside { run, member: at, owner });
                self.cell(object, *offset, *length, known).map_err(|why| format!("member {count} +{offset}: {why}"))?;
            }
            if count >= many.least && wanted.is_none_or(|last| last == at) {
                let mut there = self.clone();
                there.inside = Some(Inside { run, member: at, owner });
                let ends = match &many.behind {
                    Some(behind) => there.cell(object, description.next.at, pointer, behind).is_ok(),
                    None => wanted == Some(at) || self.leads(object, description.next).is_none(),
                };
                if ends {
                    *found = Some((at, Box::new(there)));
                }
            }
            if many.most.is_some_and(|most| count >= most) {
                return Err(format!("there are more than {count} members"));
            }
            let next = self.leads(object, description.next).ok_or("what is behind does not come")?;
            let other = self.concrete.view.memory().object(next).ok_or("a link leads to nothing")?;
            if let Some(back) = description.back
                && self.leads(other, back) != Some(at)
            {
                return Err(format!("member {} does not lead back", count + 1));
            }
            at = next;
        }
        Err("it is too long".into())
    }

    /// A member of a run, which is none of another one and has no other name.
    fn member(&mut self, many: &Many, description: &Description, id: u64) -> Result<&'a Object, String> {
        let object = self.concrete.view.memory().object(id).ok_or("a member does not exist")?;
        let is_one = matches!((object.origin(), many.kind), (ObjectOrigin::Heap { site, .. }, ObjectKind::Allocated(own, _)) if site == own);
        if !is_one || object.life() != Life::Live || object.size() != description.size {
            return Err(format!(
                "{id} is no member: {:?}, {:?}, {} bytes",
                object.origin(),
                object.life(),
                object.size()
            ));
        }
        if self.is_named(id) || !self.members.insert(id) {
            return Err(format!("{id} is a member and something else"));
        }
        Ok(object)
    }

    /// The object that a link leads to, to the place that it is to lead to.
    fn leads(&self, object: &Object, link: Link) -> Option<u64> {
        let id = object.pointer_at(link.at)?;
        let mut address = 0u64;
        for byte in 0..self.concrete.program.layout.pointer_bytes() {
            address |= u64::from(object.byte(link.at + byte)?) << (8 * byte);
        }
        let base = self.concrete.view.memory().object(id)?.base();
        (address.checked_sub(base) == Some(link.to)).then_some(id)
    }
}
