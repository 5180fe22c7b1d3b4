//! The term parser: an explicit stack of open applications, lets and annotations.

use super::lex::{Cause, Lexer, ReadError, Token, clip};
use super::reals;
use super::sorts::{SortDefinitions, SortReader};
use crate::arena::{Terms, TypeError};
use crate::bits::Bits;
use crate::float::{Format, RoundingMode};
use crate::float_terms;
use crate::sort::{Sort, SortKind};
use crate::surface::{self, Surface};
use crate::term::{Op, Symbol, Term};
use crate::walk::Substitution;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// What a declared or defined name means.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Declared(Symbol),
    Defined(Rc<Definition>),
}

/// A defined function: its body over placeholder variables.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) name: String,
    pub(super) parameters: Vec<Term>,
    pub(super) body: Term,
}

/// Names in scope and what push and pop do to them.
#[derive(Debug, Default)]
pub(super) struct Environment<'a> {
    pub(super) globals: FxHashMap<&'a str, Meaning>,
    pub(super) sorts: SortDefinitions<'a>,
    pub(super) locals: FxHashMap<&'a str, SmallVec<[Term; 1]>>,
    /// Names declared since the first push, to be removed by pop.
    pub(super) undo: Vec<Undo<'a>>,
    /// Whether the logic has floating point, so that its names are taken.
    pub(super) floats: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Undo<'a> {
    Name(&'a str),
    Sort(&'a str),
}

#[derive(Debug)]
enum Head {
    Operator(Surface, SmallVec<[u64; 2]>),
    Declared(Symbol),
    Defined(Rc<Definition>),
    ConstArray(Sort),
}

#[derive(Debug)]
enum Frame {
    /// Operands are the values from here on; the position is that of the application.
    Apply { head: Head, values: usize, position: usize },
    /// In the bindings of a let: names and values from here on.
    Bindings { names: usize, values: usize },
    /// In the body of a let.
    Body { names: usize },
    /// Before the attributes of an annotation.
    Annotation,
}

pub(super) struct TermReader<'s, 'a> {
    pub(super) lexer: &'s mut Lexer<'a>,
    pub(super) terms: &'s mut Terms,
    pub(super) environment: &'s mut Environment<'a>,
    /// Names given by `:named`, the outermost last.
    pub(super) named: Vec<(&'a str, Term)>,
    frames: Vec<Frame>,
    values: Vec<Term>,
    names: Vec<&'a str>,
}

impl<'s, 'a> TermReader<'s, 'a> {
    pub(super) fn new(
        lexer: &'s mut Lexer<'a>,
        terms: &'s mut Terms,
        environment: &'s mut Environment<'a>,
    ) -> TermReader<'s, 'a> {
        let (frames, values, names) = (Vec::new(), Vec::new(), Vec::new());
        TermReader { lexer, terms, environment, named: Vec::new(), frames, values, names }
    }

    /// Reads one term.
    pub(super) fn term(&mut self) -> Result<Term, ReadError> {
        loop {
            let real = self.real_operand()?;
            let token = if real { Token::Close } else { self.lexer.next()? };
            let complete = match token {
                _ if real => true,
                Token::Close => match self.frames.pop() {
                    Some(Frame::Apply { head, values, position }) => {
                        let result = self.apply(head, values).map_err(|cause| self.lexer.error_at(position, cause))?;
                        self.values.truncate(values);
                        self.values.push(result);
                        true
                    }
                    _ => return self.lexer.expected("a term", token),
                },
                Token::Open => self.open()?,
                token => {
                    let value = self.atom(token)?;
                    self.values.push(value);
                    true
                }
            };
            if complete && self.after_value()? {
                self.frames.clear();
                return Ok(self.values.pop().unwrap_or_else(|| self.terms.bool(false)));
            }
        }
    }

    /// Reads the real number that `to_fp` is applied to after its rounding mode, if that comes
    /// next: the whole application is then the value.
    fn real_operand(&mut self) -> Result<bool, ReadError> {
        let Some(Frame::Apply { head: Head::Operator(operator, indices), values, position }) = self.frames.last()
        else {
            return Ok(false);
        };
        let (format, values, position) = (operator.rounds_to(indices), *values, *position);
        let globals = &self.environment.globals;
        let (Some(format), [mode]) = (format, &self.values[values..]) else { return Ok(false) };
        let mode = *mode;
        if !reals::is_next(self.lexer, |name| globals.contains_key(name))? {
            return Ok(false);
        }
        let value = reals::read(self.lexer)?;
        self.lexer.close()?;
        let format = format.map_err(|error| self.lexer.error_at(position, error))?;
        if self.terms.sort_kind(self.terms.sort(mode)) != SortKind::RoundingMode {
            let found = self.terms.sort_name(self.terms.sort(mode));
            let (op, expected) = ("to_fp".into(), "RoundingMode".into());
            let error = TypeError::Operand { op, position: 1, expected, found };
            return Err(self.lexer.error_at(position, error));
        }
        let result = self.terms.fp_from_rational(format, mode, &value);
        self.values.truncate(values);
        self.values.push(result);
        self.frames.pop();
        Ok(true)
    }

    /// After a complete term: what its context wants next. True when there is no context left.
    fn after_value(&mut self) -> Result<bool, ReadError> {
        loop {
            match self.frames.last() {
                None => return Ok(true),
                Some(Frame::Apply { .. }) => return Ok(false),
                Some(Frame::Bindings { names, values }) => {
                    let (names, values) = (*names, *values);
                    self.lexer.close()?;
                    match self.lexer.next()? {
                        Token::Open => {
                            let name = self.lexer.symbol()?;
                            self.names.push(name);
                        }
                        Token::Close => {
                            self.frames.pop();
                            self.bind(names, values)?;
                            self.frames.push(Frame::Body { names });
                        }
                        token => return self.lexer.expected("( or )", token),
                    }
                    return Ok(false);
                }
                Some(Frame::Body { names }) => {
                    let names = *names;
                    self.lexer.close()?;
                    for name in self.names.drain(names..) {
                        if let Some(shadowed) = self.environment.locals.get_mut(name) {
                            shadowed.pop();
                            if shadowed.is_empty() {
                                self.environment.locals.remove(name);
                            }
                        }
                    }
                    self.frames.pop();
                }
                Some(Frame::Annotation) => {
                    self.attributes()?;
                    self.frames.pop();
                }
            }
        }
    }

    fn bind(&mut self, names: usize, values: usize) -> Result<(), ReadError> {
        let bound = &self.names[names..];
        if bound.len() > 1 {
            let mut sorted = bound.to_vec();
            sorted.sort_unstable();
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(self.lexer.error(Cause::BoundTwice(clip(pair[0]))));
            }
        }
        for (name, value) in bound.iter().zip(self.values.drain(values..)) {
            self.environment.locals.entry(*name).or_default().push(value);
        }
        Ok(())
    }

    fn attributes(&mut self) -> Result<(), ReadError> {
        loop {
            match self.lexer.next()? {
                Token::Close => return Ok(()),
                Token::Keyword("named") => {
                    let name = self.lexer.symbol()?;
                    let term = self.values.last().copied().unwrap_or_else(|| self.terms.bool(true));
                    let definition = Definition { name: name.into(), parameters: Vec::new(), body: term };
                    let meaning = Meaning::Defined(Rc::new(definition));
                    self.environment.declare(name, meaning).map_err(|cause| self.lexer.error(cause))?;
                    self.named.push((name, term));
                }
                Token::Keyword(_) => {
                    let before = self.lexer.clone();
                    match self.lexer.next()? {
                        Token::Open => _ = self.lexer.skip_to_close(1)?,
                        Token::Close | Token::Keyword(_) => *self.lexer = before,
                        Token::End => return self.lexer.expected("an attribute", Token::End),
                        _ => {}
                    }
                }
                token => return self.lexer.expected("an attribute", token),
            }
        }
    }

    /// After an opening parenthesis; true when it led to a complete term.
    fn open(&mut self) -> Result<bool, ReadError> {
        let position = self.lexer.start;
        let head = match self.lexer.next()? {
            Token::Symbol("let") => {
                self.lexer.open()?;
                self.lexer.open()?;
                let name = self.lexer.symbol()?;
                self.frames.push(Frame::Bindings { names: self.names.len(), values: self.values.len() });
                self.names.push(name);
                return Ok(false);
            }
            Token::Symbol("!") => {
                self.frames.push(Frame::Annotation);
                return Ok(false);
            }
            Token::Symbol("_") => {
                let literal = self.indexed_literal()?;
                self.values.push(literal);
                return Ok(true);
            }
            Token::Symbol("as") => {
                let token = self.lexer.next()?;
                let value = self.atom(token)?;
                let sort = self.sort()?;
                self.check_sort(value, sort)?;
                self.lexer.close()?;
                self.values.push(value);
                return Ok(true);
            }
            Token::Symbol(name @ ("forall" | "exists" | "match" | "par")) => {
                return Err(self.lexer.error(Cause::Unsupported(name.into())));
            }
            Token::Open => match self.lexer.next()? {
                Token::Symbol("_") => self.indexed_head()?,
                Token::Symbol("as") => self.qualified_head()?,
                token => return self.lexer.expected("_ or as", token),
            },
            Token::Symbol(name) | Token::Quoted(name) => self.head(name)?,
            token => return self.lexer.expected("a term", token),
        };
        self.frames.push(Frame::Apply { head, values: self.values.len(), position });
        Ok(false)
    }

    fn head(&mut self, name: &'a str) -> Result<Head, ReadError> {
        match self.environment.globals.get(name) {
            _ if self.environment.locals.contains_key(name) => {
                Err(self.lexer.error(Cause::Expected { expected: "a function", found: clip(name) }))
            }
            Some(Meaning::Declared(symbol)) => Ok(Head::Declared(*symbol)),
            Some(Meaning::Defined(definition)) => Ok(Head::Defined(definition.clone())),
            None => match surface::operator(name) {
                Some(operator) => Ok(Head::Operator(operator, SmallVec::new())),
                None => Err(self.lexer.error(Cause::UnknownSymbol(clip(name)))),
            },
        }
    }

    fn indexed_head(&mut self) -> Result<Head, ReadError> {
        let name = self.lexer.symbol()?;
        let Some(operator) = surface::operator(name) else {
            return Err(self.lexer.error(Cause::UnknownSymbol(format!("(_ {})", clip(name)))));
        };
        let mut indices = SmallVec::new();
        loop {
            match self.lexer.next()? {
                Token::Close => return Ok(Head::Operator(operator, indices)),
                Token::Numeral(digits) if indices.len() < 4 => {
                    indices.push(digits.parse().map_err(|_| self.lexer.error(Cause::Numeral(clip(digits))))?);
                }
                token => return self.lexer.expected("a numeral", token),
            }
        }
    }

    fn qualified_head(&mut self) -> Result<Head, ReadError> {
        let name = self.lexer.symbol()?;
        let sort = self.sort()?;
        self.lexer.close()?;
        if name == "const" { Ok(Head::ConstArray(sort)) } else { self.head(name) }
    }

    pub(super) fn sort(&mut self) -> Result<Sort, ReadError> {
        SortReader::new(self.lexer, self.terms, &self.environment.sorts).sort(&[])
    }

    pub(super) fn check_sort(&self, term: Term, sort: Sort) -> Result<(), ReadError> {
        if self.terms.sort(term) == sort {
            return Ok(());
        }
        let expected = self.terms.sort_name(sort);
        Err(self.lexer.error(Cause::Mismatch { expected, found: self.terms.sort_name(self.terms.sort(term)) }))
    }

    fn indexed_literal(&mut self) -> Result<Term, ReadError> {
        let name = self.lexer.symbol()?;
        let start = self.lexer.start;
        if let Some(constant) = float_terms::surface::indexed_constant(name) {
            let (exponent, significand) = (self.lexer.numeral()?, self.lexer.numeral()?);
            let format = Format::new(exponent, significand).map_err(|error| self.lexer.error(error))?;
            self.lexer.close()?;
            return Ok(self.terms.float(&constant(format)));
        }
        let digits = name.strip_prefix("bv").filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        let Some(digits) = digits.filter(|digits| !digits.is_empty()) else {
            return Err(self.lexer.error(Cause::UnknownSymbol(format!("(_ {})", clip(name)))));
        };
        let width = self.lexer.numeral()?;
        self.terms.try_bv_sort(width).map_err(|error| self.lexer.error(error))?;
        // A number of n digits has more than 3n - 4 bits, so an overlong one is refused before it
        // is computed.
        let bits = if digits.trim_start_matches('0').len() as u64 > width / 3 + 2 {
            None
        } else {
            Bits::from_decimal(width as u32, digits)
        };
        let bits = bits.ok_or_else(|| self.lexer.error_at(start, Cause::Literal(clip(digits), width)))?;
        self.lexer.close()?;
        Ok(self.terms.bv(&bits))
    }

    fn atom(&mut self, token: Token<'a>) -> Result<Term, ReadError> {
        match token {
            Token::Symbol(name) | Token::Quoted(name) => self.name(name),
            Token::Hexadecimal(digits) => self.literal(digits, 4),
            Token::Binary(digits) => self.literal(digits, 1),
            Token::Numeral(_) | Token::Decimal(_) | Token::String(_) => {
                Err(self.lexer.error(Cause::Unsupported(format!("the literal {}", token.describe()))))
            }
            token => self.lexer.expected("a term", token),
        }
    }

    fn name(&mut self, name: &'a str) -> Result<Term, ReadError> {
        if let Some(value) = self.environment.locals.get(name).and_then(|bound| bound.last()) {
            return Ok(*value);
        }
        match self.environment.globals.get(name) {
            Some(Meaning::Declared(symbol)) => {
                self.terms.try_apply(*symbol, &[]).map_err(|error| self.lexer.error(error))
            }
            Some(Meaning::Defined(definition)) if definition.parameters.is_empty() => Ok(definition.body),
            Some(Meaning::Defined(definition)) => {
                let expected = definition.parameters.len().to_string();
                Err(self.lexer.error(TypeError::Arity { op: definition.name.clone(), expected, found: 0 }))
            }
            None if name == "true" => Ok(self.terms.bool(true)),
            None if name == "false" => Ok(self.terms.bool(false)),
            None => match float_terms::surface::constant(self.terms, name) {
                Some(constant) => Ok(constant),
                None => Err(self.lexer.error(Cause::UnknownSymbol(clip(name)))),
            },
        }
    }

    fn literal(&mut self, digits: &str, bits_per_digit: u32) -> Result<Term, ReadError> {
        let width = digits.len() as u64 * u64::from(bits_per_digit);
        self.terms.try_bv_sort(width).map_err(|error| self.lexer.error(error))?;
        let per_word = 64 / bits_per_digit as usize;
        let words = digits.as_bytes().rchunks(per_word).map(|chunk| {
            chunk.iter().fold(0u64, |word, digit| {
                word << bits_per_digit | u64::from(char::from(*digit).to_digit(16).unwrap_or(0))
            })
        });
        let bits = Bits::from_words(width as u32, words);
        Ok(self.terms.bv(&bits))
    }

    fn apply(&mut self, head: Head, values: usize) -> Result<Term, Cause> {
        let operands = &self.values[values..];
        if operands.is_empty() {
            return Err(Cause::Expected { expected: "operands", found: ")".into() });
        }
        match head {
            Head::Operator(operator, indices) => Ok(operator.apply(self.terms, &indices, operands)?),
            Head::Declared(symbol) => Ok(self.terms.try_apply(symbol, operands)?),
            Head::ConstArray(sort) => Ok(self.terms.try_mk(Op::ConstArray, sort, operands)?),
            Head::Defined(definition) => {
                if definition.parameters.len() != operands.len() {
                    let expected = definition.parameters.len().to_string();
                    let op = definition.name.clone();
                    return Err(TypeError::Arity { op, expected, found: operands.len() }.into());
                }
                for (i, (parameter, operand)) in definition.parameters.iter().zip(operands).enumerate() {
                    if self.terms.sort(*parameter) != self.terms.sort(*operand) {
                        let error = TypeError::Operand {
                            op: definition.name.clone(),
                            position: i + 1,
                            expected: self.terms.sort_name(self.terms.sort(*parameter)),
                            found: self.terms.sort_name(self.terms.sort(*operand)),
                        };
                        return Err(error.into());
                    }
                }
                let pairs = definition.parameters.iter().copied().zip(operands.iter().copied());
                Ok(Substitution::new(self.terms, pairs).apply(self.terms, definition.body))
            }
        }
    }
}

impl<'a> Environment<'a> {
    pub(super) fn declare(&mut self, name: &'a str, meaning: Meaning) -> Result<(), Cause> {
        let operator = surface::operator(name).is_some_and(|operator| self.floats || !operator.is_float());
        let mode = self.floats && RoundingMode::named(name).is_some();
        if operator || mode || matches!(name, "true" | "false" | "const") {
            return Err(Cause::Reserved(clip(name)));
        }
        if self.globals.contains_key(name) {
            return Err(Cause::Redeclared(clip(name)));
        }
        self.globals.insert(name, meaning);
        self.undo.push(Undo::Name(name));
        Ok(())
    }

    /// Forgets names until `length` undo entries are left.
    pub(super) fn undo_to(&mut self, length: usize) {
        for undo in self.undo.drain(length.min(self.undo.len())..) {
            match undo {
                Undo::Name(name) => _ = self.globals.remove(name),
                Undo::Sort(name) => _ = self.sorts.remove(name),
            }
        }
    }
}
