//! Contracts of proofs as C, in the style of ACSL: `requires`, `assigns`, `ensures`, with `\old`
//! and `\result`.
//!
//! What has no words in C is left out: so a function may demand more than what is written, and
//! promises at least that. What may be written is said only if all of it has words.

use crate::formulas::{Named, Writer};
use adumbra_program::{CType, CTypeId, Global, Program, Register, Variable};
use adumbra_terms::Term;
use adumbra_terms::simplify::Simplifier;
use adumbra_verdict::place::Place as SourcePlace;
use adumbra_verdict::{Contract, Extent, Formulas, Leaf, ObjectName, Place, Writes};

/// Clauses of one kind, at most.
const MOST_CLAUSES: usize = 24;

/// Longer clauses are not written.
const LONGEST: usize = 400;

/// A contract in words of C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worded {
    /// The function.
    pub function: String,
    /// Where it is defined.
    pub place: SourcePlace,
    /// What it demands.
    pub requires: Vec<String>,
    /// What it may write; none if that has no words, or is anything.
    pub assigns: Option<Vec<String>>,
    /// What it promises.
    pub ensures: Vec<String>,
}

impl Worded {
    /// The clauses, a line each.
    pub fn lines(&self) -> Vec<String> {
        let requires = self.requires.iter().map(|clause| format!("requires {clause};"));
        let assigns = self.assigns.iter().map(|written| match written.is_empty() {
            true => "assigns \\nothing;".to_owned(),
            false => format!("assigns {};", written.join(", ")),
        });
        let ensures = self.ensures.iter().map(|clause| format!("ensures {clause};"));
        requires.chain(assigns).chain(ensures).collect()
    }
}

/// The contracts of a proof, those of library functions left out.
pub fn worded(program: &Program, contracts: &[Contract]) -> Vec<Worded> {
    let own = contracts.iter().filter(|contract| !program.functions[contract.function].library);
    own.map(|contract| Words { program }.contract(contract)).collect()
}

struct Words<'p> {
    program: &'p Program,
}

impl Words<'_> {
    fn contract(&self, contract: &Contract) -> Worded {
        let data = &self.program.functions[contract.function];
        Worded {
            function: data.name.clone(),
            place: SourcePlace::of(self.program, data.position),
            requires: self.clauses(&contract.entry, false),
            assigns: self.assigns(contract),
            ensures: self.clauses(&contract.exit, true),
        }
    }

    fn clauses(&self, formulas: &Formulas, at_exit: bool) -> Vec<String> {
        let name = |term: Term| self.named(formulas, term, at_exit);
        let writer = Writer::new(&formulas.terms, &name);
        let (mut terms, mut simplifier) = (formulas.terms.clone(), Simplifier::new());
        let mut found: Vec<String> = Vec::new();
        for formula in formulas.all() {
            let simple = simplifier.simplify(&mut terms, *formula);
            match terms.truth(simple) {
                // It says nothing.
                Some(true) => continue,
                Some(false) => found.push("\\false".to_owned()),
                None => {}
            }
            let Some(clause) = writer.consequence(*formula).filter(|clause| clause.len() <= LONGEST) else { continue };
            if !found.contains(&clause) && found.len() < MOST_CLAUSES {
                found.push(clause);
            }
        }
        found
    }

    /// The name of what a variable of formulas stands for.
    fn named(&self, formulas: &Formulas, term: Term, at_exit: bool) -> Option<Named> {
        match formulas.leaf_of(term)? {
            Leaf::AtEntry(now) => {
                let Named { name, signed } = self.named_now(formulas, now)?;
                Some(Named { name: format!("\\old({name})"), signed })
            }
            // A parameter at the exit has the value that it was given.
            Leaf::Value(Place::Register(..)) if at_exit => {
                let Named { name, signed } = self.named_now(formulas, term)?;
                Some(Named { name: format!("\\old({name})"), signed })
            }
            _ => self.named_now(formulas, term),
        }
    }

    fn named_now(&self, formulas: &Formulas, term: Term) -> Option<Named> {
        let width = formulas.width(term)?;
        match formulas.leaf_of(term)? {
            Leaf::Value(Place::Register(0, register)) => self.of_variable(self.variable(register)?, width),
            Leaf::Value(Place::Cell(ObjectName::Global(global), offset, bytes)) => {
                self.of_global(global, offset, bytes, width)
            }
            Leaf::Value(Place::Result(0)) => Some(Named { name: "\\result".to_owned(), signed: true }),
            Leaf::Read { object, offset, .. } => {
                let Some(Leaf::Object(Place::Register(0, register))) = formulas.leaf_of(object) else { return None };
                let is_start = formulas.leaf_of(offset) == Some(Leaf::Offset(Place::Register(0, register)));
                let variable = self.variable(register).filter(|_| is_start)?;
                let signed = self.signed(self.pointed(variable)?, width)?;
                Some(Named { name: format!("*{}", variable.name), signed })
            }
            _ => None,
        }
    }

    fn variable(&self, register: Register) -> Option<&Variable> {
        self.program.registers[register].variable.as_ref().filter(|variable| variable.parameter)
    }

    fn of_variable(&self, variable: &Variable, width: u32) -> Option<Named> {
        let signed = self.signed(variable.ctype?, width)?;
        Some(Named { name: variable.name.clone(), signed })
    }

    fn of_global(&self, global: Global, offset: u64, bytes: u32, width: u32) -> Option<Named> {
        let data = &self.program.globals[global];
        let variable = data.variable.as_ref().filter(|_| offset == 0 && data.size == u64::from(bytes))?;
        self.of_variable(variable, width)
    }

    /// Is an integer type of these bits signed?
    fn signed(&self, ctype: CTypeId, width: u32) -> Option<bool> {
        match self.program.ctypes[ctype] {
            CType::Int { signed, bits, .. } if bits == width => Some(signed),
            _ => None,
        }
    }

    fn pointed(&self, variable: &Variable) -> Option<CTypeId> {
        match self.program.ctypes[variable.ctype?] {
            CType::Pointer(pointed) => pointed,
            _ => None,
        }
    }

    fn assigns(&self, contract: &Contract) -> Option<Vec<String>> {
        let Writes::Only(extents) = &contract.writes else { return None };
        let mut found: Vec<String> = Vec::new();
        for extent in extents {
            let name = self.extent(&contract.entry, extent)?;
            if !found.contains(&name) {
                found.push(name);
            }
        }
        Some(found)
    }

    fn extent(&self, entry: &Formulas, Extent { object, offset, bytes }: &Extent) -> Option<String> {
        let number = |term: Term| entry.terms.constant(term).and_then(|bits| bits.to_u64());
        if let Some(object) = number(*object) {
            let (_, ObjectName::Global(global)) = entry.numbers().iter().find(|(known, _)| *known == object)? else {
                return None;
            };
            let data = &self.program.globals[*global];
            let whole = number(*offset) == Some(0) && number(*bytes) == Some(data.size);
            let variable = data.variable.as_ref()?;
            let is_array = matches!(variable.ctype.map(|c| &self.program.ctypes[c]), Some(CType::Array { .. }));
            return match (whole, is_array) {
                (true, false) => Some(variable.name.clone()),
                (true, true) => Some(format!("{}[..]", variable.name)),
                (false, _) => None,
            };
        }
        let Some(Leaf::Object(place @ Place::Register(0, register))) = entry.leaf_of(*object) else { return None };
        let is_start = entry.leaf_of(*offset) == Some(Leaf::Offset(place));
        let variable = self.variable(register).filter(|_| is_start)?;
        let CType::Int { bits, .. } = self.program.ctypes[self.pointed(variable)?] else { return None };
        (number(*bytes) == Some(u64::from(bits / 8))).then(|| format!("*{}", variable.name))
    }
}
