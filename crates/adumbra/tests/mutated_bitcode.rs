//! Damaged LLVM files do no harm: whatever bits are flipped, cut off or put in, a file either loads
//! or is an input error that names it. No panic, no internal error, no run without end; where LLVM
//! itself dies, that is an input error too.
//!
//! The mutations follow a seed. `ADUMBRA_MUTATIONS` asks for another number of them,
//! `ADUMBRA_MUTATION_SEED` for others.

use crate::common::{Place, need_llvm};
use adumbra_testing::Random;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(20);

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// One damaged copy and how it came about.
fn mutate(original: &[u8], numbers: &mut Random) -> (Vec<u8>, String) {
    let mut bytes = original.to_vec();
    let at = numbers.below(bytes.len());
    let what = match numbers.below(6) {
        0 | 1 => {
            let count = [1, 1, 2, 6][numbers.below(4)];
            for _ in 0..count {
                let bit = numbers.below(bytes.len() * 8);
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
            format!("{count} bits flipped")
        }
        2 => {
            bytes.truncate(at);
            format!("cut off at {at}")
        }
        3 => {
            let count = [1, 4, 8][numbers.below(3)];
            let new: Vec<u8> = (0..count).map(|_| numbers.below(256) as u8).collect();
            bytes.splice(at..at, new);
            format!("{count} bytes inserted at {at}")
        }
        4 => {
            let end = (at + [1, 4, 16][numbers.below(3)]).min(bytes.len());
            bytes[at..end].iter_mut().for_each(|b| *b = numbers.below(256) as u8);
            format!("random bytes from {at} to {end}")
        }
        _ => {
            let end = (at + [4, 32][numbers.below(2)]).min(bytes.len());
            bytes.drain(at..end);
            format!("bytes from {at} to {end} removed")
        }
    };
    (bytes, what)
}

/// Runs a command with a time limit; `None` if it did not end.
fn run(mut command: Command) -> Option<Output> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stderr.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = std::io::Read::read_to_end(&mut pipe, &mut text);
        text
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        if start.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let stderr = reader.join().unwrap();
    status.map(|status| Output { status, stdout: Vec::new(), stderr })
}

/// Loads a damaged file; an answer is a complaint.
fn check(place: &Place, name: &str, bytes: &[u8]) -> Option<String> {
    std::fs::write(place.path(name), bytes).unwrap();
    let Some(done) = run(place.command(&["cfa", name])) else { return Some("no end".to_owned()) };
    let text = String::from_utf8_lossy(&done.stderr);
    let fine = match done.status.code() {
        Some(0) => true,
        Some(2) => text.contains(name),
        _ => false,
    };
    let harm = text.contains("panicked") || text.contains("internal error");
    (!fine || harm).then(|| format!("{}: {text}", done.status))
}

/// Compiles a task; the flags choose the form.
fn compiled(place: &Place, task: &str, flags: &[&str]) -> Vec<u8> {
    let source: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks").join(task);
    let output = place.path("original");
    let status = Command::new("clang-22").args(flags).arg(source).arg("-o").arg(&output).status().unwrap();
    assert!(status.success(), "{task}");
    std::fs::read(output).unwrap()
}

fn check_mutations(name: &str, originals: &[Vec<u8>], count: u64, place: &Place) {
    let seed = number("ADUMBRA_MUTATION_SEED", 1);
    let mut complaints = Vec::new();
    let mut numbers = Random(seed);
    for round in 0..count {
        let which = numbers.below(originals.len());
        let (bytes, what) = mutate(&originals[which], &mut numbers);
        if let Some(complaint) = check(place, name, &bytes) {
            complaints.push(format!("round {round}, file {which}, {what}: {complaint}"));
        }
    }
    assert!(complaints.is_empty(), "{} of {count} with seed {seed}:\n{}", complaints.len(), complaints.join("\n"));
    assert!(place.is_tidy(), "temporary files are left");
}

#[test]
fn damaged_bitcode_is_an_input_error() {
    need_llvm();
    let place = Place::new(&[]);
    let flags = ["-O0", "-g", "-c", "-emit-llvm"];
    let mut originals: Vec<Vec<u8>> =
        ["run/struct_by_value.c", "run/varargs.c", "run/computed_goto.c", "cpp/virtual_calls.cpp"]
            .iter()
            .map(|task| compiled(&place, task, &flags))
            .collect();
    let plain = ["-Wno-override-module", "-c", "-emit-llvm"];
    originals.extend(["ll/aggregates.ll", "ll/vectors.ll"].iter().map(|task| compiled(&place, task, &plain)));
    check_mutations("damaged.bc", &originals, number("ADUMBRA_MUTATIONS", 130), &place);
}

#[test]
fn damaged_text_is_an_input_error() {
    need_llvm();
    let place = Place::new(&[]);
    let mut originals: Vec<Vec<u8>> = ["ll/control.ll", "ll/memory.ll"]
        .iter()
        .map(|task| std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks").join(task)).unwrap())
        .collect();
    originals.push(compiled(&place, "run/struct_by_value.c", &["-O0", "-g", "-S", "-emit-llvm"]));
    check_mutations("damaged.ll", &originals, number("ADUMBRA_MUTATIONS", 130) / 3, &place);
}

#[test]
fn bytes_that_are_no_program_are_an_input_error() {
    need_llvm();
    let place = Place::new(&[]);
    let mut numbers = Random(7);
    let noise: Vec<u8> = (0..4096).map(|_| numbers.below(256) as u8).collect();
    // The signature alone, and the signature before noise.
    let mut signed = b"BC\xc0\xde".to_vec();
    signed.extend(&noise);
    for bytes in [&b""[..], b"BC", b"BC\xc0\xde", &noise, &signed, &[0; 1000], b"\xde\xc0\x17\x0b"] {
        for name in ["noise.bc", "noise.ll"] {
            // An empty text is an empty module: it has no function to start from.
            assert_eq!(check(&place, name, bytes), None);
        }
    }
}

/// A file of 14 kB with one flipped bit, of which LLVM's reader takes memory without end.
#[test]
fn reading_does_not_take_all_memory() {
    need_llvm();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/bitcode/damaged/huge.bc");
    let place = Place::new(&[]);
    let start = Instant::now();
    assert_eq!(check(&place, "huge.bc", &std::fs::read(file).unwrap()), None);
    assert!(start.elapsed() < LIMIT);
    assert_eq!(place.run(&["cfa", "huge.bc"]).code, Some(2));
}
