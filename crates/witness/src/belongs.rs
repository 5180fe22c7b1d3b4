//! Is a witness about this program?

use crate::format::Task;
use crate::format::metadata::sha256;
use crate::sources::Sources;
use adumbra_program::{DataModel, Property, PropertyKind};

/// What does not fit between a witness and the program it is checked against; nothing if all fits.
pub fn differences(task: &Task, sources: &Sources, data_model: DataModel) -> Vec<String> {
    let mut found = Vec::new();
    for (name, hash) in &task.hashes {
        let Some((file, source)) = sources.named(name).and_then(|n| sources.file(n)) else {
            found.push(format!("the witness is about {name}, which is not given"));
            continue;
        };
        // Older witnesses have SHA-1 sums, which say less and are not looked at.
        if hash.len() == 64 && !sha256(&source.text).eq_ignore_ascii_case(hash) {
            found.push(format!("{file} is not the file that the witness is about: its SHA-256 sum differs"));
        }
    }
    if task.data_model != data_model {
        let (its, ours) = (task.data_model.name(), data_model.name());
        found.push(format!("the witness is about the data model {its}, the program is loaded for {ours}"));
    }
    found
}

/// Do two properties ask the same? One may name fewer error functions: those that the program does
/// not have do not matter.
pub fn same_question(given: &Property, of_witness: &Property) -> bool {
    let kinds = |property: &Property| match property {
        Property::Conjunction { kinds, .. } => Some(kinds.clone()),
        Property::Everything { .. } => None,
    };
    let among = |some: &Property, others: &Property| {
        some.error_functions().iter().all(|f| others.error_functions().contains(f))
    };
    let calls = given.contains(PropertyKind::UnreachCall);
    kinds(given) == kinds(of_witness) && (!calls || among(given, of_witness) || among(of_witness, given))
}

/// A property as witnesses write it: a failed `assert` is a call of `__assert_fail`.
pub fn with_assertions(property: Property) -> Property {
    match property {
        Property::Conjunction { mut kinds, mut error_functions }
            if error_functions.iter().any(|f| f == "__assert_fail") =>
        {
            error_functions.retain(|f| f != "__assert_fail");
            kinds.push(PropertyKind::Assertions);
            if error_functions.is_empty() {
                kinds.retain(|k| *k != PropertyKind::UnreachCall);
                error_functions = Property::DEFAULT_ERROR_FUNCTIONS.map(String::from).to_vec();
            }
            kinds.sort();
            kinds.dedup();
            Property::Conjunction { kinds, error_functions }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_models_are_compared() {
        let sources = Sources::new([("dir/a.c".to_owned(), b"int main() {}".to_vec())]);
        let task = |name: &str, text: &[u8]| Task::new(&[(name.to_owned(), text)], String::new(), DataModel::Lp64);
        assert!(differences(&task("a.c", b"int main() {}"), &sources, DataModel::Lp64).is_empty());
        assert!(differences(&task("a.c", b"other"), &sources, DataModel::Lp64)[0].contains("SHA-256"));
        assert!(differences(&task("a.c", b"int main() {}"), &sources, DataModel::Ilp32)[0].contains("ILP32"));
    }

    #[test]
    fn questions_are_compared() {
        let named = |name: &str, function: &str| match Property::by_name(name) {
            Some(Property::Conjunction { kinds, .. }) => {
                Property::Conjunction { kinds, error_functions: vec![function.to_owned()] }
            }
            other => other.unwrap(),
        };
        let given = Property::by_name("unreach-call").unwrap();
        assert!(same_question(&given, &named("unreach-call", "reach_error")));
        assert!(!same_question(&given, &named("unreach-call", "f")));
        assert!(!same_question(&given, &named("no-overflow", "reach_error")));
        assert!(same_question(&named("no-overflow", "g"), &named("no-overflow", "f")));
    }

    #[test]
    fn assertions_there_and_back() {
        let property = Property::unspecified();
        let mut parsed = Property::of(&[PropertyKind::UnreachCall]);
        if let Property::Conjunction { error_functions, .. } = &mut parsed {
            *error_functions = ["reach_error", "__VERIFIER_error", "__assert_fail"].map(String::from).to_vec();
        }
        assert_eq!(with_assertions(parsed), property);
    }
}
