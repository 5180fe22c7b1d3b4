//! Verification with different solvers behind the query layer: the same results, and queries that
//! are not asked twice.

use crate::common::{Place, Ran, need_llvm};

/// Paths and proofs that need a solver: a branch that no path takes, a bug behind a product, a loop
/// with an array, a sum that cannot be odd.
const PROGRAMS: [(&str, &[u8], &str); 4] = [
    (
        "branches.c",
        b"extern int __VERIFIER_nondet_int(void); void reach_error(void);
        int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
          if (x > 10 && y > 10 && x < 100 && y < 100) { if (x + y < 20) reach_error(); if (x * y == 21) reach_error(); } return 0; }",
        "TRUE",
    ),
    (
        "product.c",
        b"extern unsigned __VERIFIER_nondet_uint(void); void reach_error(void);
        int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
          if (x > 1 && y > 1 && x < 1000 && y < 1000 && x * y == 391) { if (x < y) reach_error(); } return 0; }",
        "FALSE(unreach-call)",
    ),
    (
        "array.c",
        b"extern int __VERIFIER_nondet_int(void); void reach_error(void);
        int main(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
          int k = __VERIFIER_nondet_int(); if (k < 0 || k > 3) return 0;
          a[k] = 7; if (a[0] + a[1] == 3 && a[2] == 1 && a[3] == 2) reach_error(); return 0; }",
        "FALSE(unreach-call)",
    ),
    (
        "parity.c",
        b"extern unsigned __VERIFIER_nondet_uint(void); void reach_error(void);
        int main(void) { unsigned x = __VERIFIER_nondet_uint(), s = 0;
          for (int i = 0; i < 3; i++) { if (x & (1u << i)) s += 2; else s += 4; }
          if (s % 2 == 1) reach_error(); return 0; }",
        "TRUE",
    ),
];

fn count(ran: &Ran, name: &str) -> u64 {
    let row = ran.stderr.lines().find(|line| line.starts_with(name));
    row.and_then(|row| row.split_whitespace().last()?.parse().ok()).unwrap_or_else(|| panic!("{name}: {ran:#?}"))
}

#[test]
fn the_same_results_with_every_solver() {
    need_llvm();
    let files: Vec<(&str, &[u8])> = PROGRAMS.iter().map(|(name, text, _)| (*name, *text)).collect();
    let place = Place::new(&files);
    let mut solvers = vec![vec![]];
    if std::process::Command::new("z3").arg("--version").output().is_ok() {
        solvers.push(vec!["--solver", "z3 -in"]);
    }
    for solver in &solvers {
        let (mut hits, mut asked) = (0, 0);
        for (name, _, expected) in PROGRAMS {
            let mut arguments = vec!["verify", name, "--stats", "--check-proofs"];
            arguments.extend(solver);
            let ran = place.run(&arguments);
            let line = format!("Verification result: {expected}");
            assert_eq!(ran.stdout.lines().last(), Some(line.as_str()), "{solver:?}: {ran:#?}");
            let kinds =
                ["held by last model", "answered before", "refuted within", "satisfied around", "models used again"];
            hits += kinds.iter().map(|kind| count(&ran, kind)).sum::<u64>();
            asked += count(&ran, "solver asked");
        }
        assert!(hits > 0 && asked > 0, "{solver:?}: {hits} of {} slices answered from earlier ones", hits + asked);
    }
    let ran = place.run(&["verify", "product.c", "--solver", "/no/such/solver"]);
    assert!(ran.stdout.lines().last().is_some_and(|line| line.contains("UNKNOWN")), "{ran:#?}");
}

/// Where queries for interpolants have two sides, cvc5 answers them, and the results are the same.
#[test]
fn bam_42_another_solver_is_a_source_of_interpolants() {
    need_llvm();
    if std::process::Command::new("cvc5").arg("--version").output().is_err() {
        eprintln!("skipped: cvc5 is not installed");
        return;
    }
    let program = |base: &str, main: &str| {
        format!(
            "int __VERIFIER_nondet_int(void); void reach_error(void);
            int f(int x) {{ if (x <= 0) return {base}; else {{ int tmp = f(x - 1); return tmp + 1; }} }}
            int main(void) {{ {main} return 0; }}"
        )
    };
    let holds = program("x", "int a = 2; int b = f(a); if (b != 2) reach_error();");
    let fails = program("0", "int a = __VERIFIER_nondet_int(); int b = f(a); if (b == 1) reach_error();");
    let place = Place::new(&[("holds.c", holds.as_bytes()), ("fails.c", fails.as_bytes())]);
    for source in ["tree", "from-binary", "nested"] {
        for (name, expected) in [("holds.c", "TRUE"), ("fails.c", "FALSE(unreach-call)")] {
            for solver in [&[][..], &["--solver", "cvc5"]] {
                let option = format!("interpolants={source}");
                let arguments = ["verify", name, "--config", "predicate-blocks", "--set", &option, "--stats"];
                let ran = place.run(&[&arguments, solver].concat());
                assert!(ran.stdout.ends_with(&format!("result: {expected}\n")), "{source}: {ran:#?}");
                let by_others = count(&ran, "interpolants of another solver") > 0;
                assert_eq!(by_others, source != "tree" && !solver.is_empty(), "{source}: {ran:#?}");
            }
        }
    }
}
