//! What an abstract state stands for: every fact that it tells and every answer that it gives is so
//! in the concrete state.

use super::Concrete;
use adumbra_engine::*;
use adumbra_interpreter::View;
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::memory::{Life, Object, ObjectOrigin};
use adumbra_program::*;
use adumbra_verdict::certificate::Description;
use adumbra_verdict::{Known, Lives, ObjectKind, ObjectName, Point, StateFacts};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Says which concrete states an abstract state stands for.
pub trait Meaning<A: Analysis> {
    /// Why the state does not stand for the concrete one; `None` if it does. Counts what was
    /// compared.
    fn disagreement(
        &self,
        analysis: &A,
        state: &A::State,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String>;

    /// Is told of every edge of a run, as a tracer is.
    fn edge(&mut self, _view: &View<'_>, _edge: Edge) {}

    /// Is told of every call that returned.
    fn returned(&mut self, _view: &View<'_>, _edge: Edge) {}

    /// Has the run ended, as far as the analysis is concerned?
    fn ended(&self) -> bool {
        false
    }
}

/// How an analysis names allocated objects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// By activation and site: the first object that was allocated there.
    First,
    /// By the pointers to them: two names are two objects.
    ByPointers,
    /// Several analyses do, so that an object may have two names.
    Several,
}

/// Gives the facts of a state.
pub type Tell<A> = fn(&A, &<A as Analysis>::State, &mut StateFacts);

/// The meaning that the facts of a state give it.
pub struct Facts<A: Analysis> {
    pub naming: Naming,
    pub tell: Tell<A>,
}

impl<A: Analysis> Facts<A> {
    pub fn new(naming: Naming) -> Self {
        Facts { naming, tell: |analysis, state, facts| analysis.facts(state, facts) }
    }
}

impl<A: Analysis> Meaning<A> for Facts<A> {
    fn disagreement(
        &self,
        analysis: &A,
        state: &A::State,
        concrete: &Concrete<'_>,
        checked: &mut usize,
    ) -> Option<String> {
        disagreement_of_runs(self.naming, concrete, checked, |facts| {
            (self.tell)(analysis, state, facts);
            analysis.descriptions()
        })
    }
}

/// The first fact that is not so.
pub fn disagreement_of_facts(
    naming: Naming,
    concrete: &Concrete<'_>,
    checked: &mut usize,
    tell: impl FnOnce(&mut StateFacts),
) -> Option<String> {
    let tell = |facts: &mut StateFacts| {
        tell(facts);
        Vec::new()
    };
    disagreement_of_runs(naming, concrete, checked, tell)
}

/// The first fact that is not so, with how the objects hang together of which facts speak as many.
fn disagreement_of_runs(
    naming: Naming,
    concrete: &Concrete<'_>,
    checked: &mut usize,
    tell: impl FnOnce(&mut StateFacts) -> Vec<Description>,
) -> Option<String> {
    // Whoever knows where the execution is overwrites this.
    let nowhere = Point { location: Location::from_u32(u32::MAX - 1), calls: vec![Edge::from_u32(u32::MAX - 1)] };
    let mut facts = StateFacts::at(nowhere.clone());
    let descriptions = tell(&mut facts);
    if facts.point.location != nowhere.location {
        *checked += 1;
        if facts.point.location != concrete.location {
            return Some(format!("it is at {}, not {}", concrete.location, facts.point.location));
        }
    }
    if facts.point.calls != nowhere.calls {
        *checked += 1;
        if !concrete.record.calls.iter().map(|(call, _)| call).eq(&facts.point.calls) {
            return Some(format!("the calls {:?} are open, not {:?}", concrete.record.calls, facts.point.calls));
        }
    }
    let mut comparison = Comparison {
        naming,
        concrete,
        facts: &facts,
        descriptions: &descriptions,
        names: HashMap::new(),
        taken: HashMap::new(),
        firsts: BTreeMap::new(),
        lasts: BTreeMap::new(),
        ends: HashMap::new(),
        members: HashSet::new(),
        inside: None,
    };
    comparison.run(checked).and_then(|()| comparison.runs(checked)).err()
}

/// The member that facts are compared for, if they are those of a run.
#[derive(Clone, Copy)]
pub(crate) struct Inside {
    pub(crate) run: u32,
    pub(crate) member: u64,
    pub(crate) owner: Option<u64>,
}

#[derive(Clone)]
pub(crate) struct Comparison<'a> {
    naming: Naming,
    pub(crate) concrete: &'a Concrete<'a>,
    pub(crate) facts: &'a StateFacts,
    pub(crate) descriptions: &'a [Description],
    /// Which objects of the run the allocated ones of the state are, as far as that was found out,
    /// and the other way round.
    names: HashMap<u32, u64>,
    taken: HashMap<u64, u32>,
    /// The first and last members of runs, and those of what belongs to members, as far as they
    /// were found out.
    pub(crate) firsts: BTreeMap<u32, u64>,
    pub(crate) lasts: BTreeMap<u32, u64>,
    pub(crate) ends: HashMap<(u32, u64), (u64, u64)>,
    /// All members of runs.
    pub(crate) members: HashSet<u64>,
    /// The member that is compared.
    pub(crate) inside: Option<Inside>,
}

impl<'a> Comparison<'a> {
    fn run(&mut self, checked: &mut usize) -> Result<(), String> {
        let program = self.concrete.program;
        let activation = self.concrete.view.depth() - 1;
        for (at, register, known) in &self.facts.registers {
            if *at as usize != activation {
                continue;
            }
            let Some(value) = self.concrete.view.register(*register) else {
                return Err(format!("{register} does not exist"));
            };
            *checked += 1;
            let width = program.registers[*register].ty.bits(&program.layout);
            self.compare(known, &value, width).map_err(|why| format!("{register} is {value}: {why}"))?;
        }
        // Cells of objects that are named by pointers come after the pointers to them.
        let mut open: Vec<_> = self.facts.cells.iter().collect();
        loop {
            let before = open.len();
            let mut later = Vec::new();
            for cell in open {
                let (name, offset, length, known) = cell;
                let Some(object) = self.object(*name)? else {
                    later.push(cell);
                    continue;
                };
                *checked += 1;
                self.cell(object, *offset, *length, known).map_err(|why| format!("{name:?}+{offset}: {why}"))?;
            }
            if later.is_empty() || later.len() == before {
                return Ok(());
            }
            open = later;
        }
    }

    /// The object that a name stands for; `None` if that is not known yet.
    fn object(&self, name: ObjectName) -> Result<Option<&'a Object>, String> {
        let memory = self.concrete.view.memory();
        let origin = match name {
            ObjectName::Global(g) => ObjectOrigin::Global(g),
            ObjectName::Function(f) => ObjectOrigin::Function(f),
            ObjectName::Owner => return Err("the owner of a run in a fact about one object".into()),
            ObjectName::First(_) | ObjectName::Last(_) => return Ok(None),
            ObjectName::Allocated(index) if self.naming != Naming::First => {
                return Ok(self.names.get(&index).and_then(|id| memory.object(*id)));
            }
            ObjectName::Allocated(index) => {
                let object = &self.facts.objects[index as usize];
                let activation = object.activation.ok_or("an object without activation")? as usize;
                let ObjectKind::Allocated(site, _) = object.kind else { return Ok(None) };
                let first = self.concrete.record.allocated.get(&(activation, site)).and_then(|l| l.first());
                let first = first.and_then(|id| memory.object(*id));
                return first.map(Some).ok_or_else(|| format!("no object of {site} in {activation}"));
            }
        };
        memory.objects().find(|o| o.origin() == origin).map(Some).ok_or_else(|| format!("{name:?} does not exist"))
    }

    /// Has an object a name of its own?
    pub(crate) fn is_named(&self, id: u64) -> bool {
        self.taken.contains_key(&id)
    }

    /// Notes which object of the run an allocated object is.
    fn bind(&mut self, index: u32, id: u64) -> Result<(), String> {
        let facts = &self.facts.objects[index as usize];
        if *self.names.entry(index).or_insert(id) != id {
            return Err(format!("object {index} is two objects"));
        }
        if *self.taken.entry(id).or_insert(index) != index && self.naming == Naming::ByPointers {
            return Err(format!("object {index} is also another"));
        }
        if self.members.contains(&id) {
            return Err(format!("object {index} is a member of a run"));
        }
        let Some(object) = self.concrete.view.memory().object(id) else {
            let gone = facts.lives != Lives::Yes;
            return if gone { Ok(()) } else { Err(format!("object {index} does not exist any more")) };
        };
        let heap = facts.kind.is_heap();
        let same = match (object.origin(), facts.kind) {
            (ObjectOrigin::Stack { site, .. }, ObjectKind::Allocated(own, _)) => site == own && !heap,
            (ObjectOrigin::Heap { site, .. }, ObjectKind::Allocated(own, _)) => site == own && heap,
            (ObjectOrigin::Arguments(_), ObjectKind::Arguments) => true,
            _ => false,
        };
        let lives = match facts.lives {
            Lives::Yes => object.life() == Life::Live,
            Lives::No => object.life() != Life::Live,
            Lives::Perhaps => heap,
        };
        let fits = same && lives && facts.size.is_none_or(|size| size == object.size());
        if fits { Ok(()) } else { Err(format!("{facts:?} is {:?} of {} bytes", object.origin(), object.size())) }
    }

    pub(crate) fn compare(&mut self, known: &Known, value: &Value, width: u32) -> Result<(), String> {
        let wrong = || Err(format!("not {known:?}"));
        let bits = value.low() & (u128::MAX >> (128 - width.clamp(1, 128)));
        match known {
            Known::Bits(words) if width > 128 => {
                let digits = value.to_big().to_u64_digits();
                let end = |w: &[u64]| w.iter().rposition(|d| *d != 0).map_or(0, |i| i + 1);
                if digits[..end(&digits)] == words[..end(words)] { Ok(()) } else { wrong() }
            }
            Known::Bits(words) => {
                let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
                if bits == word(0) | word(1) << 64 { Ok(()) } else { wrong() }
            }
            Known::Unsigned(low, high) => {
                if (*low..=*high).contains(&bits) {
                    Ok(())
                } else {
                    wrong()
                }
            }
            Known::Signed(low, high) => {
                let unused = 128 - width;
                if (*low..=*high).contains(&((bits << unused) as i128 >> unused)) { Ok(()) } else { wrong() }
            }
            Known::Null => {
                if value.low() == 0 {
                    Ok(())
                } else {
                    wrong()
                }
            }
            Known::Pointer(name, offset) => self.pointer(*name, *offset, value.low()),
            Known::Into(names) => {
                let id = (value.low() >> 64) as u64;
                for name in names {
                    let object = match name {
                        Some(name) => self.object(*name)?.map(|o| o.id()),
                        None => Some(0),
                    };
                    if object == Some(id) {
                        return Ok(());
                    }
                }
                wrong()
            }
        }
    }

    fn pointer(&mut self, name: ObjectName, offset: u64, value: u128) -> Result<(), String> {
        let (id, address) = ((value >> 64) as u64, value as u64);
        match name {
            ObjectName::Allocated(index) if self.naming != Naming::First => self.bind(index, id)?,
            ObjectName::First(_) | ObjectName::Last(_) | ObjectName::Owner => self.pointer_to_run(name, id, value)?,
            _ => {
                let object = self.object(name)?.map(|o| o.id());
                if object != Some(id) {
                    return Err(format!("it points to {id}, not to {name:?}"));
                }
            }
        }
        let mask = u64::MAX >> (64 - self.concrete.program.layout.pointer_bits);
        match self.concrete.view.memory().object(id) {
            Some(object) if address.wrapping_sub(object.base()) & mask != offset & mask => {
                Err(format!("the offset is {}, not {offset}", address.wrapping_sub(object.base())))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn cell(&mut self, object: &Object, offset: u64, length: u32, known: &Known) -> Result<(), String> {
        let mut bytes = Vec::new();
        for i in 0..u64::from(length) {
            bytes.push(object.byte(offset + i).ok_or_else(|| format!("byte {i} is not initialised"))?);
        }
        let low = bytes.iter().take(16).enumerate().fold(0u128, |sum, (i, b)| sum | u128::from(*b) << (8 * i));
        match known {
            Known::Bits(words) => {
                let byte = |i: usize| (words.get(i / 8).copied().unwrap_or(0) >> (8 * (i % 8))) as u8;
                match bytes.iter().enumerate().all(|(i, b)| *b == byte(i)) {
                    true => Ok(()),
                    false => Err(format!("{bytes:?}, not {known:?}")),
                }
            }
            Known::Pointer(..) | Known::Null | Known::Into(_) => {
                let target = object.pointer_at(offset).map_or(0, u128::from);
                self.compare(known, &Value::Small(target << 64 | low), 128).map_err(|why| format!("{low:#x}: {why}"))
            }
            _ => self.compare(known, &Value::Small(low), 8 * length).map_err(|why| format!("{low:#x}: {why}")),
        }
    }
}

/// An answer to a question, or a decision, that is not so. Only what edges from here use is asked
/// about: other registers are none of an analysis's business.
pub fn wrong_answer<A: Analysis>(analysis: &mut A, state: &A::State, concrete: &Concrete<'_>) -> Option<String> {
    let program = concrete.program;
    let record = concrete.record;
    let said = |question: Question, fact: &Fact, truth: String| Some(format!("{question:?}: {fact:?}, but {truth}"));
    if let Some(fact) = analysis.answer(state, Question::Location)
        && fact != Fact::At(concrete.location)
    {
        return said(Question::Location, &fact, concrete.location.to_string());
    }
    if let Some(fact) = analysis.answer(state, Question::OpenCall)
        && fact != Fact::OpenCall(record.calls.last().map(|(call, _)| *call))
    {
        return said(Question::OpenCall, &fact, format!("{:?}", record.calls));
    }
    if let Some(fact) = analysis.answer(state, Question::CallDepth)
        && fact != Fact::Count(record.calls.len() as u64)
    {
        return said(Question::CallDepth, &fact, format!("{:?}", record.calls));
    }
    let mut asked = Vec::new();
    for edge in program.out_edges(concrete.location) {
        program.edges[edge].op.for_each_use(|expr| asked.push(expr));
        if let Op::Assume { condition, .. } = program.edges[edge].op
            && let Some(decided) = analysis.decide(state, condition)
            && let Some(value) = concrete.view.evaluate(condition)
            && value.is_zero() == decided
        {
            return Some(format!("{edge} was decided to be {decided}"));
        }
    }
    for expr in asked {
        let Some(value) = concrete.view.evaluate(expr) else { continue };
        let (ty, value) = (program.exprs.ty(expr), value.low());
        let width = ty.bits(&program.layout);
        if width > 128 {
            continue;
        }
        let bits = value & (u128::MAX >> (128 - width));
        let mut questions = vec![Question::Constant(expr)];
        match ty {
            Type::Ptr => questions = vec![Question::IsNull(expr), Question::Callees(expr)],
            Type::Int(_) => questions.extend([true, false].map(|signed| Question::Bounds { expr, signed })),
            Type::Float(_) => {}
        }
        for question in questions {
            let Some(fact) = analysis.answer(state, question) else { continue };
            let fits = match &fact {
                Fact::Constant(c) => *c == bits,
                Fact::Unsigned(low, high) => (*low..=*high).contains(&bits),
                Fact::Signed(low, high) => (*low..=*high).contains(&((bits << (128 - width)) as i128 >> (128 - width))),
                Fact::Truth(null) => *null == (value as u64 == 0),
                Fact::Functions(functions) => {
                    let object = concrete.view.memory().object((value >> 64) as u64);
                    match object.map(|o| o.origin()) {
                        Some(ObjectOrigin::Function(f)) => functions.contains(&f),
                        _ => true,
                    }
                }
                Fact::At(_) | Fact::OpenCall(_) | Fact::Count(_) | Fact::Equal(_) | Fact::GivenUp(_) => false,
            };
            if !fits {
                return said(question, &fact, format!("{value:#x}"));
            }
        }
    }
    None
}
