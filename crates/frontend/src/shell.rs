//! Splitting a command as a POSIX shell does, without expanding anything.

/// Splits a command line into words: blanks separate, single quotes keep everything, double quotes
/// keep all but `\` before `"`, `\`, `$`, ``
/// ` `` and a newline, and a backslash outside quotes keeps the next character. `None` if a quote
/// is not closed.
pub fn split(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' | '\n' | '\r' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => word.push(c),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => match chars.next()? {
                            '\n' => {}
                            c @ ('"' | '\\' | '$' | '`') => word.push(c),
                            c => word.extend(['\\', c]),
                        },
                        c => word.push(c),
                    }
                }
            }
            '\\' => match chars.next() {
                Some('\n') => {}
                Some(c) => word.get_or_insert_default().push(c),
                None => word.get_or_insert_default().push('\\'),
            },
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    fn check(command: &str, words: &[&str]) {
        assert_eq!(split(command).unwrap(), words, "{command}");
    }

    #[test]
    fn words_are_those_of_a_shell() {
        check("cc -c  a.c\t-o a.o", &["cc", "-c", "a.c", "-o", "a.o"]);
        check(r#"cc -DX='a b' "-DY=\"q\"" -DZ=\"s\""#, &["cc", "-DX=a b", "-DY=\"q\"", "-DZ=\"s\""]);
        check(r#"cc "" '' "a\nb" a\ b"#, &["cc", "", "", "a\\nb", "a b"]);
        check("cc '-DM=\"$x\"' \"\\$y\"", &["cc", "-DM=\"$x\"", "$y"]);
        check("  ", &[]);
    }

    #[test]
    fn an_open_quote_is_no_command() {
        assert_eq!(split("cc 'a"), None);
        assert_eq!(split("cc \"a\\\""), None);
    }
}
