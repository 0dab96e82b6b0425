//! The `ferrotape` command.
//!
//! ```text
//! options -> source (file, -e, standard input) -> engine with `print` and `console` -> run | trace | disasm | check -> report
//! ```
//!
//! Exit codes: 0; 1 for an uncaught exception, a rejection that nobody handles, a limit that was reached, or a source that cannot
//! be read; 2 for wrong usage.
//! The engine runs on a thread of its own, whose stack is larger than the main thread's usually is.

mod excerpt;
mod host;
mod modules;
mod options;
mod report;
mod source;

use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use ferrotape::{Engine, Error, Value};

use host::Output;
use modules::Files;
use options::{Action, Input, Options, Parsed};
use source::Source;

/// Virtual memory: only what is used of it is ever taken.
const STACK_BYTES: usize = 64 << 20;
/// What is left to the engine of it; the rest is for the frames above and below its own count.
const NATIVE_STACK_BYTES: usize = STACK_BYTES - (2 << 20);
/// What is left where memory is limited: this part of the limit, but enough for ordinary nesting.
const NATIVE_STACK_SHARE: usize = 16;
const LEAST_NATIVE_STACK_BYTES: usize = 512 << 10;

/// Steps of functions that are nested more deeply stand as far to the right as these.
const DEEPEST_INDENT: usize = 10;

const FAILURE: u8 = 1;
const WRONG_USAGE: u8 = 2;
/// What Rust programs exit with after a panic.
const INTERNAL_ERROR: u8 = 101;

fn main() -> ExitCode {
    let options = match options::parse(lexopt::Parser::from_env()) {
        Ok(Parsed::Run(options)) => options,
        Ok(Parsed::Help) => {
            print!("{}", options::HELP);
            return ExitCode::SUCCESS;
        }
        Ok(Parsed::Version) => {
            println!("ferrotape {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("ferrotape: {message}\n{}", options::USAGE);
            return ExitCode::from(WRONG_USAGE);
        }
    };
    let engine_thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || execute(&options));
    match engine_thread.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(_panic)) => ExitCode::from(INTERNAL_ERROR),
        Err(error) => {
            eprintln!("ferrotape: no thread for the engine: {error}");
            ExitCode::from(FAILURE)
        }
    }
}

/// Everything from reading the source to the exit code.
fn execute(options: &Options) -> u8 {
    let source = match source::read(&options.input) {
        Ok(source) => source,
        Err(message) => {
            eprintln!("ferrotape: {message}");
            return FAILURE;
        }
    };
    let output = Output::default();
    let mut engine = match new_engine(options, &output) {
        Ok(engine) => engine,
        Err(error) => {
            report::print(&error);
            return FAILURE;
        }
    };
    let result = act(&mut engine, options, source, &output);
    output.flush();
    // Where the script has not come to its end, nobody had the time to handle them.
    let unhandled = if result.is_ok() { engine.take_unhandled_rejections() } else { Vec::new() };
    for error in result.as_ref().err().into_iter().chain(&unhandled) {
        report::print(error);
    }
    if options.stats {
        report::print_stats(&engine.stats());
    }
    // The process ends now: taking the heap apart would only cost time.
    std::mem::forget(engine);
    if result.is_ok() && unhandled.is_empty() { 0 } else { FAILURE }
}

fn act(engine: &mut Engine, options: &Options, source: Source, output: &Output) -> Result<(), Error> {
    let Source { name, text } = source;
    let is_module = options.is_module();
    match options.action {
        Action::Run => run(engine, options, &name, text, output),
        Action::Trace => {
            trace(engine, output);
            run(engine, options, &name, text, output)
        }
        Action::Check if is_module => engine.check_module(&name, text),
        Action::Check => engine.check(&name, text),
        Action::Disassemble if is_module => output.write(&engine.disassemble_module(&name, text)?),
        Action::Disassemble => output.write(&engine.disassemble(&name, text)?),
    }
}

/// Imports are found beside the file, or in the current directory.
fn run(engine: &mut Engine, options: &Options, name: &str, text: String, output: &Output) -> Result<(), Error> {
    let mut name = name.to_owned();
    if let Ok(loader) = Files::new(&options.aliases) {
        name = match &options.input {
            Input::File(path) if options.is_module() => loader.name_of(path).unwrap_or(name),
            _ => name,
        };
        engine.set_module_loader(loader);
    }
    if options.is_module() {
        return engine.run_module(&name, text).map(|_namespace| ());
    }
    let value = engine.run_with_jobs(&name, text)?;
    if options.prints_value {
        let text = match &value {
            Value::String(text) => text.to_string(),
            value => engine.inspect(value, &host::inspect_options(output))?,
        };
        output.write(&(text + "\n"))?;
    }
    Ok(())
}

/// Prints each step, those of called functions further to the right.
fn trace(engine: &mut Engine, output: &Output) {
    let output = output.clone();
    engine.observe_steps(move |step| {
        let indent = 4 * step.depth.saturating_sub(1).min(DEEPEST_INDENT);
        // The script goes on where nobody reads what it does.
        let _ = output.write(&format!("{:indent$}{step}\n", ""));
    });
}

fn new_engine(options: &Options, output: &Output) -> Result<Engine, Error> {
    let native_stack = options.memory_limit.map_or(NATIVE_STACK_BYTES, |limit| {
        (limit / NATIVE_STACK_SHARE).clamp(LEAST_NATIVE_STACK_BYTES, NATIVE_STACK_BYTES)
    });
    let stress = |kind| std::env::var_os("FERROTAPE_GC").is_some_and(|value| value == kind);
    let mut builder = Engine::builder()
        .native_stack(native_stack)
        .backend(options.backend.unwrap_or_default())
        .tail_calls(options.tail_calls)
        .fuel(options.fuel)
        .timeout(options.timeout_milliseconds.map(Duration::from_millis))
        .memory_limit(options.memory_limit)
        .count_cache_hits(options.stats)
        .measure_pauses(options.stats)
        .stress_collection(stress("stress"))
        .stress_slices(stress("slices"));
    if let Some(name) = &options.time_zone {
        builder = builder.time_zone(name);
    }
    let mut engine = builder.build()?;
    host::define(&mut engine, output, &options.script_arguments)?;
    Ok(engine)
}
