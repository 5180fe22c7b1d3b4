//! Tables: what executions showed at a place of a function, a row for each visit.

use adumbra_program::{Global, Register};
use adumbra_terms::{Bits, Model, Op, Term, Terms, Value};
use adumbra_verdict::{Formulas, Leaf, OBJECT_BITS, ObjectName, Place};

/// A place of the state that holds an integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum What {
    /// A register of the activation.
    Register(Register),
    /// Bytes of a global: where they begin, and how many.
    Cell(Global, u64, u32),
    /// Bytes behind the pointer in a register.
    Behind(Register, u64, u32),
    /// A result of the function.
    Result(u32),
}

/// When it holds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum When {
    /// When the function was entered, seen from later.
    Before,
    /// When the table is about.
    Now,
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Column {
    pub(super) what: What,
    pub(super) when: When,
    /// How many bits it has.
    pub(super) width: u32,
}

impl What {
    /// The variable that stands for it.
    fn leaf(self, formulas: &mut Formulas, width: u32, pointer_bits: u32) -> Term {
        match self {
            What::Register(register) => formulas.leaf(Leaf::Value(Place::Register(0, register)), width),
            What::Cell(global, offset, bytes) => {
                formulas.leaf(Leaf::Value(Place::Cell(ObjectName::Global(global), offset, bytes)), width)
            }
            What::Result(index) => formulas.leaf(Leaf::Value(Place::Result(index)), width),
            What::Behind(register, by, bytes) => {
                let place = Place::Register(0, register);
                let object = formulas.leaf(Leaf::Object(place), OBJECT_BITS);
                let offset = formulas.leaf(Leaf::Offset(place), pointer_bits);
                let offset = match by {
                    0 => offset,
                    _ => {
                        let by = formulas.terms.bv_u64(pointer_bits, by);
                        formulas.terms.bv_add(offset, by)
                    }
                };
                formulas.leaf(Leaf::Read { object, offset, bytes }, width)
            }
        }
    }
}

impl Column {
    /// The variable that stands for it.
    pub(super) fn variable(&self, formulas: &mut Formulas, pointer_bits: u32) -> Term {
        let now = self.what.leaf(formulas, self.width, pointer_bits);
        match self.when {
            When::Now => now,
            When::Before => formulas.leaf(Leaf::AtEntry(now), self.width),
        }
    }
}

/// What was seen at a place.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<u64>>,
}

/// The model in which variables have the values of a row.
pub(super) fn model(terms: &Terms, variables: &[(Term, u32)], row: &[u64]) -> Model {
    let mut model = Model::new();
    for ((variable, width), value) in variables.iter().zip(row) {
        if let Op::Var(symbol) = terms.op(*variable) {
            model.set(symbol, Value::Bits(Bits::from_u64(*width, *value)));
        }
    }
    model
}
