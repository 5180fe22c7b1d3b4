//! Words of a shell.

/// A word as one would write it in a shell: in quotes where it needs them.
///
/// ```
/// assert_eq!(adumbra_text::shell_word("--file=a.c"), "--file=a.c");
/// assert_eq!(adumbra_text::shell_word("it's"), r"'it'\''s'");
/// ```
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { shell_quoted(word) }
}

/// A word in the quotes of a shell, whether it needs them or not.
pub fn shell_quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_same_words() {
        for word in ["", "a b", "$HOME", "a'b", "`x`", "*", "plain-1.c", "-Dx='y z'", "#", "~", "ü", "a\nb"] {
            let command = format!("printf %s {}; printf %s {}", shell_word(word), shell_quoted(word));
            let output = std::process::Command::new("sh").args(["-c", &command]).output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), word.repeat(2), "{command}");
        }
    }
}
