//! Programs that are loaded once: questions with the same compile line share the bitcode, and where only the property differs, the program.

use adumbra_frontend::{Compiled, FrontendError, LoadOptions};
use adumbra_program::Program;
use std::sync::{Arc, Mutex, PoisonError};

/// What was compiled and loaded so far.
#[derive(Default)]
pub(super) struct Loads(Mutex<Loaded>);

#[derive(Default)]
struct Loaded {
    compiled: Vec<Compiled>,
    programs: Vec<(LoadOptions, Arc<Program>)>,
}

impl Loads {
    /// The program of these options.
    pub(super) fn program(&self, options: &LoadOptions) -> Result<Arc<Program>, FrontendError> {
        let mut loaded = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, program)) = loaded.programs.iter().find(|(known, _)| known.loads_as(options)) {
            if program.property == options.property {
                return Ok(Arc::clone(program));
            }
            let mut other = Program::clone(program);
            other.property = options.property.clone();
            return Ok(Arc::new(other));
        }
        if loaded.compiled.iter().all(|known| !known.serves(options)) {
            loaded.compiled.push(Compiled::new(options)?);
        }
        let compiled = loaded.compiled.iter().find(|known| known.serves(options));
        let program = match compiled {
            Some(compiled) => compiled.load(options)?,
            None => adumbra_frontend::load(options)?,
        };
        let program = Arc::new(program);
        loaded.programs.push((options.clone(), Arc::clone(&program)));
        Ok(program)
    }
}
