//! A proof that its check rejects is no proof, whoever made it.

use super::*;
use crate::configuration::find;
use adumbra_program::{Move, Op, text};
use std::sync::Mutex;

/// An analysis that is wrong: it takes every branch for impossible whose condition must be false.
struct Blind {
    program: Arc<Program>,
}

impl Analysis for Blind {
    type State = ();
    type Precision = ();

    fn name(&self) -> &'static str {
        "blind"
    }

    fn initial(&mut self) -> ((), ()) {
        ((), ())
    }

    fn transfer(&mut self, _: &mut (), _: &(), step: Move, _: &Siblings<'_>) -> Flow<()> {
        match self.program.edges[step.edge()].op {
            Op::Assume { truth: false, .. } => Flow::Dead,
            _ => Flow::On,
        }
    }

    fn show(&self, _: &()) -> String {
        String::new()
    }
}

/// Nobody can replay here.
#[derive(Default)]
struct Watching {
    begun: Mutex<Vec<String>>,
}

impl Host for Watching {
    fn replay(&self, _: &Script, _: &Stop) -> Result<Counterexample, String> {
        Err("nobody can".into())
    }

    fn begins(&self, configuration: &str) {
        self.begun.lock().unwrap().push(configuration.to_owned());
    }
}

/// Fails where 5 is above the bound.
fn program(bound: u32) -> Arc<Program> {
    let text = format!(
        "program 1\nlayout LP64 64 \"x86_64-pc-linux-gnu\"\nproperty unreach-call errors \"reach_error\"\nentry @main
function @main() -> i32 {{
  entry l0 exit l1
  reg %0: i32
  l0 -> l2: %0 = 5
  l2 -> l3: [%0 <=u {bound}]
  l2 -> l4: [!(%0 <=u {bound})]
  l3 -> l1: return 0:i32
  l4 -> l5: violation error-call
  l5 stop
}}
"
    );
    Arc::new(text::parse(&text).unwrap_or_else(|e| panic!("{e}")))
}

fn request() -> Request {
    Request::new(find("value").unwrap())
}

fn options(request: &Request) -> AnalysisOptions {
    match &request.configuration.plan {
        Plan::Single(single) => single.options.clone(),
        Plan::Portfolio(_) => unreachable!("`value` is no portfolio"),
    }
}

/// The wrong analysis at work.
fn blind(program: &Arc<Program>) -> Exploring {
    let request = request();
    let parts: Vec<Box<dyn Part>> = vec![
        Box::new(Component::new(LocationAnalysis::new(program, Externals::Pure.into()))),
        Box::new(Component::new(Blind { program: Arc::clone(program) })),
    ];
    let options = options(&request);
    Exploring::new(program, "blind".into(), parts, &options, request, Meter::start())
}

fn judge<'a>(program: &Arc<Program>, host: &'a Watching) -> PathJudge<'a> {
    PathJudge::new(program, host, Externals::Pure)
}

#[test]
fn a_wrong_proof_is_not_believed() {
    let host = Watching::default();
    let wrong = program(3);
    let mut run = blind(&wrong);
    let Outcome::Unknown(reasons) = run.run(&mut judge(&wrong, &host), &Stop::never()) else {
        panic!("a wrong proof was believed")
    };
    let [reason @ Reason::Rejected { configuration, why }] = &reasons[..] else { panic!("{reasons:?}") };
    assert_eq!((configuration.as_str(), reason.name()), ("blind", "proof rejected"));
    assert!(why.contains("error-call is not excluded"), "the obligation that fails is named: {why}");
    assert!(run.finish().proof.is_none());
    // What happens to be right passes.
    let right = program(u32::MAX);
    let mut run = blind(&right);
    let outcome = run.run(&mut judge(&right, &host), &Stop::never());
    assert!(matches!(outcome, Outcome::Proved), "{outcome:?}");
    assert_eq!(run.finish().proof.unwrap().checked, Checked::Yes);
}

/// A portfolio goes on with the next configuration, and keeps the reason.
#[test]
fn a_portfolio_goes_on_after_a_wrong_proof() {
    let host = Watching::default();
    let wrong = program(3);
    let entries = || -> Vec<Entry<'_, Run<'_>>> {
        let named = |name: &str, make: Box<dyn FnOnce() -> Run<'static> + Send>| Entry {
            name: name.to_owned(),
            share: 1.0,
            from: 0,
            make,
        };
        let (one, other) = (Arc::clone(&wrong), Arc::clone(&wrong));
        let right = move || {
            let request = request();
            let Plan::Single(single) = request.configuration.plan.clone() else { unreachable!("no portfolio") };
            let pointers = Pointers::new(&other, request.externals);
            let parts = Exploring::parts(&other, &pointers, &single, &request);
            let run = Exploring::new(&other, "value".into(), parts, &single.options, request, Meter::start());
            Run::Analyses(Box::new(run))
        };
        vec![named("blind", Box::new(move || Run::Analyses(Box::new(blind(&one))))), named("value", Box::new(right))]
    };
    let answered = in_sequence(entries(), &mut judge(&wrong, &host), &Stop::never(), None);
    assert_eq!(*host.begun.lock().unwrap(), ["blind", "value"]);
    let Outcome::Unknown(reasons) = answered.outcome else { panic!("{:?}", answered.outcome) };
    assert!(matches!(reasons[0], Reason::Rejected { .. }), "{reasons:?}");
    assert!(matches!(reasons[1], Reason::Undecided { .. }), "nobody could replay: {reasons:?}");
    assert_eq!(Answer::Unknown(reasons).to_string(), "UNKNOWN(proof rejected)");
}
