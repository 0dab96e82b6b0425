//! Runs one process and watches it from outside: its time, its processor time after the deadline, its memory, its end
//! and its messages.

use std::fs;
use std::io::Read;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4;

/// Time between two checks of a running process.
const LOOK: Duration = Duration::from_millis(20);
/// Limit on memory: a process that takes more is killed to protect the computer.
const MOST_BYTES: u64 = 1 << 30;
const LONGEST: Duration = Duration::from_secs(10);
/// Limit on the standard error that is kept.
const KEPT_MESSAGE: usize = 4096;

/// The end of a process, as seen from outside.
#[derive(Clone, Debug)]
pub struct Ended {
    pub status: ExitStatus,
    /// Whether this program killed the process, because it took too much memory or time.
    pub killed: bool,
    pub wall: Duration,
    /// Processor time used after the deadline, if the system tells. Other work of the computer does not lengthen it.
    pub cpu_after_deadline: Option<Duration>,
    pub peak_bytes: u64,
    /// Beginning of standard error; below, the number of its bytes.
    pub message: String,
    pub message_bytes: usize,
}

/// Runs a command whose deadline is so long after its start.
pub fn run(command: &mut Command, deadline: Duration) -> Result<Ended, String> {
    let start = Instant::now();
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|error| format!("cannot start {command:?}: {error}"))?;
    let (sender, said) = mpsc::channel();
    if let Some(stderr) = child.stderr.take() {
        thread::spawn(move || sender.send(read(stderr)));
    }
    let mut cpu_at_deadline = None;
    let mut killed = false;
    // Standard error is closed when the process ends, or a little before.
    let (message, message_bytes) = loop {
        let elapsed = start.elapsed();
        let until_deadline = deadline.saturating_sub(elapsed);
        let pause = if until_deadline.is_zero() { LOOK } else { LOOK.min(until_deadline) };
        match said.recv_timeout(pause) {
            Ok(said) => break said,
            Err(RecvTimeoutError::Disconnected) => break (String::new(), 0),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if cpu_at_deadline.is_none() && start.elapsed() >= deadline {
            cpu_at_deadline = cpu_time(&child);
        }
        if !killed && (start.elapsed() > LONGEST || resident_bytes(&child).is_some_and(|bytes| bytes > MOST_BYTES)) {
            killed = true;
            // It may have ended by itself in between.
            let _ = child.kill();
        }
    };
    let used = child.wait4().map_err(|error| format!("cannot wait for {command:?}: {error}"))?;
    let cpu = used.rusage.utime + used.rusage.stime;
    Ok(Ended {
        status: used.status,
        killed,
        wall: start.elapsed(),
        cpu_after_deadline: cpu_at_deadline.map(|before| cpu.saturating_sub(before)),
        peak_bytes: used.rusage.maxrss,
        message,
        message_bytes,
    })
}

/// Reads standard error to its end, however long it is.
fn read(mut stderr: ChildStderr) -> (String, usize) {
    let (mut kept, mut total, mut buffer) = (Vec::new(), 0, [0; 8192]);
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let room = KEPT_MESSAGE.saturating_sub(kept.len());
        kept.extend_from_slice(&buffer[..count.min(room)]);
        total += count;
    }
    (String::from_utf8_lossy(&kept).into_owned(), total)
}

/// Returns the processor time of all threads so far.
fn cpu_time(child: &Child) -> Option<Duration> {
    let threads = fs::read_dir(format!("/proc/{}/task", child.id())).ok()?;
    let mut nanoseconds = 0;
    for thread in threads.flatten() {
        let statistics = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        nanoseconds += statistics.split(' ').next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(nanoseconds))
}

fn resident_bytes(child: &Child) -> Option<u64> {
    bytes_of(&child.id().to_string(), "VmRSS:")
}

/// Returns the value of a line of `/proc/PROCESS/status`, in bytes.
fn bytes_of(process: &str, line: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let kilobytes = status.lines().find_map(|status| status.strip_prefix(line))?;
    Some(kilobytes.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
}

/// Memory that this process takes from a moment on, if the system tells.
pub struct Residence {
    before: Option<u64>,
}

impl Residence {
    pub fn begin() -> Self {
        // This resets the peak; the number is in the documentation of /proc.
        let forgotten = fs::write("/proc/self/clear_refs", "5");
        Residence { before: forgotten.ok().and_then(|()| bytes_of("self", "VmRSS:")) }
    }

    /// Returns the largest growth since the beginning, or 0 if it is unknown.
    pub fn most_since(&self) -> u64 {
        let peak = self.before.and_then(|before| Some(bytes_of("self", "VmHWM:")?.saturating_sub(before)));
        peak.unwrap_or(0)
    }
}
