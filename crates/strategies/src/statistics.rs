//! What was counted on the way to a verdict, as rows.

use adumbra_engine::portfolio::Worked;
use adumbra_judges::Oracle;
use adumbra_stop::SECOND;

/// What the solver was asked, by all configurations that had a turn.
pub(crate) fn asked(oracle: &Oracle) -> Vec<(String, String)> {
    let counts = oracle.counts();
    let rows = [
        ("solver queries", counts.queries),
        ("slices of queries", counts.slices),
        ("held by last model", counts.held),
        ("answered before", counts.exact),
        ("refuted within", counts.subset),
        ("satisfied around", counts.superset),
        ("models used again", counts.reused),
        ("refuted by algebra", counts.algebra),
        ("solver asked", counts.asked),
    ];
    let mut shown = vec![("solver configuration".to_owned(), oracle.configuration.clone())];
    shown.extend(rows.iter().map(|(name, count)| ((*name).to_owned(), count.to_string())));
    for (name, time) in [("solver time", counts.solving), ("solver time saved", counts.saved)] {
        shown.push((name.to_owned(), format!("{:.3} s", time.as_secs_f64())));
    }
    shown
}

/// What configurations did in their turns, if there were several.
pub(crate) fn worked(all: &[Worked]) -> Vec<(String, String)> {
    let all = all.iter().filter(|_| all.len() > 1);
    let rows = |Worked { name, turns, work, time }: &Worked| {
        let work = *work as f64 / SECOND as f64;
        [
            (format!("work of {name}"), format!("{work:.3} s in {turns} turns")),
            (format!("time of {name}"), format!("{:.3} s", time.as_secs_f64())),
        ]
    };
    all.flat_map(rows).collect()
}
