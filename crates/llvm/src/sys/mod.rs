//! A thin safe face of LLVM's C interface: copyable handles, no ownership except for the context
//! and the module.
//!
//! LLVM's handles are pointers into a context that lives as long as the process serves one request
//! (see [`Session`]), so a handle is never used after its owner is gone unless an instruction was
//! erased; erasing is confined to `prepare` and `remain`, which drop their handles at once.
#![allow(unsafe_code)]

mod debug;
mod edit;
mod function;
mod instruction;
mod module;
mod process;
mod session;
mod types;
mod value;

use inkwell::llvm_sys as llvm;
use llvm::bit_writer::LLVMWriteBitcodeToFile;
use llvm::core::*;
use llvm::debuginfo::*;
use llvm::prelude::*;
use llvm::target::*;
pub use llvm::{LLVMAtomicRMWBinOp, LLVMDbgRecordKind};
pub use llvm::{LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMRealPredicate, LLVMTypeKind, LLVMValueKind};
pub use process::{end_now, limit_memory, restore_memory};
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

/// Sizes and offsets under a data layout.
#[derive(Clone, Copy, Debug)]
pub struct Target(LLVMTargetDataRef);

fn c(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
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
