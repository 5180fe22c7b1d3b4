//! The other parts of a composite.

use super::Part;
use crate::question::{Fact, Question};
use adumbra_program::Location;

/// The other parts of a composite, to be asked. While a part takes a step, the parts before it have
/// taken it already and those behind it have not; when it is asked to strengthen its state, all
/// have.
#[derive(Clone, Copy)]
pub struct Siblings<'a> {
    before: &'a [Box<dyn Part>],
    after: &'a [Box<dyn Part>],
    outer: Option<&'a Siblings<'a>>,
}

impl<'a> Siblings<'a> {
    /// No siblings.
    pub const NONE: Siblings<'static> = Siblings { before: &[], after: &[], outer: None };

    /// The parts around one of a composite, and the siblings of the composite itself.
    pub fn around(before: &'a [Box<dyn Part>], after: &'a [Box<dyn Part>], outer: &'a Siblings<'a>) -> Self {
        Siblings { before, after, outer: Some(outer) }
    }

    /// The first answer of a sibling.
    pub fn ask(&self, question: Question) -> Option<Fact> {
        let here = self.before.iter().chain(self.after).find_map(|part| part.answer(question));
        here.or_else(|| self.outer.and_then(|outer| outer.ask(question)))
    }

    /// Where the execution is.
    pub fn location(&self) -> Option<Location> {
        match self.ask(Question::Location) {
            Some(Fact::At(location)) => Some(location),
            _ => None,
        }
    }
}
