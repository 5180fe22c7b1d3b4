//! The blocks of a program and what they touch, and the structures of its heap.

use super::PartitionArg;
use crate::failure::{Exit, Failure};
use adumbra_dependence::{Andersen, Blocks, Footprints, Outside, Partition, Regions, Structures};
use adumbra_program::draw::Cluster;
use adumbra_program::{Function, Program};

const BLOCKS: &str = "blocks";
const FOOTPRINT: &str = "footprint";
const STRUCTURES: &str = "structures";

/// What can be asked for.
pub const NAMES: [&str; 3] = [BLOCKS, FOOTPRINT, STRUCTURES];

impl From<PartitionArg> for Partition {
    fn from(partition: PartitionArg) -> Partition {
        match partition {
            PartitionArg::Functions => Partition::Functions,
            PartitionArg::Loops => Partition::Loops,
            PartitionArg::Both => Partition::Both,
            PartitionArg::Auto => Partition::Auto,
        }
    }
}

/// The blocks or their footprints, if the name asks for one of them: `blocks`, `footprint`, or with
/// a partition `blocks(loops)`, `footprint(auto)`; or `structures`. Functions without a body write
/// nothing.
pub fn facts(name: &str, program: &Program, function: Option<Function>) -> Result<Option<String>, Failure> {
    let (what, partition) = match name.strip_suffix(')').and_then(|name| name.split_once('(')) {
        Some((what, partition)) => (what, Some(partition)),
        None => (name, None),
    };
    if !NAMES.contains(&what) {
        return Ok(None);
    }
    let partition = partition.map_or(Ok(Partition::Both), named)?;
    let points_to = Andersen::new(program, Outside::Pure);
    if what == STRUCTURES {
        return Ok(Some(Structures::new(program, &points_to).show(program, &points_to)));
    }
    let blocks = Blocks::new(program, &points_to, partition);
    if what == BLOCKS {
        return Ok(Some(blocks.show(program, function)));
    }
    let regions = Regions::new(program, &points_to);
    let footprints = Footprints::new(program, &points_to, &regions, &blocks);
    Ok(Some(footprints.show(program, &points_to, &regions, &blocks, function)))
}

fn named(name: &str) -> Result<Partition, Failure> {
    let known = Partition::NAMES.iter().find(|(_, known)| *known == name.trim());
    known.map(|(partition, _)| *partition).ok_or_else(|| {
        let names = Partition::NAMES.map(|(_, name)| name).join(", ");
        Failure::new(Exit::Usage, format!("--facts: there is no partition `{name}`")).hint(format!("one of {names}"))
    })
}

/// The blocks as what is drawn together.
pub fn clusters(program: &Program, partition: Partition) -> Vec<Cluster> {
    let blocks = Blocks::new(program, &Andersen::new(program, Outside::Pure), partition);
    let cluster = |(id, data): (u32, &adumbra_dependence::BlockData)| {
        Some(Cluster {
            label: format!("B{id}"),
            entry: *data.block.entries.first()?,
            locations: blocks.locations(id).to_vec(),
            within: data.within.map(|around| around as usize),
        })
    };
    blocks.iter().filter_map(cluster).collect()
}
