//! `fetch`, Fetch 5.6: from the call to the response.
//!
//! ```text
//! fetch ── job ──> body of the request read ──> hop ──> answer ──> response ──> its body, by pulls
//!                                                ▲         │
//!                                                └─────────┘ redirect: each hop asks the host anew
//! ```
//!
//! A fetch in progress is a cell and reactions, so it can be saved and forked wherever it waits.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::keys;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::body::{self, HEADERS, SOURCE};
use super::extract::{self, Body};
use super::hop;
use super::request::{self, BLOB, METHOD, SIGNAL, URL};
use super::request_init::word_of;
use super::response;
use super::{data_url, host_body};
use crate::headers::{self, Guard};
use crate::interface::require_arguments;
use crate::streams::fields::{self, Kind};
use crate::streams::{byte_controller, byte_views, promises, readable};
use crate::url::Address;
use crate::{abort, blob, streams, text};

/// The slots of a fetch.
pub(super) mod slots {
    pub(in super::super) const PROMISE: usize = 0;
    pub(in super::super) const REQUEST: usize = 1;
    pub(in super::super) const SIGNAL: usize = 2;
    /// The function that the signal calls.
    pub(in super::super) const ABORT: usize = 3;
    /// The number of redirects so far.
    pub(in super::super) const REDIRECTS: usize = 4;
    /// The request of the current hop: strings, Headers, and a Blob or undefined.
    pub(in super::super) const URL: usize = 5;
    pub(in super::super) const METHOD: usize = 6;
    pub(in super::super) const HEADERS: usize = 7;
    pub(in super::super) const BODY: usize = 8;
    /// Whether the body was a mere stream.
    pub(in super::super) const WAS_STREAM: usize = 9;
    /// The body of the response, which the host gives by pulls.
    pub(in super::super) const STREAM: usize = 10;
    /// The number of the hop that the host was asked for.
    pub(in super::super) const HOP: usize = 11;
    /// Whether the promise is settled.
    pub(in super::super) const SETTLED: usize = 12;
    /// The function that ends the body of the response early, or undefined.
    pub(in super::super) const CANCEL: usize = 13;
}

/// Characters of a URL that messages show.
const SHOWN: usize = 200;

promises::closures! {
    BEGIN = begin, 0;
    SENT = has_read_body, 1;
    SEND_FAILED = has_no_body, 1;
    ABORTED = aborted, 0;
}

/// fetch ( input, init )
pub(super) fn fetch(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        require_arguments(vm, call, 1, "fetch")?;
        let [input, init] = [0, 1].map(|index| call.argument(vm, index));
        let request = request::of_arguments(vm, input, init)?;
        let promise = promises::pending(vm);
        let fetching = fields::new_hidden(vm, Kind::Fetching)?;
        fields::set(vm, fetching, slots::PROMISE, Value::object(promise));
        fields::set(vm, fetching, slots::REQUEST, Value::object(request));
        for (slot, of_request) in [(slots::URL, URL), (slots::METHOD, METHOD), (slots::BODY, SOURCE)] {
            let value = fields::get(vm, request, of_request);
            fields::set(vm, fetching, slot, value);
        }
        let list = body::headers_of(vm, request)?;
        let list = headers::copied(vm, list, Guard::None)?;
        fields::set(vm, fetching, slots::HEADERS, Value::object(list));
        if headers::value_of(vm, list, b"accept")?.is_none() {
            headers::set_value(vm, list, b"accept", b"*/*".to_vec())?;
        }
        // HTTP-network-or-cache fetch, Fetch 4.6: a part of what is coded is no text of the coding.
        if headers::value_of(vm, list, b"range")?.is_some() {
            headers::set_value(vm, list, b"accept-encoding", b"identity".to_vec())?;
        }
        let captured = [Value::object(fetching), Value::UNDEFINED, Value::UNDEFINED];
        let signal = fields::linked(vm, request, SIGNAL)?;
        let signal = abort::require_signal(vm, Value::object(signal), "The signal of a Request")?;
        fields::set(vm, fetching, slots::SIGNAL, Value::object(signal));
        if abort::is_aborted(vm, signal) {
            abort_now(vm, fetching)?;
            return Ok(promise);
        }
        let function = promises::closure(vm, &ABORTED, captured);
        fields::set(vm, fetching, slots::ABORT, function);
        abort::call_with(vm, signal, function)?;
        promises::microtask(vm, &BEGIN, captured)?;
        Ok(promise)
    })
}

/// Returns the fetch that a reaction has captured.
pub(super) fn captured(vm: &Vm, call: Call) -> Option<ObjectId> {
    fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::Fetching)
}

pub(super) fn is_settled(vm: &Vm, fetching: ObjectId) -> bool {
    fields::flag(vm, fetching, slots::SETTLED)
}

/// Continues a fetch. An exception rejects its promise.
pub(super) fn go_on(
    vm: &mut Vm,
    fetching: Option<ObjectId>,
    run: impl FnOnce(&mut Vm, ObjectId) -> Completion<()>,
) -> Completion<Value> {
    let Some(fetching) = fetching.filter(|&fetching| !is_settled(vm, fetching)) else { return Ok(Value::UNDEFINED) };
    match run(vm, fetching) {
        Ok(()) => {}
        Err(Throw::Exception(reason)) => reject(vm, fetching, reason)?,
        Err(terminated) => return Err(terminated),
    }
    Ok(Value::UNDEFINED)
}

/// Begins, in a job of its own: an abort in the same turn comes before.
fn begin(vm: &mut Vm, call: Call) -> Completion<Value> {
    let fetching = captured(vm, call);
    go_on(vm, fetching, |vm, fetching| {
        let request = fields::linked(vm, fetching, slots::REQUEST)?;
        let Some(stream) = body::stream_of(vm, request) else { return hop(vm, fetching) };
        if fields::link(vm, fetching, slots::BODY).is_some_and(|body| blob::is_blob(vm, body)) {
            readable::disturb(vm, stream);
            return hop(vm, fetching);
        }
        // A body that is a stream is read to its end before it is sent.
        fields::set_flag(vm, fetching, slots::WAS_STREAM, true);
        let captured = [Value::object(fetching), Value::UNDEFINED, Value::UNDEFINED];
        let functions = [&SENT, &SEND_FAILED].map(|function| promises::closure(vm, function, captured));
        streams::read_all(vm, stream, functions)
    })
}

fn has_read_body(vm: &mut Vm, call: Call) -> Completion<Value> {
    let fetching = captured(vm, call);
    go_on(vm, fetching, |vm, fetching| {
        let bytes = byte_views::view_of(vm, call.argument(vm, 0), "The body")?;
        let bytes = byte_views::copied(vm, bytes)?;
        let blob = extract::new_blob(vm, bytes, String::new())?;
        fields::set(vm, fetching, slots::BODY, Value::object(blob));
        hop(vm, fetching)
    })
}

fn has_no_body(vm: &mut Vm, call: Call) -> Completion<Value> {
    let fetching = captured(vm, call);
    go_on(vm, fetching, |vm, fetching| {
        let reason = call.argument(vm, 0);
        fail_with(vm, fetching, "the body of the request failed", reason)
    })
}

/// Returns the URL of the current hop.
pub(super) fn current_url(vm: &mut Vm, fetching: ObjectId) -> Completion<Address> {
    let text = word_of(vm, fetching, slots::URL)?;
    match Address::parse(vm, &text, None)? {
        Some(url) => Ok(url),
        None => vm.type_error("The state of the fetch is damaged"),
    }
}

/// Scheme fetch, Fetch 4.2, of the current URL.
pub(super) fn hop(vm: &mut Vm, fetching: ObjectId) -> Completion<()> {
    let url = current_url(vm, fetching)?;
    if url.is_http() {
        return hop::ask(vm, fetching, &url);
    }
    match url.scheme() {
        b"data" => match data_url::read(vm, url)? {
            Some((bytes, kind)) => {
                let body = extract::of_bytes(vm, bytes, None)?;
                answer_inside(vm, fetching, body, &[(b"content-type", kind)])
            }
            None => fail(vm, fetching, "it is not a well-formed data: URL"),
        },
        b"blob" => fetch_blob(vm, fetching),
        scheme => {
            let why = format!("there is no way to fetch URLs of the scheme '{}'", String::from_utf8_lossy(scheme));
            fail(vm, fetching, &why)
        }
    }
}

/// Answers a blob: URL, Fetch 4.2, with the blob that it meant when the request was made. Only GET is answered.
fn fetch_blob(vm: &mut Vm, fetching: ObjectId) -> Completion<()> {
    let request = fields::linked(vm, fetching, slots::REQUEST)?;
    let blob = fields::link(vm, request, BLOB).filter(|&blob| blob::is_blob(vm, blob));
    if word_of(vm, fetching, slots::METHOD)? != b"GET" {
        return fail(vm, fetching, "a blob: URL can only be got");
    }
    let Some(blob) = blob else { return fail(vm, fetching, "there is no such blob: URL, or it was revoked") };
    let kind = blob::kind_of_blob(vm, blob)?;
    let length = blob::size_of_blob(vm, blob).to_string();
    let body = extract::of_blob(vm, blob, None)?;
    let headers: [(&[u8], Vec<u8>); 2] =
        [(b"content-length", length.into_bytes()), (b"content-type", kind.into_bytes())];
    answer_inside(vm, fetching, body, &headers)
}

/// Gives the response to a URL that needs no host.
fn answer_inside(vm: &mut Vm, fetching: ObjectId, body: Body, all: &[(&[u8], Vec<u8>)]) -> Completion<()> {
    let list = headers::new_headers(vm, Guard::None)?;
    for (name, value) in all {
        headers::set_value(vm, list, name, value.clone())?;
    }
    let ok = Value::string(vm.heap.intern_text("OK"));
    let response = new_response(vm, fetching, 200, ok, list)?;
    if word_of(vm, fetching, slots::METHOD)? != b"HEAD" {
        body::set(vm, response, &body);
    }
    resolve(vm, fetching, response)?;
    finish(vm, fetching)
}

/// Makes the response of the current hop, without a body. It is kept.
pub(super) fn new_response(
    vm: &mut Vm,
    fetching: ObjectId,
    status: u16,
    status_text: Value,
    list: ObjectId,
) -> Completion<ObjectId> {
    let response = response::new(vm, None, Guard::Immutable, status)?;
    Guard::Immutable.set(vm, list);
    fields::set(vm, response, HEADERS, Value::object(list));
    response::set_type(vm, response, "basic");
    let mut url = current_url(vm, fetching)?;
    let url = url.without_fragment(vm)?;
    let url = text::new_string(vm, &url)?;
    fields::set(vm, response, response::URL, Value::string(url));
    fields::set(vm, response, response::STATUS_TEXT, status_text);
    let is_redirected = fields::count(vm, fetching, slots::REDIRECTS) > 0;
    fields::set_flag(vm, response, response::REDIRECTED, is_redirected);
    Ok(response)
}

pub(super) fn resolve(vm: &mut Vm, fetching: ObjectId, response: ObjectId) -> Completion<()> {
    fields::set_flag(vm, fetching, slots::SETTLED, true);
    let promise = fields::get(vm, fetching, slots::PROMISE);
    promises::resolve(vm, promise, Value::object(response))
}

fn reject(vm: &mut Vm, fetching: ObjectId, reason: Value) -> Completion<()> {
    vm.keep(reason);
    fields::set_flag(vm, fetching, slots::SETTLED, true);
    let promise = fields::get(vm, fetching, slots::PROMISE);
    promises::reject(vm, promise, reason)?;
    finish(vm, fetching)
}

/// Makes the signal forget the fetch: nothing of it can be aborted any more.
pub(super) fn finish(vm: &mut Vm, fetching: ObjectId) -> Completion<()> {
    if let Some(function) = fields::take(vm, fetching, slots::ABORT).as_object() {
        vm.heap.set_captured(function, 0, Value::UNDEFINED);
        if let Some(signal) = fields::link(vm, fetching, slots::SIGNAL) {
            abort::let_go(vm, signal)?;
        }
    }
    Ok(())
}

/// Notes whether the rest of the body is being read: a script may never read its response.
pub(super) fn set_busy(vm: &mut Vm, fetching: ObjectId, is_busy: bool) -> Completion<()> {
    match fields::link(vm, fetching, slots::SIGNAL) {
        Some(signal) => abort::set_busy(vm, signal, is_busy),
        None => Ok(()),
    }
}

/// Rejects with a network error, Fetch 2.2.6: a TypeError that says why.
pub(super) fn fail(vm: &mut Vm, fetching: ObjectId, why: &str) -> Completion<()> {
    fail_with(vm, fetching, why, Value::UNDEFINED)
}

/// Rejects with a network error that has a cause.
pub(super) fn fail_with(vm: &mut Vm, fetching: ObjectId, why: &str, cause: Value) -> Completion<()> {
    let url = word_of(vm, fetching, slots::URL)?;
    let mut url = String::from_utf8_lossy(&url[..url.len().min(SHOWN)]).into_owned();
    if url.len() == SHOWN {
        url.push('…');
    }
    let error = network_error(vm, &format!("fetch of {url} failed: {why}"), cause)?;
    reject(vm, fetching, error)
}

/// Makes a TypeError with a cause, which is kept. The message includes that of the cause.
pub(super) fn network_error(vm: &mut Vm, message: &str, cause: Value) -> Completion<Value> {
    vm.keep(cause);
    let mut message = message.to_owned();
    if let Some(text) = cause.as_object().and_then(|cause| shown::own_data(&vm.heap, cause, keys::MESSAGE))
        && let Some(text) = text.as_string()
    {
        const MOST: usize = 1 << 12;
        let text = text::utf8(vm, text)?;
        message.push_str(": ");
        message.push_str(&String::from_utf8_lossy(&text[..text.len().min(MOST)]));
    }
    let error = promises::type_error(vm, &message);
    if let Some(object) = error.as_object().filter(|_| !cause.is_undefined()) {
        vm.heap.store_property(object, keys::CAUSE, cause, Attributes::METHOD)?;
    }
    Ok(error)
}

fn aborted(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(fetching) = captured(vm, call) {
        abort_now(vm, fetching)?;
    }
    Ok(Value::UNDEFINED)
}

/// Aborts a fetch, Fetch 5.6: its promise, the body of the request, and that of the response.
fn abort_now(vm: &mut Vm, fetching: ObjectId) -> Completion<()> {
    let reason = match fields::link(vm, fetching, slots::SIGNAL) {
        Some(signal) => abort::reason_of(vm, signal),
        None => Value::UNDEFINED,
    };
    vm.keep(reason);
    let request = fields::linked(vm, fetching, slots::REQUEST)?;
    if is_settled(vm, fetching) {
        if let Some(stream) = fields::of_kind(vm, fields::get(vm, fetching, slots::STREAM), Kind::Readable) {
            let controller = fields::linked(vm, stream, readable::CONTROLLER)?;
            byte_controller::error(vm, controller, reason)?;
            host_body::cancel_of(vm, fetching)?;
        }
        return finish(vm, fetching);
    }
    reject(vm, fetching, reason)?;
    // One that is being read to its end is locked by that.
    let is_read = fields::flag(vm, fetching, slots::WAS_STREAM);
    if let Some(stream) = body::stream_of(vm, request)
        && (is_read || !readable::is_locked(vm, stream))
    {
        let cancelled = readable::cancel(vm, stream, reason)?;
        promises::handle(vm, Value::object(cancelled));
    }
    hop::abort(vm, fetching)
}
