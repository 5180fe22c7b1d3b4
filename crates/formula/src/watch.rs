//! Memory by one watched place.
//!
//! An array is a variable of which interpolants and predicates say little, and a loop over it needs
//! a statement about all of its elements. Here a builder follows one element of each array only, at
//! a place that is arbitrary but never changes: what is elsewhere is followed within a block and
//! forgotten at its end. A statement about the watched place holds for all places, since it may be
//! any.
//!
//! # Why a violation is looked for at one place only
//!
//! An execution of the program is one of the abstraction for *every* choice of the watched place.
//! So for each violating execution a choice may be made that depends on it: the place that it read
//! last. It is enough to exclude violations after which the place read last is the watched one
//! ([`Builder::demand_watched`]).
//!
//! Arrays that are indexed by offsets and have elements of one size share the place, so that what
//! is copied from one to another can be followed. Of regions that are neither variables nor equal
//! elements nothing is known.
//!
//! Watching one place is Monniaux and Gonnord's cell morphing (SAS 2016).

use crate::block::Block;
use crate::builder::Builder;
use crate::pointer::Pair;
use crate::value::Value;
use crate::variable::{Part, Place, Var, WatchClass};
use adumbra_dependence::{Content, RegionId, Shape};
use adumbra_program::*;
use adumbra_terms::Term;
use adumbra_terms::walk::free_variables;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::sync::Arc;

impl Builder {
    /// Follows one place of each array only.
    pub fn watching(mut self) -> Self {
        self.watches = true;
        self
    }

    /// Is one place of a region followed?
    pub(crate) fn is_watched(&self, region: RegionId) -> bool {
        let data = self.regions.get(region);
        self.watches && data.shape == Shape::Elements && data.content != Content::Mixed
    }

    fn watch_class(&self, region: RegionId) -> WatchClass {
        let data = self.regions.get(region);
        match data.residue {
            Some(residue) if self.indexed_by_offset(region) => WatchClass::Elements(data.size, residue),
            _ => WatchClass::Region(region),
        }
    }

    fn watched_type(&self, region: RegionId) -> Type {
        let data = self.regions.get(region);
        match data.content {
            Content::Pointer => Type::Ptr,
            _ => Type::Int(8 * data.size),
        }
    }

    /// The index of the watched place. It is a place where an element can be.
    pub(crate) fn watched_index(&mut self, region: RegionId) -> Term {
        let class = self.watch_class(region);
        let width = self.index_width(region);
        let (low, residue) = match class {
            WatchClass::Elements(size, residue) if size.is_power_of_two() => (size.trailing_zeros(), residue),
            _ => (0, 0),
        };
        let name = || match class {
            WatchClass::Elements(size, residue) => format!("place{size}_{residue}"),
            WatchClass::Region(region) => format!("place_of{}", region.as_u32()),
        };
        let sort = self.build.terms.bv_sort(width - low);
        let var = self.variables.get(&mut self.build.terms, Place::WatchedIndex(class), Part::Bits, sort, name);
        let number = self.variables.term(var);
        if low == 0 {
            return number;
        }
        let rest = self.build.word(low, residue);
        self.build.concat(number, rest)
    }

    /// Was the place that was read last the watched one? A bit.
    fn watched_last(&mut self, class: WatchClass) -> Var {
        let sort = self.build.terms.bv_sort(1);
        self.variables.get(&mut self.build.terms, Place::WatchedLast(class), Part::Bits, sort, || "read_last".into())
    }

    /// Is a pointer the watched place?
    fn at_watched(&mut self, region: RegionId, pointer: Pair) -> Term {
        let (watched, index) = (self.watched_index(region), self.index(region, pointer));
        self.build.eq(index, watched)
    }

    /// What is read from a watched region, given what is elsewhere.
    pub(crate) fn peek_watched(
        &mut self,
        block: &mut Block,
        region: RegionId,
        pointer: Pair,
        ty: Type,
        elsewhere: Value,
    ) -> Value {
        let kept = self.watched_type(region);
        if (kept == Type::Ptr) != (ty == Type::Ptr) || kept.bits(&self.program.layout) < ty.bits(&self.program.layout) {
            return elsewhere;
        }
        let here = self.at_watched(region, pointer);
        let known = match self.read_place(block, Place::Watched(region), kept) {
            Value::Bits(term) => Value::Bits(self.build.resize(ty.bits(&self.program.layout), term)),
            pointer => pointer,
        };
        self.either(here, known, elsewhere)
    }

    /// Forgets at the end of a block what is elsewhere than at watched places.
    pub fn forget_elsewhere(&mut self, block: &mut Block) {
        for region in self.watched_regions() {
            for (var, _) in self.arrays(region) {
                let sort = self.build.terms.sort(self.variables.term(var));
                let any = self.input_of(block, sort);
                block.set(&self.variables, var, any);
            }
        }
    }

    /// Writes a watched region.
    pub(crate) fn poke_watched(&mut self, block: &mut Block, region: RegionId, pointer: Pair, value: Value) {
        let kept = self.watched_type(region);
        let here = self.at_watched(region, pointer);
        let value = match (value, kept) {
            (Value::Bits(term), Type::Int(width)) => Value::Bits(self.build.resize(width, term)),
            (Value::Pointer { .. }, Type::Ptr) => value,
            _ => self.any(block, kept),
        };
        let before = self.read_place(block, Place::Watched(region), kept);
        let after = self.either(here, value, before);
        self.write_place(block, Place::Watched(region), kept, after);
    }

    /// Makes the watched place of a region arbitrary.
    pub(crate) fn havoc_watched(&mut self, block: &mut Block, region: RegionId) {
        let kept = self.watched_type(region);
        let any = self.any(block, kept);
        self.write_place(block, Place::Watched(region), kept, any);
    }

    /// Makes the watched place of a region zero.
    pub(crate) fn zero_watched(&mut self, block: &mut Block, region: RegionId) {
        let zero = match self.watched_type(region) {
            Type::Ptr => self.null_pointer(),
            ty => {
                let zero = adumbra_terms::Bits::zero(ty.bits(&self.program.layout));
                Value::Bits(self.build.terms.bv(&zero))
            }
        };
        self.write_place(block, Place::Watched(region), self.watched_type(region), zero);
    }

    /// Notes that a region was read under a condition.
    pub(crate) fn note_read(&mut self, block: &mut Block, region: RegionId, pointer: Pair, when: Option<Term>) {
        if !self.is_watched(region) {
            return;
        }
        let class = self.watch_class(region);
        let last = self.watched_last(class);
        let here = self.at_watched(region, pointer);
        let mut now = {
            let (one, zero) = (self.build.word(1, 1), self.build.word(1, 0));
            self.build.ite(here, one, zero)
        };
        if let Some(when) = when {
            let before = block.value(&self.variables, last);
            now = self.build.ite(when, now, before);
        }
        block.set(&self.variables, last, now);
    }

    /// Nothing was read in the beginning, so that nothing is demanded.
    pub(crate) fn begin_watching(&mut self, block: &mut Block) {
        if !self.watches {
            return;
        }
        let one = self.build.word(1, 1);
        for region in self.watched_regions() {
            let last = self.watched_last(self.watch_class(region));
            block.set(&self.variables, last, one);
        }
    }

    fn watched_regions(&self) -> Vec<RegionId> {
        if !self.watches {
            return Vec::new();
        }
        self.regions.iter().map(|(region, _)| region).filter(|region| self.is_watched(*region)).collect()
    }

    /// Demands at a violation that what was read last is watched; `false` if it cannot be.
    pub fn demand_watched(&mut self, block: &mut Block) -> bool {
        if !self.watches {
            return true;
        }
        for region in self.watched_regions() {
            let last = self.watched_last(self.watch_class(region));
            let value = block.value(&self.variables, last);
            let here = self.build.is_set(value);
            if !block.demand(&mut self.build, here) {
                return false;
            }
        }
        true
    }

    /// Conditions about watched places that may matter in a function, with calls open: what the
    /// function compares and stores with watched values in the place of those that it loads, and
    /// where the watched place is from those that it accesses.
    pub fn guesses(&mut self, calls: &Rc<Vec<Edge>>, function: Function) -> Vec<Term> {
        let program = Arc::clone(&self.program);
        let Some(body) = program.body(function) else { return Vec::new() };
        let mut block = Block::empty(Rc::clone(calls));
        let mut accesses: Vec<(RegionId, ExprId)> = Vec::new();
        let mut compared: Vec<(ExprId, ExprId, ExprId)> = Vec::new();
        let mut stored: Vec<(RegionId, ExprId)> = Vec::new();
        let mut visited = FxHashSet::default();
        for edge in body.edge_ids() {
            let op = &program.edges[edge].op;
            op.for_each_use(|expr| comparisons(&program, expr, &mut visited, &mut compared));
            let region = self.regions.access(edge).filter(|region| self.is_watched(*region));
            match (op, region) {
                (Op::Load { register, address }, Some(region)) => {
                    accesses.push((region, *address));
                    let ty = program.registers[*register].ty;
                    let kept = self.watched_type(region);
                    if (kept == Type::Ptr) == (ty == Type::Ptr) {
                        let value = match self.read_place(&Block::default(), Place::Watched(region), kept) {
                            Value::Bits(term) => Value::Bits(self.build.resize(ty.bits(&program.layout), term)),
                            pointer => pointer,
                        };
                        self.set_register(&mut block, *register, value);
                    }
                }
                (Op::Store { address, value }, Some(region)) => {
                    accesses.push((region, *address));
                    stored.push((region, *value));
                }
                _ => {}
            }
        }
        if accesses.is_empty() {
            return Vec::new();
        }
        compared.sort_unstable();
        compared.dedup();
        let mut guesses = Vec::new();
        self.new_stamp();
        for (region, value) in stored {
            let kept = self.watched_type(region);
            let (Ok(value), Type::Int(width)) = (self.eval(&mut block, value), kept) else { continue };
            let (Value::Bits(value), Value::Bits(watched)) =
                (value, self.read_place(&Block::default(), Place::Watched(region), kept))
            else {
                continue;
            };
            let value = self.build.resize(width, value);
            guesses.push(self.build.eq(watched, value));
        }
        for (comparison, _, _) in &compared {
            if let Ok(bit) = self.eval_bits(&mut block, *comparison) {
                let holds = self.build.is_set(bit);
                if self.mentions_watched(holds) {
                    guesses.push(holds);
                }
            }
        }
        for (region, address) in accesses {
            self.guess_base(&mut guesses, calls, region, address);
            self.guess_order(&mut guesses, &mut block, region, address);
            for (comparison, a, b) in &compared {
                for (from, to) in [(*a, *b), (*b, *a)] {
                    self.guess_bound(&mut guesses, &block, region, address, (*comparison, from, to));
                }
            }
        }
        for (comparison, _, _) in &compared {
            self.new_stamp();
            if let Ok(bit) = self.eval_bits(&mut block, *comparison) {
                guesses.push(self.build.is_set(bit));
            }
        }
        let mut seen = FxHashSet::default();
        guesses
            .retain(|guess| self.build.terms.truth(*guess).is_none() && !self.has_input(*guess) && seen.insert(*guess));
        guesses
    }

    /// The pointers from which an address in the region of a single object is computed might be its
    /// beginning.
    fn guess_base(&mut self, guesses: &mut Vec<Term>, calls: &Rc<Vec<Edge>>, region: RegionId, address: ExprId) {
        let Some(number) = self.regions.get(region).only.and_then(|object| self.object_number(object)) else { return };
        let program = Arc::clone(&self.program);
        let mut open = vec![address];
        while let Some(expr) = open.pop() {
            open.extend(program.exprs.operands(expr).filter(|operand| program.exprs.ty(*operand) == Type::Ptr));
            if let Expr::Register(register) = program.exprs.get(expr)
                && let Value::Pointer { object, offset } = self.register_value(calls.len() as u32, register)
            {
                let zero = self.offset(0);
                guesses.push(self.build.eq(object, number));
                guesses.push(self.build.eq(offset, zero));
            }
        }
    }

    /// Is the watched place before, or behind, one that is accessed?
    fn guess_order(&mut self, guesses: &mut Vec<Term>, block: &mut Block, region: RegionId, address: ExprId) {
        self.new_stamp();
        let Ok(pointer) = self.eval_pointer(block, address) else { return };
        let (index, watched) = (self.index(region, pointer), self.watched_index(region));
        guesses.push(self.build.ult(watched, index));
        guesses.push(self.build.ult(index, watched));
    }

    /// Where what an index depends on is compared: is it beyond what it is compared with, and is
    /// the watched place before the one that is accessed when both are equal?
    fn guess_bound(
        &mut self,
        guesses: &mut Vec<Term>,
        block: &Block,
        region: RegionId,
        address: ExprId,
        (comparison, from, to): (ExprId, ExprId, ExprId),
    ) {
        let Expr::Register(register) = self.program.exprs.get(from) else { return };
        let mut used = std::collections::BTreeSet::new();
        self.program.exprs.registers(address, &mut used);
        if !used.contains(&register) {
            return;
        }
        let mut block = block.clone();
        self.new_stamp();
        let (Ok(index), Ok(value)) = (self.eval(&mut block, from), self.eval(&mut block, to)) else { return };
        if let (Value::Bits(index), Value::Bits(bound)) = (index, value) {
            let signed =
                matches!(self.program.exprs.get(comparison), Expr::Binary(BinaryOp::Slt | BinaryOp::Sle, _, _));
            for (low, high) in [(index, bound), (bound, index)] {
                guesses.push(if signed { self.build.slt(low, high) } else { self.build.ult(low, high) });
            }
            if signed {
                let zero = self.build.word(self.build.width(index), 0);
                guesses.push(self.build.slt(index, zero));
            }
        }
        self.set_register(&mut block, register, value);
        self.new_stamp();
        let Ok(pointer) = self.eval_pointer(&mut block, address) else { return };
        let (index, watched) = (self.index(region, pointer), self.watched_index(region));
        guesses.push(self.build.ult(watched, index));
    }

    fn mentions_watched(&mut self, formula: Term) -> bool {
        let variables = self.variables.occurring(&mut self.build.terms, &[formula]);
        variables.iter().any(|var| matches!(self.variables.data(*var).place, Place::Watched(_)))
    }

    fn has_input(&self, formula: Term) -> bool {
        free_variables(&self.build.terms, &[formula]).into_iter().any(|term| self.is_input(term))
    }
}

/// The comparisons within an expression, with what they compare.
fn comparisons(
    program: &Program,
    expr: ExprId,
    visited: &mut FxHashSet<ExprId>,
    found: &mut Vec<(ExprId, ExprId, ExprId)>,
) {
    if !visited.insert(expr) {
        return;
    }
    if let Expr::Binary(_, a, b) = program.exprs.get(expr)
        && program.exprs.ty(expr) == Type::BOOL
        && program.exprs.ty(a) != Type::BOOL
    {
        found.push((expr, a, b));
    }
    for operand in program.exprs.operands(expr) {
        comparisons(program, operand, visited, found);
    }
}
