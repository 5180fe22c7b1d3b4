//! The functions that a harness defines, and what they return.

use super::{NoHarness, c_values};
use crate::replay::{Counterexample, watch};
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::{Options, Script, Tracer, View};
use adumbra_program::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What a harness defines.
pub(super) struct Functions {
    /// By name: the type of the result, and the values in order.
    results: BTreeMap<String, (Option<Type>, Vec<Value>)>,
    /// Functions that the execution does not call, but the linker wants.
    others: BTreeSet<String>,
    /// Error functions that the task only declares.
    errors: Vec<String>,
    /// Objects that the task only declares: name, size, alignment.
    objects: Vec<(String, u64, u32)>,
}

/// Functions that stand for nothing in a run of one thread.
const EMPTY: [&str; 2] = ["__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"];

/// The function where the user's code starts.
pub(super) fn started(program: &Program) -> Function {
    if !program.functions[program.entry].library {
        return program.entry;
    }
    let edges = program.body(program.entry).into_iter().flat_map(Body::edge_ids);
    let called = edges.filter_map(|e| match program.edges[e].op {
        Op::Call { callee: Callee::Direct(f), .. } if !program.functions[f].library => Some(f),
        _ => None,
    });
    called.into_iter().next().unwrap_or(program.entry)
}

/// Does the task only declare this error function? Then its body is the violation and nothing else.
fn is_declared_error(program: &Program, function: Function) -> bool {
    program.property.error_functions().contains(&program.functions[function].name)
        && program.body(function).is_none_or(|b| {
            let mut edges = b.edge_ids();
            edges.len() == 1 && edges.all(|e| matches!(program.edges[e].op, Op::Violation(_)))
        })
}

/// Is the error function that was called one that the harness defines?
pub(super) fn error_function_is_ours(program: &Program, counterexample: &Counterexample) -> bool {
    counterexample.report.stack.first().is_some_and(|e| is_declared_error(program, e.function))
}

impl Functions {
    /// The functions that an execution needs; `externals` are those without a definition that it
    /// calls.
    pub(super) fn of(
        program: &Program,
        script: &Script,
        externals: &[String],
        options: &Options,
    ) -> Result<Self, NoHarness> {
        let mut functions =
            Functions { results: BTreeMap::new(), others: BTreeSet::new(), errors: Vec::new(), objects: Vec::new() };
        let wrong = |name: &str, why| NoHarness::Function { name: name.into(), why };

        let inputs = input_types(program)?;
        for (name, ty) in &inputs {
            functions.results.insert(name.clone(), (Some(*ty), Vec::new()));
        }
        for input in &script.inputs {
            let entry = functions.results.get_mut(&input.name);
            let (Some(ty), values) = entry.ok_or_else(|| wrong(&input.name, "is not known"))? else { continue };
            let width = ty.bits(&program.layout);
            values.push(Value::parse(&input.value, width).ok_or_else(|| wrong(&input.name, "its value is no number"))?);
        }

        let open = unspecified(program, script);
        let mut results = Results { program, open: &open, found: BTreeMap::new(), pointers: None };
        if !open.is_empty() {
            watch(program, script, options, &mut results);
            if let Some(name) = results.pointers {
                return Err(wrong(&name, "may write to memory"));
            }
        }
        for name in &open {
            let Some(values) = results.found.remove(name) else {
                return Err(wrong(name, "is called by other library functions"));
            };
            let ty = program.function_named(name).and_then(|f| program.functions[f].result_types.first().copied());
            functions.results.insert(name.clone(), (ty, values));
        }

        for (id, function) in program.functions.iter() {
            let name = &function.name;
            if is_declared_error(program, id) {
                functions.errors.push(name.clone());
            } else if EMPTY.contains(&name.as_str()) && function.library {
                functions.others.insert(name.clone());
            } else if name == "__VERIFIER_nondet_memory" && function.library {
                return Err(wrong(name, "its bytes are not part of a harness"));
            } else if function.body.is_none() && is_identifier(name) && !functions.results.contains_key(name) {
                if !externals.contains(name) {
                    functions.others.insert(name.clone());
                    continue;
                }
                let ty = match function.result_types[..] {
                    [] => None,
                    [ty] => Some(ty),
                    _ => return Err(wrong(name, "returns a structure")),
                };
                functions.results.insert(name.clone(), (ty, Vec::new()));
            }
        }
        for result in script.externals.iter().filter(|r| !open.contains(&r.name)) {
            let Some((Some(ty), values)) = functions.results.get_mut(&result.name) else { continue };
            let width = ty.bits(&program.layout);
            values
                .push(Value::parse(&result.value, width).ok_or_else(|| wrong(&result.name, "its value is no number"))?);
        }
        for (name, (ty, _)) in &functions.results {
            if ty.is_some_and(|t| c_values::c_type(t).is_none()) {
                return Err(wrong(name, "returns a type that C does not have"));
            }
        }
        let declared = program.globals.values().filter(|g| g.init.is_none() && is_identifier(&g.name));
        functions.objects = declared.map(|g| (g.name.clone(), g.size, g.align)).collect();
        Ok(functions)
    }

    /// The definitions in C.
    pub(super) fn text(&self, program: &Program) -> String {
        let mut out = String::from(PRELUDE);
        let defined = |name: &str| program.function_named(name).is_some_and(|f| program.body(f).is_some());
        if !defined("__VERIFIER_assume") {
            out.push_str(ASSUME);
        }
        for name in &self.errors {
            let _ = write!(
                out,
                "\nADUMBRA_WEAK void {name}(void)\n{{\n    adumbra_say(\"{name} is called\");\n    abort();\n}}\n"
            );
        }
        for (name, (ty, values)) in &self.results {
            let result = ty.and_then(c_values::c_type).unwrap_or("void");
            let body = match ty {
                None => String::new(),
                Some(_) if values.is_empty() => "    adumbra_unexpected(\"{name}\");\n".replace("{name}", name),
                Some(ty) => c_values::body(name, *ty, values, &program.layout).unwrap_or_default(),
            };
            let _ = write!(out, "\n{result} {name}()\n{{\n{body}}}\n");
        }
        for name in &self.others {
            let body = match EMPTY.contains(&name.as_str()) {
                true => String::new(),
                false => format!("    adumbra_unexpected(\"{name}\");\n"),
            };
            let _ = write!(out, "\nADUMBRA_WEAK void {name}()\n{{\n{body}}}\n");
        }
        for (name, size, align) in &self.objects {
            let _ = write!(out, "\nADUMBRA_WEAK _Alignas({align}) unsigned char {name}[{}];\n", (*size).max(1));
        }
        out.push_str(END);
        out
    }
}

const PRELUDE: &str = r#"#ifdef __cplusplus
#define _Bool bool
#define _Alignas alignas
extern "C" {
#endif

#if defined(__GNUC__)
#define ADUMBRA_WEAK __attribute__((weak))
#else
#define ADUMBRA_WEAK
#endif

int puts(const char *);
int printf(const char *, ...);
int fflush(void *);
void abort(void);
void _Exit(int);

static void adumbra_say(const char *what)
{
    puts(what);
    fflush(0);
}

/* Behind the violation the counterexample says nothing. */
static void adumbra_unexpected(const char *function)
{
    printf("%s: called where the counterexample has no value for it\n", function);
    fflush(0);
    _Exit(99);
}

static unsigned long adumbra_take(const char *function, unsigned long *next, unsigned long count)
{
    if (*next >= count)
        adumbra_unexpected(function);
    return (*next)++;
}
"#;

const END: &str = "
#ifdef __cplusplus
}
#endif
";

const ASSUME: &str = r#"
ADUMBRA_WEAK void __VERIFIER_assume(int condition)
{
    if (!condition) {
        adumbra_say("an assumption does not hold");
        _Exit(98);
    }
}
"#;

fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with("__adumbra_")
}

/// The functions that inputs come from, with the type of their results.
fn input_types(program: &Program) -> Result<BTreeMap<String, Type>, NoHarness> {
    let mut found: BTreeMap<String, Type> = BTreeMap::new();
    let mut before: Option<(Symbol, Function, Option<Origin>)> = None;
    for edge in program.edges.values() {
        let Op::Input { register, source: InputSource::Nondet(symbol) } = edge.op else { continue };
        let name = program.symbol(symbol).to_owned();
        let this = (symbol, program.function_of(edge.from), edge.origin);
        if before == Some(this) && edge.origin.is_some() {
            return Err(NoHarness::Function { name, why: "returns a structure" });
        }
        before = Some(this);
        let ty = program.registers[register].ty;
        let wider = |known: &Type| known.bits(&program.layout) < ty.bits(&program.layout);
        if found.get(&name).is_none_or(wider) {
            found.insert(name, ty);
        }
    }
    Ok(found)
}

/// The library functions that the execution calls and whose results the standard leaves open.
fn unspecified(program: &Program, script: &Script) -> BTreeSet<String> {
    let names = script.externals.iter().map(|r| &r.name);
    names.filter(|n| program.function_named(n).is_none_or(|f| program.body(f).is_some())).cloned().collect()
}

/// Watches for the results that library functions give to the user's code.
struct Results<'a> {
    program: &'a Program,
    open: &'a BTreeSet<String>,
    found: BTreeMap<String, Vec<Value>>,
    /// A function that takes pointers.
    pointers: Option<String>,
}

impl Tracer for Results<'_> {
    fn edge(&mut self, _view: &View<'_>, _edge: Edge) {}

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        if view.function().is_none_or(|f| self.program.functions[f].library) {
            return;
        }
        let Op::Call { callee: Callee::Direct(callee), results, .. } = &self.program.edges[edge].op else { return };
        let callee = &self.program.functions[*callee];
        if !self.open.contains(&callee.name) {
            return;
        }
        if callee.parameter_types.contains(&Type::Ptr) || results.len() != 1 {
            self.pointers.get_or_insert_with(|| callee.name.clone());
        }
        if let Some(value) = results.first().and_then(|r| view.register(*r)) {
            self.found.entry(callee.name.clone()).or_default().push(value);
        }
    }
}
