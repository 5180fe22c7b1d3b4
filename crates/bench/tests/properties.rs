//! What holds for all results: tables are consistent, comparisons are antisymmetric.

use crate::support::{data, task};
use adumbra_bench::compare::{Change, compare};
use adumbra_bench::model::*;
use adumbra_bench::report::data::Data;
use adumbra_bench::report::{Analysis, Noise, csv, html, json, pairs, quantile, scatter, tables, text};
use adumbra_bench::score::Scheme;
use proptest::prelude::*;

fn answers() -> impl Strategy<Value = Answer> {
    let part = || prop::option::of(prop::sample::select(vec!["valid-deref".to_owned(), "valid-free".to_owned()]));
    prop_oneof![
        3 => Just(Answer::True),
        3 => part().prop_map(Answer::False),
        1 => Just(Answer::Sat),
        1 => Just(Answer::Unsat),
        3 => prop::sample::select(vec!["timeout", "out of memory", "", "bounded"]).prop_map(|r| Answer::Unknown(r.into())),
    ]
}

fn expectations() -> impl Strategy<Value = Expected> {
    prop_oneof![
        3 => Just(Expected::True),
        3 => Just(Expected::False(None)),
        1 => Just(Expected::False(Some("valid-free".into()))),
        1 => Just(Expected::Sat),
        1 => Just(Expected::Unsat),
        1 => Just(Expected::Nothing),
    ]
}

fn results() -> impl Strategy<Value = Data> {
    let cpu = prop_oneof![Just(0.0), 0.0..2.0f64, 0.0..900.0f64, Just(900.5)];
    let cell = prop::option::weighted(0.85, (answers(), cpu)).boxed();
    (1usize..4).prop_flat_map(move |width| {
        let row = (0usize..3, expectations(), prop::collection::vec(cell.clone(), width));
        prop::collection::vec(row, 0..25).prop_map(move |rows| {
            let rows = rows
                .into_iter()
                .enumerate()
                .map(|(i, (category, expected, cells))| {
                    (task(["x", "y", "z"][category], &format!("t{i}"), expected), cells)
                })
                .collect();
            data(&["a", "b", "c"][..width], rows)
        })
    })
}

fn names(changes: &[Change]) -> Vec<&str> {
    let mut names: Vec<&str> = changes.iter().map(|change| change.task.as_str()).collect();
    names.sort_unstable();
    names
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn classes_sum_up_to_tasks(data in results(), normalise: bool) {
        let mut scheme = Scheme::find("sv-comp").unwrap();
        scheme.normalise = normalise;
        let analysis = Analysis::new(&data, &scheme, Noise::default());
        for all in analysis.categories.iter().chain([&analysis.totals]) {
            for stats in all {
                let classes: usize = Class::ALL.iter().map(|class| stats.of(*class)).sum();
                prop_assert_eq!(classes + stats.missing, stats.tasks);
                prop_assert_eq!(stats.reasons.values().sum::<usize>(), stats.unknown);
                prop_assert!(stats.cpu_common <= stats.cpu_correct + 1e-9 && stats.cpu_correct <= stats.cpu + 1e-9);
                prop_assert!(stats.score <= stats.best.unwrap_or(0.0) + 1e-9);
            }
        }
        for (column, total) in analysis.totals.iter().enumerate() {
            prop_assert_eq!(total.tasks, data.tasks.len());
            let sum = |what: fn(&adumbra_bench::report::stats::Stats) -> usize| -> usize {
                analysis.categories.iter().map(|all| what(&all[column])).sum()
            };
            prop_assert_eq!(sum(|s| s.correct()), total.correct());
            prop_assert_eq!(sum(|s| s.wrong()), total.wrong());
            prop_assert_eq!(sum(|s| s.missing), total.missing);
            prop_assert_eq!(quantile::points(&analysis, column).len(), total.correct());
            // The same score, counted in another way.
            let points = scheme.points.unwrap();
            let by_class: f64 = (0..data.categories.len()).map(|c| {
                let stats = &analysis.categories[c][column];
                analysis.factors[c] * Class::ALL.iter().map(|class| stats.of(*class) as f64 * points.of(*class)).sum::<f64>()
            }).sum();
            prop_assert!((by_class - total.score).abs() < 1e-6);
        }
    }

    #[test]
    fn the_pairwise_table_agrees_with_the_totals(data in results()) {
        let scheme = Scheme::find("solved").unwrap();
        let analysis = Analysis::new(&data, &scheme, Noise::default());
        for row in 0..data.columns.len() {
            for column in (0..data.columns.len()).filter(|column| *column != row) {
                let pair = analysis.pair(row, column);
                let (first, second) = (&analysis.totals[row], &analysis.totals[column]);
                // What one solved is what both solved, what it solved alone, and what the other has
                // no result for.
                prop_assert_eq!(first.correct_true, pair.both.proofs + pair.only_first.proofs + pair.other_missing.0.proofs);
                prop_assert_eq!(first.correct_false, pair.both.alarms + pair.only_first.alarms + pair.other_missing.0.alarms);
                prop_assert_eq!(second.correct_true, pair.both.proofs + pair.only_second.proofs + pair.other_missing.1.proofs);
                prop_assert_eq!(second.correct_false, pair.both.alarms + pair.only_second.alarms + pair.other_missing.1.alarms);
                if first.missing + second.missing == 0 {
                    prop_assert_eq!(first.correct_true - pair.only_first.proofs, second.correct_true - pair.only_second.proofs);
                    prop_assert_eq!(first.correct_false - pair.only_first.alarms, second.correct_false - pair.only_second.alarms);
                }
                let speed = &pair.speed;
                prop_assert_eq!(speed.tasks, pair.both.sum());
                prop_assert_eq!(speed.first_faster + speed.second_faster + speed.similar, speed.tasks);
                // Turned round it says the same.
                let turned = analysis.pair(column, row);
                prop_assert_eq!(&turned.only_second, &pair.only_first);
                prop_assert_eq!(turned.speed.first_faster, speed.second_faster);
                if let (Some(a), Some(b)) = (speed.mean_ratio, turned.speed.mean_ratio) {
                    prop_assert!((a * b - 1.0).abs() < 1e-6);
                }
                prop_assert!(analysis.only[row].len() <= pair.only_first.sum());
            }
        }
        for task in 0..data.tasks.len() {
            if let Some(column) = pairs::only(&data, task) {
                prop_assert!(data.solved(task, column));
                prop_assert_eq!((0..data.columns.len()).filter(|c| data.solved(task, *c)).count(), 1);
            }
        }
    }

    #[test]
    fn comparing_is_antisymmetric(data in results()) {
        let noise = Noise::default();
        let same = compare((&data, 0), (&data, 0), noise);
        prop_assert!(same.is_empty());
        let last = data.columns.len() - 1;
        let there = compare((&data, 0), (&data, last), noise);
        let back = compare((&data, last), (&data, 0), noise);
        prop_assert_eq!(names(&there.gained), names(&back.lost));
        prop_assert_eq!(names(&there.lost), names(&back.gained));
        prop_assert_eq!(names(&there.new_wrong), names(&back.fixed_wrong));
        prop_assert_eq!(names(&there.slower), names(&back.faster));
        prop_assert_eq!(names(&there.changed), names(&back.changed));
        prop_assert_eq!(names(&there.reasons), names(&back.reasons));
        prop_assert_eq!(&there.missing_after, &back.missing_before);
        prop_assert_eq!(there.tasks, back.tasks);
        prop_assert_eq!(there.solved.1 as i64 - there.solved.0 as i64, there.gained.len() as i64 - there.lost.len() as i64);
    }

    #[test]
    fn everything_can_be_shown(data in results(), par: bool) {
        let scheme = Scheme::find(if par { "par-2" } else { "sv-comp" }).unwrap();
        let analysis = Analysis::new(&data, &scheme, Noise::default());
        let all = text::printed(&analysis);
        for table in all.iter().chain(&tables::reasons_by_category(&analysis)).chain([&tables::columns(&data), &tables::task_set(&data, &[])]) {
            for line in &table.lines {
                prop_assert_eq!(line.fields.len(), table.header.len(), "{}", &table.title);
            }
        }
        let page = html::page(&analysis, &html::Options {
            title: "t",
            pairs: &analysis.worthwhile_pairs(),
            valid_only: par,
            output: &|_| Some("out".into()),
            output_budget: 100,
            task_set: tables::task_set(&data, &[]),
        });
        let shown = [page, text::report(&analysis, &all), text::markdown(&analysis, &all), json::document(&analysis).to_string(),
            csv::results(&analysis), csv::tables(&analysis), scatter::plot(&analysis, 0, data.columns.len() - 1, true, true)];
        for text in &shown {
            prop_assert!(!text.contains("NaN") && !text.contains("inf,") && !text.contains(">inf"), "{}", text);
        }
        prop_assert_eq!(csv::results(&analysis).lines().count(), 1 + data.tasks.len() * data.columns.len());
    }
}
