//! Writing a program as text.

use super::names::{at_name, quote, quote_bytes};
use super::print_op::{Lets, OpWriter};
use crate::ids::*;
use crate::model::{Body, FunctionData, GlobalData, Program, RelocationTarget, SiteData};
use crate::op::Allocator;
use crate::op::Op;
use crate::property::Property;
use crate::source::{CType, Position, Variable};
use crate::types::Type;
use cranelift_entity::EntityRef;
use std::fmt::Write;

/// Writes a whole program.
pub fn print(program: &Program) -> String {
    let mut printer = Printer::new(program);
    printer.header();
    for global in program.globals.values() {
        printer.global(global);
    }
    for function in program.functions.keys() {
        printer.function(function);
    }
    printer.tables();
    printer.out
}

/// Writes one function, for people: alone it does not parse back.
pub fn print_function(program: &Program, function: Function) -> String {
    let mut printer = Printer::new(program);
    printer.function(function);
    printer.out
}

/// Writes the parts of a program. Making one looks at the whole program once, so make one for many
/// parts.
#[derive(Debug)]
pub struct Printer<'a> {
    ops: OpWriter<'a>,
    lets: Lets,
    /// For each expression the function (plus one) for whose text its large operands have been
    /// named.
    seen: Vec<u32>,
    out: String,
}

impl<'a> Printer<'a> {
    /// A printer for the parts of a program.
    pub fn new(program: &'a Program) -> Self {
        let seen = vec![0; program.exprs.len()];
        Printer { ops: OpWriter::new(program), lets: Lets::new(), seen, out: String::new() }
    }

    /// An operation on one line; very large operands are shown as `…`.
    pub fn op(&self, op: &Op) -> String {
        let mut out = String::new();
        self.ops.op(op, &Lets::new(), &mut out);
        out
    }

    /// An expression on one line; very large operands are shown as `…`.
    pub fn expr(&self, expr: ExprId) -> String {
        let mut out = String::new();
        self.ops.expr(expr, false, &Lets::new(), &mut out);
        out
    }

    /// A register with its C name.
    pub fn register(&self, register: Register) -> String {
        self.ops.register(register)
    }

    fn program(&self) -> &'a Program {
        self.ops.program
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn position(&mut self, position: Position) {
        let file = self.ops.names.file(self.ops.program, position.file);
        let _ = write!(self.out, "{file}:{}:{}", position.line, position.column);
    }

    fn at(&mut self, position: Option<Position>) {
        if let Some(position) = position {
            self.put(" at ");
            self.position(position);
        }
    }

    fn variable(&mut self, variable: &Option<Variable>) {
        let Some(v) = variable else { return };
        let _ = write!(self.out, " variable {}", quote(&v.name));
        if let Some(ctype) = v.ctype {
            let _ = write!(self.out, " {ctype}");
        }
        if v.parameter {
            self.put(" parameter");
        }
        self.at(v.declared);
    }

    fn header(&mut self) {
        let program = self.program();
        let layout = &program.layout;
        let _ = writeln!(self.out, "program 1");
        let _ = writeln!(self.out, "layout {} {} {}", layout.model.name(), layout.pointer_bits, quote(&layout.triple));
        self.put("property");
        match &program.property {
            Property::Everything { .. } => self.put(" everything"),
            Property::Conjunction { kinds, .. } => kinds.iter().for_each(|k| {
                let _ = write!(self.out, " {}", k.name());
            }),
        }
        self.put(" errors");
        for name in program.property.error_functions() {
            let _ = write!(self.out, " {}", quote(name));
        }
        let _ = writeln!(self.out, "\nentry {}\n", self.ops.names.function(program, program.entry));
    }

    fn global(&mut self, global: &GlobalData) {
        let _ = write!(self.out, "global {} size {} align {}", at_name(&global.name), global.size, global.align);
        if global.constant {
            self.put(" constant");
        }
        if global.literal {
            self.put(" literal");
        }
        if global.library {
            self.put(" library");
        }
        if global.open {
            self.put(" open");
        }
        self.variable(&global.variable);
        if let Some(init) = &global.init {
            let _ = write!(self.out, " = {}", quote_bytes(&init.bytes));
            if !init.relocations.is_empty() {
                self.put(" {\n");
                for r in &init.relocations {
                    let target = match r.target {
                        RelocationTarget::Global(g) => self.ops.names.global(self.ops.program, g),
                        RelocationTarget::Function(f) => self.ops.names.function(self.ops.program, f),
                    };
                    let _ = writeln!(self.out, "  {}: {target} {}", r.offset, r.addend);
                }
                self.put("}");
            }
        }
        self.put("\n");
    }

    fn function(&mut self, function: Function) {
        let data = &self.program().functions[function];
        let _ = write!(self.out, "\nfunction {}(", at_name(&data.name));
        for (i, ty) in data.parameter_types.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            if let Some(body) = &data.body {
                let name = self.ops.register(body.parameters[i]);
                let _ = write!(self.out, "{name}: ");
            }
            let _ = write!(self.out, "{ty}");
        }
        if data.variadic {
            self.put(if data.parameter_types.is_empty() { "..." } else { ", ..." });
        }
        self.put(")");
        match data.result_types[..] {
            [] => {}
            [only] => {
                let _ = write!(self.out, " -> {only}");
            }
            _ => {
                let list: Vec<_> = data.result_types.iter().map(Type::to_string).collect();
                let _ = write!(self.out, " -> ({})", list.join(", "));
            }
        }
        if data.address_taken {
            self.put(" address-taken");
        }
        if data.library {
            self.put(" library");
        }
        self.at(data.position);
        match &data.body {
            None => self.put("\n"),
            Some(body) => {
                self.put(" {\n");
                self.body(function, data, body);
                self.put("}\n");
            }
        }
    }

    fn body(&mut self, function: Function, _: &FunctionData, body: &Body) {
        let program = self.program();
        let _ = writeln!(self.out, "  entry {} exit {}", body.entry, body.exit);
        self.registers(body);
        self.lets.clear();
        for location in body.location_ids() {
            let edges = program.out_edges(location);
            if edges.len() == 0 && location != body.exit {
                let _ = writeln!(self.out, "  {location} stop");
            }
            for edge in edges {
                let data = &program.edges[edge];
                data.op.for_each_use(|e| self.name_large_parts(e, function));
                let _ = write!(self.out, "  {} -> {}: ", data.from, data.to);
                self.ops.op(&data.op, &self.lets, &mut self.out);
                if data.position.is_some() || data.origin.is_some() {
                    self.put("  ;");
                }
                if let Some(position) = data.position {
                    self.put(" ");
                    self.position(position);
                }
                if let Some(origin) = data.origin {
                    let _ = write!(self.out, " #{}", origin.instruction);
                }
                self.put("\n");
            }
        }
    }

    /// Registers without a variable are listed together while the type stays the same.
    fn registers(&mut self, body: &Body) {
        let program = self.program();
        let mut ids = body.register_ids().peekable();
        while let Some(first) = ids.next() {
            let data = &program.registers[first];
            let _ = write!(self.out, "  reg {}", self.ops.register(first));
            if data.variable.is_none() {
                let mut count = 1;
                while let Some(next) = ids.next_if(|r| {
                    count < 16 && program.registers[*r].variable.is_none() && program.registers[*r].ty == data.ty
                }) {
                    count += 1;
                    let _ = write!(self.out, " {}", self.ops.register(next));
                }
            }
            let _ = write!(self.out, ": {}", data.ty);
            self.variable(&data.variable);
            self.put("\n");
        }
    }

    /// Writes a `let` for every large expression strictly inside `root` that has none in this
    /// function.
    fn name_large_parts(&mut self, root: ExprId, function: Function) {
        let pool = &self.program().exprs;
        let stamp = function.index() as u32 + 1;
        let mut stack: Vec<(ExprId, bool)> = pool.operands(root).map(|o| (o, false)).collect();
        stack.reverse();
        while let Some((id, done)) = stack.pop() {
            if done {
                let mut text = String::new();
                self.ops.expr(id, false, &self.lets, &mut text);
                let number = self.lets.len() as u32;
                let _ = writeln!(self.out, "  let ${number} = {text}");
                self.lets.insert(id, number);
                continue;
            }
            if std::mem::replace(&mut self.seen[id.index()], stamp) == stamp {
                continue;
            }
            if self.ops.is_large(id) {
                stack.push((id, true));
            }
            let at = stack.len();
            stack.extend(pool.operands(id).map(|o| (o, false)));
            stack[at..].reverse();
        }
    }

    fn tables(&mut self) {
        let program = self.program();
        self.put("\n");
        for (id, site) in program.sites.iter() {
            self.site(id, site);
        }
        for (id, ctype) in program.ctypes.iter() {
            let _ = write!(self.out, "ctype {id} = ");
            self.ctype(ctype);
        }
        for (id, symbol) in program.symbols.iter() {
            let _ = writeln!(self.out, "symbol {id} {}", quote(symbol));
        }
        for (id, file) in program.files.iter() {
            let _ = write!(self.out, "file {id} {}", quote(&file.path));
            if !file.line_markers.is_empty() {
                self.put(" {\n");
                for (line, path, original) in &file.line_markers {
                    let _ = writeln!(self.out, "  {line}: {}:{original}", quote(path));
                }
                self.put("}");
            }
            self.put("\n");
        }
    }

    fn site(&mut self, id: Site, site: &SiteData) {
        let _ = write!(self.out, "site {id} in {}", self.ops.names.function(self.ops.program, site.function));
        self.at(site.position);
        self.variable(&site.variable);
        if site.allocator != Allocator::Malloc {
            let _ = write!(self.out, " by {}", site.allocator.name());
        }
        self.put("\n");
    }

    fn ctype(&mut self, ctype: &CType) {
        let _ = match ctype {
            CType::Int { name, signed, bits } => {
                let sign = if *signed { "signed" } else { "unsigned" };
                writeln!(self.out, "int {} {sign} {bits}", quote(name))
            }
            CType::Float { name, bits } => writeln!(self.out, "float {} {bits}", quote(name)),
            CType::Pointer(None) => writeln!(self.out, "pointer void"),
            CType::Pointer(Some(to)) => writeln!(self.out, "pointer {to}"),
            CType::Record { name, fields, size } => {
                let _ = writeln!(self.out, "record {} size {size} {{", quote(name));
                for (field, ty, offset, width) in fields {
                    let _ = writeln!(self.out, "  {} {ty} offset {offset} width {width}", quote(field));
                }
                writeln!(self.out, "}}")
            }
            CType::Array { element, count: None } => writeln!(self.out, "array {element}"),
            CType::Array { element, count: Some(n) } => writeln!(self.out, "array {element} count {n}"),
            CType::Other(text) => writeln!(self.out, "other {}", quote(text)),
        };
    }
}
