//! The reference of abstract interpretation: equations over locations, solved by naive iteration
//! from below, in any domain.
//!
//! It is written to be read, not to be quick or precise: every edge is executed again until nothing
//! changes, without widening; memory and pointers are unknown; a call passes its arguments and
//! returns anything. With one environment a location it is the usual analysis; with a set of them,
//! in the domain of constants, it is the collecting semantics.

use adumbra_domains::{Domain, Sort};
use adumbra_program::*;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of registers; those that are absent have any value.
pub type Environment<D> = BTreeMap<Register, D>;

/// How environments that meet at a location are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Meeting {
    /// As one that covers them.
    Joined,
    /// As they are.
    Apart,
}

/// The interpreter.
pub struct Reference<'a, D: Domain> {
    pub program: &'a Program,
    pub context: D::Context,
    pub meeting: Meeting,
}

impl<D: Domain> Reference<'_, D> {
    /// The least solution: the environments at each location that is reached. `None` if it is not
    /// found in so many rounds.
    pub fn solve(&mut self, rounds: usize) -> Option<BTreeMap<Location, Vec<Environment<D>>>> {
        let entry = self.program.body(self.program.entry)?.entry;
        let mut solution = BTreeMap::from([(entry, vec![Environment::new()])]);
        for _ in 0..rounds {
            let mut changed = false;
            for (edge, data) in self.program.edges.iter() {
                for before in solution.get(&data.from).cloned().unwrap_or_default() {
                    for (to, after) in self.execute(edge, &before) {
                        changed |= self.add(solution.entry(to).or_default(), after);
                    }
                }
            }
            if !changed {
                return Some(solution);
            }
        }
        None
    }

    /// Adds an environment; `false` if nothing changes.
    fn add(&mut self, list: &mut Vec<Environment<D>>, new: Environment<D>) -> bool {
        if self.meeting == Meeting::Joined
            && let Some(old) = list.first_mut()
        {
            let mut joined = Environment::new();
            for (register, value) in &*old {
                if let Some(other) = new.get(register) {
                    let sort = sort(self.program, self.program.registers[*register].ty);
                    joined.insert(*register, D::join(&mut self.context, sort, value, other).unwrap());
                }
            }
            let changed = joined != *old;
            *old = joined;
            return changed;
        }
        let changed = !list.contains(&new);
        if changed {
            list.push(new);
        }
        changed
    }

    /// Where an edge leads, with what is known there.
    fn execute(&mut self, edge: Edge, before: &Environment<D>) -> Vec<(Location, Environment<D>)> {
        let data = &self.program.edges[edge];
        let mut after = before.clone();
        match &data.op {
            Op::Assign(pairs) => {
                for (register, expr) in pairs.iter() {
                    let value = self.evaluate(before, *expr);
                    after.insert(*register, value);
                }
            }
            Op::Assume { condition, truth } => {
                if !self.assume(&mut after, *condition, *truth) {
                    return Vec::new();
                }
            }
            Op::Violation(_) | Op::End { .. } => return Vec::new(),
            op => op.for_each_definition(|r| {
                after.remove(&r);
            }),
        }
        let mut out = vec![(data.to, after)];
        if let Op::Call { callee: Callee::Direct(callee), arguments, .. } = &data.op
            && let Some(body) = self.program.body(*callee)
        {
            let passed = body.parameters.iter().zip(arguments).map(|(p, a)| (*p, self.evaluate(before, *a))).collect();
            out.push((body.entry, passed));
        }
        out
    }

    /// The value of an expression.
    pub fn evaluate(&mut self, environment: &Environment<D>, expr: ExprId) -> D {
        let pool = &self.program.exprs;
        let mut needed = BTreeSet::from([expr]);
        let mut stack = vec![expr];
        while let Some(next) = stack.pop() {
            stack.extend(pool.operands(next).filter(|o| needed.insert(*o)));
        }
        // Operands have lower numbers.
        let mut values: BTreeMap<ExprId, D> = BTreeMap::new();
        for id in needed {
            let value = self.node(environment, id, &values);
            values.insert(id, value);
        }
        values.remove(&expr).unwrap()
    }

    fn node(&mut self, environment: &Environment<D>, id: ExprId, values: &BTreeMap<ExprId, D>) -> D {
        let pool = &self.program.exprs;
        let of = |e: ExprId| sort(self.program, pool.ty(e));
        let ctx = &mut self.context;
        let pointers = pool.operands(id).any(|o| pool.ty(o) == Type::Ptr) || pool.ty(id) == Type::Ptr;
        let value = match pool.get(id) {
            Expr::Register(r) => environment.get(&r).cloned().ok_or(()),
            _ if pointers => Err(()),
            Expr::Const(bits) => D::lift(ctx, of(id), &[bits]).map_err(drop),
            Expr::Unary(op, a) => D::unary(ctx, op, of(a), &values[&a]).map_err(drop),
            Expr::Binary(op, a, b) => D::binary(ctx, op, of(a), &values[&a], &values[&b]).map_err(drop),
            Expr::Cast(op, a) => D::cast(ctx, op, of(a), of(id), &values[&a]).map_err(drop),
            Expr::Select(c, a, b) => D::select(ctx, of(id), &values[&c], &values[&a], &values[&b]).map_err(drop),
            _ => Err(()),
        };
        value.unwrap_or_else(|()| D::any(&mut self.context, of(id)).unwrap())
    }

    /// Takes a condition for true or false; `false` if it cannot be. A comparison tells about the
    /// registers that it compares.
    fn assume(&mut self, environment: &mut Environment<D>, condition: ExprId, truth: bool) -> bool {
        let value = self.evaluate(environment, condition);
        let Some(value) = D::assume(&mut self.context, Sort::BOOL, &value, truth).unwrap() else { return false };
        let pool = &self.program.exprs;
        if let Expr::Binary(op, a, b) = pool.get(condition)
            && pool.ty(a) != Type::Ptr
        {
            let operands = (self.evaluate(environment, a), self.evaluate(environment, b));
            let of = sort(self.program, pool.ty(a));
            let Some((x, y)) = D::refine_binary(&mut self.context, op, of, &value, &operands.0, &operands.1).unwrap()
            else {
                return false;
            };
            for (side, refined) in [(a, x), (b, y)] {
                if let Expr::Register(register) = pool.get(side)
                    && a != b
                {
                    environment.insert(register, refined);
                }
            }
        }
        true
    }
}

/// The sort of a type.
pub fn sort(program: &Program, ty: Type) -> Sort {
    ty.sort(program.layout.pointer_bits)
}
