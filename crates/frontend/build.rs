//! Compiles the C models of the library to bitcode, once per data model, and writes a table that
//! embeds them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::{env, fs, io, thread};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The data models: the name of the table and clang's target.
const TARGETS: &[(&str, &str)] = &[("LP64", "x86_64-pc-linux-gnu"), ("ILP32", "i386-pc-linux-gnu")];

/// How every model is compiled. No pass runs, so that the translator sees what was written;
/// `__builtin_memcpy` and its like become intrinsics although the functions of the same name mean
/// nothing to the compiler here.
const FLAGS: &[&str] = &[
    "-std=gnu11",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-U__OPTIMIZE__",
    "-ffreestanding",
    "-fno-builtin",
    "-nostdlibinc",
    "-fwrapv",
    "-ffp-contract=off",
    "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks",
    "-fno-math-errno",
    "-fno-stack-protector",
    "-fno-ident",
    "-g",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-emit-llvm",
    "-c",
];

fn main() {
    if let Err(error) = build() {
        eprintln!("the C models of the library could not be built: {error}");
        std::process::exit(1);
    }
}

fn build() -> Outcome<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ADUMBRA_CLANG");
    println!("cargo::rerun-if-changed=models");
    let models = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("models");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let clang = env::var("ADUMBRA_CLANG").unwrap_or_else(|_| "clang-22".to_owned());
    let nm = symbol_lister(&clang)?;
    let headers = ask(&clang, "-print-resource-dir")?;

    let mut names = Vec::new();
    for entry in fs::read_dir(&models)? {
        let path = entry?.path();
        println!("cargo::rerun-if-changed={}", path.display());
        if path.extension().is_some_and(|e| e == "c")
            && let Some(stem) = path.file_stem().and_then(|s| s.to_str())
        {
            names.push(stem.to_owned());
        }
    }
    names.sort();

    compile_all(&clang, &headers, &models, &out, &names)?;
    let mut table = String::new();
    for (model, _) in TARGETS {
        write_table(&mut table, model, &out, &names, &nm)?;
    }
    fs::write(out.join("models.rs"), table)?;
    Ok(())
}

/// Compiles every file for every data model, two at a time.
fn compile_all(clang: &str, headers: &str, models: &Path, out: &Path, names: &[String]) -> Outcome<()> {
    let mut jobs = Vec::new();
    for (model, target) in TARGETS {
        fs::create_dir_all(out.join(model))?;
        jobs.extend(names.iter().map(|name| (*model, *target, name.as_str())));
    }
    let jobs = Mutex::new(jobs);
    let failures = Mutex::new(Vec::new());
    let next = || jobs.lock().ok().and_then(|mut j| j.pop());
    let workers = thread::available_parallelism().map_or(2, usize::from).min(8);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((model, target, name)) = next() {
                    if let Err(error) = compile(clang, headers, models, &out.join(model), target, name)
                        && let Ok(mut failures) = failures.lock()
                    {
                        failures.push(error);
                    }
                }
            });
        }
    });
    match failures.into_inner() {
        Ok(failures) if failures.is_empty() => Ok(()),
        Ok(failures) => Err(failures.join("\n").into()),
        Err(_) => Err("a worker died".into()),
    }
}

fn compile(clang: &str, headers: &str, models: &Path, out: &Path, target: &str, name: &str) -> Result<(), String> {
    // Positions inside a model read `<library>/string.c`, whatever machine it was compiled on.
    let output = run(Command::new(clang)
        .current_dir(models)
        .arg(format!("--target={target}"))
        .args(FLAGS)
        .arg("-ffile-compilation-dir=<library>")
        .arg("-ffile-prefix-map=./=")
        .arg(format!("-ffile-prefix-map={headers}=<compiler>"))
        .arg(format!("{name}.c"))
        .arg("-o")
        .arg(out.join(format!("{name}.bc"))))
    .map_err(|error| missing(clang, &error))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{clang} failed on models/{name}.c for {target}:\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// Appends the table of one data model: every unit with the names it defines.
fn write_table(table: &mut String, model: &str, out: &Path, names: &[String], nm: &Path) -> Outcome<()> {
    let mut owners: BTreeMap<String, &str> = BTreeMap::new();
    writeln!(table, "static {model}: &[ModelUnit] = &[")?;
    for name in names {
        let bitcode = out.join(model).join(format!("{name}.bc"));
        let listing =
            run(Command::new(nm).args(["--extern-only", "--defined-only", "--format=just-symbols"]).arg(&bitcode))
                .map_err(|error| missing("llvm-nm-22", &error))?;
        if !listing.status.success() {
            return Err(format!("llvm-nm failed on {name}: {}", String::from_utf8_lossy(&listing.stderr)).into());
        }
        let mut defines: Vec<&str> = std::str::from_utf8(&listing.stdout)?.split_whitespace().collect();
        defines.sort_unstable();
        for symbol in &defines {
            if let Some(other) = owners.insert((*symbol).to_owned(), name) {
                return Err(format!("models/{other}.c and models/{name}.c both define {symbol}").into());
            }
        }
        writeln!(
            table,
            "    ModelUnit {{ name: {name:?}, defines: &{defines:?}, bitcode: include_bytes!({:?}) }},",
            bitcode.display().to_string()
        )?;
    }
    writeln!(table, "];")?;
    Ok(())
}

/// The `llvm-nm` that belongs to the compiler.
fn symbol_lister(clang: &str) -> Outcome<PathBuf> {
    let beside = PathBuf::from(ask(clang, "-print-prog-name=llvm-nm")?);
    Ok(if beside.is_absolute() { beside } else { PathBuf::from("llvm-nm-22") })
}

/// What the compiler answers to an option that prints something.
fn ask(clang: &str, option: &str) -> Outcome<String> {
    let output = run(Command::new(clang).arg(option)).map_err(|error| missing(clang, &error))?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn run(command: &mut Command) -> io::Result<Output> {
    command.output()
}

/// What to tell a user who lacks a tool.
fn missing(tool: &str, error: &io::Error) -> String {
    if error.kind() != io::ErrorKind::NotFound {
        return format!("{tool} could not be started: {error}");
    }
    let package = if tool.contains("nm") { "llvm-22" } else { "clang-22" };
    format!(
        "{tool} was not found. Install the package {package} (apt-get install {package}), or set ADUMBRA_CLANG to a clang of \
         version 22"
    )
}
