//! Contracts of proofs as C, in the style of ACSL: `requires`, `assigns`, `ensures`, with `\old`
//! and `\result`.
//!
//! What has no words in C is left out and counted: so a function may demand more than what is
//! written, and promises at least that. What may be written is said only if all of it has words.
//! Names are those that mean the same at the function's definition, as far as its text is known.

use crate::definition::Definition;
use crate::format::{ExpressionLanguage, FunctionContract};
use crate::formulas::{Named, Writer};
use crate::sources::Sources;
use adumbra_program::{CType, CTypeId, Function, Global, Program, Register, Variable};
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
    /// How many clauses have no words in C, or are too many or too long.
    pub left_out: usize,
    /// Where the text defines it, if that is known: the number of the file, and the first token.
    pub definition: Option<(usize, usize)>,
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

    /// The contract as witnesses have it, if the text shows where its function is defined.
    pub fn in_witness(&self, sources: &Sources) -> Option<FunctionContract> {
        let (file, first) = self.definition?;
        let mut place = sources.place(file, first)?;
        place.function = Some(self.function.clone());
        let all = |clauses: &[String]| match clauses {
            [] => None,
            [one] => Some(one.clone()),
            _ => Some(clauses.iter().map(|clause| format!("({clause})")).collect::<Vec<_>>().join(" && ")),
        };
        let never = |text: String| text.replace("\\false", "0");
        let (requires, ensures) = (all(&self.requires).map(never), all(&self.ensures).map(never));
        let says = requires.is_some() || ensures.is_some();
        says.then_some(FunctionContract { place, requires, ensures, language: ExpressionLanguage::ExtendedC, line: 0 })
    }
}

/// The contracts of a proof, those of library functions left out. Without the texts of a C program,
/// less is known of what names mean.
pub fn worded(program: &Program, contracts: &[Contract], sources: Option<&Sources>) -> Vec<Worded> {
    let own = contracts.iter().filter(|contract| !program.functions[contract.function].library);
    own.map(|contract| {
        let function = contract.function;
        let definition = sources.and_then(|sources| Definition::of(program, sources, function));
        Words { program, function, definition }.contract(contract)
    })
    .collect()
}

struct Words<'p> {
    program: &'p Program,
    function: Function,
    definition: Option<Definition<'p>>,
}

/// Clauses with words, and how many have none.
#[derive(Default)]
struct Clauses {
    words: Vec<String>,
    left_out: usize,
}

impl Words<'_> {
    fn contract(&self, contract: &Contract) -> Worded {
        let data = &self.program.functions[contract.function];
        let (entry, exit) = (self.clauses(&contract.entry, false), self.clauses(&contract.exit, true));
        Worded {
            function: data.name.clone(),
            place: SourcePlace::of(self.program, data.position),
            requires: entry.words,
            assigns: self.assigns(contract),
            ensures: exit.words,
            left_out: entry.left_out + exit.left_out,
            definition: self.definition.as_ref().map(|definition| (definition.file, definition.first)),
        }
    }

    fn clauses(&self, formulas: &Formulas, at_exit: bool) -> Clauses {
        let name = |term: Term| self.named(formulas, term, at_exit);
        let writer = Writer::new(&formulas.terms, &name).in_integers();
        let (mut terms, mut simplifier) = (formulas.terms.clone(), Simplifier::new());
        let mut found = Clauses::default();
        for formula in formulas.all() {
            let simple = simplifier.simplify(&mut terms, *formula);
            let clause = match terms.truth(simple) {
                // It says nothing.
                Some(true) => continue,
                Some(false) => Some("\\false".to_owned()),
                None => writer.consequence(*formula).filter(|clause| clause.len() <= LONGEST),
            };
            match clause {
                Some(clause) if found.words.contains(&clause) => {}
                Some(clause) if found.words.len() < MOST_CLAUSES => found.words.push(clause),
                _ => found.left_out += 1,
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
            Leaf::Value(Place::Result(0)) => Some(self.result(width)),
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

    /// The result; cast, if its type in C is not known.
    fn result(&self, width: u32) -> Named {
        let name = "\\result".to_owned();
        match self.definition.as_ref().and_then(|definition| definition.returns_signed()) {
            Some(signed) => Named { name, signed },
            None => {
                let cast = match width {
                    8 => "(signed char)",
                    16 => "(short)",
                    32 => "(int)",
                    _ => "(long long)",
                };
                Named { name: format!("{cast}{name}"), signed: true }
            }
        }
    }

    fn variable(&self, register: Register) -> Option<&Variable> {
        self.program.registers[register].variable.as_ref().filter(|variable| variable.parameter)
    }

    /// The variable of a global, if its name means it where the function is defined.
    fn variable_of_global(&self, global: Global) -> Option<&Variable> {
        let data = &self.program.globals[global];
        let variable = data.variable.as_ref().filter(|variable| is_own_name(&data.name, &variable.name))?;
        let parameters = self.program.body(self.function).map_or(&[][..], |body| &body.parameters);
        let hidden = parameters.iter().filter_map(|p| self.variable(*p)).any(|other| other.name == variable.name);
        let file = self.program.functions[self.function].position.map(|p| p.file);
        let declared = self.definition.as_ref().is_none_or(|definition| {
            definition.declares(&variable.name) && variable.declared.is_some_and(|p| Some(p.file) == file)
        });
        (!hidden && declared).then_some(variable)
    }

    fn of_variable(&self, variable: &Variable, width: u32) -> Option<Named> {
        let signed = self.signed(variable.ctype?, width)?;
        Some(Named { name: variable.name.clone(), signed })
    }

    fn of_global(&self, global: Global, offset: u64, bytes: u32, width: u32) -> Option<Named> {
        let whole = offset == 0 && self.program.globals[global].size == u64::from(bytes);
        self.of_variable(self.variable_of_global(global).filter(|_| whole)?, width)
    }

    /// Is an integer type of these bits signed?
    fn signed(&self, ctype: CTypeId, width: u32) -> Option<bool> {
        match self.program.ctypes[ctype] {
            CType::Int { signed, bits, .. } if bits == width => Some(signed),
            _ => None,
        }
    }

    /// How many times it is an array.
    fn dimensions(&self, ctype: Option<CTypeId>) -> usize {
        let mut found = 0;
        let mut at = ctype;
        while let Some(CType::Array { element, .. }) = at.map(|ctype| &self.program.ctypes[ctype]) {
            (found, at) = (found + 1, Some(*element));
        }
        found
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
            let variable = self.variable_of_global(*global).filter(|_| whole)?;
            return Some(format!("{}{}", variable.name, "[..]".repeat(self.dimensions(variable.ctype))));
        }
        let Some(Leaf::Object(place @ Place::Register(0, register))) = entry.leaf_of(*object) else { return None };
        let is_start = entry.leaf_of(*offset) == Some(Leaf::Offset(place));
        let variable = self.variable(register).filter(|_| is_start)?;
        let CType::Int { bits, .. } = self.program.ctypes[self.pointed(variable)?] else { return None };
        (number(*bytes) == Some(u64::from(bits / 8))).then(|| format!("*{}", variable.name))
    }
}

/// Is the linker's name that of a variable outside of functions? One of several with the same name
/// has a number behind it; one in a function has the function's name before it.
pub(crate) fn is_own_name(linker: &str, name: &str) -> bool {
    let Some(rest) = linker.strip_prefix(name) else { return false };
    rest.is_empty() || rest.strip_prefix('.').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}
