//! Limits hold for all processes of a run, and what is measured is right, with every way of
//! accounting that the machine has.

use adumbra_bench::limit::{Bounds, Choice, Executed, Executor, Source};
use adumbra_bench::model::{Ending, Limits};
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

const NONE: Limits = Limits { cpu: None, wall: Some(120.0), memory: None, cores: None };

/// What the tests run: this executable again, as one of these loads.
#[test]
fn load() {
    let Ok(load) = std::env::var("ADUMBRA_TEST_LOAD") else { return };
    let (kind, amount) = load.split_once(' ').unwrap();
    let amount: f64 = amount.parse().unwrap();
    match kind {
        // Processor time of this thread, in seconds.
        "burn" => {
            let used = || {
                let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
                text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
            };
            let mut x = 1_u64;
            while used() < amount {
                for _ in 0..1_000_000 {
                    x = std::hint::black_box(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
                }
            }
        }
        // 200 megabytes, until so many processes in this directory have held them for a moment.
        "hold" => {
            let block = vec![1_u8; 200_000_000];
            let mark = |kind: &str| std::fs::write(format!("{kind}-{}", std::process::id()), "").unwrap();
            let wait = |kind: &str| {
                let marks = || {
                    let entries = std::fs::read_dir(".").unwrap().flatten();
                    entries.filter(|e| e.file_name().to_string_lossy().starts_with(kind)).count() as f64
                };
                while marks() < amount {
                    std::thread::sleep(Duration::from_millis(5));
                }
            };
            mark("held");
            wait("held");
            std::thread::sleep(Duration::from_millis(300));
            mark("seen");
            wait("seen");
            std::hint::black_box(&block);
        }
        // Memory without end.
        "hog" => {
            let mut blocks = Vec::new();
            loop {
                blocks.push(vec![1_u8; 1 << 20]);
                std::hint::black_box(&blocks);
            }
        }
        other => panic!("{other}"),
    }
}

/// A shell command that is a load.
fn load_command(load: &str) -> String {
    let me = std::env::current_exe().unwrap();
    format!("ADUMBRA_TEST_LOAD='{load}' '{}' --exact limits::load --nocapture >/dev/null", me.display())
}

static RUN: AtomicU32 = AtomicU32::new(0);

fn executor(source: Source, bounds: Bounds) -> (Executor, String) {
    let supervisor: Vec<OsString> = vec![env!("CARGO_BIN_EXE_adumbra-bench").into(), "supervise".into()];
    let run = format!("test-{}-{}", std::process::id(), RUN.fetch_add(1, Ordering::Relaxed));
    (Executor::new(supervisor, source, bounds, run.clone()), run)
}

/// Every way of accounting that works here.
fn sources() -> Vec<Source> {
    let choices = [Choice::Tree, Choice::Cgroup1, Choice::Cgroup2];
    let found: Vec<Source> = choices.into_iter().filter_map(|choice| Source::choose(choice).ok()).collect();
    println!("tested: {}", found.iter().map(Source::to_string).collect::<Vec<_>>().join("; "));
    found
}

fn bounded(source: &Source, limits: Limits, bounds: Bounds, script: &str) -> Executed {
    let scratch = tempfile::tempdir().unwrap();
    let command = ["sh", "-c", script].map(str::to_owned);
    let (executor, run) = executor(source.clone(), bounds);
    let done = executor.execute(&command, &[], &limits, &[], scratch.path(), &AtomicBool::new(false)).unwrap().unwrap();
    assert_eq!(groups_left(source, &run), 0, "{source}: {script}");
    done
}

fn run(source: &Source, limits: Limits, script: &str) -> Executed {
    bounded(source, limits, Bounds::default(), script)
}

/// Groups of this run.
fn groups_left(source: &Source, run: &str) -> usize {
    let directories = source.directories();
    let entries = directories.iter().flat_map(|d| std::fs::read_dir(d).into_iter().flatten().flatten());
    entries.filter(|e| e.file_name().to_string_lossy().contains(&format!("{run}-"))).count()
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

/// Processes whose command line has this word.
fn processes_with(word: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter(|e| std::fs::read(e.path().join("cmdline")).is_ok_and(|c| String::from_utf8_lossy(&c).contains(word)))
        .count()
}

#[test]
fn output_and_exit_code_are_kept() {
    for source in sources() {
        let done = run(&source, NONE, "echo out; echo err >&2; cat; pwd; echo $TMPDIR; exit 7");
        assert_eq!(done.measured.ending, Ending::Exit(7), "{source}");
        let lines: Vec<&str> = done.stdout.lines().collect();
        assert_eq!((lines[0], done.stderr.as_str()), ("out", "err\n"), "{source}");
        // It runs in its scratch directory, and temporary files go there too.
        assert_eq!(lines[1], lines[2]);
        assert_eq!(run(&source, NONE, "kill -SEGV $$").measured.ending, Ending::Signal(11), "{source}");
    }
}

#[test]
fn what_cannot_start_is_a_failure_of_that_run() {
    for source in sources() {
        let (executor, _) = executor(source.clone(), Bounds::default());
        let scratch = tempfile::tempdir().unwrap();
        let command = ["/nowhere/tool".to_owned()];
        let done =
            executor.execute(&command, &[], &NONE, &[], scratch.path(), &AtomicBool::new(false)).unwrap().unwrap();
        let Ending::Failed(reason) = done.measured.ending else { panic!("{done:?}") };
        assert!(reason.contains("/nowhere/tool cannot be started"), "{reason}");
    }
}

#[test]
fn a_known_load_is_measured() {
    let burn = load_command("burn 1.0");
    for source in sources() {
        let check = |script: &str, expected: f64| {
            let done = run(&source, NONE, script);
            assert_eq!(done.measured.ending, Ending::Exit(0), "{source}: {done:?}");
            let used = seconds(done.measured.cpu);
            println!("{source}: {used} s of {expected} s");
            assert!((used - expected).abs() <= 0.05 * expected, "{source}: {used} s, not {expected} s: {script}");
        };
        check(&burn, 1.0);
        // One after the other, and one that nobody waits for.
        let burn = load_command("burn 0.5");
        check(&format!("(({burn}; : > done) &) ; {burn}; while ! test -e done; do sleep 0.2; done"), 1.0);
    }
}

#[test]
fn processor_time_is_that_of_all_children_together() {
    let burn = load_command("burn 60");
    for source in sources() {
        let limits = Limits { cpu: Some(2.0), ..NONE };
        let script = format!("for i in 1 2 3 4; do {burn} & done; wait");
        let done = run(&source, limits, &script);
        assert_eq!(done.measured.ending, Ending::CpuLimit, "{source}: {done:?}");
        let used = seconds(done.measured.cpu);
        assert!((2.0..2.5).contains(&used), "{source}: {used}");
    }
}

#[test]
fn children_that_nobody_waits_for_count() {
    // A parent that ignores its children never learns of their times.
    let burn = load_command("burn 1.0");
    for source in sources() {
        let script = format!(
            "perl -e '$SIG{{CHLD}} = \"IGNORE\"; for (1..6) {{ if (!fork) {{ exec \"sh\", \"-c\", $ARGV[0] }} ; sleep 1 }} sleep 60' \"{burn}\""
        );
        let done = run(&source, Limits { cpu: Some(2.0), ..NONE }, &script);
        assert_eq!(done.measured.ending, Ending::CpuLimit, "{source}: {done:?}");
        assert!((1.9..2.6).contains(&seconds(done.measured.cpu)), "{source}: {done:?}");
    }
}

#[test]
fn time_on_the_clock_is_limited() {
    for source in sources() {
        let begun = Instant::now();
        let done = run(&source, Limits { wall: Some(0.5), ..NONE }, "trap '' TERM INT; sleep 77; sleep 77");
        assert_eq!(done.measured.ending, Ending::WallLimit, "{source}");
        assert!(seconds(done.measured.wall) >= 0.5 && seconds(done.measured.cpu) < 0.5, "{done:?}");
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn memory_is_measured_and_limited() {
    let (one, two, hog) = (load_command("hold 1"), load_command("hold 2"), load_command("hog 0"));
    for source in sources() {
        let done = run(&source, NONE, &one);
        let memory = done.measured.memory.unwrap();
        assert!((200_000_000..260_000_000).contains(&memory), "{source}: {memory}");
        // Two at a time are counted together, and what they share once.
        let done = run(&source, NONE, &format!("{two} & {two} & wait"));
        let memory = done.measured.memory.unwrap();
        assert!((400_000_000..480_000_000).contains(&memory), "{source}: {memory}");
        let limits = Limits { memory: Some(300_000_000), ..NONE };
        let done = run(&source, limits, &format!("{hog}; sleep 60"));
        assert_eq!(done.measured.ending, Ending::MemoryLimit, "{source}: {done:?}");
        let memory = done.measured.memory.unwrap();
        assert!((280_000_000..1_500_000_000).contains(&memory), "{source}: {memory}");
        // One that passes the limit in one step and then stays there.
        let limits = Limits { memory: Some(150_000_000), ..NONE };
        let done = run(&source, limits, &load_command("hold 2"));
        assert_eq!(done.measured.ending, Ending::MemoryLimit, "{source}: {done:?}");
        assert!(seconds(done.measured.wall) < 60.0, "{source}: {done:?}");
    }
}

#[test]
fn a_fork_bomb_is_stopped() {
    for source in sources() {
        let bounds = Bounds { processes: 200, ..Bounds::default() };
        // Bounded, so that a fault of the limits does not take the machine down: at most two
        // thousand processes.
        let bomb = "bomb() { [ $1 -gt 0 ] || return; sleep 78 & bomb $(($1 - 1)) & bomb $(($1 - 1)) & wait; }; bomb 9 2>/dev/null";
        let begun = Instant::now();
        let done = bounded(&source, NONE, bounds, bomb);
        println!("{source}: {:?}, {:?}", begun.elapsed(), done.measured);
        assert_eq!(done.measured.ending, Ending::ProcessLimit, "{source}: {done:?}");
    }
    assert_eq!(processes_with("sleep\u{0}78"), 0);
}

#[test]
fn nothing_is_left_behind() {
    for source in sources() {
        // Daemons: sessions of their own, parents gone.
        let script = "for i in 1 2 3; do (setsid sh -c 'trap \"\" TERM HUP; (sleep 79 &) ; sleep 79' >/dev/null 2>&1 &); done; sleep 0.3; echo started";
        let done = run(&source, NONE, script);
        assert_eq!((done.measured.ending, done.stdout.as_str()), (Ending::Exit(0), "started\n"), "{source}");
        assert_eq!(processes_with("sleep\u{0}79"), 0, "{source}");
    }
}

#[test]
fn output_without_end_is_stopped() {
    for source in sources() {
        let bounds = Bounds { output: 8 << 20, ..Bounds::default() };
        let done = bounded(&source, NONE, bounds, "echo begin; yes");
        assert_eq!(done.measured.ending, Ending::OutputLimit, "{source}");
        assert!(done.stdout.starts_with("begin\n") && done.stdout.ends_with("y\n"), "{}", done.stdout.len());
        assert!(done.stdout.contains("bytes left out") && done.stdout.len() < 3 << 20);
        let done = run(&source, NONE, "yes | head -c 5000000; echo end");
        assert!(done.measured.ending == Ending::Exit(0) && done.stdout.ends_with("end\n"));
    }
}

#[test]
fn a_cancelled_run_leaves_nothing() {
    for source in sources() {
        let cancel = AtomicBool::new(false);
        let scratch = tempfile::tempdir().unwrap();
        let marker = scratch.path().join("begun");
        let command = ["sh", "-c", ": > begun; (setsid sleep 81 &); sleep 81"].map(str::to_owned);
        let (executor, run) = executor(source.clone(), Bounds::default());
        let done = std::thread::scope(|scope| {
            let run = scope.spawn(|| executor.execute(&command, &[], &NONE, &[], scratch.path(), &cancel).unwrap());
            let deadline = Instant::now() + Duration::from_secs(30);
            while !marker.exists() && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(5));
            }
            cancel.store(true, Ordering::Relaxed);
            run.join().unwrap()
        });
        assert_eq!(done, None, "{source}");
        assert_eq!(processes_with("sleep\u{0}81"), 0, "{source}");
        assert_eq!(groups_left(&source, &run), 0);
    }
}

#[test]
fn a_supervisor_that_is_killed_leaves_nothing() {
    for source in sources() {
        let script = "(setsid sleep 82 &); sleep 0.2; kill -KILL $PPID; sleep 82";
        let done = run(&source, NONE, script);
        let Ending::Failed(reason) = &done.measured.ending else { panic!("{done:?}") };
        assert!(reason.contains("signal 9"), "{reason}");
        assert_eq!(processes_with("sleep\u{0}82"), 0, "{source}");
    }
}

#[test]
fn a_run_stays_on_its_cores() {
    let scratch = tempfile::tempdir().unwrap();
    let core = adumbra_bench::limit::cores(1, 1).runs[0][0];
    let command = ["sh", "-c", "grep Cpus_allowed_list /proc/self/status; cat /proc/self/oom_score_adj; ulimit -c"]
        .map(str::to_owned);
    let (executor, _) = executor(Source::Tree, Bounds::default());
    let done =
        executor.execute(&command, &[], &NONE, &[core], scratch.path(), &AtomicBool::new(false)).unwrap().unwrap();
    let words: Vec<&str> = done.stdout.split_whitespace().collect();
    assert_eq!(words, ["Cpus_allowed_list:", &core.to_string(), "1000", "0"]);
}

#[test]
fn what_cannot_be_set_up_is_an_error() {
    let nowhere = adumbra_bench::limit::V2 { directory: "/nowhere".into(), memory: true, processes: true };
    let (executor, _) = executor(Source::V2(nowhere), Bounds::default());
    let scratch = tempfile::tempdir().unwrap();
    let command = ["true".to_owned()];
    let failed = executor.execute(&command, &[], &NONE, &[], scratch.path(), &AtomicBool::new(false)).unwrap_err();
    assert!(failed.to_string().contains("/nowhere"), "{failed}");
}
