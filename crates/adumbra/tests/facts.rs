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

/// A recursive function that writes through a pointer to its caller's local, and a loop.
const APART: &str = "int total, other;
static void add(int n, int *sum) { int own = n; if (n > 0) add(n - 1, sum); *sum += own; total = *sum; }
int main(void) { int sum = 0; for (int i = 0; i < 3; i++) add(i, &sum); other = sum; return 0; }
";

fn apart(facts: &str, more: &[&str]) -> Vec<String> {
    need_llvm();
    let place = Place::new(&[("apart.c", APART.as_bytes())]);
    let ran = place.run(&[&["cfa", "apart.c", "--facts", facts], more].concat());
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn blocks_are_listed() {
    let both = apart("blocks", &[]);
    assert!(both[0].starts_with("B0: loop at l") && both[0].contains(" in main, entered at l"), "{both:?}");
    assert!(
        both[1].starts_with("B1: function add, entered at l") && both[1].ends_with("1 call, recursive"),
        "{both:?}"
    );
    assert_eq!(both.len(), 2, "{both:?}");
    assert_eq!(apart("blocks(loops)", &[]), both[..1]);
    // The loop is entered once, and is none.
    let auto: Vec<String> = both[1..].iter().map(|line| line.replacen("B1", "B0", 1)).collect();
    assert_eq!(apart("blocks(auto)", &["--function", "add"]), auto);
    let left_out = &apart("blocks(auto)", &[])[1];
    assert!(left_out.starts_with("no block: loop at l") && left_out.ends_with("entered only once"), "{left_out}");
    let place = Place::new(&[("apart.c", APART.as_bytes())]);
    place.run(&["cfa", "apart.c", "--facts", "blocks(calls)"]).fails(1, &["no partition `calls`", "functions, loops"]);
}

/// A recursive function reads and writes what its callers gave it, not what each activation has of
/// its own.
#[test]
fn footprints_are_listed() {
    let expected = [
        "B0: loop at",
        "  reads     sum",
        "  writes    sum, total",
        "B1: function add",
        "  reads     sum",
        "  writes    sum, total",
    ];
    let lines = apart("footprint", &[]);
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for (line, expected) in lines.iter().zip(expected) {
        let names = |text: &str| {
            let mut names: Vec<String> = text.split([',', ' ']).filter(|n| !n.is_empty()).map(str::to_owned).collect();
            names.sort();
            names
        };
        let same = names(line) == names(expected) || expected.starts_with('B') && line.starts_with(expected);
        assert!(same, "{line}: not {expected}");
    }
}

#[test]
fn blocks_are_drawn() {
    need_llvm();
    let place = Place::new(&[("apart.c", APART.as_bytes())]);
    let dot = place.run(&["cfa", "apart.c", "--format", "dot", "--blocks", "both"]).stdout;
    let count = |piece: &str| dot.matches(piece).count();
    assert_eq!((count("label=\"B0\""), count("label=\"B1\"")), (1, 1), "{dot}");
    assert_eq!(dot.matches('{').count(), dot.matches('}').count(), "{dot}");
    let svg = place.run(&["cfa", "apart.c", "--format", "svg", "--blocks", "loops"]).stdout;
    assert_eq!(svg.matches(" loop B0</text>").count(), 1, "{svg}");
    place.run(&["cfa", "apart.c", "--facts", "interval", "--blocks", "both"]).fails(1, &["cannot be used with"]);
}

/// An execution that ends in the error function does not pass what follows.
#[test]
fn dead_ends_are_ends() {
    need_llvm();
    let place = Place::new(&[]);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/automata/running.cfa");
    let ran = place.run(&["cfa", file, "--facts", "post-dominators"]);
    let of = |location: &str| {
        let line = ran.stdout.lines().find(|line| line.split(' ').next() == Some(location));
        line.unwrap_or_else(|| panic!("{location}: {ran:?}")).to_owned()
    };
    assert_eq!(of("l12"), "l12 l19");
    assert_eq!(of("l13"), "l13 l14 l19");
    assert_eq!(of("l14"), "l14 l19");
    assert_eq!(of("l15"), "l15 l18 l19");
}
