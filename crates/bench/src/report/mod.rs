//! Tables, plots and pages of stored results.
//!
//! - [`data`]: results of one or more stores, side by side;
//! - [`stats`], [`pairs`]: what is counted and summed up, and columns two by two;
//! - [`summary`]: the answers in words;
//! - [`tables`]: all of it as tables, which [`text`] prints and writes as Markdown;
//! - [`quantile`], [`scatter`], [`histogram`]: plots, drawn with [`svg`];
//! - [`html`]: one page with everything; [`csv`], [`json`]: for machines;
//! - [`mod@write`]: files that are whole or not there.
//!
//! **Invariant: a result that is not there is missing, never unknown.** A run that is not finished
//! looks unfinished.

pub mod csv;
pub mod data;
pub mod histogram;
pub mod html;
pub mod json;
pub mod pairs;
pub mod quantile;
pub mod ratios;
pub mod scatter;
pub mod stats;
pub mod summary;
pub mod svg;
pub mod tables;
pub mod text;
pub mod write;

use crate::score::Scheme;
use data::Data;
use pairs::Pair;
use stats::Stats;

/// How far two times may be apart and still be called the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Noise {
    /// The slower one takes at least this many times the faster one.
    pub factor: f64,
    /// And at least this many seconds more.
    pub seconds: f64,
}

impl Default for Noise {
    fn default() -> Self {
        Noise { factor: 1.1, seconds: 0.1 }
    }
}

impl Noise {
    /// Is the first time really longer than the second?
    pub fn slower(self, first: f64, second: f64) -> bool {
        first > second * self.factor && first - second > self.seconds
    }
}

/// Everything that is counted about some results.
pub struct Analysis<'d> {
    /// The results.
    pub data: &'d Data,
    /// How they are scored.
    pub scheme: &'d Scheme,
    /// What counts as noise.
    pub noise: Noise,
    /// The score of a task is multiplied with this in the total, by category.
    pub factors: Vec<f64>,
    /// By category and column.
    pub categories: Vec<Vec<Stats>>,
    /// By column.
    pub totals: Vec<Stats>,
    /// Every two columns, the first before the second.
    pub pairs: Vec<Pair>,
    /// The tasks that one column solved and no other, by column.
    pub only: Vec<Vec<usize>>,
    /// The category whose tasks have nothing to do, if one says what tools need before they work.
    pub start: Option<usize>,
}

impl<'d> Analysis<'d> {
    /// Counts.
    pub fn new(data: &'d Data, scheme: &'d Scheme, noise: Noise) -> Self {
        let factors = scheme.factors(&data.sizes());
        let (categories, totals) = stats::count(data, scheme, &factors);
        let only = (0..data.columns.len())
            .map(|column| (0..data.tasks.len()).filter(|task| pairs::only(data, *task) == Some(column)).collect())
            .collect();
        Analysis { data, scheme, noise, factors, categories, totals, pairs: pairs::all(data, noise), only, start: None }
    }

    /// … where the tasks of a category have nothing to do.
    pub fn with_start(mut self, category: Option<usize>) -> Self {
        self.start = category;
        self
    }

    /// Two columns, with the first as the first.
    pub fn pair(&self, first: usize, second: usize) -> Pair {
        pairs::pair(self.data, first, second, self.noise)
    }

    /// The columns, the best first: by score, then by the number of correct answers, then by the
    /// time for these.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.totals.len()).collect();
        let sign = if self.scheme.less_is_better() { 1.0 } else { -1.0 };
        ranking.sort_by(|a, b| {
            let (a, b) = (&self.totals[*a], &self.totals[*b]);
            // What is missing must not look like time that was saved.
            let unfinished = |stats: &Stats| if self.scheme.less_is_better() { stats.missing } else { 0 };
            unfinished(a)
                .cmp(&unfinished(b))
                .then((a.score * sign).total_cmp(&(b.score * sign)))
                .then(b.correct().cmp(&a.correct()))
                .then(a.cpu_correct.total_cmp(&b.cpu_correct))
        });
        ranking
    }

    /// The pairs of columns that are worth a picture: all of up to three columns, otherwise the
    /// best with each other.
    pub fn worthwhile_pairs(&self) -> Vec<(usize, usize)> {
        let count = self.totals.len();
        if count <= 3 {
            return (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
        }
        let ranking = self.ranking();
        ranking[1..].iter().take(6).map(|other| (*other, ranking[0])).collect()
    }
}
