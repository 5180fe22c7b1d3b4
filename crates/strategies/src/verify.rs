//! From a program and a configuration to a verdict.

use crate::assumptions::{assumed, assumed_in};
use crate::certify::{Asked, certify};
use crate::configuration::{AnalysisOptions, Configuration, Plan, Single, Turn};
use crate::features::Features;
use crate::growing_bound::Bounding;
use crate::judge::{Outcome, PathJudge};
use crate::k_induction::Inducing;
use crate::random::RandomExecutions;
use crate::statistics::{asked, worked};
use crate::test_generation::{Test, TestCounts, Tests};
use crate::valuations::Valuations;
use adumbra_analyses::automaton::{Automata, Observer, Specification};
use adumbra_analyses::bound::BoundAnalysis;
use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::LocationAnalysis;
use adumbra_analyses::numeric::{Numbers, Numeric, UnitAnalysis};
use adumbra_analyses::pointers::Pointers;
use adumbra_analyses::powerset::Powerset;
use adumbra_analyses::slicing::{PathCriterion, RefinementOrder, Slicing, SlicingOptions};
use adumbra_analyses::textbook::BackwardLocation;
use adumbra_analyses::textbook::constant::Located;
use adumbra_analyses::textbook::dataflow::DataflowAnalysis;
use adumbra_analyses::textbook::dominators::DominatorAnalysis;
use adumbra_analyses::textbook::flow::FlowDependence;
use adumbra_analyses::textbook::reaching::ReachingDefinitions;
use adumbra_analyses::textbook::uninitialised::Uninitialised;
use adumbra_domains::{Constant, Interval, Sign};
use adumbra_engine::portfolio::{Answered, Contender, Entry, Memory, in_parallel, in_sequence};
use adumbra_engine::*;
use adumbra_interpreter::{Externals, Script};
use adumbra_judges::*;
use adumbra_predicate_analysis::{
    Blocks, FoundPredicates, GivenPredicates, PredicateAnalysis, PredicateOptions, PredicateScope,
};
use adumbra_program::{Program, Property, PropertyKind, Violation};
use adumbra_stop::{Meter, SECOND, Stop};
use adumbra_value_analysis::{Scope, SymbolicOptions, ValueAnalysis, ValueOptions};
use adumbra_verdict::*;
use std::sync::Arc;
use std::time::Instant;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// The configuration.
    pub configuration: Configuration,
    /// Run the configurations of a portfolio at the same time?
    pub parallel: bool,
    /// Rules that the program is to keep, if the property asks for it.
    pub specification: Option<Specification>,
    /// What functions without a body do.
    pub externals: Externals,
    /// When to stop.
    pub stop: Stop,
    /// Who watches the memory of the process, if there is a limit.
    pub memory: Option<Memory>,
    /// Check the certificate of a proof whatever it takes, not only within a fifth of the limits or of the work so far?
    pub check_proofs: bool,
    /// The limit that was given, as work; none if none was.
    pub given: Option<u64>,
    /// Draw what was reached?
    pub draw: bool,
    /// Say what was reached, level by level?
    pub levels: bool,
    /// Give the host tests for all ends of executions that are explored?
    pub tests: bool,
    /// The solver that decides whether paths are real and certificates hold.
    pub oracle: Oracle,
    /// Predicates that analyses begin with.
    pub initial_predicates: Option<Arc<GivenPredicates>>,
    /// Collects the predicates that analyses track in the end.
    pub found_predicates: Option<Arc<FoundPredicates>>,
    /// Notes violations and goes on, if more than the first is looked for. The verdict is then about all other places.
    pub findings: Option<Arc<Findings>>,
}

impl Request {
    /// Asks a configuration, without limits.
    pub fn new(configuration: Configuration) -> Self {
        Request {
            configuration,
            parallel: false,
            specification: None,
            externals: Externals::Pure,
            stop: Stop::never(),
            memory: None,
            check_proofs: false,
            given: None,
            draw: false,
            levels: false,
            tests: false,
            oracle: Oracle::default(),
            initial_predicates: None,
            found_predicates: None,
            findings: None,
        }
    }
}

/// Who asks.
pub trait Host: Sync {
    /// Replays a script on the program with its locals in memory.
    fn replay(&self, script: &Script, stop: &Stop) -> Result<Counterexample, String>;

    /// Is given a test: an execution to its end. Says whether it could be kept. Only asked if tests were asked for.
    fn test(&self, _test: &Test) -> bool {
        false
    }

    /// Is told which configuration has its turn.
    fn begins(&self, _configuration: &str) {}

    /// Is told now and then how things are.
    fn progress(&self, _progress: &Progress) {}
}

/// A verdict with what was counted on the way.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The verdict.
    pub verdict: Verdict,
    /// The configuration that gave it; the last one if none did.
    pub configuration: String,
    /// What was counted, by part.
    pub counts: Vec<(String, String)>,
    /// What was reached, as DOT, if it was asked for and a configuration answered.
    pub graph: Option<String>,
    /// What was reached, level by level, if it was asked for and a configuration explored.
    pub levels: Option<Vec<Vec<levels::Kind>>>,
    /// What became of the tests, if they were asked for.
    pub tests: Option<TestCounts>,
}

/// Verifies a program.
pub fn verify(program: &Arc<Program>, request: &Request, host: &dyn Host) -> Verified {
    if let Some(verdict) = unsupported(&program.property) {
        return Verified {
            verdict,
            configuration: request.configuration.name.clone(),
            counts: Vec::new(),
            graph: None,
            levels: None,
            tests: None,
        };
    }
    let started = Meter::start();
    let features = Features::of(program);
    let singles: Vec<Chosen> = match &request.configuration.plan {
        Plan::Single(single) => {
            vec![Chosen {
                name: request.configuration.name.clone(),
                share: 1.0,
                from: 0,
                single: Single::clone(single),
            }]
        }
        Plan::Portfolio(turns) => chosen(turns, &features),
    };
    // Computed once, by the first configuration that needs them.
    let pointers = Pointers::new(program, request.externals);
    let entries = || -> Vec<Entry<'_, Run<'_>>> {
        let entry = |Chosen { name, share, from, single }: Chosen| {
            let (program, request, named) = (Arc::clone(program), request.clone(), name.clone());
            let pointers = Arc::clone(&pointers);
            Entry {
                name,
                share,
                from,
                make: Box::new(move || Run::new(&program, &pointers, named, &single, request, started, host)),
            }
        };
        singles.iter().cloned().map(entry).collect()
    };
    let tests = request.tests.then(|| Arc::new(Tests::new(program, request.externals, &request.oracle)));
    let judge = || {
        let judge = PathJudge::new(program, host, request.externals).with_oracle(&request.oracle);
        judge
            .with_rules(request.specification.as_ref())
            .with_tests(tests.as_ref())
            .with_findings(request.findings.as_ref())
    };
    let finish = |run: &mut Run<'_>, _: &Outcome| run.finish();
    let answered: Answered<Finished, Counterexample> = if request.parallel && singles.len() > 1 {
        let judge = || -> Box<dyn Judge<Counterexample> + '_> { Box::new(judge()) };
        in_parallel(entries(), &judge, &request.stop, &finish)
    } else {
        let Answered { name, outcome, contender, worked } =
            in_sequence(entries(), &mut judge(), &request.stop, request.memory.as_ref());
        let contender = contender.map(|mut run| finish(&mut run, &outcome));
        Answered { name, outcome, contender, worked }
    };
    let finished = answered.contender.unwrap_or_default();
    let described = vec![
        ("features of the program".to_owned(), features.present().join(" ")),
        ("locations".to_owned(), program.locations.len().to_string()),
        ("work".to_owned(), format!("{:.3} s", started.read() as f64 / SECOND as f64)),
    ];
    let mut counts = [described, finished.counts, asked(&request.oracle), worked(&answered.worked)].concat();
    let mut assumptions = finished.assumptions;
    let answer = match answered.outcome {
        Outcome::Proved if !tells_calls_apart(&singles, &answered.name) && has_findings(request) => {
            let why = "without the part callstack a violation that was found may hide another one";
            Answer::Unknown(vec![Reason::Incomplete(why.into())])
        }
        Outcome::Proved => match finished.proof {
            Some(proof) => Answer::True(Box::new(proof)),
            None => Answer::Unknown(vec![Reason::Incomplete("the proof was lost".into())]),
        },
        Outcome::Refuted(counterexample) => {
            assumptions = assumed_in(program, request, &counterexample);
            if let Some(tests) = &tests {
                tests.violation(&counterexample, host);
            }
            Answer::False(counterexample)
        }
        Outcome::Unknown(reasons) if reasons.is_empty() => {
            Answer::Unknown(vec![Reason::Incomplete("no configuration came to an end".into())])
        }
        Outcome::Unknown(reasons) => Answer::Unknown(reasons),
        Outcome::Paused => Answer::Unknown(vec![Reason::Incomplete("the budget of work is used up".into())]),
    };
    let verdict = Verdict { answer, assumptions };
    let Finished { graph, levels, .. } = finished;
    let tests = tests.map(|tests| tests.counts());
    if let Some(tests) = tests {
        counts.extend(tests.rows());
    }
    Verified { verdict, configuration: answered.name, counts, graph, levels, tests }
}

fn has_findings(request: &Request) -> bool {
    request.findings.as_ref().is_some_and(|findings| !findings.is_empty())
}

/// Does a configuration know the open calls of its states? The place of a violation in a library function depends on them.
fn tells_calls_apart(all: &[Chosen], name: &str) -> bool {
    let has = |chosen: &Chosen, part: &str| chosen.single.parts.iter().any(|p| p == part);
    all.iter().filter(|chosen| chosen.name == name).all(|c| !has(c, "location") || has(c, "callstack"))
}

/// A configuration that has turns.
#[derive(Clone)]
struct Chosen {
    name: String,
    share: f64,
    from: u64,
    single: Single,
}

/// The configurations of a portfolio that are for programs with these features.
fn chosen(turns: &[Turn], features: &Features) -> Vec<Chosen> {
    let mut all = Vec::new();
    for turn in turns.iter().filter(|turn| turn.fits(features)) {
        let (name, share, from) = (&turn.configuration.name, turn.share, turn.from);
        match &turn.configuration.plan {
            Plan::Single(single) => {
                all.push(Chosen { name: name.clone(), share, from, single: Single::clone(single) });
            }
            Plan::Portfolio(turns) => all.extend(chosen(turns, features).into_iter().map(|inner| Chosen {
                share: inner.share * share,
                from: inner.from.max(from),
                ..inner
            })),
        }
    }
    all
}

/// The verdict if the property is one that no analysis is for.
fn unsupported(property: &Property) -> Option<Verdict> {
    let kind = [PropertyKind::Termination, PropertyKind::NoDataRace].into_iter().find(|k| property.contains(*k))?;
    Some(Verdict { answer: Answer::Unknown(vec![Reason::Property(kind.name().into())]), assumptions: Vec::new() })
}

/// What remains of a run that answered.
#[derive(Default)]
pub(crate) struct Finished {
    pub(crate) proof: Option<Proof>,
    pub(crate) assumptions: Vec<Assumption>,
    pub(crate) counts: Vec<(String, String)>,
    pub(crate) graph: Option<String>,
    pub(crate) levels: Option<Vec<Vec<levels::Kind>>>,
}

/// One configuration at work.
enum Run<'a> {
    Analyses(Box<Exploring>),
    Bounded(Box<Bounding>),
    Induction(Box<Inducing>),
    Valuations(Box<Valuations>),
    Random(Box<RandomExecutions<'a>>),
}

/// Analyses at work.
pub(crate) struct Exploring {
    program: Arc<Program>,
    /// The name of the configuration.
    name: String,
    request: Request,
    /// When the work on the question began.
    started: Meter,
    clock: Instant,
    pub(crate) cegar: Cegar,
    /// Violations that the property monitors and no part checks.
    pub(crate) unchecked: Vec<Violation>,
    /// Where pointers may point to, if a part rests on it.
    pointers: Option<Arc<Pointers>>,
    /// The proof, once there is one that was not rejected.
    proof: Option<Proof>,
    /// What its check counted.
    checked: Vec<(String, String)>,
}

impl<'a> Run<'a> {
    fn new(
        program: &Arc<Program>,
        pointers: &Arc<Pointers>,
        name: String,
        single: &Single,
        request: Request,
        started: Meter,
        host: &'a dyn Host,
    ) -> Self {
        if single.parts.iter().any(|p| p == "random") {
            let options = &single.options;
            let (executions, steps) = (options.random_executions, options.random_steps);
            return Run::Random(Box::new(RandomExecutions::new(program, host, request, started, executions, steps)));
        }
        if single.parts.iter().any(|p| p == "induction") {
            return Run::Induction(Box::new(Inducing::new(program, pointers, name, single, request, started)));
        }
        if single.parts.iter().any(|p| p == "valuations") {
            let options = &single.options;
            return Run::Valuations(Box::new(Valuations::new(program, pointers, name, options, request, started)));
        }
        if Bounding::grows(single) {
            return Run::Bounded(Box::new(Bounding::new(program, pointers, name, single, request, started)));
        }
        Run::Analyses(Box::new(Exploring::of(program, pointers, name, single, request, started)))
    }

    fn finish(&mut self) -> Finished {
        match self {
            Run::Analyses(run) => run.finish(),
            Run::Bounded(run) => run.finish(),
            Run::Induction(run) => run.finish(),
            Run::Valuations(run) => run.finish(),
            Run::Random(run) => Finished {
                proof: run.proof.take(),
                assumptions: std::mem::take(&mut run.assumptions),
                counts: run.counts(),
                graph: None,
                levels: None,
            },
        }
    }
}

impl Exploring {
    /// The analyses of a configuration at work.
    pub(crate) fn of(
        program: &Arc<Program>,
        pointers: &Arc<Pointers>,
        name: String,
        single: &Single,
        request: Request,
        started: Meter,
    ) -> Self {
        let parts = Exploring::parts(program, pointers, single, &request);
        let mut exploring = Exploring::new(program, name, parts, &single.options, request, started);
        exploring.pointers = single.parts.iter().any(|p| p == "predicate").then(|| Arc::clone(pointers));
        exploring
    }

    /// The parts that a configuration names, and those that the question needs besides.
    pub(crate) fn parts(
        program: &Arc<Program>,
        pointers: &Arc<Pointers>,
        single: &Single,
        request: &Request,
    ) -> Vec<Box<dyn Part>> {
        let named = single.parts.iter();
        let mut parts: Vec<_> = named.filter_map(|name| part(name, program, pointers, single, request)).collect();
        debug_assert_eq!(parts.len(), single.parts.len(), "the reader of configurations knows all names");
        if let Some(specification) = &request.specification {
            let observer = Observer::new(Arc::clone(program), specification.clone());
            // Before the parts that know values: the arguments of a call are those of the caller's activation.
            let at = single.parts.iter().take_while(|p| ["location", "callstack"].contains(&p.as_str())).count();
            parts.insert(at.min(parts.len()), Box::new(Component::new(Automata::new(observer))));
        }
        parts
    }

    pub(crate) fn new(
        program: &Arc<Program>,
        name: String,
        parts: Vec<Box<dyn Part>>,
        options: &AnalysisOptions,
        request: Request,
        started: Meter,
    ) -> Self {
        let part = Composite::new(parts);
        let unchecked = Violation::NAMES
            .iter()
            .map(|(violation, _)| *violation)
            .filter(|v| program.property.monitors(*v) && !part.checks(*v))
            .collect();
        let algorithm = Algorithm::new(Box::new(part), options.exploration());
        let cegar = Cegar::new(program, algorithm, options.refining());
        let program = Arc::clone(program);
        let (pointers, proof, checked) = (None, None, Vec::new());
        Exploring { program, name, request, started, clock: Instant::now(), cegar, unchecked, pointers, proof, checked }
    }

    /// Gathers assumptions and counts.
    pub(crate) fn finish(&mut self) -> Finished {
        let algorithm = self.cegar.algorithm();
        let assumptions = assumed(&self.program, &self.request, &algorithm.part().ends_at());
        let graph = self.request.draw.then(|| draw::dot(&self.program, algorithm, draw::DrawOptions::default()));
        let levels = self.request.levels.then(|| levels::levels(algorithm.reached()));
        let mut counts = self.counts();
        counts.append(&mut self.checked);
        Finished { proof: self.proof.take(), assumptions, counts, graph, levels }
    }

    fn counts(&self) -> Vec<(String, String)> {
        let (algorithm, refined) = (self.cegar.algorithm().counts(), self.cegar.counts());
        let nodes = self.cegar.algorithm().reached().nodes();
        let ends = nodes.filter(|(_, n)| n.status == Status::Expanded && n.children.is_empty()).count();
        let mut counts = vec![
            ("states".to_owned(), self.cegar.algorithm().reached().len().to_string()),
            ("moves".to_owned(), algorithm.moves.to_string()),
            ("expansions".to_owned(), algorithm.expansions.to_string()),
            ("covered".to_owned(), algorithm.covered.to_string()),
            ("paths to an end".to_owned(), ends.to_string()),
            ("paths a second".to_owned(), format!("{:.0}", ends as f64 / self.clock.elapsed().as_secs_f64().max(1e-6))),
            ("merges".to_owned(), algorithm.merges.to_string()),
            ("interruptions".to_owned(), algorithm.interruptions.to_string()),
            ("targets".to_owned(), refined.targets.to_string()),
            ("refinements".to_owned(), refined.refinements.to_string()),
            ("paths judged".to_owned(), refined.judged.to_string()),
            ("time refining".to_owned(), format!("{:.3} s", refined.refining.as_secs_f64())),
            ("time judging".to_owned(), format!("{:.3} s", refined.judging.as_secs_f64())),
        ];
        let Statistics { counts: parts, tracked } = self.cegar.algorithm().part().statistics();
        counts.extend(parts.into_iter().map(|(name, count)| (name.to_owned(), count.to_string())));
        counts.extend(tracked.into_iter().map(|(name, text)| (name.to_owned(), text)));
        counts
    }
}

impl Contender<Counterexample> for Run<'_> {
    fn open(&self) -> Vec<Reason> {
        match self {
            Run::Analyses(run) => run.cegar.open(),
            Run::Bounded(run) => run.exploring().cegar.open(),
            Run::Induction(run) => run.open(),
            Run::Valuations(run) => run.open(),
            Run::Random(_) => Vec::new(),
        }
    }

    fn run(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        match self {
            Run::Analyses(run) => run.run(judge, stop),
            Run::Bounded(run) => run.run(judge, stop),
            Run::Induction(run) => run.run(judge, stop),
            Run::Valuations(run) => run.run(judge, stop),
            Run::Random(run) => run.run(stop),
        }
    }

    fn cannot_prove(&self) -> bool {
        match self {
            Run::Analyses(run) => run.cegar.cannot_prove(),
            Run::Valuations(run) => run.cannot_prove(),
            // Induction ends by itself, bounds grow; random executions are for violations.
            Run::Induction(_) | Run::Bounded(_) | Run::Random(_) => false,
        }
    }
}

impl Exploring {
    pub(crate) fn run(&mut self, judge: &mut dyn Judge<Counterexample>, stop: &Stop) -> Outcome {
        if !self.unchecked.is_empty() {
            let names: Vec<&str> = self.unchecked.iter().map(|v| v.name()).collect();
            let what = format!("no analysis of the configuration looks for {}", names.join(", "));
            return Outcome::Unknown(vec![Reason::Property(what)]);
        }
        match self.cegar.run(judge, stop) {
            Outcome::Proved => self.prove(stop),
            outcome => outcome,
        }
    }

    /// Makes the certificate of a proof and checks it; a proof that is rejected is none.
    fn prove(&mut self, stop: &Stop) -> Outcome {
        let asked = Asked {
            program: &self.program,
            request: &self.request,
            started: self.started,
            stop,
            pointers: self.pointers.as_deref(),
        };
        let certified = certify(&asked, self.cegar.algorithm(), self.cegar.counts().judged);
        self.checked = certified.counts;
        match certified.result {
            Ok(proof) => {
                self.proof = Some(proof);
                Outcome::Proved
            }
            Err(why) => Outcome::Unknown(vec![Reason::Rejected { configuration: self.name.clone(), why }]),
        }
    }
}

/// The predicate analysis with the options of a configuration.
pub(crate) fn predicate(
    program: &Arc<Program>,
    pointers: &Pointers,
    options: &AnalysisOptions,
    request: &Request,
    strengthened: bool,
) -> PredicateAnalysis {
    let options = PredicateOptions {
        blocks: match options.blocks {
            "single" => Blocks::Single,
            "functions" => Blocks::Functions,
            "length" => Blocks::Length(u32::try_from(options.block_length).unwrap_or(u32::MAX)),
            "never" => Blocks::Never,
            _ => Blocks::Loops,
        },
        cartesian: options.abstraction == "cartesian",
        watched: options.arrays == "watched",
        scope: match options.precision_scope {
            "function" => PredicateScope::Function,
            "global" => PredicateScope::Global,
            _ => PredicateScope::Location,
        },
        conflicts: options.query_conflicts,
        externals: request.externals,
        stop: request.stop.clone(),
        oracle: request.oracle.clone(),
        strengthened,
        given: request.initial_predicates.clone(),
        found: request.found_predicates.clone(),
    };
    PredicateAnalysis::new(program, pointers.regions(), options)
}

/// A part by its name in configurations.
fn part(
    name: &str,
    program: &Arc<Program>,
    pointers: &Arc<Pointers>,
    single: &Single,
    request: &Request,
) -> Option<Box<dyn Part>> {
    let options = &single.options;
    if let Some(inner) = crate::configuration::sliced(name) {
        let inner = part(inner, program, pointers, single, request)?;
        let slicing = Slicing::new(program, pointers, slicing(options));
        return Some(Box::new(Wrapper::new(slicing, inner)));
    }
    if let Some(inner) = crate::configuration::in_powerset(name) {
        let inner: Option<Vec<_>> = inner.iter().map(|name| part(name, program, pointers, single, request)).collect();
        let powerset = Powerset::new(Box::new(Composite::new(inner?)));
        return Some(Box::new(Component::with(powerset, options.merge(), options.stop())));
    }
    let has = |part: &str| single.parts.iter().any(|name| name == part);
    Some(match name {
        "location" => {
            let location = LocationAnalysis::new(program, request.externals.into()).with_pointers(pointers);
            Box::new(Component::new(location))
        }
        "callstack" => {
            let depth = u32::try_from(options.call_depth).unwrap_or(u32::MAX);
            Box::new(Component::new(CallStackAnalysis::new(program, depth)))
        }
        "value" => {
            let symbolic = options.symbolic.then(|| SymbolicOptions {
                oracle: request.oracle.clone(),
                conflicts: options.query_conflicts,
                places: options.symbolic_places,
                shift: options.symbolic_shift,
            });
            let values = ValueOptions {
                refined: options.refinement != "none" && options.values == "as-needed",
                refines: options.values == "as-needed",
                branches: options.symbolic_branches,
                strengthened: has("predicate"),
                scope: match options.precision_scope {
                    "function" => Scope::Function,
                    "global" => Scope::Global,
                    _ => Scope::Location,
                },
                threshold: Some(options.value_threshold).filter(|k| *k != u64::MAX),
                heap_depth: Some(options.heap_depth).filter(|k| *k != u64::MAX),
                heap_interrupts: options.too_deep == "interrupt",
                externals: request.externals,
                ..ValueOptions::default()
            };
            let analysis = ValueAnalysis::new(program, values);
            let analysis = match symbolic {
                Some(symbolic) => analysis.symbolic(&symbolic),
                None => analysis,
            };
            let analysis = match &request.specification {
                Some(specification) => {
                    let observer = Observer::new(Arc::clone(program), specification.clone());
                    analysis.observed_at(program.edges.keys().filter(|edge| observer.watches(*edge)))
                }
                None => analysis,
            };
            operated(analysis, options)
        }
        "interval" => {
            let analysis = numbers::<Interval>(program, request, options);
            operated(if options.interval_ranges { analysis.in_ranges() } else { analysis }, options)
        }
        "constant" => operated(numbers::<Constant>(program, request, options), options),
        "constant-propagation" => {
            operated(Located::new(program, numbers::<Constant>(program, request, options)), options)
        }
        "sign" => operated(numbers::<Sign>(program, request, options), options),
        "unit" => operated(UnitAnalysis::new(program, request.externals, 0), options),
        "reaching" => operated(DataflowAnalysis(ReachingDefinitions::new(program)), options),
        "uninitialised" => operated(DataflowAnalysis(Uninitialised::new(program)), options),
        "flow" => operated(DataflowAnalysis(FlowDependence::new(program)), options),
        "dominators" if has("backward") => operated(DominatorAnalysis::backward(program), options),
        "dominators" => operated(DominatorAnalysis::new(program), options),
        "backward" => Box::new(Component::new(BackwardLocation::new(program, program.entry))),
        "bound" => {
            let bound = u32::try_from(options.loop_bound).unwrap_or(u32::MAX);
            Box::new(Component::new(BoundAnalysis::new(program, bound)))
        }
        "predicate" => {
            let strengthened = has("value") || has("interval");
            operated(predicate(program, pointers, options, request, strengthened), options)
        }
        _ => return None,
    })
}

/// How slices are refined.
fn slicing(options: &AnalysisOptions) -> SlicingOptions {
    SlicingOptions {
        criterion: match options.slicing_criterion {
            "target-location" => PathCriterion::TargetLocation,
            _ => PathCriterion::TargetPath,
        },
        order: match options.slicing_order {
            "slice-first" => RefinementOrder::SliceFirst,
            _ => RefinementOrder::SliceThenInner,
        },
        judged: options.check_path == "program",
    }
}

/// The analysis of numbers in a domain with the options of a configuration.
fn numbers<D: Numbers>(program: &Arc<Program>, request: &Request, options: &AnalysisOptions) -> Numeric<D> {
    let widen_after = u32::try_from(options.widen_after).unwrap_or(u32::MAX);
    let analysis = Numeric::new(program, request.externals, widen_after);
    if options.compare { analysis.compared() } else { analysis }
}

/// An analysis with the operators that the options say.
fn operated<A: Analysis + 'static>(analysis: A, options: &AnalysisOptions) -> Box<dyn Part> {
    Box::new(Component::with(analysis, options.merge(), options.stop()))
}

#[cfg(test)]
#[path = "verify_tests.rs"]
mod tests;
