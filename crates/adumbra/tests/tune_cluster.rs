//! `adumbra tune --slurm` finds on a cluster what it finds here, also after a kill.
//!
//! The cluster is a real one on this machine; see `scripts/slurm-here`. Where it cannot be started,
//! the test says so and passes.

use crate::common::{self, Place};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A cluster that ends with the test.
struct Cluster<'a>(&'a Place);

impl Cluster<'_> {
    fn control(&self, what: &str) -> bool {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/slurm-here");
        // Its daemons would keep a pipe open.
        let log = File::options().create(true).append(true).open(self.0.path("control.log")).unwrap();
        let mut control = Command::new(script);
        control.arg(what).arg(self.0.path("slurm")).stdin(Stdio::null());
        control.stdout(log.try_clone().unwrap()).stderr(log).status().unwrap().success()
    }
}

impl Drop for Cluster<'_> {
    fn drop(&mut self) {
        self.control("stop");
    }
}

fn is_possible() -> bool {
    let has = |program: &str| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]).any(|d| d.join(program).is_file())
    };
    let root = std::fs::metadata("/proc/self").is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0);
    root && ["munged", "slurmctld", "slurmd", "sbatch"].into_iter().all(has)
}

/// A tool that counts by its parameters and the file.
const COUNTER: &str = r#"
name = "counter"
about = "counts"
install = "here"
kind = "solver"
executables = ["sh"]
extensions = ["cnf"]
command = [
  "{executable}", "-c",
  '''for w in "$@"; do case $w in a=*|b=*) eval "$w";; esac; f=$w; done
  echo unsat; echo "work $(( $(wc -c < "$f") + a * a + (a - b) * (a - b) ))"''',
  "counter", "{options}", "{file}",
]
parameters = ["{parameter}={value}"]
[version]
arguments = ["-c", "echo version 1"]
pattern = 'version (\d+)'
[property.sat]
[[output]]
pattern = '^sat$'
answer = "sat"
[[output]]
pattern = '^unsat$'
answer = "unsat"
[[value]]
name = "work"
pattern = '^work (\d+)$'
"#;

#[test]
fn a_tuning_on_a_cluster_finds_the_same() {
    if !is_possible() {
        eprintln!("NOT TESTED: a cluster needs root, slurm-wlm and munge");
        return;
    }
    let parameters = b"a {0,1,2,3,4}[4]\nb {0,1,2,3,4}[0]\n";
    let place = Place::new(&[("counter.toml", COUNTER.as_bytes()), ("counter.params", parameters)]);
    std::fs::create_dir(place.path("set")).unwrap();
    for number in 0..6 {
        let text = format!("c {}\np cnf 1 1\n1 0\n", "x".repeat(number));
        std::fs::write(place.path(&format!("set/{number}.cnf")), text).unwrap();
    }
    // One cluster at a time on a machine.
    let lock = File::create(Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster.lock")).unwrap();
    lock.lock().unwrap();
    let cluster = Cluster(&place);
    assert!(cluster.control("start"), "{}", std::fs::read_to_string(place.path("control.log")).unwrap());
    let arguments = [
        "tune",
        "set",
        "--tool",
        "./counter.toml",
        "--params",
        "counter.params",
        "--cost",
        "work",
        "--cutoff",
        "200",
        "--evaluations",
        "8",
        "--runs",
        "2",
        "--initial",
        "2",
        "--memory",
        "200M",
    ];
    let here = place.run(&[&arguments[..], &["--out", "here"]].concat());
    assert_eq!(here.code, Some(0), "{here:?}");
    let there = [&arguments[..], &["--slurm", "--slurm-poll", "1", "--out", "there"]].concat();
    let mut tuning = place.command(&there);
    tuning.env("SLURM_CONF", place.path("slurm/slurm.conf"));
    let mut child = tuning.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    let records =
        || std::fs::read(place.path("there/journal.jsonl")).map_or(0, |b| b.iter().filter(|c| **c == b'\n').count());
    while records() < 6 && child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let mut again = place.command(&[&there[..], &["--resume"]].concat());
    let resumed = common::ran(&again.env("SLURM_CONF", place.path("slurm/slurm.conf")).output().unwrap());
    assert_eq!((resumed.code, &resumed.stdout), (Some(0), &here.stdout.replace("here/", "there/")), "{resumed:?}");
    let sorted = |path: &str| {
        let text = std::fs::read_to_string(place.path(path)).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted("there/trajectory.csv"), sorted("here/trajectory.csv"));
    assert_eq!(sorted("there/tuned.conf"), sorted("here/tuned.conf"));
}
