//! Fields of comma-separated values.

/// A field as RFC 4180 writes it: in quotes where it needs them.
///
/// ```
/// assert_eq!(adumbra_text::csv("plain"), "plain");
/// assert_eq!(adumbra_text::csv("1,5 \"or so\""), "\"1,5 \"\"or so\"\"\"");
/// ```
pub fn csv(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_stays_one() {
        let fields = ["", " a", "a ", "a\nb", "a;b"].map(csv);
        assert_eq!(fields, ["", "\" a\"", "\"a \"", "\"a\nb\"", "a;b"]);
    }
}
