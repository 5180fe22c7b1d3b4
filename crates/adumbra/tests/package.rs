//! What is installed: the executables, the Debian package of `scripts/package`, manual pages and
//! completions.

use crate::common::{Place, ran};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The standard output of a command that works.
#[track_caller]
fn output(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// The shared libraries that an executable asks for.
fn libraries(executable: &str) -> String {
    let text = output(Command::new("readelf").args(["-d", executable]));
    text.lines().filter(|line| line.contains("(NEEDED)")).collect::<Vec<_>>().join("\n")
}

#[test]
fn only_the_companion_links_llvm() {
    let own = libraries(env!("CARGO_BIN_EXE_adumbra"));
    assert!(own.contains("libc.so") && !own.contains("LLVM"), "{own}");
    let companion = libraries(env!("CARGO_BIN_EXE_adumbra-llvm"));
    assert!(companion.contains("libLLVM"), "{companion}");
}

/// Makes a package from the executables of the tests.
fn package(place: &Place, name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let from = Path::new(env!("CARGO_BIN_EXE_adumbra")).parent().unwrap();
    let file = place.path(name);
    let mut make = Command::new(root.join("scripts/package"));
    make.arg("--quick").arg("--from").arg(from).arg("--output").arg(&file);
    make.env("TMPDIR", place.temporary.path()).env("SOURCE_DATE_EPOCH", "1700000000").env_remove("CARGO_TARGET_DIR");
    assert_eq!(output(&mut make).trim(), file.to_str().unwrap());
    assert!(place.is_tidy());
    file
}

#[test]
fn a_package_works_where_it_is_unpacked() {
    let place = Place::new(&[]);
    let file = package(&place, "new/adumbra.deb");
    let again = package(&place, "again.deb");
    assert!(
        std::fs::read(&file).unwrap() == std::fs::read(again).unwrap(),
        "two packages of the same executables differ"
    );

    let field = |name: &str| output(Command::new("dpkg-deb").arg("-f").arg(&file).arg(name)).trim().to_owned();
    assert_eq!(field("Version"), env!("CARGO_PKG_VERSION"));
    for part in ["clang-22", "libllvm22", "libc6 (>= 2."] {
        assert!(field("Depends").contains(part), "{part}: {}", field("Depends"));
    }
    assert!(field("Installed-Size").parse::<u32>().unwrap() > 1000);
    let listing = output(Command::new("dpkg-deb").arg("-c").arg(&file));
    assert!(listing.lines().all(|line| line.contains(" root/root ")), "{listing}");

    let to = place.path("unpacked");
    output(Command::new("dpkg-deb").arg("-x").arg(&file).arg(&to));
    for name in [
        "usr/share/adumbra/configs/default.conf",
        "usr/share/adumbra/specs/lock.spec",
        "usr/share/doc/adumbra/README.md",
        "usr/share/doc/adumbra/docs/verify.md",
        "usr/share/doc/adumbra/copyright",
        "usr/share/doc/adumbra/changelog.gz",
        "usr/share/man/man1/adumbra.1.gz",
        "usr/share/man/man1/adumbra-llvm.1.gz",
        "usr/share/man/man1/adumbra-bench-report.1.gz",
        "usr/share/man/man5/adumbra-options.5.gz",
        "usr/share/bash-completion/completions/adumbra",
        "usr/share/zsh/vendor-completions/_adumbra",
        "usr/share/fish/vendor_completions.d/adumbra.fish",
    ] {
        assert!(std::fs::metadata(to.join(name)).is_ok_and(|m| m.len() > 0), "{name} is missing");
    }
    let licences = std::fs::read_to_string(to.join("usr/share/doc/adumbra/third-party")).unwrap();
    assert!(licences.contains("serde v1") && !licences.contains("(/"), "{licences}");

    // With nothing of the machine but the path of its compilers.
    let mut verify = Command::new(to.join("usr/bin/adumbra"));
    verify.env_clear().env("PATH", "/usr/bin:/bin").current_dir(to.join("usr/share/doc/adumbra/examples"));
    let ran = ran(&verify.args(["verify", "off-by-one.c", "--property", "memsafety"]).output().unwrap());
    assert_eq!(ran.code, Some(10), "{ran:#?}");
    assert!(ran.stdout.ends_with("Verification result: FALSE(valid-deref)\n"), "{ran:#?}");
}

/// Is a program on this machine?
fn is_there(program: &str) -> bool {
    Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap().status.success()
}

#[test]
fn manual_pages_render() {
    let place = Place::new(&[]);
    let ran = place.run(&["manual", "pages/here"]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
    let names: Vec<PathBuf> =
        std::fs::read_dir(place.path("pages/here")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(names.len() > 12, "{names:?}");
    for name in &names {
        let text = std::fs::read_to_string(name).unwrap();
        for part in [".TH ADUMBRA", " \" \" \"adumbra 0.", ".SH NAME", ".SH DESCRIPTION", ".SH \"SEE ALSO\""] {
            assert!(text.contains(part), "{part} is missing in {}", name.display());
        }
        if is_there("groff") {
            let Output { stdout, stderr, .. } =
                Command::new("groff").args(["-man", "-Tutf8", "-ww", "-k"]).arg(name).output().unwrap();
            assert!(stderr.is_empty(), "{}: {}", name.display(), String::from_utf8_lossy(&stderr));
            assert!(stdout.len() > 500, "{}", name.display());
        }
        if is_there("mandoc") {
            let lint = Command::new("mandoc").args(["-T", "lint", "-W", "error"]).arg(name).output().unwrap();
            assert!(lint.stdout.is_empty(), "{}", String::from_utf8_lossy(&lint.stdout));
        }
    }
    let verify = std::fs::read_to_string(place.path("pages/here/adumbra-verify.1")).unwrap().replace("\\-", "-");
    assert!(verify.contains("--harness") && verify.contains("--timeout") && verify.contains("adumbra verify task.c"));
    let options = std::fs::read_to_string(place.path("pages/here/adumbra-options.5")).unwrap().replace("\\-", "-");
    for listed in [place.run(&["verify", "--list-options"]).stdout, place.run(&["solve", "--list-options"]).stdout] {
        for name in listed.lines().skip(1).filter_map(|line| line.split_whitespace().next()) {
            assert!(options.contains(&format!("\\fB{name}\\fR = ")), "{name} is missing");
        }
    }
}

#[test]
fn manual_pages_are_not_written_where_they_cannot_be() {
    let place = Place::new(&[("file", b"")]);
    place.run(&["manual", "file"]).fails(2, &["file: cannot be written"]);
    place.run(&["manual"]).fails(1, &["<DIR>"]);
    place.run(&["completions", "tcsh"]).fails(1, &["bash, zsh, fish"]);
}

#[test]
fn completions_know_the_commands_and_options() {
    let place = Place::new(&[]);
    for shell in ["bash", "zsh", "fish"] {
        let ran = place.run(&["completions", shell]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
        for part in
            ["verify", "compare", "slice", "solve", "bench", "completions", "manual", "harness", "predicate-lbe"]
        {
            assert!(ran.stdout.contains(part), "{part} is missing for {shell}");
        }
        let path = place.path(shell);
        std::fs::write(&path, ran.stdout).unwrap();
        if is_there(shell) {
            output(Command::new(shell).arg("-n").arg(&path));
        }
    }
    // What bash offers for the last word.
    let offers = |words: &[&str]| {
        let script = format!(
            "complete() {{ :; }}; compopt() {{ :; }}; . ./bash; COMP_WORDS=({}); COMP_CWORD={}; \
             _adumbra adumbra \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; echo \"${{COMPREPLY[@]}}\"",
            words.join(" "),
            words.len() - 1
        );
        output(Command::new("bash").args(["-c", &script]).current_dir(place.path(".")))
    };
    assert_eq!(offers(&["adumbra", "ver"]).trim(), "verify");
    assert_eq!(offers(&["adumbra", "verify", "task.c", "--har"]).trim(), "--harness");
    assert_eq!(offers(&["adumbra", "verify", "task.c", "--set", "trav"]).trim(), "traversal=");
    assert_eq!(offers(&["adumbra", "verify", "task.c", "--config", "predicate-l"]).trim(), "predicate-lbe");
    assert_eq!(offers(&["adumbra", "verify", "task.c", "--property", "no-ov"]).trim(), "no-overflow");
}
