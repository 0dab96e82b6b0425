//! Latency of interrupts: the longest time between two checks of the limits, or between the last check and the end of
//! the run. It is found without interrupting, so each script runs once, not once for each moment.
//!
//! glibc grows large blocks without copying, until a large block has been freed: then it allocates larger and larger
//! blocks among the small ones, and copies them. A script would then wait because of earlier scripts in the process, so
//! glibc is set not to do this.

use std::env;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cpu_time::ThreadTime;
use ferrotape::Backend;
use ferrotape::modules::ModuleLoader;

use crate::modules::MadeUp;
use crate::options::{Options, backend_name};
use crate::scripts::Script;
use crate::{engine, host};

const DEFAULT_SLACK: Duration = Duration::from_millis(10);
/// Environment variable for glibc's settings, and its value.
pub const TUNABLES: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.mmap_threshold=131072");
const SHOWN: usize = 5;
const ATTEMPTS: usize = 3;

/// The longest gap of a script.
struct Latency {
    script: String,
    machine: Backend,
    gap: Gap,
}

/// A time without a check of the limits.
#[derive(Clone, Copy, Default)]
struct Gap {
    length: Duration,
    /// Time from the beginning of the run to the gap.
    start: Duration,
    is_last: bool,
}

/// Checks of the limits in a run, by the processor time of its thread, to which other work of the computer adds
/// nothing.
pub struct Looks {
    start: Duration,
    last: Duration,
    longest: Gap,
}

impl Looks {
    pub fn begin() -> Self {
        let now = processor_time();
        Looks { start: now, last: now, longest: Gap::default() }
    }

    /// Notes a check. Returns the time since the beginning.
    pub fn note(&mut self, is_last: bool) -> Duration {
        let now = processor_time();
        let length = now.saturating_sub(self.last);
        if length > self.longest.length {
            self.longest = Gap { length, start: self.last.saturating_sub(self.start), is_last };
        }
        self.last = now;
        now.saturating_sub(self.start)
    }

    /// Leaves out the time since the last check, which was not the engine's work.
    fn skip(&mut self) {
        self.last = processor_time();
    }

    /// Returns the longest time without a check so far.
    pub fn longest(&self) -> Duration {
        self.longest.length
    }
}

/// Returns the processor time of the current thread.
fn processor_time() -> Duration {
    ThreadTime::now().as_duration()
}

/// Prints the five worst scripts. Returns whether all are within the slack.
pub fn execute(options: &Options, scripts: &[Script]) -> Result<bool, String> {
    if env::var_os(TUNABLES.0).is_none() {
        return with_tunables();
    }
    host::silence_own_panics();
    let slack = options.slack.unwrap_or(DEFAULT_SLACK);
    let mut measured = Vec::new();
    for script in scripts {
        let text = script.source.to_text();
        let name = script.file_name();
        for machine in options.backends.iter().copied() {
            let mut gap = measure((name, text.clone()), machine, options)?;
            // Other work of the computer can still make memory slow.
            for _ in 1..ATTEMPTS {
                if gap.length > slack {
                    let other = measure((name, text.clone()), machine, options)?;
                    gap = if other.length < gap.length { other } else { gap };
                }
            }
            measured.push(Latency { script: script.name.clone(), machine, gap });
        }
    }
    measured.sort_by_key(|latency| std::cmp::Reverse(latency.gap.length));
    let late = measured.iter().take_while(|latency| latency.gap.length > slack).count();
    let lines: Vec<String> = measured.iter().map(line).collect();
    let (runs, slack) = (measured.len(), slack.as_millis());
    println!("{runs} runs; in {late} of them an interrupt can come later than {slack} ms; the worst:");
    lines.iter().take(SHOWN).for_each(|line| println!("{line}"));
    if let Some(path) = &options.failures {
        let text: String = lines.iter().take(late).map(|line| format!("{line}\n")).collect();
        std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(late == 0)
}

/// Starts this program again in another process, since the allocator reads its settings when a process begins.
fn with_tunables() -> Result<bool, String> {
    let program = env::current_exe().map_err(|error| format!("no path to this program: {error}"))?;
    let status = Command::new(program).args(env::args_os().skip(1)).env(TUNABLES.0, TUNABLES.1).status();
    Ok(status.map_err(|error| format!("cannot start again: {error}"))?.success())
}

fn line(latency: &Latency) -> String {
    let Latency { script, machine, gap: Gap { length, start, is_last } } = latency;
    let (length, start) = (length.as_secs_f64() * 1000.0, start.as_millis());
    let what = if *is_last { ", until the run had ended" } else { "" };
    format!("{length:>9.1} ms  {:<8} {script}, from {start} ms on{what}", backend_name(*machine))
}

/// Returns the longest gap in a run, which is ended after some processor time.
fn measure((name, text): (&'static str, String), machine: Backend, options: &Options) -> Result<Gap, String> {
    let (deadline, memory) = (options.deadline, options.memory);
    let work = move || {
        let looks = Arc::new(Mutex::new(Looks::begin()));
        let watched = Arc::clone(&looks);
        let is_to_stop = move || locked(&watched).note(false) >= deadline;
        let builder = engine::builder().backend(machine).memory_limit(memory).interrupt_when(is_to_stop);
        let mut engine = builder.build().map_err(|error| error.to_string())?;
        host::define(&mut engine).map_err(|error| error.to_string())?;
        *locked(&looks) = Looks::begin();
        // The result does not matter, only the time of the checks.
        engine.set_module_loader(Unmeasured { looks: Arc::clone(&looks) });
        let _ = engine.run_with_jobs(name, &text);
        locked(&looks).note(true);
        let longest = locked(&looks).longest;
        Ok(longest)
    };
    engine::on_large_stack(work).ok_or("the engine panicked")?
}

/// Module loader whose own time does not count as a gap.
struct Unmeasured {
    looks: Arc<Mutex<Looks>>,
}

impl ModuleLoader for Unmeasured {
    fn resolve(&mut self, specifier: &str, referrer: &str) -> Result<String, String> {
        MadeUp.resolve(specifier, referrer)
    }

    fn load(&mut self, name: &str) -> Result<String, String> {
        locked(&self.looks).note(false);
        let text = MadeUp.load(name);
        locked(&self.looks).skip();
        text
    }
}

fn locked(looks: &Mutex<Looks>) -> MutexGuard<'_, Looks> {
    looks.lock().unwrap_or_else(PoisonError::into_inner)
}
