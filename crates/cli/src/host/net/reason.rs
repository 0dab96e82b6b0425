//! The reason phrase of a response, which the client's library reads and drops: what has come is looked at on its way.

use std::cell::RefCell;

use ureq::Error;
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, NextTimeout, Transport};

thread_local! {
    /// The phrase of the last response on this thread. A request has a thread, and a connection has one request.
    static REASON: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Takes the phrase of the response that this thread has got.
pub fn take() -> String {
    REASON.take().unwrap_or_default()
}

/// Wraps the connections of another connector.
#[derive(Debug)]
pub struct Listening;

impl<In: Transport> Connector<In> for Listening {
    type Out = Heard<In>;

    fn connect(&self, _: &ConnectionDetails, chained: Option<In>) -> Result<Option<Heard<In>>, Error> {
        REASON.set(None);
        Ok(chained.map(|inner| Heard { inner, is_heard: false }))
    }
}

/// A connection whose status line is looked at when it comes.
#[derive(Debug)]
pub struct Heard<In> {
    inner: In,
    is_heard: bool,
}

impl<In: Transport> Transport for Heard<In> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        let has_come = self.inner.await_input(timeout)?;
        if !self.is_heard
            && let Some(reason) = reason_in(self.inner.buffers().input())
        {
            self.is_heard = true;
            REASON.set(Some(reason));
        }
        Ok(has_come)
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

/// Returns the reason phrase of the first final response, RFC 9112 4, once its line is complete. Interim ones before it are
/// passed over. Each byte is a character.
fn reason_in(mut input: &[u8]) -> Option<String> {
    loop {
        let end = input.iter().position(|&byte| byte == b'\n')?;
        let line = input[..end].strip_suffix(b"\r").unwrap_or(&input[..end]);
        let mut parts = line.splitn(3, |&byte| byte == b' ').skip(1);
        let (status, reason) = (parts.next()?, parts.next().unwrap_or_default());
        if !status.starts_with(b"1") {
            return Some(reason.iter().map(|&byte| char::from(byte)).collect());
        }
        let after = input.windows(4).position(|window| window == b"\r\n\r\n")?;
        input = &input[after + 4..];
    }
}

#[cfg(test)]
mod tests {
    use super::reason_in;

    #[test]
    fn the_phrase_is_that_of_the_final_response() {
        for (input, reason) in [
            ("HTTP/1.1 200 OK\r\n", Some("OK")),
            ("HTTP/1.1 404 Nothing  to see\r\nA: b\r\n\r\n", Some("Nothing  to see")),
            ("HTTP/1.0 200\r\n", Some("")),
            ("HTTP/1.1 200 \n", Some("")),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 299 Own\r\n", Some("Own")),
            ("HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 2", None),
            ("HTTP/1.1 103 Early\r\nLink", None),
            ("HTTP/1.1 200 O", None),
            ("", None),
            ("\n", None),
        ] {
            assert_eq!(reason_in(input.as_bytes()).as_deref(), reason, "{input:?}");
        }
        assert_eq!(reason_in(b"HTTP/1.1 200 \xe9\r\n").as_deref(), Some("\u{e9}"));
    }
}
