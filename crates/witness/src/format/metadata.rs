//! Who wrote a witness, when, and about which task.

use adumbra_program::{DataModel, Program, Property, PropertyKind};
use adumbra_text::{hexadecimal, timestamp};
use sha2::{Digest, Sha256};
use std::time::{SystemTime, UNIX_EPOCH};

/// What is said about a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    /// The version of the format.
    pub format_version: String,
    /// A name that no other witness has.
    pub uuid: String,
    /// When it was written, by ISO 8601.
    pub creation_time: String,
    /// Who wrote it.
    pub producer: Producer,
    /// What it is about.
    pub task: Task,
}

/// A tool that writes witnesses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Producer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The configuration that ran.
    pub configuration: Option<String>,
    /// The command line.
    pub command_line: Option<String>,
    /// Anything else.
    pub description: Option<String>,
}

/// A verification task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The files.
    pub input_files: Vec<String>,
    /// The SHA-256 sum of each file in hexadecimal, by its name.
    pub hashes: Vec<(String, String)>,
    /// The property as a property file has it.
    pub specification: String,
    /// The data model.
    pub data_model: DataModel,
}

impl Task {
    /// A task from its files with their contents.
    pub fn new(files: &[(String, &[u8])], specification: String, data_model: DataModel) -> Self {
        Task {
            input_files: files.iter().map(|(name, _)| name.clone()).collect(),
            hashes: files.iter().map(|(name, bytes)| (name.clone(), sha256(bytes))).collect(),
            specification,
            data_model,
        }
    }
}

impl Metadata {
    /// What Adumbra says about a witness that it writes. The same task, time and content give the
    /// same name.
    pub fn new(task: Task, time: SystemTime, configuration: Option<String>, content: &super::Content) -> Self {
        let creation_time = timestamp(time);
        let nanos = time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos());
        let key = format!("{nanos} {task:?} {content:?}");
        let has_contracts = matches!(content, super::Content::Correctness(_, contracts) if !contracts.is_empty());
        let version = if has_contracts { "2.1" } else { "2.0" };
        Metadata {
            format_version: version.into(),
            uuid: uuid(key.as_bytes()),
            creation_time,
            producer: Producer {
                name: "Adumbra".into(),
                version: env!("CARGO_PKG_VERSION").into(),
                configuration,
                ..Producer::default()
            },
            task,
        }
    }
}

/// The SHA-256 sum in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(Sha256::digest(bytes))
}

/// A UUID made from bytes (version 8 of RFC 9562).
fn uuid(bytes: &[u8]) -> String {
    let mut hash: [u8; 32] = Sha256::digest(bytes).into();
    hash[6] = hash[6] & 0x0f | 0x80;
    hash[8] = hash[8] & 0x3f | 0x80;
    let hex = hexadecimal(&hash[..16]);
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// The property of a program as property files write it, for an entry function. Of several error
/// functions those are named that the program has.
pub fn specification(program: &Program, entry: &str) -> String {
    let Property::Conjunction { kinds, error_functions } = &program.property else {
        return String::new();
    };
    let mut called: Vec<&str> = Vec::new();
    if kinds.contains(&PropertyKind::UnreachCall) {
        called.extend(error_functions.iter().map(String::as_str).filter(|f| program.function_named(f).is_some()));
        if called.is_empty() {
            called.extend(error_functions.first().map(String::as_str));
        }
    }
    // A failed `assert` is a call of this function.
    let asserts = program.function_named("__assert_fail").is_some();
    if kinds.contains(&PropertyKind::Assertions) && (asserts || called.is_empty()) {
        called.push("__assert_fail");
    }
    let mut atoms: Vec<String> = called.iter().map(|f| format!("G ! call({f}())")).collect();
    atoms.extend(kinds.iter().filter_map(|kind| kind.about().formula).map(String::from));
    // A property file has one check a line.
    atoms.iter().map(|atom| format!("CHECK( init({entry}()), LTL({atom}) )")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_program::{DataLayout, Op, ProgramBuilder};

    #[test]
    fn names_and_sums() {
        let name = uuid(b"x");
        assert_eq!(name.len(), 36);
        assert_eq!(&name[14..15], "8");
        assert_ne!(name, uuid(b"y"));
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    fn program(property: Property, functions: &[&str]) -> Program {
        let mut b = ProgramBuilder::new(DataLayout::of(DataModel::Lp64), property);
        let main = b.declare_function("main", &[], &[], false);
        for function in functions {
            b.declare_function(function, &[], &[], false);
        }
        let mut body = b.begin_body(main);
        let (entry, exit) = (body.entry(), body.exit());
        body.edge(entry, exit, Op::Return { values: Box::new([]) }, None, None);
        body.finish();
        b.finish(main).unwrap()
    }

    #[test]
    fn properties_as_files_have_them() {
        let named = |name| Property::by_name(name).unwrap();
        assert_eq!(
            specification(&program(named("memsafety"), &[]), "main"),
            "CHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-free) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )"
        );
        let reach = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
        assert_eq!(specification(&program(named("unreach-call"), &["reach_error"]), "main"), reach);
        assert_eq!(specification(&program(Property::unspecified(), &[]), "main"), reach);
        assert_eq!(
            specification(&program(Property::unspecified(), &["reach_error", "__assert_fail"]), "main"),
            format!("{reach}\nCHECK( init(main()), LTL(G ! call(__assert_fail())) )")
        );
    }
}
