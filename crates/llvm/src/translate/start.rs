//! Where executions start: constructors, the arguments of `main`, inputs for the parameters of
//! another entry. And what runs when they end: destructors.

use super::{Shared, signature};
use crate::constants::resolve_alias;
use crate::sys::{Module, Value};
use adumbra_program::{Callee, Function, InputSource, Op, ProgramBuilder};

/// What has to run, in order.
#[derive(Debug)]
pub struct Start {
    constructors: Vec<Value>,
    entry: Value,
    /// What runs at the end, in order.
    pub destructors: Vec<Value>,
}

impl Start {
    /// The functions it calls.
    pub fn roots(&self) -> Vec<Value> {
        let mut roots = self.constructors.clone();
        roots.push(self.entry);
        roots.extend(&self.destructors);
        roots
    }
}

/// Looks at constructors and the entry's parameters. A `main` with arguments is called by the
/// library's glue, which builds the argument vector.
pub fn plan(module: &Module<'_>, entry: Value, shape: Option<&str>) -> Result<Start, String> {
    let mut start = entry;
    if let Some(shape) = shape
        && let Some(glue) = module.function(&format!("__adumbra_start_{shape}"))
        && let Some(symbol) = module.function(&format!("__adumbra_entry_{shape}"))
    {
        symbol.replace_uses_with(entry);
        start = glue;
    }
    let constructors = listed(module, "llvm.global_ctors", &[".preinit_array", ".init_array"])?;
    let mut destructors = listed(module, "llvm.global_dtors", &[".fini_array"])?;
    destructors.reverse();
    Ok(Start { constructors, entry: start, destructors })
}

/// The priority of functions that have none.
const NO_PRIORITY: u64 = 65535;

/// The functions of a list of the compiler, and of variables in sections that the start-up code
/// reads, by priority.
fn listed(module: &Module<'_>, list: &str, sections: &[&str]) -> Result<Vec<Value>, String> {
    let mut found: Vec<(usize, u64, Value)> = Vec::new();
    let last = sections.len() - 1;
    if let Some(list) = module.global(list).and_then(Value::initializer) {
        for i in 0..list.operand_count() {
            if let Some(entry) = list.element(i)
                && let (Some(priority), Some(function)) = (entry.element(0), entry.element(1))
            {
                add(&mut found, last, priority.as_u64().unwrap_or(NO_PRIORITY), function)?;
            }
        }
    }
    for global in module.globals() {
        let section = global.section();
        let place = sections
            .iter()
            .position(|name| section.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')));
        let (Some(place), Some(init)) = (place, global.initializer()) else { continue };
        let priority = section.rsplit('.').next().and_then(|n| n.parse().ok()).unwrap_or(NO_PRIORITY);
        if init.is_array() {
            for i in 0..init.operand_count() {
                if let Some(function) = init.element(i) {
                    add(&mut found, place, priority, function)?;
                }
            }
        } else {
            add(&mut found, place, priority, init)?;
        }
    }
    found.sort_by_key(|(place, priority, _)| (*place, *priority));
    Ok(found.into_iter().map(|(_, _, function)| function).collect())
}

fn add(found: &mut Vec<(usize, u64, Value)>, place: usize, priority: u64, function: Value) -> Result<(), String> {
    let function = resolve_alias(function);
    if function.is_null() {
        return Ok(());
    }
    if !function.is_function() || !function.value_type().parameters().is_empty() {
        return Err("a constructor or destructor that is no function without parameters".to_owned());
    }
    found.push((place, priority, function));
    Ok(())
}

/// The function where executions start: the entry itself if it needs nothing, else a synthetic one.
pub fn build(shared: &mut Shared<'_>, builder: &mut ProgramBuilder, start: &Start) -> Result<Function, String> {
    let id = |shared: &Shared<'_>, value: Value| {
        shared
            .symbols
            .functions
            .get(&value)
            .copied()
            .ok_or_else(|| format!("function `{}` has a signature that is not modelled", value.name()))
    };
    let entry = id(shared, start.entry)?;
    let (parameters, results) = signature(shared, start.entry)?;
    let simple = start.constructors.is_empty() && shared.weak.is_empty();
    if parameters.is_empty() && simple && !start.entry.value_type().is_variadic() {
        return Ok(entry);
    }
    let function = builder.declare_function("__adumbra_start", &[], &results, false);
    builder.function_mut(function).library = true;
    let names: Vec<String> = start.entry.parameters().into_iter().map(Value::name).collect();
    let constructors = start.constructors.iter().map(|c| id(shared, *c)).collect::<Result<Vec<_>, _>>()?;
    let mut body = builder.begin_body(function);
    let mut at = body.entry();
    at = super::weak::decide(shared, &mut body, at)?;
    for constructor in constructors {
        let op = Op::Call { callee: Callee::Direct(constructor), arguments: Box::new([]), results: Box::new([]) };
        at = body.edge_to_new(at, op, None, None);
    }
    let mut arguments = Vec::new();
    for (index, ty) in parameters.iter().enumerate() {
        let register = body.register(*ty, None);
        let name = names.get(index).filter(|n| !n.is_empty()).cloned().unwrap_or_else(|| index.to_string());
        let symbol = body.program().symbol(&format!("argument {name}"));
        at = body.edge_to_new(at, Op::Input { register, source: InputSource::Nondet(symbol) }, None, None);
        arguments.push(body.program().register_expr(register));
    }
    let registers: Vec<_> = results.iter().map(|ty| body.register(*ty, None)).collect();
    let values: Vec<_> = registers.iter().map(|r| body.program().register_expr(*r)).collect();
    let call = Op::Call { callee: Callee::Direct(entry), arguments: arguments.into(), results: registers.into() };
    at = body.edge_to_new(at, call, None, None);
    let exit = body.exit();
    body.edge(at, exit, Op::Return { values: values.into() }, None, None);
    body.finish();
    Ok(function)
}
