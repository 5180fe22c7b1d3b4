//! The option table of the SAT core: every number of the search.

use adumbra_options::options;

options! {
    /// The options of a [`Sat`](super::Sat).
    pub struct SatOptions {
        seed: int = 0 in 0..=2147483647, fixed, "Seed of the pseudo-random decisions and phases.";

        activity_decay: real = 0.95 in 0.5..=0.999, tunable, "Decay of the variable activities per conflict.";
        random_decisions: real = 0.0 in 0.0..=1.0, tunable, "Share of the decisions taken on a random variable.";
        random_decisions_scaling: real = 1.0 in 0.3..=1.1, tunable, "Factor on that share after each restart: cooling or heating.";
        bump_reasons: flag = true, tunable, "Bump the variables in the reasons of a learned clause too, while activities decide.";

        phase: flag = false, tunable, "First phase of a variable: true or false.";
        phase_saving: flag = true, tunable, "Decide a variable as it was assigned last.";
        target_phases: int = 1 in 0..=2, tunable, "Follow the longest consistent assignment: 0 never, 1 in stable mode, 2 always.";
        random_phases: real = 0.0 in 0.0..=1.0, tunable, "Share of the decisions taken with a random phase.";
        rephase: flag = true, tunable, "Reset the saved phases now and then.";
        rephase_interval: int = 1000 in 1..=1000000, tunable, "Conflicts between resets of the phases, growing linearly.";

        stabilize: int = 1 in 0..=2, tunable, "Stable mode: 0 never, 1 in turns with focused mode, 2 always.";
        stable_first: flag = true, tunable, "Begin with a turn of stable mode.";
        stabilize_interval: int = 1000 in 1..=1000000, tunable, "Conflicts of the first turn; later turns take quadratically more work.";

        restart: flag = true, tunable, "Restart the search.";
        restart_interval: int = 2 in 1..=3200, tunable, "Least number of conflicts between restarts in focused mode.";
        restart_margin: real = 1.1 in 0.5..=2.0, tunable, "Restart when recent glue exceeds the long-term average by this factor.";
        glue_fast_window: int = 33 in 1..=1000, tunable, "Window of the fast average of glue, in conflicts.";
        glue_slow_window: int = 100000 in 100..=10000000, tunable, "Window of the slow average of glue, in conflicts.";
        reluctant_period: int = 1024 in 2..=100000, tunable, "Unit of the reluctant doubling sequence that restarts in stable mode.";
        reluctant_max: int = 1048576 in 2..=100000000, tunable, "Longest interval of that sequence.";
        reuse_trail: flag = true, tunable, "Keep the part of the trail that a restart would decide again.";

        minimize: flag = true, tunable, "Remove implied literals from learned clauses.";
        minimize_depth: int = 1000 in 0..=100000, tunable, "Longest chain of reasons followed in doing so.";
        chrono: flag = false, tunable, "Backtrack chronologically over long distances.";
        chrono_distance: int = 100 in 0..=100000, tunable, "Levels a backjump must skip to be replaced by a chronological one.";

        reduce: flag = true, tunable, "Forget learned clauses.";
        reduce_interval: int = 100 in 10..=100000, tunable, "Conflicts between reductions, growing linearly.";
        reduce_fraction: real = 0.75 in 0.1..=1.0, tunable, "Share of the candidates forgotten in a reduction.";
        tier1_glue: int = 2 in 1..=100, tunable, "Clauses up to this glue are kept for good.";
        tier2_glue: int = 6 in 1..=1000, tunable, "Clauses up to this glue survive two reductions after use, others one.";

        inprocess: flag = true, tunable, "Simplify the clauses between restarts.";
        inprocess_interval: int = 2000 in 0..=10000000, tunable, "Conflicts before the first simplification and, growing linearly, between them.";
        probe: flag = true, tunable, "Probe for failed literals.";
        probe_effort: real = 0.02 in 0.0..=10.0, tunable, "Work of probing relative to search.";
        vivify: flag = true, tunable, "Shorten clauses by propagating the negations of their literals.";
        vivify_effort: real = 0.15 in 0.0..=10.0, tunable, "Work of vivification relative to search.";
        vivify_irredundant: flag = true, tunable, "Vivify irredundant clauses too.";
        subsume: flag = true, tunable, "Remove subsumed clauses and strengthen by self-subsumption.";
        subsume_effort: real = 0.1 in 0.0..=10.0, tunable, "Work of subsumption relative to search.";
        subsume_occurrences: int = 100 in 1..=100000, tunable, "Longest list of occurrences examined for subsumption.";
        eliminate: flag = true, tunable, "Eliminate variables by resolution.";
        eliminate_effort: real = 0.1 in 0.0..=10.0, tunable, "Work of elimination relative to search.";
        eliminate_runs: int = 1000000 in 0..=1000000, tunable, "Most runs of elimination in all.";
        eliminate_occurrences: int = 100 in 1..=10000, tunable, "Most clauses a variable to eliminate may occur in.";
        eliminate_literals: int = 2000 in 2..=100000, tunable, "Most literals in the clauses of a variable to eliminate.";
        eliminate_clause_size: int = 100 in 2..=10000, tunable, "Largest resolvent.";
        eliminate_growth: real = 1.0 in 0.0..=16.0, tunable, "Resolvents allowed per clause replaced.";
        eliminate_extra: int = 16 in 0..=64, tunable, "Further resolvents allowed at most; the bound is approached from 0 by doubling.";
        eliminate_gates: flag = true, tunable, "Resolve only with the clauses that define a variable when there are such.";
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
}
