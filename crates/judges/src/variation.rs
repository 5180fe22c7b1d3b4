//! Replays with other values where a script leaves them open.

use crate::replay::Nowhere;
use adumbra_interpreter::eval::Value;
use adumbra_interpreter::memory::ObjectKey;
use adumbra_interpreter::{Environment, Interpreter, Options, Question, RunResult, Script, Scripted, Undetermined};
use adumbra_program::{DataModel, Program, Type};

/// What is different from the script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variation {
    /// Every byte that is indeterminate is this one.
    Fill(u8),
    /// Later objects are at lower addresses, far from each other.
    Addresses,
}

impl Variation {
    /// All variations that are tried. None keeps objects where the script wants them, so that this
    /// is tried first.
    pub(crate) fn all() -> [Variation; 4] {
        [Variation::Addresses, Variation::Fill(0), Variation::Fill(0xff), Variation::Fill(0x5a)]
    }
}

/// Runs a script with a variation. Addresses that the script asks for are not obeyed in any of
/// them.
pub(crate) fn run(program: &Program, script: &Script, options: &Options, variation: Variation) -> RunResult {
    let script = Script { bases: Vec::new(), ..script.clone() };
    let (next_base, distance) = match program.layout.model {
        DataModel::Lp64 => (0x6fff_0000_0000, 1 << 32),
        DataModel::Ilp32 => (0xa000_0000, 1 << 20),
    };
    let mut other = Other { script: Scripted::new(&script, Nowhere), variation, next_base, distance };
    Interpreter::new(program, options.clone()).run(&mut other, None)
}

struct Other<'a> {
    script: Scripted<'a, Nowhere>,
    variation: Variation,
    next_base: u64,
    distance: u64,
}

impl Environment for Other<'_> {
    fn value(&mut self, question: Question<'_>, ty: Type, width: u32) -> Result<Value, Undetermined> {
        match (question, self.variation) {
            (Question::Indeterminate(..), Variation::Fill(byte)) => {
                let bytes = vec![byte; width.div_ceil(8) as usize];
                Ok(Value::from_bytes(&bytes, width))
            }
            _ => self.script.value(question, ty, width),
        }
    }

    fn memory_byte(&mut self, object: &ObjectKey, epoch: u32, offset: u64) -> Result<u8, Undetermined> {
        match self.variation {
            Variation::Fill(byte) => Ok(byte),
            Variation::Addresses => self.script.memory_byte(object, epoch, offset),
        }
    }

    fn base(&mut self, _object: &ObjectKey) -> Result<Option<u64>, Undetermined> {
        let base = self.next_base;
        self.next_base = base
            .checked_sub(self.distance)
            .filter(|b| *b >= self.distance)
            .ok_or_else(|| Undetermined("there is no room for so many objects far from each other".into()))?;
        Ok(Some(base))
    }

    fn has_bases(&self) -> bool {
        self.variation == Variation::Addresses
    }

    fn read_byte(&mut self) -> Result<Option<u8>, Undetermined> {
        self.script.read_byte()
    }

    fn arguments(&mut self) -> Result<Vec<Vec<u8>>, Undetermined> {
        self.script.arguments()
    }

    fn write_byte(&mut self, _descriptor: i32, _byte: u8) {}
}
