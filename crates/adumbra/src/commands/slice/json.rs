//! A slice for machines: one JSON object.

use super::Sliced;
use super::lines::Mark;
use serde_json::{Map, Value, json};

/// The object, on one line.
pub(super) fn render(sliced: &Sliced<'_>) -> String {
    let files = sliced.lines.iter().map(|(file, lines)| {
        let of =
            |wanted: &[Mark]| lines.iter().filter(|(_, m)| wanted.contains(m)).map(|(l, _)| *l).collect::<Vec<_>>();
        json!({
            "file": sliced.program.files[*file].path,
            "kept": of(&[Mark::Kept, Mark::Criterion]),
            "removed": of(&[Mark::Removed]),
            "criterion": of(&[Mark::Criterion]),
        })
    });
    let counts: Map<String, Value> = sliced
        .counts
        .rows()
        .into_iter()
        .map(|(name, share)| {
            let removed = share.all - share.kept;
            (name.to_owned(), json!({"kept": share.kept, "removed": removed, "all": share.all}))
        })
        .collect();
    let seconds: Map<String, Value> =
        sliced.times.iter().map(|(name, time)| ((*name).to_owned(), json!(time.as_secs_f64()))).collect();
    let mut graph: Map<String, Value> =
        sliced.graph.rows().into_iter().map(|(name, count)| (name.to_owned(), json!(count))).collect();
    graph.insert("edges".to_owned(), json!(sliced.graph.edges()));
    let object = json!({
        "about": sliced.about,
        "direction": if sliced.forward { "forward" } else { "backward" },
        "files": files.collect::<Vec<_>>(),
        "counts": counts,
        "locations": sliced.program.locations.len(),
        "variables": {"relevant": sliced.relevant, "all": sliced.variables},
        "graph": graph,
        "seconds": seconds,
    });
    format!("{object}\n")
}
