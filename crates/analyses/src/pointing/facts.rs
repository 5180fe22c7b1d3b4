//! What a state says, for certificates and for people.

use super::Pointing;
use super::state::{Contents, Ground, Life, PointerState};
use super::value::{Object, Offset, Target, Val};
use adumbra_program::Type;
use adumbra_verdict::{Known, Lives, ObjectFacts, ObjectKind, ObjectName, StateFacts};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

impl Pointing {
    /// Adds what is known in a state. What cannot be said (older objects of a name, lists of
    /// pointers with their offsets) is left out.
    pub(super) fn add_facts(&self, state: &PointerState, facts: &mut StateFacts) {
        if state.violated.is_some() {
            return;
        }
        let mut listed: BTreeMap<Object, u32> = BTreeMap::new();
        for (object, contents) in &state.memory {
            let Object::Recent(_) = object else {
                facts.partial |= matches!(object, Object::Older(_));
                continue;
            };
            let lives = match (contents.life, contents.is_heap()) {
                (Life::Live, _) => Lives::Yes,
                (Life::Gone, true) => Lives::No,
                (Life::Perhaps, true) => Lives::Perhaps,
                _ => {
                    facts.partial = true;
                    continue;
                }
            };
            let Some((kind, site)) = contents.kind else { continue };
            listed.insert(*object, facts.objects.len() as u32);
            facts.objects.push(ObjectFacts {
                kind: ObjectKind::Allocated(site, kind),
                activation: contents.owner,
                size: contents.size,
                lives,
            });
        }
        let is_unlisted = |(object, contents): (&Object, &Rc<Contents>)| {
            matches!(object, Object::Older(_)) && contents.is_heap() && contents.life != Life::Gone
        };
        // Where somebody asks who frees it, no memory of the heap is dropped.
        facts.all_heap |= self.leaks && !state.memory.iter().any(is_unlisted);
        let name = |object: Object| match object {
            Object::Global(global) => Some(ObjectName::Global(global)),
            Object::Function(function) => Some(ObjectName::Function(function)),
            Object::Recent(_) => listed.get(&object).map(|index| ObjectName::Allocated(*index)),
            Object::Older(_) => None,
        };
        let partial = Cell::new(false);
        let known = |value: &Val| -> Option<Known> {
            let targets = match value {
                Val::Bits(bits) => return Some(Known::Bits(vec![*bits])),
                Val::Pointer(targets) => targets,
            };
            match **targets {
                [Target::NULL] => return Some(Known::Null),
                [Target { object: Some(object), offset: Offset::Exact(offset) }] => {
                    let name = name(object);
                    partial.set(partial.get() || name.is_none());
                    return name.map(|name| Known::Pointer(name, offset));
                }
                _ => {}
            }
            partial.set(true);
            let into = |target: &Target| match target.object {
                Some(object) => name(object).map(Some),
                None => Some(None),
            };
            let mut names = targets.iter().map(into).collect::<Option<Vec<_>>>()?;
            names.sort_unstable();
            names.dedup();
            // Which object one of several is, is not told of those that were allocated.
            let allocated = names.iter().any(|name| matches!(name, Some(ObjectName::Allocated(_))));
            (!allocated).then_some(Known::Into(names))
        };
        for frame in state.top.chain() {
            for (register, value) in &frame.registers {
                if let Some(known) = known(value) {
                    facts.registers.push((frame.depth, *register, known));
                }
            }
            for (index, value) in frame.results.iter().enumerate().filter(|_| frame.depth == state.top.depth) {
                if let Some(known) = value.as_ref().and_then(known) {
                    facts.results.push((index as u32, known));
                }
            }
        }
        for (object, contents) in &state.memory {
            let Some(name) = name(*object).filter(|_| contents.life == Life::Live) else { continue };
            for (offset, cell) in &contents.cells {
                let fits = contents.size.is_some_and(|size| offset + cell.length <= size)
                    && self.fills_bytes(cell.ty, cell.length);
                if let Some(known) = cell.value.as_ref().filter(|_| fits).and_then(known) {
                    facts.cells.push((name, *offset, cell.length as u32, known));
                }
            }
            partial.set(partial.get() || contents.ground == Ground::Zero);
        }
        for (global, offset, ty) in &self.accessed {
            let object = Object::Global(*global);
            let contents = self.contents(state, object);
            let untouched = |contents: &&Rc<Contents>| {
                contents.ground == Ground::Initial(*global)
                    && contents.touching(*offset, ty.store_size(&self.program.layout)).is_empty()
            };
            if self.program.globals[*global].constant || !self.fills_bytes(*ty, ty.store_size(&self.program.layout)) {
                continue;
            }
            let value = contents.as_ref().filter(untouched).and_then(|contents| self.read(contents, *offset, *ty));
            if let Some(known) = value.as_ref().and_then(known) {
                let length = ty.store_size(&self.program.layout) as u32;
                facts.cells.push((ObjectName::Global(*global), *offset, length, known));
            }
        }
        facts.registers.sort_by_key(|(depth, register, _)| (*depth, *register));
        facts.partial |= partial.get();
    }

    /// Are all bits of the bytes those of a value of the type?
    fn fills_bytes(&self, ty: Type, length: u64) -> bool {
        u64::from(ty.bits(&self.program.layout)) == 8 * length
    }

    /// A state as text.
    pub(super) fn text(&self, state: &PointerState) -> String {
        let mut parts = Vec::new();
        if let Some(goal) = &state.violated {
            parts.push(format!("violation {:?}", goal.kind));
        }
        for frame in state.top.chain() {
            for (register, value) in &frame.registers {
                let name = self.program.registers[*register].variable.as_ref().map(|v| v.name.as_str());
                let register = name.map_or(register.to_string(), |name| format!("{register}.{name}"));
                parts.push(format!("{register} = {}", self.show_value(value)));
            }
        }
        for (object, contents) in &state.memory {
            let name = self.show_object(*object);
            match contents.life {
                Life::Live => {}
                Life::Gone => parts.push(format!("{name} is gone")),
                Life::Perhaps => parts.push(format!("{name} lives or not")),
            }
            for (offset, cell) in &contents.cells {
                if let Some(value) = &cell.value {
                    parts.push(format!("{name}+{offset}:{} = {}", cell.length, self.show_value(value)));
                }
            }
        }
        parts.join(", ")
    }

    fn show_value(&self, value: &Val) -> String {
        let target = |target: &Target| match (target.object, target.offset) {
            (None, Offset::Exact(0)) => "null".to_owned(),
            (None, Offset::Exact(address)) => format!("{address:#x}"),
            (None, Offset::Any) => "a number".to_owned(),
            (Some(object), Offset::Exact(0)) => format!("&{}", self.show_object(object)),
            (Some(object), Offset::Exact(offset)) => format!("&{}+{offset}", self.show_object(object)),
            (Some(object), Offset::Any) => format!("&{}+?", self.show_object(object)),
        };
        match value {
            Val::Bits(bits) => bits.to_string(),
            Val::Pointer(targets) => {
                let shown: Vec<String> = targets.iter().map(target).collect();
                if let [only] = &*shown { only.clone() } else { format!("{{{}}}", shown.join(", ")) }
            }
        }
    }

    fn show_object(&self, object: Object) -> String {
        let named = |number| {
            let names = self.names.borrow();
            let named = names.iter().find(|(_, n)| **n == number).map(|(named, _)| *named);
            named.map_or_else(|| format!("object {number}"), |named| named.show(&self.program))
        };
        match object {
            Object::Global(global) => self.program.globals[global].name.clone(),
            Object::Function(function) => self.program.functions[function].name.clone(),
            Object::Recent(number) => named(number),
            Object::Older(number) => format!("older {}", named(number)),
        }
    }
}
