//! Scripts: everything that decides a run, as data.
//!
//! A counterexample is a script, and a run can be recorded into one. Scripts are written as JSON
//! that people can read and edit; numbers that may be wide are text, in hexadecimal or decimal.

use crate::memory::ObjectKey;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the format that this crate writes.
pub const VERSION: u32 = 1;

/// What decides a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Script {
    /// The version of the format.
    pub version: u32,
    /// What indeterminate values and uninitialised bytes are that are not listed.
    #[serde(default)]
    pub unlisted: Unlisted,
    /// Results of nondeterministic functions, in the order of the calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<NamedValue>,
    /// Results of external functions, in the order of the calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub externals: Vec<NamedValue>,
    /// Indeterminate values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub indeterminate: Vec<SiteValue>,
    /// Uninitialised bytes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<MemoryByte>,
    /// Does the n-th allocation that may fail, fail?
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allocation_fails: Vec<bool>,
    /// Addresses of objects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<ObjectBase>,
    /// Standard input; bytes as text, with `\xHH` for what is not printable.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text")]
    pub stdin: Option<Vec<u8>>,
    /// The command-line arguments, the program's name first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
}

/// What a script says about indeterminate values that it does not list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unlisted {
    /// Nothing: a run that needs one cannot follow the script.
    #[default]
    Error,
    /// They are zero.
    Zero,
}

/// The result of a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedValue {
    /// The function.
    pub name: String,
    /// The bits of the value.
    pub value: String,
}

/// An indeterminate value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteValue {
    /// The site.
    pub site: u32,
    /// How many values of this site there were before.
    pub occurrence: u64,
    /// The bits of the value.
    pub value: String,
}

/// A byte that was read before it was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryByte {
    /// The object.
    pub object: ObjectKey,
    /// How often the object had lost values before: a scope that began again, memory that became
    /// arbitrary.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub epoch: u32,
    /// The offset of the byte.
    pub offset: u64,
    /// Its value.
    pub byte: u8,
}

fn is_zero(value: &u32) -> bool {
    *value == 0
}

/// Where an object is placed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectBase {
    /// The object.
    pub object: ObjectKey,
    /// The address of its first byte.
    pub base: String,
}

/// Why text is not a script.
#[derive(Debug, Error)]
pub enum ScriptError {
    /// It is not of the form.
    #[error("not a script: {0}")]
    Malformed(#[from] serde_json::Error),
    /// Another version.
    #[error("the script has version {0}; version {VERSION} is understood")]
    Version(u32),
}

impl Default for Script {
    fn default() -> Self {
        Script {
            version: VERSION,
            unlisted: Unlisted::Error,
            inputs: Vec::new(),
            externals: Vec::new(),
            indeterminate: Vec::new(),
            memory: Vec::new(),
            allocation_fails: Vec::new(),
            bases: Vec::new(),
            stdin: None,
            arguments: Vec::new(),
        }
    }
}

impl Script {
    /// Reads a script.
    pub fn from_json(text: &str) -> Result<Self, ScriptError> {
        let script: Script = serde_json::from_str(text)?;
        if script.version != VERSION {
            return Err(ScriptError::Version(script.version));
        }
        Ok(script)
    }

    /// Writes the script.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// Bytes as text with escapes.
mod text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(bytes: &Option<Vec<u8>>, s: S) -> Result<S::Ok, S::Error> {
        match bytes {
            Some(bytes) => s.serialize_some(&bytes.escape_ascii().to_string()),
            None => s.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Vec<u8>>, D::Error> {
        Option::<String>::deserialize(d)?
            .map(|s| unescape(&s).ok_or_else(|| D::Error::custom("bad escape")))
            .transpose()
    }

    fn unescape(text: &str) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let mut bytes = text.bytes();
        while let Some(b) = bytes.next() {
            if b != b'\\' {
                out.push(b);
                continue;
            }
            out.push(match bytes.next()? {
                b'n' => b'\n',
                b't' => b'\t',
                b'r' => b'\r',
                b'x' => {
                    let digits = [bytes.next()?, bytes.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
                }
                other => other,
            });
        }
        Some(out)
    }
}
