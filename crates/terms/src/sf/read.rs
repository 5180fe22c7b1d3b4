//! Reading SF.

use crate::arena::Terms;
use crate::bits::Bits;
use crate::term::Term;
use rustc_hash::FxHashMap;

/// A formula: all assertions must hold.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Formula {
    /// The verdict that the file expects, as written.
    pub expected: Option<String>,
    /// Definitions and predicates, in order.
    pub assertions: Vec<Term>,
}

/// Why a file was refused, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {cause}")]
pub struct SfError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub cause: SfCause,
}

/// What is wrong with an SF file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SfCause {
    /// The file is no UTF-8.
    #[error("the text is not valid UTF-8")]
    NotUtf8,
    /// A line that begins with none of v, e, d, c, p.
    #[error("expected v, e, d, c or p, found {0}")]
    Line(String),
    /// Another version than 1.0.
    #[error("version {0} is not supported; 1.0 is")]
    Version(String),
    /// A word is missing at the end of the line.
    #[error("the line ends where {0} is expected")]
    Missing(&'static str),
    /// More words than the line may have.
    #[error("unexpected {0} at the end of the line")]
    Extra(String),
    /// No type `i1` to `i64`.
    #[error("expected a type from i1 to i64, found {0}")]
    Type(String),
    /// A number that does not fit its type.
    #[error("{0} is no number of its type")]
    Number(String),
    /// A name that is not declared.
    #[error("{0} is not declared")]
    Undeclared(String),
    /// A name that is declared twice.
    #[error("{0} is declared twice")]
    Redeclared(String),
    /// An operator that SF does not have.
    #[error("unknown operator {0}")]
    Operator(String),
    /// Operands of the wrong widths.
    #[error("{0}")]
    Width(String),
}

/// Reads a file into an arena.
pub fn read(terms: &mut Terms, bytes: &[u8]) -> Result<Formula, SfError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
        SfError { line, column, cause: SfCause::NotUtf8 }
    })?;
    let mut formula = Formula::default();
    let mut variables = FxHashMap::default();
    for (number, line) in text.lines().enumerate() {
        let code = line.split('#').next().unwrap_or("");
        let mut words = Words { line: code, rest: code };
        let read = read_line(terms, &mut formula, &mut variables, &mut words);
        read.map_err(|(at, cause)| {
            let column = line.get(..at).map_or(0, |before| before.chars().count()) + 1;
            SfError { line: number + 1, column, cause }
        })?;
    }
    Ok(formula)
}

type Failure = (usize, SfCause);

struct Words<'a> {
    line: &'a str,
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// Position and text of the next word.
    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = self.rest.trim_start();
        let start = self.line.len() - rest.len();
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.rest = &rest[length..];
        (length > 0).then(|| (start, &rest[..length]))
    }

    fn need(&mut self, what: &'static str) -> Result<(usize, &'a str), Failure> {
        self.next().ok_or((self.line.trim_end().len(), SfCause::Missing(what)))
    }

    fn end(&mut self) -> Result<(), Failure> {
        match self.next() {
            None => Ok(()),
            Some((at, word)) => Err((at, SfCause::Extra(clip(word)))),
        }
    }
}

fn clip(word: &str) -> String {
    word.chars().take(60).collect()
}

type Variables<'a> = FxHashMap<&'a str, Term>;

fn read_line<'a>(
    terms: &mut Terms,
    formula: &mut Formula,
    variables: &mut Variables<'a>,
    words: &mut Words<'a>,
) -> Result<(), Failure> {
    let Some((at, kind)) = words.next() else { return Ok(()) };
    match kind {
        "v" => match words.need("the version")? {
            (_, "1.0") => words.end(),
            (at, version) => Err((at, SfCause::Version(clip(version)))),
        },
        "e" => {
            formula.expected = Some(words.need("the verdict")?.1.into());
            words.end()
        }
        "d" => {
            while let Some((at, word)) = words.next() {
                let named = word.split_once(':').filter(|(name, _)| !name.is_empty());
                let (name, width) = named.ok_or((at, SfCause::Type(clip(word))))?;
                let width = width_of(width).ok_or((at, SfCause::Type(clip(width))))?;
                let sort = terms.bv_sort(width);
                if variables.insert(name, terms.var(name, sort)).is_some() {
                    return Err((at, SfCause::Redeclared(clip(name))));
                }
            }
            Ok(())
        }
        "c" => {
            let (at, name) = words.need("a variable")?;
            let target = *variables.get(name).ok_or((at, SfCause::Undeclared(clip(name))))?;
            let value = expression(terms, variables, words, terms.width(target))?;
            if terms.sort(value) != terms.sort(target) {
                let (found, expected) = (terms.width(value), terms.width(target));
                return Err((at, SfCause::Width(format!("a value of {found} bits for a variable of {expected} bits"))));
            }
            formula.assertions.push(terms.eq(target, value));
            Ok(())
        }
        "p" => {
            let value = expression(terms, variables, words, 1)?;
            if terms.width(value) != 1 {
                return Err((at, SfCause::Width("a predicate is a value of one bit".into())));
            }
            formula.assertions.push(truth(terms, value));
            Ok(())
        }
        other => Err((at, SfCause::Line(clip(other)))),
    }
}

fn width_of(text: &str) -> Option<u32> {
    text.strip_prefix('i')?.parse().ok().filter(|width| (1..=64).contains(width))
}

fn truth(terms: &mut Terms, bit: Term) -> Term {
    let one = terms.bv_u64(1, 1);
    terms.eq(bit, one)
}

fn operand(terms: &mut Terms, variables: &Variables<'_>, at: usize, word: &str) -> Result<Term, Failure> {
    let Some((number, kind)) = word.split_once(':') else {
        return variables.get(word).copied().ok_or((at, SfCause::Undeclared(clip(word))));
    };
    let width = width_of(kind).ok_or((at, SfCause::Type(clip(kind))))?;
    let bad = || (at, SfCause::Number(clip(word)));
    let bits = match number.strip_prefix('-') {
        Some(digits) => {
            let magnitude = Bits::from_decimal(width, digits).ok_or_else(bad)?;
            if Bits::min_signed(width).ult(&magnitude) {
                return Err(bad());
            }
            magnitude.neg()
        }
        None => Bits::from_decimal(width, number).ok_or_else(bad)?,
    };
    Ok(terms.bv(&bits))
}

fn arity(operator: &str) -> Option<usize> {
    Some(match operator {
        "~" | "trun" | "sext" | "zext" => 1,
        "ite" | "extr" => 3,
        "&" | "|" | "^" | "=>" | "=" | "/=" | "ule" | "uge" | "ult" | "ugt" | "sle" | "sge" | "slt" | "sgt" | "+"
        | "-" | "*" | "/u" | "/s" | "%u" | "%s" | "<<" | ">>a" | ">>l" | "conc" => 2,
        _ => return None,
    })
}

/// An operator and its operands; conversions yield `width` bits.
fn expression(
    terms: &mut Terms,
    variables: &Variables<'_>,
    words: &mut Words<'_>,
    width: u32,
) -> Result<Term, Failure> {
    let (at, operator) = words.need("an operator")?;
    let arity = arity(operator).ok_or((at, SfCause::Operator(clip(operator))))?;
    let mut operands = Vec::with_capacity(arity);
    for _ in 0..arity {
        let (at, word) = words.need("an operand")?;
        operands.push(operand(terms, variables, at, word)?);
    }
    words.end()?;
    apply(terms, operator, &operands, width).map_err(|cause| (at, SfCause::Width(format!("{operator}: {cause}"))))
}

fn apply(terms: &mut Terms, operator: &str, operands: &[Term], width: u32) -> Result<Term, String> {
    let widths: Vec<u32> = operands.iter().map(|operand| terms.width(*operand)).collect();
    let same = |i: usize, j: usize| {
        if widths[i] == widths[j] { Ok(()) } else { Err(format!("operands of {} and {} bits", widths[i], widths[j])) }
    };
    let bit =
        |i: usize| if widths[i] == 1 { Ok(()) } else { Err(format!("operand of {} bits, expected 1", widths[i])) };
    match (operator, operands) {
        ("~", [a]) => Ok(terms.bv_not(*a)),
        ("trun" | "sext" | "zext", [a]) => {
            let from = widths[0];
            match operator {
                "trun" if width <= from => Ok(terms.extract(width - 1, 0, *a)),
                "sext" if width >= from => Ok(terms.sign_extend(width - from, *a)),
                "zext" if width >= from => Ok(terms.zero_extend(width - from, *a)),
                _ => Err(format!("from {from} to {width} bits")),
            }
        }
        ("ite", [condition, a, b]) => {
            bit(0)?;
            same(1, 2)?;
            let condition = truth(terms, *condition);
            Ok(terms.ite(condition, *a, *b))
        }
        ("extr", [a, low, high]) => {
            let bound = |term: Term| terms.constant(term).and_then(|bits| bits.to_u64());
            match (bound(*low), bound(*high)) {
                (Some(low), Some(high)) if low < high && high <= u64::from(widths[0]) => {
                    Ok(terms.extract(high as u32 - 1, low as u32, *a))
                }
                _ => Err("the bounds are constants, the low one below the high one, within the operand".into()),
            }
        }
        ("<<" | ">>a" | ">>l", [a, amount]) => {
            if widths[1] != 8 {
                return Err(format!("a shift amount of {} bits, expected 8", widths[1]));
            }
            Ok(shift(terms, operator, *a, *amount))
        }
        ("conc", [a, b]) => {
            if widths[0] + widths[1] > 64 {
                return Err(format!("a result of {} bits", widths[0] + widths[1]));
            }
            Ok(terms.concat(*a, *b))
        }
        (_, [a, b]) => {
            same(0, 1)?;
            if operator == "=>" {
                bit(0)?;
            }
            Ok(binary(terms, operator, *a, *b))
        }
        _ => Err("wrong operands".into()),
    }
}

fn shift(terms: &mut Terms, operator: &str, a: Term, amount: Term) -> Term {
    let width = terms.width(a);
    // Both are brought to at least eight bits, so that every amount keeps its meaning.
    let wide = width.max(8);
    let value = if operator == ">>a" { terms.sign_extend(wide - width, a) } else { terms.zero_extend(wide - width, a) };
    let amount = terms.zero_extend(wide - 8, amount);
    let shifted = match operator {
        "<<" => terms.bv_shl(value, amount),
        ">>l" => terms.bv_lshr(value, amount),
        _ => terms.bv_ashr(value, amount),
    };
    if wide == width { shifted } else { terms.extract(width - 1, 0, shifted) }
}

fn binary(terms: &mut Terms, operator: &str, a: Term, b: Term) -> Term {
    let truth = match operator {
        "&" => return terms.bv_and(a, b),
        "|" => return terms.bv_or(a, b),
        "^" => return terms.bv_xor(a, b),
        "+" => return terms.bv_add(a, b),
        "-" => return terms.bv_sub(a, b),
        "*" => return terms.bv_mul(a, b),
        "/u" => return terms.bv_udiv(a, b),
        "/s" => return terms.bv_sdiv(a, b),
        "%u" => return terms.bv_urem(a, b),
        "%s" => return terms.bv_srem(a, b),
        "=>" => {
            let not_a = terms.bv_not(a);
            return terms.bv_or(not_a, b);
        }
        "/=" => terms.ne(a, b),
        "ule" => terms.bv_ule(a, b),
        "uge" => terms.bv_ule(b, a),
        "ult" => terms.bv_ult(a, b),
        "ugt" => terms.bv_ult(b, a),
        "sle" => terms.bv_sle(a, b),
        "sge" => terms.bv_sle(b, a),
        "slt" => terms.bv_slt(a, b),
        "sgt" => terms.bv_slt(b, a),
        _ => terms.eq(a, b),
    };
    terms.bool_to_bit(truth)
}
