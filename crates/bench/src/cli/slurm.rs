//! `adumbra bench SET… --slurm`: runs task sets on a cluster.

use super::run::{again, finished, watched};
use super::{FAILED, INTERRUPTED, Stop};
use crate::cluster::share::Recipe;
use crate::cluster::watch::{self, Ended, Order};
use crate::cluster::{ClusterError, Options};
use crate::limit::Bounds;
use crate::model::{Column, Limits, Task};
use crate::run::{Described, Pair, Plan, Progress, Style, Subject};
use crate::store::Store;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// What is to be run, and how.
pub(super) struct Request<'a> {
    pub(super) options: &'a Options,
    pub(super) store: &'a Store,
    pub(super) plan: &'a Plan,
    pub(super) columns: &'a [Column],
    pub(super) subjects: &'a [Described<'a>],
    pub(super) tasks: &'a [Task],
    pub(super) accounting: String,
    pub(super) bounds: Bounds,
    pub(super) style: Style,
}

/// Runs it. Is there something to sum up?
pub(super) fn run(request: &Request<'_>, words: &[&str], cancel: &AtomicBool) -> Result<bool, Stop> {
    let Request { options, store, plan, columns, subjects, tasks, .. } = request;
    let executable = std::env::current_exe().map_err(Stop::input)?;
    let mut worker = vec![executable.display().to_string()];
    worker.extend(words.iter().copied().chain(["work"]).map(str::to_owned));
    let recipes: Vec<(Column, Recipe)> =
        columns.iter().cloned().zip(subjects.iter().map(|subject| Recipe::new(subject.tool()))).collect();
    let subjects: Vec<&dyn Subject> = subjects.iter().map(|subject| subject as &dyn Subject).collect();
    let order = Order {
        plan,
        columns: &recipes,
        subjects: &subjects,
        tasks,
        accounting: request.accounting.clone(),
        bounds: request.bounds,
        worker,
    };
    let limits: Vec<Limits> = columns.iter().map(|column| column.limits).collect();
    let names = tasks.iter().map(|task| task.name.clone()).collect();
    let at_once = options.jobs.unwrap_or(1);
    let before = plan.classes(store).map_err(Stop::input)?;
    let progress = Progress::new(request.style, &plan.pairs, &before, &limits, names, at_once);
    let say = |message: &str| match request.style {
        Style::Quiet => {}
        Style::Lines => eprintln!("{message}"),
        Style::Terminal(_) => eprintln!("\r\x1b[K{message}"),
    };
    if options.cancel {
        let cancelled = watch::cancel(options, &order, store, &progress, &say).map_err(|e| stop(&e, request))?;
        println!("{} arrays were cancelled; {}", cancelled.len(), finished(store, plan));
        return Ok(false);
    }
    if plan.pairs.is_empty() {
        return Ok(true);
    }
    match watched(&progress, || watch::run(options, &order, store, &progress, &say, cancel)) {
        Ok(Ended::Complete) => Ok(true),
        Ok(Ended::Left(arrays)) => {
            let arrays: Vec<String> = arrays.iter().map(u64::to_string).collect();
            let message = format!(
                "interrupted; {}. The jobs go on (arrays: {}). To see them through:\n  {again}\nTo cancel them:\n  {again} --slurm-cancel",
                finished(store, plan),
                arrays.join(", "),
                again = again(),
            );
            Err(Stop { code: INTERRUPTED, message })
        }
        Ok(Ended::Incomplete(left)) => Err(Stop { code: FAILED, message: incomplete(&left, request) }),
        Err(error) => Err(stop(&error, request)),
    }
}

fn stop(error: &ClusterError, request: &Request<'_>) -> Stop {
    let Request { store, plan, .. } = request;
    Stop { code: FAILED, message: format!("{error}\n{}. To go on:\n  {}", finished(store, plan), again()) }
}

/// What has no result, and why.
fn incomplete(left: &BTreeMap<Pair, String>, request: &Request<'_>) -> String {
    const SHOWN: usize = 10;
    let Request { store, plan, columns, tasks, .. } = request;
    let mut message = format!("{} runs failed on the cluster and have no result:\n", left.len());
    for (pair, cause) in left.iter().take(SHOWN) {
        let column = columns.get(pair.column).map_or("", |column| column.name.as_str());
        let task = tasks.get(pair.task).map_or("", |task| task.name.as_str());
        message += &format!("  {column}: {task}: {cause}\n");
    }
    if left.len() > SHOWN {
        message += &format!("  and {} more\n", left.len() - SHOWN);
    }
    message + &format!("{}. To try them again:\n  {}", finished(store, plan), again())
}
