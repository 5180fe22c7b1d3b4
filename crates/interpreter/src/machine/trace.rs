//! Watching a run edge by edge.

use super::{Frame, Machine, load_value};
use crate::code::slot_count;
use crate::eval::{self, Value};
use crate::memory::{Memory, Object, ObjectOrigin, id_of, pointer_to};
use crate::print::Printer;
use adumbra_program::*;

/// Is told of every edge that a run executes.
pub trait Tracer {
    /// An edge was executed; calls, returns, violations and ends are reported just before.
    fn edge(&mut self, view: &View<'_>, edge: Edge);

    /// A call of a defined or undefined function has returned and its results are assigned.
    fn returned(&mut self, _view: &View<'_>, _edge: Edge) {}
}

/// The state of a run, to look at.
pub struct View<'m> {
    program: &'m Program,
    memory: &'m Memory,
    frames: &'m [Frame],
    slots: &'m [u128],
    steps: u64,
}

impl<'m> View<'m> {
    pub(crate) fn new(machine: &'m Machine<'_>) -> Self {
        View {
            program: machine.program,
            memory: &machine.memory,
            frames: &machine.frames,
            slots: &machine.slots,
            steps: machine.steps,
        }
    }

    /// The program.
    pub fn program(&self) -> &'m Program {
        self.program
    }

    /// The memory.
    pub fn memory(&self) -> &'m Memory {
        self.memory
    }

    /// Number of activations.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The function that is being executed.
    pub fn function(&self) -> Option<Function> {
        self.frames.last().map(|f| f.function)
    }

    /// Number of edges executed before the current block.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The value of a register of the current activation; a pointer carries its object in the high
    /// half.
    pub fn register(&self, register: Register) -> Option<Value> {
        let frame = self.frames.last()?;
        let body = self.program.body(frame.function)?;
        let index = register.index().checked_sub(body.registers.0.index())?;
        let at = frame.base + *frame.code.registers.get(index)? as usize;
        let ty = self.program.registers[register].ty;
        let slots = self.slots.get(at..at + slot_count(ty) as usize)?;
        Some(load_value(slots, ty.bits(&self.program.layout)))
    }

    /// The value of an expression in the current activation; a pointer carries its object in the
    /// high half.
    pub fn evaluate(&self, expr: ExprId) -> Option<Value> {
        let pool = &self.program.exprs;
        let mut needed = std::collections::BTreeSet::from([expr]);
        let mut stack = vec![expr];
        while let Some(next) = stack.pop() {
            stack.extend(pool.operands(next).filter(|o| needed.insert(*o)));
        }
        let mut values: std::collections::HashMap<ExprId, Value> = std::collections::HashMap::new();
        for id in needed {
            let value = self.node(id, &values)?;
            values.insert(id, value);
        }
        values.remove(&expr)
    }

    fn node(&self, id: ExprId, values: &std::collections::HashMap<ExprId, Value>) -> Option<Value> {
        let pool = &self.program.exprs;
        let layout = &self.program.layout;
        let ty = pool.ty(id);
        let find = |origin: ObjectOrigin| {
            let object = self.memory.objects().find(|o| o.origin() == origin)?;
            Some(Value::Small(u128::from(object.id()) << 64 | u128::from(object.base())))
        };
        match pool.get(id) {
            Expr::Register(r) => self.register(r),
            Expr::Const(value) => Some(Value::Small(value.into())),
            Expr::Wide(w) => Some(Value::from_words(pool.wide(w), ty.bits(layout))),
            Expr::Null => Some(Value::Small(0)),
            Expr::GlobalAddr(g) => find(ObjectOrigin::Global(g)),
            Expr::FunctionAddr(f) => find(ObjectOrigin::Function(f)),
            Expr::Unary(op, a) => eval::unary(op, pool.ty(a), &values[&a], layout).ok(),
            Expr::Binary(op, a, b) => {
                let operand = pool.ty(a);
                let address = |v: &Value| match (operand, v) {
                    (Type::Ptr, Value::Small(p)) => Value::Small((*p as u64).into()),
                    (_, v) => v.clone(),
                };
                let result = eval::binary(op, operand, &address(&values[&a]), &address(&values[&b]), layout).ok()?;
                match op {
                    BinaryOp::PtrAdd => {
                        let address = result.low() as u64;
                        Some(Value::Small(pointer_to(self.memory.decided(values[&a].low(), address), address)))
                    }
                    _ => Some(result),
                }
            }
            Expr::Cast(CastOp::IntToPtr, a) => match values[&a].low() {
                0 => Some(Value::Small(0)),
                address => Some(Value::Small(self.memory.pointer_from_address(address as u64))),
            },
            Expr::Cast(op, a) => eval::cast(op, pool.ty(a), ty, &values[&a], layout).ok(),
            Expr::Select(c, a, b) => Some(values[if values[&c].is_zero() { &b } else { &a }].clone()),
            Expr::FMulAdd(a, b, c) => eval::multiply_add(ty, &values[&a], &values[&b], &values[&c]).ok(),
        }
    }

    /// What an edge did, in C terms: `x = 3` for every named variable that it wrote.
    pub fn describe(&self, edge: Edge) -> Vec<String> {
        let printer = Printer::new(self.program, self.memory);
        let mut out = Vec::new();
        let op = &self.program.edges[edge].op;
        op.for_each_definition(|register| {
            let data = &self.program.registers[register];
            if let (Some(variable), Some(value)) = (&data.variable, self.register(register)) {
                out.push(format!("{} = {}", variable.name, printer.scalar(data.ty, variable.ctype, &value)));
            }
        });
        if let Op::Store { address, value } = op
            && let (Some(pointer), Some(stored)) = (self.evaluate(*address), self.evaluate(*value))
            && let Some(object) = self.memory.object(id_of(pointer.low()))
        {
            let ty = self.program.exprs.ty(*value);
            let offset = (pointer.low() as u64).wrapping_sub(object.base());
            let (place, ctype) = self.place(object, offset, ty.store_size(&self.program.layout));
            out.push(format!("{place} = {}", printer.scalar(ty, ctype, &stored)));
        }
        out
    }

    /// The C expression for a part of an object, with its C type where the part is a whole member.
    fn place(&self, object: &Object, offset: u64, length: u64) -> (String, Option<CTypeId>) {
        let printer = Printer::new(self.program, self.memory);
        let variable = match object.origin() {
            ObjectOrigin::Global(g) => self.program.globals[g].variable.as_ref(),
            ObjectOrigin::Stack { site, .. } => self.program.sites[site].variable.as_ref(),
            _ => None,
        };
        let mut name = object.describe(self.program);
        let mut rest = offset;
        let mut at = variable.and_then(|v| v.ctype);
        while let Some(ctype) = at {
            match &self.program.ctypes[ctype] {
                CType::Record { fields, .. } => {
                    let field = fields.iter().rev().find(|(_, ty, bit, width)| {
                        let size = printer.size(*ty).unwrap_or(width / 8);
                        bit % 8 == 0 && bit / 8 <= rest && rest + length <= bit / 8 + size
                    });
                    match field {
                        Some((field, ty, bit, _)) => {
                            name = format!("{name}.{field}");
                            rest -= bit / 8;
                            at = Some(*ty);
                        }
                        None => at = None,
                    }
                }
                CType::Array { element, .. } => match printer.size(*element).filter(|s| *s >= length && *s > 0) {
                    Some(size) => {
                        name = format!("{name}[{}]", rest / size);
                        rest %= size;
                        at = Some(*element);
                    }
                    None => at = None,
                },
                _ if rest == 0 && printer.size(ctype).is_none_or(|s| s >= length) => return (name, Some(ctype)),
                _ => at = None,
            }
        }
        if rest == 0 && offset == 0 { (name, None) } else { (format!("{name}+{rest}"), None) }
    }
}
