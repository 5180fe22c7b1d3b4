//! Why there is no answer, in words, and what to try.

use crate::cli::Limits;
use adumbra_program::PropertyKind;
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
        Reason::Undecided { violation, why, .. } => {
            format!("{} can be neither excluded nor confirmed: {why}", described(*violation))
        }
        Reason::Rejected { configuration, why } => {
            format!("the proof of the configuration {configuration} did not pass its check: {why}")
        }
        Reason::Incomplete(why) => why.clone(),
    }
}

/// What the user can try.
pub(super) fn hint(reason: &Reason) -> String {
    let other = "another configuration (--config; --list-configs shows them)";
    match reason {
        Reason::Unsupported { .. } => "docs/limits.md says what is not modelled, and what happens then".into(),
        Reason::Property(_) => format!("another property, or {other}"),
        Reason::Timeout => format!("a larger --timeout, or {other}"),
        Reason::Work => format!("a larger --work, or {other}"),
        Reason::Memory => format!("a larger --memory, or {other}"),
        Reason::Cancelled => "let it run longer, or set a --timeout".into(),
        Reason::Recursion { .. } => "a larger --set call-depth=N, or a bound on the recursion in the program".into(),
        Reason::Bounded { .. } => format!("a larger --set loop-bound=N, or {other}"),
        Reason::Rejected { .. } => format!("{other}; and please report it, for this is a fault of Adumbra"),
        Reason::Undecided { .. } | Reason::Incomplete(_) => other.into(),
    }
}
