//! The page: one file that opens from disk and loads nothing.

use super::{Findings, Measured, plots};
use crate::journal::Run;
use adumbra_bench::report::html;
use adumbra_bench::report::tables::{Field, Head, Kind, Line, Table, Tone};
use adumbra_bench::report::text::{count, decimal};
use adumbra_text::{markup, plain};
use std::fmt::Write;

/// The page.
pub fn page(findings: &Findings) -> String {
    let subject = &findings.subject;
    let title = format!("Tuning {}", subject.tool);
    let mut page = html::head(&title);
    let _ = writeln!(page, "<header><h1>{}</h1><p>{}</p></header>\n<main>", safe(&title), safe(&subject.method));
    summary(&mut page, findings);
    page.push_str("<section aria-label=\"Results\">\n");
    html::show(&mut page, &results(findings));
    html::show(&mut page, &changes(findings));
    if let Some(table) = random(findings) {
        html::show(&mut page, &table);
    }
    page.push_str("</section>\n<section id=\"plots\" aria-label=\"Plots\">\n<h2>Plots</h2>\n<div class=\"plots\">\n");
    for (name, set) in [("test", &findings.test), ("training", &findings.train)] {
        if let [(first, of_first), (second, of_second), ..] = set.rows.as_slice() {
            let title = format!("{first} and {second} on the {name} set");
            let (rules, cost) = (&findings.rules, subject.cost.as_str());
            let pair = [of_first.as_slice(), of_second.as_slice()];
            figure(&mut page, &plots::correlation(&title, [first, second], cost, rules, &set.instances, pair));
            let series: Vec<(String, &[Run])> =
                set.rows.iter().take(2).map(|(n, r)| (n.clone(), r.as_slice())).collect();
            figure(&mut page, &plots::quantile(&format!("Solved of the {name} set"), cost, rules, &series));
        }
    }
    let series: Vec<(String, Vec<(f64, f64)>)> = findings
        .trajectory
        .iter()
        .enumerate()
        .map(|(number, points)| (format!("search {}", number + 1), points.clone()))
        .collect();
    if series.iter().any(|(_, points)| !points.is_empty()) {
        let label = format!("estimated mean ({})", subject.cost);
        figure(&mut page, &plots::trajectory("The best configuration over time", &label, &series));
    }
    page.push_str("</div>\n</section>\n<section aria-label=\"How\">\n");
    html::show(&mut page, &settings(findings));
    for (name, set) in [("Test set", &findings.test), ("Training set", &findings.train)] {
        if !set.rows.is_empty() {
            let _ = writeln!(page, "<details class=\"fold\"><summary>{name}, all instances</summary>");
            html::render(&mut page, &instances(name, set, findings));
            page.push_str("</details>\n");
        }
    }
    page.push_str("</section>\n</main>\n</body>\n</html>\n");
    page
}

fn safe(text: &str) -> String {
    markup(&plain(text))
}

fn figure(page: &mut String, plot: &str) {
    let _ = writeln!(page, "<figure>{plot}</figure>");
}

fn summary(page: &mut String, findings: &Findings) {
    page.push_str("<section id=\"summary\" aria-label=\"Summary\">\n");
    if !findings.wrong.is_empty() {
        page.push_str("<div class=\"box alarm\" role=\"alert\">\n");
        for wrong in &findings.wrong {
            let _ = writeln!(page, "<p>{}</p>", safe(&wrong.to_string()));
        }
        page.push_str("</div>\n");
    }
    if findings.test.rows.is_empty() {
        page.push_str("<div class=\"box caution\"><p><strong>Not finished:</strong> the test set was not measured yet.</p></div>\n");
    }
    page.push_str("<div class=\"answers\"><div><strong>Result</strong>\n");
    for line in findings.text().lines() {
        let _ = writeln!(page, "<p>{}</p>", safe(line));
    }
    page.push_str("</div></div>\n</section>\n");
}

fn field(text: impl Into<String>) -> Field {
    Field { text: text.into(), ..Field::default() }
}

fn table(title: &str, note: &str, header: &[(&str, bool)], lines: Vec<Vec<Field>>) -> Table {
    Table {
        title: title.to_owned(),
        note: note.to_owned(),
        header: header.iter().map(|(text, number)| Head { text: (*text).to_owned(), number: *number }).collect(),
        lines: lines.into_iter().map(|fields| Line { fields, kind: Kind::Plain }).collect(),
    }
}

/// Default and tuned on both sets.
fn results(findings: &Findings) -> Table {
    let mut lines = Vec::new();
    for (name, set) in [("test", &findings.test), ("training", &findings.train)] {
        for (configuration, runs) in &set.rows {
            let summary = findings.rules.summary(runs);
            let tone = if summary.wrong > 0 { Tone::Alarm } else { Tone::Faint };
            lines.push(vec![
                field(configuration),
                field(name),
                field(format!("{}/{}", summary.solved, summary.total)),
                field(decimal(summary.mean_solved)),
                field(decimal(summary.mean)),
                field(decimal(summary.par10)),
                Field { text: summary.wrong.to_string(), tone, ..Field::default() },
            ]);
        }
    }
    let note = format!(
        "Cost: {}. The mean over all counts an instance without an answer as the cutoff of {}, PAR10 as ten of them.",
        findings.subject.cost,
        decimal(findings.rules.cutoff)
    );
    let header = [
        ("configuration", false),
        ("set", false),
        ("solved", true),
        ("mean of solved", true),
        ("mean", true),
        ("PAR10", true),
        ("wrong", true),
    ];
    table("Default and tuned", &note, &header, lines)
}

fn changes(findings: &Findings) -> Table {
    let line = |(name, before, after): &(String, String, String)| vec![field(name), field(before), field(after)];
    let lines: Vec<Vec<Field>> = findings.differences.iter().map(line).collect();
    let note =
        if lines.is_empty() { "No configuration was better on the training set than the default one." } else { "" };
    table("Changed parameters", note, &[("parameter", false), ("default", false), ("tuned", false)], lines)
}

fn random(findings: &Findings) -> Option<Table> {
    if findings.random.is_empty() {
        return None;
    }
    let mut rows: Vec<_> = findings.random.iter().map(|(name, runs)| (name, findings.rules.summary(runs))).collect();
    rows.sort_by(|a, b| a.1.tuned_by.total_cmp(&b.1.tuned_by));
    let line = |(name, s): (&String, crate::outcome::Summary)| {
        vec![field(name), field(format!("{}/{}", s.solved, s.total)), field(decimal(s.mean)), field(decimal(s.par10))]
    };
    let lines = rows.into_iter().map(line).collect();
    let header = [("configuration", false), ("solved", true), ("mean", true), ("PAR10", true)];
    Some(table("Random configurations on the test set", "The best first.", &header, lines))
}

fn settings(findings: &Findings) -> Table {
    let subject = &findings.subject;
    let free = subject.parameters.iter().filter(|(_, values, _, free)| *free && values.len() > 1);
    let size: f64 = free.clone().map(|(_, values, ..)| (values.len() as f64).log10()).sum();
    let lines = [
        ("tool", format!("{} {}", subject.tool, subject.version)),
        ("command", subject.command.clone()),
        ("method", subject.method.clone()),
        ("parameters", format!("{}, 10^{size:.1} combinations", free.count())),
        ("training set", count(subject.train.len(), "instance")),
        ("test set", count(subject.test.len(), "instance")),
        ("runs in the search", count(findings.evaluations, "run")),
        ("time of the search", format!("{} s", decimal(findings.elapsed))),
    ];
    let lines = lines.into_iter().map(|(name, value)| vec![field(name), field(value)]).collect();
    table("How it was tuned", "", &[("", false), ("", false)], lines)
}

fn instances(title: &str, set: &Measured, findings: &Findings) -> Table {
    let rows: Vec<_> = set.rows.iter().take(2).collect();
    let mut header = vec![("instance", false)];
    for (name, _) in &rows {
        header.extend([(name.as_str(), true), ("answer", false)]);
    }
    let lines = set.instances.iter().enumerate().map(|(place, name)| {
        let mut line = vec![field(name)];
        for run in rows.iter().filter_map(|(_, runs)| runs.get(place)) {
            let tone = if findings.rules.is_solved(run) { Tone::Plain } else { Tone::Caution };
            line.extend([field(decimal(run.cost)), Field { text: run.answer.clone(), tone, ..Field::default() }]);
        }
        line
    });
    let lines = lines.collect();
    table(title, "", &header, lines)
}
