//! What the debug information says about bytes: the scalars that a type is made of, and where they
//! are.

use adumbra_program::{CType, CTypeId, Program};

/// Deeper types are not looked into.
const DEEPEST: usize = 8;

/// A scalar in an object: what it is called, where it is, and its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) offset: u64,
    pub(super) size: u64,
    pub(super) ctype: CTypeId,
}

/// The bytes of a type, as far as they are known.
pub(super) fn size_of(program: &Program, ctype: CTypeId) -> Option<u64> {
    size_within(program, ctype, 0)
}

fn size_within(program: &Program, ctype: CTypeId, depth: usize) -> Option<u64> {
    match &program.ctypes[ctype] {
        CType::Int { bits, .. } | CType::Float { bits, .. } => Some(u64::from(*bits).div_ceil(8)),
        CType::Pointer(_) => Some(u64::from(program.layout.pointer_bits / 8)),
        CType::Record { size, .. } => Some(*size),
        CType::Array { element, count } if depth < DEEPEST => {
            size_within(program, *element, depth + 1)?.checked_mul(*count.as_ref()?)
        }
        CType::Array { .. } | CType::Other(_) => None,
    }
}

/// The name of a type, as in C.
pub(super) fn name_of(program: &Program, ctype: CTypeId) -> String {
    named_within(program, ctype, 0)
}

fn named_within(program: &Program, ctype: CTypeId, depth: usize) -> String {
    if depth > DEEPEST {
        return "…".into();
    }
    match &program.ctypes[ctype] {
        CType::Int { name, .. } | CType::Float { name, .. } | CType::Record { name, .. } | CType::Other(name) => {
            name.clone()
        }
        CType::Pointer(None) => "void *".into(),
        CType::Pointer(Some(to)) => {
            let to = named_within(program, *to, depth + 1);
            if to.ends_with('*') { format!("{to}*") } else { format!("{to} *") }
        }
        CType::Array { element, count } => {
            let count = count.map(|count| count.to_string()).unwrap_or_default();
            format!("{}[{count}]", named_within(program, *element, depth + 1))
        }
    }
}

/// What a pointer of the type points to.
pub(super) fn pointee(program: &Program, ctype: CTypeId) -> Option<CTypeId> {
    match program.ctypes[ctype] {
        CType::Pointer(to) => to,
        _ => None,
    }
}

/// Is it a structure or a union?
pub(super) fn is_record(program: &Program, ctype: CTypeId) -> bool {
    matches!(program.ctypes[ctype], CType::Record { .. })
}

/// The scalars of a type that have names, in the order of their offsets, at most so many; elements
/// of arrays are none.
pub(super) fn fields(program: &Program, ctype: CTypeId, most: usize) -> Vec<Field> {
    let mut all = Vec::new();
    collect(program, ctype, (String::new(), 0), 0, most, &mut all);
    all.sort_by_key(|field| field.offset);
    all
}

fn collect(
    program: &Program,
    ctype: CTypeId,
    (name, offset): (String, u64),
    depth: usize,
    most: usize,
    all: &mut Vec<Field>,
) {
    if all.len() >= most || depth > DEEPEST {
        return;
    }
    match &program.ctypes[ctype] {
        CType::Record { fields, .. } => {
            for (inner, ctype, bits, width) in fields {
                // Of a bit field, no byte is its own.
                let whole = size_of(program, *ctype).is_none_or(|size| size * 8 == *width);
                if bits % 8 == 0 && whole {
                    let place = (joined(&name, inner), offset + bits / 8);
                    collect(program, *ctype, place, depth + 1, most, all);
                }
            }
        }
        CType::Array { .. } | CType::Other(_) => {}
        CType::Int { .. } | CType::Float { .. } | CType::Pointer(_) => {
            if let Some(size) = size_of(program, ctype) {
                all.push(Field { name, offset, size, ctype });
            }
        }
    }
}

fn joined(outer: &str, inner: &str) -> String {
    match (outer, inner) {
        (outer, "") => outer.to_owned(),
        ("", inner) => inner.to_owned(),
        (outer, inner) => format!("{outer}.{inner}"),
    }
}

/// What the bytes at an offset of a type are called, and their type if exactly these bytes have
/// one.
pub(super) fn path(program: &Program, ctype: CTypeId, offset: u64, size: u64) -> Option<(String, Option<CTypeId>)> {
    let (mut name, mut at, mut ctype) = (String::new(), offset, ctype);
    for _ in 0..DEEPEST {
        match &program.ctypes[ctype] {
            CType::Record { fields, .. } => {
                let (inner, inside, start, _) = fields.iter().find(|(_, inside, start, width)| {
                    let end = start + size_of(program, *inside).map_or(*width, |size| size * 8);
                    start % 8 == 0 && *start <= at * 8 && (at + size) * 8 <= end
                })?;
                (name, at, ctype) = (joined(&name, inner), at - start / 8, *inside);
            }
            CType::Array { element, .. } => {
                let each = size_of(program, *element).filter(|each| *each > 0)?;
                (name, at, ctype) = (format!("{name}[{}]", at / each), at % each, *element);
            }
            _ => {
                let exact = at == 0 && size_of(program, ctype) == Some(size);
                return exact.then_some((name, Some(ctype)));
            }
        }
    }
    None
}

/// The structure of so many bytes that has a part of another type at an offset, if there is one
/// alone.
pub(super) fn around(program: &Program, part: CTypeId, offset: u64, size: u64) -> Option<CTypeId> {
    let fits = |(ctype, data): &(CTypeId, &CType)| {
        matches!(data, CType::Record { size: own, .. } if *own == size) && has_part(program, *ctype, part, offset)
    };
    let mut all = program.ctypes.iter().filter(fits).map(|(ctype, _)| ctype);
    let first = all.next()?;
    all.all(|other| program.ctypes[other] == program.ctypes[first]).then_some(first)
}

/// Is there a part of a type at an offset of another?
fn has_part(program: &Program, ctype: CTypeId, part: CTypeId, offset: u64) -> bool {
    let (mut at, mut ctype) = (offset, ctype);
    for _ in 0..DEEPEST {
        if at == 0 && ctype == part {
            return true;
        }
        let CType::Record { fields, .. } = &program.ctypes[ctype] else { return false };
        let inside = |(_, inner, start, _): &&(String, CTypeId, u64, u64)| {
            size_of(program, *inner).is_some_and(|size| *start <= at * 8 && at * 8 < start + size * 8)
        };
        let Some((_, inner, start, _)) = fields.iter().find(inside) else { return false };
        (at, ctype) = (at - start / 8, *inner);
    }
    false
}

/// The name of the part of a type that begins at an offset: the outermost one.
pub(super) fn part_at(program: &Program, ctype: CTypeId, offset: u64) -> Option<String> {
    let (mut name, mut at, mut ctype) = (String::new(), offset, ctype);
    for _ in 0..DEEPEST {
        match &program.ctypes[ctype] {
            CType::Record { fields, .. } => {
                let (inner, inside, start, _) = fields.iter().find(|(_, inside, start, width)| {
                    let end = start + size_of(program, *inside).map_or(*width, |size| size * 8);
                    *start <= at * 8 && at * 8 < end
                })?;
                (name, at, ctype) = (joined(&name, inner), at - start / 8, *inside);
            }
            CType::Array { element, .. } => {
                let each = size_of(program, *element).filter(|each| *each > 0)?;
                (name, at, ctype) = (format!("{name}[{}]", at / each), at % each, *element);
            }
            _ => return None,
        }
        if at == 0 {
            return Some(name);
        }
    }
    None
}
