//! Scatter plots: two columns, a point for each task.
//!
//! A point says by its place how long each column took, and by colour and form what the answers
//! were. A timeout is at the limit. Another failure to answer took a time that means nothing: it is
//! put into a strip beyond the limit.

use super::Analysis;
use super::data::{Cell, Data};
use super::svg::{Key, Plot, Scale, shortened};
use super::text::{count, number};
use crate::model::Class;
use adumbra_text::markup;
use std::fmt::Write;

/// The width of the strip for results without an answer.
const STRIP: f64 = 18.0;

/// Where a result is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Place {
    At(f64),
    Beyond,
}

fn place(data: &Data, column: usize, cell: &Cell) -> Place {
    match cell.reason() {
        None => Place::At(cell.cpu()),
        Some("timeout") => Place::At(data.columns[column].column.limits.cpu.unwrap_or(cell.cpu())),
        Some(_) => Place::Beyond,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Mark {
    Proof,
    Alarm,
    Unjudged,
    Wrong,
}

impl Mark {
    fn of(first: Class, second: Class) -> Option<Mark> {
        let both = [first, second];
        if both.iter().any(|class| class.is_wrong()) {
            Some(Mark::Wrong)
        } else if both.contains(&Class::CorrectTrue) {
            Some(Mark::Proof)
        } else if both.contains(&Class::CorrectFalse) {
            Some(Mark::Alarm)
        } else if both.contains(&Class::Unjudged) {
            Some(Mark::Unjudged)
        } else {
            None
        }
    }

    fn text(self) -> &'static str {
        match self {
            Mark::Proof => "correct proof",
            Mark::Alarm => "correct alarm",
            Mark::Unjudged => "answer where nothing is known",
            Mark::Wrong => "a wrong answer",
        }
    }

    /// Drawn at a place; `inner` goes inside.
    fn draw(self, x: f64, y: f64, inner: &str) -> String {
        match self {
            Mark::Proof => format!("<circle class=\"ab-true\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\">{inner}</circle>"),
            Mark::Alarm => {
                format!("<path class=\"ab-false\" d=\"M{x:.1} {:.1}l3.6 6.4h-7.2z\">{inner}</path>", y - 4.0)
            }
            Mark::Unjudged => format!(
                "<rect class=\"ab-unjudged\" x=\"{:.1}\" y=\"{:.1}\" width=\"5\" height=\"5\">{inner}</rect>",
                x - 2.5,
                y - 2.5
            ),
            Mark::Wrong => {
                format!("<path class=\"ab-wrong\" d=\"M{:.1} {:.1}l7 7m0-7l-7 7\">{inner}</path>", x - 3.5, y - 3.5)
            }
        }
    }
}

/// The CPU time of two columns. With `valid_only`, tasks are left out where a column neither
/// answered correctly nor ran out of time.
pub fn plot(analysis: &Analysis<'_>, first: usize, second: usize, valid_only: bool, standalone: bool) -> String {
    let data = analysis.data;
    let mut points = Vec::new();
    let (mut missing, mut neither, mut invalid) = (0, 0, 0);
    for task in 0..data.tasks.len() {
        let (Some(a), Some(b)) = (data.cell(task, first), data.cell(task, second)) else {
            missing += 1;
            continue;
        };
        let valid = |cell: &Cell| cell.class.is_correct() || cell.reason() == Some("timeout");
        match Mark::of(a.class, b.class) {
            None => neither += 1,
            Some(_) if valid_only && !(valid(a) && valid(b)) => invalid += 1,
            Some(mark) => points.push((mark, task, place(data, first, a), place(data, second, b))),
        }
    }
    // What is wrong is drawn last, on top.
    points.sort_by_key(|(mark, task, ..)| (*mark, *task));
    let names = [first, second].map(|column| data.columns[column].name.as_str());
    let limits = [first, second].map(|column| data.columns[column].column.limits.cpu);
    let times = || {
        let of = |place: Place| if let Place::At(time) = place { Some(time) } else { None };
        points.iter().flat_map(move |(_, _, a, b)| [of(*a), of(*b)]).flatten()
    };
    let low = times().fold(f64::INFINITY, f64::min);
    let high = times().chain(limits.into_iter().flatten()).fold(0.0, f64::max);
    let scale = Scale::logarithmic(if low.is_finite() { low.max(0.01) } else { 0.1 }, high);
    let labels = names.map(|name| format!("{name}: CPU time in s"));
    let mut plot =
        Plot::new(&format!("{} and {}", names[0], names[1]), (scale, &labels[0]), (scale, &labels[1]), true, STRIP);
    guides(&mut plot, scale, limits, names);
    let (beyond_x, beyond_y) = plot.beyond();
    for (mark, task, a, b) in &points {
        let time = |place: Place| if let Place::At(time) = place { time } else { scale.low() };
        let (mut x, mut y) = plot.place(time(*a), time(*b));
        if *a == Place::Beyond {
            x = beyond_x;
        }
        if *b == Place::Beyond {
            y = beyond_y;
        }
        let mut title = format!("<title>{}", markup(&data.tasks[*task].name));
        for (column, name) in [first, second].into_iter().zip(names) {
            if let Some(cell) = data.cell(*task, column) {
                let answer = cell.outcome.answer.to_string();
                let _ = write!(title, "\n{}: {} in {:.2} s", markup(name), markup(&answer), cell.cpu());
            }
        }
        title.push_str("</title>");
        plot.add(&mark.draw(x, y, &title));
    }
    for mark in [Mark::Proof, Mark::Alarm, Mark::Unjudged, Mark::Wrong] {
        let tasks = points.iter().filter(|(m, ..)| *m == mark).count();
        if tasks > 0 {
            plot.legend(Key::Point(mark.draw(0.0, 0.0, "")), format!("{} ({})", mark.text(), number(tasks)));
        }
    }
    if points.iter().any(|(_, _, a, b)| *a == Place::Beyond || *b == Place::Beyond) {
        plot.legend(Key::Remark, "In the strips: no answer, for another reason than time");
    }
    match limits {
        [Some(a), Some(b)] if a != b => plot.legend(Key::Remark, format!("Limits: {a} s and {b} s")),
        [Some(limit), _] | [_, Some(limit)] => plot.legend(Key::Remark, format!("Limit: {limit} s")),
        [None, None] => {}
    }
    let left_out =
        [(neither, "that neither answered"), (missing, "without both results"), (invalid, "that are not valid")];
    for (tasks, why) in left_out.into_iter().filter(|(tasks, _)| *tasks > 0) {
        plot.legend(Key::Remark, format!("Not drawn: {} {why}", count(tasks, "task")));
    }
    plot.finish(standalone)
}

/// The diagonal, the lines of a factor of ten, the limits, and who is faster where.
fn guides(plot: &mut Plot, scale: Scale, limits: [Option<f64>; 2], names: [&str; 2]) {
    let (low, high) = (scale.low(), scale.high());
    let mut line = |class: &str, from: (f64, f64), to: (f64, f64)| {
        let ((x, y), (to_x, to_y)) = (plot.place(from.0, from.1), plot.place(to.0, to.1));
        plot.add(&format!("<path class=\"{class}\" d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\"/>"));
    };
    line("ab-guide", (low, low), (high, high));
    if high > low * 10.0 {
        line("ab-guide ab-dash", (low * 10.0, low), (high, high / 10.0));
        line("ab-guide ab-dash", (low, low * 10.0), (high / 10.0, high));
    }
    if let Some(limit) = limits[0] {
        line("ab-limit", (limit, low), (limit, high));
    }
    if let Some(limit) = limits[1] {
        line("ab-limit", (low, limit), (high, limit));
    }
    let (x, y) = plot.place(low, high);
    plot.text(x + 6.0, y + 14.0, "start", "ab-soft", &format!("{} faster", shortened(names[0], 24)));
    let (x, y) = plot.place(high, low);
    plot.text(x - 6.0, y - 7.0, "end", "ab-soft", &format!("{} faster", shortened(names[1], 24)));
}
