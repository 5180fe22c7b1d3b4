//! C programs and what is found out about them.

pub mod activations;
pub mod recursive;
pub mod shadow;
pub mod tricky;

use adumbra_dependence::*;
use adumbra_frontend::{LoadOptions, load};
use adumbra_program::*;
use adumbra_testing::llvm;
use std::path::Path;

/// A program from a file, if it loads.
pub fn load_file(path: &Path, property: &str, model: DataModel, promote: bool) -> Option<Program> {
    llvm::need();
    let property = Property::by_name(property).unwrap();
    let loaded = load(&LoadOptions::new([path]).property(property).data_model(model).promote(promote));
    loaded.ok().map(|loaded| std::sync::Arc::unwrap_or_clone(loaded.into_program()))
}

/// A program from its C text.
pub fn load_c(text: &str, model: DataModel, promote: bool) -> Program {
    load_for(text, "unreach-call", model, promote)
}

/// A program from its C text, for a property.
pub fn load_for(text: &str, property: &str, model: DataModel, promote: bool) -> Program {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("task.c");
    std::fs::write(&path, text).unwrap();
    load_file(&path, property, model, promote).unwrap_or_else(|| panic!("does not load: {text}"))
}

/// A program with both analyses of its memory.
pub struct Known {
    pub program: Program,
    pub points_to: Andersen,
    pub regions: Regions,
}

impl Known {
    pub fn of(text: &str) -> Known {
        Known::about(load_c(text, DataModel::Lp64, true))
    }

    pub fn about(program: Program) -> Known {
        let points_to = Andersen::new(&program, Outside::Pure);
        let regions = Regions::new(&program, &points_to);
        Known { program, points_to, regions }
    }

    pub fn show(&self) -> String {
        self.regions.show(&self.program)
    }
}
