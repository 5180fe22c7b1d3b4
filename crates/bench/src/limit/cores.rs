//! Which processor cores each of several runs gets.

use std::collections::HashSet;
use std::fs;

/// The cores of each of several runs at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cores {
    /// The cores of each.
    pub runs: Vec<Vec<usize>>,
    /// What the user should know: runs that share cores disturb each other.
    pub warning: Option<String>,
}

/// Deals the cores that this process may use. Runs get different ones as long as there are enough.
pub fn cores(jobs: usize, each: usize) -> Cores {
    let allowed = rustix::thread::sched_getaffinity(None);
    let allowed: Vec<usize> = match allowed {
        Ok(set) => (0..rustix::thread::CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect(),
        Err(_) => (0..std::thread::available_parallelism().map_or(1, |n| n.get())).collect(),
    };
    deal(&physical_first(&allowed, siblings), jobs, each)
}

fn deal(cores: &[usize], jobs: usize, each: usize) -> Cores {
    let count = cores.len().max(1);
    let given = each.clamp(1, count);
    let run = |job: usize| {
        let mut run: Vec<usize> = (0..given).filter_map(|n| cores.get((job * given + n) % count).copied()).collect();
        run.sort_unstable();
        run
    };
    let warning = (jobs * each > count)
        .then(|| format!("{jobs} runs at a time with {each} cores each need {} cores; there are {count}", jobs * each));
    Cores { runs: (0..jobs).map(run).collect(), warning }
}

/// Orders cores such that those that share a physical core come late.
fn physical_first(cores: &[usize], siblings: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let mut taken = HashSet::new();
    let (first, second): (Vec<usize>, Vec<usize>) = cores.iter().partition(|core| {
        let fresh = !taken.contains(*core);
        if fresh {
            taken.extend(siblings(**core));
            taken.insert(**core);
        }
        fresh
    });
    first.into_iter().chain(second).collect()
}

/// The cores that are one physical core together.
fn siblings(core: usize) -> Vec<usize> {
    let path = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
    ranges(fs::read_to_string(path).unwrap_or_default().trim())
}

/// Reads a list such as `0-2,5`.
fn ranges(text: &str) -> Vec<usize> {
    let range = |part: &str| {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        Some(low.parse::<usize>().ok()?..=high.parse::<usize>().ok()?)
    };
    text.split(',').filter_map(range).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_have_cores_of_their_own() {
        let dealt = deal(&[0, 1, 2, 3], 2, 2);
        assert_eq!(dealt, Cores { runs: vec![vec![0, 1], vec![2, 3]], warning: None });
    }

    #[test]
    fn too_few_cores_are_shared_with_a_warning() {
        let dealt = deal(&[4, 6, 8], 2, 2);
        assert_eq!(dealt.runs, [vec![4, 6], vec![4, 8]]);
        assert!(dealt.warning.unwrap().contains("need 4 cores; there are 3"));
        assert_eq!(deal(&[0, 1], 1, 8).runs, [vec![0, 1]]);
    }

    #[test]
    fn physical_cores_come_first() {
        let siblings = |core| vec![core % 4, core % 4 + 4];
        assert_eq!(physical_first(&[0, 1, 2, 4, 5, 6], siblings), [0, 1, 2, 4, 5, 6]);
        let siblings = |core| vec![core & !1, core | 1];
        assert_eq!(physical_first(&[0, 1, 2, 3, 5], siblings), [0, 2, 5, 1, 3]);
        assert_eq!(ranges("0-2,5"), [0, 1, 2, 5]);
    }
}
