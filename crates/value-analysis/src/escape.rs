//! Which objects an unknown pointer cannot point to.
//!
//! A global or a local variable whose address is only ever the base of an address that is accessed
//! at once, or is compared, is *private*: no pointer to it is stored, passed or merged with others,
//! so a pointer that nothing is known of does not point to it. Offsets do not matter, since an
//! access does not leave its object.

use adumbra_program::*;

/// The private objects of a program.
#[derive(Debug)]
pub(super) struct Escape {
    shared_globals: EntitySet<Global>,
    /// The private site that a register is the address of.
    private: SecondaryMap<Register, Option<Site>>,
    private_sites: EntitySet<Site>,
}

/// How a part of an expression is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Use {
    /// As the base of an address that is accessed at once.
    Base,
    /// Only for a comparison.
    Compared,
    /// In any other way.
    Value,
}

impl Escape {
    pub(super) fn new(program: &Program) -> Self {
        // Registers that are the address of the only allocation of a site, and nothing else.
        let mut definitions: SecondaryMap<Register, u32> = SecondaryMap::new();
        let mut allocations: SecondaryMap<Site, u32> = SecondaryMap::new();
        for (_, edge) in program.edges.iter() {
            edge.op.for_each_definition(|r| definitions[r] += 1);
            if let Op::Allocate { site, .. } = &edge.op {
                allocations[*site] += 1;
            }
        }
        for (_, _, body) in program.defined_functions() {
            body.parameters.iter().for_each(|r| definitions[*r] += 1);
        }
        let mut private: SecondaryMap<Register, Option<Site>> = SecondaryMap::new();
        for (_, edge) in program.edges.iter() {
            if let Op::Allocate { register, site, kind: AllocationKind::Stack | AllocationKind::Dynamic, .. } = &edge.op
                && definitions[*register] == 1
                && allocations[*site] == 1
            {
                private[*register] = Some(*site);
            }
        }
        let mut escape = Escape { shared_globals: EntitySet::new(), private, private_sites: EntitySet::new() };
        for (_, global) in program.globals.iter() {
            for relocation in global.init.iter().flat_map(|i| &i.relocations) {
                if let RelocationTarget::Global(g) = relocation.target {
                    escape.shared_globals.insert(g);
                }
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = Vec::new();
        for (_, edge) in program.edges.iter() {
            roots(&edge.op, |expr, usage| stack.push((expr, usage)));
            while let Some((expr, usage)) = stack.pop() {
                if seen.insert((expr, usage)) {
                    escape.visit(program, expr, usage, &mut stack);
                }
            }
        }
        for (_, edge) in program.edges.iter() {
            if let Op::Allocate { register, site, .. } = &edge.op
                && escape.private[*register] == Some(*site)
            {
                escape.private_sites.insert(*site);
            }
        }
        escape
    }

    fn visit(&mut self, program: &Program, expr: ExprId, usage: Use, stack: &mut Vec<(ExprId, Use)>) {
        let pool = &program.exprs;
        match pool.get(expr) {
            Expr::GlobalAddr(g) if usage == Use::Value => {
                self.shared_globals.insert(g);
            }
            Expr::Register(r) if usage == Use::Value => self.private[r] = None,
            Expr::Binary(BinaryOp::PtrAdd, a, b) => {
                stack.push((a, usage));
                stack.push((b, Use::Value));
            }
            Expr::Binary(BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Ult | BinaryOp::Ule, a, b)
                if pool.ty(a) == Type::Ptr =>
            {
                stack.push((a, Use::Compared));
                stack.push((b, Use::Compared));
            }
            Expr::Select(c, a, b) if usage == Use::Compared => {
                stack.extend([(c, Use::Value), (a, Use::Compared), (b, Use::Compared)]);
            }
            _ => stack.extend(pool.operands(expr).map(|o| (o, Use::Value))),
        }
    }

    /// Can an unknown pointer not point to the global?
    pub(super) fn is_private_global(&self, global: Global) -> bool {
        !self.shared_globals.contains(global)
    }

    /// Can an unknown pointer not point to objects of the site?
    pub(super) fn is_private_site(&self, site: Site) -> bool {
        self.private_sites.contains(site)
    }

    /// The private site whose objects an address expression points to, whatever is known of it.
    pub(super) fn root(&self, program: &Program, address: ExprId) -> Option<Site> {
        let mut at = address;
        loop {
            match program.exprs.get(at) {
                Expr::Binary(BinaryOp::PtrAdd, a, _) => at = a,
                Expr::Register(r) => return self.private[r],
                _ => return None,
            }
        }
    }
}

fn roots(op: &Op, mut f: impl FnMut(ExprId, Use)) {
    match op {
        Op::Load { address, .. }
        | Op::ScopeBegin { address }
        | Op::ScopeEnd { address }
        | Op::ObjectSize { address, .. } => f(*address, Use::Base),
        Op::Store { address, value } => {
            f(*address, Use::Base);
            f(*value, Use::Value);
        }
        Op::Copy { to, from, length } => {
            f(*to, Use::Base);
            f(*from, Use::Base);
            f(*length, Use::Value);
        }
        Op::Fill { to, byte, length } => {
            f(*to, Use::Base);
            f(*byte, Use::Value);
            f(*length, Use::Value);
        }
        Op::Havoc { to, length } => {
            f(*to, Use::Base);
            f(*length, Use::Value);
        }
        Op::VaStart { list } => f(*list, Use::Base),
        other => other.for_each_use(|e| f(e, Use::Value)),
    }
}

/// Does a program keep the result of pointer arithmetic anywhere but in the address of an access?
pub(super) fn keeps_moved_pointers(program: &Program) -> bool {
    let pool = &program.exprs;
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack: Vec<(ExprId, bool)> = Vec::new();
    for edge in program.edges.values() {
        roots(&edge.op, |expr, usage| stack.push((expr, usage == Use::Base)));
    }
    while let Some((expr, accessed)) = stack.pop() {
        if !seen.insert((expr, accessed)) {
            continue;
        }
        match pool.get(expr) {
            Expr::Binary(BinaryOp::PtrAdd, _, _) if !accessed => return true,
            // The base of an address that is accessed at once may be moved further.
            Expr::Binary(BinaryOp::PtrAdd, a, b) => stack.extend([(a, true), (b, false)]),
            Expr::Cast(CastOp::IntToPtr, _) => return true,
            _ => stack.extend(pool.operands(expr).map(|o| (o, false))),
        }
    }
    false
}
