//! `ferrotape dap`: the debugger of an editor, by the Debug Adapter Protocol on standard input and output, or at a port.
//!
//! ```text
//! reader (a thread) ──> requests ──> engine's thread: before the launch, at a stop, or woken while code runs
//! writer            <── answers and events of all threads                                               wire
//! program's output  ──> `output` events (a thread)
//! ```
//!
//! There is one thread of scripts, with the number 1.

mod changes;
pub mod ending;
mod look;
mod names;
mod session;
mod wire;

use std::io::{self, BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ferrotape::debug::DebugControl;
use ferrotape::{Engine, Error};
use serde_json::json;

use crate::debugger::Quit;
use crate::host::{Output, PassedOn, Standard};
use crate::options::{FAILURE, Input, Options};
use crate::paint::Paint;
use crate::reach::SharedReach;
use crate::report;
use crate::run::{self, Attendant};
use crate::system_error::in_words;
use ending::WantedEnd;
use session::{Launch, Session};
use wire::{Request, Wire};

/// Time that a program may take to end once the client has left.
const GRACE: Duration = Duration::from_millis(500);

/// State that the reader and the engine's thread share.
pub struct Shared {
    wire: Wire,
    /// Wakes running code.
    control: Mutex<Option<DebugControl>>,
    /// The client has left, or wants the program to end.
    is_over: Arc<AtomicBool>,
}

impl Shared {
    fn new(wire: Wire) -> Shared {
        Shared { wire, control: Mutex::default(), is_over: Arc::default() }
    }

    fn control(&self) -> Option<DebugControl> {
        self.control.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Serves a client until it leaves.
pub fn serve(options: &Options) -> u8 {
    let (input, wire) = match options.listen.map(connect) {
        None => (Box::new(BufReader::new(io::stdin())) as Box<dyn BufRead + Send>, Wire::new(io::stdout())),
        Some(Ok(connected)) => connected,
        Some(Err(error)) => {
            eprintln!("ferrotape: cannot listen: {}", in_words(&error));
            return FAILURE;
        }
    };
    let shared = Arc::new(Shared::new(wire));
    let (sender, requests) = channel();
    let for_reader = Arc::clone(&shared);
    let reader =
        thread::Builder::new().name("requests".to_owned()).spawn(move || read_all(&for_reader, &sender, input));
    if reader.is_err() {
        eprintln!("ferrotape: no thread for requests");
        return FAILURE;
    }
    let mut session = Session::new(Arc::clone(&shared), requests);
    let Some(launch) = session.configure(options) else { return 0 };
    let options = match options_of(options, launch) {
        Ok(options) => Options { ending: Some(WantedEnd::new(&shared.is_over)), ..options },
        Err(error) => {
            eprintln!("ferrotape: cannot change the current folder: {}", in_words(&error));
            return FAILURE;
        }
    };
    let mut attending = Attending { session, shared: &shared, options: &options, passed_on: None, reach: None };
    let code = run::run_debugged(&options, &Quit::default(), &mut attending);
    let Attending { session, .. } = attending;
    shared.wire.event("exited", json!({ "exitCode": code }));
    shared.wire.event("terminated", json!({}));
    session.wait_for_the_end();
    0
}

/// The options of a program that is launched, which begins in its own folder. Paths on the command line stay those of the
/// folder that the command was called in.
fn options_of(options: &Options, launch: Launch) -> io::Result<Options> {
    let Launch { program, arguments, back, folder, variables } = launch;
    let mut options =
        Options { inputs: vec![Input::File(program)], script_arguments: arguments, back, ..options.clone() };
    options.permissions.variables = variables;
    let Some(folder) = folder else { return Ok(options) };
    let permissions = &mut options.permissions;
    let aliases = options.aliases.iter_mut().map(|(_, file)| file);
    for path in permissions.read.iter_mut().chain(&mut permissions.write).chain(aliases) {
        *path = std::path::absolute(&*path)?;
    }
    std::env::set_current_dir(folder)?;
    Ok(options)
}

/// Waits for one client at an address. Anyone who can reach it can run programs as the command's user.
fn connect(address: SocketAddr) -> io::Result<(Box<dyn BufRead + Send>, Wire)> {
    let listener = TcpListener::bind(address)?;
    // Whoever starts it reads this line: it is written at once.
    let line = format!("Debug adapter listening on {}\n", listener.local_addr()?);
    eprint!("{line}");
    let (stream, _) = listener.accept()?;
    // A message is written at once: its end must not wait for an answer to its beginning.
    stream.set_nodelay(true)?;
    Ok((Box::new(BufReader::new(stream.try_clone()?)), Wire::new(stream)))
}

/// Reads requests until the client leaves.
fn read_all(shared: &Arc<Shared>, sender: &Sender<Request>, mut input: impl BufRead) {
    while let Some(request) = wire::read(&mut input) {
        let leaves = matches!(request.command.as_str(), "disconnect" | "terminate");
        if leaves {
            shared.is_over.store(true, Relaxed);
        }
        let is_sent = sender.send(request.clone()).is_ok();
        shared.control().iter().for_each(DebugControl::wake);
        if leaves && request.command == "disconnect" {
            // A program in a native function, or asleep, does not answer.
            thread::sleep(GRACE);
            if is_sent {
                shared.wire.answer(&request, Ok(json!({})));
            }
            std::process::exit(0);
        }
    }
    shared.is_over.store(true, Relaxed);
    shared.control().iter().for_each(DebugControl::wake);
    thread::sleep(GRACE);
    std::process::exit(0);
}

/// The session while its program runs.
struct Attending<'a> {
    session: Session,
    shared: &'a Arc<Shared>,
    options: &'a Options,
    passed_on: Option<PassedOn>,
    reach: Option<SharedReach>,
}

impl Attendant for Attending<'_> {
    /// Gives the engine the client's debugger.
    fn begin(&mut self, engine: &mut Engine, output: &Output, reach: &SharedReach) {
        let Attending { session, shared, options, .. } = self;
        let host = session.host(Arc::clone(reach), output.clone());
        let control = engine.set_debugger(host);
        if options.back.is_some()
            && let Some(mut debugger) = engine.debugger()
        {
            debugger.keep_history();
        }
        session.begin(&mut engine.debugger());
        *shared.control.lock().unwrap_or_else(PoisonError::into_inner) = Some(control);
        // Requests may have come before there was anything to wake.
        shared.control().iter().for_each(DebugControl::wake);
        self.passed_on = Some(output_events(shared, output));
        self.reach = Some(Arc::clone(reach));
    }

    /// Tells all that the program has written, then the errors that have ended it.
    fn end(&mut self, engine: &mut Engine, fatal: &[Error]) {
        if let Some(passed_on) = self.passed_on.take() {
            passed_on.end();
        }
        let Some(reach) = &self.reach else { return };
        for error in fatal.iter().filter(|_| !self.shared.is_over.load(Relaxed)) {
            let text = report::explained(engine, error, self.options, reach, Paint::new(false));
            self.shared.wire.event("output", json!({ "category": "stderr", "output": text }));
        }
    }
}

/// Makes events of what the program writes.
fn output_events(shared: &Arc<Shared>, output: &Output) -> PassedOn {
    let shared = Arc::clone(shared);
    output.pass_on(move |stream, text| {
        let category = if stream == Standard::Error { "stderr" } else { "stdout" };
        shared.wire.event("output", json!({ "category": category, "output": text }));
    })
}
