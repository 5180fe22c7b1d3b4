//! The canonical numbering of expressions: two programs that differ only in it have equal canonical
//! forms.

use crate::expr::{Expr, ExprPool};
use crate::ids::ExprId;
use crate::model::Program;
use cranelift_entity::EntityRef;

impl Program {
    /// The same program with its expressions numbered in the order in which the edges first use
    /// them, operands before the nodes that have them, each once, and none that no edge uses.
    /// Idempotent.
    ///
    /// Compare canonical forms to ask whether two programs are the same: the numbering of
    /// expressions is an accident of how a program was made.
    pub fn canonical(mut self) -> Program {
        let mut renumbering = Renumbering { new: ExprPool::default(), map: vec![None; self.exprs.len()] };
        for edge in self.edges.values_mut() {
            edge.op.for_each_use_mut(|e| *e = renumbering.copy(&self.exprs, *e));
        }
        self.exprs = renumbering.new;
        self
    }
}

struct Renumbering {
    new: ExprPool,
    map: Vec<Option<ExprId>>,
}

impl Renumbering {
    fn copy(&mut self, old: &ExprPool, root: ExprId) -> ExprId {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if self.map[id.index()].is_some() {
                stack.pop();
                continue;
            }
            let start = stack.len();
            stack.extend(old.operands(id).filter(|o| self.map[o.index()].is_none()));
            if stack.len() > start {
                stack[start..].reverse();
                continue;
            }
            stack.pop();
            let new = self.node(old, id);
            self.map[id.index()] = Some(new);
        }
        self.mapped(root)
    }

    fn mapped(&self, id: ExprId) -> ExprId {
        self.map[id.index()].unwrap_or(id)
    }

    /// Copies a node whose operands have been copied.
    fn node(&mut self, old: &ExprPool, id: ExprId) -> ExprId {
        let ty = old.ty(id);
        let expr = match old.get(id) {
            Expr::Wide(w) => {
                let words = old.wide(w);
                // The words have been cut to the width when the constant was made.
                return self.new.constant(words, ty, ty.fixed_bits().unwrap_or(words.len() as u32 * 64));
            }
            Expr::Unary(op, a) => Expr::Unary(op, self.mapped(a)),
            Expr::Binary(op, a, b) => Expr::Binary(op, self.mapped(a), self.mapped(b)),
            Expr::Cast(op, a) => Expr::Cast(op, self.mapped(a)),
            Expr::Select(a, b, c) => Expr::Select(self.mapped(a), self.mapped(b), self.mapped(c)),
            Expr::FMulAdd(a, b, c) => Expr::FMulAdd(self.mapped(a), self.mapped(b), self.mapped(c)),
            leaf => leaf,
        };
        self.new.intern(expr, ty)
    }
}
