//! Canonical texts of the components of URLs, URL Pattern 3: the URL parser with a state override.

use ferrotape_runtime::heap::Heap;

use super::super::encode_sets::{EncodeSet, append, copied, encode};
use super::super::parser::{Failure, Parsed, Parser, parse, without_tabs};
use super::super::record::{Record, special_scheme};
use super::super::setters::{Part, with_part};

/// The encoding callbacks of components.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Canonical {
    Protocol,
    Username,
    Password,
    /// A host of special schemes.
    Domain,
    OpaqueHost,
    Ipv6,
    Port,
    Pathname,
    OpaquePathname,
    Search,
    Hash,
}

impl Canonical {
    /// Returns the callback of hosts for URLs with this protocol.
    pub(super) fn of_hosts(protocol: &[u8]) -> Canonical {
        if is_like_special(protocol) { Canonical::Domain } else { Canonical::OpaqueHost }
    }

    /// Returns the callback of paths for URLs with this protocol.
    pub(super) fn of_paths(protocol: &[u8]) -> Canonical {
        if is_like_special(protocol) { Canonical::Pathname } else { Canonical::OpaquePathname }
    }

    /// Canonicalizes a text. The result is ASCII.
    pub(super) fn of(self, heap: &mut Heap, text: &[u8]) -> Parsed<Vec<u8>> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        match self {
            Canonical::Protocol => protocol(heap, text),
            Canonical::Username | Canonical::Password => {
                let mut encoded = Vec::new();
                encode(heap, &mut encoded, text, EncodeSet::USERINFO)?;
                Ok(encoded)
            }
            Canonical::Domain => host(heap, text, b"https"),
            Canonical::OpaqueHost => host(heap, text, b"pattern"),
            Canonical::Ipv6 => ipv6(heap, text),
            Canonical::Port => port(heap, text, b""),
            Canonical::Pathname => pathname(heap, text),
            Canonical::OpaquePathname => Ok(parsed(heap, text, |parser, text| parser.opaque_path(text))?.path),
            Canonical::Search => Ok(parsed(heap, text, |parser, text| parser.query(text))?.query.unwrap_or_default()),
            Canonical::Hash => {
                Ok(parsed(heap, text, |parser, text| parser.fragment(text))?.fragment.unwrap_or_default())
            }
        }
    }
}

/// Tells whether a URL whose protocol may be missing is treated as one with a special scheme.
fn is_like_special(protocol: &[u8]) -> bool {
    protocol.is_empty() || special_scheme(protocol).is_some()
}

/// Runs a part of the URL parser over all of the text.
fn parsed(heap: &mut Heap, text: &[u8], state: fn(&mut Parser<'_>, &[u8]) -> Parsed<()>) -> Parsed<Record> {
    let text = without_tabs(heap, text)?;
    let mut parser = Parser { heap, url: Record::default() };
    state(&mut parser, &text)?;
    Ok(parser.url)
}

/// Canonicalize a protocol.
fn protocol(heap: &mut Heap, text: &[u8]) -> Parsed<Vec<u8>> {
    let mut url = copied(heap, text)?;
    append(heap, &mut url, b"://dummy.test")?;
    Ok(parse(heap, &url, None)?.scheme)
}

/// Makes the URL whose parts are set.
fn dummy(scheme: &[u8]) -> Record {
    Record { scheme: scheme.to_vec(), host: Some(b"dummy.test".to_vec()), ..Record::default() }
}

/// Canonicalize a hostname, and a domain name.
fn host(heap: &mut Heap, text: &[u8], scheme: &[u8]) -> Parsed<Vec<u8>> {
    let url = with_part(heap, dummy(scheme), Part::Hostname, text)?.ok_or(Failure::Invalid)?;
    Ok(url.host.unwrap_or_default())
}

/// Canonicalize an IPv6 hostname.
fn ipv6(heap: &mut Heap, text: &[u8]) -> Parsed<Vec<u8>> {
    let mut host = copied(heap, text)?;
    if !text.iter().all(|byte| byte.is_ascii_hexdigit() || b"[]:".contains(byte)) {
        return Err(Failure::Invalid);
    }
    host.make_ascii_lowercase();
    Ok(host)
}

/// Canonicalize a port, of URLs with this scheme if there is one.
pub(super) fn port(heap: &mut Heap, text: &[u8], scheme: &[u8]) -> Parsed<Vec<u8>> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let scheme = copied(heap, scheme)?;
    let url = with_part(heap, dummy(&scheme), Part::Port, text)?.ok_or(Failure::Invalid)?;
    Ok(url.port.map_or(Vec::new(), |port| port.to_string().into_bytes()))
}

/// Canonicalize a pathname.
fn pathname(heap: &mut Heap, text: &[u8]) -> Parsed<Vec<u8>> {
    let is_absolute = text.starts_with(b"/");
    let mut path = copied(heap, if is_absolute { b"" } else { b"/-" })?;
    append(heap, &mut path, text)?;
    let url = with_part(heap, dummy(b"https"), Part::Pathname, &path)?.ok_or(Failure::Invalid)?;
    if is_absolute { Ok(url.path) } else { Ok(copied(heap, url.path.get(2..).unwrap_or_default())?) }
}
