//! Random programs of functions that call themselves and each other.
//!
//! All functions of a program have one signature, so that any may call any other, directly or from
//! a table. They are handed numbers, pointers to what their callers have, and structures by value;
//! they change globals, what the pointers lead to, and where a global pointer leads. Pointers may
//! be aliases. What is said about them often holds but in one rare case, so that who guesses from a
//! few executions guesses wrongly.

use super::tree::{Part, Program};
use crate::random::Rng;
use std::collections::BTreeSet;

/// What a function has as parameters, after the number of calls that are still to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Parameter {
    Number,
    Pointer,
    Structure,
}

/// The state of writing a program.
struct Maker<'a> {
    rng: &'a mut Rng,
    parts: Vec<Part>,
    constructs: BTreeSet<&'static str>,
    functions: Vec<String>,
    parameters: Vec<Parameter>,
    /// The type of numbers; if it is signed, what is computed may overflow.
    word: &'static str,
    wild: bool,
    leaks: bool,
    table: bool,
    /// What can be written, and what can only be read, at a place of the program.
    places: Vec<String>,
    values: Vec<String>,
    /// Pointers to words that may be followed.
    pointers: Vec<String>,
    structures: Vec<String>,
    names: usize,
    bits: usize,
    in_main: bool,
}

/// The number of elements of the global array.
const ELEMENTS: usize = 4;

/// The program of a seed.
pub(super) fn program(rng: &mut Rng) -> Program {
    use Parameter::{Number, Pointer, Structure};
    let kinds = [Number, Number, Pointer, Pointer, Structure];
    let parameters = (0..rng.between(0, 3)).map(|_| *rng.pick(&kinds)).collect();
    let word = *rng.pick(&["unsigned", "unsigned", "unsigned", "int", "unsigned char", "short"]);
    let functions = (0..rng.between(1, 3)).map(|number| format!("f{number}")).collect();
    let (wild, leaks, table) = (rng.one_in(4), rng.one_in(3), rng.one_in(4));
    let mut maker = Maker {
        rng,
        parts: Vec::new(),
        constructs: BTreeSet::from(["recursion"]),
        functions,
        parameters,
        word,
        wild,
        leaks,
        table,
        places: Vec::new(),
        values: Vec::new(),
        pointers: Vec::new(),
        structures: Vec::new(),
        names: 0,
        bits: 7,
        in_main: false,
    };
    maker.write();
    let Maker { parts, constructs, .. } = maker;
    Program { parts, constructs, main_holds: false, means_the_same_with_32_bits: true }
}

impl Maker<'_> {
    fn write(&mut self) {
        let word = self.word;
        self.parts.push(Part::line(format!("struct S {{ {word} a; {word} c[3]; }};")));
        for number in 0..self.rng.between(1, 3) {
            let value = self.rng.below(4);
            self.parts.push(Part::Global(format!("g{number}"), format!("static {word} g{number} = {value};")));
            self.places.push(format!("g{number}"));
            self.pointers.push(format!("&g{number}"));
        }
        if self.rng.one_in(3) {
            self.has("arrays");
            self.parts.push(Part::Global("list".into(), format!("static {word} list[{ELEMENTS}];")));
            let index = self.rng.below(ELEMENTS);
            self.places.push(format!("list[{index}]"));
            self.pointers.push(format!("&list[{index}]"));
        }
        if self.rng.one_in(3) {
            self.has("pointers in globals");
            self.parts.push(Part::Global("gp".into(), format!("static {word} *gp = &g0;")));
            self.places.push("(*gp)".into());
            self.pointers.push("gp".into());
        }
        let prototypes: Vec<String> = self.functions.iter().map(|name| format!("{};", self.head(name))).collect();
        self.parts.extend(prototypes.into_iter().map(Part::line));
        if self.table {
            self.has("function pointers");
            let first = self.head("(*table[2])").replace("static ", "");
            let entries = [self.rng.pick(&self.functions).clone(), self.rng.pick(&self.functions).clone()];
            let declaration = format!("static {first} = {{{}}};", entries.join(", "));
            self.parts.push(Part::Global("table".into(), declaration));
        }
        if self.functions.len() > 1 {
            self.has("mutual recursion");
        }
        for number in 0..self.functions.len() {
            self.function(number);
        }
        self.main();
    }

    fn has(&mut self, construct: &'static str) {
        self.constructs.insert(construct);
    }

    fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    /// A function up to its body.
    fn head(&self, name: &str) -> String {
        let word = self.word;
        let mut head = format!("static {word} {name}(int n");
        for (number, parameter) in self.parameters.iter().enumerate() {
            head += &match parameter {
                Parameter::Number => format!(", {word} a{number}"),
                Parameter::Pointer => format!(", {word} *p{number}"),
                Parameter::Structure => format!(", struct S s{number}"),
            };
        }
        head + ")"
    }

    fn scope(&self) -> [Vec<String>; 4] {
        [self.places.clone(), self.values.clone(), self.pointers.clone(), self.structures.clone()]
    }

    fn restore(&mut self, scope: [Vec<String>; 4]) {
        [self.places, self.values, self.pointers, self.structures] = scope;
    }

    fn function(&mut self, number: usize) {
        let scope = self.scope();
        self.values.push("n".into());
        for (number, parameter) in self.parameters.clone().into_iter().enumerate() {
            match parameter {
                Parameter::Number => self.places.push(format!("a{number}")),
                Parameter::Pointer => {
                    self.has("pointers to what callers have");
                    self.places.push(format!("(*p{number})"));
                    self.pointers.push(format!("p{number}"));
                }
                Parameter::Structure => {
                    self.has("structures by value");
                    self.structure(format!("s{number}"));
                }
            }
        }
        let mut body = Vec::new();
        if self.rng.one_in(3) {
            body.push(self.statement());
        }
        let mut ends = Vec::new();
        if self.rng.one_in(3) {
            ends.push(self.statement());
        }
        ends.push(Part::line(format!("return {};", self.expression(1))));
        body.push(Part::block("if (n <= 0)", ends));
        for _ in 0..self.rng.below(3) {
            body.push(self.statement());
        }
        let result = self.name("r");
        let mut after = Vec::new();
        let heap = self.rng.one_in(5);
        if heap {
            let (block, word) = (self.name("h"), self.word);
            self.has("heap");
            body.push(Part::line(format!("{word} *{block} = malloc(sizeof({word}));")));
            body.push(Part::line(format!("*{block} = {};", self.atom())));
            let free = format!("free({block});");
            after.push(Part::line(match self.leaks {
                true => format!("if ({}) {free}", self.condition()),
                false => free,
            }));
            self.places.push(format!("(*{block})"));
            self.pointers.push(block);
        }
        if self.rng.one_in(2) {
            let (local, word) = (self.name("x"), self.word);
            body.push(Part::line(format!("{word} {local} = {};", self.atom())));
            self.places.push(local.clone());
            self.pointers.push(format!("&{local}"));
        }
        if self.rng.one_in(3) && self.pointers.contains(&"gp".to_owned()) {
            let (kept, word) = (self.name("k"), self.word);
            body.push(Part::line(format!("{word} *{kept} = gp;")));
            let to = self.rng.pick(&self.pointers).clone();
            let condition = self.rare();
            let set = Part::line(format!("gp = {to};"));
            body.push(if self.rng.one_in(2) { set } else { Part::block(format!("if ({condition})"), vec![set]) });
            if !(self.wild && self.rng.one_in(3)) {
                after.insert(0, Part::line(format!("gp = {kept};")));
            }
        }
        let word = self.word;
        body.push(Part::line(format!("{word} {result} = {};", self.call(number))));
        self.places.push(result.clone());
        if self.rng.one_in(4) {
            let again = self.call(number);
            body.push(match self.rng.below(3) {
                0 => Part::line(format!("{result} += {again};")),
                1 => {
                    Part::block(format!("if ({})", self.condition()), vec![Part::line(format!("{result} = {again};"))])
                }
                _ => {
                    let counter = self.name("i");
                    let head = format!("for (int {counter} = 0; {counter} < 2; {counter}++)");
                    Part::block(head, vec![Part::line(format!("{result} ^= {again};"))])
                }
            });
        }
        for _ in 0..self.rng.below(3) {
            body.push(self.statement());
        }
        if self.rng.one_in(5) {
            body.push(self.check());
        }
        let value = if self.rng.one_in(2) { result } else { self.expression(1) };
        let answer = self.name("v");
        body.push(Part::line(format!("{word} {answer} = {value};")));
        body.extend(after);
        body.push(Part::line(format!("return {answer};")));
        let head = self.head(&self.functions[number].clone());
        self.parts.push(Part::block(head, body));
        self.restore(scope);
    }

    fn structure(&mut self, name: String) {
        self.places.push(format!("{name}.a"));
        self.places.push(format!("{name}.c[{}]", self.rng.below(3)));
        self.pointers.push(format!("&{name}.a"));
        self.structures.push(name);
    }

    /// A call of one of the functions, with fewer calls to come inside a function.
    fn call(&mut self, from: usize) -> String {
        let function = match self.rng.one_in(2) {
            true if self.table => format!("table[{} & 1]", self.expression(1)),
            true => self.functions[(from + 1) % self.functions.len()].clone(),
            false => self.rng.pick(&self.functions).clone(),
        };
        let left = match self.rng.below(8) {
            _ if self.in_main => match self.rng.below(3) {
                0 => self.rng.below(6).to_string(),
                _ => format!("(int)({} & {})", self.atom(), self.rng.pick(&[1, 3, 7])),
            },
            0 => "n - 2".into(),
            1 => "n / 2".into(),
            _ => "n - 1".into(),
        };
        let mut call = format!("{function}({left}");
        for (number, parameter) in self.parameters.clone().into_iter().enumerate() {
            call += ", ";
            call += &match parameter {
                Parameter::Number if !self.in_main && self.rng.one_in(2) => format!("a{number}"),
                Parameter::Number => self.expression(1),
                Parameter::Pointer if !self.in_main && self.rng.one_in(2) => format!("p{number}"),
                Parameter::Pointer => self.rng.pick(&self.pointers).clone(),
                Parameter::Structure => self.rng.pick(&self.structures).clone(),
            };
        }
        call + ")"
    }

    fn main(&mut self) {
        self.in_main = true;
        let again = self.rng.one_in(8);
        if again {
            self.has("main calls itself");
            self.bits = 3;
            self.parts.push(Part::Global("rounds".into(), "static int rounds;".into()));
        }
        let mut body = Vec::new();
        let word = self.word;
        for _ in 0..self.rng.between(1, 3) {
            let bits = self.rng.between(1, 3).min(self.bits);
            if bits == 0 {
                break;
            }
            self.bits -= bits;
            let name = self.name("x");
            let source = *self.rng.pick(&["uchar", "int"]);
            let far = if self.wild && word == "int" { " + 2147483640" } else { "" };
            body.push(Part::line(format!("{word} {name} = (int)INPUT({source}, {bits}){far};")));
            self.places.push(name.clone());
            self.pointers.push(format!("&{name}"));
        }
        if self.parameters.contains(&Parameter::Structure) {
            body.push(Part::line(format!("struct S s = {{{}, {{1, 2}}}};", self.atom())));
            self.structure("s".into());
        }
        for _ in 0..self.rng.between(1, 3) {
            if self.rng.one_in(3) {
                body.push(self.statement());
            }
            let (old, result) = (self.name("o"), self.name("r"));
            let place = self.rng.pick(&self.places).clone();
            body.push(Part::line(format!("{word} {old} = {place};")));
            body.push(Part::line(format!("{word} {result} = {};", self.call(0))));
            self.values.push(old);
            self.places.push(result);
            body.push(self.check());
        }
        if again {
            let condition = self.condition();
            let call = vec![Part::line("rounds++;"), Part::line("main();")];
            body.push(Part::block(format!("if (rounds < 2 && {condition})"), call));
        }
        body.push(self.check());
        body.push(Part::line("return 0;"));
        self.parts.push(Part::block("int main(void)", body));
    }

    fn statement(&mut self) -> Part {
        let place = self.rng.pick(&self.places).clone();
        let change = match self.rng.below(6) {
            0 => format!("{place} = {};", self.expression(1)),
            1 => format!("{place} {}= {};", self.rng.pick(&["+", "-", "^"]), self.atom()),
            2 => format!("{place}--;"),
            _ => format!("{place}++;"),
        };
        match self.rng.below(8) {
            0..=1 => Part::block(format!("if ({})", self.rare()), vec![Part::line(change)]),
            2 => Part::block(format!("if ({})", self.condition()), vec![Part::line(change)]),
            3 if self.rng.one_in(2) => {
                self.has("ends early");
                let end = *self.rng.pick(&["exit(0);", "abort();"]);
                Part::block(format!("if ({})", self.rare()), vec![Part::line(end)])
            }
            _ => Part::line(change),
        }
    }

    /// What is true now and then.
    fn rare(&mut self) -> String {
        let number = self.rng.between(2, 5);
        let what = if self.in_main || self.rng.one_in(2) { self.atom() } else { "n".into() };
        format!("{what} == {number}")
    }

    fn condition(&mut self) -> String {
        let relation = *self.rng.pick(&["<", ">", "<=", "==", "!="]);
        format!("{} {relation} {}", self.atom(), self.atom())
    }

    /// A check of what may have become of some places.
    fn check(&mut self) -> Part {
        let (a, b) = (self.rng.pick(&self.places).clone(), self.atom());
        let claim = match self.rng.below(6) {
            0 => format!("{a} == {b}"),
            1 => format!("{a} <= {}", self.rng.between(1, 12)),
            2 => format!("{a} != {}", self.rng.below(12)),
            3 => format!("{a} == {b} + {}", self.atom()),
            4 => format!("({a} & 1) == ({b} & 1)"),
            _ => format!("{a} >= {b}"),
        };
        match self.rng.one_in(2) {
            true => Part::line(format!("assert({claim});")),
            false => {
                Part::block(format!("if (!({claim}))"), vec![Part::line("reach_error();"), Part::line("abort();")])
            }
        }
    }

    fn atom(&mut self) -> String {
        match self.rng.below(5) {
            0 => self.rng.below(6).to_string(),
            1 if !self.values.is_empty() => self.rng.pick(&self.values).clone(),
            _ => self.rng.pick(&self.places).clone(),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.one_in(2) {
            return self.atom();
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.rng.below(8) {
            0..=3 => format!("({a} + {b})"),
            4 => format!("({a} - {b})"),
            5 => format!("({a} ^ {b})"),
            6 => format!("({a} < {b} ? {a} : {b})"),
            _ => format!("({a} & 7)"),
        }
    }
}
