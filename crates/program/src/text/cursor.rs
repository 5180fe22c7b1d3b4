//! A reader over the tokens of a text, with the pieces that items and functions have in common.

use super::error::{Cause, ParseError};
use super::lex::{Kind, Lexer, Token, unescape};
use super::names::Referent;
use super::parse::Declared;
use crate::ids::*;
use crate::op::Allocator;
use crate::source::{Position, Variable};
use crate::types::{FloatKind, Type};

/// A token for people.
pub(super) fn describe(token: Token) -> String {
    match token.kind {
        Kind::Word(w) => format!("`{}`", shorten(w)),
        Kind::Name { raw, .. } => format!("`@{}`", shorten(raw)),
        Kind::Register(n) => format!("`%{}`", shorten(n)),
        Kind::Let(n) => format!("`${}`", shorten(n)),
        Kind::Number(n) => format!("`{}`", shorten(n)),
        Kind::Text(_) | Kind::Bytes(_) => "a quoted text".into(),
        Kind::Operator(o) => format!("`{o}`"),
        Kind::End => "the end of the text".into(),
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 40 { text.into() } else { text.chars().take(40).chain(['…']).collect() }
}

/// Reads tokens with one token of lookahead.
pub(super) struct Cursor<'a, 'n> {
    lexer: Lexer<'a>,
    pub(super) token: Token<'a>,
    pub(super) names: &'n Declared,
}

pub(super) type Parsed<T> = Result<T, ParseError>;

impl<'a, 'n> Cursor<'a, 'n> {
    pub(super) fn new(mut lexer: Lexer<'a>, names: &'n Declared) -> Parsed<Self> {
        let token = lexer.next()?;
        Ok(Cursor { lexer, token, names })
    }

    pub(super) fn advance(&mut self) -> Parsed<Token<'a>> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.token, next))
    }

    pub(super) fn error(&self, cause: Cause) -> ParseError {
        self.error_at(self.token, cause)
    }

    pub(super) fn error_at(&self, token: Token, cause: Cause) -> ParseError {
        ParseError { line: token.line, column: token.column, cause }
    }

    pub(super) fn unexpected_token(&self, token: Token, expected: &str) -> ParseError {
        self.error_at(token, Cause::Unexpected { found: describe(token), expected: expected.into() })
    }

    pub(super) fn unexpected<T>(&self, expected: &str) -> Parsed<T> {
        Err(self.unexpected_token(self.token, expected))
    }

    /// Is the next token on the same line, that is, part of the same item?
    pub(super) fn end_of_item(&self) -> Parsed<()> {
        if self.token.first || self.token.kind == Kind::End { Ok(()) } else { self.unexpected("the end of the line") }
    }

    pub(super) fn at_operator(&self, op: &str) -> bool {
        matches!(self.token.kind, Kind::Operator(o) if o == op)
    }

    pub(super) fn take_operator(&mut self, op: &str) -> Parsed<bool> {
        let found = self.at_operator(op);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn operator(&mut self, op: &str) -> Parsed<()> {
        if self.take_operator(op)? { Ok(()) } else { self.unexpected(&format!("`{op}`")) }
    }

    /// Takes a word that continues a line.
    pub(super) fn take_word(&mut self, word: &str) -> Parsed<bool> {
        let found = !self.token.first && self.token.kind == Kind::Word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// A family of allocation functions, if one is named.
    pub(super) fn take_allocator(&mut self) -> Parsed<Option<Allocator>> {
        for (allocator, name) in Allocator::NAMES {
            if self.take_word(name)? {
                return Ok(Some(*allocator));
            }
        }
        Ok(None)
    }

    pub(super) fn word(&mut self, word: &str) -> Parsed<()> {
        if self.token.kind == Kind::Word(word) {
            self.advance()?;
            Ok(())
        } else {
            self.unexpected(&format!("`{word}`"))
        }
    }

    pub(super) fn any_word(&mut self, expected: &str) -> Parsed<&'a str> {
        match self.token.kind {
            Kind::Word(w) => {
                self.advance()?;
                Ok(w)
            }
            _ => self.unexpected(expected),
        }
    }

    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        let Kind::Number(digits) = self.token.kind else { return self.unexpected("a number") };
        let value = self.parse_digits(digits)?;
        self.advance()?;
        Ok(value)
    }

    pub(super) fn parse_digits<T: std::str::FromStr>(&self, digits: &str) -> Parsed<T> {
        digits.parse().map_err(|_| self.error(Cause::NumberRange(shorten(digits))))
    }

    pub(super) fn literal<T: std::str::FromStr + PartialEq>(&mut self, text: &str) -> Parsed<T> {
        let token = self.token;
        if token.kind == Kind::Number(text) { self.number() } else { self.unexpected(&format!("`{text}`")) }
    }

    pub(super) fn resolve_text(&self, raw: &str) -> Parsed<String> {
        unescape(raw).and_then(|b| String::from_utf8(b).ok()).ok_or_else(|| self.error(Cause::BadString))
    }

    pub(super) fn text(&mut self) -> Parsed<String> {
        let Kind::Text(raw) = self.token.kind else { return self.unexpected("a quoted text") };
        let text = self.resolve_text(raw)?;
        self.advance()?;
        Ok(text)
    }

    /// The number of an entity such as `l3`.
    pub(super) fn entity(&mut self, prefix: &str, expected: &str) -> Parsed<u32> {
        let Kind::Word(w) = self.token.kind else { return self.unexpected(expected) };
        let Some(digits) = w.strip_prefix(prefix) else { return self.unexpected(expected) };
        let Some(value) = entity_number(digits) else { return self.unexpected(expected) };
        self.advance()?;
        Ok(value)
    }

    /// The number of an entity that must be the next of its table.
    pub(super) fn numbered(&mut self, prefix: &str, next: usize) -> Parsed<()> {
        let token = self.token;
        let number = self.entity(prefix, &format!("`{prefix}{next}`"))?;
        if number as usize == next {
            Ok(())
        } else {
            Err(self.error_at(token, Cause::Numbering(format!("{prefix}{number}"))))
        }
    }

    pub(super) fn name(&mut self) -> Parsed<String> {
        let Kind::Name { raw, quoted } = self.token.kind else { return self.unexpected("a name such as `@main`") };
        let name = if quoted { self.resolve_text(raw)? } else { raw.to_owned() };
        self.advance()?;
        Ok(name)
    }

    /// A reference to a function or a global, if one stands here.
    pub(super) fn try_referent(&mut self) -> Parsed<Option<Referent>> {
        let referent = match self.token.kind {
            Kind::Name { raw, quoted } => {
                let name = if quoted { self.resolve_text(raw)? } else { raw.to_owned() };
                match self.names.objects.get(&name) {
                    Some(Some(r)) => *r,
                    _ => return Err(self.error(Cause::Unknown(format!("@{}", shorten(raw))))),
                }
            }
            Kind::Word(w) => {
                let function = w.strip_prefix("fn").and_then(entity_number);
                let global = w.strip_prefix('g').and_then(entity_number);
                match (function, global) {
                    (Some(n), _) if (n as usize) < self.names.functions => Referent::Function(Function::from_u32(n)),
                    (_, Some(n)) if (n as usize) < self.names.globals => Referent::Global(Global::from_u32(n)),
                    (None, None) => return Ok(None),
                    _ => return Err(self.error(Cause::Unknown(shorten(w)))),
                }
            }
            _ => return Ok(None),
        };
        self.advance()?;
        Ok(Some(referent))
    }

    pub(super) fn function(&mut self) -> Parsed<Function> {
        let token = self.token;
        match self.try_referent()? {
            Some(Referent::Function(f)) => Ok(f),
            _ => Err(self.unexpected_token(token, "a function")),
        }
    }

    pub(super) fn symbol(&mut self) -> Parsed<Symbol> {
        if matches!(self.token.kind, Kind::Text(_)) {
            let token = self.token;
            let text = self.text()?;
            let known = self.names.symbol_index.get(&text).copied().flatten();
            return known.ok_or_else(|| self.error_at(token, Cause::Unknown(format!("symbol {:?}", shorten(&text)))));
        }
        Ok(Symbol::from_u32(self.entity("sym", "a symbol")?))
    }

    pub(super) fn position(&mut self) -> Parsed<Position> {
        let token = self.token;
        let path = match token.kind {
            Kind::Text(raw) => self.resolve_text(raw)?,
            Kind::Word(w) => w.to_owned(),
            _ => return self.unexpected("a file"),
        };
        let file = match (token.kind, path.strip_prefix("file").and_then(entity_number)) {
            (Kind::Word(_), Some(n)) => Some(SourceFile::from_u32(n)),
            _ => self.names.file_index.get(&path).copied().flatten(),
        };
        let Some(file) = file.filter(|f| self.names.files.is_valid(*f)) else {
            return Err(self.error(Cause::Unknown(format!("file {:?}", shorten(&path)))));
        };
        self.advance()?;
        self.operator(":")?;
        let line = self.number()?;
        self.operator(":")?;
        Ok(Position { file, line, column: self.number()? })
    }

    pub(super) fn at(&mut self) -> Parsed<Option<Position>> {
        Ok(if self.take_word("at")? { Some(self.position()?) } else { None })
    }

    pub(super) fn ty(&mut self) -> Parsed<Type> {
        let Kind::Word(w) = self.token.kind else { return self.unexpected("a type") };
        let float =
            [FloatKind::Half, FloatKind::BFloat, FloatKind::Single, FloatKind::Double, FloatKind::X87, FloatKind::Quad];
        let ty = if w == "ptr" {
            Type::Ptr
        } else if let Some(k) = float.into_iter().find(|k| k.name() == w) {
            Type::Float(k)
        } else {
            match w.strip_prefix('i').and_then(entity_number) {
                Some(bits) if Type::Int(bits).is_supported() => Type::Int(bits),
                _ => return self.unexpected("a type"),
            }
        };
        self.advance()?;
        Ok(ty)
    }

    pub(super) fn variable(&mut self) -> Parsed<Option<Variable>> {
        if !self.take_word("variable")? {
            return Ok(None);
        }
        let name = self.text()?;
        let numbered = matches!(self.token.kind, Kind::Word(w) if w.starts_with("ctype")) && !self.token.first;
        let ctype = if numbered { Some(self.ctype_id()?) } else { None };
        let parameter = self.take_word("parameter")?;
        Ok(Some(Variable { name, ctype, parameter, declared: self.at()? }))
    }

    pub(super) fn ctype_id(&mut self) -> Parsed<CTypeId> {
        Ok(CTypeId::from_u32(self.entity("ctype", "a C type such as `ctype0`")?))
    }
}

/// The number of an entity, without leading zeros.
pub(super) fn entity_number(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|c| c.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    // The largest number is the entity library's reserved value.
    digits.parse().ok().filter(|n| plain && *n < u32::MAX)
}
