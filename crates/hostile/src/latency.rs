//! How long a run goes on after it was interrupted, in this process: every script, interrupted once after each of some
//! times.

use std::thread;
use std::time::{Duration, Instant};

use ferrotape::Backend;

use crate::options::{Options, backend_name};
use crate::scripts::Script;
use crate::{engine, host};

/// How long a script runs before it is interrupted: while it is compiled, while it makes its data, later.
const PAUSES: [Duration; 3] = [Duration::from_millis(4), Duration::from_millis(30), Duration::from_millis(120)];
const DEFAULT_SLACK: Duration = Duration::from_millis(10);
/// A run that nothing stops is ended by its deadline at last.
const DEADLINE: Duration = Duration::from_secs(10);
const MEMORY: usize = 256 << 20;
const SHOWN: usize = 5;
const ATTEMPTS: usize = 3;

struct Latency {
    script: String,
    machine: Backend,
    pause: Duration,
    time: Duration,
}

/// Prints the worst five; tells whether all are within the slack.
pub fn execute(options: &Options, scripts: &[Script]) -> Result<bool, String> {
    let slack = options.slack.unwrap_or(DEFAULT_SLACK);
    let mut measured = Vec::new();
    for script in scripts {
        let text = script.source.to_text();
        for machine in options.backends.iter().copied() {
            for pause in PAUSES {
                // Something else on the machine can make one run late.
                let times = (0..ATTEMPTS).map(|_| measure(text.clone(), machine, pause));
                let mut least: Option<Duration> = None;
                for time in times {
                    let Some(time) = time? else { break };
                    least = Some(least.map_or(time, |least| least.min(time)));
                    if time <= slack {
                        break;
                    }
                }
                measured.extend(least.map(|time| Latency { script: script.name.clone(), machine, pause, time }));
            }
        }
    }
    measured.sort_by_key(|latency| std::cmp::Reverse(latency.time));
    let late = measured.iter().take_while(|latency| latency.time > slack).count();
    let lines: Vec<String> = measured.iter().map(line).collect();
    println!("{} interrupts, {late} of them later than {} ms; the worst:", measured.len(), slack.as_millis());
    lines.iter().take(SHOWN).for_each(|line| println!("{line}"));
    if let Some(path) = &options.failures {
        let text: String = lines.iter().take(late).map(|line| format!("{line}\n")).collect();
        std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(late == 0)
}

fn line(latency: &Latency) -> String {
    let Latency { script, machine, pause, time } = latency;
    let (time, pause) = (time.as_secs_f64() * 1000.0, pause.as_millis());
    format!("{time:>9.1} ms  {:<8} {script}, interrupted after {pause} ms", backend_name(*machine))
}

/// From the interrupt to the end of the run, in processor time of the engine's thread where the system tells, else by
/// the clock. `None` if the run had ended before.
fn measure(text: String, machine: Backend, pause: Duration) -> Result<Option<Duration>, String> {
    let builder = move || engine::builder().backend(machine).timeout(DEADLINE).memory_limit(MEMORY);
    let work = move || {
        let mut engine = builder().build().map_err(|error| error.to_string())?;
        host::define(&mut engine).map_err(|error| error.to_string())?;
        let interrupt = engine.interrupter();
        let statistics = format!("/proc/self/task/{}/schedstat", thread_number().unwrap_or_default());
        let running_time =
            move || -> Option<u64> { std::fs::read_to_string(&statistics).ok()?.split(' ').next()?.parse().ok() };
        let at_end = running_time.clone();
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let interrupter = thread::spawn(move || {
            // A message means that the run has ended.
            if receiver.recv_timeout(pause).is_ok() {
                return None;
            }
            let before = running_time();
            interrupt.interrupt();
            Some((Instant::now(), before))
        });
        // However it ends: only when counts.
        let _ = engine.run("hostile.js", &text);
        let (end, after) = (Instant::now(), at_end());
        // The other thread may have stopped waiting.
        let _ = sender.send(());
        let set = interrupter.join().map_err(|_| "the interrupting thread panicked".to_owned())?;
        let Some((set, before)) = set else { return Ok(None) };
        let by_clock = end.saturating_duration_since(set);
        let by_processor = before.zip(after).map(|(before, after)| Duration::from_nanos(after.saturating_sub(before)));
        Ok(Some(by_processor.map_or(by_clock, |time| time.min(by_clock))))
    };
    engine::on_large_stack(work).ok_or("the engine panicked")?
}

/// The system's number of the current thread.
fn thread_number() -> Option<String> {
    let link = std::fs::read_link("/proc/thread-self").ok()?;
    Some(link.file_name()?.to_string_lossy().into_owned())
}
