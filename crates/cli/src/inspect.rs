//! `--inspect` and `--inspect-brk`: a debugger by the Chrome DevTools protocol.
//!
//! ```text
//! server   a thread: HTTP, and one client's WebSocket      http, socket
//!    messages ──> session (the engine's thread: before the program, woken while it runs, at a stop, after it)
//!                   runtime, debugging, measuring   methods of the domains
//!                   scripts, breakpoints, blackbox  source texts with their addresses
//!                   remote                          values as the protocol shows them
//!                   awaiting                        answers that wait for promises
//! ```
//!
//! A client debugs the program, and so does what the program may do. So the port is one of the loopback
//! interface unless the user names another address, a WebSocket needs the token, and web pages are refused by their
//! `Origin`, and by a `Host` that is a name.

mod address;
mod awaiting;
mod blackbox;
mod breakpoints;
mod debugging;
mod http;
mod measuring;
mod protocol;
mod refusal;
mod remote;
mod runtime;
mod scripts;
mod server;
mod session;
mod socket;

use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};

use ferrotape::{AsContext, Engine, Error};

pub use address::{Inspect, read_address};

use crate::host::Output;
use crate::options::{Input, Options};
use crate::reach::SharedReach;
use crate::run::Attendant;
use server::Shared;
use session::{Host, Incoming, State};

/// Most messages that wait for the engine's thread. The client waits with further ones.
const MOST_WAITING: usize = 64;

/// The debugger of a run.
pub struct Inspector {
    shared: Arc<Shared>,
    state: Arc<Mutex<State>>,
    /// The program, where it is to wait for a client and stop at its first statement.
    entry: Option<Input>,
}

impl Inspector {
    /// Opens the port that the options name, if they do. The error says why it cannot be.
    pub fn open(options: &Options) -> Result<Option<Inspector>, String> {
        let Some(inspect) = &options.inspect else { return Ok(None) };
        let (sender, messages) = sync_channel(MOST_WAITING);
        let name = match options.inputs.first() {
            Some(Input::File(path)) => path.display().to_string(),
            _ => "ferrotape".to_owned(),
        };
        let shared = server::open(inspect, name, sender)?;
        let state = Arc::new(Mutex::new(State::new(Arc::clone(&shared), messages)));
        let entry = options.inputs.first().filter(|_| inspect.waits).cloned();
        Ok(Some(Inspector { shared, state, entry }))
    }

    /// Answers messages until the state is as wanted. Nothing runs meanwhile.
    fn serve_until(&self, engine: &mut Engine, is_done: impl Fn(&State) -> bool) {
        loop {
            let mut state = session::lock(&self.state);
            if is_done(&state) {
                return;
            }
            let Ok(message) = state.messages.recv() else { return };
            state.waiting.push_back(message);
            state.awaited.is_idle = true;
            drop(state);
            self.shared.wake();
            engine.answer_debugger();
            session::lock(&self.state).awaited.is_idle = false;
        }
    }
}

impl Attendant for Inspector {
    fn begin(&mut self, engine: &mut Engine, _output: &Output, reach: &SharedReach) {
        let mut state = session::lock(&self.state);
        state.begin(Arc::clone(reach), self.entry.clone());
        drop(state);
        let control = engine.set_debugger(Host(Arc::clone(&self.state)));
        *self.shared.control.lock().unwrap_or_else(PoisonError::into_inner) = Some(control);
        // A client may have come before there was anything to wake.
        self.shared.wake();
        if self.entry.is_some() {
            self.serve_until(engine, |state| state.is_released);
        }
    }

    fn end(&mut self, engine: &mut Engine, fatal: &[Error]) {
        let thrown = engine.enter(|cx| Ok(fatal.iter().map(|error| cx.thrown_value(error)).collect::<Vec<_>>()));
        let mut state = session::lock(&self.state);
        let errors = fatal.iter().zip(thrown.unwrap_or_default());
        state.waiting.extend(errors.map(|(error, thrown)| Incoming::Failed { error: error.clone(), thrown }));
        state.waiting.push_back(Incoming::Ended);
        drop(state);
        self.shared.wake();
        engine.answer_debugger();
        if self.shared.has_client.load(Relaxed) {
            eprintln!("Waiting for the debugger to disconnect...");
            self.serve_until(engine, |state| !state.has_client());
        }
    }
}
