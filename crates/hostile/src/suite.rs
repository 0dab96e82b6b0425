//! The suite: every script on every machine, several at a time. A failing run is repeated alone and must fail each
//! time.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use ferrotape::Backend;

use crate::options::{Options, backend_name};
use crate::process::{self, Ended};
use crate::report;
use crate::scripts::Script;
use crate::verdict::{self, Failure, Limits};

/// Number of repetitions: other work of the computer can make one run late, but not all.
const ATTEMPTS_ALONE: usize = 2;

/// The suite with its settings.
struct Suite<'a> {
    options: &'a Options,
    command: PathBuf,
    scratch: PathBuf,
}

/// Runs the suite. Returns whether no rule was broken.
pub fn execute(options: &Options, scripts: &[Script]) -> Result<bool, String> {
    let suite = Suite::new(options)?;
    let runs: Vec<(&Script, Backend)> =
        scripts.iter().flat_map(|script| options.backends.iter().map(move |backend| (script, *backend))).collect();
    println!("{} scripts, {} runs, {} at a time", scripts.len(), runs.len(), options.jobs);
    let start = Instant::now();
    let mut failures = Vec::new();
    for (script, failure) in suite.run_all(&runs)? {
        if failure.is_beyond_doubt() {
            failures.push(failure);
        } else {
            failures.extend(suite.fails_alone(script, failure)?);
        }
    }
    let known = known_scripts(options.known.as_deref())?;
    let is_known = |failure: &Failure| known.contains(&failure.script);
    let (known_failures, mut failures): (Vec<_>, Vec<_>) = failures.into_iter().partition(is_known);
    print!("{}", report::known(&known_failures));
    failures
        .sort_by_key(|failure: &Failure| (std::cmp::Reverse(failure.late_by), std::cmp::Reverse(failure.bytes_over)));
    let text = report::failures(&failures);
    print!("{text}");
    println!("{} of {} runs broke a rule, in {} s", failures.len(), runs.len(), start.elapsed().as_secs());
    if let Some(path) = &options.failures {
        fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(failures.is_empty())
}

/// Reads the names of scripts that are known to fail. A line without a reason is an error.
pub fn known_scripts(path: Option<&Path>) -> Result<BTreeSet<String>, String> {
    let Some(path) = path else { return Ok(BTreeSet::new()) };
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let name = |line: &str| match line.split_once(": ") {
        Some((name, reason)) if !reason.trim().is_empty() => Ok(name.to_owned()),
        _ => Err(format!("{}: no reason: {line}", path.display())),
    };
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(name).collect()
}

impl<'a> Suite<'a> {
    /// Finds the `ferrotape` command beside this program unless an option names it, and makes a scratch folder of this process.
    fn new(options: &'a Options) -> Result<Self, String> {
        let own = std::env::current_exe().map_err(|error| format!("where am I? {error}"))?;
        let folder = own.parent().unwrap_or(Path::new(".")).to_path_buf();
        let command = options.command.clone().unwrap_or_else(|| folder.join("ferrotape"));
        if !command.is_file() {
            return Err(format!("{} is missing: build ferrotape-cli in the same profile", command.display()));
        }
        let scratch = folder.join("hostile-scratch").join(std::process::id().to_string());
        fs::create_dir_all(&scratch).map_err(|error| format!("cannot create {}: {error}", scratch.display()))?;
        Ok(Suite { options, command, scratch })
    }

    /// Runs everything once. Returns the runs that seem to have failed.
    fn run_all<'s>(&self, runs: &[(&'s Script, Backend)]) -> Result<Vec<(&'s Script, Failure)>, String> {
        let next = AtomicUsize::new(0);
        let suspects = Mutex::new(Vec::new());
        let work = || {
            while let Some((script, backend)) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Some(failure) = self.judge(script, *backend)? {
                    if failure.is_beyond_doubt() {
                        print!("{}", report::line(&failure));
                    }
                    suspects.lock().unwrap_or_else(PoisonError::into_inner).push((*script, failure));
                }
            }
            Ok::<(), String>(())
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.options.jobs).map(|_| scope.spawn(work)).collect();
            for thread in threads {
                thread.join().map_err(|_| "a thread of the runner panicked".to_owned())??;
            }
            Ok::<(), String>(())
        })?;
        Ok(suspects.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Repeats a failing run. Returns the smallest failure, or `None` if not every run fails.
    fn fails_alone(&self, script: &Script, suspicion: Failure) -> Result<Option<Failure>, String> {
        let mut least = suspicion;
        for _ in 0..ATTEMPTS_ALONE {
            let Some(failure) = self.judge(script, least.machine)? else { return Ok(None) };
            if (failure.late_by, failure.bytes_over) < (least.late_by, least.bytes_over) {
                least = failure;
            }
        }
        Ok(Some(least))
    }

    /// Runs a script and judges the run. The script's own settings take the place of the suite's limits.
    fn judge(&self, script: &Script, backend: Backend) -> Result<Option<Failure>, String> {
        let mut limits = self.options.limits();
        limits.deadline = script.settings.deadline.unwrap_or(limits.deadline);
        limits.fuel = script.settings.fuel.or(limits.fuel);
        if limits.fuel.is_some() && limits.loaded {
            // The clock goes on while the computer does other work.
            limits.deadline *= 2;
        }
        let ended = self.run(script, backend, &limits)?;
        Ok(verdict::judge(&script.name, backend, &ended, &limits))
    }

    /// Writes the script into the scratch folder and runs it in a process: the command, or this program as the faulty host.
    fn run(&self, script: &Script, backend: Backend, limits: &Limits) -> Result<Ended, String> {
        let file = self.scratch.join(format!("{}-{}", thread_name(), script.file_name()));
        let write = File::create(&file).and_then(|output| script.source.write(output));
        write.map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        let mut command = if script.needs_host {
            let mut command = Command::new(std::env::current_exe().map_err(|error| error.to_string())?);
            command.arg("host").arg(&file);
            command
        } else {
            Command::new(&self.command)
        };
        command.args(["--backend", backend_name(backend)]);
        // The command's times have units.
        let unit = if script.needs_host { "" } else { "ms" };
        command.arg("--timeout").arg(format!("{}{unit}", limits.deadline.as_millis()));
        command.arg("--memory-limit").arg(limits.memory.to_string());
        if let Some(fuel) = limits.fuel {
            command.arg("--fuel").arg(fuel.to_string());
        }
        if !script.needs_host {
            command.arg(&file);
        }
        process::run(&mut command, limits.deadline)
    }
}

impl Drop for Suite<'_> {
    fn drop(&mut self) {
        // Scratch files that stay are in the build folder, where they do no harm.
        let _ = fs::remove_dir_all(&self.scratch);
    }
}

/// Returns a name that is different for each thread.
fn thread_name() -> String {
    format!("{:?}", thread::current().id()).chars().filter(char::is_ascii_alphanumeric).collect()
}
