//! Trees of assertions as `get-interpolants` has them: read, written, and refused where they are
//! none.

use adumbra_terms::Terms;
use adumbra_terms::smtlib::{Command, Interpolation, Partition, Reader};
use proptest::prelude::*;

/// Names assertions and reads the command.
fn read(names: &[&str], text: &str) -> Result<Partition, String> {
    let mut script: String = names.iter().map(|name| format!("(assert (! true :named {name}))")).collect();
    script += "\n";
    script += text;
    let mut terms = Terms::new();
    let mut reader = Reader::new(&script);
    let mut found = None;
    while let Some(command) = reader.next(&mut terms).map_err(|error| error.to_string())? {
        if let Command::GetInterpolant(Interpolation::Groups(partition)) = command {
            found = Some(partition);
        }
    }
    found.ok_or_else(|| "no command".into())
}

const NINE: [&str; 9] = ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9"];

#[test]
fn the_tree_of_the_recursive_counterexample() {
    let text = "F1 (F2 (F3) F4 F5 F6) F7 F8 F9";
    let partition = read(&NINE, &format!("(get-interpolants {text})")).expect("a tree");
    assert_eq!(partition.starts, [0, 1, 2, 1, 1, 1, 0, 0, 0]);
    assert_eq!(partition.groups, NINE.map(|name| vec![name.to_owned()]));
    assert_eq!(partition.to_string(), text);
}

#[test]
fn groups_and_subtrees_differ_by_a_word() {
    let starts =
        |text: &str| read(&NINE, &format!("(get-interpolants {text})")).map(|found| (found.groups.len(), found.starts));
    assert_eq!(starts("F1 (and F2 F3) F4"), Ok((3, vec![0, 0, 0])));
    assert_eq!(starts("F1 (F2 F3) F4"), Ok((4, vec![0, 1, 1, 0])));
    assert_eq!(starts("F1 (F2) ((and F3 F5)) F4"), Ok((4, vec![0, 1, 2, 0])));
    // A bracket at the beginning changes nothing.
    assert_eq!(starts("(F1 F2) F3"), Ok((3, vec![0, 0, 0])));
    assert_eq!(starts("F1 ((F2 F3) F4) F5"), Ok((5, vec![0, 1, 1, 1, 0])));
    // Of one interpolant there are no trees.
    let group = read(&NINE, "(get-interpolant (F1 F2))").expect("a group");
    assert_eq!(group, Partition::sequence(vec![vec!["F1".into(), "F2".into()]]));
}

#[test]
fn brackets_that_are_no_tree_are_told_with_their_place() {
    let check = |text: &str, expected: &str| assert_eq!(read(&NINE, text), Err(expected.into()), "{text}");
    let root = "the last assertion is the root of the tree, so no subtree can follow it";
    check("(get-interpolants F1 (F2))", &format!("line 2, column 26: {root}"));
    check("(get-interpolants F1 F2 (F3 F4)\n)", &format!("line 3, column 1: {root}"));
    check(
        "(get-interpolants F1 (F2 (F3)) F4)",
        "line 2, column 30: the last assertion in brackets is the root of the subtree, so no subtree can follow it",
    );
    check("(get-interpolants F1 () F2)", "line 2, column 23: a subtree without an assertion");
    check("(get-interpolants F1 (F2 ()) F3)", "line 2, column 27: a subtree without an assertion");
    check("(get-interpolants)", "line 2, column 18: expected the name of an assertion, found )");
    check("(get-interpolants F1 (and) F2)", "line 2, column 26: expected the name of an assertion, found )");
    check("(get-interpolants F1 (F2 G) F3)", "line 2, column 26: unknown symbol G");
    check("(get-interpolants F1 (F2 F3", "line 2, column 28: the text ends inside a command");
}

/// Random trees: each group takes some of the finished subtrees before it.
fn partitions() -> impl Strategy<Value = Partition> {
    let names = prop::sample::select(vec!["a", "b2", "and then", "x y", "<=>", "7"]);
    let group = prop::collection::vec(names, 1..4);
    prop::collection::vec((group, 0..4usize), 1..30).prop_map(|rows| {
        let mut open: Vec<usize> = Vec::new();
        let mut partition = Partition { groups: Vec::new(), starts: Vec::new() };
        let last = rows.len() - 1;
        for (place, (group, taken)) in rows.into_iter().enumerate() {
            let taken = if place == last { open.len() } else { taken.min(open.len()) };
            let start = if taken == 0 { place } else { partition.starts[open[open.len() - taken]] };
            open.truncate(open.len() - taken);
            open.push(place);
            partition.starts.push(start);
            partition.groups.push(group.into_iter().map(str::to_owned).collect());
        }
        partition
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_written_is_read_again(partition in partitions()) {
        let names = ["a", "b2", "|and then|", "|x y|", "<=>", "|7|"];
        prop_assert_eq!(read(&names, &format!("(get-interpolants {partition})")), Ok(partition));
    }
}
