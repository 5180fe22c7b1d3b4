//! Commands of scripts, read one at a time.

use super::lex::{Cause, Lexer, ReadError, Token, clip};
use super::parse::{Definition, Environment, Meaning, TermReader, Undo};
use super::partition::Partition;
use super::sorts::{SortDefinition, SortReader};
use crate::arena::Terms;
use crate::float::Format;
use crate::sort::Sort;
use crate::term::{Symbol, Term};
use std::rc::Rc;

/// What a script asks for. Declarations and definitions are already carried out when the reader
/// returns them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Command {
    /// `set-logic`.
    SetLogic(String),
    /// `set-info`: keyword and the text of the value.
    SetInfo(String, String),
    /// `set-option`: keyword and the text of the value.
    SetOption(String, String),
    /// `declare-fun` and `declare-const`.
    Declare(Symbol),
    /// `define-fun`, `define-const`: name, parameters (placeholders) and body.
    Define(String, Vec<Term>, Term),
    /// `define-sort`.
    DefineSort(String),
    /// `assert`, with the name that `:named` gives.
    Assert(Term, Option<String>),
    /// `push`.
    Push(u64),
    /// `pop`; the reader has checked that so many levels were pushed.
    Pop(u64),
    /// `check-sat`.
    CheckSat,
    /// `check-sat-assuming`.
    CheckSatAssuming(Vec<Term>),
    /// `get-value`: terms and their text.
    GetValue(Vec<(Term, String)>),
    /// `get-model`.
    GetModel,
    /// `get-unsat-core`.
    GetUnsatCore,
    /// `get-unsat-assumptions`.
    GetUnsatAssumptions,
    /// `get-interpolant` and `get-interpolants`.
    GetInterpolant(Interpolation),
    /// `get-assertions`.
    GetAssertions,
    /// `get-info`.
    GetInfo(String),
    /// `get-option`.
    GetOption(String),
    /// `echo`: the text between the quotes, as written.
    Echo(String),
    /// `exit`.
    Exit,
    /// `reset`.
    Reset,
    /// `reset-assertions`.
    ResetAssertions,
}

/// What is to be interpolated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interpolation {
    /// Groups of named assertions in a tree, which is mostly a sequence; one group stands against
    /// all other assertions.
    Groups(Partition),
    /// The assertions against the negation of a term; the interpolant is to get a name.
    Conjecture(String, Term),
}

/// Whether a logic has floating point; `None` when it has what this reader does not know.
fn logic_has_floats(logic: &str) -> Option<bool> {
    if matches!(logic, "ALL" | "QF_ALL") {
        return Some(true);
    }
    let theories = logic.strip_prefix("QF_")?;
    let theories = theories.strip_prefix('A').unwrap_or(theories);
    match theories.strip_prefix("UF").unwrap_or(theories) {
        "BV" => Some(false),
        "FP" | "BVFP" => Some(true),
        _ => None,
    }
}

/// So many levels may be pushed.
const MAX_LEVELS: u64 = 1 << 20;

/// Reads a script command by command.
///
/// ```
/// use adumbra_terms::{Terms, smtlib::{Command, Reader}};
/// let mut terms = Terms::new();
/// let mut reader = Reader::new("(declare-const x (_ BitVec 8)) (assert (bvult x #x05)) (check-sat)");
/// assert!(matches!(reader.next(&mut terms)?, Some(Command::Declare(_))));
/// assert!(matches!(reader.next(&mut terms)?, Some(Command::Assert(_, None))));
/// assert_eq!(reader.next(&mut terms)?, Some(Command::CheckSat));
/// assert_eq!(reader.next(&mut terms)?, None);
/// let error = Reader::new("(assert\n  (bvult x y))").next(&mut terms).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 10: unknown symbol x");
/// # Ok::<(), adumbra_terms::smtlib::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<'a> {
    pub(super) lexer: Lexer<'a>,
    environment: Environment<'a>,
    levels: Vec<usize>,
    global_declarations: bool,
    begun: usize,
}

impl<'a> Reader<'a> {
    /// A reader of a whole script.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader {
            lexer: Lexer::new(text),
            environment: Environment::default(),
            levels: Vec::new(),
            global_declarations: false,
            begun: 0,
        }
    }

    /// Where in the text the last command began, in bytes.
    pub fn begun(&self) -> usize {
        self.begun
    }

    /// A reader of bytes, which must be UTF-8.
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Reader<'a>, ReadError> {
        std::str::from_utf8(bytes).map(Reader::new).map_err(|error| {
            let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or("");
            Lexer::new(valid).error_at(valid.len(), Cause::NotUtf8)
        })
    }

    /// Reads the next command; `None` at the end. After an error the rest of the text has no
    /// defined meaning.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self, terms: &mut Terms) -> Result<Option<Command>, ReadError> {
        match self.lexer.next()? {
            Token::End => return Ok(None),
            Token::Open => {}
            token => return self.lexer.expected("a command", token),
        }
        self.begun = self.lexer.start;
        let name = self.lexer.symbol()?;
        let command = self.command(terms, name)?;
        Ok(Some(command))
    }

    fn command(&mut self, terms: &mut Terms, name: &'a str) -> Result<Command, ReadError> {
        let plain = match name {
            "check-sat" => Command::CheckSat,
            "get-model" => Command::GetModel,
            "get-unsat-core" => Command::GetUnsatCore,
            "get-unsat-assumptions" => Command::GetUnsatAssumptions,
            "get-assertions" => Command::GetAssertions,
            "exit" => Command::Exit,
            "reset" => {
                (self.environment, self.global_declarations) = (Environment::default(), false);
                self.levels.clear();
                Command::Reset
            }
            "reset-assertions" => {
                if !self.global_declarations {
                    self.environment.undo_to(0);
                }
                self.levels.clear();
                Command::ResetAssertions
            }
            "assert" => return self.assert(terms),
            "declare-fun" | "declare-const" => return self.declare(terms, name == "declare-fun"),
            "define-fun" | "define-const" => return self.define(terms, name == "define-fun"),
            "define-sort" => return self.define_sort(terms),
            "set-logic" => {
                let logic = self.lexer.symbol()?;
                let Some(floats) = logic_has_floats(logic) else {
                    return Err(self.lexer.error(Cause::UnknownLogic(clip(logic))));
                };
                self.environment.floats = floats;
                Command::SetLogic(logic.into())
            }
            "set-info" | "set-option" => return self.set(name == "set-info"),
            "get-info" => Command::GetInfo(self.keyword()?),
            "get-option" => Command::GetOption(self.keyword()?),
            "push" => self.push()?,
            "pop" => self.pop()?,
            "check-sat-assuming" => {
                let start = self.next_start()?;
                let assumed = self.term_list(terms)?;
                let mut assumptions = Vec::with_capacity(assumed.len());
                for (term, _) in assumed {
                    self.require_bool(terms, term, start)?;
                    assumptions.push(term);
                }
                Command::CheckSatAssuming(assumptions)
            }
            "get-value" => Command::GetValue(self.term_list(terms)?),
            "get-interpolant" | "get-interpolants" => return self.interpolation(terms, name == "get-interpolants"),
            "echo" => match self.lexer.next()? {
                Token::String(text) => Command::Echo(text.into()),
                token => return self.lexer.expected("a string", token),
            },
            "declare-sort" | "define-fun-rec" | "define-funs-rec" | "declare-datatype" | "declare-datatypes" => {
                return Err(self.lexer.error(Cause::Unsupported(name.into())));
            }
            _ => return Err(self.lexer.error(Cause::UnknownCommand(clip(name)))),
        };
        self.lexer.close()?;
        Ok(plain)
    }

    fn keyword(&mut self) -> Result<String, ReadError> {
        match self.lexer.next()? {
            Token::Keyword(name) => Ok(name.into()),
            token => self.lexer.expected("a keyword", token),
        }
    }

    fn set(&mut self, info: bool) -> Result<Command, ReadError> {
        let key = self.keyword()?;
        let value: String = self.lexer.skip_to_close(1)?.into();
        if info {
            return Ok(Command::SetInfo(key, value));
        }
        if key == "global-declarations" {
            self.global_declarations = value == "true";
        }
        Ok(Command::SetOption(key, value))
    }

    fn push(&mut self) -> Result<Command, ReadError> {
        let count = self.optional_numeral()?;
        if count.saturating_add(self.levels.len() as u64) > MAX_LEVELS {
            return Err(self.lexer.error(Cause::Numeral(count.to_string())));
        }
        let length = self.environment.undo.len();
        self.levels.extend((0..count).map(|_| length));
        Ok(Command::Push(count))
    }

    fn pop(&mut self) -> Result<Command, ReadError> {
        let count = self.optional_numeral()?;
        let Some(left) = (self.levels.len() as u64).checked_sub(count) else {
            return Err(self.lexer.error(Cause::Pop(count, self.levels.len())));
        };
        if let Some(length) = self.levels.get(left as usize).copied()
            && !self.global_declarations
        {
            self.environment.undo_to(length);
        }
        self.levels.truncate(left as usize);
        Ok(Command::Pop(count))
    }

    /// A numeral, or one where it is left out.
    fn optional_numeral(&mut self) -> Result<u64, ReadError> {
        let before = self.lexer.clone();
        if self.lexer.next()? == Token::Close {
            self.lexer = before;
            return Ok(1);
        }
        self.lexer = before;
        self.lexer.numeral()
    }

    /// Where the next token begins.
    fn next_start(&self) -> Result<usize, ReadError> {
        let mut lexer = self.lexer.clone();
        lexer.next()?;
        Ok(lexer.start)
    }

    fn require_bool(&self, terms: &Terms, term: Term, position: usize) -> Result<(), ReadError> {
        if terms.is_bool(term) {
            return Ok(());
        }
        let found = terms.sort_name(terms.sort(term));
        Err(self.lexer.error_at(position, Cause::Mismatch { expected: "Bool".into(), found }))
    }

    fn assert(&mut self, terms: &mut Terms) -> Result<Command, ReadError> {
        let start = self.next_start()?;
        let mut reader = TermReader::new(&mut self.lexer, terms, &mut self.environment);
        let term = reader.term()?;
        // The name that the outermost annotation gave, which is the last one if it names the whole
        // term.
        let name = reader.named.last().filter(|(_, named)| *named == term).map(|(name, _)| (*name).to_owned());
        self.require_bool(terms, term, start)?;
        self.lexer.close()?;
        Ok(Command::Assert(term, name))
    }

    fn sort(&mut self, terms: &mut Terms) -> Result<Sort, ReadError> {
        SortReader::new(&mut self.lexer, terms, &self.environment.sorts).sort(&[])
    }

    fn declare(&mut self, terms: &mut Terms, function: bool) -> Result<Command, ReadError> {
        let name = self.lexer.symbol()?;
        let at = self.lexer.start;
        let mut parameters = Vec::new();
        if function {
            self.lexer.open()?;
            loop {
                let before = self.lexer.clone();
                if self.lexer.next()? == Token::Close {
                    break;
                }
                self.lexer = before;
                parameters.push(self.sort(terms)?);
            }
        }
        let result = self.sort(terms)?;
        let symbol = terms.declare(name, &parameters, result);
        let declared = self.environment.declare(name, Meaning::Declared(symbol));
        declared.map_err(|cause| self.lexer.error_at(at, cause))?;
        self.lexer.close()?;
        Ok(Command::Declare(symbol))
    }

    fn define(&mut self, terms: &mut Terms, function: bool) -> Result<Command, ReadError> {
        let name = self.lexer.symbol()?;
        let at = self.lexer.start;
        let mut parameters: Vec<(&'a str, Term)> = Vec::new();
        if function {
            self.lexer.open()?;
            loop {
                match self.lexer.next()? {
                    Token::Open => {}
                    Token::Close => break,
                    token => return self.lexer.expected("( or )", token),
                }
                let parameter = self.lexer.symbol()?;
                if parameters.iter().any(|(other, _)| *other == parameter) {
                    return Err(self.lexer.error(Cause::BoundTwice(clip(parameter))));
                }
                let sort = self.sort(terms)?;
                self.lexer.close()?;
                parameters.push((parameter, terms.fresh_var(parameter, sort)));
            }
        }
        let sort = self.sort(terms)?;
        for (parameter, placeholder) in &parameters {
            self.environment.locals.entry(*parameter).or_default().push(*placeholder);
        }
        let mut reader = TermReader::new(&mut self.lexer, terms, &mut self.environment);
        let body = reader.term()?;
        reader.check_sort(body, sort)?;
        self.environment.locals.clear();
        let placeholders: Vec<Term> = parameters.iter().map(|(_, placeholder)| *placeholder).collect();
        let definition = Definition { name: name.into(), parameters: placeholders.clone(), body };
        let declared = self.environment.declare(name, Meaning::Defined(Rc::new(definition)));
        declared.map_err(|cause| self.lexer.error_at(at, cause))?;
        self.lexer.close()?;
        Ok(Command::Define(name.into(), placeholders, body))
    }

    fn define_sort(&mut self, terms: &mut Terms) -> Result<Command, ReadError> {
        let name = self.lexer.symbol()?;
        let taken = matches!(name, "Bool" | "BitVec" | "Array")
            || self.environment.floats
                && (matches!(name, "FloatingPoint" | "RoundingMode") || Format::named(name).is_some());
        if taken || self.environment.sorts.contains_key(name) {
            return Err(self.lexer.error(Cause::Redeclared(clip(name))));
        }
        self.lexer.open()?;
        let mut parameters = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                Token::Symbol(parameter) | Token::Quoted(parameter) => parameters.push(parameter),
                token => return self.lexer.expected("a symbol", token),
            }
        }
        let body = self.lexer.position();
        // Any sort will do to see that the body is one.
        let bound: Vec<(&str, Sort)> = parameters.iter().map(|p| (*p, terms.bool_sort())).collect();
        SortReader::new(&mut self.lexer, terms, &self.environment.sorts).sort(&bound)?;
        self.environment.sorts.insert(name, SortDefinition { parameters, body });
        self.environment.undo.push(Undo::Sort(name));
        self.lexer.close()?;
        Ok(Command::DefineSort(name.into()))
    }

    /// A parenthesised list of terms with their text.
    fn term_list(&mut self, terms: &mut Terms) -> Result<Vec<(Term, String)>, ReadError> {
        self.lexer.open()?;
        let mut list = Vec::new();
        loop {
            let before = self.lexer.clone();
            if self.lexer.next()? == Token::Close {
                return Ok(list);
            }
            let from = self.lexer.start;
            self.lexer = before;
            let term = TermReader::new(&mut self.lexer, terms, &mut self.environment).term()?;
            list.push((term, self.lexer.text(from, self.lexer.position()).into()));
        }
    }

    /// `(get-interpolant NAME TERM)`, or groups `A`, `(A B)`, `(and A B)`; with `get-interpolants`,
    /// `(A B)` is a subtree and not a group.
    fn interpolation(&mut self, terms: &mut Terms, tree: bool) -> Result<Command, ReadError> {
        let before = self.lexer.clone();
        if let Token::Symbol(name) | Token::Quoted(name) = self.lexer.next()?
            && !self.environment.globals.contains_key(name)
        {
            let start = self.next_start()?;
            let term = TermReader::new(&mut self.lexer, terms, &mut self.environment).term()?;
            self.require_bool(terms, term, start)?;
            self.lexer.close()?;
            return Ok(Command::GetInterpolant(Interpolation::Conjecture(name.into(), term)));
        }
        self.lexer = before;
        if tree {
            return Ok(Command::GetInterpolant(Interpolation::Groups(self.tree()?)));
        }
        let mut groups = Vec::new();
        loop {
            match self.lexer.next()? {
                Token::Close if !groups.is_empty() => break,
                Token::Symbol(name) | Token::Quoted(name) => groups.push(vec![self.known_name(name)?]),
                Token::Open => {
                    let before = self.lexer.clone();
                    if self.lexer.next()? != Token::Symbol("and") {
                        self.lexer = before;
                    }
                    groups.push(self.group()?);
                }
                token => return self.lexer.expected("the name of an assertion", token),
            }
        }
        Ok(Command::GetInterpolant(Interpolation::Groups(Partition::sequence(groups))))
    }

    pub(super) fn known_name(&self, name: &str) -> Result<String, ReadError> {
        if self.environment.globals.contains_key(name) {
            return Ok(name.into());
        }
        Err(self.lexer.error(Cause::UnknownSymbol(clip(name))))
    }
}
