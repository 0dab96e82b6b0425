//! The HTTP client: a thread for each hop, with a resolver that asks the gate about every address.

use std::io::Read;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use std::{io, thread};

use ferrotape::web::FetchRequest;
use ureq::config::Config;
use ureq::http::{self, Uri};
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body};

use super::gate::Gate;

/// Bytes that are read at once, and how many pieces wait for the program.
const PIECE: usize = 64 << 10;
const PIECES: usize = 4;

/// How long a connection may take, and a server may say nothing.
const CONNECT: Duration = Duration::from_secs(30);
const SILENCE: Duration = Duration::from_secs(300);

/// What a thread answers. A body ends where it does.
pub enum Piece {
    Head { status: u16, text: String, headers: Vec<(String, String)> },
    Bytes(Vec<u8>),
    Failed(String),
}

/// The client, and how many threads it has.
pub struct Client {
    agent: Agent,
    gate: Gate,
    until: Option<Instant>,
    running: Arc<AtomicUsize>,
}

impl Client {
    /// Makes a client whose requests end at that time.
    pub fn new(gate: Gate, until: Option<Instant>) -> Client {
        let config = Config::builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            // None of the environment's either.
            .proxy(None)
            .user_agent(concat!("ferrotape/", env!("CARGO_PKG_VERSION")))
            .accept_encoding("identity")
            .allow_non_standard_methods(true)
            // A connection for each hop: the gate has seen its addresses now, and no server has closed it meanwhile.
            .max_idle_connections(0)
            .max_idle_connections_per_host(0)
            .timeout_connect(Some(CONNECT))
            .timeout_per_read(Some(SILENCE))
            .build();
        let agent = Agent::with_parts(config, DefaultConnector::default(), GatedResolver(gate.clone()));
        Client { agent, gate, until, running: Arc::default() }
    }

    /// Returns how many threads are running.
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// Begins a request, unless its host is not allowed.
    pub fn start(&self, request: FetchRequest) -> Result<Receiver<Piece>, String> {
        let uri: Uri = request.url.parse().map_err(|error| format!("the URL cannot be asked for: {error}"))?;
        let (host, port) = host_and_port(&uri).ok_or("the URL has no host")?;
        self.gate.allows_host(host, port)?;
        let (sender, receiver) = sync_channel(PIECES);
        let (agent, until) = (self.agent.clone(), self.until);
        let running = Running::new(&self.running);
        let work = move || {
            let _running = running;
            if let Err(why) = ask(&agent, until, uri, request, &sender) {
                // Nobody listens once it was aborted.
                let _ = sender.send(Piece::Failed(why));
            }
        };
        let spawned = thread::Builder::new().name("fetch".to_owned()).stack_size(1 << 20).spawn(work);
        spawned.map(|_| receiver).map_err(|error| format!("no thread for it: {error}"))
    }
}

/// Counts a thread.
struct Running(Arc<AtomicUsize>);

impl Running {
    fn new(count: &Arc<AtomicUsize>) -> Running {
        count.fetch_add(1, Ordering::Relaxed);
        Running(Arc::clone(count))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn host_and_port(uri: &Uri) -> Option<(&str, u16)> {
    let port = match uri.scheme_str()? {
        "https" => 443,
        _ => 80,
    };
    Some((uri.host()?, uri.port_u16().unwrap_or(port)))
}

/// Characters of a header stand for bytes.
fn bytes_of(text: &str) -> Vec<u8> {
    text.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?')).collect()
}

fn text_of(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Sends a request, and answers with the head and the pieces of the body.
fn ask(
    agent: &Agent,
    until: Option<Instant>,
    uri: Uri,
    request: FetchRequest,
    answers: &SyncSender<Piece>,
) -> Result<(), String> {
    let mut builder = http::Request::builder().method(request.method.as_bytes()).uri(uri);
    for (name, value) in &request.headers {
        builder = builder.header(&name[..], bytes_of(value));
    }
    let left = until.map(|until| until.saturating_duration_since(Instant::now()));
    let answer = match request.body {
        Some(body) => {
            let request = builder.body(body).map_err(in_words)?;
            let request = agent.configure_request(request).timeout_global(left).build();
            agent.run(request)
        }
        None => {
            let request = builder.body(()).map_err(in_words)?;
            let request = agent.configure_request(request).timeout_global(left).build();
            agent.run(request)
        }
    };
    let (head, body) = answer.map_err(in_words)?.into_parts();
    let text = head.status.canonical_reason().unwrap_or_default().to_owned();
    let headers = head.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text_of(value.as_bytes())));
    let piece = Piece::Head { status: head.status.as_u16(), text, headers: headers.collect() };
    match answers.send(piece) {
        Ok(()) => pass_on(body, answers),
        Err(mpsc::SendError(_)) => Ok(()),
    }
}

/// Reads a body for as long as somebody takes it.
fn pass_on(body: Body, answers: &SyncSender<Piece>) -> Result<(), String> {
    let mut body = body.into_reader();
    let mut piece = vec![0; PIECE];
    loop {
        match body.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) => {
                if answers.send(Piece::Bytes(piece[..count].to_vec())).is_err() {
                    return Ok(());
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn in_words(error: impl std::fmt::Display) -> String {
    let text = error.to_string();
    text.strip_prefix("io: ").map(str::to_owned).unwrap_or(text)
}

/// Resolves names, and refuses addresses that are not allowed: the connection uses those that are given here, and no others.
#[derive(Debug)]
struct GatedResolver(Gate);

impl Resolver for GatedResolver {
    fn resolve(&self, uri: &Uri, _: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let refuse = |why: String| ureq::Error::Io(io::Error::new(io::ErrorKind::PermissionDenied, why));
        let (host, port) = host_and_port(uri).ok_or(ureq::Error::HostNotFound)?;
        self.0.allows_host(host, port).map_err(refuse)?;
        let mut allowed = self.empty();
        for address in addresses(host, port, *timeout.after)? {
            self.0.allows_address(host, address.ip(), port).map_err(refuse)?;
            if allowed.len() < 16 {
                allowed.push(address);
            }
        }
        if allowed.is_empty() { Err(ureq::Error::HostNotFound) } else { Ok(allowed) }
    }
}

/// Asks the system, which cannot be interrupted: a thread of its own does.
fn addresses(host: &str, port: u16, most: Duration) -> Result<Vec<SocketAddr>, ureq::Error> {
    let text = format!("{host}:{port}");
    let (sender, receiver) = mpsc::channel();
    let look = move || drop(sender.send(text.to_socket_addrs().map(Iterator::collect)));
    thread::Builder::new().name("resolver".to_owned()).spawn(look).map_err(ureq::Error::Io)?;
    match receiver.recv_timeout(most.min(CONNECT)) {
        Ok(found) => found.map_err(ureq::Error::Io),
        Err(_) => Err(ureq::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "the name was not resolved in time"))),
    }
}
