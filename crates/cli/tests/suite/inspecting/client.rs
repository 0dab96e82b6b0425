//! A client of the Chrome DevTools protocol.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::runner::root;

/// Time for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The command with a port for debuggers.
pub struct Inspected {
    child: Child,
    /// Address and port.
    pub address: String,
    pub token: String,
    /// Lines of standard error, from the second one on.
    errors: Receiver<String>,
}

impl Inspected {
    pub fn start(options: &[&str]) -> Inspected {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
        command.args(options).current_dir(root()).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
        let (sender, errors) = channel();
        let stderr = BufReader::new(child.stderr.take().expect("its errors"));
        thread::spawn(move || stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let line = errors.recv_timeout(PATIENCE).expect("a line");
        let address = line.strip_prefix("Debugger listening on ws://").unwrap_or_else(|| panic!("{line}"));
        let (address, token) = address.split_once('/').expect("a path");
        Inspected { child, address: address.to_owned(), token: token.to_owned(), errors }
    }

    /// Sends a request of HTTP, and returns status and body.
    pub fn http(&self, path: &str, fields: &str) -> (String, String) {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\n{fields}\r\n").expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer:?}"));
        (head.split(' ').nth(1).expect("a status").to_owned(), body.to_owned())
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Becomes the client, as soon as an earlier one has left.
    pub fn client(&self) -> Client {
        let began = Instant::now();
        loop {
            match self.try_client() {
                Some(client) => return client,
                None => assert!(began.elapsed() < PATIENCE, "the place is taken"),
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn try_client(&self) -> Option<Client> {
        let mut stream = self.connect();
        let (token, address) = (&self.token, &self.address);
        let key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
        let fields = format!("Host: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}");
        write!(stream, "GET /{token} HTTP/1.1\r\n{fields}\r\n\r\n").expect("it reads");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("a head");
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).expect("text");
        if head.contains(" 409 ") {
            return None;
        }
        assert!(head.contains(" 101 ") && head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
        Some(Client { stream, id: 0, events: VecDeque::new() })
    }

    /// Waits until a line of standard error has a text.
    pub fn error(&self, text: &str) {
        while !self.errors.recv_timeout(PATIENCE).expect("a line").contains(text) {}
    }

    /// Waits for the end. Returns the exit code and standard output.
    pub fn end(mut self) -> (Option<i32>, String) {
        let began = Instant::now();
        let code = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status.code();
            }
            if began.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("it does not end");
            }
            thread::sleep(Duration::from_millis(10));
        };
        let mut output = String::new();
        self.child.stdout.take().expect("its output").read_to_string(&mut output).expect("text");
        (code, output)
    }
}

/// A client with its WebSocket.
pub struct Client {
    pub stream: TcpStream,
    id: u64,
    /// Events that nobody has asked for yet.
    events: VecDeque<Value>,
}

impl Client {
    /// Calls a method, and returns its result.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Calls a method that is refused, and returns the code.
    pub fn refused(&mut self, method: &str, params: Value) -> i64 {
        let answer = self.answer(method, params);
        answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("{method}: {answer}"))
    }

    fn answer(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        self.send(json!({ "id": self.id, "method": method, "params": params }).to_string().as_bytes());
        loop {
            let message = self.next();
            if message["id"] == self.id {
                return message;
            }
            self.events.push_back(message);
        }
    }

    /// Waits for the answer to a message that was sent.
    pub fn later(&mut self, id: u64) -> Value {
        if let Some(index) = self.events.iter().position(|known| known["id"] == id) {
            return self.events.remove(index).expect("it is there");
        }
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
            self.events.push_back(message);
        }
    }

    /// Sends a message, masked by nothing.
    pub fn send(&mut self, text: &[u8]) {
        let mut frame = vec![0x81];
        match text.len() {
            length @ 0..=125 => frame.push(0x80 | length as u8),
            length => {
                frame.push(0xFF);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(text);
        self.stream.write_all(&frame).expect("it reads");
    }

    /// Waits for an event, and returns its parameters.
    pub fn event(&mut self, method: &str) -> Value {
        if let Some(index) = self.events.iter().position(|known| known["method"] == method) {
            return self.events.remove(index).expect("it is there")["params"].clone();
        }
        loop {
            let message = self.next();
            if message["method"] == method {
                return message["params"].clone();
            }
            self.events.push_back(message);
        }
    }

    fn next(&mut self) -> Value {
        let text = self.read().expect("a message");
        serde_json::from_slice(&text).expect("JSON")
    }

    /// Reads a frame. None at the end.
    pub fn read(&mut self) -> Option<Vec<u8>> {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head).ok()?;
        let length = match head[1] {
            126 => {
                let mut bytes = [0; 2];
                self.stream.read_exact(&mut bytes).ok()?;
                usize::from(u16::from_be_bytes(bytes))
            }
            127 => {
                let mut bytes = [0; 8];
                self.stream.read_exact(&mut bytes).ok()?;
                u64::from_be_bytes(bytes) as usize
            }
            length => usize::from(length),
        };
        let mut text = vec![0; length];
        self.stream.read_exact(&mut text).ok()?;
        (head[0] == 0x81).then_some(text)
    }
}
