//! Guests: other processes of this program, which get messages on standard input and answer on standard output.
//!
//! ```text
//! message   length, fields; each field has its length before its bytes, lengths take eight bytes
//! ```

use std::env;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::host::STACK_BYTES;
use crate::pool;

/// A guest process, which ends when this is dropped.
pub struct Guest {
    process: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Guest {
    /// Starts this program with the option `--guest` of a command.
    pub fn start(command: &str) -> Result<Guest, String> {
        let program = env::current_exe().map_err(in_words)?;
        let mut process = Command::new(program)
            .args([command, "--guest"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(in_words)?;
        match (process.stdin.take(), process.stdout.take()) {
            (Some(input), Some(output)) => Ok(Guest { process, input, output }),
            _ => Err("the other process cannot be spoken to".to_owned()),
        }
    }

    /// Sends a message, and returns the answer.
    pub fn answer(&mut self, message: &Fields) -> Result<Vec<u8>, String> {
        message.send(&mut self.input).map_err(in_words)?;
        receive(&mut self.output).map_err(in_words)?.ok_or_else(|| "the other process has ended".to_owned())
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // It may have ended already; an error cannot be reported here.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Answers messages until the input ends: the work of a guest process.
pub fn serve(answer: impl Fn(&[u8]) -> Option<Fields> + Sync) -> Result<(), String> {
    while let Some(message) = receive(&mut io::stdin().lock()).map_err(in_words)? {
        for answer in pool::map(&[message], 1, STACK_BYTES, |message| answer(message))? {
            let answer = answer.ok_or_else(|| SPEAKS_DIFFERENTLY.to_owned())?;
            answer.send(&mut io::stdout().lock()).map_err(in_words)?;
        }
    }
    Ok(())
}

/// Error of a message with other fields than it should have.
pub const SPEAKS_DIFFERENTLY: &str = "the other process speaks differently";

fn in_words(error: io::Error) -> String {
    format!("the other process: {error}")
}

/// A message that is being written.
#[derive(Default)]
pub struct Fields(pub Vec<u8>);

impl Fields {
    pub fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    pub fn field(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }

    /// Sends the message, its length before it.
    pub fn send(&self, output: &mut impl Write) -> io::Result<()> {
        output.write_all(&(self.0.len() as u64).to_le_bytes())?;
        output.write_all(&self.0)?;
        output.flush()
    }
}

/// Receives a message, or `None` at the end of the input.
pub fn receive(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 8];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let mut message = Vec::new();
    input.take(u64::from_le_bytes(length)).read_to_end(&mut message)?;
    Ok(Some(message))
}

/// Rest of a message that is being read.
pub struct Rest<'a>(pub &'a [u8]);

impl<'a> Rest<'a> {
    pub fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    pub fn field(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (field, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(field)
    }

    pub fn text(&mut self) -> Option<String> {
        String::from_utf8(self.field()?.to_vec()).ok()
    }

    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.number()?).map(|_| item(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_through_whole_or_not_at_all() {
        let mut message = Fields::default();
        message.number(7);
        message.field(b"text");
        let mut sent = Vec::new();
        message.send(&mut sent).expect("written");
        let received = receive(&mut sent.as_slice()).expect("read").expect("a message");
        let mut rest = Rest(&received);
        assert_eq!((rest.number(), rest.text(), rest.text()), (Some(7), Some("text".to_owned()), None));
        assert!(receive(&mut &sent[..0]).expect("nothing").is_none());
        assert!(Rest(&received[..received.len() - 1]).list(Rest::text).is_none());
    }
}
