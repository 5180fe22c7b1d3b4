//! Values of expressions where variables are in ranges of keys.
//!
//! **Keys.** The key of a number is the number itself, read as signed. Variables of at most 32 bits
//! have further keys: *symbol s plus n* says that the variable has the value that the input edge s
//! read last, plus n. So copies of an input stay related, although nothing is known of its value: a
//! difference of two of them is a number. Who compares such a variable with a number gives the
//! relation up.

use super::diagram::{Keys, Level};
use super::variables::{Source, Variables};
use adumbra_domains::{Domain, Interval, Sort, Thresholds, Tristate, mask, signed};
use adumbra_program::*;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The keys of one symbol, and the first of all.
const STRIDE: i64 = 1 << 34;

/// Most symbols.
pub(super) const MOST_SYMBOLS: u32 = 1 << 20;

/// The widest variable that has symbols.
pub(super) const SYMBOL_BITS: u32 = 32;

/// The keys of a symbol.
pub(super) fn keys_of_symbol(symbol: u32) -> (i64, i64) {
    let first = STRIDE * (i64::from(symbol) + 1);
    (first, first + STRIDE - 1)
}

/// The keys of all symbols.
pub(super) const SYMBOLS: (i64, i64) = (STRIDE, i64::MAX);

/// The keys of all numbers of a width.
pub(super) fn numbers(width: u32) -> (i64, i64) {
    (i64::MIN >> (64 - width), i64::MAX >> (64 - width))
}

/// What a value may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// A number.
    Number(Interval),
    /// The last value of an input plus a number between these.
    Symbol(u32, u64, u64),
}

impl Value {
    /// Anything.
    pub(super) const ANY: Value = Value::Number(Interval::Any);

    /// The value of a range of keys of a variable.
    pub(super) fn of_keys(low: i64, high: i64, width: u32) -> Value {
        let (least, most) = numbers(width);
        if width > SYMBOL_BITS || low < STRIDE {
            // A range that has both is that of a variable of which nothing is known.
            if width <= SYMBOL_BITS && high >= STRIDE {
                return Value::ANY;
            }
            let (low, high) = (low.max(least), high.min(most));
            if low > high {
                return Value::ANY;
            }
            return Value::Number(Interval::range(low.into(), high.into(), width));
        }
        let symbol = low / STRIDE - 1;
        let offset = |key: i64| (key - STRIDE * (symbol + 1)) as u64;
        if high / STRIDE - 1 != symbol || offset(high) > mask(width) {
            return Value::ANY;
        }
        Value::Symbol(symbol as u32, offset(low), offset(high))
    }

    /// The keys of a value of a width.
    pub(super) fn keys(self, width: u32) -> Keys {
        match self {
            Value::Symbol(symbol, low, high) if width <= SYMBOL_BITS => {
                let first = keys_of_symbol(symbol).0;
                vec![(first + low as i64, first + high as i64)]
            }
            Value::Symbol(..) => vec![numbers(width)],
            Value::Number(interval) => {
                let mut ranges: Keys = interval
                    .pieces(width)
                    .iter()
                    .map(|(low, high)| (signed(low, width), signed(high, width)))
                    .collect();
                ranges.sort_unstable();
                if let [(low, -1), (0, high)] = *ranges {
                    ranges = vec![(low, high)];
                }
                ranges
            }
        }
    }

    fn number(self) -> Interval {
        match self {
            Value::Number(interval) => interval,
            Value::Symbol(..) => Interval::Any,
        }
    }
}

/// A node of an expression, with the places of its operands.
#[derive(Clone, Copy, Debug)]
enum Node {
    Constant(Value),
    Variable(u32),
    Unary(UnaryOp, Sort, usize),
    Binary(BinaryOp, Sort, usize, usize),
    Cast(CastOp, Sort, Sort, usize),
    Select(Sort, usize, usize, usize),
}

/// An expression over variables.
#[derive(Debug)]
pub(super) struct Code {
    nodes: Vec<Node>,
    /// The variables that it reads, in the order of levels.
    pub(super) support: Vec<Level>,
    /// The numbers that make a condition on one variable true, if they are known exactly.
    pub(super) truth: Option<Keys>,
    /// The variable that it is, if it is nothing else.
    pub(super) copy: Option<Level>,
    /// The numbers that it compares variables with, each with its successor: where ranges are to be
    /// cut.
    pub(super) cuts: Vec<i64>,
}

impl Code {
    /// The code that is one variable.
    pub(super) fn variable(level: Level) -> Code {
        Code { nodes: vec![Node::Variable(0)], support: vec![level], truth: None, copy: Some(level), cuts: Vec::new() }
    }
}

/// Expressions, compiled when first asked for.
pub(super) struct Codes {
    table: FxHashMap<ExprId, Rc<Code>>,
    thresholds: Thresholds,
}

/// Nodes of an expression with all definitions in it, at most; larger ones may have any value.
const MOST_NODES: usize = 400;

impl Codes {
    pub(super) fn new() -> Self {
        Codes { table: FxHashMap::default(), thresholds: Thresholds::default() }
    }

    /// The code of an expression.
    pub(super) fn get(&mut self, program: &Program, variables: &Variables, expr: ExprId) -> Rc<Code> {
        if let Some(code) = self.table.get(&expr) {
            return Rc::clone(code);
        }
        let code = Rc::new(compile(program, variables, expr));
        self.table.insert(expr, Rc::clone(&code));
        code
    }

    /// The value of an expression where its variables have these, in the order of its support.
    pub(super) fn evaluate(&mut self, code: &Code, values: &[Value]) -> Value {
        let mut results: Vec<Value> = Vec::with_capacity(code.nodes.len());
        for node in &code.nodes {
            let value = apply(&mut self.thresholds, node, values, &results);
            results.push(value);
        }
        results.last().copied().unwrap_or(Value::ANY)
    }

    /// The truth of a condition.
    pub(super) fn truth(&mut self, code: &Code, values: &[Value]) -> Tristate {
        let value = self.evaluate(code, values).number();
        Interval::to_tristate(&mut self.thresholds, Sort::BOOL, &value).unwrap_or(Tristate::Maybe)
    }
}

fn apply(context: &mut Thresholds, node: &Node, values: &[Value], results: &[Value]) -> Value {
    let number = |place: usize| results[place].number();
    let known = |answer: Result<Interval, _>| -> Value {
        let answer: Result<Interval, adumbra_domains::Unsupported> = answer;
        answer.map_or(Value::ANY, Value::Number)
    };
    match *node {
        Node::Constant(value) => value,
        Node::Variable(index) => values.get(index as usize).copied().unwrap_or(Value::ANY),
        Node::Unary(op, sort, a) => known(Interval::unary(context, op, sort, &number(a))),
        Node::Binary(op, sort, a, b) => match relative(context, op, sort, results[a], results[b]) {
            Some(value) => value,
            None => known(Interval::binary(context, op, sort, &number(a), &number(b))),
        },
        Node::Cast(op, from, to, a) => known(Interval::cast(context, op, from, to, &number(a))),
        Node::Select(sort, c, a, b) => match Interval::to_tristate(context, Sort::BOOL, &number(c)) {
            Ok(Tristate::True) => results[a],
            Ok(Tristate::False) => results[b],
            _ if results[a] == results[b] => results[a],
            _ => known(Interval::join(context, sort, &number(a), &number(b))),
        },
    }
}

/// An operator on values of which one or both are symbols, if it is known.
fn relative(context: &mut Thresholds, op: BinaryOp, sort: Sort, a: Value, b: Value) -> Option<Value> {
    let Sort::Int(width) = sort else { return None };
    let moved = |symbol: u32, (low, high): (u64, u64), by: u64| {
        let low = low.wrapping_add(by) & mask(width);
        let length = high - (low.wrapping_sub(by) & mask(width));
        // A range that wraps is of no use.
        (low.checked_add(length)? <= mask(width)).then_some(Value::Symbol(symbol, low, low + length))
    };
    let constant = |context: &mut Thresholds, interval: &Interval| Interval::constant(context, sort, interval);
    match (op, a, b) {
        (BinaryOp::Add, Value::Symbol(s, low, high), Value::Number(n))
        | (BinaryOp::Add, Value::Number(n), Value::Symbol(s, low, high)) => {
            let by = constant(context, &n)?;
            moved(s, (low, high), by)
        }
        (BinaryOp::Sub, Value::Symbol(s, low, high), Value::Number(n)) => {
            let by = constant(context, &n)?.wrapping_neg() & mask(width);
            moved(s, (low, high), by)
        }
        (BinaryOp::Sub | BinaryOp::Eq | BinaryOp::Ne, Value::Symbol(s, low, high), Value::Symbol(t, least, most))
            if s == t =>
        {
            let range = |(low, high): (u64, u64)| Interval::range(low.into(), high.into(), width);
            let (a, b) = (range((low, high)), range((least, most)));
            Some(Interval::binary(context, op, sort, &a, &b).map_or(Value::ANY, Value::Number))
        }
        _ => None,
    }
}

fn compile(program: &Program, variables: &Variables, root: ExprId) -> Code {
    let pool = &program.exprs;
    // Operands before what uses them; a register that has a definition has the place of that.
    let mut place: FxHashMap<ExprId, usize> = FxHashMap::default();
    let mut nodes: Vec<Node> = Vec::new();
    let mut levels: Vec<Level> = Vec::new();
    let mut cuts: Vec<i64> = Vec::new();
    let mut open = vec![root];
    while let Some(expr) = open.last().copied() {
        if place.contains_key(&expr) {
            open.pop();
            continue;
        }
        let source = match pool.get(expr) {
            Expr::Register(register) => Some(variables.source(register)),
            _ => None,
        };
        let below: Vec<ExprId> = match source {
            Some(Source::Defined(definition)) => vec![definition],
            Some(_) => Vec::new(),
            None => pool.operands(expr).collect(),
        };
        let missing: Vec<ExprId> = below.iter().copied().filter(|e| !place.contains_key(e)).collect();
        if !missing.is_empty() {
            open.extend(missing);
            if nodes.len() > MOST_NODES || open.len() > MOST_NODES {
                return unknown();
            }
            continue;
        }
        open.pop();
        if let Some(Source::Defined(definition)) = source {
            place.insert(expr, place[&definition]);
            continue;
        }
        let sort = |e: ExprId| pool.ty(e).sort(program.layout.pointer_bits);
        let at = |i: usize| place[&below[i]];
        let node = match (pool.get(expr), source) {
            (_, Some(Source::Level(level))) => {
                let index = levels.iter().position(|l| *l == level).unwrap_or_else(|| {
                    levels.push(level);
                    levels.len() - 1
                });
                Node::Variable(index as u32)
            }
            (Expr::Const(bits), _) => match pool.ty(expr) {
                Type::Int(width) if width <= 64 => Node::Constant(Value::Number(Interval::of(bits, width))),
                _ => Node::Constant(Value::ANY),
            },
            (Expr::Unary(op, a), _) => Node::Unary(op, sort(a), at(0)),
            (Expr::Binary(op, a, b), _) => {
                for side in [a, b] {
                    if let (Expr::Const(bits), Type::Int(width)) = (pool.get(side), pool.ty(side))
                        && width <= 64
                    {
                        let number = signed(bits, width);
                        cuts.extend([number, number.saturating_add(1)]);
                    }
                }
                Node::Binary(op, sort(a), at(0), at(1))
            }
            (Expr::Cast(op, a), _) => Node::Cast(op, sort(a), sort(expr), at(0)),
            (Expr::Select(..), _) => Node::Select(sort(expr), at(0), at(1), at(2)),
            _ => Node::Constant(Value::ANY),
        };
        nodes.push(node);
        place.insert(expr, nodes.len() - 1);
    }
    // The root is last, unless it is a definition's place.
    let last = place[&root];
    nodes.truncate(last + 1);
    let support = sorted_support(&mut nodes, &levels);
    let copy = match (nodes.last(), &*support) {
        (Some(Node::Variable(index)), _) => support.get(*index as usize).copied(),
        _ => None,
    };
    let truth = if pool.ty(root) == Type::BOOL { exact_truth(&nodes) } else { None };
    cuts.sort_unstable();
    cuts.dedup();
    Code { nodes, support, truth, copy, cuts }
}

fn unknown() -> Code {
    Code { nodes: vec![Node::Constant(Value::ANY)], support: Vec::new(), truth: None, copy: None, cuts: Vec::new() }
}

/// Numbers the variables in the order of their levels, and leaves out those that are not used.
fn sorted_support(nodes: &mut [Node], levels: &[Level]) -> Vec<Level> {
    let mut support: Vec<Level> = nodes
        .iter()
        .filter_map(|node| match node {
            Node::Variable(index) => Some(levels[*index as usize]),
            _ => None,
        })
        .collect();
    support.sort_unstable();
    support.dedup();
    for node in nodes {
        if let Node::Variable(index) = node {
            let level = levels[*index as usize];
            *index = support.iter().position(|l| *l == level).unwrap_or(0) as u32;
        }
    }
    support
}

/// The numbers that make a condition true that is one variable, or compares it with a constant.
fn exact_truth(nodes: &[Node]) -> Option<Keys> {
    if let Some(Node::Variable(_)) = nodes.last() {
        // A truth value: as a signed number, one that is true is -1.
        return Some(vec![(-1, -1)]);
    }
    let Some(Node::Binary(op, Sort::Int(width), a, b)) = nodes.last() else { return None };
    let (constant, swapped) = match (nodes[*a], nodes[*b]) {
        (Node::Variable(_), Node::Constant(Value::Number(n))) => (n, false),
        (Node::Constant(Value::Number(n)), Node::Variable(_)) => (n, true),
        _ => return None,
    };
    let (least, most) = numbers(*width);
    let (n, same) = constant.signed_bounds(*width);
    if n != same {
        return None;
    }
    let ordered = |low: i64, high: i64| if low <= high { vec![(low, high)] } else { Vec::new() };
    let below = |n: i64| if n > least { ordered(least, n - 1) } else { Vec::new() };
    let above = |n: i64| if n < most { ordered(n + 1, most) } else { Vec::new() };
    // Unsigned, the negative numbers are above all others.
    let unsigned_below = |n: i64| match n {
        0 => Vec::new(),
        1.. => vec![(0, n - 1)],
        _ if n == least => vec![(0, most)],
        _ => [(least, n - 1), (0, most)].to_vec(),
    };
    let unsigned_above = |n: i64| match n {
        -1 => Vec::new(),
        ..-1 => vec![(n + 1, -1)],
        _ if n == most => vec![(least, -1)],
        _ => [(least, -1), (n + 1, most)].to_vec(),
    };
    let with = |mut keys: Keys, n: i64| {
        keys.push((n, n));
        normal(keys)
    };
    Some(match (op, swapped) {
        (BinaryOp::Eq, _) => vec![(n, n)],
        (BinaryOp::Ne, _) => normal([below(n), above(n)].concat()),
        (BinaryOp::Slt, false) => below(n),
        (BinaryOp::Sle, false) => with(below(n), n),
        (BinaryOp::Slt, true) => above(n),
        (BinaryOp::Sle, true) => with(above(n), n),
        (BinaryOp::Ult, false) => unsigned_below(n),
        (BinaryOp::Ule, false) => with(unsigned_below(n), n),
        (BinaryOp::Ult, true) => unsigned_above(n),
        (BinaryOp::Ule, true) => with(unsigned_above(n), n),
        _ => return None,
    })
}

/// Ranges in ascending order, those that meet as one.
pub(super) fn normal(mut keys: Keys) -> Keys {
    keys.sort_unstable();
    let mut all: Keys = Vec::new();
    for (low, high) in keys {
        match all.last_mut() {
            Some((_, end)) if low <= end.saturating_add(1) => *end = high.max(*end),
            _ => all.push((low, high)),
        }
    }
    all
}

/// The numbers of a width that are not among these.
pub(super) fn others(keys: &[(i64, i64)], width: u32) -> Keys {
    let (least, most) = numbers(width);
    let mut rest = Vec::new();
    let mut next = Some(least);
    for (low, high) in keys {
        if let Some(from) = next.filter(|from| from < low) {
            rest.push((from, low - 1));
        }
        next = high.checked_add(1).filter(|n| *n <= most);
    }
    rest.extend(next.map(|from| (from, most)));
    rest
}
