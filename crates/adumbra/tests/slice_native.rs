//! A slice and its program agree on the criterion: both are compiled by clang and run.
//!
//! The criterion is the last line that prints, or that returns from `main`. A slice about what a
//! function like `printf` does has all calls of it, so all that is printed must be the same.

use crate::common::{Place, need_llvm};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Compiles with clang.
fn compile(inputs: &[&Path], flags: &[&str], output: &Path) {
    // One of the tasks is old C.
    let quiet = ["-w", "-Wno-implicit-int"];
    let clang = Command::new("clang-22").args(quiet).args(inputs).args(flags).arg("-lm").arg("-o").arg(output).output();
    let clang = clang.unwrap();
    assert!(clang.status.success(), "{inputs:?}: {}", String::from_utf8_lossy(&clang.stderr));
}

/// Exit code and output of an executable, if it ends in time.
fn run(executable: &Path) -> Option<(Option<i32>, Vec<u8>)> {
    let output = executable.with_extension("out");
    let file = std::fs::File::create(&output).unwrap();
    let mut child = Command::new(executable).stdin(Stdio::null()).stdout(file).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some((status.code(), std::fs::read(&output).unwrap()));
        }
        if started.elapsed() > Duration::from_secs(5) {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Slices a file and compares what program and slice print, or their exit status if the criterion
/// is about that. Answers false if the program does not end.
#[track_caller]
fn agree(place: &Place, file: &Path, criterion: &str, status: bool, flags: &[&str], stubs: &[&Path]) -> bool {
    let whole = place.path("whole");
    compile(&[&[file], stubs].concat(), &[&["-O0", "-fwrapv"], flags].concat(), &whole);
    let Some(expected) = run(&whole) else { return false };
    let (module, name) = (place.path("slice.bc"), file.display().to_string());
    let arguments = ["slice", &name, "--criterion", criterion, "--lines", "--output", module.to_str().unwrap(), "--"];
    let ran = place.run(&[&arguments, flags].concat());
    assert_eq!(ran.code, Some(0), "{name}: {ran:#?}");
    let verified = Command::new("opt-22").args(["-passes=verify", "-disable-output"]).arg(&module).status().unwrap();
    assert!(verified.success(), "{name}");
    for level in ["-O0", "-O2"] {
        let sliced = place.path("sliced");
        compile(&[&[module.as_path()], stubs].concat(), &[level], &sliced);
        let (code, output) = run(&sliced).unwrap_or_else(|| panic!("{name}: the slice does not end"));
        match status {
            true => assert_eq!(code, expected.0, "{name} {level}"),
            false => {
                let (output, expected) = (String::from_utf8_lossy(&output), String::from_utf8_lossy(&expected.1));
                assert_eq!(output, expected, "{name} {level}");
            }
        }
    }
    true
}

/// The line of the criterion: the last that prints, else the last that returns. The second part
/// says that it is the latter.
fn criterion(text: &str) -> Option<(usize, bool)> {
    let lines: Vec<&str> = text.lines().collect();
    let last = |part: &str| lines.iter().rposition(|l| l.contains(part) && !l.trim_start().starts_with("//"));
    last("printf(").map(|l| (l + 1, false)).or_else(|| last("return ").map(|l| (l + 1, true)))
}

/// Programs of `tasks/run` that end by themselves, that is, without doing what C leaves undefined.
#[test]
fn tasks_agree_with_their_slices() {
    need_llvm();
    let place = Place::new(&[]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/run");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut compared = 0;
    for file in files {
        let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
        let first = text.lines().next().unwrap_or_default();
        let own_inputs =
            text.contains("__VERIFIER_nondet") || text.contains("getchar") || text.contains("int main(int");
        if !first.starts_with("// run => ended") || own_inputs {
            continue;
        }
        let Some((line, status)) = criterion(&text) else { continue };
        compared += usize::from(agree(&place, &file, &line.to_string(), status, &[], &[]));
    }
    assert!(compared >= 8, "{compared}");
}

/// Inputs have a function each, so that those that are removed do not shift the others.
#[test]
fn inputs_that_are_removed_do_not_shift_others() {
    need_llvm();
    let source = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
        int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); long __VERIFIER_nondet_long(void);\n\
        struct pair { int a; long b; };\n\
        static struct pair make(int a, long b) { struct pair p = { a, b }; return p; }\n\
        static long pick(struct pair p, int which) { return which ? p.a : p.b; }\n\
        static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n\
        int main(void) {\n\
        \x20 int x = __VERIFIER_nondet_int();\n\
        \x20 unsigned char c = __VERIFIER_nondet_uchar();\n\
        \x20 long l = __VERIFIER_nondet_long();\n\
        \x20 char *text = malloc(32), other[8];\n\
        \x20 strcpy(text, \"abc\"); strcpy(other, \"xyz\");\n\
        \x20 switch (x % 3) { case 0: l += 2; break; case 1: l -= 1; c++; /* falls */ default: c ^= 3; }\n\
        \x20 for (int i = 0; i < c % 7; i++) { if (i == 4) continue; text[i % 3]++; other[0] += (char)l; }\n\
        \x20 do { c /= 2; } while (c > 9 && l != 77);\n\
        \x20 struct pair p = make(x, l), q = make(c, 1);\n\
        \x20 int unused = 1000 / (q.a + 1);\n\
        \x20 l = unused ? fib(x % 10) : 0;\n\
        \x20 if (l == 12345) exit(3);\n\
        CRITERION\n\
        \x20 free(text);\n\
        \x20 return 0;\n}\n";
    let stubs = "int __VERIFIER_nondet_int(void) { return 17; }\nunsigned char __VERIFIER_nondet_uchar(void) { return 213; }\n\
                 long __VERIFIER_nondet_long(void) { return -5; }\n";
    let place = Place::new(&[("stubs.c", stubs.as_bytes())]);
    let prints = [
        "%d\", x",
        "%d\", c",
        "%ld\", l",
        "%s\", text",
        "%c\", other[0]",
        "%ld\", pick(p, 1)",
        "%ld\", pick(p, 0)",
        "%ld\", pick(q, x)",
    ];
    for print in prints {
        let file = place.path("inputs.c");
        std::fs::write(&file, source.replace("CRITERION", &format!("  printf(\"{print});"))).unwrap();
        assert!(agree(&place, &file, "22", false, &[], &[&place.path("stubs.c")]));
    }
}

/// A random program that prints the checksum of one of its variables.
fn random(place: &Place, seed: u64) -> Option<PathBuf> {
    let arguments = ["--max-funcs", "5", "--max-block-depth", "3", "--no-argc", "--no-packed-struct", "--seed"];
    let csmith = Command::new("csmith").args(arguments).arg(seed.to_string()).output().expect("csmith");
    let text = String::from_utf8(csmith.stdout).unwrap();
    let is_sum = |line: &&str| line.trim_start().starts_with("transparent_crc");
    let sums = text.lines().filter(is_sum).count() as u64;
    let kept = seed.checked_rem(sums)?;
    let mut number = 0;
    let lines = text.lines().filter(|line| {
        number += u64::from(is_sum(line));
        !is_sum(line) || number == kept + 1
    });
    let file = place.path("random.c");
    std::fs::write(&file, lines.collect::<Vec<_>>().join("\n")).unwrap();
    Some(file)
}

fn random_programs(seeds: impl Iterator<Item = u64>) -> usize {
    need_llvm();
    let place = Place::new(&[]);
    let header = std::fs::read_to_string("/usr/include/csmith/platform_generic.h").expect("csmith's headers");
    let line = header.lines().position(|l| l.contains("\"checksum = %X")).expect("where the checksum is printed") + 1;
    let criterion = format!("platform_generic.h:{line}");
    let compare = |seed: &u64| {
        let file = random(&place, *seed);
        file.is_some_and(|f| agree(&place, &f, &criterion, false, &["-I/usr/include/csmith"], &[]))
    };
    seeds.filter(compare).count()
}

#[test]
fn random_programs_agree_with_their_slices() {
    let compared = random_programs([8, 10, 11, 12, 13, 26, 28, 41].into_iter());
    assert!(compared >= 4, "{compared}");
}

/// `SEEDS=FIRST:LAST` chooses others.
#[test]
#[ignore = "long"]
fn many_random_programs_agree_with_their_slices() {
    let seeds = std::env::var("SEEDS").unwrap_or_else(|_| "100:400".into());
    let (first, last) = seeds.split_once(':').unwrap();
    println!("{} compared", random_programs(first.parse().unwrap()..=last.parse().unwrap()));
}
