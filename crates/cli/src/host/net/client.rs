//! The HTTP client: a thread for each hop, with a resolver that asks the gate about every address.

use std::io::Read;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};
use std::{io, thread};

use ferrotape::web::FetchRequest;
use ureq::config::Config;
use ureq::http::request::Builder;
use ureq::http::{self, HeaderName, HeaderValue, Uri};
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{Connector, DefaultConnector, NextTimeout};
use ureq::{Agent, Body};

use super::gate::Gate;
use super::reason;

/// Bytes that are read at once, and how many pieces wait for the program.
const PIECE: usize = 64 << 10;
const PIECES: usize = 4;

/// The longest times for a connection, and for a server that says nothing.
const CONNECT: Duration = Duration::from_secs(30);
const SILENCE: Duration = Duration::from_secs(300);

/// Time that a request may go on behind the end of its program, which is not told of it any more.
const GRACE: Duration = Duration::from_secs(1);

/// The most bytes of requests that are sent, and of pieces that wait: scripts have no other memory outside of their limit.
const ROOM: usize = 64 << 20;

/// Headers by which a request would be another one than it seems. They are the client's, and what a script has set there is
/// dropped.
const OURS: [&str; 9] =
    ["connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"];

/// Part of a thread's answer. A body ends where it does.
pub enum Piece {
    Head { status: u16, text: String, headers: Vec<(String, String)> },
    Bytes(Vec<u8>, Share),
    Failed(String),
}

/// The client, and how many threads it has.
pub struct Client {
    agent: Agent,
    gate: Gate,
    /// The end of requests that begin now.
    until: Mutex<Option<Instant>>,
    running: Arc<AtomicUsize>,
    /// Bytes that are taken of [`ROOM`].
    taken: Arc<AtomicUsize>,
}

/// An answer to come. Its permit ends with both the thread and what the thread has left, so the number of either is limited.
pub struct Answers {
    pub pieces: Receiver<Piece>,
    _running: Arc<Share>,
}

#[cfg(test)]
impl Answers {
    /// Makes answers that others give.
    pub fn of(pieces: Receiver<Piece>) -> Answers {
        Answers { pieces, _running: Arc::new(Share::of(&Arc::default(), 1)) }
    }
}

impl Client {
    /// Makes an agent that follows no redirect, uses no proxy and keeps no connection: each hop's addresses pass the
    /// gate anew.
    pub fn new(gate: Gate) -> Client {
        let config = Config::builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            // None of the environment's either.
            .proxy(None)
            .user_agent(concat!("ferrotape/", env!("CARGO_PKG_VERSION")))
            .accept_encoding("gzip, deflate")
            .allow_non_standard_methods(true)
            // A connection for each hop: the gate has seen its addresses now, and no server has closed it meanwhile.
            .max_idle_connections(0)
            .max_idle_connections_per_host(0)
            .timeout_connect(Some(CONNECT))
            .timeout_per_read(Some(SILENCE))
            .timeout_per_write(Some(SILENCE))
            .build();
        let running = Arc::default();
        let resolver = GatedResolver(gate.clone(), Arc::clone(&running));
        let connector = DefaultConnector::default().chain(reason::Listening);
        let agent = Agent::with_parts(config, connector, resolver);
        Client { agent, gate, until: Mutex::default(), running, taken: Arc::default() }
    }

    /// Sets the time at which requests end that begin from now on.
    pub fn set_end(&self, until: Option<Instant>) {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }

    /// Returns how many threads are running, or have left something.
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// Begins a request, unless its host is not allowed.
    pub fn start(&self, request: FetchRequest) -> Result<Answers, String> {
        let uri: Uri = request.url.parse().map_err(|error| format!("the URL cannot be asked for: {error}"))?;
        let (host, port) = host_and_port(&uri).ok_or("the URL has no host")?;
        self.gate.allows_host(host, port)?;
        let builder = http::Request::builder().method(request.method.as_bytes()).uri(uri);
        let size = size_of_request(&request);
        let taken = Arc::clone(&self.taken);
        let share = Share::within(&taken, size).ok_or("the requests that are being sent have more than 64 MB")?;
        let builder = with_headers(builder, &request.headers)?;
        let (sender, pieces) = sync_channel(PIECES);
        let (agent, until) = (self.agent.clone(), *self.until.lock().unwrap_or_else(PoisonError::into_inner));
        let running = Arc::new(Share::of(&self.running, 1));
        let permit = Arc::clone(&running);
        let work = move || {
            let _permit = permit;
            let answered = ask(&agent, until, builder, request.body, share);
            if let Err(why) = answered.and_then(|answer| pass_on(answer, &taken, &sender)) {
                // Nobody listens once it was aborted.
                let _ = sender.send(Piece::Failed(why));
            }
        };
        let spawned = thread::Builder::new().name("fetch".to_owned()).stack_size(1 << 20).spawn(work);
        let answers = Answers { pieces, _running: running };
        spawned.map(|_| answers).map_err(|error| format!("no thread for it: {error}"))
    }
}

/// A part of what is counted: threads or bytes. It is given back when it is dropped.
pub struct Share {
    of: Arc<AtomicUsize>,
    size: usize,
}

impl Share {
    fn of(of: &Arc<AtomicUsize>, size: usize) -> Share {
        of.fetch_add(size, Ordering::Relaxed);
        Share { of: Arc::clone(of), size }
    }

    /// Takes bytes of [`ROOM`], if there are as many.
    fn within(of: &Arc<AtomicUsize>, size: usize) -> Option<Share> {
        let share = Share::of(of, size);
        (of.load(Ordering::Relaxed) <= ROOM).then_some(share)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.of.fetch_sub(self.size, Ordering::Relaxed);
    }
}

/// Bytes of a request, with a share of the tables that it is in.
fn size_of_request(request: &FetchRequest) -> usize {
    let headers: usize = request.headers.iter().map(|(name, value)| 64 + 2 * (name.len() + value.len())).sum();
    headers + 2 * request.url.len() + request.body.as_ref().map_or(0, Vec::len)
}

/// Adds the script's headers, without those that the client sets itself. Fails for what HTTP cannot carry.
fn with_headers(mut builder: Builder, headers: &[(String, String)]) -> Result<Builder, String> {
    for (name, value) in headers {
        if OURS.iter().any(|ours| name.eq_ignore_ascii_case(ours)) || name.to_ascii_lowercase().starts_with("proxy-") {
            continue;
        }
        let parsed_name = HeaderName::from_bytes(name.as_bytes()).map_err(|error| error.to_string())?;
        let parsed_value = HeaderValue::from_bytes(&bytes_of(value)).map_err(|error| error.to_string())?;
        builder = builder.header(parsed_name, parsed_value);
    }
    Ok(builder)
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

/// Sends a request, and gives back its share of the room.
fn ask(
    agent: &Agent,
    until: Option<Instant>,
    builder: Builder,
    body: Option<Vec<u8>>,
    _share: Share,
) -> Result<http::Response<Body>, String> {
    // The program ends by its own limit: a request that fails just then would let it go on for a moment.
    let left = until.map(|until| until.saturating_duration_since(Instant::now()) + GRACE);
    let answer = match body {
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
    answer.map_err(in_words)
}

/// Answers with the head and the pieces of the body, for as long as somebody takes them.
fn pass_on(answer: http::Response<Body>, taken: &Arc<AtomicUsize>, answers: &SyncSender<Piece>) -> Result<(), String> {
    let (head, body) = answer.into_parts();
    let text = reason::take();
    let headers = head.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text_of(value.as_bytes())));
    let piece = Piece::Head { status: head.status.as_u16(), text, headers: headers.collect() };
    if answers.send(piece).is_err() {
        return Ok(());
    }
    let mut body = body.into_reader();
    let mut piece = vec![0; PIECE];
    loop {
        match body.read(&mut piece) {
            Ok(0) => return Ok(()),
            Ok(count) => {
                let share = Share::within(taken, count).ok_or("unread bodies of responses take more than 64 MB")?;
                if answers.send(Piece::Bytes(piece[..count].to_vec(), share)).is_err() {
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
///
/// Its threads are counted as those of the client.
#[derive(Debug)]
struct GatedResolver(Gate, Arc<AtomicUsize>);

impl Resolver for GatedResolver {
    fn resolve(&self, uri: &Uri, _: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let refuse = |why: String| ureq::Error::Io(io::Error::new(io::ErrorKind::PermissionDenied, why));
        let (host, port) = host_and_port(uri).ok_or(ureq::Error::HostNotFound)?;
        self.0.allows_host(host, port).map_err(refuse)?;
        let mut allowed = self.empty();
        for address in addresses(host, port, *timeout.after, Share::of(&self.1, 1))? {
            self.0.allows_address(host, address.ip(), port).map_err(refuse)?;
            if allowed.len() < 16 {
                allowed.push(address);
            }
        }
        if allowed.is_empty() { Err(ureq::Error::HostNotFound) } else { Ok(allowed) }
    }
}

/// Asks the system, which cannot be interrupted: a thread of its own does.
fn addresses(host: &str, port: u16, most: Duration, permit: Share) -> Result<Vec<SocketAddr>, ureq::Error> {
    let text = format!("{host}:{port}");
    let (sender, receiver) = mpsc::channel();
    let look = move || {
        let _permit = permit;
        // Nobody listens once it has taken too long.
        let _ = sender.send(text.to_socket_addrs().map(Iterator::collect));
    };
    thread::Builder::new().name("resolver".to_owned()).spawn(look).map_err(ureq::Error::Io)?;
    match receiver.recv_timeout(most.min(CONNECT)) {
        Ok(found) => found.map_err(ureq::Error::Io),
        Err(_) => Err(ureq::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "the name was not resolved in time"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_frame_a_request_are_not_for_scripts() {
        let with = |name: &str, value: &str| {
            let builder = with_headers(http::Request::builder(), &[(name.to_owned(), value.to_owned())])?;
            Ok::<_, String>(builder.headers_ref().map_or(0, http::HeaderMap::len))
        };
        for name in ["host", "Host", "TE", "transfer-encoding", "content-length", "connection", "proxy-x"] {
            assert_eq!(with(name, "x"), Ok(0), "{name}");
        }
        assert!(with("a b", "x").is_err() && with("", "x").is_err());
        assert!(with("x-a", "b\r\nhost: c").is_err() && with("x-a", "\0").is_err());
        assert_eq!((with("x-a", "\u{e9}"), with("Cookie", "a=b")), (Ok(1), Ok(1)));
    }

    #[test]
    fn shares_are_given_back() {
        let taken = Arc::default();
        let most = Share::within(&taken, ROOM).expect("room");
        assert!(Share::within(&taken, 1).is_none());
        drop(most);
        assert!(Share::within(&taken, 1).is_some());
        assert_eq!(taken.load(Ordering::Relaxed), 0);
    }
}
