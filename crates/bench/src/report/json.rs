//! Everything in one JSON document.

use super::Analysis;
use super::summary;
use super::tables::class_name;
use serde_json::{Value, json};

/// The document.
pub fn document(analysis: &Analysis<'_>) -> Value {
    let data = analysis.data;
    let name = |column: usize| data.columns[column].name.as_str();
    let task = |task: usize| {
        let task = &data.tasks[task];
        json!({"category": task.category, "name": task.name, "property": task.property.name})
    };
    let by_column = |all: &[super::stats::Stats]| -> Vec<Value> {
        all.iter().enumerate().map(|(column, stats)| json!({"column": name(column), "stats": stats})).collect()
    };
    let categories: Vec<Value> = data
        .categories
        .iter()
        .zip(&analysis.categories)
        .map(|(category, all)| json!({"category": category, "columns": by_column(all)}))
        .collect();
    let pairs: Vec<Value> = analysis
        .pairs
        .iter()
        .map(|pair| {
            json!({
                "first": name(pair.first),
                "second": name(pair.second),
                "both": pair.both,
                "only_first": pair.only_first,
                "only_second": pair.only_second,
                "second_missing": pair.other_missing.0,
                "first_missing": pair.other_missing.1,
                "speed": pair.speed,
            })
        })
        .collect();
    let only: Vec<Value> = analysis
        .only
        .iter()
        .enumerate()
        .map(|(column, tasks)| json!({"column": name(column), "tasks": tasks.iter().map(|t| task(*t)).collect::<Vec<_>>()}))
        .collect();
    let wrong: Vec<Value> = summary::wrong(analysis)
        .iter()
        .map(|wrong| json!({"column": name(wrong.column), "task": task(wrong.task)}))
        .collect();
    let contradictions: Vec<Value> = summary::contradictions(analysis).into_iter().map(task).collect();
    let limit = data.limit();
    let results: Vec<Value> = (0..data.tasks.len())
        .map(|index| {
            let description = &data.tasks[index];
            let columns: Vec<Value> = (0..data.columns.len())
                .map(|column| match data.cell(index, column) {
                    None => json!({"column": name(column), "class": "missing"}),
                    Some(cell) => json!({
                        "column": name(column),
                        "class": class_name(cell.class),
                        "answer": cell.outcome.answer.to_string(),
                        "score": analysis.scheme.score(cell.scored(), limit),
                        "cpu": cell.cpu(),
                        "wall": cell.outcome.measured.wall.as_secs_f64(),
                        "memory": cell.outcome.measured.memory,
                        "ending": cell.outcome.measured.ending,
                        "started": cell.outcome.started,
                        "host": cell.outcome.host,
                        "command": cell.outcome.command,
                        "values": cell.outcome.values,
                    }),
                })
                .collect();
            json!({
                "category": description.category,
                "name": description.name,
                "property": description.property.name,
                "expected": description.expected.to_string(),
                "data_model": description.data_model,
                "results": columns,
            })
        })
        .collect();
    let columns: Vec<Value> =
        data.columns.iter().map(|shown| json!({"name": shown.name, "column": shown.column})).collect();
    json!({
        "score": analysis.scheme,
        "summary": summary::statements(analysis),
        "columns": columns,
        "totals": by_column(&analysis.totals),
        "categories": categories,
        "pairs": pairs,
        "only": only,
        "wrong": wrong,
        "contradictions": contradictions,
        "tasks": results,
    })
}
