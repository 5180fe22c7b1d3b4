//! The one table of rules: names, categories, patterns.

use super::pattern::{Bindings, Class, Condition, Pattern, Size};
use super::{arith, arrays, bitwise, choice, compare, equality, float, fold, logic, parts, shift};
use crate::arena::Terms;
use crate::bits::Bits;
use crate::float::Format;
use crate::term::{Kind, Term};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What a rule is good for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Category {
    /// Operators over constants, neutral and absorbing elements.
    ConstantPropagation,
    /// Constants brought together.
    ConstantCollection,
    /// What follows from the shape of the operands.
    Deduction,
    /// The same thing said twice.
    Redundancy,
    /// One form for equal terms.
    Canonical,
    /// Cheaper operators.
    StrengthReduction,
    /// Choices merged and moved outward or inward.
    Ite,
}

/// How a rule that no pattern can say rewrites a term of its operator.
pub type Rewrite = fn(&mut Terms, Term) -> Option<Term>;

/// Terms of about the given width at which a rule in code is checked.
pub type Shapes = fn(&mut Terms, u32) -> Vec<Term>;

#[derive(Clone, Copy, Debug)]
pub(super) enum Body {
    Pattern(Option<Condition>),
    Code { root: Kind, rewrite: Rewrite, shapes: Shapes },
}

/// One rule: a name, a category, and both sides.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The name, by which the rule is switched off.
    pub name: &'static str,
    /// What it is good for.
    pub category: Category,
    /// The left side; a description for rules in code.
    pub left: &'static str,
    /// The right side; a description for rules in code.
    pub right: &'static str,
    pub(super) body: Body,
}

/// A rule that a pattern says completely.
pub(super) const fn rule(name: &'static str, category: Category, left: &'static str, right: &'static str) -> Rule {
    Rule { name, category, left, right, body: Body::Pattern(None) }
}

/// A rule with a condition on its constants.
pub(super) const fn rule_if(
    name: &'static str,
    category: Category,
    left: &'static str,
    right: &'static str,
    condition: Condition,
) -> Rule {
    Rule { name, category, left, right, body: Body::Pattern(Some(condition)) }
}

/// A rule in code.
pub(super) const fn code(
    name: &'static str,
    category: Category,
    sides: (&'static str, &'static str),
    root: Kind,
    rewrite: Rewrite,
    shapes: Shapes,
) -> Rule {
    Rule { name, category, left: sides.0, right: sides.1, body: Body::Code { root, rewrite, shapes } }
}

/// A condition that computes nothing.
pub(super) fn when(holds: bool) -> Option<Vec<Bits>> {
    holds.then(Vec::new)
}

#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) rule: Rule,
    pub(super) root: Kind,
    /// Operators that must be among the operands' operators, as a set of bits.
    needs: u64,
    pub(super) sides: Option<Sides>,
}

#[derive(Debug)]
pub(super) struct Sides {
    pub(super) left: Pattern,
    pub(super) right: Pattern,
    swaps: u8,
    pub(super) letters: Vec<(u8, Class)>,
    constants: Vec<u8>,
    width_letter: Option<u8>,
    float_letter: Option<u8>,
    condition: Option<Condition>,
}

/// The rules, compiled, and those of each operator in order.
pub(super) struct Table {
    pub(super) rules: Vec<Compiled>,
    pub(super) by_root: Vec<Vec<u16>>,
    pub(super) names: FxHashMap<&'static str, usize>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let parts = [
        fold::RULES,
        float::FOLDS,
        fold::ORDER,
        logic::RULES,
        choice::RULES,
        equality::RULES,
        bitwise::RULES,
        arith::RULES,
        shift::RULES,
        compare::RULES,
        parts::RULES,
        arrays::RULES,
        float::RULES,
    ];
    let rules: Vec<Compiled> = parts.concat().into_iter().map(Compiled::new).collect();
    let mut by_root = vec![Vec::new(); Kind::COUNT];
    let mut names = FxHashMap::default();
    for (i, compiled) in rules.iter().enumerate() {
        by_root[compiled.root as usize].push(i as u16);
        let earlier = names.insert(compiled.rule.name, i);
        assert!(earlier.is_none(), "two rules are named {}", compiled.rule.name);
    }
    Table { rules, by_root, names }
});

pub(super) fn table() -> &'static Table {
    &TABLE
}

/// All rules, in the order in which they are tried for an operator.
pub fn rules() -> impl ExactSizeIterator<Item = &'static Rule> {
    TABLE.rules.iter().map(|compiled| &compiled.rule)
}

impl Compiled {
    pub(super) fn new(rule: Rule) -> Compiled {
        let condition = match rule.body {
            Body::Code { root, .. } => return Compiled { rule, root, needs: 0, sides: None },
            Body::Pattern(condition) => condition,
        };
        let (mut swaps, mut ignored) = (0, 0);
        let left = Pattern::parse(rule.left, &mut swaps);
        let right = Pattern::parse(rule.right, &mut ignored);
        let Pattern::Node { op, operands, .. } = &left else { panic!("{}: the left side is an operator", rule.name) };
        let needs = operands.iter().filter_map(Pattern::root).fold(0, |set, kind| set | 1 << kind as u8);
        let root = op.kind();
        let mut letters = Vec::new();
        left.letters(&mut letters);
        let mut constants: Vec<u8> = letters.iter().filter(|(_, c)| *c == Class::Constant).map(|(l, _)| *l).collect();
        constants.sort_unstable();
        let width_letter = letters
            .iter()
            .find(|(_, class)| matches!(class, Class::BitVec | Class::NoConstant | Class::Constant))
            .map(|(l, _)| *l);
        let float_letter = letters.iter().find(|(_, class)| *class == Class::Float).map(|(l, _)| *l);
        let sides = Some(Sides { left, right, swaps, letters, constants, width_letter, float_letter, condition });
        Compiled { rule, root, needs, sides }
    }

    /// Rewrites `term`, whose operands have the operators `operand_kinds`, if the rule applies.
    pub(super) fn apply(&self, terms: &mut Terms, term: Term, operand_kinds: u64) -> Option<Term> {
        if self.needs & !operand_kinds != 0 {
            return None;
        }
        match (&self.rule.body, &self.sides) {
            (Body::Code { rewrite, .. }, _) => rewrite(terms, term),
            (Body::Pattern(_), Some(sides)) => sides.apply(terms, term),
            (Body::Pattern(_), None) => None,
        }
    }
}

impl Sides {
    fn apply(&self, terms: &mut Terms, term: Term) -> Option<Term> {
        for swaps in 0..1u8 << self.swaps {
            let mut bindings = Bindings::new();
            if self.left.matches(terms, term, swaps, &mut bindings)
                && let Some(result) = self.right_side(terms, term, bindings)
            {
                return Some(result);
            }
        }
        None
    }

    fn right_side(&self, terms: &mut Terms, term: Term, mut bindings: Bindings) -> Option<Term> {
        if let Some(condition) = self.condition {
            let constants: Vec<Bits> =
                self.constants.iter().filter_map(|letter| terms.constant(bindings.get(*letter)?)).collect();
            for (letter, bits) in (b'u'..=b'w').zip(condition(&constants)?) {
                let constant = terms.bv(&bits);
                bindings.set(letter, constant);
            }
        }
        let width_term = self.width_letter.and_then(|letter| bindings.get(letter)).unwrap_or(term);
        let width = terms.bv_width(width_term).unwrap_or(1);
        let number = self.float_letter.and_then(|letter| bindings.get(letter));
        let format = number.and_then(|number| terms.float_format(number)).unwrap_or(Format::F32);
        let result = self.right.build(terms, &bindings, Size { width, format }, true)?;
        // A commutative rule may find the term as it is; that is no rewriting.
        (result != term).then_some(result)
    }

    /// Whether both sides are terms for any constants, so that constants may be variables in a
    /// proof.
    pub(super) fn is_general(&self) -> bool {
        self.condition.is_none()
    }
}

// Sets of operators are words.
const _: () = assert!(Kind::COUNT <= 64);

/// The set of operators of some operands.
pub(super) fn operand_kinds(terms: &Terms, term: Term) -> u64 {
    terms.operands(term).iter().fold(0, |set, operand| set | 1 << terms.kind(*operand) as u8)
}
