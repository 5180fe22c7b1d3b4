//! What moves do to sets of valuations, and what they came from.
//!
//! A move is a *step*: a condition, then assignments that happen at once, then variables that are
//! forgotten. Conditions on one variable that compare it with a number keep its pieces. For
//! everything else the set is looked at in *boxes*: the pieces of the variables that an expression
//! reads, in all combinations that occur; in each of them the expression has a value, a range of
//! numbers or a symbol. So sums, products and remainders are exact where variables have single
//! values.
//!
//! **There are finitely many sets.** A variable that was given more than a number of different
//! ranges is *coarse* from then on: what it is given is made larger, up to the next numbers that
//! the program compares it with or gives it, and symbols are given up.

mod thresholds;

use super::diagram::{Diagrams, EMPTY, FULL, Keys, Level, Node};
use super::expression::{
    Code, Codes, MOST_SYMBOLS, SYMBOL_BITS, SYMBOLS, Value, keys_of_symbol, normal, numbers, others,
};
use super::variables::{Source, Variable, Variables};
use adumbra_dependence::{RegionId, Regions};
use adumbra_domains::{Tristate, signed};
use adumbra_interpreter::Externals;
use adumbra_program::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// Boxes that are looked at one by one.
const MOST_BOXES: usize = 2000;

/// Numbers of a range that are looked at one by one.
const MOST_SINGLES: i64 = 8;

/// What a variable is given.
#[derive(Clone, Debug)]
enum Given {
    /// The value of an expression.
    Code(Rc<Code>),
    /// Any value.
    Any,
    /// The symbol of an input.
    Symbol(u32),
}

/// What a move does.
#[derive(Default, Debug)]
pub(super) struct Step {
    condition: Option<(Rc<Code>, bool)>,
    /// The symbol of an input that is read: whoever has it must give it up.
    renewed: Option<u32>,
    given: Vec<(Level, Given)>,
    /// Levels that are forgotten, in ascending order.
    forgotten: Vec<Level>,
}

/// Ranges of keys of the variables that were asked for.
type Ranges = Vec<(i64, i64)>;

/// The transfer of sets along moves.
pub(super) struct Transfer {
    program: Arc<Program>,
    regions: Arc<Regions>,
    externals: Externals,
    /// Different ends of ranges that a variable is given before it is coarse.
    most_ends: usize,
    pub(super) variables: Variables,
    pub(super) diagrams: Diagrams,
    codes: Codes,
    steps: FxHashMap<Move, Rc<Step>>,
    symbols: FxHashMap<Edge, u32>,
    /// The ends of ranges that each variable was given.
    ends: Vec<FxHashSet<i64>>,
    /// Of each variable, the numbers that it is compared with or given, and their successors.
    thresholds: Vec<Vec<i64>>,
}

impl Transfer {
    pub(super) fn new(program: &Arc<Program>, regions: &Arc<Regions>, externals: Externals, most_ends: usize) -> Self {
        let variables = Variables::new(program, regions);
        let mut transfer = Transfer {
            program: Arc::clone(program),
            regions: Arc::clone(regions),
            externals,
            most_ends,
            ends: vec![FxHashSet::default(); variables.len()],
            variables,
            diagrams: Diagrams::new(),
            codes: Codes::new(),
            steps: FxHashMap::default(),
            symbols: FxHashMap::default(),
            thresholds: Vec::new(),
        };
        transfer.thresholds = transfer.find_thresholds();
        transfer
    }

    /// The regions of memory.
    pub(super) fn regions(&self) -> &Regions {
        &self.regions
    }

    /// The symbols of input edges.
    #[cfg(test)]
    pub(super) fn symbols(&self) -> impl Iterator<Item = (&Edge, &u32)> {
        self.symbols.iter()
    }

    /// How many variables are coarse.
    pub(super) fn coarse(&self) -> usize {
        (0..self.ends.len() as Level).filter(|level| self.is_coarse(*level)).count()
    }

    fn is_coarse(&self, level: Level) -> bool {
        self.ends[level as usize].len() > self.most_ends
    }

    /// The valuations at the start of the program.
    pub(super) fn initial(&mut self) -> Node {
        let mut set = FULL;
        let program = Arc::clone(&self.program);
        let regions = Arc::clone(&self.regions);
        // From the bottom, so that nothing is built twice.
        let mut known: Vec<(Level, u64)> = Vec::new();
        for (global, data) in program.globals.iter() {
            let Some(init) = &data.init else { continue };
            for run in regions.initial(global) {
                let Some(level) = self.variables.level(Variable::Cell(run.region)) else { continue };
                let whole = run.size == u64::from(regions.get(run.region).size);
                if run.count != 1
                    || !whole
                    || run.size > 8
                    || init.relocations.iter().any(|r| overlaps(r.offset, run.offset, run.size))
                {
                    continue;
                }
                let byte = |i: u64| init.bytes.get((run.offset + i) as usize).copied().unwrap_or(0);
                let bits = (0..run.size).rev().fold(0u64, |bits, i| bits << 8 | u64::from(byte(i)));
                known.push((level, bits));
            }
        }
        known.sort_unstable_by_key(|(level, _)| std::cmp::Reverse(*level));
        known.dedup_by_key(|(level, _)| *level);
        for (level, bits) in known {
            let number = signed(bits, self.variables.width(level));
            set = self.diagrams.set(set, level, &[(number, number)]);
        }
        set
    }

    /// The valuations behind a move.
    pub(super) fn image(&mut self, set: Node, step: Move) -> Node {
        let step = self.step(step);
        let mut set = set;
        if let Some((code, truth)) = &step.condition {
            set = self.assume(set, code, *truth);
        }
        if set == EMPTY {
            return EMPTY;
        }
        if let Some(symbol) = step.renewed {
            set = self.renew(set, symbol);
        }
        if !step.given.is_empty() {
            set = self.assign(set, &step.given);
        }
        self.forget(set, &step.forgotten)
    }

    /// Forgets registers that are not read any more at a location.
    pub(super) fn settle(&mut self, set: Node, location: Location) -> Node {
        let dead = self.variables.dead(location);
        self.forget(set, &dead)
    }

    fn forget(&mut self, set: Node, levels: &[Level]) -> Node {
        if levels.is_empty() || set <= FULL {
            return set;
        }
        self.diagrams.forget(set, levels)
    }

    /// The valuations of a set from which a move may lead into another one.
    pub(super) fn before(&mut self, set: Node, step: Move, after: Node) -> Node {
        let step = self.step(step);
        let mut from = set;
        if let Some((code, truth)) = &step.condition {
            from = self.keep_possible(set, code, *truth);
            if let [level] = *code.support {
                // Symbols were given up where the variable was compared.
                let after = self.diagrams.blur(after, SYMBOLS, &|l| l == level);
                return self.diagrams.meet(from, after);
            }
        }
        let mut after = after;
        if !step.given.is_empty() {
            let given = &step.given;
            let mut levels: Vec<Level> = given.iter().map(|(level, _)| *level).collect();
            levels.sort_unstable();
            // Copies of ranges are cut where the set behind them is, lest the copy be in another
            // part than what was copied.
            let mut cuts = Vec::new();
            for (level, _) in given.iter().filter(|(_, given)| given.code().is_some_and(|code| code.copy.is_some())) {
                let shadow = self.diagrams.project(after, &[*level]);
                cuts.extend(self.diagrams.pieces(shadow).map(|(first, _, _)| first));
            }
            let (support, boxes) = self.boxes(from, given.iter().filter_map(|(_, given)| given.code()), cuts);
            let mut all = EMPTY;
            for ranges in boxes {
                let values = self.values(&support, &ranges);
                let mut here = after;
                for (level, given) in given {
                    if let Some(keys) = self.keys(*level, given, &support, &values) {
                        here = self.diagrams.keep(here, *level, &keys);
                    }
                }
                let here = self.diagrams.forget(here, &levels);
                let there = self.within(from, &support, &ranges);
                let here = match step.renewed {
                    Some(symbol) => self.diagrams.blur(here, keys_of_symbol(symbol), &|_| true),
                    None => here,
                };
                let both = self.diagrams.meet(there, here);
                all = self.diagrams.union(all, both);
            }
            return all;
        }
        if let Some(symbol) = step.renewed {
            after = self.diagrams.blur(after, keys_of_symbol(symbol), &|_| true);
        }
        self.diagrams.meet(from, after)
    }

    /// Gives up a symbol: who has it may have any number.
    fn renew(&mut self, set: Node, symbol: u32) -> Node {
        let variables = &self.variables;
        let any = |level: Level| {
            let width = variables.width(level);
            (width <= SYMBOL_BITS).then(|| vec![numbers(width)])
        };
        self.diagrams.replace(set, keys_of_symbol(symbol), &any)
    }

    /// The valuations in which a condition may have a truth value.
    fn assume(&mut self, set: Node, code: &Code, truth: bool) -> Node {
        if let ([level], Some(keys)) = (&*code.support, &code.truth) {
            let width = self.variables.width(*level);
            let keys = if truth { keys.clone() } else { others(keys, width) };
            let mut numeric = self.diagrams.keep(set, *level, &keys);
            if width <= SYMBOL_BITS {
                // A level that the set does not depend on has numbers only, and was kept already.
                let symbolic = self.diagrams.keep_explicit(set, *level, SYMBOLS);
                if symbolic != EMPTY {
                    let compared = self.diagrams.set(symbolic, *level, &keys);
                    numeric = self.diagrams.union(numeric, compared);
                }
            }
            return numeric;
        }
        self.keep_possible(set, code, truth)
    }

    /// The same without a change to any valuation.
    fn keep_possible(&mut self, set: Node, code: &Code, truth: bool) -> Node {
        if let ([level], Some(keys)) = (&*code.support, &code.truth) {
            let width = self.variables.width(*level);
            let mut keys = if truth { keys.clone() } else { others(keys, width) };
            if width <= SYMBOL_BITS && !keys.is_empty() {
                keys.push(SYMBOLS);
            }
            return self.diagrams.keep(set, *level, &normal(keys));
        }
        let (support, boxes) = self.boxes(set, [code].into_iter(), Vec::new());
        let mut all = EMPTY;
        for ranges in boxes {
            let values = self.values(&support, &ranges);
            let possible = match self.codes.truth(code, &values) {
                Tristate::True => truth,
                Tristate::False => !truth,
                Tristate::Maybe => true,
            };
            if possible {
                let here = self.within(set, &support, &ranges);
                all = self.diagrams.union(all, here);
            }
        }
        all
    }

    fn assign(&mut self, set: Node, given: &[(Level, Given)]) -> Node {
        let (support, boxes) = self.boxes(set, given.iter().filter_map(|(_, given)| given.code()), Vec::new());
        let mut all = EMPTY;
        for ranges in boxes {
            let values = self.values(&support, &ranges);
            let mut here = self.within(set, &support, &ranges);
            for (level, given) in given {
                here = match self.keys(*level, given, &support, &values) {
                    Some(keys) => {
                        let keys = self.coarser(*level, keys);
                        self.diagrams.set(here, *level, &keys)
                    }
                    None => self.diagrams.forget(here, &[*level]),
                };
            }
            all = self.diagrams.union(all, here);
        }
        all
    }

    /// What a variable is given, as keys; `None` if it may be anything and has no symbols.
    fn keys(&mut self, level: Level, given: &Given, support: &[Level], values: &[Value]) -> Option<Keys> {
        let width = self.variables.width(level);
        let value = match given {
            Given::Any => Value::ANY,
            Given::Symbol(symbol) => Value::Symbol(*symbol, 0, 0),
            Given::Code(code) => {
                let own: Vec<Value> = code
                    .support
                    .iter()
                    .map(|level| support.binary_search(level).map_or(Value::ANY, |i| values[i]))
                    .collect();
                self.codes.evaluate(code, &own)
            }
        };
        let is_any = value == Value::ANY;
        (!is_any || width <= SYMBOL_BITS).then(|| value.keys(width))
    }

    /// The keys that a variable is given, made larger if it was given too many.
    fn coarser(&mut self, level: Level, keys: Keys) -> Keys {
        let (ends, thresholds) = (&mut self.ends[level as usize], &self.thresholds[level as usize]);
        if ends.len() <= self.most_ends {
            for end in keys.iter().flat_map(|(low, high)| [*low, *high]) {
                if ends.len() <= self.most_ends && thresholds.binary_search(&end).is_err() {
                    ends.insert(end);
                }
            }
            return keys;
        }
        let width = self.variables.width(level);
        let (least, most) = numbers(width);
        let wide = |(low, high): (i64, i64)| {
            if width <= SYMBOL_BITS && high >= SYMBOLS.0 {
                return (least, most);
            }
            let below = thresholds.partition_point(|t| *t <= low);
            let above = thresholds.partition_point(|t| *t <= high);
            let low = below.checked_sub(1).map_or(least, |i| thresholds[i].max(least));
            // Thresholds are where ranges begin.
            let high = thresholds.get(above).map_or(most, |t| (t - 1).min(most));
            (low, high)
        };
        normal(keys.into_iter().map(wide).collect())
    }

    /// The boxes of what some expressions read, in which a set has valuations: the levels, and for
    /// each box their ranges of keys.
    fn boxes<'a>(
        &mut self,
        set: Node,
        codes: impl Iterator<Item = &'a Code>,
        mut cuts: Vec<i64>,
    ) -> (Vec<Level>, Vec<Ranges>) {
        let (mut support, mut computes) = (Vec::new(), !cuts.is_empty());
        for code in codes {
            support.extend(&code.support);
            if code.copy.is_none() {
                cuts.extend(&code.cuts);
                computes = true;
            }
        }
        support.sort_unstable();
        support.dedup();
        cuts.sort_unstable();
        if support.is_empty() {
            return (support, vec![Vec::new()]);
        }
        let shadow = self.diagrams.project(set, &support);
        let mut boxes = Vec::new();
        let mut ranges = Vec::new();
        if !self.enumerate(shadow, &support, &cuts, computes, &mut ranges, &mut boxes) {
            let anything = support.iter().map(|_| (i64::MIN, i64::MAX)).collect();
            return (support, vec![anything]);
        }
        (support, boxes)
    }

    /// Lists the boxes of a set over some levels; `false` if there are too many.
    fn enumerate(
        &self,
        node: Node,
        support: &[Level],
        cuts: &[i64],
        computes: bool,
        ranges: &mut Ranges,
        boxes: &mut Vec<Ranges>,
    ) -> bool {
        if node == EMPTY {
            return true;
        }
        let Some(level) = support.get(ranges.len()) else {
            boxes.push(ranges.clone());
            return boxes.len() <= MOST_BOXES;
        };
        let width = self.variables.width(*level);
        let pieces: Vec<(i64, i64, Node)> = if self.diagrams.level(node) == *level {
            self.diagrams.pieces(node).filter(|(_, _, child)| *child != EMPTY).collect()
        } else {
            vec![(i64::MIN, i64::MAX, node)]
        };
        for (first, last, child) in pieces {
            for range in parts(first, last, width, cuts, computes) {
                ranges.push(range);
                let fits = self.enumerate(child, support, cuts, computes, ranges, boxes);
                ranges.pop();
                if !fits {
                    return false;
                }
            }
        }
        true
    }

    fn values(&self, support: &[Level], ranges: &Ranges) -> Vec<Value> {
        let value =
            |(level, (low, high)): (&Level, &(i64, i64))| Value::of_keys(*low, *high, self.variables.width(*level));
        support.iter().zip(ranges).map(value).collect()
    }

    /// The valuations of a set in a box.
    fn within(&mut self, set: Node, support: &[Level], ranges: &Ranges) -> Node {
        let mut set = set;
        for (level, range) in support.iter().zip(ranges) {
            if *range != (i64::MIN, i64::MAX) {
                set = self.diagrams.keep(set, *level, &[*range]);
            }
        }
        set
    }

    fn code(&mut self, expr: ExprId) -> Rc<Code> {
        self.codes.get(&self.program, &self.variables, expr)
    }

    fn given(&mut self, expr: ExprId) -> Given {
        match self.program.exprs.ty(expr) {
            Type::Int(width) if width <= 64 => Given::Code(self.code(expr)),
            _ => Given::Any,
        }
    }

    fn step(&mut self, step: Move) -> Rc<Step> {
        if let Some(known) = self.steps.get(&step) {
            return Rc::clone(known);
        }
        let made = Rc::new(self.make_step(step));
        self.steps.insert(step, Rc::clone(&made));
        made
    }

    fn make_step(&mut self, step: Move) -> Step {
        let program = Arc::clone(&self.program);
        let edge = step.edge();
        let mut made = Step::default();
        match (step, &program.edges[edge].op) {
            (Move::Enter { callee, .. }, Op::Call { arguments, .. }) => {
                let Some(body) = program.body(callee) else { return made };
                for (index, parameter) in body.parameters.iter().enumerate() {
                    if let Some(level) = self.variables.level(Variable::Register(*parameter)) {
                        let given = arguments.get(index).map_or(Given::Any, |argument| self.given(*argument));
                        made.given.push((level, given));
                    }
                }
            }
            (Move::Leave { callee, .. }, Op::Call { results, .. }) => {
                for (number, register) in (0..).zip(results) {
                    let result = self.variables.level(Variable::Result(callee, number));
                    if let Some(level) = self.variables.level(Variable::Register(*register)) {
                        let same = result.filter(|result| self.variables.width(*result) == self.variables.width(level));
                        let given = same.map_or(Given::Any, |result| Given::Code(Rc::new(Code::variable(result))));
                        made.given.push((level, given));
                    }
                }
                let types = 0..program.functions[callee].result_types.len() as u32;
                made.forgotten = self.variables.own(callee).collect();
                made.forgotten.extend(types.filter_map(|n| self.variables.level(Variable::Result(callee, n))));
                made.forgotten.sort_unstable();
            }
            (Move::Edge(_), op) => self.along(edge, op, &mut made),
            _ => {}
        }
        made
    }

    fn along(&mut self, edge: Edge, op: &Op, made: &mut Step) {
        let mut regions: Vec<RegionId> = self.regions.written(edge).to_vec();
        match op {
            Op::Assume { condition, truth } => made.condition = Some((self.code(*condition), *truth)),
            Op::Assign(pairs) => {
                for (register, expr) in pairs {
                    if let Source::Level(level) = self.variables.source(*register) {
                        let given = self.given(*expr);
                        made.given.push((level, given));
                    }
                }
            }
            Op::Load { register, address } => {
                // Registers that stand for the cell itself have no level of their own.
                if let Some(level) = self.variables.level(Variable::Register(*register)) {
                    let ty = self.program.registers[*register].ty;
                    let cell = self.variables.direct(edge, *address, ty);
                    let source = cell.and_then(|region| self.variables.level(Variable::Cell(region)));
                    let given = source.map_or(Given::Any, |source| Given::Code(Rc::new(Code::variable(source))));
                    made.given.push((level, given));
                }
            }
            Op::Store { address, value } => {
                let ty = self.program.exprs.ty(*value);
                let cell = self.variables.direct(edge, *address, ty);
                if let Some(level) = cell.and_then(|region| self.variables.level(Variable::Cell(region))) {
                    let given = self.given(*value);
                    made.given.push((level, given));
                    regions.clear();
                } else {
                    regions.extend(self.regions.access(edge));
                }
            }
            Op::Return { values } => {
                let function = self.program.function_of(self.program.edges[edge].from);
                for (number, value) in (0..).zip(values) {
                    if let Some(level) = self.variables.level(Variable::Result(function, number)) {
                        let given = self.given(*value);
                        made.given.push((level, given));
                    }
                }
            }
            Op::Input { register, .. } => {
                if let Some(level) = self.variables.level(Variable::Register(*register)) {
                    let width = self.variables.width(level);
                    let symbols = self.symbols.len() as u32;
                    let given = if width > 1 && width <= SYMBOL_BITS && symbols < MOST_SYMBOLS {
                        let symbol = *self.symbols.entry(edge).or_insert(symbols);
                        made.renewed = Some(symbol);
                        Given::Symbol(symbol)
                    } else {
                        Given::Any
                    };
                    made.given.push((level, given));
                }
            }
            op => {
                op.for_each_definition(|register| {
                    if let Some(level) = self.variables.level(Variable::Register(register)) {
                        made.given.push((level, Given::Any));
                    }
                });
                if matches!(op, Op::Call { .. }) && self.externals != Externals::Pure {
                    regions.extend(self.regions.iter().map(|(id, _)| id));
                }
            }
        }
        regions.sort_unstable();
        regions.dedup();
        for region in regions {
            if let Some(level) = self.variables.level(Variable::Cell(region)) {
                made.given.push((level, Given::Any));
            }
        }
    }
}

impl Given {
    fn code(&self) -> Option<&Code> {
        match self {
            Given::Code(code) => Some(code),
            _ => None,
        }
    }
}

/// The parts of a piece in which an expression is looked at.
fn parts(first: i64, last: i64, width: u32, cuts: &[i64], computes: bool) -> Vec<(i64, i64)> {
    let anything = (first, last) == (i64::MIN, i64::MAX);
    if !computes || width <= SYMBOL_BITS && last >= SYMBOLS.0 && !anything {
        return vec![(first, last)];
    }
    let (least, most) = numbers(width);
    let (first, last) = (first.max(least), last.min(most));
    if first > last {
        return Vec::new();
    }
    if last.checked_sub(first).is_some_and(|length| length < MOST_SINGLES) {
        return (first..=last).map(|n| (n, n)).collect();
    }
    let mut from = first;
    let mut all = Vec::new();
    // Signs are where operators differ.
    let mut cuts: Vec<i64> = cuts.iter().copied().chain([0]).filter(|cut| *cut > first && *cut <= last).collect();
    cuts.sort_unstable();
    cuts.dedup();
    for cut in cuts {
        all.push((from, cut - 1));
        from = cut;
    }
    all.push((from, last));
    all
}

fn overlaps(offset: u64, at: u64, size: u64) -> bool {
    offset < at + size && at < offset + 16
}
