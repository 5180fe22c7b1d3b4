//! Strings of YAML.

use std::fmt::Write;

/// A string of YAML in double quotes, on one line.
///
/// ```
/// assert_eq!(adumbra_text::yaml("a: \"b\"\n"), r#""a: \"b\"\n""#);
/// ```
pub fn yaml(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_as_numbers() {
        assert_eq!(yaml("\t\\\u{1b}ü"), "\"\\t\\\\\\u001Bü\"");
    }
}
