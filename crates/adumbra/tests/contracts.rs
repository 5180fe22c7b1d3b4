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

/// What is to be annotated: recursion and a loop in functions, a pointer, names that are taken.
const MIXED: &str = "unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);
unsigned int ticks;
static unsigned int integer;
void tick(unsigned int n)
{
  if (n == 0)
    return;
  ticks++;
  integer++;
  tick(n - 1);
}
static unsigned char same(unsigned char n) { if (n == 0) return 0; return same(n - 1) + 1; }
void put(int *p, int n) { if (n <= 0) return; *p = *p + 1; put(p, n - 1); }
int twice(int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += 2;
  return s;
}
int main(void)
{
  unsigned int n = __VERIFIER_nondet_uint();
  int x = 0;
  tick(n);
  put(&x, n & 15);
  if (ticks != n || same(n) != (unsigned char)n || twice(n & 31) % 2)
    reach_error();
}
";

/// The clauses of annotations, with the keyword of each; what stands between `/*@` and `*/` must be
/// such clauses and nothing else.
fn clauses(text: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    for block in text.split("/*@").skip(1) {
        let block = block.split("*/").next().unwrap();
        for clause in block.split(';').map(str::trim).filter(|clause| !clause.is_empty()) {
            let keyword =
                ["requires", "assigns", "ensures", "loop invariant"].into_iter().find(|k| clause.starts_with(k));
            let keyword = keyword.unwrap_or_else(|| panic!("no clause: {clause}"));
            found.push((keyword, clause[keyword.len()..].trim().to_owned()));
        }
        assert!(block.trim_end().ends_with(';'), "{block}");
    }
    found
}

/// A clause is an expression of C once `\old`, `\at` and `\result` are taken out.
fn is_expression(clause: &str) -> bool {
    let plain = clause.replace("\\old", "").replace("\\at", "").replace(", Pre)", ")").replace("\\nothing", "0");
    let plain = plain.replace("\\result", "0").replace("[..]", "");
    adumbra_witness::expression::harmless(&plain, false).is_ok()
}

#[test]
fn the_source_is_annotated() {
    need_llvm();
    let place = Place::new(&[("mixed.c", MIXED.as_bytes())]);
    let ran = place.run(&["verify", "mixed.c", "--config", "contracts", "--annotate", "out.c"]);
    assert!(ran.stdout.ends_with("Verification result: TRUE\n"), "{ran:#?}");
    let text = std::fs::read_to_string(place.path("out.c")).unwrap();
    for part in [
        "static unsigned int integer;\n/* ",
        "(unsigned int)((unsigned int)\\old(ticks) + (unsigned int)\\old(n))",
        "ensures \\result == \\old(n);",
        "assigns *p;",
        "ensures *p == (int)((unsigned int)\\old(*p) + (unsigned int)\\old(n))",
        "clauses of this contract have no words in C. */",
        "  /*@ loop invariant ",
        "\\at(n, Pre)",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    let clauses = clauses(&text);
    assert!(clauses.len() >= 8, "{clauses:#?}");
    for (keyword, clause) in &clauses {
        let parts: Vec<&str> = if *keyword == "assigns" { clause.split(", ").collect() } else { vec![clause] };
        assert!(parts.iter().all(|part| is_expression(part)), "{keyword} {clause}");
        assert!(!clause.contains("integer"), "the name of a type of ACSL: {clause}");
    }
    // It is the same program.
    let again = place.run(&["verify", "out.c", "--config", "contracts"]);
    assert!(again.stdout.ends_with("Verification result: TRUE\n"), "{again:#?}");
}

#[test]
fn frama_c_reads_what_is_annotated() {
    need_llvm();
    let place = Place::new(&[("mixed.c", MIXED.as_bytes()), ("ticks.c", TICKS.as_bytes())]);
    for file in ["mixed.c", "ticks.c"] {
        place.run(&["verify", file, "--config", "contracts", "--annotate", "out.c"]);
        let Ok(read) = std::process::Command::new("frama-c").arg("-print").arg(place.path("out.c")).output() else {
            eprintln!("skipped: frama-c is not installed");
            return;
        };
        let said = String::from_utf8_lossy(&read.stdout);
        assert!(read.status.success() && said.contains("ensures"), "{said}");
    }
}

#[test]
fn annotations_go_where_they_are_told_and_over_no_input() {
    let place = place();
    let head = "int twice(int n) { return n <= 0 ? 0 : twice(n - 1) + 2; }\n";
    let tail = "int twice(int n);\nvoid reach_error(void);\nint main(void) { if (twice(9) % 2) reach_error(); }\n";
    std::fs::write(place.path("head.c"), head).unwrap();
    std::fs::write(place.path("tail.c"), tail).unwrap();
    std::fs::create_dir(place.path("sub")).unwrap();
    std::fs::write(place.path("sub/head.c"), tail).unwrap();
    std::fs::hard_link(place.path("ticks.c"), place.path("link.c")).unwrap();
    let verify = |arguments: &[&str]| place.run(&[&["verify", "--config", "contracts"], arguments].concat());
    for (arguments, part) in [
        (&["ticks.c", "--annotate", "ticks.c"][..], "is the input ticks.c"),
        (&["ticks.c", "--annotate", "./sub/../ticks.c"], "is the input ticks.c"),
        (&["ticks.c", "--annotate", "link.c"], "is the input ticks.c"),
        (&["ticks.c", "--annotate", "sub"], "cannot be written"),
        (&["head.c", "tail.c", "--annotate", "."], "is the input head.c"),
        (&["head.c", "tail.c", "--annotate", "ticks.c"], "cannot be written"),
        (&["head.c", "sub/head.c", "--annotate", "out"], "two inputs would be written to out/head.c"),
        (&["ticks.c", "-p", "unreach-call,no-overflow", "--annotate", "out.c"], "is about one property"),
    ] {
        verify(arguments).fails(1, &[part]);
    }
    assert_eq!(std::fs::read_to_string(place.path("ticks.c")).unwrap(), TICKS);
    let ran = verify(&["head.c", "tail.c", "--annotate", "out"]);
    assert!(ran.stdout.ends_with("TRUE\n"), "{ran:#?}");
    let written = |name: &str| std::fs::read_to_string(place.path("out").join(name)).unwrap();
    assert!(written("head.c").contains("/*@ "), "{}", written("head.c"));
    assert_eq!(written("tail.c"), tail);
    let ran = verify(&["broken.c", "--annotate", "none.c"]);
    assert!(ran.stderr.contains("none.c is not written: there is no proof"), "{ran:#?}");
    assert!(!place.path("none.c").exists());
}
