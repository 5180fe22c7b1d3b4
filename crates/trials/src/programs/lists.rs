//! Random programs over linked lists whose length is not bounded by anything but inputs.
//!
//! A program builds one or two lists, does things to them that are right (appending, inserting,
//! removing, reversing, moving cells, walking along), and frees them. The cells are linked singly
//! or doubly, as a ring or not; they may have a block of their own, or a list of their own. Then
//! most programs get one fault: a part is left out, or something is written wrongly. So whoever
//! takes lists of any length together has to know well what stays the same.

use super::tree::{Part, Program};
use crate::random::Rng;
use std::collections::BTreeSet;

/// What a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owned {
    Nothing,
    /// A block of the heap.
    Block,
    /// One, or null.
    PerhapsBlock,
    /// A list.
    List,
}

/// The state of writing a program.
struct Maker<'a> {
    rng: &'a mut Rng,
    doubly: bool,
    owned: Owned,
    heads: &'static [&'static str],
    constructs: BTreeSet<&'static str>,
    /// Bits of inputs that may still be asked for.
    bits: usize,
    /// May something still be written wrongly?
    slips: bool,
}

/// The program of a seed.
pub(super) fn program(rng: &mut Rng) -> Program {
    let doubly = rng.one_in(2);
    let owned = match rng.below(8) {
        0 => Owned::Block,
        1 => Owned::PerhapsBlock,
        2 => Owned::List,
        _ => Owned::Nothing,
    };
    let heads: &'static [&'static str] = if rng.one_in(2) { &["a"] } else { &["a", "b"] };
    let (global, faulty, offset) = (rng.one_in(2), rng.between(0, 3), rng.one_in(3));
    let mut maker =
        Maker { rng, doubly, owned, heads, constructs: BTreeSet::from(["lists"]), bits: 9, slips: faulty == 1 };
    let mut cell = vec![Part::line("struct cell *next;")];
    if offset {
        cell.insert(0, Part::line("int first;"));
    }
    if doubly {
        maker.constructs.insert("double links");
        cell.push(Part::line("struct cell *prev;"));
    }
    cell.push(Part::line("int data;"));
    match owned {
        Owned::Nothing => {}
        Owned::Block | Owned::PerhapsBlock => {
            maker.constructs.insert("cells with a block");
            cell.push(Part::line("char *block;"));
        }
        Owned::List => {
            maker.constructs.insert("lists of lists");
            cell.push(Part::line("struct item *items;"));
        }
    }
    let structure = |name: &str, fields| Part::Block(format!("struct {name} {{"), fields, "};".into());
    let mut parts = Vec::new();
    if owned == Owned::List {
        let fields = ["struct item *next;", "int data;"].map(Part::line);
        parts.push(structure("item", fields.to_vec()));
    }
    parts.push(structure("cell", cell));
    let mut body = vec![Part::line("struct cell *t = 0, *c = 0, **p = 0;"), Part::line("int i = 0, n = 0;")];
    if owned == Owned::List {
        body.push(Part::line("struct item *m = 0;"));
    }
    for head in heads {
        match global {
            true => parts.push(Part::Global((*head).into(), format!("struct cell *{head};"))),
            false => body.push(Part::line(format!("struct cell *{head} = 0;"))),
        }
    }
    let declared = body.len();
    body.extend(maker.body());
    let constructs = maker.constructs;
    let of =
        |parts| Program { parts, constructs: constructs.clone(), main_holds: true, means_the_same_with_32_bits: true };
    if faulty >= 2 {
        // A part of what is done is left out.
        let done = of(body.split_off(declared));
        body.extend(done.without(rng.below(done.size()), rng.one_in(2)).parts);
    }
    body.push(Part::line("return 0;"));
    parts.push(Part::block("int main(void)", body));
    of(parts)
}

impl Maker<'_> {
    fn body(&mut self) -> Vec<Part> {
        let mut body = Vec::new();
        for _ in 0..self.rng.between(1, 2) {
            let head = self.head();
            body.extend(self.build(head));
        }
        for _ in 0..self.rng.below(4) {
            let head = self.head();
            body.extend(match self.rng.below(9) {
                0..=2 => self.walk(head),
                3 => self.remove(head),
                4 => self.reverse(head),
                5 => self.insert(head),
                6 if self.heads.len() > 1 => self.concatenate(),
                7 if self.heads.len() > 1 => self.shift(),
                _ => self.pop(head),
            });
        }
        if !self.rng.one_in(8) {
            for head in self.heads {
                body.extend(self.clear(head));
            }
        }
        body
    }

    fn head(&mut self) -> &'static str {
        let at = self.rng.below(self.heads.len());
        self.heads[at]
    }

    /// A line, now and then another one.
    fn line(&mut self, right: impl Into<String>, wrong: &str) -> Part {
        if self.slips && self.rng.one_in(10) {
            self.slips = false;
            return Part::line(wrong);
        }
        Part::line(right)
    }

    /// An input of so many bits, or a constant where there were enough.
    fn input(&mut self, bits: usize) -> String {
        if self.bits < bits {
            return "1".into();
        }
        self.bits -= bits;
        format!("INPUT(uchar, {bits})")
    }

    /// What is done for each of a number of cells that an input says.
    fn rounds(&mut self, body: Vec<Part>) -> Vec<Part> {
        let bits = if self.rng.one_in(4) { 1 } else { 2 };
        let number = self.input(bits);
        let more = if self.rng.one_in(4) { " + 1" } else { "" };
        let begin = Part::line(format!("n = {number}{more};"));
        vec![begin, Part::block("for (i = 0; i < n; i++)", body)]
    }

    /// A new cell `t`, which is not linked yet.
    fn cell(&mut self) -> Vec<Part> {
        let mut made = vec![Part::line("t = malloc(sizeof *t);")];
        let data = *self.rng.pick(&["0", "1", "1", "i", "i & 1", "7"]);
        made.push(Part::line(format!("t->data = {data};")));
        match self.owned {
            Owned::Nothing => {}
            Owned::Block => made.push(self.line("t->block = malloc(4);", "t->block = 0;")),
            Owned::PerhapsBlock => {
                let which = *self.rng.pick(&["i & 1", "t->data", "n > 1"]);
                made.push(self.line(format!("t->block = {which} ? malloc(4) : 0;"), "t->block = malloc(1);"));
            }
            Owned::List => {
                made.push(Part::line("t->items = 0;"));
                let item = ["m = malloc(sizeof *m);", "m->next = t->items;", "m->data = 1;", "t->items = m;"];
                let most = *self.rng.pick(&["i", "2", "t->data"]);
                made.push(Part::block(format!("for (int j = 0; j < {most}; j++)"), item.map(Part::line).to_vec()));
            }
        }
        made
    }

    /// Frees a cell, with what it has.
    fn free(&mut self, cell: &str) -> Vec<Part> {
        let mut freed = Vec::new();
        match self.owned {
            Owned::Nothing => {}
            Owned::Block | Owned::PerhapsBlock => {
                if self.rng.one_in(3) {
                    freed.push(Part::block(
                        format!("if ({cell}->block)"),
                        vec![Part::line(format!("{cell}->block[0] = 1;"))],
                    ));
                }
                freed.push(self.line(format!("free({cell}->block);"), "free(0);"));
            }
            Owned::List => {
                let step = [format!("m = {cell}->items;"), format!("{cell}->items = m->next;"), "free(m);".to_owned()];
                freed.push(Part::block(format!("while ({cell}->items)"), step.map(Part::Line).to_vec()));
            }
        }
        freed.push(self.line(format!("free({cell});"), "free(c);"));
        freed
    }

    /// The link back of a cell.
    fn back(&mut self, cell: &str, to: &str) -> Vec<Part> {
        if !self.doubly {
            return Vec::new();
        }
        vec![self.line(format!("{cell}->prev = {to};"), &format!("{cell}->prev = {cell};"))]
    }

    /// The same, if there is a cell.
    fn back_if(&mut self, cell: &str, to: &str) -> Vec<Part> {
        match self.doubly {
            true => vec![Part::block(format!("if ({cell})"), self.back(cell, to))],
            false => Vec::new(),
        }
    }

    fn build(&mut self, head: &str) -> Vec<Part> {
        let mut round = self.cell();
        match self.rng.below(3) {
            0 => {
                round.push(self.line(format!("t->next = {head};"), &format!("t->next = {head} ? {head}->next : 0;")));
                round.extend(self.back("t", "0"));
                round.extend(self.back_if(head, "t"));
                round.push(Part::line(format!("{head} = t;")));
                self.rounds(round)
            }
            1 => {
                self.constructs.insert("appending");
                round.push(Part::line("t->next = 0;"));
                round.extend(self.back("t", "0"));
                let mut walk = self.walk_to_the_end(head);
                walk.push(Part::line("c->next = t;"));
                walk.extend(self.back("t", "c"));
                round.push(Part::Block(format!("if (!{head}) {head} = t; else {{"), walk, "}".into()));
                self.rounds(round)
            }
            _ => {
                self.constructs.insert("a pointer to the last cell");
                let mut all = vec![Part::block(format!("if ({head})"), self.walk_to_the_end(head))];
                round.push(self.line("t->next = 0;", "t->next = c;"));
                round.extend(self.back("t", "c"));
                round.push(Part::line(format!("if (c) c->next = t; else {head} = t;")));
                round.push(Part::line("c = t;"));
                all.insert(0, Part::line("c = 0;"));
                all.extend(self.rounds(round));
                all
            }
        }
    }

    fn walk_to_the_end(&mut self, head: &str) -> Vec<Part> {
        vec![Part::line(format!("c = {head};")), Part::block("while (c->next)", vec![Part::line("c = c->next;")])]
    }

    fn walk(&mut self, head: &str) -> Vec<Part> {
        let each = format!("for (c = {head}; c; c = c->next)");
        let wrong = vec![Part::line("reach_error();"), Part::line("abort();")];
        match self.rng.below(6) {
            0 => {
                let value = self.rng.below(3);
                vec![
                    Part::block(&*each, vec![Part::line(format!("c->data = {value};"))]),
                    Part::block(
                        &*each,
                        vec![self.line(format!("assert(c->data == {value});"), "assert(c->data != 1);")],
                    ),
                ]
            }
            1 => vec![Part::block(&*each, vec![Part::line("assert(c->data < 8);")])],
            2 if self.doubly => {
                let tested = Part::block("if (c->next && c->next->prev != c)", wrong);
                vec![Part::block(&*each, vec![tested])]
            }
            3 if self.doubly => {
                let mut there = self.walk_to_the_end(head);
                there.push(Part::block("while (c->prev)", vec![Part::line("c = c->prev;")]));
                there.push(Part::block(format!("if (c != {head})"), wrong));
                vec![Part::block(format!("if ({head})"), there)]
            }
            4 => vec![
                Part::line(format!("c = {head};")),
                Part::block("while (c && c->data != 1)", vec![Part::line("c = c->next;")]),
                Part::block("if (c)", vec![Part::line("c->data = 5;")]),
            ],
            _ => vec![Part::block(&*each, vec![Part::line("c->data ^= 1;")])],
        }
    }

    fn remove(&mut self, head: &str) -> Vec<Part> {
        self.constructs.insert("removing");
        let value = self.rng.below(3);
        if self.doubly {
            let mut found = vec![
                Part::line(format!("if (c->prev) c->prev->next = c->next; else {head} = c->next;")),
                self.line("if (c->next) c->next->prev = c->prev;", "if (c->next) c->next->prev = c;"),
            ];
            found.extend(self.free("c"));
            return vec![
                Part::line(format!("c = {head};")),
                Part::block(format!("while (c && c->data != {value})"), vec![Part::line("c = c->next;")]),
                Part::block("if (c)", found),
            ];
        }
        let mut found = vec![Part::line("t = *p;"), self.line("*p = t->next;", "*p = t;")];
        found.extend(self.free("t"));
        let step = vec![Part::Block(format!("if ((*p)->data != {value}) p = &(*p)->next; else {{"), found, "}".into())];
        vec![Part::line(format!("p = &{head};")), Part::block("while (*p)", step)]
    }

    fn reverse(&mut self, head: &str) -> Vec<Part> {
        self.constructs.insert("reversing");
        let step: Vec<Part> = match self.doubly {
            true => ["t = c->prev;", "c->prev = c->next;", "c->next = t;"]
                .map(Part::line)
                .into_iter()
                .chain([Part::line(format!("{head} = c;")), Part::line("c = c->prev;")])
                .collect(),
            false => vec![
                Part::line("t = c->next;"),
                self.line(format!("c->next = {head};"), "c->next = 0;"),
                Part::line(format!("{head} = c;")),
                Part::line("c = t;"),
            ],
        };
        let mut all = vec![Part::line(format!("c = {head};"))];
        if !self.doubly {
            all.push(Part::line(format!("{head} = 0;")));
        }
        all.push(Part::block("while (c)", step));
        all
    }

    /// A new cell behind one that an input chooses.
    fn insert(&mut self, head: &str) -> Vec<Part> {
        self.constructs.insert("inserting");
        let place = self.input(2);
        let mut there = self.cell();
        there.push(Part::line("t->next = c->next;"));
        there.extend(self.back("t", "c"));
        there.push(self.line("c->next = t;", "t->next = t;"));
        there.extend(self.back_if("t->next", "t"));
        vec![
            Part::line(format!("n = {place};")),
            Part::line(format!("c = {head};")),
            Part::block("for (i = 0; c && i < n; i++)", vec![Part::line("c = c->next;")]),
            Part::block("if (c)", there),
        ]
    }

    fn concatenate(&mut self) -> Vec<Part> {
        let mut there = self.walk_to_the_end("a");
        there.push(Part::line("c->next = b;"));
        there.extend(self.back_if("b", "c"));
        vec![Part::Block("if (!a) a = b; else {".into(), there, "}".into()), self.line("b = 0;", "c = 0;")]
    }

    /// Cells from the front of one list to the front of the other one.
    fn shift(&mut self) -> Vec<Part> {
        let mut step = vec![Part::line("t = a;"), Part::line("a = t->next;")];
        step.extend(self.back_if("a", "0"));
        step.push(self.line("t->next = b;", "t->next = a;"));
        step.extend(self.back_if("b", "t"));
        step.push(Part::line("b = t;"));
        let number = self.input(2);
        let condition = *self.rng.pick(&["a && i < n", "a"]);
        vec![Part::line(format!("n = {number};")), Part::block(format!("for (i = 0; {condition}; i++)"), step)]
    }

    fn pop(&mut self, head: &str) -> Vec<Part> {
        let mut there = vec![Part::line(format!("t = {head};")), Part::line(format!("{head} = t->next;"))];
        there.extend(self.back_if(head, "0"));
        there.extend(self.free("t"));
        vec![Part::block(format!("if ({head})"), there)]
    }

    fn clear(&mut self, head: &str) -> Vec<Part> {
        let mut step = vec![Part::line(format!("t = {head}->next;"))];
        if self.doubly && self.rng.one_in(3) {
            step.extend(self.back_if("t", "0"));
        }
        step.extend(self.free(head));
        step.push(Part::line(format!("{head} = t;")));
        vec![Part::block(format!("while ({head})"), step)]
    }
}
