//! Tokens of the textual form, made on demand, so that a text costs no more memory than the program
//! it describes.

use super::error::{Cause, ParseError};

/// Operators and punctuation, longest first where one is the beginning of another.
const OPERATORS: &[&str] = &[
    "...", "<=s", "<=u", ">>s", ">>u", "->", "==", "!=", "<s", "<u", "<=", "<<", "<", "!", "=", "+", "-", "*", "/",
    "&", "|", "^", "(", ")", "[", "]", "{", "}", ",", ":", ";", "#",
];

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind<'a> {
    /// A keyword, a type, a numbered entity such as `l3`, or a path.
    Word(&'a str),
    /// `@name`; the name as written between the quotes if it is quoted.
    Name { raw: &'a str, quoted: bool },
    /// `%12` or `%12.x`; the number.
    Register(&'a str),
    /// `$12`; the number.
    Let(&'a str),
    /// A number: decimal, hexadecimal or with a fraction.
    Number(&'a str),
    /// `"…"`; what is between the quotes, escapes not yet resolved.
    Text(&'a str),
    /// `b"…"`; what is between the quotes, escapes not yet resolved.
    Bytes(&'a str),
    /// One of [`OPERATORS`].
    Operator(&'static str),
    /// The end of the text.
    End,
}

/// A token with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub kind: Kind<'a>,
    pub line: u32,
    pub column: u32,
    /// Is it the first token on its line?
    pub first: bool,
}

/// Cuts a text into tokens.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    line_start: usize,
    fresh: bool,
}

pub(super) fn is_name_char(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'$')
}

fn is_word_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_'
}

fn is_word_char(c: u8) -> bool {
    is_name_char(c) || matches!(c, b'/' | b'+' | b'-')
}

/// Can a path stand without quotes?
pub(super) fn is_bare_path(path: &str) -> bool {
    let bytes = path.as_bytes();
    let start = match bytes {
        [b'/', next, ..] => is_word_start(*next),
        [first, ..] => is_word_start(*first),
        [] => false,
    };
    let numbered = path.strip_prefix("file").is_some_and(|rest| rest.bytes().all(|c| c.is_ascii_digit()));
    start && !numbered && bytes.iter().all(|c| is_word_char(*c)) && bytes != b"b"
}

/// Can a name stand after `@` or `%1.` without quotes?
pub(super) fn is_bare_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(is_name_char)
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer { text, at: 0, line: 1, line_start: 0, fresh: true }
    }

    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn error(&self, at: usize, cause: Cause) -> ParseError {
        ParseError { line: self.line, column: column(at, self.line_start), cause }
    }

    /// Behind `//`, and behind `;` at the start of a line: elsewhere a position follows it.
    fn at_comment(&self) -> bool {
        match self.peek(0) {
            b'/' => self.peek(1) == b'/',
            b';' => self.fresh,
            _ => false,
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(c) = self.bytes().get(self.at) {
            match c {
                b'\n' => {
                    self.at += 1;
                    self.line = self.line.saturating_add(1);
                    self.line_start = self.at;
                    self.fresh = true;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                _ if self.at_comment() => {
                    while self.at < self.text.len() && self.peek(0) != b'\n' {
                        self.at += 1;
                    }
                }
                _ => break,
            }
        }
    }

    fn take_while(&mut self, start: usize, accept: impl Fn(u8) -> bool) -> &'a str {
        while self.at < self.text.len() && accept(self.peek(0)) {
            self.at += 1;
        }
        // Only ASCII is accepted, so that both ends are character boundaries.
        &self.text[start..self.at]
    }

    /// What stands between the quotes; `at` is behind the opening one.
    fn quoted(&mut self) -> Result<&'a str, ParseError> {
        let start = self.at;
        loop {
            match self.bytes().get(self.at) {
                None | Some(b'\n') => return Err(self.error(start, Cause::UnclosedString)),
                Some(b'"') => {
                    let inner = &self.text[start..self.at];
                    self.at += 1;
                    return Ok(inner);
                }
                Some(b'\\') if self.peek(1) == b'"' || self.peek(1) == b'\\' => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
    }

    fn number(&mut self) -> &'a str {
        let start = self.at;
        if self.peek(0) == b'-' {
            self.at += 1;
        }
        if self.peek(0) == b'0' && self.peek(1) == b'x' {
            self.at += 2;
            return self.take_while(start, |c| c.is_ascii_hexdigit());
        }
        self.take_while(start, |c| c.is_ascii_digit());
        if self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.at += 1;
            self.take_while(start, |c| c.is_ascii_digit());
        }
        let sign = usize::from(matches!(self.peek(1), b'-' | b'+'));
        if self.peek(0) == b'e' && self.peek(1 + sign).is_ascii_digit() {
            self.at += 1 + sign;
            self.take_while(start, |c| c.is_ascii_digit());
        }
        &self.text[start..self.at]
    }

    /// The next token.
    pub(super) fn next(&mut self) -> Result<Token<'a>, ParseError> {
        self.skip_blanks();
        let start = self.at;
        let token =
            Token { kind: Kind::End, line: self.line, column: column(start, self.line_start), first: self.fresh };
        self.fresh = false;
        let kind = match self.peek(0) {
            _ if start >= self.text.len() => Kind::End,
            b'"' => {
                self.at += 1;
                Kind::Text(self.quoted()?)
            }
            b'b' if self.peek(1) == b'"' => {
                self.at += 2;
                Kind::Bytes(self.quoted()?)
            }
            b'@' if self.peek(1) == b'"' => {
                self.at += 2;
                Kind::Name { raw: self.quoted()?, quoted: true }
            }
            b'@' if is_name_char(self.peek(1)) => {
                self.at += 1;
                Kind::Name { raw: self.take_while(start + 1, is_name_char), quoted: false }
            }
            b'%' if self.peek(1).is_ascii_digit() => {
                self.at += 1;
                let number = self.take_while(start + 1, |c| c.is_ascii_digit());
                if self.peek(0) == b'.' {
                    self.take_while(start, is_name_char);
                }
                Kind::Register(number)
            }
            b'$' if self.peek(1).is_ascii_digit() => {
                self.at += 1;
                Kind::Let(self.take_while(start + 1, |c| c.is_ascii_digit()))
            }
            c if c.is_ascii_digit() || (c == b'-' && self.peek(1).is_ascii_digit()) => Kind::Number(self.number()),
            c if is_word_start(c) || (c == b'/' && is_word_start(self.peek(1))) => {
                self.at += 1;
                while is_word_char(self.peek(0)) && !(self.peek(0) == b'-' && self.peek(1) == b'>') {
                    self.at += 1;
                }
                Kind::Word(&self.text[start..self.at])
            }
            _ => {
                let rest = &self.bytes()[start..];
                match OPERATORS.iter().find(|op| rest.starts_with(op.as_bytes())) {
                    Some(op) => {
                        self.at += op.len();
                        Kind::Operator(op)
                    }
                    None => {
                        let c = self.text[start..].chars().next().unwrap_or('\0');
                        return Err(self.error(start, Cause::StrayCharacter(c)));
                    }
                }
            }
        };
        Ok(Token { kind, ..token })
    }
}

fn column(at: usize, line_start: usize) -> u32 {
    u32::try_from(at - line_start).unwrap_or(u32::MAX).saturating_add(1)
}

/// The bytes that a quoted text stands for.
pub(super) fn unescape(raw: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(raw.len());
    let mut rest = raw.as_bytes();
    while let [c, tail @ ..] = rest {
        rest = tail;
        if *c != b'\\' {
            out.push(*c);
            continue;
        }
        let (byte, tail) = match tail {
            [b'n', tail @ ..] => (b'\n', tail),
            [b't', tail @ ..] => (b'\t', tail),
            [b'0', tail @ ..] => (0, tail),
            [c @ (b'"' | b'\\'), tail @ ..] => (*c, tail),
            [b'x', high, low, tail @ ..] => (hex_digit(*high)? << 4 | hex_digit(*low)?, tail),
            _ => return None,
        };
        out.push(byte);
        rest = tail;
    }
    Some(out)
}

/// The value of a hexadecimal digit.
pub(super) fn hex_digit(c: u8) -> Option<u8> {
    match c {
        b'0'..=b'9' => Some(c - b'0'),
        b'a'..=b'f' => Some(c - b'a' + 10),
        b'A'..=b'F' => Some(c - b'A' + 10),
        _ => None,
    }
}

/// Writes bytes between quotes so that [`unescape`] gives them back. Bytes above 127 are escaped if
/// `ascii`; otherwise they must be UTF-8.
pub(super) fn escape(bytes: &[u8], ascii: bool, out: &mut Vec<u8>) {
    out.push(b'"');
    for c in bytes {
        match c {
            b'"' | b'\\' => out.extend([b'\\', *c]),
            b'\n' => out.extend(b"\\n"),
            b'\t' => out.extend(b"\\t"),
            0 => out.extend(b"\\0"),
            0x20..=0x7e => out.push(*c),
            0x80.. if !ascii => out.push(*c),
            _ => {
                const DIGITS: &[u8; 16] = b"0123456789abcdef";
                out.extend([b'\\', b'x', DIGITS[usize::from(c >> 4)], DIGITS[usize::from(c & 15)]]);
            }
        }
    }
    out.push(b'"');
}
