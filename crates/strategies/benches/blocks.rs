//! What blocks cost: calls that look alike, calls that do not, and recursion by its depth. The
//! ratios are printed; the last is the time of a refutation.

use adumbra_interpreter::{Options, Script};
use adumbra_judges::{Answer, Counterexample};
use adumbra_laws::sources::load_c;
use adumbra_program::Program;
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::{Host, Request, configuration, verify};
use std::sync::Arc;
use std::time::{Duration, Instant};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n";

struct Replays(Arc<Program>);

impl Host for Replays {
    fn replay(&self, script: &Script, stop: &Stop) -> Result<Counterexample, String> {
        let options = Options { stop: stop.clone(), ..Options::new(self.0.property.clone()) };
        adumbra_judges::replay(&self.0, script, &options).map_err(|e| e.to_string())
    }
}

/// The least time of a few runs, the check of the proof left out, and whether the program holds.
fn run(text: &str, options: &[(&str, &str)]) -> (Duration, Option<bool>) {
    let text = format!("{HEAD}{text}");
    let program = load_c(&text, "unreach-call", true);
    let host = Replays(load_c(&text, "unreach-call", false));
    let mut best = (Duration::MAX, None);
    for _ in 0..3 {
        let mut configuration = configuration::find("value-blocks").unwrap();
        for (option, value) in [("refinement", "none"), ("entries-apart", "1000000000")].iter().chain(options) {
            configuration.set(option, value).unwrap();
        }
        let mut request = Request::new(configuration);
        request.stop = Stop::never().within(100 * SECOND);
        let clock = Instant::now();
        let answer = verify(&program, &request, &host).verdict.answer;
        let holds = match answer {
            Answer::True(_) => Some(true),
            Answer::False(_) => Some(false),
            Answer::Unknown(_) => None,
        };
        best = best.min((clock.elapsed(), holds));
    }
    best
}

/// A function that takes long, called in so many rounds with what `ARGUMENT` says.
fn rounds(calls: u32, argument: &str) -> String {
    format!(
        "int work(int n) {{ unsigned h = n; for (int i = 0; i < 20000; i++) h = h * 31 + i; return h & 1; }}
         int main(void) {{ int r = 0; for (int i = 0; i < {calls}; i++) r = work({argument}); if (r > 1) reach_error(); }}"
    )
}

fn main() {
    let (none, first, many) = (run(&rounds(0, "3"), &[]), run(&rounds(1, "3"), &[]), run(&rounds(1000, "3"), &[]));
    let one = first.0.saturating_sub(none.0).as_secs_f64();
    let later = many.0.saturating_sub(first.0).as_secs_f64() / 999.0;
    println!("a call that looks like the first one, to that: {:.4} ({:?})", later / one, many.1);
    let (blocks, plain) = (run(&rounds(100, "i"), &[]), run(&rounds(100, "i"), &[("memoize", "off")]));
    let ratio = blocks.0.as_secs_f64() / plain.0.as_secs_f64();
    println!("calls that all look different, to no blocks: {ratio:.3} ({:?} {:?})", blocks.1, plain.1);
    let mut least = f64::MAX;
    for depth in [1_000, 10_000, 100_000] {
        let text = format!(
            "int down(int n) {{ if (n <= 0) return 0; return down(n - 1) + 1; }}
             int main(void) {{ if (down({depth}) != {depth}) reach_error(); }}"
        );
        let (time, holds) = run(&text, &[]);
        let level = time.as_secs_f64() / f64::from(depth);
        least = least.min(level);
        println!("depth {depth}: {:.1} µs a level, {:.2} times the least ({holds:?})", level * 1e6, level / least);
    }
    let text = "unsigned count(unsigned n) { if (n == 0) return 0; return count(n - 1) + 1; }
        int main(void) { if (count(__VERIFIER_nondet_int()) == 1000) reach_error(); }";
    let (time, holds) = run(text, &[("refinement", "lazy")]);
    println!("a thousand results of a recursion: {:.2} s ({holds:?})", time.as_secs_f64());
}
