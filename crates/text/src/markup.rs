//! Text in XML, HTML and SVG.

/// Text for XML, HTML and SVG, in an element or in an attribute. What XML has no place for becomes
/// U+FFFD; line breaks and tabulators stay.
///
/// ```
/// assert_eq!(adumbra_text::markup("a < b && \"c\""), "a &lt; b &amp;&amp; &quot;c&quot;");
/// ```
pub fn markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// JSON in a script of a page: `<` could end the script, and in JSON it can be written otherwise; a
/// line separator is none in JSON.
///
/// ```
/// assert_eq!(adumbra_text::script(r#"["</script>"]"#), r#"["\u003c/script>"]"#);
/// ```
pub fn script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_leave_its_element() {
        assert_eq!(markup("</svg><script>\"'&\u{1}"), "&lt;/svg&gt;&lt;script&gt;&quot;&#39;&amp;\u{fffd}");
        assert_eq!(markup("a\n\tb\r\u{ffff}ü"), "a\n\tb\u{fffd}\u{fffd}ü");
    }
}
