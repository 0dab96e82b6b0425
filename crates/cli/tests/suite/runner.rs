//! Runs the built command, and many runs in parallel.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

pub struct Outcome {
    /// Exit code, or `None` for a run ended by a signal, or by the test after too long a time.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

pub struct Run<'a> {
    pub arguments: &'a [&'a str],
    pub input: &'a [u8],
    /// Value of `FERROTAPE_GC`.
    pub stress: Option<&'static str>,
    pub patience: Duration,
}

impl Default for Run<'_> {
    fn default() -> Self {
        Run { arguments: &[], input: &[], stress: None, patience: Duration::from_secs(60) }
    }
}

/// Runs the command with these arguments.
pub fn ferrotape(arguments: &[&str]) -> Outcome {
    Run { arguments, ..Run::default() }.outcome()
}

impl Run<'_> {
    pub fn outcome(&self) -> Outcome {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
        command.args(self.arguments).current_dir(root());
        command.env_remove("FERROTAPE_GC");
        if let Some(stress) = self.stress {
            command.env("FERROTAPE_GC", stress);
        }
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let stdout = collect(child.stdout.take());
        let stderr = collect(child.stderr.take());
        if let Some(mut stdin) = child.stdin.take() {
            // A command that reads nothing may have ended already.
            let _ = stdin.write_all(self.input);
        }
        let code = wait(&mut child, self.patience);
        Outcome { code, stdout: stdout.join().expect("read"), stderr: stderr.join().expect("read") }
    }
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child, patience: Duration) -> Option<i32> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    while start.elapsed() < patience {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            return status.code();
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns every file below `folder` with this extension, sorted.
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Runs `work` for every item on as many threads as there are processors. Returns the failures, in the order of the
/// items.
pub fn failures<T: Sync>(items: &[T], work: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((index, item)) = take(items, &next) {
                    if let Err(message) = work(item) {
                        failures.lock().expect("no panic").push((index, message));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
    failures.into_iter().map(|(_, message)| message).collect()
}

fn take<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}
