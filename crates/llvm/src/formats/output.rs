//! Output that nobody sees: calls of `printf` and its like whose result is not used.
//!
//! What a program writes does not decide whether it goes wrong. Of a call with a format that is
//! known here, what can matter remains: the strings are read to their ends, and a stream that may
//! not be a usual one any more is looked at. Everything else, and every call whose result is used,
//! is left to the models of the library.

use super::{Bytes, LARGEST_NUMBER, is_call_of, is_load, literal, pointer, take_size};
use crate::sys::{LLVMTypeKind as TypeKind, Module, Session, Ty, Value};
use adumbra_frontend::protocol::LoadRequest;
use adumbra_program::DataModel;

/// How a function takes what it writes, by the numbers of its arguments.
struct Writer {
    name: &'static str,
    stream: Option<usize>,
    text: Text,
}

enum Text {
    Format(usize),
    String(usize),
    Character,
}

const fn writer(name: &'static str, stream: Option<usize>, text: Text) -> Writer {
    Writer { name, stream, text }
}

const WRITERS: &[Writer] = &[
    writer("printf", None, Text::Format(0)),
    writer("fprintf", Some(0), Text::Format(1)),
    writer("__printf_chk", None, Text::Format(1)),
    writer("__fprintf_chk", Some(0), Text::Format(2)),
    writer("puts", None, Text::String(0)),
    writer("fputs", Some(1), Text::String(0)),
    writer("putchar", None, Text::Character),
    writer("putchar_unlocked", None, Text::Character),
    writer("fputc", Some(1), Text::Character),
    writer("putc", Some(1), Text::Character),
    writer("_IO_putc", Some(1), Text::Character),
];

/// Functions after which a standard stream may be closed or lead elsewhere.
const CHANGES: &[&str] = &["fclose", "fcloseall", "freopen", "freopen64"];

/// Functions that make streams whose output the program can see.
const MEMORY_STREAMS: &[&str] = &["fmemopen", "open_memstream", "open_wmemstream", "fopencookie"];

/// What remains of a call, in order.
enum Remains {
    /// A look at the stream: standard output, or the one that is given.
    StandardOutput,
    Stream(Value),
    /// A string is read to its end, or at most so far. As an argument of a format it may be null.
    Text(Value),
    String(Value),
    Prefix(Value, Value),
}

/// Replaces calls by what can matter of them.
pub(super) fn drop_unseen(session: &Session, module: &Module<'_>, request: &LoadRequest, model: DataModel) {
    let known = |name: &&str| module.function(name).is_some();
    if MEMORY_STREAMS.iter().any(known) {
        return;
    }
    let standard = ["stdout", "stderr"].map(|name| module.global(name));
    let reassigned = standard.iter().flatten().any(|stream| stream.users().any(|user| !is_load(user)));
    let changes = reassigned || CHANGES.iter().any(known);
    for writer in WRITERS {
        let Some(function) = module.function(writer.name).filter(|f| f.is_declaration()) else { continue };
        // An error function is one whatever it is called.
        if request.property.error_functions().iter().any(|name| name == writer.name) {
            continue;
        }
        let calls: Vec<Value> =
            function.users().filter(|user| is_call_of(*user, function) && user.users().next().is_none()).collect();
        for call in calls {
            let usual = |stream: Value| is_load(stream) && standard.contains(&Some(stream.operand(0)));
            let Some(remains) = remains(session, writer, call, model, changes, usual) else { continue };
            for what in remains {
                insert(session, module, call, &what);
            }
            call.erase();
        }
    }
}

/// What remains of a call; nothing is said of one that the model of the library is to follow.
fn remains(
    session: &Session,
    writer: &Writer,
    call: Value,
    model: DataModel,
    changes: bool,
    usual: impl Fn(Value) -> bool,
) -> Option<Vec<Remains>> {
    let arguments = call.arguments();
    let mut all = Vec::new();
    match writer.stream {
        None if changes => all.push(Remains::StandardOutput),
        None => {}
        Some(index) => {
            let stream = pointer(&arguments, index)?;
            if changes || !usual(stream) {
                all.push(Remains::Stream(stream));
            }
        }
    }
    match writer.text {
        Text::Character => {}
        Text::String(index) => {
            let text = pointer(&arguments, index)?;
            if literal(text).is_none() {
                all.push(Remains::Text(text));
            }
        }
        Text::Format(index) => {
            let format = literal(pointer(&arguments, index)?)?;
            conversions(session, &format, &arguments[index + 1..], model, &mut all)?;
        }
    }
    Some(all)
}

/// Adds what remains of the arguments of a format. Says nothing if an argument does not fit, or
/// where it says more than what to print.
fn conversions(
    session: &Session,
    format: &[u8],
    arguments: &[Value],
    model: DataModel,
    all: &mut Vec<Remains>,
) -> Option<()> {
    let mut arguments = arguments.iter().copied();
    let mut next = |fits: &dyn Fn(Ty) -> bool| arguments.next().filter(|a| fits(a.ty()));
    let long = if model == DataModel::Lp64 { 64 } else { 32 };
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        while rest.next_if(|b| b"-+ #0'".contains(b)).is_some() {}
        number(session, &mut rest, &mut next)?;
        let mut precision = None;
        if rest.next_if_eq(&b'.').is_some() {
            precision = Some(number(session, &mut rest, &mut next)?);
        }
        let size = take_size(&mut rest);
        let width = match size.as_str() {
            "" | "h" | "hh" => 32,
            "l" | "z" | "t" => long,
            "ll" | "q" | "j" => 64,
            "L" => 80,
            _ => return None,
        };
        match (rest.next()?, width) {
            (b'%', _) => {}
            (b'd' | b'i' | b'o' | b'u' | b'x' | b'X', 32 | 64) => next(&is_int(width)).map(drop)?,
            (b'c', 32) if size.is_empty() => next(&is_int(32)).map(drop)?,
            (b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A', 80) => {
                next(&|ty| matches!(ty.kind(), TypeKind::LLVMX86_FP80TypeKind)).map(drop)?;
            }
            (b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A', _) if matches!(size.as_str(), "" | "l") => {
                next(&|ty| ty.kind() == TypeKind::LLVMDoubleTypeKind).map(drop)?;
            }
            (letter @ (b'p' | b's'), _) if size.is_empty() => {
                let pointer = next(&|ty| ty.kind() == TypeKind::LLVMPointerTypeKind)?;
                if letter == b's' && literal(pointer).is_none() {
                    all.push(match precision {
                        None => Remains::String(pointer),
                        Some(most) => Remains::Prefix(pointer, most),
                    });
                }
            }
            _ => return None,
        }
    }
    Some(())
}

/// A width or a precision: a number, or an argument that is one. Says nothing of large ones.
fn number(
    session: &Session,
    rest: &mut Bytes<'_>,
    next: &mut impl FnMut(&dyn Fn(Ty) -> bool) -> Option<Value>,
) -> Option<Value> {
    if rest.next_if_eq(&b'*').is_some() {
        return next(&is_int(32));
    }
    let mut value = 0u32;
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        value = value.checked_mul(10)?.checked_add(u32::from(digit - b'0')).filter(|n| *n <= LARGEST_NUMBER)?;
    }
    Some(session.int_value(32, value.into()))
}

fn is_int(width: u32) -> impl Fn(Ty) -> bool {
    move |ty| ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_width() == width
}

/// Inserts what remains before the call.
fn insert(session: &Session, module: &Module<'_>, call: Value, what: &Remains) {
    let pointer = session.pointer_type();
    let number = session.int_type(32);
    let (name, parameters, arguments) = match what {
        Remains::StandardOutput => ("__adumbra_unseen_output", vec![], vec![]),
        Remains::Stream(stream) => ("__adumbra_unseen_output_to", vec![pointer], vec![*stream]),
        Remains::Text(text) => ("__adumbra_unseen_text", vec![pointer], vec![*text]),
        Remains::String(text) => ("__adumbra_unseen_string", vec![pointer], vec![*text]),
        Remains::Prefix(text, most) => ("__adumbra_unseen_prefix", vec![pointer, number], vec![*text, *most]),
    };
    let callee = module.declare(name, session.void_type(), &parameters);
    session.insert_call(call, callee, &arguments);
}
