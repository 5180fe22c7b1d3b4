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
            let by_part = matches!(access, Access::Read | Access::Write);
            if !by_part || self.all.pieces.all(object).all(|piece| self.has_or_is_whole(access, object, piece)) {
                names.push(name);
                continue;
            }
            let own = regions.parts(object).into_iter().filter(|(.., region)| self.may_in(access, object, *region));
            let before = names.len();
            for (start, length, step, _) in own {
                let apart = if step == 0 { String::new() } else { format!("/{step}") };
                names.push(format!("{name}+{start}:{length}{apart}"));
            }
            if names.len() == before {
                names.push(format!("{name} (that it is there)"));
            }
        }
        names
    }

    /// Is it touched, or does it stand for what no region has, where some region has something?
    fn has_or_is_whole(&self, access: Access, object: ObjectId, piece: u32) -> bool {
        let pieces = self.all.pieces.all(object);
        self.has(access, piece) || piece == pieces.start && pieces.len() > 1
    }
}
