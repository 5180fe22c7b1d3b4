//! Debug information: where values are described, and what the descriptions say.

use super::*;

impl Value {
    /// The debug description of a function.
    pub fn subprogram(self) -> Option<Meta> {
        unsafe {
            let raw = LLVMGetSubprogram(self.0);
            (!raw.is_null()).then_some(Meta(raw))
        }
    }
    /// The debug location.
    pub fn debug_location(self) -> Option<Meta> {
        unsafe {
            let raw = LLVMInstructionGetDebugLoc(self.0);
            (!raw.is_null()).then_some(Meta(raw))
        }
    }
    /// The debug records before an instruction: (value if it is one, variable, is it a
    /// declaration).
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
