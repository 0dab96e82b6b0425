//! A session: the client's settings, and the dispatch of messages.

use std::collections::VecDeque;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrotape::Error;
use ferrotape::convert::JsValue;
use ferrotape::debug::{BreakpointId, DebugHost, Debugger, Exceptions, Resume, Source, StopReason, Stopped};
use serde_json::{Value, json};

use super::blackbox::Blackbox;
use super::breakpoints::Breakpoints;
use super::refusal::{Answer, Refused};
use super::remote::Objects;
use super::scripts::Scripts;
use super::server::Shared;
use super::{awaiting, debugging, measuring, protocol, runtime};
use crate::debugger::is_program;
use crate::options::Input;
use crate::reach::SharedReach;

/// News for the engine's thread.
pub enum Incoming {
    /// A client has come, with its number.
    Came(u64),
    /// A text of a client.
    Message(u64, String),
    /// The client has left.
    Gone,
    /// The program has failed, with what was thrown.
    Failed { error: Error, thrown: Option<JsValue> },
    /// The program has ended.
    Ended,
}

/// A message whose answer may come later.
#[derive(Clone, Default)]
pub struct Request {
    id: Value,
    session: Value,
}

/// Settings of the client, and messages that wait.
pub struct State {
    pub shared: Arc<Shared>,
    pub messages: Receiver<Incoming>,
    /// Messages that were taken from the channel, and news of the engine's own thread.
    pub waiting: VecDeque<Incoming>,
    pub reach: Option<SharedReach>,
    /// The program, until it has begun, where it is to stop at its first statement.
    entry: Option<Input>,
    pub is_released: bool,
    has_client: bool,
    /// The number of the client whose messages are taken.
    client: u64,
    pub has_runtime: bool,
    pub has_debugger: bool,
    pub scripts: Scripts,
    pub breakpoints: Breakpoints,
    pub blackbox: Blackbox,
    pub objects: Objects,
    /// Whether nothing stops.
    pub skips_pauses: bool,
    /// The breakpoint of `continueToLocation`, until the next stop.
    pub target: Option<BreakpointId>,
    /// The reason of the next pause, if it has another one than the client's wish.
    pause_reason: Option<&'static str>,
    /// The number of the stop, which ids of frames have.
    pub stop: u64,
    pub is_stopped: bool,
    /// Number of exceptions that were told.
    pub exception_count: u64,
    pub measured: measuring::Measured,
    /// The message that is being answered.
    pub request: Request,
    /// Whether its answer comes later, or has been sent.
    pub is_answered: bool,
    pub awaited: awaiting::Awaited,
}

pub fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// Makes a session before its first client: nothing is enabled, and the program is not released.
    pub fn new(shared: Arc<Shared>, messages: Receiver<Incoming>) -> State {
        State {
            shared,
            messages,
            waiting: VecDeque::new(),
            reach: None,
            entry: None,
            is_released: false,
            has_client: false,
            client: 0,
            has_runtime: false,
            has_debugger: false,
            scripts: Scripts::default(),
            breakpoints: Breakpoints::default(),
            blackbox: Blackbox::default(),
            objects: Objects::default(),
            skips_pauses: false,
            target: None,
            pause_reason: None,
            stop: 0,
            is_stopped: false,
            exception_count: 0,
            measured: measuring::Measured::default(),
            request: Request::default(),
            is_answered: false,
            awaited: awaiting::Awaited::default(),
        }
    }

    pub fn begin(&mut self, reach: SharedReach, entry: Option<Input>) {
        (self.reach, self.entry) = (Some(reach), entry);
    }

    pub fn has_client(&self) -> bool {
        self.has_client
    }

    /// Sends an event.
    pub fn event(&self, method: &str, params: Value) {
        self.shared.send(self.client, &json!({ "method": method, "params": params }));
    }

    fn next(&mut self) -> Option<Incoming> {
        self.waiting.pop_front().or_else(|| self.messages.try_recv().ok())
    }

    /// The next message; waits for it. None where there will be none.
    fn wait(&mut self) -> Option<Incoming> {
        self.waiting.pop_front().or_else(|| self.messages.recv().ok())
    }

    /// Takes a message. Returns how stopped code is to go on, if the message says so.
    fn take(&mut self, at: &mut Stopped<'_>, incoming: Incoming) -> Option<Resume> {
        match incoming {
            Incoming::Came(client) => (self.has_client, self.client) = (true, client),
            Incoming::Message(client, text) => {
                self.shared.taken(&text);
                // What a client wanted is nothing to those that came behind it.
                return if self.shared.is_newest(client) { self.message(at, &text) } else { None };
            }
            Incoming::Failed { error, thrown } => runtime::failed(self, at, &error, thrown.as_ref()),
            Incoming::Ended => {
                if self.has_runtime {
                    self.event("Runtime.executionContextDestroyed", json!({ "executionContextId": 1 }));
                }
                awaiting::end(self, at);
            }
            Incoming::Gone => {
                self.leave(at);
                return Some(Resume::Run);
            }
        }
        None
    }

    /// Forgets what a client has set that has left. The program goes on.
    fn leave(&mut self, at: &mut Stopped<'_>) {
        self.breakpoints.remove_all(&mut at.debugger());
        if let Some(target) = self.target.take() {
            at.debugger().remove_breakpoint(target);
        }
        at.debugger().stop_at_exceptions(Exceptions::default());
        measuring::leave(self, at);
        awaiting::leave(self, at);
        (self.has_client, self.has_runtime, self.has_debugger) = (false, false, false);
        self.skips_pauses = false;
        self.blackbox = Blackbox::default();
        self.objects = Objects::default();
    }

    /// Handles one message of the client, and answers it unless that waits for a promise. Returns how the program
    /// goes on, if it does.
    fn message(&mut self, at: &mut Stopped<'_>, text: &str) -> Option<Resume> {
        let Ok(message) = crate::json::message(text) else {
            self.shared.send(self.client, &json!({ "error": { "code": -32700, "message": "it is not JSON" } }));
            return None;
        };
        let method = message["method"].as_str().unwrap_or_default();
        let params = &message["params"];
        self.request = Request { id: message["id"].clone(), session: message["sessionId"].clone() };
        let (answer, resume) = match debugging::resumes(self, at, method, params) {
            // The protocol asks for the list, which clients are not to use.
            Some(Ok(resume @ Resume::Restart(_))) => (Ok(json!({ "callFrames": [] })), Some(resume)),
            Some(Ok(resume)) => (Ok(json!({})), Some(resume)),
            Some(Err(refused)) => (Err(refused), None),
            None => (self.answer(at, method, params), None),
        };
        if !std::mem::take(&mut self.is_answered) {
            self.reply(&self.request, answer);
        }
        awaiting::settle(self, at);
        if method == "Debugger.enable" {
            self.scripts.tell_all(&self.shared, self.client);
        }
        resume
    }

    /// Answers a message.
    pub fn reply(&self, request: &Request, answer: Answer) {
        let mut reply = match answer {
            Ok(result) => json!({ "id": request.id, "result": result }),
            Err(Refused { code, message }) => {
                json!({ "id": request.id, "error": { "code": code, "message": message } })
            }
        };
        if request.session.is_string() {
            reply["sessionId"] = request.session.clone();
        }
        self.shared.send(self.client, &reply);
    }

    /// Answers the message by a result that is JSON already.
    pub fn reply_with(&mut self, result: &str) {
        let mut reply = format!("{{\"id\":{},\"result\":{result}", self.request.id);
        if self.request.session.is_string() {
            reply += &format!(",\"sessionId\":{}", self.request.session);
        }
        self.shared.send_text(self.client, &(reply + "}"));
        self.is_answered = true;
    }

    /// Passes a method to its domain. Those that need no work are answered by the protocol's own list, others are
    /// unknown.
    fn answer(&mut self, at: &mut Stopped<'_>, method: &str, params: &Value) -> Answer {
        let unknown = || Refused { code: -32601, message: format!("'{method}' wasn't found") };
        let (domain, _) = method.split_once('.').ok_or_else(unknown)?;
        let answer = match domain {
            "Runtime" | "Console" => runtime::answer(self, at, method, params),
            "Debugger" => debugging::answer(self, at, method, params),
            "Profiler" | "HeapProfiler" => measuring::answer(self, at, method, params),
            _ => None,
        };
        answer.unwrap_or_else(|| protocol::answer_to_quiet(method).ok_or_else(unknown))
    }

    /// Returns whether stops are shown.
    fn shows_stops(&self) -> bool {
        self.has_client && self.has_debugger && !self.skips_pauses
    }
}

/// The host of the debugger.
pub struct Host(pub Arc<Mutex<State>>);

impl DebugHost for Host {
    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> Resume {
        let state = &mut *lock(&self.0);
        let reason = stopped.reason();
        if let Some(target) = state.target.take() {
            stopped.debugger().remove_breakpoint(target);
        }
        if !state.shows_stops() {
            return Resume::Run;
        }
        state.stop += 1;
        state.is_stopped = true;
        let why = state.pause_reason.take().filter(|_| reason == StopReason::Pause);
        let event = debugging::paused(state, stopped, &reason, why);
        state.event("Debugger.paused", event);
        let resume = loop {
            let Some(incoming) = state.wait() else { break Resume::Run };
            if let Some(resume) = state.take(stopped, incoming) {
                break resume;
            }
        };
        state.is_stopped = false;
        state.objects.release("backtrace");
        if state.has_debugger {
            state.event("Debugger.resumed", json!({}));
        }
        resume
    }

    fn ignores(&mut self, source: &Source, line: u32, column: u32) -> bool {
        let state = &mut *lock(&self.0);
        state.scripts.of(source).is_some_and(|script| state.blackbox.hides(script, line, column))
    }

    fn loaded(&mut self, debugger: &mut Debugger<'_>, source: &Source) {
        let state = &mut *lock(&self.0);
        let Some(reach) = state.reach.clone() else { return };
        if state.entry.take_if(|program| is_program(source, program, &reach)).is_some() {
            debugger.control().pause();
            state.pause_reason = Some("Break on start");
        }
        let Some(script) = state.scripts.add(source, &reach) else { return };
        let (parsed, resolved) = (script.parsed(), state.breakpoints.loaded(debugger, script));
        if state.has_debugger {
            state.event("Debugger.scriptParsed", parsed);
            resolved.into_iter().for_each(|event| state.event("Debugger.breakpointResolved", event));
        }
    }

    fn logged(&mut self, message: &str, source: &str, line: u32, column: u32) {
        let state = &mut *lock(&self.0);
        if state.has_runtime {
            runtime::logged(state, message, source, line, column);
        }
    }

    fn woken(&mut self, running: &mut Stopped<'_>) {
        let state = &mut *lock(&self.0);
        awaiting::settle(state, running);
        while let Some(incoming) = state.next() {
            state.take(running, incoming);
        }
    }

    fn printed(&mut self, running: &mut Stopped<'_>, method: &str, values: &[JsValue]) {
        let state = &mut *lock(&self.0);
        if state.has_runtime {
            runtime::printed(state, running, method, values);
        }
    }
}
