//! Starts a process for each part and reads its output. If the process dies or hangs, the current pair is to blame, and
//! another process continues behind it.

use std::env;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::latency::TUNABLES;
use crate::options::Options;
use crate::suite;

/// Longest time for a pair. It takes a second at most, but the computer may have other work.
const LONGEST: Duration = Duration::from_secs(60);
/// Limit on the standard error of a dead process that is shown.
const SHOWN: usize = 600;

/// The results of all parts so far.
#[derive(Default)]
struct Found {
    calls: u64,
    wrong: Vec<String>,
}

/// Runs all parts at once. Returns whether nothing is wrong except what is known to be.
pub fn execute(options: &Options) -> Result<bool, String> {
    let (start, found) = (Instant::now(), Mutex::new(Found::default()));
    let known = suite::known_scripts(options.known.as_deref())?;
    thread::scope(|scope| {
        let parts: Vec<_> = (0..options.jobs)
            .map(|part| {
                scope.spawn({
                    let found = &found;
                    move || run_part(part, options, found)
                })
            })
            .collect();
        for part in parts {
            part.join().map_err(|_| "a thread of the runner panicked".to_owned())??;
        }
        Ok::<(), String>(())
    })?;
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (known, wrong): (Vec<_>, Vec<_>) =
        found.wrong.into_iter().partition(|line| known.iter().any(|name| line.contains(name)));
    known.iter().for_each(|line| println!("known: {line}"));
    println!("{} calls, {} things wrong, in {} s", found.calls, wrong.len(), start.elapsed().as_secs());
    if let Some(path) = &options.failures {
        let text: String = wrong.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(wrong.is_empty())
}

/// End of a process.
enum Ended {
    Well,
    /// Died or hung in this pair.
    In(usize, String),
}

/// Runs a part in as many processes as it takes: each begins behind the pair in which the previous one died or hung.
fn run_part(part: usize, options: &Options, found: &Mutex<Found>) -> Result<(), String> {
    let mut from = 0;
    loop {
        let mut child = start(part, from, options)?;
        let note = |line: String| {
            println!("{line}");
            found.lock().unwrap_or_else(PoisonError::into_inner).wrong.push(line);
        };
        let ended = listen(&mut child, &note, found)?;
        let Ended::In(number, name) = ended else { return Ok(()) };
        // It may have ended by itself.
        let _ = child.kill();
        let mut said = String::new();
        if let Some(mut stderr) = child.stderr.take() {
            let _ = stderr.read_to_string(&mut said);
        }
        let status = child.wait().map_err(|error| format!("cannot wait: {error}"))?;
        let said: String = said.chars().take(SHOWN).collect();
        note(format!("{name}: the process ended or hung: {status} {said}"));
        from = number + 1;
    }
}

fn start(part: usize, from: usize, options: &Options) -> Result<Child, String> {
    let program = env::current_exe().map_err(|error| format!("no path to this program: {error}"))?;
    let mut command = Command::new(program);
    command.arg("calls-part").arg(format!("{part}/{}/{from}", options.jobs));
    // The process gets the options of this one, except for the word that names the action.
    command.args(env::args_os().skip(2)).env(TUNABLES.0, TUNABLES.1);
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    spawned.map_err(|error| format!("cannot start {command:?}: {error}"))
}

/// Reads the output to its end. Returns `Ended::In` if the end comes too early or not at all.
fn listen(child: &mut Child, note: &dyn Fn(String), found: &Mutex<Found>) -> Result<Ended, String> {
    let output = child.stdout.take().ok_or("no standard output")?;
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut at = None;
    loop {
        match lines.recv_timeout(LONGEST) {
            Ok(line) => match line.split_once(' ') {
                Some(("at", rest)) => {
                    at = rest.split_once(' ').and_then(|(number, name)| Some((number.parse().ok()?, name.to_owned())))
                }
                Some(("wrong", rest)) => note(rest.to_owned()),
                Some(("end", calls)) => {
                    found.lock().unwrap_or_else(PoisonError::into_inner).calls += calls.parse().unwrap_or(0);
                    return child.wait().map(|_| Ended::Well).map_err(|error| format!("cannot wait: {error}"));
                }
                _ => {}
            },
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return at.map(|(number, name)| Ended::In(number, name)).ok_or_else(|| failed_to_begin(child));
            }
        }
    }
}

fn failed_to_begin(child: &mut Child) -> String {
    let mut said = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        let _ = stderr.read_to_string(&mut said);
    }
    format!("a part did not begin: {said}")
}
