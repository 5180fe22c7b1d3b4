//! From a proof to the invariants of a correctness witness.
//!
//! A closed set lists abstract states; those at the head of a loop, in all contexts in which its
//! function may be called, describe every visit of the loop's condition. What they know of C
//! variables that are visible at the loop is joined: the states as a disjunction if there are few,
//! else a range for each variable. What cannot be said in C with certainty is left out; an
//! invariant may be weak, never wrong.

use crate::c_values::integer;
use crate::format::Invariant;
use crate::formulas::{Named, Writer};
use crate::source::{Source, StatementKind};
use crate::sources::Sources;
use adumbra_interpreter::eval::{mask, sign_extend};
use adumbra_program::*;
use adumbra_terms::Term;
use adumbra_verdict::{Certificate, Known, Leaf, Lives, ObjectKind, ObjectName, Place, Point, StateFacts};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// More states than this become ranges.
const MOST_DISJUNCTS: usize = 8;

/// Longer expressions are not written.
const LONGEST: usize = 2_000;

/// More ways to call a function than this are not followed.
const MOST_CONTEXTS: usize = 1_000;

/// What a state says of variables: for each name the least and the greatest value, and how to write
/// values.
type Ranges = BTreeMap<String, (i128, i128, Sort)>;

/// What a state says.
#[derive(Clone, PartialEq, Debug, Default)]
struct Facts {
    ranges: Ranges,
    /// What else holds, as C.
    formulas: Vec<String>,
}

/// The type of a variable, as far as its constants need it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sort {
    bits: u32,
    signed: bool,
}

/// In which language invariants are said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C.
    C,
    /// ACSL: numbers do not wrap, and what was at the entry of the function has words.
    Acsl,
}

/// The invariants that a proof gives for the loops of its program. The states of its argument
/// describe every execution that comes to their points in one of the contexts that they are about;
/// those of a contract every execution of the function's body. Executions may also pass some points
/// otherwise: there nothing is said.
pub fn of_proof(
    program: &Program,
    certificate: &Certificate,
    passed: &[Point],
    sources: &Sources,
    language: Language,
) -> Vec<Invariant> {
    let contexts = Contexts::of(program);
    let mut found = Found { program, sources, language, invariants: BTreeMap::new() };
    for (location, states) in by_location(certificate.states(), passed) {
        let listed: HashSet<&[Edge]> = states.iter().map(|s| s.point.calls.as_slice()).collect();
        let all = contexts.of_function(program.function_of(location));
        if all.is_some_and(|all| all.iter().all(|c| listed.contains(c.as_slice()))) {
            found.add(location, &states);
        }
    }
    // An execution may begin in the entry function without a call.
    let called = certificate.contracts.iter().filter(|contract| contract.function != program.entry);
    for contract in called {
        for (location, states) in by_location(&contract.states, passed) {
            if program.function_of(location) == contract.function && states.iter().all(|s| s.point.calls.is_empty()) {
                found.add(location, &states);
            }
        }
    }
    let place = |((file, token), expression): ((usize, usize), String)| {
        Some(Invariant { of_loop: true, place: sources.place(file, token)?, expression, line: 0 })
    };
    found.invariants.into_iter().filter_map(place).collect()
}

/// States by their locations, without those points that are also passed otherwise.
fn by_location<'s>(states: &'s [StateFacts], passed: &[Point]) -> BTreeMap<Location, Vec<&'s StateFacts>> {
    let mut at: BTreeMap<Location, Vec<&StateFacts>> = BTreeMap::new();
    let passed: HashSet<Location> = passed.iter().map(|p| p.location).collect();
    for state in states.iter().filter(|s| !passed.contains(&s.point.location)) {
        at.entry(state.point.location).or_default().push(state);
    }
    at
}

/// What was found, by the file and the keyword of the loop.
struct Found<'a> {
    program: &'a Program,
    sources: &'a Sources,
    language: Language,
    invariants: BTreeMap<(usize, usize), String>,
}

impl Found<'_> {
    /// What holds in all of the states that describe the visits of a location.
    fn add(&mut self, location: Location, states: &[&StateFacts]) {
        let Found { program, sources, language, .. } = *self;
        let Some((file, statement)) = loop_at(program, sources, location) else { return };
        let Some((_, source)) = sources.file(file) else { return };
        let path = program_path(program, location);
        let visible = Visible { program, source, path, location, statement, language };
        let facts: Vec<Facts> = states.iter().map(|s| visible.facts(s)).collect();
        if let Some(expression) = joined(&facts) {
            self.invariants.entry((file, source.statements[statement].first)).or_insert(expression);
        }
    }
}

/// The loop whose condition is evaluated next, without an effect in between: file and statement.
fn loop_at(program: &Program, sources: &Sources, location: Location) -> Option<(usize, usize)> {
    let mut at = location;
    for _ in 0..64 {
        let mut edges = program.out_edges(at);
        let (edge, more) = (edges.next()?, edges.next().is_some());
        let data = &program.edges[edge];
        if more {
            let (file, token) = sources.token(program, data.position?)?;
            let (_, source) = sources.file(file)?;
            let index = source.statement_starting(token)?;
            let statement = &source.statements[index];
            let (first, end) = source.branching_at(statement.first)?.condition;
            // With operators that branch, the condition is evaluated in parts.
            let plain = (first..end).all(|t| !matches!(source.word(t), "&&" | "||" | "?"));
            return (statement.kind.is_loop() && plain).then_some((file, index));
        }
        let quiet = match &data.op {
            Op::Nop | Op::Load { .. } => true,
            Op::Assign(pairs) => pairs.iter().all(|(r, _)| program.registers[*r].variable.is_none()),
            _ => false,
        };
        // Nobody else may come in between.
        if !quiet || program.in_edges(data.to).len() != 1 {
            return None;
        }
        at = data.to;
    }
    None
}

/// The path of the file that a function is in.
fn program_path(program: &Program, location: Location) -> Option<SourceFile> {
    program.functions[program.function_of(location)].position.map(|p| p.file)
}

/// What C names mean at a loop.
struct Visible<'a> {
    program: &'a Program,
    source: &'a Source,
    path: Option<SourceFile>,
    location: Location,
    statement: usize,
    language: Language,
}

impl Visible<'_> {
    /// What a state says of variables that are visible here.
    fn facts(&self, state: &StateFacts) -> Facts {
        let mut facts = Facts::default();
        let mut add = |place: Place, bits: u32, known: &Known| {
            if let Some(variable) = self.variable(state, place)
                && let Some((low, high, sort)) = self.bounds(variable, known, bits)
            {
                facts.ranges.insert(variable.name.clone(), (low, high, sort));
            }
        };
        for (activation, register, known) in &state.registers {
            if let Type::Int(bits) = self.program.registers[*register].ty {
                add(Place::Register(*activation, *register), bits, known);
            }
        }
        for (object, offset, bytes, known) in &state.cells {
            add(Place::Cell(*object, *offset, *bytes), bytes * 8, known);
        }
        let Some(formulas) = &state.formulas else { return facts };
        let name = |term: Term| match formulas.leaf_of(term)? {
            Leaf::Value(place) => {
                let variable = self.variable(state, place)?;
                self.named(variable, formulas.width(term)?, variable.name.clone())
            }
            Leaf::AtEntry(now) if self.language == Language::Acsl => {
                let Leaf::Value(place) = formulas.leaf_of(now)? else { return None };
                let variable = self.variable_at_entry(state, place)?;
                self.named(variable, formulas.width(term)?, format!("\\at({}, Pre)", variable.name))
            }
            _ => None,
        };
        let writer = Writer::new(&formulas.terms, &name);
        let writer = if self.language == Language::Acsl { writer.in_integers() } else { writer };
        for formula in formulas.all() {
            // Bounds of one variable become one range.
            let bounds = writer.bounds(*formula).and_then(|(variable, named, low, high)| {
                let sort = Sort { bits: formulas.terms.bv_width(variable)?, signed: named.signed };
                let (before, after) = facts.ranges.get(&named.name).map_or((low, high), |(l, h, _)| (*l, *h));
                let (low, high) = (low.max(before), high.min(after));
                (low <= high).then_some((named.name, (low, high, sort)))
            });
            match bounds {
                Some((name, range)) => {
                    facts.ranges.insert(name, range);
                }
                None => facts.formulas.extend(writer.consequence(*formula)),
            }
        }
        facts
    }

    /// A variable of an integer type of so many bits.
    fn named(&self, variable: &Variable, width: u32, name: String) -> Option<Named> {
        let CType::Int { signed, bits, .. } = self.program.ctypes[variable.ctype?] else { return None };
        (width == bits).then_some(Named { name, signed })
    }

    /// The variable whose value at the entry of the outermost function was at a place.
    fn variable_at_entry(&self, state: &StateFacts, place: Place) -> Option<&Variable> {
        match place {
            Place::Register(0, register) => {
                let function = self.program.function_of(self.location);
                let is_parameter = self.program.body(function)?.parameters.contains(&register);
                let variable = self.program.registers[register].variable.as_ref()?;
                (is_parameter && state.point.calls.is_empty() && self.is_visible(variable)).then_some(variable)
            }
            Place::Cell(ObjectName::Global(_), ..) => self.variable(state, place),
            _ => None,
        }
    }

    /// The variable whose value is at a place of a state, if it is visible.
    fn variable(&self, state: &StateFacts, place: Place) -> Option<&Variable> {
        let depth = state.point.calls.len() as u32;
        match place {
            Place::Register(activation, register) => {
                let variable = self.program.registers[register].variable.as_ref()?;
                let here = activation == depth && self.holds_variable(register, variable);
                (here && self.is_visible(variable)).then_some(variable)
            }
            Place::Cell(ObjectName::Global(global), 0, bytes) => {
                let data = &self.program.globals[global];
                let variable = data.variable.as_ref()?;
                let whole = data.size == u64::from(bytes) && data.name == variable.name;
                (whole && self.is_visible_global(variable)).then_some(variable)
            }
            Place::Cell(ObjectName::Allocated(index), 0, bytes) => {
                let object = state.objects.get(index as usize)?;
                let ObjectKind::Allocated(site, AllocationKind::Stack) = object.kind else { return None };
                let unique = state.objects.iter().filter(|o| o.kind == object.kind && o.activation == Some(depth));
                let variable = self.program.sites[site].variable.as_ref()?;
                let whole = object.lives == Lives::Yes
                    && object.activation == Some(depth)
                    && object.size == Some(u64::from(bytes))
                    && unique.count() == 1;
                (whole && self.is_visible(variable)).then_some(variable)
            }
            _ => None,
        }
    }

    /// Bounds of a variable of an integer type as C sees its values.
    fn bounds(&self, variable: &Variable, known: &Known, bits: u32) -> Option<(i128, i128, Sort)> {
        let CType::Int { signed, bits: own, .. } = self.program.ctypes[variable.ctype?] else { return None };
        if own != bits || bits > 64 {
            return None;
        }
        let half = 1i128 << (bits - 1);
        let (low, high) = match known {
            Known::Bits(words) => {
                let value = u128::from(*words.first()?) & mask(bits);
                let value = if signed { sign_extend(value, bits) } else { value as i128 };
                (value, value)
            }
            Known::Unsigned(low, high) => {
                let (low, high) = (i128::try_from(*low).ok()?, i128::try_from(*high).ok()?);
                match signed {
                    true if low >= half => (low - 2 * half, high - 2 * half),
                    true if high >= half => return None,
                    _ => (low, high),
                }
            }
            Known::Signed(low, high) => match signed {
                true => (*low, *high),
                false if *high < 0 => (low + 2 * half, high + 2 * half),
                false if *low < 0 => return None,
                false => (*low, *high),
            },
            Known::Pointer(..) | Known::Null | Known::Into(_) => return None,
        };
        (low <= high).then_some((low, high, Sort { bits, signed }))
    }

    /// Does a register hold the current value of its variable at this location?
    fn holds_variable(&self, register: Register, variable: &Variable) -> bool {
        let entering = self.program.in_edges(self.location);
        let assigned = |edge: &Edge| match &self.program.edges[*edge].op {
            Op::Assign(pairs) => pairs.iter().any(|(r, _)| *r == register),
            _ => false,
        };
        if !entering.is_empty() && entering.iter().all(assigned) {
            return true;
        }
        // A variable that gets its value once, and a register that is the only one for it.
        let function = self.program.function_of(self.location);
        let Some(body) = self.program.body(function) else { return false };
        let registers = body.register_ids().filter(|r| {
            let other = self.program.registers[*r].variable.as_ref();
            other.is_some_and(|v| v.name == variable.name)
        });
        registers.count() == 1 && self.assignments(&variable.name) <= usize::from(!variable.parameter)
    }

    /// How often the text of the function gives a name a value or takes its address.
    fn assignments(&self, name: &str) -> usize {
        let source = self.source;
        let keyword = source.statements[self.statement].first;
        let Some(function) = source.function_of(keyword) else { return usize::MAX };
        (function.body.0..function.body.1)
            .filter(|t| source.word(*t) == name)
            .filter(|t| {
                let (before, behind) = (source.word(t - 1), source.word(t + 1));
                let assigned = behind == "++"
                    || behind == "--"
                    || behind.ends_with('=') && !matches!(behind, "==" | "!=" | "<=" | ">=");
                assigned || matches!(before, "++" | "--" | "&")
            })
            .count()
    }

    /// Is a local variable visible at the loop, and the only one of its name in the function?
    fn is_visible(&self, variable: &Variable) -> bool {
        let program = self.program;
        let function = program.function_of(self.location);
        let declared: BTreeSet<Option<u32>> = program
            .sites
            .values()
            .filter(|s| s.function == function)
            .filter_map(|s| s.variable.as_ref())
            .filter(|v| v.name == variable.name)
            .map(|v| v.declared.map(|p| p.line))
            .collect();
        let Some(position) = variable.declared.filter(|p| Some(p.file) == self.path) else { return false };
        if declared.len() != 1 || declared.first() != Some(&Some(position.line)) {
            return false;
        }
        let source = self.source;
        let keyword = source.statements[self.statement].first;
        let Some(text) = source.function_of(keyword) else { return false };
        let mut tokens = source.tokens_of_line(position.line).filter(|t| source.word(*t) == variable.name);
        let Some(token) = tokens.next().filter(|t| *t < keyword) else { return false };
        if text.name_token < token && token < text.body.0 {
            return true;
        }
        // The block of the declaration must be around the loop.
        let Some(around) = source.statement_around(token) else { return false };
        let parent = match source.statements[around].kind {
            StatementKind::Simple => source.statements[around].parent,
            _ => return false,
        };
        parent.is_some_and(|p| {
            let block = &source.statements[p];
            block.kind == StatementKind::Block && block.first < keyword && keyword < block.last
        })
    }

    /// Is a global visible at the loop: declared before, in this file, and not hidden by a local?
    fn is_visible_global(&self, variable: &Variable) -> bool {
        let program = self.program;
        let function = program.function_of(self.location);
        let hidden = program
            .sites
            .values()
            .filter(|s| s.function == function)
            .filter_map(|s| s.variable.as_ref())
            .any(|v| v.name == variable.name);
        let keyword = self.source.statements[self.statement].first;
        let (line, _) = self.source.line_and_column(self.source.tokens[keyword].start);
        !hidden && variable.declared.is_some_and(|p| Some(p.file) == self.path && p.line < line)
    }
}

/// What holds in all of the states, as C.
fn joined(states: &[Facts]) -> Option<String> {
    let mut distinct: Vec<&Facts> = Vec::new();
    for facts in states {
        if facts.ranges.is_empty() && facts.formulas.is_empty() {
            return None;
        }
        if !distinct.contains(&facts) {
            distinct.push(facts);
        }
        if distinct.len() > MOST_DISJUNCTS {
            break;
        }
    }
    if distinct.len() <= MOST_DISJUNCTS {
        let parts: Vec<String> = distinct.iter().filter_map(|f| all_of(f)).collect();
        let all = match parts.as_slice() {
            [one] => one.clone(),
            _ => parts.iter().map(|p| format!("({p})")).collect::<Vec<_>>().join(" || "),
        };
        if !parts.is_empty() && parts.len() == distinct.len() && all.len() <= LONGEST {
            return Some(all);
        }
    }
    let mut ranges = states.first()?.ranges.clone();
    for facts in states {
        ranges.retain(|name, (low, high, sort)| match facts.ranges.get(name) {
            Some((l, h, s)) if s == sort => {
                (*low, *high) = ((*low).min(*l), (*high).max(*h));
                true
            }
            _ => false,
        });
    }
    conjunction(&ranges).filter(|text| text.len() <= LONGEST)
}

/// All that a state says, as C.
fn all_of(facts: &Facts) -> Option<String> {
    let parts: Vec<String> = conjunction(&facts.ranges).into_iter().chain(facts.formulas.iter().cloned()).collect();
    (!parts.is_empty()).then(|| parts.join(" && "))
}

/// Facts as C; nothing if they say nothing.
fn conjunction(facts: &Ranges) -> Option<String> {
    let mut parts = Vec::new();
    for (name, (low, high, sort)) in facts {
        let constant = |n: i128| integer(n as u128 & mask(sort.bits), sort.bits, sort.signed);
        let least = if sort.signed { -(1i128 << (sort.bits - 1)) } else { 0 };
        let greatest = if sort.signed { (1i128 << (sort.bits - 1)) - 1 } else { (1i128 << sort.bits) - 1 };
        if low == high {
            parts.push(format!("{name} == {}", constant(*low)?));
            continue;
        }
        if *low > least {
            parts.push(format!("{name} >= {}", constant(*low)?));
        }
        if *high < greatest {
            parts.push(format!("{name} <= {}", constant(*high)?));
        }
    }
    (!parts.is_empty()).then(|| parts.join(" && "))
}

/// In which contexts functions may be called.
struct Contexts {
    /// For each function that is called in few enough ways: the open calls, the outermost first.
    known: HashMap<Function, Vec<Vec<Edge>>>,
}

impl Contexts {
    fn of(program: &Program) -> Contexts {
        let mut callers: HashMap<Function, Vec<Edge>> = HashMap::new();
        let mut indirect = false;
        for (edge, data) in program.edges.iter() {
            match &data.op {
                Op::Call { callee: Callee::Direct(function), .. } => callers.entry(*function).or_default().push(edge),
                Op::Call { callee: Callee::Indirect(_), .. } => indirect = true,
                _ => {}
            }
        }
        let mut known: HashMap<Function, Vec<Vec<Edge>>> = HashMap::new();
        // From the entry outwards: a function is known when all its callers are; those on cycles
        // never are.
        let mut changed = true;
        while changed {
            changed = false;
            for (function, _, _) in program.defined_functions() {
                if known.contains_key(&function) || indirect && program.functions[function].address_taken {
                    continue;
                }
                let mut all = if function == program.entry { vec![Vec::new()] } else { Vec::new() };
                let mut complete = true;
                for call in callers.get(&function).map_or(&[][..], |v| v) {
                    let caller = program.function_of(program.edges[*call].from);
                    match known.get(&caller) {
                        Some(contexts) => {
                            all.extend(contexts.iter().map(|c| c.iter().copied().chain([*call]).collect::<Vec<_>>()));
                        }
                        None => complete = false,
                    }
                }
                if complete && all.len() <= MOST_CONTEXTS {
                    known.insert(function, all);
                    changed = true;
                }
            }
        }
        Contexts { known }
    }

    fn of_function(&self, function: Function) -> Option<&Vec<Vec<Edge>>> {
        self.known.get(&function).filter(|all| !all.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(list: &[(&str, i128, i128)]) -> Facts {
        let sort = Sort { bits: 32, signed: true };
        let ranges = list.iter().map(|(name, low, high)| ((*name).to_owned(), (*low, *high, sort))).collect();
        Facts { ranges, formulas: Vec::new() }
    }

    #[test]
    fn few_states_are_a_disjunction() {
        let states = [facts(&[("x", 1, 1), ("y", 0, 9)]), facts(&[("x", 2, 2)]), facts(&[("x", 1, 1), ("y", 0, 9)])];
        assert_eq!(joined(&states).as_deref(), Some("(x == 1 && y >= 0 && y <= 9) || (x == 2)"));
        assert_eq!(joined(&states[1..2]).as_deref(), Some("x == 2"));
    }

    #[test]
    fn many_states_are_ranges() {
        let states: Vec<Facts> = (0..20).map(|i| facts(&[("i", i, i), ("j", -i, 5)])).collect();
        assert_eq!(joined(&states).as_deref(), Some("i >= 0 && i <= 19 && j >= -19 && j <= 5"));
    }

    #[test]
    fn nothing_is_said_where_a_state_knows_nothing() {
        assert_eq!(joined(&[facts(&[("x", 1, 1)]), Facts::default()]), None);
        let all = (i128::from(i32::MIN), i128::from(i32::MAX));
        assert_eq!(joined(&[facts(&[("x", all.0, all.1)])]), None);
        let states: Vec<Facts> = (0..20).map(|i| facts(&[(if i < 10 { "a" } else { "b" }, i, i)])).collect();
        assert_eq!(joined(&states), None);
        assert_eq!(joined(&[]), None);
    }
}
