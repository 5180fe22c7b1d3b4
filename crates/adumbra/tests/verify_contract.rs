//! The contract of `adumbra verify`: the last line on standard output and the exit code, whatever
//! happens.

use crate::common::{Place, Ran, need_llvm, ran};
use serde_json::Value;
use std::process::Stdio;
use std::time::{Duration, Instant};

const FINE: &[u8] = b"int main(void) { return 0; }\n";

#[track_caller]
fn check(ran: &Ran, code: i32, result: &str) {
    assert_eq!(ran.code, Some(code), "{ran:#?}");
    let line = format!("Verification result: {result}");
    assert_eq!(ran.stdout.lines().last(), Some(line.as_str()), "{ran:#?}");
    assert_eq!(ran.stdout.matches("Verification result").count(), 1, "{ran:#?}");
    assert!(!ran.stderr.contains(" panicked at "), "{ran:#?}");
}

/// The same question with `--json` gives the same result in one object.
#[track_caller]
fn check_json(place: &Place, arguments: &[&str], code: i32, result: &str) -> Value {
    let ran = place.run(&[arguments, &["--json"]].concat());
    assert_eq!(ran.code, Some(code), "{ran:#?}");
    let json: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {ran:#?}"));
    assert_eq!(json["line"], format!("Verification result: {result}"));
    assert_eq!(json["result"], result.split('(').next().unwrap());
    json
}

#[test]
fn wrong_usage() {
    let place = Place::new(&[("a.c", FINE)]);
    for (arguments, part) in [
        (&["verify"][..], "required arguments were not provided"),
        (&["verify", "a.c", "--nonsense"], "--nonsense"),
        (&["verify", "a.c", "--timeout", "0"], "greater than 0"),
        (&["verify", "a.c", "--config", "vaule"], "no configuration is called `vaule`; nearest: value"),
        (&["verify", "a.c", "--set", "traversal"], "traversal: not option=value"),
        (&["verify", "a.c", "--set", "traversl=mix"], "nearest: traversal"),
        (&["verify", "a.c", "--set", "call-depth=0"], "call-depth: 0 is not between"),
        (&["verify", "a.c", "--property", "unreach"], "unreach: no such property"),
        (&["verify", "a.c", "--property", "everything"], "adumbra run"),
        (&["verify", "a.c", "--externals", "magic"], "havoc-args"),
        (&["verify", "a.c", "--solver-config", "swf"], "no configuration is called `swf`; nearest: swv"),
    ] {
        let ran = place.run(arguments);
        check(&ran, 1, "UNKNOWN(wrong usage)");
        assert!(ran.stderr.contains(part), "{part}: {ran:#?}");
    }
    let json = check_json(&place, &["verify", "a.c", "--config", "vaule"], 1, "UNKNOWN(wrong usage)");
    assert!(json["reasons"][0]["text"].as_str().unwrap().contains("nearest: value"), "{json}");
}

#[test]
fn the_solver_runs_in_the_configuration_for_software() {
    need_llvm();
    let place = Place::new(&[("a.c", FINE), ("own.conf", b"search-style = spear\n")]);
    for (arguments, name) in [
        (&["verify", "a.c", "--stats"][..], "software"),
        (&["verify", "a.c", "--stats", "--solver-config", "swv"], "swv"),
        (&["verify", "a.c", "--stats", "--solver-config", "own.conf"], "own.conf"),
    ] {
        let ran = place.run(arguments);
        check(&ran, 0, "TRUE");
        assert!(ran.stderr.contains(&format!("solver configuration  {name}\n")), "{ran:#?}");
    }
}

#[test]
fn input_that_cannot_be_read() {
    need_llvm();
    let place = Place::new(&[
        ("a.c", FINE),
        ("bad.c", b"int main(void) { return }\n"),
        ("bad.prp", b"CHECK( init(main()), LTL(G sometimes) )\n"),
        ("bad.conf", b"# x\nparts = location\ntraversal = sideways\n"),
        ("bad.bc", b"nothing"),
    ]);
    for (arguments, part) in [
        (&["verify", "missing.c"][..], "missing.c: no such file"),
        (&["verify", "bad.c"], "bad.c:1"),
        (&["verify", "bad.bc"], "not LLVM bitcode"),
        (&["verify", "a.c", "--property", "bad.prp"], "bad.prp:1: "),
        (&["verify", "a.c", "--property", "missing.prp"], "missing.prp"),
        (&["verify", "a.c", "--config", "bad.conf"], "bad.conf: line 3: traversal"),
        (&["verify", "a.c", "--config", "missing.conf"], "missing.conf: no such file"),
        (&["verify", "a.c", "--entry", "start"], "start"),
    ] {
        let ran = place.run(arguments);
        check(&ran, 2, "UNKNOWN(input could not be read)");
        assert!(ran.stderr.contains(part), "{part}: {ran:#?}");
    }
    check_json(&place, &["verify", "bad.c"], 2, "UNKNOWN(input could not be read)");
    assert!(place.is_tidy());
}

#[test]
fn properties_that_nothing_decides() {
    need_llvm();
    let place = Place::new(&[("a.c", FINE), ("race.prp", b"CHECK( init(main()), LTL(G ! data-race) )\n")]);
    for property in ["termination", "no-data-race", "race.prp"] {
        let ran = place.run(&["verify", "a.c", "--property", property]);
        check(&ran, 5, "UNKNOWN(property not supported)");
        assert!(ran.stdout.contains("\ntry: another property"), "{ran:#?}");
    }
    let json =
        check_json(&place, &["verify", "a.c", "--property", "termination"], 5, "UNKNOWN(property not supported)");
    assert_eq!(json["reasons"][0]["text"], "no analysis decides the property termination");
}

/// A place where loading gets as far as a script in place of the LLVM process.
fn stuck(script: &str) -> (Place, std::path::PathBuf) {
    let place = Place::new(&[("a.c", FINE)]);
    let path = place.script("llvm", script);
    (place, path)
}

#[test]
fn the_time_limit_while_loading() {
    let (place, llvm) = stuck("exec sleep 60");
    for json in [false, true] {
        let start = Instant::now();
        let mut command = place.command(&["verify", "a.c", "--timeout", "1"]);
        if json {
            command.arg("--json");
        }
        let ran = ran(&command.env("ADUMBRA_LLVM", &llvm).output().unwrap());
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        if json {
            let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
            assert_eq!(answer["reasons"][0]["name"], "timeout");
            assert_eq!(ran.code, Some(5));
        } else {
            check(&ran, 5, "UNKNOWN(timeout)");
            assert!(ran.stdout.contains("the time limit of 1 s is reached"), "{ran:#?}");
        }
    }
    assert!(place.is_tidy());
}

#[test]
fn the_memory_limit_while_loading() {
    let place = Place::new(&[("a.i", &vec![b'\n'; 40 << 20])]);
    check(&place.run(&["verify", "a.i", "--memory", "32"]), 5, "UNKNOWN(out of memory)");
    assert!(place.is_tidy());
}

#[test]
fn a_worker_that_dies() {
    for (signal, part) in [("ABRT", "signal 6 (SIGABRT)"), ("KILL", "killed from outside")] {
        let (place, llvm) = stuck(&format!("kill -{signal} $PPID; exec sleep 60"));
        let ran = ran(&place.command(&["verify", "a.c"]).env("ADUMBRA_LLVM", llvm).output().unwrap());
        check(&ran, 6, "UNKNOWN(internal error)");
        assert!(ran.stdout.contains(part), "{ran:#?}");
        assert!(place.is_tidy());
    }
}

#[test]
fn no_temporary_directory() {
    let place = Place::new(&[("a.c", FINE)]);
    let mut command = place.command(&["verify", "a.c"]);
    let ran = ran(&command.env("TMPDIR", place.path("nowhere")).output().unwrap());
    check(&ran, 6, "UNKNOWN(internal error)");
}

fn interrupt(
    place: &Place,
    llvm: Option<&std::path::Path>,
    arguments: &[&str],
    ready: impl Fn() -> bool,
) -> (Ran, Duration) {
    let mut command = place.command(arguments);
    if let Some(llvm) = llvm {
        command.env("ADUMBRA_LLVM", llvm);
    }
    let child = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    while !ready() {
        assert!(Instant::now() < deadline, "waited in vain");
        std::thread::sleep(Duration::from_millis(10));
    }
    let start = Instant::now();
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ran = ran(&child.wait_with_output().unwrap());
    (ran, start.elapsed())
}

#[test]
fn an_interruption_while_loading() {
    let (place, llvm) = stuck("echo > started; exec sleep 60");
    let started = place.path("started");
    let (ran, took) = interrupt(&place, Some(&llvm), &["verify", "a.c"], || started.exists());
    check(&ran, 5, "UNKNOWN(cancelled)");
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert!(place.is_tidy());
}

#[test]
fn listings() {
    let place = Place::new(&[]);
    let ran = place.run(&["verify", "--list-configs"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(ran.stdout.starts_with("default "), "{ran:#?}");
    let ran = place.run(&["verify", "--list-options"]);
    assert!(ran.stdout.contains("\ncall-depth "), "{ran:#?}");
}
