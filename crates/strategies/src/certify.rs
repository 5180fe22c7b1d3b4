//! Proofs: the certificate of a configuration that came to an end, made and checked.

use crate::task::{Outcome, Request, Task};
use adumbra_analyses::invariants::PointInvariants;
use adumbra_analyses::pointers::Pointers;
use adumbra_engine::{Algorithm, Node, StateId};
use adumbra_judges::certificate;
use adumbra_judges::certificate::{CheckLimits, Checks};
use adumbra_program::Location;
use adumbra_stop::{MILLISECOND, Stop};
use adumbra_verdict::{Argument, Certificate, Checked, ClosedSet, Induction, Point, Proof, Reason, StateFacts};
use std::time::Instant;

/// No certificate is made of more states than this.
pub(crate) const MOST_STATES: usize = 100_000;

/// The work that a check may always take.
pub const LEAST_CHECK: u64 = 300 * MILLISECOND;

impl Request {
    /// The work that the check of a proof may take: a fifth of the limit that was given, or of what
    /// was spent.
    fn share_for_checks(&self, spent: u64) -> u64 {
        (self.given.unwrap_or(0).max(spent) / 5).max(LEAST_CHECK)
    }
}

/// A proof with what its check counted.
pub(crate) struct Certified {
    /// The proof, or why it is none.
    pub(crate) result: Result<Proof, String>,
    /// Was it rejected because more is written than a contract says?
    pub(crate) writes_more: bool,
    pub(crate) counts: Vec<(String, String)>,
}

/// What a strategy has proved.
#[derive(Default)]
pub(crate) struct Proving {
    /// The proof, once there is one that was not rejected.
    pub(crate) proof: Option<Proof>,
    /// What its check counted.
    pub(crate) counts: Vec<(String, String)>,
}

impl Proving {
    /// Keeps a proof of a configuration, after its check; a proof that is rejected is none.
    pub(crate) fn prove(&mut self, configuration: &str, certified: Certified) -> Outcome {
        self.counts = certified.counts;
        match certified.result {
            Ok(proof) => {
                self.proof = Some(proof);
                Outcome::Proved
            }
            Err(why) => Outcome::Unknown(vec![Reason::Rejected { configuration: configuration.to_owned(), why }]),
        }
    }
}

/// What a proof is checked for, and within which limits.
pub(crate) struct Asked<'a> {
    pub(crate) task: &'a Task<'a>,
    pub(crate) stop: &'a Stop,
    /// Where pointers may point to, if the analyses rest on it.
    pub(crate) pointers: Option<&'a Pointers>,
}

/// Makes the certificate of a proof, and checks it as far as time allows. So many paths to a
/// violation were excluded by their judge alone.
pub(crate) fn certify(asked: &Asked<'_>, algorithm: &Algorithm, excluded: u64) -> Certified {
    let covering = algorithm.exploration().covering;
    let method = if covering { "closed reached set" } else { "all paths" };
    let argument = match covering {
        true if algorithm.reached().len() > MOST_STATES => {
            return unchecked(method, None, "the certificate would be too large");
        }
        true => Argument::ClosedSet(closed_set(asked, algorithm)),
        false => Argument::Unwinding,
    };
    let mut certificate = Certificate::from(argument);
    certificate.descriptions = algorithm.part().descriptions();
    let all_paths = certificate.states().is_empty();
    let certified = checked(asked, method, certificate, u64::MAX);
    if all_paths {
        return without_judged(certified, excluded);
    }
    let said_all = match &certified.result {
        Ok(Proof { certificate: Some(certificate), checked: Checked::No(_), .. }) => {
            certificate.states().iter().all(|facts| !facts.partial)
        }
        _ => true,
    };
    if said_all {
        return certified;
    }
    // Facts cannot say terms over unknowns. If there are finitely many paths, they can be followed;
    // if there are not, this would last until its limit, which is not to be longer than the proof
    // took.
    let most = asked.task.started.read().max(LEAST_CHECK);
    let followed = without_judged(checked(asked, "all paths", Argument::Unwinding.into(), most), excluded);
    match followed.result {
        Ok(Proof { checked: Checked::Yes, .. }) => followed,
        _ => certified,
    }
}

/// Takes back what was said of a check that followed all paths, if some of them had been excluded
/// by their judge: that executes them by the same code.
pub(crate) fn without_judged(mut certified: Certified, excluded: u64) -> Certified {
    if let Ok(Proof { checked: checked @ Checked::Yes, .. }) = &mut certified.result
        && excluded > 0
    {
        *checked = Checked::No(format!(
            "all paths were followed again, but {excluded} of them end in a violation and were excluded by the same solver"
        ));
    }
    certified
}

pub(crate) fn unchecked(method: &'static str, certificate: Option<Certificate>, why: &str) -> Certified {
    Certified {
        result: Ok(Proof { method, certificate, checked: Checked::No(why.into()), passed: None }),
        writes_more: false,
        counts: Vec::new(),
    }
}

/// Checks a certificate as far as time allows, and with so much work at most unless proofs are to
/// be checked whatever it takes.
pub(crate) fn checked(asked: &Asked<'_>, method: &'static str, mut certificate: Certificate, most: u64) -> Certified {
    let Asked { task: Task { program, request, started, .. }, stop, .. } = asked;
    if request.specification.is_some() {
        return unchecked(method, Some(certificate), "the checker knows no rules of specifications");
    }
    let share = if request.check_proofs { u64::MAX } else { request.share_for_checks(started.read()).min(most) };
    let share = request.most_checking.map_or(share, |most| share.min(most));
    let limits = CheckLimits {
        stop: stop.at_any_cost().within(share),
        externals: request.externals,
        oracle: request.oracle.clone(),
        findings: request.findings.clone(),
        ..CheckLimits::default()
    };
    let clock = Instant::now();
    let result = certificate::check(program, &certificate, &limits);
    let mut counts = Vec::new();
    if let Ok(checks) = &result {
        counts.push(("states checked".to_owned(), checks.states.to_string()));
        certificate.retain(&checks.needed);
    }
    counts.push(("time checking the proof".to_owned(), format!("{:.3} s", clock.elapsed().as_secs_f64())));
    let passed = result.as_ref().ok().map(|checks| checks.passed.clone());
    let writes_more = matches!(&result, Err(rejected) if rejected.why == certificate::Why::Writes);
    let result = judged(result).map(|checked| Proof { method, certificate: Some(certificate), checked, passed });
    Certified { result, writes_more, counts }
}

/// What a check says about a proof. The checker knows less than the analyses: what it cannot follow
/// is no fault of the proof. What it could follow and does not find excluded is one, and then
/// nothing is proved.
fn judged(result: Result<Checks, certificate::Rejected>) -> Result<Checked, String> {
    match result {
        Ok(_) => Ok(Checked::Yes),
        Err(rejected) if rejected.gave_up() => Ok(Checked::No(rejected.to_string())),
        Err(rejected) => Err(rejected.to_string()),
    }
}

/// The reached set as facts.
fn closed_set(asked: &Asked<'_>, algorithm: &Algorithm) -> ClosedSet {
    let nodes = algorithm.reached().reached().filter(|(_, node)| is_listed(algorithm, node));
    facts_of(asked, algorithm, nodes.map(|(_, node)| node.state))
}

/// Is a node listed? A target that is left was found before, and executions end there.
pub(crate) fn is_listed(algorithm: &Algorithm, node: &Node) -> bool {
    node.target.is_none() && !algorithm.part().is_on_the_way(node.state)
}

/// States as facts.
pub(crate) fn facts_of(asked: &Asked<'_>, algorithm: &Algorithm, states: impl Iterator<Item = StateId>) -> ClosedSet {
    let program = &asked.task.program;
    let start = program.body(program.entry).map_or(Location::from_u32(0), |b| b.entry);
    let mut standing = PointInvariants::new(program);
    let states = states.map(|state| {
        let mut facts = StateFacts::at(Point { location: start, calls: Vec::new() });
        algorithm.part().facts(state, &mut facts);
        if let Some(pointers) = asked.pointers {
            standing.add_pointers(pointers, &mut facts);
        }
        facts
    });
    ClosedSet { states: states.collect() }
}

/// The certificate of an induction: what is known at the points where executions are cut.
pub(crate) fn induction(asked: &Asked<'_>, depth: u32, heads: Vec<StateFacts>) -> Certificate {
    let mut standing = PointInvariants::new(&asked.task.program);
    let describe = |mut facts: StateFacts| {
        if facts.objects.is_empty() && facts.registers.is_empty() {
            standing.add_objects(&mut facts);
        }
        if let Some(pointers) = asked.pointers {
            standing.add_pointers(pointers, &mut facts);
        }
        facts
    };
    Argument::Induction(Induction { depth, heads: heads.into_iter().map(describe).collect() }).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_judges::certificate::{NotKnown, Rejected, Why};

    /// What the checker does not know leaves a proof unchecked, with the kind of fact; what it
    /// finds wrong is no proof.
    #[test]
    fn what_the_checker_does_not_know_is_not_checked() {
        let rejected = |why| {
            let point = Point { location: Location::from_u32(0), calls: Vec::new() };
            judged(Err(Rejected { contract: None, state: None, point, why }))
        };
        for (what, text) in [
            (NotKnown::AtEntry, "the checker does not know states that speak of values at the entry of a function"),
            (NotKnown::ManyObjects, "the checker does not know contracts with facts about many objects"),
        ] {
            assert_eq!(rejected(Why::NotKnown(what)), Ok(Checked::No(text.to_owned())));
        }
        assert!(rejected(Why::NotInvariant).is_err());
    }
}
