//! The option table of the SAT core: every number of the search.

use adumbra_options::options;

options! {
    /// The options of a [`Sat`](super::Sat).
    pub struct SatOptions {
        seed: int = 0 in 0..=2147483647, fixed, "Seed of the pseudo-random decisions and phases.";
        search_style: choice = "modern" of ["modern", "spear"], tunable, "What steers the search: what solvers learned since, or SPEAR with its parameters sp-….";
        prefetch: flag = false, tunable, "Ask for watches and clauses before they are visited.";

        activity_decay: real = 0.95 in 0.5..=0.999, tunable [0.75, 0.85, 0.9, 0.95, 0.99] if stabilize: int [1, 2], "Decay of the variable activities per conflict.";
        random_decisions: real = 0.0 in 0.0..=1.0, tunable [0.0, 0.0001, 0.001, 0.005, 0.01, 0.05] if search_style: choice ["modern"], "Share of the decisions taken on a random variable.";
        random_decisions_scaling: real = 1.0 in 0.3..=1.1, tunable [0.3, 0.5, 0.8, 1.0, 1.1] if random_decisions: real (> 0.0), "Factor on that share after each restart: cooling or heating.";
        bump_reasons: flag = true, tunable if stabilize: int [1, 2], "Bump the variables in the reasons of a learned clause too, while activities decide.";

        phase: flag = false, tunable if search_style: choice ["modern"], "First phase of a variable: true or false.";
        phase_saving: flag = true, tunable if search_style: choice ["modern"], "Decide a variable as it was assigned last.";
        target_phases: int = 1 in 0..=2, tunable if search_style: choice ["modern"], "Follow the longest consistent assignment: 0 never, 1 in stable mode, 2 always.";
        random_phases: real = 0.0 in 0.0..=1.0, tunable [0.0, 0.0001, 0.001, 0.005, 0.01, 0.05] if search_style: choice ["modern"], "Share of the decisions taken with a random phase.";
        rephase: flag = true, tunable if search_style: choice ["modern"], "Reset the saved phases now and then.";
        rephase_interval: int = 1000 in 1..=1000000, tunable [250, 500, 1000, 2000, 4000] if rephase: flag [true], "Conflicts between resets of the phases, growing linearly.";

        stabilize: int = 1 in 0..=2, tunable if search_style: choice ["modern"], "Stable mode: 0 never, 1 in turns with focused mode, 2 always.";
        stable_first: flag = true, tunable if stabilize: int [1], "Begin with a turn of stable mode.";
        stabilize_interval: int = 1000 in 1..=1000000, tunable [250, 500, 1000, 2000, 4000] if stabilize: int [1], "Conflicts of the first turn; later turns take quadratically more work.";

        restart: flag = true, tunable if search_style: choice ["modern"], "Restart the search.";
        restart_interval: int = 2 in 1..=3200, tunable [2, 5, 10, 25, 50] if restart: flag [true] if stabilize: int [0, 1], "Least number of conflicts between restarts in focused mode.";
        restart_margin: real = 1.1 in 0.5..=2.0, tunable [1.0, 1.05, 1.1, 1.2, 1.4] if restart: flag [true] if stabilize: int [0, 1], "Restart when recent glue exceeds the long-term average by this factor.";
        glue_fast_window: int = 33 in 1..=1000, tunable [16, 33, 66, 132] if restart: flag [true] if stabilize: int [0, 1], "Window of the fast average of glue, in conflicts.";
        glue_slow_window: int = 100000 in 100..=10000000, tunable [1000, 10000, 100000] if restart: flag [true] if stabilize: int [0, 1], "Window of the slow average of glue, in conflicts.";
        reluctant_period: int = 1024 in 2..=100000, tunable [50, 100, 256, 512, 1024, 2048] if restart: flag [true] if stabilize: int [1, 2], "Unit of the reluctant doubling sequence that restarts in stable mode.";
        reluctant_max: int = 1048576 in 2..=100000000, tunable [4096, 65536, 1048576] if restart: flag [true] if stabilize: int [1, 2], "Longest interval of that sequence.";
        reuse_trail: flag = true, tunable if restart: flag [true], "Keep the part of the trail that a restart would decide again.";

        minimize: flag = true, tunable, "Remove implied literals from learned clauses.";
        minimize_depth: int = 1000 in 0..=100000, tunable [10, 100, 1000] if minimize: flag [true], "Longest chain of reasons followed in doing so.";
        chrono: flag = false, tunable, "Backtrack chronologically over long distances.";
        chrono_distance: int = 100 in 0..=100000, tunable [10, 100, 1000] if chrono: flag [true], "Levels a backjump must skip to be replaced by a chronological one.";

        reduce: flag = true, tunable if search_style: choice ["modern"], "Forget learned clauses.";
        reduce_interval: int = 30 in 10..=100000, tunable [15, 30, 50, 100, 200, 600] if reduce: flag [true], "Conflicts between reductions, growing linearly.";
        reduce_fraction: real = 0.75 in 0.1..=1.0, tunable [0.5, 0.6, 0.75, 0.9] if reduce: flag [true], "Share of the candidates forgotten in a reduction.";
        tier1_glue: int = 2 in 1..=100, tunable [1, 2, 3, 4] if search_style: choice ["modern"], "Clauses up to this glue are kept for good.";
        tier2_glue: int = 6 in 1..=1000, tunable [4, 6, 8, 12] if search_style: choice ["modern"], "Clauses up to this glue survive two reductions after use, others one.";

        inprocess: flag = true, tunable if search_style: choice ["modern"], "Simplify the clauses between restarts.";
        inprocess_interval: int = 2000 in 0..=10000000, tunable [100, 500, 1000, 2000, 4000, 10000] if inprocess: flag [true], "Conflicts before the first simplification and, growing linearly, between them.";
        probe: flag = true, tunable if inprocess: flag [true], "Probe for failed literals.";
        probe_effort: real = 0.02 in 0.0..=10.0, tunable [0.01, 0.02, 0.05, 0.1] if probe: flag [true], "Work of probing relative to search.";
        vivify: flag = true, tunable if inprocess: flag [true], "Shorten clauses by propagating the negations of their literals.";
        vivify_effort: real = 0.15 in 0.0..=10.0, tunable [0.05, 0.1, 0.15, 0.25, 0.5] if vivify: flag [true], "Work of vivification relative to search.";
        vivify_irredundant: flag = true, tunable if vivify: flag [true], "Vivify irredundant clauses too.";
        subsume: flag = true, tunable if inprocess: flag [true], "Remove subsumed clauses and strengthen by self-subsumption.";
        subsume_effort: real = 0.1 in 0.0..=10.0, tunable [0.05, 0.1, 0.2, 0.5] if subsume: flag [true], "Work of subsumption relative to search.";
        subsume_occurrences: int = 100 in 1..=100000, tunable [20, 100, 500] if subsume: flag [true], "Longest list of occurrences examined for subsumption.";
        eliminate: flag = true, tunable if inprocess: flag [true], "Eliminate variables by resolution.";
        eliminate_effort: real = 0.1 in 0.0..=10.0, tunable [0.05, 0.1, 0.2, 0.5, 1.0] if eliminate: flag [true], "Work of elimination relative to search.";
        eliminate_runs: int = 1000000 in 0..=1000000, tunable [1, 2, 4, 16, 1000000] if eliminate: flag [true], "Most runs of elimination in all.";
        eliminate_occurrences: int = 100 in 1..=10000, tunable [4, 10, 20, 100, 400] if eliminate: flag [true], "Most clauses a variable to eliminate may occur in.";
        eliminate_literals: int = 2000 in 2..=100000, tunable [100, 400, 2000, 10000] if eliminate: flag [true], "Most literals in the clauses of a variable to eliminate.";
        eliminate_clause_size: int = 100 in 2..=10000, tunable [20, 100, 500] if eliminate: flag [true], "Largest resolvent.";
        eliminate_growth: real = 1.0 in 0.0..=16.0, tunable [0.5, 1.0, 2.0, 4.0] if eliminate: flag [true], "Resolvents allowed per clause replaced.";
        eliminate_extra: int = 16 in 0..=64, tunable [0, 8, 16, 32] if eliminate: flag [true], "Further resolvents allowed at most; the bound is approached from 0 by doubling.";
        eliminate_gates: flag = true, tunable if eliminate: flag [true], "Resolve only with the clauses that define a variable when there are such.";

        sp_var_dec_heur: int = 0 in 0..=20, tunable [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] if search_style: choice ["spear"], "Variables to decide first, by number of a scoring function; 20 is for words.";
        sp_learned_clause_sort_heur: int = 0 in 0..=20, tunable [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] if search_style: choice ["spear"], "Order of learned clauses, by number of a scoring function.";
        sp_orig_clause_sort_heur: int = 0 in 0..=20, tunable [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] if search_style: choice ["spear"], "Order of original clauses, by number of a scoring function.";
        sp_res_order_heur: int = 0 in 0..=20, tunable [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19] if sp_resolution: int [1, 2], "Order of elimination, lowest first, by number of a scoring function.";
        sp_phase_dec_heur: int = 5 in 0..=6, tunable [0, 1, 2, 3, 4, 5, 6] if search_style: choice ["spear"], "Phase: 0 false, 1 true, 2 random, 3 majority, 4 minority, 5 least work, 6 as last.";
        sp_clause_del_heur: int = 2 in 0..=2, tunable [0, 1, 2] if search_style: choice ["spear"], "Learned clauses to forget: 0 of least activity, 1 the longest, 2 the last in order.";
        sp_resolution: int = 1 in 0..=2, tunable [0, 1, 2] if search_style: choice ["spear"], "Elimination: 0 never, 1 with original clauses, 2 with learned ones too.";
        sp_variable_decay: real = 1.4 in 1.0..=10.0, tunable [1.1, 1.4, 2.0] if search_style: choice ["spear"], "Growth of what activities of variables are raised by, per conflict.";
        sp_clause_decay: real = 1.4 in 1.0..=10.0, tunable [1.1, 1.4, 2.0] if search_style: choice ["spear"], "The same for clauses.";
        sp_restart_inc: real = 1.5 in 1.0..=10.0, tunable [1.1, 1.3, 1.5, 1.7, 1.9] if search_style: choice ["spear"], "Factor on the conflicts between restarts.";
        sp_learned_size_factor: real = 0.4 in 0.01..=10.0, tunable [0.1, 0.2, 0.4, 0.8, 1.6] if search_style: choice ["spear"], "Most learned clauses at first, per original clause.";
        sp_learned_clauses_inc: real = 1.3 in 1.0..=10.0, tunable [1.1, 1.2, 1.3, 1.4, 1.5] if search_style: choice ["spear"], "Factor on that limit after each restart.";
        sp_clause_activity_inc: real = 1.0 in 0.0..=10.0, tunable [0.5, 1.0, 1.5] if search_style: choice ["spear"], "What a conflict adds to a clause in it; a new clause begins with 1.";
        sp_var_activity_inc: real = 1.0 in 0.0..=10.0, tunable [0.5, 1.0, 1.5] if search_style: choice ["spear"], "What a conflict adds to a variable resolved away; one that is learned gets 1.";
        sp_rand_phase_dec_freq: real = 0.001 in 0.0..=1.0, tunable [0.0, 0.0001, 0.001, 0.005, 0.01, 0.05] if search_style: choice ["spear"] if sp_phase_dec_heur: int [0, 1, 3, 4, 5, 6], "Share of random phases.";
        sp_rand_var_dec_freq: real = 0.001 in 0.0..=1.0, tunable [0.0, 0.0001, 0.001, 0.005, 0.01, 0.05] if search_style: choice ["spear"], "Share of decisions on a random variable.";
        sp_rand_phase_scaling: real = 1.0 in 0.3..=1.1, tunable [0.3, 0.5, 0.8, 1.0, 1.1] if sp_rand_phase_dec_freq: real (> 0.0), "Factor on the share of random phases after each restart.";
        sp_rand_var_dec_scaling: real = 1.0 in 0.3..=1.1, tunable [0.3, 0.5, 0.8, 1.0, 1.1] if sp_rand_var_dec_freq: real (> 0.0), "Factor on the share of random variables after each restart.";
        sp_max_res_lit_inc: real = 1.0 in 0.0..=16.0, tunable [0.25, 0.5, 1.0, 2.0, 4.0] if sp_resolution: int [1, 2], "Resolvents allowed per clause replaced.";
        sp_first_restart: int = 100 in 1..=1000000, tunable [25, 50, 100, 200, 400, 800, 1600, 3200] if search_style: choice ["spear"], "Conflicts before the first restart.";
        sp_res_cutoff_cls: int = 8 in 1..=10000, tunable [2, 4, 8, 16, 20] if sp_resolution: int [1, 2], "Most clauses a variable to eliminate may occur in.";
        sp_res_cutoff_lits: int = 400 in 2..=100000, tunable [100, 200, 400, 800, 1600] if sp_resolution: int [1, 2], "The literals in these are fewer.";
        sp_max_res_runs: int = 4 in 0..=1000000, tunable [1, 2, 4, 8, 16, 32] if sp_resolution: int [1, 2], "Most runs of elimination in all.";
        sp_update_dec_queue: flag = true, tunable if search_style: choice ["spear"], "The queue of decisions follows activities at once and is ranked anew at restarts; otherwise activities show at restarts.";
        sp_use_pure_literal_rule: flag = true, tunable if search_style: choice ["spear"], "Set aside variables that occur in one polarity only.";
        sp_clause_inversion: flag = true, tunable if sp_learned_clause_sort_heur: int [19], "Learned clauses that take part in most conflicts come last.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adumbra_options::OptionTable;

    #[test]
    fn every_row_is_consistent() {
        for (index, spec) in SatOptions::TABLE.iter().enumerate() {
            spec.check(spec.default).unwrap();
            assert_eq!(SatOptions::default().get(spec.name).unwrap(), spec.default);
            assert!(spec.help.ends_with('.'), "{}", spec.name);
            assert!(SatOptions::TABLE[..index].iter().all(|other| other.name != spec.name));
        }
    }

    /// 7 selectors of heuristics, 12 reals, 4 whole numbers and 3 flags; the number of their
    /// combinations is that of the public parameter file, which with six phases instead of seven is
    /// quoted as 3.78e18.
    #[test]
    fn the_parameters_of_spear_are_all_there() {
        use adumbra_options::Kind;
        let rows: Vec<_> = SatOptions::TABLE.iter().filter(|spec| spec.name.starts_with("sp-")).collect();
        let count = |kind, heuristic| {
            rows.iter()
                .filter(|s| s.kind == kind && (s.name.ends_with("-heur") || s.name == "sp-resolution") == heuristic)
                .count()
        };
        assert_eq!(
            [count(Kind::Int, true), count(Kind::Real, false), count(Kind::Int, false), count(Kind::Flag, false)],
            [7, 12, 4, 3]
        );
        let combinations: f64 = rows.iter().map(|spec| spec.candidates().len() as f64).product();
        assert!((combinations * 6.0 / 7.0 / 3.779e18 - 1.0).abs() < 1e-3, "{combinations:e}");
    }
}
