//! From a run of a copy of the program to the original: the script, and the target of the witness.

use crate::anchor::{self, Anchor};
use crate::sources::Sources;
use adumbra_interpreter::memory::ObjectKey;
use adumbra_interpreter::script::Unlisted;
use adumbra_interpreter::{Report, Script};
use adumbra_program::{Position, Program, Violation};
use std::collections::HashMap;

/// The script of a run of the copy, for the original. The inputs are the same; sites are numbered
/// differently, since the copy has variables of its own. What is not found in the original is zero.
pub fn script_for_original(script: &Script, copy: &Program, original: &Program) -> Script {
    let sites = sites(copy, original);
    let mut script = script.clone();
    script.unlisted = Unlisted::Zero;
    script.indeterminate.retain_mut(|value| match sites.get(&value.site) {
        Some(site) => {
            value.site = *site;
            true
        }
        None => false,
    });
    let rename = |object: &mut ObjectKey| match object {
        ObjectKey::Stack { site, .. } => match sites.get(site) {
            Some(new) => {
                *site = *new;
                true
            }
            None => false,
        },
        _ => true,
    };
    script.memory.retain_mut(|byte| rename(&mut byte.object));
    script.bases.retain_mut(|base| rename(&mut base.object));
    script
}

/// Which site of the original is which of the copy: the n-th of the same function, variable and
/// line.
fn sites(copy: &Program, original: &Program) -> HashMap<u32, u32> {
    type Key = (String, Option<(String, Option<u32>)>);
    let grouped = |program: &Program| {
        let mut groups: HashMap<Key, Vec<u32>> = HashMap::new();
        for (site, data) in program.sites.iter() {
            let variable = data.variable.as_ref().map(|v| (v.name.clone(), v.declared.map(|p| p.line)));
            if variable.as_ref().is_some_and(|(name, _)| name.starts_with("__witness_")) {
                continue;
            }
            let function = program.functions[data.function].name.clone();
            groups.entry((function, variable)).or_default().push(site.as_u32());
        }
        groups
    };
    let originals = grouped(original);
    let mut found = HashMap::new();
    for (key, sites) in grouped(copy) {
        if let Some(others) = originals.get(&key)
            && others.len() == sites.len()
        {
            found.extend(sites.into_iter().zip(others.iter().copied()));
        }
    }
    found
}

/// Does a violation happen where the witness says? The call stack must have an entry in the
/// statement or expression; `token` finds the token of a position in the original text. Memory that
/// is lost or not freed has no place of its own.
pub fn is_target(
    sources: &Sources,
    target: (usize, Anchor),
    report: &Report,
    token: &dyn Fn(Position) -> Option<(usize, usize)>,
) -> bool {
    if matches!(report.kind, Violation::LostMemory | Violation::UnfreedMemory) {
        return true;
    }
    let (file, anchor) = target;
    let Some((_, source)) = sources.file(file) else { return false };
    let (first, end) = anchor::tokens(source, anchor);
    let positions = report.stack.iter().filter_map(|e| e.position).chain(report.position);
    positions.filter_map(token).any(|(f, t)| f == file && first <= t && t < end)
}
