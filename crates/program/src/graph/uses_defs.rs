//! Which registers the edges of a function read and write.
//!
//! Memory is not a register: what loads and stores touch is for a points-to analysis to say. A call
//! reads its arguments and its function pointer and writes its results; that it also writes the
//! parameters of the function it enters is seen from [`Body::parameters`]. A return reads its
//! values.

use super::Lists;
use crate::ids::{Edge, ExprId, Register};
use crate::model::{Body, Program};
use cranelift_entity::EntityRef;

/// The registers read and written by each edge of a function.
#[derive(Clone, Debug)]
pub struct UsesDefs {
    first: Edge,
    uses: Lists,
    defs: Lists,
}

impl UsesDefs {
    /// Looks at all edges of a body.
    pub fn new(program: &Program, body: &Body) -> Self {
        let mut seen = vec![0u32; program.exprs.len()];
        let (mut uses, mut defs) = (Vec::new(), Vec::new());
        let mut stack: Vec<ExprId> = Vec::new();
        for (i, edge) in (0u32..).zip(body.edge_ids()) {
            let op = &program.edges[edge].op;
            op.for_each_use(|e| stack.push(e));
            let start = uses.len();
            while let Some(e) = stack.pop() {
                if std::mem::replace(&mut seen[e.index()], i + 1) == i + 1 {
                    continue;
                }
                if let crate::Expr::Register(r) = program.exprs.get(e) {
                    uses.push((i, r.as_u32()));
                }
                stack.extend(program.exprs.operands(e));
            }
            uses[start..].sort_unstable();
            op.for_each_definition(|r| defs.push((i, r.as_u32())));
        }
        let n = body.edge_ids().len();
        UsesDefs {
            first: body.edges.0,
            uses: Lists::group(n, uses.iter().copied()),
            defs: Lists::group(n, defs.iter().copied()),
        }
    }

    fn index(&self, edge: Edge) -> u32 {
        (edge.index() - self.first.index()) as u32
    }

    /// The registers that an edge reads, in ascending order, each once.
    pub fn uses(&self, edge: Edge) -> impl ExactSizeIterator<Item = Register> + '_ {
        self.uses.get(self.index(edge)).iter().map(|r| Register::from_u32(*r))
    }

    /// The registers that an edge writes, in the order of the operation.
    pub fn defs(&self, edge: Edge) -> impl ExactSizeIterator<Item = Register> + '_ {
        self.defs.get(self.index(edge)).iter().map(|r| Register::from_u32(*r))
    }
}
