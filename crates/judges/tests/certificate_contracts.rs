//! Contracts: what the checker accepts is compared with Hoare's rule, by looking at all values of
//! small widths, and with executions.

use crate::certificate_support::HEAD;
use adumbra_interpreter::{Captured, Interpreter, Options, Outcome, Seeded};
use adumbra_judges::certificate::{CheckLimits, Rejected, Why, check, weaken};
use adumbra_program::*;
use adumbra_terms::Term;
use adumbra_testing::Random;
use adumbra_verdict::*;

/// Something about the argument of a function and its result, four bits each, or about a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Atom {
    ArgumentIs(u64),
    ArgumentBelow(u64),
    ResultIs(u64),
    ResultBelow(u64),
    Same,
    SumIs(u64),
    NotAbove,
}

impl Atom {
    fn holds(self, x: u64, r: u64) -> bool {
        match self {
            Atom::ArgumentIs(c) => x == c,
            Atom::ArgumentBelow(c) => x < c,
            Atom::ResultIs(c) => r == c,
            Atom::ResultBelow(c) => r < c,
            Atom::Same => x == r,
            Atom::SumIs(c) => (x + r) % 16 == c,
            Atom::NotAbove => r <= x,
        }
    }

    fn is_of_entry(self) -> bool {
        matches!(self, Atom::ArgumentIs(_) | Atom::ArgumentBelow(_))
    }

    fn term(self, formulas: &mut Formulas, x: Term, r: Term) -> Term {
        let terms = &mut formulas.terms;
        let mut number = |c: u64| terms.bv_u64(4, c);
        match self {
            Atom::ArgumentIs(c) => {
                let c = number(c);
                terms.eq(x, c)
            }
            Atom::ArgumentBelow(c) => {
                let c = number(c);
                terms.bv_ult(x, c)
            }
            Atom::ResultIs(c) => {
                let c = number(c);
                terms.eq(r, c)
            }
            Atom::ResultBelow(c) => {
                let c = number(c);
                terms.bv_ult(r, c)
            }
            Atom::Same => terms.eq(x, r),
            Atom::SumIs(c) => {
                let c = number(c);
                let sum = terms.bv_add(x, r);
                terms.eq(sum, c)
            }
            Atom::NotAbove => terms.bv_ule(r, x),
        }
    }

    /// As a condition of the text form.
    fn text(self, x: &str, r: &str, sum: &str) -> String {
        match self {
            Atom::ArgumentIs(c) => format!("{x} == {c}"),
            Atom::ArgumentBelow(c) => format!("{x} <u {c}"),
            Atom::ResultIs(c) => format!("{r} == {c}"),
            Atom::ResultBelow(c) => format!("{r} <u {c}"),
            Atom::Same => format!("{x} == {r}"),
            Atom::SumIs(c) => format!("{sum} == {c}"),
            Atom::NotAbove => format!("{r} <=u {x}"),
        }
    }
}

/// `f(x) = x == 0 ? base : f(x + step) + more`, or nested: `f(f(x + step)) + more`. It is called
/// with any number, or with one below a bound, and of what it gives an atom must hold.
#[derive(Clone, Copy, Debug)]
struct Recursion {
    base: u64,
    step: u64,
    more: u64,
    nested: bool,
    below: u64,
    safe: Atom,
}

/// What is said of a function: literals about what is handed over, and about what comes back.
#[derive(Clone, Debug)]
struct Said {
    entry: Vec<(bool, Atom)>,
    exit: Vec<(bool, Atom)>,
}

fn all_hold(literals: &[(bool, Atom)], x: u64, r: u64) -> bool {
    literals.iter().all(|(sign, atom)| atom.holds(x, r) == *sign)
}

impl Recursion {
    fn program(&self) -> Program {
        let Recursion { base, step, more, below, .. } = self;
        let safe = self.safe.text("%0", "%1", "%2");
        let second = match self.nested {
            true => "call @f(%5)",
            false => "%5",
        };
        let text = format!(
            "{HEAD}function @main() -> i32 {{
  entry l0 exit l1
  reg %0 %1 %2: i4
  l0 -> l2: %0 = input nondet \"any\"
  l2 -> l3: [%0 <u {below}]
  l2 -> l9: [!(%0 <u {below})]
  l9 -> l1: return 0:i32
  l3 -> l4: %1 = call @f(%0)
  l4 -> l5: %2 = %0 + %1
  l5 -> l6: [{safe}]
  l5 -> l7: [!({safe})]
  l6 -> l1: return 0:i32
  l7 -> l8: violation assertion
  l8 stop
}}
function @f(%3: i4) -> i4 {{
  entry l10 exit l11
  reg %3 %4 %5 %6: i4
  l10 -> l12: [%3 == 0]
  l10 -> l13: [!(%3 == 0)]
  l12 -> l14: %4 = {base}
  l13 -> l15: %5 = call @f(%3 + {step})
  l15 -> l16: %6 = {second}
  l16 -> l14: %4 = %6 + {more}
  l14 -> l11: return %4
}}
symbol sym0 \"any\"
"
        );
        text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
    }

    /// Is what is said a proof by Hoare's rule?
    fn is_proved_by(&self, said: &Said) -> bool {
        let results = |x: u64| (0..16).filter(move |r| all_hold(&said.exit, x, *r));
        let enters = |x: u64| all_hold(&said.entry, x, 0);
        let main = (0..self.below.min(16)).all(|x| enters(x) && results(x).all(|r| self.safe.holds(x, r)));
        let gives = |x: u64, r: u64| all_hold(&said.exit, x, (r + self.more) % 16);
        let body = (0..16).filter(|x| enters(*x)).all(|x| {
            if x == 0 {
                return all_hold(&said.exit, 0, self.base);
            }
            let inner = (x + self.step) % 16;
            enters(inner)
                && results(inner).all(|r| match self.nested {
                    true => enters(r) && results(r).all(|s| gives(x, s)),
                    false => gives(x, r),
                })
        });
        main && body
    }

    /// Leaves out what does not follow by Hoare's rule.
    fn weaken(&self, said: &mut Said) {
        loop {
            let known = said.clone();
            said.entry.retain(|literal| self.is_proved_of_calls(&known, *literal));
            said.exit.retain(|literal| self.is_proved_of_exits(&known, *literal));
            if (said.entry.len(), said.exit.len()) == (known.entry.len(), known.exit.len()) {
                return;
            }
        }
    }

    /// What is handed over and what is given back in the body, for each way through it.
    fn ways(&self, said: &Said, x: u64) -> Vec<(Vec<u64>, Option<u64>)> {
        let results = |x: u64| (0..16).filter(move |r| all_hold(&said.exit, x, *r));
        if x == 0 {
            return vec![(Vec::new(), Some(self.base))];
        }
        let inner = (x + self.step) % 16;
        let mut ways = vec![(vec![inner], None)];
        for r in results(inner) {
            match self.nested {
                false => ways.push((Vec::new(), Some((r + self.more) % 16))),
                true => {
                    ways.push((vec![r], None));
                    ways.extend(results(r).map(|s| (Vec::new(), Some((s + self.more) % 16))));
                }
            }
        }
        ways
    }

    fn is_proved_of_calls(&self, said: &Said, (sign, atom): (bool, Atom)) -> bool {
        let entered = (0..16).filter(|x| all_hold(&said.entry, *x, 0));
        let handed = entered.flat_map(|x| self.ways(said, x)).flat_map(|(handed, _)| handed);
        (0..self.below.min(16)).chain(handed).all(|x| atom.holds(x, 0) == sign)
    }

    fn is_proved_of_exits(&self, said: &Said, (sign, atom): (bool, Atom)) -> bool {
        let entered = (0..16).filter(|x| all_hold(&said.entry, *x, 0));
        let mut given = entered.flat_map(|x| self.ways(said, x).into_iter().map(move |(_, given)| (x, given)));
        given.all(|(x, given)| given.is_none_or(|r| atom.holds(x, r) == sign))
    }

    /// What a call gives, if it ends.
    fn value(&self, x: u64, depth: u32) -> Option<u64> {
        if x == 0 {
            return Some(self.base);
        }
        let depth = depth.checked_sub(1)?;
        let inner = self.value((x + self.step) % 16, depth)?;
        let outer = if self.nested { self.value(inner, depth)? } else { inner };
        Some((outer + self.more) % 16)
    }
}

impl Said {
    fn contract(&self, function: Function, parameter: Register) -> Contract {
        let mut contract = Contract { writes: Writes::Only(Vec::new()), ..Contract::of(function) };
        let place = Leaf::Value(Place::Register(0, parameter));
        let x = contract.entry.leaf(place, 4);
        for literal in &self.entry {
            hold(&mut contract.entry, *literal, x, x);
        }
        let now = contract.exit.leaf(place, 4);
        let before = contract.exit.leaf(Leaf::AtEntry(now), 4);
        let result = contract.exit.leaf(Leaf::Value(Place::Result(0)), 4);
        for literal in &self.exit {
            hold(&mut contract.exit, *literal, before, result);
        }
        contract
    }
}

fn hold(formulas: &mut Formulas, (sign, atom): (bool, Atom), x: Term, r: Term) {
    let term = atom.term(formulas, x, r);
    let literal = if sign { term } else { formulas.terms.not(term) };
    formulas.hold(literal);
}

fn certificate(contracts: Vec<Contract>) -> Certificate {
    Certificate { contracts, ..Certificate::from(Argument::Unwinding) }
}

fn limits() -> CheckLimits {
    CheckLimits { moves: 500, ..CheckLimits::default() }
}

struct Made(Random);

impl Made {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.next() % bound
    }

    fn atom(&mut self, entry: bool) -> Atom {
        loop {
            let number = self.below(16);
            let atom = match self.below(7) {
                0 => Atom::ArgumentIs(number),
                1 => Atom::ArgumentBelow(number),
                2 => Atom::ResultIs(number),
                3 => Atom::ResultBelow(number),
                4 => Atom::Same,
                5 => Atom::SumIs(number),
                _ => Atom::NotAbove,
            };
            if !entry || atom.is_of_entry() {
                return atom;
            }
        }
    }

    fn recursion(&mut self) -> Recursion {
        let likely = [15, 1, 14, 3][self.below(4) as usize];
        let mut recursion = Recursion {
            base: self.below(3),
            step: likely,
            more: self.below(3),
            nested: self.below(4) == 0,
            below: [15, 8, 4, 2][self.below(4) as usize],
            safe: self.atom(false),
        };
        // Most are safe, as far as calls end.
        for _ in 0..self.below(30) {
            let calls = (0..recursion.below).filter_map(|x| Some((x, recursion.value(x, 40)?)));
            let mut calls = calls.collect::<Vec<_>>().into_iter();
            if calls.all(|(x, r)| recursion.safe.holds(x, r)) {
                break;
            }
            recursion.safe = self.atom(false);
        }
        recursion
    }

    /// All literals of some that executions do not refute, or random ones.
    fn said(&mut self, recursion: &Recursion) -> Said {
        let mut said = Said { entry: Vec::new(), exit: Vec::new() };
        for _ in 0..self.below(3) {
            let atom = self.atom(true);
            let sign = self.below(3) > 0;
            said.entry.push((sign, atom));
        }
        let honest = self.below(4) > 0;
        for _ in 0..2 + self.below(10) {
            let atom = self.atom(false);
            let sign = self.below(3) > 0;
            let calls = (0..16).filter_map(|x| Some((x, recursion.value(x, 40)?)));
            let fits = |(x, r): (u64, u64)| !all_hold(&said.entry, x, 0) || atom.holds(x, r) == sign;
            let fits = calls.into_iter().all(fits);
            if fits || !honest {
                said.exit.push((sign, atom));
            }
        }
        if self.below(2) == 0 {
            said.exit.push((true, recursion.safe));
        }
        if self.below(3) > 0 {
            recursion.weaken(&mut said);
        }
        match (self.below(6), said.exit.len() as u64) {
            (0, 1..) => drop(said.exit.remove(self.below(said.exit.len() as u64) as usize)),
            (1, _) => said.exit.push((self.below(2) == 0, self.atom(false))),
            (2, _) => said.entry.push((true, self.atom(true))),
            _ => {}
        }
        said
    }
}

#[test]
fn contracts_are_accepted_exactly_where_they_are_a_proof() {
    let mut made = Made(Random(20));
    let (mut accepted, mut rejected) = (0, 0);
    for _ in 0..700 {
        let recursion = made.recursion();
        let said = made.said(&recursion);
        let program = recursion.program();
        let certificate = certificate(vec![said.contract(Function::from_u32(1), Register::from_u32(3))]);
        let result = check(&program, &certificate, &limits());
        let is_proof = recursion.is_proved_by(&said);
        assert_eq!(result.is_ok(), is_proof, "{recursion:?}\n{said:?}\n{result:?}");
        if let Err(wrong) = result {
            assert!(!wrong.gave_up(), "{wrong}");
            rejected += 1;
            continue;
        }
        accepted += 1;
        agrees_with_executions(&program, &recursion, &said);
    }
    assert!(accepted > 60 && rejected > 100, "{accepted} accepted, {rejected} rejected");
}

/// An accepted contract is contradicted by no execution.
fn agrees_with_executions(program: &Program, recursion: &Recursion, said: &Said) {
    for x in 0..16 {
        let value = recursion.value(x, 60).filter(|_| all_hold(&said.entry, x, 0));
        assert!(value.is_none_or(|r| all_hold(&said.exit, x, r)), "{recursion:?} {said:?}");
    }
    for seed in 0..8 {
        let options = Options { max_steps: 2_000, ..Options::new(program.property.clone()) };
        let mut inputs = Seeded::new(Some(seed), &["program"], Captured::default());
        let result = Interpreter::new(program, options).run(&mut inputs, None);
        assert!(!matches!(result.outcome, Outcome::Violation(_)), "{recursion:?} {said:?}");
    }
}

/// Each clause that is dropped, negated or added: accepted exactly when what is left is a proof.
#[test]
fn each_change_of_a_contract_is_judged_on_its_own() {
    let identity = Recursion { base: 0, step: 15, more: 1, nested: false, below: 12, safe: Atom::Same };
    let said = Said {
        entry: vec![(true, Atom::ArgumentBelow(12))],
        exit: vec![(true, Atom::Same), (true, Atom::ResultBelow(12)), (false, Atom::ResultIs(15))],
    };
    let program = identity.program();
    let judge = |said: &Said| {
        let certificate = certificate(vec![said.contract(Function::from_u32(1), Register::from_u32(3))]);
        let accepted = check(&program, &certificate, &limits()).is_ok();
        assert_eq!(accepted, identity.is_proved_by(said), "{said:?}");
        accepted
    };
    assert!(judge(&said));
    let mut verdicts = Vec::new();
    for (of_entry, count) in [(true, said.entry.len()), (false, said.exit.len())] {
        for index in 0..count {
            let mut dropped = said.clone();
            let mut negated = said.clone();
            if of_entry {
                dropped.entry.remove(index);
                negated.entry[index].0 ^= true;
            } else {
                dropped.exit.remove(index);
                negated.exit[index].0 ^= true;
            }
            verdicts.extend([judge(&dropped), judge(&negated)]);
        }
    }
    for extra in 0..16 {
        let mut stronger = said.clone();
        stronger.exit.push((true, Atom::ResultBelow(extra)));
        verdicts.push(judge(&stronger));
        let mut narrower = said.clone();
        narrower.entry.push((true, Atom::ArgumentBelow(extra)));
        verdicts.push(judge(&narrower));
    }
    assert!(verdicts.contains(&true) && verdicts.contains(&false));
}

/// What is left of guesses is a proof if there is one among them: the strongest is the one that all
/// of them are tried for.
#[test]
fn what_is_left_of_guesses_is_inductive() {
    let mut made = Made(Random(77));
    let (mut proofs, mut failures) = (0, 0);
    for _ in 0..150 {
        let recursion = made.recursion();
        let said = made.said(&recursion);
        let program = recursion.program();
        let mut guessed = certificate(vec![said.contract(Function::from_u32(1), Register::from_u32(3))]);
        match weaken(&program, &mut guessed, &limits(), 1_000) {
            Ok(_) => {
                assert!(check(&program, &guessed, &limits()).is_ok(), "{recursion:?} {said:?}");
                proofs += 1;
            }
            Err(rejected) => {
                assert!(matches!(rejected.why, Why::Violation(_)), "{rejected}");
                let whole = recursion.is_proved_by(&said);
                assert!(!whole, "{recursion:?} {said:?}");
                failures += 1;
            }
        }
    }
    assert!(proofs > 20 && failures > 20, "{proofs} {failures}");
}

// --- memory ---

/// `main` calls `f` as the text says; `f` follows.
fn parse(text: &str) -> Program {
    let text = format!("{HEAD}{text}");
    text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// A global counter: `void tick(n) { if (n == 0) return; g += 1; tick(n - 1); }`, then `g == n`.
fn ticks() -> Program {
    parse(
        "global @g size 4 align 4 = b\"\"
global @h size 4 align 4 = b\"\"
function @main() -> i32 {
  entry l0 exit l1
  reg %0 %1 %2: i32
  l0 -> l2: %0 = input nondet \"any\"
  l2 -> l3: call @tick(%0)
  l3 -> l4: %1 = load @g
  l4 -> l5: %2 = load @h
  l5 -> l6: [%1 == %0]
  l5 -> l7: [!(%1 == %0)]
  l6 -> l8: [%2 == 0]
  l6 -> l7: [!(%2 == 0)]
  l8 -> l1: return 0:i32
  l7 -> l9: violation assertion
  l9 stop
}
function @tick(%3: i32) {
  entry l10 exit l11
  reg %3 %4: i32
  l10 -> l12: [%3 == 0]
  l10 -> l13: [!(%3 == 0)]
  l12 -> l11: return
  l13 -> l14: %4 = load @g
  l14 -> l15: store %4 + 1 to @g
  l15 -> l12: call @tick(%3 - 1)
}
symbol sym0 \"any\"
",
    )
}

fn cell(formulas: &mut Formulas, global: u32) -> Term {
    let name = ObjectName::Global(Global::from_u32(global));
    formulas.leaf(Leaf::Value(Place::Cell(name, 0, 4)), 32)
}

fn extent(formulas: &mut Formulas, global: u32, bytes: u64) -> Extent {
    let number = 1 + u64::from(global);
    formulas.number(number, ObjectName::Global(Global::from_u32(global)));
    Extent {
        object: formulas.terms.bv_u64(OBJECT_BITS, number),
        offset: formulas.terms.bv_u64(64, 0),
        bytes: formulas.terms.bv_u64(64, bytes),
    }
}

/// `g` at the exit is `g` at the entry and `n`; it alone is written.
fn tick_contract(bytes: u64) -> Contract {
    let mut contract = Contract::of(Function::from_u32(1));
    contract.writes = Writes::Only(vec![extent(&mut contract.entry, 0, bytes)]);
    let exit = &mut contract.exit;
    let now = cell(exit, 0);
    let before = exit.leaf(Leaf::AtEntry(now), 32);
    let n = exit.leaf(Leaf::Value(Place::Register(0, Register::from_u32(3))), 32);
    let n = exit.leaf(Leaf::AtEntry(n), 32);
    let sum = exit.terms.bv_add(before, n);
    let equal = exit.terms.eq(now, sum);
    exit.hold(equal);
    contract
}

fn why(program: &Program, contracts: Vec<Contract>) -> Option<Why> {
    check(program, &certificate(contracts), &limits()).err().map(|rejected| rejected.why)
}

fn gives_up(program: &Program, contracts: Vec<Contract>) -> bool {
    check(program, &certificate(contracts), &limits()).is_err_and(|rejected| rejected.gave_up())
}

#[test]
fn a_global_counter_is_proved() {
    assert_eq!(why(&ticks(), vec![tick_contract(4)]), None);
}

#[test]
fn what_is_written_is_found_out() {
    let program = ticks();
    // A part of what is written is not said to be.
    for bytes in [0, 2, 3] {
        assert_eq!(why(&program, vec![tick_contract(bytes)]), Some(Why::Writes), "{bytes}");
    }
    let nothing = Contract { writes: Writes::Only(Vec::new()), ..tick_contract(4) };
    assert_eq!(why(&program, vec![nothing]), Some(Why::Writes));
    let mut other = tick_contract(4);
    other.writes = Writes::Only(vec![extent(&mut other.entry, 1, 4)]);
    assert!(why(&program, vec![other]).is_some());
}

/// What may be written is not known behind the call, unless the exit says it.
#[test]
fn what_may_be_written_is_forgotten() {
    let program = ticks();
    let mut contract = tick_contract(4);
    let also = extent(&mut contract.entry, 1, 4);
    if let Writes::Only(extents) = &mut contract.writes {
        extents.push(also);
    }
    assert_eq!(why(&program, vec![contract.clone()]), Some(Why::Violation(Violation::Assertion)));
    let exit = &mut contract.exit;
    let now = cell(exit, 1);
    let before = exit.leaf(Leaf::AtEntry(now), 32);
    let same = exit.terms.eq(now, before);
    exit.hold(same);
    assert_eq!(why(&program, vec![contract]), None);
    let anything = Contract { writes: Writes::Anything, ..tick_contract(4) };
    assert!(why(&program, vec![anything]).is_some());
}

#[test]
fn what_is_demanded_is_proved_at_calls() {
    let mut contract = tick_contract(4);
    let now = cell(&mut contract.entry, 0);
    let zero = contract.entry.terms.bv_u64(32, 0);
    let is_zero = contract.entry.terms.eq(now, zero);
    contract.entry.hold(is_zero);
    assert_eq!(why(&ticks(), vec![contract]), Some(Why::Demand), "the second call has another value");
}

#[test]
fn a_promise_that_nothing_returns_holds_of_what_never_returns() {
    let mut never = tick_contract(4);
    let no = never.exit.terms.bool(false);
    never.exit.hold(no);
    assert_eq!(why(&ticks(), vec![never]), Some(Why::Promise));
    let forever = parse(
        "function @main() -> i32 {
  entry l0 exit l1
  l0 -> l2: call @f()
  l2 -> l3: violation assertion
  l3 stop
}
function @f() {
  entry l4 exit l5
  l4 -> l6: call @f()
  l6 -> l5: return
}
",
    );
    let mut never = Contract { writes: Writes::Only(Vec::new()), ..Contract::of(Function::from_u32(1)) };
    let no = never.exit.terms.bool(false);
    never.exit.hold(no);
    assert_eq!(why(&forever, vec![never]), None, "no execution comes back");
}

#[test]
fn what_contracts_cannot_carry_is_refused() {
    let program = ticks();
    let mut endless = program.clone();
    endless.property = Property::of(&[PropertyKind::Termination]);
    assert!(gives_up(&endless, vec![tick_contract(4)]));
    for kind in [PropertyKind::ValidMemtrack, PropertyKind::ValidMemcleanup] {
        let mut leaks = freeing("%2");
        leaks.property = Property::of(&[kind]);
        assert!(gives_up(&leaks, vec![Contract::of(Function::from_u32(1))]), "{kind:?}");
    }
    let head = StateFacts::at(Point { location: Location::from_u32(2), calls: Vec::new() });
    let induction = Argument::Induction(Induction { depth: 1, heads: vec![head] });
    let certificate = Certificate { contracts: vec![tick_contract(4)], ..Certificate::from(induction) };
    assert!(check(&program, &certificate, &limits()).is_err_and(|rejected| rejected.gave_up()));
    let two = check(&program, &self::certificate(vec![tick_contract(4), tick_contract(4)]), &limits());
    assert!(matches!(two, Err(Rejected { why: Why::Unsupported(_), .. })));
    let none = Contract::of(Function::from_u32(9));
    assert!(matches!(why(&program, vec![none]), Some(Why::Unsupported(_))));
}

/// `void add(n, p) { if (n == 0) return; *p += 1; add(n - 1, p); }`, with a local, a global or
/// parts of one for `p`; `other` is what is looked at behind it.
fn adds(argument: &str, other: &str) -> Program {
    parse(&format!(
        "global @g size 8 align 8 = b\"\"
global @h size 4 align 4 = b\"\"
function @main() -> i32 {{
  entry l0 exit l1
  reg %0 %1 %2: i32
  reg %3: ptr
  l0 -> l2: %3 = allocate stack 8 align 8 site s0
  l2 -> l3: store 0:i64 to %3
  l3 -> l4: %0 = input nondet \"any\"
  l4 -> l5: call @add(%0, {argument})
  l5 -> l6: %1 = load {argument}
  l6 -> l7: %2 = load {other}
  l7 -> l8: [%1 == %0]
  l7 -> l9: [!(%1 == %0)]
  l8 -> l10: [%2 == 0]
  l8 -> l9: [!(%2 == 0)]
  l10 -> l1: return 0:i32
  l9 -> l11: violation assertion
  l11 stop
}}
function @add(%4: i32, %5: ptr) {{
  entry l12 exit l13
  reg %4: i32
  reg %5: ptr
  reg %6: i32
  l12 -> l14: [%4 == 0]
  l12 -> l15: [!(%4 == 0)]
  l14 -> l13: return
  l15 -> l16: %6 = load %5
  l16 -> l17: store %6 + 1 to %5
  l17 -> l14: call @add(%4 - 1, %5)
}}
site s0 in @main
symbol sym0 \"any\"
"
    ))
}

fn pointer_leaves(formulas: &mut Formulas, register: u32) -> (Term, Term) {
    let place = Place::Register(0, Register::from_u32(register));
    (formulas.leaf(Leaf::Object(place), OBJECT_BITS), formulas.leaf(Leaf::Offset(place), 64))
}

/// `*p` at the exit is what it was, and `n`; four bytes behind `p` are written. `apart` from
/// globals?
fn add_contract(apart: bool) -> Contract {
    let mut contract = Contract::of(Function::from_u32(1));
    let entry = &mut contract.entry;
    let (object, offset) = pointer_leaves(entry, 5);
    let bytes = entry.terms.bv_u64(64, 4);
    contract.writes = Writes::Only(vec![Extent { object, offset, bytes }]);
    if apart {
        // What is behind no pointer at all is not the same twice.
        let null = entry.terms.bv_u64(OBJECT_BITS, 0);
        let somewhere = entry.terms.ne(object, null);
        entry.hold(somewhere);
        for (number, name) in [
            (1, ObjectName::Global(Global::from_u32(0))),
            (2, ObjectName::Global(Global::from_u32(1))),
            (3, ObjectName::Function(Function::from_u32(0))),
            (4, ObjectName::Function(Function::from_u32(1))),
        ] {
            entry.number(number, name);
            let number = entry.terms.bv_u64(OBJECT_BITS, number);
            let other = entry.terms.ne(object, number);
            entry.hold(other);
        }
    }
    let exit = &mut contract.exit;
    let (object, offset) = pointer_leaves(exit, 5);
    let now = exit.leaf(Leaf::Read { object, offset, bytes: 4 }, 32);
    let before = exit.leaf(Leaf::AtEntry(now), 32);
    let n = exit.leaf(Leaf::Value(Place::Register(0, Register::from_u32(4))), 32);
    let n = exit.leaf(Leaf::AtEntry(n), 32);
    let sum = exit.terms.bv_add(before, n);
    let equal = exit.terms.eq(now, sum);
    exit.hold(equal);
    contract
}

/// A promise about a global besides.
fn keeps_global(mut contract: Contract, global: u32) -> Contract {
    let exit = &mut contract.exit;
    let now = cell(exit, global);
    let before = exit.leaf(Leaf::AtEntry(now), 32);
    let same = exit.terms.eq(now, before);
    exit.hold(same);
    contract
}

#[test]
fn memory_behind_a_pointer_is_proved() {
    for (argument, other) in [("%3", "%3 + 4"), ("%3 + 4", "%3"), ("%3", "@g")] {
        let program = adds(argument, other);
        assert_eq!(why(&program, vec![add_contract(true)]), None, "{argument} {other}");
        assert_eq!(why(&program, vec![keeps_global(add_contract(true), 0)]), None, "{argument} {other}");
    }
}

/// A pointer may lead into a global, whatever is promised of that.
#[test]
fn pointers_into_globals_are_not_forgotten() {
    let program = adds("@g", "@h");
    assert_eq!(why(&program, vec![add_contract(true)]), Some(Why::Demand));
    assert!(why(&program, vec![keeps_global(add_contract(false), 0)]).is_some());
    // Two bytes of the neighbour are written, and looked at.
    let program = adds("@g + 2", "@g + 4");
    assert!(why(&program, vec![add_contract(false)]).is_some());
    assert!(why(&program, vec![keeps_global(add_contract(true), 0)]).is_some());
}

/// Two pointers into one object at different places share bytes, or not: that they are different
/// says nothing.
#[test]
fn pointers_that_differ_may_share_bytes() {
    let program = |second: &str| {
        parse(&format!(
            "function @main() -> i32 {{
  entry l0 exit l1
  reg %0: i32
  reg %1: ptr
  l0 -> l2: %1 = allocate stack 16 align 8 site s0
  l2 -> l3: store 0:i64 to %1
  l3 -> l4: store 0:i64 to %1 + 8
  l4 -> l5: call @set(%1, %1 + {second})
  l5 -> l6: %0 = load %1 + {second}
  l6 -> l7: [%0 == 0]
  l6 -> l8: [!(%0 == 0)]
  l7 -> l1: return 0:i32
  l8 -> l9: violation assertion
  l9 stop
}}
function @set(%2: ptr, %3: ptr) {{
  entry l10 exit l11
  reg %2 %3: ptr
  l10 -> l12: store -1:i32 to %2
  l12 -> l11: return
}}
site s0 in @main
"
        ))
    };
    let contract = |keeps: bool| {
        let mut contract = Contract::of(Function::from_u32(1));
        let entry = &mut contract.entry;
        let (object, offset) = pointer_leaves(entry, 2);
        let bytes = entry.terms.bv_u64(64, 4);
        contract.writes = Writes::Only(vec![Extent { object, offset, bytes }]);
        let (_, second) = pointer_leaves(entry, 3);
        let differ = entry.terms.ne(offset, second);
        entry.hold(differ);
        let exit = &mut contract.exit;
        let (object, offset) = pointer_leaves(exit, 3);
        let now = exit.leaf(Leaf::Read { object, offset, bytes: 4 }, 32);
        let before = exit.leaf(Leaf::AtEntry(now), 32);
        let same = exit.terms.eq(now, before);
        if keeps {
            exit.hold(same);
        }
        contract
    };
    assert_eq!(why(&program("4"), vec![contract(false)]), None, "what is not written stays");
    for second in ["4", "2"] {
        assert!(why(&program(second), vec![contract(true)]).is_some(), "{second}");
    }
    assert!(why(&program("2"), vec![contract(false)]).is_some());
}

/// A function that keeps a pointer somewhere and writes through it later is not said to write
/// nothing.
#[test]
fn writes_through_pointers_in_memory_are_noticed() {
    let program = parse(
        "global @kept size 8 align 8 = b\"\"
function @main() -> i32 {
  entry l0 exit l1
  reg %0: i32
  reg %1: ptr
  l0 -> l2: %1 = allocate stack 4 align 4 site s0
  l2 -> l3: store 0:i32 to %1
  l3 -> l4: store %1 to @kept
  l4 -> l5: call @f()
  l5 -> l6: %0 = load %1
  l6 -> l7: [%0 == 0]
  l6 -> l8: [!(%0 == 0)]
  l7 -> l1: return 0:i32
  l8 -> l9: violation assertion
  l9 stop
}
function @f() {
  entry l10 exit l11
  reg %2: ptr
  l10 -> l12: %2 = load @kept
  l12 -> l13: store 1:i32 to %2
  l13 -> l11: return
}
site s0 in @main
",
    );
    let nothing = Contract { writes: Writes::Only(Vec::new()), ..Contract::of(Function::from_u32(1)) };
    assert!(why(&program, vec![nothing]).is_some());
    assert!(why(&program, vec![Contract::of(Function::from_u32(1))]).is_some(), "the local may be changed");
}

/// A function is handed heap memory and makes some, and frees one of them.
fn freeing(freed: &str) -> Program {
    parse(&format!(
        "function @main() -> i32 {{
  entry l0 exit l1
  reg %0: ptr
  l0 -> l2: %0 = allocate heap 4:i64 align 16 site s0
  l2 -> l3: call @f(%0)
  l3 -> l1: return 0:i32
}}
function @f(%1: ptr) {{
  entry l4 exit l5
  reg %1 %2: ptr
  l4 -> l6: %2 = allocate heap 4:i64 align 16 site s1
  l6 -> l7: free {freed}
  l7 -> l5: return
}}
site s0 in @main
site s1 in @f
"
    ))
}

/// Heap memory that is handed over may not be freed; own memory may.
#[test]
fn what_was_handed_over_is_not_freed() {
    assert!(gives_up(&freeing("%1"), vec![Contract::of(Function::from_u32(1))]));
    assert_eq!(why(&freeing("%2"), vec![Contract::of(Function::from_u32(1))]), None);
}

/// An access through what was handed over is not known to be valid, where this is asked.
#[test]
fn accesses_behind_pointers_are_not_taken_to_be_valid() {
    let mut program = adds("%3", "%3 + 4");
    program.property = Property::of(&[PropertyKind::ValidDeref]);
    assert!(gives_up(&program, vec![add_contract(true)]));
}

/// Both functions of a pair need their contracts, and both are proved.
#[test]
fn functions_that_call_each_other_are_proved_together() {
    let program = parse(
        "function @main() -> i32 {
  entry l0 exit l1
  reg %0 %1: i4
  l0 -> l2: %0 = input nondet \"any\"
  l2 -> l3: %1 = call @even(%0)
  l3 -> l4: [%1 == (%0 & 1)]
  l3 -> l5: [!(%1 == (%0 & 1))]
  l4 -> l6: violation assertion
  l6 stop
  l5 -> l1: return 0:i32
}
function @even(%2: i4) -> i4 {
  entry l7 exit l8
  reg %2 %3: i4
  l7 -> l9: [%2 == 0]
  l7 -> l10: [!(%2 == 0)]
  l9 -> l8: return 1:i4
  l10 -> l11: %3 = call @odd(%2 - 1)
  l11 -> l8: return %3
}
function @odd(%4: i4) -> i4 {
  entry l12 exit l13
  reg %4 %5: i4
  l12 -> l14: [%4 == 0]
  l12 -> l15: [!(%4 == 0)]
  l14 -> l13: return 0:i4
  l15 -> l16: %5 = call @even(%4 - 1)
  l16 -> l13: return %5
}
symbol sym0 \"any\"
",
    );
    let contract = |function: u32, register: u32, of_zero: u64| {
        let mut contract = Contract { writes: Writes::Only(Vec::new()), ..Contract::of(Function::from_u32(function)) };
        let exit = &mut contract.exit;
        let n = exit.leaf(Leaf::Value(Place::Register(0, Register::from_u32(register))), 4);
        let n = exit.leaf(Leaf::AtEntry(n), 4);
        let result = exit.leaf(Leaf::Value(Place::Result(0)), 4);
        let (one, of_zero) = (exit.terms.bv_u64(4, 1), exit.terms.bv_u64(4, of_zero));
        let bit = exit.terms.bv_and(n, one);
        let parity = exit.terms.bv_xor(bit, of_zero);
        let is = exit.terms.eq(result, parity);
        exit.hold(is);
        contract
    };
    let (even, odd) = (contract(1, 2, 1), contract(2, 4, 0));
    assert_eq!(why(&program, vec![even.clone(), odd.clone()]), None);
    assert_eq!(why(&program, vec![even.clone()]), None, "odd is followed into");
    assert_eq!(why(&program, vec![even, contract(2, 4, 1)]), Some(Why::Promise));
    assert!(why(&program, vec![contract(1, 2, 0), odd]).is_some());
}

/// A loop inside a function: a state speaks of the entry, and is left out, wrong or right.
#[test]
fn states_inside_a_function_speak_of_its_entry() {
    let program = parse(
        "global @g size 4 align 4 = b\"\"
function @main() -> i32 {
  entry l0 exit l1
  reg %0: i32
  l0 -> l2: call @f()
  l2 -> l3: %0 = load @g
  l3 -> l4: [%0 == 4]
  l3 -> l5: [!(%0 == 4)]
  l4 -> l1: return 0:i32
  l5 -> l6: violation assertion
  l6 stop
}
function @f() {
  entry l7 exit l8
  reg %1 %2: i32
  l7 -> l9: %1 = load @g
  l9 -> l10: %2 = input nondet \"any\"
  l10 -> l11: [%2 == 0]
  l10 -> l12: [!(%2 == 0)]
  l11 -> l13: store %1 + 4 to @g
  l13 -> l8: return
  l12 -> l14: store %2 to @g
  l14 -> l9: nop
}
symbol sym0 \"any\"
",
    );
    let contract = |head: Option<(u64, bool)>| {
        let mut contract = Contract::of(Function::from_u32(1));
        contract.writes = Writes::Only(vec![extent(&mut contract.entry, 0, 4)]);
        let exit = &mut contract.exit;
        let now = cell(exit, 0);
        let before = exit.leaf(Leaf::AtEntry(now), 32);
        let four = exit.terms.bv_u64(32, 4);
        let sum = exit.terms.bv_add(before, four);
        let is = exit.terms.eq(now, sum);
        exit.hold(is);
        if let Some((more, of_entry)) = head {
            let mut formulas = Formulas::new();
            let saved = formulas.leaf(Leaf::Value(Place::Register(0, Register::from_u32(1))), 32);
            let now = cell(&mut formulas, 0);
            let other = if of_entry { formulas.leaf(Leaf::AtEntry(now), 32) } else { now };
            let more = formulas.terms.bv_u64(32, more);
            let sum = formulas.terms.bv_add(other, more);
            let is = formulas.terms.eq(saved, sum);
            formulas.hold(is);
            let point = Point { location: Location::from_u32(9), calls: Vec::new() };
            contract.states.push(StateFacts { formulas: Some(Box::new(formulas)), ..StateFacts::at(point) });
        }
        contract
    };
    assert_eq!(why(&program, vec![contract(Some((0, true)))]), None);
    assert!(why(&program, vec![contract(Some((1, true)))]).is_some());
    assert!(why(&program, vec![contract(Some((0, false)))]).is_some(), "the global changes in the loop");
    assert!(why(&program, vec![contract(None)]).is_some(), "no path of the loop ends");
    let mut elsewhere = contract(Some((0, true)));
    elsewhere.states[0].point.location = Location::from_u32(3);
    assert!(why(&program, vec![elsewhere]).is_some());
}
