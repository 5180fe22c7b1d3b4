//! Options and configurations as tables.

use crate::option_text;
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
        let range = option_text::range(spec);
        let tunable = if spec.tunable { "yes" } else { "no" };
        let conditions = option_text::conditions(spec).map_or(String::new(), |c| format!(" [if {c}]"));
        lines.push(format!(
            "{:<27} {:>10}  {range:<22} {tunable:<8} {}{conditions}",
            spec.name,
            spec.default.to_string(),
            spec.help
        ));
    }
    lines.join("\n")
}
