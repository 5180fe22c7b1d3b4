//! Whole runs of the program: results, interruption at any moment, bad input.

use adumbra_bench::model::{Answer, Ending};
use adumbra_bench::store::{Row, Store};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A directory with formulas; the tool does what a comment in them says.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Place(tempfile::tempdir().unwrap());
        std::fs::create_dir(place.path("set")).unwrap();
        let tool = r#"
name = "shell"
about = "does what the file says"
install = "everywhere"
kind = "solver"
executables = ["sh"]
extensions = ["smt2"]
command = ["{executable}", "-c", 'eval "$(sed -n "s/^; run: //p" "$1")"', "shell", "{file}", "{options}"]
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
"#;
        std::fs::write(place.path("shell.toml"), tool).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Adds a formula; every run of it writes its name into the file `log`.
    fn task(&self, name: &str, status: &str, script: &str) {
        let log = self.path("log");
        let text =
            format!("(set-info :status {status})\n(check-sat)\n; run: echo {name} >> '{}'; {script}\n", log.display());
        std::fs::write(self.path("set").join(format!("{name}.smt2")), text).unwrap();
    }

    /// The names of all runs that began.
    fn log(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.path("log")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adumbra-bench"));
        command.current_dir(self.0.path()).args(["set", "--tool", "./shell.toml"]).args(arguments);
        if !arguments.contains(&"--store") {
            command.args(["--store", "a.db"]);
        }
        command.env("TMPDIR", self.0.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn bench(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// All results by the name of the task.
    fn results(&self) -> BTreeMap<String, Row> {
        let Ok(store) = Store::read(&self.path("a.db")) else { return BTreeMap::new() };
        let names: BTreeMap<i64, String> =
            store.tasks().unwrap().into_iter().map(|(id, task)| (id, task.name)).collect();
        store.results().unwrap().into_iter().map(|row| (names[&row.task].clone(), row)).collect()
    }

    fn answers(&self) -> Vec<(String, String)> {
        self.results().into_iter().map(|(name, row)| (name, row.outcome.answer.to_string())).collect()
    }

    /// What lies about beside the store, the tool, the log and the set.
    fn leftovers(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap().flatten();
        let mut names: Vec<String> = entries.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        names.retain(|name| !["set", "log", "shell.toml", "a.db", "a.db-wal", "a.db-shm"].contains(&name.as_str()));
        names
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Waits for something, for a long time if need be.
fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < deadline, "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The processes with this word in their command lines.
fn processes_with(word: &str) -> Vec<i32> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let has = |path: &Path| {
        std::fs::read(path.join("cmdline")).is_ok_and(|c| String::from_utf8_lossy(&c).replace('\0', " ").contains(word))
    };
    entries.filter(|e| has(&e.path())).filter_map(|e| e.file_name().to_str()?.parse().ok()).collect()
}

fn signal(child: &Child, signal: rustix::process::Signal) {
    rustix::process::kill_process(rustix::process::Pid::from_child(child), signal).unwrap();
}

/// Accounting that works on every machine, and the best there is.
const WAYS: [&str; 2] = ["tree", "auto"];

#[test]
fn results_are_stored_and_shown() {
    let place = Place::new();
    place.task("a", "sat", "echo sat");
    place.task("b", "sat", "echo unsat");
    place.task("c", "unsat", "echo unsat");
    place.task("d", "unknown", "echo sat");
    place.task("e", "sat", "sleep 60");
    place.task("f", "sat", "exit 3");
    let arguments = ["--wall", "3", "--jobs", "2"];
    let done = place.bench(&arguments);
    let (out, err) = (stdout(&done), stderr(&done));
    assert_eq!(done.status.code(), Some(1), "{out}{err}");
    let words: Vec<&str> = out.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(words[..6], ["shell", "1", "1", "1", "2", "1"], "{out}");
    assert!(out.contains("Wrong answers:\n  shell: set/b.smt2 (sat): unsat, expected sat\n"), "{out}");
    assert!(out.contains("a.db") && err.contains("accounting: ") && err.contains("6/6"), "{out}{err}");
    let timeout = &place.results()["set/e.smt2"].outcome;
    assert_eq!((&timeout.answer, &timeout.measured.ending), (&Answer::Unknown("timeout".into()), &Ending::WallLimit));
    assert_eq!(place.log().len(), 6);
    // What is there is not run again, and the table is the same.
    let again = place.bench(&arguments);
    assert_eq!((again.status.code(), stdout(&again), place.log().len()), (Some(1), out, 6));
    // Only what is asked for is.
    place.task("b", "sat", "echo sat");
    let again = place.bench(&[&arguments[..], &["--retry", "wrong"]].concat());
    assert_eq!((again.status.code(), place.log().len()), (Some(0), 7), "{}", stdout(&again));
    assert_eq!(place.leftovers(), [""; 0]);
}

#[test]
fn killed_at_any_moment_it_ends_with_the_same_table() {
    for way in WAYS {
        let place = Place::new();
        let tasks = 24;
        for n in 0..tasks {
            let said = if n % 3 == 0 { "unsat" } else { "sat" };
            // Each leaves a process behind, in a session of its own.
            place.task(&format!("t{n:02}"), said, &format!("(setsid sleep 8401 & ) ; sleep 0.0{}; echo {said}", n % 7));
        }
        let arguments = ["--jobs", "2", "--accounting", way];
        let mut kills = 0;
        let mut known: BTreeMap<String, Row> = BTreeMap::new();
        // No two of these moments are alike.
        for n in 0..8_u64 {
            let mut child = place.start(&arguments);
            let enough = known.len() + 2;
            if n % 2 == 0 {
                std::thread::sleep(Duration::from_millis(37 * n));
            } else {
                eventually("two more results", || {
                    place.results().len() >= enough || child.try_wait().unwrap().is_some()
                });
            }
            kills += usize::from(child.try_wait().unwrap().is_none());
            child.kill().unwrap();
            child.wait().unwrap();
            // Nobody has to come and clean up.
            eventually("the end of all processes", || processes_with("sleep 8401").is_empty());
            let now = place.results();
            for (name, row) in &known {
                assert_eq!(now.get(name), Some(row), "{way}: a result changed");
            }
            known = now;
        }
        assert!(kills > 2, "{way}: {kills}");
        let before = known.len();
        let done = place.bench(&arguments);
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
        let answers = place.answers();
        assert_eq!(answers.len(), tasks, "{way}");
        for (n, (name, answer)) in answers.iter().enumerate() {
            assert_eq!(
                (name, answer.as_str()),
                (&format!("set/t{n:02}.smt2"), if n % 3 == 0 { "unsat" } else { "sat" })
            );
        }
        // Only what was running when it was killed began twice.
        let begun = place.log().len();
        assert!(begun <= tasks + 2 * kills, "{way}: {begun} runs of {tasks} tasks, killed {kills} times");
        assert!(begun >= tasks && before <= tasks);
        assert_eq!(place.leftovers(), [""; 0], "{way}");
    }
}

#[test]
fn what_killed_supervisors_leave_is_cleaned_up_at_the_next_start() {
    for way in WAYS {
        let place = Place::new();
        place.task(
            "a",
            "sat",
            "(setsid sleep 8402 & ) ; touch ../../begun; if test -e ../../second; then echo sat; else sleep 8402; fi",
        );
        let arguments = ["--accounting", way];
        let mut child = place.start(&arguments);
        eventually("the run", || place.path("begun").exists() && processes_with("sleep 8402").len() >= 2);
        // First the bench, so that it cannot clean up; it is stopped meanwhile, and so are its
        // supervisors.
        let bench = rustix::process::Pid::from_child(&child);
        let supervisors: Vec<i32> = children(bench.as_raw_nonzero().get());
        assert_eq!(supervisors.len(), 1);
        for pid in &supervisors {
            let pid = rustix::process::Pid::from_raw(*pid).unwrap();
            rustix::process::kill_process(pid, rustix::process::Signal::STOP).unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        for pid in &supervisors {
            let pid = rustix::process::Pid::from_raw(*pid).unwrap();
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        }
        std::fs::write(place.path("second"), "").unwrap();
        assert!(!processes_with("sleep 8402").is_empty());
        let done = place.bench(&arguments);
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
        eventually("the end of all processes", || processes_with("sleep 8402").is_empty());
        std::fs::remove_file(place.path("begun")).unwrap();
        std::fs::remove_file(place.path("second")).unwrap();
        assert_eq!(place.leftovers(), [""; 0], "{way}");
    }
}

/// The children of a process.
fn children(parent: i32) -> Vec<i32> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let parent_of = |path: &Path| -> Option<i32> {
        let stat = std::fs::read_to_string(path.join("stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    };
    entries
        .filter(|e| parent_of(&e.path()) == Some(parent))
        .filter_map(|e| e.file_name().to_str()?.parse().ok())
        .collect()
}

#[test]
fn an_interrupted_run_goes_on() {
    for (signal_, way) in [(rustix::process::Signal::INT, "tree"), (rustix::process::Signal::TERM, "auto")] {
        let place = Place::new();
        place.task("a", "sat", "echo sat");
        place.task("b", "sat", "if test -e ../../second; then echo sat; else sleep 8403; fi");
        let arguments = ["--accounting", way];
        let child = place.command(&arguments).spawn().unwrap();
        eventually("the second run", || place.log().len() == 2 && !processes_with("sleep 8403").is_empty());
        signal(&child, signal_);
        let done = child.wait_with_output().unwrap();
        let said = stderr(&done);
        assert_eq!(done.status.code(), Some(130), "{said}");
        assert!(
            said.contains("interrupted; 1 of 2 results are in a.db. To go on:\n") && said.contains("--store a.db"),
            "{said}"
        );
        assert_eq!(place.answers().len(), 1);
        assert!(processes_with("sleep 8403").is_empty());
        assert_eq!(place.leftovers(), [""; 0]);
        std::fs::write(place.path("second"), "").unwrap();
        assert_eq!(place.bench(&arguments).status.code(), Some(0));
        assert_eq!(place.log(), ["a", "b", "b"]);
    }
}

#[test]
fn one_bench_has_a_store() {
    let place = Place::new();
    place.task("a", "sat", "sleep 8404");
    let mut child = place.start(&[]);
    eventually("the run", || !place.log().is_empty());
    let done = place.bench(&[]);
    let said = stderr(&done);
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.contains(&format!("another bench is writing to this store: process {} on", child.id())), "{said}");
    child.kill().unwrap();
    child.wait().unwrap();
    eventually("the end of all processes", || processes_with("sleep 8404").is_empty());
}

#[test]
fn bad_input_is_an_error_before_anything_runs() {
    let place = Place::new();
    place.task("a", "sat", "echo sat");
    let check = |arguments: &[&str], expected: &str| {
        let done = place.bench(arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}{}", stdout(&done), stderr(&done));
        assert!(stderr(&done).contains(expected), "{arguments:?}: {}", stderr(&done));
        assert_eq!(place.log().len(), 0, "{arguments:?}");
    };
    check(&["--tool", "nothing-like-it"], "nothing-like-it");
    check(&["--tool", "z3=/nowhere/z3"], "/nowhere/z3");
    check(&["--tool", "./none.toml"], "none.toml");
    check(&["--tool", "./shell.toml"], "twice");
    check(&["--property", "no-such"], "no-such");
    check(&["missing.yml"], "missing.yml");
    check(&["--store", "/proc/nowhere/a.db"], "/proc/nowhere/a.db");
    check(&["--cpu", "soon"], "no time");
    check(&["--memory", "much"], "no size");
    std::fs::write(place.path("broken.db"), "this is no store ".repeat(500)).unwrap();
    check(&["--store", "broken.db"], "not a store of results");
    std::fs::write(place.path("bad.toml"), "name = 3").unwrap();
    check(&["--tool", "./bad.toml"], "bad.toml");
    // The lock of a store that could not be used is gone.
    assert!(!place.path("broken.db.lock").exists());
}

#[test]
fn a_bad_task_is_recorded_for_itself() {
    let place = Place::new();
    place.task("a", "sat", "echo sat");
    let definition = "format_version: '2.0'\ninput_files: 'gone.c'\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\n";
    std::fs::create_dir(place.path("bad")).unwrap();
    std::fs::write(place.path("bad").join("b.yml"), definition).unwrap();
    std::fs::write(place.path("bad").join("unreach-call.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
        .unwrap();
    let done = place.bench(&["bad"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(stderr(&done).contains("gone.c") && stderr(&done).contains("--keep-going"), "{}", stderr(&done));
    let done = place.bench(&["bad", "--keep-going"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let results = place.results();
    assert_eq!(results["set/a.smt2"].outcome.answer, Answer::Sat);
    let Ending::Failed(reason) = &results["bad/b.yml"].outcome.measured.ending else { panic!("{results:?}") };
    assert!(reason.contains("gone.c") && stdout(&done).contains("Failed:"), "{reason}");
}

#[test]
fn nothing_runs_when_it_is_only_shown() {
    let place = Place::new();
    place.task("a", "sat", "echo sat");
    place.task("b", "unsat", "echo sat");
    let listed = place.bench(&["--list", "--filter", "*/b.smt2"]);
    assert_eq!(stdout(&listed), "set\tset/b.smt2\tsat\tunsat\n", "{}", stderr(&listed));
    let shown = place.bench(&["--dry-run", "--option", "-x y"]);
    let text = stdout(&shown);
    assert!(text.lines().count() == 2 && text.contains("/sh -c 'eval ") && text.ends_with("b.smt2 '-x y'\n"), "{text}");
    assert!(place.log().is_empty() && !place.path("a.db").exists());
}

#[test]
fn a_full_disk_stops_the_run_and_nothing_is_lost() {
    let place = Place::new();
    let tasks = 30;
    for n in 0..tasks {
        place.task(&format!("t{n:02}"), "sat", "seq 5000; echo sat");
    }
    // Files may not grow beyond this, which for the store is what a full disk is.
    let bench = place.command(&[]);
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -f 400; trap '' XFSZ; exec \"$@\"", "sh"])
        .arg(bench.get_program())
        .args(bench.get_args());
    command.current_dir(place.0.path()).env("TMPDIR", place.0.path());
    let done = command.output().unwrap();
    assert_eq!(done.status.code(), Some(3), "{}{}", stdout(&done), stderr(&done));
    let said = stderr(&done);
    assert!(said.contains("a.db: ") && said.contains("go on with"), "{said}");
    let before = place.results();
    assert!(!before.is_empty() && before.len() < tasks, "{}", before.len());
    let done = place.bench(&[]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let after = place.results();
    assert_eq!(after.len(), tasks);
    assert!(before.iter().all(|(name, row)| after.get(name) == Some(row)));
}

#[test]
fn a_description_that_never_fits_is_noticed() {
    let place = Place::new();
    place.task("a", "sat", "echo SAT");
    let done = place.bench(&[]);
    assert_eq!(done.status.code(), Some(0));
    assert!(stderr(&done).contains("warning: no pattern of the description of shell fitted"), "{}", stderr(&done));
}
