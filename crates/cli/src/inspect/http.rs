//! Requests of HTTP: what clients ask before they open a WebSocket, and whom we do not answer.

use std::io::{Read, Write};
use std::net::IpAddr;

use serde_json::{Value, json};

use super::protocol;
use super::server::Shared;
use super::socket;

/// Most bytes of a request's head.
const MOST_HEAD: usize = 16 << 10;

/// The head of a request.
#[derive(PartialEq, Eq, Debug)]
struct Head {
    path: String,
    /// Names in lower case, with values.
    fields: Vec<(String, String)>,
}

impl Head {
    /// Reads up to the empty line, and no byte of what follows. None for any method but GET, and for what is too
    /// long.
    fn read(input: &mut impl Read) -> Option<Head> {
        let mut head = Vec::new();
        // One byte at a time: what follows is not of the head, which is short.
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            input.read_exact(&mut byte).ok().filter(|()| head.len() < MOST_HEAD)?;
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).ok()?;
        let mut lines = head.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let path = words.next().filter(|&method| method == "GET").and(words.next())?.to_owned();
        let field = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        Some(Head { path, fields: lines.filter_map(field).collect() })
    }

    /// The value of a field that is there once.
    fn field(&self, name: &str) -> Option<&str> {
        let mut values = self.fields.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str());
        values.next().filter(|_| values.next().is_none())
    }

    fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(known, _)| known == name)
    }

    /// Returns why the request is refused. A page of the web has an `Origin`, or reaches us by a name that its owner has
    /// given our address.
    fn refusal(&self) -> Option<&'static str> {
        if self.has("origin") && self.field("origin") != Some("devtools://devtools") {
            return Some("requests of web pages are refused");
        }
        let is_known = self.field("host").is_some_and(is_address);
        (!is_known).then_some("Host is neither an IP address nor localhost")
    }
}

/// Returns whether a host, with a port or without one, is an address or `localhost`.
fn is_address(host: &str) -> bool {
    let is_port = |port: &str| port.parse::<u16>().is_ok();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if is_port(port) && (!name.contains(':') || name.ends_with(']')) => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok()
}

/// Answers a request. True if it has become a WebSocket.
pub fn answer(stream: &mut (impl Read + Write), shared: &Shared) -> bool {
    let Some(head) = Head::read(stream) else { return false };
    if let Some(refusal) = head.refusal() {
        write(stream, "403 Forbidden", "text/plain", refusal);
        return false;
    }
    if let Some(key) = head.field("sec-websocket-key") {
        return upgrade(stream, shared, &head, key);
    }
    let host = head.field("host").unwrap_or_default();
    let body = match head.path.split('?').next().unwrap_or_default().trim_end_matches('/') {
        "/json" | "/json/list" => shared.targets(host),
        "/json/version" => json!({
            "Browser": format!("ferrotape/v{}", env!("CARGO_PKG_VERSION")), "Protocol-Version": protocol::VERSION,
        }),
        "/json/protocol" => protocol::described(),
        _ => {
            write(stream, "404 Not Found", "text/plain", "there is /json/list, /json/version and /json/protocol");
            return false;
        }
    };
    write(stream, "200 OK", "application/json; charset=UTF-8", &pretty(&body));
    false
}

fn pretty(body: &Value) -> String {
    serde_json::to_string_pretty(body).unwrap_or_default()
}

/// Answers the handshake, RFC 6455 4.2.2. The path is the token of this process, and one client is let in at a time.
fn upgrade(stream: &mut impl Write, shared: &Shared, head: &Head, key: &str) -> bool {
    let is_upgrade = head.field("upgrade").is_some_and(|to| to.eq_ignore_ascii_case("websocket"));
    if !is_upgrade || head.field("sec-websocket-version") != Some("13") {
        write(stream, "400 Bad Request", "text/plain", "it is not a WebSocket of version 13");
        return false;
    }
    if !shared.is_token(head.path.trim_start_matches('/')) {
        write(stream, "404 Not Found", "text/plain", "there is no such program: see /json/list");
        return false;
    }
    if !shared.take_place() {
        write(stream, "409 Conflict", "text/plain", "another client debugs the program");
        return false;
    }
    let accepted = socket::accepted(key);
    let fields = format!("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accepted}");
    let text = format!("HTTP/1.1 101 Switching Protocols\r\n{fields}\r\n\r\n");
    let is_written = stream.write_all(text.as_bytes()).is_ok();
    if !is_written {
        shared.leave_place();
    }
    is_written
}

fn write(stream: &mut impl Write, status: &str, kind: &str, body: &str) {
    let length = body.len();
    let fields = format!("Content-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache");
    // Whoever does not listen gets nothing.
    let _ = write!(stream, "HTTP/1.1 {status}\r\n{fields}\r\nConnection: close\r\n\r\n{body}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(fields: &str) -> Option<Head> {
        Head::read(&mut format!("GET /json HTTP/1.1\r\n{fields}\r\n").as_bytes())
    }

    fn is_refused(fields: &str) -> bool {
        head(fields).expect("a head").refusal().is_some()
    }

    #[test]
    fn only_addresses_and_localhost_are_hosts() {
        for host in ["127.0.0.1", "127.0.0.1:9229", "localhost", "LocalHost:1", "[::1]:9229", "::1", "10.0.0.1:1"] {
            assert!(!is_refused(&format!("Host: {host}\r\n")), "{host}");
        }
        for host in ["example.com", "localhost.example.com:9229", "127.0.0.1.example.com", "", "a:b", "[x]:1"] {
            assert!(is_refused(&format!("Host: {host}\r\n")), "{host}");
        }
        assert!(is_refused("") && is_refused("Host: 127.0.0.1\r\nHost: example.com\r\n"));
    }

    #[test]
    fn pages_are_refused_and_developer_tools_are_not() {
        assert!(!is_refused("host: localhost\r\norigin: devtools://devtools\r\n"));
        for origin in ["http://localhost:3000", "null", "https://example.com", "", "devtools://devtools.example.com"] {
            assert!(is_refused(&format!("Host: localhost\r\nOrigin: {origin}\r\n")), "{origin}");
        }
        assert!(is_refused("Host: localhost\r\nOrigin: devtools://devtools\r\nOrigin: http://a\r\n"));
    }

    #[test]
    fn heads_are_bounded() {
        assert_eq!(head(&format!("A: {}\r\n", "a".repeat(MOST_HEAD))), None);
        assert_eq!(Head::read(&mut "POST / HTTP/1.1\r\n\r\n".as_bytes()), None);
        assert_eq!(Head::read(&mut "GET".as_bytes()), None);
    }
}
