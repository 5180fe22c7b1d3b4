//! Formulas as SMT-LIB says them: a DAG over all of its operators, before any of our code has seen
//! it.
//!
//! Our reader and the other solvers get the same text, but for the overflow predicates, which are
//! spelled out for the others, in another way than our constructors do it.

use std::fmt::Write;

/// A sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors.
    Bits(u32),
    /// Floating-point numbers, by bits of exponent and significand.
    Float(u32, u32),
    /// Rounding modes.
    Mode,
    /// Arrays, by index and element.
    Array(Item, Item),
}

/// What an array is indexed by or holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// Truth values.
    Bool,
    /// Bit-vectors.
    Bits(u32),
    /// Floating-point numbers.
    Float(u32, u32),
}

impl From<Item> for Sort {
    fn from(item: Item) -> Sort {
        match item {
            Item::Bool => Sort::Bool,
            Item::Bits(width) => Sort::Bits(width),
            Item::Float(exponent, significand) => Sort::Float(exponent, significand),
        }
    }
}

impl std::fmt::Display for Sort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::Bits(width) => write!(f, "(_ BitVec {width})"),
            Sort::Float(exponent, significand) => write!(f, "(_ FloatingPoint {exponent} {significand})"),
            Sort::Mode => write!(f, "RoundingMode"),
            Sort::Array(index, element) => write!(f, "(Array {} {})", Sort::from(*index), Sort::from(*element)),
        }
    }
}

/// What a node does with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    /// The symbol of this number: a variable, or a function over the operands.
    Symbol(usize),
    /// A literal, as written.
    Literal(String),
    /// An operator by its name.
    Operator(&'static str),
    /// An operator with numerals.
    Indexed(&'static str, Vec<u32>),
    /// The array that holds its operand everywhere.
    ConstArray,
}

/// A node; its operands come before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The operator.
    pub head: Head,
    /// The operands.
    pub operands: Vec<usize>,
    /// The sort.
    pub sort: Sort,
}

/// A declared name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// Sorts of the arguments.
    pub parameters: Vec<Sort>,
    /// Sort of the result.
    pub result: Sort,
}

/// One step of a script; numbers are nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Opens a level.
    Push,
    /// Closes levels.
    Pop(usize),
    /// Asserts; tracked for cores or not.
    Assert(usize, bool),
    /// Asks, under assumptions.
    Check(Vec<usize>),
}

/// Nodes and what is done with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    /// The symbols.
    pub symbols: Vec<Symbol>,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The script.
    pub steps: Vec<Step>,
}

/// What is asked at a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Assertions without names.
    pub asserted: Vec<usize>,
    /// Assertions with names.
    pub tracked: Vec<usize>,
    /// Assumptions.
    pub assumed: Vec<usize>,
}

impl Query {
    /// All of it.
    pub fn all(&self) -> Vec<usize> {
        [&self.asserted[..], &self.tracked, &self.assumed].concat()
    }
}

/// Who reads a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Our reader.
    Ours,
    /// Others, for whom the overflow predicates are spelled out.
    Others,
}

impl Formula {
    /// The queries of the script in order.
    pub fn queries(&self) -> Vec<Query> {
        let mut levels = vec![(Vec::new(), Vec::new())];
        let mut queries = Vec::new();
        for step in &self.steps {
            match step {
                Step::Push => levels.push(Default::default()),
                Step::Pop(count) => levels.truncate(levels.len().saturating_sub(*count).max(1)),
                Step::Assert(node, tracked) => {
                    let last = levels.len() - 1;
                    if *tracked { levels[last].1.push(*node) } else { levels[last].0.push(*node) }
                }
                Step::Check(assumed) => queries.push(Query {
                    asserted: levels.iter().flat_map(|level| level.0.iter().copied()).collect(),
                    tracked: levels.iter().flat_map(|level| level.1.iter().copied()).collect(),
                    assumed: assumed.clone(),
                }),
            }
        }
        queries
    }

    /// The nodes that the script names.
    pub fn roots(&self) -> Vec<usize> {
        let mut roots: Vec<usize> = self
            .steps
            .iter()
            .flat_map(|step| match step {
                Step::Assert(node, _) => vec![*node],
                Step::Check(assumed) => assumed.clone(),
                _ => Vec::new(),
            })
            .collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// Is there an array that holds one value everywhere which is no literal?
    pub fn has_variable_const_array(&self) -> bool {
        let used = self.used();
        self.nodes.iter().enumerate().any(|(i, node)| {
            used[i] > 0
                && node.head == Head::ConstArray
                && !matches!(self.nodes[node.operands[0]].head, Head::Literal(_))
        })
    }

    /// How often each node is used by the roots and the nodes that they need.
    pub fn used(&self) -> Vec<u32> {
        let mut used = vec![0; self.nodes.len()];
        for root in self.roots() {
            used[root] += 1;
        }
        for i in (0..self.nodes.len()).rev() {
            if used[i] > 0 {
                for operand in &self.nodes[i].operands {
                    used[*operand] += 1;
                }
            }
        }
        used
    }

    /// Number of nodes that the script needs.
    pub fn size(&self) -> usize {
        self.used().into_iter().filter(|uses| *uses > 0).count()
    }

    /// Declarations of the symbols that occur, and a definition `n<i>` of each root and each node
    /// with several uses.
    pub fn definitions(&self, dialect: Dialect) -> String {
        let used = self.used();
        let mut out = String::new();
        let mut declared = vec![false; self.symbols.len()];
        for (node, uses) in self.nodes.iter().zip(&used) {
            if let (Head::Symbol(symbol), true) = (&node.head, *uses > 0) {
                declared[*symbol] = true;
            }
        }
        for (symbol, _) in self.symbols.iter().zip(&declared).filter(|(_, declared)| **declared) {
            let parameters: Vec<String> = symbol.parameters.iter().map(Sort::to_string).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(out, "(declare-fun {} ({}) {})", symbol.name, parameters.join(" "), symbol.result);
        }
        let roots = self.roots();
        let mut texts: Vec<String> = vec![String::new(); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate().filter(|(i, _)| used[*i] > 0) {
            texts[i] = self.text(dialect, node, &texts);
            let is_leaf = node.operands.is_empty();
            if roots.binary_search(&i).is_ok() || (used[i] > 1 && !is_leaf) {
                let _ = writeln!(out, "(define-fun n{i} () {} {})", node.sort, texts[i]);
                if !is_leaf {
                    texts[i] = format!("n{i}");
                }
            }
        }
        out
    }

    fn text(&self, dialect: Dialect, node: &Node, texts: &[String]) -> String {
        let operands: Vec<&str> = node.operands.iter().map(|o| &*texts[*o]).collect();
        let all = operands.join(" ");
        match &node.head {
            Head::Symbol(symbol) if operands.is_empty() => self.symbols[*symbol].name.clone(),
            Head::Symbol(symbol) => format!("({} {all})", self.symbols[*symbol].name),
            Head::Literal(text) => text.clone(),
            Head::Operator(name) => {
                let spelled = match (dialect, self.nodes[node.operands[0]].sort) {
                    (Dialect::Others, Sort::Bits(width)) => overflow(name, width, &operands),
                    _ => None,
                };
                spelled.unwrap_or_else(|| format!("({name} {all})"))
            }
            Head::Indexed(name, numerals) => {
                let numerals: Vec<String> = numerals.iter().map(u32::to_string).collect();
                format!("((_ {name} {}) {all})", numerals.join(" "))
            }
            Head::ConstArray => format!("((as const {}) {all})", node.sort),
        }
    }

    /// The whole script for our reader: names, levels, queries.
    pub fn script(&self) -> String {
        let mut out = String::from("(set-logic ALL)\n(set-option :produce-unsat-cores true)\n");
        out += &self.definitions(Dialect::Ours);
        let mut names = 0;
        for step in &self.steps {
            let _ = match step {
                Step::Push => writeln!(out, "(push 1)"),
                Step::Pop(count) => writeln!(out, "(pop {count})"),
                Step::Assert(node, false) => writeln!(out, "(assert n{node})"),
                Step::Assert(node, true) => {
                    names += 1;
                    writeln!(out, "(assert (! n{node} :named a{names}))")
                }
                Step::Check(assumed) if assumed.is_empty() => writeln!(out, "(check-sat)"),
                Step::Check(assumed) => {
                    let assumed: Vec<String> = assumed.iter().map(|node| format!("n{node}")).collect();
                    writeln!(out, "(check-sat-assuming ({}))", assumed.join(" "))
                }
            };
        }
        out
    }

    /// Queries for others, each on a level of its own; no level stays open.
    pub fn questions(&self, queries: &[Vec<usize>]) -> String {
        let mut out = String::from("(push 1)\n");
        out += &self.definitions(Dialect::Others);
        for query in queries {
            out += "(push 1)\n";
            for node in query {
                let _ = writeln!(out, "(assert n{node})");
            }
            out += "(check-sat)\n(pop 1)\n";
        }
        out + "(pop 1)\n"
    }
}

/// The overflow predicates over wider words.
fn overflow(name: &str, width: u32, operands: &[&str]) -> Option<String> {
    let (extension, by, operator) = match name {
        "bvnego" => {
            let zero = "0".repeat(width as usize);
            return Some(format!("(let ((o {})) (and (= o (bvneg o)) (not (= o #b{zero}))))", operands[0]));
        }
        "bvuaddo" => ("zero_extend", 1, "bvadd"),
        "bvsaddo" => ("sign_extend", 1, "bvadd"),
        "bvusubo" => return Some(format!("(bvugt {} {})", operands[1], operands[0])),
        "bvssubo" => ("sign_extend", 1, "bvsub"),
        "bvumulo" => ("zero_extend", width, "bvmul"),
        "bvsmulo" => ("sign_extend", width, "bvmul"),
        "bvsdivo" => ("sign_extend", 1, "bvsdiv"),
        _ => return None,
    };
    let wide: Vec<String> = operands.iter().map(|o| format!("((_ {extension} {by}) {o})")).collect();
    let result = format!("({operator} {})", wide.join(" "));
    let limit = |bit: &str, rest: &str| format!("((_ {extension} {by}) #b{bit}{})", rest.repeat(width as usize - 1));
    let outside = format!("(or (bvsgt o {}) (bvslt o {}))", limit("0", "1"), limit("1", "0"));
    Some(match (name, extension) {
        // A quotient by zero is no overflow, whatever SMT-LIB says that it is.
        ("bvsdivo", _) => {
            let zero = "0".repeat(width as usize);
            format!("(let ((o {result})) (and (not (= {} #b{zero})) {outside}))", operands[1])
        }
        (_, "zero_extend") => format!("(bvugt {result} {})", limit("1", "1")),
        _ => format!("(let ((o {result})) {outside})"),
    })
}
