//! The circuits of floating-point arithmetic against the machine's, a software library's, and the
//! definition's.
//!
//! Circuits are evaluated as terms, 64 operands at a time. Single and double precision are held
//! against the machine, rounding to nearest, and in all rounding modes against a software library,
//! as are half, extended and quadruple precision; small formats against the definition, for all
//! operands.

pub mod circuits;
pub mod oracles;
pub mod reference;

use crate::random::Rng;
use crate::run::Counts;
use crate::simulate::LANES;
use adumbra_encode::float::Format;
use circuits::{Operation, PLAIN, Wired, operands};
use oracles::{Answer, definition, native_double, native_single, software};
use reference::{MODES, Reference, Rounding};

/// What is wrong with a circuit.
pub type Fault = String;

/// At most so many faults are told of one circuit.
const FAULTS: usize = 3;

fn compare(
    name: &str,
    operands: &[Vec<u128>],
    modes: &[Rounding],
    found: &[Option<u128>],
    expected: impl Fn(Rounding, &[u128]) -> Answer,
    faults: &mut Vec<Fault>,
) -> u64 {
    let mut compared = 0;
    for (lane, mode) in modes.iter().enumerate() {
        let values: Vec<u128> = operands.iter().map(|lanes| lanes[lane]).collect();
        let Some(expected) = expected(*mode, &values) else { continue };
        compared += 1;
        if found[lane] != expected && faults.len() < FAULTS {
            let shown = |value: Option<u128>| value.map_or("nothing".to_owned(), |bits| format!("{bits:#x}"));
            let values: Vec<String> = values.iter().map(|value| format!("{value:#x}")).collect();
            let (found, expected) = (shown(found[lane]), shown(expected));
            faults.push(format!("{name} of {} rounding {mode:?}: {found}, should be {expected}", values.join(" ")));
        }
    }
    compared
}

/// All operations that a format is tried with.
pub fn operations(format: Format, others: &[Format], words: &[u32]) -> Vec<Operation> {
    let plain = PLAIN.iter().map(|name| Operation::Plain(name));
    let converted = others.iter().filter(|other| **other != format).map(|other| Operation::Convert(*other));
    let words = words.iter().flat_map(|width| {
        [true, false].into_iter().flat_map(|signed| {
            [Operation::FromWord { signed, width: *width }, Operation::ToWord { signed, width: *width }]
        })
    });
    plain.chain(converted).chain(words).collect()
}

/// Tries an operation of a small format for all operands in all modes, against the definition.
pub fn exhaust(operation: Operation, format: Format, counts: &mut Counts) -> Result<(), Fault> {
    let from = Reference::new(format);
    let to = match operation {
        Operation::Convert(to) => Some(Reference::new(to)),
        _ => None,
    };
    let width = match operation {
        Operation::FromWord { width, .. } => width,
        _ => format.width(),
    };
    let name = format!("{operation} at ({}, {})", format.exponent_bits(), format.significand_bits());
    let broken = |error: crate::simulate::NoLanes| format!("{name}: {error}");
    let modes: &[Rounding] = if operation.rounds() { &MODES } else { &MODES[..1] };
    let mut variable = Wired::new(operation, format, None).map_err(broken)?;
    let arity = operation.arity() as u32;
    let mut faults = Vec::new();
    for mode in modes {
        // The circuit of the mode, and the one that has the mode as an input.
        let mut fixed = Wired::new(operation, format, Some(*mode)).map_err(broken)?;
        for start in (0..1u64 << (width * arity)).step_by(LANES) {
            let lanes = LANES.min((1usize << (width * arity)) - start as usize);
            let operands: Vec<Vec<u128>> = (0..arity)
                .map(|place| {
                    let value = |lane: usize| (start + lane as u64) >> (place * width) & ((1 << width) - 1);
                    (0..lanes).map(|lane| u128::from(value(lane))).collect()
                })
                .collect();
            let lane_modes = vec![*mode; lanes];
            for wired in [&mut fixed, &mut variable] {
                let found = wired.run(&lane_modes, &operands).map_err(broken)?;
                let expected = |mode, x: &[u128]| definition(&from, to.as_ref(), operation, mode, x);
                let compared = compare(&name, &operands, &lane_modes, &found, expected, &mut faults);
                counts.add_many("operands of small formats against the definition", compared);
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Whom a sample is held against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Against {
    /// The machine's arithmetic.
    Machine,
    /// A software library, in all modes.
    Software,
    /// The definition, in all modes; for formats of at most 16 bits.
    Definition,
}

/// Tries an operation on random operands.
pub fn sample(
    operation: Operation,
    format: Format,
    against: Against,
    count: u64,
    seed: u64,
    counts: &mut Counts,
) -> Result<(), Fault> {
    let name = format!("{operation} at ({}, {})", format.exponent_bits(), format.significand_bits());
    let broken = |error: crate::simulate::NoLanes| format!("{name}: {error}");
    let small = (against == Against::Definition).then(|| Reference::new(format));
    let to = match operation {
        Operation::Convert(to) if small.is_some() && to.width() <= 16 => Some(Reference::new(to)),
        _ => None,
    };
    let expected = |mode: Rounding, x: &[u128]| match (against, format, &small) {
        (Against::Machine, Format::F32, _) => native_single(operation, mode, x),
        (Against::Machine, Format::F64, _) => native_double(operation, mode, x),
        (Against::Software, ..) => software(operation, format, mode, x),
        (Against::Definition, _, Some(from)) => definition(from, to.as_ref(), operation, mode, x),
        _ => None,
    };
    let label = match against {
        Against::Machine => "random operands against the machine",
        Against::Software => "random operands against software",
        Against::Definition => "random operands against the definition",
    };
    let rng = &mut Rng::new(seed, u64::from(format.width()) << 8 | operation.arity() as u64);
    // Something to be held against at all?
    let probe = operands(rng, operation, format);
    if MODES.iter().all(|mode| expected(*mode, &probe).is_none()) {
        return Ok(());
    }
    let fixed =
        (against == Against::Machine && expected(Rounding::Up, &probe).is_none()).then_some(Rounding::NearestEven);
    let mut wired = Wired::new(operation, format, fixed).map_err(broken)?;
    let mut faults = Vec::new();
    for _ in 0..count.div_ceil(LANES as u64) {
        let rows: Vec<Vec<u128>> = (0..LANES).map(|_| operands(rng, operation, format)).collect();
        let columns: Vec<Vec<u128>> =
            (0..operation.arity()).map(|place| rows.iter().map(|row| row[place]).collect()).collect();
        let modes: Vec<Rounding> = (0..LANES).map(|_| fixed.unwrap_or_else(|| *rng.pick(&MODES))).collect();
        let found = wired.run(&modes, &columns).map_err(broken)?;
        counts.add_many(label, compare(&name, &columns, &modes, &found, expected, &mut faults));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The formats that the software library has.
const FORMATS: &[Format] = &[Format::F16, Format::F32, Format::F64, Format::X87, Format::F128];

/// Small formats, for all operands.
pub fn small_formats() -> Vec<Format> {
    let sizes = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (2, 5)];
    sizes.iter().filter_map(|(exponent, significand)| Format::new(*exponent, *significand).ok()).collect()
}

/// Tries everything: `count` operands an operation against the machine, a tenth of that against
/// software and the definition. What is wrong comes back.
pub fn trials(only: Option<&str>, count: u64, seed: u64, mut said: impl FnMut(&str)) -> (Counts, Vec<Fault>) {
    let mut counts = Counts::default();
    let mut faults = Vec::new();
    let wanted = |operation: &Operation| only.is_none_or(|only| operation.to_string() == only);
    let small = small_formats();
    for format in &small {
        for operation in operations(*format, &small, &[1, 3, 6]).into_iter().filter(wanted) {
            // Three operands of seven bits are too many.
            if operation.arity() as u32 * format.width() <= 18 {
                faults.extend(exhaust(operation, *format, &mut counts).err());
            } else {
                faults.extend(sample(operation, *format, Against::Definition, count / 10, seed, &mut counts).err());
            }
        }
    }
    said(if faults.is_empty() { "small formats done" } else { "small formats WRONG" });
    let others = [Format::F16, Format::F32, Format::F64, Format::F128];
    for format in FORMATS {
        for operation in operations(*format, &others, &[8, 32, 64]).into_iter().filter(wanted) {
            let mut against = vec![(Against::Machine, count), (Against::Software, count / 10)];
            if *format == Format::F16 {
                against.push((Against::Definition, count / 10));
            }
            let before = faults.len();
            for (against, count) in against {
                faults.extend(sample(operation, *format, against, count, seed, &mut counts).err());
            }
            // A long run may be ended before it can print what is wrong.
            let state = if faults.len() > before { "WRONG" } else { "done" };
            said(&format!("{operation} at ({}, {}) {state}", format.exponent_bits(), format.significand_bits()));
        }
    }
    (counts, faults)
}
