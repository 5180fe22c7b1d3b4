//! Proofs by contracts on the command line.

use crate::common::{Place, need_llvm};

/// A counter that grows by one in each call.
const TICKS: &str = "unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);
unsigned int ticks;
void tick(unsigned int n)
{
  if (n == 0)
    return;
  ticks++;
  tick(n - 1);
}
int main(void)
{
  unsigned int n = __VERIFIER_nondet_uint();
  tick(n);
  if (ticks != n)
    reach_error();
}
";

fn place() -> Place {
    need_llvm();
    let broken = TICKS.replace("ticks != n", "ticks == 9");
    Place::new(&[("ticks.c", TICKS.as_bytes()), ("broken.c", broken.as_bytes())])
}

#[test]
fn the_contracts_of_a_proof_are_printed() {
    let place = place();
    let shown = place.run(&["verify", "ticks.c", "--config", "contracts", "--contracts"]).stdout;
    for line in ["proof checked", "ticks.c:4: contract of tick:", "    assigns ticks;", "\\old(ticks)"] {
        assert!(shown.contains(line), "{line}:\n{shown}");
    }
    assert!(shown.ends_with("Verification result: TRUE\n"), "{shown}");
    let counted = place.run(&["verify", "ticks.c", "--config", "contracts"]).stdout;
    assert!(counted.contains("it rests on the contract of a function"), "{counted}");
    assert!(!counted.contains("assigns"), "{counted}");
}

#[test]
fn contracts_are_counted_or_listed_for_machines() {
    let place = place();
    let contracts = |arguments: &[&str]| {
        let all = [&["verify", "ticks.c", "--config", "contracts", "--json"], arguments].concat();
        let answer: serde_json::Value = serde_json::from_str(&place.run(&all).stdout).unwrap();
        answer["proof"]["contracts"].clone()
    };
    assert_eq!(contracts(&[]), 1);
    let listed = contracts(&["--contracts"]);
    assert_eq!((&listed[0]["function"], &listed[0]["assigns"][0]), (&"tick".into(), &"ticks".into()));
    assert!(listed[0]["ensures"].as_array().is_some_and(|clauses| !clauses.is_empty()), "{listed}");
}

#[test]
fn what_does_not_hold_is_not_proved_by_contracts() {
    let place = place();
    let answer = place.run(&["verify", "broken.c", "--config", "contracts"]).stdout;
    assert!(answer.ends_with("Verification result: UNKNOWN(incomplete)\n"), "{answer}");
}
