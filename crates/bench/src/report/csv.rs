//! Comma-separated values: every result, the tables' numbers, and the data of quantile plots.

use super::Analysis;
use super::quantile;
use super::tables::class_name;
use crate::model::{Class, Ending};

fn line(fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| adumbra_text::csv(field)).collect();
    fields.join(",") + "\r\n"
}

fn heading(names: &str) -> String {
    names.to_owned() + "\r\n"
}

/// The end of a run in one or two words.
pub fn ending(ending: &Ending) -> String {
    match ending {
        Ending::Exit(code) => format!("exit {code}"),
        Ending::Signal(signal) => format!("signal {signal}"),
        Ending::CpuLimit => "CPU limit".into(),
        Ending::WallLimit => "wall limit".into(),
        Ending::MemoryLimit => "memory limit".into(),
        Ending::ProcessLimit => "process limit".into(),
        Ending::OutputLimit => "output limit".into(),
        Ending::Failed(reason) => format!("failed: {reason}"),
        Ending::NotRun(reason) => format!("not run: {reason}"),
    }
}

/// Every result; what is missing has the class `missing` and no numbers.
pub fn results(analysis: &Analysis<'_>) -> String {
    let data = analysis.data;
    let names = data.values();
    let mut head: Vec<String> =
        "category,task,property,expected,column,class,answer,cpu_s,wall_s,memory_bytes,ending,score,started,host"
            .split(',')
            .map(str::to_owned)
            .collect();
    head.extend(names.iter().cloned());
    let mut text = line(&head);
    let limit = data.limit();
    for (task, description) in data.tasks.iter().enumerate() {
        for (column, shown) in data.columns.iter().enumerate() {
            let mut fields: Vec<String> = vec![
                description.category.clone(),
                description.name.clone(),
                description.property.name.clone(),
                description.expected.to_string(),
                shown.name.clone(),
            ];
            match data.cell(task, column) {
                None => {
                    fields.push("missing".into());
                    fields.extend(std::iter::repeat_n(String::new(), 8 + names.len()));
                }
                Some(cell) => {
                    let measured = &cell.outcome.measured;
                    fields.extend([
                        class_name(cell.class).to_owned(),
                        cell.outcome.answer.to_string(),
                        format!("{:.3}", cell.cpu()),
                        format!("{:.3}", measured.wall.as_secs_f64()),
                        measured.memory.map_or(String::new(), |bytes| bytes.to_string()),
                        ending(&measured.ending),
                        analysis.scheme.score(cell.scored(), limit).to_string(),
                        cell.outcome.started.to_string(),
                        cell.outcome.host.clone(),
                    ]);
                    let value = |name| cell.outcome.values.get(name).map_or(String::new(), f64::to_string);
                    fields.extend(names.iter().map(value));
                }
            }
            text += &line(&fields);
        }
    }
    text
}

/// Counts, scores and times by category and column; the category of the totals is `all`.
pub fn tables(analysis: &Analysis<'_>) -> String {
    let mut text = "category,column,tasks".to_owned();
    for class in Class::ALL {
        text += &format!(",{}", class_name(class));
    }
    text += ",timeout,out-of-memory,missing,score,best_score,cpu_s,cpu_s_correct,cpu_s_common,wall_s,memory_peak_bytes,memory_mean_bytes\r\n";
    let categories = analysis.data.categories.iter().map(String::as_str).zip(&analysis.categories);
    for (category, all) in std::iter::once(("all", &analysis.totals)).chain(categories) {
        for (shown, stats) in analysis.data.columns.iter().zip(all) {
            let mut fields = vec![category.to_owned(), shown.name.clone(), stats.tasks.to_string()];
            fields.extend(Class::ALL.map(|class| stats.of(class).to_string()));
            fields.extend(["timeout", "out of memory"].map(|reason| stats.reason(reason).to_string()));
            fields.extend([
                stats.missing.to_string(),
                stats.score.to_string(),
                stats.best.map_or(String::new(), |best| best.to_string()),
                format!("{:.3}", stats.cpu),
                format!("{:.3}", stats.cpu_correct),
                format!("{:.3}", stats.cpu_common),
                format!("{:.3}", stats.wall),
                stats.memory_peak.map_or(String::new(), |bytes| bytes.to_string()),
                stats.memory_mean.map_or(String::new(), |bytes| format!("{bytes:.0}")),
            ]);
            text += &line(&fields);
        }
    }
    text
}

/// The data of the quantile plots: the n-th fastest correct result, with the score up to it.
pub fn quantiles(analysis: &Analysis<'_>) -> String {
    let mut text = heading("column,n,score,cpu_s,task");
    for (column, shown) in analysis.data.columns.iter().enumerate() {
        for (n, point) in quantile::points(analysis, column).iter().enumerate() {
            text += &line(&[
                shown.name.clone(),
                (n + 1).to_string(),
                point.score.to_string(),
                format!("{:.3}", point.cpu),
                analysis.data.tasks[point.task].name.clone(),
            ]);
        }
    }
    text
}
