//! What the program itself says about a function: conditions of its body about what it was given,
//! and conditions behind calls of it, as terms over the columns of its exit.
//!
//! Paths to a violation behind a call are worth most: that they are not taken is what is asked.
//! What cannot be said by columns is left out of a path, so that more is suspected than is needed.

use super::table::{What, When};
use adumbra_program::*;
use adumbra_terms::walk::{free_variables, reachable};
use adumbra_terms::{Kind, Substitution, Term, Terms};
use rustc_hash::FxHashMap;

/// Paths, and edges on one.
const MOST_PATHS: usize = 48;
const MOST_EDGES: usize = 60;

/// Deeper expressions are not looked at.
const MOST_DEPTH: usize = 40;

/// Larger conditions are not suspected.
const MOST_TERMS: usize = 60;

/// What the program says.
#[derive(Default)]
pub(super) struct Said {
    /// Conditions on which it branches.
    pub(super) atoms: Vec<Term>,
    /// What it speaks of, besides columns and numbers.
    pub(super) parts: Vec<Term>,
    /// What holds if no violation happens behind a call.
    pub(super) goals: Vec<Term>,
}

/// The columns of an exit, as variables.
pub(super) type Variables = FxHashMap<(What, When), Term>;

/// A place on a path.
#[derive(Clone)]
struct Here {
    location: Location,
    registers: FxHashMap<Register, Term>,
    /// What cells contain, where that is not what they contained at first; none if not known.
    cells: FxHashMap<(Global, u64, u32), Option<Term>>,
    clobbered: bool,
    /// Is the awaited call behind it?
    called: bool,
    conditions: Vec<Term>,
    length: usize,
}

/// Looks at conditions.
pub(super) struct Reader<'p> {
    pub(super) program: &'p Program,
    pub(super) terms: &'p mut Terms,
    pub(super) variables: &'p Variables,
    /// Memory is looked at as it was then.
    when: When,
    /// Parameters of the function by registers that point where they do.
    pointers: FxHashMap<Register, Register>,
    /// The call behind which columns are known.
    awaited: Option<Edge>,
    pub(super) said: Said,
}

impl<'p> Reader<'p> {
    pub(super) fn new(program: &'p Program, terms: &'p mut Terms, variables: &'p Variables) -> Self {
        let said = Said::default();
        Reader { program, terms, variables, when: When::Before, pointers: FxHashMap::default(), awaited: None, said }
    }

    /// Conditions of the body, up to calls.
    pub(super) fn inside(&mut self, body: &Body) {
        self.when = When::Before;
        self.pointers = body.parameters.iter().map(|p| (*p, *p)).collect();
        let mut registers = FxHashMap::default();
        for parameter in &body.parameters {
            if let Some(term) = self.variables.get(&(What::Register(*parameter), When::Before)) {
                registers.insert(*parameter, *term);
            }
        }
        self.walk(body.entry, registers, Vec::new());
    }

    /// Conditions before and behind a call of a function: the caller is followed from its entry, by
    /// unknowns that become columns where the call hands them over.
    pub(super) fn behind(&mut self, call: Edge) {
        let caller = self.program.function_of(self.program.edges[call].from);
        let Some(body) = self.program.body(caller) else { return };
        self.pointers.clear();
        self.when = When::Before;
        self.awaited = Some(call);
        self.walk(body.entry, FxHashMap::default(), Vec::new());
        self.awaited = None;
    }

    /// The awaited call: what it hands over is told by columns.
    fn called(&mut self, call: Edge, here: &mut Here) {
        let Op::Call { callee: Callee::Direct(callee), arguments, results } = &self.program.edges[call].op else {
            return;
        };
        let Some(callee) = self.program.body(*callee) else { return };
        let mut pairs: Vec<(Term, Term)> = Vec::new();
        let mut told = Vec::new();
        for (parameter, argument) in callee.parameters.iter().zip(arguments) {
            match self.variables.get(&(What::Register(*parameter), When::Before)).copied() {
                Some(variable) => {
                    if let Some(argument) = self.term(*argument, here, 0) {
                        told.push((argument, variable));
                    }
                }
                None => {
                    if let Expr::Register(register) = self.program.exprs.get(*argument) {
                        self.pointers.insert(register, *parameter);
                    }
                }
            }
        }
        for ((global, at, bytes), value) in &here.cells {
            let variable = self.variables.get(&(What::Cell(*global, *at, *bytes), When::Before));
            told.extend(value.zip(variable.copied()));
        }
        for (value, variable) in told {
            self.tell(value, variable, &mut pairs, &mut here.conditions);
        }
        let mut replaced = Substitution::new(self.terms, pairs);
        for term in here.registers.values_mut().chain(here.conditions.iter_mut()) {
            *term = replaced.apply(self.terms, *term);
        }
        here.cells.clear();
        (here.clobbered, here.called) = (false, true);
        for (index, register) in results.iter().enumerate() {
            match self.variables.get(&(What::Result(index as u32), When::Now)) {
                Some(result) => drop(here.registers.insert(*register, *result).is_some()),
                None => drop(here.registers.remove(register).is_some()),
            }
        }
        let conditions = here.conditions.clone();
        conditions.into_iter().for_each(|condition| self.note(condition));
    }

    /// A value is a column: an unknown in it is replaced, or it is a condition.
    fn tell(&mut self, value: Term, variable: Term, pairs: &mut Vec<(Term, Term)>, conditions: &mut Vec<Term>) {
        if self.terms.bv_width(value) != self.terms.bv_width(variable) {
            return;
        }
        let is_new = |term: Term, pairs: &[(Term, Term)]| pairs.iter().all(|(known, _)| *known != term);
        if self.terms.kind(value) == Kind::Var && is_new(value, pairs) {
            pairs.push((value, variable));
            return;
        }
        if let (Kind::BvAdd, [a, b]) = (self.terms.kind(value), self.terms.operands(value)) {
            let (a, b) = (*a, *b);
            for (unknown, by) in [(a, b), (b, a)] {
                if self.terms.kind(unknown) == Kind::Var && self.terms.is_constant(by) && is_new(unknown, pairs) {
                    let before = self.terms.bv_sub(variable, by);
                    pairs.push((unknown, before));
                    return;
                }
            }
        }
        let same = self.terms.eq(value, variable);
        conditions.push(same);
    }

    /// Is a term about columns alone?
    fn is_said(&self, term: Term) -> bool {
        let free = free_variables(self.terms, &[term]);
        !free.is_empty() && free.iter().all(|variable| self.variables.values().any(|known| known == variable))
    }

    /// What nothing is known of.
    fn unknown(&mut self, width: u32) -> Term {
        let sort = self.terms.bv_sort(width);
        self.terms.fresh_var("unknown", sort)
    }

    fn walk(&mut self, location: Location, registers: FxHashMap<Register, Term>, conditions: Vec<Term>) {
        let start = Here {
            location,
            registers,
            cells: FxHashMap::default(),
            clobbered: false,
            called: false,
            conditions,
            length: 0,
        };
        let mut stack = vec![start];
        let mut paths = 0;
        while let Some(here) = stack.pop() {
            if here.length > MOST_EDGES || paths > MOST_PATHS {
                paths += 1;
                continue;
            }
            let edges: Vec<Edge> = self.program.out_edges(here.location).collect();
            if edges.is_empty() {
                paths += 1;
            }
            for edge in edges {
                let mut next = here.clone();
                next.length += 1;
                next.location = self.program.edges[edge].to;
                if self.step(edge, &mut next) {
                    stack.push(next);
                } else {
                    paths += 1;
                }
            }
        }
    }

    /// Makes a step; `false` if the path ends with it.
    fn step(&mut self, edge: Edge, here: &mut Here) -> bool {
        let program = self.program;
        match &program.edges[edge].op {
            Op::Assign(pairs) => {
                let values: Vec<Option<Term>> = pairs.iter().map(|(_, e)| self.term(*e, here, 0)).collect();
                for ((register, _), value) in pairs.iter().zip(values) {
                    self.set(here, *register, value);
                }
                true
            }
            Op::Assume { condition, truth } => {
                if let Some(atom) = self.condition(*condition, here, 0) {
                    self.note(atom);
                    if self.terms.truth(atom).is_some_and(|known| known != *truth) {
                        return false;
                    }
                    let holds = if *truth { atom } else { self.terms.not(atom) };
                    here.conditions.push(holds);
                }
                true
            }
            Op::Load { register, address } => {
                let value = self.loaded(*register, *address, here);
                self.set(here, *register, value);
                true
            }
            Op::Store { address, value } => {
                self.store(*address, *value, here);
                true
            }
            Op::Call { .. } if self.awaited == Some(edge) && !here.called => {
                self.called(edge, here);
                true
            }
            Op::Call { callee, results, .. } => {
                if let Callee::Direct(function) = callee
                    && self.violates(*function)
                {
                    if self.awaited.is_some() && !here.called {
                        return false;
                    }
                    self.goal(&here.conditions.clone());
                    return false;
                }
                here.clobbered = true;
                here.cells.clear();
                here.registers.retain(|register, _| !results.contains(register));
                self.awaited.is_some()
            }
            Op::Violation(kind) => {
                if program.property.monitors(*kind) && (self.awaited.is_none() || here.called) {
                    self.goal(&here.conditions.clone());
                }
                true
            }
            op => {
                op.for_each_definition(|register| {
                    here.registers.remove(&register);
                });
                !matches!(op, Op::End { .. } | Op::Return { .. } | Op::Unsupported(_))
            }
        }
    }

    fn set(&mut self, here: &mut Here, register: Register, value: Option<Term>) {
        here.registers.remove(&register);
        if let Some(value) = value {
            here.registers.insert(register, value);
        }
    }

    /// Is a violation the first that a function does?
    fn violates(&self, function: Function) -> bool {
        let Some(body) = self.program.body(function) else { return false };
        self.program.out_edges(body.entry).any(|edge| match self.program.edges[edge].op {
            Op::Violation(kind) => self.program.property.monitors(kind),
            _ => false,
        })
    }

    fn goal(&mut self, conditions: &[Term]) {
        let conditions: Vec<Term> = conditions.iter().copied().filter(|c| self.is_said(*c)).collect();
        // It may be true however the function was called, and is easier to prove then.
        let behind: Vec<Term> = conditions.iter().copied().filter(|c| self.is_behind(*c)).collect();
        for conditions in [conditions, behind] {
            self.suspect(&conditions);
        }
    }

    /// Does a condition speak of what there is behind the call?
    fn is_behind(&self, condition: Term) -> bool {
        let free = free_variables(self.terms, &[condition]);
        self.variables.iter().any(|((_, when), variable)| *when == When::Now && free.contains(variable))
    }

    /// Suspects that some conditions do not hold together.
    fn suspect(&mut self, conditions: &[Term]) {
        if conditions.is_empty() {
            return;
        }
        let all = self.terms.and_all(conditions.iter().copied());
        let goal = self.terms.not(all);
        if !self.said.goals.contains(&goal) && reachable(self.terms, &[goal]).len() <= MOST_TERMS * 3 {
            self.said.goals.push(goal);
        }
    }

    /// Notes a condition, and what it speaks of.
    fn note(&mut self, atom: Term) {
        let operands = self.terms.operands(atom);
        let is_trivial = operands.len() == 2 && operands[0] == operands[1];
        if is_trivial || self.said.atoms.contains(&atom) || !self.is_said(atom) {
            return;
        }
        let all = reachable(self.terms, &[atom]);
        if all.len() > MOST_TERMS {
            return;
        }
        self.said.atoms.push(atom);
        for part in all {
            let is_word = self.terms.bv_width(part).is_some_and(|width| width > 1);
            let kind = self.terms.kind(part);
            let is_plain =
                matches!(kind, Kind::Var | Kind::Const | Kind::Concat | Kind::SignExtend | Kind::BvNeg | Kind::BvNot);
            if is_word && !is_plain && !self.terms.is_constant(part) && !self.said.parts.contains(&part) {
                self.said.parts.push(part);
            }
        }
    }

    fn place(&self, address: ExprId, depth: usize) -> Option<(ExprId, u64)> {
        let pool = &self.program.exprs;
        match pool.get(address) {
            Expr::Binary(BinaryOp::PtrAdd, base, by) if depth < MOST_DEPTH => {
                let Expr::Const(by) = pool.get(by) else { return None };
                let (base, before) = self.place(base, depth + 1)?;
                Some((base, before.wrapping_add(by)))
            }
            _ => Some((address, 0)),
        }
    }

    fn loaded(&mut self, register: Register, address: ExprId, here: &mut Here) -> Option<Term> {
        let ty = self.program.registers[register].ty;
        let bytes = ty.store_size(&self.program.layout) as u32;
        let (base, at) = self.place(address, 0)?;
        let is_ahead = self.awaited.is_some() && !here.called;
        let variable = match self.program.exprs.get(base) {
            Expr::GlobalAddr(global) if is_ahead => {
                let known = here.cells.get(&(global, at, bytes)).copied().flatten();
                match known {
                    Some(known) => Some(known),
                    None => {
                        let Type::Int(width) = ty else { return None };
                        let unknown = self.unknown(width);
                        here.cells.insert((global, at, bytes), Some(unknown));
                        Some(unknown)
                    }
                }
            }
            Expr::GlobalAddr(global) => match here.cells.get(&(global, at, bytes)) {
                Some(known) => *known,
                None if here.clobbered || !here.cells.is_empty() && self.overlaps(here, global, at, bytes) => None,
                None => self.variables.get(&(What::Cell(global, at, bytes), self.now())).copied(),
            },
            Expr::Register(pointer) if !here.clobbered => {
                let parameter = self.pointers.get(&pointer)?;
                self.variables.get(&(What::Behind(*parameter, at, bytes), self.now())).copied()
            }
            _ => None,
        }?;
        (Type::Int(self.terms.bv_width(variable)?) == ty).then_some(variable)
    }

    /// The time of the memory that is looked at.
    fn now(&self) -> When {
        if self.awaited.is_some() { When::Now } else { self.when }
    }

    fn overlaps(&self, here: &Here, global: Global, at: u64, bytes: u32) -> bool {
        here.cells.keys().any(|(g, other, length)| {
            *g == global && *other < at + u64::from(bytes) && at < *other + u64::from(*length)
        })
    }

    fn store(&mut self, address: ExprId, value: ExprId, here: &mut Here) {
        let bytes = self.program.exprs.ty(value).store_size(&self.program.layout) as u32;
        let known = self.place(address, 0).map(|(base, at)| (self.program.exprs.get(base), at));
        match known {
            Some((Expr::GlobalAddr(global), at)) => {
                let value = self.term(value, here, 0);
                here.cells.insert((global, at, bytes), value);
            }
            Some((Expr::Register(_), _)) | None => here.clobbered = true,
            _ => {}
        }
    }

    /// A condition.
    fn condition(&mut self, expr: ExprId, here: &mut Here, depth: usize) -> Option<Term> {
        if depth > MOST_DEPTH {
            return None;
        }
        let pool = &self.program.exprs;
        if let Expr::Binary(op, a, b) = pool.get(expr)
            && pool.ty(a) != Type::Ptr
            && let Some(make) = comparison(op)
        {
            let (a, b) = (self.term(a, here, depth + 1)?, self.term(b, here, depth + 1)?);
            return Some(make(self.terms, a, b));
        }
        let bit = self.term(expr, here, depth + 1)?;
        if let (Kind::Ite, [c, a, b]) = (self.terms.kind(bit), self.terms.operands(bit))
            && self.terms.constant(*a).is_some_and(|a| a.is_one())
            && self.terms.constant(*b).is_some_and(|b| b.is_zero())
        {
            return Some(*c);
        }
        let one = self.terms.bv_u64(1, 1);
        (self.terms.bv_width(bit) == Some(1)).then(|| self.terms.eq(bit, one))
    }

    /// An integer.
    fn term(&mut self, expr: ExprId, here: &mut Here, depth: usize) -> Option<Term> {
        if depth > MOST_DEPTH {
            return None;
        }
        let pool = &self.program.exprs;
        let Type::Int(width) = pool.ty(expr) else { return None };
        match pool.get(expr) {
            Expr::Register(register) => match here.registers.get(&register) {
                Some(term) => Some(*term),
                None if self.awaited.is_some() && width <= 64 => {
                    let unknown = self.unknown(width);
                    here.registers.insert(register, unknown);
                    Some(unknown)
                }
                None => None,
            },
            Expr::Const(bits) => Some(self.terms.bv_u64(width, bits)),
            Expr::Binary(op, a, b) if comparison(op).is_some() => {
                let _ = (a, b);
                let holds = self.condition(expr, here, depth + 1)?;
                Some(self.bit(holds))
            }
            Expr::Binary(op, a, b) => {
                let make = arithmetic(op)?;
                let (a, b) = (self.term(a, here, depth + 1)?, self.term(b, here, depth + 1)?);
                Some(make(self.terms, a, b))
            }
            Expr::Cast(op, a) => {
                let Type::Int(from) = pool.ty(a) else { return None };
                let a = self.term(a, here, depth + 1)?;
                match op {
                    CastOp::Trunc => Some(self.terms.extract(width - 1, 0, a)),
                    CastOp::ZExt => Some(self.terms.zero_extend(width - from, a)),
                    CastOp::SExt => Some(self.terms.sign_extend(width - from, a)),
                    _ => None,
                }
            }
            Expr::Select(c, a, b) => {
                let c = self.condition(c, here, depth + 1)?;
                let (a, b) = (self.term(a, here, depth + 1)?, self.term(b, here, depth + 1)?);
                Some(self.terms.ite(c, a, b))
            }
            _ => None,
        }
    }

    fn bit(&mut self, holds: Term) -> Term {
        let (one, zero) = (self.terms.bv_u64(1, 1), self.terms.bv_u64(1, 0));
        self.terms.ite(holds, one, zero)
    }
}

type Make = fn(&mut Terms, Term, Term) -> Term;

fn comparison(op: BinaryOp) -> Option<Make> {
    Some(match op {
        BinaryOp::Eq => Terms::eq,
        BinaryOp::Ne => Terms::ne,
        BinaryOp::Ult => Terms::bv_ult,
        BinaryOp::Ule => Terms::bv_ule,
        BinaryOp::Slt => Terms::bv_slt,
        BinaryOp::Sle => Terms::bv_sle,
        _ => return None,
    })
}

fn arithmetic(op: BinaryOp) -> Option<Make> {
    Some(match op {
        BinaryOp::Add => Terms::bv_add,
        BinaryOp::Sub => Terms::bv_sub,
        BinaryOp::Mul => Terms::bv_mul,
        BinaryOp::UDiv => Terms::bv_udiv,
        BinaryOp::URem => Terms::bv_urem,
        BinaryOp::SDiv => Terms::bv_sdiv,
        BinaryOp::SRem => Terms::bv_srem,
        BinaryOp::And => Terms::bv_and,
        BinaryOp::Or => Terms::bv_or,
        BinaryOp::Xor => Terms::bv_xor,
        BinaryOp::Shl => Terms::bv_shl,
        BinaryOp::LShr => Terms::bv_lshr,
        BinaryOp::AShr => Terms::bv_ashr,
        _ => return None,
    })
}
