//! C programs and what is found out about them.

pub mod shadow;
pub mod tricky;

use adumbra_dependence::*;
use adumbra_frontend::{LoadOptions, load};
use adumbra_program::*;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the LLVM process beside the tests if it is not there.
pub fn need_llvm() {
    static BUILT: std::sync::Once = std::sync::Once::new();
    BUILT.call_once(|| {
        if std::env::var_os("ADUMBRA_LLVM").is_some_and(|v| !v.is_empty()) {
            return;
        }
        let own = std::env::current_exe().unwrap();
        let profile = own.parent().unwrap().parent().unwrap();
        if profile.join("adumbra-llvm").is_file() {
            return;
        }
        let mut build = Command::new(env!("CARGO"));
        build
            .args(["build", "--quiet", "-p", "adumbra", "--bin", "adumbra-llvm", "--target-dir"])
            .arg(profile.parent().unwrap());
        if profile.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap().success());
    });
}

/// The C files below a folder of `tasks`, in order.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks").join(folder);
    let (mut folders, mut files) = (vec![directory], Vec::new());
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
            match path.extension() {
                None if path.is_dir() => folders.push(path),
                Some(e) if e == "c" => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

/// A program from a file, if it loads.
pub fn load_file(path: &Path, property: &str, model: DataModel, promote: bool) -> Option<Program> {
    need_llvm();
    let property = Property::by_name(property).unwrap();
    let loaded = load(&LoadOptions::new([path]).property(property).data_model(model).promote(promote));
    loaded.ok().map(|loaded| std::sync::Arc::unwrap_or_clone(loaded.into_program()))
}

/// A program from its C text.
pub fn load_c(text: &str, model: DataModel, promote: bool) -> Program {
    load_for(text, "unreach-call", model, promote)
}

/// A program from its C text, for a property.
pub fn load_for(text: &str, property: &str, model: DataModel, promote: bool) -> Program {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("task.c");
    std::fs::write(&path, text).unwrap();
    load_file(&path, property, model, promote).unwrap_or_else(|| panic!("does not load: {text}"))
}

/// A program with both analyses of its memory.
pub struct Known {
    pub program: Program,
    pub points_to: Andersen,
    pub regions: Regions,
}

impl Known {
    pub fn of(text: &str) -> Known {
        Known::about(load_c(text, DataModel::Lp64, true))
    }

    pub fn about(program: Program) -> Known {
        let points_to = Andersen::new(&program, Outside::Pure);
        let regions = Regions::new(&program, &points_to);
        Known { program, points_to, regions }
    }

    pub fn show(&self) -> String {
        self.regions.show(&self.program)
    }
}
