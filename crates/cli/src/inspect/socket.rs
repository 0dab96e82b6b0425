//! A WebSocket of a server, RFC 6455: the handshake's key, frames that come, frames that go.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use ferrotape_text::Base64;
use sha1::{Digest, Sha1};

/// Most bytes of a message.
pub const MOST_BYTES: usize = 64 << 20;
/// Most bytes of the data of a control frame, RFC 6455 section 5.5.
const MOST_OF_CONTROL: usize = 125;

/// Kind of a frame, RFC 6455 section 5.2.
const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// Answer to the key of a client, RFC 6455 section 4.2.2.
pub fn accepted(key: &str) -> String {
    let digest = Sha1::digest(format!("{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
    let mut text = String::new();
    for bytes in digest.chunks(3) {
        let bits = bytes.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - bytes.len()));
        for place in 0..4 {
            let digit = (bits >> (18 - 6 * place)) & 63;
            text.push(if place <= bytes.len() { char::from(Base64::Standard.digit(digit)) } else { '=' });
        }
    }
    text
}

/// A stream with a deadline for all that is read and written by it.
pub struct Timed<'s> {
    stream: &'s TcpStream,
    until: Instant,
}

impl<'s> Timed<'s> {
    pub fn new(stream: &'s TcpStream, time: Duration) -> Timed<'s> {
        Timed { stream, until: Instant::now() + time }
    }

    /// The time that is left.
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// A message or a ping.
#[derive(PartialEq, Eq, Debug)]
pub enum Came {
    Message(String),
    /// Data of a ping, which wants an answer.
    Ping(Vec<u8>),
}

/// Reads the next message. None when the client closes, or breaks a rule.
pub fn read(input: &mut impl Read) -> Option<Came> {
    let mut message: Option<Vec<u8>> = None;
    loop {
        let Frame { is_last, kind, data } = frame(input, message.as_ref().map_or(0, Vec::len))?;
        match kind {
            TEXT | BINARY if message.is_none() => message = Some(data),
            CONTINUATION => message.as_mut()?.extend(data),
            // A message may have control frames between its pieces. Those that are not whole yet get no ping.
            PING if message.is_none() => return Some(Came::Ping(data)),
            PING | PONG => continue,
            _ => return None,
        }
        if is_last {
            return String::from_utf8(message?).ok().map(Came::Message);
        }
    }
}

/// A frame of a WebSocket.
struct Frame {
    is_last: bool,
    kind: u8,
    data: Vec<u8>,
}

/// Reads a frame, where `before` bytes of its message are there.
fn frame(input: &mut impl Read, before: usize) -> Option<Frame> {
    let [first, second] = bytes(input)?;
    let (is_last, kind) = (first & 0x80 != 0, first & 0x0F);
    // Extensions were not agreed on, and clients mask.
    if first & 0x70 != 0 || second & 0x80 == 0 {
        return None;
    }
    let length = match second & 0x7F {
        126 => u64::from(u16::from_be_bytes(bytes(input)?)),
        127 => u64::from_be_bytes(bytes(input)?),
        short => u64::from(short),
    };
    let most = if kind >= CLOSE { MOST_OF_CONTROL } else { MOST_BYTES.saturating_sub(before) };
    let length = usize::try_from(length).ok().filter(|&length| length <= most && (is_last || kind < CLOSE))?;
    let mask: [u8; 4] = bytes(input)?;
    // Memory is taken as the bytes come: a length alone is no claim to it.
    let mut data = Vec::new();
    input.take(length as u64).read_to_end(&mut data).ok().filter(|&read| read == length)?;
    data.iter_mut().zip(mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
    Some(Frame { is_last, kind, data })
}

fn bytes<const N: usize>(input: &mut impl Read) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

/// Writes a message.
pub fn write_text(output: &mut impl Write, text: &str) -> io::Result<()> {
    write(output, TEXT, text.as_bytes())
}

/// Answers a ping.
pub fn write_pong(output: &mut impl Write, data: &[u8]) -> io::Result<()> {
    write(output, PONG, data)
}

/// Says goodbye.
pub fn write_close(output: &mut impl Write) -> io::Result<()> {
    write(output, CLOSE, &[])
}

/// Writes an unfragmented frame, RFC 6455 5.2, unmasked as servers' frames are.
fn write(output: &mut impl Write, kind: u8, data: &[u8]) -> io::Result<()> {
    let mut head = vec![0x80 | kind];
    match data.len() {
        length @ 0..=125 => head.push(length as u8),
        length @ 126..=0xFFFF => {
            head.push(126);
            head.extend((length as u16).to_be_bytes());
        }
        length => {
            head.push(127);
            head.extend((length as u64).to_be_bytes());
        }
    }
    output.write_all(&head)?;
    output.write_all(data)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(first: u8, data: &[u8]) -> Vec<u8> {
        let mut frame = vec![first, 0x80 | data.len() as u8, 1, 2, 3, 4];
        frame.extend(data.iter().zip([1, 2, 3, 4].iter().cycle()).map(|(byte, mask)| byte ^ mask));
        frame
    }

    #[test]
    fn the_key_of_the_document_is_accepted() {
        assert_eq!(accepted("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn messages_are_read_in_pieces() {
        let frames = [masked(0x01, b"ab"), masked(0x8A, b"pong"), masked(0x80, b"c"), masked(0x89, b"?")].concat();
        let mut input = &frames[..];
        assert_eq!(read(&mut input), Some(Came::Message("abc".to_owned())));
        assert_eq!(read(&mut input), Some(Came::Ping(b"?".to_vec())));
        assert_eq!(read(&mut input), None);
    }

    #[test]
    fn what_breaks_the_rules_ends_it() {
        let plain = vec![0x81, 1, b'a'];
        let extended = masked(0xC1, b"a");
        let lonely = masked(0x80, b"a");
        let no_text = masked(0x81, &[0xFF]);
        let huge = [&[0x81, 0xFF][..], &u64::MAX.to_be_bytes(), &[0; 4]].concat();
        let cut = vec![0x81, 0x85, 0, 0, 0, 0, b'a'];
        let long_ping = [&[0x89, 0xFE, 1, 0][..], &[0; 300]].concat();
        for frames in [plain, extended, lonely, no_text, huge, cut, long_ping, masked(0x88, b"")] {
            assert_eq!(read(&mut &frames[..]), None, "{frames:?}");
        }
    }

    #[test]
    fn lengths_are_written() {
        for length in [0, 125, 126, 0xFFFF, 0x10000] {
            let mut written = Vec::new();
            write_text(&mut written, &"a".repeat(length)).expect("memory");
            assert_eq!(
                written.len() - length,
                if length < 126 {
                    2
                } else if length < 0x10000 {
                    4
                } else {
                    10
                }
            );
        }
    }
}
