//! `adumbra verify` on a terminal, and what it says when it is not asked properly.

use crate::common::{Place, need_llvm};
use serde_json::Value;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const FAILS: &[u8] = b"extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }
";

const ENDLESS: &[u8] = b"extern void reach_error(void);
int main(void) {
  unsigned long long n = 0, a[64] = {0};
  for (;; n++) {
    a[n % 64] += n;
    if (n == ~0ull)
      reach_error();
  }
}
";

/// What a terminal got: all of it, and the longest time without anything new.
fn on_a_terminal(place: &Place, arguments: &str) -> (String, Duration) {
    let command = format!("{} {arguments}", env!("CARGO_BIN_EXE_adumbra"));
    let mut child = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(place.path("."))
        .env("TMPDIR", place.temporary.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut output, mut buffer) = (Vec::new(), [0; 4096]);
    let (mut last, mut longest) = (Instant::now(), Duration::ZERO);
    while let Ok(count @ 1..) = child.stdout.as_mut().unwrap().read(&mut buffer) {
        output.extend_from_slice(&buffer[..count]);
        longest = longest.max(last.elapsed());
        last = Instant::now();
    }
    child.wait().unwrap();
    (String::from_utf8_lossy(&output).into_owned(), longest)
}

/// The lines that stay on the screen.
fn lines(output: &str) -> Vec<String> {
    let (mut lines, mut line, mut column): (Vec<String>, Vec<char>, usize) = (Vec::new(), Vec::new(), 0);
    let mut rest = output;
    while let Some(next) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix("\x1b[K") {
            line.truncate(column);
            rest = behind;
            continue;
        }
        match next {
            '\n' => lines.push(std::mem::take(&mut line).into_iter().collect()),
            '\r' => column = 0,
            _ if column < line.len() => {
                line[column] = next;
                column += 1;
            }
            _ => {
                line.push(next);
                column += 1;
            }
        }
        if next == '\n' {
            column = 0;
        }
        rest = &rest[next.len_utf8()..];
    }
    lines.push(line.into_iter().collect());
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_line_of_progress_moves_and_goes() {
    need_llvm();
    let place = Place::new(&[("endless.c", ENDLESS), ("fails.c", FAILS)]);
    let busy = "--config random --set random-executions=unlimited --set random-steps=unlimited";
    let (output, longest) = on_a_terminal(&place, &format!("verify endless.c {busy} --timeout 4"));
    assert!(output.contains("\r\x1b[Kloading") && output.contains("\r\x1b[Krandom"), "{output:?}");
    assert!(longest < Duration::from_secs(2), "{longest:?}: {output:?}");
    assert!(output.matches("\x1b[Krandom").count() >= 5, "{output:?}");
    let shown = lines(&output);
    assert!(shown[0].starts_with("unknown: the time limit"), "{shown:#?}");
    assert_eq!(shown.last().unwrap(), "Verification result: UNKNOWN(timeout)", "{shown:#?}");
    // What is said on the way stands in lines of its own.
    let (output, _) = on_a_terminal(&place, "verify fails.c --witness w.yml --export-predicates p.smt2 --config value");
    let shown = lines(&output);
    assert_eq!(shown[0], "warning: no analysis of the configuration value tracks predicates", "{shown:#?}");
    assert!(shown[1].starts_with("fails.c:2:") && shown.last().unwrap().starts_with("Verification"), "{shown:#?}");
}

#[test]
fn nothing_is_said_twice() {
    need_llvm();
    let place = Place::new(&[("fails.c", FAILS), ("bad.c", b"int main(void) { return }\n")]);
    for (arguments, message) in [
        ("verify missing.c", "missing.c: no such file"),
        ("verify bad.c", "bad.c:1"),
        ("verify fails.c --config vaule", "no configuration is called"),
        ("verify fails.c --witness no/w.yml", "no/w.yml cannot be written"),
    ] {
        let (output, _) = on_a_terminal(&place, arguments);
        let shown = lines(&output);
        let said = shown.iter().filter(|line| line.starts_with("error: ") || line.starts_with("unknown: ")).count();
        assert!(said == 1 && output.contains(message), "{shown:#?}");
        assert!(shown.last().unwrap().starts_with("Verification result: UNKNOWN("), "{shown:#?}");
    }
    let ran = place.run(&[
        "verify",
        "fails.c",
        "-p",
        "unreach-call,assertions",
        "--config",
        "value",
        "--initial-predicates",
        "p",
    ]);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
}

/// One object, whatever is wrong.
#[test]
fn json_is_one_object_for_wrong_usage_too() {
    let place = Place::new(&[("a.c", FAILS)]);
    for (arguments, part) in [
        (&["verify", "--json"][..], "required arguments were not provided"),
        (&["verify", "a.c", "--json", "--nonsense"], "--nonsense"),
        (&["verify", "a.c", "--timeout", "0", "--json"], "greater than 0"),
        (&["verify", "a.c", "--json", "--property", "everything"], "everything"),
        (&["verify", "a.c", "--json", "--witness", "no/w.yml"], "no/w.yml cannot be written"),
        (&["validate", "--json"], "required arguments were not provided"),
    ] {
        let ran = place.run(arguments);
        let json: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {ran:#?}"));
        assert_eq!((ran.code, &json["result"]), (Some(1), &"UNKNOWN".into()), "{ran:#?}");
        assert_eq!(json["line"], "Verification result: UNKNOWN(wrong usage)", "{ran:#?}");
        assert!(json["reasons"][0]["text"].as_str().unwrap().contains(part), "{part}: {json}");
        assert_eq!(ran.stderr, "", "it stands in the object: {ran:#?}");
    }
    // Behind `--` it is a flag of the compiler.
    let ran = place.run(&["verify", "--nonsense", "a.c", "--", "--json"]);
    assert_eq!(ran.stdout, "Verification result: UNKNOWN(wrong usage)\n", "{ran:#?}");
}

/// What the help says can be done can be done.
#[test]
fn the_line_that_replays_is_true() {
    need_llvm();
    let place = Place::new(&[("task.c", FAILS)]);
    let help = place.run(&["verify", "--help"]).stdout;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = "run task.c --no-promote --property unreach-call --script s.json --trace";
    assert!(help.contains(&format!("adumbra {line}")), "{help}");
    assert_eq!(place.run(&["verify", "task.c", "--script", "s.json"]).code, Some(10));
    let ran = place.run(&line.split(' ').collect::<Vec<_>>());
    assert!(ran.code == Some(10) && ran.stderr.contains("violation: error-call"), "{ran:#?}");
    let help = place.run(&["slice", "--help"]).stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("Without one, the slice is about --property, which must then be given"), "{help}");
    place.run(&["slice", "task.c"]).fails(1, &["what is the slice about?"]);
}

#[test]
fn the_readme_counts_the_tools() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tools = std::fs::read_dir(root.join("tools")).unwrap().flatten();
    let count = tools.filter(|file| file.path().extension().is_some_and(|e| e == "toml")).count();
    let words = ["fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"];
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let said = words.iter().position(|word| readme.contains(&format!("{word} tools"))).map(|at| at + 14);
    assert_eq!(said, Some(count));
}
