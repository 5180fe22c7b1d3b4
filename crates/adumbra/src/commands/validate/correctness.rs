//! Correctness witnesses: the invariants and contracts are proved, and so is the property.
//!
//! The invariants are proved on a copy of the program that has them in it. TRUE is said only if the
//! property is also proved on the original: an expression that the copy evaluates, whatever it
//! does, cannot hide a violation.

use super::copy::{CopyOnDisk, ReplayHost, ask, replay_options};
use super::{Answer, Case, contracts, malformed, model_name};
use crate::failure::{Exit, Failure};
use adumbra_interpreter::Report;
use adumbra_judges::{Counterexample, Verdict};
use adumbra_program::{Program, Property, PropertyKind};
use adumbra_verdict::{Assumption, Checked, Reason, described};
use adumbra_witness::anchor::Wanted;
use adumbra_witness::copies::INVARIANT;
use adumbra_witness::expression::is_partial;
use adumbra_witness::format::{FunctionContract, Invariant};
use adumbra_witness::{anchor, copies};

/// Checks a correctness witness.
pub fn check(case: &Case, invariants: &[Invariant], given: &[FunctionContract]) -> Result<Answer, Failure> {
    // In automata only loop heads are places that all agree about.
    let automaton = case.witness.metadata.format_version == "1.0";
    let is_loop = |i: &&Invariant| i.of_loop && anchor::find(&case.sources, &i.place, Wanted::Loop, i.line).is_ok();
    let checked: Vec<Invariant> = invariants.iter().filter(|i| !automaton || is_loop(i)).cloned().collect();
    let left_out = invariants.len() - checked.len();
    let first = if given.is_empty() { None } else { Some(contracts::check(case, given)?) };
    let answer = match first {
        // Contracts are proved together with the property; invariants by themselves.
        Some(answer) if checked.is_empty() || answer.exit != Exit::Success => answer,
        Some(answer) => {
            let also = with_invariants(case, &checked)?;
            Answer { remarks: [answer.remarks, also.remarks].concat(), ..also }
        }
        None if checked.is_empty() => original(case)?,
        None => with_invariants(case, &checked)?,
    };
    Ok(match left_out {
        0 => answer,
        n => {
            let note = format!("note: {n} invariants that belong to no loop of the text were not checked");
            Answer { remarks: [vec![note], answer.remarks].concat(), ..answer }
        }
    })
}

/// The property of the copy: the original one, and no call of the error function of an invariant.
fn with_error_functions(property: &Property, count: usize) -> Property {
    let Property::Conjunction { kinds, error_functions } = property else { return property.clone() };
    // Other error functions are violations only where the property says so.
    let reachability = kinds.contains(&PropertyKind::UnreachCall);
    let mut functions = if reachability { error_functions.clone() } else { Vec::new() };
    functions.extend((0..count).map(|n| format!("{INVARIANT}{n}")));
    let mut kinds = kinds.clone();
    kinds.push(PropertyKind::UnreachCall);
    kinds.sort();
    kinds.dedup();
    Property::Conjunction { kinds, error_functions: functions }
}

fn with_invariants(case: &Case, invariants: &[Invariant]) -> Result<Answer, Failure> {
    let copies = copies::check_invariants(&case.sources, invariants).map_err(|e| malformed(&case.path, &e))?;
    let property = with_error_functions(&case.options.property, invariants.len());
    let on_disk = CopyOnDisk::write(case, &copies, property)?;
    let copy = match on_disk.load(true) {
        Ok(copy) => copy,
        Err(message) => {
            return Ok(Answer::unknown("the witness does not compile")
                .remark(format!("with the invariants of the witness in it the program does not compile: {message}")));
        }
    };
    let options = |program: &Program| replay_options(case, program);
    let accepts = |_: &Program, _: &Counterexample| true;
    let host = ReplayHost::new(&copy, &options, &accepts);
    let verdict = ask(case, copy.program(), &host).verdict;
    match &verdict.answer {
        adumbra_judges::Answer::True(_) => {
            let ends = verdict.assumptions.iter().any(|a| matches!(a, Assumption::EndsAt(..)));
            match invariants.iter().find(|i| is_partial(&i.expression)) {
                // The execution that ends may end in the invariant.
                Some(partial) if ends => Ok(Answer::unknown("undefined invariant")
                    .remark(format!("{}: `{}` may be undefined", partial.place, partial.expression))),
                // What is said of the property does not rest on the copy.
                _ => original(case),
            }
        }
        adumbra_judges::Answer::False(counterexample) => {
            let failed = host.program().ok().and_then(|p| failed(&p, &counterexample.report));
            match failed.and_then(|n| invariants.get(n)) {
                Some(invariant) => {
                    let what = if invariant.of_loop { "loop invariant" } else { "location invariant" };
                    Ok(Answer::violated("invariant").remark(format!(
                        "{}: the {what} `{}` does not hold (line {} of the witness)",
                        invariant.place, invariant.expression, invariant.line
                    )))
                }
                // The program is violated, or evaluating an invariant violates the property: the
                // original tells.
                None => original(case),
            }
        }
        adumbra_judges::Answer::Unknown(_) => Ok(render(case, copy.program(), &verdict)),
    }
}

/// The number of the invariant whose error function was called.
fn failed(program: &Program, report: &Report) -> Option<usize> {
    let function = report.stack.first()?.function;
    program.functions[function].name.strip_prefix(INVARIANT)?.parse().ok()
}

/// Verifies the program without invariants.
pub(super) fn original(case: &Case) -> Result<Answer, Failure> {
    let loaded = case.loader.load(&case.options.clone().promote(true))?;
    let options = |program: &Program| replay_options(case, program);
    let accepts = |_: &Program, _: &Counterexample| true;
    let host = ReplayHost::new(&loaded, &options, &accepts);
    Ok(render(case, loaded.program(), &ask(case, loaded.program(), &host).verdict))
}

pub(super) fn render(case: &Case, program: &Program, verdict: &Verdict) -> Answer {
    let exit = match &verdict.answer {
        adumbra_judges::Answer::True(_) => Exit::Success,
        adumbra_judges::Answer::False(_) => Exit::Violation,
        adumbra_judges::Answer::Unknown(_) => Exit::Unknown,
    };
    let mut answer = Answer { line: verdict.answer.to_string(), exit, remarks: Vec::new() };
    match &verdict.answer {
        adumbra_judges::Answer::True(proof) => {
            answer = answer.remark(format!("proved in the data model {}", model_name(case.options.data_model)));
            if let Checked::No(why) = &proof.checked {
                answer = answer.remark(format!("proof not re-checked: {why}"));
            }
        }
        adumbra_judges::Answer::Unknown(reasons) => {
            answer.remarks.extend(reasons.iter().map(why));
        }
        adumbra_judges::Answer::False(_) => {}
    }
    let place = |position| program.show_position(position);
    answer.remarks.extend(verdict.assumptions.iter().map(|a| format!("assuming {}", a.text(&place))));
    answer
}

/// A reason with what is known about it.
fn why(reason: &Reason) -> String {
    match reason {
        Reason::Unsupported { what, .. } => format!("not supported: {what}"),
        Reason::Property(what) | Reason::Incomplete(what) => what.clone(),
        Reason::Undecided { violation, why, .. } => format!("{} is open: {why}", described(*violation)),
        Reason::Rejected { why, .. } => format!("the proof did not pass its check: {why}"),
        Reason::Growing { structure, .. } => {
            format!("a loop builds a structure of {} without a bound", structure.as_deref().unwrap_or("heap memory"))
        }
        Reason::Recursion { function } => format!("{function} calls too deep"),
        Reason::Bounded { iterations } => format!("loops were followed for {iterations} iterations"),
        Reason::Timeout | Reason::Work | Reason::Memory | Reason::Cancelled => reason.name().to_owned(),
    }
}
