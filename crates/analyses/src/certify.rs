//! Proofs: the certificate of a configuration that came to an end, made and checked.

use crate::verify::Request;
use adumbra_engine::{Algorithm, Budget};
use adumbra_program::{Location, Program};
use adumbra_verdict::certificate::{self, CheckLimits, Checks};
use adumbra_verdict::{Certificate, Checked, ClosedSet, Point, Proof, StateFacts};
use std::time::{Duration, Instant};

/// No certificate is made of more states than this.
const MOST_STATES: usize = 100_000;

/// A check may always take this long.
const LEAST_CHECK: Duration = Duration::from_millis(300);

/// A proof with what its check counted.
pub(crate) struct Certified {
    /// The proof, or why it is none.
    pub(crate) result: Result<Proof, String>,
    pub(crate) counts: Vec<(String, String)>,
}

/// Makes the certificate of a proof, and checks it as far as time allows. So many paths to a violation were excluded by their judge
/// alone.
pub(crate) fn certify(
    program: &Program,
    algorithm: &Algorithm,
    request: &Request,
    excluded: u64,
    started: Instant,
    budget: &Budget,
) -> Certified {
    let method = if algorithm.exploration().covering { "closed reached set" } else { "all paths" };
    let unchecked = |certificate: Option<Certificate>, why: &str| Certified {
        result: Ok(Proof { method, certificate, checked: Checked::No(why.into()) }),
        counts: Vec::new(),
    };
    let covering = algorithm.exploration().covering;
    let certificate = match covering {
        true if algorithm.reached().len() > MOST_STATES => {
            return unchecked(None, "the certificate would be too large");
        }
        true => Certificate::ClosedSet(closed_set(program, algorithm)),
        false => Certificate::Unwinding,
    };
    if request.specification.is_some() {
        return unchecked(Some(certificate), "the checker knows no rules of specifications");
    }
    let share = (started.elapsed() / 5).max(LEAST_CHECK);
    let own = if request.check_proofs { None } else { Instant::now().checked_add(share) };
    let deadline = own.into_iter().chain(budget.deadline).min();
    // Whoever cancels last is nearest: a portfolio adds its flag behind those from outside.
    let cancel = budget.cancel.last().cloned();
    let limits = CheckLimits {
        deadline,
        cancel,
        externals: request.externals,
        oracle: request.oracle.clone(),
        ..CheckLimits::default()
    };
    let clock = Instant::now();
    let result = certificate::check(program, &certificate, &limits);
    let mut counts = Vec::new();
    if let Ok(checks) = &result {
        counts.push(("states checked".to_owned(), checks.states.to_string()));
    }
    counts.push(("time checking the proof".to_owned(), format!("{:.3} s", clock.elapsed().as_secs_f64())));
    let checked = judged(result).map(|checked| match checked {
        // Whoever judges a path and whoever checks the unwinding execute it by the same code.
        Checked::Yes if !covering && excluded > 0 => Checked::No(format!(
            "all paths were followed again, but {excluded} of them end in a violation and were excluded by the same solver"
        )),
        checked => checked,
    });
    Certified { result: checked.map(|checked| Proof { method, certificate: Some(certificate), checked }), counts }
}

/// What a check says about a proof. The checker knows less than the analyses: what it cannot follow is no fault of the proof. What it
/// could follow and does not find excluded is one, and then nothing is proved.
fn judged(result: Result<Checks, certificate::Rejected>) -> Result<Checked, String> {
    match result {
        Ok(_) => Ok(Checked::Yes),
        Err(rejected) if rejected.gave_up() => Ok(Checked::No(rejected.to_string())),
        Err(rejected) => Err(rejected.to_string()),
    }
}

/// The reached set as facts.
fn closed_set(program: &Program, algorithm: &Algorithm) -> ClosedSet {
    let start = program.body(program.entry).map_or(Location::from_u32(0), |b| b.entry);
    let states = algorithm.reached().reached().map(|(_, node)| {
        let mut facts = StateFacts::at(Point { location: start, calls: Vec::new() });
        algorithm.part().facts(node.state, &mut facts);
        facts
    });
    ClosedSet { states: states.collect() }
}
