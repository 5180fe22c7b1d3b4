//! Why a text is not a program, and where.

use crate::types::Type;
use crate::validate::Invalid;
use thiserror::Error;

/// A text that is not a program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: {cause}")]
pub struct ParseError {
    /// The line, from 1; 0 if the text as a whole breaks a rule.
    pub line: u32,
    /// The column in bytes, from 1; 0 if the text as a whole breaks a rule.
    pub column: u32,
    /// What is wrong.
    pub cause: Cause,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Cause {
    /// A quoted text without its closing quote on the same line.
    #[error("the quoted text does not end on its line")]
    UnclosedString,
    /// A quoted text with a bad escape, or that is not UTF-8.
    #[error("the quoted text has a bad escape or is not UTF-8")]
    BadString,
    /// A character that no token starts with.
    #[error("the character {0:?} starts no token")]
    StrayCharacter(char),
    /// Another token than the grammar allows.
    #[error("{found} where {expected} should stand")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What could stand there.
        expected: String,
    },
    /// A number that does not fit where it stands.
    #[error("the number {0} is out of range here")]
    NumberRange(String),
    /// A name or number that nothing is declared with.
    #[error("{0} is not declared")]
    Unknown(String),
    /// Entities that are not numbered 0, 1, 2, … or a range in a function that has gaps.
    #[error("{0} breaks the dense numbering")]
    Numbering(String),
    /// A part that must occur once and does not, or occurs twice.
    #[error("`{0}` must occur exactly once")]
    Once(&'static str),
    /// A constant without a type where none is given by its surroundings.
    #[error("a constant needs a type here, as in `1:i32`")]
    UntypedConstant,
    /// Another type than the surroundings ask for.
    #[error("a value of type {found} where {expected} should stand")]
    TypeMismatch {
        /// The type of the value.
        found: Type,
        /// The type asked for.
        expected: Type,
    },
    /// An operator on operands that do not fit.
    #[error("`{0}` does not fit the types of its operands")]
    IllTyped(String),
    /// Nested deeper than the parser follows.
    #[error("nested too deeply; name a part with `let`")]
    TooDeep,
    /// It reads well, but is not a valid program.
    #[error("the program breaks a rule: {0}")]
    Invalid(#[from] Invalid),
}
