//! A first look at the engine: `first FILE` runs a script or a module within limits, and gives it a `console`. It is the host
//! that is built in the least time; `scripts/measure-first` measures it. The command does much more: `crates/cli`.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};

use ferrotape::console::{InspectOptions, Level};
use ferrotape::{Console, Engine, Error};

/// Messages of scripts, on the two streams of the process.
struct Terminal;

impl Console for Terminal {
    fn message(&self, level: Level, text: &str) {
        match level {
            Level::Warn | Level::Error => eprintln!("{text}"),
            _ => println!("{text}"),
        }
    }
}

/// Runs a text, with ten seconds and 256 MB. A file whose name ends with `.mjs` is a module.
fn run(name: &str, text: String) -> Result<(), Error> {
    let mut engine = Engine::builder().timeout(Duration::from_secs(10)).memory_limit(256 << 20).build()?;
    engine.define_console(Terminal, InspectOptions::default())?;
    match Path::new(name).extension().is_some_and(|ending| ending == "mjs") {
        true => engine.run_module(name, text).map(drop),
        false => engine.run(name, text).map(drop),
    }
}

fn main() -> ExitCode {
    let Some(name) = env::args().nth(1) else {
        eprintln!("usage: first FILE");
        return ExitCode::from(2);
    };
    let text = match fs::read_to_string(&name) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("first: cannot read {name}: {error}");
            return ExitCode::FAILURE;
        }
    };
    match run(&name, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprint!("{}", error.report());
            ExitCode::FAILURE
        }
    }
}
