//! What remains of the normalised module, as a module: a slice that LLVM's tools take.
//!
//! 1. In every function ([`cut`]) the instructions that are not kept are erased, and branches whose
//!    outcome does not matter become jumps to the side from which the function's end is nearest
//!    ([`ways`]).
//! 2. The models of library functions become declarations: whoever compiles the module links the
//!    library itself, and who loads it here gets the models again. The calls are the program's own
//!    and are kept or erased as a whole.
//! 3. The opaque calls of normalisation become `freeze undef`: an arbitrary value, the same for all
//!    its users.
//! 4. Functions and globals that nothing refers to any more are erased.
//!
//! **Uses of what is erased.** Only code whose effect does not matter has them: an argument that
//! the callee does not look at, the result of a function whose result nobody wants. They become
//! zero.

mod cut;
mod needs;
mod ways;

use crate::prepare::{INDETERMINATE, LIBRARY_MARK, Prepared, SITE_KIND, UNCHECKED_MARK};
use crate::sys::{LLVMLinkage, Session, Value};
use crate::translate::Reach;
use adumbra_frontend::protocol::{LoadFailure, LoadRequest, Remainder};
use rustc_hash::FxHashSet as HashSet;

/// Cuts a prepared module and writes it.
pub fn write(
    session: &Session,
    prepared: &Prepared<'_>,
    request: &LoadRequest,
    remainder: &Remainder,
) -> Result<(), LoadFailure> {
    let fail = |message: String| LoadFailure { file: String::new(), line: None, message };
    let module = &prepared.module;
    let defined: Vec<Value> = module.functions().filter(|f| !f.is_declaration() && !f.has_mark(LIBRARY_MARK)).collect();
    for function in defined {
        if let Some(lists) = remainder.functions.get(&function.name()) {
            cut::cut(session, module, function, lists).map_err(fail)?;
        }
    }
    disown_library(session, prepared);
    settle_indeterminates(session, prepared);
    drop_marks(session, prepared);
    hide_unreached(prepared, request).map_err(fail)?;
    module.run_passes("globaldce,strip-dead-debug-info").map_err(fail)?;
    module.verify().map_err(|m| fail(format!("internal error: the sliced module breaks a rule of LLVM: {m}")))?;
    match remainder.text {
        true => module.write_text(&remainder.output).map_err(fail),
        false => module.write_bitcode(&remainder.output).map_err(fail),
    }
}

fn instructions(function: Value) -> Vec<Value> {
    function.blocks().flat_map(|b| b.instructions()).collect()
}

/// Turns what the library models define for others into declarations.
fn disown_library(session: &Session, prepared: &Prepared<'_>) {
    let module = &prepared.module;
    let kind = session.metadata_kind(LIBRARY_MARK);
    let shared = |v: &Value| !v.is_declaration() && v.linkage() == LLVMLinkage::LLVMWeakAnyLinkage;
    let functions = module.functions().filter(|f| f.has_mark(LIBRARY_MARK));
    let globals = module.globals().filter(|g| g.global_metadata(kind).is_some());
    let library: Vec<Value> = functions.chain(globals).filter(shared).collect();
    library.into_iter().for_each(|definition| module.disown(definition));
}

/// Replaces opaque calls by arbitrary values.
fn settle_indeterminates(session: &Session, prepared: &Prepared<'_>) {
    let opaque: Vec<Value> = prepared.module.functions().filter(|f| f.name().starts_with(INDETERMINATE)).collect();
    for function in opaque {
        let calls: Vec<Value> = function.users().collect();
        for call in calls {
            let value = session.insert_arbitrary(call, call.ty());
            call.replace_uses_with(value);
            call.erase();
        }
    }
}

fn drop_marks(session: &Session, prepared: &Prepared<'_>) {
    let kind = session.metadata_kind(SITE_KIND);
    for function in prepared.module.functions() {
        function.clear_mark(UNCHECKED_MARK);
        for instruction in instructions(function) {
            session.clear_metadata(instruction, kind);
        }
    }
}

/// Makes local what the entry does not reach, so that it can be erased.
fn hide_unreached(prepared: &Prepared<'_>, request: &LoadRequest) -> Result<(), String> {
    let module = &prepared.module;
    let entry = module.function(&request.entry).ok_or("the entry function disappeared")?;
    let listed = ["llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"];
    let lists = listed.iter().filter_map(|name| module.global(name));
    let reach = Reach::from(std::iter::once(entry).chain(lists));
    let reached: HashSet<Value> = reach.functions.iter().chain(&reach.globals).copied().collect();
    for value in module.functions().chain(module.globals()).chain(module.aliases()) {
        let inline = value.linkage() == LLVMLinkage::LLVMAvailableExternallyLinkage;
        if value.is_declaration() || (reached.contains(&value) && !inline) {
            continue;
        }
        value.set_linkage(LLVMLinkage::LLVMInternalLinkage);
    }
    Ok(())
}
