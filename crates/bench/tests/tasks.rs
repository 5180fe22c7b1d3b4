//! Task sets from files: every kind, and all that can be wrong with them.

use adumbra_bench::model::{DataModel, Expected, Task};
use adumbra_bench::task::{self, Selection, TaskError};
use std::path::{Path, PathBuf};

/// A directory with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn load(folder: &Path, sets: &[&str], selection: &Selection) -> Result<Vec<Task>, Vec<TaskError>> {
    let sets: Vec<PathBuf> = sets.iter().map(|set| folder.join(set)).collect();
    task::load(&sets, selection)
}

/// A task in one line.
fn line(task: &Task) -> String {
    let model = task.data_model.map_or_else(|| "-".into(), |m| m.to_string());
    let files: Vec<_> = task.files.iter().map(|f| f.file_name().unwrap().to_string_lossy()).collect();
    let files = files.join("+");
    let arguments = task.arguments.join(" ");
    format!("{}: {} {} {} {model} {files} {arguments}", task.category, task.name, task.property.name, task.expected)
        .trim_end()
        .to_owned()
}

fn lines(folder: &Path, sets: &[&str], selection: &Selection) -> Vec<String> {
    let tasks = load(folder, sets, selection).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert!(tasks.iter().all(|task| task.definition.is_absolute() && task.files.iter().all(|f| f.is_absolute())));
    tasks.iter().map(line).collect()
}

/// The errors, with paths relative to the folder.
fn errors(folder: &Path, sets: &[&str], selection: &Selection) -> Vec<String> {
    let errors = load(folder, sets, selection).expect_err("something is wrong");
    errors.iter().map(|e| e.to_string().replace(&format!("{}/", folder.display()), "")).collect()
}

fn properties(names: &[&str]) -> Selection {
    Selection { properties: names.iter().map(|n| (*n).to_owned()).collect(), ..Selection::default() }
}

const UNREACH: &str = "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n";
const MEMSAFETY: &str = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
                         CHECK( init(main()), LTL(G valid-memtrack) )\n";
const COVER: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n";

const ONE: &str = "format_version: '1.0'\ninput_files: 'a.i'\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    \
                   expected_verdict: true\n  - property_file: ../properties/valid-memsafety.prp\n    expected_verdict: false\n    \
                   subproperty: valid-deref\n  - property_file: ../properties/coverage-branches.prp\n";
const TWO: &str = "format_version: '2.0'\ninput_files:\n  - 'b.c'\n  - 'b-*.c'\nproperties:\n  \
                   - property_file: ../properties/unreach-call.prp\noptions:\n  language: C\n  data_model: LP64\n";

/// Two families of the competition with their sets.
fn families() -> tempfile::TempDir {
    folder(&[
        ("properties/unreach-call.prp", UNREACH),
        ("properties/valid-memsafety.prp", MEMSAFETY),
        ("properties/coverage-branches.prp", COVER),
        ("loops/a.yml", ONE),
        ("loops/a.i", ""),
        ("loops/b.yml", TWO),
        ("loops/b.c", ""),
        ("loops/b-x.c", ""),
        ("loops/b-y.c", ""),
        ("ReachSafety-Loops.set", "loops/*.yml\nloops/a*.yml\n"),
        ("ReachSafety-Loops.cfg", "Description: loops\nArchitecture: 32 bit\n"),
    ])
}

#[test]
fn definitions_of_both_formats() {
    let folder = families();
    let expected = [
        "ReachSafety-Loops: loops/a.yml unreach-call true ILP32 a.i",
        "ReachSafety-Loops: loops/a.yml valid-memsafety false(valid-deref) ILP32 a.i",
        "ReachSafety-Loops: loops/b.yml unreach-call - LP64 b.c+b-x.c+b-y.c",
    ];
    let all = Selection::default();
    assert_eq!(lines(folder.path(), &["ReachSafety-Loops.set"], &all), expected);
    // A directory and single files know the data model from the set beside them.
    let expected = expected.map(|line| line.replace("ReachSafety-Loops:", "loops:"));
    assert_eq!(lines(folder.path(), &["loops"], &all), expected);
    assert_eq!(lines(folder.path(), &["loops/a.yml", "./loops/../loops/b.yml"], &all), expected);
    assert_eq!(lines(folder.path(), &["loops"], &properties(&["memsafety"])), expected[1..2]);
    let tasks = load(folder.path(), &["loops/a.yml"], &all).unwrap();
    assert_eq!(tasks[0].property.file, Some(folder.path().join("properties/unreach-call.prp")));
    // The same tasks in two categories are two.
    assert_eq!(lines(folder.path(), &["ReachSafety-Loops.set", "loops"], &all).len(), 6);
}

#[test]
fn a_definition_that_no_set_lists_has_the_model_that_is_chosen() {
    let folder = families();
    std::fs::remove_file(folder.path().join("ReachSafety-Loops.set")).unwrap();
    let mut selection = properties(&["unreach-call.prp"]);
    assert_eq!(load(folder.path(), &["loops/a.yml"], &selection).unwrap()[0].data_model, None);
    selection.data_model = Some(DataModel::Ilp32);
    assert_eq!(load(folder.path(), &["loops/a.yml"], &selection).unwrap()[0].data_model, Some(DataModel::Ilp32));
}

#[test]
fn everything_wrong_is_said_at_once() {
    let property = |name: &str| format!("properties:\n- property_file: {name}\n  expected_verdict: false\n");
    let definition = |file: &str, name: &str| format!("format_version: '1.0'\ninput_files: {file}\n{}", property(name));
    let part = definition("p.c", "ok.prp") + "  subproperty: valid-free\n";
    let twice = definition("p.c", "ok.prp") + "- property_file: same.prp\n";
    let folder = folder(&[
        ("f/ok.prp", UNREACH),
        ("f/same.prp", UNREACH),
        ("f/def-behavior.prp", "\nCHECK( init(main()), LTL(G def-behavior) )"),
        ("f/p.c", ""),
        ("f/1-broken.yml", "format_version: [\n"),
        ("f/2-format.yml", "input_files: p.c\n\nformat_version: '7.0'\n"),
        ("f/3-program.yml", &definition("[gone.c, p.c, lost.c]", "ok.prp")),
        ("f/4-property.yml", &definition("p.c", "gone.prp")),
        ("f/5-unknown.yml", &definition("p.c", "def-behavior.prp")),
        ("f/6-part.yml", &part),
        ("f/7-twice.yml", &twice),
        ("f/8-good.yml", &definition("p.c", "ok.prp")),
        ("s.set", "f/8*.yml\n\nnowhere/*.yml\nf/p.c\nf/ok.prp\n"),
        ("t.set", "f/[.yml\n# only a comment\n"),
        ("t.cfg", "Architecture: 16 bit\n"),
        ("empty.set", "\n"),
        ("nothing/x.txt", ""),
    ]);
    let all = Selection::default();
    let sets = ["f", "f/8-good.yml", "s.set", "t.set", "empty.set", "gone.set", "gone.yml", "f/ok.prp", "nothing"];
    let found = errors(folder.path(), &sets, &all);
    let expected = [
        "f/1-broken.yml:",
        "f/2-format.yml:3: format_version 7.0 is not known",
        "f/3-program.yml:2: the program gone.c does not exist",
        "f/3-program.yml:2: the program lost.c does not exist",
        "f/4-property.yml:4: the property file gone.prp cannot be read: No such file",
        "f/5-unknown.yml:4: the property file def-behavior.prp, line 2: unknown property `def-behavior`",
        "f/6-part.yml:4: `valid-free` is no part of unreach-call",
        "f/7-twice.yml:6: the property unreach-call is there twice",
        "s.set:3: the pattern `nowhere/*.yml` matches no file",
        "f/ok.prp: a task is a .yml",
        "t.cfg:1: the architecture `16 bit` is not known",
        "empty.set: the set is empty",
        "gone.set: cannot be read: No such file",
        "gone.yml: cannot be read: No such file",
        "f/ok.prp: a task is a .yml",
        "nothing: no tasks here",
        "f/8-good.yml: the task f/8-good.yml (unreach-call) of f is there twice",
    ];
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}\nis not {expected}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");

    // Who keeps going has the good ones, and the bad ones by name as far as they could be read.
    let going = Selection { keep_going: true, ..all };
    let good = ["f: f/7-twice.yml unreach-call false - p.c", "f: f/8-good.yml unreach-call false - p.c"];
    assert_eq!(lines(folder.path(), &["f"], &going), good);
    let lost = task::read(&[folder.path().join("f")], &going).errors;
    let lost: Vec<String> = lost.iter().flat_map(|error| &error.lost).map(line).collect();
    assert_eq!(lost, ["f: f/3-program.yml unreach-call false - p.c"]);
    // What is not wanted is not wrong.
    let named = Selection { include: vec!["*8*".into()], ..Selection::default() };
    assert_eq!(lines(folder.path(), &["f"], &named), good[1..]);
    let other = properties(&["termination"]);
    let found = errors(folder.path(), &["f/5-unknown.yml", "f/4-property.yml", "f/8-good.yml"], &other);
    assert_eq!(found, ["of 3 properties of tasks none is wanted"]);
    let found = errors(folder.path(), &["f/8-good.yml"], &properties(&["coverage-branches", "reachable"]));
    assert!(found[0].starts_with("unknown property `coverage-branches`; known are unreach-call, "), "{found:?}");
    assert_eq!(found.len(), 2);
}

#[test]
fn labelled_programs() {
    let folder = folder(&[
        ("specs/lock.spec", ""),
        (
            "verify/heap/a.c",
            "// verify memsafety => FALSE(valid-free) by int=1\n// verify no-overflow --32 => TRUE\nint x;\n",
        ),
        ("verify/heap/plain.c", "int main(void) { return 0; }\n"),
        ("verify/ir/a.ll", "; verify => TRUE\n"),
        ("verify/rules/r.c", "// verify --spec=specs/lock.spec => FALSE(specification)\n"),
        ("bad/b.c", "// verify => TRUE\n// verify nothing => TRUE\n// verify --spec=specs/gone.spec => TRUE\n"),
    ]);
    let all = Selection::default();
    assert_eq!(
        lines(folder.path(), &["verify"], &all),
        [
            "heap: heap/a.c valid-memsafety false(valid-free) - a.c",
            "heap: heap/a.c --32 no-overflow true ILP32 a.c",
            "ir: ir/a.ll default true - a.ll",
            "rules: rules/r.c --spec=specs/lock.spec specification false - r.c --spec=specs/lock.spec",
        ]
    );
    // A program without a label is a task if it is named.
    assert_eq!(lines(folder.path(), &["verify/heap/plain.c"], &all), ["heap: heap/plain.c default - - plain.c"]);
    assert_eq!(
        lines(folder.path(), &["verify/heap/plain.c"], &properties(&["no-overflow", "memsafety"])),
        ["heap: heap/plain.c no-overflow - - plain.c", "heap: heap/plain.c valid-memsafety - - plain.c"]
    );
    let found = errors(folder.path(), &["bad"], &all);
    assert!(found[0].starts_with("bad/b.c:2: unknown property `nothing`"), "{found:?}");
    assert!(found[1].starts_with("bad/b.c:3: the file of `--spec=specs/gone.spec`"), "{found:?}");
}

#[test]
fn our_own_tasks_are_read() {
    let tasks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tasks/verify");
    let tasks = task::load(&[tasks], &Selection::default()).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert!(tasks.len() > 200, "{}", tasks.len());
    assert!(tasks.iter().filter(|task| task.expected != Expected::Nothing).count() > 200);
    assert!(tasks.iter().any(|task| task.name == "specifications/lock_twice.c --spec=specs/lock.spec"));
}

#[test]
fn formulas() {
    let folder = folder(&[
        ("q/a.smt2", "(set-info :status unsat)\n(assert false)\n(check-sat)\n"),
        ("q/b.smt2", "(check-sat)\n"),
        ("q/c.cnf", "p cnf 1 1\n1 0\n"),
        ("q/d.smt2", "(set-info :status sat)\n(check-sat)\n(check-sat)\n"),
        ("q/e.cnf", "c status unsat\np cnf 1 2\n1 0\n-1 0\n"),
        ("bad/a.smt2", "(assert true)\n"),
        ("bad/b.smt2", "(assert\n"),
        ("bad/c.cnf", "1 0\n"),
    ]);
    let all = Selection::default();
    let expected = [
        "q: q/a.smt2 sat unsat - a.smt2",
        "q: q/b.smt2 sat - - b.smt2",
        "q: q/c.cnf sat - - c.cnf",
        "q: q/d.smt2 queries 2 answers, 0 unsat - d.smt2",
        "q: q/e.cnf sat unsat - e.cnf",
    ];
    assert_eq!(lines(folder.path(), &["q"], &all), expected);
    let found = errors(folder.path(), &["bad"], &all);
    assert_eq!(found[0], "bad/a.smt2:1: the script asks nothing");
    assert!(found[1].starts_with("bad/b.smt2:2:") && found[2].starts_with("bad/c.cnf:1:"), "{found:?}");
}

#[test]
fn tasks_are_chosen_by_name_and_number() {
    let files: Vec<(String, String)> = (0..20)
        .map(|n| (format!("{}/{n:02}.c", if n < 15 { "large" } else { "small" }), "// verify => TRUE\n".to_owned()))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = folder(&files);
    let names = |selection: Selection| -> Vec<String> {
        load(folder.path(), &["."], &selection).unwrap().into_iter().map(|task| task.name).collect()
    };
    let texts = |patterns: &[&str]| patterns.iter().map(|p| (*p).to_owned()).collect::<Vec<String>>();
    let selection =
        Selection { include: texts(&["*/0[1-3].c", "19"]), exclude: texts(&["*2*"]), ..Selection::default() };
    assert_eq!(names(selection), ["large/01.c", "large/03.c", "small/19.c"]);
    let selection = Selection { limit: Some(4), ..Selection::default() };
    assert_eq!(names(selection), ["large/00.c", "large/05.c", "large/10.c", "small/15.c"]);
    let selection = Selection { limit_per_category: Some(2), ..Selection::default() };
    assert_eq!(names(selection), ["large/00.c", "large/07.c", "small/15.c", "small/17.c"]);
    let bad = Selection { include: texts(&["[x"]), ..Selection::default() };
    assert!(errors(folder.path(), &["."], &bad)[0].contains("`[x`"));
}

#[test]
fn names_tell_tasks_apart() {
    let label = "// verify => TRUE\n";
    let folder = folder(&[("a/x/p.c", label), ("b/x/p.c", label), ("b/x/q.c", label)]);
    assert_eq!(
        lines(folder.path(), &["."], &Selection::default()),
        ["x: a/x/p.c default true - p.c", "x: b/x/p.c default true - p.c", "x: x/q.c default true - q.c"]
    );
}

proptest::proptest! {
    /// No text makes a reader panic, and errors have lines that exist.
    #[test]
    fn readers_take_any_text(text in "[ -~\n]{0,40}", pick in 0usize..8, seam in "[ -~\n]{0,8}") {
        let whole = [
            ONE, TWO, UNREACH, MEMSAFETY, "// verify memsafety --64 => FALSE(valid-deref) by int=1\n",
            "(set-info :status sat)(assert (= |a b| \"x\"))(check-sat)\n", "p cnf 1 1\n1 0\n", "a/*.yml\n",
        ][pick];
        let at = text.len() % (whole.len() + 1);
        for text in [text.clone(), format!("{}{seam}{}", &whole[..at], &whole[at..])] {
            let lines = text.lines().count() as u32 + 1;
            if let Err((Some(line), _)) = task::definition::parse(&text) {
                proptest::prop_assert!(line <= lines, "{line} of {lines} in {text:?}");
            }
            if let task::property::Content::Malformed(line, _) = task::property::parse(&text) {
                proptest::prop_assert!((1..=lines).contains(&line), "{line} of {lines} in {text:?}");
            }
            if let Err((line, _)) = task::formula::scan(text.as_bytes()) {
                proptest::prop_assert!((1..=lines).contains(&line), "{line} of {lines} in {text:?}");
            }
            let _ = (task::label::read(&text), task::formula::scan_dimacs(text.as_bytes()));
            let _ = adumbra_bench::tool::Description::parse("x.toml", &text);
        }
    }
}

/// The families that the environment variable names: all load, and it does not take long.
#[test]
#[ignore = "needs families of the competition"]
fn families_of_the_competition_are_read() {
    let Some(root) = std::env::var_os("ADUMBRA_FAMILIES").map(PathBuf::from) else { return };
    let entries = std::fs::read_dir(&root).unwrap().map(|e| e.unwrap().path());
    let families: Vec<PathBuf> = entries.filter(|path| path.is_dir() && !path.ends_with("properties")).collect();
    let started = std::time::Instant::now();
    let all = task::read(&families, &Selection::default());
    println!("{} tasks, {} errors, {:?}", all.tasks.len(), all.errors.len(), started.elapsed());
    let entries = std::fs::read_dir(&root).unwrap().map(|e| e.unwrap().path());
    let sets: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "set")).collect();
    let started = std::time::Instant::now();
    let of_sets = task::read(&sets, &Selection::default());
    let empty = of_sets.errors.iter().filter(|error| matches!(error.cause, task::Cause::EmptyPattern(_))).count();
    println!("{} sets: {} tasks, {empty} empty patterns, {:?}", sets.len(), of_sets.tasks.len(), started.elapsed());
    for property in ["unreach-call", "no-overflow", "valid-memsafety", "valid-memcleanup", "termination"] {
        let task::Loaded { tasks, errors } = task::read(&families, &properties(&[property]));
        // A family may be there without all its programs.
        let wrong = |error: &&TaskError| !matches!(error.cause, task::Cause::NoProgram(_));
        assert_eq!(errors.iter().find(wrong), None);
        let of = |model| tasks.iter().filter(|task| task.data_model == Some(model)).count();
        println!(
            "{property}: {} tasks, {} with 32 bit, {} with 64",
            tasks.len(),
            of(DataModel::Ilp32),
            of(DataModel::Lp64)
        );
        assert_eq!(of(DataModel::Ilp32) + of(DataModel::Lp64), tasks.len());
    }
}
