//! Values from outside.

use super::*;
use crate::environment::Question;
use crate::script::{NamedValue, SiteValue};
use adumbra_stop::spend;

/// The work of asking for a value and of writing it down.
const ASK: u64 = 300;

impl Machine<'_> {
    /// Asks the environment for a value and records the answer.
    pub(super) fn ask(&mut self, question: Question<'_>, ty: Type) -> Result<Value, Stop> {
        spend(ASK);
        let width = self.width(ty);
        let value = self
            .outside
            .environment
            .value(question, ty, width)
            .map_err(|e| Stop::Trouble(Trouble::Undetermined(e.0)))?;
        let record = &mut self.outside.record;
        let named = |name: &str| NamedValue { name: name.to_owned(), value: value.to_string() };
        match question {
            Question::Nondet(name) => record.inputs.push(named(name)),
            Question::External(name) => record.externals.push(named(name)),
            Question::Indeterminate(site, occurrence) => {
                if !value.is_zero() {
                    record.indeterminate.push(SiteValue { site: site.as_u32(), occurrence, value: value.to_string() });
                }
            }
            Question::AllocationFails => record.allocation_fails.push(!value.is_zero()),
        }
        // A pointer from outside is an address: it reaches what was exposed.
        Ok(match ty {
            Type::Ptr if !value.is_zero() => Value::Small(self.memory.pointer_from_address(value.low() as u64)),
            _ => value,
        })
    }

    pub(super) fn input(&mut self, dst: Slot, ty: Type, source: InputSource) -> Result<(), Stop> {
        let program = self.program;
        let mut taint = 0;
        let value = match source {
            InputSource::Nondet(name) => self.ask(Question::Nondet(program.symbol(name)), ty)?,
            InputSource::External(name) => self.ask(Question::External(program.symbol(name)), ty)?,
            InputSource::Indeterminate(site) => {
                taint = u128::MAX;
                self.indeterminate(site, ty)?
            }
            InputSource::AllocationFails => self.ask(Question::AllocationFails, ty)?,
            InputSource::ReadByte => {
                let byte =
                    self.outside.environment.read_byte().map_err(|e| Stop::Trouble(Trouble::Undetermined(e.0)))?;
                let stdin = self.outside.record.stdin.get_or_insert_default();
                stdin.extend(byte);
                Value::Small(byte.map_or(u32::MAX.into(), u128::from))
            }
            InputSource::ArgumentCount => {
                let count = self.arguments()?.iter().filter(|b| **b == 0).count();
                Value::Small(count as u128)
            }
            InputSource::ArgumentByte => {
                let at = self.next_argument_byte;
                let byte = self.arguments()?.get(at).copied();
                self.next_argument_byte += 1;
                Value::Small(byte.unwrap_or(0).into())
            }
        };
        let taint = if taint == 0 { 0 } else { crate::eval::mask(self.width(ty).min(128)) };
        self.set_value(dst, ty, &value, taint);
        Ok(())
    }

    /// The next indeterminate value of a site.
    fn indeterminate(&mut self, site: Site, ty: Type) -> Result<Value, Stop> {
        let occurrence = self.site_values[site.index()];
        self.site_values[site.index()] += 1;
        self.ask(Question::Indeterminate(site, occurrence), ty)
    }

    /// Stores an indeterminate value.
    pub(super) fn store_indeterminate(&mut self, ty: Type, pointer: u128, site: Site) -> Result<(), Stop> {
        let value = self.indeterminate(site, ty)?;
        let width = self.width(ty);
        let length = width.div_ceil(8) as usize;
        let target = if ty == Type::Ptr { (value.low() >> 64) as u64 } else { 0 };
        let nothing = [0; 16];
        if length <= 16 {
            let defined = self.taint.then_some(&nothing[..length]);
            self.memory.write(pointer, &value.low().to_le_bytes()[..length], target, defined)?;
        } else {
            let defined = self.taint.then(|| vec![0; length]);
            self.memory.write(pointer, &value.to_bytes(width), target, defined.as_deref())?;
        }
        Ok(())
    }

    /// The arguments, each ended by a zero byte.
    fn arguments(&mut self) -> Result<&[u8], Stop> {
        if self.argument_bytes.is_none() {
            let list = self.outside.environment.arguments().map_err(|e| Stop::Trouble(Trouble::Undetermined(e.0)))?;
            let mut bytes = Vec::new();
            for argument in list {
                self.outside.record.arguments.push(String::from_utf8_lossy(&argument).into_owned());
                bytes.extend(argument);
                bytes.push(0);
            }
            self.argument_bytes = Some(bytes);
        }
        Ok(self.argument_bytes.as_deref().unwrap_or(&[]))
    }
}
