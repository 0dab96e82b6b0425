//! What scripts get from the command: `print`, `console` and `scriptArgs`.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrotape::{Console, Engine, Error, InspectOptions, Level, TimerClock, Value, Web};

/// Standard output, collected into large pieces unless somebody is watching.
#[derive(Clone)]
pub struct Output {
    writer: Arc<Mutex<BufWriter<Stdout>>>,
    is_terminal: bool,
}

impl Default for Output {
    fn default() -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        Output { writer: Arc::new(Mutex::new(BufWriter::with_capacity(1 << 16, stdout))), is_terminal }
    }
}

impl Output {
    /// Text is text, however a thread that held it ended.
    fn lock(&self) -> MutexGuard<'_, BufWriter<Stdout>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn write(&self, text: &str) -> Result<(), Error> {
        let mut writer = self.lock();
        let written = writer.write_all(text.as_bytes());
        let written = if self.is_terminal { written.and_then(|()| writer.flush()) } else { written };
        written.map_err(|error| Error::new(format!("cannot write to standard output: {error}")))
    }

    /// There is nobody left to tell if this fails.
    pub fn flush(&self) {
        let mut writer = self.lock();
        let _ = writer.flush().and_then(|()| writer.get_mut().flush());
    }
}

/// How values are shown: with colours where somebody is watching who has not said that they want none.
pub fn inspect_options(output: &Output) -> InspectOptions {
    let wants_none = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    InspectOptions { colors: output.is_terminal && !wants_none, ..InspectOptions::default() }
}

/// What `console` writes to: warnings and errors go to standard error.
struct Terminal {
    output: Output,
}

impl Console for Terminal {
    fn message(&self, level: Level, text: &str) {
        if level < Level::Warn {
            // Nobody reads it any more, so there is no use in going on.
            if self.output.write(text).and_then(|()| self.output.write("\n")).is_err() {
                std::process::exit(i32::from(crate::FAILURE));
            }
        } else {
            // There is nobody left to tell if this fails.
            let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
        }
    }
}

/// Defines the globals.
pub fn define(engine: &mut Engine, output: &Output, script_arguments: &[String]) -> Result<(), Error> {
    let to_output = printer(engine, "print", output)?;
    engine.set_global("print", &to_output)?;
    engine.define_console(Terminal { output: output.clone() }, inspect_options(output))?;
    Web::install(engine, TimerClock::Real)?;
    define_arguments(engine, script_arguments)
}

fn printer(engine: &mut Engine, name: &str, output: &Output) -> Result<Value, Error> {
    let output = output.clone();
    engine.new_function(name, 0, move |call| {
        call.write_arguments(|piece| output.write(piece))?;
        output.write("\n")?;
        Ok(Value::Undefined)
    })
}

fn define_arguments(engine: &mut Engine, script_arguments: &[String]) -> Result<(), Error> {
    let array = engine.run("<arguments>", "[]")?;
    for (index, argument) in script_arguments.iter().enumerate() {
        engine.set(&array, &index.to_string(), &Value::from(argument.as_str()))?;
    }
    engine.set_global("scriptArgs", &array)
}
