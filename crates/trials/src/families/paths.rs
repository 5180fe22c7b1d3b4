//! Scripts of many small queries, as an executor of paths asks them: at each branch, can it go
//! either way?
//!
//! The path follows concrete inputs, so it stays possible; now and then it goes back some branches
//! and continues differently.

use super::Instance;
use super::memory::{load, store};
use adumbra_testing::Random;
use std::fmt::Write;

/// Inputs that are words.
pub fn words(quick: bool) -> Vec<Instance> {
    let (count, branches) = if quick { (3, 200) } else { (10, 1500) };
    (0..count).map(|seed| words_script(seed, branches)).collect()
}

/// Inputs that are bytes in memory.
pub fn memory(quick: bool) -> Vec<Instance> {
    let (count, branches) = if quick { (3, 100) } else { (8, 600) };
    (0..count).map(|seed| memory_script(seed, branches)).collect()
}

/// A term and its value under the concrete inputs.
#[derive(Clone)]
struct Known {
    text: String,
    value: u32,
}

fn combine(rng: &mut Random, a: &Known, b: &Known) -> Known {
    let c = rng.below(1000) as u32;
    let (text, value) = match rng.below(16) {
        0 | 1 => (format!("(bvadd {} {})", a.text, b.text), a.value.wrapping_add(b.value)),
        2 => (format!("(bvsub {} {})", a.text, b.text), a.value.wrapping_sub(b.value)),
        8.. => (format!("(bvadd {} (_ bv{c} 32))", a.text), a.value.wrapping_add(c)),
        4 | 5 => (format!("(bvand {} (_ bv{c} 32))", a.text), a.value & c),
        6 => (format!("(bvmul {} (_ bv{} 32))", a.text, c % 12), a.value.wrapping_mul(c % 12)),
        7 => (format!("(bvlshr {} (_ bv{} 32))", a.text, c % 8), a.value >> (c % 8)),
        3 => (format!("(bvxor {} {})", a.text, b.text), a.value ^ b.value),
    };
    Known { text, value }
}

fn condition(rng: &mut Random, a: &Known, b: &Known) -> (String, bool) {
    let c = if rng.one_in(2) { rng.below(256) as u32 } else { rng.next() as u32 };
    match rng.below(6) {
        0 => (format!("(= {} (_ bv{c} 32))", a.text), a.value == c),
        1 => (format!("(bvult {} (_ bv{c} 32))", a.text), a.value < c),
        2 => (format!("(bvslt {} {})", a.text, b.text), (a.value as i32) < b.value as i32),
        3 => (format!("(= {} {})", a.text, b.text), a.value == b.value),
        4 => (format!("(bvsle {} (_ bv{c} 32))", a.text), a.value as i32 <= c as i32),
        _ => (format!("(= ((_ extract 0 0) {}) #b1)", a.text), a.value & 1 == 1),
    }
}

struct Script {
    text: String,
    queries: usize,
    /// By open level: how much was known when it was opened.
    marks: Vec<usize>,
}

impl Script {
    /// Asks for both ways, then takes the one that is real.
    fn branch(&mut self, rng: &mut Random, (fact, holds): (String, bool), known: usize) {
        if rng.one_in(2) {
            // As solvers with assumptions are asked.
            let name = format!("b{}", self.queries);
            let _ = writeln!(self.text, "(declare-const {name} Bool)\n(assert (= {name} {fact}))");
            let _ = writeln!(self.text, "(check-sat-assuming ({name}))\n(check-sat-assuming ((not {name})))");
            self.queries += 2;
            let taken = if holds { name } else { format!("(not {name})") };
            self.marks.push(known);
            let _ = writeln!(self.text, "(push 1)\n(assert {taken})");
        } else {
            let other = if holds { format!("(not {fact})") } else { fact.clone() };
            let taken = if holds { fact } else { format!("(not {fact})") };
            let _ = writeln!(self.text, "(push 1)\n(assert {other})\n(check-sat)\n(pop 1)");
            self.marks.push(known);
            let _ = writeln!(self.text, "(push 1)\n(assert {taken})\n(check-sat)");
            self.queries += 2;
        }
    }

    /// Goes back some branches.
    fn back(&mut self, rng: &mut Random) -> Option<usize> {
        let levels = 1 + rng.below(self.marks.len());
        let _ = writeln!(self.text, "(pop {levels})");
        let mut known = None;
        for _ in 0..levels {
            known = self.marks.pop();
        }
        known
    }

    fn finish(mut self, name: String) -> Instance {
        self.text.push_str("(exit)\n");
        Instance { name, text: self.text, status: Vec::new(), queries: self.queries }
    }
}

fn words_script(seed: u64, branches: usize) -> Instance {
    let mut rng = Random(seed);
    let mut script = Script { text: "(set-logic QF_BV)\n".to_owned(), queries: 0, marks: Vec::new() };
    let mut known = Vec::new();
    for input in 0..8 {
        let name = format!("in{input}");
        let value = if rng.one_in(2) { rng.below(100) as u32 } else { rng.next() as u32 };
        let _ = writeln!(script.text, "(declare-const {name} (_ BitVec 32))");
        known.push(Known { text: name, value });
    }
    for _ in 0..branches {
        let mut pick = |known: &[Known]| known[rng.below(known.len())].clone();
        let (a, b) = (pick(&known), pick(&known));
        let new = combine(&mut rng, &a, &b);
        if new.text.len() < 80 {
            known.push(new);
        }
        let a = known[known.len() - 1 - rng.below(known.len().min(8))].clone();
        let b = known[rng.below(known.len())].clone();
        let fact = condition(&mut rng, &a, &b);
        script.branch(&mut rng, fact, known.len());
        if (script.marks.len() >= 30 || rng.one_in(25))
            && let Some(size) = script.back(&mut rng)
        {
            known.truncate(size.max(8));
        }
    }
    script.finish(format!("words-{seed}"))
}

fn memory_script(seed: u64, branches: usize) -> Instance {
    let mut rng = Random(seed);
    let mut script = Script { text: "(set-logic QF_ABV)\n".to_owned(), queries: 0, marks: Vec::new() };
    script.text.push_str("(declare-const m (Array (_ BitVec 32) (_ BitVec 8)))\n(declare-const p (_ BitVec 32))\n");
    // The concrete memory is all zeros but for stores, at p = 0x1000.
    let mut cells: Vec<(String, Vec<(u32, u8)>)> = vec![("m".to_owned(), Vec::new())];
    let read =
        |cells: &[(u32, u8)], address: u32| cells.iter().rev().find(|(a, _)| *a == address).map_or(0, |(_, v)| *v);
    let base = 0x1000u32;
    let mut known = vec![Known { text: "p".to_owned(), value: base }];
    let _ = writeln!(
        script.text,
        "(declare-const x (_ BitVec 32))\n(assert (bvult p #x00010000))\n(assert (bvult x #x00000010))"
    );
    known.push(Known { text: "x".to_owned(), value: 3 });
    for _ in 0..branches {
        let (memory, contents) = cells[cells.len() - 1].clone();
        let (offset, shift) = (rng.below(16) as u32, rng.below(3) == 0);
        let pointer = match shift {
            true => (format!("(bvadd (bvadd p x) (_ bv{offset} 32))"), base + 3 + offset),
            false => (format!("(bvadd p (_ bv{offset} 32))"), base + offset),
        };
        let bytes = [1, 1, 2, 4][rng.below(4)];
        let value = (0..bytes).fold(0, |sum, i| sum | u32::from(read(&contents, pointer.1 + i)) << (8 * i));
        let loaded = load(&memory, &pointer.0, bytes);
        let wide = if bytes == 4 { loaded } else { format!("((_ zero_extend {}) {loaded})", 32 - 8 * bytes) };
        let a = Known { text: wide, value };
        let b = known[rng.below(known.len())].clone();
        let new = combine(&mut rng, &a, &b);
        if new.text.len() < 300 {
            known.push(new.clone());
        }
        if rng.one_in(4) {
            let name = format!("m{}", script.queries);
            let _ = writeln!(script.text, "(declare-const {name} (Array (_ BitVec 32) (_ BitVec 8)))");
            let size = [1, 4][rng.below(2)];
            let _ = writeln!(script.text, "(assert (= {name} {}))", store(&memory, &pointer.0, &b.text, size));
            let mut contents = contents;
            contents.extend((0..size).map(|i| (pointer.1 + i, (b.value >> (8 * i)) as u8)));
            cells.push((name, contents));
        }
        let fact = condition(&mut rng, &new, &b);
        script.branch(&mut rng, fact, known.len());
        if script.marks.len() >= 25 || rng.one_in(25) {
            if let Some(size) = script.back(&mut rng) {
                known.truncate(size.max(2));
            }
            // What was defined on levels that are gone is gone.
            cells.truncate(1);
            known.truncate(2);
        }
    }
    script.finish(format!("memory-{seed}"))
}
