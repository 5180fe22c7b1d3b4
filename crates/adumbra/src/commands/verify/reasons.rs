//! Why there is no answer, in words, and what to try.

use crate::arguments::Limits;
use adumbra_program::{Callee, Edge, Op, Position, Program, PropertyKind, Violation};
use adumbra_verdict::place::{is_own, own_place_in};
use adumbra_verdict::{Reason, described};

/// What happened. `share` is the time that one of several questions had, in seconds.
pub(super) fn text(reason: &Reason, limits: &Limits, share: Option<f64>) -> String {
    match reason {
        Reason::Unsupported { what, .. } => format!("not supported: {what}"),
        Reason::Property(name) if PropertyKind::NAMES.iter().any(|(_, n)| n == name) => {
            format!("no analysis decides the property {name}")
        }
        Reason::Property(why) => why.clone(),
        Reason::Timeout => match (limits.timeout, share) {
            (Some(seconds), Some(share)) => {
                format!("its share of {share:.1} s of the time limit of {seconds} s is used up")
            }
            (Some(seconds), None) => format!("the time limit of {seconds} s is reached"),
            (None, _) => "the time is over".into(),
        },
        Reason::Work => "the limit of work is reached".into(),
        Reason::Memory => match limits.memory {
            Some(megabytes) => format!("the memory limit of {megabytes} MB is reached"),
            None => "there is no memory left".into(),
        },
        Reason::Cancelled => "it was interrupted".into(),
        Reason::Recursion { function } => format!("`{function}` calls itself, deeper than calls are followed"),
        Reason::Bounded { iterations } => {
            format!(
                "there is none within {iterations} iterations of each loop, and loops may have more: the result is bounded"
            )
        }
        Reason::Growing { structure, lengths, most, .. } => {
            let made = structure.as_ref().map_or_else(|| "heap memory".to_owned(), |name| format!("`{name}`"));
            format!(
                "this loop builds a structure of {made} that grows with each round; {lengths} of the states here that were looked at differ in its size, up to {most} objects"
            )
        }
        Reason::Undecided { violation, why, .. } => {
            format!("{} can be neither excluded nor confirmed: {why}", described(*violation))
        }
        Reason::Rejected { configuration, why } => {
            format!("the proof of the configuration {configuration} did not pass its check: {why}")
        }
        Reason::Incomplete(why) => why.clone(),
    }
}

/// More places than this are not listed where nothing was met.
const MOST_PLACES: usize = 8;

/// If a limit was reached before a violation was met, adds where there may be some, unless that is
/// everywhere.
pub(super) fn add_places(reasons: &mut Vec<Reason>, program: &Program) {
    let limit = |r: &Reason| matches!(r, Reason::Timeout | Reason::Work | Reason::Memory | Reason::Cancelled);
    let known = |r: &Reason| matches!(r, Reason::Undecided { .. } | Reason::Unsupported { .. } | Reason::Property(_));
    let memory = Violation::NAMES.iter().any(|(v, _)| v.is_of_memory() && program.property.monitors(*v));
    if memory || !reasons.iter().any(limit) || reasons.iter().any(known) {
        return;
    }
    let mut places: Vec<(Position, Violation)> = Vec::new();
    for (edge, data) in program.edges.iter() {
        let Op::Violation(violation) = data.op else { continue };
        if !program.property.monitors(violation) {
            continue;
        }
        let function = program.function_of(program.edges[edge].from);
        let calls = program.edges.iter().filter(
            |(_, call)| matches!(call.op, Op::Call { callee: Callee::Direct(callee), .. } if callee == function),
        );
        let shown = |edge: Edge| own_place_in(program, std::iter::empty(), edge).map(|position| (position, violation));
        match is_own(program, function) {
            true => places.extend(shown(edge)),
            false => places.extend(calls.filter_map(|(call, _)| shown(call))),
        }
    }
    places.sort();
    places.dedup_by_key(|(position, violation)| (position.file, position.line, *violation));
    if places.len() <= MOST_PLACES {
        reasons.extend(places.into_iter().map(|(position, violation)| Reason::Undecided {
            violation,
            position: Some(position),
            why: "no path to it was met so far, and not all were looked at".into(),
        }));
    }
}

/// What the user can try.
pub(super) fn hint(reason: &Reason) -> String {
    let other = "another configuration (--config; --list-configs shows them)";
    match reason {
        Reason::Unsupported { .. } => "docs/limits.md says what is not modelled, and what happens then".into(),
        Reason::Property(_) => format!("another property, or {other}"),
        Reason::Timeout => {
            format!("a larger --timeout, --slice-first to verify only what bears on the property, or {other}")
        }
        Reason::Work => format!("a larger --work, --slice-first to verify only what bears on the property, or {other}"),
        Reason::Memory => format!("a larger --memory, or {other}"),
        Reason::Cancelled => "let it run longer, or set a --timeout".into(),
        Reason::Recursion { .. } => "a larger --set call-depth=N, or a bound on the recursion in the program".into(),
        Reason::Bounded { .. } => format!("a larger --set loop-bound=N, or {other}"),
        Reason::Rejected { .. } => format!("{other}; and please report it, for this is a fault of Adumbra"),
        Reason::Growing { .. } => "--heap-graph F.svg, which draws what was met; a bound on the structure in the program, or --set heap-depth=N with the configuration value".into(),
        Reason::Undecided { .. } | Reason::Incomplete(_) => other.into(),
    }
}
