//! FineTune: the coarsest generator that rules something out.
//!
//! Finer generators rule out more, so what the oracle says of one says it of others: if it fails,
//! all that are coarser fail; if it succeeds, only those with fewer predicates are of interest,
//! since a coarser one has fewer. The answer is the successful generator with the fewest
//! predicates, which is a coarsest one. What is asked next is what settles most either way.

/// The number of the member that `rules_out` and is the smallest of those that do; of two of one
/// size, the first. Nothing if none does.
///
/// `coarser(a, b)`: is `a` coarser than `b` or equal? `size` is larger where a member is strictly
/// finer, and `rules_out` is true of what is finer than what it is true of.
pub fn fine_tune<T>(
    members: &[T],
    coarser: impl Fn(&T, &T) -> bool,
    size: impl Fn(&T) -> usize,
    mut rules_out: impl FnMut(&T) -> bool,
) -> Option<usize> {
    let sizes: Vec<usize> = members.iter().map(&size).collect();
    let mut open: Vec<usize> = (0..members.len()).collect();
    let mut best: Option<usize> = None;
    while !open.is_empty() {
        let settles = |at: usize| {
            let failing = open.iter().filter(|other| coarser(&members[**other], &members[at])).count();
            let succeeding = open.iter().filter(|other| (sizes[**other], **other) >= (sizes[at], at)).count();
            failing.min(succeeding)
        };
        let next = open.iter().copied().max_by_key(|at| (settles(*at), std::cmp::Reverse(*at)));
        let Some(next) = next else { break };
        if rules_out(&members[next]) {
            best = Some(next);
            open.retain(|other| (sizes[*other], *other) < (sizes[next], next));
        } else {
            open.retain(|other| !coarser(&members[*other], &members[next]));
        }
    }
    best
}
