//! Recursion unrolled: a program whose recursive functions are copied, so that none of its calls is
//! recursive.
//!
//! Each function that may call itself, at once or through others, gets a copy for each further
//! *level*. A call from outside enters the first level, which is the function itself; a call from
//! one level that might come back enters the next. Beyond the last level a call either stops as
//! [`Op::Unsupported`], or has no execution at all, or is *skipped*: it makes arbitrary what the
//! function and all that it calls may write, and returns any values.
//!
//! What the program had keeps its numbers; copies come behind, and [`Unrolled`] says what they are
//! copies of. Executions that stay within the levels are those of the program, with the same inputs
//! and the same names of objects, so a script for one is a script for the other. Where deeper calls
//! have no execution, the others are all that there are. With calls skipped, every execution of the
//! program that ends is covered; nothing is said of violations beyond the last level and of
//! executions that stay there for ever, which is why such calls ask [`Beyond::Skip`] for what they
//! may do.

use crate::callgraph::CallGraph;
use crate::expr::Expr;
use crate::ids::*;
use crate::model::{Body, EdgeData, FunctionData, Program, RegisterData};
use crate::op::{Callee, InputSource, Op};
use crate::types::Type;
use crate::validate::validate;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap as HashMap;

/// What a call beyond the last level does.
pub enum Beyond<'a> {
    /// It is not modelled.
    Stop,
    /// It has no execution.
    Never,
    /// It makes these globals arbitrary, which are all that calls of the function may write of what
    /// existed before. An error says why it cannot be skipped: then it is not modelled.
    Skip(&'a dyn Fn(Function) -> Result<Vec<Global>, String>),
}

/// The levels of a program's recursive functions.
struct Levels<'p> {
    old: &'p Program,
    calls: CallGraph,
    new: Program,
    last: u32,
    /// For a recursive function and a level, from 1, the function that stands for it.
    functions: HashMap<(Function, u32), Function>,
}

/// A program whose recursion is unrolled, and what its functions are copies of.
#[derive(Clone, Debug)]
pub struct Unrolled {
    /// The program.
    pub program: Program,
    /// For each copy, the function that it is a copy of. What stands for calls beyond the last
    /// level is none.
    originals: HashMap<Function, Function>,
    /// Where the copies begin.
    first_copied: (Location, Edge, Register),
}

impl Unrolled {
    /// Is a function copied at all?
    pub fn is_copied(&self) -> bool {
        self.first_copied.0 != self.program.locations.next_key()
    }

    /// The copies, each with the function that it is a copy of, in no order.
    pub fn copies(&self) -> impl Iterator<Item = (Function, Function)> {
        self.originals.iter().map(|(copy, original)| (*copy, *original))
    }

    /// The function of the original program that a function is, or is a copy of; none for what
    /// stands for calls beyond the last level.
    pub fn function(&self, old: &Program, function: Function) -> Option<Function> {
        match function.index() < old.functions.len() {
            true => Some(function),
            false => self.originals.get(&function).copied(),
        }
    }

    /// The bodies of a function that is a copy, and of its original.
    fn bodies<'p>(&'p self, old: &'p Program, function: Function) -> Option<(&'p Body, &'p Body)> {
        Some((self.program.body(function)?, old.body(self.function(old, function)?)?))
    }

    /// The location of the original program.
    pub fn location(&self, old: &Program, location: Location) -> Option<Location> {
        if location < self.first_copied.0 {
            return Some(location);
        }
        let (copy, body) = self.bodies(old, self.program.function_of(location))?;
        Some(moved(location, copy.locations.0, body.locations.0))
    }

    /// The edge of the original program.
    pub fn edge(&self, old: &Program, edge: Edge) -> Option<Edge> {
        if edge < self.first_copied.1 {
            return Some(edge);
        }
        let (copy, body) = self.bodies(old, self.program.function_of(self.program.edges[edge].from))?;
        Some(moved(edge, copy.edges.0, body.edges.0))
    }

    /// The register of the original program, for one of this function.
    pub fn register(&self, old: &Program, function: Function, register: Register) -> Option<Register> {
        if register < self.first_copied.2 {
            return Some(register);
        }
        let (copy, body) = self.bodies(old, function)?;
        (copy.registers.0..copy.registers.1)
            .contains(&register)
            .then(|| moved(register, copy.registers.0, body.registers.0))
    }
}

/// The program with its recursive functions at so many levels, of which there is at least one. An
/// error says why there is no such program.
pub fn unroll(program: &Program, levels: u32, beyond: &Beyond<'_>) -> Result<Unrolled, String> {
    let calls = CallGraph::new(program);
    let last = levels.max(1);
    let mut all = Levels { old: program, calls, new: program.clone(), last, functions: HashMap::default() };
    let recursive: Vec<Function> =
        program.defined_functions().map(|(f, ..)| f).filter(|f| all.calls.is_recursive(*f)).collect();
    for function in &recursive {
        all.refuse_pointers(*function)?;
    }
    // All numbers first, for each level calls the next.
    for function in &recursive {
        all.functions.insert((*function, 1), *function);
        for level in 2..=last + 1 {
            let copy = all.declare(*function, level);
            all.functions.insert((*function, level), copy);
        }
    }
    for function in &recursive {
        for level in 2..=last {
            all.copy(*function, level);
        }
        all.end(*function, beyond)?;
    }
    for function in &recursive {
        all.redirect(*function);
    }
    let copies = all.functions.iter().filter(|((_, level), _)| (2..=last).contains(level));
    let originals = copies.map(|((original, _), copy)| (*copy, *original)).collect();
    let mut unrolled = all.new;
    unrolled.index();
    validate(&unrolled).map_err(|error| format!("the unrolled program is not valid: {error}"))?;
    let first_copied = (program.locations.next_key(), program.edges.next_key(), program.registers.next_key());
    Ok(Unrolled { program: unrolled, originals, first_copied })
}

impl Levels<'_> {
    /// May a call of a function that a recursive function contains come back to it?
    fn comes_back(&self, from: Function, to: Function) -> bool {
        self.calls.is_recursive(from) && self.calls.are_mutually_recursive(from, to)
    }

    /// A call through a pointer that may come back cannot be made to enter the next level.
    fn refuse_pointers(&self, function: Function) -> Result<(), String> {
        let Some(body) = self.old.body(function) else { return Ok(()) };
        for edge in body.edge_ids() {
            let data = &self.old.edges[edge];
            let Op::Call { callee: Callee::Indirect(_), .. } = &data.op else { continue };
            let targets = self.calls.targets(edge).functions;
            if let Some(target) = targets.iter().find(|to| self.comes_back(function, **to)) {
                let at = data.position.map_or(String::new(), |p| format!("{}: ", self.old.show_position(p)));
                let [caller, callee] = [function, *target].map(|f| &self.old.functions[f].name);
                return Err(format!("{at}`{caller}` may call `{callee}` recursively through a pointer"));
            }
        }
        Ok(())
    }

    /// A function for a level, without a body so far.
    fn declare(&mut self, function: Function, level: u32) -> Function {
        let data = self.new.functions[function].clone();
        let name = format!("{}@{level}", data.name);
        self.new.functions.push(FunctionData { name, address_taken: false, body: None, ..data })
    }

    /// Writes the body of a level, with calls as in the original.
    fn copy(&mut self, function: Function, level: u32) {
        let old = self.old;
        let Some(body) = old.body(function) else { return };
        let copy = self.functions[&(function, level)];
        let first_register = self.new.registers.next_key();
        for register in body.register_ids() {
            self.new.registers.push(old.registers[register].clone());
        }
        let first_location = self.new.locations.next_key();
        for _ in body.location_ids() {
            self.new.locations.push(copy);
        }
        let first_edge = self.new.edges.next_key();
        let register = |r: Register| moved(r, body.registers.0, first_register);
        let location = |l: Location| moved(l, body.locations.0, first_location);
        let mut expressions = HashMap::default();
        for edge in body.edge_ids() {
            let mut data = old.edges[edge].clone();
            data.op.for_each_use_mut(|use_| *use_ = self.translated(*use_, &register, &mut expressions));
            data.op.for_each_definition_mut(|r| *r = register(*r));
            let (from, to) = (location(data.from), location(data.to));
            self.new.edges.push(EdgeData { from, to, ..data });
        }
        self.new.functions[copy].body = Some(Body {
            entry: location(body.entry),
            exit: location(body.exit),
            parameters: body.parameters.iter().map(|r| register(*r)).collect(),
            locations: (first_location, self.new.locations.next_key()),
            edges: (first_edge, self.new.edges.next_key()),
            registers: (first_register, self.new.registers.next_key()),
        });
    }

    /// An expression of the original over other registers.
    fn translated(
        &mut self,
        root: ExprId,
        register: &impl Fn(Register) -> Register,
        made: &mut HashMap<ExprId, ExprId>,
    ) -> ExprId {
        let mut stack = vec![(root, false)];
        while let Some((id, ready)) = stack.pop() {
            if made.contains_key(&id) {
                continue;
            }
            if !ready {
                stack.push((id, true));
                stack.extend(self.new.exprs.operands(id).map(|operand| (operand, false)));
                continue;
            }
            let of = |operand: ExprId| made[&operand];
            let expr = match self.new.exprs.get(id) {
                Expr::Register(r) => Expr::Register(register(r)),
                Expr::Unary(op, a) => Expr::Unary(op, of(a)),
                Expr::Binary(op, a, b) => Expr::Binary(op, of(a), of(b)),
                Expr::Cast(op, a) => Expr::Cast(op, of(a)),
                Expr::Select(c, a, b) => Expr::Select(of(c), of(a), of(b)),
                Expr::FMulAdd(a, b, c) => Expr::FMulAdd(of(a), of(b), of(c)),
                leaf @ (Expr::Const(_) | Expr::Wide(_) | Expr::Null | Expr::GlobalAddr(_) | Expr::FunctionAddr(_)) => {
                    leaf
                }
            };
            let ty = self.new.exprs.ty(id);
            let translated = self.new.exprs.intern(expr, ty);
            made.insert(id, translated);
        }
        made[&root]
    }

    /// Writes what stands for calls beyond the last level.
    fn end(&mut self, function: Function, beyond: &Beyond<'_>) -> Result<(), String> {
        let Some(body) = self.old.body(function) else { return Ok(()) };
        let stub = self.functions[&(function, self.last + 1)];
        let name = &self.old.functions[function].name;
        let first_register = self.new.registers.next_key();
        for register in &body.parameters {
            self.new.registers.push(self.old.registers[*register].clone());
        }
        let ops = match beyond {
            Beyond::Stop => vec![self.unmodelled(format!("{} of `{name}`", self.too_deep()))],
            // Where nothing leads on, no execution goes on.
            Beyond::Never => Vec::new(),
            Beyond::Skip(written) => match written(function) {
                Ok(globals) => self.skipped(function, globals),
                Err(why) => vec![self.unmodelled(format!("{} of `{name}`: {why}", self.too_deep()))],
            },
        };
        let locations: Vec<Location> = (0..=ops.len()).map(|_| self.new.locations.push(stub)).collect();
        let returns = matches!(ops.last(), Some(Op::Return { .. }));
        let exit = if returns { locations[ops.len()] } else { self.new.locations.push(stub) };
        let first_edge = self.new.edges.next_key();
        for (op, ends) in ops.into_iter().zip(locations.windows(2)) {
            let [from, to] = [ends[0], ends[1]];
            self.new.edges.push(EdgeData { from, to, op, position: None, origin: None });
        }
        let parameters = (0..body.parameters.len() as u32).map(|n| Register::from_u32(first_register.as_u32() + n));
        self.new.functions[stub].body = Some(Body {
            entry: locations[0],
            exit,
            parameters: parameters.collect(),
            locations: (locations[0], self.new.locations.next_key()),
            edges: (first_edge, self.new.edges.next_key()),
            registers: (first_register, self.new.registers.next_key()),
        });
        Ok(())
    }

    /// What a call beyond the last level is, in words.
    fn too_deep(&self) -> String {
        match self.last {
            1 => "a recursive call".to_owned(),
            levels => format!("a call deeper than {levels} levels of recursion"),
        }
    }

    fn unmodelled(&mut self, why: String) -> Op {
        Op::Unsupported(self.new.symbols.push(why))
    }

    /// A call that is skipped.
    fn skipped(&mut self, function: Function, written: Vec<Global>) -> Vec<Op> {
        let mut ops: Vec<Op> = written.into_iter().map(|global| self.forget(global)).collect();
        let FunctionData { name, result_types, .. } = self.old.functions[function].clone();
        let values = result_types.into_iter().map(|ty| self.any(ty, &name, &mut ops)).collect();
        ops.push(Op::Return { values });
        ops
    }

    /// Makes a global arbitrary.
    fn forget(&mut self, global: Global) -> Op {
        let width = self.new.layout.pointer_bits;
        let length = self.new.exprs.int(self.new.globals[global].size, width);
        let to = self.new.exprs.intern(Expr::GlobalAddr(global), Type::Ptr);
        Op::Havoc { to, length }
    }

    /// Any value, as an expression; the operations before get what it needs.
    fn any(&mut self, ty: Type, name: &str, ops: &mut Vec<Op>) -> ExprId {
        let register = self.new.registers.push(RegisterData { ty, variable: None });
        let source = InputSource::External(self.new.symbols.push(name.to_owned()));
        ops.push(Op::Input { register, source });
        self.new.exprs.intern(Expr::Register(register), ty)
    }

    /// Lets the recursive calls of all levels of a function enter the next level.
    fn redirect(&mut self, function: Function) {
        for level in 1..=self.last {
            let Some(body) = self.new.body(self.functions[&(function, level)]) else { continue };
            for edge in body.edge_ids() {
                let Op::Call { callee: Callee::Direct(callee), .. } = &self.new.edges[edge].op else { continue };
                let callee = *callee;
                if !self.comes_back(function, callee) {
                    continue;
                }
                let next = self.functions[&(callee, level + 1)];
                if let Op::Call { callee, .. } = &mut self.new.edges[edge].op {
                    *callee = Callee::Direct(next);
                }
            }
        }
    }
}

/// A number in a copy, from that in the original and where both begin.
fn moved<E: EntityRef>(id: E, from: E, to: E) -> E {
    E::new(id.index() - from.index() + to.index())
}
