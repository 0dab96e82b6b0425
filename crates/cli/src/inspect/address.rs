//! The addresses of `--inspect=[HOST:]PORT` and `--listen=[HOST:]PORT`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The port of node, and of what looks for it.
const PORT: u16 = 9229;

/// Wish for a debugger by the Chrome DevTools protocol.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Inspect {
    pub address: SocketAddr,
    /// Whether the program waits for a client, and stops at its first statement.
    pub waits: bool,
}

impl Inspect {
    /// Reads what is behind `=`.
    pub fn read(text: Option<&str>, waits: bool) -> Result<Inspect, String> {
        Ok(Inspect { address: read_address(text, PORT)?, waits })
    }
}

/// Reads a port, an address, or both. The defaults are the loopback and the usual port.
pub fn read_address(text: Option<&str>, usual: u16) -> Result<SocketAddr, String> {
    let wrong = || "PORT, ADDRESS:PORT or nothing; the address is an IP address or localhost".to_owned();
    let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(SocketAddr::new(loopback, usual)) };
    let text = text.strip_prefix("localhost").map_or(text.to_owned(), |rest| format!("{loopback}{rest}"));
    let port = || text.parse().map(|port: u16| SocketAddr::new(loopback, port)).ok();
    let host = || text.trim_matches(['[', ']']).parse().map(|host: IpAddr| SocketAddr::new(host, usual)).ok();
    text.parse().ok().or_else(port).or_else(host).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (text, wanted) in [
            (None, "127.0.0.1:9229"),
            (Some("0"), "127.0.0.1:0"),
            (Some("localhost:81"), "127.0.0.1:81"),
            (Some("0.0.0.0:9"), "0.0.0.0:9"),
            (Some("::1"), "[::1]:9229"),
            (Some("[::1]:7"), "[::1]:7"),
            (Some("10.0.0.1"), "10.0.0.1:9229"),
        ] {
            assert_eq!(Inspect::read(text, false).map(|it| it.address.to_string()), Ok(wanted.to_owned()), "{text:?}");
        }
        for wrong in ["x", "70000", "example.com:1", "1:2", "-1"] {
            assert!(Inspect::read(Some(wrong), true).is_err(), "{wrong}");
        }
    }
}
