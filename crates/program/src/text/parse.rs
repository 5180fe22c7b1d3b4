//! Reading the items of a program: header, tables, globals; functions are read by `parse_body`.

use super::cursor::{Cursor, Parsed, describe};
use super::error::{Cause, ParseError};
use super::lex::{Kind, Lexer, Token, unescape};
use super::names::Referent;
use super::parse_body::{self, ParsedBody};
use crate::expr::ExprPool;
use crate::ids::*;
use crate::model::*;
use crate::op::Allocator;
use crate::property::{Property, PropertyKind};
use crate::source::{CType, FileData};
use crate::types::{DataLayout, DataModel};
use crate::validate::validate;
use cranelift_entity::{EntityRef, PrimaryMap};
use std::collections::HashMap;

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
    pub objects: HashMap<String, Option<Referent>>,
    pub functions: usize,
    pub globals: usize,
    pub symbols: PrimaryMap<Symbol, String>,
    pub symbol_index: HashMap<String, Option<Symbol>>,
    pub files: PrimaryMap<SourceFile, FileData>,
    pub file_index: HashMap<String, Option<SourceFile>>,
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

impl Cursor<'_, '_> {
    fn layout(&mut self) -> Parsed<DataLayout> {
        let model = match self.any_word("a data model")? {
            "ILP32" => DataModel::Ilp32,
            "LP64" => DataModel::Lp64,
            _ => return self.unexpected("`ILP32` or `LP64` before it"),
        };
        let width = self.token;
        let layout = DataLayout { model, pointer_bits: self.number()?, triple: self.text()? };
        if layout.is_supported() {
            Ok(layout)
        } else {
            Err(self.error_at(width, Cause::NumberRange(layout.pointer_bits.to_string())))
        }
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
        let literal = self.take_word("literal")?;
        let library = self.take_word("library")?;
        let open = self.take_word("open")?;
        let variable = self.variable()?;
        let init = if self.take_operator("=")? { Some(self.initializer()?) } else { None };
        Ok(GlobalData { name, size, align, constant, literal, library, open, init, variable })
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
        let (function, position, variable) = (self.function()?, self.at()?, self.variable()?);
        let allocator = match self.take_word("by")? {
            true => match self.take_allocator()? {
                Some(allocator) => allocator,
                None => return self.unexpected("a family of allocation functions"),
            },
            false => Allocator::Malloc,
        };
        Ok(SiteData { function, position, variable, allocator })
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
