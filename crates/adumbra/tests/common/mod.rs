//! Running `adumbra` in a directory of its own.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory with files, where commands run; it is removed in the end.
pub struct Place {
    directory: tempfile::TempDir,
    /// Where the runs put temporary files.
    pub temporary: tempfile::TempDir,
}

/// What a run left behind.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    pub fn new(files: &[(&str, &[u8])]) -> Place {
        let place = Place { directory: tempfile::tempdir().unwrap(), temporary: tempfile::tempdir().unwrap() };
        for (name, bytes) in files {
            std::fs::write(place.path(name), bytes).unwrap();
        }
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// An executable shell script that stands in for another program.
    pub fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        path
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adumbra"));
        command.args(arguments).current_dir(self.directory.path()).env("TMPDIR", self.temporary.path());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        ran(&self.command(arguments).output().unwrap())
    }

    /// Runs with a compiler and an LLVM process that write down that they were started; answers how
    /// often each was.
    pub fn counted(&self, arguments: &[&str]) -> (Ran, usize, usize) {
        let compiler = std::env::var("ADUMBRA_CLANG").unwrap_or_else(|_| "clang-22".into());
        let count = |name: &str, real: &str| {
            let log = self.path(&format!("{name}.log"));
            std::fs::write(&log, "").unwrap();
            let note = "case \"$*\" in *--version*) ;; *) echo started >>";
            (log.clone(), self.script(name, &format!("{note} {}; ;; esac\nexec {real} \"$@\"", log.display())))
        };
        let (compiled, clang) = count("counting-clang", &compiler);
        let (translated, llvm) = count("counting-llvm", &llvm().display().to_string());
        let output = self.command(arguments).env("ADUMBRA_CLANG", clang).env("ADUMBRA_LLVM", llvm).output().unwrap();
        let lines = |log| std::fs::read_to_string(log).unwrap().lines().count();
        (ran(&output), lines(compiled), lines(translated))
    }

    /// Are all temporary files gone?
    pub fn is_tidy(&self) -> bool {
        std::fs::read_dir(self.temporary.path()).unwrap().next().is_none()
    }
}

pub fn ran(output: &Output) -> Ran {
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Ran {
    /// Checks the exit code and that standard error has all the parts, and no panic.
    #[track_caller]
    pub fn fails(&self, code: i32, parts: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        for part in parts {
            assert!(self.stderr.contains(part), "{part:?} is missing: {self:#?}");
        }
        assert!(!self.stderr.contains(" panicked at "), "{self:#?}");
    }
}

/// The LLVM process: beside `adumbra`, since cargo builds both executables of the crate before its
/// tests.
pub fn llvm() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_adumbra")).with_file_name("adumbra-llvm")
}

/// Checks that there is an LLVM process.
pub fn need_llvm() {
    assert!(llvm().is_file());
}

/// The command line, run from the root of the repository.
pub fn adumbra() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adumbra"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command
}
