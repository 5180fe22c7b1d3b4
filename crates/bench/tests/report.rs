//! Tables, plots and files from results that are known.

use crate::support::*;
use adumbra_bench::model::*;
use adumbra_bench::report::data::Data;
use adumbra_bench::report::{Analysis, Noise, csv, html, json, quantile, scatter, summary, tables, text};
use adumbra_bench::score::Scheme;
use std::path::Path;
use std::process::{Command, Output};

/// Two categories, three columns; every class occurs, and one result is missing.
fn known() -> Data {
    let rows = vec![
        (
            task("Loops", "a", Expected::True),
            vec![Some((Answer::True, 1.0)), Some((Answer::True, 4.0)), Some((Answer::True, 2.0))],
        ),
        (
            task("Loops", "b", Expected::True),
            vec![Some((Answer::True, 2.0)), Some((unknown("timeout"), 900.5)), Some((Answer::False(None), 3.0))],
        ),
        (
            task("Loops", "c", Expected::False(None)),
            vec![Some((Answer::False(None), 3.0)), Some((Answer::False(None), 3.05)), Some((Answer::True, 1.0))],
        ),
        (
            task("Heap", "d", Expected::False(None)),
            vec![Some((unknown("out of memory"), 50.0)), Some((Answer::False(None), 8.0)), None],
        ),
        (
            task("Heap", "e", Expected::Nothing),
            vec![Some((Answer::True, 1.0)), Some((Answer::False(None), 1.0)), Some((unknown("no <idea>"), 1.0))],
        ),
    ];
    data(&["value", "predicate", "other"], rows)
}

fn scheme(name: &str) -> Scheme {
    Scheme::find(name).unwrap()
}

#[test]
fn counts_scores_and_times_are_those_of_the_results() {
    let (data, scheme) = (known(), scheme("sv-comp"));
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    let [value, predicate, other] = &analysis.totals[..] else { panic!("three columns") };
    assert_eq!((value.correct_true, value.correct_false, value.unknown, value.unjudged), (2, 1, 1, 1));
    assert_eq!((predicate.correct_true, predicate.correct_false, predicate.reason("timeout")), (1, 2, 1));
    assert_eq!((other.correct(), other.wrong_true, other.wrong_false, other.missing), (1, 1, 1, 1));
    assert_eq!((value.score, predicate.score, other.score), (5.0, 4.0, 2.0 - 32.0 - 16.0));
    assert_eq!(value.best, Some(6.0));
    assert_eq!((value.cpu, value.cpu_correct, value.cpu_common, value.common), (57.0, 6.0, 1.0, 1));
    assert_eq!((value.memory_peak, value.memory_mean), (Some(50_000_000), Some(50_000_000.0)));
    assert_eq!(data.categories, ["Heap", "Loops"]);
    assert_eq!(analysis.categories[1][0].score, 5.0);
    assert_eq!(analysis.ranking(), [0, 1, 2]);
}

/// SLI-34: what tools counted themselves is in the tables, for people and for machines.
#[test]
fn what_tools_counted_is_shown() {
    let directory = tempfile::tempdir().unwrap();
    let counted = |answer, refinements: f64| Outcome {
        values: [("refinements".to_owned(), refinements)].into(),
        ..outcome(answer, 1.0)
    };
    let rows = vec![
        (task("Loops", "a", Expected::True), vec![Some(counted(Answer::True, 4.0)), None]),
        (task("Loops", "b", Expected::True), vec![Some(counted(Answer::True, 8.0)), Some(outcome(Answer::True, 1.0))]),
    ];
    let store = store(&directory.path().join("s.db"), &[column("value"), column("other")], &rows);
    let data = Data::load(&[store]).unwrap();
    let scheme = scheme("solved");
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    let table = tables::values(&analysis).unwrap();
    let fields: Vec<&str> = table.lines[0].fields.iter().map(|field| field.text.as_str()).collect();
    assert_eq!((table.lines.len(), fields), (1, vec!["refinements", "value", "2", "8.00", "6.00", "8.00", "12.0"]));
    let csv = csv::results(&analysis);
    assert!(csv.lines().next().unwrap().ends_with(",host,refinements"), "{csv}");
    let ends: Vec<&str> = csv.lines().skip(1).map(|line| line.rsplit(',').next().unwrap()).collect();
    assert_eq!(ends, ["4", "", "8", ""]);
    assert_eq!(json::document(&analysis)["tasks"][1]["results"][0]["values"]["refinements"], 8.0);
}

#[test]
fn pairs_say_who_solved_what_alone_and_who_was_faster() {
    let (data, scheme) = (known(), scheme("sv-comp"));
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    let pair = analysis.pair(0, 1);
    assert_eq!((pair.both.proofs, pair.both.alarms), (1, 1));
    assert_eq!((pair.only_first.proofs, pair.only_first.alarms), (1, 0));
    assert_eq!((pair.only_second.proofs, pair.only_second.alarms), (0, 1));
    // 1 s and 4 s differ, 3 s and 3.05 s do not.
    assert_eq!((pair.speed.first_faster, pair.speed.second_faster, pair.speed.similar), (1, 0, 1));
    assert!((pair.speed.ratio.unwrap() - 7.05 / 4.0).abs() < 1e-9);
    assert!((pair.speed.mean_ratio.unwrap() - (4.0f64 * 3.05 / 3.0).sqrt()).abs() < 1e-9);
    // The second has no result for `d`: that is not a task that only the first solved.
    let pair = analysis.pair(1, 2);
    assert_eq!((pair.only_first.alarms, pair.other_missing.0.alarms), (1, 1));
    assert_eq!(analysis.only.iter().map(Vec::len).collect::<Vec<_>>(), [1, 0, 0]);
}

#[test]
fn what_is_wrong_is_said_first_and_contradictions_are_seen() {
    let (data, scheme) = (known(), scheme("sv-comp"));
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    let statements = summary::statements(&analysis);
    assert_eq!(statements[0].text, "other gave 1 wrong proof and 1 wrong alarm.");
    assert!(statements[1].text.starts_with("On 1 task of which nothing is known"), "{statements:?}");
    assert_eq!(statements[2].text, "other: 1 of 5 results are missing.");
    let wrong = summary::wrong(&analysis);
    assert_eq!(wrong.iter().map(|w| data.tasks[w.task].name.as_str()).collect::<Vec<_>>(), ["c", "b"]);
    assert_eq!(summary::contradictions(&analysis).len(), 1);
}

#[test]
fn the_markdown_is_the_golden_one() {
    let (data, scheme) = (known(), scheme("sv-comp"));
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    let markdown = text::markdown(&analysis, &text::printed(&analysis));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/report.md");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &markdown).unwrap();
    }
    assert_eq!(markdown, std::fs::read_to_string(path).unwrap(), "set UPDATE_GOLDEN=1 if this is meant");
}

#[test]
fn the_scores_of_2015_are_reproduced() {
    // 39 tasks hold and 34 do not. Proofs, alarms, wrong alarms, wrong proofs, and the published
    // score.
    let scheme = scheme("sv-comp-2015");
    let columns = [
        (39, 20, 0, 8, 2.0),
        (24, 27, 0, 0, 75.0),
        (22, 34, 17, 0, -24.0),
        (19, 26, 0, 0, 64.0),
        (37, 28, 2, 6, 18.0),
        (30, 29, 0, 0, 89.0),
    ];
    let names = ["bounded", "predicate", "value", "recursive", "inlining", "automata"];
    let mut rows = Vec::new();
    for index in 0..73 {
        let holds = index < 39;
        let results = columns.iter().map(|(proofs, alarms, wrong_alarms, wrong_proofs, _)| {
            let (at, right, wrong) =
                if holds { (index, *proofs, *wrong_alarms) } else { (index - 39, *alarms, *wrong_proofs) };
            let (correct, other) =
                if holds { (Answer::True, Answer::False(None)) } else { (Answer::False(None), Answer::True) };
            Some((
                if at < right {
                    correct
                } else if at < right + wrong {
                    other
                } else {
                    unknown("timeout")
                },
                1.0,
            ))
        });
        let expected = if holds { Expected::True } else { Expected::False(None) };
        rows.push((task("Recursive", &format!("t{index:02}"), expected), results.collect()));
    }
    let data = data(&names, rows);
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    assert_eq!(analysis.totals[0].best, Some(112.0));
    for (stats, (proofs, alarms, .., score)) in analysis.totals.iter().zip(columns) {
        assert_eq!((stats.correct_true, stats.correct_false, stats.score), (proofs, alarms, score));
    }
}

#[test]
fn quantile_data_end_with_the_score() {
    for name in ["sv-comp", "solved", "sv-comp-2015"] {
        let mut scheme = scheme(name);
        for normalise in [false, true] {
            scheme.normalise = normalise;
            let data = known();
            let analysis = Analysis::new(&data, &scheme, Noise::default());
            for column in 0..3 {
                let points = quantile::points(&analysis, column);
                assert_eq!(points.len(), analysis.totals[column].correct());
                assert!(points.windows(2).all(|two| two[0].cpu <= two[1].cpu));
                assert!((points.last().unwrap().score - analysis.totals[column].score).abs() < 1e-9);
            }
        }
    }
    let (data, scheme) = (known(), scheme("sv-comp"));
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    let text = csv::quantiles(&analysis);
    assert_eq!(text.lines().next(), Some("column,n,score,cpu_s,task"));
    assert_eq!(text.lines().nth(1), Some("value,1,2,1.000,a"));
    assert_eq!(text.lines().count(), 1 + 3 + 3 + 1);
}

#[test]
fn missing_results_are_missing_everywhere() {
    let (data, scheme) = (known(), scheme("sv-comp"));
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    let line = csv::results(&analysis)
        .lines()
        .find(|line| line.contains("Heap,d,") && line.contains("other"))
        .unwrap()
        .to_owned();
    assert_eq!(line, "Heap,d,unreach-call,false,other,missing,,,,,,,,");
    let document = json::document(&analysis);
    assert_eq!(document["totals"][2]["stats"]["missing"], 1);
    assert_eq!(document["totals"][2]["stats"]["unknown"], 1);
    assert_eq!(document["tasks"][0]["results"][2]["class"], "missing");
    assert_eq!(document["pairs"].as_array().unwrap().len(), 3);
}

#[test]
fn nothing_from_outside_becomes_markup() {
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&`|\u{1b}[31m";
    let mut row = task(evil, evil, Expected::True);
    row.property.name = evil.into();
    let rows = vec![
        (row.clone(), vec![Some((Answer::False(Some(evil.into())), 1.0)), Some((Answer::True, 1.0))]),
        (task(evil, "second", Expected::True), vec![Some((unknown(evil), 1.0)), None]),
    ];
    let data = data(&[evil, "b"], rows);
    let mut scheme = scheme("sv-comp");
    scheme.name = evil.into();
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    let options = html::Options {
        title: evil,
        pairs: &[(0, 1)],
        valid_only: false,
        output: &|_| Some(evil.into()),
        output_budget: 1000,
        task_set: tables::task_set(&data, &[]),
    };
    let page = html::page(&analysis, &options);
    assert!(
        !page.contains("<script>alert") && !page.contains("<img") && !page.contains('\u{1b}'),
        "markup in the page"
    );
    // The two scripts of the page, and no other.
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2));
    for svg in [quantile::solved(&analysis, true), scatter::plot(&analysis, 0, 1, false, true)] {
        assert!(!svg.contains("<script") && !svg.contains("<img") && !svg.contains('\u{1b}'));
    }
    let markdown = text::markdown(&analysis, &text::printed(&analysis));
    assert!(!markdown.contains("<script") && !markdown.contains("<img"));
    let printed = text::report(&analysis, &text::printed(&analysis));
    assert!(!printed.contains('\u{1b}'));
    assert!(csv::results(&analysis).contains("\"\"'&`|"));
}

#[test]
fn a_page_keeps_within_its_room() {
    let (data, scheme) = (known(), scheme("sv-comp"));
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    let counter = std::cell::Cell::new(0);
    let size = |budget| {
        let output = |_: &_| {
            counter.set(counter.get() + 1);
            Some(format!("{}{}", "é".repeat(5_000), counter.get()))
        };
        let task_set = tables::task_set(&data, &[]);
        let options = html::Options {
            title: "",
            pairs: &[],
            valid_only: false,
            output: &output,
            output_budget: budget,
            task_set,
        };
        html::page(&analysis, &options).len()
    };
    let (empty, some, all) = (size(0), size(7_000), size(1_000_000));
    assert!(some - empty <= 7_000 + 500 && some - empty > 5_000, "{empty} {some}");
    // Each of the 14 results is cut to its end.
    assert!(all - empty < 14 * 3_100, "{empty} {all}");
}

#[test]
fn normalised_totals_weigh_categories_alike() {
    let data = known();
    let mut scheme = scheme("sv-comp");
    scheme.normalise = true;
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    // Loops: 5 of 3 tasks; Heap: 0 of 2 tasks; 5 tasks, 2 categories.
    assert!((analysis.totals[0].score - (5.0 / 3.0 + 0.0) / 2.0 * 5.0).abs() < 1e-9);
    // Heap: 1 of 2 tasks.
    assert!((analysis.totals[1].score - (3.0 / 3.0 + 1.0 / 2.0) / 2.0 * 5.0).abs() < 1e-9);
}

#[test]
fn stores_are_read_together_and_equal_names_are_told_apart() {
    let directory = tempfile::tempdir().unwrap();
    let tasks = [task("c", "one", Expected::True), task("c", "two", Expected::True)];
    let result = |answer: Answer| Some(outcome(answer, 1.0));
    let old = column("tool");
    let mut new = column("tool");
    new.version = "2.0".into();
    let first = store(
        &directory.path().join("a.db"),
        std::slice::from_ref(&old),
        &[(tasks[0].clone(), vec![result(Answer::True)]), (tasks[1].clone(), vec![None])],
    );
    let second = store(
        &directory.path().join("b.db"),
        &[old, new],
        &[
            (tasks[0].clone(), vec![result(unknown("later")), result(Answer::True)]),
            (tasks[1].clone(), vec![result(Answer::True), None]),
        ],
    );
    let data = Data::load(&[first, second]).unwrap();
    let names: Vec<&str> = data.columns.iter().map(|shown| shown.name.as_str()).collect();
    assert_eq!(names, ["tool [1.0]", "tool [2.0]"]);
    assert_eq!(data.tasks.len(), 2);
    assert!(data.solved(0, 0), "the result of the earlier store stays");
    assert!(data.solved(1, 0) && data.solved(0, 1) && data.cell(1, 1).is_none());
    assert!(data.find_column("tool").is_err(), "ambiguous");
    assert_eq!(data.find_columns(&["tool [2.0],tool [1.0]".into()]).unwrap(), [1, 0]);
    assert!(data.with_categories(&["d".into()]).unwrap_err().to_string().contains("`c`"));
}

fn bench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adumbra-bench")).args(arguments).output().unwrap()
}

#[test]
fn the_command_writes_what_is_asked_for() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (columns, rows) = demo(60);
    store(Path::new(&at("s.db")), &columns, &rows);
    let out = bench(&["report", &at("s.db")]);
    assert_eq!(out.status.code(), Some(0), "{out:?}");
    let printed = String::from_utf8(out.stdout).unwrap();
    assert!(printed.contains("Results\n") && printed.contains("Solved by one and not by the other"), "{printed}");

    let mut arguments = vec!["report".to_owned(), at("s.db"), "--svg".into(), at("plots"), "--lines".into()];
    for name in ["html", "csv", "table-csv", "quantile-csv", "json", "markdown"] {
        arguments.extend([format!("--{name}"), at(name)]);
    }
    arguments.extend(
        ["--columns", "adumbra predicate,frama-c", "--scatter", "frama-c,adumbra predicate"].map(str::to_owned),
    );
    let out = bench(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((out.status.code(), out.stdout.len()), (Some(0), 0), "{out:?}");
    let read = |name: &str| std::fs::read_to_string(at(name)).unwrap();
    assert!(read("html").ends_with("</html>\n"));
    assert!(!read("html").contains("adumbra value"));
    assert_eq!(read("csv").lines().count(), 1 + 60 * 2);
    let json: serde_json::Value = serde_json::from_str(&read("json")).unwrap();
    assert_eq!(json["columns"][0]["name"], "adumbra predicate");
    let mut plots: Vec<_> = std::fs::read_dir(at("plots")).unwrap().map(|f| f.unwrap().file_name()).collect();
    plots.sort();
    assert_eq!(plots, ["histogram.svg", "quantile-score.svg", "quantile.svg", "scatter-frama-c-adumbra_predicate.svg"]);
    // No part of a file is left.
    assert!(
        std::fs::read_dir(directory.path()).unwrap().all(|f| !f
            .unwrap()
            .file_name()
            .to_string_lossy()
            .contains(".part"))
    );
}

/// Five tasks with programs of known length, of which two columns counted refinements; every class
/// of results occurs.
fn with_programs(directory: &Path) -> String {
    let counted = |answer, cpu: f64, refinements: f64| {
        let values = [("refinements".to_owned(), refinements)].into();
        Some(Outcome { values, ..outcome(answer, cpu) })
    };
    let program = |category: &str, name: &str, expected, lines: usize| {
        let file = directory.join(format!("{name}.c"));
        std::fs::write(&file, "int x;\n".repeat(lines)).unwrap();
        Task { files: vec![file], ..task(category, name, expected) }
    };
    let rows = vec![
        (
            program("Loops", "a", Expected::True, 10),
            vec![counted(Answer::True, 1.0, 0.0), counted(Answer::True, 4.0, 3.0)],
        ),
        (
            program("Loops", "b", Expected::True, 20),
            vec![counted(Answer::True, 2.0, 1.0), counted(unknown("timeout"), 900.5, 87.0)],
        ),
        (
            program("Loops", "c", Expected::False(None), 60),
            vec![counted(Answer::False(None), 3.0, 1.0), counted(Answer::True, 2.0, 3.0)],
        ),
        (
            program("Heap", "d", Expected::False(None), 7),
            vec![counted(unknown("out of memory"), 50.0, 2.0), counted(Answer::False(None), 8.0, 3.0)],
        ),
        (
            program("Heap", "e", Expected::False(None), 9),
            vec![counted(Answer::False(None), 1.0, 1.0), counted(Answer::False(None), 2.0, 4.0)],
        ),
    ];
    let path = directory.join("s.db");
    store(&path, &[column("plain"), column("sliced")], &rows);
    path.to_str().unwrap().to_owned()
}

/// The words of the lines of a table that is printed, up to a note or the next title.
fn printed_table(text: &str, title: &str) -> Vec<Vec<String>> {
    let lines = text.lines().skip_while(|line| *line != title);
    let rows = lines.skip_while(|line| !line.starts_with('─')).skip(1);
    let rows = rows.take_while(|line| line.is_empty() || line.contains(|c: char| c.is_ascii_digit()));
    rows.filter(|line| !line.is_empty()).map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

#[test]
fn sli_35_refinements_lines_and_valid_results() {
    let directory = tempfile::tempdir().unwrap();
    let stored = with_programs(directory.path());
    let out = bench(&["report", &stored, "--lines", "--histogram", "refinements"]);
    assert_eq!(out.status.code(), Some(0), "{out:?}");
    let printed = String::from_utf8(out.stdout).unwrap();
    // One task without a refinement, three with one, one with two; and three with three, one with
    // four, one with 87.
    let rows = printed_table(&printed, "Tasks by refinements");
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    assert_eq!(rows, ["plain 0 1", "1 3", "2 1", "sliced 3 3", "4 1", "87 1"], "{printed}");
    // Tasks, true, false, not known; lines: all, least, median, mean, most.
    let rows: Vec<String> = printed_table(&printed, "Tasks").iter().map(|row| row.join(" ")).collect();
    assert_eq!(rows, ["all 5 2 3 0 106 7 10 21 60", "Heap 2 0 2 0 16 7 8 8 9", "Loops 3 2 1 0 90 10 20 30 60"]);

    let plots = directory.path().join("plots");
    let draw = |more: &[&str]| {
        let svg = ["--svg", plots.to_str().unwrap(), "--scatter", "plain,sliced"];
        let out = bench(&[&["report", &stored], &svg[..], more].concat());
        assert_eq!(out.status.code(), Some(0), "{out:?}");
        let drawn = std::fs::read_to_string(plots.join("scatter-plain-sliced.svg")).unwrap();
        let tasks: Vec<char> = "abcde".chars().filter(|task| drawn.contains(&format!("<title>{task}\n"))).collect();
        (tasks.into_iter().collect::<String>(), drawn)
    };
    assert_eq!(draw(&[]).0, "abcde");
    // A wrong answer and one that is missing for another reason than time are no valid results; a
    // timeout is one.
    let (tasks, drawn) = draw(&["--scatter-valid", "--histogram", "refinements"]);
    assert_eq!(tasks, "abe");
    assert!(drawn.contains("that are not valid"), "{drawn}");
    let histogram = std::fs::read_to_string(plots.join("histogram-refinements.svg")).unwrap();
    for part in ["Tasks by refinements", "plain: 5", "sliced: 5"] {
        assert!(histogram.contains(part), "{part}: {histogram}");
    }
    let out = bench(&["report", &stored, "--histogram", "slices"]);
    let said = String::from_utf8(out.stderr).unwrap();
    assert!(out.status.code() == Some(2) && said.contains("no tool counted it; counted are refinements"), "{said}");
}

#[test]
fn bad_input_is_said_and_nothing_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (columns, rows) = demo(5);
    store(Path::new(&at("s.db")), &columns, &rows);
    std::fs::write(at("text"), "this is not a database, but it is long enough to be one".repeat(20)).unwrap();
    std::fs::write(at("score.toml"), "name = 3").unwrap();
    let check = |arguments: &[&str], message: &str| {
        let html = at("page.html");
        let out = bench(&[arguments, &["--html", html.as_str()]].concat());
        assert_eq!(out.status.code(), Some(2), "{out:?}");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(said.contains(message), "{said}");
        assert!(!Path::new(&html).exists());
    };
    check(&["report", &at("none.db")], "no such file");
    check(&["report", &at("text")], "not a store");
    check(&["report", &at("s.db"), "--columns", "nobody"], "there are `adumbra value`");
    check(&["report", &at("s.db"), "--categories", "nothing"], "no category `nothing`");
    check(&["report", &at("s.db"), "--score", "golf"], "no score named `golf`");
    check(&["report", &at("s.db"), "--score", &at("score.toml")], "name");
    check(&["report", &at("s.db"), "--scatter", "frama-c"], "not two columns");
    check(&["report", &at("s.db"), "--noise-factor", "0.5"], "at least 1");
    let out = bench(&["report", &at("s.db"), "--html", &at("no/such/directory/p.html")]);
    assert_eq!(out.status.code(), Some(2));
}

#[test]
fn nothing_can_be_shown_too() {
    let scheme = scheme("sv-comp");
    for data in [Data::new(Vec::new(), Vec::new()), data(&["a", "b"], Vec::new())] {
        let analysis = Analysis::new(&data, &scheme, Noise::default());
        assert!(text::report(&analysis, &text::printed(&analysis)).contains("There is nothing to show."));
        let pairs = analysis.worthwhile_pairs();
        let options = html::Options {
            title: "",
            pairs: &pairs,
            valid_only: false,
            output: &|_| None,
            output_budget: 0,
            task_set: tables::task_set(&data, &[]),
        };
        assert!(html::page(&analysis, &options).ends_with("</html>\n"));
        assert!(json::document(&analysis)["tasks"].as_array().unwrap().is_empty());
    }
}

#[test]
fn an_unfinished_column_does_not_win_by_what_is_missing() {
    let rows = vec![
        (task("c", "a", Expected::True), vec![Some((Answer::True, 5.0)), None]),
        (task("c", "b", Expected::True), vec![Some((unknown("timeout"), 900.0)), Some((Answer::True, 1.0))]),
    ];
    let data = data(&["finished", "unfinished"], rows);
    let scheme = scheme("par-2");
    let analysis = Analysis::new(&data, &scheme, Noise::default());
    assert_eq!((analysis.totals[0].score, analysis.totals[1].score), (1805.0, 1.0));
    assert_eq!(analysis.ranking(), [0, 1]);
    let markdown = text::markdown_table(&tables::results(&analysis));
    assert!(markdown.contains("**1,805**") && !markdown.contains("| **1** |"), "{markdown}");
}
