//! The port: a thread that answers HTTP, and reads the messages of one client.

use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ferrotape::debug::DebugControl;
use serde_json::{Value, json};

use super::Inspect;
use super::http;
use super::session::Incoming;
use super::socket::{self, Came};
use crate::system_error::in_words;

/// Time for the head of a request.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time for a client to read what it is sent. One that does not is left.
const TO_READ: Duration = Duration::from_secs(10);
/// Most requests of HTTP at a time.
const MOST_REQUESTS: usize = 16;
/// Bytes of the token.
const TOKEN_BYTES: usize = 16;

/// State that the server and the engine's thread share.
pub struct Shared {
    /// The name of the program.
    name: String,
    token: String,
    /// The client's side for writing.
    client: Mutex<Option<TcpStream>>,
    pub has_client: AtomicBool,
    /// Wakes running code.
    pub control: Mutex<Option<DebugControl>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens the port, and tells of it. The error says why it cannot be.
pub fn open(inspect: &Inspect, name: String, sender: SyncSender<Incoming>) -> Result<Arc<Shared>, String> {
    let address = inspect.address;
    let failed = |error| format!("cannot listen on {address} for --inspect: {}", in_words(&error));
    let listener = TcpListener::bind(address).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let mut token = [0; TOKEN_BYTES];
    getrandom::fill(&mut token).map_err(|error| format!("there is no token for --inspect: {error}"))?;
    let shared = Arc::new(Shared {
        name,
        token: token.iter().map(|byte| format!("{byte:02x}")).collect(),
        client: Mutex::new(None),
        has_client: AtomicBool::new(false),
        control: Mutex::new(None),
    });
    let for_server = Arc::clone(&shared);
    let server = move || listen(&listener, &for_server, &sender);
    let started = thread::Builder::new().name("inspector".to_owned()).spawn(server);
    started.map_err(|error| format!("no thread for --inspect: {}", in_words(&error)))?;
    // Editors look for this line.
    eprintln!("Debugger listening on ws://{address}/{}", shared.token);
    Ok(shared)
}

fn listen(listener: &TcpListener, shared: &Arc<Shared>, sender: &SyncSender<Incoming>) {
    let requests = Arc::new(());
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else { continue };
        let _ = (stream.set_read_timeout(Some(PATIENCE)), stream.set_write_timeout(Some(TO_READ)));
        if Arc::strong_count(&requests) > MOST_REQUESTS {
            continue;
        }
        let (shared, sender, request) = (Arc::clone(shared), sender.clone(), Arc::clone(&requests));
        let serve = move || {
            let is_socket = http::answer(&mut stream, &shared);
            drop(request);
            if is_socket {
                shared.talk(stream, &sender);
            }
        };
        // Without a thread nobody is answered.
        let _ = thread::Builder::new().name("inspector's client".to_owned()).spawn(serve);
    }
}

impl Shared {
    /// Programs that can be debugged, which is one. Clients find the token here: web pages cannot read it, and other
    /// programs on this computer may have it, as they may with node.
    pub fn targets(&self, host: &str) -> Value {
        let socket = format!("{host}/{}", self.token);
        json!([{
            "description": "ferrotape",
            "devtoolsFrontendUrl": format!("devtools://devtools/bundled/js_app.html?v8only=true&ws={socket}"),
            "id": self.token,
            "title": self.name,
            "type": "node",
            "url": format!("file://{}", std::path::absolute(&self.name).unwrap_or_default().display()),
            "webSocketDebuggerUrl": format!("ws://{socket}"),
        }])
    }

    /// Compares a path with the token, in a time that does not tell how much of it is right.
    pub fn is_token(&self, path: &str) -> bool {
        let differs = |(a, b): (u8, u8)| a ^ b;
        path.len() == self.token.len()
            && path.bytes().zip(self.token.bytes()).map(differs).fold(0, |all, it| all | it) == 0
    }

    /// Takes the place of the client. False if another one has it.
    pub fn take_place(&self) -> bool {
        !self.has_client.swap(true, SeqCst)
    }

    pub fn leave_place(&self) {
        self.has_client.store(false, SeqCst);
    }

    /// Reads messages until the client leaves.
    fn talk(&self, mut stream: TcpStream, sender: &SyncSender<Incoming>) {
        let is_ready = stream.set_read_timeout(None).is_ok() && stream.set_nodelay(true).is_ok();
        if let Some(writer) = stream.try_clone().ok().filter(|_| is_ready) {
            *lock(&self.client) = Some(writer);
            let mut is_heard = sender.send(Incoming::Came).is_ok();
            while is_heard && let Some(came) = socket::read(&mut stream) {
                match came {
                    Came::Ping(data) => self.write(|client| socket::write_pong(client, &data)),
                    Came::Message(text) => {
                        is_heard = sender.send(Incoming::Message(text)).is_ok();
                        self.wake();
                    }
                }
            }
            self.write(socket::write_close);
            *lock(&self.client) = None;
        }
        // The next client comes behind it.
        let _ = sender.send(Incoming::Gone);
        self.leave_place();
        self.wake();
    }

    /// Sends a message to the client, if there is one.
    pub fn send(&self, message: &Value) {
        self.write(|client| socket::write_text(client, &message.to_string()));
    }

    fn write(&self, write: impl FnOnce(&mut TcpStream) -> std::io::Result<()>) {
        let mut client = lock(&self.client);
        if let Some(stream) = &mut *client
            && write(stream).is_err()
        {
            // The reader sees it, and tells the engine.
            let _ = stream.shutdown(Shutdown::Both);
            *client = None;
        }
    }

    /// Wakes running code, so that it answers.
    pub fn wake(&self) {
        lock(&self.control).iter().for_each(DebugControl::wake);
    }
}
