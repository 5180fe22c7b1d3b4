//! The writer: terms, scripts and models as SMT-LIB text.

use super::lex::is_simple;
use super::print_float::{Form, form, parameter, surface_head};
use crate::arena::Terms;
use crate::float::RoundingMode;
use crate::sort::{Sort, SortKind};
use crate::surface;
use crate::term::{Op, Symbol, Term};
use crate::value::{FunctionValue, Model, Value};
use crate::walk::{free_symbols, reachable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{self, Write};

/// Names under which symbols are written: the given ones where SMT-LIB can say them and no two
/// agree, else variants.
#[derive(Clone, Debug)]
pub struct Names {
    written: FxHashMap<Symbol, String>,
    taken: FxHashSet<String>,
    /// Starts no written name.
    local_prefix: String,
}

const RESERVED: &[&str] = &[
    "let",
    "forall",
    "exists",
    "match",
    "par",
    "as",
    "!",
    "_",
    "true",
    "false",
    "const",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
];

impl Names {
    /// Names for these symbols.
    pub fn new(terms: &Terms, symbols: &[Symbol]) -> Names {
        let (written, taken) = (FxHashMap::default(), FxHashSet::default());
        let mut names = Names { written, taken, local_prefix: "?".to_owned() };
        for symbol in symbols {
            names.add(terms, *symbol);
        }
        names
    }

    /// Gives a name to one more symbol; the names that were given stay. Hidden functions need none.
    pub fn add(&mut self, terms: &Terms, symbol: Symbol) {
        if terms.symbol(symbol).hidden.is_none() && !self.written.contains_key(&symbol) {
            let name: String = (terms.symbol(symbol).name.chars())
                .map(|c| if c == '|' || c == '\\' || (c.is_control() && c != '\n' && c != '\t') { '_' } else { c })
                .collect();
            let unique = self.fresh(&name);
            self.written.insert(symbol, if is_simple(&unique) { unique } else { format!("|{unique}|") });
        }
    }

    /// A name that no symbol has or will get: `base` or, if that is taken, a variant.
    pub fn fresh(&mut self, base: &str) -> String {
        let mut unique = base.to_owned();
        let mut count = 0;
        let taken = |names: &Names, name: &str| {
            RESERVED.contains(&name)
                || surface::operator(name).is_some()
                || RoundingMode::named(name).is_some()
                || names.taken.contains(name)
        };
        while taken(self, &unique) {
            count += 1;
            unique = format!("{base}!{count}");
        }
        self.taken.insert(unique.clone());
        while unique.starts_with(&self.local_prefix) {
            self.local_prefix.push('?');
        }
        unique
    }

    /// What names of shared terms start with, and no symbol does.
    pub(super) fn local_prefix(&self) -> &str {
        &self.local_prefix
    }

    /// The name of a symbol.
    pub fn get(&self, symbol: Symbol) -> &str {
        self.written.get(&symbol).map_or("?", String::as_str)
    }
}

/// A sort.
pub fn sort_to_string(terms: &Terms, sort: Sort) -> String {
    terms.sort_name(sort)
}

/// One term with the names that it needs.
pub fn term_to_string(terms: &Terms, term: Term) -> String {
    let names = Names::new(terms, &free_symbols(terms, &[term]));
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_term(&mut text, terms, &names, term);
    text
}

/// Writes a term; shared parts are named by `let`, each once.
pub fn write_term(out: &mut impl Write, terms: &Terms, names: &Names, root: Term) -> fmt::Result {
    let shared = shared_terms(terms, &[root]);
    let mut local = FxHashMap::default();
    for term in &shared {
        let name = format!("{}{}", names.local_prefix, local.len());
        write!(out, "(let (({name} ")?;
        write_inline(out, terms, names, &local, *term)?;
        out.write_str(")) ")?;
        local.insert(*term, name);
    }
    write_inline(out, terms, names, &local, root)?;
    for _ in shared {
        out.write_char(')')?;
    }
    Ok(())
}

/// Compound terms that occur more than once below `roots`, operands first.
fn shared_terms(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut order = roots.to_vec();
    let mut seen: FxHashSet<Term> = order.iter().copied().collect();
    order.retain(|term| seen.remove(term));
    seen.extend(&order);
    let mut next = 0;
    while let Some(term) = order.get(next).copied() {
        next += 1;
        order.extend(written_operands(terms, term).iter().filter(|operand| seen.insert(**operand)));
    }
    order.sort_unstable();
    let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
    for operand in roots.iter().chain(order.iter().flat_map(|term| written_operands(terms, *term))) {
        *uses.entry(*operand).or_default() += 1;
    }
    order.into_iter().filter(|term| uses[term] > 1 && !terms.operands(*term).is_empty()).collect()
}

/// The operands with which a term is written.
fn written_operands(terms: &Terms, term: Term) -> &[Term] {
    terms.operands(terms.whole(term).unwrap_or(term))
}

enum Piece {
    Operand(Term),
    Text(String),
    Close,
}

/// Writes a term with the terms in `local` as names, except itself.
fn write_inline(
    out: &mut impl Write,
    terms: &Terms,
    names: &Names,
    local: &FxHashMap<Term, String>,
    root: Term,
) -> fmt::Result {
    let mut stack = Vec::new();
    let mut next = Some(root);
    loop {
        if let Some(term) = next.take() {
            if let Some(name) = local.get(&term) {
                out.write_str(name)?;
            } else {
                let operands = written_operands(terms, term);
                match form(terms, names, term) {
                    Form::Named(body) => {
                        write!(out, "(let (({}", parameter(names, 0))?;
                        stack.push(Piece::Text(format!(")) {body})")));
                        for (i, operand) in operands.iter().enumerate().rev() {
                            stack.push(Piece::Operand(*operand));
                            if i > 0 {
                                stack.push(Piece::Text(format!(") ({}", parameter(names, i))));
                            }
                        }
                    }
                    form => {
                        if !operands.is_empty() {
                            out.write_char('(')?;
                            stack.push(Piece::Close);
                            stack.extend(operands.iter().rev().map(|operand| Piece::Operand(*operand)));
                        }
                        match form {
                            Form::Whole(core) => out.write_str(&surface_head(terms, core))?,
                            _ => write_head(out, terms, names, term)?,
                        }
                    }
                }
            }
        }
        match stack.pop() {
            None => return Ok(()),
            Some(Piece::Close) => out.write_char(')')?,
            Some(Piece::Text(text)) => out.write_str(&text)?,
            Some(Piece::Operand(operand)) => {
                out.write_char(' ')?;
                next = Some(operand);
            }
        }
    }
}

fn write_head(out: &mut impl Write, terms: &Terms, names: &Names, term: Term) -> fmt::Result {
    match terms.op(term) {
        Op::Bool(value) => write!(out, "{value}"),
        Op::Const(_) => match terms.constant(term) {
            Some(bits) => write!(out, "{bits}"),
            None => Err(fmt::Error),
        },
        Op::Var(symbol) | Op::Apply(symbol) => out.write_str(names.get(symbol)),
        Op::Extract(low) => write!(out, "(_ extract {} {low})", low + terms.width(term) - 1),
        Op::SignExtend => {
            write!(out, "(_ sign_extend {})", terms.width(term) - terms.width(terms.operands(term)[0]))
        }
        Op::ConstArray => write!(out, "(as const {})", terms.sort_name(terms.sort(term))),
        Op::Float(_) => match terms.float_value(term) {
            Some(value) => write!(out, "{value}"),
            None => Err(fmt::Error),
        },
        Op::RoundingMode(mode) => write!(out, "{mode}"),
        _ => out.write_str(&surface_head(terms, term)),
    }
}

/// A logic for a script with these assertions: bit-vectors with arrays and functions, bit-vectors
/// with floating point, or `ALL` for all of these, whose proper name not every solver knows.
pub fn logic_of(terms: &Terms, assertions: &[Term]) -> &'static str {
    let is_float = |sort| matches!(terms.sort_kind(sort), SortKind::Float { .. } | SortKind::RoundingMode);
    let is_array = |term| matches!(terms.sort_kind(terms.sort(term)), SortKind::Array { .. });
    let (mut floats, mut more) = (false, false);
    for term in reachable(terms, assertions) {
        let parts = sort_parts(terms, terms.sort(term));
        floats |= terms.kind(term).is_float() || parts.into_iter().any(is_float);
        // Hidden functions are part of operators.
        more |= is_array(term) || matches!(terms.op(term), Op::Apply(f) if terms.symbol(f).hidden.is_none());
    }
    match (floats, more) {
        (false, _) => "QF_AUFBV",
        (true, false) => "QF_BVFP",
        (true, true) => "ALL",
    }
}

/// A sort that is no array, or index and element sorts of all depths.
fn sort_parts(terms: &Terms, sort: Sort) -> Vec<Sort> {
    let (mut parts, mut inner) = (Vec::new(), sort);
    while let SortKind::Array { index, element } = terms.sort_kind(inner) {
        parts.push(index);
        inner = element;
    }
    parts.push(inner);
    parts
}

/// A script that asserts `assertions` and asks for satisfiability. What several assertions share is
/// defined once, so that the script is linear in the size of their common DAG.
pub fn script(terms: &Terms, logic: &str, assertions: &[Term]) -> String {
    let symbols = free_symbols(terms, assertions);
    let names = Names::new(terms, &symbols);
    let mut text = String::new();
    let _ = write_script(&mut text, terms, &names, &symbols, logic, assertions);
    text
}

fn write_script(
    out: &mut String,
    terms: &Terms,
    names: &Names,
    symbols: &[Symbol],
    logic: &str,
    assertions: &[Term],
) -> fmt::Result {
    writeln!(out, "(set-logic {logic})")?;
    for symbol in symbols {
        let data = terms.symbol(*symbol);
        if data.hidden.is_some() {
            continue;
        }
        let parameters: Vec<String> = data.parameters.iter().map(|sort| terms.sort_name(*sort)).collect();
        let (name, result) = (names.get(*symbol), terms.sort_name(data.result));
        writeln!(out, "(declare-fun {name} ({}) {result})", parameters.join(" "))?;
    }
    if let [only] = assertions {
        out.push_str("(assert ");
        write_term(out, terms, names, *only)?;
        out.push_str(")\n");
    } else {
        let mut local = FxHashMap::default();
        for term in shared_terms(terms, assertions) {
            let name = format!("{}{}", names.local_prefix, local.len());
            write!(out, "(define-fun {name} () {} ", terms.sort_name(terms.sort(term)))?;
            write_inline(out, terms, names, &local, term)?;
            out.push_str(")\n");
            local.insert(term, name);
        }
        for assertion in assertions {
            out.push_str("(assert ");
            write_inline(out, terms, names, &local, *assertion)?;
            out.push_str(")\n");
        }
    }
    out.push_str("(check-sat)\n");
    Ok(())
}

/// A value of a sort as a term of SMT-LIB.
pub fn value_to_string(terms: &Terms, sort: Sort, value: &Value) -> String {
    match (value, terms.sort_kind(sort)) {
        (Value::Array(array), SortKind::Array { index, element }) => {
            let default = value_to_string(terms, element, array.default_value());
            let mut text = "(store ".repeat(array.entries().len());
            let _ = write!(text, "((as const {}) {default})", terms.sort_name(sort));
            for (i, v) in array.entries() {
                let _ = write!(text, " {} {})", value_to_string(terms, index, i), value_to_string(terms, element, v));
            }
            text
        }
        (value, _) => value.to_string(),
    }
}

/// A model as `get-model` answers it, with a definition for each of `symbols` but hidden functions.
pub fn model_to_string(terms: &Terms, model: &Model, symbols: &[Symbol]) -> String {
    let names = Names::new(terms, symbols);
    let mut text = "(\n".to_owned();
    for symbol in symbols {
        let data = terms.symbol(*symbol);
        if data.hidden.is_some() {
            continue;
        }
        let zero = Value::zero(terms, data.result);
        let (parameters, body) = if data.parameters.is_empty() {
            let value = model.values.get(symbol).unwrap_or(&zero);
            (String::new(), value_to_string(terms, data.result, value))
        } else {
            let empty = FunctionValue { table: Default::default(), default: zero };
            let function = model.functions.get(symbol).unwrap_or(&empty);
            let named = |i: usize| format!("{}{i}", names.local_prefix);
            let parameters: Vec<String> = data
                .parameters
                .iter()
                .enumerate()
                .map(|(i, s)| format!("({} {})", named(i), terms.sort_name(*s)))
                .collect();
            let mut body = String::new();
            for (arguments, result) in &function.table {
                body.push_str("(ite (and");
                for (i, (argument, sort)) in arguments.iter().zip(&data.parameters).enumerate() {
                    let _ = write!(body, " (= {} {})", named(i), value_to_string(terms, *sort, argument));
                }
                let _ = write!(body, ") {} ", value_to_string(terms, data.result, result));
            }
            body.push_str(&value_to_string(terms, data.result, &function.default));
            body.push_str(&")".repeat(function.table.len()));
            (parameters.join(" "), body)
        };
        let sort = terms.sort_name(data.result);
        let _ = writeln!(text, "  (define-fun {} ({parameters}) {sort} {body})", names.get(*symbol));
    }
    text.push(')');
    text
}
