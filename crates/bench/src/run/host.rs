//! The machine on which runs are made.

use std::fs;

/// Its name.
pub fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    if name.trim().is_empty() { "unknown".into() } else { name.trim().to_owned() }
}

/// Processor, cores, memory, system.
pub fn machine() -> String {
    let first = |path: &str, word: &str| {
        let text = fs::read_to_string(path).unwrap_or_default();
        let value = text
            .lines()
            .find_map(|line| Some(line.strip_prefix(word)?.trim().trim_start_matches([':', ' ']).to_owned()));
        value.unwrap_or_default()
    };
    let processor = first("/proc/cpuinfo", "model name");
    let memory = first("/proc/meminfo", "MemTotal:").strip_suffix(" kB").and_then(|kb| kb.trim().parse::<u64>().ok());
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let parts = [
        if processor.is_empty() { std::env::consts::ARCH.to_owned() } else { processor },
        format!("{cores} cores"),
        memory.map(|kb| format!("{:.1} GB", kb as f64 / 1e6)).unwrap_or_default(),
        format!("Linux {}", release.trim()),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
