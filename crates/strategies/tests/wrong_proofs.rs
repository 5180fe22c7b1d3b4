//! A proof that its check rejects is no proof, whoever made it.

use adumbra_analyses::location;
use adumbra_analyses::registry::{Beside, Can, PartEntry};
use adumbra_engine::{Analysis, Flow, Siblings};
use adumbra_interpreter::Script;
use adumbra_judges::{Answer, Counterexample};
use adumbra_program::{Move, Op, Program, text};
use adumbra_stop::Stop;
use adumbra_strategies::configuration::{Configuration, Plan, Registry, Turn, find, read_with};
use adumbra_strategies::registry::REGISTRY;
use adumbra_strategies::{Host, Request, verify};
use adumbra_verdict::{Checked, Reason};
use std::sync::{Arc, Mutex};

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

/// The wrong analysis in configurations.
const BLIND: PartEntry = PartEntry {
    name: "blind",
    can: Can::NONE,
    beside: Beside::Calls,
    options: &[],
    make: |setting| setting.operated(Blind { program: Arc::clone(setting.program) }),
};

/// A configuration with the wrong analysis.
fn blind() -> Configuration {
    let registry = Registry { parts: &[&location::PART, &BLIND], ..REGISTRY };
    read_with(&registry, "blind", "parts = location blind").unwrap()
}

#[test]
fn a_wrong_proof_is_not_believed() {
    let host = Watching::default();
    let Answer::Unknown(reasons) = verify(&program(3), &Request::new(blind()), &host).verdict.answer else {
        panic!("a wrong proof was believed")
    };
    let [reason @ Reason::Rejected { configuration, why }] = &reasons[..] else { panic!("{reasons:?}") };
    assert_eq!((configuration.as_str(), reason.name()), ("blind", "proof rejected"));
    assert!(why.contains("error-call is not excluded"), "the obligation that fails is named: {why}");
    // What happens to be right passes.
    let answer = verify(&program(u32::MAX), &Request::new(blind()), &host).verdict.answer;
    let Answer::True(proof) = answer else { panic!("{answer:?}") };
    assert_eq!(proof.checked, Checked::Yes);
}

/// A portfolio goes on with the next configuration, and keeps the reason.
#[test]
fn a_portfolio_goes_on_after_a_wrong_proof() {
    let host = Watching::default();
    let turn = |configuration: Configuration| Turn { configuration, share: 1.0, from: 0, needs: Vec::new() };
    let plan = Plan::Portfolio(vec![turn(blind()), turn(find("value").unwrap())]);
    let portfolio = Configuration { name: "both".into(), description: String::new(), plan };
    let answer = verify(&program(3), &Request::new(portfolio), &host).verdict.answer;
    assert_eq!(*host.begun.lock().unwrap(), ["blind", "value"]);
    assert_eq!(answer.to_string(), "UNKNOWN(proof rejected)");
    let Answer::Unknown(reasons) = answer else { panic!("{answer:?}") };
    assert!(matches!(reasons[0], Reason::Rejected { .. }), "{reasons:?}");
    assert!(matches!(reasons[1], Reason::Undecided { .. }), "nobody could replay: {reasons:?}");
}
