//! Changing modules: what writing a part of one needs.

use super::*;

/// Builds one instruction before another, with its debug location.
fn before<T>(session: &Session, next: Value, build: impl FnOnce(LLVMBuilderRef) -> T) -> T {
    unsafe {
        let builder = LLVMCreateBuilderInContext(session.context);
        LLVMPositionBuilderBefore(builder, next.0);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(next.0));
        let built = build(builder);
        LLVMDisposeBuilder(builder);
        built
    }
}

impl Session {
    /// Inserts `br TARGET` before an instruction.
    pub fn insert_branch(&self, next: Value, target: Block) {
        before(self, next, |builder| unsafe { LLVMBuildBr(builder, target.0) });
    }

    /// Inserts `unreachable` before an instruction.
    pub fn insert_unreachable(&self, next: Value) {
        before(self, next, |builder| unsafe { LLVMBuildUnreachable(builder) });
    }

    /// Inserts a call of a function `void f(void)` before an instruction.
    pub fn insert_plain_call(&self, next: Value, callee: Value) {
        let ty = callee.value_type();
        before(self, next, |builder| unsafe {
            LLVMBuildCall2(builder, ty.0, callee.0, std::ptr::null_mut(), 0, c"".as_ptr())
        });
    }

    /// Inserts a marker before an instruction: the life of a local begins or ends.
    pub fn insert_marker(&self, next: Value, module: &Module<'_>, local: Value, begins: bool) {
        let name = if begins { "llvm.lifetime.start" } else { "llvm.lifetime.end" };
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let mut types = [LLVMTypeOf(local.0)];
            let callee = LLVMGetIntrinsicDeclaration(module.raw, id, types.as_mut_ptr(), 1);
            let ty = Value(callee).value_type();
            let mut arguments = [local.0];
            before(self, next, |builder| {
                LLVMBuildCall2(builder, ty.0, callee, arguments.as_mut_ptr(), 1, c"".as_ptr())
            });
        }
    }

    /// Inserts a value that is arbitrary and the same for all its users.
    pub fn insert_arbitrary(&self, next: Value, ty: Ty) -> Value {
        before(self, next, |builder| unsafe { Value(LLVMBuildFreeze(builder, LLVMGetUndef(ty.0), c"".as_ptr())) })
    }

    /// Inserts a φ before an instruction.
    pub fn insert_phi(&self, next: Value, ty: Ty, incoming: &[(Value, Block)]) -> Value {
        let mut values: Vec<LLVMValueRef> = incoming.iter().map(|(v, _)| v.0).collect();
        let mut blocks: Vec<LLVMBasicBlockRef> = incoming.iter().map(|(_, b)| b.0).collect();
        before(self, next, |builder| unsafe {
            let phi = LLVMBuildPhi(builder, ty.0, c"".as_ptr());
            LLVMAddIncoming(phi, values.as_mut_ptr(), blocks.as_mut_ptr(), incoming.len() as u32);
            Value(phi)
        })
    }
}

impl Module<'_> {
    /// The intrinsic `llvm.trap`.
    pub fn trap(&self) -> Value {
        let name = "llvm.trap";
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            Value(LLVMGetIntrinsicDeclaration(self.raw, id, std::ptr::null_mut(), 0))
        }
    }

    /// All aliases.
    pub fn aliases(&self) -> impl Iterator<Item = Value> + use<> {
        unsafe { chain(wrap(LLVMGetFirstGlobalAlias(self.raw)), |v| wrap(LLVMGetNextGlobalAlias(v.0))) }
    }

    /// Replaces a function or global by a declaration of the same name and type, and renders the
    /// definition local.
    pub fn disown(&self, definition: Value) {
        let name = definition.name();
        let ty = definition.value_type();
        unsafe {
            LLVMSetValueName2(definition.0, c"".as_ptr(), 0);
            let declaration = if definition.is_function() {
                LLVMAddFunction(self.raw, c(&name).as_ptr(), ty.0)
            } else {
                LLVMAddGlobal(self.raw, ty.0, c(&name).as_ptr())
            };
            LLVMReplaceAllUsesWith(definition.0, declaration);
        }
        definition.set_linkage(LLVMLinkage::LLVMInternalLinkage);
    }

    /// A constant object of zeros.
    pub fn zero_object(&self, ty: Ty) -> Value {
        unsafe {
            let global = LLVMAddGlobal(self.raw, ty.0, c"zero".as_ptr());
            LLVMSetInitializer(global, LLVMConstNull(ty.0));
            LLVMSetGlobalConstant(global, 1);
            LLVMSetLinkage(global, LLVMLinkage::LLVMPrivateLinkage);
            Value(global)
        }
    }

    /// Writes textual IR.
    pub fn write_text(&self, path: &std::path::Path) -> Result<(), String> {
        unsafe {
            let mut message = std::ptr::null_mut();
            if LLVMPrintModuleToFile(self.raw, c(&path.to_string_lossy()).as_ptr(), &mut message) != 0 {
                return Err(format!("cannot write {}: {}", path.display(), take_message(message)));
            }
        }
        Ok(())
    }
}

impl Ty {
    /// The constant zero of the type.
    pub fn zero(self) -> Value {
        unsafe { Value(LLVMConstNull(self.0)) }
    }
    /// Is it a structure, an array or a vector?
    pub fn is_composed(self) -> bool {
        use LLVMTypeKind::{LLVMArrayTypeKind, LLVMStructTypeKind, LLVMVectorTypeKind};
        matches!(self.kind(), LLVMStructTypeKind | LLVMArrayTypeKind | LLVMVectorTypeKind)
    }
}

impl Value {
    /// Replaces an operand.
    pub fn set_operand(self, index: u32, value: Value) {
        unsafe { LLVMSetOperand(self.0, index, value.0) }
    }
    /// Erases an instruction; who still uses it gets `poison`.
    pub fn erase_used(self) {
        unsafe {
            let ty = LLVMTypeOf(self.0);
            if !matches!(LLVMGetTypeKind(ty), LLVMTypeKind::LLVMVoidTypeKind) {
                LLVMReplaceAllUsesWith(self.0, LLVMGetPoison(ty));
            }
            LLVMInstructionEraseFromParent(self.0);
        }
    }
    /// Takes a string attribute from the function.
    pub fn clear_mark(self, name: &str) {
        unsafe { LLVMRemoveStringAttributeAtIndex(self.0, u32::MAX, name.as_ptr().cast(), name.len() as u32) }
    }
}

impl Block {
    /// Removes the block. Nothing may lead to it.
    pub fn delete(self) {
        unsafe { LLVMDeleteBasicBlock(self.0) }
    }
}
