//! The textual form of a program: what `adumbra cfa` prints, and what tests are written in.
//!
//! [`parse`] of [`print()`] gives the same program, up to the numbering of expressions:
//! hash-consing recovers the sharing of expressions that are written as trees, and expressions that
//! nothing uses are not written. Both sides agree after
//! [`Program::canonical`](crate::Program::canonical), and `parse` returns canonical programs:
//! `parse(&print(p)) == p.canonical()`.
//!
//! An item is one line, or several lines in braces; `//` starts a comment, and so does `;` at the
//! start of a line; the order of the items does not matter, except that functions, globals, files,
//! types, sites and symbols are numbered in the order in which they stand:
//!
//! ```text
//! program 1
//! layout LP64 64 "x86_64-pc-linux-gnu"
//! property unreach-call assertions errors "reach_error"
//! entry @main
//! global @counter size 4 align 4 = b"\n\0\0\0"
//! function @main() -> i32 at main.c:3:1 {
//!   entry l0 exit l1
//!   reg %0.i: i32 variable "i" ctype0 at main.c:4:7
//!   l0 -> l2: %0.i = 0  ; main.c:4:7 #1
//!   l2 -> l3: [%0.i <s 10]  ; main.c:5:12 #4
//!   l2 -> l4: [!(%0.i <s 10)]  ; main.c:5:12 #4
//!   l3 -> l2: %0.i = %0.i + 1  ; main.c:6:5 #6
//!   l4 -> l1: return 0:i32  ; main.c:8:3 #8
//! }
//! file file0 "main.c"
//! ctype ctype0 = int "int" signed 32
//! ```
//!
//! * `%12.name` is a register; the name is a comment. `@name` is a function or a global; where the
//!   name is not unique, `fn3` and `g3` are used. `$3` is an expression named by an earlier `let`
//!   of the function; the printer names what is large, so that no shared expression is written out
//!   more often than it should be.
//! * Constants carry their type, `1:i32`, unless the surroundings fix it. Integers are decimal and
//!   signed; what is wider than 64 bits is hexadecimal with all digits. Floats are decimal or, in
//!   hexadecimal, their bits.
//! * Infix operators take their meaning from the type of the left operand (`+` is also
//!   floating-point and pointer addition); `<s`, `<u`, `>>s`, `>>u` are signed and unsigned. They
//!   do not chain: write parentheses. All other operators are written as functions, conversions
//!   with the target type as last argument: `zext(%3, i64)`.
//! * Behind `;` stand the position in the source and, after `#`, the number of the instruction the
//!   edge came from.
//! * A location without outgoing edges that is not the exit is listed as `l7 stop`.

mod cursor;
mod error;
mod lex;
mod names;
mod parse;
mod parse_body;
mod parse_expr;
mod print;
mod print_op;

pub use error::{Cause, ParseError};
pub use parse::parse;
pub use print::{Printer, print, print_function};
