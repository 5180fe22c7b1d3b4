//! Reading the items of a program: header, tables, globals; functions are read by `parse_body`.

use super::error::{Cause, ParseError};
use super::lex::{Kind, Lexer, Token, unescape};
use super::names::Referent;
use super::parse_body::{self, ParsedBody};
use crate::expr::ExprPool;
use crate::ids::*;
use crate::model::*;
use crate::property::{Property, PropertyKind};
use crate::source::{CType, FileData, Position, Variable};
use crate::types::{DataLayout, DataModel, FloatKind, Type};
use crate::validate::validate;
use cranelift_entity::{EntityRef, PrimaryMap};
use std::collections::HashMap;

/// The widest integer that is read, as in LLVM.
const MAX_INT_BITS: u32 = 1 << 23;

/// Reads a whole program, checks it, and returns its [canonical](Program::canonical) form.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let items = split(text)?;
    let names = Declared::collect(&items)?;
    let mut layout = None;
    let mut property = None;
    let mut entry = None;
    let mut version = None;
    let mut functions = Vec::new();
    let mut globals = PrimaryMap::new();
    let mut sites = PrimaryMap::new();
    let mut ctypes = PrimaryMap::new();
    for item in &items {
        let mut c = Cursor::new(item.lexer.clone(), &names)?;
        c.advance()?;
        match item.keyword {
            "program" => once(&mut version, "program", c.literal::<u32>("1")?, &c)?,
            "layout" => once(&mut layout, "layout", c.layout()?, &c)?,
            "property" => once(&mut property, "property", c.property()?, &c)?,
            "entry" => once(&mut entry, "entry", c.function()?, &c)?,
            "global" => {
                globals.push(c.global()?);
            }
            "site" => {
                c.numbered("s", sites.len())?;
                sites.push(c.site()?);
            }
            "ctype" => {
                c.numbered("ctype", ctypes.len())?;
                ctypes.push(c.ctype()?);
            }
            // Read when the names were collected.
            "symbol" | "file" => continue,
            "function" => {
                functions.push(item.lexer.clone());
                continue;
            }
            _ => return Err(c.unexpected_token(item.token, "an item such as `function` or `global`")),
        }
        c.end_of_item()?;
    }
    let missing = |part| ParseError { line: 0, column: 0, cause: Cause::Once(part) };
    version.ok_or_else(|| missing("program"))?;
    let layout = layout.ok_or_else(|| missing("layout"))?;
    let mut program = Program {
        property: property.ok_or_else(|| missing("property"))?,
        entry: entry.ok_or_else(|| missing("entry"))?,
        functions: PrimaryMap::new(),
        globals,
        locations: PrimaryMap::new(),
        edges: PrimaryMap::new(),
        registers: PrimaryMap::new(),
        exprs: ExprPool::default(),
        sites,
        files: names.files.clone(),
        ctypes,
        symbols: names.symbols.clone(),
        out_start: Vec::new(),
        in_edges: Vec::new(),
        in_start: Vec::new(),
        layout,
    };
    let mut bodies = Vec::new();
    for lexer in functions {
        let mut c = Cursor::new(lexer, &names)?;
        c.advance()?;
        let (data, body) = parse_body::function(&mut c, &program.layout, &mut program.exprs)?;
        c.end_of_item()?;
        let id = program.functions.push(data);
        bodies.extend(body.map(|b| (id, b)));
    }
    assemble(&mut program, bodies)?;
    validate(&program).map_err(|e| ParseError { line: 0, column: 0, cause: e.into() })?;
    Ok(program.canonical())
}

/// Puts the bodies, in the order of their locations, into the tables of the program.
fn assemble(program: &mut Program, mut bodies: Vec<(Function, ParsedBody)>) -> Result<(), ParseError> {
    bodies.sort_by_key(|(_, b)| b.first_location);
    for (function, body) in bodies {
        let gap = |what: String| Err(ParseError { line: body.line, column: 1, cause: Cause::Numbering(what) });
        if body.first_location as usize != program.locations.len() {
            return gap(format!("location l{}", body.first_location));
        }
        if let Some(first) = body.first_register
            && first as usize != program.registers.len()
        {
            return gap(format!("register %{first}"));
        }
        let registers = (program.registers.next_key(), body.registers.len());
        for register in body.registers {
            program.registers.push(register);
        }
        let locations = program.locations.next_key();
        for _ in 0..body.locations {
            program.locations.push(function);
        }
        let edges = program.edges.next_key();
        for edge in body.edges {
            program.edges.push(edge);
        }
        program.functions[function].body = Some(Body {
            entry: Location::from_u32(body.entry),
            exit: Location::from_u32(body.exit),
            parameters: body.parameters,
            locations: (locations, program.locations.next_key()),
            edges: (edges, program.edges.next_key()),
            registers: (registers.0, Register::new(registers.0.index() + registers.1)),
        });
    }
    let locations = program.locations.len();
    if program.edges.values().all(|e| e.from.index() < locations && e.to.index() < locations) {
        program.index();
        Ok(())
    } else {
        Err(ParseError { line: 0, column: 0, cause: Cause::Numbering("the target of an edge".into()) })
    }
}

fn once<T>(slot: &mut Option<T>, what: &'static str, value: T, c: &Cursor) -> Result<(), ParseError> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(c.error(Cause::Once(what))),
    }
}

/// An item: its keyword and a lexer that stands before it.
struct Item<'a> {
    keyword: &'a str,
    token: Token<'a>,
    lexer: Lexer<'a>,
}

/// Finds the items: they start at the first word of a line outside braces.
fn split(text: &str) -> Result<Vec<Item<'_>>, ParseError> {
    let mut items = Vec::new();
    let mut lexer = Lexer::new(text);
    let mut depth = 0u32;
    loop {
        let before = lexer.clone();
        let token = lexer.next()?;
        match token.kind {
            Kind::End => return Ok(items),
            Kind::Word(keyword) if token.first && depth == 0 => items.push(Item { keyword, token, lexer: before }),
            Kind::Operator("{") => depth = depth.saturating_add(1),
            Kind::Operator("}") => depth = depth.saturating_sub(1),
            _ if items.is_empty() || (token.first && depth == 0) => {
                let cause = Cause::Unexpected { found: describe(token), expected: "an item".into() };
                return Err(ParseError { line: token.line, column: token.column, cause });
            }
            _ => {}
        }
    }
}

/// What is declared, by name.
pub(super) struct Declared {
    objects: HashMap<String, Option<Referent>>,
    functions: usize,
    globals: usize,
    symbols: PrimaryMap<Symbol, String>,
    symbol_index: HashMap<String, Option<Symbol>>,
    files: PrimaryMap<SourceFile, FileData>,
    file_index: HashMap<String, Option<SourceFile>>,
}

impl Declared {
    fn collect(items: &[Item]) -> Result<Declared, ParseError> {
        let mut declared = Declared {
            objects: HashMap::new(),
            functions: 0,
            globals: 0,
            symbols: PrimaryMap::new(),
            symbol_index: Default::default(),
            files: PrimaryMap::new(),
            file_index: Default::default(),
        };
        for item in items {
            let referent = match item.keyword {
                "function" => {
                    declared.functions += 1;
                    Referent::Function(Function::new(declared.functions - 1))
                }
                "global" => {
                    declared.globals += 1;
                    Referent::Global(Global::new(declared.globals - 1))
                }
                "symbol" => {
                    let mut c = Cursor::new(item.lexer.clone(), &declared)?;
                    c.advance()?;
                    c.numbered("sym", declared.symbols.len())?;
                    let text = c.text()?;
                    c.end_of_item()?;
                    let id = declared.symbols.push(text.clone());
                    declared.symbol_index.entry(text).and_modify(|e| *e = None).or_insert(Some(id));
                    continue;
                }
                "file" => {
                    let mut c = Cursor::new(item.lexer.clone(), &declared)?;
                    c.advance()?;
                    c.numbered("file", declared.files.len())?;
                    let file = c.file_data()?;
                    c.end_of_item()?;
                    let path = file.path.clone();
                    let id = declared.files.push(file);
                    declared.file_index.entry(path).and_modify(|e| *e = None).or_insert(Some(id));
                    continue;
                }
                _ => continue,
            };
            let mut c = Cursor::new(item.lexer.clone(), &declared)?;
            c.advance()?;
            let name = c.name()?;
            declared.objects.entry(name).and_modify(|e| *e = None).or_insert(Some(referent));
        }
        Ok(declared)
    }
}

/// A token for people.
fn describe(token: Token) -> String {
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
    fn new(mut lexer: Lexer<'a>, names: &'n Declared) -> Parsed<Self> {
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

    fn unexpected_token(&self, token: Token, expected: &str) -> ParseError {
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

    fn literal<T: std::str::FromStr + PartialEq>(&mut self, text: &str) -> Parsed<T> {
        let token = self.token;
        if token.kind == Kind::Number(text) { self.number() } else { self.unexpected(&format!("`{text}`")) }
    }

    fn resolve_text(&self, raw: &str) -> Parsed<String> {
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
    fn numbered(&mut self, prefix: &str, next: usize) -> Parsed<()> {
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
                Some(bits) if (1..=MAX_INT_BITS).contains(&bits) => Type::Int(bits),
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

    fn ctype_id(&mut self) -> Parsed<CTypeId> {
        Ok(CTypeId::from_u32(self.entity("ctype", "a C type such as `ctype0`")?))
    }

    fn layout(&mut self) -> Parsed<DataLayout> {
        let model = match self.any_word("a data model")? {
            "ILP32" => DataModel::Ilp32,
            "LP64" => DataModel::Lp64,
            _ => return self.unexpected("`ILP32` or `LP64` before it"),
        };
        Ok(DataLayout { model, pointer_bits: self.number()?, triple: self.text()? })
    }

    fn property(&mut self) -> Parsed<Property> {
        let mut kinds = Vec::new();
        let everything = self.take_word("everything")?;
        while let Kind::Word(w) = self.token.kind
            && !everything
            && w != "errors"
        {
            match PropertyKind::NAMES.iter().find(|(_, n)| *n == w) {
                Some((kind, _)) => kinds.push(*kind),
                None => return self.unexpected("a property"),
            }
            self.advance()?;
        }
        self.word("errors")?;
        let mut error_functions = Vec::new();
        while matches!(self.token.kind, Kind::Text(_)) && !self.token.first {
            error_functions.push(self.text()?);
        }
        Ok(if everything {
            Property::Everything { error_functions }
        } else {
            Property::Conjunction { kinds, error_functions }
        })
    }

    fn global(&mut self) -> Parsed<GlobalData> {
        let name = self.name()?;
        self.word("size")?;
        let size = self.number()?;
        self.word("align")?;
        let align = self.number()?;
        let constant = self.take_word("constant")?;
        let library = self.take_word("library")?;
        let variable = self.variable()?;
        let init = if self.take_operator("=")? { Some(self.initializer()?) } else { None };
        Ok(GlobalData { name, size, align, constant, library, init, variable })
    }

    fn initializer(&mut self) -> Parsed<Initializer> {
        let Kind::Bytes(raw) = self.token.kind else { return self.unexpected("bytes such as `b\"\\0\"`") };
        let bytes = unescape(raw).ok_or_else(|| self.error(Cause::BadString))?;
        self.advance()?;
        let mut relocations = Vec::new();
        if self.take_operator("{")? {
            while !self.take_operator("}")? {
                let offset = self.number()?;
                self.operator(":")?;
                let target = match self.try_referent()? {
                    Some(Referent::Global(g)) => RelocationTarget::Global(g),
                    Some(Referent::Function(f)) => RelocationTarget::Function(f),
                    None => return self.unexpected("a function or a global"),
                };
                relocations.push(Relocation { offset, target, addend: self.number()? });
            }
        }
        Ok(Initializer { bytes, relocations })
    }

    fn site(&mut self) -> Parsed<SiteData> {
        self.word("in")?;
        Ok(SiteData { function: self.function()?, position: self.at()?, variable: self.variable()? })
    }

    fn file_data(&mut self) -> Parsed<FileData> {
        let path = self.text()?;
        let mut line_markers = Vec::new();
        if self.take_operator("{")? {
            while !self.take_operator("}")? {
                let line = self.number()?;
                self.operator(":")?;
                let original = self.text()?;
                self.operator(":")?;
                line_markers.push((line, original, self.number()?));
            }
        }
        Ok(FileData { path, line_markers })
    }

    fn ctype(&mut self) -> Parsed<CType> {
        self.operator("=")?;
        let token = self.token;
        Ok(match self.any_word("a kind of C type")? {
            "int" => {
                let name = self.text()?;
                let signed = self.take_word("signed")?;
                if !signed {
                    self.word("unsigned")?;
                }
                CType::Int { name, signed, bits: self.number()? }
            }
            "float" => CType::Float { name: self.text()?, bits: self.number()? },
            "pointer" if self.take_word("void")? => CType::Pointer(None),
            "pointer" => CType::Pointer(Some(self.ctype_id()?)),
            "record" => {
                let name = self.text()?;
                self.word("size")?;
                let size = self.number()?;
                self.operator("{")?;
                let mut fields = Vec::new();
                while !self.take_operator("}")? {
                    let field = self.text()?;
                    let ty = self.ctype_id()?;
                    self.word("offset")?;
                    let offset = self.number()?;
                    self.word("width")?;
                    fields.push((field, ty, offset, self.number()?));
                }
                CType::Record { name, fields, size }
            }
            "array" => {
                let element = self.ctype_id()?;
                let count = if self.take_word("count")? { Some(self.number()?) } else { None };
                CType::Array { element, count }
            }
            "other" => CType::Other(self.text()?),
            _ => return Err(self.unexpected_token(token, "a kind of C type")),
        })
    }
}

/// The number of an entity, without leading zeros.
pub(super) fn entity_number(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|c| c.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    // The largest number is the entity library's reserved value.
    digits.parse().ok().filter(|n| plain && *n < u32::MAX)
}
