//! Descriptions of tools: what is wrong with them is said with its line, and what the shipped ones
//! make of tasks and outputs.

use adumbra_bench::model::{Answer, Asked, DataModel, Ending, Expected, Limits, Measured, Task};
use adumbra_bench::tool::{self, Description, Request, Tally, Tool, ToolError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Tests that start processes take turns: one that starts at the wrong moment holds a script open
/// that another has just written.
static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());

fn turn() -> std::sync::MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn ended(ending: Ending) -> Measured {
    Measured { ending, cpu: Duration::ZERO, wall: Duration::ZERO, memory: None }
}

fn task(property: &str, files: &[&str]) -> Task {
    Task {
        name: files[0].to_owned(),
        category: "c".into(),
        definition: PathBuf::from("/t/a.yml"),
        files: files.iter().map(|file| Path::new("/t").join(file)).collect(),
        property: Asked { name: property.into(), file: Some(format!("/p/{property}.prp").into()) },
        expected: Expected::True,
        data_model: Some(DataModel::Ilp32),
        arguments: Vec::new(),
    }
}

/// A tool as if it were installed.
fn installed(request: &str) -> Tool {
    let request = Request::parse(request);
    let description = tool::load(&request.name).unwrap_or_else(|e| panic!("{e}"));
    let executable = PathBuf::from("/bin").join(&description.executables[0]);
    Tool { description, executable, configuration: request.configuration, options: request.options }
}

const LIMITS: Limits = Limits { cpu: Some(9.5), wall: Some(20.0), memory: Some(1 << 30), cores: Some(2) };
const NONE: Limits = Limits { cpu: None, wall: None, memory: None, cores: None };

#[test]
fn every_shipped_description_is_good() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, tool::SHIPPED.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "all are in the program");
    for (name, _) in tool::SHIPPED {
        let description = tool::load(name).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(description.name, *name, "a description has the name of its file");
        assert!(description.text.starts_with("# "), "{name}: a comment says what it is");
        assert!(
            description.text.contains("\n# Written for "),
            "{name}: the comment says for which version it was written"
        );
        // The command can be made with and without limits.
        let property = description.properties.keys().next().unwrap().clone();
        let file = format!("a.{}", description.extensions[0]);
        for limits in [LIMITS, NONE] {
            let scratch = tempfile::tempdir().unwrap();
            let tool = installed(name);
            let task = task(&property, &[&file]);
            assert_eq!(tool.supports(&task), Ok(()), "{name}");
            let command = tool.command(&task, &limits, scratch.path()).unwrap_or_else(|e| panic!("{e}"));
            assert!(command.iter().all(|word| !word.contains('{')), "{command:?}");
        }
    }
}

#[test]
fn commands_are_as_the_tools_want_them() {
    let check = |request: &str, property: &str, limits: &Limits, expected: &str| {
        let scratch = tempfile::tempdir().unwrap();
        let file = if property == "sat" { "a.smt2" } else { "a.i" };
        let command = installed(request).command(&task(property, &[file]), limits, scratch.path()).unwrap();
        let command = command.join(" ").replace(&scratch.path().display().to_string(), "/s");
        assert_eq!(command, expected, "{request}");
    };
    let reach = "unreach-call";
    let own = "/bin/adumbra verify --stats --property /p/unreach-call.prp --32";
    check("adumbra", reach, &NONE, &format!("{own} /t/a.i"));
    check(
        "adumbra:value --set x=1",
        reach,
        &LIMITS,
        &format!("{own} --config value --timeout 20 --memory 1024 --set x=1 /t/a.i"),
    );
    check("adumbra-solve", "sat", &NONE, "/bin/adumbra solve --stats /t/a.smt2");
    check("z3 -v:1", "sat", &LIMITS, "/bin/z3 -v:1 /t/a.smt2");
    check(
        "cbmc:7",
        "no-overflow",
        &LIMITS,
        "/bin/cbmc --32 --no-standard-checks --no-malloc-may-fail --signed-overflow-check --undefined-shift-check \
         --no-assertions --unwind 7 --unwinding-assertions /t/a.i /s/environment.c",
    );
    check(
        "cpachecker:svcomp25",
        reach,
        &LIMITS,
        "/bin/cpachecker --svcomp25 --32 --spec /p/unreach-call.prp --timelimit 10s --no-output-files /t/a.i",
    );
    check(
        "ultimate-automizer",
        "termination",
        &LIMITS,
        "/bin/Ultimate.py --spec /p/termination.prp --file /t/a.i --architecture 32bit --witness-dir /s",
    );
    check("symbiotic", reach, &LIMITS, "/bin/symbiotic --prp=/p/unreach-call.prp --32 --timeout=10 /t/a.i");
    check("klee", reach, &NONE, "sh /s/run.sh /bin/klee 32 /s /t/a.i");
    check(
        "esbmc",
        reach,
        &NONE,
        "/bin/esbmc --32 --k-induction --no-div-by-zero-check --force-malloc-success --no-pointer-check --no-bounds-check /t/a.i",
    );
    check(
        "frama-c",
        reach,
        &NONE,
        "/bin/frama-c -machdep gcc_x86_32 -eva -eva-precision 3 -no-warn-signed-overflow -unsafe-arrays \
         -warn-special-float none -eva-warn-undefined-pointer-comparison none \
         -eva-undefined-pointer-comparison-propagate-all -eva-no-alloc-returns-null -eva-no-print -eva-no-show-progress /s/task.c",
    );
}

#[test]
fn files_that_tools_need_are_written() {
    let scratch = tempfile::tempdir().unwrap();
    let written = |name: &str| std::fs::read_to_string(scratch.path().join(name)).unwrap();
    installed("frama-c").command(&task("unreach-call", &["a.i"]), &NONE, scratch.path()).unwrap();
    assert!(written("task.c").ends_with("#include \"/t/a.i\"\n"), "{}", written("task.c"));

    // A task without a property file gets one, with the error function that its program has.
    let program = scratch.path().join("old.c");
    for (text, function) in [("__VERIFIER_error();", "__VERIFIER_error"), ("reach_error();", "reach_error")] {
        std::fs::write(&program, text).unwrap();
        let mut task = task("unreach-call", &["a.c"]);
        (task.files, task.property.file) = (vec![program.clone()], None);
        let command = installed("symbiotic").command(&task, &NONE, scratch.path()).unwrap();
        assert_eq!(command[1], format!("--prp={}", scratch.path().join("property.prp").display()));
        assert_eq!(written("property.prp"), format!("CHECK( init(main()), LTL(G ! call({function}())) )\n"));
    }
    let gone = installed("frama-c").command(&task("unreach-call", &["a.i"]), &NONE, Path::new("/nowhere/at/all"));
    assert!(matches!(gone, Err(ToolError::Scratch { .. })), "{gone:?}");
}

#[test]
fn what_a_tool_does_not_support_is_said() {
    let mut arguments = task("unreach-call", &["a.c"]);
    arguments.arguments = vec!["--malloc-may-fail".into()];
    for (tool, task, reason) in [
        ("cbmc", task("termination", &["a.c"]), Err("property not supported")),
        ("cbmc", task("unreach-call", &["a.rs"]), Err("language not supported")),
        ("klee", task("unreach-call", &["a.c", "b.c"]), Err("several files not supported")),
        ("cbmc", task("unreach-call", &["a.c", "b.c"]), Ok(())),
        ("cbmc", arguments.clone(), Err("arguments not supported")),
        ("adumbra", arguments, Ok(())),
        ("z3", task("sat", &["a.cnf"]), Err("language not supported")),
        ("z3", task("unreach-call", &["a.c"]), Err("property not supported")),
    ] {
        assert_eq!(installed(tool).supports(&task), reason, "{tool} {}", task.name);
    }
}

#[test]
fn rules_in_files_of_their_own_are_found_from_the_program() {
    let scratch = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(scratch.path().join("tasks/rules")).unwrap();
    std::fs::write(scratch.path().join("lock.spec"), "").unwrap();
    let mut task = task("specification", &["a.c"]);
    task.definition = scratch.path().join("tasks/rules/a.c");
    task.arguments = vec!["--spec=lock.spec".into()];
    let command = installed("adumbra").command(&task, &NONE, scratch.path()).unwrap();
    assert!(command.contains(&format!("--spec={}", scratch.path().join("lock.spec").display())), "{command:?}");
}

const EVA: &str = "[eva] Analyzing a complete application starting at main\n";
const SUMMARY: &str = "[eva:summary] ====== ANALYSIS SUMMARY ======\n  ---\n  0 alarms generated by the analysis.\n";
const ENDS: &str = "[eva:summary] ====== ANALYSIS SUMMARY ======\n  -----\n  3 alarms generated by the analysis:\n       \
                    2 divisions by zero\n       1 invalid memory access\n  --------\n";
const OTHERS: &str = "[eva:summary] ====== ANALYSIS SUMMARY ======\n  -----\n  3 alarms generated by the analysis:\n       \
                      2 divisions by zero\n       1 invalid shift\n  --------\n";
const CBMC: &str = "** Results:\nt.c function main\n";

/// Tool, property, exit code, output, answer.
#[rustfmt::skip]
const OUTPUTS: &[(&str, &str, i32, &[&str], &str)] = &[
    ("adumbra", "unreach-call", 0, &["proved\nVerification result: TRUE\n"], "true"),
    ("adumbra", "unreach-call", 10, &["Verification result: FALSE(unreach-call)\n"], "false"),
    ("adumbra", "valid-memsafety", 10, &["Verification result: FALSE(valid-free)\n"], "false(valid-free)"),
    ("adumbra", "unreach-call", 5, &["Verification result: UNKNOWN(timeout)\n"], "unknown(timeout)"),
    ("adumbra", "unreach-call", 5, &["Verification result: UNKNOWN(out of memory)\n"], "unknown(out of memory)"),
    ("adumbra", "unreach-call", 5, &["Verification result: UNKNOWN(call of f(int))\n"], "unknown(call of f(int))"),
    ("adumbra", "unreach-call", 0, &["Verification result: TRUE\nVerification result: UNKNOWN(x)\n"], "unknown(x)"),
    ("adumbra", "unreach-call", 101, &["panicked\n"], "unknown(no verdict: exit code 101)"),
    ("adumbra-solve", "sat", 0, &["unsat\n"], "unsat"),
    ("adumbra-solve", "sat", 10, &["s SATISFIABLE\nv 1 0\n"], "sat"),
    ("z3", "sat", 0, &["sat\n"], "sat"),
    ("z3", "sat", 0, &["unsat\n(error \"line 9: model is not available\")\n"], "unsat"),
    ("z3", "sat", 0, &["timeout\n"], "unknown(timeout)"),
    ("z3", "sat", 101, &["(error \"out of memory\")\n"], "unknown(out of memory)"),
    ("z3", "sat", 1, &["(error \"line 2 column 9: unknown constant q\")\n"], "unknown(line 2 column 9: unknown constant q)"),
    ("z3", "sat", 0, &["unknown\n"], "unknown"),
    ("z3", "sat", 0, &["unsatisfied\n"], "unknown(no verdict: exit code 0)"),
    ("cvc5", "sat", 0, &["unsat\n"], "unsat"),
    ("cvc5", "sat", 0, &["cvc5 interrupted by timeout.\n"], "unknown(timeout)"),
    ("cvc5", "sat", 1, &["(error \"Parse Error: a.smt2:1.3: x\")\n"], "unknown(Parse Error: a.smt2:1.3: x)"),
    ("bitwuzla", "sat", 0, &["sat\n"], "sat"),
    ("bitwuzla", "sat", 1, &["[error] a.smt2:1:1: expected '('\n"], "unknown(a.smt2:1:1: expected '(')"),
    ("bitwuzla-python", "sat", 0, &["unsat\n"], "unsat"),
    ("bitwuzla-python", "queries", 0, &["sat\nunsat\n"], "2 answers, 1 unsat"),
    ("bitwuzla-python", "sat", 1, &["Traceback (most recent call last):\nbitwuzla.bitwuzla.BitwuzlaException: a.smt2:1:2: x\n"], "unknown(a.smt2:1:2: x)"),
    ("z3", "queries", 0, &["sat\n(error \"x\")\nunsat\nunknown\n"], "2 answers, 1 unsat"),
    ("z3", "queries", 0, &["(error \"line 2: x\")\n"], "unknown(line 2: x)"),
    ("minisat", "sat", 10, &["WARNING: for repeatability\nSATISFIABLE\n"], "sat"),
    ("minisat", "sat", 20, &["UNSATISFIABLE\n"], "unsat"),
    ("minisat", "sat", 20, &[""], "unsat"),
    ("minisat", "sat", 0, &["INDETERMINATE\n"], "unknown"),
    ("cadical", "sat", 20, &["s UNSATISFIABLE\n"], "unsat"),
    ("cadical", "sat", 0, &["c UNKNOWN\n"], "unknown"),
    ("cppcheck", "valid-memsafety", 10, &["a.c:7:6: error: Array 'p[1]' accessed at index 1, which is out of bounds. [arrayIndexOutOfBounds]\n    p[1] = 1;\n"], "false(valid-deref)"),
    ("cppcheck", "valid-memsafety", 10, &["a.c:9:3: error: Memory leak: p [memleak]\n"], "false(valid-memtrack)"),
    ("cppcheck", "no-overflow", 10, &["a.c:9:3: error: Memory leak: p [memleak]\n"], "unknown(finds of other kinds)"),
    ("cppcheck", "no-overflow", 0, &[""], "unknown(nothing found)"),
    ("frama-c", "unreach-call", 0, &[EVA, "[eva] done for function main\n", SUMMARY], "true"),
    ("frama-c", "unreach-call", 0, &[EVA, "[eva:alarm] n.c:5: Warning: \n  function reach_error: precondition 'reached' got status invalid.\n", SUMMARY], "unknown(a call of the error function is not excluded)"),
    ("frama-c", "unreach-call", 0, &[EVA, "[eva] using specification for function __VERIFIER_error\n", SUMMARY], "unknown(a call of the error function is not excluded)"),
    ("frama-c", "unreach-call", 0, &[EVA, "[eva:alarm] u.c:2: Warning: \n  accessing uninitialized left-value. assert \\initialized(&x);\n", SUMMARY], "unknown(rests on a read of an indeterminate value)"),
    ("frama-c", "unreach-call", 0, &[EVA, "[eva] using specification for function pthread_create\n", SUMMARY], "unknown(pthread_create is not covered)"),
    ("frama-c", "unreach-call", 1, &[EVA, "[eva] r.c:3: User Error: \n  Recursive call to f without a specification.\n", SUMMARY], "unknown(recursion)"),
    ("frama-c", "unreach-call", 1, &["[kernel] t.c:9: User Error: \n  Cannot resolve variable x\n"], "unknown(Cannot resolve variable x)"),
    ("frama-c", "unreach-call", 1, &[EVA, SUMMARY], "unknown(rests on alarms of other kinds)"),
    ("frama-c", "unreach-call", 0, &[EVA, ENDS], "true"),
    ("frama-c", "unreach-call", 0, &[EVA, OTHERS], "unknown(rests on alarms of other kinds)"),
    ("frama-c", "unreach-call", 0, &[EVA, "[eva] Eva not started because globals initialization is not computable.\n"], "unknown(globals initialization is not computable)"),
    ("frama-c", "unreach-call", 0, &[EVA], "unknown(no verdict: exit code 0)"),
    ("frama-c", "no-overflow", 0, &[EVA, "[eva:alarm] o.c:5: Warning: signed overflow. assert x + 1 <= 2147483647;\n", SUMMARY], "unknown(not excluded: signed overflow)"),
    ("frama-c", "no-overflow", 0, &[EVA, "[eva:alarm] o.c:5: Warning: \n  signed overflow. assert x + 1 <= 2147483647;\n", SUMMARY], "unknown(not excluded: signed overflow)"),
    ("frama-c", "no-overflow", 0, &[EVA, SUMMARY], "true"),
    ("cbmc", "unreach-call", 0, &[CBMC, "[main.assertion.1] line 4 assertion x: SUCCESS\n", "VERIFICATION SUCCESSFUL\n"], "true"),
    ("cbmc", "unreach-call", 10, &[CBMC, "[reach_error.assertion.1] line 4 assertion 0: FAILURE\n", "VERIFICATION FAILED\n"], "false"),
    ("cbmc", "unreach-call", 10, &[CBMC, "[main.unwind.0] line 4 unwinding assertion loop 0: FAILURE\n", "VERIFICATION FAILED\n"], "unknown(the bound is too small)"),
    ("cbmc", "no-overflow", 10, &[CBMC, "[main.overflow.1] line 4 arithmetic overflow on signed + in x + 1: FAILURE\n", "VERIFICATION FAILED\n"], "false"),
    ("cbmc", "valid-memsafety", 10, &[CBMC, "[main.pointer_dereference.5] line 4 dereference failure: pointer outside object bounds in p[1]: FAILURE\n", "VERIFICATION FAILED\n"], "false(valid-deref)"),
    ("cbmc", "valid-memsafety", 10, &[CBMC, "[free.precondition.3] line 17 double free: FAILURE\n", "VERIFICATION FAILED\n"], "false(valid-free)"),
    ("cbmc", "valid-memsafety", 10, &[CBMC, "[__CPROVER__start.memory-leak.1] line 1 dynamically allocated memory never freed: FAILURE\n", "VERIFICATION FAILED\n"], "unknown(memory is not freed at the end, lost or not)"),
    ("cbmc", "valid-memcleanup", 10, &[CBMC, "[__CPROVER__start.memory-leak.1] line 1 dynamically allocated memory never freed: FAILURE\n", "VERIFICATION FAILED\n"], "false"),
    ("cbmc", "unreach-call", 6, &["PARSING ERROR\n"], "unknown(PARSING ERROR)"),
    ("cbmc", "unreach-call", 6, &["Out of memory\n"], "unknown(out of memory)"),
    ("esbmc", "unreach-call", 0, &["\nVERIFICATION SUCCESSFUL\n\nSolution found by the forward condition\n"], "true"),
    ("esbmc", "unreach-call", 1, &["Violated property:\n  assertion\nVERIFICATION FAILED\n"], "false"),
    ("esbmc", "valid-memsafety", 1, &["Violated property:\n  dereference failure: forgotten memory: dynamic_1_array\n\nVERIFICATION FAILED\n"], "false(valid-memtrack)"),
    ("esbmc", "valid-memsafety", 1, &["Violated property:\n  dereference failure: NULL pointer\n\nVERIFICATION FAILED\n"], "false(valid-deref)"),
    ("esbmc", "valid-memsafety", 1, &["Violated property:\n  assertion\n\nVERIFICATION FAILED\n"], "unknown(a check of another kind failed)"),
    ("esbmc", "unreach-call", 0, &["VERIFICATION UNKNOWN\n"], "unknown"),
    ("cpachecker", "unreach-call", 0, &["Verification result: TRUE. No property violation found by chosen configuration.\n"], "true"),
    ("cpachecker", "unreach-call", 0, &["Verification result: FALSE. Property violation (unreach-call: error call in line 9) found by chosen configuration.\n"], "false"),
    ("cpachecker", "valid-memsafety", 0, &["Verification result: FALSE. Property violation (valid-deref: invalid pointer dereference in line 2) found by chosen configuration.\n"], "false(valid-deref)"),
    ("cpachecker", "unreach-call", 0, &["Shutdown requested (The CPU-time limit of 9s has elapsed.), waiting for termination.\nVerification result: UNKNOWN, incomplete analysis.\n"], "unknown(timeout)"),
    ("cpachecker", "unreach-call", 0, &["Verification result: UNKNOWN, incomplete analysis.\n"], "unknown(incomplete analysis)"),
    ("cpachecker", "unreach-call", 1, &["Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n"], "unknown(out of memory)"),
    ("ultimate-automizer", "unreach-call", 0, &["Checking for ERROR reachability\nResult:\nTRUE\n"], "true"),
    ("ultimate-automizer", "valid-memsafety", 0, &["Result:\nFALSE(valid-memtrack)\n"], "false(valid-memtrack)"),
    ("ultimate-automizer", "termination", 0, &["Result:\nFALSE(TERM)\n"], "false"),
    ("ultimate-automizer", "unreach-call", 0, &["Result:\nUNKNOWN: Overapproximated counterexample\n"], "unknown(Overapproximated counterexample)"),
    ("ultimate-automizer", "unreach-call", 0, &["Result:\nUNKNOWN: Timeout\n"], "unknown(timeout)"),
    ("symbiotic", "unreach-call", 0, &["INFO: Verification time\nRESULT: true\n"], "true"),
    ("symbiotic", "valid-memsafety", 0, &["RESULT: false(valid-deref)\n"], "false(valid-deref)"),
    ("symbiotic", "unreach-call", 0, &["RESULT: unknown (EEK)\n"], "unknown(EEK)"),
    ("symbiotic", "unreach-call", 0, &["RESULT: timeout\n"], "unknown(timeout)"),
    ("klee", "unreach-call", 0, &["KLEE: ERROR: t.c:4: ASSERTION FAIL: 0\nKLEE: NOTE: now ignoring this error at this location\n"], "false"),
    ("klee", "unreach-call", 0, &["KLEE: done: total instructions = 20\nKLEE: done: completed paths = 2\nKLEE: done: partially completed paths = 0\n"], "true"),
    ("klee", "unreach-call", 0, &["KLEE: done: completed paths = 2\nKLEE: done: partially completed paths = 3\n"], "unknown(not all paths were completed)"),
    ("klee", "unreach-call", 0, &["KLEE: HaltTimer invoked\nKLEE: done: partially completed paths = 0\n"], "unknown(timeout)"),
    ("klee", "unreach-call", 0, &["KLEE: ERROR: t.c:4: memory error: out of bound pointer\nKLEE: done: partially completed paths = 0\n"], "unknown(memory error: out of bound pointer)"),
    ("klee", "unreach-call", 1, &["run.sh: cannot compile the task\n"], "unknown(cannot compile the task)"),
];

#[test]
fn outputs_mean_what_they_say() {
    for (name, property, code, output, expected) in OUTPUTS {
        let output = output.concat();
        let tool = installed(name);
        let measured = ended(Ending::Exit(*code));
        let answer = tool.answer(&task(property, &["a.c"]), &measured, &output, "");
        assert_eq!(answer.to_string(), *expected, "{name} {property}: {output}");
    }
    for (name, _) in tool::SHIPPED {
        assert!(OUTPUTS.iter().any(|(of, ..)| of == name), "{name} has no sample of its output");
    }
}

#[test]
fn numbers_about_the_run_are_read() {
    let tool = installed("adumbra");
    let said =
        "states                12\nmoves                 345\nrefinements           3\ntime refining         0.250 s\n";
    let values = tool.description.values("Verification result: TRUE\n", said);
    let expected = [("moves", 345.0), ("refinements", 3.0), ("states", 12.0), ("time refining", 0.25)];
    assert_eq!(values, expected.map(|(name, number)| (name.to_owned(), number)).into());
    assert!(tool.description.values("", "states many\n").is_empty());
    // Of slices: by a wrapper around an analysis, and before it.
    let said = "locations             19\ndependence graph nodes 25\ndependence graph edges 60\ndependence graph ms   2\n\
                slices computed       2\nslices not needed     1\nslicing ms            3\nlongest slicing ms    2\nrelevant variables    3\n\
                edges in the slice    8\nedges that remain     4\ntime for the graph    0.002 s\ntime for the slice    0.001 s\n";
    let values = tool.description.values("", said);
    assert_eq!(values.len(), said.lines().count(), "{values:?}");
}

#[test]
fn a_run_that_was_stopped_said_nothing() {
    let tool = installed("z3");
    let answer = |ending| tool.answer(&task("sat", &["a.smt2"]), &ended(ending), "sat\n", "");
    assert_eq!(answer(Ending::CpuLimit), Answer::Unknown("timeout".into()));
    assert_eq!(answer(Ending::WallLimit), Answer::Unknown("timeout".into()));
    assert_eq!(answer(Ending::MemoryLimit), Answer::Unknown("out of memory".into()));
    assert_eq!(answer(Ending::Failed("no fork".into())), Answer::Unknown("failed: no fork".into()));
    assert_eq!(answer(Ending::Signal(11)), Answer::Sat, "it was said before");
    let silent = tool.answer(&task("sat", &["a.smt2"]), &ended(Ending::Signal(11)), "", "");
    assert_eq!(silent, Answer::Unknown("no verdict: signal 11".into()));
}

#[test]
fn a_pattern_that_never_matches_is_seen() {
    let description = tool::load("z3").unwrap();
    let count = |outputs: &[(Ending, &str)]| {
        let mut tally = Tally::default();
        for (ending, output) in outputs {
            tally.add(&description, &description.read("sat", &ended(ending.clone()), output, ""));
        }
        tally.complaint(&description)
    };
    assert_eq!(count(&[(Ending::CpuLimit, "")]), None);
    assert_eq!(count(&[(Ending::Exit(0), "SAT"), (Ending::Exit(0), "sat\n")]), None);
    let complaint = count(&[(Ending::CpuLimit, ""), (Ending::Exit(0), "SAT"), (Ending::Exit(1), "")]).unwrap();
    assert!(complaint.starts_with("no pattern of the description of z3 fitted any of the 2 runs"), "{complaint}");
    let complaint = count(&[(Ending::Exit(0), "unknown\n")]).unwrap();
    assert!(complaint.starts_with("z3 gave no verdict in any of the 1 runs"), "{complaint}");
}

/// A small description, with a line changed.
fn small(from: &str, to: &str) -> String {
    let text = "name = 'x'\nabout = 'a'\ninstall = 'i'\nkind = 'solver'\nexecutables = ['x']\nextensions = ['cnf']\n\
                command = ['{executable}', ['-t', '{cpu_seconds}'], '{file}']\n\
                [version]\narguments = ['-v']\npattern = '\\d+'\n[property.sat]\n[[output]]\npattern = '^s (\\w+)'\nanswer = 'sat'\n";
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn what_is_wrong_with_a_description_is_said_with_its_line() {
    for (from, to, line, part) in [
        ("name = 'x'", "name = 'x", 1, "literal string"),
        ("name = 'x'", "name = 'x y'", 1, "a name has letters"),
        ("kind = 'solver'", "kind = 'prover'", 4, "unknown variant `prover`"),
        ("kind = 'solver'", "kind = 'solver'\nkidn = 1", 5, "unknown field `kidn`"),
        ("executables = ['x']", "executables = []", 5, "at least one executable"),
        ("'{file}'", "'{fiel}'", 7, "`{fiel}`"),
        ("'{file}'", "'a.c'", 7, "{file} or {files}"),
        ("'{cpu_seconds}'", "'{cpu_secs}'", 7, "`{cpu_secs}`"),
        ("'\\d+'", "'('", 10, "the pattern `(` is wrong"),
        ("[property.sat]", "[property.satisfiable]", 11, "unknown property `satisfiable`"),
        ("'sat'\n", "'yes'\n", 14, "unknown answer `yes`; known are true, false"),
        ("'sat'\n", "'unknown'\n", 1, "stands for a verdict"),
        ("'sat'\n", "'sat'\ndetail = '$2'", 15, "no group `2`"),
        ("'sat'\n", "'sat'\nstream = 'both'", 15, "unknown variant `both`"),
        ("'sat'\n", "'sat'\n[[exit]]\nanswer = 'sat'\n", 15, "either a code or a signal"),
        ("'sat'\n", "'sat'\n[data-model.ILP64]\n", 15, "unknown data model `ILP64`"),
        ("[version]", "configuration = ['-c', '{configuration}']\n[version]", 7, "{configuration_arguments}"),
        ("[version]", "default-configuration = 'a'\n[version]", 8, "default configuration"),
        ("install = 'i'\n", "", 1, "missing field `install`"),
        ("'sat'\n", "'sat'\n[[value]]\nname = 'n'\npattern = '^n'\n", 17, "needs a group for the number"),
    ] {
        let text = small(from, to);
        match Description::parse("x.toml", &text) {
            Err(ToolError::Malformed { file, line: found, cause }) => {
                assert_eq!((file.as_str(), found), ("x.toml", Some(line)), "{to}: {cause}");
                assert!(cause.contains(part), "{to}: {cause}");
            }
            other => panic!("{to}: {other:?}"),
        }
    }
    assert!(Description::parse("x.toml", &small("name", "name")).is_ok());
}

#[test]
fn requests_name_tool_configuration_executable_and_options() {
    let request = Request::parse("adumbra:value=/opt/adumbra --set x=1");
    assert_eq!((request.name.as_str(), request.configuration.as_deref()), ("adumbra", Some("value")));
    assert_eq!(request.executable.as_deref(), Some(Path::new("/opt/adumbra")));
    assert_eq!(request.options, ["--set", "x=1"]);
    assert_eq!(installed("adumbra:value --set x=1").title(), "adumbra value --set x=1");
    let fail = |written: &str| Request::parse(written).resolve().unwrap_err().to_string();
    assert!(fail("nothing").starts_with("there is no description of a tool `nothing`; there are adumbra, "));
    assert!(fail("./gone.toml").starts_with("./gone.toml: No such file"));
    assert_eq!(fail("z3=/nowhere/z3"), "z3: /nowhere/z3 is no executable file");
    assert_eq!(fail("z3:fast"), "z3 has no configurations");
}

#[test]
fn a_description_of_ones_own_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, small("executables = ['x']", "executables = ['no-such-tool-at-all', 'sh']")).unwrap();
    let tool = Request::parse(&file.display().to_string()).resolve().unwrap();
    assert!(tool.executable.is_absolute() && tool.executable.ends_with("sh"));
    std::fs::write(&file, small("executables = ['x']", "executables = ['no-such-tool-at-all']")).unwrap();
    let cause = Request::parse(&file.display().to_string()).resolve().unwrap_err().to_string();
    assert!(cause.starts_with("x is not installed: no no-such-tool-at-all in the directories of PATH (i; "), "{cause}");
}

/// Those of the tools that are installed here, without our own, are understood.
#[test]
fn installed_tools_are_understood() {
    let _turn = turn();
    for (name, _) in tool::SHIPPED {
        let Ok(tool) = Request::parse(name).resolve() else { continue };
        if tool.description.own {
            continue;
        }
        tool.version().unwrap_or_else(|e| panic!("{e}"));
        let tried = tool::check::check(&tool, Duration::from_secs(60)).unwrap();
        assert!(tried.iter().any(|sample| sample.class().is_correct()), "{name}: {tried:#?}");
        for sample in tried {
            assert!(sample.is_good(), "{name}: {sample:#?}");
        }
    }
}

/// A tool of its own in a shell script, tried out on the samples.
#[test]
fn a_tool_is_tried_out() {
    use std::os::unix::fs::PermissionsExt;
    let _turn = turn();
    let folder = tempfile::tempdir().unwrap();
    let (script, file) = (folder.path().join("x"), folder.path().join("x.toml"));
    let try_out = |body: &str| {
        std::fs::write(&script, format!("#!/bin/sh\n{body}\n")).unwrap();
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
        let output = small("'sat'\n", "'sat'\n[[output]]\npattern = '^u$'\nanswer = 'unsat'\n");
        std::fs::write(&file, output).unwrap();
        let tool = Request::parse(&format!("{}={}", file.display(), script.display())).resolve().unwrap();
        let tried = tool::check::check(&tool, Duration::from_secs(20)).unwrap();
        (tool.version().map_err(|e| e.to_string()), tried)
    };
    let (version, tried) = try_out("case $3 in *unsat.cnf) echo u;; *sat.cnf) echo s S;; *) echo v17;; esac");
    assert_eq!(version.as_deref(), Ok("17"));
    assert_eq!(tried.len(), 2);
    assert!(tried.iter().all(|t| t.class().is_correct()), "{tried:?}");
    let (version, tried) = try_out("echo none; exit 3");
    assert!(version.unwrap_err().contains("says no version: Exit(3)"));
    assert!(tried.iter().all(|t| !t.is_good() && t.answer == Answer::Unknown("no verdict: exit code 3".into())));
}

#[test]
fn the_command_line_shows_descriptions_and_refuses_unknown_tools() {
    let _turn = turn();
    let run = |arguments: &[&str]| {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_adumbra-bench")).args(arguments).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (done.status.code(), text(&done.stdout), text(&done.stderr))
    };
    let (code, shown, _) = run(&["tools", "--show", "z3", "cvc5"]);
    let text = |name| tool::load(name).unwrap().text;
    assert_eq!((code, shown), (Some(0), text("z3") + &text("cvc5")));
    let (code, _, error) = run(&["tools", "cvc6", "z3", "--check"]);
    assert_eq!(code, Some(2));
    assert!(error.starts_with("error: there is no description of a tool `cvc6`"), "{error}");
    let (code, shown, _) = run(&["tools", "z3=/bin/sh", "cbmc=/nowhere"]);
    assert_eq!(code, Some(0));
    assert!(shown.contains("not said") && shown.contains("/nowhere is no executable file"), "{shown}");
    let (code, _, error) = run(&["tools", "--check", "cbmc=/nowhere"]);
    assert!(code == Some(1) && error.contains("/nowhere is no executable file"), "{error}");
}
