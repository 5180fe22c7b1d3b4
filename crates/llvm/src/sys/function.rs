//! Globals and functions: linkage, initial values, parameters, blocks, attributes.

use super::*;

impl Value {
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

    /// Is it a constant whose address no other file knows and nobody relies on, such as a string
    /// literal?
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
}
