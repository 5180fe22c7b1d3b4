//! A thin safe face of LLVM's C interface: copyable handles, no ownership except for the context and the module.
//!
//! LLVM's handles are pointers into a context that lives as long as the process serves one request (see
//! [`Session`]), so a handle is never used after its owner is gone unless an instruction was erased; erasing is
//! confined to `prepare` and `remain`, which drop their handles at once.
#![allow(unsafe_code)]

mod edit;

use inkwell::llvm_sys as llvm;
use llvm::bit_writer::LLVMWriteBitcodeToFile;
use llvm::core::*;
use llvm::debuginfo::*;
use llvm::prelude::*;
use llvm::target::*;
pub use llvm::{LLVMAtomicRMWBinOp, LLVMDbgRecordKind};
pub use llvm::{LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMRealPredicate, LLVMTypeKind, LLVMValueKind};
use std::ffi::{CStr, CString};
use std::marker::PhantomData;

/// A value: constant, argument, instruction, function or global.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(LLVMValueRef);
/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ty(LLVMTypeRef);
/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block(LLVMBasicBlockRef);
/// A metadata node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Meta(LLVMMetadataRef);

/// The context of one request. Everything else lives in it.
#[derive(Debug)]
pub struct Session {
    context: LLVMContextRef,
}

/// A module of a session.
#[derive(Debug)]
pub struct Module<'s> {
    raw: LLVMModuleRef,
    session: PhantomData<&'s Session>,
}

fn c(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}

/// Ends the process without LLVM's destructors, which another thread may still need.
pub fn end_now(status: i32) -> ! {
    unsafe { libc::_exit(status) }
}

/// Limits the address space of the process to so many bytes more than it has now; answers the limit that was. Memory
/// that LLVM does not get makes it abort.
pub fn limit_memory(more: u64) -> Option<libc::rlimit> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').next()?.parse::<u64>().ok()?;
    let mut before = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    unsafe {
        let page = u64::try_from(libc::sysconf(libc::_SC_PAGESIZE)).ok()?;
        if libc::getrlimit(libc::RLIMIT_AS, &mut before) != 0 {
            return None;
        }
        let wanted = pages.saturating_mul(page).saturating_add(more).min(before.rlim_cur);
        let limit = libc::rlimit { rlim_cur: wanted, rlim_max: before.rlim_max };
        (libc::setrlimit(libc::RLIMIT_AS, &limit) == 0).then_some(before)
    }
}

/// Sets the limit of the address space back.
pub fn restore_memory(limit: &libc::rlimit) {
    unsafe { libc::setrlimit(libc::RLIMIT_AS, limit) };
}

unsafe fn bytes(ptr: *const libc_char, len: usize) -> String {
    if ptr.is_null() {
        return String::new();
    }
    let raw = unsafe { std::slice::from_raw_parts(ptr.cast::<u8>(), len) };
    String::from_utf8_lossy(raw).into_owned()
}

unsafe fn take_message(ptr: *mut libc_char) -> String {
    if ptr.is_null() {
        return String::new();
    }
    let text = unsafe { CStr::from_ptr(ptr) }.to_string_lossy().into_owned();
    unsafe { LLVMDisposeMessage(ptr) };
    text
}

#[allow(non_camel_case_types)]
type libc_char = std::ffi::c_char;

fn wrap(raw: LLVMValueRef) -> Option<Value> {
    (!raw.is_null()).then_some(Value(raw))
}

fn chain<T: Copy>(first: Option<T>, next: impl Fn(T) -> Option<T>) -> impl Iterator<Item = T> {
    std::iter::successors(first, move |v| next(*v))
}

impl Session {
    /// A fresh context.
    pub fn new() -> Self {
        extern "C" fn quiet(_: LLVMDiagnosticInfoRef, _: *mut std::ffi::c_void) {}
        unsafe {
            let context = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(context, Some(quiet), std::ptr::null_mut());
            Session { context }
        }
    }

    /// Tells LLVM that debug information is well formed, so that reading a module does not verify it first. For
    /// modules that a compiler of the same version has just written.
    pub fn trust_debug_info(&self) {
        let arguments = [c"adumbra-llvm", c"-disable-auto-upgrade-debug-info"].map(CStr::as_ptr);
        unsafe { llvm::support::LLVMParseCommandLineOptions(arguments.len() as i32, arguments.as_ptr(), c"".as_ptr()) }
    }

    /// Parses bitcode or textual IR.
    pub fn parse(&self, data: &[u8], name: &str) -> Result<Module<'_>, String> {
        unsafe {
            // Textual IR must end in a zero byte; LLVM copies the data and adds one.
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(data.as_ptr().cast(), data.len(), c(name).as_ptr());
            let mut raw = std::ptr::null_mut();
            let mut message = std::ptr::null_mut();
            #[allow(deprecated)]
            let failed = llvm::ir_reader::LLVMParseIRInContext(self.context, buffer, &mut raw, &mut message);
            if failed != 0 {
                return Err(take_message(message));
            }
            Ok(Module { raw, session: PhantomData })
        }
    }

    /// The integer type of a width.
    pub fn int_type(&self, width: u32) -> Ty {
        unsafe { Ty(LLVMIntTypeInContext(self.context, width)) }
    }

    /// The type of no value.
    pub fn void_type(&self) -> Ty {
        unsafe { Ty(LLVMVoidTypeInContext(self.context)) }
    }

    /// The type of pointers.
    pub fn pointer_type(&self) -> Ty {
        unsafe { Ty(LLVMPointerTypeInContext(self.context, 0)) }
    }

    /// An integer as a constant.
    pub fn int_value(&self, width: u32, number: u64) -> Value {
        unsafe { Value(LLVMConstInt(self.int_type(width).0, number, 0)) }
    }

    /// The id of a metadata kind.
    pub fn metadata_kind(&self, name: &str) -> u32 {
        unsafe { LLVMGetMDKindIDInContext(self.context, name.as_ptr().cast(), name.len() as u32) }
    }

    /// Marks an instruction with a number.
    pub fn set_number(&self, instruction: Value, kind: u32, number: u32) {
        unsafe {
            let constant = LLVMValueAsMetadata(LLVMConstInt(self.int_type(32).0, number.into(), 0));
            let mut operands = [constant];
            let node = LLVMMDNodeInContext2(self.context, operands.as_mut_ptr(), 1);
            LLVMSetMetadata(instruction.0, kind, LLVMMetadataAsValue(self.context, node));
        }
    }

    /// The number that [`set_number`](Self::set_number) gave an instruction.
    pub fn number(&self, instruction: Value, kind: u32) -> Option<u32> {
        unsafe {
            let node = wrap(LLVMGetMetadata(instruction.0, kind))?;
            let mut operand = std::ptr::null_mut();
            LLVMGetMDNodeOperands(node.0, &mut operand);
            Some(LLVMConstIntGetZExtValue(operand) as u32)
        }
    }

    /// Marks a global.
    pub fn mark_global(&self, global: Value, kind: u32) {
        unsafe {
            let node = LLVMMDNodeInContext2(self.context, std::ptr::null_mut(), 0);
            LLVMGlobalSetMetadata(global.0, kind, node);
        }
    }

    /// Removes a metadata attachment.
    pub fn clear_metadata(&self, instruction: Value, kind: u32) {
        unsafe { LLVMSetMetadata(instruction.0, kind, std::ptr::null_mut()) }
    }

    /// Inserts `store (call CALLEE(number)), ADDRESS` after an instruction.
    pub fn insert_indeterminate(&self, after: Value, callee: (Value, Ty), number: u32, address: Value) {
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.context);
            let next = LLVMGetNextInstruction(after.0);
            if next.is_null() {
                LLVMPositionBuilderAtEnd(builder, LLVMGetInstructionParent(after.0));
            } else {
                LLVMPositionBuilderBefore(builder, next);
            }
            let mut arguments = [LLVMConstInt(self.int_type(32).0, number.into(), 0)];
            let call = LLVMBuildCall2(builder, callee.1.0, callee.0.0, arguments.as_mut_ptr(), 1, c"".as_ptr());
            LLVMBuildStore(builder, call, address.0);
            LLVMDisposeBuilder(builder);
        }
    }

    /// Inserts `call CALLEE(address)` after the instruction that computes the address.
    pub fn insert_keeper(&self, address: Value, callee: (Value, Ty)) {
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.context);
            LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(address.0));
            let mut arguments = [address.0];
            LLVMBuildCall2(builder, callee.1.0, callee.0.0, arguments.as_mut_ptr(), 1, c"".as_ptr());
            LLVMDisposeBuilder(builder);
        }
    }

    /// Inserts a call before an instruction, at its place in the source.
    pub fn insert_call(&self, before: Value, callee: (Value, Ty), arguments: &[Value]) -> Value {
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.context);
            LLVMPositionBuilderBefore(builder, before.0);
            let mut raw: Vec<LLVMValueRef> = arguments.iter().map(|a| a.0).collect();
            let call =
                LLVMBuildCall2(builder, callee.1.0, callee.0.0, raw.as_mut_ptr(), raw.len() as u32, c"".as_ptr());
            LLVMDisposeBuilder(builder);
            Value(call)
        }
    }

    fn meta_value(&self, meta: Meta) -> Value {
        unsafe { Value(LLVMMetadataAsValue(self.context, meta.0)) }
    }

    /// The operands of a metadata node; absent ones are `None`.
    pub fn operands(&self, meta: Meta) -> Vec<Option<Value>> {
        unsafe {
            let value = self.meta_value(meta);
            if LLVMIsAMDNode(value.0).is_null() {
                return Vec::new();
            }
            let count = LLVMGetMDNodeNumOperands(value.0) as usize;
            let mut out = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(value.0, out.as_mut_ptr());
            out.into_iter().map(wrap).collect()
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The process ends with the request; tearing the context down would only cost time.
    }
}

impl<'s> Module<'s> {
    /// Checks the module's rules. Everything after this relies on them.
    pub fn verify(&self) -> Result<(), String> {
        unsafe {
            let mut message = std::ptr::null_mut();
            let action = llvm::analysis::LLVMVerifierFailureAction::LLVMReturnStatusAction;
            let failed = llvm::analysis::LLVMVerifyModule(self.raw, action, &mut message);
            let text = take_message(message);
            if failed != 0 { Err(text.lines().next().unwrap_or("invalid module").to_owned()) } else { Ok(()) }
        }
    }

    /// Links another module into this one.
    pub fn link(&mut self, other: Module<'s>) -> Result<(), String> {
        unsafe {
            if llvm::linker::LLVMLinkModules2(self.raw, other.raw) != 0 {
                return Err("the modules cannot be linked: a symbol is defined twice or with different types".into());
            }
        }
        Ok(())
    }

    /// Runs a textual pass pipeline.
    pub fn run_passes(&self, passes: &str) -> Result<(), String> {
        unsafe {
            let options = llvm::transforms::pass_builder::LLVMCreatePassBuilderOptions();
            let error = llvm::transforms::pass_builder::LLVMRunPasses(
                self.raw,
                c(passes).as_ptr(),
                std::ptr::null_mut(),
                options,
            );
            llvm::transforms::pass_builder::LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = llvm::error::LLVMGetErrorMessage(error);
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            llvm::error::LLVMDisposeErrorMessage(message);
            Err(text)
        }
    }

    /// Writes bitcode.
    pub fn write_bitcode(&self, path: &std::path::Path) -> Result<(), String> {
        unsafe {
            if LLVMWriteBitcodeToFile(self.raw, c(&path.to_string_lossy()).as_ptr()) != 0 {
                return Err(format!("cannot write {}", path.display()));
            }
        }
        Ok(())
    }

    /// The target triple.
    pub fn triple(&self) -> String {
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw)).to_string_lossy().into_owned() }
    }

    /// The data layout string.
    pub fn data_layout(&self) -> String {
        unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.raw)).to_string_lossy().into_owned() }
    }

    /// Sets the target.
    pub fn set_target(&self, triple: &str, layout: &str) {
        unsafe {
            LLVMSetTarget(self.raw, c(triple).as_ptr());
            LLVMSetDataLayout(self.raw, c(layout).as_ptr());
        }
    }

    /// Module-level inline assembly.
    pub fn inline_asm(&self) -> String {
        unsafe {
            let mut len = 0;
            let text = LLVMGetModuleInlineAsm(self.raw, &mut len);
            bytes(text, len)
        }
    }

    /// Sizes and offsets of the target.
    pub fn target(&self) -> Target {
        unsafe { Target(LLVMGetModuleDataLayout(self.raw)) }
    }

    /// All functions.
    pub fn functions(&self) -> impl Iterator<Item = Value> + use<> {
        unsafe { chain(wrap(LLVMGetFirstFunction(self.raw)), |v| wrap(LLVMGetNextFunction(v.0))) }
    }

    /// All global variables.
    pub fn globals(&self) -> impl Iterator<Item = Value> + use<> {
        unsafe { chain(wrap(LLVMGetFirstGlobal(self.raw)), |v| wrap(LLVMGetNextGlobal(v.0))) }
    }

    /// The function with a name.
    pub fn function(&self, name: &str) -> Option<Value> {
        unsafe { wrap(LLVMGetNamedFunction(self.raw, c(name).as_ptr())) }
    }

    /// The global variable with a name.
    pub fn global(&self, name: &str) -> Option<Value> {
        unsafe { wrap(LLVMGetNamedGlobal(self.raw, c(name).as_ptr())) }
    }

    /// Declares a function.
    pub fn declare(&self, name: &str, result: Ty, parameters: &[Ty]) -> (Value, Ty) {
        unsafe {
            let mut raw: Vec<LLVMTypeRef> = parameters.iter().map(|ty| ty.0).collect();
            let ty = LLVMFunctionType(result.0, raw.as_mut_ptr(), raw.len() as u32, 0);
            let function = match self.function(name) {
                Some(f) => f.0,
                None => LLVMAddFunction(self.raw, c(name).as_ptr(), ty),
            };
            (Value(function), Ty(ty))
        }
    }
}

/// Sizes and offsets under a data layout.
#[derive(Clone, Copy, Debug)]
pub struct Target(LLVMTargetDataRef);

impl Target {
    /// Bytes between consecutive array elements of the type.
    pub fn abi_size(self, ty: Ty) -> u64 {
        unsafe { LLVMABISizeOfType(self.0, ty.0) }
    }

    /// Alignment of the type.
    pub fn abi_align(self, ty: Ty) -> u32 {
        unsafe { LLVMABIAlignmentOfType(self.0, ty.0) }
    }

    /// Width of the type in bits.
    pub fn bits(self, ty: Ty) -> u64 {
        unsafe { LLVMSizeOfTypeInBits(self.0, ty.0) }
    }

    /// Offset of a structure's field in bytes.
    pub fn field_offset(self, ty: Ty, field: u32) -> u64 {
        unsafe { LLVMOffsetOfElement(self.0, ty.0, field) }
    }

    /// Width of a pointer in bits.
    pub fn pointer_bits(self) -> u32 {
        unsafe { LLVMPointerSize(self.0) * 8 }
    }

    /// Is it little-endian?
    pub fn little_endian(self) -> bool {
        unsafe { matches!(LLVMByteOrder(self.0), LLVMByteOrdering::LLVMLittleEndian) }
    }
}

impl Ty {
    /// The kind.
    pub fn kind(self) -> LLVMTypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }
    /// Width of an integer type.
    pub fn int_width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }
    /// Number of fields of a structure.
    pub fn field_count(self) -> u32 {
        unsafe { LLVMCountStructElementTypes(self.0) }
    }
    /// Type of a structure's field.
    pub fn field(self, index: u32) -> Ty {
        unsafe { Ty(LLVMStructGetTypeAtIndex(self.0, index)) }
    }
    /// Element type of an array or vector.
    pub fn element(self) -> Ty {
        unsafe { Ty(LLVMGetElementType(self.0)) }
    }
    /// Number of elements of an array.
    pub fn array_length(self) -> u64 {
        unsafe { LLVMGetArrayLength2(self.0) }
    }
    /// Number of elements of a vector.
    pub fn vector_length(self) -> u32 {
        unsafe { LLVMGetVectorSize(self.0) }
    }
    /// Is it a type with a size?
    pub fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }
    /// Address space of a pointer type.
    pub fn address_space(self) -> u32 {
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }
    /// The type's text.
    pub fn show(self) -> String {
        unsafe { take_message(LLVMPrintTypeToString(self.0)) }
    }
    /// Result type of a function type.
    pub fn result(self) -> Ty {
        unsafe { Ty(LLVMGetReturnType(self.0)) }
    }
    /// Parameter types of a function type.
    pub fn parameters(self) -> Vec<Ty> {
        unsafe {
            let mut out = vec![std::ptr::null_mut(); LLVMCountParamTypes(self.0) as usize];
            LLVMGetParamTypes(self.0, out.as_mut_ptr());
            out.into_iter().map(Ty).collect()
        }
    }
    /// Does a function type take a variable argument list?
    pub fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }
}

impl Value {
    /// The kind.
    pub fn kind(self) -> LLVMValueKind {
        unsafe { LLVMGetValueKind(self.0) }
    }
    /// The type.
    pub fn ty(self) -> Ty {
        unsafe { Ty(LLVMTypeOf(self.0)) }
    }
    /// The name, empty if it has none.
    pub fn name(self) -> String {
        unsafe {
            let mut len = 0;
            let name = LLVMGetValueName2(self.0, &mut len);
            bytes(name, len)
        }
    }
    /// The value's text.
    pub fn show(self) -> String {
        unsafe { take_message(LLVMPrintValueToString(self.0)) }
    }
    /// Is it a constant?
    pub fn is_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.0) != 0 }
    }
    /// Is it `undef` or `poison`?
    pub fn is_undef(self) -> bool {
        unsafe { LLVMIsUndef(self.0) != 0 || LLVMIsPoison(self.0) != 0 }
    }
    /// Is it `poison`?
    pub fn is_poison(self) -> bool {
        unsafe { LLVMIsPoison(self.0) != 0 }
    }
    /// Is it an all-zero constant?
    pub fn is_null(self) -> bool {
        unsafe { LLVMIsNull(self.0) != 0 }
    }
    /// Is it an instruction?
    pub fn is_instruction(self) -> bool {
        unsafe { !LLVMIsAInstruction(self.0).is_null() }
    }
    /// Is it a function?
    pub fn is_function(self) -> bool {
        unsafe { !LLVMIsAFunction(self.0).is_null() }
    }
    /// Is it a variable outside functions?
    pub fn is_global_variable(self) -> bool {
        unsafe { !LLVMIsAGlobalVariable(self.0).is_null() }
    }

    /// Is it an array of bytes that is given as such?
    pub fn is_data_string(self) -> bool {
        unsafe { !LLVMIsAConstantDataArray(self.0).is_null() && LLVMIsConstantString(self.0) != 0 }
    }

    /// Is it inline assembly?
    pub fn is_inline_asm(self) -> bool {
        unsafe { !LLVMIsAInlineAsm(self.0).is_null() }
    }
    /// The assembly text and constraints of inline assembly.
    pub fn asm_text(self) -> (String, String) {
        unsafe {
            let (mut n, mut m) = (0, 0);
            let text = LLVMGetInlineAsmAsmString(self.0, &mut n);
            let constraints = LLVMGetInlineAsmConstraintString(self.0, &mut m);
            (bytes(text, n), bytes(constraints, m))
        }
    }
    /// Number of operands.
    pub fn operand_count(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.0).max(0) as u32 }
    }
    /// An operand.
    pub fn operand(self, index: u32) -> Value {
        unsafe { Value(LLVMGetOperand(self.0, index)) }
    }
    /// All operands.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        (0..self.operand_count()).filter_map(move |i| unsafe { wrap(LLVMGetOperand(self.0, i)) })
    }
    /// Is an operand a basic block?
    pub fn is_block(self) -> bool {
        unsafe { LLVMValueIsBasicBlock(self.0) != 0 }
    }
    /// The users of the value, one for each use.
    pub fn users(self) -> impl Iterator<Item = Value> {
        let mut next = unsafe { LLVMGetFirstUse(self.0) };
        std::iter::from_fn(move || {
            if next.is_null() {
                return None;
            }
            let user = unsafe { LLVMGetUser(next) };
            next = unsafe { LLVMGetNextUse(next) };
            Some(Value(user))
        })
    }
    /// Replaces every use.
    pub fn replace_uses_with(self, other: Value) {
        unsafe { LLVMReplaceAllUsesWith(self.0, other.0) }
    }

    // --- constants ---

    /// A constant integer of at most 64 bits, zero-extended.
    pub fn as_u64(self) -> Option<u64> {
        (self.kind() == LLVMValueKind::LLVMConstantIntValueKind && self.ty().int_width() <= 64)
            .then(|| unsafe { LLVMConstIntGetZExtValue(self.0) })
    }
    /// The bit pattern of a floating-point constant as an integer constant.
    pub fn float_bits(self, width: u32, session: &Session) -> Value {
        unsafe { Value(LLVMConstBitCast(self.0, session.int_type(width).0)) }
    }
    /// The element of a constant aggregate.
    pub fn element(self, index: u32) -> Option<Value> {
        unsafe { wrap(LLVMGetAggregateElement(self.0, index)) }
    }
    /// The raw bytes of a constant array of integers or floats.
    pub fn raw_data(self) -> Vec<u8> {
        unsafe {
            // The binding declares the out-parameter as a number; the C function takes its address.
            let mut len = 0usize;
            let data = LLVMGetRawDataValues(self.0, (&raw mut len).expose_provenance());
            std::slice::from_raw_parts(data.cast::<u8>(), len).to_vec()
        }
    }
    /// The opcode of a constant expression.
    pub fn const_opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetConstOpcode(self.0) }
    }
    /// The function and block of a block address.
    pub fn block_address(self) -> (Value, Block) {
        unsafe { (Value(LLVMGetBlockAddressFunction(self.0)), Block(LLVMGetBlockAddressBasicBlock(self.0))) }
    }

    // --- globals and functions ---

    /// Has it no definition in the module?
    pub fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }
    /// Its linkage.
    pub fn linkage(self) -> LLVMLinkage {
        unsafe { LLVMGetLinkage(self.0) }
    }
    /// Sets its linkage.
    /// The section that a global is to be put into; empty if none is named.
    pub fn section(self) -> String {
        let section = unsafe { LLVMGetSection(self.0) };
        if section.is_null() {
            return String::new();
        }
        unsafe { CStr::from_ptr(section) }.to_string_lossy().into_owned()
    }

    /// Is it a constant array?
    pub fn is_array(self) -> bool {
        self.ty().kind() == LLVMTypeKind::LLVMArrayTypeKind
    }

    /// Is it a constant whose address no other file knows and nobody relies on, such as a string literal?
    pub fn is_literal(self) -> bool {
        let unnamed = unsafe { LLVMGetUnnamedAddress(self.0) } == llvm::LLVMUnnamedAddr::LLVMGlobalUnnamedAddr;
        unnamed && self.is_global_constant() && self.linkage() == LLVMLinkage::LLVMPrivateLinkage
    }

    pub fn set_linkage(self, linkage: LLVMLinkage) {
        unsafe { LLVMSetLinkage(self.0, linkage) }
    }
    /// The type that a global or function has behind its pointer.
    pub fn value_type(self) -> Ty {
        unsafe { Ty(LLVMGlobalGetValueType(self.0)) }
    }
    /// A global's initialiser.
    pub fn initializer(self) -> Option<Value> {
        unsafe { wrap(LLVMGetInitializer(self.0)) }
    }
    /// May a global not be written?
    pub fn is_global_constant(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }
    /// The alignment of a global, alloca, load or store; 0 if the default.
    pub fn alignment(self) -> u32 {
        unsafe { LLVMGetAlignment(self.0) }
    }
    /// What an alias stands for.
    pub fn aliasee(self) -> Value {
        unsafe { Value(LLVMAliasGetAliasee(self.0)) }
    }
    /// The number of the intrinsic; 0 for ordinary functions.
    pub fn intrinsic_id(self) -> u32 {
        unsafe { LLVMGetIntrinsicID(self.0) }
    }
    /// A function's parameters.
    pub fn parameters(self) -> Vec<Value> {
        unsafe {
            let mut out = vec![std::ptr::null_mut(); LLVMCountParams(self.0) as usize];
            LLVMGetParams(self.0, out.as_mut_ptr());
            out.into_iter().map(Value).collect()
        }
    }
    /// A function's blocks.
    pub fn blocks(self) -> impl Iterator<Item = Block> {
        let block = |raw: LLVMBasicBlockRef| (!raw.is_null()).then_some(Block(raw));
        unsafe { chain(block(LLVMGetFirstBasicBlock(self.0)), move |b| block(LLVMGetNextBasicBlock(b.0))) }
    }
    /// Has the function (index `u32::MAX`), its result (0) or a parameter (from 1) this attribute?
    pub fn has_attribute(self, index: u32, name: &str) -> bool {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetEnumAttributeAtIndex(self.0, index, kind).is_null()
        }
    }
    /// The type in a type attribute such as `byval` of a parameter (from 1).
    pub fn type_attribute(self, index: u32, name: &str) -> Option<Ty> {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMGetEnumAttributeAtIndex(self.0, index, kind);
            (!attribute.is_null()).then(|| Ty(LLVMGetTypeAttributeValue(attribute)))
        }
    }
    /// Has the function this string attribute?
    pub fn has_mark(self, name: &str) -> bool {
        unsafe { !LLVMGetStringAttributeAtIndex(self.0, u32::MAX, name.as_ptr().cast(), name.len() as u32).is_null() }
    }
    /// Gives the function a string attribute.
    pub fn set_mark(self, session: &Session, name: &str) {
        unsafe {
            let attribute =
                LLVMCreateStringAttribute(session.context, name.as_ptr().cast(), name.len() as u32, c"".as_ptr(), 0);
            LLVMAddAttributeAtIndex(self.0, u32::MAX, attribute);
        }
    }
    /// The debug description of a function.
    pub fn subprogram(self) -> Option<Meta> {
        unsafe {
            let raw = LLVMGetSubprogram(self.0);
            (!raw.is_null()).then_some(Meta(raw))
        }
    }
    /// The metadata of a kind attached to a global.
    pub fn global_metadata(self, kind: u32) -> Option<Meta> {
        unsafe {
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            let mut found = None;
            for i in 0..count as u32 {
                if LLVMValueMetadataEntriesGetKind(entries, i) == kind {
                    found = Some(Meta(LLVMValueMetadataEntriesGetMetadata(entries, i)));
                }
            }
            LLVMDisposeValueMetadataEntries(entries);
            found
        }
    }

    // --- instructions ---

    /// The opcode.
    pub fn opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }
    /// The block of an instruction.
    pub fn parent(self) -> Block {
        unsafe { Block(LLVMGetInstructionParent(self.0)) }
    }
    /// The previous instruction of the block.
    pub fn previous(self) -> Option<Value> {
        unsafe { wrap(LLVMGetPreviousInstruction(self.0)) }
    }
    /// Removes an instruction.
    pub fn erase(self) {
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }
    /// Predicate of an integer comparison.
    pub fn int_predicate(self) -> LLVMIntPredicate {
        unsafe { LLVMGetICmpPredicate(self.0) }
    }
    /// Predicate of a floating-point comparison.
    pub fn real_predicate(self) -> LLVMRealPredicate {
        unsafe { LLVMGetFCmpPredicate(self.0) }
    }
    /// May signed overflow not happen, by the instruction's flag?
    pub fn has_nsw(self) -> bool {
        unsafe { LLVMGetNSW(self.0) != 0 }
    }
    /// Is the access volatile?
    pub fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }
    /// The type that an alloca allocates.
    pub fn allocated_type(self) -> Ty {
        unsafe { Ty(LLVMGetAllocatedType(self.0)) }
    }
    /// The type that a getelementptr (instruction or constant) steps through.
    pub fn gep_source_type(self) -> Ty {
        unsafe { Ty(LLVMGetGEPSourceElementType(self.0)) }
    }
    /// The indices of an extractvalue or insertvalue.
    pub fn indices(self) -> Vec<u32> {
        unsafe { std::slice::from_raw_parts(LLVMGetIndices(self.0), LLVMGetNumIndices(self.0) as usize).to_vec() }
    }
    /// The mask of a shufflevector; `None` for an undefined lane.
    pub fn mask(self) -> Vec<Option<u32>> {
        unsafe {
            (0..LLVMGetNumMaskElements(self.0))
                .map(|i| LLVMGetMaskValue(self.0, i))
                .map(|m| (m != LLVMGetUndefMaskElem()).then_some(m as u32))
                .collect()
        }
    }
    /// The incoming values and blocks of a φ.
    pub fn incoming(self) -> Vec<(Value, Block)> {
        unsafe {
            (0..LLVMCountIncoming(self.0))
                .map(|i| (Value(LLVMGetIncomingValue(self.0, i)), Block(LLVMGetIncomingBlock(self.0, i))))
                .collect()
        }
    }
    /// Successors of a terminator.
    pub fn successors(self) -> Vec<Block> {
        unsafe { (0..LLVMGetNumSuccessors(self.0)).map(|i| Block(LLVMGetSuccessor(self.0, i))).collect() }
    }
    /// Is a `br` conditional?
    pub fn is_conditional(self) -> bool {
        unsafe { LLVMIsConditional(self.0) != 0 }
    }
    /// The cases of a switch.
    pub fn switch_cases(self) -> Vec<(Value, Block)> {
        unsafe {
            (1..LLVMGetNumSuccessors(self.0))
                .map(|i| (Value(LLVMGetSwitchCaseValue(self.0, i)), Block(LLVMGetSuccessor(self.0, i))))
                .collect()
        }
    }
    /// The normal destination of an invoke.
    pub fn normal_destination(self) -> Block {
        unsafe { Block(LLVMGetNormalDest(self.0)) }
    }
    /// The value that a call calls.
    pub fn callee(self) -> Value {
        unsafe { Value(LLVMGetCalledValue(self.0)) }
    }
    /// The function type of a call.
    pub fn callee_type(self) -> Ty {
        unsafe { Ty(LLVMGetCalledFunctionType(self.0)) }
    }
    /// The arguments of a call.
    pub fn arguments(self) -> Vec<Value> {
        unsafe { (0..LLVMGetNumArgOperands(self.0)).map(|i| Value(LLVMGetArgOperand(self.0, i))).collect() }
    }
    /// Has a call this attribute at an index (as in [`has_attribute`](Self::has_attribute))?
    pub fn call_attribute(self, index: u32, name: &str) -> bool {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetCallSiteEnumAttribute(self.0, index, kind).is_null()
        }
    }
    /// The type in a type attribute of a call's argument (from 1).
    pub fn call_type_attribute(self, index: u32, name: &str) -> Option<Ty> {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMGetCallSiteEnumAttribute(self.0, index, kind);
            (!attribute.is_null()).then(|| Ty(LLVMGetTypeAttributeValue(attribute)))
        }
    }
    /// The operator of an atomicrmw.
    pub fn atomic_operator(self) -> LLVMAtomicRMWBinOp {
        unsafe { LLVMGetAtomicRMWBinOp(self.0) }
    }
    /// The debug location.
    pub fn debug_location(self) -> Option<Meta> {
        unsafe {
            let raw = LLVMInstructionGetDebugLoc(self.0);
            (!raw.is_null()).then_some(Meta(raw))
        }
    }
    /// The debug records before an instruction: (value if it is one, variable, is it a declaration).
    pub fn debug_records(self) -> Vec<(Option<Value>, Meta, bool)> {
        let mut out = Vec::new();
        unsafe {
            let mut record = LLVMGetFirstDbgRecord(self.0);
            while !record.is_null() {
                let kind = LLVMDbgRecordGetKind(record);
                let declare = matches!(kind, LLVMDbgRecordKind::LLVMDbgRecordDeclare);
                if declare || matches!(kind, LLVMDbgRecordKind::LLVMDbgRecordValue) {
                    let value = wrap(LLVMDbgVariableRecordGetValue(record, 0));
                    out.push((value, Meta(LLVMDbgVariableRecordGetVariable(record)), declare));
                }
                record = LLVMGetNextDbgRecord(record);
            }
        }
        out
    }
    /// The text of a metadata string.
    pub fn metadata_string(self) -> Option<String> {
        unsafe {
            if LLVMIsAMDString(self.0).is_null() {
                return None;
            }
            let mut len = 0;
            let text = LLVMGetMDString(self.0, &mut len);
            Some(bytes(text, len as usize))
        }
    }
    /// The metadata behind a value.
    pub fn as_metadata(self) -> Meta {
        unsafe { Meta(LLVMValueAsMetadata(self.0)) }
    }
}

impl Block {
    /// The instructions.
    pub fn instructions(self) -> impl Iterator<Item = Value> {
        unsafe { chain(wrap(LLVMGetFirstInstruction(self.0)), |v| wrap(LLVMGetNextInstruction(v.0))) }
    }
    /// The last instruction.
    pub fn terminator(self) -> Option<Value> {
        unsafe { wrap(LLVMGetBasicBlockTerminator(self.0)) }
    }
}

impl Meta {
    /// Does the node describe a type?
    pub fn is_type(self) -> bool {
        use llvm::debuginfo::LLVMMetadataKind as Kind;
        unsafe {
            let kind = LLVMGetMetadataKind(self.0);
            [
                Kind::LLVMDIBasicTypeMetadataKind,
                Kind::LLVMDIDerivedTypeMetadataKind,
                Kind::LLVMDICompositeTypeMetadataKind,
                Kind::LLVMDISubroutineTypeMetadataKind,
            ]
            .iter()
            .any(|k| std::mem::discriminant(k) == std::mem::discriminant(&kind))
        }
    }
    /// Is it a block of a function?
    pub fn is_lexical_block(self) -> bool {
        use llvm::debuginfo::LLVMMetadataKind as Kind;
        let kind = unsafe { LLVMGetMetadataKind(self.0) };
        [Kind::LLVMDILexicalBlockMetadataKind, Kind::LLVMDILexicalBlockFileMetadataKind]
            .iter()
            .any(|k| std::mem::discriminant(k) == std::mem::discriminant(&kind))
    }
    /// The DWARF tag.
    pub fn tag(self) -> u16 {
        unsafe { LLVMGetDINodeTag(self.0) }
    }
    /// Line of a location.
    pub fn line(self) -> u32 {
        unsafe { LLVMDILocationGetLine(self.0) }
    }
    /// Column of a location.
    pub fn column(self) -> u32 {
        unsafe { LLVMDILocationGetColumn(self.0) }
    }
    /// Scope of a location.
    pub fn scope(self) -> Option<Meta> {
        unsafe {
            let raw = LLVMDILocationGetScope(self.0);
            (!raw.is_null()).then_some(Meta(raw))
        }
    }
    /// For a location inside inlined code: where that was inlined.
    pub fn inlined_at(self) -> Option<Meta> {
        unsafe {
            let raw = LLVMDILocationGetInlinedAt(self.0);
            (!raw.is_null()).then_some(Meta(raw))
        }
    }
    /// File of a scope.
    pub fn scope_file(self) -> Option<Meta> {
        unsafe {
            let raw = LLVMDIScopeGetFile(self.0);
            (!raw.is_null()).then_some(Meta(raw))
        }
    }
    /// Directory and name of a file.
    pub fn file_path(self) -> (String, String) {
        unsafe {
            let (mut n, mut m) = (0, 0);
            let directory = LLVMDIFileGetDirectory(self.0, &mut n);
            let name = LLVMDIFileGetFilename(self.0, &mut m);
            (bytes(directory, n as usize), bytes(name, m as usize))
        }
    }
    /// Line of a function's description.
    pub fn subprogram_line(self) -> u32 {
        unsafe { LLVMDISubprogramGetLine(self.0) }
    }
    /// Line of a variable.
    pub fn variable_line(self) -> u32 {
        unsafe { LLVMDIVariableGetLine(self.0) }
    }
    /// File of a variable.
    pub fn variable_file(self) -> Option<Meta> {
        unsafe {
            let raw = LLVMDIVariableGetFile(self.0);
            (!raw.is_null()).then_some(Meta(raw))
        }
    }
    /// The variable of a global variable expression.
    pub fn expression_variable(self) -> Option<Meta> {
        unsafe {
            let raw = LLVMDIGlobalVariableExpressionGetVariable(self.0);
            (!raw.is_null()).then_some(Meta(raw))
        }
    }
    /// Name of a type.
    pub fn type_name(self) -> String {
        unsafe {
            let mut len = 0;
            let name = LLVMDITypeGetName(self.0, &mut len);
            bytes(name, len)
        }
    }
    /// Width of a type in bits.
    pub fn type_bits(self) -> u64 {
        unsafe { LLVMDITypeGetSizeInBits(self.0) }
    }
    /// Offset of a member in bits.
    pub fn type_offset(self) -> u64 {
        unsafe { LLVMDITypeGetOffsetInBits(self.0) }
    }
}
