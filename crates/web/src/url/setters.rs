//! Setters of URL: the basic URL parser with a state override, URL 6.1 and 4.4.

use ferrotape_runtime::heap::Heap;

use super::encode_sets::{EncodeSet, append, copied, encode, find};
use super::parser::{Failure, Parsed, Parser, split_scheme, without_tabs};
use super::record::{Record, special_scheme};

/// The parts of a URL that are set by a part of the parser.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Protocol,
    Username,
    Password,
    Host,
    Hostname,
    Port,
    Pathname,
    Search,
    Hash,
}

/// Returns the URL with another part. None where it stays as it is.
pub(super) fn with_part(heap: &mut Heap, url: Record, part: Part, text: &[u8]) -> Parsed<Option<Record>> {
    let cleaned = match part {
        Part::Username | Part::Password => text.into(),
        _ => without_tabs(heap, text)?,
    };
    let mut parser = Parser { heap, url };
    let set = match part {
        Part::Protocol => parser.set_protocol(&cleaned),
        Part::Username | Part::Password => parser.set_credential(part, &cleaned),
        Part::Host => parser.set_host(&cleaned, false),
        Part::Hostname => parser.set_host(&cleaned, true),
        Part::Port => parser.set_port(text.is_empty(), &cleaned),
        Part::Pathname => parser.set_path(&cleaned),
        Part::Search => parser.set_query(text.is_empty(), &cleaned),
        Part::Hash => parser.set_fragment(text.is_empty(), &cleaned),
    };
    match set {
        Ok(()) => Ok(Some(parser.url.fitted())),
        Err(Failure::Invalid) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}

impl Parser<'_> {
    /// The scheme state.
    fn set_protocol(&mut self, text: &[u8]) -> Parsed<()> {
        let mut with_colon = copied(self.heap, text)?;
        append(self.heap, &mut with_colon, b":")?;
        let (scheme, _) = split_scheme(self.heap, &with_colon)?.ok_or(Failure::Invalid)?;
        let mut scheme = copied(self.heap, scheme)?;
        scheme.make_ascii_lowercase();
        let url = &mut self.url;
        let is_refused = special_scheme(&scheme).is_some() != url.is_special()
            || scheme == b"file" && (url.includes_credentials() || url.port.is_some())
            || url.is_file() && url.host.as_ref().is_some_and(Vec::is_empty);
        if is_refused {
            return Err(Failure::Invalid);
        }
        url.scheme = scheme;
        if let Some(port) = url.port {
            url.set_port(port);
        }
        Ok(())
    }

    /// Set the username, and set the password.
    fn set_credential(&mut self, part: Part, text: &[u8]) -> Parsed<()> {
        if self.url.cannot_have_credentials() {
            return Err(Failure::Invalid);
        }
        let mut encoded = Vec::new();
        encode(self.heap, &mut encoded, text, EncodeSet::USERINFO)?;
        if part == Part::Username {
            self.url.username = encoded;
        } else {
            self.url.password = encoded;
        }
        Ok(())
    }

    /// The host state, and the hostname state.
    fn set_host(&mut self, text: &[u8], is_name: bool) -> Parsed<()> {
        if self.url.has_opaque_path {
            return Err(Failure::Invalid);
        }
        let end = self.end_of_authority(text)?;
        let text = &text[..end];
        if self.url.is_file() {
            return self.host_of_file(text);
        }
        let colon = self.colon_before_port(text)?;
        let Some(port) = text.get(colon + 1..) else {
            if text.is_empty() && (self.url.includes_credentials() || self.url.port.is_some()) {
                return Err(Failure::Invalid);
            }
            return self.host(text);
        };
        if colon == 0 || is_name {
            return Err(Failure::Invalid);
        }
        self.host(&text[..colon])?;
        // The host stays where there is no such port.
        match self.leading_port(port) {
            Err(Failure::Invalid) => Ok(()),
            set => set,
        }
    }

    fn set_port(&mut self, is_removed: bool, text: &[u8]) -> Parsed<()> {
        if self.url.cannot_have_credentials() {
            return Err(Failure::Invalid);
        }
        if is_removed {
            self.url.port = None;
            return Ok(());
        }
        self.leading_port(text)
    }

    /// The port state, which ends behind the digits.
    fn leading_port(&mut self, text: &[u8]) -> Parsed<()> {
        let end = find(self.heap, text, |byte| !byte.is_ascii_digit())?;
        if end == 0 {
            return Err(Failure::Invalid);
        }
        self.port(&text[..end])
    }

    /// The path start state.
    fn set_path(&mut self, text: &[u8]) -> Parsed<()> {
        if self.url.has_opaque_path {
            return Err(Failure::Invalid);
        }
        self.url.path = Vec::new();
        let is_special = self.url.is_special();
        match text {
            [] if !is_special && self.url.host.is_some() => Ok(()),
            [b'/', rest @ ..] => self.path(rest, true),
            [b'\\', rest @ ..] if is_special => self.path(rest, true),
            text => self.path(text, true),
        }
    }

    /// The query state.
    fn set_query(&mut self, is_removed: bool, text: &[u8]) -> Parsed<()> {
        if is_removed {
            self.url.query = None;
            return Ok(());
        }
        self.query(text.strip_prefix(b"?").unwrap_or(text))
    }

    /// The fragment state.
    fn set_fragment(&mut self, is_removed: bool, text: &[u8]) -> Parsed<()> {
        if is_removed {
            self.url.fragment = None;
            return Ok(());
        }
        self.fragment(text.strip_prefix(b"#").unwrap_or(text))
    }
}
