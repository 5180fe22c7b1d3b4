//! Types and values of the program model in C.

use adumbra_interpreter::eval::{Value, sign_extend};
use adumbra_program::{DataLayout, FloatKind, Type};
use std::fmt::Write;

/// The C type that a function returns for a result of this type, if there is one.
pub(super) fn c_type(ty: Type) -> Option<&'static str> {
    Some(match ty {
        Type::Int(1) => "_Bool",
        Type::Int(8) => "signed char",
        Type::Int(16) => "short",
        Type::Int(32) => "int",
        Type::Int(64) => "long long",
        Type::Int(128) => "__int128",
        Type::Float(FloatKind::Single) => "float",
        Type::Float(FloatKind::Double) => "double",
        Type::Float(FloatKind::X87) => "long double",
        Type::Float(FloatKind::Quad) => "__float128",
        Type::Ptr => "void *",
        _ => return None,
    })
}

/// The body of a function that returns these values in order; `name` is the function's.
pub(super) fn body(name: &str, ty: Type, values: &[Value], layout: &DataLayout) -> Option<String> {
    let result = c_type(ty)?;
    let take = format!("adumbra_take(\"{name}\", &next, {})", values.len());
    let mut out = String::from("    static unsigned long next;\n");
    let list = |items: Vec<String>| items.join(", ");
    match ty {
        Type::Int(128) => {
            let items = values.iter().map(|v| {
                let bits = v.low();
                format!("(unsigned __int128){:#x}ULL << 64 | {:#x}ULL", (bits >> 64) as u64, bits as u64)
            });
            let _ = writeln!(out, "    static const unsigned __int128 values[] = {{{}}};", list(items.collect()));
            let _ = writeln!(out, "    return ({result})values[{take}];");
        }
        Type::Int(width) => {
            let items = values.iter().map(|v| match sign_extend(v.low(), width) {
                n if n == i128::from(i64::MIN) => "-9223372036854775807LL - 1".to_owned(),
                n => format!("{n}LL"),
            });
            let _ = writeln!(out, "    static const long long values[] = {{{}}};", list(items.collect()));
            let _ = writeln!(out, "    return ({result})values[{take}];");
        }
        Type::Ptr => {
            let items = values.iter().map(|v| format!("{:#x}UL", v.low() as u64));
            let _ = writeln!(out, "    static const unsigned long values[] = {{{}}};", list(items.collect()));
            let _ = writeln!(out, "    return (void *)values[{take}];");
        }
        Type::Float(_) => {
            let size = ty.bits(layout).div_ceil(8) as usize;
            let items = values.iter().map(|v| {
                let bytes = v.to_bytes(ty.bits(layout));
                format!(
                    "{{{{{}}}}}",
                    bytes.iter().take(size).map(|b| format!("{b:#04x}")).collect::<Vec<_>>().join(", ")
                )
            });
            let _ = writeln!(
                out,
                "    static const union {{ unsigned char bytes[sizeof({result})]; {result} value; }} values[] = {{{}}};",
                list(items.collect())
            );
            let _ = writeln!(out, "    return values[{take}].value;");
        }
    }
    Some(out)
}
