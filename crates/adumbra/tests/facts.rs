//! `adumbra cfa --facts`: what analyses know at each location of the worked examples.

use crate::common::{Place, need_llvm};

macro_rules! shown {
    ($name:literal) => {
        ($name, &include_bytes!(concat!("../../../docs/shown/programs/", $name))[..])
    };
}

/// The facts of an analysis about `main`, without what is the same in every line.
fn facts(file: (&str, &[u8]), analysis: &str) -> Vec<String> {
    need_llvm();
    let place = Place::new(&[file]);
    let ran = place.run(&["cfa", file.0, "--function", "main", "--facts", analysis]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.stdout.lines().map(|line| line.replace(" in main [main]", "")).collect()
}

/// The collecting semantics of two loops, and the intervals that solve the equations of the first.
#[test]
fn tables_of_two_loops() {
    let counting = facts(shown!("counting.c"), "value");
    let expected = ["l2 {x = 0}", "l2 {x = 2}", "l2 {x = 4}", "l3 {x = 0}", "l3 {x = 2}"];
    assert_eq!(counting[2..7], expected);
    assert_eq!(counting[7..], ["l4 {x = 4}", "l5 {x = 2}", "l5 {x = 4}"]);
    let racing = facts(shown!("racing.c"), "value");
    let expected = ["l2 {x = 0, y = 1}", "l2 {x = 2, y = 2}", "l3 {x = 0, y = 1}", "l4 {x = 2, y = 2}"];
    assert_eq!(racing[2..6], expected);
    let intervals = facts(shown!("counting.c"), "interval");
    assert_eq!(intervals[2..], ["l2 x=[0,4]", "l3 x=[0,2]", "l4 x=[3,4]", "l5 x=[2,4]"]);
}

/// A comparison that may be either goes both ways; where one cannot hold, nothing is reached.
#[test]
fn what_cannot_be_ends_the_path() {
    let undecided = facts(shown!("undecided.c"), "interval");
    for line in ["l3 x=[0,20]", "l4 x=[0,9]", "l5 x=[10,20]"] {
        assert!(undecided.iter().any(|known| known == line), "{line}: {undecided:?}");
    }
    let reaches = |lines: &[String], location: &str| lines.iter().any(|l| l.split(' ').next() == Some(location));
    assert!(reaches(&undecided, "l7") && !reaches(&undecided, "l8"), "below 30 always");
    assert!(reaches(&undecided, "l11") && !reaches(&undecided, "l10"), "below 0 never");
    for analysis in ["interval", "sign"] {
        assert!(!reaches(&facts(shown!("signs.c"), analysis), "l15"), "{analysis}");
    }
    assert!(reaches(&facts(shown!("signs.c"), "constant"), "l15"));
}

/// Signs of the machine: `0 - a` is known for positive `a`, `0 - b` is not, since the least number
/// has no opposite.
#[test]
fn signs_that_run_are_those_of_the_tables() {
    let signs = facts(shown!("signs.c"), "sign");
    assert!(signs.iter().any(|line| line == "l14 a=>0 b=<0 from_zero=<0"), "{signs:?}");
}

/// What is no exploration of states is refused.
#[test]
fn what_runs_by_itself_has_no_facts() {
    need_llvm();
    let place = Place::new(&[shown!("counting.c")]);
    for name in ["valuations", "random"] {
        place.run(&["cfa", "counting.c", "--facts", name]).fails(1, &["runs by itself"]);
    }
}
