//! The worked examples of slicing with refinement, as commands on the automata of
//! `examples/automata`.

use crate::common::{Place, Ran, need_llvm};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// A file of the repository.
fn file(path: &str) -> String {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    root.join(path).to_str().unwrap().to_owned()
}

fn place() -> Place {
    Place::new(&[])
}

/// Runs a command whose first word behind its name is an example, with more arguments in one text.
fn example(place: &Place, command: &str, name: &str, more: &str) -> Ran {
    let path = file(&format!("examples/automata/{name}.cfa"));
    let mut arguments = vec![command, &path];
    arguments.extend(more.split_whitespace());
    place.run(&arguments)
}

/// What `--stats` counted.
fn counted<'a>(ran: &'a Ran, name: &str) -> &'a str {
    let rest = ran.stderr.lines().find_map(|line| line.strip_prefix(name).filter(|rest| rest.starts_with("  ")));
    rest.unwrap_or_else(|| panic!("{name}: {ran:#?}")).trim()
}

/// The widths of the rows of a pixel tree, read off its rectangles of one state's height.
fn rows(svg: &str) -> Vec<u32> {
    let mut rows: BTreeMap<u32, u32> = BTreeMap::new();
    for line in svg
        .lines()
        .filter(|line| line.starts_with("<rect") && line.contains("height=\"2\"") && !line.contains("#ffffff"))
    {
        let number = |name: &str| -> u32 {
            let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
            rest.split('"').next().unwrap().parse().unwrap()
        };
        *rows.entry(number("y")).or_default() += number("width") / 2;
    }
    rows.into_values().collect()
}

/// A node of a graph as DOT: colour, and the lines of its label without the number.
#[derive(Debug)]
struct Node {
    colour: String,
    double: bool,
    lines: Vec<String>,
}

/// The nodes by number, the edges with their labels, who is covered by whom and who was merged into
/// whom.
#[derive(Debug, Default)]
struct Graph {
    nodes: BTreeMap<u32, Node>,
    edges: Vec<(u32, u32, String)>,
    covered: BTreeMap<u32, u32>,
    merged: BTreeMap<u32, u32>,
}

fn graph(dot: &str) -> Graph {
    let mut graph = Graph::default();
    let quoted = |text: &str| {
        let (_, rest) = text.split_once("label=\"").unwrap();
        // Colours may follow.
        let end = rest.rfind("\", color=").or_else(|| rest.rfind("\"]")).unwrap();
        rest[..end].replace("\\\"", "\"")
    };
    let number = |text: &str| -> u32 { text.trim().trim_start_matches('n').parse().unwrap() };
    for line in dot.lines().filter(|line| line.starts_with("  n") && !line.starts_with("  node")) {
        let (head, rest) = line.split_once(" [").unwrap();
        match head.split_once(" -> ") {
            Some((from, to)) if rest.starts_with("style=dashed") => {
                graph.covered.insert(number(from), number(to));
            }
            Some((from, to)) if rest.starts_with("style=dotted") => {
                graph.merged.insert(number(from), number(to));
            }
            Some((from, to)) => graph.edges.push((number(from), number(to), quoted(rest))),
            None => {
                let label = quoted(rest);
                let lines = label.split("\\l").filter(|l| !l.is_empty()).map(str::to_owned);
                let mut lines: Vec<String> = lines.collect();
                lines[0] = lines[0].split_once("  ").unwrap().1.to_owned();
                let colour = rest.strip_prefix("fillcolor=").unwrap().split(',').next().unwrap().to_owned();
                let double = rest.contains("peripheries=2");
                graph.nodes.insert(number(head), Node { colour, double, lines });
            }
        }
    }
    graph
}

/// The graph that a verification of an example leaves.
fn explored(name: &str, more: &str) -> (Ran, Graph) {
    let place = place();
    let ran = example(&place, "verify", name, &format!("{more} --set granularity=edge --stats --graph g.dot"));
    let dot = std::fs::read_to_string(place.path("g.dot")).unwrap_or_else(|e| panic!("{e}: {ran:#?}"));
    (ran, graph(&dot))
}

fn last(ran: &Ran) -> &str {
    ran.stdout.lines().last().unwrap_or_default()
}

#[test]
fn sli_27_the_four_files_on_the_running_example() {
    let published = [
        // Both loops are unrolled. States that differ in dead variables only are one, so rows do
        // not grow for ever.
        ("symbolic", 0, &[1, 1, 1, 1, 2, 2, 3, 4, 5][..], false),
        // The first loop is unrolled; of the second there are few states a round.
        ("symbolic-sliced", 1, &[1, 1, 1, 1, 2, 2, 3, 4, 5], false),
        // The first loop is folded, the second unrolled.
        ("symbolic-refined", 1, &[1, 1, 1, 1, 2, 2, 1, 2, 2, 2], false),
        ("symbolic-sliced-refined", 1, &[1, 1, 1, 1, 2, 2, 1, 2, 2], true),
    ];
    for (name, refinements, start, proved) in published {
        let place = place();
        let more = format!(
            "--config {name} --set symbolic-shift=off --set granularity=edge --work 8ms --stats \
             --pixel-rows 25 --pixel-tree t.svg"
        );
        let ran = example(&place, "verify", "running", &more);
        let expected = if proved { "TRUE" } else { "UNKNOWN(work limit)" };
        assert_eq!(last(&ran), format!("Verification result: {expected}"), "{name}: {ran:#?}");
        assert_eq!(counted(&ran, "refinements"), refinements.to_string(), "{name}");
        let rows = rows(&std::fs::read_to_string(place.path("t.svg")).unwrap());
        assert!(rows.starts_with(start), "{name}: {rows:?}");
        assert_eq!(rows.len() == start.len(), proved, "{name}: {rows:?}");
    }
}

/// The whole graph: l2 / l3 / l4 / l5 / l6 l9 / l5* l12 / l15 / l16 l18 / l15* l19.
#[test]
fn sli_24_the_combination_leaves_thirteen_states() {
    let (ran, graph) = explored("running", "--config symbolic-sliced-refined --set symbolic-shift=off");
    assert_eq!(last(&ran), "Verification result: TRUE", "{ran:#?}");
    let place_of = |node: &u32| graph.nodes[node].lines[0].trim_end_matches(" in main").to_owned();
    let edges: BTreeSet<(String, String)> =
        graph.edges.iter().map(|(from, to, _)| (place_of(from), place_of(to))).collect();
    let expected = ["l2 l3", "l3 l4", "l4 l5", "l5 l6", "l5 l9", "l6 l5", "l9 l12", "l12 l15", "l15 l16", "l15 l18"];
    let expected = expected.into_iter().chain(["l16 l15", "l18 l19"]);
    let expected: BTreeSet<_> = expected.map(|pair| pair.split_once(' ').unwrap()).collect();
    assert_eq!(edges, expected.into_iter().map(|(a, b)| (a.to_owned(), b.to_owned())).collect());
    assert_eq!((graph.nodes.len(), graph.covered.len()), (13, 2), "{graph:#?}");
    let covered: BTreeSet<_> = graph.covered.iter().map(|(a, b)| (place_of(a), place_of(b))).collect();
    let same = |place: &str| (place.to_owned(), place.to_owned());
    assert_eq!(covered, BTreeSet::from([same("l5"), same("l15")]));
}

/// One path that is not real, and what it asks for: the value of `y`, and the condition of the
/// branch at l12.
#[test]
fn sli_20_the_precision_of_the_running_example() {
    for name in ["symbolic-refined", "symbolic-sliced-refined"] {
        let more = format!("--config {name} --set symbolic-shift=off --set symbolic-branches=on --work 8ms --stats");
        let ran = example(&place(), "verify", "running", &more);
        assert_eq!(counted(&ran, "refinements"), "1", "{name}");
        assert_eq!(counted(&ran, "tracked values"), "y", "{name}");
        assert_eq!(counted(&ran, "tracked conditions"), "[(%0.x <s 0) & (%2.y <s 0)]", "{name}");
    }
    // The branch is looked at where it is taken anyway, so its condition is not tracked unless that
    // is asked for.
    let more = "--config symbolic-sliced-refined --set symbolic-shift=off --stats";
    let ran = example(&place(), "verify", "running", more);
    assert_eq!((counted(&ran, "tracked values"), counted(&ran, "tracked conditions")), ("y", "none"));
}

/// The operations of the path that is not real, over `x`, `w` and `y`; the last one is where it
/// ends.
const PATH: [&str; 6] = [
    "%0.x = input nondet \"nondet\"",
    "%1.w = input nondet \"nondet\"",
    "%2.y = 1",
    "[!(0:i32 <s %0.x)]",
    "%1.w = %1.w + 1",
    "[(%0.x <s 0) & (%2.y <s 0)]",
];

/// A program that begins in any state that an interpolant admits, executes operations, and fails
/// behind them if a condition holds.
fn from_state(interpolant: &str, operations: &[&str], condition: &str) -> String {
    let mut lines: Vec<String> = (0..3).map(|r| format!("%{r} = input nondet \"nondet\"")).collect();
    lines.extend([interpolant, condition].iter().enumerate().flat_map(|(i, text)| {
        let condition = (*text != "true").then(|| format!("[{text}]"));
        let before: Vec<String> = if i == 1 { operations.iter().map(|o| o.to_string()).collect() } else { vec![] };
        before.into_iter().chain(condition)
    }));
    let (mut edges, mut ends) = (String::new(), 0);
    let first_end = lines.len() + 3;
    for (i, line) in lines.iter().enumerate() {
        let at = |i: usize| if i == 0 { 0 } else { i + 1 };
        edges += &format!("  l{} -> l{}: {line}\n", at(i), at(i + 1));
        if let Some(condition) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            let negated = condition.strip_prefix("!(").and_then(|c| c.strip_suffix(')'));
            let other = negated.map_or_else(|| format!("!({condition})"), str::to_owned);
            edges += &format!("  l{} -> l{}: [{other}]\n", at(i), first_end + ends);
            ends += 1;
        }
    }
    edges +=
        &format!("  l{} -> l{}: violation error-call\n  l{} stop\n", lines.len() + 1, lines.len() + 2, lines.len() + 2);
    for end in 0..ends {
        edges += &format!("  l{} stop\n", first_end + end);
    }
    format!(
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call assertions errors \"reach_error\" \
         \"__VERIFIER_error\"\nentry @main\nfunction @main() -> i32 {{\n  entry l0 exit l1\n  reg %0.x %1.w %2.y: i32\n\
         {edges}}}\nsymbol sym0 \"nondet\"\n"
    )
}

/// What refinement keeps along the path is a sequence of interpolants: each follows from the one
/// before it by one operation, and from each the rest of the path is impossible. Another analysis,
/// the predicates, judges that.
#[test]
fn sli_21_interpolants_are_inductive_and_refute_the_rest() {
    let (_, graph) = explored("running", "--config symbolic-sliced-refined --set symbolic-shift=off");
    let known = |place: &str| {
        let node = graph.nodes.values().find(|n| n.lines[0] == format!("{place} in main") && n.colour == "white");
        let shown = node.unwrap().lines.last().unwrap();
        let (_, facts) = shown.split_once('{').unwrap();
        let facts = facts.trim_end_matches('}').to_owned();
        if facts.is_empty() { "true".to_owned() } else { facts.replace("y = ", "%2.y == ") }
    };
    let interpolants: Vec<String> = ["l2", "l3", "l4", "l5", "l9", "l12"].map(known).to_vec();
    assert_eq!(interpolants, ["true", "true", "true", "%2.y == 1", "%2.y == 1", "%2.y == 1"]);
    let place = place();
    let asked = |program: String, what: String| {
        std::fs::write(place.path("p.cfa"), &program).unwrap();
        let ran = place.run(&["verify", "p.cfa", "--config", "predicate"]);
        (last(&ran).to_owned(), format!("{what}\n{program}\n{ran:#?}"))
    };
    for i in 0..PATH.len() {
        let (answer, said) = asked(from_state(&interpolants[i], &PATH[i..], "true"), format!("rest {i}"));
        // Behind the assignment of `y` the rest needs it; before, it is impossible from anywhere.
        assert_eq!(answer, "Verification result: TRUE", "{said}");
        let weaker = asked(from_state("true", &PATH[i..], "true"), format!("weaker {i}")).0;
        assert_eq!(weaker == answer, interpolants[i] == "true", "{i}: {weaker}");
        if let Some(next) = interpolants.get(i + 1).filter(|next| *next != "true") {
            let broken = format!("!({next})");
            let (answer, said) = asked(from_state(&interpolants[i], &PATH[i..=i], &broken), format!("step {i}"));
            assert_eq!(answer, "Verification result: TRUE", "{said}");
        }
    }
}

/// Two ways to an error, of which the first that is found is not real.
#[test]
fn sli_23_the_modes_differ_where_one_of_two_ways_is_real() {
    let ask = |criterion: &str, check: &str| {
        let more = format!(
            "--config value-sliced --set values=all --set slicing-criterion={criterion} --set check-path={check}"
        );
        let (ran, graph) = explored("two-ways", &more);
        let numbers = ["targets", "refinements", "paths judged", "relevant edges", "slices not needed"];
        let numbers = numbers.map(|name| counted(&ran, name).parse::<u32>().unwrap());
        let target = *graph.nodes.iter().find(|(_, node)| node.colour == "salmon").unwrap().0;
        let mut path = vec![target];
        while let Some((from, _, _)) = graph.edges.iter().find(|(_, to, _)| to == path.last().unwrap()) {
            path.push(*from);
        }
        let path: Vec<String> = path.iter().rev().map(|n| graph.nodes[n].lines[0].clone()).collect();
        let path = path.join(" ").replace(" in main", "");
        (last(&ran).trim_start_matches("Verification result: ").to_owned(), numbers, path)
    };
    let (open, real) = ("UNKNOWN(undecided path)", "FALSE(unreach-call)");
    let (first, second) = ("l0 l1 l3 l4 l5", "l0 l1 l2 l4 l5");
    // The slice of the last edge does not exclude the path, and the program does not have it: it is
    // no counterexample.
    assert_eq!(ask("target-location", "slice"), (open.into(), [1, 0, 1, 0, 0], first.into()));
    // The last edge is added, and the same path comes back: noticed, not repeated.
    assert_eq!(ask("target-location", "program"), (open.into(), [2, 1, 1, 1, 1], first.into()));
    // `x = 0`, `[x < 0]` and the error: then the other way is found, and is real.
    assert_eq!(ask("target-path", "slice"), (real.into(), [2, 1, 1, 3, 0], second.into()));
    assert_eq!(ask("target-path", "program"), (real.into(), [2, 1, 2, 3, 0], second.into()));
}

/// The states of a fork over an input: values and conditions, and nothing else.
#[test]
fn sli_9_fig_6_states_exactly() {
    let (ran, graph) = explored("fork", "--config symbolic --set symbolic-shift=off");
    assert_eq!(last(&ran), "Verification result: TRUE");
    let known: Vec<(String, String)> = graph
        .nodes
        .values()
        .map(|node| (node.lines[0].replace(" in main", ""), node.lines.last().unwrap().replace("|e0.0:32|", "s")))
        .collect();
    let known: Vec<(&str, &str)> = known.iter().map(|(place, known)| (&place[..], &known[..])).collect();
    let positive = "(bvslt #x00000000 s)";
    let expected = [
        ("l0", "{}".to_owned()),
        ("l1", "{z = s}".to_owned()),
        ("l2", format!("{{z = s, {positive}}}")),
        ("l3", format!("{{z = s, (not {positive})}}")),
        ("l3", "{z = (bvadd s #xffffffff), (bvslt #x00000000 |e0.0:3…".to_owned()),
        ("l4", "{}".to_owned()),
        ("l4", "{}".to_owned()),
    ];
    assert_eq!(known, expected.each_ref().map(|(place, known)| (*place, &known[..])));
    // With the input positive, the other branch is not taken any more.
    let text = std::fs::read_to_string(file("examples/automata/fork.cfa")).unwrap();
    let place = place();
    std::fs::write(place.path("five.cfa"), text.replace("input nondet \"nondet\"", "5")).unwrap();
    let ran =
        place.run(&["verify", "five.cfa", "--config", "symbolic", "--set", "granularity=edge", "--graph", "g.dot"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let pruned = self::graph(&std::fs::read_to_string(place.path("g.dot")).unwrap());
    let places: Vec<&str> = pruned.nodes.values().map(|n| n.lines[0].trim_end_matches(" in main")).collect();
    assert_eq!(places, ["l0", "l1", "l2", "l3", "l4"]);
}

/// The sliced automaton is written, read back and executed: the second loop is gone, the first is
/// followed for ever.
#[test]
fn sli_19_the_sliced_automaton_is_executed() {
    let place = place();
    let ran = example(&place, "slice", "running", "--property unreach-call --output slice.cfa");
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let slice = std::fs::read_to_string(place.path("slice.cfa")).unwrap();
    let operation = |edge: &str| {
        let line = slice.lines().find_map(|line| line.trim().strip_prefix(edge)?.strip_prefix(": "));
        line.unwrap_or_else(|| panic!("{edge}: {slice}")).to_owned()
    };
    let kept = [
        ("l2 -> l3", "%0.x = input nondet \"nondet\""),
        ("l4 -> l5", "%2.y = 1"),
        ("l5 -> l6", "[0:i32 <s %0.x]"),
        ("l5 -> l9", "[!(0:i32 <s %0.x)]"),
        ("l6 -> l5", "%0.x = %0.x - 1"),
        ("l12 -> l13", "[(%0.x <s 0) & (%2.y <s 0)]"),
        ("l12 -> l15", "[!((%0.x <s 0) & (%2.y <s 0))]"),
        ("l13 -> l14", "violation error-call"),
    ];
    for (edge, expected) in kept {
        assert_eq!(operation(edge), expected);
    }
    for edge in ["l3 -> l4", "l9 -> l12", "l16 -> l15"] {
        assert_eq!(operation(edge), "nop", "{edge}");
    }
    assert_eq!((operation("l15 -> l16"), operation("l15 -> l18")), ("[!1]".to_owned(), "[1]".to_owned()));
    let more = ["--config", "symbolic", "--set", "symbolic-shift=off", "--set", "granularity=edge", "--work", "8ms"];
    let ran = place.run(&[&["verify", "slice.cfa", "--pixel-tree", "t.svg"], &more[..]].concat());
    assert_eq!(last(&ran), "Verification result: UNKNOWN(work limit)", "{ran:#?}");
    let rows = rows(&std::fs::read_to_string(place.path("t.svg")).unwrap());
    assert!(rows.starts_with(&[1, 1, 1, 1, 2, 2, 3, 3, 4]) && rows.len() > 30, "{rows:?}");
    assert!(rows[9..].iter().all(|row| *row < 5), "{rows:?}");
    // With shifted unknowns the first loop ends, and the slice is proved.
    let ran = place.run(&["verify", "slice.cfa", "--config", "symbolic"]);
    assert_eq!(last(&ran), "Verification result: TRUE", "{ran:#?}");
}

/// Parents, coverage, merges and targets are in the drawing.
#[test]
fn sli_5_the_graph_as_dot() {
    need_llvm();
    let place = place();
    let program = file("examples/two-calls.c");
    let verify = |more: &[&str]| {
        let ran = place.run(&[&["verify", &program, "--set", "granularity=edge", "--graph", "g.dot"], more].concat());
        (ran.code, graph(&std::fs::read_to_string(place.path("g.dot")).unwrap()))
    };
    let (code, graph) = verify(&["--config", "interval"]);
    assert_eq!((code, graph.nodes.len()), (Some(0), 17));
    // Every node but the root has one parent, and came after it.
    let children: Vec<u32> = graph.edges.iter().map(|(_, to, _)| *to).collect();
    assert_eq!(children, (1..17).collect::<Vec<u32>>());
    assert!(graph.edges.iter().all(|(from, to, _)| from < to));
    // The covered state was merged into the one that covers it.
    assert_eq!(graph.covered, BTreeMap::from([(11, 10)]));
    assert_eq!(graph.merged, graph.covered);
    let merged: Vec<&u32> = graph.nodes.iter().filter(|(_, node)| node.double).map(|(id, _)| id).collect();
    assert_eq!(merged, [&10]);
    assert_eq!(graph.nodes[&10].lines, ["l13 in rank", "[main rank]", "r=[1,2] a=1", "merged: 1"]);
    assert_eq!(graph.nodes[&11].lines[2], "r=1 a=1");
    assert_eq!(graph.nodes[&11].colour, "palegreen");
    assert!(graph.nodes.values().all(|node| node.colour != "salmon"));
    // A target is red, and the edges to it are a path of the program.
    let (_, graph) = explored("two-ways", "--config value");
    let (target, node) = graph.nodes.iter().find(|(_, node)| node.colour == "salmon").unwrap();
    assert_eq!(node.lines[0], "l5 in main");
    let operations: Vec<&str> = graph.edges.iter().filter(|(from, _, _)| from < target).map(|e| &e.2[..]).collect();
    assert_eq!(operations, ["%0.x = 0", "[!(%0.x <s 0)]", "nop", "violation error-call"]);
}

/// The first call knows one way through the function, the second two: they are merged with each
/// other, not with the first.
#[test]
fn sli_6_states_of_different_calls_are_not_merged() {
    need_llvm();
    let place = place();
    let program = file("examples/two-calls.c");
    let arguments = ["verify", &program, "--config", "interval", "--set", "granularity=edge", "--graph", "g.dot"];
    let ran = place.run(&[&arguments[..], &["--stats"]].concat());
    assert_eq!((last(&ran), counted(&ran, "merges")), ("Verification result: TRUE", "1"), "{ran:#?}");
    let graph = graph(&std::fs::read_to_string(place.path("g.dot")).unwrap());
    let at = |place: &str| -> Vec<&str> {
        let nodes = graph.nodes.values().filter(|n| n.lines[0] == place && n.colour == "white");
        nodes.map(|n| &n.lines[2][..]).collect()
    };
    assert_eq!(at("l13 in rank"), ["r=1", "r=[1,2] a=1"]);
}

/// A lock that is taken twice behind a loop of three rounds, and the same with a branch that is
/// never taken.
#[test]
fn sli_29_rules_are_decided_in_slices_and_by_refinement() {
    need_llvm();
    let place = place();
    let rules = file("specs/lock.spec");
    for name in ["value-refined", "value-sliced", "symbolic-refined", "symbolic-sliced-refined"] {
        for (task, code, answer) in
            [("lock_behind_rounds", 0, "TRUE"), ("lock_behind_rounds_bug", 10, "FALSE(specification)")]
        {
            let task = file(&format!("tasks/verify/specifications/{task}.c"));
            let ran = place.run(&["verify", &task, "--spec", &rules, "--config", name, "--stats"]);
            assert_eq!(ran.code, Some(code), "{name}: {ran:#?}");
            assert_eq!(last(&ran), format!("Verification result: {answer}"), "{name}");
            assert_eq!((counted(&ran, "refinements"), counted(&ran, "tracked values")), ("2", "rounds"), "{name}");
        }
    }
    // Nothing is relevant, the calls least of all: the rule sees them as they are.
    let task = file("tasks/verify/specifications/lock_twice_without_inputs.c");
    for name in ["value-sliced", "symbolic-sliced-refined"] {
        let ran = place.run(&["verify", &task, "--spec", &rules, "--config", name, "--stats"]);
        assert_eq!(last(&ran), "Verification result: FALSE(specification)", "{name}: {ran:#?}");
        assert_eq!((counted(&ran, "refinements"), counted(&ran, "relevant edges")), ("0", "0"), "{name}");
    }
}

/// What the analyses of data flow and of dominators know, location by location.
#[test]
fn sli_7_facts_of_the_running_example() {
    let facts = |name: &str, which: &str| example(&place(), "cfa", name, &format!("--facts {which}")).stdout;
    // Backwards, every location but those that only lead to the error.
    let backward: BTreeSet<String> = facts("running", "backward").lines().map(str::to_owned).collect();
    let expected = ["l2", "l3", "l4", "l5", "l6", "l9", "l12", "l15", "l16", "l18", "l19"];
    assert_eq!(backward, expected.into_iter().map(str::to_owned).collect());
    let reaching = facts("running", "reaching");
    let at = |place: &str| {
        let line = reaching.lines().find_map(|line| line.strip_prefix(&format!("{place} in main")));
        line.unwrap_or_else(|| panic!("{place}: {reaching}")).trim().to_owned()
    };
    // `x` is defined by the first edge and in the loop; `w` again at l9, which ends its first
    // definition; `y` in the second loop.
    assert_eq!(at("l2"), "");
    assert_eq!(at("l5"), "r0@e0 r0@e5 r1@e1 r2@e2");
    assert_eq!(at("l12"), "r0@e0 r0@e5 r1@e6 r2@e2");
    assert_eq!(at("l19"), "r0@e0 r0@e5 r1@e6 r2@e2 r2@e12");
    let flow = facts("running", "flow");
    let all: BTreeSet<&str> = flow.split_whitespace().filter(|word| word.contains("-r")).collect();
    assert_eq!(all.len(), 21, "{all:?}");
    let of_branch: Vec<&&str> = all.iter().filter(|word| word.starts_with("e7-")).collect();
    assert_eq!(of_branch, [&"e7-r0-e0", &"e7-r0-e5", &"e7-r2-e2"]);
    let dominators = facts("loop-with-two-entries", "dominators");
    let sets: Vec<String> = dominators.lines().map(|line| line.replace(" in main", ":")).collect();
    let expected = [
        "l0:",
        "l1: l0",
        "l2: l0 l1",
        "l3: l0 l1",
        "l4: l0 l1 l3",
        "l5: l0 l1 l3",
        "l6: l0 l1",
        "l7: l0 l1",
        "l8: l0 l1",
        "l9: l0 l1 l8",
        "l10: l0 l1 l8 l9",
    ];
    assert_eq!(sets, expected);
}

/// A program in textual form is what was compiled: other checks, errors, data models or flags are
/// refused.
#[test]
fn automata_are_read_and_what_they_lack_is_refused() {
    let place = place();
    let ask = |name: &str, more: &str| example(&place, "verify", name, more);
    ask("running", "--property no-overflow").fails(1, &["running.cfa: it was made for a property with other checks"]);
    ask("running", "--property memsafety").fails(1, &["it was made for a property with other checks"]);
    ask("running", "--32").fails(1, &["running.cfa: its data model is LP64"]);
    ask("running", "--entry f").fails(1, &["running.cfa: it begins in main"]);
    ask("running", "-- -DX").fails(1, &["a program in textual form is not compiled"]);
    ask("running", &file("examples/primes.c")).fails(1, &["is not linked with others"]);
    ask("second-exit", "").fails(2, &["second-exit.cfa: the program breaks a rule: main: l1: an edge leaves the exit"]);
    example(&place, "slice", "running", "-p unreach-call -o s.bc").fails(1, &["there is no LLVM module of it"]);
    std::fs::write(place.path("bad.cfa"), "program 1\nlayout ?\n").unwrap();
    place.run(&["verify", "bad.cfa"]).fails(2, &["bad.cfa:2: "]);
    place.run(&["verify", "none.cfa"]).fails(2, &["none.cfa: no such file"]);
    // What `cfa` prints of it is the same program.
    let first = example(&place, "cfa", "doubled", "").stdout;
    std::fs::write(place.path("again.cfa"), &first).unwrap();
    assert_eq!(place.run(&["cfa", "again.cfa"]).stdout, first);
    let ran = example(&place, "verify", "doubled", "--config symbolic");
    assert_eq!(last(&ran), "Verification result: TRUE", "{ran:#?}");
}
