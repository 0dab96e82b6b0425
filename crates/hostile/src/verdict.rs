//! Rules for the process of a hostile script, and the verdict on a run.

use std::time::Duration;

use ferrotape::Backend;

use crate::process::Ended;

/// The limits of a process.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub deadline: Duration,
    pub memory: usize,
    /// Bytes that a process may take beside the memory limit: for the program itself and its stacks.
    pub beside: u64,
    /// Fuel of the run. It must be spent before the deadline.
    pub fuel: Option<u64>,
    /// Slack: a run may end this much after the deadline.
    pub slack: Duration,
    /// Whether to judge lateness by the processor time used after the deadline, for computers with other work.
    pub loaded: bool,
}

impl Limits {
    /// Returns the memory limit plus a tenth, for garbage not yet collected, and what is beside it.
    pub fn resident_bytes(&self) -> u64 {
        self.memory as u64 / 10 * 11 + self.beside
    }
}

/// Limit on a message. Messages are for people; a longer one is script data that leaves the engine unbounded.
const MOST_MESSAGE_BYTES: usize = 256 << 10;

/// A run that broke a rule.
#[derive(Clone, Debug)]
pub struct Failure {
    pub script: String,
    pub machine: Backend,
    pub reasons: Vec<String>,
    /// Lateness, by which the list is ordered.
    pub late_by: Duration,
    pub bytes_over: u64,
}

impl Failure {
    /// Returns whether the run need not be repeated: no other program makes a run that late or that large.
    pub fn is_beyond_doubt(&self) -> bool {
        self.late_by > Duration::from_secs(2) || self.bytes_over > 20 << 20
    }
}

/// Returns how long after the deadline the run ended.
pub fn lateness(ended: &Ended, limits: &Limits) -> Duration {
    let late = ended.wall.saturating_sub(limits.deadline);
    match ended.cpu_after_deadline {
        Some(used) if limits.loaded => late.min(used),
        _ => late,
    }
}

/// Returns the rules that a run broke; `None` if it kept all of them.
pub fn judge(script: &str, machine: Backend, ended: &Ended, limits: &Limits) -> Option<Failure> {
    let mut reasons = Vec::new();
    let late_by = lateness(ended, limits);
    if late_by > limits.slack {
        reasons.push(format!("{} ms after the deadline", late_by.as_millis()));
    }
    let bytes_over = ended.peak_bytes.saturating_sub(limits.resident_bytes());
    if bytes_over > 0 {
        reasons.push(format!("{} MB resident", ended.peak_bytes >> 20));
    }
    if ended.message_bytes > MOST_MESSAGE_BYTES {
        reasons.push(format!("a message of {} KB", ended.message_bytes >> 10));
    }
    if ended.killed {
        reasons.push("had to be killed".to_owned());
    } else if let Some(reason) = wrong_end(ended, limits) {
        reasons.push(reason);
    }
    let failed = !reasons.is_empty();
    failed.then(|| Failure { script: script.to_owned(), machine, reasons, late_by, bytes_over })
}

/// Checks the end of a run: it ends normally, by an uncaught exception, or by a limit that its message names.
fn wrong_end(ended: &Ended, limits: &Limits) -> Option<String> {
    const LIMITS: [&str; 3] = ["reached its deadline", "reached its memory limit", "used up its fuel"];
    let first = ended.message.lines().next().unwrap_or_default();
    if ended.message.contains("panicked at") {
        return Some(format!("a panic: {first}"));
    }
    if let (Some(fuel), true) = (limits.fuel, first.contains("reached its deadline")) {
        return Some(format!("fuel of {fuel} lasts longer than {} ms", limits.deadline.as_millis()));
    }
    let is_clear = match ended.status.code() {
        Some(0) => true,
        Some(1) => first.starts_with("Uncaught ") || first.contains("Error: "),
        Some(3) => {
            first.strip_prefix("Stopped: ").is_some_and(|limit| LIMITS.iter().any(|known| limit.contains(known)))
        }
        _ => false,
    };
    let shown: String = first.chars().take(120).collect();
    (!is_clear).then(|| format!("{} with the message '{shown}'", ended.status))
}
