//! Values as a C programmer writes them.

use crate::eval::{Value, mask, sign_extend};
use crate::memory::{Memory, Object, ObjectOrigin, id_of};
use adumbra_operators::float::{from_f64, to_f64};
use adumbra_program::*;

/// Prints values of a program.
#[derive(Clone, Copy)]
pub struct Printer<'a> {
    program: &'a Program,
    memory: &'a Memory,
}

/// How many fields or elements of an aggregate are shown.
const SHOWN: usize = 16;

impl<'a> Printer<'a> {
    /// A printer for values in this memory.
    pub fn new(program: &'a Program, memory: &'a Memory) -> Self {
        Printer { program, memory }
    }

    /// A pointer as `&object+offset`, `NULL` or an address.
    pub fn pointer(&self, pointer: u128) -> String {
        let address = pointer as u64;
        let Some(object) = self.memory.object(id_of(pointer)) else {
            return if address == 0 { "NULL".to_owned() } else { format!("{address:#x}") };
        };
        let offset = address.wrapping_sub(object.base());
        if let ObjectOrigin::Global(global) = object.origin()
            && self.program.globals[global].literal
            && let Some(text) = text(object, offset)
        {
            return text;
        }
        let name = object.describe(self.program);
        match (address.wrapping_sub(object.base()) as i64, object.origin()) {
            (0, ObjectOrigin::Function(_)) => name,
            (0, _) => format!("&{name}"),
            (offset, _) => format!("&{name}{offset:+}"),
        }
    }

    /// A scalar of a register type, with the C type if it is known. Pointers carry their object in
    /// the high half.
    pub fn scalar(&self, ty: Type, ctype: Option<CTypeId>, value: &Value) -> String {
        let low = value.low();
        match ty {
            Type::Ptr => {
                let pointer = self.pointer(low);
                match self.pointed_text(low, ctype) {
                    Some(text) if text != pointer => format!("{pointer} {text}"),
                    _ => pointer,
                }
            }
            Type::Float(kind) => float(kind, low),
            Type::Int(width) => match ctype.map(|c| &self.program.ctypes[c]) {
                Some(CType::Int { name, signed, bits }) if width <= 128 => {
                    let low = low & mask((*bits).min(width));
                    let signed_value = sign_extend(low, (*bits).min(width));
                    let number = if *signed { signed_value.to_string() } else { low.to_string() };
                    if name.ends_with("char") { with_character(number, low) } else { number }
                }
                Some(CType::Pointer(_)) if width <= 64 => {
                    if low == 0 {
                        "NULL".to_owned()
                    } else {
                        format!("{low:#x}")
                    }
                }
                Some(CType::Float { .. }) => match float_of(width) {
                    Some(kind) => float(kind, low),
                    None => value.to_string(),
                },
                _ if width <= 128 => sign_extend(low, width).to_string(),
                _ => value.to_string(),
            },
        }
    }

    /// What a pointer to characters points to, if it is text.
    fn pointed_text(&self, pointer: u128, ctype: Option<CTypeId>) -> Option<String> {
        let CType::Pointer(Some(pointed)) = &self.program.ctypes[ctype?] else { return None };
        if !self.is_character(*pointed) {
            return None;
        }
        let object = self.memory.object(id_of(pointer))?;
        text(object, (pointer as u64).wrapping_sub(object.base()))
    }

    fn is_character(&self, ctype: CTypeId) -> bool {
        matches!(&self.program.ctypes[ctype], CType::Int { name, bits: 8, .. } if name.ends_with("char"))
    }

    /// What an object holds at an offset, by C type; `?` where bytes have no value. Aggregates are
    /// shown one level deep.
    pub fn contents(&self, object: &Object, offset: u64, ctype: CTypeId) -> String {
        self.part(object, offset, ctype, 1)
    }

    fn part(&self, object: &Object, offset: u64, ctype: CTypeId, depth: u32) -> String {
        match &self.program.ctypes[ctype] {
            CType::Int { bits, .. } => self.number(object, offset, Type::Int(*bits), Some(ctype)),
            CType::Float { bits, name } => {
                let kind = match (float_of(*bits), name.as_str()) {
                    (_, "long double") => Some(FloatKind::X87),
                    (kind, _) => kind,
                };
                kind.map_or_else(|| "?".to_owned(), |k| self.number(object, offset, Type::Float(k), Some(ctype)))
            }
            CType::Pointer(_) => self.number(object, offset, Type::Ptr, Some(ctype)),
            CType::Record { .. } | CType::Array { .. } if depth == 0 => "{…}".to_owned(),
            CType::Record { fields, .. } => {
                let shown = fields.iter().take(SHOWN).map(|(name, ty, bit, width)| {
                    let text = if bit % 8 == 0 && self.size(*ty).is_none_or(|s| s * 8 == *width) {
                        self.part(object, offset + bit / 8, *ty, depth - 1)
                    } else {
                        self.bit_field(object, offset * 8 + bit, *width, *ty)
                    };
                    format!("{name} = {text}")
                });
                let more = if fields.len() > SHOWN { ", …" } else { "" };
                format!("{{{}{more}}}", shown.collect::<Vec<_>>().join(", "))
            }
            CType::Array { element, count: Some(_) }
                if self.is_character(*element) && text(object, offset).is_some() =>
            {
                text(object, offset).unwrap_or_default()
            }
            CType::Array { element, count } => {
                let size = self.size(*element).unwrap_or(0);
                let count = count.unwrap_or(0);
                let shown =
                    (0..count.min(SHOWN as u64)).map(|i| self.part(object, offset + i * size, *element, depth - 1));
                let more = if count > SHOWN as u64 { ", …" } else { "" };
                format!("{{{}{more}}}", shown.collect::<Vec<_>>().join(", "))
            }
            CType::Other(_) => "?".to_owned(),
        }
    }

    fn number(&self, object: &Object, offset: u64, ty: Type, ctype: Option<CTypeId>) -> String {
        let width = ty.bits(&self.program.layout);
        let bytes: Option<Vec<u8>> = (0..u64::from(width.div_ceil(8))).map(|i| object.byte(offset + i)).collect();
        let Some(bytes) = bytes else { return "?".to_owned() };
        let mut value = Value::from_bytes(&bytes, width);
        if ty == Type::Ptr {
            let id = object.pointer_at(offset).unwrap_or(0);
            value = Value::Small(u128::from(id) << 64 | value.low());
        }
        self.scalar(ty, ctype, &value)
    }

    fn bit_field(&self, object: &Object, first: u64, width: u64, ctype: CTypeId) -> String {
        let mut value = 0u128;
        for i in 0..width.min(128) {
            let Some(byte) = object.byte((first + i) / 8) else { return "?".to_owned() };
            value |= u128::from(byte >> ((first + i) % 8) & 1) << i;
        }
        match &self.program.ctypes[ctype] {
            CType::Int { signed: true, .. } => sign_extend(value, width.clamp(1, 128) as u32).to_string(),
            _ => value.to_string(),
        }
    }

    /// The size of a C type in bytes.
    pub fn size(&self, ctype: CTypeId) -> Option<u64> {
        match &self.program.ctypes[ctype] {
            CType::Int { bits, .. } | CType::Float { bits, .. } => Some(u64::from(bits.div_ceil(8))),
            CType::Pointer(_) => Some(self.program.layout.pointer_bytes()),
            CType::Record { size, .. } => Some(*size),
            CType::Array { element, count } => self.size(*element)?.checked_mul((*count)?),
            CType::Other(_) => None,
        }
    }
}

/// How many characters of a text are shown.
const SHOWN_TEXT: usize = 40;

/// The text that begins at an offset of an object and ends in a zero, as C writes it; none if
/// something else stands there.
fn text(object: &Object, offset: u64) -> Option<String> {
    let mut out = String::from('"');
    for (index, at) in (offset..object.size()).enumerate() {
        match object.byte(at)? {
            0 => return Some(out + "\""),
            _ if index == SHOWN_TEXT => return Some(out + "…\""),
            b'"' => out.push_str("\\\""),
            byte => out.push_str(&character(byte)?),
        }
    }
    None
}

/// A character as C writes it, if it is one that is read.
fn character(byte: u8) -> Option<String> {
    Some(match byte {
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\r' => "\\r".to_owned(),
        b'\\' => "\\\\".to_owned(),
        0x20..0x7f => char::from(byte).to_string(),
        _ => return None,
    })
}

/// A number with the character that it is, if it is one that is read.
fn with_character(number: String, value: u128) -> String {
    let shown = match u8::try_from(value) {
        Ok(b'\'') => Some("\\'".to_owned()),
        Ok(byte) => character(byte),
        Err(_) => None,
    };
    shown.map_or(number.clone(), |character| format!("{number} '{character}'"))
}

/// The value of an input function in words that say its type, as `__VERIFIER_nondet_uchar`: numbers
/// in decimal, characters as such. Nothing is known of pointers here.
pub fn input(name: &str, ty: Type, value: &Value) -> Option<String> {
    let kind = name.trim_start_matches("__VERIFIER_nondet_");
    let unsigned = kind.starts_with('u') || matches!(kind, "bool" | "_Bool" | "size_t" | "pthread_t" | "sector_t");
    match ty {
        Type::Ptr => None,
        Type::Float(kind) => Some(float(kind, value.low())),
        Type::Int(_) if unsigned && !kind.ends_with("char") => Some(value.to_big().to_string()),
        Type::Int(width) if width <= 128 => {
            let low = value.low() & mask(width);
            let number = if unsigned { low.to_string() } else { sign_extend(low, width).to_string() };
            Some(if kind.ends_with("char") { with_character(number, low) } else { number })
        }
        Type::Int(_) => Some(value.to_string()),
    }
}

fn float_of(bits: u32) -> Option<FloatKind> {
    Some(match bits {
        16 => FloatKind::Half,
        32 => FloatKind::Single,
        64 => FloatKind::Double,
        80 | 96 => FloatKind::X87,
        128 => FloatKind::Quad,
        _ => return None,
    })
}

/// A float in the shortest decimal form that reads back; wider formats are shown as the nearest
/// double, and marked where that is not exact.
fn float(kind: FloatKind, bits: u128) -> String {
    match kind {
        FloatKind::Single => format!("{:?}", f32::from_bits(bits as u32)),
        FloatKind::X87 | FloatKind::Quad => {
            let nearest = to_f64(kind, bits);
            let exact = nearest.is_nan() || from_f64(kind, nearest) == bits;
            format!("{}{nearest:?}", if exact { "" } else { "≈" })
        }
        _ => format!("{:?}", to_f64(kind, bits)),
    }
}
