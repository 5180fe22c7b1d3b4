//! Writing SF: every compound term becomes a variable with a definition.

use crate::arena::Terms;
use crate::term::{Op, Term};
use crate::walk::reachable;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// Why a formula has no SF form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotSf {
    /// A sort other than Bool and bit-vectors up to 64 bits.
    #[error("SF has no {0}")]
    Sort(String),
    /// Uninterpreted functions.
    #[error("SF has no functions")]
    Function,
}

/// Writes assertions.
pub fn write(terms: &Terms, assertions: &[Term]) -> Result<String, NotSf> {
    let order = reachable(terms, assertions);
    let mut writer = Writer { terms, words: FxHashMap::default(), declared: Vec::new(), body: String::new(), next: 0 };
    let mut taken: FxHashSet<String> = FxHashSet::default();
    for term in &order {
        if let Op::Var(symbol) = terms.op(*term) {
            let width = writer.width(*term)?;
            let name = &*terms.symbol(symbol).name;
            let plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            let mut unique =
                if plain && !name.as_bytes()[0].is_ascii_digit() { name.to_owned() } else { "s".to_owned() };
            while unique.starts_with("t_") || taken.contains(&unique) {
                unique = format!("s{}_{unique}", taken.len());
            }
            taken.insert(unique.clone());
            writer.declared.push(format!("{unique}:i{width}"));
            writer.words.insert(*term, unique);
        }
    }
    for term in &order {
        writer.define(*term)?;
    }
    for assertion in assertions {
        let word = writer.word(*assertion);
        let _ = writeln!(writer.body, "p = {word} 1:i1");
    }
    let mut text = "v 1.0\n".to_owned();
    for line in writer.declared.chunks(16) {
        let _ = writeln!(text, "d {}", line.join(" "));
    }
    text.push_str(&writer.body);
    Ok(text)
}

struct Writer<'t> {
    terms: &'t Terms,
    words: FxHashMap<Term, String>,
    declared: Vec<String>,
    body: String,
    next: usize,
}

impl Writer<'_> {
    fn width(&self, term: Term) -> Result<u32, NotSf> {
        if self.terms.is_bool(term) {
            return Ok(1);
        }
        let narrow = self.terms.bv_width(term).filter(|width| *width <= 64);
        narrow.ok_or_else(|| NotSf::Sort(self.terms.sort_name(self.terms.sort(term))))
    }

    fn word(&self, term: Term) -> String {
        self.words.get(&term).cloned().unwrap_or_default()
    }

    /// A new variable that equals an expression.
    fn new_word(&mut self, width: u32, expression: &str) -> String {
        let word = format!("t_{}", self.next);
        self.next += 1;
        self.declared.push(format!("{word}:i{width}"));
        let _ = writeln!(self.body, "c {word} {expression}");
        word
    }

    fn define(&mut self, term: Term) -> Result<(), NotSf> {
        let width = self.width(term)?;
        let operands: Vec<String> = self.terms.operands(term).iter().map(|operand| self.word(*operand)).collect();
        let joined = operands.join(" ");
        let expression = match self.terms.op(term) {
            Op::Bool(value) => {
                self.words.insert(term, format!("{}:i1", u8::from(value)));
                return Ok(());
            }
            Op::Const(_) => {
                let value = self.terms.constant(term).and_then(|bits| bits.to_u64()).unwrap_or(0);
                self.words.insert(term, format!("{value}:i{width}"));
                return Ok(());
            }
            Op::Var(_) => return Ok(()),
            Op::Apply(_) => return Err(NotSf::Function),
            Op::Not | Op::BvNot => format!("~ {joined}"),
            Op::And | Op::BvAnd => format!("& {joined}"),
            Op::Or | Op::BvOr => format!("| {joined}"),
            Op::BvXor => format!("^ {joined}"),
            Op::Eq => format!("= {joined}"),
            Op::Ite => format!("ite {joined}"),
            Op::BvNeg => format!("- 0:i{width} {joined}"),
            Op::BvAdd => format!("+ {joined}"),
            Op::BvMul => format!("* {joined}"),
            Op::BvUdiv => format!("/u {joined}"),
            Op::BvUrem => format!("%u {joined}"),
            Op::BvSdiv => format!("/s {joined}"),
            Op::BvSrem => format!("%s {joined}"),
            Op::BvUlt => format!("ult {joined}"),
            Op::BvSlt => format!("slt {joined}"),
            Op::Concat => format!("conc {joined}"),
            Op::SignExtend => format!("sext {joined}"),
            Op::Extract(low) => format!("extr {joined} {low}:i8 {}:i8", low + width),
            Op::BvShl | Op::BvLshr | Op::BvAshr => {
                let name = match self.terms.op(term) {
                    Op::BvShl => "<<",
                    Op::BvLshr => ">>l",
                    _ => ">>a",
                };
                let amount = self.amount(width, &operands[1]);
                format!("{name} {} {amount}", operands[0])
            }
            Op::Select | Op::Store | Op::ConstArray => return Err(NotSf::Sort("array".into())),
            _ => return Err(NotSf::Sort("floating point".into())),
        };
        let word = self.new_word(width, &expression);
        self.words.insert(term, word);
        Ok(())
    }

    /// An amount of `width` bits as eight bits; those beyond the width become the width, which
    /// shifts as far.
    fn amount(&mut self, width: u32, amount: &str) -> String {
        match width.cmp(&8) {
            std::cmp::Ordering::Equal => amount.to_owned(),
            std::cmp::Ordering::Less => self.new_word(8, &format!("zext {amount}")),
            std::cmp::Ordering::Greater => {
                let far = self.new_word(1, &format!("uge {amount} {width}:i{width}"));
                let bounded = self.new_word(width, &format!("ite {far} {width}:i{width} {amount}"));
                self.new_word(8, &format!("trun {bounded}"))
            }
        }
    }
}
