//! Constraints of operations and expressions.

use super::*;

impl Solver<'_> {
    /// Has a function analysed in a context.
    pub(super) fn instantiate(&mut self, function: Function, context: Context) {
        if self.program.body(function).is_some() && self.instances.insert((function, context)) {
            self.todo.push((function, context));
        }
    }

    /// Adds the constraints of a function in a context.
    pub(super) fn generate(&mut self, function: Function, context: Context) {
        let program = self.program;
        let Some(body) = program.body(function) else { return };
        let mut seen = FxHashSet::default();
        for edge in body.edge_ids() {
            let op = &program.edges[edge].op;
            op.for_each_use(|expr| self.expression(expr, context, &mut seen));
            self.operation(function, edge, op, context);
        }
    }

    /// Gives the pointers in an expression nodes. Those that it converts to integers expose what
    /// they point to.
    fn expression(&mut self, expr: ExprId, context: Context, seen: &mut FxHashSet<ExprId>) {
        let pool = &self.program.exprs;
        let mut stack = vec![expr];
        while let Some(next) = stack.pop() {
            if !seen.insert(next) {
                continue;
            }
            if pool.ty(next) == Type::Ptr {
                self.node_of(next, context);
            }
            if let Expr::Cast(CastOp::PtrToInt, pointer) = pool.get(next) {
                self.watch_expr(pointer, context, Watch::Expose);
            }
            stack.extend(pool.operands(next));
        }
    }

    fn operation(&mut self, function: Function, edge: Edge, op: &Op, context: Context) {
        let program = self.program;
        let is_pointer = |r: &Register| program.registers[*r].ty == Type::Ptr;
        match op {
            Op::Assign(pairs) => {
                for (register, expr) in pairs.iter().filter(|(r, _)| is_pointer(r)) {
                    let (from, to) = (self.node_of(*expr, context), self.register(*register, context));
                    self.flow(from, to, 0);
                }
            }
            Op::Load { register, address } => {
                let ty = program.registers[*register].ty;
                let watch = match ty {
                    Type::Ptr => Watch::Load(self.register(*register, context)),
                    _ => Watch::Read(ty.store_size(&program.layout)),
                };
                self.watch_expr(*address, context, watch);
            }
            Op::Store { address, value } => {
                let ty = program.exprs.ty(*value);
                let watch = match ty {
                    Type::Ptr => Watch::Store(self.node_of(*value, context)),
                    _ => {
                        let length = Length::Exactly(ty.store_size(&program.layout));
                        Watch::Write { length, unknown: !self.is_zero(*value), indeterminate: false }
                    }
                };
                self.watch_expr(*address, context, watch);
            }
            Op::Allocate { register, size, kind, site, .. } => {
                let object = match context {
                    None => AbstractObject::Site(*site),
                    Some(call) => AbstractObject::Called(*site, call),
                };
                let known = match program.exprs.get(*size) {
                    Expr::Const(size) => Some(size),
                    _ => self.contexts.size(program, function, *size, context),
                };
                let indeterminate = *kind != AllocationKind::ZeroedHeap;
                let id = self.objects.intern(object, known.unwrap_or(u64::MAX), indeterminate);
                let to = self.register(*register, context);
                self.include(to, &PointerSet::to(id, 0));
            }
            Op::Copy { to, from, length } => {
                let length = self.length(*length);
                if length != Length::Exactly(0) {
                    let copy = self.copies.len();
                    let (from_ends, to_ends, ends) = (Vec::new(), Vec::new(), FxHashSet::default());
                    self.copies.push(CopyData { edge, length, from: from_ends, to: to_ends, ends, between: None });
                    self.watch_expr(*from, context, Watch::From(copy));
                    self.watch_expr(*to, context, Watch::To(copy));
                }
            }
            Op::Fill { to, byte, length } => {
                let (length, unknown) = (self.length(*length), !self.is_zero(*byte));
                self.watch_expr(*to, context, Watch::Write { length, unknown, indeterminate: false });
            }
            Op::Havoc { to, length } => {
                let length = self.length(*length);
                self.watch_expr(*to, context, Watch::Write { length, unknown: true, indeterminate: false });
            }
            Op::Call { callee: Callee::Direct(callee), .. } => self.link(edge, context, *callee),
            Op::Call { callee: Callee::Indirect(pointer), .. } => {
                self.watch_expr(*pointer, context, Watch::Call(edge, context));
            }
            Op::Return { values } => {
                for (i, value) in values.iter().enumerate().filter(|(_, v)| program.exprs.ty(**v) == Type::Ptr) {
                    let (from, to) = (self.node_of(*value, context), self.result(function, context, i));
                    self.flow(from, to, 0);
                }
            }
            Op::VaStart { list } => self.watch_expr(*list, context, Watch::Arguments(function)),
            Op::Input { register, source } if is_pointer(register) => {
                let to = self.register(*register, context);
                let indeterminate = matches!(source, InputSource::Indeterminate(_));
                self.include(to, &PointerSet { indeterminate, unknown: !indeterminate, ..PointerSet::default() });
            }
            // The token of a stack save points into no object.
            _ => {}
        }
    }

    fn is_zero(&self, expr: ExprId) -> bool {
        self.program.exprs.get(expr) == Expr::Const(0)
    }

    fn length(&self, expr: ExprId) -> Length {
        match self.numbers.of(self.program, expr).class(self.bits) {
            (0, value) => Length::Exactly(value),
            (modulus, residue) => Length::Multiple { modulus, residue },
        }
    }

    /// A call may enter a function: arguments flow to parameters, results back.
    pub(super) fn link(&mut self, edge: Edge, context: Context, callee: Function) {
        let program = self.program;
        let Op::Call { arguments, results, .. } = &program.edges[edge].op else { return };
        if !self.linked.insert((edge, context, callee)) {
            return;
        }
        let is_pointer = |e: &ExprId| program.exprs.ty(*e) == Type::Ptr;
        let Some(body) = program.body(callee) else {
            // It may keep what it gets, and return anything.
            for argument in arguments.iter().filter(|a| is_pointer(a)) {
                self.watch_expr(*argument, context, Watch::Expose);
                if self.outside == Outside::Arguments {
                    self.watch_expr(*argument, context, Watch::Havoc);
                }
            }
            if self.outside == Outside::Everything {
                self.havoc_everything();
            }
            for result in results.iter().filter(|r| program.registers[**r].ty == Type::Ptr) {
                let to = self.register(*result, context);
                self.include(to, &PointerSet::from_outside());
            }
            return;
        };
        let inner = match self.contexts.allocates(callee) {
            true => context.or(Some(edge)),
            false => None,
        };
        for (argument, parameter) in arguments.iter().zip(&body.parameters) {
            if program.registers[*parameter].ty != Type::Ptr {
                continue;
            }
            let to = self.register(*parameter, inner);
            if is_pointer(argument) {
                let from = self.node_of(*argument, context);
                self.flow(from, to, 0);
            } else {
                self.include(to, &PointerSet::from_outside());
            }
        }
        for (i, result) in results.iter().enumerate() {
            if program.registers[*result].ty != Type::Ptr {
                continue;
            }
            let to = self.register(*result, context);
            match program.functions[callee].result_types.get(i) {
                Some(Type::Ptr) => {
                    let from = self.result(callee, inner, i);
                    self.flow(from, to, 0);
                }
                _ => self.include(to, &PointerSet::from_outside()),
            }
        }
        if program.functions[callee].variadic {
            self.pass_rest(callee, &arguments[body.parameters.len().min(arguments.len())..], context);
        }
        self.instantiate(callee, inner);
    }

    /// Puts variable arguments where the callee finds them: one after the other, in slots as
    /// `va_arg` expects them.
    fn pass_rest(&mut self, callee: Function, rest: &[ExprId], context: Context) {
        let program = self.program;
        let wide = program.layout.model == DataModel::Lp64;
        let slot: u64 = if wide { 8 } else { 4 };
        let object = self.objects.intern(AbstractObject::Arguments(callee), u64::MAX, false);
        let mut end = 0u64;
        for argument in rest {
            let ty = program.exprs.ty(*argument);
            let size = match ty {
                Type::Float(FloatKind::X87) if wide => 16,
                Type::Float(FloatKind::X87) => 12,
                _ => ty.store_size(&program.layout).next_multiple_of(slot),
            };
            if wide && size > 8 {
                end = end.next_multiple_of(16);
            }
            if ty == Type::Ptr {
                let (from, to) = (self.node_of(*argument, context), self.cell(object, end));
                self.flow(from, to, 0);
            } else {
                self.affect(object, end, Length::Exactly(size), Kind::number());
            }
            end += size;
        }
    }

    /// The node of a register.
    pub(super) fn register(&mut self, register: Register, context: Context) -> Node {
        *self.registers.entry((context, register)).or_insert_with(|| self.nodes.push(NodeData::default()))
    }

    /// The node of a result of a function.
    fn result(&mut self, function: Function, context: Context, index: usize) -> Node {
        *self.results.entry((function, context, index)).or_insert_with(|| self.nodes.push(NodeData::default()))
    }

    /// The node of an expression of pointer type.
    pub(super) fn node_of(&mut self, expr: ExprId, context: Context) -> Node {
        if let Some(node) = self.exprs.get(&(context, expr)) {
            return *node;
        }
        let pool = &self.program.exprs;
        // Operands first; operands have smaller numbers, so each is done once.
        let mut needed = vec![expr];
        let mut at = 0;
        while at < needed.len() {
            let operands = match pool.get(needed[at]) {
                Expr::Binary(BinaryOp::PtrAdd, a, _) => [Some(a), None],
                Expr::Select(_, a, b) => [Some(a), Some(b)],
                _ => [None, None],
            };
            for operand in operands.into_iter().flatten() {
                if !self.exprs.contains_key(&(context, operand)) && !needed.contains(&operand) {
                    needed.push(operand);
                }
            }
            at += 1;
        }
        needed.sort_unstable();
        for next in needed {
            let node = self.make(next, context);
            self.exprs.insert((context, next), node);
        }
        self.exprs[&(context, expr)]
    }

    /// The node of an expression whose operands have theirs.
    fn make(&mut self, expr: ExprId, context: Context) -> Node {
        let program = self.program;
        match program.exprs.get(expr) {
            Expr::Register(register) => self.register(register, context),
            Expr::Binary(BinaryOp::PtrAdd, a, offset) => {
                let shift = self.numbers.of(program, offset);
                let (from, to) = (self.exprs[&(context, a)], self.nodes.push(NodeData::default()));
                let shift = self.shift(shift);
                self.flow(from, to, shift);
                to
            }
            Expr::Select(_, a, b) => {
                let (a, b) = (self.exprs[&(context, a)], self.exprs[&(context, b)]);
                let to = self.nodes.push(NodeData::default());
                self.flow(a, to, 0);
                self.flow(b, to, 0);
                to
            }
            other => {
                let node = self.nodes.push(NodeData::default());
                match other {
                    Expr::GlobalAddr(global) => {
                        let id = self.objects.global(program, global);
                        self.include(node, &PointerSet::to(id, 0));
                    }
                    Expr::FunctionAddr(function) => {
                        let id = self.objects.function(function);
                        self.include(node, &PointerSet::to(id, 0));
                    }
                    Expr::Null => {}
                    Expr::Cast(CastOp::IntToPtr, a) if self.is_zero(a) => {}
                    _ => self.include(node, &PointerSet::from_outside()),
                }
                node
            }
        }
    }

    fn shift(&mut self, offsets: Offsets) -> u32 {
        let shifts = &mut self.shifts;
        *self.shift_index.entry(offsets).or_insert_with_key(|offsets| {
            shifts.push(offsets.clone());
            shifts.len() as u32 - 1
        })
    }

    fn watch_expr(&mut self, expr: ExprId, context: Context, watch: Watch) {
        let node = self.node_of(expr, context);
        self.watch(node, watch);
    }
}
