//! Clauses of contracts, from C to formulas of certificates: the way back of `formulas.rs`.
//!
//! An expression is read with the types of the program's variables. In C its arithmetic is that of
//! the types, and what is undefined makes the clause false; in ACSL numbers are integers, which are
//! bit-vectors here that grow with every operation. What is read is exactly what the expression
//! means, or it is not read: no structures, arrays, floats and calls.

mod arithmetic;

use crate::definition::Definition;
use crate::expression::RESULT;
use crate::format::{ExpressionLanguage, FunctionContract, Malformed};
use crate::source::{Source, TokenKind};
use crate::sources::Sources;
use adumbra_program::{CType, CTypeId, Function, Program, Register, Type};
use adumbra_terms::Term;
use adumbra_verdict::{Contract, Leaf, OBJECT_BITS, ObjectName, Place};
use arithmetic::{Int, Read};

/// Deeper expressions are not read.
const DEEPEST: u32 = 200;

/// What stands for `\old` and `\at` in the words of an expression.
const OLD: &str = "__witness_old";
const AT: &str = "__witness_at";

/// Why a clause is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unread {
    /// It is no expression, or speaks of what is not there.
    Malformed(String),
    /// It may be right, but is not understood.
    Unknown(String),
}

/// A contract of a witness, as clauses of a certificate.
#[derive(Clone, Debug)]
pub struct Suspected {
    /// The function, with the clauses.
    pub contract: Contract,
    /// For each clause, first those demanded and then those promised, its words.
    pub words: Vec<String>,
    /// The line of the witness.
    pub line: u32,
}

/// Reads a contract. What is not understood is none, with the reason.
pub fn suspected(
    program: &Program,
    sources: &Sources,
    given: &FunctionContract,
) -> Result<Result<Suspected, String>, Malformed> {
    let bad = |message: String| Malformed::at(given.line, message);
    let (function, definition) = defined_at(program, sources, given)?;
    let name = &program.functions[function].name;
    let mut contract = Contract::of(function);
    let mut words = Vec::new();
    for (text, at_exit) in [(&given.requires, false), (&given.ensures, true)] {
        let Some(text) = text else { continue };
        let formulas = if at_exit { &mut contract.exit } else { &mut contract.entry };
        let mut reader = Reader {
            program,
            function,
            definition: &definition,
            at_exit,
            old: 0,
            result: at_exit && given.language != ExpressionLanguage::C,
            read: Read { formulas, acsl: given.language == ExpressionLanguage::Acsl },
            source: Source::new(plain(text).into_bytes()),
            at: 0,
            end: 0,
        };
        let kind = if at_exit { "ensures" } else { "requires" };
        let clauses = reader.clauses();
        match clauses {
            Ok(clauses) => {
                for (clause, text) in clauses {
                    formulas.hold(clause);
                    words.push(format!("{kind} {text}"));
                }
            }
            Err(Unread::Malformed(why)) => return Err(bad(format!("the `{kind}` of {name}, `{text}`: {why}"))),
            Err(Unread::Unknown(why)) => {
                return Ok(Err(format!("line {}: the `{kind}` of {name}, `{text}`: {why}", given.line)));
            }
        }
    }
    Ok(Ok(Suspected { contract, words, line: given.line }))
}

/// The function that is defined where a contract says.
fn defined_at<'s>(
    program: &Program,
    sources: &'s Sources,
    given: &FunctionContract,
) -> Result<(Function, Definition<'s>), Malformed> {
    let bad = |message: String| Malformed::at(given.line, message);
    let place = &given.place;
    let file = sources.named(&place.file);
    let file =
        file.ok_or_else(|| bad(format!("the witness speaks of {}, which is no file of the program", place.file)))?;
    let Some((_, source)) = sources.file(file) else { return Err(bad("no such file".into())) };
    let offset_line = |token: usize| source.line_and_column(source.tokens[token].start);
    let around = |text: &&crate::source::FunctionText| {
        let (first, last) = (offset_line(source.first_of(text)), offset_line(text.body.0));
        match place.column {
            Some(column) => first <= (place.line, column) && (place.line, column) <= last,
            None => first.0 <= place.line && place.line <= last.0,
        }
    };
    let text = source.functions.iter().find(around).ok_or_else(|| bad(format!("no function is defined at {place}")))?;
    if let Some(name) = place.function.as_ref().filter(|name| **name != text.name) {
        return Err(bad(format!("the function that is defined at {place} is {}, not {name}", text.name)));
    }
    let first = source.first_of(text);
    let all = program.defined_functions().filter(|(_, data, _)| !data.library);
    for (function, _, _) in all {
        if let Some(definition) = Definition::of(program, sources, function)
            && (definition.file, definition.first) == (file, first)
        {
            return Ok((function, definition));
        }
    }
    Err(bad(format!("{} is not part of the program", text.name)))
}

/// The text with words for what begins with a backslash.
fn plain(text: &str) -> String {
    let words = [("\\result", RESULT), ("\\old", OLD), ("\\at", AT), ("\\true", "1"), ("\\false", "0")];
    words.into_iter().fold(text.to_owned(), |text, (name, word)| text.replace(name, &format!(" {word} ")))
}

/// Reads one expression.
struct Reader<'a> {
    program: &'a Program,
    function: Function,
    definition: &'a Definition<'a>,
    /// Is the clause about the exit of the function?
    at_exit: bool,
    /// So many `\old` are open.
    old: u32,
    /// May it speak of `\result` and `\old`?
    result: bool,
    read: Read<'a>,
    source: Source,
    at: usize,
    /// The part that is read ends before this token.
    end: usize,
}

/// What a part of an expression is.
#[derive(Clone, Copy)]
struct Part {
    value: What,
    /// When it has a value.
    defined: Term,
}

#[derive(Clone, Copy)]
enum What {
    Int(Int),
    Truth(Term),
    /// The pointer that a parameter is, and the type behind it.
    Pointer(Register, Option<CTypeId>),
}

type Got<T> = Result<T, Unread>;

fn malformed<T>(what: impl Into<String>) -> Got<T> {
    Err(Unread::Malformed(what.into()))
}

fn unknown<T>(what: impl Into<String>) -> Got<T> {
    Err(Unread::Unknown(what.into()))
}

impl Reader<'_> {
    /// The parts of a conjunction, each as a truth value that is false where it is undefined.
    fn clauses(&mut self) -> Got<Vec<(Term, String)>> {
        if let Some(bad) = self.source.text.iter().find(|byte| **byte == b'\\') {
            return malformed(format!("`{}` does not belong into an expression", char::from(*bad)));
        }
        let mut found = Vec::new();
        let count = self.source.tokens.len();
        self.conjunction(0, count, &mut found, 0)?;
        Ok(found)
    }

    /// Splits what is between two tokens at its outermost `&&`.
    fn conjunction(&mut self, from: usize, to: usize, found: &mut Vec<(Term, String)>, depth: u32) -> Got<()> {
        if depth > DEEPEST {
            return unknown("it is nested too deeply");
        }
        let mut signs = Vec::new();
        let mut at = from;
        while at < to {
            match self.source.word(at) {
                "&&" => signs.push(at),
                "||" | "?" => {
                    signs.clear();
                    break;
                }
                "(" => at = self.source.partner(at).max(at),
                _ => {}
            }
            at += 1;
        }
        let whole = self.source.word(from) == "(" && to > 0 && self.source.partner(from) == to - 1 && to > from + 1;
        if signs.is_empty() && whole {
            return self.conjunction(from + 1, to - 1, found, depth + 1);
        }
        let mut first = from;
        for sign in signs.into_iter().chain([to]) {
            if first == from && sign == to {
                found.push((self.clause(first, sign)?, self.text(first, sign)));
            } else {
                self.conjunction(first, sign, found, depth + 1)?;
            }
            first = sign + 1;
        }
        Ok(())
    }

    fn clause(&mut self, from: usize, to: usize) -> Got<Term> {
        (self.at, self.end) = (from, to);
        let part = self.ternary(0)?;
        if self.at != to {
            return malformed(match self.word() {
                "" => "it ends too early".to_owned(),
                word => format!("`{word}` is not expected"),
            });
        }
        let truth = self.truth(part)?;
        Ok(self.read.terms().and(part.defined, truth))
    }

    /// The words between two tokens, as they were written.
    fn text(&self, from: usize, to: usize) -> String {
        let tokens = &self.source.tokens;
        let (Some(first), Some(last)) = (tokens.get(from), tokens.get(to.saturating_sub(1))) else {
            return String::new();
        };
        let text = String::from_utf8_lossy(self.source.text.get(first.start..last.end).unwrap_or_default());
        let words = [(RESULT, "\\result"), (OLD, "\\old"), (AT, "\\at")];
        let text = words.into_iter().fold(text.into_owned(), |text, (word, name)| text.replace(word, name));
        text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" (", "(")
    }

    fn word(&self) -> &str {
        if self.at < self.end { self.source.word(self.at) } else { "" }
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.at < self.end && self.word() == word;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, word: &str) -> Got<()> {
        match self.eat(word) {
            true => Ok(()),
            false if self.at >= self.end => malformed(format!("`{word}` is missing")),
            false => malformed(format!("`{word}` is expected before `{}`", self.word())),
        }
    }

    fn truth(&mut self, part: Part) -> Got<Term> {
        match part.value {
            What::Truth(truth) => Ok(truth),
            What::Int(int) => Ok(self.read.nonzero(int)),
            What::Pointer(..) => unknown("pointers are not compared"),
        }
    }

    fn int(&mut self, part: Part) -> Got<Int> {
        match part.value {
            What::Int(int) => Ok(int),
            What::Truth(truth) => Ok(self.read.of_truth(truth)),
            What::Pointer(..) => unknown("pointers are not calculated with"),
        }
    }

    fn ternary(&mut self, depth: u32) -> Got<Part> {
        if depth > DEEPEST {
            return unknown("it is nested too deeply");
        }
        let condition = self.binary(0, depth + 1)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.ternary(depth + 1)?;
        self.expect(":")?;
        let no = self.ternary(depth + 1)?;
        let truth = self.truth(condition)?;
        let (a, b) = (self.int(yes)?, self.int(no)?);
        let value = What::Int(self.read.choose(truth, a, b));
        let terms = self.read.terms();
        let defined = terms.ite(truth, yes.defined, no.defined);
        Ok(Part { value, defined: terms.and(condition.defined, defined) })
    }

    /// Operators that bind at least so much.
    fn binary(&mut self, least: u8, depth: u32) -> Got<Part> {
        if depth > DEEPEST {
            return unknown("it is nested too deeply");
        }
        let mut left = self.unary(depth + 1)?;
        loop {
            let operator = self.word().to_owned();
            let Some(binds) = binds(&operator).filter(|binds| *binds >= least) else { return Ok(left) };
            self.at += 1;
            let right = self.binary(binds + 1, depth + 1)?;
            left = self.combined(&operator, left, right)?;
        }
    }

    fn combined(&mut self, operator: &str, left: Part, right: Part) -> Got<Part> {
        if let "&&" | "||" = operator {
            let (a, b) = (self.truth(left)?, self.truth(right)?);
            let terms = self.read.terms();
            let (value, goes_on) = if operator == "&&" { (terms.and(a, b), a) } else { (terms.or(a, b), terms.not(a)) };
            let later = terms.implies(goes_on, right.defined);
            return Ok(Part { value: What::Truth(value), defined: terms.and(left.defined, later) });
        }
        let (a, b) = (self.int(left)?, self.int(right)?);
        let both = self.read.terms().and(left.defined, right.defined);
        if let Some(truth) = self.read.compared(operator, a, b) {
            return Ok(Part { value: What::Truth(truth), defined: both });
        }
        let (value, defined) = self.read.calculated(operator, a, b).map_err(Unread::Unknown)?;
        Ok(Part { value: What::Int(value), defined: self.read.terms().and(both, defined) })
    }

    fn unary(&mut self, depth: u32) -> Got<Part> {
        if depth > DEEPEST {
            return unknown("it is nested too deeply");
        }
        if self.at >= self.end {
            return malformed("it ends too early");
        }
        let kind = self.source.tokens[self.at].kind;
        let word = self.word().to_owned();
        match (word.as_str(), kind) {
            ("!" | "-" | "+" | "~", TokenKind::Sign) => {
                self.at += 1;
                let part = self.unary(depth + 1)?;
                if word == "!" {
                    let truth = self.truth(part)?;
                    return Ok(Part { value: What::Truth(self.read.terms().not(truth)), ..part });
                }
                let int = self.int(part)?;
                let (value, defined) = self.read.of_one(&word, int);
                Ok(Part { value: What::Int(value), defined: self.read.terms().and(part.defined, defined) })
            }
            ("*", TokenKind::Sign) => {
                self.at += 1;
                let part = self.unary(depth + 1)?;
                let What::Pointer(register, Some(pointed)) = part.value else {
                    return unknown("only parameters that point to integers are read through");
                };
                self.behind(register, pointed)
            }
            ("(", TokenKind::Sign) => {
                self.at += 1;
                if let Some(cast) = self.type_name()? {
                    self.expect(")")?;
                    let part = self.unary(depth + 1)?;
                    let int = self.int(part)?;
                    return Ok(Part { value: What::Int(self.read.cast(int, cast)), ..part });
                }
                let part = self.ternary(depth + 1)?;
                self.expect(")")?;
                Ok(part)
            }
            (_, TokenKind::Number) => {
                self.at += 1;
                let pointer_bits = self.program.layout.pointer_bits;
                match self.read.literal(&word, pointer_bits) {
                    Some(value) => Ok(self.always(What::Int(value))),
                    None => unknown(format!("`{word}` is no integer that is understood")),
                }
            }
            (_, TokenKind::Quoted) => unknown(format!("{word} is not understood")),
            (_, TokenKind::Word) => self.name(&word, depth),
            _ => malformed(format!("`{word}` does not begin an expression")),
        }
    }

    fn always(&mut self, value: What) -> Part {
        Part { value, defined: self.read.terms().bool(true) }
    }

    fn name(&mut self, word: &str, depth: u32) -> Got<Part> {
        self.at += 1;
        if matches!(word, OLD | AT) && self.result {
            self.expect("(")?;
            self.old += 1;
            let part = self.ternary(depth + 1)?;
            self.old -= 1;
            if word == AT {
                self.expect(",")?;
                match self.word() {
                    "Pre" | "Old" => self.at += 1,
                    other => return unknown(format!("the label `{other}`")),
                }
            }
            self.expect(")")?;
            return Ok(part);
        }
        if word == RESULT && self.result {
            let value = self.returned()?;
            return Ok(self.always(value));
        }
        if word.starts_with("__witness_") {
            return malformed("`\\result` and `\\old` belong into `ensures`, and not into `c_expression`");
        }
        match self.word() {
            "(" if word != "sizeof" => return malformed(format!("`{word}(…)` is a call, and clauses have no effects")),
            "(" | "[" | "." | "->" => return unknown(format!("`{word}{}` is not understood", self.word())),
            "=" | "++" | "--" => return malformed(format!("`{}` is an effect, and clauses have none", self.word())),
            _ => {}
        }
        let value = self.variable(word)?;
        Ok(self.always(value))
    }

    fn variable(&mut self, word: &str) -> Got<What> {
        let body = self.program.body(self.function);
        let parameters = body.map_or(&[][..], |body| &body.parameters);
        let named = |register: &&Register| {
            let variable = self.program.registers[**register].variable.as_ref();
            variable.is_some_and(|variable| variable.parameter && variable.name == word)
        };
        if let Some(register) = parameters.iter().find(named).copied() {
            let data = &self.program.registers[register];
            let ctype = data.variable.as_ref().and_then(|variable| variable.ctype);
            let known = ctype.map(|ctype| &self.program.ctypes[ctype]);
            return match (data.ty, known) {
                (Type::Ptr, Some(CType::Pointer(pointed))) => Ok(What::Pointer(register, *pointed)),
                (Type::Int(width), Some(CType::Int { signed, bits, .. })) if *bits == width => {
                    // A parameter means what was given, at the exit, too.
                    let leaf = Leaf::Value(Place::Register(0, register));
                    Ok(What::Int(self.leaf(leaf, width, *signed, self.at_exit)))
                }
                _ => unknown(format!("the type of `{word}`")),
            };
        }
        if !self.definition.declares(word) {
            return malformed(format!("`{word}` is not visible where the function is defined"));
        }
        let file = self.program.functions[self.function].position.map(|p| p.file);
        let is_meant = |variable: &adumbra_program::Variable| {
            variable.name == word && variable.declared.is_some_and(|p| Some(p.file) == file)
        };
        let mut all = self.program.globals.iter().filter(|(_, data)| {
            crate::contracts::is_own_name(&data.name, word) && data.variable.as_ref().is_some_and(is_meant)
        });
        let (Some((global, data)), None) = (all.next(), all.next()) else {
            return unknown(format!("`{word}` is no variable that is understood"));
        };
        let ctype = data.variable.as_ref().and_then(|variable| variable.ctype);
        let Some(CType::Int { signed, bits, .. }) = ctype.map(|ctype| &self.program.ctypes[ctype]) else {
            return unknown(format!("the type of `{word}`"));
        };
        if data.size * 8 != u64::from(*bits) {
            return unknown(format!("the type of `{word}`"));
        }
        let leaf = Leaf::Value(Place::Cell(ObjectName::Global(global), 0, *bits / 8));
        let at_entry = self.at_exit && self.old > 0;
        Ok(What::Int(self.leaf(leaf, *bits, *signed, at_entry)))
    }

    /// The integer behind a pointer that was given.
    fn behind(&mut self, register: Register, pointed: CTypeId) -> Got<Part> {
        let CType::Int { signed, bits, .. } = self.program.ctypes[pointed] else {
            return unknown("what is behind a pointer is no integer");
        };
        if bits % 8 != 0 || bits > 64 {
            return unknown("the type behind a pointer");
        }
        let place = Place::Register(0, register);
        let object = self.read.formulas.leaf(Leaf::Object(place), OBJECT_BITS);
        let offset = self.read.formulas.leaf(Leaf::Offset(place), self.program.layout.pointer_bits);
        let leaf = Leaf::Read { object, offset, bytes: bits / 8 };
        let at_entry = self.at_exit && self.old > 0;
        let value = What::Int(self.leaf(leaf, bits, signed, at_entry));
        Ok(self.always(value))
    }

    fn returned(&mut self) -> Got<What> {
        let [Type::Int(width @ (8 | 16 | 32 | 64))] = self.program.functions[self.function].result_types[..] else {
            return unknown("the type of `\\result`");
        };
        match self.definition.returns_signed() {
            Some(signed) => Ok(What::Int(self.leaf(Leaf::Value(Place::Result(0)), width, signed, false))),
            None => unknown("the type of `\\result`"),
        }
    }

    fn leaf(&mut self, leaf: Leaf, width: u32, signed: bool, at_entry: bool) -> Int {
        let mut term = self.read.formulas.leaf(leaf, width);
        if at_entry {
            term = self.read.formulas.leaf(Leaf::AtEntry(term), width);
        }
        self.read.typed(term, width, signed)
    }

    /// The name of an integer type, if one stands here: its width, and whether it is signed.
    fn type_name(&mut self) -> Got<Option<(u32, bool)>> {
        let known = ["unsigned", "signed", "char", "short", "int", "long", "_Bool", "const", "volatile"];
        let other = ["float", "double", "void", "struct", "union", "enum"];
        let mut words = Vec::new();
        while known.contains(&self.word()) {
            words.push(self.word().to_owned());
            self.at += 1;
        }
        if other.contains(&self.word()) {
            return unknown(format!("the type `{}`", self.word()));
        }
        if words.is_empty() {
            return Ok(None);
        }
        if self.word() != ")" {
            return unknown(format!("a type with `{}`", self.word()));
        }
        let has = |word: &str| words.iter().any(|w| w == word);
        let signed = !has("unsigned");
        let width = match words.iter().filter(|word| *word == "long").count() {
            2 => 64,
            1 => self.program.layout.pointer_bits,
            _ if has("_Bool") => return unknown("the type `_Bool`"),
            _ if has("char") => 8,
            _ if has("short") => 16,
            _ => 32,
        };
        Ok(Some((width, signed)))
    }
}

/// How much a binary operator binds.
fn binds(operator: &str) -> Option<u8> {
    let levels: [&[&str]; 10] = [
        &["||"],
        &["&&"],
        &["|"],
        &["^"],
        &["&"],
        &["==", "!="],
        &["<", ">", "<=", ">="],
        &["<<", ">>"],
        &["+", "-"],
        &["*", "/", "%"],
    ];
    levels.iter().position(|level| level.contains(&operator)).map(|level| level as u8)
}

#[cfg(test)]
mod tests;
