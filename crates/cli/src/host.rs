//! What scripts get from the command: `print`, `console` and `scriptArgs`.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrotape::{Engine, Error, TimerClock, Value, Web};

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

/// Defines the globals.
pub fn define(engine: &mut Engine, output: &Output, script_arguments: &[String]) -> Result<(), Error> {
    let to_output = printer(engine, "print", output)?;
    engine.set_global("print", &to_output)?;
    let console = engine.new_object()?;
    for name in ["log", "info", "debug"] {
        let method = printer(engine, name, output)?;
        engine.set(&console, name, &method)?;
    }
    for name in ["warn", "error"] {
        let method = engine.new_function(name, 0, |call| {
            // There is nobody left to tell if this fails.
            let write = |piece: &str| drop(io::stderr().write_all(piece.as_bytes()));
            call.write_arguments(|piece| {
                write(piece);
                Ok(())
            })?;
            write("\n");
            Ok(Value::Undefined)
        })?;
        engine.set(&console, name, &method)?;
    }
    engine.set_global("console", &console)?;
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
