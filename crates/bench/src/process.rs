//! One run of one program, and what it cost.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

#[derive(Clone, Copy)]
pub struct Cost {
    pub user: Duration,
    /// User and system time.
    pub cpu: Duration,
    pub wall: Duration,
    /// Not below this program's own size, which a child inherits for the moment before it becomes another program.
    pub peak_bytes: u64,
}

/// Runs `command` to its end with its output thrown away. `None` if it cannot be started or fails.
pub fn run(command: &mut Command) -> Option<Cost> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let used = child.wait4().ok()?;
    let wall = start.elapsed();
    let usage = used.rusage;
    let cost = Cost { user: usage.utime, cpu: usage.utime + usage.stime, wall, peak_bytes: usage.maxrss };
    used.status.success().then_some(cost)
}

/// The middle one of the values in their order; with an even number of them the lower of the two.
pub fn median<T: PartialOrd + Copy>(values: &mut [T]) -> Option<T> {
    values.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    values.get(values.len().saturating_sub(1) / 2).copied()
}
