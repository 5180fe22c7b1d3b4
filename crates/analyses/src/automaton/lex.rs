//! The words of a specification.

use super::parse::SpecificationError;

/// A word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A name or keyword.
    Name(String),
    /// A name behind a `$`.
    Parameter(String),
    /// A number.
    Number(i128),
    /// A text in quotes.
    Text(String),
    /// A sign.
    Sign(&'static str),
    /// The end of the text.
    End,
}

impl Token {
    /// The word in a message.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Name(name) => format!("`{name}`"),
            Token::Parameter(name) => format!("`${name}`"),
            Token::Number(n) => format!("`{n}`"),
            Token::Text(_) => "a text in quotes".into(),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the text".into(),
        }
    }
}

/// A word with the place where it begins; lines and columns count from 1.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) token: Token,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// Signs; of two with a common beginning the longer one comes first.
const SIGNS: &[&str] =
    &["...", "->", "==", "!=", "<=", ">=", "&&", "||", "{", "}", "(", ")", ",", ";", ":", "=", "<", ">", "!", "-"];

struct Reader<'a> {
    file: &'a str,
    rest: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Reader<'a> {
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        self.advance(end)
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, SpecificationError> {
        Err(SpecificationError {
            file: self.file.to_owned(),
            line: self.line,
            column: self.column,
            message: message.into(),
        })
    }

    fn skip(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.rest.starts_with("//") || self.rest.starts_with('#') {
                self.take_while(|c| c != '\n');
            } else {
                return;
            }
        }
    }

    fn text(&mut self) -> Result<Token, SpecificationError> {
        let mut text = String::new();
        let mut escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            match (escaped, c) {
                (_, '\n') => break,
                (false, '"') => {
                    self.advance(at + 1);
                    return Ok(Token::Text(text));
                }
                (false, '\\') => escaped = true,
                (true, 'n') => {
                    text.push('\n');
                    escaped = false;
                }
                (_, c) => {
                    text.push(c);
                    escaped = false;
                }
            }
        }
        self.fail("the text has no closing quote on its line")
    }

    fn number(&mut self) -> Result<Token, SpecificationError> {
        let begin = (self.line, self.column);
        let word = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        let digits = word.replace('_', "");
        let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => digits.parse::<u64>(),
        };
        match value {
            Ok(value) => Ok(Token::Number(value.into())),
            Err(_) => {
                (self.line, self.column) = begin;
                self.fail(format!("`{word}` is not a number of at most 64 bits"))
            }
        }
    }

    fn token(&mut self) -> Result<Token, SpecificationError> {
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '*' | '.');
        match self.rest.chars().next() {
            None => Ok(Token::End),
            Some('"') => self.text(),
            Some('$') => {
                let name = self.rest[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let length = name.unwrap_or(self.rest.len() - 1);
                if length == 0 {
                    return self.fail("a name is missing behind `$`");
                }
                Ok(Token::Parameter(self.advance(length + 1)[1..].to_owned()))
            }
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(c) if c.is_ascii_alphabetic() || c == '_' || c == '*' => {
                Ok(Token::Name(self.take_while(word).to_owned()))
            }
            Some(c) => match SIGNS.iter().find(|s| self.rest.starts_with(**s)) {
                Some(sign) => {
                    self.advance(sign.len());
                    Ok(Token::Sign(sign))
                }
                None => self.fail(format!("`{c}` means nothing here")),
            },
        }
    }
}

/// The words of a text, the last one being its end.
pub(super) fn words(file: &str, text: &str) -> Result<Vec<Word>, SpecificationError> {
    let mut reader = Reader { file, rest: text, line: 1, column: 1 };
    let mut words = Vec::new();
    loop {
        reader.skip();
        let (line, column) = (reader.line, reader.column);
        let token = reader.token()?;
        let end = token == Token::End;
        words.push(Word { token, line, column });
        if end {
            return Ok(words);
        }
    }
}
