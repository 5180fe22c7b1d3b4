//! One solver through many levels against a fresh one per query: what is closed binds nothing, what
//! is open stays, and preprocessing changes no answer.

use adumbra_sat::{Limits, SatOptions};
use adumbra_solver::engine::Embedded;
use adumbra_solver::solver::{Solver, Verdict};
use adumbra_terms::{Term, Terms};
use adumbra_testing::Random;

/// Terms to build facts from.
struct World {
    terms: Terms,
    words: Vec<Term>,
    memory: Term,
}

impl World {
    fn new() -> World {
        let mut terms = Terms::new();
        let byte = terms.bv_sort(8);
        let array = terms.array_sort(byte, byte).expect("a sort");
        let words = ["a", "b", "c", "d"].map(|name| terms.var(name, byte)).to_vec();
        let memory = terms.var("m", array);
        World { terms, words, memory }
    }

    fn word(&mut self, rng: &mut Random) -> Term {
        let mut pick = |words: &[Term]| words[rng.below(words.len())];
        let (x, y) = (pick(&self.words), pick(&self.words));
        let constant = self.terms.bv_u64(8, rng.below(256) as u64);
        let t = &mut self.terms;
        let word = match rng.below(9) {
            0 => t.bv_add(x, y),
            1 => t.bv_mul(x, y),
            2 => t.bv_sub(x, constant),
            3 => t.bv_and(x, y),
            4 => t.select(self.memory, x),
            5 => {
                let stored = t.store(self.memory, x, y);
                t.select(stored, constant)
            }
            6 => t.bv_udiv(x, constant),
            7 => t.bv_mul(x, constant),
            _ => t.bv_lshr(x, y),
        };
        if self.words.len() < 30 {
            self.words.push(word);
        }
        word
    }

    fn fact(&mut self, rng: &mut Random) -> Term {
        let (x, y) = (self.word(rng), self.word(rng));
        let small = self.words[rng.below(4)];
        let t = &mut self.terms;
        let fact = match rng.below(4) {
            0 => t.eq(small, x),
            1 => t.eq(x, y),
            2 => t.bv_ult(x, y),
            _ => t.bv_slt(x, small),
        };
        if rng.one_in(2) { t.not(fact) } else { fact }
    }
}

#[test]
fn levels_answer_as_fresh_solvers_do() {
    let (mut renewals, mut answers) = (0, [0; 2]);
    for seed in 0..4 {
        let mut rng = Random(seed);
        let mut world = World::new();
        let mut solver = Embedded::new(SatOptions::default());
        let mut open: Vec<Vec<Term>> = vec![Vec::new()];
        for _ in 0..200 {
            match rng.below(5) {
                0 | 1 => {
                    solver.push().expect("a level");
                    open.push(Vec::new());
                    let fact = world.fact(&mut rng);
                    solver.assert(&mut world.terms, fact).expect("an assertion");
                    open.last_mut().expect("a level").push(fact);
                }
                2 if open.len() > 3 => {
                    let levels = 1 + rng.below(open.len() - 1);
                    solver.pop(levels).expect("levels");
                    open.truncate(open.len() - levels);
                    world.words.truncate(4);
                }
                _ => {
                    let assumption = world.fact(&mut rng);
                    let limits = Limits::conflicts(20_000);
                    let verdict = solver.check(&mut world.terms, &[assumption], &limits).expect("a right model");
                    let mut fresh = Embedded::new(SatOptions::default());
                    for fact in open.iter().flatten().chain([&assumption]) {
                        fresh.assert(&mut world.terms, *fact).expect("an assertion");
                    }
                    let expected = fresh.check(&mut world.terms, &[], &limits).expect("a right model");
                    if !matches!((&verdict, &expected), (Verdict::Unknown(_), _) | (_, Verdict::Unknown(_))) {
                        assert_eq!(verdict, expected, "seed {seed}");
                        answers[usize::from(verdict == Verdict::Sat)] += 1;
                    }
                }
            }
        }
        renewals += solver.stats().renewals;
    }
    assert!(renewals > 0, "{renewals} renewals");
    assert!(answers[0] > 20 && answers[1] > 20, "{answers:?}");
}
