//! Single claims about small heaps: what is accepted holds.
//!
//! A program builds a heap of up to four cells and comes to a place of which a state is claimed.
//! Whether that describes the heap is found by trying all ways in which cells may be members of
//! runs. Behind that place the program looks at the heap; the interpreter says whether what it
//! finds violates anything.

use super::mutants::{change_state, is_violated};
use super::*;
use adumbra_testing::{Random, rounds};
use std::fmt::Write;

/// The bytes of a cell: a number at 0, two pointers at 8 and 16.
const SIZE: u64 = 24;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Null,
    Cell(usize, u64),
    Global,
    Number(u64),
}

/// Cells by number: the number in it, and the pointers.
struct Heap {
    cells: Vec<(u64, Value, Value)>,
    /// Two registers.
    registers: [Value; 2],
}

impl Heap {
    fn random(random: &mut Random) -> Heap {
        let count = 1 + random.below(4);
        let any = |random: &mut Random| match random.below(count + 2) {
            cell if cell < count => Value::Cell(cell, 0),
            cell if cell == count => Value::Global,
            _ => Value::Null,
        };
        let cell = |cell: usize, random: &mut Random| {
            // Most are lists.
            let next = match random.below(6) {
                0 => any(random),
                _ if cell + 1 < count => Value::Cell(cell + 1, 0),
                _ => Value::Null,
            };
            let back = match random.below(5) {
                0 => any(random),
                1 => Value::Null,
                _ if cell > 0 => Value::Cell(cell - 1, 0),
                _ => Value::Null,
            };
            (u64::from(!random.one_in(4)), next, back)
        };
        let cells = (0..count).map(|number| cell(number, random)).collect();
        let registers = [Value::Cell(0, 0), any(random)];
        Heap { cells, registers }
    }

    /// A program that builds it and then makes moves, which end at the exit.
    fn program(&self, looks: &[String]) -> String {
        let value = |value: Value| match value {
            Value::Null | Value::Number(_) => "null".to_owned(),
            Value::Cell(cell, _) => format!("%{}", cell + 4),
            Value::Global => "@g".to_owned(),
        };
        let mut moves = Vec::new();
        let cells = self.cells.iter().enumerate();
        moves.extend(cells.clone().map(|(n, _)| format!("%{} = allocate heap {SIZE}:i64 align 8 site s0", n + 4)));
        for (number, (data, next, back)) in cells {
            let cell = number + 4;
            moves.push(format!("store {data}:i32 to %{cell}"));
            moves.push(format!("store {} to (%{cell} + 8)", value(*next)));
            moves.push(format!("store {} to (%{cell} + 16)", value(*back)));
        }
        for (register, to) in self.registers.iter().enumerate() {
            moves.push(format!("%{register} = {}", value(*to)));
        }
        let claim = moves.len();
        moves.extend(looks.iter().cloned());
        let mut text = "global @g size 8 align 8 = b\"\"\nfunction @main() -> i32 {\n  entry l0 exit l1\n".to_owned();
        text.push_str("  reg %0 %1 %2: ptr\n  reg %3: i32\n  reg %4 %5 %6 %7: ptr\n");
        let place = |index: usize| if index == 0 { 0 } else { index + 1 };
        for (index, edge) in moves.iter().enumerate() {
            let _ = writeln!(text, "  l{} -> l{}: {edge}", place(index), place(index + 1));
        }
        let end = place(moves.len());
        let _ = write!(text, "  l{end} -> l1: return 0:i32\n}}\nsite s0 in @main\nsymbol sym0 \"any\"\n");
        assert_eq!(place(claim), claim + 1);
        text
    }

    /// Where the claim is.
    fn place(&self) -> u32 {
        (self.cells.len() * 4 + 2 + 1) as u32
    }
}

/// Which cells are the members of which runs.
struct Ways<'a> {
    heap: &'a Heap,
    descriptions: &'a [Description],
    facts: &'a StateFacts,
    objects: Vec<usize>,
    /// The run, the member of the chain of its owner that has it, and the members.
    chains: Vec<(usize, Option<usize>, Vec<usize>)>,
}

impl Ways<'_> {
    fn is_free(&self, cell: usize) -> bool {
        !self.objects.contains(&cell) && !self.chains.iter().any(|(.., members)| members.contains(&cell))
    }

    /// Is there a way in which the facts hold?
    fn exists(&mut self) -> bool {
        if self.objects.len() < self.facts.objects.len() {
            for cell in (0..self.heap.cells.len()).filter(|cell| self.is_free(*cell)).collect::<Vec<_>>() {
                self.objects.push(cell);
                if self.exists() {
                    return true;
                }
                self.objects.pop();
            }
            return false;
        }
        // The next run: for each member of its owner.
        let next = (0..self.facts.many.len()).find_map(|run| {
            let known = |owner: Option<usize>| self.chains.iter().any(|(r, o, _)| (*r, *o) == (run, owner));
            match self.facts.many[run].owner {
                None => (!known(None)).then_some((run, None)),
                Some(owner) => {
                    let all = self.chains.iter().filter(|(r, ..)| *r == owner as usize).flat_map(|(.., m)| m);
                    all.copied().find(|member| !known(Some(*member))).map(|member| (run, Some(member)))
                }
            }
        });
        let Some((run, owner)) = next else { return self.holds() };
        self.chains.push((run, owner, Vec::new()));
        let found = self.extend(self.chains.len() - 1);
        if !found {
            self.chains.pop();
        }
        found
    }

    fn extend(&mut self, chain: usize) -> bool {
        let many = &self.facts.many[self.chains[chain].0];
        let count = self.chains[chain].2.len() as u64;
        if count >= many.least && many.most.is_none_or(|most| count <= most) && self.exists() {
            return true;
        }
        self.chains.truncate(chain + 1);
        for cell in (0..self.heap.cells.len()).filter(|cell| self.is_free(*cell)).collect::<Vec<_>>() {
            self.chains[chain].2.push(cell);
            if self.extend(chain) {
                return true;
            }
            self.chains[chain].2.pop();
        }
        false
    }

    fn holds(&self) -> bool {
        let facts = self.facts;
        let cells = self.heap.cells.len();
        let registers = facts
            .registers
            .iter()
            .all(|(_, register, known)| self.is(self.heap.registers[register.as_u32() as usize], known, (None, None)));
        let named = facts.cells.iter().all(|(name, offset, length, known)| match name {
            ObjectName::Allocated(index) => {
                self.is(self.read(self.objects[*index as usize], *offset, *length), known, (None, None))
            }
            _ => false,
        });
        registers
            && named
            && (!facts.all_heap || (0..cells).all(|cell| !self.is_free(cell)))
            && (0..self.chains.len()).all(|chain| self.is_chain(chain))
    }

    fn is_chain(&self, chain: usize) -> bool {
        let (run, owner, members) = &self.chains[chain];
        let many = &self.facts.many[*run];
        let Some(description) = self.descriptions.iter().find(|d| d.name == many.description) else { return false };
        let Some((head, tail)) = members.first().zip(members.last()) else { return true };
        let ends = (owner.map(|_| chain), *owner);
        let back = description.back.unwrap_or(description.next);
        let linked = members.windows(2).all(|pair| {
            let next = self.read(pair[0], description.next.at, 8) == Value::Cell(pair[1], description.next.to);
            next && (description.back.is_none() || self.read(pair[1], back.at, 8) == Value::Cell(pair[0], back.to))
        });
        description.size == SIZE
            && linked
            && many.behind.as_ref().is_none_or(|k| self.is(self.read(*tail, description.next.at, 8), k, ends))
            && many.before.as_ref().is_none_or(|k| self.is(self.read(*head, back.at, 8), k, ends))
            && members.iter().all(|member| {
                let of_member = |k: &Known, value: Value| self.is_of_member(value, k, chain, *member, *owner);
                many.cells.iter().all(|(at, length, known)| of_member(known, self.read(*member, *at, *length)))
            })
    }

    fn read(&self, cell: usize, at: u64, length: u32) -> Value {
        let (data, next, back) = self.heap.cells[cell];
        match (at, length) {
            (0, 4) => Value::Number(data),
            (8, 8) => next,
            (16, 8) => back,
            (8 | 12, 4) if next == Value::Null => Value::Number(0),
            (16 | 20, 4) if back == Value::Null => Value::Number(0),
            // Other bytes are not known.
            _ => Value::Number(u64::MAX),
        }
    }

    fn is_of_member(&self, value: Value, known: &Known, chain: usize, member: usize, owner: Option<usize>) -> bool {
        let run = self.chains[chain].0;
        if let Known::Pointer(ObjectName::First(other) | ObjectName::Last(other), _) = known
            && self.facts.many[*other as usize].owner == Some(run as u32)
        {
            let own = self.chains.iter().position(|(r, o, _)| (*r, *o) == (*other as usize, Some(member)));
            return own.is_some_and(|own| self.is_end(value, known, own));
        }
        self.is(value, known, (owner.map(|_| chain), owner))
    }

    /// Is a value what is known of it? Names of runs that belong to members are those of the chain.
    fn is(&self, value: Value, known: &Known, (chain, owner): (Option<usize>, Option<usize>)) -> bool {
        match known {
            Known::Null => matches!(value, Value::Null | Value::Number(0)),
            Known::Bits(words) => value == Value::Number(words[0]) || words[0] == 0 && value == Value::Null,
            Known::Pointer(ObjectName::Allocated(index), offset) => {
                value == Value::Cell(self.objects[*index as usize], *offset)
            }
            Known::Pointer(ObjectName::Global(_), 0) => value == Value::Global,
            Known::Pointer(ObjectName::Owner, offset) => owner.is_some_and(|o| value == Value::Cell(o, *offset)),
            Known::Pointer(ObjectName::First(run) | ObjectName::Last(run), _) => {
                let run = *run as usize;
                let of = self.facts.many[run].owner.and(owner);
                let own = chain.filter(|chain| self.chains[*chain].0 == run);
                let found = own.or_else(|| self.chains.iter().position(|(r, o, _)| (*r, *o) == (run, of)));
                found.is_some_and(|found| self.is_end(value, known, found))
            }
            _ => false,
        }
    }

    fn is_end(&self, value: Value, known: &Known, chain: usize) -> bool {
        let (run, owner, members) = &self.chains[chain];
        let many = &self.facts.many[*run];
        let (end, offset, instead) = match known {
            Known::Pointer(ObjectName::First(_), offset) => (members.first(), offset, &many.behind),
            Known::Pointer(_, offset) => (members.last(), offset, &many.before),
            _ => return false,
        };
        match end {
            Some(end) => value == Value::Cell(*end, *offset),
            None => instead.as_ref().is_none_or(|known| self.is(value, known, (Some(chain), *owner))),
        }
    }
}

/// A claim that may hold of a heap: a list from the first register.
fn claim(random: &mut Random, heap: &Heap) -> StateFacts {
    let mut state = with(at(heap.place()), &[(0, first(0))]);
    let name = ["one", "two"][random.below(2)];
    let before = (name == "two" && !random.one_in(3)).then_some(Known::Null);
    let data = if random.one_in(2) { vec![(0, 4, bits(1))] } else { Vec::new() };
    let whole = Many { before, ..run(name, 0, Some(Known::Null), &data) };
    match random.below(6) {
        // All in one run.
        0 | 1 => state.many.push(whole),
        // Two runs, one behind the other.
        2 => {
            let second = Many { before: (name == "two").then(|| last(0)), ..whole.clone() };
            state.many.extend([Many { behind: Some(first(1)), ..whole }, second]);
            state.registers.push((0, Register::from_u32(1), first(1)));
        }
        // One object behind a run.
        3 => {
            state.many.push(Many { behind: Some(object(0)), ..whole });
            state.objects.push(live(0, SIZE));
            state.cells.push((ObjectName::Allocated(0), 8, 8, Known::Null));
        }
        // Each has one that belongs to it, or none.
        4 => {
            let (least, most) = (random.below(2) as u64, random.pick(&[None, Some(1)]));
            let behind =
                random.pick(&[Some(Known::Null), Some(Known::Pointer(ObjectName::Owner, 0)), None].each_ref()).clone();
            state.many.push(Many { cells: vec![(16, 8, first(1))], ..run("one", 0, Some(Known::Null), &data) });
            state.many.push(Many { least, most, owner: Some(0), ..run("one", 0, behind, &[]) });
        }
        // It goes around.
        _ => state.many.push(Many { behind: Some(first(0)), ..whole }),
    }
    if random.one_in(3) {
        state.registers.push((0, Register::from_u32(1), last(0)));
    }
    for _ in 0..random.below(3) {
        change_state(random, &mut state);
    }
    state
}

/// What a program may look at: it violates the property if something is not as expected.
fn looks(random: &mut Random) -> Vec<String> {
    let pointer = |random: &mut Random| random.pick(&["%0", "%1", "%2"]);
    let mut all = vec!["%2 = %0".to_owned()];
    for _ in 0..random.below(4) {
        let place = pointer(random);
        all.push(match random.below(5) {
            0 => format!("%2 = load ({place} + 8)"),
            1 => format!("%2 = load ({place} + 16)"),
            2 => format!("%3 = load {place}"),
            3 => format!("free {place}"),
            _ => format!("store %0 to ({place} + 8)"),
        });
    }
    all
}

/// Is the claim accepted of the program, where it must hold at its place?
fn is_accepted(text: &str, state: &StateFacts, property: &str) -> Result<(), Rejected> {
    let descriptions = vec![description("one", SIZE, (8, 0), None), description("two", SIZE, (8, 0), Some((16, 0)))];
    let argument = Argument::Induction(Induction { depth: 0, heads: vec![state.clone()] });
    let certificate = Certificate { descriptions, ..argument.into() };
    let head = HEAD.replace("assertions valid-deref valid-free valid-memtrack valid-memcleanup", property);
    check(&program(&format!("{head}{text}")), &certificate, &CheckLimits::default()).map(|_| ())
}

#[test]
fn claims_that_are_accepted_hold() {
    let mut random = Random(3);
    let descriptions = [description("one", SIZE, (8, 0), None), description("two", SIZE, (8, 0), Some((16, 0)))];
    let (mut accepted, mut missed, mut wrong) = (0, 0, 0);
    for _ in 0..rounds(6000) {
        let heap = Heap::random(&mut random);
        let state = claim(&mut random, &heap);
        let text = heap.program(&["%2 = %0".to_owned()]);
        let is_right = |index: usize| index < state.many.len();
        let in_range = state.many.iter().all(|many| many.owner.is_none_or(|owner| is_right(owner as usize)));
        let checked = is_accepted(&text, &state, "assertions");
        let mut ways =
            Ways { heap: &heap, descriptions: &descriptions, facts: &state, objects: Vec::new(), chains: Vec::new() };
        match checked {
            Ok(()) => {
                assert!(in_range && ways.exists(), "{text}\n{state:#?}");
                accepted += 1;
            }
            // What is not well formed means nothing.
            Err(Rejected { why: adumbra_judges::certificate::Why::Unsupported(_), .. }) => {}
            Err(_) if in_range && ways.exists() => missed += 1,
            Err(_) => wrong += 1,
        }
    }
    println!("{accepted} accepted, {missed} missed, {wrong} wrong");
    assert!(accepted > 200 && wrong > 200 && missed * 5 < accepted, "{accepted}, {missed}, {wrong}");
}

#[test]
fn what_follows_from_accepted_claims_happens() {
    let mut random = Random(9);
    let (mut accepted, mut violated) = (0, 0);
    for _ in 0..rounds(6000) {
        let heap = Heap::random(&mut random);
        let state = claim(&mut random, &heap);
        let text = heap.program(&looks(&mut random));
        let property =
            random.pick(&["valid-deref valid-free", "valid-memtrack", "valid-deref valid-free valid-memcleanup"]);
        let checked = is_accepted(&text, &state, property);
        let head = HEAD.replace("assertions valid-deref valid-free valid-memtrack valid-memcleanup", property);
        let is_violated = is_violated(&program(&format!("{head}{text}")), 0);
        violated += u32::from(is_violated);
        if checked.is_ok() {
            accepted += 1;
            assert!(!is_violated, "{property}\n{text}\n{state:#?}");
        }
    }
    println!("{accepted} accepted, {violated} violated");
    assert!(accepted > 40 && violated > 50, "{accepted} {violated}");
}
