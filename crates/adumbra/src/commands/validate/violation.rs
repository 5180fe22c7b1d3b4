//! Violation witnesses: an execution that the witness describes is searched and replayed.

use super::copy::{CopyOnDisk, ReplayHost, ask, replay_options};
use super::{Answer, Case, malformed};
use crate::failure::Failure;
use adumbra_frontend::Loaded;
use adumbra_interpreter::{Outcome, Report, Script};
use adumbra_judges::{Counterexample, replay};
use adumbra_program::{Position, Program};
use adumbra_stop::Stop;
use adumbra_witness::anchor::Anchor;
use adumbra_witness::confirm::{is_target, script_for_original};
use adumbra_witness::copies::Copies;
use adumbra_witness::format::{Segment, WaypointKind};
use adumbra_witness::guide::{Effort, Following, Guide, Guided, Searched};
use adumbra_witness::{anchor, copies};
use std::sync::Arc;
use std::time::Instant;

/// Steps of one run of the search.
const STEPS: u64 = 10_000_000;

/// Checks a violation witness.
pub fn check(case: &Case, segments: &[Segment]) -> Result<Answer, Failure> {
    let automaton = case.witness.metadata.format_version == "1.0";
    let answer = attempt(case, segments, automaton)?;
    if answer.exit != crate::failure::Exit::Unknown || !automaton || segments.len() < 2 {
        return Ok(answer);
    }
    // Automata are about edges of a control-flow graph that is not ours: then what they say is a
    // guide and no rule.
    let last = &segments[segments.len() - 1..];
    let again = attempt(case, last, true)?;
    Ok(match again.exit {
        crate::failure::Exit::Unknown => answer,
        _ => again.remark("the automaton was a guide only: the execution found takes another way through it"),
    })
}

fn attempt(case: &Case, segments: &[Segment], lenient: bool) -> Result<Answer, Failure> {
    let errors = case.options.property.error_functions();
    let (copies, kept) =
        copies::follow(&case.sources, segments, errors, lenient).map_err(|e| malformed(&case.path, &e))?;
    // An automaton that has accepted does not say where the violation happens.
    let target = kept
        .iter()
        .rev()
        .filter(|_| !lenient)
        .find(|s| s.follow.kind == WaypointKind::Target)
        .and_then(|s| anchor::of_waypoint(&case.sources, &s.follow).ok());
    let on_disk = CopyOnDisk::write(case, &copies, case.options.property.clone())?;
    let loaded = match on_disk.load(false) {
        Ok(loaded) => loaded,
        Err(message) => {
            return Ok(Answer::unknown("the witness does not compile")
                .remark(format!("with the conditions of the witness in it the program does not compile: {message}")));
        }
    };
    let copy = loaded.program();
    let search = Search { case, copies: &copies, kept: &kept, paths: &on_disk.paths, loaded: &loaded, copy, target };
    let answer = search.run()?;
    let notes = copies.notes.iter().map(|n| format!("note: {n}")).collect::<Vec<_>>();
    Ok(Answer { remarks: [notes, answer.remarks].concat(), ..answer })
}

struct Search<'a> {
    case: &'a Case,
    copies: &'a Copies,
    kept: &'a [Segment],
    paths: &'a [String],
    loaded: &'a Loaded,
    /// The copy with its locals in memory.
    copy: &'a Arc<Program>,
    target: Option<(usize, Anchor)>,
}

impl Search<'_> {
    fn guide(&self) -> Guide<'_> {
        Guide::new(Following {
            program: self.copy,
            paths: self.paths,
            copies: self.copies,
            sources: &self.case.sources,
            segments: self.kept,
            hints: &self.case.witness.hints,
        })
    }

    fn run(&self) -> Result<Answer, Failure> {
        let mut options = replay_options(self.case, self.copy);
        options.max_steps = STEPS;
        // Half of the time is for the analyses.
        options.stop = Stop::never().by(self.case.deadline.map(|d| {
            let now = Instant::now();
            now + d.saturating_duration_since(now) / 2
        }));
        let searched = self.guide().search(&options, Effort::default(), &|run| self.on_target(run));
        let (segments, runs) = match searched {
            Searched::Found(run) => return self.confirm(&run.result.script),
            Searched::NotFound { segments, runs } => (segments, runs),
        };
        // Where values cannot be guessed, the analyses look for an execution of the copy.
        if let Ok(promoted) = self.loaded.promoted() {
            let options = |program: &Program| replay_options(self.case, program);
            let accepts = |_: &Program, c: &Counterexample| self.follows(&c.script);
            let host = ReplayHost::new(self.loaded, &options, &accepts);
            let verified = ask(self.case, promoted, &host);
            match &verified.verdict.answer {
                adumbra_judges::Answer::False(counterexample) => return self.confirm(&counterexample.script),
                adumbra_judges::Answer::True(_) => {
                    return Ok(Answer::unknown("witness refuted")
                        .remark(self.progress(segments, runs))
                        .remark("proved: no execution that the witness describes violates the property"));
                }
                adumbra_judges::Answer::Unknown(_) => {}
            }
        }
        Ok(Answer::unknown("witness not confirmed").remark(self.progress(segments, runs)))
    }

    fn on_target(&self, run: &Guided) -> bool {
        matches!(&run.result.outcome, Outcome::Violation(report) if self.is_target_of_copy(report))
    }

    fn is_target_of_copy(&self, report: &Report) -> bool {
        let token = |p: Position| self.copies.original(&self.case.sources, self.paths, self.copy, p);
        self.target.is_none_or(|target| is_target(&self.case.sources, target, report, &token))
    }

    /// Does the run of the copy by this script come to the target in the last segment?
    fn follows(&self, script: &Script) -> bool {
        let run = self.guide().replay(&replay_options(self.case, self.copy), script);
        run.segment + 1 == self.kept.len() && self.on_target(&run)
    }

    /// Replays the script on the original.
    fn confirm(&self, script: &Script) -> Result<Answer, Failure> {
        let original = self.case.loader.load(&self.case.options.clone().promote(false))?.into_program();
        let script = script_for_original(script, self.copy, &original);
        let counterexample = match replay(&original, &script, &replay_options(self.case, &original)) {
            Ok(counterexample) => counterexample,
            Err(rejected) => {
                return Ok(Answer::unknown("witness not confirmed").remark(format!(
                    "the execution of the witness does not violate the original program: {rejected}"
                )));
            }
        };
        let token = |p: Position| self.case.sources.token(&original, p);
        let report = &counterexample.report;
        if !self.target.is_none_or(|target| is_target(&self.case.sources, target, report, &token)) {
            return Ok(Answer::unknown("witness not confirmed")
                .remark("the program is violated at another place than the witness says"));
        }
        let position = adumbra_judges::trace::own_position(&original, report);
        let place = position.map_or_else(|| "(position unknown)".into(), |p| original.show_position(p));
        Ok(Answer::violated(counterexample.kind.name()).remark(format!("{place}: {}: {}", report.kind, report.message)))
    }

    /// How far the search came.
    fn progress(&self, reached: usize, runs: usize) -> String {
        let total = self.kept.len();
        let waiting = match self.kept.get(reached) {
            Some(segment) => {
                let (kind, place) = (segment.follow.kind.name(), &segment.follow.place);
                format!("; the next one waits for the {kind} at {place} (line {} of the witness)", segment.follow.line)
            }
            None => String::new(),
        };
        format!(
            "none of {runs} executions goes through all {total} segments to a violation; the furthest passed {reached}{waiting}"
        )
    }
}
