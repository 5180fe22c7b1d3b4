//! The executables as they are installed.

use std::process::Command;

/// The shared libraries that an executable asks for.
fn libraries(executable: &str) -> String {
    let output = Command::new("readelf").args(["-d", executable]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter(|line| line.contains("(NEEDED)")).collect::<Vec<_>>().join("\n")
}

#[test]
fn only_the_companion_links_llvm() {
    let own = libraries(env!("CARGO_BIN_EXE_adumbra"));
    assert!(own.contains("libc.so") && !own.contains("LLVM"), "{own}");
    let companion = libraries(env!("CARGO_BIN_EXE_adumbra-llvm"));
    assert!(companion.contains("libLLVM"), "{companion}");
}
