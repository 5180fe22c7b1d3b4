//! A module: verifying, linking, passes, its target, its functions and globals.

use super::*;

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
