//! Messages of JSON-RPC 2.0.

use serde_json::Value;

use crate::json;

pub const PARSE_ERROR: i64 = -32700;
pub const INVALID_REQUEST: i64 = -32600;
pub const METHOD_NOT_FOUND: i64 = -32601;
pub const INVALID_PARAMS: i64 = -32602;
/// One of the codes that a server may choose.
pub const BUSY: i64 = -32000;

/// A message of the client.
#[derive(PartialEq, Debug)]
pub enum Incoming {
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// An answer to no request of ours.
    Answer,
}

/// A message that is refused.
#[derive(PartialEq, Debug)]
pub struct Wrong {
    pub id: Value,
    pub code: i64,
    pub message: String,
}

impl Wrong {
    pub fn new(id: Value, code: i64, message: impl Into<String>) -> Wrong {
        Wrong { id, code, message: message.into() }
    }
}

/// Reads a message.
pub fn read(text: &[u8]) -> Result<Incoming, Wrong> {
    let parsed = match std::str::from_utf8(text) {
        Ok(text) => json::message(text),
        Err(_) => serde_json::from_slice(text),
    };
    let mut message: Value = match parsed {
        Ok(message) => message,
        Err(error) => return Err(Wrong::new(Value::Null, PARSE_ERROR, format!("that is not JSON: {error}"))),
    };
    let wrong = |message: &str| Err(Wrong::new(Value::Null, INVALID_REQUEST, message));
    if !message.is_object() {
        return wrong("a message is an object; there are no batches");
    }
    if message["jsonrpc"] != "2.0" {
        return wrong("a message has \"jsonrpc\": \"2.0\"");
    }
    let params = message["params"].take();
    let Some(method) = message["method"].as_str() else {
        let is_answer = message.get("result").is_some() || message.get("error").is_some();
        return if is_answer { Ok(Incoming::Answer) } else { wrong("a message has a method") };
    };
    let method = method.to_owned();
    match message.get("id") {
        None => Ok(Incoming::Notification { method, params }),
        Some(id) if id.is_string() || id.is_number() => Ok(Incoming::Request { id: id.clone(), method, params }),
        Some(_) => wrong("an id is a string or a number"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> i64 {
        read(text.as_bytes()).expect_err("it is wrong").code
    }

    #[test]
    fn messages_are_read_and_what_is_none_is_refused() {
        let request = read(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
        assert_eq!(request, Ok(Incoming::Request { id: 1.into(), method: "ping".to_owned(), params: Value::Null }));
        assert_eq!(read(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#), Ok(Incoming::Answer));
        assert_eq!(code("{"), PARSE_ERROR);
        assert_eq!(code(&"[".repeat(100_000)), PARSE_ERROR);
        assert_eq!(code("\u{0}"), PARSE_ERROR);
        for text in [
            "[]",
            "1",
            r#"{"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":2}"#,
        ] {
            assert_eq!(code(text), INVALID_REQUEST, "{text}");
        }
    }
}
