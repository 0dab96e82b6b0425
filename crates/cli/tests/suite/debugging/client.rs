//! A client of the Debug Adapter Protocol.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::runner::root;

/// Time for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client {
    child: Child,
    input: Option<Box<dyn Write>>,
    messages: Receiver<Value>,
    seq: u64,
    /// Events that nobody has asked for yet.
    events: VecDeque<Value>,
}

impl Client {
    pub fn start(options: &[&str]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
        command.arg("dap").args(options).current_dir(root()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
        let output = child.stdout.take().expect("its output");
        let input = child.stdin.take().expect("its input");
        Client::of(child, input, output)
    }

    /// Connects to a port that the command chooses. Gives its address too.
    pub fn connect() -> (Client, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape"));
        command.args(["dap", "--listen=0"]).current_dir(root()).stdin(Stdio::null()).stdout(Stdio::null());
        let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stderr.take().expect("its errors")).read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("Debug adapter listening on ").expect("an address").to_owned();
        let stream = TcpStream::connect(&address).expect("a connection");
        (Client::of(child, stream.try_clone().expect("its other side"), stream), address)
    }

    fn of(child: Child, input: impl Write + 'static, output: impl Read + Send + 'static) -> Client {
        let mut output = BufReader::new(output);
        let (sender, messages) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client { child, input: Some(Box::new(input)), messages, seq: 0, events: VecDeque::new() }
    }

    /// Sends a request, and returns the body of its answer.
    pub fn call(&mut self, command: &str, arguments: Value) -> Value {
        let answer = self.answer(command, arguments);
        assert_eq!(answer["success"], true, "{command}: {answer}");
        answer["body"].clone()
    }

    /// Sends a request that is refused, and returns the reason.
    pub fn refused(&mut self, command: &str, arguments: Value) -> String {
        let answer = self.answer(command, arguments);
        assert_eq!(answer["success"], false, "{command}: {answer}");
        answer["message"].as_str().expect("a reason").to_owned()
    }

    /// Sends a request, and waits for no answer.
    pub fn send(&mut self, command: &str, arguments: Value) {
        self.seq += 1;
        let request = json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments });
        let text = request.to_string();
        let input = self.input.as_mut().expect("it is not closed");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
    }

    fn answer(&mut self, command: &str, arguments: Value) -> Value {
        self.send(command, arguments);
        self.answer_to(self.seq)
    }

    /// Sends a request as it is written, and returns its answer.
    pub fn answer_to_text(&mut self, request: &str, seq: u64) -> Value {
        let input = self.input.as_mut().expect("it is not closed");
        write!(input, "Content-Length: {}\r\n\r\n{request}", request.len()).expect("it reads");
        self.answer_to(seq)
    }

    fn answer_to(&mut self, seq: u64) -> Value {
        loop {
            let message = self.next();
            if message["type"] == "event" {
                self.events.push_back(message);
            } else if message["request_seq"] == seq {
                return message;
            }
        }
    }

    /// Waits for an event, and returns its body.
    pub fn event(&mut self, event: &str) -> Value {
        if let Some(index) = self.events.iter().position(|known| known["event"] == event) {
            return self.events.remove(index).expect("it is there")["body"].clone();
        }
        loop {
            let message = self.next();
            if message["event"] == event {
                return message["body"].clone();
            }
            self.events.push_back(message);
        }
    }

    /// Returns the bodies of all such events that have come, and that nobody has asked for.
    pub fn known(&self, event: &str) -> Vec<Value> {
        self.events.iter().filter(|known| known["event"] == event).map(|known| known["body"].clone()).collect()
    }

    fn next(&self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect("a message")
    }

    /// Sends what is no message. The command goes away without an answer.
    pub fn is_refused(mut self, text: &str) {
        self.input.as_mut().expect("it is not closed").write_all(text.as_bytes()).expect("it reads");
        assert_eq!(self.messages.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
        self.end();
    }

    /// Waits until the command ends, and returns the number of answers that nobody has asked for.
    pub fn answers_left(self) -> usize {
        let messages: Vec<Value> = self.messages.iter().collect();
        self.end();
        messages.iter().filter(|message| message["type"] == "response").count()
    }

    /// Goes away, and waits until the command ends.
    pub fn end(mut self) {
        drop(self.input.take());
        let began = Instant::now();
        while self.child.try_wait().expect("it can be waited for").is_none() {
            if began.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("it does not end");
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok().filter(|&count| count > 0)?;
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().ok()?,
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut text = vec![0; length];
    output.read_exact(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}
