//! The steps of the constructor of Request, Fetch 5.4.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::body::{self, HEADERS, SOURCE};
use super::extract::{self, Body};
use super::host;
use super::request::{
    self, BLOB, CACHE, CREDENTIALS, INTEGRITY, KEEPALIVE, METHOD, MODE, POLICY, REDIRECT, REFERRER, SIGNAL, URL,
};
use crate::headers::{self, Guard, is_forbidden_method};
use crate::interface::{dictionary, member};
use crate::streams::fields::{self, Kind};
use crate::streams::{self, readable};
use crate::url::object_urls;
use crate::{abort, text};

const MODES: &[&str] = &["cors", "navigate", "no-cors", "same-origin"];
const CREDENTIAL_MODES: &[&str] = &["omit", "same-origin", "include"];
const CACHE_MODES: &[&str] = &["default", "no-store", "reload", "no-cache", "force-cache", "only-if-cached"];
const REDIRECT_MODES: &[&str] = &["follow", "error", "manual"];
const PRIORITIES: &[&str] = &["high", "low", "auto"];
const POLICIES: &[&str] = &[
    "",
    "no-referrer",
    "no-referrer-when-downgrade",
    "same-origin",
    "origin",
    "strict-origin",
    "origin-when-cross-origin",
    "strict-origin-when-cross-origin",
    "unsafe-url",
];

/// A RequestInit. Its values are kept.
struct Init {
    body: Option<Value>,
    has_duplex: bool,
    /// A converted HeadersInit.
    headers: Option<ObjectId>,
    keepalive: Option<bool>,
    method: Option<Value>,
    mode: Option<&'static str>,
    referrer: Option<Value>,
    /// Null for none at all.
    signal: Option<Value>,
    /// Slots with words and strings that are set as they are.
    set: Vec<(usize, Value)>,
    is_empty: bool,
}

/// Reads a member that is one of some words.
fn word(
    vm: &mut Vm,
    init: Option<ObjectId>,
    name: &str,
    words: &'static [&'static str],
) -> Completion<Option<&'static str>> {
    let Some(value) = member(vm, init, name)? else { return Ok(None) };
    let value = text::to_string(vm, value)?;
    let value = text::utf8(vm, value)?;
    match words.iter().find(|word| word.as_bytes() == value) {
        Some(word) => Ok(Some(word)),
        None => vm.type_error(format!("The member '{name}' of a RequestInit must be one of: {}", words.join(", "))),
    }
}

impl Init {
    /// Converts to a dictionary, with the members in the order of their names. Each is converted before the next one is read.
    fn read(vm: &mut Vm, init: Value) -> Completion<Init> {
        let init = dictionary(vm, init, "The init of a Request")?;
        let body = match member(vm, init, "body")? {
            Some(body) => Some(extract::converted(vm, body)?),
            None => None,
        };
        let cache = word(vm, init, "cache", CACHE_MODES)?;
        let credentials = word(vm, init, "credentials", CREDENTIAL_MODES)?;
        let has_duplex = word(vm, init, "duplex", &["half"])?.is_some();
        let headers = match member(vm, init, "headers")? {
            Some(headers) => Some(headers::converted(vm, headers)?),
            None => None,
        };
        let integrity = match member(vm, init, "integrity")? {
            Some(integrity) => Some(Value::string(text::to_string(vm, integrity)?)),
            None => None,
        };
        let keepalive = member(vm, init, "keepalive")?.map(|keepalive| vm.heap.to_boolean(keepalive));
        let method = match member(vm, init, "method")? {
            Some(method) => Some(Value::string(headers::byte_string(vm, method)?)),
            None => None,
        };
        let mode = word(vm, init, "mode", MODES)?;
        let priority = word(vm, init, "priority", PRIORITIES)?;
        let redirect = word(vm, init, "redirect", REDIRECT_MODES)?;
        let referrer = match member(vm, init, "referrer")? {
            Some(referrer) => Some(Value::string(text::to_usv_string(vm, referrer)?)),
            None => None,
        };
        let policy = word(vm, init, "referrerPolicy", POLICIES)?;
        let signal = member(vm, init, "signal")?;
        if let Some(signal) = signal.filter(|signal| *signal != Value::NULL) {
            abort::require_signal(vm, signal, "The member 'signal' of a RequestInit")?;
        }
        let window = member(vm, init, "window")?;
        if window.is_some_and(|window| window != Value::NULL) {
            return vm.type_error("The member 'window' of a RequestInit must be null");
        }
        let mut set = Vec::new();
        for (slot, word) in [(CACHE, cache), (CREDENTIALS, credentials), (REDIRECT, redirect), (POLICY, policy)] {
            set.extend(word.map(|word| (slot, Value::string(vm.heap.intern_text(word)))));
        }
        set.extend(integrity.map(|integrity| (INTEGRITY, integrity)));
        set.iter().for_each(|&(_, value)| vm.keep(value));
        let others = [body, method, referrer, signal, window];
        let is_empty = set.is_empty()
            && others.iter().all(Option::is_none)
            && headers.is_none()
            && mode.is_none()
            && priority.is_none()
            && keepalive.is_none()
            && !has_duplex;
        Ok(Init { body, has_duplex, headers, keepalive, method, mode, referrer, signal, set, is_empty })
    }
}

/// new Request ( input, init ). The request is kept.
pub(super) fn new_request(vm: &mut Vm, prototype: ObjectId, input: Value, init: Value) -> Completion<ObjectId> {
    let other = fields::of_kind(vm, input, Kind::Request);
    let url = match other {
        Some(_) => None,
        None => Some(text::to_usv_string(vm, input)?),
    };
    let init = Init::read(vm, init)?;
    let request = request::empty(vm, prototype)?;
    match (other, url) {
        (Some(other), _) => request::copy_members(vm, request, other),
        (None, url) => set_url(vm, request, url.map_or(Value::UNDEFINED, Value::string))?,
    }
    set_words(vm, request, &init)?;
    if let Some(method) = init.method {
        set_method(vm, request, method)?;
    }
    let signal = match (init.signal, other) {
        (Some(signal), _) => signal.as_object(),
        (None, Some(other)) => fields::link(vm, other, SIGNAL),
        (None, None) => None,
    };
    request::follow(vm, request, signal)?;
    set_headers(vm, request, other, &init)?;
    set_body(vm, request, other, &init)?;
    Ok(request)
}

/// Parses the URL.
fn set_url(vm: &mut Vm, request: ObjectId, url: Value) -> Completion<()> {
    let bytes = match url.as_string() {
        Some(url) => text::utf8(vm, url)?,
        None => Vec::new(),
    };
    let Some(mut url) = host::parse_url(vm, &bytes)? else {
        return vm.type_error("The URL of a Request must be absolute and well-formed");
    };
    if url.includes_credentials() {
        return vm.type_error("The URL of a Request must have no user name and no password");
    }
    let href = url.href(vm)?;
    let href = text::new_string(vm, &href)?;
    fields::set(vm, request, URL, Value::string(href));
    if url.scheme() == b"blob" {
        let href = url.without_fragment(vm)?;
        let blob = object_urls::blob_of(vm, &href)?;
        fields::set(vm, request, BLOB, blob.map_or(Value::UNDEFINED, Value::object));
    }
    Ok(())
}

/// Sets the members of a Request that are words: referrer, policy, mode and their like.
fn set_words(vm: &mut Vm, request: ObjectId, init: &Init) -> Completion<()> {
    if !init.is_empty {
        for (slot, word) in [(REFERRER, "about:client"), (POLICY, "")] {
            let word = Value::string(vm.heap.intern_text(word));
            fields::set(vm, request, slot, word);
        }
    }
    if let Some(referrer) = init.referrer.and_then(Value::as_string) {
        let bytes = text::utf8(vm, referrer)?;
        if bytes.is_empty() {
            fields::set(vm, request, REFERRER, Value::string(referrer));
        } else {
            let Some(url) = host::parse_url(vm, &bytes)? else {
                return vm.type_error("The referrer of a Request must be a URL");
            };
            // Without a base a realm has no origin, and any referrer is left as it is.
            let is_foreign = match host::base(vm)? {
                Some(base) => !url.is_same_origin(vm, &base)?,
                None => url.scheme() == b"about",
            };
            let href = if is_foreign { b"about:client".to_vec() } else { url.href(vm)? };
            let href = text::new_string(vm, &href)?;
            fields::set(vm, request, REFERRER, Value::string(href));
        }
    }
    if let Some(mode) = init.mode {
        if mode == "navigate" {
            return vm.type_error("The mode of a Request cannot be 'navigate'");
        }
        let mode = Value::string(vm.heap.intern_text(mode));
        fields::set(vm, request, MODE, mode);
    }
    for &(slot, value) in &init.set {
        fields::set(vm, request, slot, value);
    }
    if word_of(vm, request, CACHE)? == b"only-if-cached" && word_of(vm, request, MODE)? != b"same-origin" {
        return vm.type_error("The cache mode 'only-if-cached' needs the mode 'same-origin'");
    }
    if let Some(keepalive) = init.keepalive {
        fields::set_flag(vm, request, KEEPALIVE, keepalive);
    }
    Ok(())
}

/// Returns the bytes of a slot with a string.
pub(super) fn word_of(vm: &mut Vm, request: ObjectId, slot: usize) -> Completion<Vec<u8>> {
    match fields::get(vm, request, slot).as_string() {
        Some(word) => text::utf8(vm, word),
        None => Ok(Vec::new()),
    }
}

/// Sets the method, "normalized": six of them in capitals, others as they are. Forbidden ones are a TypeError.
fn set_method(vm: &mut Vm, request: ObjectId, method: Value) -> Completion<()> {
    let mut bytes = headers::bytes_of(vm, method)?;
    if !headers::is_token(vm, &bytes)? {
        return vm.type_error("The method of a Request must be a token");
    }
    if is_forbidden_method(&bytes) {
        return vm.type_error(format!("The method {} is forbidden", String::from_utf8_lossy(&bytes)));
    }
    let normal = [&b"DELETE"[..], b"GET", b"HEAD", b"OPTIONS", b"POST", b"PUT"];
    if normal.iter().any(|normal| bytes.eq_ignore_ascii_case(normal)) {
        bytes.make_ascii_uppercase();
    }
    let method = text::new_byte_string(vm, &bytes)?;
    fields::set(vm, request, METHOD, Value::string(method));
    Ok(())
}

/// Fills the headers from `init` or from the other request. With `no-cors`, only simple methods and headers are let
/// in.
fn set_headers(vm: &mut Vm, request: ObjectId, other: Option<ObjectId>, init: &Init) -> Completion<()> {
    let mut guard = host::guard(vm, Guard::Request);
    if word_of(vm, request, MODE)? == b"no-cors" {
        if !matches!(&word_of(vm, request, METHOD)?[..], b"GET" | b"HEAD" | b"POST") {
            return vm.type_error("A Request with the mode 'no-cors' must be a GET, HEAD or POST");
        }
        guard = Guard::RequestNoCors;
    }
    let list = match (init.headers, other) {
        (None, Some(other)) => {
            let others = body::headers_of(vm, other)?;
            let list = headers::new_headers(vm, guard)?;
            headers::append_all(vm, list, others)?;
            list
        }
        (None, None) => headers::new_headers(vm, guard)?,
        (Some(given), _) => {
            let list = headers::new_headers(vm, guard)?;
            headers::fill(vm, list, given)?;
            list
        }
    };
    fields::set(vm, request, HEADERS, Value::object(list));
    Ok(())
}

/// Sets the body, from `init` or from another request.
fn set_body(vm: &mut Vm, request: ObjectId, other: Option<ObjectId>, init: &Init) -> Completion<()> {
    let input = other.filter(|&other| body::stream_of(vm, other).is_some());
    let given = init.body.filter(|body| !body.is_nullish());
    let is_without = matches!(&word_of(vm, request, METHOD)?[..], b"GET" | b"HEAD");
    if (given.is_some() || input.is_some()) && is_without {
        return vm.type_error("A Request with the method GET or HEAD must have no body");
    }
    let body = match (given, input) {
        (Some(given), _) => {
            let body = extract::extract(vm, given)?;
            if fields::flag(vm, request, KEEPALIVE) && body.source.is_undefined() {
                return vm.type_error("A Request that is kept alive must not have a stream as its body");
            }
            if let Some(kind) = &body.kind {
                let list = body::headers_of(vm, request)?;
                if headers::value_of(vm, list, b"content-type")?.is_none() {
                    headers::set_value(vm, list, b"content-type", kind.clone())?;
                }
            }
            Some(body)
        }
        // It is taken from the other request at the end.
        (None, Some(other)) => {
            if body::is_unusable(vm, other) {
                return vm.type_error("The body of the Request was read already, or is being read");
            }
            None
        }
        (None, None) => return Ok(()),
    };
    let is_stream = match (&body, input) {
        (Some(body), _) => body.source.is_undefined(),
        (None, Some(other)) => fields::get(vm, other, SOURCE).is_undefined(),
        (None, None) => false,
    };
    if is_stream {
        if body.is_some() && !init.has_duplex {
            return vm.type_error("A Request whose body is a stream needs the member 'duplex'");
        }
        if !matches!(&word_of(vm, request, MODE)?[..], b"same-origin" | b"cors") {
            return vm.type_error("A Request whose body is a stream needs the mode 'cors' or 'same-origin'");
        }
    }
    let body = match (body, input) {
        (Some(body), _) => body,
        (None, Some(other)) => taken(vm, other)?,
        (None, None) => return Ok(()),
    };
    body::set(vm, request, &body);
    Ok(())
}

/// Creates a proxy for the body of another request, whose own is used then.
fn taken(vm: &mut Vm, other: ObjectId) -> Completion<Body> {
    let source = fields::get(vm, other, SOURCE);
    let Some(stream) = body::stream_of(vm, other) else { return vm.type_error("The state of the body is damaged") };
    let own = streams::proxy(vm, stream)?;
    readable::disturb(vm, stream);
    Ok(Body { stream: own, source, kind: None })
}
