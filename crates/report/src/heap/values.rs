//! What is known of a value, in words and arrows.

use super::types;
use adumbra_program::{CType, CTypeId, Program};
use adumbra_verdict::{Known, ObjectName};

/// Where a pointer leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leads {
    pub(super) to: ObjectName,
    /// The offset there; none if it is not known.
    pub(super) at: Option<u64>,
    /// Is it certain?
    pub(super) surely: bool,
}

/// A value as it is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Shown {
    /// What is written; nothing if arrows say it.
    pub(super) text: String,
    pub(super) leads: Vec<Leads>,
    /// Is it a pointer that may be another one, too?
    pub(super) unknown: bool,
}

impl Shown {
    fn text(text: String) -> Shown {
        Shown { text, ..Shown::default() }
    }

    /// A value of which nothing is known.
    pub(super) fn nothing(program: &Program, ctype: Option<CTypeId>) -> Shown {
        match ctype.map(|ctype| &program.ctypes[ctype]) {
            Some(CType::Pointer(_)) => Shown { unknown: true, ..Shown::default() },
            _ => Shown::text("?".into()),
        }
    }
}

/// What is known of so many bytes. Several facts about them hold together.
pub(super) fn shown(program: &Program, known: &[&Known], ctype: Option<CTypeId>, bytes: u64) -> Shown {
    let mut all = Shown::default();
    let mut texts: Vec<String> = Vec::new();
    for known in known {
        let one = one(program, known, ctype, bytes);
        if !one.text.is_empty() && !texts.contains(&one.text) {
            texts.push(one.text);
        }
        all.unknown |= one.unknown;
        one.leads.into_iter().for_each(|leads| {
            if !all.leads.contains(&leads) {
                all.leads.push(leads);
            }
        });
    }
    all.text = texts.join(", ");
    all
}

fn one(program: &Program, known: &Known, ctype: Option<CTypeId>, bytes: u64) -> Shown {
    match known {
        Known::Bits(words) => Shown::text(bits(program, words, ctype, bytes)),
        Known::Unsigned(low, high) if low == high => Shown::text(low.to_string()),
        Known::Unsigned(low, high) => Shown::text(format!("{low} … {high}")),
        Known::Signed(low, high) if low == high => Shown::text(low.to_string()),
        Known::Signed(low, high) => Shown::text(format!("{low} … {high}")),
        Known::Null => Shown::text("NULL".into()),
        Known::Pointer(to, at) => {
            Shown { leads: vec![Leads { to: *to, at: Some(*at), surely: true }], ..Shown::default() }
        }
        Known::Into(all) => Shown {
            leads: all.iter().flatten().map(|to| Leads { to: *to, at: None, surely: false }).collect(),
            unknown: all.contains(&None),
            text: String::new(),
        },
    }
}

/// Bits in the words of their type.
fn bits(program: &Program, words: &[u64], ctype: Option<CTypeId>, bytes: u64) -> String {
    let low = words.first().copied().unwrap_or(0);
    if bytes > 8 && words.iter().skip(1).any(|word| *word != 0) {
        let digits: String = words.iter().rev().map(|word| format!("{word:016x}")).collect();
        return format!("0x{}", digits.trim_start_matches('0'));
    }
    let unused = 64 - 8 * bytes.clamp(1, 8) as u32;
    let signed = ((low << unused) as i64) >> unused;
    match ctype.map(|ctype| &program.ctypes[ctype]) {
        Some(CType::Int { signed: false, .. }) => (low << unused >> unused).to_string(),
        Some(CType::Int { name, .. }) if name.ends_with("char") && (32..127).contains(&low) => {
            format!("{signed} '{}'", char::from(low as u8))
        }
        Some(CType::Float { bits: 32, .. }) => f32::from_bits(low as u32).to_string(),
        Some(CType::Float { bits: 64, .. }) => f64::from_bits(low).to_string(),
        Some(CType::Pointer(_)) if low == 0 => "NULL".into(),
        Some(CType::Pointer(_) | CType::Float { .. }) => format!("{low:#x}"),
        _ => signed.to_string(),
    }
}

/// Where an arrow leads in its object: nothing at its start.
pub(super) fn offset(program: &Program, leads: &Leads, ctype: Option<CTypeId>) -> String {
    match leads.at {
        Some(0) => String::new(),
        None => "+?".into(),
        Some(at) => {
            let part = ctype.and_then(|ctype| types::part_at(program, ctype, at));
            let number = at as i64;
            part.map_or_else(|| format!("{number:+}"), |part| format!("{number:+} .{part}"))
        }
    }
}
