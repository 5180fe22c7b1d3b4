//! Limits, interruptions and workers that die.

use crate::common::{self, Place};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A place where `cfa a.c` gets as far as a script in place of the LLVM process.
fn place(script: &str) -> (Place, std::path::PathBuf) {
    let place = Place::new(&[("a.c", b"int main(void) { return 0; }\n")]);
    let path = place.script("llvm", script);
    (place, path)
}

/// Is a process with this number running (and not just waiting to be collected)?
fn runs(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

fn wait_for(what: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !what() {
        assert!(Instant::now() < deadline, "waited in vain");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_time_limit_ends_everything() {
    let (place, llvm) = place("sleep 60 & echo $! > child; echo $$ > self; wait");
    let start = Instant::now();
    let output = place.command(&["cfa", "a.c", "--timeout", "1.5"]).env("ADUMBRA_LLVM", llvm).output().unwrap();
    common::ran(&output).fails(5, &["the time limit of 1.5 s is reached", "--timeout"]);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    for name in ["child", "self"] {
        let pid = std::fs::read_to_string(place.path(name)).unwrap();
        assert!(!runs(&pid), "{name} still runs");
    }
    assert!(place.is_tidy());
}

#[test]
fn the_memory_limit_counts_processes_below() {
    // A shell that doubles a string until it is stopped.
    let (place, llvm) = place("x=0123456789abcdef; while :; do x=$x$x; done");
    let output =
        place.command(&["cfa", "a.c", "--memory", "300", "--timeout", "60"]).env("ADUMBRA_LLVM", llvm).output();
    let ran = common::ran(&output.unwrap());
    // The shell may also meet the hard limit first and give up; then it is LLVM that could not take
    // the input.
    assert!(matches!(ran.code, Some(5 | 2)), "{ran:#?}");
    assert!(place.is_tidy());
}

#[test]
fn the_memory_limit_counts_the_worker() {
    // A file that the worker holds in memory, larger than its limit.
    let place = Place::new(&[("a.i", &vec![b'\n'; 40 << 20])]);
    place.run(&["cfa", "a.i", "--memory", "32"]).fails(5, &["the memory limit of 32 MB is reached", "--memory"]);
    assert!(place.is_tidy());
}

#[test]
fn an_interruption_ends_cleanly() {
    let (place, llvm) = place("echo $PPID > worker; echo $$ > self; exec sleep 60");
    let mut command = place.command(&["cfa", "a.c"]);
    let child = command.env("ADUMBRA_LLVM", llvm).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    wait_for(|| std::fs::read_to_string(place.path("self")).is_ok_and(|t| t.ends_with('\n')));
    let start = Instant::now();
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ran = common::ran(&child.wait_with_output().unwrap());
    assert!(start.elapsed() < Duration::from_secs(5));
    ran.fails(130, &["interrupted"]);
    for name in ["worker", "self"] {
        assert!(!runs(&std::fs::read_to_string(place.path(name)).unwrap()), "{name} still runs");
    }
    assert!(place.is_tidy());
}

#[test]
fn a_worker_that_dies_is_an_internal_error() {
    for (signal, part) in
        [("ILL", "signal 4 (SIGILL)"), ("ABRT", "signal 6 (SIGABRT)"), ("KILL", "killed from outside")]
    {
        let (place, llvm) = place(&format!("kill -{signal} $PPID; exec sleep 60"));
        let output = place.command(&["cfa", "a.c"]).env("ADUMBRA_LLVM", llvm).output().unwrap();
        common::ran(&output).fails(6, &[part]);
        assert!(place.is_tidy());
    }
}

#[test]
fn the_worker_ends_with_the_supervisor() {
    let (place, llvm) = place("echo $PPID > worker; exec sleep 60");
    let mut child = place.command(&["cfa", "a.c"]).env("ADUMBRA_LLVM", llvm).spawn().unwrap();
    wait_for(|| std::fs::read_to_string(place.path("worker")).is_ok_and(|t| t.ends_with('\n')));
    let worker = std::fs::read_to_string(place.path("worker")).unwrap();
    assert!(runs(&worker));
    child.kill().unwrap();
    child.wait().unwrap();
    wait_for(|| !runs(&worker));
}
