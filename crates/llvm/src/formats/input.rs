//! Input: calls of `scanf` and `fscanf` become a call for each part of the format.
//!
//! These calls hand on a status: how many conversions were assigned so far, or that the result is
//! decided. See `models/scanf.c`.

use super::{Bytes, LARGEST_NUMBER, is_call_of, literal, pointer, take_size};
use crate::sys::{Module, Session, Ty, Value};
use adumbra_frontend::protocol::LoadRequest;

/// The names under which compilers know the functions.
const PREFIXES: &[&str] = &["", "__isoc99_", "__isoc23_"];

/// A part of a format.
enum Part {
    Space,
    Byte(u8),
    /// A number of a type that the model names.
    Number {
        name: &'static str,
        width: Option<u32>,
        base: u64,
        signed: bool,
    },
    Characters(Option<u32>),
    Word(Option<u32>),
}

/// Replaces the calls whose format is known.
pub(super) fn specialise(session: &Session, module: &Module<'_>, request: &LoadRequest) {
    for prefix in PREFIXES {
        for (name, stream) in [("scanf", false), ("fscanf", true)] {
            let name = format!("{prefix}{name}");
            let Some(function) = module.function(&name).filter(|f| f.is_declaration()) else { continue };
            // An error function is one whatever it is called.
            if request.property.error_functions().contains(&name) {
                continue;
            }
            let calls: Vec<Value> = function.users().filter(|user| is_call_of(*user, function)).collect();
            for call in calls {
                replace(session, module, call, stream);
            }
        }
    }
}

/// Replaces a call, unless the model of the library is to follow it.
fn replace(session: &Session, module: &Module<'_>, call: Value, has_stream: bool) -> Option<()> {
    let arguments = call.arguments();
    let number = session.int_type(32);
    if call.ty() != number {
        return None;
    }
    let at = usize::from(has_stream);
    let parts = parts(&literal(pointer(&arguments, at)?)?)?;
    let places: Vec<Value> = (at + 1..arguments.len()).map_while(|index| pointer(&arguments, index)).collect();
    let wanted = parts.iter().filter(|part| !matches!(part, Part::Space | Part::Byte(_))).count();
    if places.len() < wanted {
        return None;
    }
    let insert = |name: &str, result: Ty, arguments: &[Value]| {
        let types: Vec<Ty> = arguments.iter().map(|argument| argument.ty()).collect();
        session.insert_call(call, module.declare(name, result, &types), arguments)
    };
    let stream = match has_stream {
        true => pointer(&arguments, 0)?,
        false => insert("__adumbra_standard_input", session.pointer_type(), &[]),
    };
    let constant = |value: u64| session.int_value(32, value);
    // Without a width there is no bound.
    let width = |width: Option<u32>| constant(width.map_or(u64::from(u32::MAX), u64::from));
    let mut status = constant(0);
    let mut places = places.into_iter();
    for part in parts {
        let (name, mut more) = match part {
            Part::Space => ("space", vec![]),
            Part::Byte(byte) => ("byte", vec![constant(byte.into())]),
            Part::Number { name, width: most, base, signed } => {
                (name, vec![width(most), constant(base), constant(signed.into())])
            }
            Part::Characters(most) => ("characters", vec![constant(most.unwrap_or(1).into())]),
            Part::Word(most) => ("word", vec![width(most)]),
        };
        if !matches!(part, Part::Space | Part::Byte(_)) {
            more.push(places.next()?);
        }
        let arguments = [vec![stream, status], more].concat();
        status = insert(&format!("__adumbra_scan_{name}"), number, &arguments);
    }
    let result = insert("__adumbra_scan_end", number, &[status]);
    call.replace_uses_with(result);
    call.erase();
    Some(())
}

/// The parts of a format; nothing is said of those that are left to the model.
fn parts(format: &[u8]) -> Option<Vec<Part>> {
    let mut rest: Bytes<'_> = format.iter().copied().peekable();
    let mut parts = Vec::new();
    while let Some(byte) = rest.next() {
        match byte {
            b' ' | b'\t'..=b'\r' => parts.push(Part::Space),
            b'%' if rest.next_if_eq(&b'%').is_some() => parts.extend([Part::Space, Part::Byte(b'%')]),
            b'%' => parts.push(conversion(&mut rest)?),
            _ => parts.push(Part::Byte(byte)),
        }
    }
    Some(parts)
}

fn conversion(rest: &mut Bytes<'_>) -> Option<Part> {
    let mut number = 0;
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        number =
            (number * 10 + u32::from(digit - b'0') <= LARGEST_NUMBER).then(|| number * 10 + u32::from(digit - b'0'))?;
    }
    // As in glibc, no width is meant by 0.
    let width = (number > 0).then_some(number);
    let size = take_size(rest);
    let name = match size.as_str() {
        "" => "int",
        "hh" => "char",
        "h" => "short",
        "l" | "z" | "t" => "long",
        "ll" | "q" | "j" => "long_long",
        _ => return None,
    };
    let (base, signed) = match rest.next()? {
        b'd' => (10, true),
        b'i' => (0, true),
        b'u' => (10, false),
        b'o' => (8, false),
        b'x' | b'X' => (16, false),
        b'c' if size.is_empty() => return Some(Part::Characters(width)),
        b's' if size.is_empty() => return Some(Part::Word(width)),
        _ => return None,
    };
    Some(Part::Number { name, width, base, signed })
}
