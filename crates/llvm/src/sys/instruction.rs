//! Instructions and the blocks that hold them.

use super::*;

impl Value {
    /// The opcode.
    pub fn opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }
    /// The block of an instruction.
    pub fn parent(self) -> Block {
        unsafe { Block(LLVMGetInstructionParent(self.0)) }
    }
    /// The previous instruction of the block.
    pub fn previous(self) -> Option<Value> {
        unsafe { wrap(LLVMGetPreviousInstruction(self.0)) }
    }
    /// Removes an instruction.
    pub fn erase(self) {
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }
    /// Predicate of an integer comparison.
    pub fn int_predicate(self) -> LLVMIntPredicate {
        unsafe { LLVMGetICmpPredicate(self.0) }
    }
    /// Predicate of a floating-point comparison.
    pub fn real_predicate(self) -> LLVMRealPredicate {
        unsafe { LLVMGetFCmpPredicate(self.0) }
    }
    /// May signed overflow not happen, by the instruction's flag?
    pub fn has_nsw(self) -> bool {
        unsafe { LLVMGetNSW(self.0) != 0 }
    }
    /// Is the access volatile?
    pub fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }
    /// The type that an alloca allocates.
    pub fn allocated_type(self) -> Ty {
        unsafe { Ty(LLVMGetAllocatedType(self.0)) }
    }
    /// The type that a getelementptr (instruction or constant) steps through.
    pub fn gep_source_type(self) -> Ty {
        unsafe { Ty(LLVMGetGEPSourceElementType(self.0)) }
    }
    /// The indices of an extractvalue or insertvalue.
    pub fn indices(self) -> Vec<u32> {
        unsafe { std::slice::from_raw_parts(LLVMGetIndices(self.0), LLVMGetNumIndices(self.0) as usize).to_vec() }
    }
    /// The mask of a shufflevector; `None` for an undefined lane.
    pub fn mask(self) -> Vec<Option<u32>> {
        unsafe {
            (0..LLVMGetNumMaskElements(self.0))
                .map(|i| LLVMGetMaskValue(self.0, i))
                .map(|m| (m != LLVMGetUndefMaskElem()).then_some(m as u32))
                .collect()
        }
    }
    /// The incoming values and blocks of a φ.
    pub fn incoming(self) -> Vec<(Value, Block)> {
        unsafe {
            (0..LLVMCountIncoming(self.0))
                .map(|i| (Value(LLVMGetIncomingValue(self.0, i)), Block(LLVMGetIncomingBlock(self.0, i))))
                .collect()
        }
    }
    /// Successors of a terminator.
    pub fn successors(self) -> Vec<Block> {
        unsafe { (0..LLVMGetNumSuccessors(self.0)).map(|i| Block(LLVMGetSuccessor(self.0, i))).collect() }
    }
    /// Is a `br` conditional?
    pub fn is_conditional(self) -> bool {
        unsafe { LLVMIsConditional(self.0) != 0 }
    }
    /// The cases of a switch.
    pub fn switch_cases(self) -> Vec<(Value, Block)> {
        unsafe {
            (1..LLVMGetNumSuccessors(self.0))
                .map(|i| (Value(LLVMGetSwitchCaseValue(self.0, i)), Block(LLVMGetSuccessor(self.0, i))))
                .collect()
        }
    }
    /// The normal destination of an invoke.
    pub fn normal_destination(self) -> Block {
        unsafe { Block(LLVMGetNormalDest(self.0)) }
    }
    /// The value that a call calls.
    pub fn callee(self) -> Value {
        unsafe { Value(LLVMGetCalledValue(self.0)) }
    }
    /// The function type of a call.
    pub fn callee_type(self) -> Ty {
        unsafe { Ty(LLVMGetCalledFunctionType(self.0)) }
    }
    /// The arguments of a call.
    pub fn arguments(self) -> Vec<Value> {
        unsafe { (0..LLVMGetNumArgOperands(self.0)).map(|i| Value(LLVMGetArgOperand(self.0, i))).collect() }
    }
    /// Has a call this attribute at an index (as in [`has_attribute`](Self::has_attribute))?
    pub fn call_attribute(self, index: u32, name: &str) -> bool {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetCallSiteEnumAttribute(self.0, index, kind).is_null()
        }
    }
    /// The type in a type attribute of a call's argument (from 1).
    pub fn call_type_attribute(self, index: u32, name: &str) -> Option<Ty> {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMGetCallSiteEnumAttribute(self.0, index, kind);
            (!attribute.is_null()).then(|| Ty(LLVMGetTypeAttributeValue(attribute)))
        }
    }
    /// The operator of an atomicrmw.
    pub fn atomic_operator(self) -> LLVMAtomicRMWBinOp {
        unsafe { LLVMGetAtomicRMWBinOp(self.0) }
    }
}

impl Block {
    /// The instructions.
    pub fn instructions(self) -> impl Iterator<Item = Value> {
        unsafe { chain(wrap(LLVMGetFirstInstruction(self.0)), |v| wrap(LLVMGetNextInstruction(v.0))) }
    }
    /// The last instruction.
    pub fn terminator(self) -> Option<Value> {
        unsafe { wrap(LLVMGetBasicBlockTerminator(self.0)) }
    }
}
