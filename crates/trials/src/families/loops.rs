//! Unrolled loops: counters, sums, and walks over arrays.

use super::Instance;
use std::fmt::Write;

/// Counters at 32 bits.
pub fn counters(quick: bool) -> Vec<Instance> {
    let mut result = Vec::new();
    for steps in if quick { vec![8, 16] } else { vec![8, 16, 32, 64] } {
        for wrong in [false, true] {
            let (tail, status) = if wrong { ("-wrong", "sat") } else { ("", "unsat") };
            result.push(Instance::new(format!("count-{steps}{tail}"), count(steps, wrong), Some(status)));
            result.push(Instance::new(format!("sum-{steps}{tail}"), sum(steps, wrong), Some(status)));
            result.push(Instance::new(format!("pair-{steps}{tail}"), pair(steps, wrong), Some(status)));
        }
        result.push(Instance::new(format!("maximum-{steps}"), maximum(steps), Some("unsat")));
        if steps <= 32 {
            result.push(Instance::new(format!("gcd-{steps}"), gcd(steps), Some("unsat")));
        }
        result.push(Instance::new(format!("hash-{steps}"), hash(steps), None));
    }
    result
}

fn head(logic: &str) -> String {
    format!("(set-logic {logic})\n")
}

/// `while (i < n) i++` ends with i = n, for n up to the number of steps.
fn count(steps: u32, wrong: bool) -> String {
    let mut text = head("QF_BV");
    text.push_str("(declare-const n (_ BitVec 32))\n(declare-const i0 (_ BitVec 32))\n");
    let _ = writeln!(
        text,
        "(assert (= i0 (_ bv0 32)))\n(assert (bvule n (_ bv{} 32)))",
        if wrong { steps + 1 } else { steps }
    );
    for step in 0..steps {
        let _ = writeln!(text, "(declare-const i{} (_ BitVec 32))", step + 1);
        let _ = writeln!(text, "(assert (= i{} (ite (bvult i{step} n) (bvadd i{step} (_ bv1 32)) i{step})))", step + 1);
    }
    let _ = writeln!(text, "(assert (not (= i{steps} n)))\n(check-sat)");
    text
}

/// The sum of i below n is n(n-1)/2: said as 2s = n(n-1).
fn sum(steps: u32, wrong: bool) -> String {
    let mut text = head("QF_BV");
    text.push_str("(declare-const n (_ BitVec 32))\n");
    let _ = writeln!(text, "(assert (bvule n (_ bv{steps} 32)))");
    let (mut i, mut s) = ("(_ bv0 32)".to_owned(), "(_ bv0 32)".to_owned());
    for step in 0..steps {
        let _ = writeln!(text, "(declare-const i{step} (_ BitVec 32))\n(declare-const s{step} (_ BitVec 32))");
        let _ = writeln!(text, "(assert (= s{step} (ite (bvult {i} n) (bvadd {s} {i}) {s})))");
        let _ = writeln!(text, "(assert (= i{step} (ite (bvult {i} n) (bvadd {i} (_ bv1 32)) {i})))");
        (i, s) = (format!("i{step}"), format!("s{step}"));
    }
    let last = if wrong { "(bvsub n (_ bv2 32))" } else { "(bvsub n (_ bv1 32))" };
    let _ = writeln!(text, "(assert (not (= (bvadd {s} {s}) (bvmul n {last}))))\n(check-sat)");
    text
}

/// Two counters, one up and one down, with a choice at each step: their sum stays.
fn pair(steps: u32, wrong: bool) -> String {
    let mut text = head("QF_BV");
    text.push_str("(declare-const x (_ BitVec 32))\n(declare-const y (_ BitVec 32))\n");
    let (mut x, mut y) = ("x".to_owned(), "y".to_owned());
    for step in 0..steps {
        let _ = writeln!(
            text,
            "(declare-const c{step} Bool)\n(declare-const x{step} (_ BitVec 32))\n(declare-const y{step} (_ BitVec 32))"
        );
        let by = 1 + step % 3;
        let down = if wrong && step + 1 == steps { by + 1 } else { by };
        let _ = writeln!(text, "(assert (= x{step} (ite c{step} (bvadd {x} (_ bv{by} 32)) {x})))");
        let _ = writeln!(text, "(assert (= y{step} (ite c{step} (bvsub {y} (_ bv{down} 32)) {y})))");
        (x, y) = (format!("x{step}"), format!("y{step}"));
    }
    let _ = writeln!(text, "(assert (not (= (bvadd {x} {y}) (bvadd x y))))\n(check-sat)");
    text
}

/// The maximum of a list of inputs is at least each of them.
fn maximum(steps: u32) -> String {
    let mut text = head("QF_BV");
    let mut best = "(_ bv0 32)".to_owned();
    for step in 0..steps {
        let _ = writeln!(text, "(declare-const v{step} (_ BitVec 32))\n(declare-const m{step} (_ BitVec 32))");
        let _ = writeln!(text, "(assert (= m{step} (ite (bvult {best} v{step}) v{step} {best})))");
        best = format!("m{step}");
    }
    let some: Vec<String> = (0..steps).map(|step| format!("(bvult {best} v{step})")).collect();
    let _ = writeln!(text, "(assert (or {}))\n(check-sat)", some.join(" "));
    text
}

/// Subtraction until both are equal keeps what divides both; here, evenness.
fn gcd(steps: u32) -> String {
    let mut text = head("QF_BV");
    text.push_str("(declare-const a (_ BitVec 32))\n(declare-const b (_ BitVec 32))\n");
    let (mut a, mut b) = ("a".to_owned(), "b".to_owned());
    text.push_str("(assert (= ((_ extract 0 0) a) #b0))\n(assert (= ((_ extract 0 0) b) #b0))\n");
    for step in 0..steps {
        let _ = writeln!(text, "(declare-const a{step} (_ BitVec 32))\n(declare-const b{step} (_ BitVec 32))");
        let _ = writeln!(text, "(assert (= a{step} (ite (bvult {b} {a}) (bvsub {a} {b}) {a})))");
        let _ = writeln!(text, "(assert (= b{step} (ite (bvult {a} {b}) (bvsub {b} {a}) {b})))");
        (a, b) = (format!("a{step}"), format!("b{step}"));
    }
    let _ = writeln!(text, "(assert (or (= ((_ extract 0 0) {a}) #b1) (= ((_ extract 0 0) {b}) #b1)))\n(check-sat)");
    text
}

/// A hash of bytes, all of them letters, that is to be a given number.
fn hash(steps: u32) -> String {
    let mut text = head("QF_BV");
    let mut h = "(_ bv5381 32)".to_owned();
    for step in 0..steps {
        let _ = writeln!(text, "(declare-const c{step} (_ BitVec 8))\n(declare-const h{step} (_ BitVec 32))");
        let _ = writeln!(text, "(assert (and (bvule #x61 c{step}) (bvule c{step} #x7a)))");
        let _ = writeln!(text, "(assert (= h{step} (bvadd (bvmul {h} (_ bv33 32)) ((_ zero_extend 24) c{step}))))");
        h = format!("h{step}");
    }
    let _ = writeln!(text, "(assert (= {h} #x1505abcd))\n(check-sat)");
    text
}

/// Walks over arrays.
pub fn arrays(quick: bool) -> Vec<Instance> {
    let mut result = Vec::new();
    for steps in if quick { vec![4, 8] } else { vec![4, 8, 16, 32] } {
        for wrong in [false, true] {
            let (tail, status) = if wrong { ("-wrong", "sat") } else { ("", "unsat") };
            result.push(Instance::new(format!("fill-{steps}{tail}"), fill(steps, wrong), Some(status)));
            result.push(Instance::new(format!("copy-{steps}{tail}"), copy(steps, wrong), Some(status)));
        }
        result.push(Instance::new(format!("total-{steps}"), total(steps), Some("unsat")));
        if steps <= 8 {
            result.push(Instance::new(format!("sort-{steps}"), sort(steps.min(5)), Some("unsat")));
        }
    }
    result
}

const ARRAY: &str = "(Array (_ BitVec 32) (_ BitVec 32))";

/// After filling n cells with 7, any index below n holds 7.
fn fill(steps: u32, wrong: bool) -> String {
    let mut text = head("QF_ABV");
    let _ =
        writeln!(text, "(declare-const n (_ BitVec 32))\n(declare-const k (_ BitVec 32))\n(declare-const m {ARRAY})");
    let _ = writeln!(text, "(assert (bvule n (_ bv{steps} 32)))\n(assert (bvule k n))");
    if !wrong {
        text.push_str("(assert (bvult k n))\n");
    }
    let mut m = "m".to_owned();
    for step in 0..steps {
        let _ = writeln!(text, "(declare-const m{step} {ARRAY})");
        let _ = writeln!(
            text,
            "(assert (= m{step} (ite (bvult (_ bv{step} 32) n) (store {m} (_ bv{step} 32) (_ bv7 32)) {m})))"
        );
        m = format!("m{step}");
    }
    let _ = writeln!(text, "(assert (not (= (select {m} k) (_ bv7 32))))\n(check-sat)");
    text
}

/// Copying from one place to another that does not overlap: the copy is the original.
fn copy(steps: u32, wrong: bool) -> String {
    let mut text = head("QF_ABV");
    let _ = writeln!(text, "(declare-const m {ARRAY})");
    for name in ["from", "to", "k"] {
        let _ = writeln!(text, "(declare-const {name} (_ BitVec 32))");
    }
    let apart = if wrong { steps - 1 } else { steps };
    let _ = writeln!(
        text,
        "(assert (bvult from #x00001000))\n(assert (bvult to #x00001000))\n(assert (bvult k (_ bv{steps} 32)))"
    );
    let _ = writeln!(text, "(assert (bvule (bvadd from (_ bv{apart} 32)) to))");
    let mut m = "m".to_owned();
    for step in 0..steps {
        let _ = writeln!(text, "(declare-const m{step} {ARRAY})");
        let c = format!("(_ bv{step} 32)");
        let _ = writeln!(text, "(assert (= m{step} (store {m} (bvadd to {c}) (select {m} (bvadd from {c})))))");
        m = format!("m{step}");
    }
    let _ = writeln!(text, "(assert (not (= (select {m} (bvadd to k)) (select m (bvadd from k)))))\n(check-sat)");
    text
}

/// The sum of an array whose cells are small is small.
fn total(steps: u32) -> String {
    let mut text = head("QF_ABV");
    let _ = writeln!(text, "(declare-const m {ARRAY})\n(declare-const p (_ BitVec 32))");
    let mut s = "(_ bv0 32)".to_owned();
    for step in 0..steps {
        let cell = format!("(select m (bvadd p (_ bv{step} 32)))");
        let _ = writeln!(text, "(assert (bvult {cell} (_ bv10 32)))\n(declare-const s{step} (_ BitVec 32))");
        let _ = writeln!(text, "(assert (= s{step} (bvadd {s} {cell})))");
        s = format!("s{step}");
    }
    let _ = writeln!(text, "(assert (bvult (_ bv{} 32) {s}))\n(check-sat)", 9 * steps);
    text
}

/// Bubble sort of few cells leaves neighbours in order.
fn sort(cells: u32) -> String {
    let mut text = head("QF_ABV");
    let _ = writeln!(text, "(declare-const m {ARRAY})");
    let mut m = "m".to_owned();
    let mut version = 0;
    for end in (1..cells).rev() {
        for j in 0..end {
            let (a, b) = (format!("(select {m} (_ bv{j} 32))"), format!("(select {m} (_ bv{} 32))", j + 1));
            let _ = writeln!(text, "(declare-const m{version} {ARRAY})");
            let swapped = format!("(store (store {m} (_ bv{j} 32) {b}) (_ bv{} 32) {a})", j + 1);
            let _ = writeln!(text, "(assert (= m{version} (ite (bvult {b} {a}) {swapped} {m})))");
            m = format!("m{version}");
            version += 1;
        }
    }
    let broken: Vec<String> =
        (1..cells).map(|j| format!("(bvult (select {m} (_ bv{j} 32)) (select {m} (_ bv{} 32)))", j - 1)).collect();
    let _ = writeln!(text, "(assert (or {}))\n(check-sat)", broken.join(" "));
    text
}
