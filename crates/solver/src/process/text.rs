//! Answers of a process as text: where one ends, and what its parts are.

/// Finds the ends of answers in a stream of bytes: an answer is a word, a string or a balanced
/// list.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    answer: Vec<u8>,
    depth: usize,
    within: Within,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Within {
    #[default]
    Nothing,
    Word,
    String,
    Quoted,
    Comment,
}

/// What a stream holds that no solver says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Nonsense {
    /// A parenthesis that closes nothing.
    Closing,
    /// Bytes that are no text.
    NotText,
    /// An answer longer than any model.
    TooLong,
}

/// No answer is longer.
pub(super) const LONGEST: usize = 64 << 20;

impl Splitter {
    /// Takes the next bytes and gives every answer that ends in them.
    pub(super) fn take(&mut self, bytes: &[u8], mut each: impl FnMut(String)) -> Result<(), Nonsense> {
        for &byte in bytes {
            match (self.within, byte) {
                (Within::String, b'"') | (Within::Quoted, b'|') => {
                    self.answer.push(byte);
                    self.within = Within::Nothing;
                    self.complete(&mut each)?;
                }
                (Within::String | Within::Quoted, _) => self.answer.push(byte),
                (Within::Comment, b'\n') => self.within = Within::Nothing,
                (Within::Comment, _) => {}
                (_, b'"') => self.begin(byte, Within::String, &mut each)?,
                (_, b'|') => self.begin(byte, Within::Quoted, &mut each)?,
                (_, b';') => {
                    self.end_word(&mut each)?;
                    self.within = Within::Comment;
                }
                (_, b'(') => {
                    self.end_word(&mut each)?;
                    self.answer.push(byte);
                    self.depth += 1;
                }
                (_, b')') => {
                    self.end_word(&mut each)?;
                    self.depth = self.depth.checked_sub(1).ok_or(Nonsense::Closing)?;
                    self.answer.push(byte);
                    self.complete(&mut each)?;
                }
                (_, byte) if byte.is_ascii_whitespace() => {
                    self.end_word(&mut each)?;
                    if self.depth > 0 {
                        self.answer.push(byte);
                    }
                }
                (_, byte) => {
                    self.answer.push(byte);
                    self.within = Within::Word;
                }
            }
            if self.answer.len() > LONGEST {
                return Err(Nonsense::TooLong);
            }
        }
        Ok(())
    }

    /// The stream ends: the last word is complete.
    pub(super) fn end(&mut self, mut each: impl FnMut(String)) -> Result<(), Nonsense> {
        self.end_word(&mut each)
    }

    fn begin(&mut self, byte: u8, within: Within, each: &mut impl FnMut(String)) -> Result<(), Nonsense> {
        self.end_word(each)?;
        self.answer.push(byte);
        self.within = within;
        Ok(())
    }

    fn end_word(&mut self, each: &mut impl FnMut(String)) -> Result<(), Nonsense> {
        if self.within == Within::Word {
            self.within = Within::Nothing;
            self.complete(each)?;
        }
        Ok(())
    }

    fn complete(&mut self, each: &mut impl FnMut(String)) -> Result<(), Nonsense> {
        if self.depth == 0 {
            let answer = std::mem::take(&mut self.answer);
            each(String::from_utf8(answer).map_err(|_| Nonsense::NotText)?);
        }
        Ok(())
    }
}

/// The items of a list, as text; nothing if it is no list.
pub(super) fn items(list: &str) -> Option<Vec<&str>> {
    let inner = list.trim().strip_prefix('(')?.strip_suffix(')')?;
    let bytes = inner.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let end = item_end(bytes, at)?;
        found.push(inner.get(at..end)?);
        at = end;
    }
    Some(found)
}

/// Where the item that starts here ends.
pub(super) fn item_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b'(' => {
                depth += 1;
                at += 1;
            }
            b')' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            b'"' => at += 2 + bytes[at + 1..].iter().position(|b| *b == b'"')?,
            b'|' => at += 2 + bytes[at + 1..].iter().position(|b| *b == b'|')?,
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => {
                let rest = &bytes[at..];
                at += rest.iter().position(|b| b"()|\"".contains(b) || b.is_ascii_whitespace()).unwrap_or(rest.len());
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

/// The message of `(error "…")`; nothing if the answer is no error.
pub(super) fn error_message(answer: &str) -> Option<String> {
    match items(answer)?[..] {
        ["error", message] => Some(message.trim_matches('"').split_whitespace().collect::<Vec<_>>().join(" ")),
        ["error", ..] => Some(answer.to_owned()),
        _ => None,
    }
}

/// The beginning of a text, for messages.
pub(super) fn clip(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str, step: usize) -> Vec<String> {
        let mut splitter = Splitter::default();
        let mut found = Vec::new();
        for chunk in text.as_bytes().chunks(step) {
            splitter.take(chunk, |answer| found.push(answer)).unwrap();
        }
        splitter.end(|answer| found.push(answer)).unwrap();
        found
    }

    #[test]
    fn answers_are_found_however_they_arrive() {
        let text = "sat\n((a |)(|)\n (b #b01)) ; note (\n\"re(ady\"\nunsat";
        for step in [1, 2, 3, 7, 100] {
            assert_eq!(split(text, step), ["sat", "((a |)(|)\n (b #b01))", "\"re(ady\"", "unsat"], "{step}");
        }
    }

    #[test]
    fn nonsense_is_seen() {
        let take = |bytes: &[u8]| Splitter::default().take(bytes, |_| {});
        assert_eq!(take(b"sat )"), Err(Nonsense::Closing));
        assert_eq!(take(b"\xff\xfe "), Err(Nonsense::NotText));
    }

    #[test]
    fn lists_have_items() {
        assert_eq!(items("((a b) c |d e| \"f g\")").unwrap(), ["(a b)", "c", "|d e|", "\"f g\""]);
        assert_eq!(items("()").unwrap(), Vec::<&str>::new());
        assert_eq!(items("a"), None);
        assert_eq!(items("(a))"), None);
        assert_eq!(error_message("(error \"line 3:\n bad\")").unwrap(), "line 3: bad");
        assert_eq!(error_message("(a \"b\")"), None);
    }
}
