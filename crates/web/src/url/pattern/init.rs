//! URLPatternInit, URL Pattern 1.2 and 3.2: its members, and what they mean together with a base URL.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{Heap, StringId};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::super::encode_sets::{append, copied};
use super::super::parser::{Parsed, parse};
use super::super::record::Record;
use super::canonical::{Canonical, port};
use super::texts::escaped_pattern;
use crate::interface::member;
use crate::text;

/// The components of a URL, in their order.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Component {
    Protocol,
    Username,
    Password,
    Hostname,
    Port,
    Pathname,
    Search,
    Hash,
}

impl Component {
    pub(super) const COUNT: usize = 8;

    pub(super) const ALL: [Component; Component::COUNT] = [
        Component::Protocol,
        Component::Username,
        Component::Password,
        Component::Hostname,
        Component::Port,
        Component::Pathname,
        Component::Search,
        Component::Hash,
    ];

    /// Returns the component's name in error messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Component::Protocol => "protocol",
            Component::Username => "username",
            Component::Password => "password",
            Component::Hostname => "hostname",
            Component::Port => "port",
            Component::Pathname => "pathname",
            Component::Search => "search",
            Component::Hash => "hash",
        }
    }
}

/// A text for each component that there is one for.
pub(super) type Texts = [Option<Vec<u8>>; Component::COUNT];

/// A URLPatternInit, in UTF-8.
#[derive(Default, Debug)]
pub(super) struct Init {
    pub(super) texts: Texts,
    pub(super) base: Option<Vec<u8>>,
}

/// The members of the dictionary in the order in which they are read.
const MEMBERS: [(&str, Option<Component>); Component::COUNT + 1] = [
    ("baseURL", None),
    ("hash", Some(Component::Hash)),
    ("hostname", Some(Component::Hostname)),
    ("password", Some(Component::Password)),
    ("pathname", Some(Component::Pathname)),
    ("port", Some(Component::Port)),
    ("protocol", Some(Component::Protocol)),
    ("search", Some(Component::Search)),
    ("username", Some(Component::Username)),
];

/// The members of a dictionary that there are, in the order of their names. They are kept.
pub(super) type Members = Vec<(&'static str, StringId)>;

/// Converts to a URLPatternInit. The strings have no lone surrogates.
pub(super) fn read(vm: &mut Vm, dictionary: Value) -> Completion<(Init, Members)> {
    let dictionary = dictionary.as_object();
    let (mut init, mut members) = (Init::default(), Vec::new());
    for (name, component) in MEMBERS {
        let Some(value) = member(vm, dictionary, name)? else { continue };
        let string = text::to_usv_string(vm, value)?;
        members.push((name, string));
        let text = Some(text::utf8(vm, string)?);
        match component {
            Some(component) => init.texts[component as usize] = text,
            None => init.base = text,
        }
    }
    Ok((init, members))
}

/// Use of a URLPatternInit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Pattern,
    Url,
}

/// Process a URLPatternInit. The components that it does not give are as they were.
pub(super) fn process(heap: &mut Heap, init: &Init, purpose: Purpose, known: Texts) -> Parsed<Texts> {
    let mut result = known;
    let base = match &init.base {
        Some(base) => Some(parse(heap, base, None)?),
        None => None,
    };
    if let Some(base) = &base {
        inherit(heap, init, purpose, base, &mut result)?;
    }
    // The protocol comes first: the others depend on it.
    for component in Component::ALL {
        let Some(text) = &init.texts[component as usize] else { continue };
        let protocol = result[Component::Protocol as usize].take();
        let mut text = copied(heap, text)?;
        if component == Component::Pathname
            && let Some(base) = &base
        {
            text = against(heap, text, base, purpose)?;
        }
        let processed = processed(heap, component, text, protocol.as_deref().unwrap_or_default(), purpose)?;
        result[Component::Protocol as usize] = protocol;
        result[component as usize] = Some(processed);
    }
    Ok(result)
}

/// Takes over components of the base URL that the init has nothing for, nor for one before it.
fn inherit(heap: &mut Heap, init: &Init, purpose: Purpose, base: &Record, result: &mut Texts) -> Parsed<()> {
    use Component::{Hash, Hostname, Password, Pathname, Port, Protocol, Search, Username};
    let has = |component: Component| init.texts[component as usize].is_some();
    let mut take = |component: Component, text: Option<&[u8]>| -> Parsed<()> {
        let text = text.unwrap_or_default();
        let text = if purpose == Purpose::Pattern { escaped_pattern(heap, text)? } else { copied(heap, text)? };
        result[component as usize] = Some(text);
        Ok(())
    };
    if has(Protocol) {
        return Ok(());
    }
    take(Protocol, Some(&base.scheme))?;
    if purpose == Purpose::Url && ![Hostname, Port, Username].into_iter().any(has) {
        take(Username, Some(&base.username))?;
        if !has(Password) {
            take(Password, Some(&base.password))?;
        }
    }
    let port = base.port.map(|port| port.to_string());
    let behind = [
        (Hostname, base.host.as_deref()),
        (Port, port.as_ref().map(String::as_bytes)),
        (Pathname, Some(&base.path[..])),
        (Search, base.query.as_deref()),
        (Hash, base.fragment.as_deref()),
    ];
    for (component, text) in behind {
        if has(component) {
            break;
        }
        take(component, text)?;
    }
    Ok(())
}

/// Returns whether a path begins at the root: "is an absolute pathname".
fn is_absolute(path: &[u8], purpose: Purpose) -> bool {
    path.starts_with(b"/") || purpose == Purpose::Pattern && (path.starts_with(b"\\/") || path.starts_with(b"{/"))
}

/// Resolves a path against that of the base URL.
fn against(heap: &mut Heap, path: Vec<u8>, base: &Record, purpose: Purpose) -> Parsed<Vec<u8>> {
    if base.has_opaque_path || is_absolute(&path, purpose) {
        return Ok(path);
    }
    let folder = base.path.rsplitn(2, |&byte| byte == b'/').nth(1).map(<[u8]>::len);
    let Some(folder) = folder else { return Ok(path) };
    let folder = &base.path[..=folder];
    let mut whole = if purpose == Purpose::Pattern { escaped_pattern(heap, folder)? } else { copied(heap, folder)? };
    append(heap, &mut whole, &path)?;
    Ok(whole)
}

/// Process a component for init.
fn processed(
    heap: &mut Heap,
    component: Component,
    text: Vec<u8>,
    protocol: &[u8],
    purpose: Purpose,
) -> Parsed<Vec<u8>> {
    let text = match component {
        Component::Protocol => text.strip_suffix(b":"),
        Component::Search => text.strip_prefix(b"?"),
        Component::Hash => text.strip_prefix(b"#"),
        _ => None,
    }
    .unwrap_or(&text);
    if purpose == Purpose::Pattern {
        return Ok(copied(heap, text)?);
    }
    match component {
        Component::Protocol => Canonical::Protocol.of(heap, text),
        Component::Username => Canonical::Username.of(heap, text),
        Component::Password => Canonical::Password.of(heap, text),
        Component::Hostname => Canonical::of_hosts(protocol).of(heap, text),
        Component::Port => port(heap, text, protocol),
        Component::Pathname => Canonical::of_paths(protocol).of(heap, text),
        Component::Search => Canonical::Search.of(heap, text),
        Component::Hash => Canonical::Hash.of(heap, text),
    }
}

/// Returns the components of a URL.
pub(super) fn of_url(heap: &mut Heap, url: &Record) -> Parsed<Texts> {
    let port = url.port.map(|port| port.to_string());
    let texts = [
        Some(&url.scheme[..]),
        Some(&url.username),
        Some(&url.password),
        url.host.as_deref(),
        port.as_ref().map(String::as_bytes),
        Some(&url.path),
        url.query.as_deref(),
        url.fragment.as_deref(),
    ];
    let mut result = Texts::default();
    for (text, copy) in texts.iter().zip(&mut result) {
        *copy = Some(copied(heap, text.unwrap_or_default())?);
    }
    Ok(result)
}
