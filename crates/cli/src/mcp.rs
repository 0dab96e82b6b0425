//! `ferrotape mcp`: a server of the Model Context Protocol on standard input and output, whose tools run TypeScript.
//!
//! ```text
//! reader (a thread) ── answers what needs no engine, cancels ──┐
//!        │ calls of tools, in order                            ├──> wire: a line for each message
//!        ▼                                                     │
//! engine's thread ──> session (an engine) ──> job ── result ───┘
//! ```
//!
//! The protocol is written here: the part that a server of tools needs is small, and the SDK for Rust brings an event loop and a
//! minute of compiling.

mod captured;
mod job;
mod message;
mod sessions;
mod tools;
mod wire;

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ferrotape::CancelToken;
use serde_json::{Value, json};

use crate::host::Files;
use crate::options::{FAILURE, Options, WRONG_USAGE};
use message::{Incoming, Wrong};
use sessions::Sessions;
use tools::Tool;
use wire::{Line, Wire};

/// Versions of the protocol, the newest first. 2025-03-26 has batches, and is none of them.
const VERSIONS: [&str; 3] = ["2025-11-25", "2025-06-18", "2024-11-05"];
/// Most calls that wait for their turn.
const MOST_WAITING: usize = 64;
/// Most bytes that these calls have in all.
const MOST_BYTES_WAITING: usize = 32 << 20;
/// Time that calls may take to end once the client has left.
const GRACE: Duration = Duration::from_secs(2);
/// Time between two messages on the progress of a call.
const BETWEEN_MESSAGES: Duration = Duration::from_secs(1);

/// A call of a tool that waits for its turn.
struct Call {
    id: Value,
    tool: Tool,
    progress_token: Value,
    token: CancelToken,
    /// Bytes of all that.
    size: usize,
}

/// State that the reader and the engine's thread share.
#[derive(Default)]
struct Shared {
    wire: Wire,
    /// The calls that were not answered, by the text of their ids.
    calls: Mutex<BTreeMap<String, Open>>,
    /// Bytes of the calls that wait for their turn.
    waiting: AtomicUsize,
}

/// A call that was not answered.
struct Open {
    token: CancelToken,
    /// The client wants no answer any more.
    is_cancelled: bool,
}

/// Serves a client until it leaves.
pub fn serve(options: &Options) -> u8 {
    let files = match Files::new(&options.permissions) {
        Ok(files) => files,
        Err(message) => {
            eprintln!("ferrotape: {message}");
            return WRONG_USAGE;
        }
    };
    let mut sessions = Sessions::new(options, files);
    // Wrong options are told at the start, and not to the model.
    if let Err(error) = sessions.try_one() {
        eprintln!("ferrotape: {}", error.message());
        return WRONG_USAGE;
    }
    let shared = Arc::new(Shared::default());
    let (sender, calls) = sync_channel(MOST_WAITING);
    let reader = Reader { shared: Arc::clone(&shared), tools: tools::described(options) };
    let reader = thread::Builder::new().name("messages".to_owned()).spawn(move || reader.read_all(&sender));
    if reader.is_err() {
        eprintln!("ferrotape: no thread for messages");
        return FAILURE;
    }
    for call in calls {
        shared.waiting.fetch_sub(call.size, Ordering::Relaxed);
        shared.perform(&call, &mut sessions);
    }
    0
}

/// The thread that reads messages.
struct Reader {
    shared: Arc<Shared>,
    tools: Value,
}

impl Reader {
    /// Reads messages until the client leaves. Calls that then still run are cancelled after `GRACE`.
    fn read_all(&self, sender: &SyncSender<Call>) {
        let mut input = io::stdin().lock();
        while let Some(line) = wire::read(&mut input) {
            let incoming = match line {
                Line::Text(text) => message::read(&text),
                Line::TooLong => Err(Wrong::new(Value::Null, message::INVALID_REQUEST, "the message is too long")),
            };
            match incoming {
                Ok(incoming) => self.take(incoming, sender),
                Err(wrong) => self.shared.wire.refuse(&wrong),
            }
        }
        let shared = Arc::clone(&self.shared);
        // What goes on may come to its end by itself.
        let end = move || {
            thread::sleep(GRACE);
            shared.lock().values().for_each(|open| open.token.cancel());
        };
        let _ = thread::Builder::new().name("end".to_owned()).spawn(end);
    }

    /// Handles a message. A cancelled call is stopped and never answered; other notifications need nothing.
    fn take(&self, incoming: Incoming, sender: &SyncSender<Call>) {
        match incoming {
            Incoming::Request { id, method, params } => {
                if let Err(wrong) = self.answer(id, &method, params, sender) {
                    self.shared.wire.refuse(&wrong);
                }
            }
            Incoming::Notification { method, params } if method == "notifications/cancelled" => {
                if let Some(open) = self.shared.lock().get_mut(&params["requestId"].to_string()) {
                    open.is_cancelled = true;
                    open.token.cancel();
                }
            }
            Incoming::Notification { .. } | Incoming::Answer => {}
        }
    }

    /// Answers a request on the reader's thread, except calls of tools, which the engine's thread answers in order.
    fn answer(&self, id: Value, method: &str, params: Value, sender: &SyncSender<Call>) -> Result<(), Wrong> {
        let result = match method {
            "initialize" => initialized(&params),
            "ping" => json!({}),
            "tools/list" => json!({ "tools": self.tools }),
            "tools/call" => return self.begin(id, params, sender),
            _ => return Err(Wrong::new(id, message::METHOD_NOT_FOUND, format!("there is no method '{method}'"))),
        };
        self.shared.wire.answer(&id, result);
        Ok(())
    }

    /// Gives a call to the engine's thread.
    fn begin(&self, id: Value, params: Value, sender: &SyncSender<Call>) -> Result<(), Wrong> {
        let tool = match Tool::read(&params) {
            Ok(tool) => tool,
            Err(message) => return Err(Wrong::new(id, message::INVALID_PARAMS, message)),
        };
        let progress_token = params["_meta"]["progressToken"].clone();
        // The tree of the message may have many times its bytes, and does not wait.
        drop(params);
        let (key, token) = (id.to_string(), CancelToken::new());
        // The id is in the table too.
        let size = tool.size() + 2 * key.len() + progress_token.to_string().len();
        let mut calls = self.shared.lock();
        if calls.contains_key(&key) {
            return Err(Wrong::new(id, message::INVALID_REQUEST, "a call with this id is still running"));
        }
        if self.shared.waiting.load(Ordering::Relaxed).saturating_add(size) > MOST_BYTES_WAITING {
            return Err(Wrong::new(id, message::BUSY, format!("calls of {MOST_BYTES_WAITING} bytes wait already")));
        }
        self.shared.waiting.fetch_add(size, Ordering::Relaxed);
        calls.insert(key.clone(), Open { token: token.clone(), is_cancelled: false });
        let call = Call { id, tool, progress_token, token, size };
        let Err(TrySendError::Full(call) | TrySendError::Disconnected(call)) = sender.try_send(call) else {
            return Ok(());
        };
        self.shared.waiting.fetch_sub(size, Ordering::Relaxed);
        calls.remove(&key);
        Err(Wrong::new(call.id, message::BUSY, format!("{MOST_WAITING} calls wait already")))
    }
}

/// Answers the first request: the client's version of the protocol if it is known here, else the newest one.
fn initialized(params: &Value) -> Value {
    let asked = params["protocolVersion"].as_str();
    let version = VERSIONS.iter().find(|version| asked == Some(**version)).unwrap_or(&VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "ferrotape", "title": "Ferrotape", "version": env!("CARGO_PKG_VERSION") },
        "instructions": "Runs TypeScript and JavaScript in a sandbox with limits. Call `run` for calculations, for work on data, \
                         and for files in the folders that the user has allowed.",
    })
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Open>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Performs a call, and answers it unless the client has cancelled it.
    fn perform(&self, call: &Call, sessions: &mut Sessions) {
        let result = match self.is_wanted(call) {
            true => self.result(call, sessions),
            false => Value::Null,
        };
        let open = self.lock().remove(&call.id.to_string());
        if open.is_some_and(|open| open.is_cancelled) {
            return;
        }
        self.wire.answer(&call.id, result);
    }

    fn is_wanted(&self, call: &Call) -> bool {
        self.lock().get(&call.id.to_string()).is_some_and(|open| !open.is_cancelled)
    }

    /// Runs a call to its end. Meanwhile the client gets progress notifications, if it has requested them.
    fn result(&self, call: &Call, sessions: &mut Sessions) -> Value {
        let progress_token = &call.progress_token;
        let (began, mut told) = (Instant::now(), Instant::now());
        let mut go_on = || {
            if !progress_token.is_null() && told.elapsed() >= BETWEEN_MESSAGES {
                told = Instant::now();
                let seconds = began.elapsed().as_secs_f64();
                self.wire.notify(
                    "notifications/progress",
                    json!({ "progressToken": progress_token, "progress": seconds, "message": "running" }),
                );
            }
        };
        tools::result_of(sessions.perform(&call.tool, &call.token, &mut go_on))
    }
}
