//! Symbolic execution on small programs: what it proves, what it finds, and how far it goes.

use adumbra_analyses::callstack::CallStackAnalysis;
use adumbra_analyses::location::{ExternalCalls, LocationAnalysis};
use adumbra_engine::*;
use adumbra_interpreter::{Options, Script};
use adumbra_judges::{Answer, Counterexample};
use adumbra_laws::sources::load_c;
use adumbra_program::*;
use adumbra_stop::{MILLISECOND, SECOND, Stop};
use adumbra_strategies::{Host, Request, Verified, configuration, verify};
use adumbra_value_analysis::*;
use adumbra_verdict::Checked;
use std::sync::Arc;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);
    extern float __VERIFIER_nondet_float(void); extern void *malloc(unsigned long); extern void reach_error(void);\n";

/// Replays on the program as it was loaded.
struct Replays(Arc<Program>);

impl Host for Replays {
    fn replay(&self, script: &Script, stop: &Stop) -> Result<Counterexample, String> {
        let options = Options { stop: stop.clone(), ..Options::new(self.0.property.clone()) };
        adumbra_judges::replay(&self.0, script, &options).map_err(|e| e.to_string())
    }
}

fn run(text: &str, property: &str, configuration: &str) -> Verified {
    let text = format!("{HEAD}{text}");
    let program = load_c(&text, property, true);
    let mut request = Request::new(configuration::find(configuration).unwrap());
    request.stop = Stop::never().within(60 * SECOND);
    verify(&program, &request, &Replays(load_c(&text, property, false)))
}

/// Both ways to execute symbolically prove a body, and find the violation once its assertion is
/// turned into a wrong one.
#[track_caller]
fn check(body: &str, right: &str, wrong: &str) {
    check_with(&["symbolic", "symbolic-refined"], body, right, wrong);
}

#[track_caller]
fn check_with(configurations: &[&str], body: &str, right: &str, wrong: &str) {
    for configuration in configurations {
        let answer = |condition: &str| {
            let text = format!("{} int main(void) {{ return f(); }}", body.replace("CONDITION", condition));
            run(&text, "unreach-call", configuration).verdict.answer
        };
        let proved = answer(right);
        assert!(matches!(proved, Answer::True(_)), "{configuration} {right}: {proved:?}");
        let refuted = answer(wrong);
        assert!(matches!(refuted, Answer::False(_)), "{configuration} {wrong}: {refuted:?}");
    }
}

/// What two variables have to do with each other outlives any number of rounds, whatever they start
/// from: after a round the state is the one before it, with the unknown shifted.
#[test]
fn counters_from_an_input() {
    let round = "if (__VERIFIER_nondet_int()) { x += 3; y += 3; } else { x--; y--; }";
    let body = format!(
        "int f(void) {{ unsigned x = __VERIFIER_nondet_int(), y = x + 5;
             while (__VERIFIER_nondet_int()) {{ {round} }} if (CONDITION) reach_error(); return 0; }}"
    );
    check(&body, "y - x != 5", "y - x != 5 || x == 70");
    // By steps that are inputs, too, downwards and with the other sign.
    check(
        "int f(void) { unsigned x = __VERIFIER_nondet_int(), step = __VERIFIER_nondet_int(), y = 7 - x;
             while (__VERIFIER_nondet_int()) { x -= step; y += step; } if (CONDITION) reach_error(); return 0; }",
        "x + y != 7",
        "x + y != 7 || y == 12",
    );
    // In memory, in a caller's variables, and as a multiple.
    check(
        "unsigned a[4]; unsigned g; static void step(unsigned *p) { (*p)++; a[2] += 2; g += 4; }
         int f(void) { unsigned x = __VERIFIER_nondet_int(); a[2] = 2 * x; g = 4 * x + 1;
             while (__VERIFIER_nondet_int()) step(&x); if (CONDITION) reach_error(); return 0; }",
        "a[2] != 2 * x || g != 4 * x + 1",
        "a[2] != 2 * x + 2",
    );
    // The start is bounded, and so is the number of rounds: what was demanded of the start still
    // is.
    check(
        "int f(void) { unsigned x = __VERIFIER_nondet_int(); unsigned y = x; if (x > 4) return 0;
             for (int i = 0; i < 3; i++) { x++; y++; } if (CONDITION) reach_error(); return 0; }",
        "x != y || x < 3 || x > 7",
        "x == 7",
    );
}

/// What terms say of a state is said in the certificate without unknowns, and its checker finds it
/// inductive.
#[test]
fn proofs_by_relations_are_checked() {
    let relations = [
        "unsigned x = __VERIFIER_nondet_int(), y = x + 5;
         while (__VERIFIER_nondet_int()) { x += 3; y += 3; } if (y - x != 5) reach_error();",
        "unsigned x = __VERIFIER_nondet_int(); g = 2 * x; unsigned char c = x;
         while (__VERIFIER_nondet_int()) { x++; g += 2; c++; } if (g != 2 * x || c != (unsigned char)x) reach_error();",
        "int x = __VERIFIER_nondet_int(), y = x; if (x < 3) return 0;
         while (__VERIFIER_nondet_int()) y = x; if (y < 3) reach_error();",
    ];
    for body in relations {
        let text = format!("{HEAD}unsigned g; int main(void) {{ {body} return 0; }}");
        let program = load_c(&text, "unreach-call", true);
        let mut request = Request::new(configuration::find("symbolic").unwrap());
        request.check_proofs = true;
        let Answer::True(proof) = verify(&program, &request, &Replays(Arc::clone(&program))).verdict.answer else {
            panic!("not proved: {body}")
        };
        assert_eq!((proof.method, proof.checked), ("closed reached set", Checked::Yes), "{body}");
    }
}

#[test]
fn arithmetic() {
    let body = "int f(void) { int x = __VERIFIER_nondet_int(); if (x > 10 && x < 20) { int y = x * 3; if (CONDITION) reach_error(); } return 0; }";
    check(body, "y < 33 || y > 57", "y < 34 || y > 57");
    let body = "int f(void) { unsigned char c = __VERIFIER_nondet_uchar(); int z = c + 1; if (CONDITION) reach_error(); return 0; }";
    check(body, "z > 256 || z < 1", "z > 255");
}

#[test]
fn floats() {
    let body = "int f(void) { float x = __VERIFIER_nondet_float(); if (x > 1.0f && x < 2.0f) { float y = x + x; if (CONDITION) reach_error(); } return 0; }";
    check(body, "y <= 2.0f || y >= 4.0f", "y > 3.5f");
    // A NaN is not equal to itself.
    let body = "int f(void) { float x = __VERIFIER_nondet_float(); float y = x - x; if (x == x && CONDITION) reach_error(); return 0; }";
    check(body, "x < 1e30f && x > -1e30f && y != 0.0f", "y != y");
}

#[test]
fn offsets_that_are_terms() {
    let body = "int a[10]; int f(void) { int i = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
        if (i < 0 || i >= 10) return 0; a[i] = x; a[2] = a[i] + 1; if (CONDITION) reach_error(); return 0; }";
    check(body, "i != 2 && a[2] != x + 1", "a[3] == x && x != 0");
    // Pointers that are chosen by an input: a state for each, which refinement does not follow.
    let body = "int p, q, r; int *t[3] = {&p, &q, &r}; int f(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 2) return 0;
        *t[i] = 5; if (CONDITION) reach_error(); return 0; }";
    check_with(&["symbolic"], body, "p + q + r != 5", "q == 5");
}

#[test]
fn bytes_of_terms() {
    let body =
        "union { int i; unsigned char b[4]; } u; int f(void) { int x = __VERIFIER_nondet_int(); u.i = x; u.b[1] = 7;
        if (CONDITION) reach_error(); return 0; }";
    check(body, "(u.i & 0xff) != (x & 0xff) || u.b[1] != 7 || (u.i >> 16) != (x >> 16)", "u.i != x");
    // What was never written has some value, and keeps it.
    let body = "int f(void) { int *p = malloc(8); int x = p[0], y = p[0]; if (CONDITION) reach_error(); return 0; }";
    check(body, "x != y", "x != p[1]");
}

#[test]
fn out_of_bounds_by_a_term() {
    let text = |most: u32| {
        format!(
            "int a[10]; int main(void) {{ unsigned char i = __VERIFIER_nondet_uchar(); if (i < {most}) a[i] = 1; return 0; }}"
        )
    };
    let answer = |most| run(&text(most), "memsafety", "symbolic").verdict.answer;
    assert!(matches!(answer(10), Answer::True(_)));
    assert!(matches!(answer(11), Answer::False(_)));
}

#[test]
fn loops_over_inputs_end_when_nothing_new_is_known() {
    // The inputs are forgotten in each round, so the states are few.
    let text = "int main(void) { int last = 0; while (__VERIFIER_nondet_int()) { int x = __VERIFIER_nondet_int(); if (x > 0) last = x; }
        if (last < 0) reach_error(); return 0; }";
    let verified = run(text, "unreach-call", "symbolic");
    assert!(matches!(verified.verdict.answer, Answer::True(_)), "{:?}", verified.verdict.answer);
}

fn explore(program: &Arc<Program>, work: u64) -> (Algorithm, Ended) {
    let analysis = ValueAnalysis::new(program, ValueOptions::default()).symbolic(&SymbolicOptions::default());
    let parts: Vec<Box<dyn Part>> = vec![
        Box::new(Component::new(LocationAnalysis::new(program, ExternalCalls::Followed))),
        Box::new(Component::new(CallStackAnalysis::new(program, 1000))),
        Box::new(Component::new(analysis)),
    ];
    let exploration = Exploration { granularity: Granularity::Edge, ..Exploration::default() };
    let mut algorithm = Algorithm::new(Box::new(Composite::new(parts)), exploration);
    let ended = algorithm.run(&Stop::never().within(work * MILLISECOND));
    (algorithm, ended)
}

/// A branch over an input: two states behind it, one with the condition and one with its negation.
#[test]
fn a_branch_over_an_input_forks() {
    let text = "int main(void) { int z = __VERIFIER_nondet_int(); if (z > 0) z = z - 1; return z; }";
    let program = load_c(&format!("{HEAD}{text}"), "unreach-call", true);
    let (algorithm, ended) = explore(&program, 100);
    assert_eq!(ended, Ended::Fixpoint);
    let shown: Vec<String> = algorithm.reached().reached().map(|(_, n)| algorithm.part().show(n.state)).collect();
    let with = |needle: &str| shown.iter().filter(|s| s.contains(needle)).count();
    // The input is an unknown; on one side it is decremented.
    assert!(with("z = |e") > 0, "{shown:#?}");
    assert!(with("(bvslt #x00000000 |e") > 0, "{shown:#?}");
    assert!(with("(not (bvslt #x00000000 |e") > 0 || with("(bvsle |e") > 0 || with("(bvslt |e") > 0, "{shown:#?}");
    assert!(with("(bvadd |e") > 0, "{shown:#?}");
}

/// A count from an input has shifted states, of which the first covers the others; one from a
/// number goes on for ever.
#[test]
fn an_unbounded_count_from_a_number_is_followed_for_ever() {
    let explore = |text: &str| {
        let text = format!("{HEAD}int main(void) {{ int x = __VERIFIER_nondet_int(); {text} }}");
        let program = load_c(&text, "unreach-call", true);
        let (algorithm, ended) = explore(&program, 50);
        (algorithm.reached().len(), ended)
    };
    let (states, ended) = explore("while (x > 0) x = x - 1; return x;");
    assert!(states < 10 && ended == Ended::Fixpoint, "{states} {ended:?}");
    let (states, ended) = explore("int y = 0; while (x > 0) { x = x - 1; y = y + 1; } return y;");
    assert!(states > 50 && matches!(ended, Ended::Limit(_)), "{states} {ended:?}");
}
