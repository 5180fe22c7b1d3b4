//! What names in C say, and texts in C.

/// Is it the name of an unsigned type: `uint`, `u32`, `uchar`, `size_t`, …?
///
/// ```
/// assert!(adumbra_text::c::is_unsigned_name("__u8"));
/// assert!(!adumbra_text::c::is_unsigned_name("long"));
/// ```
pub fn is_unsigned_name(word: &str) -> bool {
    let rest = word.strip_prefix("__").unwrap_or(word);
    let short = rest.strip_prefix('u').is_some_and(|r| r.parse::<u32>().is_ok());
    short || matches!(rest, "size_t") || ["uint", "uchar", "ushort", "ulong"].iter().any(|p| rest.starts_with(p))
}

/// Does the name of a function that yields inputs say that they are unsigned, such as
/// `__VERIFIER_nondet_uint`?
pub fn yields_unsigned(function: &str) -> bool {
    let kind = function.rsplit("nondet_").next().unwrap_or_default();
    kind == "bool" || kind == "unsigned" || is_unsigned_name(kind)
}

/// A text as a string of C, with its quotes, as in a line marker of the preprocessor.
///
/// ```
/// assert_eq!(adumbra_text::c::quoted(r#"a "b" \c"#), r#""a \"b\" \\c""#);
/// ```
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_tell_the_sign_of_what_they_yield() {
        for unsigned in ["bool", "uint", "u8", "size_t", "unsigned", "ulonglong"] {
            assert!(yields_unsigned(&format!("__VERIFIER_nondet_{unsigned}")), "{unsigned}");
        }
        for signed in ["int", "char", "long", "float", "unknown", "u"] {
            assert!(!yields_unsigned(&format!("__VERIFIER_nondet_{signed}")), "{signed}");
        }
    }
}
