//! Text for Graphviz.

/// A text between the quotes of a name or a label: lines are left-justified, nothing else has a
/// meaning.
///
/// ```
/// assert_eq!(adumbra_text::dot("say \"a\"\nb && c"), r#"say \"a\"\lb &amp;&amp; c"#);
/// ```
pub fn dot(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\l"),
            c if c.is_control() => escaped.push('\u{fffd}'),
            // Graphviz reads HTML entities in labels.
            '&' => escaped.push_str("&amp;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_show_what_was_given() {
        assert_eq!(dot("plain <x> | {y}"), "plain <x> | {y}");
        assert_eq!(dot("\\n &lt;\u{1b}"), "\\\\n &amp;lt;\u{fffd}");
    }
}
