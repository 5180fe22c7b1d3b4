//! The outside of a program: where its inputs come from and where its output goes.

use crate::eval::{Value, mask};
use crate::memory::ObjectKey;
use crate::script::{MemoryByte, Script, Unlisted};
use adumbra_operators::float::from_f64;
use adumbra_program::{Site, Type};
use std::collections::HashMap;

/// What a run asks for. Names are given where scripts list values in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question<'a> {
    /// The result of a nondeterministic function.
    Nondet(&'a str),
    /// The result of an external function.
    External(&'a str),
    /// An indeterminate value: the n-th of its site.
    Indeterminate(Site, u64),
    /// Does the next allocation fail?
    AllocationFails,
}

/// The answer is not known: the run cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undetermined(pub String);

/// Supplies inputs and takes output.
pub trait Environment {
    /// A value of the given type and width.
    fn value(&mut self, question: Question<'_>, ty: Type, width: u32) -> Result<Value, Undetermined>;

    /// The value of an uninitialised byte. Asked once, when it is first read; `epoch` counts how
    /// often the object had lost its values before.
    fn memory_byte(&mut self, object: &ObjectKey, epoch: u32, offset: u64) -> Result<u8, Undetermined>;

    /// The base that an object must have, if that is decided.
    fn base(&mut self, _object: &ObjectKey) -> Result<Option<u64>, Undetermined> {
        Ok(None)
    }

    /// Are there bases at all? If not, [`base`](Environment::base) is not called.
    fn has_bases(&self) -> bool {
        false
    }

    /// The next byte of standard input, or `None` at its end.
    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined>;

    /// The command-line arguments, the program's name first.
    fn arguments(&mut self) -> Result<Vec<Vec<u8>>, Undetermined> {
        Ok(vec![b"program".to_vec()])
    }

    /// Takes a byte of output.
    fn write_byte(&mut self, descriptor: i32, byte: u8);

    /// What was supplied for the run and never asked for.
    fn leftover(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Where bytes come from and go to.
pub trait Streams {
    /// The next byte of standard input, or `None` at its end.
    fn read(&mut self) -> Option<u8>;
    /// Takes a byte of output.
    fn write(&mut self, descriptor: i32, byte: u8);
}

/// Streams in memory.
#[derive(Clone, Debug, Default)]
pub struct Captured {
    /// What is left of standard input, reversed.
    input: Vec<u8>,
    /// What was written, by descriptor.
    pub output: HashMap<i32, Vec<u8>>,
}

impl Captured {
    /// Streams with this standard input.
    pub fn new(input: &[u8]) -> Self {
        Captured { input: input.iter().rev().copied().collect(), output: HashMap::new() }
    }

    /// What was written to standard output.
    pub fn stdout(&self) -> &[u8] {
        self.output.get(&1).map_or(&[], |v| v)
    }
}

impl Streams for Captured {
    fn read(&mut self) -> Option<u8> {
        self.input.pop()
    }

    fn write(&mut self, descriptor: i32, byte: u8) {
        self.output.entry(descriptor).or_default().push(byte);
    }
}

/// Values from a seed: deterministic, with a liking for small and extreme ones. Without a seed all
/// values are zero.
#[derive(Clone, Debug)]
pub struct Seeded<S> {
    seed: Option<u64>,
    state: u64,
    arguments: Vec<Vec<u8>>,
    /// Input and output.
    pub streams: S,
}

fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A number that depends on all of the parts.
fn hash(seed: u64, parts: impl IntoIterator<Item = u64>) -> u64 {
    parts.into_iter().fold(mix(seed), |h, p| mix(h ^ p))
}

impl<S> Seeded<S> {
    /// Values from a seed, or zeros.
    pub fn new(seed: Option<u64>, arguments: &[&str], streams: S) -> Self {
        let arguments = arguments.iter().map(|a| a.as_bytes().to_vec()).collect();
        Seeded { seed, state: seed.unwrap_or(0), arguments, streams }
    }

    fn pick(&self, ty: Type, width: u32, random: u64) -> Value {
        let choice = random % 16;
        let noise = |i: u64| mix(random ^ i << 32);
        if let Type::Float(kind) = ty
            && choice < 12
        {
            let small = [0.0, 1.0, -1.0, 0.5, -0.0, 2.0, 10.0, -3.25, 1e10, f64::INFINITY, f64::NAN, 0.1];
            return Value::Small(from_f64(kind, small[choice as usize]));
        }
        if width > 128 {
            let words: Vec<u64> = (0..u64::from(width.div_ceil(64))).map(noise).collect();
            return Value::from_words(&words, width);
        }
        let value = match choice {
            0..4 => 0,
            4..7 => u128::from(noise(1) % 16),
            7..9 => u128::from(noise(1) % 256),
            9 => u128::MAX,
            10 => 0u128.wrapping_sub(u128::from(noise(1) % 16)),
            11 => mask(width) >> 1,
            12 => (mask(width) >> 1) + 1,
            _ => u128::from(noise(1)) << 64 | u128::from(noise(2)),
        };
        Value::Small(value & mask(width))
    }
}

impl<S: Streams> Environment for Seeded<S> {
    fn value(&mut self, question: Question<'_>, ty: Type, width: u32) -> Result<Value, Undetermined> {
        let Some(seed) = self.seed else {
            return Ok(Value::zero(width));
        };
        let random = match question {
            Question::Indeterminate(site, n) => hash(seed, [site.as_u32().into(), n]),
            Question::AllocationFails => {
                self.state = mix(self.state);
                return Ok(Value::Small(u128::from(self.state.is_multiple_of(8))));
            }
            _ => {
                self.state = mix(self.state);
                self.state
            }
        };
        Ok(self.pick(ty, width, random))
    }

    fn memory_byte(&mut self, object: &ObjectKey, epoch: u32, offset: u64) -> Result<u8, Undetermined> {
        let Some(seed) = self.seed else { return Ok(0) };
        let name = |s: &str| s.bytes().fold(0u64, |h, b| mix(h ^ u64::from(b)));
        let key = match object {
            ObjectKey::Global(s) | ObjectKey::Function(s) => [1, name(s), 0],
            ObjectKey::Stack { site, occurrence } => [2, (*site).into(), *occurrence],
            ObjectKey::Heap(n) => [3, *n, 0],
            ObjectKey::Arguments(n) => [4, *n, 0],
        };
        let random = hash(seed, key.into_iter().chain([epoch.into(), offset]));
        Ok(if random.is_multiple_of(4) { 0 } else { (random >> 8) as u8 })
    }

    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined> {
        Ok(self.streams.read())
    }

    fn arguments(&mut self) -> Result<Vec<Vec<u8>>, Undetermined> {
        Ok(self.arguments.clone())
    }

    fn write_byte(&mut self, descriptor: i32, byte: u8) {
        self.streams.write(descriptor, byte);
    }
}

/// Values from a script. What the script does not determine, the run cannot use.
#[derive(Debug)]
pub struct Scripted<'a, S> {
    script: &'a Script,
    next_input: usize,
    next_external: usize,
    next_failure: usize,
    next_byte: usize,
    indeterminate: HashMap<(u32, u64), &'a str>,
    memory: HashMap<ObjectKey, HashMap<(u32, u64), u8>>,
    bases: HashMap<ObjectKey, &'a str>,
    /// Output; its input is not used.
    pub streams: S,
}

impl<'a, S: Streams> Scripted<'a, S> {
    /// Follows a script.
    pub fn new(script: &'a Script, streams: S) -> Self {
        let mut memory: HashMap<ObjectKey, HashMap<_, _>> = HashMap::new();
        for m in &script.memory {
            memory.entry(m.object.clone()).or_default().insert((m.epoch, m.offset), m.byte);
        }
        Scripted {
            script,
            next_input: 0,
            next_external: 0,
            next_failure: 0,
            next_byte: 0,
            indeterminate: script.indeterminate.iter().map(|v| ((v.site, v.occurrence), v.value.as_str())).collect(),
            memory,
            bases: script.bases.iter().map(|b| (b.object.clone(), b.base.as_str())).collect(),
            streams,
        }
    }
}

fn silent<T>(about: impl std::fmt::Display) -> Result<T, Undetermined> {
    Err(Undetermined(format!("the script does not determine {about}")))
}

fn number(text: &str, width: u32) -> Result<Value, Undetermined> {
    Value::parse(text, width).ok_or_else(|| Undetermined(format!("the script has `{text}` where a number should be")))
}

impl<S: Streams> Environment for Scripted<'_, S> {
    fn value(&mut self, question: Question<'_>, ty: Type, width: u32) -> Result<Value, Undetermined> {
        let zero = Value::zero(width);
        let listed = match question {
            Question::Nondet(name) => {
                self.next_input += 1;
                (name, self.script.inputs.get(self.next_input - 1), self.next_input)
            }
            Question::External(name) => {
                self.next_external += 1;
                (name, self.script.externals.get(self.next_external - 1), self.next_external)
            }
            Question::Indeterminate(site, n) => {
                return match (self.indeterminate.remove(&(site.as_u32(), n)), self.script.unlisted) {
                    (Some(text), _) => number(text, width),
                    (None, Unlisted::Zero) => Ok(zero),
                    (None, Unlisted::Error) => silent(format_args!("value {n} of site {}", site.as_u32())),
                };
            }
            Question::AllocationFails => {
                self.next_failure += 1;
                return match self.script.allocation_fails.get(self.next_failure - 1) {
                    Some(fails) => Ok(Value::Small((*fails).into())),
                    None => silent(format_args!("whether allocation {} fails", self.next_failure)),
                };
            }
        };
        match listed {
            (name, Some(entry), _) if entry.name == name => number(&entry.value, width),
            (name, Some(entry), n) => {
                Err(Undetermined(format!("the run calls `{name}` where the script has value {n}, of `{}`", entry.name)))
            }
            (name, None, n) => silent(format_args!("call {n}, of `{name}` ({ty})")),
        }
    }

    fn memory_byte(&mut self, object: &ObjectKey, epoch: u32, offset: u64) -> Result<u8, Undetermined> {
        let listed = self.memory.get_mut(object).and_then(|bytes| bytes.remove(&(epoch, offset)));
        match (listed, self.script.unlisted) {
            (Some(byte), _) => Ok(byte),
            (None, Unlisted::Zero) => Ok(0),
            (None, Unlisted::Error) => silent(format_args!("uninitialised byte {offset} of {object}")),
        }
    }

    fn base(&mut self, object: &ObjectKey) -> Result<Option<u64>, Undetermined> {
        match self.bases.remove(object) {
            Some(text) => Ok(Some(number(text, 64)?.low() as u64)),
            None => Ok(None),
        }
    }

    fn has_bases(&self) -> bool {
        !self.bases.is_empty()
    }

    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined> {
        let Some(bytes) = &self.script.stdin else { return silent("standard input") };
        let byte = bytes.get(self.next_byte).copied();
        self.next_byte += usize::from(byte.is_some());
        Ok(byte)
    }

    fn arguments(&mut self) -> Result<Vec<Vec<u8>>, Undetermined> {
        if self.script.arguments.is_empty() {
            return silent("the command-line arguments");
        }
        Ok(self.script.arguments.iter().map(|a| a.as_bytes().to_vec()).collect())
    }

    fn write_byte(&mut self, descriptor: i32, byte: u8) {
        self.streams.write(descriptor, byte);
    }

    fn leftover(&self) -> Vec<String> {
        let mut out = Vec::new();
        let script = self.script;
        out.extend(script.inputs.iter().skip(self.next_input).map(|v| format!("a value of `{}`", v.name)));
        out.extend(script.externals.iter().skip(self.next_external).map(|v| format!("a result of `{}`", v.name)));
        let unused = script.allocation_fails.len().saturating_sub(self.next_failure);
        out.extend((0..unused).map(|_| "an allocation's outcome".to_owned()));
        for v in script.indeterminate.iter().filter(|v| self.indeterminate.contains_key(&(v.site, v.occurrence))) {
            out.push(format!("value {} of site {}", v.occurrence, v.site));
        }
        let unread =
            |m: &&MemoryByte| self.memory.get(&m.object).is_some_and(|bytes| bytes.contains_key(&(m.epoch, m.offset)));
        out.extend(script.memory.iter().filter(unread).map(|m| format!("byte {} of {}", m.offset, m.object)));
        out.extend(
            script
                .bases
                .iter()
                .filter(|b| self.bases.contains_key(&b.object))
                .map(|b| format!("the base of {}", b.object)),
        );
        if let Some(stdin) = &script.stdin
            && self.next_byte < stdin.len()
        {
            out.push(format!("{} bytes of standard input", stdin.len() - self.next_byte));
        }
        out
    }
}
