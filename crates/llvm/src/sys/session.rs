//! The context of a request: reading modules, its types, numbers on instructions, calls that
//! normalisation inserts.

use super::*;

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

    /// Tells LLVM that debug information is well formed, so that reading a module does not verify
    /// it first. For modules that a compiler of the same version has just written.
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
