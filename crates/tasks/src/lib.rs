//! # Tasks
//!
//! `tasks/verify` has programs with known answers. Here each is loaded once, and everybody answers
//! it in the same process: executions of the interpreter, every shipped configuration, every block
//! encoding. A configuration may do an amount of work, not take an amount of time, so that an
//! answer is the same on every machine. `tasks/recursion` has recursive ones and `tasks/heaps`
//! those about heaps without bounds, which only executions are compared with in the tests.
//!
//! - [`label`]: what the first lines of a task say.
//! - [`loaded`]: a task in memory, and what a configuration answers to it.
//! - [`execute`]: labels against executions.
//! - [`record`]: the unknowns that are expected, such as those in `tasks/verify/unknown`.
//! - [`compare`]: what is wrong with answers.
//!
//! The executable `adumbra-tasks` (`scripts/tasks`) prints a table of everything, or of another
//! folder, and records unknowns. Not part of the product.

pub mod compare;
pub mod execute;
pub mod label;
pub mod loaded;
pub mod record;

use adumbra_stop::SECOND;

/// The work that a configuration may do for a task.
pub const WORK: u64 = SECOND;

/// The stack of threads that verify, as the command has it.
const STACK: usize = 512 << 20;

/// Works in a thread with the stack that the command gives to its work. A panic goes on here.
///
/// # Panics
/// If the work does, or there is no thread.
pub fn in_large_stack(work: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name("tasks".into()).stack_size(STACK);
        let thread = builder.spawn_scoped(scope, work).unwrap_or_else(|e| panic!("no thread to work in: {e}"));
        if let Err(panic) = thread.join() {
            std::panic::resume_unwind(panic);
        }
    });
}
