//! Runs a program and measures its cost.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

/// Time and memory of a process.
#[derive(Clone, Copy)]
pub struct Cost {
    pub user: Duration,
    /// User and system time.
    pub cpu: Duration,
    pub wall: Duration,
    /// Peak memory; at least this program's own size, which a child inherits until it executes the other program.
    pub peak_bytes: u64,
}

/// Runs `command` to its end and discards its output. Returns `None` if it cannot be started or fails.
pub fn run(command: &mut Command) -> Option<Cost> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let used = child.wait4().ok()?;
    let wall = start.elapsed();
    let usage = used.rusage;
    let cost = Cost { user: usage.utime, cpu: usage.utime + usage.stime, wall, peak_bytes: usage.maxrss };
    used.status.success().then_some(cost)
}

/// Returns the median of the values, the lower one of two.
pub fn median<T: PartialOrd + Copy>(values: &mut [T]) -> Option<T> {
    values.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    values.get(values.len().saturating_sub(1) / 2).copied()
}
