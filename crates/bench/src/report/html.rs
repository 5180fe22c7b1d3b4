//! One page with everything, that opens from disk: no other file, no network.
//!
//! The tables and plots are in the page as they are. The results are data in it, from which a small
//! script (`page.js`) shows the part that is asked for, a page at a time, so that ten thousand
//! tasks are no burden. Nothing of a task or a tool becomes markup: here every text is escaped, and
//! the script only sets text. The policy in the head forbids to load anything.

use super::data::Cell;
use super::summary::{self, Statement};
use super::svg;
use super::tables::{self, Field, Filter, Kind, Table, Tone, class_name};
use super::text::count;
use super::{Analysis, csv, histogram, quantile, scatter};
use crate::model::Class;
use adumbra_text::{markup, plain, script};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write;

/// How much of what tools wrote a page holds, in bytes.
pub const OUTPUT_BUDGET: usize = 4_000_000;
/// How much of what a tool wrote about one task is shown, in bytes.
const OUTPUT_END: usize = 3_000;

/// What is shown, beyond the numbers.
pub struct Options<'o> {
    /// The title.
    pub title: &'o str,
    /// Columns to draw against each other.
    pub pairs: &'o [(usize, usize)],
    /// Draw only what was solved or ran out of time.
    pub valid_only: bool,
    /// Finds what a tool wrote.
    pub output: &'o dyn Fn(&Cell) -> Option<String>,
    /// How much of it is kept, in bytes.
    pub output_budget: usize,
    /// The task set.
    pub task_set: Table,
}

/// The beginning of a page, up to its body: the title, the style, and a policy that forbids to load
/// anything.
pub fn head(title: &str) -> String {
    let mut html = String::new();
    html.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.push_str("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n");
    html.push_str("<meta name=\"color-scheme\" content=\"light dark\">\n");
    html.push_str(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n",
    );
    let _ = write!(
        html,
        "<title>{}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n",
        markup(&plain(title)),
        include_str!("page.css"),
        svg::STYLE
    );
    html
}

/// The page.
pub fn page(analysis: &Analysis<'_>, options: &Options<'_>) -> String {
    let data = analysis.data;
    let title = markup(&plain(options.title));
    let mut html = head(options.title);
    html.push_str("<a class=\"skip\" href=\"#results\">Skip to all results</a>\n");
    let _ = writeln!(
        html,
        "<header><h1>{title}</h1><p>{}, {}, {}</p>\n<nav aria-label=\"Sections\"><a href=\"#summary\">Summary</a> \
         <a href=\"#tables\">Tables</a> <a href=\"#plots\">Plots</a> <a href=\"#results\">All results</a></nav></header>\n<main>",
        markup(&count(data.tasks.len(), "task")),
        markup(&count(data.columns.len(), "column")),
        match data.categories.len() {
            1 => "1 category".to_owned(),
            n => format!("{n} categories"),
        },
    );
    summarise(&mut html, analysis);

    html.push_str("<section id=\"tables\" aria-label=\"Tables\">\n");
    show(&mut html, &tables::results(analysis));
    for table in
        [tables::reasons(analysis), tables::unique(analysis), tables::speed(analysis), super::ratios::table(analysis)]
            .into_iter()
            .flatten()
    {
        show(&mut html, &table);
    }
    if let Some(table) = tables::only(analysis, 300) {
        folded(&mut html, &table, true);
    }
    if let Some(table) = tables::values(analysis) {
        folded(&mut html, &table, false);
    }
    if let Some(table) = tables::reasons_by_category(analysis) {
        folded(&mut html, &table, false);
    }
    folded(&mut html, &options.task_set, false);
    folded(&mut html, &tables::columns(data), false);
    html.push_str("</section>\n<section id=\"plots\" aria-label=\"Plots\">\n<h2>Plots</h2>\n<div class=\"plots\">\n");
    let mut plots = vec![quantile::solved(analysis, false)];
    plots.extend(quantile::scored(analysis, false));
    plots.push(histogram::plot(analysis, false));
    plots.extend(options.pairs.iter().map(|(a, b)| scatter::plot(analysis, *a, *b, options.valid_only, false)));
    for plot in plots {
        let _ = writeln!(html, "<figure>{plot}</figure>");
    }
    html.push_str("</div>\n</section>\n");
    html.push_str(include_str!("page-results.html"));
    html.push_str("</main>\n");
    let embedded = script(&embedded(analysis, options).to_string());
    let _ = writeln!(html, "<script type=\"application/json\" id=\"data\">{embedded}</script>");
    let _ = writeln!(html, "<script>\n{}</script>\n</body>\n</html>", include_str!("page.js"));
    html
}

fn summarise(html: &mut String, analysis: &Analysis<'_>) {
    let statements = summary::statements(analysis);
    let of = |tone: summary::Tone| statements.iter().filter(move |statement| statement.tone == tone);
    let paragraph = |html: &mut String, statement: &Statement| {
        let (topic, said) = (markup(statement.topic), markup(&plain(&statement.text)));
        let _ = writeln!(html, "<p><strong>{topic}:</strong> {said}</p>");
    };
    html.push_str("<section id=\"summary\" aria-label=\"Summary\">\n");
    if of(summary::Tone::Alarm).next().is_some() {
        html.push_str("<div class=\"box alarm\" role=\"alert\">\n");
        of(summary::Tone::Alarm).for_each(|statement| paragraph(html, statement));
        if let Some(table) = tables::wrong(analysis, 100) {
            // A few are seen at once.
            let open = if table.lines.len() <= 10 { " open" } else { "" };
            let _ = writeln!(html, "<details{open}><summary>Wrong answers</summary>");
            render(html, &table);
            html.push_str("</details>\n");
        }
        html.push_str("</div>\n");
    }
    if of(summary::Tone::Caution).next().is_some() {
        html.push_str("<div class=\"box caution\">\n");
        of(summary::Tone::Caution).for_each(|statement| paragraph(html, statement));
        html.push_str("</div>\n");
    }
    html.push_str("<div class=\"answers\">\n");
    let mut topic = None;
    for statement in of(summary::Tone::Plain) {
        if topic != Some(statement.topic) {
            let close = if topic.is_some() { "</div>\n" } else { "" };
            let _ = writeln!(html, "{close}<div><strong>{}</strong>", markup(statement.topic));
            topic = Some(statement.topic);
        }
        let _ = writeln!(html, "<p>{}</p>", markup(&plain(&statement.text)));
    }
    html.push_str(if topic.is_some() { "</div>\n</div>\n</section>\n" } else { "</div>\n</section>\n" });
}

/// A table as HTML, with its title.
pub fn show(html: &mut String, table: &Table) {
    let _ = writeln!(html, "<h2>{}</h2>", markup(&table.title));
    render(html, table);
}

fn folded(html: &mut String, table: &Table, many: bool) {
    let size = if many { format!(" <small>({})</small>", table.lines.len()) } else { String::new() };
    let _ = writeln!(html, "<details class=\"fold\"><summary>{}{size}</summary>", markup(&table.title));
    render(html, table);
    html.push_str("</details>\n");
}

/// A table as HTML.
pub fn render(html: &mut String, table: &Table) {
    let _ = writeln!(
        html,
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table>\n<thead><tr>",
        markup(&table.title)
    );
    for head in &table.header {
        let class = if head.number { " class=\"n\"" } else { "" };
        let _ = write!(html, "<th scope=\"col\"{class}>{}</th>", markup(&plain(&head.text)));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    let groups = table.groups();
    for line in &table.lines {
        html.push_str(if groups && line.kind == Kind::Group { "<tr class=\"g\">" } else { "<tr>" });
        for (i, (field, head)) in line.fields.iter().zip(&table.header).enumerate() {
            let element = if i == 0 { "th scope=\"row\"" } else { "td" };
            let mut classes: Vec<&str> = Vec::new();
            classes.extend(head.number.then_some("n"));
            classes.extend(field.strong.then_some("b"));
            classes.extend(match field.tone {
                Tone::Plain => None,
                Tone::Alarm => Some("alarm"),
                Tone::Caution => Some("caution"),
                Tone::Faint => Some("faint"),
            });
            let class = if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) };
            let close = if i == 0 { "th" } else { "td" };
            let _ = write!(html, "<{element}{class}>{}</{close}>", linked(field));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>\n");
    if !table.note.is_empty() {
        let _ = writeln!(html, "<p class=\"note\">{}</p>", markup(&plain(&table.note)));
    }
}

fn linked(field: &Field) -> String {
    let text = markup(&plain(&field.text));
    match &field.filter {
        None => text,
        Some(filter) => format!("<a href=\"#{}\">{text}</a>", fragment(filter)),
    }
}

/// The part of an address that filters the results.
fn fragment(filter: &Filter) -> String {
    let mut parts = Vec::new();
    parts.extend(filter.category.as_ref().map(|category| format!("cat={}", percent(category))));
    parts.extend(filter.class.map(|class| format!("class={class}")));
    parts.extend(filter.column.map(|column| format!("col={column}")));
    parts.extend(filter.text.as_ref().map(|text| format!("q={}", percent(text))));
    parts.join("&amp;")
}

fn percent(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(byte as char);
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// Texts by number: what occurs often is there once.
#[derive(Default)]
struct Texts {
    all: Vec<String>,
    index: HashMap<String, usize>,
}

impl Texts {
    fn add(&mut self, text: &str) -> usize {
        if let Some(at) = self.index.get(text) {
            return *at;
        }
        self.all.push(text.to_owned());
        self.index.insert(text.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// The results as the script reads them.
fn embedded(analysis: &Analysis<'_>, options: &Options<'_>) -> Value {
    let data = analysis.data;
    let mut texts = Texts::default();
    let outputs = outputs(analysis, options, &mut texts);
    let milliseconds = |time: std::time::Duration| time.as_millis() as u64;
    let tasks: Vec<Value> = data
        .tasks
        .iter()
        .enumerate()
        .map(|(index, task)| {
            let mut row = vec![
                json!(texts.add(&task.name)),
                json!(texts.add(&task.category)),
                json!(texts.add(&task.property.name)),
                json!(texts.add(&task.expected.to_string())),
            ];
            for (column, cell) in data.row(index).iter().enumerate() {
                let Some(cell) = cell else {
                    row.push(json!(0));
                    continue;
                };
                let class = Class::ALL.iter().position(|class| *class == cell.class).unwrap_or(0);
                let measured = &cell.outcome.measured;
                let command: Vec<usize> = cell.outcome.command.iter().map(|part| texts.add(part)).collect();
                row.push(json!([
                    class,
                    texts.add(&cell.outcome.answer.to_string()),
                    milliseconds(measured.cpu),
                    milliseconds(measured.wall),
                    measured.memory,
                    texts.add(&csv::ending(&measured.ending)),
                    texts.add(&cell.outcome.host),
                    cell.outcome.started,
                    command,
                    outputs.get(&(index, column)),
                ]));
            }
            Value::Array(row)
        })
        .collect();
    let columns: Vec<&str> = data.columns.iter().map(|shown| shown.name.as_str()).collect();
    json!({
        "columns": columns,
        "categories": data.categories,
        "classes": Class::ALL.map(class_name),
        "texts": texts.all,
        "tasks": tasks,
    })
}

/// What tools wrote, as far as there is room: about wrong answers first, then where nothing is
/// known or said, then the rest.
fn outputs(analysis: &Analysis<'_>, options: &Options<'_>, texts: &mut Texts) -> HashMap<(usize, usize), usize> {
    let data = analysis.data;
    let mut order: Vec<(usize, usize, usize)> = Vec::new();
    for task in 0..data.tasks.len() {
        for (column, cell) in data.row(task).iter().enumerate() {
            let rank = match cell.as_ref().map(|cell| cell.class) {
                None => continue,
                Some(class) if class.is_wrong() => 0,
                Some(Class::Unjudged | Class::Unknown) => 1,
                Some(_) => 2,
            };
            order.push((rank, task, column));
        }
    }
    order.sort_unstable();
    let mut left = options.output_budget;
    let mut kept = HashMap::new();
    for (_, task, column) in order {
        let Some(output) = data.cell(task, column).and_then(|cell| (options.output)(cell)) else { continue };
        let mut from = output.len().saturating_sub(OUTPUT_END);
        while !output.is_char_boundary(from) {
            from += 1;
        }
        let end = if from > 0 { format!("…{}", &output[from..]) } else { output };
        if end.len() > left {
            break;
        }
        left -= end.len();
        kept.insert((task, column), texts.add(&end));
    }
    kept
}
