//! Bad input: a clear error, the right exit code, no panic, nothing left behind.

use crate::common::{self, Place};
use adumbra_testing::Random;

const MAIN: &[u8] = b"int main(void) { return 0; }\n";

#[test]
fn wrong_use_of_the_command_line() {
    let place = Place::new(&[("a.c", MAIN)]);
    place.run(&[]).fails(1, &["Usage:"]);
    place.run(&["cfa"]).fails(1, &["<FILE>"]);
    place.run(&["cfa", "a.c", "--unknown"]).fails(1, &["--unknown"]);
    place.run(&["nonsense"]).fails(1, &["nonsense"]);
    place.run(&["cfa", "a.c", "--32", "--64"]).fails(1, &["--32", "--64"]);
    place.run(&["cfa", "a.c", "--timeout", "0"]).fails(1, &["--timeout"]);
    place
        .run(&["cfa", "a.c", "--property", "nonsense"])
        .fails(1, &["nonsense: no such property", "try: one of unreach-call"]);
    assert!(place.is_tidy());
}

#[test]
fn help_is_no_error() {
    let place = Place::new(&[]);
    for arguments in [&["--help"][..], &["cfa", "--help"], &["--version"]] {
        let ran = place.run(arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    }
    assert!(place.run(&["cfa", "--help"]).stdout.contains("Examples:"));
}

#[test]
fn files_that_cannot_be_read() {
    let place = Place::new(&[("a.txt", b"x"), ("p.prp", b"CHECK( init(main()), LTL(G def-behavior) )")]);
    std::fs::create_dir(place.path("d.c")).unwrap();
    place.run(&["cfa", "no.c"]).fails(2, &["error: no.c: no such file"]);
    place.run(&["cfa", "d.c"]).fails(2, &["error: d.c: is a directory", "compile_commands.json"]);
    place.run(&["cfa", "a.txt"]).fails(2, &["error: a.txt: unknown kind of input", "known are .c"]);
    place.run(&["cfa", "a.txt", "--property", "no.prp"]).fails(2, &["no.prp: no such file"]);
    place.run(&["cfa", "a.txt", "--property", "p.prp"]).fails(2, &["p.prp:1: unknown proposition `def-behavior`"]);
    assert!(place.is_tidy());
}

#[test]
fn a_file_that_may_not_be_read() {
    let place = Place::new(&[("a.c", MAIN)]);
    let path = place.path("a.c");
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        return; // the superuser reads everything
    }
    place.run(&["cfa", "a.c"]).fails(2, &["error: a.c: cannot be read"]);
}

#[test]
fn tasks_and_databases_that_are_none() {
    let place = Place::new(&[
        ("t.yml", b"format_version: '2.0'\ninput_files: gone.c\n"),
        ("u.yml", b"- a\n- b\n"),
        ("compile_commands.json", b"[{\"directory\": 3}]"),
    ]);
    place.run(&["cfa", "t.yml"]).fails(2, &["gone.c: no such file"]);
    place.run(&["cfa", "u.yml"]).fails(2, &["error: u.yml", "not a task file"]);
    place.run(&["cfa", "compile_commands.json"]).fails(2, &["compile_commands.json:1: not a compilation database"]);
}

#[test]
fn c_that_does_not_compile() {
    let place = Place::new(&[
        ("bad.c", b"int main(void) {\n  return x;\n}\n"),
        ("p.i", b"# 7 \"orig.c\"\nint main(void) { return y; }\n"),
    ]);
    let ran = place.run(&["cfa", "bad.c"]);
    ran.fails(2, &["error: bad.c:2:10: use of undeclared identifier 'x'", "try: compiler flags go after"]);
    place.run(&["cfa", "p.i"]).fails(2, &["error: p.i:2:25: use of undeclared identifier 'y'"]);
    place.run(&["cfa", "bad.c", "--", "-fno-such-flag"]).fails(2, &["error: bad.c: ", "-fno-such-flag"]);
    assert!(place.is_tidy());
}

#[test]
fn a_line_of_ten_megabytes() {
    let mut text = b"int main(void) { return 0; } /* ".to_vec();
    text.resize(10 << 20, b'x');
    let place = Place::new(&[("long.c", text.as_slice())]);
    place.run(&["cfa", "long.c"]).fails(2, &["error: long.c:1:30: unterminated /* comment"]);
    let ran = place.run(&["cfa", "long.c"]);
    assert!(ran.stderr.len() < 4000, "{} bytes of message", ran.stderr.len());
    common::need_llvm();
    text.extend_from_slice(b" */ int f(void) { return undeclared; }");
    std::fs::write(place.path("long.c"), &text).unwrap();
    let ran = place.run(&["cfa", "long.c"]);
    ran.fails(2, &["use of undeclared identifier 'undeclared'"]);
    assert!(ran.stderr.len() < 4000, "{} bytes of message", ran.stderr.len());
    text.truncate(text.len() - b"int f(void) { return undeclared; }".len());
    std::fs::write(place.path("long.c"), &text).unwrap();
    assert_eq!(place.run(&["cfa", "long.c"]).code, Some(0));
}

#[test]
fn no_compiler_on_the_machine() {
    let place = Place::new(&[("a.c", MAIN), ("a.rs", b"fn main() {}")]);
    let run = |file: &str| common::ran(&place.command(&["cfa", file]).env("PATH", "/nonexistent").output().unwrap());
    run("a.c").fails(2, &["error: a.c: clang was not found", "clang-22", "scripts/setup"]);
    run("a.rs").fails(2, &["error: a.rs: rustc was not found", "Rust"]);
}

#[test]
fn a_compiler_that_dies_or_hangs() {
    let place = Place::new(&[("a.c", MAIN)]);
    let version = "case \"$1\" in --version) echo clang version 22.1.8; exit 0;; esac";
    let run = |clang: &std::path::Path| {
        let mut command = place.command(&["cfa", "a.c", "--compile-timeout", "1"]);
        common::ran(&command.env("ADUMBRA_CLANG", clang).output().unwrap())
    };
    run(&place.script("dies", &format!("{version}\necho oops >&2; kill -SEGV $$")))
        .fails(2, &["a.c: clang was ended by signal 11 (segmentation fault)", "oops"]);
    run(&place.script("hangs", &format!("{version}\nexec sleep 60")))
        .fails(2, &["a.c: clang did not finish within 1 s"]);
    assert!(place.is_tidy());
}

#[test]
fn the_llvm_process_is_missing_or_answers_wrongly() {
    let place = Place::new(&[("a.c", MAIN)]);
    let run = |llvm: &std::path::Path| {
        common::ran(&place.command(&["cfa", "a.c"]).env("ADUMBRA_LLVM", llvm).output().unwrap())
    };
    run(&place.path("gone")).fails(6, &["adumbra-llvm was not found", "gone"]);
    run(&place.script("abort", "cat >/dev/null; echo LLVM ERROR: bad >&2; kill -ABRT $$"))
        .fails(2, &["a.c: LLVM could not take this input", "signal 6 (abort)", "LLVM ERROR: bad"]);
    run(&place.script("fails", r#"echo '{"file": "a.c", "line": 3, "message": "no function main"}'; exit 2"#))
        .fails(2, &["error: a.c:3: no function main"]);
    run(&place.script("garbage", "echo garbage; exit 2")).fails(6, &["adumbra-llvm answered wrongly"]);
    run(&place.script("nothing", "exit 0")).fails(6, &["program"]);
    assert!(place.is_tidy());
}

#[test]
fn temporary_files_are_kept_on_request() {
    let place = Place::new(&[("a.c", MAIN)]);
    let fails = place.script("fails", r#"echo '{"file": "a.c", "line": null, "message": "m"}'; exit 2"#);
    let ran = place.command(&["cfa", "a.c", "--keep-temps", "kept"]).env("ADUMBRA_LLVM", fails).output().unwrap();
    common::ran(&ran).fails(2, &["error: a.c: m"]);
    let module = std::fs::read(place.path("kept/0-a.bc")).unwrap();
    assert!(module.starts_with(b"BC"));
    assert!(place.is_tidy());
}

#[test]
fn bytes_that_are_no_bitcode() {
    let place = Place::new(&[("r.bc", b"\x00\x17random\xff\xfe"), ("e.bc", b"")]);
    place.run(&["cfa", "r.bc"]).fails(2, &["error: r.bc: not LLVM bitcode"]);
    place.run(&["cfa", "e.bc"]).fails(2, &["error: e.bc: not LLVM bitcode"]);
}

#[test]
fn modules_that_cannot_be_loaded() {
    common::need_llvm();
    let place = Place::new(&[
        ("a.c", MAIN),
        ("none.c", b"int f(void) { return 0; }\n"),
        ("arm.ll", b"target triple = \"aarch64-linux-gnu\"\ndefine i32 @main() { ret i32 0 }\n"),
        ("bad.ll", b"define i32 @main() {\n  ret i64 0\n}\n"),
    ]);
    place.run(&["cfa", "none.c"]).fails(2, &["none.c", "main"]);
    place.run(&["cfa", "a.c", "--entry", "start"]).fails(2, &["a.c", "start"]);
    place.run(&["cfa", "arm.ll"]).fails(2, &["error: arm.ll: target aarch64"]);
    place.run(&["cfa", "bad.ll"]).fails(2, &["error: bad.ll:2"]);
    place.run(&["cfa", "a.c", "none.c", "a.c"]).fails(2, &["error: a.c: ", "defined twice"]);

    assert_eq!(place.run(&["cfa", "a.c", "--keep-temps", "kept", "-o", "out.txt"]).code, Some(0));
    let module = std::fs::read(place.path("kept/0-a.bc")).unwrap();
    std::fs::write(place.path("whole.bc"), &module).unwrap();
    assert_eq!(place.run(&["cfa", "whole.bc"]).code, Some(0));
    place.run(&["cfa", "whole.bc", "--32"]).fails(2, &["error: whole.bc"]);
    for part in [8, module.len() / 3, module.len() / 2, module.len() - 4] {
        std::fs::write(place.path("part.bc"), &module[..part]).unwrap();
        place.run(&["cfa", "part.bc"]).fails(2, &["error: part.bc: "]);
    }
    assert!(place.is_tidy());
}

#[test]
fn mutated_bitcode_never_panics() {
    common::need_llvm();
    let place = Place::new(&[(
        "a.c",
        b"int f(int x) { return x * 3; }\nint main(void) { int a[3] = {1, 2, f(4)}; return a[2]; }\n",
    )]);
    assert_eq!(place.run(&["cfa", "a.c", "--keep-temps", "kept", "-o", "out.txt"]).code, Some(0));
    let module = std::fs::read(place.path("kept/0-a.bc")).unwrap();
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..24 {
        let mut mutant = module.clone();
        for _ in 0..3 {
            let at = 8 + random.below(mutant.len() - 8);
            mutant[at] ^= 1 << random.below(8);
        }
        std::fs::write(place.path("mutant.bc"), &mutant).unwrap();
        let ran = place.run(&["cfa", "mutant.bc", "--timeout", "60"]);
        assert!(matches!(ran.code, Some(0 | 2)), "{ran:#?}");
        assert!(!ran.stderr.contains("panicked"), "{ran:#?}");
    }
    assert!(place.is_tidy());
}
