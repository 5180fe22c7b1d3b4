//! The scripts on machines where something is missing: they say what and what to do, end with an
//! exit code other than 0, and leave nothing half done. Stand-ins for the programs that the scripts
//! call make such machines.

use crate::common::{Place, Ran, ran};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A machine where everything is there, until a program or a variable is replaced.
struct Machine {
    place: Place,
    variables: Vec<(&'static str, String)>,
}

impl Machine {
    fn new() -> Machine {
        let place = Place::new(&[]);
        for folder in ["bin", "llvm", "llvm/bin", "home", "target", "made"] {
            std::fs::create_dir(place.path(folder)).unwrap();
        }
        let llvm = place.path("llvm").display().to_string();
        let machine = Machine { place, variables: vec![("LLVM_SYS_221_PREFIX", llvm)] };
        machine
            .with("dpkg-query", r#"for p in "$@"; do case $p in -*) ;; *) echo "$p installed" ;; esac; done"#)
            .with("rustc", "echo 'rustc 1.95.0 (0123456789 2026-01-01)'")
            .with("cargo", r#"echo "$@" >>"$CALLS"; exit 1"#)
            .with("apt-get", r#"echo "apt-get $@" >>"$CALLS"; exit 100"#)
            .with("sudo", "exit 1")
            .with("clang-22", "echo 'Debian clang version 22.1.0'")
            .with("../llvm/bin/llvm-config", "echo 22.1.0")
    }

    /// Replaces a program.
    fn with(self, name: &str, text: &str) -> Machine {
        self.place.script(&format!("bin/{name}"), text);
        self
    }

    /// Sets a variable of the environment.
    fn set(mut self, name: &'static str, value: impl Into<String>) -> Machine {
        self.variables.push((name, value.into()));
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path(name)
    }

    /// Runs a script of the repository.
    fn run(&self, script: &str, arguments: &[&str]) -> Ran {
        let mut command = Command::new(repository().join("scripts").join(script));
        command.args(arguments).current_dir(self.path("made")).env_clear();
        command.env("PATH", format!("{}:/usr/bin:/bin", self.path("bin").display()));
        command.env("CALLS", self.path("calls")).env("TMPDIR", self.place.temporary.path());
        command.env("HOME", self.path("home")).env("CARGO_TARGET_DIR", self.path("target"));
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        ran(&command.output().unwrap())
    }

    /// Checks that a script fails and says these things, and leaves nothing behind.
    #[track_caller]
    fn fails(&self, script: &str, arguments: &[&str], parts: &[&str]) {
        self.run(script, arguments).fails(1, parts);
        assert!(self.place.is_tidy(), "temporary files are left");
        for folder in ["made", "target"] {
            let left: Vec<_> = std::fs::read_dir(self.path(folder)).unwrap().map(|e| e.unwrap().path()).collect();
            assert!(left.is_empty(), "{left:?} are left");
        }
    }

    /// The calls of cargo and apt-get.
    fn calls(&self) -> String {
        std::fs::read_to_string(self.path("calls")).unwrap_or_default()
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn executables() -> &'static str {
    Path::new(env!("CARGO_BIN_EXE_adumbra")).parent().unwrap().to_str().unwrap()
}

/// A package from the executables of the tests, which nothing but the failure under test prevents.
fn packaging() -> (Machine, Vec<&'static str>) {
    let machine =
        Machine::new().with("dpkg-query", r#"exec /usr/bin/dpkg-query "$@""#).with("cargo", "echo 'serde v1.0.0  MIT'");
    (machine, vec!["--quick", "--from", executables(), "--output", "new/adumbra.deb"])
}

const NO_PACKAGE: &str = "exit 1";

#[test]
fn setup_is_quiet_where_nothing_is_missing() {
    let machine = Machine::new();
    let ran = machine.run("setup", &[]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
    assert_eq!(machine.calls(), "");
    machine.fails("setup", &["--nonsense"], &["usage: scripts/setup"]);
}

#[test]
fn setup_says_that_rust_is_too_old_missing_or_broken() {
    let old = Machine::new().with("rustc", "echo 'rustc 1.80.0 (051478957 2024-07-21)'");
    old.fails("setup", &[], &["rustc is 1.80.0", "1.95 or newer", "rustup update stable"]);
    let broken = Machine::new().with("rustc", "echo 'error: no default toolchain' >&2; exit 1");
    broken.fails("setup", &[], &["rustc does not work: error: no default toolchain", "rustup default stable"]);
    let none = Machine::new();
    std::fs::remove_file(none.path("bin/rustc")).unwrap();
    if !Path::new("/usr/bin/rustc").exists() {
        none.fails("setup", &[], &["missing: Rust 1.95", "rustup"]);
    }
}

#[test]
fn setup_without_root_says_what_to_install() {
    let machine = Machine::new().with("dpkg-query", NO_PACKAGE).with("id", "echo 1000");
    machine.fails(
        "setup",
        &[],
        &[
            "missing packages: clang-22 llvm-22-dev",
            "needs root",
            "apt-get install -y --no-install-recommends clang-22",
        ],
    );
    assert_eq!(machine.calls(), "");
}

#[test]
fn setup_without_network_says_so() {
    let machine = Machine::new().with("dpkg-query", NO_PACKAGE).with("id", "echo 0");
    machine.fails(
        "setup",
        &[],
        &["could not be brought up to date", "apt-get failed", "network", "missing packages: clang-22"],
    );
    assert!(machine.calls().contains("install -y --no-install-recommends clang-22"), "{}", machine.calls());
    // It says that it worked, and nothing is there.
    let machine = machine.with("apt-get", "exit 0");
    machine.fails("setup", &[], &["missing packages: clang-22", "did not install them"]);
}

#[test]
fn setup_wants_one_version_of_llvm() {
    let machine = Machine::new().with("../llvm/bin/llvm-config", "echo 14.0.6");
    machine.fails("setup", &[], &["is 14.0.6, but Adumbra needs 22", "LLVM_SYS_221_PREFIX", "unset it"]);
    let machine = Machine::new().set("LLVM_SYS_221_PREFIX", "/nonexistent");
    machine.fails("setup", &[], &["no LLVM in /nonexistent", "LLVM_SYS_221_PREFIX", "llvm-22-dev"]);
    let machine =
        Machine::new().with("clang-14", "echo 'clang version 14.0.6'; echo more").set("ADUMBRA_CLANG", "clang-14");
    machine.fails("setup", &[], &["clang-14 is not clang 22", "ADUMBRA_CLANG", "clang version 14.0.6"]);
    let machine = Machine::new().with("clang-22", "exit 127");
    machine.fails("setup", &[], &["clang-22 does not run", "package clang-22"]);
}

/// A disk with so many megabytes left, by the words of `df`.
fn disk(megabytes: &str) -> String {
    format!("echo Filesystem 1M-blocks Used Available Capacity Mounted; echo disk 9000 9000 {megabytes} 99% /")
}

#[test]
fn nothing_is_built_where_the_disk_is_too_small() {
    let machine = Machine::new().with("df", &disk("120"));
    machine.fails("try", &[], &["the build needs", "120 MB are free", "CARGO_TARGET_DIR"]);
    machine.fails("package", &[], &["the build needs", "120 MB are free", "CARGO_TARGET_DIR"]);
    assert_eq!(machine.calls(), "");
}

#[test]
fn a_build_that_fails_is_explained() {
    let machine = Machine::new();
    machine.fails("try", &[], &["minutes on two cores", "could not be fetched", "network"]);
    assert!(machine.calls().starts_with("build --release --locked -p adumbra --bins\n"), "{}", machine.calls());
    let machine = Machine::new().with("cargo", r#"[ "$1" = tree ]"#);
    machine.fails("try", &[], &["the build failed; the messages above say why"]);
    machine.fails("package", &[], &["the build failed; the messages above say why"]);
    // The disk runs full meanwhile.
    let full = format!(r#"if [ -e "$CALLS" ]; then {}; else {}; fi"#, disk("3"), disk("9000"));
    let machine = Machine::new().with("df", &full);
    machine.fails("try", &[], &["has 3 MB left", "free some space", "CARGO_TARGET_DIR"]);
}

#[test]
fn try_stops_where_setup_does() {
    let machine = Machine::new().with("rustc", "echo 'rustc 1.80.0'");
    machine.fails("try", &[], &["rustc is 1.80.0"]);
    let machine = Machine::new().set("ADUMBRA", "no/such/file");
    machine.fails("try", &[], &["no executable at", "no/such/file", "ADUMBRA"]);
    assert_eq!(machine.calls(), "");
}

#[test]
fn try_shows_the_examples() {
    crate::common::need_llvm();
    let machine = Machine::new().set("ADUMBRA", env!("CARGO_BIN_EXE_adumbra"));
    let ran = machine.with("clang-22", r#"exec /usr/bin/clang-22 "$@""#).run_here("try");
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    for part in ["1 of 3", "2 of 3", "3 of 3", "$ adumbra verify examples/primes.c"] {
        assert!(ran.stderr.contains(part), "{part}: {ran:#?}");
    }
    assert!(ran.stdout.contains("Verification result: FALSE"), "{ran:#?}");
}

impl Machine {
    /// Runs a script and checks that it left a picture and nothing else.
    fn run_here(&self, script: &str) -> Ran {
        let ran = self.run(script, &[]);
        let left: Vec<_> = std::fs::read_dir(self.path("made")).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, ["primes.svg"], "{ran:#?}");
        assert!(self.place.is_tidy());
        ran
    }
}

#[test]
fn a_package_needs_two_executables_of_this_version() {
    let (machine, _) = packaging();
    machine.fails("package", &["--from", "made"], &["no executable at", "made/adumbra", "cargo build"]);
    machine.fails("package", &["--from"], &["usage: scripts/package"]);
    machine.fails("package", &["--output", "adumbra.zip"], &["ends in .deb"]);
    let machine = machine.with("adumbra", "echo adumbra 0.0.1").with("adumbra-llvm", "");
    let from = machine.path("bin").display().to_string();
    machine.fails("package", &["--from", &from], &["is adumbra 0.0.1, but the sources are", "build it again"]);
    let machine = machine.with("adumbra", "echo Illegal instruction; exit 132");
    machine.fails("package", &["--from", &from], &["does not run: Illegal instruction"]);
}

#[test]
fn a_package_that_cannot_be_finished_is_not_there() {
    let (machine, arguments) = packaging();
    // The disk is too small, and it runs full in the middle of the file.
    let machine = machine.with("df", &disk("1"));
    machine.fails("package", &arguments, &["the content of the package needs", "1 MB are free", "TMPDIR"]);
    let machine = machine.with("df", &disk("9000"));
    let midway = r#"for to in "$@"; do :; done; echo half >"$to"; echo 'dpkg-deb: error: no space left' >&2; exit 2"#;
    let machine = machine.with("dpkg-deb", midway);
    machine.fails("package", &arguments, &["no space left", "the package could not be written", "--output"]);
    // An older package stays as it was.
    std::fs::write(machine.path("old.deb"), "old").unwrap();
    let old = machine.path("old.deb").display().to_string();
    machine.fails("package", &["--quick", "--from", executables(), "--output", &old], &["could not be written"]);
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "old");
}

#[test]
fn a_package_needs_its_tools_and_a_place() {
    let (machine, arguments) = packaging();
    let machine = machine.with("strip", "exit 1");
    machine.fails("package", &arguments, &["cannot be stripped"]);
    let machine = machine.with("strip", "exit 0").with("dpkg-query", NO_PACKAGE);
    machine.fails("package", &arguments, &["no installed package holds"]);
    let (machine, _) = packaging();
    std::fs::write(machine.path("file"), "").unwrap();
    let output = machine.path("file").join("adumbra.deb").display().to_string();
    machine.fails("package", &["--quick", "--from", executables(), "--output", &output], &["file"]);
}

#[test]
fn stub_check_says_what_it_would_do_and_what_is_missing() {
    let machine = Machine::new();
    let ran = machine.run("stub-check", &["--list", "CPA-3"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    for part in
        ["CPA-3 crates/engine/src/", "package(adumbra-strategies) & test(/(^|::)joining_gives_the_false_alarm$/)"]
    {
        assert!(ran.stdout.contains(part), "{part}: {ran:?}");
    }
    assert!(!ran.stdout.contains("CPA-4"), "{ran:?}");
    machine.fails("stub-check", &["CPA-999"], &["docs/stubs.txt has no functions of CPA-999"]);
    machine.fails("stub-check", &["--nonsense"], &["usage: scripts/stub-check"]);
    machine.fails("stub-check", &["CPA-3"], &["cargo-mutants is missing", "cargo install --locked cargo-mutants"]);
}
