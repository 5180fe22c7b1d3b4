//! Test suites in the exchange format of Test-Comp: `metadata.xml`, and a file for each test with
//! its inputs in the order of the execution.

use adumbra_interpreter::eval::{Value, mask, sign_extend};
use adumbra_program::{DataModel, FloatKind, Type};
use adumbra_text::c::yields_unsigned;
use adumbra_text::{hexadecimal, markup, timestamp};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::time::SystemTime;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

/// What a suite is for.
pub struct Metadata<'a> {
    /// The first file of the task, by its name.
    pub file: &'a str,
    /// Its content.
    pub content: &'a [u8],
    /// The function where executions start.
    pub entry: &'a str,
    /// Sizes of types.
    pub model: DataModel,
    /// When it was made.
    pub time: SystemTime,
}

/// The file `metadata.xml`.
pub fn metadata(about: &Metadata<'_>) -> String {
    let architecture = match about.model {
        DataModel::Ilp32 => "32bit",
        DataModel::Lp64 => "64bit",
    };
    let specification = format!("COVER( init({}()), FQL(COVER EDGES(@DECISIONEDGE)) )", about.entry);
    let rows = [
        ("sourcecodelang", "C"),
        ("producer", concat!("Adumbra ", env!("CARGO_PKG_VERSION"))),
        ("specification", &specification),
        ("programfile", about.file),
        ("programhash", &hexadecimal(Sha256::digest(about.content))),
        ("entryfunction", about.entry),
        ("architecture", architecture),
        ("creationtime", &timestamp(about.time)),
    ];
    let mut out = format!(
        "{DECLARATION}<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
         \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n"
    );
    for (name, value) in rows {
        let _ = writeln!(out, "  <{name}>{}</{name}>", markup(value));
    }
    out.push_str("</test-metadata>\n");
    out
}

/// An input: the function that returns it, the type of its result, and the bits of the value as
/// scripts have them.
pub type Input<'a> = (&'a str, Type, &'a str);

/// The file of a test. `remark` says how the execution ends; `violates` whether in a violation.
pub fn test_case(inputs: &[Input<'_>], violates: bool, remark: &str) -> String {
    let mut out = format!(
        "{DECLARATION}<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n"
    );
    // Two hyphens would end the comment.
    let _ = writeln!(out, "<!-- {} -->", markup(remark).replace("--", "- -"));
    out.push_str(if violates { "<testcase coversError=\"true\">\n" } else { "<testcase>\n" });
    for (function, ty, value) in inputs {
        let (ty, value) = (type_name(function, *ty), text(function, *ty, value));
        let _ = writeln!(out, "  <input type=\"{}\">{}</input>", markup(&ty), markup(&value));
    }
    out.push_str("</testcase>\n");
    out
}

/// The C type of a result.
fn type_name(function: &str, ty: Type) -> String {
    let name = match ty {
        Type::Int(1) => return "bool".into(),
        Type::Int(8) => "char",
        Type::Int(16) => "short",
        Type::Int(32) => "int",
        Type::Int(64) => "long long",
        Type::Int(width) => return format!("_BitInt({width})"),
        Type::Float(FloatKind::Single) => return "float".into(),
        Type::Float(FloatKind::Double) => return "double".into(),
        Type::Float(kind) => return kind.name().into(),
        Type::Ptr => return "void *".into(),
    };
    if yields_unsigned(function) { format!("unsigned {name}") } else { name.into() }
}

/// A value as C programs write it.
fn text(function: &str, ty: Type, value: &str) -> String {
    let width = match ty {
        Type::Int(width) => width,
        Type::Float(kind) => kind.bits(),
        Type::Ptr => 64,
    };
    let Some(bits) = Value::parse(value, width).map(|v| v.low()) else { return value.to_owned() };
    match ty {
        Type::Int(width) if width > 128 => value.to_owned(),
        Type::Int(1) => bits.to_string(),
        Type::Int(width) if !yields_unsigned(function) => sign_extend(bits, width).to_string(),
        Type::Int(width) => (bits & mask(width)).to_string(),
        Type::Float(FloatKind::Single) => format!("{:?}", f32::from_bits(bits as u32)),
        Type::Float(FloatKind::Double) => format!("{:?}", f64::from_bits(bits as u64)),
        Type::Float(_) | Type::Ptr => format!("{bits:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_case_is_well_formed_and_in_order() {
        let inputs = [
            ("__VERIFIER_nondet_int", Type::Int(32), "0xfffffff9"),
            ("__VERIFIER_nondet_uint", Type::Int(32), "0xfffffff9"),
            ("__VERIFIER_nondet_char", Type::Int(8), "200"),
            ("__VERIFIER_nondet_bool", Type::Int(1), "1"),
            ("__VERIFIER_nondet_float", Type::Float(FloatKind::Single), "0x3fc00000"),
            ("__VERIFIER_nondet_ulong", Type::Int(64), "0xffffffffffffffff"),
        ];
        let text = test_case(&inputs, true, "status 0 -- a<b");
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
        let document = roxmltree::Document::parse_with_options(&text, options).unwrap();
        assert_eq!(document.root_element().attribute("coversError"), Some("true"));
        let read: Vec<_> = document
            .root_element()
            .children()
            .filter(roxmltree::Node::is_element)
            .map(|n| (n.attribute("type").unwrap(), n.text().unwrap()))
            .collect();
        let expected = [
            ("int", "-7"),
            ("unsigned int", "4294967289"),
            ("char", "-56"),
            ("bool", "1"),
            ("float", "1.5"),
            ("unsigned long long", "18446744073709551615"),
        ];
        assert_eq!(read, expected);
        assert!(text.contains("+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN"));
        assert!(!test_case(&[], false, "").contains("coversError"));
    }

    #[test]
    fn the_metadata_is_well_formed_and_has_the_sum_of_the_file() {
        let about = Metadata {
            file: "a&b.c",
            content: b"abc",
            entry: "main",
            model: DataModel::Ilp32,
            time: SystemTime::UNIX_EPOCH,
        };
        let text = metadata(&about);
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
        let document = roxmltree::Document::parse_with_options(&text, options).unwrap();
        let row = |name: &str| document.descendants().find(|n| n.has_tag_name(name)).and_then(|n| n.text()).unwrap();
        assert_eq!(row("programfile"), "a&b.c");
        assert_eq!(row("programhash"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(row("architecture"), "32bit");
        assert_eq!(row("creationtime"), "1970-01-01T00:00:00Z");
    }
}
