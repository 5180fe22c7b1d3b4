//! Building terms that are simplified as they are built.

use adumbra_interpreter::eval::Value;
use adumbra_terms::{Bits, Op, Simplifier, Term, Terms};

/// An arena with its simplifier.
#[derive(Default)]
pub struct Build {
    /// The arena.
    pub terms: Terms,
    /// Its simplifier.
    pub simplifier: Simplifier,
}

macro_rules! operators {
    ($($name:ident = $of:ident($($arg:ident),*);)*) => {
        $(#[doc = concat!("The simplified `", stringify!($of), "`.")]
        pub fn $name(&mut self, $($arg: Term),*) -> Term {
            let built = self.terms.$of($($arg),*);
            self.simple(built)
        })*
    };
}

impl Build {
    /// The simplified form of a term.
    pub fn simple(&mut self, term: Term) -> Term {
        self.simplifier.simplify(&mut self.terms, term)
    }

    operators! {
        not = not(a);
        and = and(a, b);
        or = or(a, b);
        eq = eq(a, b);
        bv_not = bv_not(a);
        bv_and = bv_and(a, b);
        bv_or = bv_or(a, b);
        bv_xor = bv_xor(a, b);
        add = bv_add(a, b);
        sub = bv_sub(a, b);
        mul = bv_mul(a, b);
        udiv = bv_udiv(a, b);
        sdiv = bv_sdiv(a, b);
        urem = bv_urem(a, b);
        srem = bv_srem(a, b);
        shl = bv_shl(a, b);
        lshr = bv_lshr(a, b);
        ashr = bv_ashr(a, b);
        ult = bv_ult(a, b);
        ule = bv_ule(a, b);
        slt = bv_slt(a, b);
        sle = bv_sle(a, b);
        uaddo = bv_uaddo(a, b);
        saddo = bv_saddo(a, b);
        usubo = bv_usubo(a, b);
        ssubo = bv_ssubo(a, b);
        umulo = bv_umulo(a, b);
        smulo = bv_smulo(a, b);
        concat = concat(a, b);
        bit_of = bool_to_bit(a);
    }

    /// If-then-else.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        match self.terms.truth(c) {
            Some(true) => a,
            Some(false) => b,
            None if a == b => a,
            None => {
                let built = self.terms.ite(c, a, b);
                self.simple(built)
            }
        }
    }

    /// `a` implies `b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not = self.not(a);
        self.or(not, b)
    }

    /// Bits `high` down to `low`.
    pub fn extract(&mut self, high: u32, low: u32, a: Term) -> Term {
        if low == 0 && high + 1 == self.width(a) {
            return a;
        }
        let built = self.terms.extract(high, low, a);
        self.simple(built)
    }

    /// The value with `width` bits: cut or filled with zeros.
    pub fn resize(&mut self, width: u32, a: Term) -> Term {
        let has = self.width(a);
        if width <= has {
            return self.extract(width - 1, 0, a);
        }
        let built = self.terms.zero_extend(width - has, a);
        self.simple(built)
    }

    /// The same signed number in a wider sort.
    pub fn sign_extend(&mut self, width: u32, a: Term) -> Term {
        let built = self.terms.sign_extend(width - self.terms.width(a), a);
        self.simple(built)
    }

    /// Width of a bit-vector.
    pub fn width(&self, a: Term) -> u32 {
        self.terms.width(a)
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> Term {
        self.terms.bool(value)
    }

    /// A constant of at most 64 bits.
    pub fn word(&mut self, width: u32, value: u64) -> Term {
        self.terms.bv_u64(width, value)
    }

    /// The number that a term is, if it is one that fits into 64 bits.
    pub fn number(&self, a: Term) -> Option<u64> {
        let (low, high) = self.terms.constant_words(a)?.split_first()?;
        high.iter().all(|w| *w == 0).then_some(*low)
    }

    /// A constant from a value of the evaluator.
    pub fn value(&mut self, width: u32, value: &Value) -> Term {
        let bytes = value.to_bytes(width);
        self.bytes(width, &bytes)
    }

    /// A constant from little-endian bytes.
    pub fn bytes(&mut self, width: u32, bytes: &[u8]) -> Term {
        let words = bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        let bits = Bits::from_words(width, words);
        self.terms.bv(&bits)
    }

    /// The value of a constant, for the evaluator.
    pub fn known(&self, a: Term) -> Option<Value> {
        Some(Value::from_words(self.terms.constant_words(a)?, self.width(a)))
    }

    /// A variable that nothing is known of.
    pub fn fresh(&mut self, prefix: &str, width: u32) -> Term {
        let sort = self.terms.bv_sort(width);
        self.terms.fresh_var(prefix, sort)
    }

    /// The condition under which a bit is set.
    pub fn is_set(&mut self, bit: Term) -> Term {
        if let Op::Ite = self.terms.op(bit)
            && let [condition, yes, no] = *self.terms.operands(bit)
            && let (Some(yes), Some(no)) = (self.number(yes), self.number(no))
            && yes != no
        {
            return if yes == 1 { condition } else { self.not(condition) };
        }
        let one = self.word(1, 1);
        self.eq(bit, one)
    }

    /// Low bits of a term that are known: how many, and what they are (at most 16 are looked at).
    pub fn low_bits(&mut self, a: Term) -> (u32, u64) {
        let mut known = 0;
        let mut value = 0;
        while known < self.width(a).min(16) {
            let bit = self.extract(known, known, a);
            match self.number(bit) {
                Some(b) => value |= b << known,
                None => break,
            }
            known += 1;
        }
        (known, value)
    }
}
