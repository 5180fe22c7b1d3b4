//! The answer as text.

use super::{Outcome, Replayed, reasons};
use crate::source_view::{SourceView, readable};
use crate::violation::{describe_inputs, describe_violation, shortened as shortened_list};
use adumbra_judges::{Answer, Counterexample, ExternalResult, Fate};
use adumbra_program::{Position, Program, SourceFile};
use adumbra_verdict::place::Place;
use adumbra_verdict::{Checked, Proof, Reason};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many reasons are shown.
const SHOWN_REASONS: usize = 8;

/// How many results that a violation rests on are shown.
const SHOWN_RESULTS: usize = 6;

/// How many invariants are shown, and how much of one.
const SHOWN_INVARIANTS: usize = 12;
const SHOWN_CHARACTERS: usize = 240;

/// All that is said above the last line.
pub(super) fn render(outcome: &Outcome, closing: Option<&str>) -> String {
    let mut out = String::new();
    let verdict = &outcome.verified.verdict;
    match &verdict.answer {
        Answer::True(proof) => proved(&mut out, proof, outcome),
        Answer::False(counterexample) => violated(&mut out, outcome.replayed.as_ref(), counterexample),
        Answer::Unknown(reasons) => unknown(&mut out, outcome, reasons),
    }
    if let Some(answer) = &outcome.rest {
        rest(&mut out, outcome, answer);
    }
    let mut said = BTreeSet::new();
    for assumption in &verdict.assumptions {
        // Places that differ in the column alone read the same.
        let text = assumption.text(&short_place(&outcome.program));
        if said.insert(text.clone()) {
            let _ = writeln!(out, "assuming: {text}");
        }
    }
    if let Some(closing) = closing {
        let _ = writeln!(out, "{closing}");
    }
    out
}

fn proved(out: &mut String, proof: &Proof, outcome: &Outcome) {
    let checked = match &proof.checked {
        Checked::Yes => "proof checked".to_owned(),
        Checked::No(why) => format!("proof not re-checked: {why}"),
    };
    let configuration = &outcome.verified.configuration;
    let _ = writeln!(out, "proved by {} (configuration {configuration}); {checked}", proof.method);
    contracts(out, outcome);
    for invariant in outcome.invariants.iter().take(SHOWN_INVARIANTS) {
        let place = &invariant.place;
        let _ = writeln!(out, "{}:{}: at the loop: {}", place.file, place.line, shortened(&invariant.expression));
    }
    if outcome.invariants.len() > SHOWN_INVARIANTS {
        let _ =
            writeln!(out, "… and at {} more loops; --witness writes all", outcome.invariants.len() - SHOWN_INVARIANTS);
    }
}

/// The contracts of functions if they are asked for, else how many there are.
fn contracts(out: &mut String, outcome: &Outcome) {
    if !outcome.show_contracts {
        let _ = match outcome.contracts.len() {
            0 => Ok(()),
            1 => writeln!(out, "it rests on the contract of a function; --contracts prints it"),
            count => writeln!(out, "it rests on the contracts of {count} functions; --contracts prints them"),
        };
        return;
    }
    for worded in &outcome.contracts {
        let _ =
            writeln!(out, "{}:{}: contract of {}:", worded.place.file, worded.place.line, readable(&worded.function));
        for line in worded.lines() {
            let _ = writeln!(out, "    {line}");
        }
    }
}

/// Shows positions as file and line.
pub(super) fn short_place(program: &Program) -> impl Fn(Position) -> String {
    move |position| format!("{}:{}", program.files[position.file].path, position.line)
}

/// A long expression without its end.
fn shortened(expression: &str) -> String {
    match expression.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => format!("{}…", &expression[..end]),
        None => expression.to_owned(),
    }
}

/// The violations at other places, and whether there are more.
fn rest(out: &mut String, outcome: &Outcome, answer: &Answer) {
    for (other, replayed) in &outcome.others {
        out.push('\n');
        violated(out, replayed.as_ref(), other);
    }
    let violations = match outcome.others.len() {
        0 => "1 violation".to_owned(),
        others => format!("{} violations", others + 1),
    };
    match answer {
        Answer::True(proof) => {
            let _ = writeln!(out, "\n{violations}; the rest is proved: there is none at another line");
            proved(out, proof, outcome);
        }
        Answer::Unknown(reasons) => {
            let _ = writeln!(out, "\n{violations} so far; there may be more at other lines");
            unknown(out, outcome, reasons);
        }
        Answer::False(_) => {}
    }
}

fn violated(out: &mut String, replayed: Option<&Replayed>, counterexample: &Counterexample) {
    let Some(Replayed { program, trace, rests, bases, fate }) = replayed else {
        let _ = writeln!(out, "violation: {}: {}", counterexample.report.kind, counterexample.report.message);
        return;
    };
    let mut source = SourceView::new(program);
    for ExternalResult { name, value, place } in rests.iter().take(SHOWN_RESULTS) {
        let place = if place.line == 0 { String::new() } else { format!(" at {}:{}", place.file, place.line) };
        let _ = writeln!(out, "{} returned {value}{place}: it has no body", readable(name));
    }
    if rests.len() > SHOWN_RESULTS {
        let _ = writeln!(out, "… and {} more results of functions without a body decide", rests.len() - SHOWN_RESULTS);
    }
    describe_violation(out, program, &mut source, &counterexample.report);
    fate.iter().for_each(|fate| lived(out, fate));
    describe_inputs(out, program, &counterexample.script);
    if !bases.is_empty() {
        let shown: Vec<String> = bases.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "it depends on where these objects are: {}", shortened_list(&shown));
    }
    match trace {
        Some(trace) => {
            out.push_str("what happens:\n");
            let file = |path: &str| program.files.iter().find(|(_, f)| f.path == path).map(|(id, _)| id);
            let text = trace.text(|place: &Place| {
                let file: SourceFile = file(&place.file)?;
                source.line(Position { file, line: place.line, column: 0 })
            });
            for line in text.lines() {
                let _ = writeln!(out, "  {line}");
            }
        }
        None => out.push_str("there was no time to show what happens; --trace takes it, within --timeout\n"),
    }
}

/// Where heap memory was allocated and freed, and which pointers to it were the last.
fn lived(out: &mut String, fate: &Fate) {
    let place = |place: &Place| match (place.file.as_str(), place.line, place.column) {
        ("", ..) | (_, 0, _) => "an unknown place".to_owned(),
        (file, line, 0) => format!("{file}:{line}"),
        (file, line, column) => format!("{file}:{line}:{column}"),
    };
    let mut events: Vec<String> = Vec::new();
    events.extend(fate.allocated.as_ref().map(|at| format!("was allocated at {}", place(at))));
    events.extend(fate.freed.as_ref().map(|at| format!("was freed at {}", place(at))));
    if !events.is_empty() {
        let _ = writeln!(out, "`{}` {}", fate.object, events.join(" and "));
    }
    let last: Vec<String> = fate.last.iter().map(ToString::to_string).collect();
    let _ = match last.as_slice() {
        [] => Ok(()),
        [one] => writeln!(out, "the last pointer to it was {one}"),
        several => writeln!(out, "the last pointers to it were {}", shortened_list(several)),
    };
}

fn unknown(out: &mut String, outcome: &Outcome, reasons: &[Reason]) {
    let mut source = SourceView::new(&outcome.program);
    let mut hints: Vec<String> = Vec::new();
    for reason in reasons.iter().take(SHOWN_REASONS) {
        let text = reasons::text(reason, &outcome.limits, outcome.share);
        let position = position(reason);
        match position {
            Some(_) => {
                let _ = writeln!(out, "{}: unknown: {text}", source.place(position));
                out.extend(source.excerpt(position));
            }
            None => {
                let _ = writeln!(out, "unknown: {text}");
            }
        }
        let hint = reasons::hint(reason);
        if !hints.contains(&hint) {
            hints.push(hint);
        }
    }
    if reasons.len() > SHOWN_REASONS {
        let _ = writeln!(out, "… and {} more reasons", reasons.len() - SHOWN_REASONS);
    }
    let _ = writeln!(out, "so far: {}", so_far(outcome));
    for hint in hints {
        let _ = writeln!(out, "try: {hint}");
    }
}

/// What was found out before it was given up.
fn so_far(outcome: &Outcome) -> String {
    let wanted = ["states", "refinements"];
    let counts = outcome.verified.counts.iter().filter(|(name, _)| wanted.contains(&name.as_str()));
    let mut parts = vec![format!("configuration {}", outcome.verified.configuration)];
    parts.extend(counts.map(|(name, count)| format!("{count} {name}")));
    parts.push(format!("{:.1} s", outcome.elapsed.as_secs_f64()));
    parts.join(", ")
}

/// Where the reason lies.
pub(super) fn position(reason: &Reason) -> Option<Position> {
    match reason {
        Reason::Unsupported { position, .. }
        | Reason::Growing { position, .. }
        | Reason::Undecided { position, .. } => *position,
        _ => None,
    }
}

/// What was counted.
pub(super) fn statistics(outcome: &Outcome) -> String {
    let row = |name: &str, value: &str| format!("{name:<21} {value}\n");
    let mut out = row("configuration", &outcome.verified.configuration);
    for (name, count) in &outcome.verified.counts {
        out.push_str(&row(name, count));
    }
    out.push_str(&row("time", &format!("{:.3} s", outcome.elapsed.as_secs_f64())));
    out
}
