//! `docs/library.md`: every function that has a model, with its state, read off what the compiler
//! makes of the models. The test fails if the file is not what the models say;
//! `RECORD_LIBRARY=1 cargo test -p adumbra-frontend --test main library_table` writes it.
//!
//! The state of a function follows from the calls in it and in what it calls:
//! - *unknown*: whatever happens, it ends where Adumbra must answer UNKNOWN
//!   (`__adumbra_unsupported`);
//! - *with inputs*: it reaches a primitive that yields a value from outside;
//! - *exact*: neither.
//!
//! Reasons for UNKNOWN that it reaches in some cases are listed beside the state.

use adumbra_frontend::models::units;
use adumbra_program::DataModel;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

const UNSUPPORTED: &str = "__adumbra_unsupported";
const INPUTS: [&str; 7] = [
    "__adumbra_any_int",
    "__adumbra_any_double",
    "__adumbra_any_ulong",
    "__adumbra_havoc",
    "__adumbra_read_byte",
    "__adumbra_argument_count",
    "__adumbra_argument_byte",
];

/// A function of a model. Names of functions that other units do not see have the unit before them.
#[derive(Default)]
struct Function {
    calls: BTreeSet<String>,
    reasons: BTreeSet<String>,
    /// Is what it reaches first, without a choice, `__adumbra_unsupported`?
    always_unknown: bool,
}

#[test]
fn the_table_of_the_library_is_what_the_models_say() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut functions = BTreeMap::new();
    for unit in units(DataModel::Lp64) {
        let text = assembly(&root.join("models"), unit.name)?;
        read_unit(&text, unit.name, &mut functions);
    }
    let table = render(&root.join("models"), &functions)?;
    let file = root.join("../../docs/library.md");
    if env::var_os("RECORD_LIBRARY").is_some() {
        fs::write(&file, &table)?;
    }
    let recorded = fs::read_to_string(&file).unwrap_or_default();
    let difference = recorded.lines().zip(table.lines()).find(|(a, b)| a != b);
    assert!(
        recorded == table,
        "docs/library.md is out of date (RECORD_LIBRARY=1 writes it); the first difference: {difference:?}"
    );
    Ok(())
}

#[test]
fn states_follow_from_calls() {
    let text = "@.str = private constant [4 x i8] c\"why\\00\", align 1\n\
                define internal i32 @helper(i32 %n) {\n  %1 = call i32 @__adumbra_any_int(ptr @x)\n  ret i32 %1\n}\n\
                define weak i32 @open(ptr %p) {\n  %1 = call i32 @helper(i32 1)\n  br i1 %1, label %a, label %b\n\
                a:\n  call void @__adumbra_unsupported(ptr noundef @.str)\n  unreachable\nb:\n  ret i32 0\n}\n\
                define weak i32 @fork() {\n  call void @__adumbra_unsupported(ptr noundef @.str)\n  unreachable\n}\n\
                define weak i32 @abs(i32 %n) {\n  ret i32 %n\n}\n";
    let mut functions = BTreeMap::new();
    read_unit(text, "unit", &mut functions);
    assert_eq!(state(&functions, "open"), ("with inputs", BTreeSet::from(["why".to_owned()])));
    assert_eq!(state(&functions, "fork").0, "unknown");
    assert_eq!(state(&functions, "abs"), ("exact", BTreeSet::new()));
}

/// What the compiler makes of a model, as text.
fn assembly(models: &Path, unit: &str) -> Result<String, Box<dyn Error>> {
    let output = Command::new(env::var("ADUMBRA_CLANG").unwrap_or_else(|_| "clang-22".to_owned()))
        .current_dir(models)
        .args([
            "--target=x86_64-pc-linux-gnu",
            "-std=gnu11",
            "-O1",
            "-Xclang",
            "-disable-llvm-passes",
            "-U__OPTIMIZE__",
        ])
        .args(["-ffreestanding", "-fno-builtin", "-nostdlibinc", "-fno-math-errno", "-S", "-emit-llvm"])
        .arg(format!("{unit}.c"))
        .args(["-o", "-"])
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The functions of a unit with their calls.
fn read_unit(text: &str, unit: &str, functions: &mut BTreeMap<String, Function>) {
    let mut literals: BTreeMap<&str, String> = BTreeMap::new();
    let mut internal: BTreeSet<&str> = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with('@')
            && let Some((name, rest)) = line.split_once(" = ")
            && let Some((_, rest)) = rest.split_once(" c\"")
        {
            literals.insert(name, rest.split("\\00").next().unwrap_or_default().replace("\\22", "\""));
        } else if line.starts_with("define internal ") {
            internal.extend(symbol(line));
        }
    }
    let full_name = |name: &str| if internal.contains(name) { format!("{unit}:{name}") } else { name.to_owned() };
    let mut current: Option<(String, Function, bool)> = None; // and: was there a choice before?
    for line in text.lines() {
        if line.starts_with("define ") {
            current = symbol(line).map(|name| (full_name(name), Function::default(), false));
        } else if line == "}" {
            functions.extend(current.take().map(|(name, function, _)| (name, function)));
        } else if let Some((_, function, chosen)) = &mut current {
            let called = line.contains("call ").then(|| symbol(line)).flatten();
            match called {
                Some(UNSUPPORTED) => {
                    let argument =
                        line.rsplit(' ').find_map(|word| word.split(')').next().filter(|w| w.starts_with('@')));
                    function.reasons.extend(argument.and_then(|a| literals.get(a).cloned()));
                    function.always_unknown |= !*chosen;
                }
                Some(name) if !name.starts_with("llvm.") => {
                    function.calls.insert(full_name(name));
                }
                _ => {}
            }
            *chosen |= line.trim_start().starts_with("br i1") || line.trim_start().starts_with("switch ");
        }
    }
}

/// The first global name of a line: the function that it defines or calls.
fn symbol(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once('@')?;
    rest.split('(').next()
}

/// The state of a function, and the reasons for UNKNOWN that it may reach.
fn state(functions: &BTreeMap<String, Function>, name: &str) -> (&'static str, BTreeSet<String>) {
    let mut reached: BTreeSet<&str> = BTreeSet::from([name]);
    let mut left = vec![name];
    let mut reasons = BTreeSet::new();
    let mut inputs = false;
    while let Some(next) = left.pop() {
        inputs |= INPUTS.contains(&next);
        let Some(function) = functions.get(next) else { continue };
        reasons.extend(function.reasons.iter().cloned());
        left.extend(function.calls.iter().map(String::as_str).filter(|call| reached.insert(call)));
    }
    match functions.get(name) {
        Some(function) if function.always_unknown => ("unknown", reasons),
        _ if inputs => ("with inputs", reasons),
        _ => ("exact", reasons),
    }
}

fn render(models: &Path, functions: &BTreeMap<String, Function>) -> Result<String, Box<dyn Error>> {
    let mut table = String::from(
        "# Functions of the library\n\n\
         Written by a test from the models in `crates/frontend/models`; do not edit it. `RECORD_LIBRARY=1 cargo test -p adumbra-frontend --test main library_table` writes it anew.\n\n\
         - *exact*: the result is the one that the standard, or glibc where the standard leaves a choice, prescribes;\n\
         - *with inputs*: what the system or the standard leaves open is an input, any value within the bounds that hold;\n\
         - *unknown*: a verdict that depends on a call is UNKNOWN.\n\n\
         The last column says where a function that is modelled ends in UNKNOWN nevertheless. A function that is not in this list has no model: docs/semantics.md says what a call of it means.\n",
    );
    for unit in units(DataModel::Lp64) {
        let mut rows: BTreeMap<(&str, BTreeSet<String>), Vec<&str>> = BTreeMap::new();
        for name in unit.defines.iter().filter(|n| !n.starts_with("__adumbra") && functions.contains_key(**n)) {
            let (state, reasons) = state(functions, name);
            let reasons = if state == "unknown" { BTreeSet::new() } else { reasons };
            rows.entry((state, reasons)).or_default().push(name);
        }
        if rows.is_empty() {
            continue;
        }
        let source = fs::read_to_string(models.join(format!("{}.c", unit.name)))?;
        writeln!(table, "\n## {}.c\n\n{}\n", unit.name, headline(&source))?;
        writeln!(table, "| functions | state | unknown where |\n|---|---|---|")?;
        for ((state, reasons), names) in rows {
            let names: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
            let reasons: Vec<String> = reasons.into_iter().collect();
            writeln!(table, "| {} | {state} | {} |", names.join(", "), reasons.join("; "))?;
        }
    }
    Ok(table)
}

/// The first sentence of a source file's opening comment, or of that of the header which it
/// includes.
fn headline(source: &str) -> String {
    let Some(comment) = source.strip_prefix("/*").and_then(|s| s.split("*/").next()) else { return String::new() };
    let words = comment.lines().map(|l| l.trim().trim_start_matches('*').trim()).collect::<Vec<_>>().join(" ");
    let end = words.find(". ").map_or(words.trim_end().len(), |dot| dot + 1);
    words[..end].trim().to_owned()
}
