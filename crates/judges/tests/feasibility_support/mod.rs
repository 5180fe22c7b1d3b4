//! Helpers of the tests of paths: programs in their textual form, and runs as paths.

use adumbra_interpreter::memory::ObjectOrigin;
use adumbra_interpreter::*;
use adumbra_judges::feasibility::{self, Feasibility};
use adumbra_program::*;
use adumbra_verdict::{Target, TargetKind};
use std::collections::{HashSet, VecDeque};

/// Reads a program; positions are not needed.
pub fn program(text: &str) -> Program {
    text::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

/// Writes down the moves of a run.
#[derive(Default)]
pub struct Recorder {
    pub moves: Vec<Move>,
    open: Vec<Option<Function>>,
}

impl Tracer for Recorder {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let program = view.program();
        let step = match &program.edges[edge].op {
            Op::Call { callee, .. } => {
                let function = match callee {
                    Callee::Direct(f) => Some(*f),
                    Callee::Indirect(e) => view.evaluate(*e).and_then(|p| {
                        let object = view.memory().object((p.low() >> 64) as u64)?;
                        match object.origin() {
                            ObjectOrigin::Function(f) => Some(f),
                            _ => None,
                        }
                    }),
                };
                let entered = function.filter(|f| program.body(*f).is_some());
                self.open.push(entered);
                match entered {
                    Some(callee) => Move::Enter { call: edge, callee },
                    None => Move::Edge(edge),
                }
            }
            _ => Move::Edge(edge),
        };
        self.moves.push(step);
    }

    fn returned(&mut self, _view: &View<'_>, edge: Edge) {
        if let Some(Some(callee)) = self.open.pop() {
            self.moves.push(Move::Leave { call: edge, callee });
        }
    }
}

/// A run, as the path that it took and how it ended.
pub struct Run {
    pub path: Path,
    pub target: Option<Target>,
    pub outcome: Outcome,
}

/// Runs a program.
pub fn run(program: &Program, environment: &mut dyn Environment, max_steps: u64) -> Run {
    let options = Options { max_steps, ..Options::new(program.property.clone()) };
    let mut recorder = Recorder::default();
    let interpreter = Interpreter::new(program, options);
    let outcome = interpreter.run(environment, Some(&mut recorder)).outcome;
    let mut moves = recorder.moves;
    let target = match &outcome {
        Outcome::Violation(report) => Some(Target { kind: TargetKind::Violation(report.kind), edge: report.edge }),
        _ => None,
    };
    if let Some(target) = target
        && moves.last().map(|m| m.edge()) != Some(target.edge)
    {
        moves.push(Move::Edge(target.edge));
    }
    Run { path: Path { moves }, target, outcome }
}

/// Counts of what was tried.
#[derive(Default, Debug, Clone, Copy)]
pub struct Counts {
    pub followed: usize,
    pub flipped_feasible: usize,
    pub flipped_infeasible: usize,
    /// Scripts that did not replay.
    pub missed: usize,
    pub unknown: usize,
}

/// Judges the paths of runs with some seeds, then what they become when a branch is flipped, then
/// the paths that this finds, until so many were judged. Everything that is said must be true of
/// the interpreter. `exact` if every script must replay.
pub fn examine(program: &Program, seeds: std::ops::Range<u64>, most: usize, exact: bool) -> Counts {
    let mut counts = Counts::default();
    let mut work: VecDeque<Run> = VecDeque::new();
    for seed in seeds {
        let streams = Captured::new(format!("{seed}x").as_bytes());
        let mut environment = Seeded::new(Some(seed), &["program", "a1"], streams);
        work.push_back(run(program, &mut environment, 20_000));
    }
    let options = feasibility::Options::default();
    let mut judged = HashSet::new();
    let mut refuted: HashSet<Vec<Move>> = HashSet::new();
    while let Some(taken) = work.pop_front() {
        if matches!(taken.outcome, Outcome::Undetermined { .. }) {
            continue;
        }
        taken.path.check(program).unwrap_or_else(|e| panic!("{e}"));
        for end in 0..=taken.path.moves.len().min(400) {
            let prefix = &taken.path.moves[..end];
            assert!(!refuted.contains(prefix), "a run took the path\n{}", print(program, prefix));
        }
        if judged.len() > most {
            continue;
        }
        if judged.insert(taken.path.moves.clone()) {
            match feasibility::check(program, &taken.path, taken.target, &options) {
                Feasibility::Feasible(script) => {
                    let again = replay(program, &script);
                    // A run that ended at something that is not monitored made only the moves
                    // before it.
                    let cut = matches!(taken.outcome, Outcome::Ended { cause: Some(_) } | Outcome::Limit(_));
                    let same = again.path == taken.path || cut && again.path.moves.starts_with(&taken.path.moves);
                    assert!(same || !exact, "{:?}\n{}\n{:?}", taken.outcome, script.to_json(), again.outcome);
                    counts.followed += usize::from(same);
                }
                Feasibility::Infeasible { at } => {
                    let step = taken.path.moves[at];
                    panic!("a run made move {at} ({step}) of its path: {:?}", program.edges[step.edge()]);
                }
                Feasibility::Unknown(reason) => {
                    assert!(!exact, "{reason}");
                    counts.unknown += 1;
                }
            }
        }
        let branches: Vec<usize> = (0..taken.path.moves.len())
            .filter(|i| matches!(program.edges[taken.path.moves[*i].edge()].op, Op::Assume { .. }))
            .collect();
        let every = branches.len().div_ceil(40).max(1);
        for at in branches.into_iter().step_by(every) {
            let mut moves = taken.path.moves[..=at].to_vec();
            let edge = moves[at].edge();
            let Some(other) = program.out_edges(program.edges[edge].from).find(|e| *e != edge) else { continue };
            moves[at] = Move::Edge(other);
            if judged.len() > most || !judged.insert(moves.clone()) {
                continue;
            }
            let flipped = Path { moves };
            match feasibility::check(program, &flipped, None, &options) {
                Feasibility::Feasible(script) => {
                    let again = replay(program, &script);
                    let same = again.path.moves.starts_with(&flipped.moves);
                    let shown =
                        || format!("{}\n{:?}\n{}", script.to_json(), again.outcome, print(program, &flipped.moves));
                    assert!(same || !exact, "{}", shown());
                    counts.flipped_feasible += usize::from(same);
                    counts.missed += usize::from(!same);
                    work.push_back(again);
                }
                Feasibility::Infeasible { at: found } => {
                    assert!(found <= at);
                    refuted.insert(flipped.moves);
                    counts.flipped_infeasible += 1;
                }
                Feasibility::Unknown(reason) => {
                    assert!(!exact, "{reason}");
                    counts.unknown += 1;
                }
            }
        }
    }
    counts
}

/// Follows a script.
pub fn replay(program: &Program, script: &Script) -> Run {
    run(program, &mut Scripted::new(script, Captured::default()), 20_000)
}

/// A path in words.
pub fn print(program: &Program, moves: &[Move]) -> String {
    moves.iter().map(|m| format!("{m} {:?}\n", program.edges[m.edge()].op)).collect()
}
