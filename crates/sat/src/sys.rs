//! Asking the processor for memory before it is needed. Without effect where there is no such
//! instruction.

/// Asks for the cache line of an item; nothing if there is no such item. The guard costs a
/// comparison, and keeps to memory that is ours.
#[inline]
pub(super) fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[allow(unsafe_code, reason = "a measured hot loop, and there is no safe form of it")]
        // SAFETY: the instruction only hints at an address, and never faults; this one is that of
        // an item.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}
