//! The tool-info module for BenchExec, run by BenchExec itself.
//!
//! BenchExec is taken from `PATH`, or installed from PyPI into a virtual environment below the
//! target directory. Where neither is possible, the tests say so and pass.

use crate::support::said;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The Python that has BenchExec.
fn python() -> Option<PathBuf> {
    let works = |python: &Path| {
        let mut command = Command::new(python);
        command.args(["-c", "import benchexec.benchexec"]).output().is_ok_and(|done| done.status.success())
    };
    if works(Path::new("python3")) {
        return Some("python3".into());
    }
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let lock = fs::File::create(place.join("benchexec.lock")).unwrap();
    lock.lock().unwrap();
    let venv = place.join("benchexec");
    let python = venv.join("bin/python3");
    if !works(&python) {
        let made = Command::new("python3").args(["-m", "venv"]).arg(&venv).output();
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "benchexec>=3.30,<4"];
        if made.is_ok_and(|done| done.status.success()) {
            let _ = Command::new(&python).args(install).output();
        }
    }
    if works(&python) {
        return Some(python);
    }
    eprintln!("NOT TESTED: there is no BenchExec, and it cannot be installed with pip");
    None
}

/// A directory with a tool that answers by the name of the file, and tasks.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    let tool = r#"#!/bin/sh
[ "$1" = --version ] && { echo "adumbra 9.8.7"; exit 0; }
echo "$*" >&2
echo "states                6" >&2
echo "states checked        5" >&2
echo "time checking the proof 0.008 s" >&2
echo "time                  0.363 s" >&2
for word; do file=$word; done
case $file in
  *crash*) echo "error: it broke" >&2; exit 2 ;;
  *odd*) echo "Verification result: UNKNOWN(unsupported: floats)"; exit 5 ;;
  *bad*) echo "Verification result: FALSE(unreach-call)"; exit 10 ;;
  *) echo "Verification result: TRUE"; exit 0 ;;
esac
"#;
    fs::create_dir(path("bin")).unwrap();
    fs::write(path("bin/adumbra"), tool).unwrap();
    fs::write(path("bin/adumbra-llvm"), "").unwrap();
    let all_may_run = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(path("bin/adumbra"), all_may_run).unwrap();
    fs::write(path("unreach-call.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").unwrap();
    for (name, verdict, body) in [
        ("good", "true", "int main(void) { int i; for (i = 0; i < 3; i++); if (i != 3) reach_error(); return 0; }"),
        ("bad", "false", "int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }"),
    ] {
        let program = format!(
            "extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\nvoid reach_error(void) {{ abort(); }}\n{body}\n"
        );
        fs::write(path(&format!("{name}.c")), program).unwrap();
        let task = format!(
            "format_version: '2.0'\ninput_files: '{name}.c'\nproperties:\n  - property_file: unreach-call.prp\n    \
             expected_verdict: {verdict}\noptions:\n  language: C\n  data_model: ILP32\n"
        );
        fs::write(path(&format!("{name}.yml")), task).unwrap();
    }
    fs::write(path("our.set"), "*.yml\n").unwrap();
    place
}

/// Our own executable if it is built beside the tests, otherwise one that stands for it.
fn tool_directory(place: &Path) -> (PathBuf, bool) {
    let built = std::env::current_exe().ok().and_then(|test| Some(test.parent()?.parent()?.to_owned()));
    match built.filter(|d| d.join("adumbra").is_file() && d.join("adumbra-llvm").is_file()) {
        Some(directory) => (directory, true),
        None => (place.join("bin"), false),
    }
}

#[test]
fn the_module_is_clean() {
    let Some(python) = python() else { return };
    let place = place();
    let mut command = Command::new(python);
    command.args(["-m", "benchexec.test_tool_info", ".adumbra", "--no-container", "--tool-directory", "bin"]);
    command.env("PYTHONPATH", repository().join("tools/benchexec"));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.arg("--task-definition").arg(place.path().join("good.yml"));
    let done = command.current_dir(place.path()).output().unwrap();
    let text = said(&done);
    assert!(done.status.success(), "{text}");
    for word in ["Adumbra", "9.8.7", "--32", "--stats"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(!text.contains("WARNING") && !text.contains("ERROR") && !text.contains("Traceback"), "{text}");
}

#[test]
fn answers_and_statistics_are_read() {
    let Some(python) = python() else { return };
    let script = r#"
import adumbra
from benchexec.tools.template import BaseTool2 as B
from benchexec.util import ProcessExitCode as E
tool = adumbra.Tool()
def said(lines, code=0, reason=None):
    output = B.RunOutput([line + "\n" for line in lines])
    return tool.determine_result(B.Run([], E.from_raw(code), output, reason))
def check(found, wanted):
    assert found == wanted, (found, wanted)
check(said(["x", "Verification result: TRUE"]), "true")
check(said(["Verification result: FALSE(valid-deref)", "time 3 s"]), "false(valid-deref)")
check(said(["Verification result: UNKNOWN(unsupported: floats)"]), "unknown(unsupported: floats)")
check(said(["Verification result: UNKNOWN(timeout)"]), "TIMEOUT")
check(said(["Verification result: UNKNOWN(out of memory)"]), "OUT OF MEMORY")
check(said(["Verification result: MAYBE"]), "ERROR (unexpected answer MAYBE)")
check(said(["error: a.c: no such file"], 2 << 8), "ERROR (a.c: no such file)")
check(said([], 9, "cputime"), "TIMEOUT")
check(said([], 11), "ERROR (signal 11)")
check(said([]), "ERROR")
output = B.RunOutput([line + "\n" for line in ["states                6", "states checked        5",
    "time checking the proof 0.008 s", "time                  0.363 s", "time                  0.5 s", "configuration         value"]])
check([tool.get_value_from_output(output, i) for i in ["states", "time", "configuration", "nothing"]],
      ["6", "0.5", "value", None])
def line(options=(), model=None, **limits):
    task = B.Task.with_files(["a.c"], property_file="p.prp", options={"language": "C", "data_model": model} if model else None)
    return tool.cmdline("adumbra", list(options), task, B.ResourceLimits(**limits))
check(line(), ["adumbra", "verify", "--stats", "--property", "p.prp", "a.c"])
check(line(["--32"], "LP64"), ["adumbra", "verify", "--32", "--stats", "--property", "p.prp", "a.c"])
check(line((), "LP64", cputime=900, cputime_hard=960, memory=15_000_000_000, cpu_cores=1)[5:],
      ["--64", "--timeout", "898", "--memory", "14255", "a.c"])
check(line((), None, cputime=900, cputime_hard=960, walltime=700, cpu_cores=4)[5:], ["--timeout", "698", "a.c"])
check(line((), None, cputime=900, cputime_hard=960, cpu_cores=4)[5:], ["a.c"])
"#;
    let mut command = Command::new(python);
    command.args(["-c", script]).env("PYTHONPATH", repository().join("tools/benchexec"));
    let done = command.env("PYTHONDONTWRITEBYTECODE", "1").output().unwrap();
    assert!(done.status.success(), "{}", said(&done));
}

#[test]
fn benchexec_measures_us() {
    let Some(python) = python() else { return };
    let place = place();
    let (tool, is_real) = tool_directory(place.path());
    // The example that is shipped, with other tasks and smaller limits.
    let example = fs::read_to_string(repository().join("tools/benchexec/adumbra.xml")).unwrap();
    let ours = example
        .replace("sv-benchmarks/c/ReachSafety-Loops.set", "our.set")
        .replace("sv-benchmarks/c/properties/", "")
        .replace("900 s", "60 s")
        .replace("960 s", "65 s")
        .replace("15 GB", "2 GB");
    assert!(!ours.contains("sv-benchmarks/"), "{ours}");
    fs::write(place.path().join("our.xml"), ours).unwrap();
    let mut command = Command::new(&python);
    command.args(["-m", "benchexec.benchexec", "our.xml", "--read-only-dir", "/", "--no-compress-results"]);
    // Directories for temporary files are hidden otherwise, and any of these may be in one.
    let module = repository().join("tools/benchexec");
    let prefix = Command::new(&python).args(["-c", "import sys; print(sys.prefix)"]).output().unwrap();
    let prefix = PathBuf::from(String::from_utf8_lossy(&prefix.stdout).trim());
    for directory in [place.path(), &tool, &module, &prefix] {
        command.arg("--read-only-dir").arg(directory);
    }
    command.args(["--hidden-dir", "/home"]);
    command.args(["--outputpath", "out/", "--rundefinition", "default", "--tool-directory"]).arg(&tool);
    command.env("PYTHONPATH", repository().join("tools/benchexec")).env("PYTHONDONTWRITEBYTECODE", "1");
    // To a file: where its container cannot be made, it leaves a process behind that would keep a
    // pipe open for ever.
    let log = place.path().join("benchexec.log");
    let file = fs::File::create(&log).unwrap();
    command.stdin(std::process::Stdio::null()).stdout(file.try_clone().unwrap()).stderr(file);
    let status = command.current_dir(place.path()).status().unwrap();
    let text = fs::read_to_string(&log).unwrap();
    if !status.success() && ["cgroup", "amespace"].iter().any(|word| text.contains(word)) {
        eprintln!("NOT TESTED: this machine does not allow what BenchExec needs: {text}");
        return;
    }
    assert!(status.success(), "{text}");
    let results = fs::read_dir(place.path().join("out")).unwrap().map(|file| file.unwrap().path());
    let results: Vec<PathBuf> = results.filter(|path| path.to_string_lossy().ends_with(".xml")).collect();
    let xml: String = results.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let value = |task: &str, title: &str| -> String {
        let run =
            xml.split("<run ").find(|run| run.contains(&format!("{task}.yml"))).unwrap_or_else(|| panic!("{xml}"));
        let column = run.split("<column ").find(|column| column.contains(&format!("title=\"{title}\""))).unwrap();
        column.split("value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    for (task, answer) in [("good", "true"), ("bad", "false(unreach-call)")] {
        assert_eq!((value(task, "status").as_str(), value(task, "category").as_str()), (answer, "correct"), "{text}");
        assert!(value(task, "cputime").ends_with('s'));
    }
    if !is_real {
        assert_eq!((value("good", "states").as_str(), value("good", "time in the tool").as_str()), ("6", "0.363"));
    }
}
