//! Which names are unique, so that references can be written by name instead of by number.

use super::lex;
use crate::expr::BinaryOp;
use crate::ids::*;
use crate::model::Program;
use std::collections::HashMap;

/// What a name refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Referent {
    Function(Function),
    Global(Global),
}

/// A table from names to what they name; `None` marks a name that is not unique.
#[derive(Debug)]
pub(super) struct Unique<'a, T>(HashMap<&'a str, Option<T>>);

impl<'a, T: Copy> Unique<'a, T> {
    pub(super) fn new(entries: impl Iterator<Item = (&'a str, T)>) -> Self {
        let mut map = HashMap::new();
        for (name, id) in entries {
            map.entry(name).and_modify(|e| *e = None).or_insert(Some(id));
        }
        Unique(map)
    }

    pub(super) fn get(&self, name: &str) -> Option<T> {
        self.0.get(name).copied().flatten()
    }
}

/// The names of a program.
#[derive(Debug)]
pub(super) struct Names<'a> {
    objects: Unique<'a, Referent>,
    symbols: Unique<'a, Symbol>,
    files: Unique<'a, SourceFile>,
}

impl<'a> Names<'a> {
    pub(super) fn of(program: &'a Program) -> Self {
        let functions = program.functions.iter().map(|(id, f)| (f.name.as_str(), Referent::Function(id)));
        let globals = program.globals.iter().map(|(id, g)| (g.name.as_str(), Referent::Global(id)));
        Names {
            objects: Unique::new(functions.chain(globals)),
            symbols: Unique::new(program.symbols.iter().map(|(id, s)| (s.as_str(), id))),
            files: Unique::new(program.files.iter().map(|(id, f)| (f.path.as_str(), id))),
        }
    }

    pub(super) fn function(&self, program: &Program, id: Function) -> String {
        let name = &program.functions[id].name;
        if self.objects.get(name).is_some() { at_name(name) } else { id.to_string() }
    }

    pub(super) fn global(&self, program: &Program, id: Global) -> String {
        let name = &program.globals[id].name;
        if self.objects.get(name).is_some() { at_name(name) } else { id.to_string() }
    }

    pub(super) fn symbol(&self, program: &Program, id: Symbol) -> String {
        let text = &program.symbols[id];
        if self.symbols.get(text).is_some() { quote(text) } else { id.to_string() }
    }

    pub(super) fn file(&self, program: &Program, id: SourceFile) -> String {
        let path = &program.files[id].path;
        match self.files.get(path) {
            None => id.to_string(),
            Some(_) if lex::is_bare_path(path) => path.clone(),
            Some(_) => quote(path),
        }
    }
}

/// A name as it stands behind `@`.
pub(super) fn at_name(name: &str) -> String {
    if lex::is_bare_name(name) { format!("@{name}") } else { format!("@{}", quote(name)) }
}

/// A quoted text.
pub(super) fn quote(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len() + 2);
    lex::escape(text.as_bytes(), false, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Quoted bytes.
pub(super) fn quote_bytes(bytes: &[u8]) -> String {
    let mut out = Vec::with_capacity(bytes.len() + 3);
    out.push(b'b');
    lex::escape(bytes, true, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Operators that are written infix. Two may share a symbol if the type of the left operand tells
/// them apart.
pub(super) const INFIX: &[(BinaryOp, &str)] = &[
    (BinaryOp::Add, "+"),
    (BinaryOp::Sub, "-"),
    (BinaryOp::Mul, "*"),
    (BinaryOp::And, "&"),
    (BinaryOp::Or, "|"),
    (BinaryOp::Xor, "^"),
    (BinaryOp::Shl, "<<"),
    (BinaryOp::LShr, ">>u"),
    (BinaryOp::AShr, ">>s"),
    (BinaryOp::Eq, "=="),
    (BinaryOp::Ne, "!="),
    (BinaryOp::Ult, "<u"),
    (BinaryOp::Ule, "<=u"),
    (BinaryOp::Slt, "<s"),
    (BinaryOp::Sle, "<=s"),
    (BinaryOp::FAdd, "+"),
    (BinaryOp::FSub, "-"),
    (BinaryOp::FMul, "*"),
    (BinaryOp::FDiv, "/"),
    (BinaryOp::FEq, "=="),
    (BinaryOp::FLt, "<"),
    (BinaryOp::FLe, "<="),
    (BinaryOp::PtrAdd, "+"),
];

/// Is the result of the operator of the type of its operands?
pub(super) fn keeps_type(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor)
        || matches!(op, FAdd | FSub | FMul | FDiv | FRem | FMinNum | FMaxNum | FMinimum | FMaximum | FCopySign)
}
