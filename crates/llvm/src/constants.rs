//! Constants: as expressions in registers, and as the bytes and pointers of a global's initialiser.

use crate::layout::{self, leaves};
use crate::sys::{LLVMOpcode as Opcode, LLVMTypeKind, LLVMValueKind as Kind, Session, Target, Value};
use adumbra_program::{
    BinaryOp, CastOp, Expr, ExprId, Function, Global, Initializer, ProgramBuilder, Relocation, RelocationTarget, Type,
};
use rustc_hash::FxHashMap as HashMap;

/// What constants refer to.
#[derive(Debug)]
pub struct Symbols<'s> {
    /// The context.
    pub session: &'s Session,
    /// Sizes and offsets.
    pub target: Target,
    /// Functions by LLVM value.
    pub functions: HashMap<Value, Function>,
    /// Globals by LLVM value.
    pub globals: HashMap<Value, Global>,
    /// Numbers of blocks whose address is taken, by the block address constant's function and
    /// block.
    pub block_numbers: HashMap<(Value, crate::sys::Block), u64>,
    /// The addresses, in the function at hand, of weak symbols that nobody defines.
    pub weak: HashMap<Value, ExprId>,
}

/// What the compiler makes of `1 / 0`: to C its execution is undefined, and nothing tells any more
/// what it was.
const NO_VALUE: &str = "a constant expression without a value, such as a division by zero";

/// Follows aliases to the object or function behind.
pub fn resolve_alias(mut value: Value) -> Value {
    for _ in 0..64 {
        if value.kind() != Kind::LLVMGlobalAliasValueKind {
            break;
        }
        value = value.aliasee();
    }
    value
}

/// The little-endian words of an integer constant of any width.
pub fn int_words(value: Value) -> Vec<u64> {
    if let Some(small) = value.as_u64() {
        return vec![small];
    }
    // The C interface gives no access to wide constants except as text: `i128 -5`.
    let text = value.show();
    let digits = text.rsplit(' ').next().unwrap_or("0");
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, digits),
    };
    let mut words = vec![0u64; value.ty().int_width().div_ceil(64) as usize];
    for digit in digits.bytes().filter(u8::is_ascii_digit) {
        let mut carry = u128::from(digit - b'0');
        for word in &mut words {
            let wide = u128::from(*word) * 10 + carry;
            *word = wide as u64;
            carry = wide >> 64;
        }
    }
    if negative {
        let mut carry = true;
        for word in &mut words {
            let (sum, overflow) = (!*word).overflowing_add(u64::from(carry));
            *word = sum;
            carry = overflow;
        }
    }
    words
}

impl Symbols<'_> {
    /// The words of a scalar integer or floating-point constant.
    fn scalar_words(&self, value: Value) -> Option<Vec<u64>> {
        match value.kind() {
            Kind::LLVMConstantIntValueKind => Some(int_words(value)),
            Kind::LLVMConstantFPValueKind => {
                let width = self.target.bits(value.ty()) as u32;
                Some(int_words(value.float_bits(width, self.session)))
            }
            _ => None,
        }
    }

    /// The expressions of a constant's leaves. `undef` and `poison` leaves are answered by
    /// `undefined`.
    pub fn expressions(
        &self,
        value: Value,
        builder: &mut ProgramBuilder,
        undefined: &mut dyn FnMut(&mut ProgramBuilder, Type) -> Result<ExprId, String>,
    ) -> Result<Vec<ExprId>, String> {
        let ty = value.ty();
        let parts = leaves(self.target, ty)?;
        if value.is_poison() && layout::scalar(ty).is_some() {
            return Err(NO_VALUE.to_owned());
        }
        if value.is_undef() {
            return parts.iter().map(|leaf| undefined(builder, leaf.ty)).collect();
        }
        if value.is_null() {
            return Ok(parts.iter().map(|leaf| zero(builder, leaf.ty)).collect());
        }
        if layout::scalar(ty).is_some() {
            return Ok(vec![self.scalar(value, builder, undefined)?]);
        }
        let mut out = Vec::new();
        let count = match ty.kind() {
            LLVMTypeKind::LLVMStructTypeKind => ty.field_count(),
            LLVMTypeKind::LLVMArrayTypeKind => ty.array_length() as u32,
            _ => ty.vector_length(),
        };
        for i in 0..count {
            let element = value.element(i).ok_or_else(|| format!("constant {}", value.show()))?;
            out.extend(self.expressions(element, builder, undefined)?);
        }
        Ok(out)
    }

    fn scalar(
        &self,
        value: Value,
        builder: &mut ProgramBuilder,
        undefined: &mut dyn FnMut(&mut ProgramBuilder, Type) -> Result<ExprId, String>,
    ) -> Result<ExprId, String> {
        let ty = layout::scalar(value.ty()).ok_or_else(|| format!("constant of type {}", value.ty().show()))?;
        if value.is_poison() {
            return Err(NO_VALUE.to_owned());
        }
        if value.is_undef() {
            return undefined(builder, ty);
        }
        if let Some(words) = self.scalar_words(value) {
            let bits = ty.bits(builder.layout());
            return Ok(builder.exprs.constant(&words, ty, bits));
        }
        let value = resolve_alias(value);
        if let Some(address) = self.weak.get(&value) {
            return Ok(*address);
        }
        match value.kind() {
            Kind::LLVMConstantPointerNullValueKind => Ok(builder.exprs.intern(Expr::Null, Type::Ptr)),
            Kind::LLVMFunctionValueKind => match self.functions.get(&value) {
                Some(f) => Ok(builder.exprs.intern(Expr::FunctionAddr(*f), Type::Ptr)),
                None => Err(format!("address of {}", value.name())),
            },
            Kind::LLVMGlobalVariableValueKind => match self.globals.get(&value) {
                Some(g) => Ok(builder.exprs.intern(Expr::GlobalAddr(*g), Type::Ptr)),
                None => Err(format!("address of {}", value.name())),
            },
            Kind::LLVMBlockAddressValueKind => {
                let number = self.block_number(value)?;
                let bits = builder.layout().pointer_bits;
                let number = builder.exprs.int(number, bits);
                Ok(builder.cast(CastOp::IntToPtr, Type::Ptr, number))
            }
            Kind::LLVMConstantExprValueKind => self.constant_expression(value, ty, builder, undefined),
            _ => Err(format!("constant {}", value.show())),
        }
    }

    /// The address that stands for a label. Labels live below all objects, so they never meet one.
    pub fn block_number(&self, value: Value) -> Result<u64, String> {
        self.block_numbers.get(&value.block_address()).copied().ok_or_else(|| "address of an unknown label".to_owned())
    }

    fn constant_expression(
        &self,
        value: Value,
        ty: Type,
        builder: &mut ProgramBuilder,
        undefined: &mut dyn FnMut(&mut ProgramBuilder, Type) -> Result<ExprId, String>,
    ) -> Result<ExprId, String> {
        let opcode = value.const_opcode();
        if opcode == Opcode::LLVMGetElementPtr {
            let base = self.scalar(value.operand(0), builder, undefined)?;
            let offset = self
                .gep_offset(value, builder, &mut |symbols, index, builder| symbols.scalar(index, builder, undefined))?;
            return Ok(match offset {
                Some(offset) => builder.binary(BinaryOp::PtrAdd, base, offset),
                None => base,
            });
        }
        let a = self.scalar(value.operand(0), builder, undefined)?;
        let from = builder.exprs.ty(a);
        let bits = builder.layout().pointer_bits;
        match opcode {
            Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr => Ok(ptr_to_int(builder, a, ty)),
            Opcode::LLVMIntToPtr => Ok(int_to_ptr(builder, a)),
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast if from == ty => Ok(a),
            Opcode::LLVMBitCast if CastOp::Bits.fits(from, ty, bits) => Ok(builder.cast(CastOp::Bits, ty, a)),
            Opcode::LLVMTrunc => Ok(builder.cast(CastOp::Trunc, ty, a)),
            Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMXor => {
                let b = self.scalar(value.operand(1), builder, undefined)?;
                let op = match opcode {
                    Opcode::LLVMAdd => BinaryOp::Add,
                    Opcode::LLVMSub => BinaryOp::Sub,
                    _ => BinaryOp::Xor,
                };
                Ok(builder.binary(op, a, b))
            }
            _ => Err(format!("constant expression {}", value.show())),
        }
    }

    /// The byte offset of a getelementptr (instruction or constant); `None` if it is zero. `index`
    /// gives the expression of an index operand.
    pub fn gep_offset(
        &self,
        gep: Value,
        builder: &mut ProgramBuilder,
        index: &mut dyn FnMut(&Self, Value, &mut ProgramBuilder) -> Result<ExprId, String>,
    ) -> Result<Option<ExprId>, String> {
        let bits = builder.layout().pointer_bits;
        let word = Type::Int(bits);
        let mut ty = gep.gep_source_type();
        let mut fixed = 0u64;
        let mut variable: Option<ExprId> = None;
        for position in 1..gep.operand_count() {
            let operand = gep.operand(position);
            let stride = if position == 1 {
                self.target.abi_size(ty)
            } else if ty.kind() == LLVMTypeKind::LLVMStructTypeKind {
                let field = struct_index(operand)?;
                fixed = fixed.wrapping_add(self.target.field_offset(ty, field));
                ty = ty.field(field);
                continue;
            } else {
                ty = ty.element();
                self.target.abi_size(ty)
            };
            if operand.kind() == Kind::LLVMConstantIntValueKind
                && let Some(value) = operand.as_u64()
            {
                let width = operand.ty().int_width();
                let signed = if width < 64 { ((value << (64 - width)) as i64) >> (64 - width) } else { value as i64 };
                fixed = fixed.wrapping_add((signed as u64).wrapping_mul(stride));
                continue;
            }
            let mut scaled = index(self, operand, builder)?;
            let width = match builder.exprs.ty(scaled) {
                Type::Int(width) => width,
                other => return Err(format!("address computed with an index of type {other}")),
            };
            if width < bits {
                scaled = builder.cast(CastOp::SExt, word, scaled);
            } else if width > bits {
                scaled = builder.cast(CastOp::Trunc, word, scaled);
            }
            if stride != 1 {
                let stride = builder.exprs.int(stride, bits);
                scaled = builder.binary(BinaryOp::Mul, scaled, stride);
            }
            variable = Some(match variable {
                Some(sum) => builder.binary(BinaryOp::Add, sum, scaled),
                None => scaled,
            });
        }
        let fixed = if bits < 64 { fixed & ((1 << bits) - 1) } else { fixed };
        Ok(match (variable, fixed) {
            (None, 0) => None,
            (None, fixed) => Some(builder.exprs.int(fixed, bits)),
            (Some(sum), 0) => Some(sum),
            (Some(sum), fixed) => {
                let fixed = builder.exprs.int(fixed, bits);
                Some(builder.binary(BinaryOp::Add, sum, fixed))
            }
        })
    }

    /// The initial bytes and pointers of a global.
    pub fn initializer(&self, value: Value) -> Result<Initializer, String> {
        let mut image = Image { bytes: Vec::new(), relocations: Vec::new() };
        self.write(value, 0, &mut image)?;
        let end = image.bytes.iter().rposition(|b| *b != 0).map_or(0, |i| i + 1);
        image.bytes.truncate(end);
        image.bytes.shrink_to_fit();
        image.relocations.sort_by_key(|r| r.offset);
        Ok(Initializer { bytes: image.bytes, relocations: image.relocations })
    }

    fn write(&self, value: Value, offset: u64, image: &mut Image) -> Result<(), String> {
        // Undefined bytes of an initialiser are padding; zero is what static storage holds.
        if value.is_undef() || value.is_null() {
            return Ok(());
        }
        let ty = value.ty();
        match value.kind() {
            Kind::LLVMConstantDataArrayValueKind | Kind::LLVMConstantDataVectorValueKind => {
                image.put(offset, &value.raw_data());
                return Ok(());
            }
            Kind::LLVMConstantStructValueKind => {
                for i in 0..ty.field_count() {
                    let field = value.element(i).ok_or("malformed constant")?;
                    self.write(field, offset + self.target.field_offset(ty, i), image)?;
                }
                return Ok(());
            }
            Kind::LLVMConstantArrayValueKind | Kind::LLVMConstantVectorValueKind => {
                let count = value.operand_count();
                let stride = self.target.abi_size(ty.element());
                for i in 0..count {
                    self.write(value.operand(i), offset + u64::from(i) * stride, image)?;
                }
                return Ok(());
            }
            _ => {}
        }
        let size = self.target.bits(ty).div_ceil(8);
        if let Some(words) = self.scalar_words(value) {
            let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).take(size as usize).collect();
            image.put(offset, &bytes);
            return Ok(());
        }
        match self.address(value)? {
            Address::Number(number) => image.put(offset, &number.to_le_bytes()[..size as usize]),
            Address::Symbol(target, addend) => {
                if size * 8 != u64::from(self.target.pointer_bits()) {
                    return Err(format!("initialiser {}", value.show()));
                }
                image.relocations.push(Relocation { offset, target, addend });
            }
        }
        Ok(())
    }

    /// A constant pointer (or integer made of one) as symbol and addend, or as a number.
    fn address(&self, value: Value) -> Result<Address, String> {
        let value = resolve_alias(value);
        match value.kind() {
            Kind::LLVMConstantPointerNullValueKind => Ok(Address::Number(0)),
            Kind::LLVMConstantIntValueKind => Ok(Address::Number(value.as_u64().unwrap_or(0) as i64)),
            Kind::LLVMBlockAddressValueKind => Ok(Address::Number(self.block_number(value)? as i64)),
            Kind::LLVMFunctionValueKind => match self.functions.get(&value) {
                Some(f) => Ok(Address::Symbol(RelocationTarget::Function(*f), 0)),
                None => Err(format!("address of {}", value.name())),
            },
            Kind::LLVMGlobalVariableValueKind => match self.globals.get(&value) {
                Some(g) => Ok(Address::Symbol(RelocationTarget::Global(*g), 0)),
                None => Err(format!("address of {}", value.name())),
            },
            Kind::LLVMConstantExprValueKind => match value.const_opcode() {
                Opcode::LLVMGetElementPtr => {
                    let base = self.address(value.operand(0))?;
                    Ok(base.plus(self.constant_offset(value)?))
                }
                Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr | Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => {
                    self.address(value.operand(0))
                }
                opcode @ (Opcode::LLVMAdd | Opcode::LLVMSub) => {
                    match (self.address(value.operand(0))?, self.address(value.operand(1))?, opcode) {
                        (a, Address::Number(n), Opcode::LLVMAdd) => Ok(a.plus(n)),
                        (Address::Number(n), b, Opcode::LLVMAdd) => Ok(b.plus(n)),
                        (a, Address::Number(n), _) => Ok(a.plus(n.wrapping_neg())),
                        (Address::Symbol(s, a), Address::Symbol(t, b), _) if s == t => {
                            Ok(Address::Number(a.wrapping_sub(b)))
                        }
                        _ => Err(format!("initialiser {}", value.show())),
                    }
                }
                Opcode::LLVMTrunc => match self.address(value.operand(0))? {
                    Address::Number(n) => Ok(Address::Number(n)),
                    _ => Err(format!("initialiser {}", value.show())),
                },
                _ => Err(format!("initialiser {}", value.show())),
            },
            _ => Err(format!("initialiser {}", value.show())),
        }
    }

    fn constant_offset(&self, gep: Value) -> Result<i64, String> {
        let mut ty = gep.gep_source_type();
        let mut offset = 0i64;
        for position in 1..gep.operand_count() {
            let operand = gep.operand(position);
            if position > 1 && ty.kind() == LLVMTypeKind::LLVMStructTypeKind {
                let field = struct_index(operand)?;
                offset = offset.wrapping_add(self.target.field_offset(ty, field) as i64);
                ty = ty.field(field);
                continue;
            }
            if position > 1 {
                ty = ty.element();
            }
            let Address::Number(index) = self.address(operand)? else {
                return Err(format!("initialiser {}", gep.show()));
            };
            let width = operand.ty().int_width();
            let index = if width < 64 { (index << (64 - width)) >> (64 - width) } else { index };
            offset = offset.wrapping_add(index.wrapping_mul(self.target.abi_size(ty) as i64));
        }
        Ok(offset)
    }
}

fn struct_index(operand: Value) -> Result<u32, String> {
    operand
        .as_u64()
        .or_else(|| operand.element(0).and_then(Value::as_u64))
        .map(|i| i as u32)
        .ok_or_else(|| "structure index that is not constant".to_owned())
}

enum Address {
    Number(i64),
    Symbol(RelocationTarget, i64),
}

impl Address {
    fn plus(self, offset: i64) -> Address {
        match self {
            Address::Number(n) => Address::Number(n.wrapping_add(offset)),
            Address::Symbol(s, addend) => Address::Symbol(s, addend.wrapping_add(offset)),
        }
    }
}

struct Image {
    bytes: Vec<u8>,
    relocations: Vec<Relocation>,
}

impl Image {
    fn put(&mut self, offset: u64, data: &[u8]) {
        let start = offset as usize;
        if data.iter().all(|b| *b == 0) && start >= self.bytes.len() {
            return;
        }
        if self.bytes.len() < start + data.len() {
            self.bytes.resize(start + data.len(), 0);
        }
        self.bytes[start..start + data.len()].copy_from_slice(data);
    }
}

/// The zero of a type.
pub fn zero(builder: &mut ProgramBuilder, ty: Type) -> ExprId {
    match ty {
        Type::Ptr => builder.exprs.intern(Expr::Null, Type::Ptr),
        _ => {
            let bits = ty.bits(builder.layout());
            builder.exprs.constant(&[0], ty, bits)
        }
    }
}

/// A pointer's address as an integer of any width.
pub fn ptr_to_int(builder: &mut ProgramBuilder, pointer: ExprId, ty: Type) -> ExprId {
    let bits = builder.layout().pointer_bits;
    let address = builder.cast(CastOp::PtrToInt, Type::Int(bits), pointer);
    resize(builder, address, ty)
}

/// An integer of any width as a pointer.
pub fn int_to_ptr(builder: &mut ProgramBuilder, value: ExprId) -> ExprId {
    let bits = builder.layout().pointer_bits;
    // The cast of zero is the null pointer, which analyses know best by that name.
    if let Expr::Const(0) = builder.exprs.get(value) {
        return builder.exprs.intern(Expr::Null, Type::Ptr);
    }
    let value = resize(builder, value, Type::Int(bits));
    builder.cast(CastOp::IntToPtr, Type::Ptr, value)
}

/// An integer zero-extended or cut to another integer type.
pub fn resize(builder: &mut ProgramBuilder, value: ExprId, ty: Type) -> ExprId {
    match (builder.exprs.ty(value), ty) {
        (Type::Int(a), Type::Int(b)) if a < b => builder.cast(CastOp::ZExt, ty, value),
        (Type::Int(a), Type::Int(b)) if a > b => builder.cast(CastOp::Trunc, ty, value),
        _ => value,
    }
}
