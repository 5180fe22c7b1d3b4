//! What a tuning is about: the first record of its journal, by which it is known again.

use super::setup::digest;
use super::{Arguments, Stop};
use crate::evaluate::Recipe;
use crate::journal::{FORMAT, Record, Subject};
use crate::session::Rules;
use crate::split::{self, Split};
use adumbra_bench::model::Task;
use adumbra_text::shell_word;

/// The first record.
pub(super) fn header(arguments: &Arguments, recipe: &Recipe<'_>, split: &Split, rules: &Rules) -> Result<Record, Stop> {
    let contents = |tasks: &[Task]| -> Result<String, Stop> {
        let all = tasks.iter().map(|task| Ok(format!("{} {}", task.name, split::content(task).map_err(Stop::input)?)));
        Ok(digest(&all.collect::<Result<Vec<_>, Stop>>()?.join("\n")))
    };
    let settings = [
        ("tool", recipe.tool.title()),
        ("version", recipe.column.version.clone()),
        ("description", digest(&recipe.tool.description.text)),
        ("parameters", digest(&recipe.space.describe())),
        ("training set", contents(&split.train)?),
        ("test set", contents(&split.test)?),
        ("cost", recipe.cost.title()),
        ("cutoff", rules.cutoff.to_string()),
        ("penalty", rules.penalty.to_string()),
        ("algorithm", format!("{:?}", arguments.algorithm)),
        ("capping", format!("{:?}", arguments.capping)),
        ("initial", arguments.initial.to_string()),
        ("perturbation", arguments.perturbation.to_string()),
        ("restart", arguments.restart.to_string()),
        ("seed", arguments.seed.to_string()),
        ("runs", arguments.runs.to_string()),
        ("seeds", arguments.seeds.to_string()),
        ("limits", format!("{:?}", recipe.limits)),
    ];
    let parameters = recipe.space.parameters().iter();
    let names = |tasks: &[Task]| tasks.iter().map(|task| task.name.clone()).collect();
    let subject = Subject {
        tool: recipe.tool.title(),
        version: recipe.column.version.clone(),
        parameters: parameters.map(|p| (p.name.clone(), p.values.clone(), p.base, p.free)).collect(),
        cost: recipe.cost.title(),
        cutoff: rules.cutoff,
        penalty: rules.penalty,
        train: names(&split.train),
        test: names(&split.test),
        method: arguments.method(split.train.len()),
        command: std::env::args().map(|word| shell_word(&word)).collect::<Vec<_>>().join(" "),
    };
    let settings = settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(Record::Header { format: FORMAT, settings, subject })
}

/// What was begun must be the same as what goes on.
pub(super) fn check_same(records: &[Record], header: &Record) -> Result<(), Stop> {
    let (Some(Record::Header { settings: before, .. }), Record::Header { settings: now, .. }) =
        (records.first(), header)
    else {
        return Err(Stop::input("the journal has no header"));
    };
    let different: Vec<String> = before
        .iter()
        .zip(now)
        .filter(|(before, now)| before != now)
        .map(|((name, before), (_, now))| format!("{name} (was {before}, is {now})"))
        .collect();
    if different.is_empty() && before.len() == now.len() {
        return Ok(());
    }
    Err(Stop::input(format!("what is to go on is not what was begun; different: {}", different.join(", "))))
}
