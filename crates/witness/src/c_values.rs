//! Values as constants of C, and constants of C as values.

use crate::source::Source;
use adumbra_interpreter::eval::{Value, mask, sign_extend};
use adumbra_program::{CType, CTypeId, FloatKind, Program, Type};
use adumbra_text::c::{is_unsigned_name, yields_unsigned};

/// Does a function return an unsigned type? Told by its prototype in the text, else by its name.
pub fn is_unsigned_function(name: &str, source: &Source) -> bool {
    let prototype = (0..source.tokens.len())
        .find(|t| source.word(*t) == name && source.word(t + 1) == "(" && source.function_of(*t).is_none());
    if let Some(token) = prototype {
        let mut at = token;
        let mut words = Vec::new();
        while at > 0 && !matches!(source.word(at - 1), ";" | "}" | "," | ")") {
            at -= 1;
            words.push(source.word(at));
        }
        if words.iter().any(|w| matches!(*w, "unsigned" | "_Bool" | "bool") || is_unsigned_name(w)) {
            return true;
        }
        let plain = ["int", "char", "short", "long", "signed", "float", "double", "void", "*"];
        if words.iter().any(|w| plain.contains(w)) {
            return false;
        }
    }
    yields_unsigned(name)
}

/// A value that a function returned, as a constant of C.
pub fn constant(program: &Program, ty: Type, value: &Value, unsigned: bool) -> Option<String> {
    match ty {
        Type::Int(width) => integer(value.low(), width, !unsigned),
        Type::Float(kind) => float(kind, value.low()),
        Type::Ptr => (value.low() as u64 & mask(program.layout.pointer_bits) as u64 == 0).then(|| "0".to_owned()),
    }
}

/// A value that a variable of a C type holds, as a constant of C.
pub fn variable_constant(program: &Program, ctype: Option<CTypeId>, value: &Value) -> Option<String> {
    match &program.ctypes[ctype?] {
        CType::Int { signed, bits, .. } => integer(value.low(), *bits, *signed),
        _ => None,
    }
}

/// An integer of a width as a constant of C that compares equal to it.
pub fn integer(bits: u128, width: u32, signed: bool) -> Option<String> {
    if width > 64 {
        return None;
    }
    let bits = bits & mask(width);
    if !signed {
        return Some(match bits {
            0..=0x7fff_ffff => bits.to_string(),
            0x8000_0000..=0xffff_ffff => format!("{bits}U"),
            _ => format!("{bits}ULL"),
        });
    }
    Some(match sign_extend(bits, width) {
        // The literal 2147483648 has a wider type than int, 9223372036854775808 has none.
        n if n == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        n if n == i128::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        n if n < i128::from(i32::MIN) || n > i128::from(i32::MAX) => format!("{n}LL"),
        n => n.to_string(),
    })
}

fn float(kind: FloatKind, bits: u128) -> Option<String> {
    // As a double, which is exact; a constant with the suffix of a float is rounded by some tools.
    let value = match kind {
        FloatKind::Single => f64::from(f32::from_bits(bits as u32)),
        FloatKind::Double => f64::from_bits(bits as u64),
        _ => return None,
    };
    value.is_finite().then(|| format!("{value:?}"))
}

/// The bits of a constant of C in a type, for constants as witnesses have them: numbers with signs,
/// parentheses, suffixes, characters, and sums and differences of such.
pub fn parse(text: &str, ty: Type, width: u32) -> Option<Value> {
    let text = strip(text);
    if let Some((left, right)) = split_sum(text) {
        let (Type::Int(_) | Type::Ptr) = ty else { return None };
        let sign = text.as_bytes().get(left.len()..)?.iter().find(|b| !b.is_ascii_whitespace())?;
        let (left, right) = (integer_value(left)?, integer_value(right)?);
        let sum = if *sign == b'+' { left.checked_add(right)? } else { left.checked_sub(right)? };
        return Some(Value::Small(sum as u128 & mask(width)));
    }
    match ty {
        Type::Float(kind) => {
            let number = text.trim_end_matches(['f', 'F', 'l', 'L']);
            let value: f64 = number.replace(' ', "").parse().ok().or_else(|| integer_value(text).map(|n| n as f64))?;
            match kind {
                FloatKind::Single => Some(Value::Small((value as f32).to_bits().into())),
                FloatKind::Double => Some(Value::Small(value.to_bits().into())),
                _ => None,
            }
        }
        Type::Int(_) | Type::Ptr if width <= 128 => Some(Value::Small(integer_value(text)? as u128 & mask(width))),
        _ => None,
    }
}

/// Without outer parentheses and a leading cast.
fn strip(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let Some(inner) = text.strip_prefix('(') else { return text };
        let mut depth = 1;
        let Some(close) = inner.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        }) else {
            return text;
        };
        let (inside, after) = (inner[..close].trim(), inner[close + 1..].trim());
        let is_type =
            !inside.is_empty() && inside.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '_' || c == '*');
        if after.is_empty() {
            text = inside;
        } else if is_type {
            text = after;
        } else {
            return text;
        }
    }
}

/// The operands of the last `+` or `-` between two numbers, outside parentheses.
fn split_sum(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    let bytes = text.as_bytes();
    let at = (1..bytes.len()).rev().find(|i| {
        depth += i32::from(bytes[*i] == b')') - i32::from(bytes[*i] == b'(');
        let operand = text[..*i].trim_end().ends_with(|c: char| c.is_alphanumeric() || c == ')');
        let exponent = matches!(bytes[i - 1], b'e' | b'E' | b'p' | b'P') && !text.starts_with("0x");
        depth == 0 && matches!(bytes[*i], b'+' | b'-') && operand && !exponent
    })?;
    Some((&text[..at], &text[at + 1..]))
}

/// An integer constant: decimal, hexadecimal or octal, with sign and suffix; a character.
pub fn integer_value(text: &str) -> Option<i128> {
    let text = strip(text);
    if let Some(rest) = text.strip_prefix('-') {
        return integer_value_plain(strip(rest)).map(|n| -n);
    }
    integer_value_plain(text.strip_prefix('+').map_or(text, strip))
}

fn integer_value_plain(text: &str) -> Option<i128> {
    if let Some(inside) = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        let mut characters = inside.chars();
        return match (characters.next()?, characters.next(), characters.next()) {
            ('\\', Some('0'), None) => Some(0),
            ('\\', Some('n'), None) => Some(10),
            ('\\', Some('t'), None) => Some(9),
            ('\\', ..) => None,
            (c, None, None) if c.is_ascii() => Some(c as i128),
            _ => None,
        };
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    if let Some(hexadecimal) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return i128::from_str_radix(hexadecimal, 16).ok();
    }
    match digits.strip_prefix('0') {
        Some(octal) if !octal.is_empty() => i128::from_str_radix(octal, 8).ok(),
        _ => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_there_and_back() {
        for (bits, width, signed, text) in [
            (7, 32, true, "7"),
            (0xffff_fffb, 32, true, "-5"),
            (0xffff_fffb, 32, false, "4294967291U"),
            (0x8000_0000, 32, true, "(-2147483647 - 1)"),
            (0x80, 8, true, "-128"),
            (0x80, 8, false, "128"),
            (1 << 63, 64, true, "(-9223372036854775807LL - 1)"),
            (u128::from(u64::MAX), 64, false, "18446744073709551615ULL"),
            (1 << 40, 64, true, "1099511627776LL"),
        ] {
            assert_eq!(integer(bits, width, signed).as_deref(), Some(text));
            assert_eq!(parse(text, Type::Int(width), width), Some(Value::Small(bits)), "{text}");
        }
    }

    #[test]
    fn constants_of_other_tools() {
        let int = |text| parse(text, Type::Int(32), 32).map(|v| v.low() as i32);
        assert_eq!(int("(int) -3"), Some(-3));
        assert_eq!(int("(-(2))"), Some(-2));
        assert_eq!(int("0x10U"), Some(16));
        assert_eq!(int("'a'"), Some(97));
        assert_eq!(int("- 4"), Some(-4));
        assert_eq!(int("x"), None);
        assert_eq!(int(""), None);
        assert_eq!(int("("), None);
        let double = |text| parse(text, Type::Float(FloatKind::Double), 64).map(|v| f64::from_bits(v.low() as u64));
        assert_eq!(double("-1.5e-3"), Some(-1.5e-3));
        assert_eq!(double("2"), Some(2.0));
    }

    #[test]
    fn signs_of_functions() {
        let source =
            Source::new(b"extern unsigned char g(void); typedef int t; extern t h(void); char *p(int);".to_vec());
        assert!(is_unsigned_function("g", &source));
        assert!(!is_unsigned_function("h", &source));
        assert!(!is_unsigned_function("p", &source));
        assert!(is_unsigned_function("__VERIFIER_nondet_u8", &source));
        assert!(is_unsigned_function("__VERIFIER_nondet_size_t", &source));
        assert!(!is_unsigned_function("__VERIFIER_nondet_int", &source));
    }
}
