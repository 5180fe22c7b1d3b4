//! The circuits of floating-point arithmetic: small formats for all operands, others on a sample.

use adumbra_encode::float::Format;
use adumbra_trials::encoded::circuits::Operation;
use adumbra_trials::encoded::{Against, exhaust, operations, sample, small_formats};
use adumbra_trials::run::Counts;

fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// All operations of small formats, all operands, all rounding modes.
fn small(places: std::ops::Range<usize>) {
    let mut counts = Counts::default();
    let mut faults = Vec::new();
    let formats = small_formats();
    for format in &formats[places] {
        for operation in operations(*format, &formats, &[1, 3, 6]) {
            let bits = operation.arity() as u32 * format.width();
            if bits <= 14 {
                faults.extend(exhaust(operation, *format, &mut counts).err());
            } else {
                faults.extend(sample(operation, *format, Against::Definition, 4096, 1, &mut counts).err());
            }
        }
    }
    none(faults);
    assert!(counts.total() > 10_000);
}

#[test]
fn formats_of_four_and_five_bits_are_right_for_all_operands() {
    small(0..3);
}

#[test]
fn formats_of_six_and_seven_bits_are_right_for_all_operands() {
    small(3..6);
}

/// A sample against the machine, a software library, and for half precision the definition.
fn sampled(format: Format, against: Against, count: u64) {
    let mut counts = Counts::default();
    let others = [Format::F16, Format::F32, Format::F64, Format::F128];
    let mut faults = Vec::new();
    for operation in operations(format, &others, &[8, 32, 64]) {
        if operation == Operation::Plain("rem") && format.significand_bits() > 24 {
            // Large; see the command.
            continue;
        }
        faults.extend(sample(operation, format, against, count, 1, &mut counts).err());
    }
    none(faults);
    assert!(counts.total() >= 10 * count);
}

#[test]
fn half_precision_is_that_of_the_definition() {
    sampled(Format::F16, Against::Definition, 1024);
    sampled(Format::F16, Against::Software, 1024);
}

#[test]
fn single_precision_is_the_machines() {
    sampled(Format::F32, Against::Machine, 2048);
    sampled(Format::F32, Against::Software, 512);
}

#[test]
fn double_precision_is_the_machines() {
    sampled(Format::F64, Against::Machine, 1024);
    sampled(Format::F64, Against::Software, 256);
}

#[test]
fn extended_and_quadruple_precision_are_the_librarys() {
    sampled(Format::X87, Against::Software, 256);
    sampled(Format::F128, Against::Software, 128);
}

/// Remainders of double precision take the other way, by squaring.
#[test]
fn remainders_by_squaring_are_right() {
    let mut counts = Counts::default();
    let rem = Operation::Plain("rem");
    sample(rem, Format::F64, Against::Software, 128, 1, &mut counts).unwrap();
}
