//! Results of functions without a body that a violation rests on.
//!
//! Nothing is known of such a function, so it may return what the script says. Whether the real one
//! ever does, only the user knows. So he should hear of those results that decide: with another
//! value there, and all else the same, the violation does not happen.

use crate::replay::{Counterexample, run, watch};
use adumbra_interpreter::memory::ObjectOrigin;
use adumbra_interpreter::script::Unlisted;
use adumbra_interpreter::{Options, Outcome, Printer, Script, Tracer, View};
use adumbra_program::{Callee, Edge, Function, InputSource, Op, Program, PropertyKind, Type};
use adumbra_verdict::place::{Place, place_of_use};

/// A result of a function without a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalResult {
    /// The function.
    pub name: String,
    /// What it returned.
    pub value: String,
    /// Where it was called.
    pub place: Place,
}

/// Most results that are tried.
const MOST: usize = 24;

/// Values that are tried in place of a result.
const OTHERS: [&str; 3] = ["0x0", "0x1", "0x2"];

/// The results that a violation rests on, in the order of the calls. Program and options are those
/// of the replay; results that there is no time for are left out.
pub fn decisive_results(program: &Program, counterexample: &Counterexample, options: &Options) -> Vec<ExternalResult> {
    let script = &counterexample.script;
    if script.externals.is_empty() || counterexample.kind == PropertyKind::Specification {
        return Vec::new();
    }
    let mut calls = Calls { program, results: Vec::new() };
    watch(program, script, options, &mut calls);
    if calls.results.len() != script.externals.len() {
        return Vec::new();
    }
    let limited =
        Options { max_steps: counterexample.steps.saturating_mul(4).saturating_add(100_000), ..options.clone() };
    let decides = |index: usize| {
        OTHERS.iter().any(|other| {
            let mut changed = Script { unlisted: Unlisted::Zero, ..script.clone() };
            changed.externals[index].value = (*other).to_owned();
            match run(program, &changed, &limited).outcome {
                Outcome::Violation(report) => {
                    (report.kind, report.edge) != (counterexample.report.kind, counterexample.report.edge)
                }
                Outcome::Exited { .. } | Outcome::Ended { .. } => true,
                // Nothing is known then.
                Outcome::Unsupported { .. } | Outcome::Undetermined { .. } | Outcome::Limit(_) => false,
            }
        })
    };
    let results = calls.results.into_iter().enumerate().take(MOST);
    results.filter(|(index, _)| options.stop.reached().is_none() && decides(*index)).map(|(_, result)| result).collect()
}

/// Writes down the results of functions without a body, as a script lists them.
struct Calls<'p> {
    program: &'p Program,
    results: Vec<ExternalResult>,
}

impl Calls<'_> {
    fn callee(&self, view: &View<'_>, callee: Callee) -> Option<Function> {
        match callee {
            Callee::Direct(function) => Some(function),
            Callee::Indirect(pointer) => {
                let object = (view.evaluate(pointer)?.low() >> 64) as u64;
                match view.memory().object(object)?.origin() {
                    ObjectOrigin::Function(function) => Some(function),
                    _ => None,
                }
            }
        }
    }

    fn add(&mut self, name: &str, edge: Edge, value: Option<String>) {
        let place = Place::of(self.program, place_of_use(self.program, edge));
        self.results.push(ExternalResult { name: name.to_owned(), value: value.unwrap_or_else(|| "?".into()), place });
    }
}

fn shown(view: &View<'_>, program: &Program, register: adumbra_program::Register, ty: Type) -> Option<String> {
    Some(Printer::new(program, view.memory()).scalar(ty, None, &view.register(register)?))
}

impl Tracer for Calls<'_> {
    fn edge(&mut self, view: &View<'_>, edge: Edge) {
        let program = self.program;
        if let Op::Input { register, source: InputSource::External(name) } = &program.edges[edge].op {
            let value = shown(view, program, *register, program.registers[*register].ty);
            self.add(program.symbol(*name), edge, value);
        }
    }

    fn returned(&mut self, view: &View<'_>, edge: Edge) {
        let program = self.program;
        let Op::Call { callee, results, .. } = &program.edges[edge].op else { return };
        let Some(function) = self.callee(view, *callee).filter(|f| program.body(*f).is_none()) else { return };
        let data = &program.functions[function];
        for register in results {
            let value = shown(view, program, *register, program.registers[*register].ty);
            self.add(&data.name, edge, value);
        }
    }
}
