//! What every value has, and constants.

use super::*;

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
}
