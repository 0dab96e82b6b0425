//! The engine behind the prompt: runs entries and shows their results.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use ferrotape::console::InspectOptions;
use ferrotape::error::Note;
use ferrotape::script::Entry;
use ferrotape::{Engine, Error, Value};

use super::commands;
use super::complete::Spot;
use super::editor::{Asked, Editor};
use super::limits::{EntryLimits, shown_bytes};
use crate::host::{self, Files, Host, Output};
use crate::kind;
use crate::modules;
use crate::options::{FAILURE, Input, Options};
use crate::paint::Paint;
use crate::reach::{Reach, SharedReach};
use crate::source::Source;
use crate::{commonjs, report, run, setup, trace};

/// Action after an entry.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    GoOn,
    Leave,
}

/// The engine behind the prompt, with its settings.
pub struct Session {
    options: Options,
    files: Files,
    reach: SharedReach,
    output: Output,
    machine: Machine,
    pub limits: EntryLimits,
    inspect: InspectOptions,
    /// Number of entries so far; the name of each contains its number.
    entries: u32,
    /// Whether script is running.
    pub is_busy: Arc<AtomicBool>,
    /// Whether Ctrl-C has asked the running script to end.
    pub interrupted: Arc<AtomicBool>,
    /// Time and fuel of the last entry.
    spent: Spent,
}

/// State that `.clear` replaces.
struct Machine {
    engine: Engine,
    host: Host,
    /// Value that `_` was set to, or none once a script has set `_`.
    last: Option<Value>,
}

/// Time and work of entries.
#[derive(Copy, Clone, Default)]
struct Spent {
    time: Duration,
    fuel: u64,
}

impl Session {
    /// Starts a prompt with a fresh engine. Fails for options that allow none: too little memory, a wrong time zone.
    pub fn new(options: &Options, files: Files, output: &Output) -> Result<Session, Error> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let limits = EntryLimits::of(&options.limits);
        let reach = Arc::new(Reach::new(options, &files));
        let mut session = Session {
            options: options.clone(),
            output: output.clone(),
            machine: Machine::new(options, &files, &reach, output, &interrupted)?,
            files,
            reach,
            limits,
            inspect: host::inspect_options(output),
            entries: 0,
            is_busy: Arc::default(),
            interrupted,
            spent: Spent::default(),
        };
        session.apply_limits();
        Ok(session)
    }

    pub fn engine(&mut self) -> &mut Engine {
        &mut self.machine.engine
    }

    /// Returns the options that the session was begun with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the exit code that scripts have set.
    pub fn exit_code(&mut self) -> u8 {
        self.machine.host.exit_code(&mut self.machine.engine, false).unwrap_or(FAILURE)
    }

    pub fn colors(&self) -> bool {
        self.inspect.colors
    }

    /// Replaces the engine and forgets everything.
    pub fn clear(&mut self) {
        match Machine::new(&self.options, &self.files, &self.reach, &self.output, &self.interrupted) {
            Ok(machine) => {
                self.machine = machine;
                self.apply_limits();
            }
            Err(error) => self.show_error(&error),
        }
    }

    pub fn apply_limits(&mut self) {
        let EntryLimits { time, memory, fuel } = self.limits;
        self.machine.engine.set_timeout(time);
        self.machine.engine.set_memory_limit(memory);
        self.machine.engine.set_fuel(fuel);
    }

    /// Prints a text, and a line end if it has none. A closed pipe ends the process; other errors are ignored.
    pub fn print(&self, text: &str) {
        let _ = self.output.write(text);
        if text.ends_with('\n') {
            return;
        }
        let _ = self.output.write("\n");
    }

    /// Reports an error of the prompt, not of a script.
    pub fn complain(&self, message: &str) {
        let _ = self.output.flush();
        self.output.write_error(&format!("{message}\n"));
    }

    pub fn show_error(&mut self, error: &Error) {
        let _ = self.output.flush();
        let mut notes = self.machine.engine.explain(error);
        if error.is_termination() {
            notes.push(Note::new(".limits shows the limits, and sets them", None));
        }
        self.output.write_error(&report::describe(error, &notes, &self.reach, Paint::new(self.inspect.colors)));
    }

    /// Runs an entry.
    pub fn enter(&mut self, text: &str) -> Turn {
        if commands::is_command(text) {
            return commands::run(self, text);
        }
        if !text.trim().is_empty() {
            self.evaluate(text, false);
        }
        Turn::GoOn
    }

    /// Returns the command that was probably meant by an entry naming an undefined variable.
    fn command_meant(&mut self, text: &str) -> Option<&'static str> {
        let command = commands::meant(text)?;
        let name = command.trim_start_matches('.');
        let known = self.machine.engine.completions(&[], name).unwrap_or_default();
        (!known.iter().any(|known| known == name)).then_some(command)
    }

    /// Runs a script and shows its value, with the steps if it is traced.
    pub fn evaluate(&mut self, text: &str, is_traced: bool) {
        self.entries += 1;
        let name = format!("REPL{}", self.entries);
        let meant = self.command_meant(text);
        let text = as_object_literal(&self.options, text).unwrap_or_else(|| text.to_owned());
        if is_traced {
            trace::print_steps(&mut self.machine.engine, &self.output, &trace::Shown::default());
        }
        let result = self.running(|engine| engine.run_entry(&name, text));
        self.machine.engine.stop_observing_steps();
        let has_failed = result.is_err();
        self.show(result);
        if let Some(command) = meant.filter(|_| has_failed) {
            self.complain(&format!("(Did you mean {command}? Commands begin with a dot.)"));
        }
    }

    /// Runs a file in the global scope, or as a module, and shows only errors.
    pub fn run_file(&mut self, name: &str, text: String) {
        let absolute = commonjs::real_path(Path::new(name)).to_string_lossy().into_owned();
        let (options, input) = (self.options.clone(), Input::File(name.into()));
        let source = Source { name: name.to_owned(), text };
        let result = self.running(|engine| match kind::is_module(engine, &options, &input, &source) {
            true => engine.run_module(&absolute, source.text),
            false => engine.run_entry(name, source.text),
        });
        match result {
            Ok(value) => self.remember(value),
            Err(error) => self.fail(&error),
        }
        self.show_unhandled();
    }

    /// Runs script, which Ctrl-C can end.
    fn running<T>(&mut self, work: impl FnOnce(&mut Engine) -> T) -> T {
        self.interrupted.store(false, Ordering::Relaxed);
        self.is_busy.store(true, Ordering::Relaxed);
        let (begun, before) = (Instant::now(), self.machine.engine.stats().fuel);
        let result = work(&mut self.machine.engine);
        let fuel = self.machine.engine.stats().fuel.saturating_sub(before);
        self.spent = Spent { time: begun.elapsed(), fuel };
        self.is_busy.store(false, Ordering::Relaxed);
        result
    }

    /// Shows a value and makes it `_`, or shows the error of an entry. Unhandled rejections follow.
    fn show(&mut self, result: Result<Value, Error>) {
        match result {
            Ok(value) => {
                match self.machine.engine.inspect(&value, &self.inspect) {
                    Ok(text) => self.print(&text),
                    Err(error) => self.show_error(&error),
                }
                self.remember(value);
            }
            Err(error) => self.fail(&error),
        }
        self.show_unhandled();
    }

    fn fail(&mut self, error: &Error) {
        self.show_error(error);
        if let Some(thrown) = error.thrown() {
            let thrown = thrown.clone();
            // If memory is short, `_error` stays unset.
            let _ = self.machine.engine.set_global("_error", &thrown);
        }
    }

    /// Sets `_` to a value, unless a script has set `_`.
    fn remember(&mut self, value: Value) {
        let engine = &mut self.machine.engine;
        let Some(last) = &self.machine.last else { return };
        let is_ours = engine.run("_", "_").is_ok_and(|now| is_same(&now, last));
        self.machine.last = (is_ours && engine.set_global("_", &value).is_ok()).then_some(value);
    }

    /// Shows unhandled rejections.
    fn show_unhandled(&mut self) {
        for error in self.machine.engine.take_unhandled_rejections() {
            self.fail(&error);
        }
    }

    /// Runs the timers that are due, and their jobs.
    pub fn run_due(&mut self) {
        let web = self.machine.host.timers.clone();
        let spent = self.spent;
        if let Err(error) = self.running(|engine| web.run_due(engine)) {
            self.fail(&error);
        }
        self.spent = spent;
        self.show_unhandled();
    }

    /// Runs all timers and jobs until none is left that anybody waits for.
    pub fn run_until_idle(&mut self) {
        let web = self.machine.host.timers.clone();
        while web.waits_for_timers(&self.machine.engine) || self.machine.engine.has_jobs() {
            if let Err(error) = self.running(|engine| web.run_until_idle(engine)) {
                return self.fail(&error);
            }
            self.show_unhandled();
        }
    }

    /// Waits for the next message of the editor; timers run meanwhile.
    pub fn wait(&mut self, editor: &Editor) -> Asked {
        let _ = self.output.flush();
        self.output.redirect(Some(editor.printer.clone()));
        editor.go();
        let asked = loop {
            let asked = match self.machine.host.timers.next_timer(&self.machine.engine) {
                Some(left) => editor.asked.recv_timeout(left),
                None => editor.asked.recv().map_err(RecvTimeoutError::from),
            };
            match asked {
                Ok(Asked::Complete { spot, prefix, answer }) => drop(answer.send(self.complete(&spot, &prefix))),
                Ok(asked) => break asked,
                Err(RecvTimeoutError::Timeout) => self.run_due(),
                Err(RecvTimeoutError::Disconnected) => break Asked::End,
            }
        };
        self.output.redirect(None);
        asked
    }

    /// Completes names of properties, which may read scopes and objects but runs no script.
    fn complete(&mut self, spot: &Spot, prefix: &str) -> Vec<String> {
        let engine = &mut self.machine.engine;
        let names = match spot {
            Spot::Name { path, .. } => {
                let path: Vec<&str> = path.iter().map(String::as_str).collect();
                engine.completions(&path, prefix)
            }
            Spot::OfText { .. } => engine.completions_of_text(prefix),
            // The editor completes these itself.
            Spot::Command | Spot::File { .. } => Ok(Vec::new()),
        };
        names.unwrap_or_default()
    }

    /// Returns the source text of a named function as an expression, if it can be found without running script.
    pub fn text_of_function(&mut self, code: &str) -> Option<String> {
        let path: Vec<&str> = code.trim_end_matches(';').split('.').map(str::trim).collect();
        let text = self.machine.engine.source_of(&path)?;
        let as_expression = [format!("({text})"), format!("({{ {text} }})")];
        as_expression.into_iter().find(|text| self.machine.engine.check("code", text).is_ok())
    }

    /// Prints time and fuel of the last entry, and what the engine has taken since it began.
    pub fn print_stats(&mut self) {
        let stats = self.machine.engine.stats();
        let Spent { time, fuel } = self.spent;
        self.print(&format!(
            "last entry    {time:.1?}, fuel {fuel}\nall entries   fuel {}, {} collections\nmemory        {} \
             in use, {} with what is kept free, {} at most\n",
            stats.fuel,
            stats.collections,
            shown_bytes(stats.live_bytes),
            shown_bytes(stats.bytes),
            shown_bytes(stats.peak_bytes),
        ));
    }
}

impl Machine {
    /// Builds the engine of a session, which Ctrl-C ends by `interrupted`; `_` is defined from the start.
    fn new(
        options: &Options,
        files: &Files,
        reach: &SharedReach,
        output: &Output,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Machine, Error> {
        let interrupted = Arc::clone(interrupted);
        let builder = setup::builder(options).interrupt_when(move || interrupted.load(Ordering::Relaxed));
        let mut engine = builder.build()?;
        let host = Host::define(&mut engine, output, options, files)?;
        engine.set_module_loader(modules::loader(reach, options));
        engine.set_global("_", &Value::Undefined)?;
        Ok(Machine { engine, host, last: Some(Value::Undefined) })
    }
}

fn is_same(one: &Value, other: &Value) -> bool {
    one == other || matches!((one, other), (Value::Number(one), Value::Number(other)) if one.is_nan() && other.is_nan())
}

/// Puts an entry that begins with a brace into parentheses, if it can be an object literal.
fn as_object_literal(options: &Options, text: &str) -> Option<String> {
    let trimmed = text.trim();
    let in_parentheses = (trimmed.starts_with('{') && !trimmed.ends_with(';')).then(|| format!("({trimmed}\n)"))?;
    (run::entry(options, &in_parentheses) == Entry::Whole).then_some(in_parentheses)
}
