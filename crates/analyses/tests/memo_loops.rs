//! Loops as blocks: explored once for all who come to their heads with what looks alike inside.

use crate::memo::{EXACT, counts, explicit, intervals, parts, source, targets};
use adumbra_analyses::partition::table;
use adumbra_analyses::pointers::Pointers;
use adumbra_dependence::Partition;
use adumbra_engine::*;
use adumbra_interpreter::Externals;
use adumbra_program::*;
use std::sync::Arc;

fn by_blocks(program: &Arc<Program>, partition: Partition, numbers: Box<dyn Part>) -> Algorithm {
    let pointers = Pointers::new(program, Externals::Pure);
    let table = Arc::new(table(program, pointers.blocks(partition)));
    let part = parts(program, &table, numbers);
    Algorithm::by_blocks(part, Exploration::default(), &table, EXACT).unwrap()
}

/// What became of a program: how many targets, misses and hits there are.
fn explored(text: &str, partition: Partition) -> (usize, u64, u64) {
    let program = source(text);
    let mut algorithm = by_blocks(&program, partition, explicit(&program));
    let found = targets(&mut algorithm);
    let MemoCounts { misses, full_hits, partial_hits, .. } = counts(&algorithm);
    (found, misses, full_hits + partial_hits)
}

/// The rounds of the outer loop look alike in the inner one, which does not look at `i`.
#[test]
fn what_a_loop_does_not_use_is_left_out() {
    let text = "int other;
        int main(void) { int sum = 0;
          for (int i = 0; i < 5; i++) { int part = 0; other = i; for (int j = 0; j < 4; j++) part++; sum += part; }
          if (sum != 20 || other != 4) reach_error(); }";
    assert_eq!(explored(text, Partition::Loops), (0, 2, 4));
    // It does look at it.
    let used = text.replace("part++", "part += i");
    assert_eq!(explored(&used.replace("!= 20", "!= 40"), Partition::Loops), (0, 6, 0));
    assert_eq!(explored(&text.replace("!= 20", "== 20"), Partition::Loops).0, 1);
}

/// Variables in memory: the one that the inner loop has a pointer to, and the one that it has not.
#[test]
fn a_loop_has_the_variables_that_it_comes_to() {
    let text = "void set(int *p, int v) { *p = v; }
        int main(void) { int a = 0, b = 0; int *p = &a;
          for (int i = 0; i < 3; i++) { set(&b, i); for (int j = 0; j < 2; j++) set(p, j); if (b != i) reach_error(); }
          if (a != 1 || b != 2) reach_error(); }";
    assert_eq!(explored(text, Partition::Loops), (0, 3, 1), "`a` is 0 in the first round, and 1 in others");
    // Through a pointer that is not known, the variable that was left out is written, too.
    let unknown = text.replace("set(p, j)", "set((int *)((unsigned long)p + 0 * j), j + 3)").replace("a != 1 ||", "");
    assert!(explored(&unknown, Partition::Loops).0 > 0, "the analysis knows nothing of the address");
}

/// Every way out of a loop is an exit of its own.
#[test]
fn loops_are_left_in_many_ways() {
    let text = "int f(int n) { int i;
          for (i = 0; i < 9; i++) { if (i == n) break; if (i == n - 10) return 50; if (i == n - 20) goto far; }
          return i;
        far: return 70; }
        int main(void) { RESULT return 0; }";
    for partition in [Partition::Loops, Partition::Both, Partition::Auto] {
        for (argument, result) in [(3, 3), (12, 50), (24, 70), (9, 9), (-1, 9)] {
            let check = |wanted: i32| {
                let main = format!("if (f({argument}) == {wanted}) reach_error();");
                explored(&text.replace("RESULT", &main), partition).0
            };
            assert_eq!((check(result), check(result + 1)), (1, 0), "{argument} {partition:?}");
        }
    }
}

/// A loop that calls the function that it is in, and one that is entered in two places.
#[test]
fn loops_in_recursive_functions_and_irreducible_ones() {
    let text = "int f(int n) { int s = 1; for (int i = 0; i < 2; i++) if (n > 0) s += f(n - 1); return s; }
        int main(void) { if (f(3) != 15) reach_error(); if (f(2) == 7) reach_error(); }";
    for partition in [Partition::Loops, Partition::Both] {
        let (found, misses, hits) = explored(text, partition);
        assert_eq!(found, 1, "{partition:?}");
        assert!(hits > 0 && misses < 40, "{misses} {hits} {partition:?}");
    }
    let entered_twice = "int main(void) { int n = 0, way = __VERIFIER_nondet_int(); if (way) goto inside;
        again: n++; inside: n += 2; if (n < 9) goto again; if (n == 10 || n == 12) reach_error(); }";
    assert_eq!(explored(entered_twice, Partition::Both), (0, 0, 0));
}

/// The states at the head of a loop around are widened, though they are reached through a block.
#[test]
fn nested_loops_without_bounds_come_to_an_end() {
    let text = "int main(void) { int n = __VERIFIER_nondet_int(), i = 0;
        while (n != i) { int j = 0; while (j < n) j++; if (j < 0) reach_error(); if (i < 1000000) i++; } if (i < 0) reach_error(); }";
    let program = source(text);
    for partition in [Partition::Loops, Partition::Both] {
        let mut algorithm = by_blocks(&program, partition, intervals(&program));
        assert_eq!(targets(&mut algorithm), 0);
        assert!(algorithm.size().0 < 200, "{:?}", algorithm.size());
    }
}
