//! Tests of the two formats: what is written is read back, and what is wrong is named with its
//! line.

use super::*;
use adumbra_program::DataModel;
use std::time::UNIX_EPOCH;

fn place(line: u32) -> Place {
    Place { file: "dir/a \"b\".c".into(), line, column: Some(3), function: Some("main".into()) }
}

fn waypoint(kind: WaypointKind, line: u32, called: Option<&str>) -> Waypoint {
    Waypoint { kind, place: place(line), called: called.map(str::to_owned), line: 0 }
}

fn witness(content: Content) -> Witness {
    let task = Task::new(
        &[("dir/a \"b\".c".to_owned(), b"int main() {}")],
        "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )".into(),
        DataModel::Ilp32,
    );
    let metadata = Metadata::new(task, UNIX_EPOCH, Some("value".into()), &content);
    Witness { metadata, content, hints: Vec::new() }
}

fn violation() -> Witness {
    let follow = [
        waypoint(WaypointKind::FunctionReturn("\\result == -1".into()), 1, Some("f")),
        waypoint(WaypointKind::Assumption("x < 3 && y == '\\''".into()), 2, None),
        waypoint(WaypointKind::Branching(Decision::Truth(false)), 3, None),
        waypoint(WaypointKind::Branching(Decision::Case(-7)), 4, None),
        waypoint(WaypointKind::Branching(Decision::Default), 5, None),
        waypoint(WaypointKind::FunctionEnter, 6, Some("g")),
        waypoint(WaypointKind::Target, 7, None),
    ];
    let avoid = vec![waypoint(WaypointKind::Assumption("x == 1".into()), 8, None)];
    let mut segments: Vec<Segment> = follow.map(|follow| Segment { avoid: Vec::new(), follow }).into();
    segments[2].avoid = avoid;
    witness(Content::Violation(segments))
}

fn with_contracts() -> Witness {
    let place = Place { file: "a.c".into(), line: 2, column: None, function: Some("f".into()) };
    let contract = |requires: Option<&str>, ensures: Option<&str>, language| FunctionContract {
        place: place.clone(),
        requires: requires.map(str::to_owned),
        ensures: ensures.map(str::to_owned),
        language,
        line: 0,
    };
    let contracts = vec![
        contract(Some("n >= 0"), Some("\\result == \\old(n) + 1"), ExpressionLanguage::ExtendedC),
        contract(None, Some("1"), ExpressionLanguage::Acsl),
        contract(Some("x > \"2\""), None, ExpressionLanguage::C),
    ];
    let mut all = witness(Content::Correctness(vec![invariant(3, true, "x")], contracts));
    all.metadata.format_version = "2.1".into();
    all
}

fn invariant(line: u32, of_loop: bool, expression: &str) -> Invariant {
    Invariant { of_loop, place: place(line), expression: expression.into(), line: 0 }
}

fn correctness() -> Witness {
    witness(Content::Correctness(vec![invariant(3, true, "x >= 0 || y"), invariant(9, false, "z & 1")], Vec::new()))
}

/// Without what only one of the formats has.
fn forget(witness: &mut Witness, columns: bool) {
    let forget_place = |place: &mut Place| {
        if columns {
            (place.column, place.function) = (None, None);
        }
    };
    match &mut witness.content {
        Content::Violation(segments) => {
            for segment in segments {
                for waypoint in segment.avoid.iter_mut().chain([&mut segment.follow]) {
                    waypoint.line = 0;
                    waypoint.called = None;
                    forget_place(&mut waypoint.place);
                }
            }
        }
        Content::Correctness(invariants, contracts) => {
            invariants.iter_mut().for_each(|i| {
                i.line = 0;
                i.place.column = i.place.column.filter(|_| !columns);
            });
            contracts.iter_mut().for_each(|contract| contract.line = 0);
        }
    }
}

#[test]
fn yaml_is_read_as_it_was_written() {
    for mut written in
        [violation(), correctness(), with_contracts(), witness(Content::Correctness(Vec::new(), Vec::new()))]
    {
        let text = yaml_write::write(&written);
        let mut found = read(&text).unwrap_or_else(|e| panic!("{e:?}: {text}"));
        assert_eq!(found.len(), 1);
        forget(&mut found[0], false);
        forget(&mut written, false);
        assert_eq!(found[0], written, "{text}");
    }
}

#[test]
fn graphml_is_read_as_it_was_written() {
    let mut written = correctness();
    let mut found = read(&graphml_write::write(&written, "main")).unwrap();
    forget(&mut found[0], true);
    forget(&mut written, true);
    assert_eq!(
        found[0].content,
        Content::Correctness(
            match written.content {
                Content::Correctness(all, _) =>
                    all.into_iter().map(|i| Invariant { expression: format!("({})", i.expression), ..i }).collect(),
                Content::Violation(_) => Vec::new(),
            },
            Vec::new()
        )
    );
    assert_eq!(found[0].metadata.task, written.metadata.task);
    let written = violation();
    let found = read(&graphml_write::write(&written, "main")).unwrap().remove(0);
    let Content::Violation(segments) = &found.content else { panic!("a violation") };
    // Results and truth values stay; other assumptions are hints.
    let kinds: Vec<&str> = segments.iter().map(|s| s.follow.kind.name()).collect();
    assert_eq!(kinds, ["function_return", "branching", "target"]);
    assert_eq!(segments[0].follow.called.as_deref(), Some("f"));
    assert_eq!((segments[0].follow.place.line, segments[2].follow.place.line), (1, 7));
    assert_eq!(found.hints, [Hint { line: Some(2), expression: "x < 3 && y == '\\''".into() }]);
}

#[test]
fn sets_of_invariants_about_one_task_are_one_witness() {
    let text = yaml_write::write(&correctness());
    let found = read(&format!("{text}{text}")).unwrap();
    assert_eq!(found.len(), 1);
    assert!(matches!(&found[0].content, Content::Correctness(all, _) if all.len() == 4));
    assert_eq!(read(&format!("{text}{}", yaml_write::write(&violation()))).unwrap().len(), 2);
}

#[test]
fn errors_of_yaml_have_their_line() {
    let text = yaml_write::write(&violation());
    for (from, to, part) in [
        ("line: 3\n", "line: three\n", "invalid u32"),
        ("line: 3\n", "line: 0\n", "counted from 1"),
        ("value: \"false\"", "value: \"maybe\"", "`maybe` decides no branching"),
        ("action: \"avoid\"", "action: \"follow\"", "must be the last"),
        ("column: 3", "row: 3", "row"),
        ("type: \"assumption\"", "type: \"recurrence\"", "type is `recurrence`"),
        ("data_model: \"ILP32\"", "data_model: \"LP32\"", "data_model is `LP32`"),
        ("format: \"c_expression\"", "format: \"smt\"", "`smt`"),
    ] {
        let changed = text.replacen(from, to, 1);
        let error = read(&changed).unwrap_err();
        assert!(error.message.contains(part), "{to}: {error:?}");
        let before = text.find(from).map_or(0, |at| text[..at].lines().count() as u32);
        let (expected, found) = (before, error.line.unwrap_or(0));
        // An error of a waypoint names the line of the waypoint, or of the one behind.
        assert!(found.abs_diff(expected) <= 12 && found > 0, "{to}: line {found}, expected near {expected}");
    }
    for text in ["", "[]", "{}", "- 1", "- entry_type: violation_sequence", "\u{0}", "- [", "a: &a [*a]", "<"] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn errors_of_graphml_have_their_line() {
    let text = graphml_write::write(&violation(), "main");
    for (from, to, part) in [
        ("</graph>", "</grph>", "not XML"),
        ("<data key=\"programhash\">", "<data key=\"hash\">", "programhash"),
        ("64bit", "16bit", ""),
        (">32bit<", ">16bit<", "architecture is `16bit`"),
        ("violation_witness", "other_witness", "witness-type is `other_witness`"),
        (">C<", ">Java<", "sourcecodelang"),
        ("<data key=\"entry\">true", "<data key=\"entry\">false", "no node is the entry"),
        ("<data key=\"violation\">true", "<data key=\"violation\">false", "no node that is a violation"),
        ("target=\"N2\"", "target=\"M2\"", "`M2`, which is no node"),
        ("<node id=\"N2\"/>", "<node id=\"N1\"/>", "two nodes `N1`"),
        ("condition-false", "condition", "control is `condition`"),
        ("<data key=\"startline\">1<", "<data key=\"startline\">one<", "no number"),
    ] {
        if part.is_empty() {
            assert!(!text.contains(from));
            continue;
        }
        assert!(text.contains(from), "{from}");
        let error = read(&text.replace(from, to)).unwrap_err();
        assert!(error.message.contains(part), "{to}: {error:?}");
        assert!(error.line.is_some(), "{to}: {error:?}");
    }
    assert!(read("<graphml/>").is_err());
    assert!(read("<html/>").is_err());
}

#[test]
fn large_witnesses_are_read() {
    let Content::Violation(segments) = violation().content else { panic!("a violation") };
    let many: Vec<Segment> = std::iter::repeat_n(segments[0].clone(), 10_000).chain(segments.last().cloned()).collect();
    let text = yaml_write::write(&witness(Content::Violation(many)));
    let found = read(&text).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(matches!(&found[0].content, Content::Violation(all) if all.len() == 10_001));
}
