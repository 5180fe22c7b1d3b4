//! Points-to sets, memory regions and blocks of a program, computed when they are first needed and
//! shared by all who ask.

use adumbra_dependence::{
    Andersen, Blocks, DependenceGraph, DependenceOptions, Footprints, Outside, Partition, Regions,
};
use adumbra_interpreter::Externals;
use adumbra_program::Program;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The points-to sets of a program.
pub struct Pointers {
    program: Arc<Program>,
    outside: Outside,
    sets: OnceLock<(Andersen, Duration)>,
    regions: OnceLock<(Arc<Regions>, Duration)>,
    dependence: OnceLock<(DependenceGraph, Duration)>,
    /// By partition.
    apart: [OnceLock<Apart>; Partition::NAMES.len()],
}

/// What can be looked at apart from its users.
struct Apart {
    blocks: Arc<Blocks>,
    footprints: OnceLock<Arc<Footprints>>,
}

impl Pointers {
    /// Those of a program in which functions without a body do what is said. Nothing is computed
    /// yet.
    pub fn new(program: &Arc<Program>, externals: Externals) -> Arc<Pointers> {
        let outside = match externals {
            // Where the verdict is not to rest on such functions, executions end at them.
            Externals::Pure | Externals::Unknown => Outside::Pure,
            Externals::HavocArgs => Outside::Arguments,
            Externals::HavocAll => Outside::Everything,
        };
        let (sets, regions, dependence) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let apart = std::array::from_fn(|_| OnceLock::new());
        Arc::new(Pointers { program: Arc::clone(program), outside, sets, regions, dependence, apart })
    }

    /// The blocks of a partition. The first call computes them.
    pub fn blocks(&self, partition: Partition) -> &Arc<Blocks> {
        &self.apart(partition).blocks
    }

    /// What the blocks of a partition touch. The first call computes it.
    pub fn footprints(&self, partition: Partition) -> &Arc<Footprints> {
        let Apart { blocks, footprints } = self.apart(partition);
        footprints.get_or_init(|| Arc::new(Footprints::new(&self.program, self.get(), self.regions(), blocks)))
    }

    fn apart(&self, partition: Partition) -> &Apart {
        self.apart[partition as usize].get_or_init(|| {
            let blocks = Arc::new(Blocks::new(&self.program, self.get(), partition));
            Apart { blocks, footprints: OnceLock::new() }
        })
    }

    /// The regions of memory that follow from the sets. The first call computes them.
    pub fn regions(&self) -> &Arc<Regions> {
        let sets = self.get();
        &self.regions.get_or_init(|| timed(|| Arc::new(Regions::new(&self.program, sets)))).0
    }

    /// The dependence graph. The first call computes it.
    pub fn dependence(&self) -> &DependenceGraph {
        let (sets, regions) = (self.get(), self.regions());
        let options = DependenceOptions::default();
        &self.dependence.get_or_init(|| timed(|| DependenceGraph::new(&self.program, sets, regions, &options))).0
    }

    /// The sets. The first call computes them.
    pub fn get(&self) -> &Andersen {
        &self.sets.get_or_init(|| timed(|| Andersen::new(&self.program, self.outside))).0
    }

    /// How long it took to find out where pointers point to, as far as it was asked for.
    pub fn pointing_time(&self) -> Duration {
        let sets = self.sets.get().map_or(Duration::ZERO, |(_, time)| *time);
        sets + self.regions.get().map_or(Duration::ZERO, |(_, time)| *time)
    }

    /// How long the dependence graph took, if it was asked for.
    pub fn dependence_time(&self) -> Duration {
        self.dependence.get().map_or(Duration::ZERO, |(_, time)| *time)
    }
}

/// A result, and how long it took.
fn timed<T>(make: impl FnOnce() -> T) -> (T, Duration) {
    let clock = Instant::now();
    let made = make();
    (made, clock.elapsed())
}

impl fmt::Debug for Pointers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pointers").field("outside", &self.outside).finish_non_exhaustive()
    }
}
