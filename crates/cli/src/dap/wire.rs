//! Messages of the Debug Adapter Protocol: JSON behind a header with its length.

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

/// Most bytes of a message.
const MOST_BYTES: usize = 64 << 20;
/// Most bytes of a line of a header.
const MOST_HEADER: u64 = 4096;

/// The side that writes. Threads share it.
pub struct Wire(Mutex<Written>);

struct Written {
    to: Box<dyn Write + Send>,
    /// The number of the last message.
    last: u64,
    /// The client knows that it may go: it is told by who comes first, the program's thread or the reader.
    has_left: bool,
}

impl Wire {
    pub fn new(to: impl Write + Send + 'static) -> Wire {
        Wire(Mutex::new(Written { to: Box::new(to), last: 0, has_left: false }))
    }

    /// Sends an event.
    pub fn event(&self, event: &str, body: Value) {
        self.send(json!({ "type": "event", "event": event, "body": body }));
    }

    /// Answers a request, or says why it cannot be. `disconnect` is answered once.
    pub fn answer(&self, request: &Request, answer: Result<Value, String>) {
        let Request { seq, command, .. } = request;
        if command == "disconnect" && std::mem::replace(&mut self.lock().has_left, true) {
            return;
        }
        self.send(match answer {
            Ok(body) => json!({
                "type": "response", "request_seq": seq, "command": command, "success": true, "body": body,
            }),
            Err(message) => json!({
                "type": "response", "request_seq": seq, "command": command, "success": false, "message": message,
                "body": { "error": { "id": 1, "format": message } },
            }),
        });
    }

    fn lock(&self) -> MutexGuard<'_, Written> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, mut message: Value) {
        let Written { to, last, .. } = &mut *self.lock();
        *last += 1;
        message["seq"] = json!(*last);
        let text = message.to_string();
        // Nobody is there to be told that nobody is there.
        let _ = write!(to, "Content-Length: {}\r\n\r\n{text}", text.len());
        let _ = to.flush();
    }
}

/// A request of the client.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    pub seq: u64,
    pub command: String,
    pub arguments: Value,
}

impl Request {
    /// An argument that is a number; 0 if it is not there.
    pub fn number(&self, name: &str) -> u64 {
        self.arguments[name].as_u64().unwrap_or(0)
    }

    /// An argument that is a text; empty if it is not there.
    pub fn text(&self, name: &str) -> &str {
        self.arguments[name].as_str().unwrap_or_default()
    }
}

/// Reads the next request; one that names no command has an empty one, which nobody knows. None at the end, and where what comes
/// is no message.
pub fn read(input: &mut impl BufRead) -> Option<Request> {
    loop {
        let length = read_length(input)?;
        let mut text = vec![0; length];
        input.read_exact(&mut text).ok()?;
        let message: Value = crate::json::message(&String::from_utf8(text).ok()?).ok()?;
        if message["type"] == "request" {
            return Some(Request {
                seq: message["seq"].as_u64().unwrap_or(0),
                command: message["command"].as_str().unwrap_or_default().to_owned(),
                arguments: message["arguments"].clone(),
            });
        }
    }
}

/// Reads a header, and returns the length that it names. A line of another kind ends the reading: a page in a browser can
/// send a request of HTTP to any port, with such a message behind its header.
fn read_length(input: &mut impl BufRead) -> Option<usize> {
    let mut length = None;
    loop {
        let mut line = String::new();
        io::Read::take(&mut *input, MOST_HEADER).read_line(&mut line).ok().filter(|&count| count > 0)?;
        let line = line.trim_end();
        if line.is_empty() {
            return length.filter(|&length| length <= MOST_BYTES);
        }
        let (name, value) = line.split_once(':')?;
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok(),
            "content-type" => {}
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Request> {
        let mut input = text.as_bytes();
        std::iter::from_fn(|| read(&mut input)).collect()
    }

    #[test]
    fn requests_are_read_and_what_is_none_ends_them() {
        let request = r#"{"seq":3,"type":"request","command":"threads"}"#;
        let framed = format!("Content-Length: {}\r\n\r\n{request}", request.len());
        let read = all(&format!("{framed}{}", framed.replace("Content-Length", "content-length")));
        assert_eq!(read.iter().map(|request| request.command.as_str()).collect::<Vec<_>>(), ["threads"; 2]);
        assert_eq!(all(&format!("Content-Type: x\r\n{framed}")).len(), 1);
        let nameless = r#"{"seq":4,"type":"request"}"#;
        let read = all(&format!("Content-Length: {}\r\n\r\n{nameless}{framed}", nameless.len()));
        assert_eq!(read.iter().map(|request| request.command.as_str()).collect::<Vec<_>>(), ["", "threads"]);
        for head in ["POST / HTTP/1.1\r\n", "Host: a\r\n", "x\r\n", ":\r\n"] {
            assert!(all(&format!("{head}{framed}{framed}")).is_empty(), "{head:?}");
        }
        for wrong in ["", "Content-Length: 99999999999999\r\n\r\n", "\r\n", "Content-Length: 3\r\n\r\nabc", "x"] {
            assert!(all(wrong).is_empty(), "{wrong:?}");
        }
    }
}
