//! How much memory this process uses, where Linux says.

use std::fs::read_to_string;

/// What is resident now, in bytes.
pub fn resident() -> Option<u64> {
    line_value("VmRSS:")
}

/// The most that was ever resident, in bytes.
pub fn peak() -> Option<u64> {
    line_value("VmHWM:")
}

/// A line of `/proc/self/status`, which counts in KiB.
fn line_value(name: &str) -> Option<u64> {
    let status = read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
