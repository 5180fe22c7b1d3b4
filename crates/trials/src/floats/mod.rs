//! The floating-point evaluator against the hardware and against another implementation.
//!
//! A [`Subject`] is an operator of the term language at some formats with an oracle: instructions
//! of the processor (`hardware`: SSE for single and double precision, F16C for half, the x87 for
//! its 80 bits), or `rustc_apfloat` (`apfloat`: half to quad precision, and the mode that hardware
//! lacks). Every subject is tried at all combinations of corners in all modes, at all values where
//! there are few, and at random operands that are often close to each other.

mod apfloat;
mod generate;
#[cfg(target_arch = "x86_64")]
mod hardware;
#[cfg(target_arch = "x86_64")]
mod sys;

use crate::random::Rng;
use crate::run::Counts;
use adumbra_terms::{Bits, Float, Format, Op, RoundingMode, SortKind, Value, evaluate};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A number, given as its pattern.
    Number(Format),
    /// An integer of so many bits.
    Integer(u32),
}

impl Operand {
    fn width(self) -> u32 {
        match self {
            Operand::Number(format) => format.width(),
            Operand::Integer(width) => width,
        }
    }

    fn value(self, pattern: u128) -> Value {
        let bits = Bits::from_words(self.width(), [pattern as u64, (pattern >> 64) as u64]);
        match self {
            Operand::Number(format) => Value::Float(Float::from_bits(format, bits)),
            Operand::Integer(_) => Value::Bits(bits),
        }
    }
}

/// What somebody else says of an operation: nothing, where he has no such mode or the result is a
/// matter of taste.
pub type Oracle = fn(RoundingMode, &[u128]) -> Option<Value>;

/// An operator at formats, and whom to ask.
#[derive(Clone, Copy)]
pub struct Subject {
    /// Operator, formats and oracle in words.
    pub name: &'static str,
    op: Op,
    /// Whether the operator takes a rounding mode.
    rounds: bool,
    /// Whether the last operand is negated first, which makes a sum a difference.
    negates: bool,
    operands: &'static [Operand],
    result: SortKind,
    oracle: Oracle,
}

impl Subject {
    const fn new(
        name: &'static str,
        op: Op,
        operands: &'static [Operand],
        result: SortKind,
        oracle: Oracle,
    ) -> Subject {
        let rounds = !matches!(
            op,
            Op::FpAbs
                | Op::FpNeg
                | Op::FpRem
                | Op::FpMin
                | Op::FpMax
                | Op::FpLe
                | Op::FpLt
                | Op::FpEq
                | Op::FpIsNormal
                | Op::FpIsSubnormal
                | Op::FpIsZero
                | Op::FpIsInfinite
                | Op::FpIsNaN
                | Op::FpIsNegative
                | Op::FpIsPositive
        );
        Subject { name, op, rounds, negates: false, operands, result, oracle }
    }

    const fn difference(mut self) -> Subject {
        self.negates = true;
        self
    }

    /// What the evaluator says.
    fn ours(&self, mode: RoundingMode, patterns: &[u128]) -> Option<Value> {
        let mut values = Vec::with_capacity(4);
        if self.rounds {
            values.push(Value::RoundingMode(mode));
        }
        values.extend(self.operands.iter().zip(patterns).map(|(operand, pattern)| operand.value(*pattern)));
        if self.negates
            && let Some(Value::Float(last)) = values.last_mut()
        {
            *last = last.neg();
        }
        let references: Vec<&Value> = values.iter().collect();
        evaluate::apply(self.op, self.result, &references)
    }

    /// Compares once; what is wrong, or whether the oracle had a say.
    fn compare(&self, mode: RoundingMode, patterns: &[u128]) -> Result<bool, String> {
        let Some(theirs) = (self.oracle)(mode, patterns) else { return Ok(false) };
        let ours = self.ours(mode, patterns);
        if ours.as_ref() == Some(&theirs) {
            return Ok(true);
        }
        let operands: Vec<String> = self
            .operands
            .iter()
            .zip(patterns)
            .map(|(o, p)| format!("{:#0w$x}", p, w = o.width() as usize / 4))
            .collect();
        let ours = ours.map_or_else(|| "no value".to_owned(), |value| value.to_string());
        Err(format!("{} {mode} of {}: {ours}, but {theirs} by the oracle", self.name, operands.join(", ")))
    }
}

/// All subjects that this machine has oracles for.
pub fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    #[cfg(target_arch = "x86_64")]
    all.extend(hardware::subjects());
    all.extend(apfloat::subjects());
    all
}

/// The result of a subject's trials.
#[derive(Clone, Debug)]
pub struct Report {
    /// The subject.
    pub name: &'static str,
    /// Comparisons made.
    pub compared: u64,
    /// Disagreements, the first few in words.
    pub wrong: Vec<String>,
}

/// So many disagreements of one subject are told.
const TOLD: usize = 5;

/// Which operations, and how often.
#[derive(Clone, Debug)]
pub struct Request {
    /// Only operations whose name contains this.
    pub operation: Option<String>,
    /// Random operands for each.
    pub count: u64,
    /// The same seed gives the same operands.
    pub seed: u64,
    /// Every so many-th corner, and value of half precision.
    pub step: usize,
    /// Number of threads.
    pub jobs: usize,
}

fn run(subject: &Subject, request: &Request) -> Report {
    let mut report = Report { name: subject.name, compared: 0, wrong: Vec::new() };
    // Whether the oracle had a say; nothing when there were disagreements enough.
    let mut compare = |mode: RoundingMode, patterns: &[u128]| {
        let compared = subject.compare(mode, patterns).unwrap_or_else(|wrong| {
            report.wrong.push(wrong);
            true
        });
        report.compared += u64::from(compared);
        (report.wrong.len() < TOLD).then_some(compared)
    };
    let modes = if subject.rounds { &RoundingMode::ALL[..] } else { &RoundingMode::ALL[..1] };
    // Combinations of three are so many that every third corner has to do; the number of corners of
    // a sign is no multiple of three.
    let step = if subject.operands.len() > 2 { 3 * request.step } else { request.step };
    let corners: Vec<Vec<u128>> = subject
        .operands
        .iter()
        .map(|operand| generate::corners(*operand).into_iter().step_by(step).collect())
        .collect();
    let combinations: usize = corners.iter().map(Vec::len).product();
    let mut patterns = vec![0; subject.operands.len()];
    for n in 0..combinations {
        let mut rest = n;
        for (pattern, corners) in patterns.iter_mut().zip(&corners) {
            *pattern = corners[rest % corners.len()];
            rest /= corners.len();
        }
        for mode in modes {
            if compare(*mode, &patterns).is_none() {
                return report;
            }
        }
    }
    if let [only] = subject.operands
        && only.width() <= 16
    {
        for pattern in (0..1u128 << only.width()).step_by(request.step) {
            for mode in modes {
                if compare(*mode, &[pattern]).is_none() {
                    return report;
                }
            }
        }
        return report;
    }
    let mut rng = Rng::new(
        request.seed,
        subject.name.bytes().fold(0, |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte))),
    );
    // Modes that the oracle lacks do not count, within reason.
    let (mut left, mut tries) = (request.count, request.count.saturating_mul(8));
    while left > 0 && tries > 0 {
        generate::fill(&mut rng, subject.operands, &mut patterns);
        let mode = modes[rng.below(modes.len())];
        match compare(mode, &patterns) {
            None => break,
            Some(compared) => left -= u64::from(compared),
        }
        tries -= 1;
    }
    report
}

/// Tries every subject that is asked for.
pub fn trials(request: &Request, done: impl Fn(&Report) + Sync) -> Vec<Report> {
    let asked = |subject: &Subject| request.operation.as_deref().is_none_or(|part| subject.name.contains(part));
    let subjects: Vec<Subject> = subjects().into_iter().filter(asked).collect();
    let (next, reports) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..request.jobs.max(1) {
            scope.spawn(|| {
                while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let report = run(subject, request);
                    done(&report);
                    reports.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(report);
                }
            });
        }
    });
    let mut reports = reports.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    reports.sort_by_key(|report| report.name);
    reports
}

/// What the reports add up to.
pub fn counts(reports: &[Report]) -> Counts {
    let mut counts = Counts::default();
    counts.add_many("operations", reports.len() as u64);
    for report in reports {
        counts.add_many("comparisons", report.compared);
        counts.add_many("disagreements", report.wrong.len() as u64);
    }
    counts
}

fn number(format: Format, pattern: u128) -> Option<Value> {
    Some(Operand::Number(format).value(pattern))
}

fn integer(width: u32, value: u128) -> Option<Value> {
    Some(Operand::Integer(width).value(value))
}

const fn float_sort(format: Format) -> SortKind {
    // The formats of the table are named constants.
    SortKind::Float { exponent: format.exponent_bits(), significand: format.significand_bits() }
}

/// Compares what the terms of [`adumbra_terms::Terms::x87_from_bits`] make of eighty bits with what
/// the x87 makes of them: valid or not, all kinds of exponents and integer bits. Disagreements in
/// words.
#[cfg(target_arch = "x86_64")]
pub fn x87_patterns(count: u64, seed: u64) -> Report {
    use adumbra_terms::{Model, Plan, Terms};
    let mut report = Report { name: "bits of the x87's format, x87", compared: 0, wrong: Vec::new() };
    let mut terms = Terms::new();
    let sort = terms.bv_sort(80);
    let variable = terms.var("bits", sort);
    let root = terms.x87_from_bits(variable);
    let Op::Var(symbol) = terms.op(variable) else { return report };
    let mut plan = Plan::new(&terms, &[root]);
    let mut model = Model::new();
    let mut rng = Rng::new(seed, 80);
    let exponents = [0u64, 0, 1, 2, 0x3ffe, 0x3fff, 0x4000, 0x7ffd, 0x7ffe, 0x7fff, 0x7fff];
    let significands = [0, 1, 1 << 62, 1 << 63, (1 << 63) | 1, 3 << 62, u64::MAX, u64::MAX >> 1];
    for n in 0..count {
        let random = rng.bits();
        let high = if n % 8 == 7 { random >> 48 } else { *rng.pick(&exponents) | (random >> 48 & 0x8000) };
        let low = if rng.one_in(2) { *rng.pick(&significands) } else { rng.bits() };
        let bits = u128::from(high) << 64 | u128::from(low);
        model.set(symbol, Value::Bits(Bits::from_words(80, [low, high])));
        plan.run(&model);
        report.compared += 1;
        let theirs = number(Format::X87, hardware::value_of_bits(bits));
        if Some(plan.value(0)) != theirs.as_ref() && report.wrong.len() < TOLD {
            report.wrong.push(format!("{bits:#022x}: {}, but {theirs:?} by the x87", plan.value(0)));
        }
    }
    report
}
