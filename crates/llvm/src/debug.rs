//! Positions, C variables and C types from the debug information.

use crate::sys::{Meta, Session, Value};
use adumbra_program::{CType, CTypeId, FileData, Position, ProgramBuilder, SourceFile, Variable};
use rustc_hash::FxHashMap as HashMap;

const DW_TAG_ARRAY: u16 = 0x01;
const DW_TAG_ENUMERATION: u16 = 0x04;
const DW_TAG_POINTER: u16 = 0x0f;
const DW_TAG_REFERENCE: u16 = 0x10;
const DW_TAG_STRUCTURE: u16 = 0x13;
const DW_TAG_CLASS: u16 = 0x02;
const DW_TAG_TYPEDEF: u16 = 0x16;
const DW_TAG_UNION: u16 = 0x17;
const DW_TAG_BASE: u16 = 0x24;
const DW_TAG_CONST: u16 = 0x26;
const DW_TAG_VOLATILE: u16 = 0x35;
const DW_TAG_RESTRICT: u16 = 0x37;
const DW_TAG_ATOMIC: u16 = 0x47;
const DW_TAG_RVALUE_REFERENCE: u16 = 0x42;
const DW_TAG_MEMBER: u16 = 0x0d;

// Positions of operands in the nodes of LLVM's debug information.
const VARIABLE_NAME: usize = 1;
const VARIABLE_TYPE: usize = 3;
const TYPE_BASE: usize = 5;
const COMPOSITE_ELEMENTS: usize = 6;

/// Reads debug information; caches what it has seen.
#[derive(Debug)]
pub struct DebugInfo<'s> {
    session: &'s Session,
    given: HashMap<String, FileData>,
    files: HashMap<Meta, SourceFile>,
    paths: HashMap<String, SourceFile>,
    scopes: HashMap<Meta, Option<SourceFile>>,
    types: HashMap<Meta, CTypeId>,
    variables: HashMap<Meta, Variable>,
}

impl<'s> DebugInfo<'s> {
    /// `given` are the files whose line markers are known.
    pub fn new(session: &'s Session, given: &[FileData]) -> Self {
        DebugInfo {
            session,
            given: given.iter().map(|f| (f.path.clone(), f.clone())).collect(),
            files: HashMap::default(),
            paths: HashMap::default(),
            scopes: HashMap::default(),
            types: HashMap::default(),
            variables: HashMap::default(),
        }
    }

    fn file(&mut self, meta: Meta, builder: &mut ProgramBuilder) -> SourceFile {
        if let Some(id) = self.files.get(&meta) {
            return *id;
        }
        let (directory, name) = meta.file_path();
        let path = match self.given.contains_key(&name) {
            true => name,
            false => {
                let joined = format!("{directory}/{name}");
                if self.given.contains_key(&joined) { joined } else { name }
            }
        };
        let id = *self.paths.entry(path.clone()).or_insert_with(|| {
            let data = self.given.get(&path).cloned();
            builder.file(data.unwrap_or(FileData { path, line_markers: Vec::new() }))
        });
        self.files.insert(meta, id);
        id
    }

    /// The position of an instruction.
    pub fn position(&mut self, instruction: Value, builder: &mut ProgramBuilder) -> Option<Position> {
        self.location(instruction.debug_location()?, builder)
    }

    /// The position that a debug location names.
    pub fn location(&mut self, location: Meta, builder: &mut ProgramBuilder) -> Option<Position> {
        // A sanitizer's trap stands in an artificial function without lines, inlined where the
        // check is.
        if let (0, Some(outer)) = (location.line(), location.inlined_at()) {
            return self.location(outer, builder);
        }
        let scope = location.scope()?;
        let file = match self.scopes.get(&scope) {
            Some(known) => *known,
            None => {
                let file = scope.scope_file().map(|f| self.file(f, builder));
                self.scopes.insert(scope, file);
                file
            }
        }?;
        (location.line() > 0).then(|| Position { file, line: location.line(), column: location.column() })
    }

    /// Where a function is defined.
    pub fn function_position(&mut self, function: Value, builder: &mut ProgramBuilder) -> Option<Position> {
        let subprogram = function.subprogram()?;
        let file = self.file(subprogram.scope_file()?, builder);
        Some(Position { file, line: subprogram.subprogram_line(), column: 0 })
    }

    /// The C variable of a global.
    pub fn global_variable(&mut self, global: Value, builder: &mut ProgramBuilder) -> Option<Variable> {
        let kind = self.session.metadata_kind("dbg");
        let expression = global.global_metadata(kind)?;
        self.variable(expression.expression_variable()?, builder)
    }

    /// The C variable that a debug record names.
    pub fn variable(&mut self, meta: Meta, builder: &mut ProgramBuilder) -> Option<Variable> {
        if let Some(known) = self.variables.get(&meta) {
            return Some(known.clone());
        }
        let operands = self.session.operands(meta);
        let name = (*operands.get(VARIABLE_NAME)?)?.metadata_string()?;
        let ctype = operands.get(VARIABLE_TYPE).copied().flatten().map(|t| self.ctype(t.as_metadata(), builder));
        let declared = meta.variable_file().map(|f| self.file(f, builder)).and_then(|file| {
            let line = meta.variable_line();
            (line > 0).then_some(Position { file, line, column: 0 })
        });
        let variable = Variable { name, ctype, declared, parameter: false };
        self.variables.insert(meta, variable.clone());
        Some(variable)
    }

    /// The C type that a node describes. Chains of references are followed with a work list bounded
    /// by `types`, which is filled before a node's parts are visited, so that recursive types end.
    fn ctype(&mut self, meta: Meta, builder: &mut ProgramBuilder) -> CTypeId {
        if let Some(id) = self.types.get(&meta) {
            return *id;
        }
        if !meta.is_type() {
            return builder.ctype(CType::Other(String::new()));
        }
        let operands = self.session.operands(meta);
        let base = operands.get(TYPE_BASE).copied().flatten().map(Value::as_metadata);
        let tag = meta.tag();
        if matches!(tag, DW_TAG_TYPEDEF | DW_TAG_CONST | DW_TAG_VOLATILE | DW_TAG_RESTRICT | DW_TAG_ATOMIC) {
            // Names of typedefs are kept only where the type behind has none of its own.
            let id = match base {
                Some(base) => self.ctype(base, builder),
                None => builder.ctype(CType::Other("void".into())),
            };
            self.types.insert(meta, id);
            return id;
        }
        let id = builder.ctype(CType::Other(String::new()));
        self.types.insert(meta, id);
        let name = meta.type_name();
        let bits = meta.type_bits();
        let described = match tag {
            DW_TAG_BASE => base_type(name, bits as u32),
            DW_TAG_ENUMERATION => {
                let signed = match base.filter(|b| b.is_type()).map(Meta::type_name) {
                    Some(underlying) => !underlying.starts_with("unsigned"),
                    None => true,
                };
                CType::Int { name: format!("enum {name}"), signed, bits: bits as u32 }
            }
            DW_TAG_POINTER | DW_TAG_REFERENCE | DW_TAG_RVALUE_REFERENCE => {
                CType::Pointer(base.map(|b| self.ctype(b, builder)))
            }
            DW_TAG_STRUCTURE | DW_TAG_UNION | DW_TAG_CLASS => {
                let keyword = if tag == DW_TAG_UNION { "union" } else { "struct" };
                let mut fields = Vec::new();
                let elements = operands.get(COMPOSITE_ELEMENTS).copied().flatten().map(Value::as_metadata);
                for member in elements.map(|e| self.session.operands(e)).unwrap_or_default().into_iter().flatten() {
                    let member = member.as_metadata();
                    if !member.is_type() || member.tag() != DW_TAG_MEMBER {
                        continue;
                    }
                    let parts = self.session.operands(member);
                    let Some(Some(ty)) = parts.get(TYPE_BASE) else { continue };
                    let ty = self.ctype(ty.as_metadata(), builder);
                    fields.push((member.type_name(), ty, member.type_offset(), member.type_bits()));
                }
                CType::Record { name: format!("{keyword} {name}").trim_end().to_owned(), fields, size: bits / 8 }
            }
            DW_TAG_ARRAY => match base {
                Some(base) => {
                    let element_bits = element_bits(self.session, base);
                    let element = self.ctype(base, builder);
                    CType::Array { element, count: (element_bits > 0).then(|| bits / element_bits) }
                }
                None => CType::Other("array".into()),
            },
            _ => CType::Other(name),
        };
        builder.set_ctype(id, described);
        id
    }
}

/// Width of a type behind typedefs and qualifiers.
fn element_bits(session: &Session, mut meta: Meta) -> u64 {
    for _ in 0..64 {
        if !meta.is_type() {
            return 0;
        }
        if meta.type_bits() > 0 {
            return meta.type_bits();
        }
        match session.operands(meta).get(TYPE_BASE).copied().flatten() {
            Some(base) => meta = base.as_metadata(),
            None => return 0,
        }
    }
    0
}

/// The C interface does not tell a base type's encoding, but C, C++ and Rust tell it by the name.
fn base_type(name: String, bits: u32) -> CType {
    let float = matches!(
        name.as_str(),
        "float" | "double" | "long double" | "_Float16" | "__float128" | "__fp16" | "__bf16" | "f32" | "f64"
    );
    if float {
        return CType::Float { name, bits };
    }
    let unsigned = name.starts_with("unsigned")
        || name.starts_with("_Bool")
        || name.starts_with("unsigned _BitInt")
        || matches!(name.as_str(), "bool" | "usize" | "char16_t" | "char32_t" | "char8_t")
        || (name.starts_with('u') && name[1..].parse::<u32>().is_ok());
    CType::Int { name, signed: !unsigned, bits }
}
