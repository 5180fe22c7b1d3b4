//! Arrays: do the values that the SAT core gave to elements fit together? Lemmas on demand where
//! they do not.
//!
//! An access is an element with a place: what a select reads, or what a store writes. Accesses
//! travel through the arrays: past stores at other indices, into the chosen side of a choice and,
//! once arrays are compared, also upward and across equalities. Two accesses that meet in an array
//! at the same index with different values give a lemma: the conditions of both ways and the
//! equality of the indices imply the equality of the values. When nothing meets, what has arrived
//! at the variables is the model.

use super::valuation::{Open, Valuation};
use adumbra_sat::Limits;
use adumbra_stop::spend;
use adumbra_terms::{ArrayValue, IndexSort, Kind, Model, Op, SortKind, Term, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// An element with its place.
#[derive(Clone, Copy)]
struct Access {
    index: Term,
    element: Term,
    /// The array it starts from.
    home: Term,
}

/// How an access came to an array.
#[derive(Clone, Copy)]
struct Step {
    from: Term,
    condition: Condition,
}

/// What must hold for an access to pass.
#[derive(Clone, Copy)]
enum Condition {
    /// The index differs from that of this store.
    Elsewhere(Term),
    /// This is true.
    Holds(Term),
    /// This is false.
    Fails(Term),
}

/// One look at all accesses.
pub struct Arrays<'a> {
    terms: &'a mut Terms,
    from: Open<'a>,
    valuation: &'a mut Valuation,
    accesses: Vec<Access>,
    /// The first access at an index of an array.
    at: FxHashMap<(Term, Value), usize>,
    ways: FxHashMap<(Term, usize), Step>,
    queue: VecDeque<(Term, usize)>,
    /// Arrays that are made from an array, and equalities that hold of it; only when arrays are
    /// compared.
    above: FxHashMap<Term, Vec<Term>>,
    equal: FxHashMap<Term, Vec<(Term, Term)>>,
    lemmas: Vec<Term>,
}

/// What a look found.
pub enum Finding {
    /// Valid formulas that the values contradict.
    Lemmas(Vec<Term>),
    /// Elements to look at as well.
    Elements(Vec<Term>),
    /// The values fit.
    Consistent,
    /// A limit was reached before that was known.
    Stopped,
}

/// The work of bringing an access to an array.
const STEP: u64 = 250;

/// So many lemmas are enough for one round.
const ENOUGH: usize = 256;

/// After so many steps the limits are looked at.
const POLL: u32 = 1024;

impl<'a> Arrays<'a> {
    /// Looks at the active accesses under a valuation; values of array variables go into the model.
    pub fn check(
        terms: &'a mut Terms,
        from: Open<'a>,
        valuation: &'a mut Valuation,
        model: &mut Model,
        limits: &Limits,
    ) -> Finding {
        let mut arrays = Arrays {
            terms,
            from,
            valuation,
            accesses: Vec::new(),
            at: FxHashMap::default(),
            ways: FxHashMap::default(),
            queue: VecDeque::new(),
            above: FxHashMap::default(),
            equal: FxHashMap::default(),
            lemmas: Vec::new(),
        };
        arrays.collect();
        if !arrays.travel(limits) {
            return Finding::Stopped;
        }
        if !arrays.lemmas.is_empty() {
            return Finding::Lemmas(arrays.lemmas);
        }
        arrays.model(model)
    }

    fn collect(&mut self) {
        if !self.from.active.equalities.is_empty() {
            for &array in &self.from.active.arrays {
                match (self.terms.kind(array), self.terms.operands(array)) {
                    (Kind::Store, [base, ..]) => self.above.entry(*base).or_default().push(array),
                    (Kind::Ite, [_, then, otherwise]) => {
                        self.above.entry(*then).or_default().push(array);
                        if otherwise != then {
                            self.above.entry(*otherwise).or_default().push(array);
                        }
                    }
                    _ => {}
                }
            }
            for &equality in &self.from.active.equalities {
                if let [a, b] = *self.terms.operands(equality)
                    && self.valuation.truth(self.terms, self.from, equality)
                {
                    self.equal.entry(a).or_default().push((equality, b));
                    self.equal.entry(b).or_default().push((equality, a));
                }
            }
        }
        for &store in self.from.active.arrays.iter().filter(|a| self.terms.kind(**a) == Kind::Store) {
            if let [_, index, element] = *self.terms.operands(store) {
                self.queue.push_back((store, self.accesses.len()));
                self.accesses.push(Access { index, element, home: store });
            }
        }
        for &select in &self.from.active.selects {
            if let [home, index] = *self.terms.operands(select) {
                self.queue.push_back((home, self.accesses.len()));
                self.accesses.push(Access { index, element: select, home });
            }
        }
    }

    fn value(&mut self, term: Term) -> Value {
        self.valuation.value(self.terms, self.from, term).clone()
    }

    /// Lets accesses meet; `false` if a limit is reached.
    fn travel(&mut self, limits: &Limits) -> bool {
        let mut steps = 0u32;
        while let Some((array, access)) = self.queue.pop_front() {
            if self.lemmas.len() >= ENOUGH {
                return true;
            }
            steps += 1;
            spend(STEP);
            if steps.is_multiple_of(POLL) && limits.reached().is_some() {
                return false;
            }
            let Access { index, element, .. } = self.accesses[access];
            let place = self.value(index);
            if let Some(&first) = self.at.get(&(array, place.clone())) {
                let other = self.accesses[first].element;
                if first != access && self.value(element) != self.value(other) {
                    self.meet(array, access, first);
                }
                continue;
            }
            self.at.insert((array, place.clone()), access);
            self.go_on(array, access, &place);
        }
        true
    }

    fn step(&mut self, from: Term, to: Term, access: usize, condition: Condition) {
        // The first way is kept: it leads home.
        if self.accesses[access].home != to
            && let std::collections::hash_map::Entry::Vacant(way) = self.ways.entry((to, access))
        {
            way.insert(Step { from, condition });
            self.queue.push_back((to, access));
        }
    }

    /// Passes an access on past a store, unless it is at the index of the store.
    fn pass(&mut self, from: Term, to: Term, access: usize, place: &Value, index: Term) {
        if self.value(index) != *place {
            self.step(from, to, access, Condition::Elsewhere(index));
        }
    }

    fn go_on(&mut self, array: Term, access: usize, place: &Value) {
        match (self.terms.kind(array), self.terms.operands(array)) {
            (Kind::Store, &[base, index, _]) => self.pass(array, base, access, place, index),
            (Kind::Ite, &[condition, then, otherwise]) => {
                if self.valuation.truth(self.terms, self.from, condition) {
                    self.step(array, then, access, Condition::Holds(condition));
                } else {
                    self.step(array, otherwise, access, Condition::Fails(condition));
                }
            }
            (Kind::ConstArray, &[element]) => {
                let read = self.accesses[access].element;
                if self.value(read) != self.value(element) {
                    let mut lemma = vec![self.terms.eq(read, element)];
                    self.conditions(array, access, &mut lemma);
                    self.learn(lemma);
                }
            }
            _ => {}
        }
        for (equality, other) in self.equal.get(&array).cloned().unwrap_or_default() {
            spend(STEP);
            self.step(array, other, access, Condition::Holds(equality));
        }
        for upper in self.above.get(&array).cloned().unwrap_or_default() {
            spend(STEP);
            match (self.terms.kind(upper), self.terms.operands(upper)) {
                (Kind::Store, &[_, index, _]) => self.pass(array, upper, access, place, index),
                (Kind::Ite, &[condition, then, otherwise]) => {
                    if self.valuation.truth(self.terms, self.from, condition) {
                        if then == array {
                            self.step(array, upper, access, Condition::Holds(condition));
                        }
                    } else if otherwise == array {
                        self.step(array, upper, access, Condition::Fails(condition));
                    }
                }
                _ => {}
            }
        }
    }

    /// The negations of what must hold for an access to come to an array.
    fn conditions(&mut self, array: Term, access: usize, clause: &mut Vec<Term>) {
        let Access { index, home, .. } = self.accesses[access];
        let mut here = array;
        while here != home {
            let Some(step) = self.ways.get(&(here, access)).copied() else { return };
            clause.push(match step.condition {
                Condition::Elsewhere(other) => self.terms.eq(index, other),
                Condition::Holds(condition) => self.terms.not(condition),
                Condition::Fails(condition) => condition,
            });
            here = step.from;
        }
    }

    fn meet(&mut self, array: Term, access: usize, first: usize) {
        let (a, b) = (self.accesses[access], self.accesses[first]);
        let mut clause = vec![self.terms.eq(a.element, b.element)];
        if a.index != b.index {
            let same = self.terms.eq(a.index, b.index);
            clause.push(self.terms.not(same));
        }
        self.conditions(array, access, &mut clause);
        self.conditions(array, first, &mut clause);
        self.learn(clause);
    }

    fn learn(&mut self, mut clause: Vec<Term>) {
        clause.sort_unstable();
        clause.dedup();
        let lemma = self.terms.or_all(clause);
        self.lemmas.push(lemma);
    }

    /// Values of the array variables, once no two accesses disagree.
    fn model(&mut self, model: &mut Model) -> Finding {
        let mut entries: FxHashMap<Term, Vec<(Value, Value)>> = FxHashMap::default();
        let places: Vec<(Term, Value, usize)> = self.at.iter().map(|((a, v), n)| (*a, v.clone(), *n)).collect();
        for (array, place, access) in places {
            let element = self.value(self.accesses[access].element);
            entries.entry(array).or_default().push((place, element));
        }
        let groups = self.groups();
        let (defaults, missing) = self.defaults(&groups, &entries);
        if !missing.is_empty() {
            return Finding::Elements(missing);
        }
        for &array in &self.from.active.arrays {
            if let (Op::Var(symbol), SortKind::Array { index, element }) =
                (self.terms.op(array), self.terms.sort_kind(self.terms.sort(array)))
            {
                let group = groups.get(&array).copied().unwrap_or(array);
                let default = defaults.get(&group).cloned().unwrap_or_else(|| Value::zero(self.terms, element));
                let entries = entries.remove(&array).unwrap_or_default();
                let value = ArrayValue::new(IndexSort::of(self.terms, index), default, entries);
                model.set(symbol, Value::Array(value));
            }
        }
        Finding::Consistent
    }

    /// What the arrays of a group hold where nobody looked, and elements that must be looked at
    /// before that is known.
    ///
    /// Constant arrays in one group may hold different values only if stores separate them at every
    /// place: so each of them is looked at in every place that the group uses, and in one that it
    /// does not use.
    fn defaults(
        &mut self,
        groups: &FxHashMap<Term, Term>,
        entries: &FxHashMap<Term, Vec<(Value, Value)>>,
    ) -> (FxHashMap<Term, Value>, Vec<Term>) {
        let mut defaults: FxHashMap<Term, Value> = FxHashMap::default();
        let mut constants: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
        let mut torn: Vec<Term> = Vec::new();
        for &array in &self.from.active.arrays {
            if self.terms.kind(array) != Kind::ConstArray {
                continue;
            }
            let group = groups.get(&array).copied().unwrap_or(array);
            let value = self.value(self.terms.operands(array)[0]);
            constants.entry(group).or_default().push(array);
            if *defaults.entry(group).or_insert_with(|| value.clone()) != value && !torn.contains(&group) {
                torn.push(group);
            }
        }
        let mut missing = Vec::new();
        for group in torn {
            let members = entries.iter().filter(|(member, _)| groups.get(member) == Some(&group));
            let mut places: FxHashSet<Value> =
                members.flat_map(|(_, held)| held.iter().map(|(place, _)| place.clone())).collect();
            places.extend(self.unused_place(group, &places));
            for array in &constants[&group] {
                let unseen: Vec<&Value> =
                    places.iter().filter(|place| !self.at.contains_key(&(*array, (*place).clone()))).collect();
                for place in unseen {
                    let place = match place {
                        Value::Bool(value) => self.terms.bool(*value),
                        Value::Bits(bits) => self.terms.bv(bits),
                        Value::Float(_) | Value::RoundingMode(_) | Value::Array(_) => continue,
                    };
                    missing.push(self.terms.select(*array, place));
                }
            }
        }
        missing.sort_unstable();
        (defaults, missing)
    }

    /// Arrays that are equal but for finitely many places, named by one of them; empty if no arrays
    /// are compared.
    fn groups(&mut self) -> FxHashMap<Term, Term> {
        let mut names: FxHashMap<Term, Term> = FxHashMap::default();
        if self.from.active.equalities.is_empty() {
            return names;
        }
        for &array in &self.from.active.arrays {
            if names.contains_key(&array) {
                continue;
            }
            let mut stack = vec![array];
            while let Some(next) = stack.pop() {
                if names.insert(next, array).is_some() {
                    continue;
                }
                match (self.terms.kind(next), self.terms.operands(next)) {
                    (Kind::Store, [base, ..]) => stack.push(*base),
                    (Kind::Ite, &[condition, then, otherwise]) => {
                        let holds = self.valuation.truth(self.terms, self.from, condition);
                        stack.push(if holds { then } else { otherwise });
                    }
                    _ => {}
                }
                stack.extend(self.equal.get(&next).into_iter().flatten().map(|(_, other)| *other));
                for &upper in self.above.get(&next).into_iter().flatten() {
                    match (self.terms.kind(upper), self.terms.operands(upper)) {
                        (Kind::Ite, &[condition, then, otherwise]) => {
                            let holds = self.valuation.truth(self.terms, self.from, condition);
                            if (if holds { then } else { otherwise }) == next {
                                stack.push(upper);
                            }
                        }
                        _ => stack.push(upper),
                    }
                }
            }
        }
        names
    }

    /// A place other than these.
    fn unused_place(&self, array: Term, used: &FxHashSet<Value>) -> Option<Value> {
        let SortKind::Array { index, .. } = self.terms.sort_kind(self.terms.sort(array)) else { return None };
        IndexSort::of(self.terms, index).values().find(|value| !used.contains(value))
    }
}
