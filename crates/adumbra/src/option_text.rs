//! What a row of an option table says, in words.

use adumbra_options::{Condition, Kind, OptionSpec, Test};

/// The values that an option takes.
pub fn range(spec: &OptionSpec) -> String {
    match (spec.range, spec.kind) {
        (Some((low, high)), _) => format!("{low} to {high}"),
        (None, Kind::Choice(words)) => words.join(", "),
        (None, _) => "true or false".to_owned(),
    }
}

/// When an option has an effect, if not always.
pub fn conditions(spec: &OptionSpec) -> Option<String> {
    let conditions: Vec<String> = spec.conditions.iter().map(condition).collect();
    (!conditions.is_empty()).then(|| conditions.join(" and "))
}

fn condition(condition: &Condition) -> String {
    match condition.test {
        Test::In(values) => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("{} = {}", condition.option, values.join(" or "))
        }
        Test::Above(bound) => format!("{} > {bound}", condition.option),
    }
}
