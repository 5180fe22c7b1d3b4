//! Heaps and operations as people write them.
//!
//! ```text
//! a = 0                      # a pointer, and the cell it points to
//! t = null
//! 0: next = 1, positive      # a cell: its fields, and assertions that hold on it
//! 1: next = null
//! ```
//!
//! A field that a cell does not tell of is unknown; an assertion that it does not tell of does not
//! hold. Names get numbers in the order in which they come.

use crate::description::{Cause, Problem, Word, words};
use crate::explicit::{Heap, Place};
use crate::names::{Assertion, Field, Names, Pointer};
use crate::operation::{Condition, Fresh, Operation};
use crate::truth::Truth;
use std::collections::BTreeMap;

/// A heap with the names of what it tells of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WrittenHeap {
    /// The heap.
    pub heap: Heap,
    pointers: Vec<String>,
    fields: Vec<String>,
    assertions: Vec<String>,
}

impl Names for WrittenHeap {
    fn pointer(&self, pointer: Pointer) -> String {
        self.pointers.get(pointer.0 as usize).cloned().unwrap_or_else(|| pointer.to_string())
    }
    fn field(&self, field: Field) -> String {
        self.fields.get(field.0 as usize).cloned().unwrap_or_else(|| field.to_string())
    }
    fn assertion(&self, assertion: Assertion) -> String {
        self.assertions.get(assertion.0 as usize).cloned().unwrap_or_else(|| assertion.to_string())
    }
}

fn number(names: &mut Vec<String>, name: &str) -> u32 {
    let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    at as u32
}

struct Reader<'a> {
    file: &'a str,
    words: Vec<(Word, u32)>,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> &(Word, u32) {
        &self.words[self.at.min(self.words.len() - 1)]
    }

    fn problem(&self, cause: Cause) -> Problem {
        Problem { file: self.file.to_owned(), line: self.peek().1, cause }
    }

    fn unexpected(&self, expected: &'static str) -> Problem {
        self.problem(Cause::Unexpected { expected, found: self.peek().0.to_string() })
    }

    fn mark(&mut self, mark: &str) -> bool {
        let is = matches!(&self.peek().0, Word::Mark(other) if *other == mark);
        self.at += usize::from(is);
        is
    }

    fn name(&mut self, expected: &'static str) -> Result<String, Problem> {
        let Word::Name(name) = self.peek().0.clone() else { return Err(self.unexpected(expected)) };
        self.at += 1;
        Ok(name)
    }

    /// `null`, `?` or the number of a cell.
    fn place(&mut self) -> Result<Place, Problem> {
        let place = match &self.peek().0 {
            Word::Name(name) if name == "null" => Place::Null,
            Word::Mark("?") => Place::Unknown,
            Word::Number(cell) => match usize::try_from(*cell) {
                Ok(cell) if cell < 1_000_000 => Place::Cell(cell),
                _ => return Err(self.problem(Cause::TooMany)),
            },
            _ => return Err(self.unexpected("null, ? or the number of a cell")),
        };
        self.at += 1;
        Ok(place)
    }
}

impl WrittenHeap {
    /// Reads a heap.
    pub fn read(file: &str, text: &str) -> Result<WrittenHeap, Problem> {
        let mut reader = Reader { file, words: words(file, text)?, at: 0 };
        let mut result = WrittenHeap::default();
        let (mut fields, mut assertions, mut most) = (BTreeMap::new(), BTreeMap::new(), 0);
        let mut seen = |place: Place| {
            if let Place::Cell(cell) = place {
                most = most.max(cell + 1);
            }
        };
        loop {
            match reader.peek().0.clone() {
                Word::End => break,
                Word::Name(name) => {
                    reader.at += 1;
                    if !reader.mark("=") {
                        return Err(reader.unexpected("="));
                    }
                    let place = reader.place()?;
                    seen(place);
                    let pointer = Pointer(number(&mut result.pointers, &name));
                    result.heap.pointers.retain(|(own, _)| *own != pointer);
                    result.heap.pointers.push((pointer, place));
                }
                Word::Number(_) => {
                    let place = reader.place()?;
                    seen(place);
                    let Place::Cell(cell) = place else { continue };
                    if !reader.mark(":") {
                        return Err(reader.unexpected(":"));
                    }
                    // A name that begins the next line is a pointer.
                    let line = reader.peek().1;
                    while reader.peek().1 == line && matches!(reader.peek().0, Word::Name(_)) {
                        let name = reader.name("a field or an assertion")?;
                        if reader.mark("=") {
                            let to = reader.place()?;
                            seen(to);
                            fields.insert((number(&mut result.fields, &name), cell), to);
                        } else {
                            assertions.insert((number(&mut result.assertions, &name), cell), Truth::True);
                        }
                        if !reader.mark(",") {
                            break;
                        }
                    }
                }
                _ => return Err(reader.unexpected("a pointer or the number of a cell")),
            }
        }
        if most > crate::graph::MOST_NODES {
            return Err(reader.problem(Cause::TooMany));
        }
        result.heap.count = most;
        for field in 0..result.fields.len() as u32 {
            let place = |cell| fields.get(&(field, cell)).copied().unwrap_or(Place::Unknown);
            result.heap.fields.push((Field(field), (0..most).map(place).collect()));
        }
        for assertion in 0..result.assertions.len() as u32 {
            let value = |cell| assertions.get(&(assertion, cell)).copied().unwrap_or(Truth::False);
            result.heap.assertions.push((Assertion(assertion), (0..most).map(value).collect()));
        }
        Ok(result)
    }

    /// The field of this name.
    pub fn field_named(&self, name: &str) -> Option<Field> {
        self.fields.iter().position(|known| known == name).map(|at| Field(at as u32))
    }

    /// All pointers that the heap tells of.
    pub fn pointers(&self) -> impl Iterator<Item = Pointer> + use<> {
        (0..self.pointers.len() as u32).map(Pointer)
    }

    /// All assertions that the heap tells of.
    pub fn assertions(&self) -> impl Iterator<Item = Assertion> + use<> {
        (0..self.assertions.len() as u32).map(Assertion)
    }

    /// All fields that the heap tells of.
    pub fn fields(&self) -> impl Iterator<Item = Field> + use<> {
        (0..self.fields.len() as u32).map(Field)
    }

    /// Reads an operation on pointers and fields of the heap: `x = null`, `x = y`, `x = y->f`,
    /// `x = malloc`, `x->f = null`, `x->f = y`, `free x`, `assume x == y`, `assume x->f != null`.
    pub fn operation(&self, file: &str, text: &str) -> Result<Operation, Problem> {
        let mut reader = Reader { file, words: words(file, text)?, at: 0 };
        let first = reader.name("an operation")?;
        let operation = match first.as_str() {
            "free" => Operation::Free(self.pointer_of(&mut reader)?),
            "assume" => self.assumption(&mut reader)?,
            _ => {
                reader.at -= 1;
                self.assignment(&mut reader)?
            }
        };
        if reader.peek().0 == Word::End { Ok(operation) } else { Err(reader.unexpected("the end")) }
    }

    fn pointer_of(&self, reader: &mut Reader<'_>) -> Result<Pointer, Problem> {
        let name = reader.name("a pointer")?;
        let at = self.pointers.iter().position(|known| *known == name);
        at.map(|at| Pointer(at as u32)).ok_or_else(|| {
            reader.at -= 1;
            reader.problem(Cause::UnknownPredicate(name))
        })
    }

    /// `->f`, if it follows.
    fn field_of(&self, reader: &mut Reader<'_>) -> Result<Option<Field>, Problem> {
        if !reader.mark("->") {
            return Ok(None);
        }
        let name = reader.name("a field")?;
        self.field_named(&name).map(Some).ok_or_else(|| {
            reader.at -= 1;
            reader.problem(Cause::UnknownField(name))
        })
    }

    fn assignment(&self, reader: &mut Reader<'_>) -> Result<Operation, Problem> {
        let x = self.pointer_of(reader)?;
        let field = self.field_of(reader)?;
        if !reader.mark("=") {
            return Err(reader.unexpected("="));
        }
        if reader.mark("?") {
            return Ok(field.map_or(Operation::Forget(x), |f| Operation::ForgetField(x, f)));
        }
        match (reader.peek().0.clone(), field) {
            (Word::Name(name), _) if name == "null" => {
                reader.at += 1;
                Ok(field.map_or(Operation::Null(x), |f| Operation::StoreNull(x, f)))
            }
            (Word::Name(name), None) if name == "malloc" => {
                reader.at += 1;
                Ok(Operation::Malloc(x, Fresh::Unknown))
            }
            (_, Some(f)) => Ok(Operation::Store(x, f, self.pointer_of(reader)?)),
            (_, None) => {
                let y = self.pointer_of(reader)?;
                Ok(self.field_of(reader)?.map_or(Operation::Copy(x, y), |f| Operation::Load(x, y, f)))
            }
        }
    }

    fn assumption(&self, reader: &mut Reader<'_>) -> Result<Operation, Problem> {
        let x = self.pointer_of(reader)?;
        let field = self.field_of(reader)?;
        let holds = !reader.mark("!=");
        if holds && !(reader.mark("=") && reader.mark("=")) {
            return Err(reader.unexpected("== or !="));
        }
        let null = matches!(&reader.peek().0, Word::Name(name) if name == "null");
        let condition = match (field, null) {
            (None, true) => Condition::Null(x),
            (Some(f), true) => Condition::FieldNull(x, f),
            (None, false) => Condition::Equal(x, self.pointer_of(reader)?),
            (Some(f), false) => Condition::FieldEqual(x, f, self.pointer_of(reader)?),
        };
        reader.at += usize::from(null);
        Ok(Operation::Assume(condition, holds))
    }
}
