//! Functions of the C++ and Rust runtimes that a module only declares.
//!
//! An undefined function of a C program is the environment's, and the environment does what it
//! likes. These have a meaning that is known, so they are either given it or are an operation that
//! carries its reason.

use super::function::Translator;
use crate::sys::Value;
use adumbra_program::{Op, Violation};

/// What throwing, catching and unwinding call.
const EXCEPTIONS: [&str; 8] = [
    "__cxa_allocate_exception",
    "__cxa_throw",
    "__cxa_rethrow",
    "__cxa_begin_catch",
    "__cxa_get_exception_ptr",
    "__cxa_bad_",
    "__cxa_init_primary_exception",
    "_Unwind_",
];

/// The status with which an aborted process ends, as the shell shows it.
const ABORTED: u64 = 134;

impl Translator<'_, '_> {
    /// Translates a call of a declared function of a language's runtime; `false` if it is none.
    pub(crate) fn runtime_call(&mut self, i: Value, callee: Value, name: &str) -> Result<bool, String> {
        let throws = EXCEPTIONS.iter().any(|prefix| name.starts_with(prefix));
        if throws || (name.starts_with("_ZSt") && name.contains("__throw_")) {
            return Err("exception handling".into());
        }
        if !is_rust(name) {
            return Ok(false);
        }
        if name.contains("___rust_no_alloc_shim_is_unstable") {
            return Ok(true);
        }
        if callee.has_attribute(u32::MAX, "noreturn") {
            self.rust_end(i, name)?;
            return Ok(true);
        }
        // Printing is output that nobody observes; it stays a call of an undefined function.
        if ["5stdio6__print", "5stdio7__eprint", "5stdio6_print", "5stdio7_eprint"].iter().any(|p| name.contains(p)) {
            return Ok(false);
        }
        Err(format!("call of `{name}`, whose body is not in the module"))
    }

    /// A Rust function that does not return: it ends the process, or it panics.
    fn rust_end(&mut self, i: Value, name: &str) -> Result<(), String> {
        let op = if name.contains("7process4exit") {
            let status = i.arguments().first().copied().ok_or("exit without a status")?;
            Op::End { status: self.scalar(status)? }
        } else if name.contains("7process5abort") {
            Op::End { status: self.builder().exprs.int(ABORTED, 32) }
        } else {
            Op::Violation(Violation::Panic)
        };
        self.emit_last(op);
        Ok(())
    }
}

/// Names as Rust's compiler mangles them.
fn is_rust(name: &str) -> bool {
    name.starts_with("_R") || (name.starts_with("_ZN") && name.contains("17h"))
}
