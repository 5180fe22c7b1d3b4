//! Lines for terminals and for Markdown.

/// Text without control characters, which a terminal would obey, on one line.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { if c.is_whitespace() { ' ' } else { '\u{fffd}' } } else { c }).collect()
}

/// Text for Markdown, on one line, with nothing in it that Markdown or HTML would take as its own.
///
/// ```
/// assert_eq!(adumbra_text::markdown("a_b | *c*"), r"a\_b \| \*c\*");
/// ```
pub fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in plain(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '|' | '*' | '`' | '[' | ']' | '\\' | '~' | '#' | '!' | '_' => {
                escaped.push('\\');
                escaped.push(c);
            }
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_obeyed() {
        assert_eq!(plain("a\u{1b}[31mb\nc"), "a\u{fffd}[31mb c");
        assert_eq!(markdown("<b>|`x`|</b>\n# y"), "&lt;b&gt;\\|\\`x\\`\\|&lt;/b&gt; \\# y");
    }
}
