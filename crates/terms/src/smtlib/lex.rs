//! Tokens of SMT-LIB, and the errors of the reader.

use crate::arena::TypeError;
use crate::sort::SortError;

/// Why a script was refused, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {cause}")]
pub struct ReadError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub cause: Cause,
}

/// What is wrong with a script.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Cause {
    /// The text is no UTF-8.
    #[error("the text is not valid UTF-8")]
    NotUtf8,
    /// A character that starts no token.
    #[error("unexpected character {0:?}")]
    Character(char),
    /// A string, quoted symbol or parenthesis is not closed.
    #[error("the text ends inside {0}")]
    Unterminated(&'static str),
    /// Something else stands here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What may stand here.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// A name without meaning.
    #[error("unknown symbol {0}")]
    UnknownSymbol(String),
    /// A sort without meaning.
    #[error("unknown sort {0}")]
    UnknownSort(String),
    /// A command that this reader does not know.
    #[error("unknown command {0}")]
    UnknownCommand(String),
    /// A logic that this reader does not know.
    #[error(
        "unsupported logic {0}; supported are QF_BV, QF_FP and QF_BVFP, with arrays (QF_ABV), functions (QF_UFBV) or both \
         (QF_AUFBV), and ALL restricted to these"
    )]
    UnknownLogic(String),
    /// A construct of SMT-LIB outside of the supported logics.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// A name is declared again.
    #[error("{0} is already declared")]
    Redeclared(String),
    /// A theory's name is declared.
    #[error("{0} is a name of the theory and cannot be declared")]
    Reserved(String),
    /// A name occurs twice among bindings or parameters.
    #[error("{0} is bound twice")]
    BoundTwice(String),
    /// A numeral is too large to be meant.
    #[error("the numeral {0} is too large")]
    Numeral(String),
    /// A bit-vector literal does not fit its width.
    #[error("{0} does not fit in {1} bits")]
    Literal(String, u64),
    /// More levels popped than pushed.
    #[error("pop {0} with {1} level(s) pushed")]
    Pop(u64, usize),
    /// An assertion, assumption or definition has the wrong sort.
    #[error("expected a term of sort {expected}, found sort {found}")]
    Mismatch {
        /// The sort needed.
        expected: String,
        /// The sort found.
        found: String,
    },
    /// Brackets that are not those of a tree.
    #[error("{0}")]
    Tree(&'static str),
    /// Operands do not fit.
    #[error(transparent)]
    Type(#[from] TypeError),
    /// A sort is impossible.
    #[error(transparent)]
    Sort(#[from] SortError),
}

/// A token; text is part of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// A symbol without quotes.
    Symbol(&'a str),
    /// A symbol that was quoted, without its bars: never a reserved word.
    Quoted(&'a str),
    /// A keyword without its colon.
    Keyword(&'a str),
    Numeral(&'a str),
    Decimal(&'a str),
    Hexadecimal(&'a str),
    Binary(&'a str),
    /// The text between the quotes, doubled quotes still doubled.
    String(&'a str),
    End,
}

impl Token<'_> {
    pub(super) fn describe(self) -> String {
        match self {
            Token::Open => "(".into(),
            Token::Close => ")".into(),
            Token::Symbol(text) | Token::Numeral(text) | Token::Decimal(text) => clip(text),
            Token::Quoted(text) => format!("|{}|", clip(text)),
            Token::Keyword(text) => format!(":{}", clip(text)),
            Token::Hexadecimal(text) => format!("#x{}", clip(text)),
            Token::Binary(text) => format!("#b{}", clip(text)),
            Token::String(_) => "a string".into(),
            Token::End => "the end of the text".into(),
        }
    }
}

/// A name short enough for a message.
pub(super) fn clip(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
    /// Where the last token began.
    pub(super) start: usize,
}

fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}

/// Whether a name may be written without bars.
pub(super) fn is_simple(name: &str) -> bool {
    !name.is_empty() && !name.as_bytes()[0].is_ascii_digit() && name.bytes().all(is_symbol_byte)
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, position: 0, start: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn seek(&mut self, position: usize) {
        self.position = position;
    }

    pub(super) fn text(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or("")
    }

    /// An error at the last token.
    pub(super) fn error(&self, cause: impl Into<Cause>) -> ReadError {
        self.error_at(self.start, cause)
    }

    pub(super) fn error_at(&self, position: usize, cause: impl Into<Cause>) -> ReadError {
        let before = self.text.get(..position).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ReadError {
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            cause: cause.into(),
        }
    }

    pub(super) fn expected<T>(&self, expected: &'static str, found: Token<'_>) -> Result<T, ReadError> {
        if found == Token::End {
            return Err(self.error(Cause::Unterminated("a command")));
        }
        Err(self.error(Cause::Expected { expected, found: found.describe() }))
    }

    fn run(&mut self, accept: impl Fn(u8) -> bool) -> &'a str {
        let rest = &self.text.as_bytes()[self.position..];
        let length = rest.iter().position(|byte| !accept(*byte)).unwrap_or(rest.len());
        let run = &self.text[self.position..self.position + length];
        self.position += length;
        run
    }

    pub(super) fn next(&mut self) -> Result<Token<'a>, ReadError> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.position) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.position += 1,
                Some(b';') => _ = self.run(|byte| byte != b'\n'),
                _ => break,
            }
        }
        self.start = self.position;
        let Some(byte) = bytes.get(self.position) else { return Ok(Token::End) };
        match byte {
            b'(' => {
                self.position += 1;
                Ok(Token::Open)
            }
            b')' => {
                self.position += 1;
                Ok(Token::Close)
            }
            b'|' => {
                self.position += 1;
                let name = self.run(|byte| byte != b'|' && byte != b'\\');
                match bytes.get(self.position) {
                    Some(b'|') => {
                        self.position += 1;
                        Ok(Token::Quoted(name))
                    }
                    Some(_) => Err(self.error_at(self.position, Cause::Character('\\'))),
                    None => Err(self.error(Cause::Unterminated("a quoted symbol"))),
                }
            }
            b'"' => self.string(),
            b':' => {
                self.position += 1;
                match self.run(is_symbol_byte) {
                    "" => Err(self.error(Cause::Character(':'))),
                    name => Ok(Token::Keyword(name)),
                }
            }
            b'#' => {
                self.position += 2;
                let (digits, token) = match bytes.get(self.position - 1) {
                    Some(b'x') => {
                        let digits = self.run(|byte| byte.is_ascii_hexdigit());
                        (digits, Token::Hexadecimal(digits))
                    }
                    Some(b'b') => {
                        let digits = self.run(|byte| matches!(byte, b'0' | b'1'));
                        (digits, Token::Binary(digits))
                    }
                    _ => ("", Token::End),
                };
                let ends = bytes.get(self.position).is_none_or(|byte| !is_symbol_byte(*byte));
                if digits.is_empty() || !ends { Err(self.error(Cause::Character('#'))) } else { Ok(token) }
            }
            b'0'..=b'9' => self.number(),
            byte if is_symbol_byte(*byte) => Ok(Token::Symbol(self.run(is_symbol_byte))),
            _ => {
                let character = self.text[self.position..].chars().next().unwrap_or('\u{fffd}');
                Err(self.error(Cause::Character(character)))
            }
        }
    }

    fn number(&mut self) -> Result<Token<'a>, ReadError> {
        let bytes = self.text.as_bytes();
        let digits = self.run(|byte| byte.is_ascii_digit());
        let token = if bytes.get(self.position) == Some(&b'.') {
            self.position += 1;
            if self.run(|byte| byte.is_ascii_digit()).is_empty() {
                return Err(self.error_at(self.position - 1, Cause::Character('.')));
            }
            Token::Decimal(&self.text[self.start..self.position])
        } else {
            Token::Numeral(digits)
        };
        match bytes.get(self.position) {
            Some(byte) if is_symbol_byte(*byte) => {
                Err(self.error_at(self.position, Cause::Character(char::from(*byte))))
            }
            _ => Ok(token),
        }
    }

    fn string(&mut self) -> Result<Token<'a>, ReadError> {
        let bytes = self.text.as_bytes();
        let from = self.position + 1;
        self.position = from;
        loop {
            self.run(|byte| byte != b'"');
            match (bytes.get(self.position), bytes.get(self.position + 1)) {
                (Some(_), Some(b'"')) => self.position += 2,
                (Some(_), _) => {
                    self.position += 1;
                    return Ok(Token::String(&self.text[from..self.position - 1]));
                }
                (None, _) => return Err(self.error(Cause::Unterminated("a string"))),
            }
        }
    }

    pub(super) fn open(&mut self) -> Result<(), ReadError> {
        match self.next()? {
            Token::Open => Ok(()),
            token => self.expected("(", token),
        }
    }

    pub(super) fn close(&mut self) -> Result<(), ReadError> {
        match self.next()? {
            Token::Close => Ok(()),
            token => self.expected(")", token),
        }
    }

    pub(super) fn symbol(&mut self) -> Result<&'a str, ReadError> {
        match self.next()? {
            Token::Symbol(name) | Token::Quoted(name) => Ok(name),
            token => self.expected("a symbol", token),
        }
    }

    pub(super) fn numeral(&mut self) -> Result<u64, ReadError> {
        match self.next()? {
            Token::Numeral(digits) => digits.parse().map_err(|_| self.error(Cause::Numeral(clip(digits)))),
            token => self.expected("a numeral", token),
        }
    }

    /// Skips what follows up to the parenthesis that closes `depth` open ones, and gives the text
    /// before it.
    pub(super) fn skip_to_close(&mut self, depth: usize) -> Result<&'a str, ReadError> {
        let (from, mut depth) = (self.position, depth);
        loop {
            match self.next()? {
                Token::Open => depth += 1,
                Token::Close if depth == 1 => return Ok(self.text(from, self.start).trim()),
                Token::Close => depth -= 1,
                Token::End => return Err(self.error(Cause::Unterminated("a command"))),
                _ => {}
            }
        }
    }
}
