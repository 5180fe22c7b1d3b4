//! What the process does to itself: limits on its memory, and a quick end.

/// Ends the process without LLVM's destructors, which another thread may still need.
pub fn end_now(status: i32) -> ! {
    unsafe { libc::_exit(status) }
}

/// Limits the address space of the process to so many bytes more than it has now; answers the limit
/// that was. Memory that LLVM does not get makes it abort.
pub fn limit_memory(more: u64) -> Option<libc::rlimit> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').next()?.parse::<u64>().ok()?;
    let mut before = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    unsafe {
        let page = u64::try_from(libc::sysconf(libc::_SC_PAGESIZE)).ok()?;
        if libc::getrlimit(libc::RLIMIT_AS, &mut before) != 0 {
            return None;
        }
        let wanted = pages.saturating_mul(page).saturating_add(more).min(before.rlim_cur);
        let limit = libc::rlimit { rlim_cur: wanted, rlim_max: before.rlim_max };
        (libc::setrlimit(libc::RLIMIT_AS, &limit) == 0).then_some(before)
    }
}

/// Sets the limit of the address space back.
pub fn restore_memory(limit: &libc::rlimit) {
    unsafe { libc::setrlimit(libc::RLIMIT_AS, limit) };
}
