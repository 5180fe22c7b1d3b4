//! Slicing first: the analyses see the slice of the program for its property.
//!
//! The slice covers all executions that get to a target ([`adumbra_analyses::slicing`]), so a proof
//! of it is one of the program. Its certificate is not: that is checked against the program, and if
//! it does not pass, the verdict says that the proof is about a slice. A counterexample is replayed
//! on the whole program, as always. The slice has fewer inputs, so the script is completed first:
//! the program is run with zero for inputs that the slice lacks, and what the run used is the
//! script. Where the slice has no answer, the program gets its turn.
//!
//! Before and after slicing the program is simplified ([`adumbra_dependence::simplify`]), unless
//! that is not wanted: constants and what does nothing have no part in dependences, and what a
//! slice leaves of loops that are gone is no loop for the analyses. It keeps executions as they
//! are, so the above holds with it too.

use crate::assumptions::{assumed_in, assumed_of_externals};
use crate::certify::LEAST_CHECK;
use crate::property_slice::{self, Dependences};
use crate::task::{Host, Request};
use crate::verify::{Verified, verify};
use adumbra_dependence::simplify::{Simplified, acting};
use adumbra_dependence::{DependenceOptions, Slice};
use adumbra_engine::Progress;
use adumbra_interpreter::script::Unlisted;
use adumbra_interpreter::{
    Environment, Externals, Interpreter, Options, Outcome, Question, Script, Scripted, Streams, Undetermined, eval,
    memory::ObjectKey,
};
use adumbra_judges::certificate::{CheckLimits, Rejected, Why, check};
use adumbra_judges::{Answer, Counterexample};
use adumbra_program::{Callee, Function, InputSource, Op, Program, Symbol, Type, Violation};
use adumbra_stop::{Meter, Stop};
use adumbra_verdict::{Assumption, Checked, Proof};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The share of the time left that the slice gets.
const SHARE: f64 = 0.6;

/// Begins the names of inputs that the slice lacks; no C name does.
const LACKING: &str = "\u{0}";

/// Verifies the slice, then the program if that gave no answer. An error says why there is no
/// slice.
pub fn verify_slice(
    program: &Arc<Program>,
    request: &Request,
    host: &dyn Host,
    simplify: bool,
) -> Result<Verified, String> {
    let simpler = |program: Arc<Program>| match simplify {
        true => property_slice::simplified(&program),
        false => (Arc::unwrap_or_clone(program), Simplified::default()),
    };
    let (simple, first) = simpler(Arc::clone(program));
    let validity = program.property.monitors(Violation::UseAfterFree);
    let options = DependenceOptions { validity, ..DependenceOptions::default() };
    let dependences = Dependences::of(&simple, request.externals, true, &options);
    let targets = property_slice::targets(&simple, request.externals, dependences.points_to.as_ref())?;
    let started = Instant::now();
    let slice = dependences.graph.slice(&simple, &targets.criteria());
    let sliced = dependences.graph.sliced(&simple, &slice);
    let slicing = started.elapsed();
    let (sliced, second) = simpler(Arc::new(sliced));
    let sliced = Arc::new(sliced);
    let mut counts = statistics(program, &slice, &dependences, slicing);
    if simplify {
        let row = |name: &str, count: usize| (name.to_owned(), count.to_string());
        counts.push(row("edges simplified before", first.edges));
        counts.push(row("edges simplified after", second.edges));
        counts.push(row("branches simplified", first.branches + second.branches));
        counts.push(row("constants simplified", first.constants + second.constants));
        counts.push(row("edges that remain", acting(&sliced)));
    }
    drop(dependences);
    let mut limited = request.clone();
    if let Some(deadline) = request.stop.deadline() {
        let share = deadline.saturating_duration_since(Instant::now()).mul_f64(SHARE);
        limited.stop = request.stop.by(Instant::now() + share);
    }
    let completing = CompletingHost { host, variant: variant(program, &slice), externals: request.externals };
    let spent = Meter::start();
    let mut verified = verify(&sliced, &limited, &completing);
    match &mut verified.verdict.answer {
        Answer::True(proof) => {
            recheck(program, request, proof, spent.read());
            let named = &mut verified.verdict.assumptions;
            let of_externals =
                |a: &Assumption| matches!(a, Assumption::ExternalsArePure(_) | Assumption::ExternalsCallNone { .. });
            named.retain(|a| !of_externals(a));
            named.extend(assumed_of_externals(program, request.externals));
        }
        Answer::False(counterexample) => {
            verified.verdict.assumptions = assumed_in(program, request, counterexample);
        }
        Answer::Unknown(_) => {
            counts.push(("slice".to_owned(), "no answer, so the whole program was verified".to_owned()));
            verified = verify(program, request, host);
        }
    }
    // What an analysis counts of the same name is about the slice.
    verified.counts.retain(|(name, _)| counts.iter().all(|(known, _)| known != name));
    verified.counts.splice(0..0, counts);
    Ok(verified)
}

fn statistics(program: &Program, slice: &Slice, made: &Dependences, slicing: Duration) -> Vec<(String, String)> {
    let (after, before) = slice.share(program);
    let graph = made.graph.counts();
    let relevant = made.graph.relevant_variables(program, &made.regions).len();
    let row = |name: &str, value: String| (name.to_owned(), value);
    let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
    vec![
        row("edges", before.to_string()),
        row("edges in the slice", after.to_string()),
        row("relevant variables", relevant.to_string()),
        row("dependence graph nodes", graph.nodes.to_string()),
        row("dependence graph edges", graph.edges().to_string()),
        row("time for points-to", seconds(made.pointing)),
        row("time for the graph", seconds(made.building)),
        row("time for the slice", seconds(slicing)),
    ]
}

/// Checks the certificate of a slice against the program. What it does not say of the program is
/// followed path by path, and there may be no end of paths, so this takes no more work than the
/// proof did, unless proofs are to be checked whatever it takes.
fn recheck(program: &Program, request: &Request, proof: &mut Proof, spent: u64) {
    proof.passed = None;
    let Some(certificate) = &proof.certificate else {
        proof.checked = Checked::No("it is about a slice of the program".into());
        return;
    };
    let limits = CheckLimits {
        externals: request.externals,
        stop: match request.check_proofs {
            true => request.stop.at_any_cost(),
            false => request.stop.at_any_cost().within(spent.max(LEAST_CHECK)),
        },
        oracle: request.oracle.clone(),
        findings: request.findings.clone(),
        ..CheckLimits::default()
    };
    match check(program, certificate, &limits) {
        Ok(checks) => {
            proof.checked = Checked::Yes;
            proof.passed = Some(checks.passed);
        }
        Err(unknown @ Rejected { why: Why::NotKnown(_), .. }) => proof.checked = Checked::No(unknown.to_string()),
        Err(_) => proof.checked = Checked::No("it is about a slice of the program".into()),
    }
}

/// The program, with other names for the inputs that the slice lacks.
fn variant(program: &Program, slice: &Slice) -> Program {
    let mut variant = program.clone();
    let mut symbols: HashMap<Symbol, Symbol> = HashMap::new();
    let mut functions: HashMap<Function, Function> = HashMap::new();
    for (edge, data) in program.edges.iter().filter(|(edge, _)| !slice.contains(*edge)) {
        match &data.op {
            Op::Input { register, source } => {
                let mut other = |symbol: Symbol| {
                    let name = format!("{LACKING}{}", program.symbol(symbol));
                    *symbols.entry(symbol).or_insert_with(|| variant.symbols.push(name))
                };
                let source = match *source {
                    InputSource::Nondet(symbol) => InputSource::Nondet(other(symbol)),
                    InputSource::External(symbol) => InputSource::External(other(symbol)),
                    _ => continue,
                };
                variant.edges[edge].op = Op::Input { register: *register, source };
            }
            Op::Call { callee: Callee::Direct(function), arguments, results } if program.body(*function).is_none() => {
                let mut data = program.functions[*function].clone();
                data.name = format!("{LACKING}{}", data.name);
                let other = *functions.entry(*function).or_insert_with(|| variant.functions.push(data));
                let (arguments, results) = (arguments.clone(), results.clone());
                variant.edges[edge].op = Op::Call { callee: Callee::Direct(other), arguments, results };
            }
            _ => {}
        }
    }
    variant
}

/// A host that completes scripts of the slice before it replays them.
struct CompletingHost<'h> {
    host: &'h dyn Host,
    variant: Program,
    externals: Externals,
}

impl CompletingHost<'_> {
    /// The script of the whole program, or the given one if the program does not follow it.
    fn complete(&self, script: &Script, stop: &Stop) -> Script {
        let script = Script { unlisted: Unlisted::Zero, ..script.clone() };
        let mut options = Options::new(self.variant.property.clone());
        options.externals = self.externals;
        options.stop = stop.clone();
        options.exact_losses = true;
        let mut environment = Completing { scripted: Scripted::new(&script, Silent) };
        let result = Interpreter::new(&self.variant, options).run(&mut environment, None);
        if !matches!(result.outcome, Outcome::Violation(_)) {
            return script;
        }
        let mut whole = result.script;
        whole.unlisted = Unlisted::Zero;
        for value in whole.inputs.iter_mut().chain(&mut whole.externals) {
            if let Some(name) = value.name.strip_prefix(LACKING) {
                value.name = name.to_owned();
            }
        }
        whole
    }
}

impl Host for CompletingHost<'_> {
    fn replay(&self, script: &Script, stop: &Stop) -> Result<Counterexample, String> {
        self.host.replay(&self.complete(script, stop), stop)
    }

    fn begins(&self, configuration: &str) {
        self.host.begins(configuration);
    }

    fn progress(&self, progress: &Progress) {
        self.host.progress(progress);
    }
}

/// Answers zero for inputs that the slice lacks, and what the script says for others.
struct Completing<'s> {
    scripted: Scripted<'s, Silent>,
}

impl Environment for Completing<'_> {
    fn value(&mut self, question: Question<'_>, ty: Type, width: u32) -> Result<eval::Value, Undetermined> {
        match question {
            Question::Nondet(name) | Question::External(name) if name.starts_with(LACKING) => Ok(eval::Value::Small(0)),
            _ => self.scripted.value(question, ty, width),
        }
    }

    fn memory_byte(&mut self, object: &ObjectKey, epoch: u32, offset: u64) -> Result<u8, Undetermined> {
        self.scripted.memory_byte(object, epoch, offset)
    }

    fn base(&mut self, object: &ObjectKey) -> Result<Option<u64>, Undetermined> {
        self.scripted.base(object)
    }

    fn has_bases(&self) -> bool {
        self.scripted.has_bases()
    }

    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined> {
        self.scripted.read_byte()
    }

    fn arguments(&mut self) -> Result<Vec<Vec<u8>>, Undetermined> {
        self.scripted.arguments()
    }

    fn write_byte(&mut self, _descriptor: i32, _byte: u8) {}
}

/// Output that nobody reads.
struct Silent;

impl Streams for Silent {
    fn read(&mut self) -> Option<u8> {
        None
    }

    fn write(&mut self, _descriptor: i32, _byte: u8) {}
}
