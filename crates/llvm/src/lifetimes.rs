//! Where the life of locals begins and ends, beyond what the compiler says.
//!
//! *Compound literals* live as long as the block around them, and so do variables, but clang writes
//! no markers for the former, and none for variables whose declaration may be jumped over. The
//! debug information tells which block that is: that of the variable, or of the first instruction
//! that uses the literal. Where control passes from outside of it to inside, the life begins; where
//! it passes from inside to outside, it ends. Where the ways into a basic block of it disagree, as
//! behind a label that is jumped to from outside, nothing is known; if the address of the object
//! goes elsewhere then, the function is not modelled.
//!
//! A variable whose declaration is never reached has no debug information either. If its address
//! goes elsewhere and all its uses are in a block within the function, where its life ends is not
//! known, and the function is not modelled.
//!
//! *Locals of loop bodies* are new objects in each round: a pointer to last round's is dangling,
//! though the stack slot is the same. A local whose scope begins on a cycle and whose address goes
//! elsewhere than into loads and stores is marked; the translation makes a new object where its
//! scope begins.

use crate::order::reverse_post_order;
use crate::sys::{Block, LLVMOpcode as Opcode, LLVMTypeKind, Meta, Module, Session, Value};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// Metadata kind of locals that are new objects whenever their scope begins.
pub const RENEWED_KIND: &str = "adumbra.renewed";

/// Metadata kind of locals of which nobody knows where their scopes end.
pub const UNSCOPED_KIND: &str = "adumbra.unscoped";

/// Names that clang gives to what is no variable, other than those with a dot or a hyphen in them.
const TEMPORARIES: [&str; 4] = ["retval", "tmp", "coerce", "saved_stack"];

/// What clang calls the storage of compound literals.
const LITERAL_NAME: &str = ".compoundliteral";

/// The object whose scope an instruction begins.
pub fn lifetime_start(instruction: Value) -> Option<Value> {
    lifetime(instruction, "llvm.lifetime.start")
}

/// The object whose scope an instruction begins or ends, by the intrinsic's name. Older bitcode has
/// the size as the first argument.
pub fn lifetime(instruction: Value, intrinsic: &str) -> Option<Value> {
    if instruction.opcode() != Opcode::LLVMCall || !instruction.callee().name().starts_with(intrinsic) {
        return None;
    }
    instruction.arguments().into_iter().find(|a| a.ty().kind() == LLVMTypeKind::LLVMPointerTypeKind)
}

/// Gives compound literals markers, and marks locals that are new in each round of a loop.
pub fn complete(session: &Session, module: &Module<'_>) {
    let renewed = session.metadata_kind(RENEWED_KIND);
    let unscoped = session.metadata_kind(UNSCOPED_KIND);
    let functions: Vec<Value> = module.functions().filter(|f| !f.is_declaration()).collect();
    for function in functions {
        // Rust has rules of its own, and says where lives begin and end.
        let file = function.subprogram().and_then(Meta::scope_file).map(Meta::file_path);
        if file.is_some_and(|(_, name)| name.ends_with(".rs")) {
            continue;
        }
        let Some(entry) = function.blocks().next() else { continue };
        let allocas: Vec<Value> = entry.instructions().filter(|i| i.opcode() == Opcode::LLVMAlloca).collect();
        let mut variables: HashMap<Value, Meta> = HashMap::default();
        for instruction in function.blocks().flat_map(|b| b.instructions()) {
            let declared = instruction.debug_records().into_iter().filter(|(_, _, declare)| *declare);
            variables.extend(declared.filter_map(|(value, variable, _)| Some((value?, variable))));
        }
        for local in &allocas {
            let scope = match variables.get(local) {
                Some(variable) => session.operands(*variable).first().copied().flatten().map(Value::as_metadata),
                None if local.name().starts_with(LITERAL_NAME) => scope_of_first_use(function, *local),
                None => None,
            };
            if !variables.contains_key(local) && is_variable(&local.name()) && is_unscoped(function, *local) {
                session.set_number(*local, unscoped, 1);
            }
            if let Some(scope) = scope {
                let bounded = bound(session, module, function, *local, scope);
                if !bounded && goes_elsewhere(*local) {
                    session.set_number(*local, unscoped, 1);
                }
            }
        }
        let mut starts: HashMap<Value, Vec<Value>> = HashMap::default();
        for instruction in function.blocks().flat_map(|b| b.instructions()) {
            if let Some(address) = lifetime_start(instruction) {
                starts.entry(address).or_default().push(instruction);
            }
        }
        for local in allocas {
            // A scope that begins at several places is not one of C.
            let [start] = starts.get(&local).map_or(&[][..], |s| &s[..]) else { continue };
            if goes_elsewhere(local) && is_on_cycle(start.parent()) {
                session.set_number(local, renewed, 1);
            }
        }
    }
}

/// May the address of a local be kept somewhere?
fn goes_elsewhere(local: Value) -> bool {
    let mut work = vec![local];
    let mut seen = HashSet::default();
    while let Some(address) = work.pop() {
        for user in address.users() {
            match user.opcode() {
                Opcode::LLVMLoad | Opcode::LLVMICmp => {}
                Opcode::LLVMStore if user.operand(0) != address => {}
                Opcode::LLVMGetElementPtr if seen.insert(user) => work.push(user),
                Opcode::LLVMGetElementPtr => {}
                Opcode::LLVMCall if is_harmless(&user.callee().name()) => {}
                _ => return true,
            }
        }
    }
    false
}

/// Does the function with this name keep no address?
fn is_harmless(name: &str) -> bool {
    ["llvm.lifetime.", "llvm.memcpy.", "llvm.memset.", "llvm.memmove.", "llvm.dbg."].iter().any(|p| name.starts_with(p))
}

fn successors(block: Block) -> Vec<Block> {
    block.terminator().map(Value::successors).unwrap_or_default()
}

/// Is there a way from a block back to it?
fn is_on_cycle(block: Block) -> bool {
    let mut seen = HashSet::default();
    let mut work = successors(block);
    while let Some(next) = work.pop() {
        if next == block {
            return true;
        }
        if seen.insert(next) {
            work.extend(successors(next));
        }
    }
    false
}

/// Writes markers where control enters and leaves the block of an object that has none; `false` if
/// that is not clear.
fn bound(session: &Session, module: &Module<'_>, function: Value, object: Value, scope: Meta) -> bool {
    let marked = |i: Value| lifetime_start(i) == Some(object) || lifetime(i, "llvm.lifetime.end") == Some(object);
    if Some(scope) == function.subprogram() || object.users().any(marked) {
        return true;
    }
    let mut known: HashMap<Meta, bool> = HashMap::default();
    let mut inside = |i: Value| {
        let at = i.debug_location()?.scope()?;
        Some(*known.entry(at).or_insert_with(|| is_within(session, at, scope)))
    };
    // What each block says: inside or outside, at its first and its last instruction that says
    // something.
    let blocks: Vec<Block> = reverse_post_order(match function.blocks().next() {
        Some(entry) => entry,
        None => return true,
    });
    let mut says: HashMap<Block, Vec<(Value, bool)>> = HashMap::default();
    for block in &blocks {
        let list = block.instructions().filter(|i| i.opcode() != Opcode::LLVMPHI);
        says.insert(*block, list.filter_map(|i| Some((i, inside(i)?))).collect());
    }
    let mut before: HashMap<Block, bool> = HashMap::default();
    before.insert(blocks[0], false);
    // A block that says nothing is where those are that lead to it.
    let mut mixed: HashSet<Block> = HashSet::default();
    let mut rounds = 0;
    loop {
        let mut changed = false;
        for block in &blocks {
            let Some(start) = before.get(block).copied() else { continue };
            let end = says[block].last().map_or(start, |(_, inside)| *inside);
            for next in successors(*block) {
                match before.get(&next).copied() {
                    None => {
                        before.insert(next, end);
                        changed = true;
                    }
                    Some(other) if other != end => changed |= mixed.insert(next),
                    Some(_) => {}
                }
            }
        }
        rounds += 1;
        if !changed || rounds > blocks.len() {
            break;
        }
    }
    // To begin anew on one of several ways would end the life of an object that is still in its
    // block.
    let unclear = |block: &Block| says[block].first().is_none_or(|(_, inside)| *inside);
    if mixed.iter().any(unclear) {
        return false;
    }
    for block in &blocks {
        let Some(mut now) = before.get(block).copied() else { continue };
        // Where some ways lead out of the block, its life ends, whatever the others say.
        now |= mixed.contains(block);
        for (instruction, inside) in &says[block] {
            if *inside != now {
                session.insert_marker(*instruction, module, object, *inside);
            }
            now = *inside;
        }
    }
    true
}

/// Is it the name of a variable of the program?
fn is_variable(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    !name.is_empty() && !name.contains(['.', '-']) && !TEMPORARIES.contains(&stem)
}

/// Does the address of an object without markers go elsewhere, in blocks within the function alone?
fn is_unscoped(function: Value, object: Value) -> bool {
    let is_marker = |i: Value| lifetime_start(i) == Some(object) || lifetime(i, "llvm.lifetime.end") == Some(object);
    if function.subprogram().is_none() || !goes_elsewhere(object) || object.users().any(is_marker) {
        return false;
    }
    object.users().all(|user| {
        let scope = user.debug_location().and_then(Meta::scope);
        scope.is_some() && scope != function.subprogram()
    })
}

/// The scope of the first instruction that uses an object.
fn scope_of_first_use(function: Value, object: Value) -> Option<Meta> {
    let mut uses: HashSet<Value> = HashSet::default();
    let mut work = vec![object];
    while let Some(address) = work.pop() {
        for user in address.users() {
            if uses.insert(user) && user.opcode() == Opcode::LLVMGetElementPtr {
                work.push(user);
            }
        }
    }
    let mut instructions = function.blocks().flat_map(|b| b.instructions());
    instructions.find(|i| uses.contains(i) && i.debug_location().is_some())?.debug_location()?.scope()
}

/// Is a scope another one, or within it?
fn is_within(session: &Session, mut scope: Meta, outer: Meta) -> bool {
    // A lexical block names its file, and then the scope around it.
    const AROUND: usize = 1;
    loop {
        if scope == outer {
            return true;
        }
        if !scope.is_lexical_block() {
            return false;
        }
        match session.operands(scope).get(AROUND).copied().flatten() {
            Some(around) => scope = around.as_metadata(),
            None => return false,
        }
    }
}
