//! Certificates with formulas, and inductions: what they accept is compared with all executions of
//! small programs.
//!
//! The programs have two registers of four bits, so that whether a formula is inductive, and
//! whether a program is safe, is found out by looking at all 256 states.

use crate::certificate_support::HEAD;
use adumbra_judges::certificate::{CheckLimits, Why, check};
use adumbra_program::*;
use adumbra_terms::Term;
use adumbra_testing::Random;
use adumbra_verdict::*;

/// Paths may have few moves: an iteration has at most five, and numbers of four bits come back
/// after sixteen.
fn limits() -> CheckLimits {
    CheckLimits { moves: 20, ..CheckLimits::default() }
}

fn at(location: u32) -> StateFacts {
    StateFacts::at(Point { location: Location::from_u32(location), calls: Vec::new() })
}

/// Something about two numbers of four bits.
#[derive(Clone, Copy, Debug)]
enum Atom {
    XIs(u64),
    YIs(u64),
    XBelow(u64),
    Same,
    Less,
    SumIs(u64),
}

impl Atom {
    fn holds(self, (x, y): (u64, u64)) -> bool {
        match self {
            Atom::XIs(c) => x == c,
            Atom::YIs(c) => y == c,
            Atom::XBelow(c) => x < c,
            Atom::Same => x == y,
            Atom::Less => x < y,
            Atom::SumIs(c) => (x + y) % 16 == c,
        }
    }

    fn term(self, formulas: &mut Formulas) -> Term {
        let [x, y] = [0, 1].map(|n| formulas.leaf(Leaf::Value(Place::Register(0, Register::from_u32(n))), 4));
        let terms = &mut formulas.terms;
        match self {
            Atom::XIs(c) => {
                let c = terms.bv_u64(4, c);
                terms.eq(x, c)
            }
            Atom::YIs(c) => {
                let c = terms.bv_u64(4, c);
                terms.eq(y, c)
            }
            Atom::XBelow(c) => {
                let c = terms.bv_u64(4, c);
                terms.bv_ult(x, c)
            }
            Atom::Same => terms.eq(x, y),
            Atom::Less => terms.bv_ult(x, y),
            Atom::SumIs(c) => {
                let (sum, c) = (terms.bv_add(x, y), terms.bv_u64(4, c));
                terms.eq(sum, c)
            }
        }
    }

    fn text(self) -> String {
        match self {
            Atom::XIs(c) => format!("%0 == {c}"),
            Atom::YIs(c) => format!("%1 == {c}"),
            Atom::XBelow(c) => format!("%0 <u {c}"),
            Atom::Same => "%0 == %1".into(),
            Atom::Less => "%0 <u %1".into(),
            Atom::SumIs(c) => format!("%2 == {c}"),
        }
    }
}

/// A conjunction or disjunction of literals.
#[derive(Clone, Debug)]
struct Claim {
    all: bool,
    literals: Vec<(bool, Atom)>,
}

impl Claim {
    fn all(literals: &[(bool, Atom)]) -> Claim {
        Claim { all: true, literals: literals.to_vec() }
    }

    fn holds(&self, state: (u64, u64)) -> bool {
        let mut literals = self.literals.iter().map(|(sign, atom)| atom.holds(state) == *sign);
        if self.all { literals.all(|l| l) } else { literals.any(|l| l) }
    }

    fn facts(&self, location: u32) -> StateFacts {
        let mut formulas = Formulas::new();
        let mut whole = formulas.terms.bool(self.all);
        for (sign, atom) in &self.literals {
            let term = atom.term(&mut formulas);
            let literal = if *sign { term } else { formulas.terms.not(term) };
            whole = if self.all { formulas.terms.and(whole, literal) } else { formulas.terms.or(whole, literal) };
        }
        formulas.hold(whole);
        StateFacts { formulas: Some(Box::new(formulas)), ..at(location) }
    }
}

/// Two counters that begin somewhere and go on by constants, as long as an input wants; behind the
/// loop, or in it, an atom must hold.
#[derive(Clone, Copy, Debug)]
struct Machine {
    start: (u64, u64),
    step: (u64, u64),
    swap: bool,
    safe: Atom,
    /// Is it looked at in every iteration, and not only behind the loop?
    inside: bool,
}

impl Machine {
    fn next(&self, (x, y): (u64, u64)) -> (u64, u64) {
        let (x, y) = if self.swap { (y, x) } else { (x, y) };
        ((x + self.step.0) % 16, (y + self.step.1) % 16)
    }

    fn is_safe(&self) -> bool {
        let mut state = self.start;
        (0..256).all(|_| {
            let safe = self.safe.holds(state);
            state = self.next(state);
            safe
        })
    }

    /// Is the claim true at first, kept by an iteration, and enough?
    fn is_proved_by(&self, claim: &Claim) -> bool {
        let states = (0..16).flat_map(|x| (0..16).map(move |y| (x, y)));
        let kept = |state: (u64, u64)| self.safe.holds(state) && claim.holds(self.next(state));
        claim.holds(self.start) && states.filter(|s| claim.holds(*s)).all(kept)
    }

    /// Is a state after so many safe ones always safe, wherever they begin?
    fn is_inductive(&self, depth: u32) -> bool {
        (0..16).flat_map(|x| (0..16).map(move |y| (x, y))).all(|first| {
            let mut state = first;
            for _ in 0..depth {
                if !self.safe.holds(state) {
                    return true;
                }
                state = self.next(state);
            }
            self.safe.holds(state)
        })
    }

    fn program(&self) -> Program {
        let ((a, b), (i, j)) = (self.start, self.step);
        let (x, y) = if self.swap { ("%1", "%0") } else { ("%0", "%1") };
        let safe = self.safe.text();
        // Where the input 0 leads to, the others, and who finds that the atom holds.
        let (leave, stay, fine) = if self.inside { ("l4", "l5", "l7") } else { ("l5", "l7", "l4") };
        let text = format!(
            "{HEAD}function @main() -> i32 {{
  entry l0 exit l1
  reg %0 %1 %2: i4
  reg %3: i32
  l0 -> l2: %0 = {a}, %1 = {b}
  l2 -> l3: %3 = input nondet \"any\"
  l3 -> {leave}: [%3 == 0]
  l3 -> {stay}: [!(%3 == 0)]
  l4 -> l1: return 0:i32
  l5 -> l6: %2 = %0 + %1
  l6 -> {fine}: [{safe}]
  l6 -> l8: [!({safe})]
  l7 -> l2: %0 = {x} + {i}, %1 = {y} + {j}
  l8 -> l9: violation assertion
  l9 stop
}}
symbol sym0 \"any\"
"
        );
        text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
    }
}

/// Random machines, and claims about them.
struct Machines(Random);

impl Machines {
    fn below(&mut self, bound: u64) -> u64 {
        self.0.next() % bound
    }

    fn atom(&mut self) -> Atom {
        let c = self.below(16);
        match self.below(6) {
            0 => Atom::XIs(c),
            1 => Atom::YIs(c),
            2 => Atom::XBelow(c.max(1)),
            3 => Atom::Same,
            4 => Atom::Less,
            _ => Atom::SumIs(c),
        }
    }

    fn machine(&mut self) -> Machine {
        let small = |n: &mut Self| [0, 0, 1, 15, 2, 8][n.below(6) as usize];
        Machine {
            start: (self.below(3), self.below(3)),
            step: (small(self), small(self)),
            swap: self.below(3) == 0,
            safe: match self.atom() {
                Atom::XIs(c) if self.below(2) == 0 => Atom::XBelow(c.max(1)),
                atom => atom,
            },
            inside: self.below(2) == 0,
        }
    }

    fn claim(&mut self, machine: &Machine) -> Claim {
        let mut literals = vec![(self.below(4) > 0, machine.safe)];
        for _ in 0..self.below(3) {
            literals.push((self.below(2) == 0, self.atom()));
        }
        Claim { all: self.below(4) > 0, literals }
    }
}

/// The certificate with a claim at the head of the loop.
fn closed(claim: &Claim) -> Certificate {
    Certificate::from(Argument::ClosedSet(ClosedSet { states: vec![claim.facts(2)] }))
}

#[test]
fn claims_are_accepted_if_they_prove_and_only_about_safe_programs() {
    let mut numbers = Machines(Random(1));
    let (mut accepted, mut rejected) = (0, 0);
    for case in 0..600 {
        let machine = numbers.machine();
        let claim = numbers.claim(&machine);
        let program = machine.program();
        let result = check(&program, &closed(&claim), &limits());
        if machine.is_proved_by(&claim) {
            assert!(result.is_ok(), "case {case}: {machine:?} {claim:?}: {result:?}");
            accepted += 1;
        } else if result.is_err() {
            rejected += 1;
        }
        if result.is_ok() {
            assert!(machine.is_safe(), "case {case}: {machine:?} {claim:?}");
        }
    }
    assert!(accepted > 10 && rejected > 200, "{accepted} accepted, {rejected} rejected");
}

#[test]
fn inductions_are_accepted_if_they_prove_and_only_about_safe_programs() {
    let mut numbers = Machines(Random(2));
    let (mut accepted, mut deep, mut rejected) = (0, 0, 0);
    for case in 0..400 {
        let machine = Machine { inside: true, ..numbers.machine() };
        let program = machine.program();
        for depth in 1..=3 {
            let certificate = Certificate::from(Argument::Induction(Induction { depth, heads: vec![at(2)] }));
            let result = check(&program, &certificate, &limits());
            let proves = machine.is_safe() && machine.is_inductive(depth);
            assert_eq!(result.is_ok(), proves, "case {case}, depth {depth}: {machine:?}: {result:?}");
            accepted += usize::from(proves);
            deep += usize::from(proves && !machine.is_inductive(1));
            rejected += usize::from(!proves);
        }
    }
    assert!(
        accepted > 50 && deep > 5 && rejected > 200,
        "{accepted} accepted, {deep} of them deep, {rejected} rejected"
    );
}

/// Both go up together: their equality is an invariant.
const TOGETHER: Machine = Machine { start: (0, 0), step: (1, 1), swap: false, safe: Atom::Same, inside: false };

#[test]
fn a_claim_that_was_tampered_with_is_rejected() {
    let program = TOGETHER.program();
    let accepts = |states: Vec<StateFacts>| {
        check(&program, &Certificate::from(Argument::ClosedSet(ClosedSet { states })), &limits())
    };
    let claim = |literals: &[(bool, Atom)]| Claim::all(literals).facts(2);
    accepts(vec![claim(&[(true, Atom::Same)])]).unwrap();
    // Weaker: a violation is not excluded.
    assert!(matches!(accepts(vec![claim(&[])]).unwrap_err().why, Why::Violation(_)));
    assert!(accepts(vec![claim(&[(false, Atom::Less)])]).is_err());
    // Stronger: executions leave it.
    assert!(accepts(vec![claim(&[(true, Atom::Same), (true, Atom::XBelow(3))])]).is_err());
    // Another constant.
    assert!(accepts(vec![claim(&[(true, Atom::Same), (true, Atom::XIs(1))])]).is_err());
    assert!(accepts(vec![claim(&[(true, Atom::SumIs(0))])]).is_err());
    // No state at all.
    assert!(matches!(accepts(Vec::new()).unwrap_err().why, Why::Uncovered(_)));
    // A formula about a register that is not there, or over something that is no leaf.
    let mut formulas = Formulas::new();
    let nowhere = formulas.leaf(Leaf::Value(Place::Register(3, Register::from_u32(0))), 4);
    let itself = formulas.terms.eq(nowhere, nowhere);
    let less = formulas.terms.bv_ult(nowhere, nowhere);
    let neither = formulas.terms.or(itself, less);
    formulas.hold(neither);
    assert!(accepts(vec![StateFacts { formulas: Some(Box::new(formulas)), ..at(2) }]).is_err());
    let mut formulas = Formulas::new();
    let sort = formulas.terms.bool_sort();
    let free = formulas.terms.var("free", sort);
    formulas.hold(free);
    assert!(!formulas.is_well_formed());
    assert!(accepts(vec![StateFacts { formulas: Some(Box::new(formulas)), ..at(2) }]).is_err());
}

#[test]
fn what_is_known_at_the_heads_of_an_induction_must_hold() {
    // Down from 2 for ever: never 3 is not inductive for small k without a bound, and the bound
    // does not hold.
    let machine = Machine { start: (2, 2), step: (1, 1), swap: false, safe: Atom::Same, inside: true };
    let program = machine.program();
    let with = |facts: StateFacts| {
        check(&program, &Certificate::from(Argument::Induction(Induction { depth: 1, heads: vec![facts] })), &limits())
    };
    with(at(2)).unwrap();
    let mut bounded = at(2);
    bounded.registers.push((0, Register::from_u32(0), Known::Unsigned(0, 9)));
    assert_eq!(with(bounded).unwrap_err().why, Why::NotInvariant);
    assert_eq!(with(Claim::all(&[(true, Atom::XBelow(9))]).facts(2)).unwrap_err().why, Why::NotInvariant);
    with(Claim::all(&[(true, Atom::Same)]).facts(2)).unwrap();
    // Points that executions do not come to cut nothing.
    let elsewhere =
        check(&program, &Certificate::from(Argument::Induction(Induction { depth: 1, heads: vec![at(9)] })), &limits());
    assert!(elsewhere.is_err());
}

/// Two elements of an array, of which one is written.
#[test]
fn formulas_about_memory() {
    let program = text::parse(&format!(
        "{HEAD}global @a size 8 align 4 = b\"\"
function @main() -> i32 {{
  entry l0 exit l1
  reg %0 %1: i64
  reg %2 %3: i32
  l0 -> l2: %0 = 0
  l2 -> l3: %2 = input nondet \"any\"
  l3 -> l4: [%2 == 0]
  l3 -> l5: [!(%2 == 0)]
  l5 -> l6: store 7:i32 to @a + 4
  l6 -> l2: nop
  l4 -> l7: %3 = load @a
  l7 -> l8: [%3 == 0]
  l7 -> l9: [!(%3 == 0)]
  l8 -> l1: return 0:i32
  l9 -> l10: violation assertion
  l10 stop
}}
symbol sym0 \"any\"
"
    ));
    let program = match program {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    };
    let global = ObjectName::Global(program.global_named("a").unwrap());
    let with = |offset: u64, value: u64| {
        let mut formulas = Formulas::new();
        formulas.number(1, global);
        let (object, offset) = (formulas.terms.bv_u64(OBJECT_BITS, 1), formulas.terms.bv_u64(64, offset));
        let element = formulas.leaf(Leaf::Read { object, offset, bytes: 4 }, 32);
        let value = formulas.terms.bv_u64(32, value);
        let same = formulas.terms.eq(element, value);
        formulas.hold(same);
        let states = vec![StateFacts { formulas: Some(Box::new(formulas)), ..at(2) }];
        check(&program, &Certificate::from(Argument::ClosedSet(ClosedSet { states })), &limits())
    };
    with(0, 0).unwrap();
    assert!(with(0, 1).is_err());
    assert!(with(4, 7).is_err());
    assert!(with(4, 0).is_err());
    // Outside of the object anything may be.
    assert!(with(8, 0).is_err());
}
