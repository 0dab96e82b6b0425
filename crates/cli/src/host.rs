//! Globals and modules that the command gives to scripts.
//!
//! ```text
//! print, console, scriptArgs    here
//! process                       process: made when a program first uses it
//! ferrotape:fs                  files, in folders that access knows: only if the command line allows some
//! setTimeout and its like       the crate's Web
//! the network of fetch          net: only if the command line allows some
//! ```

mod access;
pub mod context;
pub mod errors;
mod events;
mod files;
mod input;
#[cfg(feature = "net")]
mod net;
mod network;
#[cfg(not(feature = "net"))]
mod no_net;
mod node_files;
mod process;
mod stdin;
mod streams;
mod written;

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use ferrotape::console::{InspectOptions, Level};
use ferrotape::convert::Coerced;
use ferrotape::handles::JsString;
use ferrotape::host::Rest;
use ferrotape::web::{TimerClock, Web};
use ferrotape::{Array, Console, Context, Engine, Error, Function, Object, Value};

use crate::options::{CLOSED_PIPE, FAILURE, Input, Options};
use crate::system_error::in_words;
use events::Handled;
pub use files::{Files, MODULE as FILES};
pub use net::Fetcher;
pub use network::Network;
#[cfg(not(feature = "net"))]
use no_net as net;
use process::Process;
pub use written::Aside;
use written::{Written, WrittenMark};

/// Standard output, collected into large pieces unless it is a terminal.
///
/// If it is a pipe that is closed at the other end, the process ends silently, like programs that SIGPIPE kills.
#[derive(Clone)]
pub struct Output {
    writer: Arc<Mutex<BufWriter<Stdout>>>,
    is_terminal: bool,
    /// Receiver of all output, standard error too, while the prompt is open or it is passed on.
    elsewhere: Arc<Mutex<Option<Elsewhere>>>,
    /// A line that is written before whatever comes next, unless it is taken back.
    held: Arc<Mutex<Option<String>>>,
    /// Output so far, of a program that is repeated.
    written: Option<Arc<Mutex<Written>>>,
}

/// State of a program's output at a checkpoint.
pub struct OutputMark {
    written: Option<WrittenMark>,
    held: Option<String>,
}

/// Receiver of output.
enum Elsewhere {
    Texts(Sender<String>),
    /// One that tells the two streams apart.
    Told(Sender<Told>),
}

/// Message to a thread that passes output on.
enum Told {
    Text(Standard, String),
    /// All that was written before is passed on.
    Reached(Sender<()>),
}

/// A stream of the process.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Standard {
    Output,
    Error,
}

/// Output that a thread passes on: see [`Output::pass_on`].
pub struct PassedOn {
    output: Output,
    thread: Option<JoinHandle<()>>,
}

impl PassedOn {
    /// Waits until all output is written. Later output goes to the same destination.
    pub fn end(self) {
        self.output.redirect(None);
        if let Some(thread) = self.thread {
            // A panic of the thread loses the rest.
            let _ = thread.join();
        }
    }
}

impl Default for Output {
    fn default() -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let writer = Arc::new(Mutex::new(BufWriter::with_capacity(1 << 16, stdout)));
        Output { writer, is_terminal, elsewhere: Arc::default(), held: Arc::default(), written: None }
    }
}

impl Output {
    /// Locks the writer. A panic of another thread does no harm to text, so poisoning is ignored.
    fn lock(&self) -> MutexGuard<'_, BufWriter<Stdout>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the output of a program that may be repeated: what it has written once is not written again.
    pub fn of_repeated() -> Self {
        Output { written: Some(Arc::default()), ..Output::default() }
    }

    /// Returns the same output for what the program does not write.
    pub fn beside(&self) -> Self {
        Output { written: None, ..self.clone() }
    }

    /// Locks what is known of earlier output, if the program may be repeated.
    fn written(&self) -> Option<MutexGuard<'_, Written>> {
        self.written.as_ref().map(|written| written.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The program begins again.
    pub fn begin_again(&self) {
        drop(self.take_held());
        if let Some(mut written) = self.written() {
            written.begin_again();
        }
    }

    /// Gives the state of the program's output, for a checkpoint.
    pub fn mark(&self) -> OutputMark {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner).clone();
        OutputMark { written: self.written().map(|written| written.mark()), held }
    }

    /// The program goes on from a checkpoint.
    pub fn go_back(&self, mark: &OutputMark) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = mark.held.clone();
        if let (Some(mut written), Some(mark)) = (self.written(), mark.written) {
            written.go_back(mark);
        }
    }

    /// Counts a look at the clock of a program that is repeated, and returns how many there were before.
    pub fn look_at_clock(&self) -> u64 {
        self.written().map_or(0, |mut written| written.look())
    }

    /// Tells whether what is written from now on is the program's.
    pub fn set_aside(&self, aside: Aside) {
        if let Some(mut written) = self.written() {
            written.set_aside(aside);
        }
    }

    /// Notes that the program goes another way from here than any run of it before: what it writes is new.
    pub fn note_other_way(&self) {
        if let Some(mut written) = self.written() {
            written.go_another_way();
        }
    }

    /// Notes that changes are undone, which led the program another way behind this place.
    pub fn note_undone(&self) {
        if let Some(mut written) = self.written() {
            written.undo();
        }
    }

    /// Notes that a text is evaluated, whose output is not the program's: see [`ferrotape::debug::DebugHost::evaluates`].
    pub fn note_evaluation(&self, begins: bool, is_again: bool) {
        self.set_aside(match (begins, is_again) {
            (false, _) => Aside::No,
            (true, false) => Aside::Told,
            (true, true) => Aside::Again,
        });
    }

    /// The part of what a program writes that is new.
    fn news<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        match self.written() {
            Some(mut written) => written.news(bytes),
            None => bytes,
        }
    }

    /// Redirects the output from now on, or ends a redirection.
    pub fn redirect(&self, elsewhere: Option<Sender<String>>) {
        self.send_to(elsewhere.map(Elsewhere::Texts));
    }

    fn send_to(&self, elsewhere: Option<Elsewhere>) {
        *self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner) = elsewhere;
    }

    /// Passes the output on to a thread from now on. Without a thread it is lost.
    pub fn pass_on(&self, mut pass: impl FnMut(Standard, String) + Send + 'static) -> PassedOn {
        let (sender, texts) = channel();
        self.send_to(Some(Elsewhere::Told(sender)));
        let work = move || {
            for told in texts {
                match told {
                    Told::Text(stream, text) => pass(stream, text),
                    // Nobody may wait for it any more.
                    Told::Reached(sender) => drop(sender.send(())),
                }
            }
        };
        let thread = thread::Builder::new().name("output".to_owned()).spawn(work).ok();
        PassedOn { output: self.clone(), thread }
    }

    fn is_sent_elsewhere(&self, stream: Standard, bytes: &[u8]) -> bool {
        let elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        let text = || String::from_utf8_lossy(bytes).into_owned();
        match &*elsewhere {
            None => false,
            Some(Elsewhere::Texts(sender)) => sender.send(text()).is_ok(),
            Some(Elsewhere::Told(sender)) => sender.send(Told::Text(stream, text())).is_ok(),
        }
    }

    /// Waits until a thread has passed on what was written, if one does.
    pub fn settle(&self) {
        let (sender, reached) = channel();
        let elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        let is_asked = match &*elsewhere {
            Some(Elsewhere::Told(told)) => told.send(Told::Reached(sender)).is_ok(),
            Some(Elsewhere::Texts(_)) | None => false,
        };
        drop(elsewhere);
        // A thread that has ended says nothing.
        if is_asked {
            let _ = reached.recv();
        }
    }

    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Holds a line back that may yet be completed.
    pub fn hold(&self, line: String) -> Result<(), Error> {
        let before = self.held.lock().unwrap_or_else(PoisonError::into_inner).replace(line);
        before.map_or(Ok(()), |line| self.put((line + "\n").as_bytes()))
    }

    /// Takes back the line that is held, unless something has been written since.
    pub fn take_held(&self) -> Option<String> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub fn write(&self, text: &str) -> Result<(), Error> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes bytes, which need not be text.
    pub fn write_bytes(&self, bytes: &[u8]) -> Result<(), Error> {
        self.put_held()?;
        self.put(bytes)
    }

    fn put_held(&self) -> Result<(), Error> {
        self.take_held().map_or(Ok(()), |line| self.put((line + "\n").as_bytes()))
    }

    fn put(&self, bytes: &[u8]) -> Result<(), Error> {
        let bytes = self.news(bytes);
        if bytes.is_empty() || self.is_sent_elsewhere(Standard::Output, bytes) {
            return Ok(());
        }
        let mut writer = self.lock();
        let written = writer.write_all(bytes);
        let written = if self.is_terminal { written.and_then(|()| writer.flush()) } else { written };
        written.map_err(error_of)
    }

    /// Writes to standard error. Failures are ignored, except that a closed pipe ends the process.
    pub fn write_error(&self, text: &str) {
        self.write_error_bytes(text.as_bytes());
    }

    /// Writes bytes, like [`Output::write_error`].
    pub fn write_error_bytes(&self, bytes: &[u8]) {
        let bytes = self.news(bytes);
        if bytes.is_empty() || self.is_sent_elsewhere(Standard::Error, bytes) {
            return;
        }
        // What was written before is seen before. Its failure is found again at the end.
        let _ = self.write_out();
        if let Err(error) = io::stderr().write_all(bytes)
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            std::process::exit(i32::from(CLOSED_PIPE));
        }
    }

    /// Writes what is held, and flushes the buffer.
    pub fn flush(&self) -> Result<(), Error> {
        self.put_held()?;
        self.write_out()
    }

    /// Flushes the buffer: before the program waits, and before standard error gets something.
    pub fn write_out(&self) -> Result<(), Error> {
        let mut writer = self.lock();
        writer.flush().and_then(|()| writer.get_mut().flush()).map_err(error_of)
    }

    /// Flushes and returns the exit code of the process. An error of writing is reported and makes the code [`FAILURE`]
    /// at least.
    pub fn finish(&self, written: Result<(), Error>, code: u8) -> u8 {
        match written.and_then(|()| self.flush()) {
            Ok(()) => code,
            Err(error) => {
                eprintln!("ferrotape: {}", error.message().trim_start_matches("Error: "));
                code.max(FAILURE)
            }
        }
    }
}

fn error_of(error: io::Error) -> Error {
    if error.kind() == io::ErrorKind::BrokenPipe {
        std::process::exit(i32::from(CLOSED_PIPE));
    }
    Error::new(format!("cannot write to standard output: {}", in_words(&error)))
}

/// Returns how values are shown: in colours if standard output is a terminal and the user has not turned them off.
pub fn inspect_options(output: &Output) -> InspectOptions {
    InspectOptions {
        colors: output.is_terminal && crate::paint::are_wanted(),
        custom: true,
        ..InspectOptions::default()
    }
}

/// Console that writes warnings and errors to standard error, other messages to standard output.
struct Terminal {
    output: Output,
}

impl Console for Terminal {
    fn message(&self, level: Level, text: &str) {
        if level < Level::Warn {
            // The console cannot report an error, and going on would lose output.
            if let Err(error) = self.output.write(text).and_then(|()| self.output.write("\n")) {
                eprintln!("ferrotape: {}", error.message());
                std::process::exit(i32::from(FAILURE));
            }
        } else {
            self.output.write_error(&format!("{text}\n"));
        }
    }
}

/// State of the host's globals that is needed after the run.
pub struct Host {
    process: Process,
    pub timers: Web,
    /// Exports of `ferrotape:fs`, if the command line allows any.
    pub file_functions: Option<Object>,
    /// Files that the command line allows.
    pub files: Files,
    pub network: Network,
}

impl Host {
    /// Defines the globals, and the modules that the command line allows.
    pub fn define(engine: &mut Engine, output: &Output, options: &Options, files: &Files) -> Result<Host, Error> {
        let to_output = printer(engine, "print", output)?;
        engine.set_global("print", &to_output)?;
        engine.define_console(Terminal { output: output.clone() }, inspect_options(output))?;
        let clock = if options.back.is_some() { TimerClock::Virtual } else { TimerClock::Real };
        let (timers, network) = define_web_by(engine, &Fetcher::new(options), clock)?;
        if options.commonjs {
            timers.allow_all_headers(engine)?;
        }
        let arguments = Array::from_values(engine, &options.script_arguments)?;
        engine.set_global("scriptArgs", arguments)?;
        let file_functions = if files.is_empty() { None } else { Some(files.define(engine)?) };
        let process = Process::default();
        // Where the program is repeated nothing is to be read either.
        let is_read = options.back.is_some() || matches!(options.inputs.first(), None | Some(Input::Stdin));
        files.input.begin(output, is_read);
        process.define(engine, options, (output, &files.input))?;
        Ok(Host { process, timers, file_functions, files: files.clone(), network })
    }

    /// Gives `process` the modules of a program with packages: see [`Process::use_builtins`].
    pub fn use_builtins(&self, builtin: Function) {
        self.process.use_builtins(builtin);
    }

    /// The exit code of a program that has left at once, where the process stays.
    pub fn left(&self) -> Option<u8> {
        self.process.left()
    }

    /// The exit code of a program that has not left at once: see [`Process::exit_code`].
    pub fn exit_code(&self, engine: &mut Engine, has_failed: bool) -> Result<u8, Error> {
        self.process.exit_code(engine, has_failed)
    }

    /// The exit code of a program whose listener for exceptions has thrown.
    pub fn broken_code(&self) -> Option<u8> {
        self.process.broken_code()
    }

    /// Runs a module again and again, as long as it waits and the program handles what nobody has handled meanwhile. None
    /// if the program handles the module's own error.
    pub fn run_waiting<T>(
        &self,
        engine: &mut Engine,
        mut run: impl FnMut(&mut Engine) -> Result<T, Error>,
    ) -> Result<Option<T>, Ending> {
        loop {
            let error = match run(engine) {
                Ok(value) => return Ok(Some(value)),
                Err(error) => error,
            };
            let mut unhandled = unhandled(engine);
            // What has ended a wait is told below. An error that no script has thrown says only that the wait has ended.
            let is_of_wait = !error.is_termination()
                && unhandled
                    .first()
                    .is_some_and(|first| error.thrown().is_none_or(|thrown| first.error.thrown() == Some(thrown)));
            if !is_of_wait {
                unhandled.insert(0, Failure::of_run(error));
            }
            self.tell(engine, unhandled).map_err(Ending::Fatal)?;
            if !is_of_wait {
                engine.enter_with_jobs(|_| Ok(()))?;
                return Ok(None);
            }
        }
    }

    /// Lets the program go on as long as it handles what was not handled, and as long as it has more to do when it is told
    /// that nothing is left: gives what it does not handle.
    pub fn handle(&self, engine: &mut Engine, result: Result<(), Ending>) -> Result<(), Vec<Error>> {
        let mut result = match result {
            Ok(()) => Ok(()),
            Err(Ending::Thrown(error)) => Err(error),
            Err(Ending::Fatal(errors)) => return Err(errors),
        };
        let mut is_last = false;
        loop {
            let unhandled = match result {
                Err(error) => vec![Failure::of_run(error)],
                Ok(()) => unhandled(engine),
            };
            let ran = if unhandled.is_empty() {
                let told = if is_last { Ok(false) } else { self.process.tell_before_exit(engine) };
                match told {
                    Ok(false) => return Ok(()),
                    Ok(true) => {}
                    Err(error) => {
                        result = Err(error);
                        continue;
                    }
                }
                // Jobs are done at once and are no reason to tell it again, as in node. What they have begun is one.
                let ran = engine.run_jobs();
                is_last = self.is_idle(engine);
                ran
            } else {
                // An exception that was handled is a reason, as in node; so is what a handler has begun.
                let is_thrown = self.tell(engine, unhandled)?;
                let ran = engine.run_jobs();
                is_last &= !is_thrown && self.is_idle(engine);
                ran
            };
            result = ran.and_then(|()| engine.enter_with_jobs(|_| Ok(())));
        }
    }

    /// Returns whether neither jobs wait nor timers that the program is to wait for.
    fn is_idle(&self, engine: &Engine) -> bool {
        !engine.has_jobs() && !self.timers.waits_for_timers(engine)
    }

    /// Tells the program of failures that were not handled. Returns those that it does not handle either, or whether it has
    /// handled an exception.
    fn tell(&self, engine: &mut Engine, unhandled: Vec<Failure>) -> Result<bool, Vec<Error>> {
        let (mut fatal, mut is_thrown) = (Vec::new(), false);
        for failure in unhandled {
            match self.process.tell(engine, &failure) {
                Ok(Handled::No) => fatal.push(failure.error),
                Ok(handled) => is_thrown |= handled == Handled::AsException,
                Err(error) => fatal.push(error),
            }
        }
        if fatal.is_empty() { Ok(is_thrown) } else { Err(fatal) }
    }
}

/// The end of a program before its time.
pub enum Ending {
    /// An error that the program may handle.
    Thrown(Error),
    /// Errors that it has been told of, and does not handle.
    Fatal(Vec<Error>),
}

impl From<Error> for Ending {
    fn from(error: Error) -> Self {
        Ending::Thrown(error)
    }
}

fn unhandled(engine: &mut Engine) -> Vec<Failure> {
    let failures = engine.take_unhandled().into_iter();
    failures.map(|it| Failure { error: it.error, promise: it.promise, context: it.context }).collect()
}

/// Something that nobody has handled, of which the program is told.
pub struct Failure {
    error: Error,
    /// The promise that was rejected.
    promise: Option<Object>,
    /// Async context of the code that has failed: the stores of an AsyncLocalStorage.
    context: Value,
}

impl Failure {
    /// Failure of the program's own code, or its end by a limit, which has no async context.
    fn of_run(error: Error) -> Failure {
        let context = error.async_context().cloned().unwrap_or(Value::Undefined);
        Failure { error, promise: None, context }
    }
}

/// Defines timers and the other globals of the web, with a network that other engines have too.
pub fn define_web_with(engine: &mut Engine, fetcher: &Fetcher) -> Result<Web, Error> {
    define_web_by(engine, fetcher, TimerClock::Real).map(|(web, _)| web)
}

fn define_web_by(engine: &mut Engine, fetcher: &Fetcher, clock: TimerClock) -> Result<(Web, Network), Error> {
    let web = Web::install(engine, clock)?;
    web.use_timer_objects(engine)?;
    let network = fetcher.define(engine, &web)?;
    Ok((web, network))
}

/// Makes a function that prints its arguments with blanks between them. All are converted (ToString) before the first
/// is written.
fn printer(engine: &mut Engine, name: &str, output: &Output) -> Result<Function, Error> {
    let output = output.clone();
    Function::new(engine, name, move |cx: &mut Context<'_>, texts: Rest<Coerced<JsString>>| {
        for (index, text) in texts.0.iter().enumerate() {
            if index > 0 {
                output.write(" ")?;
            }
            text.0.write_to(cx, |piece| output.write(piece))?;
        }
        output.write("\n")
    })
}
