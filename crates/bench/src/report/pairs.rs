//! Columns two by two: what one solved and the other did not, and who was faster on what both
//! solved.

use super::Noise;
use super::data::Data;
use crate::model::Class;
use serde::Serialize;

/// Times below this are not told apart, in seconds.
pub(super) const TICK: f64 = 0.001;

/// Proofs and alarms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Solved {
    /// Correct proofs.
    pub proofs: usize,
    /// Correct alarms.
    pub alarms: usize,
}

impl Solved {
    /// Both together.
    pub fn sum(self) -> usize {
        self.proofs + self.alarms
    }

    fn count(&mut self, class: Class) {
        match class {
            Class::CorrectTrue => self.proofs += 1,
            Class::CorrectFalse => self.alarms += 1,
            _ => {}
        }
    }
}

/// Two columns. What the first solved is `both`, `only_first` and `other_missing.0` together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pair {
    /// The first column.
    pub first: usize,
    /// The second column.
    pub second: usize,
    /// Solved by both.
    pub both: Solved,
    /// Solved by the first; the second has a result and did not solve it.
    pub only_first: Solved,
    /// Solved by the second; the first has a result and did not solve it.
    pub only_second: Solved,
    /// Solved by one, while the other has no result.
    pub other_missing: (Solved, Solved),
    /// Who was faster on what both solved.
    pub speed: Speed,
}

/// Two columns on the tasks that both solved.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Speed {
    /// How many tasks.
    pub tasks: usize,
    /// CPU time of both, in seconds.
    pub cpu: (f64, f64),
    /// CPU time of the second divided by that of the first: above 1, the first is faster.
    pub ratio: Option<f64>,
    /// The geometric mean of that ratio over the tasks.
    pub mean_ratio: Option<f64>,
    /// Tasks on which the first was faster.
    pub first_faster: usize,
    /// Tasks on which the second was faster.
    pub second_faster: usize,
    /// Tasks on which the difference is noise.
    pub similar: usize,
}

/// Which column alone solved a task, if every other has a result and did not.
pub fn only(data: &Data, task: usize) -> Option<usize> {
    let row = data.row(task);
    let mut solved = (0..row.len()).filter(|column| data.solved(task, *column));
    let column = solved.next()?;
    (solved.next().is_none() && row.len() > 1 && row.iter().all(Option::is_some)).then_some(column)
}

/// Every two columns.
pub fn all(data: &Data, noise: Noise) -> Vec<Pair> {
    let count = data.columns.len();
    (0..count).flat_map(|first| (first + 1..count).map(move |second| pair(data, first, second, noise))).collect()
}

/// Two columns.
pub fn pair(data: &Data, first: usize, second: usize, noise: Noise) -> Pair {
    let mut pair = Pair {
        first,
        second,
        both: Solved::default(),
        only_first: Solved::default(),
        only_second: Solved::default(),
        other_missing: Default::default(),
        speed: Speed::default(),
    };
    let mut logarithms = 0.0;
    for task in 0..data.tasks.len() {
        match (data.cell(task, first), data.cell(task, second)) {
            (Some(a), Some(b)) => match (a.class.is_correct(), b.class.is_correct()) {
                (true, true) => {
                    pair.both.count(a.class);
                    let (a, b) = (a.cpu(), b.cpu());
                    let speed = &mut pair.speed;
                    speed.tasks += 1;
                    speed.cpu.0 += a;
                    speed.cpu.1 += b;
                    logarithms += (b.max(TICK) / a.max(TICK)).ln();
                    *if noise.slower(b, a) {
                        &mut speed.first_faster
                    } else if noise.slower(a, b) {
                        &mut speed.second_faster
                    } else {
                        &mut speed.similar
                    } += 1;
                }
                (true, false) => pair.only_first.count(a.class),
                (false, true) => pair.only_second.count(b.class),
                (false, false) => {}
            },
            (Some(a), None) => pair.other_missing.0.count(a.class),
            (None, Some(b)) => pair.other_missing.1.count(b.class),
            (None, None) => {}
        }
    }
    let speed = &mut pair.speed;
    if speed.tasks > 0 {
        speed.ratio = Some(speed.cpu.1.max(TICK) / speed.cpu.0.max(TICK));
        speed.mean_ratio = Some((logarithms / speed.tasks as f64).exp());
    }
    pair
}
