//! What changed between two columns: gained, lost, slower, faster, changed verdicts.
//!
//! Tasks are the same if category, name, property, data model and arguments are. Both columns are
//! judged by what the second store knows about a task, so that a corrected expectation does not
//! look like progress.

use crate::model::{Answer, Class, Task};
use crate::report::Noise;
use crate::report::data::{Cell, Data};
use crate::report::tables::{Field, Head, Kind, Line, Table, Tone, class_name};
use crate::report::text::{count, decimal, number, seconds};
use serde::Serialize;
use std::collections::BTreeMap;

/// A result of one side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Side {
    /// What the tool said.
    pub answer: String,
    /// How that compares with what is known.
    #[serde(serialize_with = "class")]
    pub class: Class,
    /// Seconds of processor time.
    pub cpu: f64,
}

fn class<S: serde::Serializer>(class: &Class, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(class_name(*class))
}

/// A task on which two columns differ.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Change {
    /// The category.
    pub category: String,
    /// The task.
    pub task: String,
    /// The property.
    pub property: String,
    /// What is known about it.
    pub expected: String,
    /// The first column.
    pub before: Side,
    /// The second column.
    pub after: Side,
}

/// Two columns.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Comparison {
    /// The name of the first.
    pub before: String,
    /// The name of the second.
    pub after: String,
    /// Tasks on which both have a result.
    pub tasks: usize,
    /// Solved, before and after.
    pub solved: (usize, usize),
    /// CPU time on what both solved, in seconds.
    pub cpu: (f64, f64),
    /// Wrong answers of the second where the first has none, or another one.
    pub new_wrong: Vec<Change>,
    /// Wrong answers of the first where the second has none, or another one.
    pub fixed_wrong: Vec<Change>,
    /// Solved by the first and not by the second.
    pub lost: Vec<Change>,
    /// Solved by the second and not by the first.
    pub gained: Vec<Change>,
    /// Other answers that differ.
    pub changed: Vec<Change>,
    /// Both solved it, the second slower.
    pub slower: Vec<Change>,
    /// Both solved it, the second faster.
    pub faster: Vec<Change>,
    /// Neither answered, for different reasons.
    pub reasons: Vec<Change>,
    /// Tasks with a result of the first only.
    pub missing_after: Vec<String>,
    /// Tasks with a result of the second only.
    pub missing_before: Vec<String>,
    /// Tasks of which something else is known now.
    pub expectation_changed: Vec<String>,
}

/// What makes a comparison fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum FailOn {
    /// Something was solved and is not any more.
    Lost,
    /// There is a new wrong answer.
    Wrong,
    /// Something became slower.
    Slower,
    /// Another verdict changed.
    Changed,
    /// A result of the first has no counterpart.
    Missing,
    /// Nothing does.
    None,
}

impl Comparison {
    /// Is everything the same?
    pub fn is_empty(&self) -> bool {
        self.lists().iter().all(|(_, changes)| changes.is_empty())
            && self.missing_after.is_empty()
            && self.missing_before.is_empty()
            && self.expectation_changed.is_empty()
    }

    /// Does it fail?
    pub fn fails(&self, on: &[FailOn]) -> bool {
        on.iter().any(|on| match on {
            FailOn::Lost => !self.lost.is_empty(),
            FailOn::Wrong => !self.new_wrong.is_empty(),
            FailOn::Slower => !self.slower.is_empty(),
            FailOn::Changed => !self.changed.is_empty(),
            FailOn::Missing => !self.missing_after.is_empty(),
            FailOn::None => false,
        })
    }

    /// The lists of changes, what matters most first.
    pub fn lists(&self) -> [(&'static str, &[Change]); 8] {
        [
            ("New wrong answers", &self.new_wrong),
            ("Lost", &self.lost),
            ("Gained", &self.gained),
            ("No longer wrong", &self.fixed_wrong),
            ("Changed verdicts", &self.changed),
            ("Slower", &self.slower),
            ("Faster", &self.faster),
            ("Unknown for another reason", &self.reasons),
        ]
    }
}

/// What makes a task the same in two stores, in the order in which tasks are listed.
type Key<'a> = (&'a str, &'a str, &'a str, String);

fn key(task: &Task) -> Key<'_> {
    (&task.category, &task.name, &task.property.name, format!("{:?}", (task.data_model, &task.arguments)))
}

type Results<'a> = BTreeMap<Key<'a>, (&'a Task, &'a Cell)>;

/// The results of a column. Where the expectation of a task changed, its latest form counts.
fn column(data: &Data, column: usize) -> Results<'_> {
    let results = |(index, task)| data.cell(index, column).map(|cell| (key(task), (task, cell)));
    data.tasks.iter().enumerate().filter_map(results).collect()
}

fn same_kind(a: &Answer, b: &Answer) -> bool {
    match (a, b) {
        (Answer::Unknown(_), Answer::Unknown(_)) => true,
        _ => a == b || matches!((a, b), (Answer::False(a), Answer::False(b)) if a.is_none() || b.is_none()),
    }
}

/// Compares two columns.
pub fn compare(before: (&Data, usize), after: (&Data, usize), noise: Noise) -> Comparison {
    let (first, second) = (column(before.0, before.1), column(after.0, after.1));
    let name = |side: (&Data, usize)| side.0.columns[side.1].name.clone();
    let mut result = Comparison { before: name(before), after: name(after), ..Comparison::default() };
    let label = |task: &Task| format!("{}: {} ({})", task.category, task.name, task.property.name);
    let missing = |from: &Results<'_>, other: &Results<'_>| {
        from.iter().filter(|(key, _)| !other.contains_key(*key)).map(|(_, (task, _))| label(task)).collect()
    };
    result.missing_after = missing(&first, &second);
    result.missing_before = missing(&second, &first);
    for (key, (old_task, a)) in &first {
        let Some((task, b)) = second.get(key) else { continue };
        if task.expected != old_task.expected {
            result.expectation_changed.push(label(task));
        }
        result.tasks += 1;
        let side = |cell: &Cell| Side {
            answer: cell.outcome.answer.to_string(),
            class: Class::of(&cell.outcome.answer, &task.expected),
            cpu: cell.cpu(),
        };
        let change = Change {
            category: task.category.clone(),
            task: task.name.clone(),
            property: task.property.name.clone(),
            expected: task.expected.to_string(),
            before: side(a),
            after: side(b),
        };
        sort(&mut result, change, same_kind(&a.outcome.answer, &b.outcome.answer), noise);
    }
    let gain = |change: &Change| change.after.cpu / change.before.cpu.max(0.001);
    result.slower.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
    result.faster.sort_by(|a, b| gain(a).total_cmp(&gain(b)));
    result
}

/// Puts a task into the lists where it belongs.
fn sort(result: &mut Comparison, change: Change, same: bool, noise: Noise) {
    let (a, b) = (change.before.class, change.after.class);
    let (cpu_a, cpu_b) = (change.before.cpu, change.after.cpu);
    result.solved.0 += usize::from(a.is_correct());
    result.solved.1 += usize::from(b.is_correct());
    let mut listed = false;
    let mut list = |into: &mut Vec<Change>| {
        listed = true;
        into.push(change.clone());
    };
    if b.is_wrong() && a != b {
        list(&mut result.new_wrong);
    }
    if a.is_wrong() && a != b {
        list(&mut result.fixed_wrong);
    }
    match (a.is_correct(), b.is_correct()) {
        (true, false) => list(&mut result.lost),
        (false, true) => list(&mut result.gained),
        (true, true) => {
            result.cpu.0 += cpu_a;
            result.cpu.1 += cpu_b;
        }
        (false, false) => {}
    }
    if listed {
        return;
    }
    if !same {
        result.changed.push(change);
    } else if a == Class::Unknown {
        if change.before.answer != change.after.answer {
            result.reasons.push(change);
        }
    } else if noise.slower(cpu_b, cpu_a) {
        result.slower.push(change);
    } else if noise.slower(cpu_a, cpu_b) {
        result.faster.push(change);
    }
}

/// What changed, in a few lines.
pub fn headline(comparison: &Comparison) -> Vec<String> {
    let Comparison { before, after, tasks, solved, cpu, .. } = comparison;
    let mut lines = vec![format!(
        "{before} → {after}: {} compared; solved {} → {}; CPU time on what both solved {} → {}",
        count(*tasks, "task"),
        number(solved.0),
        number(solved.1),
        seconds(cpu.0),
        seconds(cpu.1)
    )];
    let counts: Vec<String> = comparison
        .lists()
        .iter()
        .filter(|(_, changes)| !changes.is_empty())
        .map(|(what, changes)| format!("{} {}", number(changes.len()), what.to_lowercase()))
        .collect();
    lines.push(if counts.is_empty() { "nothing changed".into() } else { counts.join(", ") });
    let notes = [
        (&comparison.missing_after, format!("without a result in {after}")),
        (&comparison.missing_before, format!("without a result in {before}")),
        (&comparison.expectation_changed, "with another expected verdict, by which both are judged".into()),
    ];
    for (tasks, what) in notes.into_iter().filter(|(tasks, _)| !tasks.is_empty()) {
        lines.push(format!("{} {what}", count(tasks.len(), "task")));
    }
    lines
}

/// The changes as tables with at most so many lines each.
pub fn tables(comparison: &Comparison, most: usize) -> Vec<Table> {
    let number_head = |text: &str| Head { text: text.into(), number: true };
    let text_head = |text: &str| Head { text: text.into(), number: false };
    let field = |text: &str| Field { text: text.into(), ..Field::default() };
    let mut tables = Vec::new();
    for (title, changes) in comparison.lists() {
        if changes.is_empty() {
            continue;
        }
        let mut header: Vec<Head> =
            ["Category", "Task", "Property", "Expected", "Before", "After"].map(text_head).into();
        header.extend(["CPU s before", "CPU s after"].map(number_head));
        let lines = changes
            .iter()
            .take(most)
            .map(|change| {
                let answer = |side: &Side| Field {
                    tone: if side.class.is_wrong() { Tone::Alarm } else { Tone::Plain },
                    strong: side.class.is_wrong(),
                    ..field(&side.answer)
                };
                let mut fields = vec![
                    field(&change.category),
                    field(&change.task),
                    field(&change.property),
                    field(&change.expected),
                ];
                fields.extend([answer(&change.before), answer(&change.after)]);
                fields.extend([field(&decimal(change.before.cpu)), field(&decimal(change.after.cpu))]);
                Line { fields, kind: Kind::Group }
            })
            .collect();
        let note = match changes.len().saturating_sub(most) {
            0 => String::new(),
            more => format!("and {} more", number(more)),
        };
        tables.push(Table { title: format!("{title} ({})", number(changes.len())), note, header, lines });
    }
    tables
}
