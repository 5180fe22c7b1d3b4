//! Memory as bytes: loads and stores of several sizes through pointers.

use super::Instance;
use adumbra_testing::Random;
use std::fmt::Write;

/// The address so many bytes on.
fn at(pointer: &str, offset: u32) -> String {
    if offset == 0 { pointer.to_owned() } else { format!("(bvadd {pointer} (_ bv{offset} 32))") }
}

/// A load of so many bytes, the lowest first.
pub fn load(memory: &str, pointer: &str, bytes: u32) -> String {
    (1..bytes).fold(format!("(select {memory} {pointer})"), |low, offset| {
        format!("(concat (select {memory} {}) {low})", at(pointer, offset))
    })
}

/// A store of so many bytes, the lowest first.
pub fn store(memory: &str, pointer: &str, value: &str, bytes: u32) -> String {
    (0..bytes).fold(memory.to_owned(), |memory, offset| {
        format!("(store {memory} {} ((_ extract {} {}) {value}))", at(pointer, offset), 8 * offset + 7, 8 * offset)
    })
}

fn head() -> String {
    "(set-logic QF_ABV)\n(declare-const m (Array (_ BitVec 32) (_ BitVec 8)))\n".to_owned()
}

/// All formulas.
pub fn formulas(quick: bool) -> Vec<Instance> {
    let mut result = Vec::new();
    for bytes in [1, 2, 4, 8] {
        result.push(Instance::new(format!("same-{bytes}"), same(bytes), Some("unsat")));
        result.push(Instance::new(format!("apart-{bytes}"), apart(bytes, bytes), Some("unsat")));
        if bytes > 1 {
            result.push(Instance::new(format!("overlap-{bytes}"), apart(bytes, bytes - 1), Some("sat")));
        }
        result.push(Instance::new(format!("swap-{bytes}"), swap(bytes), Some("unsat")));
    }
    for count in if quick { vec![2, 4] } else { vec![2, 4, 8, 16] } {
        result.push(Instance::new(format!("order-{count}"), order(count), Some("unsat")));
        result.push(Instance::new(format!("list-{count}"), list(count), Some("unsat")));
    }
    for seed in 0..if quick { 6 } else { 40 } {
        result.push(Instance::new(format!("random-{seed}"), random(seed), None));
    }
    result
}

/// What is stored is loaded.
fn same(bytes: u32) -> String {
    let mut text = head();
    let _ = writeln!(text, "(declare-const p (_ BitVec 32))\n(declare-const v (_ BitVec {}))", 8 * bytes);
    let _ = writeln!(text, "(assert (not (= {} v)))\n(check-sat)", load(&store("m", "p", "v", bytes), "p", bytes));
    text
}

/// A store far enough away does not change a load.
fn apart(bytes: u32, distance: u32) -> String {
    let mut text = head();
    for name in ["p", "q"] {
        let _ = writeln!(text, "(declare-const {name} (_ BitVec 32))\n(assert (bvult {name} #x0fffffff))");
    }
    let _ = writeln!(text, "(declare-const v (_ BitVec {}))", 8 * bytes);
    let d = format!("(_ bv{distance} 32)");
    let _ = writeln!(text, "(assert (or (bvule (bvadd p {d}) q) (bvule (bvadd q {d}) p)))");
    let changed = store("m", "p", "v", bytes);
    let _ = writeln!(text, "(assert (not (= {} {})))\n(check-sat)", load(&changed, "q", bytes), load("m", "q", bytes));
    text
}

/// Swapping twice changes nothing, for pointers that are equal or apart.
fn swap(bytes: u32) -> String {
    let mut text = head();
    for name in ["p", "q", "k"] {
        let _ = writeln!(text, "(declare-const {name} (_ BitVec 32))\n(assert (bvult {name} #x0fffffff))");
    }
    let d = format!("(_ bv{bytes} 32)");
    let _ = writeln!(text, "(assert (or (= p q) (bvule (bvadd p {d}) q) (bvule (bvadd q {d}) p)))");
    let mut memory = "m".to_owned();
    for round in 0..2 {
        let _ = writeln!(text, "(declare-const m{round} (Array (_ BitVec 32) (_ BitVec 8)))");
        for (name, pointer) in [("x", "p"), ("y", "q")] {
            let _ = writeln!(text, "(declare-const {name}{round} (_ BitVec {}))", 8 * bytes);
            let _ = writeln!(text, "(assert (= {name}{round} {}))", load(&memory, pointer, bytes));
        }
        let first = store(&memory, "p", &format!("y{round}"), bytes);
        let _ = writeln!(text, "(assert (= m{round} {}))", store(&first, "q", &format!("x{round}"), bytes));
        memory = format!("m{round}");
    }
    let _ = writeln!(text, "(assert (not (= (select {memory} k) (select m k))))\n(check-sat)");
    text
}

/// Stores to different fields of a record commute.
fn order(count: u32) -> String {
    let mut text = head();
    text.push_str("(declare-const p (_ BitVec 32))\n(declare-const k (_ BitVec 32))\n");
    let (mut up, mut down) = ("m".to_owned(), "m".to_owned());
    for field in 0..count {
        let _ = writeln!(text, "(declare-const v{field} (_ BitVec 32))");
    }
    for field in 0..count {
        up = store(&up, &at("p", 4 * field), &format!("v{field}"), 4);
        let other = count - 1 - field;
        down = store(&down, &at("p", 4 * other), &format!("v{other}"), 4);
    }
    let _ = writeln!(text, "(assert (not (= (select {up} k) (select {down} k))))\n(check-sat)");
    text
}

/// A list of records at different places is walked to its end.
fn list(count: u32) -> String {
    let mut text = head();
    let mut memory = "m".to_owned();
    for node in 0..count {
        let _ = writeln!(text, "(declare-const n{node} (_ BitVec 32))");
        let _ = writeln!(text, "(assert (= ((_ extract 3 0) n{node}) #x0))\n(assert (not (= n{node} #x00000000)))");
    }
    for a in 0..count {
        for b in 0..a {
            let _ = writeln!(text, "(assert (not (= n{a} n{b})))");
        }
    }
    for node in 0..count {
        let next = if node + 1 < count { format!("n{}", node + 1) } else { "#x00000000".to_owned() };
        let changed = store(&memory, &format!("n{node}"), &format!("(_ bv{node} 32)"), 4);
        let changed = store(&changed, &at(&format!("n{node}"), 4), &next, 4);
        let _ = writeln!(
            text,
            "(declare-const m{node} (Array (_ BitVec 32) (_ BitVec 8)))\n(assert (= m{node} {changed}))"
        );
        memory = format!("m{node}");
    }
    let mut pointer = "n0".to_owned();
    for step in 1..count {
        let _ = writeln!(text, "(declare-const q{step} (_ BitVec 32))");
        let _ = writeln!(text, "(assert (= q{step} {}))", load(&memory, &at(&pointer, 4), 4));
        pointer = format!("q{step}");
    }
    let _ = writeln!(text, "(assert (not (= {} (_ bv{} 32))))\n(check-sat)", load(&memory, &pointer, 4), count - 1);
    text
}

/// Random stores and loads through few pointers with small offsets.
fn random(seed: u64) -> String {
    let mut rng = Random(seed);
    let mut text = head();
    for name in ["p", "q", "r"] {
        let _ = writeln!(text, "(declare-const {name} (_ BitVec 32))\n(assert (bvult {name} #x00000100))");
    }
    let mut memory = "m".to_owned();
    let mut words = vec!["p".to_owned(), "q".to_owned(), "r".to_owned()];
    for step in 0..10 {
        let pointer = at(["p", "q", "r"][rng.below(3)], rng.below(6) as u32);
        let bytes = [1, 2, 4][rng.below(3)];
        let pick = words[rng.below(words.len())].clone();
        if rng.one_in(2) {
            let _ = writeln!(text, "(declare-const m{step} (Array (_ BitVec 32) (_ BitVec 8)))");
            let _ = writeln!(text, "(assert (= m{step} {}))", store(&memory, &pointer, &pick, bytes));
            memory = format!("m{step}");
        } else {
            let value = load(&memory, &pointer, bytes);
            let wide = if bytes == 4 { value } else { format!("((_ zero_extend {}) {value})", 32 - 8 * bytes) };
            let _ = writeln!(text, "(declare-const w{step} (_ BitVec 32))\n(assert (= w{step} (bvadd {wide} {pick})))");
            words.push(format!("w{step}"));
        }
    }
    for _ in 0..4 {
        let (a, b) = (words[rng.below(words.len())].clone(), words[rng.below(words.len())].clone());
        let fact = match rng.below(3) {
            0 => format!("(= {a} (bvadd {b} (_ bv{} 32)))", rng.below(7)),
            1 => format!("(bvult {a} {b})"),
            _ => format!("(not (= {a} {b}))"),
        };
        let _ = writeln!(text, "(assert {fact})");
    }
    text.push_str("(check-sat)\n");
    text
}
