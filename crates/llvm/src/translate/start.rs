//! Where executions start: constructors, the arguments of `main`, inputs for the parameters of another entry.

use super::{Shared, signature};
use crate::constants::resolve_alias;
use crate::sys::{Module, Value};
use adumbra_program::{Callee, Function, InputSource, Op, ProgramBuilder};

/// What has to run, in order.
#[derive(Debug)]
pub struct Start {
    constructors: Vec<Value>,
    entry: Value,
}

impl Start {
    /// The functions it calls.
    pub fn roots(&self) -> Vec<Value> {
        let mut roots = self.constructors.clone();
        roots.push(self.entry);
        roots
    }
}

/// Looks at constructors and the entry's parameters. A `main` with arguments is called by the library's glue, which
/// builds the argument vector.
pub fn plan(module: &Module<'_>, entry: Value, shape: Option<&str>) -> Start {
    let mut start = entry;
    if let Some(shape) = shape
        && let Some(glue) = module.function(&format!("__adumbra_start_{shape}"))
        && let Some(symbol) = module.function(&format!("__adumbra_entry_{shape}"))
    {
        symbol.replace_uses_with(entry);
        start = glue;
    }
    Start { constructors: constructors(module), entry: start }
}

fn constructors(module: &Module<'_>) -> Vec<Value> {
    let Some(list) = module.global("llvm.global_ctors").and_then(Value::initializer) else {
        return Vec::new();
    };
    let mut found: Vec<(u64, Value)> = Vec::new();
    for i in 0..list.operand_count() {
        if let Some(entry) = list.element(i)
            && let (Some(priority), Some(function)) = (entry.element(0), entry.element(1))
        {
            let function = resolve_alias(function);
            if function.is_function() {
                found.push((priority.as_u64().unwrap_or(u64::MAX), function));
            }
        }
    }
    found.sort_by_key(|(priority, _)| *priority);
    found.into_iter().map(|(_, function)| function).collect()
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
    if parameters.is_empty() && start.constructors.is_empty() && !start.entry.value_type().is_variadic() {
        return Ok(entry);
    }
    let function = builder.declare_function("__adumbra_start", &[], &results, false);
    builder.function_mut(function).library = true;
    let names: Vec<String> = start.entry.parameters().into_iter().map(Value::name).collect();
    let constructors = start.constructors.iter().map(|c| id(shared, *c)).collect::<Result<Vec<_>, _>>()?;
    let mut body = builder.begin_body(function);
    let mut at = body.entry();
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
