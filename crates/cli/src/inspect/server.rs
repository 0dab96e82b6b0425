//! The port: a thread that answers HTTP, and reads the messages of one client.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ferrotape::debug::DebugControl;
use serde_json::{Value, json};

use super::Inspect;
use super::http;
use super::session::Incoming;
use super::socket::{self, Came, Timed};
use crate::system_error::in_words;

/// Time for a request of HTTP and its answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time for a client to read a message. One that does not is left.
const TO_READ: Duration = Duration::from_secs(10);
/// Time until the next client is tried, when one could not be taken.
const PAUSE: Duration = Duration::from_millis(100);
/// Most bytes of messages that wait for the engine's thread. The client waits with further ones.
const MOST_WAITING: usize = socket::MOST_BYTES;
/// Most requests of HTTP at a time.
const MOST_REQUESTS: usize = 16;
/// Bytes of the token.
const TOKEN_BYTES: usize = 16;

/// State that the server and the engine's thread share.
pub struct Shared {
    /// The name of the program.
    name: String,
    token: String,
    /// The client's side for writing, with its number.
    client: Mutex<Option<(u64, TcpStream)>>,
    /// The number of the newest client.
    newest: AtomicU64,
    /// Bytes of messages that wait, and who is told when they are fewer.
    waiting: Mutex<usize>,
    are_fewer: Condvar,
    pub has_client: AtomicBool,
    /// Wakes running code.
    pub control: Mutex<Option<DebugControl>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens the port, and prints its address. The error says why that is not possible.
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
        newest: AtomicU64::new(0),
        waiting: Mutex::new(0),
        are_fewer: Condvar::new(),
        has_client: AtomicBool::new(false),
        control: Mutex::new(None),
    });
    let for_server = Arc::clone(&shared);
    let server = move || listen(&listener, &for_server, &sender);
    let started = thread::Builder::new().name("inspector".to_owned()).spawn(server);
    started.map_err(|error| format!("no thread for --inspect: {}", in_words(&error)))?;
    // Editors look for this line. It is written at once, so that none reads half of the address.
    let line = format!("Debugger listening on ws://{address}/{}\n", shared.token);
    eprint!("{line}");
    Ok(shared)
}

/// Accepts connections for as long as the process lives, each on a thread; beyond `MOST_REQUESTS` they are closed
/// unanswered.
fn listen(listener: &TcpListener, shared: &Arc<Shared>, sender: &SyncSender<Incoming>) {
    let requests = Arc::new(());
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // There may be too many files, for a while.
            thread::sleep(PAUSE);
            continue;
        };
        if Arc::strong_count(&requests) > MOST_REQUESTS {
            continue;
        }
        let (shared, sender, request) = (Arc::clone(shared), sender.clone(), Arc::clone(&requests));
        let serve = move || {
            let is_socket = http::answer(&mut Timed::new(&stream, PATIENCE), &shared);
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
            let number = self.newest.fetch_add(1, SeqCst) + 1;
            *lock(&self.client) = Some((number, writer));
            let mut is_heard = sender.send(Incoming::Came(number)).is_ok();
            while is_heard && let Some(came) = socket::read(&mut stream) {
                match came {
                    Came::Ping(data) => self.write(number, |client| socket::write_pong(client, &data)),
                    Came::Message(text) => {
                        self.wait_with(&text);
                        is_heard = sender.send(Incoming::Message(number, text)).is_ok();
                        self.wake();
                    }
                }
            }
            self.write(number, |client| socket::write_close(client));
            *lock(&self.client) = None;
        }
        // The next client comes behind it.
        let _ = sender.send(Incoming::Gone);
        self.leave_place();
        self.wake();
    }

    /// Waits until a message may be with those that wait.
    fn wait_with(&self, text: &str) {
        let is_much = |waiting: &mut usize| *waiting > 0 && *waiting + text.len() > MOST_WAITING;
        let waiting = self.are_fewer.wait_while(lock(&self.waiting), is_much);
        *waiting.unwrap_or_else(PoisonError::into_inner) += text.len();
    }

    /// Tells that a message waits no longer.
    pub fn taken(&self, text: &str) {
        let mut waiting = lock(&self.waiting);
        *waiting = waiting.saturating_sub(text.len());
        self.are_fewer.notify_all();
    }

    /// Returns whether no client has come since the one with that number.
    pub fn is_newest(&self, client: u64) -> bool {
        self.newest.load(SeqCst) == client
    }

    /// Sends a message to a client, if it is still there.
    pub fn send(&self, client: u64, message: &Value) {
        self.send_text(client, &message.to_string());
    }

    /// Sends a message that is text already.
    pub fn send_text(&self, client: u64, message: &str) {
        self.write(client, |stream| socket::write_text(stream, message));
    }

    /// Writes to a client if it is still the present one. A failure closes the connection, which the reading thread
    /// then notices.
    fn write(&self, number: u64, write: impl FnOnce(&mut Timed<'_>) -> io::Result<()>) {
        let mut client = lock(&self.client);
        if let Some((known, stream)) = &*client
            && *known == number
            && write(&mut Timed::new(stream, TO_READ)).is_err()
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
