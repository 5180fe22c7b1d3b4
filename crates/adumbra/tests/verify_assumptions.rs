//! What a verdict rests on: assumptions with their lines, and results of functions that have no
//! body.

use crate::common::{Place, Ran, need_llvm};
use serde_json::Value;

/// It fails if the sensor returns 3; the logger and its result have nothing to do with it.
const SENSOR: &[u8] = b"extern int sensor(void), logged(int); extern void reach_error(void);
int main(void) {
  int before = logged(1);
  int n = sensor();
  if (before)
    before = 0;
  if (n == 3)
    reach_error();
  return before;
}
";

const HOLDS: &[u8] = b"#include <stdlib.h>
extern int sensor(void); extern void reach_error(void);
int main(void) {
  int n = sensor();
  int *p = malloc(4);
  *p = 100 / n;
  if (*p > 100)
    reach_error();
  free(p);
  return 0;
}
";

/// Nothing from outside decides.
const ALWAYS: &[u8] = b"extern int sensor(void); extern void reach_error(void);
int main(void) {
  int n = sensor();
  if (n >= 0 || n < 0)
    reach_error();
}
";

fn place() -> Place {
    need_llvm();
    Place::new(&[("sensor.c", SENSOR), ("holds.c", HOLDS), ("always.c", ALWAYS)])
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {ran:#?}"))
}

#[test]
fn a_proof_says_which_lines_its_assumptions_are_about() {
    let place = place();
    let ran = place.run(&["verify", "holds.c"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    for part in [
        "assuming: functions without a definition return any value and write nothing: sensor (holds.c:4)\n",
        "assuming: executions end at a division by zero (holds.c:6), which the property does not ask about\n",
        "assuming: allocations succeed (holds.c:5)\n",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {ran:#?}");
    }
    let json = json(&place.run(&["verify", "holds.c", "--json"]));
    let places: Vec<(&str, u64)> = json["assumptions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|assumed| {
            assert_eq!(assumed["places"][0]["file"], "holds.c", "{assumed}");
            (assumed["name"].as_str().unwrap(), assumed["places"][0]["line"].as_u64().unwrap())
        })
        .collect();
    for expected in [("externals-are-pure", 4), ("ends-at", 6), ("allocations-succeed", 5)] {
        assert!(places.contains(&expected), "{expected:?}: {json}");
    }
    // Nobody assumes that they succeed where they may fail.
    let ran = place.run(&["verify", "holds.c", "--malloc-may-fail"]);
    assert!(!ran.stdout.contains("allocations succeed"), "{ran:#?}");
}

#[test]
fn a_violation_that_rests_on_a_function_without_a_body_names_it_first() {
    let place = place();
    for config in ["default", "value", "random", "predicate"] {
        let ran = place.run(&["verify", "sensor.c", "--config", config]);
        if ran.code == Some(5) {
            assert_eq!(config, "random", "{ran:#?}");
            continue;
        }
        let first = "sensor returned 3 at sensor.c:4: it has no body\nsensor.c:8:5: violation: error-call";
        assert!(ran.code == Some(10) && ran.stdout.starts_with(first), "{config}: {ran:#?}");
        let assumed = "assuming: functions without a definition return any value and write nothing: logged (sensor.c:3), sensor (sensor.c:4)\n";
        assert!(ran.stdout.contains(assumed), "{config}: {ran:#?}");
    }
    let json = json(&place.run(&["verify", "sensor.c", "--json"]));
    let rests = json["rests-on"].as_array().unwrap();
    assert_eq!(rests.len(), 1, "{json}");
    assert_eq!((&rests[0]["function"], &rests[0]["returned"]), (&"sensor".into(), &"3".into()));
    assert_eq!((&rests[0]["position"]["file"], &rests[0]["position"]["line"]), (&"sensor.c".into(), &4.into()));
    assert_eq!(json["assumptions"][0]["name"], "externals-are-pure");
    let ran = place.run(&["verify", "always.c"]);
    assert!(ran.stdout.starts_with("always.c:5:5: violation"), "whatever it returns: {ran:#?}");
    assert!(ran.stdout.contains("assuming: functions without a definition"), "{ran:#?}");
}
