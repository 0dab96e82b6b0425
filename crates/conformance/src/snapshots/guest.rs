//! The other process: receives a journey on standard input and sends it back on standard output.
//!
//! ```text
//! message   length, fields; each field has its length before its bytes, lengths take eight bytes
//! ```

use std::env;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use ferrotape::Backend;

use super::journey::Journey;
use crate::host::STACK_BYTES;
use crate::pool;

/// A guest process, which ends when this is dropped.
pub struct Guest {
    process: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Guest {
    pub fn start() -> Result<Guest, String> {
        let program = env::current_exe().map_err(in_words)?;
        let mut command = Command::new(program);
        command.args(["snapshots", "--guest"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().map_err(in_words)?;
        match (process.stdin.take(), process.stdout.take()) {
            (Some(input), Some(output)) => Ok(Guest { process, input, output }),
            _ => Err("the other process cannot be spoken to".to_owned()),
        }
    }

    pub fn go_on(&mut self, journey: &Journey) -> Result<Journey, String> {
        send(&mut self.input, journey).map_err(in_words)?;
        receive(&mut self.output)?.ok_or_else(|| "the other process has ended".to_owned())
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // It may have ended already; an error cannot be reported here.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Continues journeys until the input ends: the work of the guest process.
pub fn serve() -> Result<(), String> {
    while let Some(journey) = receive(&mut io::stdin().lock())? {
        let on_a_large_stack = |journey: &Journey| {
            let mut journey = journey.clone();
            journey.go_on();
            journey
        };
        for journey in pool::map(&[journey], 1, STACK_BYTES, on_a_large_stack)? {
            send(&mut io::stdout().lock(), &journey).map_err(in_words)?;
        }
    }
    Ok(())
}

fn in_words(error: io::Error) -> String {
    format!("the other process: {error}")
}

fn send(output: &mut impl Write, journey: &Journey) -> io::Result<()> {
    let mut message = Fields::default();
    let backend = matches!(journey.backend, Backend::Stack);
    let (end, limit) = match &journey.end {
        None => (0, ""),
        Some(Ok(())) => (1, ""),
        Some(Err(limit)) => (2, limit.as_str()),
    };
    for number in [backend.into(), journey.is_paused.into(), journey.pauses, journey.seed, journey.restored, end] {
        message.number(number);
    }
    message.field(limit.as_bytes());
    message.field(journey.last.as_bytes());
    message.field(&journey.bytes);
    message.number(journey.scripts.len() as u64);
    for (name, text) in &journey.scripts {
        message.field(name.as_bytes());
        message.field(text.as_bytes());
    }
    message.number(journey.lines.len() as u64);
    journey.lines.iter().for_each(|line| message.field(line.as_bytes()));
    message.number(journey.unwritable.len() as u64);
    for (what, (count, example)) in &journey.unwritable {
        message.field(what.as_bytes());
        message.number(*count);
        message.field(example.as_bytes());
    }
    output.write_all(&(message.0.len() as u64).to_le_bytes())?;
    output.write_all(&message.0)?;
    output.flush()
}

/// Receives a journey, or `None` at the end of the input.
fn receive(input: &mut impl Read) -> Result<Option<Journey>, String> {
    let mut length = [0; 8];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other.map_err(in_words)?,
    }
    let mut message = Vec::new();
    input.take(u64::from_le_bytes(length)).read_to_end(&mut message).map_err(in_words)?;
    read(&mut Rest(&message)).map(Some).ok_or_else(|| "the other process speaks differently".to_owned())
}

fn read(message: &mut Rest<'_>) -> Option<Journey> {
    let mut number = || message.number();
    let backend = if number()? == 0 { Backend::Register } else { Backend::Stack };
    let (is_paused, pauses, seed, restored, end) = (number()? != 0, number()?, number()?, number()?, number()?);
    let limit = message.text()?;
    let last = message.text()?;
    let bytes = message.field()?.to_vec();
    let scripts = message.list(|message| Some((message.text()?, message.text()?)))?;
    let lines = message.list(Rest::text)?;
    let unwritable = message.list(|message| Some((message.text()?, (message.number()?, message.text()?))))?;
    let end = match end {
        0 => None,
        1 => Some(Ok(())),
        _ => Some(Err(limit)),
    };
    let unwritable = unwritable.into_iter().collect();
    Some(Journey { backend, scripts, bytes, is_paused, pauses, seed, last, lines, restored, unwritable, end })
}

#[derive(Default)]
struct Fields(Vec<u8>);

impl Fields {
    fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn field(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }
}

struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    fn field(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (field, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(field)
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.field()?.to_vec()).ok()
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.number()?).map(|_| item(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff;

    #[test]
    fn journeys_come_through() {
        let mut journey = Journey::new(&diff::generated_program(3), Backend::Stack, 7);
        journey.go_on();
        journey.unwritable.insert("something".to_owned(), (2, "like this".to_owned()));
        for end in [None, Some(Ok(())), Some(Err("a limit".to_owned()))] {
            journey.end = end;
            let mut sent = Vec::new();
            send(&mut sent, &journey).expect("written");
            assert_eq!(receive(&mut sent.as_slice()).expect("read"), Some(journey.clone()));
            assert!(receive(&mut &sent[..sent.len() - 1]).is_err());
            assert_eq!(receive(&mut &sent[..0]).expect("nothing"), None);
        }
    }
}
