//! Branch and prune: floating-point formulas over few inputs, decided by intervals.
//!
//! A *box* gives each input a range of bits. In a box every term has an interval: operations on
//! numbers are monotonic, and so is rounding, so that the ends of the operands' intervals, by the
//! processor's own arithmetic, give the ends of the result's. A box in which a formula cannot hold
//! is dropped; another is split at the middle of the bits of an input, that is, of the exponents
//! first. If none is left, the formulas have no model. A point of a box that satisfies them, by the
//! evaluator, is one.
//!
//! Circuits for products and quotients are hard for a SAT solver where the question is one of
//! magnitude; where it is one of bits, this gives up soon. Splitting by intervals is D'Silva,
//! Haller, Kroening and Tautschnig's way with such programs (TACAS 2012), without learning.

use adumbra_sat::Limits;
use adumbra_terms::float::RoundingMode;
use adumbra_terms::walk::reachable;
use adumbra_terms::{Bits, EntityRef, Kind, Model, Op, Plan, SortKind, Symbol, Term, Terms, Value};

/// Inputs that are split, at most.
const MOST_INPUTS: usize = 6;

/// Choices between words that are looked through for a number.
const MOST_CHOICES: u32 = 6;

/// Nodes of formulas, at most.
const MOST_NODES: usize = 5_000;

/// Boxes in which a point is tried, of the first ones all, then some.
const FIRST_POINTS: u64 = 40;
const POINTS: u64 = 50;

/// What a search by boxes came to.
pub enum Boxed {
    /// There is no model.
    Empty,
    /// This is one.
    Model(Model),
    /// That is not known.
    Open,
}

/// What a term can be in a box.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Range {
    /// Can it be true, can it be false?
    Truth(bool, bool),
    /// An unsigned number of at most 64 bits between two.
    Bits(u64, u64),
    /// A number between two, of which the first is greater if there is none; and can it be NaN?
    Float(f64, f64, bool),
    /// Anything.
    Any,
}

use Range::{Any, Float, Truth};

const MAYBE: Range = Truth(true, true);
const ANY_FLOAT: Range = Float(f64::NEG_INFINITY, f64::INFINITY, true);

/// The two formats that the processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Native {
    Single,
    Double,
}

impl Native {
    fn of(terms: &Terms, term: Term) -> Option<Native> {
        let format = terms.sort_format(terms.sort(term))?;
        match (format.width(), format.fraction_bits()) {
            (32, 23) => Some(Native::Single),
            (64, 52) => Some(Native::Double),
            _ => None,
        }
    }

    fn width(self) -> u32 {
        match self {
            Native::Single => 32,
            Native::Double => 64,
        }
    }

    /// The bits of infinity.
    fn infinity(self) -> u64 {
        match self {
            Native::Single => f32::INFINITY.to_bits().into(),
            Native::Double => f64::INFINITY.to_bits(),
        }
    }

    fn sign(self) -> u64 {
        1 << (self.width() - 1)
    }

    fn number(self, bits: u64) -> f64 {
        match self {
            Native::Single => f32::from_bits(bits as u32).into(),
            Native::Double => f64::from_bits(bits),
        }
    }

    fn bits(self, number: f64) -> u64 {
        match self {
            Native::Single => (number as f32).to_bits().into(),
            Native::Double => number.to_bits(),
        }
    }

    /// An operation on two numbers of the format.
    fn apply(self, a: f64, b: f64, single: fn(f32, f32) -> f32, double: fn(f64, f64) -> f64) -> f64 {
        match self {
            Native::Single => single(a as f32, b as f32).into(),
            Native::Double => double(a, b),
        }
    }
}

/// The numbers between two, with both zeros if there is one at an end.
fn float(low: f64, high: f64, nan: bool) -> Range {
    if low.is_nan() || high.is_nan() {
        return ANY_FLOAT;
    }
    Float(if low == 0.0 { -0.0 } else { low }, if high == 0.0 { 0.0 } else { high }, nan)
}

/// No number.
fn none(nan: bool) -> Range {
    Float(f64::INFINITY, f64::NEG_INFINITY, nan)
}

/// What is between the least and the greatest of some.
fn hull(numbers: &[f64], nan: bool) -> Range {
    if numbers.iter().any(|number| number.is_nan()) {
        return ANY_FLOAT;
    }
    let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    float(low, high, nan)
}

/// What is in one of two.
fn join(a: Range, b: Range) -> Range {
    match (a, b) {
        (Truth(a, b), Truth(c, d)) => Truth(a || c, b || d),
        (Range::Bits(a, b), Range::Bits(c, d)) => Range::Bits(a.min(c), b.max(d)),
        (Float(a, b, n), Float(c, d, m)) => Float(a.min(c), b.max(d), n || m),
        _ => Any,
    }
}

/// One term.
struct Node {
    kind: Kind,
    operands: Vec<u32>,
    /// The format of a floating-point term.
    native: Option<Native>,
    /// The format of the first operand that is a floating-point term.
    from: Option<Native>,
    /// The width of a word, and of the first operand.
    width: u32,
    from_width: u32,
    mode: Option<RoundingMode>,
    /// For constants what they are.
    known: Option<Range>,
    /// For an input its number.
    input: Option<usize>,
    /// The lowest bit of an extraction.
    low: u32,
}

/// An input: a word that is read as a number.
struct Input {
    symbol: Symbol,
    native: Native,
}

/// Formulas, ready to be looked at in boxes.
pub struct Boxes {
    nodes: Vec<Node>,
    roots: Vec<u32>,
    inputs: Vec<Input>,
    /// Terms that are no input, which a point needs as well.
    others: Vec<(Symbol, Value)>,
    ranges: Vec<Range>,
}

/// A range for each input.
type Ranges = Vec<(u64, u64)>;

impl Boxes {
    /// Prepares formulas, if they are of a kind for which this may do.
    pub fn new(terms: &Terms, formulas: &[Term]) -> Option<Boxes> {
        let order = reachable(terms, formulas);
        let is_arithmetic = |term: &Term| {
            let kind = terms.kind(*term);
            matches!(kind, Kind::FpAdd | Kind::FpMul | Kind::FpDiv | Kind::FpFma | Kind::FpSqrt)
        };
        if order.len() > MOST_NODES || !order.iter().any(is_arithmetic) {
            return None;
        }
        let mut place = vec![u32::MAX; terms.len()];
        let mut boxes =
            Boxes { nodes: Vec::new(), roots: Vec::new(), inputs: Vec::new(), others: Vec::new(), ranges: Vec::new() };
        // Inputs are words that are converted to numbers, or read as numbers for more than to see
        // that they are none.
        let mut wanted: Vec<Term> = Vec::new();
        for &term in &order {
            let reads = |operand: &&Term| terms.kind(**operand) == Kind::FpFromBits;
            if terms.kind(term) != Kind::FpIsNaN {
                wanted.extend(terms.operands(term).iter().filter(reads).map(|operand| terms.operands(*operand)[0]));
            }
            if matches!(terms.kind(term), Kind::FpFromSigned | Kind::FpFromUnsigned) {
                wanted.extend(terms.operands(term).get(1));
            }
        }
        for &term in &order {
            let operands = terms.operands(term);
            let native = Native::of(terms, term);
            let from = operands.iter().find_map(|operand| Native::of(terms, *operand));
            let mut node = Node {
                kind: terms.kind(term),
                operands: operands.iter().map(|operand| place[operand.index()]).collect(),
                native,
                from,
                width: terms.bv_width(term).unwrap_or(0),
                from_width: operands.iter().find_map(|operand| terms.bv_width(*operand)).unwrap_or(0),
                mode: operands.first().and_then(|mode| terms.mode_value(*mode)),
                known: None,
                input: None,
                low: 0,
            };
            match terms.op(term) {
                Op::Bool(truth) => node.known = Some(Truth(truth, !truth)),
                Op::Const(_) => {
                    let number = terms.constant(term).and_then(|bits| bits.to_u64()).filter(|_| node.width <= 64);
                    node.known = Some(number.map_or(Any, |n| Range::Bits(n, n)));
                }
                Op::Float(_) => {
                    let number = terms.float_value(term).and_then(|f| f.bits().to_u64());
                    node.known = Some(match (native, number) {
                        (Some(native), Some(bits)) => from_bits(native, bits, bits),
                        _ => Any,
                    });
                }
                Op::Var(symbol) => {
                    let native = match node.width {
                        32 => Some(Native::Single),
                        64 => Some(Native::Double),
                        _ => None,
                    };
                    match native {
                        Some(native) if wanted.contains(&term) => {
                            node.input = Some(boxes.inputs.len());
                            boxes.inputs.push(Input { symbol, native });
                        }
                        // What is no number where it is read at all.
                        Some(native) => {
                            let nan = Bits::from_u64(node.width, native.infinity() + 1);
                            boxes.others.push((symbol, Value::Bits(nan)));
                        }
                        None => match terms.sort_kind(terms.sort(term)) {
                            SortKind::Bool => boxes.others.push((symbol, Value::Bool(false))),
                            SortKind::BitVec(width) => boxes.others.push((symbol, Value::Bits(Bits::zero(width)))),
                            _ => return None,
                        },
                    }
                }
                Op::Extract(low) => node.low = low,
                _ => {}
            }
            if let SortKind::Array { .. } = terms.sort_kind(terms.sort(term)) {
                return None;
            }
            if node.kind == Kind::Apply {
                return None;
            }
            place[term.index()] = boxes.nodes.len() as u32;
            boxes.nodes.push(node);
        }
        boxes.roots = formulas.iter().map(|formula| place[formula.index()]).collect();
        boxes.ranges = vec![Any; boxes.nodes.len()];
        (!boxes.inputs.is_empty() && boxes.inputs.len() <= MOST_INPUTS).then_some(boxes)
    }

    /// Looks for a model of the formulas, with so many looks at a node.
    pub fn decide(&mut self, terms: &Terms, formulas: &[Term], looks: u64, limits: &Limits) -> Boxed {
        let mut plan = Plan::new(terms, formulas);
        let mut left = looks / self.nodes.len().max(1) as u64;
        let mut seen = 0u64;
        let mut open: Vec<Ranges> = vec![Vec::new()];
        // Numbers and what is none, above and below zero, are boxes of their own.
        for input in &self.inputs {
            let (sign, infinity) = (input.native.sign(), input.native.infinity());
            let halves = [(0, infinity), (infinity + 1, sign - 1)];
            let all = halves.into_iter().flat_map(|(a, b)| [(a, b), (a | sign, b | sign)]);
            let all: Vec<(u64, u64)> = all.collect();
            open = open.iter().flat_map(|ranges| all.iter().map(|r| [&ranges[..], &[*r]].concat())).collect();
        }
        let mut unknown = false;
        while let Some(ranges) = open.pop() {
            seen += 1;
            if left == 0 || seen.is_multiple_of(64) && is_over(limits) {
                return Boxed::Open;
            }
            left -= 1;
            let fits = self.look(&ranges);
            if fits == Truth(false, true) {
                continue;
            }
            if (fits == Truth(true, false) || seen <= FIRST_POINTS || seen.is_multiple_of(POINTS))
                && let Some(model) = self.point(&mut plan, &ranges, formulas.len())
            {
                return Boxed::Model(model);
            }
            // The widest one is split.
            let widest =
                (0..ranges.len()).max_by_key(|i| self.size(*i, ranges[*i])).filter(|i| ranges[*i].0 < ranges[*i].1);
            match widest {
                Some(input) => {
                    let (low, high) = ranges[input];
                    let middle = low + (high - low) / 2;
                    let (mut below, mut above) = (ranges.clone(), ranges);
                    below[input] = (low, middle);
                    above[input] = (middle + 1, high);
                    open.extend([above, below]);
                }
                // What a single point leaves open depends on other variables.
                None => match self.point(&mut plan, &ranges, formulas.len()) {
                    Some(model) => return Boxed::Model(model),
                    None => unknown = true,
                },
            }
        }
        if unknown { Boxed::Open } else { Boxed::Empty }
    }

    /// How wide a range is: what is no number is all the same.
    fn size(&self, input: usize, (low, high): (u64, u64)) -> u64 {
        let native = self.inputs[input].native;
        let shift = 64 - native.width();
        if low & (native.sign() - 1) > native.infinity() { u64::from(low < high) } else { (high - low) << shift }
    }

    /// Is a point of a box a model?
    fn point(&self, plan: &mut Plan, ranges: &Ranges, formulas: usize) -> Option<Model> {
        let mut model = Model::new();
        for (symbol, value) in &self.others {
            model.set(*symbol, value.clone());
        }
        for (input, (low, high)) in self.inputs.iter().zip(ranges) {
            let bits = Bits::from_u64(input.native.width(), low + (high - low) / 2);
            model.set(input.symbol, Value::Bits(bits));
        }
        plan.run(&model);
        (0..formulas).all(|root| *plan.value(root) == Value::Bool(true)).then_some(model)
    }

    /// Can the formulas hold in a box?
    fn look(&mut self, ranges: &Ranges) -> Range {
        for place in 0..self.nodes.len() {
            self.ranges[place] = self.range(&self.nodes[place], ranges);
        }
        let mut all = Truth(true, false);
        for root in &self.roots {
            if let (Truth(yes, no), Truth(can, cannot)) = (all, self.ranges[*root as usize]) {
                all = Truth(yes && can, no || cannot);
            } else {
                all = MAYBE;
            }
        }
        match all {
            Truth(false, _) => Truth(false, true),
            other => other,
        }
    }

    fn of(&self, node: &Node, operand: usize) -> Range {
        self.ranges[node.operands[operand] as usize]
    }

    fn range(&self, node: &Node, ranges: &Ranges) -> Range {
        if let Some(known) = node.known {
            return known;
        }
        if let Some(input) = node.input {
            return Range::Bits(ranges[input].0, ranges[input].1);
        }
        self.logic(node).or_else(|| self.word(node)).or_else(|| self.number(node)).unwrap_or(match node.native {
            Some(_) => ANY_FLOAT,
            None if node.width > 0 && node.width <= 64 => Range::Bits(0, u64::MAX >> (64 - node.width)),
            None => Any,
        })
    }

    /// Truth values.
    fn logic(&self, node: &Node) -> Option<Range> {
        let truth = |operand: usize| match self.of(node, operand) {
            Truth(yes, no) => (yes, no),
            _ => (true, true),
        };
        Some(match node.kind {
            Kind::Not => {
                let (yes, no) = truth(0);
                Truth(no, yes)
            }
            Kind::And => {
                let ((a, b), (c, d)) = (truth(0), truth(1));
                Truth(a && c, b || d)
            }
            Kind::Or => {
                let ((a, b), (c, d)) = (truth(0), truth(1));
                Truth(a || c, b && d)
            }
            Kind::Ite => match truth(0) {
                (true, false) => self.of(node, 1),
                (false, true) => self.of(node, 2),
                _ => join(self.of(node, 1), self.of(node, 2)),
            },
            Kind::Eq => match (self.of(node, 0), self.of(node, 1)) {
                (Truth(a, b), Truth(c, d)) => Truth(a && c || b && d, a && d || b && c),
                (Range::Bits(a, b), Range::Bits(c, d)) => Truth(a <= d && c <= b, !(a == b && c == d && a == c)),
                (Float(a, b, n), Float(c, d, m)) => Truth(n && m || a <= d && c <= b, true),
                _ => MAYBE,
            },
            Kind::BvUlt => match (self.of(node, 0), self.of(node, 1)) {
                (Range::Bits(a, b), Range::Bits(c, d)) => Truth(a < d, b >= c),
                _ => MAYBE,
            },
            Kind::FpLe => match (self.of(node, 0), self.of(node, 1)) {
                (Float(a, b, n), Float(c, d, m)) => {
                    Truth(a <= b && c <= d && a <= d, n || m || a <= b && c <= d && b > c)
                }
                _ => MAYBE,
            },
            Kind::FpLt => match (self.of(node, 0), self.of(node, 1)) {
                (Float(a, b, n), Float(c, d, m)) => {
                    Truth(a <= b && c <= d && a < d, n || m || a <= b && c <= d && b >= c)
                }
                _ => MAYBE,
            },
            Kind::FpEq => match (self.of(node, 0), self.of(node, 1)) {
                (Float(a, b, n), Float(c, d, m)) => {
                    Truth(a <= b && c <= d && a <= d && c <= b, n || m || !(a == b && c == d && a == c))
                }
                _ => MAYBE,
            },
            Kind::FpIsNaN => match self.of(node, 0) {
                Float(a, b, nan) => Truth(nan, a <= b),
                _ => MAYBE,
            },
            Kind::FpIsInfinite => match self.of(node, 0) {
                Float(a, b, nan) => {
                    let some = a <= b && (a == f64::NEG_INFINITY || b == f64::INFINITY);
                    Truth(some, nan || !(a <= b && a == b && a.is_infinite()))
                }
                _ => MAYBE,
            },
            Kind::FpIsZero => match self.of(node, 0) {
                Float(a, b, nan) => Truth(a <= 0.0 && 0.0 <= b, nan || !(a == 0.0 && b == 0.0)),
                _ => MAYBE,
            },
            Kind::FpIsNormal | Kind::FpIsSubnormal | Kind::FpIsNegative | Kind::FpIsPositive | Kind::BvSlt => MAYBE,
            _ => return None,
        })
    }

    /// Words.
    fn word(&self, node: &Node) -> Option<Range> {
        Some(match node.kind {
            Kind::FpToBits => match (node.from?, self.of(node, 0)) {
                (native, Float(low, high, false)) if low <= high => {
                    let (first, last) = (native.bits(low), native.bits(high));
                    if low > 0.0 {
                        Range::Bits(first, last)
                    } else if high < 0.0 {
                        Range::Bits(last, first)
                    } else {
                        return None;
                    }
                }
                _ => return None,
            },
            Kind::Extract => match self.of(node, 0) {
                // Only what all have in common above the part.
                Range::Bits(low, high) => {
                    let (first, last) = (low >> node.low, high >> node.low);
                    let mask = u64::MAX >> (64 - node.width);
                    if first & !mask != last & !mask {
                        return None;
                    }
                    Range::Bits(first & mask, last & mask)
                }
                _ => return None,
            },
            Kind::FpToSigned | Kind::FpToUnsigned => {
                let (Float(low, high, false), Some(mode)) = (self.of(node, 1), node.mode) else { return None };
                if low > high || node.width > 64 || node.width == 0 {
                    return None;
                }
                let (low, high) = (rounded(low, mode), rounded(high, mode));
                let most = match node.kind {
                    Kind::FpToSigned => (node.width - 1) as i32,
                    _ => node.width as i32,
                };
                // One less than a power of two may not be a number of the format, so the power is
                // left out.
                if high >= 2f64.powi(most) || low < 0.0 && (node.kind == Kind::FpToUnsigned || high >= 0.0) {
                    return None;
                }
                if low < -(2f64.powi(most)) {
                    return None;
                }
                let mask = u64::MAX >> (64 - node.width);
                let word = |number: f64| if number < 0.0 { (number as i64) as u64 & mask } else { number as u64 };
                Range::Bits(word(low), word(high))
            }
            _ => return None,
        })
    }

    /// Numbers.
    fn number(&self, node: &Node) -> Option<Range> {
        let native = node.native?;
        let nearest = || (node.mode == Some(RoundingMode::NearestEven)).then_some(());
        let two = |a: usize, b: usize| match (self.of(node, a), self.of(node, b)) {
            (Float(a, b, n), Float(c, d, m)) => Some(((a, b), (c, d), n || m)),
            _ => None,
        };
        let is_finite = |(a, b): (f64, f64)| a.is_finite() && b.is_finite();
        Some(match node.kind {
            Kind::FpFromBits => return Some(self.read(native, node.operands[0], MOST_CHOICES)),
            Kind::FpNeg => match self.of(node, 0) {
                Float(low, high, nan) => Float(-high, -low, nan),
                _ => return None,
            },
            Kind::FpAbs => match self.of(node, 0) {
                Float(low, high, nan) if low > high => none(nan),
                Float(low, high, nan) if low >= 0.0 => float(low, high, nan),
                Float(low, high, nan) if high <= 0.0 => float(-high, -low, nan),
                Float(low, high, nan) => float(0.0, high.max(-low), nan),
                _ => return None,
            },
            Kind::FpAdd | Kind::FpMul | Kind::FpDiv => {
                nearest()?;
                let (x, y, nan) = two(1, 2)?;
                if x.0 > x.1 || y.0 > y.1 {
                    return Some(none(true));
                }
                if !is_finite(x) || !is_finite(y) {
                    return None;
                }
                if node.kind == Kind::FpDiv && y.0 <= 0.0 && y.1 >= 0.0 {
                    return None;
                }
                let apply = |a, b| match node.kind {
                    Kind::FpAdd => native.apply(a, b, |a, b| a + b, |a, b| a + b),
                    Kind::FpMul => native.apply(a, b, |a, b| a * b, |a, b| a * b),
                    _ => native.apply(a, b, |a, b| a / b, |a, b| a / b),
                };
                hull(&[apply(x.0, y.0), apply(x.0, y.1), apply(x.1, y.0), apply(x.1, y.1)], nan)
            }
            Kind::FpSqrt => {
                nearest()?;
                let Float(low, high, nan) = self.of(node, 1) else { return None };
                if low > high || high < 0.0 {
                    return Some(none(true));
                }
                let root = |a: f64| native.apply(a, 0.0, |a, _| a.sqrt(), |a, _| a.sqrt());
                float(root(low.max(0.0)), root(high), nan || low < 0.0)
            }
            Kind::FpMin | Kind::FpMax => {
                let (x, y, nan) = two(0, 1)?;
                if nan {
                    return Some(join(self.of(node, 0), self.of(node, 1)));
                }
                match node.kind {
                    Kind::FpMin => float(x.0.min(y.0), x.1.min(y.1), false),
                    _ => float(x.0.max(y.0), x.1.max(y.1), false),
                }
            }
            Kind::FpRoundToIntegral => {
                let (Float(low, high, nan), Some(mode)) = (self.of(node, 1), node.mode) else { return None };
                if low > high { none(nan) } else { float(rounded(low, mode), rounded(high, mode), nan) }
            }
            Kind::FpFromFp => {
                let (Float(low, high, nan), Some(from)) = (self.of(node, 1), node.from) else { return None };
                if low > high {
                    return Some(none(nan));
                }
                match (from, native) {
                    (Native::Double, Native::Single) => {
                        nearest()?;
                        float(f64::from(low as f32), f64::from(high as f32), nan)
                    }
                    _ => Float(low, high, nan),
                }
            }
            Kind::FpFromSigned | Kind::FpFromUnsigned => {
                nearest()?;
                let Range::Bits(low, high) = self.of(node, 1) else { return None };
                let (width, signed) = (node.from_width, node.kind == Kind::FpFromSigned);
                let number = |bits: u64| match (signed, native) {
                    (false, Native::Single) => f64::from(bits as f32),
                    (false, Native::Double) => bits as f64,
                    (true, native) => {
                        let number = ((bits << (64 - width)) as i64) >> (64 - width);
                        if native == Native::Single { f64::from(number as f32) } else { number as f64 }
                    }
                };
                let sign = 1u64 << (width - 1);
                if signed && low < sign && high >= sign {
                    float(number(sign), number(sign - 1), false)
                } else {
                    float(number(low), number(high), false)
                }
            }
            _ => return None,
        })
    }

    /// The number that a word is the bits of.
    fn read(&self, native: Native, word: u32, choices: u32) -> Range {
        let node = &self.nodes[word as usize];
        match node.kind {
            Kind::FpToBits if node.from == Some(native) => self.of(node, 0),
            Kind::Ite if choices > 0 => match self.of(node, 0) {
                Truth(true, false) => self.read(native, node.operands[1], choices - 1),
                Truth(false, true) => self.read(native, node.operands[2], choices - 1),
                _ => {
                    let [yes, no] = [1, 2].map(|side| self.read(native, node.operands[side], choices - 1));
                    join(yes, no)
                }
            },
            _ => match self.ranges[word as usize] {
                Range::Bits(low, high) => from_bits(native, low, high),
                _ => ANY_FLOAT,
            },
        }
    }
}

/// The numbers whose bits are between two.
fn from_bits(native: Native, low: u64, high: u64) -> Range {
    let (sign, infinity) = (native.sign(), native.infinity());
    if low & sign != high & sign {
        return ANY_FLOAT;
    }
    let (first, last) = (low & !sign, high & !sign);
    if first > infinity {
        return none(true);
    }
    let (near, far) = (native.number(first), native.number(last.min(infinity)));
    let nan = last > infinity;
    if low & sign == 0 { float(near, far, nan) } else { float(-far, -near, nan) }
}

/// A number rounded to an integer.
fn rounded(number: f64, mode: RoundingMode) -> f64 {
    match mode {
        RoundingMode::NearestEven => number.round_ties_even(),
        RoundingMode::NearestAway => number.round(),
        RoundingMode::TowardPositive => number.ceil(),
        RoundingMode::TowardNegative => number.floor(),
        RoundingMode::TowardZero => number.trunc(),
    }
}

fn is_over(limits: &Limits) -> bool {
    limits.reached().is_some()
}

#[cfg(test)]
#[path = "boxes_tests.rs"]
mod tests;
