//! Random small programs: few inputs, all values of which can be tried.
//!
//! A program is written so that what it does is defined whatever the judge and the verifier choose,
//! but for what a property is about: everything is initialised, pointers into different objects are
//! compared with null alone, shifts are by less than the width, numbers become integers where they
//! fit, accesses out of bounds stay close to their object, where the checks of addresses see them.
//! How often something may go wrong is decided once a program, for each kind of fault, so that
//! about half of the programs have none of a kind.

use super::tree::{Part, Program};
use crate::random::Rng;
use std::collections::BTreeSet;

/// Which faults a program may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Faults {
    pub(super) overflow: bool,
    pub(super) access: bool,
    pub(super) free: bool,
    pub(super) leak: bool,
}

/// An integer in memory that can be read and written.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) text: String,
    /// It is unsigned or narrower than `int`, so that changing it by a little does not overflow.
    pub(super) tame: bool,
}

/// What can be named at a place of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Integers that can be written.
    pub(super) places: Vec<Place>,
    /// Integers that can only be read, as expressions.
    pub(super) values: Vec<String>,
    /// Arrays of integers with their lengths; and whether they are local.
    pub(super) arrays: Vec<(String, usize, bool)>,
    /// Floating-point variables.
    pub(super) floats: Vec<String>,
    /// Functions of two integers.
    pub(super) functions: Vec<String>,
}

/// The integer types.
const TYPES: [(&str, bool); 9] = [
    ("int", false),
    ("int", false),
    ("unsigned", true),
    ("unsigned char", true),
    ("signed char", true),
    ("short", true),
    ("unsigned short", true),
    ("long", false),
    ("_Bool", true),
];

/// The state of writing a program.
pub(super) struct Maker<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) faults: Faults,
    pub(super) scope: Scope,
    /// Types, globals and functions so far.
    pub(super) parts: Vec<Part>,
    pub(super) constructs: BTreeSet<&'static str>,
    /// What this program is made of besides the plain statements.
    chosen: Vec<Construct>,
    names: usize,
    /// Bits of input that are left.
    bits: usize,
    /// How many loops are around.
    pub(super) loops: usize,
    pub(super) in_main: bool,
    pub(super) main_holds: bool,
}

/// Writes something of its kind.
pub(super) type Construct = fn(&mut Maker<'_>) -> Vec<Part>;

/// The program of a seed.
pub fn program(rng: &mut Rng) -> Program {
    let faults = Faults { overflow: rng.one_in(3), access: rng.one_in(2), free: rng.one_in(2), leak: rng.one_in(2) };
    let mut chosen: Vec<Construct> = super::constructs::ALL.to_vec();
    rng.shuffle(&mut chosen);
    chosen.truncate(rng.between(2, 5));
    let bits = rng.between(4, 8);
    let mut maker = Maker {
        rng,
        faults,
        scope: Scope::default(),
        parts: Vec::new(),
        constructs: BTreeSet::new(),
        chosen,
        names: 0,
        bits,
        loops: 0,
        in_main: false,
        main_holds: false,
    };
    maker.write();
    let Maker { parts, constructs, main_holds, .. } = maker;
    Program { parts, constructs, main_holds, means_the_same_with_32_bits: false }
}

impl Maker<'_> {
    /// All of a program.
    fn write(&mut self) {
        for _ in 0..self.rng.below(4) {
            self.global();
        }
        for _ in 0..self.rng.below(3) {
            self.helper();
        }
        self.in_main = true;
        let mut body = Vec::new();
        for _ in 0..self.rng.between(1, 2) {
            body.extend(self.input());
        }
        for _ in 0..self.rng.between(3, 8) {
            body.extend(self.statement(0));
            if self.rng.one_in(3) {
                body.push(self.check());
            }
        }
        body.push(self.check());
        body.push(Part::line(if self.rng.one_in(8) { "exit(0);" } else { "return 0;" }));
        self.parts.push(Part::block("int main(void)", body));
    }

    /// A name that nothing else has.
    pub(super) fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    /// Notes what the program has.
    pub(super) fn has(&mut self, construct: &'static str) {
        self.constructs.insert(construct);
    }

    fn global(&mut self) {
        let (kind, tame) = *self.rng.pick(&TYPES);
        let name = self.name("g");
        let value = self.rng.below(20);
        self.parts.push(Part::Global(name.clone(), format!("static {kind} {name} = {value};")));
        self.scope.places.push(Place { text: name, tame });
    }

    /// A function of two integers.
    fn helper(&mut self) {
        self.has("calls");
        let name = self.name("f");
        let scope = self.scope.clone();
        self.scope.places.push(Place { text: "a".into(), tame: false });
        self.scope.places.push(Place { text: "b".into(), tame: true });
        let mut body = Vec::new();
        for _ in 0..self.rng.between(1, 2) {
            body.extend(self.statement(1));
        }
        let result = self.expression(2);
        body.push(Part::line(format!("return {result};")));
        self.parts.push(Part::block(format!("static int {name}(int a, unsigned b)"), body));
        self.scope = scope;
        self.scope.functions.push(name);
    }

    /// A local variable with an input of a few bits.
    pub(super) fn input(&mut self) -> Vec<Part> {
        let name = self.name("x");
        let bits = self.rng.between(1, 5).min(self.bits);
        self.bits -= bits;
        let (kind, tame) = *self.rng.pick(&TYPES);
        let source = *self.rng.pick(&["uchar", "uchar", "ushort", "int", "ulong"]);
        let input = if bits == 0 { "5".to_owned() } else { format!("INPUT({source}, {bits})") };
        let value = match self.rng.below(4) {
            0 => format!("(int){input} - {}", 1 << bits.saturating_sub(1)),
            1 if self.faults.overflow => format!("(int){input} + {}", i32::MAX - 6),
            _ => input,
        };
        let mut parts = vec![Part::line(format!("{kind} {name} = {value};"))];
        if self.rng.one_in(4) {
            let bound = self.rng.between(1, 1 << bits);
            let end = if self.rng.one_in(2) { "return 0;" } else { "abort();" };
            parts.push(Part::block(format!("if ({name} >= {bound})"), vec![Part::line(end)]));
        }
        self.scope.places.push(Place { text: name, tame });
        parts
    }

    /// Statements in a block of their own.
    pub(super) fn body(&mut self, depth: usize) -> Vec<Part> {
        let scope = self.scope.clone();
        let mut parts = Vec::new();
        for _ in 0..self.rng.between(1, 2) {
            parts.extend(self.statement(depth + 1));
        }
        let functions = std::mem::take(&mut self.scope.functions);
        self.scope = Scope { functions, ..scope };
        parts
    }

    /// A statement, or several that belong together.
    pub(super) fn statement(&mut self, depth: usize) -> Vec<Part> {
        match self.rng.below(10) {
            0..=1 => vec![self.assignment()],
            2 if depth < 3 => self.conditional(depth),
            3 if depth < 3 => super::constructs::loops(self),
            4 => self.local(),
            5 if self.bits > 0 && self.in_main && self.loops == 0 && depth == 0 => self.input(),
            _ if depth < 2 && self.loops < 2 => {
                let construct = *self.rng.pick(&self.chosen.clone());
                construct(self)
            }
            _ => vec![self.assignment()],
        }
    }

    fn local(&mut self) -> Vec<Part> {
        let (kind, tame) = *self.rng.pick(&TYPES);
        let value = self.expression(2);
        let name = self.name("v");
        self.scope.places.push(Place { text: name.clone(), tame });
        vec![Part::line(format!("{kind} {name} = {value};"))]
    }

    /// An assignment to any place.
    pub(super) fn assignment(&mut self) -> Part {
        let value = self.expression(3);
        if self.scope.places.is_empty() {
            return Part::line(format!("(void)({value});"));
        }
        let Place { text, tame } = self.rng.pick(&self.scope.places.clone()).clone();
        let changes = tame || self.faults.overflow;
        Part::line(match self.rng.below(6) {
            0 if changes => format!("{text}++;"),
            1 if changes => format!("{text}--;"),
            2 if changes => format!("{text} {}= {value};", self.rng.pick(&["+", "-", "*", "^", "|", "&"])),
            _ => format!("{text} = {value};"),
        })
    }

    fn conditional(&mut self, depth: usize) -> Vec<Part> {
        let condition = self.condition();
        let mut parts = vec![Part::block(format!("if ({condition})"), self.body(depth))];
        if self.rng.one_in(3) {
            parts.push(Part::block("else", self.body(depth)));
        }
        parts
    }

    /// A check that may fail.
    pub(super) fn check(&mut self) -> Part {
        let claim = match self.rng.below(5) {
            0 => self.condition(),
            1 => {
                let (a, b) = (self.expression(1), self.expression(1));
                format!("(({a}) ^ ({b})) == (({a}) | ({b})) - (({a}) & ({b}))")
            }
            2 => format!("(({}) & 63) < {}", self.expression(2), self.rng.between(40, 64)),
            _ => format!("({}) != {}", self.expression(2), self.rng.below(40)),
        };
        if self.rng.one_in(2) {
            Part::line(format!("assert({claim});"))
        } else {
            Part::block(format!("if (!({claim}))"), vec![Part::line("reach_error();"), Part::line("abort();")])
        }
    }

    /// Something that holds or not.
    pub(super) fn condition(&mut self) -> String {
        if !self.scope.floats.is_empty() && self.rng.one_in(2) {
            let (a, b) = (self.rng.pick(&self.scope.floats).clone(), self.float(1));
            return format!("{a} {} {b}", self.rng.pick(&["<", ">", "<=", "==", "!="]));
        }
        let (a, b) = (self.expression(1), self.expression(1));
        let relation = *self.rng.pick(&["<", ">", "<=", ">=", "==", "!="]);
        match self.rng.below(6) {
            0 => format!("({a}) {relation} ({b}) && {}", self.atom()),
            1 => format!("({a}) {relation} ({b}) || !{}", self.atom()),
            _ => format!("({a}) {relation} ({b})"),
        }
    }

    /// An index of an array: within its bounds unless faults are wanted.
    pub(super) fn index(&mut self, length: usize, local: bool) -> String {
        let value = self.expression(1);
        if self.faults.access && self.rng.one_in(6) {
            return match local && self.rng.one_in(2) {
                true => format!("(int)((unsigned)({value}) % {}) - 1", length + 1),
                false => format!("(unsigned)({value}) % {}", length + 2),
            };
        }
        match self.rng.one_in(3) {
            true => self.rng.below(length).to_string(),
            false => format!("(unsigned)({value}) % {length}"),
        }
    }

    /// A number, a variable or an element, in parentheses where it needs them.
    pub(super) fn atom(&mut self) -> String {
        match self.rng.below(8) {
            0..=1 => {
                let small = self.rng.below(16).to_string();
                let large =
                    (*self.rng.pick(&["2147483640", "65530", "127", "(-2147483647)", "255u", "40000"])).to_owned();
                if self.faults.overflow && self.rng.one_in(3) { large } else { small }
            }
            2 if !self.scope.arrays.is_empty() && !self.faults.access => {
                let (name, length, _) = self.rng.pick(&self.scope.arrays.clone()).clone();
                format!("{name}[{}]", self.rng.below(length))
            }
            3 if !self.scope.values.is_empty() => self.rng.pick(&self.scope.values.clone()).clone(),
            _ if !self.scope.places.is_empty() => {
                // What was declared last is likelier.
                let places = &self.scope.places;
                let from = if self.rng.one_in(2) { places.len().saturating_sub(3) } else { 0 };
                let Place { text, tame } = self.rng.pick(&places[from..]).clone();
                if tame || self.faults.overflow { text } else { format!("({text} & 31)") }
            }
            _ => self.rng.below(8).to_string(),
        }
    }

    /// An integer.
    pub(super) fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.one_in(4) {
            return self.atom();
        }
        let depth = depth - 1;
        match self.rng.below(16) {
            0..=2 => format!("({} + {})", self.expression(depth), self.expression(depth)),
            3..=4 => format!("({} - {})", self.expression(depth), self.expression(depth)),
            5 => format!("({} * {})", self.expression(depth), self.atom()),
            6 => format!("({} & {})", self.expression(depth), self.expression(depth)),
            7 => format!("({} {} {})", self.expression(depth), self.rng.pick(&["|", "^"]), self.atom()),
            8 => {
                let kind = if self.faults.overflow { "" } else { "(unsigned)" };
                format!("({kind}({}) << ({} & 7))", self.expression(depth), self.atom())
            }
            9 => format!("(({}) >> ({} & 7))", self.expression(depth), self.atom()),
            10 => {
                // The compiler has no code for a division by the number zero, only for one by a
                // variable.
                let divisor = match self.scope.places.is_empty() || !self.rng.one_in(6) {
                    true => format!("({} | 1)", self.atom()),
                    false => self.rng.pick(&self.scope.places).text.clone(),
                };
                format!("({} {} {divisor})", self.expression(depth), self.rng.pick(&["/", "%"]))
            }
            11 => format!("({} ? {} : {})", self.atom(), self.expression(depth), self.expression(depth)),
            12 => format!("({}{})", self.rng.pick(&["~", "-", "!"]), self.atom()),
            13 => {
                let kind = self.rng.pick(&["(unsigned char)", "(signed char)", "(short)", "(unsigned)", "(long)"]);
                format!("({kind}({}))", self.expression(depth))
            }
            14 if !self.scope.functions.is_empty() && self.loops < 2 => {
                let function = self.rng.pick(&self.scope.functions.clone()).clone();
                format!("{function}({}, {})", self.expression(depth), self.atom())
            }
            15 if !self.scope.floats.is_empty() => {
                let float = self.rng.pick(&self.scope.floats).clone();
                format!("({float} > -1000 && {float} < 1000 ? (int){float} : 0)")
            }
            _ if !self.scope.arrays.is_empty() => {
                let (name, length, local) = self.rng.pick(&self.scope.arrays.clone()).clone();
                format!("{name}[{}]", self.index(length, local))
            }
            _ => format!("({} == {})", self.atom(), self.atom()),
        }
    }

    /// A floating-point number.
    pub(super) fn float(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.one_in(3) {
            return match self.rng.below(3) {
                0 => format!("{}.{}f", self.rng.below(12), self.rng.pick(&["0", "5", "25", "1"])),
                1 if !self.scope.floats.is_empty() => self.rng.pick(&self.scope.floats).clone(),
                _ => format!("({})({})", self.rng.pick(&["float", "double"]), self.expression(1)),
            };
        }
        let (a, b) = (self.float(depth - 1), self.float(depth - 1));
        match self.rng.below(8) {
            0 => format!("(-{a})"),
            1 => format!("({a} < {b} ? {a} : {b})"),
            _ => format!("({a} {} {b})", self.rng.pick(&["+", "-", "*", "/"])),
        }
    }
}
