//! Unpromoted locals of all widths, and what stops a run from outside. Other monitors and limits
//! are in `filetests/`.

use crate::common::*;
use adumbra_interpreter::*;
use adumbra_program::*;
use adumbra_stop::Stop;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[test]
fn limits_stop_a_run() {
    let p = main("", "l0 -> l2: nop\n l2 -> l3: nop\n l3 -> l2: nop\n");
    let stopping = |stop: Stop| {
        let options = Options { stop, ..Options::new(Property::unspecified()) };
        Interpreter::new(&p, options).run(&mut zero(), None).outcome
    };
    assert_eq!(stopping(Stop::never().by(std::time::Instant::now())), Outcome::Limit(Limit::Time));
    assert_eq!(stopping(Stop::never().when(&Arc::new(AtomicBool::new(true)))), Outcome::Limit(Limit::Cancelled));
    assert_eq!(stopping(Stop::never().within(10_000)), Outcome::Limit(Limit::Work));
}

/// An unpromoted local starts with an indeterminate value in memory: `int x; if (x) …` and
/// `int x; x = 1; if (x) …`.
#[test]
fn unpromoted_locals_start_indeterminate() {
    for ty in [I8, I32, I64, Type::Int(128), Type::Int(200)] {
        for (assigned, read_again) in [(false, false), (true, false), (true, true)] {
            let p = program(|mut f| {
                let site = f.site("x");
                let x = f.allocate(AllocationKind::Stack, 32, site);
                let start = f.indeterminate(site, ty);
                f.store(x, start);
                if assigned {
                    let one = f.int(1, ty);
                    f.store(x, one);
                }
                // Where the first value is read twice it stays in a register.
                let value = if read_again { start } else { f.load(ty, x) };
                let nothing = f.int(0, ty);
                let condition = f.bin(BinaryOp::Eq, value, nothing);
                let (yes, no) = f.branch(condition);
                f.at = yes;
                f.goto(no);
                f.at = no;
                f.ret_int(0);
            });
            let expected = if assigned && !read_again { None } else { Some(Violation::IndeterminateBranch) };
            let found = match run(&p).outcome {
                Outcome::Violation(report) => Some(report.kind),
                _ => None,
            };
            assert_eq!(found, expected, "{ty} {assigned} {read_again}");
            let result = run_with(&p, Property::unspecified());
            assert_eq!(result.outcome, Outcome::Exited { status: 0 });
            assert_eq!(result.steps, run_traced(&p).steps, "fusing edges does not change the count");
        }
    }
}

fn run_traced(p: &Program) -> RunResult {
    struct Nothing;
    impl Tracer for Nothing {
        fn edge(&mut self, _: &View<'_>, _: Edge) {}
    }
    Interpreter::new(p, Options::new(Property::unspecified())).run(&mut zero(), Some(&mut Nothing))
}
