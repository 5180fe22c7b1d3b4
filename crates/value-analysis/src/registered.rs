//! The value analysis in configurations.

use crate::{Folding, Scope, SymbolicOptions, ValueAnalysis, ValueOptions};
use adumbra_analyses::automaton::Observer;
use adumbra_analyses::registry::{Beside, Can, PartEntry, Refined, Scope as Tracked, Setting};
use adumbra_engine::{Component, Part};
use adumbra_options::{choices, group, options};
use std::sync::Arc;

choices! {
    /// With refinement: which values are tracked at first.
    pub enum AtFirst {
        /// None, until a path asks for them.
        AsNeeded = "as-needed",
        /// All of them.
        All = "all",
    }
}

choices! {
    /// What happens where a structure is too deep.
    pub enum TooDeep {
        /// The state at hand forgets it.
        Forget = "forget",
        /// The exploration is interrupted.
        Interrupt = "interrupt",
    }
}

choices! {
    /// What becomes of lists.
    pub enum ListsOf {
        /// They stay as they are.
        Off = "off",
        /// They become runs.
        Fold = "fold",
    }
}

options! {
    /// Options of the value analysis.
    pub struct ValueTable {
        values: choice(AtFirst) = AsNeeded, fixed, "With refinement: which values are tracked at first: none, until a path asks for them, or all of them; then other parts refine.";
        symbolic: flag = false, fixed, "Values may be terms over unknowns, with the conditions of the branches that were taken: symbolic execution.";
        symbolic_shift: flag = true, fixed, "Symbolic values: states that differ by what an unknown is shifted by are made the same, so that counts from an input end.";
        symbolic_branches: flag = false, fixed, "Symbolic values with refinement: the condition of the branch at which a path cannot go on is tracked, besides what it rests on.";
        symbolic_places: count = 64 in 0..=65536, tunable, "Symbolic values: most places that an access at an unknown offset is followed to.";
        value_threshold: count = (u64::MAX) in 1..=(u64::MAX), tunable, "A thing with more values than this at a location is not tracked any more.";
        heap_depth: count = (u64::MAX) in 0..=(u64::MAX), tunable, "What points into a structure of more heap objects in a row than this is not tracked any more.";
        lists: choice(ListsOf) = Off, fixed, "Objects of the heap in a row become a run at the heads of loops, which stands for lists of any length (fold), or never (off).";
        list_fold: count = 3 in 2..=64, tunable, "Lists: so many objects in a row become a run.";
        list_least: count = 2 in 1..=64, tunable, "Lists: at most so many members of a run are counted.";
        list_pieces: count = 4 in 1..=64, tunable, "Lists: if more runs and objects in a row than this differ in what they hold, that is forgotten.";
        list_payloads: flag = false, fixed, "Lists: members may have something of their own, such as a payload or a list; not known to be right yet.";
        number_threshold: count = (u64::MAX) in 0..=(u64::MAX), tunable, "A number with more values than this at a location is forgotten there; pointers are not.";
        too_deep: choice(TooDeep) = Forget, fixed, "With heap-depth: the state at hand forgets a structure that is too deep; or the exploration is interrupted, and all states that wait forget what points into it.";
    }
}

/// The value analysis.
pub const PART: PartEntry = PartEntry {
    name: "value",
    can: Can { joins: true, in_sets: true, sliceable: true, tells_values: true, reduces: true, ..Can::NONE },
    beside: Beside::Calls,
    options: &[group::<ValueTable>],
    make,
};

fn make(setting: &Setting<'_>) -> Box<dyn Part> {
    let table: ValueTable = setting.options.of();
    let mut analysis = ValueAnalysis::new(setting.program, options(setting, &table));
    if table.symbolic {
        analysis = analysis.symbolic(&SymbolicOptions {
            oracle: setting.oracle.clone(),
            conflicts: setting.general().query_conflicts,
            places: table.symbolic_places,
            shift: table.symbolic_shift,
        });
    }
    if let Some(specification) = setting.specification {
        let observer = Observer::new(Arc::clone(setting.program), specification.clone());
        analysis = analysis.observed_at(setting.program.edges.keys().filter(|edge| observer.watches(*edge)));
    }
    let general = setting.general();
    let may_reduce = analysis.refuses_blocks().is_none();
    let component = Component::with(analysis, general.merging(), general.coverage());
    Box::new(if may_reduce { component.reducing() } else { component })
}

fn options(setting: &Setting<'_>, table: &ValueTable) -> ValueOptions {
    let general = setting.general();
    let refines = table.values == AtFirst::AsNeeded;
    ValueOptions {
        refined: general.refinement != Refined::None && refines,
        refines,
        branches: table.symbolic_branches,
        strengthened: setting.is_there(|can| can.tells_relations),
        scope: match general.precision_scope {
            Tracked::Location => Scope::Location,
            Tracked::Function => Scope::Function,
            Tracked::Global => Scope::Global,
        },
        threshold: Some(table.value_threshold).filter(|k| *k != u64::MAX),
        heap_depth: Some(table.heap_depth).filter(|k| *k != u64::MAX),
        heap_interrupts: table.too_deep == TooDeep::Interrupt,
        lists: (table.lists == ListsOf::Fold).then_some(Folding {
            shortest: table.list_fold as u32,
            least: table.list_least as u32,
            pieces: table.list_pieces as u32,
            owning: table.list_payloads,
        }),
        numbers: Some(table.number_threshold).filter(|k| *k != u64::MAX),
        externals: setting.externals,
        ..ValueOptions::default()
    }
}
