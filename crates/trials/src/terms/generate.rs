//! Random formulas over bit-vectors, floating point, arrays and functions, with every operator of
//! the logics.

use super::formula::{Formula, Head, Item, Node, Sort, Step, Symbol};
use crate::random::Rng;

/// Binary operators from words to a word of the same width.
const WORD: &[&str] = &[
    "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv",
    "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr",
];

/// Predicates over two words of the same width.
const PREDICATES: &[&str] = &[
    "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "=", "=", "distinct", "bvuaddo", "bvsaddo",
    "bvumulo", "bvsmulo", "bvusubo", "bvssubo", "bvsdivo",
];

/// A logic of SMT-LIB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Logic {
    /// Its name.
    pub name: &'static str,
    arrays: bool,
    functions: bool,
    floats: bool,
}

/// The logics that formulas are made in.
pub const LOGICS: &[Logic] = &[
    Logic { name: "QF_BV", arrays: false, functions: false, floats: false },
    Logic { name: "QF_ABV", arrays: true, functions: false, floats: false },
    Logic { name: "QF_UFBV", arrays: false, functions: true, floats: false },
    Logic { name: "QF_AUFBV", arrays: true, functions: true, floats: false },
    Logic { name: "QF_BVFP", arrays: false, functions: false, floats: true },
    Logic { name: "QF_ABVFP", arrays: true, functions: false, floats: true },
    Logic { name: "QF_UFBVFP", arrays: false, functions: true, floats: true },
];

pub(super) struct Generator<'r> {
    pub(super) rng: &'r mut Rng,
    logic: Logic,
    pub(super) formula: Formula,
    /// Nodes by sort, in order of first use.
    pool: Vec<(Sort, Vec<usize>)>,
    widths: Vec<u32>,
    arrays: Vec<Sort>,
    /// Formats, by bits of exponent and significand.
    pub(super) formats: Vec<(u32, u32)>,
    /// Wide words go without what takes a solver long.
    wide: bool,
}

/// A random formula with one query, or a script of several.
pub fn formula(rng: &mut Rng, logic: Logic, incremental: bool) -> Formula {
    let wide = !logic.floats && rng.one_in(12);
    let formats = if logic.floats { super::floats::formats(rng) } else { Vec::new() };
    let mut widths = vec![];
    for _ in 0..rng.between(1, 2) {
        let small = if rng.one_in(4) { 12 } else { 5 };
        widths.push(if wide { *rng.pick(&[16, 32, 33, 64]) } else { rng.between(1, small) as u32 });
    }
    let mut arrays = Vec::new();
    if logic.arrays {
        for _ in 0..rng.between(1, 2) {
            let index = if wide { *rng.pick(&[4, 8, 32]) } else { rng.between(1, 4) as u32 };
            let (exponent, significand) = formats.first().copied().unwrap_or_default();
            let element = Item::Bits(*rng.pick(&widths));
            arrays.push(match rng.below(16) {
                2..=7 if logic.floats => Sort::Array(Item::Bits(index), Item::Float(exponent, significand)),
                8..=10 if logic.floats => Sort::Array(Item::Float(exponent, significand), element),
                0 => Sort::Array(Item::Bool, element),
                1 => Sort::Array(Item::Bits(index), Item::Bool),
                _ => Sort::Array(Item::Bits(index), element),
            });
            widths.push(index);
        }
    }
    let mut generator =
        Generator { rng, logic, formula: Formula::default(), pool: Vec::new(), widths, arrays, formats, wide };
    generator.fill(incremental);
    generator.formula
}

impl Generator<'_> {
    fn fill(&mut self, incremental: bool) {
        self.symbols();
        let (fewest, most) =
            if self.wide || self.logic.floats { (4, 16) } else { (4, if incremental { 40 } else { 30 }) };
        for _ in 0..self.rng.between(fewest, most) {
            self.step();
        }
        let roots: Vec<usize> = (0..if incremental { self.rng.between(4, 12) } else { self.rng.between(1, 5) })
            .map(|_| self.root())
            .collect();
        if incremental { self.script(&roots) } else { self.one_query(&roots) }
    }

    fn one_query(&mut self, roots: &[usize]) {
        let tracked = self.rng.one_in(4);
        self.formula.steps = roots.iter().map(|root| Step::Assert(*root, tracked)).collect();
        self.formula.steps.push(Step::Check(Vec::new()));
    }

    fn script(&mut self, roots: &[usize]) {
        let (mut levels, mut checks) = (0, 0);
        let mut rest = roots.iter();
        for _ in 0..40 {
            let step = match self.rng.below(8) {
                0 | 1 => {
                    levels += 1;
                    Step::Push
                }
                2 if levels > 0 => {
                    let count = if self.rng.one_in(3) { self.rng.between(1, levels) } else { 1 };
                    levels -= count;
                    Step::Pop(count)
                }
                3..=5 => match rest.next() {
                    Some(root) => Step::Assert(*root, self.rng.one_in(2)),
                    None => break,
                },
                _ if checks < 6 => {
                    checks += 1;
                    let count = if self.rng.one_in(2) { self.rng.between(1, 3) } else { 0 };
                    Step::Check((0..count).map(|_| *self.rng.pick(roots)).collect())
                }
                _ => continue,
            };
            self.formula.steps.push(step);
        }
        self.formula.steps.push(Step::Check(Vec::new()));
    }

    fn symbols(&mut self) {
        let mut sorts: Vec<Sort> = self.widths.iter().map(|width| Sort::Bits(*width)).collect();
        sorts.push(Sort::Bool);
        sorts.extend(self.arrays.iter().copied());
        if self.logic.floats {
            sorts.extend(self.formats.iter().map(|(exponent, significand)| Sort::Float(*exponent, *significand)));
            sorts.push(Sort::Mode);
        }
        for sort in sorts {
            for _ in 0..self.rng.between(1, 3) {
                let name = format!("v{}", self.formula.symbols.len());
                self.formula.symbols.push(Symbol { name, parameters: Vec::new(), result: sort });
                let symbol = self.formula.symbols.len() - 1;
                self.push(Head::Symbol(symbol), vec![], sort);
            }
        }
        if self.logic.functions {
            for _ in 0..self.rng.between(1, 2) {
                let name = format!("f{}", self.formula.symbols.len());
                let count = self.rng.between(1, 3);
                let parameters = (0..count).map(|_| self.argument_sort()).collect();
                let result = self.argument_sort();
                self.formula.symbols.push(Symbol { name, parameters, result });
            }
        }
    }

    fn argument_sort(&mut self) -> Sort {
        match self.rng.below(40) {
            0..=5 => Sort::Bool,
            6 if !self.arrays.is_empty() => *self.rng.pick(&self.arrays),
            7..=25 if self.logic.floats => self.float_sort(),
            26 if self.logic.floats => Sort::Mode,
            _ => Sort::Bits(*self.rng.pick(&self.widths)),
        }
    }

    pub(super) fn push(&mut self, head: Head, operands: Vec<usize>, sort: Sort) -> usize {
        let number = self.formula.nodes.len();
        self.formula.nodes.push(Node { head, operands, sort });
        match self.pool.iter_mut().find(|(other, _)| *other == sort) {
            Some((_, nodes)) => nodes.push(number),
            None => self.pool.push((sort, vec![number])),
        }
        number
    }

    /// A node of a sort, a late one rather than an early one; a literal where there is none.
    pub(super) fn any(&mut self, sort: Sort) -> usize {
        if self.rng.one_in(9) && !matches!(sort, Sort::Array(..)) {
            return self.literal(sort);
        }
        let nodes = self.pool.iter().find(|(other, _)| *other == sort).map_or(&[][..], |(_, nodes)| nodes);
        if nodes.is_empty() {
            return self.literal(sort);
        }
        let from = if self.rng.one_in(2) { nodes.len() / 2 } else { 0 };
        nodes[from + self.rng.below(nodes.len() - from)]
    }

    fn literal(&mut self, sort: Sort) -> usize {
        let head = match sort {
            Sort::Bool => Head::Literal(if self.rng.one_in(2) { "true" } else { "false" }.into()),
            Sort::Bits(width) => {
                let corner = self.rng.below(6);
                let bits: String = (0..width)
                    .map(|i| {
                        let bit = match corner {
                            0 => false,
                            1 => true,
                            2 => i == width - 1,
                            3 => i == 0,
                            _ => self.rng.one_in(2),
                        };
                        if bit { '1' } else { '0' }
                    })
                    .collect();
                Head::Literal(format!("#b{bits}"))
            }
            Sort::Float(exponent, significand) => {
                Head::Literal(super::floats::literal(self.rng, exponent, significand))
            }
            Sort::Mode => Head::Literal((*self.rng.pick(super::floats::MODES)).into()),
            Sort::Array(_, element) => {
                let value = if self.rng.one_in(3) { self.any(element.into()) } else { self.literal(element.into()) };
                return self.push(Head::ConstArray, vec![value], sort);
            }
        };
        self.push(head, vec![], sort)
    }

    pub(super) fn word_sort(&mut self) -> Sort {
        let known: Vec<Sort> =
            self.pool.iter().map(|(sort, _)| *sort).filter(|sort| matches!(sort, Sort::Bits(_))).collect();
        if self.rng.one_in(3) { *self.rng.pick(&known) } else { Sort::Bits(*self.rng.pick(&self.widths)) }
    }

    fn step(&mut self) {
        if self.logic.floats && !self.rng.one_in(3) {
            return self.float_step();
        }
        let special = usize::from(self.logic.arrays) * 5 + usize::from(self.logic.functions) * 3;
        match self.rng.below(20 + special) {
            0..=7 => self.word(),
            8..=10 => {
                let sort = self.word_sort();
                self.predicate(sort);
            }
            11..=13 => self.connective(),
            14..=16 => self.resize(),
            17 => {
                let sort = self.word_sort();
                let (c, a, b) = (self.any(Sort::Bool), self.any(sort), self.any(sort));
                self.push(Head::Operator("ite"), vec![c, a, b], sort);
            }
            18 => {
                let sort = self.word_sort();
                let name = *self.rng.pick(&["bvneg", "bvnot", "bvneg", "bvnot", "bvnego"]);
                let a = self.any(sort);
                let result = if name == "bvnego" { Sort::Bool } else { sort };
                self.push(Head::Operator(name), vec![a], result);
            }
            19 => {
                let sort = self.word_sort();
                let (a, b) = (self.any(sort), self.any(sort));
                self.push(Head::Operator("bvcomp"), vec![a, b], Sort::Bits(1));
            }
            n if self.logic.arrays && n < 25 => self.array(),
            _ => self.application(),
        }
    }

    fn is_hard(name: &str) -> bool {
        matches!(
            name,
            "bvmul" | "bvudiv" | "bvurem" | "bvsdiv" | "bvsrem" | "bvsmod" | "bvumulo" | "bvsmulo" | "bvsdivo"
        )
    }

    fn word(&mut self) {
        let sort = self.word_sort();
        let mut name = *self.rng.pick(WORD);
        if self.wide && Self::is_hard(name) {
            name = "bvadd";
        }
        let (a, b) = (self.any(sort), self.any(sort));
        let mut operands = vec![a, b];
        if matches!(name, "bvand" | "bvor" | "bvadd" | "bvmul" | "bvxor") && self.rng.one_in(8) {
            operands.push(self.any(sort));
        }
        self.push(Head::Operator(name), operands, sort);
    }

    fn predicate(&mut self, sort: Sort) -> usize {
        let mut name = *self.rng.pick(PREDICATES);
        if self.wide && Self::is_hard(name) {
            name = "bvult";
        }
        let (a, b) = (self.any(sort), self.any(sort));
        let mut operands = vec![a, b];
        if matches!(name, "=" | "distinct") && self.rng.one_in(8) {
            operands.push(self.any(sort));
        }
        self.push(Head::Operator(name), operands, Sort::Bool)
    }

    fn connective(&mut self) {
        let name = *self.rng.pick(&["and", "or", "xor", "=>", "not", "ite", "=", "distinct"]);
        let count = match name {
            "not" => 1,
            "ite" => 3,
            "distinct" | "=" => 2,
            _ => self.rng.between(2, 3),
        };
        let operands = (0..count).map(|_| self.any(Sort::Bool)).collect();
        self.push(Head::Operator(name), operands, Sort::Bool);
    }

    /// Operators that change the width, and rotations.
    fn resize(&mut self) {
        let sort = self.word_sort();
        let Sort::Bits(width) = sort else { return };
        let a = self.any(sort);
        let most = if self.wide { 80 } else { 14 };
        match self.rng.below(7) {
            0 => {
                let other = self.word_sort();
                let Sort::Bits(low) = other else { return };
                if width + low <= most {
                    let b = self.any(other);
                    self.push(Head::Operator("concat"), vec![a, b], Sort::Bits(width + low));
                }
            }
            1 | 2 => {
                let (i, j) = (self.rng.below(width as usize) as u32, self.rng.below(width as usize) as u32);
                let (high, low) = (i.max(j), i.min(j));
                self.push(Head::Indexed("extract", vec![high, low]), vec![a], Sort::Bits(high - low + 1));
            }
            n @ (3 | 4) => {
                let by = self.rng.below(5) as u32;
                if width + by <= most {
                    let name = if n == 3 { "zero_extend" } else { "sign_extend" };
                    self.push(Head::Indexed(name, vec![by]), vec![a], Sort::Bits(width + by));
                }
            }
            5 => {
                let by = self.rng.below(2 * width as usize + 1) as u32;
                let name = *self.rng.pick(&["rotate_left", "rotate_right"]);
                self.push(Head::Indexed(name, vec![by]), vec![a], sort);
            }
            _ => {
                let times = self.rng.between(1, 3) as u32;
                if width * times <= most {
                    self.push(Head::Indexed("repeat", vec![times]), vec![a], Sort::Bits(width * times));
                }
            }
        }
    }

    fn array(&mut self) {
        let sort = *self.rng.pick(&self.arrays);
        let Sort::Array(index, element) = sort else { return };
        let a = self.any(sort);
        match self.rng.below(12) {
            0..=4 => {
                let i = self.any(index.into());
                self.push(Head::Operator("select"), vec![a, i], element.into());
            }
            5..=8 => {
                let (i, v) = (self.any(index.into()), self.any(element.into()));
                self.push(Head::Operator("store"), vec![a, i, v], sort);
            }
            9 => {
                let (c, b) = (self.any(Sort::Bool), self.any(sort));
                self.push(Head::Operator("ite"), vec![c, a, b], sort);
            }
            10 => {
                let b = self.any(sort);
                self.push(Head::Operator("="), vec![a, b], Sort::Bool);
            }
            _ => {
                self.literal(sort);
            }
        }
    }

    fn application(&mut self) {
        let functions: Vec<usize> =
            (0..self.formula.symbols.len()).filter(|s| !self.formula.symbols[*s].parameters.is_empty()).collect();
        if functions.is_empty() {
            return;
        }
        let symbol = *self.rng.pick(&functions);
        let Symbol { parameters, result, .. } = self.formula.symbols[symbol].clone();
        let operands = parameters.into_iter().map(|sort| self.any(sort)).collect();
        self.push(Head::Symbol(symbol), operands, result);
    }

    /// A truth value to assert: one that exists, a new relation, or a negation.
    fn root(&mut self) -> usize {
        if self.logic.floats && self.rng.one_in(2) {
            return self.float_relation();
        }
        match self.rng.below(6) {
            0 | 1 => {
                let mut root = self.any(Sort::Bool);
                if self.formula.nodes[root].operands.is_empty() {
                    let sort = self.word_sort();
                    root = self.predicate(sort);
                }
                root
            }
            2 => {
                let root = self.any(Sort::Bool);
                self.push(Head::Operator("not"), vec![root], Sort::Bool)
            }
            3 if self.logic.arrays => {
                let sort = *self.rng.pick(&self.arrays);
                let (a, b) = (self.any(sort), self.any(sort));
                let name = if self.rng.one_in(2) { "=" } else { "distinct" };
                self.push(Head::Operator(name), vec![a, b], Sort::Bool)
            }
            _ => {
                let sort = self.word_sort();
                self.predicate(sort)
            }
        }
    }
}
