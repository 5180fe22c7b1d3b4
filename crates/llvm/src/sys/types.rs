//! Types, and their sizes and offsets under a data layout.

use super::*;

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
