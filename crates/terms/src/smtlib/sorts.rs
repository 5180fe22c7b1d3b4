//! Sorts in scripts, with `define-sort`.

use super::lex::{Cause, Lexer, ReadError, Token, clip};
use crate::arena::Terms;
use crate::float::Format;
use crate::sort::{MAX_SORT_DEPTH, Sort, SortError};
use rustc_hash::FxHashMap;

/// A defined sort: where its body stands, read again for each use with its parameters bound.
#[derive(Clone, Debug)]
pub(super) struct SortDefinition<'a> {
    pub(super) parameters: Vec<&'a str>,
    pub(super) body: usize,
}

pub(super) type SortDefinitions<'a> = FxHashMap<&'a str, SortDefinition<'a>>;

/// So many parts of one sort are read, definitions unfolded.
const MAX_PARTS: u32 = 10_000;

pub(super) struct SortReader<'s, 'a> {
    pub(super) lexer: &'s mut Lexer<'a>,
    pub(super) terms: &'s mut Terms,
    pub(super) definitions: &'s SortDefinitions<'a>,
    parts: u32,
}

impl<'s, 'a> SortReader<'s, 'a> {
    pub(super) fn new(lexer: &'s mut Lexer<'a>, terms: &'s mut Terms, definitions: &'s SortDefinitions<'a>) -> Self {
        SortReader { lexer, terms, definitions, parts: 0 }
    }

    pub(super) fn sort(&mut self, bound: &[(&'a str, Sort)]) -> Result<Sort, ReadError> {
        self.sort_at(bound, 0)
    }

    fn sort_at(&mut self, bound: &[(&'a str, Sort)], depth: u32) -> Result<Sort, ReadError> {
        self.parts += 1;
        if depth > 2 * MAX_SORT_DEPTH || self.parts > MAX_PARTS {
            return Err(self.lexer.error(SortError::TooDeep));
        }
        match self.lexer.next()? {
            Token::Symbol("Bool") => Ok(self.terms.bool_sort()),
            Token::Symbol(name) | Token::Quoted(name) => match bound.iter().find(|(parameter, _)| *parameter == name) {
                Some((_, sort)) => Ok(*sort),
                None if self.definitions.contains_key(name) => self.defined(name, &[], depth),
                None if name == "RoundingMode" => Ok(self.terms.rounding_mode_sort()),
                None => match Format::named(name) {
                    Some(format) => Ok(self.terms.float_sort(format)),
                    None => self.defined(name, &[], depth),
                },
            },
            Token::Open => match self.lexer.next()? {
                Token::Symbol("_") => self.indexed(),
                Token::Symbol("Array") => {
                    let index = self.sort_at(bound, depth + 1)?;
                    let element = self.sort_at(bound, depth + 1)?;
                    self.lexer.close()?;
                    self.terms.array_sort(index, element).map_err(|error| self.lexer.error(error))
                }
                Token::Symbol(name) | Token::Quoted(name) => {
                    let mut arguments = Vec::new();
                    loop {
                        let before = self.lexer.clone();
                        if self.lexer.next()? == Token::Close {
                            break;
                        }
                        *self.lexer = before;
                        arguments.push(self.sort_at(bound, depth + 1)?);
                    }
                    self.defined(name, &arguments, depth)
                }
                token => self.lexer.expected("a sort", token),
            },
            token => self.lexer.expected("a sort", token),
        }
    }

    fn indexed(&mut self) -> Result<Sort, ReadError> {
        let name = self.lexer.symbol()?;
        if name == "FloatingPoint" {
            let (exponent, significand) = (self.lexer.numeral()?, self.lexer.numeral()?);
            let format = Format::new(exponent, significand).map_err(|error| self.lexer.error(error))?;
            self.lexer.close()?;
            return Ok(self.terms.float_sort(format));
        }
        if name != "BitVec" {
            return Err(self.lexer.error(Cause::UnknownSort(clip(name))));
        }
        let width = self.lexer.numeral()?;
        let sort = self.terms.try_bv_sort(width).map_err(|error| self.lexer.error(error))?;
        self.lexer.close()?;
        Ok(sort)
    }

    fn defined(&mut self, name: &'a str, arguments: &[Sort], depth: u32) -> Result<Sort, ReadError> {
        let definitions = self.definitions;
        let definition = definitions.get(name).filter(|definition| definition.parameters.len() == arguments.len());
        let Some(definition) = definition else { return Err(self.lexer.error(Cause::UnknownSort(clip(name)))) };
        let bound: Vec<_> = definition.parameters.iter().copied().zip(arguments.iter().copied()).collect();
        let back = self.lexer.position();
        self.lexer.seek(definition.body);
        let sort = self.sort_at(&bound, depth + 1)?;
        self.lexer.seek(back);
        Ok(sort)
    }
}
