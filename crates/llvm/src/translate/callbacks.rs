//! Functions without a body that can call back.
//!
//! What is known to call back, or to run a function elsewhere, is not modelled where it is reached,
//! directly or through a pointer. Of others it is only known what they are handed: one that gets
//! the address of a function with a body may call that, which is not modelled either. Addresses
//! that a function could find in memory are an assumption of the verdict.

use super::function::Translator;
use super::{Reach, Shared};
use crate::prepare::LIBRARY_MARK;
use crate::sys::Value;
use adumbra_program::{BinaryOp, Expr, ExprId, Function, Op, ProgramBuilder, Type};

/// Functions that call what they were given, now or later, or run it in another thread, process or
/// context.
const CALL_BACK: &[&str] = &[
    // Threads, processes and contexts.
    "thrd_create",
    "thrd_join",
    "tss_create",
    "clone",
    "__clone",
    "__clone2",
    "pthread_once",
    "call_once",
    "__pthread_once",
    "pthread_atfork",
    "__register_atfork",
    "pthread_key_create",
    "__pthread_key_create",
    "setcontext",
    "makecontext",
    "swapcontext",
    "__pthread_register_cancel",
    "__pthread_unregister_cancel",
    // What runs later.
    "on_exit",
    "atexit",
    "at_quick_exit",
    "__cxa_atexit",
    "__cxa_thread_atexit",
    "__cxa_thread_atexit_impl",
    "timer_create",
    "mq_notify",
    "aio_read",
    "aio_write",
    "lio_listio",
    "getaddrinfo_a",
    "sigvec",
    "bsd_signal",
    "sysv_signal",
    "ssignal",
    "sigset",
    "register_printf_function",
    "register_printf_specifier",
    "register_printf_modifier",
    "fopencookie",
    "funopen",
    // Sorting, searching and walking.
    "qsort",
    "qsort_r",
    "qsort_s",
    "bsearch",
    "bsearch_s",
    "tsearch",
    "tfind",
    "tdelete",
    "twalk",
    "twalk_r",
    "tdestroy",
    "lfind",
    "lsearch",
    "heapsort",
    "mergesort",
    "ftw",
    "ftw64",
    "nftw",
    "nftw64",
    "scandir",
    "scandir64",
    "scandirat",
    "glob",
    "glob64",
    "fts_open",
    "dl_iterate_phdr",
    "argp_parse",
    "argp_help",
    "obstack_begin",
    "_obstack_begin",
    "_obstack_begin_1",
    "_obstack_newchunk",
    "xdr_array",
    "xdr_vector",
    "xdr_reference",
    "xdr_pointer",
    "svc_register",
    "clnt_broadcast",
    // C++ and Objective-C blocks.
    "_ZSt13set_terminatePFvvE",
    "_ZSt14set_unexpectedPFvvE",
    "_ZSt15set_new_handlerPFvvE",
    "_Block_copy",
    "dispatch_async",
    "dispatch_sync",
    "dispatch_once",
    "_Unwind_Backtrace",
    "_Unwind_ForcedUnwind",
];

/// How the names of such functions begin, where there are many.
const CALL_BACK_PREFIXES: &[&str] = &["_ZNSt6thread", "_ZNSt7jthread", "_ZNSt13__future_base", "GOMP_", "__kmpc_"];

/// Can a function of this name call back?
pub fn calls_back(name: &str) -> bool {
    CALL_BACK.contains(&name) || CALL_BACK_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// The functions of the program that others could call if they had their addresses.
pub fn callable(shared: &Shared<'_>, reach: &Reach) -> Vec<Function> {
    let own = |f: &&Value| !f.is_declaration() && !f.has_mark(LIBRARY_MARK) && reach.address_taken.contains(*f);
    reach.functions.iter().filter(own).filter_map(|f| shared.symbols.functions.get(f).copied()).collect()
}

/// Gives a function that can call back the body that is not modelled.
pub fn unsupported_body(builder: &mut ProgramBuilder, function: Function) {
    let name = builder.tables().functions[function].name.clone();
    let reason = builder.symbol(&format!("a call of `{name}`, which can call back or run something elsewhere"));
    let mut body = builder.begin_body(function);
    let entry = body.entry();
    body.edge_to_new(entry, Op::Unsupported(reason), None, None);
    body.finish();
}

impl Translator<'_, '_> {
    /// Does not follow a call that hands the address of a function to one without a body.
    pub(super) fn refuse_callbacks(&mut self, callee: Value, arguments: &[ExprId]) {
        if self.shared.callable.is_empty() {
            return;
        }
        let reason =
            format!("a call of `{}`, which is not defined and is handed the address of a function", callee.name());
        for argument in arguments {
            if self.type_of(*argument) != Type::Ptr {
                continue;
            }
            match self.builder().exprs.get(*argument) {
                Expr::Null | Expr::GlobalAddr(_) => continue,
                Expr::FunctionAddr(function) if self.shared.callable.contains(&function) => {
                    return self.unsupported(&reason);
                }
                Expr::FunctionAddr(_) => continue,
                _ => {}
            }
            let argument = self.in_register(*argument);
            let mut any = None;
            for function in self.shared.callable.clone() {
                let b = self.builder();
                let address = b.exprs.intern(Expr::FunctionAddr(function), Type::Ptr);
                let same = b.binary(BinaryOp::Eq, argument, address);
                any = Some(any.map_or(same, |others| b.binary(BinaryOp::Or, others, same)));
            }
            if let Some(any) = any {
                let fine = self.builder().not(any);
                self.guard(fine, |t| t.unsupported(&reason));
            }
        }
    }
}
