//! Hosts that `--allow-net` names.

use std::net::{IpAddr, Ipv6Addr};

/// A host that the option names, with a port or for all ports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedHost {
    /// The text that names it, in small letters.
    pub text: String,
    host: Host,
    port: Option<u16>,
}

/// A name in small letters, or an address, which has many spellings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Host {
    Name(String),
    Address(IpAddr),
}

impl NamedHost {
    /// Reads `[SCHEME://]HOST[:PORT][/]`. Without a port all ports are meant, with a scheme that scheme's. None for a text that
    /// no host has: it would look like a permission.
    pub fn parse(text: &str) -> Option<NamedHost> {
        let text = text.to_ascii_lowercase();
        // A scheme stands for its port.
        let (rest, standard) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
            (Some(rest), _) => (rest, Some(443)),
            (_, Some(rest)) => (rest, Some(80)),
            _ => (text.as_str(), None),
        };
        let rest = rest.trim_end_matches('/');
        // An address of version 6 without brackets has no port.
        let has_port = rest.parse::<Ipv6Addr>().is_err() && !rest.ends_with(']');
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if has_port => (host, Some(port.parse().ok()?)),
            _ => (rest, standard),
        };
        let host = Host::parse(host);
        if let Host::Name(name) = &host
            && (name.is_empty() || name.contains(['/', ':', '[', ']']))
        {
            return None;
        }
        Some(NamedHost { text, host, port })
    }

    pub fn is_for(&self, host: &Host, port: u16) -> bool {
        self.host == *host && self.port.is_none_or(|own| own == port)
    }
}

impl Host {
    pub fn parse(text: &str) -> Host {
        let text = without_brackets(text);
        text.parse().map_or_else(|_| Host::Name(text.to_owned()), |address| Host::Address(plain(address)))
    }
}

pub fn without_brackets(host: &str) -> &str {
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
}

/// Addresses of version 4 within ones of version 6 are what they are.
pub fn plain(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(six) => six.to_ipv4_mapped().map_or(address, IpAddr::V4),
        four => four,
    }
}
