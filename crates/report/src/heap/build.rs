//! From the facts of a state to boxes, rows and arrows.

use super::bytes::Bytes;
use super::model::{Arrow, Heap, Look, Node, Row};
use super::source::{Key, Source};
use super::typing::Types;
use super::values::{self, Shown};
use super::{Words, types};
use adumbra_program::{CTypeId, Global, Register};
use adumbra_verdict::{Known, Leaf, Lives, ObjectKind, ObjectName, Place};
use std::collections::{BTreeMap, BTreeSet};

/// A box has at most so many rows; the rest is counted.
const MOST_ROWS: usize = 24;

/// A picture has at most so many boxes.
const MOST_NODES: usize = 60;

/// At most so many formulas are written below a state.
const MOST_NOTES: usize = 12;

/// Builds the picture of one state.
pub(super) struct Builder<'a, 's> {
    source: &'s Source<'a>,
    types: &'s Types,
    heap: Heap,
    /// The box of each object that has one.
    nodes: BTreeMap<Key, usize>,
    /// What objects are called.
    names: BTreeMap<Key, String>,
    /// Objects to which a pointer leads.
    pointed: BTreeSet<Key>,
    /// Pointers in rows, until all boxes are there: the box, the row, the value, in whose facts.
    pending: Vec<(usize, usize, values::Leads, Option<Key>)>,
}

impl<'a, 's> Builder<'a, 's> {
    /// For a state whose objects have these types.
    pub(super) fn new(source: &'s Source<'a>, types: &'s Types) -> Builder<'a, 's> {
        let mut builder = Builder {
            source,
            types,
            heap: Heap::default(),
            nodes: BTreeMap::new(),
            names: BTreeMap::new(),
            pointed: BTreeSet::new(),
            pending: Vec::new(),
        };
        builder.find_pointed();
        builder.name_all();
        builder
    }

    /// The picture. `words` says formulas.
    pub(super) fn build(mut self, words: &Words<'_>) -> Heap {
        self.frames();
        self.objects();
        self.arrows();
        self.notes(words);
        self.heap
    }

    fn find_pointed(&mut self) {
        for (known, within) in self.source.pointers() {
            self.pointed.extend(self.source.targets(known, within));
        }
    }

    /// Objects of the heap have numbers, others the names of their variables.
    fn name_all(&mut self) {
        let mut numbers = 1..;
        for key in self.source.keys_by_reach() {
            let name = match (key, self.source.variable(key)) {
                (_, Some(variable)) => variable.name.clone(),
                (Key::Global(global), None) => self.source.program.globals[global].name.clone(),
                (Key::Allocated(_), None) if !self.source.is_heap(key) => match self.source.kind_and_size(key).0 {
                    Some(ObjectKind::Arguments) => "variable arguments".to_owned(),
                    _ => "a local".to_owned(),
                },
                (Key::Allocated(_) | Key::Run(_), None) => format!("#{}", numbers.next().unwrap_or(0)),
            };
            self.names.insert(key, name);
        }
    }

    fn name(&self, key: Key) -> &str {
        self.names.get(&key).map_or("?", String::as_str)
    }

    /// Is it a variable that is one scalar, to which no pointer leads: a row of its frame?
    fn is_row(&self, key: Key) -> bool {
        let Some(variable) = self.source.variable(key) else { return false };
        let scalar = variable.ctype.is_some_and(|ctype| {
            types::path(self.source.program, ctype, 0, self.source.kind_and_size(key).1.unwrap_or(0))
                .is_some_and(|(name, inner)| name.is_empty() && inner.is_some())
        });
        scalar && !self.pointed.contains(&key)
    }

    /// Is a global one of the library, or a constant: of no interest but for where it leads?
    fn is_background(&self, global: Global) -> bool {
        let data = &self.source.program.globals[global];
        data.library || data.constant
    }

    /// The frames of globals and of activations, the outermost first.
    fn frames(&mut self) {
        let mut rows: BTreeMap<u32, Vec<(String, Shown, Option<Key>)>> = BTreeMap::new();
        let mut globals = Vec::new();
        for key in self.source.keys().into_iter().filter(|key| self.is_row(*key)) {
            let Some(size) = self.source.kind_and_size(key).1 else { continue };
            let ctype = self.types.get(&key).copied();
            let shown = match known_of(self.source, self.source.bytes(key), 0, size, ctype) {
                Some(shown) => shown,
                None => continue,
            };
            let row = (self.name(key).to_owned(), shown, None);
            match key {
                Key::Global(global) if !self.is_background(global) || !row.1.leads.is_empty() => globals.push(row),
                Key::Allocated(index) => {
                    let object = &self.source.facts.objects[index as usize];
                    if let (Some(activation), Lives::Yes) = (object.activation, object.lives) {
                        rows.entry(activation).or_default().push(row);
                    }
                }
                Key::Global(_) | Key::Run(_) => {}
            }
        }
        let mut registers: BTreeMap<(u32, Register), Vec<&Known>> = BTreeMap::new();
        for (activation, register, known) in &self.source.facts.registers {
            registers.entry((*activation, *register)).or_default().push(known);
        }
        for ((activation, register), known) in registers {
            if let Some(row) = self.register(activation, register, &known) {
                let all = rows.entry(activation).or_default();
                // A variable may be in several registers.
                if !all.contains(&row) {
                    all.push(row);
                }
            }
        }
        if !globals.is_empty() {
            self.frame("globals".into(), globals);
        }
        for (activation, rows) in rows {
            let function = self.source.function(activation);
            self.frame(format!("{}()", self.source.program.functions[function].name), rows);
        }
    }

    /// The row of a register: of one that holds no variable, only if it leads to an object.
    fn register(&self, activation: u32, register: Register, known: &[&Known]) -> Option<(String, Shown, Option<Key>)> {
        let program = self.source.program;
        let data = &program.registers[register];
        let bytes = u64::from(data.ty.bits(&program.layout)).div_ceil(8);
        let variable = data.variable.as_ref();
        let mut shown = values::shown(program, known, variable.and_then(|variable| variable.ctype), bytes);
        let leads = |shown: &Shown| {
            let mut keys = shown.leads.iter().filter_map(|leads| self.source.key(leads.to, None));
            keys.any(|key| self.source.is_heap(key))
        };
        let library = program.functions[self.source.function(activation)].library;
        if (library || variable.is_none()) && !leads(&shown) {
            return None;
        }
        // A truth value is 0 or 1 in C.
        if data.ty.bits(&program.layout) == 1 && shown.text == "-1" {
            shown.text = "1".into();
        }
        let name = variable.map_or_else(|| "(temporary)".to_owned(), |variable| variable.name.clone());
        Some((name, shown, None))
    }

    fn frame(&mut self, title: String, rows: Vec<(String, Shown, Option<Key>)>) {
        let node =
            self.node(Node { look: Look::Frame, title, subtitle: String::new(), rows: Vec::new(), inside: None });
        let left = rows.len().saturating_sub(MOST_ROWS);
        for (label, shown, within) in rows.into_iter().take(MOST_ROWS) {
            self.row(node, label, None, shown, within);
        }
        self.more(node, left, "variables");
    }

    /// The boxes of objects and runs.
    fn objects(&mut self) {
        let mut left_out = 0;
        for key in self.source.keys_by_reach() {
            if !self.is_box(key) {
                continue;
            }
            if self.heap.nodes.len() >= MOST_NODES {
                left_out += 1;
                continue;
            }
            let node = self.object(key);
            self.nodes.insert(key, node);
        }
        // Owners come before what they own.
        for (run, many) in (0..).zip(&self.source.facts.many) {
            if let (Some(own), Some(owner)) = (self.nodes.get(&Key::Run(run)), many.owner)
                && let Some(around) = self.nodes.get(&Key::Run(owner)).filter(|around| *around < own)
            {
                self.heap.nodes[*own].inside = Some(*around);
            }
        }
        if left_out > 0 {
            self.heap.notes.push(format!("… and {left_out} more objects"));
        }
    }

    /// Has an object a box of its own?
    fn is_box(&self, key: Key) -> bool {
        if self.is_row(key) {
            return false;
        }
        let pointed = self.pointed.contains(&key);
        match key {
            Key::Run(_) => true,
            Key::Global(global) if self.is_background(global) => pointed && self.leads_anywhere(key),
            Key::Global(_) => pointed || !self.source.bytes(key).is_empty(),
            Key::Allocated(_) if self.source.is_heap(key) => true,
            Key::Allocated(index) => {
                let object = &self.source.facts.objects[index as usize];
                let own = object
                    .activation
                    .is_none_or(|activation| !self.source.program.functions[self.source.function(activation)].library);
                pointed || (own && object.lives == Lives::Yes && !self.source.bytes(key).is_empty())
            }
        }
    }

    fn leads_anywhere(&self, key: Key) -> bool {
        self.source.bytes(key).cells().any(|(.., all)| all.iter().any(|known| matches!(known, Known::Pointer(..))))
    }

    fn object(&mut self, key: Key) -> usize {
        let program = self.source.program;
        let ctype = self.types.get(&key).copied();
        let (_, size) = self.source.kind_and_size(key);
        let heap = self.source.is_heap(key);
        let lives = self.source.lives(key);
        let look = match (key, lives) {
            (Key::Run(_), _) => Look::Run,
            (_, Lives::Yes) => Look::Lives,
            (_, Lives::Perhaps) => Look::Perhaps,
            (_, Lives::No) => Look::Dead,
        };
        let title = match ctype {
            Some(ctype) => format!("{} {}", types::name_of(program, ctype), self.name(key)),
            None if heap => format!("object {}", self.name(key)),
            None => self.name(key).to_owned(),
        };
        let mut subtitle: Vec<String> = Vec::new();
        if let Key::Run(run) = key {
            subtitle.push(count(&self.source.facts.many[run as usize]));
        }
        subtitle.extend(size.filter(|_| heap).map(|size| format!("{size} byte{}", if size == 1 { "" } else { "s" })));
        subtitle.extend(self.standing(key).map(str::to_owned));
        let node = self.node(Node { look, title, subtitle: subtitle.join(", "), rows: Vec::new(), inside: None });
        self.fill(node, key, ctype, lives);
        if let Key::Run(_) = key {
            self.ends(node, key, ctype);
        }
        node
    }

    /// What is said of an object's life or place.
    fn standing(&self, key: Key) -> Option<&'static str> {
        let heap = self.source.is_heap(key);
        match (self.source.lives(key), key) {
            (Lives::No, _) => Some(if heap { "freed" } else { "out of scope" }),
            (Lives::Perhaps, _) => Some("perhaps freed"),
            (Lives::Yes, Key::Global(_)) => Some("global"),
            (Lives::Yes, _) => None,
        }
    }

    /// The rows of an object: its fields, and known cells that are none.
    fn fill(&mut self, node: usize, key: Key, ctype: Option<CTypeId>, lives: Lives) {
        let source = self.source;
        let program = source.program;
        let bytes = source.bytes(key);
        let within = if let Key::Run(_) = key { Some(key) } else { None };
        let mut rows: Vec<(u64, String, Shown)> = Vec::new();
        let mut said: Vec<(u64, u64)> = Vec::new();
        let links = source.description(key).map_or_else(Vec::new, |description| {
            let back = description.back.map(|link| (link.at, "back to the one before"));
            std::iter::once((description.next.at, "to the next")).chain(back).collect()
        });
        for field in ctype.map(|ctype| types::fields(program, ctype, 4 * MOST_ROWS)).unwrap_or_default() {
            said.push((field.offset, field.size));
            let known = known_of(source, bytes, field.offset, field.size, Some(field.ctype));
            let link = links.iter().find(|(at, _)| *at == field.offset);
            match (known, link) {
                (_, Some((_, words))) => {
                    rows.push((field.offset, field.name, Shown { text: (*words).into(), ..Shown::default() }));
                }
                (Some(shown), None) => rows.push((field.offset, field.name, shown)),
                (None, None) if lives == Lives::No => {}
                (None, None) => rows.push((field.offset, field.name, Shown::nothing(program, Some(field.ctype)))),
            }
        }
        for (at, words) in links {
            if !said.iter().any(|(offset, _)| *offset == at) {
                rows.push((at, format!("+{at}"), Shown { text: words.into(), ..Shown::default() }));
            }
        }
        let covered = |at: u64, size: u64| said.iter().any(|(start, len)| *start < at + size && at < start + len);
        for (at, size, known) in bytes.cells().filter(|(at, size, _)| !covered(*at, *size)) {
            let path = ctype.and_then(|ctype| types::path(program, ctype, at, size));
            let (name, inner) = path.unwrap_or_else(|| (format!("+{at}"), None));
            rows.push((at, name, values::shown(program, known, inner, size)));
        }
        rows.sort_by_key(|(at, ..)| *at);
        let left = rows.len().saturating_sub(MOST_ROWS);
        for (at, name, shown) in rows.into_iter().take(MOST_ROWS) {
            let name = if name.is_empty() { "value".to_owned() } else { name };
            self.row(node, name, Some(at), shown, within);
        }
        self.more(node, left, "cells");
    }

    /// The rows of the ends of a run.
    fn ends(&mut self, node: usize, key: Key, ctype: Option<CTypeId>) {
        let Key::Run(run) = key else { return };
        let (source, many) = (self.source, &self.source.facts.many[run as usize]);
        let description = source.description(key);
        let named = |at: Option<u64>, otherwise: &str| {
            let size = source.pointer_size();
            let path = at.zip(ctype).and_then(|(at, ctype)| types::path(source.program, ctype, at, size));
            path.map_or_else(|| (otherwise.to_owned(), None), |(name, inner)| (name, inner))
        };
        let unknown = Shown { unknown: true, ..Shown::default() };
        let value = |known: &Option<Known>, inner: Option<CTypeId>| match known {
            Some(known) => values::shown(source.program, &[known], inner, source.pointer_size()),
            None => unknown.clone(),
        };
        if let Some(back) = description.and_then(|description| description.back) {
            let (name, inner) = named(Some(back.at), "back");
            self.row(node, format!("first.{name}"), None, value(&many.before, inner), Some(key));
        }
        let (name, inner) = named(description.map(|description| description.next.at), "next");
        self.row(node, format!("last.{name}"), None, value(&many.behind, inner), Some(key));
    }

    fn node(&mut self, node: Node) -> usize {
        self.heap.nodes.push(node);
        self.heap.nodes.len() - 1
    }

    fn row(&mut self, node: usize, label: String, offset: Option<u64>, shown: Shown, within: Option<Key>) {
        let Shown { text, leads, unknown } = shown;
        let row = self.heap.nodes[node].rows.len();
        self.heap.nodes[node].rows.push(Row { label, text, unknown, offset });
        self.pending.extend(leads.into_iter().map(|leads| (node, row, leads, within)));
    }

    fn more(&mut self, node: usize, left: usize, what: &str) {
        if left > 0 {
            self.row(node, format!("… and {left} more {what}"), None, Shown::default(), None);
        }
    }

    /// The arrows, now that all boxes are there. What has no box is said in words.
    fn arrows(&mut self) {
        for (from, row, leads, within) in std::mem::take(&mut self.pending) {
            let key = self.source.key(leads.to, within);
            let to = key.and_then(|key| self.nodes.get(&key).copied());
            let ctype = key.and_then(|key| self.types.get(&key).copied());
            let offset = values::offset(self.source.program, &leads, ctype);
            let Some(to) = to else {
                let name = match (leads.to, key) {
                    (ObjectName::Function(function), _) => self.source.program.functions[function].name.clone(),
                    (_, Some(key)) => format!("&{}", self.name(key)),
                    (_, None) => "&?".into(),
                };
                let text = &mut self.heap.nodes[from].rows[row].text;
                let or = if text.is_empty() { "" } else { " or " };
                *text = format!("{text}{or}{name}{offset}");
                continue;
            };
            let end = match leads.to {
                ObjectName::First(_) => "first",
                ObjectName::Last(_) => "last",
                ObjectName::Owner => "owner",
                _ => "",
            };
            let label =
                [end, offset.as_str()].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
            let rows = &self.heap.nodes[to].rows;
            let to_row = leads.at.filter(|at| *at != 0).and_then(|at| rows.iter().position(|r| r.offset == Some(at)));
            self.heap.arrows.push(Arrow { from, row, to, to_row, label, dashed: !leads.surely });
        }
    }

    fn notes(&mut self, words: &Words<'_>) {
        let Some(formulas) = &self.source.facts.formulas else { return };
        let said = words(formulas, &|leaf| self.leaf(leaf));
        let left = said.len().saturating_sub(MOST_NOTES);
        self.heap.notes.extend(said.into_iter().take(MOST_NOTES));
        if left > 0 {
            self.heap.notes.push(format!("… and {left} more formulas"));
        }
    }

    /// What a leaf of a formula is called, and whether its type is signed.
    fn leaf(&self, leaf: Leaf) -> Option<(String, bool)> {
        let place = match leaf {
            Leaf::Value(place) | Leaf::Object(place) | Leaf::Offset(place) => place,
            Leaf::Read { .. } | Leaf::AtEntry(_) => return None,
        };
        let (name, ctype) = self.place(place)?;
        let signed = ctype.is_none_or(|ctype| match &self.source.program.ctypes[ctype] {
            adumbra_program::CType::Int { signed, .. } => *signed,
            _ => false,
        });
        Some(match leaf {
            Leaf::Object(_) => (format!("object({name})"), false),
            Leaf::Offset(_) => (format!("offset({name})"), false),
            _ => (name, signed),
        })
    }

    fn place(&self, place: Place) -> Option<(String, Option<CTypeId>)> {
        let program = self.source.program;
        match place {
            Place::Register(activation, register) => {
                let variable = program.registers[register].variable.as_ref();
                let innermost = activation as usize == self.source.facts.point.calls.len();
                let name = variable.map_or_else(|| register.to_string(), |variable| variable.name.clone());
                let function = || &program.functions[self.source.function(activation)].name;
                let name = if innermost { name } else { format!("{name} in {}()", function()) };
                Some((name, variable.and_then(|variable| variable.ctype)))
            }
            Place::Result(index) => Some((format!("result {index}"), None)),
            Place::Argument(_, index) => Some((format!("argument {index}"), None)),
            Place::Cell(name, offset, size) => {
                let key = self.source.key(name, None)?;
                let ctype = self.types.get(&key).copied();
                let path = ctype.and_then(|ctype| types::path(program, ctype, offset, u64::from(size)));
                let object = self.name(key);
                Some(match path {
                    Some((field, inner)) if field.is_empty() => (object.to_owned(), inner),
                    Some((field, inner)) => (format!("{object}.{field}"), inner),
                    None => (format!("{object}+{offset}"), None),
                })
            }
        }
    }
}

/// How many there are in a run.
fn count(many: &adumbra_verdict::Many) -> String {
    match many.most {
        Some(most) if most == many.least => format!("k = {most}"),
        Some(most) => format!("{} ≤ k ≤ {most}", many.least),
        None => format!("k ≥ {}", many.least),
    }
}

/// What is known of bytes of an object: facts about exactly these, or their bits.
fn known_of(source: &Source<'_>, bytes: &Bytes<'_>, offset: u64, size: u64, ctype: Option<CTypeId>) -> Option<Shown> {
    match bytes.exactly(offset, size) {
        Some(known) => Some(values::shown(source.program, known, ctype, size)),
        None => bytes.bits(offset, size).map(|bits| values::shown(source.program, &[&bits], ctype, size)),
    }
}
