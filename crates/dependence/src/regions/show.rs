//! Regions for people to read.

use super::*;
use std::fmt::Write;

impl Regions {
    /// All regions, one a line.
    pub fn show(&self, program: &Program) -> String {
        let mut out = String::new();
        for (id, region) in self.regions.iter() {
            let shape = match region.shape {
                Shape::Scalar => "scalar",
                Shape::Elements => "elements",
                Shape::Bytes => "bytes",
            };
            let content = match region.content {
                Content::Bits => "bits",
                Content::Pointer => "pointers",
                Content::Mixed => "pointers and bits",
            };
            let _ = write!(out, "{id}: {shape} of {} with {content}", region.size);
            if let Some(residue) = region.residue {
                let _ = write!(out, " at {residue}");
            }
            let names: Vec<String> = region.objects.iter().map(|o| o.show(program)).collect();
            let _ = write!(out, " in {}", names.join(", "));
            if region.only.is_some() {
                out.push_str(", which exists once");
            }
            if region.unknown {
                out.push_str(", also by numbers");
            }
            out.push('\n');
        }
        out
    }
}
