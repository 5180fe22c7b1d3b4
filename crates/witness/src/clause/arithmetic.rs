//! Integers of expressions, as bit-vectors: those of C's types, or, in ACSL, such that grow.

use adumbra_terms::{Bits, Term, Terms};
use adumbra_verdict::Formulas;

/// Wider integers are not calculated with.
const WIDEST: u32 = 512;

/// Where terms are made, and which language they are of.
pub(super) struct Read<'a> {
    pub(super) formulas: &'a mut Formulas,
    /// Are numbers the integers?
    pub(super) acsl: bool,
}

/// An integer: the bits, how many, and whether they are read as signed. In ACSL all are signed, and
/// wide enough for any value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Int {
    pub(super) term: Term,
    width: u32,
    signed: bool,
}

impl Read<'_> {
    pub(super) fn terms(&mut self) -> &mut Terms {
        &mut self.formulas.terms
    }

    /// The value of a variable of a C type.
    pub(super) fn typed(&mut self, term: Term, width: u32, signed: bool) -> Int {
        let int = Int { term, width, signed };
        if self.acsl { self.as_integer(int) } else { int }
    }

    /// An integer of a type as one that is signed.
    fn as_integer(&mut self, int: Int) -> Int {
        match int.signed {
            true => int,
            false => Int { term: self.terms().zero_extend(1, int.term), width: int.width + 1, signed: true },
        }
    }

    /// The same value with more bits.
    fn wider(&mut self, int: Int, width: u32) -> Int {
        let by = width.saturating_sub(int.width);
        let term = match (by, int.signed) {
            (0, _) => int.term,
            (_, true) => self.terms().sign_extend(by, int.term),
            (_, false) => self.terms().zero_extend(by, int.term),
        };
        Int { term, width: int.width.max(width), ..int }
    }

    /// A value in a type of C: what does not fit wraps.
    pub(super) fn cast(&mut self, int: Int, (width, signed): (u32, bool)) -> Int {
        let wide = self.wider(int, width);
        let term = if wide.width > width { self.terms().extract(width - 1, 0, wide.term) } else { wide.term };
        self.typed(term, width, signed)
    }

    /// 1 or 0.
    pub(super) fn of_truth(&mut self, truth: Term) -> Int {
        let terms = self.terms();
        let (one, zero) = (terms.bv_u64(32, 1), terms.bv_u64(32, 0));
        Int { term: terms.ite(truth, one, zero), width: 32, signed: true }
    }

    pub(super) fn nonzero(&mut self, int: Int) -> Term {
        let terms = self.terms();
        let zero = terms.bv_u64(int.width, 0);
        terms.ne(int.term, zero)
    }

    /// The value of a number as it is written.
    pub(super) fn literal(&mut self, word: &str, long: u32) -> Option<Int> {
        let lower = word.to_ascii_lowercase();
        let digits = lower.trim_end_matches(['u', 'l']);
        let suffix = &lower[digits.len()..];
        let (decimal, value) = match digits {
            _ if digits.starts_with("0x") => (false, u64::from_str_radix(&digits[2..], 16).ok()?),
            _ if digits.starts_with("0b") => (false, u64::from_str_radix(&digits[2..], 2).ok()?),
            _ if digits.starts_with('0') && digits.len() > 1 => (false, u64::from_str_radix(digits, 8).ok()?),
            _ => (true, digits.parse().ok()?),
        };
        let (unsigned, least) = match suffix {
            "" => (false, 32),
            "u" => (true, 32),
            "l" => (false, long),
            "ul" | "lu" => (true, long),
            "ll" => (false, 64),
            "ull" | "llu" => (true, 64),
            _ => return None,
        };
        for width in [32, 64].into_iter().filter(|width| *width >= least) {
            for signed in [true, false] {
                let bits = if signed { width - 1 } else { width };
                let may = if signed { !unsigned } else { unsigned || !decimal };
                if may && (bits == 64 || value >> bits == 0) {
                    let term = self.terms().bv_u64(width, value);
                    return Some(self.typed(term, width, signed));
                }
            }
        }
        None
    }

    /// What C does with operands that are narrower than `int`.
    fn promoted(&mut self, int: Int) -> Int {
        if self.acsl || int.width >= 32 {
            return int;
        }
        let wide = self.wider(int, 32);
        Int { signed: true, ..wide }
    }

    /// Both operands in the type that C calculates in; in ACSL with as many bits, and some more.
    fn common(&mut self, a: Int, b: Int, more: u32) -> (Int, Int) {
        let (a, b) = (self.promoted(a), self.promoted(b));
        let width = a.width.max(b.width) + if self.acsl { more } else { 0 };
        let signed = self.acsl || [a, b].iter().all(|int| int.signed || int.width < width);
        let (a, b) = (self.wider(a, width), self.wider(b, width));
        (Int { signed, ..a }, Int { signed, ..b })
    }

    pub(super) fn choose(&mut self, truth: Term, a: Int, b: Int) -> Int {
        let (a, b) = self.common(a, b, 0);
        Int { term: self.terms().ite(truth, a.term, b.term), ..a }
    }

    /// A comparison, if the operator is one.
    pub(super) fn compared(&mut self, operator: &str, a: Int, b: Int) -> Option<Term> {
        let (a, b) = self.common(a, b, 0);
        let signed = a.signed;
        let terms = self.terms();
        let less = |terms: &mut Terms, a: Term, b: Term| if signed { terms.bv_slt(a, b) } else { terms.bv_ult(a, b) };
        Some(match operator {
            "==" => terms.eq(a.term, b.term),
            "!=" => terms.ne(a.term, b.term),
            "<" => less(terms, a.term, b.term),
            ">" => less(terms, b.term, a.term),
            "<=" => {
                let greater = less(terms, b.term, a.term);
                terms.not(greater)
            }
            ">=" => {
                let less = less(terms, a.term, b.term);
                terms.not(less)
            }
            _ => return None,
        })
    }

    /// `-`, `+` and `~` of one operand, with when it is defined.
    pub(super) fn of_one(&mut self, operator: &str, int: Int) -> (Int, Term) {
        let int = self.promoted(int);
        let int = if self.acsl && operator == "-" { self.wider(int, int.width + 1) } else { int };
        let acsl = self.acsl;
        let terms = self.terms();
        let always = terms.bool(true);
        match operator {
            "-" => {
                let defined = match int.signed && !acsl {
                    true => {
                        let overflows = terms.bv_nego(int.term);
                        terms.not(overflows)
                    }
                    false => always,
                };
                (Int { term: terms.bv_neg(int.term), ..int }, defined)
            }
            "~" => (Int { term: terms.bv_not(int.term), ..int }, always),
            _ => (int, always),
        }
    }

    /// An operator of two operands, with when it is defined.
    pub(super) fn calculated(&mut self, operator: &str, a: Int, b: Int) -> Result<(Int, Term), String> {
        if matches!(operator, "<<" | ">>") {
            return self.shifted(operator, a, b);
        }
        let more = match operator {
            "*" => a.width.max(b.width),
            "+" | "-" | "/" | "%" => 1,
            _ => 0,
        };
        let (a, b) = self.common(a, b, more);
        if a.width > WIDEST {
            return Err("its numbers grow too large".into());
        }
        let (signed, acsl) = (a.signed, self.acsl);
        let terms = self.terms();
        let (x, y) = (a.term, b.term);
        let checked = signed && !acsl;
        let always = terms.bool(true);
        let divided = matches!(operator, "/" | "%");
        let wrong = match operator {
            "+" if checked => Some(terms.bv_saddo(x, y)),
            "-" if checked => Some(terms.bv_ssubo(x, y)),
            "*" if checked => Some(terms.bv_smulo(x, y)),
            "/" | "%" => {
                let zero = terms.bv_u64(a.width, 0);
                let by_zero = terms.eq(y, zero);
                match checked {
                    true => {
                        let overflows = terms.bv_sdivo(x, y);
                        Some(terms.or(by_zero, overflows))
                    }
                    false => Some(by_zero),
                }
            }
            _ => None,
        };
        let term = match operator {
            "+" => terms.bv_add(x, y),
            "-" => terms.bv_sub(x, y),
            "*" => terms.bv_mul(x, y),
            "/" if signed => terms.bv_sdiv(x, y),
            "/" => terms.bv_udiv(x, y),
            "%" if signed => terms.bv_srem(x, y),
            "%" => terms.bv_urem(x, y),
            "&" => terms.bv_and(x, y),
            "|" => terms.bv_or(x, y),
            "^" => terms.bv_xor(x, y),
            _ => return Err(format!("the operator `{operator}`")),
        };
        debug_assert!(!divided || wrong.is_some());
        let defined = match wrong {
            Some(wrong) => terms.not(wrong),
            None => always,
        };
        Ok((Int { term, ..a }, defined))
    }

    /// A shift by a constant.
    fn shifted(&mut self, operator: &str, a: Int, b: Int) -> Result<(Int, Term), String> {
        let a = self.promoted(a);
        let by = self.terms().constant(b.term).and_then(|bits: Bits| bits.to_u64()).filter(|by| *by < 64);
        let by = by.and_then(|by| u32::try_from(by).ok()).ok_or("a shift by what is no small constant")?;
        let a = if self.acsl && operator == "<<" { self.wider(a, a.width + by) } else { a };
        if a.width > WIDEST {
            return Err("its numbers grow too large".into());
        }
        if by >= a.width && !self.acsl {
            return Err("a shift by more than there are bits".into());
        }
        let (acsl, by) = (self.acsl, by.min(a.width - 1));
        let terms = self.terms();
        let amount = terms.bv_u64(a.width, by.into());
        let always = terms.bool(true);
        if operator == ">>" {
            let term = if a.signed { terms.bv_ashr(a.term, amount) } else { terms.bv_lshr(a.term, amount) };
            return Ok((Int { term, ..a }, always));
        }
        let term = terms.bv_shl(a.term, amount);
        let defined = match a.signed && !acsl {
            // The value must be there again when it is shifted back, and not be negative.
            true => {
                let (back, zero) = (terms.bv_ashr(term, amount), terms.bv_u64(a.width, 0));
                let (same, negative) = (terms.eq(back, a.term), terms.bv_slt(a.term, zero));
                let not_negative = terms.not(negative);
                terms.and(same, not_negative)
            }
            false => always,
        };
        Ok((Int { term, ..a }, defined))
    }
}
