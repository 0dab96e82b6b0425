//! Messages on standard input and output: JSON, one on each line.

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

use super::message::Wrong;
use crate::options::CLOSED_PIPE;

/// Most bytes of a message.
const MOST_BYTES: usize = 16 << 20;

/// A line of the input.
#[derive(PartialEq, Debug)]
pub enum Line {
    Text(Vec<u8>),
    /// A line longer than any message may be, which is skipped.
    TooLong,
}

/// Reads the next line that is not empty. None at the end, or where nothing can be read.
pub fn read(input: &mut impl BufRead) -> Option<Line> {
    let (mut line, mut is_too_long) = (Vec::new(), false);
    loop {
        let piece = match input.fill_buf() {
            Ok([]) => return if is_too_long { Some(Line::TooLong) } else { text(line) },
            Ok(piece) => piece,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        let end = piece.iter().position(|&byte| byte == b'\n');
        let part = &piece[..end.unwrap_or(piece.len())];
        if line.len() + part.len() > MOST_BYTES {
            (is_too_long, line) = (true, Vec::new());
        }
        if !is_too_long {
            line.extend_from_slice(part);
        }
        let taken = part.len() + usize::from(end.is_some());
        input.consume(taken);
        if end.is_none() {
            continue;
        }
        if is_too_long {
            return Some(Line::TooLong);
        }
        if let Some(line) = text(std::mem::take(&mut line)) {
            return Some(line);
        }
    }
}

fn text(line: Vec<u8>) -> Option<Line> {
    let is_blank = line.iter().all(u8::is_ascii_whitespace);
    (!is_blank).then_some(Line::Text(line))
}

/// The side that writes. Threads share it.
#[derive(Default)]
pub struct Wire;

impl Wire {
    /// Answers a request.
    pub fn answer(&self, id: &Value, result: Value) {
        send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    }

    /// Says why a request cannot be answered.
    pub fn refuse(&self, Wrong { id, code, message }: &Wrong) {
        send(&json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } }));
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: Value) {
        send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }
}

fn send(message: &Value) {
    // JSON has no line breaks but those in its strings, which are escaped.
    let line = format!("{message}\n");
    let mut out = io::stdout().lock();
    if out.write_all(line.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(i32::from(CLOSED_PIPE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_long_ones_skipped() {
        let long = "x".repeat(MOST_BYTES + 1);
        let text = format!("a\n\n \r\n{long}\nb\n{long}");
        let mut input = io::BufReader::with_capacity(1 << 12, text.as_bytes());
        let lines: Vec<Line> = std::iter::from_fn(|| read(&mut input)).collect();
        let expected = [Line::Text(b"a".to_vec()), Line::TooLong, Line::Text(b"b".to_vec()), Line::TooLong];
        assert!(lines == expected, "{} lines", lines.len());
        let mut last: &[u8] = b"without an end";
        assert_eq!(read(&mut last), Some(Line::Text(b"without an end".to_vec())));
        assert_eq!(read(&mut last), None);
    }
}
