//! Patterns: the notation of most rules, how they match and how their right sides are built.
//!
//! A pattern is an S-expression over SMT-LIB's operators. Names of one letter stand for terms, by
//! class: `p q r s` truth values, `a b c` bit-vectors, `d e` bit-vectors that are no constants,
//! `f g h k` bit-vector constants, `m n` arrays, `i j x y z` anything; `u v w` are constants that
//! the rule's condition computes; `A B C` are floating-point numbers, `R S` rounding modes. All
//! bit-vectors of one pattern have one width, at which the literals `zero one ones min max` are
//! read, and all numbers one format, at which `+zero -zero +one nan` are; rounding modes have their
//! short names. Operands of commutative operators match in either order. On a right side, operators
//! over constants are computed.

use crate::arena::Terms;
use crate::bits::Bits;
use crate::evaluate::apply;
use crate::float::{Float, Format, RoundingMode};
use crate::sort::SortKind;
use crate::term::{Kind, Op, Term};
use crate::value::Value;
use std::iter::Peekable;

/// Computes from the constants of a pattern, in order of their letters, whether the rule applies
/// and the constants `u v w` of the right side.
pub type Condition = fn(&[Bits]) -> Option<Vec<Bits>>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Bool,
    BitVec,
    NoConstant,
    Constant,
    Array,
    Float,
    Mode,
    Any,
    Computed,
}

impl Class {
    fn of(letter: u8) -> Class {
        match letter {
            b'p'..=b's' => Class::Bool,
            b'a'..=b'c' => Class::BitVec,
            b'd' | b'e' => Class::NoConstant,
            b'f' | b'g' | b'h' | b'k' => Class::Constant,
            b'm' | b'n' => Class::Array,
            b'A'..=b'C' => Class::Float,
            b'R' | b'S' => Class::Mode,
            b'u' | b'v' | b'w' => Class::Computed,
            _ => Class::Any,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Literal {
    True,
    False,
    Zero,
    One,
    Ones,
    Min,
    Max,
    PlusZero,
    MinusZero,
    PlusOne,
    Nan,
    Mode(RoundingMode),
}

/// At which width and format the literals of a pattern are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Size {
    pub(super) width: u32,
    pub(super) format: Format,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Pattern {
    Slot(u8, Class),
    Literal(Literal),
    Node { op: Op, operands: Vec<Pattern>, swap: Option<u8> },
}

/// What the letters of a pattern stand for.
#[derive(Clone, Debug)]
pub(super) struct Bindings {
    terms: [Option<Term>; 52],
}

fn slot(letter: u8) -> usize {
    usize::from(if letter.is_ascii_uppercase() { letter - b'A' + 26 } else { letter - b'a' })
}

impl Bindings {
    pub(super) fn new() -> Bindings {
        Bindings { terms: [None; 52] }
    }

    pub(super) fn get(&self, letter: u8) -> Option<Term> {
        self.terms[slot(letter)]
    }

    pub(super) fn set(&mut self, letter: u8, term: Term) {
        self.terms[slot(letter)] = Some(term);
    }
}

impl Literal {
    pub(super) fn bits(self, width: u32) -> Bits {
        match self {
            Literal::One => Bits::one(width),
            Literal::Ones => Bits::ones(width),
            Literal::Min => Bits::min_signed(width),
            Literal::Max => Bits::max_signed(width),
            _ => Bits::zero(width),
        }
    }

    /// The floating-point number, if it is one.
    fn float(self, format: Format) -> Option<Float> {
        match self {
            Literal::PlusZero => Some(Float::zero(format, false)),
            Literal::MinusZero => Some(Float::zero(format, true)),
            Literal::PlusOne => Some(Float::from_unsigned(format, RoundingMode::TowardZero, &Bits::one(1))),
            Literal::Nan => Some(Float::nan(format)),
            _ => None,
        }
    }

    fn build(self, terms: &mut Terms, size: Size) -> Term {
        match self {
            Literal::True => terms.bool(true),
            Literal::False => terms.bool(false),
            Literal::Mode(mode) => terms.rounding_mode(mode),
            _ => match self.float(size.format) {
                Some(value) => terms.float(&value),
                None => terms.bv(&self.bits(size.width)),
            },
        }
    }

    fn matches(self, terms: &Terms, term: Term) -> bool {
        match (self, terms.op(term)) {
            (Literal::True, Op::Bool(value)) => value,
            (Literal::False, Op::Bool(value)) => !value,
            (Literal::Mode(mode), op) => op == Op::RoundingMode(mode),
            (_, Op::Float(_)) => {
                let value = terms.float_value(term);
                value.as_ref().is_some_and(|value| self.float(value.format()).as_ref() == Some(value))
            }
            (Literal::True | Literal::False | Literal::PlusZero | Literal::MinusZero, _) => false,
            (Literal::PlusOne | Literal::Nan, _) => false,
            (_, Op::Const(_)) => terms.constant_words(term) == Some(self.bits(terms.width(term)).words()),
            _ => false,
        }
    }
}

impl Pattern {
    /// Reads a pattern of the rule table and numbers its commutative operators from `swaps` on.
    ///
    /// # Panics
    /// When the text is no pattern; the table is part of the program and every entry is read by the
    /// tests.
    pub(super) fn parse(text: &str, swaps: &mut u8) -> Pattern {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut tokens = spaced.split_whitespace().peekable();
        let mut pattern = Pattern::parse_tokens(&mut tokens, text);
        assert!(tokens.next().is_none(), "text after the pattern {text}");
        pattern.number_swaps(swaps);
        pattern
    }

    fn parse_tokens<'a>(tokens: &mut Peekable<impl Iterator<Item = &'a str>>, text: &str) -> Pattern {
        let token = tokens.next().unwrap_or_else(|| panic!("the pattern {text} ends early"));
        if token != "(" {
            return Pattern::atom(token, text);
        }
        let name = tokens.next().unwrap_or_else(|| panic!("the pattern {text} ends early"));
        let mut operands = Vec::new();
        while tokens.next_if_eq(&")").is_none() {
            operands.push(Pattern::parse_tokens(tokens, text));
        }
        Pattern::apply(name, operands, text)
    }

    fn atom(token: &str, text: &str) -> Pattern {
        let literal = match token {
            "true" => Literal::True,
            "false" => Literal::False,
            "zero" => Literal::Zero,
            "one" => Literal::One,
            "ones" => Literal::Ones,
            "min" => Literal::Min,
            "max" => Literal::Max,
            "+zero" => Literal::PlusZero,
            "-zero" => Literal::MinusZero,
            "+one" => Literal::PlusOne,
            "nan" => Literal::Nan,
            _ if token.len() == 3 && RoundingMode::named(token).is_some() => {
                Literal::Mode(RoundingMode::named(token).unwrap_or(RoundingMode::NearestEven))
            }
            _ => match token.as_bytes() {
                [letter @ (b'a'..=b'z' | b'A'..=b'C' | b'R' | b'S')] => {
                    return Pattern::Slot(*letter, Class::of(*letter));
                }
                _ => panic!("unknown name {token} in the pattern {text}"),
            },
        };
        Pattern::Literal(literal)
    }

    fn node(op: Op, operands: Vec<Pattern>) -> Pattern {
        Pattern::Node { op, operands, swap: None }
    }

    fn apply(name: &str, mut operands: Vec<Pattern>, text: &str) -> Pattern {
        let not = |pattern| Pattern::node(Op::Not, vec![pattern]);
        match name {
            "bvsub" => {
                let right = operands.pop().map(|b| Pattern::node(Op::BvNeg, vec![b]));
                operands.extend(right);
                Pattern::node(Op::BvAdd, operands)
            }
            "bvule" | "bvsle" => {
                operands.reverse();
                not(Pattern::node(if name == "bvule" { Op::BvUlt } else { Op::BvSlt }, operands))
            }
            "=>" => {
                let right = operands.pop();
                let mut all: Vec<Pattern> = operands.into_iter().map(not).collect();
                all.extend(right);
                Pattern::node(Op::Or, all)
            }
            "xor" | "distinct" => not(Pattern::node(Op::Eq, operands)),
            _ => {
                let kind = Kind::PLAIN.iter().copied().find(|kind| kind.name() == name);
                let op = kind.and_then(Kind::plain).unwrap_or_else(|| panic!("unknown operator {name} in {text}"));
                assert_eq!(op.kind().arity(), Some(operands.len()), "operands of {name} in {text}");
                Pattern::node(op, operands)
            }
        }
    }

    fn number_swaps(&mut self, next: &mut u8) {
        if let Pattern::Node { op, operands, swap } = self {
            if op.kind().is_commutative() && operands[0] != operands[1] {
                *swap = Some(*next);
                *next += 1;
            }
            for operand in operands {
                operand.number_swaps(next);
            }
        }
    }

    /// The letters in order of first appearance, with their classes.
    pub(super) fn letters(&self, into: &mut Vec<(u8, Class)>) {
        match self {
            Pattern::Slot(letter, class) if !into.contains(&(*letter, *class)) => into.push((*letter, *class)),
            Pattern::Node { operands, .. } => operands.iter().for_each(|operand| operand.letters(into)),
            _ => {}
        }
    }

    /// The operator that a term must have to match, if only one will do.
    pub(super) fn root(&self) -> Option<Kind> {
        match self {
            Pattern::Node { op, .. } => Some(op.kind()),
            Pattern::Literal(Literal::True | Literal::False) => Some(Kind::Bool),
            Pattern::Literal(Literal::Mode(_)) => Some(Kind::RoundingMode),
            Pattern::Literal(Literal::PlusZero | Literal::MinusZero | Literal::PlusOne | Literal::Nan) => {
                Some(Kind::Float)
            }
            Pattern::Literal(_) | Pattern::Slot(_, Class::Constant) => Some(Kind::Const),
            Pattern::Slot(..) => None,
        }
    }

    /// Matches with the operands of commutative operator number `n` exchanged when bit `n` of
    /// `swaps` is set.
    pub(super) fn matches(&self, terms: &Terms, term: Term, swaps: u8, bindings: &mut Bindings) -> bool {
        match self {
            Pattern::Slot(letter, class) => {
                if let Some(bound) = bindings.get(*letter) {
                    return bound == term;
                }
                let fits = match class {
                    Class::Bool => terms.is_bool(term),
                    Class::BitVec => terms.bv_width(term).is_some(),
                    Class::NoConstant => terms.bv_width(term).is_some() && !terms.is_constant(term),
                    Class::Constant => matches!(terms.op(term), Op::Const(_)),
                    Class::Array => matches!(terms.sort_kind(terms.sort(term)), SortKind::Array { .. }),
                    Class::Float => terms.float_format(term).is_some(),
                    Class::Mode => terms.sort_kind(terms.sort(term)) == SortKind::RoundingMode,
                    Class::Any => true,
                    Class::Computed => false,
                };
                if fits {
                    bindings.set(*letter, term);
                }
                fits
            }
            Pattern::Literal(literal) => literal.matches(terms, term),
            Pattern::Node { op, operands, swap } => {
                if terms.op(term) != *op {
                    return false;
                }
                let found = terms.operands(term);
                if swap.is_some_and(|n| swaps >> n & 1 == 1) {
                    return operands[0].matches(terms, found[1], swaps, bindings)
                        && operands[1].matches(terms, found[0], swaps, bindings);
                }
                operands.iter().zip(found).all(|(pattern, term)| pattern.matches(terms, *term, swaps, bindings))
            }
        }
    }

    /// Builds the term of a right side, or of a left side for the checker. `size` is that of the
    /// pattern.
    pub(super) fn build(&self, terms: &mut Terms, bindings: &Bindings, size: Size, fold: bool) -> Option<Term> {
        match self {
            Pattern::Slot(letter, _) => bindings.get(*letter),
            Pattern::Literal(literal) => Some(literal.build(terms, size)),
            Pattern::Node { op, operands, .. } => {
                let mut built = [None; 4];
                for (slot, operand) in built.iter_mut().zip(operands) {
                    *slot = Some(operand.build(terms, bindings, size, fold)?);
                }
                let built: smallvec::SmallVec<[Term; 4]> = built.into_iter().flatten().collect();
                if fold && let Some(folded) = fold_constants(terms, *op, SortKind::Bool, &built) {
                    return Some(folded);
                }
                Some(terms.mk(*op, &built))
            }
        }
    }
}

/// The constant that an operator gives for constants; see [`apply`] for the sort.
pub(super) fn fold_constants(terms: &mut Terms, op: Op, sort: SortKind, operands: &[Term]) -> Option<Term> {
    if !operands.iter().all(|operand| terms.is_constant(*operand)) {
        return None;
    }
    let values: smallvec::SmallVec<[Value; 4]> = operands.iter().filter_map(|t| constant_value(terms, *t)).collect();
    let references: smallvec::SmallVec<[&Value; 4]> = values.iter().collect();
    match apply(op, sort, &references)? {
        Value::Bool(value) => Some(terms.bool(value)),
        Value::Bits(bits) => Some(terms.bv(&bits)),
        Value::Float(value) => Some(terms.float(&value)),
        Value::RoundingMode(mode) => Some(terms.rounding_mode(mode)),
        Value::Array(_) => None,
    }
}

fn constant_value(terms: &Terms, term: Term) -> Option<Value> {
    match terms.op(term) {
        Op::Bool(value) => Some(Value::Bool(value)),
        Op::RoundingMode(mode) => Some(Value::RoundingMode(mode)),
        Op::Float(_) => terms.float_value(term).map(Value::Float),
        _ => terms.constant(term).map(Value::Bits),
    }
}
