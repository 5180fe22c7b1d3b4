//! The tokens of a C text.
//!
//! Comments and preprocessor directives are left out; every token knows where it stands. Nothing is
//! an error here: a text that is no C gives tokens that fit nothing.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// A string or a character.
    Quoted,
    /// A sign; those of several characters are one token.
    Sign,
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset after its last byte.
    pub end: usize,
}

/// Signs of several characters, longer ones first.
const SIGNS: &[&[u8]] = &[
    b"<<=", b">>=", b"...", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"+=", b"-=",
    b"*=", b"/=", b"%=", b"&=", b"|=", b"^=",
];

/// Splits a text into tokens.
pub fn tokenise(text: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut line_start = true;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        if byte == b'\n' {
            line_start = true;
            at += 1;
        } else if byte.is_ascii_whitespace() || byte == b'\\' {
            at += 1;
        } else if rest.starts_with(b"//") {
            at += directive_length(rest);
        } else if rest.starts_with(b"/*") {
            at += rest.windows(2).skip(2).position(|w| w == b"*/").map_or(rest.len(), |n| n + 4);
        } else if byte == b'#' && line_start {
            at += directive_length(rest);
        } else {
            line_start = false;
            let (kind, length) = token(rest);
            tokens.push(Token { kind, start: at, end: at + length });
            at += length;
        }
    }
    tokens
}

/// Bytes up to the end of the line; a backslash continues it. A comment that goes over lines ends
/// the directive later.
fn directive_length(rest: &[u8]) -> usize {
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") && !rest.starts_with(b"//") {
            at += rest[at..].windows(2).skip(2).position(|w| w == b"*/").map_or(rest.len() - at, |n| n + 4);
        } else if rest[at..].starts_with(b"\\\n") {
            at += 2;
        } else if rest[at..].starts_with(b"\\\r\n") {
            at += 3;
        } else if rest[at] == b'\n' {
            break;
        } else {
            at += 1;
        }
    }
    at
}

fn token(rest: &[u8]) -> (TokenKind, usize) {
    let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b == b'$' || *b >= 0x80;
    let first = rest[0];
    let prefix = [&b"L"[..], b"u8", b"u", b"U"]
        .into_iter()
        .find(|p| rest.starts_with(p) && matches!(rest.get(p.len()), Some(b'"' | b'\'')));
    if first == b'"' || first == b'\'' || prefix.is_some() {
        let skip = prefix.map_or(0, <[u8]>::len);
        return (TokenKind::Quoted, skip + quoted_length(&rest[skip..]));
    }
    if first.is_ascii_digit() || first == b'.' && rest.get(1).is_some_and(u8::is_ascii_digit) {
        let mut at = 1;
        while let Some(b) = rest.get(at) {
            let exponent = matches!(b, b'+' | b'-') && matches!(rest[at - 1], b'e' | b'E' | b'p' | b'P');
            let hexadecimal_e = matches!(rest[at - 1], b'e' | b'E') && rest.starts_with(b"0x");
            if !(word(b) || *b == b'.' || exponent && !hexadecimal_e) {
                break;
            }
            at += 1;
        }
        return (TokenKind::Number, at);
    }
    if word(&first) {
        return (TokenKind::Word, rest.iter().take_while(|b| word(b)).count());
    }
    (TokenKind::Sign, SIGNS.iter().find(|s| rest.starts_with(s)).map_or(1, |s| s.len()))
}

fn quoted_length(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            b if *b == rest[0] => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokenise(text.as_bytes()).iter().map(|t| &text[t.start..t.end]).collect()
    }

    #[test]
    fn tokens_without_comments_and_directives() {
        assert_eq!(words("a->b /* ; { */ += 0x1eU // x\n<<= 'c'"), ["a", "->", "b", "+=", "0x1eU", "<<=", "'c'"]);
        assert_eq!(words("# 1 \"x.c\"\n#define A \\\n b\nint x;"), ["int", "x", ";"]);
        assert_eq!(words("s = L\"a\\\"b\" 1.5e-3 .5"), ["s", "=", "L\"a\\\"b\"", "1.5e-3", ".5"]);
        assert_eq!(words("0xe+1"), ["0xe", "+", "1"]);
    }

    #[test]
    fn nothing_breaks_it() {
        for text in ["\"", "'\\", "/*", "#", "\\", "#define /*\n*/ x\ny", "\u{e4}\u{f6} = \"\u{fc}\"", ""] {
            for end in 0..=text.len() {
                tokenise(&text.as_bytes()[..end]);
            }
        }
    }
}
