//! The live registers of locations, computed where they are asked for.

use adumbra_program::graph::Liveness;
use adumbra_program::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The live registers of a program.
pub(crate) struct Live {
    program: Arc<Program>,
    functions: RefCell<SecondaryMap<Function, Option<Rc<Liveness>>>>,
    locations: RefCell<Vec<Option<Rc<[Register]>>>>,
}

impl Live {
    pub(crate) fn new(program: &Arc<Program>) -> Self {
        Live {
            program: Arc::clone(program),
            functions: RefCell::default(),
            locations: RefCell::new(vec![None; program.locations.len()]),
        }
    }

    /// The registers that may be read after a location is reached, in ascending order.
    pub(crate) fn at(&self, location: Location) -> Rc<[Register]> {
        if let Some(live) = &self.locations.borrow()[location.index()] {
            return Rc::clone(live);
        }
        let function = self.program.function_of(location);
        let Some(body) = self.program.body(function) else { return Rc::default() };
        let liveness = Rc::clone(
            self.functions.borrow_mut()[function].get_or_insert_with(|| Rc::new(Liveness::new(&self.program, body))),
        );
        let live: Rc<[Register]> = liveness.live(&self.program, location).into();
        self.locations.borrow_mut()[location.index()] = Some(Rc::clone(&live));
        live
    }
}
