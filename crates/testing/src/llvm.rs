//! The process that links LLVM, and texts that compilers make.

use std::path::Path;
use std::process::Command;
use std::sync::Once;

/// Builds the LLVM process beside the tests if it is not there.
///
/// # Panics
/// If it cannot be built.
pub fn need() {
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        if std::env::var_os("ADUMBRA_LLVM").is_some_and(|v| !v.is_empty()) {
            return;
        }
        let own = std::env::current_exe().unwrap_or_else(|e| panic!("which executable is this? {e}"));
        // The executables of tests are in `deps`, in the folder of the profile.
        let Some((profile, target)) = own.ancestors().nth(2).and_then(|p| Some((p, p.parent()?))) else {
            panic!("{} is in no folder of tests", own.display());
        };
        if profile.join("adumbra-llvm").is_file() {
            return;
        }
        build(profile, target);
    });
}

fn build(profile: &Path, target: &Path) {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "-p", "adumbra", "--bin", "adumbra-llvm", "--target-dir"]).arg(target);
    if profile.ends_with("release") {
        build.arg("--release");
    }
    let built = build.current_dir(env!("CARGO_MANIFEST_DIR")).status();
    assert!(built.is_ok_and(|status| status.success()), "adumbra-llvm cannot be built");
}

/// A text has these parts, and has not those.
///
/// # Panics
/// If it is otherwise.
pub fn has(text: &str, wanted: &[&str], unwanted: &[&str]) {
    for part in wanted {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    for part in unwanted {
        assert!(!text.contains(part), "{part} is in\n{text}");
    }
}
