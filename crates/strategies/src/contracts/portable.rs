//! Contracts as text: what is kept of a proof for the next run, on a program that may have changed.
//!
//! The text is an SMT-LIB script. `set-info` says what the formulas behind it are about; each set
//! of formulas stands between `push` and `pop`, with a constant for each leaf. Registers and
//! locations are counted within their function, globals and functions are named. A contract begins
//! with a line `; contract NAME`, so that texts can be put together.
//!
//! What is read is not believed: it is suspected, and checked.

use super::code::code;
use adumbra_program::*;
use adumbra_terms::smtlib::{Command, Reader, term_to_string};
use adumbra_terms::{Copier, Substitution, Term, Terms};
use adumbra_verdict::*;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What a line of a contract begins with.
const CONTRACT: &str = "; contract ";

/// What is kept of a function.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) contract: Contract,
    /// Is the code of the function as it was?
    pub(super) same_code: bool,
    /// The contracts that it rests on, by the names of their functions, with a number of the text
    /// of each.
    pub(super) rests: Vec<(String, u64)>,
    /// The number of its own text.
    pub(super) own: u64,
}

/// What is kept of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Stored {
    pub(super) functions: BTreeMap<Function, Kept>,
    /// The states of the entry function, if its code is as it was.
    pub(super) states: Option<Vec<StateFacts>>,
}

/// The number of a text.
fn number(text: &str) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}

/// May a name stand in the text?
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '|' | '\\' | ';'))
}

/// The text of a proof, given which contracts the body of each function uses.
pub(super) fn write(program: &Program, certificate: &Certificate, uses: &dyn Fn(Function) -> Vec<Function>) -> String {
    let mut texts: BTreeMap<&str, (Function, String)> = BTreeMap::new();
    for contract in &certificate.contracts {
        let name = program.functions[contract.function].name.as_str();
        if let Some(text) = is_plain(name).then(|| contract_text(program, contract)).flatten() {
            texts.insert(name, (contract.function, text));
        }
    }
    let mut out = String::new();
    for (name, (function, text)) in &texts {
        let _ = writeln!(out, "{CONTRACT}{name}\n(set-info :contract \"{name} {:016x}\")", code(program, *function));
        for used in uses(*function) {
            let used = program.functions[used].name.as_str();
            // What it uses and was not written cannot be known to be the same.
            let known = texts.get(used).map_or(0, |(_, text)| number(text));
            if is_plain(used) {
                let _ = writeln!(out, "(set-info :rests-on \"{used} {known:016x}\")");
            }
        }
        out.push_str(text);
    }
    let entry = program.functions[program.entry].name.as_str();
    if is_plain(entry) {
        let states = states_text(program, program.entry, certificate.states()).unwrap_or_default();
        let _ = writeln!(out, "{CONTRACT}{entry} itself");
        let _ = writeln!(out, "(set-info :program \"{entry} {:016x}\")\n{states}", code(program, program.entry));
    }
    out
}

/// A new text with those contracts of an old one that it does not have.
pub fn merged(old: &str, new: &str) -> String {
    let parts = |text: &str| -> BTreeMap<String, String> {
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        let mut name = None;
        for line in text.lines() {
            if let Some(next) = line.strip_prefix(CONTRACT) {
                name = Some(next.to_owned());
            }
            if let Some(name) = &name {
                let part = found.entry(name.clone()).or_default();
                part.push_str(line);
                part.push('\n');
            }
        }
        found
    };
    let mut all = parts(old);
    all.extend(parts(new));
    all.into_values().collect()
}

fn contract_text(program: &Program, contract: &Contract) -> Option<String> {
    let mut out = String::new();
    let written = match &contract.writes {
        Writes::Anything => None,
        Writes::Only(extents) => Some(extents.as_slice()),
    };
    out.push_str("(set-info :about \"entry\")\n");
    out += &formulas_text(program, contract.function, &contract.entry, written.unwrap_or_default())?;
    let _ = writeln!(out, "(set-info :writes \"{}\")", if written.is_some() { "these" } else { "anything" });
    out.push_str("(set-info :about \"exit\")\n");
    out += &formulas_text(program, contract.function, &contract.exit, &[])?;
    out += &states_text(program, contract.function, &contract.states)?;
    Some(out)
}

fn states_text(program: &Program, function: Function, states: &[StateFacts]) -> Option<String> {
    let body = program.body(function)?;
    let mut out = String::new();
    for state in states {
        let Some(formulas) = state.formulas.as_ref().filter(|_| state.point.calls.is_empty()) else { continue };
        let location = state.point.location.as_u32().checked_sub(body.locations.0.as_u32())?;
        let _ = writeln!(out, "(set-info :about \"state {location}\")");
        out += &formulas_text(program, function, formulas, &[])?;
    }
    Some(out)
}

/// Formulas, and extents over their leaves; none if they speak of what has no name.
fn formulas_text(program: &Program, function: Function, formulas: &Formulas, extents: &[Extent]) -> Option<String> {
    let mut out = "(push 1)\n".to_owned();
    for (number, name) in formulas.numbers() {
        let _ = writeln!(out, "(set-info :number \"{number} {}\")", object_text(program, *name)?);
    }
    let (mut terms, mut copier) = (Terms::new(), Copier::new());
    let mut pairs: Vec<(Term, Term)> = Vec::new();
    let mut names: Vec<Term> = Vec::new();
    for (index, (variable, leaf)) in formulas.leaves().iter().enumerate() {
        let width = formulas.width(*variable)?;
        let text = |terms: &mut Terms, copier: &mut Copier, term: Term| {
            let copied = copier.copy(&formulas.terms, terms, term);
            let plain = Substitution::new(terms, pairs.iter().copied()).apply(terms, copied);
            term_to_string(terms, plain)
        };
        let place = |place: &Place| place_text(program, function, place);
        let said = match leaf {
            Leaf::Value(at) => format!("value {}", place(at)?),
            Leaf::Object(at) => format!("object {}", place(at)?),
            Leaf::Offset(at) => format!("offset {}", place(at)?),
            Leaf::Read { object, offset, bytes } => {
                let [object, offset] = [object, offset].map(|term| {
                    let width = formulas.width(*term).unwrap_or(0);
                    (text(&mut terms, &mut copier, *term), width)
                });
                let _ = writeln!(out, "(define-fun o{index} () (_ BitVec {}) {})", object.1, object.0);
                let _ = writeln!(out, "(define-fun f{index} () (_ BitVec {}) {})", offset.1, offset.0);
                format!("read {bytes}")
            }
            Leaf::AtEntry(now) => format!("old {}", formulas.leaves().iter().position(|(term, _)| term == now)?),
        };
        let _ = writeln!(out, "(declare-const l{index} (_ BitVec {width}))\n(set-info :leaf \"{said}\")");
        let sort = terms.bv_sort(width);
        let own = terms.var(&format!("l{index}"), sort);
        pairs.push((copier.copy(&formulas.terms, &mut terms, *variable), own));
        names.push(own);
    }
    let mut plain = Substitution::new(&terms, pairs.iter().copied());
    let mut text = |term: Term| {
        let copied = copier.copy(&formulas.terms, &mut terms, term);
        let plain = plain.apply(&mut terms, copied);
        term_to_string(&terms, plain)
    };
    for (index, Extent { object, offset, bytes }) in extents.iter().enumerate() {
        for (kind, term) in [('a', object), ('b', offset), ('c', bytes)] {
            let (width, said) = (formulas.width(*term)?, text(*term));
            let _ = writeln!(out, "(define-fun {kind}{index} () (_ BitVec {width}) {said})");
        }
        out.push_str("(set-info :extent \"\")\n");
    }
    for formula in formulas.all() {
        let _ = writeln!(out, "(assert {})", text(*formula));
    }
    out.push_str("(pop 1)\n");
    Some(out)
}

fn object_text(program: &Program, name: ObjectName) -> Option<String> {
    let (kind, name) = match name {
        ObjectName::Global(global) => ("global", &program.globals[global].name),
        ObjectName::Function(function) => ("function", &program.functions[function].name),
        ObjectName::Allocated(_) | ObjectName::First(_) | ObjectName::Last(_) | ObjectName::Owner => return None,
    };
    is_plain(name).then(|| format!("{kind} {name}"))
}

fn place_text(program: &Program, function: Function, place: &Place) -> Option<String> {
    let first = program.body(function)?.registers.0.as_u32();
    Some(match place {
        Place::Register(0, register) => format!("register {}", register.as_u32().checked_sub(first)?),
        Place::Result(index) => format!("result {index}"),
        Place::Argument(0, index) => format!("argument {index}"),
        Place::Cell(name, offset, bytes) => format!("cell {offset} {bytes} {}", object_text(program, *name)?),
        Place::Register(..) | Place::Argument(..) => return None,
    })
}

/// Reads what was written. Functions that are gone, or have other parameters, are left out.
pub(super) fn read(program: &Program, text: &str) -> Result<Stored, String> {
    let mut stored = Stored::default();
    for part in text.split(CONTRACT).skip(1) {
        // The rest of the first line is the name.
        let text = part.split_once('\n').map_or("", |(_, text)| text);
        let mut reading = Reading { program, function: program.entry, terms: Terms::new() };
        match reading.part(text)? {
            Some(Part::Contract(kept)) => drop(stored.functions.insert(kept.contract.function, *kept)),
            Some(Part::States(states)) => stored.states = Some(states),
            None => {}
        }
    }
    Ok(stored)
}

enum Part {
    Contract(Box<Kept>),
    States(Vec<StateFacts>),
}

struct Reading<'p> {
    program: &'p Program,
    function: Function,
    terms: Terms,
}

/// Formulas that are read, with what they are about.
#[derive(Default)]
struct Set {
    about: String,
    formulas: Formulas,
    extents: Vec<Extent>,
    /// Does it speak of something that is not there any more?
    gone: bool,
}

impl Reading<'_> {
    fn part(&mut self, text: &str) -> Result<Option<Part>, String> {
        let mut reader = Reader::new(text);
        let (mut known, mut is_program, mut writes) = (None, false, Writes::Anything);
        let (mut about, mut rests, mut sets) = (String::new(), Vec::new(), Vec::new());
        while let Some(command) = reader.next(&mut self.terms).map_err(|e| e.to_string())? {
            match command {
                Command::SetInfo(key, value) => {
                    let value = value.trim().trim_matches('"').to_owned();
                    match key.trim_start_matches(':') {
                        "contract" | "program" => {
                            is_program = key.ends_with("program");
                            let (name, code) = numbered(&value)?;
                            let Some(function) = self.program.function_named(name) else { return Ok(None) };
                            (self.function, known) = (function, Some(code));
                        }
                        "rests-on" => rests.push(numbered(&value).map(|(name, n)| (name.to_owned(), n))?),
                        "about" => about = value,
                        "writes" if value == "these" => {
                            let extents = sets.last().map_or(Vec::new(), |set: &Set| set.extents.clone());
                            writes = Writes::Only(extents);
                        }
                        "writes" => writes = Writes::Anything,
                        other => return Err(format!("{other} is not known here")),
                    }
                }
                Command::Push(1) => sets.push(self.set(&mut reader, std::mem::take(&mut about))?),
                _ => return Err("a command that is not known here".into()),
            }
        }
        let code = known.ok_or("it does not say what it is about")?;
        let same_code = code == super::code::code(self.program, self.function);
        if self.program.body(self.function).is_none() {
            return Ok(None);
        }
        let mut contract = Contract::of(self.function);
        for set in sets {
            let Set { about, formulas, gone, .. } = set;
            match (about.as_str(), about.strip_prefix("state ")) {
                ("entry" | "exit", _) if gone => return Ok(None),
                ("entry", _) => contract.entry = formulas,
                ("exit", _) => contract.exit = formulas,
                (_, Some(location)) if same_code && !gone => contract.states.push(self.state(location, formulas)?),
                (_, Some(_)) => {}
                _ => return Err(format!("`{about}` is not known")),
            }
        }
        if is_program {
            return Ok(same_code.then_some(Part::States(contract.states)));
        }
        contract.writes = writes;
        if !contract.is_well_formed() || !self.fits(&contract) {
            return Ok(None);
        }
        Ok(Some(Part::Contract(Box::new(Kept { contract, same_code, rests, own: number(&self.body_of(text)) }))))
    }

    /// The text without what it rests on.
    fn body_of(&self, text: &str) -> String {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with("(set-info :contract") && !line.starts_with("(set-info :rests-on"));
        lines.fold(String::new(), |all, line| all + line + "\n")
    }

    fn state(&self, location: &str, formulas: Formulas) -> Result<StateFacts, String> {
        let body = self.program.body(self.function).ok_or("no body")?;
        let offset: u32 = location.parse().map_err(|_| "no location")?;
        let location = body.locations.0.as_u32().checked_add(offset).ok_or("no location")?;
        if location >= body.locations.1.as_u32() || !formulas.is_well_formed() {
            return Err("no location".into());
        }
        let mut facts = StateFacts::at(Point { location: Location::from_u32(location), calls: Vec::new() });
        facts.formulas = Some(Box::new(formulas));
        Ok(facts)
    }

    /// Are registers as wide as they are said to be, and parameters where they are spoken of?
    fn fits(&self, contract: &Contract) -> bool {
        let Some(body) = self.program.body(self.function) else { return false };
        let of = |formulas: &Formulas| {
            formulas.leaves().iter().all(|(variable, leaf)| match leaf {
                Leaf::Value(Place::Register(0, register)) => {
                    let width = self.program.registers[*register].ty.fixed_bits();
                    body.parameters.contains(register) && width == formulas.width(*variable)
                }
                Leaf::Object(Place::Register(0, register)) | Leaf::Offset(Place::Register(0, register)) => {
                    body.parameters.contains(register) && self.program.registers[*register].ty == Type::Ptr
                }
                _ => true,
            })
        };
        of(&contract.entry) && of(&contract.exit)
    }

    fn set(&mut self, reader: &mut Reader<'_>, about: String) -> Result<Set, String> {
        let mut set = Set { about, ..Set::default() };
        let (mut copier, mut pairs): (Copier, Vec<(Term, Term)>) = (Copier::new(), Vec::new());
        let (mut declared, mut defined) = (None, Vec::new());
        loop {
            let command = reader.next(&mut self.terms).map_err(|e| e.to_string())?;
            let mut own = |terms: &Terms, formulas: &mut Formulas, term: Term| {
                let copied = copier.copy(terms, &mut formulas.terms, term);
                Substitution::new(&formulas.terms, pairs.iter().copied()).apply(&mut formulas.terms, copied)
            };
            match command.ok_or("it ends too early")? {
                Command::Pop(1) => return Ok(set),
                Command::Declare(symbol) if self.terms.symbol(symbol).parameters.is_empty() => {
                    declared = Some(self.terms.symbol_var(symbol));
                }
                Command::Define(_, parameters, body) if parameters.is_empty() => {
                    defined.push(own(&self.terms, &mut set.formulas, body));
                }
                Command::Assert(term, None) => {
                    let term = own(&self.terms, &mut set.formulas, term);
                    set.formulas.hold(term);
                }
                Command::SetInfo(key, value) => {
                    let value = value.trim().trim_matches('"').to_owned();
                    match key.trim_start_matches(':') {
                        "number" => {
                            let (number, name) = value.split_once(' ').ok_or("no number")?;
                            match self.object(name) {
                                Some(object) => set.formulas.number(number.parse().map_err(|_| "no number")?, object),
                                None => set.gone = true,
                            }
                        }
                        "leaf" => {
                            let variable: Term = declared.take().ok_or("a leaf without a variable")?;
                            let width = self.terms.bv_width(variable).ok_or("a leaf that is no bit-vector")?;
                            let leaf = match self.leaf(&value, &set.formulas, &defined)? {
                                Some(leaf) => leaf,
                                None => {
                                    // What is not there any more is a leaf that nothing is.
                                    set.gone = true;
                                    Leaf::Value(Place::Result(1_000_000 + pairs.len() as u32))
                                }
                            };
                            defined.clear();
                            let term = set.formulas.leaf(leaf, width);
                            if set.formulas.width(term) != Some(width) {
                                return Err("a leaf of two widths".into());
                            }
                            pairs.push((copier.copy(&self.terms, &mut set.formulas.terms, variable), term));
                        }
                        "extent" => {
                            let [object, offset, bytes] = defined[..] else { return Err("no extent".into()) };
                            defined.clear();
                            set.extents.push(Extent { object, offset, bytes });
                        }
                        other => return Err(format!("{other} is not known here")),
                    }
                }
                _ => return Err("a command that is not known among formulas".into()),
            }
        }
    }

    /// The leaf of a text; none if what it speaks of is not there.
    fn leaf(&self, text: &str, formulas: &Formulas, defined: &[Term]) -> Result<Option<Leaf>, String> {
        let bad = || format!("`{text}` is no leaf");
        let (kind, rest) = text.split_once(' ').ok_or_else(bad)?;
        Ok(match kind {
            "value" => self.place(rest).ok_or_else(bad)?.map(Leaf::Value),
            "object" => self.place(rest).ok_or_else(bad)?.map(Leaf::Object),
            "offset" => self.place(rest).ok_or_else(bad)?.map(Leaf::Offset),
            "read" => {
                let [object, offset] = *defined else { return Err(bad()) };
                let bytes = rest.parse().ok().filter(|bytes| (1..=64).contains(bytes)).ok_or_else(bad)?;
                Some(Leaf::Read { object, offset, bytes })
            }
            "old" => {
                let index: usize = rest.parse().map_err(|_| bad())?;
                Some(Leaf::AtEntry(formulas.leaves().get(index).ok_or_else(bad)?.0))
            }
            _ => return Err(bad()),
        })
    }

    /// A place; `None` within if it is not there.
    fn place(&self, text: &str) -> Option<Option<Place>> {
        let (kind, rest) = text.split_once(' ')?;
        Some(match kind {
            "register" => {
                let body = self.program.body(self.function)?;
                let register = body.registers.0.as_u32().checked_add(rest.parse().ok()?)?;
                (register < body.registers.1.as_u32()).then(|| Place::Register(0, Register::from_u32(register)))
            }
            "result" => {
                let index: u32 = rest.parse().ok()?;
                let results = self.program.functions[self.function].result_types.len();
                ((index as usize) < results).then_some(Place::Result(index))
            }
            "argument" => Some(Place::Argument(0, rest.parse().ok()?)),
            "cell" => {
                let mut words = rest.splitn(3, ' ');
                let (offset, bytes) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                self.object(words.next()?).map(|object| Place::Cell(object, offset, bytes))
            }
            _ => return None,
        })
    }

    fn object(&self, text: &str) -> Option<ObjectName> {
        let (kind, name) = text.split_once(' ')?;
        match kind {
            "global" => self.program.global_named(name).map(ObjectName::Global),
            "function" => self.program.function_named(name).map(ObjectName::Function),
            _ => None,
        }
    }
}

/// A name and a hexadecimal number.
fn numbered(text: &str) -> Result<(&str, u64), String> {
    let known = text.rsplit_once(' ').and_then(|(name, number)| Some((name, u64::from_str_radix(number, 16).ok()?)));
    known.ok_or_else(|| format!("`{text}` is no name with a number"))
}
