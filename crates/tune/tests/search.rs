//! The search on targets whose best configuration is known, and its rules by hand-made traces.

use adumbra_tune::ils::{Algorithm, Capping, Cost, Found, Search, Settings, Stop, Target, Trial};
use adumbra_tune::random::Random;
use adumbra_tune::space::{Configuration, Space};
use proptest::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

/// A target given by a function, with a budget of evaluations, that remembers what was asked.
struct Synthetic<'a, F> {
    space: &'a Space,
    cost: F,
    left: usize,
    log: Rc<RefCell<Vec<(String, usize, f64)>>>,
    incumbents: Rc<RefCell<Vec<(Configuration, usize)>>>,
}

impl<F: Fn(&Configuration, Trial) -> f64> Target for Synthetic<'_, F> {
    fn evaluate(&mut self, configuration: &Configuration, trial: Trial, cap: f64) -> Result<Cost, Stop> {
        if self.left == 0 {
            return Err(Stop::Budget);
        }
        self.left -= 1;
        self.log.borrow_mut().push((self.space.changes(configuration), trial.instance, cap));
        let cost = (self.cost)(configuration, trial);
        Ok(if cost > cap { Cost::MoreThan(cap) } else { Cost::Exact(cost) })
    }

    fn incumbent(&mut self, configuration: &Configuration, _: f64, runs: usize) -> Result<(), Stop> {
        self.incumbents.borrow_mut().push((configuration.clone(), runs));
        Ok(())
    }
}

struct Ran {
    found: Found,
    log: Vec<(String, usize, f64)>,
    incumbents: Vec<(Configuration, usize)>,
}

fn search(space: &Space, settings: Settings, budget: usize, cost: impl Fn(&Configuration, Trial) -> f64) -> Ran {
    let (log, incumbents) = (Rc::default(), Rc::default());
    let target = Synthetic { space, cost, left: budget, log: Rc::clone(&log), incumbents: Rc::clone(&incumbents) };
    let found = Search::new(space, settings, target).run();
    let (log, incumbents) = (log.borrow().clone(), incumbents.borrow().clone());
    Ran { found, log, incumbents }
}

fn trials(count: usize) -> Vec<Trial> {
    (0..count).map(|instance| Trial { instance, seed: 0 }).collect()
}

fn number(space: &Space, configuration: &Configuration, name: &str) -> f64 {
    space.value(configuration, name).map_or(0.0, |value| value.parse().unwrap())
}

/// A number in [0, 1) that depends on a configuration and a trial alone.
fn noise(configuration: &Configuration, trial: Trial) -> f64 {
    let seed = configuration.places().iter().fold(trial.instance as u64 + 1, |sum, p| sum * 31 + u64::from(*p) + 7);
    Random::new(seed).below(1000) as f64 / 1000.0
}

/// Two parameters interact, and one that matters has an effect only with the right value of
/// another.
const HARD: &str = "mode {a,b,c}[a]\nx {0,1,2,3,4,5}[0]\ny {0,1,2,3,4,5}[5]\ndepth {0,1,2,3}[0]\nidle {0,1,2,3}[1]\n\
    depth | mode in {c}\n{x=5,y=5}\n";

fn hard(space: &Space, c: &Configuration, trial: Trial) -> f64 {
    let mode = match space.value(c, "mode") {
        Some("a") => 6.0,
        Some("b") => 9.0,
        // Worse than `a` unless the depth is right.
        _ => 2.0 * (3.0 - number(space, c, "depth")).abs() + 1.0,
    };
    let bowl = (number(space, c, "x") - 3.0).abs() + (number(space, c, "x") + number(space, c, "y") - 7.0).abs();
    (10.0 + mode + bowl) * (1.0 + trial.instance as f64 * 0.1)
}

fn best_of_hard(space: &Space, c: &Configuration) -> bool {
    space.value(c, "mode") == Some("c") && ["depth", "x", "y"].map(|name| number(space, c, name)) == [3.0, 3.0, 4.0]
}

#[test]
fn the_best_configuration_is_found() {
    let space = Space::read(HARD).unwrap();
    for algorithm in [Algorithm::Focused, Algorithm::Basic(5)] {
        for capping in [Capping::None, Capping::Preserving, Capping::Aggressive(2.0)] {
            for seed in 0..3 {
                let settings =
                    Settings { algorithm, capping, seed, sequence: trials(10), cutoff: 1000.0, ..Settings::default() };
                let ran = search(&space, settings, 2500, |c, trial| hard(&space, c, trial));
                let found = space.changes(&ran.found.incumbent);
                assert!(best_of_hard(&space, &ran.found.incumbent), "{algorithm:?} {capping:?} {seed}: {found}");
            }
        }
    }
}

#[test]
fn the_best_configuration_is_found_under_noise() {
    let space = Space::read(HARD).unwrap();
    let mut good = 0;
    for seed in 0..10 {
        let settings = Settings { seed, sequence: trials(60), cutoff: 1000.0, ..Settings::default() };
        // The noise is as large as two steps of the bowl.
        let cost = |c: &Configuration, trial: Trial| hard(&space, c, trial) + 4.0 * noise(c, trial);
        let ran = search(&space, settings, 4000, cost);
        assert!(ran.found.runs > 10, "good configurations become well known");
        // With noise a neighbour may be truly as good on these instances; at most one step is
        // forgiven.
        let expected = |c: &Configuration| (0..60).map(|i| cost(c, Trial { instance: i, seed: 0 })).sum::<f64>() / 60.0;
        let best = space.configuration(&[2, 3, 4, 3, 1]);
        good += usize::from(expected(&ran.found.incumbent) <= expected(&best) * 1.03);
    }
    assert!(good >= 9, "{good} of 10");
}

#[test]
fn forbidden_and_ineffective_configurations_are_never_asked_for() {
    let space = Space::read(HARD).unwrap();
    let settings = Settings { sequence: trials(3), cutoff: 1000.0, ..Settings::default() };
    let ran = search(&space, settings, 3000, |c, trial| {
        assert!(!space.is_forbidden(c));
        assert_eq!(*c, space.configuration(c.places()), "canonical");
        hard(&space, c, trial)
    });
    assert!(ran.log.iter().all(|(changes, ..)| !changes.contains("depth") || changes.contains("mode=c")));
}

#[test]
fn a_search_ends_when_there_is_nothing_left() {
    let space = Space::read("a {1,2}[1]\n").unwrap();
    let settings = Settings { sequence: trials(4), cutoff: 10.0, capping: Capping::None, ..Settings::default() };
    let ran = search(&space, settings, usize::MAX, |c, _| number(&space, c, "a"));
    assert_eq!(ran.found.stop, Stop::Exhausted);
    assert!(ran.log.len() <= 8, "no run is made twice: {:?}", ran.log);
    let settings = Settings { sequence: Vec::new(), ..Settings::default() };
    assert_eq!(search(&space, settings, 1, |_, _| 1.0).found.stop, Stop::Exhausted);
}

/// With one rival and no random beginning, what is asked is known by heart.
#[test]
fn domination_and_bonus_runs_follow_the_rules() {
    let space = Space::read("a {0,1}[0]\n").unwrap();
    let settings =
        Settings { initial: 0, capping: Capping::None, sequence: trials(8), cutoff: 100.0, ..Settings::default() };
    // The rival is worse in its first run: the first configuration dominates and nothing more is
    // asked for it.
    let ran = search(&space, settings.clone(), 4, |c, _| 1.0 + number(&space, c, "a"));
    // N(0)=1. Compare a=1: it has 0 runs, so it alone gets one: 2.0 against 1.0, so 0 dominates.
    // In the second comparison (after the perturbation) both have one run, so both get one.
    let asked: Vec<(&str, usize)> = ran.log.iter().map(|(c, i, _)| (c.as_str(), *i)).collect();
    assert_eq!(asked[..2], [("", 0), ("a=1", 0)]);
    // The rival is better: it gets one run, which is better; then it needs as many as the first
    // has, which it has; it wins and gets one bonus run since there was one comparison.
    let ran = search(&space, settings.clone(), 3, |c, _| 2.0 - number(&space, c, "a"));
    let asked: Vec<(&str, usize)> = ran.log.iter().map(|(c, i, _)| (c.as_str(), *i)).collect();
    assert_eq!(asked, [("", 0), ("a=1", 0), ("a=1", 1)]);
    assert_eq!(ran.incumbents.last().map(|(c, runs)| (space.changes(c), *runs)), Some(("a=1".to_owned(), 2)));
    // Equal cost is good enough.
    let ran = search(&space, settings, 3, |_, _| 1.0);
    assert_eq!(space.changes(&ran.incumbents.last().unwrap().0), "a=1");
}

/// Bonus runs count the comparisons since the last win.
#[test]
fn comparisons_that_were_lost_become_bonus_runs() {
    let space = Space::read("a {0,1,2,3}[0]\n").unwrap();
    for seed in 0..20 {
        let settings = Settings {
            initial: 0,
            capping: Capping::None,
            sequence: trials(30),
            cutoff: 100.0,
            seed,
            ..Settings::default()
        };
        // Only a=3 is better than the beginning.
        let cost = |c: &Configuration, _: Trial| {
            if number(&space, c, "a") == 3.0 { 1.0 } else { 2.0 + number(&space, c, "a") }
        };
        let ran = search(&space, settings, 8, cost);
        let before = ran.log.iter().position(|(c, ..)| c == "a=3").unwrap();
        // So many others were compared before; each got one run and lost.
        let lost = before - 1;
        let wins = ran.log[before..].iter().take_while(|(c, ..)| c == "a=3").count();
        assert_eq!(wins, 1 + (lost + 1), "seed {seed}: {:?}", ran.log);
    }
}

#[test]
fn a_configuration_with_a_wrong_answer_never_wins() {
    struct Wrong<'a>(&'a Space, usize);
    impl Target for Wrong<'_> {
        fn evaluate(&mut self, c: &Configuration, trial: Trial, _: f64) -> Result<Cost, Stop> {
            self.1 += 1;
            if self.1 > 500 {
                return Err(Stop::Budget);
            }
            let a = number(self.0, c, "a");
            // The quickest one is wrong on one instance.
            Ok(if a == 3.0 && trial.instance == 1 { Cost::Wrong } else { Cost::Exact(4.0 - a) })
        }
    }
    let space = Space::read("a {0,1,2,3}[0]\n").unwrap();
    for seed in 0..10 {
        let settings = Settings { sequence: trials(4), cutoff: 10.0, seed, ..Settings::default() };
        let found = Search::new(&space, settings, Wrong(&space, 0)).run();
        assert_eq!(space.changes(&found.incumbent), "a=2", "seed {seed}");
    }
}

/// A random space with conditions, and costs that depend on everything.
fn random_space(seed: u64) -> Space {
    let mut random = Random::new(seed);
    let mut text = String::new();
    let count = 2 + random.below(4);
    for p in 0..count {
        let values: Vec<String> = (0..2 + random.below(3)).map(|v| v.to_string()).collect();
        text += &format!("p{p} {{{}}}[0]\n", values.join(","));
        if p > 0 && random.chance(0.4) {
            text += &format!("p{p} | p{} in {{1}}\n", random.below(p));
        }
    }
    Space::read(&text).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// Trajectory-preserving capping changes no decision: the incumbents, and their numbers of
    /// runs, are the same as without.
    #[test]
    fn preserving_capping_preserves_the_trajectory(seed in 0u64..10_000, basic in any::<bool>()) {
        let space = random_space(seed);
        let cost = |c: &Configuration, trial: Trial| {
            // Whole numbers, with ties and timeouts.
            let mut random = Random::new(seed + 1 + c.places().iter().fold(0, |sum, p| sum * 7 + u64::from(*p)));
            let mean = 1 + random.below(40);
            let cost = mean + Random::new(random.number() + trial.instance as u64).below(20);
            cost.min(50) as f64
        };
        let algorithm = if basic { Algorithm::Basic(4) } else { Algorithm::Focused };
        let run = |capping| {
            let settings = Settings { algorithm, capping, seed, sequence: trials(6), cutoff: 50.0, restart: 0.1, ..Settings::default() };
            search(&space, settings, 100_000, cost)
        };
        let (without, with) = (run(Capping::None), run(Capping::Preserving));
        prop_assert_eq!(&without.found.stop, &Stop::Exhausted);
        prop_assert_eq!(&with.incumbents, &without.incumbents);
        prop_assert_eq!(&with.found.incumbent, &without.found.incumbent);
        prop_assert_eq!(with.found.steps, without.found.steps);
    }

    #[test]
    fn a_search_depends_on_its_seed_alone(seed in 0u64..10_000) {
        let space = random_space(seed);
        let cost = |c: &Configuration, trial: Trial| 1.0 + 10.0 * noise(c, trial);
        let run = |seed| {
            let settings = Settings { seed, sequence: trials(10), cutoff: 100.0, ..Settings::default() };
            search(&space, settings, 300, cost).log
        };
        prop_assert_eq!(run(seed), run(seed));
    }
}

/// What was spent until the best configuration was known to be the best so far.
#[test]
fn capping_saves_work() {
    struct Costly<'a> {
        space: &'a Space,
        spent: &'a RefCell<f64>,
        until_best: &'a RefCell<f64>,
        left: usize,
    }
    impl Target for Costly<'_> {
        fn evaluate(&mut self, c: &Configuration, trial: Trial, cap: f64) -> Result<Cost, Stop> {
            self.left = self.left.checked_sub(1).ok_or(Stop::Budget)?;
            // Bad configurations are much worse than good ones.
            let cost = hard(self.space, c, trial).powi(3);
            *self.spent.borrow_mut() += cost.min(cap);
            Ok(if cost > cap { Cost::MoreThan(cap) } else { Cost::Exact(cost) })
        }
        fn incumbent(&mut self, _: &Configuration, _: f64, _: usize) -> Result<(), Stop> {
            *self.until_best.borrow_mut() = *self.spent.borrow();
            Ok(())
        }
    }
    let space = Space::read(HARD).unwrap();
    let spent = |capping: Capping| -> f64 {
        let one = |seed| {
            let (spent, until_best) = (RefCell::new(0.0), RefCell::new(0.0));
            let target = Costly { space: &space, spent: &spent, until_best: &until_best, left: 2000 };
            let algorithm = Algorithm::Basic(10);
            let settings =
                Settings { capping, algorithm, seed, sequence: trials(10), cutoff: 1e6, ..Settings::default() };
            Search::new(&space, settings, target).run();
            until_best.into_inner()
        };
        (0..5).map(one).sum()
    };
    let (none, preserving, aggressive) =
        (spent(Capping::None), spent(Capping::Preserving), spent(Capping::Aggressive(2.0)));
    assert!(preserving < 0.8 * none && aggressive < preserving, "{none} {preserving} {aggressive}");
}
