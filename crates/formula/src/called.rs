//! Functions by themselves, and what calls of them do.
//!
//! Where a function is looked at by itself, its activation is the outermost one, and nobody knows
//! which calls are around it. What is found about where it ends speaks of its results, of memory
//! there, and of what parameters and memory were where it was entered ([`Builder::entered`]):
//! parameters that nobody writes are that all the time. A
//! block of a caller that has just entered the function goes on behind it
//! ([`Builder::behind_call`]): what the function may write has any value, and what is known of its
//! end is demanded of the values before and behind ([`Builder::at_return`]).

use crate::block::Block;
use crate::builder::Builder;
use crate::effects::Effects;
use crate::variable::{OBJECT_BITS, Place, Var};
use adumbra_dependence::{AbstractObject, RegionId};
use adumbra_interpreter::Externals;
use adumbra_program::*;
use adumbra_terms::Term;
use adumbra_terms::walk::Substitution;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

impl Builder {
    /// With blocks whose outermost activation is any of its function.
    pub fn with_any_calls(mut self) -> Self {
        self.any_calls = true;
        self
    }

    /// The functions that a function may lead to, itself included.
    pub fn leads_to(&mut self, function: Function, other: Function) -> bool {
        self.effects(function).reached.contains(&other)
    }

    fn effects(&mut self, function: Function) -> Rc<Effects> {
        if let Some(known) = self.effects.get(&function) {
            return Rc::clone(known);
        }
        let mut effects = Effects::default();
        let mut regions: BTreeSet<RegionId> = BTreeSet::new();
        let program = Arc::clone(&self.program);
        let mut open = vec![function];
        effects.reached.insert(function);
        while let Some(next) = open.pop() {
            let Some(body) = program.body(next) else { continue };
            for edge in body.edge_ids() {
                self.own_effects(edge, &mut regions, &mut effects.allocates);
            }
            open.extend(self.call_graph.callees(next).iter().copied().filter(|f| effects.reached.insert(*f)));
        }
        effects.regions = regions.into_iter().collect();
        let effects = Rc::new(effects);
        self.effects.insert(function, Rc::clone(&effects));
        effects
    }

    /// What a move along an edge may change.
    fn own_effects(&self, edge: Edge, regions: &mut BTreeSet<RegionId>, allocates: &mut bool) {
        let op = &self.program.edges[edge].op;
        regions.extend(self.regions.written(edge));
        match op {
            Op::Store { .. } => regions.extend(self.regions.access(edge)),
            Op::Copy { .. } => regions.extend(self.regions.copy(edge).into_iter().flatten().map(|piece| piece.to)),
            Op::Fill { .. } => regions.extend(self.regions.fill(edge).into_iter().flatten().map(|piece| piece.to)),
            Op::Allocate { .. } => *allocates = true,
            Op::Call { callee, .. } => {
                let targets = self.call_graph.targets(edge).functions;
                let outside = match callee {
                    Callee::Direct(function) => self.program.body(*function).is_none(),
                    Callee::Indirect(_) => targets.iter().any(|f| self.program.body(*f).is_none()),
                };
                if outside && self.externals != Externals::Pure {
                    regions.extend(self.regions.iter().map(|(region, _)| region));
                }
            }
            _ => {}
        }
    }

    /// Is the object of a site named by a call of which nobody knows whether it is around?
    pub(crate) fn may_be_named_by_call(&self, site: Site) -> bool {
        let is_named = |object: &AbstractObject| matches!(object, AbstractObject::Called(s, _) if *s == site);
        self.any_calls && self.fixed.iter().any(is_named)
    }

    /// Any number for an object that may have a fixed one, or else gets the next.
    pub(crate) fn any_number(&mut self, block: &mut Block) -> Term {
        self.new_number(block);
        self.input(block, OBJECT_BITS)
    }

    /// The variable for what another one was where a function by itself began: the same, if the
    /// function does not write it. `None` for what nobody remembers.
    pub fn entered(&mut self, function: Function, var: Var) -> Option<Var> {
        let place = self.variables.data(var).place;
        match place {
            Place::Register(register, 0) if self.function_of_register[register.index()] != function => None,
            Place::Register(register, 0) if self.kept[register.index()] => Some(var),
            Place::Cell(region) | Place::Array(region) if !self.may_write(function, region) => Some(var),
            _ => self.entered_of(var),
        }
    }

    /// May a function, with all that it calls, write a region?
    fn may_write(&mut self, function: Function, region: RegionId) -> bool {
        self.effects(function).regions.binary_search(&region).is_ok()
    }

    /// The memory that a function may write.
    pub(crate) fn written_by(&mut self, function: Function) -> Vec<Var> {
        let mut written = Vec::new();
        for region in &self.effects(function).regions {
            if let Some(ty) = self.cell_type(*region) {
                let (first, second) = self.place(Place::Cell(*region), ty);
                written.extend(std::iter::once(first).chain(second));
            }
            written.extend(self.arrays(*region).into_iter().map(|(var, _)| var));
        }
        written
    }

    /// The variable for what another one was where the outermost activation began.
    pub(crate) fn entered_of(&mut self, var: Var) -> Option<Var> {
        let data = *self.variables.data(var);
        let place = match data.place {
            Place::Register(register, 0) => Place::EnteredRegister(register),
            Place::Cell(region) => Place::EnteredCell(region),
            Place::Array(region) => Place::EnteredArray(region),
            _ => return None,
        };
        if let Some(known) = self.variables.find(place, data.part) {
            return Some(known);
        }
        let sort = self.build.terms.sort(data.term);
        let symbol = adumbra_terms::walk::free_symbols(&self.build.terms, &[data.term]).first().copied()?;
        let name = self.build.terms.symbol(symbol).name.to_string();
        let name = [".object", ".offset"].iter().find_map(|part| name.strip_suffix(part)).unwrap_or(&name).to_owned();
        Some(self.variables.get(&mut self.build.terms, place, data.part, sort, || format!("{name}.entry")))
    }

    /// The variable of which one has the value where the outermost activation began.
    pub fn before_entered(&self, var: Var) -> Option<Var> {
        let data = self.variables.data(var);
        let place = match data.place {
            Place::EnteredRegister(register) => Place::Register(register, 0),
            Place::EnteredCell(region) => Place::Cell(region),
            Place::EnteredArray(region) => Place::Array(region),
            _ => return None,
        };
        self.variables.find(place, data.part)
    }

    /// A formula about the state where a function is entered, as one about what that was; `None` if
    /// it speaks of what nobody remembers.
    pub fn as_entered(&mut self, function: Function, formula: Term) -> Option<Term> {
        let mut pairs = Vec::new();
        for var in self.variables.occurring(&mut self.build.terms, &[formula]) {
            let entered = self.entered(function, var)?;
            pairs.push((self.variables.term(var), self.variables.term(entered)));
        }
        Some(self.replaced(pairs, formula))
    }

    /// A formula about a function where it was just entered, without entered variables: they are
    /// what is there.
    pub fn where_entered(&mut self, formula: Term) -> Term {
        let mut pairs = Vec::new();
        for var in self.variables.occurring(&mut self.build.terms, &[formula]) {
            if let Some(own) = self.before_entered(var) {
                pairs.push((self.variables.term(var), self.variables.term(own)));
            }
        }
        self.replaced(pairs, formula)
    }

    /// The block of a function by itself where it begins: what is remembered of the entry is what
    /// is there.
    pub fn begin_function(&mut self, remembered: &[Var]) -> Block {
        let mut block = Block::default();
        for entered in remembered {
            if let Some(var) = self.before_entered(*entered) {
                block.set(&self.variables, *entered, self.variables.term(var));
            }
        }
        block
    }

    /// The activation that the registers of a function have, of which so many calls are around.
    fn activation_at(&self, function: Function, depth: usize) -> u32 {
        if self.recursive[function.index()] { depth as u32 } else { 0 }
    }

    /// A formula about the state of a function by itself, where it was just entered, as one about
    /// the state of the caller with so many open calls.
    pub fn as_called(&mut self, callee: Function, depth: usize, formula: Term) -> Term {
        let activation = self.activation_at(callee, depth);
        let mut pairs = Vec::new();
        for var in self.variables.occurring(&mut self.build.terms, &[formula]) {
            if let Place::Register(register, 0) = self.variables.data(var).place
                && self.function_of_register[register.index()] == callee
                && let Some(inner) = self.register_of(var, activation)
            {
                pairs.push((self.variables.term(var), self.variables.term(inner)));
            }
        }
        self.replaced(pairs, formula)
    }

    /// The same register of another activation.
    pub(crate) fn register_of(&mut self, var: Var, activation: u32) -> Option<Var> {
        let data = *self.variables.data(var);
        match data.place {
            Place::Register(register, _) => self.variable_at(Place::Register(register, activation), data.part),
            _ => None,
        }
    }

    fn replaced(&mut self, pairs: Vec<(Term, Term)>, formula: Term) -> Term {
        let replaced = Substitution::new(&self.build.terms, pairs).apply(&mut self.build.terms, formula);
        self.build.simple(replaced)
    }

    /// The block behind a call from the one that has just entered the function: what the function
    /// may write has any value. Ways back of different numbers exclude each other.
    pub fn behind_call(&mut self, before: &Block, callee: Function, number: u32) -> Block {
        let mut block = before.clone();
        let which = self.input(&mut block, 32);
        let number = self.build.word(32, u64::from(number));
        let taken = self.build.eq(which, number);
        block.demand(&mut self.build, taken);
        let effects = self.effects(callee);
        for region in &effects.regions {
            self.havoc(&mut block, *region);
        }
        if effects.allocates {
            let counter = self.counter();
            let (next, after) = (block.value(&self.variables, counter), self.input(&mut block, OBJECT_BITS));
            block.set(&self.variables, counter, after);
            let grown = self.build.ule(next, after);
            block.demand(&mut self.build, grown);
        }
        for (number, ty) in self.results(callee, before.calls.last().copied()) {
            let place = Place::Result(number, ty.bits(&self.program.layout));
            let any = self.any(&mut block, ty);
            self.write_place(&mut block, place, ty, any);
        }
        block
    }

    /// The results that a function gives or a caller takes, each once.
    fn results(&self, callee: Function, call: Option<Edge>) -> Vec<(u32, Type)> {
        let program = &self.program;
        let mut found: Vec<(u32, Type)> = Vec::new();
        for edge in program.body(callee).into_iter().flat_map(|body| body.edge_ids()) {
            if let Op::Return { values } = &program.edges[edge].op {
                found.extend((0..).zip(values.iter().map(|value| program.exprs.ty(*value))));
            }
        }
        if let Some(Op::Call { results, .. }) = call.map(|call| &program.edges[call].op) {
            found.extend((0..).zip(results.iter().map(|register| program.registers[*register].ty)));
        }
        // Those of one width are one variable, unless one is a pointer.
        let key = |(number, ty): &(u32, Type)| (*number, ty.bits(&program.layout), *ty == Type::Ptr);
        found.sort_by_key(key);
        found.dedup_by_key(|result| key(result));
        found
    }

    /// A formula about the state where a function by itself ends, as one about the block behind a
    /// call of it; `None` if it speaks of what a caller does not see.
    pub fn at_return(&mut self, before: &Block, after: &Block, callee: Function, formula: Term) -> Option<Term> {
        let activation = self.activation_at(callee, before.calls.len());
        let results = self.results(callee, before.calls.last().copied());
        let mut pairs = Vec::new();
        for var in self.variables.occurring(&mut self.build.terms, &[formula]) {
            let value = match self.variables.data(var).place {
                Place::Register(register, 0)
                    if self.kept[register.index()] && self.function_of_register[register.index()] == callee =>
                {
                    let inner = self.register_of(var, activation)?;
                    before.value(&self.variables, inner)
                }
                Place::EnteredRegister(_) => {
                    let own = self.before_entered(var)?;
                    let inner = self.register_of(own, activation)?;
                    before.value(&self.variables, inner)
                }
                Place::EnteredCell(_) | Place::EnteredArray(_) => {
                    let own = self.before_entered(var)?;
                    before.value(&self.variables, own)
                }
                Place::Cell(_) | Place::Array(_) | Place::NextObject => after.value(&self.variables, var),
                Place::Result(number, width) => {
                    let is_given = |(n, ty): &(u32, Type)| (*n, ty.bits(&self.program.layout)) == (number, width);
                    if !results.iter().any(is_given) {
                        return None;
                    }
                    after.value(&self.variables, var)
                }
                _ => return None,
            };
            pairs.push((self.variables.term(var), value));
        }
        Some(self.replaced(pairs, formula))
    }

    /// Demands a condition of a block; one that cannot hold stays, false as it is.
    pub fn demanded(&mut self, block: &mut Block, condition: Term) {
        if !block.demand(&mut self.build, condition) {
            Rc::make_mut(&mut block.conditions).push(condition);
        }
    }

    /// Makes a block different from others by a number.
    pub fn mark(&mut self, block: &mut Block, number: u32) {
        let which = self.input(block, 32);
        let number = self.build.word(32, u64::from(number));
        let taken = self.build.eq(which, number);
        self.demanded(block, taken);
    }
}
