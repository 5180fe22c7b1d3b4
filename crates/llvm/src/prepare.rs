//! From modules to one normalised module.
//!
//! 1. Modules are read and linked; calls of `printf`, `scanf` and their like with a known format
//!    become what matters of them: see [`formats`](crate::formats). Then, until nothing changes,
//!    the units of library models that define a symbol still undefined are linked. The program's
//!    own definitions win.
//! 2. Load metadata that promises something (`nonnull`, `noundef`, `range`, …) is dropped: it is
//!    never assumed, and promotion to registers would turn it into assumptions. Where the life of
//!    objects matters, it is completed: see [`lifetimes`](crate::lifetimes).
//! 3. Sites are numbered: allocas, and the instructions that may yield an indeterminate value. The
//!    numbers are metadata, so they survive promotion and are the same with and without it.
//! 4. Each scalar local is stored the result of an opaque call, at its declaration. Otherwise
//!    promotion would leave `undef`, and LLVM would fold φ(1, undef) to 1. With lifetime markers
//!    this happens each time the declaration is reached; locals without markers get their value at
//!    the function's start.
//! 5. `mem2reg`, if wanted: the one optimisation. It gives analyses registers instead of memory. No
//!    pass that could exploit undefined behaviour runs. It may promote the locals of step 4 and no
//!    others: once it has promoted a pointer it would go on to promote what that points to, a local
//!    whose scope may have ended by then. So the address of every other local is passed to an
//!    opaque call while the pass runs.
//! 6. Calls of step 4 that nothing uses any more are erased, so that they are no inputs.

use crate::formats;
use crate::layout;
use crate::lifetimes::{self, lifetime, lifetime_start};
use crate::sys::{LLVMLinkage, LLVMOpcode as Opcode, LLVMTypeKind, LLVMValueKind, Module, Session, Value};
use crate::watchdog::Watchdog;
use adumbra_frontend::protocol::{LoadFailure, LoadRequest};
use adumbra_program::{Allocator, DataModel, Property, Type, Violation};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Attribute of functions, and metadata of globals, that came from the library models.
pub const LIBRARY_MARK: &str = "adumbra-library";
/// Attribute of functions compiled without overflow checks.
pub const UNCHECKED_MARK: &str = "adumbra-unchecked";
/// Metadata kind of site numbers.
pub const SITE_KIND: &str = "adumbra.site";
/// Prefix of the opaque functions that yield indeterminate values.
pub const INDETERMINATE: &str = "__adumbra_indeterminate.";

/// The opaque function that keeps a local in memory while `mem2reg` runs.
const KEEPER: &str = "__adumbra_keep";

/// One linked, normalised module.
#[derive(Debug)]
pub struct Prepared<'s> {
    /// The module.
    pub module: Module<'s>,
    /// The data model.
    pub model: DataModel,
    /// What is known of each site, by its number.
    pub sites: Vec<SiteInfo>,
    /// The shape of an entry that the library's start glue calls: `int_2` for
    /// `int main(int, char **)`.
    pub start: Option<String>,
}

/// What is known of a site before any pass.
#[derive(Debug, Clone)]
pub struct SiteInfo {
    /// The function, by LLVM value.
    pub function: Value,
    /// The debug location of the instruction, or of the variable's declaration.
    pub location: Option<crate::sys::Meta>,
    /// The C variable, for allocas.
    pub variable: Option<crate::sys::Meta>,
    /// The family of functions that made heap memory.
    pub allocator: Allocator,
}

fn failure(file: &str, message: impl Into<String>) -> LoadFailure {
    LoadFailure { file: file.to_owned(), line: None, message: message.into() }
}

/// Reads, links and normalises the modules of a request.
pub fn prepare<'s>(session: &'s Session, request: &LoadRequest) -> Result<Prepared<'s>, LoadFailure> {
    if request.modules.iter().all(|m| m.compiled) {
        session.trust_debug_info();
    }
    let mut linked: Option<Module<'s>> = None;
    let mut model = request.data_model;
    for input in &request.modules {
        let data = std::fs::read(&input.path).map_err(|e| failure(&input.display, format!("cannot read: {e}")))?;
        let clock = (!input.compiled).then(|| Watchdog::start(&input.display, data.len()));
        let module = session.parse(&data, &input.display).map_err(|m| parse_failure(&input.display, &m))?;
        if !input.compiled {
            module.verify().map_err(|m| parse_failure(&input.display, &m))?;
        }
        drop(clock);
        let found = data_model_of(&module).map_err(|m| failure(&input.display, m))?;
        match model {
            Some(wanted) if wanted != found => {
                let message = format!(
                    "the module is for {} ({}), but {} is asked for",
                    found.name(),
                    module.triple(),
                    wanted.name()
                );
                return Err(failure(&input.display, message));
            }
            _ => model = Some(found),
        }
        if !module.inline_asm().trim().is_empty() && module.inline_asm().contains(':') {
            return Err(failure(&input.display, "module-level assembly that defines symbols is not modelled"));
        }
        if !input.checked {
            for function in module.functions().filter(|f| !f.is_declaration()) {
                function.set_mark(session, UNCHECKED_MARK);
            }
        }
        match &mut linked {
            None => linked = Some(module),
            Some(whole) => {
                module.set_target(&whole.triple(), &whole.data_layout());
                whole.link(module).map_err(|m| failure(&input.display, m))?;
            }
        }
    }
    let mut module = linked.ok_or_else(|| failure("", "no input files"))?;
    let model = model.unwrap_or(DataModel::Lp64);
    let start = check_entry(&module, request)?;
    prefer_external_definitions(&module);
    if !request.calls_as_written {
        formats::specialise(session, &module, request, model);
    }
    link_library(session, &mut module, model, &request.property, start.as_deref())?;
    drop_promises(session, &module);
    if request.property.needs_scopes() {
        lifetimes::complete(session, &module);
    }
    let sites = number_sites(session, &module);
    initialise_locals(session, &module, request.property.monitors(Violation::LostMemory));
    if request.promote {
        module.run_passes("function(mem2reg)").map_err(|m| failure("", m))?;
    }
    erase_keepers(&module);
    erase_unused_indeterminates(&module);
    Ok(Prepared { module, model, sites, start })
}

fn parse_failure(file: &str, message: &str) -> LoadFailure {
    // LLVM writes `name:12:3: error: cause`, followed by the source line.
    let first = message.lines().next().unwrap_or("malformed module");
    let mut line = None;
    let mut text = first;
    if let Some((before, cause)) = first.split_once(": error: ") {
        line = before.rsplit(':').nth(1).and_then(|n| n.parse().ok());
        text = cause;
    }
    LoadFailure { file: file.to_owned(), line, message: format!("not valid LLVM IR: {text}") }
}

fn data_model_of(module: &Module<'_>) -> Result<DataModel, String> {
    let target = module.target();
    let triple = module.triple();
    if !target.little_endian() {
        return Err(format!("target {triple} is big-endian, which is not modelled"));
    }
    let known = triple.is_empty() || triple.starts_with("x86_64") || triple.starts_with('i');
    match target.pointer_bits() {
        64 if known => Ok(DataModel::Lp64),
        32 if known => Ok(DataModel::Ilp32),
        bits => Err(format!("target {triple} ({bits}-bit pointers) is not modelled; only i386 and x86-64 are")),
    }
}

/// Functions that register something to run when the program ends.
const EXIT_HANDLERS: [&str; 5] = ["atexit", "on_exit", "__cxa_atexit", "at_quick_exit", "__cxa_thread_atexit"];

/// Checks that the entry exists; answers its shape if it is a `main` that the start glue must call:
/// because it takes arguments, or because something has to run after it.
fn check_entry(module: &Module<'_>, request: &LoadRequest) -> Result<Option<String>, LoadFailure> {
    let file = request.modules.first().map_or("", |m| m.display.as_str());
    let Some(entry) = module.function(&request.entry).filter(|f| !f.is_declaration()) else {
        let mut defined: Vec<String> = module.functions().filter(|f| !f.is_declaration()).map(Value::name).collect();
        defined.sort();
        defined.truncate(8);
        let hint = if defined.is_empty() {
            "no function is defined".to_owned()
        } else {
            format!("defined are {}", defined.join(", "))
        };
        return Err(failure(file, format!("there is no function `{}` to start from; {hint}", request.entry)));
    };
    let parameters = entry.parameters();
    let handlers = EXIT_HANDLERS.iter().any(|name| module.function(name).is_some())
        || module.global("llvm.global_dtors").is_some()
        || module.globals().any(|global| global.section().starts_with(".fini_array"));
    if request.entry != "main" || (parameters.is_empty() && !handlers) || entry.value_type().is_variadic() {
        return Ok(None);
    }
    let result = match layout::scalar(entry.value_type().result()) {
        Some(Type::Int(32)) => "int",
        None if entry.value_type().result().kind() == LLVMTypeKind::LLVMVoidTypeKind => "void",
        _ => return Ok(None),
    };
    let expected = [Type::Int(32), Type::Ptr, Type::Ptr];
    let fits = parameters.len() <= 3
        && parameters.iter().zip(expected).all(|(p, expected)| layout::scalar(p.ty()) == Some(expected));
    let unread = parameters.len() > 1 && parameters[1..].iter().all(|parameter| is_unread(*parameter));
    Ok(fits.then(|| format!("{result}_{}{}", parameters.len(), if unread { "_unread" } else { "" })))
}

/// Does nobody look at a parameter? Without optimisation it is stored to a local that nobody reads.
fn is_unread(parameter: Value) -> bool {
    let is_store = |user: Value| user.is_instruction() && user.opcode() == Opcode::LLVMStore;
    parameter.users().all(|store| {
        let to = || store.operand(1);
        is_store(store)
            && store.operand(0) == parameter
            && to().is_instruction()
            && to().opcode() == Opcode::LLVMAlloca
            && to().users().all(|user| user == store || lifetime_marker(user))
    })
}

fn lifetime_marker(user: Value) -> bool {
    ["llvm.lifetime.start", "llvm.lifetime.end"].iter().any(|name| lifetime(user, name).is_some())
}

/// An `extern inline` definition in GNU's sense serves inlining only, and clang calls it
/// `f.inline`; what it calls `f` is the function that everyone else calls. The wrappers of a
/// hardened C library are of this kind.
fn prefer_external_definitions(module: &Module<'_>) {
    let functions: Vec<Value> = module.functions().collect();
    for function in functions {
        if let Some(outer) = function.name().strip_suffix(".inline").and_then(|name| module.function(name)) {
            function.replace_uses_with(outer);
        }
    }
}

/// Links the units of library models that the program needs.
fn link_library<'s>(
    session: &'s Session,
    module: &mut Module<'s>,
    model: DataModel,
    property: &Property,
    start: Option<&str>,
) -> Result<(), LoadFailure> {
    let units = adumbra_frontend::models::units(model);
    let mut definers: HashMap<&str, usize> = HashMap::default();
    for (index, unit) in units.iter().enumerate() {
        for symbol in unit.defines {
            definers.insert(symbol, index);
        }
    }
    let mut linked = HashSet::default();
    let library_kind = session.metadata_kind(LIBRARY_MARK);
    let mut start = start.map(|shape| format!("__adumbra_start_{shape}"));
    loop {
        let mut wanted: Vec<usize> = Vec::new();
        if let Some(start) = start.take() {
            wanted.extend(definers.get(start.as_str()));
        }
        // An error function is one even if a library has a function of that name.
        let undefined = module
            .functions()
            .chain(module.globals())
            .filter(|v| v.is_declaration() && v.users().next().is_some())
            .map(|v| library_name(&v.name()).unwrap_or_else(|| v.name()))
            .filter(|name| !property.error_functions().contains(name));
        wanted.extend(undefined.filter_map(|name| definers.get(name.as_str()).copied()));
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|unit| linked.insert(*unit));
        if wanted.is_empty() {
            break;
        }
        for index in wanted {
            let unit = &units[index];
            let library = session.parse(unit.bitcode, unit.name).map_err(|m| failure(unit.name, m))?;
            if library.functions().filter(|f| !f.is_declaration()).any(|model| is_other_function(module, model)) {
                continue;
            }
            for function in library.functions().filter(|f| !f.is_declaration()) {
                function.set_mark(session, LIBRARY_MARK);
                weaken(function);
            }
            for global in library.globals().filter(|g| !g.is_declaration()) {
                session.mark_global(global, library_kind);
                weaken(global);
            }
            library.set_target(&module.triple(), &module.data_layout());
            module.link(library).map_err(|m| failure(unit.name, m))?;
        }
    }
    connect_renamed(module);
    Ok(())
}

/// Does the program mean another function by the name of a model? Somewhere it is called with fewer
/// arguments than that takes.
fn is_other_function(module: &Module<'_>, model: Value) -> bool {
    let Some(declared) = module.function(&model.name()).filter(|f| f.is_declaration()) else { return false };
    let takes = model.value_type().parameters().len();
    declared.users().any(|user| {
        user.is_instruction()
            && user.opcode() == Opcode::LLVMCall
            && user.callee() == declared
            && user.arguments().len() < takes
    })
}

fn weaken(value: Value) {
    if value.linkage() == LLVMLinkage::LLVMExternalLinkage {
        value.set_linkage(LLVMLinkage::LLVMWeakAnyLinkage);
    }
}

/// The library model's name for a function that compilers know under a mangled one, or as an
/// intrinsic.
fn library_name(name: &str) -> Option<String> {
    const MATHEMATICS: [&str; 18] = [
        "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "log",
        "log2", "log10", "pow", "ldexp",
    ];
    if let Some((stem, ty)) = name.strip_prefix("llvm.").and_then(|name| name.split_once('.')) {
        let suffix = match ty {
            "f64" | "f64.i32" => "",
            "f32" | "f32.i32" => "f",
            "f80" | "f80.i32" => "l",
            _ => return None,
        };
        return MATHEMATICS.contains(&stem).then(|| format!("{stem}{suffix}"));
    }
    const RUST: [(&str, &str); 4] = [
        ("___rust_alloc_zeroed", "__adumbra_rust_alloc_zeroed"),
        ("___rust_dealloc", "__adumbra_rust_dealloc"),
        ("___rust_realloc", "__adumbra_rust_realloc"),
        ("___rust_alloc", "__adumbra_rust_alloc"),
    ];
    // Mangled as `_RNvCs…_7___rustc12___rust_alloc`; older compilers use the plain `__rust_alloc`.
    let mangled = name.starts_with("_R") && name.contains("___rustc");
    RUST.iter()
        .find(|(suffix, _)| (mangled && name.ends_with(suffix)) || name == &suffix[1..])
        .map(|(_, model)| (*model).to_owned())
}

fn connect_renamed(module: &Module<'_>) {
    let functions: Vec<Value> = module.functions().filter(|f| f.is_declaration()).collect();
    for function in functions {
        if let Some(target) = library_name(&function.name()).and_then(|name| module.function(&name)) {
            function.replace_uses_with(target);
        }
    }
}

fn instructions(function: Value) -> impl Iterator<Item = Value> {
    function.blocks().flat_map(|b| b.instructions())
}

fn drop_promises(session: &Session, module: &Module<'_>) {
    let kinds =
        ["nonnull", "noundef", "range", "align", "dereferenceable", "dereferenceable_or_null", "invariant.load"]
            .map(|name| session.metadata_kind(name));
    for function in module.functions() {
        for instruction in instructions(function).filter(|i| i.opcode() == Opcode::LLVMLoad) {
            for kind in kinds {
                session.clear_metadata(instruction, kind);
            }
        }
    }
}

/// May the instruction yield an indeterminate value or create an object?
fn is_site(instruction: Value) -> bool {
    match instruction.opcode() {
        Opcode::LLVMAlloca
        | Opcode::LLVMShl
        | Opcode::LLVMLShr
        | Opcode::LLVMAShr
        | Opcode::LLVMFPToSI
        | Opcode::LLVMFPToUI
        | Opcode::LLVMVAArg => true,
        Opcode::LLVMCall => {
            let name = instruction.callee().name();
            name.starts_with("__adumbra_allocate")
                || ["llvm.fpto", "llvm.lr", "llvm.llr"].iter().any(|p| name.starts_with(p))
                || instruction.operands().any(Value::is_undef)
        }
        _ => instruction.operands().any(|o| o.is_undef() || has_undef(o)),
    }
}

fn has_undef(value: Value) -> bool {
    matches!(value.kind(), LLVMValueKind::LLVMConstantStructValueKind | LLVMValueKind::LLVMConstantVectorValueKind)
        && (0..value.operand_count()).any(|i| value.element(i).is_some_and(|e| e.is_undef() || has_undef(e)))
}

/// The family of functions that a primitive for memory belongs to.
pub fn allocator(primitive: &str) -> Allocator {
    if primitive.ends_with("_new") {
        Allocator::New
    } else if primitive.ends_with("_new_array") {
        Allocator::NewArray
    } else {
        Allocator::Malloc
    }
}

fn number_sites(session: &Session, module: &Module<'_>) -> Vec<SiteInfo> {
    let kind = session.metadata_kind(SITE_KIND);
    let mut infos = Vec::new();
    for function in module.functions() {
        let mut variables: HashMap<Value, crate::sys::Meta> = HashMap::default();
        let mut declared_at: HashMap<Value, crate::sys::Meta> = HashMap::default();
        for instruction in instructions(function) {
            for (value, variable, declare) in instruction.debug_records() {
                if let (Some(value), true) = (value, declare) {
                    variables.insert(value, variable);
                }
            }
            if let Some(address) = lifetime_start(instruction)
                && let Some(location) = instruction.debug_location()
            {
                declared_at.entry(address).or_insert(location);
            }
        }
        for instruction in instructions(function) {
            if is_site(instruction) {
                session.set_number(instruction, kind, infos.len() as u32);
                infos.push(SiteInfo {
                    function,
                    location: declared_at.get(&instruction).copied().or_else(|| instruction.debug_location()),
                    variable: variables.get(&instruction).copied(),
                    allocator: match instruction.opcode() {
                        Opcode::LLVMCall => allocator(&instruction.callee().name()),
                        _ => Allocator::Malloc,
                    },
                });
            }
        }
    }
    infos
}

/// Pointers of the program stay in memory if their scopes matter: what only they point to is lost
/// when these end, not when they are read for the last time.
fn initialise_locals(session: &Session, module: &Module<'_>, scoped_pointers: bool) {
    let kind = session.metadata_kind(SITE_KIND);
    let functions: Vec<Value> = module.functions().filter(|f| !f.is_declaration()).collect();
    for function in functions {
        let Some(entry) = function.blocks().next() else { continue };
        let scoped = scoped_pointers && !function.has_mark(LIBRARY_MARK);
        let is_pointer = |i: Value| i.allocated_type().kind() == LLVMTypeKind::LLVMPointerTypeKind;
        let (allocas, others): (Vec<Value>, Vec<Value>) = entry
            .instructions()
            .filter(|i| i.opcode() == Opcode::LLVMAlloca)
            .partition(|i| is_single(*i) && may_be_promoted(*i) && !(scoped && is_pointer(*i)));
        let allocas: HashSet<Value> = allocas.into_iter().collect();
        for other in others {
            session.insert_keeper(other, module.declare(KEEPER, session.void_type(), &[session.pointer_type()]));
        }
        let starts: Vec<(Value, Value)> = instructions(function)
            .filter_map(|i| lifetime_start(i).map(|address| (i, address)))
            .filter(|(_, address)| allocas.contains(address))
            .collect();
        let with_markers: HashSet<Value> = starts.iter().map(|(_, address)| *address).collect();
        for (after, address) in starts {
            insert(session, module, kind, after, address);
        }
        let mut without: Vec<Value> = allocas.difference(&with_markers).copied().collect();
        without.sort_by_key(|a| session.number(*a, kind));
        for address in without {
            insert(session, module, kind, address, address);
        }
    }
}

fn insert(session: &Session, module: &Module<'_>, kind: u32, after: Value, address: Value) {
    let ty = address.allocated_type();
    let name = format!("{INDETERMINATE}{}", ty.show());
    let callee = module.declare(&name, ty, &[session.int_type(32)]);
    if let Some(site) = session.number(address, kind) {
        session.insert_indeterminate(after, callee, site, address);
    }
}

fn is_single(alloca: Value) -> bool {
    alloca.operand(0).as_u64() == Some(1)
}

/// Could `mem2reg` promote the local? Errs on the side of yes: then only an unneeded value is
/// stored. Other locals stay in memory, where bytes that were never written are indeterminate by
/// themselves.
fn may_be_promoted(alloca: Value) -> bool {
    let ty = alloca.allocated_type();
    let harmless = |user: Value| {
        user.opcode() == Opcode::LLVMCall && {
            let name = user.callee().name();
            name.starts_with("llvm.lifetime.") || name.starts_with("llvm.assume")
        }
    };
    ty.is_sized()
        && alloca.users().all(|user| match user.opcode() {
            Opcode::LLVMLoad => user.ty() == ty,
            Opcode::LLVMStore => user.operand(0) != alloca && user.operand(0).ty() == ty,
            Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => user.users().all(harmless),
            _ => harmless(user),
        })
        && layout::leaves_known(ty)
}

fn erase_keepers(module: &Module<'_>) {
    if let Some(keeper) = module.function(KEEPER) {
        let calls: Vec<Value> = keeper.users().collect();
        calls.into_iter().for_each(Value::erase);
    }
}

fn erase_unused_indeterminates(module: &Module<'_>) {
    let functions: Vec<Value> = module.functions().filter(|f| f.name().starts_with(INDETERMINATE)).collect();
    for function in functions {
        let calls: Vec<Value> = function.users().collect();
        for call in calls {
            if call.users().next().is_none() {
                call.erase();
            }
        }
    }
}
