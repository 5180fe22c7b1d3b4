//! Names: how they are spelt, and which one was meant.

/// How many names are suggested at most.
const SUGGESTED: usize = 3;

/// The known names that a wrong one may stand for, the nearest first: those at a small distance by
/// letters changed, added, left out or exchanged, and those that contain it.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wrong = wrong.to_lowercase().replace('_', "-");
    let near = (wrong.chars().count() / 3).max(1);
    let mut found: Vec<(usize, &str)> = known
        .into_iter()
        .filter_map(|name| {
            let distance = distance(&wrong, name);
            let contained = wrong.len() >= 3 && (name.contains(&wrong) || wrong.contains(name));
            (distance <= near || contained).then_some((distance, name))
        })
        .collect();
    found.sort();
    found.into_iter().take(SUGGESTED).map(|(_, name)| name).collect()
}

/// `; nearest: a, b` for a message, or nothing.
pub(crate) fn suggestion(nearest: &[String]) -> String {
    if nearest.is_empty() { String::new() } else { format!("; nearest: {}", nearest.join(", ")) }
}

/// The least number of changes of one letter, or exchanges of two neighbours, between two words.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// The name of a field with `-` for `_`: what [`options!`](crate::options) calls a row by.
pub const fn dashed<const LENGTH: usize>(field: &str) -> [u8; LENGTH] {
    let bytes = field.as_bytes();
    let mut name = [0; LENGTH];
    let mut i = 0;
    while i < LENGTH {
        name[i] = if bytes[i] == b'_' { b'-' } else { bytes[i] };
        i += 1;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_in_order() {
        let known = ["restart", "restart-interval", "reduce", "seed"];
        assert_eq!(nearest("restrat", known), ["restart"]);
        assert_eq!(nearest("restart_intervall", known), ["restart-interval", "restart"]);
        assert_eq!(nearest("sede", known), ["seed"]);
        assert_eq!(nearest("interval", known), ["restart-interval"]);
        assert!(nearest("colour", known).is_empty());
        assert!(nearest("", known).is_empty());
    }
}
