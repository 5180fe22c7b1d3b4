//! Source positions, files and the C names and types of registers and objects.

use crate::ids::{CTypeId, SourceFile};
use serde::{Deserialize, Serialize};

/// A place in a source file. Lines and columns start at 1; column 0 means unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The file.
    pub file: SourceFile,
    /// The line in the file as given.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A source file as given to the front end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileData {
    /// The path as the compiler saw it.
    pub path: String,
    /// For a preprocessed file: where its lines came from, as (first line here, original file,
    /// original line), sorted by the first component.
    pub line_markers: Vec<(u32, String, u32)>,
}

/// A C type as far as values of it need to be printed and read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CType {
    /// An integer type (also `_Bool`, `char`, enumerations).
    Int {
        /// Its C name.
        name: String,
        /// Is it signed?
        signed: bool,
        /// Width in bits.
        bits: u32,
    },
    /// A floating-point type.
    Float {
        /// Its C name.
        name: String,
        /// Width of the storage in bits.
        bits: u32,
    },
    /// A pointer; `None` is `void *`.
    Pointer(Option<CTypeId>),
    /// A structure or union with (field name, type, offset in bits, width in bits).
    Record {
        /// `struct S`, `union U`, or a typedef's name.
        name: String,
        /// The fields.
        fields: Vec<(String, CTypeId, u64, u64)>,
        /// Size in bytes.
        size: u64,
    },
    /// An array.
    Array {
        /// The element type.
        element: CTypeId,
        /// Number of elements, if known.
        count: Option<u64>,
    },
    /// A function type, or something that the debug information does not describe.
    Other(String),
}

/// The C variable that a register or an object stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Variable {
    /// The name in the source.
    pub name: String,
    /// The type, if the debug information has one.
    pub ctype: Option<CTypeId>,
    /// Where it is declared.
    pub declared: Option<Position>,
    /// Is it a formal parameter?
    pub parameter: bool,
}
