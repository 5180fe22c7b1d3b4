//! Which objects a pointer that nothing is known of cannot point to.
//!
//! An object is *private* if its address is only ever accessed through, or compared: it is never
//! stored, passed or assigned. Offsets do not matter, since an access does not leave its object.

use adumbra_program::*;

/// The objects that are not private.
#[derive(Debug)]
pub(super) struct Privacy {
    globals: EntitySet<Global>,
    sites: EntitySet<Site>,
}

impl Privacy {
    pub(super) fn new(program: &Program) -> Self {
        let mut shared = Privacy { globals: EntitySet::new(), sites: EntitySet::new() };
        for (_, global) in program.globals.iter() {
            for relocation in global.init.iter().flat_map(|i| &i.relocations) {
                if let RelocationTarget::Global(target) = relocation.target {
                    shared.globals.insert(target);
                }
            }
        }
        let mut site_of: SecondaryMap<Register, Option<Site>> = SecondaryMap::new();
        for edge in program.edges.values() {
            if let Op::Allocate { register, site, .. } = edge.op {
                // A register for several sites names none of them.
                if let Some(other) = site_of[register] {
                    shared.sites.insert(other);
                    shared.sites.insert(site);
                }
                site_of[register] = Some(site);
            }
        }
        for edge in program.edges.values() {
            let mut access = |expr| shared.look(program, &site_of, expr, true);
            match &edge.op {
                Op::Load { address, .. }
                | Op::Free { address, .. }
                | Op::ScopeBegin { address }
                | Op::ScopeEnd { address }
                | Op::ObjectSize { address, .. }
                | Op::VaStart { list: address }
                | Op::Fill { to: address, .. }
                | Op::Havoc { to: address, .. } => access(*address),
                Op::Store { address, value } => {
                    access(*address);
                    shared.look(program, &site_of, *value, false);
                }
                Op::Copy { to, from, .. } => {
                    access(*to);
                    access(*from);
                }
                op => op.for_each_use(|expr| shared.look(program, &site_of, expr, false)),
            }
        }
        shared
    }

    /// Marks what an expression gives away. `base`: only the base of an address is taken from it.
    fn look(&mut self, program: &Program, site_of: &SecondaryMap<Register, Option<Site>>, expr: ExprId, base: bool) {
        let pool = &program.exprs;
        let mut open = vec![(expr, base)];
        let mut seen = std::collections::HashSet::new();
        while let Some((expr, base)) = open.pop() {
            if !seen.insert((expr, base)) {
                continue;
            }
            match pool.get(expr) {
                Expr::GlobalAddr(global) if !base => {
                    self.globals.insert(global);
                }
                Expr::Register(register) if !base => {
                    if let Some(site) = site_of[register] {
                        self.sites.insert(site);
                    }
                }
                Expr::Binary(BinaryOp::PtrAdd, pointer, offset) => open.extend([(pointer, base), (offset, false)]),
                Expr::Binary(BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Ult | BinaryOp::Ule, a, b)
                    if pool.ty(a) == Type::Ptr =>
                {
                    open.extend([(a, true), (b, true)]);
                }
                // Of a choice between addresses it is not known which one is accessed.
                _ => open.extend(pool.operands(expr).map(|operand| (operand, false))),
            }
        }
    }

    /// May an unknown pointer point to the global?
    pub(super) fn shares_global(&self, global: Global) -> bool {
        self.globals.contains(global)
    }

    /// May an unknown pointer point to objects of the site?
    pub(super) fn shares_site(&self, site: Site) -> bool {
        self.sites.contains(site)
    }
}
