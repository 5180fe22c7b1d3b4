//! Options and configurations as tables.

use adumbra_options::{Condition, Kind, Test};
use adumbra_solver::configurations;
use adumbra_solver::options::Options;

/// The named configurations with their purpose and settings.
pub(super) fn configurations() -> String {
    let rows = configurations::ALL.iter().map(|configuration| {
        let settings: Vec<&str> = configuration.settings().lines().collect();
        let row = format!("{:<14} {}", configuration.name, configuration.description());
        if settings.is_empty() { row } else { format!("{row}\n{:15}{}", "", settings.join(", ")) }
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The options of the embedded solver.
pub(super) fn options() -> String {
    let mut lines = vec![format!("{:<27} {:>10}  {:<22} {:<8} {}", "option", "default", "range", "tunable", "help")];
    for spec in Options::table() {
        let range = match (spec.range, spec.kind) {
            (Some((low, high)), _) => format!("{low} to {high}"),
            (None, Kind::Choice(words)) => words.join(", "),
            (None, _) => "true or false".to_owned(),
        };
        let tunable = if spec.tunable { "yes" } else { "no" };
        let conditions: Vec<String> = spec.conditions.iter().map(condition).collect();
        let conditions =
            if conditions.is_empty() { String::new() } else { format!(" [if {}]", conditions.join(" and ")) };
        lines.push(format!(
            "{:<27} {:>10}  {range:<22} {tunable:<8} {}{conditions}",
            spec.name,
            spec.default.to_string(),
            spec.help
        ));
    }
    lines.join("\n")
}

/// When an option has an effect.
fn condition(condition: &Condition) -> String {
    match condition.test {
        Test::In(values) => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("{} = {}", condition.option, values.join(" or "))
        }
        Test::Above(bound) => format!("{} > {bound}", condition.option),
    }
}
