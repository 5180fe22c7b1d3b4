//! The query layer in front of a solver.

use super::{Format, Job, print_row};
use crate::failure::{Exit, Failure};
use adumbra_options::OptionTable;
use adumbra_solver::layer::{Layer, LayerOptions};
use adumbra_solver::solver::Solver;

/// Solves with a layer in front; `print` shows what the solver behind did.
pub(super) fn run<S: Solver>(
    job: &Job<'_>,
    solver: S,
    options: LayerOptions,
    format: Format,
    text: &[u8],
    print: impl Fn(&S),
) -> Result<Exit, Failure> {
    job.plain(Layer::new(solver, options), format, text, |layer| {
        let stats = layer.stats();
        print_row("layer queries", stats.queries);
        print_row("slices", stats.slices);
        print_row("held by last model", stats.held);
        print_row("answered before", stats.exact);
        print_row("refuted within", stats.subset);
        print_row("satisfied around", stats.superset);
        print_row("models used again", stats.reused);
        print_row("refuted by algebra", stats.algebra);
        print_row("solver asked", stats.asked);
        print_row("answers dropped", stats.dropped);
        print_row("solver time, us", stats.solving.as_micros() as u64);
        print_row("time saved, us", stats.saved.as_micros() as u64);
        print(layer.inner());
    })
}

/// Refuses settings that another solver does not have.
pub(super) fn only_layer(settings: &[String]) -> Result<(), Failure> {
    for setting in settings {
        let name = setting.split('=').next().unwrap_or_default();
        if LayerOptions::index(name).is_err() {
            let known: Vec<&str> = LayerOptions::TABLE.iter().map(|spec| spec.name).collect();
            return Err(Failure::new(Exit::Usage, format!("--set {name}: another solver does not have this option"))
                .hint(format!("the layer in front of it has {}", known.join(", "))));
        }
    }
    Ok(())
}
