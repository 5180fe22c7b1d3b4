//! Compares the C models with the C library of this machine: the models are compiled natively,
//! every name with a prefix, on top of primitives that run here, and drivers call both sides with
//! many random arguments.

use adumbra_frontend::models::units;
use adumbra_program::DataModel;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

type Outcome = Result<(), Box<dyn Error>>;

#[test]
fn models_agree_with_the_c_library_lp64() -> Outcome {
    compare(DataModel::Lp64, &["-m64"])
}

#[test]
fn models_agree_with_the_c_library_ilp32() -> Outcome {
    // The program model computes in IEEE formats, as SSE does and the x87 does not.
    compare(DataModel::Ilp32, &["-m32", "-march=pentium4", "-mfpmath=sse"])
}

fn compare(model: DataModel, flags: &[&str]) -> Outcome {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("models-{}", model.name()));
    fs::create_dir_all(&work)?;

    let mut header = String::new();
    for name in units(model).iter().flat_map(|unit| unit.defines) {
        writeln!(header, "#define {name} model_{name}")?;
    }
    let prefix = work.join("prefix.h");
    fs::write(&prefix, header)?;

    let mut objects = Vec::new();
    for unit in units(model) {
        let mut command = compiler(flags);
        command.args(["-ffreestanding", "-fno-builtin", "-nostdlibinc", "-fwrapv", "-fno-strict-aliasing"]);
        command.args(["-fno-delete-null-pointer-checks", "-fno-math-errno", "-include"]).arg(&prefix);
        objects.push(compile(command, &root.join("models").join(format!("{}.c", unit.name)), &work, unit.name)?);
    }
    for driver in fs::read_dir(root.join("tests/models"))? {
        let driver = driver?.path();
        if driver.extension().is_some_and(|e| e == "c") {
            let mut command = compiler(flags);
            command.args(["-fno-builtin", "-Wall", "-Wno-format", "-Wno-deprecated-declarations"]);
            let name = driver.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            objects.push(compile(command, &driver, &work, &format!("driver-{name}"))?);
        }
    }

    let program = work.join("compare");
    let mut link = Command::new(clang());
    run(link.args(flags).args(&objects).arg("-o").arg(&program).args(["-lm"]))?;
    let output = run(Command::new(&program).env("LC_ALL", "C"))?;
    println!("{output}");
    Ok(())
}

fn clang() -> String {
    env::var("ADUMBRA_CLANG").unwrap_or_else(|_| "clang-22".to_owned())
}

fn compiler(flags: &[&str]) -> Command {
    let mut command = Command::new(clang());
    command.args(["-std=gnu11", "-O0", "-ffp-contract=off", "-c"]).args(flags);
    command
}

fn compile(mut command: Command, source: &Path, work: &Path, name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let object = work.join(format!("{name}.o"));
    run(command.arg(source).arg("-o").arg(&object))?;
    Ok(object)
}

/// Runs a command and returns what it wrote, as an error if it failed.
fn run(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        return Ok(text);
    }
    Err(format!("{command:?} failed ({}); a 32-bit build needs the package gcc-multilib:\n{text}", output.status)
        .into())
}
