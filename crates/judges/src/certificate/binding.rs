//! Which objects of the machine those of a listed state are.
//!
//! Objects are bound where a pointer that both know leads to them, else to the first that are like
//! them. Members of runs are bound by `fold.rs`; each object of the machine is bound once at most.

use super::load::{Names, object_id};
use super::runs::Claim;
use super::*;
use crate::symbolic::{Base, Machine, Object, ObjectId, Part, Pointer, Sym};
use adumbra_interpreter::memory::{Life, ObjectOrigin};
use adumbra_terms::Term;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Which objects of the machine those of the facts are, and what has to hold for that.
#[derive(Clone)]
pub(super) struct Binding<'f> {
    pub(super) claim: Claim<'f>,
    pub(super) objects: Vec<Option<ObjectId>>,
    /// Runs: first those that belong to none, then those of members.
    pub(super) chains: Vec<Chain>,
    /// Members that runs belong to.
    scopes: Vec<Scope>,
    /// What is bound: objects, and the first ends of runs of the machine.
    used: FxHashSet<ObjectId>,
    /// Cells of allocated objects that are not looked at yet.
    pub(super) open: Vec<usize>,
    /// Which pointers lead where can only be said once all is bound.
    pub(super) targets: Vec<(Sym, &'f [Option<ObjectName>], Context)>,
    pub(super) condition: Term,
}

/// A run of the facts, and the objects of the machine that are its members.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// Its index in the facts.
    pub(super) run: u32,
    /// The member that it belongs to.
    pub(super) scope: Option<usize>,
    pub(super) first: Option<ObjectId>,
    pub(super) last: Option<ObjectId>,
    pub(super) state: Walked,
}

/// How much of a run is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Walked {
    /// Its ends at most.
    Not,
    /// All members are bound.
    All,
    /// It has none.
    Empty,
}

/// A member, and the runs that belong to it.
#[derive(Clone, Debug)]
struct Scope {
    member: ObjectId,
    /// The member that has the run which this one is in.
    parent: Option<usize>,
    /// Chains, by the index of the run.
    chains: Vec<(u32, usize)>,
}

/// Where something is said, so that names mean something.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Context {
    /// The member whose runs are named.
    scope: Option<usize>,
    /// The owner.
    owner: Option<ObjectId>,
}

impl<'f> Binding<'f> {
    pub(super) fn new(machine: &Machine<'_>, claim: Claim<'f>) -> Binding<'f> {
        let facts = claim.facts;
        let runs = (0u32..).zip(&facts.many).filter(|(_, many)| many.owner.is_none());
        let chain = |(run, _)| Chain { run, scope: None, first: None, last: None, state: Walked::Not };
        Binding {
            claim,
            objects: vec![None; facts.objects.len()],
            chains: runs.map(chain).collect(),
            scopes: Vec::new(),
            used: FxHashSet::default(),
            open: (0..facts.cells.len()).collect(),
            targets: Vec::new(),
            condition: machine.always,
        }
    }

    /// Something else has to hold; `false` if it cannot.
    pub(super) fn require(&mut self, machine: &mut Machine<'_>, holds: Term) -> bool {
        self.condition = machine.build.and(self.condition, holds);
        machine.build.terms.truth(self.condition) != Some(false)
    }

    /// The object of the facts is that object of the machine, if that is like it.
    pub(super) fn bind(&mut self, machine: &mut Machine<'_>, index: usize, id: ObjectId) -> bool {
        match self.objects.get(index) {
            Some(Some(bound)) => return *bound == id,
            Some(None) => {}
            None => return false,
        }
        let wanted = &self.claim.facts.objects[index];
        if self.used.contains(&id) || !is_like(machine, machine.object(id), id, wanted) {
            return false;
        }
        if !wanted.size.is_none_or(|size| self.require_size(machine, id, size)) {
            return false;
        }
        self.objects[index] = Some(id);
        self.used.insert(id);
        true
    }

    /// An object has to have a size.
    pub(super) fn require_size(&mut self, machine: &mut Machine<'_>, id: ObjectId, size: u64) -> bool {
        let (has, size) = (machine.object(id).size, machine.offset(size));
        let same = machine.build.eq(has, size);
        self.require(machine, same)
    }

    /// Binds the first object that is not bound yet to the first one that is like it.
    pub(super) fn bind_next(&mut self, machine: &mut Machine<'_>) -> bool {
        let Some(index) = self.objects.iter().position(Option::is_none) else { return true };
        let fixed = machine.program.functions.len() + machine.program.globals.len();
        for id in (fixed..machine.state.objects.len()).map(|i| ObjectId(i as u32)) {
            let before = self.condition;
            if self.bind(machine, index, id) {
                return true;
            }
            self.condition = before;
        }
        false
    }

    /// Binds a member of a run, unless it is bound.
    pub(super) fn take(&mut self, id: ObjectId) -> bool {
        self.used.insert(id)
    }

    pub(super) fn is_taken(&self, id: ObjectId) -> bool {
        self.used.contains(&id)
    }

    /// The object of the machine that has a name in the facts.
    pub(super) fn object(&self, machine: &Machine<'_>, name: ObjectName, context: Context) -> Option<ObjectId> {
        match name {
            ObjectName::Allocated(index) => self.objects.get(index as usize).copied().flatten(),
            ObjectName::First(run) => self.chains[self.chain(run, context)?].first,
            ObjectName::Last(run) => self.chains[self.chain(run, context)?].last,
            ObjectName::Owner => context.owner,
            name => object_id(machine, name, Names::FIXED),
        }
    }

    /// The chain that a run is where it is spoken of.
    pub(super) fn chain(&self, run: u32, context: Context) -> Option<usize> {
        let mut scope = context.scope;
        while let Some(index) = scope {
            let here = &self.scopes[index];
            if let Some((_, chain)) = here.chains.iter().find(|(number, _)| *number == run) {
                return Some(*chain);
            }
            scope = here.parent;
        }
        self.chains.iter().position(|chain| chain.run == run && chain.scope.is_none())
    }

    /// What is said of the ends of a run is said here.
    pub(super) fn context_of(&self, chain: usize) -> Context {
        let scope = self.chains[chain].scope;
        Context { scope, owner: scope.map(|index| self.scopes[index].member) }
    }

    /// The object that stands for each member of a run of the machine, if members of a chain belong
    /// to it.
    pub(super) fn home(&self, machine: &Machine<'_>, chain: usize) -> Option<ObjectId> {
        let member = self.context_of(chain).owner?;
        (machine.object(member).part == Some(Part::Each)).then_some(member)
    }

    /// A member of a run has runs of its own; what is said of it is said here.
    pub(super) fn enter(&mut self, chain: usize, member: ObjectId) -> Context {
        let owner = self.context_of(chain).owner;
        let (run, parent) = (self.chains[chain].run, self.chains[chain].scope);
        let scope = self.scopes.len();
        let mut chains = Vec::new();
        for (number, _) in (0u32..).zip(&self.claim.facts.many).filter(|(_, many)| many.owner == Some(run)) {
            chains.push((number, self.chains.len()));
            let (first, last) = (None, None);
            self.chains.push(Chain { run: number, scope: Some(scope), first, last, state: Walked::Not });
        }
        self.scopes.push(Scope { member, parent, chains });
        Context { scope: Some(scope), owner }
    }

    /// When all pointers lead where they should.
    pub(super) fn require_targets(&mut self, machine: &mut Machine<'_>) -> bool {
        for (value, objects, context) in std::mem::take(&mut self.targets) {
            let into = match &value {
                Sym::Pointer(pointer) => self.points_into(machine, pointer, objects, context),
                Sym::Bits(_) => machine.build.bool(false),
            };
            if !self.require(machine, into) {
                return false;
            }
        }
        true
    }

    /// When a pointer points into one of some objects.
    fn points_into(
        &self,
        machine: &mut Machine<'_>,
        pointer: &Pointer,
        objects: &[Option<ObjectName>],
        context: Context,
    ) -> Term {
        let mut holds = machine.always;
        for case in &pointer.cases {
            let listed = objects.iter().any(|name| match (case.base, name) {
                (Base::Nothing, None) => true,
                (Base::Object(id), Some(name)) => self.object(machine, *name, context) == Some(id),
                _ => false,
            });
            if !listed {
                let not = machine.build.not(case.when);
                holds = machine.build.and(holds, not);
            }
        }
        holds
    }

    /// Is nothing left out that the facts would have to speak of?
    pub(super) fn is_complete(&self, machine: &Machine<'_>) -> bool {
        let facts = self.claim.facts;
        let lives = |o: &Object| o.origin.is_heap() && o.life == Life::Live && o.part.is_none();
        if facts.all_heap {
            let left_out = |(index, o): (u32, &Rc<Object>)| lives(o) && !self.is_taken(ObjectId(index));
            let state = &machine.state;
            if state.other_heap
                || (0..).zip(&state.objects).any(left_out)
                || state.runs.iter().flatten().any(|run| !self.is_taken(run.first))
            {
                return false;
            }
        }
        // Arguments that facts speak of are those that the object will hold, if it is not among the
        // facts.
        facts.arguments.iter().all(|(depth, ..)| {
            let frame = machine.state.frames.get(*depth as usize);
            frame.is_some_and(|f| f.rest_object.is_none_or(|id| self.objects.contains(&Some(id))))
        })
    }
}

/// Is the object of the machine what the facts say?
fn is_like(machine: &Machine<'_>, object: &Object, id: ObjectId, wanted: &ObjectFacts) -> bool {
    let heap = wanted.kind.is_heap();
    // Objects of a caller are no objects of a function that is looked at on its own, and what
    // stands for many is not one.
    if object.around.is_some() || object.part.is_some() {
        return false;
    }
    let same = match (object.origin, wanted.kind) {
        (ObjectOrigin::Heap { site, .. }, ObjectKind::Allocated(s, _)) => heap && site == s,
        (ObjectOrigin::Stack { site, dynamic, .. }, ObjectKind::Allocated(s, kind)) => {
            !heap && site == s && dynamic == (kind == AllocationKind::Dynamic)
        }
        (ObjectOrigin::Arguments(_), ObjectKind::Arguments) => true,
        _ => false,
    };
    if !same {
        return false;
    }
    if wanted.lives == Lives::Perhaps {
        return heap;
    }
    if object.doubtful {
        return false;
    }
    let life = match (wanted.lives == Lives::Yes, heap, wanted.activation) {
        (true, ..) => Life::Live,
        (false, true, _) => Life::Freed,
        (false, false, Some(_)) => Life::OutOfScope,
        (false, false, None) => Life::Returned,
    };
    let owner = machine.state.stack.iter().position(|(o, _)| *o == id).map(|place| {
        let frames = &machine.state.frames;
        frames.iter().rposition(|f| f.mark <= place).unwrap_or(0) as u32
    });
    object.life == life && owner == wanted.activation
}
