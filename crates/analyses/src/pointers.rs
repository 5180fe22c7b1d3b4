//! Points-to sets and memory regions of a program, computed when they are first needed and shared by all who ask.

use adumbra_dependence::{Andersen, DependenceGraph, DependenceOptions, Outside, Regions};
use adumbra_interpreter::Externals;
use adumbra_program::Program;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The points-to sets of a program.
pub struct Pointers {
    program: Arc<Program>,
    outside: Outside,
    sets: OnceLock<Andersen>,
    regions: OnceLock<Arc<Regions>>,
    dependence: OnceLock<DependenceGraph>,
}

impl Pointers {
    /// Those of a program in which functions without a body do what is said. Nothing is computed yet.
    pub fn new(program: &Arc<Program>, externals: Externals) -> Arc<Pointers> {
        let outside = match externals {
            // Where the verdict is not to rest on such functions, executions end at them.
            Externals::Pure | Externals::Unknown => Outside::Pure,
            Externals::HavocArgs => Outside::Arguments,
            Externals::HavocAll => Outside::Everything,
        };
        let (sets, regions, dependence) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Arc::new(Pointers { program: Arc::clone(program), outside, sets, regions, dependence })
    }

    /// The regions of memory that follow from the sets. The first call computes them.
    pub fn regions(&self) -> &Arc<Regions> {
        self.regions.get_or_init(|| Arc::new(Regions::new(&self.program, self.get())))
    }

    /// The dependence graph. The first call computes it.
    pub fn dependence(&self) -> &DependenceGraph {
        self.dependence.get_or_init(|| {
            DependenceGraph::new(&self.program, self.get(), self.regions(), &DependenceOptions::default())
        })
    }

    /// The sets. The first call computes them.
    pub fn get(&self) -> &Andersen {
        self.sets.get_or_init(|| Andersen::new(&self.program, self.outside))
    }
}

impl fmt::Debug for Pointers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pointers").field("outside", &self.outside).finish_non_exhaustive()
    }
}
