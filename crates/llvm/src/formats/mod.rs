//! Calls with a format that is known when the program is loaded: `printf`, `scanf` and their like.
//!
//! The models of these functions interpret their formats, byte by byte, as the library does. Where
//! the format is a constant, that can be done here, once: what is left is a call for each part that
//! can matter. Every analysis is spared following the interpretation, and those that join states do
//! not mix up conversions that this format does not have.
//!
//! What a call does stays the same in every respect that a property can ask about. Where that is
//! not clear, the call stays as it is, and the model of the library interprets the format.

mod input;
mod output;

use crate::sys::{LLVMOpcode as Opcode, LLVMTypeKind as TypeKind, Module, Session, Value};
use adumbra_frontend::protocol::LoadRequest;
use adumbra_program::DataModel;
use std::iter::{Copied, Peekable};
use std::slice::Iter;

/// Replaces calls by what can matter of them.
pub fn specialise(session: &Session, module: &Module<'_>, request: &LoadRequest, model: DataModel) {
    output::drop_unseen(session, module, request, model);
    input::specialise(session, module, request);
}

/// The rest of a format.
type Bytes<'a> = Peekable<Copied<Iter<'a, u8>>>;

/// A width or precision above this is left to the model, which knows when it is too large.
const LARGEST_NUMBER: u32 = 4096;

/// The letters between a width and a conversion: how large what is converted is.
fn take_size(rest: &mut Bytes<'_>) -> String {
    let mut size = String::new();
    while let Some(letter) = rest.next_if(|b| b"hlqjztL".contains(b)) {
        size.push(char::from(letter));
    }
    size
}

fn is_load(value: Value) -> bool {
    value.is_instruction() && value.opcode() == Opcode::LLVMLoad
}

/// Is it a call of the function that does not hand it to itself?
fn is_call_of(user: Value, function: Value) -> bool {
    user.is_instruction()
        && user.opcode() == Opcode::LLVMCall
        && user.callee() == function
        && !user.arguments().contains(&function)
}

/// An argument of a call, if it is a pointer.
fn pointer(arguments: &[Value], index: usize) -> Option<Value> {
    arguments.get(index).copied().filter(|value| value.ty().kind() == TypeKind::LLVMPointerTypeKind)
}

/// The bytes of a constant string before its end.
fn literal(text: Value) -> Option<Vec<u8>> {
    if !text.is_global_variable() || !text.is_global_constant() || text.is_declaration() {
        return None;
    }
    let contents = text.initializer()?;
    if contents.is_null() {
        return Some(Vec::new());
    }
    let ty = contents.ty();
    if !contents.is_data_string() || ty.element().int_width() != 8 {
        return None;
    }
    let mut bytes = contents.raw_data();
    let end = bytes.iter().position(|b| *b == 0)?;
    bytes.truncate(end);
    Some(bytes)
}
