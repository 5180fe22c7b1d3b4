//! From a normalised module to a program: globals and declarations first, then one automaton a
//! function.
//!
//! The translation makes every partial operation explicit: a division is guarded by a branch to a
//! violation, a shift or conversion out of range yields an indeterminate value after a violation.
//! Values that LLVM keeps in one register but that are not scalars become one register a leaf.
//! Instructions without effect that are used once in their own block become sub-expressions of
//! their user; that is sound because in SSA form an operand keeps its value wherever the definition
//! dominates.

mod arithmetic;
mod callbacks;
mod calls;
mod constrained;
mod function;
mod instructions;
mod intrinsics;
mod reach;
mod runtime;
mod start;
mod vectors;
mod volatile;
mod weak;

use crate::constants::Symbols;
use crate::debug::DebugInfo;
use crate::layout::leaves;
use crate::lifetimes::{RENEWED_KIND, UNSCOPED_KIND};
use crate::prepare::{LIBRARY_MARK, Prepared, SITE_KIND};
use crate::sys::{Session, Value};
use adumbra_frontend::protocol::{LoadFailure, LoadRequest};
use adumbra_program::{
    Allocator, DataLayout, Function, GlobalData, Op, Program, ProgramBuilder, Site, SiteData, Type, Variable, Violation,
};
pub(crate) use reach::Reach;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// What all functions of a translation share.
pub(crate) struct Shared<'s> {
    session: &'s Session,
    site_kind: u32,
    renewed_kind: u32,
    unscoped_kind: u32,
    sites: Vec<Site>,
    symbols: Symbols<'s>,
    /// Why a function's signature is not modelled.
    unmodelled: HashMap<Value, String>,
    error_functions: HashSet<String>,
    malloc_may_fail: bool,
    overflow_checks: bool,
    scopes: bool,
    /// Weak symbols that nobody defines.
    weak: Vec<weak::WeakSymbol>,
    /// Volatile objects that are only declared.
    volatiles: volatile::VolatileObjects,
    /// Functions with a body whose addresses are taken.
    callable: Vec<Function>,
    /// What runs when the program exits.
    destructors: Vec<Value>,
    /// Sites of the copies of byval parameters.
    byval_sites: HashMap<(Value, usize), Site>,
}

/// Translates a prepared module.
pub fn translate(session: &Session, prepared: &Prepared<'_>, request: &LoadRequest) -> Result<Program, LoadFailure> {
    let module = &prepared.module;
    let mut layout = DataLayout::of(prepared.model);
    if !module.triple().is_empty() {
        layout.triple = module.triple();
    }
    let mut builder = ProgramBuilder::new(layout, request.property.clone());
    let mut debug = DebugInfo::new(session, &request.files);
    let entry = module.function(&request.entry).ok_or_else(|| fail("the entry function disappeared"))?;
    let start = start::plan(module, entry, prepared.start.as_deref())
        .map_err(|what| fail(&format!("{what} is not modelled")))?;
    let reach = Reach::from(start.roots());

    let mut shared = Shared {
        session,
        site_kind: session.metadata_kind(SITE_KIND),
        renewed_kind: session.metadata_kind(RENEWED_KIND),
        unscoped_kind: session.metadata_kind(UNSCOPED_KIND),
        sites: Vec::new(),
        symbols: Symbols {
            session,
            target: module.target(),
            functions: HashMap::default(),
            globals: HashMap::default(),
            block_numbers: reach.block_numbers.clone(),
            weak: HashMap::default(),
        },
        unmodelled: HashMap::default(),
        error_functions: request.property.error_functions().iter().cloned().collect(),
        malloc_may_fail: request.malloc_may_fail,
        overflow_checks: request.property.needs_overflow_checks(),
        scopes: request.property.needs_scopes(),
        weak: Vec::new(),
        volatiles: volatile::VolatileObjects::find(&reach),
        callable: Vec::new(),
        destructors: start.destructors.clone(),
        byval_sites: HashMap::default(),
    };
    for &function in &reach.functions {
        declare(&mut shared, &mut builder, &mut debug, function, &reach);
    }
    declare_globals(&mut shared, &mut builder, &mut debug, &reach)?;
    weak::declare(&mut shared, &mut builder, &reach);
    shared.callable = callbacks::callable(&shared, &reach);
    declare_sites(&mut shared, &mut builder, &mut debug, prepared, &reach);
    for &function in &reach.functions {
        let Some(&id) = shared.symbols.functions.get(&function) else { continue };
        if !function.is_declaration() {
            function::translate(&mut shared, &mut builder, &mut debug, function, id);
        } else if shared.error_functions.contains(&function.name()) {
            error_body(&mut builder, id);
        } else if callbacks::calls_back(&function.name()) {
            callbacks::unsupported_body(&mut builder, id);
        }
    }
    let main = start::build(&mut shared, &mut builder, &start).map_err(|m| fail(&m))?;
    builder.finish(main).map_err(|e| fail(&format!("internal error: the translation breaks a rule: {e}")))
}

fn fail(message: &str) -> LoadFailure {
    LoadFailure { file: String::new(), line: None, message: message.to_owned() }
}

/// The scalar types of a function's parameters and results.
pub(crate) fn signature(shared: &Shared<'_>, function: Value) -> Result<(Vec<Type>, Vec<Type>), String> {
    let ty = function.value_type();
    let target = shared.symbols.target;
    let mut parameters = Vec::new();
    for parameter in ty.parameters() {
        parameters.extend(leaves(target, parameter)?.into_iter().map(|l| l.ty));
    }
    let results = leaves(target, ty.result())?.into_iter().map(|l| l.ty).collect();
    Ok((parameters, results))
}

fn declare(
    shared: &mut Shared<'_>,
    builder: &mut ProgramBuilder,
    debug: &mut DebugInfo<'_>,
    function: Value,
    reach: &Reach,
) {
    // Primitives become operations; as functions they would only confuse readers.
    let name = function.name();
    let primitive =
        name.starts_with("__adumbra_") || name.starts_with("__VERIFIER_nondet_") || name == "__VERIFIER_assume";
    if primitive && function.is_declaration() && !reach.address_taken.contains(&function) {
        return;
    }
    match signature(shared, function) {
        Ok((parameters, results)) => {
            let id =
                builder.declare_function(&function.name(), &parameters, &results, function.value_type().is_variadic());
            let position = debug.function_position(function, builder);
            let data = builder.function_mut(id);
            data.position = position;
            data.address_taken = reach.address_taken.contains(&function);
            data.library = function.has_mark(LIBRARY_MARK);
            shared.symbols.functions.insert(function, id);
        }
        Err(reason) => {
            shared.unmodelled.insert(function, reason);
        }
    }
}

fn declare_globals(
    shared: &mut Shared<'_>,
    builder: &mut ProgramBuilder,
    debug: &mut DebugInfo<'_>,
    reach: &Reach,
) -> Result<(), LoadFailure> {
    let target = shared.symbols.target;
    let library_kind = shared.session.metadata_kind(LIBRARY_MARK);
    for &global in &reach.globals {
        let ty = global.value_type();
        let (size, open) = match global.is_declaration() {
            true => crate::layout::declared_size(target, ty),
            false => (target.abi_size(ty), false),
        };
        let align = match global.alignment() {
            0 if ty.is_sized() => target.abi_align(ty),
            0 => 1,
            align => align,
        };
        let name = global.name();
        let variable = debug.global_variable(global, builder);
        let id = builder.global(GlobalData {
            library: global.global_metadata(library_kind).is_some(),
            name,
            size,
            align,
            constant: global.is_global_constant(),
            literal: global.is_literal(),
            open,
            init: None,
            variable,
        });
        shared.symbols.globals.insert(global, id);
    }
    for &global in &reach.globals {
        if let Some(init) = global.initializer() {
            let init = shared.symbols.initializer(init).map_err(|m| {
                let variable = debug.global_variable(global, builder);
                let declared = variable.and_then(|v| v.declared);
                LoadFailure {
                    file: declared.map(|p| builder.tables().files[p.file].path.clone()).unwrap_or_default(),
                    line: declared.map(|p| p.line),
                    message: format!("global `{}`: {m} is not modelled", global.name()),
                }
            })?;
            let id = shared.symbols.globals[&global];
            builder.global_mut(id).init = Some(init);
        }
    }
    Ok(())
}

fn declare_sites(
    shared: &mut Shared<'_>,
    builder: &mut ProgramBuilder,
    debug: &mut DebugInfo<'_>,
    prepared: &Prepared<'_>,
    reach: &Reach,
) {
    let nowhere = Function::from_u32(0);
    for info in &prepared.sites {
        let function = shared.symbols.functions.get(&info.function).copied();
        let variable = info.variable.and_then(|v| debug.variable(v, builder));
        let position =
            info.location.and_then(|l| debug.location(l, builder)).or(variable.as_ref().and_then(|v| v.declared));
        let (variable, position) = if function.is_some() { (variable, position) } else { (None, None) };
        let data = SiteData { function: function.unwrap_or(nowhere), position, variable, allocator: info.allocator };
        shared.sites.push(builder.site(data));
    }
    for &function in &reach.functions {
        let Some(&id) = shared.symbols.functions.get(&function) else { continue };
        if function.is_declaration() {
            continue;
        }
        for (index, parameter) in function.parameters().into_iter().enumerate() {
            if function.type_attribute(index as u32 + 1, "byval").is_some() {
                let variable = parameter_variable(debug, builder, function, parameter);
                let position = builder.tables().functions[id].position;
                let site = builder.site(SiteData { function: id, position, variable, allocator: Allocator::Malloc });
                shared.byval_sites.insert((function, index), site);
            }
        }
    }
}

fn parameter_variable(
    debug: &mut DebugInfo<'_>,
    builder: &mut ProgramBuilder,
    function: Value,
    parameter: Value,
) -> Option<Variable> {
    let entry = function.blocks().next()?;
    let record =
        entry.instructions().flat_map(|i| i.debug_records()).find(|(value, _, _)| *value == Some(parameter))?;
    let mut variable = debug.variable(record.1, builder)?;
    variable.parameter = true;
    Some(variable)
}

/// The body of an error function that the program only declares: the violation, and nothing after
/// it. Where it is none, the program ends as by `abort`.
fn error_body(builder: &mut ProgramBuilder, function: Function) {
    let position = builder.tables().functions[function].position;
    let monitored = builder.tables().property.monitors(Violation::ErrorCall);
    let status = builder.exprs.int(ABORTED, 32);
    let mut body = builder.begin_body(function);
    let entry = body.entry();
    let op = if monitored { Op::Violation(Violation::ErrorCall) } else { Op::End { status } };
    body.edge_to_new(entry, op, position, None);
    body.finish();
}

/// The exit status of a program that was aborted, as a shell shows it.
pub(crate) const ABORTED: u64 = 134;
