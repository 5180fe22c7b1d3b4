//! The search of SPEAR: each of its parameters acts, answers stay right, and prefetching changes
//! nothing.

use crate::common::{
    Checked, brute_force, colouring, eager, multipliers, random_3sat, random_cnf, random_lit, session,
};
use adumbra_options::{OptionSpec, OptionTable, Test, Value};
use adumbra_sat::dimacs::Cnf;
use adumbra_sat::{Answer, Limits, Sat, SatOptions, Stats, Var};
use adumbra_testing::Random;

fn run(cnf: &Cnf, options: SatOptions) -> (Answer, Stats) {
    let mut sat = Sat::new(options);
    for _ in 0..cnf.vars {
        sat.new_var();
    }
    cnf.clauses.iter().for_each(|clause| sat.add_clause(clause));
    let answer = sat.solve(&[], &Limits::none());
    (answer, *sat.stats())
}

fn spear() -> SatOptions {
    SatOptions { search_style: "spear", ..SatOptions::default() }
}

/// Options under which a parameter has an effect.
fn active(spec: &OptionSpec) -> SatOptions {
    let mut options = spear();
    // By default the order of learned clauses is by activity, as one of the other ways to forget
    // is.
    if spec.name == "sp-clause-del-heur" {
        options.sp_learned_clause_sort_heur = 17;
    }
    // Heating shows when there is something to heat.
    if spec.name.ends_with("-scaling") {
        let share = 0.05;
        options =
            SatOptions { sp_rand_phase_dec_freq: share, sp_rand_var_dec_freq: share, sp_first_restart: 25, ..options };
    }
    // Late runs of elimination show when there is something left for them.
    if spec.name == "sp-max-res-runs" {
        options = SatOptions { sp_phase_dec_heur: 0, sp_first_restart: 5, sp_restart_inc: 1.0, ..options };
    }
    for condition in spec.conditions {
        let other = SatOptions::spec(condition.option).unwrap();
        let value = match condition.test {
            _ if condition.holds(options.get(other.name).unwrap()) => continue,
            Test::In(values) => values[0],
            Test::Above(_) => other.candidates().into_iter().find(|value| condition.holds(*value)).unwrap(),
        };
        options.set_value(other.name, value).unwrap();
    }
    options
}

/// A random formula with some more variables, each of them in four clauses that are the longer the
/// later it comes: whether it is eliminated depends on how many literals that may take.
fn wide() -> Cnf {
    let mut rng = Random(16);
    let mut cnf = random_3sat(&mut rng, 110, 460);
    // Variables that occur in no clause, for the long ones.
    cnf.vars = 1200;
    for size in [30, 60, 120, 250, 500] {
        let extra = Var::new(cnf.vars);
        for positive in [true, true, false, false] {
            let mut clause = vec![extra.literal(positive)];
            clause.extend((0..size).map(|_| random_lit(&mut rng, 1200)));
            // Without both a variable and its negation.
            clause.sort_unstable_by_key(|lit| lit.var());
            clause.dedup_by_key(|lit| lit.var());
            cnf.clauses.push(clause);
        }
        cnf.vars += 1;
    }
    cnf
}

/// Contradictions that are guarded by a variable each; when it is known that a guard is true,
/// another variable loses clauses and can be eliminated.
fn guarded() -> Cnf {
    let mut rng = Random(17);
    let mut cnf = Cnf::default();
    for _ in 0..12 {
        let start = cnf.vars;
        let guard = Var::new(start + 60).positive();
        for clause in random_3sat(&mut rng, 60, 290).clauses {
            let moved = clause.iter().map(|lit| Var::new(start + lit.var().index()).literal(!lit.is_negative()));
            cnf.clauses.push(moved.chain([guard]).collect());
        }
        let extra = Var::new(start + 61);
        for place in 0..6 {
            let mut clause = vec![extra.literal(place < 3), Var::new(start + 62 + place).positive()];
            clause.extend([Some(guard), Some(guard), None, None, Some(!guard), None][place]);
            clause.push(Var::new(start + 68 + place).negative());
            cnf.clauses.push(clause.clone());
            // Neither of the two others is pure, or has few clauses.
            for other in 0..5 {
                let more = Var::new(start + 68 + (place + 1 + other) % 6);
                cnf.clauses.push(vec![!clause[1], more.literal(other % 2 == 0)]);
            }
        }
        cnf.vars += 74;
    }
    cnf
}

/// For every value of every parameter there is a formula on which the search goes another way than
/// with the default.
#[test]
fn each_parameter_acts() {
    let mut rng = Random(11);
    let mut formulas = vec![multipliers(4), wide(), guarded()];
    for seed in 0..4 {
        formulas.push(random_3sat(&mut Random(seed), 110, 460));
        formulas.push(colouring(&mut rng, 40 + seed as usize * 10, 150, 4));
        formulas.push(random_cnf(&mut rng, 90, 390, 4));
    }
    let rows = SatOptions::TABLE.iter().filter(|spec| spec.name.starts_with("sp-"));
    let mut values = 0;
    for spec in rows {
        let base = active(spec);
        let mut seen: Vec<Option<Stats>> = vec![None; formulas.len()];
        let mut changed = 0;
        for value in spec.candidates().into_iter().filter(|value| *value != spec.default) {
            values += 1;
            let mut options = base.clone();
            options.set_value(spec.name, value).unwrap();
            let differs = formulas.iter().zip(&mut seen).any(|(formula, seen)| {
                let before = *seen.get_or_insert_with(|| run(formula, base.clone()).1);
                run(formula, options.clone()).1 != before
            });
            assert!(differs, "{} = {value} changes nothing", spec.name);
            changed += 1;
        }
        assert!(changed > 0, "{}", spec.name);
    }
    assert!(values > 120, "{values}");
}

/// Least significant bits first makes a difference once somebody says which bits those are.
#[test]
fn significance_of_bits_acts() {
    let cnf = multipliers(4);
    let stats = |told: bool| {
        let mut sat = Sat::new(SatOptions { sp_var_dec_heur: 20, ..spear() });
        for index in 0..cnf.vars {
            let var = sat.new_var();
            if told && index < 8 {
                sat.set_significance(var, index as u32 % 4);
            }
        }
        cnf.clauses.iter().for_each(|clause| sat.add_clause(clause));
        assert_eq!(sat.solve(&[], &Limits::none()), Answer::Unsat);
        *sat.stats()
    };
    assert_ne!(stats(true), stats(false));
}

#[test]
fn random_parameters_give_right_answers() {
    let mut rng = Random(12);
    let mut total = Stats::default();
    for _ in 0..1200 {
        let vars = 11 + rng.below(5);
        let clauses = (vars as f64 * (3.0 + rng.below(25) as f64 / 10.0)) as usize;
        let cnf = random_3sat(&mut rng, vars, clauses);
        let options = drawn(&mut rng);
        let expected = if brute_force(&cnf, &[]) { Answer::Sat } else { Answer::Unsat };
        let mut checked = Checked::of(&cnf, options.clone());
        assert_eq!(checked.solve(&[]), expected, "{}\n{}", options.changes(), cnf.to_dimacs());
        total = total.plus(checked.sat.stats());
    }
    for count in [total.restarts, total.reductions, total.eliminated, total.pure_literals] {
        assert!(count > 20, "{total:?}");
    }
}

/// The values of the table, so that each of them is taken; restarts come early, since the formulas
/// are small.
fn drawn(rng: &mut Random) -> SatOptions {
    let mut options = spear();
    for spec in SatOptions::TABLE.iter().filter(|spec| spec.name.starts_with("sp-")) {
        let values = spec.candidates();
        options.set_value(spec.name, values[rng.below(values.len())]).unwrap();
    }
    options.sp_first_restart = 1 + rng.below(3) as i64;
    options.sp_restart_inc = 1.0 + rng.below(2) as f64 / 2.0;
    options.sp_learned_size_factor = 0.01;
    options
}

#[test]
fn sessions_with_random_parameters() {
    let mut rng = Random(13);
    let mut total = Stats::default();
    for seed in 0..700 {
        total = total.plus(&session(seed, drawn(&mut rng)));
        total = total.plus(&session(seed, SatOptions { search_style: "spear", sp_first_restart: 1, ..eager() }));
    }
    for count in [total.eliminated, total.pure_literals, total.restored, total.restarts] {
        assert!(count > 20, "{total:?}");
    }
}

#[test]
fn elimination_with_learned_clauses_acts_and_is_proved() {
    let mut rng = Random(14);
    let mut total = 0;
    for seed in 0..12 {
        let cnf = random_3sat(&mut Random(seed), 60, 258);
        let options = SatOptions {
            sp_resolution: 2,
            sp_res_cutoff_cls: 20,
            sp_max_res_lit_inc: 4.0,
            sp_max_res_runs: 32,
            sp_first_restart: 5,
            sp_res_order_heur: rng.below(20) as i64,
            ..spear()
        };
        let mut checked = Checked::of(&cnf, options.clone());
        let answer = checked.solve(&[]);
        assert_eq!(answer, run(&cnf, SatOptions::default()).0);
        total += checked.sat.stats().eliminated;
    }
    assert!(total > 100, "{total}");
}

/// Every run of the two searches is the same, decision by decision, with prefetching and without.
#[test]
fn prefetching_changes_no_run() {
    let mut rng = Random(15);
    for round in 0..30 {
        let cnf = if round % 3 == 0 { multipliers(5) } else { random_3sat(&mut rng, 120, 510) };
        let style = if round % 2 == 0 { "spear" } else { "modern" };
        let with = |prefetch| {
            run(&cnf, SatOptions { search_style: style, prefetch, inprocess_interval: 200, ..SatOptions::default() })
        };
        assert_eq!(with(true), with(false));
    }
}

#[test]
fn no_randomness_means_that_seeds_do_not_matter() {
    let cnf = random_3sat(&mut Random(3), 110, 460);
    let stats = |seed, share| {
        let randomness = SatOptions { sp_rand_var_dec_freq: share, sp_rand_phase_dec_freq: share, ..spear() };
        run(&cnf, SatOptions { seed, ..randomness }).1
    };
    assert_eq!(stats(1, 0.0), stats(2, 0.0));
    assert_ne!(stats(1, 0.05), stats(2, 0.05));
}

#[test]
fn values_are_what_the_file_says() {
    let value = |name: &str| SatOptions::spec(name).unwrap().default;
    assert_eq!(value("sp-phase-dec-heur"), Value::Int(5));
    assert_eq!(value("sp-clause-del-heur"), Value::Int(2));
    assert_eq!(value("sp-resolution"), Value::Int(1));
    assert_eq!(value("sp-rand-var-dec-freq"), Value::Real(0.001));
    assert_eq!(value("sp-first-restart"), Value::Int(100));
    assert_eq!(value("sp-res-cutoff-lits"), Value::Int(400));
}
