//! A client of the Model Context Protocol.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::runner::root;

/// Time for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    last: u64,
    /// Answers that nobody has asked for yet, by their ids.
    answers: BTreeMap<u64, Value>,
}

impl Client {
    pub fn start(options: &[&str]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
        command.arg("mcp").args(options).current_dir(root()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, messages) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let message = serde_json::from_str(&line).expect("a message on each line");
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Client { child, input, messages, last: 0, answers: BTreeMap::new() }
    }

    /// Sends a request, and returns its id.
    pub fn send(&mut self, method: &str, params: Value) -> u64 {
        self.last += 1;
        self.write(json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params }));
        self.last
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.write(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn write(&mut self, message: Value) {
        let input = self.input.as_mut().expect("the client is there");
        writeln!(input, "{message}").and_then(|()| input.flush()).expect("the server is there");
    }

    /// Sends a request, and returns its result.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let answer = self.answer(id);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Sends a request that is refused, and returns the error.
    pub fn refused(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.answer(id)["error"].clone()
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: u64) -> Value {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            self.take();
        }
    }

    /// Returns whether a request was answered that nobody has waited for.
    pub fn has_answer(&self, id: u64) -> bool {
        self.answers.contains_key(&id)
    }

    /// Waits for a notification, and returns its parameters.
    pub fn notification(&mut self, method: &str) -> Value {
        loop {
            if let Some(message) = self.take().filter(|message| message["method"] == method) {
                return message["params"].clone();
            }
        }
    }

    /// Takes the next message: keeps an answer, and returns anything else.
    fn take(&mut self) -> Option<Value> {
        let message = self.messages.recv_timeout(PATIENCE).expect("a message");
        match message["id"].as_u64() {
            Some(id) if message["method"].is_null() => {
                self.answers.insert(id, message);
                None
            }
            _ => Some(message),
        }
    }

    /// Closes the server's input, and returns its exit code.
    pub fn leave(&mut self) -> Option<i32> {
        self.input = None;
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
