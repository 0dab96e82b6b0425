//! Gate of the network: lets hosts through by their names, and then by the addresses that a connection uses.

use std::net::{IpAddr, Ipv4Addr};

use crate::options::Network;
use crate::options::hosts::{Host, NamedHost, plain, without_brackets};

/// Hosts that the command line allows.
#[derive(Clone, Debug)]
pub struct Gate {
    /// Whether all hosts are allowed that have public addresses.
    allows_public: bool,
    named: Vec<NamedHost>,
}

impl Gate {
    /// None where nothing is allowed.
    pub fn new(network: &Network) -> Option<Gate> {
        let (allows_public, named) = match network {
            Network::None => return None,
            Network::Named(named) => (false, named.clone()),
            Network::Public(named) => (true, named.clone()),
        };
        Some(Gate { allows_public, named })
    }

    fn names(&self, host: &Host, port: u16) -> bool {
        self.named.iter().any(|named| named.is_for(host, port))
    }

    /// Allows the host, as far as its name tells, or says why not.
    pub fn allows_host(&self, host: &str, port: u16) -> Result<(), String> {
        let host = without_brackets(host);
        match self.allows_public || self.names(&Host::parse(host), port) {
            true => Ok(()),
            false => Err(format!("{host}:{port} is not among the hosts of --allow-net")),
        }
    }

    /// Allows the address that a host has, or says why not. `localhost` names the addresses of the loopback. Any other
    /// address that is not public must be named itself, so that no name leads to one. The refusal does not say which
    /// address it is: a script would learn of the network within.
    pub fn allows_address(&self, host: &str, address: IpAddr, port: u16) -> Result<(), String> {
        let host = without_brackets(host);
        let address = plain(address);
        let is_named = self.names(&Host::Address(address), port)
            || (address.is_loopback() && host == "localhost" && self.names(&Host::parse(host), port));
        match is_named || is_public(address) {
            true => Ok(()),
            false => Err(format!("{host} leads to an address that is not public and must be named by --allow-net")),
        }
    }
}

/// Returns whether anybody on the internet reaches the address.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(four) => is_public_v4(four),
        // Of what is assigned, without the ranges that stand for addresses of version 4, or for documents.
        IpAddr::V6(six) => match six.segments() {
            [0x2001, second, ..] => second >= 0x200 && second != 0xDB8,
            [0x2002, ..] | [0x3FFF, ..] => false,
            [first, ..] => (0x2000..0x4000).contains(&first),
        },
    }
}

/// Excludes the special ranges of RFC 6890, multicast and reserved addresses, and one that a cloud uses inside.
fn is_public_v4(address: Ipv4Addr) -> bool {
    match address.octets() {
        [0 | 10 | 127, ..] | [169, 254, ..] | [192, 168, ..] | [192, 88, 99, _] => false,
        [100, second, ..] => !(64..128).contains(&second),
        [172, second, ..] => !(16..32).contains(&second),
        // What machines of one cloud ask about themselves.
        [168, 63, 129, 16] => false,
        [192, 0, 0 | 2, _] | [198, 51, 100, _] | [203, 0, 113, _] | [198, 18 | 19, ..] => false,
        [first, ..] => first < 224,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(named: &[&str], allows_public: bool) -> Gate {
        let named = named.iter().map(|name| NamedHost::parse(name).expect("a host")).collect();
        let network = if allows_public { Network::Public(named) } else { Network::Named(named) };
        Gate::new(&network).expect("a gate")
    }

    fn allows(gate: &Gate, host: &str, address: &str, port: u16) -> bool {
        gate.allows_host(host, port).is_ok()
            && gate.allows_address(host, address.parse().expect("an address"), port).is_ok()
    }

    #[test]
    fn addresses_that_are_not_public_must_be_named() {
        let public = gate(&[], true);
        for private in [
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "168.63.129.16",
            "100.64.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.0.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001::1",
            "2001:db8::1",
            "::127.0.0.1",
            "fec0::1",
        ] {
            assert!(!allows(&public, "evil.example", private, 80), "{private}");
            assert!(allows(&gate(&[private, "evil.example"], false), "evil.example", private, 80), "{private}");
            let refused = public.allows_address("evil.example", private.parse().expect("an address"), 80);
            assert_eq!(
                refused.expect_err("a refusal"),
                "evil.example leads to an address that is not public and must be named by --allow-net"
            );
        }
        for open in ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2001:4860:4860::8888"]
        {
            assert!(allows(&public, "good.example", open, 443), "{open}");
        }
        // A name that is allowed may still not lead inside.
        assert!(!allows(&gate(&["evil.example"], false), "evil.example", "127.0.0.1", 80));
        assert!(!allows(&gate(&["localhost"], true), "evil.example", "127.0.0.1", 80));
        assert!(allows(&gate(&["localhost"], false), "localhost", "::1", 80));
        assert!(!allows(&gate(&["localhost"], false), "localhost", "10.0.0.1", 80));
    }

    #[test]
    fn names_are_whole_and_ports_count() {
        let one = gate(
            &["a.example:8080", "[::1]:90", "https://b.example/", "http://c.example", "https://d.example:8443"],
            false,
        );
        assert!(allows(&one, "a.example", "1.1.1.1", 8080));
        assert!(allows(&one, "[::1]", "::1", 90));
        for (host, port) in [("b.example", 443), ("c.example", 80), ("d.example", 8443)] {
            assert!(allows(&one, host, "1.1.1.1", port), "{host}:{port}");
            assert!(!allows(&one, host, "1.1.1.1", port + 1), "{host}:{port}");
        }
        assert!(!allows(&one, "b.example", "1.1.1.1", 80) && !allows(&one, "d.example", "1.1.1.1", 443));
        assert!(allows(&gate(&["[0:0::1]"], false), "[::1]", "::1", 80));
        for (host, port) in
            [("a.example", 80), ("xa.example", 8080), ("a.example.evil", 8080), ("[::1]", 91), ("", 8080)]
        {
            assert!(!allows(&one, host, "1.1.1.1", port), "{host}:{port}");
        }
    }
}
