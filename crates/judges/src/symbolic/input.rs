//! Inputs, and the script that a model gives.

use super::Stop;
use super::machine::{Machine, Mode};
use super::value::*;
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::script::*;
use adumbra_program::*;
use adumbra_terms::walk::free_variables;
use adumbra_terms::{Model, Op as TermOp, Term};
use std::collections::HashSet;

/// A value that a script supplies. The order of inputs is that of the execution.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// The result of a nondeterministic function.
    Nondet(Symbol),
    /// The result of an external function that is read as an input.
    External(Symbol),
    /// The result of a call of an undefined function.
    Undefined(Function),
    /// An indeterminate value: the n-th of its site.
    Indeterminate(Site, u64),
    /// Bytes without a value, from an offset on.
    Memory { object: ObjectId, epoch: u32, offset: u64 },
    /// Does an allocation fail?
    AllocationFails,
    /// A byte of standard input, or -1.
    StdinByte,
    /// A byte of the arguments.
    ArgumentByte,
}

impl Machine<'_> {
    /// A value of a type from outside.
    fn outside(&mut self, input: Input, ty: Type) -> Result<Sym, Stop> {
        let width = ty.bits(&self.program.layout);
        let term = self.build.fresh("in", width);
        if self.mode == Mode::Path {
            self.state.inputs.push((input, term));
        }
        match ty {
            // A pointer from outside is an address: it reaches what was exposed.
            Type::Ptr => Ok(Sym::Pointer(self.pointer_from_address(term)?)),
            _ => Ok(Sym::Bits(term)),
        }
    }

    /// A result of an undefined function.
    pub(crate) fn external_result(&mut self, function: Function, ty: Type) -> Result<Sym, Stop> {
        self.outside(Input::Undefined(function), ty)
    }

    /// Reads an input.
    pub(crate) fn input(&mut self, ty: Type, source: InputSource) -> Result<Sym, Stop> {
        let width = ty.bits(&self.program.layout);
        match source {
            InputSource::Nondet(name) => self.outside(Input::Nondet(name), ty),
            InputSource::External(name) => self.outside(Input::External(name), ty),
            InputSource::Indeterminate(site) => {
                let count = self.state.site_values.entry(site).or_default();
                let occurrence = *count;
                *count += 1;
                self.outside(Input::Indeterminate(site, occurrence), ty)
            }
            InputSource::AllocationFails => {
                let bit = self.build.fresh("fails", 1);
                self.note(Input::AllocationFails, bit);
                Ok(Sym::Bits(self.build.resize(width, bit)))
            }
            _ if !(32..=64).contains(&width) || ty == Type::Ptr => {
                Err(Stop::Unsupported("a byte of input in a register of an unusual type".into()))
            }
            InputSource::ReadByte => Ok(Sym::Bits(self.read_byte(width))),
            InputSource::ArgumentCount => {
                let count = self.argument_count(width);
                Ok(Sym::Bits(count))
            }
            InputSource::ArgumentByte => Ok(Sym::Bits(self.argument_byte(width))),
        }
    }

    fn note(&mut self, input: Input, term: Term) {
        if self.mode == Mode::Path {
            self.state.inputs.push((input, term));
        }
    }

    /// The next byte of standard input: after its end there is nothing but ends.
    fn read_byte(&mut self, width: u32) -> Term {
        let nine = self.build.fresh("stdin", 9);
        self.note(Input::StdinByte, nine);
        let top = self.build.extract(8, 8, nine);
        let end = self.build.is_set(top);
        if let Some(before) = self.state.last_byte {
            let top = self.build.extract(8, 8, before);
            let ended = self.build.is_set(top);
            let still = self.build.implies(ended, end);
            self.axiom(still);
        }
        self.state.last_byte = Some(nine);
        let low = self.build.extract(7, 0, nine);
        let byte = self.build.resize(width, low);
        let minus = self.build.word(32, u64::from(u32::MAX));
        let minus = self.build.resize(width, minus);
        self.build.ite(end, minus, byte)
    }

    fn argument_count(&mut self, width: u32) -> Term {
        let count = match self.state.argument_count {
            Some(count) => count,
            None => {
                let count = self.build.fresh("argc", 31);
                self.state.argument_count = Some(count);
                let (one, few) = (self.build.word(31, 1), self.build.word(31, 1024));
                let (some, few) = (self.build.ule(one, count), self.build.ult(count, few));
                self.wishes.extend([some, few]);
                count
            }
        };
        self.build.resize(width, count)
    }

    /// The next byte of the arguments: behind the last one there are zeros.
    fn argument_byte(&mut self, width: u32) -> Term {
        let count = self.argument_count(32);
        let byte = self.build.fresh("argv", 8);
        self.note(Input::ArgumentByte, byte);
        let zeros = match self.state.argument_zeros {
            Some(zeros) => zeros,
            None => self.build.word(32, 0),
        };
        let zero = self.build.word(8, 0);
        let is_zero = self.build.eq(byte, zero);
        let over = self.build.ule(count, zeros);
        let quiet = self.build.implies(over, is_zero);
        self.axiom(quiet);
        let ascii = self.build.word(8, 128);
        let plain = self.build.ult(byte, ascii);
        self.wishes.push(plain);
        let one = self.build.bit_of(is_zero);
        let one = self.build.resize(32, one);
        self.state.argument_zeros = Some(self.build.add(zeros, one));
        self.build.resize(width, byte)
    }

    /// The value of a variable in a model.
    fn model_value(&self, model: &Model, term: Term) -> Value {
        let width = self.build.width(term);
        match self.build.terms.op(term) {
            TermOp::Var(symbol) => match model.values.get(&symbol).and_then(|v| v.as_bits()) {
                Some(bits) => Value::from_words(bits.words(), width),
                None => Value::zero(width),
            },
            _ => Value::zero(width),
        }
    }

    /// The script that a model describes.
    pub(crate) fn script(&self, model: &Model) -> Script {
        let mut script = Script { unlisted: Unlisted::Zero, ..Script::default() };
        let mut arguments = Vec::new();
        for (input, term) in &self.state.inputs {
            let value = self.model_value(model, *term);
            let text = value.to_string();
            let named = |name: &str| NamedValue { name: name.to_owned(), value: text.clone() };
            match input {
                Input::Nondet(name) => script.inputs.push(named(self.program.symbol(*name))),
                Input::External(name) => script.externals.push(named(self.program.symbol(*name))),
                Input::Undefined(function) => script.externals.push(named(&self.program.functions[*function].name)),
                Input::Indeterminate(site, occurrence) => {
                    if !value.is_zero() {
                        let (site, occurrence) = (site.as_u32(), *occurrence);
                        script.indeterminate.push(SiteValue { site, occurrence, value: text });
                    }
                }
                Input::Memory { object, epoch, offset } => {
                    let key = self.object(*object).origin.key(self.program);
                    for (i, byte) in value.to_bytes(self.build.width(*term)).into_iter().enumerate() {
                        if byte != 0 {
                            let offset = offset + i as u64;
                            script.memory.push(MemoryByte { object: key.clone(), epoch: *epoch, offset, byte });
                        }
                    }
                }
                Input::AllocationFails => script.allocation_fails.push(!value.is_zero()),
                Input::StdinByte => {
                    let stdin = script.stdin.get_or_insert_default();
                    if value.low() < 256 {
                        stdin.push(value.low() as u8);
                    }
                }
                Input::ArgumentByte => arguments.push(value.low() as u8),
            }
        }
        if let Some(count) = self.state.argument_count {
            let count = self.model_value(model, count).low() as usize;
            let mut parts: Vec<String> =
                arguments.split(|b| *b == 0).map(|p| String::from_utf8_lossy(p).into_owned()).collect();
            parts.resize(count.min(1 << 16), String::new());
            script.arguments = parts;
        }
        self.list_bases(model, &mut script);
        script
    }

    /// Lists the addresses that decide something.
    fn list_bases(&self, model: &Model, script: &mut Script) {
        let conditions: Vec<Term> = self.state.constraints.iter().filter(|c| !c.axiom).map(|c| c.term).collect();
        let used: HashSet<Term> = free_variables(&self.build.terms, &conditions).into_iter().collect();
        for object in &self.state.objects {
            if let Some(base) = object.base.filter(|b| used.contains(b)) {
                let key = object.origin.key(self.program);
                script.bases.push(ObjectBase { object: key, base: self.model_value(model, base).to_string() });
            }
        }
    }
}
