//! The allocator: it counts what the worker holds and ends the worker at its memory limit, before
//! the system does.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The exit code of a worker that reached its memory limit; the supervisor turns it into an answer.
pub const MEMORY_EXIT: u8 = 75;

static HELD: AtomicUsize = AtomicUsize::new(0);
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

/// The system's allocator with a counter.
pub struct CountingAllocator;

/// Sets the number of bytes that this process may hold.
pub fn limit_memory(bytes: usize) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// The number of bytes that this process holds.
pub fn held() -> usize {
    HELD.load(Ordering::Relaxed)
}

/// Counts an allocation. Beyond the limit nothing that allocates can be done any more, so the
/// process ends here.
fn count(bytes: usize) {
    let held = HELD.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
    if held > LIMIT.load(Ordering::Relaxed) {
        end();
    }
}

/// An allocation that the system refuses under a limit is that limit at work.
fn check(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() && LIMIT.load(Ordering::Relaxed) != usize::MAX {
        end();
    }
    pointer
}

fn end() -> ! {
    // SAFETY: _exit has no preconditions; it runs no handlers, so no lock that this thread may hold
    // is needed.
    unsafe { libc::_exit(i32::from(MEMORY_EXIT)) }
}

// SAFETY: every request goes to the system's allocator unchanged; counting touches nothing but
// atomics.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's promises are passed on.
        check(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's promises are passed on.
        check(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if size >= layout.size() {
            count(size - layout.size());
        } else {
            HELD.fetch_sub(layout.size() - size, Ordering::Relaxed);
        }
        // SAFETY: the caller's promises are passed on.
        check(unsafe { System.realloc(pointer, layout, size) })
    }
}
