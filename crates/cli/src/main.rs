//! The `ferrotape` command.
//!
//! ```text
//! arguments ──> options ──> source (file, -e, standard input) ──> engine with the command's globals ──> report
//!                             run        programs
//!                             trace      the steps of one, as lines
//!                             debugger   one that stops where the user wants, by commands
//!                             step       its steps, forwards and back
//!                             dap        the same for editors
//!                             inspect    the same for Chrome DevTools
//!                             mcp        a server whose tools run programs, for models
//!                             testing    files with tests, and what they say
//!                             watch      any of these again, when a file changes
//!                             check      many files, nothing runs
//!                             repl       the prompt
//!                             bench      how long a program takes
//!                             compile    a program as a file of code, which runs like its source
//! ```
//!
//! The exit codes are in the table of [`options`]: they distinguish exceptions, limits and wrong usage. The engine
//! runs on its own thread, with a larger stack than the main thread usually has. Nothing is set up unless the mode or
//! the program uses it: we promise that `ferrotape -e 1` is fast.

mod advice;
mod bench;
mod check;
mod commonjs;
mod compile;
mod dap;
mod debugger;
mod excerpt;
mod host;
mod inspect;
mod json;
mod kind;
mod mcp;
mod measures;
mod modules;
mod options;
mod paint;
mod reach;
mod repeat;
mod repl;
mod report;
mod run;
mod setup;
mod source;
mod source_map;
mod stats;
mod step;
mod system_error;
mod testing;
mod trace;
mod watch;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::thread;

use host::Output;
use options::{FAILURE, INTERNAL_ERROR, Mode, Options, WRONG_USAGE, Wrong};

/// Prints texts like the help on the small main thread. Everything else gets the engine's thread.
fn main() -> ExitCode {
    let options = match options::parse(lexopt::Parser::from_env(), std::io::stdin().is_terminal()) {
        Ok(options) => options,
        Err(wrong) => return wrong_usage(&wrong),
    };
    let text = match options.mode {
        Mode::Help => options::help(options.topic.as_deref()),
        Mode::Version => Ok(format!("ferrotape {}\n", env!("CARGO_PKG_VERSION"))),
        Mode::Manual => Ok(options::manual()),
        Mode::Completions => Ok(options.topic.as_deref().and_then(options::completions).unwrap_or_default()),
        _ => return on_large_stack(options),
    };
    match text {
        Ok(text) => {
            let output = Output::default();
            let written = output.write(&text);
            ExitCode::from(output.finish(written, 0))
        }
        Err(message) => wrong_usage(&Wrong { message, mode: Mode::Help }),
    }
}

fn wrong_usage(wrong: &Wrong) -> ExitCode {
    eprintln!("ferrotape: {}\n{}", wrong.message, options::usage(wrong.mode));
    ExitCode::from(WRONG_USAGE)
}

/// Runs the command on a thread with the engine's stack. A panic there ends with `INTERNAL_ERROR`.
fn on_large_stack(options: Options) -> ExitCode {
    let engine_thread = thread::Builder::new().stack_size(setup::STACK_BYTES).spawn(move || execute(&options));
    match engine_thread.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(_panic)) => ExitCode::from(INTERNAL_ERROR),
        Err(error) => {
            eprintln!("ferrotape: no thread for the engine: {}", system_error::in_words(&error));
            ExitCode::from(FAILURE)
        }
    }
}

/// Chooses the mode. `--watch` comes first, as it runs the command again without itself.
fn execute(options: &Options) -> u8 {
    if options.watch {
        return watch::watch(options);
    }
    match options.mode {
        Mode::Step => step::step(options),
        Mode::Test => testing::test(options),
        Mode::Check => check::check(options),
        Mode::Bench => bench::bench(options),
        Mode::Compile => compile::compile(options),
        Mode::Dap => dap::serve(options),
        Mode::Mcp => mcp::serve(options),
        Mode::Interactive => repl::run(options),
        _ => run::run(options),
    }
}
