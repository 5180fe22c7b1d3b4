//! How LLVM's types fall apart into scalars: the leaves of an aggregate with their offsets in
//! memory.

use crate::sys::{LLVMTypeKind as Kind, Target, Ty};
use adumbra_program::{FloatKind, Type};

/// A scalar part of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The scalar type.
    pub ty: Type,
    /// Offset in memory, in bytes.
    pub offset: u64,
}

/// More leaves than this in one register value are not modelled.
const MAX_LEAVES: usize = 4096;

/// The scalar type of an LLVM type, if it is one.
pub fn scalar(ty: Ty) -> Option<Type> {
    Some(match ty.kind() {
        Kind::LLVMIntegerTypeKind => Type::Int(ty.int_width()),
        Kind::LLVMHalfTypeKind => Type::Float(FloatKind::Half),
        Kind::LLVMBFloatTypeKind => Type::Float(FloatKind::BFloat),
        Kind::LLVMFloatTypeKind => Type::Float(FloatKind::Single),
        Kind::LLVMDoubleTypeKind => Type::Float(FloatKind::Double),
        Kind::LLVMX86_FP80TypeKind => Type::Float(FloatKind::X87),
        Kind::LLVMFP128TypeKind => Type::Float(FloatKind::Quad),
        Kind::LLVMPointerTypeKind if ty.address_space() == 0 => Type::Ptr,
        _ => return None,
    })
}

/// How many bytes an object has at least that is declared with a type and not defined, and whether
/// it may have more: an incomplete array has one element at least, an object of an incomplete type
/// one byte, and what ends with a flexible array has what is declared.
pub fn declared_size(target: Target, ty: Ty) -> (u64, bool) {
    if !ty.is_sized() {
        return (1, true);
    }
    let size = target.abi_size(ty);
    match ty.kind() {
        Kind::LLVMArrayTypeKind if ty.array_length() == 0 => (target.abi_size(ty.element()).max(1), true),
        _ => (size, ends_open(ty)),
    }
}

/// Is the last part of a type an array without elements?
fn ends_open(ty: Ty) -> bool {
    match ty.kind() {
        Kind::LLVMArrayTypeKind => ty.array_length() == 0,
        Kind::LLVMStructTypeKind => ty.field_count().checked_sub(1).is_some_and(|last| ends_open(ty.field(last))),
        _ => false,
    }
}

/// The leaves of a type in order, or the reason why it is not modelled.
pub fn leaves(target: Target, ty: Ty) -> Result<Vec<Leaf>, String> {
    let mut out = Vec::new();
    collect(target, ty, 0, &mut out)?;
    Ok(out)
}

fn collect(target: Target, ty: Ty, offset: u64, out: &mut Vec<Leaf>) -> Result<(), String> {
    if let Some(scalar) = scalar(ty) {
        out.push(Leaf { ty: scalar, offset });
        return if out.len() > MAX_LEAVES { Err(format!("value of the large type {}", ty.show())) } else { Ok(()) };
    }
    match ty.kind() {
        Kind::LLVMVoidTypeKind => Ok(()),
        Kind::LLVMStructTypeKind => {
            for i in 0..ty.field_count() {
                collect(target, ty.field(i), offset + target.field_offset(ty, i), out)?;
            }
            Ok(())
        }
        Kind::LLVMArrayTypeKind => {
            let element = ty.element();
            let stride = target.abi_size(element);
            for i in 0..ty.array_length() {
                collect(target, element, offset + i * stride, out)?;
            }
            Ok(())
        }
        Kind::LLVMVectorTypeKind => {
            let element = ty.element();
            let bits = target.bits(element);
            // Elements of other widths are packed into bits; their leaves have no byte offset of
            // their own, which matters only in memory: there they are transferred as `pieces`.
            for i in 0..u64::from(ty.vector_length()) {
                collect(target, element, offset + i * bits.div_ceil(8), out)?;
            }
            Ok(())
        }
        _ => Err(format!("value of type {}", ty.show())),
    }
}

/// What one access to memory transfers: a scalar, or a vector whose elements are not whole bytes,
/// as one integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The type in memory.
    pub ty: Type,
    /// Offset in bytes.
    pub offset: u64,
    /// The leaves that it holds, the first in the lowest bits.
    pub parts: Vec<Type>,
}

/// The accesses that load or store a type.
pub fn pieces(target: Target, ty: Ty) -> Result<Vec<Piece>, String> {
    let mut out = Vec::new();
    collect_pieces(target, ty, 0, &mut out)?;
    Ok(out)
}

fn collect_pieces(target: Target, ty: Ty, offset: u64, out: &mut Vec<Piece>) -> Result<(), String> {
    if !packed_vector(target, ty) {
        let leaves = leaves(target, ty)?.into_iter();
        out.extend(leaves.map(|l| Piece { ty: l.ty, offset: offset + l.offset, parts: vec![l.ty] }));
        return Ok(());
    }
    match ty.kind() {
        Kind::LLVMStructTypeKind => {
            for i in 0..ty.field_count() {
                collect_pieces(target, ty.field(i), offset + target.field_offset(ty, i), out)?;
            }
        }
        Kind::LLVMArrayTypeKind => {
            let stride = target.abi_size(ty.element());
            for i in 0..ty.array_length() {
                collect_pieces(target, ty.element(), offset + i * stride, out)?;
            }
        }
        _ => {
            let parts = leaves(target, ty)?.into_iter().map(|l| l.ty).collect();
            out.push(Piece { ty: Type::Int(target.bits(ty) as u32), offset, parts });
        }
    }
    Ok(())
}

/// Does the type contain a vector whose elements are not whole bytes?
pub fn packed_vector(target: Target, ty: Ty) -> bool {
    match ty.kind() {
        Kind::LLVMVectorTypeKind => !target.bits(ty.element()).is_multiple_of(8),
        Kind::LLVMStructTypeKind => (0..ty.field_count()).any(|i| packed_vector(target, ty.field(i))),
        Kind::LLVMArrayTypeKind => packed_vector(target, ty.element()),
        _ => false,
    }
}

/// Index of the first leaf of the part that `indices` selects, and the part's type.
pub fn leaf_index(target: Target, ty: Ty, indices: &[u32]) -> Result<(usize, Ty), String> {
    let mut start = 0;
    let mut ty = ty;
    for &index in indices {
        match ty.kind() {
            Kind::LLVMStructTypeKind => {
                for i in 0..index {
                    start += leaves(target, ty.field(i))?.len();
                }
                ty = ty.field(index);
            }
            _ => {
                ty = ty.element();
                start += index as usize * leaves(target, ty)?.len();
            }
        }
    }
    Ok((start, ty))
}

/// Is the type made of scalars that are modelled?
pub fn leaves_known(ty: Ty) -> bool {
    match ty.kind() {
        Kind::LLVMStructTypeKind => (0..ty.field_count()).all(|i| leaves_known(ty.field(i))),
        Kind::LLVMArrayTypeKind => ty.array_length() <= MAX_LEAVES as u64 && leaves_known(ty.element()),
        Kind::LLVMVectorTypeKind => leaves_known(ty.element()),
        _ => scalar(ty).is_some(),
    }
}
