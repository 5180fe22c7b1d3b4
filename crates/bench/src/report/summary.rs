//! The answers in words: what is wrong, who solved more, who was faster on what both solved, what
//! only one solved.

use super::Analysis;
use super::text::{count, factor, number, seconds};
use crate::model::{Answer, Class, Expected};
use serde::Serialize;

/// How a statement is to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Something is wrong.
    Alarm,
    /// Something is to be kept in mind.
    Caution,
    /// An answer.
    Plain,
}

/// A statement about the results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Statement {
    /// How it is to be taken.
    pub tone: Tone,
    /// What it is about, in one or two words.
    pub topic: &'static str,
    /// The statement.
    pub text: String,
}

/// A wrong answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Wrong {
    /// The task.
    pub task: usize,
    /// The column.
    pub column: usize,
}

/// All wrong answers: wrong proofs first.
pub fn wrong(analysis: &Analysis<'_>) -> Vec<Wrong> {
    let data = analysis.data;
    let mut found = Vec::new();
    for class in [Class::WrongTrue, Class::WrongFalse] {
        for column in 0..data.columns.len() {
            let is_wrong = |task: &usize| data.cell(*task, column).is_some_and(|cell| cell.class == class);
            found.extend((0..data.tasks.len()).filter(is_wrong).map(|task| Wrong { task, column }));
        }
    }
    found
}

/// Tasks of which nothing is known and on which columns contradict each other: one of them is
/// wrong.
pub fn contradictions(analysis: &Analysis<'_>) -> Vec<usize> {
    let data = analysis.data;
    (0..data.tasks.len())
        .filter(|task| {
            let open = matches!(data.tasks[*task].expected, Expected::Nothing | Expected::Answers(_));
            let said: Vec<&Answer> = data.row(*task).iter().flatten().map(|cell| &cell.outcome.answer).collect();
            open && said.iter().enumerate().any(|(i, a)| said[i + 1..].iter().any(|b| a.contradicts(b)))
        })
        .collect()
}

/// What the results say.
pub fn statements(analysis: &Analysis<'_>) -> Vec<Statement> {
    let data = analysis.data;
    let mut said = Vec::new();
    let mut say = |tone, topic, text: String| said.push(Statement { tone, topic, text });
    let name = |column: usize| data.columns[column].name.as_str();

    for (column, stats) in analysis.totals.iter().enumerate().filter(|(_, stats)| stats.wrong() > 0) {
        let (proofs, alarms) = (count(stats.wrong_true, "wrong proof"), count(stats.wrong_false, "wrong alarm"));
        let what = match (stats.wrong_true, stats.wrong_false) {
            (_, 0) => proofs,
            (0, _) => alarms,
            _ => format!("{proofs} and {alarms}"),
        };
        say(Tone::Alarm, "WRONG", format!("{} gave {what}.", name(column)));
    }
    let contradictions = contradictions(analysis).len();
    if contradictions > 0 {
        let tasks = count(contradictions, "task");
        say(
            Tone::Alarm,
            "Contradiction",
            format!("On {tasks} of which nothing is known, columns gave opposite answers."),
        );
    }
    for (column, stats) in analysis.totals.iter().enumerate().filter(|(_, stats)| stats.missing > 0) {
        let of = count(stats.tasks, "result");
        say(Tone::Caution, "Not finished", format!("{}: {} of {of} are missing.", name(column), number(stats.missing)));
    }
    let differ = |what: &dyn Fn(usize) -> String| (1..data.columns.len()).any(|column| what(column) != what(0));
    if differ(&|column| format!("{:?}", data.columns[column].column.limits)) {
        say(Tone::Caution, "Limits", "The columns ran under different limits.".into());
    }
    if differ(&|column| data.columns[column].column.machine.clone()) {
        say(Tone::Caution, "Machines", "The columns ran on different machines: times are not comparable.".into());
    }
    if data.tasks.is_empty() || data.columns.is_empty() {
        say(Tone::Caution, "Empty", "There is nothing to show.".into());
        return said;
    }

    let mut by_solved: Vec<usize> = (0..data.columns.len()).collect();
    by_solved.sort_by_key(|column| std::cmp::Reverse(analysis.totals[*column].correct()));
    let solved = |column: usize| {
        let stats = &analysis.totals[column];
        let (proofs, alarms) = (count(stats.correct_true, "proof"), count(stats.correct_false, "alarm"));
        format!("{} solved {} ({proofs}, {alarms})", name(column), number(stats.correct()))
    };
    let lines: Vec<String> = by_solved.iter().map(|column| solved(*column)).collect();
    let most = analysis.totals[by_solved[0]].correct();
    let leaders: Vec<&str> =
        by_solved.iter().filter(|c| analysis.totals[**c].correct() == most).map(|c| name(*c)).collect();
    let lead = match leaders.len() {
        _ if data.columns.len() == 1 => String::new(),
        1 => format!("{} solved most. ", leaders[0]),
        n if n == data.columns.len() => "All solved the same number. ".into(),
        _ => format!("{} solved most, the same number. ", leaders.join(" and ")),
    };
    say(Tone::Plain, "Solved", format!("{lead}Of {}: {}.", count(data.tasks.len(), "task"), lines.join("; ")));

    let best = by_solved[0];
    let shown = |pair: &&super::pairs::Pair| data.columns.len() <= 3 || pair.first == best || pair.second == best;
    for pair in analysis.pairs.iter().filter(shown) {
        say(Tone::Plain, "Faster", faster(pair, name(pair.first), name(pair.second)));
    }
    if data.columns.len() > 1 {
        let parts: Vec<String> = by_solved
            .iter()
            .map(|column| format!("{}: {}", name(*column), number(analysis.only[*column].len())))
            .collect();
        say(Tone::Plain, "Only one", format!("Tasks that one column alone solved: {}.", parts.join("; ")));
    }
    said
}

fn faster(pair: &super::pairs::Pair, first: &str, second: &str) -> String {
    let speed = &pair.speed;
    let (Some(ratio), Some(mean)) = (speed.ratio, speed.mean_ratio) else {
        return format!("No task was solved by both {first} and {second}.");
    };
    // Turned so that the ratio is at least 1: the winner first.
    let swap = ratio < 1.0;
    let (winner, loser) = if swap { (second, first) } else { (first, second) };
    let (ratio, mean) = if swap { (1.0 / ratio, 1.0 / mean) } else { (ratio, mean) };
    let cpu = if swap { (speed.cpu.1, speed.cpu.0) } else { speed.cpu };
    let (won, lost) = match swap {
        true => (speed.second_faster, speed.first_faster),
        false => (speed.first_faster, speed.second_faster),
    };
    let on = match speed.tasks {
        1 => "On the 1 task that both solved".into(),
        n => format!("On the {} tasks that both solved", number(n)),
    };
    let counts = format!(
        "faster on {}, slower on {}, no real difference on {}",
        number(won),
        number(lost),
        number(speed.similar)
    );
    let times = format!("{} against {} of CPU time", seconds(cpu.0), seconds(cpu.1));
    if ratio < 1.005 {
        return format!("{on}, {winner} and {loser} took equally long ({times}); {winner} was {counts}.");
    }
    let typical = if mean >= 0.995 {
        format!("geometric mean {}", factor(mean))
    } else {
        format!("but the geometric mean is {} the other way round", factor(1.0 / mean))
    };
    format!("{on}, {winner} was {} as fast as {loser} ({times}; {typical}): {counts}.", factor(ratio))
}
