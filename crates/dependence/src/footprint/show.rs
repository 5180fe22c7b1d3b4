//! Footprints for people to read.

use super::*;
use std::fmt::Write;

/// Up to how many names are listed.
const MOST: usize = 40;

impl Access {
    /// What a block does to objects, in a word.
    fn verb(self) -> &'static str {
        match self {
            Access::Read => "reads",
            Access::Write => "writes",
            Access::Allocate => "allocates",
            Access::Free => "frees",
        }
    }
}

impl Footprints {
    /// The footprints of all blocks, or of those in one function.
    pub fn show(
        &self,
        program: &Program,
        points_to: &dyn PointsTo,
        regions: &Regions,
        blocks: &Blocks,
        only: Option<Function>,
    ) -> String {
        let mut out = String::new();
        for (id, data) in blocks.iter().filter(|(_, data)| only.is_none_or(|f| f == data.block.function)) {
            let _ = writeln!(out, "B{id}: {}", data.kind.show(program, data.block.function));
            out.push_str(&self.of_block(id).show(program, points_to, regions));
        }
        out
    }
}

impl Footprint<'_> {
    /// What it does, a line for each kind of access. Parts of an object are written with where they
    /// begin, how long they are, and how far the next ones are apart: `a+4:8`, `a+0:4/12`.
    pub fn show(&self, program: &Program, points_to: &dyn PointsTo, regions: &Regions) -> String {
        if self.is_everything() {
            return "  may do anything to anything\n".to_owned();
        }
        let mut out = String::new();
        for access in Access::ALL {
            let mut names = self.names(access, program, points_to, regions);
            let more = names.len().saturating_sub(MOST);
            names.truncate(MOST);
            if !names.is_empty() {
                let _ = write!(out, "  {:<9} {}", access.verb(), names.join(", "));
                out.push_str(&if more > 0 { format!(" and {more} more\n") } else { "\n".to_owned() });
            }
        }
        if out.is_empty() {
            out.push_str("  touches no memory of others\n");
        }
        out
    }

    fn names(&self, access: Access, program: &Program, points_to: &dyn PointsTo, regions: &Regions) -> Vec<String> {
        let mut names = Vec::new();
        for object in self.objects(access) {
            let name = points_to.objects().object(object).show(program);
            if matches!(access, Access::Allocate | Access::Free) || self.is_whole(access, object) {
                names.push(name);
                continue;
            }
            let own = regions.parts(object).into_iter().filter(|(.., region)| self.may_in(access, object, *region));
            let before = names.len();
            let size = points_to.objects().data(object).size;
            for (start, length, step, _) in own {
                let covers = start == 0 && (length == size || length == step);
                let apart = if step == 0 { String::new() } else { format!("/{step}") };
                names.push(if covers { name.clone() } else { format!("{name}+{start}:{length}{apart}") });
            }
            if names.len() == before {
                names.push(format!("{name} (that it is there)"));
            }
        }
        names
    }

    /// Are all parts of the object touched, and what is in none?
    fn is_whole(&self, access: Access, object: ObjectId) -> bool {
        let mut pieces = self.all.pieces.all(object);
        pieces.len() > 1 && pieces.all(|piece| self.has(access, piece))
    }
}
