//! Paths of programs that clang made, judged and replayed. The programs are the textual form of the
//! C files beside them.

use crate::feasibility_support::*;

macro_rules! examined {
    ($($(#[$doc:meta])* $name:ident: $file:literal, $seeds:expr, $most:literal, $exact:literal, $followed:literal, $feasible:literal, $infeasible:literal;)*) => {
        $($(#[$doc])* #[test]
        fn $name() {
            let program = program(include_str!(concat!("programs/", $file, ".cfa")));
            let counts = examine(&program, $seeds, $most, $exact);
            assert!(counts.followed >= $followed, "{counts:?}");
            assert!(counts.flipped_feasible >= $feasible, "{counts:?}");
            assert!(counts.flipped_infeasible >= $infeasible, "{counts:?}");
        })*
    };
}

examined! {
    integers: "values", 0..6, 40, true, 5, 15, 3;
    integers_with_overflow_checks: "overflow", 0..6, 40, true, 5, 15, 1;
    memory: "memory", 0..6, 50, false, 5, 15, 10;
    memory_with_small_pointers: "memory32", 0..6, 30, false, 4, 8, 2;
    memory_of_an_unpromoted_program: "unpromoted", 0..6, 30, false, 4, 8, 2;
    calls: "calls", 0..6, 100, true, 4, 9, 8;
    calls_with_small_pointers: "calls32", 0..6, 100, true, 4, 9, 8;
    inputs_from_everywhere: "inputs", 0..6, 60, false, 2, 8, 20;
    floats: "floats", 0..6, 60, false, 10, 20, 10;
    invalid_accesses: "violations", 0..6, 100, true, 20, 36, 7;
}

/// Judges the programs of a folder that an environment variable names: `.cfa` files, which
/// `adumbra cfa` writes.
#[test]
#[ignore = "wants a folder of programs"]
fn sweep() {
    let folder = std::env::var("ADUMBRA_PROGRAMS").unwrap();
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for file in files {
        if file.extension().is_some_and(|e| e == "cfa") {
            let program = program(&std::fs::read_to_string(&file).unwrap());
            let start = std::time::Instant::now();
            let counts = std::panic::catch_unwind(|| examine(&program, 0..6, 200, false));
            println!("{} {counts:?} {:?}", file.display(), start.elapsed());
        }
    }
}
