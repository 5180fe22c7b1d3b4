//! `adumbra tune` with the real solver: it finds, it goes on after a kill, and it says what is
//! wrong.

use crate::common::Place;
use adumbra_testing::Random;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Random formulas of three literals a clause, near the ratio where they are hard; a few dozen
/// conflicts each.
fn formulas(place: &Place, folder: &str, count: usize) {
    std::fs::create_dir_all(place.path(folder)).unwrap();
    for number in 0..count {
        let mut random = Random(number as u64);
        let (variables, clauses) = (50, 215);
        let mut text = format!("c {number}\np cnf {variables} {clauses}\n");
        for _ in 0..clauses {
            for _ in 0..3 {
                let sign = if random.one_in(2) { "-" } else { "" };
                text += &format!("{sign}{} ", random.below(variables) + 1);
            }
            text += "0\n";
        }
        std::fs::write(place.path(&format!("{folder}/f{number:02}.cnf")), text).unwrap();
    }
}

const TUNE: &[&str] = &[
    "tune",
    "set",
    "--cost",
    "conflicts",
    "--cutoff",
    "2000",
    "--evaluations",
    "40",
    "--runs",
    "2",
    "--jobs",
    "2",
    "--memory",
    "1G",
    "--initial",
    "3",
    "--random",
    "2",
    "--only",
    "restart-interval,activity-decay,phase,minimize,stabilize,bump-reasons",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    TUNE.iter().copied().chain(more.iter().copied()).collect()
}

fn lines(path: &Path) -> usize {
    std::fs::read(path).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count())
}

#[test]
fn a_tuning_finds_reports_and_goes_on_after_a_kill() {
    let place = Place::new(&[]);
    formulas(&place, "set", 10);
    let whole = place.run(&with(&["--out", "whole"]));
    assert_eq!(whole.code, Some(0), "{whole:?}");
    assert!(whole.stdout.contains("default / tuned on the test set"), "{whole:?}");
    assert!(whole.stderr.contains("5 training and 5 test instances") && whole.stderr.contains("search 2"), "{whole:?}");
    // Killed twice at any moment, it ends the same.
    for records in [10, 60] {
        let out = place.path("killed");
        let mut arguments = with(&["--out", "killed"]);
        if out.exists() {
            arguments.push("--resume");
        }
        let mut child = place.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while lines(&out.join("journal.jsonl")) < records && child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(300));
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(child.try_wait().unwrap().is_none(), "it has not ended by itself");
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = place.run(&with(&["--out", "killed", "--resume"]));
    assert_eq!((resumed.code, &resumed.stdout), (Some(0), &whole.stdout.replace("whole/", "killed/")), "{resumed:?}");
    let read = |path: &str| std::fs::read_to_string(place.path(path)).unwrap();
    assert_eq!(read("killed/tuned.conf"), read("whole/tuned.conf"));
    // Two searches write in any order; each has its own.
    let sorted = |path: &str| {
        let mut lines: Vec<String> = read(path).lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted("killed/trajectory.csv"), sorted("whole/trajectory.csv"));
    // What was found can be used, and the results are a store of bench.
    assert!(read("whole/tuned.conf").starts_with("# For tasks like set/: tuned by conflicts on 5 instances"));
    let solved = place.run(&["solve", "set/f00.cnf", "--config", "whole/tuned.conf"]);
    assert_eq!(solved.code, Some(0), "{solved:?}");
    let report = place.run(&["bench", "report", "whole/results.db"]);
    assert!(report.code == Some(0) && report.stdout.contains("default"), "{report:?}");
    let page = read("whole/report.html");
    std::fs::remove_file(place.path("whole/report.html")).unwrap();
    let again = place.run(&["tune", "report", "whole"]);
    assert_eq!(again.code, Some(0), "{again:?}");
    assert_eq!(read("whole/report.html"), page);
    // Another question is not an answer to the first.
    let other = with(&["--out", "whole", "--resume", "--seed", "2"]);
    place.run(&other).fails(2, &["what is to go on is not what was begun", "seed (was 1, is 2)"]);
    place.run(&with(&["--out", "whole"])).fails(2, &["there is a tuning already"]);
    // A damaged journal is said and not used.
    let journal = place.path("killed/journal.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap().replacen("\"search\":0", "\"search\":1", 1);
    std::fs::write(&journal, text).unwrap();
    place.run(&with(&["--out", "killed", "--resume"])).fails(2, &["journal.jsonl:", "the journal is damaged"]);
    assert!(place.is_tidy(), "nothing is left in the temporary directory");
}

/// A tool that answers by a parameter: quick and wrong, or slow and right.
const LIAR: &str = r#"
name = "liar"
about = "lies for speed"
install = "here"
kind = "solver"
executables = ["sh"]
extensions = ["cnf"]
command = [
  "{executable}", "-c",
  '''for w in "$@"; do case $w in lie=*|speed=*) eval "$w";; esac; done
  if [ "$lie" = yes ]; then echo sat; echo "work 1"; else echo unsat; echo "work $(( 20 - speed ))"; fi''',
  "liar", "{options}", "{file}",
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
fn a_wrong_answer_disqualifies_and_is_loud() {
    let place = Place::new(&[("liar.toml", LIAR.as_bytes()), ("liar.params", b"lie {no,yes}[no]\nspeed {1,5,9}[1]\n")]);
    formulas(&place, "set", 4);
    let arguments = [
        "tune",
        "set",
        "--tool",
        "./liar.toml",
        "--params",
        "liar.params",
        "--cost",
        "work",
        "--cutoff",
        "100",
        "--evaluations",
        "60",
        "--quiet",
    ];
    let ran = place.run(&arguments);
    ran.fails(
        1,
        &[
            "WRONG ANSWER: set/f",
            "sat, against the answer of default; configuration",
            "lie=yes",
            "nothing of this is to be trusted",
        ],
    );
    let configuration = std::fs::read_to_string(place.path("tuning/tuned.conf")).unwrap();
    assert!(configuration.ends_with("lie = no\nspeed = 9\n"), "{configuration}");
    assert!(std::fs::read_to_string(place.path("tuning/report.html")).unwrap().contains("WRONG ANSWER"));
}

#[test]
fn what_makes_no_sense_is_said() {
    let place = Place::new(&[("bad.params", b"a {1,2}[3]\n"), ("z.params", b"a {1,2}[1]\n")]);
    formulas(&place, "set", 4);
    let check = |arguments: &[&str], part: &str| {
        let all: Vec<&str> = ["tune", "set"].iter().chain(arguments).copied().collect();
        place.run(&all).fails(2, &[part]);
    };
    check(&["--cutoff", "5s"], "when to stop?");
    check(&["--cutoff", "soon", "--budget", "1m"], "--cutoff: `soon` is no time");
    check(
        &["--cutoff", "5s", "--budget", "1m", "--cost", "tears"],
        "does not say `tears`; known are cpu, wall, conflicts",
    );
    check(&["--cutoff", "5s", "--budget", "1m", "--only", "restrat"], "nearest: restart");
    check(&["--cutoff", "5s", "--budget", "1m", "--fix", "restart=maybe"], "restart: `maybe` is not");
    check(&["--cutoff", "5s", "--budget", "1m", "--fix", "restart"], "not name=value");
    check(&["--cutoff", "5s", "--budget", "1m", "--start", "softwear"], "nearest: software");
    check(&["--cutoff", "5s", "--budget", "1m", "--params", "bad.params"], "bad.params: line 1");
    check(&["--cutoff", "5s", "--budget", "1m", "--tool", "nobody"], "no description of a tool `nobody`");
    check(&["--cutoff", "5s", "--budget", "1m", "--resume"], "there is no tuning to go on with");
    check(&["--cutoff", "5s", "--budget", "1m", "--memory", "5"], "too little memory");
    place.run(&["tune", "nowhere", "--cutoff", "5s", "--budget", "1m"]).fails(2, &["nowhere"]);
    place.run(&["tune", "set", "--cutoff", "5s", "--budget", "never"]).fails(1, &["--budget"]);
    place.run(&["tune", "report", "nowhere"]).fails(2, &["there is no journal of a tuning"]);
    let both = ["tune", "--train", "set", "--test", "set", "--cutoff", "5s", "--budget", "1m"];
    place.run(&both).fails(2, &["one is for training and one for testing"]);
    assert!(!place.path("tuning").exists(), "nothing was written");
}

/// Verification conditions of small functions, half of them for training: what the search finds is
/// better than the defaults of SPEAR on the half that it has not seen, by conflicts, which no clock
/// changes.
#[test]
fn tuned_is_better_on_what_was_held_out() {
    let place = Place::new(&[]);
    let conditions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/shown/programs/conditions");
    let arguments = "--start spear --only sp-var-dec-heur,sp-phase-dec-heur,sp-first-restart,sp-rand-var-dec-freq \
        --cost conflicts --cutoff 2000 --evaluations 60 --initial 3 --seed 1 --quiet --out tuned";
    let mut all = vec!["tune", conditions.to_str().unwrap()];
    all.extend(arguments.split_whitespace());
    let ran = place.run(&all);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let mean = |which: &str| -> f64 {
        let line = ran.stdout.lines().find(|line| line.split_whitespace().take(2).eq(which.split(' '))).unwrap();
        assert!(line.contains("6/6 solved"), "{line}");
        line.split_once("mean ").unwrap().1.split_once(',').unwrap().0.parse().unwrap()
    };
    assert!(mean("training tuned") < mean("training default"), "{ran:?}");
    assert!(mean("test tuned") < 0.9 * mean("test default"), "{ran:?}");
    let record = std::fs::read_to_string(place.path("tuned/tuned.conf")).unwrap();
    assert!(record.starts_with("# For tasks like conditions/: tuned by conflicts on 6 instances"), "{record}");
}
