//! Summaries between runs: what is kept saves work, and never changes a verdict.

use crate::common::{Place, Ran, need_llvm};
use adumbra_frontend::{LoadOptions, load};
use adumbra_interpreter::Script;
use adumbra_judges::{Answer, Counterexample};
use adumbra_program::{Program, Property};
use adumbra_stop::{SECOND, Stop};
use adumbra_strategies::{Host, Request, Summaries, configuration, verify};
use adumbra_testing::Random;
use adumbra_witness::format::metadata::sha256;
use std::sync::Arc;

/// Functions that call themselves and each other, one with a loop, and a pointer.
const PROGRAM: &str = "unsigned int __VERIFIER_nondet_uint(void);
void reach_error(void);
unsigned int ticks;
void tick(unsigned int n) { if (n == 0) return; ticks++; tick(n - 1); }
unsigned int odd(unsigned int n);
unsigned int even(unsigned int n) { if (n == 0) return 1; return odd(n - 1); }
unsigned int odd(unsigned int n) { if (n == 0) return 0; return even(n - 1); }
void put(int *p, int n) { if (n <= 0) return; *p = *p + 1; put(p, n - 1); }
int twice(int n) { int s = 0; for (int i = 0; i < n; i++) s += 2; return s; }
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  int x = 0;
  tick(n);
  put(&x, n & 15);
  if (ticks != n || even(n) > 1 || x != (int)(n & 15) || twice(n & 31) % 2)
    reach_error();
}
";

fn verified(place: &Place, more: &[&str]) -> Ran {
    let all = ["verify", "a.c", "--config", "contracts", "--summaries", "a.sum", "--stats"];
    place.run(&[&all[..], more].concat())
}

/// What `--stats` says of something; none if it says nothing.
fn count(ran: &Ran, name: &str) -> Option<u64> {
    let line = ran.stderr.lines().find(|line| line.starts_with(name))?;
    line[name.len()..].trim().parse().ok()
}

fn write(place: &Place, text: &str) {
    std::fs::write(place.path("a.c"), text).unwrap();
}

#[track_caller]
fn check(ran: &Ran, result: &str, kept: Option<u64>) {
    assert!(ran.stdout.ends_with(&format!("Verification result: {result}\n")), "{ran:#?}");
    assert_eq!(count(ran, "contracts kept"), kept, "{ran:#?}");
    assert!(!ran.stderr.contains("panicked"), "{ran:#?}");
}

#[test]
fn what_did_not_change_is_kept() {
    need_llvm();
    let place = Place::new(&[("a.c", PROGRAM.as_bytes())]);
    let first = verified(&place, &["--contracts"]);
    check(&first, "TRUE", None);
    assert!(count(&first, "rows observed").is_some(), "{first:#?}");
    let again = verified(&place, &["--contracts"]);
    check(&again, "TRUE", Some(5));
    assert_eq!(again.stdout, first.stdout, "the same contracts");
    assert_eq!(count(&again, "rows observed"), None);
    assert_eq!(count(&again, "looks at bodies"), Some(1));
    for (from, to, kept) in [
        // Lines, names of locals, and what is written in another way, are no change.
        ("unsigned int ticks;", "\n\n/* many */ unsigned int ticks;", 5),
        ("ticks++;", "ticks += 1;", 5),
        // Another text with the same contract: nothing that rests on it is looked at again.
        ("if (n == 0) return; ticks++; tick(n - 1);", "if (n > 0) { ticks++; tick(n - 1); }", 4),
        // What has no contract of its own.
        ("int x = 0;", "int x = 1 - 1; x = n ? x : 0;", 5),
        // A loop has states that are suspected anew.
        ("i < n; i++) s += 2", "i < n; i++) s += 4", 4),
    ] {
        let original = std::fs::read(place.path("a.sum")).unwrap();
        write(&place, &PROGRAM.replace(from, to));
        check(&verified(&place, &[]), "TRUE", Some(kept));
        std::fs::write(place.path("a.sum"), original).unwrap();
    }
    // A function that is new, and one that is gone: of its address the pointer of `put` was told
    // apart.
    let renamed = PROGRAM.replace("tick(", "tock(");
    write(&place, &renamed);
    check(&verified(&place, &[]), "TRUE", Some(3));
    check(&verified(&place, &[]), "TRUE", Some(5));
}

#[test]
fn what_is_wrong_now_is_not_proved_by_what_was_right() {
    need_llvm();
    let place = Place::new(&[("a.c", PROGRAM.as_bytes())]);
    check(&verified(&place, &[]), "TRUE", None);
    for (from, to) in [("ticks++;", "ticks += 2;"), ("ticks != n", "ticks != n + 1"), ("*p + 1", "*p + n")] {
        write(&place, &PROGRAM.replace(from, to));
        check(&verified(&place, &[]), "UNKNOWN(incomplete)", None);
        let default = place.run(&["verify", "a.c", "--summaries", "a.sum"]);
        assert!(default.stdout.ends_with("Verification result: FALSE(unreach-call)\n"), "{from}: {default:#?}");
    }
}

#[test]
fn the_default_uses_what_is_kept() {
    need_llvm();
    let place = Place::new(&[("a.c", PROGRAM.as_bytes())]);
    let run = || place.run(&["verify", "a.c", "--summaries", "a.sum", "--stats"]);
    check(&run(), "TRUE", None);
    let again = run();
    check(&again, "TRUE", Some(5));
    assert!(again.stdout.contains("configuration contracts"), "{again:#?}");
}

#[test]
fn what_is_about_something_else_is_not_used() {
    need_llvm();
    let place = Place::new(&[("a.c", PROGRAM.as_bytes()), ("b.c", PROGRAM.as_bytes())]);
    check(&verified(&place, &[]), "TRUE", None);
    for (more, part) in [
        (&["-p", "assertions"][..], "another property"),
        (&["--32"], "another data model"),
        (&["--externals", "havoc-all"], "other options"),
        (&["--", "-DX"], "other options"),
    ] {
        let ran = verified(&place, more);
        check(&ran, "TRUE", None);
        assert!(ran.stderr.contains(&format!("a.sum is about {part}: it is not used")), "{ran:#?}");
    }
    let other = place.run(&["verify", "b.c", "--config", "contracts", "--summaries", "a.sum"]);
    assert!(other.stderr.contains("a.sum is about another program"), "{other:#?}");
    // All of it was added.
    let text = std::fs::read_to_string(place.path("a.sum")).unwrap();
    assert_eq!(text.matches("\n; section\n").count(), 6);
    check(&verified(&place, &["--32"]), "TRUE", Some(5));
}

#[test]
fn damaged_files_are_told_and_replaced() {
    need_llvm();
    let place = Place::new(&[("a.c", PROGRAM.as_bytes())]);
    check(&verified(&place, &[]), "TRUE", None);
    let good = std::fs::read(place.path("a.sum")).unwrap();
    let flipped = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    };
    let newer = String::from_utf8(good.clone()).unwrap().replace("summaries 1", "summaries 2");
    for (bytes, part) in [
        (good[..good.len() / 2].to_vec(), "is damaged"),
        (good[..9].to_vec(), "is cut off"),
        (flipped(0), "is no file of summaries"),
        (flipped(40), "is damaged"),
        (flipped(good.len() - 5), "is damaged"),
        (vec![0xff; 40], "is no text"),
        (newer.into_bytes(), "is of another version"),
    ] {
        std::fs::write(place.path("a.sum"), bytes).unwrap();
        let ran = verified(&place, &[]);
        check(&ran, "TRUE", None);
        assert!(ran.stderr.contains(&format!("a.sum {part}: it is not used")), "{part}: {ran:#?}");
        check(&verified(&place, &[]), "TRUE", Some(5));
    }
}

#[test]
fn files_that_cannot_be_written_are_refused() {
    need_llvm();
    let place = Place::new(&[("a.c", PROGRAM.as_bytes())]);
    std::fs::create_dir(place.path("folder")).unwrap();
    for file in ["folder", "nowhere/a.sum", "a.c/a.sum"] {
        let ran = place.run(&["verify", "a.c", "--summaries", file]);
        ran.fails(2, &["--summaries: ", "cannot be written"]);
        assert!(ran.stdout.ends_with("UNKNOWN(input could not be read)\n"), "{ran:#?}");
    }
}

#[test]
fn runs_at_once_lose_nothing_and_killed_ones_break_nothing() {
    need_llvm();
    let place = Place::new(&[("a.c", PROGRAM.as_bytes())]);
    let command = |more: &[&str]| {
        let all = [&["verify", "a.c", "--config", "contracts", "--summaries", "a.sum"], more].concat();
        let mut command = place.command(&all);
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        command
    };
    let questions = [&["-p", "unreach-call"][..], &["-p", "assertions"], &["--32"], &["--externals", "havoc-all"]];
    let running: Vec<_> = questions.iter().map(|more| command(more).spawn().unwrap()).collect();
    for mut child in running {
        child.wait().unwrap();
    }
    let text = std::fs::read_to_string(place.path("a.sum")).unwrap();
    assert_eq!(text.matches("\n; section\n").count(), 4, "{text}");
    for after in (100..900).step_by(100) {
        write(&place, &PROGRAM.replace("unsigned int ticks;", &format!("unsigned int ticks, other{after};")));
        let mut child = command(&[]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(after));
        child.kill().unwrap();
        child.wait().unwrap();
        let ran = verified(&place, &[]);
        assert!(ran.stdout.ends_with("TRUE\n"), "{ran:#?}");
        assert!(!ran.stderr.contains("damaged") && !ran.stderr.contains("cut off"), "{ran:#?}");
    }
}

struct Nobody;

impl Host for Nobody {
    fn replay(&self, _: &Script, _: &Stop) -> Result<Counterexample, String> {
        Err("nothing is replayed".into())
    }
}

/// Is the program proved with this text of an earlier run?
fn proved(program: &Arc<Program>, text: &str) -> bool {
    let summaries = Some(Arc::new(Summaries::new(Some(text.to_owned()))));
    let stop = Stop::never().within(2 * SECOND);
    let request = Request { summaries, stop, ..Request::new(configuration::find("contracts").unwrap()) };
    matches!(verify(program, &request, &Nobody).verdict.answer, Answer::True(_))
}

/// Whatever stands in a file whose sum is right, the answer is that of a run without it.
#[test]
fn forged_files_change_no_verdict() {
    need_llvm();
    let small = "unsigned int __VERIFIER_nondet_uint(void);\nvoid reach_error(void);\nunsigned int t;
void tick(unsigned int *p, unsigned int n) { if (n == 0) return; t++; *p = *p + 1; tick(p, n - 1); }
int main(void) { unsigned n = __VERIFIER_nondet_uint(), x = 0; tick(&x, n); if (t != n || x != n) reach_error(); }\n";
    let broken = small.replace("t++;", "t += 2;");
    let place = Place::new(&[("a.c", small.as_bytes()), ("b.c", broken.as_bytes())]);
    let loaded = |name: &str| load(&LoadOptions::new([place.path(name)]).property(Property::unspecified())).unwrap();
    let (right, wrong) = (loaded("a.c"), loaded("b.c"));
    check(&verified(&place, &[]), "TRUE", None);
    let file = std::fs::read_to_string(place.path("a.sum")).unwrap();
    let (_, body) = file.split_once("; contract ").unwrap();
    let text = format!("; contract {body}");
    assert!(proved(right.program(), &text) && !proved(wrong.program(), &text));
    let lines: Vec<&str> = text.lines().collect();
    let mut random = Random(11);
    for round in 0..adumbra_testing::rounds(40) {
        let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        let at = random.below(changed.len());
        match random.below(6) {
            0 => drop(changed.remove(at)),
            1 => changed.truncate(at),
            2 => changed.swap(at, random.below(lines.len())),
            3 => changed[at] = changed[random.below(lines.len())].clone(),
            4 => {
                let mut bytes = changed[at].clone().into_bytes();
                if !bytes.is_empty() {
                    let byte = random.below(bytes.len());
                    bytes[byte] = b" ()#01l2xab9\"-|"[random.below(15)];
                }
                changed[at] = String::from_utf8(bytes).unwrap_or_default();
            }
            _ => changed[at] = "(assert false)".to_owned(),
        }
        let changed = changed.join("\n") + "\n";
        assert!(proved(right.program(), &changed), "round {round}: not proved with\n{changed}");
        assert!(round % 8 > 0 || !proved(wrong.program(), &changed), "round {round}: proved with\n{changed}");
    }
    // The same on the command line: the sum is right, what it says is wrong.
    let forged = text.replace("(assert ", "(assert (not ").replace("\n", ")\n").replace("))\n", ")\n");
    let head = file.split_once("; contract ").unwrap().0.split_once("; section").unwrap().1;
    let body = format!("; section{head}{forged}");
    let file = format!("; adumbra summaries 1\n; sum {}\n{body}", sha256(body.as_bytes()));
    std::fs::write(place.path("a.sum"), file).unwrap();
    let ran = verified(&place, &[]);
    check(&ran, "TRUE", None);
    assert!(ran.stderr.contains("what is kept is not understood"), "{ran:#?}");
}
