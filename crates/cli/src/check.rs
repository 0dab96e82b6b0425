//! Parses and compiles many files without running them.
//!
//! Each thread has its own engine and takes the next file that is left. Errors are reported at the end, in the order of
//! the files. Meanwhile a bar shows the progress if standard error is a terminal.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use ferrotape::{Engine, Error};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::commonjs::{self, Kinds};
use crate::kind;
use crate::options::{FAILURE, Input, Options, shown_duration, shown_number};
use crate::source::{self, Source};
use crate::system_error::in_words;
use crate::{report, run, setup, stats};

/// File name extensions of programs.
const ENDINGS: [&str; 6] = ["js", "mjs", "cjs", "ts", "mts", "cts"];

/// Endings of files that only declare what others define.
const DECLARATIONS: [&str; 3] = [".d.ts", ".d.mts", ".d.cts"];

/// Time before the bar appears: shorter runs end before a bar can be read.
const PATIENCE: Duration = Duration::from_millis(300);

/// An error in an input.
enum Fault {
    Unreadable(String),
    Refused(Error),
}

/// Results of all threads.
#[derive(Default)]
struct Found {
    /// Faults, each with the index of its input.
    faults: Vec<(usize, Fault)>,
    bytes: u64,
}

/// Checks all inputs and returns the exit code.
pub fn check(options: &Options) -> u8 {
    let began = Instant::now();
    let mut faults = Vec::new();
    let inputs = all_inputs(&options.inputs, &mut faults);
    let bar = bar(inputs.len());
    let Found { faults: found, bytes } = check_all(options, &inputs, &bar);
    bar.finish_and_clear();
    faults.extend(found);
    faults.sort_by_key(|(place, _)| *place);
    for (_, fault) in &faults {
        match fault {
            Fault::Unreadable(message) => eprintln!("ferrotape: {message}"),
            Fault::Refused(error) => report::print(error, &[]),
        }
    }
    if options.inputs.len() != 1 || inputs.len() != 1 {
        let time = shown_duration(began.elapsed().as_nanos() as f64);
        let [files, wrong] = [inputs.len(), faults.len()].map(|count| shown_number(count as u64));
        let megabytes = bytes as f64 / 1e6;
        let noun = if inputs.len() == 1 { "file" } else { "files" };
        eprintln!("{files} {noun}, {wrong} with errors ({megabytes:.1} MB in {time})");
    }
    if faults.is_empty() { 0 } else { FAILURE }
}

/// Makes the progress bar, which shows only if standard error is a terminal.
fn bar(count: usize) -> ProgressBar {
    if count < 2 {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr_with_hz(10));
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Lists the given files and the programs below given folders, each once.
fn all_inputs(given: &[Input], faults: &mut Vec<(usize, Fault)>) -> Vec<Input> {
    let mut inputs = Vec::new();
    for input in given {
        match input {
            Input::File(path) if path.is_dir() => {
                if let Err(error) = add_folder(path, &mut inputs) {
                    let message = format!("cannot read {}: {}", path.display(), in_words(&error));
                    faults.push((inputs.len(), Fault::Unreadable(message)));
                }
            }
            input => inputs.push(input.clone()),
        }
    }
    inputs
}

/// Adds the programs below a folder. Links to folders are not followed, since they may form a cycle. `node_modules` and
/// hidden folders are skipped.
fn add_folder(folder: &Path, inputs: &mut Vec<Input>) -> io::Result<()> {
    let mut folders = vec![folder.to_path_buf()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let is_program = path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known));
            let name = entry.file_name();
            if kind.is_dir() && name != "node_modules" && !name.to_string_lossy().starts_with('.') {
                folders.push(path);
            } else if is_program && path.is_file() && !is_declaration(&name.to_string_lossy()) {
                files.push(path);
            }
        }
    }
    files.sort();
    inputs.extend(files.into_iter().map(Input::File));
    Ok(())
}

fn is_declaration(name: &str) -> bool {
    DECLARATIONS.iter().any(|ending| name.ends_with(ending))
}

/// Checks the inputs on as many threads as the machine has, this one included, and returns what all have found.
fn check_all(options: &Options, inputs: &[Input], bar: &ProgressBar) -> Found {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Found::default()));
    let work = || check_some(options, inputs, &next, &found, bar);
    let workers = thread::available_parallelism().map_or(1, usize::from).min(inputs.len());
    thread::scope(|scope| {
        // This thread works too, alone if the system cannot start another.
        for _ in 1..workers {
            let _ = thread::Builder::new().stack_size(setup::STACK_BYTES).spawn_scoped(scope, work);
        }
        work();
    });
    found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// State of one thread.
#[derive(Default)]
struct Reader {
    /// Engine, made for the first input.
    engine: Option<Engine>,
    kinds: Kinds,
}

/// Checks inputs until none is left: the work of one thread.
fn check_some(options: &Options, inputs: &[Input], next: &AtomicUsize, found: &Mutex<Found>, bar: &ProgressBar) {
    let began = Instant::now();
    let mut reader = Reader::default();
    loop {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let Some(input) = inputs.get(place) else { break };
        let (fault, bytes) = check_one(options, input, &mut reader);
        let mut found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.bytes += bytes as u64;
        found.faults.extend(fault.map(|fault| (place, fault)));
        drop(found);
        if began.elapsed() > PATIENCE {
            bar.set_position(place as u64 + 1);
        }
    }
    if options.stats
        && let Some(engine) = &reader.engine
    {
        stats::print(&engine.stats());
    }
}

/// Checks an input. Returns the fault, if any, and the bytes of the source text.
fn check_one(options: &Options, input: &Input, reader: &mut Reader) -> (Option<Fault>, usize) {
    let Source { name, text } = match source::read(input) {
        Ok(source) => source,
        Err(message) => return (Some(Fault::Unreadable(message + &run::file_hint(input))), 0),
    };
    let bytes = text.len();
    let engine = match reader.engine.take().map_or_else(|| setup::bare_engine(options), Ok) {
        Ok(engine) => reader.engine.insert(engine),
        Err(error) => return (Some(Fault::Refused(error)), bytes),
    };
    let result = match kind_of(options, input, &mut reader.kinds) {
        Some(Stated::CommonJs) => commonjs::compile(engine, &name, &text).map(drop),
        Some(Stated::Module) => engine.check_module(&name, text),
        Some(Stated::Script) => engine.check(&name, text),
        None => check_unstated(engine, options.commonjs, &name, text),
    };
    (result.err().map(Fault::Refused), bytes)
}

/// Checks a text of which nothing says what it is. Only one that is no script is read once more, as a module.
fn check_unstated(engine: &mut Engine, commonjs: bool, name: &str, text: String) -> Result<(), Error> {
    let compiled = match commonjs {
        true => commonjs::compile_unstated(engine, name, &text).map(|(may_be_module, _)| may_be_module),
        false => engine.compile_script(name, &text).map(|script| script.may_use("await")),
    };
    let compiled = compiled.map(|may_be_module| (may_be_module, ()));
    match kind::unless_module(engine, compiled, name, &text)? {
        Some(()) => Ok(()),
        None => engine.check_module(name, text),
    }
}

/// Kind of an input that something beside its text says.
enum Stated {
    CommonJs,
    Module,
    Script,
}

/// Returns the kind that the options, the file's name or its package say.
fn kind_of(options: &Options, input: &Input, kinds: &mut Kinds) -> Option<Stated> {
    let stated = match input {
        Input::File(path) if path.extension().is_some_and(|ending| ending == "cjs" || ending == "cts") => {
            return Some(Stated::CommonJs);
        }
        Input::File(path) => kinds.stated(path),
        Input::Code(_) | Input::Stdin => None,
    };
    match (options.module, options.script, stated) {
        (true, ..) => Some(Stated::Module),
        (_, true, _) => Some(Stated::Script),
        (_, _, Some(true)) => Some(Stated::Module),
        (_, _, Some(false)) if options.commonjs => Some(Stated::CommonJs),
        (_, _, Some(false)) => Some(Stated::Script),
        (_, _, None) => None,
    }
}
