//! Progress: one line on a terminal, a line now and then elsewhere.

use super::{Observer, Pair};
use crate::model::{Class, Limits, Outcome};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Where progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// A line that changes, as wide as this.
    Terminal(usize),
    /// A line every half a minute or every tenth of the work.
    Lines,
    /// Nowhere.
    Quiet,
}

/// How long a line without a terminal waits for the next.
const PAUSE: Duration = Duration::from_secs(30);
/// How long it waits at least.
const SHORT_PAUSE: Duration = Duration::from_secs(5);

/// What was done in a column.
#[derive(Clone, Debug, Default)]
struct Tally {
    left: usize,
    finished: usize,
    wall: Duration,
    /// The longest that one run may take, in seconds.
    at_most: Option<f64>,
}

struct State {
    columns: Vec<Tally>,
    running: Vec<(Pair, Instant)>,
    correct: usize,
    wrong: usize,
    unknown: usize,
    unjudged: usize,
    shown: Option<Instant>,
    /// The tenth of the work at which the last line was written.
    tenth: usize,
}

impl State {
    fn count(&mut self, class: Class) {
        match class {
            Class::CorrectTrue | Class::CorrectFalse => self.correct += 1,
            Class::WrongTrue | Class::WrongFalse => self.wrong += 1,
            Class::Unknown => self.unknown += 1,
            Class::Unjudged => self.unjudged += 1,
        }
    }
}

/// Shows progress on standard error.
pub struct Progress {
    style: Style,
    total: usize,
    before: usize,
    jobs: AtomicUsize,
    names: Vec<String>,
    state: Mutex<State>,
}

impl Progress {
    /// Progress of pairs of columns with these limits and tasks with these names. Results of the
    /// classes `before` were there already.
    pub fn new(
        style: Style,
        pairs: &[Pair],
        before: &[Class],
        columns: &[Limits],
        names: Vec<String>,
        jobs: usize,
    ) -> Self {
        let at_most = |limits: &Limits| limits.wall.or(limits.cpu);
        let mut tallies: Vec<Tally> =
            columns.iter().map(|limits| Tally { at_most: at_most(limits), ..Tally::default() }).collect();
        for pair in pairs {
            tallies[pair.column].left += 1;
        }
        let mut state = State {
            columns: tallies,
            running: Vec::new(),
            correct: 0,
            wrong: 0,
            unknown: 0,
            unjudged: 0,
            shown: None,
            tenth: 0,
        };
        before.iter().for_each(|class| state.count(*class));
        Progress {
            style,
            total: pairs.len(),
            before: before.len(),
            jobs: AtomicUsize::new(jobs.max(1)),
            names,
            state: Mutex::new(state),
        }
    }

    /// Shows the time that has passed; to be called a few times a second.
    pub fn tick(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.show(&mut state, false);
    }

    /// Shows the last state and ends the line.
    pub fn end(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.show(&mut state, true);
        if let Style::Terminal(_) = self.style {
            eprintln!();
        }
    }

    fn show(&self, state: &mut State, last: bool) {
        let finished: usize = state.columns.iter().map(|c| c.finished).sum();
        match self.style {
            Style::Quiet => {}
            Style::Terminal(width) => {
                let line: String = self.line(state, true).chars().take(width.saturating_sub(1)).collect();
                let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
            }
            Style::Lines => {
                let tenth = (finished * 10).checked_div(self.total).unwrap_or(10);
                let since = state.shown.get_or_insert_with(Instant::now).elapsed();
                if last || since >= PAUSE || tenth > state.tenth && since >= SHORT_PAUSE {
                    eprintln!("{}", self.line(state, false));
                    state.shown = Some(Instant::now());
                    state.tenth = tenth;
                }
            }
        }
    }

    fn line(&self, state: &State, with_name: bool) -> String {
        let finished: usize = state.columns.iter().map(|c| c.finished).sum();
        let mut line = format!("{}/{}", self.before + finished, self.before + self.total);
        if !state.running.is_empty() {
            line += &format!(", {} running", state.running.len());
        }
        line += &format!("; {} correct, {} wrong, {} unknown", state.correct, state.wrong, state.unknown);
        if state.unjudged > 0 {
            line += &format!(", {} unjudged", state.unjudged);
        }
        if finished < self.total {
            let running: Vec<(usize, Duration)> =
                state.running.iter().map(|(pair, since)| (pair.column, since.elapsed())).collect();
            let (about, at_most) = estimate(&state.columns, &running, self.jobs.load(Ordering::Relaxed));
            match (about, at_most) {
                (Some(about), Some(at_most)) if about < at_most => {
                    line += &format!("; about {} left, at most {}", duration(about), duration(at_most));
                }
                (Some(about), _) => line += &format!("; about {} left", duration(about)),
                (None, Some(at_most)) => line += &format!("; at most {} left", duration(at_most)),
                (None, None) => {}
            }
        }
        if let (true, Some((pair, _))) = (with_name, state.running.first()) {
            line += &format!("; {}", self.names.get(pair.task).map_or("", String::as_str));
        }
        line
    }
}

impl Observer for Progress {
    fn started(&self, pair: Pair) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.push((pair, Instant::now()));
    }

    fn finished(&self, pair: Pair, outcome: &Outcome, class: Class) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.running.retain(|(running, _)| *running != pair);
        let column = &mut state.columns[pair.column];
        column.left -= 1;
        column.finished += 1;
        column.wall += outcome.measured.wall;
        state.count(class);
        self.show(&mut state, false);
    }

    fn at_once(&self, jobs: usize) {
        self.jobs.store(jobs.max(1), Ordering::Relaxed);
    }
}

/// How long it will take: as long a run as those that were finished in its column, or in all if
/// there are none in it; and how long at most.
fn estimate(columns: &[Tally], running: &[(usize, Duration)], jobs: usize) -> (Option<Duration>, Option<Duration>) {
    let finished: usize = columns.iter().map(|c| c.finished).sum();
    let wall: f64 = columns.iter().map(|c| c.wall.as_secs_f64()).sum();
    let mean_of_all = (finished > 0).then(|| wall / finished as f64);
    let mean = |column: &Tally| match column.finished {
        0 => mean_of_all.map(|mean| column.at_most.map_or(mean, |limit| mean.min(limit))),
        n => Some(column.wall.as_secs_f64() / n as f64),
    };
    // What is running has done a part of its share already.
    let left = |each: &dyn Fn(&Tally) -> Option<f64>| -> Option<Duration> {
        let mut sum = 0.0;
        for column in columns.iter().filter(|c| c.left > 0) {
            sum += each(column)? * column.left as f64;
        }
        for (column, since) in running {
            if let Some(each) = columns.get(*column).and_then(each) {
                sum -= since.as_secs_f64().min(each);
            }
        }
        Duration::try_from_secs_f64((sum / jobs as f64).max(0.0)).ok()
    };
    (left(&mean), left(&|column| column.at_most))
}

/// A time in words.
pub(super) fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(left: usize, finished: usize, wall: u64, at_most: f64) -> Tally {
        Tally { left, finished, wall: Duration::from_secs(wall), at_most: Some(at_most) }
    }

    fn seconds(found: (Option<Duration>, Option<Duration>)) -> (Option<u64>, Option<u64>) {
        (found.0.map(|d| d.as_secs()), found.1.map(|d| d.as_secs()))
    }

    #[test]
    fn each_column_has_its_own_pace() {
        // 10 runs of 2 s and 5 of 8 s, two at a time.
        let columns = [tally(10, 10, 20, 60.0), tally(5, 10, 80, 60.0)];
        assert_eq!(seconds(estimate(&columns, &[], 2)), (Some(30), Some(450)));
        // What runs has come some way; one that takes longer than others cannot save more than its
        // share.
        let running = [(0, Duration::from_secs(50)), (1, Duration::from_secs(4))];
        assert_eq!(seconds(estimate(&columns, &running, 2)).0, Some(27));
    }

    #[test]
    fn what_is_not_known_is_not_guessed() {
        assert_eq!(seconds(estimate(&[tally(6, 0, 0, 10.0)], &[], 3)), (None, Some(20)));
        // A column that has not begun is taken for an average one, within its limit.
        let columns = [tally(0, 4, 400, 900.0), tally(3, 0, 0, 10.0)];
        assert_eq!(seconds(estimate(&columns, &[], 1)).0, Some(30));
    }

    #[test]
    fn times_are_readable() {
        let shown = |s| duration(Duration::from_secs(s));
        assert_eq!([shown(59), shown(61), shown(7260)], ["59 s", "1 min 01 s", "2 h 01 min"]);
    }
}
